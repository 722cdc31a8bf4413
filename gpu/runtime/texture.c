/* texture.c: texture and surface objects: translates a program's descriptors for the virtual
 * GPU. */
#include "runtime/api.h"
#include "runtime/work.h"

#include <glib/gi18n.h>
#include <string.h>

/* The descriptors of an object. */
typedef struct {
  cudaResourceDesc resource;
  cudaTextureDesc texture;
} Made;

static void
fill_texel (WsTexture *to, const cudaChannelFormatDesc *texel)
{
  static const guint8 kinds[] = {
    [cudaChannelFormatKindSigned] = WS_TEXEL_SIGNED,
    [cudaChannelFormatKindUnsigned] = WS_TEXEL_UNSIGNED,
    [cudaChannelFormatKindFloat] = WS_TEXEL_FLOAT,
    [cudaChannelFormatKindNone] = WS_TEXEL_LAST + 1,
  };

  to->kind = kinds[MIN (texel->f, cudaChannelFormatKindNone)];
  to->bits = (guint8)CLAMP (texel->x, 0, 64);
  to->channels = (guint8)ws_channel_count (texel);
}

/* Returns: its address; 0 if there is none */
static guint64
fill_resource (WsTexture *to, const cudaResourceDesc *from)
{
  switch (from->resType)
    {
    case cudaResourceTypeArray:
      if (from->res.array.array == NULL)
        return 0;
      to->width = (guint32)from->res.array.array->extent.width;
      to->height = (guint32)from->res.array.array->extent.height;
      to->depth = (guint32)from->res.array.array->extent.depth;
      fill_texel (to, &from->res.array.array->texel);
      return from->res.array.array->address;
    case cudaResourceTypeLinear:
      fill_texel (to, &from->res.linear.desc);
      to->width =
          (guint32)(from->res.linear.sizeInBytes / MAX (ws_texture_get_texel_bytes (to), 1));
      to->flags = WS_TEXTURE_BUFFER;
      return (guint64)(guintptr)from->res.linear.devPtr;
    case cudaResourceTypePitch2D:
      fill_texel (to, &from->res.pitch2D.desc);
      to->width = (guint32)from->res.pitch2D.width;
      to->height = (guint32)from->res.pitch2D.height;
      to->row_bytes = (guint32)from->res.pitch2D.pitchInBytes;
      return (guint64)(guintptr)from->res.pitch2D.devPtr;
    default:
      return 0;
    }
}

/* Returns: (nullable): the feature that the virtual GPU lacks, as a sentence with the call */
static const char *
fill_reading (WsTexture *to, const cudaTextureDesc *from)
{
  guint n = ws_texture_get_dimensions (to);
  int modes[G_N_ELEMENTS (from->addressMode)];

  for (guint axis = 0; axis < n; axis++)
    {
      gboolean repeats = from->addressMode[axis] == WS_TEXTURE_WRAP
                         || from->addressMode[axis] == WS_TEXTURE_MIRROR;

      modes[axis] =
          repeats && from->normalizedCoords == 0 ? WS_TEXTURE_CLAMP : from->addressMode[axis];
      if (modes[axis] != modes[0])
        return _ ("%s: textures whose axes have different address modes are not supported.");
    }
  if (from->sRGB != 0)
    return _ ("%s: sRGB textures are not supported.");
  for (guint c = 0; c < G_N_ELEMENTS (from->borderColor); c++)
    if (modes[0] == WS_TEXTURE_BORDER && from->borderColor[c] != 0)
      return _ ("%s: border colours other than 0 are not supported.");
  to->address = (guint8)CLAMP (modes[0], 0, WS_TEXTURE_ADDRESS_LAST + 1);
  if ((to->flags & WS_TEXTURE_BUFFER) == 0)
    to->flags |= (from->filterMode != 0 ? WS_TEXTURE_LINEAR : 0u)
                 | (from->normalizedCoords != 0 ? WS_TEXTURE_NORMALIZED : 0u);
  if (from->readMode != 0 && to->kind != WS_TEXEL_FLOAT)
    to->flags |= WS_TEXTURE_READS_FLOAT;
  return NULL;
}

