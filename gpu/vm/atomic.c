/* atomic.c: the loops of atomics.def: one lane after another. */
#include "vm/atomic.h"

#include "vm/lanes-half.h"
#include "vm/vm-private.h"

/* Subnormal numbers are flushed in global memory, but not in shared memory (PTX ISA, atom). */
static guint32
add_f32 (WsSpace space, guint32 a, guint32 b)
{
  WsOp op = { .ftz = space != WS_SPACE_SHARED };
  Words words = words_of (&op);
  float x = ws_to_float (flush (words, a));
  float y = ws_to_float (flush (words, b));

  return finish (words, x + y);
}

static guint64
add_f64 (guint64 a, guint64 b)
{
  return of_f64 (ws_of_bits (a) + ws_of_bits (b), ws_of_bits (a), ws_of_bits (b), 0);
}

/* Subnormal numbers stay (PTX ISA, atom: .noftz); each half of a word is an atomic of its own. */
static guint32
add_halves (WsPtxType type, guint32 a, guint32 b)
{
  WsOp op = { .type = (guint8)type };

  return halves_add (half_of (&op, op.type), op.type, WS_PTX_MOD_NONE, a, b, 0);
}

/* A lane's bits of a row. */
static inline guint64
read_lane (const guint8 *row, gboolean is_wide, guint lane)
{
  return is_wide ? ((const guint64 *)(const void *)row)[lane]
                 : ((const guint32 *)(const void *)row)[lane];
}

/* Fields of the operation are read before the loop: the compiler must assume that stores alias
 * them. */
#define WS_ATOMIC_ROW(id, word, types, bits, ...)                                           \
  static guint id (const WsOp *op, guint8 *rows, const WsAtomicPlace *place, guint32 lanes, \
                   guint64 *before)                                                         \
  {                                                                                         \
    const WsPtxType type G_GNUC_UNUSED = (WsPtxType)op->type;                               \
    const WsSpace space G_GNUC_UNUSED = place->space;                                       \
    const gboolean wide_b = (op->wide & 4) != 0;                                            \
    const gboolean wide_c = (op->wide & 8) != 0;                                            \
    const guint8 *const b_row = rows + op->s[1];                                            \
    const guint8 *const c_row = op->n_source > 2 ? rows + op->s[2] : NULL;                  \
    const gboolean is_read = op->d[0] != WS_NO_ROW;                                         \
    guint changed = 0;                                                                      \
    guint n = 0;                                                                            \
                                                                                            \
    EACH (lane, lanes)                                                                      \
    {                                                                                       \
      guint8 *const at = place->data + place->at[lane];                                     \
      const guint##bits b = (guint##bits)read_lane (b_row, wide_b, lane);                   \
      const guint##bits c G_GNUC_UNUSED =                                                   \
          c_row != NULL ? (guint##bits)read_lane (c_row, wide_c, lane) : 0;                 \
      guint##bits old;                                                                      \
      guint##bits result;                                                                   \
                                                                                            \
      memcpy (&old, at, sizeof old);                                                        \
      result = (guint##bits) (__VA_ARGS__);                                                 \
      memcpy (at, &result, sizeof result);                                                  \
      changed += result != old;                                                             \
      before[n++] = old;                                                                    \
      if (is_read)                                                                          \
        put (rows, op, 0, lane, old);                                                       \
    }                                                                                       \
    return changed;                                                                         \
  }
#define T(name) (1u << WS_PTX_##name)
#include "vm/atomics.def"
#undef WS_ATOMIC_ROW

typedef struct {
  WsPtxMod word;
  guint32 types;
  WsAtomicLoop loop;
} Row;

static const Row atomics[] = {
#define WS_ATOMIC_ROW(id, word, types, bits, ...) { WS_PTX_MOD_##word, types, id },
#include "vm/atomics.def"
#undef WS_ATOMIC_ROW
};
#undef T

/**
 * ws_atomic_find:
 * @word: the operator, as in %WS_PTX_MOD_ADD
 * @type: of memory
 * @atomic: (out): its index, for ws_atomic_run()
 */
gboolean
ws_atomic_find (WsPtxMod word, WsPtxType type, guint16 *atomic)
{
  for (guint i = 0; i < G_N_ELEMENTS (atomics); i++)
    if (atomics[i].word == word && (atomics[i].types >> type & 1) != 0)
      {
        *atomic = (guint16)i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_atomic_run:
 * @op: an atom or red
 * @rows: the warp's registers
 * @place: targets of its lanes
 * @lanes: mask of the executing lanes
 * @before: (out caller-allocates) (array): previous values of @lanes, in lane order
 *
 * Executes it: lane after lane.
 *
 * Returns: number of lanes that changed memory
 */
guint
ws_atomic_run (const WsOp *op, guint8 *rows, const WsAtomicPlace *place, guint32 lanes,
               guint64 *before)
{
  return atomics[op->lanes].loop (op, rows, place, lanes, before);
}
