/* A job that the catalogue has nothing like: three buffers of two types and of structures, grids
 * and blocks of two dimensions, a structure as an argument, two kernels in one plan. It is
 * recorded, kept, run again, derived and drawn, all by what everybody else may use. */
#include "export/picture.h"
#include "job/limits.h"
#include "job/source.h"
#include "record/file.h"
#include "metrics/metrics.h"
#include "specs.h"
#include "virtual/virtual.h"
#include "worker/execution.h"

#include <glib/gstdio.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 24, N = WIDTH * HEIGHT, LEAST = 30 };

typedef struct {
  float value;
  guint16 weight;
} Pixel;

typedef struct {
  double factor;
  gint32 offset;
  char wide;
} Scale;

static char *shape_dir;

static char *
load_text (const char *name)
{
  g_autofree char *path = g_build_filename (shape_dir, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* What the first kernel leaves. (array length=N) */
static void
shade (const Pixel *pixels, const double *row, const Scale *scale, gint32 *out)
{
  for (guint i = 0; i < N; i++)
    out[i] = (gint32)(pixels[i].value * (float)pixels[i].weight * row[i % WIDTH] * scale->factor)
             + scale->offset;
}

static void
add_program (WsJob *job)
{
  WsEntry *entry;

  job->program.name = g_strdup ("shape.ptx");
  job->program.ptx = load_text ("shape.ptx");
  job->program.file = g_strdup ("shape.cu");
  job->program.source = load_text ("shape.cu");
  entry = ws_job_add_entry (job, "_Z5shadePK5PixelPKdPi5Scalejj", "shade");
  ws_entry_add_parameter (entry, "pixels", 8, 8, TRUE, TRUE);
  ws_entry_add_parameter (entry, "row", 8, 8, TRUE, TRUE);
  ws_entry_add_parameter (entry, "out", 8, 8, TRUE, FALSE);
  ws_entry_add_parameter (entry, "scale", sizeof (Scale), 8, FALSE, FALSE);
  ws_entry_add_parameter (entry, "width", 4, 4, FALSE, FALSE);
  ws_entry_add_parameter (entry, "height", 4, 4, FALSE, FALSE);
  entry = ws_job_add_entry (job, "_Z11count_abovePKiPiij", "count_above");
  ws_entry_add_parameter (entry, "in", 8, 8, TRUE, TRUE);
  ws_entry_add_parameter (entry, "count", 8, 8, TRUE, FALSE);
  ws_entry_add_parameter (entry, "least", 4, 4, FALSE, FALSE);
  ws_entry_add_parameter (entry, "n", 4, 4, FALSE, FALSE);
  job->words.id = g_strdup ("shape");
  job->words.title = g_strdup ("A picture, shaded and counted");
}

static void
add_buffers (WsJob *job, const Pixel *pixels)
{
  WsBuffer *buffer = ws_job_add_buffer (job, "pixels", WS_VALUE_F32, N, WS_BUFFER_IN);

  ws_buffer_add_field (buffer, "value", WS_VALUE_F32, 0);
  ws_buffer_add_field (buffer, "weight", WS_VALUE_B16, 4);
  buffer->element_bytes = sizeof (Pixel);
  buffer->contents.kind = WS_CONTENTS_VALUES;
  buffer->contents.values = g_bytes_new (pixels, N * sizeof *pixels);
  buffer->columns = WIDTH;
  buffer = ws_job_add_buffer (job, "row", WS_VALUE_F64, WIDTH, WS_BUFFER_IN);
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 0.5, .step = 0.25 };
  ws_job_add_buffer (job, "out", WS_VALUE_S32, N, WS_BUFFER_IN | WS_BUFFER_OUT);
  buffer = ws_job_add_buffer (job, "count", WS_VALUE_S32, 1, WS_BUFFER_IN | WS_BUFFER_OUT);
  buffer->contents.kind = WS_CONTENTS_CONSTANT;
}

static void
add_launches (WsJob *job, const Scale *scale)
{
  static const guint32 grids[2][3] = { { (WIDTH + 15) / 16, (HEIGHT + 7) / 8, 1 }, { 8, 1, 1 } };
  static const guint32 blocks[2][3] = { { 16, 8, 1 }, { 128, 1, 1 } };
  WsJobLaunch *launch = ws_job_add_launch (job, 0, grids[0], blocks[0]);

  ws_launch_add_buffer (launch, 0, 0);
  ws_launch_add_buffer (launch, 1, 0);
  ws_launch_add_buffer (launch, 2, 0);
  ws_launch_add_bytes (launch, scale, sizeof *scale);
  ws_launch_add_scalar (launch, WS_VALUE_U32, WIDTH);
  ws_launch_add_scalar (launch, WS_VALUE_U32, HEIGHT);
  launch = ws_job_add_launch (job, 1, grids[1], blocks[1]);
  ws_launch_add_buffer (launch, 2, 0);
  ws_launch_add_buffer (launch, 3, 0);
  ws_launch_add_scalar (launch, WS_VALUE_S32, LEAST);
  ws_launch_add_scalar (launch, WS_VALUE_U32, N);
}

/* @n_above: (out): what the second kernel counts */
static WsJob *
make_job (gint32 *n_above)
{
  Scale scale;
  Pixel pixels[N];
  double row[WIDTH];
  gint32 out[N];
  WsJob *job = ws_job_new ();
  g_autoptr (GError) error = NULL;
  WsCheck *check;

  memset (&scale, 0, sizeof scale);
  memset (pixels, 0, sizeof pixels);
  scale.factor = 1.5;
  scale.offset = -7;
  for (guint i = 0; i < N; i++)
    pixels[i] = (Pixel){ (float)(i % 13) * 0.5f, (guint16)(i % 7) };
  for (guint x = 0; x < WIDTH; x++)
    row[x] = 0.5 + 0.25 * x;
  shade (pixels, row, &scale, out);
  *n_above = 0;
  for (guint i = 0; i < N; i++)
    *n_above += out[i] >= LEAST;
  add_program (job);
  add_buffers (job, pixels);
  add_launches (job, &scale);
  check = ws_job_add_check (job, WS_CHECK_EQUALS, 2, 0, N);
  check->contents.kind = WS_CONTENTS_VALUES;
  check->contents.values = g_bytes_new (out, sizeof out);
  check = ws_job_add_check (job, WS_CHECK_EQUALS, 3, 0, 1);
  check->contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .first = *n_above };
  ws_job_check (job, &error);
  g_assert_no_error (error);
  return job;
}

