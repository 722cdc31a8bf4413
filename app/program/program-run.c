#include "program/program-run.h"

#include "files/folder.h"
#include "files/replacement.h"

#include <errno.h>
#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What warpstage-host says by its exit status, of a program that was stopped at a limit, or has not
 * run: see host/watch.h. */
#define STATUS_LIMIT      123
#define STATUS_NO_SANDBOX 125
#define STATUS_NOT_RUN    126
/* And what the runtime does, of one whose launches took too long: runtime/launch.c. */
#define STATUS_STOPPED 124

#define HISTORY_FD 3 /* that the program's process writes its history to */
#define SPEC_FD    4 /* where a command finds its device's spec */
#define PIECE      65536

/* Files that the program's process is given. */
#define OBJECT "program.so"
#define PTX    "program.ptx"
#define CUBIN  "program.cubin"

G_DEFINE_QUARK (ws - program - error - quark, ws_program_error)

/* What comes through one of the pipes. */
typedef struct {
  int fd; /* -1: it is closed */
  GByteArray *bytes;
  gsize most; /* more is read, and thrown away */
} Pipe;

typedef struct {
  GBytes *object; /* NULL: a command */
  WsSpec *spec;
  char **arguments;
  char *folder;
  WsProgramCode *code; /* nullable */
  char *cudart;
  WsProgramOptions options;
} Start;

static void
start_free (gpointer data)
{
  Start *self = data;

  g_clear_pointer (&self->object, g_bytes_unref);
  ws_spec_unref (self->spec);
  g_strfreev (self->arguments);
  g_clear_pointer (&self->code, ws_program_code_free);
  g_free (self->folder);
  g_free (self->cudart);
  g_free (self);
}

/**
 * ws_program_code_new:
 * @ptx: text
 * @cubin: (transfer none): what was made of it
 *
 * Returns: (transfer full): kernels
 */
WsProgramCode *
ws_program_code_new (const char *ptx, GBytes *cubin)
{
  WsProgramCode *self = g_new (WsProgramCode, 1);

  *self = (WsProgramCode){ g_strdup (ptx), g_bytes_ref (cubin) };
  return self;
}

/* Returns: (transfer full) (nullable): the same; %NULL of none */
WsProgramCode *
ws_program_code_copy (const WsProgramCode *self)
{
  return self != NULL ? ws_program_code_new (self->ptx, self->cubin) : NULL;
}

void
ws_program_code_free (WsProgramCode *self)
{
  g_bytes_unref (self->cubin);
  g_free (self->ptx);
  g_free (self);
}

/**
 * ws_program_run_free:
 * @self: (transfer full): what came of a program
 *
 * The files that it has written are removed.
 */
void
ws_program_run_free (WsProgramRun *self)
{
  g_clear_pointer (&self->history, ws_history_free);
  g_clear_pointer (&self->frames, g_bytes_unref);
  if (self->folder != NULL)
    ws_folder_remove (self->folder);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_free (self->folder);
  g_free (self->compiler);
  g_free (self->output);
  g_free (self->errors);
  g_free (self);
}

/* ---- the process ---- */

/* (transfer full): $WARPSTAGE_HOST, else the warpstage-host beside the running program */
static char *
find_host (void)
{
  const char *named = g_getenv ("WARPSTAGE_HOST");
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self) : g_strdup (".");

  return named != NULL ? g_strdup (named) : g_build_filename (folder, "warpstage-host", NULL);
}

/* (transfer full) */
static char **
make_argv (const Start *self, const char *program, const char *own)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, find_host ());
  g_ptr_array_add (argv, g_strdup_printf ("--device=vm:%s", self->spec->id));
  g_ptr_array_add (argv, g_strdup_printf ("--history=%d", HISTORY_FD));
  if (self->options.capture != G_MAXUINT32)
    g_ptr_array_add (argv, g_strdup_printf ("--capture=%u", self->options.capture));
  if (self->options.seconds > 0)
    {
      char seconds[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_dtostr (seconds, sizeof seconds, self->options.seconds);
      g_ptr_array_add (argv, g_strdup_printf ("--seconds=%s", seconds));
    }
  if (self->folder != NULL)
    g_ptr_array_add (argv, g_strdup_printf ("--folder=%s", self->folder));
  if (self->code != NULL)
    {
      g_autofree char *beside = g_path_get_dirname (program);

      g_ptr_array_add (argv, g_strdup_printf ("--ptx=%s/" PTX, beside));
      g_ptr_array_add (argv, g_strdup_printf ("--cubin=%s/" CUBIN, beside));
    }
  g_ptr_array_add (argv, g_strdup_printf ("--own=%s", own));
  g_ptr_array_add (argv, g_strdup (program));
  for (guint i = 0; self->arguments != NULL && self->arguments[i] != NULL; i++)
    g_ptr_array_add (argv, g_strdup (self->arguments[i]));
  g_ptr_array_add (argv, NULL);
  return (char **)g_ptr_array_free (argv, FALSE);
}

