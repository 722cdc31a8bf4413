/* image.c: a buffer as an image: a cell for each element, coloured by how often, by whom or when it
 * was touched. A buffer that the job says has rows is seen in them: whole, where it has room, else
 * without the rows and the columns that were not touched. */
#include "memory/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_COLUMNS  128
#define SHORTEST_ROW 8
#define MIN_CELL_PX  2.5
#define MAX_NUMBERS  65536 /* columns that are told apart */
#define MOST_EMPTY   2 /* of a whole buffer, at most so many times the rows and columns touched */

/* Whose row of the image is as long as a row of the buffer is: the job says how long that is. */
static guint64
get_row_length (const WsMemoryDrawing *self)
{
  const WsMemoryBuffer *buffer = self->image.buffer;
  const WsRegion *region = g_ptr_array_index (self->scene->run->regions, buffer->region);

  return region->columns > 1 && region->columns < buffer->n_elements ? region->columns : 0;
}

/* Of a buffer without rows, those of the image are as long as the block has threads, or the part of
 * them that can be seen. Where few are touched, shorter: see can_shorten(). */
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

  g_array_set_size (m->row_numbers, 0);
  for (guint i = 0; i < m->buffer->n_touches; i++)
    {
      guint64 row = get_touch (self, i)->element / m->length / m->per_row;

      if (row != last)
        g_array_append_val (m->row_numbers, row);
      last = row;
    }
}

/* The columns of the image that are touched. */
static void
find_columns (WsMemoryDrawing *self)
{
  WsMemoryImage *m = &self->image;
  guint64 n = (m->length + m->per_column - 1) / m->per_column;
  g_autofree guint8 *seen = g_new0 (guint8, n);

  for (guint i = 0; i < m->buffer->n_touches; i++)
    seen[get_touch (self, i)->element % m->length / m->per_column] = 1;
  g_array_set_size (m->column_numbers, 0);
  for (guint64 i = 0; i < n; i++)
    if (seen[i] != 0)
      g_array_append_val (m->column_numbers, i);
}

static void
list_all (GArray *numbers, guint64 n)
{
  g_array_set_size (numbers, 0);
  for (guint64 i = 0; i < n; i++)
    g_array_append_val (numbers, i);
}

/* A buffer in its own rows, over the whole width: as many cells as have room, square ones where
 * they have that. */
static void
lay_out_plane (WsMemoryDrawing *self)
{
  WsMemoryImage *m = &self->image;
  guint most_columns = MAX ((guint)(m->rows.w / MIN_CELL_PX), 1);
  guint most_rows = MAX ((guint)(m->rows.h / MIN_CELL_PX), 1);
  guint64 n_rows = (m->buffer->n_elements + m->length - 1) / m->length;

  m->column_numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  while (m->length / m->per_column > MAX_NUMBERS)
    m->per_column *= 2;
  find_columns (self);
  find_rows (self);
  if (m->length <= most_columns && n_rows <= most_rows
      && (guint64)m->column_numbers->len * m->row_numbers->len * MOST_EMPTY >= m->length * n_rows)
    {
      list_all (m->column_numbers, m->length);
      list_all (m->row_numbers, n_rows);
    }
  while (m->column_numbers->len > most_columns)
    {
      m->per_column *= 2;
      find_columns (self);
    }
  while (m->row_numbers->len > most_rows && m->per_row < 1u << 24)
    {
      m->per_row *= 2;
      find_rows (self);
    }
  m->n_columns = MIN (m->column_numbers->len, most_columns);
  m->n_rows = MIN (m->row_numbers->len, most_rows);
  m->column_w = m->rows.w / MAX (m->n_columns, 1);
  m->row_h = MIN (m->rows.h / MAX (m->n_rows, 1), MAX (m->column_w, self->layout.note_px * 2.2));
}

/* Whether rows of half the length leave room for a number in each cell: those shorter than a warp
 * only where their cells are no wider than high. */
static gboolean
can_shorten (const WsMemoryDrawing *self)
{
  const WsMemoryImage *m = &self->image;
  const double row_h = m->rows.h / (2. * m->row_numbers->len);
  const guint64 length = m->length / 2;

  return m->length % 2 == 0 && row_h >= self->layout.note_px * 1.8
         && (length >= WS_WARP_SIZE
             || (length >= SHORTEST_ROW && m->rows.w / (double)length <= row_h * 2));
}

