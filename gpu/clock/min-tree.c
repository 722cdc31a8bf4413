/* min-tree.c: a tournament tree: each key against its neighbour, each winner against its neighbour,
 * up to the minimum. When a key changes, only its own matches are replayed. */
#include "clock/min-tree.h"

struct _WsMinTree {
  guint size; /* a power of two */
  guint64 *keys;
  guint32
      *winners; /* of match 1 all, of match m the sides 2 m and 2 m + 1; from size on the keys */
};

static guint32
play (const WsMinTree *self, guint match)
{
  guint32 left = self->winners[2 * match];
  guint32 right = self->winners[2 * match + 1];

  return self->keys[right] < self->keys[left] ? right : left;
}

/**
 * ws_min_tree_new:
 * @n: how many keys, at least 1
 * @key: initial value of each
 */
WsMinTree *
ws_min_tree_new (guint n, guint64 key)
{
  WsMinTree *self = g_new0 (WsMinTree, 1);

  for (self->size = 1; self->size < n;)
    self->size *= 2;
  self->keys = g_new (guint64, self->size);
  self->winners = g_new (guint32, 2 * (gsize)self->size);
  for (guint i = 0; i < self->size; i++)
    {
      self->keys[i] = i < n ? key : G_MAXUINT64;
      self->winners[self->size + i] = i;
    }
  for (guint match = self->size; match-- > 1;)
    self->winners[match] = play (self, match);
  return self;
}

void
ws_min_tree_free (WsMinTree *self)
{
  g_free (self->keys);
  g_free (self->winners);
  g_free (self);
}

/**
 * ws_min_tree_set:
 * @key: its new value
 *
 * O(log n).
 */
void
ws_min_tree_set (WsMinTree *self, guint index, guint64 key)
{
  self->keys[index] = key;
  for (guint match = (self->size + index) / 2; match > 0; match /= 2)
    {
      guint32 winner = play (self, match);

      if (winner == self->winners[match] && winner != index)
        break;
      self->winners[match] = winner;
    }
}

/* Returns: the index of the least key; of equal ones the lowest */
guint
ws_min_tree_find (const WsMinTree *self)
{
  return self->winners[1];
}

/* Returns: the key */
guint64
ws_min_tree_get (const WsMinTree *self, guint index)
{
  return self->keys[index];
}
