#include "hostile.h"

#include "record/file.h"
#include "record/record-private.h"
#include "synthetic.h"

#include <math.h>
#include <string.h>

enum {
  KERNEL_ENTRY,
  KERNEL_TITLE,
  KERNEL_FILE,
  KERNEL_SOURCE,
  KERNEL_PTX,
  KERNEL_SITES,
  KERNEL_REGISTERS,
  KERNEL_NAMES,
  KERNEL_STRINGS,
  KERNEL_SHARED
};

enum { HEADER_TITLE = 4, HEADER_PARAMETERS = 5, HEADER_NOTES = 9 };

#define BIG (20 << 20) /* bytes */

/* of one block; the sanitizers look at each, a while */
#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
#define EVENTS 60000
#else
#define EVENTS 600000
#endif

/* ---- how parts are replaced ---- */

/* (transfer floating): @tuple with another child */
static GVariant *
replace (GVariant *tuple, gsize child, GVariant *value)
{
  gsize n = g_variant_n_children (tuple);
  g_autofree GVariant **children = g_new (GVariant *, n);
  GVariant *other;

  for (gsize i = 0; i < n; i++)
    children[i] = i == child ? g_variant_ref_sink (value) : g_variant_get_child_value (tuple, i);
  other = g_variant_new_tuple (children, n);
  for (gsize i = 0; i < n; i++)
    g_variant_unref (children[i]);
  return other;
}

static GVariant *
replace_in_header (GVariant *base, gsize child, GVariant *value)
{
  g_autoptr (GVariant) header = g_variant_get_child_value (base, WS_RUN_HEADER);

  return replace (base, WS_RUN_HEADER, replace (header, child, value));
}

static GVariant *
get_kernel (GVariant *base)
{
  g_autoptr (GVariant) kernels = g_variant_get_child_value (base, WS_RUN_KERNELS);

  return g_variant_get_child_value (kernels, 0);
}

static GVariant *
replace_in_kernel (GVariant *base, gsize child, GVariant *value)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  GVariant *other = replace (kernel, child, value);

  return replace (base, WS_RUN_KERNELS, g_variant_new_array (NULL, &other, 1));
}

/* (transfer floating): an array that has @data for its elements, of a child's type */
static GVariant *
fixed (GVariant *like, gsize child, gconstpointer data, gsize n, gsize size)
{
  g_autoptr (GVariant) array = g_variant_get_child_value (like, child);

  return g_variant_new_fixed_array (g_variant_type_element (g_variant_get_type (array)), data, n,
                                    size);
}

static GVariant *
replace_fixed (GVariant *base, gsize child, gconstpointer data, gsize n, gsize size)
{
  return replace (base, child, fixed (base, child, data, n, size));
}

/* (transfer full): @n copies of element @i of a child */
static gpointer
repeat (GVariant *base, gsize child, gsize i, gsize n, gsize size)
{
  g_autoptr (GVariant) array = g_variant_get_child_value (base, child);
  gsize n_before;
  const char *before = g_variant_get_fixed_array (array, &n_before, size);
  char *copies = g_malloc (n * size);

  g_assert_cmpuint (i, <, n_before);
  for (gsize k = 0; k < n; k++)
    memcpy (copies + k * size, before + i * size, size);
  return copies;
}

/* (transfer floating): @n strings of @format, which may name their number */
static GVariant *
text (gsize n, char c, gsize period)
{
  g_autofree char *chars = g_malloc (n + 1);

  memset (chars, c, n);
  for (gsize i = period; period > 0 && i < n; i += period)
    chars[i] = '\n';
  chars[n] = '\0';
  return g_variant_new_string (chars);
}

static GVariant *
maybe_text (gsize n, char c, gsize period)
{
  return g_variant_new_maybe (G_VARIANT_TYPE_STRING, text (n, c, period));
}

/* ---- refused: lists and texts ---- */

static GVariant *
make_counters (guint n, guint n_launches)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_COUNTER_FORMAT));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("sm__counter_of_a_hostile_file_%u.sum", i);

      g_variant_builder_add (&builder, WS_COUNTER_FORMAT, i % n_launches, name, "",
                             i % 3 == 0   ? NAN
                             : i % 3 == 1 ? INFINITY
                                          : -1e308);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
