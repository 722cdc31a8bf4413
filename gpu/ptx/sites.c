/* sites.c: the sites of a kernel for a run: one WsSite per instruction of the kernel and of the
 * functions that it may call, with the registers written and read. */
#include "ptx/matrix.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  WsPtxModule *module;
  const WsPtxPart *part; /* that is read */
  WsPtxFunction *function;
  GString *strings;  /* zero-terminated texts; offset 0 is the empty one */
  GTree *known;      /* a tree: unlike a hash table, no text can make it slow */
  guint32 *files;    /* by number: offset of the name, WS_NONE if not looked at yet */
  GArray *registers; /* guint32 */
} Maker;

static int
compare_strings (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

static guint32
add_string (Maker *self, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  gpointer offset;

  if (g_tree_lookup_extended (self->known, copy, NULL, &offset))
    return GPOINTER_TO_UINT (offset);
  offset = GUINT_TO_POINTER ((guint)self->strings->len);
  g_string_append_len (self->strings, copy, (gssize)strlen (copy) + 1);
  g_tree_insert (self->known, g_steal_pointer (&copy), offset);
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
    case WS_PTX_E4M3X2:
    case WS_PTX_E5M2X2:
      return WS_VALUE_B16;
    case WS_PTX_F16:
      return WS_VALUE_F16;
    case WS_PTX_BF16:
      return WS_VALUE_BF16;
    default:
      return WS_VALUE_U32;
    }
}

static void
add_register (Maker *self, guint32 reg)
{
  reg += self->part->first_register;
  g_array_append_val (self->registers, reg);
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
  add_register (self, operand->reg);
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

/* The opcode with its modifiers: the text after the guard, up to the first space or semicolon. */
static guint32
add_opcode (Maker *self, const WsPtxInstruction *in)
{
  const char *start = self->module->text + in->text_start;
  const char *end = self->module->text + in->text_end;
  const char *stop;

  if (in->guard != WS_NONE)
    {
      /* "@!%p1", "@ !%p1": to the end of the predicate's name */
      while (start < end && (*start == '@' || *start == '!' || g_ascii_isspace (*start)))
        start++;
      while (start < end && !g_ascii_isspace (*start))
        start++;
      while (start < end && g_ascii_isspace (*start))
        start++;
    }
  stop = start;
  while (stop < end && !g_ascii_isspace (*stop) && *stop != ';')
    stop++;
  if (stop == start)
    return add_string (self, "ret", 3);
  return add_string (self, start, (gsize)(stop - start));
}

static guint32
add_file (Maker *self, const WsPtxInstruction *in)
{
  const char *path = ws_ptx_module_get_file (self->module, in->file);
  g_autofree char *base = NULL;

  if (path == NULL)
    return WS_NONE;
  if (self->files[in->file] == WS_NONE)
    {
      base = g_path_get_basename (path);
      self->files[in->file] = add_string (self, base, strlen (base));
    }
  return self->files[in->file];
}

/* Loads of parameters carry no data of the run: they count as arithmetic. Returning from a function
 * does not end a thread. */
static WsOpClass
class_of (const Maker *self, const WsPtxInstruction *in)
{
  WsOpClass class = ws_ptx_opcode_get_class (in->opcode);

  if (in->opcode == WS_PTX_RET && !self->function->is_entry)
    return WS_OP_CALL;
  if (in->space == WS_SPACE_PARAM && (class == WS_OP_LOAD || class == WS_OP_STORE))
    return WS_OP_ALU;
  return class;
}

/* The instruction on one line: runs of white space, as nvcc writes in calls, become one space. */
static guint32
add_text (Maker *self, const WsPtxInstruction *in)
{
  g_autoptr (GString) line = g_string_new (NULL);
  const char *end = self->module->text + in->text_end;

  for (const char *c = self->module->text + in->text_start; c < end; c++)
    if (!g_ascii_isspace (*c))
      g_string_append_c (line, *c);
    else if (line->len > 0 && line->str[line->len - 1] != ' ')
      g_string_append_c (line, ' ');
  /* An implicit return has no text. */
  if (line->len == 0)
    g_string_append (line, "ret;");
  return add_string (self, line->str, line->len);
}

static WsSite
make_site (Maker *self, const WsPtxInstruction *in, guint32 index)
{
  const WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, in->block);
  WsSite site = {
    .text = add_text (self, in),
    .opcode = add_opcode (self, in),
    .file = add_file (self, in),
    .line = in->line,
    .column = in->column,
    .ptx_line = in->ptx_line,
    .target = WS_NONE,
    .reconverge = in->reconverge != WS_NONE ? self->part->first_site + in->reconverge : WS_NONE,
    .op_class = (guint8)class_of (self, in),
    .space = (guint8)in->space,
    .value_type = (guint8)value_type_of (in->types[0]),
    .width_bytes = (guint8)ws_ptx_type_get_width (in->types[0]),
    .vector = MAX (in->vector, 1),
  };

  if (in->opcode == WS_PTX_BRA && in->operands[0].target < self->function->instructions->len)
    site.target = self->part->first_site + in->operands[0].target;
  if (in->guard != WS_NONE)
    site.flags |= WS_SITE_GUARDED | (in->guard_negated ? WS_SITE_GUARD_NEGATED : 0);
  if (ws_ptx_instruction_has_mod (in, WS_PTX_MOD_UNI))
    site.flags |= WS_SITE_UNIFORM;
  if (block->first == index)
    site.flags |= WS_SITE_BLOCK_START;
  if (in->stays_rolled)
    site.flags |= WS_SITE_ROLLED;
  if (in->call_line <= G_MAXUINT32 >> WS_SITE_CALL_LINE_SHIFT)
    site.flags |= in->call_line << WS_SITE_CALL_LINE_SHIFT;
  site.first_register = self->registers->len;
  site.n_defs = add_registers (self, in, WS_PTX_ROLE_DEF);
  site.n_uses = add_registers (self, in, WS_PTX_ROLE_USE);
  site.n_address = add_registers (self, in, WS_PTX_ROLE_ADDRESS);
  if (in->guard != WS_NONE)
    add_register (self, in->guard);
  if (ws_matrix_count_bytes (in) > 0)
    {
      /* more than 16 bytes per lane are two accesses */
      site.width_bytes = 4;
      site.vector = (guint8)(MIN (ws_matrix_count_bytes (in), 16) / 4);
    }
  if (in->opcode == WS_PTX_CP_ASYNC)
    {
      /* number of words copied */
      site.width_bytes = 4;
      site.vector = (guint8)MAX (in->operands[2].bits / 4, 1);
    }
  return site;
}

