/* answer.c: the answer in words, and the SM's room as it is filled. */
#include "calculator/private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

/* ---- the answer ---- */

/* As many as there is room for, and @max_lines at most. */
static void
show_lines (const WsCalculatorDrawing *self, const WsBox *box, double px, WsColor color,
            guint max_lines, const char *string)
{
  guint n_fit = (guint)MAX (box->h / (px * 1.4) + 0.01, 0);
  g_auto (GStrv) lines =
      ws_text_wrap (self->text, WS_FACE_SANS, px, box->w, MIN (max_lines, n_fit), string);
  double y = box->y + px * 0.7;

  for (guint i = 0; lines[i] != NULL; i++, y += px * 1.4)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, px, color },
                  &(WsTextPlace){ box->x, y, 0 }, lines[i]);
}

/* In large letters, in small ones, or the shorter words, or the shortest. */
static void
show_first_that_fits (const WsCalculatorDrawing *self, double x, double y, double width,
                      const char *const words[3])
{
  const WsCalculatorLayout *l = &self->layout;
  gboolean large = ws_text_width (self->text, WS_FACE_BOLD, l->text_px, words[0]) <= width;
  gboolean all = large || ws_text_width (self->text, WS_FACE_BOLD, l->note_px, words[0]) <= width;

  ws_text_show_fit (
      self->text, &(WsTextStyle){ WS_FACE_BOLD, large ? l->text_px : l->note_px, self->theme->ink },
      &(WsTextPlace){ x, y, 0 }, width,
      words[all                                                                       ? 0
            : ws_text_width (self->text, WS_FACE_BOLD, l->note_px, words[1]) <= width ? 1
                                                                                      : 2]);
}

static void
draw_case (const WsCalculatorDrawing *self, guint index)
{
  const WsCalculatorLayout *l = &self->layout;
  const WsCalculatorSide *side = &self->calculator->sides[index];
  const WsOccupancy *result = &side->result;
  const WsBox *box = &l->answer[index];
  g_autofree char *share = ws_occupancy_format_share (result->occupancy);
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, result->blocks);
  g_autofree char *held =
      g_strdup_printf (_ ("%1$s, %2$u warps of %3$u"), blocks, result->warps, side->limits->warps);
  g_autofree char *shorter =
      g_strdup_printf (_ ("%1$u of %2$u warps"), result->warps, side->limits->warps);
  g_autofree char *shortest =
      g_strdup_printf (_ ("%1$u of %2$u"), result->warps, side->limits->warps);
  g_autofree char *limited = ws_calculator_describe_limiters (side);
  g_autofree char *launch = ws_calculator_describe_launch (side);
  double top = MAX (l->big_px * 1.15, l->text_px * 1.45 + l->note_px * 1.4);
  double x = box->x;
  double px = l->big_px;
  double width;
  WsBox below;

  if (self->calculator->n_sides == 2)
    {
      double radius = l->note_px * 0.42;

      ws_calculator_draw_point (self, index, x + radius * 1.7, box->y + top / 2, radius);
      x += radius * 4.2;
      x += ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->ink },
                         &(WsTextPlace){ x, box->y + top / 2, 0 }, index == 0 ? "A" : "B");
      x += l->note_px * 0.6;
    }
  /* the percentage leaves room for the words beside it */
  width = ws_text_width (self->text, WS_FACE_BOLD, px, share);
  if (width > (box->w - (x - box->x)) * 0.55)
    px = MAX (px * (box->w - (x - box->x)) * 0.55 / width, l->text_px);
  x += ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, px, self->theme->ink },
                         &(WsTextPlace){ x, box->y + top / 2, 0 }, box->x + box->w - x, share);
  x += l->text_px * 0.6;
  show_first_that_fits (self, x, box->y + top / 2 - (l->narrow ? 0 : l->note_px * 0.72),
                        box->x + box->w - x, (const char *const[]){ held, shorter, shortest });
  below = (WsBox){ box->x, box->y + top + l->note_px * 0.4, box->w, box->h - top };
  if (l->narrow)
    {
      show_lines (self, &below, l->note_px, self->theme->ink, l->n_limited_lines, limited);
      below.y += l->note_px * 1.4 * l->n_limited_lines;
      below.h -= l->note_px * 1.4 * l->n_limited_lines;
    }
  else
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ x, box->y + top / 2 + l->text_px * 0.68, 0 },
                      box->x + box->w - x, limited);
  show_lines (self, &below, l->note_px, self->theme->muted, l->n_launch_lines, launch);
}

