#include "client/far.h"

#include "client/error.h"
#include "client/install-hint.h"
#include "record/run.h"
#include "wire/protocol.h"

#include <glib/gi18n.h>
#include <string.h>

#define FRAME        "WSF1" /* as a worker begins: its greeting is never squeezed */
#define FRAME_BYTES  4
#define BUFFER_BYTES (64 << 10)
#define MOST_NOISE   (64 << 10) /* bytes before the worker's first */
#define NOISE_SHOWN  120
#define LINE_BYTES   300
#define MOST_LINES   1000 /* that are told: more is noise */
#define LINES_KEPT   8
#define MOMENT_US    (G_USEC_PER_SEC / 2)

struct _WsFar {
  WsRemote *remote;

  /* of what reads what the worker says */
  gboolean is_found;
  gsize n_noise;

  /* of what reads the words */
  GInputStream *words;
  char buffer[LINE_BYTES];
  gsize n_buffered;
  guint n_lines;

  GMutex lock;
  GCond ended;    /* either of them */
  GString *noise; /* the beginning of what came before the worker */
  gboolean is_heard;
  gboolean has_ended;
  gboolean words_ended;
  char *lines[LINES_KEPT]; /* the last ones, in turn */
  guint n_kept;
};

/**
 * ws_far_new:
 * @remote: whose command runs
 * @words: its stderr
 *
 * Returns: (transfer full): nothing is heard of it yet
 */
WsFar *
ws_far_new (WsRemote *remote, GInputStream *words)
{
  WsFar *self = g_new0 (WsFar, 1);

  self->remote = ws_remote_ref (remote);
  self->words = g_object_ref (words);
  self->noise = g_string_new (NULL);
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  return self;
}

void
ws_far_free (WsFar *self)
{
  ws_remote_unref (self->remote);
  g_object_unref (self->words);
  g_string_free (self->noise, TRUE);
  for (guint i = 0; i < LINES_KEPT; i++)
    g_free (self->lines[i]);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->ended);
  g_free (self);
}

/* (transfer full): as it may be shown, on one line */
static char *
clean (const char *text, gsize length)
{
  char *line = g_utf8_make_valid (text, (gssize)length);

  for (char *p = line; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  return g_strstrip (line);
}

/* ---- where the worker begins ---- */

/* Returns: (transfer full): what can be looked at before it is read */
GInputStream *
ws_far_open (GInputStream *out)
{
  return g_buffered_input_stream_new_sized (out, BUFFER_BYTES);
}

static gboolean
skip (WsFar *self, GInputStream *stream, const char *bytes, gsize n, GError **error)
{
  g_mutex_lock (&self->lock);
  g_string_append_len (self->noise, bytes, (gssize)MIN (n, NOISE_SHOWN - self->noise->len));
  g_mutex_unlock (&self->lock);
  self->n_noise += n;
  return n == 0 || g_input_stream_skip (stream, n, NULL, error) == (gssize)n;
}

/* Whether it is there; all that is surely before it is skipped. */
static gboolean
look_for_frame (WsFar *self, GInputStream *stream, GError **error)
{
  gsize n;
  const char *bytes = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (stream), &n);
  const char *frame = n >= FRAME_BYTES ? memmem (bytes, n, FRAME, FRAME_BYTES) : NULL;
  gsize n_before = frame != NULL      ? (gsize)(frame - bytes)
                   : n >= FRAME_BYTES ? n - (FRAME_BYTES - 1)
                                      : 0;

  self->is_found = frame != NULL;
  return skip (self, stream, bytes, n_before, error);
}

/**
 * ws_far_find_worker:
 * @stream: of ws_far_open()
 * @error: return location: %WS_PROTOCOL_ERROR_CLOSED if it ends before, or
 * %WS_PROTOCOL_ERROR_NONSENSE if there is too much else
 *
 * Skips what comes before a worker's first message. Blocks.
 *
 * Returns: whether the next byte is a worker's
 */
gboolean
ws_far_find_worker (WsFar *self, GInputStream *stream, GCancellable *cancellable, GError **error)
{
  while (!self->is_found)
    {
      gssize more =
          g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (stream), -1, cancellable, error);

      if (more < 0 || !look_for_frame (self, stream, error))
        return FALSE;
      if (self->is_found)
        break;
      if (more == 0)
        {
          gsize n;
          const char *rest =
              g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (stream), &n);

          skip (self, stream, rest, n, NULL);
          g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_CLOSED,
                               _ ("The connection was closed."));
          return FALSE;
        }
      if (self->n_noise > MOST_NOISE)
        {
          g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                               _ ("Not a Warpstage message."));
          return FALSE;
        }
    }
  return TRUE;
}

