/* rewrite.c: writes a module whose one entry has two bodies, one with probes and one without. The
 * functions that it calls have one body each; a parameter tells whether the thread is recorded. */
#include "ptx/rewrite-private.h"

#include <gio/gio.h>

/* The bodies differ in the code around their instructions; variables are declared once, before
 * both. PTX ISA 5.2: the scope of labels and registers is the enclosing block of braces. */
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

      ws_rewrite_split (self, at, in->text_start, &depth, ignored, self->out);
      ws_rewrite_instruction (self, i);
      at = MAX (at, in->text_end);
    }
  ws_rewrite_split (self, at, function->text_end - 1, &depth, ignored, self->out);
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

      ws_rewrite_split (self, at, in != NULL ? in->text_start : function->text_end - 1, &depth,
                        self->out, ignored);
      if (in != NULL)
        at = MAX (at, in->text_end);
    }
}

static void
write_entry (WsRewriter *self, WsPtxFunction *function, const guint8 *kinds, gboolean any,
             GPtrArray *symbols)
{
  const char *text = self->module->text;
  guint32 after = function->params_end != WS_NONE ? function->params_end + 1 : function->body_start;

  self->function = function;
  self->first_site = 0;
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
  if (variable->space != WS_SPACE_PARAM && !g_ptr_array_find (symbols, variable, NULL))
    g_ptr_array_add (symbols, variable);
}

/* The variables that the kernel refers to, and those of the module that functions it may call refer
 * to: functions' own variables have no address in the kernel. */
static GPtrArray *
find_symbols (WsPtxModule *module, const GArray *parts)
{
  GPtrArray *symbols = g_ptr_array_new ();

  for (guint p = 0; p < parts->len; p++)
    {
      WsPtxFunction *function = g_array_index (parts, WsPtxPart, p).function;

      for (guint i = 0; i < function->instructions->len; i++)
        {
          const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

          for (guint o = 0; o < in->n_operands; o++)
            {
              WsPtxVariable *variable =
                  ws_ptx_operand_get_variable (module, function, &in->operands[o]);

              if (variable != NULL && (p == 0 || !variable->is_inside))
                add_symbol (symbols, variable);
            }
        }
    }
  return symbols;
}

/* The state of the rewriter. */
typedef struct {
  WsRewriter rewriter;
  WsPtxFunction *entry;
  const GArray *parts;
  const guint8 *kinds; /* per site of the kernel */
  gboolean any;
  GPtrArray *symbols;
} Writer;

/* A piece of the module's text that is changed. */
typedef struct {
  guint32 start;
  guint32 end;
  WsPtxFunction *function;         /* that it is of */
  const WsPtxPrototype *prototype; /* or this */
} Piece;

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const Piece *x = a;
  const Piece *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

/* A function, probed if it is a part of the kernel. */
static void
write_function (Writer *self, WsPtxFunction *function)
{
  WsRewriter *rewriter = &self->rewriter;
  const guint8 *kinds = NULL;

  rewriter->function = function;
  for (guint p = 1; p < self->parts->len; p++)
    {
      const WsPtxPart *part = &g_array_index (self->parts, WsPtxPart, p);

      if (part->function != function)
        continue;
      rewriter->first_site = part->first_site;
      kinds = self->kinds + part->first_site;
    }
  rewriter->kinds = kinds;
  ws_rewrite_header (rewriter, function->text_start, function->params_end, function->body_start,
                     function->params->len > 0);
  g_string_append (rewriter->out, "{\n");
  write_variables (rewriter);
  ws_rewrite_begin_function (rewriter);
  write_body (rewriter, kinds);
  g_string_append (rewriter->out, "}\n");
}

static void
write_piece (Writer *self, const Piece *piece)
{
  WsRewriter *rewriter = &self->rewriter;
  const WsPtxPrototype *prototype = piece->prototype;

  if (prototype != NULL)
    {
      ws_rewrite_header (rewriter, prototype->text_start, prototype->params_end,
                         prototype->text_end - 1, prototype->n_params > 0);
      g_string_append (rewriter->out, ";\n");
    }
  else if (piece->function == self->entry)
    write_entry (rewriter, self->entry, self->kinds, self->any, self->symbols);
  else if (!piece->function->is_entry)
    write_function (self, piece->function);
}

