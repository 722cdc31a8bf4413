/* printed.c: stores a kernel's output as a note of the run. */
#include "record/run.h"

#include <glib/gi18n.h>

#define MOST_PRINTED 4096 /* bytes of a launch that a run keeps */

/**
 * ws_run_builder_add_printed:
 * @text: (array length=length): its output; invalid UTF-8 is replaced
 * @length: bytes
 *
 * Adds a kernel's output as a note, truncated if long.
 */
void
ws_run_builder_add_printed (WsRunBuilder *self, guint launch, const char *text, gsize length)
{
  gsize kept = MIN (length, MOST_PRINTED);
  gsize n_more = length - kept;
  g_autofree char *valid = NULL;

  while (kept > 0 && text[kept - 1] == '\n')
    kept--;
  valid = g_utf8_make_valid (text, (gssize)kept);
  /* Translators: the kernel's output follows on separate lines */
  ws_run_builder_add_note (self, _ ("Launch %u printed:\n%s"), launch + 1, valid);
  if (n_more > 0)
    ws_run_builder_add_note (self,
                             ngettext ("Launch %u printed %zu more byte, which was discarded.",
                                       "Launch %u printed %zu more bytes, which were discarded.",
                                       n_more),
                             launch + 1, n_more);
}
