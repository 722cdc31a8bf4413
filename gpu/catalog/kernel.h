/* kernel.h: a kernel of the catalogue, the options that the user sets, and the resulting plan.
 */
#pragma once

#include "job/source.h"

G_BEGIN_DECLS

typedef struct _WsBlueprint WsBlueprint; /* blueprint.h */

#define WS_PLAN_MAX_ARGUMENTS 16
#define WS_PLAN_MAX_OPTIONS   8
#define WS_PLAN_MOST_CHECKED  (1u << 24) /* elements of a buffer whose expected values are sent */
#define WS_PLAN_MAX_SIZES     64         /* that one text of sizes names */

/**
 * WsOptionHides:
 * @WS_OPTION_HIDES_NOTHING: it says something else
 * @WS_OPTION_HIDES_ARITHMETIC: independent chains of operations
 * @WS_OPTION_HIDES_MEMORY: four-byte loads that are issued before the first is used
 *
 * Which latency an option hides: instruction-level parallelism.
 */
typedef enum {
  WS_OPTION_HIDES_NOTHING,
  WS_OPTION_HIDES_ARITHMETIC,
  WS_OPTION_HIDES_MEMORY,
} WsOptionHides;

/**
 * WsOption:
 * @name: as in "stride", in commands and files
 * @label: what a field for it is called: "Stride"
 * @tip: one sentence: its effect
 * @least: least value
 * @most: greatest value
 * @choices: (nullable) (array zero-terminated=1): its values are their positions, from 0, where
 * there are any: "32x32", "32x16"
 * @initial: the value that the catalogue suggests
 * @shows: (nullable): id of the metric that it affects, as in
 * "shared-load-transactions-per-request"; %NULL: the occupancy achieved
 * @hides: what each thread has in flight, as many times as the value says
 *
 * An option of one kernel, in addition to those that all kernels have.
 */
typedef struct {
  char *name;
  char *label;
  char *tip;
  guint32 least;
  guint32 most;
  char **choices;
  guint32 initial;
  char *shows;
  WsOptionHides hides;
} WsOption;

/**
 * WsCatalogKernel:
 * @id: as in "reduce1"
 * @number: position in its group, 1-based
 * @group: as in "Reduction"
 * @title: as in "Kernel 1: interleaved addressing"
 * @name: short, as in "Interleaved addressing"
 * @idea: one sentence: what it shows
 * @defect: one sentence: what the next kernel mends
 * @look: (nullable): one sentence: what to look at
 * @file: source, as in "reduce1.cu"
 * @source: its text
 * @elements_per_thread: that a thread takes in one step
 * @strides: whether it is a grid-stride kernel, launched with at most max-grid blocks
 * @single: whether one launch leaves one value; such a kernel strides, and uses out[1 ... grid]
 * @in_place: whether it overwrites its input
 * @shared_per_thread: elements of dynamic shared memory per thread
 * @shared_min: least number of them
 * @cc_min_major: least compute capability of a device, before the point
 * @cc_min_minor: after the point
 * @cc_for: what needs it, as in "redux.sync"
 * @default_block: threads of a block
 * @max_block: greatest number of them that the kernel is written for
 * @default_n: elements
 * @max_n: greatest number of them: the kernels count in 32 bits
 * @default_seed: of the input
 * @default_max_grid: greatest grid of a grid-stride kernel
 * @types: (array zero-terminated=1): names of the element types, the first is the default: "int",
 * "float"
 * @ops: (array zero-terminated=1): names of the operators, the first is the default: "sum", "max",
 * "min", "product"
 * @entry: pattern of the PTX entry; catalog.ini explains its variables
 * @call: pattern of the kernel's name, as in "reduce6<{block}>"
 * @ptx: pattern of the PTX file, as in "{id}.{type}.{op}.ptx"
 * @faults: whether it is wrong on purpose and ends in a fault
 * @races: whether it is wrong on purpose and its result depends on the order of its threads
 * @tries: whether it asks a device for more than it may grant, to show the refusal
 * @options: (element-type WsOption): what the user may choose of it alone
 * @blueprint: (nullable): of a plan "launches" its buffers, launches and checks; %NULL for a plan
 * "reduce"
 * @default_repeats: rounds of its loop; 0 if it has no such parameter
 * @max_repeats: greatest number of them
 * @residency_percent: limit of the occupancy: the launch allocates unused shared memory to reach
 * it; 100: no limit
 * @library: (nullable): which compiled library it is, as in "cub": no PTX, no recording
 */
