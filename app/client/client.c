#include "client/client-private.h"
#include "client/install-hint.h"

#include "compile/compile.h"
#include "device/device.h"
#include "ptx/ptx.h"
#include "wire/protocol.h"

#include <glib/gi18n.h>
#include <signal.h>

#define LOOKS        20 /* checks for signs of life per time limit */
#define SLOW_HELLO   6  /* limits: a greeting that comes byte by byte may take so long */
#define MOST_VERSION 24
#define SENDING_MS   500 /* for the rest of a request that is no longer wanted */

enum { STATE_CHANGED, STALLED, WAITING, SAID, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsClient, ws_client, G_TYPE_OBJECT)

static void advance (WsClient *self);
static void on_message (WsMessage *message, gpointer data);
static void watch (WsClient *self);

static void
call_free (WsCall *self)
{
  g_free (self->device);
  g_clear_pointer (&self->source, ws_job_source_unref);
  g_clear_pointer (&self->more, g_variant_unref);
  g_clear_pointer (&self->frame, g_bytes_unref);
  g_clear_pointer (&self->compiled, g_variant_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->partial, ws_run_unref);
  g_clear_pointer (&self->samples, g_array_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->counters, g_ptr_array_unref);
  g_clear_pointer (&self->outputs, g_ptr_array_unref);
  g_free (self);
}

/* (transfer full) */
static GSource *
add_timeout (WsClient *self, guint ms, GSourceFunc callback)
{
  GSource *source = g_timeout_source_new (ms);

  g_source_set_callback (source, callback, self, NULL);
  g_source_attach (source, self->context);
  return source;
}

