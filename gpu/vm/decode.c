/* decode.c: a parsed function becomes flat operations, once for each launch of another entry.
 *
 * Registers, immediates, addresses of variables and special registers all become rows of one
 * register file, so that the lane loops know one kind of source. Called functions are put in line,
 * each call with registers of its own: then a divergent call is a divergent branch.
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
      *params; /* of a callee: where its parameters and results stand, in the lane's memory */
  const guint32 *returns;
  guint32 site; /* of the call, for all that is inside; WS_NONE in the kernel itself */
  guint depth;
} Instance;

typedef struct {
  WsCode *code;
  GTree *constants; /* WsConstantRow; no text can make it slow, as it can a hash table */
  GHashTable *specials;
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

static guint32
new_local (Decoder *self, guint64 bytes, guint align)
{
  return ws_code_take_local (self->code, bytes, align, self->error == NULL ? &self->error : NULL);
}

static guint32
constant_row (Decoder *self, guint64 bits, gboolean wide)
{
  WsConstantRow key = { .bits = wide ? bits : (guint32)bits, .wide = wide };
  const WsConstantRow *known = g_tree_lookup (self->constants, &key);
  WsConstantRow constant;

  if (known != NULL)
    return known->row;
  key.row = new_rows (self, 1);
  known = g_memdup2 (&key, sizeof key);
  g_tree_insert (self->constants, (gpointer)known, (gpointer)known);
  constant = (WsConstantRow){ .row = key.row, .bits = bits, .wide = wide };
  g_array_append_val (self->code->constants, constant);
  return constant.row;
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

/* Address of a variable in its own space; parameters of calls stand in the lane's local memory. */
static gboolean
variable_address (Decoder *self, const Instance *in, const WsPtxOperand *operand, guint64 *address,
                  gboolean *in_frame)
{
  WsPtxVariable *variable = ws_ptx_operand_get_variable (self->code->module, in->function, operand);

  *in_frame = FALSE;
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
  return TRUE;
}

/* The row of a source; *wide says how broad it is. */
static guint32
source_row (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
            const WsPtxOperand *operand, guint index, gboolean *wide)
{
  guint64 address;
  gboolean in_frame;

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
      if (!variable_address (self, in, operand, &address, &in_frame))
        break;
      *wide = inst->n_types > 0 && ws_type_bits (inst->types[0]) == 64;
      return constant_row (self, address, *wide);
    case WS_PTX_OPERAND_IMMEDIATE:
      *wide = ws_decode_immediate_is_wide (inst, index);
      if (inst->types[0] == WS_PTX_PRED)
        return constant_row (self, operand->bits != 0 ? WS_ALL_LANES : 0, FALSE);
      return constant_row (self, operand->bits, *wide);
    default:
      break;
    }
  refuse (self, inst, _ ("it does not know this operand"));
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
      refuse (self, inst, _ ("it has too many operands"));
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
      if (operand->symbol != WS_NONE && !variable_address (self, in, operand, &address, &in_frame))
        refuse (self, inst, _ ("it does not know this variable"));
      else if (operand->symbol == WS_NONE)
        address = (guint64)operand->offset;
      wide = TRUE;
      op->offset = 0;
      op->s[op->n_source] = constant_row (self, address, TRUE) * WS_ROW_BYTES;
    }
  if (in_frame)
    op->space = WS_SPACE_LOCAL;
  if (op->space == WS_SPACE_PARAM && in->caller != NULL)
    op->space = WS_SPACE_LOCAL;
  if (inst->space == WS_SPACE_PARAM)
    op->hidden = TRUE;
  if (wide)
    op->wide |= (guint8)(2u << op->n_source);
  op->n_source++;
}

