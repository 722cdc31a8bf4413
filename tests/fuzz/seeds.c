/* seeds.c: writes the first inputs of each corpus: small recordings of the catalogue's kernels,
 * their PTX, sweeps, what a worker says.
 *
 *   fuzz-seeds FOLDER      into FOLDER/TARGET
 *
 * For when a format changes: what it writes is then fuzzed and merged into tests/fuzz/corpus; see
 * tests/fuzz.sh.
 */
#include "history/history.h"
#include "lecture/lecture.h"
#include "paths.h"
#include "lesson/job.h"
#include "order.h"
#include "user-look.h"
#include "plans.h"
#include "record/file.h"
#include "recorded.h"
#include "scenarios/scenario-store.h"
#include "sweeps/published.h"
#include "sweeps/sweep-file.h"
#include "sweeps/sweep-plan.h"
#include "virtual/virtual.h"
#include "wire/protocol.h"

#include <string.h>

typedef struct {
  const char *folder;
  WsCatalog *catalog;
} Seeds;

static void
write_seed (const Seeds *self, const char *target, const char *name, gconstpointer data, gsize size)
{
  g_autofree char *folder = g_build_filename (self->folder, target, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0755);
  g_file_set_contents (path, data, (gssize)size, &error);
  g_assert_no_error (error);
}

/* ---- what a worker says ---- */

typedef struct {
  guint8 kind; /* of the call, as in answers.c */
  GOutputStream *stream;
} Said;

static void
begin (Said *self, guint8 kind)
{
  self->kind = kind;
  self->stream = g_memory_output_stream_new_resizable ();
  g_output_stream_write_all (self->stream, &self->kind, 1, NULL, NULL, NULL);
}

static void
end (const Seeds *self, Said *said, const char *name)
{
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (said->stream);

  ws_protocol_write (said->stream, "done", NULL, NULL, NULL);
  write_seed (self, "answers", name, g_memory_output_stream_get_data (memory),
              g_memory_output_stream_get_data_size (memory));
  g_object_unref (said->stream);
}

static void
write_answers (const Seeds *self)
{
  const WsSpec *spec = g_ptr_array_index (ws_catalog_get_specs (self->catalog), 0);
  const guint64 durations[] = { 1000, 2000, 1500 };
  g_autoptr (GError) error =
      g_error_new (WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N, "n must be a whole number.");
  GVariantBuilder builder;
  Said said;

  begin (&said, 1);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sssssbbmsmv)"));
  g_variant_builder_add (&builder, "(sssssbbmsmv)", "vm:g80", "Virtual G80", "g80", "Ready.", "",
                         TRUE, FALSE, "1.2", ws_spec_to_variant (spec));
  g_variant_builder_add (&builder, "(sssssbbmsmv)", "cuda:0", "GPU", "", "None.", "GPU-1", FALSE,
                         TRUE, NULL, NULL);
  ws_protocol_write (said.stream, "devices", g_variant_builder_end (&builder), NULL, NULL);
  end (self, &said, "devices");

  begin (&said, 2);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ssd)"));
  g_variant_builder_add (&builder, "(ssd)", "inst_executed", "inst", 12.);
  ws_protocol_write (said.stream, "counters", g_variant_builder_end (&builder), NULL, NULL);
  end (self, &said, "counters");

  for (guint i = 0; i < 2; i++)
    {
      begin (&said, i == 0 ? 3 : 7);
      ws_protocol_write (
          said.stream, "timing",
          g_variant_new_parsed (
              "{'bytes': <@t 256>, 'grid': <@t 2>, 'copies': <@u 1>, 'rotates': <true>, "
              "'peak_bytes_per_s': <@t 1000>, 'copy_bytes_per_s': <@t 900>, 'origin': <@u 1>, "
              "'correct': <true>}"),
          NULL, NULL);
      ws_protocol_write (
          said.stream, "samples",
          g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, durations, G_N_ELEMENTS (durations), 8),
          NULL, NULL);
      end (self, &said, i == 0 ? "time" : "time-endless");
    }

  begin (&said, 0);
  ws_protocol_write (said.stream, "error", ws_protocol_error_to_variant (error), NULL, NULL);
  end (self, &said, "error");

  begin (&said, 0);
  ws_protocol_write (said.stream, "bye", NULL, NULL, NULL);
  end (self, &said, "bye");
}

