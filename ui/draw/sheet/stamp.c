#include "sheet/stamp.h"

#include <math.h>
#include <string.h>

#define N_PHASES  4  /* subpixel positions of a shape: finer ones are invisible */
#define N_SIZES   64 /* subpixel steps of sizes */
#define MARGIN_PX 1
#define FEWEST    4     /* that are worth a stamp */
#define LARGEST   4096  /* pixels of one that is */
#define FARTHEST  1e6   /* pixels */
#define MOST      512   /* that are kept from one target to the next */
#define SHEET     49152 /* bytes: allocations of this size are cheap, larger ones are not */

/* The key of a stamp, in pixels. */
typedef struct {
  WsStampShape shape;
  double scale; /* pixels per unit of the drawing */
  int width;    /* x N_SIZES */
  int height;
  int phase_x; /* of N_PHASES */
  int phase_y;
} Key;

typedef struct {
  Key key;
  cairo_surface_t *mask;
} Stamp;

/* A stamp at its position. */
typedef struct {
  cairo_surface_t *mask; /* borrowed */
  int x;                 /* pixels */
  int y;
  int width;
  int height;
} Print;

struct _WsStamps {
  cairo_t *cr;
  GArray *stamps; /* Stamp */
  GArray *prints; /* Print: of what is being shown */
};

/* The mapping of the drawing's units to pixels. */
typedef struct {
  double surface_scale; /* pixels per unit of the surface */
  double scale;         /* pixels per unit of the drawing */
  double x0;            /* pixels */
  double y0;
} Grid;

static const cairo_user_data_key_t scale_key;

static void
stamp_clear (gpointer data)
{
  cairo_surface_destroy (((Stamp *)data)->mask);
}

/**
 * ws_stamps_new:
 * @cr: (nullable): the target of shapes; must outlive the stamps; %NULL to set it later
 *
 * Returns: (transfer full): no stamps yet
 */
WsStamps *
ws_stamps_new (cairo_t *cr)
{
  WsStamps *self = g_new0 (WsStamps, 1);

  self->cr = cr;
  self->stamps = g_array_new (FALSE, FALSE, sizeof (Stamp));
  g_array_set_clear_func (self->stamps, stamp_clear);
  self->prints = g_array_new (FALSE, FALSE, sizeof (Print));
  return self;
}

/**
 * ws_stamps_set_target:
 * @cr: the new target of shapes; must outlive the stamps
 *
 * The stamps made so far are kept, unless they have become too many.
 */
void
ws_stamps_set_target (WsStamps *self, cairo_t *cr)
{
  self->cr = cr;
  if (self->stamps->len > MOST)
    g_array_set_size (self->stamps, 0);
}

void
ws_stamps_free (WsStamps *self)
{
  g_array_unref (self->stamps);
  g_array_unref (self->prints);
  g_free (self);
}

/**
 * ws_stamps_set_scale:
 * @cr: a context that records for a screen
 * @scale: pixels of the screen per unit of the recording
 *
 * Sets the scale at which a recording on @cr will be shown, which the recording itself does not
 * know. Without it, recordings contain paths, as they may be shown at any size.
 */
void
ws_stamps_set_scale (cairo_t *cr, int scale)
{
  cairo_set_user_data (cr, &scale_key, GINT_TO_POINTER (scale), NULL);
}

/* FALSE if there are no pixels, or they are rotated. */
static gboolean
get_grid (cairo_t *cr, Grid *grid)
{
  cairo_surface_t *target = cairo_get_group_target (cr);
  cairo_matrix_t m;
  double scale_y;

  cairo_get_matrix (cr, &m);
  switch ((int)cairo_surface_get_type (target))
    {
    case CAIRO_SURFACE_TYPE_IMAGE:
      cairo_surface_get_device_scale (target, &grid->surface_scale, &scale_y);
      if (grid->surface_scale != scale_y)
        return FALSE;
      break;
    case CAIRO_SURFACE_TYPE_RECORDING:
      grid->surface_scale = GPOINTER_TO_INT (cairo_get_user_data (cr, &scale_key));
      break;
    default:
      return FALSE;
    }
  grid->scale = grid->surface_scale * m.xx;
  grid->x0 = grid->surface_scale * m.x0;
  grid->y0 = grid->surface_scale * m.y0;
  return m.xy == 0 && m.yx == 0 && m.xx == m.yy && grid->scale > 0;
}

