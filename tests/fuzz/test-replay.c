/* Every input that the fuzzers keep, with any compiler: what reaches all that is reached, and what
 * once went wrong. And one that is a little different for each, made as the fuzzers make theirs. */
#include "fuzz.h"

#include <string.h>

#define MAX_SIZE (1 << 20)

static const WsFuzz targets[] = {
#define WS_FUZZ(name) { #name, ws_fuzz_##name, ws_fuzz_##name##_mutate },
#include "paths.h"
#include "targets.def"
#undef WS_FUZZ
};

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* (element-type filename): the files of a folder, in their order; none where it is not there */
static GPtrArray *
list_inputs (const char *kind, const char *target)
{
  g_autofree char *folder = g_build_filename (WS_TEST_DIR, kind, target, NULL);
  g_autoptr (GDir) handle = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (handle != NULL && (name = g_dir_read_name (handle)) != NULL)
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  return paths;
}

static void
replay (const WsFuzz *target, const char *kind)
{
  g_autoptr (GPtrArray) paths = list_inputs (kind, target->name);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *data = NULL;
      gint64 begin_us = g_get_monotonic_time ();
      gsize size;

      g_test_message ("%s", (const char *)paths->pdata[i]);
      g_file_get_contents (paths->pdata[i], &data, &size, &error);
      g_assert_no_error (error);
      target->run ((const guint8 *)data, size);
      g_test_message ("%.3f s", (double)(g_get_monotonic_time () - begin_us) / 1e6);
    }
}

static void
test_corpus (gconstpointer data)
{
  const WsFuzz *target = data;
  g_autoptr (GPtrArray) paths = list_inputs ("corpus", target->name);

  g_assert_cmpuint (paths->len, >, 0);
  replay (target, "corpus");
}

static void
test_found (gconstpointer data)
{
  replay (data, "found");
}

/* The mutators change what they are given, into something that fits, and always the same for the
 * same seed. */
static void
test_mutate (gconstpointer data)
{
  const WsFuzz *target = data;
  g_autoptr (GPtrArray) paths = list_inputs ("corpus", target->name);
  g_autofree guint8 *first = g_malloc (MAX_SIZE);
  g_autofree guint8 *second = g_malloc (MAX_SIZE);
  guint n_changed = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *contents = NULL;
      gsize size;
      gsize changed;

      g_file_get_contents (paths->pdata[i], &contents, &size, NULL);
      g_assert_cmpuint (size, <=, MAX_SIZE);
      memcpy (first, contents, size);
      memcpy (second, contents, size);
      changed = target->mutate (first, size, MAX_SIZE, i);
      g_assert_cmpuint (changed, <=, MAX_SIZE);
      g_assert_cmpuint (target->mutate (second, size, MAX_SIZE, i), ==, changed);
      g_assert_cmpmem (first, changed, second, changed);
      n_changed += changed > 0 && (changed != size || memcmp (first, contents, size) != 0);
      if (i % 8 == 0 && changed > 0)
        target->run (first, changed);
    }
  g_assert_cmpuint (n_changed, >, paths->len / 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autofree char *corpus = g_strdup_printf ("/fuzz/%s/corpus", targets[i].name);
      g_autofree char *found = g_strdup_printf ("/fuzz/%s/found", targets[i].name);
      g_autofree char *mutate = g_strdup_printf ("/fuzz/%s/mutate", targets[i].name);

      g_test_add_data_func (corpus, &targets[i], test_corpus);
      g_test_add_data_func (found, &targets[i], test_found);
      g_test_add_data_func (mutate, &targets[i], test_mutate);
    }
  return g_test_run ();
}
