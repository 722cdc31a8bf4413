#include "histories.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>

WsHistory *
histories_read (const char *path, GError **error)
{
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (descriptor, TRUE);

  return ws_history_read (stream, NULL, error);
}

/* All but times and addresses. */
static char *
describe (const WsStep *step)
{
  return g_strdup_printf ("%d %s “%s” stream %u copy %d module %u grid %u %u %u block %u %u %u "
                          "shared %u size %" G_GUINT64_FORMAT " error %u",
                          step->kind, step->name, step->title, step->stream, step->copy,
                          step->module, step->grid[0], step->grid[1], step->grid[2], step->block[0],
                          step->block[1], step->block[2], step->shared_bytes, step->size,
                          step->error);
}

static const char *
get_ptx (const WsHistory *self, guint index)
{
  return ((const WsHistoryModule *)g_ptr_array_index (self->modules, index))->ptx;
}

/* (transfer full) (nullable): the first difference: NULL where both have the same steps in the same
 * order, of the same names, sizes, shapes, streams and errors, by the same modules */
char *
histories_compare (const WsHistory *a, const WsHistory *b)
{
  for (guint i = 0; i < MIN (a->steps->len, b->steps->len); i++)
    {
      g_autofree char *first = describe (g_ptr_array_index (a->steps, i));
      g_autofree char *second = describe (g_ptr_array_index (b->steps, i));

      if (!g_str_equal (first, second))
        return g_strdup_printf ("step %u: %s\nfor %s", i, second, first);
    }
  if (a->steps->len != b->steps->len || a->modules->len != b->modules->len)
    return g_strdup_printf ("%u steps and %u modules for %u and %u", b->steps->len, b->modules->len,
                            a->steps->len, a->modules->len);
  for (guint i = 0; i < a->modules->len; i++)
    if (!g_str_equal (get_ptx (a, i), get_ptx (b, i)))
      return g_strdup_printf ("module %u is another one", i);
  return NULL;
}