static WsRun *
record (const WsJob *job, const char *spec_id)
{
  g_autoptr (WsSpec) spec = specs_load (spec_id);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GError) error = NULL;
  WsRun *run = ws_execution_record (device, job, 0, NULL, NULL, &error);

  g_assert_no_error (error);
  return run;
}

static void
test_records (void)
{
  gint32 n_above;
  g_autoptr (WsJob) job = make_job (&n_above);
  g_autoptr (WsRun) run = record (job, "h200");
  const WsRegion *pixels = g_ptr_array_index (run->regions, 0);

  g_assert_cmpint (n_above, >, 100);
  g_assert_cmpuint (pixels->columns, ==, WIDTH * sizeof (Pixel));
  g_assert_true (run->has_result && run->correct);
  g_assert_cmpstr (run->id, ==, "shape");
  g_assert_null (run->words.combine);
  g_assert_cmpuint (run->kernels->len, ==, 2);
  g_assert_cmpuint (run->n_launches, ==, 2);
  g_assert_cmpstr (ws_run_get_kernel (run, 0)->title, ==, "shade");
  g_assert_cmpstr (ws_run_get_kernel (run, 1)->title, ==, "count_above");
  g_assert_cmpuint (run->launches[0].grid[1], ==, 3);
  g_assert_cmpuint (run->launches[0].block[1], ==, 8);
  g_assert_cmpuint (ws_launch_get_n_warps (&run->launches[0]), ==, 4);
  g_assert_cmpuint (run->regions->len, ==, 4);
  g_assert_cmpstr (pixels->name, ==, "pixels");
  g_assert_cmpint (pixels->value_type, ==, WS_VALUE_B8);
  g_assert_cmpuint (pixels->size_bytes, ==, N * sizeof (Pixel));
  g_assert_nonnull (ws_run_find_block (run, 0, 4)); /* the middle one of nine */
}

