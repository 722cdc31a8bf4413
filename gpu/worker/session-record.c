/* session-record.c: a plan, recorded. */
#include "worker/session-private.h"

#define DEFAULT_BLOCKS "0,mid,last"
#define MAX_RECORDED   64 /* blocks of one launch: events of more would fill gigabytes */

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return x < y ? -1 : x > y;
}

/**
 * ws_session_parse_blocks:
 * @spec: (nullable): numbers and the words "mid" and "last", parted by commas
 * @n_blocks: blocks of the grid; numbers beyond it are left out
 * @error: return location
 *
 * Returns: (transfer full) (element-type guint32): block indices, ascending, each once
 */
GArray *
ws_session_parse_blocks (const char *spec, guint64 n_blocks, GError **error)
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
          g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
                       "“%s” is no block: say a number, mid or last, as in 0,mid,last,17.", word);
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

static guint
add_launch (WsSession *self, WsRunBuilder *builder, guint kernel, const WsPlanLaunch *plan,
            GError **error)
{
  WsLaunch launch = {
    .kernel = kernel,
    .grid = { plan->grid[0], plan->grid[1], plan->grid[2] },
    .block = { plan->block[0], plan->block[1], plan->block[2] },
    .dynamic_shared_bytes = plan->dynamic_shared_bytes,
    .n_elements = plan->n_elements,
    .n_results = plan->n_results,
    .origin = (guint8)self->device->klass->origin,
  };
  WsRegistersFrom from;

  launch.registers_per_thread = ws_session_find_registers (self, plan->entry, &from);
  launch.registers_from = (guint8)from;
  self->device->klass->get_shared_bytes (self->device, plan->entry, &launch.static_shared_bytes,
                                         error);
  return ws_run_builder_add_launch (builder, &launch);
}

static void
note_left_out (WsRunBuilder *builder, guint index, const WsPlanLaunch *plan, guint n_recorded)
{
  guint64 n_blocks = (guint64)plan->grid[0] * plan->grid[1] * plan->grid[2];

  if (n_recorded < n_blocks)
    ws_run_builder_add_note (
        builder, "Launch %u: events of %u of %" G_GUINT64_FORMAT " blocks were kept; %s of all.",
        index + 1, n_recorded, n_blocks,
        ws_run_builder_get_launch (builder, index)->has_counts ? "counts and residencies are"
                                                               : "residencies are");
}

/* One recording of a plan. */
typedef struct {
  WsSession session;
  WsRunBuilder *builder;
  const char *blocks;
  gint64 date;
  WsSessionProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
  guint64 *untouched_ns; /* of each launch without probes; NULL where recording takes no time */
  guint64 total_ns;      /* of the launches as a run shows them */
  guint64 probed_ns;     /* of the launches as they were recorded */
  guint64 n_split;
} Recording;

static gboolean
record_launch (Recording *self, guint index, GError **error)
{
  WsSession *session = &self->session;
  const WsPlanLaunch *plan = &g_array_index (session->plan->launches, WsPlanLaunch, index);
  guint64 n_blocks = (guint64)plan->grid[0] * plan->grid[1] * plan->grid[2];
  g_autoptr (GArray) chosen = ws_session_parse_blocks (self->blocks, n_blocks, error);
  WsRecordRequest record = {
    .builder = self->builder,
    .launch = index,
    .counts = TRUE,
    .residencies = !session->device->records_by_probes,
  };
  WsLaunchResult result = { 0 };
  WsLaunch *recorded;

  if (chosen == NULL)
    return FALSE;
  record.blocks = (const guint32 *)(const void *)chosen->data;
  record.n_blocks = chosen->len;
  if (!ws_session_launch (session, plan, &record, &result, self->cancellable, error))
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
                             session->device->klass->origin);
  note_left_out (self->builder, index, plan, chosen->len);
  return TRUE;
}

/* Before the events of a recording by probes: where and when every block ran; before that, what the
 * probes take. */
static gboolean
record_residencies (Recording *self, guint rehearsal, GError **error)
{
  GArray *launches = self->session.plan->launches;

  for (guint i = 0; i < launches->len; i++)
    {
      const WsPlanLaunch *plan = &g_array_index (launches, WsPlanLaunch, i);
      const WsRecordRequest record = {
        .builder = self->builder, .launch = i, .residencies = TRUE, .rehearsal = rehearsal
      };
      WsLaunchResult result = { 0 };

      if (!ws_session_launch (&self->session, plan, &record, &result, self->cancellable, error))
        return FALSE;
      if (rehearsal == 0)
        ws_run_builder_get_launch (self->builder, i)->duration_cycles = result.duration_cycles;
    }
  return TRUE;
}

/* Two rehearsals, and the residencies; each begins, and leaves, the memory as it is before the
 * first launch. */
static gboolean
find_residencies (Recording *self, GBytes *input, GError **error)
{
  static const guint rehearsals[] = { 1, 2, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rehearsals); i++)
    if (!record_residencies (self, rehearsals[i], error)
        || !ws_session_begin (&self->session, input, error))
      return FALSE;
  return TRUE;
}

