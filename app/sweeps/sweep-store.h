/* sweep-store.h: the sweeps that were run, kept in the user's folder, and those that were
 * published, bundled into the program. */
#pragma once

#include "timing/sweep.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_SWEEP_STORE (ws_sweep_store_get_type ())
G_DECLARE_FINAL_TYPE (WsSweepStore, ws_sweep_store, WS, SWEEP_STORE, GObject)

/* @folder: (nullable): %NULL for the user's data folder. Files that are damaged are left out, and
 * left alone. Signal changed. */
WsSweepStore *ws_sweep_store_new (const char *folder);
/* (transfer container) (element-type WsSweep): of one kind, the latest first, the published last */
GPtrArray *ws_sweep_store_list (WsSweepStore *self, WsSweepKind kind);
/* Kept from now on; written in the background. */
void ws_sweep_store_add (WsSweepStore *self, WsSweep *sweep);
/* Not of published ones. ws_sweep_store_add() undoes it. */
void ws_sweep_store_remove (WsSweepStore *self, WsSweep *sweep);

G_END_DECLS
