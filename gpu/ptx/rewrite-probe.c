/* rewrite-probe.c: an instruction and the record that its lanes write.
 *
 * Registers of the rewriter's own, declared in rewrite.c:
 *   %ws_p, %ws_e   end of the slots of the current basic block, and of the thread
 *   %ws_q          whether the basic block still has room
 *   the others     nothing, from one instruction to the next
 */
#include "ptx/exchange.h"
#include "ptx/rewrite-private.h"

#include <string.h>

#define N_VALUES_MAX 4

static guint
count_values (const WsPtxInstruction *in)
{
  return CLAMP (in->vector, 1, N_VALUES_MAX);
}

/* Two narrow values share a slot. */
static gboolean
is_narrow (const WsPtxInstruction *in)
{
  return ws_ptx_type_get_width (in->types[0]) <= 4;
}

static gboolean
is_compact (const WsPtxInstruction *in)
{
  return is_narrow (in) && count_values (in) == 1
         && (in->space == WS_SPACE_SHARED || in->space == WS_SPACE_LOCAL
             || in->space == WS_SPACE_CONST);
}

static gboolean
has_constant_clamp (const WsPtxInstruction *in)
{
  return in->operands[3].kind == WS_PTX_OPERAND_IMMEDIATE;
}

/* Memory accesses of a whole warp, and asynchronous ones, have no probe. */
static gboolean
is_plain_access (WsPtxOpcode opcode)
{
  return opcode == WS_PTX_LD || opcode == WS_PTX_LDU || opcode == WS_PTX_ST || opcode == WS_PTX_ATOM
         || opcode == WS_PTX_RED;
}

/* A kind for each instruction of @function. */
static void
choose (const WsPtxFunction *function, guint8 *kinds)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      switch (ws_ptx_opcode_get_class (in->opcode))
        {
        case WS_OP_LOAD:
        case WS_OP_STORE:
        case WS_OP_ATOMIC:
          if (in->space != WS_SPACE_PARAM && is_plain_access (in->opcode))
            kinds[i] = is_compact (in) ? WS_PROBE_COMPACT : WS_PROBE_MEMORY;
          break;
        case WS_OP_SHUFFLE:
          kinds[i] = WS_PROBE_SHUFFLE;
          break;
        case WS_OP_VOTE:
        case WS_OP_REDUX:
          kinds[i] = WS_PROBE_EXCHANGE;
          break;
        case WS_OP_BRANCH:
        case WS_OP_BARRIER:
        case WS_OP_WARP_BARRIER:
        case WS_OP_CALL:
        case WS_OP_EXIT:
          kinds[i] = WS_PROBE_PLACE;
          break;
        default:
          break;
        }
      if (kinds[i] == WS_PROBE_NONE
          && (in->guard != WS_NONE
              || g_array_index (function->blocks, WsPtxBlock, in->block).first == i))
        kinds[i] = WS_PROBE_PLACE;
    }
}

/* Chooses a sufficient set of instructions to record: control flow, memory and exchange, those with
 * a guard, and the start of each basic block. All others are executed by the lanes that executed
 * the previous instruction.
 *
 * Returns: (transfer full) (array): a #WsProbeKind per site: ws_ptx_function_get_parts() */
guint8 *
ws_ptx_choose_probes (WsPtxModule *module, WsPtxFunction *function)
{
  g_autoptr (GArray) parts = ws_ptx_function_get_parts (module, function);
  const WsPtxPart *last = &g_array_index (parts, WsPtxPart, parts->len - 1);
  guint8 *kinds = g_new0 (guint8, last->first_site + last->function->instructions->len + 1);

  for (guint p = 0; p < parts->len; p++)
    {
      const WsPtxPart *part = &g_array_index (parts, WsPtxPart, p);

      choose (part->function, kinds + part->first_site);
    }
  return kinds;
}

/**
 * ws_ptx_probe_get_slots:
 * @kind: kind of record
 *
 * Returns: slots of one record of it, the header included
 */
guint
ws_ptx_probe_get_slots (WsProbeKind kind, const WsPtxInstruction *instruction)
{
  switch (kind)
    {
    case WS_PROBE_NONE:
      return 0;
    case WS_PROBE_PLACE:
      return 1;
    case WS_PROBE_MEMORY:
      return 2
             + (is_narrow (instruction) ? (count_values (instruction) + 1) / 2
                                        : count_values (instruction));
    case WS_PROBE_SHUFFLE:
      return has_constant_clamp (instruction) ? 2 : 3;
    default:
      return 2;
    }
}

