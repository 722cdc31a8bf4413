/* bench: what things cost, as medians; printed, never asserted.
 * build/bin/bench [REPEATS [calculator|vm|kinds|record|sms [PART OF A NAME]]]
 * build/bin/bench [REPEATS] ui [start|pick|edit|frames]     the window: bench-ui, which wants a
 * display What runs on one core is measured in its processor time, so that others who use the
 * machine count less. */
#include "plans.h"
#include "view/figure.h"
#include "measure.h"
#include "virtual/virtual.h"
#include "worker/execution-private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  WsCatalog *catalog;
  const WsSpec *spec;
  guint repeats;
  const char *part;   /* nullable: all */
  const char *kernel; /* nullable: all of a part */
} Bench;

/* What the virtual GPU's speed is told by. */
typedef struct {
  const char *kernel;
  guint64 n;
  const char *options; /* nullable */
} Program;

static const Program programs[] = {
  { "reduce1", 1 << 22, NULL },
  { "reduce7", 1 << 22, NULL },
  { "reduce8", 1 << 22, NULL },
  { "matrix_product_tiled", 512, "tile=16" },
  { "scan_array", 1 << 20, NULL },
  { "convolution_1d_tiled", 1 << 20, NULL },
  { "convolution_2d", 1024, "height=1024" },
  { "histogram_shared", 1 << 20, NULL },
};

static WsPlan *
make_plan (Bench *self, const char *kernel_id, guint64 n, const char *options)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, kernel_id, NULL);
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  if (ws_catalog_kernel_has_block (kernel))
    parameters.block = 128;
  if (options != NULL)
    ws_plan_set_options (&parameters, kernel, options, NULL);
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

static gboolean
is_chosen (const Bench *self, const char *what)
{
  return self->kernel == NULL || strstr (what, self->kernel) != NULL;
}

/* How a launch is run. */
typedef enum {
  PLAIN,
  COUNTED,  /* with the counts of its sites */
  RECORDED, /* with them, and three blocks in full: the first, the last, one between them */
  N_WAYS
} Way;

/* Runs all launches of a job once. Returns: warp instructions */
static guint64
run_launches (WsExecution *execution, Way way)
{
  guint64 instructions = 0;

  for (guint i = 0; i < execution->job->launches->len; i++)
    {
      const WsJobLaunch *launch = ws_job_get_launch (execution->job, i);
      const guint32 n = launch->grid[0] * launch->grid[1] * launch->grid[2];
      const guint32 blocks[] = { 0, n - 1, n / 2 };
      const WsRecordRequest record = {
        .counts = way != PLAIN,
        .blocks = blocks,
        .n_blocks = way == RECORDED ? MIN (n, G_N_ELEMENTS (blocks)) : 0,
      };
      WsLaunchResult result = { 0 };

      ws_execution_launch (execution, launch, way == PLAIN ? NULL : &record, &result, NULL, NULL);
      instructions += result.warp_instructions;
    }
  return instructions;
}

/* The launches alone: warp instructions a second. What runs beside each other is measured in turn.
 */
