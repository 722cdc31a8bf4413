/* bench-ui: what the window costs, as medians beside its budgets; printed, never asserted.
 * build/bin/bench-ui [REPEATS [start|pick|edit|frames|swap]], with a display of 3840x2160 at least
 * (bench [REPEATS] ui is the same):
 *   xvfb-run -a -s "-screen 0 3840x2160x24" build/bin/bench-ui
 * The window that is started is this program again, with --child: the same code as warpstage, and
 * marks on its way. */
#include "paths.h"
#include "window/application.h"
#include "helpers.h"
#include "edit.h"
#include "measure.h"
#include "redraw.h"
#include "playback/canvas.h"
#include "window-helpers.h"
#include "views/transition.h"
#include "window/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIXELS_EVERY 5 /* frames */

/* ---- a window that says when it is there ---- */

static gboolean run_shown;
static gboolean frame_shown;

static void
mark (const char *what)
{
  printf ("%s %" G_GINT64_FORMAT "\n", what, g_get_monotonic_time ());
  fflush (stdout);
}

static void
painted_cb (GdkFrameClock *clock, WsWindow *window)
{
  if (!frame_shown)
    mark ("frame");
  frame_shown = TRUE;
  if (!run_shown && ws_playhead_get_run (ws_window_get_playhead (window)) != NULL)
    {
      run_shown = TRUE;
      mark ("run");
    }
}

static void
realized_cb (GtkWidget *window)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (painted_cb),
                    window);
}

static void
window_added_cb (GtkApplication *application, GtkWindow *window)
{
  if (WS_IS_WINDOW (window))
    g_signal_connect (window, "realize", G_CALLBACK (realized_cb), NULL);
}

static int
be_child (int argc, char **argv)
{
  g_autoptr (WsApplication) application = ws_application_new ();

  g_signal_connect (application, "window-added", G_CALLBACK (window_added_cb), NULL);
  return g_application_run (G_APPLICATION (application), argc, argv);
}

/* ---- starts ---- */

typedef struct {
  double frame_s;
  double run_s;
  double rss_mb;
  double pss_mb;
} Start;

static double
read_kb (const char *text, const char *name)
{
  const char *line = strstr (text, name);

  return line != NULL ? g_ascii_strtod (line + strlen (name), NULL) : 0;
}

/* Of the window and, named, of what it has started. */
static void
read_memory (Start *self, GSubprocess *process)
{
  g_autofree char *path =
      g_strdup_printf ("/proc/%s/smaps_rollup", g_subprocess_get_identifier (process));
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  self->rss_mb = read_kb (text, "\nRss:") / 1024;
  self->pss_mb = read_kb (text, "\nPss:") / 1024;
}

static gboolean
start_window (Start *self, const char *program, const char *n)
{
  g_autoptr (GError) error = NULL;
  gint64 began = g_get_monotonic_time ();
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
                        program, "--child", "--kernel", "reduce1", "--device", "vm:h200", "--n", n,
                        "--size", "1920x1080", NULL);
  g_autoptr (GDataInputStream) lines = NULL;
  char *line;

  *self = (Start){ 0 };
  if (process == NULL)
    {
      printf ("The window does not start: %s\n", error->message);
      return FALSE;
    }
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  while (self->run_s <= 0
         && (line = g_data_input_stream_read_line (lines, NULL, NULL, NULL)) != NULL)
    {
      if (g_str_has_prefix (line, "frame "))
        self->frame_s = (double)(g_ascii_strtoll (line + 6, NULL, 10) - began) / 1e6;
      else if (g_str_has_prefix (line, "run "))
        self->run_s = (double)(g_ascii_strtoll (line + 4, NULL, 10) - began) / 1e6;
      g_free (line);
    }
  /* while it plays */
  g_usleep (2 * G_USEC_PER_SEC);
  read_memory (self, process);
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  return self->run_s > 0;
}