/* One value that must not be so is told, with where it is. */
static void
test_wrong (void)
{
  gint32 n_above;
  g_autoptr (WsJob) job = make_job (&n_above);
  g_autoptr (WsRun) run = NULL;

  g_array_index (job->checks, WsCheck, 1).contents.first = n_above + 1;
  run = record (job, "h200");
  g_assert_true (run->has_result && !run->correct);
  g_assert_cmpint ((gint32)run->result, ==, n_above);
  g_assert_cmpint ((gint32)run->expected, ==, n_above + 1);
}

/* It is not said what must come out: the run says so. */
static void
test_unchecked (void)
{
  gint32 n_above;
  g_autoptr (WsJob) job = make_job (&n_above);
  g_autoptr (WsRun) run = NULL;
  gboolean said = FALSE;

  g_array_set_size (job->checks, 0);
  run = record (job, "h200");
  g_assert_false (run->has_result);
  for (guint i = 0; run->notes[i] != NULL; i++)
    said |= g_str_equal (run->notes[i], "Result not checked: no expected values given.");
  g_assert_true (said);
}

/* A run that was saved and opened has what made it, and makes the same run anew, and one on another
 * device. */
static void
test_again (void)
{
  gint32 n_above;
  g_autoptr (WsJob) job = make_job (&n_above);
  g_autoptr (WsRun) run = record (job, "h200");
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "shape-again.wsrun", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) opened = NULL;
  g_autoptr (WsJobSource) source = NULL;
  g_autoptr (WsJob) kept = NULL;
  g_autoptr (WsRun) again = NULL;
  g_autoptr (WsRun) elsewhere = NULL;
  g_autoptr (GVariant) a = ws_run_to_variant (run);
  g_autoptr (GVariant) b = NULL;

  ws_run_save (run, file, NULL, &error);
  g_assert_no_error (error);
  opened = ws_run_load (file, NULL, &error);
  g_assert_no_error (error);
  source = ws_job_source_new_for_run (opened);
  kept = ws_job_source_make (source, &error);
  g_assert_no_error (error);
  again = record (kept, "h200");
  b = ws_run_to_variant (again);
  g_assert_true (g_variant_equal (a, b));
  elsewhere = record (kept, "k40c");
  g_assert_true (elsewhere->correct);
  g_assert_cmpuint (elsewhere->spec->cc_major, ==, 3);
  g_file_delete (file, NULL, NULL);
}

/* A job whose kernel reads factors that are the program's constants, and counts in a variable of
 * global memory: both are buffers that no argument names. @n: factors that are written */
