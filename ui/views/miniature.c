#include "views/miniature.h"

struct _WsMiniature {
  WsCanvas parent_instance;
};

G_DEFINE_FINAL_TYPE (WsMiniature, ws_miniature, WS_TYPE_CANVAS)

static void
ws_miniature_class_init (WsMiniatureClass *klass)
{
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "miniature");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ws_miniature_init (WsMiniature *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/**
 * ws_miniature_new:
 * @source: (transfer none): what it shows, with its options; it outlives this one
 *
 * Returns: (transfer floating): a picture without a playhead yet
 */
GtkWidget *
ws_miniature_new (WsCanvas *source)
{
  WsMiniature *self = g_object_new (WS_TYPE_MINIATURE, NULL);

  ws_canvas_set_source (WS_CANVAS (self), source);
  return GTK_WIDGET (self);
}
