#include "scenario/scenario.h"
#include "scenario/layout.h"

#include "sheet/figure.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

static const WsScenarioOptions default_options = WS_SCENARIO_OPTIONS_INIT;

typedef struct {
  WsFace face;
  double px;
  WsColor color;
} Style;

static void
draw_lines (WsText *text, Style style, double x, double y, double step, char **lines)
{
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++, y += step)
    ws_text_show (text, &(WsTextStyle){ style.face, style.px, style.color },
                  &(WsTextPlace){ x, y, 0 }, lines[i]);
}

/* Smaller if necessary, and omitted if even that is too wide. @place: its left, the middle of its
 * height, and its width */
static void
show_whole (WsText *text, const WsScenarioLayout *l, Style style, WsBox place, const char *string)
{
  g_auto (GStrv) lines = ws_scenario_wrap (
      text, style.face, &style.px,
      &(WsScenarioRoom){ ws_theme_get_min_text (l->theme, l->height), place.w, 1 }, string);

  draw_lines (text, style, place.x, place.y, 0, lines);
}

static void
draw_words (WsText *text, const WsScenarioLayout *l, gboolean tells)
{
  if (l->title.h > 0)
    show_whole (text, l, (Style){ WS_FACE_BOLD, l->title_px, l->theme->ink },
                (WsBox){ l->title.x, l->title.y + l->title.h * 0.4, l->title.w, 0 },
                ws_words_translate (l->scenario->title));
  draw_lines (text, (Style){ WS_FACE_SANS, l->place_px, l->theme->muted }, l->place.x,
              l->place.y + l->place_px * 0.65, l->place_px * 1.36, l->place_lines);
  if (tells)
    draw_lines (text, (Style){ WS_FACE_SANS, l->summary_px, l->theme->ink }, l->summary.x,
                l->summary.y + l->summary_px * 0.65, l->summary_px * 1.36, l->summary_lines);
}

/* ---- the head of the table ---- */

static void
draw_group_name (cairo_t *cr, WsText *text, const WsScenarioLayout *l, guint g, double y)
{
  const WsScenario *scenario = l->scenario;
  guint group = g + l->first_group;
  double left = l->column_x[g][0];
  double right = l->group[g].x + l->group[g].w;

  show_whole (text, l, (Style){ WS_FACE_BOLD, l->big_px, l->theme->ink },
              (WsBox){ left, y, right - left, 0 },
              ws_words_translate (scenario->group_names[group]));
  if (l->has_words && scenario->group_words[group] != NULL)
    show_whole (text, l, (Style){ WS_FACE_SANS, l->head_px, l->theme->muted },
                (WsBox){ left, y + l->big_px * 1.2, right - left, 0 },
                ws_words_translate (scenario->group_words[group]));
}

static void
draw_column_title (cairo_t *cr, WsText *text, const WsScenarioLayout *l, guint g, guint c, double y)
{
  WsScenarioColumn column = l->columns[c];
  const char *title = ws_scenario_column_get_title (column);
  double x = l->column_x[g][c];
  double w = l->column_w[c];

  if (column == WS_SCENARIO_PROFILE_COLUMN)
    {
      ws_scenario_draw_profile_head (cr, text, l, x, y, w);
      return;
    }
  if (ws_text_width (text, WS_FACE_SANS, l->head_px, title) > w)
    title = ws_scenario_column_get_short_title (column);
  if (column == WS_SCENARIO_LAUNCH)
    ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, l->head_px, l->theme->muted },
                      &(WsTextPlace){ x, y, 0 }, w, title);
  else
    {
      /* above its figures, next to which there is space for marks */
      double need = ws_text_width (text, WS_FACE_SANS, l->head_px, title);
      double right = need <= w - l->mark_w ? x + w - l->mark_w : MIN (x + need, x + w);

      ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, l->head_px, l->theme->muted },
                        &(WsTextPlace){ right, y, 1 }, w, title);
    }
}

