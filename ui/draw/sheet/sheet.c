/* sheet.c: the contents of a sheet, and drawing it. */
#include "sheet/private.h"
#include "words/words.h"

G_DEFINE_BOXED_TYPE (WsSheet, ws_sheet, ws_sheet_ref, ws_sheet_unref)

G_DEFINE_ENUM_TYPE (WsSheetPart, ws_sheet_part, G_DEFINE_ENUM_VALUE (WS_SHEET_NOWHERE, "nowhere"),
                    G_DEFINE_ENUM_VALUE (WS_SHEET_MAIN, "main"),
                    G_DEFINE_ENUM_VALUE (WS_SHEET_SIDE, "side"))

static void
table_free (WsSheetTable *self)
{
  g_strfreev (self->heads);
  g_ptr_array_unref (self->cells);
  g_free (self->figures);
  g_free (self);
}

/**
 * ws_sheet_new:
 * @name: of files, as in "ladder"
 *
 * Returns: (transfer full): a sheet with an empty main chart
 */
WsSheet *
ws_sheet_new (const char *name)
{
  WsSheet *self = g_new0 (WsSheet, 1);

  self->name = g_strdup (name);
  self->main = ws_chart_new ();
  self->refs = 1;
  return self;
}

/* For one thread at a time. */
WsSheet *
ws_sheet_ref (WsSheet *self)
{
  self->refs++;
  return self;
}

void
ws_sheet_unref (WsSheet *self)
{
  if (--self->refs > 0)
    return;
  g_free (self->name);
  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->caption);
  g_free (self->source);
  g_clear_pointer (&self->main, ws_chart_free);
  g_clear_pointer (&self->side, ws_chart_free);
  g_clear_pointer (&self->table, table_free);
  g_strfreev (self->kernels);
  g_free (self);
}

/**
 * ws_sheet_set_table:
 * @heads: (array zero-terminated=1): above the columns
 *
 * Gives it a table without rows, all of it measured.
 */
void
ws_sheet_set_table (WsSheet *self, const char *const *heads)
{
  WsSheetTable *table = g_new0 (WsSheetTable, 1);

  g_clear_pointer (&self->table, table_free);
  table->heads = g_strdupv ((char **)heads);
  table->n_columns = g_strv_length (table->heads);
  table->cells = g_ptr_array_new_with_free_func (g_free);
  table->figures = g_new0 (WsFigures, table->n_columns);
  table->chosen = -1;
  self->table = table;
}

/**
 * ws_sheet_add_row:
 * @self: a sheet with a table
 * @cells: (array): one per heading; %NULL is an empty one
 */
void
ws_sheet_add_row (WsSheet *self, const char *const *cells)
{
  g_return_if_fail (self->table != NULL);

  for (guint i = 0; i < self->table->n_columns; i++)
    g_ptr_array_add (self->table->cells, g_strdup (cells[i] != NULL ? cells[i] : ""));
}

/**
 * ws_sheet_options_keep_back:
 * @hide: of #WsHide
 * @n_shown: number of visible categories of bars; -1: all
 *
 * Hides something in both charts, the table and the text, until it is revealed.
 */
void
ws_sheet_options_keep_back (WsSheetOptions *self, guint hide, int n_shown)
{
  self->main.hide = self->side.hide = hide;
  self->main.n_shown = self->side.n_shown = n_shown;
}

/**
 * ws_sheet_keeps_back:
 * @options: (nullable): which part of it is shown
 *
 * Returns: whether any part is hidden; then there is no caption, as it would reveal it
 */
gboolean
ws_sheet_keeps_back (const WsSheet *self, const WsSheetOptions *options)
{
  const WsChartAxis *names;

  if (options == NULL)
    return FALSE;
  names = self->main->horizontal ? &self->main->y : &self->main->x;
  return (options->main.hide & (WS_HIDE_TIMES | WS_HIDE_PUBLISHED)) != 0
         || (options->main.n_shown >= 0
             && (names->categories == NULL
                 || (guint)options->main.n_shown < g_strv_length (names->categories)));
}

/**
 * ws_draw_sheet:
 * @options: (nullable): which part of it is shown, and pointed at
 *
 * Draws charts and table; the caller draws background, title and caption.
 */
void
ws_draw_sheet (cairo_t *cr, const WsSheet *self, const WsSheetOptions *options, const WsArea *area)
{
  g_autoptr (WsText) text = ws_text_new (cr, area->theme);
  WsSheetLayout layout;

  ws_sheet_layout_init (&layout, self, options, area, text);
  ws_chart_draw_in (cr, text, self->main, options != NULL ? &options->main : NULL, area->theme,
                    &layout.main);
  if (layout.side_box.w > 0)
    ws_chart_draw_in (cr, text, self->side, &layout.side_options, area->theme, &layout.side);
  if (layout.table_box.w > 0)
    ws_sheet_table_draw (self->table, options != NULL ? &options->main : NULL, cr, text,
                         area->theme, &layout);
}

/* Returns: (transfer full): a description for screen readers: the caption, or the ranges of its
 * charts */
char *
ws_sheet_describe (const WsSheet *self)
{
  GString *text = g_string_new (self->title);

  if (self->subtitle != NULL && *self->subtitle != '\0')
    ws_words_add_item (text, self->subtitle);
  if (text->len > 0)
    g_string_append (text, ". ");
  if (self->caption != NULL && *self->caption != '\0')
    g_string_append (text, self->caption);
  else
    {
      g_autofree char *chart = ws_chart_describe (self->main);

      g_string_append (text, chart);
    }
  return g_string_free (text, FALSE);
}
