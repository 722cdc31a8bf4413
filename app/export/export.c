#include "export/export-private.h"

#include "export/sink.h"
#include "files/replacement.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Returns: the domain of #WsExportError */
GQuark
ws_export_error_quark (void)
{
  return g_quark_from_static_string ("ws-export-error-quark");
}

typedef enum {
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF,
} Format;

static gboolean
find_format (const char *path, Format *format, GError **error)
{
  static const char *const suffixes[] = { ".png", ".svg", ".pdf" };
  g_autofree char *lower = g_ascii_strdown (path, -1);
  g_autofree char *base = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      {
        *format = i;
        return TRUE;
      }
  base = g_path_get_basename (path);
  g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_FORMAT,
               _ ("\"%s\" has no known picture format: use the suffix .png, .svg or .pdf."), base);
  return FALSE;
}

/**
 * ws_export_is_path:
 * @path: a file's name
 *
 * Returns: whether its suffix is a supported picture format: .png, .svg or .pdf, in any case
 */
gboolean
ws_export_is_path (const char *path)
{
  Format format;

  return find_format (path, &format, NULL);
}

static cairo_surface_t *
create_surface (Format format, int width, int height, WsSink *sink)
{
  cairo_surface_t *surface;

  switch (format)
    {
    case FORMAT_SVG:
      surface = cairo_svg_surface_create_for_stream (ws_sink_write_cb, sink, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;
    case FORMAT_PDF:
      surface = cairo_pdf_surface_create_for_stream (ws_sink_write_cb, sink, width, height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Warpstage");
      return surface;
    case FORMAT_PNG:
    default:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
    }
}

static cairo_status_t
paint (Format format, WsExportDraw draw, gconstpointer subject, const WsExportForm *form,
       WsSink *sink)
{
  double scale = format == FORMAT_PNG ? form->scale : 1;
  cairo_surface_t *surface = create_surface (format, (int)round (form->width * scale),
                                             (int)round (form->height * scale), sink);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  draw (cr, subject, ws_theme_get (form->theme), form->width, form->height);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && format == FORMAT_PNG)
    status = cairo_surface_write_to_png_stream (surface, ws_sink_write_cb, sink);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

typedef struct {
  Format format;
  WsExportDraw draw;
  gconstpointer subject;
  const WsExportForm *form;
} Writing;

static gboolean
write_drawing (GOutputStream *stream, gpointer data, GError **error)
{
  const Writing *self = data;
  WsSink sink = { .stream = stream };
  cairo_status_t status = paint (self->format, self->draw, self->subject, self->form, &sink);

  if (!ws_sink_finish (&sink, error))
    return FALSE;
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
               _ ("The picture could not be drawn: %s."), cairo_status_to_string (status));
  return FALSE;
}

/**
 * ws_export_replace:
 * @path: a local file
 * @write: writes its contents
 * @data: for @write
 * @cancellable: (nullable): cancelling keeps the old file
 *
 * Writes a file. An existing file is only replaced once the new one is complete; if @write fails,
 * it is kept, or no file is created.
 *
 * Returns: whether it was written
 */
gboolean
ws_export_replace (const char *path, WsExportWrite write, gpointer data, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WsReplacement) replacement =
      ws_replacement_new (file, WS_REPLACE_NONE, cancellable, error);

  return replacement != NULL && write (ws_replacement_get_stream (replacement), data, error)
         && ws_replacement_commit (replacement, cancellable, error);
}

static gboolean
check_form (Format format, const WsExportForm *form, GError **error)
{
  double scale = format == FORMAT_PNG ? form->scale : 1;

  if (!(form->scale >= 1 && form->scale <= WS_EXPORT_MAX_SCALE))
    {
      g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_SIZE,
                   _ ("The scale factor must be 1 to %d, not %g."), WS_EXPORT_MAX_SCALE,
                   form->scale);
      return FALSE;
    }
  if (MIN (form->width, form->height) >= WS_EXPORT_MIN_SIZE
      && MAX (form->width, form->height) * scale <= WS_EXPORT_MAX_SIZE)
    return TRUE;
  g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_SIZE,
               _ ("A picture of %.0f x %.0f is not possible: each side must have %d to %d pixels."),
               form->width * scale, form->height * scale, WS_EXPORT_MIN_SIZE, WS_EXPORT_MAX_SIZE);
  return FALSE;
}

/**
 * ws_export_check_form:
 * @form: how a picture is wanted
 * @error: return location for a #GError: a #WsExportError
 *
 * Returns: whether a picture of this size can be drawn
 */
gboolean
ws_export_check_form (const WsExportForm *form, GError **error)
{
  return check_form (FORMAT_PNG, form, error);
}

/**
 * ws_export_drawing:
 * @draw: draws it, background too
 * @form: theme, size and scale
 * @path: a local file; its suffix determines the format
 * @cancellable: (nullable): cancelling keeps the old file
 *
 * Writes a picture. An existing file is only replaced once the new one is complete. The scale
 * multiplies the pixels of a PNG and nothing else: the layout is that of the form's size.
 *
 * Returns: whether it was written; %WS_EXPORT_ERROR or %G_IO_ERROR says why not
 */
gboolean
ws_export_drawing (WsExportDraw draw, gconstpointer subject, const WsExportForm *form,
                   const char *path, GCancellable *cancellable, GError **error)
{
  Writing writing = { .draw = draw, .subject = subject, .form = form };

  g_return_val_if_fail (draw != NULL && form != NULL && path != NULL, FALSE);

  return find_format (path, &writing.format, error) && check_form (writing.format, form, error)
         && ws_export_replace (path, write_drawing, &writing, cancellable, error);
}

/**
 * ws_export_to_bytes:
 * @draw: draws it, background too
 * @form: theme, size and scale
 * @format: "png", "svg" or "pdf"
 *
 * As ws_export_drawing(), into memory.
 *
 * Returns: (transfer full) (nullable): the contents of a file
 */
GBytes *
ws_export_to_bytes (WsExportDraw draw, gconstpointer subject, const WsExportForm *form,
                    const char *format, GError **error)
{
  Writing writing = { .draw = draw, .subject = subject, .form = form };
  g_autofree char *name = g_strconcat (".", format, NULL);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();

  if (!find_format (name, &writing.format, error) || !check_form (writing.format, form, error)
      || !write_drawing (stream, &writing, error) || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

typedef struct {
  const WsSheet *sheet;
  const WsSheetOptions *options;
  gboolean bare;
} Charts;

static void
draw_charts_cb (cairo_t *cr, gconstpointer data, const WsTheme *theme, double width, double height)
{
  const Charts *charts = data;

  ws_draw_sheet_figure (cr, charts->sheet, charts->options, charts->bare,
                        &(WsArea){ theme, width, height });
}

/**
 * ws_export_sheet:
 * @sheet: charts, a table, and the words about them
 * @options: (nullable): which part of them is shown
 * @bare: without title, caption and source
 * @form: theme, size and scale
 * @path: a local file; its suffix determines the format
 *
 * Writes a sheet, as ws_export_drawing() does.
 *
 * Returns: whether it was written
 */
gboolean
ws_export_sheet (const WsSheet *sheet, const WsSheetOptions *options, gboolean bare,
                 const WsExportForm *form, const char *path, GError **error)
{
  Charts charts = { .sheet = sheet, .options = options, .bare = bare };

  g_return_val_if_fail (sheet != NULL && form != NULL && path != NULL, FALSE);
  return ws_export_drawing (draw_charts_cb, &charts, form, path, NULL, error);
}
