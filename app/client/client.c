#include "client/client-private.h"

#include "catalog/catalog.h"
#include "device/device.h"
#include "ptx/ptx.h"
#include "worker/protocol.h"

#include <signal.h>
#include <string.h>

#define KILL_AFTER_MS 400 /* a worker that has not let go of a cancelled job by then */

enum { STATE_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_QUARK (ws - client - error - quark, ws_client_error)
G_DEFINE_FINAL_TYPE (WsClient, ws_client, G_TYPE_OBJECT)

static void advance (WsClient *self);

static void
call_free (WsCall *self)
{
  g_clear_pointer (&self->job, g_variant_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->partial, ws_run_unref);
  g_clear_pointer (&self->samples, g_array_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->counters, g_ptr_array_unref);
  g_free (self);
}

/* Calls @func in the thread that runs @context: soon, never here. (g_main_context_invoke() calls it
 * at once, in whatever thread, where nobody happens to run the context.) */
static void
call_soon (GMainContext *context, GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, notify);
  g_source_attach (source, context);
}

/* ---- what the worker says, read in a thread of its own ---- */

typedef struct {
  GWeakRef client;
  GInputStream *stream;
  GMainContext *context;
  guint generation;
} Reader;

/* A message on its way to the client's thread. A run is checked, and its arrays found, before it is
 * sent. */
typedef struct {
  WsClient *client;
  guint generation;
  char *message;
  GVariant *body;
  WsRun *run;
  GError *error; /* the worker is gone, or talks nonsense */
} Heard;

static void
heard_free (Heard *self)
{
  g_clear_object (&self->client);
  g_free (self->message);
  g_clear_pointer (&self->body, g_variant_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
reader_free (Reader *self)
{
  g_weak_ref_clear (&self->client);
  g_object_unref (self->stream);
  g_main_context_unref (self->context);
  g_free (self);
}

static gboolean hear (gpointer data);

static void
open_run (Heard *heard)
{
  g_autoptr (GVariant) run = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (heard->message, "run") && !g_str_equal (heard->message, "partial"))
    return;
  if (g_variant_is_of_type (heard->body, G_VARIANT_TYPE_VARIANT))
    run = g_variant_get_variant (heard->body);
  if (run != NULL)
    heard->run = ws_run_new_from_variant (run, &error);
  if (heard->run == NULL)
    heard->error = g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                "The worker sent a run that is none: %s",
                                error != NULL ? error->message : "it is something else");
}

static gpointer
read_worker (gpointer data)
{
  Reader *self = data;
  gboolean more = TRUE;

  while (more)
    {
      g_autoptr (WsClient) client = NULL;
      g_autoptr (GError) error = NULL;
      Heard *heard = g_new0 (Heard, 1);

      heard->body = ws_protocol_read (self->stream, &heard->message, NULL, &error);
      if (heard->body != NULL)
        open_run (heard);
      else if (error->domain == WS_PROTOCOL_ERROR && error->code == WS_PROTOCOL_ERROR_NONSENSE)
        heard->error = g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                    "The worker talks nonsense: %s", error->message);
      else
        heard->error = g_error_new_literal (
            WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED,
            "The worker ended while it worked. The next run starts a new one.");
      more = heard->error == NULL;
      client = g_weak_ref_get (&self->client);
      if (client == NULL)
        {
          heard_free (heard);
          break;
        }
      heard->generation = self->generation;
      heard->client = g_steal_pointer (&client);
      call_soon (self->context, hear, heard, (GDestroyNotify)heard_free);
    }
  reader_free (self);
  return NULL;
}

/* ---- the worker ---- */

