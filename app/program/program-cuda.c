#include "program/program-cuda.h"

#include "program/program-run.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#define LIBRARY "libcudart.so.13"

/* (transfer full) (nullable): @path, as it is, where it is CUDA's and not one of Warpstage's */
static char *
accept (const char *path)
{
  g_autofree char *own = ws_program_find_runtime ();
  char *real = path != NULL ? realpath (path, NULL) : NULL;
  char *accepted =
      real != NULL && (own == NULL || !g_str_has_prefix (real, own)) ? g_strdup (real) : NULL;

  free (real);
  return accepted;
}

/* (transfer full) (nullable): in the toolkit of a compiler */
static char *
find_beside (const char *nvcc)
{
  static const char *const folders[] = { "lib64", "lib", "targets/x86_64-linux/lib",
                                         "targets/sbsa-linux/lib" };
  char *real = nvcc != NULL ? realpath (nvcc, NULL) : NULL;
  g_autofree char *programs = real != NULL ? g_path_get_dirname (real) : NULL;
  g_autofree char *toolkit = programs != NULL ? g_path_get_dirname (programs) : NULL;
  char *found = NULL;

  free (real);
  for (guint i = 0; toolkit != NULL && found == NULL && i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (toolkit, folders[i], LIBRARY, NULL);

      found = accept (path);
    }
  return found;
}

/* (transfer full) (nullable): where the loader finds it: LD_LIBRARY_PATH, and ldconfig's folders */
static char *
find_by_loader (void)
{
  void *library = dlopen (LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  struct link_map *map = NULL;
  char *found = NULL;

  if (library == NULL)
    return NULL;
  if (dlinfo (library, RTLD_DI_LINKMAP, &map) == 0)
    found = accept (map->l_name);
  dlclose (library);
  return found;
}

/**
 * ws_program_find_cudart:
 * @nvcc: (nullable): path of the compiler
 *
 * Returns: (transfer full) (nullable): path of CUDA's libcudart: $WARPSTAGE_CUDART, else that of
 * the compiler's toolkit, else the system's
 */
char *
ws_program_find_cudart (const char *nvcc)
{
  char *found = accept (g_getenv ("WARPSTAGE_CUDART"));

  if (found == NULL)
    found = find_beside (nvcc);
  return found != NULL ? found : find_by_loader ();
}
