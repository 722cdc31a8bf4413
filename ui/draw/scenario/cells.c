/* cells.c: the rows of the table. */
#include "scenario/layout.h"

#include "words/words.h"

#include <math.h>

typedef struct {
  cairo_t *cr;
  WsText *text;
  const WsScenarioLayout *l;
  const WsTheme *theme;
  const WsScenarioOptions *options;
} Painter;

/* ---- signs ---- */

/**
 * ws_scenario_draw_mark:
 * @mark: a check mark if better, two bars if equal
 * @x: of its middle, pixels
 * @y: of its middle
 * @size: of the square it is in, pixels
 */
void
ws_scenario_draw_mark (cairo_t *cr, WsScenarioMark mark, double x, double y, double size,
                       WsColor color)
{
  double line = MAX (size * 0.17, 1);

  ws_paint_set (cr, color);
  cairo_new_path (cr);
  if (mark == WS_SCENARIO_BETTER)
    {
      cairo_set_line_width (cr, line);
      cairo_move_to (cr, x - size * 0.42, y);
      cairo_line_to (cr, x - size * 0.1, y + size * 0.32);
      cairo_line_to (cr, x + size * 0.44, y - size * 0.38);
      cairo_stroke (cr);
    }
  else if (mark == WS_SCENARIO_EQUAL)
    {
      WsBox upper = { x - size * 0.4, y - size * 0.16 - line / 2, size * 0.8, line };
      WsBox lower = { upper.x, y + size * 0.2 - line / 2, upper.w, line };

      upper = ws_box_snap (cr, upper);
      lower = ws_box_snap (cr, lower);
      ws_box_path (cr, &upper);
      ws_box_path (cr, &lower);
      cairo_fill (cr);
    }
}

/* The state of a cell, at its left end: a triangle to start it, a ring that fills while it runs,
 * dots while it waits, a cross if it failed. */
static void
draw_sign (const Painter *p, const WsScenarioResult *result, double x, double y, double size)
{
  cairo_t *cr = p->cr;

  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_width (cr, MAX (size * 0.14, 1));
  switch (result->state)
    {
    case WS_SCENARIO_NOT_RUN:
      ws_paint_set (cr, p->theme->muted);
      cairo_move_to (cr, x - size * 0.3, y - size * 0.4);
      cairo_line_to (cr, x + size * 0.42, y);
      cairo_line_to (cr, x - size * 0.3, y + size * 0.4);
      cairo_close_path (cr);
      cairo_stroke (cr);
      break;
    case WS_SCENARIO_WAITING:
      ws_paint_set (cr, p->theme->muted);
      for (int i = -1; i <= 1; i++)
        {
          cairo_arc (cr, x + i * size * 0.36, y, size * 0.11, 0, 2 * G_PI);
          cairo_close_path (cr);
        }
      cairo_fill (cr);
      break;
    case WS_SCENARIO_RUNNING:
      ws_paint_set (cr, p->theme->faint);
      cairo_arc (cr, x, y, size * 0.4, 0, 2 * G_PI);
      cairo_stroke (cr);
      ws_paint_set (cr, p->theme->playhead);
      cairo_arc (cr, x, y, size * 0.4, -G_PI / 2,
                 -G_PI / 2 + 2 * G_PI * MAX (result->fraction, 0.06));
      cairo_stroke (cr);
      break;
    case WS_SCENARIO_FAILED:
      ws_paint_set (cr, p->theme->ink);
      cairo_move_to (cr, x - size * 0.32, y - size * 0.32);
      cairo_line_to (cr, x + size * 0.32, y + size * 0.32);
      cairo_move_to (cr, x - size * 0.32, y + size * 0.32);
      cairo_line_to (cr, x + size * 0.32, y - size * 0.32);
      cairo_stroke (cr);
      break;
    case WS_SCENARIO_DONE:
    default:
      break;
    }
  cairo_restore (cr);
}

/* ---- figures ---- */

static WsColor
get_tint (const WsTheme *theme, WsScenarioMark mark)
{
  static const WsColor yellow = { 0xf0 / 255., 0xe4 / 255., 0x42 / 255., 1 }; /* Okabe-Ito */

  if (mark == WS_SCENARIO_BETTER)
    return ws_color_mix (theme->background, theme->good,
                         theme->kind == WS_THEME_LIGHT ? 0.2 : 0.34);
  return ws_color_mix (theme->background, yellow, theme->kind == WS_THEME_LIGHT ? 0.38 : 0.28);
}

