/* bench: what things cost, as medians; printed, never asserted.
 * build/bin/bench [REPEATS [calculator|vm|record|sms]]
 * build/bin/bench [REPEATS] ui [start|pick|frames]     the window: bench-ui, which wants a display
 * What runs on one core is measured in its processor time, so that others who use the machine count
 * less. */
#include "plans.h"
#include "view/figure.h"
#include "measure.h"
#include "virtual/virtual.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  WsCatalog *catalog;
  const WsSpec *spec;
  guint repeats;
  const char *part; /* nullable: all */
} Bench;

static WsPlan *
make_plan (Bench *self, const char *kernel_id, guint64 n)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, kernel_id, NULL);
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = 128;
  return ws_plan_new (self->catalog, kernel, &parameters, self->spec, NULL);
}

static double
seconds (void)
{
  return (double)g_get_monotonic_time () / 1e6;
}

static double
cpu_seconds (void)
{
  return measure_cpu_ms () / 1e3;
}

static gboolean
is_asked_for (const Bench *self, const char *part)
{
  return self->part == NULL || g_str_equal (self->part, part);
}

/* The first launch alone, without recording: warp instructions a second. */
static void
bench_vm (Bench *self, const char *kernel_id, guint n_threads)
{
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)self->spec, n_threads);
  g_autoptr (WsPlan) plan = make_plan (self, kernel_id, 1 << 22);
  const WsPlanLaunch *launch = &g_array_index (plan->launches, WsPlanLaunch, 0);
  g_autoptr (GBytes) ptx = ws_catalog_load_ptx (self->catalog, plan, NULL);
  g_autoptr (GBytes) input = ws_plan_make_input (plan);
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (double));
  struct {
    guint64 in, out;
    guint32 n;
  } params = { .n = (guint32)launch->n_elements };
  WsLaunchRequest request = {
    .entry = launch->entry,
    .grid = { launch->grid[0], 1, 1 },
    .block = { launch->block[0], 1, 1 },
    .dynamic_shared_bytes = launch->dynamic_shared_bytes,
    .params = (const guint8 *)&params,
    .params_size = 20,
  };
  guint64 instructions = 0;

  device->klass->load (device, g_bytes_get_data (ptx, NULL), (gssize)g_bytes_get_size (ptx),
                       "bench", NULL);
  device->klass->alloc (device, g_bytes_get_size (input), "in", &params.in, NULL);
  device->klass->alloc (device, g_bytes_get_size (input), "out", &params.out, NULL);
  device->klass->write (device, params.in, g_bytes_get_data (input, NULL), g_bytes_get_size (input),
                        NULL);
  for (guint i = 0; i < self->repeats; i++)
    {
      WsLaunchResult result;
      double began = n_threads == 1 ? cpu_seconds () : seconds ();
      double rate;

      device->klass->launch (device, &request, NULL, &result, NULL, NULL);
      instructions = result.warp_instructions;
      rate = (double)instructions / ((n_threads == 1 ? cpu_seconds () : seconds ()) - began) / 1e6;
      g_array_append_val (rates, rate);
    }
  printf ("%-10s 2^22, block 128, %-9s %8.1f M warp instructions/s  (%" G_GUINT64_FORMAT
          " of them)\n",
          kernel_id, n_threads == 1 ? "one core" : "all cores", measure_get_share (rates, 0.5),
          instructions);
}

