/* A program that means harm: its first argument says which, the others what it is after. */
#include "attempts.h"
#include "runtime/api.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define HISTORY  3
#define RESERVED ((void *)0x200000000000)

/* What it found out: "NAME: refused", or what it got. */
static void
say (const char *name, gboolean got)
{
  printf ("%s: %s\n", name, got ? "GOT THROUGH" : "refused");
}

/* ---- all that a sandbox keeps from a worker ---- */

static void
try_all (char **arguments)
{
  Target target = { .home = arguments[0],
                    .secret = arguments[1],
                    .inherited = atoi (arguments[2]),
                    .outsider = getppid (),
                    .service = arguments[3] };

  for (guint i = 0; i < n_attempts; i++)
    if (attempts[i].of_host == REFUSED)
      say (attempts[i].name, !is_refusal (attempts[i].attempt (&target)));
}

/* ---- files ---- */

static gboolean
can_read (const char *path)
{
  int file = open (path, O_RDONLY);
  char byte;

  return file >= 0 && read (file, &byte, 1) == 1;
}

/* @arguments: what is to be kept from it, and last a file that it may read */
static void
steal (char **arguments)
{
  for (; arguments[1] != NULL; arguments++)
    say (arguments[0], can_read (arguments[0]));
  say ("/etc/shadow", can_read ("/etc/shadow"));
  say ("/proc/self/environ", can_read ("/proc/self/environ"));
  say ("/proc/1/environ", can_read ("/proc/1/environ"));
  say ("cut off", open (arguments[0], O_RDONLY | O_TRUNC) >= 0);
  close (open ("own.txt", O_WRONLY | O_CREAT, 0600));
  say ("cut off an own one while reading", open ("own.txt", O_RDONLY | O_TRUNC) >= 0);
  say ("write", open (arguments[0], O_WRONLY) >= 0);
  say ("append", open (arguments[0], O_WRONLY | O_APPEND) >= 0);
  say ("remove", unlink (arguments[0]) == 0);
  say ("rename", rename (arguments[0], "mine") == 0);
  say ("link", link (arguments[0], "mine") == 0);
  say ("symlink", symlink ("/etc/shadow", "mine") == 0);
  say ("nameless", open (".", O_TMPFILE | O_RDWR, 0600) >= 0);
  say ("fifo", mkfifo ("fifo", 0600) == 0);
  say ("mode", chmod (arguments[0], 0777) == 0);
  fchmod (open (arguments[0], O_RDONLY), 0777); /* it is told that it was done */
}

/* What its starter had in its environment lies above its arguments. */
static void
find_secret (char **arguments)
{
  const char *begin = arguments[0];
  const char *end = (const char *)getauxval (AT_EXECFN);

  say ("environment", begin < end && memmem (begin, (gsize)(end - begin), "hunter2", 7) != NULL);
}

static void
fill_disk (char **arguments)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("file%u", i);
      int file = open (name, O_WRONLY | O_CREAT, 0600);

      if (fallocate (file, 0, 0, 100 << 20) != 0)
        break;
      close (file);
      usleep (20000);
    }
  say ("disk", TRUE);
}

static void
write_long_file (char **arguments)
{
  int file = open ("long", O_WRONLY | O_CREAT, 0600);

  say ("long file", pwrite (file, "x", 1, 300 << 20) == 1);
}

static void
make_files (char **arguments)
{
  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *name = g_strdup_printf ("file%u", i);

      close (open (name, O_WRONLY | O_CREAT, 0600));
    }
  pause ();
}

static void
make_deep_folders (char **arguments)
{
  for (guint i = 0; i < 1000; i++)
    if (mkdir ("deeper", 0700) != 0 || chdir ("deeper") != 0)
      break;
  pause ();
}

/* ---- memory, threads, time ---- */

#define PIECE ((gsize)64 << 20)

