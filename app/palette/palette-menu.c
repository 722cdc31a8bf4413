#include "palette/palette-menu.h"

#include <glib/gi18n.h>
#include <string.h>

/* (transfer full): without the underscores that mark its key */
static char *
dup_label (GMenuModel *menu, int i)
{
  g_autofree char *label = NULL;
  g_auto (GStrv) parts = NULL;

  if (!g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
    return NULL;
  parts = g_strsplit (label, "_", -1);
  return g_strjoinv (NULL, parts);
}

/* (transfer full) (nullable): of the item, or of its action */
static char *
dup_key (GMenuModel *menu, int i, GtkApplication *application, const char *id)
{
  g_autofree char *own = NULL;
  g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, id);
  GdkModifierType modifiers;
  guint key;

  g_menu_model_get_item_attribute (menu, i, "accel", "s", &own);
  if (own == NULL && keys[0] == NULL)
    return NULL;
  if (!gtk_accelerator_parse (own != NULL ? own : keys[0], &key, &modifiers))
    return NULL;
  return gtk_accelerator_get_label (key, modifiers);
}

static gboolean
has_command (GListStore *list, const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (WsPaletteItem) command = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (g_str_equal (ws_palette_item_get_id (command), id))
        return TRUE;
    }
  return FALSE;
}

/* Whether the window lets it be done now. */
static gboolean
is_enabled (GtkWindow *window, const char *action)
{
  const char *name = g_str_has_prefix (action, "win.") ? action + strlen ("win.") : NULL;

  return name == NULL || !g_action_group_has_action (G_ACTION_GROUP (window), name)
         || g_action_group_get_action_enabled (G_ACTION_GROUP (window), name);
}

/* @above: (nullable): of the menu that this is in */
static void
add_item (GListStore *list, GMenuModel *menu, int i, GtkWindow *window, const char *above)
{
  g_autofree char *label = dup_label (menu, i);
  g_autofree char *whole = NULL;
  g_autofree char *action = NULL;
  g_autofree char *key = NULL;
  g_autoptr (GVariant) target =
      g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
  g_autoptr (WsPaletteItem) command = NULL;

  if (label == NULL
      || !g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action)
      || !is_enabled (window, action))
    return;
  whole = above != NULL ? g_strdup_printf ("%s: %s", above, label) : g_strdup (label);
  command = ws_palette_item_new (above != NULL ? _ ("Setting") : _ ("Action"), whole, NULL, action,
                                 target);
  if (has_command (list, ws_palette_item_get_id (command)))
    return;
  key = dup_key (menu, i, gtk_window_get_application (window), ws_palette_item_get_id (command));
  if (key != NULL)
    ws_palette_item_set_aside (command, key);
  g_list_store_append (list, command);
}

static void
add_menu (GListStore *list, GMenuModel *menu, GtkWindow *window, const char *above)
{
  static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      add_item (list, menu, i, window, above);
      for (guint k = 0; k < G_N_ELEMENTS (links); k++)
        {
          g_autoptr (GMenuModel) inner = g_menu_model_get_item_link (menu, i, links[k]);
          g_autofree char *label = dup_label (menu, i);

          if (inner != NULL)
            add_menu (list, inner, window, label != NULL ? label : above);
        }
    }
}

/**
 * ws_palette_item_add_menu:
 * @list: of #WsPaletteItem
 * @menu: a menu
 * @window: has the actions; of an application, which has their keys
 *
 * Adds each item of @menu, and of the menus in it, with its key; but nothing that is there already,
 * and nothing that the window does not let be done now.
 */
void
ws_palette_item_add_menu (GListStore *list, GMenuModel *menu, GtkWindow *window)
{
  g_return_if_fail (G_IS_LIST_STORE (list) && G_IS_MENU_MODEL (menu));
  add_menu (list, menu, window, NULL);
}
