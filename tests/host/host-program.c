#include "host-program.h"

#include "paths.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOST WS_BUILD_DIR "/bin/warpstage-host"

void
host_program_init (HostProgram *self)
{
  *self = (HostProgram){ .sees_folder = TRUE };
  /* no folder of temporary files itself, but in one */
  self->folder = g_strdup ("/var/tmp/warpstage-host-XXXXXX");
  self->own = g_strdup ("/var/tmp/warpstage-own-XXXXXX");
  g_assert_nonnull (g_mkdtemp (self->folder));
  g_assert_nonnull (g_mkdtemp (self->own));
}

static void
forget (HostProgram *self)
{
  g_clear_pointer (&self->history, ws_history_free);
  g_clear_error (&self->refusal);
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->errors, g_free);
}

void
host_program_clear (HostProgram *self)
{
  const char *const argv[] = { "rm", "-rf", self->folder, self->own, NULL };

  g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  forget (self);
  g_free (self->folder);
  g_free (self->own);
}

void
host_program_write (const HostProgram *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* ---- it runs ---- */

typedef struct {
  HostProgram *program;
  GSubprocess *process;
  int history;
} Reading;

/* As who started it does: a history that is none ends it. */
static gpointer
read_history (gpointer data)
{
  Reading *self = data;
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (self->history, TRUE);

  self->program->history = ws_history_read (stream, NULL, &self->program->refusal);
  if (self->program->history == NULL)
    g_subprocess_force_exit (self->process);
  return NULL;
}

static void
add_words (GPtrArray *argv, const char *const *words)
{
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)words[i]);
}

static void
run (HostProgram *self, const char *const *argv, const char *input)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GError) error = NULL;
  Reading reading = { self, NULL, -1 };
  GThread *thread;
  int ends[2];

  forget (self);
  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  reading.history = ends[0];
  g_subprocess_launcher_take_fd (launcher, ends[1], 7);
  g_subprocess_launcher_take_fd (launcher, open ("/etc/passwd", O_RDONLY), 17);
  g_subprocess_launcher_setenv (launcher, "SECRET", "hunter2", TRUE);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_SANDBOX", "off", TRUE);
  if (self->home != NULL)
    g_subprocess_launcher_setenv (launcher, "HOME", self->home, TRUE);
  reading.process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  g_clear_object (&launcher); /* with its end of the pipe */
  thread = g_thread_new ("history", read_history, &reading);
  g_subprocess_communicate_utf8 (reading.process, input, NULL, &self->output, &self->errors,
                                 &error);
  g_assert_no_error (error);
  g_thread_join (thread);
  self->status = g_subprocess_get_status (reading.process);
  g_object_unref (reading.process);
}

void
host_program_run (HostProgram *self, const char *const *options, const char *const *words,
                  const char *input)
{
  const char *const folder[] = { "--folder", self->folder, NULL };
  const char *const always[] = { HOST, "--history=7", "--own", self->own, NULL };
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *program =
      g_strdup_printf ("%s/test-programs/host-%s.so", WS_BUILD_DIR, words[0]);

  if (self->starter != NULL)
    g_ptr_array_add (argv, (gpointer)self->starter);
  add_words (argv, always);
  if (self->sees_folder)
    add_words (argv, folder);
  add_words (argv, options);
  g_ptr_array_add (argv, program);
  add_words (argv, words + 1);
  g_ptr_array_add (argv, NULL);
  run (self, (const char *const *)argv->pdata, input);
}

/* ---- what came of it ---- */

gboolean
host_program_exited (const HostProgram *self, int status)
{
  if (WIFEXITED (self->status) && WEXITSTATUS (self->status) == status)
    return TRUE;
  g_test_message ("status %#x instead of %d:\n%s%s", (guint)self->status, status, self->output,
                  self->errors);
  return FALSE;
}

const char *
host_program_find_refusal (const HostProgram *self)
{
  for (guint i = 0; self->history != NULL && i < self->history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (self->history->steps, i);

      if (step->kind == WS_STEP_REFUSED)
        return step->words;
    }
  return NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

char *
host_program_list (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **)names->pdata);
}

gboolean
host_program_can_run (void)
{
  const char *const argv[] = { HOST, "--check", NULL };
  int status = -1;

  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                               &status, NULL));
  if (status == 0)
    return TRUE;
  g_test_skip ("no Landlock, or no seccomp, on this kernel");
  return FALSE;
}
