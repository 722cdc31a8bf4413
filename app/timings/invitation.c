/* invitation.c: the placeholder without a chart: what would be timed, and a button for it. */
#include "timings/private.h"

#include "pen/paint.h"
#include "words/words.h"

#include <glib/gi18n.h>

/* Returns: whether what it shows is being timed, or waits for the device */
gboolean
ws_timing_page_is_working (WsTimingPage *self)
{
  return ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE ? self->live_wanted
                                                              : ws_timing_page_is_sweeping (self);
}

/**
 * ws_timing_page_describe_run:
 * @fields: whether with n and block of the window's fields
 * @reason: (out) (optional): why it cannot run, where that is known
 *
 * Returns: (transfer full) (nullable): what there is to run, in words; %NULL if it cannot
 */
char *
ws_timing_page_describe_run (WsTimingPage *self, gboolean fields, char **reason)
{
  WsTimingKind kind = ws_timing_bar_get_kind (self->bar);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) sweep = NULL;

  if (kind == WS_TIMING_LIVE)
    {
      g_autofree char *n = NULL;

      if (self->kernel == NULL || self->device == NULL)
        return NULL;
      n = ws_format_count (self->parameters.n);
      return g_strdup_printf (ngettext ("%1$s,\n%2$s element, block %3$u",
                                        "%1$s,\n%2$s elements, block %3$u", self->parameters.n),
                              ws_words_translate (self->kernel->title), n, self->parameters.block);
    }
  sweep = ws_timing_page_plan (self, (WsSweepKind)(kind - WS_TIMING_SWEEPS), fields, &error);
  if (sweep != NULL)
    return ws_timing_describe_plan (sweep);
  if (reason != NULL)
    *reason = g_strdup (error->message);
  return NULL;
}

static char *
describe_work (WsTimingPage *self)
{
  g_autofree char *progress = NULL;

  if (!ws_timing_page_is_sweeping (self))
    return g_strdup (_ ("Waiting for the first samples."));
  if (ws_timing_is_waiting (self->sweep))
    return g_strdup (
        _ ("Starts when the device is free: it runs one thing at a time, undisturbed."));
  progress = ws_timing_describe_progress (self->sweep);
  return g_strdup_printf (_ ("Timing %s"), progress);
}

/**
 * ws_timing_page_update_invitation:
 * @usual: (nullable): what there is to run
 * @reason: (nullable): why it cannot run
 *
 * Shows the chart, or where there is none what it invites to, or is doing.
 */
void
ws_timing_page_update_invitation (WsTimingPage *self, const char *usual, const char *reason)
{
  WsTimingKind kind = ws_timing_bar_get_kind (self->bar);
  gboolean working = ws_timing_page_is_working (self);
  g_autofree char *text = NULL;

  if (working)
    text = describe_work (self);
  else if (ws_timing_page_is_held_up (self))
    text = g_strdup_printf (_ ("%s comes first: one chart is timed at a time."),
                            _ (ws_sheet_get_class (self->sweep->kind)->title));
  else if (usual == NULL)
    text = g_strdup (reason != NULL ? reason : _ ("No device yet."));
  else
    /* Translators: what is timed, on which device, and whether that measures */
    text = g_strdup_printf (_ ("%1$s,\non the %2$s: %3$s"), usual, self->device->name,
                            _ (ws_origin_get_name (self->device->origin)));
  gtk_label_set_text (self->empty_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->empty_button), !working);
  gtk_widget_set_visible (GTK_WIDGET (self->empty_spinner), working);
  gtk_spinner_set_spinning (self->empty_spinner, working);
  gtk_button_set_label (self->empty_button, _ (ws_timing_kind_get_class (kind)->invitation));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->empty_button),
                                  kind == WS_TIMING_LIVE ? "timing.live" : "timing.run");
  gtk_stack_set_visible_child_name (self->stack, self->sheet != NULL ? "chart" : "empty");
}

/* Returns: (transfer floating): what invites to run, in the place of a chart */
GtkWidget *
ws_timing_page_make_invitation (WsTimingPage *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new (); /* a low pane of a narrow window */
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *button = gtk_button_new ();

  self->empty = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->empty_label = GTK_LABEL (label);
  self->empty_button = GTK_BUTTON (button);
  self->empty_spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_label_set_wrap (self->empty_label, TRUE);
  gtk_label_set_justify (self->empty_label, GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (self->empty_label, 48);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->empty, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (self->empty, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->empty, "timing-empty");
  gtk_box_append (GTK_BOX (self->empty), GTK_WIDGET (self->empty_spinner));
  gtk_box_append (GTK_BOX (self->empty), button);
  gtk_box_append (GTK_BOX (self->empty), label);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->empty);
  return scroller;
}
