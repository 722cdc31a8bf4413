/* grade-report.c: results of a class's submissions, as lines, as a table, and as JUnit XML. Text of
 * a submission is escaped: it cannot add a row, a cell or a formula. */
#include "cli/column.h"
#include "cli/grade.h"
#include "cli/report.h"

#include "export/data.h"
#include "files/replacement.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_MESSAGE 300 /* characters of one that are shown */

/* (transfer full): its first line */
static char *
make_line (const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message != NULL ? message : "", -1);
  g_autofree char *line = g_strndup (valid, strcspn (valid, "\n"));

  for (char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return g_utf8_substring (line, 0, MIN (g_utf8_strlen (line, -1), MAX_MESSAGE));
}

static const WsGateResult *
find_result (const WsAttempt *attempt, const char *requirement)
{
  for (guint i = 0; i < attempt->results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (attempt->results, i);

      if (g_str_equal (result->text, requirement))
        return result;
    }
  return NULL;
}

/* ---- lines ---- */

/* A line for each submission, and the number that passed. */
void
cli_grades_print (const CliGrades *self)
{
  guint n_passed = 0;
  int width = 0;

  for (guint i = 0; i < self->submissions->len; i++)
    cli_column_widen (&width, ((const CliSubmission *)self->submissions->pdata[i])->name);
  for (guint i = 0; i < self->submissions->len; i++)
    {
      const CliSubmission *one = g_ptr_array_index (self->submissions, i);
      g_autofree char *name = make_line (one->name);
      g_autofree char *message = NULL;

      if (one->attempt == NULL)
        continue;
      message = make_line (one->attempt->message);
      n_passed += one->attempt->state == WS_ATTEMPT_PASSED;
      cli_column_print (-(width + 2), name);
      printf (*message != '\0' ? "%s: %s\n" : "%s\n",
              ws_attempt_state_get_title (one->attempt->state), message);
    }
  printf (ngettext ("%1$u of %2$u submission passed.\n", "%1$u of %2$u submissions passed.\n",
                    self->submissions->len),
          n_passed, self->submissions->len);
}

/* ---- CSV ---- */

/* Spreadsheets take text that starts like this as a formula. */
static void
put (WsData *data, const char *text)
{
  g_autofree char *quoted = g_strconcat ("'", text, NULL);

  ws_data_put_text (data, *text != '\0' && strchr ("=+-@\t\r", *text) != NULL ? quoted : text);
}

static void
put_row (WsData *data, const CliSubmission *one, char **requirements)
{
  g_autofree char *message = make_line (one->attempt->message);

  ws_data_add_row (data);
  put (data, one->name);
  ws_data_put_text (data, ws_attempt_state_get_name (one->attempt->state));
  for (guint i = 0; requirements[i] != NULL; i++)
    {
      const WsGateResult *result = find_result (one->attempt, requirements[i]);

      ws_data_put_text (data, result == NULL ? "" : result->holds ? "yes" : "no");
      put (data, result == NULL ? "" : result->words);
    }
  put (data, message);
}

/**
 * cli_grades_write_csv:
 * @path: of a file
 *
 * Writes a row for each graded submission.
 *
 * Returns: whether it was written
 */
gboolean
cli_grades_write_csv (const CliGrades *self, const char *path, GError **error)
{
  g_autoptr (WsData) data = ws_data_new ("grades");
  g_auto (GStrv) requirements = ws_exercise_list_requirements (self->exercise);
  g_autofree char *text = NULL;

  ws_data_set_text (data, "exercise", self->exercise->id);
  ws_data_add_column (data, "submission");
  ws_data_add_column (data, "state");
  for (guint i = 0; requirements[i] != NULL; i++)
    {
      g_autofree char *found = g_strconcat (requirements[i], ": found", NULL);

      ws_data_add_column (data, requirements[i]);
      ws_data_add_column (data, found);
    }
  ws_data_add_column (data, "message");
  for (guint i = 0; i < self->submissions->len; i++)
    {
      const CliSubmission *one = g_ptr_array_index (self->submissions, i);

      if (one->attempt != NULL)
        put_row (data, one, requirements);
    }
  text = ws_data_to_csv (data);
  return ws_file_replace_path (path, text, strlen (text), WS_REPLACE_NONE, error);
}

/* ---- JUnit ---- */

static void
add_suite (GString *xml, const CliSubmission *one)
{
  const WsAttempt *attempt = one->attempt;
  g_autofree char *line = make_line (attempt->message);
  g_autofree char *message = cli_junit_escape (line);
  g_autofree char *valid = g_utf8_make_valid (attempt->message != NULL ? attempt->message : "", -1);
  g_autofree char *text = cli_junit_escape (valid);
  g_autofree char *name = cli_junit_escape (one->name);
  guint n_failures = attempt->state == WS_ATTEMPT_FAILED;
  gboolean has_error =
      attempt->state == WS_ATTEMPT_NOT_COMPILED || attempt->state == WS_ATTEMPT_STOPPED;

  for (guint i = 0; i < attempt->results->len; i++)
    n_failures += !((const WsGateResult *)g_ptr_array_index (attempt->results, i))->holds;
  g_string_append_printf (xml,
                          "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"%d\">\n",
                          name, attempt->results->len + 1, n_failures, has_error);
  g_string_append_printf (xml, "    <testcase classname=\"%s\" name=\"%s\"", name,
                          has_error ? "runs" : "passes");
  if (attempt->state == WS_ATTEMPT_PASSED)
    g_string_append (xml, "/>\n");
  else
    g_string_append_printf (
        xml, ">\n      <%1$s type=\"%2$s\" message=\"%3$s\">%4$s</%1$s>\n    </testcase>\n",
        has_error ? "error" : "failure", ws_attempt_state_get_name (attempt->state), message, text);
  for (guint i = 0; i < attempt->results->len; i++)
    cli_junit_add_result (xml, g_ptr_array_index (attempt->results, i), name);
  g_string_append (xml, "  </testsuite>\n");
}

/**
 * cli_grades_write_junit:
 * @path: of a file
 *
 * Writes a suite for each graded submission: whether it passes, and a test for each requirement.
 *
 * Returns: whether it was written
 */
gboolean
cli_grades_write_junit (const CliGrades *self, const char *path, GError **error)
{
  g_autoptr (GString) xml = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  g_autofree char *id = cli_junit_escape (self->exercise->id);

  g_string_append_printf (xml, "<testsuites name=\"%s\">\n", id);
  for (guint i = 0; i < self->submissions->len; i++)
    {
      const CliSubmission *one = g_ptr_array_index (self->submissions, i);

      if (one->attempt != NULL)
        add_suite (xml, one);
    }
  g_string_append (xml, "</testsuites>\n");
  return ws_file_replace_path (path, xml->str, xml->len, WS_REPLACE_NONE, error);
}
