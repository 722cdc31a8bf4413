#include "device/host-memory.h"

#include "device/error.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* Of what is free, one part in so many is left to others. */
#define KEPT_SHARE 16

#define FILE_BYTES 8192

typedef enum {
  FILE_MEMINFO,
  FILE_STATM,          /* what this process has taken of its address space */
  FILE_CGROUP_MAX,     /* what the group may take, */
  FILE_CGROUP_CURRENT, /* has taken, */
  FILE_CGROUP_STAT,    /* and would give back */
  N_FILES
} File;

struct _WsHostMemory {
  gatomicrefcount refs;
  gboolean is_fixed;
  guint64 fixed_bytes;
  int files[N_FILES]; /* -1: not there */
};

/* The folder of the control group (version 2) that this process is in; nullable. */
static char *
find_cgroup (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "0::"))
      return g_build_filename ("/sys/fs/cgroup", lines[i] + strlen ("0::"), NULL);
  return NULL;
}

static int
open_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return open (path, O_RDONLY | O_CLOEXEC);
}

/* Opens what it will read. Where a file is not there, the others tell; where none is, the kernel is
 * asked, which knows less: caches count as taken. */
WsHostMemory *
ws_host_memory_new (void)
{
  WsHostMemory *self = g_new0 (WsHostMemory, 1);
  g_autofree char *cgroup = find_cgroup ();

  g_atomic_ref_count_init (&self->refs);
  for (guint i = 0; i < N_FILES; i++)
    self->files[i] = -1;
  self->files[FILE_MEMINFO] = open_file ("/proc", "meminfo");
  self->files[FILE_STATM] = open_file ("/proc/self", "statm");
  if (cgroup != NULL)
    {
      self->files[FILE_CGROUP_MAX] = open_file (cgroup, "memory.max");
      self->files[FILE_CGROUP_CURRENT] = open_file (cgroup, "memory.current");
      self->files[FILE_CGROUP_STAT] = open_file (cgroup, "memory.stat");
    }
  return self;
}

/**
 * ws_host_memory_new_fixed:
 * @free_bytes: that are always free
 *
 * Returns: (transfer full): a computer's memory that never changes: for tests
 */
WsHostMemory *
ws_host_memory_new_fixed (guint64 free_bytes)
{
  WsHostMemory *self = g_new0 (WsHostMemory, 1);

  g_atomic_ref_count_init (&self->refs);
  for (guint i = 0; i < N_FILES; i++)
    self->files[i] = -1;
  self->is_fixed = TRUE;
  self->fixed_bytes = free_bytes;
  return self;
}

WsHostMemory *
ws_host_memory_ref (WsHostMemory *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_host_memory_unref (WsHostMemory *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < N_FILES; i++)
    if (self->files[i] >= 0)
      close (self->files[i]);
  g_free (self);
}

/* The number that stands behind @key in a file, at the beginning of a line; without a key, at the
 * beginning of the file. */
static gboolean
read_number (const WsHostMemory *self, File file, const char *key, guint64 *number)
{
  char text[FILE_BYTES];
  const char *at = text;
  char *end;
  gssize n = self->files[file] >= 0 ? pread (self->files[file], text, sizeof text - 1, 0) : -1;

  if (n <= 0)
    return FALSE;
  text[n] = '\0';
  while (key != NULL && !g_str_has_prefix (at, key))
    {
      at = strchr (at, '\n');
      if (at == NULL)
        return FALSE;
      at++;
    }
  at += key != NULL ? strlen (key) : 0;
  *number = g_ascii_strtoull (at, &end, 10);
  return end != at;
}

static guint64
less (guint64 all, guint64 taken)
{
  return all > taken ? all - taken : 0;
}

static guint64
free_of_computer (const WsHostMemory *self)
{
  struct sysinfo info;
  guint64 kib;

  if (self != NULL && read_number (self, FILE_MEMINFO, "MemAvailable:", &kib))
    return kib * 1024;
  if (sysinfo (&info) == 0)
    return ((guint64)info.freeram + info.bufferram) * info.mem_unit;
  return G_MAXUINT64;
}

static guint64
free_of_group (const WsHostMemory *self)
{
  guint64 max;
  guint64 current;
  guint64 cache = 0;

  if (!read_number (self, FILE_CGROUP_MAX, NULL, &max)
      || !read_number (self, FILE_CGROUP_CURRENT, NULL, &current))
    return G_MAXUINT64;
  read_number (self, FILE_CGROUP_STAT, "inactive_file ", &cache);
  return less (max, less (current, cache));
}

static guint64
free_of_process (const WsHostMemory *self)
{
  struct rlimit limit;
  guint64 pages;

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY
      || !read_number (self, FILE_STATM, NULL, &pages))
    return G_MAXUINT64;
  return less (limit.rlim_cur, pages * (guint64)sysconf (_SC_PAGESIZE));
}

/**
 * ws_host_memory_get_free:
 * @self: (nullable): a memory; %NULL for what is known without opening a file
 *
 * Returns: bytes that may be taken: of what the computer, the control group and the limits of this
 *   process leave, most
 */
guint64
ws_host_memory_get_free (const WsHostMemory *self)
{
  guint64 bytes = free_of_computer (self);

  if (self != NULL && self->is_fixed)
    return self->fixed_bytes;
  if (self != NULL)
    bytes = MIN (bytes, MIN (free_of_group (self), free_of_process (self)));
  return bytes - bytes / KEPT_SHARE;
}

/**
 * ws_host_memory_check:
 * @self: (nullable): a memory
 * @bytes: that something will take
 * @promised_bytes: that others were promised, and have not taken yet
 * @what: what, as in "The launch"
 * @cure: what would make it smaller, as in "take fewer elements"
 * @error: return location: %WS_DEVICE_ERROR_MEMORY
 *
 * Returns: whether so many are free
 */
gboolean
ws_host_memory_check (const WsHostMemory *self, guint64 bytes, guint64 promised_bytes,
                      const char *what, const char *cure, GError **error)
{
  guint64 free_bytes = less (ws_host_memory_get_free (self), promised_bytes);
  g_autofree char *needed = NULL;
  g_autofree char *left = NULL;

  if (bytes <= free_bytes)
    return TRUE;
  needed = g_format_size (bytes);
  left = g_format_size (free_bytes);
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
               _ ("%s needs %s of this computer's memory; %s are free: %s."), what, needed, left,
               cure);
  return FALSE;
}
