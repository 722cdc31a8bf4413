#include "inspector/cause-list.h"

#include "toolkit/paragraph.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

struct _WsCauseList {
  WsFollower parent_instance;

  GCancellable *cancellable; /* of the running computation; NULL if there is none */
  WsRun *run;                /* whose causes they are, or will be */
  guint launch;
  WsCauses *causes; /* NULL until they are there */
  GtkWidget *box;
  GtkWidget *summary;
  GtkWidget *list;
};

enum { PROP_0, PROP_SUMMARY, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsCauseList, ws_cause_list, WS_TYPE_FOLLOWER)

/* Names of the window's panes. */
static const char *const panes[] = {
  [WS_CAUSE_SEEN_IN_WARPS] = "lanes", [WS_CAUSE_SEEN_IN_MEMORY] = "memory",
  [WS_CAUSE_SEEN_IN_SMS] = "sms",     [WS_CAUSE_SEEN_IN_TREE] = "tree",
  [WS_CAUSE_SEEN_IN_CODE] = "code",
};

typedef struct {
  WsRun *run;
  guint launch;
} Question;

static void
question_free (Question *self)
{
  ws_run_unref (self->run);
  g_free (self);
}

/* ---- rows ---- */

static GtkWidget *
make_heading (const WsCause *cause)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = ws_paragraph_new (cause->title, "cause-title");
  /* Translators: how many times as fast, as in "2.4 ×" */
  g_autofree char *factor = g_strdup_printf (_ ("%.1f\u202f×"), cause->factor);
  GtkWidget *gain = gtk_label_new (factor);

  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_set_valign (gain, GTK_ALIGN_START);
  gtk_widget_add_css_class (gain, "metric-value");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), gain);
  return box;
}

static GtkWidget *
make_share (const WsCause *cause)
{
  GtkWidget *bar = gtk_level_bar_new_for_interval (0, 1);

  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), cause->share);
  gtk_level_bar_add_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW, 0);
  gtk_level_bar_add_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH, 0);
  gtk_level_bar_add_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL, 1);
  gtk_widget_add_css_class (bar, "cause-share");
  gtk_accessible_update_state (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  return bar;
}

static GtkWidget *
make_cure (const WsCause *cause)
{
  /* Translators: the id of a kernel, as in reduce2 */
  g_autofree char *text = g_strdup_printf (_ ("See %s"), cause->cure);
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "cause-cure");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  ws_tip_set (button, _ ("Run the course's kernel without this cause"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.kernel");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", cause->cure);
  return button;
}

static GtkWidget *
make_row (WsCauseList *self, const WsCause *cause)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *gain = ws_cause_describe_gain (cause);
  g_autofree char *place = ws_cause_describe_place (cause, self->run, self->launch);
  g_autofree char *tip = g_strdup_printf ("%s\n%s", gain, cause->how);
  g_autofree char *spoken =
      g_strdup_printf ("%s. %s. %s %s", cause->title, cause->figure, gain, cause->how);

  gtk_box_append (GTK_BOX (box), make_heading (cause));
  gtk_box_append (GTK_BOX (box), make_share (cause));
  gtk_box_append (GTK_BOX (box), ws_paragraph_new (cause->figure, "cause-figure"));
  if (place != NULL)
    gtk_box_append (GTK_BOX (box), ws_paragraph_new (place, "dim-label"));
  if (cause->cure != NULL)
    gtk_box_append (GTK_BOX (box), make_cure (cause));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  ws_tip_set (row, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
fill (WsCauseList *self)
{
  g_autofree char *remark = NULL;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  gtk_widget_set_visible (self->box, self->run != NULL);
  gtk_widget_set_visible (self->list, self->causes != NULL && self->causes->n_causes > 0);
  gtk_widget_set_visible (self->summary, self->causes == NULL || self->causes->is_small
                                             || self->causes->n_causes == 0);
  if (self->causes != NULL && self->causes->is_small)
    remark = ws_cause_describe_remark (&self->causes->remark);
  gtk_label_set_text (GTK_LABEL (self->summary), remark != NULL         ? remark
                                                 : self->causes != NULL ? self->causes->summary
                                                                        : _ ("Timing again…"));
  for (guint i = 0; self->causes != NULL && i < self->causes->n_causes; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self, &self->causes->causes[i]));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SUMMARY]);
}

