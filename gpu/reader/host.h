/* host.h: what a source's host code says of its kernels: launches with their grids, blocks and
 * arguments, how long buffers are, what is copied into them and back.
 *
 * It is read, never run: a loop counts once, an unknown condition takes what holds where nothing
 * was said on the command line.
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
 * @id: of the caller's own: its name and where it is declared
 * @name: as the source calls it: "d_in"
 * @bytes: that are allocated
 * @line: where
 * @fill: what is copied into it before a launch
 * @is_read_back: whether it is copied to the host after one
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
 * @buffer: (nullable): id of the buffer that it is one of
 * @offset: into it: elements
 */
typedef struct {
  char *buffer;
  WsRange offset;
} WsHostAddress;

/**
 * WsHostArgument:
 * @value: of a number
 * @text: as it stands there
 * @buffer: (nullable): id of the buffer that it is
 * @offset: into it: elements
 * @object: (nullable): what it holds, of one that is handed on by value: a structure or a vector
 * @is_lambda: whether it is "[=] (int i) { ... }", itself or by its name
 * @lambda: (nullable): which, of one with __device__
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
 * @has_no_blocks: whether the source itself says that there are none
 * @has_no_threads: likewise
 * @shared: bytes of dynamic shared memory
 * @arguments: (array length=n_arguments)
 * @n_arguments: how many
 * @line: where it stands
 * @at: byte of its file
 * @turn: of the loops that it stands in, counted through; 0 of one in no loop that is understood
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
 * @launches: (element-type WsHostLaunch): in the order in which main() comes to them
 * @buffers: (element-type utf8 WsHostBuffer): by id; arrays of the host are among them
 * @cut_line: where a loop goes on with launches that are too many; 0 where none does
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
