#include "window/actions.h"

/* (nullable): a closed window has none, and running work may still end */
static GSimpleAction *
find (gpointer window, const char *name)
{
  if (gtk_window_get_application (window) == NULL)
    return NULL;
  return G_SIMPLE_ACTION (g_action_map_lookup_action (window, name));
}

/**
 * ws_actions_enable:
 * @window: (type GtkApplicationWindow): a window
 * @name: an action, as in "run"
 * @enabled: whether it is enabled
 */
void
ws_actions_enable (gpointer window, const char *name, gboolean enabled)
{
  GSimpleAction *action = find (window, name);

  if (action != NULL)
    g_simple_action_set_enabled (action, enabled);
}

/**
 * ws_actions_set_choice:
 * @window: (type GtkApplicationWindow): a window
 * @name: an action whose state is a choice, as in "theme"
 * @value: the choice
 *
 * Sets the state of the action without activating it.
 */
void
ws_actions_set_choice (gpointer window, const char *name, const char *value)
{
  GSimpleAction *action = find (window, name);

  if (action != NULL)
    g_simple_action_set_state (action, g_variant_new_string (value));
}

/**
 * ws_actions_dup_choice:
 * @window: (type GtkApplicationWindow): a window
 * @name: an action whose state is a choice
 *
 * Returns: (transfer full): the choice; empty in a closed window
 */
char *
ws_actions_dup_choice (gpointer window, const char *name)
{
  GSimpleAction *action = find (window, name);
  g_autoptr (GVariant) state = action != NULL ? g_action_get_state (G_ACTION (action)) : NULL;

  return state != NULL ? g_variant_dup_string (state, NULL) : g_strdup ("");
}
