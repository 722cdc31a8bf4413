#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#define PAGE 4096

void
target_init (Target *self)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  /* not in /tmp, which a driver is left */
  self->home = g_strdup ("/var/tmp/warpstage-sandbox-XXXXXX");
  g_assert_nonnull (g_mkdtemp (self->home));
  self->secret = g_build_filename (self->home, "secret", NULL);
  g_assert_true (g_file_set_contents (self->secret, "secret\n", -1, NULL));
  self->service = g_build_filename (self->home, "service", NULL);
  self->outsider = getpid ();
  self->inherited = open (self->secret, O_RDONLY);
  self->listens = socket (AF_UNIX, SOCK_STREAM, 0);
  g_strlcpy (address.sun_path, self->service, sizeof address.sun_path);
  g_assert_cmpint (bind (self->listens, (struct sockaddr *)&address, sizeof address), ==, 0);
  g_assert_cmpint (listen (self->listens, 8), ==, 0);
}

void
target_clear (Target *self)
{
  const char *const argv[] = { "rm", "-rf", self->home, NULL };

  close (self->inherited);
  close (self->listens);
  g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  g_free (self->home);
  g_free (self->secret);
  g_free (self->service);
}

gboolean
is_refusal (int error)
{
  static const int errors[] = { EPERM, EACCES, ENOSYS, ECONNREFUSED, EBADF };

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (error == errors[i])
      return TRUE;
  return FALSE;
}

/* In numbers, so that nothing of libc stands in between. */
#define CALL(...) (syscall (__VA_ARGS__) >= 0 ? 0 : errno)

static int
open_and_read (const char *path, int flags)
{
  int file = open (path, flags | O_CLOEXEC, 0600);
  char byte;

  if (file < 0)
    return errno;
  return (flags & O_ACCMODE) != O_RDONLY || read (file, &byte, 1) >= 0 ? 0 : errno;
}

/* ---- files ---- */

static int
read_passwords (const Target *target)
{
  return open_and_read ("/etc/passwd", O_RDONLY);
}

static int
read_home (const Target *target)
{
  return open_and_read (target->secret, O_RDONLY);
}

static int
read_home_by_openat2 (const Target *target)
{
  guint64 how[3] = { O_RDONLY };

  return CALL (SYS_openat2, AT_FDCWD, target->secret, how, sizeof how);
}

static int
list_home (const Target *target)
{
  return open_and_read (target->home, O_RDONLY | O_DIRECTORY) == EISDIR ? 0 : errno;
}

static int
write_home (const Target *target)
{
  g_autofree char *path = g_build_filename (target->home, "new", NULL);

  return open_and_read (path, O_WRONLY | O_CREAT);
}

static int
overwrite_home (const Target *target)
{
  return open_and_read (target->secret, O_WRONLY);
}

static int
truncate_home (const Target *target)
{
  return CALL (SYS_truncate, target->secret, 1);
}

static int
rename_home (const Target *target)
{
  g_autofree char *path = g_build_filename (target->home, "renamed", NULL);

  return CALL (SYS_renameat2, AT_FDCWD, target->secret, AT_FDCWD, path, 0);
}

static int
remove_home (const Target *target)
{
  return CALL (SYS_unlinkat, AT_FDCWD, target->secret, 0);
}

static int
link_home (const Target *target)
{
  g_autofree char *path = g_build_filename (target->home, "linked", NULL);

  return CALL (SYS_symlinkat, "/etc/passwd", AT_FDCWD, path);
}

static int
make_folder (const Target *target)
{
  g_autofree char *path = g_build_filename (target->home, "folder", NULL);

  return CALL (SYS_mkdirat, AT_FDCWD, path, 0700);
}

static int
change_mode (const Target *target)
{
  return CALL (SYS_fchmodat, AT_FDCWD, target->secret, 0777);
}

static int
change_times (const Target *target)
{
  return CALL (SYS_utimensat, AT_FDCWD, target->secret, NULL, 0);
}

static int
use_handle (const Target *target)
{
  struct {
    struct file_handle head;
    char rest[128];
  } handle = { .head.handle_bytes = 128 };
  int mount;

  return CALL (SYS_name_to_handle_at, AT_FDCWD, target->secret, &handle, &mount, 0);
}

