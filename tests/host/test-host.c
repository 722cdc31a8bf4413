/* A program's own main(), run by warpstage-host: what it may read and write, and how it ends. */
#include "host-program.h"
#include "paths.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
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

static void
act (HostProgram *self, const char *what)
{
  host_program_run (self, NULL, (const char *const[]){ "good", what, NULL }, NULL);
}

/* ---- ends ---- */

static const struct {
  const char *act;
  int status; /* of its end */
  int number; /* of the signal that ended it */
  const char *output;
} ends[] = {
  { "go on", 0, 0, "before\nkernel\nno error\n" },
  { "exit", 3, 0, "half a line" },
  { "_exit", 4, 0, "" },
  { "return", 5, 0, "" },
  { "abort", 0, SIGABRT, "before\n" },
  { "fault", 0, SIGSEGV, "kernel\n" },
  { "raise", 0, SIGSEGV, "" },
  { "threads", 0, 0, "40\n" },
};

static void
test_ends (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;

  if (!host_program_can_run ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      act (self, ends[i].act);
      g_test_message ("%s: %s%s", ends[i].act, self->output, self->errors);
      g_assert_no_error (self->refusal);
      g_assert_cmpstr (self->output, ==, ends[i].output);
      g_assert_cmpstr (self->history->device, ==, "vm:h200");
      g_assert_true (self->history->has_ended == (ends[i].number == 0));
      g_assert_null (host_program_find_refusal (self));
      if (ends[i].number != 0)
        g_assert_true (WIFSIGNALED (self->status) && WTERMSIG (self->status) == ends[i].number);
      else
        g_assert_true (host_program_exited (self, ends[i].status));
      g_assert_cmpint (self->history->status, ==, ends[i].status);
    }
}

/* Device memory is not the host's: the history says which address was taken for it. */
static void
test_device (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *words = NULL;

  if (!host_program_can_run ())
    return;
  act (self, "device");
  g_assert_true (WIFSIGNALED (self->status) && WTERMSIG (self->status) == SIGSEGV);
  g_assert_no_error (self->refusal);
  words = g_strdup_printf ("main() accesses device memory at address %s directly: copy it with "
                           "cudaMemcpy() first.",
                           g_strchomp (self->output));
  g_assert_cmpstr (host_program_find_refusal (self), ==, words);
}

/* ---- what is not run ---- */

static void
check_not_run (HostProgram *self, const char *const *options, const char *program,
               const char *words)
{
  host_program_run (self, options, (const char *const[]){ program, "return", NULL }, NULL);
  g_assert_true (host_program_exited (self, 126));
  g_test_message ("%s", self->errors);
  g_assert_nonnull (strstr (self->errors, words));
  g_assert_cmpstr (self->output, ==, "");
  g_assert_false (self->history->has_ended);
}

static void
test_not_run (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *full = g_build_filename (self->own, "full", NULL);

  if (!host_program_can_run ())
    return;
  check_not_run (self, NULL, "headless", "has no main()");
  check_not_run (self, NULL, "missing", "There is no file");
  check_not_run (self, (const char *const[]){ "--device=vm:none", NULL }, "good", "none");
  check_not_run (self, (const char *const[]){ "--file=/none", NULL }, "good", "is not a file");
  check_not_run (self, (const char *const[]){ "--folder=/none", NULL }, "good", "is not a folder");
  g_assert_true (g_file_set_contents (full, "", 0, NULL));
  check_not_run (self, NULL, "good", "is not an empty folder");
}

/* Its constructor would run before main(): where it cannot be confined, it is not even loaded. */
static void
test_poor_kernel (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;

  self->starter = WS_BUILD_DIR "/bin/poor-kernel";
  host_program_run (self, NULL, (const char *const[]){ "early", NULL }, NULL);
  if (WIFEXITED (self->status) && WEXITSTATUS (self->status) == 77)
    {
      g_test_skip ("no seccomp on this kernel");
      return;
    }
  g_assert_true (host_program_exited (self, 125));
  g_assert_cmpstr (self->output, ==, "");
  g_assert_false (self->history->has_ended);
  g_assert_nonnull (strstr (self->errors, "The program was not run"));
  g_assert_nonnull (strstr (self->errors, "seccomp"));
}

