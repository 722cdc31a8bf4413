#include "player/lesson-bar.h"

#include "words/words.h"

#include <glib/gi18n.h>

struct _WsLessonBar {
  GtkWidget parent_instance;

  WsLessonDeck *deck;
  GSignalGroup *deck_signals;

  GtkWidget *rows;
  GtkWidget *box; /* below the card */
  WsLessonScore *score;
  GtkLabel *title;
  GtkLabel *step;
  GtkButton *back;
  GtkButton *next;
};

G_DEFINE_FINAL_TYPE (WsLessonBar, ws_lesson_bar, GTK_TYPE_WIDGET)

static void
changed_cb (WsLessonBar *self)
{
  WsDeck *deck = WS_DECK (self->deck);
  guint step = ws_deck_get_step (deck);
  guint n = ws_deck_get_n_steps (deck);
  gboolean hides = ws_lesson_deck_hides (self->deck);
  g_autofree char *text = g_strdup_printf ("%u / %u", step + 1, n);

  gtk_label_set_text (self->step, text);
  gtk_label_set_text (self->title,
                      ws_words_translate (ws_lesson_deck_get_lesson (self->deck)->title));
  gtk_widget_set_sensitive (GTK_WIDGET (self->back), step > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->next), hides || step + 1 < n);
  gtk_button_set_label (self->next, hides ? _ ("_Reveal") : _ ("_Next"));
  ws_lesson_score_set_deck (self->score, self->deck);
}

static void
ws_lesson_bar_dispose (GObject *object)
{
  WsLessonBar *self = WS_LESSON_BAR (object);

  g_clear_object (&self->deck_signals);
  g_clear_object (&self->deck);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_LESSON_BAR);

  G_OBJECT_CLASS (ws_lesson_bar_parent_class)->dispose (object);
}

static void
ws_lesson_bar_class_init (WsLessonBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_LESSON_SCORE);
  G_OBJECT_CLASS (klass)->dispose = ws_lesson_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "lessonbar");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/lesson-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, rows);
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, box);
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, score);
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, title);
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, step);
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, back);
  gtk_widget_class_bind_template_child (widget_class, WsLessonBar, next);
}

static void
ws_lesson_bar_init (WsLessonBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->deck_signals = g_signal_group_new (WS_TYPE_LESSON_DECK);
  g_signal_group_connect_swapped (self->deck_signals, "changed", G_CALLBACK (changed_cb), self);
}

/**
 * ws_lesson_bar_set_deck:
 * @deck: (nullable): the lesson that it is about
 */
void
ws_lesson_bar_set_deck (WsLessonBar *self, WsLessonDeck *deck)
{
  g_return_if_fail (WS_IS_LESSON_BAR (self));

  if (!g_set_object (&self->deck, deck))
    return;
  g_signal_group_set_target (self->deck_signals, deck);
  if (deck != NULL)
    changed_cb (self);
  else
    ws_lesson_score_set_deck (self->score, NULL);
}

/* Returns: (transfer none): what is seen of the answers at the end */
WsLessonScore *
ws_lesson_bar_get_score (WsLessonBar *self)
{
  g_return_val_if_fail (WS_IS_LESSON_BAR (self), NULL);
  return self->score;
}

/**
 * ws_lesson_bar_set_presenting:
 * @presenting: whether the class sees it: then there is the card at the end alone
 */
void
ws_lesson_bar_set_presenting (WsLessonBar *self, gboolean presenting)
{
  g_return_if_fail (WS_IS_LESSON_BAR (self));
  gtk_widget_set_visible (self->box, !presenting);
  ws_lesson_score_set_presenting (self->score, presenting);
}
