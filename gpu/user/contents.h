/* contents.h: the files that a plan names: initial and expected contents of buffers.
 *
 * They are read before a worker makes the job, since a worker may not read files.
 */
#pragma once

#include "files/input.h"
#include "user/plan.h"

G_BEGIN_DECLS

#define WS_USER_MAX_CONTENTS (1u << 30) /* bytes of all the files of a plan */

typedef struct _WsUserContents WsUserContents;

WsUserContents *ws_user_contents_read (const WsUserPlan *plan, const WsInputScope *scope,
                                       GCancellable *cancellable);
void ws_user_contents_free (WsUserContents *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserContents, ws_user_contents_free)

GBytes *ws_user_contents_get (WsUserContents *self, guint buffer, gboolean is_expected,
                              const char *name, GError **error);
GVariant *ws_user_contents_get_refused (const WsUserContents *self);
void ws_user_contents_explain (const WsUserContents *self, GVariant *refused, GError **error);

GVariant *ws_user_contents_to_variant (const WsUserContents *self);
WsUserContents *ws_user_contents_from_variant (GVariant *variant, GError **error);

G_END_DECLS