/* Returns: (transfer full) (nullable): the folder of Warpstage's libcudart, from that of its
 * programs: as it is built, or installed */
char *
ws_program_find_runtime (void)
{
  static const char *const folders[] = { "../lib/warpstage", "../" WS_LIBRARY_FOLDER "/warpstage" };
  g_autofree char *host = find_host ();
  g_autofree char *programs = g_path_get_dirname (host);

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_canonicalize_filename (folders[i], programs);
      g_autofree char *library = g_build_filename (folder, "libcudart.so.13", NULL);

      if (g_file_test (library, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&folder);
    }
  return NULL;
}

/* A descriptor of a file that holds the spec, from its beginning on; -1 if there can be none. */
static int
make_spec_file (WsSpec *spec)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_spec_to_variant (spec));
  gsize size = g_variant_get_size (variant);
  int file = memfd_create ("spec", MFD_CLOEXEC);

  if (file >= 0 && pwrite (file, g_variant_get_data (variant), size, 0) != (gssize)size)
    {
      close (file);
      file = -1;
    }
  return file;
}

/* A folder before those that a variable of the environment already names, and perhaps one behind
 * them. */
static void
set_path (GSubprocessLauncher *launcher, const char *variable, const char *folder,
          const char *behind)
{
  const char *before = g_getenv (variable);
  g_autoptr (GString) path = g_string_new (folder);

  if (before != NULL && *before != '\0')
    g_string_append_printf (path, ":%s", before);
  if (behind != NULL)
    g_string_append_printf (path, ":%s", behind);
  g_subprocess_launcher_setenv (launcher, variable, path->str, TRUE);
}

/* Python's libraries find the driver: see resources/python/sitecustomize.py. */
static void
prepare_python (GSubprocessLauncher *launcher, const char *folder)
{
  g_autofree char *python = g_build_filename (folder, "python", NULL);
  g_autofree char *driver = g_build_filename (folder, "libcuda.so.1", NULL);

  set_path (launcher, "PYTHONPATH", python, NULL);
  g_subprocess_launcher_setenv (launcher, "NUMBA_CUDA_DRIVER", driver, TRUE);
}

/* For the virtual GPU: see runtime/environment.c. */
static gboolean
prepare_virtual (const Start *self, GSubprocessLauncher *launcher, GError **error)
{
  g_autofree char *history = g_strdup_printf ("%d", HISTORY_FD);
  g_autofree char *spec = g_strdup_printf ("/proc/self/fd/%d", SPEC_FD);
  g_autofree char *capture = g_strdup_printf ("%u", self->options.capture);
  g_autofree char *seconds = g_strdup_printf ("%.0f", self->options.seconds);
  int file = make_spec_file (self->spec);

  if (file < 0)
    {
      g_set_error_literal (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_START,
                           _ ("The program's device could not be described to it."));
      return FALSE;
    }
  g_subprocess_launcher_take_fd (launcher, file, SPEC_FD);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_HISTORY", history, TRUE);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_SPEC", spec, TRUE);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_SECONDS", seconds, TRUE);
  if (self->options.capture != G_MAXUINT32)
    g_subprocess_launcher_setenv (launcher, "WARPSTAGE_CAPTURE", capture, TRUE);
  return TRUE;
}

/* For a real one: see passing/passing.c. */
static void
prepare_real (const Start *self, GSubprocessLauncher *launcher)
{
  g_autofree char *history = g_strdup_printf ("%d", HISTORY_FD);
  g_autofree char *capture = g_strdup_printf ("%u", self->options.capture);

  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_PASSED_TO", self->cudart, TRUE);
  g_subprocess_launcher_setenv (launcher, "WARPSTAGE_PASSED_HISTORY", history, TRUE);
  if (self->options.capture != G_MAXUINT32)
    g_subprocess_launcher_setenv (launcher, "WARPSTAGE_PASSED_CAPTURE", capture, TRUE);
}

