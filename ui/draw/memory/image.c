/* image.c: a buffer as an image: a cell for each element, coloured by how often, by whom or when it
 * was touched; rows that nobody touched are folded. */
#include "memory/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_COLUMNS 128
#define MIN_CELL_PX 2.5

/* Elements of a row: the block's threads, or the part of them that can be seen. */
static guint
get_columns (const WsMemoryDrawing *self)
{
  guint n_threads = ws_launch_get_n_threads (&self->scene->run->launches[self->scene->launch]);
  guint columns = MAX (n_threads, WS_WARP_SIZE);

  while (columns > MAX_COLUMNS && columns % 2 == 0)
    columns /= 2;
  return MIN (columns, MAX_COLUMNS);
}

static const WsMemoryTouch *
get_touch (const WsMemoryDrawing *self, guint index)
{
  return &g_array_index (self->scene->memory->touches, WsMemoryTouch,
                         self->image.buffer->first + index);
}

/* The rows of the image that are touched. */
static void
find_rows (WsMemoryDrawing *self)
{
  WsMemoryImage *m = &self->image;
  guint64 last = G_MAXUINT64;

  g_array_set_size (m->numbers, 0);
  for (guint i = 0; i < m->buffer->n_touches; i++)
    {
      guint64 row = get_touch (self, i)->element / m->n_columns / m->per_row;

      if (row != last)
        g_array_append_val (m->numbers, row);
      last = row;
    }
  m->n_all_rows = m->numbers->len;
}

/**
 * ws_memory_lay_out_image:
 * @self: (inout): a drawing of a buffer
 *
 * Finds out where its elements stand: as many rows as there are touched ones, or each for several.
 */
void
ws_memory_lay_out_image (WsMemoryDrawing *self)
{
  WsMemoryLayout *l = &self->layout;
  WsMemoryImage *m = &self->image;
  double legend = l->note_px * 2.2;
  g_autofree char *widest = NULL;
  guint most;

  ws_memory_end (self);
  *m = (WsMemoryImage){ .buffer = ws_memory_get_buffer (self), .per_row = 1 };
  if (m->buffer == NULL)
    return;
  m->numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  m->n_columns = get_columns (self);
  widest = g_strdup_printf ("[%" G_GUINT64_FORMAT "]", m->buffer->n_elements);
  l->label_w = MIN (ws_text_width (self->text, WS_FACE_MONO, l->note_px, widest) + l->note_px,
                    l->body.w * 0.3);
  m->rows = (WsBox){ l->body.x + l->label_w, l->body.y, l->body.w - l->label_w,
                     MAX (l->body.h - legend, 1) };
  m->legend = (WsBox){ l->body.x, l->body.y + m->rows.h, l->body.w, legend };
  m->column_w = m->rows.w / m->n_columns;
  most = MAX ((guint)(m->rows.h / MIN_CELL_PX), 1);
  find_rows (self);
  while (m->n_all_rows > most && m->per_row < 1u << 24)
    {
      m->per_row *= 2;
      find_rows (self);
    }
  m->n_rows = MIN (m->n_all_rows, most);
  m->row_h = MIN (m->rows.h / MAX (m->n_rows, 1), MAX (m->column_w * 1.6, l->note_px * 2.2));
  m->rows.h = m->row_h * m->n_rows;
  m->legend.y = m->rows.y + m->rows.h + l->note_px * 0.2;
}

static int
find_row (const WsMemoryDrawing *self, guint64 number)
{
  const WsMemoryImage *m = &self->image;
  guint low = 0;
  guint high = m->n_rows;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (m->numbers, guint64, middle) < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low < m->n_rows && g_array_index (m->numbers, guint64, low) == number ? (int)low : -1;
}

static double
get_value (const WsMemoryDrawing *self, const WsMemoryTouch *touch)
{
  if (self->options->coloring == WS_MEMORY_BY_COUNT)
    return (double)touch->reads + touch->writes;
  return self->options->coloring == WS_MEMORY_BY_BLOCK ? touch->block : (double)touch->order;
}

static void
get_reach (const WsMemoryDrawing *self, double *from, double *to)
{
  *from = INFINITY;
  *to = 0;
  for (guint i = 0; i < self->image.buffer->n_touches; i++)
    {
      double value = get_value (self, get_touch (self, i));

      *from = MIN (*from, value);
      *to = MAX (*to, value);
    }
  if (self->options->coloring == WS_MEMORY_BY_COUNT)
    *from = 0;
}

