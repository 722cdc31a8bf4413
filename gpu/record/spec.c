#include "record/spec.h"
#include "keys/section.h"
#include "record/error.h"
#include "record/format.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* One figure of a spec: its key in the .ini, its offset in the struct, and its plausible range. */
typedef struct {
  const char *group;
  const char *key;
  gsize offset;
  gboolean wide; /* guint64 in the struct */
  guint64 min;
  guint64 max;
} Figure;

#define NARROW(group, key, field, min, max)                      \
  {                                                              \
    group, key, G_STRUCT_OFFSET (WsSpec, field), FALSE, min, max \
  }
#define WIDE(group, key, field, min, max)                       \
  {                                                             \
    group, key, G_STRUCT_OFFSET (WsSpec, field), TRUE, min, max \
  }

/* The bounds are much wider than any GPU; they catch typing errors (a clock in Hz, a size in
 * KB). */
static const Figure figures[] = {
  NARROW ("device", "sms", n_sms, 1, 4096),
  NARROW ("sm", "schedulers", schedulers_per_sm, 1, 16),
  NARROW ("sm", "issue_cycles", issue_cycles, 1, 32),
  NARROW ("sm", "clock_khz", clock_khz, 100000, 10000000),
  NARROW ("sm", "max_warps", max_warps_per_sm, 1, 256),
  NARROW ("sm", "max_blocks", max_blocks_per_sm, 1, 256),
  NARROW ("sm", "max_threads", max_threads_per_sm, WS_WARP_SIZE, 8192),
  NARROW ("sm", "registers", registers_per_sm, 1024, 1 << 22),
  NARROW ("sm", "shared_bytes", shared_per_sm_bytes, 1024, 1 << 24),
  NARROW ("sm", "shared_banks", shared_banks, 16, 32),
  NARROW ("block", "max_threads", max_threads_per_block, WS_WARP_SIZE, WS_MAX_BLOCK_THREADS),
  NARROW ("block", "max_registers", registers_per_block, 1024, 1 << 22),
  NARROW ("block", "max_registers_per_thread", max_registers_per_thread, 16, 1024),
  NARROW ("block", "max_shared_bytes", shared_per_block_bytes, 1024, 1 << 24),
  NARROW ("block", "reserved_shared_bytes", shared_reserved_bytes, 0, 1 << 16),
  NARROW ("grid", "max_x", max_grid_x, 1024, G_MAXINT32),
  WIDE ("memory", "bandwidth_bytes_per_s", memory_bandwidth_bytes_per_s, 1000000000,
        G_GUINT64_CONSTANT (1000000000000000)),
  WIDE ("memory", "size_bytes", memory_bytes, 1 << 20, G_GUINT64_CONSTANT (1) << 48),
  WIDE ("memory", "l2_bytes", l2_bytes, 0, G_GUINT64_CONSTANT (1) << 40),
  NARROW ("memory", "transaction_bytes", transaction_bytes, 32, 128),
};

/* The parameters of the timing model; only runs of the virtual GPU have this group, except those
 * saved by older versions. Parameters after the first N_NEEDED_TIMING may be missing: 0 means a
 * mechanism that the model lacks. */
static const Figure timing_figures[] = {
  NARROW ("timing", "arithmetic", latency_arithmetic, 1, 1000),
  NARROW ("timing", "shared", latency_shared, 1, 1000),
  NARROW ("timing", "near", latency_near, 1, 10000),
  NARROW ("timing", "l2", latency_l2, 1, 10000),
  NARROW ("timing", "memory", latency_memory, 1, 10000),
  NARROW ("timing", "barrier", latency_barrier, 1, 1000),
  NARROW ("timing", "fp64_lanes", fp64_lanes, 0, 1024),
  NARROW ("timing", "sfu_lanes", sfu_lanes, 1, 1024),
  NARROW ("timing", "port_bytes", port_bytes, 4, 1024),
  NARROW ("timing", "block_launch_ps", block_launch_ps, 1, 1000000),
  NARROW ("timing", "launch_ns", launch_ns, 0, 1000000),
  NARROW ("timing", "event_ns", event_ns, 0, 1000000),
  NARROW ("timing", "block_gap", block_gap, 0, 100000),
  NARROW ("timing", "barrier_warp", barrier_warp, 0, 1000),
  NARROW ("timing", "branch", branch, 0, 1000),
  NARROW ("timing", "int_lanes", int_lanes, 0, 1024),
  NARROW ("timing", "mul_lanes", mul_lanes, 0, 1024),
  NARROW ("timing", "replay", replay, 0, 1000),
  NARROW ("timing", "slow_division", slow_division, 0, 10000),
  NARROW ("timing", "l1_bytes", l1_bytes, 0, 1 << 24),
  NARROW ("timing", "l2_bytes_per_cycle", l2_bytes_per_cycle, 0, 1 << 20),
  NARROW ("timing", "l2_requests", l2_requests, 0, 1 << 20),
  NARROW ("timing", "partial_writes", partial_writes, 0, 1 << 20),
  NARROW ("timing", "bandwidth_percent", bandwidth_percent, 0, 100),
  NARROW ("timing", "granule_bytes", granule_bytes, 0, 1024),
  NARROW ("timing", "atomic_tenths", atomic_tenths, 0, 10000),
  NARROW ("timing", "atomic_float_tenths", atomic_float_tenths, 0, 10000),
  NARROW ("timing", "atomic_slices", atomic_slices, 0, 1024),
  NARROW ("timing", "page_cycles", page_cycles, 0, 10000),
  NARROW ("timing", "l2_parts", l2_parts, 0, 16),
};

