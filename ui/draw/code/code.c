#include "code/code.h"
#include "code/layout.h"
#include "lines/lines.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  WsEmphasis emphasis;
  const WsKernel *kernel;
  guint fault_line;    /* that went wrong, from 1; 0 for none */
  gboolean hides_line; /* whether it is kept back which line the warp is at */
  WsText *text;
  WsCodeLayout layout;
} Code;

static WsColor
get_token_color (const WsTheme *theme, WsTokenKind kind)
{
  switch (kind)
    {
    case WS_TOKEN_KEYWORD:
      return ws_color_mix (theme->accent, theme->ink, 0.15);
    case WS_TOKEN_CUDA:
      return ws_color_mix (theme->good, theme->ink, 0.1);
    case WS_TOKEN_COMMENT:
      return theme->muted;
    case WS_TOKEN_DIRECTIVE:
    case WS_TOKEN_STRING:
      return ws_color_mix (theme->playhead, theme->ink, 0.25);
    case WS_TOKEN_NUMBER:
    case WS_TOKEN_PLAIN:
    default:
      return theme->ink;
    }
}

/* One line of code in the colours of its tokens, cut where its column ends. */
static void
show_code (Code *self, const char *line, gsize length, gboolean *in_comment, gboolean present,
           double y)
{
  const WsCodeLayout *l = &self->layout;
  WsFace face = present ? WS_FACE_MONO_BOLD : WS_FACE_MONO;
  double px = l->code_px;
  double advance = ws_text_gather_width (self->text, face, px, "0");
  double right = l->source.x + l->source.w;
  double x = l->text_x;
  gsize at = 0;
  gsize begin;
  WsTokenKind kind;

  while (ws_code_next_token (line, length, &at, &begin, in_comment, &kind))
    {
      g_autofree char *token = g_strndup (line + begin, at - begin);
      glong n = g_utf8_strlen (token, -1);
      glong fits = (right - x) / advance;

      if (fits <= 0)
        break;
      if (n > fits)
        {
          /* the last column says that the line goes on */
          *g_utf8_offset_to_pointer (token, fits - 1) = '\0';
          ws_text_gather (self->text,
                          &(WsTextStyle){ face, px, get_token_color (self->theme, kind) },
                          &(WsTextPlace){ x, y, 0 }, token);
          ws_text_show (self->text, &(WsTextStyle){ face, px, self->theme->muted },
                        &(WsTextPlace){ x + (fits - 1) * advance, y, 0 }, "…");
          /* the rest still decides whether a comment goes on */
          while (ws_code_next_token (line, length, &at, &begin, in_comment, &kind))
            ;
          return;
        }
      if (strspn (token, " \t") != strlen (token))
        ws_text_gather (self->text, &(WsTextStyle){ face, px, get_token_color (self->theme, kind) },
                        &(WsTextPlace){ x, y, 0 }, token);
      x += n * advance;
    }
}

static void
draw_bar (Code *self, guint line, const WsBox *row)
{
  const WsCodeLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  const WsLineUse *use;
  WsBox bar = { l->bar_x, row->y + row->h * 0.3, l->bar_w, row->h * 0.4 };
  WsBox full;
  double share;
  gboolean low;

  if (self->scene->line_use == NULL || line >= self->scene->line_use->len)
    return;
  use = &g_array_index (self->scene->line_use, WsLineUse, line);
  if (use->executed == 0)
    return;
  share = ws_clamp01 (ws_line_use_share (use));
  low = share < 0.5;
  bar = ws_box_snap (self->cr, bar);
  full = bar;
  if ((self->emphasis.hide & (WS_HIDE_MASKS | WS_HIDE_COUNTS)) != 0)
    {
      ws_veil_draw (self->cr, NULL, theme, &bar, 0, 0);
      return;
    }
  ws_box_path (self->cr, &bar);
  ws_paint_set (self->cr, theme->idle);
  cairo_fill (self->cr);
  full.w = MAX (bar.w * share, 1.5 * l->scale);
  ws_box_path (self->cr, &full);
  ws_paint_set (self->cr, low ? theme->playhead : theme->accent);
  cairo_fill (self->cr);
}

static void
draw_marker (Code *self, const WsBox *row)
{
  const WsCodeLayout *l = &self->layout;
  double h = l->code_px * 0.62;
  double x = l->marker_x + l->code_px * 0.25;
  double y = row->y + row->h / 2;
  double band_x = l->pad * 0.4;
  double end = l->beside ? l->source.x + l->source.w : l->width - band_x;
  WsBox band = { band_x, row->y, end - band_x, row->h };

  ws_rounded_path (self->cr, &band, 6 * l->scale);
  ws_paint_set (self->cr, self->theme->band);
  cairo_fill (self->cr);
  cairo_move_to (self->cr, x, y - h / 2);
  cairo_line_to (self->cr, x + h * 0.86, y);
  cairo_line_to (self->cr, x, y + h / 2);
  cairo_close_path (self->cr);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_fill (self->cr);
}

