#include "lanes/private.h"
#include "table/private.h"

static void
put_event (WsData *self, const WsScene *scene, guint index)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  const WsEvent *event = &scene->run->events[scene->record->first_event + index];
  const WsSite *site = &kernel->sites[event->site];

  ws_data_add_row (self);
  ws_data_put_number (self, index);
  ws_data_put_number (self, (double)event->time);
  ws_data_put_number (self, event->warp);
  ws_data_put_number (self, scene->stages->stage_of_event[index]);
  ws_data_put_number (self, event->site);
  ws_data_put_text (self, ws_kernel_get_string (kernel, site->opcode));
  if (site->line == 0 || site->line == WS_NONE)
    ws_data_put_nothing (self);
  else
    ws_data_put_number (self, site->line);
  ws_data_put_hex (self, event->active, 8);
  ws_data_put_hex (self, event->taken, 8);
  ws_data_put_number (self, __builtin_popcount (event->active));
  ws_data_put_number (self, __builtin_popcount (event->taken));
}

/**
 * ws_data_new_for_lanes:
 * @scene: of a block
 *
 * Returns: (transfer full): a row for each event of the block, with its masks
 */
WsData *
ws_data_new_for_lanes (const WsScene *scene)
{
  static const char *const columns[] = {
    "event",       "time_cycles",   "warp",         "stage",           "site", "opcode", "line",
    "active_mask", "executed_mask", "active_lanes", "executing_lanes", NULL
  };
  WsData *self = ws_data_new_of_launch ("lanes", scene->run, scene->launch);

  ws_data_set_number (self, "shown_block", scene->block);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < scene->record->n_events; i++)
    put_event (self, scene, i);
  return self;
}
