#include "record/file.h"

#include "files/envelope.h"
#include "files/replacement.h"
#include "record/bounds.h"
#include "record/record-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAGIC         "WSRUN\0\0\1"
#define VERSION       7
#define FIRST         2 /* that is read */
#define WITH_JOB      4 /* first with a job */
#define WITH_ROWS     5 /* first with rows of buffers */
#define WITH_CHECKS   6 /* first with findings' other accesses */
#define WITH_CHILDREN 7 /* first with launches by kernels */

/* Before version 7 only the host launched. Before version 6 a finding was a fault, with one thread
 * and no other. Before version 5 a buffer had no row length. Before version 4 there was no job,
 * there was an operator instead of words, and the last part of the result was the number of
 * remaining values. Version 2 also lacks driver and date, the last two of the header. */
#define HEADER_2 "(ssyssa{sv}ys(bttdbt)as)"
#define HEADER_3 "(ssyssa{sv}ys(bttdbt)asmsx)"

static const char *const formats[VERSION + 1] = {
  [2] = WS_RUN_FORMAT_WITH (HEADER_2, WS_REGION_FORMAT, WS_FAULT_FORMAT, WS_ROOT_FORMAT, ""),
  [3] = WS_RUN_FORMAT_WITH (HEADER_3, WS_REGION_FORMAT, WS_FAULT_FORMAT, WS_ROOT_FORMAT, ""),
  [4] = WS_RUN_FORMAT_WITH (WS_HEADER_FORMAT, WS_REGION_FORMAT, WS_FAULT_FORMAT, WS_ROOT_FORMAT,
                            "mv"),
  [5] = WS_RUN_FORMAT_WITH (WS_HEADER_FORMAT, WS_BUFFER_FORMAT, WS_FAULT_FORMAT, WS_ROOT_FORMAT,
                            "mv"),
  [6] = WS_RUN_FORMAT_WITH (WS_HEADER_FORMAT, WS_BUFFER_FORMAT, WS_FINDING_FORMAT, WS_ROOT_FORMAT,
                            "mv"),
  [VERSION] = WS_RUN_FORMAT,
};

enum { HEADER_OP = 7, HEADER_RESULT, HEADER_DRIVER = 10, HEADER_DATE, N_HEADER };

/**
 * ws_run_get_format:
 * @version: of a file, as its header has it
 *
 * Returns: (transfer none) (nullable): the type string of the run in such a file; %NULL for an
 * unknown version
 */
const char *
ws_run_get_format (guint32 version)
{
  return version < G_N_ELEMENTS (formats) ? formats[version] : NULL;
}

/* @version: (out) */
static gboolean
check_header (GBytes *bytes, guint32 *version, GError **error)
{
  WsEnvelopeState state = ws_envelope_look (bytes, MAGIC, version);

  if (state == WS_ENVELOPE_SHORT)
    return ws_record_damaged (error, _ ("the file ends after %zu bytes"), g_bytes_get_size (bytes));
  if (state == WS_ENVELOPE_OTHER)
    return ws_record_damaged (error, _ ("not a .wsrun file"));
  if (ws_run_get_format (*version) == NULL)
    {
      g_set_error (
          error, WS_RECORD_ERROR, WS_RECORD_ERROR_VERSION,
          _ ("The run was saved in format version %u; this program reads versions %u to %u"),
          *version, FIRST, VERSION);
      return FALSE;
    }
  if (state == WS_ENVELOPE_PADDED)
    return ws_record_damaged (error, _ ("byte 12 of the file is not 0"));
  return TRUE;
}

/* (transfer floating) */
static GVariant *
make_words (const char *op)
{
  static const WsRunWords none = { 0 };
  const WsRunWords *words = ws_run_words_find (op);
  WsRunWords own = words != NULL ? *words : none;

  if (words == NULL)
    own.result = (char *)op;
  return g_variant_new ("(ssss)", own.result != NULL ? own.result : "",
                        own.combine != NULL ? own.combine : "",
                        own.combines != NULL ? own.combines : "", own.many != NULL ? own.many : "");
}

/* (transfer floating) */
static GVariant *
make_result (GVariant *before)
{
  gboolean has_result;
  gboolean correct;
  guint64 result;
  guint64 expected;
  double bound;

  g_variant_get (before, "(bttdbt)", &has_result, &result, &expected, &bound, &correct, NULL);
  return g_variant_new ("(bttdbt)", has_result, result, expected, bound, correct,
                        G_GUINT64_CONSTANT (0));
}

