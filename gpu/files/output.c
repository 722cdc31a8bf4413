#include "files/output.h"

#include "files/target.h"

#include <errno.h>
#include <unistd.h>

struct _WsOutput {
  GOutputStream parent_instance;

  int fd;
  char *path;
  int code; /* errno of the first write that failed, 0 before */
};

G_DEFINE_FINAL_TYPE (WsOutput, ws_output, G_TYPE_OUTPUT_STREAM)

static gssize
ws_output_write (GOutputStream *stream, const void *buffer, gsize count, GCancellable *cancellable,
                 GError **error)
{
  WsOutput *self = WS_OUTPUT (stream);
  ssize_t n;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  if (self->code == 0)
    {
      do
        n = write (self->fd, buffer, count);
      while (n < 0 && errno == EINTR);
      if (n >= 0)
        return n;
      self->code = errno;
    }
  ws_target_fail (self->path, self->code, error);
  return -1;
}

static void
ws_output_finalize (GObject *object)
{
  g_free (WS_OUTPUT (object)->path);

  G_OBJECT_CLASS (ws_output_parent_class)->finalize (object);
}

static void
ws_output_class_init (WsOutputClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_output_finalize;
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = ws_output_write;
}

static void
ws_output_init (WsOutput *self)
{
  self->fd = -1;
}

/**
 * ws_output_new:
 * @fd: where it writes to; not closed, and must outlive the stream
 * @path: (type filename): of what is written, for sentences
 */
WsOutput *
ws_output_new (int fd, const char *path)
{
  WsOutput *self = g_object_new (WS_TYPE_OUTPUT, NULL);

  self->fd = fd;
  self->path = g_strdup (path);
  return self;
}

/* From now on nothing arrives: what is written fails as if it had been cancelled. */
void
ws_output_stop (WsOutput *self)
{
  if (self->code == 0)
    self->code = ECANCELED;
}
