#include "client/link.h"

#include "client/error.h"
#include "client/ending.h"
#include "client/far.h"
#include "wire/protocol.h"

#include <errno.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Messages that wait for the client's thread: a worker that talks faster waits. */
#define MAX_UNHEARD 64
/* From when a worker's pipe is closed until it has ended. */
#define MOMENT_US (G_USEC_PER_SEC / 2)
#define GLANCE_US 2000
/* For a remote's command to end by itself: it takes its job out of a queue, or ends its worker. */
#define FAREWELL_US (3 * G_USEC_PER_SEC)

G_DEFINE_QUARK (ws - client - error - quark, ws_client_error)

struct _WsLink {
  gint refs; /* atomic: the client's, the reader's, and one of each message between them */
  GSubprocess *process;
  GMainContext *context;
  WsMessageFunc on_message; /* NULL after it was stopped */
  gpointer user_data;

  /* what is said: bytes, of which the first may be out in part */
  int fd;
  GQueue unsaid;   /* GBytes */
  gsize n_written; /* of the first */
  GSource *saying;

  /* the reader's */
  GInputStream *stream;
  GCancellable *stopped;
  gsize n_read; /* atomic */
  GMutex lock;
  GCond has_room;
  guint n_unheard;

  WsFar *far; /* nullable: of a remote: what its command prints */
};

/* A message on its way from the reader. */
typedef struct {
  WsLink *link;
  WsMessage message;
} Passed;

static void
message_clear (WsMessage *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->body, g_variant_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->said, g_free);
  g_clear_error (&self->error);
}

static WsLink *
link_ref (WsLink *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

static void
link_unref (WsLink *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_queue_clear_full (&self->unsaid, (GDestroyNotify)g_bytes_unref);
  g_clear_object (&self->stream);
  g_clear_object (&self->stopped);
  g_clear_object (&self->process);
  g_clear_pointer (&self->far, ws_far_free);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->has_room);
  g_free (self);
}

/* ---- what the worker says ---- */

static void
passed_free (gpointer data)
{
  Passed *self = data;

  g_mutex_lock (&self->link->lock);
  self->link->n_unheard--;
  g_cond_signal (&self->link->has_room);
  g_mutex_unlock (&self->link->lock);
  message_clear (&self->message);
  link_unref (self->link);
  g_free (self);
}

static gboolean
hear_cb (gpointer data)
{
  Passed *passed = data;
  WsLink *self = passed->link;

  if (self->on_message != NULL)
    self->on_message (&passed->message, self->user_data);
  return G_SOURCE_REMOVE;
}

/* Hands a message over to the client's thread. */
static void
pass (WsLink *self, WsMessage *message)
{
  Passed *passed = g_new0 (Passed, 1);

  passed->link = link_ref (self);
  passed->message = *message;
  *message = (WsMessage){ 0 };
  g_mutex_lock (&self->lock);
  self->n_unheard++;
  g_mutex_unlock (&self->lock);
  ws_link_call_soon (self->context, hear_cb, passed, passed_free);
}

static void
wait_for_room (WsLink *self)
{
  g_mutex_lock (&self->lock);
  while (self->n_unheard >= MAX_UNHEARD && !g_cancellable_is_cancelled (self->stopped))
    g_cond_wait (&self->has_room, &self->lock);
  g_mutex_unlock (&self->lock);
}

/* A run is checked, and its arrays found, before it is handed over. */
static void
open_run (const WsLink *self, WsMessage *message)
{
  g_autoptr (GVariant) run = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (message->name, "run") && !g_str_equal (message->name, "partial"))
    return;
  if (g_variant_is_of_type (message->body, G_VARIANT_TYPE_VARIANT))
    run = g_variant_get_variant (message->body);
  if (run != NULL && self->far != NULL)
    run = ws_far_name_run (self->far, run);
  if (run != NULL)
    message->run = ws_run_new_from_variant (run, &error);
  if (message->run == NULL)
    message->error = g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                  _ ("The worker sent an invalid run: %s"),
                                  error != NULL ? error->message : _ ("wrong type"));
}