static void
write_answer_of_run (const Seeds *self, const char *name, const WsRun *run, gboolean is_partial)
{
  g_autoptr (GVariant) variant = ws_run_to_variant (run);
  Said said;

  begin (&said, 0);
  ws_protocol_write (said.stream, "progress", g_variant_new ("(ds)", 0.5, "Launch 1 of 2"), NULL,
                     NULL);
  ws_protocol_write (said.stream, is_partial ? "partial" : "run", g_variant_new_variant (variant),
                     NULL, NULL);
  end (self, &said, name);
}

/* ---- what a client asks for ---- */

static void
write_request (const Seeds *self, const char *name, const char *message, GVariant *body)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  ws_protocol_write (stream, message, body, NULL, NULL);
  if (g_str_equal (message, "time"))
    ws_protocol_write (stream, "cancel", NULL, NULL, NULL);
  ws_protocol_write (stream, "devices", NULL, NULL, NULL);
  write_seed (self, "requests", name, g_memory_output_stream_get_data (memory),
              g_memory_output_stream_get_data_size (memory));
}

typedef struct {
  const char *device;
  const char *kernel;
  const char *type;
  const char *op;
  guint64 n;
  guint32 block;
  const char *blocks;
} Asked;

/* (transfer floating) (nullable): without the source, which nobody reads there */
static GVariant *
make_request (const Seeds *self, const Asked *asked)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, asked->kernel, NULL);
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsJob) job = NULL;
  WsPlanParameters parameters;
  GVariantDict dict;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = asked->n;
  parameters.block = asked->block;
  parameters.repeats = MIN (parameters.repeats, 2);
  if (asked->type != NULL)
    ws_plan_set_type (&parameters, asked->type, NULL);
  if (asked->op != NULL)
    ws_plan_set_op (&parameters, asked->op, NULL);
  plan = ws_plan_new (self->catalog, kernel, &parameters, NULL, NULL);
  job = plan_make_job (self->catalog, plan, asked->blocks, FALSE);
  g_clear_pointer (&job->program.source, g_free);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "device", "s", asked->device);
  g_variant_dict_insert_value (&dict, "job", ws_job_to_variant (job));
  g_variant_dict_insert (&dict, "repeats", "u", 2);
  return g_variant_dict_end (&dict);
}

static void
write_requests (const Seeds *self)
{
  static const Asked asked[] = {
    { "vm:h200", "reduce1", NULL, NULL, 64, 32, "0,mid,last" },
    { "vm:g80", "reduce7", "float", "max", 100, 64, NULL },
    { "vm:h200", "reduce6", NULL, NULL, 600, 64, "1" },
    { "vm:k40c", "work2", NULL, NULL, 40, 32, NULL },
    { "vm:h200", "cub", NULL, NULL, 40, 256, NULL },
    { "vm:h200", "null1", NULL, NULL, 40, 32, NULL },
    { "vm:h200", "convolution_1d", NULL, NULL, 40, 32, "0" }, /* a mask in constant memory */
  };
  static const char *const messages[] = { "record", "time", "count" };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    for (guint k = 0; k < G_N_ELEMENTS (messages); k++)
      {
        g_autofree char *name = g_strdup_printf ("%s-%u", messages[k], i);

        write_request (self, name, messages[k], make_request (self, &asked[i]));
      }
  write_request (self, "devices", "devices", NULL);
  write_request (self, "unknown", "unknown", g_variant_new_parsed ("{'n': <1>}"));
  write_request (self, "no-job", "record", g_variant_new_parsed ("{'job': <1>}"));
}

/* ---- what a program did ---- */

#define TABLE   G_GUINT64_CONSTANT (0x200000000000)
#define OUT     (TABLE + 0x10000)
#define DATA    (TABLE + 0x20000)
#define N_BYTES 64 /* of each memory */

