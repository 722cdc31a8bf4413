#include "ui/metric-list.h"

#include "draw/paint.h"
#include "record/counters.h"

#include <math.h>

struct _WsMetricList {
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  GtkWidget *list;
};

enum { PROP_0, PROP_PLAYHEAD, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsMetricList, ws_metric_list, GTK_TYPE_WIDGET)

static char *
make_tooltip (const WsMetric *metric)
{
  GString *text = g_string_new (metric->formula);

  if (metric->nvprof != NULL)
    g_string_append_printf (text, "\nnvprof: %s", metric->nvprof);
  if (metric->ncu != NULL)
    g_string_append_printf (text, "\nNsight Compute: %s", metric->ncu);
  g_string_append_printf (text, "\nDerived from the %s run.",
                          metric->origin == WS_ORIGIN_MEASURED ? "measured" : "modelled");
  return g_string_free (text, FALSE);
}

/* A title, its value, and below them what there is to say about it. */
static GtkWidget *
make_figure (const char *title_text, const char *value_text, const char *source_text,
             const char *tooltip)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *title = gtk_label_new (title_text);
  g_autofree char *name = g_strdup_printf ("%s: %s, %s", title_text, value_text, source_text);
  GtkWidget *value = gtk_label_new (value_text);
  GtkWidget *source = gtk_label_new (source_text);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (value, "metric-value");
  gtk_label_set_xalign (GTK_LABEL (source), 0);
  gtk_label_set_wrap (GTK_LABEL (source), TRUE);
  gtk_widget_add_css_class (source, "caption");
  gtk_widget_add_css_class (source, "dim-label");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_attach (GTK_GRID (grid), title, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), source, 0, 1, 2, 1);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), grid);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_tooltip_text (row, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

/* The hardware's own reading of a figure, where there is one. */
static const WsCounter *
find_counter (const WsRun *run, guint launch, const WsMetric *metric, GArray *metrics)
{
  for (guint i = 0; i < run->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (run->counters, i);

      if (counter->launch == launch && ws_counter_find_metric (counter, metrics) == metric)
        return counter;
    }
  return NULL;
}

static char *
format_number (double value, const char *unit)
{
  g_autofree char *number = value == floor (value) && value >= 0 && value < 1e15
                                ? ws_format_count ((guint64)value)
                                : g_strdup_printf ("%.2f", value);

  return unit != NULL && *unit != '\0' ? g_strdup_printf ("%s\u00a0%s", number, unit)
                                       : g_steal_pointer (&number);
}

static GtkWidget *
make_row (const WsScene *scene, const WsMetric *metric)
{
  const WsCounter *counter = find_counter (scene->run, scene->launch, metric, scene->metrics);
  g_autofree char *value = ws_metric_format_value (metric);
  g_autofree char *source = ws_metric_format_source (metric);
  g_autofree char *tooltip = make_tooltip (metric);

  if (counter != NULL)
    {
      /* in the unit of the derived figure */
      double factor = metric->value / MAX (ws_counter_comparable (counter, metric), 1e-30);
      g_autofree char *hardware = format_number (
          factor == 1 || metric->value == 0 ? counter->value : counter->value * factor,
          metric->unit);
      g_autofree char *both = g_strdup_printf ("%s\nHardware counter: %s", source, hardware);

      return make_figure (metric->title, value, both, tooltip);
    }
  return make_figure (metric->title, value, source, tooltip);
}

static GtkWidget *
make_counter (const WsCounter *counter)
{
  g_autofree char *value = format_number (counter->value, counter->unit);
  g_autofree char *tooltip =
      g_strdup_printf ("Nsight Compute: %s\nRead off the hardware's counters: machine "
                       "instructions of all blocks.",
                       counter->name);

  return make_figure (ws_counter_get_title (counter->name), value, counter->name, tooltip);
}

static void
append_heading (WsMetricList *self, const char *text)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* The hardware's own figures; of a real GPU whose counters nobody has read, the way to do so. */
static void
append_counters (WsMetricList *self, const WsScene *scene)
{
  guint n = 0;

  if (scene->run->origin != WS_ORIGIN_MEASURED)
    return;
  append_heading (self, "Hardware counters");
  for (guint i = 0; i < scene->run->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (scene->run->counters, i);

      if (counter->launch != scene->launch)
        continue;
      gtk_list_box_append (GTK_LIST_BOX (self->list), make_counter (counter));
      n++;
    }
  if (n == 0)
    {
      GtkWidget *row = gtk_list_box_row_new ();
      GtkWidget *button = gtk_button_new_with_label ("Read Hardware Counters");

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.read-counters");
      gtk_widget_set_tooltip_text (button,
                                   "Run this launch again under the GPU's own counters (Ctrl+H)");
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), button);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
    }
}

static void
scene_cb (WsMetricList *self)
{
  const WsScene *scene = self->playhead != NULL ? ws_playhead_get_scene (self->playhead) : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (guint i = 0; scene != NULL && i < scene->metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (scene->metrics, WsMetric, i);

      if (metric->valid)
        gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (scene, metric));
    }
  if (scene != NULL)
    append_counters (self, scene);
}

static void
ws_metric_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    g_value_set_object (value, WS_METRIC_LIST (object)->playhead);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_metric_list_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    ws_metric_list_set_playhead (WS_METRIC_LIST (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
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
ws_metric_list_class_init (WsMetricListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_metric_list_get_property;
  object_class->set_property = ws_metric_list_set_property;
  object_class->dispose = ws_metric_list_dispose;
  props[PROP_PLAYHEAD] =
      g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "metriclist");
}

static void
ws_metric_list_init (WsMetricList *self)
{
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Metrics of this launch", -1);
  self->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::scene", G_CALLBACK (scene_cb),
                                  self);
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
  scene_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
}

/**
 * ws_metric_format_value:
 * @metric: a valid metric
 *
 * Returns: (transfer full): its value with its unit: whole where it is a count, else one decimal
 */
char *
ws_metric_format_value (const WsMetric *metric)
{
  gboolean whole = metric->value == floor (metric->value) && metric->value >= 0
                   && g_strcmp0 (metric->unit, "%") != 0;
  g_autofree char *number =
      whole ? ws_format_count ((guint64)metric->value) : g_strdup_printf ("%.1f", metric->value);

  if (metric->unit == NULL || *metric->unit == '\0')
    return g_steal_pointer (&number);
  return g_strdup_printf ("%s\u00a0%s", number, metric->unit);
}

/**
 * ws_metric_format_source:
 * @metric: a valid metric
 *
 * Returns: (transfer full): numerator and denominator with their names
 */
char *
ws_metric_format_source (const WsMetric *metric)
{
  g_autofree char *numerator = ws_format_count ((guint64)MAX (metric->numerator, 0));
  g_autofree char *denominator = ws_format_count ((guint64)MAX (metric->denominator, 0));

  /* a count has nothing below it but, at most, where it was counted */
  if (metric->denominator == 1 && g_str_has_suffix (metric->numerator_name, "recorded blocks"))
    return g_strdup_printf ("%s %s", numerator, metric->numerator_name);
  if (metric->denominator == 1)
    return g_strdup_printf ("%s %s%s%s", numerator, metric->numerator_name,
                            *metric->denominator_name != '\0' ? " " : "", metric->denominator_name);
  return g_strdup_printf ("%s %s of %s %s", numerator, metric->numerator_name, denominator,
                          metric->denominator_name);
}
