#include "record/bounds.h"
#include "record/record-private.h"

#include <glib/gi18n.h>

struct _WsRunBuilder {
  WsSpec *spec;
  char *device;
  char *device_name;
  char *driver;
  gint64 date;
  WsOrigin origin;
  char *id;
  char *title;
  GVariant *parameters;
  WsValueType value_type;
  WsRunWords words;
  GVariant *job;
  gboolean has_result;
  guint64 result;
  guint64 expected;
  double bound;
  gboolean correct;
  guint64 element;

  GPtrArray *notes;    /* char * */
  GPtrArray *kernels;  /* WsKernel */
  GPtrArray *regions;  /* WsRegion */
  GPtrArray *counters; /* WsCounter */
  GPtrArray *findings; /* WsFinding */
  GArray *launches;
  GArray *blocks;
  GArray *events;
  GArray *lanes;
  GArray *residencies;
  GArray *warp_spans;
  GArray *counts;
  GArray *samples;
};

/**
 * ws_run_builder_new:
 * @spec: (transfer none): the device's limits
 * @device: id of the device, as in "vm:h200"
 * @device_name: as in "Virtual H200"
 * @origin: default origin of figures
 */
WsRunBuilder *
ws_run_builder_new (WsSpec *spec, const char *device, const char *device_name, WsOrigin origin)
{
  WsRunBuilder *self;

  g_return_val_if_fail (spec != NULL, NULL);
  g_return_val_if_fail (device != NULL && device_name != NULL, NULL);

  self = g_new0 (WsRunBuilder, 1);
  self->spec = ws_spec_ref (spec);
  self->device = g_strdup (device);
  self->device_name = g_strdup (device_name);
  self->origin = origin;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_kernel_free);
  self->regions = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_region_free);
  self->counters = ws_counters_new ();
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_finding_free);
  self->launches = g_array_new (FALSE, FALSE, sizeof (WsLaunch));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (WsBlockRecord));
  self->events = g_array_new (FALSE, FALSE, sizeof (WsEvent));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (WsLane));
  self->residencies = g_array_new (FALSE, FALSE, sizeof (WsResidency));
  self->warp_spans = g_array_new (FALSE, FALSE, sizeof (WsWarpSpan));
  self->counts = g_array_new (FALSE, FALSE, sizeof (WsSiteCount));
  self->samples = g_array_new (FALSE, FALSE, sizeof (WsSample));
  return self;
}

void
ws_run_builder_free (WsRunBuilder *self)
{
  ws_spec_unref (self->spec);
  g_free (self->device);
  g_free (self->device_name);
  g_free (self->driver);
  g_free (self->id);
  g_free (self->title);
  g_clear_pointer (&self->parameters, g_variant_unref);
  ws_run_words_clear (&self->words);
  g_clear_pointer (&self->job, g_variant_unref);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->regions);
  g_ptr_array_unref (self->counters);
  g_ptr_array_unref (self->findings);
  g_clear_pointer (&self->launches, g_array_unref);
  g_clear_pointer (&self->blocks, g_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->lanes, g_array_unref);
  g_clear_pointer (&self->residencies, g_array_unref);
  g_clear_pointer (&self->warp_spans, g_array_unref);
  g_clear_pointer (&self->counts, g_array_unref);
  g_clear_pointer (&self->samples, g_array_unref);
  g_free (self);
}

/**
 * ws_run_builder_set_driver:
 * @driver: (nullable): version of the GPU's driver, as in "580.159"
 */
void
ws_run_builder_set_driver (WsRunBuilder *self, const char *driver)
{
  g_return_if_fail (self != NULL);

  g_free (self->driver);
  self->driver = g_strdup (driver);
}

/**
 * ws_run_builder_set_date:
 * @date: when it is recorded, seconds since 1970; 0 if unknown
 */
void
ws_run_builder_set_date (WsRunBuilder *self, gint64 date)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (date >= 0 && date <= WS_MAX_DATE);

  self->date = date;
}

/**
 * ws_run_builder_set_about:
 * @id: short name of the kernel
 * @title: its name for users
 * @parameters: (nullable): a{sv}; taken if floating
 * @value_type: type of the elements
 * @words: (nullable): the terms to describe it
 */
