/* sites.c: a function as the run knows it: one WsSite per instruction, with the registers that it
 * writes and reads. */
#include "ptx/ptx.h"

#include <string.h>

typedef struct {
  WsPtxModule *module;
  WsPtxFunction *function;
  GString *strings; /* zero-terminated texts; offset 0 is the empty one */
  GHashTable *known;
  GArray *registers; /* guint32 */
} Maker;

static guint32
add_string (Maker *self, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  gpointer offset;

  if (g_hash_table_lookup_extended (self->known, copy, NULL, &offset))
    return GPOINTER_TO_UINT (offset);
  offset = GUINT_TO_POINTER ((guint)self->strings->len);
  g_string_append_len (self->strings, copy, (gssize)strlen (copy) + 1);
  g_hash_table_insert (self->known, g_steal_pointer (&copy), offset);
  return GPOINTER_TO_UINT (offset);
}

static WsValueType
value_type_of (WsPtxType type)
{
  switch (type)
    {
    case WS_PTX_S32:
      return WS_VALUE_S32;
    case WS_PTX_F32:
      return WS_VALUE_F32;
    case WS_PTX_U64:
    case WS_PTX_B64:
      return WS_VALUE_U64;
    case WS_PTX_S64:
      return WS_VALUE_S64;
    case WS_PTX_F64:
      return WS_VALUE_F64;
    case WS_PTX_U8:
    case WS_PTX_S8:
    case WS_PTX_B8:
      return WS_VALUE_B8;
    case WS_PTX_U16:
    case WS_PTX_S16:
    case WS_PTX_B16:
    case WS_PTX_F16:
    case WS_PTX_BF16:
      return WS_VALUE_B16;
    default:
      return WS_VALUE_U32;
    }
}

static guint
add_operand_registers (Maker *self, const WsPtxOperand *operand, WsPtxRole role)
{
  guint n = 0;

  if (operand->kind == WS_PTX_OPERAND_VECTOR || operand->kind == WS_PTX_OPERAND_PAIR)
    {
      for (guint e = 0; e < operand->n_elements; e++)
        n += add_operand_registers (
            self,
            &g_array_index (self->function->elements, WsPtxOperand, operand->first_element + e),
            role);
      return n;
    }
  if (operand->reg == WS_NONE || operand->role != role)
    return 0;
  g_array_append_val (self->registers, operand->reg);
  return 1;
}

static guint8
add_registers (Maker *self, const WsPtxInstruction *in, WsPtxRole role)
{
  guint n = 0;

  for (guint i = 0; i < in->n_operands; i++)
    n += add_operand_registers (self, &in->operands[i], role);
  return (guint8)MIN (n, G_MAXUINT8);
}

/* The opcode with its modifiers: the text behind the guard, up to the first blank or semicolon. */
static guint32
add_opcode (Maker *self, const WsPtxInstruction *in)
{
  const char *text = self->module->text + in->text_start;
  const char *end = self->module->text + in->text_end;
  const char *start = text;

  if (start < end && *start == '@')
    {
      while (start < end && !g_ascii_isspace (*start))
        start++;
      while (start < end && g_ascii_isspace (*start))
        start++;
    }
  for (text = start; text < end && !g_ascii_isspace (*text) && *text != ';';)
    text++;
  return add_string (self, start, (gsize)(text - start));
}

static guint32
add_file (Maker *self, const WsPtxInstruction *in)
{
  const char *path = ws_ptx_module_get_file (self->module, in->file);
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;

  return base != NULL ? add_string (self, base, strlen (base)) : WS_NONE;
}

/* Loads of parameters carry no data of the run: they count as arithmetic. */
static WsOpClass
class_of (const WsPtxInstruction *in)
{
  WsOpClass class = ws_ptx_opcode_get_class (in->opcode);

  if (in->space == WS_SPACE_PARAM && (class == WS_OP_LOAD || class == WS_OP_STORE))
    return WS_OP_ALU;
  return class;
}

