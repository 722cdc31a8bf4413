#include "reader/host.h"

#include "reader/names.h"
#include "reader/type.h"

#include <math.h>
#include <string.h>

#define MAX_CALLS  64   /* of all functions together */
#define MAX_FRAMES 8    /* inside of each other */
#define MAX_READ   300  /* calls and assignments that are analysed */
#define MAX_NAMES  8    /* that lead to each other */
#define MAX_TURNS  1000 /* of a loop in which there are launches */

typedef struct {
  WsHost *host;
  const WsUserSource *source;
  guint n_calls;
  guint n_read;
  WsWork filling;      /* what ws_fill_read() has looked at */
  WsWork objects;      /* likewise, ws_object_read() */
  GHashTable *reached; /* functions */
  GHashTable *copies;  /* id of a device's buffer: id of the host's array that is copied to it */
  GHashTable *swapped; /* id of a pointer: id of the buffer that it now points to */
  guint turn;          /* iteration of the current loop; 0: none */
  guint n_turns;       /* of all loops */
} Walk;

static void
buffer_free (WsHostBuffer *self)
{
  g_free (self->id);
  g_free (self->name);
  ws_fill_clear (&self->fill);
  g_free (self);
}

static void
launch_free (WsHostLaunch *self)
{
  g_free (self->instance);
  for (guint i = 0; i < self->n_arguments; i++)
    {
      g_free (self->arguments[i].text);
      g_free (self->arguments[i].buffer);
      g_clear_pointer (&self->arguments[i].object, ws_object_free);
      g_clear_pointer (&self->arguments[i].captured, g_array_unref);
    }
  g_free (self);
}

/* ---- which buffer an argument is ---- */

static gboolean
is_pointer_cast (const WsTokens *tokens, guint open)
{
  guint close = ws_tokens_get_partner (tokens, open);

  return close > open + 1 && ws_tokens_is (tokens, close - 1, "*");
}

/* "int, 256", up to what is not known. @instance: nullable. (transfer full) (nullable) */
static char *
join_instance (const GPtrArray *instance)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; instance != NULL && i < instance->len; i++)
    {
      if (g_ptr_array_index (instance, i) == NULL)
        break;
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              (const char *)g_ptr_array_index (instance, i));
    }
  return g_string_free (text, text->len == 0);
}

/* (transfer full) (nullable): its id, as it is declared; @offset: (out): span of what is added to
 * it
 */
static char *
resolve_declared (const Walk *self, const WsHostFrame *frame, WsSpan span, WsSpan *offset)
{
  const WsTokens *tokens = span.tokens;
  g_autofree char *name = NULL;
  g_autofree char *instance = NULL;
  const WsUserItem *item;
  int parameter;

  *offset = (WsSpan){ 0 };
  while (span.first < span.end)
    {
      if (ws_tokens_is (tokens, span.first, "(") && is_pointer_cast (tokens, span.first))
        span.first = ws_tokens_get_partner (tokens, span.first) + 1;
      else if (ws_tokens_is (tokens, span.first, "&") || ws_tokens_is (tokens, span.first, "("))
        span.first++;
      else if (g_array_index (tokens->list, WsToken, span.first).kind == WS_TOKEN_WORD
               && ws_tokens_is (tokens, span.first + 1, "::"))
        span.first += 2;
      else if (ws_tokens_is_word (tokens, span.first) && ws_tokens_is (tokens, span.first + 1, "<"))
        span.first = MAX (ws_tokens_skip_angles (tokens, span.first + 1), span.first + 1);
      else if (span.first + 1 < span.end && ws_tokens_is_word (tokens, span.first)
               && ws_tokens_is (tokens, span.first + 1, "("))
        span.first++;
      else
        break;
    }
  if (span.first >= span.end || !ws_tokens_is_word (tokens, span.first))
    return NULL;
  name = ws_tokens_dup (tokens, span.first);
  if (ws_tokens_is (tokens, span.first + 1, "+") && span.first + 2 < span.end)
    *offset = (WsSpan){ tokens, span.first + 2, span.end };
  else if (ws_tokens_is (tokens, span.first + 1, "[") && span.first + 2 < span.end)
    *offset = (WsSpan){ tokens, span.first + 2, ws_tokens_get_partner (tokens, span.first + 1) };
  else if (ws_tokens_is (tokens, span.first + 1, ".")
           || ws_tokens_is (tokens, span.first + 1, "->"))
    {
      g_autofree char *member = ws_tokens_dup (tokens, span.first + 2);

      if (!g_str_equal (member, "data") && !g_str_equal (member, "get")
          && !g_str_equal (member, "begin") && !g_str_equal (member, "size"))
        {
          g_autofree char *whole = g_strconcat (name, ".", member, NULL);

          g_free (g_steal_pointer (&name));
          name = g_steal_pointer (&whole);
        }
    }
  parameter = ws_user_function_find_parameter (frame->function, name);
  if (parameter >= 0 && frame->caller != NULL && (guint)parameter < frame->arguments->len)
    return resolve_declared (self, frame->caller,
                             g_array_index (frame->arguments, WsSpan, parameter), offset);
  item = ws_user_source_find_item (self->source, name);
  if (item != NULL && item->function == NULL)
    return g_strconcat (name, "@", NULL);
  instance = join_instance (frame->instance);
  return g_strconcat (name, "@", frame->function->name, instance, NULL);
}

/* (transfer full) (nullable): likewise, of the buffer that it is the address of now */
static char *
resolve_buffer (const Walk *self, const WsHostFrame *frame, WsSpan span, WsSpan *offset)
{
  g_autofree char *id = resolve_declared (self, frame, span, offset);
  const char *now = id != NULL ? g_hash_table_lookup (self->swapped, id) : NULL;

  return now != NULL ? g_strdup (now) : g_steal_pointer (&id);
}

