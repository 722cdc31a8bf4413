/* The program's own definitions are found before the C library's by all that is linked to it. */
#include "cage.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char cage[PATH_MAX];
static int n_refused;

/* Where a path that need not be there leads: its folder's real path is what counts. */
static gboolean
is_inside (int folder, const char *path)
{
  char absolute[PATH_MAX];
  char parent[PATH_MAX];
  char link[64];
  char *slash;
  gsize length = strlen (cage);

  if (path[0] == '/')
    g_strlcpy (absolute, path, sizeof absolute);
  else
    {
      char base[PATH_MAX] = "";

      if (folder == AT_FDCWD)
        g_strlcpy (link, "/proc/self/cwd", sizeof link);
      else
        g_snprintf (link, sizeof link, "/proc/self/fd/%d", folder);
      if (readlink (link, base, sizeof base - 1) < 0)
        return FALSE;
      if (g_snprintf (absolute, sizeof absolute, "%s/%s", base, path) >= (int)sizeof absolute)
        return FALSE;
    }
  while ((slash = strrchr (absolute, '/')) != NULL && slash[1] == '\0' && slash != absolute)
    *slash = '\0';
  if (g_str_has_prefix (absolute, "/dev/") || g_str_has_prefix (absolute, "/proc/self/"))
    return TRUE;
  if (slash == NULL)
    return FALSE;
  *(slash == absolute ? slash + 1 : slash) = '\0';
  if (realpath (absolute, parent) == NULL)
    return FALSE;
  return strncmp (parent, cage, length) == 0 && (parent[length] == '/' || parent[length] == '\0');
}

static gboolean
refuse (int folder, const char *path)
{
  int error = errno;

  if (cage[0] == '\0' || path == NULL || is_inside (folder, path))
    {
      errno = error;
      return FALSE;
    }
  g_atomic_int_inc (&n_refused);
  errno = EACCES;
  return TRUE;
}

void
cage_close (const char *folder)
{
  if (realpath (folder, cage) == NULL)
    abort ();
}

guint
cage_count_refused (void)
{
  return (guint)g_atomic_int_get (&n_refused);
}

#define REAL(name) ((__typeof__ (&(name)))(gpointer)dlsym (RTLD_NEXT, #name))
#define CAGED      __attribute__ ((visibility ("default")))

/* Opening to write, as the three forms of it have in common. */
#define OPEN(name, parameters, folder, ...)                                             \
  CAGED int name parameters                                                             \
  {                                                                                     \
    mode_t mode = 0;                                                                    \
                                                                                        \
    if (flags & (O_CREAT | O_TMPFILE))                                                  \
      {                                                                                 \
        va_list more;                                                                   \
                                                                                        \
        va_start (more, flags);                                                         \
        mode = va_arg (more, mode_t);                                                   \
        va_end (more);                                                                  \
      }                                                                                 \
    if ((flags & (O_ACCMODE | O_CREAT | O_TRUNC)) != O_RDONLY && refuse (folder, path)) \
      return -1;                                                                        \
    return REAL (name) (__VA_ARGS__, flags, mode);                                      \
  }

OPEN (open, (const char *path, int flags, ...), AT_FDCWD, path)
OPEN (open64, (const char *path, int flags, ...), AT_FDCWD, path)
OPEN (openat, (int fd, const char *path, int flags, ...), fd, fd, path)
OPEN (openat64, (int fd, const char *path, int flags, ...), fd, fd, path)

CAGED int
creat (const char *path, mode_t mode)
{
  return open (path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

CAGED FILE *
fopen (const char *path, const char *mode)
{
  if (strpbrk (mode, "wa+") != NULL && refuse (AT_FDCWD, path))
    return NULL;
  return REAL (fopen) (path, mode);
}

CAGED FILE *
fopen64 (const char *path, const char *mode)
{
  if (strpbrk (mode, "wa+") != NULL && refuse (AT_FDCWD, path))
    return NULL;
  return REAL (fopen64) (path, mode);
}

CAGED int
remove (const char *path)
{
  return refuse (AT_FDCWD, path) ? -1 : REAL (remove) (path);
}

CAGED int
unlink (const char *path)
{
  return refuse (AT_FDCWD, path) ? -1 : REAL (unlink) (path);
}

CAGED int
unlinkat (int fd, const char *path, int flags)
{
  return refuse (fd, path) ? -1 : REAL (unlinkat) (fd, path, flags);
}

CAGED int
rmdir (const char *path)
{
  return refuse (AT_FDCWD, path) ? -1 : REAL (rmdir) (path);
}

CAGED int
mkdir (const char *path, mode_t mode)
{
  return refuse (AT_FDCWD, path) ? -1 : REAL (mkdir) (path, mode);
}

CAGED int
rename (const char *from, const char *to)
{
  return refuse (AT_FDCWD, from) || refuse (AT_FDCWD, to) ? -1 : REAL (rename) (from, to);
}

CAGED int
renameat (int from_fd, const char *from, int to_fd, const char *to)
{
  return refuse (from_fd, from) || refuse (to_fd, to) ? -1
                                                      : REAL (renameat) (from_fd, from, to_fd, to);
}

CAGED int
link (const char *from, const char *to)
{
  return refuse (AT_FDCWD, to) ? -1 : REAL (link) (from, to);
}

CAGED int
symlink (const char *from, const char *to)
{
  return refuse (AT_FDCWD, to) ? -1 : REAL (symlink) (from, to);
}

CAGED int
chmod (const char *path, mode_t mode)
{
  return refuse (AT_FDCWD, path) ? -1 : REAL (chmod) (path, mode);
}

CAGED int
truncate (const char *path, off_t length)
{
  return refuse (AT_FDCWD, path) ? -1 : REAL (truncate) (path, length);
}
