#include "wheel.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

GBytes *
wheel_make (const WheelEntry *entries)
{
  struct archive *archive = archive_write_new ();
  gsize room = 1u << 20, used = 0;
  guint8 *data;

  for (guint i = 0; entries[i].path != NULL; i++)
    room += entries[i].text != NULL ? strlen (entries[i].text) : 0;
  data = g_malloc (room);
  archive_write_set_format_zip (archive);
  archive_write_open_memory (archive, data, room, &used);
  for (guint i = 0; entries[i].path != NULL; i++)
    {
      struct archive_entry *entry = archive_entry_new ();
      gsize n = entries[i].text != NULL ? strlen (entries[i].text) : 0;

      archive_entry_set_pathname (entry, entries[i].path);
      archive_entry_set_perm (entry, 0644);
      if (entries[i].text != NULL)
        {
          archive_entry_set_filetype (entry, AE_IFREG);
          archive_entry_set_size (entry, (la_int64_t)n);
        }
      else
        {
          archive_entry_set_filetype (entry, AE_IFLNK);
          archive_entry_set_symlink (entry, "/etc/passwd");
        }
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      if (n > 0)
        g_assert_cmpint (archive_write_data (archive, entries[i].text, n), ==, (int)n);
      archive_entry_free (entry);
    }
  archive_write_close (archive);
  archive_write_free (archive);
  return g_bytes_new_take (data, used);
}

void
wheel_add (GString *table, const char *name, const char *part, GBytes *wheel, const char *files,
           guint64 most)
{
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, wheel);

  g_string_append_printf (table,
                          "[%s 1]\npart=%s\npath=aa/%s.whl\nbytes=%" G_GSIZE_FORMAT
                          "\nsha256=%s\nfiles=%s\nmost=%" G_GUINT64_FORMAT "\n",
                          name, part, name, g_bytes_get_size (wheel), sum, files, most);
}
