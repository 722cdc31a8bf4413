#include "worker/devices.h"

#include "cuda/cuda.h"
#include "virtual/virtual.h"

#include <glib/gi18n.h>
#include <string.h>

struct _WsDevices {
  WsCatalog *catalog;
  guint n_cores;        /* read at start: a sandboxed worker cannot read how many are online */
  gboolean looked;      /* whether the next three were tried */
  WsCudaDriver *driver; /* NULL: cuda_error tells why */
  GPtrArray *bundled;   /* WsSpec: the bundled ones of the catalogue */
  GPtrArray *failures;  /* WsSpecFailure: the user's models that could not be read */
  GPtrArray *cuda;      /* WsCudaInfo */
  GError *cuda_error;
  WsHostMemory *host;
  WsDevice *open;
};

#define DEVICES_TYPE G_VARIANT_TYPE ("a(sssssbbmsmv)")

static gpointer
ref_spec (gconstpointer spec, gpointer data)
{
  return ws_spec_ref ((WsSpec *)spec);
}

/**
 * ws_devices_new:
 * @catalog: the specs of the virtual devices; must outlive it. The user's are added
 * @files: (nullable) (array zero-terminated=1) (type filename): further spec files of the user
 *
 * Reads specs, without looking for a GPU yet.
 *
 * Returns: (transfer full): the devices of this computer, none of them open
 */
WsDevices *
ws_devices_new (WsCatalog *catalog, const char *const *files)
{
  WsDevices *self = g_new0 (WsDevices, 1);

  self->catalog = catalog;
  self->bundled = g_ptr_array_copy (ws_catalog_get_specs (catalog), ref_spec, NULL);
  g_ptr_array_set_free_func (self->bundled, (GDestroyNotify)ws_spec_unref);
  self->failures = ws_spec_failures_new ();
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    ws_catalog_add_spec_file (catalog, files[i], files[i], self->failures);
  ws_catalog_add_user_specs (catalog, self->failures);
  self->host = ws_host_memory_new ();
  self->n_cores = g_get_num_processors ();
  return self;
}

/**
 * ws_devices_free:
 * @self: (transfer full) (nullable): devices; closes the open one
 */
void
ws_devices_free (WsDevices *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->open, ws_device_close);
  g_clear_pointer (&self->cuda, g_ptr_array_unref);
  g_ptr_array_unref (self->bundled);
  g_ptr_array_unref (self->failures);
  g_clear_pointer (&self->driver, ws_cuda_driver_close);
  g_clear_error (&self->cuda_error);
  ws_host_memory_unref (self->host);
  g_free (self);
}

/* The driver is loaded on first use: starting it takes a tenth of a second. */
static void
look (WsDevices *self)
{
  if (self->looked)
    return;
  self->looked = TRUE;
  self->driver = ws_cuda_driver_open (NULL, &self->cuda_error);
  if (self->driver != NULL)
    self->cuda = ws_cuda_list (self->driver, &self->cuda_error);
}

static void
add_cuda (WsDevices *self, GVariantBuilder *builder)
{
  g_autofree char *driver =
      self->cuda != NULL ? ws_cuda_driver_dup_version (self->driver, NULL) : NULL;

  if (self->cuda == NULL)
    g_variant_builder_add (builder, "(sssssbbmsmv)", "cuda:0", "NVIDIA GPU", "",
                           self->cuda_error->message, "", FALSE, TRUE, NULL, NULL);
  for (guint i = 0; self->cuda != NULL && i < self->cuda->len; i++)
    {
      const WsCudaInfo *info = g_ptr_array_index (self->cuda, i);
      g_autofree char *id = g_strdup_printf ("cuda:%d", info->ordinal);

      g_variant_builder_add (
          builder, "(sssssbbmsmv)", id, info->spec != NULL ? info->spec->name : "NVIDIA GPU",
          info->spec != NULL ? info->spec->id : "", info->state, info->uuid, info->usable, TRUE,
          driver, info->spec != NULL ? ws_spec_to_variant (info->spec) : NULL);
    }
}

static gboolean
is_bundled (const WsDevices *self, const WsSpec *spec)
{
  return g_ptr_array_find (self->bundled, spec, NULL);
}

