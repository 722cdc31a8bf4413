#include "dialog/sign.h"

#define WORK_AFTER_MS 200  /* what is done sooner needs no word */
#define NEWS_MS       5000 /* and as long as the pointer is over it */

struct _WsSign {
  GtkBox parent_instance;

  GtkLabel *label;
  GtkWidget *offered; /* NULL until something is */
  guint timeout;
};

G_DEFINE_FINAL_TYPE (WsSign, ws_sign, GTK_TYPE_BOX)

static gboolean
show_cb (gpointer data)
{
  WsSign *self = data;

  self->timeout = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
old_cb (gpointer data)
{
  WsSign *self = data;

  self->timeout = 0;
  ws_sign_end (self);
  return G_SOURCE_REMOVE;
}

static void
enter_cb (WsSign *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
}

static void
leave_cb (WsSign *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (NEWS_MS, old_cb, self);
}

static void
ws_sign_dispose (GObject *object)
{
  WsSign *self = WS_SIGN (object);

  g_clear_handle_id (&self->timeout, g_source_remove);

  G_OBJECT_CLASS (ws_sign_parent_class)->dispose (object);
}

static void
ws_sign_class_init (WsSignClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_sign_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
ws_sign_init (WsSign *self)
{
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->label));
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self), "osd");
  gtk_widget_add_css_class (GTK_WIDGET (self), "sign");
}

static WsSign *
new_sign (GtkBox *signs, const char *sentence)
{
  WsSign *self = g_object_new (WS_TYPE_SIGN, NULL);

  gtk_label_set_text (self->label, sentence);
  gtk_box_append (signs, GTK_WIDGET (self));
  return self;
}

/**
 * ws_sign_new_work:
 * @signs: where it is shown
 * @sentence: what is done, as in "Opening max.wsrun…"
 * @action: what stops it
 *
 * Appears in a fifth of a second, unless ws_sign_end() was called.
 *
 * Returns: (transfer none): a sign, owned by @signs
 */
WsSign *
ws_sign_new_work (GtkBox *signs, const char *sentence, const char *action)
{
  WsSign *self = new_sign (signs, sentence);
  GtkWidget *spinner = gtk_spinner_new ();

  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_box_prepend (GTK_BOX (self), spinner);
  ws_sign_offer (self, "_Cancel", action, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  self->timeout = g_timeout_add (WORK_AFTER_MS, show_cb, self);
  return self;
}

/**
 * ws_sign_new_news:
 * @signs: where it is shown
 * @sentence: what has happened, as plain text
 *
 * Goes by itself after a while, or when it is closed.
 *
 * Returns: (transfer none): a sign, owned by @signs
 */
WsSign *
ws_sign_new_news (GtkBox *signs, const char *sentence)
{
  WsSign *self = new_sign (signs, sentence);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *pointer = gtk_event_controller_motion_new ();

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_tooltip_text (button, "Close");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Close",
                                  -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (ws_sign_end), self);
  g_signal_connect_swapped (pointer, "enter", G_CALLBACK (enter_cb), self);
  g_signal_connect_swapped (pointer, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), pointer);
  gtk_box_append (GTK_BOX (self), button);
  leave_cb (self);
  return self;
}

/**
 * ws_sign_offer:
 * @self: a sign
 * @label: of a button, with a mnemonic
 * @action: what the button does
 * @target: (transfer floating) (nullable): for the action
 *
 * Adds something to do about it.
 */
void
ws_sign_offer (WsSign *self, const char *label, const char *action, GVariant *target)
{
  g_return_if_fail (WS_IS_SIGN (self) && self->offered == NULL);

  self->offered = gtk_button_new_with_mnemonic (label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->offered), action);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->offered), target);
  gtk_box_insert_child_after (GTK_BOX (self), self->offered, GTK_WIDGET (self->label));
}

/**
 * ws_sign_end:
 * @self: a sign; gone with this call
 */
void
ws_sign_end (WsSign *self)
{
  GtkWidget *signs;

  g_return_if_fail (WS_IS_SIGN (self));

  signs = gtk_widget_get_parent (GTK_WIDGET (self));
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (signs != NULL)
    gtk_box_remove (GTK_BOX (signs), GTK_WIDGET (self));
}
