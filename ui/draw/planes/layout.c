#include "planes/layout.h"

#include <glib/gi18n.h>
#include <math.h>

/* Measures in units of the text size. */
#define MONO_ADVANCE 0.61
#define VALUE_AIR    0.7 /* beside a value in its cell */
#define CELL_H       1.55
#define MIN_CELL_W   2.0
#define MAX_CELL_W   4.6
#define MAX_CELL_H   2.4
#define CELL_GAP     0.16
#define TITLE_H      1.7
#define INDEX_H      1.6 /* of numbers of columns, in units of their size */
#define COLUMN_GAP   3.4 /* between planes beside each other: lines and a circle */
#define ROW_GAP      2.6 /* between planes above each other */
#define MAX_ROW_GAP  6.0
#define STACK_STEP   0.8 /* least room of a value in a stack, where it can be had */

#define MIN_COLUMNS 2
#define LAST_EVENT  (G_MAXUINT32 - 1)
#define MAP_H       3.2 /* of a strip that is a map */

/* What is shown of a scene, and in which room. */
typedef struct {
  WsPlanesLayout *layout;
  const WsPlanes *planes;
  const WsTreeOptions *options;
  const WsTheme *theme;
  WsText *text;
  double min_px;
  WsBox room;
  guint event;                        /* what is looked at is needed as it is then, and */
  guint stage;                        /* that it is of */
  guint first_column[WS_PLANES_MOST]; /* that the focus needs, and the ends */
  guint end_column[WS_PLANES_MOST];
  guint first_row[WS_PLANES_MOST];
  guint end_row[WS_PLANES_MOST];
} Placer;

static guint
get_columns (const WsPlane *plane)
{
  return plane->ghost_left + plane->n_columns + plane->ghost_right;
}

static guint
get_rows (const WsPlane *plane)
{
  return plane->ghost_above + plane->n_rows + plane->ghost_below;
}

static guint
get_n_planes (const WsPlanes *planes)
{
  return MIN (planes->n_planes, WS_PLANES_MOST);
}

static void
size_cells (WsPlanesLayout *self, const WsPlanes *planes, double px)
{
  guint longest = 1;

  for (guint i = 0; i < get_n_planes (planes); i++)
    longest = MAX (longest, planes->planes[i].longest);
  self->value_px = px;
  self->cell_w = MAX (longest * MONO_ADVANCE + VALUE_AIR, MIN_CELL_W) * px;
  self->cell_h = CELL_H * px;
  self->pitch_x = self->cell_w + CELL_GAP * px;
  self->pitch_y = self->cell_h + CELL_GAP * px;
}

/* ---- what must be in view ---- */

static void
need (Placer *self, guint32 node)
{
  const WsPlanes *planes = self->planes;
  guint32 cell = planes->cell_of[node];
  const WsPlane *plane;
  guint i;
  guint row;
  guint column;

  if (cell == WS_NONE)
    return;
  i = ws_planes_get_plane (planes, cell);
  if (i >= WS_PLANES_MOST)
    return;
  plane = &planes->planes[i];
  row = (cell - plane->first_cell) / plane->n_columns;
  column = (cell - plane->first_cell) % plane->n_columns;
  self->first_column[i] = MIN (self->first_column[i], column);
  self->end_column[i] = MAX (self->end_column[i], column + 1);
  self->first_row[i] = MIN (self->first_row[i], row);
  self->end_row[i] = MAX (self->end_row[i], row + 1);
}

/* Of the values that flow into one, the latest that the block has stored are looked at, as a tile
 * is: those of the present stage, else of the last before it, else of the first.
 * Returns: their stage; %WS_NONE if the block stored none */
