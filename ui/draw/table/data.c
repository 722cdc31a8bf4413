#include "table/private.h"

#include <math.h>

/**
 * ws_data_new:
 * @name: what it is, as in "ladder"
 *
 * Returns: (transfer full): a table without columns, whose head says the program's version and
 * today's date
 */
WsData *
ws_data_new (const char *name)
{
  WsData *self = g_atomic_rc_box_new0 (WsData);

  g_return_val_if_fail (name != NULL, NULL);

  self->head = g_array_new (FALSE, FALSE, sizeof (WsDataHead));
  self->columns = g_ptr_array_new ();
  self->cells = g_array_new (FALSE, FALSE, sizeof (WsCell));
  self->strings = g_string_chunk_new (4096);
  ws_data_set_text (self, "name", name);
  ws_data_set_text (self, "program", "Warpstage " WS_VERSION);
  ws_data_set_date (self, "exported", g_get_real_time () / G_USEC_PER_SEC);
  return self;
}

static void
clear (gpointer data)
{
  WsData *self = data;

  g_array_unref (self->head);
  g_ptr_array_unref (self->columns);
  g_array_unref (self->cells);
  g_string_chunk_free (self->strings);
}

WsData *
ws_data_ref (WsData *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_rc_box_acquire (self);
}

void
ws_data_unref (WsData *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/* ---- the head ---- */

/* A key that is there already gets another value, in its old place. */
static void
set_head (WsData *self, const char *key, const WsCell *value)
{
  WsDataHead entry = { .value = *value };

  for (guint i = 0; i < self->head->len; i++)
    {
      WsDataHead *old = &g_array_index (self->head, WsDataHead, i);

      if (g_str_equal (old->key, key))
        {
          old->value = *value;
          return;
        }
    }
  entry.key = g_string_chunk_insert_const (self->strings, key);
  g_array_append_val (self->head, entry);
}

/* What is not UTF-8 has no place in either format. */
static WsCell
make_text (WsData *self, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return (WsCell){ WS_CELL_TEXT, g_string_chunk_insert_const (self->strings, valid), 0 };
}

/**
 * ws_data_set_text:
 * @key: what it says, as in "device"
 * @value: (nullable): that; %NULL is not known, and left out
 */
void
ws_data_set_text (WsData *self, const char *key, const char *value)
{
  WsCell cell;

  g_return_if_fail (self != NULL && key != NULL);

  if (value == NULL)
    return;
  cell = make_text (self, value);
  set_head (self, key, &cell);
}

/**
 * ws_data_set_number:
 * @key: what it says, as in "n"
 * @value: that; what is not finite is not known, and left out
 */
void
ws_data_set_number (WsData *self, const char *key, double value)
{
  WsCell cell = { WS_CELL_NUMBER, NULL, value };

  g_return_if_fail (self != NULL && key != NULL);

  if (isfinite (value))
    set_head (self, key, &cell);
}

/* ---- columns and rows ---- */

/**
 * ws_data_add_column:
 * @self: a table without rows
 * @name: with its unit, as in "median_ns"
 */
void
ws_data_add_column (WsData *self, const char *name)
{
  g_return_if_fail (self != NULL && name != NULL && self->n_rows == 0);

  g_ptr_array_add (self->columns, (gpointer)make_text (self, name).text);
}

static void
fill_row (WsData *self)
{
  const WsCell unknown = { WS_CELL_UNKNOWN };

  for (; self->n_rows > 0 && self->n_put < self->columns->len; self->n_put++)
    g_array_append_val (self->cells, unknown);
}

/* Begins a row. Cells of the one before that were not put are not known. */
void
ws_data_add_row (WsData *self)
{
  g_return_if_fail (self != NULL);

  fill_row (self);
  self->n_rows++;
  self->n_put = 0;
}

static void
put (WsData *self, const WsCell *cell)
{
  g_return_if_fail (self->n_rows > 0 && self->n_put < self->columns->len);

  g_array_append_val (self->cells, *cell);
  self->n_put++;
}

/**
 * ws_data_put_text:
 * @self: a table with a row
 * @value: words; copied
 *
 * Puts the next cell of the last row.
 */
void
ws_data_put_text (WsData *self, const char *value)
{
  WsCell cell;

  g_return_if_fail (self != NULL && value != NULL);

  cell = make_text (self, value);
  put (self, &cell);
}

/**
 * ws_data_put_number:
 * @self: a table with a row
 * @value: a number; what is not finite is not known
 *
 * Puts the next cell of the last row.
 */
void
ws_data_put_number (WsData *self, double value)
{
  WsCell cell = { isfinite (value) ? WS_CELL_NUMBER : WS_CELL_UNKNOWN, NULL, value };

  g_return_if_fail (self != NULL);

  put (self, &cell);
}

/**
 * ws_data_put_nothing:
 * @self: a table with a row
 *
 * Leaves the next cell of the last row unknown.
 */
void
ws_data_put_nothing (WsData *self)
{
  ws_data_put_number (self, NAN);
}

/**
 * ws_data_put_text_or_nothing:
 * @self: a table with a row
 * @value: (nullable): words; %NULL is not known
 *
 * Puts the next cell of the last row.
 */
void
ws_data_put_text_or_nothing (WsData *self, const char *value)
{
  if (value != NULL)
    ws_data_put_text (self, value);
  else
    ws_data_put_nothing (self);
}

/**
 * ws_data_get_cell:
 * @row: index
 * @column: index
 *
 * Returns: (transfer none): the cell; what was left out is %WS_CELL_UNKNOWN
 */
const WsCell *
ws_data_get_cell (const WsData *self, guint row, guint column)
{
  static const WsCell unknown = { WS_CELL_UNKNOWN };
  gsize index = (gsize)row * self->columns->len + column;

  /* the last row may be short */
  return index < self->cells->len ? &g_array_index (self->cells, WsCell, index) : &unknown;
}

/* Returns: rows that were added */
guint
ws_data_get_n_rows (const WsData *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_rows;
}

/**
 * ws_data_format_number:
 * @value: a finite number
 * @text: (out caller-allocates): the shortest text of up to 17 digits that reads back as @value; in
 * every locale with a point
 */
void
ws_data_format_number (double value, char text[G_ASCII_DTOSTR_BUF_SIZE])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        return;
    }
}

/**
 * ws_data_format_date:
 * @unix_seconds: seconds since 1970; 0 is not known
 *
 * Returns: (transfer full) (nullable): ISO 8601, UTC, as in "2026-11-21T13:40:05Z"; %NULL if
 * unknown
 */
char *
ws_data_format_date (gint64 unix_seconds)
{
  g_autoptr (GDateTime) date =
      unix_seconds > 0 ? g_date_time_new_from_unix_utc (unix_seconds) : NULL;

  return date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;
}

/**
 * ws_data_set_date:
 * @unix_seconds: since 1970; 0 if unknown
 *
 * Says a date in the head, as ws_data_format_date() does.
 */
void
ws_data_set_date (WsData *self, const char *key, gint64 unix_seconds)
{
  g_autofree char *text = ws_data_format_date (unix_seconds);

  ws_data_set_text (self, key, text);
}
