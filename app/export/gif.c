/* gif.c: GIF89a by giflib. A frame is the bounding box of all changes, in which unchanged pixels
 * are transparent, which compresses well. Frames without changes only prolong the previous one. */
#include "export/gif.h"

#include "export/export.h"

#include <gif_lib.h>
#include <glib/gi18n.h>
#include <string.h>

#define MAX_DELAY_CS 65535
#define ALL_COLORS   256

struct _WsGif {
  GifFileType *file;
  GOutputStream *stream;
  GError *error; /* of the stream: giflib has no place for it */
  WsPalette *palette;
  int width;
  int height;
  int n_colors;  /* of the file's table: a power of two */
  int unchanged; /* its colour for what stays */
  guint8 *shown; /* screen contents before the pending frame */
  guint8 *next;  /* that frame: it is written when the one after it is known to differ */
  guint8 *line;
  guint delay_cs; /* of that frame */
  gboolean first; /* it is the first one */
  gboolean has_next;
};

static int
write_cb (GifFileType *file, const GifByteType *bytes, int n)
{
  WsGif *self = file->UserData;

  if (self->error != NULL
      || !g_output_stream_write_all (self->stream, bytes, (gsize)n, NULL, NULL, &self->error))
    return 0;
  return n;
}

static gboolean
fail (WsGif *self, GError **error)
{
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else
    g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
                 _ ("The GIF could not be written: %s."),
                 self->file != NULL && GifErrorString (self->file->Error) != NULL
                     ? GifErrorString (self->file->Error)
                     : _ ("unknown error of giflib"));
  return FALSE;
}

