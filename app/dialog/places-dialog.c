#include "dialog/places-dialog.h"

#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define WIDTH_PX   560
#define HEIGHT_PX  400
#define MARGIN_PX  18
#define SPACING_PX 18

/* A row, for as long as its place is there. */
typedef struct {
  WsPlace *place;
  GtkWidget *row; /* of the group; not owned */
  GtkButton *connect;
} Row;

struct _WsPlacesDialog {
  AdwWindow parent_instance;

  WsPlaces *places;
  AdwPreferencesGroup *group;
  GtkWidget *nothing;
  GPtrArray *rows; /* Row */
};

enum { REMOVED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsPlacesDialog, ws_places_dialog, ADW_TYPE_WINDOW)

static void
row_free (gpointer data)
{
  Row *row = data;

  g_object_unref (row->place);
  g_free (row);
}

static const char *
get_label (WsPlace *place)
{
  switch (ws_place_get_state (place))
    {
    case WS_PLACE_WAITS:
      return _ ("_Stop");
    case WS_PLACE_LOST:
      return _ ("Connect _Again");
    default:
      return _ ("C_onnect");
    }
}

static void
update_row (const Row *row)
{
  g_autofree char *sentence = ws_place_dup_sentence (row->place);
  const GError *error = ws_place_get_error (row->place);
  g_autofree char *subtitle =
      g_strdup_printf ("%s\n%s", error != NULL ? error->message : sentence,
                       ws_remote_get_command (ws_place_get_remote (row->place)));

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), subtitle);
  gtk_button_set_label (row->connect, get_label (row->place));
  gtk_widget_set_visible (GTK_WIDGET (row->connect),
                          ws_place_get_state (row->place) != WS_PLACE_CONNECTED);
}

static void
connect_cb (GtkWidget *button, WsPlace *place)
{
  if (ws_place_get_state (place) == WS_PLACE_WAITS)
    ws_place_stop_connecting (place);
  else if (ws_place_get_state (place) == WS_PLACE_LOST)
    gtk_widget_activate_action (button, "win.reconnect", "s", ws_place_get_name (place));
  else
    ws_place_connect (place);
}

static void
remove_cb (GtkWidget *button, WsPlace *place)
{
  g_autoptr (WsPlace) removed = g_object_ref (place);

  g_signal_emit (gtk_widget_get_root (button), signals[REMOVED], 0, removed);
}

static GtkWidget *
make_remove (WsPlace *place)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *tip = g_strdup_printf (_ ("Remove %s"), ws_place_get_name (place));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ws_tip_set (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), place, 0);
  return button;
}

static void
add_row (WsPlacesDialog *self, WsPlace *place)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *connect = gtk_button_new_with_mnemonic (get_label (place));

  row->place = g_object_ref (place);
  row->row = adw_action_row_new ();
  row->connect = GTK_BUTTON (connect);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), ws_place_get_name (place));
  gtk_widget_set_valign (connect, GTK_ALIGN_CENTER);
  g_signal_connect_object (connect, "clicked", G_CALLBACK (connect_cb), place, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), connect);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), make_remove (place));
  adw_preferences_group_add (self->group, row->row);
  g_ptr_array_add (self->rows, row);
  update_row (row);
}

static gboolean
is_as_listed (WsPlacesDialog *self)
{
  if (self->rows->len != ws_places_get_n (self->places))
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    if (((const Row *)self->rows->pdata[i])->place != ws_places_get (self->places, i))
      return FALSE;
  return TRUE;
}

static void
list (WsPlacesDialog *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, ((const Row *)self->rows->pdata[i])->row);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < ws_places_get_n (self->places); i++)
    add_row (self, ws_places_get (self->places, i));
  gtk_widget_set_visible (GTK_WIDGET (self->group), self->rows->len > 0);
  gtk_widget_set_visible (self->nothing, self->rows->len == 0);
}

static void
changed_cb (WsPlacesDialog *self)
{
  if (!is_as_listed (self))
    list (self);
  for (guint i = 0; i < self->rows->len; i++)
    update_row (self->rows->pdata[i]);
}

/* ---- the window ---- */

static void
ws_places_dialog_dispose (GObject *object)
{
  WsPlacesDialog *self = WS_PLACES_DIALOG (object);

  g_clear_object (&self->places);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (ws_places_dialog_parent_class)->dispose (object);
}

static void
ws_places_dialog_class_init (WsPlacesDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_places_dialog_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  signals[REMOVED] = g_signal_new ("removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_PLACE);
}

static void
ws_places_dialog_init (WsPlacesDialog *self)
{
  self->rows = g_ptr_array_new_with_free_func (row_free);
}

static GtkWidget *
make_content (WsPlacesDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING_PX);
  GtkWidget *add = gtk_button_new_with_mnemonic (_ ("A_dd Device…"));

  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  self->nothing = gtk_label_new (_ ("No device of another computer has been added."));
  gtk_label_set_wrap (GTK_LABEL (self->nothing), TRUE);
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_widget_set_halign (add, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "win.add-device");
  gtk_widget_set_margin_start (box, MARGIN_PX);
  gtk_widget_set_margin_end (box, MARGIN_PX);
  gtk_widget_set_margin_top (box, MARGIN_PX);
  gtk_widget_set_margin_bottom (box, MARGIN_PX);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->group));
  gtk_box_append (GTK_BOX (box), self->nothing);
  gtk_box_append (GTK_BOX (box), add);
  return box;
}

/**
 * ws_places_dialog_new:
 * @parent: above which it stands, and which has the actions "win.add-device" and "win.reconnect"
 * @places: (transfer none): what it shows, as they change
 *
 * Returns: (transfer none): the dialog, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_places_dialog_new (GtkWindow *parent, WsPlaces *places)
{
  WsPlacesDialog *self = g_object_new (WS_TYPE_PLACES_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->places = g_object_ref (places);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Remote Devices"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (parent));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), make_content (self));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (self), box);
  g_signal_connect_object (places, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  list (self);
  return GTK_WIDGET (self);
}
