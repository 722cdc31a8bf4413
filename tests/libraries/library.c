#include "library.h"

#include "runtime/runtime.h"
#include "specs.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>

static char *path;

void
library_begin (void)
{
  int descriptor = g_file_open_tmp ("warpstage-history-XXXXXX", &path, NULL);

  ws_runtime_begin (&(WsRuntimeOptions){
      .spec = specs_load ("h200"), .history = descriptor, .capture = G_MAXUINT32 });
}

/* (transfer full): what was done so far */
WsHistory *
library_end (void)
{
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (descriptor, TRUE);
  g_autoptr (GError) error = NULL;
  WsHistory *history = ws_history_read (stream, NULL, &error);

  g_assert_no_error (error);
  g_unlink (path);
  return history;
}

/* Memory of the device that has it. */
void *
library_put (const void *data, gsize size)
{
  void *to;

  g_assert_cmpint (cudaMalloc (&to, size), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (to, data, size, cudaMemcpyHostToDevice), ==, cudaSuccess);
  return to;
}

void
library_get (void *data, const void *from, gsize size)
{
  g_assert_cmpint (cudaMemcpy (data, from, size, cudaMemcpyDeviceToHost), ==, cudaSuccess);
}

/* (nullable): its first call of that name */
const WsStep *
library_find (const WsHistory *history, const char *name)
{
  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (history->steps, i);

      if (g_str_equal (step->name, name))
        return step;
    }
  return NULL;
}
