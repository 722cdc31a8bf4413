#include "reader/accept.h"

#include "ptx/ptx.h"

#include <string.h>

#define BEGINS "\n.version " /* of PTX: before it, a comment says what has made it */

static gboolean
accept (const char *ptx)
{
  g_autoptr (WsPtxModule) module = ws_ptx_parse (ptx, -1, "the compiler's PTX", NULL);

  for (guint i = 0; module != NULL && i < module->functions->len; i++)
    {
      WsPtxFunction *function = g_ptr_array_index (module->functions, i);

      if (function->is_entry && !ws_ptx_function_check (module, function, NULL))
        return FALSE;
    }
  return module != NULL;
}

/* The texts in a shared object: nvcc is asked not to compress them. */
static gboolean
accept_object (GBytes *object)
{
  gsize size;
  const char *at = g_bytes_get_data (object, &size);
  const char *end = at + size;

  while ((at = memmem (at, (gsize)(end - at), BEGINS, strlen (BEGINS))) != NULL)
    {
      g_autofree char *ptx = g_strndup (at, (gsize)(end - at));

      if (!accept (ptx))
        return FALSE;
      at += strlen (ptx);
    }
  return TRUE;
}

/**
 * ws_accept_compiled:
 * @result: what a compiler has made of a source, or of a whole program
 *
 * Returns: whether something was made, and the virtual GPU has all instructions of its kernels
 */
gboolean
ws_accept_compiled (const WsCompileResult *result)
{
  if (result->ptx != NULL)
    return accept (result->ptx);
  return result->object != NULL && accept_object (result->object);
}
