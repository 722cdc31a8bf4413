/* execution-record.c: records a job. */
#include "worker/execution-private.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define DEFAULT_BLOCKS "0,mid,last"
#define MAX_RECORDED   64 /* blocks of one launch: events of more would take gigabytes */

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return x < y ? -1 : x > y;
}

/**
 * ws_execution_parse_blocks:
 * @spec: (nullable): numbers and the words "mid" and "last", separated by commas
 * @n_blocks: blocks of the grid; larger numbers are ignored
 *
 * Returns: (transfer full) (element-type guint32): block indices, ascending, without duplicates
 */
GArray *
ws_execution_parse_blocks (const char *spec, guint64 n_blocks, GError **error)
{
  g_auto (GStrv) words = g_strsplit (spec != NULL ? spec : DEFAULT_BLOCKS, ",", -1);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *once = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *word = g_strstrip (words[i]);
      guint64 block;

      if (g_str_equal (word, "mid"))
        block = n_blocks / 2;
      else if (g_str_equal (word, "last"))
        block = n_blocks - 1;
      else if (!g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT32 - 1, &block, NULL))
        {
          g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_LAUNCH,
                       _ ("“%s” is not a block: give a number, mid or last, as in 0,mid,last,17."),
                       word);
          g_array_unref (once);
          return NULL;
        }
      if (block < n_blocks)
        {
          guint32 index = (guint32)block;

          g_array_append_val (all, index);
        }
    }
  g_array_sort (all, compare_blocks);
  for (guint i = 0; i < all->len && once->len < MAX_RECORDED; i++)
    if (once->len == 0
        || g_array_index (once, guint32, once->len - 1) != g_array_index (all, guint32, i))
      g_array_append_val (once, g_array_index (all, guint32, i));
  return once;
}