static void
swap_buffers (Walk *self, const WsHostFrame *frame, guint a, guint b)
{
  const WsTokens *tokens = frame->function->body.tokens;
  const WsSpan spans[] = { { tokens, a, a + 1 }, { tokens, b, b + 1 } };
  char *ids[2];
  char *now[2];
  WsSpan offset;

  for (guint i = 0; i < 2; i++)
    {
      ids[i] = resolve_declared (self, frame, spans[i], &offset);
      now[i] = resolve_buffer (self, frame, spans[i], &offset);
    }
  for (guint i = 0; i < 2; i++)
    if (ids[0] != NULL && ids[1] != NULL)
      g_hash_table_insert (self->swapped, ids[i], now[1 - i]);
    else
      {
        g_free (ids[i]);
        g_free (now[1 - i]);
      }
}

static WsHostBuffer *
get_buffer (Walk *self, const char *id)
{
  WsHostBuffer *buffer = g_hash_table_lookup (self->host->buffers, id);

  if (buffer != NULL)
    return buffer;
  buffer = g_new0 (WsHostBuffer, 1);
  buffer->id = g_strdup (id);
  buffer->name = g_strndup (id, (gsize)(strchr (id, '@') - id));
  g_hash_table_insert (self->host->buffers, buffer->id, buffer);
  return buffer;
}

/* ---- the effects of host code ---- */

static void
read_allocation (Walk *self, const WsHostFrame *frame, const GArray *parts, guint line)
{
  WsScope scope = ws_host_frame_make_scope (self->source, frame);
  WsSpan offset;
  g_autofree char *id = NULL;
  WsHostBuffer *buffer;

  if (parts->len < 2)
    return;
  id = resolve_buffer (self, frame, g_array_index (parts, WsSpan, 0), &offset);
  if (id == NULL)
    return;
  buffer = get_buffer (self, id);
  buffer->bytes = ws_evaluate (&scope, &g_array_index (parts, WsSpan, 1));
  buffer->line = line;
}

/* A copy to the device takes the host's earlier contents. */
static void
carry_fill (Walk *self, const char *to, const char *from)
{
  const WsHostBuffer *source = g_hash_table_lookup (self->host->buffers, from);
  WsHostBuffer *target = get_buffer (self, to);

  if (source == NULL || source->fill.kind == WS_FILL_UNKNOWN || source == target)
    return;
  ws_fill_clear (&target->fill);
  target->fill = source->fill;
  target->fill.text = g_strdup (source->fill.text);
}

static void
read_copy (Walk *self, const WsHostFrame *frame, const GArray *parts, guint line)
{
  WsSpan offset;
  g_autofree char *to = NULL;
  g_autofree char *from = NULL;

  if (parts->len < 3)
    return;
  to = resolve_buffer (self, frame, g_array_index (parts, WsSpan, 0), &offset);
  from = resolve_buffer (self, frame, g_array_index (parts, WsSpan, 1), &offset);
  if (to == NULL || from == NULL)
    return;
  if (parts->len > 3
      && ws_span_has_word (&g_array_index (parts, WsSpan, 3), "cudaMemcpyDeviceToHost"))
    get_buffer (self, from)->is_read_back = TRUE;
  else if (parts->len > 3
           && ws_span_has_word (&g_array_index (parts, WsSpan, 3), "cudaMemcpyDeviceToDevice"))
    return;
  else if (self->host->launches->len == 0 || !g_hash_table_contains (self->copies, to))
    {
      carry_fill (self, to, from);
      g_hash_table_insert (self->copies, g_steal_pointer (&to), g_steal_pointer (&from));
    }
}

/* Writes before a launch count: a complete write replaces earlier ones, a partial one counts only
 * without others. */
static void
take_fill (const Walk *self, WsHostBuffer *buffer, WsFill *fill)
{
  WsFill other = { .kind = WS_FILL_OTHER, .line = fill->line };

  if (self->host->launches->len > 0 && buffer->fill.kind != WS_FILL_UNKNOWN)
    {
      ws_fill_clear (fill);
      return;
    }
  if (fill->is_partial && buffer->fill.kind != WS_FILL_UNKNOWN)
    {
      ws_fill_clear (fill);
      *fill = other;
    }
  ws_fill_clear (&buffer->fill);
  buffer->fill = *fill;
}

static void
read_set (Walk *self, const WsHostFrame *frame, const GArray *parts, guint line)
{
  WsScope scope = ws_host_frame_make_scope (self->source, frame);
  WsSpan offset;
  g_autofree char *id = NULL;
  WsRange value;
  WsFill fill = { .line = line };

  if (parts->len < 3)
    return;
  id = resolve_buffer (self, frame, g_array_index (parts, WsSpan, 0), &offset);
  value = ws_evaluate (&scope, &g_array_index (parts, WsSpan, 1));
  if (id == NULL)
    return;
  fill.kind = value.known && value.low == 0 && value.high == 0 ? WS_FILL_ZEROS : WS_FILL_OTHER;
  take_fill (self, get_buffer (self, id), &fill);
}

static const struct {
  const char *name;
  void (*read) (Walk *self, const WsHostFrame *frame, const GArray *parts, guint line);
} calls[] = {
  { "cudaMalloc", read_allocation },
  { "cudaMallocManaged", read_allocation },
  { "cudaMallocAsync", read_allocation },
  { "cudaMallocHost", read_allocation },
  { "cudaHostAlloc", read_allocation },
  { "cudaMemcpy", read_copy },
  { "cudaMemcpyAsync", read_copy },
  { "cudaMemcpyToSymbol", read_copy },
  { "cudaMemset", read_set },
  { "cudaMemsetAsync", read_set },
  { "memset", read_set },
};