static cudaError_t
bind (WsRuntime *self, const char *call, const WsTexture *texture, guint64 address, guint64 *object)
{
  const char *wrong = ws_texture_find_wrong (texture);
  g_autoptr (GError) error = NULL;

  if (wrong == NULL
      && self->device->klass->bind_texture (self->device, texture, address, object, &error))
    return cudaSuccess;
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                    .name = (char *)call,
                                    .words = (char *)(wrong != NULL ? wrong : error->message),
                                    .begin_ns = self->host_ns,
                                    .error = cudaErrorInvalidValue });
  return cudaErrorInvalidValue;
}

static cudaError_t
create (WsRuntime *self, const char *call, const cudaResourceDesc *resource,
        const cudaTextureDesc *texture, guint64 *object)
{
  WsTexture made = { 0 };
  guint64 address;
  const char *lacks;
  cudaError_t error;
  Made all = { 0 };

  if (object == NULL || resource == NULL)
    return cudaErrorInvalidValue;
  if (resource->resType == cudaResourceTypeMipmappedArray)
    return ws_runtime_refuse (self, call, _ ("%s: mipmapped arrays are not supported."));
  address = fill_resource (&made, resource);
  if (address == 0 || ws_texture_get_dimensions (&made) == 0)
    return cudaErrorInvalidValue;
  if (texture == NULL)
    made.flags = WS_TEXTURE_SURFACE;
  else if ((lacks = fill_reading (&made, texture)) != NULL)
    return ws_runtime_refuse (self, call, lacks);
  error = bind (self, call, &made, address, object);
  if (error != cudaSuccess)
    return error;
  all.resource = *resource;
  if (texture != NULL)
    all.texture = *texture;
  g_hash_table_insert (self->objects, g_memdup2 (object, sizeof *object),
                       g_memdup2 (&all, sizeof all));
  return cudaSuccess;
}

static cudaError_t
get (guint64 object, cudaResourceDesc *resource, cudaTextureDesc *texture)
{
  WsRuntime *self = ws_runtime_enter ();
  const Made *made = g_hash_table_lookup (self->objects, &object);

  if (made == NULL || (resource == NULL && texture == NULL))
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  if (resource != NULL)
    *resource = made->resource;
  if (texture != NULL)
    *texture = made->texture;
  return ws_runtime_leave (self, cudaSuccess);
}

static cudaError_t
destroy (guint64 object)
{
  WsRuntime *self = ws_runtime_enter ();
  gboolean is_there = object == 0 || g_hash_table_remove (self->objects, &object);

  return ws_runtime_leave (self, is_there ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t
cudaCreateTextureObject (cudaTextureObject_t *object, const cudaResourceDesc *resource,
                         const cudaTextureDesc *texture, const void *view)
{
  WsRuntime *self = ws_runtime_enter ();
  guint64 made = 0;
  cudaError_t error;

  if (view != NULL)
    error = ws_runtime_refuse (self, __func__, _ ("%s: resource views are not supported."));
  else if (object == NULL || texture == NULL)
    error = cudaErrorInvalidValue;
  else
    error = create (self, __func__, resource, texture, &made);
  if (error == cudaSuccess)
    *object = made;
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaDestroyTextureObject (cudaTextureObject_t object)
{
  return destroy (object);
}

cudaError_t
cudaGetTextureObjectResourceDesc (cudaResourceDesc *resource, cudaTextureObject_t object)
{
  return get (object, resource, NULL);
}

cudaError_t
cudaGetTextureObjectTextureDesc (cudaTextureDesc *texture, cudaTextureObject_t object)
{
  return get (object, NULL, texture);
}

cudaError_t
cudaCreateSurfaceObject (cudaSurfaceObject_t *object, const cudaResourceDesc *resource)
{
  WsRuntime *self = ws_runtime_enter ();
  guint64 made = 0;
  gboolean is_array = resource != NULL && resource->resType == cudaResourceTypeArray;
  cudaError_t error = object != NULL && is_array ? create (self, __func__, resource, NULL, &made)
                                                 : cudaErrorInvalidValue;

  if (error == cudaSuccess)
    *object = made;
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaDestroySurfaceObject (cudaSurfaceObject_t object)
{
  return destroy (object);
}

cudaError_t
cudaGetSurfaceObjectResourceDesc (cudaResourceDesc *resource, cudaSurfaceObject_t object)
{
  return get (object, resource, NULL);
}