static void
region_free (WsRegion *self)
{
  g_free (self->name);
  g_free (self);
}

/* The compiler hides a __shared__ variable's name in that of its function:
 * "_ZZ7reduce7ILj128EEvPKiPijE4tile" is "tile". */
static char *
dup_source_name (const char *name)
{
  gsize length = strlen (name);

  if (g_str_has_prefix (name, "_ZZ"))
    for (gsize at = length; at-- > 3;)
      if (g_ascii_isdigit (name[at]) && name[at - 1] == 'E')
        {
          char *end = NULL;
          guint64 n = g_ascii_strtoull (name + at, &end, 10);

          /* the remaining length: strlen() at each step would be quadratic for a long name */
          if (n > 0 && n <= length - (gsize)(end - name))
            return g_strndup (end, n);
        }
  return g_strdup (name);
}

/* Arrays are often declared as bytes; the alignment tells the width of their elements. */
static WsValueType
region_type (const WsPtxVariable *variable)
{
  if (ws_ptx_type_get_width (variable->type) == 1)
    switch (variable->align)
      {
      case 1:
        return WS_VALUE_B8;
      case 2:
        return WS_VALUE_B16;
      case 8:
        return WS_VALUE_U64;
      default:
        return WS_VALUE_U32;
      }
  return value_type_of (variable->type);
}

static void
add_shared (GPtrArray *shared, const WsPtxFunction *function, const WsPtxVariable *variable)
{
  WsRegion *region;

  if (variable->space != WS_SPACE_SHARED)
    return;
  region = g_new0 (WsRegion, 1);
  region->name = dup_source_name (variable->name);
  region->space = WS_SPACE_SHARED;
  region->address = variable->is_extern ? function->dynamic_shared_offset : variable->offset;
  region->size_bytes = variable->is_extern ? 0 : variable->size;
  region->value_type = region_type (variable);
  g_ptr_array_add (shared, region);
}

/**
 * ws_ptx_variable_add_region:
 * @self: a variable in global memory
 * @builder: a run being built
 * @address: its address on the device
 *
 * Adds it as a buffer of the run, under its name in the source.
 */
void
ws_ptx_variable_add_region (const WsPtxVariable *self, WsRunBuilder *builder, guint64 address)
{
  g_autofree char *name = dup_source_name (self->name);

  ws_run_builder_add_region (builder, &(WsRegion){ .name = name,
                                                   .space = WS_SPACE_GLOBAL,
                                                   .address = address,
                                                   .size_bytes = self->size,
                                                   .value_type = region_type (self) });
}

/* Marks the variables of the module that @function uses. */
static void
find_used (WsPtxModule *module, WsPtxFunction *function, guint8 *used)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      for (guint o = 0; o < in->n_operands; o++)
        if (in->operands[o].scope == WS_PTX_SCOPE_MODULE
            && ws_ptx_operand_get_variable (module, function, &in->operands[o]) != NULL)
          used[in->operands[o].symbol] = TRUE;
    }
}