static void
draw_head (cairo_t *cr, WsText *text, const WsScenarioLayout *l)
{
  double titles_y = l->head.y + l->head.h - l->head_px * 0.95;
  double line = ws_snap_line (cr, l->theme->line_px);
  double bottom = ws_snap (cr, l->head.y + l->head.h);

  show_whole (text, l, (Style){ WS_FACE_SANS, l->head_px, l->theme->muted },
              (WsBox){ l->label.x, titles_y, l->label.w, 0 },
              ws_words_translate (l->scenario->row_title));
  for (guint g = 0; g < l->n_groups; g++)
    {
      if (l->has_names)
        draw_group_name (cr, text, l, g, l->head.y + l->big_px * 0.6);
      for (guint c = 0; c < l->n_columns; c++)
        draw_column_title (cr, text, l, g, c, titles_y);
    }
  ws_paint_set (cr, l->theme->muted);
  cairo_rectangle (cr, l->label.x, bottom - line, l->label.w, line);
  for (guint g = 0; g < l->n_groups; g++)
    cairo_rectangle (cr, l->group[g].x, bottom - line, l->group[g].w, line);
  cairo_fill (cr);
}

/* ---- below the table ---- */

static void
draw_caption (cairo_t *cr, WsText *text, const WsScenarioLayout *l)
{
  double step = l->note_px * 1.36;
  double y = l->caption.y + step / 2;

  if (l->has_legend)
    {
      const char *better =
          l->scenario->n_groups > 1 ? _ ("better than the other") : _ ("best of its kind");
      /* xgettext:no-c-format */
      const char *equal = _ ("equal: less than 1 % apart, or the same launch");
      double x = l->caption.x + l->note_px * 0.5;
      double need = ws_text_width (text, WS_FACE_SANS, l->note_px, better);

      ws_scenario_draw_mark (cr, WS_SCENARIO_BETTER, x, y, l->note_px * 0.8, l->theme->good);
      x += l->note_px * 0.9;
      show_whole (text, l, (Style){ WS_FACE_SANS, l->note_px, l->theme->muted },
                  (WsBox){ x, y, l->caption.x + l->caption.w - x, 0 }, better);
      x += need + l->note_px * 1.6;
      need = ws_text_width (text, WS_FACE_SANS, l->note_px, equal);
      if (l->scenario->n_groups > 1 && x + need + l->note_px < l->caption.x + l->caption.w)
        {
          ws_scenario_draw_mark (cr, WS_SCENARIO_EQUAL, x, y, l->note_px * 0.8, l->theme->muted);
          ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, l->theme->muted },
                        &(WsTextPlace){ x + l->note_px * 0.9, y, 0 }, equal);
        }
      y += step;
    }
  draw_lines (text, (Style){ WS_FACE_SANS, l->note_px, l->theme->muted }, l->caption.x, y, step,
              l->caption_lines);
}

/* The visible part of the rows: a bar at the right edge. */
static void
draw_scroll (cairo_t *cr, const WsScenarioLayout *l)
{
  guint n = l->scenario->n_rows;
  double w = MAX (l->pad * 0.22, 2);
  WsBox track = { l->width - l->pad * 0.5 - w / 2, l->rows.y, w, l->rows.h };
  WsBox thumb = track;

  if (l->n_shown >= n)
    return;
  thumb.y += track.h * l->first_row / n;
  thumb.h = track.h * l->n_shown / n;
  ws_paint_set (cr, l->theme->idle);
  ws_rounded_path (cr, &track, w / 2);
  cairo_fill (cr);
  ws_paint_set (cr, l->theme->muted);
  ws_rounded_path (cr, &thumb, w / 2);
  cairo_fill (cr);
}

static gboolean
is_chart (const WsScenarioOptions *options)
{
  return options->chart < WS_SCENARIO_N_COLUMNS;
}

/* Hidden counts are bars here, like times. */
static void
draw_chart (cairo_t *cr, const WsScenario *scenario, const WsScenarioOptions *options,
            const WsArea *area)
{
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_scenario (scenario, options->chart);
  WsSheetOptions charts = WS_SHEET_OPTIONS_INIT;
  guint hide = options->hide;

  if ((hide & WS_HIDE_COUNTS) != 0)
    hide |= WS_HIDE_TIMES;
  ws_sheet_options_keep_back (&charts, hide, -1);
  ws_draw_sheet_figure (cr, sheet, &charts, !options->show_title, area);
}

/**
 * ws_draw_scenario:
 * @scenario: with the results of its device
 * @options: (nullable): the chosen cell
 *
 * Draws the table, with the conclusion from the chosen cell above it and the source of the figures
 * below, on the caller's background. Or draws a chart of one of its columns, on the theme's
 * background.
 */