/* ---- how arrays are filled ---- */

/* "h[i] = ...;", where h is an array of the host: @at is at its name. */
static void
read_assignment (Walk *self, const WsHostFrame *frame, guint at)
{
  const WsScope scope = ws_host_frame_make_scope (self->source, frame);
  WsSpan name = { frame->function->body.tokens, at, at + 1 };
  WsSpan offset;
  WsFill fill;
  g_autofree char *id = NULL;

  ws_fill_read (&scope, frame->function, at, &self->filling, &fill);
  if (fill.kind == WS_FILL_UNKNOWN || self->n_read++ > MAX_READ)
    {
      ws_fill_clear (&fill);
      return;
    }
  id = resolve_buffer (self, frame, name, &offset);
  if (id != NULL)
    take_fill (self, get_buffer (self, id), &fill);
  else
    ws_fill_clear (&fill);
}

/* "std::vector<float> x (n, 1.0f), y (n, 2.0f);" */
static void
read_vectors (Walk *self, const WsHostFrame *frame, guint at)
{
  const WsTokens *tokens = frame->function->body.tokens;
  WsScope scope = ws_host_frame_make_scope (self->source, frame);
  guint i = ws_tokens_skip_angles (tokens, at + 1);

  while (ws_tokens_is_word (tokens, i) && ws_tokens_is (tokens, i + 1, "("))
    {
      guint close = ws_tokens_get_partner (tokens, i + 1);
      WsSpan inside = { tokens, i + 2, close };
      WsSpan name = { tokens, i, i + 1 };
      WsSpan offset;
      g_autoptr (GArray) parts = ws_span_split (&inside, ",");
      g_autofree char *id = resolve_buffer (self, frame, name, &offset);
      WsRange value = { 0 };

      if (parts->len == 2)
        value = ws_evaluate (&scope, &g_array_index (parts, WsSpan, 1));
      if (id != NULL && value.known && self->n_read++ < MAX_READ)
        get_buffer (self, id)->fill = (WsFill){ .kind = WS_FILL_CONSTANT,
                                                .first = value.low,
                                                .line = ws_tokens_get (tokens, i)->line };
      i = close + (ws_tokens_is (tokens, close + 1, ",") ? 2 : 1);
    }
}

/* ---- launches ---- */

static gboolean
is_address (const WsUserParameter *parameter)
{
  return parameter->is_array || ws_span_has_word (&parameter->type, "*");
}

/* The caller's where it is a parameter. @frame: (inout) */
static WsSpan
find_handed_on (const WsHostFrame **frame, WsSpan span)
{
  while (span.end == span.first + 1)
    {
      g_autofree char *name = ws_tokens_dup (span.tokens, span.first);
      int parameter = ws_user_function_find_parameter ((*frame)->function, name);

      if (parameter < 0 || (*frame)->caller == NULL || (guint)parameter >= (*frame)->arguments->len)
        break;
      span = g_array_index ((*frame)->arguments, WsSpan, parameter);
      *frame = (*frame)->caller;
    }
  return span;
}

/* @is_one: (out): whether it is any
 *
 * Returns: (nullable): the lambda that stands there, or that its name is set to */
static const WsLambda *
find_lambda (const Walk *self, const WsHostFrame *frame, const WsSpan *span, gboolean *is_one)
{
  g_autofree char *name = ws_tokens_dup (span->tokens, span->first);
  WsSpan value = *span;

  *is_one = ws_tokens_is (span->tokens, span->first, "[")
            || (span->end == span->first + 1
                && ws_span_find_initial (&frame->function->body, name, &value)
                && ws_tokens_is (value.tokens, value.first, "["));
  return *is_one ? ws_lambda_find (self->source, value.tokens, value.first) : NULL;
}

static void
address_clear (gpointer data)
{
  g_free (((WsHostAddress *)data)->buffer);
}

static gboolean
is_counter (const WsHostFrame *frame, const char *name)
{
  for (const WsHostTurn *turn = frame->turn; turn != NULL; turn = turn->outer)
    if (g_str_equal (turn->name, name))
      return TRUE;
  return FALSE;
}

/* (transfer full) (nullable): as resolve_buffer(), of "float *half = d + n / 2;", too */
static char *
resolve_captured (const Walk *self, const WsHostFrame *frame, const WsLambdaCapture *capture,
                  WsSpan *offset)
{
  g_autofree char *id = resolve_buffer (self, frame, capture->value, offset);
  g_autofree char *other = NULL;
  WsSpan initial, added;

  if ((id != NULL && g_hash_table_contains (self->host->buffers, id))
      || !ws_span_find_initial (&frame->function->body, capture->name, &initial))
    return g_steal_pointer (&id);
  other = resolve_buffer (self, frame, initial, &added);
  if (other == NULL || !g_hash_table_contains (self->host->buffers, other))
    return g_steal_pointer (&id);
  *offset = added;
  return g_steal_pointer (&other);
}

/* What the fields of the structure are that stands for a lambda. */
static void
read_captured (Walk *self, const WsHostFrame *frame, const WsLambda *lambda,
               WsHostArgument *argument)
{
  const WsScope scope = ws_host_frame_make_scope (self->source, frame);

  argument->object = ws_object_new ();
  argument->captured = g_array_new (FALSE, FALSE, sizeof (WsHostAddress));
  g_array_set_clear_func (argument->captured, address_clear);
  for (guint i = 0; i < lambda->captures->len; i++)
    {
      const WsLambdaCapture *capture = &g_array_index (lambda->captures, WsLambdaCapture, i);
      WsHostAddress address;
      WsSpan offset;

      if (capture->is_address)
        {
          address.buffer = resolve_captured (self, frame, capture, &offset);
          address.offset = offset.tokens != NULL ? ws_evaluate (&scope, &offset) : ws_range_new (0);
          g_array_append_val (argument->captured, address);
        }
      else if (is_counter (frame, capture->name))
        ws_object_set (argument->object, capture->name, ws_evaluate_text (&scope, capture->name));
      else if (!capture->is_changed)
        ws_object_set (argument->object, capture->name, ws_evaluate (&scope, &capture->value));
    }
}

