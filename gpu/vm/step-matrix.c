/* step-matrix.c: matrices distributed over the lanes of a warp: their products, loads and stores.
 *
 * The layout of elements is that of PTX for mma, ldmatrix and stmatrix ("Matrix Fragments"); for
 * wmma PTX leaves it open. Products are exact. Integers are summed exactly. For floating-point
 * types, an element is the sum of c and the products in ascending order of k, in double precision,
 * rounded once to nearest; .f64 after each product, as by fma. Hardware sums several products at
 * once, aligned to the largest and truncated (Fasi, Higham, Mikaitis and Pranesh, "Numerical
 * behavior of NVIDIA tensor cores"): its results may differ in their last places.
 */
#include "vm/vm-private.h"

#include "ptx/matrix.h"
#include "vm/lanes-half.h"
#include "vm/sanitizer.h"

#include <string.h>

#define MOST_ELEMENTS 1024 /* of a matrix */
#define QUADS         4    /* products of m8n8k4 */

typedef union {
  double real;
  gint64 whole;
} Element;

/* A matrix of a warp: elements row by row. */
typedef struct {
  char which;
  WsPtxType type;
  guint n_rows;
  guint n_columns;
  guint n_registers;
  const guint32 *rows; /* of the register file */
  gboolean is_column_major;
} Matrix;

static gboolean
is_real (WsPtxType type)
{
  return is_half (type) || type == WS_PTX_F32 || type == WS_PTX_F64 || type == WS_PTX_TF32
         || type == WS_PTX_E4M3 || type == WS_PTX_E5M2;
}

static guint
count_per_register (WsPtxType type)
{
  return MAX (32 / ws_matrix_get_element_bits (type), 1);
}

static Element
read_element (WsPtxType type, guint64 bits)
{
  Element element = { 0 };

  if (is_half (type))
    element.real = (double)half_value (type, (guint32)bits & 0xffff);
  else if (type == WS_PTX_F32)
    element.real = (double)ws_to_float (bits);
  else if (type == WS_PTX_TF32)
    /* the hardware ignores the lower 13 bits */
    element.real = (double)ws_to_float (bits & 0xffffe000);
  else if (type == WS_PTX_F64)
    element.real = ws_of_bits (bits);
  else if (is_real (type))
    element.real =
        eighth_value (type == WS_PTX_E4M3 ? WS_PTX_E4M3X2 : WS_PTX_E5M2X2, (guint32)bits & 0xff);
  else
    element.whole = (gint64)ws_extend (type, bits);
  return element;
}

static guint64
write_element (WsPtxType type, Element element)
{
  WsOp op = { .type = (guint8)type };

  if (is_half (type))
    return finish_half (half_of (&op, op.type), element.real);
  if (type == WS_PTX_F32)
    return of_f32 ((float)element.real);
  if (type == WS_PTX_F64)
    return element.real != element.real ? NAN64 : ws_from_double (element.real);
  return (guint64)element.whole;
}

/* ---- the layout of elements ---- */

/* For m8n8k4 of .f16, with four products of eight lanes each: four and four (PTX ISA). */
static guint
place_of_quads (const Matrix *matrix, guint lane, guint i)
{
  guint upper = lane >= 16 ? 4 : 0;
  guint row;
  guint column;

  if (matrix->which == 'a')
    {
      row = (matrix->is_column_major ? i % 4 : lane % 4) + upper;
      column = matrix->is_column_major ? lane % 4 : i;
    }
  else if (matrix->which == 'b')
    {
      row = matrix->is_column_major ? i : lane % 4;
      column = (matrix->is_column_major ? lane % 4 : i % 4) + upper;
    }
  else if (matrix->type == WS_PTX_F16)
    {
      row = lane % 4 + upper;
      column = i;
    }
  else
    {
      row = (lane & 1) + (i & 2) + upper;
      column = (i & 4) + (lane & 2) + (i & 1);
    }
  return row * matrix->n_columns + column;
}

/* Element @i of @lane, in the order of its registers. */
static guint
place_of (const WsOp *op, const Matrix *matrix, guint lane, guint i)
{
  guint per_register = count_per_register (matrix->type);
  guint reg = i / per_register;
  guint part = i % per_register;
  guint group = lane / 4;
  guint within = lane % 4;

  if (op->opcode != WS_PTX_MMA)
    return ((reg * WS_LANES + lane) * per_register + part) % (matrix->n_rows * matrix->n_columns);
  if (op->kind == WS_PTX_MOD_M8N8K4 && op->type2 == WS_PTX_F16)
    return place_of_quads (matrix, lane, i);
  if (matrix->which == 'b')
    return (per_register * within + part + 4 * per_register * reg) * matrix->n_columns + group;
  if (matrix->which == 'a')
    {
      guint halves = matrix->n_rows / 8;

      return (group + 8 * (reg % halves)) * matrix->n_columns + per_register * within + part
             + 4 * per_register * (reg / halves);
    }
  return (group + 8 * (i / 2)) * matrix->n_columns + 2 * within + i % 2;
}

