#include "stalls/private.h"

#include "pen/axis.h"
#include "pen/scale.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define NO_LINE_SHARE 0.001 /* of the cycles, below which a line is not listed */

typedef struct {
  cairo_t *cr;
  WsText *text;
  const WsTheme *theme;
  const WsLaunchStalls *stalls;
  WsStallsLayout layout;
  char **source; /* lines of the kernel; nullable */
} Stalls;

/* Kinds that are alike have one colour: of two, the queue in front of a memory is hatched, as is
 * a warp that is ready but not chosen. */
static const struct {
  int warp;    /* colour of the theme; of the greys: -1 */
  double fade; /* towards the background */
  WsHatch hatch;
} looks[WS_N_STALLS] = {
  [WS_STALL_SELECTED] = { 2, 0, WS_HATCH_NONE },
  [WS_STALL_NOT_SELECTED] = { 2, 0.45, WS_HATCH_RISING },
  [WS_STALL_WAIT] = { 6, 0.35, WS_HATCH_NONE },
  [WS_STALL_BRANCH_RESOLVING] = { 3, 0, WS_HATCH_NONE },
  [WS_STALL_NO_INSTRUCTION] = { 3, 0.45, WS_HATCH_FALLING },
  [WS_STALL_LONG_SCOREBOARD] = { 0, 0, WS_HATCH_NONE },
  [WS_STALL_SHORT_SCOREBOARD] = { 5, 0, WS_HATCH_NONE },
  [WS_STALL_BARRIER] = { 1, 0, WS_HATCH_NONE },
  [WS_STALL_MATH_PIPE_THROTTLE] = { 4, 0, WS_HATCH_NONE },
  [WS_STALL_LG_THROTTLE] = { 0, 0.45, WS_HATCH_RISING },
  [WS_STALL_MIO_THROTTLE] = { 5, 0.5, WS_HATCH_RISING },
  [WS_STALL_DRAIN] = { -1, 0.3, WS_HATCH_LEVEL },
  [WS_STALL_NO_WARP] = { -1, 0.85, WS_HATCH_NONE },
};

/* Returns: what a reason is drawn in */
WsColor
ws_stall_get_color (const WsTheme *theme, WsStall reason)
{
  WsColor color = looks[reason].warp < 0 ? theme->ink : theme->warp[looks[reason].warp];

  return ws_color_mix (color, theme->background, looks[reason].fade);
}

/**
 * ws_stall_fill:
 * @box: on whole pixels
 * @scale: of lengths
 *
 * Fills a box with a reason's colour, and its hatch.
 */
void
ws_stall_fill (cairo_t *cr, const WsTheme *theme, WsStall reason, const WsBox *box, double scale)
{
  WsColor color = ws_stall_get_color (theme, reason);
  double spacing = MAX (5 * scale, 3);

  ws_hatch_fill (cr,
                 &(WsHatchFill){ looks[reason].hatch, spacing, spacing * 0.2, color,
                                 ws_color_mix (color, theme->background, 0.5) },
                 box, 1);
}

static void
fill (Stalls *self, WsStall reason, const WsBox *box)
{
  ws_stall_fill (self->cr, self->theme, reason, box, self->layout.scale);
}

/* ---- bars ---- */

static void
draw_share (Stalls *self, const WsBox *box, WsStall reason, double share)
{
  g_autofree char *percent = g_strdup_printf (_ ("%.0f %%"), 100 * share);
  double px = self->layout.px;

  fill (self, reason, box);
  if (ws_text_width (self->text, WS_FACE_BOLD, px, percent) + px * 0.8 > box->w
      || px * 1.2 > box->h)
    return;
  ws_text_show (self->text,
                &(WsTextStyle){ WS_FACE_BOLD, px,
                                ws_color_ink_on (ws_stall_get_color (self->theme, reason)) },
                &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, percent);
}

/* In the order of the list; what is not in it follows. */
static void
draw_bar (Stalls *self, const WsBox *bar, const char *name,
          double (*get_share) (const WsLaunchStalls *, WsStall))
{
  const WsStallsLayout *l = &self->layout;
  WsStall sorted[WS_N_STALLS];
  guint n = ws_launch_stalls_sort (self->stalls, sorted);
  gboolean drawn[WS_N_STALLS] = { FALSE };
  double x = bar->x;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->px, self->theme->ink },
                    &(WsTextPlace){ l->names, bar->y + bar->h / 2, 1 }, l->names - l->pad, name);
  for (guint i = 0; i < n + WS_N_STALLS; i++)
    {
      WsStall reason = i < n ? sorted[i] : (WsStall)(i - n);
      double share = drawn[reason] ? 0 : get_share (self->stalls, reason);
      double next = x + share * bar->w;
      WsBox box = { x, bar->y, next - x, bar->h };

      drawn[reason] = TRUE;
      if (share <= 0)
        continue;
      box = ws_box_snap (self->cr, box);
      draw_share (self, &box, reason, share);
      x = next;
    }
}

