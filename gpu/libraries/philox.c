/* philox.c: Philox-4x32-10 (J. K. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
 * 2011): four words of each counter. Threads have a word of the counter to themselves. */
#include "libraries/generator.h"

#define ROUNDS 10
#define WORDS  4

typedef struct {
  guint64 key;
  guint64 counter; /* of words: WORDS of each block */
  guint32 thread;
  guint32 words[WORDS]; /* of the present block */
} State;

static void
make_block (const State *self, guint32 words[WORDS])
{
  guint64 block = self->counter / WORDS;
  guint32 keys[] = { (guint32)self->key, (guint32)(self->key >> 32) };

  words[0] = (guint32)block;
  words[1] = (guint32)(block >> 32);
  words[2] = self->thread;
  words[3] = 0;
  for (guint i = 0; i < ROUNDS; i++)
    {
      guint64 first = G_GUINT64_CONSTANT (0xd2511f53) * words[0];
      guint64 second = G_GUINT64_CONSTANT (0xcd9e8d57) * words[2];

      words[0] = (guint32)(second >> 32) ^ words[1] ^ keys[0];
      words[1] = (guint32)second;
      words[2] = (guint32)(first >> 32) ^ words[3] ^ keys[1];
      words[3] = (guint32)first;
      keys[0] += 0x9e3779b9u;
      keys[1] += 0xbb67ae85u;
    }
}

static void
seed_all (gpointer states, guint64 seed)
{
  State *all = states;

  for (guint i = 0; i < ws_random_philox.n_threads; i++)
    all[i] = (State){ .key = seed, .thread = i };
}

static void
skip (gpointer state, guint64 n)
{
  ((State *)state)->counter += n;
}

static guint32
draw (gpointer state)
{
  State *self = state;
  guint place = (guint)(self->counter % WORDS);

  if (place == 0)
    make_block (self, self->words);
  self->counter++;
  return self->words[place];
}

const WsRandomClass ws_random_philox = { 65536, sizeof (State), WORDS, seed_all, skip, draw, 0 };
