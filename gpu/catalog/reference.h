/* reference.h: host references: the expected contents of a buffer, or the initial ones. catalog.ini
 * calls each function by its name. */
#pragma once

#include "catalog/kernel.h"

G_BEGIN_DECLS

typedef struct _WsReferenceInput WsReferenceInput;

/**
 * WsReferenceMake:
 * @input: what there was before the first launch, and what the user chose
 * @count: elements wanted, from the first on
 * @bound: (out): greatest admissible absolute difference; initially 0, left alone if the result is
 * exact
 *
 * Returns: (transfer full) (nullable): the elements, packed; %NULL if out of memory for
 *   them
 */
typedef GBytes *(*WsReferenceMake) (WsReferenceInput *input, guint64 count, double *bound);

/**
 * WsReference:
 * @name: as catalog.ini calls it
 * @types: of elements that it makes: bits of 1 << #WsValueType
 * @make: makes them
 * @buffers: (array zero-terminated=1): names of buffers that it asks for
 * @numbers: (array zero-terminated=1): of numbers that it asks for
 */
typedef struct {
  const char *name;
  guint types;
  WsReferenceMake make;
  const char *buffers[5];
  const char *numbers[7];
} WsReference;

const WsReference *ws_reference_find (const char *name);

WsReferenceInput *ws_reference_input_new (const WsPlan *plan, const WsJob *job);
void ws_reference_input_free (WsReferenceInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsReferenceInput, ws_reference_input_free)

gint64 ws_reference_get_number (const WsReferenceInput *self, const char *name);
gconstpointer ws_reference_get_buffer (WsReferenceInput *self, const char *name);
guint64 ws_reference_get_length (const WsReferenceInput *self, const char *name);

G_END_DECLS
