#include "palette/command-palette.h"

#include "palette/palette-rank.h"
#include "toolkit/short-text.h"

#include <string.h>

#define MARGIN_PX       8 /* below the window's edge */
#define MAX_ASIDE_CHARS 32

struct _WsCommandPalette {
  GtkPopover parent_instance;

  GListModel *commands; /* all there are; NULL while it is closed */
  GStrv recent;         /* ids of those chosen last, the last one first */
  GListStore *found;
  GtkSingleSelection *selection;

  GtkSearchEntry *entry;
  GtkStack *stack;
  GtkListView *list;
};

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCommandPalette, ws_command_palette, GTK_TYPE_POPOVER)

/* ---- what is found ---- */

typedef struct {
  WsPaletteItem *command; /* owned by the model */
  guint rank;
  guint place; /* among all */
} Hit;

/* The better first; of equals whose names were looked for the shorter; and then as they come. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const Hit *x = a;
  const Hit *y = b;
  gsize x_length = strlen (ws_palette_item_get_label (x->command));
  gsize y_length = strlen (ws_palette_item_get_label (y->command));

  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;
  if (x_length != y_length && x->rank > WS_PALETTE_RANK_OF_MORE)
    return x_length < y_length ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* What was chosen last stands first where nothing is looked for. */
static guint
rank_recent (WsCommandPalette *self, WsPaletteItem *command)
{
  guint n = g_strv_length (self->recent);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (self->recent[i], ws_palette_item_get_id (command)))
      return 1 + n - i;
  return 1;
}

static void
add_hits (WsCommandPalette *self, const char *query, GArray *hits)
{
  g_autofree char *words = g_strstrip (g_strdup (query));

  for (guint i = 0; i < g_list_model_get_n_items (self->commands); i++)
    {
      g_autoptr (WsPaletteItem) command = g_list_model_get_item (self->commands, i);
      Hit hit = { command, 0, i };

      hit.rank = *words == '\0' ? rank_recent (self, command)
                                : ws_palette_rank (ws_palette_item_get_label (command),
                                                   ws_palette_item_get_more (command), words);
      if (hit.rank > 0)
        g_array_append_val (hits, hit);
    }
  g_array_sort (hits, compare);
}

static void
select_place (WsCommandPalette *self, guint place)
{
  if (place >= g_list_model_get_n_items (G_LIST_MODEL (self->found)))
    return;
  gtk_single_selection_set_selected (self->selection, place);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", place);
}

static void
search (WsCommandPalette *self)
{
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (self->commands == NULL)
    return;
  add_hits (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)), hits);
  for (guint i = 0; i < MIN (hits->len, WS_COMMAND_PALETTE_MAX); i++)
    g_ptr_array_add (found, g_array_index (hits, Hit, i).command);
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)),
                       found->pdata, found->len);
  gtk_stack_set_visible_child_name (self->stack, found->len > 0 ? "found" : "nothing");
  select_place (self, 0);
}

/* ---- what is chosen ---- */

static void
choose (WsCommandPalette *self, guint place)
{
  g_autoptr (WsPaletteItem) command = g_list_model_get_item (G_LIST_MODEL (self->found), place);

  if (command == NULL)
    return;
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, command);
}

static void
activate_cb (WsCommandPalette *self)
{
  choose (self, gtk_single_selection_get_selected (self->selection));
}

static gboolean
key_cb (WsCommandPalette *self, guint key)
{
  static const struct {
    guint key;
    int step;
  } steps[] = { { GDK_KEY_Down, 1 },   { GDK_KEY_Up, -1 },       { GDK_KEY_KP_Down, 1 },
                { GDK_KEY_KP_Up, -1 }, { GDK_KEY_Page_Down, 8 }, { GDK_KEY_Page_Up, -8 } };
  int n = (int)g_list_model_get_n_items (G_LIST_MODEL (self->found));
  int place = (int)gtk_single_selection_get_selected (self->selection);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i].key == key)
      {
        if (n > 0)
          select_place (self, (guint)CLAMP (place + steps[i].step, 0, n - 1));
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

static void
closed_cb (WsCommandPalette *self)
{
  g_clear_object (&self->commands);
}

/* ---- rows ---- */

static void
released_cb (GtkGestureClick *gesture, int n_press, double x, double y, GtkListItem *item)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  choose (WS_COMMAND_PALETTE (gtk_widget_get_ancestor (row, WS_TYPE_COMMAND_PALETTE)),
          gtk_list_item_get_position (item));
}

/* Dim, at the right. */
static GtkWidget *
make_aside (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_ASIDE_CHARS);
  return label;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), make_aside ());
  gtk_box_append (GTK_BOX (row), make_aside ());
  g_signal_connect (click, "released", G_CALLBACK (released_cb), item);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (item, row);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  WsPaletteItem *command = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *aside = gtk_widget_get_next_sibling (label);

  gtk_label_set_text (GTK_LABEL (label), ws_palette_item_get_label (command));
  gtk_label_set_text (GTK_LABEL (aside), ws_palette_item_get_aside (command));
  gtk_widget_set_visible (aside, *ws_palette_item_get_aside (command) != '\0');
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (aside)),
                      ws_palette_item_get_kind (command));
}

/* ---- the widget ---- */

static void
ws_command_palette_dispose (GObject *object)
{
  WsCommandPalette *self = WS_COMMAND_PALETTE (object);

  g_clear_object (&self->commands);
  g_clear_object (&self->found);
  g_clear_pointer (&self->recent, g_strfreev);

  G_OBJECT_CLASS (ws_command_palette_parent_class)->dispose (object);
}

static void
ws_command_palette_class_init (WsCommandPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_command_palette_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_COMMAND_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_PALETTE_ITEM);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/warpstage/ui/command-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCommandPalette, entry);
  gtk_widget_class_bind_template_child (widget_class, WsCommandPalette, stack);
  gtk_widget_class_bind_template_child (widget_class, WsCommandPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
}

static void
ws_command_palette_init (WsCommandPalette *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->found = g_list_store_new (WS_TYPE_PALETTE_ITEM);
  self->recent = g_new0 (char *, 1);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->found)));
  ws_short_text (self->entry, WS_SHORT_WORDS);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection); /* the list has it */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* Returns: (transfer floating): to be given a parent: it opens at the middle of its upper edge */
WsCommandPalette *
ws_command_palette_new (void)
{
  return g_object_new (WS_TYPE_COMMAND_PALETTE, NULL);
}

/**
 * ws_command_palette_open:
 * @self: a palette that has a parent
 * @commands: (element-type WsPaletteItem): all there are
 * @recent: (array zero-terminated): ids of those that were chosen last, the last one first
 */
void
ws_command_palette_open (WsCommandPalette *self, GListModel *commands, const char *const *recent)
{
  GtkWidget *parent;

  g_return_if_fail (WS_IS_COMMAND_PALETTE (self) && G_IS_LIST_MODEL (commands));

  parent = gtk_widget_get_parent (GTK_WIDGET (self));
  g_set_object (&self->commands, commands);
  g_strfreev (self->recent);
  self->recent = g_strdupv ((GStrv)recent);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search (self);
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self), &(GdkRectangle){ gtk_widget_get_width (parent) / 2, MARGIN_PX, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* Returns: (transfer none) (element-type WsPaletteItem): what is shown, the best first */
GListModel *
ws_command_palette_get_found (WsCommandPalette *self)
{
  g_return_val_if_fail (WS_IS_COMMAND_PALETTE (self), NULL);
  return G_LIST_MODEL (self->found);
}
