#include "ui/plan-row.h"

#include "ui/wrap-layout.h"

#include "pen/paint.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define SPACING_PX 4

struct _WsPlanRow {
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  GPtrArray *buttons; /* GtkToggleButton, one per launch */
  char *plan;         /* what the row says, in one text */
  gboolean updating;
};

enum { PROP_0, PROP_PLAYHEAD, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsPlanRow, ws_plan_row, GTK_TYPE_WIDGET)

static void
launch_cb (WsPlanRow *self)
{
  guint launch = ws_playhead_get_launch (self->playhead);

  self->updating = TRUE;
  for (guint i = 0; i < self->buttons->len; i++)
    gtk_toggle_button_set_active (g_ptr_array_index (self->buttons, i), i == launch);
  self->updating = FALSE;
}

static void
toggled_cb (GtkToggleButton *button, WsPlanRow *self)
{
  guint index;

  if (self->updating || !g_ptr_array_find (self->buttons, button, &index))
    return;
  ws_playhead_set_launch (self->playhead, index);
  launch_cb (self); /* a second click on the present launch does not switch it off */
}

static void
append_label (WsPlanRow *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_parent (label, GTK_WIDGET (self));
}

/* Returns: (transfer full): a launch in words */
static char *
describe_launch (const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];
  const WsKernel *kernel = ws_run_get_kernel (run, index);
  g_autofree char *elements = ws_words_count (WS_NOUN_ELEMENT, launch->n_elements);
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, ws_launch_get_n_blocks (launch));
  g_autofree char *threads = ws_words_count (WS_NOUN_THREAD, ws_launch_get_n_threads (launch));

  if (launch->n_elements == 0)
    return g_strdup_printf (_ ("Launch %1$u: %2$s, %3$s of %4$s"), index + 1, kernel->title, blocks,
                            threads);
  /* Translators: a kernel, elements, blocks and threads */
  return g_strdup_printf (_ ("Launch %1$u: %2$s, %3$s, %4$s of %5$s"), index + 1, kernel->title,
                          elements, blocks, threads);
}

static void
append_launch (WsPlanRow *self, const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];
  /* what works on no number of elements is told by its kernel */
  g_autofree char *label = launch->n_elements > 0
                               ? ws_format_count (launch->n_elements)
                               : g_strdup (ws_run_get_kernel (run, index)->title);
  g_autofree char *name = describe_launch (run, index);
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_widget_add_css_class (button, "plan-step");
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "toggled", G_CALLBACK (toggled_cb), self);
  g_ptr_array_add (self->buttons, button);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

static void
clear (WsPlanRow *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->buttons, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

static gboolean
is_map (const WsRun *run)
{
  return run->n_launches == 1 && run->launches[0].n_elements > 1
         && run->launches[0].n_results == run->launches[0].n_elements;
}

/* Returns: (transfer full): all that the row says of a run */
static char *
describe_plan (const WsRun *run)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; run != NULL && i < run->n_launches; i++)
    {
      g_autofree char *launch = describe_launch (run, i);

      g_string_append_printf (text, "%s\n%" G_GUINT64_FORMAT "\n", launch,
                              run->launches[i].n_results);
    }
  return g_string_free (text, FALSE);
}

/* The buttons of another run of the same plan stay: one of them may be what was just clicked, and
 * the run what a field asked for that lost the keyboard by the click. */
static void
run_cb (WsPlanRow *self)
{
  WsRun *run = self->playhead != NULL ? ws_playhead_get_run (self->playhead) : NULL;
  g_autofree char *plan = describe_plan (run);
  guint64 n_results;
  g_autofree char *last = NULL;

  if (run != NULL && g_strcmp0 (plan, self->plan) == 0)
    {
      launch_cb (self);
      return;
    }
  g_free (self->plan);
  self->plan = g_steal_pointer (&plan);
  clear (self);
  /* one launch that combines nothing is no plan to choose from */
  gtk_widget_set_visible (GTK_WIDGET (self), run != NULL && !is_map (run));
  if (run == NULL)
    return;
  for (guint i = 0; i < run->n_launches; i++)
    {
      if (i > 0)
        append_label (self, "→");
      append_launch (self, run, i);
    }
  n_results = run->n_launches > 0 ? run->launches[run->n_launches - 1].n_results : 0;
  if (n_results > 0)
    {
      last = ws_format_count (n_results);
      append_label (self, "→");
      append_label (self, last);
    }
  launch_cb (self);
}

static void
ws_plan_row_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    g_value_set_object (value, WS_PLAN_ROW (object)->playhead);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_plan_row_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    ws_plan_row_set_playhead (WS_PLAN_ROW (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_plan_row_dispose (GObject *object)
{
  WsPlanRow *self = WS_PLAN_ROW (object);

  g_clear_object (&self->playhead_signals);
  g_clear_object (&self->playhead);
  clear (self);

  G_OBJECT_CLASS (ws_plan_row_parent_class)->dispose (object);
}

static void
ws_plan_row_finalize (GObject *object)
{
  g_ptr_array_unref (WS_PLAN_ROW (object)->buttons);
  g_free (WS_PLAN_ROW (object)->plan);

  G_OBJECT_CLASS (ws_plan_row_parent_class)->finalize (object);
}

static void
ws_plan_row_class_init (WsPlanRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_plan_row_get_property;
  object_class->set_property = ws_plan_row_set_property;
  object_class->dispose = ws_plan_row_dispose;
  object_class->finalize = ws_plan_row_finalize;
  props[PROP_PLAYHEAD] =
      g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, WS_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "planrow");
}

static void
ws_plan_row_init (WsPlanRow *self)
{
  self->buttons = g_ptr_array_new ();
  ws_wrap_layout_set_spacing (WS_WRAP_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              SPACING_PX);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Launches of the plan"), -1);
  self->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::run", G_CALLBACK (run_cb), self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::launch", G_CALLBACK (launch_cb),
                                  self);
}

/**
 * ws_plan_row_new:
 *
 * Returns: (transfer floating): a row that shows no plan yet
 */
GtkWidget *
ws_plan_row_new (void)
{
  return g_object_new (WS_TYPE_PLAN_ROW, NULL);
}

/**
 * ws_plan_row_set_playhead:
 * @self: a row
 * @playhead: (nullable) (transfer none): whose run's launches are shown, and chosen by a click
 */
void
ws_plan_row_set_playhead (WsPlanRow *self, WsPlayhead *playhead)
{
  g_return_if_fail (WS_IS_PLAN_ROW (self));

  if (!g_set_object (&self->playhead, playhead))
    return;
  g_signal_group_set_target (self->playhead_signals, playhead);
  run_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
}
