/* Spec files of the user's are models like those that are bundled; what is none says why, with file
 * and key. */
#include "catalog/catalog.h"
#include "paths.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
read_bundled (const char *id)
{
  g_autofree char *path = g_strdup_printf ("%s/resources/specs/%s.ini", WS_SOURCE_DIR, id);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* (transfer full): the bundled one, with @what in place of @old */
static char *
change (const char *old, const char *what)
{
  g_autofree char *text = read_bundled ("h200");
  g_auto (GStrv) parts = g_strsplit (text, old, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (what, parts);
}

static void
test_refused (void)
{
  static const struct {
    const char *old;
    const char *what;
    const char *key;
  } wrong[] = {
    { "\nsms=132", "\nsms=0", "[device] sms" },
    { "\nsms=132", "\nsms=99999999999999999999", "[device] sms" },
    { "\nsms=132", "\n", "[device] sms" },
    { "\nclock_khz=1980000", "\nclock_khz=1", "[sm] clock_khz" },
    { "\nmax_threads=2048", "\nmax_threads=4096", "[sm] max_threads" },
    { "\narithmetic=4", "\narithmetic=0", "[timing] arithmetic" },
    { "\narithmetic=4", "\narithmetic=-4", "[timing] arithmetic" },
    { "\nshared=29", "\nshared=4.5", "[timing] shared" },
    { "\nmemory=682", "\nmemory=4000000000", "[timing] memory" },
    { "\nbandwidth_percent=81", "\nbandwidth_percent=101", "[timing] bandwidth_percent" },
    { "\ncompute_capability=9.0", "\ncompute_capability=nine", "[device] compute_capability" },
    { "\nname=NVIDIA H200", "\nname=a\\nb", "[device] name" },
    { "\nname=NVIDIA H200", "\nname=", "[device] name" },
    { "[device]", "device", "mine" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text = change (wrong[i].old, wrong[i].what);
      g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
      g_autoptr (GError) error = NULL;

      g_assert_null (ws_spec_file_parse (bytes, "mine", &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "Spec “mine”: "));
      g_assert_nonnull (strstr (error->message, wrong[i].key));
    }
}

static void
test_size (void)
{
  g_autofree char *text = read_bundled ("h200");
  g_autofree char *tail = g_strnfill (100000, '#');
  g_autofree char *name = g_strnfill (101, 'x');
  g_autofree char *named = g_strconcat ("\nname=", name, NULL);
  g_autofree char *large = g_strconcat (text, "\n", tail, NULL);
  g_autofree char *long_name = change ("\nname=NVIDIA H200", named);
  g_autoptr (GBytes) bytes = g_bytes_new (large, strlen (large));
  g_autoptr (GBytes) name_bytes = g_bytes_new (long_name, strlen (long_name));
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_spec_file_parse (bytes, "mine", &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED);
  g_clear_error (&error);
  g_assert_null (ws_spec_file_parse (name_bytes, "mine", &error));
  g_assert_nonnull (strstr (error->message, "[device] name: it has more than 100 characters"));
}

static void
test_device (void)
{
  g_assert_cmpstr (ws_spec_file_find ("vm:mine.ini"), ==, "mine.ini");
  g_assert_cmpstr (ws_spec_file_find ("vm:/a b/mine.ini"), ==, "/a b/mine.ini");
  g_assert_null (ws_spec_file_find ("vm:h200"));
  g_assert_null (ws_spec_file_find ("vm:.ini"));
  g_assert_null (ws_spec_file_find ("cuda:0"));
  g_assert_null (ws_spec_file_find (NULL));
}

static void
write_spec (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* What is in the user's folder; a bundled model keeps its name. */
static void
test_folder (void)
{
  g_autofree char *folder = ws_spec_file_dup_folder ();
  g_autofree char *good = change ("\nname=NVIDIA H200", "\nname=My Card");
  g_autofree char *bad = change ("\nsms=132", "\nsms=0");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (GPtrArray) failures = ws_spec_failures_new ();
  guint n = ws_catalog_get_specs (catalog)->len;
  const WsSpecFailure *failure;

  g_assert_no_error (error);
  ws_catalog_add_user_specs (catalog, failures);
  g_assert_cmpuint (ws_catalog_get_specs (catalog)->len, ==, n);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  write_spec (folder, "mine.ini", good);
  write_spec (folder, "wrong.ini", bad);
  write_spec (folder, "h200.ini", good);
  write_spec (folder, "notes.txt", good);
  ws_catalog_add_user_specs (catalog, failures);
  g_assert_cmpuint (ws_catalog_get_specs (catalog)->len, ==, n + 1);
  g_assert_cmpstr (ws_catalog_find_spec (catalog, "mine", &error)->name, ==, "My Card");
  g_assert_no_error (error);
  g_assert_cmpstr (ws_catalog_find_spec (catalog, "h200", &error)->name, ==, "NVIDIA H200");
  g_assert_cmpuint (failures->len, ==, 1);
  failure = g_ptr_array_index (failures, 0);
  g_assert_cmpstr (failure->id, ==, "wrong");
  g_assert_nonnull (strstr (failure->message, "[device] sms"));
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("warpstage-specs-XXXXXX", NULL);

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spec-file/refused", test_refused);
  g_test_add_func ("/spec-file/size", test_size);
  g_test_add_func ("/spec-file/device", test_device);
  g_test_add_func ("/spec-file/folder", test_folder);
  return g_test_run ();
}
