/* libFuzzer: any bytes as PTX. */
#include "ptx/ptx.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  gboolean ok;
  g_autoptr (WsPtxModule) module =
      ws_ptx_parse_collect ((const char *)data, (gssize)size, "fuzz.ptx", &ok);

  for (guint i = 0; ok && i < module->functions->len; i++)
    {
      WsPtxFunction *function = g_ptr_array_index (module->functions, i);

      if (function->is_entry && function->has_body
          && ws_ptx_function_check (module, function, NULL))
        ws_kernel_free (ws_ptx_function_to_kernel (module, function, "k", "k.cu", NULL));
    }
  return 0;
}
