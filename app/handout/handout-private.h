/* handout-private.h: shared by handout.c (the contents), handout-layout.c (the pages) and
 * handout-write.c (the PDF). Private to handout/, and its tests.
 *
 * All lengths are points, 1/72 inch; y grows downwards.
 */
#pragma once

#include "handout/handout.h"

#include "slide/slide.h"

G_BEGIN_DECLS

/**
 * WsHandoutStyle:
 *
 * The style of a text; the table of handout-layout.c has a row for each.
 */
typedef enum {
  WS_HANDOUT_TITLE,    /* of a lesson, or of the course */
  WS_HANDOUT_ABOUT,    /* what a lesson is about */
  WS_HANDOUT_FACTS,    /* duration and prerequisites */
  WS_HANDOUT_CONTENTS, /* a lesson, in the course's list */
  WS_HANDOUT_SUMMARY,  /* its summary there */
  WS_HANDOUT_STEP,     /* title of a step */
  WS_HANDOUT_FIGURE,   /* heading of a figure */
  WS_HANDOUT_SOURCE,   /* source of its figures */
  WS_HANDOUT_WORDS,
  WS_HANDOUT_QUESTION,
  WS_HANDOUT_ANSWER, /* one of several answers: with a box to tick */
  WS_HANDOUT_RIGHT,  /* the right one: with a tick in its box */
  WS_HANDOUT_CODE,   /* a line of it */
  WS_HANDOUT_LINK,   /* a reference, with the page number at the right */
  WS_HANDOUT_N_STYLES
} WsHandoutStyle;

/**
 * WsHandoutItem:
 * @style: of @text
 * @text: (nullable): Pango markup; of a link a format with one %u, for the page
 * @picture: (nullable): a figure instead
 * @least: minimum height of the figure
 * @most: maximum height
 * @n_lines: lines to write on instead; 0 for none
 * @part: items of one part stay on one page if they fit; so do parts of one step
 * @step: likewise; they count upwards
 * @new_page: whether it begins a page
 * @name: (nullable): name of this place in the document
 * @link: (nullable): place that it links to
 * @outline: (nullable): its title in the document's outline
 * @depth: of that, from 0
 *
 * The contents of the pages, in order.
 */
typedef struct {
  WsHandoutStyle style;
  char *text;
  WsPicture *picture;
  double least;
  double most;
  guint n_lines;
  guint part;
  guint step;
  gboolean new_page;
  char *name;
  char *link;
  char *outline;
  guint depth;
} WsHandoutItem;

struct _WsHandout {
  char *title; /* of the document; NULL until there is a lesson */
  gboolean is_course;
  GPtrArray *items;   /* WsHandoutItem: steps */
  GPtrArray *answers; /* WsHandoutItem: what stands at the end */
  guint n_lessons;
  guint part; /* of the last item */
  guint step;
};

/**
 * WsHandoutPiece:
 * @item: index, of items and then of answers
 * @page: from 0
 * @y: its upper edge
 * @height: of it
 * @first_line: of a text: the first of its lines in this piece
 * @n_lines: number of its lines
 *
 * An item, or some lines of it, on a page.
 */
typedef struct {
  guint item;
  guint page;
  double y;
  double height;
  guint first_line;
  guint n_lines;
} WsHandoutPiece;

/**
 * WsHandoutLayout:
 * @width: of a page
 * @height: of a page
 * @left: where text begins
 * @right: where it ends
 * @top: of what stands on a page
 * @bottom: of it
 * @pieces: (element-type WsHandoutPiece): page by page, from above
 * @n_pages: of them
 */
typedef struct {
  double width;
  double height;
  double left;
  double right;
  double top;
  double bottom;
  GArray *pieces;
  guint n_pages;
} WsHandoutLayout;

void ws_handout_lay_out (const WsHandout *self, WsPaper paper, PangoContext *context,
                         WsHandoutLayout *layout);
void ws_handout_layout_clear (WsHandoutLayout *self);
const WsHandoutItem *ws_handout_get_item (const WsHandout *self, guint item);
guint ws_handout_get_n_items (const WsHandout *self);
PangoLayout *ws_handout_set_text (const WsHandoutItem *item, PangoContext *context,
                                  const WsHandoutLayout *layout, const char *text, double *x);
double ws_handout_get_line_height (PangoLayout *text, guint line);

/* Between two lines to write on. */
#define WS_HANDOUT_LINE_PT 21.0
/* A box to tick. */
#define WS_HANDOUT_BOX_PT 8.5

G_END_DECLS