/* Whether the worker has ended. One that closes a pipe may live on: it is not waited for long. Not
 * for the client's thread. */
static gboolean
wait_for_end (WsLink *self)
{
  gint64 end_us = g_get_monotonic_time () + MOMENT_US;

  while (g_subprocess_get_identifier (self->process) != NULL)
    {
      if (g_get_monotonic_time () >= end_us || g_cancellable_is_cancelled (self->stopped))
        return FALSE;
      g_usleep (GLANCE_US);
    }
  return TRUE;
}

/* A remote's own worker ends far away: what its command makes of that is known, and what it says.
 */
static GError *
make_far_lost (WsLink *self, gboolean has_ended, const GError *cause)
{
  gboolean is_nonsense = g_error_matches (cause, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE);
  int status = has_ended && g_subprocess_get_if_exited (self->process)
                   ? g_subprocess_get_exit_status (self->process)
                   : -1;

  return ws_far_make_lost (self->far, status, is_nonsense ? cause : NULL);
}

static GError *
make_lost (WsLink *self, const GError *cause)
{
  gboolean has_ended = wait_for_end (self);
  int number = has_ended && g_subprocess_get_if_signaled (self->process)
                   ? g_subprocess_get_term_sig (self->process)
                   : 0;

  if (self->far != NULL)
    return make_far_lost (self, has_ended, cause);
  /* one that was killed within a message has not said half of it on purpose */
  if (number == 0
      && (g_error_matches (cause, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE)
          || g_error_matches (cause, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_CUT)))
    return g_error_new (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                        _ ("Unexpected message from the worker: %s"), cause->message);
  return g_error_new_literal (WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED, ws_ending_describe (number));
}

/* A shell at the other end may greet before the worker does. */
static GVariant *
read_message (WsLink *self, char **name, GError **error)
{
  GVariant *body;

  if (self->far != NULL && !ws_far_find_worker (self->far, self->stream, self->stopped, error))
    return NULL;
  body = ws_protocol_read_counted (self->stream, &self->n_read, name, self->stopped, error);
  if (body != NULL && self->far != NULL)
    ws_far_hear (self->far);
  return body;
}

static gpointer
read_worker (gpointer data)
{
  WsLink *self = data;
  gboolean more = TRUE;

  while (more)
    {
      g_autoptr (GError) error = NULL;
      WsMessage message = { 0 };

      wait_for_room (self);
      message.body = read_message (self, &message.name, &error);
      if (message.body != NULL)
        open_run (self, &message);
      else
        message.error = make_lost (self, error);
      more = message.error == NULL && !g_cancellable_is_cancelled (self->stopped);
      pass (self, &message);
    }
  if (self->far != NULL)
    ws_far_end (self->far);
  link_unref (self);
  return NULL;
}

/* What a remote's command prints, line by line. */
static gpointer
read_words (gpointer data)
{
  WsLink *self = data;
  char *line;

  while ((line = ws_far_read_line (self->far, self->stopped)) != NULL)
    {
      WsMessage message = { .said = line };

      wait_for_room (self);
      pass (self, &message);
    }
  link_unref (self);
  return NULL;
}

/* ---- what is said to it ---- */

static void
end_saying (WsLink *self)
{
  if (self->saying == NULL)
    return;
  g_source_destroy (self->saying);
  g_clear_pointer (&self->saying, g_source_unref);
}

/* What reads the worker knows more of why it ended: it goes first. */
static gpointer
look_after (gpointer data)
{
  WsLink *self = data;

  if (self->far == NULL || !ws_far_wait_for_end (self->far))
    {
      WsMessage message = { .error = make_lost (self, NULL) };

      pass (self, &message);
    }
  link_unref (self);
  return NULL;
}

/* It is gone, or listens no more: in a thread of its own it is found out which. */
static void
cannot_say (WsLink *self)
{
  g_thread_unref (g_thread_new ("worker", look_after, link_ref (self)));
}

