/* data-csv.c: a table as CSV: RFC 4180, after a head of lines that begin with "#". */
#include "table/private.h"
#include "export/data.h"

#include <string.h>

/* Quoted if a reader would split it, or take it for the head. */
static void
append_text (GString *out, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL && *text != '#' && *text != ' ' && *text != '\0'
      && !g_str_has_suffix (text, " "))
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *p);
    }
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
      break;
    }
}

static void
append_head (GString *out, const WsDataHead *entry)
{
  g_autofree char *text = NULL;

  g_string_append_printf (out, "# %s: ", entry->key);
  if (entry->value.kind == WS_CELL_TEXT)
    {
      /* a line is a line */
      text = g_strdelimit (g_strdup (entry->value.text), "\r\n", ' ');
      g_string_append (out, text);
    }
  else
    append_cell (out, &entry->value);
  g_string_append (out, "\r\n");
}

/* Unknown cells are empty; empty texts are "".
 *
 * Returns: (transfer full): UTF-8, lines that end with CR LF */
char *
ws_data_to_csv (const WsData *self)
{
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_sized_new (4096 + (gsize)self->cells->len * 8);
  for (guint i = 0; i < self->head->len; i++)
    append_head (out, &g_array_index (self->head, WsDataHead, i));
  for (guint i = 0; i < self->columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_text (out, g_ptr_array_index (self->columns, i));
    }
  g_string_append (out, "\r\n");
  for (guint row = 0; row < self->n_rows; row++)
    {
      for (guint i = 0; i < self->columns->len; i++)
        {
          if (i > 0)
            g_string_append_c (out, ',');
          append_cell (out, ws_data_get_cell (self, row, i));
        }
      g_string_append (out, "\r\n");
    }
  return g_string_free (out, FALSE);
}