/* Runs, records, derives and draws the tree: what a click on a kernel costs, but for the window. */
static void
bench_record (Bench *self, const char *kernel_id)
{
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)self->spec, 0);
  g_autoptr (WsPlan) plan = make_plan (self, kernel_id, 1 << 20);
  g_autoptr (GArray) recorded = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) drawn = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < self->repeats; i++)
    {
      double began = seconds ();
      g_autoptr (WsRun) run = plan_record (device, self->catalog, plan, NULL, 0, NULL, NULL);
      double then = seconds ();
      g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1920, 1080);
      cairo_t *cr = cairo_create (surface);
      WsMoment moment = { .position = ws_scene_stage_moment (scene, 2),
                          .hover_x = -1,
                          .hover_y = -1 };
      double took = then - began;

      g_array_append_val (recorded, took);
      ws_draw_figure (cr, WS_VIEW_TREE, scene, &moment, NULL, ws_theme_get (WS_THEME_LIGHT), 1920,
                      1080);
      took = seconds () - began;
      g_array_append_val (drawn, took);
      then = cpu_seconds ();
      ws_draw_figure (cr, WS_VIEW_TREE, scene, &moment, NULL, ws_theme_get (WS_THEME_LIGHT), 1920,
                      1080);
      took = cpu_seconds () - then;
      g_array_append_val (frames, took);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  printf ("%-10s 2^20, block 128: recorded in %.0f ms; recorded, derived and drawn in %.0f ms; a "
          "frame of the tree %.1f ms\n",
          kernel_id, measure_get_share (recorded, 0.5) * 1e3, measure_get_share (drawn, 0.5) * 1e3,
          measure_get_share (frames, 0.5) * 1e3);
}

/* A frame of each mode of memory, whole: what stays from frame to frame is not drawn anew. */
static void
bench_memory (Bench *self, const char *kernel_id)
{
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)self->spec, 0);
  g_autoptr (WsPlan) plan = make_plan (self, kernel_id, 1 << 20);
  g_autoptr (WsRun) run = plan_record (device, self->catalog, plan, NULL, 0, NULL, NULL);
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  WsMoment moment = { .position = ws_scene_stage_moment (scene, 3), .hover_x = -1, .hover_y = -1 };

  for (guint mode = 0; mode < WS_N_MEMORY_MODES; mode++)
    {
      const WsMemoryOptions options = { .mode = (WsMemoryMode)mode };
      g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (double));
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1920, 1080);

      for (guint i = 0; i < self->repeats * 3; i++)
        {
          cairo_t *cr = cairo_create (surface);
          double then = cpu_seconds ();
          double took;

          ws_draw_memory (cr, scene, &moment, &options, ws_theme_get (WS_THEME_LIGHT), 1920, 1080);
          took = cpu_seconds () - then;
          g_array_append_val (frames, took);
          cairo_destroy (cr);
        }
      cairo_surface_destroy (surface);
      printf ("memory of %s, %s: a frame of 1920x1080 %.1f ms\n", kernel_id,
              ws_memory_mode_get_name ((WsMemoryMode)mode), measure_get_share (frames, 0.5) * 1e3);
    }
}

/* What moving a point of the calculator costs: the answers anew, and a frame. */
static void
bench_calculator (Bench *self, WsThemeKind theme, int width, int height, gboolean compared)
{
  g_autoptr (GArray) computed = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (double));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  WsCalculatorCase asked = { .limits = ws_occupancy_limits_find (8, 0),
                             .launch = { 256, 37, 12288, 0, -1, 1 },
                             .registers_from = "typed in" };

  for (guint i = 0; i < self->repeats * 3; i++)
    {
      cairo_t *cr = cairo_create (surface);
      double began = cpu_seconds ();
      g_autoptr (WsCalculator) calculator = NULL;
      double then;
      double took;

      asked.launch.registers = 30 + i;
      calculator = ws_calculator_new (&asked, compared ? &asked : NULL, NULL);
      then = cpu_seconds ();
      took = then - began;
      g_array_append_val (computed, took);
      ws_draw_calculator (cr, calculator, NULL, ws_theme_get (theme), width, height);
      took = cpu_seconds () - then;
      g_array_append_val (frames, took);
      cairo_destroy (cr);
    }
  cairo_surface_destroy (surface);
  printf ("calculator %dx%d, %s, %s: computed in %.2f ms, a frame %.2f ms\n", width, height,
          ws_theme_get (theme)->name, compared ? "two launches" : "one launch",
          measure_get_share (computed, 0.5) * 1e3, measure_get_share (frames, 0.5) * 1e3);
}

