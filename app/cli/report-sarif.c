/* report-sarif.c: SARIF 2.1.0, which GitHub and editors show next to the source lines. After
 * "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS Standard. */
#include "cli/json.h"
#include "cli/report.h"
#include "gate/gate.h"
#include "words/words.h"

#include <string.h>

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

/* Rules in addition to those of findings. */
enum {
  REQUIREMENT = WS_FINDING_LAST + 1,
  COMPILER,
  NOT_RUN,
  N_RULES,
};

static const char *const rules[N_RULES] = {
  [REQUIREMENT] = "requirement",
  [COMPILER] = "compiler",
  [NOT_RUN] = "not-run",
};

static const char *const levels[WS_SEVERITY_LAST + 1] = {
  [WS_SEVERITY_ERROR] = "error",
  [WS_SEVERITY_WARNING] = "warning",
  [WS_SEVERITY_NOTE] = "note",
};

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

/* Rules are named as findings are in files. */
static const char *
get_rule (guint rule)
{
  return rule <= WS_FINDING_LAST ? ws_finding_kind_get_name (rule) : rules[rule];
}

static void
add_rules (JsonBuilder *builder)
{
  begin_array (builder, "rules");
  for (guint i = 0; i < N_RULES; i++)
    {
      begin_object (builder, NULL);
      cli_json_add_text (builder, "id", get_rule (i));
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

/* (transfer full): a path as a URI: spaces and symbols are escaped, slashes are kept */
static char *
make_uri (const char *path)
{
  return g_uri_escape_string (path, "/", FALSE);
}

/* @line: from 1; 0 if none is known
 * @column: likewise */
static void
add_place (JsonBuilder *builder, const char *path, guint line, guint column)
{
  g_autofree char *uri = make_uri (path);

  begin_object (builder, "physicalLocation");
  begin_object (builder, "artifactLocation");
  cli_json_add_text (builder, "uri", uri);
  json_builder_end_object (builder);
  if (line > 0)
    {
      begin_object (builder, "region");
      cli_json_add_number (builder, "startLine", line);
      if (column > 0)
        cli_json_add_number (builder, "startColumn", column);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

/* Whether the site has a location: without a file it has none. */
static gboolean
add_location (JsonBuilder *builder, const CliReport *self, guint launch, guint32 site,
              const char *message)
{
  const char *file;
  guint line = cli_report_find_line (self->run, launch, site, &file);
  g_autofree char *path = file != NULL ? cli_report_dup_path (self, file) : NULL;

  if (line == 0)
    return FALSE;
  begin_object (builder, NULL);
  add_place (builder, path, line, 0);
  if (message != NULL)
    add_message (builder, message);
  json_builder_end_object (builder);
  return TRUE;
}

/* Begins a result; the caller adds to it and ends it. */
static void
begin_result (JsonBuilder *builder, guint rule, const char *level, const char *message)
{
  begin_object (builder, NULL);
  cli_json_add_text (builder, "ruleId", get_rule (rule));
  cli_json_add_number (builder, "ruleIndex", rule);
  cli_json_add_text (builder, "level", level);
  add_message (builder, message);
}

static void
add_finding (JsonBuilder *builder, const CliReport *self, const WsFinding *finding)
{
  begin_result (builder, finding->kind, ws_finding_is_remark (finding) ? "note" : "error",
                finding->message);
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
  begin_result (builder, REQUIREMENT, "error", text);
  json_builder_end_object (builder);
}

/* Begins the log of one run, up to its results. */
static void
begin_log (JsonBuilder *builder)
{
  begin_object (builder, NULL);
  cli_json_add_text (builder, "$schema", SCHEMA);
  cli_json_add_text (builder, "version", "2.1.0");
  begin_array (builder, "runs");
  begin_object (builder, NULL);
  add_tool (builder);
}

static void
end_log (JsonBuilder *builder)
{
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_print (builder);
}

void
cli_report_print_sarif (const CliReport *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  begin_log (builder);
  begin_array (builder, "results");
  for (guint i = 0; i < self->findings->len; i++)
    add_finding (builder, self, g_ptr_array_index (self->findings, i));
  for (guint i = 0; i < self->results->len; i++)
    add_result (builder, g_ptr_array_index (self->results, i));
  end_log (builder);
}

/* ---- nothing was checked ---- */

/* Compilers count columns in bytes, SARIF in characters. */
static guint
find_column (const CliDiagnostics *self, const WsDiagnostic *one)
{
  g_auto (GStrv) lines = NULL;
  const char *line;

  if (one->column == 0 || self->text == NULL || g_strcmp0 (one->file, self->file) != 0)
    return one->column;
  lines = g_strsplit (self->text, "\n", -1);
  if (one->line == 0 || one->line > g_strv_length (lines))
    return one->column;
  line = lines[one->line - 1];
  return (guint)g_utf8_strlen (line, (gssize)MIN (one->column - 1, strlen (line))) + 1;
}

static void
add_diagnostic (JsonBuilder *builder, const CliRefusal *self, const WsDiagnostic *one)
{
  const CliReport report = { .source = self->source };
  g_autofree char *path = *one->file != '\0' ? cli_report_dup_path (&report, one->file) : NULL;

  begin_result (builder, COMPILER, levels[one->severity], one->text);
  begin_array (builder, "locations");
  if (path != NULL)
    {
      begin_object (builder, NULL);
      add_place (builder, path, one->line, find_column (self->diagnostics, one));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* For an error that is not a compiler's: only the file is known. */
static void
add_reason (JsonBuilder *builder, const CliRefusal *self)
{
  g_autofree char *line = cli_refusal_dup_line (self);

  begin_result (builder, NOT_RUN, "error", line);
  begin_array (builder, "locations");
  if (self->source != NULL)
    {
      begin_object (builder, NULL);
      add_place (builder, self->source, 0, 0);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* Why nothing was checked: the compiler's messages, at their lines. */
void
cli_refusal_print_sarif (const CliRefusal *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GPtrArray) all = cli_refusal_list (self);

  begin_log (builder);
  cli_json_add_text (builder, "columnKind", "unicodeCodePoints");
  begin_array (builder, "invocations");
  begin_object (builder, NULL);
  json_builder_set_member_name (builder, "executionSuccessful");
  json_builder_add_boolean_value (builder, FALSE);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
  begin_array (builder, "results");
  for (guint i = 0; i < all->len; i++)
    add_diagnostic (builder, self, g_ptr_array_index (all, i));
  if (all->len == 0)
    add_reason (builder, self);
  end_log (builder);
}
