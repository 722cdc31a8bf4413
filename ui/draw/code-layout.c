#include "draw/code-layout.h"

#include <math.h>
#include <string.h>

#define LINE_HEIGHT 1.55
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

guint
ws_code_get_line (const WsScene *scene, const WsMoment *moment)
{
  const WsSite *site = get_site (scene, moment);

  return site != NULL && site->line != WS_NONE ? site->line : 0;
}

static guint
count_lines (const char *source, glong *widest)
{
  guint n = 0;

  *widest = 0;
  while (source != NULL && *source != '\0')
    {
      gsize length = strcspn (source, "\n");

      *widest = MAX (*widest, g_utf8_strlen (source, length));
      n++;
      source += length + (source[length] == '\n');
    }
  return n;
}

static guint
count_ptx (const WsScene *scene, guint line)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  guint n = 0;

  for (guint i = 0; i < kernel->n_sites && line != 0; i++)
    n += kernel->sites[i].line == line;
  return n;
}

/* Lines of the source: all of them, or those round the present one. */
static void
choose_lines (WsCodeLayout *self)
{
  guint fit = MAX (self->source.h / self->line_h, 1);

  self->first = 1;
  self->count = MIN (self->n_lines, fit);
  if (self->line != 0 && self->n_lines > fit)
    {
      guint before = fit * 0.45;
      guint last_first = self->n_lines - fit + 1;
      self->first = self->line > before ? MIN (self->line - before, last_first) : 1;
    }
}

void
ws_code_layout_init (WsCodeLayout *self, WsText *text, const WsScene *scene, const WsMoment *moment,
                     const WsCodeOptions *options, const WsTheme *theme, double width,
                     double height)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  double min_px = ws_theme_get_min_text (theme, height);
  double full;
  double advance;
  double gutter;
  double fit;
  glong widest;
  char digits[16];

  *self = (WsCodeLayout){ .width = width,
                          .height = height,
                          .scale = ws_theme_get_scale (theme, width, height) };
  self->pad = MIN (26 * self->scale, MIN (width, height) * 0.04);
  self->note_px = MAX (theme->small_px * self->scale * 0.92, min_px);
  self->line = ws_code_get_line (scene, moment);
  self->n_lines = count_lines (kernel->source, &widest);
  self->source =
      (WsBox){ self->pad, self->pad * 0.7, width - 2 * self->pad, height - 1.7 * self->pad };
  full = theme->text_px * self->scale;

  if (options != NULL && options->ptx && count_ptx (scene, self->line) > 0)
    {
      double title = self->note_px * 2;

      self->ptx_line_h = self->note_px * LINE_HEIGHT;
      self->n_ptx =
          MIN (count_ptx (scene, self->line), MAX (self->source.h * 0.36 / self->ptx_line_h, 1));
      self->ptx.h = self->n_ptx * self->ptx_line_h + title;
      if (self->ptx.h < self->source.h * 0.5)
        {
          self->ptx = (WsBox){ self->source.x, self->source.y + self->source.h - self->ptx.h,
                               self->source.w, self->ptx.h };
          self->source.h -= self->ptx.h + self->note_px;
        }
      else
        self->ptx.h = 0;
    }

  /* as large as the whole source allows, in reason */
  g_snprintf (digits, sizeof digits, "%u", MAX (self->n_lines, 10));
  self->bar_w = CLAMP (64 * self->scale, 12, width * 0.1);
  advance = ws_text_width (text, WS_FACE_MONO, 100, "0") / 100;
  gutter = self->bar_w + self->pad * 2.4;
  fit = (self->source.w - gutter) / ((widest + strlen (digits) + 1) * advance);
  self->code_px =
      MIN (MIN (fit, self->source.h / (MAX (self->n_lines, 1) * LINE_HEIGHT)), full * MAX_GROW);
  self->code_px = MAX (self->code_px, MAX (full * 0.62, min_px));
  self->line_h = self->code_px * LINE_HEIGHT;

  self->marker_x = self->source.x;
  self->number_x = self->marker_x + self->code_px * (1.1 + strlen (digits) * advance);
  self->bar_x = self->number_x + self->code_px * 0.7;
  self->text_x = self->bar_x + self->bar_w + self->code_px * 0.9;
  choose_lines (self);
}

WsBox
ws_code_layout_get_line (const WsCodeLayout *self, guint line)
{
  return (WsBox){ self->source.x, self->source.y + ((double)line - self->first) * self->line_h,
                  self->source.w, self->line_h };
}