void
ws_run_builder_set_about (WsRunBuilder *self, const char *id, const char *title,
                          GVariant *parameters, WsValueType value_type, const WsRunWords *words)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (parameters == NULL
                    || g_variant_is_of_type (parameters, G_VARIANT_TYPE_VARDICT));

  g_free (self->id);
  self->id = g_strdup (id);
  g_free (self->title);
  self->title = g_strdup (title);
  if (parameters != NULL)
    g_variant_ref_sink (parameters);
  g_clear_pointer (&self->parameters, g_variant_unref);
  self->parameters = parameters;
  self->value_type = value_type;
  ws_run_words_clear (&self->words);
  if (words != NULL)
    self->words = (WsRunWords){ g_strdup (words->result), g_strdup (words->combine),
                                g_strdup (words->combines), g_strdup (words->many) };
}

/**
 * ws_run_builder_set_job:
 * @job: the whole job: see job/job.h; taken if floating
 */
void
ws_run_builder_set_job (WsRunBuilder *self, GVariant *job)
{
  g_return_if_fail (self != NULL && job != NULL);

  g_variant_ref_sink (job);
  g_clear_pointer (&self->job, g_variant_unref);
  self->job = job;
}

/**
 * ws_run_builder_set_result:
 * @result: bits of the resulting value; of several, that with the largest deviation
 * @expected: bits of the host's value
 * @bound: maximum permitted absolute difference
 * @correct: whether all checked values are right
 * @element: index of the value, if there are several
 */
void
ws_run_builder_set_result (WsRunBuilder *self, guint64 result, guint64 expected, double bound,
                           gboolean correct, guint64 element)
{
  g_return_if_fail (self != NULL);

  self->has_result = TRUE;
  self->result = result;
  self->expected = expected;
  self->bound = bound;
  self->correct = correct != FALSE;
  self->element = element;
}

/**
 * ws_run_builder_add_note:
 * @format: a sentence on what the recording left out
 *
 * When the maximum number is reached, the last note says so.
 */
void
ws_run_builder_add_note (WsRunBuilder *self, const char *format, ...)
{
  va_list args;

  g_return_if_fail (self != NULL);

  if (self->notes->len + 1 >= ws_bound_get (WS_BOUND_NOTES))
    {
      if (self->notes->len < ws_bound_get (WS_BOUND_NOTES))
        g_ptr_array_add (self->notes, g_strdup (_ ("Further notes were omitted.")));
      return;
    }
  va_start (args, format);
  g_ptr_array_add (self->notes, g_strdup_vprintf (format, args));
  va_end (args);
}

/**
 * ws_run_builder_add_kernel:
 * @kernel: (transfer full): a kernel
 */
guint
ws_run_builder_add_kernel (WsRunBuilder *self, WsKernel *kernel)
{
  g_return_val_if_fail (self != NULL && kernel != NULL, 0);

  g_ptr_array_add (self->kernels, kernel);
  return self->kernels->len - 1;
}

/**
 * ws_run_builder_find_kernel:
 * @entry: name of a PTX entry
 *
 * Returns: index of its kernel; %WS_NONE if it was not added
 */
guint
ws_run_builder_find_kernel (const WsRunBuilder *self, const char *entry)
{
  g_return_val_if_fail (self != NULL && entry != NULL, WS_NONE);

  for (guint i = 0; i < self->kernels->len; i++)
    if (g_str_equal (((const WsKernel *)g_ptr_array_index (self->kernels, i))->entry, entry))
      return i;
  return WS_NONE;
}

/**
 * ws_run_builder_get_kernel:
 * @kernel: index of a kernel
 */
const WsKernel *
ws_run_builder_get_kernel (const WsRunBuilder *self, guint kernel)
{
  g_return_val_if_fail (self != NULL && kernel < self->kernels->len, NULL);
  return g_ptr_array_index (self->kernels, kernel);
}

/**
 * ws_run_builder_add_region:
 * @region: (transfer none): a buffer
 *
 * The same memory under the same name is added only once.
 */