static void
bench_vm (Bench *self, const Program *program)
{
  g_autoptr (WsPlan) plan = make_plan (self, program->kernel, program->n, program->options);
  g_autoptr (WsJob) job = plan_make_job (self->catalog, plan, NULL, FALSE);
  WsDevice *devices[2];
  WsExecution executions[2];
  GArray *rates[N_WAYS + 1];
  guint64 instructions = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    rates[i] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint d = 0; d < G_N_ELEMENTS (devices); d++)
    {
      devices[d] = ws_vm_device_new ((WsSpec *)self->spec, d == 0 ? 1 : 0);
      ws_execution_init (&executions[d], devices[d], job, NULL, NULL);
      ws_execution_begin (&executions[d], NULL);
    }
  for (guint i = 0; i < self->repeats; i++)
    for (guint way = 0; way <= N_WAYS; way++)
      {
        gboolean one_core = way < N_WAYS;
        double began = cpu_seconds ();
        double rate;

        instructions = run_launches (&executions[one_core ? 0 : 1], one_core ? (Way)way : PLAIN);
        rate = (double)instructions / (cpu_seconds () - began) / 1e6;
        g_array_append_val (rates[way], rate);
      }
  printf ("%-20s %8.1f M warp instructions/s and core; on %u cores %.2f of that; counted %.2f "
          "times as long, with three blocks recorded %.2f (%" G_GUINT64_FORMAT " instructions)\n",
          program->kernel, measure_get_share (rates[PLAIN], 0.5), g_get_num_processors (),
          measure_get_share (rates[N_WAYS], 0.5) / measure_get_share (rates[PLAIN], 0.5),
          measure_get_share (rates[PLAIN], 0.5) / measure_get_share (rates[COUNTED], 0.5),
          measure_get_share (rates[COUNTED], 0.5) / measure_get_share (rates[RECORDED], 0.5),
          instructions);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    g_array_unref (rates[i]);
  for (guint d = 0; d < G_N_ELEMENTS (devices); d++)
    {
      ws_execution_clear (&executions[d]);
      ws_device_close (devices[d]);
    }
}

/* An instruction, on registers that hold ordinary numbers: %r1 to %r4 of 32 bits, %h1 of 16, %rd1
 * to %rd4 of 64, %f1 to %f4 and %fd1 to %fd4 floating point, %p1 a predicate. */
