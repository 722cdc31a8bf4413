/* ptx.h: PTX text, parsed.
 *
 * ws_ptx_parse() turns a module's text into functions of flat instructions, with labels resolved to
 * instruction indices, basic blocks and immediate post-dominators found. It never executes anything
 * and never exits; what it cannot read is collected as diagnostics with line, column and caret.
 * isa.def is the only place where an opcode is spelled.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef enum {
#define WS_ISA(id, name, ...) WS_PTX_##id,
#include "ptx/isa.def"
#undef WS_ISA
  WS_PTX_N_OPCODES
} WsPtxOpcode;

typedef enum {
  WS_PTX_TYPE_NONE,
  WS_PTX_U8,
  WS_PTX_U16,
  WS_PTX_U32,
  WS_PTX_U64,
  WS_PTX_S8,
  WS_PTX_S16,
  WS_PTX_S32,
  WS_PTX_S64,
  WS_PTX_B8,
  WS_PTX_B16,
  WS_PTX_B32,
  WS_PTX_B64,
  WS_PTX_B128,
  WS_PTX_F16,
  WS_PTX_F16X2,
  WS_PTX_BF16,
  WS_PTX_BF16X2,
  WS_PTX_F32,
  WS_PTX_F64,
  WS_PTX_PRED,
  WS_PTX_N_TYPES
} WsPtxType;

typedef enum {
  WS_PTX_CMP_NONE,
  WS_PTX_EQ,
  WS_PTX_NE,
  WS_PTX_LT,
  WS_PTX_LE,
  WS_PTX_GT,
  WS_PTX_GE,
  WS_PTX_LO,
  WS_PTX_LS,
  WS_PTX_HI,
  WS_PTX_HS,
  WS_PTX_EQU,
  WS_PTX_NEU,
  WS_PTX_LTU,
  WS_PTX_LEU,
  WS_PTX_GTU,
  WS_PTX_GEU,
  WS_PTX_NUM,
  WS_PTX_NAN
} WsPtxCompare;

/* Second modifier words: of mul/mad (lo, hi, wide), setp (and, or, xor), atom/red/redux (add ...
 * cas), shfl (up ... idx), vote (all, any, uni, ballot), prmt (f4e ...), shf (l, r, clamp, wrap),
 * bar (sync, arrive, red), testp, cvt rounding ... */
typedef enum {
  WS_PTX_MOD_NONE,
#define WS_MOD(id, name) WS_PTX_MOD_##id,
#include "ptx/modifiers.def"
#undef WS_MOD
  WS_PTX_N_MODS
} WsPtxMod;

typedef enum {
  WS_PTX_OPERAND_REGISTER,  /* reg; negated for !p */
  WS_PTX_OPERAND_IMMEDIATE, /* bits: integers sign-extended to 64 bits; is_float: bits are those of
                               a double (0d), or of a float (0f) */
  WS_PTX_OPERAND_SYMBOL,    /* address of a variable + offset (mov.u32 %r1, sdata;) */
  WS_PTX_OPERAND_MEMORY,    /* [base + offset]: base is reg, a symbol, or neither */
  WS_PTX_OPERAND_SPECIAL,   /* %tid.x ... */
  WS_PTX_OPERAND_LABEL,     /* target: instruction index */
  WS_PTX_OPERAND_VECTOR,    /* {a, b}: n elements, each in WsPtxFunction.elements[first ...] */
  WS_PTX_OPERAND_PAIR,      /* p|q, as VECTOR with two elements */
  WS_PTX_OPERAND_FUNCTION,  /* callee: symbol is its index in the module */
  WS_PTX_OPERAND_NOTHING,   /* _ */
} WsPtxOperandKind;

typedef enum {
#define WS_SPECIAL(id, name, type) WS_PTX_SREG_##id,
#include "ptx/special.def"
#undef WS_SPECIAL
  WS_PTX_N_SREGS
} WsPtxSpecial;

/* Where a symbol was declared, so into which array its index points. */
typedef enum {
  WS_PTX_SCOPE_MODULE,   /* WsPtxModule.variables */
  WS_PTX_SCOPE_FUNCTION, /* WsPtxFunction.variables */
  WS_PTX_SCOPE_PARAM,    /* WsPtxFunction.params */
  WS_PTX_SCOPE_RETURN,   /* WsPtxFunction.returns */
} WsPtxScope;

/* A variable: parameter, shared, global, const or local. Its offset is in its own space (params: in
 * the parameter block). */
