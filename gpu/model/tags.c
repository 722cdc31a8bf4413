/* tags.c: which lines of global memory the cache nearest to an SM holds: lines of four sectors, in
 * sets of many ways, of which the one that was used longest ago makes room. */
#include "model/tags.h"

#include <string.h>

#define WAYS 64

typedef struct {
  guint64 line;
  guint64 arrives[4]; /* of each sector: cycle in which it is there */
  guint32 used;
  guint8 sectors; /* a bit each; 0: free */
} Way;

struct _WsTags {
  Way *ways;
  guint n_sets; /* a power of two; 0: no cache */
  guint32 clock;
  guint64 nowhere[4];
};

/**
 * ws_tags_new:
 * @bytes: that the cache holds; 0 for none
 *
 * Returns: (transfer full): a cache that holds nothing
 */
WsTags *
ws_tags_new (guint64 bytes)
{
  WsTags *self = g_new0 (WsTags, 1);

  if (bytes < WAYS * WS_LINE_BYTES)
    return self;
  self->n_sets = 1;
  while ((guint64)self->n_sets * 2 * WAYS * WS_LINE_BYTES <= bytes)
    self->n_sets *= 2;
  self->ways = g_new0 (Way, (gsize)self->n_sets * WAYS);
  return self;
}

void
ws_tags_free (WsTags *self)
{
  if (self == NULL)
    return;
  g_free (self->ways);
  g_free (self);
}

void
ws_tags_forget (WsTags *self)
{
  if (self->clock > 0)
    memset (self->ways, 0, (gsize)self->n_sets * WAYS * sizeof *self->ways);
  self->clock = 0;
}

/**
 * ws_tags_touch:
 * @line: of global memory: an address over 128
 * @sectors: of it, a bit each
 * @arrives: (out) (optional): where the cycles stand in which the line's sectors are there;
 *   %NULL for what it does not hold from now on
 *
 * Returns: of @sectors, those that it did not hold
 */
guint
ws_tags_touch (WsTags *self, guint64 line, guint sectors, guint64 **arrives)
{
  Way *set;
  Way *oldest;

  if (arrives != NULL)
    *arrives = self->nowhere;
  if (self->n_sets == 0)
    return sectors;
  /* neighbouring lines in different sets, and columns of a matrix not all in one */
  set = &self->ways[((line ^ line >> 11) & (self->n_sets - 1)) * WAYS];
  oldest = set;
  for (guint w = 0; w < WAYS; w++)
    {
      if (set[w].sectors != 0 && set[w].line == line)
        {
          guint missing = sectors & ~set[w].sectors;

          if (arrives != NULL)
            {
              set[w].sectors |= (guint8)sectors;
              *arrives = set[w].arrives;
            }
          set[w].used = ++self->clock;
          return missing;
        }
      if (oldest->sectors != 0 && (set[w].sectors == 0 || set[w].used < oldest->used))
        oldest = &set[w];
    }
  if (arrives != NULL)
    {
      *oldest = (Way){ .line = line, .used = ++self->clock, .sectors = (guint8)sectors };
      *arrives = oldest->arrives;
    }
  return sectors;
}
