/* guess.c: any text as PTX of which there is no source: how its kernels are run is guessed, and
 * jobs are made of that. What is run, ptx.c runs. */
#include "fuzz.h"

#include "user-look.h"

void
ws_fuzz_guess (const guint8 *data, gsize size)
{
  g_autofree char *text = ws_fuzz_read_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = NULL;

  if (text == NULL)
    return;
  source = ws_user_source_new_for_ptx ("k.ptx", text, NULL, &error);
  g_assert_true ((source == NULL) == (error != NULL));
  if (source == NULL)
    ws_fuzz_hear (g_strdup (error->message));
  else
    ws_fuzz_look_at_source (source, size);
  ws_fuzz_ask_about ("k.ptx", text);
}

gsize
ws_fuzz_guess_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_ptx_mutate (data, size, max_size, seed);
}
