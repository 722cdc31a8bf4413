#include "worker/session.h"

#include <string.h>

#define DEFAULT_BLOCKS "0,mid,last"
#define MAX_RECORDED   64 /* blocks of one launch: events of more would fill gigabytes */

/* A plan under way. */
typedef struct {
  WsDevice *device;
  WsCatalog *catalog;
  const WsPlan *plan;
  guint64 buffers[2]; /* from which a launch reads, and to which it writes; they change places */
  guint64 buffer_bytes;
  guint64 out_bytes; /* of the second, which has to hold more than a tiny input */
} Session;

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

static gboolean
begin (Session *self, GBytes *input, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;
  g_autoptr (GBytes) ptx = ws_catalog_load_ptx (self->catalog, self->plan, error);
  gsize length;
  const char *text;

  if (ptx == NULL)
    return FALSE;
  text = g_bytes_get_data (ptx, &length);
  self->buffer_bytes = g_bytes_get_size (input);
  /* a kernel that finishes by itself keeps a result of each block behind its own: of all launches
   * the first has the most blocks */
  self->out_bytes =
      MAX (self->buffer_bytes,
           ws_value_type_get_width (self->plan->parameters.type)
               * (1 + (guint64)g_array_index (self->plan->launches, WsPlanLaunch, 0).grid[0]));
  klass->free_all (self->device);
  return klass->load (self->device, text, (gssize)length, self->plan->ptx_path, error)
         && klass->alloc (self->device, self->buffer_bytes, "in", &self->buffers[0], error)
         && klass->alloc (self->device, self->out_bytes, "out", &self->buffers[1], error)
         && klass->write (self->device, self->buffers[0], g_bytes_get_data (input, NULL),
                          self->buffer_bytes, error);
}

/* The kernels of the catalogue are (const T *in, T *out, unsigned n). */
static gboolean
launch (Session *self, const WsPlanLaunch *plan, const WsRecordRequest *record,
        WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  guint8 params[20];
  guint32 n = (guint32)plan->n_elements;
  WsLaunchRequest request = {
    .entry = plan->entry,
    .grid = { plan->grid[0], plan->grid[1], plan->grid[2] },
    .block = { plan->block[0], plan->block[1], plan->block[2] },
    .dynamic_shared_bytes = plan->dynamic_shared_bytes,
    .params = params,
    .params_size = sizeof params,
  };
  guint64 swap = self->buffers[0];

  memcpy (params, &self->buffers[0], 8);
  memcpy (params + 8, &self->buffers[1], 8);
  memcpy (params + 16, &n, 4);
  if (!self->device->klass->launch (self->device, &request, record, result, cancellable, error))
    return FALSE;
  self->buffers[0] = self->buffers[1];
  self->buffers[1] = swap;
  return TRUE;
}

/* What the last launch left, combined on the host where more than one value is. */
static gboolean
read_result (Session *self, guint64 *result, GError **error)
{
  gsize size = self->plan->remaining * ws_value_type_get_width (self->plan->parameters.type);
  g_autofree guint8 *values = g_malloc (size);
  g_autoptr (GBytes) bytes = NULL;

  if (!self->device->klass->read (self->device, self->buffers[0], values, size, error))
    return FALSE;
  bytes = g_bytes_new_take (g_steal_pointer (&values), size);
  *result = ws_plan_combine (self->plan, bytes);
  return TRUE;
}

static guint
add_launch (Session *self, WsRunBuilder *builder, guint kernel, const WsPlanLaunch *plan,
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

  self->device->klass->get_shared_bytes (self->device, plan->entry, &launch.static_shared_bytes,
                                         error);
  return ws_run_builder_add_launch (builder, &launch);
}

