/* report.h: the findings of a check in machine-readable formats. */
#pragma once

#include "cli/cli.h"
#include "gate/gate.h"
#include "record/run.h"

G_BEGIN_DECLS

/**
 * CliReport:
 * @run: the checked run
 * @source: (nullable): path of its source, as given; messages have only its name
 * @gate: selects the launches
 * @findings: (element-type WsFinding): those of the selected launches
 * @results: (element-type WsGateResult): of the requirements
 */
typedef struct {
  const WsRun *run;
  const char *source;
  const WsGate *gate;
  GPtrArray *findings;
  GPtrArray *results;
} CliReport;

/**
 * CliRefusal:
 * @source: (nullable): path of the source, as it was given
 * @error: why nothing was checked
 * @diagnostics: what the compiler says
 *
 * A check that did not come to a run.
 */
typedef struct {
  const char *source;
  const GError *error;
  const CliDiagnostics *diagnostics;
} CliRefusal;

/**
 * CliReportFormat:
 * @name: as in --format
 * @print: prints what was found
 * @print_refusal: (nullable): prints why nothing was checked; %NULL if nothing is printed then
 */
typedef struct {
  const char *name;
  void (*print) (const CliReport *self);
  void (*print_refusal) (const CliRefusal *self);
} CliReportFormat;

const CliReportFormat *cli_report_find (const char *format, GError **error);
void cli_report_print_text (const CliReport *self);
void cli_report_print_json (const CliReport *self);
void cli_report_print_sarif (const CliReport *self);
void cli_report_print_junit (const CliReport *self);
void cli_report_print_sanitizer (const CliReport *self);
void cli_refusal_print_sarif (const CliRefusal *self);
void cli_refusal_print_junit (const CliRefusal *self);
GPtrArray *cli_refusal_list (const CliRefusal *self);
char *cli_refusal_dup_line (const CliRefusal *self);
char *cli_junit_escape (const char *text);
void cli_junit_add_result (GString *xml, const WsGateResult *result, const char *class);
gboolean cli_report_is_good (const CliReport *self);

guint cli_report_find_line (const WsRun *run, guint launch, guint32 site, const char **file);
char *cli_report_dup_path (const CliReport *self, const char *file);

G_END_DECLS
