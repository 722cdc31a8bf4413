/* blueprint.c: instantiates a shape with the user's numbers: launches, buffers, expected
 * results. */
#include "catalog/blueprint.h"

#include "catalog/error.h"
#include "catalog/option.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* More than fits in any memory, for any element size. */
#define MOST_LENGTH (G_GINT64_CONSTANT (1) << 44)

/* ---- numbers ---- */

typedef struct {
  const char *what; /* of the kernel */
  gint64 least;
  gint64 most;
} Limits;

/* The value of @expression, which must be between @limits. */
static gboolean
compute (const WsPlan *plan, const WsExpression *expression, Limits limits, gint64 *result,
         GError **error)
{
  if (!ws_expression_evaluate (expression, plan->values, result, error))
    return FALSE;
  if (*result >= limits.least && *result <= limits.most)
    return TRUE;
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                            _ ("%s of %s would be %" PRId64 " with these numbers: %" PRId64
                               " to %" PRId64 " are possible."),
                            limits.what, plan->kernel->id, *result, limits.least, limits.most);
}

static void
put_options (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, gint64 *values)
{
  for (guint i = 0; i < kernel->options->len; i++)
    {
      gint64 axes[3];

      ws_option_get_axes (ws_catalog_kernel_get_option (kernel, i), parameters->options[i], axes);
      values[4 * i] = axes[0];
      memcpy (&values[4 * i + 1], axes, sizeof axes);
    }
}

/* Whether the kernel's requirements on the user's numbers are met. */
static gboolean
check_needs (const WsBlueprint *self, const gint64 *values, GError **error)
{
  for (guint i = 0; i < self->needs->len; i++)
    {
      const WsBlueprintNeed *need = &g_array_index (self->needs, WsBlueprintNeed, i);
      gint64 holds;

      if (!ws_expression_evaluate (need->relation, values, &holds, error))
        return FALSE;
      if (!holds)
        return ws_catalog_refuse (error,
                                  ws_expression_uses (need->relation, WS_BLUEPRINT_BLOCK)
                                      ? WS_CATALOG_ERROR_BAD_BLOCK
                                      : WS_CATALOG_ERROR_BAD_N,
                                  "%s", ws_words_translate (need->words));
    }
  return TRUE;
}

/* (transfer full) (nullable): the value of each of the shape's names */
static gint64 *
make_values (const WsBlueprint *self, const WsCatalogKernel *kernel,
             const WsPlanParameters *parameters, GError **error)
{
  g_autofree gint64 *values = g_new0 (gint64, self->names->len);

  values[WS_BLUEPRINT_N] = (gint64)parameters->n;
  values[WS_BLUEPRINT_BLOCK] = parameters->block;
  values[WS_BLUEPRINT_REPEATS] = parameters->repeats;
  values[WS_BLUEPRINT_MAX_GRID] = parameters->max_grid;
  put_options (kernel, parameters, values + WS_BLUEPRINT_N_NAMES);
  for (guint i = 0; i < self->lets->len; i++)
    {
      const WsBlueprintLet *let = &g_array_index (self->lets, WsBlueprintLet, i);

      if (!ws_expression_evaluate (let->expression, values, &values[let->name], error))
        return NULL;
    }
  return check_needs (self, values, error) ? g_steal_pointer (&values) : NULL;
}

/**
 * ws_blueprint_uses:
 * @name: a parameter of the user
 *
 * Returns: whether anything depends on it: otherwise a field for it is useless
 */
gboolean
ws_blueprint_uses (const WsBlueprint *self, WsBlueprintName name)
{
  for (guint i = 0; i < self->lets->len; i++)
    if (ws_expression_uses (g_array_index (self->lets, WsBlueprintLet, i).expression, name))
      return TRUE;
  for (guint i = 0; i < self->launches->len; i++)
    for (guint a = 0; a < 3; a++)
      {
        const WsBlueprintLaunch *launch = &g_array_index (self->launches, WsBlueprintLaunch, i);

        if (ws_expression_uses (launch->grid[a], name)
            || ws_expression_uses (launch->block[a], name))
          return TRUE;
      }
  return FALSE;
}

/* ---- launches ---- */