static guint64
count_blocks (const WsJobLaunch *launch)
{
  return (guint64)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

static void
note_left_out (WsRunBuilder *builder, guint index, const WsJobLaunch *launch, guint n_recorded)
{
  guint64 n_blocks = count_blocks (launch);

  if (n_recorded < n_blocks)
    ws_run_builder_add_note (builder,
                             ws_run_builder_get_launch (builder, index)->has_counts
                                 ? _ ("Launch %u: events of %u of %" PRIu64
                                      " blocks were kept; counts and residencies cover all blocks.")
                                 : _ ("Launch %u: events of %u of %" PRIu64
                                      " blocks were kept; residencies cover all blocks."),
                             index + 1, n_recorded, n_blocks);
}

/* One recording of a job. */
typedef struct {
  WsExecution execution;
  WsRunBuilder *builder;
  guint *kernels; /* of the job's entries: index of the run's kernel, or WS_NONE */
  gint64 date;
  WsExecutionWatch watch;
  guint64 *untouched_ns; /* of each launch without probes; NULL if recording takes no time */
  guint64 total_ns;      /* of the launches as a run shows them */
  guint64 probed_ns;     /* of the launches as they were recorded */
  guint64 n_split;
} Recording;

/* @index: of the job's launches; @in_run: of the run's */
static gboolean
record_launch (Recording *self, guint index, guint in_run, GError **error)
{
  WsExecution *execution = &self->execution;
  const WsJobLaunch *launch = ws_job_get_launch (execution->job, index);
  g_autoptr (GArray) chosen =
      ws_execution_parse_blocks (execution->job->blocks, count_blocks (launch), error);
  WsRecordRequest record = {
    .builder = self->builder,
    .launch = in_run,
    .counts = TRUE,
    .residencies = !execution->device->records_by_probes,
    .checks = execution->job->checked,
    .order = execution->job->order,
  };
  WsLaunchResult result = { 0 };
  WsLaunch *recorded;

  if (chosen == NULL)
    return FALSE;
  record.blocks = (const guint32 *)(const void *)chosen->data;
  record.n_blocks = chosen->len;
  if (!ws_execution_launch (execution, launch, &record, &result, self->watch.cancellable, error))
    return FALSE;
  recorded = ws_run_builder_get_launch (self->builder, record.launch);
  if (record.residencies)
    recorded->duration_cycles = result.duration_cycles;
  recorded->duration_ns =
      self->untouched_ns != NULL ? self->untouched_ns[index] : result.duration_ns;
  recorded->has_duration = TRUE;
  self->total_ns += recorded->duration_ns;
  self->probed_ns += result.duration_ns;
  self->n_split += result.n_split;
  ws_run_builder_add_sample (self->builder, record.launch, recorded->duration_ns,
                             execution->device->klass->origin);
  note_left_out (self->builder, in_run, launch, chosen->len);
  return TRUE;
}

/* Before recording events with probes: where and when every block ran; before that, the overhead of
 * the probes. */
static gboolean
record_residencies (Recording *self, guint calibration, GError **error)
{
  const WsJob *job = self->execution.job;

  for (guint i = 0; i < job->launches->len; i++)
    {
      const WsRecordRequest record = {
        .builder = self->builder, .launch = i, .residencies = TRUE, .calibration = calibration
      };
      WsLaunchResult result = { 0 };

      if (!ws_execution_launch (&self->execution, ws_job_get_launch (job, i), &record, &result,
                                self->watch.cancellable, error))
        return FALSE;
      if (calibration == 0)
        ws_run_builder_get_launch (self->builder, i)->duration_cycles = result.duration_cycles;
    }
  return TRUE;
}

/* Two calibration passes, and the residencies; each starts with, and restores, the memory before
 * the first launch. */
static gboolean
find_residencies (Recording *self, GError **error)
{
  static const guint calibrations[] = { 1, 2, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (calibrations); i++)
    if (!record_residencies (self, calibrations[i], error)
        || !ws_execution_begin (&self->execution, error))
      return FALSE;
  return TRUE;
}

static WsRunBuilder *
new_builder (const Recording *self)
{
  const WsJob *job = self->execution.job;
  const WsDevice *device = self->execution.device;
  WsRunBuilder *builder =
      ws_run_builder_new (device->spec, device->id, device->name, device->klass->origin);

  ws_run_builder_set_driver (builder, device->driver);
  ws_run_builder_set_date (builder, self->date);
  ws_run_builder_set_about (builder, job->words.id, job->words.title, job->recipe,
                            ws_job_get_value_type (job), &job->words.run);
  ws_run_builder_set_job (builder, ws_job_to_variant (job));
  return builder;
}

static gboolean
add_kernel (Recording *self, guint entry, GError **error)
{
  WsExecution *execution = &self->execution;
  const WsProgram *program = &execution->job->program;
  const WsEntry *what = ws_job_get_entry (execution->job, entry);
  const char *file = program->file != NULL ? program->file : program->name;
  WsKernel *kernel;

  if (self->kernels[entry] == WS_NONE)
    self->kernels[entry] = ws_run_builder_find_kernel (self->builder, what->name);
  if (self->kernels[entry] != WS_NONE)
    return TRUE;
  kernel = execution->device->klass->describe (execution->device, what->name, what->title, file,
                                               program->source, error);
  if (kernel == NULL)
    return FALSE;
  self->kernels[entry] = ws_run_builder_add_kernel (self->builder, kernel);
  return TRUE;
}

/* A launch of the job, with its kernel; @in_run: receives its index in the run */
static gboolean
add_launch (Recording *self, guint index, guint *in_run, GError **error)
{
  WsExecution *execution = &self->execution;
  const WsJobLaunch *from = ws_job_get_launch (execution->job, index);
  WsLaunch launch = {
    .grid = { from->grid[0], from->grid[1], from->grid[2] },
    .block = { from->block[0], from->block[1], from->block[2] },
    .dynamic_shared_bytes = ws_execution_get_shared_bytes (execution, from),
    .n_elements = from->n_elements,
    .n_results = from->n_results,
    .origin = (guint8)execution->device->klass->origin,
  };
  WsRegistersFrom registers_from;

  if (!add_kernel (self, from->entry, error))
    return FALSE;
  launch.kernel = self->kernels[from->entry];
  launch.registers_per_thread =
      ws_execution_find_registers (execution, from->entry, &registers_from);
  launch.registers_from = (guint8)registers_from;
  execution->device->klass->get_shared_bytes (execution->device,
                                              ws_job_get_entry (execution->job, from->entry)->name,
                                              &launch.static_shared_bytes, NULL);
  *in_run = ws_run_builder_add_launch (self->builder, &launch);
  return TRUE;
}

static void
forget_kernels (Recording *self)
{
  for (guint i = 0; i < self->execution.job->program.entries->len; i++)
    self->kernels[i] = WS_NONE;
}

/* The job's launches from @first up to @end. */
static gboolean
add_launches (Recording *self, guint first, guint end, GError **error)
{
  guint in_run;

  for (guint i = first; i < end; i++)
    if (!add_launch (self, i, &in_run, error))
      return FALSE;
  return TRUE;
}

/* The buffers at their current addresses, as in accesses. The device adds variables of global
 * memory: a recording by probes has its own. */
static void
add_regions (Recording *self)
{
  const WsJob *job = self->execution.job;
  WsDevice *device = self->execution.device;

  for (guint i = 0; i < job->buffers->len; i++)
    {
      const WsBuffer *buffer = ws_job_get_buffer (job, i);
      WsDeviceSymbol symbol = { .space = WS_SPACE_GLOBAL,
                                .run_address = self->execution.buffers[i] };

      if (buffer->symbol != NULL
          && (!device->klass->find_symbol (device, buffer->symbol, &symbol, NULL)
              || symbol.space == WS_SPACE_GLOBAL))
        continue;
      ws_run_builder_add_region (self->builder,
                                 &(WsRegion){ .name = buffer->name,
                                              .space = symbol.space,
                                              .address = symbol.run_address,
                                              .size_bytes = ws_buffer_get_bytes (buffer),
                                              .value_type = ws_buffer_get_type (buffer, NULL),
                                              .columns = ws_buffer_get_columns (buffer) });
    }
}

static gboolean
record_launches (Recording *self, GError **error)
{
  const WsJob *job = self->execution.job;
  gboolean by_probes = self->execution.device->records_by_probes;
  guint n = job->launches->len;
  guint64 done = 0;
  guint64 all = 0;

  forget_kernels (self);
  for (guint i = 0; i < n; i++)
    all += ws_job_get_launch (job, i)->n_elements;
  if (by_probes && (!add_launches (self, 0, n, error) || !find_residencies (self, error)))
    return FALSE;
  add_regions (self);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sentence = g_strdup_printf (_ ("Launch %u of %u"), i + 1, n);
      guint in_run = i;

      if (self->watch.progress != NULL)
        self->watch.progress (all > 0 ? (double)done / (double)all : (double)i / n, sentence,
                              self->watch.user_data);
      /* grids that kernels launch come between those of the host */
      if (!by_probes && !add_launch (self, i, &in_run, error))
        return FALSE;
      if (!record_launch (self, i, in_run, error))
        {
          if (!by_probes)
            add_launches (self, i + 1, n, NULL);
          return FALSE;
        }
      done += ws_job_get_launch (job, i)->n_elements;
    }
  ws_run_builder_add_sample (self->builder, WS_NONE, self->total_ns,
                             self->execution.device->klass->origin);
  return TRUE;
}