static gboolean
say_more_cb (int fd, GIOCondition condition, gpointer data)
{
  WsLink *self = data;

  while (!g_queue_is_empty (&self->unsaid))
    {
      gsize size;
      const guint8 *bytes = g_bytes_get_data (g_queue_peek_head (&self->unsaid), &size);
      gssize n = write (fd, bytes + self->n_written, size - self->n_written);

      if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return G_SOURCE_CONTINUE;
      if (n < 0)
        {
          g_queue_clear_full (&self->unsaid, (GDestroyNotify)g_bytes_unref);
          cannot_say (self);
          break;
        }
      self->n_written += (gsize)n;
      if (self->n_written < size)
        continue;
      g_bytes_unref (g_queue_pop_head (&self->unsaid));
      self->n_written = 0;
    }
  g_clear_pointer (&self->saying, g_source_unref);
  return G_SOURCE_REMOVE;
}

/* ---- public ---- */

/* Returns: (transfer full) (nullable): $WARPSTAGE_WORKER, else the warpstage-worker beside the
 * running program */
char *
ws_link_find_worker (GError **error)
{
  const char *named = g_getenv ("WARPSTAGE_WORKER");
  g_autofree char *self = NULL;
  g_autofree char *folder = NULL;

  if (named != NULL && *named == '\0')
    {
      g_set_error_literal (
          error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START,
          _ ("WARPSTAGE_WORKER is set, but empty: unset it, or set it to the worker's path."));
      return NULL;
    }
  if (named != NULL)
    return g_strdup (named);
  self = g_file_read_link ("/proc/self/exe", NULL);
  folder = self != NULL ? g_path_get_dirname (self) : g_strdup (".");
  return g_build_filename (folder, "warpstage-worker", NULL);
}

/**
 * ws_link_call_soon:
 * @context: whose thread is to call
 * @func: called once
 * @data: for @func
 * @notify: frees @data
 *
 * Calls @func in the thread that runs @context: soon, never here. (g_main_context_invoke() calls it
 * at once, in whatever thread, where no thread happens to run the context.)
 */
void
ws_link_call_soon (GMainContext *context, GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, notify);
  g_source_attach (source, context);
}

/* A job in a queue hears of no end of stdin: without this it would stay there when this program is
 * killed. */
static void
end_with_parent (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static GSubprocess *
start_process (const char *const *argv, gboolean is_far, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | (is_far ? G_SUBPROCESS_FLAGS_STDERR_PIPE : 0));

  if (is_far)
    g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  return g_subprocess_launcher_spawnv (launcher, argv, error);
}

static GInputStream *
get_stdout (WsLink *self)
{
  GInputStream *out = g_subprocess_get_stdout_pipe (self->process);

  return self->far != NULL ? ws_far_open (out) : g_object_ref (out);
}

/**
 * ws_link_start:
 * @argv: (array zero-terminated=1): the worker's command
 * @remote: (nullable): the other computer that it leads to
 * @context: where @on_message is called
 * @on_message: called with each message, until the link is stopped
 * @user_data: for @on_message
 *
 * Starts a worker.
 *
 * Returns: (transfer full) (nullable): it; to be given to ws_link_stop()
 */
WsLink *
ws_link_start (const char *const *argv, WsRemote *remote, GMainContext *context,
               WsMessageFunc on_message, gpointer user_data, GError **error)
{
  g_autoptr (GSubprocess) process = start_process (argv, remote != NULL, error);
  GOutputStream *in;
  WsLink *self;

  if (process == NULL)
    return NULL;
  self = g_new0 (WsLink, 1);
  self->refs = 1;
  self->context = g_main_context_ref (context);
  self->on_message = on_message;
  self->user_data = user_data;
  in = g_subprocess_get_stdin_pipe (process);
  self->fd = g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (in));
  g_unix_set_fd_nonblocking (self->fd, TRUE, NULL);
  if (remote != NULL)
    self->far = ws_far_new (remote, g_subprocess_get_stderr_pipe (process));
  self->process = g_steal_pointer (&process);
  self->stream = get_stdout (self);
  self->stopped = g_cancellable_new ();
  g_queue_init (&self->unsaid);
  g_mutex_init (&self->lock);
  g_cond_init (&self->has_room);
  g_thread_unref (g_thread_new ("worker", read_worker, link_ref (self)));
  if (remote != NULL)
    g_thread_unref (g_thread_new ("words", read_words, link_ref (self)));
  return self;
}

