/* xorwow.c: XORWOW (G. Marsaglia, "Xorshift RNGs", 2003): 160 bits that are shifted, and a counter.
 * Threads are 2^67 words apart. */
#include "libraries/generator.h"

#define WORDS     5
#define BITS      (WORDS * 32)
#define INCREMENT 362437u
#define POWERS    64
#define APART     67

typedef struct {
  guint32 words[WORDS];
  guint32 counter;
} State;

/* A step of many, as what becomes of each bit. */
typedef struct {
  guint32 columns[BITS][WORDS];
} Matrix;

static Matrix powers[POWERS]; /* of one step: its 2^i-th */
static Matrix apart;

static void
step (guint32 words[WORDS])
{
  guint32 t = words[0] ^ (words[0] >> 2);

  for (guint i = 0; i + 1 < WORDS; i++)
    words[i] = words[i + 1];
  words[4] = words[3] ^ (words[3] << 4) ^ t ^ (t << 1);
}

static void
apply (const Matrix *matrix, guint32 words[WORDS])
{
  guint32 result[WORDS] = { 0 };

  for (guint bit = 0; bit < BITS; bit++)
    if ((words[bit / 32] >> (bit % 32) & 1) != 0)
      for (guint i = 0; i < WORDS; i++)
        result[i] ^= matrix->columns[bit][i];
  for (guint i = 0; i < WORDS; i++)
    words[i] = result[i];
}

static void
square (const Matrix *matrix, Matrix *result)
{
  *result = *matrix;
  for (guint bit = 0; bit < BITS; bit++)
    apply (matrix, result->columns[bit]);
}

static void
prepare (void)
{
  static gsize once = 0;
  Matrix next;

  if (!g_once_init_enter (&once))
    return;
  for (guint bit = 0; bit < BITS; bit++)
    {
      powers[0].columns[bit][bit / 32] = 1u << (bit % 32);
      step (powers[0].columns[bit]);
    }
  for (guint i = 1; i < POWERS; i++)
    square (&powers[i - 1], &powers[i]);
  apart = powers[POWERS - 1];
  for (guint i = POWERS; i <= APART; i++)
    {
      square (&apart, &next);
      apart = next;
    }
  g_once_init_leave (&once, 1);
}

/* 2^67 steps of the counter are none. */
static void
seed_all (gpointer states, guint64 seed)
{
  State *all = states;
  guint32 low = 1099087573u * ((guint32)seed ^ 0xaad26b49u);
  guint32 high = 2591861531u * ((guint32)(seed >> 32) ^ 0xf7dcefddu);
  State state = { { 123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high,
                    5783321u + low },
                  6615241u + low + high };

  prepare ();
  for (guint i = 0; i < ws_random_xorwow.n_threads; i++)
    {
      all[i] = state;
      apply (&apart, state.words);
    }
}

static void
skip (gpointer state, guint64 n)
{
  State *self = state;

  for (guint i = 0; i < POWERS; i++)
    if ((n >> i & 1) != 0)
      apply (&powers[i], self->words);
  self->counter += INCREMENT * (guint32)n;
}

static guint32
draw (gpointer state)
{
  State *self = state;

  step (self->words);
  self->counter += INCREMENT;
  return self->words[4] + self->counter;
}

const WsRandomClass ws_random_xorwow = { 4096, sizeof (State), 1, seed_all, skip, draw, 0 };
