#include "sidebar/sidebar.h"

#include "toolkit/short-text.h"
#include "words/words.h"

/**
 * WsSidebar:
 *
 * The sections below each other, and an entry that leaves of them what has the words in it. What is
 * chosen activates its action.
 *
 * Signal: "activated": the user has chosen, and not only walked through the list.
 */
struct _WsSidebar {
  GtkWidget parent_instance;

  GtkSearchEntry *search;
  GtkScrolledWindow *scrolled;
  WsSideList *list;
  GListStore *sections; /* GListModel of #WsSideItem, in the order of the list */
  GListModel *items;    /* all of them, one after the other */
  GtkFilter *filter;    /* what of them is shown */
};

enum { ACTIVATED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSidebar, ws_sidebar, GTK_TYPE_WIDGET)

/* ---- what is chosen ---- */

static void
chosen_cb (WsSidebar *self, WsSideItem *item)
{
  gtk_widget_activate_action (GTK_WIDGET (self), ws_side_item_get_action (item), "s",
                              ws_side_item_get_target (item));
}

static void
activated_cb (WsSidebar *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0);
}

/* ---- the search ---- */

/* By its heading, its names, and what it shows. */
static gboolean
is_wanted (gpointer data, gpointer sidebar)
{
  WsSideItem *item = data;
  const char *words = gtk_editable_get_text (ws_sidebar_get_entry (sidebar));
  g_autofree char *more = ws_side_item_dup_text (item);
  g_autofree char *text = g_strjoin (" ", ws_side_item_get_label (item), more, NULL);

  return ws_words_match (text, words);
}

static void
searched_cb (WsSidebar *self)
{
  WsSideItem *selected = ws_side_list_get_selected (self->list);

  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scrolled), 0);
  else if (selected != NULL)
    ws_side_list_scroll_to (self->list, selected);
}

/* The first that is found is chosen, and what plays has the keyboard. */
static void
search_activated_cb (WsSidebar *self)
{
  g_autoptr (WsSideItem) first = g_list_model_get_item (ws_side_list_get_model (self->list), 0);

  if (first == NULL)
    return;
  if (first != ws_side_list_get_selected (self->list))
    {
      ws_side_list_select (self->list, first);
      chosen_cb (self, first);
    }
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_activate_action (GTK_WIDGET (self), "win.focus-picture", NULL);
  activated_cb (self);
}

static void
search_stopped_cb (WsSidebar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

/* ---- the widget ---- */

static void
ws_sidebar_dispose (GObject *object)
{
  WsSidebar *self = WS_SIDEBAR (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_SIDEBAR);
  g_clear_object (&self->filter);
  g_clear_object (&self->items);
  g_clear_object (&self->sections);

  G_OBJECT_CLASS (ws_sidebar_parent_class)->dispose (object);
}

static void
ws_sidebar_class_init (WsSidebarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_SIDE_LIST);
  G_OBJECT_CLASS (klass)->dispose = ws_sidebar_dispose;
  signals[ACTIVATED] = g_signal_new ("activated", WS_TYPE_SIDEBAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, WsSidebar, search);
  gtk_widget_class_bind_template_child (widget_class, WsSidebar, scrolled);
  gtk_widget_class_bind_template_child (widget_class, WsSidebar, list);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, searched_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped_cb);
}

static void
ws_sidebar_init (WsSidebar *self)
{
  g_autoptr (GListModel) shown = NULL;

  self->sections = g_list_store_new (G_TYPE_LIST_MODEL);
  self->items =
      G_LIST_MODEL (gtk_flatten_list_model_new (g_object_ref (G_LIST_MODEL (self->sections))));
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  ws_short_text (self->search, WS_SHORT_WORDS);
  shown = G_LIST_MODEL (
      gtk_filter_list_model_new (g_object_ref (self->items), g_object_ref (self->filter)));
  ws_side_list_set_model (self->list, shown);
  ws_side_list_set_adjustment (self->list, gtk_scrolled_window_get_vadjustment (self->scrolled));
}

/**
 * ws_sidebar_add_section:
 * @self: a sidebar
 * @position: before which section it stands, from 0
 * @items: (transfer none): #WsSideItem, whose headings it begins; may change
 *
 * The sidebar has a section more. What is chosen stays in sight.
 */
void
ws_sidebar_add_section (WsSidebar *self, guint position, GListModel *items)
{
  WsSideItem *selected;

  g_return_if_fail (WS_IS_SIDEBAR (self) && G_IS_LIST_MODEL (items));

  g_list_store_insert (self->sections, position, items);
  selected = ws_side_list_get_selected (self->list);
  if (selected != NULL)
    ws_side_list_scroll_to (self->list, selected);
}

/**
 * ws_sidebar_find:
 * @self: a sidebar
 * @action: what a row does, as in "win.kernel"
 * @target: with what
 *
 * Returns: (transfer none) (nullable): the item that does it, also where the search leaves it out
 */
WsSideItem *
ws_sidebar_find (WsSidebar *self, const char *action, const char *target)
{
  g_return_val_if_fail (WS_IS_SIDEBAR (self) && action != NULL && target != NULL, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (self->items); i++)
    {
      g_autoptr (WsSideItem) item = g_list_model_get_item (self->items, i);

      if (ws_side_item_does (item, action, target))
        return item; /* the model holds it */
    }
  return NULL;
}

/**
 * ws_sidebar_select:
 * @self: a sidebar
 * @action: what a row does, as in "win.kernel"
 * @target: with what
 *
 * Shows that the row is chosen, and does nothing. Where there is none, none is.
 */
void
ws_sidebar_select (WsSidebar *self, const char *action, const char *target)
{
  g_return_if_fail (WS_IS_SIDEBAR (self));
  ws_side_list_select (self->list, ws_sidebar_find (self, action, target));
}

/* Returns: (transfer none) (element-type WsSideItem): all that there is to choose from, also what
 * the search leaves out */
GListModel *
ws_sidebar_get_items (WsSidebar *self)
{
  g_return_val_if_fail (WS_IS_SIDEBAR (self), NULL);
  return self->items;
}

/**
 * ws_sidebar_get_list:
 * @self: a sidebar
 *
 * Returns: (transfer none): its list
 */
WsSideList *
ws_sidebar_get_list (WsSidebar *self)
{
  g_return_val_if_fail (WS_IS_SIDEBAR (self), NULL);
  return self->list;
}

/**
 * ws_sidebar_get_entry:
 * @self: a sidebar
 *
 * Returns: (transfer none): what is searched for
 */
GtkEditable *
ws_sidebar_get_entry (WsSidebar *self)
{
  g_return_val_if_fail (WS_IS_SIDEBAR (self), NULL);
  return GTK_EDITABLE (self->search);
}