/* Draws the answer of each case, what two differ in, and what would help next. */
void
ws_calculator_draw_answer (WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;

  for (guint i = 0; i < self->calculator->n_sides; i++)
    draw_case (self, i);
  if (l->difference.h > 0)
    {
      g_autofree char *difference = ws_calculator_dup_difference (self->calculator);

      show_lines (self, &l->difference, l->note_px, self->theme->ink, WS_CALCULATOR_MAX_LINES,
                  difference);
    }
  if (l->advice.h > 0)
    {
      g_autofree char *advice = ws_calculator_dup_advice (self->calculator);
      WsBox below = l->advice;

      below.y += l->note_px * 1.5;
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, self->theme->ink },
                        &(WsTextPlace){ l->advice.x, l->advice.y + l->note_px * 0.7, 0 },
                        l->advice.w, _ ("Next improvements"));
      show_lines (self, &below, l->note_px, self->theme->ink, 3, advice);
    }
}

/* ---- the SM's room ---- */

/* Share of the SM that one block takes, and in how many places the room is divided; 0 places: it is
 * not counted in places. */
static double
get_share (const WsCalculatorSide *side, WsLimiter limiter, guint *places)
{
  const WsOccupancyLimits *limits = side->limits;
  const WsOccupancy *result = &side->result;

  *places = 0;
  switch (limiter)
    {
    case WS_LIMITER_WARPS:
      *places = limits->warps;
      return (double)result->warps_per_block / limits->warps;
    case WS_LIMITER_BLOCKS:
      *places = limits->blocks;
      return 1. / limits->blocks;
    case WS_LIMITER_REGISTERS:
      return (double)result->registers_per_block / limits->registers;
    case WS_LIMITER_SHARED:
      return result->shared_per_sm_bytes > 0
                 ? (double)result->shared_per_block_bytes / result->shared_per_sm_bytes
                 : 0;
    case WS_LIMITER_BARRIERS:
    default:
      return result->limit[WS_LIMITER_BARRIERS] != WS_OCCUPANCY_UNLIMITED
                 ? (double)side->launch.barriers / (limits->barriers_per_slot * limits->blocks)
                 : 0;
    }
}

/* One block's part of a bar, in places where there are any. */
static void
block_path (const WsCalculatorDrawing *self, const WsBox *bar, double share, guint block,
            guint places)
{
  cairo_t *cr = self->cr;
  double gap = MAX (ws_snap_line (cr, self->layout.line), 1);
  double x0 = bar->x + MIN (share * block, 1) * bar->w;
  double x1 = bar->x + MIN (share * (block + 1), 1) * bar->w;
  WsBox box;

  if (places > 0)
    {
      double place = bar->w / places;
      guint first = (guint)round (share * block * places);
      guint end = (guint)round (share * (block + 1) * places);

      for (guint i = first; i < MIN (end, places); i++)
        {
          box = (WsBox){ bar->x + i * place, bar->y, place - gap * (i + 1 == end ? 2 : 1), bar->h };
          box = ws_box_snap (cr, box);
          ws_box_path (cr, &box);
        }
      return;
    }
  box = (WsBox){ x0, bar->y, MAX (x1 - x0 - (x1 - x0 > gap * 2.5 ? gap : 0), gap * 0.5), bar->h };
  ws_box_path (cr, &box);
}

static void
draw_bar (const WsCalculatorDrawing *self, const WsBox *bar, guint index, WsLimiter limiter)
{
  const WsCalculatorSide *side = &self->calculator->sides[index];
  gboolean binds = (side->result.limiters & 1u << limiter) != 0;
  WsColor color = ws_calculator_get_limiter_color (self->theme, limiter);
  cairo_t *cr = self->cr;
  guint places;
  double share = get_share (side, limiter, &places);
  WsBox snapped = ws_box_snap (cr, *bar);

  /* places stand alone where they are wide enough to be counted */
  if (places > 0 && snapped.w / places <= MAX (ws_snap_line (cr, self->layout.line), 1) * 3.5)
    places = 0;
  if (places > 0)
    for (guint i = 0; i < places; i++)
      block_path (self, &snapped, 1. / places, i, places);
  else
    ws_box_path (cr, &snapped);
  ws_paint_set (cr, self->theme->idle);
  cairo_fill (cr);
  if (side->result.blocks == 0)
    {
      /* what one block would take, hatched: it is not there */
      WsBox box = snapped;

      if (!binds)
        return;
      ws_hatch_path (cr, WS_HATCH_CROSSED, &box, ws_calculator_get_hatch_spacing (&self->layout));
      cairo_set_line_width (cr, MAX (self->layout.line, 1));
      ws_paint_set (cr, self->theme->playhead);
      cairo_stroke (cr);
      return;
    }
  if (share <= 0)
    return;
  for (guint shade = 0; shade < 2; shade++)
    {
      for (guint i = shade; i < side->result.blocks; i += 2)
        block_path (self, &snapped, share, i, places);
      ws_paint_set (cr, shade == 0 ? color : ws_color_mix (color, self->theme->background, 0.3));
      cairo_fill (cr);
    }
  /* the rest, too small for one more block, is what is wasted */
  if (binds)
    {
      double used = MIN (share * side->result.blocks, 1) * snapped.w;
      WsBox rest = { snapped.x + used, snapped.y, snapped.w - used, snapped.h };

      ws_hatch_path (cr, WS_HATCH_RISING, &rest, ws_calculator_get_hatch_spacing (&self->layout));
      cairo_set_line_width (cr, MAX (self->layout.line * 0.7, 0.7));
      ws_paint_set (cr, self->theme->muted);
      cairo_stroke (cr);
    }
}

