/* webp.c: animated WebP by libwebpmux, which detects changes between frames itself. */
#include "export/webp.h"

#include "export/export.h"

#include <glib/gi18n.h>
#include <webp/encode.h>
#include <webp/mux.h>

#define EFFORT 1 /* 0 to 9: more is slower, hardly smaller: flat colours compress well anyway */

struct _WsWebp {
  WebPAnimEncoder *encoder;
  WebPConfig config;
  int width;
  int height;
  int time_ms; /* when the next frame begins */
};

static gboolean
fail (WsWebp *self, GError **error)
{
  const char *why = self->encoder != NULL ? WebPAnimEncoderGetError (self->encoder) : NULL;

  g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
               _ ("The WebP could not be written: %s."),
               why != NULL && *why != '\0' ? why : _ ("unknown error of libwebp"));
  return FALSE;
}

/**
 * ws_webp_new:
 * @width: pixels
 * @height: pixels
 * @loop: for ever, else once
 * @error: return location for a #GError: a #WsExportError
 *
 * Returns: (transfer full) (nullable): an animated WebP without frames
 */
WsWebp *
ws_webp_new (int width, int height, gboolean loop, GError **error)
{
  g_autoptr (WsWebp) self = g_new0 (WsWebp, 1);
  WebPAnimEncoderOptions options;

  self->width = width;
  self->height = height;
  if (!WebPAnimEncoderOptionsInit (&options) || !WebPConfigInit (&self->config)
      || !WebPConfigLosslessPreset (&self->config, EFFORT))
    {
      fail (self, error);
      return NULL;
    }
  options.anim_params.loop_count = loop ? 0 : 1;
  self->encoder = WebPAnimEncoderNew (width, height, &options);
  if (self->encoder == NULL)
    {
      fail (self, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * ws_webp_add:
 * @surface: RGB24 of its size
 * @delay_cs: for how long it is shown, hundredths of a second
 * @error: return location for a #GError: a #WsExportError
 *
 * Adds a frame, without loss.
 *
 * Returns: %FALSE if it could not be encoded
 */
gboolean
ws_webp_add (WsWebp *self, cairo_surface_t *surface, guint delay_cs, GError **error)
{
  WebPPicture picture;
  gboolean ok;

  g_return_val_if_fail (cairo_image_surface_get_width (surface) == self->width
                            && cairo_image_surface_get_height (surface) == self->height,
                        FALSE);

  if (!WebPPictureInit (&picture))
    return fail (self, error);
  picture.use_argb = 1;
  picture.width = self->width;
  picture.height = self->height;
  if (!WebPPictureAlloc (&picture))
    return fail (self, error);
  for (int y = 0; y < self->height; y++)
    {
      const guint8 *data = cairo_image_surface_get_data (surface);
      const guint32 *row =
          (const guint32 *)(const void *)(data
                                          + (gsize)y
                                                * (gsize)cairo_image_surface_get_stride (surface));
      guint32 *out = picture.argb + (gsize)y * (gsize)picture.argb_stride;

      for (int x = 0; x < self->width; x++)
        out[x] = row[x] | 0xff000000u;
    }
  ok = WebPAnimEncoderAdd (self->encoder, &picture, self->time_ms, &self->config) != 0;
  WebPPictureFree (&picture);
  self->time_ms += (int)delay_cs * 10;
  return ok ? TRUE : fail (self, error);
}

/**
 * ws_webp_end:
 * @stream: where all of it is written to
 * @error: return location for a #GError: a #WsExportError, or what @stream sets
 *
 * Returns: %FALSE if it could not be encoded or written
 */
gboolean
ws_webp_end (WsWebp *self, GOutputStream *stream, GError **error)
{
  WebPData data;
  gboolean ok;

  WebPDataInit (&data);
  if (!WebPAnimEncoderAdd (self->encoder, NULL, self->time_ms, NULL)
      || !WebPAnimEncoderAssemble (self->encoder, &data))
    {
      WebPDataClear (&data);
      return fail (self, error);
    }
  ok = g_output_stream_write_all (stream, data.bytes, data.size, NULL, NULL, error);
  WebPDataClear (&data);
  return ok;
}

void
ws_webp_free (WsWebp *self)
{
  WebPAnimEncoderDelete (self->encoder);
  g_free (self);
}