/* The argument of a parameter that is not a pointer. */
static void
read_by_value (Walk *self, const WsHostFrame *frame, const WsSpan *part, WsHostArgument *argument)
{
  const WsHostFrame *from = frame;
  const WsSpan span = find_handed_on (&from, *part);
  const WsScope scope = ws_host_frame_make_scope (self->source, from);

  argument->lambda = find_lambda (self, from, &span, &argument->is_lambda);
  if (!argument->is_lambda)
    argument->object = ws_object_read (&scope, from->function, &span, &self->objects);
  else if (argument->lambda != NULL && argument->lambda->refused == NULL)
    read_captured (self, from, argument->lambda, argument);
}

static void
read_arguments (Walk *self, const WsHostFrame *frame, const WsSpan *inside, WsHostLaunch *launch)
{
  g_autoptr (GArray) parts = ws_span_split (inside, ",");
  WsScope scope = ws_host_frame_make_scope (self->source, frame);

  launch->n_arguments = MIN (parts->len, WS_HOST_MAX_ARGUMENTS);
  for (guint i = 0; i < launch->n_arguments; i++)
    {
      const WsSpan *part = &g_array_index (parts, WsSpan, i);
      WsHostArgument *argument = &launch->arguments[i];
      WsSpan offset;

      argument->text = ws_span_dup_text (part);
      argument->value = ws_evaluate (&scope, part);
      argument->buffer = resolve_buffer (self, frame, *part, &offset);
      argument->offset = offset.tokens != NULL ? ws_evaluate (&scope, &offset) : ws_range_new (0);
      if (i < launch->kernel->parameters->len
          && !is_address (&g_array_index (launch->kernel->parameters, WsUserParameter, i)))
        read_by_value (self, frame, part, argument);
    }
}

/* ---- template arguments ---- */

static char *infer_type (const Walk *self, const WsHostFrame *frame, const WsSpan *span,
                         guint depth);

static char *
look_up_stands_for (const char *name, gpointer data)
{
  return g_strdup (ws_host_frame_find_stands_for (data, name));
}

/* A type's words without const and addresses, and what a template's parameter among them stands
 * for. (transfer full) (nullable) */
static char *
read_type (const Walk *self, const WsHostFrame *frame, WsSpan span)
{
  g_autoptr (GString) text = g_string_new (NULL);
  WsUserType type;

  for (guint i = span.first; i < span.end; i++)
    {
      g_autofree char *word = ws_tokens_dup (span.tokens, i);
      const char *stands_for = ws_host_frame_find_stands_for (frame, word);

      /* of "std::vector<float>" what it holds */
      if (g_str_has_suffix (word, "vector") && ws_tokens_is (span.tokens, i + 1, "<"))
        {
          g_string_truncate (text, 0);
          i++;
          continue;
        }
      if (!ws_tokens_is_word (span.tokens, i) || g_str_equal (word, "const")
          || g_str_equal (word, "std") || g_str_equal (word, "thrust")
          || g_str_equal (word, "static"))
        continue;
      g_string_append_printf (text, "%s%s",
                              text->len > 0 && !g_str_has_suffix (text->str, "::") ? " " : "",
                              stands_for != NULL ? stands_for : word);
      if (ws_tokens_is (span.tokens, i + 1, "::"))
        g_string_append (text, "::");
      else if (ws_tokens_is (span.tokens, i + 1, "<") && i + 1 < span.end)
        {
          WsSpan arguments = { span.tokens, i + 1,
                               MIN (ws_tokens_skip_angles (span.tokens, i + 1), span.end) };
          g_autofree char *spelled =
              ws_user_type_spell (&arguments, look_up_stands_for, (gpointer)frame);

          g_string_append (text, spelled);
          i = MAX (arguments.end, i + 1) - 1;
        }
    }
  return ws_user_type_parse (self->source, text->str, &type) ? g_strdup (text->str) : NULL;
}

/* Of "auto add = Add<float> (2);" */
static char *
infer_initial (const Walk *self, const WsHostFrame *frame, const WsSpan *body, guint first,
               guint depth)
{
  WsSpan value = { body->tokens, first,
                   MIN (ws_tokens_find (body->tokens, first, ";"), body->end) };

  return infer_type (self, frame, &value, depth);
}

