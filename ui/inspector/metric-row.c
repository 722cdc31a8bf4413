#include "inspector/metric-row.h"

#include "pen/paint.h"
#include "toolkit/glossary-tip.h"
#include "toolkit/paragraph.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

struct _WsMetricRow {
  GtkListBoxRow parent_instance;

  WsFigureItem *item;
  GtkWidget *arrow;
  GtkWidget *title;
  GtkWidget *value;
  GtkWidget *source;
  GtkWidget *hardware;
  GtkWidget *revealer;
  GtkWidget *details; /* NULL until it is opened */
};

enum { PROP_0, PROP_EXPANDED, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsMetricRow, ws_metric_row, GTK_TYPE_LIST_BOX_ROW)

/* A tool's name for the figure may break after underscores and dots. */
static char *
make_breakable (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *c = name; *c != '\0'; c++)
    {
      g_string_append_c (text, *c);
      if ((*c == '_' || *c == '.') && c[1] != '_' && c[1] != '\0')
        g_string_append (text, "\u200b");
    }
  return g_string_free (text, FALSE);
}

static void
append_name (GtkWidget *box, const char *tool, const char *name)
{
  GtkWidget *pair;
  g_autofree char *breakable = NULL;

  if (name == NULL)
    return;
  pair = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  breakable = make_breakable (name);
  gtk_box_append (GTK_BOX (pair), ws_paragraph_new (tool, "dim-label"));
  gtk_box_append (GTK_BOX (pair), ws_paragraph_new (breakable, "metric-name"));
  gtk_box_append (GTK_BOX (box), pair);
}

static void
attach_number (GtkWidget *grid, const char *name, double number, int row)
{
  g_autofree char *text = ws_format_count ((guint64)MAX (number, 0));
  GtkWidget *label = ws_paragraph_new (name, NULL);
  GtkWidget *value = gtk_label_new (text);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (value, "metric-number");
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 1, row, 1, 1);
}

/* What is divided by what, as a fraction; of a count, what is counted. */
static GtkWidget *
make_fraction (const WsMetric *metric)
{
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *where = NULL;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  if (metric->denominator == 1)
    {
      gboolean said = metric->of_recorded;

      where = g_strdup_printf ("%s%s%s", metric->numerator_name,
                               said || *metric->denominator_name == '\0' ? "" : " ",
                               said ? "" : metric->denominator_name);
      attach_number (grid, where, metric->numerator, 0);
      return grid;
    }
  attach_number (grid, metric->numerator_name, metric->numerator, 0);
  gtk_grid_attach (GTK_GRID (grid), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 1, 2, 1);
  attach_number (grid, metric->denominator_name, metric->denominator, 2);
  return grid;
}

static GtkWidget *
make_trap (const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *label = ws_paragraph_new (text, NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"),
                                  -1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (box, "metric-trap");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static GtkWidget *
make_copy_button (void)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("edit-copy-symbolic"));
  gtk_box_append (GTK_BOX (content), gtk_label_new (_ ("Copy")));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "metric.copy");
  ws_tip_set (button, _ ("Copy value, formula, operands and names (Ctrl+C)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Copy this metric"), -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  return button;
}

static void
make_details (WsMetricRow *self)
{
  const WsFigure *figure = ws_metric_row_get_figure (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->details = box;
  gtk_widget_add_css_class (box, "metric-details");
  gtk_box_append (GTK_BOX (box), ws_paragraph_new (figure->metric.formula, "metric-formula"));
  if (*figure->metric.numerator_name != '\0')
    gtk_box_append (GTK_BOX (box), make_fraction (&figure->metric));
  append_name (box, "nvprof", figure->metric.nvprof);
  append_name (box, "Nsight Compute", figure->metric.ncu);
  if (figure->metric.trap != NULL)
    gtk_box_append (GTK_BOX (box), make_trap (figure->metric.trap));
  gtk_box_append (GTK_BOX (box), make_copy_button ());
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
}

static void
update_expanded (WsMetricRow *self)
{
  const char *source = gtk_label_get_text (GTK_LABEL (self->source));
  const WsFigure *figure = ws_metric_row_get_figure (self);
  gboolean expanded = ws_figure_item_get_expanded (self->item);

  if (expanded && self->details == NULL)
    make_details (self);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), expanded);
  /* a count is its own source; the opened row has the same numbers below */
  gtk_widget_set_visible (self->source,
                          !expanded && *source != '\0' && figure->metric.denominator != 1);
  if (expanded)
    gtk_widget_add_css_class (GTK_WIDGET (self), "opened");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "opened");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
}

static void
expanded_cb (WsMetricRow *self)
{
  update_expanded (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPANDED]);
}