/* (transfer full): what one resource allows */
static char *
format_limit (const WsCalculatorDrawing *self, guint index, WsLimiter limiter)
{
  const WsCalculatorSide *side = &self->calculator->sides[index];
  guint limit = side->result.limit[limiter];

  if (limiter == WS_LIMITER_REGISTERS && side->launch.registers == 0)
    return g_strdup ("?");
  return limit == WS_OCCUPANCY_UNLIMITED ? g_strdup (_ ("any")) : g_strdup_printf ("%u", limit);
}

static void
draw_row (const WsCalculatorDrawing *self, WsLimiter limiter)
{
  const WsCalculatorLayout *l = &self->layout;
  const WsCalculatorRowLayout *row = &l->rows[limiter];
  guint n = self->calculator->n_sides;
  gboolean binds = (self->calculator->sides[0].result.limiters & 1u << limiter) != 0;
  double middle = row->row.y + row->row.h / 2;
  double swatch = l->note_px * 0.95;
  double mark = l->note_px * 0.75;
  WsBox box =
      ws_box_snap (self->cr, (WsBox){ row->row.x + mark, middle - swatch / 2, swatch, swatch });
  WsFace face = binds ? WS_FACE_BOLD : WS_FACE_SANS;
  double x = row->row.x + mark + swatch + l->note_px * 0.45;

  if (binds)
    {
      ws_arrow_path (self->cr, row->row.x + mark * 0.72, middle, 1, 0, l->note_px * 0.62);
      ws_paint_set (self->cr, self->theme->playhead);
      cairo_fill (self->cr);
    }
  ws_calculator_fill (self, &box, 1, limiter);
  ws_text_show_fit (self->text, &(WsTextStyle){ face, l->note_px, self->theme->ink },
                    &(WsTextPlace){ x, middle, 0 }, row->bar.x - x - l->note_px * 0.3,
                    ws_limiter_get_name (limiter));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *limit = format_limit (self, i, limiter);
      gboolean bold = (self->calculator->sides[i].result.limiters & 1u << limiter) != 0;
      double h = row->bar.h / n;
      WsBox bar = { row->bar.x, row->bar.y + i * h, row->bar.w, h - (n == 2 ? l->line : 0) };
      /* two numbers stand beside each other: the bars are lower than a line */
      double right = row->row.x + row->row.w;
      double width = l->number_w / n - l->note_px * 0.2;

      draw_bar (self, &bar, i, limiter);
      ws_text_show_fit (self->text,
                        &(WsTextStyle){ bold ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px,
                                        bold ? self->theme->ink : self->theme->muted },
                        &(WsTextPlace){ right - (n - 1 - i) * l->number_w / 2, middle, 1 }, width,
                        limit);
    }
  if (row->sentence.h > 0)
    {
      WsBox sentence = row->sentence;

      sentence.x = x;
      sentence.w -= l->note_px * WS_CALCULATOR_INDENT;
      show_lines (self, &sentence, l->note_px, binds ? self->theme->ink : self->theme->muted, 2,
                  self->calculator->sides[0].explanations[limiter]);
    }
}

/* Draws the SM's room as it is filled, a row for each limiter, with its explanation where there is
 * room. */
void
ws_calculator_draw_rows (WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;
  const WsCalculatorSide *a = &self->calculator->sides[0];
  const WsCalculatorSide *b = &self->calculator->sides[self->calculator->n_sides - 1];
  gboolean two = self->calculator->n_sides == 2;
  double y = l->rows_heading.y + l->note_px * 0.7;
  g_autofree char *heading = NULL;
  double right;

  if (l->rows_heading.h <= 0)
    return;
  right = ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("blocks fit"));
  if (two && a->limits != b->limits)
    heading = g_strdup_printf (_ ("An SM: of %1$u.%2$u for A, %3$u.%4$u for B below"),
                               a->limits->cc_major, a->limits->cc_minor, b->limits->cc_major,
                               b->limits->cc_minor);
  else
    heading = g_strdup_printf (two ? _ ("An SM of %1$u.%2$u: A above, B below")
                                   : _ ("An SM of %1$u.%2$u, filled block by block"),
                               a->limits->cc_major, a->limits->cc_minor);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, self->theme->ink },
                    &(WsTextPlace){ l->rows_heading.x, y, 0 },
                    l->rows_heading.w - right - l->note_px, heading);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                &(WsTextPlace){ l->rows_heading.x + l->rows_heading.w, y, 1 }, _ ("blocks fit"));
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    draw_row (self, i);
}