/* "float *a, *b;": of a or b. (transfer full) (nullable) */
static char *
find_declared_type (const Walk *self, const WsHostFrame *frame, const WsSpan *body,
                    const char *name, guint depth)
{
  const WsTokens *tokens = body->tokens;

  for (guint i = body->first; i < body->end; i++)
    {
      WsSpan type = { tokens, i, i };
      g_autofree char *text = NULL;

      if (!ws_tokens_is (tokens, i, name))
        continue;
      while (type.first > body->first && !ws_tokens_is (tokens, type.first - 1, ";")
             && !ws_tokens_is (tokens, type.first - 1, "{")
             && !ws_tokens_is (tokens, type.first - 1, "}")
             && !ws_tokens_is (tokens, type.first - 1, "("))
        type.first--;
      /* up to the first name that is declared */
      type.end = type.first;
      while (type.end < i && !ws_tokens_is (tokens, type.end, ",")
             && !ws_tokens_is (tokens, type.end, "=") && !ws_tokens_is (tokens, type.end, "*"))
        type.end = ws_tokens_is (tokens, type.end, "<")
                       ? MAX (ws_tokens_skip_angles (tokens, type.end), type.end + 1)
                       : type.end + 1;
      if (type.end < i && !ws_tokens_is (tokens, type.end, "*"))
        type.end--;
      text = type.end <= type.first || type.end > i ? NULL
             : ws_tokens_is (tokens, type.first, "auto") && ws_tokens_is (tokens, i + 1, "=")
                     && depth < MAX_NAMES
                 ? infer_initial (self, frame, body, i + 2, depth + 1)
                 : read_type (self, frame, type);
      if (text != NULL)
        return g_steal_pointer (&text);
    }
  return NULL;
}

static char *
infer_name (const Walk *self, const WsHostFrame *frame, const WsTokens *tokens, guint at,
            guint depth)
{
  g_autofree char *name = ws_tokens_dup (tokens, at);
  int parameter = ws_user_function_find_parameter (frame->function, name);
  const WsUserItem *item = ws_user_source_find_item (self->source, name);
  char *type =
      parameter >= 0 ? read_type (
          self, frame, g_array_index (frame->function->parameters, WsUserParameter, parameter).type)
                     : find_declared_type (self, frame, &frame->function->body, name, depth);

  if (type == NULL && item != NULL && item->function == NULL)
    type = find_declared_type (self, frame, &item->span, name, depth);
  return type;
}

/* The type of an argument, as far as visible. (transfer full) (nullable) */
static char *
infer_type (const Walk *self, const WsHostFrame *frame, const WsSpan *span, guint depth)
{
  const WsTokens *tokens = span->tokens;
  guint first = span->first;
  const WsToken *token = ws_tokens_get (tokens, first);
  WsSpan one = { tokens, first, first + 1 };
  gboolean is_lambda;
  const WsLambda *lambda = find_lambda (self, frame, span, &is_lambda);
  g_autofree char *word = NULL;

  if (is_lambda)
    return lambda != NULL && lambda->refused == NULL ? g_strdup (lambda->name) : NULL;
  while (first < span->end
         && (ws_tokens_is (tokens, first, "&") || ws_tokens_is (tokens, first, "-")))
    token = ws_tokens_get (tokens, ++first);
  if (first >= span->end)
    return NULL;
  one = (WsSpan){ tokens, first, first + 1 };
  word = ws_tokens_dup (tokens, first);
  if (token->kind == WS_TOKEN_NUMBER)
    return g_strdup (g_str_has_prefix (word, "0x")   ? "int"
                     : strpbrk (word, ".eE") == NULL ? "int"
                     : g_str_has_suffix (word, "f")  ? "float"
                                                     : "double");
  if (!ws_tokens_is_word (tokens, first))
    return NULL;
  while (ws_tokens_is (tokens, one.end, "::") && one.end + 1 < span->end)
    one.end += 2;
  if (ws_tokens_is (tokens, one.end, "<"))
    one.end = ws_tokens_skip_angles (tokens, one.end);
  /* "Max ()", "Max{}", "T (2)", "ops::Add<float> (2)" */
  if (ws_tokens_is (tokens, one.end, "(") || ws_tokens_is (tokens, one.end, "{"))
    return read_type (self, frame, one);
  return infer_name (self, frame, tokens, first, depth);
}

/* Of "f<float> (a, n)" what the template's parameters of f stand for: as it says, as the arguments
 * have it, or %NULL if neither does. (transfer full) (element-type utf8) */
static GPtrArray *
infer_instance (const Walk *self, const WsHostFrame *frame, const WsUserFunction *function,
                const WsSpan *said, const GArray *arguments)
{
  g_autoptr (GArray) parts = said->tokens != NULL ? ws_span_split (said, ",") : NULL;
  WsScope scope = ws_host_frame_make_scope (self->source, frame);
  GPtrArray *instance = g_ptr_array_new_with_free_func (g_free);

  for (guint k = 0; k < function->template_parameters->len; k++)
    {
      const WsSpan *parameter = &g_array_index (function->template_parameters, WsSpan, k);
      gboolean is_type;
      g_autofree char *name = ws_host_get_template_name (parameter, &is_type);
      char *text = NULL;

      if (parts != NULL && k < parts->len)
        {
          const WsSpan *part = &g_array_index (parts, WsSpan, k);
          WsRange value = ws_evaluate (&scope, part);
          guint64 count;

          if (!is_type && ws_range_get_count (&value, &count))
            text = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
          else if (is_type)
            text = read_type (self, frame, *part);
          if (text == NULL)
            text = ws_span_dup_text (part);
        }
      for (guint i = 0; text == NULL && is_type && i < function->parameters->len; i++)
        if (i < arguments->len
            && ws_span_has_word (&g_array_index (function->parameters, WsUserParameter, i).type,
                                 name))
          text = infer_type (self, frame, &g_array_index (arguments, WsSpan, i), 0);
      g_ptr_array_add (instance, text);
    }
  return instance;
}

/* ---- launches of templates ---- */

/* "int, 256" as the kernel's name has it, as far as it is known. (transfer full) (nullable) */
static char *
read_instance (const Walk *self, const WsHostFrame *frame, const WsUserFunction *kernel,
               const WsSpan *said, const WsSpan *inside)
{
  g_autoptr (GArray) arguments = ws_span_split (inside, ",");
  g_autoptr (GPtrArray) instance = infer_instance (self, frame, kernel, said, arguments);

  return join_instance (instance);
}

