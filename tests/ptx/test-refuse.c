/* Programs to refuse: each file of refuse/ says in "// expect-error: line:column: message" what
 * must be found, in order and no more.
 * "// expect-unsupported: ..." is for what only makes its function unusable. */
#include "paths.h"
#include "ptx/ptx.h"

#include <string.h>

static void
collect_expected (const char *text, GPtrArray *expected)
{
  static const char *const marks[] = { "// expect-error: ", "// expect-unsupported: " };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    for (guint m = 0; m < G_N_ELEMENTS (marks); m++)
      {
        const char *at = strstr (lines[i], marks[m]);

        if (at != NULL)
          g_ptr_array_add (expected, g_strdup_printf ("%s%s", m == 0 ? "" : "unsupported ",
                                                      at + strlen (marks[m])));
      }
}

/* The caret stands under the column: the rendered text's second line, up to the caret, is the
 * source line up to the column. */
static void
check_caret (const WsPtxDiagnostic *diagnostic, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) rendered = g_strsplit (diagnostic->rendered, "\n", -1);

  g_assert_cmpuint (g_strv_length (rendered), ==, 3);
  g_assert_cmpuint (diagnostic->line, <=, g_strv_length (lines));
  /* Long lines are cut, and what cannot be shown is not. */
  if (strlen (lines[diagnostic->line - 1]) > 80
      || !g_utf8_validate (lines[diagnostic->line - 1], -1, NULL)
      || strchr (lines[diagnostic->line - 1], '\001') != NULL)
    return;
  g_assert_cmpstr (rendered[1], ==, lines[diagnostic->line - 1]);
  g_assert_cmpuint (strlen (rendered[2]), ==, diagnostic->column);
  g_assert_true (g_str_has_suffix (rendered[2], "^"));
}

static void
test_refused (gconstpointer data)
{
  const char *path = data;
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (WsPtxModule) module = NULL;
  g_autoptr (WsPtxModule) again = NULL;
  gboolean ok = FALSE;
  gsize length;
  guint n_fatal = 0;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  collect_expected (text, expected);
  g_assert_cmpuint (expected->len, >, 0);
  module = ws_ptx_parse_collect (text, (gssize)length, base, &ok);
  for (guint i = 0; i < MAX (module->diagnostics->len, expected->len); i++)
    {
      const WsPtxDiagnostic *diagnostic =
          i < module->diagnostics->len ? g_ptr_array_index (module->diagnostics, i) : NULL;
      const char *wanted = i < expected->len ? g_ptr_array_index (expected, i) : NULL;
      g_autofree char *found = NULL;

      if (diagnostic != NULL)
        {
          found = g_strdup_printf ("%s%u:%u: %s", diagnostic->fatal ? "" : "unsupported ",
                                   diagnostic->line, diagnostic->column, diagnostic->message);
          n_fatal += diagnostic->fatal ? 1 : 0;
        }
      g_assert_cmpstr (found, ==, wanted);
      check_caret (diagnostic, text);
    }
  g_assert_cmpint (ok, ==, n_fatal == 0);

  again = ws_ptx_parse (text, (gssize)length, base, &error);
  if (n_fatal == 0)
    {
      g_assert_no_error (error);
      g_assert_nonnull (again);
    }
  else
    {
      g_autofree char *place = NULL;
      const WsPtxDiagnostic *first = NULL;

      for (guint i = 0; first == NULL; i++)
        if (((WsPtxDiagnostic *)g_ptr_array_index (module->diagnostics, i))->fatal)
          first = g_ptr_array_index (module->diagnostics, i);
      g_assert_error (error, WS_PTX_ERROR, WS_PTX_ERROR_SYNTAX);
      g_assert_null (again);
      place = g_strdup_printf ("%s:%u:%u: error: %s\n", base, first->line, first->column,
                               first->message);
      g_assert_true (g_str_has_prefix (error->message, place));
    }
}

int
main (int argc, char **argv)
{
  static const char folder[] = WS_TEST_DIR "/refuse";
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".ptx"))
      {
        g_autofree char *test = g_strdup_printf ("/ptx/refuse/%s", name);

        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
        g_test_add_data_func (test, g_ptr_array_index (paths, paths->len - 1), test_refused);
      }
  g_assert_cmpuint (paths->len, >, 0);
  return g_test_run ();
}
