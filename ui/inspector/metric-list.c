#include "inspector/metric-list.h"

#include "inspector/metric-row.h"
#include "toolkit/paragraph.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

struct _WsMetricList {
  WsFollower parent_instance;

  GtkWidget *list;
  GtkWidget *none;          /* says that no figure matches */
  WsInspection *inspection; /* NULL if there is no run */
  gboolean whole_plan;
  char *filter;
  GHashTable *opened; /* ids of the figures that are open */
  GListStore *items;  /* WsFigureItem; behind the figures, the way to read counters */
  GtkFilter *matches;
  guint bringing;  /* source; 0: the items are those of the inspection */
  guint n_brought; /* of its figures */
};

#define N_AT_ONCE 8

enum { PROP_0, PROP_WHOLE_PLAN, PROP_INSPECTION, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsMetricList, ws_metric_list, WS_TYPE_FOLLOWER)

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
  GtkWidget *note = ws_paragraph_new (text, "dim-label");

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
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
  /* with nothing to show, the rows are being removed */
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
matches_cb (gpointer item, gpointer data)
{
  WsMetricList *self = data;
  const WsFigure *figure = ws_figure_item_get_figure (item);

  if (self->filter == NULL || *self->filter == '\0')
    return TRUE;
  return figure != NULL && ws_figure_matches (figure, self->filter);
}

/* ---- rows ---- */

static GtkWidget *
make_counters_row (void)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *button = gtk_button_new_with_label (_ ("Read Hardware Counters"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.read-counters");
  ws_tip_set (button, _ ("Run this launch again with hardware counters (Ctrl+H)"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), button);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

static void
expanded_cb (WsMetricList *self, GParamSpec *pspec, WsFigureItem *item)
{
  const char *id = ws_figure_item_get_figure (item)->id;

  if (ws_figure_item_get_expanded (item))
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

static GtkWidget *
make_row (gpointer item, gpointer data)
{
  return ws_figure_item_get_figure (item) != NULL ? ws_metric_row_new (item) : make_counters_row ();
}

/* (transfer full) (nullable) */
static WsFigureItem *
get_item (WsMetricList *self, guint n)
{
  return g_list_model_get_item (G_LIST_MODEL (self->items), n);
}

static gboolean
is_of (WsFigureItem *item, const WsFigure *figure)
{
  const WsFigure *own = ws_figure_item_get_figure (item);

  return own != NULL && g_str_equal (own->id, figure->id);
}

/* Returns: the first item from @from on that is of @figure; %WS_NONE if there is none */
static guint
find_item (WsMetricList *self, const WsFigure *figure, guint from)
{
  for (guint i = from; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (WsFigureItem) item = get_item (self, i);

      if (is_of (item, figure))
        return i;
    }
  return WS_NONE;
}

/* (transfer full) */
static WsFigureItem *
make_item (WsMetricList *self, guint n)
{
  WsFigureItem *item = ws_figure_item_new (self->inspection, n);

  ws_figure_item_set_expanded (
      item, g_hash_table_contains (self->opened, ws_figure_item_get_figure (item)->id));
  g_signal_connect_object (item, "notify::expanded", G_CALLBACK (expanded_cb), self,
                           G_CONNECT_SWAPPED);
  return item;
}

/* Offers to read the counters of a real GPU, if not yet read. */
static gboolean
wants_counters (const WsInspection *shown)
{
  return shown != NULL && shown->run->origin == WS_ORIGIN_MEASURED && shown->launch != WS_NONE
         && (shown->figures->len == 0
             || g_array_index (shown->figures, WsFigure, shown->figures->len - 1).kind
                    != WS_FIGURE_HARDWARE);
}

/* Brings one item in place: that of the figure, which changes, or a new one.
 * Returns: whether it is new */
static gboolean
bring_item (WsMetricList *self, guint n)
{
  guint place = find_item (self, &g_array_index (self->inspection->figures, WsFigure, n), n);
  g_autoptr (WsFigureItem) item = NULL;

  if (place == WS_NONE)
    {
      item = make_item (self, n);
      g_list_store_insert (self->items, n, item);
      return TRUE;
    }
  if (place > n)
    g_list_store_splice (self->items, n, place - n, NULL, 0);
  item = get_item (self, n);
  ws_figure_item_set_figure (item, self->inspection, n);
  return FALSE;
}

/* Behind the last figure: nothing, or the way to read counters. */
static void
end_items (WsMetricList *self, guint n)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  g_autoptr (WsFigureItem) way = NULL;

  g_list_store_splice (self->items, n, n_items - n, NULL, 0);
  if (!wants_counters (self->inspection))
    return;
  way = ws_figure_item_new (NULL, 0);
  g_list_store_append (self->items, way);
}

/* A row takes almost a millisecond to create, and as long to lay out: visible ones are created at
 * once, the others a few per frame. */
static gboolean
bring_some (gpointer data)
{
  WsMetricList *self = data;
  guint n = self->inspection != NULL ? self->inspection->figures->len : 0;
  guint n_new = 0;

  while (self->n_brought < n && n_new < N_AT_ONCE)
    n_new += bring_item (self, self->n_brought++);
  if (self->n_brought < n)
    return G_SOURCE_CONTINUE;
  end_items (self, n);
  gtk_list_box_invalidate_headers (GTK_LIST_BOX (self->list));
  self->bringing = 0;
  return G_SOURCE_REMOVE;
}

static void
update_items (WsMetricList *self)
{
  g_clear_handle_id (&self->bringing, g_source_remove);
  self->n_brought = 0;
  if (bring_some (self))
    self->bringing = g_idle_add_full (GDK_PRIORITY_REDRAW, bring_some, self, NULL);
}

static void
update (WsMetricList *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsRun *run = playhead != NULL ? ws_playhead_get_run (playhead) : NULL;
  const WsScene *scene = run != NULL ? ws_playhead_get_scene (playhead) : NULL;
  guint launch = run == NULL || self->whole_plan ? WS_NONE : ws_playhead_get_launch (playhead);

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
  gtk_widget_set_visible (self->none, run != NULL);
  update_items (self);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
      self->whole_plan ? _ ("Metrics of the whole plan") : _ ("Metrics of this launch"), -1);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_INSPECTION]);
}