typedef struct {
  char *id;
  guint number;
  char *group;
  char *title;
  char *name;
  char *idea;
  char *defect;
  char *look;
  char *file;
  char *source;
  guint elements_per_thread;
  gboolean strides;
  gboolean single;
  gboolean in_place;
  guint shared_per_thread;
  guint shared_min;
  guint cc_min_major;
  guint cc_min_minor;
  char *cc_for;
  guint default_block;
  guint max_block;
  guint64 default_n;
  guint64 max_n;
  guint64 default_seed;
  guint default_max_grid;
  char **types;
  char **ops;
  char *entry;
  char *call;
  char *ptx;
  gboolean faults;
  gboolean races;
  gboolean tries;
  GArray *options;
  WsBlueprint *blueprint;
  guint default_repeats;
  guint max_repeats;
  guint residency_percent;
  char *library;
} WsCatalogKernel;

/**
 * WsPlanParameters:
 * @n: elements
 * @block: threads of a block
 * @type: %WS_VALUE_S32 or %WS_VALUE_F32
 * @op: "sum", "max", "min", "product"; "map" where nothing is combined
 * @seed: of the input
 * @max_grid: of grid-stride kernels
 * @repeats: of kernels that repeat their work; 0 of others
 * @options: the values of the kernel's own options, in order
 * @checked: whether it is checked for races and for reads of uninitialised memory
 * @order: the order in which threads run; any order other than that of time is checked, too
 *
 * What the user chooses. Parsed and validated in one place, for the window's fields and the command
 * line alike.
 */
typedef struct {
  guint64 n;
  guint32 block;
  WsValueType type;
  char op[16];
  guint64 seed;
  guint32 max_grid;
  guint32 repeats;
  guint32 options[WS_PLAN_MAX_OPTIONS];
  gboolean checked;
  WsOrder order;
} WsPlanParameters;

/**
 * WsPlanLaunch:
 * @entry: name of the kernel in the PTX
 * @n_elements: that it works on
 * @n_results: that it leaves
 * @grid: blocks along x, y, z
 * @block: threads along x, y, z
 * @dynamic_shared_bytes: shared memory that the launch asks for
 * @blueprint_launch: for a plan "launches": index of the blueprint's launch
 * @step: number of earlier launches of the same
 *
 * One launch of a plan.
 */
typedef struct {
  char *entry;
  guint64 n_elements;
  guint64 n_results;
  guint32 grid[3];
  guint32 block[3];
  guint32 dynamic_shared_bytes;
  guint32 blueprint_launch;
  guint32 step;
} WsPlanLaunch;

/**
 * WsPlan:
 * @kernel: what is planned
 * @parameters: what the user chose
 * @ptx_path: under the resources folder: "ptx/reduce6.int.sum.ptx"
 * @kernel_title: as in "reduce6<128>"
 * @launches: (element-type WsPlanLaunch): one after the other
 * @remaining: values left at the end: 1, except for blocks of one thread, which combine nothing;
 * for a plan "launches", the results of its last launch
 * @values: (nullable): for a plan "launches": the values of its blueprint's names
 */
typedef struct {
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;
  char *ptx_path;
  char *kernel_title;
  GArray *launches;
  guint64 remaining;
  gint64 *values;
} WsPlan;

const WsOption *ws_catalog_kernel_get_option (const WsCatalogKernel *kernel, guint index);
gboolean ws_catalog_kernel_has_block (const WsCatalogKernel *kernel);
gboolean ws_option_parse (const WsOption *self, const char *text, guint32 *value, GError **error);
gboolean ws_option_check (const WsOption *self, guint32 value, GError **error);
char *ws_option_format (const WsOption *self, guint32 value);

gboolean ws_plan_set_option (WsPlanParameters *self, const WsCatalogKernel *kernel,
                             const char *name, const char *text, GError **error);
gboolean ws_plan_set_options (WsPlanParameters *self, const WsCatalogKernel *kernel,
                              const char *text, GError **error);

const char *ws_plan_type_name (WsValueType type);
WsFold ws_plan_get_fold (const WsPlan *self);
guint64 ws_plan_count_roundings (const WsPlan *self);

G_END_DECLS
