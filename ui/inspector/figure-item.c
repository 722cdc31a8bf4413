#include "inspector/figure-item.h"

struct _WsFigureItem {
  GObject parent_instance;

  WsInspection *inspection; /* NULL if it is no figure */
  guint index;
  gboolean expanded;
};

enum { PROP_0, PROP_INSPECTION, PROP_EXPANDED, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsFigureItem, ws_figure_item, G_TYPE_OBJECT)

static void
ws_figure_item_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsFigureItem *self = WS_FIGURE_ITEM (object);

  switch (prop_id)
    {
    case PROP_INSPECTION:
      g_value_set_boxed (value, self->inspection);
      break;
    case PROP_EXPANDED:
      g_value_set_boolean (value, self->expanded);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_figure_item_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_EXPANDED)
    ws_figure_item_set_expanded (WS_FIGURE_ITEM (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_figure_item_finalize (GObject *object)
{
  g_clear_pointer (&WS_FIGURE_ITEM (object)->inspection, ws_inspection_unref);

  G_OBJECT_CLASS (ws_figure_item_parent_class)->finalize (object);
}

static void
ws_figure_item_class_init (WsFigureItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_figure_item_get_property;
  object_class->set_property = ws_figure_item_set_property;
  object_class->finalize = ws_figure_item_finalize;
  props[PROP_INSPECTION] =
      g_param_spec_boxed ("inspection", NULL, NULL, WS_TYPE_INSPECTION, G_PARAM_READABLE | flags);
  props[PROP_EXPANDED] =
      g_param_spec_boolean ("expanded", NULL, NULL, FALSE, G_PARAM_READWRITE | flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_figure_item_init (WsFigureItem *self)
{
}

/**
 * ws_figure_item_new:
 * @inspection: (nullable): which the figure is of; %NULL for the way to read counters
 * @index: which figure of it
 *
 * Returns: (transfer full): an item, not expanded
 */
WsFigureItem *
ws_figure_item_new (WsInspection *inspection, guint index)
{
  WsFigureItem *self = g_object_new (WS_TYPE_FIGURE_ITEM, NULL);

  if (inspection != NULL)
    ws_figure_item_set_figure (self, inspection, index);
  return self;
}

/**
 * ws_figure_item_set_figure:
 * @index: the one that it is from now on
 */
void
ws_figure_item_set_figure (WsFigureItem *self, WsInspection *inspection, guint index)
{
  g_return_if_fail (WS_IS_FIGURE_ITEM (self));
  g_return_if_fail (inspection != NULL && index < inspection->figures->len);

  ws_inspection_ref (inspection);
  g_clear_pointer (&self->inspection, ws_inspection_unref);
  self->inspection = inspection;
  self->index = index;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_INSPECTION]);
}

/* Returns: (transfer none) (nullable): the figures that it is one of */
WsInspection *
ws_figure_item_get_inspection (WsFigureItem *self)
{
  g_return_val_if_fail (WS_IS_FIGURE_ITEM (self), NULL);
  return self->inspection;
}

/* Returns: (transfer none) (nullable): the figure */
const WsFigure *
ws_figure_item_get_figure (WsFigureItem *self)
{
  g_return_val_if_fail (WS_IS_FIGURE_ITEM (self), NULL);
  return self->inspection != NULL
             ? &g_array_index (self->inspection->figures, WsFigure, self->index)
             : NULL;
}

/**
 * ws_figure_item_set_expanded:
 * @expanded: whether it shows where its figure comes from
 */
void
ws_figure_item_set_expanded (WsFigureItem *self, gboolean expanded)
{
  g_return_if_fail (WS_IS_FIGURE_ITEM (self));
  expanded = expanded != FALSE;
  if (self->expanded == expanded)
    return;
  self->expanded = expanded;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPANDED]);
}

/* Returns: whether it shows where its figure comes from */
gboolean
ws_figure_item_get_expanded (WsFigureItem *self)
{
  g_return_val_if_fail (WS_IS_FIGURE_ITEM (self), FALSE);
  return self->expanded;
}