static int
open_by_handle (const Target *target)
{
  struct file_handle handle = { 0 };
  long answer = syscall (SYS_open_by_handle_at, AT_FDCWD, &handle, O_RDONLY);

  /* nonsense, but the kernel heard it */
  return answer >= 0 || errno == EINVAL ? 0 : errno;
}

static int
read_inherited (const Target *target)
{
  char byte;

  return pread (target->inherited, &byte, 1, 0) == 1 ? 0 : errno;
}

/* ---- other processes ---- */

static int
read_memory_file (const Target *target)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/mem", target->outsider);

  return open_and_read (path, O_RDONLY) == EIO ? 0 : errno;
}

static int
read_environment (const Target *target)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/environ", target->outsider);

  return open_and_read (path, O_RDONLY);
}

static int
read_memory (const Target *target)
{
  char byte;
  struct iovec here = { &byte, 1 };
  struct iovec there = { (void *)target->home, 1 };

  return CALL (SYS_process_vm_readv, target->outsider, &here, 1, &there, 1, 0);
}

static int
trace (const Target *target)
{
  return CALL (SYS_ptrace, PTRACE_SEIZE, target->outsider, 0, 0);
}

static int
be_traced (const Target *target)
{
  return CALL (SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
}

/* Of this process: what it may not execute it might write so. */
static int
write_own_memory (const Target *target)
{
  return open_and_read ("/proc/self/mem", O_WRONLY);
}

static int
read_kernel_names (const Target *target)
{
  return open_and_read ("/proc/kallsyms", O_RDONLY);
}

/* Signal 0 asks whether one may. */
static int
kill_outsider (const Target *target)
{
  return CALL (SYS_kill, target->outsider, 0);
}

static int
kill_thread_of_outsider (const Target *target)
{
  return CALL (SYS_tgkill, target->outsider, target->outsider, 0);
}

static int
kill_any_thread (const Target *target)
{
  return CALL (SYS_tkill, target->outsider, 0);
}

static int
hold_outsider (const Target *target)
{
  return CALL (SYS_pidfd_open, target->outsider, 0);
}

static int
limit_outsider (const Target *target)
{
  struct rlimit limit = { 1000, 1000 };

  return CALL (SYS_prlimit64, target->outsider, RLIMIT_NOFILE, &limit, NULL);
}

static int
execute (const Target *target)
{
  const char *const argv[] = { "/bin/true", NULL };

  execv (argv[0], (char **)argv);
  return errno;
}

static int
execute_from_memory (const Target *target)
{
  const char *const argv[] = { "true", NULL };
  char *const environment[] = { NULL };
  char bytes[PAGE];
  int memory = (int)syscall (SYS_memfd_create, "true", 0);
  int file = open ("/usr/bin/true", O_RDONLY);
  gssize n;

  if (memory < 0 || file < 0)
    return errno;
  while ((n = read (file, bytes, sizeof bytes)) > 0)
    if (write (memory, bytes, (gsize)n) != n)
      return errno;
  syscall (SYS_execveat, memory, "", argv, environment, AT_EMPTY_PATH);
  return errno;
}

static int
be_two (long pid)
{
  if (pid == 0)
    _exit (0);
  return pid > 0 ? 0 : errno;
}

static int
fork_child (const Target *target)
{
  return be_two (syscall (SYS_fork));
}

static int
clone_child (const Target *target)
{
  return be_two (syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0));
}

static int
clone_child_anew (const Target *target)
{
  guint64 arguments[8] = { 0, 0, 0, 0, SIGCHLD };

  return be_two (syscall (SYS_clone3, arguments, sizeof arguments));
}

