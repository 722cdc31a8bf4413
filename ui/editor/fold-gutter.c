#include "editor/fold-gutter.h"

#include "editor/gutter-line.h"

#define WIDTH_PX     13
#define HALF_PX      3.5  /* of the triangle */
#define OPEN_ALPHA   0.45 /* of the text's colour */
#define CLOSED_ALPHA 0.95

struct _WsFoldGutter {
  GtkSourceGutterRenderer parent_instance;

  WsCodeFolds *folds;
};

G_DEFINE_FINAL_TYPE (WsFoldGutter, ws_fold_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

/* It points down over what is shown, and to the right before what is not. */
static void
draw_triangle (GtkSnapshot *snapshot, const GdkRGBA *color, gboolean closed, double y,
               double height)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, y, WIDTH_PX, height));

  cairo_translate (cr, WIDTH_PX / 2., y + height / 2);
  if (!closed)
    cairo_rotate (cr, G_PI / 2);
  cairo_move_to (cr, HALF_PX, 0);
  cairo_line_to (cr, -HALF_PX + 1, -HALF_PX - 0.5);
  cairo_line_to (cr, -HALF_PX + 1, HALF_PX + 0.5);
  cairo_close_path (cr);
  cairo_set_source_rgba (cr, color->red, color->green, color->blue,
                         closed ? CLOSED_ALPHA : OPEN_ALPHA);
  cairo_fill (cr);
  cairo_destroy (cr);
}

static void
ws_fold_gutter_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot,
                              GtkSourceGutterLines *lines, guint line)
{
  WsFoldGutter *self = WS_FOLD_GUTTER (renderer);
  WsFoldState state = ws_code_folds_get_state (self->folds, line + 1);
  GdkRGBA color;
  int y;
  int height;

  if (state == WS_FOLD_NONE || !ws_gutter_line_get_place (lines, line, &y, &height))
    return;
  gtk_style_context_get_color (
      gtk_widget_get_style_context (GTK_WIDGET (gtk_source_gutter_renderer_get_view (renderer))),
      &color);
  draw_triangle (snapshot, &color, state == WS_FOLD_CLOSED, y, height);
}

static gboolean
ws_fold_gutter_query_activatable (GtkSourceGutterRenderer *renderer, GtkTextIter *iter,
                                  GdkRectangle *area)
{
  return ws_code_folds_get_state (WS_FOLD_GUTTER (renderer)->folds,
                                  (guint)gtk_text_iter_get_line (iter) + 1)
         != WS_FOLD_NONE;
}

static void
ws_fold_gutter_activate (GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area,
                         guint button, GdkModifierType state, int n_presses)
{
  WsFoldGutter *self = WS_FOLD_GUTTER (renderer);
  guint line = (guint)gtk_text_iter_get_line (iter) + 1;

  if (button == GDK_BUTTON_PRIMARY)
    ws_code_folds_set_closed (self->folds, line,
                              ws_code_folds_get_state (self->folds, line) == WS_FOLD_OPEN);
}

static void
ws_fold_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH_PX : 0;
}

static void
ws_fold_gutter_finalize (GObject *object)
{
  g_object_unref (WS_FOLD_GUTTER (object)->folds);
  G_OBJECT_CLASS (ws_fold_gutter_parent_class)->finalize (object);
}

static void
ws_fold_gutter_class_init (WsFoldGutterClass *klass)
{
  GtkSourceGutterRendererClass *renderer_class = GTK_SOURCE_GUTTER_RENDERER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_fold_gutter_finalize;
  GTK_WIDGET_CLASS (klass)->measure = ws_fold_gutter_measure;
  renderer_class->snapshot_line = ws_fold_gutter_snapshot_line;
  renderer_class->query_activatable = ws_fold_gutter_query_activatable;
  renderer_class->activate = ws_fold_gutter_activate;
}

static void
ws_fold_gutter_init (WsFoldGutter *self)
{
}

/**
 * ws_fold_gutter_new:
 * @folds: (transfer none): of the view's text
 *
 * Returns: (transfer floating): a margin of triangles
 */
WsFoldGutter *
ws_fold_gutter_new (WsCodeFolds *folds)
{
  WsFoldGutter *self = g_object_new (WS_TYPE_FOLD_GUTTER, NULL);

  self->folds = g_object_ref (folds);
  g_signal_connect_object (folds, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  return self;
}
