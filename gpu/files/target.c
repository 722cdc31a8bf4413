#include "files/target.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define MAX_LINKS 40 /* as many as the kernel follows */

/**
 * ws_target_fail:
 * @path: (type filename): what cannot be written
 * @code: errno that says why
 *
 * Sets a %G_IO_ERROR with a sentence for people.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_target_fail (const char *path, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _ ("“%s” cannot be written: %s."),
               name, g_strerror (code));
  return FALSE;
}

/* -1: it names none. The link in /proc leads to a text that is no path where the descriptor is a
 * pipe, and to a name that may be another's by now where it is a file. */
static int
parse_descriptor (const char *path)
{
  static const char *const folders[] = { "/proc/self/fd/", "/dev/fd/" };
  guint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i])
        && g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, G_MAXINT, &number, NULL))
      return (int)number;
  return -1;
}

/* (transfer full) (nullable): where a link leads; what is relative is so to the link's folder */
static char *
read_link (const char *path)
{
  g_autofree char *text = g_malloc (PATH_MAX + 1);
  g_autofree char *folder = NULL;
  ssize_t length = readlink (path, text, PATH_MAX);

  if (length < 0)
    return NULL;
  text[length] = '\0';
  if (g_path_is_absolute (text))
    return g_steal_pointer (&text);
  folder = g_path_get_dirname (path);
  return g_build_filename (folder, text, NULL);
}

static WsTargetKind
get_kind (const struct stat *info)
{
  return S_ISREG (info->st_mode)   ? WS_TARGET_FILE
         : S_ISDIR (info->st_mode) ? WS_TARGET_FOLDER
                                   : WS_TARGET_DEVICE;
}

/**
 * ws_target_find:
 * @self: (out caller-allocates): what @path leads to
 * @path: a local path
 *
 * Follows links one by one, so that one that leads nowhere yet still says where.
 *
 * Returns: whether it leads anywhere; G_IO_ERROR says why not
 */
gboolean
ws_target_find (WsTarget *self, const char *path, GError **error)
{
  *self = (WsTarget){ .path = g_strdup (path), .descriptor = -1 };

  /* the kernel follows no link that another user put into a shared folder */
  if (stat (path, &self->info) != 0 && errno != ENOENT)
    return ws_target_fail (path, errno, error);
  for (guint i = 0; i <= MAX_LINKS; i++)
    {
      g_autofree char *next = NULL;

      self->descriptor = parse_descriptor (self->path);
      if (self->descriptor >= 0 && fstat (self->descriptor, &self->info) != 0)
        return ws_target_fail (path, errno, error);
      if (self->descriptor >= 0)
        {
          self->kind = WS_TARGET_DEVICE;
          return TRUE;
        }
      if (lstat (self->path, &self->info) != 0)
        {
          self->kind = WS_TARGET_NEW;
          return errno == ENOENT || ws_target_fail (path, errno, error);
        }
      if (!S_ISLNK (self->info.st_mode))
        {
          self->kind = get_kind (&self->info);
          return TRUE;
        }
      next = read_link (self->path);
      if (next == NULL)
        return ws_target_fail (path, errno, error);
      g_free (self->path);
      self->path = g_steal_pointer (&next);
    }
  return ws_target_fail (path, ELOOP, error);
}

void
ws_target_clear (WsTarget *self)
{
  g_clear_pointer (&self->path, g_free);
}
