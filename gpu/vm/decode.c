/* decode.c: turns a parsed function into flat operations, whenever a different entry is launched.
 *
 * Registers, immediates, addresses of variables and special registers all become rows of one
 * register file, so that the lane loops know one kind of source. Called functions are inlined, each
 * call with its own registers: then a divergent call is a divergent branch. Functions that are
 * recursive or called through an address become separate bodies after the kernel, and call.c keeps
 * the state of their calls.
 */
#include "vm/vm.h"

#include "vm/types.h"

#include <glib/gi18n.h>

#define MAX_OPS        (1 << 20)
#define MAX_WAYS       (1 << 22) /* of branch tables */
#define MAX_CALL_DEPTH 24
#define MAX_SPELLING   160       /* bytes of an instruction, in a message */
#define MAX_PASSED     (1 << 22) /* parameters and results of calls */

/* One function, once inlined. */
typedef struct _Instance {
  const struct _Instance *caller;
  WsPtxFunction *function;
  guint32 first_row;
  guint32 local_base;
  guint32 param_base; /* of .param variables declared inside */
  const guint32
      *params; /* of a callee: places of its parameters and results in the lane's memory */
  const guint32 *returns;
  guint32 first_site;
  WsBody *body; /* its body, with places relative to the frame; NULL in the kernel */
  guint depth;
} Instance;

typedef struct {
  WsCode *code;
  GTree *constants;  /* WsConstantRow; unlike a hash table, hostile input cannot make it slow */
  GTree *frame_rows; /* WsConstantRow: addresses in the frame of the current body */
  GHashTable *specials;
  GHashTable *first_sites; /* of the parts, by function */
  guint64 global_base;
  guint64 n_passed;
  GError *error;
} Decoder;

static gboolean
refuse (Decoder *self, const WsPtxInstruction *in, const char *why)
{
  const char *text = self->code->module->text + in->text_start;
  gsize length = in->text_end - in->text_start;
  g_autofree char *start = g_utf8_make_valid (text, (gssize)MIN (length, MAX_SPELLING));
  g_autofree char *spelling = g_strconcat (start, length > MAX_SPELLING ? "…" : "", NULL);

  if (self->error == NULL)
    self->error = g_error_new (
        WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
        _ ("The virtual GPU cannot execute “%s” at line %u of the PTX of kernel %s: %s."), spelling,
        in->ptx_line, self->code->function->name, why);
  return FALSE;
}

static guint32
new_rows (Decoder *self, guint32 n)
{
  return ws_code_take_rows (self->code, n, self->error == NULL ? &self->error : NULL);
}

/* In the kernel's local memory, or in the frame of the body that @in is part of. */
static guint32
new_local (Decoder *self, const Instance *in, guint64 bytes, guint align)
{
  return ws_code_take_local (self->code,
                             in->body != NULL ? &in->body->frame_bytes : &self->code->local_bytes,
                             bytes, align, self->error == NULL ? &self->error : NULL);
}

/* The row of @bits in @tree, a new one where there is none: *is_new. */
static guint32
find_row (Decoder *self, GTree *tree, guint64 bits, gboolean wide, gboolean *is_new)
{
  WsConstantRow key = { .bits = wide ? bits : (guint32)bits, .wide = wide };
  const WsConstantRow *known = g_tree_lookup (tree, &key);

  *is_new = known == NULL;
  if (known != NULL)
    return known->row;
  key.row = new_rows (self, 1);
  known = g_memdup2 (&key, sizeof key);
  g_tree_insert (tree, (gpointer)known, (gpointer)known);
  return key.row;
}

static guint32
constant_row (Decoder *self, guint64 bits, gboolean wide)
{
  gboolean is_new;
  guint32 row = find_row (self, self->constants, bits, wide, &is_new);
  const WsConstantRow constant = { .row = row, .bits = bits, .wide = wide };

  if (is_new)
    g_array_append_val (self->code->constants, constant);
  return row;
}

/* The row of an address in local memory: for a place in a frame, each call has its own. */
static guint32
local_row (Decoder *self, const Instance *in, guint64 address, gboolean wide)
{
  gboolean is_new;
  guint32 row;

  if (in->body == NULL)
    return constant_row (self, address, wide);
  row = find_row (self, self->frame_rows, address, wide, &is_new);
  if (is_new)
    {
      const WsFrameRow frame = {
        .row = row * WS_ROW_BYTES, .bytes = wide ? 8 : 4, .is_frame = TRUE, .offset = address
      };

      g_array_append_val (in->body->rows, frame);
    }
  return row;
}

/* Whether @in is the kernel itself. */
static gboolean
is_kernel (const Instance *in)
{
  return in->caller == NULL && in->body == NULL;
}

static guint32
special_row (Decoder *self, WsPtxSpecial special)
{
  gpointer row;
  WsSpecialRow entry;

  if (g_hash_table_lookup_extended (self->specials, GUINT_TO_POINTER (special), NULL, &row))
    return GPOINTER_TO_UINT (row);
  entry = (WsSpecialRow){ .row = new_rows (self, 1), .special = special };
  g_array_append_val (self->code->specials, entry);
  g_hash_table_insert (self->specials, GUINT_TO_POINTER (special), GUINT_TO_POINTER (entry.row));
  return entry.row;
}

static gboolean
special_is_wide (WsPtxSpecial special)
{
  return special == WS_PTX_SREG_GRIDID || special == WS_PTX_SREG_CLOCK64
         || special == WS_PTX_SREG_GLOBALTIMER;
}

static gboolean
register_is_wide (const Instance *in, guint32 reg)
{
  WsPtxType type = g_array_index (in->function->registers, WsPtxRegister, reg).type;

  return type != WS_PTX_PRED && ws_type_bits (type) == 64;
}

