#include "tree/layout.h"

#include <math.h>

/* Measures in units of the text size. */
#define MAX_PITCH       4.6  /* columns of a small block do not grow beyond */
#define WIDE_PITCH      2.9  /* columns of this width allow 32 instead of 16 */
#define WIDE_VALUE      0.55 /* and for each character of the longest value */
#define MIN_CELL_H      1.5
#define MAX_CELL_H      2.4
#define MIN_GAP_AIR     0.55 /* in a gap, besides the thread */
#define REACH_AIR       0.14 /* and for each doubling of the columns that its lines cross */
#define MAX_GAP         5.5
#define MIN_SHRINK      0.74 /* text may shrink so far that all rows are seen */
#define MONO_ADVANCE    0.61 /* generous */
#define MAX_VALUE_CHARS 7
#define MIN_VALUE_CHARS 6 /* three digits and an exponent: "1.23e9" */

/* Sizes that follow from how much the text is shrunk. */
typedef struct {
  double shrink;
  double value_px;
  guint value_chars;
  double thread_px;
  double thread_w;
  double thread_h;
  double min_pitch_y;
  double min_cell_h;
} Sizes;

static guint
count_digits (guint n)
{
  guint digits = 1;

  while (n >= 10)
    {
      n /= 10;
      digits++;
    }
  return digits;
}

static guint
choose_count (const WsTreeModel *model, const WsTreeOptions *options, double area, double text_px)
{
  guint count = options->count;
  guint most = MAX (area * 2, 4); /* half a pixel each */

  if (count == 0)
    count = area / 32 >= MAX (WIDE_PITCH, WIDE_VALUE * MIN (model->longest_value, MAX_VALUE_CHARS))
                             * text_px
                ? 32
                : 16;
  if (options->zoom > 0)
    count = CLAMP (round (count / options->zoom), 1, G_MAXINT);
  count = MAX (count, 4);
  return MIN (MIN (count, model->n_columns), most);
}

/* Greatest number of a thread that is seen in the focus. */
static guint
find_last_thread (const WsTreeModel *model, guint first, guint count)
{
  guint last = 0;

  for (guint r = 0; r < model->n_rows; r++)
    for (guint i = 0; model->rows[r].kind != WS_TREE_ROW_INPUTS && i < model->rows[r].n_nodes; i++)
      {
        guint32 node = model->nodes[model->rows[r].first + i];
        guint32 thread = model->dataflow->nodes[node].thread;

        if (model->column_of[node] - first < count && thread != WS_NONE)
          last = MAX (last, thread);
      }
  return last;
}

static Sizes
get_sizes (const WsTreeLayout *self, const WsTreeModel *model, const WsTheme *theme, WsText *text,
           guint last_thread, double min_px, double shrink)
{
  Sizes sizes = { .shrink = shrink };
  double text_px = MAX (theme->text_px * self->scale * shrink, min_px);
  double room = self->cell_w - 0.5 * text_px;
  guint longest = CLAMP (model->longest_value, 1, MAX_VALUE_CHARS);
  guint digits = count_digits (last_thread);
  char all[12] = "0000000000";

  /* the whole value in smaller type, rather than a part of it at full size */
  sizes.value_px = MIN (text_px, room / (longest * MONO_ADVANCE));
  if (sizes.value_px < text_px * 0.72)
    sizes.value_px = MIN (text_px * 0.72, room / (MIN (longest, MIN_VALUE_CHARS) * MONO_ADVANCE));
  sizes.value_px = MAX (sizes.value_px, min_px);
  sizes.value_chars = MAX (room / (sizes.value_px * MONO_ADVANCE), 0);
  if (sizes.value_chars < MIN (longest, 2))
    {
      sizes.value_px = 0;
      sizes.value_chars = 0;
    }

  all[digits] = '\0';
  sizes.thread_px = MAX (theme->small_px * self->scale * shrink * 0.92, min_px);
  for (guint pass = 0; pass < 2; pass++)
    {
      sizes.thread_h = sizes.thread_px * (digits <= 2 ? 1.7 : 1.5);
      sizes.thread_w = digits <= 2 ? sizes.thread_h
                                   : ws_text_width (text, WS_FACE_SANS, sizes.thread_px, all)
                                         + 0.8 * sizes.thread_px;
      if (sizes.thread_w <= self->pitch_x * 0.86)
        break;
      sizes.thread_px = pass == 0 ? min_px : 0;
    }
  if (sizes.thread_px == 0 || sizes.value_px == 0)
    {
      sizes.thread_px = 0;
      sizes.thread_h = sizes.thread_w = MIN (self->pitch_x * 0.5, text_px * 0.5);
    }
  sizes.min_cell_h =
      sizes.value_px > 0 ? MAX (sizes.value_px, text_px * 0.8) * MIN_CELL_H : text_px * 0.8;
  sizes.min_pitch_y =
      sizes.min_cell_h + MAX (sizes.thread_h, text_px * 0.7) + text_px * MIN_GAP_AIR;
  return sizes;
}

