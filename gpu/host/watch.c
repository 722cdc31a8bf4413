#include "watch.h"

#include "tell.h"

#include "sandbox/sandbox.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define INTERVAL_NS 100000000
#define THREADS     20 /* field of /proc/PID/stat: proc(5) */
/* Of a program that crashes when it has touched so much, memory was the cause: it got no more, and
 * took none for an answer. */
#define MUCH_KB (WS_SANDBOX_HOST_BYTES / 4 * 3 / 1024)

typedef struct {
  const WsHostWatch *watch;
  WsHostUse before;
  gint64 begin_us;
} Watch;

/* ---- limits ---- */

static gboolean
takes_too_long (const Watch *self)
{
  return self->watch->seconds > 0
         && (double)(g_get_monotonic_time () - self->begin_us) / 1e6 > self->watch->seconds;
}

static gboolean
writes_too_much (const Watch *self)
{
  WsHostUse use;

  return !ws_host_folder_measure (self->watch->folder, &use)
         || use.n_bytes > self->before.n_bytes + WS_HOST_MAX_BYTES
         || use.n_files > self->before.n_files + WS_HOST_MAX_WRITTEN;
}

/* After the name of the program, which may have any character. */
static gboolean
has_too_many_threads (const Watch *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int)self->watch->program);
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;
  const char *rest;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (rest = strrchr (text, ')')) == NULL)
    return FALSE;
  fields = g_strsplit (rest, " ", -1);
  return g_strv_length (fields) > THREADS - 2
         && g_ascii_strtoull (fields[THREADS - 2], NULL, 10) > WS_HOST_MAX_THREADS;
}

static const struct {
  gboolean (*is_reached) (const Watch *self);
  const char *words;
} limits[] = {
  { takes_too_long, N_ ("The program was stopped: it has run as long as it may.") },
  { writes_too_much, N_ ("The program was stopped: it has written more than it may.") },
  { has_too_many_threads, N_ ("The program was stopped: it has more threads than it may.") },
};

/* Limits that the kernel keeps. */
static const struct {
  int number;
  const char *words;
} signals[] = {
  { SIGXCPU, N_ ("The program was stopped: it has taken all the processor time that it may.") },
  { SIGXFSZ, N_ ("The program was stopped: one of its files is larger than it may be.") },
};

/* ---- its end ---- */

/* (nullable): which limit of the kernel's has ended it */
static const char *
find_signal (int status, const struct rusage *use)
{
  if (!WIFSIGNALED (status))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (WTERMSIG (status) == signals[i].number)
      return signals[i].words;
  return (guint64)use->ru_maxrss >= MUCH_KB
             ? N_ ("The program was stopped: it has taken all the memory that it may.")
             : NULL;
}

/* (nullable): which limit was reached; NULL once the program has ended, with *@status */
static const char *
wait_for_end (const Watch *self, int *status)
{
  const struct timespec interval = { 0, INTERVAL_NS };
  struct rusage use = { 0 };
  sigset_t ended;

  sigemptyset (&ended);
  sigaddset (&ended, SIGCHLD);
  while (wait4 (self->watch->program, status, WNOHANG, &use) == 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
        if (limits[i].is_reached (self))
          {
            kill (self->watch->program, SIGKILL);
            waitpid (self->watch->program, status, 0);
            return limits[i].words;
          }
      sigtimedwait (&ended, NULL, &interval);
    }
  return find_signal (*status, &use);
}

/* Whether that status is ours: of a program that was not run. */
static gboolean
was_not_run (const WsHostWatch *self, int status)
{
  return g_atomic_int_get (self->begun) == 0
         && (status == WS_HOST_UNSAFE || status == WS_HOST_UNUSABLE);
}

/**
 * ws_host_watch:
 *
 * Waits for the end of a program, and writes it to the history. Where the program ended in the
 * middle of a frame, the reader takes what is written here for the rest of that frame and loses
 * both.
 *
 * Returns: how it ended
 */
WsHostEnd
ws_host_watch (const WsHostWatch *self)
{
  Watch watch = { .watch = self, .begin_us = g_get_monotonic_time () };
  const char *words;
  int status = 0;

  ws_host_folder_measure (self->folder, &watch.before);
  words = wait_for_end (&watch, &status);
  if (words != NULL)
    {
      ws_host_tell (self->history, "step", ws_host_make_refusal (_ (words)));
      return (WsHostEnd){ WS_HOST_STOPPED, 0, _ (words) };
    }
  if (WIFSIGNALED (status))
    return (WsHostEnd){ 128 + WTERMSIG (status), WTERMSIG (status), NULL };
  if (!was_not_run (self, WEXITSTATUS (status)))
    ws_host_tell (self->history, "end", g_variant_new ("(i)", WEXITSTATUS (status)));
  return (WsHostEnd){ WEXITSTATUS (status), 0, NULL };
}
