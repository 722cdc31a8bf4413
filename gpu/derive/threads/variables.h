/* variables.h: variables of the source by their names, with what the 32 lanes of a warp have in
 * them.
 *
 * A compiler that optimises keeps no variables, and its line numbers name none. So this shows only
 * variables whose values follow from the source: those set once, from the numbers of thread and
 * block and from constants, as in "i = blockIdx.x * blockDim.x + threadIdx.x"; and the variable of
 * a loop that counts from such a value in a fixed step, whose rounds the recorded instructions
 * show. All others are left out.
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
