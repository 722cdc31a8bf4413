/* limits.c: descriptors, memory, processor time. */
#include "sandbox/sandbox-private.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 64
/* Of a compiler, beside what its libraries take: a source that needs more is none that is meant. */
#define COMPILER_BYTES ((rlim_t)4 << 30)
#define FILE_BYTES     ((rlim_t)64 << 20) /* of one that a program writes, which compiles */
/* Of a program's own main(): threads, each with a stack and a heap, reserve more addresses than
 * they take memory. */
#define HOST_DESCRIPTORS 256
#define HOST_RESERVE     4

/* Which number of /proc/self/statm is what: proc(5). */
enum {
  STATM_SIZE = 0,
  STATM_DATA = 5,
};

static void
limit (int resource, rlim_t most)
{
  struct rlimit now;

  if (getrlimit (resource, &now) != 0)
    return;
  now.rlim_max = MIN (now.rlim_max, most);
  now.rlim_cur = MIN (now.rlim_cur, now.rlim_max);
  setrlimit (resource, &now);
}

/* A number of /proc/self/statm, in bytes. */
static rlim_t
find_memory (guint field)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) numbers = NULL;
  guint64 pages = 0;

  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    numbers = g_strsplit (text, " ", -1);
  if (numbers != NULL && g_strv_length (numbers) > field)
    pages = g_ascii_strtoull (numbers[field], NULL, 10);
  return (rlim_t)pages * (rlim_t)sysconf (_SC_PAGESIZE);
}

/* What is written into a descriptor that leads to a file has to arrive. */
static gboolean
is_file (int descriptor)
{
  struct stat status;

  return fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode);
}

/* Sets what holds in every profile: no other user may read what the worker writes, and it leaves no
 * core file. */
void
ws_sandbox_limit (void)
{
  umask (077);
  limit (RLIMIT_CORE, 0);
}

/* Limits descriptors, files and memory for the profile virtual. Memory: what is in use (a driver
 * reserves much more than it takes), and twice what the computer has: threads and their heaps
 * reserve too, and a launch is held against free memory before. */
void
ws_sandbox_limit_virtual (void)
{
  struct sysinfo info;

  limit (RLIMIT_NOFILE, MAX_DESCRIPTORS);
  if (!is_file (STDIN_FILENO) && !is_file (STDOUT_FILENO) && !is_file (STDERR_FILENO))
    limit (RLIMIT_FSIZE, 0);
  if (!WS_SANDBOX_SANITIZED && sysinfo (&info) == 0)
    limit (RLIMIT_AS,
           find_memory (STATM_SIZE) + ((rlim_t)info.totalram + info.totalswap) * info.mem_unit * 2);
}

/**
 * ws_sandbox_limit_compiler:
 * @profile: compiler or command
 *
 * Limits memory for them: what is in use, and four gigabytes. A library may write no file at all:
 * what would reach one is refused by Landlock, and its size is 0.
 */
void
ws_sandbox_limit_compiler (WsSandboxProfile profile)
{
  if (profile == WS_SANDBOX_COMMAND)
    limit (RLIMIT_FSIZE, FILE_BYTES);
  else if (!is_file (STDIN_FILENO) && !is_file (STDOUT_FILENO) && !is_file (STDERR_FILENO))
    limit (RLIMIT_FSIZE, 0);
  if (!WS_SANDBOX_SANITIZED)
    limit (RLIMIT_AS, find_memory (STATM_SIZE) + COMPILER_BYTES);
}

/* Limits what a program's own main() takes. The memory that counts is what can be written; of
 * addresses it may reserve more. */
void
ws_sandbox_limit_host (void)
{
  limit (RLIMIT_NOFILE, HOST_DESCRIPTORS);
  limit (RLIMIT_FSIZE, WS_SANDBOX_HOST_FILE_BYTES);
  if (WS_SANDBOX_SANITIZED)
    return;
  limit (RLIMIT_DATA, find_memory (STATM_DATA) + WS_SANDBOX_HOST_BYTES);
  limit (RLIMIT_AS, find_memory (STATM_SIZE) + WS_SANDBOX_HOST_BYTES * HOST_RESERVE);
}

/* Root's powers over other users' files and over the computer, where it is root who runs this. */
void
ws_sandbox_drop_powers (void)
{
  struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };

  syscall (SYS_capset, &header, none);
}

/* From now on the process may use %WS_SANDBOX_CORE_SECONDS of processor time on each of its cores;
 * asked again, as many anew. Also in the profile virtual. */
void
ws_sandbox_limit_time (void)
{
  struct timespec used;
  struct rlimit now;
  cpu_set_t cores;

  /* not g_get_num_processors(): the number that are online is in a file */
  if (sched_getaffinity (0, sizeof cores, &cores) != 0)
    CPU_ZERO (&cores);
  if (clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || getrlimit (RLIMIT_CPU, &now) != 0)
    return;
  now.rlim_cur =
      MIN (now.rlim_max,
           (rlim_t)used.tv_sec + 1 + (rlim_t)MAX (CPU_COUNT (&cores), 1) * WS_SANDBOX_CORE_SECONDS);
  setrlimit (RLIMIT_CPU, &now);
}
