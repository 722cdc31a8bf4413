/* parser.h: what the files of the parser share. Private to ptx/.
 *
 * Every parse function starts at the current token and stops at the first one that is not its own;
 * it returns FALSE once it has reported an error, and the statement loops skip to the next ';'.
 * Only constant expressions and braces of initial values recurse, to a fixed depth.
 */
#pragma once

#include "ptx/isa.h"
#include "ptx/lexer.h"
#include "ptx/ptx.h"

G_BEGIN_DECLS

/* Words after a dot that are not types, and a few plain ones. They are interned first, so that
 * their atoms equal these numbers. */
typedef enum {
#define WS_KEYWORD(id, name) WS_KW_##id,
#include "ptx/keywords.def"
#undef WS_KEYWORD
  WS_KW_FIRST_TYPE,
  WS_KW_END = WS_KW_FIRST_TYPE + WS_PTX_N_TYPES
} WsKeyword;

enum {
  WS_MAX_ERRORS = 20, /* reported; then parsing stops */
  WS_MAX_DEPTH = 64,  /* of scopes, of parentheses, of braces in initial values */
  WS_MAX_FILE_NUMBER = 65535,
  WS_MAX_FRAME_BYTES = 1 << 24, /* of .local, .param and .shared of a function */
  WS_MAX_INIT_BYTES = 1 << 26,  /* of all variables together */
  WS_MAX_ALIGN = 1 << 16,
  WS_MAX_TEXT_BYTES = 1 << 26,
  WS_MAX_NAMES = 1 << 20,        /* each once, */
  WS_MAX_INSTRUCTIONS = 1 << 20, /* elements of vectors, */
  WS_MAX_ELEMENTS = 1 << 20,     /* and ways that branch tables lead: of the module */
  WS_MAX_WAYS = 1 << 20,
};
#define WS_MAX_VARIABLE_BYTES (G_GUINT64_CONSTANT (1) << 40)

typedef enum {
  WS_SYMBOL_REGISTER, /* index: register of the function */
  WS_SYMBOL_RANGE,    /* %r<24>: index is its number among all ranges, count how many */
  WS_SYMBOL_VARIABLE, /* index in the array that scope names */
  WS_SYMBOL_LABEL,    /* index: instruction */
  WS_SYMBOL_FUNCTION, /* index: function of the module */
  WS_SYMBOL_TARGETS,  /* .branchtargets: index is its first element, count how many */
  WS_SYMBOL_PROTOTYPE,
} WsSymbolKind;

typedef struct {
  WsSymbolKind kind;
  guint32 atom;
  guint32 shadowed; /* meaning of the name in the outer scope */
  guint32 depth;    /* of the scope that declared it */
  guint32 index;
  guint32 count;
  WsPtxType type;
  WsPtxScope scope;
} WsSymbol;

/* A forward reference to a label or branch table: resolved at the end of its scope. */
typedef struct {
  guint32 atom;
  guint32 instruction; /* the instruction whose operand `operand` refers to it; WS_NONE: element
                          `operand` of the function does */
  guint32 operand;
  WsToken token;
} WsFixup;

typedef struct {
  guint32 first_symbol;
  guint32 first_fixup;
} WsScope;

/* The location of an inlined call, and in turn the location that it was inlined into. */
typedef struct {
  guint32 file, line, column;
} WsPlace;

typedef struct {
  WsPlace at;
  WsPlace into;
} WsInlined;

typedef struct {
  WsPtxModule *module;
  WsLexer lexer;
  WsToken token;
  WsToken previous;
  WsIntern atoms;
  GArray *symbols; /* WsSymbol, innermost last */
  GArray *scopes;  /* WsScope */
  GArray *fixups;  /* WsFixup */
  GArray *shapes;  /* WsShape, by WsAtom.shape */
  GTree *ranges;   /* range and number packed into 64 bits to register index + 1 */
  guint32 n_ranges;
  guint32 open_braces; /* of the current vector, for recovery */
  guint n_errors;
  gboolean stopped;
  guint64 shared_end;     /* of module-level .shared variables */
  gsize init_bytes;       /* of all initial values */
  guint32 n_instructions; /* of all functions */
  guint32 n_elements;
  guint32 n_ways;

  /* the current function */
  WsPtxFunction *function;
  guint32 item_start; /* byte at which the current declaration begins */
  guint32 function_index;
  guint32 last_label; /* instruction that follows the last label */
  WsPlace place;
  guint32 call_line;     /* as of WsPtxInstruction */
  gboolean is_of_many;   /* likewise */
  gboolean stays_rolled; /* likewise, of the next instruction */
  GTree *inlined;        /* WsInlined, by .at */
} WsParser;