static void
decode_operands (Decoder *self, const Instance *in, const WsPtxInstruction *inst, WsOp *op)
{
  guint n_written = 0;

  /* the policy of a cache behind it changes nothing that can be seen */
  guint n =
      inst->n_operands - (ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_L2_CACHE_HINT) ? 1 : 0);

  /* of a copy the source, which is the access of its event, stands before its destination */
  gboolean copies = inst->opcode == WS_PTX_CP_ASYNC;

  for (guint i = 0; i < n; i++)
    {
      const WsPtxOperand *operand = &inst->operands[copies && i < 2 ? 1 - i : i];

      if (operand->kind == WS_PTX_OPERAND_MEMORY)
        decode_memory_operand (self, in, inst, operand, op);
      else if (operand->kind == WS_PTX_OPERAND_LABEL || operand->kind == WS_PTX_OPERAND_FUNCTION)
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

      /* what is written and left alone goes to a row that nobody reads */
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

/* Which matrix an operand is: d, a, b, c; of loads and stores the one that they move. */
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
      op->width = bytes > 16 ? 8 : 4;
      op->vector = (guint8)(bytes / op->width);
    }
  /* of ldmatrix and stmatrix eight lanes for each matrix */
  op->n_targets = inst->opcode != WS_PTX_LDMATRIX && inst->opcode != WS_PTX_STMATRIX
                      ? WS_ALL_LANES
                      : (guint32)((G_GUINT64_CONSTANT (1) << (8 * plan.n_registers[0])) - 1);
  op->targets = self->code->matrices->len;
  g_array_append_val (self->code->matrices, plan);
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
    .site = in->site != WS_NONE ? WS_NONE : site,
    .ptx_line = inst->ptx_line,
  };
  if (inst->guard != WS_NONE)
    {
      op->guarded = inst->guard_negated ? 2 : 1;
      op->guard = (in->first_row + inst->guard) * WS_ROW_BYTES;
    }
}

static gboolean inline_function (Decoder *self, const Instance *in);

static WsOp *
append (Decoder *self, const WsOp *op)
{
  g_array_append_val (self->code->ops, *op);
  return &g_array_index (self->code->ops, WsOp, self->code->ops->len - 1);
}

/* An argument stands in a .param variable already, or is moved into one made for it. */
static guint32
place_argument (Decoder *self, const Instance *in, const WsPtxInstruction *inst,
                const WsPtxOperand *argument, const WsPtxVariable *parameter, gboolean store)
{
  guint64 address;
  gboolean in_frame;
  gboolean wide;
  WsOp op;

  if (argument->kind == WS_PTX_OPERAND_SYMBOL)
    return variable_address (self, in, argument, &address, &in_frame) ? (guint32)address : 0;
  address = new_local (self, MAX (parameter->size, 8), 8);
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
  op.s[0] = constant_row (self, address, TRUE) * WS_ROW_BYTES;
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
  op.s[0] = constant_row (self, address, TRUE) * WS_ROW_BYTES;
  op.wide = 2;
  op.n_source = 1;
  set_destination (in, target, 0, &op);
  append (self, &op);
}