/* Whether a grid or block is literally empty: a variable may be 0 only until host code reads it. */
static gboolean
is_zero (const WsUserSource *source, const WsSpan *span)
{
  const WsScope scope = ws_host_frame_make_scope (source, NULL);
  WsRange dims[3];

  ws_host_resolve_dims (&scope, span, dims);
  for (guint axis = 0; axis < 3; axis++)
    if (dims[axis].known && dims[axis].low == 0 && dims[axis].high == 0)
      return TRUE;
  return FALSE;
}

static void
read_launch (Walk *self, const WsHostFrame *frame, guint open)
{
  const WsTokens *tokens = frame->function->body.tokens;
  guint name = open - 1;
  guint close = MIN (ws_tokens_find (tokens, open, ">>>"), frame->function->body.end);
  WsSpan configuration, inside;
  g_autoptr (GArray) parts = NULL;
  g_autofree char *text = NULL;
  g_autofree char *named = NULL;
  const WsUserFunction *kernel;
  WsHostLaunch *launch;
  WsScope scope = ws_host_frame_make_scope (self->source, frame);
  WsSpan instance = { 0 };

  if (!ws_tokens_is (tokens, close + 1, "("))
    return;
  if (self->host->launches->len >= WS_HOST_MAX_LAUNCHES)
    {
      self->host->cut_line = ws_tokens_get (tokens, open)->line;
      return;
    }
  if (ws_tokens_is (tokens, name, ">"))
    {
      instance = (WsSpan){ tokens, ws_tokens_find_angle (tokens, name) + 1, name };
      name = instance.first - 2;
    }
  text = ws_tokens_dup (tokens, name);
  kernel = ws_user_source_find_kernel (self->source, text);
  if (kernel == NULL)
    return;
  inside = (WsSpan){ tokens, close + 2, ws_tokens_get_partner (tokens, close + 1) };
  named = read_instance (self, frame, kernel, &instance, &inside);
  for (guint i = 0; i < self->host->launches->len; i++)
    {
      const WsHostLaunch *one = g_ptr_array_index (self->host->launches, i);

      if (one->at == open && one->kernel == kernel && one->turn == self->turn
          && g_strcmp0 (one->instance, named) == 0)
        return;
    }
  launch = g_new0 (WsHostLaunch, 1);
  launch->kernel = kernel;
  launch->at = open;
  launch->turn = self->turn;
  launch->line = ws_tokens_get (tokens, open)->line;
  launch->instance = g_steal_pointer (&named);
  configuration = (WsSpan){ tokens, open + 1, close };
  parts = ws_span_split (&configuration, ",");
  if (parts->len > 0)
    {
      ws_host_resolve_dims (&scope, &g_array_index (parts, WsSpan, 0), launch->grid);
      launch->has_no_blocks = is_zero (self->source, &g_array_index (parts, WsSpan, 0));
    }
  if (parts->len > 1)
    {
      ws_host_resolve_dims (&scope, &g_array_index (parts, WsSpan, 1), launch->block);
      launch->has_no_threads = is_zero (self->source, &g_array_index (parts, WsSpan, 1));
    }
  if (parts->len > 2)
    launch->shared = ws_evaluate (&scope, &g_array_index (parts, WsSpan, 2));
  read_arguments (self, frame, &inside, launch);
  g_ptr_array_add (self->host->launches, launch);
}

/* ---- the walk ---- */

static void walk_function (Walk *self, const WsHostFrame *frame);

/* @open: of its arguments */
static void
read_call (Walk *self, const WsHostFrame *frame, guint at, guint open)
{
  const WsTokens *tokens = frame->function->body.tokens;
  WsSpan inside = { tokens, open + 1, ws_tokens_get_partner (tokens, open) };
  const WsSpan said = { open > at + 1 ? tokens : NULL, at + 2, open - 1 };
  g_autoptr (GPtrArray) instance = NULL;
  g_autoptr (GArray) parts = ws_span_split (&inside, ",");
  g_autofree char *name = ws_tokens_dup (tokens, at);
  const WsUserFunction *function = ws_user_source_find_function (self->source, name);
  WsHostFrame inner = {
    .function = function, .caller = frame, .arguments = parts, .depth = frame->depth + 1
  };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (g_str_equal (name, calls[i].name) && self->n_read++ < MAX_READ)
      calls[i].read (self, frame, parts, ws_tokens_get (tokens, at)->line);
  if (function == NULL || function->is_kernel || inner.depth > MAX_FRAMES
      || self->n_calls++ > MAX_CALLS)
    return;
  inner.instance = instance = infer_instance (self, frame, function, &said, parts);
  walk_function (self, &inner);
}

/* The bracket that opens the arguments of "f (a)" and "f<float> (a)"; @at if there is none. */
static guint
find_arguments (const WsTokens *tokens, guint at)
{
  guint open = ws_tokens_is (tokens, at + 1, "<") ? ws_tokens_skip_angles (tokens, at + 1) : at + 1;

  return ws_tokens_is (tokens, open, "(") && ws_tokens_get_partner (tokens, open) > open ? open
                                                                                         : at;
}

/* ---- loops that launch ---- */

typedef struct {
  char *counter; /* nullable */
  double first;  /* that it begins with */
  WsSpan condition;
  WsSpan step;      /* what its counter becomes; of "i += 2" behind the sign */
  const char *sign; /* of "i += 2" "+"; %NULL of "i = ..." */
  WsSpan statement;
} Loop;

