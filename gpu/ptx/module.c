/* module.c: the parsed module: ownership of its parts, and look-up by name. */
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

/**
 * ws_ptx_module_new:
 * @text: (array length=length): of the module; copied
 * @length: bytes
 * @name: of the file, for messages
 *
 * Returns: (transfer full): a module with only its text
 */
WsPtxModule *
ws_ptx_module_new (const char *text, gsize length, const char *name)
{
  WsPtxModule *self = g_new0 (WsPtxModule, 1);

  g_atomic_ref_count_init (&self->refs);
  self->text = g_malloc (length + 1);
  memcpy (self->text, text, length);
  self->text[length] = '\0';
  self->length = length;
  self->name = g_strdup (name);
  self->address_size = 64;
  self->functions = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_function_free);
  self->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->diagnostics = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_diagnostic_free);
  self->prototypes = g_array_new (FALSE, TRUE, sizeof (WsPtxPrototype));
  self->strings = g_string_chunk_new (1024);
  self->relocations = g_array_new (FALSE, TRUE, sizeof (WsPtxRelocation));
  return self;
}

WsPtxModule *
ws_ptx_module_ref (WsPtxModule *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_ptx_module_unref (WsPtxModule *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->text);
  g_free (self->name);
  g_free (self->target);
  g_ptr_array_unref (self->functions);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->diagnostics);
  g_string_chunk_free (self->strings);
  g_array_unref (self->relocations);
  g_array_unref (self->prototypes);
  g_free (self);
}

/**
 * ws_ptx_module_find:
 * @entry: name of an entry or function
 *
 * Call ws_ptx_function_check() before running it.
 *
 * Returns: (transfer none) (nullable): the function, if it has a body
 */
WsPtxFunction *
ws_ptx_module_find (WsPtxModule *self, const char *entry)
{
  for (guint i = 0; i < self->functions->len; i++)
    {
      WsPtxFunction *function = g_ptr_array_index (self->functions, i);

      if (function->has_body && g_str_equal (function->name, entry))
        return function;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): the module's own variable of this name in global or constant
 * memory */
const WsPtxVariable *
ws_ptx_module_find_variable (const WsPtxModule *self, const char *name)
{
  for (guint i = 0; i < self->variables->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (self->variables, i);

      if ((variable->space == WS_SPACE_GLOBAL || variable->space == WS_SPACE_CONST)
          && !variable->is_extern && variable->size > 0 && g_str_equal (variable->name, name))
        return variable;
    }
  return NULL;
}

/**
 * ws_ptx_module_get_file:
 * @file: number in .file
 *
 * Returns: (transfer none) (nullable): the path
 */
const char *
ws_ptx_module_get_file (WsPtxModule *self, guint32 file)
{
  return file < self->files->len ? g_ptr_array_index (self->files, file) : NULL;
}

/* @function and all its callees, each once, without recursion: a hostile module may have a long
 * chain of calls. */
static void
collect_callees (WsPtxModule *self, WsPtxFunction *function, GPtrArray *all)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_ptr_array_add (all, function);
  g_hash_table_add (seen, function);
  for (guint f = 0; f < all->len; f++)
    {
      const WsPtxFunction *each = g_ptr_array_index (all, f);

      for (guint i = 0; i < each->instructions->len; i++)
        {
          const WsPtxInstruction *instruction =
              &g_array_index (each->instructions, WsPtxInstruction, i);

          for (guint o = 0; instruction->opcode == WS_PTX_CALL && o < instruction->n_operands; o++)
            if (instruction->operands[o].kind == WS_PTX_OPERAND_FUNCTION
                && g_hash_table_add (
                    seen, g_ptr_array_index (self->functions, instruction->operands[o].symbol)))
              g_ptr_array_add (
                  all, g_ptr_array_index (self->functions, instruction->operands[o].symbol));
        }
    }
}

/**
 * ws_ptx_function_check:
 * @error: return location: %WS_PTX_ERROR_UNKNOWN_INSTRUCTION, naming the instruction, its line and
 * the kernel
 *
 * Returns: whether @function and all its callees can be run
 */
gboolean
ws_ptx_function_check (WsPtxModule *self, WsPtxFunction *function, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  collect_callees (self, function, all);
  for (guint i = 0; i < all->len; i++)
    {
      const WsPtxFunction *each = g_ptr_array_index (all, i);

      if (each->diagnostic == NULL)
        continue;
      g_set_error_literal (error, WS_PTX_ERROR, WS_PTX_ERROR_UNKNOWN_INSTRUCTION, each->diagnostic);
      return FALSE;
    }
  return TRUE;
}

/* ---- shared memory ---- */

static guint64
align_up (guint64 value, guint64 align)
{
  return align > 1 ? (value + align - 1) / align * align : value;
}

/* What a kernel and its callees need of the module's shared memory. */
typedef struct {
  guint64 end;
  guint32 align; /* alignment of the extern arrays, 0 if there are none */
} SharedUse;

static void
use_shared (WsPtxModule *self, WsPtxFunction *function, const WsPtxOperand *operand, SharedUse *use)
{
  const WsPtxVariable *variable;

  for (guint i = 0; i < operand->n_elements; i++)
    {
      const WsPtxOperand *element =
          &g_array_index (function->elements, WsPtxOperand, operand->first_element + i);

      if (element->n_elements == 0)
        use_shared (self, function, element, use);
    }
  variable = ws_ptx_operand_get_variable (self, function, operand);
  if (variable == NULL || variable->space != WS_SPACE_SHARED)
    return;
  if (variable->is_extern)
    use->align = MAX (MAX (use->align, variable->align), 16);
  else if (operand->scope == WS_PTX_SCOPE_MODULE)
    use->end = MAX (use->end, variable->offset + variable->size);
}

