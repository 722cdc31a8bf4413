/* Calls that are handed on: each reaches the libcudart behind with what it was called with, and
 * what that says comes back. What the history has of them is what that of the virtual GPU has,
 * which serves them here in the place of CUDA's. */
#include "histories.h"
#include "paths.h"
#include "runtime/types.h"
#include "specs.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#define HISTORY 3
#define N_WORDS 8

/* ---- each call ---- */

static const char *const names[] = {
#define WS_CALL(number, call) #call,
#include "calls.def"
#undef WS_CALL
};

typedef int (*Call) (long a, long b, long c, long d, long e, long f, long g, long h);

static gboolean
is_watched (const void *call)
{
  const ElfW (Sym) *symbol = NULL;
  Dl_info info;

  g_assert_cmpint (dladdr1 (call, &info, (void **)&symbol, RTLD_DL_SYMENT), !=, 0);
  return ELF64_ST_BIND (symbol->st_info) != STB_WEAK;
}

/* What is handed on by a jump is there to the last bit, on the stack, too. A watched call has as
 * many arguments as it has: the first one is looked at here, where there is one. */
static void
test_each (void)
{
  static guint8 room[N_WORDS][4096];
  long (*last) (long words[N_WORDS]);
  void *fake;
  void *passing;
  guint n_watched = 0;

  g_setenv ("WARPSTAGE_PASSED_TO", PASSING_FAKE, TRUE);
  fake = dlopen (PASSING_FAKE, RTLD_NOW | RTLD_LOCAL);
  passing = dlopen (PASSING_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (fake);
  g_assert_nonnull (passing);
  *(void **)&last = dlsym (fake, "fake_last");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *name = names[i];
      long given[N_WORDS];
      long came[N_WORDS];
      gboolean watched;
      Call call;
      int error;

      for (guint k = 0; k < N_WORDS; k++)
        given[k] = (long)room[k];
      *(void **)&call = dlsym (passing, name);
      g_assert_nonnull (call);
      watched = is_watched (*(void **)&call);
      n_watched += watched;
      error = call (given[0], given[1], given[2], given[3], given[4], given[5], given[6], given[7]);
      if (last (came) != (long)i)
        g_error ("%s did not reach the other library", name);
      if (!watched)
        g_assert_cmpmem (came, sizeof came, given, sizeof given);
      else if (!g_str_equal (name, "cudaDeviceSynchronize")
               && !g_str_equal (name, "cudaDeviceReset"))
        g_assert_cmpuint ((guint32)came[0], ==, (guint32)given[0]);
      if (strstr (name, "Register") == NULL)
        g_assert_cmpint (error, ==, (int)i + 1000);
    }
  g_test_message ("%u of %u calls are watched", n_watched, (guint)G_N_ELEMENTS (names));
  g_assert_cmpuint (n_watched, >, 80);
  g_assert_cmpuint (n_watched, <, G_N_ELEMENTS (names) / 2);
}

/* ---- programs ---- */

/* What came of one. */
typedef struct {
  WsHistory *history;
  char *output;
  int status;
} Came;

static void
came_clear (Came *self)
{
  ws_history_free (self->history);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Came, came_clear)

static char *
write_spec (const char *folder)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_spec_to_variant (spec));
  char *path = g_build_filename (folder, "spec", NULL);

  g_assert_true (g_file_set_contents (path, g_variant_get_data (variant),
                                      (gssize)g_variant_get_size (variant), NULL));
  return path;
}

/* By the virtual GPU's libcudart, or by the one that hands on to it. */
static Came
run (const char *program, gboolean passes, guint capture)
{
  g_autofree char *folder = g_dir_make_tmp ("passing-XXXXXX", NULL);
  g_autofree char *spec = write_spec (folder);
  g_autofree char *path = g_build_filename (folder, "history", NULL);
  g_autofree char *number = g_strdup_printf ("%u", capture);
  g_autofree char *library = g_path_get_dirname (passes ? PASSING_LIBRARY : RUNTIME_LIBRARY);
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  Came came = { 0 };

  g_subprocess_launcher_take_fd (launcher, g_open (path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600),
                                 HISTORY);
  g_subprocess_launcher_setenv (launcher, "LD_LIBRARY_PATH", library, TRUE);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_SPEC", spec, TRUE);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_PASSED_TO", RUNTIME_LIBRARY, TRUE);
  g_subprocess_launcher_setenv (launcher, passes ? "WARPSTAGE_PASSED_HISTORY" : "WARPSTAGE_HISTORY",
                                "3", TRUE);
  g_subprocess_launcher_setenv (launcher, passes ? "WARPSTAGE_PASSED_CAPTURE" : "WARPSTAGE_CAPTURE",
                                number, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, program, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &came.output, NULL, &error);
  g_assert_no_error (error);
  came.status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  came.history = histories_read (path, &error);
  g_assert_no_error (error);
  g_remove (spec);
  g_remove (path);
  g_rmdir (folder);
  return came;
}

static void
compare_steps (const WsHistory *a, const WsHistory *b)
{
  g_autofree char *difference = histories_compare (a, b);

  g_assert_cmpstr (difference, ==, NULL);
}

