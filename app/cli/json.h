/* json.h: what the commands that print JSON share. */
#pragma once

#include "record/run.h"

#include "session/agreement.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void cli_json_add_number (JsonBuilder *builder, const char *name, guint64 value);
void cli_json_add_text (JsonBuilder *builder, const char *name, const char *value);
void cli_json_add_causes (JsonBuilder *builder, const WsRun *run, guint launch);
void cli_json_add_stalls (JsonBuilder *builder, const WsRun *run, guint launch);
void cli_json_add_both (JsonBuilder *builder, WsAgreement *agreement);
void cli_json_add_fidelity (JsonBuilder *builder, const char *device, const char *kernel);
void cli_json_print (JsonBuilder *builder);

G_END_DECLS
