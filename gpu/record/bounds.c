#include "record/bounds.h"

#include "record/error.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/**
 * ws_bound_get:
 * @bound: a row of the table
 *
 * Returns: the maximum number
 */
guint64
ws_bound_get (WsBound bound)
{
  static const guint64 most[] = {
#define WS_BOUND_MOST(name, most, what) most,
    WS_BOUNDS (WS_BOUND_MOST)
#undef WS_BOUND_MOST
  };

  g_return_val_if_fail (bound < WS_N_BOUNDS, 0);
  return most[bound];
}

/**
 * ws_bound_check:
 * @bound: a row of the table
 * @n: the actual number
 *
 * Returns: whether it is within the bound
 */
gboolean
ws_bound_check (WsBound bound, guint64 n, GError **error)
{
  static const char *const what[] = {
#define WS_BOUND_WHAT(name, most, what) what,
    WS_BOUNDS (WS_BOUND_WHAT)
#undef WS_BOUND_WHAT
  };

  if (n <= ws_bound_get (bound))
    return TRUE;
  return ws_record_damaged (error, _ ("it has %" PRIu64 " %s; at most %" PRIu64 " can be read"), n,
                            what[bound], ws_bound_get (bound));
}

/**
 * ws_bound_check_text:
 * @bound: a row of the table, of bytes
 * @text: (nullable): a text
 *
 * Returns: whether the text is not too long
 */
gboolean
ws_bound_check_text (WsBound bound, const char *text, GError **error)
{
  return text == NULL || ws_bound_check (bound, strlen (text), error);
}

/**
 * ws_bound_check_lines:
 * @text: (nullable): a source
 *
 * Returns: whether a view can show the text: its length, the length of its lines and their number
 * are within bounds
 */
gboolean
ws_bound_check_lines (const char *text, GError **error)
{
  guint64 n = 0;

  if (!ws_bound_check_text (WS_BOUND_TEXT_BYTES, text, error))
    return FALSE;
  for (const char *line = text; line != NULL && *line != '\0'; n++)
    {
      gsize length = strcspn (line, "\n\r");

      if (!ws_bound_check (WS_BOUND_LINE_BYTES, length, error))
        return FALSE;
      line += length + (line[length] != '\0');
    }
  return ws_bound_check (WS_BOUND_TEXT_LINES, n, error);
}
