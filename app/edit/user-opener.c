#include "edit/user-opener.h"

#include "edit/user-folders.h"
#include "edit/user-permits.h"
#include "files/input.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is to be read. */
typedef struct {
  GFile *file;
  char *name;       /* nullable: which of its kernels */
  char *text;       /* nullable: what its source has become; %NULL where the file is read */
  gboolean is_open; /* it is open already, and is taken up again */
} Wanted;

struct _WsUserOpener {
  GObject parent_instance;

  GSettings *settings;    /* what they allow */
  WsClient *client;       /* whose worker reads and compiles */
  GFile *file;            /* nullable: that is open */
  char *text;             /* nullable: of its source, as it was read last */
  WsUserKernel *kernel;   /* nullable: of it, unless it cannot be run yet */
  WsUserProgram *program; /* nullable: of it, where its main() runs */
  WsSpec *spec;           /* nullable: of the virtual GPU that its main() runs on */
  guint architecture;     /* that kernels are compiled for from now on */
  guint made_for;         /* that the kernel was compiled for last; 0: it was not */
  gboolean has_main;
  gboolean is_permitted; /* its main() may run */
  gboolean is_run;       /* what was compiled last is the program, and not its kernels alone */
  char *unable;          /* nullable: why main() does not run though it may */
  gboolean is_unable;    /* no program of any source can run here */
  char *name;            /* nullable: which of the file's kernels */
  Wanted *wanted;        /* nullable: what is read now */
  GCancellable *reading; /* nullable: of it */
  char *waiting;         /* nullable: typed while another file is read: it runs if that fails */
  GFileMonitor *monitor;
  GCancellable *making; /* nullable: of what is compiled now */
  gboolean has_typed;   /* what was compiled last is what the user types, not the file */
  gboolean compiled;    /* a compiler has looked at it */
  gboolean lacks_compiler;
  WsUserBracket *bracket; /* nullable: that may be to blame for what failed last */
  char *refused;          /* nullable: the folder that what failed last may not name files of */
  Wanted *again;          /* nullable: what failed so */
};

enum { MADE, FAILED, UNREAD, CHANGED, READING, OPENING, OPENED, RAN, MAKING, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsUserOpener, ws_user_opener, G_TYPE_OBJECT)

static void
wanted_free (Wanted *self)
{
  g_object_unref (self->file);
  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

static void
forget_refused (WsUserOpener *self)
{
  g_clear_pointer (&self->refused, g_free);
  g_clear_pointer (&self->again, wanted_free);
}

/* @wanted: (transfer full): what failed by @error */
static void
keep_refused (WsUserOpener *self, const GError *error, Wanted *wanted)
{
  forget_refused (self);
  self->refused = g_strdup (ws_input_error_get_folder (error));
  if (self->refused != NULL)
    self->again = g_steal_pointer (&wanted);
  g_clear_pointer (&wanted, wanted_free);
}

/* @making: (nullable) (transfer full): of what is compiled from now on */
static void
set_making (WsUserOpener *self, GCancellable *making)
{
  gboolean did = self->making != NULL;

  g_clear_object (&self->making);
  self->making = making;
  if (did != (making != NULL))
    g_signal_emit (self, signals[MAKING], 0);
}

static void
stop_making (WsUserOpener *self)
{
  g_cancellable_cancel (self->making); /* does nothing if NULL */
  set_making (self, NULL);
}

static void
keep_bracket (WsUserOpener *self, GAsyncResult *result)
{
  const WsUserBracket *bracket = ws_user_kernel_get_bracket (result);

  g_clear_pointer (&self->bracket, ws_user_bracket_free);
  if (bracket != NULL)
    {
      self->bracket = g_new0 (WsUserBracket, 1);
      self->bracket->line = bracket->line;
      self->bracket->text = g_strdup (bracket->text);
    }
}

/* Cancels reading. */
static void
forget_reading (WsUserOpener *self)
{
  gboolean was_shown = self->wanted != NULL && !self->wanted->is_open;

  g_cancellable_cancel (self->reading); /* does nothing if NULL */
  g_clear_object (&self->reading);
  g_clear_pointer (&self->wanted, wanted_free);
  if (was_shown)
    g_signal_emit (self, signals[READING], 0, NULL);
}

/**
 * ws_user_opener_close:
 * @self: an opener
 *
 * Closes the kernel.
 */
void
ws_user_opener_close (WsUserOpener *self)
{
  forget_reading (self);
  stop_making (self);
  forget_refused (self);
  g_clear_pointer (&self->waiting, g_free);
  g_clear_pointer (&self->bracket, ws_user_bracket_free);
  g_clear_object (&self->kernel);
  g_clear_object (&self->program);
  g_clear_object (&self->file);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->unable, g_free);
  self->has_main = FALSE;
  self->is_permitted = FALSE;
  self->is_run = FALSE;
}