/* Of blocks, their order among the recorded ones; else viridis. */
static WsColor
get_color (const WsMemoryDrawing *self, double value, double from, double to)
{
  if (self->options->coloring == WS_MEMORY_BY_BLOCK)
    {
      gsize n;
      const WsBlockRecord *blocks = ws_run_get_blocks (self->scene->run, self->scene->launch, &n);

      for (gsize i = 0; i < n; i++)
        if (blocks[i].block == (guint32)value)
          return *ws_theme_get_warp_color (self->theme, (guint)i);
    }
  return ws_color_get_magnitude (to > from ? (value - from) / (to - from) : 1);
}

/* A cell of the image: the greatest value of what it stands for. */
static void
draw_cells (WsMemoryDrawing *self, double from, double to)
{
  const WsMemoryImage *m = &self->image;
  gsize n = (gsize)m->n_rows * m->n_columns;
  g_autofree double *values = g_new (double, n);
  double gap = m->row_h > 5 && m->column_w > 5 ? MIN (1.5 * self->layout.scale, 2) : 0;

  for (gsize i = 0; i < n; i++)
    values[i] = -1;
  for (guint i = 0; i < m->buffer->n_touches; i++)
    {
      const WsMemoryTouch *touch = get_touch (self, i);
      int row = find_row (self, touch->element / m->n_columns / m->per_row);
      gsize at;

      if (row < 0)
        continue;
      at = (gsize)row * m->n_columns + touch->element % m->n_columns;
      values[at] = MAX (values[at], get_value (self, touch));
    }
  for (guint row = 0; row < m->n_rows; row++)
    for (guint column = 0; column < m->n_columns;)
      {
        double value = values[(gsize)row * m->n_columns + column];
        guint end = column + 1;
        WsBox box;

        /* cells of one colour side by side are one fill, but where one sees them one by one */
        while (end < m->n_columns && gap <= 0 && values[(gsize)row * m->n_columns + end] == value)
          end++;
        box = (WsBox){ m->rows.x + column * m->column_w, m->rows.y + row * m->row_h,
                       (end - column) * m->column_w - gap, m->row_h - gap };
        column = end;
        box = gap > 0 ? ws_box_snap (self->cr, box) : box;
        ws_box_path (self->cr, &box);
        ws_paint_set (self->cr, value < 0 ? self->theme->idle : get_color (self, value, from, to));
        cairo_fill (self->cr);
      }
}

static void
draw_row_names (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryImage *m = &self->image;
  double free = 0;

  for (guint row = 0; row < m->n_rows; row++)
    {
      guint64 number = g_array_index (m->numbers, guint64, row);
      gboolean folded = row > 0 && g_array_index (m->numbers, guint64, row - 1) + 1 != number;
      double y = m->rows.y + (row + 0.5) * m->row_h;
      g_autofree char *name =
          g_strdup_printf ("[%" G_GUINT64_FORMAT "]", number * m->per_row * m->n_columns);

      if (folded)
        {
          cairo_rectangle (self->cr, m->rows.x - l->note_px * 0.4,
                           ws_snap (self->cr, m->rows.y + row * m->row_h) - 1,
                           m->rows.w + l->note_px * 0.4,
                           ws_snap_line (self->cr, self->theme->line_px * l->scale));
          ws_paint_set (self->cr, self->theme->muted);
          cairo_fill (self->cr);
        }
      if (y < free)
        continue;
      ws_text_show_fit (self->text, WS_FACE_MONO, l->note_px, self->theme->muted,
                        m->rows.x - l->note_px * 0.5, y, 1, l->label_w - l->note_px * 0.5, name);
      free = y + l->note_px * 1.3;
    }
}

