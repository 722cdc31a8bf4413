/* drawing.h: base of everything that is drawn by a function of draw/: a widget with a theme that
 * knows where the pointer is, shows tooltips, times its drawing and tells assistive technology what
 * it shows. A drawing overrides draw, and where it has something to say, tooltip and describe.
 */
#pragma once

#include "pen/paint.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_DRAWING (ws_drawing_get_type ())
G_DECLARE_DERIVABLE_TYPE (WsDrawing, ws_drawing, WS, DRAWING, GtkWidget)

/**
 * WsDrawingPart:
 * @least: the first that there is
 * @most: the last
 * @now: the one that the keys have come to
 * @text: (transfer full): what it is
 *
 * One of the parts of a drawing that keys and pointer move along, by its number.
 */
typedef struct {
  double least;
  double most;
  double now;
  char *text;
} WsDrawingPart;

/**
 * WsDrawingClass:
 * @draw: draws it; FALSE where there is nothing to draw yet
 * @record: adds its nodes to a snapshot: one that @draw draws, unless it is overridden; FALSE where
 * there is nothing to draw yet
 * @tooltip: (nullable): text for a place, or %NULL
 * @describe: (nullable): one sentence that says what is shown, or %NULL
 * @get_part: (nullable): of one that can be operated: the part that has the keys; @part: all 0.
 * FALSE where none has them yet. Its role is one with a value, which this is
 * @theme_changed: (nullable): another theme is set
 * @hovered: (nullable): the pointer is elsewhere, or gone: x is -1
 * @shows_focus: draws what has the keyboard; else there is a ring round the whole
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
/* -1, -1 where the pointer is not on it */
void ws_drawing_get_hover (WsDrawing *self, double *x, double *y);
/* Says anew what is shown, and which part has the keys, to a screen reader. */
void ws_drawing_update_description (WsDrawing *self);
double ws_drawing_get_last_draw_ms (WsDrawing *self);

G_END_DECLS