/* Address of a variable in its own space; parameters of calls are in the lane's local memory:
 * *in_frame; so are local variables: *is_local. */
static gboolean
variable_address (Decoder *self, const Instance *in, const WsPtxOperand *operand, guint64 *address,
                  gboolean *in_frame, gboolean *is_local)
{
  WsPtxVariable *variable = ws_ptx_operand_get_variable (self->code->module, in->function, operand);

  *in_frame = FALSE;
  *is_local = FALSE;
  if (variable == NULL)
    return FALSE;
  switch (operand->scope)
    {
    case WS_PTX_SCOPE_PARAM:
      *in_frame = in->params != NULL;
      *address = in->params != NULL ? in->params[operand->symbol] : variable->offset;
      break;
    case WS_PTX_SCOPE_RETURN:
      *in_frame = TRUE;
      *address = in->returns != NULL ? in->returns[operand->symbol] : 0;
      break;
    default:
      *address = variable->offset;
      if (variable->space == WS_SPACE_SHARED && variable->is_extern)
        *address = self->code->function->dynamic_shared_offset;
      else if (variable->space == WS_SPACE_GLOBAL)
        *address += self->global_base;
      else if (variable->space == WS_SPACE_LOCAL)
        *address += in->local_base;
      else if (variable->space == WS_SPACE_PARAM)
        {
          *in_frame = TRUE;
          *address += in->param_base;
        }
      break;
    }
  *address += (guint64)operand->offset;
  *is_local = *in_frame || variable->space == WS_SPACE_LOCAL;
  return TRUE;
}

/* The row of a source; *wide: its width. */
static guint32
source_row (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
            const WsPtxOperand *operand, guint index, gboolean *wide)
{
  guint64 address;
  gboolean in_frame;
  gboolean is_local;

  switch (operand->kind)
    {
    case WS_PTX_OPERAND_REGISTER:
      *wide = register_is_wide (in, operand->reg);
      return in->first_row + operand->reg;
    case WS_PTX_OPERAND_SPECIAL:
      *wide = special_is_wide (operand->special);
      return special_row (self, operand->special);
    case WS_PTX_OPERAND_SYMBOL:
    case WS_PTX_OPERAND_MEMORY:
      if (!variable_address (self, in, operand, &address, &in_frame, &is_local))
        break;
      *wide = inst->n_types > 0 && ws_type_bits (inst->types[0]) == 64;
      return is_local ? local_row (self, in, address, *wide) : constant_row (self, address, *wide);
    case WS_PTX_OPERAND_FUNCTION:
      *wide = TRUE;
      return constant_row (self, WS_CODE_WINDOW + (operand->symbol + 1) * WS_CODE_STEP, TRUE);
    case WS_PTX_OPERAND_IMMEDIATE:
      *wide = ws_decode_immediate_is_wide (inst, index);
      if (inst->types[0] == WS_PTX_PRED)
        return constant_row (self, operand->bits != 0 ? WS_ALL_LANES : 0, FALSE);
      return constant_row (self, operand->bits, *wide);
    default:
      break;
    }
  refuse (self, inst, _ ("unsupported operand"));
  *wide = FALSE;
  return 0;
}

static void
add_source (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
            const WsPtxOperand *operand, WsOp *op)
{
  gboolean wide;
  guint i = op->n_source;

  if (i >= WS_MAX_SOURCE)
    {
      refuse (self, inst, _ ("too many operands"));
      return;
    }
  op->s[i] = source_row (self, in, inst, operand, i, &wide) * WS_ROW_BYTES;
  if (wide)
    op->wide |= (guint8)(2u << i);
  if (operand->negated)
    op->negated |= (guint8)(1u << i);
  op->n_source++;
}

static void
set_destination (const Instance *in, const WsPtxOperand *operand, guint i, WsOp *op)
{
  op->d[i] = WS_NO_ROW;
  if (operand->kind != WS_PTX_OPERAND_REGISTER)
    return;
  op->d[i] = (in->first_row + operand->reg) * WS_ROW_BYTES;
  if (register_is_wide (in, operand->reg))
    op->wide |= 1;
}

static const WsPtxOperand *
get_element (const Instance *in, const WsPtxOperand *operand, guint i)
{
  return &g_array_index (in->function->elements, WsPtxOperand, operand->first_element + i);
}

/* ---- operands ---- */

static void
decode_memory_operand (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
                       const WsPtxOperand *operand, WsOp *op)
{
  guint64 address = 0;
  gboolean in_frame = FALSE;
  gboolean is_local = FALSE;
  gboolean wide;

  op->offset2 = op->offset;
  op->offset = operand->offset;
  if (operand->reg != WS_NONE)
    {
      wide = register_is_wide (in, operand->reg);
      op->s[op->n_source] = (in->first_row + operand->reg) * WS_ROW_BYTES;
    }
  else
    {
      if (operand->symbol != WS_NONE
          && !variable_address (self, in, operand, &address, &in_frame, &is_local))
        refuse (self, inst, _ ("unknown variable"));
      else if (operand->symbol == WS_NONE)
        address = (guint64)operand->offset;
      wide = TRUE;
      op->offset = 0;
      op->s[op->n_source] =
          (is_local ? local_row (self, in, address, TRUE) : constant_row (self, address, TRUE))
          * WS_ROW_BYTES;
    }
  if (in_frame)
    op->space = WS_SPACE_LOCAL;
  if (op->space == WS_SPACE_PARAM && !is_kernel (in))
    op->space = WS_SPACE_LOCAL;
  if (inst->space == WS_SPACE_PARAM)
    op->hidden = TRUE;
  if (in_frame && inst->opcode == WS_PTX_LD)
    {
      op->n_targets =
          (guint32)ws_ptx_operand_get_variable (self->code->module, in->function, operand)->size;
      op->offset2 = operand->offset;
    }
  if (wide)
    op->wide |= (guint8)(2u << op->n_source);
  op->n_source++;
}

