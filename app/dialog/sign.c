#include "dialog/sign.h"

#include <glib/gi18n.h>

#define WORK_AFTER_MS 200  /* what is done sooner needs no word */
#define NEWS_MS       5000 /* and as long as the pointer is over it */

struct _WsSign {
  GtkBox parent_instance;

  GtkSpinner *spinner; /* of work */
  GtkLabel *label;
  GtkButton *offered; /* to do about it */
  GtkWidget *close;   /* of news */
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_sign_dispose;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/sign.ui");
  gtk_widget_class_bind_template_child (widget_class, WsSign, spinner);
  gtk_widget_class_bind_template_child (widget_class, WsSign, label);
  gtk_widget_class_bind_template_child (widget_class, WsSign, offered);
  gtk_widget_class_bind_template_child (widget_class, WsSign, close);
  gtk_widget_class_bind_template_callback (widget_class, ws_sign_end);
}

static void
ws_sign_init (WsSign *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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

  gtk_spinner_start (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), TRUE);
  ws_sign_offer (self, _ ("_Cancel"), action, NULL);
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
  GtkEventController *pointer = gtk_event_controller_motion_new ();

  g_signal_connect_swapped (pointer, "enter", G_CALLBACK (enter_cb), self);
  g_signal_connect_swapped (pointer, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), pointer);
  gtk_widget_set_visible (self->close, TRUE);
  leave_cb (self);
  return self;
}

/**
 * ws_sign_set_sentence:
 * @sentence: what it says from now on
 */
void
ws_sign_set_sentence (WsSign *self, const char *sentence)
{
  g_return_if_fail (WS_IS_SIGN (self) && sentence != NULL);
  gtk_label_set_text (self->label, sentence);
}

/**
 * ws_sign_offer:
 * @label: of a button, with a mnemonic
 * @action: what the button does
 * @target: (transfer floating) (nullable): for the action
 *
 * Adds something to do about it.
 */
void
ws_sign_offer (WsSign *self, const char *label, const char *action, GVariant *target)
{
  g_return_if_fail (WS_IS_SIGN (self) && !gtk_widget_get_visible (GTK_WIDGET (self->offered)));

  gtk_button_set_label (self->offered, label);
  /* first: the button is in the window already, where the action is looked at */
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->offered), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->offered), action);
  gtk_widget_set_visible (GTK_WIDGET (self->offered), TRUE);
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
