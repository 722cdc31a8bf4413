/* window-helpers.h: what the tests of the whole window share. */
#pragma once

#include "helpers.h"
#include "window/window.h"

G_BEGIN_DECLS

int window_helper_main (int *argc, char ***argv, const WsWindowOptions *options, WsWindow **window,
                        void (*add_tests) (void));
gboolean window_helper_is_busy (WsWindow *window);
void window_helper_settle (WsWindow *window);
void window_helper_type (WsWindow *window, const char *n, const char *block);

G_END_DECLS
