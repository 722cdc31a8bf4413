/* Sources as people have them: how each is guessed to be meant is what plans/ says, and the kernels
 * that ptx/ has of them run so on the virtual GPU, without a fault. The first line of a PTX file
 * names its kernels, in the plan's order.
 *
 * WS_UPDATE_PLANS=1 in the environment writes plans/ anew. */
#include "reader/job.h"
#include "paths.h"
#include "specs.h"
#include "virtual/virtual.h"
#include "worker/execution.h"

#include <string.h>

static WsUserSource *
open_source (const char *name)
{
  g_autofree char *folder_path = g_build_filename (WS_TEST_DIR, "sources", NULL);
  g_autofree char *file = g_strconcat (name, ".cu", NULL);
  g_autofree char *path = g_build_filename (folder_path, file, NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (folder_path);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  WsUserSource *source;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  source = ws_user_source_new (file, text, &(WsInputScope){ folder, NULL }, &error);
  g_assert_no_error (error);
  return source;
}

static char *
get_path (const char *folder, const char *name, const char *ending)
{
  g_autofree char *file = g_strconcat (name, ending, NULL);

  return g_build_filename (WS_TEST_DIR, folder, file, NULL);
}

static void
test_plan (gconstpointer data)
{
  const char *name = data;
  g_autoptr (WsUserSource) source = open_source (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, &error);
  g_autofree char *path = get_path ("plans", name, ".txt");
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;

  g_assert_no_error (error);
  text = ws_user_plan_to_text (plan, NULL);
  if (g_getenv ("WS_UPDATE_PLANS") != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_file_get_contents (path, &expected, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_runs (gconstpointer data)
{
  const char *name = data;
  g_autoptr (WsUserSource) source = open_source (name);
  g_autoptr (WsCompileResult) compiled = ws_compile_result_new ("kept");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, &error);
  g_autofree char *path = get_path ("ptx", name, ".ptx");
  g_autofree char *first = NULL;
  g_auto (GStrv) names = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 2);
  g_autoptr (WsRun) run = NULL;

  g_assert_no_error (error);
  g_file_get_contents (path, &compiled->ptx, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (compiled->ptx, "// "));
  first = g_strndup (compiled->ptx + 3, strcspn (compiled->ptx + 3, "\n"));
  names = g_strsplit (first, " ", -1);
  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (compiled->names, g_strdup (names[i]));
  job = ws_user_make_job (source, plan, compiled, NULL, &error);
  g_assert_no_error (error);
  run = ws_execution_record (device, job, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (run->n_launches, ==, plan->launches->len);
  g_assert_cmpuint (run->findings->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_build_filename (WS_TEST_DIR, "sources", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;

  g_test_init (&argc, &argv, NULL);
  while ((file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, ".cu"))
      g_ptr_array_add (names, g_strndup (file, strlen (file) - 3));
  g_assert_cmpuint (names->len, >=, 30);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *plan = g_strconcat ("/own-sources/plan/", name, NULL);
      g_autofree char *runs = g_strconcat ("/own-sources/runs/", name, NULL);
      g_autofree char *ptx = get_path ("ptx", name, ".ptx");

      g_test_add_data_func (plan, name, test_plan);
      if (g_file_test (ptx, G_FILE_TEST_EXISTS))
        g_test_add_data_func (runs, name, test_runs);
    }
  return g_test_run ();
}