/* A share as a bar, with a tick at the published one. */
static void
draw_bar (const Painter *p, const WsBox *box, double share, const WsScenarioFigure *published,
          gboolean ticked)
{
  WsBox track = ws_box_snap (p->cr, *box);
  WsBox fill;

  track.h = ws_snap_line (p->cr, box->h); /* as thick in every row */
  fill = track;

  ws_paint_set (p->cr, p->theme->idle);
  ws_rounded_path (p->cr, &track, track.h / 2);
  cairo_fill (p->cr);
  fill.w = MAX (track.w * ws_clamp01 (share), track.h);
  ws_paint_set (p->cr, p->theme->accent);
  ws_rounded_path (p->cr, &fill, track.h / 2);
  cairo_fill (p->cr);
  if (published->text != NULL && ticked)
    {
      WsBox tick = { track.x + track.w * ws_clamp01 (published->value / 100) - track.h * 0.3,
                     track.y - track.h * 0.7, track.h * 0.6, track.h * 2.4 };

      tick.x = CLAMP (tick.x, track.x, track.x + track.w - tick.w);
      tick = ws_box_snap (p->cr, tick);
      ws_paint_set (p->cr, p->theme->ink);
      ws_box_path (p->cr, &tick);
      cairo_fill (p->cr);
    }
}

/* Whether a cell has no figures of ours: the published ones replace them. */
static gboolean
is_alone (const WsScenarioLayout *l, guint row, guint g)
{
  const WsScenarioResult *result = ws_scenario_get_result (l->scenario, row, g);

  return result->known == 0 && result->state != WS_SCENARIO_FAILED;
}

/* Whether a figure of ours is hidden until revealed. */
static gboolean
is_kept_back (const Painter *p, WsScenarioColumn column)
{
  if (ws_scenario_column_is_clocked (column))
    return (p->options->hide & (WS_HIDE_TIMES | WS_HIDE_COUNTS)) != 0;
  return (p->options->hide & WS_HIDE_COUNTS) != 0;
}

/* The published figure, small and grey, with its mark. */
static void
draw_published (const Painter *p, guint row, guint g, guint c, double right, double y)
{
  const WsScenarioLayout *l = p->l;
  WsScenarioColumn column = l->columns[c];
  gboolean alone = is_alone (l, row, g);
  double px = alone ? MAX (l->big_px * 0.9, l->small_px) : l->small_px;
  g_autofree char *theirs = ws_scenario_format_published (l->scenario, row, g, column);
  WsScenarioMark mark = ws_scenario_get_mark (l->scenario, row, g, column, TRUE);
  WsColor ink = p->theme->muted;

  if (theirs == NULL)
    return;
  if ((p->options->hide & WS_HIDE_PUBLISHED) != 0)
    {
      ws_text_show (p->text, &(WsTextStyle){ WS_FACE_BOLD, px, ws_veil_get_ink (p->theme) },
                    &(WsTextPlace){ right, y, 1 }, WS_VEIL_SIGN);
      return;
    }
  /* on a tint, grey would be hard to read */
  if (!alone && ws_scenario_get_mark (l->scenario, row, g, column, FALSE) != WS_SCENARIO_NO_MARK)
    ink = ws_color_mix (ink, p->theme->ink, 0.5);
  ws_text_gather (p->text, &(WsTextStyle){ WS_FACE_SANS, px, ink }, &(WsTextPlace){ right, y, 1 },
                  theirs);
  if (mark != WS_SCENARIO_NO_MARK)
    ws_scenario_draw_mark (p->cr, mark, right + l->mark_w * 0.55, y, px * 0.55, ink);
}

static void
draw_ours (const Painter *p, guint row, guint g, guint c, double right, double y)
{
  const WsScenarioLayout *l = p->l;
  WsScenarioColumn column = l->columns[c];
  const WsScenarioResult *result = ws_scenario_get_result (l->scenario, row, g);
  WsScenarioMark mark = ws_scenario_get_mark (l->scenario, row, g, column, FALSE);
  g_autofree char *ours = ws_scenario_format (l->scenario, row, g, column, l->decimals);

  if (ours == NULL)
    {
      /* measured or modelled, but unknown: without a dash it would look like one still to come */
      if (result->state == WS_SCENARIO_DONE)
        ws_text_show (p->text, &(WsTextStyle){ WS_FACE_SANS, l->big_px, p->theme->muted },
                      &(WsTextPlace){ right, y, 1 }, "–");
      return;
    }
  ws_text_gather (p->text, &(WsTextStyle){ WS_FACE_BOLD, l->big_px, p->theme->ink },
                  &(WsTextPlace){ right, y, 1 }, ours);
  if (mark != WS_SCENARIO_NO_MARK)
    ws_scenario_draw_mark (p->cr, mark, right + l->mark_w * 0.55, y, l->big_px * 0.6,
                           mark == WS_SCENARIO_BETTER ? p->theme->good : p->theme->muted);
}

