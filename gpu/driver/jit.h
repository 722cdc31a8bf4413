/* jit.h: the options that modules are loaded and linked with: of them, what is to be said. */
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
