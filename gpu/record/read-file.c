/* read-file.c: reads a whole file into private memory, which cannot change after a check. */
#include "files/input.h"
#include "record/file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>

#define PIECE_BYTES (8 << 20) /* between two checks of the cancellable */

/* Memory available without swapping out other programs; G_MAXUINT64 if unknown. */
static guint64
get_free_bytes (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    return G_MAXUINT64;
  line = strstr (text, "MemAvailable:");
  return line != NULL ? g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) * 1024
                      : G_MAXUINT64;
}

/* (transfer full): @size bytes, or fewer if the file has become shorter */
static GBytes *
read_stream (GInputStream *stream, const char *name, guint64 size, GCancellable *cancellable,
             GError **error)
{
  g_autofree char *contents = NULL;
  guint64 n_free = get_free_bytes ();
  gsize n = 0;
  gsize n_read = PIECE_BYTES;

  if (size < n_free)
    contents = g_try_malloc (MAX (size, 1));
  if (contents == NULL)
    {
      g_autofree char *needed = g_format_size (size);
      g_autofree char *available = g_format_size (n_free);

      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
          _ ("“%s” needs %s of memory; %s are free. Close other programs, or open a smaller file."),
          name, needed, available);
      return NULL;
    }
  while (n < size && n_read > 0)
    {
      if (!g_input_stream_read_all (stream, contents + n, MIN (size - n, PIECE_BYTES), &n_read,
                                    cancellable, error))
        return NULL;
      n += n_read;
    }
  return g_bytes_new_take (g_steal_pointer (&contents), n);
}

static gboolean
refuse (const char *name, const char *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
               _ ("“%s” is %s. Choose a file saved by Warpstage."), name, what);
  return FALSE;
}

static gboolean
check_mode (mode_t mode, const char *name, GError **error)
{
  const char *kind = ws_input_name_kind (mode);

  return kind == NULL || refuse (name, kind, error);
}

static GBytes *
read_local (const char *path, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;
  struct stat status;
  /* a pipe without a writer must not block us */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  int code = errno;

  if (fd < 0 && stat (path, &status) == 0 && !check_mode (status.st_mode, name, error))
    return NULL; /* a socket cannot even be opened */
  if (fd < 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   _ ("“%s” cannot be opened: %s."), name, g_strerror (code));
      return NULL;
    }
  stream = g_unix_input_stream_new (fd, TRUE);
  if (fstat (fd, &status) != 0)
    {
      code = errno;
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   _ ("“%s” cannot be read: %s."), name, g_strerror (code));
      return NULL;
    }
  if (!check_mode (status.st_mode, name, error))
    return NULL;
  return read_stream (stream, name, (guint64)status.st_size, cancellable, error);
}

static GBytes *
read_remote (GFile *file, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                         G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autoptr (GFileInputStream) stream = NULL;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    {
      refuse (name, ws_input_name_kind (S_IFDIR), error);
      return NULL;
    }
  if (!g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_STANDARD_SIZE))
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
          _ ("The server does not give the size of “%s”. Copy the file to this computer first."),
          name);
      return NULL;
    }
  stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return NULL;
  return read_stream (G_INPUT_STREAM (stream), name, (guint64)g_file_info_get_size (info),
                      cancellable, error);
}

/**
 * ws_record_read_file:
 * @file: what to read
 * @cancellable: (nullable): ends the reading
 *
 * Reads a whole file. Anything that is not a file, or does not fit into memory, is an error, and
 * never blocks.
 *
 * Returns: (transfer full) (nullable): private memory, independent of later changes to the file
 */
GBytes *
ws_record_read_file (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const char *path = g_file_peek_path (file);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return path != NULL ? read_local (path, name, cancellable, error)
                      : read_remote (file, name, cancellable, error);
}
