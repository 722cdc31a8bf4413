/* Programs that mean harm, run by warpstage-host: nothing gets out, nobody else dies, and what they
 * hand back is refused or read. */
#include "attempts.h"
#include "host-program.h"
#include "paths.h"
#include "sandbox/sandbox.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  HostProgram program;
} Fixture;

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  host_program_init (&self->program);
}

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  host_program_clear (&self->program);
}

/* The sanitizers are left more than a program is. */
static gboolean
can_try (void)
{
  if (WS_SANDBOX_SANITIZED)
    g_test_skip ("the sanitizers are left more");
  return !WS_SANDBOX_SANITIZED && host_program_can_run ();
}

static void
act (HostProgram *self, const char *const *words)
{
  const char *const options[] = { "--wall=20", NULL };

  host_program_run (self, options, words, NULL);
  g_test_message ("%s: %#x\n%s%s", words[1], (guint)self->status, self->output, self->errors);
}

/* Each line of what it printed says so. */
static void
check_all_refused (const HostProgram *self, guint least)
{
  g_auto (GStrv) lines = g_strsplit (self->output, "\n", -1);
  guint n = g_strv_length (lines) - 1;

  g_assert_true (host_program_exited (self, 0));
  g_assert_cmpuint (n, >=, least);
  for (guint i = 0; i < n; i++)
    g_assert_true (g_str_has_suffix (lines[i], ": refused"));
}

/* ---- what gets out ---- */

static void
test_all (Fixture *fixture, gconstpointer data)
{
  Target target;
  g_autofree char *inherited = NULL;

  if (!can_try ())
    return;
  target_init (&target);
  inherited = g_strdup ("17");
  act (&fixture->program, (const char *const[]){ "hostile", "all", target.home, target.secret,
                                                 inherited, target.service, NULL });
  target_clear (&target);
  check_all_refused (&fixture->program, 45);
}

