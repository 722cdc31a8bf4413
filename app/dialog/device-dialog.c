#include "dialog/device-dialog.h"

#include "client/install.h"
#include "toolkit/short-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX   560
#define HEIGHT_PX  480
#define MARGIN_PX  18
#define SPACING_PX 12

struct _WsDeviceDialog {
  AdwWindow parent_instance;

  WsClient *client;          /* nullable: tries what stands in the rows */
  GCancellable *cancellable; /* nullable: of what goes on */
  gboolean is_named;         /* the user has given it a name */
  gboolean is_filling;
  GtkToggleButton *by_ssh;
  GtkEditable *host;
  GtkEditable *command;
  GtkEditable *name;
  GtkLabel *runs; /* what is run by ssh */
  GtkButton *connect;
  GtkWidget *progress;
  GtkLabel *words; /* what is waited for, or wrong */
  GtkWidget *install;
  AdwPreferencesGroup *found;
  GPtrArray *rows; /* of @found; not owned */
  GtkButton *add;
};

enum { ACCEPTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsDeviceDialog, ws_device_dialog, ADW_TYPE_WINDOW)

/* ---- what stands in the rows ---- */

static gboolean
is_by_ssh (WsDeviceDialog *self)
{
  return gtk_toggle_button_get_active (self->by_ssh);
}

/* As it is typed, without spaces around it. (transfer full) */
static char *
dup_text (GtkEditable *row)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (row)));
}

/* Whether ssh would take it as a host, not as an option. */
static gboolean
is_host (const char *host)
{
  return *host != '\0' && *host != '-' && strpbrk (host, " \t\n'\"\\") == NULL;
}

/* (transfer full): the command that leads to @host, as one would type it */
static char *
dup_ssh (const char *host)
{
  const char *const words[] = { "ssh", host, WS_REMOTE_WORKER, NULL };

  return ws_remote_dup_command (words);
}

/* (transfer full): the command, as it is typed or as a host is reached; empty where there is none
 */
static char *
dup_command (WsDeviceDialog *self)
{
  g_autofree char *host = dup_text (self->host);

  if (!is_by_ssh (self))
    return dup_text (self->command);
  return is_host (host) ? dup_ssh (host) : g_strdup ("");
}

/* (transfer full) (nullable) */
static WsRemote *
make_remote (WsDeviceDialog *self, GError **error)
{
  g_autofree char *name = dup_text (self->name);
  g_autofree char *command = dup_command (self);

  return ws_remote_new (name, command, error);
}

/* (transfer full): a name for it: of "me@gpu-server", "gpu-server"; of "srun …", "srun" */
static char *
make_name (WsDeviceDialog *self)
{
  g_autofree char *command = dup_text (is_by_ssh (self) ? self->host : self->command);
  const char *from = command;
  GString *name = g_string_new (NULL);

  if (is_by_ssh (self) && strrchr (command, '@') != NULL)
    from = strrchr (command, '@') + 1;
  else if (!is_by_ssh (self))
    {
      command[strcspn (command, " ")] = '\0';
      from = strrchr (command, '/') != NULL ? strrchr (command, '/') + 1 : command;
    }
  for (; *from != '\0' && name->len < WS_REMOTE_MOST_NAME; from++)
    if (g_ascii_isalnum (*from) || (name->len > 0 && strchr ("._-", *from) != NULL))
      g_string_append_c (name, *from);
  return g_string_free (name, FALSE);
}

/* ---- what it says ---- */

/* @sentence: (nullable): what is waited for, or wrong */
static void
say (WsDeviceDialog *self, const char *sentence, gboolean is_wrong)
{
  gtk_label_set_text (self->words, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->words), sentence != NULL);
  if (is_wrong)
    gtk_widget_add_css_class (GTK_WIDGET (self->words), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->words), "error");
}

