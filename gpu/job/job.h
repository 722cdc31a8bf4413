/* job.h: what a device is to run, and the expected results.
 *
 * A job is self-contained: its program, the contents of its buffers, its launches with all
 * arguments, the expected results, and its descriptions. It can be sent, stored and run again
 * anywhere, without the catalogue.
 *
 * Once ws_job_check() has accepted it, it is immutable and may be read from any thread.
 */
#pragma once

#include "job/contents.h"
#include "job/fold.h"
#include "record/texture.h"

G_BEGIN_DECLS

#define WS_JOB_MAX_BUFFERS       64
#define WS_JOB_MAX_FIELDS        64 /* of a buffer's element */
#define WS_JOB_MAX_LAUNCHES      256
#define WS_JOB_MAX_ARGUMENTS     256 /* of a launch */
#define WS_JOB_MAX_CHECKS        64
#define WS_JOB_MAX_PATCHES       65536
#define WS_JOB_MAX_ARCHITECTURES 64
#define WS_JOB_MAX_NAME          256  /* bytes of a name or a title */
#define WS_JOB_MAX_WORDS         4096 /* bytes of a sentence */
#define WS_JOB_PARAMS_BYTES      4096 /* of a launch: maximum for a kernel (PTX ISA 5.1.6.4) */

/**
 * WsParameter:
 * @name: as in "n"
 * @size: bytes
 * @alignment: a power of two
 * @is_pointer: whether it is an address
 * @is_const: of a pointer: whether nothing is written through it
 */
typedef struct {
  char *name;
  guint32 size;
  guint32 alignment;
  gboolean is_pointer;
  gboolean is_const;
} WsParameter;

/**
 * WsRegisters:
 * @architecture: compute capability, times ten: 90 of 9.0
 * @registers: per thread, from this architecture on
 */
typedef struct {
  guint32 architecture;
  guint32 registers;
} WsRegisters;

/**
 * WsEntry:
 * @name: as in the PTX: "_Z3addPKfS0_Pfi"
 * @title: as a reader knows it: "add"
 * @parameters: (element-type WsParameter)
 * @registers: (element-type WsRegisters): per thread, as a compiler allocated them, ascending by
 * architecture; empty if unknown
 *
 * A kernel of the program.
 */
typedef struct {
  char *name;
  char *title;
  GArray *parameters;
  GArray *registers;
} WsEntry;

/**
 * WsProgram:
 * @name: of the PTX, as messages call it: "reduce6.int.sum.ptx"
 * @ptx: (nullable): its text; %NULL of a library
 * @file: (nullable): the source's name: "reduce6.cu"
 * @source: (nullable): its text
 * @library: (nullable): name of a compiled library of the device, as in "cub": it can be timed, but
 * not recorded
 * @architectures: (element-type guint32): those for which a compiler reported registers, as in 90
 * @entries: (element-type WsEntry)
 */
typedef struct {
  char *name;
  char *ptx;
  char *file;
  char *source;
  char *library;
  GArray *architectures;
  GArray *entries;
} WsProgram;

/**
 * WsField:
 * @name: (nullable): of a structure's field
 * @type: of the scalar
 * @offset: into the element: bytes
 *
 * A scalar of a buffer's element.
 */
typedef struct {
  char *name;
  WsValueType type;
  guint32 offset;
} WsField;

typedef enum {
  WS_BUFFER_IN = 1 << 0,  /* is read */
  WS_BUFFER_OUT = 1 << 1, /* is written */
} WsBufferUse;

/**
 * WsBuffer:
 * @name: as in "in"
 * @unit: (nullable): of its values, as in "m/s"
 * @element_bytes: from one element to the next
 * @fields: (element-type WsField): the scalars of an element; one at 0 without a name where the
 * element is a scalar itself
 * @length: elements
 * @columns: of a row, where it is two-dimensional, row after row; 0 if it is not
 * @use: #WsBufferUse
 * @contents: before the first launch: of elements that are scalars; bytes of structures
 * @symbol: (nullable): PTX name of the module variable in global or constant memory that backs it,
 * as written by cudaMemcpyToSymbol(). %NULL if it is allocated. Never an argument: kernels refer to
 * it by name
 * @links: (nullable) (element-type WsAddress): the addresses in its contents, patched once all
 * buffers are allocated
 * @writer: (nullable): for a captured launch: what wrote @contents, in a few words, as in "fill,
 * launch 3"
 * @writer_launch: if that was a launch: its index among the program's launches; else %WS_NONE
 * @texture: for a texture or surface: kernels receive its handle instead of an address; width 0:
 * neither
 */