/* out[i] += table[i % 2][i] * factor */
static const char gather[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 count;\n"
    ".visible .const .align 4 .f32 factor = 0f00000000;\n"
    ".visible .entry _Z6gatherPPfS_j (.param .u64 table, .param .u64 out, .param .u32 n)\n"
    "{\n  .reg .b32 %r<8>;\n  .reg .f32 %f<8>;\n  .reg .b64 %rd<9>;\n"
    "  mov.u32 %r1, %tid.x;\n  ld.param.u64 %rd1, [table];\n  ld.param.u64 %rd2, [out];\n"
    "  and.b32 %r2, %r1, 1;\n  mul.wide.u32 %rd3, %r2, 8;\n  add.s64 %rd4, %rd1, %rd3;\n"
    "  ld.u64 %rd5, [%rd4];\n  mul.wide.u32 %rd6, %r1, 4;\n  add.s64 %rd7, %rd5, %rd6;\n"
    "  add.s64 %rd8, %rd2, %rd6;\n  ld.f32 %f1, [%rd7];\n  ld.const.f32 %f2, [factor];\n"
    "  ld.f32 %f3, [%rd8];\n  fma.rn.f32 %f4, %f1, %f2, %f3;\n  st.f32 [%rd8], %f4;\n"
    "  ret;\n}\n";

static void
tell_step (GOutputStream *stream, WsStepKind kind, const char *name, const char *words)
{
  g_autoptr (GArray) changed = g_array_new (FALSE, FALSE, sizeof (guint64));
  const guint64 out = OUT;
  const WsStep step = { .kind = kind,
                        .name = (char *)(kind == WS_STEP_LAUNCH ? "_Z6gatherPPfS_j" : name),
                        .title = (char *)(kind == WS_STEP_LAUNCH ? "gather(float**, ...)" : ""),
                        .words = (char *)words,
                        .copy = WS_COPY_TO_DEVICE,
                        .grid = { 1, 1, 1 },
                        .block = { 16, 1, 1 },
                        .address = OUT,
                        .size = N_BYTES,
                        .duration_ns = 1000,
                        .changed = kind == WS_STEP_LAUNCH ? changed : NULL };

  g_array_append_val (changed, out);
  ws_protocol_write (stream, "step", ws_step_to_variant (&step), NULL, NULL);
}

static void
tell_capture (GOutputStream *stream)
{
  const guint64 params[] = { TABLE, OUT, 16 };
  const guint64 table[N_BYTES / 8] = { DATA, OUT };
  g_autoptr (GBytes) params_bytes = g_bytes_new (params, 20);
  g_autoptr (GBytes) table_bytes = g_bytes_new (table, sizeof table);
  g_autoptr (GBytes) zeros = g_bytes_new_take (g_malloc0 (N_BYTES), N_BYTES);
  g_autoptr (GBytes) one = g_bytes_new_static ("\0\0\200\77", 4);
  WsHistoryMemory memories[] = {
    { 256, (char *)"factor", one },
    { TABLE, (char *)"", table_bytes },
    { OUT, (char *)"", zeros },
    { DATA, (char *)"", zeros },
  };
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GBytes) texels = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (GPtrArray) textures = g_ptr_array_new ();
  WsHistoryTexture texture = {
    .object = (guint64)5 << 40,
    .texture = { .width = 4, .kind = WS_TEXEL_FLOAT, .bits = 32, .channels = 1 },
    .bytes = texels
  };
  const WsCapture capture = { .architecture = 90,
                              .registers = 20,
                              .params = params_bytes,
                              .memories = all,
                              .textures = textures };

  for (guint i = 0; i < G_N_ELEMENTS (memories); i++)
    g_ptr_array_add (all, &memories[i]);
  g_ptr_array_add (textures, &texture);
  ws_protocol_write (stream, "capture", ws_capture_to_variant (&capture), NULL, NULL);
}

static void
tell_all_steps (GOutputStream *stream)
{
  for (WsStepKind kind = 0; kind <= WS_STEP_LAST; kind++)
    tell_step (stream, kind, "cudaCall", kind == WS_STEP_REFUSED ? "It is refused." : "");
}

static void
tell_loop (GOutputStream *stream)
{
  for (guint i = 0; i < 6; i++)
    {
      tell_step (stream, WS_STEP_LAUNCH, NULL, "");
      tell_step (stream, WS_STEP_COPY, "cudaMemcpy", "");
    }
}