/* Frames of the SMs, or of one of them, all through the launch. */
static double
measure_sms (Bench *self, const WsScene *scene, WsThemeKind theme, guint sm, int width, int height)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (double));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  WsSmsOptions options = WS_SMS_OPTIONS_INIT;
  guint n = self->repeats * 10;

  options.sm = sm;
  for (guint i = 0; i < n; i++)
    {
      WsMoment moment = { .time = (double)scene->timeline->end * (i + 0.5) / n,
                          .hover_x = -1,
                          .hover_y = -1 };
      double began = cpu_seconds ();
      double took;

      ws_draw_sms (cr, scene, &moment, &options, ws_theme_get (theme), width, height);
      took = cpu_seconds () - began;
      g_array_append_val (frames, took);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return measure_get_share (frames, 0.5);
}

/* The SMs while a launch of 131072 blocks plays: all of them, and one over time. */
static void
bench_sms (Bench *self)
{
  static const int sizes[][2] = { { 1920, 1080 }, { 3840, 2160 } };
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)self->spec, 0);
  g_autoptr (WsPlan) plan = make_plan (self, "reduce3", 1 << 24);
  g_autoptr (GArray) derived = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (WsRun) run = plan_record (device, self->catalog, plan, NULL, 0, NULL, NULL);
  g_autoptr (WsScene) scene = ws_scene_new_for_launch (run, 0, NULL);

  for (guint i = 0; i < self->repeats; i++)
    {
      double began = cpu_seconds ();
      WsTimeline *timeline = ws_timeline_new (run, 0);
      double took = cpu_seconds () - began;

      ws_timeline_unref (timeline);
      g_array_append_val (derived, took);
    }
  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      printf ("SMs        2^24, block 128, %u blocks on %u SMs, %s: a frame at %d x %d %.2f ms; of "
              "one SM over time %.2f ms\n",
              scene->timeline->n_stays, scene->timeline->n_sms, ws_theme_get (theme)->name,
              sizes[s][0], sizes[s][1],
              measure_sms (self, scene, theme, WS_NONE, sizes[s][0], sizes[s][1]) * 1e3,
              measure_sms (self, scene, theme, 7, sizes[s][0], sizes[s][1]) * 1e3);
  printf ("timeline   of it derived in %.0f ms\n", measure_get_share (derived, 0.5) * 1e3);
}

/* Becomes bench-ui, which lies beside this program: the window has libraries of its own.
 * @arguments: from "ui" on. Returns only where there is none. */
static int
become_bench_ui (const char *repeats, char **arguments)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program != NULL ? program : "");
  g_autofree char *path = g_build_filename (folder, "bench-ui", NULL);

  execl (path, path, repeats, arguments[1], NULL);
  printf ("%s does not start: %s\n", path, g_strerror (errno));
  return 1;
}

int
main (int argc, char **argv)
{
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  Bench self = { .catalog = catalog, .repeats = argc > 1 ? (guint)MAX (atoi (argv[1]), 1) : 7 };

  if (argc > 1 && g_str_equal (argv[1], "ui"))
    return become_bench_ui ("5", argv + 1);
  if (argc > 2 && g_str_equal (argv[2], "ui"))
    return become_bench_ui (argv[1], argv + 2);
  self.spec = ws_catalog_find_spec (catalog, "h200", NULL);
  printf ("Medians of %u, %u cores.\n", self.repeats, g_get_num_processors ());
  self.part = argc > 2 ? argv[2] : NULL;
  for (guint theme = 0; theme < WS_N_THEMES && is_asked_for (&self, "calculator"); theme++)
    {
      bench_calculator (&self, theme, 1920, 1080, FALSE);
      bench_calculator (&self, theme, 1920, 1080, TRUE);
      bench_calculator (&self, theme, 3840, 2160, TRUE);
    }
  if (is_asked_for (&self, "vm"))
    {
      bench_vm (&self, "reduce1", 1);
      bench_vm (&self, "reduce7", 1);
      bench_vm (&self, "reduce1", 0);
      bench_vm (&self, "reduce7", 0);
    }
  for (guint k = 1; k <= 7 && is_asked_for (&self, "record"); k++)
    {
      g_autofree char *id = g_strdup_printf ("reduce%u", k);

      bench_record (&self, id);
      bench_memory (&self, id);
    }
  if (is_asked_for (&self, "sms"))
    bench_sms (&self);
  return 0;
}