static guint32
find_latest_stage (const Placer *self, const WsNode *focus)
{
  const WsDataflow *flow = self->planes->dataflow;
  guint32 before = WS_NONE;
  guint32 first = WS_NONE;

  for (guint k = 0; k < focus->n_edges; k++)
    {
      const WsNode *source = &flow->nodes[flow->edges[focus->first_edge + k]];

      if (source->event == WS_NONE)
        continue;
      first = MIN (first, source->stage);
      if (source->stage <= self->stage)
        before = before == WS_NONE ? source->stage : MAX (before, source->stage);
    }
  return before != WS_NONE ? before : first;
}

/* Returns: the result that is made at the moment, or where none is, the last */
static guint32
find_result (const Placer *self)
{
  guint32 now = ws_planes_get_focus (self->planes, WS_NONE, self->event);

  if (self->layout->across && now != WS_NONE
      && self->planes->dataflow->nodes[now].space == WS_SPACE_GLOBAL)
    return now;
  return ws_planes_get_focus (self->planes, WS_NONE, LAST_EVENT);
}

/* The value that is looked at, what flows into it, and what flows into that. What stands above each
 * other stays where it is: there it is all that flows into the last. */
static void
find_needs (Placer *self)
{
  const WsDataflow *flow = self->planes->dataflow;
  gboolean across = self->layout->across;
  guint32 focus = find_result (self);
  guint32 stage;

  for (guint i = 0; i < WS_PLANES_MOST; i++)
    {
      self->first_column[i] = self->first_row[i] = G_MAXUINT;
      self->end_column[i] = self->end_row[i] = 0;
    }
  if (focus == WS_NONE)
    return;
  need (self, focus);
  stage = across ? find_latest_stage (self, &flow->nodes[focus]) : WS_NONE;
  for (guint k = 0; k < flow->nodes[focus].n_edges + flow->nodes[focus].n_choosers; k++)
    {
      guint32 source = flow->edges[flow->nodes[focus].first_edge + k];

      if (stage != WS_NONE && flow->nodes[source].event != WS_NONE
          && flow->nodes[source].stage != stage)
        continue;
      need (self, source);
      for (guint m = 0; m < flow->nodes[source].n_edges; m++)
        need (self, flow->edges[flow->nodes[source].first_edge + m]);
    }
}

/* First of @count of @n, so that what is needed is in their middle. */
static guint
get_first (guint needed, guint end, guint count, guint n)
{
  gint64 middle = needed < end ? ((gint64)needed + end) / 2 : 0;

  if (count >= n)
    return 0;
  return (guint)CLAMP (middle - (gint64)count / 2, 0, (gint64)n - count);
}

/* ---- beside each other ---- */

/* Planes of one kind stand above each other; registers are where shared memory is. */
static guint
get_band (const WsPlane *plane)
{
  return plane->kind == WS_PLANE_REGISTERS ? WS_PLANE_SHARED : plane->kind;
}

/* What all planes need with at most @rows and @columns of each in view. */
static void
measure_bands (const Placer *self, guint rows, guint columns, double *width, double *height)
{
  const WsPlanesLayout *l = self->layout;
  double widths[WS_N_PLANE_KINDS] = { 0 };
  double heights[WS_N_PLANE_KINDS] = { 0 };

  for (guint i = 0; i < l->n_boxes; i++)
    {
      const WsPlane *plane = &self->planes->planes[i];
      guint band = get_band (plane);

      widths[band] = MAX (widths[band], MIN (get_columns (plane), columns) * l->pitch_x);
      heights[band] += MIN (get_rows (plane), rows) * l->pitch_y + TITLE_H * l->text_px
                       + INDEX_H * l->index_px + 0.5 * l->text_px;
    }
  *width = *height = 0;
  for (guint band = 0; band < WS_N_PLANE_KINDS; band++)
    {
      if (widths[band] > 0)
        *width += widths[band] + l->index_w + (*width > 0 ? COLUMN_GAP * l->text_px : 0);
      *height = MAX (*height, heights[band]);
    }
}