static gboolean
is_fault (const GError *error)
{
  return error->domain == WS_DEVICE_ERROR
         && (error->code == WS_DEVICE_ERROR_FAULT || error->code == WS_DEVICE_ERROR_ENDLESS);
}

/* The error of a launch of which nothing more is known. */
static void
add_finding (Recording *self, guint launch, const GError *fault)
{
  WsFinding finding = {
    .kind = g_error_matches (fault, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS) ? WS_FINDING_ENDLESS
                                                                              : WS_FINDING_DEVICE,
    .launch = launch,
    .site = WS_NONE,
    .block = WS_NONE,
    .warp = WS_NONE,
    .lane = WS_NONE,
    .message = fault->message,
  };

  ws_run_builder_add_finding (self->builder, &finding);
}

/* The hardware stopped a launch without further information: the run has the launches up to it, and
 * the error. */
static void
add_fault (Recording *self, guint launch, const GError *fault)
{
  forget_kernels (self);
  if (!add_launches (self, 0, launch + 1, NULL))
    return;
  add_regions (self);
  add_finding (self, launch, fault);
}

/* The device rejected the job's trial: the run has the launch that never began.
 *
 * Returns: (transfer full) (nullable): %NULL if its blocks are too large for any run */
static WsRun *
make_refusal (Recording *self, const GError *refusal)
{
  ws_run_builder_free (self->builder);
  self->builder = new_builder (self);
  forget_kernels (self);
  if (!add_launches (self, 0, 1, NULL))
    return NULL;
  add_finding (self, 0, refusal);
  return ws_run_builder_finish (self->builder, NULL);
}