typedef struct {
  char *name;
  WsSpace space;
  WsPtxType type;
  guint32 align;
  guint64 size; /* bytes; 0 for an unsized extern array */
  guint64 offset;
  gboolean is_extern;
  GBytes *init; /* nullable: initial bytes of .global and .const; what is beyond them is 0 */
} WsPtxVariable;

/* What an instruction does with an operand. The registers of a written vector are written; those
 * inside [ ] are ADDRESS. */
typedef enum {
  WS_PTX_ROLE_NONE,    /* immediates too have the role of their place; NONE is a label or callee */
  WS_PTX_ROLE_DEF,     /* written */
  WS_PTX_ROLE_USE,     /* read as data, source predicates too */
  WS_PTX_ROLE_ADDRESS, /* memory; of a shuffle: lane, clamp and member mask; of a vote or barrier:
                          mask, numbers */
} WsPtxRole;

typedef struct {
  WsPtxOperandKind kind;
  WsPtxRole role;
  gboolean negated;  /* of a predicate */
  gboolean is_float; /* of an immediate */
  guint8 float_bits; /* 32 or 64 */
  guint32 reg;       /* register index in the function, WS_NONE if there is none */
  guint32 symbol;    /* index into the array that scope names; WS_NONE if there is none */
  gboolean is_local; /* scope is WS_PTX_SCOPE_FUNCTION */
  WsPtxScope scope;  /* of symbol; see ws_ptx_operand_get_variable() */
  guint32 target;
  guint32 first_element;
  guint32 n_elements;
  WsPtxSpecial special;
  gint64 offset;
  guint64 bits;
} WsPtxOperand;

#define WS_PTX_MAX_OPERANDS 8
#define WS_PTX_MAX_MODS     6

typedef struct {
  WsPtxOpcode opcode;
  WsPtxType types[3]; /* as written: add.s32 has one, cvt.f32.s32 two, setp.eq.s32 one */
  guint n_types;
  WsPtxMod mods[WS_PTX_MAX_MODS]; /* all other words in their order */
  guint n_mods;
  WsPtxCompare compare;
  WsSpace space; /* ld.shared: SHARED; ld without a space: GENERIC */
  guint8 vector; /* 1, 2, 4 */
  guint32 guard; /* register index, WS_NONE if unguarded */
  gboolean guard_negated;
  WsPtxOperand operands[WS_PTX_MAX_OPERANDS];
  guint n_operands;
  guint32 text_start; /* byte range in the module's text, without the guard's label, with the
                         semicolon */
  guint32 text_end;
  guint32 ptx_line;
  guint32 ptx_column;
  guint32 file; /* index into WsPtxModule.files, WS_NONE if unknown */
  guint32 line; /* of the kernel's own source: the outermost place of inlined code */
  guint32 column;
  guint32 block;      /* its basic block */
  guint32 reconverge; /* of a conditional branch: first instruction of its immediate post-dominator,
                         else WS_NONE */
} WsPtxInstruction;

typedef struct {
  char *name; /* as in "%r1" */
  WsPtxType type;
} WsPtxRegister;

typedef struct {
  guint32 first;   /* first instruction */
  guint32 end;     /* one past the last */
  guint32 ipdom;   /* block index, WS_NONE for the exit */
  guint32 succ[2]; /* block indices, WS_NONE if there is none; the first two of its edges */
  guint n_succ;
  guint32 first_edge; /* into WsPtxFunction.edges: all n_succ successors */
} WsPtxBlock;

typedef struct {
  char *name;
  gboolean is_entry;
  gboolean has_body;
  GPtrArray *params;    /* WsPtxVariable */
  GPtrArray *returns;   /* WsPtxVariable, of a .func */
  GArray *registers;    /* WsPtxRegister */
  GPtrArray *variables; /* WsPtxVariable: .local, .shared and .param variables declared inside */
  GArray *instructions; /* WsPtxInstruction */
  GArray *elements;     /* WsPtxOperand: of vectors and pairs */
  GArray *blocks;       /* WsPtxBlock */
  GArray *edges;        /* guint32: successors of the blocks, see WsPtxBlock.first_edge */
  guint32 param_bytes;
  guint32 shared_bytes; /* of module- and function-level .shared variables that it uses or declares;
                           not the extern one */
  guint32 dynamic_shared_offset; /* where every extern .shared array begins in a launch of this
                                    entry; at least shared_bytes */
  guint32 local_bytes;
  guint32
      local_param_bytes; /* of .param variables declared inside (arguments and results of calls) */
  guint32 return_bytes;  /* of a .func: block of its returns */
  guint32 max_ntid[3];   /* .maxntid, 0 if absent */
  guint32 req_ntid[3];   /* .reqntid, 0 if absent */
  guint32 ptx_line;
  guint32 text_start; /* bytes of the module's text: from its linkage on, */
  guint32 params_end; /* the ) behind its parameters, WS_NONE where it has none, */
  guint32 body_start; /* the { of its body, */
  guint32 text_end;   /* and behind the } of it, or the ; of a prototype */
  char *diagnostic; /* nullable: why it cannot be run, as in "k.ptx:12:3: unknown instruction ..." ;
                       others still can */
} WsPtxFunction;

