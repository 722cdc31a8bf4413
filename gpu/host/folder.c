#include "folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES       (8 << 20)  /* larger ones are links */
#define ALL_COPIES_BYTES (64 << 20) /* together */
#define DEPTH_OF_OWN     64         /* of folders that a program makes */
#define BLOCK_BYTES      512        /* in which stat(2) counts */

/* Something that was put into the own folder; @status of a copy, as it was left. */
typedef struct {
  char *name;
  struct stat status;
} Placed;

struct _WsHostFolder {
  char *path;
  int own;
  GPtrArray *placed;   /* Placed: a folder before what is in it */
  GPtrArray *readable; /* char *, and NULL at the end once it is made */
  guint n_found;
  guint64 copied_bytes;
  gboolean leaves_out;
};

static void
placed_free (Placed *self)
{
  g_free (self->name);
  g_free (self);
}

static void
remember (WsHostFolder *self, const char *name)
{
  Placed *placed = g_new0 (Placed, 1);

  placed->name = g_strdup (name);
  fstatat (self->own, name, &placed->status, AT_SYMLINK_NOFOLLOW);
  g_ptr_array_add (self->placed, placed);
}

/* ---- what is put there ---- */

static gboolean
copy (WsHostFolder *self, const char *path, const char *name)
{
  g_autofree char *data = NULL;
  gsize size;
  gsize done = 0;
  int file;

  if (!g_file_get_contents (path, &data, &size, NULL))
    return FALSE;
  file = openat (self->own, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0)
    return FALSE;
  while (done < size)
    {
      gssize n = write (file, data + done, size - done);

      if (n <= 0)
        break;
      done += (gsize)n;
    }
  close (file);
  if (done < size)
    unlinkat (self->own, name, 0);
  self->copied_bytes += done;
  return done == size;
}

/* A file that is there already was named before. */
static void
place (WsHostFolder *self, const char *path, const char *name, const struct stat *status)
{
  guint64 size = (guint64)status->st_size;

  if (self->n_found++ >= WS_HOST_MAX_FILES)
    {
      self->leaves_out = TRUE;
      return;
    }
  g_ptr_array_add (self->readable, g_strdup (path));
  if (size <= COPY_BYTES && self->copied_bytes + size <= ALL_COPIES_BYTES
          ? copy (self, path, name)
          : symlinkat (path, self->own, name) == 0)
    remember (self, name);
}

static void
make_folder (WsHostFolder *self, const char *name)
{
  if (mkdirat (self->own, name, 0700) == 0)
    remember (self, name);
}

static void place_all (WsHostFolder *self, const char *folder, const char *prefix, guint depth);

