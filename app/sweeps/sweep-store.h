/* sweep-store.h: the user's sweeps, saved in the user's folder, and published ones, bundled with
 * the program. */
#pragma once

#include "timing/sweep.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_SWEEP_STORE (ws_sweep_store_get_type ())
G_DECLARE_FINAL_TYPE (WsSweepStore, ws_sweep_store, WS, SWEEP_STORE, GObject)

/* Signal changed: a sweep was saved or deleted. */
WsSweepStore *ws_sweep_store_new (const char *folder);
GPtrArray *ws_sweep_store_list (WsSweepStore *self, WsSweepKind kind);
void ws_sweep_store_add (WsSweepStore *self, WsSweep *sweep);
void ws_sweep_store_remove (WsSweepStore *self, WsSweep *sweep);

G_END_DECLS
