#include "files/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define N_NAMES    16 /* that write the same target at the same time */
#define MAX_TRIES  64 /* that a name is taken anew, where others sweep it away */
#define HASH_CHARS 16

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

/* Whether what was just made is ours and stays: nobody took it for something left behind before it
 * was locked. Where the file system knows no locks, nobody can. */
static gboolean
claim (int fd, int folder, const char *name)
{
  return (lock (fd) || errno != EWOULDBLOCK) && is_named (fd, folder, name);
}

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
  lock (fd); /* nobody else knows of it */
  return fd;
}

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
