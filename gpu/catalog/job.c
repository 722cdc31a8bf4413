/* job.c: makes a job of a plan: everything that a device needs. */
#include "catalog/catalog-private.h"
#include "catalog/blueprint.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

static void
add_program (const WsPlan *plan, const char *ptx, WsJob *job)
{
  const WsCatalogKernel *kernel = plan->kernel;

  job->program.name = g_strdup (plan->ptx_path);
  job->program.ptx = g_strdup (ptx);
  job->program.file = g_strdup (kernel->file);
  job->program.source = g_strdup (kernel->source);
  job->program.library = g_strdup (kernel->library);
}

static void
add_words (const WsPlan *plan, WsJob *job)
{
  const WsCatalogKernel *kernel = plan->kernel;
  const WsRunWords *words = ws_run_words_find (plan->parameters.op);

  job->words.id = g_strdup (kernel->id);
  job->words.title = g_strdup (kernel->title);
  job->words.idea = g_strdup (kernel->idea);
  job->words.left = g_strdup (kernel->defect);
  job->words.look = g_strdup (kernel->look);
  job->words.run = (WsRunWords){ g_strdup (words->result), g_strdup (words->combine),
                                 g_strdup (words->combines), g_strdup (words->many) };
  job->tries = kernel->tries;
  job->checked = plan->parameters.checked || plan->parameters.order != WS_ORDER_TIME;
  job->order = plan->parameters.order;
  job->needs.cc_major = kernel->cc_min_major;
  job->needs.cc_minor = kernel->cc_min_minor;
  job->needs.what = g_strdup (kernel->cc_for);
  job->recipe = g_variant_ref_sink (ws_plan_parameters_to_variant (&plan->parameters, kernel));
}

/* ---- a reduction ---- */

#define LEAST_OUT 1024 /* elements of a buffer that only has results */

/* (in, out, n) */
static void
add_entry (const WsPlan *plan, WsJob *job)
{
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  /* a library has one entry for all operators */
  WsEntry *entry = ws_job_add_entry (
      job, plan->kernel->library != NULL ? plan->parameters.op : first->entry, plan->kernel_title);

  ws_entry_add_parameter (entry, "in", sizeof (guint64), sizeof (guint64), TRUE,
                          !plan->kernel->in_place);
  ws_entry_add_parameter (entry, "out", sizeof (guint64), sizeof (guint64), TRUE, FALSE);
  ws_entry_add_parameter (entry, "n", sizeof (guint32), sizeof (guint32), FALSE, FALSE);
}

/* Launch i reads buffer turns[i] and writes buffer turns[i + 1]. */
static void
add_launches (const WsPlan *plan, const guint *turns, WsJob *job)
{
  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsPlanLaunch *from = &g_array_index (plan->launches, WsPlanLaunch, i);
      WsJobLaunch *launch = ws_job_add_launch (job, 0, from->grid, from->block);

      launch->dynamic_shared_bytes = from->dynamic_shared_bytes;
      launch->residency_percent = plan->kernel->residency_percent;
      launch->n_elements = from->n_elements;
      launch->n_results = from->n_results;
      ws_launch_add_buffer (launch, turns[i], 0);
      ws_launch_add_buffer (launch, turns[i + 1], 0);
      ws_launch_add_scalar (launch, WS_VALUE_U32, (guint32)from->n_elements);
    }
}

/* The launches alternate between two buffers; if the input must be kept, between two further
 * ones. */