static void
state_changed (WsClient *self)
{
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

static void
stop_worker (WsClient *self)
{
  g_clear_handle_id (&self->kill_timeout, g_source_remove);
  if (self->process == NULL)
    return;
  self->generation++;
  g_subprocess_force_exit (self->process);
  g_clear_object (&self->process);
  self->sent = FALSE;
  self->leaving = FALSE;
}

static char *
find_worker (void)
{
  const char *named = g_getenv ("WARPSTAGE_WORKER");
  g_autofree char *self = NULL;
  g_autofree char *folder = NULL;

  if (named != NULL)
    return g_strdup (named);
  self = g_file_read_link ("/proc/self/exe", NULL);
  folder = self != NULL ? g_path_get_dirname (self) : g_strdup (".");
  return g_build_filename (folder, "warpstage-worker", NULL);
}

static gboolean
start_worker (WsClient *self, GError **error)
{
  g_autofree char *found = self->argv == NULL ? find_worker () : NULL;
  const char *const default_argv[] = { found, NULL };
  const char *const *argv = self->argv != NULL ? (const char *const *)self->argv : default_argv;
  g_autoptr (GError) cause = NULL;
  Reader *reader;

  if (self->process != NULL)
    return TRUE;
  self->process = g_subprocess_newv (
      argv, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &cause);
  if (self->process == NULL)
    {
      g_set_error (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START,
                   "The worker %s cannot be started: %s.", argv[0], cause->message);
      return FALSE;
    }
  reader = g_new0 (Reader, 1);
  g_weak_ref_init (&reader->client, self);
  reader->stream = g_object_ref (g_subprocess_get_stdout_pipe (self->process));
  reader->context = g_main_context_ref (self->context);
  reader->generation = self->generation;
  g_thread_unref (g_thread_new ("worker", read_worker, reader));
  return TRUE;
}

/* Requests are far smaller than a pipe, so that writing one does not wait. */
static gboolean
send (WsClient *self, const char *message, GVariant *body, GError **error)
{
  return ws_protocol_write (g_subprocess_get_stdin_pipe (self->process), message, body, NULL,
                            error);
}

/* ---- calls ---- */

static void
disconnect (GTask *task, WsCall *call)
{
  if (call->cancelled_id != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (task), call->cancelled_id);
  call->cancelled_id = 0;
}

static void
answer_error (GTask *task, WsCall *call, GError *error)
{
  if (call->answered)
    {
      g_error_free (error);
      return;
    }
  call->answered = TRUE;
  g_task_return_error (task, error);
}

/* The head has had its last message. */
static void
finish_head (WsClient *self, GError *error)
{
  g_autoptr (GTask) task = g_queue_pop_head (self->calls);
  WsCall *call = g_task_get_task_data (task);

  g_clear_handle_id (&self->kill_timeout, g_source_remove);
  self->sent = FALSE;
  disconnect (task, call);
  if (error != NULL)
    answer_error (task, call, error);
  else if (!call->answered)
    {
      call->answered = TRUE;
      if (call->kind == WS_CALL_RECORD && call->run == NULL)
        g_task_return_new_error (task, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                 "The worker sent no run.");
      else
        g_task_return_boolean (task, TRUE);
    }
  if (self->leaving)
    stop_worker (self);
  advance (self);
  state_changed (self);
}

/* A message for the call under way; FALSE for one that makes no sense. */
static gboolean
take (WsClient *self, WsCall *call, Heard *heard)
{
  if (ws_call_is_data (heard->message))
    return ws_call_take (call, heard->message, heard->body);
  if (g_str_equal (heard->message, "run") && call->run == NULL)
    call->run = g_steal_pointer (&heard->run);
  else if (g_str_equal (heard->message, "partial") && call->partial == NULL)
    call->partial = g_steal_pointer (&heard->run);
  else if (g_str_equal (heard->message, "bye"))
    self->leaving = TRUE;
  else if (g_str_equal (heard->message, "done"))
    finish_head (self, NULL);
  else if (g_str_equal (heard->message, "error"))
    {
      GError *error = ws_protocol_error_from_variant (heard->body);

      finish_head (self, error != NULL
                             ? error
                             : g_error_new_literal (
                                 WS_CLIENT_ERROR, WS_CLIENT_ERROR_REMOTE,
                                 "The worker reports an error that this program does not know."));
    }
  else
    return FALSE;
  return TRUE;
}

static void
lose_worker (WsClient *self, GError *error)
{
  stop_worker (self);
  if (!g_queue_is_empty (self->calls))
    finish_head (self, error);
  else
    {
      g_error_free (error);
      state_changed (self);
    }
}

/* A worker of another version, as there may be one at the other end of ssh, would be understood in
 * part. */
static void
greet (WsClient *self, GVariant *hello)
{
  guint32 version = 0;

  if (g_variant_is_of_type (hello, G_VARIANT_TYPE ("(uu)")))
    g_variant_get (hello, "(uu)", &version, NULL);
  if (version == WS_PROTOCOL_VERSION)
    state_changed (self);
  else
    lose_worker (self, g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                    "The worker speaks version %u of the protocol, this program "
                                    "version %u: the same version of Warpstage on both sides mends "
                                    "it.",
                                    version, WS_PROTOCOL_VERSION));
}

static gboolean
hear (gpointer data)
{
  Heard *heard = data;
  WsClient *self = heard->client;
  GTask *task = g_queue_peek_head (self->calls);

  if (heard->generation != self->generation)
    return G_SOURCE_REMOVE;
  if (heard->error != NULL)
    lose_worker (self, g_steal_pointer (&heard->error));
  else if (g_str_equal (heard->message, "hello"))
    greet (self, heard->body);
  else if (task == NULL || !self->sent || !take (self, g_task_get_task_data (task), heard))
    lose_worker (self,
                 g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                              "The worker talks nonsense: “%s” was not expected.", heard->message));
  return G_SOURCE_REMOVE;
}