/* One without rows, as the block's threads take it. */
static void
lay_out_line (WsMemoryDrawing *self)
{
  WsMemoryImage *m = &self->image;
  guint most = MAX ((guint)(m->rows.h / MIN_CELL_PX), 1);

  for (find_rows (self); can_shorten (self); find_rows (self))
    m->length /= 2;
  m->n_columns = (guint)m->length;
  m->column_w = m->rows.w / m->n_columns;
  while (m->row_numbers->len > most && m->per_row < 1u << 24)
    {
      m->per_row *= 2;
      find_rows (self);
    }
  m->n_rows = MIN (m->row_numbers->len, most);
  m->row_h =
      MIN (m->rows.h / MAX (m->n_rows, 1), MAX (m->column_w * 1.6, self->layout.note_px * 2.2));
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
  double header = 0;
  guint64 length;
  g_autofree char *widest = NULL;

  ws_memory_end (self);
  *m = (WsMemoryImage){ .buffer = ws_memory_get_buffer (self), .per_row = 1, .per_column = 1 };
  if (m->buffer == NULL)
    return;
  m->coloring = ws_memory_choose_coloring (self, m->buffer);
  length = get_row_length (self);
  m->length = length > 0 ? length : get_columns (self);
  m->row_numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (length > 0)
    header = l->note_px * 1.6;
  widest = length > 0 ? g_strdup (_ ("row"))
                      : g_strdup_printf ("[%" G_GUINT64_FORMAT "]", m->buffer->n_elements);
  l->label_w = MIN (MAX (ws_text_width (self->text, WS_FACE_MONO, l->note_px, widest),
                         ws_text_width (self->text, WS_FACE_MONO, l->note_px, "00000"))
                        + l->note_px,
                    l->body.w * 0.3);
  m->rows = (WsBox){ l->body.x + l->label_w, l->body.y + header, l->body.w - l->label_w,
                     MAX (l->body.h - legend - header, 1) };
  m->header = (WsBox){ m->rows.x, l->body.y, m->rows.w, header };
  if (length > 0)
    lay_out_plane (self);
  else
    lay_out_line (self);
  m->rows.w = m->column_w * m->n_columns;
  m->rows.h = m->row_h * m->n_rows;
  m->legend = (WsBox){ l->body.x, m->rows.y + m->rows.h + l->note_px * 0.2, l->body.w, legend };
}

/* Returns: index of a number; -1 if it is not among them */
static int
find_number (const GArray *numbers, guint n, guint64 number)
{
  guint low = 0;
  guint high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (numbers, guint64, middle) < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && g_array_index (numbers, guint64, low) == number ? (int)low : -1;
}

/* Returns: whether an element has a place in the image */
static gboolean
locate (const WsMemoryImage *m, guint64 element, guint *row, guint *column)
{
  guint64 number = element % m->length / m->per_column;
  int r = find_number (m->row_numbers, m->n_rows, element / m->length / m->per_row);
  int c = m->column_numbers != NULL ? find_number (m->column_numbers, m->n_columns, number)
                                    : (int)number;

  if (r < 0 || c < 0)
    return FALSE;
  *row = (guint)r;
  *column = (guint)c;
  return TRUE;
}

/* Of blocks, their order among the recorded ones; else viridis. */
static WsColor
get_color (const WsMemoryDrawing *self, double value, double from, double to)
{
  if (self->image.coloring == WS_MEMORY_BY_BLOCK)
    {
      gsize n;
      const WsBlockRecord *blocks = ws_run_get_blocks (self->scene->run, self->scene->launch, &n);

      for (gsize i = 0; i < n; i++)
        if (blocks[i].block == (guint32)value)
          return *ws_theme_get_warp_color (self->theme, (guint)i);
    }
  return ws_color_get_magnitude (to > from ? (value - from) / (to - from) : 1);
}

/* Cells that touch share an edge of whole pixels: no seam is seen between them. */
static WsBox
close_gaps (cairo_t *cr, WsBox box)
{
  double x = ws_snap (cr, box.x);
  double y = ws_snap (cr, box.y);

  return (WsBox){ x, y, ws_snap (cr, box.x + box.w) - x, ws_snap (cr, box.y + box.h) - y };
}

typedef enum { UNTOUCHED, UNKNOWN, KNOWN } CellKind;

