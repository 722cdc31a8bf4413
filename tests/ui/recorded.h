/* recorded.h: runs of the catalogue's kernels, recorded in the test's own process. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

WsRun *recorded_new (const char *kernel, const char *spec, guint64 n, guint block);

G_END_DECLS