static gboolean
kill_cb (gpointer data)
{
  WsClient *self = data;

  self->kill_timeout = 0;
  lose_worker (self,
               g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The run was cancelled."));
  return G_SOURCE_REMOVE;
}

/* The caller is told at once; the worker has a moment to let go, then it is ended. */
static gboolean
give_up (gpointer data)
{
  GTask *task = data;
  WsClient *self = g_task_get_source_object (task);
  WsCall *call = g_task_get_task_data (task);
  gboolean is_head = g_queue_peek_head (self->calls) == task;

  if (call->answered)
    return G_SOURCE_REMOVE;
  g_object_ref (task);
  answer_error (task, call,
                g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The run was cancelled."));
  if (is_head && self->sent && self->process != NULL)
    {
      send (self, "cancel", NULL, NULL);
      if (self->kill_timeout == 0)
        self->kill_timeout = g_timeout_add (KILL_AFTER_MS, kill_cb, self);
    }
  else if (g_queue_remove (self->calls, task))
    {
      disconnect (task, call);
      g_object_unref (task);
    }
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, GTask *task)
{
  WsClient *self = g_task_get_source_object (task);

  call_soon (self->context, give_up, g_object_ref (task), g_object_unref);
}

/* Sends the request of the head, if it is not out yet. */
static void
advance (WsClient *self)
{
  static const char *const names[] = { "devices", "record", "time", "count" };
  GTask *task = g_queue_peek_head (self->calls);
  GError *error = NULL;
  WsCall *call;

  if (task == NULL || self->sent)
    return;
  call = g_task_get_task_data (task);
  if (!start_worker (self, &error))
    {
      finish_head (self, error);
      return;
    }
  self->sent = TRUE;
  if (!send (self, names[call->kind], call->job != NULL ? call->job : NULL, &error))
    {
      g_clear_error (&error);
      lose_worker (self,
                   g_error_new_literal (
                       WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED,
                       "The worker ended before it was asked. The next run starts a new one."));
    }
}

static gboolean
advance_cb (gpointer data)
{
  advance (data);
  state_changed (data);
  return G_SOURCE_REMOVE;
}

void
ws_client_begin_call (WsClient *self, GTask *task, WsCall *call)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, call, (GDestroyNotify)call_free);
  g_queue_push_tail (self->calls, task);
  if (cancellable != NULL)
    call->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  call_soon (self->context, advance_cb, g_object_ref (self), g_object_unref);
  if (cancellable != NULL && g_cancellable_is_cancelled (cancellable))
    cancelled_cb (cancellable, task);
}

/* ---- the object ---- */

static void
ws_client_dispose (GObject *object)
{
  WsClient *self = WS_CLIENT (object);

  stop_worker (self);

  G_OBJECT_CLASS (ws_client_parent_class)->dispose (object);
}

static void
ws_client_finalize (GObject *object)
{
  WsClient *self = WS_CLIENT (object);

  g_queue_free_full (self->calls, g_object_unref);
  g_strfreev (self->argv);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (ws_client_parent_class)->finalize (object);
}

static void
ws_client_class_init (WsClientClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_client_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_client_finalize;
  /* a worker that is gone is an error of the write, not the end of the program; GSocket does the
   * same */
  signal (SIGPIPE, SIG_IGN);
  signals[STATE_CHANGED] = g_signal_new ("state-changed", WS_TYPE_CLIENT, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_client_init (WsClient *self)
{
  self->calls = g_queue_new ();
  self->context = g_main_context_ref_thread_default ();
  /* the domains of errors that a worker may report must be known before one does */
  (void)WS_CATALOG_ERROR;
  (void)WS_DEVICE_ERROR;
  (void)WS_RECORD_ERROR;
  (void)WS_PTX_ERROR;
  (void)WS_PROTOCOL_ERROR;
}

/**
 * ws_client_new:
 * @argv: (nullable) (array zero-terminated=1): the worker's command
 *
 * Returns: (transfer full): a client; its worker is started by the first call
 */
WsClient *
ws_client_new (const char *const *argv)
{
  WsClient *self = g_object_new (WS_TYPE_CLIENT, NULL);

  self->argv = g_strdupv ((char **)argv);
  return self;
}

WsClientState
ws_client_get_state (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), WS_CLIENT_STOPPED);
  if (self->process == NULL)
    return WS_CLIENT_STOPPED;
  return g_queue_is_empty (self->calls) ? WS_CLIENT_READY : WS_CLIENT_BUSY;
}

guint
ws_client_get_worker_pid (WsClient *self)
{
  const char *pid;

  g_return_val_if_fail (WS_IS_CLIENT (self), 0);
  pid = self->process != NULL ? g_subprocess_get_identifier (self->process) : NULL;
  return pid != NULL ? (guint)g_ascii_strtoull (pid, NULL, 10) : 0;
}