static void
bench_start (const char *program, guint repeats)
{
  static const char *const sizes[] = { "2^20", "2^22" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (GArray) rss = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (GArray) pss = g_array_new (FALSE, FALSE, sizeof (double));
      Start start;

      for (guint k = 0; k < repeats + 1; k++)
        if (start_window (&start, program, sizes[i]) && k > 0) /* the first warms the caches */
          {
            g_array_append_val (frames, start.frame_s);
            g_array_append_val (runs, start.run_s);
            g_array_append_val (rss, start.rss_mb);
            g_array_append_val (pss, start.pss_mb);
          }
      printf (
          "start      n = %s: first frame after %.2f s (budget 0.3), first run shown after %.2f "
          "s; memory %.0f MB resident, %.0f MB of its own share (budget 250)\n",
          sizes[i], measure_get_share (frames, 0.5), measure_get_share (runs, 0.5),
          measure_get_share (rss, 0.5), measure_get_share (pss, 0.5));
    }
}

/* ---- in a window of this process ---- */

typedef struct {
  WsWindow *window;
  gint64 began; /* of the frame */
  WsCanvas *canvas;
  GArray *own;    /* ms: what is recorded */
  GArray *pixels; /* ms: what changed, as pixels */
  GArray *parts;  /* ms: both, of the same frame */
  GArray *shares; /* of the view that changed */
  GArray *whole;  /* ms */
  Redraw *redraw;
  guint n_frames;
  WsRun *before;
  gint64 shown; /* when the frame of another run than @before was painted */
} Watch;

static void
before_paint_cb (GdkFrameClock *clock, Watch *self)
{
  self->began = g_get_monotonic_time ();
}

/* Of every fifth frame: what is not as it was in the one before it. */
static void
measure_pixels (Watch *self, double own_ms)
{
  guint at = self->n_frames++ % PIXELS_EVERY;
  double ms;
  double share;

  if (at == PIXELS_EVERY - 2)
    redraw_take (self->redraw);
  if (at != PIXELS_EVERY - 1 || !redraw_measure (self->redraw, &ms, &share))
    return;
  g_array_append_val (self->pixels, ms);
  g_array_append_val (self->shares, share);
  ms += own_ms;
  g_array_append_val (self->parts, ms);
}

static void
after_paint_cb (GdkFrameClock *clock, Watch *self)
{
  gint64 now = g_get_monotonic_time ();
  double whole_ms = (double)(now - self->began) / 1e3;

  if (self->own != NULL && self->canvas != NULL)
    {
      double own_ms = ws_drawing_get_last_draw_ms (WS_DRAWING (self->canvas));

      g_array_append_val (self->own, own_ms);
      measure_pixels (self, own_ms);
    }
  if (self->whole != NULL)
    g_array_append_val (self->whole, whole_ms);
  if (self->shown == 0
      && ws_playhead_get_run (ws_window_get_playhead (self->window)) != self->before)
    self->shown = now;
}

static gboolean
is_shown (gpointer watch)
{
  return ((Watch *)watch)->shown != 0;
}

/* A click on a kernel: compiled, run, recorded, derived, drawn. */
static void
bench_pick (Watch *self, guint repeats)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint k = 1; k <= 7; k++)
    {
      g_autoptr (GArray) took = g_array_new (FALSE, FALSE, sizeof (double));
      g_autofree char *id = g_strdup_printf ("reduce%u", k);
      g_autofree char *other = g_strdup_printf ("reduce%u", k % 7 + 1);
      double median;

      for (guint i = 0; i < repeats; i++)
        {
          gint64 began;
          double ms;

          ws_kernel_choice_choose (
              ws_window_get_choice (self->window),
              ws_catalog_find (ws_window_get_catalog (self->window), other, NULL));
          window_helper_settle (self->window);
          self->before = ws_playhead_get_run (ws_window_get_playhead (self->window));
          self->shown = 0;
          began = g_get_monotonic_time ();
          ws_kernel_choice_choose (
              ws_window_get_choice (self->window),
              ws_catalog_find (ws_window_get_catalog (self->window), id, NULL));
          while (!is_shown (self))
            g_main_context_iteration (NULL, TRUE);
          ms = (double)(self->shown - began) / 1e3;
          g_array_append_val (took, ms);
          window_helper_settle (self->window);
        }
      median = measure_get_share (took, 0.5);
      g_array_append_val (all, median);
      printf ("pick       %s, n = 2^20: shown after %.0f ms (budget 300)\n", id, median);
    }
  printf ("pick       median of the seven %.0f ms, the slowest %.0f ms (budget 300)\n",
          measure_get_share (all, 0.5), measure_get_share (all, 1));
}

