#include "window/device-entries.h"

#include "toolkit/steady-drop.h"

#include <glib/gi18n.h>
#include <string.h>

#define DETAIL       "ws-detail" /* data of a string in the list */
#define DETAIL_CHARS 44
#define VENDOR       "NVIDIA "
#define HEIGHT_PX    600 /* of the list, fits a screen of 768; GTK's default is 400 */

typedef struct {
  WsDeviceEntryKind kind;
  char *id; /* nullable: id of a device, or name of a place */
  char *name;
  char *detail; /* nullable: a line below it */
} Entry;

struct _WsDeviceEntries {
  GtkDropDown *drop;
  GPtrArray *list; /* Entry */
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->id);
  g_free (entry->name);
  g_free (entry->detail);
  g_free (entry);
}

/* @name, @detail: (transfer full) */
static void
add (GPtrArray *list, WsDeviceEntryKind kind, const char *id, char *name, char *detail)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->kind = kind;
  entry->id = g_strdup (id);
  entry->name = name;
  entry->detail = detail;
  g_ptr_array_add (list, entry);
}

/* @is_virtual: whether to add the virtual GPUs of this computer, or all other devices */
static void
add_devices (GPtrArray *list, WsSession *session, gboolean is_virtual)
{
  GPtrArray *devices = ws_session_get_devices (session);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = devices->pdata[i];
      WsPlace *place = ws_places_find_of (ws_session_get_places (session), device->id);
      char *name;

      if (g_str_has_prefix (device->id, "vm:") != is_virtual)
        continue;
      name = device->usable ? g_strdup (device->name)
                            : g_strdup_printf (_ ("%s (not available)"), device->name);
      add (list, WS_DEVICE_ENTRY_DEVICE, device->id, name,
           place != NULL ? ws_place_dup_sentence (place) : NULL);
    }
}

static void
add_places (GPtrArray *list, WsPlaces *places)
{
  for (guint i = 0; i < ws_places_get_n (places); i++)
    {
      WsPlace *place = ws_places_get (places, i);
      GPtrArray *devices = ws_place_get_devices (place);

      if (devices == NULL || devices->len == 0)
        add (list, WS_DEVICE_ENTRY_PLACE, ws_place_get_name (place),
             g_strdup (ws_place_get_name (place)), ws_place_dup_sentence (place));
    }
}

/* A small screen cannot show all virtual GPUs, so everything else precedes them.
 *
 * (transfer full) (element-type Entry) */
static GPtrArray *
make_list (WsSession *session, gboolean offers_twin)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (entry_free);
  WsPlaces *places = ws_session_get_places (session);

  add_devices (list, session, FALSE);
  add_places (list, places);
  add (list, WS_DEVICE_ENTRY_ADD, NULL, g_strdup (_ ("Add Device…")), NULL);
  if (ws_places_get_n (places) > 0)
    add (list, WS_DEVICE_ENTRY_PLACES, NULL, g_strdup (_ ("Remote Devices…")), NULL);
  add_devices (list, session, TRUE);
  if (offers_twin)
    add (list, WS_DEVICE_ENTRY_TWIN, NULL, g_strdup (_ ("Make a Virtual Twin…")), NULL);
  return list;
}

static gboolean
has_same_names (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const Entry *one = a->pdata[i];
      const Entry *other = b->pdata[i];

      if (one->kind != other->kind || g_strcmp0 (one->id, other->id) != 0
          || !g_str_equal (one->name, other->name))
        return FALSE;
    }
  return TRUE;
}

/* On the button, the location, as in "(gpu-server)", matters more than the vendor. */
static void
shorten (GtkStringList *names, guint index, const Entry *entry)
{
  g_autofree char *place = ws_remote_dup_name_of (entry->id);
  g_autoptr (GtkStringObject) string = g_list_model_get_item (G_LIST_MODEL (names), index);
  const char *vendor = strstr (entry->name, VENDOR);
  g_autofree char *shorter = NULL;

  if (entry->kind != WS_DEVICE_ENTRY_DEVICE || place == NULL)
    return;
  shorter = vendor != NULL ? g_strdup_printf ("%.*s%s", (int)(vendor - entry->name), entry->name,
                                              vendor + strlen (VENDOR))
                           : g_strdup (entry->name);
  ws_steady_drop_shorten (string, shorter);
}

/* (transfer full) */
static GtkStringList *
make_names (GPtrArray *list)
{
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; i < list->len; i++)
    {
      gtk_string_list_append (names, ((const Entry *)list->pdata[i])->name);
      shorten (names, i, list->pdata[i]);
    }
  return names;
}

