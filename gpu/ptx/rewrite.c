/* rewrite.c: a module with one entry, in two bodies: probed, and as it was. */
#include "ptx/rewrite-private.h"

#include <gio/gio.h>

/* The bodies differ in what is put round their instructions; declarations of variables stand once,
 * before both. PTX ISA 5.2: labels and registers belong to the block of braces they stand in. */
static void
write_body (WsRewriter *self, const guint8 *kinds)
{
  const WsPtxFunction *function = self->function;
  guint32 at = function->body_start + 1;
  guint depth = 0;
  g_autoptr (GString) ignored = g_string_new (NULL);

  self->kinds = kinds;
  g_string_append (self->out, "{\n");
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      ws_rewrite_split (self->module->text, at, in->text_start, &depth, ignored, self->out);
      ws_rewrite_instruction (self, i);
      at = MAX (at, in->text_end);
    }
  ws_rewrite_split (self->module->text, at, function->text_end - 1, &depth, ignored, self->out);
  g_string_append (self->out, "}\n");
}

static void
write_variables (WsRewriter *self)
{
  const WsPtxFunction *function = self->function;
  guint32 at = function->body_start + 1;
  guint depth = 0;
  g_autoptr (GString) ignored = g_string_new (NULL);

  for (guint i = 0; i <= function->instructions->len; i++)
    {
      const WsPtxInstruction *in =
          i < function->instructions->len
              ? &g_array_index (function->instructions, WsPtxInstruction, i)
              : NULL;

      ws_rewrite_split (self->module->text, at,
                        in != NULL ? in->text_start : function->text_end - 1, &depth, self->out,
                        ignored);
      if (in != NULL)
        at = MAX (at, in->text_end);
    }
}

static void
write_entry (WsRewriter *self, const guint8 *kinds, gboolean any, GPtrArray *symbols)
{
  const WsPtxFunction *function = self->function;
  const char *text = self->module->text;
  guint32 after = function->params_end != WS_NONE ? function->params_end + 1 : function->body_start;

  self->kinds = any ? kinds : NULL;
  g_string_append_len (
      self->out, text + function->text_start,
      (function->params_end != WS_NONE ? function->params_end : function->body_start)
          - function->text_start);
  if (function->params_end == WS_NONE)
    g_string_append_c (self->out, '(');
  g_string_append_printf (
      self->out, "%s .param .align 8 .b8 ws_control[%u])\n", function->params->len > 0 ? "," : "",
      (guint)(self->spans != WS_SPANS_NONE ? sizeof (WsSpanControl) : sizeof (WsProbeControl)));
  g_string_append_len (self->out, text + after, function->body_start - after);
  g_string_append (self->out, "{\n");
  write_variables (self);
  if (self->spans != WS_SPANS_NONE)
    ws_rewrite_spans_begin (self);
  else
    ws_rewrite_begin (self, symbols);
  if (any || self->spans != WS_SPANS_NONE)
    {
      write_body (self, kinds);
      g_string_append (self->out, "$ws_plain:\n");
      self->spans = WS_SPANS_NONE;
    }
  write_body (self, NULL);
  g_string_append (self->out, "}\n");
}

static void
add_symbol (GPtrArray *symbols, WsPtxVariable *variable)
{
  if (variable != NULL && variable->space != WS_SPACE_PARAM
      && !g_ptr_array_find (symbols, variable, NULL))
    g_ptr_array_add (symbols, variable);
}

/* The variables that the function names. */
static GPtrArray *
find_symbols (WsPtxModule *module, WsPtxFunction *function)
{
  GPtrArray *symbols = g_ptr_array_new ();

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      for (guint o = 0; o < in->n_operands; o++)
        if (in->operands[o].symbol != WS_NONE
            && (in->operands[o].kind == WS_PTX_OPERAND_SYMBOL
                || in->operands[o].kind == WS_PTX_OPERAND_MEMORY))
          add_symbol (symbols, ws_ptx_operand_get_variable (module, function, &in->operands[o]));
    }
  return symbols;
}