static WsJob *
make_symbols_job (guint n)
{
  static const char ptx[] =
      ".version 8.0\n.target sm_75\n.address_size 64\n"
      ".const .align 4 .b8 other[8];\n.const .align 4 .b8 factors[16];\n"
      ".global .align 4 .u32 count;\n"
      ".visible .entry scale (.param .u64 out)\n{\n"
      ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
      "mov.u64 %rd3, factors; add.s64 %rd3, %rd3, %rd2; ld.const.u32 %r2, [%rd3];\n"
      "mul.lo.u32 %r2, %r2, 3; add.s64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r2;\n"
      "atom.global.add.u32 %r3, [count], 1; ret;\n}\n";
  static const guint32 one[3] = { 1, 1, 1 };
  static const guint32 four[3] = { 4, 1, 1 };
  WsJob *job = ws_job_new ();
  WsEntry *entry = ws_job_add_entry (job, "scale", "scale");
  WsBuffer *buffer;
  WsCheck *check;

  job->program.name = g_strdup ("scale.ptx");
  job->program.ptx = g_strdup (ptx);
  job->words.id = g_strdup ("scale");
  job->words.title = g_strdup ("Scale by constants");
  ws_entry_add_parameter (entry, "out", 8, 8, TRUE, FALSE);
  buffer = ws_job_add_buffer (job, "factors", WS_VALUE_S32, n, WS_BUFFER_IN);
  buffer->symbol = g_strdup ("factors");
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 5, .step = 1 };
  buffer = ws_job_add_buffer (job, "count", WS_VALUE_U32, 1, WS_BUFFER_IN | WS_BUFFER_OUT);
  buffer->symbol = g_strdup ("count");
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .first = 100 };
  ws_job_add_buffer (job, "out", WS_VALUE_S32, 4, WS_BUFFER_OUT);
  for (guint i = 0; i < 2; i++)
    ws_launch_add_buffer (ws_job_add_launch (job, 0, one, four), 2, 0);
  check = ws_job_add_check (job, WS_CHECK_EQUALS, 2, 0, 4);
  check->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 15, .step = 3 };
  check = ws_job_add_check (job, WS_CHECK_EQUALS, 1, 0, 1);
  check->contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .first = 108 };
  return job;
}