typedef struct {
  CellKind kind;
  double value; /* the maximum of the cells that it represents */
} Cell;

static Cell *
make_cells (const WsMemoryDrawing *self, const double *values)
{
  const WsMemoryImage *m = &self->image;
  Cell *cells = g_new0 (Cell, (gsize)m->n_rows * m->n_columns);

  for (guint i = 0; i < m->buffer->n_touches; i++)
    {
      Cell *cell;
      guint row;
      guint column;

      if (!locate (m, get_touch (self, i)->element, &row, &column))
        continue;
      cell = &cells[(gsize)row * m->n_columns + column];
      if (isnan (values[i]))
        cell->kind = MAX (cell->kind, UNKNOWN);
      else if (cell->kind != KNOWN || values[i] > cell->value)
        *cell = (Cell){ KNOWN, values[i] };
    }
  return cells;
}

static WsColor
get_cell_color (const WsMemoryDrawing *self, const Cell *cell, double from, double to)
{
  if (cell->kind == KNOWN)
    return get_color (self, cell->value, from, to);
  return cell->kind == UNKNOWN ? self->theme->faint : self->theme->idle;
}

static WsBox
get_cell_box (const WsMemoryDrawing *self, guint row, guint column, guint n, double gap)
{
  const WsMemoryImage *m = &self->image;
  WsBox box = { m->rows.x + column * m->column_w, m->rows.y + row * m->row_h, n * m->column_w - gap,
                m->row_h - gap };

  return gap > 0 ? ws_box_snap (self->cr, box) : close_gaps (self->cr, box);
}

/* (transfer full): as short as a cell needs it */
static char *
format_value (const WsMemoryDrawing *self, double value)
{
  const WsRegion *region =
      g_ptr_array_index (self->scene->run->regions, self->image.buffer->region);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->image.coloring == WS_MEMORY_BY_VALUE && ws_value_type_is_float (region->value_type))
    return g_strdup (g_ascii_formatd (text, sizeof text, "%.3g", value));
  return value < 0 ? g_strdup_printf ("%.0f", value) : ws_format_count ((guint64)value);
}

/* The number of a cell, where all of them have room and each is of one element. */
static void
draw_numbers (WsMemoryDrawing *self, const Cell *cells, double from, double to)
{
  const WsMemoryImage *m = &self->image;
  const double px = self->layout.note_px;
  double widest = 0;

  if (m->per_row > 1 || m->per_column > 1 || m->row_h < px * 1.3 || m->column_w < px)
    return;
  for (guint draw = 0; draw < 2; draw++)
    for (guint i = 0; i < m->n_rows * m->n_columns; i++)
      {
        const WsBox box = get_cell_box (self, i / m->n_columns, i % m->n_columns, 1, 1);
        g_autofree char *text = NULL;

        if (cells[i].kind != KNOWN)
          continue;
        text = format_value (self, cells[i].value);
        if (draw == 0)
          widest = MAX (widest, ws_text_width (self->text, WS_FACE_SANS, px, text));
        else if (widest > m->column_w - px * 0.4)
          return;
        else
          ws_text_show (
              self->text,
              &(WsTextStyle){ WS_FACE_SANS, px,
                              ws_color_ink_on (get_cell_color (self, &cells[i], from, to)) },
              &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, text);
      }
}

/* Returns: whether the lane of the moment's access is at an element of the image, and where */
static gboolean
locate_lane (const WsMemoryDrawing *self, guint lane, guint *row, guint *column)
{
  const WsMemoryImage *m = &self->image;
  const WsRegion *region = g_ptr_array_index (self->scene->run->regions, m->buffer->region);
  const guint64 address = self->request.address[lane];

  return self->has_request && self->request.space == WS_SPACE_GLOBAL
         && (self->request.lanes >> lane & 1) != 0 && address >= region->address
         && address - region->address < region->size_bytes
         && locate (m, (address - region->address) / m->buffer->element_bytes, row, column);
}

/* What the access of the moment is about is framed: its cells over a ground that is a little
 * larger. */