typedef struct {
  guint line;   /* 1-based */
  guint column; /* 1-based */
  char *message;
  char *rendered; /* "file:line:column: error: message", the line, and a caret under the place */
  gboolean fatal; /* not PTX: the module is refused; else only its function cannot be run */
} WsPtxDiagnostic;

/* At @offset of the initial bytes of variable @variable stands the address of @symbol, plus
 * @addend: @is_generic or in its own space. */
typedef struct {
  guint32 variable; /* both: WsPtxModule.variables */
  guint32 symbol;
  guint64 offset;
  gint64 addend;
  guint8 width_bytes;
  guint8 shift; /* bits to drop of the address: 0xFF00(symbol) is its second byte */
  gboolean is_generic;
} WsPtxRelocation;

typedef struct {
  char *text;
  gsize length;
  char *name; /* for messages: file name of the PTX */
  guint version_major, version_minor;
  char *target;
  guint address_size;
  GPtrArray *functions; /* WsPtxFunction */
  GPtrArray *variables; /* WsPtxVariable at module level */
  GPtrArray *files;     /* char *: .file table, nullable entries: index is the number in .file; see
                           ws_ptx_module_get_file() */
  GPtrArray *diagnostics; /* WsPtxDiagnostic */
  gatomicrefcount refs;
  GStringChunk *strings; /* names */
  GArray *relocations;   /* WsPtxRelocation: addresses inside initial values */
  guint64 global_bytes;  /* of all .global variables, and */
  guint64 const_bytes;   /* of all .const ones; offsets count from 0 of each */
} WsPtxModule;

#define WS_PTX_ERROR (ws_ptx_error_quark ())
GQuark ws_ptx_error_quark (void);
typedef enum {
  WS_PTX_ERROR_SYNTAX,
  WS_PTX_ERROR_UNKNOWN_INSTRUCTION,
  WS_PTX_ERROR_NO_ENTRY,
} WsPtxError;

WsPtxModule *ws_ptx_parse (const char *text, gssize length, const char *name, GError **error);
WsPtxModule *ws_ptx_module_ref (WsPtxModule *self);
void ws_ptx_module_unref (WsPtxModule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPtxModule, ws_ptx_module_unref)

/* Like ws_ptx_parse(), but always a module, to look at its diagnostics; *ok says whether
 * ws_ptx_parse() would give it. */
WsPtxModule *ws_ptx_parse_collect (const char *text, gssize length, const char *name, gboolean *ok);

/* (nullable). An entry or function by name. Before it is run: ws_ptx_function_check(). */
WsPtxFunction *ws_ptx_module_find (WsPtxModule *self, const char *entry);
/* The file's path as .file gives it, NULL if unknown. */
const char *ws_ptx_module_get_file (WsPtxModule *self, guint32 file);
/* FALSE with WS_PTX_ERROR_UNKNOWN_INSTRUCTION where it, or a function that it calls, holds what the
 * table does not. */
gboolean ws_ptx_function_check (WsPtxModule *self, WsPtxFunction *function, GError **error);
/* (nullable): the variable of a SYMBOL or MEMORY operand. */
WsPtxVariable *ws_ptx_operand_get_variable (WsPtxModule *self, WsPtxFunction *function,
                                            const WsPtxOperand *operand);
gboolean ws_ptx_instruction_has_mod (const WsPtxInstruction *self, WsPtxMod mod);

/* The function as the run knows it: sites (same indices as instructions), register lists, names.
 * source may be NULL. */
WsKernel *ws_ptx_function_to_kernel (WsPtxModule *self, WsPtxFunction *function, const char *title,
                                     const char *file, const char *source);

void ws_ptx_variable_add_region (const WsPtxVariable *self, WsRunBuilder *builder, guint64 address);
const char *ws_ptx_opcode_get_name (WsPtxOpcode opcode);
const char *ws_ptx_opcode_get_tooltip (WsPtxOpcode opcode);
WsOpClass ws_ptx_opcode_get_class (WsPtxOpcode opcode);
guint ws_ptx_type_get_width (WsPtxType type); /* bytes, 0 for pred and none */

G_END_DECLS