/* Netscape's extension: how often it begins again, 0 for ever. */
static gboolean
put_loop (WsGif *self)
{
  static const guint8 forever[] = { 1, 0, 0 };

  return EGifPutExtensionLeader (self->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK
         && EGifPutExtensionBlock (self->file, 11, "NETSCAPE2.0") == GIF_OK
         && EGifPutExtensionBlock (self->file, sizeof forever, forever) == GIF_OK
         && EGifPutExtensionTrailer (self->file) == GIF_OK;
}

static gboolean
put_screen (WsGif *self)
{
  GifColorType colors[ALL_COLORS] = { { 0 } };
  ColorMapObject *map;
  int status;

  for (guint i = 0; i < ws_palette_get_n_colors (self->palette); i++)
    {
      guint32 color = ws_palette_get_color (self->palette, i);

      colors[i] = (GifColorType){ (GifByteType)(color >> 16), (GifByteType)(color >> 8),
                                  (GifByteType)color };
    }
  map = GifMakeMapObject (self->n_colors, colors);
  if (map == NULL)
    return FALSE;
  status = EGifPutScreenDesc (self->file, self->width, self->height, 8, 0, map);
  GifFreeMapObject (map);
  return status == GIF_OK;
}

/**
 * ws_gif_new:
 * @stream: where it is written to
 * @width: pixels
 * @height: pixels
 * @palette: the colours of all frames; borrowed
 * @loop: for ever, else once
 * @error: return location for a #GError: a #WsExportError, or what @stream sets
 *
 * Returns: (transfer full) (nullable): an animated GIF without frames
 */
WsGif *
ws_gif_new (GOutputStream *stream, int width, int height, WsPalette *palette, gboolean loop,
            GError **error)
{
  g_autoptr (WsGif) self = g_new0 (WsGif, 1);
  gsize n_pixels = (gsize)width * (gsize)height;
  int code = 0;

  self->stream = g_object_ref (stream);
  self->palette = palette;
  self->width = width;
  self->height = height;
  self->unchanged = (int)ws_palette_get_n_colors (palette);
  self->n_colors = 1 << GifBitSize (self->unchanged + 1);
  self->shown = g_malloc (n_pixels);
  self->next = g_malloc (n_pixels);
  self->line = g_malloc ((gsize)width);
  self->first = TRUE;
  self->file = EGifOpen (self, write_cb, &code);
  if (self->file != NULL)
    EGifSetGifVersion (self->file, true);
  if (self->file != NULL && put_screen (self) && (!loop || put_loop (self)))
    return g_steal_pointer (&self);
  fail (self, error);
  return NULL;
}

typedef struct {
  int x, y, w, h;
} Rectangle;

/* The changed part of the pending frame; one pixel if nothing changed. */
static Rectangle
find_change (const WsGif *self)
{
  int left = self->width;
  int right = -1;
  int top = -1;
  int bottom = -1;

  if (self->first)
    return (Rectangle){ 0, 0, self->width, self->height };
  for (int y = 0; y < self->height; y++)
    {
      const guint8 *a = self->shown + (gsize)y * (gsize)self->width;
      const guint8 *b = self->next + (gsize)y * (gsize)self->width;
      int x = 0;
      int end = self->width;

      if (memcmp (a, b, (gsize)self->width) == 0)
        continue;
      while (a[x] == b[x])
        x++;
      while (a[end - 1] == b[end - 1])
        end--;
      left = MIN (left, x);
      right = MAX (right, end - 1);
      top = top < 0 ? y : top;
      bottom = y;
    }
  if (right < 0)
    return (Rectangle){ 0, 0, 1, 1 };
  return (Rectangle){ left, top, right - left + 1, bottom - top + 1 };
}

static gboolean
put_lines (WsGif *self, const Rectangle *part)
{
  for (int y = part->y; y < part->y + part->h; y++)
    {
      gsize at = (gsize)y * (gsize)self->width + (gsize)part->x;

      for (int x = 0; x < part->w; x++)
        self->line[x] = !self->first && self->next[at + (gsize)x] == self->shown[at + (gsize)x]
                            ? (guint8)self->unchanged
                            : self->next[at + (gsize)x];
      if (EGifPutLine (self->file, self->line, part->w) != GIF_OK)
        return FALSE;
    }
  return TRUE;
}

/* Writes the pending frame, which is then on the screen. */
static gboolean
put_next (WsGif *self, GError **error)
{
  Rectangle part = find_change (self);
  GraphicsControlBlock control = { .DisposalMode = DISPOSE_DO_NOT,
                                   .DelayTime = (int)MIN (self->delay_cs, MAX_DELAY_CS),
                                   .TransparentColor =
                                       self->first ? NO_TRANSPARENT_COLOR : self->unchanged };
  GifByteType bytes[4];
  guint8 *before = self->shown;

  if (EGifGCBToExtension (&control, bytes) != sizeof bytes
      || EGifPutExtension (self->file, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) != GIF_OK
      || EGifPutImageDesc (self->file, part.x, part.y, part.w, part.h, false, NULL) != GIF_OK
      || !put_lines (self, &part))
    return fail (self, error);
  self->shown = self->next;
  self->next = before;
  self->first = FALSE;
  self->has_next = FALSE;
  return TRUE;
}

/**
 * ws_gif_add:
 * @surface: RGB24 of its size
 * @delay_cs: for how long it is shown, hundredths of a second
 *
 * Adds a frame: the bounding box of all changes. Without changes, the previous one is shown for
 * longer.
 *
 * Returns: %FALSE if it could not be written
 */
gboolean
ws_gif_add (WsGif *self, cairo_surface_t *surface, guint delay_cs, GError **error)
{
  gsize n_pixels = (gsize)self->width * (gsize)self->height;
  g_autofree guint8 *frame = g_malloc (n_pixels);

  g_return_val_if_fail (cairo_image_surface_get_width (surface) == self->width
                            && cairo_image_surface_get_height (surface) == self->height,
                        FALSE);

  ws_palette_map (self->palette, surface, frame);
  if (self->has_next && memcmp (frame, self->next, n_pixels) == 0
      && self->delay_cs + delay_cs <= MAX_DELAY_CS)
    {
      self->delay_cs += delay_cs;
      return TRUE;
    }
  if (self->has_next && !put_next (self, error))
    return FALSE;
  memcpy (self->next, frame, n_pixels);
  self->delay_cs = delay_cs;
  self->has_next = TRUE;
  return TRUE;
}

/* Writes the last frame and the end.
 *
 * Returns: %FALSE if they could not be written */
gboolean
ws_gif_end (WsGif *self, GError **error)
{
  int code = 0;
  int status;

  if (self->has_next && !put_next (self, error))
    return FALSE;
  status = EGifCloseFile (self->file, &code);
  self->file = NULL;
  return status == GIF_OK && self->error == NULL ? TRUE : fail (self, error);
}

void
ws_gif_free (WsGif *self)
{
  if (self->file != NULL)
    EGifCloseFile (self->file, NULL);
  g_clear_object (&self->stream);
  g_clear_error (&self->error);
  g_free (self->shown);
  g_free (self->next);
  g_free (self->line);
  g_free (self);
}
