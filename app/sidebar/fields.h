/* fields.h: the fields of a run: n, block size, repeats, the options of the kernel, operator, type;
 * and the block to show. */
#pragma once

#include "catalog/catalog.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_FIELDS (ws_fields_get_type ())
G_DECLARE_FINAL_TYPE (WsFields, ws_fields, WS, FIELDS, GtkBox)

/* Signals: changed: the user typed something; settled: run it; kernel-chosen; block-shown; problem:
 * a field is invalid. */
gboolean ws_fields_get_parameters (WsFields *self, WsPlanParameters *parameters, GError **error);
void ws_fields_set_parameters (WsFields *self, const WsPlanParameters *parameters);
void ws_fields_set_kernel (WsFields *self, const WsCatalogKernel *kernel);
void ws_fields_set_program (WsFields *self, const char *arguments);
void ws_fields_set_kernels (WsFields *self, const char *const *names, guint chosen);
guint ws_fields_get_own_kernel (WsFields *self);
void ws_fields_set_own (WsFields *self, gboolean is_own);
void ws_fields_set_problem (WsFields *self, const GError *error);
void ws_fields_set_shown_block (WsFields *self, guint block, guint64 n_blocks);
guint ws_fields_get_shown_block (WsFields *self);
void ws_fields_forget_change (WsFields *self);

G_END_DECLS
