/* drawing.h: base of widgets drawn by functions of draw/: it has a theme, tracks the pointer, shows
 * tooltips, measures drawing times, and describes its contents to assistive technology. Subclasses
 * override draw, and optionally tooltip and describe.
 */
#pragma once

#include "pen/paint.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_DRAWING (ws_drawing_get_type ())
G_DECLARE_DERIVABLE_TYPE (WsDrawing, ws_drawing, WS, DRAWING, GtkWidget)

/**
 * WsDrawingPart:
 * @least: the first one
 * @most: the last
 * @now: the one with the keyboard focus
 * @text: (transfer full): its description
 *
 * A numbered part of a drawing that keys and pointer operate.
 */
typedef struct {
  double least;
  double most;
  double now;
  char *text;
} WsDrawingPart;

/**
 * WsDrawingClass:
 * @draw: draws it; FALSE if there is nothing to draw yet
 * @record: adds its nodes to a snapshot: by default one drawn by @draw; FALSE if there is nothing
 * to draw yet
 * @tooltip: (nullable): text for a place, or %NULL
 * @describe: (nullable): one sentence that says what is shown, or %NULL
 * @get_part: (nullable): for an interactive drawing: the part with the keyboard focus, which is
 * also its accessible value; @part: all 0. FALSE if none has it yet
 * @theme_changed: (nullable): another theme is set
 * @hovered: (nullable): the pointer has moved, or left: x is -1
 * @shows_focus: whether it draws its own focus; else a ring surrounds the whole
 */
struct _WsDrawingClass {
  GtkWidgetClass parent_class;

  gboolean (*draw) (WsDrawing *self, cairo_t *cr, const WsTheme *theme, double width,
                    double height);
  gboolean (*record) (WsDrawing *self, GtkSnapshot *snapshot, const WsTheme *theme, double width,
                      double height);
  char *(*tooltip) (WsDrawing *self, const WsTheme *theme, double x, double y, double width,
                    double height);
  char *(*describe) (WsDrawing *self);
  gboolean (*get_part) (WsDrawing *self, WsDrawingPart *part);
  void (*theme_changed) (WsDrawing *self);
  void (*hovered) (WsDrawing *self, double x, double y);
  gboolean shows_focus;

  gpointer padding[1];
};

char *ws_drawing_dup_meaning (WsDrawing *self, double x, double y);
WsThemeKind ws_drawing_get_theme (WsDrawing *self);
const WsTheme *ws_drawing_peek_theme (WsDrawing *self);
void ws_drawing_set_theme (WsDrawing *self, WsThemeKind theme);
/* -1, -1 if the pointer is outside */
void ws_drawing_get_hover (WsDrawing *self, double *x, double *y);
/* Updates the description and the focused part for screen readers. */
void ws_drawing_update_description (WsDrawing *self);
double ws_drawing_get_last_draw_ms (WsDrawing *self);

G_END_DECLS