/* Of a block, its number; of others, a ramp from the least to the most. */
static void
draw_legend (WsMemoryDrawing *self, double from, double to)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryImage *m = &self->image;
  double y = m->legend.y + m->legend.h * 0.6;
  double side = l->note_px;
  double x = m->rows.x;
  double end = l->body.x + l->body.w;
  const char *what = self->options->coloring == WS_MEMORY_BY_COUNT  ? _ ("accesses to an element")
                     : self->options->coloring == WS_MEMORY_BY_TIME ? _ ("first touched at cycle")
                                                                    : _ ("first touched by block");
  double used = ws_text_width (self->text, WS_FACE_SANS, l->note_px, what);

  if (x + used > end)
    return;
  ws_text_show (self->text, WS_FACE_SANS, l->note_px, self->theme->muted, x, y, 0, what);
  x += used + l->note_px * 0.8;
  if (self->options->coloring == WS_MEMORY_BY_BLOCK)
    {
      gsize n;
      const WsBlockRecord *blocks = ws_run_get_blocks (self->scene->run, self->scene->launch, &n);

      for (gsize i = 0; i < n; i++)
        {
          g_autofree char *name = g_strdup_printf ("%u", blocks[i].block);
          WsBox box = { x, y - side / 2, side, side };

          used = side * 1.4 + ws_text_width (self->text, WS_FACE_SANS, l->note_px, name);
          if (x + used > end)
            return;
          ws_box_path (self->cr, &box);
          ws_paint_set (self->cr, *ws_theme_get_warp_color (self->theme, (guint)i));
          cairo_fill (self->cr);
          ws_text_show (self->text, WS_FACE_SANS, l->note_px, self->theme->ink, x + side * 1.4, y,
                        0, name);
          x += used + l->note_px;
        }
      return;
    }
  {
    g_autofree char *least = ws_format_count ((guint64)from);
    g_autofree char *most = ws_format_count ((guint64)to);
    double least_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, least);
    double most_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, most);
    double ramp = side * 8;

    if (x + least_w + ramp + most_w + l->note_px > end)
      return;
    ws_text_show (self->text, WS_FACE_SANS, l->note_px, self->theme->ink, x, y, 0, least);
    x += least_w + l->note_px * 0.5;
    for (guint i = 0; i < 16; i++)
      {
        WsBox box = { x + i * ramp / 16, y - side / 2, ramp / 16 + 0.5, side };

        ws_box_path (self->cr, &box);
        ws_paint_set (self->cr, ws_color_get_magnitude (i / 15.));
        cairo_fill (self->cr);
      }
    ws_text_show (self->text, WS_FACE_SANS, l->note_px, self->theme->ink,
                  x + ramp + l->note_px * 0.5, y, 0, most);
  }
}

/**
 * ws_memory_draw_image:
 * @self: a drawing of a buffer
 *
 * Draws its elements that were touched.
 */
void
ws_memory_draw_image (WsMemoryDrawing *self)
{
  double from;
  double to;

  if (self->image.buffer == NULL || self->image.n_rows == 0)
    return;
  if (ws_memory_hides (self))
    {
      ws_veil_draw (self->cr, self->text, self->theme, &self->image.rows, 6 * self->layout.scale,
                    self->layout.text_px * 2);
      return;
    }
  get_reach (self, &from, &to);
  draw_cells (self, from, to);
  draw_row_names (self);
  draw_legend (self, from, to);
}

/**
 * ws_memory_pick_image:
 * @self: a drawing of a buffer
 * @x: a place
 * @y: a place
 * @hit: (inout): what is there
 *
 * Returns: whether an element that was touched is there
 */
gboolean
ws_memory_pick_image (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit)
{
  const WsMemoryImage *m = &self->image;
  const WsRegion *region;
  guint64 number;
  guint column;

  if (m->buffer == NULL || m->n_rows == 0 || !ws_box_contains (&m->rows, x, y))
    return FALSE;
  column = MIN ((guint)((x - m->rows.x) / m->column_w), m->n_columns - 1);
  number =
      g_array_index (m->numbers, guint64, MIN ((guint)((y - m->rows.y) / m->row_h), m->n_rows - 1));
  for (guint i = 0; i < m->buffer->n_touches; i++)
    {
      guint64 element = get_touch (self, i)->element;

      if (element / m->n_columns / m->per_row != number || element % m->n_columns != column)
        continue;
      region = g_ptr_array_index (self->scene->run->regions, m->buffer->region);
      hit->kind = WS_MEMORY_HIT_ELEMENT;
      hit->index = m->buffer->first + i;
      hit->address = region->address + element * m->buffer->element_bytes;
      return TRUE;
    }
  return FALSE;
}
