#include "sweeps/published.h"

#include "bundle/bundle.h"
#include "catalog/catalog.h"
#include "keys/section.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define PREFIX "/warpstage/published/"
#define SUFFIX ".ini"
#define SPECS  "/warpstage/specs/"
#define HEAD   "sweep"

#define MOST_N    G_GUINT64_CONSTANT (1000000000000000)
#define MOST      1000000000
#define L2_FACTOR 3

/* A file being read: the head, or a point, which has what it does not share with the others. */
typedef struct {
  WsSection section;
  WsSweep *sweep;
  double unit_ns;
} Reader;

/* A number that is not there stays as it is. */
static gboolean
read_number (const WsSection *section, const char *key, double highest, double *number)
{
  g_autofree char *text = ws_section_dup (section, key);
  char *rest;

  if (text == NULL)
    return TRUE;
  *number = g_ascii_strtod (text, &rest);
  return (rest != text && *rest == '\0' && *number >= 0 && *number <= highest)
         || ws_section_refuse (section, key, _ ("“%1$s” is not a number from 0 to %2$.0f."), text,
                               highest);
}

static WsSpec *
load_spec (const char *id)
{
  g_autofree char *path = g_strconcat (SPECS, id, SUFFIX, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, NULL);

  return bytes != NULL ? ws_spec_file_parse (bytes, id, NULL) : NULL;
}

static gboolean
read_head (Reader *self)
{
  const WsSection *section = &self->section;
  WsSweep *sweep = self->sweep;
  g_autofree char *kind = NULL;
  g_autofree char *type = NULL;
  g_autofree char *unit = NULL;
  g_autofree char *spec = ws_section_dup (section, "spec");
  WsPlanParameters parameters;

  g_clear_pointer (&sweep->device_name, g_free);
  g_clear_pointer (&sweep->op, g_free);
  if (!ws_section_read_text (section, "kind", &kind)
      || !ws_section_read_text (section, "type", &type)
      || !ws_section_read_text (section, "unit", &unit)
      || !ws_section_read_text (section, "device", &sweep->device_name)
      || !ws_section_read_text (section, "source", &sweep->source)
      || !ws_section_read_text (section, "op", &sweep->op))
    return FALSE;
  if (!ws_sweep_kind_parse (kind, &sweep->kind))
    return ws_section_refuse (section, "kind", _ ("“%s” is unknown."), kind);
  if (!ws_plan_set_type (&parameters, type, NULL))
    return ws_section_refuse (section, "type", _ ("“%s” is unknown."), type);
  if (!g_str_equal (unit, "ms") && !g_str_equal (unit, "us"))
    return ws_section_refuse (section, "unit", _ ("“%s” is unknown."), unit);
  if (spec != NULL && (sweep->spec = load_spec (spec)) == NULL)
    return ws_section_refuse (section, "spec", _ ("“%s” is unknown."), spec);
  self->unit_ns = g_str_equal (unit, "ms") ? 1e6 : 1e3;
  sweep->type = parameters.type;
  sweep->first_launch_only =
      g_key_file_get_boolean (section->file, HEAD, "first-launch-only", NULL);
  sweep->origin = WS_ORIGIN_MEASURED;
  sweep->date = 0;
  sweep->repeats = 1;
  if (sweep->spec != NULL)
    sweep->peak_bytes_per_s = sweep->spec->memory_bandwidth_bytes_per_s;
  return TRUE;
}

/* Whether none of so many bytes can be left in the L2 cache from one run to the next: the rule that
 * a timing goes by, too. */
static gboolean
is_beyond_cache (const WsSpec *spec, guint64 n_bytes)
{
  return spec != NULL && n_bytes > L2_FACTOR * spec->l2_bytes;
}

static gboolean
read_point (Reader *self)
{
  const WsSection *section = &self->section;
  g_autofree char *kernel = ws_section_dup (section, "kernel");
  g_autofree char *title = NULL;
  guint64 n, block, max_grid = 0, time_ns;
  double time = NAN, theoretical = NAN, achieved = NAN, step = NAN, speedup = NAN;
  WsSweepPoint *point;

  if (!ws_section_read_text (section, "title", &title)
      || !ws_section_read_number (section, "n", 1, MOST_N, &n)
      || !ws_section_read_number (section, "block", 1, 1024, &block)
      || (ws_section_has (section, "max-grid")
          && !ws_section_read_number (section, "max-grid", 1, MOST, &max_grid))
      || !read_number (section, "time", MOST, &time)
      || !read_number (section, "theoretical", 100, &theoretical)
      || !read_number (section, "achieved", 100, &achieved)
      || !read_number (section, "step", MOST, &step)
      || !read_number (section, "speed-up", MOST, &speedup))
    return FALSE;
  if (isnan (time))
    return ws_section_refuse (section, "time", _ ("it is missing."));
  point = ws_sweep_add_point (self->sweep, kernel != NULL ? kernel : section->group, title, n,
                              (guint32)block, (guint32)max_grid);
  time_ns = (guint64)llround (time * self->unit_ns);
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
  return TRUE;
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
  g_autofree char *path = g_strdup_printf (_ ("The published figures %s cannot be read"), id);
  Reader self = { .section = { .file = file,
                               .path = path,
                               .group = HEAD,
                               .otherwise = HEAD,
                               .domain = WS_RECORD_ERROR,
                               .code = WS_RECORD_ERROR_DAMAGED,
                               .error = error },
                  .sweep = sweep };

  g_free (sweep->id);
  sweep->id = g_strdup (id);
  if (!read_head (&self))
    return NULL;
  for (guint i = 0; sections[i] != NULL; i++)
    {
      self.section.group = sections[i];
      if (!g_str_equal (sections[i], HEAD) && !read_point (&self))
        return NULL;
    }
  if (ws_sweep_get_n_points (sweep) > 0)
    return g_steal_pointer (&sweep);
  ws_section_refuse (&self.section, NULL, _ ("no point."));
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