many_counters (GVariant *base)
{
  return replace (base, WS_RUN_COUNTERS, make_counters (200000, 1));
}

static GVariant *
counters_of_a_launch (GVariant *base)
{
  return replace (base, WS_RUN_COUNTERS, make_counters (8000, 1));
}

static GVariant *
long_line (GVariant *base)
{
  return replace_in_kernel (base, KERNEL_SOURCE, maybe_text (2 << 20, 'x', 0));
}

static GVariant *
huge_source (GVariant *base)
{
  return replace_in_kernel (base, KERNEL_SOURCE, maybe_text (BIG, 'x', 0));
}

static GVariant *
many_lines (GVariant *base)
{
  return replace_in_kernel (base, KERNEL_SOURCE, maybe_text (2 << 20, 'x', 2));
}

static GVariant *
huge_ptx (GVariant *base)
{
  return replace_in_kernel (base, KERNEL_PTX, maybe_text (BIG, '/', 80));
}

static GVariant *
long_name (GVariant *base)
{
  return replace_in_header (base, HEADER_TITLE, text (900000, 'n', 0));
}

static GVariant *
huge_name (GVariant *base)
{
  return replace_in_header (base, HEADER_TITLE, text (BIG, 'n', 0));
}

static GVariant *
many_notes (GVariant *base)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();

  for (guint i = 0; i < 100000; i++)
    g_ptr_array_add (notes, (gpointer) "note");
  return replace_in_header (base, HEADER_NOTES,
                            g_variant_new_strv ((const char *const *)notes->pdata, notes->len));
}

static GVariant *
many_parameters (GVariant *base)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u", i);

      g_variant_builder_add (&builder, "{sv}", name, g_variant_new_uint32 (i));
    }
  return replace_in_header (base, HEADER_PARAMETERS, g_variant_builder_end (&builder));
}

static GVariant *
many_buffers (GVariant *base)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_BUFFER_FORMAT));
  for (guint i = 0; i < 200000; i++)
    g_variant_builder_add (&builder, WS_BUFFER_FORMAT, "buffer", (guchar)WS_SPACE_GLOBAL,
                           (guint64)i * 16, (guint64)16, (guchar)WS_VALUE_U32, (guint64)0);
  return replace (base, WS_RUN_REGIONS, g_variant_builder_end (&builder));
}

static GVariant *
many_findings (GVariant *base)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_FINDING_FORMAT));
  for (guint i = 0; i < 200000; i++)
    {
      const WsFinding finding = { .kind = WS_FINDING_RACE,
                                  .count = 1,
                                  .message = (char *)"two threads, one word" };

      g_variant_builder_add_value (&builder, ws_finding_to_variant (&finding));
    }
  return replace (base, WS_RUN_FINDINGS, g_variant_builder_end (&builder));
}

static GVariant *
many_kernels (GVariant *base)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autofree GVariant **kernels = g_new (GVariant *, 3000);

  for (guint i = 0; i < 3000; i++)
    kernels[i] = kernel;
  return replace (base, WS_RUN_KERNELS, g_variant_new_array (NULL, kernels, 3000));
}

static GVariant *
many_sites (GVariant *base)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autofree WsSite *sites = repeat (kernel, KERNEL_SITES, 0, 400000, sizeof (WsSite));

  return replace_in_kernel (base, KERNEL_SITES,
                            fixed (kernel, KERNEL_SITES, sites, 400000, sizeof (WsSite)));
}

static GVariant *
many_registers (GVariant *base)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autofree guint32 *names = repeat (kernel, KERNEL_NAMES, 0, 1000000, sizeof (guint32));

  return replace_in_kernel (base, KERNEL_NAMES,
                            fixed (kernel, KERNEL_NAMES, names, 1000000, sizeof (guint32)));
}

static GVariant *
long_instruction (GVariant *base)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autofree char *strings = g_malloc (10 << 20);

  memset (strings, 'i', 10 << 20);
  strings[(10 << 20) - 1] = '\0';
  return replace_in_kernel (base, KERNEL_STRINGS,
                            fixed (kernel, KERNEL_STRINGS, strings, 10 << 20, 1));
}