/**
 * ws_ptx_probe_value_offset:
 * @kind: kind of record
 * @index: index of a value in the record
 *
 * Returns: its offset in bytes from the start of the record
 */
guint
ws_ptx_probe_value_offset (WsProbeKind kind, const WsPtxInstruction *instruction, guint index)
{
  if (kind != WS_PROBE_MEMORY)
    return WS_PROBE_ROW_BYTES + 4;
  if (is_narrow (instruction))
    return (2 + index / 2) * WS_PROBE_ROW_BYTES + index % 2 * 4;
  return (2 + index) * WS_PROBE_ROW_BYTES;
}

#define emit ws_rewrite_emit

static const char *
register_name (WsRewriter *self, guint32 reg)
{
  return g_array_index (self->function->registers, WsPtxRegister, reg).name;
}

static WsPtxType
register_type (WsRewriter *self, guint32 reg)
{
  return g_array_index (self->function->registers, WsPtxRegister, reg).type;
}

/* An operand as PTX spells it, of an instruction of @type. */
static char *
spell (WsRewriter *self, const WsPtxOperand *operand, WsPtxType type)
{
  const WsPtxVariable *variable;
  float narrow;
  guint32 word = (guint32)operand->bits;

  switch (operand->kind)
    {
    case WS_PTX_OPERAND_REGISTER:
      return g_strdup_printf ("%s%s", operand->negated ? "!" : "",
                              register_name (self, operand->reg));
    case WS_PTX_OPERAND_SPECIAL:
      return g_strdup_printf ("%s", (const char *const[]){
#define WS_SPECIAL(id, name, special_type) [WS_PTX_SREG_##id] = name,
#include "ptx/special.def"
#undef WS_SPECIAL
                                    }[operand->special]);
    case WS_PTX_OPERAND_SYMBOL:
      variable = ws_ptx_operand_get_variable (self->module, self->function, operand);
      return g_strdup_printf ("%s%+" G_GINT64_FORMAT, variable->name, operand->offset);
    default:
      if (type == WS_PTX_F64)
        return g_strdup_printf ("0d%016" G_GINT64_MODIFIER "X", operand->bits);
      if (type == WS_PTX_F32)
        {
          if (operand->is_float && operand->float_bits == 64)
            {
              double wide;

              memcpy (&wide, &operand->bits, sizeof wide);
              narrow = (float)wide;
              memcpy (&word, &narrow, sizeof word);
            }
          return g_strdup_printf ("0f%08X", word);
        }
      return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)operand->bits);
    }
}

static const WsPtxOperand *
element (WsRewriter *self, const WsPtxOperand *operand, guint index)
{
  if (operand->kind != WS_PTX_OPERAND_VECTOR && operand->kind != WS_PTX_OPERAND_PAIR)
    return index == 0 ? operand : NULL;
  if (index >= operand->n_elements)
    return NULL;
  return &g_array_index (self->function->elements, WsPtxOperand, operand->first_element + index);
}

/* ---- the parts of a record ---- */

/* The time, and the executing lanes. */
static void
emit_header (WsRewriter *self, const WsPtxInstruction *in, guint32 site)
{
  site += self->first_site;
  emit (self, "mov.u32 %%ws_k, %%clock;");
  if (in->guard == WS_NONE)
    emit (self, "mov.u32 %%ws_f, %u;", site | WS_PROBE_TAKEN);
  else
    emit (self, "selp.b32 %%ws_f, %u, %u, %s;", in->guard_negated ? site : site | WS_PROBE_TAKEN,
          in->guard_negated ? site | WS_PROBE_TAKEN : site, register_name (self, in->guard));
  emit (self, "@%%ws_q st.global.v2.b32 [%%ws_p+%d], {%%ws_f, %%ws_k};", self->at);
}

/* Reserves space for all records of the basic block that begins. */
static void
emit_room (WsRewriter *self, guint32 site)
{
  const WsPtxInstruction *first =
      &g_array_index (self->function->instructions, WsPtxInstruction, site);
  const WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, first->block);
  guint n_slots = 0;

  for (guint32 i = block->first; i < block->end; i++)
    n_slots += ws_ptx_probe_get_slots (
        self->kinds[i], &g_array_index (self->function->instructions, WsPtxInstruction, i));
  self->at = -(gint)(n_slots * WS_PROBE_ROW_BYTES);
  emit (self, "add.u64 %%ws_p, %%ws_p, %d;", -self->at);
  emit (self, "setp.le.u64 %%ws_q, %%ws_p, %%ws_e;");
}