void
ws_run_builder_add_region (WsRunBuilder *self, const WsRegion *region)
{
  g_return_if_fail (self != NULL && region->name != NULL);

  for (guint i = 0; i < self->regions->len; i++)
    {
      const WsRegion *known = g_ptr_array_index (self->regions, i);

      if (known->space == region->space && known->address == region->address
          && g_str_equal (known->name, region->name))
        return;
    }
  g_ptr_array_add (self->regions, ws_region_copy (region));
}

/**
 * ws_run_builder_add_launch:
 * @launch: (transfer none): the launch; the builder sets the position of its residencies and
 * counts, and that a launch of the host has no parent
 */
guint
ws_run_builder_add_launch (WsRunBuilder *self, const WsLaunch *launch)
{
  WsLaunch copy;

  g_return_val_if_fail (self != NULL && launch != NULL, 0);

  copy = *launch;
  copy.first_residency = 0;
  copy.n_residencies = 0;
  copy.first_warp_span = WS_NONE;
  copy.first_count = 0;
  copy.has_counts = FALSE;
  if (copy.stream == WS_STREAM_HOST)
    {
      copy.parent = copy.parent_block = copy.parent_thread = copy.parent_site = WS_NONE;
      copy.depth = 0;
      copy.begin_cycles = 0;
    }
  g_array_append_val (self->launches, copy);
  return self->launches->len - 1;
}

/**
 * ws_run_builder_has_room:
 * @kernel: index of a kernel
 * @n_blocks: of a grid
 *
 * Returns: whether, with one more such launch, half of a run's capacity is still left for launches
 * of the host
 */
gboolean
ws_run_builder_has_room (const WsRunBuilder *self, guint kernel, guint64 n_blocks)
{
  guint64 n_sites = 0;

  g_return_val_if_fail (self != NULL && kernel < self->kernels->len, FALSE);

  n_sites = ws_run_builder_get_kernel (self, kernel)->n_sites;
  for (guint i = 0; i < self->launches->len; i++)
    n_sites += ws_run_builder_get_kernel (self, g_array_index (self->launches, WsLaunch, i).kernel)
                   ->n_sites;
  return self->launches->len < ws_bound_get (WS_BOUND_LAUNCHES) / 2
         && n_sites < ws_bound_get (WS_BOUND_PLAN_SITES) / 2
         && self->residencies->len + n_blocks < ws_bound_get (WS_BOUND_RESIDENCIES) / 2
         && self->events->len < ws_bound_get (WS_BOUND_EVENTS) / 32;
}

/* Returns: (transfer none): the launch, to be completed once it has run; borrowed until the next
 * call */
WsLaunch *
ws_run_builder_get_launch (WsRunBuilder *self, guint launch)
{
  g_return_val_if_fail (self != NULL && launch < self->launches->len, NULL);
  return &g_array_index (self->launches, WsLaunch, launch);
}

/**
 * ws_run_builder_add_block:
 * @block: a block, after those added before, launch by launch
 *
 * Adds a block that was recorded in full. Access indices are relative to the first of its lanes,
 * and are adjusted.
 */
void
ws_run_builder_add_block (WsRunBuilder *self, guint launch, const WsRecordedBlock *block)
{
  WsBlockRecord record;
  guint first_lane;

  g_return_if_fail (self != NULL && launch < self->launches->len);
  g_return_if_fail (block->n_lanes < WS_NONE - self->lanes->len);
  g_return_if_fail (block->n_events < WS_NONE - self->events->len);

  record = (WsBlockRecord){ .launch = launch,
                            .block = block->block,
                            .first_event = self->events->len,
                            .n_events = block->n_events };
  if (self->blocks->len > 0)
    {
      const WsBlockRecord *last =
          &g_array_index (self->blocks, WsBlockRecord, self->blocks->len - 1);
      g_return_if_fail (launch > last->launch
                        || (launch == last->launch && block->block > last->block));
    }
  g_array_append_val (self->blocks, record);

  first_lane = self->lanes->len;
  if (block->n_lanes > 0)
    g_array_append_vals (self->lanes, block->lanes, block->n_lanes);
  if (block->n_events == 0)
    return;
  g_array_append_vals (self->events, block->events, block->n_events);
  for (guint i = 0; i < block->n_events; i++)
    {
      WsEvent *event = &g_array_index (self->events, WsEvent, record.first_event + i);
      if (event->access != WS_NONE)
        event->access += first_lane;
    }
}

