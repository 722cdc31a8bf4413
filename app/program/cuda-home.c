#include "program/cuda-home.h"

#include "program/program-run.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <unistd.h>

/* A link of @folder to @target, in the place of another one. */
static gboolean
put_link (const char *folder, const char *name, const char *target, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  unlink (path);
  if (symlink (target, path) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", path,
               g_strerror (errno));
  return FALSE;
}

/* Each file and folder of @from by a link in @to; of one name the last. */
static gboolean
put_links (const char *to, const char *from, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, error);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *target = g_build_filename (from, name, NULL);

      if (!put_link (to, name, target, error))
        return FALSE;
    }
  return dir != NULL;
}

static gboolean
make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0755) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", path,
               g_strerror (errno));
  return FALSE;
}

/* The toolkit's own headers, and those of Warpstage that it lacks. */
static gboolean
fill_include (const char *home, const char *nvcc, const char *libraries, GError **error)
{
  g_autofree char *bin = g_path_get_dirname (nvcc);
  g_autofree char *own = g_build_filename (libraries, WS_CUDA_HEADERS, NULL);
  g_autofree char *headers = g_canonicalize_filename ("../include", bin);
  g_autofree char *include = g_build_filename (home, "include", NULL);

  return make_folder (include, error) && put_links (include, own, error)
         && put_links (include, headers, error);
}

/**
 * ws_cuda_home_make:
 * @nvcc: of the toolkit that compiles
 * @error: return location for a #GError: of the system's
 *
 * Makes it, of links: bin/nvcc is warpstage-nvcc, include/ has the toolkit's headers, lib64/ the
 * libraries of Warpstage's.
 *
 * Returns: (transfer full) (nullable): where it is
 */
char *
ws_cuda_home_make (const char *nvcc, GError **error)
{
  g_autofree char *home = g_build_filename (g_get_user_cache_dir (), "warpstage", "cuda", NULL);
  g_autofree char *bin = g_build_filename (home, "bin", NULL);
  g_autofree char *libraries = ws_program_find_runtime ();
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *programs = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *wrapper =
      programs != NULL ? g_build_filename (programs, WS_CUDA_NVCC, NULL) : NULL;

  if (libraries == NULL || wrapper == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("Warpstage's libcudart is not next to its programs."));
      return NULL;
    }
  if (!make_folder (bin, error) || !put_link (bin, "nvcc", wrapper, error)
      || !put_link (home, "lib64", libraries, error) || !put_link (home, "lib", libraries, error)
      || !fill_include (home, nvcc, libraries, error))
    return NULL;
  return g_steal_pointer (&home);
}