/* (transfer floating) (nullable): the header of an old version, converted */
static GVariant *
upgrade_header (GVariant *before, GError **error)
{
  GVariant *parts[N_HEADER];
  GVariant *header;
  gsize n = g_variant_n_children (before);

  /* otherwise, rebuilding it in parts would make a malformed file well formed */
  if (!g_variant_is_normal_form (before))
    {
      ws_record_damaged (error, _ ("its header is malformed"));
      return NULL;
    }
  for (gsize i = 0; i < N_HEADER; i++)
    {
      g_autoptr (GVariant) old = i < n ? g_variant_get_child_value (before, i) : NULL;
      GVariant *part = i == HEADER_OP       ? make_words (g_variant_get_string (old, NULL))
                       : i == HEADER_RESULT ? make_result (old)
                       : old != NULL        ? old
                       : i == HEADER_DRIVER ? g_variant_new_maybe (G_VARIANT_TYPE_STRING, NULL)
                                            : g_variant_new_int64 (0);

      parts[i] = part == old ? g_variant_ref (old) : g_variant_ref_sink (part);
    }
  header = g_variant_new_tuple (parts, N_HEADER);
  for (gsize i = 0; i < N_HEADER; i++)
    g_variant_unref (parts[i]);
  return header;
}

/* (transfer floating) (nullable): the buffers of an old version, which have no rows */
static GVariant *
upgrade_buffers (GVariant *before, GError **error)
{
  GVariantBuilder builder;

  if (!ws_bound_check (WS_BOUND_BUFFERS, g_variant_n_children (before), error))
    return NULL;
  if (!g_variant_is_normal_form (before))
    {
      ws_record_damaged (error, _ ("its list of buffers is malformed"));
      return NULL;
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_BUFFER_FORMAT));
  for (gsize i = 0; i < g_variant_n_children (before); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (before, i);
      WsRegion *region = ws_region_new_from_variant (child);

      g_variant_builder_add_value (&builder, ws_buffer_to_variant (region));
      ws_region_free (region);
    }
  return g_variant_builder_end (&builder);
}

/* (transfer floating) (nullable): the findings of an old version, which have no other access */
static GVariant *
upgrade_findings (GVariant *before, GError **error)
{
  GVariantBuilder builder;

  if (!ws_bound_check (WS_BOUND_FINDINGS, g_variant_n_children (before), error))
    return NULL;
  if (!g_variant_is_normal_form (before))
    {
      ws_record_damaged (error, _ ("its list of findings is malformed"));
      return NULL;
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_FINDING_FORMAT));
  for (gsize i = 0; i < g_variant_n_children (before); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (before, i);
      WsFinding finding = { .count = 1 };

      g_variant_get (child, WS_FAULT_FORMAT, &finding.kind, &finding.launch, &finding.site,
                     &finding.block, &finding.warp, &finding.lane, &finding.address,
                     &finding.message);
      if (finding.lane < WS_WARP_SIZE)
        finding.lanes = 1u << finding.lane;
      g_variant_builder_add_value (&builder, ws_finding_to_variant (&finding));
      g_free (finding.message);
    }
  return g_variant_builder_end (&builder);
}

/* A launch in the format from when only the host launched. */
typedef struct {
  guint32 kernel;
  guint32 grid[3];
  guint32 block[3];
  guint32 static_shared_bytes;
  guint32 dynamic_shared_bytes;
  guint32 registers_per_thread;
  guint64 n_elements;
  guint64 n_results;
  guint64 duration_cycles;
  guint64 duration_ns;
  guint32 first_residency;
  guint32 n_residencies;
  guint32 first_count;
  guint32 first_warp_span;
  guint32 driver_blocks;
  guint8 registers_from;
  guint8 has_duration;
  guint8 has_counts;
  guint8 origin;
} Root;

G_STATIC_ASSERT (sizeof (Root) == 96);

/* (transfer floating) (nullable): the launches of an old version, all by the host */
static GVariant *
upgrade_launches (GVariant *before, GError **error)
{
  gsize n;
  const Root *old = g_variant_get_fixed_array (before, &n, sizeof (Root));
  GArray *launches;

  if (!g_variant_is_normal_form (before))
    {
      ws_record_damaged (error, _ ("its list of launches is malformed"));
      return NULL;
    }
  launches = g_array_new (FALSE, FALSE, sizeof (WsLaunch));
  for (gsize i = 0; i < n; i++)
    {
      WsLaunch launch = { 0 };

      /* before and after this point, their layout is the same */
      memcpy (&launch, &old[i], G_STRUCT_OFFSET (Root, first_residency));
      memcpy (&launch.first_residency, &old[i].first_residency,
              G_STRUCT_OFFSET (Root, registers_from) - G_STRUCT_OFFSET (Root, first_residency));
      launch.registers_from = old[i].registers_from;
      launch.has_duration = old[i].has_duration;
      launch.has_counts = old[i].has_counts;
      launch.origin = old[i].origin;
      launch.parent = launch.parent_block = launch.parent_thread = launch.parent_site = WS_NONE;
      g_array_append_val (launches, launch);
    }
  return ws_array_to_variant (launches, WS_LAUNCH_FORMAT);
}