static void
drop_timeout (GSource *source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

/* ---- the worker ---- */

static void
state_changed (WsClient *self)
{
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

static void
set_stall (WsClient *self, WsClientStall stall, guint seconds)
{
  if (stall == WS_CLIENT_STALL_NONE && self->stall == WS_CLIENT_STALL_NONE)
    return;
  self->stall = stall;
  self->n_stalls = stall == WS_CLIENT_STALL_NONE ? 0 : self->n_stalls + 1;
  g_signal_emit (self, signals[STALLED], 0, stall, seconds);
}

static void
stop_worker (WsClient *self)
{
  g_clear_pointer (&self->letting_go, drop_timeout);
  g_clear_pointer (&self->looking, drop_timeout);
  if (self->link == NULL)
    return;
  ws_link_stop (g_steal_pointer (&self->link));
  self->greeted = FALSE;
  self->sent = FALSE;
  self->lets_go = FALSE;
  self->leaving = FALSE;
  self->pinged_us = 0;
  self->latency_us = -1;
  g_clear_pointer (&self->version, g_free);
  g_clear_pointer (&self->said, g_free);
}

/* What the command line names: all clients of the program offer it. */
static GPtrArray *spec_files;

/**
 * ws_client_add_spec_file:
 * @path: (type filename): of a spec file
 *
 * Workers that are started from now on offer the virtual GPU "vm:PATH", too.
 */
void
ws_client_add_spec_file (const char *path)
{
  if (spec_files == NULL)
    spec_files = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (spec_files, g_strdup (path));
}

/* Borrows what is in it. */
static GPtrArray *
make_argv (char *worker, const char *mode)
{
  GPtrArray *argv = g_ptr_array_new ();

  g_ptr_array_add (argv, worker);
  if (mode != NULL)
    g_ptr_array_add (argv, (gpointer)mode);
  else if (spec_files != NULL)
    {
      g_ptr_array_add (argv, (gpointer) "--specs");
      g_ptr_array_extend (argv, spec_files, NULL, NULL);
    }
  g_ptr_array_add (argv, NULL);
  return argv;
}

static void
fail_to_start (const WsClient *self, const char *program, const GError *cause, GError **error)
{
  if (self->remote != NULL)
    g_set_error (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START,
                 _ ("The command of %1$s cannot be started on this computer: %2$s."),
                 ws_remote_get_name (self->remote), cause->message);
  else
    g_set_error (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START,
                 _ ("The worker %s could not be started: %s."), program, cause->message);
}

/* (transfer full): what is waited for */
static char *
dup_waiting (const WsClient *self, guint seconds)
{
  const char *place = ws_remote_get_name (self->remote);

  if (self->said != NULL && seconds == 0)
    return g_strdup_printf (_ ("Waiting for %1$s: %2$s"), place, self->said);
  if (self->said != NULL)
    return g_strdup_printf (_ ("Waiting for %1$s (%2$u s): %3$s"), place, seconds, self->said);
  return seconds == 0
             ? g_strdup_printf (_ ("Connecting to %s"), place)
             : g_strdup_printf (_ ("Connecting to %1$s: no answer for %2$u s"), place, seconds);
}

/* For a remote whose worker has not greeted yet: an hour in a queue does not count as silence. */
static void
tell_waiting (WsClient *self)
{
  GTask *task = g_queue_peek_head (self->calls);
  const WsCall *call = task != NULL ? g_task_get_task_data (task) : NULL;
  guint seconds = (guint)(self->life.waited_us / G_USEC_PER_SEC);
  g_autofree char *sentence = NULL;

  if (self->remote == NULL || self->greeted)
    return;
  sentence = dup_waiting (self, seconds);
  self->told_us = self->life.waited_us;
  if (call != NULL && call->progress != NULL && !call->answered)
    call->progress (0, sentence, call->progress_data);
  g_signal_emit (self, signals[WAITING], 0, sentence, seconds);
}

static gboolean
start_worker (WsClient *self, GError **error)
{
  g_autofree char *found = NULL;
  g_autoptr (GPtrArray) own_argv = NULL;
  const char *const *argv = (const char *const *)self->argv;
  g_autoptr (GError) cause = NULL;

  if (self->link != NULL)
    return TRUE;
  if (self->absent != NULL)
    {
      g_propagate_error (error, g_error_copy (self->absent));
      return FALSE;
    }
  if (argv == NULL)
    {
      found = ws_link_find_worker (error);
      own_argv = make_argv (found, self->mode);
      argv = (const char *const *)own_argv->pdata;
    }
  if (argv[0] == NULL)
    return FALSE;
  self->link = ws_link_start (argv, self->remote, self->context, on_message, self, &cause);
  if (self->link == NULL)
    {
      fail_to_start (self, argv[0], cause, error);
      return FALSE;
    }
  watch (self);
  if (self->remote != NULL)
    ws_link_say (self->link, "far", NULL);
  tell_waiting (self);
  return TRUE;
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

  g_clear_pointer (&self->letting_go, drop_timeout);
  self->sent = FALSE;
  self->lets_go = FALSE;
  set_stall (self, WS_CLIENT_STALL_NONE, 0);
  disconnect (task, call);
  if (error != NULL)
    answer_error (task, call, error);
  else if (!call->answered)
    {
      call->answered = TRUE;
      if (call->kind == WS_CALL_RECORD && call->run == NULL)
        g_task_return_new_error (task, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                 _ ("The worker sent no run."));
      else
        g_task_return_boolean (task, TRUE);
    }
  if (self->leaving)
    stop_worker (self);
  advance (self);
  state_changed (self);
}

/* This worker cannot serve the head any more: a new one can. */
static void
ask_another (WsClient *self, WsCall *call)
{
  call->again = TRUE;
  stop_worker (self);
  if (call->answered)
    finish_head (self, NULL);
  else
    advance (self);
}

/* A message for the running call; FALSE for one that makes no sense. */
static gboolean
take (WsClient *self, WsCall *call, WsMessage *message)
{
  if (ws_call_is_data (message->name))
    return ws_call_take (call, message->name, message->body);
  if (g_str_equal (message->name, "run") && call->run == NULL)
    call->run = g_steal_pointer (&message->run);
  else if (g_str_equal (message->name, "partial") && call->partial == NULL)
    call->partial = g_steal_pointer (&message->run);
  else if (g_str_equal (message->name, "bye"))
    self->leaving = TRUE;
  else if (g_str_equal (message->name, "again") && !call->again)
    ask_another (self, call);
  else if (g_str_equal (message->name, "done"))
    finish_head (self, NULL);
  else if (g_str_equal (message->name, "error"))
    {
      GError *error = ws_protocol_error_from_variant (message->body);

      finish_head (self, error != NULL
                             ? error
                             : g_error_new_literal (WS_CLIENT_ERROR, WS_CLIENT_ERROR_REMOTE,
                                                    _ ("The worker reported an unknown error.")));
    }
  else
    return FALSE;
  return TRUE;
}

/* @error: (nullable): why there is no worker; %NULL for the user's own word */
static void
keep_loss (WsClient *self, const GError *error)
{
  g_clear_error (&self->loss);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->loss = g_error_copy (error);
}

/* @error: (nullable) (transfer full): for the running call; %NULL if it is answered */
static void
lose_worker (WsClient *self, GError *error)
{
  keep_loss (self, error);
  stop_worker (self);
  if (!g_queue_is_empty (self->calls))
    finish_head (self, error);
  else
    {
      g_clear_error (&error);
      state_changed (self);
    }
}

/* ---- signs of life ---- */

static GError *
make_silent (WsClient *self, guint limit_ms)
{
  if (self->remote != NULL)
    return g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT,
                        _ ("Nothing has come from %1$s for %2$.3g s, and its line was closed: the "
                           "line is broken, or the computer hangs. What was finished is kept; the "
                           "next run connects again."),
                        ws_remote_get_name (self->remote), limit_ms / 1e3);
  return g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT,
                      _ ("The worker did not respond for %.3g s and was stopped: it hangs, or the "
                         "computer does. The next run starts a new one."),
                      limit_ms / 1e3);
}

