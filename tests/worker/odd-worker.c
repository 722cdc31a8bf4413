/* odd-worker: a worker that misbehaves, for tests of who talks to one.
 *
 *   odd-worker MODE [FRAME [FILE]]
 *
 * Without arguments they are taken from $ODD_WORKER. The modes above "slow" are odd by themselves;
 * the others pass on what a real worker says, which $REAL_WORKER names, and end at its FRAME-th
 * message, from 0, once: with FILE, only where there is such a file, which is then removed. */
#include "wire/protocol.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LIFE_S 120 /* a test that fails leaves nothing behind */

static void
write_all (const void *data, gsize size)
{
  const guint8 *bytes = data;

  while (size > 0)
    {
      gssize n = write (STDOUT_FILENO, bytes, size);

      if (n < 0 && errno != EINTR)
        _exit (1);
      bytes += MAX (n, 0);
      size -= (gsize)MAX (n, 0);
    }
}

static gboolean
read_all (int fd, void *data, gsize size)
{
  guint8 *bytes = data;

  while (size > 0)
    {
      gssize n = read (fd, bytes, size);

      if (n == 0 || (n < 0 && errno != EINTR))
        return FALSE;
      bytes += MAX (n, 0);
      size -= (gsize)MAX (n, 0);
    }
  return TRUE;
}

static void
say (const char *message, GVariant *body)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *frame = G_MEMORY_OUTPUT_STREAM (memory);

  ws_protocol_write (memory, message, body, NULL, NULL);
  write_all (g_memory_output_stream_get_data (frame), g_memory_output_stream_get_data_size (frame));
}

static void
greet (void)
{
  say ("hello", g_variant_new ("(uu)", WS_PROTOCOL_VERSION, (guint32)getpid ()));
}

static void
hang (void)
{
  for (;;)
    pause ();
}

/* ---- odd by itself ---- */

static void
be_deaf (void)
{
  greet ();
  hang ();
}

/* Lives, and does not get on. */
static void
be_still (void)
{
  greet ();
  for (;;)
    {
      g_usleep (20000);
      say ("alive", g_variant_new ("(u)", 7));
    }
}

static void
get_on (void)
{
  for (guint32 i = 0;; i++)
    {
      g_usleep (20000);
      say ("alive", g_variant_new ("(u)", i));
    }
}

/* Gets on, and never says more than that. */
static void
be_busy (void)
{
  greet ();
  get_on ();
}

/* Silent for a while, then no longer. */
static void
be_late (void)
{
  greet ();
  g_usleep (3 * G_USEC_PER_SEC);
  get_on ();
}

static void
shut (void)
{
  greet ();
  close (STDOUT_FILENO);
  hang ();
}

static void
close_input (void)
{
  close (STDIN_FILENO);
  greet ();
  hang ();
}

static void
greet_twice (void)
{
  greet ();
  greet ();
  hang ();
}

static void
be_huge (void)
{
  static const guint8 header[8] = { 'W', 'S', 'F', '1', 0xff, 0xff, 0xff, 0x7f };

  greet ();
  write_all (header, sizeof header);
  hang ();
}

static void
babble (void)
{
  greet ();
  write_all ("this is no frame of anything", 28);
  hang ();
}

/* Ended by a signal, as by the sandbox. */
static void
end_by (int signal_number)
{
  const struct rlimit none = { 0, 0 };

  setrlimit (RLIMIT_CORE, &none);
  raise (signal_number);
}

static void
trespass (void)
{
  greet ();
  end_by (SIGSYS);
}

static void
trespass_at_once (void)
{
  end_by (SIGSYS);
}

static void
spend (void)
{
  greet ();
  end_by (SIGXCPU);
}

static void
crash (void)
{
  greet ();
  signal (SIGSEGV, SIG_DFL);
  end_by (SIGSEGV);
}

/* Ends when it hears the first word. */
static void
trespass_later (void)
{
  guint8 byte;

  greet ();
  read_all (STDIN_FILENO, &byte, 1);
  end_by (SIGSYS);
}

static void
echo (void)
{
  guint8 byte;

  while (read_all (STDIN_FILENO, &byte, 1))
    write_all (&byte, 1);
}

static const struct {
  const char *mode;
  void (*be) (void);
} modes[] = {
  { "silent", hang },
  { "deaf", be_deaf },
  { "still", be_still },
  { "busy", be_busy },
  { "late", be_late },
  { "shut", shut },
  { "no-input", close_input },
  { "twice", greet_twice },
  { "huge", be_huge },
  { "babble", babble },
  { "trespass", trespass },
  { "trespass-at-once", trespass_at_once },
  { "trespass-later", trespass_later },
  { "spend", spend },
  { "crash", crash },
  { "echo", echo },
};

/* ---- a real one, up to a point ---- */

/* How it ends at a message. */
typedef enum { BEFORE, IN_HEADER, WITHIN, AFTER, N_ENDS } End;

static const char *const ends[N_ENDS] = { "before", "in-header", "within", "after" };

/* (transfer none): the fd of what it says; it hears what we would */
static int
start_real (GPid *pid)
{
  const char *const argv[] = { g_getenv ("REAL_WORKER"), NULL };
  int out = -1;
  g_autoptr (GError) error = NULL;

  if (!g_spawn_async_with_pipes (NULL, (char **)argv, NULL,
                                 G_SPAWN_CHILD_INHERITS_STDIN | G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                                 NULL, pid, NULL, &out, NULL, &error))
    g_error ("odd-worker: %s", error->message);
  return out;
}

/* Killed at even messages, and at odd ones by itself. */
static void
end (GPid real, guint frame)
{
  kill (real, SIGKILL);
  if (frame % 2 == 0)
    raise (SIGKILL);
  _exit (0);
}

static void
pass_on (const char *mode, guint last)
{
  GPid real;
  int from = start_real (&real);
  guint8 header[8];
  End how = 0;

  while (how < N_ENDS && !g_str_equal (mode, ends[how]))
    how++;
  for (guint frame = 0; read_all (from, header, sizeof header); frame++)
    {
      g_autofree guint8 *payload = NULL;
      guint32 length;

      memcpy (&length, header + 4, 4);
      length = GUINT32_FROM_LE (length);
      payload = g_malloc (length);
      if (!read_all (from, payload, length))
        break;
      if (frame == last && how == BEFORE)
        end (real, frame);
      write_all (header, frame == last && how == IN_HEADER ? 5 : sizeof header);
      if (frame == last && how == IN_HEADER)
        end (real, frame);
      write_all (payload, frame == last && how == WITHIN ? length / 2 : length);
      if (frame == last && how != N_ENDS)
        end (real, frame);
    }
}

/* Every byte by itself, all the same. */
static void
pass_slowly (void)
{
  GPid real;
  int from = start_real (&real);
  guint8 byte;

  while (read_all (from, &byte, 1))
    write_all (&byte, 1);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) words =
      argc > 1 ? g_strdupv (argv + 1) : g_strsplit (g_getenv ("ODD_WORKER"), " ", 3);
  guint n = g_strv_length (words);
  guint last = n > 1 ? (guint)g_ascii_strtoull (words[1], NULL, 10) : G_MAXUINT;

  alarm (LIFE_S);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (g_str_equal (words[0], modes[i].mode))
      modes[i].be ();
  if (g_str_equal (words[0], "slow"))
    pass_slowly ();
  else if (n > 2 && unlink (words[2]) != 0)
    pass_on ("", G_MAXUINT);
  else
    pass_on (words[0], last);
  return 0;
}