/* The variables that one function itself refers to. */
static SharedUse
find_own_use (WsPtxModule *self, WsPtxFunction *function)
{
  SharedUse use = { 0, 0 };

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *instruction =
          &g_array_index (function->instructions, WsPtxInstruction, i);

      for (guint o = 0; o < instruction->n_operands; o++)
        use_shared (self, function, &instruction->operands[o], &use);
    }
  return use;
}

/* The reversed call graph: functions by their index. */
typedef struct {
  guint32 *first; /* n + 1 of them, into callers */
  guint32 *callers;
} Callers;

static void
each_call (WsPtxModule *self, guint32 *at, guint32 *callers)
{
  for (guint f = 0; f < self->functions->len; f++)
    {
      const WsPtxFunction *function = g_ptr_array_index (self->functions, f);

      for (guint i = 0; i < function->instructions->len; i++)
        {
          const WsPtxInstruction *instruction =
              &g_array_index (function->instructions, WsPtxInstruction, i);

          for (guint o = 0; instruction->opcode == WS_PTX_CALL && o < instruction->n_operands; o++)
            if (instruction->operands[o].kind == WS_PTX_OPERAND_FUNCTION)
              {
                guint32 place = at[instruction->operands[o].symbol]++;

                if (callers != NULL)
                  callers[place] = f;
              }
        }
    }
}

static void
find_callers (WsPtxModule *self, Callers *callers)
{
  guint n = self->functions->len;
  g_autofree guint32 *at = g_new0 (guint32, n + 1);

  callers->first = g_new0 (guint32, n + 1);
  each_call (self, at, NULL);
  for (guint f = 0; f < n; f++)
    callers->first[f + 1] = callers->first[f] + at[f];
  callers->callers = g_new0 (guint32, callers->first[n] + 1);
  memcpy (at, callers->first, n * sizeof *at);
  each_call (self, at, callers->callers);
}

typedef guint64 (*GetUse) (const SharedUse *use);
typedef void (*SetUse) (SharedUse *use, guint64 value);

static guint64
get_end (const SharedUse *use)
{
  return use->end;
}

static void
set_end (SharedUse *use, guint64 value)
{
  use->end = value;
}

static guint64
get_align (const SharedUse *use)
{
  return use->align;
}

static void
set_align (SharedUse *use, guint64 value)
{
  use->align = (guint32)value;
}

typedef struct {
  guint64 value;
  guint32 function;
} Need;

static int
compare_needs (gconstpointer a, gconstpointer b)
{
  const Need *x = a;
  const Need *y = b;

  return x->value > y->value ? -1 : x->value < y->value;
}

/* Whatever a function needs, all its callers need. Starts from the largest: a function reached once
 * needs nothing from smaller ones, so that each call is followed only once. */
static void
spread (const Callers *callers, guint n, SharedUse *uses, GetUse get_use, SetUse set_use)
{
  g_autofree Need *needs = g_new (Need, n + 1);
  g_autofree guint8 *reached = g_new0 (guint8, n + 1);
  g_autofree guint32 *stack = g_new (guint32, n + 1);

  for (guint f = 0; f < n; f++)
    needs[f] = (Need){ get_use (&uses[f]), f };
  qsort (needs, n, sizeof *needs, compare_needs);
  for (guint i = 0; i < n && needs[i].value > 0; i++)
    {
      guint32 depth = 0;

      if (reached[needs[i].function])
        continue;
      reached[needs[i].function] = TRUE;
      stack[depth++] = needs[i].function;
      while (depth > 0)
        {
          guint32 f = stack[--depth];

          set_use (&uses[f], needs[i].value);
          for (guint32 c = callers->first[f]; c < callers->first[f + 1]; c++)
            if (!reached[callers->callers[c]])
              {
                reached[callers->callers[c]] = TRUE;
                stack[depth++] = callers->callers[c];
              }
        }
    }
}

static void
lay_out_entry (WsPtxFunction *entry, SharedUse use)
{
  for (guint i = 0; i < entry->variables->len; i++)
    {
      WsPtxVariable *variable = g_ptr_array_index (entry->variables, i);

      if (variable->space != WS_SPACE_SHARED || variable->is_extern)
        continue;
      variable->offset = align_up (use.end, variable->align);
      use.end = variable->offset + variable->size;
    }
  /* More than any device has: the launch is rejected, so the figures only must not wrap around. */
  entry->shared_bytes = (guint32)MIN (use.end, G_MAXINT32);
  entry->dynamic_shared_offset = (guint32)MIN (align_up (use.end, use.align), G_MAXINT32);
}

/**
 * ws_ptx_module_lay_out:
 * @module: a module with all functions parsed
 *
 * Gives each kernel's .shared variables their offsets. This requires all functions: first are the
 * module's variables that it or its callees use, then its own, then the extern one, aligned to 16
 * bytes or as required.
 */
void
ws_ptx_module_lay_out (WsPtxModule *module)
{
  guint n = module->functions->len;
  g_autofree SharedUse *uses = g_new0 (SharedUse, n + 1);
  Callers callers;

  for (guint f = 0; f < n; f++)
    uses[f] = find_own_use (module, g_ptr_array_index (module->functions, f));
  find_callers (module, &callers);
  spread (&callers, n, uses, get_end, set_end);
  spread (&callers, n, uses, get_align, set_align);
  for (guint f = 0; f < n; f++)
    {
      WsPtxFunction *function = g_ptr_array_index (module->functions, f);

      if (function->is_entry)
        lay_out_entry (function, uses[f]);
    }
  g_free (callers.first);
  g_free (callers.callers);
}
