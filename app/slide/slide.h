/* slide.h: one slide: a title, one or two pictures side by side, the warps' row below them, words,
 * a question and its answers. A lesson's step, a presented stage and two runs side by side are
 * slides; screen, PNG, SVG and PDF have the same drawing.
 */
#pragma once

#include "export/picture.h"

G_BEGIN_DECLS

#define WS_SLIDE_MAX_PARTS   2
#define WS_SLIDE_MAX_ANSWERS 6

/**
 * WsSlidePart:
 * @heading: (nullable): above it: "Kernel 3: sequential addressing"
 * @note: (nullable): Pango markup, a line below it: "1 wavefront: every lane has a bank of its own"
 * @note_room: (nullable): the longest note of a series, to reserve room
 * @veils_note: whether that room is veiled: the note is revealed later
 * @picture: what it shows, without title and caption of its own
 *
 * A picture of a slide.
 */
typedef struct {
  char *heading;
  char *note;
  char *note_room;
  gboolean veils_note;
  WsPicture *picture;
} WsSlidePart;

/**
 * WsSlide:
 * @title: as in "Kernel 1: interleaved addressing"
 * @subtitle: (nullable): below it, subdued: the kernel's idea
 * @step: from 1; 0 if it is the only one
 * @n_steps: of how many
 * @parts: (element-type WsSlidePart): %WS_SLIDE_MAX_PARTS at most
 * @shows_warps: whether the warps of the first part's block are shown below the parts
 * @strip: (nullable): a flat picture below all of that
 * @strip_lines: its height, in small text
 * @words: (nullable): Pango markup: caption or words
 * @words_room: (nullable): the longest words of a series, to reserve room
 * @question: (nullable): Pango markup
 * @answers: (nullable) (array zero-terminated=1): Pango markup: to choose from
 * @right: the right one, -1 for none
 * @chosen: the one that was chosen, -1 for none
 * @revealed: whether @right and @reveal are shown
 * @reveal: (nullable): Pango markup: words of the reveal
 * @hint: (nullable): replaces it until then: "Space reveals"
 * @source: (nullable): source of the figures
 * @notes: (nullable): Pango markup: for the lecturer alone; not drawn
 *
 * The pictures take the room of absent words; revealing moves nothing.
 */
typedef struct {
  char *title;
  char *subtitle;
  guint step;
  guint n_steps;
  GPtrArray *parts;
  gboolean shows_warps;
  WsPicture *strip;
  double strip_lines;
  char *words;
  char *words_room;
  char *question;
  char **answers;
  int right;
  int chosen;
  gboolean revealed;
  char *reveal;
  char *hint;
  char *source;
  char *notes;
} WsSlide;

WsSlide *ws_slide_new (const char *title);
WsSlide *ws_slide_copy (const WsSlide *self);
void ws_slide_free (WsSlide *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSlide, ws_slide_free)
WsPicture *ws_slide_make_warps (const WsSlide *self);
WsSlidePart *ws_slide_add_part (WsSlide *self, const char *heading, const WsPicture *picture);

/**
 * WsSlideLayout:
 * @theme: of the parts: their minimum text size is that of the whole slide
 * @title_px: size of the title
 * @words_px: size of the words
 * @note_px: of everything small
 * @panels: round the parts, where there are two
 * @parts: the pictures themselves
 * @warps: the warps' row; no height without one
 * @strip: the flat picture below; no height without one
 * @answers: areas to click
 *
 * The layout. Boxes without height are not shown.
 */
typedef struct {
  WsTheme theme;
  double pad;
  double title_px;
  double words_px;
  double note_px;
  WsBox title;
  WsBox subtitle;
  guint n_parts;
  WsBox panels[WS_SLIDE_MAX_PARTS];
  WsBox headings[WS_SLIDE_MAX_PARTS];
  WsBox parts[WS_SLIDE_MAX_PARTS];
  WsBox notes[WS_SLIDE_MAX_PARTS];
  WsBox warps;
  WsBox strip;
  WsBox words;
  WsBox question;
  guint n_answers;
  WsBox answers[WS_SLIDE_MAX_ANSWERS];
  WsBox reveal;
  WsBox source;
} WsSlideLayout;

void ws_slide_layout (const WsSlide *self, const WsTheme *theme, double width, double height,
                      WsSlideLayout *layout);
void ws_draw_slide (cairo_t *cr, const WsSlide *self, const WsTheme *theme, double width,
                    double height);
int ws_slide_pick_answer (const WsSlideLayout *layout, double x, double y);
char *ws_slide_describe (const WsSlide *self);
void ws_slide_set_moment (WsSlide *self, guint part, const WsMoment *moment);

G_END_DECLS
