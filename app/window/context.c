#include "window/context.h"

/**
 * ws_context_get_child:
 * @self: what the parts of a window share
 * @id: of a widget of the window's template
 *
 * Returns: (transfer none): the widget
 */
gpointer
ws_context_get_child (const WsContext *self, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->window), G_OBJECT_TYPE (self->window),
                                        id);
}
