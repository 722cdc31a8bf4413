/* libFuzzer: any bytes as a .wsrun file. */
#include "record/file.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (WsRun) run = ws_run_load_bytes (bytes, NULL);

  return 0;
}
