/* contents.h: the files that a plan names: what buffers hold, and what they must hold in the end.
 *
 * Whoever may read files reads them before a worker, which may not, makes the job.
 */
#pragma once

#include "files/input.h"
#include "own/plan.h"

G_BEGIN_DECLS

#define WS_OWN_MAX_CONTENTS (1u << 30) /* bytes of all the files of a plan */

typedef struct _WsOwnContents WsOwnContents;

WsOwnContents *ws_own_contents_read (const WsOwnPlan *plan, const WsInputScope *scope,
                                     GCancellable *cancellable);
void ws_own_contents_free (WsOwnContents *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnContents, ws_own_contents_free)

GBytes *ws_own_contents_get (WsOwnContents *self, guint buffer, gboolean is_expected,
                             const char *name, GError **error);
GVariant *ws_own_contents_get_refused (const WsOwnContents *self);
void ws_own_contents_explain (const WsOwnContents *self, GVariant *refused, GError **error);

GVariant *ws_own_contents_to_variant (const WsOwnContents *self);
WsOwnContents *ws_own_contents_from_variant (GVariant *variant, GError **error);

G_END_DECLS
