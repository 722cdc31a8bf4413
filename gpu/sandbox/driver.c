/* driver.c: whether there is an NVIDIA driver, and what it needs that a sandbox cannot give. */
#include "sandbox/sandbox-private.h"

#include <dlfcn.h>
#include <unistd.h>

#define LIBRARY "libcuda.so.1"

/* It stays loaded: the driver does not bear being unloaded.
 *
 * Returns: (nullable): the library of the driver, as of dlopen(); %NULL if there is none */
void *
ws_sandbox_load_driver (void)
{
  return dlopen (LIBRARY, RTLD_LAZY | RTLD_LOCAL);
}

/* Has NVIDIA's setuid program make the device files that are missing. After the documentation of
 * nvidia-modprobe: the driver starts this program itself where it is not root and a file is
 * missing, which no_new_privs makes useless. */
void
ws_sandbox_prepare_driver (void)
{
  const char *const argv[] = { "/usr/bin/nvidia-modprobe", "-c", "0", "-u", NULL };

  if (access ("/dev/dxg", F_OK) == 0
      || (access ("/dev/nvidiactl", F_OK) == 0 && access ("/dev/nvidia-uvm", F_OK) == 0))
    return;
  g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                NULL, NULL, NULL, NULL, NULL, NULL);
}
