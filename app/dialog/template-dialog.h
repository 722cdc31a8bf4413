/* template-dialog.h: choice of a template for a new kernel. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_TEMPLATE_DIALOG (ws_template_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsTemplateDialog, ws_template_dialog, WS, TEMPLATE_DIALOG, AdwWindow)

/* Signal: chosen (const char *): the id of a template. */
GtkWidget *ws_template_dialog_new (GtkWindow *parent);

G_END_DECLS
