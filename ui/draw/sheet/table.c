/* table.c: the table of a sheet: text left-aligned, numbers aligned at the decimal point. */
#include "sheet/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define ROW_SHARE 1.75 /* from row to row, of the text's size */
#define GAP_SHARE 1.6  /* between columns */
#define PAD_SHARE 0.5  /* at both ends of a row */

static guint
get_n_rows (const WsSheetTable *self)
{
  return self->n_columns > 0 ? self->cells->len / self->n_columns : 0;
}

static const char *
get_cell (const WsSheetTable *self, guint row, guint column)
{
  return g_ptr_array_index (self->cells, row * self->n_columns + column);
}

/* Whether to state the source of each column's figures: if they differ. */
static gboolean
has_sources (const WsSheetTable *self)
{
  for (guint i = 2; i < self->n_columns; i++)
    if (self->figures[i] != self->figures[1])
      return TRUE;
  return FALSE;
}

static const char *
get_source (const WsSheetTable *self, guint column)
{
  static const char *const words[] = { N_ ("measured"), N_ ("modelled"), N_ ("published") };

  return column > 0 ? _ (words[MIN ((guint)self->figures[column], 2)]) : "";
}

static WsFace
get_face (const WsSheetTable *self, guint row)
{
  return (int)row == self->chosen ? WS_FACE_BOLD : WS_FACE_SANS;
}

/* ---- decimal alignment ---- */

/* Up to the decimal point, or to what follows the digits. */
static const char *
find_point (const char *cell)
{
  const char *point = strchr (cell, '.');
  const char *end = cell;

  if (point != NULL && g_ascii_isdigit (point[1]))
    return point;
  for (const char *c = cell; *c != '\0'; c++)
    if (g_ascii_isdigit (*c))
      end = c + 1;
  return end;
}

/* What follows the number: its unit. */
static const char *
find_unit (const char *cell)
{
  const char *end = cell;

  for (const char *c = cell; *c != '\0'; c++)
    if (g_ascii_isdigit (*c))
      end = c + 1;
  return end;
}

/* If all units are equal, aligns decimal points; otherwise ends. */
static gboolean
is_aligned (const WsSheetTable *self, guint column)
{
  const char *unit = NULL;

  if (column == 0)
    return FALSE;
  for (guint row = 0; row < get_n_rows (self); row++)
    {
      const char *cell = get_cell (self, row, column);

      if (find_unit (cell) == cell)
        continue; /* no number */
      if (unit != NULL && !g_str_equal (unit, find_unit (cell)))
        return FALSE;
      unit = find_unit (cell);
    }
  return unit != NULL;
}

typedef struct {
  double width;
  double before; /* width left of the points; 0: ends are aligned */
  double behind;
} Column;

/* The parts of a cell before and after its point. */
static Column
measure_cell (const WsSheetTable *self, WsText *text, double px, guint row, guint column)
{
  const char *cell = get_cell (self, row, column);
  g_autofree char *whole = g_strndup (cell, (gsize)(find_point (cell) - cell));
  double width = ws_text_width (text, get_face (self, row), px, cell);
  double before = ws_text_width (text, get_face (self, row), px, whole);

  return (Column){ width, before, width - before };
}

static Column
measure_column (const WsSheetTable *self, WsText *text, double px, guint column)
{
  Column c = { 0 };
  gboolean aligned = is_aligned (self, column);

  for (guint row = 0; row < get_n_rows (self); row++)
    {
      const char *cell = get_cell (self, row, column);

      if (aligned && find_unit (cell) != cell)
        {
          Column one = measure_cell (self, text, px, row, column);

          c.before = MAX (c.before, one.before);
          c.behind = MAX (c.behind, one.behind);
        }
      else
        c.width = MAX (c.width, ws_text_width (text, get_face (self, row), px, cell));
    }
  c.width = MAX (c.width, c.before + c.behind);
  c.width = MAX (c.width, ws_text_width (text, WS_FACE_SANS, px, self->heads[column]));
  if (has_sources (self))
    c.width = MAX (c.width, ws_text_width (text, WS_FACE_SANS, px, get_source (self, column)));
  return c;
}

/**
 * ws_sheet_table_measure:
 * @px: size of its text
 * @width: (out): what it takes
 * @height: (out): what it takes
 *
 * Measures the table at a text size, in pixels.
 */
void
ws_sheet_table_measure (const WsSheetTable *self, WsText *text, double px, double *width,
                        double *height)
{
  *width = px * 2 * PAD_SHARE;
  for (guint i = 0; i < self->n_columns; i++)
    *width += measure_column (self, text, px, i).width + (i > 0 ? px * GAP_SHARE : 0);
  *height = px * ROW_SHARE * (get_n_rows (self) + (has_sources (self) ? 1.8 : 1));
}