static void
test_symbols (void)
{
  WsDeviceClass measured; /* of the device, which is closed by it */
  g_autoptr (WsJob) job = make_symbols_job (4);
  g_autoptr (WsRun) run = record (job, "h200");
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GError) error = NULL;
  const WsRegion *factors = g_ptr_array_index (run->regions, 0);
  WsTimingRequest request;
  WsTiming timing;
  guint n_found = 0;

  g_assert_true (run->has_result && run->correct);
  g_assert_cmpstr (factors->name, ==, "factors");
  g_assert_cmpuint (factors->space, ==, WS_SPACE_CONST);
  g_assert_cmpuint (factors->address, ==, 8);
  g_assert_cmpuint (factors->value_type, ==, WS_VALUE_S32);
  for (guint i = 0; i < run->regions->len; i++)
    n_found += g_str_equal (((WsRegion *)g_ptr_array_index (run->regions, i))->name, "count");
  g_assert_cmpuint (n_found, ==, 1);
  /* each run of a timing finds the variables as they were; on a device that is asked more than once
   */
  measured = *device->klass;
  measured.origin = WS_ORIGIN_MEASURED;
  device->klass = &measured;
  ws_timing_request_init (&request);
  request.repeats = 2;
  request.copy = FALSE;
  g_assert_true (ws_execution_time (device, job, &request, &timing, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (timing.has_result && timing.correct);
}

static guint n_launches;
static WsDeviceClass counting;
static gboolean (*launch_uncounted) (WsDevice *, const WsLaunchRequest *, const WsRecordRequest *,
                                     WsLaunchResult *, GCancellable *, GError **);

static gboolean
launch_counted (WsDevice *device, const WsLaunchRequest *request, const WsRecordRequest *record,
                WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  n_launches++;
  return launch_uncounted (device, request, record, result, cancellable, error);
}

static void
take_sample (const WsSample *sample, gpointer data)
{
  g_array_append_val ((GArray *)data, sample->duration_ns);
}

/* A model is asked once, after a run that leaves in the L2 cache what is too little to rotate, and
 * says the same 20 times; what measures runs 3 times to warm up. */
static void
test_timed_once (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WsJob) job = make_symbols_job (4);
      g_autoptr (WsSpec) spec = specs_load ("h200");
      g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
      g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_autoptr (GError) error = NULL;
      WsTimingRequest request;
      WsTiming timing;

      counting = *device->klass;
      launch_uncounted = counting.launch;
      counting.launch = launch_counted;
      counting.origin = i == 0 ? WS_ORIGIN_MODELLED : WS_ORIGIN_MEASURED;
      device->klass = &counting;
      n_launches = 0;
      ws_timing_request_init (&request);
      request.copy = FALSE;
      request.sample = take_sample;
      request.user_data = samples;
      g_assert_true (ws_execution_time (device, job, &request, &timing, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (timing.correct);
      g_assert_false (timing.rotates);
      g_assert_cmpuint (n_launches, ==, (i == 0 ? 2 : 23) * job->launches->len);
      g_assert_cmpuint (samples->len, ==, 20);
      for (guint k = 0; k < samples->len; k++)
        {
          g_assert_cmpuint (g_array_index (samples, guint64, k), >, 0);
          g_assert_cmpuint (g_array_index (samples, guint64, k), ==,
                            g_array_index (samples, guint64, 0));
        }
    }
}

/* There is no such variable, or it is smaller. */
static void
test_symbols_refused (void)
{
  g_autoptr (WsJob) large = make_symbols_job (5);
  g_autoptr (WsJob) unknown = make_symbols_job (4);
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_execution_record (device, large, 0, NULL, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==,
                   "“factors” has 20 bytes; the variable “factors” of the PTX holds 16.");
  g_clear_error (&error);
  g_array_index (unknown->buffers, WsBuffer, 0).symbol[0] = 'F';
  g_assert_null (ws_execution_record (device, unknown, 0, NULL, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "no variable “Factors”"));
}

/* The device is too old, has too small a memory, or blocks that are too large for it. */
static void
test_refused (void)
{
  static const struct {
    const char *sentence;
    int code;
  } cases[] = {
    { "shape uses mixing, which needs compute capability 9.9; the NVIDIA H200 has 9.0.",
      WS_JOB_ERROR_DEVICE },
    { "A block of 1024 threads needs 300000 bytes of shared memory, more than the limit of the "
      "NVIDIA H200: 232448 bytes per block.",
      WS_JOB_ERROR_BLOCK },
    { "A block of 65 threads along z exceeds CUDA's limit: 64.", WS_JOB_ERROR_BLOCK },
    { "The buffers need 8.0\302\240TiB of memory; the NVIDIA H200 has 131.3\302\240GiB.",
      WS_JOB_ERROR_SIZE },
  };
  g_autoptr (WsSpec) spec = specs_load ("h200");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint32 n_above;
      g_autoptr (WsJob) job = make_job (&n_above);
      WsJobLaunch *launch = &g_array_index (job->launches, WsJobLaunch, 1);
      g_autoptr (GError) error = NULL;

      g_assert_true (ws_job_check_device (job, spec, &error));
      if (i == 0)
        job->needs = (WsJobNeeds){ 9, 9, g_strdup ("mixing") };
      else if (i == 1)
        {
          launch->block[0] = 1024;
          launch->dynamic_shared_bytes = 300000;
        }
      else if (i == 2)
        {
          launch->block[0] = 1;
          launch->block[2] = 65;
        }
      else
        g_array_index (job->buffers, WsBuffer, 3).length = G_GUINT64_CONSTANT (1) << 41;
      g_assert_false (ws_job_check_device (job, spec, &error));
      g_assert_error (error, WS_JOB_ERROR, cases[i].code);
      g_assert_cmpstr (error->message, ==, cases[i].sentence);
    }
}

