/* dataflow-private.h: the two memories that dataflow.c keeps: terms (what a lane's register holds)
 * and cells (which node wrote which byte). */
#pragma once

#include "dataflow/dataflow.h"
#include "record/opcode.h"

G_BEGIN_DECLS

/* ---- terms ---- */

#define WS_TERM_NONE 0 /* no data: a constant, an index, a parameter */

typedef enum {
  WS_TERM_LEAF,     /* the value of a node */
  WS_TERM_DERIVED,  /* computed from one term and constants */
  WS_TERM_UNION,    /* computed from two terms */
  WS_TERM_CONSTANT, /* no data, but a known value */
} WsTermKind;

/**
 * WsTerm:
 * @value: its bits, if @has_value
 * @a: of a leaf: its node; else a term
 * @b: of a union: a term
 * @site: that made it, %WS_NONE if no arithmetic did
 * @event: that made it; of a leaf: that read it
 * @forward: the leaf that this value was stored as, or %WS_TERM_NONE
 * @mark: last walk that visited it
 * @packed: two 32-bit numbers packed into one of 64
 * @loaded: of a leaf: read from its cell or from another lane, not kept in the register that it was
 * stored from
 * @shuffled: of a leaf: a shuffle brought it from another lane
 *
 * A value that a lane's register holds. Two registers with one term hold one value.
 */
typedef struct {
  guint64 value;
  guint32 a;
  guint32 b;
  guint32 site;
  guint32 event;
  guint32 forward;
  guint32 mark : 26;
  guint32 packed : 1;
  guint32 kind : 2;
  guint32 has_value : 1;
  guint32 loaded : 1;
  guint32 shuffled : 1;
} WsTerm;

typedef struct {
  GArray *terms;  /* WsTerm; the first is WS_TERM_NONE */
  GArray *stack;  /* guint32 */
  GArray *leaves; /* guint32: terms */
  guint32 mark;
  guint64 steps; /* of all walks, to bound the work */
} WsTerms;

void ws_terms_init (WsTerms *self);
void ws_terms_clear (WsTerms *self);
guint32 ws_terms_add_leaf (WsTerms *self, guint32 node, guint32 event, gboolean loaded,
                           gboolean has_value, guint64 value);
guint32 ws_terms_add_union (WsTerms *self, guint32 a, guint32 b, guint32 site, guint32 event);
guint32 ws_terms_add_derived (WsTerms *self, guint32 a, guint32 event);
guint32 ws_terms_add_constant (WsTerms *self, guint32 event, guint64 value);
gboolean ws_terms_has_data (const WsTerms *self, guint32 term);
guint32 ws_terms_resolve (WsTerms *self, guint32 term);
guint32 ws_terms_walk (WsTerms *self, guint32 term);

static inline WsTerm *
ws_terms_get (const WsTerms *self, guint32 term)
{
  return &g_array_index (self->terms, WsTerm, term);
}

typedef struct _WsFlow WsFlow;

/* ---- cells ---- */

#define WS_CELL_BYTES 8

typedef struct {
  guint64 granule; /* address / 8 */
  guint32 tag;
  guint32 node[WS_CELL_BYTES]; /* the node that wrote (or was first read from) each byte, WS_NONE
                                  for none */
} WsCell;

typedef struct {
  WsCell *cells;
  gsize n_cells;
  gsize n_allocated;
  gsize last;     /* the last cell looked up: the bytes of an access are adjacent */
  guint32 *slots; /* 1 + index of a cell, 0 for none */
  gsize n_slots;
} WsCells;

void ws_cells_clear (WsCells *self);
guint32 *ws_cells_get (WsCells *self, guint32 tag, guint64 granule);

/* ---- nodes under construction ---- */

/* A WsNode with the state that only its construction needs. */
typedef struct {
  WsNode node;
  guint32 order;       /* event at which it appears: for an input, the one that first read it */
  guint32 seen_by;     /* 1 + last node that it became a source of */
  guint32 live_bytes;  /* not overwritten yet */
  guint8 is_read_back; /* from memory, by a thread of the block that stored it */
} WsDraft;

struct _WsFlow {
  const WsRun *run;
  WsTerms terms;
  WsCells cells;
  GArray *drafts;     /* WsDraft */
  GArray *edges;      /* guint32: drafts */
  guint8 *is_scratch; /* per buffer of the run: whether the block read its own values back, and
                         overwrote them */
  guint n_choosers;
  gboolean is_unordered; /* some draft precedes its predecessor in time */
};

void ws_flow_init (WsFlow *self, const WsRun *run);
void ws_flow_clear (WsFlow *self);
WsDataflow *ws_flow_end (WsFlow *self, const WsLaunch *launch);

static inline WsNode *
ws_flow_get_node (const WsFlow *self, guint32 node)
{
  return &g_array_index (self->drafts, WsDraft, node).node;
}

/* Where a lane reads or writes. */
typedef struct {
  guint64 address;
  guint64 value;
  guint32 event;
  guint32 thread;
  guint8 space;
  guint8 width_bytes;
  guint8 value_type; /* from the site */
  guint8 n_loaded;   /* elements that the site moves at once */
} WsPlace;

guint32 ws_flow_read (WsFlow *self, const WsPlace *place);
guint32 ws_flow_add_node (WsFlow *self, const WsPlace *place, guint32 term, const WsSite *sites);
void ws_flow_add_choosers (WsFlow *self, guint32 id, guint32 term);
guint32 ws_flow_store (WsFlow *self, const WsPlace *place, guint32 term, const WsSite *sites);

G_END_DECLS