static void
add_path (cairo_t *cr, const WsStampShape *shape, const WsBox *box)
{
  WsBox inner;

  switch (shape->kind)
    {
    case WS_STAMP_FRAME:
      ws_rounded_path (cr, box, shape->radius);
      inner = ws_box_inset (box, shape->line);
      ws_rounded_path (cr, &inner, MAX (shape->radius - shape->line, 0));
      break;
    case WS_STAMP_DASHES:
      inner = ws_box_inset (box, shape->line / 2);
      ws_rounded_path (cr, &inner, shape->radius);
      break;
    case WS_STAMP_FILL:
    default:
      ws_rounded_path (cr, box, shape->radius);
    }
}

static void
paint_path (cairo_t *cr, const WsStampShape *shape)
{
  switch (shape->kind)
    {
    case WS_STAMP_FRAME:
      /* a frame is a fill between two outlines: much cheaper than a stroke */
      cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
      cairo_fill (cr);
      cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
      break;
    case WS_STAMP_DASHES:
      cairo_set_line_width (cr, shape->line);
      cairo_set_dash (cr, &shape->dash, 1, 0);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
      break;
    case WS_STAMP_FILL:
    default:
      cairo_fill (cr);
    }
}

static cairo_surface_t *
make_mask (const Key *key, const WsBox *box)
{
  int width = (int)ceil (box->w * key->scale) + 1 + 2 * MARGIN_PX;
  int height = (int)ceil (box->h * key->scale) + 1 + 2 * MARGIN_PX;
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
  cairo_t *cr = cairo_create (mask);
  WsBox there = { 0, 0, box->w, box->h };

  cairo_translate (cr, MARGIN_PX + key->phase_x / (double)N_PHASES,
                   MARGIN_PX + key->phase_y / (double)N_PHASES);
  cairo_scale (cr, key->scale, key->scale);
  add_path (cr, &key->shape, &there);
  paint_path (cr, &key->shape);
  cairo_destroy (cr);
  cairo_surface_flush (mask);
  return mask;
}

static cairo_surface_t *
get_mask (WsStamps *self, const Key *key, const WsBox *box)
{
  Stamp stamp;

  for (guint i = self->stamps->len; i-- > 0;)
    if (memcmp (&g_array_index (self->stamps, Stamp, i).key, key, sizeof *key) == 0)
      return g_array_index (self->stamps, Stamp, i).mask;
  stamp.key = *key;
  stamp.mask = make_mask (key, box);
  g_array_append_val (self->stamps, stamp);
  return stamp.mask;
}

/* The pixel in which a shape begins, and the subpixel position. */
static int
split (double at, int *phase)
{
  int parts = (int)round (at * N_PHASES);
  int whole = (int)floor (parts / (double)N_PHASES);

  *phase = parts - whole * N_PHASES;
  return whole;
}

/* Whether all have a size and position that are worth a stamp. */
static gboolean
can_stamp (const Grid *grid, const WsBox *boxes, guint n_boxes)
{
  for (guint i = 0; i < n_boxes; i++)
    if (!(fabs (boxes[i].x * grid->scale + grid->x0) < FARTHEST
          && fabs (boxes[i].y * grid->scale + grid->y0) < FARTHEST
          && boxes[i].w * grid->scale < LARGEST && boxes[i].h * grid->scale < LARGEST))
      return FALSE;
  return TRUE;
}