static WsRunBuilder *
new_builder (const Recording *self)
{
  const WsPlan *plan = self->session.plan;
  const WsDevice *device = self->session.device;
  WsRunBuilder *builder =
      ws_run_builder_new (device->spec, device->id, device->name, device->klass->origin);

  ws_run_builder_set_driver (builder, device->driver);
  ws_run_builder_set_date (builder, self->date);
  ws_run_builder_set_job (builder, plan->kernel->id, plan->kernel->title,
                          ws_plan_parameters_to_variant (&plan->parameters), plan->parameters.type,
                          plan->parameters.op);
  return builder;
}

/* Sites are those of the kernel itself. */
static void
note_calls (WsRunBuilder *builder, const WsKernel *kernel)
{
  for (guint i = 0; i < kernel->n_sites; i++)
    if (kernel->sites[i].op_class == WS_OP_CALL)
      {
        ws_run_builder_add_note (builder,
                                 "The kernel calls a function that the compiler did not put in "
                                 "line: what happens inside is executed, and not recorded.");
        return;
      }
}

static gboolean
add_kernel (Recording *self, guint *index, GError **error)
{
  WsSession *session = &self->session;
  const WsPlan *plan = session->plan;
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  WsKernel *kernel =
      session->device->klass->describe (session->device, first->entry, plan->kernel_title,
                                        plan->kernel->file, plan->kernel->source, error);

  if (kernel == NULL)
    return FALSE;
  note_calls (self->builder, kernel);
  *index = ws_run_builder_add_kernel (self->builder, kernel);
  return TRUE;
}

/* The buffers, where they are now. */
static void
add_regions (Recording *self)
{
  const WsSession *session = &self->session;
  const WsPlan *plan = session->plan;

  for (guint i = 0; i < ws_plan_get_n_buffers (plan); i++)
    ws_run_builder_add_region (
        self->builder, ws_plan_get_buffer_name (plan, i), WS_SPACE_GLOBAL, session->buffers[i],
        i < ws_plan_get_n_inputs (plan) ? session->buffer_bytes : session->out_bytes,
        plan->parameters.type);
}

static gboolean
record_plan (Recording *self, GBytes *input, GError **error)
{
  GArray *launches = self->session.plan->launches;
  guint64 done = 0;
  guint64 all = 0;
  guint kernel;

  if (!add_kernel (self, &kernel, error))
    return FALSE;
  for (guint i = 0; i < launches->len; i++)
    {
      const WsPlanLaunch *plan = &g_array_index (launches, WsPlanLaunch, i);

      all += plan->n_elements;
      add_launch (&self->session, self->builder, kernel, plan, NULL);
    }
  if (self->session.device->records_by_probes && !find_residencies (self, input, error))
    return FALSE;
  add_regions (self);
  for (guint i = 0; i < launches->len; i++)
    {
      g_autofree char *sentence = g_strdup_printf ("Launch %u of %u", i + 1, launches->len);

      if (self->progress != NULL)
        self->progress ((double)done / MAX (all, 1), sentence, self->user_data);
      if (!record_launch (self, i, error))
        return FALSE;
      done += g_array_index (launches, WsPlanLaunch, i).n_elements;
    }
  ws_run_builder_add_sample (self->builder, WS_NONE, self->total_ns,
                             self->session.device->klass->origin);
  return TRUE;
}

static gboolean
is_fault (const GError *error)
{
  return error->domain == WS_DEVICE_ERROR
         && (error->code == WS_DEVICE_ERROR_FAULT || error->code == WS_DEVICE_ERROR_ENDLESS);
}

/* The hardware stopped a launch and says nothing more of it: the run has the launches up to it, and
 * its sentence. */
static void
add_fault (Recording *self, guint launch, const GError *fault)
{
  WsFinding finding = {
    .kind = fault->code == WS_DEVICE_ERROR_ENDLESS ? WS_FINDING_ENDLESS : WS_FINDING_DEVICE,
    .launch = launch,
    .site = WS_NONE,
    .block = WS_NONE,
    .warp = WS_NONE,
    .lane = WS_NONE,
    .message = fault->message,
  };
  guint kernel;

  if (!add_kernel (self, &kernel, NULL))
    return;
  add_regions (self);
  for (guint i = 0; i <= launch; i++)
    {
      const WsPlanLaunch *plan = &g_array_index (self->session.plan->launches, WsPlanLaunch, i);

      add_launch (&self->session, self->builder, kernel, plan, NULL);
    }
  ws_run_builder_add_finding (self->builder, &finding);
}

/* Before a recording by probes: the plan as it is, for its result and the true durations. It runs
 * twice, because the first run of a kernel also loads its code. */
static gboolean
run_untouched (Recording *self, GBytes *input, GBytes **output, GError **error)
{
  g_autoptr (GError) fault = NULL;
  guint failed = 0;

  self->untouched_ns = g_new0 (guint64, self->session.plan->launches->len);
  for (guint i = 0; i < 2; i++)
    {
      if (!ws_session_begin (&self->session, input, error))
        return FALSE;
      if (!ws_session_run_plan (&self->session, self->untouched_ns, &failed, self->cancellable,
                                &fault))
        {
          if (is_fault (fault))
            {
              g_prefix_error (&fault, "%s, launch %u: ", self->session.plan->kernel_title,
                              failed + 1);
              add_fault (self, failed, fault);
            }
          g_propagate_error (error, g_steal_pointer (&fault));
          return FALSE;
        }
    }
  *output = ws_session_read_output (&self->session, error);
  return *output != NULL;
}