static gboolean
has_published (const WsScenarioLayout *l, guint row)
{
  for (guint g = l->first_group; g < l->first_group + l->n_groups; g++)
    for (guint c = 0; c < l->n_columns; c++)
      if (ws_scenario_get_cell (l->scenario, row, g)->published[l->columns[c]].text != NULL)
        return TRUE;
  return FALSE;
}

/* The positions of our figure, the published one and the bar, centred as a group in the row. */
typedef struct {
  double ours;
  double theirs;
  double bar;
  double bar_h;
} Lines;

static Lines
get_lines (const WsScenarioLayout *l, guint row)
{
  double middle = l->rows.y + (row - l->first_row + 0.5) * l->row_h;
  double big = l->big_px * 0.72; /* of capitals and digits */
  double small = l->two_lines && has_published (l, row) ? l->small_px * 0.72 : 0;
  double gap = MIN (l->big_px * 0.4, l->row_h * 0.12); /* for descenders */
  double bar_gap = MIN (l->big_px * 0.36, l->row_h * 0.1);
  Lines lines = { .bar_h = l->has_bars ? MAX (MIN (l->big_px, l->row_h * 0.3) * 0.15, 2) : 0 };
  double whole = big + (small > 0 ? gap + small : 0) + (l->has_bars ? bar_gap + lines.bar_h : 0);
  double top = middle - whole / 2;

  lines.ours = top + big / 2;
  lines.theirs = top + big + gap + small / 2;
  lines.bar = top + whole - lines.bar_h;
  return lines;
}

static void
draw_tint (const Painter *p, const WsBox *box, WsScenarioMark mark)
{
  double beside = p->l->big_px * 0.12;
  WsBox tint = { box->x - beside, box->y + box->h * 0.04, box->w + 2 * beside, box->h * 0.92 };

  tint = ws_box_snap (p->cr, tint);
  ws_paint_set (p->cr, get_tint (p->theme, mark));
  ws_rounded_path (p->cr, &tint, p->l->big_px * 0.2);
  cairo_fill (p->cr);
}

/* "1024 × 16". The × is drawn: it is not among the batched characters, and every cell has one. */
static void
draw_launch (const Painter *p, guint row, guint g, const WsBox *box)
{
  const WsScenarioLayout *l = p->l;
  g_autofree char *text = ws_scenario_format (l->scenario, row, g, WS_SCENARIO_LAUNCH, 0);
  gboolean done = ws_scenario_get_result (l->scenario, row, g)->threads > 0;
  WsColor ink = done ? p->theme->ink : p->theme->muted;
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, " × ", 2) : NULL;
  double y = box->y + box->h / 2;
  double arm = l->big_px * 0.16;
  double x;

  if (parts == NULL || parts[0] == NULL || parts[1] == NULL)
    return;
  ws_text_gather (p->text, &(WsTextStyle){ WS_FACE_SANS, l->big_px, ink },
                  &(WsTextPlace){ box->x, y, 0 }, parts[0]);
  x = box->x + ws_text_gather_width (p->text, WS_FACE_SANS, l->big_px, parts[0]) + l->big_px * 0.5;
  ws_paint_set (p->cr, ink);
  cairo_new_path (p->cr);
  cairo_move_to (p->cr, x - arm, y - arm);
  cairo_line_to (p->cr, x + arm, y + arm);
  cairo_move_to (p->cr, x - arm, y + arm);
  cairo_line_to (p->cr, x + arm, y - arm);
  cairo_set_line_width (p->cr, MAX (l->big_px * 0.07, 1));
  cairo_stroke (p->cr);
  ws_text_gather (p->text, &(WsTextStyle){ WS_FACE_SANS, l->big_px, ink },
                  &(WsTextPlace){ x + l->big_px * 0.5, y, 0 }, parts[1]);
}