/**
 * ws_run_builder_add_residencies:
 * @residencies: (array length=n): one per block of its grid, in block order
 * @n: number of residencies
 */
void
ws_run_builder_add_residencies (WsRunBuilder *self, guint launch, const WsResidency *residencies,
                                guint n)
{
  WsLaunch *record;

  g_return_if_fail (self != NULL && launch < self->launches->len);

  record = ws_run_builder_get_launch (self, launch);
  g_return_if_fail (record->n_residencies == 0);
  record->first_residency = self->residencies->len;
  record->n_residencies = n;
  if (n > 0)
    g_array_append_vals (self->residencies, residencies, n);
}

/**
 * ws_run_builder_get_residency:
 * @block: linear index of a block in the grid
 *
 * Returns: (transfer none) (nullable): where and when the block was resident, borrowed until the
 * next call on the builder; %NULL if the launch has no residencies
 */
const WsResidency *
ws_run_builder_get_residency (WsRunBuilder *self, guint launch, guint32 block)
{
  const WsLaunch *record = ws_run_builder_get_launch (self, launch);

  return block < record->n_residencies
             ? &g_array_index (self->residencies, WsResidency, record->first_residency + block)
             : NULL;
}

/**
 * ws_run_builder_add_warp_spans:
 * @spans: (array length=n): for each block of its grid, one per warp, in warp order
 * @n: number of warps of the grid
 */
void
ws_run_builder_add_warp_spans (WsRunBuilder *self, guint launch, const WsWarpSpan *spans, gsize n)
{
  WsLaunch *record;

  g_return_if_fail (self != NULL && launch < self->launches->len);

  record = ws_run_builder_get_launch (self, launch);
  g_return_if_fail (record->first_warp_span == WS_NONE);
  record->first_warp_span = self->warp_spans->len;
  g_array_append_vals (self->warp_spans, spans, (guint)n);
}

/**
 * ws_run_builder_add_counts:
 * @counts: (array length=n): one per site of its kernel, over all blocks
 * @n: number of sites
 */
void
ws_run_builder_add_counts (WsRunBuilder *self, guint launch, const WsSiteCount *counts, guint n)
{
  WsLaunch *record;

  g_return_if_fail (self != NULL && launch < self->launches->len);

  record = ws_run_builder_get_launch (self, launch);
  g_return_if_fail (!record->has_counts);
  record->first_count = self->counts->len;
  record->has_counts = TRUE;
  if (n > 0)
    g_array_append_vals (self->counts, counts, n);
}

/**
 * ws_run_builder_add_sample:
 * @launch: index of a launch, or %WS_NONE for the whole plan
 * @duration_ns: how long it took
 * @origin: measured or modelled
 */
void
ws_run_builder_add_sample (WsRunBuilder *self, guint launch, guint64 duration_ns, WsOrigin origin)
{
  WsSample sample = { .duration_ns = duration_ns, .launch = launch, .origin = origin };

  g_return_if_fail (self != NULL);
  g_array_append_val (self->samples, sample);
}

/**
 * ws_run_builder_add_counter:
 * @launch: index of a launch, or %WS_NONE for the whole plan
 * @unit: of the value
 * @value: its reading
 */
void
ws_run_builder_add_counter (WsRunBuilder *self, guint launch, const char *name, const char *unit,
                            double value)
{
  WsCounter *counter;

  g_return_if_fail (self != NULL && name != NULL);

  counter = g_new0 (WsCounter, 1);
  counter->launch = launch;
  counter->name = g_strdup (name);
  counter->unit = g_strdup (unit != NULL ? unit : "");
  counter->value = value;
  g_ptr_array_add (self->counters, counter);
}

/**
 * ws_run_builder_add_finding:
 * @finding: (transfer none): what the kernel did wrong
 */
void
ws_run_builder_add_finding (WsRunBuilder *self, const WsFinding *finding)
{
  WsFinding *copy;

  g_return_if_fail (self != NULL && finding != NULL);

  copy = g_memdup2 (finding, sizeof *finding);
  copy->message = g_strdup (finding->message != NULL ? finding->message : "");
  copy->place = g_strdup (finding->place);
  copy->count = MAX (finding->count, 1);
  if (copy->lanes == 0 && copy->lane < WS_WARP_SIZE)
    copy->lanes = 1u << copy->lane;
  g_ptr_array_add (self->findings, copy);
}

