/* A plan as a job: the same input, the same parameter blocks, the same verdict, whole after it was
 * sent. */
#include "plans.h"

#include <string.h>

/* What a device that does as it is told would leave: the host's own result. */
typedef struct {
  const WsPlan *plan;
  GBytes *input;
  gboolean wrong;
} Host;

static GBytes *
read_cb (guint buffer, guint64 first, guint64 n, gpointer data, GError **error)
{
  const Host *host = data;
  double bound;
  guint32 bits = (guint32)plan_expect (host->plan, host->input, &bound) + host->wrong;

  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (n, ==, sizeof bits);
  return g_bytes_new (&bits, sizeof bits);
}

static void
check_reduction (const WsPlan *plan, const WsJob *job)
{
  g_autoptr (GBytes) input = ws_plan_make_input (plan);
  GBytes *inputs[4] = { input };
  Host host = { plan, input, FALSE };
  WsVerdict verdict;
  guint64 bits;
  double bound;

  if (plan->remaining > 1)
    return;
  bits = plan_expect (plan, input, &bound);
  g_assert_true (ws_job_judge (job, NULL, read_cb, &host, &verdict, NULL));
  g_assert_true (verdict.correct && verdict.checked);
  g_assert_cmpuint (verdict.result, ==, bits);
  g_assert_cmpuint (verdict.expected, ==, bits);
  g_assert_cmpfloat (verdict.bound, ==, bound);
  host.wrong = plan->parameters.type == WS_VALUE_S32;
  g_assert_true (ws_job_judge (job, inputs, read_cb, &host, &verdict, NULL));
  g_assert_true (verdict.correct != host.wrong);
  g_assert_cmpuint (verdict.expected, ==, bits);
}

static void
check_input (const WsPlan *plan, const WsJob *job)
{
  g_autoptr (GBytes) input = ws_plan_make_input (plan);
  g_autoptr (GBytes) contents = ws_job_make_contents (job, 0, NULL);

  g_assert_true (g_bytes_equal (input, contents));
}

/* As CUDA C lays out (in, out, n), with the buffers in turn. */
static gsize
fill (const WsPlanLaunch *launch, const guint64 *buffers, guint8 *params)
{
  guint32 n = (guint32)launch->n_elements;

  memcpy (params, buffers, 2 * sizeof *buffers);
  memcpy (params + 2 * sizeof *buffers, &n, sizeof n);
  return 2 * sizeof *buffers + sizeof n;
}

/* Launch by launch, with the buffers where they are then. */
static void
check_parameters (const WsPlan *plan, const WsJob *job)
{
  guint64 addresses[4] = { 0x100000, 0x200000, 0x300000, 0x400000 };
  guint64 turning[4];

  memcpy (turning, addresses, sizeof turning);
  g_assert_cmpuint (job->launches->len, ==, plan->launches->len);
  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsPlanLaunch *from = &g_array_index (plan->launches, WsPlanLaunch, i);
      const WsJobLaunch *launch = ws_job_get_launch (job, i);
      guint8 before[WS_JOB_PARAMS_BYTES];
      guint8 after[WS_JOB_PARAMS_BYTES];
      gsize n = fill (from, turning, before);
      guint64 swap = turning[0];

      g_assert_cmpmem (before, n, after, ws_job_fill_parameters (job, launch, addresses, after));
      g_assert_cmpmem (launch->grid, sizeof launch->grid, from->grid, sizeof from->grid);
      g_assert_cmpmem (launch->block, sizeof launch->block, from->block, sizeof from->block);
      g_assert_cmpuint (launch->dynamic_shared_bytes, ==, from->dynamic_shared_bytes);
      g_assert_cmpuint (launch->residency_percent, ==, plan->kernel->residency_percent);
      g_assert_cmpuint (launch->n_elements, ==, from->n_elements);
      g_assert_cmpuint (launch->n_results, ==, from->n_results);
      if (plan->kernel->library == NULL)
        g_assert_cmpstr (ws_job_get_entry (job, launch->entry)->name, ==, from->entry);
      turning[0] = turning[1];
      turning[1] = swap;
    }
}

/* With the input kept, no launch writes where it is, and each reads what the one before wrote. */
static void
check_kept (const WsPlan *plan, WsCatalog *catalog)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_plan_make_job (plan, catalog, TRUE, &error);
  guint before = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (ws_job_get_buffer (job, 0)->use, ==,
                    plan->kernel->in_place ? WS_BUFFER_IN | WS_BUFFER_OUT : WS_BUFFER_IN);
  for (guint i = 0; i < job->launches->len; i++)
    {
      GArray *arguments = ws_job_get_launch (job, i)->arguments;

      g_assert_cmpuint (g_array_index (arguments, WsArgument, 0).buffer, ==, before);
      g_assert_cmpuint (g_array_index (arguments, WsArgument, 1).buffer, !=, before);
      before = g_array_index (arguments, WsArgument, 1).buffer;
      g_assert_cmpuint (before, >, 0);
    }
  g_assert_cmpuint (ws_job_get_check (job, 0)->buffer, ==, before);
}