static guint
count_in_lane (const Matrix *matrix)
{
  return matrix->n_registers * count_per_register (matrix->type);
}

static guint64
get_part (const WsWarp *warp, const Matrix *matrix, guint lane, guint i)
{
  guint bits = ws_matrix_get_element_bits (matrix->type);
  guint per_register = count_per_register (matrix->type);
  const guint8 *row = warp->rows + matrix->rows[i / per_register];

  if (bits == 64)
    return ((const guint64 *)(const void *)row)[lane];
  return ((const guint32 *)(const void *)row)[lane] >> (bits * (i % per_register));
}

static void
put_part (WsWarp *warp, const Matrix *matrix, guint lane, guint i, guint64 bits)
{
  guint n_bits = ws_matrix_get_element_bits (matrix->type);
  guint per_register = count_per_register (matrix->type);
  guint up = n_bits * (i % per_register);
  guint32 mask = n_bits >= 32 ? G_MAXUINT32 : ((1u << n_bits) - 1) << up;
  guint8 *row = warp->rows + matrix->rows[i / per_register];
  guint32 *word = (guint32 *)(void *)row + lane;

  if (n_bits == 64)
    ((guint64 *)(void *)row)[lane] = bits;
  else
    *word = (*word & ~mask) | ((guint32)(bits << up) & mask);
}

static gboolean
is_in_quad (const WsOp *op, guint lane, guint quad)
{
  return op->opcode != WS_PTX_MMA || op->kind != WS_PTX_MOD_M8N8K4 || op->type2 != WS_PTX_F16
         || lane % 16 / 4 == quad;
}

static void
gather (const WsWarp *warp, const WsOp *op, const Matrix *matrix, guint quad, Element *elements)
{
  for (guint lane = 0; lane < WS_LANES; lane++)
    for (guint i = 0; is_in_quad (op, lane, quad) && i < count_in_lane (matrix); i++)
      elements[place_of (op, matrix, lane, i)] =
          read_element (matrix->type, get_part (warp, matrix, lane, i));
}

static void
scatter (WsWarp *warp, const WsOp *op, const Matrix *matrix, guint quad, const Element *elements,
         guint32 lanes)
{
  EACH (lane, lanes)
  for (guint i = 0; is_in_quad (op, lane, quad) && i < count_in_lane (matrix); i++)
    put_part (warp, matrix, lane, i,
              write_element (matrix->type, elements[place_of (op, matrix, lane, i)]));
}

/* ---- products ---- */

static Element
sum_of (const WsOp *op, const Matrix *of, const Element *a, const Element *b, Element c, guint n)
{
  guint n_columns = of[2].n_columns;

  for (guint k = 0; k < of[1].n_columns; k++)
    {
      const Element x = a[k];
      const Element y = b[k * n_columns + n];

      if (of[0].type == WS_PTX_F64)
        c.real = __builtin_fma (x.real, y.real, c.real);
      else if (is_real (of[0].type))
        c.real += x.real * y.real;
      else
        c.whole += x.whole * y.whole;
    }
  if (!is_real (of[0].type) && op->sat)
    c.whole = CLAMP (c.whole, G_MININT32, G_MAXINT32);
  return c;
}

/* The four matrices of a product, in the order of its operands: d, a, b, c. */
static void
describe (const WsBlockRun *block, const WsOp *op, Matrix of[4])
{
  static const char order[] = "dabc";
  const WsMatrixPlan *plan =
      &g_array_index (block->launch->code->matrices, WsMatrixPlan, op->targets);

  for (guint i = 0; i < 4; i++)
    {
      of[i] = (Matrix){
        .which = order[i],
        .type = plan->types[i],
        .n_rows = order[i] == 'b' ? plan->shape.k : plan->shape.m,
        .n_columns = order[i] == 'a' ? plan->shape.k : plan->shape.n,
        .n_registers = plan->n_registers[i],
        .rows = plan->rows[i],
        .is_column_major = (order[i] == 'a' && plan->column_major[0])
                           || (order[i] == 'b' && plan->column_major[1]),
      };
    }
}

