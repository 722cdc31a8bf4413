#include "model/instruction.h"

#include <string.h>

static const struct {
  const char *word;
  WsDoes does;
} words[] = {
  { "add", WS_DOES_ADD },      { "sub", WS_DOES_ADD },      { "mul", WS_DOES_MUL },
  { "mad", WS_DOES_MAD },      { "fma", WS_DOES_MAD },      { "shl", WS_DOES_SHIFT_LEFT },
  { "and", WS_DOES_LOGIC },    { "or", WS_DOES_LOGIC },     { "xor", WS_DOES_LOGIC },
  { "not", WS_DOES_LOGIC },    { "neg", WS_DOES_SIGN },     { "abs", WS_DOES_SIGN },
  { "mov", WS_DOES_MOVE },     { "cvta", WS_DOES_ADDRESS }, { "cvt", WS_DOES_CONVERT },
  { "setp", WS_DOES_COMPARE }, { "div", WS_DOES_DIVIDE },   { "rem", WS_DOES_DIVIDE },
};

static const struct {
  const char *word;
  WsKind kind;
  guint8 bits;
} types[] = {
  { "u8", WS_KIND_BITS, 8 },        { "s8", WS_KIND_BITS, 8 },    { "b8", WS_KIND_BITS, 8 },
  { "u16", WS_KIND_BITS, 16 },      { "s16", WS_KIND_BITS, 16 },  { "b16", WS_KIND_BITS, 16 },
  { "u32", WS_KIND_BITS, 32 },      { "s32", WS_KIND_BITS, 32 },  { "b32", WS_KIND_BITS, 32 },
  { "u64", WS_KIND_BITS, 64 },      { "s64", WS_KIND_BITS, 64 },  { "b64", WS_KIND_BITS, 64 },
  { "f32", WS_KIND_FLOAT, 32 },     { "f64", WS_KIND_FLOAT, 64 }, { "f16", WS_KIND_HALF, 16 },
  { "f16x2", WS_KIND_HALF, 32 },    { "bf16", WS_KIND_HALF, 16 }, { "bf16x2", WS_KIND_HALF, 32 },
  { "pred", WS_KIND_PREDICATE, 1 },
};

static gboolean
is_word (const char *word, gsize length, const char *other)
{
  return strlen (other) == length && strncmp (word, other, length) == 0;
}

static void
read_opcode (const char *opcode, WsInstruction *self)
{
  guint n_types = 0;

  for (const char *word = opcode; *word != '\0';)
    {
      gsize length = strcspn (word, ".");

      for (guint i = 0; word == opcode && i < G_N_ELEMENTS (words); i++)
        if (is_word (word, length, words[i].word))
          self->does = (guint8)words[i].does;
      for (guint i = 0; word != opcode && i < G_N_ELEMENTS (types); i++)
        if (is_word (word, length, types[i].word))
          {
            if (n_types++ == 0)
              {
                self->kind = (guint8)types[i].kind;
                self->bits = types[i].bits;
              }
            self->from = (guint8)types[i].kind;
            self->from_bits = types[i].bits;
          }
      word += length;
      word += *word == '.';
    }
}

static gboolean
starts_with_any (const char *operand, const char *const *names)
{
  for (; *names != NULL; names++)
    if (g_str_has_prefix (operand, *names))
      return TRUE;
  return FALSE;
}

/* Operands follow the opcode, separated by commas. */
static void
read_operands (const char *text, WsInstruction *self)
{
  static const char *const indices[] = { "%tid",  "%ctaid", "%laneid",      "%warpid",
                                         "%smid", "%clock", "%globaltimer", NULL };
  static const char *const others[] = { "%ntid",  "%nctaid",      "%nwarpid",
                                        "%clock", "%globaltimer", NULL };
  const char *operand = *text == '@' ? strchr (text, ' ') : text;

  operand = operand != NULL ? strchr (operand + (operand != text), ' ') : NULL;
  for (guint i = 0; operand != NULL; i++)
    {
      operand += 1 + strspn (operand + 1, " -");
      self->has_immediate = self->has_immediate || (i > 0 && g_ascii_isdigit (*operand));
      if (i > 0 && *operand == '%')
        {
          self->is_index = self->is_index || starts_with_any (operand, indices);
          self->is_special =
              self->is_special || self->is_index || starts_with_any (operand, others);
        }
      operand = strchr (operand, ',');
    }
}

/* Returns: (transfer none): what the site writes, then its sources, then those of its address, then
 *   its guard; for a kernel without registers, not to be dereferenced */
const guint32 *
ws_instruction_get_registers (const WsKernel *kernel, const WsSite *site)
{
  static const guint32 none;

  return kernel->registers != NULL ? kernel->registers + site->first_register : &none;
}

/**
 * ws_instruction_read:
 * @site: one of @kernel's
 * @self: (out): decoded from its opcode and text
 */
void
ws_instruction_read (const WsKernel *kernel, const WsSite *site, WsInstruction *self)
{
  const char *opcode = ws_kernel_get_string (kernel, site->opcode);

  *self = (WsInstruction){ 0 };
  read_opcode (opcode, self);
  if (site->op_class == WS_OP_ALU
      && (g_str_has_prefix (opcode, "ld") || g_str_has_prefix (opcode, "st.")))
    self->does = WS_DOES_PARAMETER;
  if (site->op_class == WS_OP_ALU)
    read_operands (ws_kernel_get_string (kernel, site->text), self);
}