static void
decode_operands (Decoder *self, const Instance *in, const WsPtxInstruction *inst, WsOp *op)
{
  guint n_written = 0;

  /* a following cache policy has no visible effect */
  guint n =
      inst->n_operands - (ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_L2_CACHE_HINT) ? 1 : 0);

  /* of a copy, the source comes before the destination: it is the access of its event */
  gboolean copies = inst->opcode == WS_PTX_CP_ASYNC;

  for (guint i = 0; i < n; i++)
    {
      const WsPtxOperand *operand = &inst->operands[copies && i < 2 ? 1 - i : i];

      if (operand->kind == WS_PTX_OPERAND_MEMORY)
        decode_memory_operand (self, in, inst, operand, op);
      else if (operand->kind == WS_PTX_OPERAND_LABEL)
        continue;
      else if (operand->kind == WS_PTX_OPERAND_VECTOR || operand->kind == WS_PTX_OPERAND_PAIR)
        for (guint e = 0; e < operand->n_elements; e++)
          {
            const WsPtxOperand *element = get_element (in, operand, e);

            if (inst->opcode == WS_PTX_BRX)
              continue;
            if (operand->role == WS_PTX_ROLE_DEF && n_written < 4)
              set_destination (in, element, n_written++, op);
            else
              add_source (self, in, inst, element, op);
          }
      else if (operand->role == WS_PTX_ROLE_DEF && n_written < 4)
        set_destination (in, operand, n_written++, op);
      else if (operand->role != WS_PTX_ROLE_DEF)
        add_source (self, in, inst, operand, op);
    }
  if (copies)
    {
      gint64 to = op->offset;

      op->offset = op->offset2;
      op->offset2 = to;
      op->space = WS_SPACE_GLOBAL;
      op->width = 4;
      op->vector = (guint8)MIN (inst->operands[2].bits / 4, 4);
    }
  if (inst->opcode == WS_PTX_MOV)
    op->vector = (guint8)MAX (n_written, 1);
}

/* ---- matrices ---- */

static gboolean
is_matrix (WsPtxOpcode opcode)
{
  return opcode >= WS_PTX_MMA && opcode <= WS_PTX_STMATRIX;
}

static void
add_matrix (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
            const WsPtxOperand *operand, guint which, WsMatrixPlan *plan)
{
  guint n = operand->kind == WS_PTX_OPERAND_VECTOR ? operand->n_elements : 1;
  gboolean wide;

  plan->n_registers[which] = MIN (n, WS_MAX_FRAGMENT);
  for (guint i = 0; i < plan->n_registers[which]; i++)
    {
      const WsPtxOperand *element =
          operand->kind == WS_PTX_OPERAND_VECTOR ? get_element (in, operand, i) : operand;

      /* unused destinations go to a row that is never read */
      plan->rows[which][i] =
          (element->kind == WS_PTX_OPERAND_NOTHING ? new_rows (self, 1)
                                                   : source_row (self, in, inst, element, 0, &wide))
          * WS_ROW_BYTES;
    }
}

static void
read_layouts (const WsPtxInstruction *inst, WsMatrixPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < inst->n_mods; i++)
    {
      ws_matrix_get_shape (inst->mods[i], &plan->shape);
      if ((inst->mods[i] == WS_PTX_MOD_ROW || inst->mods[i] == WS_PTX_MOD_COL) && n < 2)
        plan->column_major[n++] = inst->mods[i] == WS_PTX_MOD_COL;
      plan->transposed |= inst->mods[i] == WS_PTX_MOD_TRANS;
    }
}

/* The matrix of an operand: d, a, b, c; for loads and stores, the one matrix. */
static guint
matrix_of (const WsPtxInstruction *inst, guint operand)
{
  switch (inst->opcode)
    {
    case WS_PTX_MMA:
    case WS_PTX_WMMA_MMA:
      return operand;
    case WS_PTX_WMMA_LOAD_A:
      return 1;
    case WS_PTX_WMMA_LOAD_B:
      return 2;
    default:
      return 0;
    }
}

static void
decode_matrices (Decoder *self, const Instance *in, const WsPtxInstruction *inst, WsOp *op)
{
  static const char order[] = "dabc";
  gboolean computes = inst->opcode == WS_PTX_MMA || inst->opcode == WS_PTX_WMMA_MMA;
  gboolean stores = inst->opcode == WS_PTX_WMMA_STORE_D || inst->opcode == WS_PTX_STMATRIX;
  guint bytes = ws_matrix_count_bytes (inst);
  WsMatrixPlan plan = { 0 };

  for (guint i = 0; i < 4; i++)
    plan.types[i] = ws_matrix_get_type (inst, order[i]);
  read_layouts (inst, &plan);
  op->type2 = (guint8)plan.types[1];
  op->kind = (guint8)inst->mods[inst->opcode == WS_PTX_MMA ? 2 : 0];
  op->sat = ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_SATFINITE);
  op->exec = computes ? WS_X_MATRIX : stores ? WS_X_MATRIX_ST : WS_X_MATRIX_LD;
  for (guint i = 0; i < inst->n_operands; i++)
    if (inst->operands[i].kind == WS_PTX_OPERAND_MEMORY)
      decode_memory_operand (self, in, inst, &inst->operands[i], op);
    else if (i == 2 && !computes)
      add_source (self, in, inst, &inst->operands[i], op);
    else
      add_matrix (self, in, inst, &inst->operands[i], matrix_of (inst, i), &plan);
  if (bytes > 0)
    {
      op->width = 4;
      op->vector = (guint8)(MIN (bytes, 16) / 4);
    }
  /* of ldmatrix and stmatrix eight lanes for each matrix */
  op->n_targets = inst->opcode != WS_PTX_LDMATRIX && inst->opcode != WS_PTX_STMATRIX
                      ? WS_ALL_LANES
                      : (guint32)((G_GUINT64_CONSTANT (1) << (8 * plan.n_registers[0])) - 1);
  op->targets = self->code->matrices->len;
  g_array_append_val (self->code->matrices, plan);
}

