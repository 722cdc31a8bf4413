#include "stalls/private.h"

#include "table/private.h"

/**
 * ws_data_new_for_stalls:
 * @scene: of a launch
 *
 * Returns: (transfer full): a row for each reason, and after them one for each line that is waited
 * for: cycles of warps, and of schedulers, and their shares
 */
WsData *
ws_data_new_for_stalls (const WsScene *scene)
{
  static const char *const columns[] = {
    "of", "reason", "line", "warp_cycles", "warp_share", "scheduler_cycles", "scheduler_share", NULL
  };
  const WsLaunchStalls *stalls = ws_scene_get_stalls (scene);
  WsData *self = ws_data_new_of_launch ("stalls", scene->run, scene->launch);

  ws_data_set_number (self, "block", stalls->block);
  ws_data_set_number (self, "resident_blocks", stalls->n_resident);
  ws_data_add_columns (self, columns);
  for (guint i = 0; stalls->stalls != NULL && i < WS_N_STALLS; i++)
    {
      ws_data_add_row (self);
      ws_data_put_text (self, "launch");
      ws_data_put_text (self, ws_stall_get_name ((WsStall)i));
      ws_data_put_nothing (self);
      ws_data_put_number (self, (double)stalls->stalls->warps[i]);
      ws_data_put_number (self, ws_launch_stalls_get_share (stalls, (WsStall)i));
      ws_data_put_number (self, (double)stalls->stalls->schedulers[i]);
      ws_data_put_number (self, ws_launch_stalls_get_scheduler_share (stalls, (WsStall)i));
    }
  for (guint i = 0; i < stalls->lines->len; i++)
    {
      const WsStallLine *line = &g_array_index (stalls->lines, WsStallLine, i);

      ws_data_add_row (self);
      ws_data_put_text (self, "line");
      ws_data_put_nothing (self);
      ws_data_put_number (self, line->line);
      ws_data_put_number (self, (double)line->waited);
      ws_data_put_number (self, ws_launch_stalls_get_line_share (stalls, line->line));
    }
  return self;
}