static void
draw_rule (cairo_t *cr, const WsBox *box, double y, double line, WsColor color)
{
  y = ws_snap (cr, y - line / 2) + line / 2;
  cairo_move_to (cr, box->x, y);
  cairo_line_to (cr, box->x + box->w, y);
  cairo_set_line_width (cr, line);
  ws_paint_set (cr, color);
  cairo_stroke (cr);
}

static gboolean
is_kept_back (const WsSheetTable *self, const WsChartOptions *options, guint row, guint column)
{
  if (options == NULL || column == 0 || *get_cell (self, row, column) == '\0')
    return FALSE;
  return (options->n_shown >= 0 && (int)row >= options->n_shown)
         || (options->hide & WS_HIDE_TIMES) != 0
         || ((options->hide & WS_HIDE_PUBLISHED) != 0
             && self->figures[column] == WS_FIGURES_PUBLISHED);
}

/**
 * ws_sheet_table_draw:
 * @options: (nullable): what of it is kept back
 * @text: shows it
 * @theme: colours
 * @layout: its position: the box is at least as large as measured
 */
void
ws_sheet_table_draw (const WsSheetTable *self, const WsChartOptions *options, cairo_t *cr,
                     WsText *text, const WsTheme *theme, const WsSheetLayout *layout)
{
  double px = layout->table_px;
  double line = ws_snap_line (cr, layout->main.line * 0.8);
  const WsBox *box = &layout->table_box;
  g_autofree Column *columns = g_new (Column, MAX (self->n_columns, 1));
  gboolean sources = has_sources (self);
  double head_h = px * ROW_SHARE * (sources ? 1.8 : 1);
  double used;
  double height;
  double spare;
  double x = box->x + px * PAD_SHARE;

  ws_sheet_table_measure (self, text, px, &used, &height);
  /* distributes extra space between columns, but not so much that rows fall apart */
  spare = self->n_columns > 1 ? MIN ((box->w - used) / (self->n_columns - 1), px * 3.5) : 0;
  spare = MAX (spare, 0);
  for (guint i = 0; i < self->n_columns; i++)
    columns[i] = measure_column (self, text, px, i);
  {
    WsBox rule = { box->x, box->y, used + spare * (self->n_columns - 1), 0 };

    draw_rule (cr, &rule, box->y + head_h, line, theme->muted);
    for (guint row = 0; row < get_n_rows (self); row++)
      {
        WsBox band = { rule.x, box->y + head_h + row * px * ROW_SHARE, rule.w, px * ROW_SHARE };

        if ((int)row == self->chosen)
          {
            ws_box_path (cr, &band);
            ws_paint_set (cr, theme->band);
            cairo_fill (cr);
          }
        draw_rule (cr, &rule, band.y + band.h, line, theme->faint);
      }
  }
  for (guint i = 0; i < self->n_columns; i++)
    {
      const Column *c = &columns[i];
      double end = x + c->width;
      double align = i == 0 ? 0 : 1;
      double at = i == 0 ? x : end;

      ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, px, theme->muted },
                    &(WsTextPlace){ at, box->y + px * ROW_SHARE * 0.5, align }, self->heads[i]);
      if (sources && i > 0)
        ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, px, theme->muted },
                      &(WsTextPlace){ at, box->y + px * ROW_SHARE * 1.25, align },
                      get_source (self, i));
      for (guint row = 0; row < get_n_rows (self); row++)
        {
          const char *cell = get_cell (self, row, i);
          double y = box->y + head_h + (row + 0.5) * px * ROW_SHARE;
          WsFace face = get_face (self, row);

          if (is_kept_back (self, options, row, i))
            ws_text_show (text, &(WsTextStyle){ WS_FACE_BOLD, px, ws_veil_get_ink (theme) },
                          &(WsTextPlace){ end, y, 1 }, WS_VEIL_SIGN);
          else if (c->before > 0 && find_unit (cell) != cell)
            ws_text_show (
                text, &(WsTextStyle){ face, px, theme->ink },
                &(WsTextPlace){ end - c->behind - measure_cell (self, text, px, row, i).before, y,
                                0 },
                cell);
          else
            ws_text_show (text, &(WsTextStyle){ face, px, theme->ink },
                          &(WsTextPlace){ at, y, align }, cell);
        }
      x = end + px * GAP_SHARE + spare;
    }
}
