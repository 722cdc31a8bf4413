#include "derive/lines.h"

#define MAX_LINE 1000000 /* a line beyond it is not worth a table */

/**
 * ws_line_use_new:
 * @run: a run
 * @launch: one of its launches
 *
 * Counts of all blocks where the launch has them, else of the events of the blocks recorded in
 * full. A guarded instruction counts the lanes on its path, not those whose guard held, as warp
 * execution efficiency does.
 *
 * Returns: (transfer full) (element-type WsLineUse): one per line, the first line at index 1
 */
GArray *
ws_line_use_new (const WsRun *run, guint launch)
{
  const WsLaunch *l = &run->launches[launch];
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  GArray *uses = g_array_new (FALSE, TRUE, sizeof (WsLineUse));
  const WsBlockRecord *blocks;
  gsize n_blocks;
  guint n_lines = 0;

  for (guint i = 0; i < kernel->n_sites; i++)
    if (kernel->sites[i].line < MAX_LINE)
      n_lines = MAX (n_lines, kernel->sites[i].line);
  g_array_set_size (uses, n_lines + 1);
  if (l->has_counts)
    {
      for (guint i = 0; i < kernel->n_sites; i++)
        if (kernel->sites[i].line <= n_lines)
          {
            WsLineUse *use = &g_array_index (uses, WsLineUse, kernel->sites[i].line);

            use->executed += run->counts[l->first_count + i].executed;
            use->lanes += run->counts[l->first_count + i].active_lanes;
          }
      return uses;
    }
  blocks = ws_run_get_blocks (run, launch, &n_blocks);
  for (gsize b = 0; b < n_blocks; b++)
    for (guint e = 0; e < blocks[b].n_events; e++)
      {
        const WsEvent *event = &run->events[blocks[b].first_event + e];
        guint line = kernel->sites[event->site].line;

        if (line <= n_lines)
          {
            g_array_index (uses, WsLineUse, line).executed++;
            g_array_index (uses, WsLineUse, line).lanes +=
                (guint64)__builtin_popcount (event->active);
          }
      }
  return uses;
}

/**
 * ws_line_use_share:
 * @self: what a line did
 *
 * Returns: the share of its lanes at work, 0 to 1; 0 where it never ran
 */
double
ws_line_use_share (const WsLineUse *self)
{
  return self->executed > 0 ? self->lanes / (self->executed * (double)WS_WARP_SIZE) : 0;
}