#define N_NEEDED_TIMING 11
#define MOST_OF_NAME    100 /* characters: it is shown in menus and titles */

G_DEFINE_BOXED_TYPE (WsSpec, ws_spec, ws_spec_ref, ws_spec_unref)

static void
set_figure (WsSpec *self, const Figure *figure, guint64 value)
{
  if (figure->wide)
    G_STRUCT_MEMBER (guint64, self, figure->offset) = value;
  else
    G_STRUCT_MEMBER (guint, self, figure->offset) = value;
}

static gboolean
has_timing (const WsSpec *self)
{
  return self->latency_arithmetic > 0;
}

static guint64
get_figure (const WsSpec *self, const Figure *figure)
{
  return figure->wide ? G_STRUCT_MEMBER (guint64, self, figure->offset)
                      : G_STRUCT_MEMBER (guint, self, figure->offset);
}

/* Its name in messages. (transfer full) */
static char *
dup_path (const char *id)
{
  return g_strdup_printf (_ ("Spec “%s”"), id);
}

static gboolean fail (const WsSection *report, const char *group, const char *key,
                      const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (const WsSection *report, const char *group, const char *key, const char *format, ...)
{
  WsSection section = *report;
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  section.group = group;
  return ws_section_refuse (&section, key, "%s", what);
}

static gboolean
check_figures (const WsSpec *self, const Figure *list, gsize n, const WsSection *report)
{
  for (gsize i = 0; i < n; i++)
    {
      const Figure *figure = &list[i];
      guint64 value = get_figure (self, figure);

      if (value < figure->min || value > figure->max)
        return fail (report, figure->group, figure->key,
                     _ ("it is %" PRIu64 ", not %" PRIu64 " to %" PRIu64 "."), value, figure->min,
                     figure->max);
    }
  return TRUE;
}

/* Relations that the figures of any spec must satisfy. */
static gboolean
check (const WsSpec *self, const WsSection *report)
{
  if (!check_figures (self, figures, G_N_ELEMENTS (figures), report))
    return FALSE;
  if (has_timing (self)
      && !check_figures (self, timing_figures, G_N_ELEMENTS (timing_figures), report))
    return FALSE;
  if (self->cc_major < 1 || self->cc_major > 99 || self->cc_minor > 99)
    return fail (report, "device", "compute_capability", "it is %u.%u.", self->cc_major,
                 self->cc_minor);
  if (self->shared_banks != 16 && self->shared_banks != 32)
    return fail (report, "sm", "shared_banks", _ ("it is %u, not 16 or 32."), self->shared_banks);
  if (self->transaction_bytes != 32 && self->transaction_bytes != 64
      && self->transaction_bytes != 128)
    return fail (report, "memory", "transaction_bytes", _ ("it is %u, not 32, 64 or 128."),
                 self->transaction_bytes);
  if (self->max_threads_per_block > self->max_threads_per_sm)
    return fail (report, "block", "max_threads", _ ("it is %u, more than an SM holds (%u)."),
                 self->max_threads_per_block, self->max_threads_per_sm);
  if (self->max_threads_per_sm > self->max_warps_per_sm * WS_WARP_SIZE)
    return fail (report, "sm", "max_threads", _ ("it is %u, more than its %u warps hold."),
                 self->max_threads_per_sm, self->max_warps_per_sm);
  if (self->registers_per_block > self->registers_per_sm)
    return fail (report, "block", "max_registers", _ ("it is %u, more than an SM has (%u)."),
                 self->registers_per_block, self->registers_per_sm);
  if (self->shared_per_block_bytes > self->shared_per_sm_bytes)
    return fail (report, "block", "max_shared_bytes", _ ("it is %u, more than an SM has (%u)."),
                 self->shared_per_block_bytes, self->shared_per_sm_bytes);
  return TRUE;
}

static gboolean
read_figure (WsSpec *self, const Figure *figure, const WsSection *head)
{
  WsSection section = *head;
  guint64 value;

  section.group = figure->group;
  if (!ws_section_read_number (&section, figure->key, figure->min, figure->max, &value))
    return FALSE;
  set_figure (self, figure, value);
  return TRUE;
}

static gboolean
read_compute_capability (WsSpec *self, const WsSection *head)
{
  const char *key = "compute_capability";
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  guint64 major;
  guint64 minor;

  if (!ws_section_read_text (head, key, &text))
    return FALSE;
  parts = g_strsplit (text, ".", -1);
  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[0], 10, 1, 99, &major, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, 99, &minor, NULL))
    return ws_section_refuse (head, key, _ ("“%s” does not have the form 9.0."), text);
  self->cc_major = major;
  self->cc_minor = minor;
  return TRUE;
}