static void
ws_user_opener_dispose (GObject *object)
{
  WsUserOpener *self = WS_USER_OPENER (object);

  ws_user_opener_close (self);
  g_clear_object (&self->client);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->spec, ws_spec_unref);
  G_OBJECT_CLASS (ws_user_opener_parent_class)->dispose (object);
}

static void
ws_user_opener_class_init (WsUserOpenerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_user_opener_dispose;
  signals[MADE] = g_signal_new ("made", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, WS_TYPE_JOB);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[UNREAD] = g_signal_new ("unread", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[READING] = g_signal_new ("reading", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  signals[OPENING] =
      g_signal_new ("opening", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_FILE);
  signals[OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_FILE, G_TYPE_STRING);
  signals[RAN] = g_signal_new ("ran", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  signals[MAKING] = g_signal_new ("making", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_user_opener_init (WsUserOpener *self)
{
  self->client = ws_client_new_for_compiler (NULL);
}

static Wanted *want_again (WsUserOpener *self, const char *name, const char *text);

/* (transfer full): what is open, as it was compiled last */
static Wanted *
want_same (WsUserOpener *self)
{
  return want_again (self, self->name, self->has_typed ? self->text : NULL);
}

/* @job: (nullable): %NULL if there is none, as @error says */
static void
tell_made (WsUserOpener *self, WsJob *job, const GError *error)
{
  set_making (self, NULL);
  self->compiled = TRUE;
  self->lacks_compiler = g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  keep_refused (self, error, want_same (self));
  if (job == NULL)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  else
    g_signal_emit (self, signals[MADE], 0, job);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsUserOpener) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_user_kernel_make_finish (WS_USER_KERNEL (source), result, &error);

  /* another was asked for meanwhile */
  if (g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  keep_bracket (self, result);
  tell_made (self, job, error);
}

static void
changed_cb (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
            WsUserOpener *self)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT || event == G_FILE_MONITOR_EVENT_RENAMED
      || event == G_FILE_MONITOR_EVENT_MOVED_IN)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
watch (WsUserOpener *self, GFile *file)
{
  g_clear_object (&self->monitor);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (changed_cb), self, 0);
}

/* ---- reading ---- */

static void ask (WsUserOpener *self, Wanted *wanted);

static void
make_kernel (WsUserOpener *self)
{
  self->is_run = FALSE;
  self->made_for = self->architecture;
  ws_user_kernel_set_architecture (self->kernel, self->architecture);
  ws_user_kernel_make_async (self->kernel, self->client, self->making, made_cb,
                             g_object_ref (self));
}

/* ---- running it as it is ---- */

/* Whether its main() cannot run here, while its kernels may. */
static gboolean
find_unable (WsUserOpener *self, const GError *error)
{
  self->is_unable = g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER)
                    || g_error_matches (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_SANDBOX);
  return ws_user_program_cannot_run (self->program, error);
}

/* One of an earlier text may be left. */
static gboolean
has_kernel (WsUserOpener *self)
{
  return self->kernel != NULL && g_str_equal (ws_user_kernel_get_text (self->kernel), self->text);
}

static void
program_made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsUserOpener) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_user_program_make_finish (WS_USER_PROGRAM (source), result, &error);

  /* another was asked for meanwhile */
  if (g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  if (job == NULL && find_unable (self, error) && has_kernel (self))
    {
      g_free (self->unable);
      self->unable = g_strdup (error->message);
      make_kernel (self);
      return;
    }
  tell_made (self, job, error);
}

/* Resets a launch that this text does not have. */
static void
ran_cb (WsUserOpener *self)
{
  const WsProgramRun *run = ws_user_program_get_run (self->program);

  if (ws_user_program_get_launch (self->program) >= ws_history_count_launches (run->history))
    ws_user_program_set_launch (self->program, G_MAXUINT);
  g_signal_emit (self, signals[RAN], 0);
}

static void
make_program (WsUserOpener *self)
{
  if (self->program == NULL)
    {
      self->program = ws_user_program_new (self->file);
      g_signal_connect_object (self->program, "ran", G_CALLBACK (ran_cb), self, G_CONNECT_SWAPPED);
    }
  ws_user_program_set_text (self->program, self->text);
  ws_user_program_set_device (self->program, self->spec);
  ws_user_program_make_async (self->program, self->client, self->making, program_made_cb,
                              g_object_ref (self));
}

static gboolean
can_run_main (WsUserOpener *self)
{
  return self->has_main && self->is_permitted && !self->is_unable && self->spec != NULL;
}

/* Whether its main() may, of what is open and was read once more. */
static gboolean
may_run (WsUserOpener *self, const Wanted *wanted, const char *text)
{
  return !self->is_unable && self->spec != NULL
         && (wanted->text != NULL ? self->is_permitted
                                  : ws_user_permits_have (self->settings, wanted->file, text));
}

static void
make (WsUserOpener *self)
{
  stop_making (self);
  self->compiled = FALSE;
  self->is_run = can_run_main (self);
  set_making (self, g_cancellable_new ());
  if (self->is_run)
    make_program (self);
  else
    make_kernel (self);
}

/* The open kernel is kept: continues with the text typed in the meantime. */
static void
stay (WsUserOpener *self)
{
  g_autofree char *text = g_steal_pointer (&self->waiting);

  if (text != NULL && self->file != NULL)
    ws_user_opener_take_text (self, text);
}

/* Text typed in this window keeps its permission to run; a file changed by someone else is another
 * program. */
static void
take_text (WsUserOpener *self, const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->text);
  self->text = copy;
  if (!self->has_typed)
    self->is_permitted = ws_user_permits_have (self->settings, self->file, text);
  if (!self->is_unable)
    g_clear_pointer (&self->unable, g_free);
}