/* What a command finds in its environment. */
static gboolean
prepare_command (const Start *self, GSubprocessLauncher *launcher, GError **error)
{
  g_autofree char *found = ws_program_find_runtime ();
  g_autofree char *folder =
      found != NULL ? g_build_filename (found, self->cudart != NULL ? "real" : NULL, NULL) : NULL;
  g_autofree char *toolkit = NULL;

  if (folder == NULL)
    {
      g_set_error_literal (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_START,
                           _ ("Warpstage's libcudart is not next to its programs."));
      return FALSE;
    }
  /* cuBLAS and its like come with CUDA's runtime */
  toolkit = self->cudart != NULL ? g_path_get_dirname (self->cudart) : NULL;
  set_path (launcher, "LD_LIBRARY_PATH", folder, toolkit);
  if (self->cudart == NULL)
    {
      prepare_python (launcher, folder);
      return prepare_virtual (self, launcher, error);
    }
  prepare_real (self, launcher);
  return TRUE;
}

static GSubprocess *
start (const Start *self, char **argv, int *history, GError **error)
{
  GSubprocessFlags flags = self->options.inherits
                               ? G_SUBPROCESS_FLAGS_STDIN_INHERIT
                               : G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags);
  GSubprocess *process;
  int ends[2];

  if ((self->object == NULL && !prepare_command (self, launcher, error))
      || !g_unix_open_pipe (ends, FD_CLOEXEC, error))
    return NULL;
  g_subprocess_launcher_take_fd (launcher, ends[1], HISTORY_FD);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv, error);
  if (process == NULL)
    close (ends[0]);
  *history = ends[0];
  return process;
}

/* ---- what comes out ---- */

static void
pipe_open (Pipe *self, int fd, gsize most)
{
  *self = (Pipe){ .fd = fd, .bytes = g_byte_array_new (), .most = most };
}

static void
pipe_clear (Pipe *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_byte_array_unref (self->bytes);
}

static void
pipe_read (Pipe *self)
{
  guint8 piece[PIECE];
  gssize n = read (self->fd, piece, sizeof piece);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (n <= 0)
    {
      close (self->fd);
      self->fd = -1;
      return;
    }
  if (self->bytes->len < self->most)
    g_byte_array_append (self->bytes, piece, (guint)MIN ((gsize)n, self->most - self->bytes->len));
}

/* Reads all of them to their ends; FALSE where it was cancelled. */
static gboolean
read_all (Pipe *pipes, guint n_pipes, GCancellable *cancellable)
{
  struct pollfd polled[4] = { { .fd = -1 } };

  while (TRUE)
    {
      gboolean open = FALSE;

      for (guint i = 0; i < n_pipes; i++)
        {
          polled[i] = (struct pollfd){ .fd = pipes[i].fd, .events = POLLIN };
          open |= pipes[i].fd >= 0;
        }
      if (!open)
        return TRUE;
      polled[n_pipes] =
          (struct pollfd){ .fd = g_cancellable_get_fd (cancellable), .events = POLLIN };
      poll (polled, n_pipes + 1, -1);
      g_cancellable_release_fd (cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint i = 0; i < n_pipes; i++)
        if (pipes[i].fd >= 0 && polled[i].revents != 0)
          pipe_read (&pipes[i]);
    }
}

/* (transfer full): as text, whatever it is */
static char *
dup_text (const Pipe *self)
{
  return self->bytes->len > 0
             ? g_utf8_make_valid ((const char *)self->bytes->data, (gssize)self->bytes->len)
             : g_strdup ("");
}

static gboolean
take_history (WsProgramRun *self, const Pipe *frames, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;

  self->frames = g_bytes_new (frames->bytes->data, frames->bytes->len);
  stream = g_memory_input_stream_new_from_bytes (self->frames);
  self->history = ws_history_read (stream, NULL, error);
  return self->history != NULL;
}

/* The last line that it wrote is why. */
static void
set_not_run (const WsProgramRun *self, int status, GError **error)
{
  g_autofree char *errors = g_strdup (self->errors != NULL ? g_strchomp (self->errors) : "");
  const char *last = strrchr (errors, '\n');

  g_set_error (error, WS_PROGRAM_ERROR,
               status == STATUS_NO_SANDBOX ? WS_PROGRAM_ERROR_SANDBOX : WS_PROGRAM_ERROR_START,
               "%s",
               *errors == '\0' ? _ ("The program could not be run.")
               : last != NULL  ? last + 1
                               : errors);
}

