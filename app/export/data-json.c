/* data-json.c: a table as JSON (RFC 8259): its head as members, then "columns" and "rows".
 *
 * Written here and not by json-glib, which writes 1e22 as "1e+22.0", and 0.1 with seventeen digits.
 */
#include "table/private.h"
#include "export/data.h"

static void
append_text (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (out, "\\%c", *p);
    else if ((guchar)*p < 0x20)
      g_string_append_printf (out, "\\u%04x", (guint)(guchar)*p);
    else
      g_string_append_c (out, *p);
  g_string_append_c (out, '"');
}

static void
append_cell (GString *out, const WsCell *cell)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (cell->kind)
    {
    case WS_CELL_TEXT:
      append_text (out, cell->text);
      break;
    case WS_CELL_NUMBER:
      ws_data_format_number (cell->number, number);
      g_string_append (out, number);
      break;
    case WS_CELL_UNKNOWN:
    default:
      g_string_append (out, "null");
      break;
    }
}

static void
append_row (GString *out, const WsData *self, guint row)
{
  g_string_append (out, row > 0 ? ",\n    {" : "\n    {");
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append_text (out, g_ptr_array_index (self->columns, i));
      g_string_append (out, ": ");
      append_cell (out, ws_data_get_cell (self, row, i));
    }
  g_string_append_c (out, '}');
}

/* An object: the head's members, "columns", an array of names, and "rows", an array of objects with
 * these names, one per line; unknown values are null.
 *
 * Returns: (transfer full): UTF-8 */
char *
ws_data_to_json (const WsData *self)
{
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_sized_new (4096 + (gsize)self->cells->len * 24);
  g_string_append_c (out, '{');
  for (guint i = 0; i < self->head->len; i++)
    {
      const WsDataHead *entry = &g_array_index (self->head, WsDataHead, i);

      g_string_append (out, "\n  ");
      append_text (out, entry->key);
      g_string_append (out, ": ");
      append_cell (out, &entry->value);
      g_string_append_c (out, ',');
    }
  g_string_append (out, "\n  \"columns\": [");
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append_text (out, g_ptr_array_index (self->columns, i));
    }
  g_string_append (out, "],\n  \"rows\": [");
  for (guint row = 0; row < self->n_rows; row++)
    append_row (out, self, row);
  g_string_append (out, self->n_rows > 0 ? "\n  ]\n}\n" : "]\n}\n");
  return g_string_free (out, FALSE);
}
