/* token.h: the text of a CUDA source as words, numbers, signs and lines for the preprocessor. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits of everything that analyses a source: nesting, and work per query. Anything beyond is
 * unknown. */
#define WS_WORK_MAX_DEPTH 200
#define WS_WORK_MAX_STEPS 300000

/**
 * WsWork:
 * @n_steps: that were taken
 * @depth: current nesting
 */
typedef struct {
  guint n_steps;
  guint depth;
} WsWork;

typedef enum {
  WS_TOKEN_WORD,
  WS_TOKEN_NUMBER,
  WS_TOKEN_STRING,    /* and a single character in its quotes */
  WS_TOKEN_SIGN,      /* the longest match: "<<<" is one token */
  WS_TOKEN_DIRECTIVE, /* a whole line that begins with #, with its continuation lines */
} WsTokenKind;

/**
 * WsToken:
 * @kind: what it is
 * @start: byte of the text
 * @length: bytes
 * @line: from 1
 */
typedef struct {
  WsTokenKind kind;
  guint32 start;
  guint32 length;
  guint32 line;
} WsToken;

/**
 * WsTokens:
 * @text: their text
 * @list: (element-type WsToken)
 * @partners: (element-type guint): index of the matching bracket of each token; its own index if it
 * is not a bracket
 * @places: (nullable) (element-type utf8 GArray): index of tokens by their text, if there are many
 */
typedef struct {
  char *text;
  GArray *list;
  GArray *partners;
  GHashTable *places;
} WsTokens;

/**
 * WsSpan:
 * @tokens: (nullable): that it is part of; %NULL for an absent span
 * @first: index of its first token
 * @end: index behind its last one
 */
typedef struct {
  const WsTokens *tokens;
  guint first;
  guint end;
} WsSpan;

guint64 ws_work_get_total (void);
void ws_work_add (guint n);
const char *ws_work_tell_cut (void);

WsTokens *ws_tokens_new (const char *text);
void ws_tokens_free (WsTokens *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTokens, ws_tokens_free)
const WsToken *ws_tokens_get (const WsTokens *self, guint index);
gboolean ws_tokens_is (const WsTokens *self, guint index, const char *text);
guint ws_tokens_find (const WsTokens *self, guint from, const char *text);
gboolean ws_tokens_is_word (const WsTokens *self, guint index);
char *ws_tokens_dup (const WsTokens *self, guint index);
guint ws_tokens_get_partner (const WsTokens *self, guint index);
guint ws_tokens_skip_angles (const WsTokens *self, guint index);
guint ws_tokens_find_angle (const WsTokens *self, guint index);
char *ws_span_dup_text (const WsSpan *self);
WsSpan ws_tokens_get_all (const WsTokens *self);
GArray *ws_span_split (const WsSpan *self, const char *sign);
gboolean ws_span_find_initial (const WsSpan *span, const char *name, WsSpan *value);
guint ws_span_skip_statement (const WsSpan *self, guint at);
gboolean ws_span_is_conditional (const WsSpan *self, guint at, guint before, guint most_steps,
                                 guint *n_steps);
gboolean ws_span_has_word (const WsSpan *self, const char *word);

G_END_DECLS