/* What long lines need in all gaps together. */
static double
get_reach_air (const WsTreeLayout *self, const WsTreeModel *model)
{
  double air = 0;

  for (guint r = 1; r < model->n_rows; r++)
    air += log2 (MAX (ws_tree_layout_get_reach (self, model, r), 1)) * REACH_AIR * self->text_px;
  return air;
}

/* Gives each gap its share of what is left over: the longer its lines, the more. */
static void
place_tops (WsTreeLayout *self, const WsTreeModel *model, double least_gap, double height)
{
  double weights = 0;
  double left = height - model->n_rows * self->cell_h - (model->n_rows - 1) * least_gap;
  double most = MAX (MAX_GAP * self->text_px - least_gap, 0);
  double top = 0;

  if (model->n_rows > WS_TREE_MAX_TOPS || model->n_rows < 2 || left <= 0)
    return;
  for (guint r = 1; r < model->n_rows; r++)
    weights += 0.5 + log2 (MAX (ws_tree_layout_get_reach (self, model, r), 1));
  self->tops[0] = 0;
  for (guint r = 1; r < model->n_rows; r++)
    {
      double weight = (0.5 + log2 (MAX (ws_tree_layout_get_reach (self, model, r), 1))) / weights;
      double even = 1. / (model->n_rows - 1);

      top += self->cell_h + least_gap + MIN (left * (0.65 * weight + 0.35 * even), most);
      self->tops[r] = top;
    }
  self->has_tops = TRUE;
}

/* Rows as high as there is room; text as large as all rows allow. */
static void
place_rows (WsTreeLayout *self, const WsTreeModel *model, const WsTheme *theme, WsText *text,
            guint last_thread, double min_px)
{
  double air = self->text_px * 0.5;
  Sizes sizes;
  double height = self->rows.h - 2 * air;
  double air_of_lines = get_reach_air (self, model);
  double gap;
  guint n = MAX (model->n_rows, 1);

  /* n rows need n - 1 gaps: the lowest has none below */
  for (double shrink = 1;; shrink -= 0.065)
    {
      sizes = get_sizes (self, model, theme, text, last_thread, min_px, MAX (shrink, MIN_SHRINK));
      gap = sizes.min_pitch_y - sizes.min_cell_h;
      if (n * sizes.min_pitch_y - gap + air_of_lines * MAX (shrink, MIN_SHRINK) <= height)
        break;
      if (shrink <= MIN_SHRINK)
        {
          double note = self->note_px * 1.5;

          /* some rows are left out: above, below or both, and notes say so */
          sizes = get_sizes (self, model, theme, text, last_thread, min_px, 0.9);
          gap = sizes.min_pitch_y - sizes.min_cell_h;
          self->earlier = (WsBox){ self->rows.x, self->rows.y, self->rows.w, note };
          self->later =
              (WsBox){ self->rows.x, self->rows.y + self->rows.h - note, self->rows.w, note };
          self->rows.y += note;
          self->rows.h = MAX (self->rows.h - 2 * note, 1);
          height = self->rows.h - 2 * air;
          n = CLAMP ((height + gap) / sizes.min_pitch_y, 1, n);
          break;
        }
    }
  self->n_visible = n;
  self->value_px = sizes.value_px;
  self->value_chars = sizes.value_chars;
  self->thread_px = sizes.thread_px;
  self->thread_w = sizes.thread_w;
  self->thread_h = sizes.thread_h;

  /* what is left over goes to cells and gaps alike, up to a limit */
  self->pitch_y = sizes.min_pitch_y;
  self->cell_h = sizes.min_cell_h;
  if (n * self->pitch_y - gap < height)
    {
      double grow = sqrt ((height + gap) / (n * sizes.min_pitch_y));
      double least_gap = gap;

      self->cell_h =
          MIN (sizes.min_cell_h * grow, MAX (MAX_CELL_H * self->text_px, sizes.min_cell_h));
      gap = n > 1 ? MIN ((height - n * self->cell_h) / (n - 1), MAX (MAX_GAP * self->text_px, gap))
                  : gap;
      self->pitch_y = self->cell_h + gap;
      if (n == model->n_rows)
        place_tops (self, model, least_gap, height);
    }
  /* a low drawing has room for one low row */
  if (self->cell_h > self->rows.h)
    self->cell_h = self->rows.h;
  if (self->thread_h > self->pitch_y - self->cell_h)
    self->thread_h = self->thread_w = MAX (self->pitch_y - self->cell_h, 0);
}