static WsSite
make_site (Maker *self, const WsPtxInstruction *in, guint32 index)
{
  gsize length = in->text_end > in->text_start ? in->text_end - in->text_start : 0;
  const WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, in->block);
  WsSite site = {
    .text = add_string (self, self->module->text + in->text_start, length),
    .opcode = add_opcode (self, in),
    .file = add_file (self, in),
    .line = in->line,
    .column = in->column,
    .ptx_line = in->ptx_line,
    .target = WS_NONE,
    .reconverge = in->reconverge,
    .op_class = (guint8)class_of (in),
    .space = (guint8)in->space,
    .value_type = (guint8)value_type_of (in->types[0]),
    .width_bytes = (guint8)ws_ptx_type_get_width (in->types[0]),
    .vector = MAX (in->vector, 1),
  };

  if (in->opcode == WS_PTX_BRA && in->operands[0].target < self->function->instructions->len)
    site.target = in->operands[0].target;
  if (in->guard != WS_NONE)
    site.flags |= WS_SITE_GUARDED | (in->guard_negated ? WS_SITE_GUARD_NEGATED : 0);
  if (ws_ptx_instruction_has_mod (in, WS_PTX_MOD_UNI))
    site.flags |= WS_SITE_UNIFORM;
  if (block->first == index)
    site.flags |= WS_SITE_BLOCK_START;
  site.first_register = self->registers->len;
  site.n_defs = add_registers (self, in, WS_PTX_ROLE_DEF);
  site.n_uses = add_registers (self, in, WS_PTX_ROLE_USE);
  site.n_address = add_registers (self, in, WS_PTX_ROLE_ADDRESS);
  if (in->guard != WS_NONE)
    g_array_append_val (self->registers, in->guard);
  return site;
}

static void
region_free (WsRegion *self)
{
  g_free (self->name);
  g_free (self);
}

static void
add_shared (GPtrArray *shared, const WsPtxFunction *function, const WsPtxVariable *variable)
{
  WsRegion *region;

  if (variable->space != WS_SPACE_SHARED)
    return;
  region = g_new0 (WsRegion, 1);
  region->name = g_strdup (variable->name);
  region->space = WS_SPACE_SHARED;
  region->address = variable->is_extern ? function->dynamic_shared_offset : variable->offset;
  region->size_bytes = variable->is_extern ? 0 : variable->size;
  region->value_type = value_type_of (variable->type);
  g_ptr_array_add (shared, region);
}

/**
 * ws_ptx_function_to_kernel:
 * @self: a module
 * @function: one of its entries
 * @title: what people call it
 * @file: (nullable): base name of its source file
 * @source: (nullable): text of that file
 *
 * Returns: (transfer full): its sites, one per instruction and with the same indices, and
 * everything that they point into
 */
WsKernel *
ws_ptx_function_to_kernel (WsPtxModule *self, WsPtxFunction *function, const char *title,
                           const char *file, const char *source)
{
  Maker maker = { .module = self, .function = function };
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (WsSite));
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  GPtrArray *shared = g_ptr_array_new_with_free_func ((GDestroyNotify)region_free);
  g_autofree char *valid = g_utf8_validate (self->text, -1, NULL)
                               ? NULL
                               : g_utf8_make_valid (self->text, -1); /* comments hold anything */
  WsKernel *kernel;

  maker.strings = g_string_new_len ("", 1);
  maker.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  maker.registers = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < function->instructions->len; i++)
    {
      WsSite site =
          make_site (&maker, &g_array_index (function->instructions, WsPtxInstruction, i), i);

      g_array_append_val (sites, site);
    }
  for (guint i = 0; i < function->registers->len; i++)
    {
      const char *name = g_array_index (function->registers, WsPtxRegister, i).name;
      guint32 offset = add_string (&maker, name, strlen (name));

      g_array_append_val (names, offset);
    }
  for (guint i = 0; i < self->variables->len; i++)
    add_shared (shared, function, g_ptr_array_index (self->variables, i));
  for (guint i = 0; i < function->variables->len; i++)
    add_shared (shared, function, g_ptr_array_index (function->variables, i));
  kernel = ws_kernel_new (function->name, title, file, source, valid != NULL ? valid : self->text,
                          (const WsSite *)(const void *)sites->data, sites->len,
                          (const guint32 *)(const void *)maker.registers->data,
                          maker.registers->len, (const guint32 *)(const void *)names->data,
                          names->len, maker.strings->str, maker.strings->len, shared);
  g_string_free (maker.strings, TRUE);
  g_hash_table_unref (maker.known);
  g_array_unref (maker.registers);
  return kernel;
}
