/* json.h: what the commands that print JSON share. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void cli_json_add_number (JsonBuilder *builder, const char *name, guint64 value);
void cli_json_add_text (JsonBuilder *builder, const char *name, const char *value);
void cli_json_print (JsonBuilder *builder);

G_END_DECLS
