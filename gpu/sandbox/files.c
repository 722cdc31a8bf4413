/* files.c: which files are left, by Landlock (the kernel's Documentation/userspace-api/landlock).
 */
#include "sandbox/sandbox-private.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From linux/landlock.h of a newer kernel than that of the oldest headers that this is built with.
 */
#define CREATE_VERSION  1u
#define RULE_PATH       1
#define FS_EXECUTE      (1u << 0)
#define FS_WRITE_FILE   (1u << 1)
#define FS_READ_FILE    (1u << 2)
#define FS_READ_DIR     (1u << 3)
#define FS_REMOVE_DIR   (1u << 4)
#define FS_REMOVE_FILE  (1u << 5)
#define FS_MAKE_DIR     (1u << 7)
#define FS_MAKE_REG     (1u << 8)
#define FS_MAKE_SOCK    (1u << 9)
#define FS_MAKE_FIFO    (1u << 10)
#define FS_REFER        (1u << 13) /* since version 2 */
#define FS_TRUNCATE     (1u << 14) /* since version 3 */
#define FS_IOCTL_DEV    (1u << 15) /* since version 5 */
#define NET_ALL         3u         /* since version 4: bind and connect of TCP */
#define SCOPE_ALL       3u         /* since version 6: abstract sockets and signals to others */
#define FS_ALL_OF_FIRST ((1u << 13) - 1)

#define READS  (FS_READ_FILE | FS_READ_DIR)
#define WRITES (FS_WRITE_FILE | FS_TRUNCATE)
#define OWNS                                                                                  \
  (READS | WRITES | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_DIR | FS_MAKE_REG | FS_MAKE_SOCK \
   | FS_MAKE_FIFO | FS_REFER)
#define FILLS    (READS | WRITES | FS_MAKE_DIR | FS_MAKE_REG)
#define DRIVES   (READS | WRITES | FS_IOCTL_DEV)
#define OF_FILES (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)

typedef struct {
  guint64 fs;
  guint64 net;
  guint64 scoped;
} Attributes;

typedef struct {
  guint64 allowed;
  gint32 parent;
} __attribute__ ((packed)) Beneath;

G_STATIC_ASSERT (sizeof (Beneath) == 12);

typedef struct {
  int descriptor;
  guint64 handled;
} Ruleset;

/* All that the rules of this kernel can hold. */
static gboolean
ruleset_create (Ruleset *self, GError **error)
{
  Attributes attributes = { .fs = FS_ALL_OF_FIRST };
  long version = syscall (SYS_landlock_create_ruleset, NULL, 0, CREATE_VERSION);
  gsize size = sizeof attributes.fs;

  if (version >= 2)
    attributes.fs |= FS_REFER;
  if (version >= 3)
    attributes.fs |= FS_TRUNCATE;
  if (version >= 5)
    attributes.fs |= FS_IOCTL_DEV;
  if (version >= 4)
    {
      attributes.net = NET_ALL;
      size = G_STRUCT_OFFSET (Attributes, scoped);
    }
  if (version >= 6)
    {
      attributes.scoped = SCOPE_ALL;
      size = sizeof attributes;
    }
  self->handled = attributes.fs;
  self->descriptor =
      version < 1 ? -1 : (int)syscall (SYS_landlock_create_ruleset, &attributes, size, 0);
  if (self->descriptor >= 0)
    return TRUE;
  g_set_error (
      error, WS_SANDBOX_ERROR, WS_SANDBOX_ERROR_KERNEL,
      _ ("This computer's kernel has no Landlock (%s). Use Linux 5.13 or later with Landlock "
         "enabled."),
      g_strerror (errno));
  return FALSE;
}

/* What is not there needs no rule. A rule holds an inode, and /proc makes another when it has
 * forgotten the name: those that stay open it remembers. */
