/* layout.c: the layout of a sheet's charts and table. */
#include "sheet/private.h"

#include <math.h>

#define SIDE_SHARE   0.28 /* of the width, of a side chart that shares the y axis */
#define BESIDE_SHARE 0.42 /* of one that does not */
#define LEAST_MAIN   20   /* text sizes of width, of a chart beside which there is another */
#define LEAST_NAMED  27   /* of one that has names at its left */
#define READABLE     14   /* pixels */
#define TABLE_W      0.46 /* maximum share of the width for a table at the side */
#define TABLE_H      0.46 /* of the height that one below may take */
#define LARGE_H      0.36 /* maximum share of the height for an enlarged one below */

/* The minimum usable height of a chart: that of its bars' names, or of a few ticks. */
static double
get_least_height (const WsChart *chart, double px)
{
  const WsChartAxis *up = ws_chart_get_axis (chart, TRUE);
  guint n = MIN (ws_chart_axis_get_n_categories (up), 16);
  guint n_bars = 0;

  for (guint i = 0; i < chart->series->len; i++)
    n_bars += ws_chart_get_series (chart, i)->mark == WS_MARK_BARS;
  return px * MAX (n * (n_bars > 1 ? 2.3 : 1.6) + 5, 14);
}

/* The table at the right or below, at a readable size, if it leaves enough to the charts. */
static void
place_table (WsSheetLayout *self, const WsSheet *sheet, const WsChartFrame *frame,
             const WsTheme *theme, WsText *text)
{
  const WsBox *box = &frame->box;
  static const double sizes[] = { 1.2, 1.1, 1, 0.88, 0.76 };
  double px = MAX (theme->note_px * frame->scale, frame->min_px);
  double gap = px * 1.6;
  gboolean wide;
  double table_w;
  double table_h;

  self->table_box = (WsBox){ 0 };
  ws_sheet_table_measure (sheet->table, text, px, &table_w, &table_h);
  /* where it takes less from the charts; at the side, if that is about the same */
  wide = table_w / box->w < 1.2 * table_h / box->h;
  for (guint try = 0; try < 2 * G_N_ELEMENTS (sizes); try++)
    {
      /* at the side, then below, or vice versa; then the same with smaller text */
      gboolean beside = (try % 2 == 0) == wide;
      double size = MAX (px * sizes[try / 2], frame->min_px);
      double w;
      double h;

      /* enlarged only if it would be hard to read */
      size = MIN (size, MAX (px, READABLE));
      ws_sheet_table_measure (sheet->table, text, size, &w, &h);
      if (beside ? w > box->w * TABLE_W || h > box->h : w > box->w || h > box->h * TABLE_H)
        continue;
      if (size > px && !beside && h > box->h * LARGE_H)
        continue;
      /* the remaining charts are still usable */
      if (beside ? box->w - w - gap < px * 22
                 : box->h - h - gap < get_least_height (sheet->main, px))
        continue;
      self->table_px = size;
      if (beside)
        {
          self->table_box = (WsBox){ box->x + box->w - w, box->y, w, h };
          self->main_box.w = box->w - w - gap;
        }
      else
        {
          self->table_box = (WsBox){ box->x, box->y + box->h - h, box->w, h };
          self->main_box.h = box->h - h - gap;
        }
      return;
    }
}

static void
place_side (WsSheetLayout *self, const WsSheet *sheet, double px)
{
  WsBox *box = &self->main_box;
  double gap = px * 1.4;
  double w = box->w * (sheet->shares_y ? SIDE_SHARE : BESIDE_SHARE);
  double least = ws_chart_axis_get_n_categories (&sheet->main->y) > 0 && sheet->shares_y
                     ? LEAST_NAMED
                     : LEAST_MAIN;

  self->side_box = (WsBox){ 0 };
  if (w < px * (sheet->shares_y ? 8 : 16) || box->w - w - gap < px * least)
    return;
  self->side_box = (WsBox){ box->x + box->w - w, box->y, w, box->h };
  box->w -= w + gap;
}

/* Aligns the tops and bottoms of plots side by side. */
static void
align (WsSheetLayout *self, const WsSheet *sheet, WsText *text)
{
  double top = MAX (self->main.plot.y, self->side.plot.y);
  double bottom =
      MIN (self->main.plot.y + self->main.plot.h, self->side.plot.y + self->side.plot.h);

  ws_chart_layout_align (&self->main, sheet->main, text, top, bottom, NULL);
  ws_chart_layout_align (&self->side, sheet->side, text, top, bottom,
                         sheet->shares_y ? &self->main.y : NULL);
}

/* Aligns the table's rows with the top of the plot. */
static void
align_table (WsSheetLayout *self, const WsChartFrame *frame)
{
  double room = frame->box.y + frame->box.h - self->table_box.h;

  if (self->table_box.h > 0 && self->table_box.x > self->main_box.x)
    self->table_box.y =
        CLAMP (self->main.plot.y - self->table_px * 0.6, frame->box.y, MAX (room, frame->box.y));
}

/**
 * ws_sheet_layout_init:
 * @self: (out): the layout of charts and table
 * @sheet: what is shown
 * @options: (nullable): which parts are shown
 * @text: measures
 */
