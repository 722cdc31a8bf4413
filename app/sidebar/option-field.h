/* option-field.h: one option of a kernel: a number that is typed, or a choice of a list. */
#pragma once

#include "catalog/catalog.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_OPTION_FIELD (ws_option_field_get_type ())
G_DECLARE_FINAL_TYPE (WsOptionField, ws_option_field, WS, OPTION_FIELD, GtkBox)

WsOptionField *ws_option_field_new (const WsOption *option);
gboolean ws_option_field_get_value (WsOptionField *self, guint32 *value, GError **error);
void ws_option_field_set_value (WsOptionField *self, guint32 value);
void ws_option_field_show_problem (WsOptionField *self);

G_END_DECLS
