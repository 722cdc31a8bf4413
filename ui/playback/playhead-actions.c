#include "playback/playhead-actions.h"

typedef struct {
  const char *name;
  WsPlayheadStep step;
  int direction;
} StepAction;

static const StepAction steps[] = {
  { "next-event", WS_PLAYHEAD_STEP_EVENT, 1 },
  { "previous-event", WS_PLAYHEAD_STEP_EVENT, -1 },
  { "next-instruction", WS_PLAYHEAD_STEP_INSTRUCTION, 1 },
  { "previous-instruction", WS_PLAYHEAD_STEP_INSTRUCTION, -1 },
  { "next-stage", WS_PLAYHEAD_STEP_STAGE, 1 },
  { "previous-stage", WS_PLAYHEAD_STEP_STAGE, -1 },
};

static void
step_cb (GSimpleAction *action, GVariant *parameter, WsPlayhead *playhead)
{
  const char *name = g_action_get_name (G_ACTION (action));

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (g_str_equal (name, steps[i].name))
      ws_playhead_step (playhead, steps[i].step, steps[i].direction);
}

static void
play_cb (GSimpleAction *action, GVariant *parameter, WsPlayhead *playhead)
{
  ws_playhead_set_playing (playhead, !ws_playhead_get_playing (playhead));
}

static void
jump_cb (GSimpleAction *action, GVariant *parameter, WsPlayhead *playhead)
{
  ws_playhead_jump (playhead, g_str_equal (g_action_get_name (G_ACTION (action)), "last"));
}

static void
speed_cb (GSimpleAction *action, GVariant *parameter, WsPlayhead *playhead)
{
  gboolean faster = g_str_equal (g_action_get_name (G_ACTION (action)), "faster");

  ws_playhead_set_speed (playhead, ws_playhead_get_speed (playhead) * (faster ? 2 : 0.5));
}

static void
add (GSimpleActionGroup *group, const char *name, GCallback callback, WsPlayhead *playhead)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (name, NULL);

  g_signal_connect_object (action, "activate", callback, playhead, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
}

/**
 * ws_playhead_actions_new:
 * @playhead: what to move
 *
 * The actions are play, first, last, next- and previous- event, instruction and stage, faster and
 * slower.
 *
 * Returns: (transfer full): a group to insert into a window as "playhead"
 */
GActionGroup *
ws_playhead_actions_new (WsPlayhead *playhead)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    add (group, steps[i].name, G_CALLBACK (step_cb), playhead);
  add (group, "play", G_CALLBACK (play_cb), playhead);
  add (group, "first", G_CALLBACK (jump_cb), playhead);
  add (group, "last", G_CALLBACK (jump_cb), playhead);
  add (group, "faster", G_CALLBACK (speed_cb), playhead);
  add (group, "slower", G_CALLBACK (speed_cb), playhead);
  return G_ACTION_GROUP (group);
}
