#include "paths.h"
#include "table-reader.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define PYTHON "/usr/bin/python3"

gboolean
table_can_read (void)
{
  if (g_file_test (PYTHON, G_FILE_TEST_IS_EXECUTABLE))
    return TRUE;
  g_test_skip (PYTHON " is not installed");
  return FALSE;
}

static char *
unhex (const char *hex)
{
  gsize n = strlen (hex) / 2;
  char *text = g_malloc (n + 1);

  for (gsize i = 0; i < n; i++)
    text[i] =
        (char)(g_ascii_xdigit_value (hex[2 * i]) << 4 | g_ascii_xdigit_value (hex[2 * i + 1]));
  text[n] = '\0';
  return text;
}

/* (nullable): "t HEX", "c HEX", "n BITS", "-" */
static char *
read_cell (const char *line)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  guint64 bits;
  double value;

  if (*line == 't' || *line == 'c')
    return unhex (line + 2);
  if (*line == '-')
    return NULL;
  g_assert_cmpint (*line, ==, 'n');
  bits = g_ascii_strtoull (line + 2, NULL, 16);
  memcpy (&value, &bits, sizeof value);
  return g_strdup (g_ascii_dtostr (number, sizeof number, value));
}

Table *
table_read (const char *path)
{
  g_autofree char *script = g_build_filename (WS_TEST_DIR, "read-table.py", NULL);
  const char *argv[] = { PYTHON, script, path, NULL };
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  Table *self = g_new0 (Table, 1);
  int status;

  g_assert_true (
      g_spawn_sync (NULL, (char **)argv, NULL, 0, NULL, NULL, &out, &err, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpint (status, ==, 0);
  self->head = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    if (*lines[i] == '#')
      {
        g_auto (GStrv) words = g_strsplit (lines[i], " ", 3);

        g_hash_table_insert (self->head, g_strdup (words[1]), read_cell (words[2]));
      }
    else if (*lines[i] == '|')
      g_ptr_array_add (self->columns, unhex (lines[i] + 2));
    else if (g_str_equal (lines[i], "row"))
      self->n_rows++;
    else
      g_ptr_array_add (self->cells, read_cell (lines[i]));
  g_assert_cmpuint (self->cells->len, ==, self->n_rows * self->columns->len);
  return self;
}

Table *
table_read_data (const WsData *data, const char *suffix)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("warpstage-table-XXXXXX", &error);
  g_autofree char *name = g_strconcat ("table.", suffix, NULL);
  g_autofree char *path = NULL;
  Table *self;

  g_assert_no_error (error);
  path = g_build_filename (folder, name, NULL);
  g_assert_true (ws_data_write (data, path, NULL, &error));
  g_assert_no_error (error);
  self = table_read (path);
  g_remove (path);
  g_rmdir (folder);
  return self;
}

void
table_free (Table *self)
{
  g_hash_table_unref (self->head);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

const char *
table_get (const Table *self, guint row, const char *column)
{
  g_assert_cmpuint (row, <, self->n_rows);
  for (guint i = 0; i < self->columns->len; i++)
    if (g_str_equal (g_ptr_array_index (self->columns, i), column))
      return g_ptr_array_index (self->cells, row * self->columns->len + i);
  g_error ("There is no column %s.", column);
}

double
table_get_number (const Table *self, guint row, const char *column)
{
  const char *text = table_get (self, row, column);
  char *end;
  double value;

  if (text == NULL || *text == '\0')
    return NAN;
  value = g_ascii_strtod (text, &end);
  g_assert_cmpstr (end, ==, "");
  return value;
}

const char *
table_get_head (const Table *self, const char *key)
{
  return g_hash_table_lookup (self->head, key);
}

void
table_add_tests (const char *path, const TableTest *tests, guint n)
{
  static const char *const suffixes[] = { "csv", "json" };

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (suffixes); k++)
      {
        g_autofree char *name = g_strdup_printf ("%s/%s/%s", path, tests[i].name, suffixes[k]);

        g_test_add_data_func (name, suffixes[k], tests[i].function);
      }
}