/* The end of what is written in a line. */
static double
get_end (Code *self, const char *line, gsize length)
{
  const WsCodeLayout *l = &self->layout;
  double advance = ws_text_gather_width (self->text, WS_FACE_MONO, l->code_px, "0");

  return MIN (l->text_x + g_utf8_strlen (line, (gssize)length) * advance,
              l->source.x + l->source.w);
}

/* Below what went wrong, as editors have it. */
static void
draw_wave (Code *self, const char *line, gsize length, const WsBox *row)
{
  const WsCodeLayout *l = &self->layout;
  gsize blank = strspn (line, " ");
  double advance = ws_text_gather_width (self->text, WS_FACE_MONO, l->code_px, "0");
  double end = get_end (self, line, length);
  double step = l->code_px * 0.22;
  double y = row->y + row->h * 0.5 + l->code_px * 0.6;
  double x = l->text_x + MIN (blank, length) * advance;

  cairo_move_to (self->cr, x, y);
  for (gboolean up = TRUE; x < end; up = !up)
    {
      x += step;
      cairo_line_to (self->cr, x, up ? y - step * 0.6 : y + step * 0.2);
    }
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_set_line_width (self->cr, MAX (l->code_px * 0.1, 1.2));
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (self->cr);
}

/* Rings round the lines that stand out, over all that is written. */
static void
draw_highlights (Code *self)
{
  const WsCodeLayout *l = &self->layout;
  double line = ws_highlight_get_line (self->theme, l->scale);
  double end = l->beside ? l->source.x + l->source.w : l->width - l->pad * 0.4;

  for (guint i = 0; i < self->emphasis.n_highlights; i++)
    {
      const WsHighlight *highlight = &self->emphasis.highlights[i];
      WsBox row = ws_code_layout_get_line (l, highlight->number);
      WsBox box = { l->text_x - l->code_px * 0.45, row.y, 0, row.h };

      if (highlight->kind != WS_HIGHLIGHT_LINE || highlight->number < l->first
          || highlight->number >= l->first + l->count)
        continue;
      box.w = end - line - box.x;
      ws_highlight_draw_frame (self->cr, self->theme, &box, row.h * 0.2, l->scale);
      ws_highlight_draw_pointer (
          self->cr, self->theme,
          &(WsPointer){
              .x = box.x - line * 0.6, .y = row.y + row.h / 2, .dx = 1, .size = l->code_px * 0.6 });
    }
}

static void
draw_source (Code *self)
{
  const WsCodeLayout *l = &self->layout;
  const char *at = self->kernel->source;
  gboolean in_comment = FALSE;

  for (guint line = 1; at != NULL && *at != '\0' && line < l->first + l->count; line++)
    {
      gsize length = strcspn (at, "\n");

      if (line < l->first)
        {
          gsize token = 0;
          gsize begin;
          WsTokenKind kind;
          while (ws_code_next_token (at, length, &token, &begin, &in_comment, &kind))
            ;
        }
      else
        {
          WsBox row = ws_code_layout_get_line (l, line);
          gboolean present = line == l->line && !self->hides_line;
          g_autofree char *text = ws_code_expand_tabs (at, length);
          double y = row.y + row.h / 2;
          char number[16];

          if (present)
            draw_marker (self, &row);
          draw_bar (self, line, &row);
          g_snprintf (number, sizeof number, "%u", line);
          ws_text_gather (self->text,
                          &(WsTextStyle){ present ? WS_FACE_MONO_BOLD : WS_FACE_MONO, l->code_px,
                                          present ? self->theme->ink : self->theme->muted },
                          &(WsTextPlace){ l->number_x, y, 1 }, number);
          show_code (self, text, strlen (text), &in_comment, present, y);
          if (line == self->fault_line)
            draw_wave (self, text, strlen (text), &row);
        }
      at += length + (at[length] == '\n');
    }
}