typedef struct {
  char *name;
  char *unit;
  guint32 element_bytes;
  GArray *fields;
  guint64 length;
  guint64 columns;
  guint use;
  WsContents contents;
  char *symbol;
  GArray *links;
  char *writer;
  guint32 writer_launch;
  WsTexture texture;
} WsBuffer;

typedef enum {
  WS_ARGUMENT_BUFFER, /* its address */
  WS_ARGUMENT_SCALAR,
  WS_ARGUMENT_BYTES, /* a structure, which may contain addresses */
  WS_ARGUMENT_LAST = WS_ARGUMENT_BYTES
} WsArgumentKind;

/**
 * WsAddress:
 * @at: offset of the address in a structure or buffer, bytes
 * @buffer: index of the buffer that it points into
 * @offset: into the buffer: bytes
 *
 * An address in a structure, or in a buffer.
 */
typedef struct {
  guint32 at;
  guint32 buffer;
  guint64 offset;
} WsAddress;

/**
 * WsArgument:
 * @kind: what it is
 * @buffer: index
 * @offset: into the buffer: bytes
 * @type: of a scalar
 * @bits: of a scalar
 * @bytes: (nullable): of a structure
 * @links: (nullable) (element-type WsAddress): the addresses in it
 */
typedef struct {
  WsArgumentKind kind;
  guint32 buffer;
  guint64 offset;
  WsValueType type;
  guint64 bits;
  GBytes *bytes;
  GArray *links;
} WsArgument;

/**
 * WsJobLaunch:
 * @entry: index into the program's entries
 * @grid: blocks
 * @block: threads
 * @dynamic_shared_bytes: for the extern array
 * @residency_percent: limit of the occupancy in percent, reached by allocating unused shared
 * memory; 100: no limit. See ws_limits_get_spare_shared()
 * @arguments: (element-type WsArgument): as many as the entry has parameters
 * @n_elements: that the launch works on, for display; 0: not meaningful
 * @n_results: that it produces, likewise
 */
typedef struct {
  guint32 entry;
  guint32 grid[3];
  guint32 block[3];
  guint32 dynamic_shared_bytes;
  guint32 residency_percent;
  GArray *arguments;
  guint64 n_elements;
  guint64 n_results;
} WsJobLaunch;

typedef enum {
  WS_CHECK_EQUALS, /* each element equals that of @contents */
  WS_CHECK_FOLD,   /* the elements reduce to the same value as those of @of */
  WS_CHECK_LAST = WS_CHECK_FOLD
} WsCheckKind;

/**
 * WsCheck:
 * @kind: how the expected value is given
 * @buffer: whose elements are looked at
 * @first: of them
 * @count: at least one
 * @contents: of %WS_CHECK_EQUALS: what they must be
 * @fold: of %WS_CHECK_FOLD
 * @of: a buffer, as it was before the first launch
 * @roundings: see ws_fold()
 * @bound: greatest admissible absolute difference of an element; of a fold, beyond ws_fold()'s
 *
 * An expected result after the last launch.
 */
typedef struct {
  WsCheckKind kind;
  guint32 buffer;
  guint64 first;
  guint64 count;
  WsContents contents;
  WsFold fold;
  guint32 of;
  guint64 roundings;
  double bound;
} WsCheck;

/**
 * WsJobWords:
 * @id: of files, and for the program that made the job: "reduce1"
 * @title: what it is called: "Kernel 1: interleaved addressing"
 * @idea: (nullable): one sentence: what it shows
 * @left: (nullable): one sentence: what is left to do
 * @look: (nullable): one sentence: what to look at
 * @run: those that a run keeps: see #WsRunWords
 */