static void
draw_figure (const Painter *p, guint row, guint g, guint c)
{
  const WsScenarioLayout *l = p->l;
  WsScenarioColumn column = l->columns[c];
  const WsScenarioCell *cell = ws_scenario_get_cell (l->scenario, row, g);
  const WsScenarioResult *result = ws_scenario_get_result (l->scenario, row, g);
  WsScenarioMark mark = ws_scenario_get_mark (l->scenario, row, g, column, FALSE);
  gboolean kept_back = is_kept_back (p, column);
  WsBox box = ws_scenario_layout_get_figure (l, row, g, c);
  double right = box.x + box.w - l->mark_w;
  Lines lines = get_lines (l, row);

  if (mark != WS_SCENARIO_NO_MARK && !kept_back)
    draw_tint (p, &box, mark);
  if (is_alone (l, row, g))
    {
      draw_published (p, row, g, c, right, box.y + box.h / 2);
      return;
    }
  if (kept_back)
    ws_text_show (p->text, &(WsTextStyle){ WS_FACE_BOLD, l->big_px, ws_veil_get_ink (p->theme) },
                  &(WsTextPlace){ right, lines.ours, 1 }, WS_VEIL_SIGN);
  else
    draw_ours (p, row, g, c, right, lines.ours);
  if (l->two_lines)
    draw_published (p, row, g, c, right, lines.theirs);
  if (l->has_bars && ws_scenario_column_is_share (column) && (result->known & 1u << column) != 0)
    {
      WsBox bar = { box.x + l->big_px * 0.15, lines.bar, box.w - l->big_px * 0.3, lines.bar_h };

      if (kept_back)
        ws_veil_draw (p->cr, NULL, p->theme, &bar, bar.h / 2, 0);
      else
        draw_bar (p, &bar, result->value[column] / 100, &cell->published[column],
                  (p->options->hide & WS_HIDE_PUBLISHED) == 0);
    }
}

static void
draw_sentence (const Painter *p, guint row, const WsBox *box)
{
  const WsScenarioLayout *l = p->l;
  double px = MAX (l->big_px * 0.9, l->small_px);
  double step = px * 1.36;
  guint n = MAX ((guint)(box->h * 0.92 / step), 1);
  g_auto (GStrv) lines = NULL;
  double y;

  if (l->scenario->rows[row].words == NULL)
    return;
  lines =
      ws_scenario_wrap (p->text, WS_FACE_SANS, &px,
                        &(WsScenarioRoom){ ws_theme_get_min_text (p->theme, l->height), box->w, n },
                        ws_words_translate (l->scenario->rows[row].words));
  y = box->y + box->h / 2 - (g_strv_length (lines) - 1) * step / 2;
  for (guint i = 0; lines[i] != NULL; i++, y += step)
    ws_text_show (p->text, &(WsTextStyle){ WS_FACE_SANS, px, p->theme->ink },
                  &(WsTextPlace){ box->x, y, 0 }, lines[i]);
}

static void
draw_profile (const Painter *p, const WsScenarioResult *result, const WsBox *figure)
{
  WsBox box = ws_box_inset (figure, p->l->big_px * 0.1);

  if (is_kept_back (p, WS_SCENARIO_TIME))
    ws_veil_draw (p->cr, p->text, p->theme, &box, p->l->big_px * 0.25, p->l->big_px);
  else
    ws_scenario_draw_profile (p->cr, p->l, result, figure);
}

static void
draw_cell (const Painter *p, guint row, guint g)
{
  const WsScenarioLayout *l = p->l;
  const WsScenarioCell *cell = ws_scenario_get_cell (l->scenario, row, g);
  const WsScenarioResult *result = ws_scenario_get_result (l->scenario, row, g);
  WsBox box = ws_scenario_layout_get_cell (l, row, g);

  if (ws_box_contains (&box, p->options->hover_x, p->options->hover_y) && cell->kernel != NULL)
    {
      WsBox band = ws_box_snap (p->cr, ws_box_inset (&box, l->big_px * 0.04));

      ws_paint_set (p->cr, p->theme->band);
      ws_rounded_path (p->cr, &band, l->big_px * 0.25);
      cairo_fill (p->cr);
    }
  if (result->state == WS_SCENARIO_FAILED)
    {
      WsBox inner = ws_box_inset (&box, l->big_px * 0.15);

      cairo_save (p->cr);
      ws_box_path (p->cr, &inner);
      cairo_clip (p->cr);
      ws_paint_set (p->cr, p->theme->faint);
      cairo_set_line_width (p->cr, 1);
      ws_hatch_path (p->cr, WS_HATCH_RISING, &inner, l->big_px * 0.5);
      cairo_stroke (p->cr);
      cairo_restore (p->cr);
    }
  for (guint c = 0; c < l->n_columns; c++)
    {
      WsBox figure = ws_scenario_layout_get_figure (l, row, g, c);

      if (p->options->hide != 0
          && (l->columns[c] == WS_SCENARIO_WORDS
              || (l->columns[c] == WS_SCENARIO_PROFILE_COLUMN && cell->kernel == NULL)))
        continue;
      else if (l->columns[c] == WS_SCENARIO_WORDS)
        draw_sentence (p, row, &figure);
      else if (l->columns[c] == WS_SCENARIO_PROFILE_COLUMN && cell->kernel == NULL)
        draw_sentence (p, row, &figure);
      else if (l->columns[c] == WS_SCENARIO_PROFILE_COLUMN)
        draw_profile (p, result, &figure);
      else if (l->columns[c] == WS_SCENARIO_LAUNCH)
        draw_launch (p, row, g, &figure);
      else
        draw_figure (p, row, g, c);
    }
  if (cell->kernel != NULL)
    draw_sign (p, result, box.x + l->sign_w * 0.72, box.y + box.h / 2, l->big_px * 0.62);
}