/* Room for the greatest number of a row. */
static double
get_index_width (const Placer *self)
{
  double widest = 0;

  for (guint i = 0; i < self->layout->n_boxes; i++)
    {
      const WsPlane *plane = &self->planes->planes[i];
      g_autofree char *last =
          g_strdup_printf ("%" G_GUINT64_FORMAT, plane->rows[plane->n_rows - 1]);

      widest = MAX (widest, ws_text_width (self->text, WS_FACE_MONO, self->layout->index_px, last));
    }
  return widest + 0.6 * self->layout->index_px;
}

static void
crop (const Placer *self, guint i, guint rows, guint columns)
{
  const WsPlane *plane = &self->planes->planes[i];
  WsPlaneBox *box = &self->layout->boxes[i];
  gboolean whole_columns = get_columns (plane) <= columns;
  gboolean whole_rows = get_rows (plane) <= rows;

  box->n_columns = whole_columns ? plane->n_columns : MIN (columns, plane->n_columns);
  box->n_rows = whole_rows ? plane->n_rows : MIN (rows, plane->n_rows);
  box->first_column = self->options->focus == WS_TREE_FOCUS_WINDOW
                          ? MIN (self->options->first, plane->n_columns - box->n_columns)
                          : get_first (self->first_column[i], self->end_column[i], box->n_columns,
                                       plane->n_columns);
  box->first_row =
      self->options->focus == WS_TREE_FOCUS_WINDOW
          ? MIN (self->options->first_row, plane->n_rows - box->n_rows)
          : get_first (self->first_row[i], self->end_row[i], box->n_rows, plane->n_rows);
  if (whole_columns)
    {
      box->ghost_left = plane->ghost_left;
      box->ghost_right = plane->ghost_right;
    }
  if (whole_rows)
    {
      box->ghost_above = plane->ghost_above;
      box->ghost_below = plane->ghost_below;
    }
}

/* What is left over goes to cells, then to the gaps. */
static void
grow_cells (Placer *self, guint rows, guint columns)
{
  WsPlanesLayout *l = self->layout;

  for (guint i = 0; i < 24; i++)
    {
      WsPlanesLayout before = *l;
      double width;
      double height;

      l->cell_w = MIN (l->cell_w * 1.05, MAX (MAX_CELL_W * l->text_px, l->cell_w));
      l->cell_h = MIN (l->cell_h * 1.05, MAX_CELL_H * l->text_px);
      l->pitch_x = l->cell_w + CELL_GAP * l->value_px;
      l->pitch_y = l->cell_h + CELL_GAP * l->value_px;
      measure_bands (self, rows, columns, &width, &height);
      if (width > self->room.w || height > self->room.h)
        {
          *l = before;
          return;
        }
    }
}