typedef struct {
  char *id;
  char *title;
  char *idea;
  char *left;
  char *look;
  WsRunWords run;
} WsJobWords;

/**
 * WsJobNeeds:
 * @cc_major: least compute capability of a device, before the point
 * @cc_minor: after the point
 * @what: (nullable): what needs it, as in "redux.sync"
 */
typedef struct {
  guint32 cc_major;
  guint32 cc_minor;
  char *what;
} WsJobNeeds;

/**
 * WsJob:
 * @program: what is run
 * @buffers: (element-type WsBuffer)
 * @launches: (element-type WsJobLaunch): one after the other
 * @checks: (element-type WsCheck): none: whatever comes out is taken
 * @needs: what a device must have
 * @tries: whether to launch even what exceeds the device's limits: the job shows the refusal
 * @checked: whether a virtual GPU checks for races and reads of uninitialised memory
 * @order: the order in which its threads run there, where no synchronisation prescribes one
 * @blocks: (nullable): blocks that a recording keeps in full, as in "0,mid,last,17"; %NULL for
 * "0,mid,last"
 * @words: to speak of it
 * @recipe: (nullable): a dictionary for the job's maker, which alone reads it
 *
 * Reference counted.
 */
typedef struct {
  WsProgram program;
  GArray *buffers;
  GArray *launches;
  GArray *checks;
  WsJobNeeds needs;
  gboolean tries;
  gboolean checked;
  WsOrder order;
  char *blocks;
  WsJobWords words;
  GVariant *recipe;
} WsJob;

#define WS_JOB_ERROR (ws_job_error_quark ())
GQuark ws_job_error_quark (void);

/**
 * WsJobError:
 * @WS_JOB_ERROR_NONSENSE: bytes that are no job
 * @WS_JOB_ERROR_PROGRAM: something is wrong with the program
 * @WS_JOB_ERROR_BUFFER: with a buffer
 * @WS_JOB_ERROR_LAUNCH: with a launch or one of its arguments
 * @WS_JOB_ERROR_CHECK: with what must come out
 * @WS_JOB_ERROR_WORDS: with the words
 * @WS_JOB_ERROR_MEMORY: there is no memory for it
 * @WS_JOB_ERROR_DEVICE: the device lacks something that it needs
 * @WS_JOB_ERROR_BLOCK: a block is too large for the device
 * @WS_JOB_ERROR_SIZE: the whole is too large for the device
 */
typedef enum {
  WS_JOB_ERROR_NONSENSE,
  WS_JOB_ERROR_PROGRAM,
  WS_JOB_ERROR_BUFFER,
  WS_JOB_ERROR_LAUNCH,
  WS_JOB_ERROR_CHECK,
  WS_JOB_ERROR_WORDS,
  WS_JOB_ERROR_MEMORY,
  WS_JOB_ERROR_DEVICE,
  WS_JOB_ERROR_BLOCK,
  WS_JOB_ERROR_SIZE,
} WsJobError;

/* ---- life ---- */

#define WS_TYPE_JOB (ws_job_get_type ())
GType ws_job_get_type (void);

WsJob *ws_job_new (void);
WsJob *ws_job_ref (WsJob *self);
void ws_job_unref (WsJob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsJob, ws_job_unref)

/* ---- making one; what is returned may be filled in further, until the next is added ---- */

WsEntry *ws_job_add_entry (WsJob *self, const char *name, const char *title);
void ws_entry_add_parameter (WsEntry *self, const char *name, guint32 size, guint32 alignment,
                             gboolean is_pointer, gboolean is_const);
void ws_entry_add_registers (WsEntry *self, guint32 architecture, guint32 registers);
WsBuffer *ws_job_add_buffer (WsJob *self, const char *name, WsValueType type, guint64 length,
                             guint use);
void ws_buffer_add_link (WsBuffer *self, guint32 at, guint32 buffer, guint64 offset);
void ws_buffer_add_field (WsBuffer *self, const char *name, WsValueType type, guint32 offset);
WsJobLaunch *ws_job_add_launch (WsJob *self, guint32 entry, const guint32 grid[3],
                                const guint32 block[3]);
