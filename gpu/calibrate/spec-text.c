#include "calibrate/spec-text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The value of a probe, within limits and with an appropriate precision. */
static char *
format_value (double value)
{
  return fabs (value) < 1000 ? g_strdup_printf ("%.2f", value) : g_strdup_printf ("%.0f", value);
}

/* A measured figure with its value. */
static char *
format_words (const WsProbe *probe, double value)
{
  g_autofree char *figure = format_value (value);
  const char *at = strstr (probe->words, "%s");

  return at == NULL ? g_strdup (probe->words)
                    : g_strdup_printf ("%.*s%s%s", (int)(at - probe->words), probe->words, figure,
                                       at + strlen ("%s"));
}

static const WsProbe *
find_probe (const char *key, const WsFound *found, double *value)
{
  guint n;
  const WsProbe *probes = ws_probes_get (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (probes[i].key, key) == 0)
      {
        *value = found->values[i];
        return &probes[i];
      }
  return NULL;
}

/* A figure reported by the device. */
static void
append_limit (GString *text, const WsSpecFigure *figure, const WsFound *found)
{
  double value = -1;
  const WsProbe *probe = find_probe (figure->key, found, &value);
  g_autofree char *words = NULL;

  if (probe == NULL || value < (double)figure->min || value > (double)figure->max)
    {
      g_string_append_printf (text, "%s=%" PRIu64 "\n", figure->key, figure->value);
      return;
    }
  words = format_words (probe, value);
  g_string_append_printf (text, "# MEAS: %s\n%s=%.0f\n", words, figure->key,
                          round (value / 1000) * 1000);
}

/* A measured figure, or else the model's. */
static void
append_timing (GString *text, const WsSpecFigure *figure, const WsSpec *model, const WsFound *found)
{
  double value = -1;
  const WsProbe *probe = find_probe (figure->key, found, &value);
  double rounded = round (value);

  if (probe != NULL && value >= 0 && rounded >= (double)figure->min
      && rounded <= (double)figure->max)
    {
      g_autofree char *words = format_words (probe, value);

      g_string_append_printf (text, "# MEAS: %s\n%s=%.0f\n", words, figure->key, rounded);
      return;
    }
  if (probe == NULL)
    g_string_append_printf (text, "# not measured; as in the spec of the %s\n", model->name);
  else
    g_string_append_printf (text, "# could not be measured here; as in the spec of the %s\n",
                            model->name);
  g_string_append_printf (text, "%s=%" PRIu64 "\n", figure->key, figure->value);
}

static void
append_head (GString *text, const WsDevice *device)
{
  const WsSpec *spec = device->spec;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d");
  g_autofree char *name = g_strdup (spec->name);

  /* a name is one line of the file, whatever a driver says */
  g_strdelimit (name, "\n\r\\", ' ');
  g_string_append_printf (text,
                          "# %s, compute capability %u.%u: made by warpstage-cli calibrate.\n",
                          name, spec->cc_major, spec->cc_minor);
  g_string_append_printf (text, "# MEAS: measured on %s%s%s, %s\n", name,
                          device->driver != NULL ? ", driver " : "",
                          device->driver != NULL ? device->driver : "", date);
  g_string_append (text,
                   "# Limits and rates without a comment are those that the device says.\n\n");
  g_string_append_printf (text, "[device]\nname=%s\ncompute_capability=%u.%u\n", name,
                          spec->cc_major, spec->cc_minor);
}

/**
 * ws_spec_text_new:
 * @device: the source of the limits
 * @model: the source of unmeasured figures
 * @found: the measured figures
 *
 * Returns: (transfer full): a spec file
 */
char *
ws_spec_text_new (const WsDevice *device, const WsSpec *model, const WsFound *found)
{
  GString *text = g_string_new (NULL);
  const char *group = "device";

  append_head (text, device);
  for (guint i = 0; i < ws_spec_get_n_figures (); i++)
    {
      gboolean is_timing = ws_spec_is_timing (i);
      WsSpecFigure figure;

      ws_spec_get_figure (is_timing ? model : device->spec, i, &figure);
      if (strcmp (group, figure.group) != 0)
        g_string_append_printf (text, "\n[%s]\n", figure.group);
      group = figure.group;
      if (is_timing)
        append_timing (text, &figure, model, found);
      else
        append_limit (text, &figure, found);
    }
  return g_string_free (text, FALSE);
}