static void
judge_greeting (WsClient *self)
{
  gint64 limit_us = self->limits.hello_ms * G_GINT64_CONSTANT (1000);

  if (self->remote != NULL)
    {
      if (self->life.waited_us - self->told_us >= limit_us)
        tell_waiting (self);
    }
  else if (self->life.silent_us >= limit_us || self->life.waited_us >= SLOW_HELLO * limit_us)
    lose_worker (
        self, g_error_new (
                  WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT,
                  _ ("The worker did not identify itself within %.3g s and was stopped: it hangs, "
                     "or WARPSTAGE_WORKER names another program. The next run starts a new one."),
                  self->limits.hello_ms / 1e3));
}

/* Stalled work indicates either; a live worker sends signs far more often than in half the limit.
 * Reported again each time the limit has passed. */
static void
judge_silence (WsClient *self)
{
  gint64 limit_us = self->limits.silence_ms * G_GINT64_CONSTANT (1000);
  gboolean silent = self->life.silent_us >= limit_us / 2;

  if (self->life.still_us < limit_us)
    set_stall (self, WS_CLIENT_STALL_NONE, 0);
  /* there is no user to ask, or to end it */
  else if (silent && !g_signal_has_handler_pending (self, signals[STALLED], 0, FALSE))
    lose_worker (self, make_silent (self, self->limits.silence_ms));
  else if (self->life.still_us >= limit_us * (self->n_stalls + 1))
    set_stall (self, silent ? WS_CLIENT_STALL_SILENT : WS_CLIENT_STALL_STILL,
               (guint)MAX (1, self->life.still_us / G_USEC_PER_SEC));
}

/* From one look to the next. */
static guint
get_turn_ms (const WsClient *self)
{
  const WsClientLimits *limits = &self->limits;

  return MAX (1, MIN (limits->silence_ms, MIN (limits->hello_ms, limits->devices_ms)) / LOOKS);
}

