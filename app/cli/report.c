#include "cli/report.h"

#include "cli/json.h"
#include "gate/gate.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static const CliReportFormat formats[] = {
  { "text", cli_report_print_text, NULL },
  { "json", cli_report_print_json, NULL },
  { "sarif", cli_report_print_sarif, cli_refusal_print_sarif },
  { "junit", cli_report_print_junit, cli_refusal_print_junit },
  { "sanitizer", cli_report_print_sanitizer, NULL },
};

/**
 * cli_report_find:
 * @format: its name
 * @error: return location for a #GError: a #GOptionError
 *
 * Returns: (nullable): it
 */
const CliReportFormat *
cli_report_find (const char *format, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, format))
      return &formats[i];
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("Unknown format “%s”: it is text, json, sarif, junit or sanitizer."), format);
  return NULL;
}

/* Returns: whether there is no mistake, and all requirements are met */
gboolean
cli_report_is_good (const CliReport *self)
{
  for (guint i = 0; i < self->findings->len; i++)
    if (!ws_finding_is_remark (g_ptr_array_index (self->findings, i)))
      return FALSE;
  for (guint i = 0; i < self->results->len; i++)
    if (!((const WsGateResult *)g_ptr_array_index (self->results, i))->holds)
      return FALSE;
  return TRUE;
}

static gboolean
has_error (const GPtrArray *diagnostics)
{
  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    if (((const WsDiagnostic *)g_ptr_array_index (diagnostics, i))->severity == WS_SEVERITY_ERROR)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer container) (element-type WsDiagnostic): the compiler's messages, if they are
 * why nothing was checked; otherwise empty */
GPtrArray *
cli_refusal_list (const CliRefusal *self)
{
  GPtrArray *all = g_ptr_array_new ();

  if (g_error_matches (self->error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE)
      && has_error (self->diagnostics->list))
    g_ptr_array_extend (all, self->diagnostics->list, NULL, NULL);
  return all;
}

/* Returns: (transfer full): the first line of the reason: the lines below it show the place */
char *
cli_refusal_dup_line (const CliRefusal *self)
{
  return g_strndup (self->error->message, strcspn (self->error->message, "\n"));
}

/**
 * cli_report_find_line:
 * @site: of a finding, in the launch's kernel; or %WS_NONE
 * @file: (out) (nullable): of the source
 *
 * Returns: its line number, from 1; 0 if unknown
 */
guint
cli_report_find_line (const WsRun *run, guint launch, guint32 site, const char **file)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);

  *file = NULL;
  if (site >= kernel->n_sites || kernel->sites[site].file == WS_NONE)
    return 0;
  *file = ws_kernel_get_string (kernel, kernel->sites[site].file);
  return kernel->sites[site].line;
}

/* Returns: (transfer full): the path of a kernel's file, the source or one that it includes, in the
 * form in which the source's path was given */
char *
cli_report_dup_path (const CliReport *self, const char *file)
{
  g_autofree char *plain = self->source != NULL ? g_path_get_basename (self->source) : NULL;
  g_autofree char *folder = self->source != NULL ? g_path_get_dirname (self->source) : NULL;
  g_autofree char *beside = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;

  if (g_strcmp0 (plain, file) == 0)
    return g_strdup (self->source);
  if (folder == NULL || g_str_equal (folder, ".") || g_path_is_absolute (file)
      || !g_file_test (beside, G_FILE_TEST_EXISTS))
    return g_strdup (file);
  return g_steal_pointer (&beside);
}

