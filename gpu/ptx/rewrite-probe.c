/* rewrite-probe.c: an instruction and the record that its lanes leave of it.
 *
 * Registers of the rewriter's own, declared in rewrite.c:
 *   %ws_p, %ws_e   where the thread's next slot is, and where its slots end
 *   %ws_q          whether this record still has room
 *   the others     nothing, from one instruction to the next
 */
#include "ptx/rewrite-private.h"

#include <string.h>

#define N_VALUES_MAX 4

/**
 * ws_ptx_choose_probes:
 * @function: an entry
 *
 * Chooses what must be recorded for everything to be known: what takes part in control, memory or
 * exchange, what has a guard, and where each basic block begins. All else is executed by the lanes
 * that executed what stands before it.
 *
 * Returns: (transfer full) (array): a #WsProbeKind per instruction
 */
guint8 *
ws_ptx_choose_probes (const WsPtxFunction *function)
{
  guint8 *kinds = g_new0 (guint8, MAX (function->instructions->len, 1));

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      switch (ws_ptx_opcode_get_class (in->opcode))
        {
        case WS_OP_LOAD:
        case WS_OP_STORE:
        case WS_OP_ATOMIC:
          if (in->space != WS_SPACE_PARAM)
            kinds[i] = WS_PROBE_MEMORY;
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
  return kinds;
}

static guint
count_values (const WsPtxInstruction *in)
{
  return CLAMP (in->vector, 1, N_VALUES_MAX);
}

/**
 * ws_ptx_probe_get_slots:
 * @kind: how it is recorded
 * @instruction: an instruction
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
      return 1 + (1 + count_values (instruction) + 1) / 2;
    default:
      return 2;
    }
}

/**
 * ws_ptx_probe_value_offset:
 * @index: of a value of the record
 *
 * Returns: where it stands, in bytes from the start of the record
 */
guint
ws_ptx_probe_value_offset (guint index)
{
  return (1 + (index + 1) / 2) * WS_PROBE_ROW_BYTES + (index % 2 == 0 ? 8 : 0);
}

static void emit (WsRewriter *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
emit (WsRewriter *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->out, format, arguments);
  va_end (arguments);
  g_string_append_c (self->out, '\n');
}

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

/* Who is here, when, and which of them do it. */
static void
emit_header (WsRewriter *self, const WsPtxInstruction *in, guint32 site, guint n_slots)
{
  emit (self, "activemask.b32 %%ws_m;");
  emit (self, "mov.u64 %%ws_k, %%clock64;");
  emit (self, "mov.b64 {%%ws_lo, %%ws_hi}, %%ws_k;");
  if (in->guard == WS_NONE)
    emit (self, "mov.u32 %%ws_f, %u;", site | WS_PROBE_TAKEN);
  else
    emit (self, "selp.b32 %%ws_f, %u, %u, %s;", in->guard_negated ? site : site | WS_PROBE_TAKEN,
          in->guard_negated ? site | WS_PROBE_TAKEN : site, register_name (self, in->guard));
  if (n_slots > 1)
    {
      emit (self, "add.u64 %%ws_k, %%ws_p, %u;", (n_slots - 1) * WS_PROBE_ROW_BYTES);
      emit (self, "setp.lt.u64 %%ws_q, %%ws_k, %%ws_e;");
    }
  else
    emit (self, "setp.lt.u64 %%ws_q, %%ws_p, %%ws_e;");
  emit (self, "@%%ws_q st.global.v4.b32 [%%ws_p], {%%ws_f, %%ws_m, %%ws_lo, %%ws_hi};");
}

static void
emit_advance (WsRewriter *self, guint n_slots)
{
  emit (self, "add.u64 %%ws_p, %%ws_p, %u;", n_slots * WS_PROBE_ROW_BYTES);
}

/* To %ws_g: the record has room, and this lane does it. Asked before the instruction, which may
 * write its own guard. */
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

static void
emit_values (WsRewriter *self, const WsPtxInstruction *in, const WsPtxOperand *operand)
{
  for (guint i = 0; i < count_values (in); i++)
    {
      const WsPtxOperand *each = element (self, operand, i);
      g_autofree char *text = NULL;

      if (each == NULL || each->kind == WS_PTX_OPERAND_NOTHING)
        continue;
      text = spell (self, each, in->types[0]);
      emit (self, "@%%ws_g st.global.b%u [%%ws_p+%u], %s;",
            8 * ws_ptx_type_get_width (in->types[0]), ws_ptx_probe_value_offset (i), text);
    }
}

/* ---- instructions ---- */

static void
emit_text (WsRewriter *self, const WsPtxInstruction *in)
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

/* red, and atom into nothing, with a place for what was there before. */
static const char *
emit_atomic (WsRewriter *self, const WsPtxInstruction *in)
{
  const char *place = ws_ptx_type_get_width (in->types[0]) == 8   ? "%ws_k"
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

static void
rewrite_memory (WsRewriter *self, const WsPtxInstruction *in, guint32 site)
{
  guint n_slots = ws_ptx_probe_get_slots (WS_PROBE_MEMORY, in);
  WsOpClass class = ws_ptx_opcode_get_class (in->opcode);
  const WsPtxOperand *memory = NULL;

  for (guint i = 0; i < in->n_operands && memory == NULL; i++)
    if (in->operands[i].kind == WS_PTX_OPERAND_MEMORY)
      memory = &in->operands[i];
  emit_header (self, in, site, n_slots);
  emit_writes (self, in);
  emit_address (self, memory);
  emit (self, "@%%ws_g st.global.u64 [%%ws_p+%u], %%ws_a;", WS_PROBE_ROW_BYTES);
  if (class == WS_OP_STORE)
    {
      emit_values (self, in, &in->operands[1]);
      emit_text (self, in);
    }
  else if (class == WS_OP_LOAD)
    {
      emit_text (self, in);
      emit_values (self, in, &in->operands[0]);
    }
  else if (in->opcode == WS_PTX_RED || in->operands[0].kind == WS_PTX_OPERAND_NOTHING)
    {
      const char *place = emit_atomic (self, in);

      emit (self, "@%%ws_g st.global.b%u [%%ws_p+%u], %s;",
            8 * ws_ptx_type_get_width (in->types[0]), ws_ptx_probe_value_offset (0), place);
    }
  else
    {
      emit_text (self, in);
      emit_values (self, in, &in->operands[0]);
    }
  emit_advance (self, n_slots);
}

/* What the first destination received. */
static void
emit_received (WsRewriter *self, const WsPtxInstruction *in)
{
  const WsPtxOperand *to = element (self, &in->operands[0], 0);

  if (to == NULL || to->kind != WS_PTX_OPERAND_REGISTER)
    {
      emit (self, "@%%ws_g st.global.u64 [%%ws_p+%u], 0;", ws_ptx_probe_value_offset (0));
      return;
    }
  if (register_type (self, to->reg) == WS_PTX_PRED)
    emit (self, "selp.b32 %%ws_f, 1, 0, %s;", register_name (self, to->reg));
  else
    emit (self, "mov.b32 %%ws_f, %s;", register_name (self, to->reg));
  emit (self, "@%%ws_g st.global.b32 [%%ws_p+%u], %%ws_f;", ws_ptx_probe_value_offset (0));
}

static void
rewrite_exchange (WsRewriter *self, const WsPtxInstruction *in, guint32 site, WsProbeKind kind)
{
  emit_header (self, in, site, 2);
  emit_writes (self, in);
  if (kind == WS_PROBE_SHUFFLE)
    {
      g_autofree char *lane = spell (self, &in->operands[2], WS_PTX_U32);
      g_autofree char *clamp = spell (self, &in->operands[3], WS_PTX_U32);

      emit (self, "mov.u32 %%ws_lo, %s;", lane);
      emit (self, "mov.u32 %%ws_hi, %s;", clamp);
      emit (self, "@%%ws_g st.global.v2.b32 [%%ws_p+%u], {%%ws_lo, %%ws_hi};", WS_PROBE_ROW_BYTES);
    }
  emit_text (self, in);
  emit_received (self, in);
  emit_advance (self, 2);
}

/* The block's index in the grid, to %ws_lo. */
static void
emit_block (WsRewriter *self)
{
  emit (self, "mov.u32 %%ws_lo, %%ctaid.z;");
  emit (self, "mov.u32 %%ws_hi, %%nctaid.y;");
  emit (self, "mov.u32 %%ws_f, %%ctaid.y;");
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_lo, %%ws_hi, %%ws_f;");
  emit (self, "mov.u32 %%ws_hi, %%nctaid.x;");
  emit (self, "mov.u32 %%ws_f, %%ctaid.x;");
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_lo, %%ws_hi, %%ws_f;");
}

/* The thread's index in the block, to %ws_hi. */
static void
emit_thread (WsRewriter *self)
{
  emit (self, "mov.u32 %%ws_hi, %%tid.z;");
  emit (self, "mov.u32 %%ws_f, %%ntid.y;");
  emit (self, "mov.u32 %%ws_m, %%tid.y;");
  emit (self, "mad.lo.u32 %%ws_hi, %%ws_hi, %%ws_f, %%ws_m;");
  emit (self, "mov.u32 %%ws_f, %%ntid.x;");
  emit (self, "mov.u32 %%ws_m, %%tid.x;");
  emit (self, "mad.lo.u32 %%ws_hi, %%ws_hi, %%ws_f, %%ws_m;");
}

/* Behind emit_block() and emit_thread(): to %ws_lo, which of the recorded warps this is. Takes the
 * block's place among the recorded ones from %ws_f. */
static void
emit_warp (WsRewriter *self)
{
  emit (self, "ld.param.u64 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, n_warps));
  emit (self, "cvt.u32.u64 %%ws_m, %%ws_k;");
  emit (self, "shr.u32 %%ws_lo, %%ws_hi, 5;");
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_f, %%ws_m, %%ws_lo;");
}

/* To %ws_f: which of the recorded blocks this is. */
static void
emit_recorded (WsRewriter *self)
{
  emit (self, "ld.param.u64 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, recorded));
  emit (self, "mad.wide.u32 %%ws_k, %%ws_lo, 4, %%ws_k;");
  emit (self, "ld.global.u32 %%ws_f, [%%ws_k];");
}

/* The block's residency, to %ws_k. */
static void
emit_residency (WsRewriter *self)
{
  emit (self, "ld.param.u64 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, residencies));
  emit (self, "mad.wide.u32 %%ws_k, %%ws_lo, %u, %%ws_k;", (guint)sizeof (WsProbeResidency));
}

/* What a thread leaves behind when it ends: the block's end so far; where its slots end. */
static void
emit_end (WsRewriter *self)
{
  emit_block (self);
  emit_residency (self);
  emit (self, "activemask.b32 %%ws_m;");
  emit (self, "brev.b32 %%ws_m, %%ws_m;");
  emit (self, "clz.b32 %%ws_m, %%ws_m;");
  emit (self, "mov.u32 %%ws_f, %%laneid;");
  emit (self, "setp.eq.u32 %%ws_q, %%ws_f, %%ws_m;");
  emit (self, "mov.u64 %%ws_c, %%clock64;");
  emit (self, "@%%ws_q red.global.max.u64 [%%ws_k+%u], %%ws_c;",
        (guint)G_STRUCT_OFFSET (WsProbeResidency, end));
  if (self->kinds == NULL)
    return;
  emit_recorded (self);
  emit (self, "mov.u32 %%ws_g2, %%ws_f;");
  emit_thread (self);
  emit (self, "mov.u32 %%ws_f, %%ws_g2;");
  emit_warp (self);
  emit (self, "and.b32 %%ws_hi, %%ws_hi, 31;");
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_lo, 32, %%ws_hi;");
  emit (self, "ld.param.u64 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, ends));
  emit (self, "mad.wide.u32 %%ws_k, %%ws_lo, 8, %%ws_k;");
  emit (self, "st.global.u64 [%%ws_k], %%ws_p;");
}

static void
rewrite_exit (WsRewriter *self, const WsPtxInstruction *in)
{
  guint label = self->n_labels++;

  if (in->opcode == WS_PTX_TRAP)
    {
      emit_text (self, in);
      return;
    }
  if (in->guard != WS_NONE)
    emit (self, "@%s%s bra $ws_stay%u;", in->guard_negated ? "" : "!",
          register_name (self, in->guard), label);
  emit_end (self);
  emit (self, "%s;", in->opcode == WS_PTX_EXIT ? "exit" : "ret");
  if (in->guard != WS_NONE)
    emit (self, "$ws_stay%u:", label);
}

void
ws_rewrite_instruction (WsRewriter *self, guint32 site)
{
  const WsPtxInstruction *in =
      &g_array_index (self->function->instructions, WsPtxInstruction, site);
  WsProbeKind kind = self->kinds != NULL ? self->kinds[site] : WS_PROBE_NONE;

  switch (kind)
    {
    case WS_PROBE_MEMORY:
      rewrite_memory (self, in, site);
      return;
    case WS_PROBE_SHUFFLE:
    case WS_PROBE_EXCHANGE:
      rewrite_exchange (self, in, site, kind);
      return;
    case WS_PROBE_PLACE:
      emit_header (self, in, site, 1);
      emit_advance (self, 1);
      break;
    default:
      break;
    }
  if (ws_ptx_opcode_get_class (in->opcode) == WS_OP_EXIT)
    rewrite_exit (self, in);
  else
    emit_text (self, in);
}

/* ---- the beginning ---- */

/* Writes where the block is and since when. */
static void
emit_start (WsRewriter *self)
{
  emit (self, "setp.eq.u32 %%ws_q, %%ws_hi, 0;");
  emit_residency (self);
  emit (self, "mov.u32 %%ws_m, %%smid;");
  emit (self, "@%%ws_q st.global.u32 [%%ws_k+%u], %%ws_m;",
        (guint)G_STRUCT_OFFSET (WsProbeResidency, sm));
  emit (self, "mov.u64 %%ws_c, %%globaltimer;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_k+%u], %%ws_c;",
        (guint)G_STRUCT_OFFSET (WsProbeResidency, timer_ns));
  emit (self, "mov.u64 %%ws_c, %%clock64;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_k+%u], %%ws_c;",
        (guint)G_STRUCT_OFFSET (WsProbeResidency, start));
}

/* The first recorded thread writes down where this device has put the variables. */
static void
emit_symbols (WsRewriter *self, GPtrArray *symbols)
{
  emit (self, "or.b32 %%ws_m, %%ws_f, %%ws_hi;");
  emit (self, "setp.eq.u32 %%ws_q, %%ws_m, 0;");
  emit (self, "ld.param.u64 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, symbols));
  emit (self, "mov.u64 %%ws_c, 0;");
  emit (self, "cvta.shared.u64 %%ws_c, %%ws_c;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_k], %%ws_c;");
  emit (self, "mov.u64 %%ws_c, 0;");
  emit (self, "cvta.local.u64 %%ws_c, %%ws_c;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_k+8], %%ws_c;");
  for (guint i = 0; i < symbols->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (symbols, i);

      emit (self, "mov.u64 %%ws_c, %s;", variable->name);
      emit (self, "@%%ws_q st.global.u64 [%%ws_k+%u], %%ws_c;", 16 + 8 * i);
    }
}

void
ws_rewrite_begin (WsRewriter *self, GPtrArray *symbols)
{
  emit (self, ".reg .pred %%ws_q, %%ws_g;");
  emit (self, ".reg .b16 %%ws_h;");
  emit (self, ".reg .b32 %%ws_f, %%ws_m, %%ws_lo, %%ws_hi, %%ws_g2;");
  emit (self, ".reg .b64 %%ws_a, %%ws_c, %%ws_k, %%ws_p, %%ws_e;");
  emit_block (self);
  emit_thread (self);
  emit_start (self);
  if (self->kinds == NULL)
    return;
  emit_recorded (self);
  emit (self, "setp.eq.u32 %%ws_q, %%ws_f, %u;", WS_PROBE_NO_BLOCK);
  emit (self, "@%%ws_q bra.uni $ws_plain;");
  emit_symbols (self, symbols);
  emit_warp (self);
  emit (self, "ld.param.u64 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, warp_bytes));
  emit (self, "ld.param.u64 %%ws_p, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, slots));
  emit (self, "cvt.u64.u32 %%ws_c, %%ws_lo;");
  emit (self, "mad.lo.u64 %%ws_p, %%ws_c, %%ws_k, %%ws_p;");
  emit (self, "and.b32 %%ws_hi, %%ws_hi, 31;");
  emit (self, "mad.wide.u32 %%ws_p, %%ws_hi, %u, %%ws_p;", WS_PROBE_SLOT_BYTES);
  emit (self, "add.u64 %%ws_e, %%ws_p, %%ws_k;");
}
