#include "window/context.h"

gpointer
ws_context_get_child (const WsContext *self, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->window), G_OBJECT_TYPE (self->window),
                                        id);
}
