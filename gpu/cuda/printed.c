/* printed.c: captures the output of kernels. The driver buffers it until the host waits for the
 * device, and then writes it, in order, to the standard output of the process. */
#include "cuda/cuda-private.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Appends to @text what the kernels have printed so far. */
static void
drain (WsCudaPrinted *self, GString *text)
{
  char buffer[4096];
  gssize n;

  if (!self->device->parent.lost)
    self->device->driver->cuStreamSynchronize (self->device->stream);
  fflush (stdout);
  clearerr (stdout);
  while ((n = read (self->in, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
}

/**
 * ws_cuda_printed_begin:
 * @self: (out): state until ws_cuda_printed_end()
 *
 * From now on, output of the loaded module's kernels is captured, if any of them prints. Earlier
 * output that was not read yet is dropped: it is of timing runs.
 */
void
ws_cuda_printed_begin (WsCudaPrinted *self, WsCudaDevice *device)
{
  g_autoptr (GString) earlier = g_string_new (NULL);
  int ends[2];

  *self = (WsCudaPrinted){ .device = device, .in = -1, .before = -1 };
  if (device->text == NULL || strstr (device->text, "vprintf") == NULL
      || !g_unix_open_pipe (ends, FD_CLOEXEC, NULL))
    return;
  /* output beyond the pipe's capacity is lost: nobody reads it in the meantime */
  g_unix_set_fd_nonblocking (ends[0], TRUE, NULL);
  g_unix_set_fd_nonblocking (ends[1], TRUE, NULL);
  self->in = ends[0];
  self->before = dup (STDOUT_FILENO);
  dup2 (ends[1], STDOUT_FILENO);
  close (ends[1]);
  drain (self, earlier);
}

/**
 * ws_cuda_printed_end:
 * @self: the state; ends capturing
 *
 * Returns: (transfer full) (nullable): the output since then, up to a pipe's capacity; %NULL for
 * none
 */
GString *
ws_cuda_printed_end (WsCudaPrinted *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->in < 0)
    return NULL;
  drain (self, text);
  dup2 (self->before, STDOUT_FILENO);
  close (self->before);
  close (self->in);
  self->in = -1;
  return text->len > 0 ? g_steal_pointer (&text) : NULL;
}

/* Ends capturing and drops the output, of kernels that ran to be timed, placed or counted. */
void
ws_cuda_printed_forget (WsCudaPrinted *self)
{
  GString *text = ws_cuda_printed_end (self);

  if (text != NULL)
    g_string_free (text, TRUE);
}
