/* jit.h: the options for loading and linking modules, and the log that they ask for. */
#pragma once

#include "driver/types.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsJitOptions:
 * @n: how many
 * @names: (array length=n): what each is
 * @values: (array length=n): an address, or a number in the place of one
 */
typedef struct {
  guint n;
  const int *names;
  void **values;
} WsJitOptions;

void ws_jit_say (const WsJitOptions *self, const char *words);

G_END_DECLS
