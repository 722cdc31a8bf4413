/* report-sarif.c: SARIF 2.1.0, which GitHub and editors show at the lines. After "Static Analysis
 * Results Interchange Format (SARIF) Version 2.1.0", OASIS Standard. */
#include "cli/json.h"
#include "cli/report.h"
#include "gate/gate.h"
#include "words/words.h"

#include <string.h>

#define SCHEMA      "https://json.schemastore.org/sarif-2.1.0.json"
#define REQUIREMENT "requirement"

static void
begin_object (JsonBuilder *builder, const char *name)
{
  if (name != NULL)
    json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

static void
begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

static void
add_message (JsonBuilder *builder, const char *text)
{
  begin_object (builder, "message");
  cli_json_add_text (builder, "text", text);
  json_builder_end_object (builder);
}

/* Rules have the names of findings in files; what is required is one more. */
static void
add_rules (JsonBuilder *builder)
{
  begin_array (builder, "rules");
  for (guint i = 0; i <= WS_FINDING_LAST + 1; i++)
    {
      begin_object (builder, NULL);
      cli_json_add_text (builder, "id",
                         i <= WS_FINDING_LAST ? ws_finding_kind_get_name (i) : REQUIREMENT);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_tool (JsonBuilder *builder)
{
  begin_object (builder, "tool");
  begin_object (builder, "driver");
  cli_json_add_text (builder, "name", "Warpstage");
  cli_json_add_text (builder, "version", WS_VERSION);
  add_rules (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

/* (transfer full): a path as a URI: blanks and signs are escaped, slashes stay */
static char *
make_uri (const char *path)
{
  return g_uri_escape_string (path, "/", FALSE);
}

/* Whether there is a place to say: one without a file has none here. */
static gboolean
add_location (JsonBuilder *builder, const CliReport *self, guint launch, guint32 site,
              const char *message)
{
  const char *file;
  guint line = cli_report_find_line (self->run, launch, site, &file);
  g_autofree char *path = file != NULL ? cli_report_dup_path (self, file) : NULL;
  g_autofree char *uri = path != NULL ? make_uri (path) : NULL;

  if (line == 0)
    return FALSE;
  begin_object (builder, NULL);
  begin_object (builder, "physicalLocation");
  begin_object (builder, "artifactLocation");
  cli_json_add_text (builder, "uri", uri);
  json_builder_end_object (builder);
  begin_object (builder, "region");
  cli_json_add_number (builder, "startLine", line);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  if (message != NULL)
    add_message (builder, message);
  json_builder_end_object (builder);
  return TRUE;
}

static void
add_finding (JsonBuilder *builder, const CliReport *self, const WsFinding *finding)
{
  begin_object (builder, NULL);
  cli_json_add_text (builder, "ruleId", ws_finding_kind_get_name (finding->kind));
  cli_json_add_number (builder, "ruleIndex", finding->kind);
  cli_json_add_text (builder, "level", ws_finding_is_remark (finding) ? "note" : "error");
  add_message (builder, finding->message);
  begin_array (builder, "locations");
  add_location (builder, self, finding->launch, finding->site, NULL);
  json_builder_end_array (builder);
  if (finding->has_other)
    {
      begin_array (builder, "relatedLocations");
      add_location (builder, self, finding->launch, finding->other.site,
                    ws_finding_access_get_name (finding->other.access));
      json_builder_end_array (builder);
    }
  if (finding->count > 0)
    cli_json_add_number (builder, "occurrenceCount", MIN (finding->count, G_MAXINT32));
  json_builder_end_object (builder);
}

static void
add_result (JsonBuilder *builder, const WsGateResult *result)
{
  g_autofree char *text = ws_gate_result_dup_sentence (result);

  if (result->holds)
    return;
  begin_object (builder, NULL);
  cli_json_add_text (builder, "ruleId", REQUIREMENT);
  cli_json_add_number (builder, "ruleIndex", WS_FINDING_LAST + 1);
  cli_json_add_text (builder, "level", "error");
  add_message (builder, text);
  json_builder_end_object (builder);
}

void
cli_report_print_sarif (const CliReport *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  begin_object (builder, NULL);
  cli_json_add_text (builder, "$schema", SCHEMA);
  cli_json_add_text (builder, "version", "2.1.0");
  begin_array (builder, "runs");
  begin_object (builder, NULL);
  add_tool (builder);
  begin_array (builder, "results");
  for (guint i = 0; i < self->findings->len; i++)
    add_finding (builder, self, g_ptr_array_index (self->findings, i));
  for (guint i = 0; i < self->results->len; i++)
    add_result (builder, g_ptr_array_index (self->results, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_print (builder);
}
