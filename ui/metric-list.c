#include "ui/metric-list.h"

#include "ui/metric-row.h"

struct _WsMetricList {
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  GtkWidget *list;
  WsInspection *inspection; /* NULL where there is no run */
  gboolean whole_plan;
  char *filter;
  GHashTable *opened;      /* ids of the figures that are open */
  GPtrArray *rows;         /* WsMetricRow, borrowed, one per figure */
  GtkWidget *counters_row; /* the way to read counters; borrowed, NULL where there is none */
};

enum { PROP_0, PROP_PLAYHEAD, PROP_WHOLE_PLAN, PROP_INSPECTION, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsMetricList, ws_metric_list, GTK_TYPE_WIDGET)

/* ---- headings ---- */

/* What stands above the row; the row of the button is hardware's. */
static void
get_place (GtkListBoxRow *row, WsFigureKind *kind, WsMetricGroup *group)
{
  const WsFigure *figure =
      WS_IS_METRIC_ROW (row) ? ws_metric_row_get_figure (WS_METRIC_ROW (row)) : NULL;

  *kind = figure != NULL ? figure->kind : WS_FIGURE_HARDWARE;
  *group = figure != NULL ? figure->metric.group : WS_METRIC_WARPS;
}

static GtkWidget *
make_heading (WsMetricList *self, WsFigureKind kind)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (ws_inspection_get_kind_title (self->inspection, kind));
  g_autofree char *text = ws_inspection_describe_kind (self->inspection, kind);
  GtkWidget *note = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), note);
  return box;
}

static GtkWidget *
make_subheading (WsMetricGroup group)
{
  GtkWidget *label = gtk_label_new (ws_metric_group_get_title (group));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "metric-topic");
  return label;
}

static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  WsMetricList *self = data;
  WsFigureKind kind;
  WsMetricGroup group;
  WsFigureKind kind_before;
  WsMetricGroup group_before;
  GtkWidget *box;
  gboolean topic;

  get_place (row, &kind, &group);
  if (before != NULL)
    get_place (before, &kind_before, &group_before);
  topic = kind == WS_FIGURE_DERIVED && (before == NULL || group != group_before);
  /* with nothing to show, the rows are on their way out */
  if (self->inspection == NULL || (before != NULL && kind == kind_before && !topic))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (box, "metric-header");
  if (before == NULL || kind != kind_before)
    {
      if (before != NULL)
        gtk_widget_add_css_class (box, "metric-kind");
      gtk_box_append (GTK_BOX (box), make_heading (self, kind));
    }
  if (topic)
    gtk_box_append (GTK_BOX (box), make_subheading (group));
  gtk_list_box_row_set_header (row, box);
}

static gboolean
filter_cb (GtkListBoxRow *row, gpointer data)
{
  WsMetricList *self = data;

  if (self->filter == NULL || *self->filter == '\0')
    return TRUE;
  return WS_IS_METRIC_ROW (row)
         && ws_figure_matches (ws_metric_row_get_figure (WS_METRIC_ROW (row)), self->filter);
}

/* ---- rows ---- */

static GtkWidget *
make_counters_row (void)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *button = gtk_button_new_with_label ("Read Hardware Counters");

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.read-counters");
  gtk_widget_set_tooltip_text (button,
                               "Run this launch again under the GPU's own counters (Ctrl+H)");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), button);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

static void
expanded_cb (WsMetricList *self, GParamSpec *pspec, WsMetricRow *row)
{
  const char *id = ws_metric_row_get_figure (row)->id;

  if (ws_metric_row_get_expanded (row))
    g_hash_table_add (self->opened, g_strdup (id));
  else
    g_hash_table_remove (self->opened, id);
}

static void
activated_cb (WsMetricList *self, GtkListBoxRow *row)
{
  if (WS_IS_METRIC_ROW (row))
    ws_metric_row_set_expanded (WS_METRIC_ROW (row),
                                !ws_metric_row_get_expanded (WS_METRIC_ROW (row)));
}

/* Whether the rows are of the same figures: then they change, and nothing moves. */
static gboolean
rows_fit (WsMetricList *self)
{
  guint n = self->inspection != NULL ? self->inspection->figures->len : 0;

  if (self->rows->len != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (ws_metric_row_get_figure (self->rows->pdata[i])->id,
                   g_array_index (self->inspection->figures, WsFigure, i).id)
        != 0)
      return FALSE;
  return TRUE;
}

static void
make_rows (WsMetricList *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->rows, 0);
  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  self->counters_row = NULL;
  for (guint i = 0; self->inspection != NULL && i < self->inspection->figures->len; i++)
    {
      GtkWidget *row = ws_metric_row_new (self->inspection, i);

      ws_metric_row_set_expanded (
          WS_METRIC_ROW (row),
          g_hash_table_contains (self->opened,
                                 g_array_index (self->inspection->figures, WsFigure, i).id));
      g_signal_connect_object (row, "notify::expanded", G_CALLBACK (expanded_cb), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->rows, row);
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
    }
}

/* Of a real GPU whose counters nobody has read, the way to do so. */
static void
update_counters_row (WsMetricList *self)
{
  const WsInspection *shown = self->inspection;
  gboolean wanted = shown != NULL && shown->run->origin == WS_ORIGIN_MEASURED
                    && shown->launch != WS_NONE
                    && (shown->figures->len == 0
                        || g_array_index (shown->figures, WsFigure, shown->figures->len - 1).kind
                               != WS_FIGURE_HARDWARE);

  if (wanted == (self->counters_row != NULL))
    return;
  if (!wanted)
    {
      gtk_list_box_remove (GTK_LIST_BOX (self->list), self->counters_row);
      self->counters_row = NULL;
      return;
    }
  self->counters_row = make_counters_row ();
  gtk_list_box_append (GTK_LIST_BOX (self->list), self->counters_row);
}