static void
compare_captures (const WsCapture *a, const WsCapture *b)
{
  g_assert_nonnull (a);
  g_assert_nonnull (b);
  g_assert_cmpuint (a->launch, ==, b->launch);
  g_assert_cmpuint (a->module, ==, b->module);
  g_assert_cmpuint (a->architecture, ==, b->architecture);
  g_assert_true (g_bytes_equal (a->params, b->params));
  g_assert_cmpuint (a->memories->len, ==, b->memories->len);
  for (guint i = 0; i < a->memories->len; i++)
    {
      const WsHistoryMemory *first = g_ptr_array_index (a->memories, i);
      const WsHistoryMemory *second = g_ptr_array_index (b->memories, i);

      g_assert_cmphex (first->address, ==, second->address);
      g_assert_cmpstr (first->symbol, ==, second->symbol);
      g_assert_true (g_bytes_equal (first->bytes, second->bytes));
    }
}

/* Those that ran to their ends, one by one. */
static void
check_times (const WsHistory *history, guint n)
{
  guint n_timed = 0;

  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (history->steps, i);

      n_timed += step->kind == WS_STEP_LAUNCH && step->duration_ns > 0;
    }
  g_assert_cmpuint (n_timed, ==, n);
}

static void
test_program (void)
{
  g_auto (Came) own = run (PASSING_PROGRAM, FALSE, 1);
  g_auto (Came) passed = run (PASSING_PROGRAM, TRUE, 1);

  g_assert_cmpstr (passed.output, ==, own.output);
  g_assert_cmpint (passed.status, ==, 3);
  g_assert_cmpint (own.status, ==, 3);
  g_assert_nonnull (strstr (own.output, "cudaErrorMemoryAllocation"));
  g_assert_cmpstr (passed.history->device, ==, "cuda:0");
  compare_steps (own.history, passed.history);
  compare_captures (own.history->capture, passed.history->capture);
  g_assert_cmpuint (passed.history->capture->memories->len, ==, 6);
  check_times (passed.history, 3);
  g_assert_cmpstr (
      ws_history_get_launch (passed.history, ws_history_count_launches (passed.history) - 1)->words,
      ==, "an illegal memory access was encountered");
}

/* A launch of a graph is not captured, and it is said why. */
static void
test_graph (void)
{
  g_auto (Came) passed = run (PASSING_PROGRAM, TRUE, 4);
  guint n_refused = 0;

  g_assert_null (passed.history->capture);
  for (guint i = 0; i < passed.history->steps->len; i++)
    n_refused +=
        ((const WsStep *)g_ptr_array_index (passed.history->steps, i))->kind == WS_STEP_REFUSED;
  g_assert_cmpuint (n_refused, ==, 1);
}

/* ---- programs of nvcc's ---- */

static char *
compile (const char *nvcc, const char *folder, const char *name)
{
  g_autofree char *source =
      g_strconcat (WS_SOURCE_DIR "/tests/runtime/programs/", name, ".cu", NULL);
  char *program = g_build_filename (folder, name, NULL);
  const char *const argv[] = { nvcc,
                               "-cudart",
                               "shared",
                               "-std=c++17",
                               "-o",
                               program,
                               source,
                               "-gencode",
                               "arch=compute_90,code=[compute_90,sm_90]",
                               "--extended-lambda",
                               "-L",
                               WS_BUILD_DIR "/lib/warpstage",
                               NULL };
  g_autofree char *errors = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL,
                               &errors, &status, &error));
  g_assert_no_error (error);
  if (status != 0)
    g_error ("%s", errors);
  return program;
}

static void
test_compiled (gconstpointer data)
{
  const char *named = g_getenv ("WARPSTAGE_COMPILER");
  g_autofree char *nvcc = named != NULL ? g_build_filename (named, "bin", "nvcc", NULL)
                                        : g_find_program_in_path ("nvcc");
  g_autofree char *folder = g_dir_make_tmp ("passing-XXXXXX", NULL);
  g_autofree char *program = NULL;

  if (nvcc == NULL || !g_file_test (nvcc, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_test_skip ("there is no nvcc");
      g_rmdir (folder);
      return;
    }
  program = compile (nvcc, folder, data);
  {
    g_auto (Came) own = run (program, FALSE, G_MAXUINT);
    g_auto (Came) passed = run (program, TRUE, G_MAXUINT);

    g_assert_cmpstr (passed.output, ==, own.output);
    g_assert_cmpint (passed.status, ==, own.status);
    compare_steps (own.history, passed.history);
    g_assert_cmpuint (own.history->steps->len, >, 3);
  }
  g_remove (program);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = { "variables", "graph_capture", "graph_nodes",
                                          "texture2d", "cooperative",   "order",
                                          "pool",      "texture_pitch", "assert",
                                          "cub",       "heap",          "thrust" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/passing/each", test_each);
  g_test_add_func ("/passing/program", test_program);
  g_test_add_func ("/passing/graph", test_graph);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/passing/compiled/", programs[i], NULL);

      g_test_add_data_func (path, programs[i], test_compiled);
    }
  return g_test_run ();
}
