#include "files/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define N_NAMES    16 /* that write the same target at the same time */
#define MAX_TRIES  64 /* that a name is taken anew, where others sweep it away */
#define HASH_CHARS 16

/**
 * ws_temporary_make_stem:
 * @name: (type filename): base name of a target
 *
 * Returns: (transfer full): how the names of its temporary files begin
 */
char *
ws_temporary_make_stem (const char *name)
{
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);

  return g_strdup_printf (WS_TEMPORARY_PREFIX "%.*s", HASH_CHARS, hash);
}

static char *
make_name (const char *stem, guint i)
{
  return g_strdup_printf ("%s-%u", stem, i);
}

static gboolean
lock (int fd)
{
  return flock (fd, LOCK_EX | LOCK_NB) == 0;
}

static gboolean
is_named (int fd, int folder, const char *name)
{
  struct stat own;
  struct stat named;

  return fstat (fd, &own) == 0 && fstatat (folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0
         && own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

/* Whether what was just made is ours and stays: no other writer took it for something left behind
 * before it was locked. Where the file system knows no locks, none can. */
static gboolean
claim (int fd, int folder, const char *name)
{
  return (lock (fd) || errno != EWOULDBLOCK) && is_named (fd, folder, name);
}

/**
 * ws_temporary_remove_folder:
 * @folder: descriptor of the folder that it is in
 * @name: (type filename): of the folder to remove
 *
 * Removes a folder and the files in it. What cannot be removed stays.
 */
void
ws_temporary_remove_folder (int folder, const char *name)
{
  int fd = openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir (fd) : NULL;
  const struct dirent *entry;

  if (fd >= 0 && dir == NULL)
    close (fd);
  while (dir != NULL && (entry = readdir (dir)) != NULL)
    unlinkat (dirfd (dir), entry->d_name, 0);
  if (dir != NULL)
    closedir (dir);
  unlinkat (folder, name, AT_REMOVEDIR);
}

/**
 * ws_temporary_remove_stale:
 * @folder: descriptor of a folder
 * @name: (type filename): of something in it
 *
 * Removes the temporary files that no running program owns: their writers have ended.
 *
 * Returns: whether it was such
 */
gboolean
ws_temporary_remove_stale (int folder, const char *name)
{
  int fd;
  struct stat info;
  gboolean stale;

  if (!g_str_has_prefix (name, WS_TEMPORARY_PREFIX))
    return FALSE;
  fd = openat (folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    return FALSE;
  stale = fstat (fd, &info) == 0 && (S_ISREG (info.st_mode) || S_ISDIR (info.st_mode)) && lock (fd)
          && is_named (fd, folder, name);
  if (stale && S_ISDIR (info.st_mode))
    ws_temporary_remove_folder (folder, name);
  else if (stale)
    unlinkat (folder, name, 0);
  close (fd);
  return stale;
}

/**
 * ws_temporary_sweep:
 * @folder: descriptor of a folder
 * @stem: from ws_temporary_make_stem()
 *
 * Removes all of this stem that has no owner.
 */
void
ws_temporary_sweep (int folder, const char *stem)
{
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = make_name (stem, i);

      ws_temporary_remove_stale (folder, name);
    }
}

/* (nullable): the first of the names that is free */
static char *
find_name (int folder, const char *stem)
{
  struct stat info;

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = make_name (stem, i);

      if (fstatat (folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return g_steal_pointer (&name);
    }
  errno = EEXIST;
  return NULL;
}

/* One that was swept away before it was locked is made anew. */
static int
create_named (int folder, const char *stem, int mode, char **name)
{
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *each = find_name (folder, stem);
      int fd;

      if (each == NULL)
        return -1;
      fd = openat (folder, each, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
      if (fd < 0 && errno != EEXIST)
        return -1;
      if (fd >= 0 && claim (fd, folder, each))
        {
          *name = g_steal_pointer (&each);
          return fd;
        }
      if (fd >= 0)
        close (fd);
    }
  errno = EEXIST;
  return -1;
}

/**
 * ws_temporary_create_file:
 * @folder: descriptor of the folder that it is to be in
 * @stem: from ws_temporary_make_stem()
 * @mode: of the file, less the umask
 * @name: (out) (transfer full) (nullable) (type filename): its name; %NULL if it has none yet,
 * as the system knows such files (O_TMPFILE)
 *
 * Returns: descriptor of a new file that is locked, to write and read; -1: errno says why not
 */
int
ws_temporary_create_file (int folder, const char *stem, int mode, char **name)
{
  int fd = -1;

  *name = NULL;
  /* the name that it gets in the end is made by way of /proc */
  if (access ("/proc/self/fd", X_OK) == 0)
    fd = openat (folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (fd < 0)
    return create_named (folder, stem, mode, name);
  lock (fd); /* no other process knows of it */
  return fd;
}

/**
 * ws_temporary_name_file:
 * @file: descriptor of a file without a name
 * @folder: descriptor of the folder that it was made in
 * @stem: from ws_temporary_make_stem()
 *
 * Returns: (transfer full) (nullable) (type filename): the name that the file now has; %NULL: errno
 * says why not
 */
char *
ws_temporary_name_file (int file, int folder, const char *stem)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", file);

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *name = find_name (folder, stem);

      if (name == NULL)
        return NULL;
      if (linkat (AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW) == 0)
        return g_steal_pointer (&name);
      if (errno != EEXIST)
        return NULL;
    }
  return NULL;
}

/**
 * ws_temporary_create_folder:
 * @folder: descriptor of the folder that it is to be in
 * @stem: from ws_temporary_make_stem()
 * @name: (out) (transfer full) (type filename): its name; untouched where there is none
 *
 * Returns: descriptor of a new folder that is locked as long as it is open; -1: errno says why not
 */
int
ws_temporary_create_folder (int folder, const char *stem, char **name)
{
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *each = find_name (folder, stem);
      int fd;

      if (each == NULL)
        return -1;
      if (mkdirat (folder, each, 0777) != 0)
        {
          if (errno == EEXIST)
            continue;
          return -1;
        }
      fd = openat (folder, each, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (fd >= 0 && claim (fd, folder, each))
        {
          *name = g_steal_pointer (&each);
          return fd;
        }
      if (fd >= 0)
        close (fd);
    }
  errno = EEXIST;
  return -1;
}