/* A worker that starts programs leads a process group of its own; of another there is none of its
 * number. One that has ended and was waited for has none that is surely its own. */
static void
end_group (const WsLink *self)
{
  const char *pid = g_subprocess_get_identifier (self->process);

  if (pid != NULL)
    kill (-(pid_t)g_ascii_strtoll (pid, NULL, 10), SIGKILL);
}

static gpointer
see_off (gpointer data)
{
  WsLink *self = data;
  gint64 end_us = g_get_monotonic_time () + FAREWELL_US;

  while (g_subprocess_get_identifier (self->process) != NULL && g_get_monotonic_time () < end_us)
    g_usleep (GLANCE_US);
  g_subprocess_force_exit (self->process);
  link_unref (self);
  return NULL;
}

/* ssh, srun and kubectl hand it on that stdin has ended, by which the worker ends, and end with it;
 * of a signal that they cannot catch they tell nobody. */
static void
end_far (WsLink *self)
{
  g_subprocess_send_signal (self->process, SIGTERM);
  g_thread_unref (g_thread_new ("farewell", see_off, link_ref (self)));
}

/**
 * ws_link_stop:
 * @self: (transfer full): a link
 *
 * Ends the worker and the programs that it has started; nothing more is heard of it. GSubprocess
 * waits for it, so that it is no zombie afterwards.
 */
void
ws_link_stop (WsLink *self)
{
  self->on_message = NULL;
  end_saying (self);
  g_cancellable_cancel (self->stopped);
  g_mutex_lock (&self->lock);
  g_cond_signal (&self->has_room);
  g_mutex_unlock (&self->lock);
  if (self->far == NULL)
    {
      end_group (self);
      g_subprocess_force_exit (self->process);
    }
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
  if (self->far != NULL)
    end_far (self);
  link_unref (self);
}

/**
 * ws_link_say_frame:
 * @frame: of ws_protocol_pack()
 *
 * Says something as soon as the worker listens, and returns at once. That it cannot be said is
 * heard as an error.
 */
void
ws_link_say_frame (WsLink *self, GBytes *frame)
{
  g_queue_push_tail (&self->unsaid, g_bytes_ref (frame));
  if (self->saying != NULL)
    return;
  self->saying = g_unix_fd_source_new (self->fd, G_IO_OUT);
  g_source_set_callback (self->saying, G_SOURCE_FUNC (say_more_cb), self, NULL);
  g_source_attach (self->saying, self->context);
}

/**
 * ws_link_say:
 * @message: name of the message
 * @body: (nullable) (transfer floating): what it says; little, for it is packed here
 *
 * As ws_link_say_frame().
 */
void
ws_link_say (WsLink *self, const char *message, GVariant *body)
{
  g_autoptr (GBytes) frame = ws_protocol_pack (message, body, NULL);

  if (frame != NULL)
    ws_link_say_frame (self, frame);
  else
    cannot_say (self);
}

/* Returns: whether there is something that the worker has not taken yet */
gboolean
ws_link_is_saying (WsLink *self)
{
  return !g_queue_is_empty (&self->unsaid);
}

/* Returns: bytes that the worker has said: another number than before shows that it lives, even in
 * the middle of a large message */
gsize
ws_link_count_received (WsLink *self)
{
  return (gsize)g_atomic_pointer_get (&self->n_read);
}

/* Returns: (nullable): the worker's process id; %NULL if it has ended */
const char *
ws_link_get_pid (WsLink *self)
{
  return g_subprocess_get_identifier (self->process);
}
