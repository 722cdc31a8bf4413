/* device-edit.h: recognises an edit of a whole program that leaves its host code unchanged: then
 * only the kernels are compiled, and run in the existing program.
 *
 * Both texts may be a stranger's, and so may the PTX: a worker in its sandbox reads them.
 */
#pragma once

#include "reader/source.h"

G_BEGIN_DECLS

typedef struct _WsDeviceEdit WsDeviceEdit;

WsDeviceEdit *ws_device_edit_new (GVariant *body, GError **error);
void ws_device_edit_free (WsDeviceEdit *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDeviceEdit, ws_device_edit_free)
WsCompileRequest *ws_device_edit_get_request (WsDeviceEdit *self);
gboolean ws_device_edit_check (const WsDeviceEdit *self, const WsCompileResult *result,
                               GError **error);

gboolean ws_device_edit_is_one (const WsUserSource *before, const WsUserSource *after);

G_END_DECLS
