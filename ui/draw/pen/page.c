#include "pen/page.h"

#define LINE 1.5 /* a line of text, of its size */

#define MAX_LINES 2 /* of the caption, and of the source */

static double
get_title_gap (const WsPage *self)
{
  return self->title_px * 0.9;
}

static void
init (WsPage *self, const WsArea *area)
{
  double scale = ws_theme_get_scale (area->theme, area->width, area->height);
  double min_px = ws_theme_get_min_text (area->theme, area->height);

  *self = (WsPage){ .theme = *area->theme,
                    .width = area->width,
                    .box = { 0, 0, area->width, area->height } };
  self->theme.min_px = min_px;
  self->title_px = MAX (area->theme->title_px * scale, min_px);
  self->text_px = MAX (area->theme->text_px * scale, min_px);
  self->note_px = MAX (area->theme->note_px * scale, min_px);
  self->pad = MIN (30 * scale, MIN (area->width, area->height) * 0.05);
  self->has_words = area->height > self->text_px * 16;
}

static char **
wrap (const WsPage *self, WsText *text, double px, guint max_lines, const char *string)
{
  return ws_text_wrap (text, WS_FACE_SANS, px, self->width - 2 * self->pad, max_lines,
                       string != NULL ? string : "");
}

static gboolean
fits_beside (const WsPage *self, const char *title, const char *subtitle)
{
  return ws_text_width (self->text, WS_FACE_BOLD, self->title_px, title) + get_title_gap (self)
             + ws_text_width (self->text, WS_FACE_SANS, self->text_px, subtitle)
         <= self->width - 2 * self->pad;
}

static void
lay_out (WsPage *self, const WsPageWords *words)
{
  double height = self->box.h;
  double top = self->pad + self->title_px * LINE;
  double bottom;
  guint max_lines = MAX_LINES + words->more_lines;
  guint n_lines;

  self->text = ws_text_new (self->cr, &self->theme);
  self->caption = wrap (self, self->text, self->text_px, max_lines, words->caption);
  self->source = wrap (self, self->text, self->note_px, max_lines, words->source);
  if (words->instead != NULL)
    self->instead = wrap (self, self->text, self->text_px, MAX (g_strv_length (self->caption), 1),
                          words->instead);
  n_lines = MAX (g_strv_length (self->caption), MIN (words->caption_lines, MAX_LINES));
  bottom = self->text_px * LINE * (n_lines + 1) + self->pad * 0.6;
  n_lines = g_strv_length (self->source);
  if (n_lines > 1)
    bottom += self->note_px * LINE * (n_lines - 1);
  if (words->subtitle != NULL && !fits_beside (self, words->title, words->subtitle))
    {
      self->below = TRUE;
      top += self->text_px * LINE;
    }
  self->box = (WsBox){ 0, top, self->width, height - top - bottom };
  /* title and caption begin where the view begins */
  self->pad = ws_theme_get_margin (&self->theme, self->box.w, self->box.h);
}

/**
 * ws_page_begin:
 * @self: (out caller-allocates): a page
 * @words: (nullable): what stands in it; %NULL for nothing. Title and subtitle may be another when
 * they are drawn; here they say how much room is left
 *
 * Paints the theme's background, and lays the page out. What is too small for words has none. Ends
 * with ws_page_end().
 */
void
ws_page_begin (WsPage *self, cairo_t *cr, const WsPageWords *words, const WsTheme *theme,
               double width, double height)
{
  init (self, &(WsArea){ theme, width, height });
  self->cr = cr;
  self->has_words = self->has_words && words != NULL;

  cairo_save (cr);
  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  if (self->has_words)
    lay_out (self, words);
}

static void
draw_title (WsPage *self, const char *title, const char *subtitle)
{
  double y = self->pad + self->title_px * 0.6;
  double room = self->width - 2 * self->pad;
  double used =
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, self->title_px, self->theme.ink },
                        &(WsTextPlace){ self->pad, y, 0 }, room, title)
      + get_title_gap (self);

  if (self->below)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, self->text_px, self->theme.muted },
                      &(WsTextPlace){ self->pad, y + self->title_px * 0.5 + self->text_px, 0 },
                      room, subtitle);
  else if (room - used > self->text_px * 6)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, self->text_px, self->theme.muted },
                      &(WsTextPlace){ self->pad + used, y, 0 }, room - used, subtitle);
}

/* Returns where the next line stands. */
static double
draw_lines (WsPage *self, char **lines, double px, double step, WsColor color, double y)
{
  for (guint i = 0; lines[i] != NULL; i++, y += step)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, px, color },
                  &(WsTextPlace){ self->pad, y, 0 }, lines[i]);
  return y;
}

/**
 * ws_page_draw_words:
 * @title: above
 * @subtitle: (nullable): beside it
 */
void
ws_page_draw_words (WsPage *self, const char *title, const char *subtitle)
{
  double y = self->box.y + self->box.h + self->text_px * LINE * 0.5;

  draw_title (self, title, subtitle != NULL ? subtitle : "");
  draw_lines (self, self->instead != NULL ? self->instead : self->caption, self->text_px,
              self->text_px * LINE, self->theme.ink, y);
  y += self->text_px * LINE * g_strv_length (self->caption);
  draw_lines (self, self->source, self->note_px, self->note_px * LINE, self->theme.muted, y);
}

/* Shows the text that was gathered, frees what the page holds, and leaves @cr as ws_page_begin()
 * found it. */
void
ws_page_end (WsPage *self)
{
  g_clear_pointer (&self->text, ws_text_free);
  g_clear_pointer (&self->caption, g_strfreev);
  g_clear_pointer (&self->instead, g_strfreev);
  g_clear_pointer (&self->source, g_strfreev);
  cairo_restore (self->cr);
}

/**
 * ws_page_count_caption_lines:
 * @caption: (nullable): as it is drawn
 *
 * Returns: lines that the caption has; 0 if the drawing is too small for words
 */
guint
ws_page_count_caption_lines (const char *caption, const WsTheme *theme, double width, double height)
{
  g_autoptr (WsText) text = NULL;
  g_auto (GStrv) lines = NULL;
  WsPage self;

  init (&self, &(WsArea){ theme, width, height });
  if (!self.has_words)
    return 0;
  text = ws_text_new (NULL, &self.theme);
  lines = wrap (&self, text, self.text_px, MAX_LINES, caption);
  return g_strv_length (lines);
}
