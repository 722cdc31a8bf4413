#include "player/lesson-score.h"

#include "toolkit/tip.h"
#include "toolkit/wrap-layout.h"
#include "words/words.h"

#include <glib/gi18n.h>

struct _WsLessonScore {
  GtkWidget parent_instance;

  WsLessonDeck *deck;
  gboolean presenting; /* the answers are the class's */
  GPtrArray *buttons;  /* GtkWidget: of the steps whose answers were wrong */

  GtkWidget *box;
  GtkLabel *score;
  GtkWidget *wrong;
  GtkWidget *again;
  GtkWidget *try;
  GtkButton *next;
};

G_DEFINE_FINAL_TYPE (WsLessonScore, ws_lesson_score, GTK_TYPE_WIDGET)

/* (transfer full) */
static char *
make_sentence (const WsDeckScore *score, gboolean presenting)
{
  guint n_open = score->n_questions - score->n_answered;
  const char *whose = presenting ? _ ("The class's answers") : _ ("Your answers");

  if (score->n_answered == 0)
    return g_strdup (_ ("This was the last slide"));
  /* Translators: before the colon stands whose answers they are */
  if (n_open == 0)
    return g_strdup_printf (_ ("%1$s: %2$u of %3$u right"), whose, score->n_right,
                            score->n_answered);
  /* Translators: what stands behind the dot is about questions of the same lesson */
  return g_strdup_printf (ngettext ("%1$s: %2$u of %3$u right · %4$u question not answered",
                                    "%1$s: %2$u of %3$u right · %4$u questions not answered",
                                    n_open),
                          whose, score->n_right, score->n_answered, n_open);
}

static void
clicked_cb (GtkButton *button, gpointer step)
{
  WsLessonScore *self =
      WS_LESSON_SCORE (gtk_widget_get_ancestor (GTK_WIDGET (button), WS_TYPE_LESSON_SCORE));

  ws_deck_go (WS_DECK (self->deck), GPOINTER_TO_UINT (step));
}

static void
add_button (WsLessonScore *self, guint step)
{
  const char *title =
      ws_words_translate (ws_lesson_get_step (ws_lesson_deck_get_lesson (self->deck), step)->title);
  /* Translators: a step of a lesson: its number and its title */
  g_autofree char *label = g_strdup_printf (_ ("%1$u. %2$s"), step + 1, title);
  GtkWidget *button = gtk_button_new_with_label (label);

  ws_tip_set (button, _ ("Go back to this question"));
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), GUINT_TO_POINTER (step));
  gtk_box_append (GTK_BOX (self->wrong), button);
  g_ptr_array_add (self->buttons, button);
}

static void
clear (WsLessonScore *self)
{
  for (guint i = 0; i < self->buttons->len; i++)
    gtk_box_remove (GTK_BOX (self->wrong), self->buttons->pdata[i]);
  g_ptr_array_set_size (self->buttons, 0);
}

/**
 * ws_lesson_score_set_deck:
 * @deck: (nullable): (transfer none): the lesson, as it is now; to be told again when it changes
 *
 * It is seen at the last step, once nothing is hidden there.
 */
void
ws_lesson_score_set_deck (WsLessonScore *self, WsLessonDeck *deck)
{
  WsDeckScore score = { 0 };
  g_autofree char *sentence = NULL;
  gboolean at_end;
  guint n;

  g_return_if_fail (WS_IS_LESSON_SCORE (self));

  g_set_object (&self->deck, deck);
  n = deck != NULL ? ws_deck_get_n_steps (WS_DECK (deck)) : 0;
  at_end =
      n > 0 && ws_deck_get_step (WS_DECK (deck)) == n - 1 && !ws_lesson_deck_hides (self->deck);
  gtk_widget_set_visible (GTK_WIDGET (self), at_end);
  clear (self);
  if (!at_end)
    return;
  ws_deck_count (WS_DECK (deck), &score);
  sentence = make_sentence (&score, self->presenting);
  gtk_label_set_text (self->score, sentence);
  gtk_widget_set_visible (self->again, score.n_answered > 0);
  for (guint i = 0; i < n; i++)
    if (ws_lesson_deck_get_verdict (deck, i) == WS_LESSON_VERDICT_WRONG)
      add_button (self, i);
  gtk_widget_set_visible (self->wrong, self->buttons->len > 0);
}