/* As many blocks as there may be are taken, and not one more. */
static void
test_most_blocks (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");

  for (guint axis = 0; axis < 3; axis++)
    {
      guint64 most = axis == 0 ? spec->max_grid_x : 65535;
      WsExtent extent = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
      g_autoptr (GError) error = NULL;

      extent.grid[axis] = most;
      g_assert_true (ws_limits_check_grid (&extent, spec, &error));
      g_assert_no_error (error);
      extent.grid[axis] = most + 1;
      g_assert_false (ws_limits_check_grid (&extent, spec, &error));
      g_assert_error (error, WS_JOB_ERROR, WS_JOB_ERROR_SIZE);
    }
}

/* Every view of every block that was recorded, as a picture and as a table; in the folder
 * $KEEP_SHAPE, if there is one, where they and the run stay to be looked at. */
static void
draw (const WsRun *run, guint launch, guint block, const char *folder)
{
  g_autoptr (WsScene) scene = ws_scene_new ((WsRun *)run, launch, block, NULL);
  WsPicture picture = { .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  WsExportForm form = { .theme = WS_THEME_PROJECTOR, .width = 1280, .height = 720, .scale = 1 };

  picture.moment =
      (WsMoment){ .position = ws_scene_stage_moment (scene, 0), .hover_x = -1, .hover_y = -1 };
  picture.moment.time = ws_scene_time_at (scene, picture.moment.position);
  for (guint view = 0; view < WS_N_VIEWS; view++)
    for (guint kind = 0; kind < 3; kind++)
      {
        static const char *const suffixes[] = { "png", "svg", "csv" };
        g_autofree char *name = g_strdup_printf ("%s-%u-%u.%s", ws_view_get_name ((WsView)view),
                                                 launch, block, suffixes[kind]);
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *title = NULL;
        g_autofree char *caption = NULL;
        g_autofree char *source = NULL;
        g_autofree char *spoken = NULL;
        g_autoptr (GError) error = NULL;

        picture.view = (WsView)view;
        spoken = ws_picture_describe (&picture, &title, &caption, &source);
        g_assert_nonnull (spoken);
        g_assert_nonnull (strstr (title, "A picture, shaded and counted"));
        ws_picture_write (&picture, &form, path, NULL, &error);
        g_assert_no_error (error);
        if (g_getenv ("KEEP_SHAPE") == NULL)
          remove (path);
      }
}

static void
test_draws (void)
{
  gint32 n_above;
  g_autoptr (WsJob) job = make_job (&n_above);
  g_autoptr (WsRun) run = record (job, "h200");
  const char *kept = g_getenv ("KEEP_SHAPE");
  g_autofree char *folder = kept != NULL ? g_strdup (kept) : g_dir_make_tmp ("shape-XXXXXX", NULL);
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 4, NULL);

  /* (1, 1) of the blocks: its 16 columns and 8 rows, all within the picture */
  g_assert_cmpuint (scene->stages->n_stages, >, 0);
  for (guint launch = 0; launch < run->n_launches; launch++)
    for (guint block = 0; block < ws_launch_get_n_blocks (&run->launches[launch]); block++)
      if (ws_run_find_block (run, launch, block) != NULL)
        draw (run, launch, block, folder);
  if (kept == NULL)
    g_assert_cmpint (g_rmdir (folder), ==, 0);
  else
    {
      g_autoptr (GFile) file = g_file_new_build_filename (kept, "shape.wsrun", NULL);

      ws_run_save (run, file, NULL, NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  shape_dir = g_strdup (SHAPE_DIR);
  g_test_add_func ("/shape/records", test_records);
  g_test_add_func ("/shape/wrong", test_wrong);
  g_test_add_func ("/shape/unchecked", test_unchecked);
  g_test_add_func ("/shape/again", test_again);
  g_test_add_func ("/shape/symbols", test_symbols);
  g_test_add_func ("/shape/timed-once", test_timed_once);
  g_test_add_func ("/shape/symbols-refused", test_symbols_refused);
  g_test_add_func ("/shape/refused", test_refused);
  g_test_add_func ("/shape/most-blocks", test_most_blocks);
  g_test_add_func ("/shape/draws", test_draws);
  return g_test_run ();
}
