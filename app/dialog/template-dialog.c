#include "dialog/template-dialog.h"

#include "kernel/user-copy.h"

#include <glib/gi18n.h>

#define WIDTH_PX 480
#define KEY      "ws-template"

struct _WsTemplateDialog {
  AdwWindow parent_instance;
};

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsTemplateDialog, ws_template_dialog, ADW_TYPE_WINDOW)

static void
ws_template_dialog_class_init (WsTemplateDialogClass *klass)
{
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_TEMPLATE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
ws_template_dialog_init (WsTemplateDialog *self)
{
}

static void
activated_cb (WsTemplateDialog *self, GtkListBoxRow *row)
{
  const char *id = g_object_get_data (G_OBJECT (row), KEY);

  g_signal_emit (self, signals[CHOSEN], 0, id);
  gtk_window_close (GTK_WINDOW (self));
}

static GtkWidget *
make_row (const WsUserTemplate *one)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), one->title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), one->about);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), KEY, g_strdup (one->id), g_free);
  return row;
}

static GtkWidget *
make_list (WsTemplateDialog *self)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  gtk_widget_set_margin_top (list, 18);
  gtk_widget_set_margin_bottom (list, 24);
  gtk_widget_set_margin_start (list, 18);
  gtk_widget_set_margin_end (list, 18);
  for (guint i = 0; i < ws_user_template_get_n (); i++)
    {
      WsUserTemplate one;

      ws_user_template_get (i, &one);
      gtk_list_box_append (GTK_LIST_BOX (list), make_row (&one));
    }
  g_signal_connect_object (list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  return list;
}

/**
 * ws_template_dialog_new:
 * @parent: (nullable): parent window
 *
 * Returns: (transfer none): the dialog, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_template_dialog_new (GtkWindow *parent)
{
  WsTemplateDialog *self = g_object_new (WS_TYPE_TEMPLATE_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_window_set_title (GTK_WINDOW (self), _ ("New Kernel"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, -1);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), make_list (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  return GTK_WIDGET (self);
}