static void
draw_access (WsMemoryDrawing *self, const Cell *cells, double from, double to, double gap)
{
  /* of small cells a thin one: those beside it are seen, too */
  const double line = CLAMP (MIN (self->image.column_w, self->image.row_h) * 0.15, 1.5,
                             ws_highlight_get_line (self->theme, self->layout.scale));
  const WsColor grounds[] = { self->theme->background, self->theme->playhead };

  for (guint step = 0; step < 3; step++)
    for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
      {
        guint row;
        guint column;
        WsBox box;

        if (!locate_lane (self, lane, &row, &column))
          continue;
        box = get_cell_box (self, row, column, 1, gap);
        box = ws_box_inset (&box, (step - 2.) * line);
        ws_box_path (self->cr, &box);
        ws_paint_set (self->cr,
                      step < 2
                          ? grounds[step]
                          : get_cell_color (
                              self, &cells[(gsize)row * self->image.n_columns + column], from, to));
        cairo_fill (self->cr);
      }
}

static void
draw_cells (WsMemoryDrawing *self, const double *values, double from, double to)
{
  const WsMemoryImage *m = &self->image;
  g_autofree Cell *cells = make_cells (self, values);
  double gap = m->row_h > 5 && m->column_w > 5 ? MIN (1.5 * self->layout.scale, 2) : 0;

  for (guint row = 0; row < m->n_rows; row++)
    for (guint column = 0; column < m->n_columns;)
      {
        const Cell *cell = &cells[(gsize)row * m->n_columns + column];
        guint n = 1;
        WsBox box;

        /* cells of one colour side by side are one fill, but where one sees them one by one */
        while (column + n < m->n_columns && gap <= 0 && cell[n].kind == cell->kind
               && cell[n].value == cell->value)
          n++;
        box = get_cell_box (self, row, column, n, gap);
        column += n;
        ws_box_path (self->cr, &box);
        ws_paint_set (self->cr, get_cell_color (self, cell, from, to));
        cairo_fill (self->cr);
      }
  draw_access (self, cells, from, to, gap);
  draw_numbers (self, cells, from, to);
}

/* Whether numbers are left out before the one at an index. */
static gboolean
is_folded (const GArray *numbers, guint i)
{
  return i > 0
         && g_array_index (numbers, guint64, i - 1) + 1 != g_array_index (numbers, guint64, i);
}

/* Numbers of a buffer's rows or columns that are said: multiples of it, so that they have room. */
static guint64
get_step (double cell, guint64 per_cell, double room)
{
  guint64 step = per_cell;

  while (step / per_cell * cell < room && step < G_MAXUINT64 / 4)
    step *= 2;
  return step;
}

/* Whether the number at an index is said: the first after a fold is, and multiples of @step that do
 * not stand in the way of one. @near: cells that a number takes */
static gboolean
is_said (const GArray *numbers, guint n, guint i, guint64 per_cell, guint64 step, guint near)
{
  if (i == 0 || is_folded (numbers, i))
    return TRUE;
  for (guint k = 1; k <= near; k++)
    if ((i >= k && (i == k || is_folded (numbers, i - k)))
        || (i + k < n && is_folded (numbers, i + k)))
      return FALSE;
  return g_array_index (numbers, guint64, i) * per_cell % step == 0;
}

/* Of a buffer in its own rows: numbers above the columns. */
static void
draw_column_names (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryImage *m = &self->image;
  double y = m->header.y + m->header.h * 0.45;
  g_autofree char *widest = g_strdup_printf ("%" G_GUINT64_FORMAT, m->length - 1);
  double room = ws_text_width (self->text, WS_FACE_MONO, l->note_px, widest) + l->note_px;
  guint64 step = get_step (m->column_w, m->per_column, room);
  guint near = (guint)ceil (room / m->column_w) - 1;
  double free = 0;

  if (m->column_numbers == NULL)
    return;
  for (guint column = 0; column < m->n_columns; column++)
    {
      double x = m->rows.x + column * m->column_w;
      g_autofree char *name = g_strdup_printf (
          "%" G_GUINT64_FORMAT, g_array_index (m->column_numbers, guint64, column) * m->per_column);

      if (is_folded (m->column_numbers, column))
        {
          cairo_rectangle (self->cr, ws_snap (self->cr, x) - 1, m->rows.y - l->note_px * 0.4,
                           ws_snap_line (self->cr, self->theme->line_px * l->scale),
                           m->rows.h + l->note_px * 0.4);
          ws_paint_set (self->cr, self->theme->muted);
          cairo_fill (self->cr);
        }
      if (x < free || x + room - l->note_px > l->body.x + l->body.w
          || !is_said (m->column_numbers, m->n_columns, column, m->per_column, step, near))
        continue;
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->muted },
                    &(WsTextPlace){ x, y, 0 }, name);
      free = x + room;
    }
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ m->rows.x - l->note_px * 0.5, y, 1 },
                    l->label_w - l->note_px * 0.5, _ ("row"));
}