static void
update (WsMetricList *self)
{
  WsRun *run = self->playhead != NULL ? ws_playhead_get_run (self->playhead) : NULL;
  const WsScene *scene = run != NULL ? ws_playhead_get_scene (self->playhead) : NULL;
  guint launch =
      run == NULL || self->whole_plan ? WS_NONE : ws_playhead_get_launch (self->playhead);

  if (run != NULL && run->n_launches == 0)
    run = NULL;
  /* another block of the launch has the same figures */
  if (run == (self->inspection != NULL ? self->inspection->run : NULL)
      && (run == NULL || launch == self->inspection->launch))
    return;
  g_clear_pointer (&self->inspection, ws_inspection_unref);
  if (run != NULL)
    self->inspection = ws_inspection_new (
        run, launch,
        scene != NULL && scene->run == run && scene->launch == launch ? scene->metrics : NULL);
  if (!rows_fit (self))
    make_rows (self);
  else
    for (guint i = 0; i < self->rows->len; i++)
      ws_metric_row_set_figure (self->rows->pdata[i], self->inspection, i);
  update_counters_row (self);
  gtk_list_box_invalidate_headers (GTK_LIST_BOX (self->list));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
      self->whole_plan ? "Figures of the whole plan" : "Figures of this launch", -1);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_INSPECTION]);
}

/* ---- the object ---- */

static void
ws_metric_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  switch (prop_id)
    {
    case PROP_PLAYHEAD:
      g_value_set_object (value, self->playhead);
      break;
    case PROP_WHOLE_PLAN:
      g_value_set_boolean (value, self->whole_plan);
      break;
    case PROP_INSPECTION:
      g_value_set_pointer (value, self->inspection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_metric_list_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  switch (prop_id)
    {
    case PROP_PLAYHEAD:
      ws_metric_list_set_playhead (self, g_value_get_object (value));
      break;
    case PROP_WHOLE_PLAN:
      ws_metric_list_set_whole_plan (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_metric_list_dispose (GObject *object)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  g_clear_object (&self->playhead_signals);
  g_clear_object (&self->playhead);
  g_clear_pointer (&self->list, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_metric_list_parent_class)->dispose (object);
}

static void
ws_metric_list_finalize (GObject *object)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  g_clear_pointer (&self->inspection, ws_inspection_unref);
  g_clear_pointer (&self->opened, g_hash_table_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->filter, g_free);

  G_OBJECT_CLASS (ws_metric_list_parent_class)->finalize (object);
}

static void
ws_metric_list_class_init (WsMetricListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_metric_list_get_property;
  object_class->set_property = ws_metric_list_set_property;
  object_class->dispose = ws_metric_list_dispose;
  object_class->finalize = ws_metric_list_finalize;
  props[PROP_PLAYHEAD] =
      g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_WHOLE_PLAN] =
      g_param_spec_boolean ("whole-plan", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_INSPECTION] =
      g_param_spec_pointer ("inspection", NULL, NULL,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "metriclist");
}

static void
ws_metric_list_init (WsMetricList *self)
{
  GtkWidget *nothing = gtk_label_new ("No figure has that name.");

  self->opened = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->rows = g_ptr_array_new ();
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (nothing, "dim-label");
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), nothing);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), header_cb, self, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  self->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::scene", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::run", G_CALLBACK (update), self);
}

/**
 * ws_metric_list_new:
 *
 * Returns: (transfer floating): an empty list
 */
GtkWidget *
ws_metric_list_new (void)
{
  return g_object_new (WS_TYPE_METRIC_LIST, NULL);
}

/**
 * ws_metric_list_set_playhead:
 * @self: a list
 * @playhead: (nullable) (transfer none): whose launch's figures are shown
 */
void
ws_metric_list_set_playhead (WsMetricList *self, WsPlayhead *playhead)
{
  g_return_if_fail (WS_IS_METRIC_LIST (self));

  if (!g_set_object (&self->playhead, playhead))
    return;
  g_signal_group_set_target (self->playhead_signals, playhead);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
}

/**
 * ws_metric_list_set_whole_plan:
 * @self: a list
 * @whole_plan: whether it shows the figures of all launches together
 */
void
ws_metric_list_set_whole_plan (WsMetricList *self, gboolean whole_plan)
{
  g_return_if_fail (WS_IS_METRIC_LIST (self));

  whole_plan = whole_plan != FALSE;
  if (self->whole_plan == whole_plan)
    return;
  self->whole_plan = whole_plan;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WHOLE_PLAN]);
}

/**
 * ws_metric_list_get_whole_plan:
 * @self: a list
 *
 * Returns: whether it shows the figures of all launches together
 */
gboolean
ws_metric_list_get_whole_plan (WsMetricList *self)
{
  g_return_val_if_fail (WS_IS_METRIC_LIST (self), FALSE);

  return self->whole_plan;
}

/**
 * ws_metric_list_set_filter:
 * @self: a list
 * @words: (nullable): what the figures shown have in their titles or names; %NULL for all
 */
void
ws_metric_list_set_filter (WsMetricList *self, const char *words)
{
  g_return_if_fail (WS_IS_METRIC_LIST (self));

  if (g_strcmp0 (self->filter, words) == 0)
    return;
  g_free (self->filter);
  self->filter = g_strdup (words);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

/**
 * ws_metric_list_get_inspection:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): what is shown; %NULL where there is no run
 */
WsInspection *
ws_metric_list_get_inspection (WsMetricList *self)
{
  g_return_val_if_fail (WS_IS_METRIC_LIST (self), NULL);

  return self->inspection;
}