/* Before recording with probes: runs the unmodified job, for its result and the true durations. It
 * runs twice, as the first run of a kernel also loads its code. */
static gboolean
run_untouched (Recording *self, WsVerdict *verdict, GError **error)
{
  const WsJob *job = self->execution.job;
  g_autoptr (GError) fault = NULL;
  guint failed = 0;

  self->untouched_ns = g_new0 (guint64, job->launches->len);
  for (guint i = 0; i < 2; i++)
    {
      if (!ws_execution_begin (&self->execution, error))
        return FALSE;
      if (!ws_execution_run_all (&self->execution, self->untouched_ns, &failed,
                                 self->watch.cancellable, &fault))
        {
          if (is_fault (fault))
            {
              g_prefix_error (&fault, _ ("%s, launch %u: "),
                              ws_job_get_entry (job, ws_job_get_launch (job, failed)->entry)->title,
                              failed + 1);
              add_fault (self, failed, fault);
            }
          g_propagate_error (error, g_steal_pointer (&fault));
          return FALSE;
        }
    }
  return ws_execution_judge (&self->execution, verdict, error);
}

/* Records the job, repeatedly until all events fit. */
static gboolean
record_all (Recording *self, GError **error)
{
  for (;;)
    {
      g_autoptr (GError) local = NULL;

      if (!ws_execution_begin (&self->execution, error))
        return FALSE;
      if (record_launches (self, &local))
        return TRUE;
      if (!g_error_matches (local, WS_DEVICE_ERROR, WS_DEVICE_ERROR_AGAIN))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      ws_run_builder_free (self->builder);
      self->builder = new_builder (self);
      self->total_ns = self->probed_ns = self->n_split = 0;
    }
}

/* What the user should know of a recording by probes. */
static void
note_probes (Recording *self, const WsVerdict *verdict, const WsVerdict *untouched)
{
  ws_run_builder_add_note (self->builder,
                           _ ("The launches took %.1f us with probes, %.1f us without; the "
                              "durations shown are those without."),
                           (double)self->probed_ns / 1e3, (double)self->total_ns / 1e3);
  if (self->n_split > 0)
    ws_run_builder_add_note (
        self->builder,
        ngettext (
            "%" PRIu64
            " time the hardware executed separately what a warp could have executed together.",
            "%" PRIu64
            " times the hardware executed separately what a warp could have executed together.",
            self->n_split),
        self->n_split);
  if (verdict->result != untouched->result)
    ws_run_builder_add_note (
        self->builder,
        _ ("The recorded run gave a different result from the uninstrumented one (bits 0x%" PRIx64
           " and 0x%" PRIx64 "): the kernel depends on the order of its threads."),
        verdict->result, untouched->result);
}