/* Launches whose times arrive after them. */
static void
tell_times (GOutputStream *stream)
{
  tell_step (stream, WS_STEP_LAUNCH, NULL, "");
  tell_step (stream, WS_STEP_LAUNCH, NULL, "");
  ws_protocol_write (stream, "ran",
                     g_variant_new_parsed ("[(uint32 0, uint64 10, uint64 1000, uint32 0, ''), "
                                           "(1, 2000, 500, 700, 'It ended.')]"),
                     NULL, NULL);
}

static void
write_history (const Seeds *self, const char *name, void (*tell) (GOutputStream *stream),
               gboolean captures)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  ws_protocol_write (stream, "begin", g_variant_new ("(us)", WS_HISTORY_VERSION, "vm:h200"), NULL,
                     NULL);
  ws_protocol_write (stream, "module", g_variant_new ("(ss)", "gather.ptx", gather), NULL, NULL);
  if (captures)
    tell_capture (stream);
  tell (stream);
  ws_protocol_write (stream, "end", g_variant_new ("(i)", 0), NULL, NULL);
  write_seed (self, "history", name, g_memory_output_stream_get_data (memory),
              g_memory_output_stream_get_data_size (memory));
}

static void
write_histories (const Seeds *self)
{
  write_history (self, "steps", tell_all_steps, FALSE);
  write_history (self, "loop", tell_loop, FALSE);
  write_history (self, "capture", tell_loop, TRUE);
  write_history (self, "times", tell_times, FALSE);
}

/* ---- runs, and their PTX ---- */

static void
write_run (const Seeds *self, const char *name, const WsRun *run)
{
  g_autofree char *folder = g_build_filename (self->folder, "run", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0755);
  ws_run_save (run, file, NULL, &error);
  g_assert_no_error (error);
}

static void
record (const Seeds *self, const WsCatalogKernel *kernel, const char *spec_id)
{
  const WsSpec *spec = ws_catalog_find_spec (self->catalog, spec_id, NULL);
  g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)spec, 1);
  g_autofree char *name = g_strdup_printf ("%s-%s", kernel->id, spec_id);
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GBytes) ptx = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) partial = NULL;
  WsPlanParameters parameters;
  gsize size;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = 33;
  parameters.block = 32;
  parameters.repeats = MIN (parameters.repeats, 2);
  plan = ws_plan_new (self->catalog, kernel, &parameters, spec, NULL);
  if (plan == NULL)
    return;
  ptx = ws_catalog_load_ptx (self->catalog, plan, NULL);
  if (ptx != NULL)
    write_seed (self, "ptx", kernel->id, g_bytes_get_data (ptx, NULL),
                (g_bytes_get_data (ptx, &size), size));
  run = plan_record (device, self->catalog, plan, "0", 1, &partial, NULL);
  if (run != NULL || partial != NULL)
    {
      write_run (self, name, run != NULL ? run : partial);
      if (g_str_equal (kernel->id, "reduce6") || g_str_equal (kernel->id, "vector_add"))
        write_answer_of_run (self, name, run != NULL ? run : partial, run == NULL);
    }
}

static void
write_sweeps (const Seeds *self)
{
  const WsSpec *spec = ws_catalog_find_spec (self->catalog, "h200", NULL);
  g_autoptr (GPtrArray) published = ws_published_load_all (NULL);

  for (guint i = 0; i < published->len; i++)
    {
      WsSweep *sweep = published->pdata[i];
      g_autoptr (GBytes) bytes = ws_sweep_file_to_bytes (sweep);
      gsize size;
      gconstpointer data = g_bytes_get_data (bytes, &size);

      write_seed (self, "sweep", sweep->id, data, size);
    }
  for (WsSweepKind kind = 0; kind < WS_N_SWEEPS; kind++)
    {
      WsSweepRequest request;
      g_autoptr (WsSweep) sweep = NULL;
      g_autoptr (GBytes) bytes = NULL;
      gconstpointer data;
      gsize size;

      ws_sweep_request_init (&request, kind);
      sweep = ws_sweep_plan (self->catalog, &request, spec, NULL);
      for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
        {
          WsSweepPoint *point = ws_sweep_get_point (sweep, i);

          point->state = WS_SWEEP_DONE;
          point->correct = TRUE;
          point->n_bytes = point->n * 4;
          point->grid = 64;
          point->time = (WsTimingSummary){
            3, 1000 * (i + 1), 900 * (i + 1), 1200 * (i + 1), 800 * (i + 1), 2000 * (i + 1)
          };
          point->has_occupancy = point->has_work = TRUE;
          point->theoretical = 1;
          point->achieved = 0.5;
          point->moved_bytes = point->operations = (double)point->n * 4;
        }
      bytes = ws_sweep_file_to_bytes (sweep);
      data = g_bytes_get_data (bytes, &size);
      write_seed (self, "sweep", ws_sweep_kind_get_name (kind), data, size);
    }
}

