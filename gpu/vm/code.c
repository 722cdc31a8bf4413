/* code.c: a decoded kernel, and how large it may be. */
#include "vm/vm-private.h"

#include <glib/gi18n.h>

#define MAX_ROWS  (1u << 20)
#define MAX_LOCAL (1u << 25) /* bytes of a lane */

static void
refuse (const WsCode *self, const char *what, guint limit, GError **error)
{
  g_set_error (
      error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
      _ ("The virtual GPU cannot execute kernel %s: with the functions that it calls it has "
         "more than %u %s."),
      self->function->name, limit, what);
}

/**
 * ws_code_take_rows:
 * @self: a kernel that is being decoded
 * @n: rows of the register file
 * @error: return location: %WS_DEVICE_ERROR_UNSUPPORTED, and row 0, where there would be too many
 *
 * Returns: the first of @n new rows
 */
guint32
ws_code_take_rows (WsCode *self, guint32 n, GError **error)
{
  guint32 row = self->n_rows;

  if (n > MAX_ROWS - row)
    {
      refuse (self, _ ("registers and constants"), MAX_ROWS, error);
      return 0;
    }
  self->n_rows += n;
  return row;
}

/**
 * ws_code_take_local:
 * @self: a kernel that is being decoded
 * @bytes: of a lane
 * @align: of their place
 * @error: return location: %WS_DEVICE_ERROR_UNSUPPORTED, and place 0, where there would be too many
 *
 * Returns: where in the lane's memory they stand: behind those taken before
 */
guint32
ws_code_take_local (WsCode *self, guint64 bytes, guint align, GError **error)
{
  guint32 first = (self->local_bytes + align - 1) / align * align;

  if (bytes > MAX_LOCAL || first > MAX_LOCAL - bytes)
    {
      refuse (self, _ ("bytes of local memory per thread"), MAX_LOCAL, error);
      return 0;
    }
  self->local_bytes = first + (guint32)bytes;
  return first;
}

/**
 * ws_code_compare_constants:
 * @a: a WsConstantRow
 * @b: another
 * @data: unused
 *
 * Returns: less than, equal to or greater than 0, by width and bits, as a tree wants it
 */
int
ws_code_compare_constants (gconstpointer a, gconstpointer b, gpointer data)
{
  const WsConstantRow *x = a;
  const WsConstantRow *y = b;

  if (x->wide != y->wide)
    return x->wide < y->wide ? -1 : 1;
  return x->bits < y->bits ? -1 : x->bits > y->bits;
}

/**
 * ws_code_free:
 * @self: (transfer full): a decoded function
 */
void
ws_code_free (WsCode *self)
{
  g_clear_pointer (&self->ops, g_array_unref);
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->constants, g_array_unref);
  g_clear_pointer (&self->specials, g_array_unref);
  g_clear_pointer (&self->module, ws_ptx_module_unref);
  g_free (self);
}
