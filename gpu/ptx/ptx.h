/* ptx.h: PTX text, parsed.
 *
 * ws_ptx_parse() turns a module's text into functions of flat instructions, with labels resolved to
 * instruction indices, basic blocks and immediate post-dominators found. It never executes anything
 * and never exits; errors are collected as diagnostics with line, column and caret. isa.def is the
 * only place where an opcode is spelled.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef enum {
#define WS_ISA(id, name, ...) WS_PTX_##id,
#include "record/isa.def"
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
  WS_PTX_TF32,
  WS_PTX_E4M3X2,
  WS_PTX_E5M2X2,
  WS_PTX_E4M3, /* of matrices, as the next three: several of them in a register */
  WS_PTX_E5M2,
  WS_PTX_S4,
  WS_PTX_U4,
  WS_PTX_U16X2, /* two in a register */
  WS_PTX_S16X2,
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

/* Where a symbol was declared, and thus which array its index refers to. */
typedef enum {
  WS_PTX_SCOPE_MODULE,   /* WsPtxModule.variables */
  WS_PTX_SCOPE_FUNCTION, /* WsPtxFunction.variables */
  WS_PTX_SCOPE_PARAM,    /* WsPtxFunction.params */
  WS_PTX_SCOPE_RETURN,   /* WsPtxFunction.returns */
} WsPtxScope;

/**
 * WsPtxVariable:
 * @name: of the module's strings
 * @space: where it is
 * @type: of its elements
 * @align: bytes
 * @size: bytes; 0 of an unsized extern array
 * @offset: bytes in its own space; of a parameter, in the parameter block
 * @is_extern: whether it is declared .extern
 * @is_inside: whether it is declared inside a function, and visible only there
 * @init: (nullable): initial bytes of .global and .const; the rest is 0
 *
 * A variable: parameter, shared, global, const or local.
 */
typedef struct {
  char *name;
  WsSpace space;
  WsPtxType type;
  guint32 align;
  guint64 size;
  guint64 offset;
  gboolean is_extern;
  gboolean is_inside;
  GBytes *init;
} WsPtxVariable;

/* What an instruction does with an operand. The registers of a written vector are written; those
 * inside [ ] are ADDRESS. */
typedef enum {
  WS_PTX_ROLE_NONE, /* immediates have the role of their position, too; NONE: a label or callee */
  WS_PTX_ROLE_DEF,  /* written */
  WS_PTX_ROLE_USE,  /* read as data, source predicates too */
  WS_PTX_ROLE_ADDRESS, /* memory; of a shuffle: lane, clamp and member mask; of a vote or barrier:
                          mask, numbers */
} WsPtxRole;

/**
 * WsPtxOperand:
 * @kind: what it is
 * @role: what the instruction does with it
 * @negated: of a predicate
 * @is_float: of an immediate
 * @float_bits: of such an immediate: 32 or 64
 * @reg: index of a register of the function, %WS_NONE if there is none
 * @symbol: index into the array that @scope names, %WS_NONE if there is none
 * @is_local: whether @scope is %WS_PTX_SCOPE_FUNCTION
 * @scope: of @symbol; see ws_ptx_operand_get_variable()
 * @target: of a label: index of an instruction
 * @first_element: of a vector or pair: into WsPtxFunction.elements
 * @n_elements: of a vector or pair
 * @special: of a special register: which
 * @offset: of a symbol or memory operand: bytes
 * @bits: of an immediate
 */
typedef struct {
  WsPtxOperandKind kind;
  WsPtxRole role;
  gboolean negated;
  gboolean is_float;
  guint8 float_bits;
  guint32 reg;
  guint32 symbol;
  gboolean is_local;
  WsPtxScope scope;
  guint32 target;
  guint32 first_element;
  guint32 n_elements;
  WsPtxSpecial special;
  gint64 offset;
  guint64 bits;
} WsPtxOperand;