/* The module without its other entries; @function in its new form. */
static char *
write_module (WsPtxModule *module, WsPtxFunction *function, WsSpansKind spans, const guint8 *kinds,
              gboolean any, GPtrArray *symbols)
{
  WsRewriter self = { .module = module, .function = function, .spans = spans };
  guint32 at = 0;

  self.out = g_string_sized_new (4 * (function->text_end - function->text_start) + 4096);
  while (at < module->length)
    {
      const WsPtxFunction *next = NULL;

      for (guint i = 0; i < module->functions->len; i++)
        {
          const WsPtxFunction *each = g_ptr_array_index (module->functions, i);

          if (each->is_entry && each->text_start >= at
              && (next == NULL || each->text_start < next->text_start))
            next = each;
        }
      g_string_append_len (self.out, module->text + at,
                           (next != NULL ? next->text_start : module->length) - at);
      if (next == NULL)
        break;
      if (next == function)
        write_entry (&self, kinds, any, symbols);
      at = next->text_end;
    }
  return g_string_free (self.out, FALSE);
}

static gboolean
check_entry (const WsPtxFunction *function, GError **error)
{
  if (function->is_entry && function->has_body)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               "“%s” is no kernel, so it cannot be recorded.", function->name);
  return FALSE;
}

/**
 * ws_ptx_rewrite:
 * @module: a module
 * @function: one of its entries, that ws_ptx_function_check() admits
 * @kinds: (array) (nullable): a #WsProbeKind per instruction, as from ws_ptx_choose_probes(), or
 * with fewer of them; %NULL for none
 * @error: return location: %G_IO_ERROR_INVALID_ARGUMENT where @function is no entry with a body
 *
 * Returns: (transfer full) (nullable): the module with @function probed for events
 */
WsPtxProbed *
ws_ptx_rewrite (WsPtxModule *module, WsPtxFunction *function, const guint8 *kinds, GError **error)
{
  g_autoptr (WsPtxProbed) self = g_new0 (WsPtxProbed, 1);
  gboolean any = FALSE;

  if (!check_entry (function, error))
    return NULL;
  self->n_sites = function->instructions->len;
  self->kinds = g_new0 (guint8, MAX (self->n_sites, 1));
  for (guint i = 0; kinds != NULL && i < self->n_sites; i++)
    {
      self->kinds[i] = kinds[i];
      any = any || kinds[i] != WS_PROBE_NONE;
    }
  self->symbols = find_symbols (module, function);
  self->control_offset = (function->param_bytes + 7) / 8 * 8;
  self->text = write_module (module, function, WS_SPANS_NONE, self->kinds, any, self->symbols);
  return g_steal_pointer (&self);
}

/**
 * ws_ptx_rewrite_spans:
 * @module: a module
 * @function: one of its entries, that ws_ptx_function_check() admits
 * @flat: whether the grid and the blocks of the launch extend along x alone, which saves a dozen
 * instructions
 * @error: return location: %G_IO_ERROR_INVALID_ARGUMENT where @function is no entry with a body
 *
 * Returns: (transfer full) (nullable): the module with @function probed for spans; the parameter
 * stands where it does in #WsPtxProbed
 */
char *
ws_ptx_rewrite_spans (WsPtxModule *module, WsPtxFunction *function, gboolean flat, GError **error)
{
  if (!check_entry (function, error))
    return NULL;
  return write_module (module, function, flat ? WS_SPANS_FLAT : WS_SPANS_ANY, NULL, FALSE, NULL);
}

/**
 * ws_ptx_probed_free:
 * @self: (transfer full) (nullable): a kernel's PTX with probes
 */
void
ws_ptx_probed_free (WsPtxProbed *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self->kinds);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_free (self);
}