static gboolean
decode_call (Decoder *self, const Instance *in, const WsPtxInstruction *inst, guint32 site)
{
  const WsPtxOperand *returns = ws_decode_call_list (inst, TRUE);
  const WsPtxOperand *arguments = ws_decode_call_list (inst, FALSE);
  WsPtxFunction *callee = NULL;
  g_autofree guint32 *param_places = NULL;
  g_autofree guint32 *return_places = NULL;
  Instance inner;
  WsOp op;
  guint32 skip = WS_NONE;

  for (guint i = 0; i < inst->n_operands; i++)
    if (inst->operands[i].kind == WS_PTX_OPERAND_FUNCTION
        && inst->operands[i].symbol < self->code->module->functions->len)
      callee = g_ptr_array_index (self->code->module->functions, inst->operands[i].symbol);
  if (callee == NULL)
    return refuse (self, inst, _ ("the function that it calls is only known when it runs"));
  if (!callee->has_body)
    return refuse (self, inst, _ ("the function that it calls has no body here"));
  if (in->depth >= MAX_CALL_DEPTH)
    return refuse (self, inst, _ ("the calls are too deep, or recursive"));
  self->n_passed += (guint64)callee->params->len + callee->returns->len;
  if (self->n_passed > MAX_PASSED)
    return refuse (self, inst, _ ("with those inlined the calls have too many parameters"));

  /* the call itself: an event with no effect; guarded, it jumps over what follows where the guard
   * does not hold */
  init_op (in, inst, site, &op);
  op.exec = WS_X_NOP;
  append (self, &op);
  if (inst->guard != WS_NONE)
    {
      init_op (in, inst, WS_NONE, &op);
      op.opcode = WS_PTX_BRA;
      op.exec = WS_X_BRA;
      op.guarded = op.guarded == 1 ? 2 : 1;
      op.site = WS_NONE;
      append (self, &op);
      skip = self->code->ops->len - 1;
    }
  param_places = g_new0 (guint32, callee->params->len + 1);
  return_places = g_new0 (guint32, callee->returns->len + 1);
  for (guint i = 0; i < callee->params->len && arguments != NULL && i < arguments->n_elements; i++)
    param_places[i] = place_argument (self, in, inst, get_element (in, arguments, i),
                                      g_ptr_array_index (callee->params, i), TRUE);
  for (guint i = 0; i < callee->returns->len && returns != NULL && i < returns->n_elements; i++)
    return_places[i] = place_argument (self, in, inst, get_element (in, returns, i),
                                       g_ptr_array_index (callee->returns, i), FALSE);
  inner = (Instance){
    .caller = in,
    .function = callee,
    .params = param_places,
    .returns = return_places,
    .site = in->site != WS_NONE ? in->site : site,
    .depth = in->depth + 1,
  };
  if (!inline_function (self, &inner))
    return FALSE;
  for (guint i = 0; i < callee->returns->len && returns != NULL && i < returns->n_elements; i++)
    fetch_return (self, in, inst, get_element (in, returns, i),
                  g_ptr_array_index (callee->returns, i), return_places[i]);
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
  init_op (in, inst, index, &op);
  if (inst->opcode == WS_PTX_BAR || inst->opcode == WS_PTX_BARRIER)
    ws_decode_read_bar_words (inst, &op);
  else
    ws_decode_read_words (inst, &op);
  if (is_matrix (inst->opcode))
    {
      decode_matrices (self, in, inst, &op);
      append (self, &op);
      return self->error == NULL;
    }
  decode_operands (self, in, inst, &op);
  if (inst->opcode == WS_PTX_CP_ASYNC && !has_copy_size (inst))
    return refuse (self, inst, _ ("it copies 4, 8 or 16 bytes, and with .cg only 16"));
  if (!ws_decode_choose (inst, &op))
    return refuse (self, inst, _ ("it does not know this form"));
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

/* Labels and reconvergence points were instruction numbers; where a lane of a callee leaves it, it
 * goes on behind the call. */
static gboolean
resolve (Decoder *self, const Instance *in, const guint32 *op_of, guint32 first, guint32 end)
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
              inst->reconverge < n ? op_of[inst->reconverge] : (in->caller != NULL ? end : WS_NONE);
        }
      else if (inst->opcode == WS_PTX_BRX)
        {
          const WsPtxOperand *list = &inst->operands[1];

          op->rpc =
              inst->reconverge < n ? op_of[inst->reconverge] : (in->caller != NULL ? end : WS_NONE);
          if (list->n_elements > MAX_WAYS - self->code->targets->len)
            return refuse (self, inst,
                           _ ("with those inlined the branch tables have too many ways"));
          op->targets = self->code->targets->len;
          op->n_targets = list->n_elements;
          for (guint e = 0; e < list->n_elements; e++)
            {
              guint32 target = get_element (in, list, e)->target;

              target = target < n ? op_of[target] : end;
              g_array_append_val (self->code->targets, target);
            }
        }
      else if (inst->opcode == WS_PTX_RET && in->caller != NULL)
        {
          op->exec = WS_X_BRA;
          op->opcode = WS_PTX_BRA;
          op->target = op->rpc = end;
        }
    }
  return TRUE;
}

static gboolean
inline_function (Decoder *self, const Instance *outer)
{
  Instance in = *outer;
  g_autofree guint32 *op_of = g_new0 (guint32, in.function->instructions->len + 1);
  guint32 first = self->code->ops->len;

  in.first_row = new_rows (self, in.function->registers->len);
  in.local_base = new_local (self, in.function->local_bytes, 16);
  in.param_base = new_local (self, in.function->local_param_bytes, 16);
  if (self->error != NULL)
    return FALSE;
  for (guint32 i = 0; i < in.function->instructions->len; i++)
    {
      op_of[i] = self->code->ops->len;
      if (!decode_instruction (self, &in, i))
        return FALSE;
    }
  if (in.caller == NULL)
    {
      /* a kernel may end without ret */
      WsOp end = {
        .exec = WS_X_EXIT, .opcode = WS_PTX_EXIT, .site = WS_NONE, .target = WS_NONE, .rpc = WS_NONE
      };

      append (self, &end);
    }
  return resolve (self, &in, op_of, first,
                  in.caller == NULL ? self->code->ops->len - 1 : self->code->ops->len);
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
  Instance in = { .function = function, .site = WS_NONE };
  Decoder decoder = { .code = self, .global_base = global_base };
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
  ok = inline_function (&decoder, &in);
  ws_code_take_local (self, 0, 16, decoder.error == NULL ? &decoder.error : NULL);
  g_tree_unref (decoder.constants);
  g_hash_table_unref (decoder.specials);
  if (decoder.error != NULL)
    g_propagate_error (error, decoder.error);
  if (!ok || decoder.error != NULL)
    return NULL;
  ws_code_mark (self);
  return g_steal_pointer (&self);
}
