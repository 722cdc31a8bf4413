/* call.c: stores what the worker sends during a call. */
#include "client/client-private.h"

/* As it is called here. FALSE where its worker calls it what no device is called. */
static gboolean
move_device (WsClientDevice *device, const char *place)
{
  char *id = g_strdup_printf ("%s/%s", place, device->id);
  char *name = g_strdup_printf ("%s (%s)", device->name, place);
  gboolean is_id = ws_remote_is_device_id (device->id);

  g_free (device->id);
  g_free (device->name);
  device->id = id;
  device->name = name;
  return is_id;
}

static gboolean
add_device (WsCall *call, GVariant *child)
{
  WsClientDevice *device = g_new0 (WsClientDevice, 1);
  g_autoptr (GVariant) spec = NULL;
  gboolean measured;

  g_variant_get (child, "(sssssbbmsmv)", &device->id, &device->name, &device->spec_id,
                 &device->state, &device->uuid, &device->usable, &measured, &device->driver, &spec);
  device->origin = measured ? WS_ORIGIN_MEASURED : WS_ORIGIN_MODELLED;
  device->spec = spec != NULL ? ws_spec_new_from_variant (spec, NULL) : NULL;
  if ((device->spec == NULL && device->usable)
      || (call->place != NULL && !move_device (device, call->place)))
    {
      ws_client_device_free (device);
      return FALSE;
    }
  g_ptr_array_add (call->devices, device);
  return TRUE;
}

static gboolean
take_devices (WsCall *call, GVariant *body)
{
  if (!g_variant_is_of_type (body, G_VARIANT_TYPE ("a(sssssbbmsmv)")) || call->devices == NULL)
    return FALSE;
  for (gsize i = 0; i < g_variant_n_children (body); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (body, i);

      if (!add_device (call, child))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_progress (WsCall *call, GVariant *body)
{
  double fraction;
  const char *sentence;

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE ("(ds)")))
    return FALSE;
  g_variant_get (body, "(d&s)", &fraction, &sentence);
  if (call->progress != NULL && !call->answered)
    /* NaN is not a progress: CLAMP would let it through */
    call->progress (fraction > 0 ? MIN (fraction, 1) : 0, sentence, call->progress_data);
  return TRUE;
}

static gboolean
take_samples (WsCall *call, GVariant *body)
{
  const guint64 *durations_ns;
  gsize n;

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE ("at")) || call->samples == NULL
      || g_variant_n_children (body) > G_MAXUINT / sizeof (WsSample))
    return FALSE;
  durations_ns = g_variant_get_fixed_array (body, &n, sizeof *durations_ns);
  for (gsize i = 0; i < n && !call->endless; i++)
    {
      const WsSample sample = { .duration_ns = durations_ns[i],
                                .launch = WS_NONE,
                                .origin = call->timing.origin };

      g_array_append_val (call->samples, sample);
    }
  if (call->take_samples != NULL && !call->answered && n > 0)
    call->take_samples (&call->timing, durations_ns, (guint)n, call->samples_data);
  return TRUE;
}

static gboolean
take_timing (WsCall *call, GVariant *body)
{
  WsTiming *timing = &call->timing;
  guint32 origin = WS_ORIGIN_MODELLED;

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE_VARDICT))
    return FALSE;
  g_variant_lookup (body, "bytes", "t", &timing->n_bytes);
  g_variant_lookup (body, "grid", "t", &timing->grid);
  g_variant_lookup (body, "copies", "u", &timing->n_copies);
  g_variant_lookup (body, "rotates", "b", &timing->rotates);
  g_variant_lookup (body, "peak_bytes_per_s", "t", &timing->peak_bytes_per_s);
  g_variant_lookup (body, "copy_bytes_per_s", "t", &timing->copy_bytes_per_s);
  g_variant_lookup (body, "origin", "u", &origin);
  timing->has_result = g_variant_lookup (body, "correct", "b", &timing->correct);
  timing->origin = origin == WS_ORIGIN_MEASURED ? WS_ORIGIN_MEASURED : WS_ORIGIN_MODELLED;
  return TRUE;
}

static gboolean
take_counters (WsCall *call, GVariant *body)
{
  GVariantIter iter;
  WsCounter counter = { 0 };

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE ("a(ssd)")) || call->counters == NULL)
    return FALSE;
  g_variant_iter_init (&iter, body);
  while (g_variant_iter_next (&iter, "(ssd)", &counter.name, &counter.unit, &counter.value))
    g_ptr_array_add (call->counters, g_memdup2 (&counter, sizeof counter));
  return TRUE;
}

static gboolean
take_compiled (WsCall *call, GVariant *body)
{
  if (!g_variant_is_of_type (body, G_VARIANT_TYPE_VARDICT)
      || (call->kind != WS_CALL_COMPILER && call->kind != WS_CALL_COMPILE
          && call->kind != WS_CALL_ASK))
    return FALSE;
  g_clear_pointer (&call->compiled, g_variant_unref);
  call->compiled = g_variant_ref (body);
  return TRUE;
}

static gboolean
take_computed (WsCall *call, GVariant *body)
{
  if (!g_variant_is_of_type (body, G_VARIANT_TYPE ("aay")) || call->kind != WS_CALL_COMPUTE)
    return FALSE;
  g_clear_pointer (&call->outputs, g_ptr_array_unref);
  call->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  for (gsize i = 0; i < g_variant_n_children (body); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (body, i);

      g_ptr_array_add (call->outputs, g_variant_get_data_as_bytes (child));
    }
  return TRUE;
}

typedef gboolean (*Take) (WsCall *call, GVariant *body);

static const struct {
  const char *message;
  Take take;
} messages[] = {
  { "progress", take_progress }, { "samples", take_samples },     { "timing", take_timing },
  { "counters", take_counters }, { "devices", take_devices },     { "compiler", take_compiled },
  { "compiled", take_compiled }, { "guessed", take_compiled },    { "made", take_compiled },
  { "examined", take_compiled }, { "calibrated", take_compiled }, { "written", take_compiled },
  { "captured", take_compiled }, { "computed", take_computed },
};

/**
 * ws_call_is_data:
 * @message: name of a message
 *
 * Whether it is for ws_call_take().
 */
gboolean
ws_call_is_data (const char *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (g_str_equal (message, messages[i].message))
      return TRUE;
  return FALSE;
}

/**
 * ws_call_take:
 * @call: the running one
 * @message: name of a message
 * @body: (transfer none): what came with it
 *
 * Stores what the worker sends, or forwards it.
 *
 * Returns: %FALSE if it is invalid
 */
gboolean
ws_call_take (WsCall *call, const char *message, GVariant *body)
{
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (g_str_equal (message, messages[i].message))
      return messages[i].take (call, body);
  return FALSE;
}
