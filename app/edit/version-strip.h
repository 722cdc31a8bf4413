/* version-strip.h: the versions of the user's kernel, side by side: a click brings one back. */
#pragma once

#include "edit/user-versions.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_VERSION_STRIP (ws_version_strip_get_type ())
G_DECLARE_FINAL_TYPE (WsVersionStrip, ws_version_strip, WS, VERSION_STRIP, GtkBox)

/* Signals: chosen (guint): a version was chosen; compare: the user wants to compare two. */
GtkWidget *ws_version_strip_new (WsUserVersions *versions);

G_END_DECLS
