#include "code/layout.h"

#include <math.h>
#include <string.h>

#define CONTEXT     3 /* visible lines around a highlighted one */
#define LINE_HEIGHT 1.55
#define PTX_COLUMNS 44   /* of the PTX, with its line numbers, beside the source */
#define TAB_COLUMNS 8    /* as compilers write PTX, and GtkSourceView shows it */
#define MAX_GROW    1.25 /* short kernels do not become posters */

/* The instruction that the chosen warp executed last. */
static const WsSite *
get_site (const WsScene *scene, const WsMoment *moment)
{
  guint32 index;

  if (scene->warps->len == 0)
    return NULL;
  index =
      ws_scene_warp_event_at (scene, MIN (moment->warp, scene->warps->len - 1), moment->position);
  if (index == WS_NONE)
    return NULL;
  return ws_run_get_site (scene->run, scene->launch,
                          scene->run->events[scene->record->first_event + index].site);
}

/**
 * ws_code_get_line:
 * @scene: of a block or a launch
 * @moment: when, and which warp
 *
 * Returns: line of the kernel's source that the chosen warp is on, 1-based; 0 if none is known
 */
guint
ws_code_get_line (const WsScene *scene, const WsMoment *moment)
{
  const WsSite *site = get_site (scene, moment);

  return site != NULL && site->line != WS_NONE ? site->line : 0;
}

/* A comment may be cut off: it does not decide how wide the code is. */
static gboolean
is_comment (const char *line)
{
  line += strspn (line, " \t");
  return line[0] == '/' && (line[1] == '/' || line[1] == '*');
}

/**
 * ws_code_expand_tabs:
 * @line: of a source
 * @length: bytes
 *
 * Returns: (transfer full): the line, with blanks up to the next column of tabs for each of them
 */
char *
ws_code_expand_tabs (const char *line, gsize length)
{
  GString *text = g_string_sized_new (length);
  guint column = 0;

  for (gsize i = 0; i < length; i++)
    if (line[i] == '\t')
      for (guint n = TAB_COLUMNS - column % TAB_COLUMNS; n > 0; n--, column++)
        g_string_append_c (text, ' ');
    else
      {
        g_string_append_c (text, line[i]);
        /* not of the further bytes of a character */
        column += ((guchar)line[i] & 0xc0) != 0x80;
      }
  return g_string_free (text, FALSE);
}

static guint
count_lines (const char *source, glong *widest)
{
  guint n = 0;

  *widest = 0;
  while (source != NULL && *source != '\0')
    {
      gsize length = strcspn (source, "\n");

      if (!is_comment (source))
        {
          g_autofree char *line = ws_code_expand_tabs (source, length);

          *widest = MAX (*widest, g_utf8_strlen (line, -1));
        }
      n++;
      source += length + (source[length] == '\n');
    }
  return n;
}

/* PTX of the line that has most of it: so much room is kept, that nothing moves when the line
 * changes. */
static guint
count_ptx (const WsKernel *kernel, guint n_lines)
{
  g_autofree guint *counts = g_new0 (guint, n_lines + 1);
  guint most = 0;

  for (guint i = 0; i < kernel->n_sites; i++)
    if (kernel->sites[i].line <= n_lines && kernel->sites[i].line > 0)
      most = MAX (most, ++counts[kernel->sites[i].line]);
  return most;
}

/* Scrolls a line into view, with some context. */
static void
show_line (WsCodeLayout *self, guint line)
{
  if (line < self->first)
    self->first = line > CONTEXT ? line - CONTEXT : 1;
  else if (line >= self->first + self->count)
    self->first = MIN (line + CONTEXT, self->n_lines) - self->count + 1;
}

/* Brings the lines that stand out into what is seen: the first of them, and as many more as have
 * room with it. */
static void
show_highlights (WsCodeLayout *self, const WsEmphasis *emphasis)
{
  guint top = 0;
  guint bottom = 0;

  for (guint i = 0; i < emphasis->n_highlights; i++)
    {
      guint line = emphasis->highlights[i].number;

      if (emphasis->highlights[i].kind != WS_HIGHLIGHT_LINE || line < 1 || line > self->n_lines)
        continue;
      if (bottom == 0)
        top = bottom = line;
      else if (MAX (bottom, line) - MIN (top, line) < self->count)
        {
          top = MIN (top, line);
          bottom = MAX (bottom, line);
        }
    }
  if (bottom == 0)
    return;
  show_line (self, bottom);
  show_line (self, top);
  /* lines round the top may have pushed the bottom out */
  if (bottom >= self->first + self->count)
    self->first = bottom - self->count + 1;
}

/* Lines of the source: all of them, or those round the present one. */
static void
choose_lines (WsCodeLayout *self)
{
  guint fit = MAX (self->source.h / self->line_h + 1e-6, 1);

  self->first = 1;
  self->count = MIN (self->n_lines, fit);
  if (self->line != 0 && self->n_lines > fit)
    {
      guint before = fit * 0.45;
      guint last_first = self->n_lines - fit + 1;
      self->first = self->line > before ? MIN (self->line - before, last_first) : 1;
    }
}

