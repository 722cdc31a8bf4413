/* libFuzzer: any bytes as PTX. What can be run can be given probes, and is PTX then, too. */
#include "ptx/rewrite.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
rewrite (WsPtxModule *module, WsPtxFunction *function)
{
  g_autofree guint8 *kinds = ws_ptx_choose_probes (function);
  g_autoptr (WsPtxProbed) probed = ws_ptx_rewrite (module, function, kinds, NULL);
  g_autoptr (WsPtxModule) again = NULL;

  if (probed != NULL)
    again = ws_ptx_parse (probed->text, -1, "probed.ptx", NULL);
}

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
        {
          ws_kernel_free (ws_ptx_function_to_kernel (module, function, "k", "k.cu", NULL));
          rewrite (module, function);
        }
    }
  return 0;
}
