/* sweep-variant.c: sweeps as a{sv}, for files. Data from a file is untrusted. */
#include "record/record-private.h"
#include "timing/sweep.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define MAX_POINTS  (1 << 16)
#define MAX_TEXT    4096
#define MAX_ID      64
#define MAX_N       (G_GUINT64_CONSTANT (1) << 48)
#define MAX_BLOCK   1024
#define MAX_NS      (G_GUINT64_CONSTANT (1000000000) * 86400 * 365) /* a year */
#define MAX_RATE    (G_GUINT64_CONSTANT (1) << 60)
#define MAX_WORK    1e24
#define MAX_GAIN    1e9
#define MAX_REPEATS (1 << 20)

#define TIME_FORMAT "(uttttt)"
#define PAIR_FORMAT "(dd)"

static const char *const state_names[] = { "waiting", "running", "done", "failed" };

static gboolean damaged (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
damaged (GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED, _ ("Damaged sweep: %s"), what);
  return FALSE;
}

/* ---- writing ---- */

static void
put_text (GVariantBuilder *builder, const char *key, const char *value)
{
  if (value != NULL)
    g_variant_builder_add (builder, "{sv}", key, g_variant_new_string (value));
}

static void
put (GVariantBuilder *builder, const char *key, GVariant *value)
{
  g_variant_builder_add (builder, "{sv}", key, value);
}

static GVariant *
point_to_variant (const WsSweepPoint *self)
{
  GVariantBuilder builder;
  const WsTimingSummary *time = &self->time;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  put_text (&builder, "kernel", self->kernel);
  put_text (&builder, "title", self->title);
  put (&builder, "n", g_variant_new_uint64 (self->n));
  put (&builder, "block", g_variant_new_uint32 (self->block));
  put (&builder, "max-grid", g_variant_new_uint32 (self->max_grid));
  put (&builder, "grid", g_variant_new_uint64 (self->grid));
  put_text (&builder, "state", state_names[self->state]);
  put_text (&builder, "sentence", self->sentence);
  put_text (&builder, "set", self->set);
  put_text (&builder, "option", self->option);
  put (&builder, "value", g_variant_new_uint32 (self->value));
  if (self->state != WS_SWEEP_DONE)
    return g_variant_builder_end (&builder);
  put (&builder, "time",
       g_variant_new (TIME_FORMAT, time->n, time->median_ns, time->p5_ns, time->p95_ns,
                      time->min_ns, time->max_ns));
  put (&builder, "bytes", g_variant_new_uint64 (self->n_bytes));
  put (&builder, "rotates", g_variant_new_boolean (self->rotates));
  put (&builder, "correct", g_variant_new_boolean (self->correct));
  if (self->has_occupancy)
    put (&builder, "occupancy", g_variant_new (PAIR_FORMAT, self->theoretical, self->achieved));
  if (self->has_work)
    put (&builder, "work", g_variant_new (PAIR_FORMAT, self->moved_bytes, self->operations));
  if (self->has_metric)
    put (&builder, "metric", g_variant_new_double (self->metric));
  if (self->has_gain)
    put (&builder, "gain", g_variant_new (PAIR_FORMAT, self->step, self->speedup));
  return g_variant_builder_end (&builder);
}

/* The swept option of a kernel, if any. */
static void
put_over (GVariantBuilder *builder, const WsSweep *self)
{
  if (self->over == NULL)
    return;
  put_text (builder, "over", self->over);
  put_text (builder, "over-label", self->over_label);
  put (builder, "over-is-choice", g_variant_new_boolean (self->over_is_choice));
  put_text (builder, "metric", self->metric);
  put_text (builder, "metric-title", self->metric_title);
  put_text (builder, "metric-unit", self->metric_unit);
  put (builder, "rounds", g_variant_new_uint32 (self->rounds));
  put (builder, "needs", g_variant_new (PAIR_FORMAT, self->needs, self->each));
}

