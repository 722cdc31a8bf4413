/* lexer.h: PTX text to tokens, one at a time. Allocates nothing but names in the given table. */
#pragma once

#include "ptx/intern.h"

G_BEGIN_DECLS

typedef enum {
  WS_TOKEN_END,
  WS_TOKEN_NAME, /* %r1, sdata, $L__BB0_1, %tid.x; after ws_lexer_extend_opcode() also setp.ge.u32
                  */
  WS_TOKEN_DIRECTIVE, /* .reg: the atom is that of "reg" */
  WS_TOKEN_INTEGER, /* bits; is_unsigned with the suffix U, or where it does not fit a signed one */
  WS_TOKEN_FLOAT,   /* bits of a float (0f3F800000) or a double (0d..., 1.5) as float_bits says */
  WS_TOKEN_STRING,  /* with its quotes */
  WS_TOKEN_PUNCT,   /* one character, or two: << >> <= >= == != && || */
  WS_TOKEN_BAD,     /* message says why */
} WsTokenKind;

typedef struct {
  WsTokenKind kind;
  guint32 start; /* bytes of the text */
  guint32 length;
  guint32 line; /* 1-based */
  guint32 column;
  guint32 atom;
  guint16 punct; /* first character, second in the high byte */
  guint8 float_bits;
  guint8 is_unsigned;
  guint8 is_decimal; /* of a float: in decimal (1.5), not as 0f... or 0d... */
  guint64 bits;
  const char *message;
} WsToken;

typedef struct {
  const char *text; /* zero-terminated */
  guint32 length;
  guint32 at;
  guint32 line;
  guint32 line_start;
  WsIntern *atoms;
} WsLexer;

#define WS_PUNCT2(a, b) ((guint16)((a) | ((b) << 8)))

void ws_lexer_init (WsLexer *self, const char *text, guint32 length, WsIntern *atoms);
void ws_lexer_next (WsLexer *self, WsToken *token);
void ws_lexer_extend_opcode (WsLexer *self, WsToken *token);

G_END_DECLS