static void
multiply (const WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  Element elements[4][MOST_ELEMENTS] = { 0 };
  gboolean has_quads;
  Matrix of[4];

  describe (block, op, of);
  has_quads = !is_in_quad (op, 0, 1);
  for (guint quad = 0; quad < (has_quads ? QUADS : 1); quad++)
    {
      for (guint i = 1; i < 4; i++)
        gather (warp, op, &of[i], quad, elements[i]);
      for (guint m = 0; m < of[0].n_rows; m++)
        for (guint n = 0; n < of[0].n_columns; n++)
          elements[0][m * of[0].n_columns + n] =
              sum_of (op, of, &elements[1][m * of[1].n_columns], elements[2],
                      elements[3][m * of[0].n_columns + n], n);
      scatter (warp, op, &of[0], quad, elements[0], lanes);
    }
}

/* ---- between registers and memory ---- */

/* A lane's part of a load or store: contiguous bytes, at most 16. */
typedef struct {
  guint8 *at;
  guint64 address;
} Chunk;

/* Per lane: place of its part in the matrix in memory. */
static gboolean
find_chunks (WsBlockRun *block, const WsWarp *warp, const WsOp *op, const Matrix *matrix,
             guint32 lanes, Chunk chunks[WS_LANES])
{
  guint bytes = (guint)op->width * op->vector;
  guint width = ws_ptx_type_get_width (matrix->type);
  guint per_line = (matrix->is_column_major ? matrix->n_rows : matrix->n_columns) * width / bytes;
  guint n = 0;

  EACH (lane, lanes)
  {
    guint64 stride = op->n_source > 1 ? (guint32)get (warp->rows, op, op->n_source - 1u, lane)
                                      : per_line * bytes / width;
    guint chunk = lane + op->part * WS_LANES;
    gint64 from = op->offset + (gint64)(chunk / per_line * stride * width)
                  + (gint64)(chunk % per_line * bytes);

    chunks[lane].at = WS_OWN (ws_step_find) (
        block, warp, op, lane,
        &(WsMemoryOperand){ .offset = from, .space = op->space, .align = bytes, .bytes = bytes });
    if (chunks[lane].at == NULL)
      return FALSE;
    block->scratch[n++] = get (warp->rows, op, 0, lane) + (guint64)from;
  }
  return TRUE;
}

/* Values that the lanes moved, for the recording. */
static void
note_moved (WsBlockRun *block, const WsOp *op, guint n, const guint8 *data)
{
  for (guint e = 0; e < op->vector; e++)
    {
      guint64 value = 0;

      memcpy (&value, data + e * op->width, op->width);
      block->moved[n * op->vector + e] = value;
    }
}

/* Offset in memory, in elements, of the element at @place of the matrix. */
static guint
line_place (const Matrix *matrix, guint place)
{
  return matrix->is_column_major
             ? place % matrix->n_columns * matrix->n_rows + place / matrix->n_columns
             : place;
}

static gboolean
move_matrix (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 image[MOST_ELEMENTS * 8] = { 0 };
  gboolean stores = op->opcode == WS_PTX_WMMA_STORE_D;
  guint bytes = (guint)op->width * op->vector;
  guint8 *part = image + op->part * bytes * WS_LANES;
  Chunk chunks[WS_LANES];
  Matrix of[4];
  const Matrix *matrix = &of[op->opcode == WS_PTX_WMMA_LOAD_A   ? 1
                             : op->opcode == WS_PTX_WMMA_LOAD_B ? 2
                                                                : 0];
  Matrix moved;
  guint width;
  guint n = 0;

  describe (block, op, of);
  moved = *matrix;
  moved.is_column_major =
      g_array_index (block->launch->code->matrices, WsMatrixPlan, op->targets).column_major[0];
  width = ws_ptx_type_get_width (moved.type);
  if (!find_chunks (block, warp, op, &moved, lanes, chunks))
    return FALSE;
  if (stores)
    for (guint lane = 0; lane < WS_LANES; lane++)
      for (guint i = 0; i < count_in_lane (&moved); i++)
        {
          guint64 bits = get_part (warp, &moved, lane, i);

          memcpy (image + line_place (&moved, place_of (op, &moved, lane, i)) * width, &bits,
                  width);
        }
  EACH (lane, lanes)
  {
    if (stores)
      memcpy (chunks[lane].at, part + lane * bytes, bytes);
    else
      memcpy (part + lane * bytes, chunks[lane].at, bytes);
    ws_sanitizer_touch (block, warp, op, lane, chunks[lane].at, bytes);
    note_moved (block, op, n++, part + lane * bytes);
  }
  if (!stores)
    EACH (lane, lanes)
  for (guint i = 0; i < count_in_lane (&moved); i++)
    {
      const guint8 *at = image + line_place (&moved, place_of (op, &moved, lane, i)) * width;
      guint64 bits = 0;

      memcpy (&bits, at, width);
      if (at >= part && at < part + bytes * WS_LANES)
        put_part (warp, &moved, lane, i, bits);
    }
  return TRUE;
}