static void
show_pane (Watch *self, const char *pane)
{
  if (pane != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->window), "win.fill", "s", pane);
  else
    gtk_widget_activate_action (GTK_WIDGET (self->window), "win.cancel", NULL);
  helper_iterate (500);
}

static double
measure_all (gpointer widget)
{
  g_autoptr (Redraw) redraw = redraw_new (widget);

  helper_iterate (100);
  return redraw_measure_all (redraw);
}

/* Three seconds of them. @canvas: nullable */
static void
watch_frames (Watch *self, WsCanvas *canvas)
{
  GArray **all[] = { &self->own, &self->pixels, &self->parts, &self->shares, &self->whole };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_clear_pointer (all[i], g_array_unref);
      *all[i] = g_array_new (FALSE, FALSE, sizeof (double));
    }
  self->canvas = canvas;
  self->n_frames = 0;
  if (canvas != NULL)
    self->redraw = redraw_new (GTK_WIDGET (canvas));
  helper_iterate (3000);
  self->canvas = NULL;
  g_clear_pointer (&self->redraw, redraw_free);
}

/* Our part: what we record, and what that costs as pixels, where the view fills the window. */
static void
play (Watch *self, const char *pane, WsCanvas *canvas, int width, int height, double budget_ms)
{
  WsPlayhead *playhead = ws_window_get_playhead (self->window);

  show_pane (self, pane);
  ws_playhead_jump (playhead, FALSE);
  ws_playhead_set_playing (playhead, TRUE);
  helper_iterate (100);
  watch_frames (self, canvas);
  ws_playhead_set_playing (playhead, FALSE);
  printf ("frames     %-6s %4d x %d: ", pane != NULL ? pane : "all", width, height);
  if (canvas != NULL)
    printf ("our part %5.2f ms, p95 %5.2f (budget %.0f): recorded %.2f, %.0f %% of it as pixels "
            "%.2f; ",
            measure_get_share (self->parts, 0.5), measure_get_share (self->parts, 0.95), budget_ms,
            measure_get_share (self->own, 0.5), measure_get_share (self->shares, 0.5) * 100,
            measure_get_share (self->pixels, 0.5));
  printf ("whole frame %5.1f ms, p95 %5.1f; %u frames in 3 s, %u measured\n",
          measure_get_share (self->whole, 0.5), measure_get_share (self->whole, 0.95),
          self->whole->len, self->parts->len);
  if (pane != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->window), "win.cancel", NULL);
}

/* The chart of timings while samples stream in, and a finished one. */
static void
bench_timing (Watch *self, int width, int height, double budget_ms)
{
  if (ws_panes_get_timing (ws_window_get_panes (self->window)) == NULL)
    return;
  ws_playhead_set_playing (ws_window_get_playhead (self->window), FALSE);
  show_pane (self, "timing");
  ws_timing_page_set_kind (ws_panes_get_timing (ws_window_get_panes (self->window)),
                           WS_TIMING_LIVE);
  gtk_widget_activate_action (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (self->window))),
                              "timing.live", NULL);
  helper_iterate (1500);
  watch_frames (self, NULL);
  printf ("frames     live   %4d x %d: chart and pane as pixels %.2f ms (budget %.0f); whole frame "
          "%5.1f ms, p95 %5.1f; %u frames in 3 s\n",
          width, height, measure_all (ws_panes_get_timing (ws_window_get_panes (self->window))),
          budget_ms, measure_get_share (self->whole, 0.5), measure_get_share (self->whole, 0.95),
          self->whole->len);
  gtk_widget_activate_action (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (self->window))),
                              "timing.live", NULL);
  ws_timing_page_set_kind (ws_panes_get_timing (ws_window_get_panes (self->window)),
                           (WsTimingKind)(WS_TIMING_SWEEPS + WS_SWEEP_LADDER));
  helper_iterate (500);
  printf ("frames     ladder %4d x %d: chart and pane as pixels %.2f ms (budget %.0f)\n", width,
          height, measure_all (ws_panes_get_timing (ws_window_get_panes (self->window))),
          budget_ms);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.cancel", NULL);
}