static void
check_plan (PlanFixture *fixture, const WsCatalogKernel *kernel, const char *type, const char *op,
            guint64 n, guint64 seed)
{
  const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, "h200", NULL);
  WsPlanParameters parameters;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsJob) sent = NULL;
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GError) error = NULL;

  ws_plan_parameters_init (&parameters, kernel);
  if (kernel->blueprint == NULL)
    parameters.n = n;
  parameters.seed = seed;
  g_assert_true (ws_plan_set_type (&parameters, type, NULL));
  g_strlcpy (parameters.op, op, sizeof parameters.op);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error);
  g_assert_no_error (error);
  job = ws_plan_make_job (plan, fixture->catalog, FALSE, &error);
  g_assert_no_error (error);
  variant = g_variant_ref_sink (ws_job_to_variant (job));
  sent = ws_job_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sent->words.title, ==, kernel->title);
  g_assert_cmpstr (sent->program.source, ==, kernel->source);
  if (kernel->blueprint != NULL)
    return;
  check_input (plan, sent);
  check_parameters (plan, sent);
  check_reduction (plan, sent);
  check_kept (plan, fixture->catalog);
}

static void
test_all (PlanFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < ws_catalog_get_n_kernels (fixture->catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (fixture->catalog, i);

      for (guint t = 0; kernel->types[t] != NULL; t++)
        for (guint o = 0; kernel->ops[o] != NULL; o++)
          for (guint seed = 0; seed < 3; seed++)
            check_plan (fixture, kernel, kernel->types[t], kernel->ops[o],
                        kernel->blueprint != NULL ? kernel->default_n : 10 + 3000 * seed, seed);
    }
}

static void
test_words (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *op;
    const char *sign;
    const char *verb;
  } cases[] = { { "sum", "+", "add" },
                { "product", "×", "multiply" },
                { "max", "max", "keep the larger" },
                { "min", "min", "keep the smaller" } };
  const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, "h200", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "reduce2", NULL);
      WsPlanParameters parameters;
      g_autoptr (WsPlan) plan = NULL;
      g_autoptr (WsJob) job = NULL;

      ws_plan_parameters_init (&parameters, kernel);
      ws_plan_set_op (&parameters, cases[i].op, NULL);
      plan = ws_plan_new (fixture->catalog, kernel, &parameters, spec, NULL);
      job = ws_plan_make_job (plan, fixture->catalog, FALSE, NULL);
      g_assert_cmpstr (job->words.id, ==, "reduce2");
      g_assert_cmpstr (job->words.run.combine, ==, cases[i].sign);
      g_assert_cmpstr (job->words.run.combines, ==, cases[i].verb);
      g_assert_cmpstr (job->words.idea, ==, kernel->idea);
      g_assert_cmpstr (job->words.left, ==, kernel->defect);
    }
}

/* What ptxas gave, as it is known of an architecture or of the nearest. */
static void
test_registers (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel, *spec;
    guint registers;
    WsRegistersFrom from;
  } known[] = {
    { "reduce1", "h200", 13, WS_REGISTERS_PTXAS },
    { "reduce1", "rtx2080ti", 13, WS_REGISTERS_PTXAS },
    { "reduce1", "k40c", 13, WS_REGISTERS_NEAREST },
    { "reduce1", "g80", 13, WS_REGISTERS_NEAREST },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, known[i].kernel, NULL);
      const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, known[i].spec, NULL);
      WsPlanParameters parameters;
      g_autoptr (WsPlan) plan = NULL;
      g_autoptr (WsJob) job = NULL;
      WsRegistersFrom from;

      ws_plan_parameters_init (&parameters, kernel);
      parameters.n = 1000;
      plan = ws_plan_new (fixture->catalog, kernel, &parameters, spec, NULL);
      job = ws_plan_make_job (plan, fixture->catalog, FALSE, NULL);
      g_assert_cmpuint (ws_job_find_registers (job, 0, spec, &from), ==, known[i].registers);
      g_assert_cmpint (from, ==, known[i].from);
      g_array_set_size (g_array_index (job->program.entries, WsEntry, 0).registers, 0);
      g_assert_cmpuint (ws_job_find_registers (job, 0, spec, &from), ==, 0);
      g_assert_cmpint (from, ==, WS_REGISTERS_UNKNOWN);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/plan-job/all", PlanFixture, NULL, plan_set_up, test_all, plan_tear_down);
  g_test_add ("/plan-job/words", PlanFixture, NULL, plan_set_up, test_words, plan_tear_down);
  g_test_add ("/plan-job/registers", PlanFixture, NULL, plan_set_up, test_registers,
              plan_tear_down);
  return g_test_run ();
}