/* The worker has said something. */
void
ws_far_hear (WsFar *self)
{
  g_mutex_lock (&self->lock);
  self->is_heard = TRUE;
  g_mutex_unlock (&self->lock);
}

/* Nothing more is read of the worker, and why was told. */
void
ws_far_end (WsFar *self)
{
  g_mutex_lock (&self->lock);
  self->has_ended = TRUE;
  g_cond_broadcast (&self->ended);
  g_mutex_unlock (&self->lock);
}

/* To be called with the lock held. */
static void
wait_for (WsFar *self, const gboolean *flag)
{
  gint64 end_us = g_get_monotonic_time () + MOMENT_US;

  while (!*flag && g_cond_wait_until (&self->ended, &self->lock, end_us))
    ;
}

/* Waits for a moment. Returns: whether ws_far_end() was called */
gboolean
ws_far_wait_for_end (WsFar *self)
{
  gboolean has_ended;

  g_mutex_lock (&self->lock);
  wait_for (self, &self->has_ended);
  has_ended = self->has_ended;
  g_mutex_unlock (&self->lock);
  return has_ended;
}

/* ---- what the command prints ---- */

static void
keep_line (WsFar *self, const char *line)
{
  char **place = &self->lines[self->n_kept % LINES_KEPT];

  g_mutex_lock (&self->lock);
  g_free (*place);
  *place = g_strdup (line);
  self->n_kept++;
  g_mutex_unlock (&self->lock);
}

static void
end_words (WsFar *self)
{
  g_mutex_lock (&self->lock);
  self->words_ended = TRUE;
  g_cond_broadcast (&self->ended);
  g_mutex_unlock (&self->lock);
}

/* (transfer full) (nullable): the first line that is buffered; all of it, where @is_last */
static char *
take_line (WsFar *self, gboolean is_last)
{
  gsize length = 0;
  gsize next;
  char *line;

  while (length < self->n_buffered && strchr ("\r\n", self->buffer[length]) == NULL)
    length++;
  if (length == self->n_buffered && !is_last && length < sizeof self->buffer)
    return NULL;
  next = MIN (length + 1, self->n_buffered);
  line = clean (self->buffer, length);
  self->n_buffered -= next;
  memmove (self->buffer, self->buffer + next, self->n_buffered);
  return line;
}

/* (transfer full) (nullable): %NULL at the end */
static char *
next_line (WsFar *self, GCancellable *cancellable)
{
  for (;;)
    {
      char *line = self->n_buffered > 0 ? take_line (self, FALSE) : NULL;
      gssize more;

      if (line != NULL)
        return line;
      more = g_input_stream_read (self->words, self->buffer + self->n_buffered,
                                  sizeof self->buffer - self->n_buffered, cancellable, NULL);
      if (more <= 0)
        return self->n_buffered > 0 ? take_line (self, TRUE) : NULL;
      self->n_buffered += (gsize)more;
    }
}

/**
 * ws_far_read_line:
 * @cancellable: (nullable): to end it
 *
 * Blocks. What is printed is kept, too, for ws_far_make_lost(); of very much, all but the first
 * lines is only kept.
 *
 * Returns: (transfer full) (nullable): the next line that is not empty; %NULL at the end
 */
char *
ws_far_read_line (WsFar *self, GCancellable *cancellable)
{
  char *line;

  while ((line = next_line (self, cancellable)) != NULL)
    {
      if (*line != '\0')
        {
          keep_line (self, line);
          if (self->n_lines++ < MOST_LINES)
            return line;
        }
      g_free (line);
    }
  end_words (self);
  return NULL;
}

/* ---- how it ends ---- */

/* What is found in its words, or its status, and what that means. In a sentence, 1 is the name, 2
 * what was printed, 3 the command. */
typedef struct {
  const char *words; /* nullable */
  int status;        /* -1: any */
  const char *sentence;
  int code;
} Ending;

#define LIBRARY                                                                                 \
  N_ ("The worker on %1$s cannot start there: %2$s. Install the package that has this library " \
      "on %1$s.")
#define NO_WORKER N_ ("There is no warpstage-worker on %1$s: %2$s. Install Warpstage there.")
#define UNKNOWN_HOST                                                                            \
  N_ ("ssh does not know %1$s yet: %2$s. Run this once in a terminal and answer its question: " \
      "%3$s")
#define NO_KEY                                                                                  \
  N_ ("%1$s does not let this user in: %2$s. Set up a key with ssh-copy-id, and try this in a " \
      "terminal: %3$s")
#define NOT_REACHED N_ ("%1$s cannot be reached: %2$s. Try this in a terminal: %3$s")

