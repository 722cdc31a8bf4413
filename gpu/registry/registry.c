#include "registry/registry.h"

#include "history/write.h"

#include <string.h>

#define MAX_PARAMS_BYTES 32764 /* PTX ISA 5.1.6.4, from sm_70 on */

/* It stays to the program's end: destructors may still use what is in it. */
void
ws_registry_init (WsRegistry *self)
{
  *self = (WsRegistry){ .modules = g_ptr_array_new (),
                        .functions = g_hash_table_new (NULL, NULL),
                        .variables = g_hash_table_new (NULL, NULL) };
}

/**
 * ws_registry_add_module:
 * @image: what nvcc's code registers, a fat binary, or PTX, zero-terminated
 * @architecture: compute capability of the GPU, times ten; 0 if not known yet
 *
 * Returns: (transfer none): a new module; it has no PTX where @image has none
 */
WsModule *
ws_registry_add_module (WsRegistry *self, gconstpointer image, guint architecture)
{
  WsModule *module = g_new0 (WsModule, 1);

  module->name = g_strdup_printf ("module-%u.ptx", self->modules->len);
  module->code = ws_fat_binary_read (image, architecture);
  g_ptr_array_add (self->modules, module);
  return module;
}

/**
 * ws_registry_add_function:
 * @module: of it
 * @host: (nullable): what the host calls; %NULL if the program knows it by its handle alone
 * @name: in the PTX
 *
 * Returns: (transfer none): a new kernel
 */
WsFunction *
ws_registry_add_function (WsRegistry *self, WsModule *module, const void *host, const char *name)
{
  WsFunction *function = g_new0 (WsFunction, 1);

  function->module = module;
  function->host = host != NULL ? host : function;
  function->name = g_strdup (name);
  function->title = ws_fat_binary_demangle (name);
  g_hash_table_insert (self->functions, (gpointer)function->host, function);
  return function;
}

/**
 * ws_registry_add_variable:
 * @module: of it
 * @host: (nullable): address that the host knows; %NULL if it knows none
 * @name: in the PTX
 *
 * Returns: (transfer none): a new variable
 */
WsVariable *
ws_registry_add_variable (WsRegistry *self, WsModule *module, const void *host, const char *name)
{
  WsVariable *variable = g_new0 (WsVariable, 1);

  variable->module = module;
  variable->host = host != NULL ? host : variable;
  variable->name = g_strdup (name);
  g_hash_table_insert (self->variables, (gpointer)variable->host, variable);
  return variable;
}

/**
 * ws_registry_find_function:
 * @host: what the host calls, or the kernel itself
 *
 * Returns: (transfer none) (nullable): the kernel
 */
WsFunction *
ws_registry_find_function (const WsRegistry *self, const void *host)
{
  WsFunction *function = g_hash_table_lookup (self->functions, host);
  GHashTableIter iter;
  gpointer each;

  if (function != NULL)
    return function;
  g_hash_table_iter_init (&iter, self->functions);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    if (each == host)
      return each;
  return NULL;
}

/**
 * ws_registry_load:
 * @module: that is used from now on
 * @history: descriptor of the history to write this to; -1: none
 */
void
ws_registry_load (WsRegistry *self, WsModule *module, int history)
{
  g_autofree char *text = g_strndup (module->code.ptx, module->code.ptx_bytes);

  module->is_loaded = TRUE;
  module->history_index = self->n_loaded++;
  ws_history_write (history, "module",
                    g_variant_new ("(ss)", module->name, text != NULL ? text : ""));
}

/**
 * ws_function_fill_params:
 * @self: a kernel with an entry
 * @arguments: (nullable): addresses of the arguments, as many as it has parameters; %NULL: all are
 * 0
 * @size: (out): of what is returned: bytes
 *
 * Returns: (transfer full): the parameters, laid out as the PTX declares them
 */
guint8 *
ws_function_fill_params (const WsFunction *self, void **arguments, gsize *size)
{
  const WsPtxFunction *entry = self->entry;
  guint8 *params;

  *size = MIN (entry->param_bytes, MAX_PARAMS_BYTES);
  params = g_malloc0 (MAX (*size, 1));
  for (guint i = 0; arguments != NULL && i < entry->params->len; i++)
    {
      const WsPtxVariable *param = g_ptr_array_index (entry->params, i);

      if (param->offset + param->size <= MAX_PARAMS_BYTES)
        memcpy (params + param->offset, arguments[i], param->size);
    }
  return params;
}