/* ---- rows ---- */

static void
draw_label (const Painter *p, guint row)
{
  const WsScenarioLayout *l = p->l;
  double px = l->big_px;
  double step;
  double y = l->rows.y + (row - l->first_row + 0.5) * l->row_h;
  guint n = CLAMP ((guint)(l->row_h / (px * 1.15)), 1, l->label_lines);
  g_auto (GStrv) lines = ws_scenario_wrap (
      p->text, WS_FACE_BOLD, &px,
      &(WsScenarioRoom){ ws_theme_get_min_text (p->theme, l->height), l->label.w, n },
      ws_words_translate (l->scenario->rows[row].label));

  step = px * 1.2;
  y -= (MAX (g_strv_length (lines), 1) - 1) * step / 2;
  for (guint i = 0; lines[i] != NULL; i++, y += step)
    ws_text_show (p->text, &(WsTextStyle){ WS_FACE_BOLD, px, p->theme->ink },
                  &(WsTextPlace){ l->label.x, y, 0 }, lines[i]);
}

static void
draw_rules (const Painter *p)
{
  const WsScenarioLayout *l = p->l;
  double line = ws_snap_line (p->cr, p->theme->line_px * 0.6);

  ws_paint_set (p->cr, p->theme->faint);
  for (guint i = 1; i <= l->n_shown; i++)
    {
      double y = ws_snap (p->cr, l->rows.y + i * l->row_h);

      cairo_rectangle (p->cr, l->label.x, y - line, l->label.w, line);
      for (guint g = 0; g < l->n_groups; g++)
        cairo_rectangle (p->cr, l->group[g].x, y - line, l->group[g].w, line);
    }
  cairo_fill (p->cr);
}

static void
draw_outline (const Painter *p, guint row, guint g, gboolean is_launch)
{
  const WsScenarioLayout *l = p->l;
  double line = ws_snap_line (p->cr, p->theme->line_px * (is_launch ? 2 : 1.2));
  const double dash[2] = { 4 * line, 3 * line };
  WsBox box;

  if (row < l->first_row || row >= l->first_row + l->n_shown || g < l->first_group
      || g >= l->first_group + l->n_groups)
    return;
  box = ws_scenario_layout_get_cell (l, row, g);
  box = ws_box_snap_stroke (p->cr, box, line);
  cairo_save (p->cr);
  if (!is_launch)
    cairo_set_dash (p->cr, dash, 2, 0);
  ws_paint_set (p->cr, is_launch ? p->theme->playhead : p->theme->muted);
  cairo_set_line_width (p->cr, line);
  ws_rounded_path (p->cr, &box, l->big_px * 0.28);
  cairo_stroke (p->cr);
  cairo_restore (p->cr);
}

static void
draw_choice (const Painter *p)
{
  const WsScenarioOptions *o = p->options;
  gboolean is_launch = !o->has_launch || (o->launch_row == o->row && o->launch_group == o->group);

  if (!o->show_choice)
    return;
  if (!is_launch && o->launch_row != WS_NONE)
    draw_outline (p, o->launch_row, o->launch_group, TRUE);
  draw_outline (p, o->row, o->group, is_launch);
}

/**
 * ws_scenario_draw_rows:
 * @text: shows
 * @l: the layout
 * @options: the chosen cell and the pointer
 *
 * Draws the visible rows, and the outline of the chosen cell.
 */
void
ws_scenario_draw_rows (cairo_t *cr, WsText *text, const WsScenarioLayout *l,
                       const WsScenarioOptions *options)
{
  Painter p = { cr, text, l, l->theme, options };

  draw_rules (&p);
  for (guint row = l->first_row; row < l->first_row + l->n_shown; row++)
    {
      draw_label (&p, row);
      for (guint g = l->first_group; g < l->first_group + l->n_groups; g++)
        draw_cell (&p, row, g);
    }
  ws_text_flush (text);
  draw_choice (&p);
}
