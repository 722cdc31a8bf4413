/* option.h: the options of one kernel, as catalog.ini declares them. */
#pragma once

#include "catalog/kernel.h"
#include "keys/section.h"

G_BEGIN_DECLS

GArray *ws_options_read (const WsSection *section);
guint ws_option_get_axes (const WsOption *self, guint32 value, gint64 axes[3]);
/* Options that every kernel has in addition to its own: check=yes, order=warps. */
#define WS_PLAN_CHECK "check"
#define WS_PLAN_ORDER "order"

gboolean ws_plan_check_options (const WsPlanParameters *self, const WsCatalogKernel *kernel,
                                GError **error);

char *ws_plan_fill_pattern (const WsPlan *self, const char *pattern);
gboolean ws_plan_read_whole (const char *text, guint64 *number);

G_END_DECLS
