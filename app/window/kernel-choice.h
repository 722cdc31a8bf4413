/* kernel-choice.h: the kernel chosen in the list, and the header's text about the one shown. Its
 * actions: kernel, next-kernel, previous-kernel. */
#pragma once

#include "window/editing.h"

G_BEGIN_DECLS

#define WS_KERNEL_ACTION "win.kernel"

#define WS_TYPE_KERNEL_CHOICE (ws_kernel_choice_get_type ())
G_DECLARE_FINAL_TYPE (WsKernelChoice, ws_kernel_choice, WS, KERNEL_CHOICE, GObject)

/* Signal: chosen: by the user, to run it. */
WsKernelChoice *ws_kernel_choice_new (const WsContext *context, WsPresentation *presentation,
                                      WsEditing *editing);
const WsCatalogKernel *ws_kernel_choice_get (WsKernelChoice *self);
void ws_kernel_choice_select (WsKernelChoice *self, const WsCatalogKernel *kernel);
void ws_kernel_choice_choose (WsKernelChoice *self, const WsCatalogKernel *kernel);
gboolean ws_kernel_choice_shows_other (WsKernelChoice *self);

G_END_DECLS
