/* intern.c: the hash table of names. One of these serves a whole module, so that names are compared
 * as numbers. */
#include "ptx/intern.h"
#include "record/run.h"

#include <string.h>

/* Each byte goes into a product, of which the upper half counts. The seed differs between
 * processes, so that no text can be crafted whose names all collide; the result of parsing does not
 * depend on it. */
static guint32
hash_bytes (const WsIntern *self, const char *start, gsize length)
{
  guint64 hash = self->seed;

  for (gsize i = 0; i < length; i++)
    {
      hash = (hash ^ (guint8)start[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return (guint32)(hash >> 32);
}

static void
grow (WsIntern *self)
{
  guint32 n_slots = self->n_slots * 2;
  guint32 *slots = g_new0 (guint32, n_slots);

  for (guint32 atom = 0; atom < self->atoms->len; atom++)
    {
      guint32 at = ws_intern_get (self, atom)->hash & (n_slots - 1);

      while (slots[at] != 0)
        at = (at + 1) & (n_slots - 1);
      slots[at] = atom + 1;
    }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
}

/**
 * ws_intern_init:
 * @self: (out caller-allocates): an empty table with its own seed
 */
void
ws_intern_init (WsIntern *self)
{
  self->seed = (guint64)g_random_int () << 32 | g_random_int ();
  self->n_slots = 1024;
  self->slots = g_new0 (guint32, self->n_slots);
  self->atoms = g_array_sized_new (FALSE, FALSE, sizeof (WsAtom), 512);
}

void
ws_intern_clear (WsIntern *self)
{
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->atoms, g_array_unref);
}

/**
 * ws_intern_add:
 * @start: the name, not terminated; must live as long as the table
 * @length: bytes
 *
 * Returns: its atom: that of an equal name, or a new one. Invalidates pointers from ws_intern_get()
 */
guint32
ws_intern_add (WsIntern *self, const char *start, gsize length)
{
  guint32 hash = hash_bytes (self, start, length);
  guint32 at = hash & (self->n_slots - 1);
  WsAtom atom;

  while (self->slots[at] != 0)
    {
      const WsAtom *other = ws_intern_get (self, self->slots[at] - 1);

      if (other->hash == hash && other->length == length
          && memcmp (other->start, start, length) == 0)
        return self->slots[at] - 1;
      at = (at + 1) & (self->n_slots - 1);
    }

  atom = (WsAtom){ .start = start,
                   .length = (guint32)length,
                   .hash = hash,
                   .symbol = WS_NONE,
                   .shape = WS_NONE,
                   .prefix = WS_NONE,
                   .cached_range = WS_NONE };
  g_array_append_val (self->atoms, atom);
  self->slots[at] = self->atoms->len;
  if (self->atoms->len * 2 > self->n_slots)
    grow (self);
  return self->atoms->len - 1;
}

/**
 * ws_intern_get_prefix:
 * @atom: of a name
 * @number: (out): its trailing digits: 17 for "%r17"; 0 if none
 *
 * "%r17" is register 17 of the range "%r<24>"; "%r017" is a separate name.
 *
 * Returns: the atom of the part before the digits, that of "%r"; %WS_NONE if the name does not end
 * in a plain number
 */
guint32
ws_intern_get_prefix (WsIntern *self, guint32 atom, guint32 *number)
{
  WsAtom *a = ws_intern_get (self, atom);

  if (!a->split)
    {
      gsize digits = 0;
      guint64 value = 0;
      guint32 prefix = WS_NONE;

      while (digits < a->length && g_ascii_isdigit (a->start[a->length - 1 - digits]))
        digits++;
      a->split = TRUE;
      /* "%r017" is a separate name, not a register of the range; ten digits hold any register
       * number. */
      if (digits > 0 && digits <= 10 && digits < a->length
          && (digits == 1 || a->start[a->length - digits] != '0'))
        {
          for (gsize i = a->length - digits; i < a->length; i++)
            value = value * 10 + (guint64)(a->start[i] - '0');
          if (value < WS_NONE)
            {
              prefix = ws_intern_add (self, a->start, a->length - digits);
              a = ws_intern_get (self, atom);
              a->prefix = prefix;
              a->number = (guint32)value;
            }
        }
    }
  *number = a->number;
  return a->prefix;
}
