#include "views/glance.h"

#include <glib/gi18n.h>

struct _WsGlance {
  GtkButton parent_instance;

  char *title;
  GtkInscription *figure; /* it changes with each instant, and asks for no other layout */
  GtkWidget *picture;
  GtkWidget *note; /* in its place */
};

G_DEFINE_FINAL_TYPE (WsGlance, ws_glance, GTK_TYPE_BUTTON)

static void
ws_glance_finalize (GObject *object)
{
  g_free (WS_GLANCE (object)->title);

  G_OBJECT_CLASS (ws_glance_parent_class)->finalize (object);
}

static void
ws_glance_class_init (WsGlanceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_glance_finalize;
}

static void
ws_glance_init (WsGlance *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self), "glance");
  gtk_widget_set_focus_on_click (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* What is read aloud: "Warps, 25 % of lanes active". */
static void
update_name (WsGlance *self)
{
  const char *figure = ws_glance_get_figure (self);
  g_autofree char *name = *figure != '\0' ? g_strdup_printf (_ ("%1$s, %2$s"), self->title, figure)
                                          : g_strdup (self->title);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * ws_glance_new:
 * @title: above its picture
 * @picture: (transfer floating): takes neither pointer nor keys
 *
 * Returns: (transfer floating): a card without a figure
 */
GtkWidget *
ws_glance_new (const char *title, GtkWidget *picture)
{
  WsGlance *self = g_object_new (WS_TYPE_GLANCE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *figure = gtk_inscription_new (NULL);

  self->title = g_strdup (title);
  self->figure = GTK_INSCRIPTION (figure);
  self->picture = picture;
  gtk_widget_add_css_class (head, "glance-head");
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (figure, "glance-figure");
  gtk_inscription_set_min_chars (self->figure, 0);
  gtk_inscription_set_xalign (self->figure, 1);
  gtk_inscription_set_text_overflow (self->figure, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_set_hexpand (figure, TRUE);
  gtk_widget_set_vexpand (picture, TRUE);
  gtk_box_append (GTK_BOX (head), label);
  gtk_box_append (GTK_BOX (head), figure);
  gtk_box_append (GTK_BOX (box), head);
  self->note = gtk_label_new (NULL);
  gtk_label_set_justify (GTK_LABEL (self->note), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_widget_set_visible (self->note, FALSE);
  gtk_widget_set_vexpand (self->note, TRUE);
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), self->note);
  gtk_button_set_child (GTK_BUTTON (self), box);
  update_name (self);
  return GTK_WIDGET (self);
}

/**
 * ws_glance_set_figure:
 * @figure: (nullable): what a glance takes away
 */
void
ws_glance_set_figure (WsGlance *self, const char *figure)
{
  g_return_if_fail (WS_IS_GLANCE (self));
  if (g_strcmp0 (ws_glance_get_figure (self), figure) == 0)
    return;
  gtk_inscription_set_text (self->figure, figure);
  update_name (self);
}

/**
 * ws_glance_set_note:
 * @note: (nullable): a few words in the place of the picture; %NULL for the picture
 */
void
ws_glance_set_note (WsGlance *self, const char *note)
{
  g_return_if_fail (WS_IS_GLANCE (self));
  gtk_label_set_text (GTK_LABEL (self->note), note != NULL ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
  gtk_widget_set_visible (self->picture, note == NULL);
}

/* Returns: the figure that it shows; empty for none */
const char *
ws_glance_get_figure (WsGlance *self)
{
  const char *text;

  g_return_val_if_fail (WS_IS_GLANCE (self), NULL);
  text = gtk_inscription_get_text (self->figure);
  return text != NULL ? text : "";
}

GtkWidget *
ws_glance_get_picture (WsGlance *self)
{
  g_return_val_if_fail (WS_IS_GLANCE (self), NULL);
  return self->picture;
}