static void
note_left_out (WsRunBuilder *builder, guint index, const WsPlanLaunch *plan, guint n_recorded)
{
  guint64 n_blocks = (guint64)plan->grid[0] * plan->grid[1] * plan->grid[2];

  if (n_recorded < n_blocks)
    ws_run_builder_add_note (builder,
                             "Launch %u: events of %u of %" G_GUINT64_FORMAT
                             " blocks were kept; counts and residencies are of all.",
                             index + 1, n_recorded, n_blocks);
}

static gboolean
record_launch (Session *self, WsRunBuilder *builder, guint kernel, guint index, const char *blocks,
               guint64 *total_ns, GCancellable *cancellable, GError **error)
{
  const WsPlanLaunch *plan = &g_array_index (self->plan->launches, WsPlanLaunch, index);
  guint64 n_blocks = (guint64)plan->grid[0] * plan->grid[1] * plan->grid[2];
  g_autoptr (GArray) chosen = ws_session_parse_blocks (blocks, n_blocks, error);
  WsRecordRequest record = { .builder = builder, .counts = TRUE, .residencies = TRUE };
  WsLaunchResult result = { 0 };
  WsLaunch *recorded;

  if (chosen == NULL)
    return FALSE;
  record.launch = add_launch (self, builder, kernel, plan, error);
  record.blocks = (const guint32 *)(const void *)chosen->data;
  record.n_blocks = chosen->len;
  if (!launch (self, plan, &record, &result, cancellable, error))
    return FALSE;
  recorded = ws_run_builder_get_launch (builder, record.launch);
  recorded->duration_cycles = result.duration_cycles;
  recorded->duration_ns = result.duration_ns;
  recorded->has_duration = TRUE;
  *total_ns += result.duration_ns;
  ws_run_builder_add_sample (builder, record.launch, result.duration_ns,
                             self->device->klass->origin);
  note_left_out (builder, index, plan, chosen->len);
  return TRUE;
}

static WsRunBuilder *
new_builder (Session *self)
{
  const WsPlan *plan = self->plan;
  WsRunBuilder *builder = ws_run_builder_new (self->device->spec, self->device->id,
                                              self->device->name, self->device->klass->origin);

  ws_run_builder_set_job (builder, plan->kernel->id, plan->kernel->title,
                          ws_plan_parameters_to_variant (&plan->parameters), plan->parameters.type,
                          plan->parameters.op);
  return builder;
}

static gboolean
record_plan (Session *self, WsRunBuilder *builder, const char *blocks, WsSessionProgress progress,
             gpointer user_data, GCancellable *cancellable, GError **error)
{
  const WsPlan *plan = self->plan;
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  WsKernel *kernel =
      self->device->klass->describe (self->device, first->entry, plan->kernel_title,
                                     plan->kernel->file, plan->kernel->source, error);
  guint64 total_ns = 0;
  guint64 done = 0;
  guint64 all = 0;
  guint index;

  if (kernel == NULL)
    return FALSE;
  index = ws_run_builder_add_kernel (builder, kernel);
  ws_run_builder_add_region (builder, "in", WS_SPACE_GLOBAL, self->buffers[0], self->buffer_bytes,
                             plan->parameters.type);
  ws_run_builder_add_region (builder, "out", WS_SPACE_GLOBAL, self->buffers[1], self->out_bytes,
                             plan->parameters.type);
  for (guint i = 0; i < plan->launches->len; i++)
    all += g_array_index (plan->launches, WsPlanLaunch, i).n_elements;
  for (guint i = 0; i < plan->launches->len; i++)
    {
      g_autofree char *sentence = g_strdup_printf ("Launch %u of %u", i + 1, plan->launches->len);

      if (progress != NULL)
        progress ((double)done / MAX (all, 1), sentence, user_data);
      if (!record_launch (self, builder, index, i, blocks, &total_ns, cancellable, error))
        return FALSE;
      done += g_array_index (plan->launches, WsPlanLaunch, i).n_elements;
    }
  ws_run_builder_add_sample (builder, WS_NONE, total_ns, self->device->klass->origin);
  return TRUE;
}

