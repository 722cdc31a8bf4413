/* tags.c: the tags of an L1 cache: lines of four sectors, set-associative with LRU replacement.
 * Lines are found by a hash, and each set has an LRU list. */
#include "model/tags.h"

#include <string.h>

#define WAYS 64
#define NONE G_MAXUINT32

typedef struct {
  guint64 line;
  guint64 arrives[4]; /* per sector: cycle in which it arrives */
  guint32 next;       /* with the same hash */
  guint32 older;      /* of the set */
  guint32 newer;
  guint8 sectors; /* a bit each */
} Line;

typedef struct {
  guint32 oldest;
  guint32 newest;
  guint32 n;
} Set;

struct _WsTags {
  Line *lines; /* the first n of them are valid */
  guint32 n;
  guint32 *first; /* of each hash */
  guint mask;     /* hashes, less one */
  Set *sets;
  guint n_sets; /* a power of two; 0: no cache */
  guint64 nowhere[4];
};

static guint32 *
find_first (const WsTags *self, guint64 line)
{
  return &self->first[(guint)((line * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 40) & self->mask];
}

/* Spreads neighbouring lines over sets, and columns of a matrix, too. */
static Set *
find_set (const WsTags *self, guint64 line)
{
  return &self->sets[(line ^ line >> 11) & (self->n_sets - 1)];
}

/**
 * ws_tags_new:
 * @bytes: size of the cache; 0 for none
 *
 * Returns: (transfer full): an empty cache
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
  self->mask = self->n_sets * WAYS * 2 - 1;
  self->lines = g_new (Line, (gsize)self->n_sets * WAYS);
  self->sets = g_new (Set, self->n_sets);
  self->first = g_new (guint32, (gsize)self->mask + 1);
  memset (self->first, 0xff, ((gsize)self->mask + 1) * sizeof *self->first);
  for (guint i = 0; i < self->n_sets; i++)
    self->sets[i] = (Set){ NONE, NONE, 0 };
  return self;
}

void
ws_tags_free (WsTags *self)
{
  if (self == NULL)
    return;
  g_free (self->lines);
  g_free (self->sets);
  g_free (self->first);
  g_free (self);
}

void
ws_tags_forget (WsTags *self)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      *find_first (self, self->lines[i].line) = NONE;
      *find_set (self, self->lines[i].line) = (Set){ NONE, NONE, 0 };
    }
  self->n = 0;
}

/* ---- the list of a set ---- */

static void
take_out (WsTags *self, Set *set, guint32 at)
{
  Line *line = &self->lines[at];

  if (line->older != NONE)
    self->lines[line->older].newer = line->newer;
  else
    set->oldest = line->newer;
  if (line->newer != NONE)
    self->lines[line->newer].older = line->older;
  else
    set->newest = line->older;
}

static void
put_last (WsTags *self, Set *set, guint32 at)
{
  self->lines[at].older = set->newest;
  self->lines[at].newer = NONE;
  if (set->newest != NONE)
    self->lines[set->newest].newer = at;
  else
    set->oldest = at;
  set->newest = at;
}

/* ---- lines ---- */

static void
drop (WsTags *self, guint32 at)
{
  guint32 *it = find_first (self, self->lines[at].line);

  while (*it != at)
    it = &self->lines[*it].next;
  *it = self->lines[at].next;
}

/* Makes room for a line if the set is full. Returns: its place */
static guint32
make_room (WsTags *self, Set *set)
{
  guint32 oldest = set->oldest;

  if (set->n < WAYS)
    {
      set->n++;
      return self->n++;
    }
  drop (self, oldest);
  take_out (self, set, oldest);
  return oldest;
}

/**
 * ws_tags_touch:
 * @line: of global memory: an address over 128
 * @sectors: of it, a bit each
 * @arrives: (out) (optional): place of the arrival cycles of the line's sectors; %NULL for an
 * access that does not bring the line into the cache
 *
 * Returns: those of @sectors that missed
 */
guint
ws_tags_touch (WsTags *self, guint64 line, guint sectors, guint64 **arrives)
{
  guint32 *first;
  guint32 at;
  guint missing = sectors;
  Set *set;

  if (self->n_sets == 0)
    {
      memset (self->nowhere, 0, sizeof self->nowhere);
      if (arrives != NULL)
        *arrives = self->nowhere;
      return sectors;
    }
  set = find_set (self, line);
  first = find_first (self, line);
  at = *first;
  while (at != NONE && self->lines[at].line != line)
    at = self->lines[at].next;
  if (at == NONE && arrives == NULL)
    return sectors;
  if (at == NONE)
    {
      at = make_room (self, set);
      self->lines[at] = (Line){ .line = line, .next = *first };
      *first = at;
    }
  else
    {
      missing &= (guint)~self->lines[at].sectors;
      take_out (self, set, at);
    }
  put_last (self, set, at);
  if (arrives != NULL)
    {
      self->lines[at].sectors |= (guint8)sectors;
      *arrives = self->lines[at].arrives;
    }
  return missing;
}
