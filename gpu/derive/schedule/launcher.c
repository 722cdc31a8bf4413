#include "schedule/launcher.h"

#include <glib/gi18n.h>

/**
 * ws_launcher_name:
 * @launch: index of one of its launches
 *
 * Returns: (transfer full) (nullable): which thread launched it, in few words; %NULL if the host
 * did
 */
char *
ws_launcher_name (const WsRun *run, guint launch)
{
  const WsLaunch *self = &run->launches[launch];

  if (self->stream == WS_STREAM_HOST)
    return NULL;
  /* Translators: block, thread and launch of the thread that launched a grid */
  return g_strdup_printf (_ ("by block %1$u, thread %2$u of launch %3$u"), self->parent_block,
                          self->parent_thread, self->parent + 1);
}

/**
 * ws_launcher_describe:
 * @launch: index of one of its launches
 *
 * Returns: (transfer full) (nullable): which thread launched it, and what it waits for: the end of
 * a sentence; %NULL if the host did
 */
char *
ws_launcher_describe (const WsRun *run, guint launch)
{
  /* Translators: of a grid that a kernel launched */
  static const char *const begins[WS_STREAM_LAST + 1] = {
    [WS_STREAM_BLOCK] = N_ ("starting after earlier launches of that block"),
    [WS_STREAM_NAMED] = N_ ("starting after earlier work in the same stream"),
    [WS_STREAM_FIRE_AND_FORGET] = N_ ("starting at once"),
    [WS_STREAM_TAIL] = N_ ("starting when that launch and all its descendants have ended"),
  };
  const WsLaunch *self = &run->launches[launch];

  if (self->stream > WS_STREAM_LAST || begins[self->stream] == NULL)
    return NULL;
  /* Translators: block, thread and launch of the thread that launched a grid, and when that is to
   * begin, as in "starting at once" */
  return g_strdup_printf (_ ("launched by block %1$u, thread %2$u of launch %3$u, %4$s"),
                          self->parent_block, self->parent_thread, self->parent + 1,
                          _ (begins[self->stream]));
}

/**
 * ws_launcher_get_stream:
 * @stream: what a launch waits for
 *
 * Returns: (transfer none): its name in files, as in "fire-and-forget"
 */
const char *
ws_launcher_get_stream (WsStreamKind stream)
{
  static const char *const names[WS_STREAM_LAST + 1] = { "host", "block", "named",
                                                         "fire-and-forget", "tail" };

  return stream <= WS_STREAM_LAST ? names[stream] : names[0];
}
