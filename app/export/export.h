/* export.h: writes a view as a picture: PNG, SVG or PDF, with the same geometry in all three. Needs
 * no display. */
#pragma once

#include "view/figure.h"
#include "scenario/scenario.h"
#include "sheet/figure.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_EXPORT_MIN_SIZE  64
#define WS_EXPORT_MAX_SIZE  16384
#define WS_EXPORT_MAX_SCALE 4

#define WS_EXPORT_ERROR (ws_export_error_quark ())
GQuark ws_export_error_quark (void);

/**
 * WsExportError:
 * @WS_EXPORT_ERROR_FORMAT: the file's suffix is none of .png, .svg and .pdf
 * @WS_EXPORT_ERROR_SIZE: smaller than WS_EXPORT_MIN_SIZE or larger than WS_EXPORT_MAX_SIZE
 * @WS_EXPORT_ERROR_DRAW: cairo could not draw it
 */
typedef enum {
  WS_EXPORT_ERROR_FORMAT,
  WS_EXPORT_ERROR_SIZE,
  WS_EXPORT_ERROR_DRAW,
} WsExportError;

/**
 * WsExportForm:
 * @theme: how it looks
 * @width: of the layout, in pixels; in a PDF, points
 * @height: of the layout
 * @scale: pixels of a PNG for each of those: 1 to WS_EXPORT_MAX_SCALE
 */
typedef struct {
  WsThemeKind theme;
  int width;
  int height;
  double scale;
} WsExportForm;

gboolean ws_export_is_path (const char *path);

/* Draws @subject, with its background. */
typedef void (*WsExportDraw) (cairo_t *cr, gconstpointer subject, const WsTheme *theme,
                              double width, double height);
gboolean ws_export_drawing (WsExportDraw draw, gconstpointer subject, const WsExportForm *form,
                            const char *path, GCancellable *cancellable, GError **error);

gboolean ws_export_sheet (const WsSheet *sheet, const WsSheetOptions *options, gboolean bare,
                          const WsExportForm *form, const char *path, GError **error);

G_END_DECLS
