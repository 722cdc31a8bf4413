/* calls.c: which system calls are left, by seccomp. */
#include "sandbox/sandbox-private.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Names of calls, with spaces between. The virtual GPU's worker makes these: */
static const char plain[] =
    /* the descriptors that it has */
    "read readv pread64 write writev poll ppoll close lseek eventfd2 "
    /* memory, but see below */
    "munmap mremap madvise brk sysinfo "
    /* threads, but see below */
    "futex set_robust_list rseq sched_yield sched_getaffinity sched_getattr sched_getparam "
    "sched_getscheduler sched_get_priority_max sched_get_priority_min exit exit_group "
    "restart_syscall "
    /* time, and chance */
    "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times getrusage "
    "getrandom "
    /* signals within the process */
    "rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack "
    /* who it is */
    "getpid gettid getppid getuid geteuid getgid getegid uname";

/* What a library may try, and does without. */
static const char tried[] =
    "open openat creat stat lstat newfstatat fstat statx access faccessat faccessat2 readlink "
    "readlinkat getcwd getdents64 mkdir mkdirat unlink unlinkat rename renameat renameat2 "
    "ftruncate ioctl getpeername getsockname";

/* What no worker does, whatever it serves. */
static const char hostile[] =
    /* other processes */
    "process_vm_readv process_vm_writev process_madvise tkill "
    "rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_send_signal pidfd_getfd kcmp "
    /* the kernel's wide surfaces */
    "bpf io_uring_setup io_uring_enter io_uring_register userfaultfd perf_event_open add_key "
    "request_key keyctl modify_ldt personality syslog lookup_dcookie "
    /* round the rules for paths */
    "open_by_handle_at name_to_handle_at mknod mknodat chmod fchmodat fchmodat2 chown lchown "
    "fchown fchownat utime utimes utimensat futimesat setxattr lsetxattr fsetxattr "
    "removexattr lremovexattr fremovexattr truncate acct quotactl fanotify_init "
    /* the system, and its names */
    "mount umount2 move_mount open_tree fsopen fsmount fsconfig fspick mount_setattr "
    "pivot_root chroot unshare setns kexec_load kexec_file_load init_module finit_module "
    "delete_module reboot swapon swapoff sethostname setdomainname settimeofday clock_settime "
    "adjtimex clock_adjtime iopl ioperm vhangup setuid setgid setreuid setregid setresuid "
    "setresgid setgroups setfsuid setfsgid capset";

/* What only a worker does whose compiler is a program; it starts it with what is left to itself. */
static const char programs[] = "execve execveat fork vfork";

/* And these, which a driver has its uses for: some, with certain arguments. */
static const char channels[] =
    "socket socketpair connect bind listen accept accept4 sendto sendmsg sendmmsg "
    "memfd_create memfd_secret shmget shmat msgget semget mq_open pkey_mprotect";

/* A program's own main() makes these, beside the plain ones. */
static const char programs_own[] =
    /* files: which, Landlock says */
    "creat stat lstat newfstatat fstat statx statfs fstatfs access faccessat faccessat2 readlink "
    "readlinkat getcwd chdir fchdir getdents getdents64 mkdir mkdirat umask "
    "dup dup2 dup3 close_range pipe pipe2 preadv preadv2 pwrite64 pwritev pwritev2 sendfile "
    "copy_file_range ftruncate fallocate fsync fdatasync sync_file_range flock fadvise64 readahead "
    "select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 "
    "eventfd timerfd_create timerfd_settime timerfd_gettime "
    /* memory */
    "mprotect msync mincore membarrier "
    /* time, and signals to itself */
    "setitimer getitimer alarm pause timer_create timer_settime timer_gettime timer_getoverrun "
    "timer_delete rt_sigpending rt_sigsuspend rt_sigtimedwait "
    /* its own identity and limits; it has no children to wait for */
    "getresuid getresgid getgroups getpgrp getpgid getsid getpriority getcpu getrlimit wait4 "
    "waitid";

/* What it may not, beside what is hostile: all there is to another process, and to the files that
 * are. */
static const char not_programs[] = "ptrace unlink unlinkat rmdir rename renameat renameat2 link "
                                   "linkat symlink symlinkat setpgid setsid setpriority setrlimit "
                                   "sched_setscheduler sched_setparam sched_setattr "
                                   "sched_setaffinity ioprio_set";

/* The sanitizers', of a worker that is built with them: to report, they read maps and symbols, and
 * the search for leaks stops all threads by tracing them from a process of its own. */
