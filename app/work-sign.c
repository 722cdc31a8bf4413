#include "work-sign.h"

#define SHOW_AFTER_MS 200 /* what is done sooner needs no word */

struct _WsWorkSign {
  GtkBox parent_instance;

  GtkLabel *label;
  GtkActionable *button;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (WsWorkSign, ws_work_sign, GTK_TYPE_BOX)

static gboolean
show_cb (gpointer data)
{
  WsWorkSign *self = data;

  self->timeout = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  return G_SOURCE_REMOVE;
}

static void
ws_work_sign_dispose (GObject *object)
{
  WsWorkSign *self = WS_WORK_SIGN (object);

  g_clear_handle_id (&self->timeout, g_source_remove);

  G_OBJECT_CLASS (ws_work_sign_parent_class)->dispose (object);
}

static void
ws_work_sign_class_init (WsWorkSignClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_work_sign_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
ws_work_sign_init (WsWorkSign *self)
{
  GtkWidget *spinner = gtk_spinner_new ();

  self->button = GTK_ACTIONABLE (gtk_button_new_with_mnemonic ("_Cancel"));
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_box_append (GTK_BOX (self), spinner);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->button));
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self), "osd");
  gtk_widget_add_css_class (GTK_WIDGET (self), "work-sign");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * ws_work_sign_new:
 * @signs: where it is shown
 * @sentence: what is done, as in "Opening max.wsrun…"
 * @action: what its button does
 *
 * Appears in a fifth of a second, unless ws_work_sign_end() was called.
 *
 * Returns: (transfer none): a sign, owned by @signs
 */
WsWorkSign *
ws_work_sign_new (GtkBox *signs, const char *sentence, const char *action)
{
  WsWorkSign *self = g_object_new (WS_TYPE_WORK_SIGN, NULL);

  gtk_label_set_text (self->label, sentence);
  gtk_actionable_set_action_name (self->button, action);
  self->timeout = g_timeout_add (SHOW_AFTER_MS, show_cb, self);
  gtk_box_append (signs, GTK_WIDGET (self));
  return self;
}

/**
 * ws_work_sign_end:
 * @self: a sign; gone with this call
 */
void
ws_work_sign_end (WsWorkSign *self)
{
  GtkWidget *signs;

  g_return_if_fail (WS_IS_WORK_SIGN (self));

  signs = gtk_widget_get_parent (GTK_WIDGET (self));
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (signs != NULL)
    gtk_box_remove (GTK_BOX (signs), GTK_WIDGET (self));
}
