/* host.h: extracts from a source's host code the launches of its kernels, with grids, blocks and
 * arguments, and the buffers, with their lengths and copies.
 *
 * It is analysed, never run: a loop counts once, and an unknown condition takes the branch of a run
 * without command-line arguments.
 */
#pragma once

#include "reader/fill.h"
#include "reader/lambda.h"
#include "reader/object.h"

G_BEGIN_DECLS

#define WS_HOST_MAX_ARGUMENTS 32
#define WS_HOST_MAX_LAUNCHES  64

/**
 * WsHostBuffer:
 * @id: of the caller: its name and declaration
 * @name: as the source calls it: "d_in"
 * @bytes: allocated size
 * @line: where
 * @fill: its contents before a launch
 * @is_read_back: whether it is copied back to the host after one
 */
typedef struct {
  char *id;
  char *name;
  WsRange bytes;
  guint line;
  WsFill fill;
  gboolean is_read_back;
} WsHostBuffer;

/**
 * WsHostAddress:
 * @buffer: (nullable): id of the buffer that it points into
 * @offset: into it: elements
 */
typedef struct {
  char *buffer;
  WsRange offset;
} WsHostAddress;

/**
 * WsHostArgument:
 * @value: of a number
 * @text: as written
 * @buffer: (nullable): id of the buffer that it is
 * @offset: into it: elements
 * @object: (nullable): value of a structure or vector passed by value
 * @is_lambda: whether it is "[=] (int i) { ... }", itself or by its name
 * @lambda: (nullable): the lambda, if it is __device__
 * @captured: (nullable) (element-type WsHostAddress): of a lambda, the pointers that it captures
 */
typedef struct {
  WsRange value;
  char *text;
  char *buffer;
  WsRange offset;
  WsObject *object;
  gboolean is_lambda;
  const WsLambda *lambda;
  GArray *captured;
} WsHostArgument;

/**
 * WsHostLaunch:
 * @kernel: that is launched
 * @instance: (nullable): the template's arguments, as in "float, 256"
 * @grid: blocks along x, y, z
 * @block: threads
 * @has_no_blocks: whether the source explicitly launches none
 * @has_no_threads: likewise
 * @shared: bytes of dynamic shared memory
 * @arguments: (array length=n_arguments)
 * @n_arguments: how many
 * @line: where it stands
 * @at: byte of its file
 * @turn: iteration of the enclosing loops, counted through; 0 outside known loops
 */
typedef struct {
  const WsUserFunction *kernel;
  char *instance;
  WsRange grid[3];
  WsRange block[3];
  gboolean has_no_blocks;
  gboolean has_no_threads;
  WsRange shared;
  WsHostArgument arguments[WS_HOST_MAX_ARGUMENTS];
  guint n_arguments;
  guint line;
  guint at;
  guint turn;
} WsHostLaunch;

/**
 * WsHost:
 * @launches: (element-type WsHostLaunch): in the order in which main() reaches them
 * @buffers: (element-type utf8 WsHostBuffer): by id; arrays of the host are among them
 * @cut_line: where a loop with too many launches was cut off; 0: nowhere
 */
typedef struct {
  GPtrArray *launches;
  GHashTable *buffers;
  guint cut_line;
} WsHost;

WsHost *ws_host_new (const WsUserSource *source);
void ws_host_free (WsHost *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHost, ws_host_free)

G_END_DECLS
