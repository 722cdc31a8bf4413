#include "reader/names.h"

#include "reader/type.h"

#include <math.h>
#include <string.h>

static gboolean look_up (const WsScope *scope, const char *name, WsRange *range);

/* How expressions are read that stand in the function of @frame; %NULL: at the top level */
WsScope
ws_host_frame_make_scope (const WsUserSource *source, const WsHostFrame *frame)
{
  return (WsScope){ .source = source, .lookup = look_up, .data = (gpointer)frame };
}

/* For what a name leads to. */
static WsScope
make_inner (const WsScope *outer, const WsHostFrame *frame)
{
  WsScope scope = ws_host_frame_make_scope (outer->source, frame);

  scope.depth = outer->depth + 1;
  scope.work = outer->work;
  return scope;
}

/* Its index; -1 if it has none that is called so. */
int
ws_user_function_find_parameter (const WsUserFunction *function, const char *name)
{
  for (guint i = 0; i < function->parameters->len; i++)
    if (g_str_equal (g_array_index (function->parameters, WsUserParameter, i).name, name))
      return (int)i;
  return -1;
}

/**
 * ws_host_get_template_name:
 * @parameter: of a template: "typename T", "int N = 4"
 * @is_type: (out): whether it stands for a type
 *
 * Returns: (transfer full): its name
 */
char *
ws_host_get_template_name (const WsSpan *parameter, gboolean *is_type)
{
  guint end = parameter->end;

  for (guint i = parameter->first; i < end; i++)
    if (ws_tokens_is (parameter->tokens, i, "="))
      end = i;
  *is_type = ws_tokens_is (parameter->tokens, parameter->first, "typename")
             || ws_tokens_is (parameter->tokens, parameter->first, "class");
  return ws_tokens_dup (parameter->tokens, end - 1);
}

/**
 * ws_host_frame_find_stands_for:
 *
 * Returns: (nullable): what a template's parameter stands for where its function was called
 */
const char *
ws_host_frame_find_stands_for (const WsHostFrame *frame, const char *name)
{
  for (guint i = 0; frame != NULL && frame->instance != NULL && i < frame->instance->len; i++)
    {
      gboolean is_type;
      g_autofree char *one = ws_host_get_template_name (
          &g_array_index (frame->function->template_parameters, WsSpan, i), &is_type);

      if (g_str_equal (one, name))
        return g_ptr_array_index (frame->instance, i);
    }
  return NULL;
}

/**
 * ws_host_find_global:
 * @scope: in which it is looked up
 * @name: of a constant or variable at the top level, or of an enum's
 *
 * Returns: what it is set to
 */
WsRange
ws_host_find_global (const WsScope *scope, const char *name)
{
  const WsUserItem *item = ws_user_source_find_item (scope->source, name);
  const WsScope inner = make_inner (scope, NULL);
  WsSpan value;

  if (item == NULL || item->function != NULL)
    return (WsRange){ 0 };
  /* an enum's stand between its braces */
  for (guint i = item->span.first; i < item->span.end; i++)
    if (ws_tokens_is (item->span.tokens, i, "enum"))
      {
        WsSpan inside = item->span;

        while (i < item->span.end && !ws_tokens_is (item->span.tokens, i, "{"))
          i++;
        inside.first = i + 1;
        inside.end = MAX (ws_tokens_get_partner (item->span.tokens, i), i);
        if (!ws_span_find_initial (&inside, name, &value))
          return (WsRange){ 0 };
        return ws_evaluate (&inner, &value);
      }
  if (!ws_span_find_initial (&item->span, name, &value))
    return (WsRange){ 0 };
  return ws_evaluate (&inner, &value);
}

static gboolean
look_up_member (const WsScope *scope, const char *name, WsRange *range)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *base = g_strndup (name, (gsize)(dot - name));
  g_autoptr (WsTokens) tokens = NULL;
  WsSpan all;
  WsRange dims[3];

  if (strlen (dot) != 2 || dot[1] < 'x' || dot[1] > 'z')
    return FALSE;
  tokens = ws_tokens_new (base);
  all = ws_tokens_get_all (tokens);
  {
    WsScope inner = make_inner (scope, scope->data);

    ws_host_resolve_dims (&inner, &all, dims);
  }
  *range = dims[dot[1] - 'x'];
  return range->known;
}

/* Of a template's parameter: "sizeof (T)" */
static gboolean
look_up_size (const WsScope *scope, const char *type_name, WsRange *range)
{
  const char *stands_for = ws_host_frame_find_stands_for (scope->data, type_name);
  WsUserType type;

  if (stands_for == NULL || !ws_user_type_parse (scope->source, stands_for, &type))
    return FALSE;
  *range = ws_range_new (type.is_pointer ? 8 : type.bytes);
  return TRUE;
}

