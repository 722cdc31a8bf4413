/* edit.h: from the last key in the user's kernel to its picture. */
#pragma once

#include "window/window.h"

G_BEGIN_DECLS

/* A kernel of 100 lines at 2^20 elements, and a program with it, changed @repeats times in @window;
 * prints medians. */
void bench_edit (WsWindow *window, guint repeats);

G_END_DECLS