static GVariant *
many_variables (GVariant *base)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_REGION_FORMAT));
  for (guint i = 0; i < 200000; i++)
    g_variant_builder_add (&builder, WS_REGION_FORMAT, "sdata", (guchar)WS_SPACE_SHARED, (guint64)0,
                           (guint64)16, (guchar)WS_VALUE_U32);
  return replace_in_kernel (base, KERNEL_SHARED, g_variant_builder_end (&builder));
}

/* ---- refused: records ---- */

static GVariant *
many_launches (GVariant *base)
{
  g_autofree WsLaunch *launches = repeat (base, WS_RUN_LAUNCHES, 0, 200000, sizeof (WsLaunch));

  return replace_fixed (base, WS_RUN_LAUNCHES, launches, 200000, sizeof (WsLaunch));
}

static GVariant *
many_samples (GVariant *base)
{
  g_autofree WsSample *samples = g_new0 (WsSample, 1500000);

  return replace_fixed (base, WS_RUN_SAMPLES, samples, 1500000, sizeof (WsSample));
}

static GVariant *
many_blocks (GVariant *base)
{
  g_autofree WsBlockRecord *blocks =
      repeat (base, WS_RUN_BLOCKS, 0, 1500000, sizeof (WsBlockRecord));

  return replace_fixed (base, WS_RUN_BLOCKS, blocks, 1500000, sizeof (WsBlockRecord));
}

/* @n_launches of @n blocks each, all on the same list of residencies, which has room for one. */
static GVariant *
make_residencies (GVariant *base, guint n_launches, guint n, guint64 step, guint64 length,
                  guint n_sms, guint n_slots)
{
  g_autofree WsLaunch *launches = repeat (base, WS_RUN_LAUNCHES, 0, n_launches, sizeof *launches);
  g_autofree WsResidency *residencies = g_new0 (WsResidency, n);
  g_autoptr (GVariant) more = NULL;

  for (guint i = 0; i < n; i++)
    residencies[i] = (WsResidency){ .block = i,
                                    .sm = (guint16)(i % n_sms),
                                    .slot = (guint16)(i / n_sms % n_slots),
                                    .start = i * step,
                                    .end = i * step + length };
  for (guint i = 0; i < n_launches; i++)
    {
      launches[i].grid[0] = n;
      launches[i].n_residencies = n;
      launches[i].first_residency = 0;
      launches[i].first_warp_span = WS_NONE;
      launches[i].has_counts = FALSE;
    }
  more = g_variant_ref_sink (
      replace_fixed (base, WS_RUN_RESIDENCIES, residencies, n, sizeof *residencies));
  return replace_fixed (more, WS_RUN_LAUNCHES, launches, n_launches, sizeof *launches);
}

static GVariant *
shared_residencies (GVariant *base)
{
  return make_residencies (base, 256, 800000, 10, 1000, 132, 16);
}

static GVariant *
late_residencies (GVariant *base)
{
  return make_residencies (base, 1, 100000, G_GUINT64_CONSTANT (1) << 40, 1000, 132, 16);
}

static GVariant *
many_plan_sites (GVariant *base)
{
  g_autofree WsLaunch *launches = repeat (base, WS_RUN_LAUNCHES, 0, 256, sizeof *launches);
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autofree WsSite *sites = repeat (kernel, KERNEL_SITES, 0, 60000, sizeof (WsSite));
  g_autoptr (GVariant) more = g_variant_ref_sink (replace_in_kernel (
      base, KERNEL_SITES, fixed (kernel, KERNEL_SITES, sites, 60000, sizeof (WsSite))));

  return replace_fixed (more, WS_RUN_LAUNCHES, launches, 256, sizeof *launches);
}

static GVariant *
late_event (GVariant *base)
{
  g_autoptr (GVariant) array = g_variant_get_child_value (base, WS_RUN_EVENTS);
  gsize n;
  const WsEvent *before = g_variant_get_fixed_array (array, &n, sizeof (WsEvent));
  g_autofree WsEvent *events = g_memdup2 (before, n * sizeof *events);

  events[n - 1].time = G_MAXUINT64;
  return replace_fixed (base, WS_RUN_EVENTS, events, n, sizeof *events);
}

/* ---- let through: to be derived and drawn ---- */