/* @kernel: (nullable): of what was read; %NULL if it cannot be run, as @error says */
static void
adopt (WsUserOpener *self, WsUserKernel *kernel, const char *text, const GError *error,
       Wanted *wanted)
{
  g_free (self->name);
  self->name = g_steal_pointer (&wanted->name);
  self->has_typed = wanted->text != NULL;
  stop_making (self);
  if (!wanted->is_open)
    g_clear_object (&self->program);
  g_set_object (&self->kernel, kernel);
  g_set_object (&self->file, wanted->file);
  take_text (self, text);
  g_clear_pointer (&self->waiting, g_free);
  if (!self->has_typed)
    watch (self, wanted->file);
  self->compiled = FALSE;
  if (self->again != NULL)
    self->again->is_open = TRUE;
  if (!wanted->is_open)
    g_signal_emit (self, signals[OPENED], 0, self->file, text);
  if (kernel != NULL || can_run_main (self))
    make (self);
  else
    {
      self->is_run = FALSE;
      g_signal_emit (self, signals[FAILED], 0, error->message);
    }
}

/* The open kernel has changed: it cannot be run, as @error says. */
static void
lose (WsUserOpener *self, const char *text, const GError *error, const Wanted *wanted)
{
  self->has_typed = wanted->text != NULL;
  if (text != NULL)
    take_text (self, text);
  self->compiled = FALSE;
  self->is_run = FALSE;
  g_signal_emit (self, signals[FAILED], 0, error->message);
}