static void
choose_crop (Placer *self, guint *rows, guint *columns)
{
  WsPlanesLayout *l = self->layout;
  const double sizes[3] = { l->text_px, MAX (l->text_px * 0.85, self->min_px), self->min_px };
  double width;
  double height;

  *rows = *columns = 1;
  for (guint i = 0; i < l->n_boxes; i++)
    {
      *rows = MAX (*rows, get_rows (&self->planes->planes[i]));
      *columns = MAX (*columns, get_columns (&self->planes->planes[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      size_cells (l, self->planes, sizes[i]);
      measure_bands (self, *rows, *columns, &width, &height);
      if (width <= self->room.w && height <= self->room.h)
        return;
    }
  while (*columns > MIN_COLUMNS && width > self->room.w)
    {
      *columns -= MAX (*columns / 64, 1);
      measure_bands (self, *rows, *columns, &width, &height);
    }
  while (*rows > 1 && height > self->room.h)
    {
      *rows -= MAX (*rows / 64, 1);
      measure_bands (self, *rows, *columns, &width, &height);
    }
}

/**
 * ws_planes_layout_name_strip:
 * @self: the layout
 * @planes: what is drawn
 *
 * Returns: (transfer full): what the strip shows
 */
char *
ws_planes_layout_name_strip (const WsPlanesLayout *self, const WsPlanes *planes)
{
  if (!self->across)
    return g_strdup (_ ("whole block"));
  /* Translators: a buffer or an array, of which a part is seen above */
  return g_strdup_printf (_ ("all of %s"), planes->planes[self->mapped].name);
}

/* The plane that is seen least of. Returns: whether any is not seen whole */
static gboolean
find_mapped (const Placer *self, guint rows, guint columns, guint *mapped)
{
  guint64 most = 0;

  for (guint i = 0; i < self->layout->n_boxes; i++)
    {
      const WsPlane *plane = &self->planes->planes[i];
      guint64 n = (guint64)plane->n_rows * plane->n_columns;
      guint64 hidden = n - (guint64)MIN (rows, plane->n_rows) * MIN (columns, plane->n_columns);

      if (hidden > most)
        *mapped = i;
      most = MAX (most, hidden);
    }
  return most > 0;
}

/* Below all planes, the outline of one and what is seen of it. */
static void
place_map (Placer *self, guint rows, guint columns)
{
  WsPlanesLayout *l = self->layout;
  const WsPlane *plane = &self->planes->planes[l->mapped];
  double height = MAP_H * l->text_px;
  double width = height * plane->n_columns / plane->n_rows;
  g_autofree char *name = ws_planes_layout_name_strip (l, self->planes);
  double label = ws_text_width (self->text, WS_FACE_SANS, l->index_px, name) + 1.2 * l->index_px;
  double room = MAX (self->room.w - label, 1);

  if (width > room)
    {
      height = MAX (height * room / width, 0.8 * l->text_px);
      width = room;
    }
  width = MAX (width, MIN (2 * l->text_px, room));
  l->strip = (WsBox){ self->room.x, self->room.y + self->room.h - height - 0.3 * l->text_px,
                      self->room.w, height + 0.3 * l->text_px };
  l->strip_cells = (WsBox){ self->room.x + label, l->strip.y, width, height };
  self->room.h -= l->strip.h + 0.5 * l->text_px;
}

/* Where the frame stands in the map, once it is known what is seen. */
static void
frame_map (WsPlanesLayout *l, const WsPlanes *planes)
{
  const WsPlane *plane = &planes->planes[l->mapped];
  const WsPlaneBox *box = &l->boxes[l->mapped];
  double x = l->strip_cells.w / plane->n_columns;
  double y = l->strip_cells.h / plane->n_rows;

  l->first = box->first_column;
  l->count = box->n_columns;
  l->n_columns = plane->n_columns;
  l->first_row = box->first_row;
  l->count_rows = box->n_rows;
  l->n_rows = plane->n_rows;
  l->frame = (WsBox){ l->strip_cells.x + l->first * x, l->strip_cells.y + l->first_row * y,
                      l->count * x, l->count_rows * y };
}

static void
place_across (Placer *self)
{
  WsPlanesLayout *l = self->layout;
  double heights[WS_N_PLANE_KINDS] = { 0 };
  double widths[WS_N_PLANE_KINDS] = { 0 };
  double width;
  double height;
  double gap;
  double x;
  guint rows;
  guint columns;
  guint n_bands = 0;

  l->index_w = get_index_width (self);
  choose_crop (self, &rows, &columns);
  if (find_mapped (self, rows, columns, &l->mapped))
    {
      if (self->options->show_strip && l->height > l->text_px * 18)
        {
          place_map (self, rows, columns);
          choose_crop (self, &rows, &columns);
        }
      find_mapped (self, rows, columns, &l->mapped);
    }
  grow_cells (self, rows, columns);
  measure_bands (self, rows, columns, &width, &height);
  for (guint i = 0; i < l->n_boxes; i++)
    {
      WsPlaneBox *box = &l->boxes[i];
      guint band = get_band (&self->planes->planes[i]);

      crop (self, i, rows, columns);
      box->cells.w = (box->ghost_left + box->n_columns + box->ghost_right) * l->pitch_x;
      box->cells.h = (box->ghost_above + box->n_rows + box->ghost_below) * l->pitch_y;
      n_bands += widths[band] == 0;
      widths[band] = MAX (widths[band], box->cells.w + l->index_w);
      heights[band] +=
          box->cells.h + TITLE_H * l->text_px + INDEX_H * l->index_px + 0.5 * l->text_px;
    }
  gap = COLUMN_GAP * l->text_px;
  if (n_bands > 1)
    gap += MIN (MAX (self->room.w - width, 0) / (n_bands - 1), 4 * l->text_px);
  width += (gap - COLUMN_GAP * l->text_px) * (n_bands > 1 ? n_bands - 1 : 0);
  x = self->room.x + MAX (self->room.w - width, 0) / 2;
  for (guint band = 0; band < WS_N_PLANE_KINDS; band++)
    {
      double y = self->room.y + MAX (self->room.h - heights[band], 0) / 2;

      for (guint i = 0; i < l->n_boxes && widths[band] > 0; i++)
        {
          WsPlaneBox *box = &l->boxes[i];

          if (get_band (&self->planes->planes[i]) != band)
            continue;
          box->title = (WsBox){ x, y, MIN (widths[band] + gap * 0.8, l->width - l->pad - x),
                                TITLE_H * l->text_px };
          y += box->title.h + INDEX_H * l->index_px;
          box->cells.x = x + l->index_w;
          box->cells.y = y;
          y += box->cells.h + 0.5 * l->text_px;
        }
      if (widths[band] > 0)
        x += widths[band] + gap;
    }
  frame_map (l, self->planes);
}

/* ---- above each other ---- */

/* Whether the plane's elements follow each other without a gap. */
static gboolean
is_dense (const WsPlane *plane)
{
  return plane->columns[plane->n_columns - 1] - plane->columns[0] + 1 == plane->n_columns;
}

/* Whether it stands with the others place above place. */
static gboolean
is_aligned (const WsPlanes *planes, const WsPlane *plane)
{
  guint most = 0;

  for (guint i = 0; i < get_n_planes (planes); i++)
    most = MAX (most, planes->planes[i].n_columns);
  return is_dense (plane) && plane->n_columns * 2 >= most
         && (plane->kind == WS_PLANE_INPUT || plane->kind == WS_PLANE_OUTPUT);
}

/* Columns that are kept free before each plane, so that its places stand below those of others. */
static void
align (const WsPlanes *planes, gint64 lefts[WS_PLANES_MOST])
{
  guint64 lowest = G_MAXUINT64;
  guint64 highest = 0;
  gint64 least = 0;

  for (guint i = 0; i < get_n_planes (planes); i++)
    if (is_aligned (planes, &planes->planes[i]))
      {
        lowest = MIN (lowest, planes->planes[i].columns[0]);
        highest = MAX (highest, planes->planes[i].columns[0]);
      }
  for (guint i = 0; i < get_n_planes (planes); i++)
    {
      const WsPlane *plane = &planes->planes[i];

      /* buffers in which the block works far from each other have no common place */
      lefts[i] = is_aligned (planes, plane) && highest - lowest < 64
                     ? (gint64)(plane->columns[0] - lowest)
                     : 0;
      least = MIN (least, lefts[i] - (gint64)plane->ghost_left);
    }
  for (guint i = 0; i < get_n_planes (planes); i++)
    lefts[i] -= least;
}

static double
get_title_width (const Placer *self)
{
  const WsPlanesLayout *l = self->layout;
  double widest = ws_text_width (self->text, WS_FACE_SANS, l->index_px, _ ("whole block"));

  for (guint i = 0; i < l->n_boxes; i++)
    widest = MAX (
        widest, ws_text_width (self->text, WS_FACE_BOLD, l->text_px, self->planes->planes[i].name));
  return MIN (widest + l->text_px * 1.2, l->width * 0.24);
}

static void
place_strip (Placer *self, double left)
{
  WsPlanesLayout *l = self->layout;
  double height = l->text_px * 0.8;
  double element;

  l->strip = (WsBox){ self->room.x, self->room.y + self->room.h - height * 1.6, self->room.w,
                      height * 1.6 };
  l->strip_cells =
      (WsBox){ left, l->strip.y + height * 0.4, self->room.x + self->room.w - left, height };
  element = l->strip_cells.w / l->n_columns;
  l->frame = (WsBox){ left + l->first * element, l->strip_cells.y - 2 * l->scale,
                      l->count * element, height + 4 * l->scale };
  self->room.h -= height * 2.4;
}

/* The part of a plane that is in view; @left: its first column in the columns of all. */
static void
window (const Placer *self, guint i, gint64 left)
{
  const WsPlanesLayout *l = self->layout;
  const WsPlane *plane = &self->planes->planes[i];
  WsPlaneBox *box = &self->layout->boxes[i];
  gboolean moves =
      l->count < l->n_columns && left + plane->n_columns + plane->ghost_right > l->count;
  gint64 first = moves ? l->first : 0;
  gint64 from = CLAMP (first - left, 0, (gint64)plane->n_columns);
  gint64 to = CLAMP (first + l->count - left, from, (gint64)plane->n_columns);

  box->n_rows = 1;
  box->first_column = (guint)from;
  box->n_columns = (guint)(to - from);
  if (from == 0)
    box->ghost_left = (guint)CLAMP (left - first, 0, (gint64)plane->ghost_left);
  if (to == plane->n_columns)
    box->ghost_right = (guint)CLAMP (first + l->count - left - to, 0, (gint64)plane->ghost_right);
  box->cells.x += (left + from - first - box->ghost_left) * l->pitch_x;
  /* what stands with none of the others stands in the middle */
  if (!is_aligned (self->planes, plane) && !moves)
    box->cells.x += floor ((l->count - (double)plane->n_columns) / 2) * l->pitch_x;
  box->cells.w = (box->ghost_left + box->n_columns + box->ghost_right) * l->pitch_x;
}

static void
choose_window (Placer *self, double room, const gint64 lefts[WS_PLANES_MOST])
{
  WsPlanesLayout *l = self->layout;
  guint needed = G_MAXUINT;
  guint end = 0;

  l->n_columns = 1;
  for (guint i = 0; i < l->n_boxes; i++)
    {
      const WsPlane *plane = &self->planes->planes[i];

      l->n_columns = MAX (l->n_columns, (guint)lefts[i] + plane->n_columns + plane->ghost_right);
      if (self->first_column[i] < self->end_column[i] && is_aligned (self->planes, plane))
        {
          needed = MIN (needed, (guint)lefts[i] + self->first_column[i]);
          end = MAX (end, (guint)lefts[i] + self->end_column[i]);
        }
    }
  size_cells (l, self->planes, l->text_px);
  if (l->pitch_x * l->n_columns > room)
    size_cells (l, self->planes, MAX (l->text_px * 0.85, self->min_px));
  l->count = CLAMP ((guint)(room / l->pitch_x), 1, l->n_columns);
  if (self->options->focus == WS_TREE_FOCUS_WINDOW && self->options->count > 0)
    {
      double zoom = self->options->zoom > 0 ? self->options->zoom : 1;

      l->count = CLAMP ((guint)round (self->options->count / zoom), 1, l->count);
    }
  l->first = self->options->focus == WS_TREE_FOCUS_WINDOW
                 ? MIN (self->options->first, l->n_columns - l->count)
                 : get_first (needed, end, l->count, l->n_columns);
  l->cell_w = MIN (room / l->count - CELL_GAP * l->value_px, MAX_CELL_W * l->text_px);
  l->pitch_x = l->cell_w + CELL_GAP * l->value_px;
}

static void
place_down (Placer *self)
{
  WsPlanesLayout *l = self->layout;
  double titles = get_title_width (self);
  double left = self->room.x + titles;
  double room = self->room.w - titles;
  double stack = 0;
  double row;
  double gap;
  double y;
  gint64 lefts[WS_PLANES_MOST];

  align (self->planes, lefts);
  choose_window (self, room, lefts);
  left += MAX (room - l->count * l->pitch_x, 0) / 2;
  if (l->count < l->n_columns && self->options->show_strip && l->height > l->text_px * 14)
    place_strip (self, left);
  row = l->cell_h + INDEX_H * l->index_px;
  if (l->n_boxes * row > self->room.h)
    {
      l->index_px = 0;
      row = MIN (l->cell_h, self->room.h / MAX (l->n_boxes, 1));
      l->cell_h = row;
    }
  gap = l->n_boxes > 1 ? (self->room.h - l->n_boxes * row) / (l->n_boxes - 1) : 0;
  if (self->planes->stacked < l->n_boxes && self->planes->highest > 0)
    {
      stack = MIN (self->planes->highest * 1.1 * l->text_px,
                   MAX (self->room.h - l->n_boxes * row - (l->n_boxes - 1) * 2 * l->text_px, 0));
      gap =
          l->n_boxes > 1 ? MAX (self->room.h - l->n_boxes * row - stack, 0) / (l->n_boxes - 1) : 0;
    }
  /* what is left over goes to cells, too */
  if (l->n_boxes > 0 && gap > 3 * l->text_px)
    {
      double more = MIN (gap - 3 * l->text_px, MAX (MAX_CELL_H * l->text_px - l->cell_h, 0));

      l->cell_h += more;
      row += more;
      gap -= more * l->n_boxes / MAX (l->n_boxes - 1, 1);
    }
  l->pitch_y = l->cell_h;
  gap = CLAMP (gap, 0, MAX_ROW_GAP * l->text_px);
  y = self->room.y
      + MAX (self->room.h - l->n_boxes * row - (l->n_boxes - 1.0) * gap - stack, 0) / 2;
  for (guint i = 0; i < l->n_boxes; i++)
    {
      WsPlaneBox *box = &l->boxes[i];

      if (i == self->planes->stacked && stack > 0)
        {
          box->stacks = (WsBox){ left, y, l->count * l->pitch_x, stack };
          y += stack;
        }
      y += INDEX_H * l->index_px;
      box->cells = (WsBox){ left, y, 0, l->pitch_y };
      box->title = (WsBox){ left - titles, y, titles - 0.4 * l->text_px, l->cell_h };
      window (self, i, lefts[i]);
      y += l->cell_h + gap;
    }
}

/* Below all else, and also where the marks are kept back: nothing moves when they are shown. */
static void
place_legend (Placer *self, const WsScene *scene)
{
  WsPlanesLayout *l = self->layout;
  double height = ws_hazard_get_legend_height (l->index_px);

  if (ws_scene_say_hazards (scene) == NULL || l->height < l->text_px * 14)
    return;
  self->room.h = MAX (self->room.h - height, 1);
  l->legend = (WsBox){ self->room.x, self->room.y + self->room.h, self->room.w, height };
}

/**
 * ws_planes_layout_init:
 * @self: (out): the layout
 * @event: last one executed
 * @options: which elements
 *
 * Computes the layout. Of planes beside each other that are not seen whole, what is seen follows
 * the value that is looked at; else it does not depend on the moment.
 */
void
ws_planes_layout_init (WsPlanesLayout *self, WsText *text, const WsFrame *frame, guint event,
                       const WsTreeOptions *options)
{
  Placer placer = { .layout = self,
                    .event = event,
                    .stage = ws_scene_stage_at (frame->scene, event),
                    .planes = frame->scene->planes,
                    .options = options,
                    .theme = frame->theme,
                    .text = text,
                    .min_px = ws_theme_get_min_text (frame->theme, frame->height) };

  *self = (WsPlanesLayout){ .width = frame->width,
                            .height = frame->height,
                            .scale = ws_theme_get_scale (frame->theme, frame->width, frame->height),
                            .n_boxes = get_n_planes (frame->scene->planes) };
  self->text_px = MAX (frame->theme->text_px * self->scale, placer.min_px);
  self->index_px = MAX (frame->theme->index_px * self->scale, placer.min_px);
  self->pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  self->n_columns = self->count = self->n_rows = self->count_rows = 1;
  placer.room = (WsBox){ self->pad, self->pad * 0.5, MAX (frame->width - 2 * self->pad, 1),
                         MAX (frame->height - self->pad, 1) };
  place_legend (&placer, frame->scene);
  for (guint i = 0; i < self->n_boxes; i++)
    self->across = self->across || frame->scene->planes->planes[i].n_rows > 1;
  find_needs (&placer);
  if (self->n_boxes == 0)
    return;
  if (self->across)
    place_across (&placer);
  else
    place_down (&placer);
}

/**
 * ws_planes_layout_is_same:
 * @self: the layout at one moment
 * @other: of the same scene, options and size, at another
 *
 * Returns: whether both show the same part of each plane
 */
gboolean
ws_planes_layout_is_same (const WsPlanesLayout *self, const WsPlanesLayout *other)
{
  for (guint i = 0; i < self->n_boxes; i++)
    if (self->boxes[i].first_row != other->boxes[i].first_row
        || self->boxes[i].first_column != other->boxes[i].first_column)
      return FALSE;
  return TRUE;
}

/**
 * ws_planes_layout_get_place:
 * @self: the layout
 * @plane: index of a plane
 * @row: one of its rows, or of the ghosts beyond
 * @column: one of its columns, or of the ghosts beyond
 *
 * Returns: the place, whether it is in view or not
 */
WsBox
ws_planes_layout_get_place (const WsPlanesLayout *self, guint plane, int row, int column)
{
  const WsPlaneBox *box = &self->boxes[plane];

  return (WsBox){
    box->cells.x + (column - (int)box->first_column + (int)box->ghost_left) * self->pitch_x,
    box->cells.y + (row - (int)box->first_row + (int)box->ghost_above) * self->pitch_y,
    self->cell_w, self->cell_h
  };
}

/**
 * ws_planes_layout_get_cell:
 * @self: the layout
 * @planes: what is drawn
 * @cell: index of a cell
 * @box: (out): where it is; untouched where it is not in view
 */
gboolean
ws_planes_layout_get_cell (const WsPlanesLayout *self, const WsPlanes *planes, guint32 cell,
                           WsBox *box)
{
  guint i;
  const WsPlane *plane;
  guint row;
  guint column;

  if (cell == WS_NONE)
    return FALSE;
  i = ws_planes_get_plane (planes, cell);
  if (i >= self->n_boxes)
    return FALSE;
  plane = &planes->planes[i];
  row = (cell - plane->first_cell) / plane->n_columns;
  column = (cell - plane->first_cell) % plane->n_columns;
  if (row - self->boxes[i].first_row >= self->boxes[i].n_rows
      || column - self->boxes[i].first_column >= self->boxes[i].n_columns)
    return FALSE;
  *box = ws_planes_layout_get_place (self, i, (int)row, (int)column);
  return TRUE;
}

/**
 * ws_planes_layout_get_stack:
 * @self: the layout
 * @planes: what is drawn
 * @cell: one that values pile up on
 * @k: which of them, from below
 * @box: (out): its place; untouched where there is none
 */
gboolean
ws_planes_layout_get_stack (const WsPlanesLayout *self, const WsPlanes *planes, guint32 cell,
                            guint k, WsBox *box)
{
  const WsBox *room;
  double step;

  if (planes->stacked >= self->n_boxes || planes->highest == 0)
    return FALSE;
  room = &self->boxes[planes->stacked].stacks;
  if (room->h <= 0 || !ws_planes_layout_get_cell (self, planes, cell, box))
    return FALSE;
  step = room->h / planes->highest;
  *box = (WsBox){ box->x, room->y + room->h - (k + 1) * step, box->w, step };
  return TRUE;
}