static GVariant *
huge_grid (GVariant *base)
{
  g_autofree WsLaunch *launches = repeat (base, WS_RUN_LAUNCHES, 0, 256, sizeof *launches);
  g_autoptr (GVariant) more = NULL;

  for (guint i = 0; i < 256; i++)
    {
      launches[i].grid[0] = G_MAXUINT32 - 1;
      launches[i].n_residencies = 0;
      launches[i].first_warp_span = WS_NONE;
      launches[i].has_counts = FALSE;
      launches[i].n_elements = G_MAXUINT64;
      launches[i].n_results = G_MAXUINT64;
      launches[i].duration_ns = G_MAXUINT64;
      launches[i].has_duration = TRUE;
      launches[i].duration_cycles = G_GUINT64_CONSTANT (1) << 48;
      launches[i].registers_per_thread = G_MAXUINT32;
      launches[i].static_shared_bytes = G_MAXUINT32;
      launches[i].dynamic_shared_bytes = G_MAXUINT32;
      launches[i].driver_blocks = G_MAXUINT32;
      launches[i].registers_from = WS_REGISTERS_GIVEN;
    }
  more = g_variant_ref_sink (replace (base, WS_RUN_COUNTERS, make_counters (256 * 31, 256)));
  return replace_fixed (more, WS_RUN_LAUNCHES, launches, 256, sizeof *launches);
}

static GVariant *
crowded_residencies (GVariant *base)
{
  return make_residencies (base, 1, 800000, 0, G_GUINT64_CONSTANT (1) << 48, 1, 1);
}

static GVariant *
spread_residencies (GVariant *base)
{
  return make_residencies (base, 1, 800000, G_GUINT64_CONSTANT (1) << 28, 1, 132, 32);
}

static GVariant *
empty_residencies (GVariant *base)
{
  return make_residencies (base, 1, 800000, 0, 0, 132, 32);
}

static GVariant *
long_source (GVariant *base)
{
  return replace_in_kernel (base, KERNEL_SOURCE, maybe_text ((4 << 20) - 1, '"', 4000));
}

static GVariant *
tall_source (GVariant *base)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autofree WsSite *sites = repeat (kernel, KERNEL_SITES, 3, 60000, sizeof (WsSite));
  g_autoptr (GVariant) more = NULL;

  for (guint i = 0; i < 60000; i++)
    sites[i].line = i % 2 == 0 ? 999999 - i : 50000;
  more = g_variant_ref_sink (replace_in_kernel (
      base, KERNEL_SITES, fixed (kernel, KERNEL_SITES, sites, 60000, sizeof (WsSite))));
  return replace_in_kernel (more, KERNEL_SOURCE, maybe_text (300000 - 3, '(', 3));
}

/* One block of @n events of the sites that @choose names, all of warp 0 or of warps in turn. */
static GVariant *
make_events (GVariant *base, guint n, const WsOpClass *classes, guint n_classes, gboolean paths,
             guint64 step)
{
  g_autoptr (GVariant) kernel = get_kernel (base);
  g_autoptr (GVariant) array = g_variant_get_child_value (kernel, KERNEL_SITES);
  gsize n_sites;
  const WsSite *sites = g_variant_get_fixed_array (array, &n_sites, sizeof *sites);
  g_autofree WsEvent *events = g_new0 (WsEvent, n);
  g_autofree WsLane *lanes = g_new0 (WsLane, 128);
  WsBlockRecord block = { .n_events = n };
  guint32 site_of[WS_OP_LAST + 1];
  g_autoptr (GVariant) with_events = NULL;
  g_autoptr (GVariant) with_lanes = NULL;

  memset (site_of, 0xff, sizeof site_of);
  for (guint i = 0; i < n_sites; i++)
    if (site_of[sites[i].op_class] == WS_NONE
        || (sites[i].op_class == WS_OP_ALU && sites[i].n_uses > 1))
      site_of[sites[i].op_class] = i;
  for (guint i = 0; i < 128; i++)
    lanes[i].address = i % 32 * 4;
  for (guint i = 0; i < n; i++)
    {
      WsOpClass class = classes[i % n_classes];
      guint32 mask = paths ? G_MAXUINT32 << (i / 2 % 31) : G_MAXUINT32;

      g_assert_cmpuint (site_of[class], !=, WS_NONE);
      events[i] = (WsEvent){ .time = i * step,
                             .site = site_of[class],
                             .active = mask,
                             .taken = class == WS_OP_BRANCH ? mask << 1 : mask,
                             .access = WS_NONE };
      if (class == WS_OP_LOAD || class == WS_OP_STORE)
        {
          events[i].access = 0;
          events[i].space = WS_SPACE_SHARED;
        }
    }
  with_events = g_variant_ref_sink (replace_fixed (base, WS_RUN_EVENTS, events, n, sizeof *events));
  with_lanes =
      g_variant_ref_sink (replace_fixed (with_events, WS_RUN_LANES, lanes, 128, sizeof *lanes));
  return replace_fixed (with_lanes, WS_RUN_BLOCKS, &block, 1, sizeof block);
}