/* Returns: (transfer floating): it, as a{sv} */
GVariant *
ws_sweep_to_variant (const WsSweep *self)
{
  GVariantBuilder builder;
  GVariantBuilder points;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  put_text (&builder, "kind", ws_sweep_kind_get_name (self->kind));
  put_text (&builder, "id", self->id);
  put_text (&builder, "device", self->device);
  put_text (&builder, "device-name", self->device_name);
  put_text (&builder, "driver", self->driver);
  if (self->spec != NULL)
    put (&builder, "spec", ws_spec_to_variant (self->spec));
  put (&builder, "measured", g_variant_new_boolean (self->origin == WS_ORIGIN_MEASURED));
  put_text (&builder, "source", self->source);
  put (&builder, "date", g_variant_new_int64 (self->date));
  put (&builder, "type", g_variant_new_uint32 (self->type));
  put_text (&builder, "op", self->op);
  put (&builder, "repeats", g_variant_new_uint32 (self->repeats));
  put (&builder, "peak-bytes-per-s", g_variant_new_uint64 (self->peak_bytes_per_s));
  put (&builder, "copy-bytes-per-s", g_variant_new_uint64 (self->copy_bytes_per_s));
  put (&builder, "first-launch-only", g_variant_new_boolean (self->first_launch_only));
  put_over (&builder, self);
  g_variant_builder_init (&points, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < self->points->len; i++)
    g_variant_builder_add_value (&points, point_to_variant (ws_sweep_get_point (self, i)));
  put (&builder, "points", g_variant_builder_end (&points));
  return g_variant_builder_end (&builder);
}

/* ---- reading ---- */

/* (transfer full) (nullable): the value of @key, of type @type */
static GVariant *
look_up (GVariant *dict, const char *key, const char *type, GError **error)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (dict, key, NULL);

  if (value == NULL)
    damaged (error, _ ("%s is missing"), key);
  else if (!g_variant_is_of_type (value, G_VARIANT_TYPE (type)))
    damaged (error, _ ("%s is of type %s, not %s"), key, g_variant_get_type_string (value), type);
  else
    return g_steal_pointer (&value);
  return NULL;
}

static gboolean
has (GVariant *dict, const char *key)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (dict, key, NULL);

  return value != NULL;
}

static gboolean
read_text (GVariant *dict, const char *key, char **text, GError **error)
{
  g_autoptr (GVariant) value = look_up (dict, key, "s", error);
  gsize length;

  if (value == NULL)
    return FALSE;
  g_variant_get_string (value, &length);
  if (length > MAX_TEXT)
    return damaged (error, _ ("%s is %zu bytes long"), key, length);
  g_free (*text);
  *text = g_variant_dup_string (value, NULL);
  return TRUE;
}

static gboolean
read_optional_text (GVariant *dict, const char *key, char **text, GError **error)
{
  return !has (dict, key) || read_text (dict, key, text, error);
}

static gboolean
read_u64 (GVariant *dict, const char *key, guint64 lowest, guint64 highest, guint64 *number,
          GError **error)
{
  g_autoptr (GVariant) value = look_up (dict, key, "t", error);

  if (value == NULL)
    return FALSE;
  *number = g_variant_get_uint64 (value);
  return (*number >= lowest && *number <= highest)
         || damaged (error, _ ("%s is %" PRIu64), key, *number);
}

static gboolean
read_u32 (GVariant *dict, const char *key, guint32 lowest, guint32 highest, guint32 *number,
          GError **error)
{
  g_autoptr (GVariant) value = look_up (dict, key, "u", error);

  if (value == NULL)
    return FALSE;
  *number = g_variant_get_uint32 (value);
  return (*number >= lowest && *number <= highest) || damaged (error, "%s is %u", key, *number);
}

static gboolean
read_boolean (GVariant *dict, const char *key, gboolean *boolean, GError **error)
{
  g_autoptr (GVariant) value = look_up (dict, key, "b", error);

  if (value != NULL)
    *boolean = g_variant_get_boolean (value);
  return value != NULL;
}

/* Two figures, each from 0 to @highest. */
static gboolean
read_pair (GVariant *dict, const char *key, double highest, double *first, double *second,
           GError **error)
{
  g_autoptr (GVariant) value = look_up (dict, key, PAIR_FORMAT, error);

  if (value == NULL)
    return FALSE;
  g_variant_get (value, PAIR_FORMAT, first, second);
  return (isfinite (*first) && *first >= 0 && *first <= highest && isfinite (*second)
          && *second >= 0 && *second <= highest)
         || damaged (error, _ ("%s is %g and %g"), key, *first, *second);
}