static const char sanitizers[] =
    "stat lstat newfstatat fstat statx access readlink readlinkat getdents getdents64 getcwd "
    "ioctl pipe pipe2 ptrace wait4 clone prctl";

/* As glibc makes a thread. */
#define THREAD_FLAGS                                                                               \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS \
   | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

#define REFUSED   SCMP_ACT_ERRNO (EPERM)
#define NOT_THERE SCMP_ACT_ERRNO (ENOSYS)
/* a sanitizer that may start no symbolizer still has to say what it found */
#define ENDED      (WS_SANDBOX_SANITIZED ? REFUSED : SCMP_ACT_KILL_PROCESS)
#define TYPE_MASK  0xf /* of a socket: the rest are flags */
#define MPS_FOLDER "/tmp/nvidia-mps"

typedef struct {
  scmp_filter_ctx context;
  int failed; /* the first negative answer */
} Filter;

/* A call that this architecture does not have needs no rule. */
static void
add (Filter *self, guint32 action, const char *name, guint n, const struct scmp_arg_cmp *conditions)
{
  int call = seccomp_syscall_resolve_name (name);
  int answer = call != __NR_SCMP_ERROR
                   ? seccomp_rule_add_array (self->context, action, call, n, conditions)
                   : 0;

  if (answer < 0 && self->failed == 0)
    self->failed = answer;
}

static void
add_if (Filter *self, guint32 action, const char *name, struct scmp_arg_cmp condition)
{
  add (self, action, name, 1, &condition);
}

