/* ticker.h: advances a playhead with the frames of a widget, while the widget is visible and the
 * playhead is not at its end. */
#pragma once

#include "playback/playhead.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _WsTicker WsTicker;

WsTicker *ws_ticker_new (GtkWidget *widget);
void ws_ticker_free (WsTicker *self);
void ws_ticker_set_playhead (WsTicker *self, WsPlayhead *playhead);

G_END_DECLS
