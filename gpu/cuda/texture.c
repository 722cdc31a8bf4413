/* texture.c: textures and surfaces (CUDA Driver API, "Texture Object Management" and "Surface
 * Object Management").
 *
 * Their texels are in arrays, in a hardware-specific order; the job's buffer exists in addition,
 * and is copied to the array after each write, and back before it is read. A texture of linear
 * memory uses the buffer itself.
 */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>

static gboolean
can_bind (const WsCudaDriver *driver)
{
  return driver->cuArray3DCreate != NULL && driver->cuArrayDestroy != NULL
         && driver->cuMemcpy3DAsync != NULL && driver->cuTexObjectCreate != NULL
         && driver->cuTexObjectDestroy != NULL && driver->cuSurfObjectCreate != NULL
         && driver->cuSurfObjectDestroy != NULL;
}

static int
format_of (const WsTexture *texture)
{
  static const int formats[WS_TEXEL_LAST + 1][3] = {
    [WS_TEXEL_UNSIGNED] = { CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16,
                            CU_AD_FORMAT_UNSIGNED_INT32 },
    [WS_TEXEL_SIGNED] = { CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT16,
                          CU_AD_FORMAT_SIGNED_INT32 },
    [WS_TEXEL_FLOAT] = { 0, CU_AD_FORMAT_HALF, CU_AD_FORMAT_FLOAT },
  };

  return formats[texture->kind][texture->bits == 8 ? 0 : texture->bits == 16 ? 1 : 2];
}

static gboolean
make_array (WsCudaDevice *self, WsCudaTexture *bound, GError **error)
{
  const WsTexture *texture = &bound->texture;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = {
    .width = texture->width,
    .height = texture->height,
    .depth = texture->depth,
    .format = format_of (texture),
    .n_channels = texture->channels,
    .flags = (texture->flags & WS_TEXTURE_SURFACE) != 0 ? CUDA_ARRAY3D_SURFACE_LDST : 0,
  };

  return WS_CUDA_TRY (self->driver, cuArray3DCreate (&bound->array, &descriptor), error);
}

static gboolean
make_object (WsCudaDevice *self, WsCudaTexture *bound, GError **error)
{
  const WsTexture *texture = &bound->texture;
  CUDA_RESOURCE_DESC resource = { .type = CU_RESOURCE_TYPE_ARRAY };
  const CUDA_TEXTURE_DESC sampler = {
    .address_mode = { texture->address, texture->address, texture->address },
    .filter_mode = (texture->flags & WS_TEXTURE_LINEAR) != 0 ? CU_TR_FILTER_MODE_LINEAR
                                                             : CU_TR_FILTER_MODE_POINT,
    .flags = ((texture->flags & WS_TEXTURE_NORMALIZED) != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0)
             | (ws_texture_is_float (texture) ? 0 : CU_TRSF_READ_AS_INTEGER),
  };

  if (bound->array != NULL)
    resource.of.array = bound->array;
  else
    {
      resource.type = CU_RESOURCE_TYPE_LINEAR;
      resource.of.linear.address = bound->address;
      resource.of.linear.format = format_of (texture);
      resource.of.linear.n_channels = texture->channels;
      resource.of.linear.n_bytes = ws_texture_get_bytes (texture);
    }
  if ((texture->flags & WS_TEXTURE_SURFACE) != 0)
    return WS_CUDA_TRY (self->driver, cuSurfObjectCreate (&bound->object, &resource), error);
  return WS_CUDA_TRY (self->driver, cuTexObjectCreate (&bound->object, &resource, &sampler, NULL),
                      error);
}

static void
clear (WsCudaDevice *self, WsCudaTexture *bound)
{
  if (self->parent.lost)
    return;
  if (bound->object != 0 && (bound->texture.flags & WS_TEXTURE_SURFACE) != 0)
    self->driver->cuSurfObjectDestroy (bound->object);
  else if (bound->object != 0)
    self->driver->cuTexObjectDestroy (bound->object);
  if (bound->array != NULL)
    self->driver->cuArrayDestroy (bound->array);
}