static void
draw_row_names (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryImage *m = &self->image;
  guint near = (guint)ceil (l->note_px * 1.3 / m->row_h) - 1;
  guint64 step = get_step (m->row_h, m->per_row, l->note_px * 1.3);
  double free = 0;

  for (guint row = 0; row < m->n_rows; row++)
    {
      guint64 number = g_array_index (m->row_numbers, guint64, row) * m->per_row;
      double y = m->rows.y + (row + 0.5) * m->row_h;
      g_autofree char *name = m->column_numbers != NULL
                                  ? g_strdup_printf ("%" G_GUINT64_FORMAT, number)
                                  : g_strdup_printf ("[%" G_GUINT64_FORMAT "]", number * m->length);

      if (is_folded (m->row_numbers, row))
        {
          cairo_rectangle (self->cr, m->rows.x - l->note_px * 0.4,
                           ws_snap (self->cr, m->rows.y + row * m->row_h) - 1,
                           m->rows.w + l->note_px * 0.4,
                           ws_snap_line (self->cr, self->theme->line_px * l->scale));
          ws_paint_set (self->cr, self->theme->muted);
          cairo_fill (self->cr);
        }
      if (y < free
          || (m->column_numbers != NULL
              && !is_said (m->row_numbers, m->n_rows, row, m->per_row, step, near)))
        continue;
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->muted },
                        &(WsTextPlace){ m->rows.x - l->note_px * 0.5, y, 1 },
                        l->label_w - l->note_px * 0.5, name);
      free = y + l->note_px * 1.3;
    }
}

/* A sign and its name. Returns: where the next one begins; @x where it has no room */
static double
draw_key (WsMemoryDrawing *self, double x, WsColor color, gboolean is_frame, const char *name)
{
  const WsMemoryLayout *l = &self->layout;
  const double side = l->note_px;
  const double y = self->image.legend.y + self->image.legend.h * 0.6;
  const double end =
      x + side * 1.4 + ws_text_width (self->text, WS_FACE_SANS, l->note_px, name) + side;
  const WsBox box = { x, y - side / 2, side, side };
  const WsBox inner = ws_box_inset (&box, ws_highlight_get_line (self->theme, l->scale));

  if (end - side > l->body.x + l->body.w)
    return x;
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
  if (is_frame)
    {
      ws_box_path (self->cr, &inner);
      ws_paint_set (self->cr, self->theme->background);
      cairo_fill (self->cr);
    }
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                &(WsTextPlace){ x + side * 1.4, y, 0 }, name);
  return end;
}

/* Of blocks, their numbers. */
static double
draw_block_keys (WsMemoryDrawing *self, double x)
{
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (self->scene->run, self->scene->launch, &n);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", blocks[i].block);
      double next =
          draw_key (self, x, *ws_theme_get_warp_color (self->theme, (guint)i), FALSE, name);

      if (next <= x)
        break;
      x = next;
    }
  return x;
}

/* Of others, a ramp with numbers from the least to the most. */
static double
draw_ramp (WsMemoryDrawing *self, double x, double from, double to)
{
  const WsMemoryLayout *l = &self->layout;
  const double side = l->note_px;
  const double y = self->image.legend.y + self->image.legend.h * 0.6;
  const double ramp = MIN (side * 16, l->body.w * 0.3);
  g_autofree char *least = format_value (self, from);
  g_autofree char *most = format_value (self, to);
  double least_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, least);
  double most_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, most);

  if (from >= to)
    return draw_key (self, x, get_color (self, to, from, to), FALSE, most);
  if (x + least_w + ramp + most_w + l->note_px > l->body.x + l->body.w)
    return x;
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                &(WsTextPlace){ x, y, 0 }, least);
  x += least_w + l->note_px * 0.5;
  for (guint i = 0; i < 32; i++)
    {
      WsBox box =
          close_gaps (self->cr, (WsBox){ x + i * ramp / 32, y - side / 2, ramp / 32, side });

      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr, ws_color_get_magnitude (i / 31.));
      cairo_fill (self->cr);
    }
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                &(WsTextPlace){ x + ramp + l->note_px * 0.5, y, 0 }, most);
  return x + ramp + most_w + l->note_px * 2;
}