/* While the list is open, only its details change. */
static void
update_details (WsDeviceEntries *self)
{
  GListModel *names = gtk_drop_down_get_model (self->drop);

  for (guint i = 0; i < self->list->len; i++)
    {
      g_autoptr (GObject) string = g_list_model_get_item (names, i);
      const char *detail = ((const Entry *)self->list->pdata[i])->detail;

      if (g_strcmp0 (g_object_get_data (string, DETAIL), detail) == 0)
        continue;
      g_object_set_data_full (string, DETAIL, g_strdup (detail), g_free);
      g_object_notify (string, "string");
    }
}

/**
 * ws_device_entries_fill:
 * @self: the entries
 * @session: with the devices and places
 * @offers_twin: whether a real GPU can be twinned
 *
 * Lists the current devices. The selection may change.
 */
void
ws_device_entries_fill (WsDeviceEntries *self, WsSession *session, gboolean offers_twin)
{
  GPtrArray *list = make_list (session, offers_twin);
  gboolean is_same = has_same_names (self->list, list);
  g_autoptr (GtkStringList) names = NULL;

  g_ptr_array_unref (self->list);
  self->list = list;
  if (!is_same)
    {
      names = make_names (list);
      gtk_drop_down_set_model (self->drop, G_LIST_MODEL (names));
    }
  update_details (self);
}

/* ---- appearance of a row ---- */

static GtkWidget *
make_label (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

/* A name, a line below it, and a check mark if selected. */
static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *detail = make_label ("dim-label");

  gtk_widget_add_css_class (detail, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (detail), DETAIL_CHARS);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), make_label (NULL));
  gtk_box_append (GTK_BOX (texts), detail);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_list_item_set_child (item, row);
}

static void
show (GtkListItem *item)
{
  GObject *string = gtk_list_item_get_item (item);
  GtkWidget *texts = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  const char *detail = g_object_get_data (string, DETAIL);
  GtkWidget *name = gtk_widget_get_first_child (texts);

  gtk_label_set_text (GTK_LABEL (name), gtk_string_object_get_string (GTK_STRING_OBJECT (string)));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (texts)), detail);
  gtk_widget_set_visible (gtk_widget_get_last_child (texts), detail != NULL);
}

static void
mark (GtkDropDown *drop, GParamSpec *pspec, GtkListItem *item)
{
  GtkWidget *image = gtk_widget_get_last_child (gtk_list_item_get_child (item));

  gtk_widget_set_opacity (
      image, gtk_drop_down_get_selected_item (drop) == gtk_list_item_get_item (item) ? 1 : 0);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, GtkDropDown *drop)
{
  show (item);
  mark (drop, NULL, item);
  g_signal_connect_swapped (gtk_list_item_get_item (item), "notify::string", G_CALLBACK (show),
                            item);
  g_signal_connect (drop, "notify::selected-item", G_CALLBACK (mark), item);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, GtkDropDown *drop)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
  g_signal_handlers_disconnect_by_data (drop, item);
}

/* On a tall enough screen, the last entries are visible without scrolling. */
static void
make_high (GtkWidget *widget)
{
  if (GTK_IS_SCROLLED_WINDOW (widget))
    gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (widget), HEIGHT_PX);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    make_high (child);
}

/**
 * ws_device_entries_new:
 * @drop: (transfer none): shows them; must outlive the entries
 *
 * Returns: (transfer full): an empty list of entries
 */
WsDeviceEntries *
ws_device_entries_new (GtkDropDown *drop)
{
  WsDeviceEntries *self = g_new0 (WsDeviceEntries, 1);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->drop = drop;
  self->list = g_ptr_array_new_with_free_func (entry_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), drop, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), drop, 0);
  gtk_drop_down_set_list_factory (drop, factory);
  make_high (GTK_WIDGET (drop));
  return self;
}

void
ws_device_entries_free (WsDeviceEntries *self)
{
  g_ptr_array_unref (self->list);
  g_free (self);
}

WsDeviceEntryKind
ws_device_entries_get_kind (WsDeviceEntries *self, guint index)
{
  return ((const Entry *)self->list->pdata[index])->kind;
}

/* Returns: (transfer none) (nullable): of a device, or the name of another computer */
const char *
ws_device_entries_get_id (WsDeviceEntries *self, guint index)
{
  return ((const Entry *)self->list->pdata[index])->id;
}

/* Returns: its index; %GTK_INVALID_LIST_POSITION if there is none */
guint
ws_device_entries_find (WsDeviceEntries *self, WsDeviceEntryKind kind, const char *id)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      const Entry *entry = self->list->pdata[i];

      if (entry->kind == kind && g_strcmp0 (entry->id, id) == 0)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}
