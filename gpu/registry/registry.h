/* registry.h: what nvcc's code registers before main(): modules, their kernels, their variables. */
#pragma once

#include "ptx/ptx.h"
#include "registry/fat-binary.h"

G_BEGIN_DECLS

/**
 * WsModule:
 * @name: for messages
 * @code: its code
 * @index: of the device's modules, once it is loaded
 * @is_loaded: whether it is
 * @history_index: of the history's modules, once it is loaded
 *
 * A module from __cudaRegisterFatBinary() or cuModuleLoadData(). It is loaded on first use.
 */
typedef struct _WsModule {
  char *name;
  WsFatBinary code;
  guint index;
  gboolean is_loaded;
  guint history_index;
} WsModule;

/**
 * WsFunction:
 * @module: which has it
 * @host: address that the host calls
 * @name: in the PTX
 * @title: as the source has it
 * @entry: (nullable): its declaration in the PTX, once looked up
 * @registers: per thread; 0 if no compiler has reported it
 * @max_dynamic_shared: limit set by cudaFuncSetAttribute(); 0: not set
 *
 * A kernel.
 */
typedef struct _WsFunction WsFunction;
struct _WsFunction {
  WsModule *module;
  const void *host;
  char *name;
  char *title;
  const WsPtxFunction *entry;
  guint32 registers;
  guint max_dynamic_shared;
};

/**
 * WsVariable:
 * @module: which has it
 * @host: address that the host knows
 * @name: in the PTX
 * @managed: (nullable): for a __managed__ variable, the program's pointer to it
 *
 * A __device__, __constant__ or __managed__ variable.
 */
typedef struct {
  WsModule *module;
  const void *host;
  char *name;
  void **managed;
} WsVariable;

/**
 * WsRegistry:
 * @modules: (element-type WsModule): in the order of the program
 * @functions: (element-type WsFunction): by the address that the host calls
 * @variables: (element-type WsVariable): by the address that the host knows
 * @n_loaded: modules that the history has
 *
 * All registrations of a program.
 */
typedef struct {
  GPtrArray *modules;
  GHashTable *functions;
  GHashTable *variables;
  guint n_loaded;
} WsRegistry;

void ws_registry_init (WsRegistry *self);
WsModule *ws_registry_add_module (WsRegistry *self, gconstpointer image, guint architecture);
WsFunction *ws_registry_add_function (WsRegistry *self, WsModule *module, const void *host,
                                      const char *name);
WsVariable *ws_registry_add_variable (WsRegistry *self, WsModule *module, const void *host,
                                      const char *name);
WsFunction *ws_registry_find_function (const WsRegistry *self, const void *host);
void ws_registry_load (WsRegistry *self, WsModule *module, int history);
guint8 *ws_function_fill_params (const WsFunction *self, void **arguments, gsize *size);

G_END_DECLS