/* What the numbers are, from the least to the most, and what the frame is. */
static void
draw_legend (WsMemoryDrawing *self, double from, double to)
{
  static const char *const names[WS_N_MEMORY_COLORINGS] = {
    [WS_MEMORY_BY_COUNT] = N_ ("accesses per element"),
    [WS_MEMORY_BY_BLOCK] = N_ ("first access by block"),
    [WS_MEMORY_BY_TIME] = N_ ("cycles from the block's first access to this one"),
    [WS_MEMORY_BY_VALUE] = N_ ("value at the playhead"),
  };
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryImage *m = &self->image;
  const char *what = _ (names[m->coloring]);
  double used = ws_text_width (self->text, WS_FACE_SANS, l->note_px, what);
  double x = m->rows.x;
  guint row;
  guint column;

  if (x + used > l->body.x + l->body.w)
    return;
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                &(WsTextPlace){ x, m->legend.y + m->legend.h * 0.6, 0 }, what);
  x += used + l->note_px * 0.8;
  x = m->coloring == WS_MEMORY_BY_BLOCK ? draw_block_keys (self, x) : draw_ramp (self, x, from, to);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if (locate_lane (self, lane, &row, &column))
      {
        g_autofree char *access = g_strdup_printf (_ ("access of warp %u"), self->warp);

        draw_key (self, x + l->note_px, self->theme->playhead, TRUE, access);
        return;
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
  g_autofree double *values = NULL;
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
  values = ws_memory_find_values (self, self->image.buffer, self->image.coloring);
  ws_memory_find_reach (values, self->image.buffer->n_touches, &from, &to);
  draw_cells (self, values, from, to);
  draw_column_names (self);
  draw_row_names (self);
  draw_legend (self, from, to);
}

/**
 * ws_memory_pick_image:
 * @self: a drawing of a buffer
 * @hit: (inout): the hit
 *
 * Returns: whether an element that was touched is there
 */
gboolean
ws_memory_pick_image (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit)
{
  const WsMemoryImage *m = &self->image;
  const WsRegion *region;
  guint at_column;
  guint at_row;

  if (m->buffer == NULL || m->n_rows == 0 || !ws_box_contains (&m->rows, x, y))
    return FALSE;
  at_column = MIN ((guint)((x - m->rows.x) / m->column_w), m->n_columns - 1);
  at_row = MIN ((guint)((y - m->rows.y) / m->row_h), m->n_rows - 1);
  for (guint i = 0; i < m->buffer->n_touches; i++)
    {
      guint64 element = get_touch (self, i)->element;
      guint row;
      guint column;

      if (!locate (m, element, &row, &column) || row != at_row || column != at_column)
        continue;
      region = g_ptr_array_index (self->scene->run->regions, m->buffer->region);
      hit->kind = WS_MEMORY_HIT_ELEMENT;
      hit->index = m->buffer->first + i;
      hit->address = region->address + element * m->buffer->element_bytes;
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_memory_hit_find_event:
 * @scene: of a block
 * @hit: (inout): from ws_memory_pick(): of an element, event and warp are filled in
 *
 * Finds where the scene's block comes to an element of a buffer first.
 *
 * Returns: whether there is an event to go to: not where other blocks alone touch the element
 */
gboolean
ws_memory_hit_find_event (const WsScene *scene, WsMemoryHit *hit)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  const WsRegion *region =
      ws_memory_find_region (scene->run, scene->launch, WS_SPACE_GLOBAL, hit->address);
  guint width = region != NULL ? MAX (ws_value_type_get_width (region->value_type), 1) : 1;

  for (guint i = 0; hit->kind == WS_MEMORY_HIT_ELEMENT && i < scene->record->n_events; i++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + i];
      const WsSite *site = &kernel->sites[event->site];
      guint n = (guint)__builtin_popcount (event->taken) * site->vector;

      if (event->space != WS_SPACE_GLOBAL || !ws_memory_request_is_access (site, event))
        continue;
      for (guint k = 0; k < n; k++)
        if (scene->run->lanes[event->access + k].address - hit->address < width)
          {
            hit->event = i;
            hit->warp = event->warp;
            return TRUE;
          }
    }
  return hit->event != WS_NONE;
}