static void
update (WsDeviceDialog *self)
{
  g_autofree char *command = dup_command (self);
  g_autofree char *sentence = g_strdup_printf (_ ("Runs %s"), command);
  g_autoptr (WsRemote) remote = make_remote (self, NULL);
  gboolean is_busy = self->cancellable != NULL;

  gtk_label_set_text (self->runs, *command != '\0' ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->runs), is_by_ssh (self) && *command != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->host), is_by_ssh (self));
  gtk_widget_set_visible (GTK_WIDGET (self->command), !is_by_ssh (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->connect), *command != '\0');
  gtk_button_set_label (self->connect, is_busy ? _ ("S_top") : _ ("C_onnect"));
  gtk_widget_set_visible (self->progress, is_busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add), remote != NULL);
}

static void
clear_found (WsDeviceDialog *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->found, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->found), FALSE);
}

/* The last test no longer applies. */
static void
stop (WsDeviceDialog *self)
{
  g_cancellable_cancel (self->cancellable); /* does nothing if NULL */
  g_clear_object (&self->cancellable);
  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (self->client, self);
  g_clear_object (&self->client);
}

static void
forget (WsDeviceDialog *self)
{
  stop (self);
  say (self, NULL, FALSE);
  gtk_widget_set_visible (self->install, FALSE);
  clear_found (self);
}

static void
fail (WsDeviceDialog *self, const GError *error)
{
  say (self, error->message, TRUE);
  gtk_widget_set_visible (self->install,
                          g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_NO_WORKER));
}

static void
add_row (WsDeviceDialog *self, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_preferences_group_add (self->found, row);
  g_ptr_array_add (self->rows, row);
}

/* Its virtual GPUs are those of this computer, too: they are counted. */
static void
show_devices (WsDeviceDialog *self, GPtrArray *devices)
{
  guint n_virtual = 0;
  g_autofree char *title = NULL;

  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = devices->pdata[i];

      if (device->origin == WS_ORIGIN_MEASURED)
        add_row (self, device->name, device->state);
      else
        n_virtual++;
    }
  title = g_strdup_printf (ngettext ("%u virtual GPU", "%u virtual GPUs", n_virtual), n_virtual);
  if (n_virtual > 0)
    add_row (self, title, _ ("Run on the processor of that computer"));
  gtk_widget_set_visible (GTK_WIDGET (self->found), TRUE);
}

/* "Warpstage 0.3.0, 3.2 ms" */
static void
show_latency (WsDeviceDialog *self)
{
  const char *version = ws_client_get_version (self->client);
  double ms = (double)ws_client_get_latency_us (self->client) / 1e3;
  g_autofree char *text = NULL;

  if (ms < 0)
    return;
  text = g_strdup_printf (_ ("Warpstage %1$s, %2$.1f\u00a0ms there and back"),
                          version != NULL ? version : "?", ms);
  adw_preferences_group_set_description (self->found, text);
}

/* ---- trying it ---- */

static gboolean
is_given_up (WsDeviceDialog *self, GAsyncResult *result)
{
  return self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable;
}

static void
devices_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsDeviceDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = ws_client_devices_finish (WS_CLIENT (client), result, &error);

  if (is_given_up (self, result))
    return;
  g_clear_object (&self->cancellable);
  update (self);
  if (devices == NULL)
    {
      fail (self, error);
      return;
    }
  say (self, NULL, FALSE);
  show_devices (self, devices);
  show_latency (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->add));
}

static void
waiting_cb (WsDeviceDialog *self, const char *sentence)
{
  say (self, sentence, FALSE);
}

static void
try (WsDeviceDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) remote = make_remote (self, &error);

  forget (self);
  if (remote == NULL)
    {
      fail (self, error);
      update (self);
      return;
    }
  self->client = ws_client_new_for_remote (remote);
  self->cancellable = g_cancellable_new ();
  g_signal_connect_object (self->client, "waiting", G_CALLBACK (waiting_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "state-changed", G_CALLBACK (show_latency), self,
                           G_CONNECT_SWAPPED);
  ws_client_devices_async (self->client, self->cancellable, devices_cb, g_object_ref (self));
  update (self);
}