static double
get_gutter (const WsCodeLayout *self)
{
  return self->bar_w + self->pad * 2.4;
}

/* As large as the whole source allows, in reason. */
static void
place_code (WsCodeLayout *self, glong columns, double advance, double full, double min_px)
{
  double fit = (self->source.w - get_gutter (self)) / (columns * advance);

  self->code_px =
      MIN (MIN (fit, self->source.h / (MAX (self->n_lines, 1) * LINE_HEIGHT)), full * MAX_GROW);
  self->code_px = MAX (self->code_px, MAX (full * 0.62, min_px));
  self->line_h = self->code_px * LINE_HEIGHT;
}

static gboolean
place_ptx_beside (WsCodeLayout *self, guint n_ptx, glong columns, double advance)
{
  double used = get_gutter (self) + columns * advance * self->code_px + self->code_px * 1.5;
  double needed = PTX_COLUMNS * advance * self->note_px;
  double width = MIN (self->source.w - used, needed);
  WsBox *ptx = &self->ptx;

  if (width < needed)
    return FALSE;
  self->ptx_line_h = self->note_px * LINE_HEIGHT;
  *ptx = (WsBox){ self->source.x + self->source.w - width, self->source.y, width, self->source.h };
  self->source.w -= width + self->code_px;
  self->n_ptx = MIN (n_ptx, MAX ((ptx->h - self->note_px * 2) / self->ptx_line_h, 1));
  self->beside = TRUE;
  return TRUE;
}

static gboolean
place_ptx_below (WsCodeLayout *self, guint n_ptx)
{
  double title = self->note_px * 2;
  double height;

  self->ptx_line_h = self->note_px * LINE_HEIGHT;
  self->n_ptx = MIN (n_ptx, MAX (self->source.h * 0.36 / self->ptx_line_h, 1));
  height = self->n_ptx * self->ptx_line_h + title;
  if (height > self->source.h * 0.5)
    return FALSE;
  self->ptx =
      (WsBox){ self->source.x, self->source.y + self->source.h - height, self->source.w, height };
  self->source.h -= height + self->note_px;
  return TRUE;
}

/**
 * ws_code_layout_init:
 * @self: (out): where lines stand
 * @options: (nullable): whether the PTX of that line is shown, too: beside the source where there
 * is room, or below it
 */
void
ws_code_layout_init (WsCodeLayout *self, WsText *text, const WsFrame *frame,
                     const WsCodeOptions *options)
{
  const WsKernel *kernel = ws_run_get_kernel (frame->scene->run, frame->scene->launch);
  double min_px = ws_theme_get_min_text (frame->theme, frame->height);
  double full =
      frame->theme->text_px * ws_theme_get_scale (frame->theme, frame->width, frame->height);
  double advance = ws_text_width (text, WS_FACE_MONO, 100, "0") / 100;
  glong columns;
  glong widest;
  char digits[16];

  *self = (WsCodeLayout){ .width = frame->width,
                          .height = frame->height,
                          .scale = ws_theme_get_scale (frame->theme, frame->width, frame->height) };
  self->pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  self->note_px = MAX (frame->theme->note_px * self->scale, min_px);
  self->line = ws_code_get_line (frame->scene, frame->moment);
  self->n_lines = count_lines (kernel->source, &widest);
  self->source = (WsBox){ self->pad, self->pad * 0.7, frame->width - 2 * self->pad,
                          frame->height - 1.7 * self->pad };
  g_snprintf (digits, sizeof digits, "%u", MAX (self->n_lines, 10));
  self->bar_w = CLAMP (64 * self->scale, 12, frame->width * 0.1);
  columns = widest + strlen (digits) + 1;
  place_code (self, columns, advance, full, min_px);
  if (options != NULL && options->ptx)
    {
      guint n_ptx = count_ptx (kernel, self->n_lines);

      if (n_ptx > 0 && !place_ptx_beside (self, n_ptx, columns, advance)
          && place_ptx_below (self, n_ptx))
        place_code (self, columns, advance, full, min_px);
    }

  self->marker_x = self->source.x;
  self->number_x = self->marker_x + self->code_px * (1.1 + strlen (digits) * advance);
  self->bar_x = self->number_x + self->code_px * 0.7;
  self->text_x = self->bar_x + self->bar_w + self->code_px * 0.9;
  choose_lines (self);
  if (options != NULL)
    show_highlights (self, &options->emphasis);
}

/**
 * ws_code_layout_get_line:
 * @self: where lines stand
 * @line: of the source, 1-based
 *
 * Returns: its box, whether it is seen or not
 */
WsBox
ws_code_layout_get_line (const WsCodeLayout *self, guint line)
{
  return (WsBox){ self->source.x, self->source.y + ((double)line - self->first) * self->line_h,
                  self->source.w, self->line_h };
}