/* ---- textures ---- */

/* Its handle and coordinates are sources; the data of sust are rows in WsCode.targets. */
static void
decode_texture (Decoder *self, const Instance *in, const WsPtxInstruction *inst, WsOp *op)
{
  const gboolean writes = inst->opcode == WS_PTX_SUST_B;
  const WsPtxOperand *object = &inst->operands[writes ? 0 : 1];
  const WsPtxOperand *coordinates = object + 1;
  const WsPtxOperand *moved = &inst->operands[writes ? 2 : 0];
  const gboolean is_vector = moved->kind == WS_PTX_OPERAND_VECTOR;
  const guint n_axes = ws_ptx_instruction_get_dimensions (inst);

  add_source (self, in, inst, object, op);
  for (guint axis = 0; axis < n_axes; axis++)
    add_source (self, in, inst,
                coordinates->kind == WS_PTX_OPERAND_VECTOR ? get_element (in, coordinates, axis)
                                                           : coordinates,
                op);
  if (writes)
    {
      op->targets = self->code->targets->len;
      op->n_targets = op->vector;
    }
  for (guint i = 0; i < op->vector; i++)
    {
      const WsPtxOperand *element = is_vector ? get_element (in, moved, i) : moved;
      gboolean wide;
      guint32 row;

      if (!writes)
        {
          set_destination (in, element, i, op);
          continue;
        }
      row = source_row (self, in, inst, element, 0, &wide) * WS_ROW_BYTES;
      row |= wide ? WS_ROW_IS_WIDE : 0;
      g_array_append_val (self->code->targets, row);
    }
}

static void
init_op (const Instance *in, const WsPtxInstruction *inst, guint32 site, WsOp *op)
{
  *op = (WsOp){
    .opcode = (guint16)inst->opcode,
    .type = (guint8)inst->types[0],
    .type2 = (guint8)(inst->n_types > 1 ? inst->types[1] : inst->types[0]),
    .type3 = (guint8)inst->types[MIN (MAX (inst->n_types, 1), 3) - 1],
    .compare = (guint8)inst->compare,
    .space = (guint8)inst->space,
    .vector = MAX (inst->vector, 1),
    .width = (guint8)(inst->n_types > 0 ? ws_type_bits (inst->types[0]) / 8 : 0),
    .d = { WS_NO_ROW, WS_NO_ROW, WS_NO_ROW, WS_NO_ROW },
    .target = WS_NONE,
    .rpc = WS_NONE,
    .site = site != WS_NONE ? in->first_site + site : WS_NONE,
    .ptx_line = inst->ptx_line,
  };
  if (inst->guard != WS_NONE)
    {
      op->guarded = inst->guard_negated ? 2 : 1;
      op->guard = (in->first_row + inst->guard) * WS_ROW_BYTES;
    }
}

static gboolean inline_function (Decoder *self, const Instance *in);
static guint32 body_of (Decoder *self, WsPtxFunction *function);

static WsOp *
append (Decoder *self, const WsOp *op)
{
  g_array_append_val (self->code->ops, *op);
  return &g_array_index (self->code->ops, WsOp, self->code->ops->len - 1);
}

/* An argument is in a .param variable already, or is moved to a new one. */
static guint32
place_argument (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
                const WsPtxOperand *argument, const WsPtxVariable *parameter, gboolean store)
{
  guint64 address;
  gboolean in_frame;
  gboolean is_local;
  gboolean wide;
  WsOp op;

  if (argument->kind == WS_PTX_OPERAND_SYMBOL)
    return variable_address (self, in, argument, &address, &in_frame, &is_local) ? (guint32)address
                                                                                 : 0;
  address = new_local (self, in, MAX (parameter->size, 8), 8);
  if (!store)
    return (guint32)address;
  init_op (in, inst, WS_NONE, &op);
  op.opcode = WS_PTX_ST;
  op.exec = WS_X_ST;
  op.type = op.type2 = (guint8)parameter->type;
  op.width = (guint8)(ws_type_bits (parameter->type) / 8);
  op.space = WS_SPACE_LOCAL;
  op.hidden = TRUE;
  op.site = WS_NONE;
  op.s[0] = local_row (self, in, address, TRUE) * WS_ROW_BYTES;
  op.s[1] = source_row (self, in, inst, argument, 0, &wide) * WS_ROW_BYTES;
  op.wide = (guint8)(2 | (wide ? 4 : 0));
  op.n_source = 2;
  append (self, &op);
  return (guint32)address;
}