void
cli_report_print_text (const CliReport *self)
{
  gboolean has_mistake = FALSE;
  guint n = ws_gate_count_launches (self->gate, self->run);

  for (guint i = 0; i < self->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->findings, i);

      has_mistake |= !ws_finding_is_remark (finding);
      if (finding->count > 1)
        /* Translators: a sentence, and its number of occurrences */
        printf (ngettext ("%s (%u time)\n", "%s (%u times)\n", (gulong)finding->count),
                finding->message, (guint)MIN (finding->count, G_MAXUINT));
      else
        printf ("%s\n", finding->message);
    }
  if (!has_mistake && n < self->run->n_launches)
    printf (_ ("%s (%u of %u launches checked): no race, no uninitialised read, no out-of-bounds "
               "access.\n"),
            ws_words_translate (self->run->title), n, (guint)self->run->n_launches);
  else if (!has_mistake)
    printf (_ ("%s: no race, no uninitialised read, no out-of-bounds access.\n"),
            ws_words_translate (self->run->title));
  for (guint i = 0; i < self->results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (self->results, i);

      /* Translators: a requirement, and what was found */
      printf (result->holds ? _ ("holds: %s (%s)\n") : _ ("does not hold: %s (%s)\n"), result->text,
              result->words);
    }
}

/* ---- JSON ---- */

static void
add_site (JsonBuilder *builder, const WsRun *run, guint launch, guint32 index)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  const char *file;
  guint line = cli_report_find_line (run, launch, index, &file);

  if (index >= kernel->n_sites)
    return;
  if (file != NULL)
    {
      cli_json_add_text (builder, "file", file);
      cli_json_add_number (builder, "line", line);
    }
  cli_json_add_number (builder, "ptx_line", kernel->sites[index].ptx_line);
}

static void
add_number (JsonBuilder *builder, const char *name, guint32 number)
{
  if (number != WS_NONE)
    cli_json_add_number (builder, name, number);
}

static void
add_access (JsonBuilder *builder, guint8 access, guint32 lanes)
{
  if (access != WS_FINDING_ACCESS_NONE)
    cli_json_add_text (builder, "access", ws_finding_access_get_name (access));
  if (lanes == 0)
    return;
  json_builder_set_member_name (builder, "lanes");
  json_builder_begin_array (builder);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((lanes >> lane) & 1)
      json_builder_add_int_value (builder, lane);
  json_builder_end_array (builder);
}

static void
add_finding (JsonBuilder *builder, const WsRun *run, const WsFinding *finding)
{
  const WsOtherAccess *other = &finding->other;

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "kind", ws_finding_kind_get_name (finding->kind));
  json_builder_set_member_name (builder, "remark");
  json_builder_add_boolean_value (builder, ws_finding_is_remark (finding));
  cli_json_add_text (builder, "kernel", ws_run_get_kernel (run, finding->launch)->title);
  cli_json_add_number (builder, "launch", finding->launch + 1);
  add_site (builder, run, finding->launch, finding->site);
  add_number (builder, "block", finding->block);
  add_number (builder, "warp", finding->warp);
  add_access (builder, finding->access, finding->lanes);
  cli_json_add_number (builder, "address", finding->address);
  if (finding->place != NULL)
    cli_json_add_text (builder, "place", finding->place);
  cli_json_add_number (builder, "count", finding->count);
  cli_json_add_text (builder, "message", finding->message);
  if (finding->has_other)
    {
      json_builder_set_member_name (builder, "other");
      json_builder_begin_object (builder);
      add_site (builder, run, finding->launch, other->site);
      add_number (builder, "block", other->block);
      add_number (builder, "warp", other->warp);
      add_access (builder, other->access, other->lanes);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_results (JsonBuilder *builder, const GPtrArray *results)
{
  if (results->len == 0)
    return;
  json_builder_set_member_name (builder, "requirements");
  json_builder_begin_array (builder);
  for (guint i = 0; i < results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (results, i);

      json_builder_begin_object (builder);
      cli_json_add_text (builder, "text", result->text);
      json_builder_set_member_name (builder, "holds");
      json_builder_add_boolean_value (builder, result->holds);
      cli_json_add_text (builder, "found", result->words);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
cli_report_print_json (const CliReport *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const WsRun *run = self->run;

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "kernel", run->id);
  cli_json_add_text (builder, "title", run->title);
  cli_json_add_text (builder, "device", run->device);
  json_builder_set_member_name (builder, "findings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->findings->len; i++)
    add_finding (builder, run, g_ptr_array_index (self->findings, i));
  json_builder_end_array (builder);
  add_results (builder, self->results);
  json_builder_end_object (builder);
  cli_json_print (builder);
}
