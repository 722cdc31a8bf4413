#include "edit/program-question.h"

#include "toolkit/tip.h"

#include <glib/gi18n.h>

struct _WsProgramQuestion {
  GtkBox parent_instance;
};

enum { RUN, CLOSED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsProgramQuestion, ws_program_question, GTK_TYPE_BOX)

static void
run_cb (WsProgramQuestion *self)
{
  g_signal_emit (self, signals[RUN], 0);
}

static void
close_cb (WsProgramQuestion *self)
{
  g_signal_emit (self, signals[CLOSED], 0);
}

static void
ws_program_question_class_init (WsProgramQuestionClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_ALERT);
  signals[RUN] = g_signal_new ("run", WS_TYPE_PROGRAM_QUESTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  signals[CLOSED] = g_signal_new ("closed", WS_TYPE_PROGRAM_QUESTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_program_question_init (WsProgramQuestion *self)
{
  GtkWidget *label = gtk_label_new (
      _ ("Run this program’s own main()? It can read the files next to it, and nothing else."));
  GtkWidget *run = gtk_button_new_with_mnemonic (_ ("Run _Program"));
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (run, GTK_ALIGN_CENTER);
  ws_tip_set (run, _ ("Compile the whole program and run it; every launch comes from it"));
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  ws_tip_set (close, _ ("Keep the launches as they are read from the source"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close"), -1);
  g_signal_connect_object (run, "clicked", G_CALLBACK (run_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (close, "clicked", G_CALLBACK (close_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), run);
  gtk_box_append (GTK_BOX (self), close);
  gtk_widget_add_css_class (GTK_WIDGET (self), "code-bar");
  gtk_widget_add_css_class (GTK_WIDGET (self), "code-question");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/* Returns: (transfer floating): a question, which is not shown yet */
WsProgramQuestion *
ws_program_question_new (void)
{
  return g_object_new (WS_TYPE_PROGRAM_QUESTION, NULL);
}