static gboolean
look_cb (gpointer data)
{
  g_autoptr (WsClient) self = g_object_ref (data);
  GTask *task = g_queue_peek_head (self->calls);
  const WsCall *call = task != NULL ? g_task_get_task_data (task) : NULL;

  ws_life_look (&self->life, ws_link_count_received (self->link), g_get_monotonic_time (),
                get_turn_ms (self) * G_GINT64_CONSTANT (1000));
  if (!self->greeted)
    judge_greeting (self);
  else if (call == NULL || !self->sent || call->answered)
    g_clear_pointer (&self->looking, drop_timeout);
  else if (call->kind == WS_CALL_DEVICES
           && self->life.silent_us >= self->limits.devices_ms * G_GINT64_CONSTANT (1000))
    lose_worker (self, make_silent (self, self->limits.devices_ms));
  else
    judge_silence (self);
  return G_SOURCE_CONTINUE;
}

/* From when a worker is started until it has greeted, and while a call is running. */
static void
watch (WsClient *self)
{
  ws_life_begin (&self->life);
  if (self->looking != NULL)
    return;
  self->life.looked_us = g_get_monotonic_time ();
  self->looking = add_timeout (self, get_turn_ms (self), look_cb);
}

static gboolean
let_go_cb (gpointer data)
{
  lose_worker (
      data, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was cancelled.")));
  return G_SOURCE_REMOVE;
}

/* No message can overtake one still being sent. */
static gboolean
sending_cb (gpointer data)
{
  WsClient *self = data;

  if (ws_link_is_saying (self->link))
    return let_go_cb (self);
  g_clear_pointer (&self->letting_go, drop_timeout);
  self->letting_go = add_timeout (self, self->limits.let_go_ms, let_go_cb);
  return G_SOURCE_REMOVE;
}

static void
begin_letting_go (WsClient *self)
{
  if (self->letting_go != NULL)
    return;
  if (self->remote != NULL && ws_link_is_saying (self->link))
    self->letting_go = add_timeout (self, MIN (SENDING_MS, self->limits.let_go_ms), sending_cb);
  else
    self->letting_go = add_timeout (self, self->limits.let_go_ms, let_go_cb);
}

/* ---- what the worker says ---- */

/* Whatever the version, the first number of a greeting is that of the protocol.
 * @program: (out) (transfer full) (nullable): of which the worker is; of old ones it is not known
 */
static guint32
read_greeting (GVariant *hello, char **program)
{
  gsize n = g_variant_is_of_type (hello, G_VARIANT_TYPE_TUPLE) ? g_variant_n_children (hello) : 0;
  g_autoptr (GVariant) number = n > 0 ? g_variant_get_child_value (hello, 0) : NULL;
  g_autoptr (GVariant) text = n > 2 ? g_variant_get_child_value (hello, 2) : NULL;
  const char *version = text != NULL && g_variant_is_of_type (text, G_VARIANT_TYPE_STRING)
                            ? g_variant_get_string (text, NULL)
                            : "";

  *program =
      *version != '\0' && strlen (version) <= MOST_VERSION
              && strspn (version, "0123456789abcdefghijklmnopqrstuvwxyz.+~-") == strlen (version)
          ? g_strdup (version)
          : NULL;
  return number != NULL && g_variant_is_of_type (number, G_VARIANT_TYPE_UINT32)
             ? g_variant_get_uint32 (number)
             : 0;
}

/* A worker of another version would only be partly compatible. */
static GError *
make_other_version (const WsClient *self, guint32 version, const char *program)
{
  g_autofree char *there = program != NULL ? g_strdup_printf (_ ("Warpstage %s"), program)
                                           : g_strdup_printf (_ ("protocol %u"), version);
  g_autofree char *hint = NULL;

  if (self->remote == NULL)
    return g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                        _ ("The worker uses version %u of the protocol, this program "
                           "version %u. Install the same version of Warpstage for both."),
                        version, WS_PROTOCOL_VERSION);
  hint = ws_install_hint_dup (ws_remote_get_name (self->remote));
  if (version < WS_PROTOCOL_VERSION)
    return g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_NO_WORKER,
                        _ ("The worker on %1$s is too old: it is of %2$s, this program is "
                           "Warpstage %3$s. Update it there. %4$s"),
                        ws_remote_get_name (self->remote), there, WS_VERSION, hint);
  return g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_NO_WORKER,
                      _ ("The worker on %1$s is newer than this program: it is of %2$s, this is "
                         "Warpstage %3$s. Update this program. %4$s"),
                      ws_remote_get_name (self->remote), there, WS_VERSION, hint);
}