/* The line of a site of a launch's kernel; if it has none, the site itself. */
static guint64
line_of (WsRunBuilder *self, guint launch, guint32 site)
{
  const WsKernel *kernel =
      g_ptr_array_index (self->kernels, g_array_index (self->launches, WsLaunch, launch).kernel);

  return site >= kernel->n_sites || kernel->sites[site].file == WS_NONE ? (guint64)site << 32
                                                                        : kernel->sites[site].line;
}

static gboolean
are_alike (WsRunBuilder *self, const WsFinding *a, const WsFinding *b)
{
  guint64 lines[4];

  if (a->kind != b->kind || a->has_other != b->has_other
      || g_array_index (self->launches, WsLaunch, a->launch).kernel
             != g_array_index (self->launches, WsLaunch, b->launch).kernel)
    return FALSE;
  lines[0] = line_of (self, a->launch, a->site);
  lines[1] = a->has_other ? line_of (self, a->launch, a->other.site) : 0;
  lines[2] = line_of (self, b->launch, b->site);
  lines[3] = b->has_other ? line_of (self, b->launch, b->other.site) : 0;
  return (lines[0] == lines[2] && lines[1] == lines[3])
         || (lines[0] == lines[3] && lines[1] == lines[2]);
}

/**
 * ws_run_builder_merge_finding:
 * @finding: (transfer none): what the kernel did wrong in one of its launches
 *
 * As ws_run_builder_add_finding(); but if an earlier launch of the same kernel has the same finding
 * at the same lines, increases its count instead.
 */
void
ws_run_builder_merge_finding (WsRunBuilder *self, const WsFinding *finding)
{
  g_return_if_fail (self != NULL && finding != NULL);

  for (guint i = 0; i < self->findings->len; i++)
    {
      WsFinding *before = g_ptr_array_index (self->findings, i);

      if (!are_alike (self, before, finding))
        continue;
      before->count += MAX (finding->count, 1);
      return;
    }
  ws_run_builder_add_finding (self, finding);
}

/**
 * ws_run_builder_explain_findings:
 * @sentence: an explanation of all findings
 *
 * Appends @sentence to the message of each finding.
 */
void
ws_run_builder_explain_findings (WsRunBuilder *self, const char *sentence)
{
  g_return_if_fail (self != NULL && sentence != NULL);

  for (guint i = 0; i < self->findings->len; i++)
    {
      WsFinding *finding = g_ptr_array_index (self->findings, i);
      char *message = g_strdup_printf ("%s %s", finding->message, sentence);

      g_free (finding->message);
      finding->message = message;
    }
}

/**
 * ws_array_to_variant:
 * @array: (transfer full): records whose size is that of @element_format
 * @element_format: type string of one record, of fixed size
 *
 * Returns: (transfer floating): an array of them, which owns the memory of @array
 */
GVariant *
ws_array_to_variant (GArray *array, const char *element_format)
{
  g_autofree char *format = g_strconcat ("a", element_format, NULL);
  gsize element_size = g_array_get_element_size (array);
  g_autoptr (GBytes) bytes = NULL;
  gsize n;
  gpointer data = g_array_steal (array, &n);

  g_array_unref (array);
  bytes = g_bytes_new_take (data, n * element_size);
  return g_variant_new_from_bytes (G_VARIANT_TYPE (format), bytes, TRUE);
}

static const char *
text (const char *nullable)
{
  return nullable != NULL ? nullable : "";
}

static GVariant *
make_header (WsRunBuilder *self)
{
  GVariant *parameters = self->parameters != NULL
                             ? self->parameters
                             : g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0);

  return g_variant_new (
      "(ssyss@a{sv}y(ssss)(bttdbt)@asmsx)", self->device, self->device_name, (guchar)self->origin,
      text (self->id), text (self->title), parameters, (guchar)self->value_type,
      text (self->words.result), text (self->words.combine), text (self->words.combines),
      text (self->words.many), self->has_result, self->result, self->expected, self->bound,
      self->correct, self->element,
      g_variant_new_strv ((const char *const *)self->notes->pdata, self->notes->len), self->driver,
      self->date);
}