static void
fetch_return (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
              const WsPtxOperand *target, const WsPtxVariable *value, guint32 address)
{
  WsOp op;

  if (target->kind != WS_PTX_OPERAND_REGISTER)
    return;
  init_op (in, inst, WS_NONE, &op);
  op.opcode = WS_PTX_LD;
  op.exec = WS_X_LD;
  op.type = op.type2 = (guint8)value->type;
  op.width = (guint8)(ws_type_bits (value->type) / 8);
  op.space = WS_SPACE_LOCAL;
  op.hidden = TRUE;
  op.site = WS_NONE;
  op.n_targets = op.width;
  op.s[0] = local_row (self, in, address, TRUE) * WS_ROW_BYTES;
  op.wide = 2;
  op.n_source = 1;
  set_destination (in, target, 0, &op);
  append (self, &op);
}

/* The function that a call names; NULL: an indirect call. */
static WsPtxFunction *
find_callee (const Decoder *self, const WsPtxInstruction *inst)
{
  for (guint i = 0; i < inst->n_operands; i++)
    if (inst->operands[i].kind == WS_PTX_OPERAND_FUNCTION
        && inst->operands[i].symbol < self->code->module->functions->len)
      return g_ptr_array_index (self->code->module->functions, inst->operands[i].symbol);
  return NULL;
}

/* Whether a function allocates stack memory, which must not outlive it. */
static gboolean
takes_stack (const WsPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    if (g_array_index (function->instructions, WsPtxInstruction, i).opcode == WS_PTX_ALLOCA)
      return TRUE;
  return FALSE;
}

/* Whether to inline a call of @callee in @in. */
static gboolean
is_inlined (const Instance *in, const WsPtxFunction *callee)
{
  if (in->depth >= MAX_CALL_DEPTH || takes_stack (callee))
    return FALSE;
  for (const Instance *each = in; each != NULL; each = each->caller)
    if (each->function == callee)
      return FALSE;
  return TRUE;
}

static void
pass (Decoder *self, const Instance *in, guint32 place, guint64 bytes)
{
  const WsPassed passed = { .row = local_row (self, in, place, TRUE) * WS_ROW_BYTES,
                            .bytes = (guint32)bytes };

  g_array_append_val (self->code->passed, passed);
}

typedef struct {
  const guint32 *places;
  const guint64 *bytes;
} Passed;

/* A call that is not inlined. @passed: its parameters, then its results */
static void
append_call (Decoder *self, const Instance *in, const WsPtxInstruction *inst, WsExec exec,
             WsCall call, const Passed passed[2])
{
  WsOp op;

  init_op (in, inst, WS_NONE, &op);
  op.exec = (guint8)exec;
  op.guarded = 0;
  op.targets = self->code->calls->len;
  call.first_passed = self->code->passed->len;
  for (guint i = 0; i < call.n_params; i++)
    pass (self, in, passed[0].places[i], passed[0].bytes[i]);
  for (guint i = 0; i < call.n_returns; i++)
    pass (self, in, passed[1].places[i], passed[1].bytes[i]);
  if (exec == WS_X_CALL && call.body == WS_NONE)
    add_source (self, in, inst, &inst->operands[1], &op);
  if (exec == WS_X_CALL)
    self->code->has_stack = TRUE;
  g_array_append_val (self->code->calls, call);
  append (self, &op);
}

/* Arguments or results of an indirect call. */
static gboolean
place_variables (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
                 const WsPtxOperand *list, guint32 *places, guint64 *bytes)
{
  for (guint i = 0; list != NULL && i < list->n_elements; i++)
    {
      const WsPtxOperand *element = get_element (in, list, i);
      guint64 address;
      gboolean in_frame;
      gboolean is_local;

      if (element->kind != WS_PTX_OPERAND_SYMBOL
          || !variable_address (self, in, element, &address, &in_frame, &is_local) || !is_local)
        return refuse (self, inst, _ ("an indirect call takes variables in .param or .local"));
      places[i] = (guint32)address;
      bytes[i] = ws_ptx_operand_get_variable (self->code->module, in->function, element)->size;
    }
  return TRUE;
}

static gboolean
decode_indirect_call (Decoder *self, const Instance *in, const WsPtxInstruction *inst)
{
  const WsPtxOperand *returns = ws_decode_call_list (inst, TRUE);
  const WsPtxOperand *arguments = ws_decode_call_list (inst, FALSE);
  WsCall call = { .body = WS_NONE,
                  .n_params = arguments != NULL ? arguments->n_elements : 0,
                  .n_returns = returns != NULL ? returns->n_elements : 0 };
  g_autofree guint32 *places = g_new0 (guint32, call.n_params + call.n_returns + 1);
  g_autofree guint64 *bytes = g_new0 (guint64, call.n_params + call.n_returns + 1);

  if (!place_variables (self, in, inst, arguments, places, bytes)
      || !place_variables (self, in, inst, returns, places + call.n_params, bytes + call.n_params))
    return FALSE;
  append_call (self, in, inst, WS_X_CALL, call,
               (Passed[]){ { places, bytes }, { places + call.n_params, bytes + call.n_params } });
  /* any function that the address may point to */
  for (guint p = 1; p < self->code->parts->len; p++)
    {
      WsPtxFunction *function = g_array_index (self->code->parts, WsPtxPart, p).function;

      if (ws_ptx_function_check (self->code->module, function, NULL))
        body_of (self, function);
    }
  return TRUE;
}