/* ---- files ---- */

static void
check_file (const char *folder, const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* It reads what is beside its source, writes as if it were there, and what it has written is what
 * is left; the source's folder stays as it was. */
static void
test_files (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *left = NULL;
  g_autofree char *part = NULL;
  g_autofree char *inner = NULL;

  if (!host_program_can_run ())
    return;
  host_program_write (self, "data.txt", "data");
  host_program_write (self, "old.txt", "as it was");
  host_program_write (self, "unused/file.txt", "unused");
  host_program_write (self, "part/more.txt", "more");
  host_program_write (self, ".hidden", "hidden");
  host_program_write (self, "part/.hidden", "hidden");
  host_program_write (self, ".git/config", "hidden");
  act (self, "files");
  g_assert_true (host_program_exited (self, 0));
  g_assert_cmpstr (self->output, ==, "-1 -1 -1\n");
  left = host_program_list (self->own);
  g_assert_cmpstr (left, ==, "old.txt out.txt part results");
  inner = g_build_filename (self->own, "part", NULL);
  part = host_program_list (inner);
  g_assert_cmpstr (part, ==, "out.txt");
  check_file (self->own, "out.txt", "data!");
  check_file (self->own, "old.txt", "data!");
  check_file (self->own, "part/out.txt", "more!");
  check_file (self->own, "results/out.txt", "more!");
  check_file (self->folder, "old.txt", "as it was");
}

static void
test_large (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *path = g_build_filename (self->folder, "large.bin", NULL);
  g_autofree char *left = NULL;

  if (!host_program_can_run ())
    return;
  host_program_write (self, "large.bin", "x");
  g_assert_cmpint (truncate (path, (16 << 20) + 1), ==, 0);
  act (self, "large");
  g_assert_true (host_program_exited (self, 0));
  g_assert_cmpstr (self->output, ==, "0\n");
  left = host_program_list (self->own);
  g_assert_cmpstr (left, ==, "");
}

/* Of a folder that is the home folder, or has it, or is for temporary files, only what is named. */
static void
test_named (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;
  g_autofree char *inside = g_build_filename (self->folder, "home", NULL);
  g_autofree char *named = g_build_filename (self->folder, "data.txt", NULL);
  g_autofree char *option = g_strconcat ("--file=", named, NULL);
  const char *const homes[] = { self->folder, inside };
  const char *const options[] = { option, NULL };

  if (!host_program_can_run ())
    return;
  host_program_write (self, "data.txt", "data");
  host_program_write (self, "home/old.txt", "as it was");
  host_program_write (self, "part/more.txt", "more");
  for (guint i = 0; i < G_N_ELEMENTS (homes); i++)
    {
      HostProgram again;

      host_program_init (&again);
      again.home = homes[i];
      again.sees_folder = FALSE;
      host_program_run (&again, (const char *const[]){ option, "--folder", self->folder, NULL },
                        (const char *const[]){ "good", "files", NULL }, NULL);
      g_assert_true (host_program_exited (&again, 0));
      check_file (again.own, "out.txt", "data!");
      g_assert_nonnull (strstr (again.output, "part/more.txt to part/out.txt: failed"));
      host_program_clear (&again);
    }
  self->sees_folder = FALSE;
  host_program_run (self, options, (const char *const[]){ "good", "files", NULL }, NULL);
  check_file (self->own, "out.txt", "data!");
}

/* ---- what it is given ---- */

static void
test_input (Fixture *fixture, gconstpointer data)
{
  HostProgram *self = &fixture->program;

  if (!host_program_can_run ())
    return;
  host_program_run (self, NULL, (const char *const[]){ "good", "echo", NULL }, "a line\n");
  g_assert_cmpstr (self->output, ==, "a line\nno secret\n");
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*run) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/host/ends", test_ends },       { "/host/device", test_device },
    { "/host/not-run", test_not_run }, { "/host/poor-kernel", test_poor_kernel },
    { "/host/files", test_files },     { "/host/large", test_large },
    { "/host/named", test_named },     { "/host/input", test_input },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, fixture_set_up, tests[i].run, fixture_tear_down);
  return g_test_run ();
}