static GVariant *
make_kernels (WsRunBuilder *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_KERNEL_FORMAT));
  for (guint i = 0; i < self->kernels->len; i++)
    g_variant_builder_add_value (&builder,
                                 ((WsKernel *)g_ptr_array_index (self->kernels, i))->backing);
  return g_variant_builder_end (&builder);
}

static GVariant *
make_regions (WsRunBuilder *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_BUFFER_FORMAT));
  for (guint i = 0; i < self->regions->len; i++)
    g_variant_builder_add_value (&builder,
                                 ws_buffer_to_variant (g_ptr_array_index (self->regions, i)));
  return g_variant_builder_end (&builder);
}

static GVariant *
make_findings (WsRunBuilder *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_FINDING_FORMAT));
  for (guint i = 0; i < self->findings->len; i++)
    g_variant_builder_add_value (&builder,
                                 ws_finding_to_variant (g_ptr_array_index (self->findings, i)));
  return g_variant_builder_end (&builder);
}

/**
 * ws_run_builder_finish:
 * @self: a builder; afterwards, only ws_run_builder_free() is allowed
 * @error: return location: %WS_RECORD_ERROR_DAMAGED
 *
 * Ends the recording. The records are not copied. A device's recording is checked by the same rules
 * as a file: a program may be too large for them.
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
ws_run_builder_finish (WsRunBuilder *self, GError **error)
{
  GVariant *children[WS_RUN_N_CHILDREN];
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsRun) run = NULL;

  g_return_val_if_fail (self != NULL && self->launches != NULL, NULL);

  children[WS_RUN_SPEC] = ws_spec_to_variant (self->spec);
  children[WS_RUN_HEADER] = make_header (self);
  children[WS_RUN_KERNELS] = make_kernels (self);
  children[WS_RUN_REGIONS] = make_regions (self);
  children[WS_RUN_COUNTERS] = ws_counters_to_variant (self->counters);
  children[WS_RUN_FINDINGS] = make_findings (self);
  children[WS_RUN_LAUNCHES] =
      ws_array_to_variant (g_steal_pointer (&self->launches), WS_LAUNCH_FORMAT);
  children[WS_RUN_BLOCKS] = ws_array_to_variant (g_steal_pointer (&self->blocks), WS_BLOCK_FORMAT);
  children[WS_RUN_EVENTS] = ws_array_to_variant (g_steal_pointer (&self->events), WS_EVENT_FORMAT);
  children[WS_RUN_LANES] = ws_array_to_variant (g_steal_pointer (&self->lanes), WS_LANE_FORMAT);
  children[WS_RUN_RESIDENCIES] =
      ws_array_to_variant (g_steal_pointer (&self->residencies), WS_RESIDENCY_FORMAT);
  children[WS_RUN_WARP_SPANS] =
      ws_array_to_variant (g_steal_pointer (&self->warp_spans), WS_WARP_SPAN_FORMAT);
  children[WS_RUN_COUNTS] = ws_array_to_variant (g_steal_pointer (&self->counts), WS_COUNT_FORMAT);
  children[WS_RUN_SAMPLES] =
      ws_array_to_variant (g_steal_pointer (&self->samples), WS_SAMPLE_FORMAT);
  children[WS_RUN_JOB] = g_variant_new_maybe (
      G_VARIANT_TYPE_VARIANT, self->job != NULL ? g_variant_new_variant (self->job) : NULL);
  variant = g_variant_ref_sink (g_variant_new_tuple (children, G_N_ELEMENTS (children)));

  run = ws_run_alloc ();
  return ws_run_adopt (run, variant, error) ? g_steal_pointer (&run) : NULL;
}

/**
 * ws_run_builder_end:
 * @self: a builder; afterwards, only ws_run_builder_free() is allowed
 *
 * As ws_run_builder_finish(), for a run that can only violate a rule through a bug.
 *
 * Returns: (transfer full): the run
 */
WsRun *
ws_run_builder_end (WsRunBuilder *self)
{
  g_autoptr (GError) error = NULL;
  WsRun *run = ws_run_builder_finish (self, &error);

  if (run == NULL)
    g_critical ("Invalid data recorded on the device “%s”. %s", self->device, error->message);
  return run;
}
