/* change.h: finds what a launch changes in device memory, and skips launches that would change
 * nothing.
 */
#pragma once

#include "runtime/work.h"

G_BEGIN_DECLS

GArray *ws_digest_new (WsRuntime *self);
GArray *ws_digest_compare (const GArray *before, const GArray *after);

gboolean ws_settled_has (const WsRuntime *self, const WsKernelWork *kernel, const GArray *digest);
void ws_settled_set (WsRuntime *self, const WsKernelWork *kernel, GArray *digest,
                     const WsStep *step, const char *printed);
void ws_settled_repeat (const WsRuntime *self, WsStep *step);
void ws_settled_clear (WsRuntime *self);

G_END_DECLS
