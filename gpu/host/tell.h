/* tell.h: steps of a program's history that no call writes: its end, and the host's reads of device
 * memory that crash it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ws_host_tell (int history, const char *message, GVariant *body);
GVariant *ws_host_make_refusal (const char *words);
void ws_host_catch_faults (int history);

G_END_DECLS
