/* job.c: a plan as a job: all that a device needs to know of it. */
#include "catalog/catalog-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

static void
add_program (const WsPlan *plan, const char *ptx, WsJob *job)
{
  const WsCatalogKernel *kernel = plan->kernel;
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  /* a library has one call for all operators */
  WsEntry *entry = ws_job_add_entry (
      job, kernel->library != NULL ? plan->parameters.op : first->entry, plan->kernel_title);

  job->program.name = g_strdup (plan->ptx_path);
  job->program.ptx = g_strdup (ptx);
  job->program.file = g_strdup (kernel->file);
  job->program.source = g_strdup (kernel->source);
  job->program.library = g_strdup (kernel->library);
  for (guint i = 0; kernel->arguments[i] != NULL; i++)
    {
      const char *name = kernel->arguments[i];
      gboolean is_number = g_str_equal (name, "n") || g_str_equal (name, "repeats");
      guint32 size = is_number ? sizeof (guint32) : sizeof (guint64);

      ws_entry_add_parameter (entry, name, size, size, !is_number,
                              g_strv_contains ((const char *const *)kernel->inputs, name));
    }
}

/* Which buffer an argument is: inputs first. */
static guint
find_buffer (const WsPlan *plan, const char *name)
{
  guint i = 0;

  while (i < ws_plan_get_n_buffers (plan) && !g_str_equal (name, ws_plan_get_buffer_name (plan, i)))
    i++;
  return i;
}

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
      for (guint a = 0; plan->kernel->arguments[a] != NULL; a++)
        {
          const char *name = plan->kernel->arguments[a];

          if (g_str_equal (name, "n"))
            ws_launch_add_scalar (launch, WS_VALUE_U32, (guint32)from->n_elements);
          else if (g_str_equal (name, "repeats"))
            ws_launch_add_scalar (launch, WS_VALUE_U32, plan->parameters.repeats);
          else if (plan->kernel->map != NULL)
            ws_launch_add_buffer (launch, find_buffer (plan, name), 0);
          else
            ws_launch_add_buffer (launch, turns[find_buffer (plan, name) == 0 ? i : i + 1], 0);
        }
    }
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
  job->words.run = (WsRunWords){ g_strdup (words->result), g_strdup (words->combine),
                                 g_strdup (words->combines), g_strdup (words->many) };
  job->needs.cc_major = kernel->cc_min_major;
  job->needs.cc_minor = kernel->cc_min_minor;
  job->needs.what = g_strdup (kernel->cc_for);
  job->recipe = g_variant_ref_sink (ws_plan_parameters_to_variant (&plan->parameters));
}

/* ---- the two plans ---- */

#define LEAST_OUT 1024 /* elements of a buffer for results alone */

/* The launches take turns with two buffers; where the input is to stay as it is, with two behind
 * it. */
static gboolean
add_reduction (const WsPlan *plan, gboolean keeps_input, WsJob *job)
{
  const guint both = WS_BUFFER_IN | WS_BUFFER_OUT;
  const WsPlanParameters *parameters = &plan->parameters;
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  guint n_launches = plan->launches->len;
  /* a kernel that finishes by itself keeps a result of each block behind its own */
  guint64 n_out = MAX (keeps_input ? LEAST_OUT : parameters->n, 1 + (guint64)first->grid[0]);
  g_autofree guint *turns = g_new (guint, n_launches + 1);
  WsFold fold = ws_plan_get_fold (plan);
  WsBuffer *in;
  WsCheck *check;

  in = ws_job_add_buffer (job, ws_plan_get_buffer_name (plan, 0), parameters->type, parameters->n,
                          keeps_input ? WS_BUFFER_IN : both);
  ws_plan_describe_input (plan, 0, &in->contents);
  ws_job_add_buffer (job, ws_plan_get_buffer_name (plan, 1), parameters->type, n_out, both);
  if (keeps_input)
    ws_job_add_buffer (job, "out 2", parameters->type, n_out, both);
  turns[0] = 0;
  for (guint i = 1; i <= n_launches; i++)
    turns[i] = keeps_input ? 2 - i % 2 : i % 2;
  add_launches (plan, turns, job);
  check = ws_job_add_check (job, WS_CHECK_FOLD, turns[n_launches], 0, plan->remaining);
  check->fold = fold;
  check->of = 0;
  check->roundings = ws_plan_count_roundings (plan);
  add_words (plan, job);
  return TRUE;
}

static gboolean
add_map (const WsPlan *plan, WsJob *job, GError **error)
{
  const WsPlanParameters *parameters = &plan->parameters;
  guint n_inputs = ws_plan_get_n_inputs (plan);
  g_autoptr (GBytes) inputs = NULL;
  WsCheck *check;

  for (guint i = 0; i < ws_plan_get_n_buffers (plan); i++)
    {
      WsBuffer *buffer =
          ws_job_add_buffer (job, ws_plan_get_buffer_name (plan, i), parameters->type,
                             parameters->n, i < n_inputs ? WS_BUFFER_IN : WS_BUFFER_OUT);

      if (i < n_inputs)
        ws_plan_describe_input (plan, i, &buffer->contents);
    }
  add_launches (plan, NULL, job);
  add_words (plan, job);
  check = ws_job_add_check (job, WS_CHECK_EQUALS, n_inputs, 0,
                            MIN (parameters->n, WS_PLAN_MOST_CHECKED));
  check->contents.kind = WS_CONTENTS_VALUES;
  inputs = ws_plan_make_input (plan);
  if (inputs != NULL)
    check->contents.values = ws_map_make_output (plan, inputs, check->count);
  return check->contents.values != NULL
         || ws_catalog_refuse (
             error, WS_CATALOG_ERROR_BAD_N,
             _ ("The computer has no memory for %" PRIu64 " elements: take fewer."), parameters->n);
}

/**
 * ws_plan_make_job:
 * @self: a plan
 * @catalog: that it is of
 * @keeps_input: whether nothing is to be written over the input, so that the job can run again and
 * again: of a reduction the launches then take turns with two buffers of their own
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the plan as a job: of a map at most %WS_PLAN_MOST_CHECKED
 *   elements are checked, because what must come out of each travels with it
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
  if (text != NULL)
    {
      g_autofree char *file = g_path_get_basename (self->ptx_path);

      ws_registers_describe (ws_catalog_get_registers (catalog), file, job);
    }
  if (self->kernel->map != NULL ? !add_map (self, job, error)
                                : !add_reduction (self, keeps_input, job))
    return NULL;
  return ws_job_check (job, error) ? g_steal_pointer (&job) : NULL;
}

/* ---- made when it is needed ---- */

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
 * @self: a catalogue
 * @kernel: one of its kernels
 * @parameters: what the user chose
 * @blocks: (nullable): blocks that a recording keeps in full
 * @keeps_input: see ws_plan_make_job()
 *
 * Returns: (transfer full): a source of the job; what is wrong with the choice is said when the job
 * is made
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