/* The variables of the module that the kernel, or a function that it may call, uses. */
static void
add_module_shared (GPtrArray *shared, WsPtxModule *module, WsPtxFunction *kernel,
                   const GArray *parts)
{
  g_autofree guint8 *used = g_new0 (guint8, module->variables->len + 1);

  for (guint p = 0; p < parts->len; p++)
    find_used (module, g_array_index (parts, WsPtxPart, p).function, used);
  for (guint i = 0; i < module->variables->len; i++)
    if (used[i])
      add_shared (shared, kernel, g_ptr_array_index (module->variables, i));
}

/* The sites of a part, and the names of its registers. */
static void
add_part (Maker *self, const WsPtxPart *part, GArray *sites, GArray *names)
{
  const WsPtxFunction *function = part->function;

  self->part = part;
  self->function = part->function;
  for (guint32 i = 0; i < function->instructions->len; i++)
    {
      WsSite site =
          make_site (self, &g_array_index (function->instructions, WsPtxInstruction, i), i);

      g_array_append_val (sites, site);
    }
  for (guint i = 0; i < function->registers->len; i++)
    {
      const char *name = g_array_index (function->registers, WsPtxRegister, i).name;
      guint32 offset = add_string (self, name, strlen (name));

      g_array_append_val (names, offset);
    }
}

/**
 * ws_ptx_function_list_shared:
 * @function: one of its entries
 *
 * Returns: (transfer full) (element-type WsRegion): its variables in shared memory, under their
 * names in the source
 */
GPtrArray *
ws_ptx_function_list_shared (WsPtxModule *self, WsPtxFunction *function)
{
  GPtrArray *shared = g_ptr_array_new_with_free_func ((GDestroyNotify)region_free);
  g_autoptr (GArray) parts = ws_ptx_function_get_parts (self, function);

  add_module_shared (shared, self, function, parts);
  for (guint i = 0; i < function->variables->len; i++)
    add_shared (shared, function, g_ptr_array_index (function->variables, i));
  return shared;
}

/* (transfer full); @ptx: (nullable) */
static WsKernel *
make_kernel (WsPtxModule *self, WsPtxFunction *function, const char *title, const char *file,
             const char *source, const char *ptx)
{
  Maker maker = { .module = self };
  g_autoptr (GArray) parts = ws_ptx_function_get_parts (self, function);
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (WsSite));
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) shared = ws_ptx_function_list_shared (self, function);
  WsKernel *kernel;

  maker.strings = g_string_new_len ("", 1);
  maker.known = g_tree_new_full (compare_strings, NULL, g_free, NULL);
  maker.files = g_new (guint32, self->files->len + 1);
  for (guint i = 0; i < self->files->len; i++)
    maker.files[i] = WS_NONE;
  maker.registers = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint p = 0; p < parts->len; p++)
    add_part (&maker, &g_array_index (parts, WsPtxPart, p), sites, names);
  kernel = ws_kernel_new (&(WsKernel){
      .entry = function->name,
      .title = (char *)title,
      .file = (char *)file,
      .source = (char *)source,
      .ptx = (char *)ptx,
      .sites = (const WsSite *)(const void *)sites->data,
      .n_sites = sites->len,
      .registers = (const guint32 *)(const void *)maker.registers->data,
      .n_registers = maker.registers->len,
      .register_names = (const guint32 *)(const void *)names->data,
      .n_register_names = names->len,
      .strings = maker.strings->str,
      .strings_size = maker.strings->len,
      .shared = shared,
  });
  g_string_free (maker.strings, TRUE);
  g_tree_unref (maker.known);
  g_free (maker.files);
  g_array_unref (maker.registers);
  return kernel;
}

/**
 * ws_ptx_function_to_kernel:
 * @function: one of its entries
 * @title: its name for users
 * @file: (nullable): base name of its source file
 * @source: (nullable): text of that file
 *
 * Returns: (transfer full): its sites, one per instruction of it and of the functions that it may
 * call, numbered as by ws_ptx_function_get_parts(), and everything they refer to
 */
WsKernel *
ws_ptx_function_to_kernel (WsPtxModule *self, WsPtxFunction *function, const char *title,
                           const char *file, const char *source)
{
  /* comments may have any bytes */
  g_autofree char *valid =
      g_utf8_validate (self->text, -1, NULL) ? NULL : g_utf8_make_valid (self->text, -1);

  return make_kernel (self, function, title, file, source, valid != NULL ? valid : self->text);
}

/**
 * ws_ptx_function_list_sites:
 * @function: one of its entries
 *
 * For callers that need no text: that of a module may be long, with many kernels.
 *
 * Returns: (transfer full): as ws_ptx_function_to_kernel(), without texts
 */
WsKernel *
ws_ptx_function_list_sites (WsPtxModule *self, WsPtxFunction *function)
{
  return make_kernel (self, function, function->name, "", NULL, NULL);
}