/**
 * ws_cuda_bind_texture:
 * @texture: a texture or surface
 * @address: of memory with its texels
 * @object: (out): the handle for kernels
 *
 * Returns: %FALSE if the driver lacks or rejects it
 */
gboolean
ws_cuda_bind_texture (WsCudaDevice *self, const WsTexture *texture, CUdeviceptr address,
                      guint64 *object, GError **error)
{
  WsCudaTexture bound = { .texture = *texture, .address = address };

  if (!can_bind (self->driver))
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                   _ ("The driver of the %s does not support texture objects."), self->parent.name);
      return FALSE;
    }
  if (((texture->flags & WS_TEXTURE_BUFFER) == 0 && !make_array (self, &bound, error))
      || !make_object (self, &bound, error))
    {
      clear (self, &bound);
      return FALSE;
    }
  *object = bound.object;
  g_array_append_val (self->textures, bound);
  return TRUE;
}

/* Copies everything between the buffer and the array. */
static gboolean
copy (WsCudaDevice *self, const WsCudaTexture *bound, gboolean back, GError **error)
{
  const WsTexture *texture = &bound->texture;
  const size_t row = (size_t)texture->width * ws_texture_get_texel_bytes (texture);
  const CUDA_MEMCPY3D_SIDE array = { .memory_type = CU_MEMORYTYPE_ARRAY, .array = bound->array };
  const CUDA_MEMCPY3D_SIDE memory = { .memory_type = CU_MEMORYTYPE_DEVICE,
                                      .device = bound->address,
                                      .pitch = row,
                                      .height = MAX (texture->height, 1) };
  const CUDA_MEMCPY3D request = {
    .from = back ? array : memory,
    .to = back ? memory : array,
    .row_bytes = row,
    .n_rows = MAX (texture->height, 1),
    .n_slices = MAX (texture->depth, 1),
  };

  return WS_CUDA_TRY (self->driver, cuMemcpy3DAsync (&request, self->stream), error);
}

static gboolean
meets (const WsCudaTexture *bound, CUdeviceptr address, guint64 size)
{
  return bound->array != NULL && address < bound->address + ws_texture_get_bytes (&bound->texture)
         && bound->address < address + size;
}

/**
 * ws_cuda_fill_textures:
 * @address: of memory that was written, or will be by queued work
 * @size: bytes of it
 *
 * Queues copies from this memory to its textures.
 *
 * Returns: %FALSE if the driver reports an error
 */
gboolean
ws_cuda_fill_textures (WsCudaDevice *self, CUdeviceptr address, guint64 size, GError **error)
{
  for (guint i = 0; i < self->textures->len; i++)
    {
      const WsCudaTexture *bound = &g_array_index (self->textures, WsCudaTexture, i);

      if (meets (bound, address, size) && !copy (self, bound, FALSE, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_cuda_drain_surfaces:
 * @address: of memory about to be read
 * @size: bytes of it
 *
 * Copies what kernels wrote to surfaces back to that memory, and waits for completion.
 *
 * Returns: %FALSE if the driver reports an error
 */
gboolean
ws_cuda_drain_surfaces (WsCudaDevice *self, CUdeviceptr address, guint64 size, GError **error)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < self->textures->len; i++)
    {
      const WsCudaTexture *bound = &g_array_index (self->textures, WsCudaTexture, i);

      if ((bound->texture.flags & WS_TEXTURE_SURFACE) == 0 || !meets (bound, address, size))
        continue;
      if (!copy (self, bound, TRUE, error))
        return FALSE;
      has_any = TRUE;
    }
  return !has_any || WS_CUDA_TRY (self->driver, cuStreamSynchronize (self->stream), error);
}

/* Frees everything from ws_cuda_bind_texture(). */
void
ws_cuda_free_textures (WsCudaDevice *self)
{
  for (guint i = 0; i < self->textures->len; i++)
    clear (self, &g_array_index (self->textures, WsCudaTexture, i));
  g_array_set_size (self->textures, 0);
}
