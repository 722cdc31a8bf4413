#include "record/bounds.h"
#include "record/record-private.h"

#include <glib/gi18n.h>
#include <string.h>
#include <inttypes.h>

/* A run with its private data. */
typedef struct {
  WsRun run;
  GPtrArray *held; /* the children of the backing that the arrays refer to: a caller who serialises
                      the backing would drop them */
} Run;

G_DEFINE_BOXED_TYPE (WsRun, ws_run, ws_run_ref, ws_run_unref)

static void
clear (gpointer data)
{
  Run *run = data;
  WsRun *self = &run->run;

  g_clear_pointer (&self->spec, ws_spec_unref);
  g_free (self->device);
  g_free (self->device_name);
  g_free (self->driver);
  g_free (self->id);
  g_free (self->title);
  g_clear_pointer (&self->parameters, g_variant_unref);
  ws_run_words_clear (&self->words);
  g_clear_pointer (&self->job, g_variant_unref);
  g_strfreev (self->notes);
  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->regions);
  g_ptr_array_unref (self->counters);
  g_ptr_array_unref (self->findings);
  g_clear_pointer (&self->backing, g_variant_unref);
  g_ptr_array_unref (run->held);
}

static void
free_counter (WsCounter *self)
{
  g_free (self->name);
  g_free (self->unit);
  g_free (self);
}

/* Returns: (transfer full) (element-type WsCounter): an empty list */
GPtrArray *
ws_counters_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)free_counter);
}

/* Returns: (transfer full): an empty run, to be filled by ws_run_adopt(); ws_run_unref() frees it
 * at any time */
WsRun *
ws_run_alloc (void)
{
  Run *run = g_atomic_rc_box_new0 (Run);
  WsRun *self = &run->run;

  run->held = g_ptr_array_new_with_free_func ((GDestroyNotify)g_variant_unref);
  self->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_kernel_free);
  self->regions = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_region_free);
  self->counters = ws_counters_new ();
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_finding_free);
  return self;
}

static GVariant *
hold_child (WsRun *self, gsize child)
{
  Run *run = (Run *)self;
  GVariant *value = g_variant_get_child_value (self->backing, child);

  g_ptr_array_add (run->held, value);
  return value;
}

static gconstpointer
view (WsRun *self, gsize child, gsize element_size, gsize *n)
{
  return g_variant_get_fixed_array (hold_child (self, child), n, element_size);
}

static gboolean
adopt_header (WsRun *self, GVariant *header, GError **error)
{
  guchar origin;
  guchar value_type;

  g_variant_get (header, "(ssyss@a{sv}y(ssss)(bttdbt)^asmsx)", &self->device, &self->device_name,
                 &origin, &self->id, &self->title, &self->parameters, &value_type,
                 &self->words.result, &self->words.combine, &self->words.combines,
                 &self->words.many, &self->has_result, &self->result, &self->expected, &self->bound,
                 &self->correct, &self->element, &self->notes, &self->driver, &self->date);
  ws_run_words_drop_empty (&self->words);
  self->origin = origin;
  self->value_type = value_type;
  if (origin > WS_ORIGIN_MEASURED)
    return ws_record_damaged (error, _ ("its origin is %u"), origin);
  if (value_type > WS_VALUE_LAST)
    return ws_record_damaged (error, _ ("its type of elements is %u"), value_type);
  if (self->date < 0 || self->date > WS_MAX_DATE)
    return ws_record_damaged (error, _ ("its date is %" PRId64), self->date);
  return TRUE;
}

static void
adopt_lists (WsRun *self, GVariant *const children[])
{
  GVariantIter iter;
  GVariant *child;
  WsCounter counter;

  g_variant_iter_init (&iter, children[WS_RUN_KERNELS]);
  while ((child = g_variant_iter_next_value (&iter)) != NULL)
    {
      g_ptr_array_add (self->kernels, ws_kernel_new_from_variant (child));
      g_variant_unref (child);
    }
  g_variant_iter_init (&iter, children[WS_RUN_REGIONS]);
  while ((child = g_variant_iter_next_value (&iter)) != NULL)
    {
      g_ptr_array_add (self->regions, ws_buffer_new_from_variant (child));
      g_variant_unref (child);
    }
  g_variant_iter_init (&iter, children[WS_RUN_COUNTERS]);
  while (g_variant_iter_next (&iter, WS_COUNTER_FORMAT, &counter.launch, &counter.name,
                              &counter.unit, &counter.value))
    g_ptr_array_add (self->counters, g_memdup2 (&counter, sizeof counter));
  g_variant_iter_init (&iter, children[WS_RUN_FINDINGS]);
  while ((child = g_variant_iter_next_value (&iter)) != NULL)
    {
      g_ptr_array_add (self->findings, ws_finding_new_from_variant (child));
      g_variant_unref (child);
    }
}