static GVariant *
many_stages (GVariant *base)
{
  static const WsOpClass classes[] = { WS_OP_STORE, WS_OP_BARRIER };

  return make_events (base, EVENTS, classes, G_N_ELEMENTS (classes), FALSE, 1);
}

static GVariant *
many_terms (GVariant *base)
{
  static const WsOpClass classes[] = { WS_OP_LOAD, WS_OP_ALU, WS_OP_ALU, WS_OP_STORE };

  return make_events (base, EVENTS, classes, G_N_ELEMENTS (classes), FALSE, 3);
}

static GVariant *
deep_paths (GVariant *base)
{
  static const WsOpClass classes[] = { WS_OP_BRANCH };

  return make_events (base, EVENTS, classes, G_N_ELEMENTS (classes), TRUE, 1);
}

static GVariant *
one_moment (GVariant *base)
{
  static const WsOpClass classes[] = { WS_OP_ALU, WS_OP_STORE, WS_OP_LOAD, WS_OP_BRANCH };

  return make_events (base, EVENTS, classes, G_N_ELEMENTS (classes), FALSE, 0);
}

/* 500,000 blocks of one event, in 250 launches. */
static GVariant *
small_blocks (GVariant *base)
{
  g_autofree WsLaunch *launches = repeat (base, WS_RUN_LAUNCHES, 0, 250, sizeof *launches);
  g_autofree WsEvent *events = repeat (base, WS_RUN_EVENTS, 0, 500000, sizeof *events);
  g_autofree WsBlockRecord *blocks = g_new0 (WsBlockRecord, 500000);
  g_autoptr (GVariant) with_events = NULL;
  g_autoptr (GVariant) with_blocks = NULL;

  for (guint i = 0; i < 250; i++)
    {
      launches[i].grid[0] = 2000;
      launches[i].n_residencies = 0;
      launches[i].first_warp_span = WS_NONE;
      launches[i].has_counts = FALSE;
    }
  for (guint i = 0; i < 500000; i++)
    {
      events[i].block = i % 2000;
      events[i].access = WS_NONE;
      blocks[i] =
          (WsBlockRecord){ .launch = i / 2000, .block = i % 2000, .first_event = i, .n_events = 1 };
    }
  with_events =
      g_variant_ref_sink (replace_fixed (base, WS_RUN_EVENTS, events, 500000, sizeof *events));
  with_blocks = g_variant_ref_sink (
      replace_fixed (with_events, WS_RUN_BLOCKS, blocks, 500000, sizeof *blocks));
  return replace_fixed (with_blocks, WS_RUN_LAUNCHES, launches, 250, sizeof *launches);
}