/* The item has another figure; the row stays open, or closed. */
static void
show_figure (WsMetricRow *self)
{
  const WsFigure *figure = ws_metric_row_get_figure (self);
  g_autofree char *value = ws_metric_format_value (&figure->metric);
  g_autofree char *source = ws_metric_format_source (&figure->metric);
  g_autofree char *name = NULL;

  gtk_label_set_text (GTK_LABEL (self->title), figure->title);
  gtk_label_set_text (GTK_LABEL (self->value), value);
  gtk_label_set_text (GTK_LABEL (self->source), source);
  gtk_widget_set_visible (self->hardware, figure->has_hardware);
  if (figure->has_hardware)
    {
      g_autofree char *hardware = ws_figure_format_hardware (figure);
      g_autofree char *text = g_strdup_printf (_ ("Hardware counter: %s"), hardware);

      gtk_label_set_text (GTK_LABEL (self->hardware), text);
      name = g_strdup_printf (_ ("%s: %s; hardware counter: %s"), figure->title, value, hardware);
    }
  else
    name = g_strdup_printf ("%s: %s", figure->title, value);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, figure->metric.formula, -1);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), NULL);
  self->details = NULL;
  update_expanded (self);
}

static void
copy_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsMetricRow *self = WS_METRIC_ROW (widget);
  g_autofree char *text = ws_inspection_figure_to_text (ws_figure_item_get_inspection (self->item),
                                                        ws_metric_row_get_figure (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
ws_metric_row_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_EXPANDED)
    g_value_set_boolean (value, ws_metric_row_get_expanded (WS_METRIC_ROW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_metric_row_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_EXPANDED)
    ws_metric_row_set_expanded (WS_METRIC_ROW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_metric_row_dispose (GObject *object)
{
  WsMetricRow *self = WS_METRIC_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_METRIC_ROW);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (ws_metric_row_parent_class)->dispose (object);
}

static void
ws_metric_row_class_init (WsMetricRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_metric_row_get_property;
  object_class->set_property = ws_metric_row_set_property;
  object_class->dispose = ws_metric_row_dispose;
  props[PROP_EXPANDED] =
      g_param_spec_boolean ("expanded", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_install_action (widget_class, "metric.copy", NULL, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "metric.copy",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/metric-row.ui");
  gtk_widget_class_bind_template_child (widget_class, WsMetricRow, arrow);
  gtk_widget_class_bind_template_child (widget_class, WsMetricRow, title);
  gtk_widget_class_bind_template_child (widget_class, WsMetricRow, value);
  gtk_widget_class_bind_template_child (widget_class, WsMetricRow, source);
  gtk_widget_class_bind_template_child (widget_class, WsMetricRow, hardware);
  gtk_widget_class_bind_template_child (widget_class, WsMetricRow, revealer);
}

static void
ws_metric_row_init (WsMetricRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_paragraph_set_up (GTK_LABEL (self->title));
  ws_paragraph_set_up (GTK_LABEL (self->source));
  ws_paragraph_set_up (GTK_LABEL (self->hardware));
  ws_glossary_tip_add (GTK_LABEL (self->title), FALSE);
}

/**
 * ws_metric_row_new:
 * @item: (transfer none): an item with a figure
 */
GtkWidget *
ws_metric_row_new (WsFigureItem *item)
{
  WsMetricRow *self = g_object_new (WS_TYPE_METRIC_ROW, NULL);

  self->item = g_object_ref (item);
  g_signal_connect_object (item, "notify::inspection", G_CALLBACK (show_figure), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (item, "notify::expanded", G_CALLBACK (expanded_cb), self,
                           G_CONNECT_SWAPPED);
  show_figure (self);
  return GTK_WIDGET (self);
}

const WsFigure *
ws_metric_row_get_figure (WsMetricRow *self)
{
  g_return_val_if_fail (WS_IS_METRIC_ROW (self), NULL);

  return ws_figure_item_get_figure (self->item);
}

/* Returns: whether it shows where the figure comes from */
gboolean
ws_metric_row_get_expanded (WsMetricRow *self)
{
  g_return_val_if_fail (WS_IS_METRIC_ROW (self), FALSE);

  return self->item != NULL && ws_figure_item_get_expanded (self->item);
}

/**
 * ws_metric_row_set_expanded:
 * @self: a row with a figure
 * @expanded: whether it shows where the figure comes from
 */
void
ws_metric_row_set_expanded (WsMetricRow *self, gboolean expanded)
{
  g_return_if_fail (WS_IS_METRIC_ROW (self) && self->item != NULL);

  ws_figure_item_set_expanded (self->item, expanded);
}