#define WS_PTX_MAX_OPERANDS 8
#define WS_PTX_MAX_MODS     6

/**
 * WsPtxInstruction:
 * @opcode: row of isa.def
 * @types: as written: add.s32 has one, cvt.f32.s32 two, setp.eq.s32 one
 * @n_types: how many
 * @mods: all other words, in their order
 * @n_mods: how many
 * @compare: of setp and set
 * @space: ld.shared: SHARED; ld without a space: GENERIC
 * @vector: elements: 1, 2, 4
 * @guard: index of a register, %WS_NONE if it is unguarded
 * @guard_negated: whether it is executed if the guard is false
 * @operands: in their order
 * @n_operands: how many
 * @text_start: first byte in the module's text, without the guard's label
 * @text_end: behind the last one, the semicolon's
 * @ptx_line: of the PTX, 1-based
 * @ptx_column: of the PTX, 1-based
 * @file: index into WsPtxModule.files, %WS_NONE if unknown
 * @line: of the kernel's own source, also for a function inlined from it; for code inlined from
 * another file, the line of the call; 1-based
 * @column: of that source
 * @call_line: for an inlined function of that source: the kernel's line of the call; else 0
 * @is_of_many: whether the PTX gives it no line, as it was merged from several; then @line is that
 * of the preceding instruction
 * @block: index of its basic block
 * @stays_rolled: whether .pragma "nounroll" precedes it: the loop that begins here is not unrolled
 * @reconverge: of a conditional branch: first instruction of its immediate post-dominator, else
 * %WS_NONE
 */
typedef struct {
  WsPtxOpcode opcode;
  WsPtxType types[4];
  guint n_types;
  WsPtxMod mods[WS_PTX_MAX_MODS];
  guint n_mods;
  WsPtxCompare compare;
  WsSpace space;
  guint8 vector;
  guint32 guard;
  gboolean guard_negated;
  WsPtxOperand operands[WS_PTX_MAX_OPERANDS];
  guint n_operands;
  guint32 text_start;
  guint32 text_end;
  guint32 ptx_line;
  guint32 ptx_column;
  guint32 file;
  guint32 line;
  guint32 column;
  guint32 call_line;
  gboolean is_of_many;
  gboolean stays_rolled;
  guint32 block;
  guint32 reconverge;
} WsPtxInstruction;

/**
 * WsPtxRegister:
 * @name: as in "%r1"
 * @type: of it
 */
typedef struct {
  char *name;
  WsPtxType type;
} WsPtxRegister;

/**
 * WsPtxBlock:
 * @first: index of its first instruction
 * @end: index behind the last one
 * @ipdom: index of its immediate post-dominator, %WS_NONE for the exit
 * @succ: indices of the first two of its successors, %WS_NONE if there is none
 * @n_succ: number of successors
 * @first_edge: into WsPtxFunction.edges: all of them
 *
 * A basic block.
 */
typedef struct {
  guint32 first;
  guint32 end;
  guint32 ipdom;
  guint32 succ[2];
  guint n_succ;
  guint32 first_edge;
} WsPtxBlock;

/**
 * WsPtxFunction:
 * @name: of the module's strings
 * @is_entry: whether it is a kernel
 * @has_body: whether it is more than a prototype
 * @params: (element-type WsPtxVariable)
 * @returns: (element-type WsPtxVariable): of a .func
 * @registers: (element-type WsPtxRegister)
 * @variables: (element-type WsPtxVariable): .local, .shared and .param variables declared inside
 * @instructions: (element-type WsPtxInstruction)
 * @elements: (element-type WsPtxOperand): of vectors and pairs
 * @blocks: (element-type WsPtxBlock)
 * @edges: (element-type guint32): successors of the blocks, see WsPtxBlock.first_edge
 * @param_bytes: of the parameter block
 * @shared_bytes: of module- and function-level .shared variables that it uses or declares, without
 * extern arrays
 * @dynamic_shared_offset: offset of every extern .shared array in a launch of this entry, bytes; at
 * least @shared_bytes
 * @local_bytes: of .local variables, per thread
 * @local_param_bytes: of .param variables declared inside (arguments and results of calls), per
 * thread
 * @return_bytes: of a .func: block of its returns
 * @max_ntid: .maxntid, threads along x, y, z; 0 if absent
 * @req_ntid: .reqntid, likewise
 * @ptx_line: of its name, 1-based
 * @text_start: byte of the module's text: from its linkage on
 * @params_end: byte of the ) behind its parameters, %WS_NONE if it has none
 * @body_start: byte of the { of its body
 * @text_end: behind the } of it, or the ; of a prototype
 * @diagnostic: (nullable): why this function cannot be run, as in "k.ptx:12:3: unknown instruction
 * ..."; others are unaffected
 */