/* To %ws_g: whether the record has space, and this lane executes. Computed before the instruction,
 * which may overwrite its own guard. */
static void
emit_writes (WsRewriter *self, const WsPtxInstruction *in)
{
  if (in->guard == WS_NONE)
    emit (self, "mov.pred %%ws_g, %%ws_q;");
  else if (in->guard_negated)
    {
      emit (self, "not.pred %%ws_g, %s;", register_name (self, in->guard));
      emit (self, "and.pred %%ws_g, %%ws_g, %%ws_q;");
    }
  else
    emit (self, "and.pred %%ws_g, %s, %%ws_q;", register_name (self, in->guard));
}

/* To %ws_a: the address of [base + offset]. */
static void
emit_address (WsRewriter *self, const WsPtxOperand *memory)
{
  if (memory->symbol != WS_NONE)
    {
      const WsPtxVariable *variable =
          ws_ptx_operand_get_variable (self->module, self->function, memory);

      emit (self, "mov.u64 %%ws_a, %s;", variable->name);
    }
  else if (memory->reg == WS_NONE)
    emit (self, "mov.u64 %%ws_a, 0;");
  else if (ws_ptx_type_get_width (register_type (self, memory->reg)) == 8)
    emit (self, "mov.b64 %%ws_a, %s;", register_name (self, memory->reg));
  else
    emit (self, "cvt.u64.u32 %%ws_a, %s;", register_name (self, memory->reg));
  if (memory->offset != 0)
    emit (self, "add.s64 %%ws_a, %%ws_a, %" G_GINT64_FORMAT ";", memory->offset);
}

/* Returns the name of a register with the value as 32 bits. */
static char *
emit_word (WsRewriter *self, const WsPtxInstruction *in, const WsPtxOperand *operand)
{
  g_autofree char *text = spell (self, operand, in->types[0]);

  if (operand->kind == WS_PTX_OPERAND_NOTHING)
    emit (self, "mov.b32 %%ws_m, 0;");
  else if (operand->kind != WS_PTX_OPERAND_REGISTER)
    emit (self, "mov.b32 %%ws_m, %s;", text);
  else if (ws_ptx_type_get_width (register_type (self, operand->reg)) == 2)
    emit (self, "cvt.u32.u16 %%ws_m, %s;", text);
  else if (ws_ptx_type_get_width (register_type (self, operand->reg)) == 8)
    emit (self, "cvt.u32.u64 %%ws_m, %s;", text);
  else
    return g_steal_pointer (&text);
  return g_strdup ("%ws_m");
}

static void
emit_values (WsRewriter *self, const WsPtxInstruction *in, const WsPtxOperand *operand)
{
  for (guint i = 0; i < count_values (in); i++)
    {
      const WsPtxOperand *each = element (self, operand, i);
      g_autofree char *text = NULL;

      if (each == NULL || each->kind == WS_PTX_OPERAND_NOTHING)
        continue;
      text = is_narrow (in) ? emit_word (self, in, each) : spell (self, each, in->types[0]);
      emit (self, "@%%ws_g st.global.b%u [%%ws_p+%d], %s;", is_narrow (in) ? 32 : 64,
            self->at + (gint)ws_ptx_probe_value_offset (WS_PROBE_MEMORY, in, i), text);
    }
}

/* ---- instructions ---- */

/* red, and atom without a destination, with a register for the old value. */
static const char *
emit_atomic (WsRewriter *self, const WsPtxInstruction *in)
{
  const char *place = ws_ptx_type_get_width (in->types[0]) == 8   ? "%ws_c"
                      : ws_ptx_type_get_width (in->types[0]) == 2 ? "%ws_h"
                                                                  : "%ws_f";
  const char *start = self->module->text + in->text_start;
  const char *end = self->module->text + in->text_end;
  const char *name = in->opcode == WS_PTX_RED ? "red" : "atom";
  const char *at = g_strstr_len (start, end - start, name);
  const char *blank = at;
  const char *rest;

  while (blank < end && !g_ascii_isspace (*blank))
    blank++;
  rest = blank;
  if (in->opcode != WS_PTX_RED)
    rest = (const char *)memchr (blank, ',', (gsize)(end - blank)) + 1;
  g_string_append_len (self->out, start, at - start);
  g_string_append (self->out, "atom");
  g_string_append_len (self->out, at + strlen (name), blank - at - (gssize)strlen (name));
  g_string_append_printf (self->out, " %s%s", place, in->opcode == WS_PTX_RED ? "," : ", ");
  g_string_append_len (self->out, rest, end - rest);
  g_string_append_c (self->out, '\n');
  return place;
}

