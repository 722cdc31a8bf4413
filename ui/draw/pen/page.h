/* page.h: the frame of a view that is written to a file: its title above, its caption and the
 * source of its figures below. For figure.c and sheet-figure.c. */
#pragma once

#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsPageWords:
 * @title: for people
 * @subtitle: (nullable): beside the title, subdued; below it for lack of room
 * @caption: (nullable): one sentence, or a few
 * @source: (nullable): where the figures come from, small
 * @caption_lines: minimum room for the caption: of a series of pictures, that of the longest
 * @instead: (nullable): replaces a hidden caption, within the caption's room
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
 * @theme: of the contents: its minimum text size is that of the whole picture
 * @box: of the contents
 * @has_words: whether texts are wanted, and fit
 * @pad: where the texts begin
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