static void
bench_frames (Watch *self)
{
  static const struct {
    int width;
    int height;
    double budget_ms;
  } sizes[] = { { 1920, 1080, 4 }, { 3840, 2160, 12 } };
  static const char *const kernels[] = { "reduce1", "reduce7" };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
      {
        const struct {
          const char *pane;
          WsCanvas *canvas;
        } views[] = {
          { "tree", WS_CANVAS (window_helper_get (self->window, "tree")) },
          { "lanes", WS_CANVAS (window_helper_get (self->window, "lanes")) },
          { "sms", WS_CANVAS (window_helper_get (self->window, "sms")) },
          { "code", NULL },
          { NULL, NULL },
        };

        gtk_window_set_default_size (GTK_WINDOW (self->window), sizes[s].width, sizes[s].height);
        ws_kernel_choice_choose (
            ws_window_get_choice (self->window),
            ws_catalog_find (ws_window_get_catalog (self->window), kernels[k], NULL));
        window_helper_settle (self->window);
        printf ("frames     %s, n = 2^20, window %d x %d\n", kernels[k],
                gtk_widget_get_width (GTK_WIDGET (self->window)),
                gtk_widget_get_height (GTK_WIDGET (self->window)));
        for (guint i = 0; i < G_N_ELEMENTS (views); i++)
          play (self, views[i].pane, views[i].canvas, sizes[s].width, sizes[s].height,
                sizes[s].budget_ms);
        bench_timing (self, sizes[s].width, sizes[s].height, sizes[s].budget_ms);
      }
}

/* Views that take the stage one after another: what each frame of the movement costs, and the
 * change itself; and a key that goes on to the next stage, until nothing moves any more. */
static void
bench_swap (Watch *self, guint repeats)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");
  static const char *const panes[] = { "lanes", "memory", "lanes", "tree", "sms", "tree" };
  WsPlayhead *playhead = ws_window_get_playhead (self->window);
  WsTransition *transition = window_helper_get (self->window, "transition");
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));

  g_settings_set_boolean (settings, "workbench", FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1920, 1080);
  ws_kernel_choice_choose (ws_window_get_choice (self->window),
                           ws_catalog_find (ws_window_get_catalog (self->window), "reduce2", NULL));
  window_helper_settle (self->window);
  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_set_position (playhead, ws_scene_stage_moment (ws_playhead_get_scene (playhead), 2));
  helper_iterate (500);
  g_clear_pointer (&self->whole, g_array_unref);
  self->whole = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < repeats * G_N_ELEMENTS (panes); i++)
    {
      gint64 began = g_get_monotonic_time ();
      double ms;

      ws_panes_show (ws_window_get_panes (self->window),
                     ws_panes_find (panes[i % G_N_ELEMENTS (panes)]));
      ms = (double)(g_get_monotonic_time () - began) / 1e3;
      g_array_append_val (changes, ms);
      while (ws_transition_is_playing (transition))
        g_main_context_iteration (NULL, TRUE);
    }
  printf ("swap       1920 x 1080: the change itself %.2f ms, p95 %.2f (budget 8); whole frames "
          "while lanes move %.1f ms, p95 %.1f; %u frames\n",
          measure_get_share (changes, 0.5), measure_get_share (changes, 0.95),
          measure_get_share (self->whole, 0.5), measure_get_share (self->whole, 0.95),
          self->whole->len);
  for (guint i = 0; i < repeats * 6; i++)
    {
      guint n;
      gint64 began;
      double ms;

      ws_playhead_jump (playhead, FALSE);
      helper_iterate (300);
      n = self->whole->len;
      began = g_get_monotonic_time ();
      gtk_widget_activate_action (GTK_WIDGET (self->window), "playhead.next-stage", NULL);
      while (ws_playhead_is_moving (playhead))
        {
          n = self->whole->len;
          g_main_context_iteration (NULL, TRUE);
        }
      while (self->whole->len == n) /* the frame that shows where it came to rest */
        g_main_context_iteration (NULL, TRUE);
      ms = (double)(g_get_monotonic_time () - began) / 1e3;
      g_array_append_val (steps, ms);
    }
  printf ("swap       next stage to settled picture, with its glide: %.0f ms, p95 %.0f (budget "
          "150)\n",
          measure_get_share (steps, 0.5), measure_get_share (steps, 0.95));
}