/**
 * ws_tree_layout_set_moment:
 * @self: a layout
 * @model: of its scene
 * @moment: when
 *
 * Moves the layout to another moment: nothing else of it depends on that. The eye glides to a row
 * in the first part of the row's time.
 */
void
ws_tree_layout_set_moment (WsTreeLayout *self, const WsTreeModel *model, const WsMoment *moment)
{
  double before = floor ((self->n_visible - 1)
                         * 0.6); /* whole rows, so that they stand still where nothing moves */

  if (model->n_rows == 0)
    return;
  self->row = ws_tree_model_row_at (model, moment->position);
  self->present = self->row;
  if (self->row > 0 && model->rows[self->row - 1].kind != WS_TREE_ROW_INPUTS)
    {
      const WsTreeRow *row = &model->rows[self->row];
      double time = MAX (0.3 * ((double)row->end - row->start), 1);

      self->present -= 1 - ws_ease ((moment->position - row->start) / time);
    }
  self->offset = CLAMP (self->present - before, 0, (double)model->n_rows - self->n_visible);
}

static void
place_strip (WsTreeLayout *self, const WsTreeModel *model, const WsTheme *theme, double wanted)
{
  double label = self->note_px * 1.7;
  double top = self->note_px * 0.7;
  guint n = MAX (model->n_rows, 1);
  double row_h = CLAMP ((wanted - label - top) / n, 1.5, theme->text_px * self->scale * 0.62);
  double height = row_h * n + label + top;

  self->strip = (WsBox){ self->pad, self->height - self->pad * 0.6 - height,
                         self->width - 2 * self->pad, height };
  self->strip_cells = (WsBox){ self->titles.x + self->titles.w, self->strip.y + top, 0, row_h * n };
  self->strip_cells.w = self->width - self->pad - self->strip_cells.x;
  self->strip_warps = (WsBox){ self->strip_cells.x, self->strip_cells.y + self->strip_cells.h,
                               self->strip_cells.w, label };
}

static void
place_frame (WsTreeLayout *self, const WsTreeModel *model)
{
  double element = self->strip_cells.w / model->n_columns;
  double air = MIN (self->note_px * 0.35, 6 * self->scale);

  self->frame =
      (WsBox){ self->strip_cells.x + self->first * element - air, self->strip_cells.y - air,
               self->count * element + 2 * air, self->strip_cells.h + 2 * air };
  if (self->frame.x + self->frame.w > self->width - 1)
    self->frame.w = self->width - 1 - self->frame.x;
}

/* Titles take what the longest needs, but no more than a fifth. */
static double
get_title_width (const WsTreeLayout *self, const WsTreeModel *model, WsText *text)
{
  double widest = ws_text_width (text, WS_FACE_SANS, self->note_px, "whole block");

  for (guint i = 0; i < model->n_rows; i++)
    {
      double width;
      if (i > 0 && g_strcmp0 (model->rows[i].title, model->rows[i - 1].title) == 0)
        continue;
      width = ws_text_width (text, WS_FACE_BOLD, self->text_px, model->rows[i].title);
      widest = MAX (widest, width);
    }
  return MIN (widest + self->text_px * 1.1, self->width * 0.24);
}

