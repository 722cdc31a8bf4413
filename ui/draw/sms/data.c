/* data.c: the figures behind the SMs: where each block was, and when. */
#include "table/private.h"
#include "sms/sms.h"

static void
set_summary (WsData *self, const WsScene *scene)
{
  const WsTimeline *timeline = scene->timeline;
  const WsResidencySummary *summary = &timeline->summary;

  ws_data_set_number (self, "sms", timeline->n_sms);
  ws_data_set_number (self, "blocks_per_sm", timeline->n_resident);
  ws_data_set_number (self, "warps_per_block", timeline->n_warps);
  ws_data_set_number (self, "waves", timeline->n_waves);
  ws_data_set_number (self, "launch_cycles", (double)timeline->end);
  ws_data_set_number (self, "cycle_ns", ws_scene_get_cycle_ns (scene));
  ws_data_set_number (self, "sm_efficiency", summary->sm_efficiency);
  ws_data_set_number (self, "achieved_occupancy", summary->achieved_occupancy);
  ws_data_set_text (self, "warps_leave",
                    summary->warps_known ? "one by one, as recorded" : "with their block");
}

static void
put_stay (WsData *self, const WsScene *scene, const WsStay *stay)
{
  const WsTimeline *timeline = scene->timeline;
  double cycle_ns = ws_scene_get_cycle_ns (scene);
  guint sm;
  guint slot;

  ws_timeline_place (timeline, stay, &sm, &slot);
  ws_data_add_row (self);
  ws_data_put_number (self, stay->block);
  ws_data_put_number (self, sm);
  ws_data_put_number (self, slot);
  ws_data_put_number (self, stay->wave);
  ws_data_put_number (self, (double)stay->start);
  ws_data_put_number (self, (double)stay->end);
  ws_data_put_number (self, (double)stay->start * cycle_ns);
  ws_data_put_number (self, (double)stay->end * cycle_ns);
  ws_data_put_number (self, ws_steps_get_value (&timeline->warps, stay->start));
  ws_data_put_number (self, ws_steps_get_value (&timeline->sms, stay->start));
}

/**
 * ws_data_new_for_sms:
 * @scene: with a timeline
 *
 * Returns: (transfer full): a row for each block of the launch, in their order: where and when it
 * was, in cycles and ns since the launch began, with the height of the chart's two areas when it
 * came
 */
WsData *
ws_data_new_for_sms (const WsScene *scene)
{
  static const char *const columns[] = { "block",
                                         "sm",
                                         "slot",
                                         "wave",
                                         "start_cycles",
                                         "end_cycles",
                                         "start_ns",
                                         "end_ns",
                                         "device_warps_then",
                                         "busy_sms_then",
                                         NULL };
  const WsTimeline *timeline = scene->timeline;
  WsData *self = ws_data_new_of_launch ("sms", scene->run, scene->launch);

  set_summary (self, scene);
  ws_data_add_columns (self, columns);
  for (guint32 block = 0; block < timeline->n_stays; block++)
    put_stay (self, scene, &timeline->stays[timeline->stay_of_block[block]]);
  return self;
}