/* Whether a buffer of the kernel is a variable of its program, as a mask in constant memory is. */
static gboolean
has_symbol (const Seeds *self, const WsCatalogKernel *kernel)
{
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsJob) job = NULL;
  WsPlanParameters parameters;
  gboolean found = FALSE;

  ws_plan_parameters_init (&parameters, kernel);
  plan = ws_plan_new (self->catalog, kernel, &parameters, NULL, NULL);
  job = plan != NULL ? ws_plan_make_job (plan, self->catalog, FALSE, NULL) : NULL;
  for (guint i = 0; job != NULL && i < job->buffers->len; i++)
    found = found || ws_job_get_buffer (job, i)->symbol != NULL;
  return found;
}

/* Without the texts, which are most of a job, and say nothing new. */
static void
write_job (const Seeds *self, const WsCatalogKernel *kernel, gboolean keeps_input)
{
  const WsSpec *spec = ws_catalog_find_spec (self->catalog, "h200", NULL);
  g_autofree char *name = g_strdup_printf ("%s%s", kernel->id, keeps_input ? "-kept" : "");
  WsPlanParameters parameters;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (GVariant) variant = NULL;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = 100;
  plan = ws_plan_new (self->catalog, kernel, &parameters, spec, NULL);
  if (plan == NULL) /* some take no such number of elements */
    return;
  job = ws_plan_make_job (plan, self->catalog, keeps_input, NULL);
  g_free (job->program.ptx);
  job->program.ptx = g_strdup (".version 8.0");
  g_clear_pointer (&job->program.source, g_free);
  variant = g_variant_ref_sink (ws_job_to_variant (job));
  write_seed (self, "job", name, g_variant_get_data (variant), g_variant_get_size (variant));
}

/* ---- lectures ---- */

/* (transfer full): with results of all its cells */
static WsScenario *
make_scenario (const Seeds *self)
{
  WsScenario *scenario = ws_scenario_store_load (self->catalog, "occupancy-k40c", NULL);

  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  for (guint i = 0; i < ws_scenario_get_n_cells (scenario); i++)
    {
      WsScenarioResult *result = &scenario->device->results[i];

      result->state = i % 5 == 4 ? WS_SCENARIO_FAILED : WS_SCENARIO_DONE;
      result->known = (1u << WS_SCENARIO_TIME) | (1u << WS_SCENARIO_ACHIEVED);
      result->value[WS_SCENARIO_TIME] = 0.1 * (i + 1);
      result->value[WS_SCENARIO_ACHIEVED] = 10. * i;
      result->threads = 128;
      result->blocks = i + 1;
      result->n_sms = 15;
      result->n_used_sms = MIN (i + 1, 15);
      result->date = 1000000000;
      result->warps[i % WS_SCENARIO_PROFILE] = 0.5f;
    }
  return scenario;
}