static void
make_prints (WsStamps *self, const WsStampShape *shape, const Grid *grid, const WsBox *boxes,
             guint n_boxes)
{
  Key key;

  /* keys are compared byte by byte */
  memset (&key, 0, sizeof key);
  key.shape.kind = shape->kind;
  key.shape.radius = shape->radius;
  key.shape.line = shape->line;
  key.shape.dash = shape->dash;
  key.scale = grid->scale;
  g_array_set_size (self->prints, 0);
  for (guint i = 0; i < n_boxes; i++)
    {
      Print print = { .x = split (boxes[i].x * grid->scale + grid->x0, &key.phase_x) - MARGIN_PX,
                      .y = split (boxes[i].y * grid->scale + grid->y0, &key.phase_y) - MARGIN_PX };

      key.width = (int)round (boxes[i].w * grid->scale * N_SIZES);
      key.height = (int)round (boxes[i].h * grid->scale * N_SIZES);
      if (key.width <= 0 || key.height <= 0)
        continue;
      print.mask = get_mask (self, &key, &boxes[i]);
      print.width = cairo_image_surface_get_width (print.mask);
      print.height = cairo_image_surface_get_height (print.mask);
      g_array_append_val (self->prints, print);
    }
}

static void
add_to_sheet (guint8 *sheet, int stride, const Print *print)
{
  const guint8 *mask = cairo_image_surface_get_data (print->mask);
  int mask_stride = cairo_image_surface_get_stride (print->mask);

  for (int y = 0; y < print->height; y++)
    for (int x = 0; x < print->width; x++)
      sheet[(gsize)y * stride + x] =
          MAX (sheet[(gsize)y * stride + x], mask[(gsize)y * mask_stride + x]);
}

/* Draws adjacent stamps, from left to right, at once: calls of cairo cost more than the pixels. */
static void
show_row (WsStamps *self, const Print *prints, guint n_prints, const Grid *grid)
{
  const Print *last = &prints[n_prints - 1];
  cairo_surface_t *sheet;
  int height = 0;

  for (guint i = 0; i < n_prints; i++)
    height = MAX (height, prints[i].height);
  sheet = cairo_image_surface_create (CAIRO_FORMAT_A8, last->x + last->width - prints[0].x, height);
  for (guint i = 0; i < n_prints; i++)
    add_to_sheet (cairo_image_surface_get_data (sheet) + prints[i].x - prints[0].x,
                  cairo_image_surface_get_stride (sheet), &prints[i]);
  cairo_surface_mark_dirty (sheet);
  cairo_surface_set_device_scale (sheet, grid->surface_scale, grid->surface_scale);
  cairo_mask_surface (self->cr, sheet, prints[0].x / grid->surface_scale,
                      prints[0].y / grid->surface_scale);
  cairo_surface_destroy (sheet);
}

/* Whether @print continues the row of @last; if far away, it would cost empty pixels. */
static gboolean
goes_on (const Print *last, const Print *print)
{
  int right = last->x + last->width;

  return print->y == last->y && print->x >= last->x && print->x + print->width >= right
         && print->x - right <= 3 * last->width;
}

/**
 * ws_stamps_show:
 * @shape: the shape
 * @boxes: (array length=n_boxes): bounds of the shapes, not overlapping
 * @color: its colour
 *
 * Stamped shapes are aligned to a quarter of a pixel. Adjacent boxes are best ordered from left to
 * right.
 */
void
ws_stamps_show (WsStamps *self, const WsStampShape *shape, const WsBox *boxes, guint n_boxes,
                WsColor color)
{
  gboolean plain = shape->kind == WS_STAMP_FILL && shape->radius <= 0;
  const Print *prints;
  Grid grid;
  guint end;

  ws_paint_set (self->cr, color);
  if (plain || n_boxes < FEWEST || !get_grid (self->cr, &grid)
      || !can_stamp (&grid, boxes, n_boxes))
    {
      for (guint i = 0; i < n_boxes; i++)
        add_path (self->cr, shape, &boxes[i]);
      paint_path (self->cr, shape);
      return;
    }
  make_prints (self, shape, &grid, boxes, n_boxes);
  prints = (const Print *)(const void *)self->prints->data;
  cairo_save (self->cr);
  cairo_identity_matrix (self->cr);
  for (guint first = 0; first < self->prints->len; first = end)
    {
      end = first + 1;
      while (end < self->prints->len && goes_on (&prints[end - 1], &prints[end])
             && (prints[end].x + prints[end].width - prints[first].x) * prints[end].height < SHEET)
        end++;
      show_row (self, &prints[first], end - first, &grid);
    }
  cairo_restore (self->cr);
}
