/* Prints how many bytes of the computer's memory are free. */
#include "device/host-memory.h"

int
main (void)
{
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();

  g_print ("%" G_GUINT64_FORMAT "\n", ws_host_memory_get_free (host));
  return 0;
}
