#include "ptx/matrix.h"

#define LANES 32

/* Bytes of a row of eight that ldmatrix and stmatrix move. */
#define ROW_BYTES 16

static const struct {
  WsPtxMod word;
  WsMatrixShape shape;
} shapes[] = {
  { WS_PTX_MOD_M8N8K4, { 8, 8, 4 } },       { WS_PTX_MOD_M8N8K16, { 8, 8, 16 } },
  { WS_PTX_MOD_M16N8K4, { 16, 8, 4 } },     { WS_PTX_MOD_M16N8K8, { 16, 8, 8 } },
  { WS_PTX_MOD_M16N8K16, { 16, 8, 16 } },   { WS_PTX_MOD_M16N8K32, { 16, 8, 32 } },
  { WS_PTX_MOD_M16N16K16, { 16, 16, 16 } }, { WS_PTX_MOD_M32N8K16, { 32, 8, 16 } },
  { WS_PTX_MOD_M8N8K32, { 8, 8, 32 } },     { WS_PTX_MOD_M16N8K64, { 16, 8, 64 } },
  { WS_PTX_MOD_M8N32K16, { 8, 32, 16 } },   { WS_PTX_MOD_M16N16K8, { 16, 16, 8 } },
};

/* Number of matrices that ldmatrix and stmatrix move. */
static const struct {
  WsPtxMod word;
  guint n;
} counts[] = {
  { WS_PTX_MOD_X1, 1 },
  { WS_PTX_MOD_X2, 2 },
  { WS_PTX_MOD_X4, 4 },
};

/**
 * ws_matrix_get_shape:
 * @word: a word of an instruction
 * @shape: (out): the shape that it names
 *
 * Returns: %FALSE if it names none; @shape is untouched then
 */
gboolean
ws_matrix_get_shape (WsPtxMod word, WsMatrixShape *shape)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (shapes[i].word == word)
      {
        *shape = shapes[i].shape;
        return TRUE;
      }
  return FALSE;
}

/* mma has all four types, d, a, b and c; a wmma.mma of .f16 only those of d and c; others have
 * one. */
/**
 * ws_matrix_get_type:
 * @in: an instruction on matrices
 * @which: 'a', 'b', 'c' or 'd'
 *
 * Returns: the type of the elements of that matrix
 */
WsPtxType
ws_matrix_get_type (const WsPtxInstruction *in, char which)
{
  static const char order[] = "dabc";

  if (in->n_types == 1)
    return in->types[0];
  if (in->n_types == 2)
    return which == 'd' ? in->types[0] : which == 'c' ? in->types[1] : WS_PTX_F16;
  for (guint i = 0; i < 4; i++)
    if (order[i] == which)
      return in->types[i];
  return in->types[0];
}

static WsMatrixShape
shape_of (const WsPtxInstruction *in)
{
  WsMatrixShape shape = { 0 };

  for (guint i = 0; i < in->n_mods; i++)
    if (ws_matrix_get_shape (in->mods[i], &shape))
      break;
  return shape;
}

static guint
count_elements (const WsPtxInstruction *in, char which)
{
  WsMatrixShape shape = shape_of (in);

  return which == 'a' ? shape.m * shape.k : which == 'b' ? shape.k * shape.n : shape.m * shape.n;
}

static guint
count_matrices (const WsPtxInstruction *in)
{
  for (guint i = 0; i < in->n_mods; i++)
    for (guint k = 0; k < G_N_ELEMENTS (counts); k++)
      if (counts[k].word == in->mods[i])
        return counts[k].n;
  return 1;
}

/* A fragment larger than a lane's share: with wmma's .f16, lanes hold elements more than once, and
 * m8n8k4 computes four products in parallel. PTX ISA, "Matrix Fragments". */
static guint
count_copies (const WsPtxInstruction *in, char which, WsPtxType type)
{
  gboolean is_wmma = in->opcode != WS_PTX_MMA;

  if (is_wmma && (which == 'a' || which == 'b') && type == WS_PTX_F16)
    return 512 / count_elements (in, which);
  if (!is_wmma && in->mods[2] == WS_PTX_MOD_M8N8K4 && in->types[1] == WS_PTX_F16)
    return 4;
  return 1;
}

guint
ws_matrix_get_element_bits (WsPtxType type)
{
  return type == WS_PTX_S4 || type == WS_PTX_U4 ? 4 : 8 * ws_ptx_type_get_width (type);
}

/**
 * ws_matrix_count_registers:
 * @in: an instruction on matrices
 * @which: 'a', 'b', 'c' or 'd'; 'x' for ldmatrix and stmatrix
 *
 * PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".
 *
 * Returns: number of a lane's registers for its share of that matrix
 */
guint
ws_matrix_count_registers (const WsPtxInstruction *in, char which)
{
  WsPtxType type = ws_matrix_get_type (in, which);
  guint bits = ws_matrix_get_element_bits (type);

  if (which == 'x')
    return count_matrices (in);
  return count_elements (in, which) * count_copies (in, which, type) * bits / LANES
         / (bits == 64 ? 64 : 32);
}

/* The matrix that a load or store moves. */
static char
moved_matrix (WsPtxOpcode opcode)
{
  return opcode == WS_PTX_WMMA_LOAD_A ? 'a' : opcode == WS_PTX_WMMA_LOAD_B ? 'b' : 'd';
}

/**
 * ws_matrix_count_bytes:
 * @in: an instruction on matrices
 *
 * Returns: bytes that a lane moves between registers and memory: 4 to 32; 0 if it moves none
 */
guint
ws_matrix_count_bytes (const WsPtxInstruction *in)
{
  char which = moved_matrix (in->opcode);

  switch (in->opcode)
    {
    case WS_PTX_LDMATRIX:
    case WS_PTX_STMATRIX:
      return ROW_BYTES;
    case WS_PTX_WMMA_LOAD_A:
    case WS_PTX_WMMA_LOAD_B:
    case WS_PTX_WMMA_LOAD_C:
    case WS_PTX_WMMA_STORE_D:
      return count_elements (in, which) * ws_ptx_type_get_width (in->types[0]) / LANES;
    default:
      return 0;
    }
}