static void
allow (Ruleset *self, const char *path, guint64 access)
{
  Beneath beneath = { .allowed = access & self->handled };
  struct stat status;

  beneath.parent = open (path, O_PATH | O_CLOEXEC);
  if (beneath.parent < 0)
    return;
  if (fstat (beneath.parent, &status) == 0 && !S_ISDIR (status.st_mode))
    beneath.allowed &= OF_FILES;
  syscall (SYS_landlock_add_rule, self->descriptor, RULE_PATH, &beneath, 0);
  if (!g_str_has_prefix (path, "/proc/"))
    close (beneath.parent);
}

/* A folder that a search path names, unless the home folder lies in it. */
static void
allow_reading (Ruleset *self, const char *folder)
{
  g_autofree char *path = *folder != '\0' ? realpath (folder, NULL) : NULL;
  g_autofree char *home = realpath (g_get_home_dir (), NULL);
  gsize length = path != NULL ? strlen (path) : 0;

  if (path == NULL || g_str_equal (path, "/")
      || (home != NULL && strncmp (home, path, length) == 0
          && (home[length] == '/' || home[length] == '\0')))
    return;
  allow (self, path, READS);
}

/* Not all of /proc, where root could read other processes' environment and the kernel's memory. */
static void
allow_system (Ruleset *self)
{
  static const char *const paths[] = {
    "/proc/self",     "/proc/bus",         "/proc/cmdline", "/proc/cpuinfo", "/proc/devices",
    "/proc/driver",   "/proc/filesystems", "/proc/iomem",   "/proc/meminfo", "/proc/misc",
    "/proc/modules",  "/proc/stat",        "/proc/sys",     "/proc/uptime",  "/proc/version",
    "/sys/bus",       "/sys/class",        "/sys/dev",      "/sys/devices",  "/sys/fs/cgroup",
    "/sys/kernel/mm", "/sys/module",       "/dev/random",   "/dev/urandom",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    allow (self, paths[i], READS);
  /* the driver names its threads, by a file of theirs, and gives up where it cannot */
  allow (self, "/proc/self/task", READS | WRITES);
}

static void
allow_libraries (Ruleset *self)
{
  static const char *const folders[] = {
    "/usr", "/lib", "/lib64", "/opt", "/etc/ld.so.cache", "/etc/nvidia", "/etc/localtime",
  };
  const char *named = g_getenv ("LD_LIBRARY_PATH");
  g_auto (GStrv) path = g_strsplit (named != NULL ? named : "", ":", -1);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup ("");
  g_autofree char *beside = g_build_filename (folder, "..", "lib", NULL);
  void *library = ws_sandbox_load_driver ();
  Dl_info info;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    allow (self, folders[i], READS);
  for (guint i = 0; path[i] != NULL; i++)
    allow_reading (self, path[i]);
  allow_reading (self, folder);
  allow_reading (self, beside);
  /* its other parts lie beside it, wherever that is */
  if (library != NULL && dladdr (dlsym (library, "cuInit"), &info) != 0 && info.dli_fname != NULL)
    {
      g_autofree char *real = realpath (info.dli_fname, NULL);
      g_autofree char *home = g_path_get_dirname (real != NULL ? real : info.dli_fname);

      allow_reading (self, home);
    }
}

static void
allow_devices (Ruleset *self)
{
  g_autoptr (GDir) dir = g_dir_open ("/dev", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "nvidia") || g_str_equal (name, "dxg"))
      {
        g_autofree char *path = g_build_filename ("/dev", name, NULL);

        allow (self, path, DRIVES);
      }
  allow (self, "/dev/null", READS | WRITES);
  allow (self, "/dev/zero", READS | WRITES);
}

/* After the CUDA C++ Programming Guide, "CUDA Environment Variables": what the driver compiled is
 * kept there. */
static void
allow_cache (Ruleset *self)
{
  const char *named = g_getenv ("CUDA_CACHE_PATH");
  g_autofree char *path = named != NULL && *named != '\0'
                              ? g_strdup (named)
                              : g_build_filename (g_get_home_dir (), ".nv", "ComputeCache", NULL);

  g_mkdir_with_parents (path, 0700);
  allow (self, path, OWNS);
}