static const char *const kinds[] = {
  "mov.u32 %r5, %r1",
  "add.s32 %r5, %r1, %r2",
  "add.s64 %rd5, %rd1, %rd2",
  "sub.cc.u32 %r5, %r1, %r2",
  "addc.u32 %r5, %r1, %r2",
  "add.s16 %h5, %h1, %h2",
  "mul.lo.s32 %r5, %r1, %r2",
  "mul.hi.u32 %r5, %r1, %r2",
  "mul.lo.s64 %rd5, %rd1, %rd2",
  "mul.hi.u64 %rd5, %rd1, %rd2",
  "mad.lo.s32 %r5, %r1, %r2, %r3",
  "mad.wide.s32 %rd5, %r1, %r2, %rd3",
  "div.s32 %r5, %r1, %r2",
  "rem.u32 %r5, %r1, %r2",
  "div.u64 %rd5, %rd1, %rd2",
  "min.s32 %r5, %r1, %r2",
  "max.u64 %rd5, %rd1, %rd2",
  "abs.s32 %r5, %r1",
  "sad.u32 %r5, %r1, %r2, %r3",
  "and.b64 %rd5, %rd1, %rd2",
  "not.b32 %r5, %r1",
  "lop3.b32 %r5, %r1, %r2, %r3, 0x96",
  "shl.b64 %rd5, %rd1, %r4",
  "shr.s64 %rd5, %rd1, %r4",
  "shf.l.wrap.b32 %r5, %r1, %r2, %r4",
  "popc.b32 %r5, %r1",
  "clz.b64 %r5, %rd1",
  "bfind.u32 %r5, %r1",
  "brev.b32 %r5, %r1",
  "bfe.s32 %r5, %r1, %r4, %r4",
  "bfi.b32 %r5, %r1, %r2, %r4, %r4",
  "prmt.b32 %r5, %r1, %r2, %r3",
  "dp4a.s32.u32 %r5, %r1, %r2, %r3",
  "setp.lt.s32 %p2, %r1, %r2",
  "setp.lt.u64 %p2, %rd1, %rd2",
  "setp.lt.f32 %p2, %f1, %f2",
  "setp.gt.f64 %p2, %fd1, %fd2",
  "selp.b32 %r5, %r1, %r2, %p1",
  "selp.b64 %rd5, %rd1, %rd2, %p1",
  "add.f32 %f5, %f1, %f2",
  "add.rz.f32 %f5, %f1, %f2",
  "add.ftz.f32 %f5, %f1, %f2",
  "sub.f32 %f5, %f1, %f2",
  "mul.f32 %f5, %f1, %f2",
  "mul.ftz.f32 %f5, %f1, %f2",
  "fma.rn.f32 %f5, %f1, %f2, %f3",
  "fma.rn.ftz.f32 %f5, %f1, %f2, %f3",
  "min.f32 %f5, %f1, %f2",
  "abs.f32 %f5, %f1",
  "neg.f32 %f5, %f1",
  "div.rn.f32 %f5, %f1, %f2",
  "div.approx.f32 %f5, %f1, %f2",
  "rcp.rn.f32 %f5, %f1",
  "sqrt.rn.f32 %f5, %f1",
  "rsqrt.approx.f32 %f5, %f1",
  "sin.approx.f32 %f5, %f1",
  "cos.approx.f32 %f5, %f1",
  "ex2.approx.f32 %f5, %f1",
  "lg2.approx.f32 %f5, %f1",
  "tanh.approx.f32 %f5, %f1",
  "add.f64 %fd5, %fd1, %fd2",
  "sub.f64 %fd5, %fd1, %fd2",
  "mul.f64 %fd5, %fd1, %fd2",
  "fma.rn.f64 %fd5, %fd1, %fd2, %fd3",
  "div.rn.f64 %fd5, %fd1, %fd2",
  "sqrt.rn.f64 %fd5, %fd1",
  "cvt.rn.f32.s32 %f5, %r1",
  "cvt.rn.f32.u32 %f5, %r1",
  "cvt.rzi.s32.f32 %r5, %f1",
  "cvt.rni.s32.f32 %r5, %f1",
  "cvt.rzi.u32.f32 %r5, %f1",
  "cvt.f64.f32 %fd5, %f1",
  "cvt.rn.f32.f64 %f5, %fd1",
  "cvt.rn.f64.s32 %fd5, %r1",
  "cvt.rzi.s32.f64 %r5, %fd1",
  "cvt.rzi.s64.f64 %rd5, %fd1",
  "cvt.rn.f64.s64 %fd5, %rd1",
  "cvt.s64.s32 %rd5, %r1",
  "cvt.u32.u64 %r5, %rd1",
  "cvt.u16.u32 %h5, %r1",
  "cvt.rpi.f32.f32 %f5, %f1",
  "cvta.to.global.u64 %rd5, %rd1",
  "mov.b64 {%r5, %r6}, %rd1",
  "mov.b64 %rd5, {%r1, %r2}",
  "and.pred %p2, %p1, %p1",
  "shfl.sync.down.b32 %r5, %r1, 4, 31, -1",
  "shfl.sync.bfly.b32 %r5, %r1, 4, 31, -1",
  "shfl.sync.idx.b32 %r5, %r1, %r4, 31, -1",
  "vote.sync.ballot.b32 %r5, %p1, -1",
  "match.any.sync.b32 %r5, %r4, -1",
  "redux.sync.add.s32 %r5, %r1, -1",
};

/* A loop of one kind of instruction, in so many blocks that few of them are timed: warp
 * instructions a second. */