/* ---- reasons ---- */

static void
list_reason (Stalls *self, guint row, double percent_w, double title_w)
{
  const WsStallsLayout *l = &self->layout;
  WsStall reason = l->reasons[row];
  double share = 100 * ws_launch_stalls_get_share (self->stalls, reason);
  g_autofree char *percent = g_strdup_printf (_ ("%.0f %%"), share);
  double y = l->list.y + (row + 0.5) * l->row_h;
  double size = l->px * 0.85;
  WsBox swatch = ws_box_snap (self->cr, (WsBox){ l->list.x, y - size / 2, size * 1.4, size });
  double x = l->list.x + size * 1.4 + l->px * 0.5 + percent_w;
  double end = l->list.x + l->list.w;

  fill (self, reason, &swatch);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->px, self->theme->ink },
                &(WsTextPlace){ x, y, 1 }, percent);
  x += l->px * 0.7;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->px, self->theme->ink },
                    &(WsTextPlace){ x, y, 0 }, MIN (title_w, end - x), ws_stall_get_title (reason));
  x += title_w + l->px * 0.8;
  /* a sentence is there as a whole, or not at all */
  if (ws_text_width (self->text, WS_FACE_SANS, l->small, ws_stall_get_meaning (reason)) <= end - x)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small, self->theme->muted },
                  &(WsTextPlace){ x, y, 0 }, ws_stall_get_meaning (reason));
}

static void
list_reasons (Stalls *self)
{
  const WsStallsLayout *l = &self->layout;
  double percent_w = ws_text_width (self->text, WS_FACE_SANS, l->px, "100 %");
  double title_w = 0;

  for (guint i = 0; i < l->n_reasons; i++)
    title_w = MAX (title_w, ws_text_width (self->text, WS_FACE_BOLD, l->px,
                                           ws_stall_get_title (l->reasons[i])));
  for (guint i = 0; i < l->n_reasons; i++)
    list_reason (self, i, percent_w, title_w);
}

/* ---- lines ---- */

/* A bar of a line below its words: what it is waited for with. */
static void
draw_line_bar (Stalls *self, const WsStallLine *line, const WsBox *room, guint64 most)
{
  double x = room->x;

  for (guint i = 0; i < WS_N_STALLS; i++)
    {
      double w = room->w * (double)line->blamed[i] / (double)most;
      WsBox box = { x, room->y, w, room->h };

      if (i == WS_STALL_SELECTED || i == WS_STALL_NOT_SELECTED || w <= 0)
        continue;
      box = ws_box_snap (self->cr, box);
      fill (self, (WsStall)i, &box);
      x += w;
    }
}

static void
list_line (Stalls *self, const WsStallLine *line, guint row, guint64 most)
{
  const WsStallsLayout *l = &self->layout;
  double share = 100 * ws_launch_stalls_get_line_share (self->stalls, line->line);
  g_autofree char *percent = g_strdup_printf (_ ("%.0f %%"), share);
  g_autofree char *number = g_strdup_printf ("%u", line->line);
  double percent_w = ws_text_width (self->text, WS_FACE_SANS, l->px, "100 %");
  double number_w = ws_text_width (self->text, WS_FACE_MONO, l->px, "000");
  double y = l->lines.y + (row + 1) * l->row_h;
  double middle = y + l->row_h * 0.4;
  WsBox bar = { l->lines.x + number_w + l->px * 0.6, y + l->row_h * 0.86,
                l->lines.w - number_w - l->px * 1.2 - percent_w, l->row_h * 0.12 };
  const char *code =
      self->source != NULL && line->line >= 1 && line->line <= g_strv_length (self->source)
          ? self->source[line->line - 1]
          : _ ("(no line)");

  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_MONO, l->px, self->theme->muted },
                &(WsTextPlace){ l->lines.x + number_w, middle, 1 }, line->line > 0 ? number : "–");
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_MONO, l->small, self->theme->ink },
                    &(WsTextPlace){ bar.x, middle, 0 }, bar.w, code + strspn (code, " \t"));
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->px, self->theme->ink },
                &(WsTextPlace){ l->lines.x + l->lines.w, middle, 1 }, percent);
  draw_line_bar (self, line, &bar, most);
}

static void
list_lines (Stalls *self)
{
  const WsStallsLayout *l = &self->layout;

  if (l->n_lines == 0)
    return;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->px, self->theme->ink },
                    &(WsTextPlace){ l->lines.x, l->lines.y + l->row_h * 0.5, 0 }, l->lines.w,
                    _ ("Lines that are waited for"));
  for (guint i = 0; i < l->n_lines; i++)
    {
      const WsStallLine *line = &g_array_index (self->stalls->lines, WsStallLine, i);

      if (ws_launch_stalls_get_line_share (self->stalls, line->line) >= NO_LINE_SHARE)
        list_line (self, line, i, g_array_index (self->stalls->lines, WsStallLine, 0).waited);
    }
}