static void
place_entry (WsHostFolder *self, const char *path, const char *name, guint depth)
{
  struct stat status;

  if (lstat (path, &status) != 0)
    return;
  if (S_ISREG (status.st_mode))
    place (self, path, name, &status);
  else if (S_ISDIR (status.st_mode) && depth >= WS_HOST_MAX_DEPTH)
    self->leaves_out = TRUE;
  else if (S_ISDIR (status.st_mode))
    {
      make_folder (self, name);
      place_all (self, path, name, depth + 1);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* In the order of their names, so that it does not change what is left out. */
static void
place_all (WsHostFolder *self, const char *folder, const char *prefix, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && self->n_found <= WS_HOST_MAX_FILES; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      g_autofree char *placed = g_build_filename (prefix, names->pdata[i], NULL);

      if (!g_str_equal (path, self->path))
        place_entry (self, path, placed, depth);
    }
}

/* ---- whose folder it is ---- */

static gboolean
is_in (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  return g_str_equal (folder, "/")
         || (strncmp (path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0'));
}

/* Whether one of these is @folder or lies in it, or it is hidden. */
static gboolean
is_not_its_own (const char *folder)
{
  const char *const places[] = { g_get_home_dir (), g_get_tmp_dir (), "/tmp", "/var/tmp",
                                 "/dev/shm" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = realpath (places[i], NULL);

      if (path != NULL && is_in (path, folder))
        return TRUE;
    }
  return strstr (folder, "/.") != NULL;
}

/* One that the user has named: where it lies in the source's folder it keeps its place. */
static gboolean
place_named (WsHostFolder *self, const char *named, const char *source, GError **error)
{
  g_autofree char *path = realpath (named, NULL);
  g_autofree char *name = NULL;
  g_auto (GStrv) parts = NULL;
  struct stat status;

  if (path == NULL || stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” is not a file."), named);
      return FALSE;
    }
  if (source != NULL && !g_str_equal (source, "/") && is_in (path, source))
    name = g_strdup (path + strlen (source) + 1);
  else
    name = g_path_get_basename (path);
  parts = g_strsplit (name, "/", -1);
  for (guint i = 1; parts[i] != NULL; i++)
    {
      char *end = parts[i];
      g_autofree char *folder = NULL;

      parts[i] = NULL;
      folder = g_strjoinv ("/", parts);
      parts[i] = end;
      make_folder (self, folder);
    }
  place (self, path, name, &status);
  return TRUE;
}

static gboolean
open_own (WsHostFolder *self, const char *own, GError **error)
{
  g_autoptr (GDir) dir = NULL;

  self->path = realpath (own, NULL);
  self->own = self->path != NULL ? open (self->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  dir = self->own >= 0 ? g_dir_open (self->path, 0, NULL) : NULL;
  if (dir != NULL && g_dir_read_name (dir) == NULL)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_EMPTY,
               _ ("“%s” is not an empty folder: the program needs one of its own."), own);
  return FALSE;
}

/**
 * ws_host_folder_new:
 * @own: an empty folder
 * @source: (nullable): the source's folder
 * @files: (nullable) (array zero-terminated=1): files that the user has named, hidden or not
 * @error: return location for a #GError: of #GIOErrorEnum
 *
 * Returns: (transfer full) (nullable): the folder @own, with what the program may read in it
 */
WsHostFolder *
ws_host_folder_new (const char *own, const char *source, const char *const *files, GError **error)
{
  g_autoptr (WsHostFolder) self = g_new0 (WsHostFolder, 1);
  g_autofree char *folder = source != NULL ? realpath (source, NULL) : NULL;

  self->placed = g_ptr_array_new_with_free_func ((GDestroyNotify)placed_free);
  self->readable = g_ptr_array_new_with_free_func (g_free);
  if (!open_own (self, own, error))
    return NULL;
  if (source != NULL && folder == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” is not a folder."), source);
      return NULL;
    }
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    if (!place_named (self, files[i], folder, error))
      return NULL;
  if (folder != NULL && !is_not_its_own (folder))
    place_all (self, folder, "", 0);
  g_ptr_array_add (self->readable, NULL);
  return g_steal_pointer (&self);
}

void
ws_host_folder_free (WsHostFolder *self)
{
  g_free (self->path);
  if (self->own >= 0)
    close (self->own);
  g_ptr_array_unref (self->placed);
  g_ptr_array_unref (self->readable);
  g_free (self);
}

const char *
ws_host_folder_get_path (const WsHostFolder *self)
{
  return self->path;
}

/* Returns: (array zero-terminated=1): the files that the program may read, by their real paths */
const char *const *
ws_host_folder_get_readable (const WsHostFolder *self)
{
  return (const char *const *)self->readable->pdata;
}

/* Returns: whether the source's folder has more files than are found there */
gboolean
ws_host_folder_leaves_out (const WsHostFolder *self)
{
  return self->leaves_out;
}

/* ---- what is made of it ---- */

static gboolean
measure (int folder, guint depth, WsHostUse *use)
{
  DIR *dir = folder >= 0 ? fdopendir (folder) : NULL;
  const struct dirent *entry;
  gboolean ok = TRUE;

  if (dir == NULL)
    {
      if (folder >= 0)
        close (folder);
      return TRUE;
    }
  while (ok && (entry = readdir (dir)) != NULL)
    {
      struct stat status;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, "..")
          || fstatat (dirfd (dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      use->n_files++;
      use->n_bytes += (guint64)status.st_blocks * BLOCK_BYTES;
      if (S_ISDIR (status.st_mode))
        ok = depth < DEPTH_OF_OWN
             && measure (openat (dirfd (dir), entry->d_name,
                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                         depth + 1, use);
    }
  closedir (dir);
  return ok;
}

/**
 * ws_host_folder_measure:
 * @use: (out): what is in it by now, with what was put there
 *
 * Returns: whether all of it was seen; else there are folders in folders without end
 */
gboolean
ws_host_folder_measure (const WsHostFolder *self, WsHostUse *use)
{
  *use = (WsHostUse){ 0 };
  return measure (openat (self->own, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0, use);
}

/* The time of its last change, which no program can set, is what tells. */
static gboolean
is_unchanged (const WsHostFolder *self, const Placed *placed)
{
  struct stat now;
  const struct stat *then = &placed->status;

  return fstatat (self->own, placed->name, &now, AT_SYMLINK_NOFOLLOW) == 0
         && now.st_ino == then->st_ino && now.st_size == then->st_size
         && now.st_ctim.tv_sec == then->st_ctim.tv_sec
         && now.st_ctim.tv_nsec == then->st_ctim.tv_nsec;
}

/* Removes what was put into the folder and is as it was. */
void
ws_host_folder_sweep (WsHostFolder *self)
{
  for (guint i = self->placed->len; i > 0; i--)
    {
      const Placed *placed = g_ptr_array_index (self->placed, i - 1);

      if (S_ISDIR (placed->status.st_mode))
        unlinkat (self->own, placed->name, AT_REMOVEDIR);
      else if (S_ISLNK (placed->status.st_mode) || is_unchanged (self, placed))
        unlinkat (self->own, placed->name, 0);
    }
  g_ptr_array_set_size (self->placed, 0);
}
