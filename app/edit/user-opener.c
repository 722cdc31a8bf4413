#include "edit/user-opener.h"

#include "files/input.h"
#include "edit/user-folders.h"

/* What is to be read. */
typedef struct {
  GFile *file;
  char *name;       /* nullable: which of its kernels */
  char *text;       /* nullable: what its source has become; %NULL where the file is read */
  gboolean is_open; /* it is open already, and is taken up again */
} Wanted;

struct _WsUserOpener {
  GObject parent_instance;

  GSettings *settings;   /* what they allow */
  WsClient *client;      /* whose worker reads and compiles */
  GFile *file;           /* nullable: that is open */
  WsUserKernel *kernel;  /* nullable: of it, unless it cannot be run yet */
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

enum { MADE, FAILED, UNREAD, CHANGED, READING, OPENING, OPENED, N_SIGNALS };

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

static void
stop_making (WsUserOpener *self)
{
  g_cancellable_cancel (self->making); /* does nothing to NULL */
  g_clear_object (&self->making);
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

/* Whatever is read: it is not wanted any more. */
static void
forget_reading (WsUserOpener *self)
{
  gboolean was_shown = self->wanted != NULL && !self->wanted->is_open;

  g_cancellable_cancel (self->reading); /* does nothing to NULL */
  g_clear_object (&self->reading);
  g_clear_pointer (&self->wanted, wanted_free);
  if (was_shown)
    g_signal_emit (self, signals[READING], 0, NULL);
}

/**
 * ws_user_opener_close:
 * @self: an opener
 *
 * From now on there is no open kernel.
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
  g_clear_object (&self->file);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->name, g_free);
}

static void
ws_user_opener_dispose (GObject *object)
{
  WsUserOpener *self = WS_USER_OPENER (object);

  ws_user_opener_close (self);
  g_clear_object (&self->client);
  g_clear_object (&self->settings);
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
  return want_again (self, self->name,
                     self->has_typed ? ws_user_kernel_get_text (self->kernel) : NULL);
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
  g_clear_object (&self->making);
  keep_bracket (self, result);
  self->compiled = TRUE;
  self->lacks_compiler = g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  keep_refused (self, error, want_same (self));
  if (job == NULL)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  else
    g_signal_emit (self, signals[MADE], 0, job);
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
make (WsUserOpener *self)
{
  stop_making (self);
  self->compiled = FALSE;
  self->making = g_cancellable_new ();
  ws_user_kernel_make_async (self->kernel, self->client, self->making, made_cb,
                             g_object_ref (self));
}

/* What was open stays so: it goes on with what was typed meanwhile. */
static void
stay (WsUserOpener *self)
{
  g_autofree char *text = g_steal_pointer (&self->waiting);

  if (text != NULL && self->file != NULL)
    ws_user_opener_take_text (self, text);
}

/* @kernel: (nullable): of what was read; %NULL where it cannot be run, as @error says */
static void
adopt (WsUserOpener *self, WsUserKernel *kernel, const char *text, const GError *error,
       Wanted *wanted)
{
  g_free (self->name);
  self->name = g_steal_pointer (&wanted->name);
  self->has_typed = wanted->text != NULL;
  stop_making (self);
  g_set_object (&self->kernel, kernel);
  g_set_object (&self->file, wanted->file);
  g_clear_pointer (&self->waiting, g_free);
  if (!self->has_typed)
    watch (self, wanted->file);
  self->compiled = FALSE;
  if (self->again != NULL)
    self->again->is_open = TRUE;
  if (!wanted->is_open)
    g_signal_emit (self, signals[OPENED], 0, self->file, text);
  if (kernel != NULL)
    make (self);
  else
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
  gboolean is_new;
  Wanted *wanted;

  /* another was asked for meanwhile */
  if (g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;
  wanted = g_steal_pointer (&self->wanted);
  g_clear_object (&self->reading);
  keep_bracket (self, result);
  keep_refused (self, error, copy_wanted (wanted));
  if (!wanted->is_open)
    g_signal_emit (self, signals[READING], 0, NULL);
  is_new = text != NULL && !wanted->is_open;
  if (is_new)
    g_signal_emit (self, signals[OPENING], 0, wanted->file, &is_held);
  if ((kernel != NULL || is_new) && !is_held)
    adopt (self, kernel, text, error, wanted);
  else if (text == NULL && !wanted->is_open)
    g_signal_emit (self, signals[UNREAD], 0, error->message);
  else if (wanted->is_open)
    {
      self->has_typed = wanted->text != NULL;
      self->compiled = FALSE;
      g_signal_emit (self, signals[FAILED], 0, error->message);
    }
  if ((kernel == NULL && !is_new) || is_held)
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
  ws_user_kernel_open_async (wanted->file, wanted->text, wanted->name != NULL ? wanted->name : "",
                             (const char *const *)allowed, self->client, self->reading, read_cb,
                             g_object_ref (self));
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
 * Compiles it, as its plan says now. What is being read is read again: its .wsjob file may say
 * something else by now.
 */
void
ws_user_opener_make (WsUserOpener *self)
{
  g_return_if_fail (self->kernel != NULL);

  if (self->wanted != NULL && self->wanted->is_open)
    ask (self, want_again (self, self->wanted->name, self->wanted->text));
  else
    make (self);
}

/**
 * ws_user_opener_stop:
 * @self: an opener
 *
 * Gives up what is being compiled: it will be made once more, and its worker is needed before.
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
 * Gives up the file that is being read. What was open stays so.
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
 * Reads its file once more, and compiles that one.
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
 * Whether what was compiled last was handed to it, and not read from the file.
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
 * it was given last; %NULL where that came to no compiler
 */
GPtrArray *
ws_user_opener_get_diagnostics (WsUserOpener *self)
{
  return self->kernel != NULL && self->compiled ? ws_user_kernel_get_diagnostics (self->kernel)
                                                : NULL;
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
 * %NULL where it failed otherwise
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
 * There is another compiler now: what is open is compiled by it.
 */
void
ws_user_opener_renew (WsUserOpener *self)
{
  stop_making (self);
  g_object_unref (self->client);
  self->client = ws_client_new_for_compiler (NULL);
  self->lacks_compiler = FALSE;
  if (self->kernel != NULL)
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
