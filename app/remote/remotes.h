/* remotes.h: the remotes that the user has added, saved in the settings. */
#pragma once

#include "remote/remote.h"

G_BEGIN_DECLS

#define WS_TYPE_REMOTES (ws_remotes_get_type ())
G_DECLARE_FINAL_TYPE (WsRemotes, ws_remotes, WS, REMOTES, GObject)

/* Signal "changed" (WsRemotes *, gpointer): one has been added, changed or removed. */
WsRemotes *ws_remotes_new (void);
guint ws_remotes_get_n (WsRemotes *self);
WsRemote *ws_remotes_get (WsRemotes *self, guint i);
WsRemote *ws_remotes_find (WsRemotes *self, const char *name);
WsRemote *ws_remotes_find_of (WsRemotes *self, const char *device, GError **error);
gboolean ws_remotes_put (WsRemotes *self, WsRemote *remote, GError **error);
gboolean ws_remotes_remove (WsRemotes *self, const char *name, GError **error);

G_END_DECLS