/* "i++", "i += 2", "i = i / 2": the step of the counter. */
static gboolean
read_step (const WsSpan *part, Loop *loop)
{
  const char *counter = loop->counter;
  static const struct {
    const char *text;
    const char *sign;
  } signs[] = { { "+=", "+" },   { "-=", "-" },   { "*=", "*" }, { "/=", "/" },
                { "<<=", "<<" }, { ">>=", ">>" }, { "=", NULL } };
  const WsTokens *tokens = part->tokens;
  guint name = part->first + (ws_tokens_is (tokens, part->first + 1, counter) ? 1 : 0);
  guint sign = name > part->first ? part->first : name + 1;

  if (!ws_tokens_is (tokens, name, counter))
    return FALSE;
  loop->step = (WsSpan){ tokens, part->end, part->end };
  for (guint i = 0; i < 2; i++)
    if (ws_tokens_is (tokens, sign, i == 0 ? "++" : "--"))
      {
        loop->sign = signs[i].sign;
        return TRUE;
      }
  loop->step.first = sign + 1;
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (ws_tokens_is (tokens, sign, signs[i].text))
      {
        loop->sign = signs[i].sign;
        return loop->step.first < loop->step.end;
      }
  return FALSE;
}

static gboolean
take_step (const WsScope *scope, const Loop *loop, WsHostTurn *turn)
{
  WsRange by =
      loop->step.first < loop->step.end ? ws_evaluate (scope, &loop->step) : ws_range_new (1);
  g_autofree char *text = NULL;
  double before = turn->value;

  if (!by.known || by.low != by.high)
    return FALSE;
  if (loop->sign == NULL)
    turn->value = by.low;
  else
    {
      WsRange after;

      text = g_strdup_printf ("%.0f %s %.0f", turn->value, loop->sign, by.low);
      after = ws_evaluate_text (scope, text);
      if (!after.known)
        return FALSE;
      turn->value = after.low;
    }
  return turn->value != before;
}

/* Whether kernels are launched there, or in a function that is called there. */
static gboolean
launches (const Walk *self, const WsSpan *span)
{
  if (ws_span_has_word (span, "<<<"))
    return TRUE;
  for (guint i = span->first; i < span->end; i++)
    {
      g_autofree char *name =
          ws_tokens_is_word (span->tokens, i) ? ws_tokens_dup (span->tokens, i) : NULL;
      const WsUserFunction *function =
          name != NULL ? ws_user_source_find_function (self->source, name) : NULL;

      if (function != NULL && function->has_body && !function->is_kernel
          && ws_span_has_word (&function->body, "<<<"))
        return TRUE;
    }
  return FALSE;
}

/* "for (i = 0; i < n; i++) ...", with launches. @loop: (out): its counter is the caller's */
static gboolean
read_loop (const Walk *self, const WsHostFrame *frame, const WsSpan *span, guint at, Loop *loop)
{
  const WsTokens *tokens = span->tokens;
  const WsScope scope = ws_host_frame_make_scope (self->source, frame);
  guint close = ws_tokens_get_partner (tokens, at + 1);
  WsSpan inside = { tokens, at + 2, close };
  g_autoptr (GArray) parts = NULL;
  WsSpan *start;
  WsSpan initial;
  WsRange value;
  guint equals;

  if (!ws_tokens_is (tokens, at, "for") || close <= at + 2)
    return FALSE;
  loop->statement = (WsSpan){ tokens, close + 1, ws_span_skip_statement (span, close + 1) };
  parts = ws_span_split (&inside, ";");
  if (parts->len != 3 || !launches (self, &loop->statement))
    return FALSE;
  start = &g_array_index (parts, WsSpan, 0);
  equals = ws_tokens_find (tokens, start->first, "=");
  if (equals >= start->end || equals == start->first)
    return FALSE;
  initial = (WsSpan){ tokens, equals + 1, start->end };
  value = ws_evaluate (&scope, &initial);
  loop->counter = ws_tokens_dup (tokens, equals - 1);
  loop->condition = g_array_index (parts, WsSpan, 1);
  loop->first = value.low;
  return value.known && value.low == value.high
         && read_step (&g_array_index (parts, WsSpan, 2), loop);
}

/* Whether a condition holds; unknown if undecidable. */
static WsRange
holds (const Walk *self, const WsHostFrame *frame, const WsSpan *condition)
{
  const WsScope scope = ws_host_frame_make_scope (self->source, frame);
  WsRange range = ws_evaluate (&scope, condition);

  range.known &= range.low == range.high;
  return range;
}

static void walk_span (Walk *self, const WsHostFrame *frame, const WsSpan *span);

/* Each iteration of a loop with launches, if its counter is understood.
 * Returns: behind it; @at where it is not */
static guint
walk_loop (Walk *self, const WsHostFrame *frame, const WsSpan *span, guint at)
{
  WsHostTurn turn = { .outer = frame->turn };
  WsHostFrame inner = *frame;
  Loop loop = { 0 };
  WsScope scope;
  guint outer_turn = self->turn;
  WsRange goes_on;
  gboolean is_read = read_loop (self, frame, span, at, &loop);
  g_autofree char *counter = loop.counter;

  if (!is_read)
    return at;
  turn.name = counter;
  turn.value = loop.first;
  inner.turn = &turn;
  scope = ws_host_frame_make_scope (self->source, &inner);
  goes_on = holds (self, &inner, &loop.condition);
  if (!goes_on.known || goes_on.low == 0)
    return at;
  for (guint n = 0; n < MAX_TURNS && goes_on.known && goes_on.low != 0; n++)
    {
      self->turn = ++self->n_turns;
      walk_span (self, &inner, &loop.statement);
      if (self->host->cut_line > 0 || !take_step (&scope, &loop, &turn))
        break;
      goes_on = holds (self, &inner, &loop.condition);
    }
  self->turn = outer_turn;
  return loop.statement.end;
}

