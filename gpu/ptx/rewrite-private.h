/* rewrite-private.h: what the sources of the rewriter share. */
#pragma once

#include "ptx/rewrite.h"

G_BEGIN_DECLS

typedef enum {
  WS_SPANS_NONE, /* events are recorded */
  WS_SPANS_FLAT, /* spans are, of a launch whose grid and blocks extend along x alone */
  WS_SPANS_ANY,
} WsSpansKind;

/* State of a recorded thread in local memory, for the functions that it calls. In other threads its
 * address is 0. */
typedef struct {
  guint64 next;  /* address of its next slot */
  guint64 end;   /* and where its slots end */
  guint64 ended; /* where it stores the former when it exits */
} WsThreadState;

/* A function under rewriting. */
typedef struct {
  WsPtxModule *module;
  WsPtxFunction *function;
  const guint8 *kinds; /* per instruction; NULL in the unprobed body */
  guint32 first_site;  /* of the function's instructions */
  gboolean has_state;  /* passes the address of WsThreadState to functions */
  WsSpansKind spans;
  GString *out;
  guint n_labels; /* labels of our own */
  gint at;        /* offset of the next record from %ws_p within the current basic block, bytes */
} WsRewriter;

/* rewrite-probe.c: the instruction with its probe */
void ws_rewrite_instruction (WsRewriter *self, guint32 site);

/* rewrite-frame.c: a line; the prologue, in which blocks that are not recorded branch to $ws_plain;
 * the epilogue of a thread */
void ws_rewrite_emit (WsRewriter *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ws_rewrite_emit_index (WsRewriter *self, const char *to, const char *place, const char *extent,
                            const char *a, const char *b);
void ws_rewrite_begin (WsRewriter *self, GPtrArray *symbols);
void ws_rewrite_end (WsRewriter *self);
void ws_rewrite_begin_function (WsRewriter *self);
void ws_rewrite_end_function (WsRewriter *self, gboolean of_thread);

/* rewrite-call.c: calls that pass the address of the thread's slots, and functions that receive it
 * */
void ws_rewrite_call (WsRewriter *self, const WsPtxInstruction *in);
void ws_rewrite_text (WsRewriter *self, const WsPtxInstruction *in);
void ws_rewrite_header (WsRewriter *self, guint32 start, guint32 params_end, guint32 end,
                        gboolean has_params);
void ws_rewrite_prototype (const char *text, guint32 start, guint32 end, GString *out);

/* rewrite-spans.c: prologue and epilogue of a warp, which write its span */
void ws_rewrite_spans_begin (WsRewriter *self);
void ws_rewrite_spans_end (WsRewriter *self);

/* rewrite-text.c: the text between two instructions: labels, braces, declarations. Variables of the
 * function itself go to @variables, everything else to @rest. */
void ws_rewrite_split (const WsRewriter *self, guint32 start, guint32 end, guint *depth,
                       GString *variables, GString *rest);

G_END_DECLS