static const Ending endings[] = {
  { "error while loading shared libraries", -1, LIBRARY, WS_CLIENT_ERROR_START },
  { "command not found", -1, NO_WORKER, WS_CLIENT_ERROR_NO_WORKER },
  { "executable file not found", -1, NO_WORKER, WS_CLIENT_ERROR_NO_WORKER },
  { "warpstage-worker: No such file or directory", -1, NO_WORKER, WS_CLIENT_ERROR_NO_WORKER },
  { NULL, 127, NO_WORKER, WS_CLIENT_ERROR_NO_WORKER },
  { "Host key verification failed", 255, UNKNOWN_HOST, WS_CLIENT_ERROR_START },
  { "Permission denied", 255, NO_KEY, WS_CLIENT_ERROR_START },
  { NULL, 255, NOT_REACHED, WS_CLIENT_ERROR_START },
};

/* (nullable): the last line that has @words in it */
static const char *
find_line (const WsFar *self, const char *words)
{
  for (guint i = 1; i <= MIN (self->n_kept, LINES_KEPT); i++)
    {
      const char *line = self->lines[(self->n_kept - i) % LINES_KEPT];

      if (words == NULL || strstr (line, words) != NULL)
        return line;
    }
  return NULL;
}

/* (transfer full): what it printed, or with which status it ended */
static char *
dup_cause (const WsFar *self, const char *words, int status)
{
  const char *line = find_line (self, words);

  if (line != NULL)
    return g_strdup_printf (_ ("“%s”"), line);
  return status < 0 ? g_strdup (_ ("without a word"))
                    : g_strdup_printf (_ ("its command ended with status %d"), status);
}

/* @sentence: a template, translated */
static GError *
make_error (const WsFar *self, int code, const char *sentence, const char *cause)
{
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  message = g_strdup_printf (sentence, ws_remote_get_name (self->remote), cause,
                             ws_remote_get_command (self->remote));
#pragma GCC diagnostic pop
  if (code != WS_CLIENT_ERROR_NO_WORKER)
    return g_error_new_literal (WS_CLIENT_ERROR, code, message);
  hint = ws_install_hint_dup (ws_remote_get_name (self->remote));
  return g_error_new (WS_CLIENT_ERROR, code, "%s %s", message, hint);
}

static GError *
make_unmet (const WsFar *self, int status)
{
  g_autofree char *noise = clean (self->noise->str, self->noise->len);
  g_autofree char *cause = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      const Ending *ending = &endings[i];

      if ((ending->status >= 0 && ending->status != status)
          || (ending->words != NULL && find_line (self, ending->words) == NULL))
        continue;
      cause = dup_cause (self, ending->words, status);
      return make_error (self, ending->code, _ (ending->sentence), cause);
    }
  if (*noise != '\0' && self->n_kept == 0)
    return make_error (self, WS_CLIENT_ERROR_START,
                       _ ("The command of %1$s does not end in a worker: it printed “%2$s”."),
                       noise);
  cause = dup_cause (self, NULL, status);
  return make_error (self, WS_CLIENT_ERROR_START,
                     _ ("The command of %1$s ended before a worker answered: %2$s. Try it in a "
                        "terminal: %3$s"),
                     cause);
}

/**
 * ws_far_make_lost:
 * @status: of the command; -1 if it runs on, or a signal has ended it
 * @nonsense: (nullable): what was wrong with a message; %NULL where the line just ended
 *
 * Returns: (transfer full): what happened, and what can be done
 */
GError *
ws_far_make_lost (WsFar *self, int status, const GError *nonsense)
{
  g_autofree char *cause = NULL;
  GError *error;

  g_mutex_lock (&self->lock);
  wait_for (self, &self->words_ended);
  if (!self->is_heard)
    error = make_unmet (self, status);
  else if (nonsense != NULL)
    error = make_error (self, WS_CLIENT_ERROR_PROTOCOL,
                        _ ("An invalid message came from %1$s, and its line was closed: %2$s"),
                        nonsense->message);
  else
    {
      cause = dup_cause (self, NULL, status);
      error = make_error (self, WS_CLIENT_ERROR_DIED,
                          _ ("The line to %1$s broke: %2$s. What was finished is kept; the next "
                             "run connects again."),
                          cause);
    }
  g_mutex_unlock (&self->lock);
  return error;
}

/**
 * ws_far_name_run:
 * @run: (transfer full): as the worker sent it
 *
 * Returns: (transfer full): the same, of the device as it is called here
 */
GVariant *
ws_far_name_run (WsFar *self, GVariant *run)
{
  return ws_run_variant_move (run, ws_remote_get_name (self->remote));
}
