/* texts.h: the texts of the files that a source names: the headers beside it, and the source that
 * PTX was compiled from.
 *
 * Whoever may read files reads them when they are named. Whoever may not, as a worker in its
 * sandbox, is given a table of them, and notes what the table lacks.
 */
#pragma once

#include "files/input.h"

G_BEGIN_DECLS

#define WS_OWN_MAX_PTX   (16u << 20) /* bytes of PTX text */
#define WS_OWN_MAX_NAMES 4096 /* of files that a source may name, whether they exist or not */
#define WS_OWN_MAX_BYTES (128u << 20) /* of all their texts */

typedef struct _WsOwnTexts WsOwnTexts;

gboolean ws_own_source_is_ptx (const char *name);

WsOwnTexts *ws_own_texts_new (void);
WsOwnTexts *ws_own_texts_new_for_scope (const WsInputScope *scope, const char *source);
void ws_own_texts_free (WsOwnTexts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnTexts, ws_own_texts_free)

GBytes *ws_own_texts_read (WsOwnTexts *self, const char *name, const char *where, GError **error);
gboolean ws_own_texts_is_newer (const WsOwnTexts *self, const char *name);

gboolean ws_own_texts_is_complete (const WsOwnTexts *self);
GVariant *ws_own_texts_missing_to_variant (const WsOwnTexts *self);
gboolean ws_own_texts_read_missing (WsOwnTexts *self, GVariant *missing, GCancellable *cancellable,
                                    GError **error);

GVariant *ws_own_texts_to_variant (const WsOwnTexts *self);
WsOwnTexts *ws_own_texts_from_variant (GVariant *variant, GError **error);

G_END_DECLS