static void
clear (gpointer data)
{
  WsSpec *self = data;

  g_free (self->id);
  g_free (self->name);
}

/**
 * ws_spec_new_from_key_file:
 * @key_file: a spec file, as in resources/specs
 * @id: its name without ".ini"
 *
 * Reads a spec. A missing key, or one with an invalid or implausible number, is a
 * %WS_RECORD_ERROR_SPEC that names @id and the key.
 *
 * Returns: (transfer full): the spec, or %NULL
 */
WsSpec *
ws_spec_new_from_key_file (GKeyFile *key_file, const char *id, GError **error)
{
  g_autoptr (WsSpec) self = NULL;
  g_autofree char *path = dup_path (id);
  const WsSection head = { .file = key_file,
                           .path = path,
                           .group = "device",
                           .most = MOST_OF_NAME,
                           .domain = WS_RECORD_ERROR,
                           .code = WS_RECORD_ERROR_SPEC,
                           .error = error };

  g_return_val_if_fail (key_file != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  self = g_atomic_rc_box_new0 (WsSpec);
  self->id = g_strdup (id);
  if (!ws_section_read_text (&head, "name", &self->name) || !read_compute_capability (self, &head))
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    if (!read_figure (self, &figures[i], &head))
      return NULL;
  for (gsize i = 0; g_key_file_has_group (key_file, "timing") && i < G_N_ELEMENTS (timing_figures);
       i++)
    if ((i < N_NEEDED_TIMING
         || g_key_file_has_key (key_file, "timing", timing_figures[i].key, NULL))
        && !read_figure (self, &timing_figures[i], &head))
      return NULL;
  if (!check (self, &head))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * ws_spec_new_from_variant:
 * @variant: from ws_spec_to_variant()
 *
 * Reads a spec from a file or a worker; the data is untrusted.
 *
 * Returns: (transfer full): the spec, or %NULL with a %WS_RECORD_ERROR_DAMAGED
 */
WsSpec *
ws_spec_new_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsSpec) self = NULL;
  g_autoptr (GVariant) numbers = NULL;
  g_autofree char *path = NULL;
  const gsize n_all = G_N_ELEMENTS (figures) + 2;
  const guint64 *values;
  gsize n;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (WS_SPEC_FORMAT))
      || !g_variant_is_normal_form (variant))
    {
      ws_record_damaged (error, _ ("the spec is malformed"));
      return NULL;
    }
  self = g_atomic_rc_box_new0 (WsSpec);
  g_variant_get (variant, "(ss@at)", &self->id, &self->name, &numbers);
  values = g_variant_get_fixed_array (numbers, &n, sizeof *values);
  if (n != n_all && (n < n_all + N_NEEDED_TIMING || n > n_all + G_N_ELEMENTS (timing_figures)))
    {
      ws_record_damaged (error, _ ("the spec has %zu figures, not %zu"), n, n_all);
      return NULL;
    }
  self->cc_major = MIN (values[0], G_MAXUINT);
  self->cc_minor = MIN (values[1], G_MAXUINT);
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    set_figure (self, &figures[i],
                figures[i].wide ? values[i + 2] : MIN (values[i + 2], G_MAXUINT));
  for (gsize i = 0; i < n - n_all; i++)
    set_figure (self, &timing_figures[i], MIN (values[n_all + i], G_MAXUINT));
  path = dup_path (self->id);
  if (!check (self, &(WsSection){ .path = path,
                                  .domain = WS_RECORD_ERROR,
                                  .code = WS_RECORD_ERROR_DAMAGED,
                                  .error = error }))
    return NULL;
  return g_steal_pointer (&self);
}