/* Rows of eight 16-bit numbers, addressed by eight lanes per matrix; a register of each lane
 * receives two neighbours of a row, with .trans of a column (PTX ISA, ldmatrix). */
static gboolean
move_rows (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, guint32 with_address)
{
  guint16 image[WS_LANES][8] = { 0 };
  gboolean stores = op->opcode == WS_PTX_STMATRIX;
  const WsMatrixPlan *plan =
      &g_array_index (block->launch->code->matrices, WsMatrixPlan, op->targets);
  guint n_matrices = plan->n_registers[0];
  guint8 *places[WS_LANES] = { NULL };
  guint n = 0;

  EACH (lane, with_address)
  {
    places[lane] = WS_OWN (ws_step_find) (
        block, warp, op, lane,
        &(WsMemoryOperand){ .offset = op->offset, .space = op->space, .align = 16, .bytes = 16 });
    if (places[lane] == NULL)
      return FALSE;
    block->scratch[n++] = get (warp->rows, op, 0, lane) + (guint64)op->offset;
    if (!stores)
      memcpy (image[lane], places[lane], sizeof image[lane]);
  }
  for (guint matrix = 0; matrix < n_matrices; matrix++)
    EACH (lane, lanes)
    {
      guint32 *word = (guint32 *)(void *)(warp->rows + plan->rows[0][matrix]) + lane;

      for (guint part = 0; part < 2; part++)
        {
          guint row = plan->transposed ? 2 * (lane % 4) + part : lane / 4;
          guint column = plan->transposed ? lane / 4 : 2 * (lane % 4) + part;
          guint16 *element = &image[8 * matrix + row][column];

          if (stores)
            *element = (guint16)(*word >> (16 * part));
          else
            *word = (*word & ~(0xffffu << (16 * part))) | (guint32)*element << (16 * part);
        }
    }
  n = 0;
  EACH (lane, with_address)
  {
    if (stores)
      memcpy (places[lane], image[lane], sizeof image[lane]);
    ws_sanitizer_touch (block, warp, op, lane, places[lane], sizeof image[lane]);
    note_moved (block, op, n++, (const guint8 *)image[lane]);
  }
  return TRUE;
}

/* Converts generic addresses, which must all be in one space, to that space. */
static WsSpace
name_space (WsBlockRun *block, const WsOp *op, guint n)
{
  WsSpace space = op->space;

  if (space != WS_SPACE_GENERIC || n == 0)
    return space;
  space = space_of (block->scratch[0]);
  for (guint i = 0; i < n; i++)
    block->scratch[i] -= space == WS_SPACE_SHARED  ? WS_SHARED_WINDOW
                         : space == WS_SPACE_LOCAL ? WS_LOCAL_WINDOW
                                                   : 0;
  return space;
}

/* movmatrix: a matrix of 8 rows of 8, transposed. */
static void
transpose (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  const guint32 *from = ROW32 (op->s[0]);
  guint16 image[8][8];

  for (guint lane = 0; lane < WS_LANES; lane++)
    for (guint part = 0; part < 2; part++)
      image[2 * (lane % 4) + part][lane / 4] = (guint16)(from[lane] >> (16 * part));
  EACH (lane, lanes)
  ROW32 (op->d[0])
  [lane] = image[lane / 4][2 * (lane % 4)] | (guint32)image[lane / 4][2 * (lane % 4) + 1] << 16;
}

/**
 * ws_step_matrix:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an instruction on matrices
 * @lanes: mask of the executing lanes
 * @space: (out): that they access
 *
 * Lanes on other paths contribute their current registers (PTX leaves it open).
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
WS_OWN (ws_step_matrix) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                         WsSpace *space)
{
  guint32 with_address = get_addressed (op, lanes);

  *space = op->space;
  switch (op->opcode)
    {
    case WS_PTX_MOVMATRIX:
      transpose (warp, op, lanes);
      break;
    case WS_PTX_LDMATRIX:
    case WS_PTX_STMATRIX:
      if (!move_rows (block, warp, op, lanes, with_address))
        return FALSE;
      break;
    case WS_PTX_MMA:
    case WS_PTX_WMMA_MMA:
      multiply (block, warp, op, lanes);
      break;
    default:
      if (!move_matrix (block, warp, op, lanes))
        return FALSE;
      break;
    }
  if (!is_matrix_access (op))
    return TRUE;
  *space = name_space (block, op, (guint)__builtin_popcount (with_address));
  block->reach = (WsReach){ .space = (guint8)(with_address == 0 ? WS_SPACE_NONE : *space),
                            .n_lanes = (guint8)__builtin_popcount (with_address) };
  return TRUE;
}
