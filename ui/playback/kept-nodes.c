#include "playback/kept-nodes.h"

#include "sheet/stamp.h"

typedef struct {
  guint64 key;
  int scale;
  GskRenderNode *node;
  guint frame; /* in which it was shown last */
} Kept;

struct _WsKeptNodes {
  GHashTable *nodes; /* Kept.key: Kept */
  guint frame;
};

static void
kept_free (gpointer data)
{
  Kept *self = data;

  gsk_render_node_unref (self->node);
  g_free (self);
}

/* Returns: (transfer full): keeps nothing yet */
WsKeptNodes *
ws_kept_nodes_new (void)
{
  WsKeptNodes *self = g_new0 (WsKeptNodes, 1);

  self->nodes = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, kept_free);
  return self;
}

void
ws_kept_nodes_free (WsKeptNodes *self)
{
  g_hash_table_unref (self->nodes);
  g_free (self);
}

static GskRenderNode *
record (WsPainter *painter, guint i, const WsBox *box, int scale)
{
  GskRenderNode *node = gsk_cairo_node_new (
      &GRAPHENE_RECT_INIT ((float)box->x, (float)box->y, (float)box->w, (float)box->h));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  ws_stamps_set_scale (cr, scale);
  ws_painter_draw (painter, i, cr);
  cairo_destroy (cr);
  return node;
}

static gboolean
is_gone (gpointer key, gpointer value, gpointer data)
{
  const guint *frame = data;

  return ((const Kept *)value)->frame != *frame;
}

/**
 * ws_kept_nodes_show:
 * @self: what is kept
 * @snapshot: the widget's snapshot, in its own coordinates
 * @painter: set to what is to be shown
 * @scale: pixels per unit
 *
 * Shows a painter's parts; only unknown ones are drawn. Cached parts that are not among them are
 * dropped.
 */
void
ws_kept_nodes_show (WsKeptNodes *self, GtkSnapshot *snapshot, WsPainter *painter, int scale)
{
  guint n_parts;
  const WsPart *parts = ws_painter_get_parts (painter, &n_parts);

  for (guint i = 0; i < n_parts; i++)
    {
      Kept *kept = g_hash_table_lookup (self->nodes, &parts[i].key);

      if (parts[i].bounds.w <= 0 || parts[i].bounds.h <= 0)
        continue;
      if (kept == NULL || kept->scale != scale)
        {
          kept = g_new0 (Kept, 1);
          kept->key = parts[i].key;
          kept->scale = scale;
          kept->node = record (painter, i, &parts[i].bounds, scale);
          g_hash_table_replace (self->nodes, &kept->key, kept);
        }
      kept->frame = self->frame;
      gtk_snapshot_append_node (snapshot, kept->node);
    }
  g_hash_table_foreach_remove (self->nodes, is_gone, &self->frame);
  self->frame++;
}
