/* plan.h: how the kernels of a source are run: buffers, launches, numbers; each said by somebody,
 * or guessed, with the reason.
 *
 * A plan is what a form shows and what a .wsjob file holds: texts that the user may change.
 * Lengths, grids and numbers are expressions of C, of the launches' numbers.
 */
#pragma once

#include "job/job.h"

G_BEGIN_DECLS

#define WS_OWN_MAX_FIELDS 32 /* of a structure, or a vector */
#define WS_OWN_PREFIX \
  "own-" /* of the id of a job that comes of a plan: no kernel of the catalogue has it */

/**
 * WsOwnField:
 * @text: what holds
 * @why: (nullable): why it was guessed; %NULL of what the user said
 * @is_users: whether the user of this session has said it, so that it may name any file; else a
 * file says it, or nobody
 */
typedef struct {
  char *text;
  char *why;
  gboolean is_users;
} WsOwnField;

/**
 * WsOwnBuffer:
 * @name: as in "in"
 * @id: of whoever made it; empty where nobody did
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
 * @symbol: (nullable): the source's name of the constant or variable that it is
 */
typedef struct {
  char *name;
  char *id;
  WsOwnField type;
  WsOwnField length;
  WsOwnField use;
  WsOwnField contents;
  WsOwnField expect;
  WsOwnField texture;
  char *symbol;
} WsOwnBuffer;

/**
 * WsOwnArgument:
 * @name: of the kernel's parameter
 * @type: of a number or a structure
 * @buffer: index of the buffer that it is the address of; -1 of others
 * @value: of a number; of a structure its numbers, between commas; of a buffer the element whose
 * address it is
 */
typedef struct {
  char *name;
  char *type;
  int buffer;
  WsOwnField value;
} WsOwnArgument;

/**
 * WsOwnLaunch:
 * @kernel: as it is asked of a compiler: "image::scale<float>"
 * @grid: blocks along x, y, z, between commas
 * @block: threads, likewise
 * @shared: bytes of dynamic shared memory
 * @arguments: (element-type WsOwnArgument): of its parameters; behind them the addresses in
 * structures among these, as in "a.x": see ws_own_argument_get_field()
 * @line: of the source: where it is launched; 0 where nothing launches it
 */
typedef struct {
  char *kernel;
  WsOwnField grid;
  WsOwnField block;
  WsOwnField shared;
  GArray *arguments;
  guint line;
} WsOwnLaunch;

/**
 * WsOwnPlan:
 * @buffers: (element-type WsOwnBuffer)
 * @launches: (element-type WsOwnLaunch): one after the other
 * @kernel: (nullable): the one of the source's kernels that was asked for; %NULL of all launches
 * that its host code has, or its only kernel
 * @skipped: (element-type utf8): sentences: which launches or kernels are left out, and why
 */
typedef struct {
  GPtrArray *buffers;
  GPtrArray *launches;
  GPtrArray *skipped;
  char *kernel;
} WsOwnPlan;

#define WS_OWN_PLAN_ERROR (ws_own_plan_error_quark ())
GQuark ws_own_plan_error_quark (void);

/**
 * WsOwnPlanError:
 * @WS_OWN_PLAN_ERROR_NO_KERNEL: the source has none, or not that one
 * @WS_OWN_PLAN_ERROR_WHICH: it has several, and nothing says which
 * @WS_OWN_PLAN_ERROR_TYPE: a parameter is of a type that no buffer can be
 * @WS_OWN_PLAN_ERROR_FIELD: what was said of something makes no sense
 * @WS_OWN_PLAN_ERROR_FILE: a file of a plan cannot be read
 * @WS_OWN_PLAN_ERROR_NONSENSE: bytes that are no plan
 */
typedef enum {
  WS_OWN_PLAN_ERROR_NO_KERNEL,
  WS_OWN_PLAN_ERROR_WHICH,
  WS_OWN_PLAN_ERROR_TYPE,
  WS_OWN_PLAN_ERROR_FIELD,
  WS_OWN_PLAN_ERROR_FILE,
  WS_OWN_PLAN_ERROR_NONSENSE,
} WsOwnPlanError;

WsOwnPlan *ws_own_plan_new (void);
WsOwnPlan *ws_own_plan_copy (const WsOwnPlan *self);
void ws_own_plan_free (WsOwnPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnPlan, ws_own_plan_free)

WsOwnBuffer *ws_own_plan_get_buffer (const WsOwnPlan *self, guint index);
WsOwnLaunch *ws_own_plan_get_launch (const WsOwnPlan *self, guint index);
WsOwnArgument *ws_own_launch_get_argument (const WsOwnLaunch *self, guint index);
const char *ws_own_argument_get_field (const WsOwnArgument *self, const char *parameter);
guint ws_own_launch_count_parameters (const WsOwnLaunch *self);
const WsOwnLaunch *ws_own_plan_find_user (const WsOwnPlan *self, guint buffer);
void ws_own_field_set (WsOwnField *self, const char *text, const char *why);
void ws_own_field_copy (WsOwnField *self, const WsOwnField *from);
void ws_own_field_say (WsOwnField *self, const char *text);

WsOwnBuffer *ws_own_plan_add_buffer (WsOwnPlan *self, const char *name);
WsOwnLaunch *ws_own_plan_add_launch (WsOwnPlan *self, const char *kernel);
WsOwnArgument *ws_own_launch_add_argument (WsOwnLaunch *self, const char *name, int buffer);

gboolean ws_own_plan_set (WsOwnPlan *self, const char *assignment, GError **error);
const char *ws_own_type_name_value (WsValueType value);

G_END_DECLS
