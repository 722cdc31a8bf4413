#include "window/actions.h"

static GSimpleAction *
find (gpointer window, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (window, name));
}

/**
 * ws_actions_enable:
 * @window: (type GActionMap): a window
 * @name: of an action, as in "run"
 * @enabled: whether it can be done
 */
void
ws_actions_enable (gpointer window, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (find (window, name), enabled);
}

/**
 * ws_actions_set_choice:
 * @window: (type GActionMap): a window
 * @name: of an action whose state is a choice, as in "theme"
 * @value: what is chosen
 *
 * Says what is chosen, and does nothing.
 */
void
ws_actions_set_choice (gpointer window, const char *name, const char *value)
{
  g_simple_action_set_state (find (window, name), g_variant_new_string (value));
}

/**
 * ws_actions_dup_choice:
 * @window: (type GActionMap): a window
 * @name: of an action whose state is a choice
 *
 * Returns: (transfer full): what is chosen
 */
char *
ws_actions_dup_choice (gpointer window, const char *name)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (find (window, name)));

  return g_variant_dup_string (state, NULL);
}
