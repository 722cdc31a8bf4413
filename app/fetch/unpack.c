/* unpack.c: what is wanted of a wheel, which is a zip file, by libarchive. Only plain files, only
 * below the folder, only so much. */
#include "fetch/transport.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define ROOT         "nvidia/cu13/"
#define BLOCK        65536
#define MAX_FILES    8192
#define MAX_LICENCE  (1u << 20)
#define LICENCE_NAME "License.txt"

typedef struct archive Archive;

static Archive *
open_zip (const char *path, GError **error)
{
  Archive *archive = archive_read_new ();

  archive_read_support_format_zip (archive);
  if (archive_read_open_filename (archive, path, BLOCK) == ARCHIVE_OK)
    return archive;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("“%s” cannot be unpacked: %s."), path,
               archive_error_string (archive));
  archive_read_free (archive);
  return NULL;
}

/* (transfer none) (nullable): the path below the folder of an entry that is wanted */
static const char *
find_place (const WsWheel *wheel, struct archive_entry *entry)
{
  const char *name = archive_entry_pathname (entry);

  if (name == NULL || !g_str_has_prefix (name, ROOT))
    return NULL;
  name += strlen (ROOT);
  for (guint i = 0; wheel->files[i] != NULL; i++)
    if (g_str_has_prefix (name, wheel->files[i]) && !g_str_has_suffix (name, "/"))
      return name;
  return NULL;
}

static gboolean
refuse (const WsWheel *wheel, const char *name, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("“%s” contains an unexpected file and was not unpacked: “%s”."), wheel->file,
               name);
  return FALSE;
}

/* A path that stays where it is put. */
static gboolean
is_plain (const char *place)
{
  g_auto (GStrv) parts = g_strsplit (place, "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] == '\0' || g_str_equal (parts[i], ".") || g_str_equal (parts[i], ".."))
      return FALSE;
  return strchr (place, '\\') == NULL;
}

static gboolean
write_all (int fd, const guint8 *data, gsize n)
{
  while (n > 0)
    {
      ssize_t written = write (fd, data, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return FALSE;
      data += written;
      n -= (gsize)written;
    }
  return TRUE;
}

typedef struct {
  Archive *archive;
  const WsWheel *wheel;
  guint64 room; /* bytes that may still come */
  GCancellable *cancellable;
} Unpacking;

static gboolean
write_entry (Unpacking *self, int fd, const char *place, GError **error)
{
  guint8 buffer[BLOCK];
  la_ssize_t n;

  while ((n = archive_read_data (self->archive, buffer, sizeof buffer)) > 0)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if ((guint64)n > self->room)
        return refuse (self->wheel, place, error);
      self->room -= (guint64)n;
      if (!write_all (fd, buffer, (gsize)n))
        {
          g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                       _ ("“%s” could not be written: %s."), place, g_strerror (errno));
          return FALSE;
        }
    }
  if (n == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("“%s” cannot be unpacked: %s."),
               self->wheel->file, archive_error_string (self->archive));
  return FALSE;
}

/* Programs lie in folders of that name: bin/nvcc, nvvm/bin/cicc. */
static gboolean
is_program (const char *place)
{
  return g_str_has_prefix (place, "bin/") || strstr (place, "/bin/") != NULL;
}

static gboolean
unpack_entry (Unpacking *self, struct archive_entry *entry, const char *place, const char *folder,
              GError **error)
{
  g_autofree char *path = g_build_filename (folder, place, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  gboolean is_written;
  int fd;

  if (!is_plain (place) || archive_entry_filetype (entry) != AE_IFREG
      || archive_entry_hardlink (entry) != NULL || archive_entry_symlink (entry) != NULL)
    return refuse (self->wheel, place, error);
  g_mkdir_with_parents (parent, 0755);
  g_unlink (path);
  fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
               is_program (place) ? 0755 : 0644);
  if (fd < 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   _ ("“%s” could not be written: %s."), path, g_strerror (errno));
      return FALSE;
    }
  is_written = write_entry (self, fd, place, error);
  close (fd);
  return is_written;
}

static gboolean
unpack_all (Archive *archive, const WsWheel *wheel, const char *folder, GCancellable *cancellable,
            GError **error)
{
  Unpacking self = { archive, wheel, wheel->most, cancellable };
  struct archive_entry *entry;
  guint n = 0, n_wanted = 0;
  int status;

  while ((status = archive_read_next_header (archive, &entry)) == ARCHIVE_OK
         || status == ARCHIVE_WARN)
    {
      const char *place = find_place (wheel, entry);

      if (++n > MAX_FILES)
        return refuse (wheel, _ ("too many files"), error);
      if (place == NULL)
        continue;
      if (!unpack_entry (&self, entry, place, folder, error))
        return FALSE;
      n_wanted++;
    }
  if (status == ARCHIVE_EOF && n_wanted > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("“%s” cannot be unpacked: %s."),
               wheel->file,
               status == ARCHIVE_EOF ? _ ("it contains none of the expected files")
                                     : archive_error_string (archive));
  return FALSE;
}

/**
 * ws_unpack:
 * @path: of a wheel
 * @folder: where to
 * @error: return location for a #GError: %G_IO_ERROR
 *
 * Unpacks what is wanted of it, and nothing else.
 *
 * Returns: whether all of that is there
 */
gboolean
ws_unpack (const char *path, const WsWheel *wheel, const char *folder, GCancellable *cancellable,
           GError **error)
{
  Archive *archive = open_zip (path, error);
  gboolean is_unpacked;

  if (archive == NULL)
    return FALSE;
  is_unpacked = unpack_all (archive, wheel, folder, cancellable, error);
  archive_read_free (archive);
  return is_unpacked;
}

/**
 * ws_unpack_licence:
 * @path: of a wheel
 * @error: return location for a #GError: %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): the text of its licence
 */
char *
ws_unpack_licence (const char *path, GError **error)
{
  Archive *archive = open_zip (path, error);
  struct archive_entry *entry;
  g_autofree char *text = NULL;

  while (archive != NULL && text == NULL
         && archive_read_next_header (archive, &entry) == ARCHIVE_OK)
    if (g_str_has_suffix (archive_entry_pathname (entry), "/" LICENCE_NAME))
      {
        g_autofree char *buffer = g_malloc0 (MAX_LICENCE + 1);

        if (archive_read_data (archive, buffer, MAX_LICENCE) > 0)
          text = g_utf8_make_valid (buffer, -1);
      }
  if (archive != NULL && text == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("“%s” contains no licence."), path);
  if (archive != NULL)
    archive_read_free (archive);
  return g_steal_pointer (&text);
}
