/* texts.h: the texts of the files that a source names: the headers beside it, and the source that
 * PTX was compiled from.
 *
 * A process with file access reads them when they are named. A worker in its sandbox has none: it
 * gets a table of them, and notes what the table lacks.
 */
#pragma once

#include "files/input.h"

G_BEGIN_DECLS

#define WS_USER_MAX_PTX   (16u << 20) /* bytes of PTX text */
#define WS_USER_MAX_NAMES 4096 /* of files that a source may name, whether they exist or not */
#define WS_USER_MAX_BYTES (128u << 20) /* of all their texts */

typedef struct _WsUserTexts WsUserTexts;

gboolean ws_user_source_is_ptx (const char *name);

WsUserTexts *ws_user_texts_new (void);
WsUserTexts *ws_user_texts_new_for_scope (const WsInputScope *scope, const char *source);
void ws_user_texts_free (WsUserTexts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserTexts, ws_user_texts_free)

GBytes *ws_user_texts_read (WsUserTexts *self, const char *name, const char *where, GError **error);
gboolean ws_user_texts_is_newer (const WsUserTexts *self, const char *name);

gboolean ws_user_texts_is_complete (const WsUserTexts *self);
GVariant *ws_user_texts_missing_to_variant (const WsUserTexts *self);
gboolean ws_user_texts_read_missing (WsUserTexts *self, GVariant *missing,
                                     GCancellable *cancellable, GError **error);

GVariant *ws_user_texts_to_variant (const WsUserTexts *self);
WsUserTexts *ws_user_texts_from_variant (GVariant *variant, GError **error);

G_END_DECLS
