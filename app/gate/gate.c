#include "gate/gate.h"

#include "metrics/metrics.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define RESULT   "result"
#define MISTAKES "mistakes"
#define LAUNCHES "launches"

typedef enum { OF_RESULT, OF_FINDINGS, OF_LAUNCHES, OF_METRIC } Kind;

typedef struct {
  char *text;
  Kind kind;
  int finding;        /* of findings: which; -1 for all that are mistakes */
  const char *metric; /* its id */
  guint sign;         /* index into signs */
  double bound;
} Requirement;

struct _WsGate {
  GArray *requirements; /* Requirement */
  GRegex *kernels;      /* nullable: names of those that count; NULL: all */
  GRegex *skipped;      /* nullable: of those that do not */
};

static gboolean
is_equal (double a, double b)
{
  return fabs (a - b) < 1e-9;
}

static gboolean
is_unequal (double a, double b)
{
  return !is_equal (a, b);
}

static gboolean
is_at_most (double a, double b)
{
  return a < b || is_equal (a, b);
}

static gboolean
is_at_least (double a, double b)
{
  return a > b || is_equal (a, b);
}

static gboolean
is_less (double a, double b)
{
  return !is_at_least (a, b);
}

static gboolean
is_more (double a, double b)
{
  return !is_at_most (a, b);
}

/* The longer of two that begin alike first. */
static const struct {
  const char *sign;
  gboolean (*holds) (double value, double bound);
} signs[] = {
  { "==", is_equal },    { "!=", is_unequal }, { "<=", is_at_most },
  { ">=", is_at_least }, { "<", is_less },     { ">", is_more },
};

/* Names that people say. */
static const struct {
  const char *name;
  const char *metric;
} others[] = {
  { "sectors-per-request", "global-load-transactions-per-request" },
  { "bank-conflicts", "shared-bank-conflicts" },
};

/* ---- reading ---- */

static void
requirement_clear (gpointer data)
{
  g_free (((Requirement *)data)->text);
}

static gboolean
refuse (GError **error, const char *format, const char *what)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, what);
#pragma GCC diagnostic pop
  return FALSE;
}

/* "race", or "races". */
static gboolean
find_finding (const char *name, int *kind)
{
  *kind = -1;
  if (g_str_equal (name, MISTAKES))
    return TRUE;
  for (guint i = 0; i <= WS_FINDING_LAST; i++)
    {
      const char *each = ws_finding_kind_get_name (i);
      gsize length = strlen (each);

      if (!g_str_has_prefix (name, each)
          || (name[length] != '\0' && !g_str_equal (name + length, "s")))
        continue;
      *kind = (int)i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
find_name (const char *name, Requirement *self, GError **error)
{
  const char *metric = name;

  self->kind = OF_FINDINGS;
  if (find_finding (name, &self->finding))
    return TRUE;
  self->kind = OF_LAUNCHES;
  if (g_str_equal (name, LAUNCHES))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i].name, name))
      metric = others[i].metric;
  self->kind = OF_METRIC;
  self->metric = ws_metrics_intern_id (metric);
  if (self->metric == NULL)
    return refuse (error,
                   _ ("“%s” is neither a kind of finding nor a metric; “warpstage-cli run KERNEL "
                      "--json” lists the metrics by their names."),
                   name);
  return ws_metrics_is_counted (self->metric)
         || refuse (error,
                    _ ("“%s” is modelled, and cannot be required: it changes with the model. Only "
                       "what is counted can."),
                    name);
}

static gboolean
parse (const char *text, Requirement *self, GError **error)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  gsize length = strcspn (plain, "=!<> ");
  g_autofree char *name = g_strndup (plain, length);
  const char *at = plain + length;
  char *end;

  *self = (Requirement){ .kind = OF_RESULT };
  if (g_str_equal (plain, RESULT))
    return TRUE;
  while (*at == ' ')
    at++;
  for (self->sign = 0; self->sign < G_N_ELEMENTS (signs); self->sign++)
    if (g_str_has_prefix (at, signs[self->sign].sign))
      break;
  if (self->sign == G_N_ELEMENTS (signs))
    return refuse (error,
                   _ ("“%s” is no requirement: write “result”, or a name, a sign and a number, as "
                      "in “races == 0”."),
                   text);
  at += strlen (signs[self->sign].sign);
  self->bound = g_ascii_strtod (at, &end);
  if (end == at || *end != '\0' || !isfinite (self->bound))
    return refuse (error, _ ("“%s” does not end in a number."), text);
  return find_name (name, self, error);
}

static gboolean
compile (const char *pattern, GRegex **regex, GError **error)
{
  if (pattern == NULL)
    return TRUE;
  *regex = g_regex_new (pattern, 0, 0, error);
  return *regex != NULL;
}

