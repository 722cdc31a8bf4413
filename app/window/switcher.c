#include "window/switcher.h"

#include "toolkit/tip.h"

typedef struct {
  int id;
  GtkToggleButton *button;
} Item;

struct _WsSwitcher {
  GObject parent_instance;

  GtkBox *box;
  GArray *items; /* Item */
  gboolean updating;
};

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSwitcher, ws_switcher, G_TYPE_OBJECT)

static void
ws_switcher_finalize (GObject *object)
{
  g_array_unref (WS_SWITCHER (object)->items);

  G_OBJECT_CLASS (ws_switcher_parent_class)->finalize (object);
}

static void
ws_switcher_class_init (WsSwitcherClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_switcher_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_SWITCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
ws_switcher_init (WsSwitcher *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
}

/**
 * ws_switcher_new:
 * @box: (transfer none): the parent of the buttons
 *
 * Returns: (transfer full): a switcher without buttons
 */
WsSwitcher *
ws_switcher_new (GtkBox *box)
{
  WsSwitcher *self = g_object_new (WS_TYPE_SWITCHER, NULL);

  self->box = box;
  return self;
}

static void
toggled_cb (WsSwitcher *self, GtkToggleButton *button)
{
  guint i = 0;

  if (self->updating || !gtk_toggle_button_get_active (button))
    return;
  while (g_array_index (self->items, Item, i).button != button)
    i++;
  g_signal_emit (self, signals[CHOSEN], 0, g_array_index (self->items, Item, i).id);
}

/**
 * ws_switcher_add:
 * @self: a switcher
 * @id: id of the button
 * @label: its text
 * @tip: its tooltip
 *
 * Adds a button at the end.
 */
void
ws_switcher_add (WsSwitcher *self, int id, const char *label, const char *tip)
{
  GtkWidget *button;
  Item item;

  g_return_if_fail (WS_IS_SWITCHER (self));

  button = gtk_toggle_button_new_with_label (label);
  item = (Item){ id, GTK_TOGGLE_BUTTON (button) };
  if (self->items->len > 0)
    gtk_toggle_button_set_group (item.button, g_array_index (self->items, Item, 0).button);
  gtk_widget_add_css_class (button, "flat");
  ws_tip_set (button, tip);
  gtk_widget_set_focus_on_click (button, FALSE);
  g_signal_connect_object (button, "toggled", G_CALLBACK (toggled_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (self->box, button);
  g_array_append_val (self->items, item);
}

/**
 * ws_switcher_set_chosen:
 * @self: a switcher
 * @id: id of the only button to be down
 */
void
ws_switcher_set_chosen (WsSwitcher *self, int id)
{
  g_return_if_fail (WS_IS_SWITCHER (self));

  self->updating = TRUE;
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);

      gtk_toggle_button_set_active (item->button, item->id == id);
    }
  self->updating = FALSE;
}
