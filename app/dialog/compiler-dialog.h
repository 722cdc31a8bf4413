/* compiler-dialog.h: fetches NVIDIA's compiler: its licence, to be accepted, then the progress. */
#pragma once

#include "fetch/fetch.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_COMPILER_DIALOG (ws_compiler_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsCompilerDialog, ws_compiler_dialog, WS, COMPILER_DIALOG, AdwWindow)

/* Signal: "installed": there is a compiler now. */
GtkWidget *ws_compiler_dialog_new (GtkWindow *parent, WsFetch *fetch);

G_END_DECLS