/**
 * ws_session_record:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @blocks: (nullable): blocks recorded in full, as in "0,mid,last"
 * @progress: (nullable): called before each launch
 * @user_data: for @progress
 * @cancellable: (nullable): to give up
 * @partial: (out) (optional) (nullable) (transfer full): after a fault of the kernel, what was
 * recorded up to it, with the finding
 * @error: return location
 *
 * Runs @plan on its input, records it and holds the result against the host's.
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
ws_session_record (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, const char *blocks,
                   WsSessionProgress progress, gpointer user_data, GCancellable *cancellable,
                   WsRun **partial, GError **error)
{
  Session self = { .device = device, .catalog = catalog, .plan = plan };
  g_autoptr (GBytes) input = ws_plan_make_input (plan);
  g_autoptr (WsRunBuilder) builder = new_builder (&self);
  g_autoptr (GError) fault = NULL;
  guint64 result;
  guint64 expected;
  double bound;

  if (!begin (&self, input, error))
    return NULL;
  if (!record_plan (&self, builder, blocks, progress, user_data, cancellable, &fault))
    {
      if (partial != NULL && fault->domain == WS_DEVICE_ERROR
          && (fault->code == WS_DEVICE_ERROR_FAULT || fault->code == WS_DEVICE_ERROR_ENDLESS))
        *partial = ws_run_builder_end (builder);
      g_propagate_error (error, g_steal_pointer (&fault));
      return NULL;
    }
  if (!read_result (&self, &result, error))
    return NULL;
  expected = ws_plan_expect (plan, input, &bound);
  if (plan->remaining > 1)
    ws_run_builder_add_note (
        builder,
        "A block of one thread combines nothing: the host combined the %" G_GUINT64_FORMAT
        " values that were left.",
        plan->remaining);
  ws_run_builder_set_result (builder, result, expected, bound,
                             ws_plan_is_correct (plan, result, expected, bound), plan->remaining);
  return ws_run_builder_end (builder);
}

static gboolean
run_plan (Session *self, guint64 *total_ns, GCancellable *cancellable, GError **error)
{
  *total_ns = 0;
  for (guint i = 0; i < self->plan->launches->len; i++)
    {
      WsLaunchResult result = { 0 };

      if (!launch (self, &g_array_index (self->plan->launches, WsPlanLaunch, i), NULL, &result,
                   cancellable, error))
        return FALSE;
      *total_ns += result.duration_ns;
    }
  return TRUE;
}

/**
 * ws_session_time:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @repeats: how often
 * @sample: called with each timing as it comes
 * @user_data: for @sample
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * Runs @plan without recording, each time on the same input.
 *
 * Returns: whether all repetitions ended well
 */
gboolean
ws_session_time (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, guint repeats,
                 WsSessionSample sample, gpointer user_data, GCancellable *cancellable,
                 GError **error)
{
  Session self = { .device = device, .catalog = catalog, .plan = plan };
  g_autoptr (GBytes) input = ws_plan_make_input (plan);

  if (!begin (&self, input, error))
    return FALSE;
  for (guint i = 0; i < repeats; i++)
    {
      WsSample timing = { .launch = WS_NONE, .origin = device->klass->origin };

      if (i > 0
          && !device->klass->write (device, self.buffers[0], g_bytes_get_data (input, NULL),
                                    self.buffer_bytes, error))
        return FALSE;
      if (!run_plan (&self, &timing.duration_ns, cancellable, error))
        return FALSE;
      sample (&timing, user_data);
    }
  return TRUE;
}

/**
 * ws_session_compute:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @input: the elements, packed
 * @result: (out): bits of the result
 * @error: return location
 *
 * Returns: whether the plan ended well
 */
gboolean
ws_session_compute (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, GBytes *input,
                    guint64 *result, GError **error)
{
  Session self = { .device = device, .catalog = catalog, .plan = plan };
  guint64 ignored;

  return begin (&self, input, error) && run_plan (&self, &ignored, NULL, error)
         && read_result (&self, result, error);
}