/**
 * ws_lesson_score_set_next:
 * @next: (nullable): the lesson behind the one that is open
 *
 * Offers to go on with it.
 */
void
ws_lesson_score_set_next (WsLessonScore *self, const WsLesson *next)
{
  g_autofree char *label = NULL;

  g_return_if_fail (WS_IS_LESSON_SCORE (self));

  gtk_widget_set_visible (GTK_WIDGET (self->next), next != NULL);
  if (next == NULL)
    return;
  /* Translators: a button; behind the colon is the title of a lesson */
  label = g_strdup_printf (_ ("Next: %s"), ws_words_translate (next->title));
  gtk_button_set_label (self->next, label);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->next), "s", next->id);
}

static void
ws_lesson_score_dispose (GObject *object)
{
  WsLessonScore *self = WS_LESSON_SCORE (object);

  g_clear_object (&self->deck);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_LESSON_SCORE);

  G_OBJECT_CLASS (ws_lesson_score_parent_class)->dispose (object);
}

static void
ws_lesson_score_finalize (GObject *object)
{
  g_clear_pointer (&WS_LESSON_SCORE (object)->buttons, g_ptr_array_unref);

  G_OBJECT_CLASS (ws_lesson_score_parent_class)->finalize (object);
}

static void
ws_lesson_score_class_init (WsLessonScoreClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  G_OBJECT_CLASS (klass)->dispose = ws_lesson_score_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_lesson_score_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "lessonscore");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/lesson-score.ui");
  gtk_widget_class_bind_template_child (widget_class, WsLessonScore, box);
  gtk_widget_class_bind_template_child (widget_class, WsLessonScore, score);
  gtk_widget_class_bind_template_child (widget_class, WsLessonScore, wrong);
  gtk_widget_class_bind_template_child (widget_class, WsLessonScore, again);
  gtk_widget_class_bind_template_child (widget_class, WsLessonScore, try);
  gtk_widget_class_bind_template_child (widget_class, WsLessonScore, next);
}

static void
ws_lesson_score_init (WsLessonScore *self)
{
  self->buttons = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ws_lesson_score_set_presenting:
 * @presenting: whether the class sees it, whose answers they are then
 */
void
ws_lesson_score_set_presenting (WsLessonScore *self, gboolean presenting)
{
  g_return_if_fail (WS_IS_LESSON_SCORE (self));
  if (self->presenting == presenting)
    return;
  self->presenting = presenting;
  gtk_widget_set_visible (self->try, !presenting);
  ws_lesson_score_set_deck (self, self->deck);
}

/* Returns: how many answers were right */
const char *
ws_lesson_score_get_sentence (WsLessonScore *self)
{
  g_return_val_if_fail (WS_IS_LESSON_SCORE (self), NULL);
  return gtk_label_get_text (self->score);
}

/**
 * ws_lesson_score_get_button:
 * @i: index among the steps whose answers were wrong
 *
 * Returns: (transfer none) (nullable): goes back to the step; %NULL if there are fewer
 */
GtkWidget *
ws_lesson_score_get_button (WsLessonScore *self, guint i)
{
  g_return_val_if_fail (WS_IS_LESSON_SCORE (self), NULL);
  return i < self->buttons->len ? self->buttons->pdata[i] : NULL;
}

/* Returns: (transfer none): the button that takes all answers back */
GtkWidget *
ws_lesson_score_get_again (WsLessonScore *self)
{
  g_return_val_if_fail (WS_IS_LESSON_SCORE (self), NULL);
  return self->again;
}

/* Returns: (transfer none): the button that explores what the last figure shows */
GtkWidget *
ws_lesson_score_get_try (WsLessonScore *self)
{
  g_return_val_if_fail (WS_IS_LESSON_SCORE (self), NULL);
  return self->try;
}

/* Returns: (transfer none): the button that opens the next lesson; not seen where there is none */
GtkWidget *
ws_lesson_score_get_next (WsLessonScore *self)
{
  g_return_val_if_fail (WS_IS_LESSON_SCORE (self), NULL);
  return GTK_WIDGET (self->next);
}
