#include "history/write.h"

#include "wire/protocol.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void
write_all (int descriptor, const guint8 *data, gsize size)
{
  while (size > 0)
    {
      gssize n = write (descriptor, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return;
      data += n;
      size -= (gsize)n;
    }
}

/**
 * ws_history_write:
 * @descriptor: what it is written to; -1: nowhere
 * @message: of a frame of the history
 * @body: (transfer floating): what it says
 */
void
ws_history_write (int descriptor, const char *message, GVariant *body)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (body);
  g_autoptr (GBytes) frame = NULL;

  if (descriptor < 0)
    return;
  frame = ws_protocol_pack (message, owned, NULL);
  if (frame != NULL)
    write_all (descriptor, g_bytes_get_data (frame, NULL), g_bytes_get_size (frame));
}

/**
 * ws_history_write_step:
 * @descriptor: what it is written to; -1: nowhere
 * @step: what the program has done; its words are cut where they are too long
 */
void
ws_history_write_step (int descriptor, const WsStep *step)
{
  WsStep told = *step;
  g_autofree char *words = NULL;

  if (descriptor < 0)
    return;
  if (step->words != NULL && strlen (step->words) > WS_HISTORY_MAX_WORDS)
    {
      words = g_strndup (step->words, WS_HISTORY_MAX_WORDS);
      *(char *)g_utf8_find_prev_char (words, words + WS_HISTORY_MAX_WORDS) = '\0';
      told.words = words;
    }
  ws_history_write (descriptor, "step", ws_step_to_variant (&told));
}
