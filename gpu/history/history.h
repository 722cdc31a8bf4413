/* history.h: the record of a program's run: its modules, its steps in order, and the captured
 * launch with its memory.
 *
 * The program's own process writes it, in frames like those of wire/protocol.h, so that it is
 * readable even if the process is killed. That process runs untrusted code: everything read here is
 * checked.
 *
 *   begin (us)      version of the format, and the device: "vm:h200"
 *   module (ss)     name, and PTX
 *   step            see step.h
 *   ran a(uttus)    of launches of a real GPU, once they have run: index of the step, when it
 *                   began, how long it took, its error, and that in words
 *   capture (uuuuaya(tsay)a(t(uuu)yyyyuay))
 *                   which launch, counted from 0; its module; its parameters; of each memory its
 *                   address, its variable and what it held; and of each texture its object, its
 *                   size, how it is read, and its texels
 *   end (i)         what main() returned
 */
#pragma once

#include "history/step.h"
#include "record/texture.h"

G_BEGIN_DECLS

#define WS_HISTORY_VERSION      3
#define WS_HISTORY_MAX_STEPS    100000
#define WS_HISTORY_MAX_MODULES  1024
#define WS_HISTORY_MAX_MEMORIES 4096
#define WS_HISTORY_MAX_BYTES    (G_GUINT64_CONSTANT (1) << 30) /* of all that is read */

/**
 * WsHistoryModule:
 * @name: for messages
 * @ptx: its text
 */
typedef struct {
  char *name;
  char *ptx;
} WsHistoryModule;

/**
 * WsHistoryMemory:
 * @address: of the first byte, as the program knows it
 * @symbol: the variable of the module that it is, by its name in the PTX; empty where it was
 * allocated
 * @bytes: its contents before the launch
 */
typedef struct {
  guint64 address;
  char *symbol;
  GBytes *bytes;
} WsHistoryMemory;

/**
 * WsHistoryTexture:
 * @object: the handle that kernels receive
 * @texture: how it is read
 * @bytes: its texels, row after row, slice after slice
 */
typedef struct {
  guint64 object;
  WsTexture texture;
  GBytes *bytes;
} WsHistoryTexture;

/**
 * WsCapture:
 * @launch: which, of all launches of the program, counted from 0; its step comes after it
 * @module: index of the module that has its kernel
 * @architecture: compute capability of the device, times ten
 * @registers: per thread, as ptxas allocated them; 0 if unknown
 * @params: its parameters, laid out as the PTX declares them
 * @memories: (element-type WsHistoryMemory): ascending, none overlaps another
 * @textures: (element-type WsHistoryTexture): those among the parameters
 *
 * A captured launch, complete enough to be run again.
 */
typedef struct {
  guint32 launch;
  guint32 module;
  guint32 architecture;
  guint32 registers;
  GBytes *params;
  GPtrArray *memories;
  GPtrArray *textures;
} WsCapture;

/**
 * WsHistory:
 * @device: on which it ran: "vm:h200"
 * @modules: (element-type WsHistoryModule)
 * @steps: (element-type WsStep): in their order
 * @capture: (nullable): the last one
 * @has_ended: whether main() has returned, or the program called exit()
 * @status: then, its exit status
 */
typedef struct {
  char *device;
  GPtrArray *modules;
  GPtrArray *steps;
  WsCapture *capture;
  gboolean has_ended;
  int status;
} WsHistory;

WsHistory *ws_history_new (void);
void ws_history_free (WsHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHistory, ws_history_free)
gboolean ws_history_take (WsHistory *self, const char *message, GVariant *body, GError **error);
WsHistory *ws_history_read (GInputStream *stream, GCancellable *cancellable, GError **error);
const WsStep *ws_history_get_launch (const WsHistory *self, guint launch);
guint ws_history_count_launches (const WsHistory *self);
guint ws_history_find_longest (const WsHistory *self);
const char *ws_history_find_refusal (const WsHistory *self);

GVariant *ws_capture_to_variant (const WsCapture *self);
void ws_history_memory_free (WsHistoryMemory *self);
void ws_history_texture_free (WsHistoryTexture *self);
void ws_capture_free (WsCapture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCapture, ws_capture_free)

G_END_DECLS