/* (transfer full) */
static Wanted *
copy_wanted (const Wanted *self)
{
  Wanted *copy = g_memdup2 (self, sizeof *self);

  g_object_ref (copy->file);
  copy->name = g_strdup (self->name);
  copy->text = g_strdup (self->text);
  return copy;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsUserOpener) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (WsUserKernel) kernel = ws_user_kernel_open_finish (result, &text, &error);
  gboolean is_held = FALSE;
  gboolean has_main;
  gboolean is_new;
  gboolean is_taken;
  Wanted *wanted;

  /* another was asked for meanwhile */
  if (g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;
  wanted = g_steal_pointer (&self->wanted);
  g_clear_object (&self->reading);
  keep_bracket (self, result);
  keep_refused (self, error, copy_wanted (wanted));
  has_main = ws_user_kernel_has_main (result);
  if (!wanted->is_open)
    g_signal_emit (self, signals[READING], 0, NULL);
  is_new = text != NULL && !wanted->is_open;
  if (is_new)
    g_signal_emit (self, signals[OPENING], 0, wanted->file, &is_held);
  is_taken =
      !is_held
      && (kernel != NULL || is_new || (text != NULL && has_main && may_run (self, wanted, text)));
  if (is_taken || wanted->is_open)
    self->has_main = has_main;
  if (is_taken)
    adopt (self, kernel, text, error, wanted);
  else if (text == NULL && !wanted->is_open)
    g_signal_emit (self, signals[UNREAD], 0, error->message);
  else if (wanted->is_open)
    lose (self, text, error, wanted);
  if (!is_taken)
    stay (self);
  wanted_free (wanted);
}

/* @wanted: (transfer full): the newest wins */
static void
ask (WsUserOpener *self, Wanted *wanted)
{
  g_auto (GStrv) allowed = ws_user_folders_list (self->settings, wanted->file);

  forget_reading (self);
  self->wanted = wanted;
  self->reading = g_cancellable_new ();
  if (!wanted->is_open)
    g_signal_emit (self, signals[READING], 0, wanted->file);
  /* without a name, the first of several */
  ws_user_kernel_open_async (
      &(WsUserKernelRequest){ .file = wanted->file,
                              .text = wanted->text,
                              .kernel = wanted->name != NULL ? wanted->name : "",
                              .allowed = (const char *const *)allowed },
      self->client, self->reading, read_cb, g_object_ref (self));
}

/* (transfer full): what is open, once more */
static Wanted *
want_again (WsUserOpener *self, const char *name, const char *text)
{
  Wanted *wanted = g_new0 (Wanted, 1);

  wanted->file = g_object_ref (self->file);
  wanted->name = g_strdup (name);
  wanted->text = g_strdup (text);
  wanted->is_open = TRUE;
  return wanted;
}

/**
 * ws_user_opener_make:
 * @self: an opener with an open kernel
 *
 * Compiles it with its current plan. A file being read is read again, as its .wsjob file may have
 * changed.
 */
void
ws_user_opener_make (WsUserOpener *self)
{
  g_return_if_fail (self->kernel != NULL || can_run_main (self));

  if (self->wanted != NULL && self->wanted->is_open)
    ask (self, want_again (self, self->wanted->name, self->wanted->text));
  else
    make (self);
}

/**
 * ws_user_opener_stop:
 * @self: an opener
 *
 * Cancels compilation: it will be repeated, but its worker is needed first.
 */
void
ws_user_opener_stop (WsUserOpener *self)
{
  stop_making (self);
}

/**
 * ws_user_opener_open:
 * @self: an opener
 * @file: a CUDA source, or PTX
 *
 * Reads it in a thread and compiles it: those of its kernels that its host code launches, or the
 * first. "opened" comes when it is read, with its text, also where no kernel can be made of it;
 * "made" or "failed" says what became of it. Where it cannot be read, "unread" says why, and what
 * was open stays so. Of several calls the last holds.
 */
void
ws_user_opener_open (WsUserOpener *self, GFile *file)
{
  Wanted *wanted = g_new0 (Wanted, 1);

  wanted->file = g_object_ref (file);
  ask (self, wanted);
}

/**
 * ws_user_opener_cancel:
 * @self: an opener
 *
 * Cancels reading a file. The open one is kept.
 */
void
ws_user_opener_cancel (WsUserOpener *self)
{
  if (self->wanted == NULL || self->wanted->is_open)
    return;
  forget_reading (self);
  stay (self);
}

/**
 * ws_user_opener_choose:
 * @self: an opener with an open file
 * @kernel: (nullable): another kernel of its file; "" for all that its host code launches
 *
 * Reads its file again, and compiles that kernel.
 */