/**
 * ws_gate_new:
 * @requirements: (nullable) (array zero-terminated=1): what must hold
 * @kernels: (nullable): a regular expression: the kernels that count by their names; %NULL for all
 * @skipped: (nullable): likewise: those that do not
 * @error: return location for a #GError: a #GOptionError or a #GRegexError
 *
 * Returns: (transfer full) (nullable): them
 */
WsGate *
ws_gate_new (const char *const *requirements, const char *kernels, const char *skipped,
             GError **error)
{
  g_autoptr (WsGate) self = g_new0 (WsGate, 1);

  self->requirements = g_array_new (FALSE, FALSE, sizeof (Requirement));
  g_array_set_clear_func (self->requirements, requirement_clear);
  for (guint i = 0; requirements != NULL && requirements[i] != NULL; i++)
    {
      Requirement one;

      if (!parse (requirements[i], &one, error))
        return NULL;
      one.text = g_strdup (requirements[i]);
      g_array_append_val (self->requirements, one);
    }
  return compile (kernels, &self->kernels, error) && compile (skipped, &self->skipped, error)
             ? g_steal_pointer (&self)
             : NULL;
}

void
ws_gate_free (WsGate *self)
{
  g_array_unref (self->requirements);
  g_clear_pointer (&self->kernels, g_regex_unref);
  g_clear_pointer (&self->skipped, g_regex_unref);
  g_free (self);
}

/* ---- trying ---- */

/* Returns: whether the launch's kernel counts */
gboolean
ws_gate_has_launch (const WsGate *self, const WsRun *run, guint launch)
{
  const char *title = ws_run_get_kernel (run, launch)->title;

  return (self->kernels == NULL || g_regex_match (self->kernels, title, 0, NULL))
         && (self->skipped == NULL || !g_regex_match (self->skipped, title, 0, NULL));
}

/* Returns: how many launches count */
guint
ws_gate_count_launches (const WsGate *self, const WsRun *run)
{
  guint n = 0;

  for (guint i = 0; i < run->n_launches; i++)
    n += ws_gate_has_launch (self, run, i);
  return n;
}

/* Returns: (transfer container) (element-type WsFinding): those of launches that count */
GPtrArray *
ws_gate_list_findings (const WsGate *self, const WsRun *run)
{
  GPtrArray *findings = g_ptr_array_new ();

  for (guint i = 0; i < run->findings->len; i++)
    {
      WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (ws_gate_has_launch (self, run, finding->launch))
        g_ptr_array_add (findings, finding);
    }
  return findings;
}

/* Whether a fault has stopped it, so that nothing came out. */
static gboolean
has_ended_early (const WsRun *run)
{
  static const gboolean is_end[WS_FINDING_LAST + 1] = {
    [WS_FINDING_OUT_OF_BOUNDS] = TRUE, [WS_FINDING_MISALIGNED] = TRUE, [WS_FINDING_DEADLOCK] = TRUE,
    [WS_FINDING_ENDLESS] = TRUE,       [WS_FINDING_TRAP] = TRUE,       [WS_FINDING_DEVICE] = TRUE,
  };

  for (guint i = 0; i < run->findings->len; i++)
    if (is_end[((const WsFinding *)g_ptr_array_index (run->findings, i))->kind])
      return TRUE;
  return FALSE;
}

static gboolean
try_result (const WsRun *run, WsGateResult *result)
{
  if (!run->has_result)
    result->words = g_strdup (has_ended_early (run) ? _ ("not checked: a fault stopped the run")
                                                    : _ ("not checked: nothing is expected"));
  else
    result->words = g_strdup (run->correct ? _ ("right") : _ ("wrong"));
  return run->has_result && run->correct;
}

/* Each once. */
static void
add_kernel (WsGateResult *result, const WsRun *run, guint launch)
{
  const char *title = ws_run_get_kernel (run, launch)->title;

  if (!g_ptr_array_find_with_equal_func (result->kernels, title, g_str_equal, NULL))
    g_ptr_array_add (result->kernels, g_strdup (title));
}

static gboolean
try_findings (const WsGate *self, const Requirement *one, const WsRun *run, WsGateResult *result)
{
  g_autoptr (GPtrArray) findings = ws_gate_list_findings (self, run);
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (findings, i);

      if (one->finding < 0 ? ws_finding_is_remark (finding) : (int)finding->kind != one->finding)
        continue;
      n++;
      add_kernel (result, run, finding->launch);
      g_ptr_array_add (result->findings, g_strdup (finding->message));
    }
  result->words = g_strdup_printf ("%u", n);
  return signs[one->sign].holds (n, one->bound);
}

static gboolean
try_launches (const WsGate *self, const Requirement *one, const WsRun *run,
              const WsGateProgram *program, WsGateResult *result)
{
  guint n = program != NULL ? program->n_launches : ws_gate_count_launches (self, run);

  result->words = g_strdup_printf ("%u", n);
  return signs[one->sign].holds (n, one->bound);
}

