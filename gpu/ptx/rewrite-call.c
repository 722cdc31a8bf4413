/* rewrite-call.c: passes the slots of a thread to the functions that it calls: a last parameter,
 * the address of its WsThreadState, is added to their declarations, definitions and calls.
 */
#include "ptx/rewrite-private.h"

#include <string.h>

#define emit ws_rewrite_emit

/**
 * ws_rewrite_header:
 * @self: the function being rewritten
 * @start: byte of the module's text where it or its prototype begins
 * @params_end: byte of the ) after its parameters, %WS_NONE if it has none
 * @end: byte of its body, or of the prototype's ;
 * @has_params: whether there are any inside
 *
 * Writes everything before the body, with the new parameter.
 */
void
ws_rewrite_header (WsRewriter *self, guint32 start, guint32 params_end, guint32 end,
                   gboolean has_params)
{
  const char *text = self->module->text;
  guint32 at = params_end != WS_NONE ? params_end : end;

  g_string_append_len (self->out, text + start, at - start);
  g_string_append_printf (self->out, "%s .param .b64 ws_state)\n",
                          params_end == WS_NONE ? "("
                          : has_params          ? ","
                                                : "");
  if (params_end != WS_NONE)
    g_string_append_len (self->out, text + params_end + 1, end - params_end - 1);
}

/**
 * ws_rewrite_prototype:
 * @text: PTX
 * @start: byte of @text where a .callprototype begins
 * @end: after its ;
 * @out: receives it, with the new parameter
 *
 * prototype = ".callprototype" ("(" ... ")")? "_" ("(" ... ")")? ".noreturn"? ";"
 */
void
ws_rewrite_prototype (const char *text, guint32 start, guint32 end, GString *out)
{
  guint depth = 0;
  guint32 name = start;
  guint32 close;
  gboolean is_empty = TRUE;

  for (; name < end && (text[name] != '_' || depth > 0); name++)
    depth += text[name] == '(' ? 1 : text[name] == ')' ? -1u : 0;
  for (close = name + 1; close < end && text[close] != ')' && text[close] != ';'; close++)
    is_empty = is_empty && (g_ascii_isspace (text[close]) || text[close] == '(');
  close = MIN (close, end);
  if (close == end || text[close] == ';')
    {
      g_string_append_len (out, text + start, name + 1 - start);
      g_string_append (out, "(.param .b64 _)");
      g_string_append_len (out, text + name + 1, end - name - 1);
      return;
    }
  g_string_append_len (out, text + start, close - start);
  g_string_append (out, is_empty ? ".param .b64 _" : ", .param .b64 _");
  g_string_append_len (out, text + close, end - close);
}

/* Whether the callee takes the new parameter: system functions do not. */
static gboolean
takes_state (const WsRewriter *self, const WsPtxInstruction *in)
{
  const WsPtxFunction *callee;

  if (in->operands[1].kind != WS_PTX_OPERAND_FUNCTION)
    return TRUE;
  callee = g_ptr_array_index (self->module->functions, in->operands[1].symbol);
  return callee->has_body;
}

/* The position in the text of a call where its arguments end: its ), or if *is_new, where they
 * would begin. */
static const char *
find_arguments (const WsRewriter *self, const WsPtxInstruction *in, gboolean *is_new)
{
  const char *at = self->module->text + in->text_start;
  const char *end = self->module->text + in->text_end;
  const char *behind = end - 1;
  guint n_lists = 0;
  guint n_commas = 0;
  gboolean has_returns = in->operands[0].n_elements > 0;

  for (; at < end; at++)
    {
      n_commas += *at == ',';
      if (*at == '(' && n_commas == 0)
        has_returns = TRUE;
      /* after the function, before a prototype */
      if (*at == ',' && n_commas == (has_returns ? 2 : 1))
        behind = at;
      if (*at != '(')
        continue;
      while (at < end && *at != ')')
        at++;
      if (++n_lists == (has_returns ? 2 : 1))
        {
          *is_new = FALSE;
          return at;
        }
    }
  *is_new = TRUE;
  return behind;
}

/**
 * ws_rewrite_call:
 * @self: the function being rewritten
 *
 * Writes the call, with the address of the thread's #WsThreadState as its last argument. The callee
 * continues at the thread's next slot, and stores where it stopped.
 */
void
ws_rewrite_call (WsRewriter *self, const WsPtxInstruction *in)
{
  const char *start = self->module->text + in->text_start;
  const char *end = self->module->text + in->text_end;
  const char *at;
  gboolean is_new;

  if (!takes_state (self, in))
    {
      ws_rewrite_text (self, in);
      return;
    }
  at = find_arguments (self, in, &is_new);
  if (self->kinds != NULL)
    emit (self, "@%%ws_r st.local.u64 [%%ws_s+%u], %%ws_p;",
          (guint)G_STRUCT_OFFSET (WsThreadState, next));
  emit (self, "{");
  emit (self, ".param .b64 ws_passed;");
  emit (self, "st.param.b64 [ws_passed], %%ws_s;");
  g_string_append_len (self->out, start, at - start);
  g_string_append (self->out, is_new                           ? ", (ws_passed)"
                              : in->operands[2].n_elements > 0 ? ", ws_passed"
                                                               : "ws_passed");
  g_string_append_len (self->out, at, end - at);
  g_string_append (self->out, "\n");
  emit (self, "}");
  if (self->kinds != NULL)
    emit (self, "@%%ws_r ld.local.u64 %%ws_p, [%%ws_s+%u];",
          (guint)G_STRUCT_OFFSET (WsThreadState, next));
}

/**
 * ws_rewrite_text:
 * @self: the function being rewritten
 *
 * Writes the instruction unchanged.
 */
void
ws_rewrite_text (WsRewriter *self, const WsPtxInstruction *in)
{
  if (in->text_end == in->text_start)
    g_string_append (self->out, "ret;\n");
  else
    {
      g_string_append_len (self->out, self->module->text + in->text_start,
                           in->text_end - in->text_start);
      g_string_append_c (self->out, '\n');
    }
}