/* Records the plan, as often as it takes to have room for all events. */
static gboolean
record_all (Recording *self, GBytes *input, GError **error)
{
  for (;;)
    {
      g_autoptr (GError) local = NULL;

      if (!ws_session_begin (&self->session, input, error))
        return FALSE;
      if (record_plan (self, input, &local))
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
note_probes (Recording *self, const WsPlanVerdict *verdict, const WsPlanVerdict *untouched)
{
  ws_run_builder_add_note (
      self->builder,
      "With probes the launches took %.1f us, without %.1f us: the durations shown are those "
      "without.",
      (double)self->probed_ns / 1e3, (double)self->total_ns / 1e3);
  if (self->n_split > 0)
    ws_run_builder_add_note (self->builder,
                             "%" G_GUINT64_FORMAT
                             " times the hardware executed in parts what a warp could have "
                             "executed together.",
                             self->n_split);
  if (verdict->result != untouched->result)
    ws_run_builder_add_note (self->builder,
                             "The recorded run gave another result than the untouched one (bits "
                             "0x%" G_GINT64_MODIFIER "x and 0x%" G_GINT64_MODIFIER
                             "x): the kernel depends on the order of its threads.",
                             verdict->result, untouched->result);
}

static void
note_result (Recording *self, const WsPlanVerdict *verdict)
{
  const WsPlan *plan = self->session.plan;

  if (plan->kernel->map != NULL)
    ws_run_builder_add_note (self->builder,
                             "The host computed all %" G_GUINT64_FORMAT
                             " elements of %s, too: shown is element %" G_GUINT64_FORMAT
                             ", none is further off.",
                             plan->parameters.n, plan->kernel->outputs[0], verdict->element);
  else if (plan->remaining > 1)
    ws_run_builder_add_note (
        self->builder,
        "A block of one thread combines nothing: the host combined the %" G_GUINT64_FORMAT
        " values that were left.",
        plan->remaining);
}

/* @untouched: (nullable): what the plan left when it ran without probes */
static WsRun *
finish (Recording *self, GBytes *input, GBytes *untouched, GError **error)
{
  const WsPlan *plan = self->session.plan;
  g_autoptr (GBytes) output = ws_session_read_output (&self->session, error);
  WsPlanVerdict verdict;
  WsPlanVerdict before = { .correct = TRUE };

  if (output == NULL)
    return NULL;
  ws_plan_judge (plan, input, output, &verdict);
  note_result (self, &verdict);
  if (untouched != NULL)
    {
      ws_plan_judge (plan, input, untouched, &before);
      note_probes (self, &verdict, &before);
    }
  ws_run_builder_set_result (self->builder, verdict.result, verdict.expected, verdict.bound,
                             verdict.correct && before.correct, plan->remaining);
  return ws_run_builder_end (self->builder);
}

static void
recording_clear (Recording *self)
{
  g_clear_pointer (&self->builder, ws_run_builder_free);
  g_clear_pointer (&self->untouched_ns, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Recording, recording_clear)

/**
 * ws_session_record:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @blocks: (nullable): blocks recorded in full, as in "0,mid,last"
 * @date: now, seconds since 1970: the run's date; 0 where not known
 * @progress: (nullable): called before each launch
 * @user_data: for @progress
 * @cancellable: (nullable): to give up
 * @partial: (out) (optional) (nullable) (transfer full): after a fault of the kernel, what was
 * recorded up to it, with the finding
 * @error: return location
 *
 * Runs @plan on its input, records it and holds the result against the host's. On a device that
 * records by probes the plan runs untouched first: its durations are the run's, and its result must
 * be right too.
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
ws_session_record (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, const char *blocks,
                   gint64 date, WsSessionProgress progress, gpointer user_data,
                   GCancellable *cancellable, WsRun **partial, GError **error)
{
  g_auto (Recording) self = {
    .session = { .device = device, .catalog = catalog, .plan = plan },
    .blocks = blocks,
    .date = date,
    .progress = progress,
    .user_data = user_data,
    .cancellable = cancellable,
  };
  g_autoptr (GBytes) input = NULL;
  g_autoptr (GError) fault = NULL;
  g_autoptr (GBytes) untouched = NULL;

  if (plan->kernel->library != NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                   "%s is compiled code: it is timed, and cannot be recorded.",
                   plan->kernel->title);
      return NULL;
    }
  input = ws_session_make_input (device, plan, error);
  if (input == NULL)
    return NULL;
  self.builder = new_builder (&self);
  if ((!device->records_by_probes || run_untouched (&self, input, &untouched, &fault))
      && record_all (&self, input, &fault))
    return finish (&self, input, untouched, error);
  if (partial != NULL && is_fault (fault))
    *partial = ws_run_builder_end (self.builder);
  g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}
