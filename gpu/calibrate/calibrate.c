#include "calibrate/calibrate.h"

#include "calibrate/spec-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Describes what is being measured, without its value. */
static char *
make_sentence (const WsProbe *probe)
{
  const char *words = _ (probe->words);
  const char *end = strrchr (words, ':');
  g_autofree char *what = g_strndup (words, end != NULL ? (gsize)(end - words) : strlen (words));

  return g_strdup_printf (_ ("Measuring: %s"), what);
}

/* Whether the device has the feature of a figure; double precision came with compute capability 1.3
 * (CUDA C Programming Guide). */
static gboolean
has_it (const WsSpec *spec, const WsProbe *probe)
{
  return strcmp (probe->key, "fp64_lanes") != 0 || ws_spec_get_capability (spec) >= 13;
}

static gboolean
measure_all (WsBench *bench, const WsCalibrateRequest *request, WsFound *found, GError **error)
{
  guint n;
  const WsProbe *probes = ws_probes_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sentence = make_sentence (&probes[i]);

      if (request->progress != NULL)
        request->progress ((double)i / n, sentence, request->user_data);
      ws_device_step (bench->device);
      if (has_it (bench->device->spec, &probes[i])
          && !probes[i].measure (bench, &probes[i], found, &found->values[i], error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_calibrate:
 * @device: a GPU, real or virtual; its memory contents are lost
 * @request: further parameters
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError: a #WsDeviceError, or %G_IO_ERROR_CANCELLED
 *
 * Runs the micro-benchmarks, in half a minute or so.
 *
 * Returns: (transfer full) (nullable): the text of a spec file, which ws_spec_new_from_key_file()
 * reads
 */
char *
ws_calibrate (WsDevice *device, const WsCalibrateRequest *request, GCancellable *cancellable,
              GError **error)
{
  g_autofree double *values = NULL;
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_autoptr (WsSpec) spec = NULL;
  g_autofree char *text = NULL;
  WsFound found;
  WsBench bench;
  gboolean ok;
  guint n;

  ws_probes_get (&n);
  found.values = values = g_new (double, n);
  for (guint i = 0; i < n; i++)
    values[i] = -1;
  ok = ws_bench_init (&bench, device, cancellable, error)
       && measure_all (&bench, request, &found, error);
  device->klass->free_all (device);
  if (!ok)
    return NULL;
  text = ws_spec_text_new (device, request->model, &found);
  if (!g_key_file_load_from_data (key_file, text, -1, G_KEY_FILE_NONE, error)
      || (spec = ws_spec_new_from_key_file (key_file, device->id, error)) == NULL)
    return NULL;
  return g_steal_pointer (&text);
}

/* Of two equally near ones, prefers the one whose name is part of the device's. */
static guint
distance (const WsSpec *model, const WsSpec *like)
{
  int one = (int)ws_spec_get_capability (model);
  int other = (int)ws_spec_get_capability (like);

  return 2 * (guint)ABS (one - other) + (strstr (like->name, model->name) == NULL);
}

/**
 * ws_calibrate_find_model:
 * @specs: (element-type WsSpec): specs from files
 * @like: spec of a device
 *
 * Returns: (transfer none) (nullable): the one with the nearest compute capability
 */
const WsSpec *
ws_calibrate_find_model (GPtrArray *specs, const WsSpec *like)
{
  const WsSpec *model = NULL;

  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *each = g_ptr_array_index (specs, i);

      if (each->latency_arithmetic > 0
          && (model == NULL || distance (each, like) < distance (model, like)))
        model = each;
    }
  return model;
}
