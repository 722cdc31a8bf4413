/* generator.h: cuRAND's generators: many threads that draw in turn, each from its own subsequence.
 * After "cuRAND", Generator Options; details that it leaves open (their number, how doubles and
 * normals are drawn) were determined from NVIDIA's cuRAND 10.4 on an H100:
 * tests/libraries/curand.txt. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_RANDOM_MAX_TURN  4  /* maximum output of one turn */
#define WS_RANDOM_MAX_STATE 64 /* bytes */

typedef enum {
  WS_RANDOM_BITS,
  WS_RANDOM_UNIFORM,
  WS_RANDOM_UNIFORM_DOUBLE,
  WS_RANDOM_NORMAL,
  WS_RANDOM_NORMAL_DOUBLE
} WsRandomKind;

/**
 * WsRandomClass:
 * @n_threads: that draw in turn
 * @state_bytes: of each
 * @turn: numbers from one turn; of normals at least two
 * @seed: fills the states of all
 * @skip: skips @n words of a thread
 * @draw: a thread's next word
 * @scale: what a word is multiplied by for (0, 1]; 0: it has 32 random bits
 */
typedef struct {
  guint n_threads;
  gsize state_bytes;
  guint turn;
  void (*seed) (gpointer states, guint64 seed);
  void (*skip) (gpointer state, guint64 n);
  guint32 (*draw) (gpointer state);
  double scale;
} WsRandomClass;

extern const WsRandomClass ws_random_xorwow;
extern const WsRandomClass ws_random_mrg;
extern const WsRandomClass ws_random_philox;

/**
 * WsGenerator:
 * @position: in turns
 * @used: numbers already returned of the current turn
 */
typedef struct {
  const WsRandomClass *klass;
  guint64 seed;
  guint64 offset;
  guint8 *states; /* nullable: once it is seeded */
  guint64 position;
  guint used;
} WsGenerator;

WsGenerator *ws_generator_new (const WsRandomClass *klass);
void ws_generator_free (WsGenerator *self);
void ws_generator_seed (WsGenerator *self, guint64 seed, guint64 offset);
void ws_generator_draw (WsGenerator *self, WsRandomKind kind, gpointer to, gsize n);

G_END_DECLS
