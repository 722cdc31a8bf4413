/* figures.h: adds the charts of stored sweeps to the export of all figures. */
#pragma once

#include "export/figures.h"
#include "sweeps/sweep-store.h"

G_BEGIN_DECLS

void ws_sweeps_add_figures (WsSweepStore *store, WsFigureFolder *figures);

G_END_DECLS
