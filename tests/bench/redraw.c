#include "redraw.h"

#include "measure.h"

#include <math.h>

struct _Redraw {
  GtkWidget *widget; /* not owned */
  GskRenderNode *before;
  cairo_surface_t *surface; /* stays: a window's is there, too */
};

Redraw *
redraw_new (GtkWidget *widget)
{
  Redraw *self = g_new0 (Redraw, 1);

  self->widget = widget;
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, gtk_widget_get_width (widget),
                                              gtk_widget_get_height (widget));
  return self;
}

void
redraw_free (Redraw *self)
{
  g_clear_pointer (&self->before, gsk_render_node_unref);
  cairo_surface_destroy (self->surface);
  g_free (self);
}

/* (transfer full) (nullable) */
static GskRenderNode *
get_node (Redraw *self)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (self->widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (self->widget),
                          gtk_widget_get_height (self->widget));
  return gtk_snapshot_free_to_node (snapshot);
}

static void
add_leaves (GskRenderNode *node, graphene_point_t at, GHashTable *leaves)
{
  GskTransform *transform;
  graphene_rect_t bounds;
  float dx;
  float dy;

  switch ((int)gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        add_leaves (gsk_container_node_get_child (node, i), at, leaves);
      return;
    case GSK_CLIP_NODE:
      add_leaves (gsk_clip_node_get_child (node), at, leaves);
      return;
    case GSK_ROUNDED_CLIP_NODE:
      add_leaves (gsk_rounded_clip_node_get_child (node), at, leaves);
      return;
    case GSK_DEBUG_NODE:
      add_leaves (gsk_debug_node_get_child (node), at, leaves);
      return;
    case GSK_TRANSFORM_NODE:
      transform = gsk_transform_node_get_transform (node);
      if (gsk_transform_get_category (transform) >= GSK_TRANSFORM_CATEGORY_2D_TRANSLATE)
        {
          gsk_transform_to_translate (transform, &dx, &dy);
          at.x += dx;
          at.y += dy;
          add_leaves (gsk_transform_node_get_child (node), at, leaves);
          return;
        }
      break;
    default:
      break;
    }
  gsk_render_node_get_bounds (node, &bounds);
  graphene_rect_offset (&bounds, at.x, at.y);
  g_hash_table_replace (leaves, node, g_memdup2 (&bounds, sizeof bounds));
}

static GHashTable *
find_leaves (GskRenderNode *node)
{
  GHashTable *leaves = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  if (node != NULL)
    add_leaves (node, GRAPHENE_POINT_INIT (0, 0), leaves);
  return leaves;
}

/* What is in one of them only. */
static void
add_changes (cairo_region_t *region, GHashTable *these, GHashTable *those)
{
  GHashTableIter iter;
  gpointer node;
  gpointer value;

  g_hash_table_iter_init (&iter, these);
  while (g_hash_table_iter_next (&iter, &node, &value))
    {
      const graphene_rect_t *bounds = value;
      cairo_rectangle_int_t box = { .x = (int)floorf (bounds->origin.x),
                                    .y = (int)floorf (bounds->origin.y) };

      box.width = (int)ceilf (bounds->origin.x + bounds->size.width) - box.x;
      box.height = (int)ceilf (bounds->origin.y + bounds->size.height) - box.y;
      if (!g_hash_table_contains (those, node))
        cairo_region_union_rectangle (region, &box);
    }
}

static double
draw (Redraw *self, GskRenderNode *node, const cairo_region_t *region)
{
  cairo_t *cr = cairo_create (self->surface);
  double began;
  double took;

  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t box;

      cairo_region_get_rectangle (region, i, &box);
      cairo_rectangle (cr, box.x, box.y, box.width, box.height);
    }
  cairo_clip (cr);
  began = measure_cpu_ms ();
  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  gsk_render_node_draw (node, cr);
  took = measure_cpu_ms () - began;
  cairo_destroy (cr);
  return took;
}

void
redraw_take (Redraw *self)
{
  g_clear_pointer (&self->before, gsk_render_node_unref);
  self->before = get_node (self);
}

static cairo_region_t *
get_whole (Redraw *self)
{
  return cairo_region_create_rectangle (
      &(cairo_rectangle_int_t){ 0, 0, cairo_image_surface_get_width (self->surface),
                                cairo_image_surface_get_height (self->surface) });
}

static double
get_area (const cairo_region_t *region)
{
  double area = 0;

  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t box;

      cairo_region_get_rectangle (region, i, &box);
      area += (double)box.width * box.height;
    }
  return area;
}

gboolean
redraw_measure (Redraw *self, double *ms, double *share)
{
  g_autoptr (GskRenderNode) after = get_node (self);
  g_autoptr (GHashTable) old = find_leaves (self->before);
  g_autoptr (GHashTable) new = find_leaves (after);
  cairo_region_t *region = cairo_region_create ();
  cairo_region_t *whole = get_whole (self);
  gboolean changed;

  add_changes (region, old, new);
  add_changes (region, new, old);
  cairo_region_intersect (region, whole);
  changed = after != NULL && !cairo_region_is_empty (region);
  if (changed)
    {
      *ms = draw (self, after, region);
      *share = get_area (region) / get_area (whole);
    }
  cairo_region_destroy (region);
  cairo_region_destroy (whole);
  return changed;
}

double
redraw_measure_all (Redraw *self)
{
  g_autoptr (GskRenderNode) node = get_node (self);
  cairo_region_t *whole = get_whole (self);
  double ms;

  /* a widget that shows nothing costs nothing, and is no measurement */
  g_assert_nonnull (node);
  ms = draw (self, node, whole);

  cairo_region_destroy (whole);
  return ms;
}
