#include "present/lecturer.h"

#include <glib/gi18n.h>

struct _WsLecturer {
  GtkWindow parent_instance;

  WsPresenter *presenter;
  WsDeck *deck;
  GSignalGroup *deck_signals;
  gint64 began_us;
  guint tick;

  WsSlideView *now;
  WsSlideView *next;
  GtkLabel *script;
  GtkLabel *clock;
  GtkLabel *state;
  GtkLabel *score;
};

G_DEFINE_FINAL_TYPE (WsLecturer, ws_lecturer, GTK_TYPE_WINDOW)

static void
add_paragraph (GString *string, const char *before, const char *markup, const char *after)
{
  if (markup == NULL || *markup == '\0')
    return;
  g_string_append_printf (string, "%s%s%s%s", string->len > 0 ? "\n\n" : "", before, markup, after);
}

/* All that is to be said of a slide: its words, what it asks, the answer before the class knows it,
 * and the notes. (transfer full) */
static char *
make_script (const WsSlide *slide)
{
  GString *string = g_string_new (NULL);

  add_paragraph (string, "", slide->words, "");
  add_paragraph (string, "<b>", slide->question, "</b>");
  if (slide->right >= 0)
    add_paragraph (string, "✓ <b>", slide->answers[slide->right], "</b>");
  add_paragraph (string, "", slide->reveal, "");
  add_paragraph (string, "<i>", slide->notes, "</i>");
  return g_string_free (string, FALSE);
}

/* What the class has answered so far. */
static void
show_score (WsLecturer *self)
{
  WsDeckScore score;
  g_autofree char *sentence = NULL;

  ws_deck_count (self->deck, &score);
  sentence =
      g_strdup_printf (_ ("Answers so far: %1$u of %2$u right"), score.n_right, score.n_answered);
  gtk_label_set_text (self->score, sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->score), score.n_answered > 0);
}

static void
changed_cb (WsLecturer *self)
{
  guint step;
  guint n;
  const WsSlide *slide;
  g_autofree char *script = NULL;
  g_autofree char *state = NULL;

  if (self->deck == NULL)
    return;
  step = ws_deck_get_step (self->deck);
  n = ws_deck_get_n_steps (self->deck);
  ws_slide_view_set_slide (self->now, ws_deck_make_slide (self->deck, step));
  ws_slide_view_set_slide (self->next, ws_deck_make_slide (self->deck, step + 1));
  slide = ws_slide_view_get_slide (self->now);
  script = slide != NULL ? make_script (slide) : NULL;
  gtk_label_set_markup (self->script, script != NULL ? script : "");
  if (ws_presenter_get_frozen (self->presenter))
    state = g_strdup_printf (_ ("%1$u / %2$u · the class sees a frozen slide (F)"), step + 1, n);
  else
    state = g_strdup_printf ("%u / %u", step + 1, n);
  gtk_label_set_text (self->state, state);
  show_score (self);
}

static void
moved_cb (WsLecturer *self)
{
  const WsSlide *slide = ws_slide_view_get_slide (self->now);

  for (guint i = 0; slide != NULL && i < slide->parts->len; i++)
    {
      WsMoment moment;

      if (ws_deck_get_moment (self->deck, i, &moment))
        ws_slide_view_set_moment (self->now, i, &moment);
    }
}

/* Time of day, and how long it has been. */
static gboolean
tick_cb (gpointer data)
{
  WsLecturer *self = data;
  guint seconds = (guint)((g_get_monotonic_time () - self->began_us) / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%H:%M");
  g_autofree char *text = g_strdup_printf ("%s   %u:%02u", time, seconds / 60, seconds % 60);

  gtk_label_set_text (self->clock, text);
  return G_SOURCE_CONTINUE;
}

static gboolean
key_pressed_cb (WsLecturer *self, guint key, guint code, GdkModifierType state)
{
  if (key == GDK_KEY_Escape
      || (gdk_keyval_to_lower (key) == GDK_KEY_l
          && (state & gtk_accelerator_get_default_mod_mask ()) == 0))
    {
      gtk_window_close (GTK_WINDOW (self));
      return GDK_EVENT_STOP;
    }
  return ws_presenter_press (self->presenter, key, state);
}

static void
ws_lecturer_dispose (GObject *object)
{
  WsLecturer *self = WS_LECTURER (object);

  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->deck_signals);
  g_clear_object (&self->deck);
  g_clear_object (&self->presenter);

  G_OBJECT_CLASS (ws_lecturer_parent_class)->dispose (object);
}

static void
ws_lecturer_class_init (WsLecturerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_SLIDE_VIEW);
  G_OBJECT_CLASS (klass)->dispose = ws_lecturer_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/lecturer.ui");
  gtk_widget_class_bind_template_child (widget_class, WsLecturer, now);
  gtk_widget_class_bind_template_child (widget_class, WsLecturer, next);
  gtk_widget_class_bind_template_child (widget_class, WsLecturer, script);
  gtk_widget_class_bind_template_child (widget_class, WsLecturer, clock);
  gtk_widget_class_bind_template_child (widget_class, WsLecturer, state);
  gtk_widget_class_bind_template_child (widget_class, WsLecturer, score);
}

static void
ws_lecturer_init (WsLecturer *self)
{
  GtkEventController *keyboard = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keyboard, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keyboard, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keyboard);
  ws_drawing_set_theme (WS_DRAWING (self->now), WS_THEME_PROJECTOR);
  ws_drawing_set_theme (WS_DRAWING (self->next), WS_THEME_PROJECTOR);
  self->began_us = g_get_monotonic_time ();
  self->tick = g_timeout_add_seconds (1, tick_cb, self);
  tick_cb (self);
}

/**
 * ws_lecturer_new:
 * @presenter: what the class sees
 *
 * Returns: (transfer floating): the lecturer's view of it; its keys are the presenter's
 */
GtkWidget *
ws_lecturer_new (WsPresenter *presenter)
{
  WsLecturer *self = g_object_new (WS_TYPE_LECTURER, NULL);

  self->presenter = g_object_ref (presenter);
  self->deck = g_object_ref (ws_presenter_get_deck (presenter));
  self->deck_signals = g_signal_group_new (WS_TYPE_DECK);
  g_signal_group_connect_swapped (self->deck_signals, "changed", G_CALLBACK (changed_cb), self);
  g_signal_group_connect_swapped (self->deck_signals, "moved", G_CALLBACK (moved_cb), self);
  g_signal_group_set_target (self->deck_signals, self->deck);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  return GTK_WIDGET (self);
}

/* Returns: all that is to be said of the present slide, without markup */
const char *
ws_lecturer_get_script (WsLecturer *self)
{
  g_return_val_if_fail (WS_IS_LECTURER (self), NULL);
  return gtk_label_get_text (self->script);
}

/* Returns: (nullable): how many answers of the class were right; %NULL before the first */
const char *
ws_lecturer_get_score (WsLecturer *self)
{
  g_return_val_if_fail (WS_IS_LECTURER (self), NULL);
  return gtk_widget_get_visible (GTK_WIDGET (self->score)) ? gtk_label_get_text (self->score)
                                                           : NULL;
}