void
ws_draw_scenario (cairo_t *cr, const WsScenario *scenario, const WsScenarioOptions *options,
                  const WsArea *area)
{
  g_auto (WsScenarioLayout) l = { 0 };
  WsText *text;

  g_return_if_fail (scenario != NULL && area->theme != NULL);

  options = options != NULL ? options : &default_options;
  if (is_chart (options))
    {
      draw_chart (cr, scenario, options, area);
      return;
    }
  cairo_save (cr);
  text = ws_text_new (cr, area->theme);
  ws_scenario_layout_init (&l, text, scenario, options, area);
  draw_words (text, &l, options->hide == 0);
  draw_head (cr, text, &l);
  ws_scenario_draw_rows (cr, text, &l, options);
  draw_scroll (cr, &l);
  draw_caption (cr, text, &l);
  ws_text_free (text);
  cairo_restore (cr);
}

/**
 * ws_scenario_pick:
 * @scenario: what is drawn
 * @options: (nullable): how
 * @x: a place in it
 * @y: a place in it
 * @hit: (out): the hit
 *
 * Returns: whether there is a cell of the table; a chart has none
 */
gboolean
ws_scenario_pick (const WsScenario *scenario, const WsScenarioOptions *options, const WsArea *area,
                  double x, double y, WsScenarioHit *hit)
{
  g_auto (WsScenarioLayout) l = { 0 };
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);

  options = options != NULL ? options : &default_options;
  if (is_chart (options))
    return FALSE;
  ws_scenario_layout_init (&l, text, scenario, options, area);
  for (guint row = l.first_row; row < l.first_row + l.n_shown; row++)
    for (guint g = l.first_group; g < l.first_group + l.n_groups; g++)
      {
        WsBox cell = ws_scenario_layout_get_cell (&l, row, g);

        /* the row's label belongs to its first cell */
        if (g == l.first_group)
          {
            cell.w += cell.x - l.label.x;
            cell.x = l.label.x;
          }
        if (!ws_box_contains (&cell, x, y))
          continue;
        *hit = (WsScenarioHit){ row, g, WS_SCENARIO_N_COLUMNS };
        for (guint c = 0; c < l.n_columns; c++)
          {
            WsBox figure = ws_scenario_layout_get_figure (&l, row, g, c);

            if (ws_box_contains (&figure, x, y))
              hit->column = l.columns[c];
          }
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_scenario_scroll:
 * @scenario: what is drawn
 * @options: (inout): receives the first visible row such that the chosen one is visible, moving as
 * little as possible
 *
 * Returns: number of visible rows
 */
guint
ws_scenario_scroll (const WsScenario *scenario, WsScenarioOptions *options, const WsArea *area)
{
  g_auto (WsScenarioLayout) l = { 0 };
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);
  int last = (int)scenario->n_rows;

  options->top = MAX (options->top, 0);
  ws_scenario_layout_init (&l, text, scenario, options, area);
  last -= (int)l.n_shown;
  options->top = MIN (options->top, (int)options->row);
  options->top = MAX (options->top, (int)options->row - (int)l.n_shown + 1);
  options->top = CLAMP (options->top, 0, MAX (last, 0));
  return l.n_shown;
}

/**
 * ws_scenario_describe:
 * @scenario: what is drawn
 * @options: (nullable): how
 *
 * Returns: (transfer full): the scenario, its progress, and the chosen cell; for a chart, its
 * contents
 */
char *
ws_scenario_describe (const WsScenario *scenario, const WsScenarioOptions *options)
{
  guint n_done = ws_scenario_count (scenario, WS_SCENARIO_DONE);
  guint n = 0;
  g_autofree char *heading = ws_scenario_dup_heading (scenario);
  g_autofree char *cell = NULL;
  g_autofree char *told = NULL;
  guint row;
  guint group;

  options = options != NULL ? options : &default_options;
  if (options->hide != 0)
    return g_strdup_printf (_ ("%s: some figures are still hidden."), heading);
  if (is_chart (options))
    {
      g_autoptr (WsSheet) sheet = ws_sheet_new_for_scenario (scenario, options->chart);

      return ws_sheet_describe (sheet);
    }
  row = MIN (options->row, scenario->n_rows - 1);
  group = MIN (options->group, scenario->n_groups - 1);
  for (guint i = 0; i < ws_scenario_get_n_cells (scenario); i++)
    n += scenario->cells[i].kernel != NULL;
  cell = ws_scenario_describe_cell (scenario, row, group);
  told = ws_scenario_tell (scenario, row, group);
  return g_strdup_printf (_ ("%1$s: %2$u of %3$u cells have run. %4$s. %5$s"), heading, n_done, n,
                          cell, told);
}