static int
clone_namespace (const Target *target)
{
  return be_two (syscall (SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
}

static int
leave_namespace (const Target *target)
{
  return CALL (SYS_unshare, CLONE_NEWUSER);
}

static int
spawn (const Target *target)
{
  const char *const argv[] = { "/bin/true", NULL };
  char *const environment[] = { NULL };
  pid_t pid;

  return posix_spawn (&pid, argv[0], NULL, NULL, (char **)argv, environment);
}

/* ---- the network ---- */

static int
use_internet (const Target *target)
{
  return CALL (SYS_socket, AF_INET, SOCK_STREAM, 0);
}

static int
use_datagrams (const Target *target)
{
  return CALL (SYS_socket, AF_INET, SOCK_DGRAM, 0);
}

static int
use_netlink (const Target *target)
{
  return CALL (SYS_socket, AF_NETLINK, SOCK_RAW, 0);
}

static int
use_local_datagrams (const Target *target)
{
  return CALL (SYS_socket, AF_UNIX, SOCK_DGRAM, 0);
}

static int
use_local_raw (const Target *target)
{
  return CALL (SYS_socket, AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0);
}

static int
connect_to_service (const Target *target)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int end = (int)syscall (SYS_socket, AF_UNIX, SOCK_STREAM, 0);

  g_strlcpy (address.sun_path, target->service, sizeof address.sun_path);
  return end >= 0 ? CALL (SYS_connect, end, &address, sizeof address) : errno;
}

/* ---- memory ---- */

static int
map_code (const Target *target)
{
  return mmap (NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
             ? 0
             : errno;
}

static int
make_code (const Target *target)
{
  void *page = mmap (NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return page != MAP_FAILED ? CALL (SYS_mprotect, page, PAGE, PROT_READ | PROT_EXEC) : errno;
}

static int
make_all_code (const Target *target)
{
  return CALL (SYS_personality, READ_IMPLIES_EXEC);
}

/* ---- the kernel ---- */

static int
use_io_uring (const Target *target)
{
  char parameters[120] = { 0 };

  return CALL (SYS_io_uring_setup, 1, parameters);
}

static int
use_bpf (const Target *target)
{
  guint32 map[16] = { 2, 4, 4, 1 }; /* an array */

  return CALL (SYS_bpf, 0, map, sizeof map);
}

static int
use_faults (const Target *target)
{
  return CALL (SYS_userfaultfd, 1);
}

static int
use_keys (const Target *target)
{
  return CALL (SYS_keyctl, 0, -4, 1);
}

static int
use_counters (const Target *target)
{
  guint32 attributes[32] = { 1, sizeof attributes };

  attributes[2] = 1;
  return CALL (SYS_perf_event_open, attributes, 0, -1, -1, 0);
}

/* Over what is not there: root could, and the next one would find it mounted. */
static int
mount_over (const Target *target)
{
  g_autofree char *path = g_build_filename (target->home, "absent", NULL);
  long answer = syscall (SYS_mount, "none", path, "tmpfs", 0, NULL);

  return answer == 0 || errno == ENOENT ? 0 : errno;
}

#if defined(__x86_64__)
/* The old way in, whose calls have other numbers: 20 is getpid(). */
static int
use_old_calls (const Target *target)
{
  int answer;

  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
  return answer > 0 ? 0 : -answer;
}

static int
use_x32_calls (const Target *target)
{
  return CALL (0x40000000 | SYS_getpid);
}
#endif

/* ---- what was given up, had back ---- */

static int
have_cores (const Target *target)
{
  struct rlimit limit = { 1000, 1000 };

  return CALL (SYS_prlimit64, 0, RLIMIT_CORE, &limit, NULL);
}

static int
have_descriptors (const Target *target)
{
  struct rlimit limit = { 65, 65 };

  return CALL (SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
}

static int
set_option (const Target *target)
{
  return CALL (SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
}

static int
set_user (const Target *target)
{
  return CALL (SYS_setresuid, getuid (), getuid (), getuid ());
}

const Attempt attempts[] = {
  { "read /etc/passwd", read_passwords, REFUSED, REFUSED, TRUE },
  { "read home", read_home, REFUSED, REFUSED, TRUE },
  { "read home by openat2", read_home_by_openat2, REFUSED, REFUSED, TRUE },
  { "list home", list_home, REFUSED, REFUSED, TRUE },
  { "write home", write_home, REFUSED, REFUSED, TRUE },
  { "overwrite home", overwrite_home, REFUSED, REFUSED, TRUE },
  { "truncate home", truncate_home, ENDED, REFUSED, TRUE },
  { "rename home", rename_home, REFUSED, REFUSED, TRUE },
  { "remove home", remove_home, REFUSED, REFUSED, TRUE },
  { "link home", link_home, REFUSED, REFUSED, TRUE },
  { "make folder", make_folder, REFUSED, REFUSED, TRUE },
  { "change mode", change_mode, ENDED, REFUSED, TRUE },
  { "change times", change_times, ENDED, REFUSED, TRUE },
  { "name to handle", use_handle, ENDED, REFUSED, FALSE },
  { "open by handle", open_by_handle, ENDED, REFUSED, FALSE },
  { "read inherited descriptor", read_inherited, REFUSED, REFUSED, TRUE },
  { "read /proc/PID/mem", read_memory_file, REFUSED, REFUSED, FALSE },
  { "read /proc/PID/environ", read_environment, REFUSED, REFUSED, TRUE },
  { "write /proc/self/mem", write_own_memory, REFUSED, REFUSED, TRUE },
  { "read /proc/kallsyms", read_kernel_names, REFUSED, REFUSED, FALSE },
  { "process_vm_readv", read_memory, ENDED, REFUSED, FALSE },
  { "trace", trace, ENDED, REFUSED, FALSE },
  { "be traced", be_traced, ENDED, REFUSED, TRUE },
  { "kill", kill_outsider, ENDED, REFUSED, TRUE },
  { "tgkill", kill_thread_of_outsider, ENDED, REFUSED, TRUE },
  { "tkill", kill_any_thread, ENDED, REFUSED, TRUE },
  { "pidfd_open", hold_outsider, ENDED, REFUSED, TRUE },
  { "limit another", limit_outsider, REFUSED, REFUSED, TRUE },
  { "execve", execute, ENDED, REFUSED, TRUE },
  { "memfd and execveat", execute_from_memory, ENDED, REFUSED, TRUE },
  { "fork", fork_child, ENDED, REFUSED, TRUE },
  { "clone", clone_child, ENDED, REFUSED, TRUE },
  { "clone3", clone_child_anew, REFUSED, REFUSED, TRUE },
  { "clone into a user namespace", clone_namespace, ENDED, REFUSED, FALSE },
  { "unshare", leave_namespace, ENDED, REFUSED, FALSE },
  { "posix_spawn", spawn, ENDED, REFUSED, TRUE },
  { "TCP socket", use_internet, ENDED, REFUSED, TRUE },
  { "UDP socket", use_datagrams, ENDED, REFUSED, TRUE },
  { "netlink socket", use_netlink, ENDED, REFUSED, TRUE },
  { "local datagram socket", use_local_datagrams, ENDED, REFUSED, TRUE },
  { "local raw socket", use_local_raw, ENDED, REFUSED, TRUE },
  { "connect to a local service", connect_to_service, ENDED, REFUSED, TRUE },
  { "mmap PROT_EXEC", map_code, REFUSED, ALLOWED, TRUE },
  { "mprotect PROT_EXEC", make_code, REFUSED, ALLOWED, TRUE },
  { "READ_IMPLIES_EXEC", make_all_code, ENDED, REFUSED, TRUE },
  { "io_uring", use_io_uring, ENDED, REFUSED, FALSE },
  { "bpf", use_bpf, ENDED, REFUSED, FALSE },
  { "userfaultfd", use_faults, ENDED, REFUSED, FALSE },
  { "keyctl", use_keys, ENDED, REFUSED, FALSE },
  { "perf_event_open", use_counters, ENDED, REFUSED, FALSE },
  { "mount", mount_over, ENDED, REFUSED, FALSE },
#if defined(__x86_64__)
  { "int 0x80", use_old_calls, ENDED, ENDED, FALSE },
  { "x32 call", use_x32_calls, ENDED, ENDED, FALSE },
#endif
  { "limit of cores raised", have_cores, REFUSED, REFUSED, FALSE },
  { "limit of descriptors raised", have_descriptors, REFUSED, ALLOWED, FALSE },
  { "prctl", set_option, REFUSED, ALLOWED, TRUE },
  { "set user", set_user, ENDED, REFUSED, TRUE },
};

const guint n_attempts = G_N_ELEMENTS (attempts);