static WsProgramRun *
run (const Start *start_with, const char *program, GCancellable *cancellable, GError **error)
{
  g_autoptr (WsProgramRun) self = g_new0 (WsProgramRun, 1);
  g_auto (GStrv) argv = NULL;
  g_autoptr (GSubprocess) process = NULL;
  Pipe pipes[3];
  guint n_pipes = start_with->options.inherits ? 1 : 3;
  gboolean ended;
  gboolean good;
  int history;

  /* a command writes where it is called */
  if (start_with->object != NULL)
    {
      self->folder = g_dir_make_tmp ("warpstage-program-XXXXXX", error);
      if (self->folder == NULL)
        return NULL;
    }
  argv = start_with->object != NULL ? make_argv (start_with, program, self->folder)
                                    : g_strdupv (start_with->arguments);
  process = start (start_with, argv, &history, error);
  if (process == NULL)
    return NULL;
  pipe_open (&pipes[0], history, WS_HISTORY_MAX_BYTES);
  for (guint i = 1; i < n_pipes; i++)
    {
      GInputStream *stream =
          i == 1 ? g_subprocess_get_stdout_pipe (process) : g_subprocess_get_stderr_pipe (process);

      pipe_open (&pipes[i], dup (g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (stream))),
                 WS_PROGRAM_MAX_OUTPUT);
    }
  ended = read_all (pipes, n_pipes, cancellable);
  if (!ended)
    g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  good = take_history (self, &pipes[0], error);
  if (n_pipes > 1)
    {
      self->output = dup_text (&pipes[1]);
      self->errors = dup_text (&pipes[2]);
    }
  for (guint i = 0; i < n_pipes; i++)
    pipe_clear (&pipes[i]);
  if (!ended)
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  if (!good)
    return NULL;
  if (g_subprocess_get_if_signaled (process))
    self->signal = g_subprocess_get_term_sig (process);
  else
    self->status = g_subprocess_get_exit_status (process);
  self->is_stopped = self->status == STATUS_STOPPED && start_with->options.seconds > 0;
  if (self->folder != NULL)
    self->files = ws_program_files_list (self->folder);
  if (start_with->object == NULL || self->history->has_ended || self->signal != 0
      || (self->status != STATUS_NO_SANDBOX && self->status != STATUS_NOT_RUN))
    return g_steal_pointer (&self);
  set_not_run (self, self->status, error);
  return NULL;
}

/* Returns: (transfer none) (nullable): a sentence, where it was stopped at a limit of its sandbox
 */
const char *
ws_program_run_find_limit (const WsProgramRun *self)
{
  return self->signal == 0 && self->status == STATUS_LIMIT && !self->history->has_ended
             ? ws_history_find_refusal (self->history)
             : NULL;
}

static gboolean
write_file (const char *folder, const char *name, GBytes *bytes, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  return ws_file_replace_path (path, data, size, WS_REPLACE_NONE, error);
}

static gboolean
write_code (const char *folder, const WsProgramCode *code, GError **error)
{
  g_autoptr (GBytes) ptx = g_bytes_new (code->ptx, strlen (code->ptx));

  return write_file (folder, PTX, ptx, error) && write_file (folder, CUBIN, code->cubin, error);
}

/* It is loaded from files, which go with it. */
static WsProgramRun *
run_object (const Start *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-object-XXXXXX", error);
  g_autofree char *program = NULL;
  WsProgramRun *came = NULL;

  if (folder == NULL)
    return NULL;
  program = g_build_filename (folder, OBJECT, NULL);
  if (write_file (folder, OBJECT, self->object, error)
      && (self->code == NULL || write_code (folder, self->code, error)))
    came = run (self, program, cancellable, error);
  ws_folder_remove (folder);
  return came;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Start *self = data;
  g_autoptr (GCancellable) own =
      cancellable != NULL ? g_object_ref (cancellable) : g_cancellable_new ();
  GError *error = NULL;
  WsProgramRun *came =
      self->object != NULL ? run_object (self, own, &error) : run (self, NULL, own, &error);

  if (came != NULL)
    g_task_return_pointer (task, came, (GDestroyNotify)ws_program_run_free);
  else
    g_task_return_error (task, error);
}

/**
 * ws_program_run_async:
 * @object: (nullable): a shared object with a main(), as compile/program.h makes it; %NULL of a
 * command
 * @options: how it is run
 *
 * Runs a program in a process of its own and waits for its end.
 */
void
ws_program_run_async (GBytes *object, const WsProgramOptions *options, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Start *self = g_new0 (Start, 1);

  self->object = object != NULL ? g_bytes_ref (object) : NULL;
  self->options = *options;
  self->spec = ws_spec_ref (options->spec);
  self->cudart = g_strdup (options->cudart);
  self->arguments = g_strdupv ((char **)options->arguments);
  self->folder = options->folder != NULL ? g_file_get_path (options->folder) : NULL;
  self->code = ws_program_code_copy (options->code);
  g_task_set_task_data (task, self, start_free);
  g_task_run_in_thread (task, run_in_thread);
}

/**
 * ws_program_run_finish:
 * @error: return location for a #GError: a #WsProgramError, a #WsHistoryError, or one of the system
 *
 * Returns: (transfer full) (nullable): what came of it, however the program ended
 */
WsProgramRun *
ws_program_run_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