static void
write_lectures (const Seeds *self)
{
  static const char text[] = "# T\nkernel: reduce3\nelements: 33\nblock: 32\n\n## R\nview: lanes\n"
                             "\nW {result}.\n\n## S\nview: scenario occupancy-k40c 1 1\n\nX.\n";
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson =
      ws_lesson_new_from_data ("seed", text, strlen (text), self->catalog, &problems);
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce3", .spec = "h200", .n = 33, .block = 32 });
  g_autoptr (WsScenario) scenario = make_scenario (self);
  g_autoptr (WsLecture) lecture = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) results = g_variant_ref_sink (ws_scenario_results_to_variant (scenario));
  g_autofree guint8 *data = g_malloc0 (16 + g_variant_get_size (results));

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, i);

      for (guint k = 0; k < jobs->len; k++)
        {
          const WsLessonJob *job = g_ptr_array_index (jobs, k);

          if (job->kind == WS_LESSON_JOB_RUN)
            ws_lesson_runs_set_run (runs, job->key, run);
          else
            ws_lesson_runs_set_scenario (runs, job->key, scenario);
        }
    }
  lecture = ws_lecture_new (lesson, runs, NULL);
  bytes = ws_lecture_to_bytes (lecture, NULL);
  write_seed (self, "lecture", "run-and-scenario", g_bytes_get_data (bytes, NULL),
              g_bytes_get_size (bytes));
  g_variant_store (results, data + 16);
  write_seed (self, "lecture", "results", data, 16 + g_variant_get_size (results));
}

#define N_PROGRAMS     8
#define CHOICES_OF_ONE 160

/* Of programs that are executed: some, by chance. */
static void
write_choices (const Seeds *self)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_PROGRAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("program-%u", i);
      guint8 choices[CHOICES_OF_ONE * N_PROGRAMS];
      guint n = CHOICES_OF_ONE * (i + 1);

      for (guint k = 0; k < n; k++)
        choices[k] = (guint8)g_rand_int (rand);
      write_seed (self, "execute", name, choices, n);
    }
}

/* ---- the user's own kernels ---- */

static const char *const settings[] = {
  "[launch 1]\nkernel=scale<float>\ngrid=(n + block.x - 1) / block.x\nblock=64\nshared=16\n"
  "argument.n=600\nargument.by=0.5\n[buffer in]\ntype=float\nlength=n\nuse=in\ncontents=random 0 "
  "9 seed 7\n[buffer out]\ntype=float\nlength=n\nuse=out\nexpect== 2 * in[i] within 1e-3\n",
  "[launch 1]\nkernel=scale<int>\n[launch 2]\nkernel=move\nargument.by=1, 2, 3\n[buffer "
  "bodies]\nlength=8\ncontents=values 3, 1, 2\nexpect=before\n",
  "[scale<float>: launch 1]\nkernel=scale<float>\nbuffer.in=a\n[scale<float>: buffer a]\n"
  "contents=ramp 0 1\nexpect=sum of in\n[look: launch 1]\nkernel=look\nblock=16, 2\n"
  "[look: buffer image]\ntexture=linear clamp\n[move: launch 1]\nkernel=move\n",
};

static const char *const expressions[] = {
  "(n + block.x - 1) / block.x",
  "SQUARE (SIDE) + twice (n) * again (100)",
  "n > 4 ? log2 (n) : sizeof (Body)",
  "table[RIGHT & 3] << 2, 16, grid.y",
  "unsigned long long",
  "values 3, 1.5, -2e3 within 1e-3",
  "= 2 * in[i] + by",
  "sum of in",
  "kernel scale<float>",
};

static void
write_texts (const Seeds *self, const char *target, const char *const *texts, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u", target, i);

      write_seed (self, target, name, texts[i], strlen (texts[i]));
    }
}

/* The files of a folder of tests/user. */
static void
write_files (const Seeds *self, const char *target, const char *folder)
{
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "tests", "user", folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (file, &text, &size, NULL));
      write_seed (self, target, name, text, size);
    }
}

static void
write_own (const Seeds *self)
{
  write_files (self, "source", "sources");
  write_files (self, "guess", "ptx");
  write_texts (self, "wsjob", settings, G_N_ELEMENTS (settings));
  write_texts (self, "expression", expressions, G_N_ELEMENTS (expressions));
}

/* ---- orders and answers about a source ---- */

static void
write_variant (const Seeds *self, guint8 kind, const char *name, GVariant *floating)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (floating);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, &kind, 1);
  g_byte_array_append (bytes, g_variant_get_data (variant), (guint)g_variant_get_size (variant));
  write_seed (self, "order", name, bytes->data, bytes->len);
}

