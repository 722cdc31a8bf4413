/* report-junit.c: JUnit XML, which CI systems list as tests: one for each launch and each
 * requirement. */
#include "cli/report.h"
#include "gate/gate.h"
#include "words/words.h"

#include <stdio.h>

/* Returns: (transfer full): escaped; characters that XML does not allow are left out */
char *
cli_junit_escape (const char *text)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar one = g_utf8_get_char (at);

      if (one >= ' ' || one == '\n' || one == '\t')
        g_string_append_unichar (plain, one);
    }
  return g_markup_escape_text (plain->str, (gssize)plain->len);
}

static gboolean
is_of (const WsFinding *finding, guint launch)
{
  return finding->launch == launch && !ws_finding_is_remark (finding);
}

static guint
count_failures (const CliReport *self, guint launch)
{
  guint n = 0;

  for (guint i = 0; i < self->findings->len; i++)
    n += is_of (g_ptr_array_index (self->findings, i), launch);
  return n;
}

static void
print_launch (const CliReport *self, guint launch, const char *class)
{
  g_autofree char *title = cli_junit_escape (ws_run_get_kernel (self->run, launch)->title);

  printf ("    <testcase classname=\"%s\" name=\"launch %u: %s\"", class, launch + 1, title);
  if (count_failures (self, launch) == 0)
    {
      printf ("/>\n");
      return;
    }
  printf (">\n");
  for (guint i = 0; i < self->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->findings, i);
      g_autofree char *message = cli_junit_escape (finding->message);

      if (is_of (finding, launch))
        printf ("      <failure type=\"%s\" message=\"%s\">%s: %s</failure>\n",
                ws_finding_kind_get_name (finding->kind), message, title, message);
    }
  printf ("    </testcase>\n");
}

/* Once as the attribute, which most tools show, and once as text, which GitLab and Jenkins show
 * when a test is opened. (transfer full) */
static char *
make_failure (const WsGateResult *result)
{
  g_autofree char *sentence = ws_gate_result_dup_sentence (result);
  g_autofree char *message = cli_junit_escape (sentence);
  GString *xml = g_string_new (NULL);

  g_string_append_printf (xml, "<failure type=\"requirement\" message=\"%s\">%s", message, message);
  for (guint i = 0; i < result->findings->len; i++)
    {
      g_autofree char *finding = cli_junit_escape (g_ptr_array_index (result->findings, i));

      g_string_append_printf (xml, "\n%s", finding);
    }
  g_string_append (xml, "</failure>");
  return g_string_free (xml, FALSE);
}

/**
 * cli_junit_add_result:
 * @xml: (inout): receives a test
 * @result: of a requirement
 * @class: class name of the test, escaped
 */
void
cli_junit_add_result (GString *xml, const WsGateResult *result, const char *class)
{
  g_autofree char *text = cli_junit_escape (result->text);
  g_autofree char *failure = NULL;

  g_string_append_printf (xml, "    <testcase classname=\"%s\" name=\"%s\"", class, text);
  if (result->holds)
    {
      g_string_append (xml, "/>\n");
      return;
    }
  failure = make_failure (result);
  g_string_append_printf (xml, ">\n      %s\n    </testcase>\n", failure);
}

/* Why nothing was checked, as an error of one test. */
void
cli_refusal_print_junit (const CliRefusal *self)
{
  g_autoptr (GPtrArray) all = cli_refusal_list (self);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *line = cli_refusal_dup_line (self);
  g_autofree char *message = cli_junit_escape (line);
  g_autofree char *class =
      cli_junit_escape (self->source != NULL ? self->source : "warpstage check");
  g_autofree char *escaped = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *said = cli_format_diagnostic (
          g_ptr_array_index (all, i), self->diagnostics->file, self->diagnostics->text);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", said);
    }
  escaped = cli_junit_escape (all->len > 0 ? text->str : self->error->message);
  printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
          "  <testsuite name=\"warpstage check\" tests=\"1\" failures=\"0\" errors=\"1\">\n"
          "    <testcase classname=\"%s\" name=\"runs\">\n"
          "      <error type=\"%s\" message=\"%s\">%s</error>\n"
          "    </testcase>\n  </testsuite>\n</testsuites>\n",
          class, all->len > 0 ? "not-compiled" : "not-run", message, escaped);
}

void
cli_report_print_junit (const CliReport *self)
{
  g_autofree char *class = cli_junit_escape (self->run->id);
  g_autoptr (GString) results = g_string_new (NULL);
  guint n_failures = 0;

  for (guint i = 0; i < self->run->n_launches; i++)
    n_failures += count_failures (self, i) > 0;
  for (guint i = 0; i < self->results->len; i++)
    n_failures += !((const WsGateResult *)g_ptr_array_index (self->results, i))->holds;
  printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
          "  <testsuite name=\"warpstage check\" tests=\"%u\" failures=\"%u\" errors=\"0\">\n",
          ws_gate_count_launches (self->gate, self->run) + self->results->len, n_failures);
  for (guint i = 0; i < self->run->n_launches; i++)
    if (ws_gate_has_launch (self->gate, self->run, i))
      print_launch (self, i, class);
  for (guint i = 0; i < self->results->len; i++)
    cli_junit_add_result (results, g_ptr_array_index (self->results, i), class);
  printf ("%s  </testsuite>\n</testsuites>\n", results->str);
}