/* A twin has the name of its GPU, and is listed next to that GPU's model. */
static void
add_model (const WsDevices *self, GVariantBuilder *builder, const WsSpec *spec)
{
  g_autofree char *id = g_strdup_printf ("vm:%s", spec->id);
  g_autofree char *name = is_bundled (self, spec)
                              ? g_strdup_printf ("Virtual %s", spec->name)
                              : g_strdup_printf ("Virtual %s (%s)", spec->name, spec->id);

  g_variant_builder_add (builder, "(sssssbbmsmv)", id, name, spec->id,
                         _ ("Ready. Times are modelled."), "", TRUE, FALSE, NULL,
                         ws_spec_to_variant (spec));
}

/* The usual model, then the others, newest first. */
static void
add_virtual (WsDevices *self, GVariantBuilder *builder)
{
  GPtrArray *specs = ws_catalog_get_specs (self->catalog);
  const WsSpec *usual = ws_catalog_find_spec (self->catalog, WS_CATALOG_USUAL_SPEC, NULL);

  if (usual != NULL)
    add_model (self, builder, usual);
  for (guint i = specs->len; i-- > 0;)
    if (g_ptr_array_index (specs, i) != usual)
      add_model (self, builder, g_ptr_array_index (specs, i));
  for (guint i = 0; i < self->failures->len; i++)
    {
      const WsSpecFailure *failure = g_ptr_array_index (self->failures, i);
      g_autofree char *id = g_strdup_printf ("vm:%s", failure->id);

      g_variant_builder_add (builder, "(sssssbbmsmv)", id, failure->id, failure->id,
                             failure->message, "", FALSE, FALSE, NULL, NULL);
    }
}

/* Looks for real GPUs on the first call.
 *
 * Returns: (transfer floating): as in the message "devices": real GPUs first */
GVariant *
ws_devices_to_variant (WsDevices *self)
{
  GVariantBuilder builder;

  look (self);
  g_variant_builder_init (&builder, DEVICES_TYPE);
  add_cuda (self, &builder);
  add_virtual (self, &builder);
  return g_variant_builder_end (&builder);
}

static WsDevice *
open_cuda (WsDevices *self, const char *id, GError **error)
{
  const char *number = id + strlen ("cuda:");
  guint64 ordinal;

  look (self);
  if (self->cuda == NULL)
    {
      g_propagate_error (error, g_error_copy (self->cuda_error));
      return NULL;
    }
  for (guint i = 0; i < self->cuda->len; i++)
    {
      const WsCudaInfo *info = g_ptr_array_index (self->cuda, i);

      if (g_str_equal (number, info->uuid)
          || (g_ascii_string_to_unsigned (number, 10, 0, 4096, &ordinal, NULL)
              && (int)ordinal == info->ordinal))
        return ws_cuda_device_new (self->driver, info, error);
    }
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
               _ ("Unknown GPU “%s”; “warpstage-cli devices” lists all devices."), id);
  return NULL;
}

static WsDevice *
open_virtual (WsDevices *self, const char *id, GError **error)
{
  const WsSpec *spec = ws_catalog_find_spec (self->catalog, id + strlen ("vm:"), NULL);

  if (spec != NULL)
    return ws_vm_device_new_on ((WsSpec *)spec, self->n_cores, self->host);
  for (guint i = 0; i < self->failures->len; i++)
    {
      const WsSpecFailure *failure = g_ptr_array_index (self->failures, i);

      if (g_str_equal (failure->id, id + strlen ("vm:")))
        {
          g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND, failure->message);
          return NULL;
        }
    }
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
               _ ("Unknown virtual GPU “%s”; “warpstage-cli devices” lists all devices."), id);
  return NULL;
}

/**
 * ws_devices_open:
 * @id: as in "cuda:0" or "vm:h200"
 * @error: return location for a #GError: %WS_DEVICE_ERROR_NOT_FOUND if there is no such device
 *
 * Returns: (transfer none) (nullable): the device, opened on first use and kept until another is
 * requested; if that cannot be opened, the previous one stays open
 */
WsDevice *
ws_devices_open (WsDevices *self, const char *id, GError **error)
{
  WsDevice *device = NULL;

  if (self->open != NULL && g_str_equal (self->open->id, id))
    return self->open;
  if (g_str_has_prefix (id, "cuda:"))
    device = open_cuda (self, id, error);
  else if (g_str_has_prefix (id, "vm:"))
    device = open_virtual (self, id, error);
  else
    g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
                 _ ("Unknown device “%s”; “warpstage-cli devices” lists all devices."), id);
  if (device == NULL)
    return NULL;
  g_clear_pointer (&self->open, ws_device_close);
  self->open = device;
  return device;
}

/* Returns: (transfer none) (element-type WsSpec): the bundled models */
GPtrArray *
ws_devices_get_bundled (WsDevices *self)
{
  return self->bundled;
}