/* A call of @callee: inlined, as a body, or as a system function. */
static gboolean
decode_callee (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
               WsPtxFunction *callee, const guint32 *param_places, const guint32 *return_places)
{
  guint n_params = callee->params->len;
  guint n_returns = callee->returns->len;
  WsCall call = { .body = WS_NONE, .n_params = n_params, .n_returns = n_returns };
  g_autofree guint64 *bytes = NULL;
  const Instance inner = {
    .caller = in,
    .function = callee,
    .params = param_places,
    .returns = return_places,
    .body = in->body,
    .depth = in->depth + 1,
  };

  if (callee->has_body && is_inlined (in, callee))
    return inline_function (self, &inner);
  if (callee->has_body)
    call.body = body_of (self, callee);
  else
    call.system = ws_system_find (callee->name);
  if (!callee->has_body)
    {
      guint effects = ws_system_get_effects (call.system);

      self->code->ordered |= (effects & WS_SYSTEM_HEAP) != 0;
      self->code->launches |= (effects & WS_SYSTEM_LAUNCHES) != 0;
    }
  bytes = g_new0 (guint64, n_params + n_returns + 1);
  for (guint i = 0; i < n_params; i++)
    bytes[i] = ((const WsPtxVariable *)g_ptr_array_index (callee->params, i))->size;
  for (guint i = 0; i < n_returns; i++)
    bytes[n_params + i] = ((const WsPtxVariable *)g_ptr_array_index (callee->returns, i))->size;
  append_call (self, in, inst, callee->has_body ? WS_X_CALL : WS_X_SYSTEM, call,
               (Passed[]){ { param_places, bytes }, { return_places, bytes + n_params } });
  return TRUE;
}

static gboolean
decode_direct_call (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
                    WsPtxFunction *callee)
{
  const WsPtxOperand *returns = ws_decode_call_list (inst, TRUE);
  const WsPtxOperand *arguments = ws_decode_call_list (inst, FALSE);
  g_autofree guint32 *param_places = NULL;
  g_autofree guint32 *return_places = NULL;

  if (!callee->has_body && !ws_system_check (ws_system_find (callee->name), callee))
    return refuse (self, inst, _ ("the called function has no body in this module"));
  self->n_passed += (guint64)callee->params->len + callee->returns->len;
  if (self->n_passed > MAX_PASSED)
    return refuse (self, inst, _ ("too many parameters once calls are inlined"));
  if ((arguments != NULL ? arguments->n_elements : 0) != callee->params->len
      || (returns != NULL && returns->n_elements > callee->returns->len))
    return refuse (self, inst, _ ("the parameters do not match those of the called function"));
  param_places = g_new0 (guint32, callee->params->len + 1);
  return_places = g_new0 (guint32, callee->returns->len + 1);
  for (guint i = 0; i < callee->params->len; i++)
    param_places[i] = place_argument (self, in, inst, get_element (in, arguments, i),
                                      g_ptr_array_index (callee->params, i), TRUE);
  for (guint i = 0; i < callee->returns->len; i++)
    {
      const WsPtxOperand none = { .kind = WS_PTX_OPERAND_NOTHING };
      gboolean is_wanted = returns != NULL && i < returns->n_elements;

      return_places[i] =
          place_argument (self, in, inst, is_wanted ? get_element (in, returns, i) : &none,
                          g_ptr_array_index (callee->returns, i), FALSE);
    }
  if (!decode_callee (self, in, inst, callee, param_places, return_places))
    return FALSE;
  for (guint i = 0; returns != NULL && i < returns->n_elements; i++)
    fetch_return (self, in, inst, get_element (in, returns, i),
                  g_ptr_array_index (callee->returns, i), return_places[i]);
  return TRUE;
}

/* The call itself is an event without effect; if guarded, it jumps over the inlined code when the
 * guard is false. */
static gboolean
decode_call (Decoder *self, const Instance *in, const WsPtxInstruction *inst, guint32 site)
{
  WsPtxFunction *callee = find_callee (self, inst);
  guint32 skip = WS_NONE;
  WsOp op;

  init_op (in, inst, site, &op);
  op.exec = WS_X_NOP;
  append (self, &op);
  if (inst->guard != WS_NONE)
    {
      init_op (in, inst, WS_NONE, &op);
      op.opcode = WS_PTX_BRA;
      op.exec = WS_X_BRA;
      op.guarded = op.guarded == 1 ? 2 : 1;
      append (self, &op);
      skip = self->code->ops->len - 1;
    }
  if (!(callee != NULL ? decode_direct_call (self, in, inst, callee)
                       : decode_indirect_call (self, in, inst)))
    return FALSE;
  if (skip != WS_NONE)
    {
      WsOp *branch = &g_array_index (self->code->ops, WsOp, skip);

      branch->target = branch->rpc = self->code->ops->len;
    }
  return TRUE;
}

/* PTX ISA, cp.async. */
static gboolean
has_copy_size (const WsPtxInstruction *inst)
{
  guint64 bytes = inst->operands[2].bits;

  return bytes == 16
         || ((bytes == 4 || bytes == 8) && ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_CA));
}