static void
place_columns (WsTreeLayout *self, const WsTreeModel *model, const WsTreeOptions *options,
               WsText *text)
{
  double titles = get_title_width (self, model, text);
  double whole = self->width - 2 * self->pad - titles;
  g_autofree char *more = g_strdup_printf ("… %u more", model->n_columns);
  double margin = ws_text_width (text, WS_FACE_SANS, self->note_px, more) + self->note_px * 0.8;
  double area;
  double used;

  margin = MIN (margin, self->width * 0.16);
  self->count = choose_count (model, options, whole, self->text_px);
  if (self->count == model->n_columns)
    margin = 0;
  area = MAX (whole - margin, 1);
  self->first = MIN (options->first, model->n_columns - self->count);
  self->pitch_x = MIN (area / self->count, MAX_PITCH * self->text_px);
  used = titles + self->pitch_x * self->count + margin;

  self->titles = (WsBox){ self->pad, self->rows.y, titles, self->rows.h };
  /* a block of few threads stands in the middle */
  if (used < self->width - 2 * self->pad)
    self->titles.x += (self->width - 2 * self->pad - used) / 2;
  self->cells =
      (WsBox){ self->titles.x + titles, self->rows.y, self->pitch_x * self->count, self->rows.h };
  self->margin = (WsBox){ self->cells.x + self->cells.w, self->rows.y, margin, self->rows.h };
  self->cell_w = self->pitch_x < 5
                     ? self->pitch_x
                     : self->pitch_x - CLAMP (self->pitch_x * 0.14, 1, 14 * self->scale);
}

/**
 * ws_tree_layout_init:
 * @self: (out): the layout
 * @text: measures the texts
 * @scene: what is drawn
 * @moment: when
 * @options: which elements
 * @theme: sizes
 * @width: of the drawing, in pixels
 * @height: of the drawing, in pixels
 *
 * Finds out where everything stands.
 */
void
ws_tree_layout_init (WsTreeLayout *self, WsText *text, const WsScene *scene, const WsMoment *moment,
                     const WsTreeOptions *options, const WsTheme *theme, double width,
                     double height)
{
  const WsTreeModel *model = scene->tree;
  double min_px = ws_theme_get_min_text (theme, height);
  double bottom;
  guint last_thread;

  *self = (WsTreeLayout){ .width = width,
                          .height = height,
                          .scale = ws_theme_get_scale (theme, width, height) };
  self->text_px = MAX (theme->text_px * self->scale, min_px);
  self->note_px = MAX (theme->small_px * self->scale * 0.92, min_px);
  self->pad = MIN (26 * self->scale, MIN (width, height) * 0.04);
  self->rows = (WsBox){ 0, self->pad * 0.5, width, height - self->pad };
  place_columns (self, model, options, text);
  bottom = height - self->pad * 0.5;
  if (options->show_strip && self->count < model->n_columns && height > self->text_px * 14)
    {
      /* the titles' column is known now: the strip begins where the cells begin, and ends at the
       * edge */
      self->titles.x = self->pad;
      self->cells.x = self->titles.x + self->titles.w;
      self->margin.x = self->cells.x + self->cells.w;
      place_strip (self, model, theme, height * 0.17);
      bottom = self->strip.y - self->note_px * 0.8;
    }

  self->index_px = MAX (theme->small_px * self->scale * 0.8, min_px);
  if (ws_text_width (text, WS_FACE_MONO, self->index_px, "1000") > self->pitch_x
      || height < self->text_px * 14)
    self->index_px = 0;
  self->header = (WsBox){ self->cells.x, self->rows.y, self->cells.w, self->index_px * 1.5 };
  /* names of warps instead, where nothing below says them */
  if (self->index_px == 0 && self->strip.h <= 0 && height >= self->text_px * 14)
    self->header.h = self->note_px * 1.6;
  self->rows.y += self->header.h;
  self->rows.h = MAX (bottom - self->rows.y, 1);

  last_thread = find_last_thread (model, self->first, self->count);
  place_rows (self, model, theme, text, last_thread, min_px);
  self->titles.y = self->cells.y = self->margin.y = self->rows.y;
  self->titles.h = self->cells.h = self->margin.h = self->rows.h;
  self->detail = self->value_px > 0   ? WS_TREE_DETAIL_VALUES
                 : self->pitch_x >= 5 ? WS_TREE_DETAIL_CELLS
                                      : WS_TREE_DETAIL_BARS;
  ws_tree_layout_set_moment (self, model, moment);
  if (self->strip.h > 0)
    place_frame (self, model);
}

