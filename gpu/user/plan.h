/* plan.h: how the kernels of a source are run: buffers, launches, numbers; each given by the user,
 * or guessed, with the reason.
 *
 * A plan is the contents of a form and of a .wsjob file: texts that the user may change. Lengths,
 * grids and numbers are expressions of C, of the launches' numbers.
 */
#pragma once

#include "job/job.h"

G_BEGIN_DECLS

#define WS_USER_MAX_FIELDS 32 /* of a structure, or a vector */
#define WS_USER_PREFIX \
  "own-" /* prefix of the id of a job made from a plan: no kernel of the catalogue has it */

/**
 * WsUserField:
 * @text: its value
 * @why: (nullable): reason of a guess; %NULL if the user gave the value
 * @is_users: whether the user gave it in this session, so that it may name any file; else it is
 * from a file, or guessed
 * @is_unknown: whether the program has a different value, which is unknown
 */
typedef struct {
  char *text;
  char *why;
  gboolean is_users;
  gboolean is_unknown;
} WsUserField;

/**
 * WsUserBuffer:
 * @name: as in "in"
 * @id: of the reader's own; empty where it has none
 * @type: of an element: "float"
 * @length: elements
 * @use: "in", "out" or "inout"
 * @contents: before the first launch: "nothing", "zeros", "constant 1", "ramp 0 1" (first, step),
 * "random 0 100" (least, and one more than the greatest), "random" (0 to 1), "values 3, 1, 2",
 * "file a.csv", "uniform -1 1" (fractions from the first up to the second), "result out" (what
 * another buffer holds: it is the same), "= i % 7" (an expression of the index i and the numbers);
 * random ones may end with "seed 7"
 * @expect: what it must hold in the end: see reader/expect.h; no text where nothing is said
 * @texture: of a texture or surface: see reader/texture.h; no text of other buffers
 * @symbol: (nullable): the source's name of the constant or variable that it stands for
 */
typedef struct {
  char *name;
  char *id;
  WsUserField type;
  WsUserField length;
  WsUserField use;
  WsUserField contents;
  WsUserField expect;
  WsUserField texture;
  char *symbol;
} WsUserBuffer;

/**
 * WsUserArgument:
 * @name: of the kernel's parameter
 * @type: of a number or a structure
 * @buffer: index of the buffer that it points to; -1: none
 * @value: of a number; of a structure its numbers, between commas; of a buffer the element whose
 * address it is
 */
typedef struct {
  char *name;
  char *type;
  int buffer;
  WsUserField value;
} WsUserArgument;

/**
 * WsUserLaunch:
 * @kernel: as a compiler is asked for it: "image::scale<float>"
 * @grid: blocks along x, y, z, between commas
 * @block: threads, likewise
 * @shared: bytes of dynamic shared memory
 * @arguments: (element-type WsUserArgument): of its parameters; behind them the addresses in
 * structures among these, as in "a.x": see ws_user_argument_get_field()
 * @line: of the source: where it is launched; 0 if nothing launches it
 */
typedef struct {
  char *kernel;
  WsUserField grid;
  WsUserField block;
  WsUserField shared;
  GArray *arguments;
  guint line;
} WsUserLaunch;

/**
 * WsUserKey:
 * @name: of a field in a .wsjob file; %NULL behind the last one of a table
 * @offset: of the #WsUserField
 * @is_needed: whether a plan that is run has it
 */
typedef struct {
  const char *name;
  gsize offset;
  gboolean is_needed;
} WsUserKey;

extern const WsUserKey ws_user_buffer_keys[];
extern const WsUserKey ws_user_launch_keys[];

/**
 * WsUserPlan:
 * @buffers: (element-type WsUserBuffer)
 * @launches: (element-type WsUserLaunch): one after the other
 * @kernel: (nullable): the requested kernel of the source; %NULL for all launches of its host code,
 * or its only kernel
 * @skipped: (element-type utf8): sentences: the launches or kernels that are left out, and why
 */
typedef struct {
  GPtrArray *buffers;
  GPtrArray *launches;
  GPtrArray *skipped;
  char *kernel;
} WsUserPlan;

#define WS_USER_PLAN_ERROR (ws_user_plan_error_quark ())
GQuark ws_user_plan_error_quark (void);
gboolean ws_user_plan_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/**
 * WsUserPlanError:
 * @WS_USER_PLAN_ERROR_NO_KERNEL: the source has no kernel, or not the requested one
 * @WS_USER_PLAN_ERROR_WHICH: it has several, and nothing says which
 * @WS_USER_PLAN_ERROR_TYPE: a parameter is of a type that no buffer can be
 * @WS_USER_PLAN_ERROR_FIELD: a field has an invalid value
 * @WS_USER_PLAN_ERROR_FILE: a file of a plan cannot be read
 * @WS_USER_PLAN_ERROR_NONSENSE: bytes that are no plan
 */
typedef enum {
  WS_USER_PLAN_ERROR_NO_KERNEL,
  WS_USER_PLAN_ERROR_WHICH,
  WS_USER_PLAN_ERROR_TYPE,
  WS_USER_PLAN_ERROR_FIELD,
  WS_USER_PLAN_ERROR_FILE,
  WS_USER_PLAN_ERROR_NONSENSE,
} WsUserPlanError;

WsUserPlan *ws_user_plan_new (void);
WsUserPlan *ws_user_plan_copy (const WsUserPlan *self);
void ws_user_plan_free (WsUserPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserPlan, ws_user_plan_free)

WsUserBuffer *ws_user_plan_get_buffer (const WsUserPlan *self, guint index);
WsUserLaunch *ws_user_plan_get_launch (const WsUserPlan *self, guint index);
WsUserArgument *ws_user_launch_get_argument (const WsUserLaunch *self, guint index);
const char *ws_user_argument_get_field (const WsUserArgument *self, const char *parameter);
guint ws_user_launch_count_parameters (const WsUserLaunch *self);
const WsUserLaunch *ws_user_plan_find_user (const WsUserPlan *self, guint buffer);
void ws_user_field_set (WsUserField *self, const char *text, const char *why);
void ws_user_field_copy (WsUserField *self, const WsUserField *from);
void ws_user_field_say (WsUserField *self, const char *text);
void ws_user_fields_copy (const WsUserKey *keys, gpointer to, gconstpointer from);

WsUserBuffer *ws_user_plan_add_buffer (WsUserPlan *self, const char *name);
WsUserLaunch *ws_user_plan_add_launch (WsUserPlan *self, const char *kernel);
WsUserArgument *ws_user_launch_add_argument (WsUserLaunch *self, const char *name, int buffer);

gboolean ws_user_plan_set (WsUserPlan *self, const char *assignment, GError **error);
const char *ws_user_type_name_value (WsValueType value);

G_END_DECLS