static gboolean
plan_launch (WsPlan *plan, const WsBlueprintLaunch *from, WsPlanLaunch *launch, GError **error)
{
  gint64 most_grid = G_MAXUINT32; /* the device's check reports its limits */
  gint64 number;

  for (guint a = 0; a < 3; a++)
    {
      if (!compute (plan, from->grid[a], (Limits){ _ ("The grid"), 1, most_grid }, &number, error))
        return FALSE;
      launch->grid[a] = (guint32)number;
      if (!compute (plan, from->block[a], (Limits){ _ ("The block"), 1, 65536 }, &number, error))
        return FALSE;
      launch->block[a] = (guint32)number;
    }
  if (!compute (plan, from->shared, (Limits){ _ ("The shared memory"), 0, G_MAXINT32 }, &number,
                error))
    return FALSE;
  launch->dynamic_shared_bytes = (guint32)number;
  if (!compute (plan, from->elements, (Limits){ _ ("The number of elements"), 0, G_MAXINT64 },
                &number, error))
    return FALSE;
  launch->n_elements = (guint64)number;
  if (!compute (plan, from->results, (Limits){ _ ("The number of results"), 0, G_MAXINT64 },
                &number, error))
    return FALSE;
  launch->n_results = (guint64)number;
  launch->entry = ws_plan_fill_pattern (plan, from->entry);
  return TRUE;
}

/**
 * ws_blueprint_plan:
 * @plan: (inout): a plan whose kernel has a blueprint; receives its launches
 * @error: return location for a #GError: %WS_CATALOG_ERROR
 *
 * Returns: whether the user's numbers fit the shape
 */
gboolean
ws_blueprint_plan (WsPlan *plan, GError **error)
{
  const WsBlueprint *self = plan->kernel->blueprint;

  plan->values = make_values (self, plan->kernel, &plan->parameters, error);
  if (plan->values == NULL)
    return FALSE;
  for (guint i = 0; i < self->launches->len; i++)
    {
      const WsBlueprintLaunch *from = &g_array_index (self->launches, WsBlueprintLaunch, i);
      gint64 times;

      plan->values[WS_BLUEPRINT_STEP] = 0;
      if (!compute (plan, from->times,
                    (Limits){ _ ("The number of launches"), 1, WS_JOB_MAX_LAUNCHES }, &times,
                    error))
        return FALSE;
      for (gint64 step = 0; step < times; step++)
        {
          WsPlanLaunch *launch;

          plan->values[WS_BLUEPRINT_STEP] = step;
          g_array_set_size (plan->launches, plan->launches->len + 1);
          launch = &g_array_index (plan->launches, WsPlanLaunch, plan->launches->len - 1);
          launch->blueprint_launch = i;
          launch->step = (guint32)step;
          if (!plan_launch (plan, from, launch, error))
            return FALSE;
        }
    }
  plan->remaining = g_array_index (plan->launches, WsPlanLaunch, plan->launches->len - 1).n_results;
  return TRUE;
}

/* ---- buffers ---- */

static WsValueType
get_type (const WsPlan *plan, const WsBlueprintBuffer *buffer)
{
  return buffer->typed ? buffer->type : plan->parameters.type;
}

/**
 * ws_blueprint_count_bytes:
 * @plan: a plan whose kernel has a blueprint
 * @n_bytes: (out): of all its buffers
 * @error: return location for a #GError: %WS_CATALOG_ERROR
 *
 * Returns: whether every buffer has a length
 */
gboolean
ws_blueprint_count_bytes (const WsPlan *plan, guint64 *n_bytes, GError **error)
{
  *n_bytes = 0;
  for (guint i = 0; i < plan->kernel->blueprint->buffers->len; i++)
    {
      const WsBlueprintBuffer *buffer =
          &g_array_index (plan->kernel->blueprint->buffers, WsBlueprintBuffer, i);
      gint64 length;

      if (!compute (plan, buffer->length, (Limits){ buffer->name, 1, MOST_LENGTH }, &length, error))
        return FALSE;
      *n_bytes += (guint64)length * ws_value_type_get_width (get_type (plan, buffer));
    }
  return TRUE;
}

static guint64
to_bits (WsValueType type, gint64 value)
{
  float single = (float)value;
  double real = (double)value;
  guint64 bits = (guint64)value;

  if (type == WS_VALUE_F64)
    memcpy (&bits, &real, sizeof bits);
  else if (type == WS_VALUE_F32)
    {
      bits = 0;
      memcpy (&bits, &single, sizeof single);
    }
  else if (ws_value_type_get_width (type) < sizeof bits)
    bits &= (G_GUINT64_CONSTANT (1) << (8 * ws_value_type_get_width (type))) - 1;
  return bits;
}