void ws_launch_add_buffer (WsJobLaunch *self, guint32 buffer, guint64 offset);
void ws_launch_add_scalar (WsJobLaunch *self, WsValueType type, guint64 bits);
void ws_launch_add_bytes (WsJobLaunch *self, gconstpointer data, gsize size);
void ws_launch_add_link (WsJobLaunch *self, guint32 at, guint32 buffer, guint64 offset);
WsCheck *ws_job_add_check (WsJob *self, WsCheckKind kind, guint32 buffer, guint64 first,
                           guint64 count);

/* ---- reading one ---- */

const WsEntry *ws_job_get_entry (const WsJob *self, guint index);
const WsBuffer *ws_job_get_buffer (const WsJob *self, guint index);
const WsJobLaunch *ws_job_get_launch (const WsJob *self, guint index);
const WsCheck *ws_job_get_check (const WsJob *self, guint index);
WsValueType ws_buffer_get_type (const WsBuffer *self, guint64 *length);
guint64 ws_buffer_get_bytes (const WsBuffer *self);
guint64 ws_buffer_get_columns (const WsBuffer *self);
guint32 ws_job_find_registers (const WsJob *self, guint entry, const WsSpec *spec,
                               WsRegistersFrom *from);
WsValueType ws_job_get_value_type (const WsJob *self);
gboolean ws_job_check (const WsJob *self, GError **error);
gboolean ws_job_check_device (const WsJob *self, const WsSpec *spec, GError **error);

/* ---- sending and keeping one ---- */

GVariant *ws_job_to_variant (const WsJob *self);
WsJob *ws_job_from_variant (GVariant *variant, GError **error);

/* ---- running one ---- */

/* Chunk size for generating or reading a buffer piecewise. */
#define WS_JOB_PART_BYTES (G_GUINT64_CONSTANT (1) << 22)

GBytes *ws_job_make_contents (const WsJob *self, guint buffer, GError **error);
GBytes *ws_job_make_contents_part (const WsJob *self, guint buffer, guint64 first, guint64 n,
                                   GError **error);
gsize ws_job_fill_parameters (const WsJob *self, const WsJobLaunch *launch,
                              const guint64 *addresses, guint8 *params);

/**
 * WsVerdict:
 * @correct: whether all that was checked is right
 * @checked: whether anything was checked
 * @buffer: of the element with the greatest error, or of the fold
 * @element: its index; of a fold, of the first that was folded
 * @type: of the two values
 * @result: bits of the result there
 * @expected: bits of the expected value
 * @bound: greatest admissible absolute difference
 */
typedef struct {
  gboolean correct;
  gboolean checked;
  guint32 buffer;
  guint64 element;
  WsValueType type;
  guint64 result;
  guint64 expected;
  double bound;
} WsVerdict;

/* (transfer full): the elements of a buffer from @first on, packed */
typedef GBytes *(*WsJobRead) (guint buffer, guint64 first_byte, guint64 n_bytes, gpointer user_data,
                              GError **error);
gboolean ws_job_judge (const WsJob *self, GBytes *const *inputs, WsJobRead read, gpointer user_data,
                       WsVerdict *verdict, GError **error);

/**
 * WsJobDifference:
 * @n_buffers: that are written, and were compared
 * @n_values: in them
 * @n_rounded: those whose bits differ within the tolerance
 * @bound: greatest absolute difference that any of the job's checks allows
 * @differs: whether any value exceeds the tolerance; the fields below describe the first
 * @buffer: its buffer
 * @element: its index there
 * @field: (nullable): of a structure, its name, of the job
 * @type: of the two values
 * @first: bits of the one
 * @second: bits of the other
 */
typedef struct {
  guint n_buffers;
  guint64 n_values;
  guint64 n_rounded;
  double bound;
  gboolean differs;
  guint32 buffer;
  guint64 element;
  const char *field;
  WsValueType type;
  guint64 first;
  guint64 second;
} WsJobDifference;

gboolean ws_job_compare (const WsJob *self, GPtrArray *a, GPtrArray *b, gboolean approximate,
                         WsJobDifference *found);

G_END_DECLS
