/* page.h: what stands round a view that is written to a file: its title above, and below what it
 * shows and where its figures come from. For figure.c and sheet-figure.c. */
#pragma once

#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsPageWords:
 * @title: as people call it
 * @subtitle: (nullable): beside the title, quiet; below it where there is no room
 * @caption: (nullable): one sentence, or a few
 * @source: (nullable): where the figures come from, small
 * @caption_lines: room for the caption at least: of a series of pictures, that of the longest
 * @instead: (nullable): what stands in the caption's place, where that is kept back; the room is
 * that of the caption
 * @more_lines: of caption and source, beyond the two that each may have
 */
typedef struct {
  const char *title;
  const char *subtitle;
  const char *caption;
  const char *source;
  guint caption_lines;
  const char *instead;
  guint more_lines;
} WsPageWords;

/**
 * WsPage:
 * @theme: of what stands inside: its least text is that of the whole picture
 * @box: where that stands
 * @has_words: whether words are wanted, and there is room for them
 * @pad: where the words begin
 */
typedef struct {
  WsTheme theme;
  WsBox box;
  gboolean has_words;
  double pad;
  /*< private >*/
  cairo_t *cr;
  WsText *text;
  char **caption;
  char **source;
  double width;
  double title_px;
  double text_px;
  double note_px;
  gboolean below;
  char **instead;
} WsPage;

void ws_page_begin (WsPage *self, cairo_t *cr, const WsPageWords *words, const WsTheme *theme,
                    double width, double height);
void ws_page_draw_words (WsPage *self, const char *title, const char *subtitle);
void ws_page_end (WsPage *self);
guint ws_page_count_caption_lines (const char *caption, const WsTheme *theme, double width,
                                   double height);

G_END_DECLS
