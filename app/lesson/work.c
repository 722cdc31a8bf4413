/* work.c: a kernel with its settings. */
#include "lesson/lesson-private.h"

#include <inttypes.h>

#define USUAL_SPEC "h200" /* the spec for planning if any device will do */

/**
 * ws_lesson_work_plan:
 * @self: what is to be run
 * @catalog: that has its kernel
 * @error: return location: of %WS_CATALOG_ERROR
 *
 * Returns: (transfer full) (nullable): its plan on the requested model, or on the newest if any
 * will do; %NULL if that cannot run it
 */
WsPlan *
ws_lesson_work_plan (const WsLessonWork *self, WsCatalog *catalog, GError **error)
{
  const WsSpec *spec = ws_catalog_find_spec (
      catalog, self->device.spec != NULL ? self->device.spec : USUAL_SPEC, error);

  return spec != NULL ? ws_plan_new (catalog, self->kernel, &self->parameters, spec, error) : NULL;
}

/**
 * ws_lesson_work_set_kernel:
 * @self: (inout): what is to be run; then the same with another kernel
 *
 * Keeps elements and block; also type, operator and seed if both kernels are in one group. Expects
 * a right result, and resets the shown block.
 */
void
ws_lesson_work_set_kernel (WsLessonWork *self, const WsCatalogKernel *kernel)
{
  const WsCatalogKernel *old_kernel = self->kernel;
  const WsPlanParameters old = self->parameters;

  self->kernel = kernel;
  self->outcome = WS_LESSON_OUTCOME_RIGHT;
  self->block = self->warp = WS_NONE;
  ws_plan_parameters_init (&self->parameters, kernel);
  if (old_kernel == NULL)
    return;
  self->parameters.n = old.n;
  self->parameters.block = old.block;
  if (!g_str_equal (kernel->group, old_kernel->group))
    return;
  self->parameters.type = old.type;
  self->parameters.seed = old.seed;
  self->parameters.max_grid = old.max_grid;
  g_strlcpy (self->parameters.op, old.op, sizeof self->parameters.op);
}

/* Returns: (transfer none): as in files: "any", "virtual", "real", "k40c" */
const char *
ws_lesson_device_get_name (const WsLessonDevice *self)
{
  static const char *const names[] = { [WS_LESSON_DEVICE_ANY] = "any",
                                       [WS_LESSON_DEVICE_VIRTUAL] = "virtual",
                                       [WS_LESSON_DEVICE_REAL] = "real" };

  return self->kind == WS_LESSON_DEVICE_SPEC ? self->spec : names[self->kind];
}

/**
 * ws_lesson_outcome_get_name:
 * @self: outcome of a run
 *
 * Returns: (transfer none): as in files: "right", "fault", "refusal"
 */
const char *
ws_lesson_outcome_get_name (WsLessonOutcome self)
{
  static const char *const names[] = { [WS_LESSON_OUTCOME_RIGHT] = "right",
                                       [WS_LESSON_OUTCOME_FAULT] = "fault",
                                       [WS_LESSON_OUTCOME_REFUSAL] = "refusal" };

  return names[self];
}

/**
 * ws_lesson_work_make_key:
 * @self: what is to be run
 *
 * Returns: (transfer full): the key of its run: equal for equal work with the same requested
 * device, for any shown launch, plus an extra block if requested
 */
char *
ws_lesson_work_make_key (const WsLessonWork *self)
{
  const WsPlanParameters *p = &self->parameters;
  g_autoptr (GString) options = g_string_new (NULL);

  for (guint i = 0; i < self->kernel->options->len; i++)
    g_string_append_printf (options, " %u", p->options[i]);
  /* only if specified: older bundles have the same keys */
  if (self->block != WS_NONE)
    g_string_append_printf (options, " block %u", self->block);
  if (p->checked)
    g_string_append (options, " checked");
  if (p->order != WS_ORDER_TIME)
    g_string_append_printf (options, " in the order of %s", ws_order_get_name (p->order));
  if (self->outcome != WS_LESSON_OUTCOME_RIGHT)
    g_string_append_printf (options, " %s", ws_lesson_outcome_get_name (self->outcome));
  return g_strdup_printf ("%s %" PRIu64 " %u %s %s %" PRIu64 " %u %u%s %s", self->kernel->id, p->n,
                          p->block, ws_plan_type_name (p->type), p->op, p->seed, p->max_grid,
                          p->repeats, options->str, ws_lesson_device_get_name (&self->device));
}