/* The changes since old versions, by part. */
static const struct {
  gsize child;
  guint32 until; /* differs in versions before this one */
  GVariant *(*upgrade) (GVariant *before, GError **error);
} changes[] = {
  { WS_RUN_HEADER, WITH_JOB, upgrade_header },
  { WS_RUN_REGIONS, WITH_ROWS, upgrade_buffers },
  { WS_RUN_FINDINGS, WITH_CHECKS, upgrade_findings },
  { WS_RUN_LAUNCHES, WITH_CHILDREN, upgrade_launches },
};

/* (transfer full) (nullable): one part of a run of an old version, converted */
static GVariant *
upgrade_child (GVariant *run, guint32 version, gsize child, GError **error)
{
  g_autoptr (GVariant) old = NULL;

  if (child == WS_RUN_JOB && version < WITH_JOB)
    return g_variant_ref_sink (g_variant_new_maybe (G_VARIANT_TYPE_VARIANT, NULL));
  old = g_variant_get_child_value (run, child);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    if (changes[i].child == child && version < changes[i].until)
      {
        GVariant *upgraded = changes[i].upgrade (old, error);

        return upgraded != NULL ? g_variant_take_ref (upgraded) : NULL;
      }
  return g_steal_pointer (&old);
}

/* (transfer full) (nullable): a run of an old version, converted */
static GVariant *
upgrade (GVariant *run, guint32 version, GError **error)
{
  GVariant *children[WS_RUN_N_CHILDREN];
  GVariant *other = NULL;
  gsize n = 0;

  while (n < WS_RUN_N_CHILDREN && (children[n] = upgrade_child (run, version, n, error)) != NULL)
    n++;
  if (n == WS_RUN_N_CHILDREN)
    other = g_variant_ref_sink (g_variant_new_tuple (children, n));
  while (n > 0)
    g_variant_unref (children[--n]);
  return other;
}

/**
 * ws_run_load_bytes:
 * @bytes: contents of a .wsrun file
 *
 * Reads a run of this or an earlier version without copying; the run keeps @bytes. See
 * ws_run_new_from_variant() for what is checked.
 *
 * Returns: (transfer full): the run, or %NULL with a %WS_RECORD_ERROR_DAMAGED or
 * %WS_RECORD_ERROR_VERSION
 */
WsRun *
ws_run_load_bytes (GBytes *bytes, GError **error)
{
  g_autoptr (GVariant) variant = NULL;
  guint32 version;

  g_return_val_if_fail (bytes != NULL, NULL);

  if (!check_header (bytes, &version, error))
    return NULL;
  variant = ws_envelope_open (bytes, G_VARIANT_TYPE (ws_run_get_format (version)));
  if (version < VERSION)
    {
      g_autoptr (GVariant) old = g_steal_pointer (&variant);
      variant = upgrade (old, version, error);
      if (variant == NULL)
        return NULL;
    }
  return ws_run_new_from_variant (variant, error);
}

/**
 * ws_run_load:
 * @file: a .wsrun file
 * @cancellable: (nullable): a #GCancellable
 *
 * Reads a run. The whole file is copied into memory before it is checked: later writes to it have
 * no effect. Blocks, except on pipes and devices.
 *
 * Returns: (transfer full): the run, or %NULL with the file's error or that of ws_run_load_bytes()
 */
WsRun *
ws_run_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  WsRun *self;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  bytes = ws_record_read_file (file, cancellable, error);
  if (bytes == NULL)
    return NULL;
  self = ws_run_load_bytes (bytes, error);
  if (self == NULL)
    {
      g_autofree char *name = g_file_get_basename (file);
      g_prefix_error (error, "%s: ", name);
    }
  return self;
}

/**
 * ws_run_to_bytes:
 * @error: return location: not enough memory
 *
 * Returns: (transfer full) (nullable): contents of its file
 */
GBytes *
ws_run_to_bytes (const WsRun *self, GError **error)
{
  g_autoptr (GVariant) variant = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  variant = ws_run_to_variant (self);
  return ws_envelope_pack (MAGIC, VERSION, variant, error);
}

/**
 * ws_run_save:
 * @file: the destination
 * @cancellable: (nullable): a #GCancellable
 *
 * Writes a run. An existing file is replaced once the new one is complete, so that it is never
 * partially written. Blocks.
 *
 * Returns: whether it was written
 */
gboolean
ws_run_save (const WsRun *self, GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  gconstpointer contents;
  gsize size;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  bytes = ws_run_to_bytes (self, error);
  if (bytes == NULL)
    return FALSE;
  contents = g_bytes_get_data (bytes, &size);
  return ws_file_replace (file, contents, size, WS_REPLACE_NONE, cancellable, error);
}