typedef struct {
  guint repeats;
  const char *part; /* nullable: all */
} Bench;

static gboolean
is_asked_for (const Bench *self, const char *part)
{
  return self->part == NULL || g_str_equal (self->part, part);
}

static void
activate_cb (GApplication *application, Bench *self)
{
  const WsWindowOptions options = { .stage = -1,
                                    .width = 1920,
                                    .height = 1080,
                                    .kernel = (char *)"reduce1",
                                    .device = (char *)"vm:h200",
                                    .n = (char *)"2^20" };
  Watch watch = { 0 };
  GdkFrameClock *clock;
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");

  /* views fill the window, or stand beside each other */
  g_settings_set_boolean (settings, "workbench", TRUE);
  watch.window = ws_window_new (ADW_APPLICATION (application), &options);
  gtk_window_present (GTK_WINDOW (watch.window));
  window_helper_settle (watch.window);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (watch.window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), &watch);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &watch);
  if (is_asked_for (self, "pick"))
    bench_pick (&watch, self->repeats);
  if (is_asked_for (self, "edit"))
    bench_edit (watch.window, self->repeats);
  if (is_asked_for (self, "frames"))
    bench_frames (&watch);
  if (is_asked_for (self, "swap"))
    bench_swap (&watch, self->repeats);
  g_signal_handlers_disconnect_by_data (clock, &watch);
  gtk_window_destroy (GTK_WINDOW (watch.window));
}

int
main (int argc, char **argv)
{
  Bench self = { .repeats = argc > 1 ? (guint)MAX (atoi (argv[1]), 1) : 5,
                 .part = argc > 2 ? argv[2] : NULL };
  g_autoptr (AdwApplication) application = NULL;
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  g_setenv ("GSETTINGS_BACKEND", "memory", FALSE);
  g_setenv ("GSETTINGS_SCHEMA_DIR", WS_BUILD_DIR "/share/glib-2.0/schemas", FALSE);
  g_setenv ("WARPSTAGE_WORKER", WS_BUILD_DIR "/bin/warpstage-worker", FALSE);
  g_setenv ("GSK_RENDERER", "cairo", FALSE);
  if (argc > 1 && g_str_equal (argv[1], "--child"))
    {
      argv[1] = argv[0];
      return be_child (argc - 1, argv + 1);
    }
  if (!gtk_init_check ())
    {
      printf ("There is no display.\n");
      return 1;
    }
  printf ("Medians of %u, %u cores.\n", self.repeats, g_get_num_processors ());
  if (is_asked_for (&self, "start"))
    bench_start (program, self.repeats);
  if (self.part != NULL && g_str_equal (self.part, "start"))
    return 0;
  application = adw_application_new ("org.warpstage.Bench", G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), &self);
  return g_application_run (G_APPLICATION (application), 0, NULL);
}
