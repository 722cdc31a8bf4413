/* What gets out of the sandbox, by trying: each attempt in a process of its own, in each profile,
 * and without a sandbox, where it has to get through, or it would show nothing. And what has to
 * work in the sandbox does. */
#include "attempts.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#define LARGE_BYTES (100 << 20)
#define N_THREADS   4

/* ---- what is to be got at ---- */

typedef struct {
  Target target;
} Fixture;

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  target_init (&self->target);
  g_setenv ("HOME", self->target.home, TRUE);
}

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  target_clear (&self->target);
}

/* ---- a process that tries ---- */

typedef int (*Work) (const Target *target, WsSandbox *sandbox);

/* As waitpid() says it: what @work returned, or the signal that ended it. */
static int
run_in (WsSandboxProfile profile, const Target *target, Work work)
{
  pid_t pid = fork ();
  int status;

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      g_autoptr (GError) error = NULL;
      WsSandbox sandbox;

      if (profile != WS_SANDBOX_OFF)
        ws_sandbox_close_inherited ();
      if (profile == WS_SANDBOX_HOST ? !ws_sandbox_enter_host (&sandbox, NULL, NULL, &error)
                                     : !ws_sandbox_enter (&sandbox, profile, &error))
        {
          g_printerr ("%s\n", error->message);
          _exit (255);
        }
      _exit (work (target, &sandbox));
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

static gboolean
was_refused (int status)
{
  return WIFEXITED (status) && is_refusal (WEXITSTATUS (status));
}

static gboolean
got_through (int status)
{
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static gboolean
was_ended (int status)
{
  return WIFSIGNALED (status) && (WTERMSIG (status) == SIGSYS);
}

static char *
describe (int status)
{
  if (WIFSIGNALED (status))
    return g_strdup_printf ("ended by %s", strsignal (WTERMSIG (status)));
  return WEXITSTATUS (status) == 0
             ? g_strdup ("got through")
             : g_strdup_printf ("refused: %s", g_strerror (WEXITSTATUS (status)));
}

/* ---- the attempts ---- */

static const Attempt *the_attempt;

static int
try_it (const Target *target, WsSandbox *sandbox)
{
  return the_attempt->attempt (target);
}

/* First moves from the driver's profile to the virtual one, as a worker does. */
static int
try_it_tightened (const Target *target, WsSandbox *sandbox)
{
  g_autoptr (GError) error = NULL;

  if (!ws_sandbox_begin_job (sandbox, FALSE, &error))
    return 255;
  return the_attempt->attempt (target);
}

static int
do_nothing (const Target *target, WsSandbox *sandbox)
{
  return 0;
}

/* Says, where a profile cannot be had, that it was not tried. */
static gboolean
can_have (WsSandboxProfile profile, const Fixture *fixture)
{
  if (run_in (profile, &fixture->target, do_nothing) == 0)
    return TRUE;
  g_test_skip (profile == WS_SANDBOX_VIRTUAL ? "no seccomp on this kernel"
                                             : "no Landlock, or no seccomp, on this kernel");
  return FALSE;
}

static void
check (const char *where, Outcome expected, int status)
{
  g_autofree char *described = describe (status);

  g_test_message ("%s: %s", where, described);
  if (expected == ALLOWED)
    return;
  if (expected == REFUSED ? was_refused (status) : was_ended (status))
    return;
  g_test_message ("expected: %s", expected == REFUSED ? "refused" : "ended");
  g_test_fail ();
}

static void
test_attempt (Fixture *fixture, gconstpointer data)
{
  const Attempt *attempt = data;
  int status;

  the_attempt = attempt;
  if (!can_have (WS_SANDBOX_VIRTUAL, fixture))
    return;
  check ("virtual", attempt->of_virtual, run_in (WS_SANDBOX_VIRTUAL, &fixture->target, try_it));
  if (!can_have (WS_SANDBOX_DRIVER, fixture))
    return;
  check ("tightened", attempt->of_virtual,
         run_in (WS_SANDBOX_DRIVER, &fixture->target, try_it_tightened));
  status = run_in (WS_SANDBOX_DRIVER, &fixture->target, try_it);
  check ("driver", attempt->of_driver, status);
  if (attempt->sure && attempt->of_driver == ALLOWED)
    g_assert_true (got_through (status));
  check ("host", attempt->of_host, run_in (WS_SANDBOX_HOST, &fixture->target, try_it));
  /* last: it may take away what the others are after */
  status = run_in (WS_SANDBOX_OFF, &fixture->target, try_it);
  check ("no sandbox", ALLOWED, status);
  if (attempt->sure)
    g_assert_true (got_through (status));
}

/* ---- what has to work ---- */

static gpointer
count_thread (gpointer data)
{
  g_usleep (1000);
  g_atomic_int_inc ((gint *)data);
  return NULL;
}

static int n_signals;

static void
signal_cb (int number)
{
  n_signals++;
}

static int
live (const Target *target, WsSandbox *sandbox)
{
  int count = 0;
  GThread *threads[N_THREADS];
  g_autofree char *large = g_try_malloc (LARGE_BYTES);
  struct timespec now;
  struct sysinfo info;
  struct rlimit limit;
  char bytes[16];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_try_new ("counts", count_thread, &count, NULL);
  for (guint i = 0; i < N_THREADS; i++)
    if (threads[i] == NULL)
      return 1;
    else
      g_thread_join (threads[i]);
  if (count != N_THREADS || large == NULL)
    return 2;
  memset (large, 1, LARGE_BYTES);
  large = g_realloc (large, LARGE_BYTES / 2);
  if (clock_gettime (CLOCK_MONOTONIC, &now) != 0 || g_get_real_time () == 0
      || getentropy (bytes, sizeof bytes) != 0 || sysinfo (&info) != 0)
    return 3;
  ws_sandbox_grant_time (sandbox);
  if (getrlimit (RLIMIT_CPU, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return 4;
  if (signal (SIGUSR1, signal_cb) == SIG_ERR || raise (SIGUSR1) != 0 || n_signals != 1)
    return 5;
  return 0;
}

/* A request comes in by 0, the answer goes out by 1: in the sandbox they are pipes. */
static int
speak (const Target *target, WsSandbox *sandbox)
{
  char word[8] = { 0 };
  struct pollfd waiting = { .fd = STDIN_FILENO, .events = POLLIN };

  if (poll (&waiting, 1, -1) != 1 || read (STDIN_FILENO, word, sizeof word) != 4)
    return 1;
  return write (STDOUT_FILENO, word, 4) == 4 ? 0 : 2;
}

static void
test_live (Fixture *fixture, gconstpointer data)
{
  WsSandboxProfile profile = GPOINTER_TO_INT (data);
  int in[2];
  int out[2];
  char word[8] = { 0 };
  int kept_in;
  int kept_out;
  int status;

  if (!can_have (profile, fixture))
    return;
  g_assert_cmpint (run_in (profile, &fixture->target, live), ==, 0);
  kept_in = dup (STDIN_FILENO);
  kept_out = dup (STDOUT_FILENO);
  g_assert_cmpint (pipe (in), ==, 0);
  g_assert_cmpint (pipe (out), ==, 0);
  g_assert_cmpint (write (in[1], "ping", 4), ==, 4);
  dup2 (in[0], STDIN_FILENO);
  dup2 (out[1], STDOUT_FILENO);
  status = run_in (profile, &fixture->target, speak);
  dup2 (kept_in, STDIN_FILENO);
  dup2 (kept_out, STDOUT_FILENO);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpint (read (out[0], word, sizeof word), ==, 4);
  g_assert_cmpstr (word, ==, "ping");
  close (kept_in);
  close (kept_out);
  for (guint i = 0; i < 2; i++)
    {
      close (in[i]);
      close (out[i]);
    }
}

/* ---- threads that were there before ---- */

static gpointer
open_later (gpointer data)
{
  g_async_queue_pop (data);
  return GINT_TO_POINTER (open ("/usr", O_RDONLY) >= 0 ? 0 : errno);
}

static int
tighten_beside_thread (const Target *target, WsSandbox *sandbox)
{
  g_autoptr (GAsyncQueue) queue = g_async_queue_new ();
  GThread *thread = g_thread_new ("later", open_later, queue);

  if (open ("/usr", O_RDONLY) < 0 || !ws_sandbox_begin_job (sandbox, FALSE, NULL))
    return 255;
  g_async_queue_push (queue, queue);
  return GPOINTER_TO_INT (g_thread_join (thread));
}

static void
test_threads (Fixture *fixture, gconstpointer data)
{
  if (can_have (WS_SANDBOX_DRIVER, fixture))
    g_assert_true (
        was_refused (run_in (WS_SANDBOX_DRIVER, &fixture->target, tighten_beside_thread)));
}

/* ---- limits ---- */

static int
check_limits (const Target *target, WsSandbox *sandbox)
{
  struct rlimit limit;
  struct sysinfo info;

  if (getrlimit (RLIMIT_CORE, &limit) != 0 || limit.rlim_max != 0)
    return 1;
  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max > 64)
    return 2;
  if (getrlimit (RLIMIT_CPU, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return 3;
  sysinfo (&info);
  if (mmap (NULL, (gsize)info.totalram * info.mem_unit * 4 + info.totalswap, PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      != MAP_FAILED)
    return 4;
  return 0;
}

static void
test_limits (Fixture *fixture, gconstpointer data)
{
  if (can_have (WS_SANDBOX_VIRTUAL, fixture))
    g_assert_cmpint (run_in (WS_SANDBOX_VIRTUAL, &fixture->target, check_limits), ==, 0);
}

/* ---- a kernel, or a container, that has none of it ---- */

static int
enter_on_poor_kernel (const Target *target, WsSandbox *sandbox)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ALLOW);
  g_autoptr (GError) error = NULL;
  WsSandbox entered;

  seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (landlock_create_ruleset), 0);
  seccomp_rule_add (filter, SCMP_ACT_ERRNO (EINVAL), SCMP_SYS (prctl), 1,
                    SCMP_A0 (SCMP_CMP_EQ, 22 /* PR_SET_SECCOMP */));
  seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (seccomp), 0);
  if (seccomp_load (filter) != 0)
    return 255;
  if (ws_sandbox_enter (&entered, WS_SANDBOX_VIRTUAL, &error))
    return 1;
  if (!g_error_matches (error, WS_SANDBOX_ERROR, WS_SANDBOX_ERROR_KERNEL)
      || strstr (error->message, "seccomp") == NULL || !g_str_has_suffix (error->message, "."))
    return 2;
  return live (target, &entered);
}

static void
test_poor_kernel (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpint (run_in (WS_SANDBOX_OFF, &fixture->target, enter_on_poor_kernel), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("TMPDIR", "/tmp", TRUE);
  for (guint i = 0; i < n_attempts; i++)
    {
      g_autofree char *name = g_strdup_printf ("/sandbox/escape/%s", attempts[i].name);

      g_strdelimit (name + strlen ("/sandbox/escape/"), "/", '-');
      g_test_add (name, Fixture, &attempts[i], fixture_set_up, test_attempt, fixture_tear_down);
    }
  g_test_add ("/sandbox/live/host", Fixture, GINT_TO_POINTER (WS_SANDBOX_HOST), fixture_set_up,
              test_live, fixture_tear_down);
  g_test_add ("/sandbox/live/virtual", Fixture, GINT_TO_POINTER (WS_SANDBOX_VIRTUAL),
              fixture_set_up, test_live, fixture_tear_down);
  g_test_add ("/sandbox/live/driver", Fixture, GINT_TO_POINTER (WS_SANDBOX_DRIVER), fixture_set_up,
              test_live, fixture_tear_down);
  g_test_add ("/sandbox/threads", Fixture, NULL, fixture_set_up, test_threads, fixture_tear_down);
  g_test_add ("/sandbox/limits", Fixture, NULL, fixture_set_up, test_limits, fixture_tear_down);
  g_test_add ("/sandbox/poor-kernel", Fixture, NULL, fixture_set_up, test_poor_kernel,
              fixture_tear_down);
  return g_test_run ();
}
