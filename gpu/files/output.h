/* output.h: a stream into a descriptor that remembers that it failed. Private to files/. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_OUTPUT (ws_output_get_type ())
G_DECLARE_FINAL_TYPE (WsOutput, ws_output, WS, OUTPUT, GOutputStream)

WsOutput *ws_output_new (int fd, const char *path);
void ws_output_stop (WsOutput *self);

G_END_DECLS
