/* The driver in its sandbox: entered before the driver starts, it records, times and counts all the
 * same; and what an attacker would try from inside is refused while the device is open. */
#include "attempts.h"
#include "plans.h"
#include "gpu.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Asked in a process of its own, without a sandbox. */
static gboolean
there_is_gpu (void)
{
  pid_t pid = fork ();
  int status;

  if (pid == 0)
    {
      Gpu gpu = { 0 };

      _exit (gpu_open (&gpu) ? 0 : 77);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static void
work (Gpu *gpu)
{
  g_autoptr (WsPlan) plan = gpu_make_plan (gpu, "reduce1", 1 << 20, 128, "int", "sum");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) partial = NULL;
  g_autoptr (WsRun) run = plan_record (gpu->gpu, gpu->catalog, plan, NULL, 0, &partial, &error);
  g_autoptr (WsTimingCache) cache = ws_timing_cache_new ();
  g_autoptr (GPtrArray) counters = NULL;
  WsTimingRequest request;
  WsTiming timing;

  g_assert_no_error (error);
  g_assert_true (run->correct);
  ws_timing_request_init (&request);
  request.cache = cache;
  request.repeats = 5;
  g_assert_true (plan_time (gpu->gpu, gpu->catalog, plan, &request, NULL, NULL, &timing, &error));
  g_assert_no_error (error);
  counters = plan_count (gpu->gpu, gpu->catalog, plan, 0, &error);
  if (counters == NULL)
    g_print ("# no counters: %s\n", error->message);
}

static gboolean
escapes (const Target *target)
{
  gboolean got_through = FALSE;

  for (guint i = 0; i < n_attempts; i++)
    {
      int error;

      /* one that got through would leave no process to say so */
      if (attempts[i].of_driver != REFUSED || strstr (attempts[i].name, "exec") != NULL
          || g_str_has_suffix (attempts[i].name, "inherited descriptor"))
        continue;
      error = attempts[i].attempt (target);
      g_print ("# %s: %s\n", attempts[i].name, error != 0 ? g_strerror (error) : "got through");
      got_through |= !is_refusal (error);
    }
  return got_through;
}

/* Returns: 0, 77 where the sandbox cannot be had as a whole, 1 where something got through */
static int
work_in_sandbox (const Target *target)
{
  g_autoptr (GError) error = NULL;
  Gpu gpu = { 0 };
  WsSandbox sandbox;
  int status = 0;

  g_assert_cmpint (ws_sandbox_find_profile (), ==, WS_SANDBOX_DRIVER);
  if (!ws_sandbox_enter (&sandbox, WS_SANDBOX_DRIVER, &error))
    g_print ("# %s\n", error->message);
  g_assert_true (ws_sandbox_begin_job (&sandbox, TRUE, NULL));
  g_assert_true (gpu_open (&gpu));
  work (&gpu);
  if (error != NULL)
    status = 77;
  else if (open (g_get_home_dir (), O_RDONLY | O_DIRECTORY) >= 0 || errno != EACCES
           || escapes (target))
    status = 1;
  work (&gpu);
  gpu_close (&gpu);
  return status;
}

static void
test_sandbox (void)
{
  Target target;
  pid_t pid;
  int status;

  if (!there_is_gpu ())
    {
      g_test_skip ("skipped: no CUDA device");
      return;
    }
  target_init (&target);
  pid = fork ();
  if (pid == 0)
    _exit (work_in_sandbox (&target));
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  target_clear (&target);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == 77)
    g_test_skip ("the sandbox cannot be had as a whole on this computer");
  else
    g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/sandbox", test_sandbox);
  return g_test_run ();
}