void
ws_user_opener_choose (WsUserOpener *self, const char *kernel)
{
  g_return_if_fail (self->file != NULL);
  ask (self, want_again (self, kernel, NULL));
}

/**
 * ws_user_opener_again:
 * @self: an opener with an open file
 *
 * Reads its file and compiles it anew: another program has written it. What the user said of it
 * stands in its .wsjob file.
 */
void
ws_user_opener_again (WsUserOpener *self)
{
  g_return_if_fail (self->file != NULL);
  self->is_permitted = FALSE; /* until it is read: what is typed meanwhile is typed into it */
  if (self->wanted == NULL || self->wanted->is_open)
    ws_user_opener_choose (self, self->wanted != NULL ? self->wanted->name : self->name);
}

/**
 * ws_user_opener_take_text:
 * @self: an opener with an open file
 * @text: what its source has become, and its file perhaps not
 *
 * Compiles it, as ws_user_opener_open() does. What was being compiled is given up. While another
 * file is being read it waits: that one takes its place, unless it cannot be read.
 */
void
ws_user_opener_take_text (WsUserOpener *self, const char *text)
{
  g_return_if_fail (self->file != NULL);
  if (self->wanted != NULL && !self->wanted->is_open)
    {
      char *copy = g_strdup (text);

      g_free (self->waiting);
      self->waiting = copy;
      return;
    }
  stop_making (self);
  self->has_typed = TRUE;
  self->compiled = FALSE;
  ask (self, want_again (self, self->wanted != NULL ? self->wanted->name : self->name, text));
}

/**
 * ws_user_opener_has_typed:
 * @self: an opener
 *
 * Whether the last compiled text was passed in, rather than read from the file.
 */
gboolean
ws_user_opener_has_typed (WsUserOpener *self)
{
  return self->has_typed;
}

/**
 * ws_user_opener_get_diagnostics:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable) (element-type WsDiagnostic): what the compiler said of what
 * it was given last; %NULL if that came to no compiler
 */
GPtrArray *
ws_user_opener_get_diagnostics (WsUserOpener *self)
{
  if (!self->compiled)
    return NULL;
  if (self->is_run)
    return ws_user_program_get_diagnostics (self->program);
  return self->kernel != NULL ? ws_user_kernel_get_diagnostics (self->kernel) : NULL;
}

/**
 * ws_user_opener_get_bracket:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable): the bracket that may be to blame for what failed last
 */
const WsUserBracket *
ws_user_opener_get_bracket (WsUserOpener *self)
{
  return self->bracket;
}

/**
 * ws_user_opener_get_client:
 * @self: an opener
 *
 * Returns: (transfer none): whose worker reads sources, and compiles them
 */
WsClient *
ws_user_opener_get_client (WsUserOpener *self)
{
  return self->client;
}

/**
 * ws_user_opener_get_file:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable): the file that is open
 */
GFile *
ws_user_opener_get_file (WsUserOpener *self)
{
  return self->file;
}

/**
 * ws_user_opener_get_kernel:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable): what is open; %NULL, too, of a file that cannot be run yet
 */
WsUserKernel *
ws_user_opener_get_kernel (WsUserOpener *self)
{
  return self->kernel;
}

/**
 * ws_user_opener_lacks_compiler:
 * @self: an opener
 *
 * Whether what failed last did so because there is no compiler.
 */
gboolean
ws_user_opener_lacks_compiler (WsUserOpener *self)
{
  return self->lacks_compiler;
}

/**
 * ws_user_opener_get_refused:
 * @self: an opener
 *
 * Returns: (nullable): path of the folder of which what failed last names a file and may not;
 * %NULL if it failed otherwise
 */
const char *
ws_user_opener_get_refused (WsUserOpener *self)
{
  return self->refused;
}

/**
 * ws_user_opener_allow:
 * @self: an opener
 *
 * What failed last may name files of the folder that was refused, now and later: it is read again.
 */
void
ws_user_opener_allow (WsUserOpener *self)
{
  Wanted *again = g_steal_pointer (&self->again);

  if (again == NULL)
    return;
  ws_user_folders_allow (self->settings, again->file, self->refused);
  forget_refused (self);
  ask (self, again);
}

