#include "runtime/capture.h"

#include "history/history.h"
#include "history/write.h"
#include "registry/capture.h"

#include <string.h>

/* ---- memory of the virtual GPU, as needed by registry/capture.h ---- */

static gboolean
find (gpointer data, guint64 address, WsSpan *span)
{
  const WsRuntime *self = data;
  const WsAllocation *found = ws_memory_find (ws_vm_device_get_memory (self->device), address);

  if (found != NULL)
    *span = (WsSpan){ found->address, found->size };
  return found != NULL;
}

static const guint8 *
read_span (gpointer data, const WsSpan *span)
{
  return ws_runtime_reach (data, (void *)(guintptr)span->address, span->size, NULL);
}

static gboolean
find_variable (gpointer data, const WsVariable *variable, WsSpan *span)
{
  const WsRuntime *self = data;
  WsDeviceSymbol symbol;

  if (!self->device->klass->find_symbol (self->device, variable->name, &symbol, NULL))
    return FALSE;
  *span = (WsSpan){ symbol.address, symbol.size_bytes };
  return TRUE;
}

/* ---- textures ---- */

/* (transfer full): its texels, without padding between rows */
static GBytes *
copy_texels (const WsBoundTexture *bound)
{
  const WsTexture *texture = &bound->texture;
  gsize row = (gsize)texture->width * ws_texture_get_texel_bytes (texture);
  guint8 *texels;

  if (texture->row_bytes == 0)
    return g_bytes_new (bound->texels, ws_texture_get_bytes (texture));
  texels = g_malloc (row * texture->height);
  for (guint y = 0; y < texture->height; y++)
    memcpy (texels + y * row, bound->texels + (gsize)y * texture->row_bytes, row);
  return g_bytes_new_take (texels, row * texture->height);
}

static void
add_textures (WsRuntime *self, const WsLaunchRequest *request, GPtrArray *textures)
{
  for (gsize at = 0; at + sizeof (guint64) <= request->params_size; at += sizeof (guint64))
    {
      const WsBoundTexture *bound;
      WsHistoryTexture *texture;
      guint64 object;

      memcpy (&object, request->params + at, sizeof object);
      bound = ws_vm_device_find_texture (self->device, object);
      if (bound == NULL)
        continue;
      texture = g_new0 (WsHistoryTexture, 1);
      texture->object = object;
      texture->bytes = copy_texels (bound);
      texture->texture = bound->texture;
      texture->texture.row_bytes = 0;
      g_ptr_array_add (textures, texture);
    }
}

/**
 * ws_runtime_capture:
 * @function: the kernel about to run
 * @request: its launch
 *
 * Writes a frame "capture" of the launch.
 */
void
ws_runtime_capture (WsRuntime *self, const WsFunction *function, const WsLaunchRequest *request)
{
  const WsSpec *spec = self->options.spec;
  const WsReachable reach = { self, find, find_variable, read_span };
  g_autoptr (GPtrArray) memories = ws_reachable_collect (&reach, &self->registry, function->module,
                                                         request->params, request->params_size);
  g_autoptr (GPtrArray) textures =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_history_texture_free);
  g_autoptr (GBytes) params = g_bytes_new (request->params, request->params_size);
  const WsCapture capture = { .launch = self->n_launches,
                              .module = function->module->history_index,
                              .architecture = ws_spec_get_capability (spec),
                              .registers = function->registers,
                              .params = params,
                              .memories = memories,
                              .textures = textures };

  add_textures (self, request, textures);
  ws_history_write (self->options.history, "capture", ws_capture_to_variant (&capture));
}