void
ws_sheet_layout_init (WsSheetLayout *self, const WsSheet *sheet, const WsSheetOptions *options,
                      const WsArea *area, WsText *text)
{
  WsChartFrame frame;
  WsChartFrame part;

  ws_chart_frame_init (&frame, area->theme, area->width, area->height);
  *self = (WsSheetLayout){ .main_box = frame.box, .side_options = WS_CHART_OPTIONS_INIT };
  if (options != NULL)
    self->side_options = options->side;
  if (sheet->table != NULL && sheet->table->cells->len > 0
      && (options == NULL || !options->no_table))
    place_table (self, sheet, &frame, area->theme, text);
  if (sheet->side != NULL)
    place_side (self, sheet, MAX (area->theme->note_px * frame.scale, frame.min_px));
  part = frame;
  part.box = self->main_box;
  part.alone = sheet->side != NULL && self->side_box.w == 0;
  ws_chart_layout_init (&self->main, sheet->main, options != NULL ? &options->main : NULL,
                        area->theme, text, &part);
  if (self->side_box.w > 0)
    {
      part.box = self->side_box;
      part.alone = FALSE;
      ws_chart_layout_init (&self->side, sheet->side, &self->side_options, area->theme, text,
                            &part);
      align (self, sheet, text);
    }
  align_table (self, &frame);
}

/**
 * ws_sheet_layout:
 * @options: (nullable): which parts of its charts are shown
 * @main: (out): the main chart
 * @side: (out): the other; of width 0 if it does not fit
 * @table: (out): the table; of width 0 if it does not fit
 */
void
ws_sheet_layout (const WsSheet *self, const WsSheetOptions *options, const WsArea *area,
                 WsBox *main, WsBox *side, WsBox *table)
{
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);
  WsSheetLayout layout;

  ws_sheet_layout_init (&layout, self, options, area, text);
  *main = layout.main_box;
  *side = layout.side_box;
  *table = layout.table_box;
}

/* ---- hit testing ---- */

static WsSheetPart
get_part (const WsSheetLayout *self, double x, double y)
{
  if (self->side_box.w > 0 && ws_box_contains (&self->side_box, x, y))
    return WS_SHEET_SIDE;
  return ws_box_contains (&self->main_box, x, y) ? WS_SHEET_MAIN : WS_SHEET_NOWHERE;
}

/**
 * ws_sheet_pick:
 * @options: (nullable): which parts of its charts are shown
 * @pick: (out): the mark nearest to it, or the focused one; its box is in the whole drawing
 *
 * Returns: the chart that the mark is of
 */
WsSheetPart
ws_sheet_pick (const WsSheet *self, const WsSheetOptions *options, const WsArea *area, double x,
               double y, WsChartPick *pick)
{
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);
  WsSheetLayout layout;
  WsSheetPart part;

  ws_sheet_layout_init (&layout, self, options, area, text);
  part = get_part (&layout, x, y);
  *pick = (WsChartPick){ .found = FALSE };
  if (part == WS_SHEET_MAIN)
    ws_chart_pick_in (self->main, &layout.main, x, y, pick);
  else if (part == WS_SHEET_SIDE)
    ws_chart_pick_in (self->side, &layout.side, x, y, pick);
  return pick->found ? part : WS_SHEET_NOWHERE;
}

typedef struct {
  WsSheetLayout layout;
  const WsChart *chart;
  const WsChartLayout *l;
  WsChartOptions *options;
} Found;

/* Finds the chart at a place, if it can be zoomed: a side chart follows the axis that it shares.
 * @found: (out): points into itself */
static gboolean
find_chart (const WsSheet *self, WsSheetOptions *options, const WsArea *area, double x, double y,
            Found *found)
{
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);
  WsSheetPart part;

  ws_sheet_layout_init (&found->layout, self, options, area, text);
  part = get_part (&found->layout, x, y);
  if (part == WS_SHEET_MAIN)
    {
      found->chart = self->main;
      found->l = &found->layout.main;
      found->options = &options->main;
      return TRUE;
    }
  if (part == WS_SHEET_SIDE && !self->shares_y)
    {
      found->chart = self->side;
      found->l = &found->layout.side;
      found->options = &options->side;
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_sheet_zoom:
 * @options: (inout): which part of each chart is shown
 * @x: a fixed point, in pixels
 * @y: likewise
 * @factor: above 1 zooms in
 *
 * As ws_chart_zoom(), of the chart at the place.
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_sheet_zoom (const WsSheet *self, WsSheetOptions *options, const WsArea *area, double x, double y,
               double factor)
{
  Found found;

  if (!find_chart (self, options, area, x, y, &found))
    return FALSE;
  ws_chart_zoom_in (found.chart, found.options, &found.l->x, &found.l->y, &(WsPoint){ x, y },
                    factor);
  return TRUE;
}

/**
 * ws_sheet_pan:
 * @options: (inout): which part of each chart is shown
 * @at: a place
 * @dx: shift of the contents to the right, in pixels
 * @dy: downwards
 *
 * As ws_chart_pan(), of the chart at the place.
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_sheet_pan (const WsSheet *self, WsSheetOptions *options, const WsArea *area, const WsPoint *at,
              double dx, double dy)
{
  Found found;

  if (!find_chart (self, options, area, at->x, at->y, &found))
    return FALSE;
  ws_chart_pan_in (found.chart, found.options, &found.l->x, &found.l->y, dx, dy);
  return TRUE;
}

/**
 * ws_sheet_zoom_to:
 * @options: (inout): which part of each chart is shown
 * @box: of the drawing: the area that will fill the plot of the chart at its corner
 *
 * Returns: %FALSE if no chart is there
 */
gboolean
ws_sheet_zoom_to (const WsSheet *self, WsSheetOptions *options, const WsArea *area,
                  const WsBox *box)
{
  Found found;

  if (!find_chart (self, options, area, box->x, box->y, &found))
    return FALSE;
  ws_chart_zoom_to_in (found.chart, found.options, &found.l->x, &found.l->y, box);
  return TRUE;
}