/**
 * ws_user_opener_renew:
 * @self: an opener
 *
 * Recompiles the open kernel after a change of compiler.
 */
void
ws_user_opener_renew (WsUserOpener *self)
{
  stop_making (self);
  g_object_unref (self->client);
  self->client = ws_client_new_for_compiler (NULL);
  self->lacks_compiler = FALSE;
  self->is_unable = FALSE;
  g_clear_pointer (&self->unable, g_free);
  if (self->kernel != NULL || can_run_main (self))
    make (self);
}

/**
 * ws_user_opener_is_busy:
 * @self: an opener
 *
 * Whether it reads or compiles.
 */
gboolean
ws_user_opener_is_busy (WsUserOpener *self)
{
  return self->reading != NULL || self->making != NULL;
}

/* Returns: whether what is open is being compiled, or run */
gboolean
ws_user_opener_makes (WsUserOpener *self)
{
  return self->making != NULL;
}

/* ---- its main() ---- */

/**
 * ws_user_opener_set_spec:
 * @self: an opener
 * @spec: (transfer none): of the virtual GPU that a program runs on from now on
 */
void
ws_user_opener_set_spec (WsUserOpener *self, const WsSpec *spec)
{
  WsSpec *held = ws_spec_ref ((WsSpec *)spec);

  g_clear_pointer (&self->spec, ws_spec_unref);
  self->spec = held;
}

/**
 * ws_user_opener_set_architecture:
 * @self: an opener
 * @architecture: of the GPU that kernels run on from now on: see ws_compile_get_architecture()
 */
void
ws_user_opener_set_architecture (WsUserOpener *self, guint architecture)
{
  self->architecture = architecture;
}

/**
 * ws_user_opener_is_outdated:
 * @self: an opener
 *
 * Returns: whether what is open has to be made once more before it runs: its main() may do
 * something else this time, or on this device; a kernel was compiled for another architecture
 */
gboolean
ws_user_opener_is_outdated (WsUserOpener *self)
{
  return self->is_run || (self->kernel != NULL && self->made_for != self->architecture);
}

/**
 * ws_user_opener_asks:
 * @self: an opener
 *
 * Whether what is open is a program of which the user has not said yet that its main() may run.
 */
gboolean
ws_user_opener_asks (WsUserOpener *self)
{
  return self->has_main && !self->is_permitted && !self->is_unable;
}

/**
 * ws_user_opener_permit:
 * @self: an opener that asks
 *
 * The main() of what is open may run, now and later: it does.
 */
void
ws_user_opener_permit (WsUserOpener *self)
{
  g_return_if_fail (ws_user_opener_asks (self));
  ws_user_permits_add (self->settings, self->file, self->text);
  self->is_permitted = TRUE;
  if (can_run_main (self))
    make (self);
}

/**
 * ws_user_opener_keep_permit:
 * @self: an opener with an open file
 * @text: what the user has saved in its file
 *
 * What the user may run before can be run again.
 */
void
ws_user_opener_keep_permit (WsUserOpener *self, const char *text)
{
  if (self->is_permitted)
    ws_user_permits_add (self->settings, self->file, text);
}

/**
 * ws_user_opener_runs_main:
 * @self: an opener
 *
 * Whether what was made last, or is being made, comes of the program's own main().
 */
gboolean
ws_user_opener_runs_main (WsUserOpener *self)
{
  return self->is_run;
}

/**
 * ws_user_opener_get_program:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable): what is open, where its main() runs or ran
 */
WsUserProgram *
ws_user_opener_get_program (WsUserOpener *self)
{
  return self->program;
}

/**
 * ws_user_opener_get_unable:
 * @self: an opener
 *
 * Returns: (nullable): why main() does not run though it may, as a sentence
 */
const char *
ws_user_opener_get_unable (WsUserOpener *self)
{
  return self->has_main && self->is_permitted ? self->unable : NULL;
}

/**
 * ws_user_opener_new:
 * @settings: the program's, which know what folders files may name
 *
 * Returns: (transfer full): an opener with nothing open
 */
WsUserOpener *
ws_user_opener_new (GSettings *settings)
{
  WsUserOpener *self = g_object_new (WS_TYPE_USER_OPENER, NULL);

  self->settings = g_object_ref (settings);
  return self;
}