static void
add_reduction (const WsPlan *plan, gboolean keeps_input, WsJob *job)
{
  const guint both = WS_BUFFER_IN | WS_BUFFER_OUT;
  const WsPlanParameters *parameters = &plan->parameters;
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  guint n_launches = plan->launches->len;
  /* a kernel of a single launch stores the results of blocks after the final one */
  guint64 n_out = MAX (keeps_input ? LEAST_OUT : parameters->n, 1 + (guint64)first->grid[0]);
  g_autofree guint *turns = g_new (guint, n_launches + 1);
  WsBuffer *in;
  WsCheck *check;

  add_entry (plan, job);
  in = ws_job_add_buffer (job, "in", parameters->type, parameters->n,
                          keeps_input && !plan->kernel->in_place ? WS_BUFFER_IN : both);
  ws_plan_describe_input (plan, &in->contents);
  ws_job_add_buffer (job, "out", parameters->type, n_out, both);
  if (keeps_input)
    ws_job_add_buffer (job, "out 2", parameters->type, n_out, both);
  turns[0] = 0;
  for (guint i = 1; i <= n_launches; i++)
    turns[i] = keeps_input ? 2 - i % 2 : i % 2;
  add_launches (plan, turns, job);
  check = ws_job_add_check (job, WS_CHECK_FOLD, turns[n_launches], 0, plan->remaining);
  check->fold = ws_plan_get_fold (plan);
  check->of = 0;
  check->roundings = ws_plan_count_roundings (plan);
}

/**
 * ws_plan_make_job:
 * @keeps_input: whether to keep the input intact, so that the job can be repeated: the launches of
 * a reduction then alternate between two further buffers
 *
 * Returns: (transfer full) (nullable): the plan as a job: see ws_blueprint_add_to_job()
 */
WsJob *
ws_plan_make_job (const WsPlan *self, WsCatalog *catalog, gboolean keeps_input, GError **error)
{
  g_autoptr (WsJob) job = ws_job_new ();
  g_autoptr (GBytes) ptx = NULL;
  g_autofree char *text = NULL;
  gsize size;
  const char *data;

  g_return_val_if_fail (self != NULL && catalog != NULL, NULL);

  if (self->kernel->library == NULL)
    {
      ptx = ws_catalog_load_ptx (catalog, self, error);
      if (ptx == NULL)
        return NULL;
      data = g_bytes_get_data (ptx, &size);
      text = g_strndup (data, size);
    }
  add_program (self, text, job);
  add_words (self, job);
  if (self->kernel->blueprint == NULL)
    add_reduction (self, keeps_input, job);
  else if (!ws_blueprint_add_to_job (self, job, error))
    return NULL;
  if (text != NULL)
    {
      g_autofree char *file = g_path_get_basename (self->ptx_path);

      ws_registers_describe (ws_catalog_get_registers (catalog), file, job);
    }
  return ws_job_check (job, error) ? g_steal_pointer (&job) : NULL;
}

/* ---- made on demand ---- */

typedef struct {
  WsCatalog *catalog;
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;
  char *blocks;
  gboolean keeps_input;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *self = data;

  ws_catalog_unref (self->catalog);
  g_free (self->blocks);
  g_free (self);
}

static WsJob *
make_chosen (gpointer data, GError **error)
{
  const Choice *self = data;
  g_autoptr (WsPlan) plan =
      ws_plan_new (self->catalog, self->kernel, &self->parameters, NULL, error);
  WsJob *job;

  if (plan == NULL)
    return NULL;
  job = ws_plan_make_job (plan, self->catalog, self->keeps_input, error);
  if (job != NULL)
    job->blocks = g_strdup (self->blocks);
  return job;
}

/**
 * ws_catalog_choose:
 * @parameters: what the user chose
 * @blocks: (nullable): blocks that a recording keeps in full
 * @keeps_input: see ws_plan_make_job()
 *
 * Returns: (transfer full): a source of the job; errors in the choice are reported when the job is
 * made
 */
WsJobSource *
ws_catalog_choose (WsCatalog *self, const WsCatalogKernel *kernel,
                   const WsPlanParameters *parameters, const char *blocks, gboolean keeps_input)
{
  Choice *choice;

  g_return_val_if_fail (self != NULL && kernel != NULL && parameters != NULL, NULL);

  choice = g_new0 (Choice, 1);
  choice->catalog = ws_catalog_ref (self);
  choice->kernel = kernel;
  choice->parameters = *parameters;
  choice->blocks = g_strdup (blocks);
  choice->keeps_input = keeps_input;
  return ws_job_source_new (make_chosen, choice, choice_free);
}