/* Returns: (transfer floating): @self, for a file or a worker */
GVariant *
ws_spec_to_variant (const WsSpec *self)
{
  guint64 values[G_N_ELEMENTS (figures) + 2 + G_N_ELEMENTS (timing_figures)];
  gsize n = 2;

  g_return_val_if_fail (self != NULL, NULL);

  values[0] = self->cc_major;
  values[1] = self->cc_minor;
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    values[n++] = get_figure (self, &figures[i]);
  for (gsize i = 0; has_timing (self) && i < G_N_ELEMENTS (timing_figures); i++)
    values[n++] = get_figure (self, &timing_figures[i]);
  return g_variant_new (
      "(ss@at)", self->id, self->name,
      g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, values, n, sizeof values[0]));
}

/**
 * ws_spec_new_with_timing:
 * @self: a spec without timing, as a real GPU's
 * @model: the spec of a similar GPU, from a file
 *
 * Returns: (transfer full): @self with the timing of @model, for estimates
 */
WsSpec *
ws_spec_new_with_timing (const WsSpec *self, const WsSpec *model)
{
  WsSpec *both;

  g_return_val_if_fail (self != NULL && model != NULL, NULL);

  both = g_atomic_rc_box_new0 (WsSpec);
  *both = *self;
  both->id = g_strdup (self->id);
  both->name = g_strdup (self->name);
  for (gsize i = 0; i < G_N_ELEMENTS (timing_figures); i++)
    set_figure (both, &timing_figures[i], get_figure (model, &timing_figures[i]));
  return both;
}

/* Returns: the compute capability, times ten: 86 of 8.6 */
guint
ws_spec_get_capability (const WsSpec *self)
{
  return self->cc_major * 10 + self->cc_minor;
}

/* Returns: whether @self is more like @like than @best is: of a higher compute capability that is
 * not above its own */
gboolean
ws_spec_is_nearer (const WsSpec *self, const WsSpec *best, const WsSpec *like)
{
  guint most = ws_spec_get_capability (like);
  guint here = ws_spec_get_capability (self);
  guint there = ws_spec_get_capability (best);

  return here > most || there > most ? here < there : here > there;
}

/* Returns: achievable share of the device memory's peak, in bytes per second; at least 1 */
guint64
ws_spec_get_rate (const WsSpec *self)
{
  guint percent = self->bandwidth_percent > 0 ? self->bandwidth_percent : 100;

  return MAX (self->memory_bandwidth_bytes_per_s * percent / 100, 1);
}

/* Returns: number of figures in a spec file, not counting name and compute capability */
guint
ws_spec_get_n_figures (void)
{
  return G_N_ELEMENTS (figures) + G_N_ELEMENTS (timing_figures);
}

/**
 * ws_spec_is_timing:
 * @index: of a figure, from 0
 *
 * Returns: whether it is a parameter of the timing model
 */
gboolean
ws_spec_is_timing (guint index)
{
  return index >= G_N_ELEMENTS (figures);
}

/**
 * ws_spec_get_figure:
 * @index: from 0, in the order of a spec file
 * @figure: (out): its description
 */
void
ws_spec_get_figure (const WsSpec *self, guint index, WsSpecFigure *figure)
{
  const Figure *it;

  g_return_if_fail (self != NULL && index < ws_spec_get_n_figures ());

  it =
      ws_spec_is_timing (index) ? &timing_figures[index - G_N_ELEMENTS (figures)] : &figures[index];
  *figure = (WsSpecFigure){ it->group, it->key, get_figure (self, it), it->min, it->max };
}

WsSpec *
ws_spec_ref (WsSpec *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ws_spec_unref (WsSpec *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
