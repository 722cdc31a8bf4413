/* sweep-list.h: the stored and the published sweeps, to choose from. */
#pragma once

#include "timing/sweep.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SWEEP_LIST (ws_sweep_list_get_type ())
G_DECLARE_FINAL_TYPE (WsSweepList, ws_sweep_list, WS, SWEEP_LIST, GtkWidget)

/* Signals: chosen (WsSweep *, gboolean): a sweep was added to the comparison, or removed from it;
 * remove (WsSweep *): the user deletes a sweep. */
GtkWidget *ws_sweep_list_new (void);
/* @sweeps: (element-type WsSweep): the latest first, the published last; @shown: (nullable): the
 * one that the others are compared with; @chosen: (nullable): ids */
void ws_sweep_list_set_sweeps (WsSweepList *self, GPtrArray *sweeps, WsSweep *shown,
                               const char *const *chosen);

G_END_DECLS
