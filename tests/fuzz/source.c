/* source.c: any text as a CUDA source: its items and kernels are found, how each is run is guessed,
 * and jobs are made of that. No header is there. */
#include "fuzz.h"

#include "user-look.h"
#include "tokens.h"

void
ws_fuzz_source (const guint8 *data, gsize size)
{
  g_autofree char *text = ws_fuzz_read_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = NULL;
  guint64 before = ws_work_get_total ();

  if (text == NULL)
    return;
  source = ws_user_source_new ("k.cu", text, NULL, &error);
  g_assert_true ((source == NULL) == (error != NULL));
  ws_fuzz_check_work (before, size);
  if (source == NULL)
    ws_fuzz_hear (g_strdup (error->message));
  else
    ws_fuzz_look_at_source (source, size);
  ws_fuzz_ask_about ("k.cu", text);
}

gsize
ws_fuzz_source_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_tokens (data, size, max_size, seed, NULL, 0);
}
