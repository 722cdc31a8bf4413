#include "reader/plan-values.h"

#include <string.h>

typedef struct {
  const WsUserPlan *plan;
  const WsUserLaunch *launch;
  const guint64 *index; /* nullable: of an element */
} Place;

static gboolean look_up (const WsScope *scope, const char *name, WsRange *range);

static WsScope
make_scope (const Place *place)
{
  return (WsScope){ .lookup = look_up, .data = (gpointer)place, .has_powers = TRUE };
}

/* Fields that name each other twice lead to twice as many: they are counted with those that led
 * here. */
static WsScope
make_inner (const WsScope *outer)
{
  WsScope inner = *outer;

  inner.depth++;
  return inner;
}

/* A number among the launch's, or another launch's. */
static const WsUserArgument *
find_number (const Place *place, const char *name)
{
  for (guint i = 0; i <= place->plan->launches->len; i++)
    {
      const WsUserLaunch *launch =
          i == 0 ? place->launch : ws_user_plan_get_launch (place->plan, i - 1);

      for (guint j = 0; launch != NULL && j < launch->arguments->len; j++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, j);

          if (argument->buffer < 0 && g_str_equal (argument->name, name))
            return argument;
        }
    }
  return NULL;
}

static gboolean
get_component (const WsScope *scope, const WsUserField *field, guint axis, WsRange *range)
{
  g_autoptr (WsTokens) tokens = ws_tokens_new (field->text != NULL ? field->text : "");
  WsSpan all = ws_tokens_get_all (tokens);
  g_autoptr (GArray) parts = ws_span_split (&all, ",");

  if (parts->len > 3)
    return FALSE;
  *range = axis < parts->len ? ws_evaluate (scope, &g_array_index (parts, WsSpan, axis))
                             : ws_range_new (1);
  return range->known && parts->len > 0;
}

static gboolean
look_up (const WsScope *scope, const char *name, WsRange *range)
{
  const Place *place = scope->data;
  const WsScope inner = make_inner (scope);
  const WsUserArgument *number;

  if (scope->depth >= WS_SCOPE_MAX_DEPTH)
    return FALSE;
  if (place->index != NULL && g_str_equal (name, "i"))
    {
      *range = ws_range_new ((double)*place->index);
      return TRUE;
    }
  if (place->launch != NULL && g_str_has_prefix (name, "grid.") && strlen (name) == 6)
    return get_component (&inner, &place->launch->grid, (guint)(name[5] - 'x') % 3, range);
  if (place->launch != NULL && g_str_has_prefix (name, "block.") && strlen (name) == 7)
    return get_component (&inner, &place->launch->block, (guint)(name[6] - 'x') % 3, range);
  number = find_number (place, name);
  if (number == NULL || number->value.text == NULL)
    return FALSE;
  *range = ws_evaluate_text (&inner, number->value.text);
  return range->known;
}

/**
 * ws_user_plan_evaluate:
 * @launch: (nullable): whose numbers are meant first
 * @text: an expression: of numbers, with 2^20 for a power, and grid.x, block.x ... of @launch
 * @range: (out): what it comes to
 *
 * Whether it comes to anything.
 */
gboolean
ws_user_plan_evaluate (const WsUserPlan *self, const WsUserLaunch *launch, const char *text,
                       WsRange *range)
{
  const Place place = { .plan = self, .launch = launch };
  const WsScope scope = make_scope (&place);

  *range = ws_evaluate_text (&scope, text);
  return range->known;
}

/**
 * ws_user_plan_evaluate_at:
 * @launch: (nullable): whose numbers are meant first
 * @span: an expression of C: of numbers, grid.x, block.x ... of @launch, and of i
 * @index: of an element: i
 * @range: (out): what it comes to
 *
 * Whether it comes to anything.
 */
gboolean
ws_user_plan_evaluate_at (const WsUserPlan *self, const WsUserLaunch *launch, const WsSpan *span,
                          guint64 index, WsRange *range)
{
  const Place place = { .plan = self, .launch = launch, .index = &index };
  const WsScope scope = { .lookup = look_up, .data = (gpointer)&place };

  *range = ws_evaluate (&scope, span);
  return range->known;
}

/**
 * ws_user_plan_get_dims:
 * @field: its grid or its block
 * @dims: (out): along x, y, z
 *
 * Whether these are whole numbers of at least 1.
 */
gboolean
ws_user_plan_get_dims (const WsUserPlan *self, const WsUserLaunch *launch, const WsUserField *field,
                       guint32 dims[3])
{
  const Place place = { .plan = self, .launch = launch };
  const WsScope scope = make_scope (&place);

  for (guint axis = 0; axis < 3; axis++)
    {
      WsRange range;
      guint64 count;

      if (!get_component (&scope, field, axis, &range) || !ws_range_get_count (&range, &count)
          || count == 0 || count > G_MAXINT32)
        return FALSE;
      dims[axis] = (guint32)count;
    }
  return TRUE;
}