static void
add_all (Filter *self, guint32 action, const char *names)
{
  g_auto (GStrv) each = g_strsplit (names, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    add (self, action, each[i], 0, NULL);
}

/* Memory is written or executed, never both by turns; a process makes threads, and signals itself;
 * it reads limits, and sets that of its processor time. */
static void
add_virtual_conditions (Filter *self)
{
  static const int fcntls[] = { F_GETFD, F_SETFD, F_GETFL, F_SETFL };
  const struct scmp_arg_cmp reads_limit = SCMP_A2_64 (SCMP_CMP_EQ, 0);
  const struct scmp_arg_cmp sets_time[] = { SCMP_A0_64 (SCMP_CMP_EQ, 0),
                                            SCMP_A1_64 (SCMP_CMP_EQ, RLIMIT_CPU) };

  for (guint i = 0; i < G_N_ELEMENTS (fcntls); i++)
    add_if (self, SCMP_ACT_ALLOW, "fcntl", SCMP_A1_64 (SCMP_CMP_EQ, (guint)fcntls[i]));
  add_if (self, SCMP_ACT_ALLOW, "mmap", SCMP_A2_64 (SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  add_if (self, REFUSED, "mmap", SCMP_A2_64 (SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
  add_if (self, SCMP_ACT_ALLOW, "mprotect", SCMP_A2_64 (SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  add_if (self, REFUSED, "mprotect", SCMP_A2_64 (SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
  add_if (self, SCMP_ACT_ALLOW, "tgkill", SCMP_A0_64 (SCMP_CMP_EQ, (guint64)getpid ()));
  add_if (self, SCMP_ACT_KILL_PROCESS, "tgkill", SCMP_A0_64 (SCMP_CMP_NE, (guint64)getpid ()));
  add_if (self, SCMP_ACT_ALLOW, "prlimit64", reads_limit);
  add (self, SCMP_ACT_ALLOW, "prlimit64", G_N_ELEMENTS (sets_time), sets_time);
  if (WS_SANDBOX_SANITIZED)
    {
      add_if (self, SCMP_ACT_ALLOW, "open", SCMP_A1_64 (SCMP_CMP_MASKED_EQ, O_ACCMODE, 0));
      add_if (self, SCMP_ACT_ALLOW, "openat", SCMP_A2_64 (SCMP_CMP_MASKED_EQ, O_ACCMODE, 0));
      return;
    }
  add_if (self, SCMP_ACT_ALLOW, "clone", SCMP_A0_64 (SCMP_CMP_EQ, THREAD_FLAGS));
  add_if (self, SCMP_ACT_KILL_PROCESS, "clone", SCMP_A0_64 (SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  add_if (self, SCMP_ACT_ALLOW, "prctl", SCMP_A0_64 (SCMP_CMP_EQ, PR_SET_NAME));
  add_if (self, SCMP_ACT_ALLOW, "prctl", SCMP_A0_64 (SCMP_CMP_EQ, PR_SET_VMA));
}

static void
fill_virtual (Filter *self)
{
  add_all (self, SCMP_ACT_ALLOW, plain);
  if (WS_SANDBOX_SANITIZED)
    add_all (self, SCMP_ACT_ALLOW, sanitizers);
  else
    {
      add_all (self, REFUSED, tried);
      add (self, ENDED, "ptrace", 0, NULL);
    }
  add_all (self, ENDED, hostile);
  add_all (self, ENDED, programs);
  add_all (self, ENDED, channels);
  add (self, ENDED, "kill", 0, NULL);
  add_virtual_conditions (self);
}

/* An open() that cuts a file off writes it, whatever else it says; one with no name would be a file
 * that nobody counts. */
static void
add_opening (Filter *self, const char *name, guint flags)
{
  const scmp_datum_t odd = O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  static const scmp_datum_t written[] = { O_WRONLY, O_RDWR };

  add_if (self, SCMP_ACT_ALLOW, name, SCMP_CMP64 (flags, SCMP_CMP_MASKED_EQ, odd, 0));
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    add_if (self, SCMP_ACT_ALLOW, name,
            SCMP_CMP64 (flags, SCMP_CMP_MASKED_EQ, odd | O_ACCMODE, O_TRUNC | written[i]));
}

/* Memory that it shares with nobody, or with a file: what it shares with nobody's file, or what
 * grows by itself, no limit counts. */
static void
add_mapping (Filter *self)
{
  const scmp_datum_t odd = MAP_GROWSDOWN | MAP_HUGETLB;

  add_if (self, SCMP_ACT_ALLOW, "mmap",
          SCMP_A3_64 (SCMP_CMP_MASKED_EQ, odd | MAP_TYPE, MAP_PRIVATE));
  add_if (self, SCMP_ACT_ALLOW, "mmap",
          SCMP_A3_64 (SCMP_CMP_MASKED_EQ, odd | MAP_ANONYMOUS | MAP_TYPE, MAP_SHARED));
}

/* Of calls with many sides, those that reach nobody else: a descriptor's owner, for one, is sent
 * signals. */
static void
add_sides (Filter *self)
{
  static const struct {
    const char *name;
    guint argument;
    guint value;
  } sides[] = {
    { "fcntl", 1, F_DUPFD },    { "fcntl", 1, F_DUPFD_CLOEXEC }, { "fcntl", 1, F_GETFD },
    { "fcntl", 1, F_SETFD },    { "fcntl", 1, F_GETFL },         { "fcntl", 1, F_SETFL },
    { "fcntl", 1, F_GETLK },    { "fcntl", 1, F_SETLK },         { "fcntl", 1, F_SETLKW },
    { "ioctl", 1, TCGETS },     { "ioctl", 1, TIOCGWINSZ },      { "ioctl", 1, FIONREAD },
    { "ioctl", 1, FIONBIO },    { "prctl", 0, PR_SET_NAME },     { "prctl", 0, PR_GET_NAME },
    { "prctl", 0, PR_SET_VMA },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (!WS_SANDBOX_SANITIZED || g_str_equal (sides[i].name, "fcntl"))
      add_if (self, SCMP_ACT_ALLOW, sides[i].name,
              SCMP_CMP64 (sides[i].argument, SCMP_CMP_EQ, sides[i].value));
}

static void
fill_host (Filter *self)
{
  const guint64 own = (guint64)getpid ();
  static const char *const signals[] = { "kill", "tgkill" };
  const struct scmp_arg_cmp reads_limit[] = { SCMP_A0_64 (SCMP_CMP_EQ, 0),
                                              SCMP_A2_64 (SCMP_CMP_EQ, 0) };

  add_all (self, SCMP_ACT_ALLOW, plain);
  add_all (self, SCMP_ACT_ALLOW, programs_own);
  add_opening (self, "open", 1);
  add_opening (self, "openat", 2);
  add_mapping (self);
  add_sides (self);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      add_if (self, SCMP_ACT_ALLOW, signals[i], SCMP_A0_64 (SCMP_CMP_EQ, own));
      add_if (self, REFUSED, signals[i], SCMP_A0_64 (SCMP_CMP_NE, own));
    }
  add (self, SCMP_ACT_ALLOW, "prlimit64", G_N_ELEMENTS (reads_limit), reads_limit);
  add_all (self, REFUSED, hostile);
  add_all (self, REFUSED, programs);
  add_all (self, REFUSED, channels);
  if (WS_SANDBOX_SANITIZED)
    {
      add_all (self, SCMP_ACT_ALLOW, sanitizers);
      return;
    }
  add_all (self, REFUSED, not_programs);
  /* copying a file copies its mode, too: that seems to work, and the mode stays as it is */
  add (self, SCMP_ACT_ERRNO (0), "fchmod", 0, NULL);
  add_if (self, SCMP_ACT_ALLOW, "clone", SCMP_A0_64 (SCMP_CMP_EQ, THREAD_FLAGS));
  add_if (self, REFUSED, "clone", SCMP_A0_64 (SCMP_CMP_NE, THREAD_FLAGS));
}

/* Whether the GPU is reached through NVIDIA's Multi-Process Service: its documentation, "Client".
 */
static gboolean
has_mps (void)
{
  const char *named = g_getenv ("CUDA_MPS_PIPE_DIRECTORY");
  g_autofree char *path = g_build_filename (named != NULL ? named : MPS_FOLDER, "control", NULL);

  return access (path, F_OK) == 0;
}

static void
fill_driver (Filter *self, gboolean starts_programs)
{
  const struct scmp_arg_cmp core[] = { SCMP_A1_64 (SCMP_CMP_EQ, RLIMIT_CORE),
                                       SCMP_A2_64 (SCMP_CMP_NE, 0) };

  add_all (self, REFUSED, hostile);
  if (!starts_programs)
    add_all (self, REFUSED, programs);
  /* as by default above: glibc then makes its threads by clone, whose flags can be read here */
  add (self, NOT_THERE, "clone3", 0, NULL);
  if (!WS_SANDBOX_SANITIZED)
    {
      add (self, REFUSED, "ptrace", 0, NULL);
      if (!starts_programs)
        add_if (self, REFUSED, "clone", SCMP_A0_64 (SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    }
  add_if (self, REFUSED, "socket", SCMP_A0_64 (SCMP_CMP_NE, AF_UNIX));
  /* without connecting, these reach a service too */
  add_if (self, REFUSED, "socket", SCMP_A1_64 (SCMP_CMP_MASKED_EQ, TYPE_MASK, SOCK_DGRAM));
  add_if (self, REFUSED, "socket", SCMP_A1_64 (SCMP_CMP_MASKED_EQ, TYPE_MASK, SOCK_RAW));
  if (!has_mps ())
    add (self, SCMP_ACT_ERRNO (ECONNREFUSED), "connect", 0, NULL);
  add_if (self, REFUSED, "kill", SCMP_A0_64 (SCMP_CMP_NE, (guint64)getpid ()));
  add_if (self, REFUSED, "tgkill", SCMP_A0_64 (SCMP_CMP_NE, (guint64)getpid ()));
  add_if (self, REFUSED, "prlimit64", SCMP_A0_64 (SCMP_CMP_NE, 0));
  add (self, REFUSED, "prlimit64", G_N_ELEMENTS (core), core);
  add_if (self, REFUSED, "setrlimit", SCMP_A0_64 (SCMP_CMP_EQ, RLIMIT_CORE));
}

/**
 * ws_sandbox_lock_calls:
 * @profile: which system calls are left, to all threads
 * @error: return location for a #GError: %WS_SANDBOX_ERROR_KERNEL if this computer cannot do it
 *
 * seccomp(2), by libseccomp.
 *
 * Returns: whether the filter is in force
 */
gboolean
ws_sandbox_lock_calls (WsSandboxProfile profile, GError **error)
{
  gboolean is_list = profile == WS_SANDBOX_VIRTUAL || profile == WS_SANDBOX_HOST;
  Filter self = { .context = seccomp_init (is_list ? NOT_THERE : SCMP_ACT_ALLOW) };

  if (self.context == NULL)
    self.failed = -ENOMEM;
  else
    {
      seccomp_attr_set (self.context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
      seccomp_attr_set (self.context, SCMP_FLTATR_CTL_TSYNC, 1);
      if (profile == WS_SANDBOX_VIRTUAL)
        fill_virtual (&self);
      else if (profile == WS_SANDBOX_HOST)
        fill_host (&self);
      else
        fill_driver (&self, profile == WS_SANDBOX_COMMAND);
      if (self.failed == 0)
        self.failed = seccomp_load (self.context);
      seccomp_release (self.context);
    }
  if (self.failed == 0)
    return TRUE;
  g_set_error (error, WS_SANDBOX_ERROR, WS_SANDBOX_ERROR_KERNEL,
               _ ("This computer's kernel refuses a seccomp filter (%s). Use a kernel or container "
                  "that permits seccomp."),
               g_strerror (-self.failed));
  return FALSE;
}
