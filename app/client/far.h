/* far.h: the output of a remote's command other than the worker's frames, and its end. ssh, srun
 * and kubectl report errors and waiting on stderr; a remote shell may print a banner before the
 * worker starts. */
#pragma once

#include "remote/remote.h"

G_BEGIN_DECLS

typedef struct _WsFar WsFar;

WsFar *ws_far_new (WsRemote *remote, GInputStream *words);
void ws_far_free (WsFar *self);

GInputStream *ws_far_open (GInputStream *out);
gboolean ws_far_find_worker (WsFar *self, GInputStream *stream, GCancellable *cancellable,
                             GError **error);
void ws_far_hear (WsFar *self);
void ws_far_end (WsFar *self);
gboolean ws_far_wait_for_end (WsFar *self);
char *ws_far_read_line (WsFar *self, GCancellable *cancellable);
GVariant *ws_far_name_run (WsFar *self, GVariant *run);
GError *ws_far_make_lost (WsFar *self, int status, const GError *nonsense);

G_END_DECLS