static void
draw_ptx (Code *self)
{
  const WsCodeLayout *l = &self->layout;
  guint n_warps = self->scene->warps->len;
  guint32 index = n_warps > 0 ? ws_scene_warp_event_at (
                      self->scene, MIN (self->moment->warp, n_warps - 1), self->moment->position)
                              : WS_NONE;
  guint32 present = index != WS_NONE
                        ? self->scene->run->events[self->scene->record->first_event + index].site
                        : WS_NONE;
  g_autofree char *title = g_strdup_printf (_ ("PTX of line %u"), l->line);
  double y = l->ptx.y + l->note_px;
  double advance = ws_text_gather_width (self->text, WS_FACE_MONO, l->note_px, "0");
  WsBox rule = l->beside ? (WsBox){ l->ptx.x - l->code_px * 0.8, l->ptx.y, 1, l->ptx.h }
                         : (WsBox){ l->ptx.x, l->ptx.y - l->note_px * 0.4, l->ptx.w, 1 };
  guint n = 0;
  guint place = 0;
  guint skip;

  if (l->line == 0)
    return;
  rule = ws_box_snap (self->cr, rule);
  ws_box_path (self->cr, &rule);
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->ptx.x, y, 0 }, l->ptx.w, title);

  /* the present instruction is among those that are seen */
  for (guint i = 0; i < self->kernel->n_sites; i++)
    if (self->kernel->sites[i].line == l->line)
      {
        if (i == present)
          place = n;
        n++;
      }
  skip = place >= l->n_ptx ? place - l->n_ptx + 1 : 0;
  n = 0;
  for (guint i = 0; i < self->kernel->n_sites && n < skip + l->n_ptx; i++)
    {
      double row;
      char number[16];
      g_autofree char *fit = NULL;
      const char *text = ws_kernel_get_string (self->kernel, self->kernel->sites[i].text);

      if (self->kernel->sites[i].line != l->line || n++ < skip)
        continue;
      row = l->ptx.y + l->note_px * 2 + (n - 1 - skip + 0.5) * l->ptx_line_h;
      if (i == present)
        {
          double air = l->note_px * 0.4;
          WsBox band = { l->ptx.x - air, row - l->ptx_line_h / 2, l->ptx.w + 2 * air,
                         l->ptx_line_h };
          ws_rounded_path (self->cr, &band, 5 * l->scale);
          ws_paint_set (self->cr, self->theme->band);
          cairo_fill (self->cr);
        }
      g_snprintf (number, sizeof number, "%u", self->kernel->sites[i].ptx_line);
      ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->muted },
                      &(WsTextPlace){ l->ptx.x + advance * 5, row, 1 }, number);
      fit = ws_text_fit (self->text, WS_FACE_MONO, l->note_px, l->ptx.w - advance * 7, text);
      if (fit != NULL)
        ws_text_gather (self->text,
                        &(WsTextStyle){ i == present ? WS_FACE_MONO_BOLD : WS_FACE_MONO, l->note_px,
                                        self->theme->ink },
                        &(WsTextPlace){ l->ptx.x + advance * 6.5, row, 0 }, fit);
    }
}

/* The fault and its place: shown, or hidden together with the line at which the warp stopped. */
static void
find_fault (Code *self)
{
  const WsFinding *finding = ws_run_find_finding (self->scene->run, self->scene->launch);

  if (finding == NULL)
    return;
  self->hides_line = (self->emphasis.hide & WS_HIDE_FAULT) != 0;
  if (!self->hides_line && finding->site != WS_NONE)
    self->fault_line = self->kernel->sites[finding->site].line;
}

/**
 * ws_draw_code:
 * @options: (nullable): what of it
 *
 * Draws the source. The background is the caller's.
 */
void
ws_draw_code (cairo_t *cr, const WsFrame *frame, const WsCodeOptions *options)
{
  Code self = { .cr = cr, .scene = frame->scene, .moment = frame->moment, .theme = frame->theme };

  cairo_save (cr);
  if (options != NULL)
    self.emphasis = options->emphasis;
  self.kernel = ws_run_get_kernel (frame->scene->run, frame->scene->launch);
  find_fault (&self);
  self.text = ws_text_new (cr, frame->theme);
  ws_code_layout_init (&self.layout, self.text, frame, options);
  if (self.layout.n_lines == 0)
    ws_text_show_fit (self.text,
                      &(WsTextStyle){ WS_FACE_SANS,
                                      MAX (frame->theme->text_px * self.layout.scale,
                                           ws_theme_get_min_text (frame->theme, frame->height)),
                                      frame->theme->muted },
                      &(WsTextPlace){ frame->width / 2, frame->height / 2, 0.5 },
                      frame->width - 2 * self.layout.pad,
                      _ ("The recording does not contain the source of this kernel."));
  else
    {
      draw_source (&self);
      draw_highlights (&self);
    }
  if (self.layout.ptx.h > 0)
    draw_ptx (&self);
  ws_text_free (self.text);
  cairo_restore (cr);
}

/**
 * ws_code_subtitle:
 * @moment: when
 *
 * Returns: (transfer full): as in "bars: active lanes"
 */
char *
ws_code_subtitle (const WsScene *scene, const WsMoment *moment)
{
  return g_strdup (_ ("bars: active lanes"));
}