/* The small parts must be in normal form, as their strings are read directly. Walking through them
 * checks that, and their contents. */
static gboolean
check_small (GVariant *const children[], GError **error)
{
  static const struct {
    WsBound bytes;
    int n; /* a WsBound of its entries; -1 if it is not a list */
  } parts[WS_RUN_LAUNCHES] = {
    [WS_RUN_SPEC] = { WS_BOUND_HEADER_BYTES, -1 },
    [WS_RUN_HEADER] = { WS_BOUND_HEADER_BYTES, -1 },
    [WS_RUN_KERNELS] = { WS_BOUND_KERNELS_BYTES, WS_BOUND_KERNELS },
    [WS_RUN_REGIONS] = { WS_BOUND_LIST_BYTES, WS_BOUND_BUFFERS },
    [WS_RUN_COUNTERS] = { WS_BOUND_LIST_BYTES, WS_BOUND_COUNTERS },
    [WS_RUN_FINDINGS] = { WS_BOUND_LIST_BYTES, WS_BOUND_FINDINGS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      /* the number first: its error is more informative */
      if (parts[i].n >= 0
          && !ws_bound_check ((WsBound)parts[i].n, g_variant_n_children (children[i]), error))
        return FALSE;
      if (!ws_bound_check (parts[i].bytes, g_variant_get_size (children[i]), error))
        return FALSE;
      if (!g_variant_is_normal_form (children[i]))
        return ws_record_damaged (error, _ ("its part %zu is malformed"), i);
    }
  return TRUE;
}

/**
 * ws_run_adopt:
 * @self: from ws_run_alloc()
 * @variant: of %WS_RUN_FORMAT, in host byte order; the run keeps it
 *
 * Makes the run's arrays refer to the children of @variant, and checks them: see ws_run_check().
 *
 * Returns: %FALSE if something is wrong; then @self may only be passed to ws_run_unref()
 */
gboolean
ws_run_adopt (WsRun *self, GVariant *variant, GError **error)
{
  GVariant *children[WS_RUN_LAUNCHES];
  g_autoptr (GVariant) job = NULL;

  self->backing = g_variant_ref (variant);
  /* Arrays of fixed-width records only have one form for a given length, which
   * g_variant_get_fixed_array() checks; walking them byte by byte would take seconds. */
  for (gsize i = 0; i < G_N_ELEMENTS (children); i++)
    children[i] = hold_child (self, i);
  if (!check_small (children, error))
    return FALSE;
  self->spec = ws_spec_new_from_variant (children[WS_RUN_SPEC], error);
  if (self->spec == NULL || !adopt_header (self, children[WS_RUN_HEADER], error))
    return FALSE;
  adopt_lists (self, children);
  self->launches = view (self, WS_RUN_LAUNCHES, sizeof (WsLaunch), &self->n_launches);
  self->blocks = view (self, WS_RUN_BLOCKS, sizeof (WsBlockRecord), &self->n_blocks);
  self->events = view (self, WS_RUN_EVENTS, sizeof (WsEvent), &self->n_events);
  self->lanes = view (self, WS_RUN_LANES, sizeof (WsLane), &self->n_lanes);
  self->residencies = view (self, WS_RUN_RESIDENCIES, sizeof (WsResidency), &self->n_residencies);
  self->warp_spans = view (self, WS_RUN_WARP_SPANS, sizeof (WsWarpSpan), &self->n_warp_spans);
  self->counts = view (self, WS_RUN_COUNTS, sizeof (WsSiteCount), &self->n_counts);
  self->samples = view (self, WS_RUN_SAMPLES, sizeof (WsSample), &self->n_samples);
  job = g_variant_get_maybe (hold_child (self, WS_RUN_JOB));
  if (job != NULL)
    self->job = g_variant_get_variant (job);
  return ws_run_check (self, error);
}

/**
 * ws_run_new_from_variant:
 * @variant: from ws_run_to_variant(), in host byte order; taken if floating
 *
 * Reads a run from a file or a worker. Every index and count is checked before use; the first
 * violation is a %WS_RECORD_ERROR_DAMAGED that says what and where. The arrays are not copied: the
 * run keeps @variant.
 *
 * Returns: (transfer full): the run, or %NULL
 */
WsRun *
ws_run_new_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (GVariant) owned = NULL;
  g_autoptr (WsRun) self = NULL;

  g_return_val_if_fail (variant != NULL, NULL);

  owned = g_variant_ref_sink (variant);
  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (WS_RUN_FORMAT)))
    {
      ws_record_damaged (error, _ ("it has the wrong type"));
      return NULL;
    }
  self = ws_run_alloc ();
  if (!ws_run_adopt (self, variant, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* Returns: (transfer full): @self, in host byte order */
GVariant *
ws_run_to_variant (const WsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_variant_ref (self->backing);
}

/**
 * ws_run_variant_replace:
 * @run: a run, of this format or an older one
 * @child: index of a child, as in %WS_RUN_COUNTERS
 * @value: its replacement; taken if floating
 *
 * Returns: (transfer floating): a copy of @run with @value; its type changes with that of @value
 */
GVariant *
ws_run_variant_replace (GVariant *run, gsize child, GVariant *value)
{
  GVariant *children[WS_RUN_N_CHILDREN];
  GVariant *other;

  for (gsize i = 0; i < G_N_ELEMENTS (children); i++)
    children[i] = i == child ? g_variant_ref_sink (value) : g_variant_get_child_value (run, i);
  other = g_variant_new_tuple (children, G_N_ELEMENTS (children));
  for (gsize i = 0; i < G_N_ELEMENTS (children); i++)
    g_variant_unref (children[i]);
  return other;
}

/* As in adopt_header(), except for the device's name. */
static GVariant *
rename_device (GVariant *header, const char *place)
{
  gsize n = g_variant_n_children (header);
  GVariant **children = g_newa (GVariant *, n);
  g_autofree char *device = NULL;
  g_autofree char *device_name = NULL;
  GVariant *renamed;

  for (gsize i = 0; i < n; i++)
    children[i] = g_variant_get_child_value (header, i);
  device = g_strdup_printf ("%s/%s", place, g_variant_get_string (children[0], NULL));
  device_name = g_strdup_printf ("%s (%s)", g_variant_get_string (children[1], NULL), place);
  for (gsize i = 0; i < 2; i++)
    {
      g_variant_unref (children[i]);
      children[i] = g_variant_ref_sink (g_variant_new_string (i == 0 ? device : device_name));
    }
  renamed = g_variant_new_tuple (children, n);
  for (gsize i = 0; i < n; i++)
    g_variant_unref (children[i]);
  return renamed;
}

/**
 * ws_run_variant_move:
 * @run: (transfer full): a recording from a worker on another computer; untrusted
 * @place: local name of that computer, as in "gpu-server"
 *
 * Returns: (transfer full): the run, with the device "gpu-server/cuda:0" instead of "cuda:0"; @run
 * itself if it is not a run
 */
GVariant *
ws_run_variant_move (GVariant *run, const char *place)
{
  g_autoptr (GVariant) own = run;
  g_autoptr (GVariant) header = NULL;

  if (!g_variant_is_of_type (run, G_VARIANT_TYPE (WS_RUN_FORMAT)))
    return g_steal_pointer (&own);
  header = g_variant_get_child_value (run, WS_RUN_HEADER);
  return g_variant_ref_sink (
      ws_run_variant_replace (run, WS_RUN_HEADER, rename_device (header, place)));
}

WsRun *
ws_run_ref (WsRun *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ws_run_unref (WsRun *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Index of the first record at or after @block of @launch: they are in that order. */
static gsize
find_record (const WsRun *self, guint launch, guint block)
{
  gsize low = 0;
  gsize high = self->n_blocks;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      const WsBlockRecord *record = &self->blocks[middle];

      if (record->launch < launch || (record->launch == launch && record->block < block))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * ws_run_find_block:
 * @block: linear index of a block
 *
 * Returns: (transfer none) (nullable): the block's record, %NULL if it was not recorded in full
 */
const WsBlockRecord *
ws_run_find_block (const WsRun *self, guint launch, guint block)
{
  const WsBlockRecord *record;
  gsize i;

  g_return_val_if_fail (self != NULL, NULL);

  i = find_record (self, launch, block);
  if (i == self->n_blocks)
    return NULL;
  record = &self->blocks[i];
  return record->launch == launch && record->block == block ? record : NULL;
}

/* Returns: index of the buffer that contains an address, %WS_NONE for none */
guint32
ws_run_find_region (const WsRun *self, WsSpace space, guint64 address)
{
  g_return_val_if_fail (self != NULL, WS_NONE);

  for (guint32 i = 0; i < self->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (self->regions, i);

      if (region->space == space && address >= region->address
          && address - region->address < region->size_bytes)
        return i;
    }
  return WS_NONE;
}

/**
 * ws_run_get_blocks:
 * @n: (out): number of its blocks recorded in full
 *
 * Returns: (transfer none) (array length=n) (nullable): their records; may be %NULL if there are
 * none
 */
const WsBlockRecord *
ws_run_get_blocks (const WsRun *self, guint launch, gsize *n)
{
  gsize first;

  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  first = find_record (self, launch, 0);
  *n = find_record (self, launch + 1, 0) - first;
  return self->n_blocks > 0 ? self->blocks + first : NULL;
}

/* Returns: linear index of the first block of @launch recorded in full; 0 if there is none */
guint
ws_run_get_first_block (const WsRun *self, guint launch)
{
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (self, launch, &n);

  return n > 0 ? blocks[0].block : 0;
}

/* Returns: (transfer none) (nullable): the kernel's output; %NULL if the note is only a sentence */
const char *
ws_run_note_get_text (const char *note)
{
  const char *end = strchr (note, '\n');

  return end != NULL ? end + 1 : NULL;
}

/* Returns: whether a virtual GPU checked for races and reads of unwritten memory: without the
 * check, the absence of findings means little */
gboolean
ws_run_was_checked (const WsRun *self)
{
  gboolean checked = FALSE;

  return self->origin == WS_ORIGIN_MODELLED && self->job != NULL
         && g_variant_is_of_type (self->job, G_VARIANT_TYPE_VARDICT)
         && g_variant_lookup (self->job, WS_RUN_CHECKED, "b", &checked) && checked;
}

/* Returns: number of findings that are more than a remark */
guint
ws_run_count_mistakes (const WsRun *self)
{
  guint n = 0;

  for (guint i = 0; i < self->findings->len; i++)
    n += ws_finding_is_remark (g_ptr_array_index (self->findings, i)) ? 0 : 1;
  return n;
}

/* Returns: (transfer none) (nullable): the first finding of @launch with a known place, or else the
 * first; %NULL if there are only remarks */
const WsFinding *
ws_run_find_finding (const WsRun *self, guint launch)
{
  const WsFinding *first = NULL;

  for (guint i = 0; i < self->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->findings, i);

      if (finding->launch != launch || ws_finding_is_remark (finding))
        continue;
      if (finding->site != WS_NONE)
        return finding;
      if (first == NULL)
        first = finding;
    }
  return first;
}

/**
 * ws_run_get_site:
 * @site: index of a site of its kernel
 */
const WsSite *
ws_run_get_site (const WsRun *self, guint launch, guint site)
{
  const WsKernel *kernel = ws_run_get_kernel (self, launch);

  g_return_val_if_fail (kernel != NULL && site < kernel->n_sites, NULL);
  return &kernel->sites[site];
}

/**
 * ws_origin_get_name:
 * @origin: of figures
 *
 * Returns: (transfer none): "measured" or "modelled"
 */
const char *
ws_origin_get_name (WsOrigin origin)
{
  return origin == WS_ORIGIN_MEASURED ? "measured" : "modelled";
}