/* ---- the object ---- */

static void
ws_metric_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  switch (prop_id)
    {
    case PROP_WHOLE_PLAN:
      g_value_set_boolean (value, self->whole_plan);
      break;
    case PROP_INSPECTION:
      g_value_set_boxed (value, self->inspection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_whole_plan (WsMetricList *self, gboolean whole_plan)
{
  whole_plan = whole_plan != FALSE;
  if (self->whole_plan == whole_plan)
    return;
  self->whole_plan = whole_plan;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WHOLE_PLAN]);
}

static void
ws_metric_list_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  switch (prop_id)
    {
    case PROP_WHOLE_PLAN:
      set_whole_plan (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_metric_list_dispose (GObject *object)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  g_clear_handle_id (&self->bringing, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_METRIC_LIST);
  g_clear_object (&self->matches);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (ws_metric_list_parent_class)->dispose (object);
}

static void
ws_metric_list_finalize (GObject *object)
{
  WsMetricList *self = WS_METRIC_LIST (object);

  g_clear_pointer (&self->inspection, ws_inspection_unref);
  g_clear_pointer (&self->opened, g_hash_table_unref);
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
  props[PROP_WHOLE_PLAN] =
      g_param_spec_boolean ("whole-plan", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_INSPECTION] =
      g_param_spec_boxed ("inspection", NULL, NULL, WS_TYPE_INSPECTION,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "metriclist");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/metric-list.ui");
  gtk_widget_class_bind_template_child (widget_class, WsMetricList, list);
  gtk_widget_class_bind_template_child (widget_class, WsMetricList, none);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
ws_metric_list_init (WsMetricList *self)
{
  GtkFilterListModel *shown;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->opened = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->items = g_list_store_new (WS_TYPE_FIGURE_ITEM);
  self->matches = GTK_FILTER (gtk_custom_filter_new (matches_cb, self, NULL));
  shown = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->items)),
                                     g_object_ref (self->matches));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), header_cb, self, NULL);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), G_LIST_MODEL (shown), make_row, NULL, NULL);
  g_object_unref (shown);
  g_signal_connect (self, "notify::playhead", G_CALLBACK (update), NULL);
  ws_follower_connect (WS_FOLLOWER (self), "notify::scene", G_CALLBACK (update));
  ws_follower_connect (WS_FOLLOWER (self), "notify::run", G_CALLBACK (update));
}

/**
 * ws_metric_list_set_filter:
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
  gtk_filter_changed (self->matches, GTK_FILTER_CHANGE_DIFFERENT);
}

/* Returns: (transfer none) (nullable): what is shown; %NULL if there is no run */
WsInspection *
ws_metric_list_get_inspection (WsMetricList *self)
{
  g_return_val_if_fail (WS_IS_METRIC_LIST (self), NULL);

  return self->inspection;
}