static void
ping (WsClient *self)
{
  self->pinged_us = g_get_monotonic_time ();
  ws_link_say (self->link, "ping", g_variant_new ("(t)", (guint64)self->pinged_us));
}

static void
greet (WsClient *self, GVariant *hello)
{
  g_autofree char *program = NULL;
  guint32 version = read_greeting (hello, &program);

  if (version != WS_PROTOCOL_VERSION)
    {
      lose_worker (self, make_other_version (self, version, program));
      return;
    }
  self->greeted = TRUE;
  g_clear_error (&self->loss);
  self->version = g_steal_pointer (&program);
  if (self->remote != NULL)
    ping (self);
  ws_life_begin (&self->life);
  if (self->lets_go)
    begin_letting_go (self);
  advance (self);
  state_changed (self);
}

/* FALSE if it is not an answer. */
static gboolean
take_pong (WsClient *self, GVariant *body)
{
  if (self->pinged_us == 0 || !g_variant_is_of_type (body, G_VARIANT_TYPE ("(t)")))
    return FALSE;
  self->latency_us = g_get_monotonic_time () - self->pinged_us;
  self->pinged_us = 0;
  state_changed (self);
  return TRUE;
}

/* FALSE if it is invalid. */
static gboolean
take_alive (WsClient *self, GVariant *body)
{
  guint32 steps;

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE ("(u)")))
    return FALSE;
  g_variant_get (body, "(u)", &steps);
  ws_life_take_steps (&self->life, steps);
  return TRUE;
}

/* What the worker says to its program; FALSE for what was not expected. */
static gboolean
take_any (WsClient *self, WsMessage *message)
{
  GTask *task = g_queue_peek_head (self->calls);
  gboolean is_hello = g_str_equal (message->name, "hello");

  if (is_hello != !self->greeted)
    return FALSE;
  if (is_hello)
    {
      greet (self, message->body);
      return TRUE;
    }
  if (g_str_equal (message->name, "alive"))
    return take_alive (self, message->body);
  if (g_str_equal (message->name, "pong"))
    return take_pong (self, message->body);
  if (task == NULL || !self->sent || !take (self, g_task_get_task_data (task), message))
    return FALSE;
  ws_life_go_on (&self->life);
  return TRUE;
}

/* @line: (transfer full) */
static void
take_said (WsClient *self, char *line)
{
  g_free (self->said);
  self->said = line;
  g_signal_emit (self, signals[SAID], 0, line);
  tell_waiting (self);
}

static void
on_message (WsMessage *message, gpointer data)
{
  g_autoptr (WsClient) self = g_object_ref (data);

  if (message->error != NULL)
    lose_worker (self, g_steal_pointer (&message->error));
  else if (message->said != NULL)
    take_said (self, g_steal_pointer (&message->said));
  else if (!take_any (self, message))
    lose_worker (self,
                 g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                              _ ("Unexpected message from the worker: “%s”."), message->name));
}