static gboolean
decode_instruction (Decoder *self, const Instance *in, guint32 index)
{
  const WsPtxInstruction *inst =
      &g_array_index (in->function->instructions, WsPtxInstruction, index);
  WsOp op;

  if (self->code->ops->len > MAX_OPS)
    return refuse (self, inst, _ ("the kernel is too long, or recursive"));
  if (inst->opcode == WS_PTX_CALL)
    return decode_call (self, in, inst, index);
  if (inst->opcode == WS_PTX_ALLOCA || inst->opcode == WS_PTX_STACKSAVE
      || inst->opcode == WS_PTX_STACKRESTORE)
    self->code->has_stack = TRUE;
  init_op (in, inst, index, &op);
  if (inst->opcode == WS_PTX_BAR || inst->opcode == WS_PTX_BARRIER)
    ws_decode_read_bar_words (inst, &op);
  else
    ws_decode_read_words (inst, &op);
  if (is_matrix (inst->opcode))
    {
      decode_matrices (self, in, inst, &op);
      append (self, &op);
      /* an access of a lane has at most 16 bytes: the rest becomes another one */
      op.part = 1;
      if (ws_matrix_count_bytes (inst) > 16)
        append (self, &op);
      return self->error == NULL;
    }
  if (ws_ptx_instruction_get_dimensions (inst) > 0)
    decode_texture (self, in, inst, &op);
  else
    decode_operands (self, in, inst, &op);
  if (inst->opcode == WS_PTX_CP_ASYNC && !has_copy_size (inst))
    return refuse (self, inst, _ ("the copy size must be 4, 8 or 16 bytes, and 16 with .cg"));
  if (!ws_decode_choose (inst, &op))
    return refuse (self, inst, _ ("unsupported form"));
  if ((op.exec == WS_X_ATOM && op.space != WS_SPACE_SHARED)
      || (ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_VOLATILE) && op.space != WS_SPACE_SHARED)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_ACQUIRE)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_RELEASE))
    self->code->ordered = TRUE;
  op.aligned = inst->opcode == WS_PTX_BAR || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_ALIGNED);
  op.looks = (op.exec == WS_X_ATOM && op.d[0] != WS_NO_ROW)
             || inst->opcode == WS_PTX_MBARRIER_TEST_WAIT
             || inst->opcode == WS_PTX_MBARRIER_TRY_WAIT
             || (op.exec == WS_X_LD
                 && (ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_VOLATILE)
                     || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_RELAXED)
                     || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_ACQUIRE)));
  append (self, &op);
  return self->error == NULL;
}

/* Converts labels and reconvergence points from instruction numbers; a lane that leaves a callee
 * continues after the call. */
static gboolean
resolve (Decoder *self, const Instance *in, const guint32 *op_of, guint32 end)
{
  const guint n = in->function->instructions->len;

  for (guint32 i = 0; i < n; i++)
    {
      const WsPtxInstruction *inst =
          &g_array_index (in->function->instructions, WsPtxInstruction, i);
      WsOp *op = &g_array_index (self->code->ops, WsOp, op_of[i]);

      if (inst->opcode == WS_PTX_BRA)
        {
          op->target = inst->operands[0].target < n ? op_of[inst->operands[0].target] : end;
          op->rpc =
              inst->reconverge < n ? op_of[inst->reconverge] : (is_kernel (in) ? WS_NONE : end);
        }
      else if (inst->opcode == WS_PTX_BRX)
        {
          const WsPtxOperand *list = &inst->operands[1];

          op->rpc =
              inst->reconverge < n ? op_of[inst->reconverge] : (is_kernel (in) ? WS_NONE : end);
          if (list->n_elements > MAX_WAYS - self->code->targets->len)
            return refuse (self, inst, _ ("too many branch targets once calls are inlined"));
          op->targets = self->code->targets->len;
          op->n_targets = list->n_elements;
          for (guint e = 0; e < list->n_elements; e++)
            {
              guint32 target = get_element (in, list, e)->target;

              target = target < n ? op_of[target] : end;
              g_array_append_val (self->code->targets, target);
            }
        }
      else if (inst->opcode == WS_PTX_RET && !is_kernel (in))
        {
          op->exec = WS_X_BRA;
          op->opcode = WS_PTX_BRA;
          op->target = op->rpc = end;
        }
    }
  return TRUE;
}

/* Local variables of an inlined function live while a thread is in it. */
static void
add_scope (Decoder *self, const Instance *in, guint32 first_op)
{
  const WsScope scope = { .function = in->function,
                          .body = in->body,
                          .first_op = first_op,
                          .end_op = self->code->ops->len,
                          .first_byte = in->local_base,
                          .n_bytes = (guint32)in->function->local_bytes };

  if (in->caller != NULL && scope.n_bytes > 0)
    g_array_append_val (self->code->scopes, scope);
}

/* Each call of a body has its own registers. */
static void
keep_registers (const Instance *in)
{
  for (guint32 r = 0; in->body != NULL && r < in->function->registers->len; r++)
    {
      WsPtxType type = g_array_index (in->function->registers, WsPtxRegister, r).type;
      const WsFrameRow row = { .row = (in->first_row + r) * WS_ROW_BYTES,
                               .bytes = type == WS_PTX_PRED         ? 0
                                        : ws_type_bits (type) == 64 ? 8
                                                                    : 4 };

      g_array_append_val (in->body->rows, row);
    }
}

/* A kernel may end without ret; a body returns to its caller. */
static void
append_end (Decoder *self, const WsBody *body)
{
  const WsOp end = { .exec = body == NULL ? WS_X_EXIT : WS_X_RETURN,
                     .opcode = body == NULL ? WS_PTX_EXIT : WS_PTX_RET,
                     .targets = body != NULL ? body_of (self, body->function) : 0,
                     .d = { WS_NO_ROW, WS_NO_ROW, WS_NO_ROW, WS_NO_ROW },
                     .site = WS_NONE,
                     .target = WS_NONE,
                     .rpc = WS_NONE };

  append (self, &end);
}

static guint32
first_site_of (const Decoder *self, const WsPtxFunction *function)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->first_sites, function));
}

static gboolean
inline_function (Decoder *self, const Instance *outer)
{
  Instance in = *outer;
  g_autofree guint32 *op_of = g_new0 (guint32, in.function->instructions->len + 1);
  gboolean is_inside = in.caller != NULL;
  guint32 first_op = self->code->ops->len;

  in.first_site = first_site_of (self, in.function);
  in.first_row = new_rows (self, in.function->registers->len);
  in.local_base = new_local (self, &in, in.function->local_bytes, 16);
  in.param_base = new_local (self, &in, in.function->local_param_bytes, 16);
  if (self->error != NULL)
    return FALSE;
  keep_registers (&in);
  for (guint32 i = 0; i < in.function->instructions->len; i++)
    {
      op_of[i] = self->code->ops->len;
      if (!decode_instruction (self, &in, i))
        return FALSE;
    }
  add_scope (self, &in, first_op);
  if (!is_inside)
    append_end (self, in.body);
  return resolve (self, &in, op_of, is_inside ? self->code->ops->len : self->code->ops->len - 1);
}