typedef struct {
  char *name;
  gboolean is_entry;
  gboolean has_body;
  GPtrArray *params;
  GPtrArray *returns;
  GArray *registers;
  GPtrArray *variables;
  GArray *instructions;
  GArray *elements;
  GArray *blocks;
  GArray *edges;
  guint32 param_bytes;
  guint32 shared_bytes;
  guint32 dynamic_shared_offset;
  guint32 local_bytes;
  guint32 local_param_bytes;
  guint32 return_bytes;
  guint32 max_ntid[3];
  guint32 req_ntid[3];
  guint32 ptx_line;
  guint32 text_start;
  guint32 params_end;
  guint32 body_start;
  guint32 text_end;
  char *diagnostic;
} WsPtxFunction;

/**
 * WsPtxDiagnostic:
 * @line: 1-based
 * @column: 1-based
 * @message: what is wrong
 * @rendered: "file:line:column: error: message", the line, and a caret under the place
 * @fatal: not PTX: the module is rejected; else only its function cannot be run
 */
typedef struct {
  guint line;
  guint column;
  char *message;
  char *rendered;
  gboolean fatal;
} WsPtxDiagnostic;

/**
 * WsPtxRelocation:
 * @variable: index into WsPtxModule.variables: the variable to patch
 * @symbol: index into WsPtxModule.variables or WsPtxModule.functions: the target
 * @offset: into the initial bytes
 * @addend: to the address, bytes
 * @width_bytes: of the patched field
 * @shift: bits to drop of the address: 0xFF00(symbol) is its second byte
 * @is_generic: whether the address is a generic one, or in its own space
 * @is_function: whether it is that of a function
 *
 * The initial bytes of @variable contain at @offset the address of @symbol, plus @addend.
 */
typedef struct {
  guint32 variable;
  guint32 symbol;
  guint64 offset;
  gint64 addend;
  guint8 width_bytes;
  guint8 shift;
  gboolean is_generic;
  gboolean is_function;
} WsPtxRelocation;

/**
 * WsPtxPart:
 * @function: the kernel, or a function that it may call
 * @first_site: of its instructions among all of the kernel's
 * @first_register: of its registers among all of the kernel's
 *
 * The code of a kernel consists of parts: its own, and each function that it may call, once.
 */
typedef struct {
  WsPtxFunction *function;
  guint32 first_site;
  guint32 first_register;
} WsPtxPart;

/**
 * WsPtxPrototype:
 * @function: index into WsPtxModule.functions
 * @n_params: how many parameters it names
 * @params_end: byte of the ) behind them, %WS_NONE if it has none
 * @text_start: byte of the module's text where it begins
 * @text_end: behind its ;
 */
typedef struct {
  guint32 function;
  guint32 n_params;
  guint32 params_end;
  guint32 text_start;
  guint32 text_end;
} WsPtxPrototype;