/* The instruction itself. An atomic without a result receives one, to record the old value. Returns
 * that register's name, otherwise NULL. */
static const char *
emit_access (WsRewriter *self, const WsPtxInstruction *in)
{
  if (in->opcode == WS_PTX_RED
      || (in->opcode == WS_PTX_ATOM && in->operands[0].kind == WS_PTX_OPERAND_NOTHING))
    return emit_atomic (self, in);
  ws_rewrite_text (self, in);
  return NULL;
}

/* Records the value that a load or an atomic has read, from its destination or from @place. */
static void
emit_result (WsRewriter *self, const WsPtxInstruction *in, const char *place)
{
  if (place == NULL)
    emit_values (self, in, &in->operands[0]);
  else if (g_str_equal (place, "%ws_h"))
    {
      emit (self, "cvt.u32.u16 %%ws_m, %s;", place);
      emit (self, "@%%ws_g st.global.b32 [%%ws_p+%d], %%ws_m;",
            self->at + (gint)ws_ptx_probe_value_offset (WS_PROBE_MEMORY, in, 0));
    }
  else
    emit (self, "@%%ws_g st.global.b%u [%%ws_p+%d], %s;", 8 * ws_ptx_type_get_width (in->types[0]),
          self->at + (gint)ws_ptx_probe_value_offset (WS_PROBE_MEMORY, in, 0), place);
}

static const WsPtxOperand *
find_memory (const WsPtxInstruction *in)
{
  for (guint i = 0; i < in->n_operands; i++)
    if (in->operands[i].kind == WS_PTX_OPERAND_MEMORY)
      return &in->operands[i];
  g_assert_not_reached ();
}

static void
rewrite_memory (WsRewriter *self, const WsPtxInstruction *in, guint32 site)
{
  emit_header (self, in, site);
  emit_writes (self, in);
  emit_address (self, find_memory (in));
  emit (self, "@%%ws_g st.global.u64 [%%ws_p+%d], %%ws_a;", self->at + WS_PROBE_ROW_BYTES);
  if (ws_ptx_opcode_get_class (in->opcode) == WS_OP_STORE)
    {
      emit_values (self, in, &in->operands[1]);
      ws_rewrite_text (self, in);
    }
  else
    emit_result (self, in, emit_access (self, in));
}

/* As rewrite_memory(), with address and value packed into one slot. */
static void
rewrite_compact (WsRewriter *self, const WsPtxInstruction *in, guint32 site)
{
  gboolean is_store = ws_ptx_opcode_get_class (in->opcode) == WS_OP_STORE;
  const char *place = NULL;
  g_autofree char *value = NULL;

  emit_header (self, in, site);
  emit_writes (self, in);
  emit_address (self, find_memory (in));
  emit (self, "cvt.u32.u64 %%ws_lo, %%ws_a;");
  if (!is_store)
    place = emit_access (self, in);
  if (place != NULL && g_str_equal (place, "%ws_h"))
    {
      emit (self, "cvt.u32.u16 %%ws_m, %s;", place);
      value = g_strdup ("%ws_m");
    }
  else if (place != NULL)
    value = g_strdup (place);
  else
    value = emit_word (self, in, is_store ? &in->operands[1] : &in->operands[0]);
  emit (self, "@%%ws_g st.global.v2.b32 [%%ws_p+%d], {%%ws_lo, %s};", self->at + WS_PROBE_ROW_BYTES,
        value);
  if (is_store)
    ws_rewrite_text (self, in);
}

/* Copies the first destination to %ws_f. */
static void
emit_received (WsRewriter *self, const WsPtxInstruction *in)
{
  const WsPtxOperand *to = element (self, &in->operands[0], 0);

  if (to == NULL || to->kind != WS_PTX_OPERAND_REGISTER)
    emit (self, "mov.b32 %%ws_f, 0;");
  else if (register_type (self, to->reg) == WS_PTX_PRED)
    emit (self, "selp.b32 %%ws_f, 1, 0, %s;", register_name (self, to->reg));
  else
    emit (self, "mov.b32 %%ws_f, %s;", register_name (self, to->reg));
}

