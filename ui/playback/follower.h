/* follower.h: base of widgets other than drawings that follow a playhead: lists, the transport, the
 * caption, the code. Drawings use WsCanvas.
 */
#pragma once

#include "playback/playhead.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_FOLLOWER (ws_follower_get_type ())
G_DECLARE_DERIVABLE_TYPE (WsFollower, ws_follower, WS, FOLLOWER, GtkWidget)

struct _WsFollowerClass {
  GtkWidgetClass parent_class;

  gpointer padding[3];
};

WsPlayhead *ws_follower_get_playhead (WsFollower *self);
void ws_follower_set_playhead (WsFollower *self, WsPlayhead *playhead);
void ws_follower_connect (WsFollower *self, const char *signal, GCallback callback);

G_END_DECLS