/* The entries, and functions too if they take the thread's slots. (transfer full) */
static GArray *
find_pieces (const Writer *self)
{
  const WsPtxModule *module = self->rewriter.module;
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  for (guint i = 0; i < module->functions->len; i++)
    {
      WsPtxFunction *function = g_ptr_array_index (module->functions, i);
      const Piece piece = { .start = function->text_start,
                            .end = function->text_end,
                            .function = function };

      if (function->is_entry || (self->rewriter.has_state && function->has_body))
        g_array_append_val (pieces, piece);
    }
  for (guint i = 0; self->rewriter.has_state && i < module->prototypes->len; i++)
    {
      const WsPtxPrototype *prototype = &g_array_index (module->prototypes, WsPtxPrototype, i);
      const WsPtxFunction *function = g_ptr_array_index (module->functions, prototype->function);
      const Piece piece = { .start = prototype->text_start,
                            .end = prototype->text_end,
                            .prototype = prototype };

      if (function->has_body && !function->is_entry)
        g_array_append_val (pieces, piece);
    }
  g_array_sort (pieces, compare_pieces);
  return pieces;
}

/* The module without its other entries; the entry in its new form. */
static char *
write_module (Writer *self)
{
  const WsPtxModule *module = self->rewriter.module;
  g_autoptr (GArray) pieces = find_pieces (self);
  guint32 at = 0;

  self->rewriter.out =
      g_string_sized_new (4 * (self->entry->text_end - self->entry->text_start) + 4096);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->start < at)
        continue;
      g_string_append_len (self->rewriter.out, module->text + at, piece->start - at);
      write_piece (self, piece);
      at = piece->end;
    }
  g_string_append_len (self->rewriter.out, module->text + at, (gssize)(module->length - at));
  return g_string_free (self->rewriter.out, FALSE);
}

static gboolean
check_entry (const WsPtxFunction *function, GError **error)
{
  if (function->is_entry && function->has_body)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               "“%s” is not a kernel and cannot be recorded.", function->name);
  return FALSE;
}

/**
 * ws_ptx_rewrite:
 * @function: one of its entries, which passes ws_ptx_function_check()
 * @kinds: (array) (nullable): a #WsProbeKind per site, as from ws_ptx_choose_probes(), or with
 * fewer of them; %NULL for none
 * @error: return location: %G_IO_ERROR_INVALID_ARGUMENT if @function is no entry with a body
 *
 * Returns: (transfer full) (nullable): the module with @function and its callees probed for events
 */
WsPtxProbed *
ws_ptx_rewrite (WsPtxModule *module, WsPtxFunction *function, const guint8 *kinds, GError **error)
{
  g_autoptr (WsPtxProbed) self = g_new0 (WsPtxProbed, 1);
  Writer writer = { .entry = function };

  if (!check_entry (function, error))
    return NULL;
  self->parts = ws_ptx_function_get_parts (module, function);
  for (guint p = 0; p < self->parts->len; p++)
    self->n_sites += g_array_index (self->parts, WsPtxPart, p).function->instructions->len;
  self->kinds = g_new0 (guint8, MAX (self->n_sites, 1));
  for (guint i = 0; kinds != NULL && i < self->n_sites; i++)
    {
      self->kinds[i] = kinds[i];
      writer.any = writer.any || kinds[i] != WS_PROBE_NONE;
    }
  self->symbols = find_symbols (module, self->parts);
  self->control_offset = (function->param_bytes + 7) / 8 * 8;
  writer.rewriter.module = module;
  writer.rewriter.has_state = writer.any && self->parts->len > 1;
  writer.parts = self->parts;
  writer.kinds = self->kinds;
  writer.symbols = self->symbols;
  self->text = write_module (&writer);
  return g_steal_pointer (&self);
}

/**
 * ws_ptx_rewrite_spans:
 * @function: one of its entries, which passes ws_ptx_function_check()
 * @flat: whether the grid and the blocks of the launch are one-dimensional, which saves a dozen
 * instructions
 * @error: return location: %G_IO_ERROR_INVALID_ARGUMENT if @function is no entry with a body
 *
 * Returns: (transfer full) (nullable): the module with @function probed for spans; the parameter is
 * at the same offset as in #WsPtxProbed
 */
char *
ws_ptx_rewrite_spans (WsPtxModule *module, WsPtxFunction *function, gboolean flat, GError **error)
{
  Writer writer = { .entry = function,
                    .rewriter = { .module = module,
                                  .spans = flat ? WS_SPANS_FLAT : WS_SPANS_ANY } };

  if (!check_entry (function, error))
    return NULL;
  return write_module (&writer);
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
  g_clear_pointer (&self->parts, g_array_unref);
  g_free (self);
}