/* "swap (a, b);", "t = a; a = b; b = t;": @at is at the former's name or the latter's t. */
static void
read_swap (Walk *self, const WsHostFrame *frame, guint at)
{
  const WsTokens *tokens = frame->function->body.tokens;

  if (ws_tokens_is (tokens, at, "swap") && ws_tokens_is (tokens, at + 1, "(")
      && ws_tokens_is (tokens, at + 3, ",") && ws_tokens_is (tokens, at + 5, ")"))
    swap_buffers (self, frame, at + 2, at + 4);
  else if (ws_tokens_is (tokens, at + 1, "=") && ws_tokens_is (tokens, at + 3, ";")
           && ws_tokens_is (tokens, at + 5, "=") && ws_tokens_is (tokens, at + 7, ";")
           && ws_tokens_is (tokens, at + 9, "=") && ws_tokens_is (tokens, at + 11, ";"))
    {
      g_autofree char *kept = ws_tokens_dup (tokens, at);
      g_autofree char *a = ws_tokens_dup (tokens, at + 2);
      g_autofree char *b = ws_tokens_dup (tokens, at + 6);

      if (ws_tokens_is (tokens, at + 4, a) && ws_tokens_is (tokens, at + 8, b)
          && ws_tokens_is (tokens, at + 10, kept))
        swap_buffers (self, frame, at + 2, at + 6);
    }
}

/* "if (step % 2 == 0) ... else ..." of a loop whose turns are known.
 * Returns: after the code that was handled; @at if unknown */
static guint
walk_choice (Walk *self, const WsHostFrame *frame, const WsSpan *span, guint at)
{
  const WsTokens *tokens = span->tokens;
  guint close = ws_tokens_get_partner (tokens, at + 1);
  WsSpan condition = { tokens, at + 2, close };
  WsSpan branches[2];
  WsRange taken;

  if (frame->turn == NULL || !ws_tokens_is (tokens, at, "if") || close <= at + 2)
    return at;
  taken = holds (self, frame, &condition);
  if (!taken.known)
    return at;
  branches[0] = (WsSpan){ tokens, close + 1, ws_span_skip_statement (span, close + 1) };
  branches[1] = (WsSpan){ tokens, branches[0].end, branches[0].end };
  if (ws_tokens_is (tokens, branches[0].end, "else"))
    {
      branches[1].first++;
      branches[1].end = ws_span_skip_statement (span, branches[1].first);
    }
  walk_span (self, frame, &branches[taken.low == 0]);
  return branches[1].end;
}

static void
walk_span (Walk *self, const WsHostFrame *frame, const WsSpan *span)
{
  const WsTokens *tokens = span->tokens;

  for (guint i = span->first; i < span->end; i++)
    {
      guint behind = walk_loop (self, frame, span, i);

      if (behind == i)
        behind = walk_choice (self, frame, span, i);
      if (behind > i)
        {
          i = behind - 1;
          continue;
        }
      read_swap (self, frame, i);
      if (ws_tokens_is (tokens, i, "<<<"))
        read_launch (self, frame, i);
      else if (!ws_tokens_is_word (tokens, i) || self->n_read > MAX_READ)
        continue;
      else if (ws_tokens_is (tokens, i, "vector") && ws_tokens_is (tokens, i + 1, "<"))
        read_vectors (self, frame, i);
      else if (find_arguments (tokens, i) > i)
        read_call (self, frame, i, find_arguments (tokens, i));
      else if (ws_tokens_is (tokens, i + 1, "[") && ws_tokens_get_partner (tokens, i + 1) > i + 1)
        read_assignment (self, frame, i);
    }
}

static void
walk_function (Walk *self, const WsHostFrame *frame)
{
  g_hash_table_add (self->reached, (gpointer)frame->function);
  walk_span (self, frame, &frame->function->body);
}

static void
walk_from (Walk *self, const WsUserFunction *function)
{
  const WsHostFrame frame = { .function = function };

  walk_function (self, &frame);
}

/* For a copy before the write, in another function. */
static void
carry_fills (Walk *self)
{
  GHashTableIter iter;
  const char *to, *from;

  g_hash_table_iter_init (&iter, self->copies);
  while (g_hash_table_iter_next (&iter, (gpointer *)&to, (gpointer *)&from))
    if (get_buffer (self, to)->fill.kind == WS_FILL_UNKNOWN)
      carry_fill (self, to, from);
}

/* Returns: (transfer full): the launches and buffers of its host code */
WsHost *
ws_host_new (const WsUserSource *source)
{
  Walk walk = { .source = source };
  const WsUserFunction *main_function = ws_user_source_find_function (source, "main");

  walk.host = g_new0 (WsHost, 1);
  walk.host->launches = g_ptr_array_new_with_free_func ((GDestroyNotify)launch_free);
  walk.host->buffers =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)buffer_free);
  walk.reached = g_hash_table_new (NULL, NULL);
  walk.copies = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  walk.swapped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (main_function != NULL)
    walk_from (&walk, main_function);
  for (guint i = 0; i < source->items->len; i++)
    {
      const WsUserFunction *function =
          ((const WsUserItem *)g_ptr_array_index (source->items, i))->function;

      if (function != NULL && function->has_body && !function->is_kernel
          && !g_hash_table_contains (walk.reached, function)
          && ws_span_has_word (&function->body, "<<<"))
        walk_from (&walk, function);
    }
  carry_fills (&walk);
  g_hash_table_unref (walk.reached);
  g_hash_table_unref (walk.copies);
  g_hash_table_unref (walk.swapped);
  return walk.host;
}

void
ws_host_free (WsHost *self)
{
  g_ptr_array_unref (self->launches);
  g_hash_table_unref (self->buffers);
  g_free (self);
}
