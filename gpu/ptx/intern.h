/* intern.h: every name of a module once, as a small number (an atom), with its current meaning. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  const char *start; /* into the module's text or a literal; not terminated */
  guint32 length;
  guint32 hash;
  guint32 symbol; /* what it names in the present scope, WS_NONE if nothing */
  guint32 shape;  /* of an opcode with its modifiers: into WsParser.shapes, WS_NONE if not looked at
                     yet */
  guint32 prefix; /* of a name that ends in digits: the atom before them, WS_NONE otherwise */
  guint32 number; /* those digits */
  guint32 cached_range; /* %r<24> that `cached_register` belongs to */
  guint32 cached_register;
  guint8 split; /* whether prefix and number have been split */
} WsAtom;

typedef struct {
  GArray *atoms;  /* WsAtom */
  guint32 *slots; /* open addressing: atom + 1, 0 is empty */
  guint32 n_slots;
  guint64 seed;
} WsIntern;

void ws_intern_init (WsIntern *self);
void ws_intern_clear (WsIntern *self);
guint32 ws_intern_add (WsIntern *self, const char *start, gsize length);
guint32 ws_intern_get_prefix (WsIntern *self, guint32 atom, guint32 *number);

static inline WsAtom *
ws_intern_get (const WsIntern *self, guint32 atom)
{
  return &g_array_index (self->atoms, WsAtom, atom);
}

G_END_DECLS