static void
connect_cb (WsDeviceDialog *self)
{
  if (self->cancellable == NULL)
    {
      try (self);
      return;
    }
  forget (self);
  update (self);
}

/* The current text has not been tested. */
static void
changed_cb (WsDeviceDialog *self)
{
  g_autofree char *name = NULL;

  if (self->is_filling)
    return;
  forget (self);
  if (!self->is_named)
    {
      name = make_name (self);
      self->is_filling = TRUE;
      gtk_editable_set_text (self->name, name);
      self->is_filling = FALSE;
    }
  update (self);
}

static void
named_cb (WsDeviceDialog *self)
{
  if (self->is_filling)
    return;
  self->is_named = *gtk_editable_get_text (self->name) != '\0';
  forget (self);
  update (self);
}

/* Offers the command for the host for editing. */
static void
way_cb (WsDeviceDialog *self)
{
  g_autofree char *host = dup_text (self->host);

  if (!is_by_ssh (self) && is_host (host) && *gtk_editable_get_text (self->command) == '\0')
    {
      g_autofree char *command = dup_ssh (host);

      self->is_filling = TRUE;
      gtk_editable_set_text (self->command, command);
      self->is_filling = FALSE;
    }
  forget (self);
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (is_by_ssh (self) ? self->host : self->command));
}

/* ---- installing ---- */

/* The command leads to where the worker is now. */
static void
installed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsDeviceDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) remote = ws_install_worker_finish (result, &error);

  if (is_given_up (self, result))
    return;
  g_clear_object (&self->cancellable);
  if (remote == NULL)
    {
      fail (self, error);
      update (self);
      return;
    }
  self->is_filling = TRUE;
  gtk_editable_set_text (self->command, ws_remote_get_command (remote));
  gtk_toggle_button_set_active (self->by_ssh, FALSE);
  self->is_filling = FALSE;
  try (self);
}

static void
install_cb (WsDeviceDialog *self)
{
  g_autoptr (WsRemote) remote = make_remote (self, NULL);
  g_autofree char *sentence = NULL;

  if (remote == NULL)
    return;
  forget (self);
  sentence = g_strdup_printf (_ ("Copying the worker to %s"), ws_remote_get_name (remote));
  self->cancellable = g_cancellable_new ();
  ws_install_worker_async (remote, self->cancellable, installed_cb, g_object_ref (self));
  update (self);
  say (self, sentence, FALSE);
}

/* ---- adding ---- */

/* What waits goes on waiting for the window: it is not given up. */
static void
accept (WsDeviceDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) remote = make_remote (self, &error);
  g_autoptr (WsClient) client = self->client != NULL ? g_object_ref (self->client) : NULL;

  if (remote == NULL)
    {
      fail (self, error);
      return;
    }
  if (client == NULL)
    client = ws_client_new_for_remote (remote);
  g_clear_object (&self->cancellable);
  g_signal_emit (self, signals[ACCEPTED], 0, client);
  gtk_window_close (GTK_WINDOW (self));
}

/* Enter in a row: tests the connection, or adds the tested one. */
static void
enter_cb (WsDeviceDialog *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self->found)))
    accept (self);
  else if (self->cancellable == NULL && gtk_widget_get_sensitive (GTK_WIDGET (self->connect)))
    try (self);
}

/* ---- the window ---- */

static void
ws_device_dialog_dispose (GObject *object)
{
  WsDeviceDialog *self = WS_DEVICE_DIALOG (object);

  stop (self);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (ws_device_dialog_parent_class)->dispose (object);
}

static void
ws_device_dialog_class_init (WsDeviceDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_device_dialog_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  signals[ACCEPTED] = g_signal_new ("accepted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_CLIENT);
}

static void
ws_device_dialog_init (WsDeviceDialog *self)
{
  self->rows = g_ptr_array_new ();
}

static GtkWidget *
make_header (WsDeviceDialog *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->add = GTK_BUTTON (gtk_button_new_with_mnemonic (_ ("_Add")));
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->add), "suggested-action");
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (gtk_window_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (accept), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), GTK_WIDGET (self->add));
  return header;
}