/* The body of @function; the operations of a new one are added later. */
static guint32
body_of (Decoder *self, WsPtxFunction *function)
{
  guint index;
  WsBody *body;

  g_ptr_array_find (self->code->module->functions, function, &index);
  if (self->code->body_of[index] == WS_NONE)
    {
      self->code->body_of[index] = self->code->bodies->len;
      body = g_new0 (WsBody, 1);
      body->function = function;
      body->rows = g_array_new (FALSE, FALSE, sizeof (WsFrameRow));
      g_ptr_array_add (self->code->bodies, body);
    }
  return self->code->body_of[index];
}

/* Places of parameters or results in a frame, from @first on. (transfer full) */
static guint32 *
frame_places (const GPtrArray *variables, guint32 first)
{
  guint32 *places = g_new0 (guint32, variables->len + 1);

  for (guint i = 0; i < variables->len; i++)
    places[i] = first + (guint32)((const WsPtxVariable *)g_ptr_array_index (variables, i))->offset;
  return places;
}

static gboolean
decode_body (Decoder *self, WsBody *body)
{
  WsPtxFunction *function = body->function;
  g_autofree guint32 *returns = frame_places (function->returns, 0);
  g_autofree guint32 *params = NULL;
  Instance in = { .function = function, .body = body };
  gboolean ok;

  body->op = self->code->ops->len;
  new_local (self, &in, function->return_bytes, 16);
  body->params_at = new_local (self, &in, 0, 16);
  new_local (self, &in, function->param_bytes, 16);
  params = frame_places (function->params, body->params_at);
  in.params = params;
  in.returns = returns;
  self->frame_rows = g_tree_new_full (ws_code_compare_constants, NULL, g_free, NULL);
  ok = inline_function (self, &in);
  g_clear_pointer (&self->frame_rows, g_tree_unref);
  new_local (self, &in, 0, 16);
  return ok;
}

static gboolean
decode_all (Decoder *self, WsPtxFunction *function)
{
  Instance in = { .function = function };

  if (!inline_function (self, &in))
    return FALSE;
  for (guint b = 0; b < self->code->bodies->len; b++)
    if (!decode_body (self, g_ptr_array_index (self->code->bodies, b)))
      return FALSE;
  new_local (self, &in, 0, 16);
  self->code->fixed_bytes = self->code->local_bytes;
  if (self->code->has_stack)
    new_local (self, &in, WS_STACK_BYTES, 16);
  return self->error == NULL;
}

static void
body_free (WsBody *self)
{
  g_array_unref (self->rows);
  g_free (self);
}

/**
 * ws_code_new:
 * @module: a parsed module
 * @function: an entry of it
 * @global_base: address of the module's .global variables
 * @error: return location: %WS_DEVICE_ERROR_UNSUPPORTED naming the instruction, its line and the
 * kernel
 *
 * Returns: (transfer full) (nullable): the kernel, ready to run
 */
WsCode *
ws_code_new (WsPtxModule *module, WsPtxFunction *function, guint64 global_base, GError **error)
{
  g_autoptr (WsCode) self = g_new0 (WsCode, 1);
  Decoder decoder = { .code = self, .global_base = global_base };
  guint n_functions = module->functions->len;
  gboolean ok;

  self->module = ws_ptx_module_ref (module);
  self->function = function;
  self->ops = g_array_new (FALSE, FALSE, sizeof (WsOp));
  self->targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->matrices = g_array_new (FALSE, FALSE, sizeof (WsMatrixPlan));
  self->constants = g_array_new (FALSE, FALSE, sizeof (WsConstantRow));
  self->specials = g_array_new (FALSE, FALSE, sizeof (WsSpecialRow));
  decoder.constants = g_tree_new_full (ws_code_compare_constants, NULL, g_free, NULL);
  decoder.specials = g_hash_table_new (NULL, NULL);
  decoder.first_sites = g_hash_table_new (NULL, NULL);
  self->parts = ws_ptx_function_get_parts (module, function);
  for (guint p = 0; p < self->parts->len; p++)
    {
      const WsPtxPart *part = &g_array_index (self->parts, WsPtxPart, p);

      g_hash_table_insert (decoder.first_sites, part->function,
                           GUINT_TO_POINTER (part->first_site));
      self->n_sites = part->first_site + part->function->instructions->len;
    }
  self->bodies = g_ptr_array_new_with_free_func ((GDestroyNotify)body_free);
  self->body_of = g_new (guint32, n_functions + 1);
  memset (self->body_of, 0xff, (n_functions + 1) * sizeof *self->body_of);
  self->calls = g_array_new (FALSE, FALSE, sizeof (WsCall));
  self->passed = g_array_new (FALSE, FALSE, sizeof (WsPassed));
  self->scopes = g_array_new (FALSE, FALSE, sizeof (WsScope));
  ok = decode_all (&decoder, function);
  g_hash_table_unref (decoder.first_sites);
  g_tree_unref (decoder.constants);
  g_hash_table_unref (decoder.specials);
  if (decoder.error != NULL)
    g_propagate_error (error, decoder.error);
  if (!ok || decoder.error != NULL)
    return NULL;
  ws_code_mark (self);
  return g_steal_pointer (&self);
}
