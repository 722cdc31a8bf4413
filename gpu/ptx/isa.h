/* isa.h: an opcode with its words, looked up in isa.def once for each spelling. */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

/* What isa.def requires of one operand. */
typedef struct {
  char kind;     /* d a k p v w x y m l t c n */
  char type;     /* 0 1 i w p - */
  gboolean pair; /* a predicate may follow: d|p */
} WsOperandRule;

typedef struct {
  guint n;
  WsOperandRule rules[WS_PTX_MAX_OPERANDS];
} WsOperandList;

#define WS_MAX_OPERAND_LISTS 2

typedef enum {
  WS_SHAPE_KNOWN,
  WS_SHAPE_UNKNOWN_MNEMONIC,
  WS_SHAPE_UNKNOWN_FORM, /* the mnemonic is in the table, but not with these words */
} WsShapeState;

/* "setp.ge.and.f32", understood. */
typedef struct {
  WsShapeState state;
  WsPtxOpcode opcode;
  WsPtxType types[4];
  guint n_types;
  WsPtxMod mods[WS_PTX_MAX_MODS];
  guint n_mods;
  WsPtxCompare compare;
  WsSpace space;
  guint8 vector;
  guint n_lists;
  WsOperandList lists[WS_MAX_OPERAND_LISTS];
} WsShape;

void ws_isa_decode (const char *spelling, gsize length, WsShape *shape);
GPtrArray *ws_isa_list_spellings (WsPtxOpcode opcode);
WsPtxType ws_isa_find_type (const char *word, gsize length);
const char *ws_isa_get_type_name (WsPtxType type);
WsPtxSpecial ws_isa_find_special (const char *name, gsize length);

G_END_DECLS