/* The order is that of its answer, too. */
static void
write_order (const Seeds *self, const WsUserOrder *order, const char *name)
{
  g_autofree char *made = g_strconcat (name, "-made", NULL);
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_user_order_to_variant (order, NULL));
  g_autoptr (WsUserWork) work = ws_user_work_new (variant, NULL);
  GVariant *answer = work->compiled != NULL ? ws_user_work_make (work, NULL) : NULL;

  write_variant (self, WS_FUZZ_ORDER_FOLLOW, name, variant);
  if (answer != NULL)
    write_variant (self, WS_FUZZ_ORDER_MADE, made, answer);
}

static void
write_orders_of (const Seeds *self, const WsUserSource *source, WsUserPlan *plan)
{
  WsUserField *contents = &ws_user_plan_get_buffer (plan, 0)->contents;
  WsUserField *expect = &ws_user_plan_get_buffer (plan, 1)->expect;
  const WsInputScope nothing = { NULL, NULL };
  g_autoptr (WsUserContents) files = NULL;
  g_autoptr (WsCompileResult) compiled = NULL;
  WsUserOrder order = { .question = ws_fuzz_order_ask (), .plan = plan, .buffer = -1 };

  write_order (self, &order, "build");
  ws_user_field_set (expect, "kernel naive within 1e-3", NULL);
  compiled = ws_fuzz_pretend_to_compile (source, plan);
  order.compiled = compiled;
  write_order (self, &order, "make");
  order.buffer = 1;
  write_order (self, &order, "reference");
  order.buffer = -1;
  ws_user_field_set (expect, "before", NULL);
  ws_user_field_set (contents, "file a.csv", NULL);
  files = ws_user_contents_read (plan, &nothing, NULL);
  order.contents = files;
  write_order (self, &order, "file");
}

static void
write_orders (const Seeds *self)
{
  g_autoptr (WsUserSource) source = ws_fuzz_order_read_source ();
  g_autoptr (WsUserPlan) plan = ws_fuzz_order_make_plan (source);
  WsUserQuestion question = ws_fuzz_order_ask ();
  g_autoptr (GVariant) asked = g_variant_ref_sink (ws_user_question_to_variant (&question, NULL));
  g_autoptr (GVariant) form = g_variant_ref_sink (ws_user_form_to_variant (plan));
  g_autoptr (GVariant) texts = g_variant_ref_sink (
      ws_user_settings_to_variant (plan, "[launch 1]\nkernel=k\n[other]\na=1\n"));
  g_autoptr (GVariant) open = NULL;

  write_variant (self, WS_FUZZ_ORDER_OUTLINE, "outline", ws_user_question_answer (asked, NULL));
  write_variant (self, WS_FUZZ_ORDER_EXAMINE, "form", form);
  write_variant (self, WS_FUZZ_ORDER_REMARKS, "remarks", ws_user_form_answer (form, NULL));
  write_variant (self, WS_FUZZ_ORDER_WRITE, "settings", texts);
  write_variant (self, WS_FUZZ_ORDER_SETTINGS, "written", ws_user_settings_answer (texts, NULL));
  question.text = "__global__ void k (int *p) {";
  open = g_variant_ref_sink (ws_user_question_to_variant (&question, NULL));
  write_variant (self, WS_FUZZ_ORDER_OUTLINE, "bracket", ws_user_question_remark (open));
  write_orders_of (self, source, plan);
}

int
main (int argc, char **argv)
{
  Seeds self = { 0 };

  if (argc != 2)
    {
      g_printerr ("fuzz-seeds FOLDER: writes the first inputs of the fuzzers.\n");
      return 2;
    }
  self.folder = argv[1];
  self.catalog = ws_catalog_new (NULL, NULL);
  for (guint i = 0; i < ws_catalog_get_n_kernels (self.catalog); i++)
    {
      record (&self, ws_catalog_get_kernel (self.catalog, i), "h200");
      if (i % 4 == 0)
        record (&self, ws_catalog_get_kernel (self.catalog, i), "g80");
      if (i % 5 == 0 || has_symbol (&self, ws_catalog_get_kernel (self.catalog, i)))
        write_job (&self, ws_catalog_get_kernel (self.catalog, i), i % 2 == 0);
    }
  write_answers (&self);
  write_requests (&self);
  write_histories (&self);
  write_sweeps (&self);
  write_lectures (&self);
  write_choices (&self);
  write_own (&self);
  write_orders (&self);
  ws_catalog_unref (self.catalog);
  return 0;
}
