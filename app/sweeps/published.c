#include "sweeps/published.h"

#include "bundle/bundle.h"
#include "catalog/catalog.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define PREFIX "/warpstage/published/"
#define SUFFIX ".ini"
#define SPECS  "/warpstage/specs/"
#define HEAD   "sweep"

#define L2_FACTOR 3

/* A file being read. */
typedef struct {
  GKeyFile *file;
  WsSweep *sweep;
  double unit_ns;
  GError *error; /* of the first thing that is wrong */
} Reader;

static void damaged (Reader *self, const char *section, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
damaged (Reader *self, const char *section, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  if (self->error != NULL)
    return;
  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  self->error = g_error_new (WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED,
                             _ ("The published figures %1$s cannot be read: [%2$s]: %3$s"),
                             self->sweep->id, section, what);
}

/* What a point leaves out stands in the head. (transfer full) (nullable) */
static char *
find (Reader *self, const char *section, const char *key)
{
  const char *where = g_key_file_has_key (self->file, section, key, NULL) ? section : HEAD;

  return g_key_file_get_string (self->file, where, key, NULL);
}

static char *
read_text (Reader *self, const char *section, const char *key)
{
  char *text = find (self, section, key);

  if (text == NULL || *text == '\0')
    damaged (self, section, _ ("%s is missing"), key);
  return text;
}

/* NAN where it is not there. */
static double
read_number (Reader *self, const char *section, const char *key, double lowest, double highest)
{
  g_autofree char *text = find (self, section, key);
  char *rest = NULL;
  double number;

  if (text == NULL)
    return NAN;
  number = g_ascii_strtod (text, &rest);
  if (rest != text && *rest == '\0' && number >= lowest && number <= highest)
    return number;
  damaged (self, section, _ ("%1$s is “%2$s”"), key, text);
  return NAN;
}

static double
require_number (Reader *self, const char *section, const char *key, double lowest, double highest)
{
  double number = read_number (self, section, key, lowest, highest);

  if (isnan (number))
    damaged (self, section, _ ("%s is missing"), key);
  return isnan (number) ? lowest : number;
}

static WsSpec *
load_spec (const char *id)
{
  g_autofree char *path = g_strconcat (SPECS, id, SUFFIX, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, NULL);

  return bytes != NULL ? ws_spec_file_parse (bytes, id, NULL) : NULL;
}

static void
read_head (Reader *self)
{
  WsSweep *sweep = self->sweep;
  g_autofree char *kind = read_text (self, HEAD, "kind");
  g_autofree char *type = read_text (self, HEAD, "type");
  g_autofree char *unit = read_text (self, HEAD, "unit");
  g_autofree char *spec = find (self, HEAD, "spec");
  WsPlanParameters parameters;

  if (kind != NULL && !ws_sweep_kind_parse (kind, &sweep->kind))
    damaged (self, HEAD, _ ("unknown kind “%s”"), kind);
  if (type != NULL && !ws_plan_set_type (&parameters, type, NULL))
    damaged (self, HEAD, _ ("unknown type “%s”"), type);
  else if (type != NULL)
    sweep->type = parameters.type;
  if (g_strcmp0 (unit, "ms") == 0)
    self->unit_ns = 1e6;
  else if (g_strcmp0 (unit, "us") == 0)
    self->unit_ns = 1e3;
  else
    damaged (self, HEAD, _ ("unknown unit “%s”"), unit != NULL ? unit : "");
  g_free (sweep->device_name);
  sweep->device_name = read_text (self, HEAD, "device");
  sweep->source = read_text (self, HEAD, "source");
  g_free (sweep->op);
  sweep->op = read_text (self, HEAD, "op");
  sweep->first_launch_only = g_key_file_get_boolean (self->file, HEAD, "first-launch-only", NULL);
  sweep->origin = WS_ORIGIN_MEASURED;
  sweep->date = 0;
  sweep->repeats = 1;
  if (spec != NULL && (sweep->spec = load_spec (spec)) == NULL)
    damaged (self, HEAD, _ ("unknown GPU model “%s”"), spec);
  if (sweep->spec != NULL)
    sweep->peak_bytes_per_s = sweep->spec->memory_bandwidth_bytes_per_s;
}

/* Whether none of so many bytes can be left in the L2 cache from one run to the next: the rule that
 * a timing goes by, too. */
static gboolean
is_beyond_cache (const WsSpec *spec, guint64 n_bytes)
{
  return spec != NULL && n_bytes > L2_FACTOR * spec->l2_bytes;
}

static void
read_point (Reader *self, const char *section)
{
  g_autofree char *kernel = find (self, section, "kernel");
  g_autofree char *title = read_text (self, section, "title");
  double n = require_number (self, section, "n", 1, 1e15);
  double block = require_number (self, section, "block", 1, 1024);
  double max_grid = read_number (self, section, "max-grid", 1, 1e9);
  double time = require_number (self, section, "time", 0, 1e9);
  double theoretical = read_number (self, section, "theoretical", 0, 100);
  double achieved = read_number (self, section, "achieved", 0, 100);
  double step = read_number (self, section, "step", 0, 1e9);
  double speedup = read_number (self, section, "speed-up", 0, 1e9);
  WsSweepPoint *point =
      ws_sweep_add_point (self->sweep, kernel != NULL ? kernel : section, title, (guint64)n,
                          (guint32)block, isnan (max_grid) ? 0 : (guint32)max_grid);
  guint64 time_ns = (guint64)llround (time * self->unit_ns);

  point->grid = point->max_grid;
  point->time = (WsTimingSummary){ .n = 1,
                                   .median_ns = time_ns,
                                   .p5_ns = time_ns,
                                   .p95_ns = time_ns,
                                   .min_ns = time_ns,
                                   .max_ns = time_ns };
  point->n_bytes = point->n * ws_value_type_get_width (self->sweep->type);
  point->correct = TRUE;
  point->rotates = is_beyond_cache (self->sweep->spec, point->n_bytes);
  point->has_occupancy = !isnan (theoretical) && !isnan (achieved);
  if (point->has_occupancy)
    {
      point->theoretical = theoretical / 100;
      point->achieved = achieved / 100;
    }
  point->has_gain = !isnan (step) && !isnan (speedup);
  if (point->has_gain)
    {
      point->step = step;
      point->speedup = speedup;
    }
  point->state = WS_SWEEP_DONE;
}

/**
 * ws_published_read:
 * @file: a section [sweep] and one for each point, which has what it does not share with the others
 * @error: return location: %WS_RECORD_ERROR_DAMAGED
 *
 * Returns: (transfer full) (nullable): the figures as a sweep: measured, by others
 */
WsSweep *
ws_published_read (GKeyFile *file, const char *id, GError **error)
{
  g_autoptr (WsSweep) sweep = ws_sweep_new (WS_SWEEP_LADDER);
  g_auto (GStrv) sections = g_key_file_get_groups (file, NULL);
  Reader self = { .file = file, .sweep = sweep };

  g_free (sweep->id);
  sweep->id = g_strdup (id);
  read_head (&self);
  for (guint i = 0; sections[i] != NULL && self.error == NULL; i++)
    if (!g_str_equal (sections[i], HEAD))
      read_point (&self, sections[i]);
  if (ws_sweep_get_n_points (sweep) == 0)
    damaged (&self, HEAD, _ ("no point"));
  if (self.error == NULL)
    return g_steal_pointer (&sweep);
  g_propagate_error (error, self.error);
  return NULL;
}

static WsSweep *
load (const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (PREFIX, name, NULL);
  g_autofree char *id = g_strndup (name, strlen (name) - strlen (SUFFIX));
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, error);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (bytes == NULL || !g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, error))
    return NULL;
  return ws_published_read (file, id, error);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(WsSweep *const *)a)->id, (*(WsSweep *const *)b)->id);
}

/**
 * ws_published_load_all:
 * @error: return location: %WS_RECORD_ERROR_DAMAGED, with the file
 *
 * Returns: (transfer full) (element-type WsSweep) (nullable): the sweeps that are bundled,
 * ordered by their ids
 */
GPtrArray *
ws_published_load_all (GError **error)
{
  g_auto (GStrv) names =
      g_resource_enumerate_children (ws_bundle_get_resource (), PREFIX, 0, error);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);

  if (names == NULL)
    return NULL;
  for (guint i = 0; names[i] != NULL; i++)
    {
      WsSweep *sweep;

      if (!g_str_has_suffix (names[i], SUFFIX))
        continue;
      sweep = load (names[i], error);
      if (sweep == NULL)
        return NULL;
      g_ptr_array_add (all, sweep);
    }
  g_ptr_array_sort (all, compare_ids);
  return g_steal_pointer (&all);
}