/* Of each launch that counts, where not all do; else of all of them together. */
static gboolean
try_metric (const WsGate *self, const Requirement *one, const WsRun *run, WsGateResult *result)
{
  gboolean is_of_all = self->kernels == NULL && self->skipped == NULL;
  GString *words = g_string_new (NULL);
  gboolean holds = TRUE;
  guint n = 0;

  for (guint i = 0; i < (is_of_all ? 1 : run->n_launches); i++)
    {
      g_autoptr (GArray) metrics = NULL;
      const WsMetric *metric;
      char value[G_ASCII_DTOSTR_BUF_SIZE];

      if (!is_of_all && !ws_gate_has_launch (self, run, i))
        continue;
      n++;
      metrics = ws_metrics_new (run, is_of_all ? WS_NONE : i);
      metric = ws_metrics_find (metrics, one->metric);
      g_string_append (words, words->len > 0 ? ", " : "");
      if (metric == NULL || !metric->valid)
        {
          g_string_append (words, _ ("not known of this run"));
          holds = FALSE;
          if (!is_of_all)
            add_kernel (result, run, i);
          continue;
        }
      g_string_append (words, g_ascii_formatd (value, sizeof value, "%.6g", metric->value));
      if (signs[one->sign].holds (metric->value, one->bound))
        continue;
      holds = FALSE;
      if (!is_of_all)
        add_kernel (result, run, i);
    }
  if (n == 0)
    g_string_append (words, _ ("no such kernel ran"));
  result->words = g_string_free (words, FALSE);
  return holds && n > 0;
}

static void
result_free (gpointer data)
{
  WsGateResult *self = data;

  g_free (self->text);
  g_free (self->words);
  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->findings);
  g_free (self);
}

/* Returns: whether something is required of how many launches there are */
gboolean
ws_gate_counts_launches (const WsGate *self)
{
  for (guint i = 0; i < self->requirements->len; i++)
    if (g_array_index (self->requirements, Requirement, i).kind == OF_LAUNCHES)
      return TRUE;
  return FALSE;
}

static gboolean
try_one (const WsGate *self, const Requirement *one, const WsRun *run, const WsGateProgram *program,
         WsGateResult *result)
{
  switch (one->kind)
    {
    case OF_RESULT:
      if (program == NULL)
        return try_result (run, result);
      result->words = g_strdup (program->words);
      return program->is_right;
    case OF_FINDINGS:
      return try_findings (self, one, run, result);
    case OF_LAUNCHES:
      return try_launches (self, one, run, program, result);
    case OF_METRIC:
    default:
      return try_metric (self, one, run, result);
    }
}

/* Where no kernel alone is to blame. */
static void
add_kernels (const WsGate *self, const WsRun *run, WsGateResult *result)
{
  if (result->kernels->len > 0)
    return;
  for (guint i = 0; i < run->n_launches; i++)
    if (ws_gate_has_launch (self, run, i))
      add_kernel (result, run, i);
}

/**
 * ws_gate_result_dup_sentence:
 *
 * Returns: (transfer full): what is required of which kernel, and what was found, for a reader who
 * sees nothing else of it
 */
char *
ws_gate_result_dup_sentence (const WsGateResult *self)
{
  g_autoptr (GString) kernels = g_string_new (NULL);

  for (guint i = 0; i < self->kernels->len; i++)
    g_string_append_printf (kernels, "%s%s", i > 0 ? ", " : "",
                            (const char *)g_ptr_array_index (self->kernels, i));
  if (kernels->len == 0)
    /* Translators: what is required, and what was found */
    return g_strdup_printf (_ ("“%1$s” is required; found: %2$s"), self->text, self->words);
  /* Translators: what is required, of which kernels, and what was found */
  return g_strdup_printf (_ ("“%1$s” is required of %2$s; found: %3$s"), self->text, kernels->str,
                          self->words);
}

/**
 * ws_gate_try:
 * @run: of which it must hold
 * @program: (nullable): where that is one launch of a program: what is known of all of it
 *
 * Returns: (transfer full) (element-type WsGateResult): of each requirement whether it holds
 */
GPtrArray *
ws_gate_try (const WsGate *self, const WsRun *run, const WsGateProgram *program)
{
  GPtrArray *results = g_ptr_array_new_with_free_func (result_free);

  for (guint i = 0; i < self->requirements->len; i++)
    {
      const Requirement *one = &g_array_index (self->requirements, Requirement, i);
      WsGateResult *result = g_new0 (WsGateResult, 1);

      result->text = g_strdup (one->text);
      result->kernels = g_ptr_array_new_with_free_func (g_free);
      result->findings = g_ptr_array_new_with_free_func (g_free);
      result->holds = try_one (self, one, run, program, result);
      if (program == NULL || one->kind == OF_FINDINGS || one->kind == OF_METRIC)
        add_kernels (self, run, result);
      g_ptr_array_add (results, result);
    }
  return results;
}