static void
bench_kind (Bench *self, const char *kind)
{
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)self->spec, 1);
  g_autoptr (GString) ptx = g_string_new (
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k ()\n{\n"
      ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %rd<8>;\n"
      ".reg .f32 %f<8>; .reg .f64 %fd<8>;\n"
      "mov.u32 %r1, %tid.x; mul.lo.u32 %r1, %r1, 2654435; add.u32 %r2, %r1, 77; not.b32 %r3, %r1;\n"
      "and.b32 %r4, %r1, 15; mov.u32 %r9, 0; setp.lt.u32 %p1, %r4, 7; cvt.u16.u32 %h1, %r1;\n"
      "cvt.u16.u32 %h2, %r2; cvt.u64.u32 %rd1, %r1; mul.wide.u32 %rd2, %r2, %r2;\n"
      "mul.wide.u32 %rd3, %r1, %r3; cvt.rn.f32.u32 %f1, %r4; add.f32 %f1, %f1, 0f3E99999A;\n"
      "add.f32 %f2, %f1, 0f3F8CCCCD; mul.f32 %f3, %f1, %f2; cvt.f64.f32 %fd1, %f1;\n"
      "cvt.f64.f32 %fd2, %f2; cvt.f64.f32 %fd3, %f3;\n"
      "LOOP:\n");
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  WsLaunchRequest request = { .entry = "k", .grid = { 1024, 1, 1 }, .block = { 128, 1, 1 } };

  for (guint i = 0; i < 64; i++)
    g_string_append_printf (ptx, "%s;\n", kind);
  g_string_append (ptx, "add.u32 %r9, %r9, 1; setp.lt.u32 %p7, %r9, 8; @%p7 bra LOOP; ret;\n}\n");
  if (!device->klass->load (device, ptx->str, -1, "kind.ptx", &error))
    {
      printf ("%-44s %s\n", kind, error->message);
      return;
    }
  for (guint i = 0; i < self->repeats; i++)
    {
      WsLaunchResult result = { 0 };
      double began = cpu_seconds ();
      double rate;

      device->klass->launch (device, &request, NULL, &result, NULL, NULL);
      rate = (double)result.warp_instructions / (cpu_seconds () - began) / 1e6;
      g_array_append_val (rates, rate);
    }
  printf ("%-44s %8.1f M warp instructions/s\n", kind, measure_get_share (rates, 0.5));
}

/* Runs, records, derives and draws the tree: what a click on a kernel costs, but for the window. */
static void
bench_record (Bench *self, const char *kernel_id)
{
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)self->spec, 0);
  g_autoptr (WsPlan) plan = make_plan (self, kernel_id, 1 << 20, NULL);
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
      ws_draw_figure (cr, WS_VIEW_TREE,
                      &(WsFrame){ scene, &moment, ws_theme_get (WS_THEME_LIGHT), 1920, 1080 },
                      NULL);
      took = seconds () - began;
      g_array_append_val (drawn, took);
      then = cpu_seconds ();
      ws_draw_figure (cr, WS_VIEW_TREE,
                      &(WsFrame){ scene, &moment, ws_theme_get (WS_THEME_LIGHT), 1920, 1080 },
                      NULL);
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
  g_autoptr (WsPlan) plan = make_plan (self, kernel_id, 1 << 20, NULL);
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

          ws_draw_memory (cr,
                          &(WsFrame){ scene, &moment, ws_theme_get (WS_THEME_LIGHT), 1920, 1080 },
                          &options);
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
      ws_draw_calculator (cr, calculator, NULL, &(WsArea){ ws_theme_get (theme), width, height });
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

      ws_draw_sms (cr, &(WsFrame){ scene, &moment, ws_theme_get (theme), width, height }, &options);
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
  g_autoptr (WsPlan) plan = make_plan (self, "reduce3", 1 << 24, NULL);
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
  self.kernel = argc > 3 ? argv[3] : NULL;
  for (guint theme = 0; theme < WS_N_THEMES && is_asked_for (&self, "calculator"); theme++)
    {
      bench_calculator (&self, theme, 1920, 1080, FALSE);
      bench_calculator (&self, theme, 1920, 1080, TRUE);
      bench_calculator (&self, theme, 3840, 2160, TRUE);
    }
  if (is_asked_for (&self, "vm"))
    for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
      if (is_chosen (&self, programs[i].kernel))
        bench_vm (&self, &programs[i]);
  for (guint k = 0; k < G_N_ELEMENTS (kinds) && is_asked_for (&self, "kinds"); k++)
    if (is_chosen (&self, kinds[k]))
      bench_kind (&self, kinds[k]);
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
