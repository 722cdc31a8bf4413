/* mrg.c: MRG32k3a (P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple
 * Recursive Random Number Generators", 1999). Threads are 2^76 numbers apart. */
#include "libraries/generator.h"

#define ORDER 3
#define APART 76

/* The last three of each of the two, the oldest first. */
typedef struct {
  guint32 numbers[2][ORDER];
} State;

typedef struct {
  guint32 rows[ORDER][ORDER];
} Matrix;

static const guint32 moduli[] = { 4294967087u, 4294944443u };

/* One step: the next number is the last row's. */
static const Matrix steps[] = {
  { { { 0, 1, 0 }, { 0, 0, 1 }, { 4294967087u - 810728u, 1403580u, 0 } } },
  { { { 0, 1, 0 }, { 0, 0, 1 }, { 4294944443u - 1370589u, 0, 527612u } } },
};

static void
apply (const Matrix *matrix, guint which, guint32 numbers[ORDER])
{
  guint64 modulus = moduli[which];
  guint32 result[ORDER];

  for (guint i = 0; i < ORDER; i++)
    {
      guint64 sum = 0;

      for (guint k = 0; k < ORDER; k++)
        sum = (sum + (guint64)matrix->rows[i][k] * numbers[k] % modulus) % modulus;
      result[i] = (guint32)sum;
    }
  for (guint i = 0; i < ORDER; i++)
    numbers[i] = result[i];
}

static Matrix
square (const Matrix *matrix, guint which)
{
  Matrix result;

  for (guint k = 0; k < ORDER; k++)
    {
      guint32 column[] = { matrix->rows[0][k], matrix->rows[1][k], matrix->rows[2][k] };

      apply (matrix, which, column);
      for (guint i = 0; i < ORDER; i++)
        result.rows[i][k] = column[i];
    }
  return result;
}

static void
seed_all (gpointer states, guint64 seed)
{
  State *all = states;
  guint64 low = (guint32)seed ^ 0x55555555u;
  guint64 high = (guint32)(seed >> 32) ^ 0xaaaaaaaau;
  State state;
  Matrix apart[2] = { steps[0], steps[1] };

  for (guint i = 0; i < ORDER; i++)
    {
      state.numbers[0][i] = (guint32)((i == 1 ? high : low) * 12345 % moduli[0]);
      state.numbers[1][i] = (guint32)((i == 1 ? low : high) * 12345 % moduli[1]);
    }
  for (guint which = 0; which < 2; which++)
    for (guint i = 0; i < APART; i++)
      apart[which] = square (&apart[which], which);
  for (guint i = 0; i < ws_random_mrg.n_threads; i++)
    {
      all[i] = state;
      for (guint which = 0; which < 2; which++)
        apply (&apart[which], which, state.numbers[which]);
    }
}

static void
skip (gpointer state, guint64 n)
{
  State *self = state;

  for (guint which = 0; which < 2; which++)
    {
      Matrix power = steps[which];

      for (guint64 left = n; left > 0; left >>= 1)
        {
          if ((left & 1) != 0)
            apply (&power, which, self->numbers[which]);
          power = square (&power, which);
        }
    }
}

static guint32
draw (gpointer state)
{
  State *self = state;
  guint32 first, second;

  for (guint which = 0; which < 2; which++)
    apply (&steps[which], which, self->numbers[which]);
  first = self->numbers[0][2];
  second = self->numbers[1][2];
  return first > second ? first - second : first + (moduli[0] - second);
}

const WsRandomClass ws_random_mrg = { 81920, sizeof (State),        1, seed_all, skip,
                                      draw,  2.3283065498378288e-10 };