static gboolean
look_up (const WsScope *scope, const char *name, WsRange *range)
{
  const WsHostFrame *frame = scope->data;
  WsScope inner;
  WsSpan value;
  int parameter;

  if (g_str_has_prefix (name, "sizeof "))
    return look_up_size (scope, name + strlen ("sizeof "), range);
  if (scope->depth >= WS_SCOPE_MAX_DEPTH || g_str_has_suffix (name, "()")
      || g_str_has_suffix (name, "[]"))
    return FALSE;
  if (strchr (name, '.') != NULL)
    return look_up_member (scope, name, range);
  for (const WsHostTurn *turn = frame != NULL ? frame->turn : NULL; turn != NULL;
       turn = turn->outer)
    if (g_str_equal (turn->name, name))
      {
        *range = ws_range_new (turn->value);
        return TRUE;
      }
  if (ws_host_frame_find_stands_for (frame, name) != NULL)
    {
      inner = make_inner (scope, NULL);
      *range = ws_evaluate_text (&inner, ws_host_frame_find_stands_for (frame, name));
      return TRUE;
    }
  parameter = frame != NULL ? ws_user_function_find_parameter (frame->function, name) : -1;
  if (parameter >= 0 && frame->caller != NULL && (guint)parameter < frame->arguments->len)
    {
      inner = make_inner (scope, frame->caller);
      *range = ws_evaluate (&inner, &g_array_index (frame->arguments, WsSpan, parameter));
      return TRUE;
    }
  if (frame != NULL && ws_span_find_initial (&frame->function->body, name, &value))
    {
      inner = make_inner (scope, frame);
      *range = ws_evaluate (&inner, &value);
      return TRUE;
    }
  *range = ws_host_find_global (scope, name);
  return range->known;
}

static void
read_components (const WsScope *scope, const WsSpan *inside, WsRange dims[3])
{
  g_autoptr (GArray) parts = ws_span_split (inside, ",");

  for (guint i = 0; i < 3; i++)
    dims[i] =
        i < parts->len ? ws_evaluate (scope, &g_array_index (parts, WsSpan, i)) : ws_range_new (1);
}

/* "grid.y = 4;" behind the declaration */
static void
read_overrides (const WsScope *scope, const WsSpan *body, const char *name, WsRange dims[3])
{
  for (guint i = ws_tokens_find (body->tokens, body->first, name); i + 3 < body->end;
       i = ws_tokens_find (body->tokens, i + 1, name))
    if (ws_tokens_is (body->tokens, i + 1, ".") && ws_tokens_is (body->tokens, i + 3, "="))
      for (guint axis = 0; axis < 3; axis++)
        {
          const char text[] = { (char)('x' + axis), '\0' };
          WsSpan value = { body->tokens, i + 4, i + 4 };

          if (!ws_tokens_is (body->tokens, i + 2, text))
            continue;
          while (value.end < body->end && !ws_tokens_is (body->tokens, value.end, ";"))
            value.end++;
          dims[axis] = ws_evaluate (scope, &value);
        }
}

/**
 * ws_host_resolve_dims:
 * @scope: in which it stands
 * @span: "dim3 (4, 2)", "n / 256", a name
 * @dims: (out): along x, y, z
 *
 * Reads a grid or a block.
 */
void
ws_host_resolve_dims (const WsScope *scope, const WsSpan *span, WsRange dims[3])
{
  const WsTokens *tokens = span->tokens;
  const WsHostFrame *frame = scope->data;
  WsScope inner = make_inner (scope, frame);
  WsSpan value = *span;
  gboolean is_name = span->end == span->first + 1 && ws_tokens_is_word (tokens, span->first);
  g_autofree char *name = is_name ? ws_tokens_dup (tokens, span->first) : NULL;
  int parameter =
      is_name && frame != NULL ? ws_user_function_find_parameter (frame->function, name) : -1;
  const WsUserItem *item = is_name ? ws_user_source_find_item (scope->source, name) : NULL;

  dims[1] = dims[2] = ws_range_new (1);
  dims[0] = (WsRange){ 0 };
  if (scope->depth >= WS_SCOPE_MAX_DEPTH || span->first >= span->end)
    return;
  if (ws_tokens_is (tokens, span->first, "dim3"))
    value = (WsSpan){ tokens, span->first + 2, ws_tokens_get_partner (tokens, span->first + 1) };
  else if (ws_tokens_is (tokens, span->first, "{"))
    value = (WsSpan){ tokens, span->first + 1, ws_tokens_get_partner (tokens, span->first) };
  if (value.first != span->first)
    read_components (&inner, &value, dims);
  else if (parameter >= 0 && frame->caller != NULL && (guint)parameter < frame->arguments->len)
    {
      inner = make_inner (scope, frame->caller);
      ws_host_resolve_dims (&inner, &g_array_index (frame->arguments, WsSpan, parameter), dims);
    }
  else if (is_name && frame != NULL && ws_span_find_initial (&frame->function->body, name, &value))
    {
      if (ws_tokens_is (value.tokens, value.first, "dim3")
          || ws_tokens_is (value.tokens, value.first, "{"))
        ws_host_resolve_dims (&inner, &value, dims);
      else
        read_components (&inner, &value, dims);
      read_overrides (&inner, &frame->function->body, name, dims);
    }
  else if (item != NULL && item->function == NULL
           && ws_span_find_initial (&item->span, name, &value))
    read_components (&inner, &value, dims);
  else
    {
      dims[0] = ws_evaluate (&inner, span);
      if (is_name && frame != NULL)
        read_overrides (&inner, &frame->function->body, name, dims);
    }
  for (guint axis = 0; axis < 3; axis++)
    {
      dims[axis].known &= dims[axis].low == dims[axis].high;
      dims[axis].low = dims[axis].high = floor (dims[axis].low);
    }
}
