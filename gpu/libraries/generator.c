#include "libraries/generator.h"

#include <math.h>
#include <string.h>

#define SINGLE      0x1p-32 /* of a word of 32 bits */
#define DOUBLE_BITS 0x1p-53

/* Returns: (transfer full): of seed 0 */
WsGenerator *
ws_generator_new (const WsRandomClass *klass)
{
  WsGenerator *self = g_new0 (WsGenerator, 1);

  self->klass = klass;
  return self;
}

void
ws_generator_free (WsGenerator *self)
{
  g_free (self->states);
  g_free (self);
}

/* @offset: words that are passed over. It begins anew. */
void
ws_generator_seed (WsGenerator *self, guint64 seed, guint64 offset)
{
  self->seed = seed;
  self->offset = offset;
  g_clear_pointer (&self->states, g_free);
}

static gpointer
get_state (WsGenerator *self, guint64 turn)
{
  return self->states + turn % self->klass->n_threads * self->klass->state_bytes;
}

/* What one turn hands out of words. */
static guint
get_turn (const WsGenerator *self, WsRandomKind kind)
{
  return MAX (self->klass->turn, kind >= WS_RANDOM_NORMAL ? 2 : 1);
}

static void
begin (WsGenerator *self)
{
  guint n_threads = self->klass->n_threads;
  guint64 turns = self->offset / self->klass->turn;

  self->states = g_malloc0 (n_threads * self->klass->state_bytes);
  self->klass->seed (self->states, self->seed);
  self->position = turns;
  self->used = (guint)(self->offset % self->klass->turn);
  for (guint64 i = 0; turns > 0 && i < n_threads; i++)
    self->klass->skip (get_state (self, i),
                       (turns / n_threads + (i < turns % n_threads)) * self->klass->turn);
}

/* ---- one turn ---- */

/* (0, 1] */
static double
draw_uniform (const WsRandomClass *klass, gpointer state, gboolean is_double)
{
  guint64 word = klass->draw (state);

  if (klass->scale > 0)
    return (double)word * klass->scale;
  if (!is_double)
    return (double)(float)word * SINGLE + SINGLE / 2;
  word ^= (guint64)klass->draw (state) << 21;
  return (double)word * DOUBLE_BITS + DOUBLE_BITS / 2;
}

/* Two, after Box and Muller. */
static void
draw_normals (const WsRandomClass *klass, gpointer state, gboolean is_double, double values[2])
{
  double length = sqrt (-2 * log (draw_uniform (klass, state, is_double)));
  double angle = 2 * G_PI * draw_uniform (klass, state, is_double);

  values[0] = length * sin (angle);
  values[1] = length * cos (angle);
}

static double
draw_bits (const WsRandomClass *klass, gpointer state)
{
  guint32 word = klass->draw (state);

  return klass->scale > 0 ? floor ((double)word * klass->scale * 0x1p32) : word;
}

static void
draw_turn (WsGenerator *self, WsRandomKind kind, double *values)
{
  const WsRandomClass *klass = self->klass;
  gpointer state = get_state (self, self->position);
  gboolean is_double = kind == WS_RANDOM_UNIFORM_DOUBLE || kind == WS_RANDOM_NORMAL_DOUBLE;
  guint n = get_turn (self, kind);

  for (guint i = 0; i < n; i++)
    if (kind == WS_RANDOM_BITS)
      values[i] = draw_bits (klass, state);
    else if (kind < WS_RANDOM_NORMAL)
      values[i] = draw_uniform (klass, state, is_double);
    else if (i % 2 == 0)
      draw_normals (klass, state, is_double, values + i);
}

static void
put (WsRandomKind kind, gpointer to, gsize index, double value)
{
  if (kind == WS_RANDOM_BITS)
    ((guint32 *)to)[index] = (guint32)value;
  else if (kind == WS_RANDOM_UNIFORM || kind == WS_RANDOM_NORMAL)
    ((float *)to)[index] = (float)value;
  else
    ((double *)to)[index] = value;
}

/**
 * ws_generator_draw:
 * @to: (out): guint32, float or double, as @kind says
 * @n: how many
 *
 * What is left of a turn is handed out next time.
 */
void
ws_generator_draw (WsGenerator *self, WsRandomKind kind, gpointer to, gsize n)
{
  gsize done = 0;

  if (self->states == NULL)
    begin (self);
  while (done < n)
    {
      double values[WS_RANDOM_MAX_TURN];
      guint turn = get_turn (self, kind);
      guint8 before[WS_RANDOM_MAX_STATE];

      memcpy (before, get_state (self, self->position), self->klass->state_bytes);
      draw_turn (self, kind, values);
      for (; self->used < turn && done < n; self->used++)
        put (kind, to, done++, values[self->used]);
      if (self->used < turn)
        memcpy (get_state (self, self->position), before, self->klass->state_bytes);
      else
        {
          self->position++;
          self->used = 0;
        }
    }
}