/* The caller is told at once; the worker has a moment to let go, then it is ended. One of another
 * computer that has not greeted may wait in a queue: it is taken out of it. */
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
  answer_error (
      task, call,
      g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was cancelled.")));
  if (is_head && self->link != NULL && self->remote != NULL && !self->greeted)
    lose_worker (self, NULL);
  else if (is_head && self->sent && self->link != NULL)
    {
      ws_link_say (self->link, "cancel", NULL);
      self->lets_go = TRUE;
      set_stall (self, WS_CLIENT_STALL_NONE, 0);
      if (self->greeted)
        begin_letting_go (self);
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

  ws_link_call_soon (self->context, give_up, g_object_ref (task), g_object_unref);
}

/* ---- what the worker is asked ---- */

static const char *const requests[] = { "devices",  "record",  "time",  "count",
                                        "compiler", "compile", "guess", "compute" };

/* A request that is made in a thread: a job may be large, and take a while to make. */
typedef struct {
  GTask *task;
  GBytes *frame;
  GError *error;
} Made;

static void
made_free (gpointer data)
{
  Made *self = data;

  g_object_unref (self->task);
  g_clear_pointer (&self->frame, g_bytes_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
made_cb (gpointer data)
{
  Made *made = data;
  WsClient *self = g_task_get_source_object (made->task);
  WsCall *call = g_task_get_task_data (made->task);

  if (call->answered || g_queue_peek_head (self->calls) != made->task)
    return G_SOURCE_REMOVE;
  call->frame = g_steal_pointer (&made->frame);
  if (made->error != NULL)
    finish_head (self, g_steal_pointer (&made->error));
  else
    advance (self);
  return G_SOURCE_REMOVE;
}

/* @data: (transfer full): the call's task */
static gpointer
make_frame (gpointer data)
{
  g_autoptr (GTask) task = data;
  WsClient *self = g_task_get_source_object (task);
  const WsCall *call = g_task_get_task_data (task);
  Made *made = g_new0 (Made, 1);
  g_autoptr (WsJob) job = NULL;
  GVariantDict dict;

  /* it is no longer wanted, and the program may be on its way out */
  if (!g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &made->error))
    job = ws_job_source_make (call->source, &made->error);
  if (job != NULL)
    {
      g_variant_dict_init (&dict, call->more);
      g_variant_dict_insert (&dict, "device", "s", call->device);
      g_variant_dict_insert_value (&dict, "job", ws_job_to_variant (job));
      made->frame = (call->place != NULL ? ws_protocol_pack_squeezed : ws_protocol_pack) (
          requests[call->kind], g_variant_dict_end (&dict), &made->error);
    }
  made->task = g_steal_pointer (&task);
  ws_link_call_soon (self->context, made_cb, made, made_free);
  return NULL;
}

/* Another computer is asked for no path. */
static gboolean
check_device (const WsCall *call, GError **error)
{
  if (call->place == NULL || call->device == NULL || ws_remote_is_device_id (call->device))
    return TRUE;
  g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN,
               _ ("%1$s has no device “%2$s”; “warpstage-cli devices %1$s” lists what it has."),
               call->place, call->device);
  return FALSE;
}

/* Sends the request of the head, if it is not out yet. */
static void
advance (WsClient *self)
{
  GTask *task = g_queue_peek_head (self->calls);
  GError *error = NULL;
  WsCall *call;

  if (task == NULL || self->sent)
    return;
  call = g_task_get_task_data (task);
  if (!check_device (call, &error) || !start_worker (self, &error))
    {
      if (self->link == NULL)
        keep_loss (self, error);
      finish_head (self, error);
      return;
    }
  if (call->source != NULL && call->frame == NULL)
    {
      if (!call->making)
        {
          call->making = TRUE;
          g_thread_unref (g_thread_new ("job", make_frame, g_object_ref (task)));
        }
      return;
    }
  /* whatever is at the other end, only a worker is told what is to run */
  if (self->remote != NULL && !self->greeted)
    return;
  self->sent = TRUE;
  if (call->frame != NULL)
    ws_link_say_frame (self->link, call->frame);
  else
    ws_link_say (self->link, requests[call->kind], NULL);
  watch (self);
}

static gboolean
advance_cb (gpointer data)
{
  advance (data);
  state_changed (data);
  return G_SOURCE_REMOVE;
}

/**
 * ws_client_begin_call:
 * @task: (transfer full): of the call; owns @call from then on
 * @call: what is asked for
 *
 * Queues a call, and sends its request when its turn comes.
 */
void
ws_client_begin_call (WsClient *self, GTask *task, WsCall *call)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  if (self->remote != NULL)
    call->place = ws_remote_get_name (self->remote);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, call, (GDestroyNotify)call_free);
  g_queue_push_tail (self->calls, task);
  if (cancellable != NULL)
    call->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  ws_link_call_soon (self->context, advance_cb, g_object_ref (self), g_object_unref);
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
  g_clear_pointer (&self->remote, ws_remote_unref);
  g_clear_error (&self->absent);
  g_clear_error (&self->loss);
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
  signals[STALLED] = g_signal_new ("stalled", WS_TYPE_CLIENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[WAITING] = g_signal_new ("waiting", WS_TYPE_CLIENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_UINT);
  signals[SAID] = g_signal_new ("said", WS_TYPE_CLIENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ws_client_init (WsClient *self)
{
  self->calls = g_queue_new ();
  self->context = g_main_context_ref_thread_default ();
  self->latency_us = -1;
  ws_client_limits_init (&self->limits);
  /* the domains of errors that a worker may report must be known before one does */
  (void)WS_JOB_ERROR;
  (void)WS_DEVICE_ERROR;
  (void)WS_RECORD_ERROR;
  (void)WS_PTX_ERROR;
  (void)WS_PROTOCOL_ERROR;
  (void)WS_COMPILE_ERROR;
}

/**
 * ws_client_new:
 * @argv: (nullable) (array zero-terminated=1): the worker's command; %NULL for $WARPSTAGE_WORKER,
 * else the warpstage-worker beside the running program
 *
 * Signals: "state-changed" (WsClient *, gpointer): ws_client_get_state() has another answer;
 * "stalled" (WsClient *, WsClientStall, guint seconds, gpointer): the running call has been
 * without a sign of life, or has not gone on, for so long; again after as long again; or it goes on
 * after all. The client itself waits on.
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

/**
 * ws_client_new_for_compiler:
 * @argv: (nullable) (array zero-terminated=1): as of ws_client_new()
 *
 * Returns: (transfer full): a client whose workers compile: for ws_client_compile_async() and
 * ws_client_find_compiler_async() alone
 */
WsClient *
ws_client_new_for_compiler (const char *const *argv)
{
  WsClient *self = ws_client_new (argv);

  self->mode = "--compiler";
  return self;
}

/**
 * ws_client_new_for_programs:
 * @argv: (nullable) (array zero-terminated=1): as of ws_client_new()
 *
 * Returns: (transfer full): a client whose workers compile whole programs to shared objects: for
 * ws_client_compile_async() and ws_client_find_compiler_async() alone
 */
WsClient *
ws_client_new_for_programs (const char *const *argv)
{
  WsClient *self = ws_client_new (argv);

  self->mode = "--programs";
  return self;
}

/**
 * ws_client_new_for_remote:
 * @remote: (transfer none): another computer
 *
 * Its devices are called as in "gpu-server/cuda:0", in requests, too. A call waits
 * for as long as it takes to reach a worker. Further signals: "waiting" (WsClient *, const char
 * *sentence, guint seconds, gpointer): what is waited for until the worker has greeted, which the
 * running call's progress is told, too; "said" (WsClient *, const char *line, gpointer): the
 * remote's command has printed something.
 *
 * Returns: (transfer full): a client; its worker is reached for by the first call
 */
WsClient *
ws_client_new_for_remote (WsRemote *remote)
{
  WsClient *self = ws_client_new (ws_remote_get_words (remote));

  self->remote = ws_remote_ref (remote);
  ws_client_limits_init_far (&self->limits);
  return self;
}

/**
 * ws_client_new_absent:
 * @error: what each call of it will fail with
 *
 * Returns: (transfer full): a client of a device that is not to be had
 */
WsClient *
ws_client_new_absent (const GError *error)
{
  WsClient *self = ws_client_new (NULL);

  self->absent = g_error_copy (error);
  return self;
}

/**
 * ws_client_set_limits:
 * @self: a client at rest
 * @limits: for how long it waits
 */
void
ws_client_set_limits (WsClient *self, const WsClientLimits *limits)
{
  g_return_if_fail (WS_IS_CLIENT (self) && limits != NULL && self->link == NULL);
  self->limits = *limits;
}

/* Ends a worker that is silent or does not get on: the running call fails with
 * %WS_CLIENT_ERROR_SILENT, and the next one starts another worker. */
void
ws_client_end_worker (WsClient *self)
{
  g_return_if_fail (WS_IS_CLIENT (self));
  if (self->link == NULL)
    return;
  if (self->stall == WS_CLIENT_STALL_STILL)
    lose_worker (
        self,
        g_error_new_literal (
            WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT,
            _ ("The worker made no progress and was stopped. The next run starts a new one.")));
  else
    lose_worker (self, make_silent (self, self->limits.silence_ms));
}

/* Gives up a remote's worker that has not greeted, and all calls that wait for it, which are told
 * %G_IO_ERROR_CANCELLED: a job leaves its queue. */
void
ws_client_stop_waiting (WsClient *self)
{
  GTask *task;

  g_return_if_fail (WS_IS_CLIENT (self));
  if (self->remote == NULL || self->link == NULL || self->greeted)
    return;
  stop_worker (self);
  while ((task = g_queue_pop_head (self->calls)) != NULL)
    {
      disconnect (task, g_task_get_task_data (task));
      answer_error (
          task, g_task_get_task_data (task),
          g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was cancelled.")));
      g_object_unref (task);
    }
  state_changed (self);
}

/* Returns: whether there is a worker, and whether it works */
WsClientState
ws_client_get_state (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), WS_CLIENT_STOPPED);
  if (self->link == NULL)
    return WS_CLIENT_STOPPED;
  return g_queue_is_empty (self->calls) ? WS_CLIENT_READY : WS_CLIENT_BUSY;
}

/* Returns: process id of the worker; 0 while there is none */
guint
ws_client_get_worker_pid (WsClient *self)
{
  const char *pid;

  g_return_val_if_fail (WS_IS_CLIENT (self), 0);
  pid = self->link != NULL ? ws_link_get_pid (self->link) : NULL;
  return pid != NULL ? (guint)g_ascii_strtoull (pid, NULL, 10) : 0;
}

/* Returns: (transfer none) (nullable): the other computer that it asks; %NULL for this one */
WsRemote *
ws_client_get_remote (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), NULL);
  return self->remote;
}

/* Returns: whether its worker has greeted, and is there */
gboolean
ws_client_is_connected (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), FALSE);
  return self->link != NULL && self->greeted;
}

/* Returns: (transfer full) (nullable): of a remote whose worker has not greeted, what is waited
 * for; %NULL if there is nothing */
char *
ws_client_dup_waiting (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), NULL);
  if (self->remote == NULL || self->link == NULL || self->greeted)
    return NULL;
  return dup_waiting (self, (guint)(self->told_us / G_USEC_PER_SEC));
}

/* Returns: (transfer none) (nullable): why its worker ended last, or could not be reached; %NULL
 * if there is one, where none was asked for yet, or where it was let go */
const GError *
ws_client_get_loss (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), NULL);
  return self->loss;
}

/* Returns: (nullable): the version of the program that its worker is of */
const char *
ws_client_get_version (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), NULL);
  return self->version;
}

/* Returns: of a remote, how long a word takes there and back; -1 if unknown */
gint64
ws_client_get_latency_us (WsClient *self)
{
  g_return_val_if_fail (WS_IS_CLIENT (self), -1);
  return self->latency_us;
}