/**
 * WsPtxModule:
 * @text: of the module, zero-terminated
 * @length: bytes
 * @name: for messages: file name of the PTX
 * @version_major: of the PTX ISA, before the point
 * @version_minor: after the point
 * @target: as in "sm_80"
 * @address_size: bits: 64
 * @functions: (element-type WsPtxFunction)
 * @variables: (element-type WsPtxVariable): at module level
 * @files: (element-type utf8): the .file table, with %NULL for missing numbers: index is the number
 * in .file; see ws_ptx_module_get_file()
 * @diagnostics: (element-type WsPtxDiagnostic)
 * @prototypes: (element-type WsPtxPrototype): of functions, without a body
 * @refs: see ws_ptx_module_ref()
 * @strings: holds the names
 * @relocations: (element-type WsPtxRelocation): addresses inside initial values
 * @global_bytes: of all .global variables; their offsets count from 0
 * @const_bytes: of all .const ones; theirs do, too
 */
typedef struct {
  char *text;
  gsize length;
  char *name;
  guint version_major, version_minor;
  char *target;
  guint address_size;
  GPtrArray *functions;
  GPtrArray *variables;
  GPtrArray *files;
  GPtrArray *diagnostics;
  GArray *prototypes;
  gatomicrefcount refs;
  GStringChunk *strings;
  GArray *relocations;
  guint64 global_bytes;
  guint64 const_bytes;
} WsPtxModule;

#define WS_PTX_ERROR (ws_ptx_error_quark ())
GQuark ws_ptx_error_quark (void);
typedef enum {
  WS_PTX_ERROR_SYNTAX,
  WS_PTX_ERROR_UNKNOWN_INSTRUCTION,
  WS_PTX_ERROR_NO_ENTRY,
  WS_PTX_ERROR_NAME, /* on linking several modules: undefined, or defined twice */
} WsPtxError;

WsPtxModule *ws_ptx_parse (const char *text, gssize length, const char *name, GError **error);
WsPtxModule *ws_ptx_module_ref (WsPtxModule *self);
void ws_ptx_module_unref (WsPtxModule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPtxModule, ws_ptx_module_unref)

WsPtxModule *ws_ptx_parse_collect (const char *text, gssize length, const char *name, gboolean *ok);

WsPtxFunction *ws_ptx_module_find (WsPtxModule *self, const char *entry);
const WsPtxVariable *ws_ptx_module_find_variable (const WsPtxModule *self, const char *name);
const char *ws_ptx_module_get_file (WsPtxModule *self, guint32 file);
GArray *ws_ptx_function_get_parts (WsPtxModule *self, WsPtxFunction *function);
gboolean ws_ptx_function_reads (WsPtxModule *self, WsPtxFunction *function, WsPtxSpecial special);
const WsPtxPart *ws_ptx_parts_find (const GArray *parts, guint32 site);
gboolean ws_ptx_function_check (WsPtxModule *self, WsPtxFunction *function, GError **error);
WsPtxVariable *ws_ptx_operand_get_variable (WsPtxModule *self, WsPtxFunction *function,
                                            const WsPtxOperand *operand);
gboolean ws_ptx_instruction_has_mod (const WsPtxInstruction *self, WsPtxMod mod);
guint ws_ptx_instruction_get_dimensions (const WsPtxInstruction *self);
guint32 *ws_ptx_function_find_conditions (const WsPtxFunction *self);

WsKernel *ws_ptx_function_to_kernel (WsPtxModule *self, WsPtxFunction *function, const char *title,
                                     const char *file, const char *source);
WsKernel *ws_ptx_function_list_sites (WsPtxModule *self, WsPtxFunction *function);

GPtrArray *ws_ptx_function_list_shared (WsPtxModule *self, WsPtxFunction *function);
void ws_ptx_variable_add_region (const WsPtxVariable *self, WsRunBuilder *builder, guint64 address);
const char *ws_ptx_opcode_get_name (WsPtxOpcode opcode);
WsOpClass ws_ptx_opcode_get_class (WsPtxOpcode opcode);
guint ws_ptx_type_get_width (WsPtxType type); /* bytes, 0 for pred and none */

G_END_DECLS
