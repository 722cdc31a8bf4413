/* sms-view.h: the SMs of a launch in a widget: choose an SM, a block, a time. */
#pragma once

#include "playback/canvas.h"

#include "view/figure.h"

G_BEGIN_DECLS

#define WS_TYPE_SMS_VIEW (ws_sms_view_get_type ())
G_DECLARE_FINAL_TYPE (WsSmsView, ws_sms_view, WS, SMS_VIEW, WsCanvas)

/* Signals: block-chosen (guint): a block was clicked; zoomed: the SM or the time span shown has
 * changed. */
GtkWidget *ws_sms_view_new (void);
void ws_sms_view_get_options (WsSmsView *self, WsSmsOptions *options);
char *ws_sms_view_dup_subtitle (WsSmsView *self);
guint ws_sms_view_get_sm (WsSmsView *self);
void ws_sms_view_zoom_together (WsSmsView *left, WsSmsView *right);
void ws_sms_view_set_sm (WsSmsView *self, guint sm);

G_END_DECLS