/* For random numbers: minimum, maximum, divisor and offset. */
static gboolean
describe_random (const WsPlan *plan, guint index, const gint64 *numbers, WsContents *contents,
                 GError **error)
{
  if (numbers[1] < numbers[0] || numbers[1] - numbers[0] >= G_MAXUINT32 || numbers[2] == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              _ ("No random number from %" PRId64 " to %" PRId64 "."), numbers[0],
                              numbers[1]);
  contents->seed = plan->parameters.seed + index;
  contents->first = (double)numbers[0];
  contents->count = (guint32)(numbers[1] - numbers[0] + 1);
  contents->divisor = (double)numbers[2];
  contents->plus = (double)numbers[3];
  return TRUE;
}

static gboolean
describe_contents (const WsPlan *plan, guint index, WsReferenceInput *input, WsBuffer *to,
                   GError **error)
{
  const WsBlueprintBuffer *buffer =
      &g_array_index (plan->kernel->blueprint->buffers, WsBlueprintBuffer, index);
  WsValueType type = get_type (plan, buffer);
  gint64 numbers[WS_BLUEPRINT_MAX_NUMBERS] = { 0, 0, 1, 0 };
  double bound = 0;

  for (guint i = 0; i < WS_BLUEPRINT_MAX_NUMBERS; i++)
    if (buffer->numbers[i] != NULL
        && !ws_expression_evaluate (buffer->numbers[i], plan->values, &numbers[i], error))
      return FALSE;
  to->contents.kind = buffer->kind;
  if (buffer->kind == WS_CONTENTS_RANDOM)
    {
      if (!describe_random (plan, index, numbers, &to->contents, error))
        return FALSE;
    }
  else if (buffer->kind == WS_CONTENTS_VALUES)
    {
      to->contents.values = to->length <= WS_PLAN_MOST_CHECKED
                                ? buffer->maker->make (input, to->length, &bound)
                                : NULL;
      if (to->contents.values == NULL)
        return ws_catalog_refuse (
            error, WS_CATALOG_ERROR_BAD_N,
            _ ("“%s” would hold %" PRIu64 " elements: the computer can generate at most %u."),
            buffer->name, to->length, WS_PLAN_MOST_CHECKED);
    }
  else
    {
      to->contents.first = (double)numbers[0];
      to->contents.step = (double)numbers[1];
    }
  for (guint i = 0; plan->parameters.seed == 0 && i < buffer->begins->len && i < to->length; i++)
    ws_contents_add_patch (&to->contents, i,
                           to_bits (type, g_array_index (buffer->begins, gint64, i)));
  return TRUE;
}

