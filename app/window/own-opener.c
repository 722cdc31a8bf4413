#include "window/own-opener.h"

struct _WsOwnOpener {
  GObject parent_instance;

  WsClient *client;    /* whose worker compiles */
  WsOwnKernel *kernel; /* nullable */
  char *name;          /* nullable: which of the file's kernels */
  GFileMonitor *monitor;
  GCancellable *making; /* nullable: of what is compiled now */
  gboolean has_typed;   /* what was compiled last is what the user types, not the file */
  gboolean compiled;    /* a compiler has looked at it */
  gboolean lacks_compiler;
};

enum { MADE, FAILED, CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsOwnOpener, ws_own_opener, G_TYPE_OBJECT)

static void
stop_making (WsOwnOpener *self)
{
  g_cancellable_cancel (self->making); /* does nothing to NULL */
  g_clear_object (&self->making);
}

/**
 * ws_own_opener_close:
 * @self: an opener
 *
 * From now on there is no open kernel.
 */
void
ws_own_opener_close (WsOwnOpener *self)
{
  stop_making (self);
  g_clear_object (&self->kernel);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->name, g_free);
}

static void
ws_own_opener_dispose (GObject *object)
{
  WsOwnOpener *self = WS_OWN_OPENER (object);

  ws_own_opener_close (self);
  g_clear_object (&self->client);
  G_OBJECT_CLASS (ws_own_opener_parent_class)->dispose (object);
}

static void
ws_own_opener_class_init (WsOwnOpenerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_own_opener_dispose;
  signals[MADE] = g_signal_new ("made", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_own_opener_init (WsOwnOpener *self)
{
  self->client = ws_client_new_for_compiler (NULL);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsOwnOpener) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_own_kernel_make_finish (WS_OWN_KERNEL (source), result, &error);

  /* another was asked for meanwhile */
  if (g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  g_clear_object (&self->making);
  self->compiled = TRUE;
  self->lacks_compiler = g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  if (job == NULL)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  else
    g_signal_emit (self, signals[MADE], 0, job);
}

/**
 * ws_own_opener_make:
 * @self: an opener with an open kernel
 *
 * Compiles it, as its plan says now.
 */
void
ws_own_opener_make (WsOwnOpener *self)
{
  g_return_if_fail (self->kernel != NULL);

  stop_making (self);
  self->compiled = FALSE;
  self->making = g_cancellable_new ();
  ws_own_kernel_make_async (self->kernel, self->client, self->making, made_cb, g_object_ref (self));
}

static void
changed_cb (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
            WsOwnOpener *self)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT || event == G_FILE_MONITOR_EVENT_RENAMED
      || event == G_FILE_MONITOR_EVENT_MOVED_IN)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
watch (WsOwnOpener *self, GFile *file)
{
  g_clear_object (&self->monitor);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (changed_cb), self, 0);
}

/**
 * ws_own_opener_open:
 * @self: an opener
 * @file: a CUDA source
 * @kernel: (nullable): which of its kernels; %NULL for all that its host code launches, or the
 * first
 *
 * Reads it and compiles it; "made" or "failed" says what became of it. Where it cannot be read,
 * what was open stays so.
 */
void
ws_own_opener_open (WsOwnOpener *self, GFile *file, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsOwnKernel) opened = ws_own_kernel_open (file, kernel != NULL ? kernel : "", &error);
  char *name = g_strdup (kernel);

  self->has_typed = FALSE;
  self->compiled = FALSE;
  if (opened == NULL)
    {
      g_free (name);
      g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  g_free (self->name);
  self->name = name;
  g_set_object (&self->kernel, opened);
  watch (self, file);
  ws_own_opener_make (self);
}

/**
 * ws_own_opener_again:
 * @self: an opener with an open kernel
 *
 * Reads its file and compiles it anew: another program has written it. What the user said of it
 * stands in its .wsjob file.
 */
void
ws_own_opener_again (WsOwnOpener *self)
{
  g_autoptr (GFile) same = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (self->kernel != NULL);
  same = g_object_ref (ws_own_kernel_get_file (self->kernel));
  name = g_strdup (self->name);
  ws_own_opener_open (self, same, name);
}

/**
 * ws_own_opener_take_text:
 * @self: an opener with an open kernel
 * @text: what its source has become, and its file perhaps not
 *
 * Compiles it, as ws_own_opener_open() does. What was being compiled is given up.
 */
void
ws_own_opener_take_text (WsOwnOpener *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsOwnKernel) kernel = NULL;

  g_return_if_fail (self->kernel != NULL);
  stop_making (self);
  self->has_typed = TRUE;
  self->compiled = FALSE;
  kernel = ws_own_kernel_new (ws_own_kernel_get_file (self->kernel), text, self->name, &error);
  if (kernel == NULL)
    {
      g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  g_set_object (&self->kernel, kernel);
  ws_own_opener_make (self);
}

/**
 * ws_own_opener_has_typed:
 * @self: an opener
 *
 * Whether what was compiled last was handed to it, and not read from the file.
 */
gboolean
ws_own_opener_has_typed (WsOwnOpener *self)
{
  return self->has_typed;
}

/**
 * ws_own_opener_get_diagnostics:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable) (element-type WsDiagnostic): what the compiler said of what
 * it was given last; %NULL where that came to no compiler
 */
GPtrArray *
ws_own_opener_get_diagnostics (WsOwnOpener *self)
{
  return self->kernel != NULL && self->compiled ? ws_own_kernel_get_diagnostics (self->kernel)
                                                : NULL;
}

/**
 * ws_own_opener_get_kernel:
 * @self: an opener
 *
 * Returns: (transfer none) (nullable): what is open
 */
WsOwnKernel *
ws_own_opener_get_kernel (WsOwnOpener *self)
{
  return self->kernel;
}

/**
 * ws_own_opener_lacks_compiler:
 * @self: an opener
 *
 * Whether what failed last did so because there is no compiler.
 */
gboolean
ws_own_opener_lacks_compiler (WsOwnOpener *self)
{
  return self->lacks_compiler;
}

/**
 * ws_own_opener_renew:
 * @self: an opener
 *
 * There is another compiler now: what is open is compiled by it.
 */
void
ws_own_opener_renew (WsOwnOpener *self)
{
  stop_making (self);
  g_object_unref (self->client);
  self->client = ws_client_new_for_compiler (NULL);
  self->lacks_compiler = FALSE;
  if (self->kernel != NULL)
    ws_own_opener_make (self);
}

/**
 * ws_own_opener_is_busy:
 * @self: an opener
 *
 * Whether it compiles.
 */
gboolean
ws_own_opener_is_busy (WsOwnOpener *self)
{
  return self->making != NULL;
}

/**
 * ws_own_opener_new:
 *
 * Returns: (transfer full): an opener with nothing open
 */
WsOwnOpener *
ws_own_opener_new (void)
{
  return g_object_new (WS_TYPE_OWN_OPENER, NULL);
}