/* error.c */
gboolean ws_parser_error (WsParser *self, const WsToken *token, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
gboolean ws_parser_give_up (WsParser *self, const WsToken *token, const char *what, int limit);
gboolean ws_parser_unsupported (WsParser *self, const WsToken *token, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
char *ws_parser_dup_token (const WsParser *self, const WsToken *token);
const char *ws_parser_owner (const WsParser *self);
void ws_ptx_diagnostic_free (WsPtxDiagnostic *self);

/* parser.c: tokens */
void ws_parser_next (WsParser *self);
gboolean ws_parser_is_keyword (const WsParser *self, WsKeyword keyword);
gboolean ws_parser_accept_keyword (WsParser *self, WsKeyword keyword);
gboolean ws_parser_accept (WsParser *self, guint punct);
gboolean ws_parser_expect (WsParser *self, guint punct, const char *where);
gboolean ws_parser_read_number (WsParser *self, guint64 max, const char *what, guint64 *value);
void ws_parser_skip_statement (WsParser *self);
gboolean ws_parser_skip_section (WsParser *self);

static inline gboolean
ws_parser_is (const WsParser *self, guint punct)
{
  return self->token.kind == WS_TOKEN_PUNCT && self->token.punct == punct;
}

/* scope.c */
void ws_parser_push_scope (WsParser *self);
void ws_parser_pop_scope (WsParser *self);
WsSymbol *ws_parser_find (WsParser *self, guint32 atom);
WsSymbol *ws_parser_declare (WsParser *self, const WsToken *token, WsSymbolKind kind,
                             guint32 index);
guint32 ws_parser_find_register (WsParser *self, guint32 atom);
void ws_parser_add_fixup (WsParser *self, const WsToken *token, guint32 instruction,
                          guint32 operand);

/* expression.c */
typedef struct {
  guint64 bits;
  gboolean is_unsigned;
} WsConstant;
gboolean ws_parser_constant (WsParser *self, WsConstant *value);

/* variable.c */
gboolean ws_parser_variables (WsParser *self, gboolean is_extern);
gboolean ws_parser_parameters (WsParser *self, GPtrArray *variables, WsPtxScope scope,
                               guint32 *bytes);
gboolean ws_parser_registers (WsParser *self);
void ws_ptx_variable_free (WsPtxVariable *self);

/* initial.c */
gboolean ws_parser_initial_value (WsParser *self, WsPtxVariable *variable, guint32 index,
                                  const guint64 *dimensions, guint n_dimensions);

/* location.c */
gboolean ws_parser_file (WsParser *self);
gboolean ws_parser_location (WsParser *self);
void ws_parser_reset_location (WsParser *self);
GTree *ws_parser_new_inlined (void);

/* function.c */
gboolean ws_parser_function (WsParser *self, gboolean is_entry, gboolean is_extern);
void ws_ptx_function_free (WsPtxFunction *self);

/* instruction.c */
gboolean ws_parser_instruction (WsParser *self, const WsToken *start, guint32 guard,
                                gboolean guard_negated, const WsToken *opcode);
WsPtxInstruction *ws_parser_add_instruction (WsParser *self, const WsToken *token);
gboolean ws_parser_add_element (WsParser *self, const WsPtxOperand *element);

/* operand.c */
gboolean ws_parser_operand (WsParser *self, WsPtxOperand *operand);
gboolean ws_parser_elements (WsParser *self, WsPtxOperand *operand, guint close, const char *where);

/* check.c */
gboolean ws_parser_check (WsParser *self, const WsToken *opcode, const WsShape *shape,
                          WsPtxInstruction *instruction, const WsToken *places);
void ws_parser_set_role (WsParser *self, WsPtxOperand *operand, WsPtxRole role);

/* module.c */
WsPtxModule *ws_ptx_module_new (const char *text, gsize length, const char *name);

/* flow.c */
gboolean ws_ptx_instruction_ends_block (const WsPtxInstruction *self);
void ws_ptx_function_find_flow (WsPtxFunction *function);

/* layout.c */
void ws_ptx_module_lay_out (WsPtxModule *module);

G_END_DECLS