/* How it is reached: by ssh, or by any command. */
static GtkWidget *
make_ways (WsDeviceDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *by_ssh = gtk_toggle_button_new_with_mnemonic (_ ("_SSH"));
  GtkWidget *by_command = gtk_toggle_button_new_with_mnemonic (_ ("Co_mmand"));

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (by_command), GTK_TOGGLE_BUTTON (by_ssh));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (by_ssh), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Reached by"), -1);
  self->by_ssh = GTK_TOGGLE_BUTTON (by_ssh);
  g_signal_connect_object (by_ssh, "toggled", G_CALLBACK (way_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), by_ssh);
  gtk_box_append (GTK_BOX (box), by_command);
  return box;
}

static GtkEditable *
add_entry (WsDeviceDialog *self, GtkWidget *group, const char *title, GCallback changed)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  ws_short_text (row, WS_SHORT_PATH);
  g_signal_connect_object (row, "changed", changed, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "entry-activated", G_CALLBACK (enter_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return GTK_EDITABLE (row);
}

static GtkWidget *
make_rows (WsDeviceDialog *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->host = add_entry (self, group, _ ("_Host, as in gpu-server or me@gpu-server"),
                          G_CALLBACK (changed_cb));
  self->command = add_entry (self, group, _ ("Comman_d, as in srun --gres=gpu:1 warpstage-worker"),
                             G_CALLBACK (changed_cb));
  self->name = add_entry (self, group, _ ("_Name"), G_CALLBACK (named_cb));
  return group;
}

static GtkLabel *
make_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return GTK_LABEL (label);
}

/* What is waited for, or wrong. */
static GtkWidget *
make_words (WsDeviceDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING_PX);
  GtkWidget *spinner = gtk_spinner_new ();

  self->progress = spinner;
  self->words = make_label ();
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_widget_set_valign (spinner, GTK_ALIGN_START);
  gtk_widget_set_hexpand (GTK_WIDGET (self->words), TRUE);
  gtk_label_set_selectable (self->words, TRUE);
  gtk_widget_set_can_focus (GTK_WIDGET (self->words), FALSE);
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->words));
  return box;
}

static GtkWidget *
make_button (WsDeviceDialog *self, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_content (WsDeviceDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING_PX);
  GtkWidget *ways = make_ways (self);

  self->runs = make_label ();
  gtk_widget_add_css_class (GTK_WIDGET (self->runs), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->runs), "caption");
  self->connect = GTK_BUTTON (make_button (self, _ ("C_onnect"), G_CALLBACK (connect_cb)));
  self->install = make_button (self, _ ("_Install the Worker"), G_CALLBACK (install_cb));
  self->found = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->found, _ ("Devices"));
  gtk_widget_set_margin_start (box, MARGIN_PX);
  gtk_widget_set_margin_end (box, MARGIN_PX);
  gtk_widget_set_margin_top (box, MARGIN_PX);
  gtk_widget_set_margin_bottom (box, MARGIN_PX);
  gtk_box_append (GTK_BOX (box), ways);
  gtk_box_append (GTK_BOX (box), make_rows (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->runs));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->connect));
  gtk_box_append (GTK_BOX (box), make_words (self));
  gtk_box_append (GTK_BOX (box), self->install);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->found));
  return box;
}

static gboolean
close_cb (WsDeviceDialog *self)
{
  stop (self);
  return FALSE;
}

/**
 * ws_device_dialog_new:
 * @parent: (nullable): parent window
 *
 * Returns: (transfer none): the dialog, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_device_dialog_new (GtkWindow *parent)
{
  WsDeviceDialog *self = g_object_new (WS_TYPE_DEVICE_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_window_set_title (GTK_WINDOW (self), _ ("Add Device"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), make_content (self));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (self), box);
  g_signal_connect (self, "close-request", G_CALLBACK (close_cb), NULL);
  forget (self);
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->host));
  return GTK_WIDGET (self);
}
