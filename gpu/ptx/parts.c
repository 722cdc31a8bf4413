/* parts.c: the parts of a kernel: itself, and the functions that it may call. */
#include "ptx/ptx.h"

typedef struct {
  WsPtxModule *module;
  GArray *parts; /* WsPtxPart */
  GHashTable *seen;
  gboolean is_indirect; /* some call is indirect */
} Finder;

static void
add (Finder *self, guint32 index)
{
  WsPtxFunction *function = index < self->module->functions->len
                                ? g_ptr_array_index (self->module->functions, index)
                                : NULL;
  WsPtxPart part = { .function = function };

  if (function == NULL || !function->has_body || !g_hash_table_add (self->seen, function))
    return;
  if (self->parts->len > 0)
    {
      const WsPtxPart *last = &g_array_index (self->parts, WsPtxPart, self->parts->len - 1);

      part.first_site = last->first_site + last->function->instructions->len;
      part.first_register = last->first_register + last->function->registers->len;
    }
  g_array_append_val (self->parts, part);
}

/* The functions that @function calls, or if @taken, those whose address it takes. */
static void
add_named (Finder *self, const WsPtxFunction *function, gboolean taken)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);
      gboolean is_call = in->opcode == WS_PTX_CALL;

      for (guint o = 0; o < in->n_operands; o++)
        if (in->operands[o].kind == WS_PTX_OPERAND_FUNCTION && is_call != taken)
          add (self, in->operands[o].symbol);
        else if (is_call && in->operands[o].kind == WS_PTX_OPERAND_REGISTER)
          self->is_indirect = TRUE;
    }
}

/* All possible targets of an indirect call: another kernel may also have stored the address. */
static void
add_taken (Finder *self)
{
  for (guint i = 0; i < self->module->relocations->len; i++)
    {
      const WsPtxRelocation *relocation =
          &g_array_index (self->module->relocations, WsPtxRelocation, i);

      if (relocation->is_function)
        add (self, relocation->symbol);
    }
  for (guint f = 0; f < self->module->functions->len; f++)
    add_named (self, g_ptr_array_index (self->module->functions, f), TRUE);
}

/**
 * ws_ptx_function_get_parts:
 * @function: one of its entries
 *
 * Determines which instructions are sites of the kernel, and their numbers: the kernel's own first,
 * then those of the functions that it may call, directly or indirectly, each once, in order of
 * first mention. Entries whose address is taken are not parts.
 *
 * Returns: (transfer full) (element-type WsPtxPart): @function first; includes functions with a
 * diagnostic
 */
GArray *
ws_ptx_function_get_parts (WsPtxModule *self, WsPtxFunction *function)
{
  Finder finder = {
    .module = self,
    .parts = g_array_new (FALSE, FALSE, sizeof (WsPtxPart)),
    .seen = g_hash_table_new (NULL, NULL),
  };
  const WsPtxPart kernel = { .function = function };
  gboolean added = FALSE;

  for (guint f = 0; f < self->functions->len; f++)
    {
      WsPtxFunction *each = g_ptr_array_index (self->functions, f);

      if (each->is_entry)
        g_hash_table_add (finder.seen, each);
    }
  g_array_append_val (finder.parts, kernel);
  g_hash_table_add (finder.seen, function);
  for (guint p = 0; p < finder.parts->len; p++)
    {
      add_named (&finder, g_array_index (finder.parts, WsPtxPart, p).function, FALSE);
      if (finder.is_indirect && !added)
        add_taken (&finder);
      added = finder.is_indirect;
    }
  g_hash_table_unref (finder.seen);
  return finder.parts;
}

/**
 * ws_ptx_parts_find:
 * @parts: (element-type WsPtxPart): of a kernel
 *
 * Returns: (transfer none) (nullable): the part that has it
 */
const WsPtxPart *
ws_ptx_parts_find (const GArray *parts, guint32 site)
{
  for (guint p = 0; p < parts->len; p++)
    {
      const WsPtxPart *part = &g_array_index (parts, WsPtxPart, p);

      if (site - part->first_site < part->function->instructions->len)
        return part;
    }
  return NULL;
}

/**
 * ws_ptx_function_reads:
 * @function: one of its entries
 * @special: a special register
 *
 * Returns: whether the kernel, or a function that it may call, reads it
 */
gboolean
ws_ptx_function_reads (WsPtxModule *self, WsPtxFunction *function, WsPtxSpecial special)
{
  g_autoptr (GArray) parts = ws_ptx_function_get_parts (self, function);

  for (guint p = 0; p < parts->len; p++)
    {
      const GArray *instructions = g_array_index (parts, WsPtxPart, p).function->instructions;

      for (guint i = 0; i < instructions->len; i++)
        {
          const WsPtxInstruction *in = &g_array_index (instructions, WsPtxInstruction, i);

          for (guint o = 0; o < in->n_operands; o++)
            if (in->operands[o].kind == WS_PTX_OPERAND_SPECIAL
                && in->operands[o].special == special)
              return TRUE;
        }
    }
  return FALSE;
}