/* Upper edge of a row, or of a place between rows, below the first. */
static double
get_top (const WsTreeLayout *self, double row)
{
  guint below = floor (MAX (row, 0));

  if (!self->has_tops)
    return row * self->pitch_y;
  if (below + 1 >= WS_TREE_MAX_TOPS || self->tops[below + 1] <= 0)
    return self->tops[MIN (below, WS_TREE_MAX_TOPS - 1)];
  return self->tops[below] + (self->tops[below + 1] - self->tops[below]) * (row - below);
}

static double
get_first_y (const WsTreeLayout *self)
{
  double used = get_top (self, self->n_visible - 1) + self->cell_h;

  /* where there is room to spare the tree keeps to the top */
  return self->rows.y + CLAMP ((self->rows.h - used) / 2, 0, self->text_px * 0.6);
}

WsBox
ws_tree_layout_get_cell (const WsTreeLayout *self, guint row, guint column)
{
  return (WsBox){ self->cells.x + ((double)column - self->first) * self->pitch_x
                      + (self->pitch_x - self->cell_w) / 2,
                  get_first_y (self) + get_top (self, row) - get_top (self, self->offset),
                  self->cell_w, self->cell_h };
}

double
ws_tree_layout_get_gap (const WsTreeLayout *self, guint row)
{
  return row > 0 ? get_top (self, row) - get_top (self, row - 1) - self->cell_h
                 : self->pitch_y - self->cell_h;
}

WsBox
ws_tree_layout_get_thread (const WsTreeLayout *self, guint row, guint column)
{
  WsBox cell = ws_tree_layout_get_cell (self, row, column);
  double gap = ws_tree_layout_get_gap (self, row);
  double below = MIN ((gap - self->thread_h) * 0.46, self->text_px * 0.6);

  return (WsBox){ cell.x + (cell.w - self->thread_w) / 2, cell.y - below - self->thread_h,
                  self->thread_w, self->thread_h };
}

guint
ws_tree_layout_get_reach (const WsTreeLayout *self, const WsTreeModel *model, guint row)
{
  const WsTreeRow *r = &model->rows[row];
  guint reach = 0;

  if (r->kind == WS_TREE_ROW_INPUTS)
    return 0;
  for (guint i = 0; i < r->n_nodes; i++)
    {
      guint32 id = model->nodes[r->first + i];
      const WsNode *node = &model->dataflow->nodes[id];
      guint column = model->column_of[id];

      if (column - self->first >= self->count)
        continue;
      for (guint k = 0; k < MIN (node->n_edges, WS_TREE_MAX_SOURCES); k++)
        {
          guint source = model->column_of[model->dataflow->edges[node->first_edge + k]];
          if (source - self->first < self->count)
            reach = MAX (reach, MAX (source, column) - MIN (source, column));
        }
    }
  return reach;
}

double
ws_tree_layout_get_shown (const WsTreeLayout *self, guint row)
{
  double above = self->offset - row;
  double below = row - (self->offset + self->n_visible - 1);

  /* gone before it reaches the notes */
  return 1 - ws_clamp01 (MAX (above, below) * 2);
}

gboolean
ws_tree_layout_is_free (const WsTreeLayout *self, double y, double px)
{
  return y - px * 0.4 >= self->rows.y - 0.5 && y + px * 0.4 <= self->rows.y + self->rows.h + 0.5;
}

WsBox
ws_tree_layout_get_band (const WsTreeLayout *self)
{
  guint row = ceil (self->present);
  double gap = ws_tree_layout_get_gap (self, row);
  double air = MIN ((self->pitch_y - self->cell_h) * 0.16, self->text_px * 0.45);
  double cell_y = get_first_y (self) + get_top (self, self->present) - get_top (self, self->offset);
  double above = self->present <= 0 ? air : gap - air;
  double y = MAX (cell_y - above, self->rows.y - air);

  return (WsBox){ self->pad * 0.4, y, self->width - 0.8 * self->pad,
                  cell_y + self->cell_h + air - y };
}

WsBox
ws_tree_layout_get_strip_cell (const WsTreeLayout *self, const WsTreeModel *model, guint row,
                               guint column)
{
  double element = self->strip_cells.w / model->n_columns;
  double row_h = self->strip_cells.h / MAX (model->n_rows, 1);

  return (WsBox){ self->strip_cells.x + column * element, self->strip_cells.y + row * row_h,
                  element, row_h };
}
