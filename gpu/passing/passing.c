/* passing.c: the program, and its history.
 *
 *   WARPSTAGE_PASSED_TO        path of CUDA's libcudart
 *   WARPSTAGE_PASSED_HISTORY   descriptor that the history is written to
 *   WARPSTAGE_PASSED_CAPTURE   launch to capture, counted from 0
 */
#include "passing.h"

#include "history/history.h"
#include "history/write.h"

#include <fcntl.h>
#include <glib/gi18n.h>

#define MAX_UNTOLD 1024

static WsPassing passing;

static gint64
read_number (const char *name, gint64 otherwise)
{
  const char *text = g_getenv (name);
  gint64 value;

  return text != NULL && g_ascii_string_to_signed (text, 10, 0, G_MAXINT32, &value, NULL)
             ? value
             : otherwise;
}

static void
begin (WsPassing *self)
{
  self->history = (int)read_number ("WARPSTAGE_PASSED_HISTORY", -1);
  self->capture = (guint32)read_number ("WARPSTAGE_PASSED_CAPTURE", G_MAXUINT32);
  if (self->history >= 0)
    fcntl (self->history, F_SETFD, FD_CLOEXEC); /* it is of this program alone */
  ws_registry_init (&self->registry);
  self->modules = g_hash_table_new (NULL, NULL);
  self->kernels = g_hash_table_new (NULL, NULL);
  self->memories = g_array_new (FALSE, FALSE, sizeof (WsMemoryOf));
  self->arrays = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->streams = g_hash_table_new (NULL, NULL);
  self->graphs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  self->sequences = g_hash_table_new (NULL, NULL);
  self->execs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  self->untold = g_array_new (FALSE, FALSE, sizeof (WsStep));
  g_queue_init (&self->flights);
  self->n_streams = 1;
  self->begin_us = g_get_monotonic_time ();
  ws_history_write (self->history, "begin", g_variant_new ("(us)", WS_HISTORY_VERSION, "cuda:0"));
}

/* Returns: (transfer none): the program, locked until ws_passing_leave() */
WsPassing *
ws_passing_enter (void)
{
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      begin (&passing);
      g_once_init_leave (&once, 1);
    }
  g_mutex_lock (&passing.lock);
  return &passing;
}

void
ws_passing_leave (WsPassing *self)
{
  g_mutex_unlock (&self->lock);
}

/* Returns: nanoseconds since the first call */
guint64
ws_passing_now (const WsPassing *self)
{
  return (guint64)(g_get_monotonic_time () - self->begin_us) * 1000;
}

/* What is to be told is. */
void
ws_passing_flush (WsPassing *self)
{
  for (guint i = 0; i < self->untold->len; i++)
    ws_history_write_step (self->history, &g_array_index (self->untold, WsStep, i));
  g_array_set_size (self->untold, 0);
}

/* Whether the program goes on at once after it: then it is not kept waiting. */
static gboolean
can_wait (const WsStep *step)
{
  return step->kind == WS_STEP_LAUNCH || step->kind == WS_STEP_EVENT
         || ((step->kind == WS_STEP_COPY || step->kind == WS_STEP_SET)
             && g_str_has_suffix (step->name, "Async"));
}

/* Returns: index of the step; %G_MAXUINT if the history has no room for it any more: the program
 * goes on */
guint
ws_passing_tell (WsPassing *self, const WsStep *step)
{
  WsStep told = *step;

  if (self->n_steps >= WS_HISTORY_MAX_STEPS)
    return G_MAXUINT;
  if (self->n_steps == WS_HISTORY_MAX_STEPS - 1)
    told = (WsStep){ .kind = WS_STEP_REFUSED,
                     .name = (char *)"",
                     .words = (char *)_ ("The program did more than a history has room for.") };
  told.begin_ns = ws_passing_now (self);
  g_array_append_val (self->untold, told);
  if (!can_wait (&told) || self->untold->len >= MAX_UNTOLD)
    ws_passing_flush (self);
  self->n_steps++;
  return told.kind == step->kind ? self->n_steps - 1 : G_MAXUINT;
}

/* A step of a stream, or of the graph that the stream is captured into. */
void
ws_passing_tell_in (WsPassing *self, cudaStream_t stream, const WsStep *step)
{
  GPtrArray *graph = ws_passing_find_graph (self, stream);
  WsStep told = *step;

  if (graph != NULL)
    {
      ws_passing_add_to_graph (graph, step);
      return;
    }
  told.stream = ws_passing_get_stream (self, stream);
  ws_passing_tell (self, &told);
}

/**
 * ws_passing_refuse:
 * @name: of what
 * @words: why it is not done, as a sentence
 */
void
ws_passing_refuse (WsPassing *self, const char *name, const char *words)
{
  ws_passing_tell (
      self, &(WsStep){ .kind = WS_STEP_REFUSED, .name = (char *)name, .words = (char *)words });
}

/* Returns: its number in the order of their creation; 0 of every default one */
guint32
ws_passing_get_stream (WsPassing *self, cudaStream_t stream)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->streams, stream));
}
