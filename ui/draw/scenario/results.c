/* results.c: the results of one device, to and from a GVariant, which may be untrusted. */
#include "scenario/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST      1e18 /* of any figure, in its unit */
#define MAX_COUNT (G_GUINT64_CONSTANT (1) << 48)
#define MAX_DATE  G_GINT64_CONSTANT (253402300799) /* the last second of the year 9999 */
#define MAX_TEXT  2000

/* (transfer floating) */
static GVariant *
make_floats (const float *values)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("ad"));
  for (guint i = 0; i < WS_SCENARIO_PROFILE; i++)
    g_variant_builder_add (&builder, "d", (double)values[i]);
  return g_variant_builder_end (&builder);
}

/* (transfer floating): by column name, which stays valid when columns are added */
static GVariant *
make_values (const WsScenarioResult *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sd}"));
  for (guint i = 0; i < WS_SCENARIO_N_COLUMNS; i++)
    if ((self->known & (1u << i)) != 0)
      g_variant_builder_add (&builder, "{sd}", ws_scenario_column_get_name (i), self->value[i]);
  return g_variant_builder_end (&builder);
}

/* (transfer floating) */
static GVariant *
make_result (const WsScenarioResult *self)
{
  WsScenarioState state = self->state == WS_SCENARIO_DONE || self->state == WS_SCENARIO_FAILED
                              ? self->state
                              : WS_SCENARIO_NOT_RUN;

  return g_variant_new ("(yms@a{sd}bmsutuutyx@ad@ad)", (guint8)state, self->sentence,
                        make_values (self), self->is_bound, self->explanation, self->threads,
                        self->blocks, self->n_sms, self->n_used_sms, self->repeats,
                        (guint8)self->origin, self->date, make_floats (self->warps),
                        make_floats (self->sms));
}

/**
 * ws_scenario_results_to_variant:
 * @self: a scenario whose device is set
 *
 * Returns: (transfer floating): the results of that device, as %WS_SCENARIO_RESULTS_FORMAT
 */
GVariant *
ws_scenario_results_to_variant (const WsScenario *self)
{
  GVariantBuilder builder;

  g_return_val_if_fail (self->device != NULL, NULL);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_SCENARIO_RESULT_FORMAT));
  for (guint i = 0; i < ws_scenario_get_n_cells (self); i++)
    g_variant_builder_add_value (&builder, make_result (&self->device->results[i]));
  return g_variant_new ("(ss@a" WS_SCENARIO_RESULT_FORMAT ")", self->device->id, self->device->name,
                        g_variant_builder_end (&builder));
}

/* ---- and back ---- */

/* Unknown columns are ignored. */
static gboolean
read_values (GVariant *variant, WsScenarioResult *result, GError **error)
{
  GVariantIter iter;
  const char *name;
  double value;
  WsScenarioColumn column;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "{&sd}", &name, &value))
    {
      if (!(fabs (value) <= MOST))
        {
          g_set_error_literal (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
                               _ ("Damaged scenario: invalid values"));
          return FALSE;
        }
      if (!ws_scenario_column_parse (name, &column))
        continue;
      result->known |= 1u << column;
      result->value[column] = value;
    }
  return TRUE;
}

static gboolean
read_floats (GVariant *variant, float *values, GError **error)
{
  gsize n;
  const double *read = g_variant_get_fixed_array (variant, &n, sizeof (double));

  for (gsize i = 0; i < n && n == WS_SCENARIO_PROFILE; i++)
    {
      if (!(read[i] >= 0 && read[i] <= 1))
        n = 0;
      else
        values[i] = (float)read[i];
    }
  if (n == WS_SCENARIO_PROFILE)
    return TRUE;
  g_set_error_literal (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
                       _ ("Damaged scenario: invalid progress of a launch"));
  return FALSE;
}

static gboolean
check_result (const WsScenarioResult *self, guint8 state, guint8 origin, GError **error)
{
  gboolean known_state =
      state == WS_SCENARIO_NOT_RUN || state == WS_SCENARIO_DONE || state == WS_SCENARIO_FAILED;

  if (known_state && (origin == WS_ORIGIN_MEASURED || origin == WS_ORIGIN_MODELLED)
      && self->threads <= G_MAXINT32 && self->blocks <= MAX_COUNT && self->n_sms <= G_MAXUINT16
      && self->n_used_sms <= self->n_sms && self->repeats <= MAX_COUNT && self->date >= 0
      && self->date <= MAX_DATE && (self->sentence == NULL || strlen (self->sentence) <= MAX_TEXT)
      && (self->explanation == NULL || strlen (self->explanation) <= MAX_TEXT))
    return TRUE;
  g_set_error_literal (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
                       _ ("Damaged scenario: invalid launch"));
  return FALSE;
}

/* @result: (out): the caller owns its strings, also on failure */
static gboolean
read_result (GVariant *variant, WsScenarioResult *result, GError **error)
{
  g_autoptr (GVariant) values = NULL;
  g_autoptr (GVariant) warps = NULL;
  g_autoptr (GVariant) sms = NULL;
  guint8 state;
  guint8 origin;

  g_variant_get (variant, "(yms@a{sd}bmsutuutyx@ad@ad)", &state, &result->sentence, &values,
                 &result->is_bound, &result->explanation, &result->threads, &result->blocks,
                 &result->n_sms, &result->n_used_sms, &result->repeats, &origin, &result->date,
                 &warps, &sms);
  result->state = state;
  result->origin = origin;
  return check_result (result, state, origin, error) && read_values (values, result, error)
         && read_floats (warps, result->warps, error) && read_floats (sms, result->sms, error);
}

/**
 * ws_scenario_take_results:
 * @results: of %WS_SCENARIO_RESULTS_FORMAT, in host byte order; any such variant
 * @error: return location: %WS_SCENARIO_ERROR_DAMAGED
 *
 * Shows a device's results, from ws_scenario_results_to_variant(). If they are not of this
 * scenario, or impossible, nothing changes.
 *
 * Returns: whether they were accepted
 */
gboolean
ws_scenario_take_results (WsScenario *self, GVariant *results, GError **error)
{
  g_autoptr (GVariant) cells = NULL;
  const char *id;
  const char *name;
  guint n = ws_scenario_get_n_cells (self);
  g_autofree WsScenarioResult *read = g_new0 (WsScenarioResult, MAX (n, 1));
  gboolean good;

  g_return_val_if_fail (g_variant_is_of_type (results, G_VARIANT_TYPE (WS_SCENARIO_RESULTS_FORMAT)),
                        FALSE);

  g_variant_get (results, "(&s&s@a" WS_SCENARIO_RESULT_FORMAT ")", &id, &name, &cells);
  good = g_variant_n_children (cells) == n && strlen (id) <= MAX_TEXT && strlen (name) <= MAX_TEXT;
  if (!good)
    g_set_error_literal (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
                         _ ("The results belong to another scenario"));
  for (guint i = 0; good && i < n; i++)
    {
      g_autoptr (GVariant) cell = g_variant_get_child_value (cells, i);

      good = read_result (cell, &read[i], error);
    }
  if (good)
    ws_scenario_set_device (self, id, name);
  for (guint i = 0; i < n; i++)
    {
      WsScenarioResult *place = good ? &self->device->results[i] : &read[i];

      ws_scenario_result_clear (place);
      if (good)
        *place = read[i];
    }
  return good;
}