/* Shared memory from end to end, and global memory at its very end. */
static GVariant *
far_addresses (GVariant *base)
{
  static const WsOpClass classes[] = { WS_OP_STORE, WS_OP_LOAD };
  g_autoptr (GVariant) more = g_variant_ref_sink (
      make_events (base, EVENTS / 3, classes, G_N_ELEMENTS (classes), FALSE, 1));
  g_autoptr (GVariant) array = g_variant_get_child_value (more, WS_RUN_EVENTS);
  gsize n;
  const WsEvent *before = g_variant_get_fixed_array (array, &n, sizeof (WsEvent));
  g_autofree WsEvent *events = g_memdup2 (before, n * sizeof *events);
  g_autofree WsLane *lanes = g_new0 (WsLane, n * 4);
  g_autoptr (GVariant) with_events = NULL;

  for (gsize i = 0; i < n * 4; i++)
    lanes[i].address = i * 7919 % 58000 * 4;
  for (gsize i = 0; i < n; i++)
    {
      events[i].access = (guint32)(i * 3);
      if (i % 5 == 0)
        {
          events[i].space = WS_SPACE_GLOBAL;
          lanes[i * 3].address = G_MAXUINT64 - 64;
        }
      events[i].taken = i % 5 == 0 ? 1 : 7;
    }
  with_events = g_variant_ref_sink (replace_fixed (more, WS_RUN_EVENTS, events, n, sizeof *events));
  return replace_fixed (with_events, WS_RUN_LANES, lanes, n * 4, sizeof *lanes);
}

/* ---- all of them ---- */

static const HostileCase cases[] = {
  { "many-counters", "it has 200000 hardware counters; at most ", many_counters },
  { "counters-of-a-launch", "hardware counters of one launch; at most ", counters_of_a_launch },
  { "long-line", "it has 2097152 bytes of one line; at most ", long_line },
  { "huge-source", "it has 20971520 bytes of a text; at most ", huge_source },
  { "many-lines", "it has 1048576 lines of a text; at most ", many_lines },
  { "huge-ptx", "bytes of a text; at most ", huge_ptx },
  { "long-name", "it has 900000 bytes of a name; at most ", long_name },
  { "huge-name", "bytes of general data; at most ", huge_name },
  { "many-notes", "it has 100000 notes; at most ", many_notes },
  { "many-parameters", "it has 20000 parameters; at most ", many_parameters },
  { "many-buffers", "it has 200000 buffers; at most ", many_buffers },
  { "many-findings", "it has 200000 findings; at most ", many_findings },
  { "many-kernels", "it has 3000 kernels; at most ", many_kernels },
  { "many-sites", "it has 400000 instructions of a kernel; at most ", many_sites },
  { "many-registers", "it has 1000000 registers of a kernel; at most ", many_registers },
  { "long-instruction", "bytes of an instruction; at most ", long_instruction },
  { "many-variables", "it has 200000 shared variables of a kernel; at most ", many_variables },
  { "many-launches", "it has 200000 launches; at most ", many_launches },
  { "many-samples", "it has 1500000 timings; at most ", many_samples },
  { "many-blocks", "it has 1500000 blocks recorded in full; at most ", many_blocks },
  { "shared-residencies", "launches have records in common", shared_residencies },
  { "late-residencies", " cycles; at most ", late_residencies },
  { "many-plan-sites", "instructions of all launches; at most ", many_plan_sites },
  { "late-event", "it has 18446744073709551615 cycles; at most ", late_event },
  { "huge-grid", NULL, huge_grid },
  { "crowded-residencies", NULL, crowded_residencies },
  { "spread-residencies", NULL, spread_residencies },
  { "empty-residencies", NULL, empty_residencies },
  { "long-source", NULL, long_source },
  { "tall-source", NULL, tall_source },
  { "many-stages", NULL, many_stages },
  { "many-terms", NULL, many_terms },
  { "deep-paths", NULL, deep_paths },
  { "one-moment", NULL, one_moment },
  { "small-blocks", NULL, small_blocks },
  { "far-addresses", NULL, far_addresses },
};

const HostileCase *
hostile_get_cases (guint *n)
{
  *n = G_N_ELEMENTS (cases);
  return cases;
}

GBytes *
hostile_make (const HostileCase *self)
{
  g_autoptr (WsRun) run = synthetic_run_new (SYNTHETIC_SEQUENTIAL, 128, SYNTHETIC_SMALL);
  g_autoptr (GVariant) base = ws_run_to_variant (run);
  g_autoptr (GVariant) made = g_variant_ref_sink (self->make (base));
  g_autoptr (GBytes) whole = ws_run_to_bytes (run, NULL);
  gsize size = 16 + g_variant_get_size (made);
  char *data = g_malloc (size);

  /* magic and version, as a run has them today */
  memcpy (data, g_bytes_get_data (whole, NULL), 16);
  g_variant_store (made, data + 16);
  return g_bytes_new_take (data, size);
}
