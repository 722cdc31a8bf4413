#include "charts/sweep-item.h"

struct _WsSweepItem {
  GObject parent_instance;

  WsSweep *sweep;
  gboolean shown;
  gboolean chosen;
};

enum { PROP_0, PROP_SWEEP, PROP_CHOSEN, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsSweepItem, ws_sweep_item, G_TYPE_OBJECT)

static void
ws_sweep_item_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsSweepItem *self = WS_SWEEP_ITEM (object);

  switch (prop_id)
    {
    case PROP_SWEEP:
      g_value_set_boxed (value, self->sweep);
      break;
    case PROP_CHOSEN:
      g_value_set_boolean (value, self->chosen);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_sweep_item_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_CHOSEN)
    ws_sweep_item_set_chosen (WS_SWEEP_ITEM (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_sweep_item_finalize (GObject *object)
{
  g_clear_pointer (&WS_SWEEP_ITEM (object)->sweep, ws_sweep_unref);

  G_OBJECT_CLASS (ws_sweep_item_parent_class)->finalize (object);
}

static void
ws_sweep_item_class_init (WsSweepItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_sweep_item_get_property;
  object_class->set_property = ws_sweep_item_set_property;
  object_class->finalize = ws_sweep_item_finalize;
  props[PROP_SWEEP] =
      g_param_spec_boxed ("sweep", NULL, NULL, WS_TYPE_SWEEP, G_PARAM_READABLE | flags);
  props[PROP_CHOSEN] =
      g_param_spec_boolean ("chosen", NULL, NULL, FALSE, G_PARAM_READWRITE | flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_sweep_item_init (WsSweepItem *self)
{
}

/**
 * ws_sweep_item_new:
 * @shown: whether it is the one that is shown
 *
 * Returns: (transfer full): an item, not chosen
 */
WsSweepItem *
ws_sweep_item_new (WsSweep *sweep, gboolean shown)
{
  WsSweepItem *self = g_object_new (WS_TYPE_SWEEP_ITEM, NULL);

  self->sweep = ws_sweep_ref (sweep);
  self->shown = shown;
  return self;
}

WsSweep *
ws_sweep_item_get_sweep (WsSweepItem *self)
{
  g_return_val_if_fail (WS_IS_SWEEP_ITEM (self), NULL);
  return self->sweep;
}

gboolean
ws_sweep_item_is_shown (WsSweepItem *self)
{
  g_return_val_if_fail (WS_IS_SWEEP_ITEM (self), FALSE);
  return self->shown;
}

/**
 * ws_sweep_item_set_chosen:
 * @chosen: whether the sweep shown is compared with its own
 */
void
ws_sweep_item_set_chosen (WsSweepItem *self, gboolean chosen)
{
  g_return_if_fail (WS_IS_SWEEP_ITEM (self));
  chosen = chosen != FALSE;
  if (self->chosen == chosen)
    return;
  self->chosen = chosen;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CHOSEN]);
}

/* Returns: whether the sweep shown is compared with its own */
gboolean
ws_sweep_item_get_chosen (WsSweepItem *self)
{
  g_return_val_if_fail (WS_IS_SWEEP_ITEM (self), FALSE);
  return self->chosen;
}