/* ---- over time ---- */

static void
draw_strips (Stalls *self)
{
  const WsStallsLayout *l = &self->layout;
  const GArray *spans = self->stalls->stalls->spans;
  double each = l->strips.h / MAX (self->stalls->n_warps, 1);
  double per_cycle = l->strips.w / (double)MAX (l->end, 1);
  double gap = each > 6 ? each * 0.12 : 0;

  for (guint i = 0; i < spans->len; i++)
    {
      const WsStallSpan *span = &g_array_index (spans, WsStallSpan, i);
      WsBox box = { l->strips.x + (double)span->begin * per_cycle,
                    l->strips.y + span->warp * each + gap / 2,
                    (double)(span->end - span->begin) * per_cycle, each - gap };

      if (span->warp >= self->stalls->n_warps)
        continue;
      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr, ws_stall_get_color (self->theme, (WsStall)span->reason));
      cairo_fill (self->cr);
    }
}

static void
name_strips (Stalls *self)
{
  const WsStallsLayout *l = &self->layout;
  guint n = MAX (self->stalls->n_warps, 1);
  double each = l->strips.h / n;
  guint step = MAX ((guint)ceil (l->small * 1.25 / each), 1);

  for (guint w = 0; w < n; w += step)
    {
      g_autofree char *name = g_strdup_printf (_ ("warp %u"), w);

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small, self->theme->muted },
                        &(WsTextPlace){ l->names, l->strips.y + (w + 0.5) * each, 1 },
                        l->names - l->pad, name);
    }
}

static void
draw_over_time (Stalls *self)
{
  const WsStallsLayout *l = &self->layout;
  g_autofree char *what = NULL;
  WsAxis axis = { .side = WS_AXIS_BOTTOM,
                  .ticks = { .kind = WS_TICKS_DECIMAL, .unit = 1, .shown_unit = 1 },
                  .plot = l->strips,
                  .px = l->small };

  if (l->strips.h <= 0 || l->end == 0)
    return;
  ws_scale_init (&axis.scale, WS_SCALE_LINEAR, 0, (double)l->end, l->strips.x,
                 l->strips.x + l->strips.w);
  what = self->stalls->n_resident > 1
             ? g_strdup_printf (
                 ngettext ("The warps of block %1$u over its cycles, beside %2$u other block",
                           "The warps of block %1$u over its cycles, beside %2$u other blocks",
                           self->stalls->n_resident - 1),
                 self->stalls->block, self->stalls->n_resident - 1)
             : g_strdup_printf (_ ("The warps of block %u over its cycles"), self->stalls->block);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->px, self->theme->ink },
                    &(WsTextPlace){ l->pad, l->strips.y - l->row_h * 0.7, 0 },
                    l->strips.x + l->strips.w - l->pad, what);
  draw_strips (self);
  name_strips (self);
  ws_draw_axis (self->cr, self->text, &axis, self->theme, self->theme->line_px);
}

/**
 * ws_draw_stalls:
 * @stalls: of a launch
 * @area: where
 *
 * Draws nothing but a sentence where nothing is known.
 */
void
ws_draw_stalls (cairo_t *cr, const WsLaunchStalls *stalls, const WsArea *area)
{
  g_autoptr (WsText) text = ws_text_new (cr, area->theme);
  Stalls self = { .cr = cr, .text = text, .theme = area->theme, .stalls = stalls };

  if (stalls->stalls == NULL)
    {
      g_autofree char *words = ws_launch_stalls_describe (stalls);
      double scale = ws_theme_get_scale (area->theme, area->width, area->height);

      ws_text_show_fit (text,
                        &(WsTextStyle){ WS_FACE_SANS,
                                        MAX (area->theme->text_px * scale,
                                             ws_theme_get_min_text (area->theme, area->height)),
                                        area->theme->muted },
                        &(WsTextPlace){ area->width / 2, area->height / 2, 0.5 },
                        area->width * 0.94, words);
      return;
    }
  ws_stalls_layout_init (&self.layout, text, stalls, area);
  self.source =
      stalls->kernel->source != NULL ? g_strsplit (stalls->kernel->source, "\n", -1) : NULL;
  draw_bar (&self, &self.layout.bars[0], _ ("Warps"), ws_launch_stalls_get_share);
  draw_bar (&self, &self.layout.bars[1], _ ("Schedulers"), ws_launch_stalls_get_scheduler_share);
  list_reasons (&self);
  list_lines (&self);
  draw_over_time (&self);
  g_strfreev (self.source);
}
