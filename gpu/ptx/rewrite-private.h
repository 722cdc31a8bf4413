/* rewrite-private.h: what the sources of the rewriter share. */
#pragma once

#include "ptx/rewrite.h"

G_BEGIN_DECLS

typedef enum {
  WS_SPANS_NONE, /* events are recorded */
  WS_SPANS_FLAT, /* spans are, of a launch whose grid and blocks extend along x alone */
  WS_SPANS_ANY,
} WsSpansKind;

/* What a thread that is recorded has in local memory, for the functions that it calls. In others
 * the address of it is 0. */
typedef struct {
  guint64 next;  /* where its next slot is */
  guint64 end;   /* and where its slots end */
  guint64 ended; /* where it writes the former down when it ends */
} WsThreadState;

/* A function that is written anew. */
typedef struct {
  WsPtxModule *module;
  WsPtxFunction *function;
  const guint8 *kinds; /* per instruction; NULL in the body that records nothing */
  guint32 first_site;  /* of the function's instructions */
  gboolean has_state;  /* functions are told where the thread's slots are: of WsThreadState */
  WsSpansKind spans;
  GString *out;
  guint n_labels; /* labels of our own */
  gint at;        /* where the next record stands, from %ws_p: bytes, in the current basic block */
} WsRewriter;

/* rewrite-probe.c: the instruction with its probe */
void ws_rewrite_instruction (WsRewriter *self, guint32 site);

/* rewrite-frame.c: a line; what every block does first: those that are not recorded leave for
 * $ws_plain; what a thread leaves behind when it ends */
void ws_rewrite_emit (WsRewriter *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ws_rewrite_emit_index (WsRewriter *self, const char *to, const char *place, const char *extent,
                            const char *a, const char *b);
void ws_rewrite_begin (WsRewriter *self, GPtrArray *symbols);
void ws_rewrite_end (WsRewriter *self);
void ws_rewrite_begin_function (WsRewriter *self);
void ws_rewrite_end_function (WsRewriter *self, gboolean of_thread);

/* rewrite-call.c: calls that hand on where the thread's slots are, and functions that take it */
void ws_rewrite_call (WsRewriter *self, const WsPtxInstruction *in);
void ws_rewrite_text (WsRewriter *self, const WsPtxInstruction *in);
void ws_rewrite_header (WsRewriter *self, guint32 start, guint32 params_end, guint32 end,
                        gboolean has_params);
void ws_rewrite_prototype (const char *text, guint32 start, guint32 end, GString *out);

/* rewrite-spans.c: what a warp does first and last to say when it was there */
void ws_rewrite_spans_begin (WsRewriter *self);
void ws_rewrite_spans_end (WsRewriter *self);

/* rewrite-text.c: what stands between two instructions: labels, braces, declarations. Variables of
 * the function itself go to @variables, everything else to @rest. */
void ws_rewrite_split (const WsRewriter *self, guint32 start, guint32 end, guint *depth,
                       GString *variables, GString *rest);

G_END_DECLS
