#include "playback/follower.h"

typedef struct {
  WsPlayhead *playhead;
  GSignalGroup *signals; /* of the playhead */
} WsFollowerPrivate;

enum { PROP_0, PROP_PLAYHEAD, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WsFollower, ws_follower, GTK_TYPE_WIDGET)

static void
ws_follower_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    g_value_set_object (value, ws_follower_get_playhead (WS_FOLLOWER (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_follower_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    ws_follower_set_playhead (WS_FOLLOWER (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_follower_dispose (GObject *object)
{
  WsFollowerPrivate *priv = ws_follower_get_instance_private (WS_FOLLOWER (object));

  g_clear_object (&priv->signals);
  g_clear_object (&priv->playhead);

  G_OBJECT_CLASS (ws_follower_parent_class)->dispose (object);
}

static void
ws_follower_class_init (WsFollowerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ws_follower_get_property;
  object_class->set_property = ws_follower_set_property;
  object_class->dispose = ws_follower_dispose;
  props[PROP_PLAYHEAD] =
      g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_follower_init (WsFollower *self)
{
  WsFollowerPrivate *priv = ws_follower_get_instance_private (self);

  priv->signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
}

/* Returns: (transfer none) (nullable): what it follows */
WsPlayhead *
ws_follower_get_playhead (WsFollower *self)
{
  WsFollowerPrivate *priv = ws_follower_get_instance_private (self);

  g_return_val_if_fail (WS_IS_FOLLOWER (self), NULL);
  return priv->playhead;
}

/**
 * ws_follower_set_playhead:
 * @playhead: (nullable) (transfer none): what to follow
 */
void
ws_follower_set_playhead (WsFollower *self, WsPlayhead *playhead)
{
  WsFollowerPrivate *priv = ws_follower_get_instance_private (self);

  g_return_if_fail (WS_IS_FOLLOWER (self));
  if (!g_set_object (&priv->playhead, playhead))
    return;
  g_signal_group_set_target (priv->signals, playhead);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
}

/**
 * ws_follower_connect:
 * @signal: of the playhead, whichever is followed, as in "notify::scene"
 * @callback: gets @self first
 *
 * For the initialisation of a type; another playhead is a change of the property.
 */
void
ws_follower_connect (WsFollower *self, const char *signal, GCallback callback)
{
  WsFollowerPrivate *priv = ws_follower_get_instance_private (self);

  g_return_if_fail (WS_IS_FOLLOWER (self));
  g_signal_group_connect_swapped (priv->signals, signal, callback, self);
}