static void
rewrite_shuffle (WsRewriter *self, const WsPtxInstruction *in, guint32 site)
{
  g_autofree char *lane = spell (self, &in->operands[2], WS_PTX_U32);
  g_autofree char *clamp = spell (self, &in->operands[3], WS_PTX_U32);

  emit_header (self, in, site);
  emit_writes (self, in);
  emit (self, "mov.u32 %%ws_lo, %s;", lane);
  if (!has_constant_clamp (in))
    {
      emit (self, "mov.u32 %%ws_hi, %s;", clamp);
      emit (self, "@%%ws_g st.global.b32 [%%ws_p+%d], %%ws_hi;", self->at + 2 * WS_PROBE_ROW_BYTES);
    }
  ws_rewrite_text (self, in);
  emit_received (self, in);
  emit (self, "@%%ws_g st.global.v2.b32 [%%ws_p+%d], {%%ws_lo, %%ws_f};",
        self->at + WS_PROBE_ROW_BYTES);
}

static void
rewrite_exchange (WsRewriter *self, const WsPtxInstruction *in, guint32 site)
{
  const WsPtxOperand *members = ws_ptx_exchange_members (in);
  g_autofree char *text = members != NULL ? spell (self, members, WS_PTX_U32) : g_strdup ("-1");

  emit_header (self, in, site);
  emit_writes (self, in);
  /* before the instruction, which may overwrite it */
  emit (self, "mov.b32 %%ws_lo, %s;", text);
  ws_rewrite_text (self, in);
  emit_received (self, in);
  emit (self, "@%%ws_g st.global.v2.b32 [%%ws_p+%d], {%%ws_lo, %%ws_f};",
        self->at + WS_PROBE_ROW_BYTES);
}

static void
rewrite_exit (WsRewriter *self, const WsPtxInstruction *in)
{
  guint label = self->n_labels++;
  gboolean of_thread = in->opcode == WS_PTX_EXIT;

  if (in->opcode == WS_PTX_TRAP)
    {
      ws_rewrite_text (self, in);
      return;
    }
  if (in->guard != WS_NONE)
    emit (self, "@%s%s bra $ws_stay%u;", in->guard_negated ? "" : "!",
          register_name (self, in->guard), label);
  if (self->spans != WS_SPANS_NONE)
    ws_rewrite_spans_end (self);
  else if (!self->function->is_entry)
    ws_rewrite_end_function (self, of_thread);
  else
    ws_rewrite_end (self);
  emit (self, "%s;", of_thread ? "exit" : "ret");
  if (in->guard != WS_NONE)
    emit (self, "$ws_stay%u:", label);
}

/**
 * ws_rewrite_instruction:
 * @self: the function being rewritten
 * @site: index of an instruction
 *
 * Writes the instruction, with the record of its #WsProbeKind; the first of a basic block reserves
 * space for all records of the block.
 */
void
ws_rewrite_instruction (WsRewriter *self, guint32 site)
{
  const WsPtxInstruction *in =
      &g_array_index (self->function->instructions, WsPtxInstruction, site);
  WsProbeKind kind = self->kinds != NULL ? self->kinds[site] : WS_PROBE_NONE;

  if (self->kinds != NULL
      && g_array_index (self->function->blocks, WsPtxBlock, in->block).first == site)
    emit_room (self, site);
  switch (kind)
    {
    case WS_PROBE_MEMORY:
      rewrite_memory (self, in, site);
      break;
    case WS_PROBE_COMPACT:
      rewrite_compact (self, in, site);
      break;
    case WS_PROBE_SHUFFLE:
      rewrite_shuffle (self, in, site);
      break;
    case WS_PROBE_EXCHANGE:
      rewrite_exchange (self, in, site);
      break;
    default:
      if (kind == WS_PROBE_PLACE)
        emit_header (self, in, site);
      if (ws_ptx_opcode_get_class (in->opcode) == WS_OP_EXIT)
        rewrite_exit (self, in);
      else if (in->opcode == WS_PTX_CALL && self->has_state)
        ws_rewrite_call (self, in);
      else
        ws_rewrite_text (self, in);
      break;
    }
  self->at += (gint)(ws_ptx_probe_get_slots (kind, in) * WS_PROBE_ROW_BYTES);
}