/* Shows where the cause is visible; if it concerns the whole launch, the current place stays. */
static void
activated_cb (WsCauseList *self, GtkListBoxRow *row)
{
  const WsCause *cause = &self->causes->causes[gtk_list_box_row_get_index (row)];
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));

  if (cause->event != WS_NONE)
    {
      ws_playhead_set_playing (playhead, FALSE);
      ws_playhead_look_at (playhead, self->run, self->launch, cause->block, cause->warp,
                           cause->event);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.show-pane", "s", "code");
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-pane", "s", panes[cause->place]);
}

/* ---- finding them out ---- */

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  g_task_return_pointer (task, ws_causes_new (question->run, question->launch),
                         (GDestroyNotify)ws_causes_free);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WsCauseList *self = WS_CAUSE_LIST (source);
  WsCauses *causes = g_task_propagate_pointer (G_TASK (result), NULL);

  /* a cancelled result is of another run */
  if (causes == NULL)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->causes, ws_causes_free);
  self->causes = causes;
  fill (self);
}

static void
give_up (WsCauseList *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->causes, ws_causes_free);
  g_clear_pointer (&self->run, ws_run_unref);
}

static void
update (WsCauseList *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsRun *run = playhead != NULL ? ws_playhead_get_run (playhead) : NULL;
  guint launch = run != NULL ? ws_playhead_get_launch (playhead) : 0;
  g_autoptr (GTask) task = NULL;
  Question *question;

  if (run != NULL && launch >= run->n_launches)
    run = NULL;
  if (run == self->run && launch == self->launch)
    return;
  give_up (self);
  self->launch = launch;
  if (run != NULL)
    {
      self->run = ws_run_ref (run);
      self->cancellable = g_cancellable_new ();
      question = g_new (Question, 1);
      *question = (Question){ ws_run_ref (run), launch };
      task = g_task_new (self, self->cancellable, found_cb, NULL);
      g_task_set_task_data (task, question, (GDestroyNotify)question_free);
      g_task_run_in_thread (task, find_thread);
    }
  fill (self);
}

/* ---- the object ---- */

static void
ws_cause_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsCauseList *self = WS_CAUSE_LIST (object);

  switch (prop_id)
    {
    case PROP_SUMMARY:
      g_value_set_string (value, self->causes != NULL ? self->causes->summary : NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_cause_list_dispose (GObject *object)
{
  WsCauseList *self = WS_CAUSE_LIST (object);

  give_up (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_CAUSE_LIST);

  G_OBJECT_CLASS (ws_cause_list_parent_class)->dispose (object);
}

static void
ws_cause_list_class_init (WsCauseListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_cause_list_get_property;
  object_class->dispose = ws_cause_list_dispose;
  props[PROP_SUMMARY] =
      g_param_spec_string ("summary", NULL, NULL, NULL,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "causelist");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/cause-list.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCauseList, box);
  gtk_widget_class_bind_template_child (widget_class, WsCauseList, summary);
  gtk_widget_class_bind_template_child (widget_class, WsCauseList, list);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
ws_cause_list_init (WsCauseList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_paragraph_set_up (GTK_LABEL (self->summary));
  g_signal_connect (self, "notify::playhead", G_CALLBACK (update), NULL);
  ws_follower_connect (WS_FOLLOWER (self), "notify::scene", G_CALLBACK (update));
  ws_follower_connect (WS_FOLLOWER (self), "notify::run", G_CALLBACK (update));
  fill (self);
}

/* Returns: (transfer none) (nullable): the shown causes; %NULL while they are computed, and without
 * a run */
const WsCauses *
ws_cause_list_get_causes (WsCauseList *self)
{
  g_return_val_if_fail (WS_IS_CAUSE_LIST (self), NULL);

  return self->causes;
}