/* Where its libraries are, what it asks the system, and @folders. */
static void
allow_compiler (Ruleset *self, const char *const *folders)
{
  static const char *const paths[] = { "/usr/lib",       "/usr/lib64",        "/lib",
                                       "/lib64",         "/usr/share/locale", "/etc/ld.so.cache",
                                       "/etc/localtime", "/proc/cpuinfo",     "/proc/meminfo",
                                       "/proc/self",     "/sys/devices",      "/dev/urandom" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    allow (self, paths[i], READS);
  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    allow (self, folders[i], READS);
}

/* The programs of the system and of a toolkit, and what they read; @own_folder is theirs. */
static void
allow_command (Ruleset *self, const char *const *folders, const char *own_folder)
{
  static const char *const programs[] = { "/usr", "/bin", "/lib", "/lib64" };
  static const char *const paths[] = { "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime",
                                       "/proc/cpuinfo",     "/proc/meminfo",    "/sys/devices",
                                       "/dev/urandom" };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    allow (self, programs[i], READS | FS_EXECUTE);
  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    allow (self, folders[i], READS | FS_EXECUTE);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    allow (self, paths[i], READS);
  /* not /proc/self, which is this process: they could read its environment, by its number */
  if (WS_SANDBOX_SANITIZED)
    allow (self, "/proc/self", READS);
  allow (self, "/dev/null", READS | WRITES);
  allow (self, own_folder, OWNS);
}

/* Libraries, and @files. What is once in @own_folder stays there: a file that is removed and still
 * open, or mapped, takes room that nobody sees. */
static void
allow_host (Ruleset *self, const char *const *files, const char *own_folder)
{
  static const char *const paths[] = {
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/locale",
    "/usr/share/zoneinfo",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/dev/urandom",
    "/dev/random",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    allow (self, paths[i], READS);
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    allow (self, files[i], READS);
  allow (self, "/dev/null", READS | WRITES);
  allow (self, "/dev/zero", READS);
  if (own_folder != NULL)
    allow (self, own_folder, FILLS);
  if (WS_SANDBOX_SANITIZED)
    allow (self, "/proc/self", READS);
}

/**
 * ws_sandbox_lock_files:
 * @profile: which files are left
 * @folders: (nullable) (array zero-terminated=1): that a compiler reads, or a program, beside the
 * system's
 * @own_folder: (nullable): where a compiler writes that is a program, or a program
 * @error: return location for a #GError: %WS_SANDBOX_ERROR_KERNEL if this computer cannot do it
 *
 * Landlock (the kernel's Documentation/userspace-api/landlock). For threads that are made from now
 * on, and this one.
 *
 * Returns: whether it is in force
 */
gboolean
ws_sandbox_lock_files (WsSandboxProfile profile, const char *const *folders, const char *own_folder,
                       GError **error)
{
  Ruleset rules;
  gboolean locked;

  if (!ruleset_create (&rules, error))
    return FALSE;
  if (profile == WS_SANDBOX_DRIVER)
    {
      const char *mps = g_getenv ("CUDA_MPS_PIPE_DIRECTORY");

      allow_system (&rules);
      allow_libraries (&rules);
      allow_devices (&rules);
      allow_cache (&rules);
      allow (&rules, "/dev/shm", OWNS);
      allow (&rules, "/tmp", OWNS);
      allow (&rules, g_get_tmp_dir (), OWNS);
      if (mps != NULL)
        allow (&rules, mps, OWNS);
    }
  else if (profile == WS_SANDBOX_COMPILER)
    allow_compiler (&rules, folders);
  else if (profile == WS_SANDBOX_COMMAND)
    allow_command (&rules, folders, own_folder);
  else if (profile == WS_SANDBOX_HOST)
    allow_host (&rules, folders, own_folder);
  else if (WS_SANDBOX_SANITIZED)
    allow (&rules, "/", READS);
  locked = syscall (SYS_landlock_restrict_self, rules.descriptor, 0) == 0;
  if (!locked)
    g_set_error (error, WS_SANDBOX_ERROR, WS_SANDBOX_ERROR_KERNEL,
                 _ ("Landlock cannot be enabled (%s). Use a container that permits "
                    "landlock_restrict_self."),
                 g_strerror (errno));
  close (rules.descriptor);
  return locked;
}