static void
test_steal (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *key = g_build_filename (self->folder, "home", ".ssh", "id_rsa", NULL);
  g_autofree char *hidden = g_build_filename (self->folder, ".env", NULL);
  g_autofree char *deep = g_build_filename (self->folder, "part", ".env", NULL);
  g_autofree char *linked = g_build_filename (self->folder, "link", NULL);
  g_autofree char *data_file = g_build_filename (self->folder, "data.txt", NULL);
  g_autofree char *text = NULL;
  struct stat status;

  if (!can_try ())
    return;
  host_program_write (self, "home/.ssh/id_rsa", "secret");
  host_program_write (self, ".env", "secret");
  host_program_write (self, "part/.env", "secret");
  host_program_write (self, "data.txt", "data");
  g_assert_cmpint (symlink ("/etc/passwd", linked), ==, 0);
  g_assert_cmpint (chmod (data_file, 0600), ==, 0);
  act (self, (const char *const[]){ "hostile", "steal", key, hidden, deep, linked, "link", ".env",
                                    "../id_rsa", "/etc/passwd", "/var/tmp", data_file, NULL });
  check_all_refused (self, 20);
  g_assert_true (g_file_get_contents (data_file, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "data");
  g_assert_cmpint (stat (data_file, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
}

/* Folders that are everybody's, or hidden: nothing of them can be read. */
static void
test_folders (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *file = g_build_filename (self->folder, "data.txt", NULL);
  g_autofree char *hidden = g_build_filename (self->folder, ".config", NULL);
  g_autofree char *in_hidden = g_build_filename (hidden, "data.txt", NULL);
  g_autofree char *again = g_build_filename (self->folder, "again.txt", NULL);
  g_autofree char *written = g_build_filename (self->own, "own.txt", NULL);
  const char *const folders[] = { "/", "/var", "/var/tmp", "/tmp", hidden };

  if (!can_try ())
    return;
  host_program_write (self, "data.txt", "data");
  host_program_write (self, "again.txt", "data");
  host_program_write (self, ".config/data.txt", "data");
  self->sees_folder = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      const char *const options[] = { "--folder", folders[i], NULL };

      host_program_run (
          self, options,
          (const char *const[]){ "hostile", "steal", file, in_hidden, "data.txt", again, NULL },
          NULL);
      check_all_refused (self, 14);
      g_assert_cmpint (g_unlink (written), ==, 0);
    }
}

static void
test_secret (Fixture *fixture, gconstpointer data)
{
  if (!can_try ())
    return;
  act (&fixture->program, (const char *const[]){ "hostile", "secret", "x", NULL });
  check_all_refused (&fixture->program, 1);
}

static void
test_early (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;

  if (!can_try ())
    return;
  act (self, (const char *const[]){ "early", NULL, NULL });
  g_assert_cmpstr (self->output, ==, "loaded\nsecret: refused\n");
}

/* ---- who suffers ---- */

static void
test_others (Fixture *fixture, gconstpointer data)
{
  if (!can_try ())
    return;
  act (&fixture->program, (const char *const[]){ "hostile", "others", NULL });
  check_all_refused (&fixture->program, 12);
}

static void
test_memory (Fixture *fixture, gconstpointer data)
{
  if (!can_try ())
    return;
  act (&fixture->program, (const char *const[]){ "hostile", "memory", NULL });
  check_all_refused (&fixture->program, 7);
}

static const struct {
  const char *name;
  const char *words;
} limits[] = {
  { "disk", "it has written more than it may" },
  { "long file", "one of its files is larger" },
  { "files", "it has written more than it may" },
  { "folders", "it has written more than it may" },
  { "threads", "it has more threads than it may" },
  { "touched memory", "it has taken all the memory that it may" },
  { "endless", "it has run as long as it may" },
};

/* Each is stopped, and a sentence says why, here and there. */
static void
test_limit (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  guint i = GPOINTER_TO_UINT (data);
  const char *const options[] = { g_str_equal (limits[i].name, "endless") ? "--wall=0.5"
                                                                          : "--wall=60",
                                  NULL };

  if (!can_try ())
    return;
  host_program_run (self, options, (const char *const[]){ "hostile", limits[i].name, NULL }, NULL);
  g_assert_true (host_program_exited (self, 123));
  g_assert_nonnull (strstr (self->errors, limits[i].words));
  g_assert_no_error (self->refusal);
  g_assert_nonnull (strstr (host_program_find_refusal (self), limits[i].words));
  g_assert_false (self->history->has_ended);
}

/* Who has started it is killed: it goes, too, long before it is stopped. */
static void
test_orphan (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;

  if (!can_try ())
    return;
  self->starter = WS_TEST_DIR "/dies.sh";
  host_program_run (self, (const char *const[]){ "--wall=30", NULL },
                    (const char *const[]){ "hostile", "endless", NULL }, NULL);
  g_assert_true (WIFSIGNALED (self->status) && WTERMSIG (self->status) == SIGKILL);
  g_assert_no_error (self->refusal);
  g_assert_null (host_program_find_refusal (self));
}

/* ---- what it hands back ---- */

/* It breaks what the virtual GPU keeps beside it: itself alone ends, if at all. */
static void
test_wild (Fixture *fixture, gconstpointer data)
{
  static const char *const sizes[] = { "64", "4096", "65536", "500000" };

  if (!can_try ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      act (&fixture->program, (const char *const[]){ "hostile", "wild", sizes[i], NULL });
      g_assert_true (fixture->program.history != NULL || fixture->program.refusal != NULL);
    }
}

static void
test_garbage (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  const char *const ways[] = { "garbage", "long frame" };

  if (!host_program_can_run ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      act (self, (const char *const[]){ "hostile", ways[i], NULL });
      g_assert_no_error (self->refusal);
      g_assert_cmpstr (self->history->device, ==, "vm:h200");
      g_assert_false (self->history->has_ended);
    }
}

/* Gone, or a zombie that its parent has not yet waited for. */
static gboolean
is_dead (const char *pid)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL);
  g_autofree char *text = NULL;
  const char *rest;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return TRUE;
  rest = strrchr (text, ')');
  return rest != NULL && strchr ("ZX", rest[2]) != NULL;
}

/* A program that writes without end is stopped: both processes end. */
static void
test_frames (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;

  if (!host_program_can_run ())
    return;
  act (self, (const char *const[]){ "hostile", "frames", NULL });
  g_assert_error (self->refusal, WS_HISTORY_ERROR, WS_HISTORY_ERROR_LONG);
  g_assert_true (WIFSIGNALED (self->status) && WTERMSIG (self->status) == SIGKILL);
  g_strchomp (self->output);
  g_assert_cmpint (atoi (self->output), >, 1);
  while (!is_dead (self->output))
    g_usleep (1000);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*run) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/host-hostile/all", test_all },         { "/host-hostile/steal", test_steal },
    { "/host-hostile/folders", test_folders }, { "/host-hostile/secret", test_secret },
    { "/host-hostile/early", test_early },     { "/host-hostile/others", test_others },
    { "/host-hostile/memory", test_memory },   { "/host-hostile/wild", test_wild },
    { "/host-hostile/garbage", test_garbage }, { "/host-hostile/frames", test_frames },
    { "/host-hostile/orphan", test_orphan },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, fixture_set_up, tests[i].run, fixture_tear_down);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autofree char *name = g_strdup_printf ("/host-hostile/limit/%s", limits[i].name);

      g_strdelimit (name, " ", '-');
      g_test_add (name, Fixture, GUINT_TO_POINTER (i), fixture_set_up, test_limit,
                  fixture_tear_down);
    }
  return g_test_run ();
}