static void
note_check (Recording *self, const WsCheck *check, const WsVerdict *verdict)
{
  const WsBuffer *buffer = ws_job_get_buffer (self->execution.job, check->buffer);

  if (check->kind == WS_CHECK_FOLD && check->count > 1)
    ws_run_builder_add_note (
        self->builder,
        ngettext ("A block of one thread combines nothing: the host combined the remaining %" PRIu64
                  " value.",
                  "A block of one thread combines nothing: the host combined the remaining %" PRIu64
                  " values.",
                  check->count),
        check->count);
  else if (check->kind == WS_CHECK_EQUALS && check->buffer == verdict->buffer)
    ws_run_builder_add_note (
        self->builder,
        check->count < buffer->length
            ? _ ("The host also computed the first %" PRIu64 " elements of %s: element %" PRIu64
                 " is shown, with the largest error.")
            : _ ("The host also computed all %" PRIu64 " elements of %s: element %" PRIu64
                 " is shown, with the largest error."),
        check->count, buffer->name, verdict->element);
}

/* @untouched: (nullable): the result of the job without probes */
static WsRun *
finish (Recording *self, const WsVerdict *untouched, GError **error)
{
  const WsJob *job = self->execution.job;
  WsVerdict verdict;

  if (!ws_execution_judge (&self->execution, &verdict, error))
    return NULL;
  for (guint i = 0; i < job->checks->len; i++)
    note_check (self, ws_job_get_check (job, i), &verdict);
  if (!verdict.checked)
    ws_run_builder_add_note (self->builder, _ ("Result not checked: no expected values given."));
  if (untouched != NULL)
    note_probes (self, &verdict, untouched);
  /* a run of many blocks also takes memory when it is built and sent */
  self->execution.device->klass->free_all (self->execution.device);
  if (verdict.checked)
    ws_run_builder_set_result (self->builder, verdict.result, verdict.expected, verdict.bound,
                               verdict.correct && (untouched == NULL || untouched->correct),
                               verdict.element);
  return ws_run_builder_finish (self->builder, error);
}

static void
recording_clear (Recording *self)
{
  g_clear_pointer (&self->builder, ws_run_builder_free);
  g_clear_pointer (&self->untouched_ns, g_free);
  g_clear_pointer (&self->kernels, g_free);
  ws_execution_clear (&self->execution);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Recording, recording_clear)

/**
 * ws_execution_record:
 * @date: now, seconds since 1970: the run's date; 0 if unknown
 * @watch: (nullable): receives progress
 * @partial: (out) (optional) (nullable) (transfer full): after a fault of the kernel, the run
 * recorded up to it, with the finding
 *
 * Runs @job, records it and compares its results with the expected ones. On a device that records
 * with probes, the unmodified job runs first: its durations are the run's, and its result must be
 * right, too. Recording never reads the host's clock.
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
ws_execution_record (WsDevice *device, const WsJob *job, gint64 date, const WsExecutionWatch *watch,
                     WsRun **partial, GError **error)
{
  g_auto (Recording) self = {
    .date = date,
    .watch = watch != NULL ? *watch : (WsExecutionWatch){ 0 },
  };
  gboolean by_probes = device->records_by_probes;
  GBytes **contents = NULL;
  g_autoptr (GError) fault = NULL;
  const char *answer = NULL;
  WsVerdict untouched;

  if (job->program.library != NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                   _ ("%s is compiled code: it can be timed, but not recorded."),
                   ws_words_translate (job->words.title));
      return NULL;
    }
  /* with probes, launches begin several times */
  if (by_probes && (contents = ws_execution_make_contents (device, job, error)) == NULL)
    return NULL;
  if (!ws_execution_init (&self.execution, device, job, contents, error))
    return NULL;
  self.kernels = g_new (guint, job->program.entries->len);
  self.builder = new_builder (&self);
  if ((!by_probes || run_untouched (&self, &untouched, &fault)) && record_all (&self, &fault))
    return finish (&self, by_probes ? &untouched : NULL, error);
  if (job->tries)
    answer = ws_execution_answer (&fault);
  if (answer != NULL)
    ws_run_builder_explain_findings (self.builder, answer);
  if (partial != NULL && is_fault (fault))
    *partial = ws_run_builder_finish (self.builder, NULL);
  else if (partial != NULL && job->tries)
    *partial = make_refusal (&self, fault);
  g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}