static gboolean
add_buffers (const WsPlan *plan, WsReferenceInput *input, WsJob *job, GError **error)
{
  const GArray *buffers = plan->kernel->blueprint->buffers;

  for (guint i = 0; i < buffers->len; i++)
    {
      const WsBlueprintBuffer *buffer = &g_array_index (buffers, WsBlueprintBuffer, i);
      WsBuffer *to;
      gint64 length;
      gint64 columns = 0;

      if (!compute (plan, buffer->length, (Limits){ buffer->name, 1, MOST_LENGTH }, &length, error)
          || (buffer->columns != NULL
              && !compute (plan, buffer->columns, (Limits){ buffer->name, 1, length }, &columns,
                           error)))
        return FALSE;
      to = ws_job_add_buffer (job, buffer->name, get_type (plan, buffer), (guint64)length,
                              buffer->use);
      to->columns = (guint64)columns;
      to->symbol = g_strdup (buffer->symbol);
      if (!describe_contents (plan, i, input, to, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- arguments ---- */

static guint
find_entry (WsJob *job, const char *name)
{
  guint i = 0;

  while (i < job->program.entries->len && !g_str_equal (ws_job_get_entry (job, i)->name, name))
    i++;
  return i;
}

static guint
add_entry (const WsPlan *plan, const WsBlueprintLaunch *from, const char *name, WsJob *job)
{
  guint index = find_entry (job, name);
  g_autofree char *title = NULL;
  WsEntry *entry;

  if (index < job->program.entries->len)
    return index;
  title = ws_plan_fill_pattern (plan, from->call);
  entry = ws_job_add_entry (job, name, title);
  for (guint i = 0; i < from->arguments->len; i++)
    {
      const WsBlueprintArgument *argument =
          &g_array_index (from->arguments, WsBlueprintArgument, i);
      gboolean is_buffer = argument->buffer >= 0;
      guint32 size =
          is_buffer ? (guint32)sizeof (guint64) : ws_value_type_get_width (argument->type);

      ws_entry_add_parameter (
          entry, argument->name, size, size, is_buffer,
          is_buffer && ws_job_get_buffer (job, (guint)argument->buffer)->use == WS_BUFFER_IN);
    }
  return index;
}

static gboolean
add_argument (const WsPlan *plan, const WsBlueprintArgument *argument, const WsJob *job,
              WsJobLaunch *launch, GError **error)
{
  gint64 value;

  if (argument->buffer >= 0)
    {
      const WsBuffer *buffer = ws_job_get_buffer (job, (guint)argument->buffer);

      if (!compute (plan, argument->value,
                    (Limits){ argument->name, 0, (gint64)buffer->length - 1 }, &value, error))
        return FALSE;
      ws_launch_add_buffer (launch, (guint32)argument->buffer,
                            (guint64)value * buffer->element_bytes);
      return TRUE;
    }
  if (!compute (plan, argument->value,
                (Limits){ argument->name, G_MININT64,
                          argument->type == WS_VALUE_S32 || argument->type == WS_VALUE_U32
                              ? G_MAXUINT32
                              : G_MAXINT64 },
                &value, error))
    return FALSE;
  ws_launch_add_scalar (launch, argument->type, to_bits (argument->type, value));
  return TRUE;
}

static gboolean
add_launches (const WsPlan *plan, WsJob *job, GError **error)
{
  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsPlanLaunch *planned = &g_array_index (plan->launches, WsPlanLaunch, i);
      const WsBlueprintLaunch *from = &g_array_index (plan->kernel->blueprint->launches,
                                                      WsBlueprintLaunch, planned->blueprint_launch);
      guint entry = add_entry (plan, from, planned->entry, job);
      WsJobLaunch *launch = ws_job_add_launch (job, entry, planned->grid, planned->block);

      launch->dynamic_shared_bytes = planned->dynamic_shared_bytes;
      launch->residency_percent = plan->kernel->residency_percent;
      launch->n_elements = planned->n_elements;
      launch->n_results = planned->n_results;
      plan->values[WS_BLUEPRINT_STEP] = planned->step;
      for (guint a = 0; a < from->arguments->len; a++)
        if (!add_argument (plan, &g_array_index (from->arguments, WsBlueprintArgument, a), job,
                           launch, error))
          return FALSE;
    }
  return TRUE;
}

/* ---- checks ---- */

static gboolean
add_check (const WsPlan *plan, const WsBlueprintCheck *from, WsReferenceInput *input, WsJob *job,
           GError **error)
{
  const WsBuffer *buffer = ws_job_get_buffer (job, from->buffer);
  WsCheck *check;
  gint64 count;
  gint64 roundings;

  if (!compute (plan, from->count, (Limits){ buffer->name, 1, (gint64)buffer->length }, &count,
                error)
      || !compute (plan, from->roundings, (Limits){ buffer->name, 0, G_MAXINT32 }, &roundings,
                   error))
    return FALSE;
  if (from->kind == WS_CHECK_EQUALS)
    count = MIN (count, WS_PLAN_MOST_CHECKED);
  check = ws_job_add_check (job, from->kind, from->buffer, 0, (guint64)count);
  check->fold = ws_plan_get_fold (plan);
  check->of = from->of;
  check->roundings = (guint64)roundings;
  if (from->kind == WS_CHECK_FOLD)
    return TRUE;
  check->contents.kind = WS_CONTENTS_VALUES;
  check->contents.values = from->reference->make (input, check->count, &check->bound);
  return check->contents.values != NULL
         || ws_catalog_refuse (
             error, WS_CATALOG_ERROR_BAD_N,
             _ ("Not enough memory on this computer for %" PRIu64 " elements: take fewer."),
             plan->parameters.n);
}

/**
 * ws_blueprint_add_to_job:
 * @plan: a plan whose kernel has a blueprint
 * @job: (inout): receives buffers, entries, launches and checks
 * @error: return location for a #GError: %WS_CATALOG_ERROR
 *
 * At most %WS_PLAN_MOST_CHECKED elements of a buffer are checked, because the expected values are
 * sent with the job.
 *
 * Returns: whether the user's numbers fit the shape, and there is memory for the expected results
 */
gboolean
ws_blueprint_add_to_job (const WsPlan *plan, WsJob *job, GError **error)
{
  const WsBlueprint *self = plan->kernel->blueprint;
  g_autoptr (WsReferenceInput) input = ws_reference_input_new (plan, job);

  if (!add_buffers (plan, input, job, error) || !add_launches (plan, job, error))
    return FALSE;
  for (guint i = 0; i < self->checks->len; i++)
    if (!add_check (plan, &g_array_index (self->checks, WsBlueprintCheck, i), input, job, error))
      return FALSE;
  return TRUE;
}
