/* figures.h: the charts of the sweeps that are kept, among all figures. */
#pragma once

#include "export/figures.h"
#include "sweeps/sweep-store.h"

G_BEGIN_DECLS

/* Adds a chart of each sweep that was run on this machine, under a heading of their own. */
void ws_sweeps_add_figures (WsSweepStore *store, WsFigureFolder *figures);

G_END_DECLS