static gboolean
read_time (GVariant *dict, WsTimingSummary *time, GError **error)
{
  g_autoptr (GVariant) value = look_up (dict, "time", TIME_FORMAT, error);

  if (value == NULL)
    return FALSE;
  g_variant_get (value, TIME_FORMAT, &time->n, &time->median_ns, &time->p5_ns, &time->p95_ns,
                 &time->min_ns, &time->max_ns);
  return (time->n > 0 && time->min_ns <= time->p5_ns && time->p5_ns <= time->median_ns
          && time->median_ns <= time->p95_ns && time->p95_ns <= time->max_ns
          && time->max_ns <= MAX_NS)
         || damaged (error, _ ("its times are invalid"));
}

static gboolean
read_state (GVariant *dict, WsSweepState *state, GError **error)
{
  g_autofree char *name = NULL;

  if (!read_text (dict, "state", &name, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (g_str_equal (name, state_names[i]))
      {
        /* it is no longer running */
        *state = i == WS_SWEEP_RUNNING ? WS_SWEEP_WAITING : i;
        return TRUE;
      }
  return damaged (error, _ ("a point is “%s”"), name);
}

/* A figure of any size and sign; @known tells whether it is present. */
static gboolean
read_number (GVariant *dict, const char *key, gboolean *known, double *number, GError **error)
{
  g_autoptr (GVariant) value = NULL;

  *known = has (dict, key);
  if (!*known)
    return TRUE;
  value = look_up (dict, key, "d", error);
  if (value == NULL)
    return FALSE;
  *number = g_variant_get_double (value);
  return (isfinite (*number) && fabs (*number) <= MAX_WORK)
         || damaged (error, _ ("%s is %g"), key, *number);
}

static gboolean
read_figures (WsSweepPoint *point, GVariant *dict, GError **error)
{
  point->has_occupancy = has (dict, "occupancy");
  point->has_work = has (dict, "work");
  point->has_gain = has (dict, "gain");
  return read_time (dict, &point->time, error)
         && read_u64 (dict, "bytes", 0, MAX_RATE, &point->n_bytes, error)
         && read_boolean (dict, "rotates", &point->rotates, error)
         && read_boolean (dict, "correct", &point->correct, error)
         && (!point->has_occupancy
             || read_pair (dict, "occupancy", 1, &point->theoretical, &point->achieved, error))
         && (!point->has_work
             || read_pair (dict, "work", MAX_WORK, &point->moved_bytes, &point->operations, error))
         && read_number (dict, "metric", &point->has_metric, &point->metric, error)
         && (!point->has_gain
             || read_pair (dict, "gain", MAX_GAIN, &point->step, &point->speedup, error));
}

static gboolean
read_point (WsSweepPoint *point, GVariant *dict, GError **error)
{
  if (!read_text (dict, "kernel", &point->kernel, error)
      || !read_text (dict, "title", &point->title, error)
      || !read_u64 (dict, "n", 1, MAX_N, &point->n, error)
      || !read_u32 (dict, "block", 1, MAX_BLOCK, &point->block, error)
      || !read_u32 (dict, "max-grid", 0, G_MAXUINT32, &point->max_grid, error)
      || !read_u64 (dict, "grid", 0, MAX_N, &point->grid, error)
      || !read_state (dict, &point->state, error)
      || !read_optional_text (dict, "sentence", &point->sentence, error)
      || !read_optional_text (dict, "set", &point->set, error)
      || !read_optional_text (dict, "option", &point->option, error)
      || (has (dict, "value") && !read_u32 (dict, "value", 0, G_MAXUINT32, &point->value, error)))
    return FALSE;
  if (*point->kernel == '\0' || *point->title == '\0')
    return damaged (error, _ ("a point has no kernel"));
  return point->state != WS_SWEEP_DONE || read_figures (point, dict, error);
}

static gboolean
read_points (WsSweep *self, GVariant *dict, GError **error)
{
  g_autoptr (GVariant) points = look_up (dict, "points", "aa{sv}", error);

  if (points == NULL)
    return FALSE;
  if (g_variant_n_children (points) > MAX_POINTS)
    return damaged (error, _ ("it has %zu points"), g_variant_n_children (points));
  for (gsize i = 0; i < g_variant_n_children (points); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (points, i);
      WsSweepPoint *point = ws_sweep_add_point (self, NULL, NULL, 0, 0, 0);

      if (!read_point (point, child, error))
        {
          g_prefix_error (error, _ ("Point %zu: "), i + 1);
          return FALSE;
        }
    }
  return TRUE;
}

/* An id is the name of a file. */
static gboolean
check_id (const char *id, GError **error)
{
  const char *allowed = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_";
  gsize length = strlen (id);

  return (length > 0 && length <= MAX_ID && strspn (id, allowed) == length)
         || damaged (error, _ ("its id is invalid"));
}

static gboolean
read_spec (WsSweep *self, GVariant *dict, GError **error)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (dict, "spec", NULL);

  if (value == NULL)
    return TRUE;
  self->spec = ws_spec_new_from_variant (value, error);
  return self->spec != NULL;
}

static gboolean
read_kind (WsSweep *self, GVariant *dict, GError **error)
{
  g_autofree char *name = NULL;

  return read_text (dict, "kind", &name, error)
         && (ws_sweep_kind_parse (name, &self->kind)
             || damaged (error, _ ("unknown kind “%s”"), name));
}

static gboolean
read_over (WsSweep *self, GVariant *dict, GError **error)
{
  if (!has (dict, "over"))
    return TRUE;
  return read_text (dict, "over", &self->over, error)
         && read_text (dict, "over-label", &self->over_label, error)
         && read_boolean (dict, "over-is-choice", &self->over_is_choice, error)
         && read_optional_text (dict, "metric", &self->metric, error)
         && read_optional_text (dict, "metric-title", &self->metric_title, error)
         && read_optional_text (dict, "metric-unit", &self->metric_unit, error)
         && read_u32 (dict, "rounds", 0, G_MAXINT32, &self->rounds, error)
         && (!has (dict, "needs")
             || read_pair (dict, "needs", MAX_WORK, &self->needs, &self->each, error));
}

static gboolean
read_head (WsSweep *self, GVariant *dict, GError **error)
{
  g_autoptr (GVariant) date = NULL;
  gboolean measured = FALSE;
  guint32 type = 0;

  if (!read_kind (self, dict, error) || !read_text (dict, "id", &self->id, error)
      || !check_id (self->id, error) || !read_text (dict, "device", &self->device, error)
      || !read_text (dict, "device-name", &self->device_name, error)
      || !read_optional_text (dict, "driver", &self->driver, error)
      || !read_spec (self, dict, error) || !read_boolean (dict, "measured", &measured, error)
      || !read_optional_text (dict, "source", &self->source, error)
      || (date = look_up (dict, "date", "x", error)) == NULL
      || !read_u32 (dict, "type", 0, WS_VALUE_LAST, &type, error)
      || !read_text (dict, "op", &self->op, error)
      || !read_u32 (dict, "repeats", 0, MAX_REPEATS, &self->repeats, error)
      || !read_u64 (dict, "peak-bytes-per-s", 0, MAX_RATE, &self->peak_bytes_per_s, error)
      || !read_u64 (dict, "copy-bytes-per-s", 0, MAX_RATE, &self->copy_bytes_per_s, error)
      || !read_boolean (dict, "first-launch-only", &self->first_launch_only, error)
      || !read_over (self, dict, error))
    return FALSE;
  self->origin = measured ? WS_ORIGIN_MEASURED : WS_ORIGIN_MODELLED;
  self->type = type;
  self->date = g_variant_get_int64 (date);
  return (self->date >= 0 && self->date <= WS_MAX_DATE)
         || damaged (error, _ ("its date is %" PRId64), self->date);
}

/**
 * ws_sweep_new_from_variant:
 * @variant: from ws_sweep_to_variant(), or any other variant
 * @error: return location: %WS_RECORD_ERROR_DAMAGED
 *
 * A point that was running when written becomes pending.
 *
 * Returns: (transfer full) (nullable): the sweep
 */
WsSweep *
ws_sweep_new_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsSweep) self = NULL;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT)
      || !g_variant_is_normal_form (variant))
    {
      damaged (error, _ ("it has the wrong type"));
      return NULL;
    }
  self = ws_sweep_new (WS_SWEEP_LADDER);
  if (!read_head (self, variant, error) || !read_points (self, variant, error))
    return NULL;
  return g_steal_pointer (&self);
}