static void
fill_memory (char **arguments)
{
  guint n = 0;
  void *device;

  while (malloc (PIECE) != NULL)
    n++;
  say ("4 GB and more", n > 64);
  say ("some memory", n < 16);
  say ("shared memory",
       mmap (NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  say ("a stack", mmap (NULL, PIECE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0)
                      != MAP_FAILED);
  say ("reserved addresses", mprotect (RESERVED, 64 * PIECE, PROT_READ | PROT_WRITE) == 0);
  munmap (RESERVED, 256 * PIECE);
  say ("given back",
       mmap (NULL, 64 * PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
           != MAP_FAILED);
  say ("of the device", cudaMalloc (&device, (gsize)8 << 30) == cudaSuccess);
}

/* Takes a null pointer for memory in the end. */
static void
touch_memory (char **arguments)
{
  while (TRUE)
    memset (malloc (PIECE), 1, PIECE);
}

static void *
wait_for_ever (void *data)
{
  pause ();
  return NULL;
}

static void
make_threads (char **arguments)
{
  pthread_attr_t small;
  pthread_t thread;

  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 16 << 10);
  for (guint i = 0; i < 20000; i++)
    if (pthread_create (&thread, &small, wait_for_ever, NULL) != 0)
      break;
  pause ();
}

static void
never_end (char **arguments)
{
  signal (SIGTERM, SIG_IGN);
  signal (SIGALRM, SIG_IGN);
  while (TRUE)
    continue;
}

/* ---- others ---- */

static void
disturb (char **arguments)
{
  const struct f_owner_ex owner = { F_OWNER_PID, getppid () };
  int ends[2];

  say ("kill", kill (getppid (), SIGKILL) == 0);
  say ("kill group", kill (0, SIGKILL) == 0);
  say ("kill all", kill (-1, SIGKILL) == 0);
  say ("kill thread", syscall (SYS_tkill, getppid (), SIGKILL) == 0);
  say ("pipe", pipe (ends) != 0);
  say ("owner", fcntl (ends[0], F_SETOWN, getppid ()) == 0);
  say ("owner's thread", fcntl (ends[0], F_SETOWN_EX, &owner) == 0);
  say ("owner's signal", fcntl (ends[0], F_SETSIG, SIGKILL) == 0);
  say ("outlive", prctl (PR_SET_PDEATHSIG, 0) == 0);
  say ("slow down", setpriority (PRIO_PROCESS, (id_t)getppid (), 19) == 0);
  say ("new session", setsid () >= 0);
  say ("system", system ("true") == 0);
  say ("popen", popen ("true", "r") != NULL);
}

static void
be_wild (char **arguments)
{
  char *top = sbrk (0);
  void *data;

  /* glibc's heap, with all that the virtual GPU keeps there */
  for (gsize i = 0; i < (gsize)atoi (arguments[0]); i++)
    top[-1 - (gssize)i] ^= (char)(i * 31);
  cudaMalloc (&data, 64);
  cudaMemset (data, 0, 64);
  cudaFree (data);
}

/* ---- the history ---- */

static void
write_garbage (char **arguments)
{
  for (guint i = 0; i < 1000; i++)
    if (write (HISTORY, "garbage and nonsense", 20) < 0)
      break;
}

static void
write_long_frame (char **arguments)
{
  const guint32 length = GUINT32_TO_LE (G_MAXINT32);

  if (write (HISTORY, "WSF1", 4) == 4 && write (HISTORY, &length, 4) == 4)
    write_garbage (arguments);
}

/* The last frame that it has written, again and again; and when nobody reads any more, it stays. */
static void
write_for_ever (char **arguments)
{
  void *data;
  int ends[2];
  char frame[4096];
  gssize size;
  int kept = dup (HISTORY);

  if (pipe (ends) != 0 || dup2 (ends[1], HISTORY) != HISTORY)
    return;
  cudaMalloc (&data, 64);
  size = read (ends[0], frame, sizeof frame);
  printf ("%d\n", (int)getpid ());
  signal (SIGPIPE, SIG_IGN);
  while (write (kept, frame, (gsize)size) == size)
    continue;
  never_end (arguments);
}

static const struct {
  const char *name;
  void (*act) (char **arguments);
} acts[] = {
  { "all", try_all },
  { "steal", steal },
  { "secret", find_secret },
  { "disk", fill_disk },
  { "long file", write_long_file },
  { "files", make_files },
  { "folders", make_deep_folders },
  { "memory", fill_memory },
  { "threads", make_threads },
  { "touched memory", touch_memory },
  { "endless", never_end },
  { "others", disturb },
  { "wild", be_wild },
  { "garbage", write_garbage },
  { "long frame", write_long_frame },
  { "frames", write_for_ever },
};

int
main (int argc, char **argv)
{
  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (acts); i++)
    if (strcmp (argv[1], acts[i].name) == 0)
      {
        acts[i].act (argv + 2);
        return 0;
      }
  return 99;
}
