/* registry.h: what nvcc's code registers before main(): modules, their kernels, their variables. */
#pragma once

#include "ptx/ptx.h"
#include "registry/fat-binary.h"

G_BEGIN_DECLS

/**
 * WsModule:
 * @name: for messages
 * @code: what the program brought
 * @index: of the device's modules, once it is loaded
 * @is_loaded: whether it is
 * @history_index: of the history's modules, once it is loaded
 *
 * What __cudaRegisterFatBinary() got, or cuModuleLoadData(). It is loaded when something of it is
 * used.
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
 * @host: what the host calls
 * @name: in the PTX
 * @title: as the source has it
 * @entry: (nullable): what the PTX says of it, once that was asked for
 * @registers: per thread; 0 where no compiler has said so
 * @max_dynamic_shared: what cudaFuncSetAttribute() has allowed; 0: nothing was said
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
 * @managed: (nullable): where the program keeps its address, of a __managed__ variable
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
 * All of a program.
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
