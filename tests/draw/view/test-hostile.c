/* Files that were made to take time and memory: each is refused with its sentence, or can be
 * derived and drawn like any other. What each took is printed; with --verbose it is seen. */
#include "hostile.h"
#include "part.h"
#include "picture.h"
#include "record/file.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CPU_SECONDS 60   /* of a case, with the sanitizers' checks: they take a few */
#define MAX_MB      1500 /* without them; what a block's dataflow may take at most */

#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZERS TRUE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_SANITIZERS TRUE
#endif
#endif
#ifndef HAS_SANITIZERS
#define HAS_SANITIZERS FALSE
#endif

static void
look_at (WsRun *run, guint launch)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsScene) scene = ws_scene_new_first (run, launch);
  guint n_events = scene != NULL ? ws_scene_get_n_events (scene) : 0;
  WsMoment moment = { .hover_x = -1, .hover_y = -1 };

  if (scene == NULL)
    return;
  moment.position = n_events / 2;
  moment.time = scene->timeline != NULL ? (double)scene->timeline->end / 2 : 0;
  for (guint view = 0; view < WS_N_VIEWS; view++)
    {
      const WsViewClass *klass = ws_view_get_class ((WsView)view);
      const WsFrame frame = { scene, &moment, theme, 1200, 800 };
      const WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
      WsLook look = ws_view_look_at (klass, &frame, &options);
      WsBox boxes[WS_WARP_SIZE];
      cairo_surface_t *surface;

      g_free (ws_view_dup_figure (klass, &look));
      ws_view_find_lanes (klass, &look, boxes);
      if (view == WS_VIEW_CALCULATOR)
        continue;
      if (view == WS_VIEW_SMS || view == WS_VIEW_STALLS ? scene->timeline == NULL : n_events == 0)
        continue;
      surface = picture_new ((WsView)view, scene, &moment, theme, 1200, 800);
      cairo_surface_destroy (surface);
    }
  if (n_events > 0)
    g_free (ws_stages_caption (scene->stages, run, launch, scene->block,
                               ws_scene_stage_at (scene, moment.position)));
}

static int
try (const HostileCase *self, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (bytes, &error);
  g_autoptr (GArray) metrics = NULL;

  if (run == NULL)
    {
      if (self->sentence != NULL && strstr (error->message, self->sentence) != NULL)
        return 0;
      g_printerr ("%s: “%s”\n", self->name, error->message);
      return 1;
    }
  look_at (run, 0);
  if (run->n_launches > 1)
    look_at (run, (guint)run->n_launches - 1);
  metrics = ws_metrics_new (run, WS_NONE);
  if (self->sentence == NULL)
    return 0;
  g_printerr ("%s was not refused\n", self->name);
  return 1;
}

/* In a process of its own: it can be stopped, and its memory measured. */
static void
test_case (gconstpointer data)
{
  const HostileCase *self = data;
  g_autoptr (GBytes) bytes = hostile_make (self);
  struct rlimit limit = { CPU_SECONDS, CPU_SECONDS + 1 };
  struct rusage usage;
  double seconds;
  pid_t pid;
  int status;

  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      setrlimit (RLIMIT_CPU, &limit);
      _exit (try (self, bytes));
    }
  g_assert_cmpint (wait4 (pid, &status, 0, &usage), ==, pid);
  seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  g_test_message ("%-22s %5.1f MB file, %6.2f s, %5ld MB", self->name,
                  (double)g_bytes_get_size (bytes) / 1e6, seconds, usage.ru_maxrss / 1024);
  if (WIFSIGNALED (status))
    g_error ("%s: ended by signal %d after %.1f s of processor time", self->name, WTERMSIG (status),
             seconds);
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  if (!HAS_SANITIZERS)
    g_assert_cmpint (usage.ru_maxrss / 1024, <, MAX_MB);
}

int
main (int argc, char **argv)
{
  guint n;
  const HostileCase *cases = hostile_get_cases (&n);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/hostile/", cases[i].name, NULL);

      if (part_has (i, 4))
        g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
