/* names.h: resolves names in host code: a function's parameters from its caller, loop counters,
 * earlier declarations, and the top level.
 */
#pragma once

#include "reader/evaluate.h"

G_BEGIN_DECLS

/* A loop's counter during its iteration. */
typedef struct _WsHostTurn WsHostTurn;
struct _WsHostTurn {
  const WsHostTurn *outer; /* nullable */
  const char *name;
  double value;
};

typedef struct _WsHostFrame WsHostFrame;
struct _WsHostFrame {
  const WsUserFunction *function;
  const WsHostFrame *caller; /* nullable */
  const WsHostTurn *turn;    /* nullable: of the innermost loop */
  GArray *arguments;         /* nullable: WsSpan, of the caller */
  GPtrArray *instance;       /* nullable: utf8, nullable: the template's arguments */
  guint depth;
};

WsScope ws_host_frame_make_scope (const WsUserSource *source, const WsHostFrame *frame);
const char *ws_host_frame_find_stands_for (const WsHostFrame *self, const char *name);
int ws_user_function_find_parameter (const WsUserFunction *self, const char *name);
char *ws_host_get_template_name (const WsSpan *parameter, gboolean *is_type);
WsRange ws_host_find_global (const WsScope *scope, const char *name);
void ws_host_resolve_dims (const WsScope *scope, const WsSpan *span, WsRange dims[3]);

G_END_DECLS
