/* variables.h: source variables by name, with their values in the 32 lanes of a warp.
 *
 * An optimising compiler keeps no variables. So this shows only variables whose values follow from
 * the source: those set once, from thread and block indices and constants, as in "i = blockIdx.x *
 * blockDim.x + threadIdx.x"; and the counter of a loop that starts at such a value with a fixed
 * step, whose iterations are recorded. All others are left out.
 */
#pragma once

#include "threads/thread-story.h"

G_BEGIN_DECLS

typedef struct _WsVariables WsVariables;

WsVariables *ws_variables_new (const WsRun *run, guint launch);
void ws_variables_free (WsVariables *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsVariables, ws_variables_free)

guint ws_variables_get_n (const WsVariables *self);
const char *ws_variables_get_name (const WsVariables *self, guint variable);
guint ws_variables_get_line (const WsVariables *self, guint variable);
gboolean ws_variables_is_set_once (const WsVariables *self, const char *name);
guint ws_variables_find (const WsVariables *self, const char *name, guint line);
gboolean ws_variables_get_values (const WsVariables *self, guint variable,
                                  const WsBlockRecord *block, guint warp, guint32 until,
                                  WsLaneValues *values);

G_END_DECLS
