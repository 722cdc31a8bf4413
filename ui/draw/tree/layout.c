#include "tree/fold.h"
#include "tree/layout.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Measures in units of the text size. */
#define MAX_PITCH       4.6  /* columns of a small block do not grow beyond */
#define WIDE_PITCH      2.9  /* columns of this width allow 32 instead of 16 */
#define WIDE_VALUE      0.55 /* and for each character of the longest value */
#define MAX_CELL_H      2.4
#define REACH_AIR       0.14 /* and for each doubling of the columns that its lines cross */
#define MAX_GAP         5.5
#define VALUE_AIR       0.5 /* beside a value in its cell */
#define SLOT_GAP        0.3 /* least, between cells of a folded tree */
#define MIN_MOST        4 /* combinations of a row, for whose sake values may have the minimum size */
#define INPUT_SIZE      0.68 /* of a value among others in one cell */
#define WIDE_LOADS      0.9  /* columns may be wider by this for each load that they have */
#define INPUT_LINE      1.4  /* height of a line of them, in units of their size */
#define GUEST_SIZE      0.86 /* of a value from a folded column, in units of others */
#define GUEST_LINE      1.75 /* height of the line of them, in units of their size */
#define MONO_ADVANCE    0.61 /* generous */
#define LEGEND_LINES    20   /* the least height of a tree that has a legend, likewise */
#define MAX_VALUE_CHARS 7
#define MIN_VALUE_CHARS 6 /* three digits and an exponent: "1.23e9" */

/* Ways to make rows lower until all fit: smaller text first, then less space, then threads without
 * numbers. */
typedef struct {
  double shrink;
  double cell;   /* height in units of its text */
  double circle; /* of a thread, in units of its number; 0 for a dot */
  double air;    /* in a gap, besides the thread */
} Density;

static const Density densities[] = {
  { 1, 1.5, 1.7, 0.55 },     { 0.935, 1.5, 1.7, 0.55 }, { 0.87, 1.5, 1.7, 0.55 },
  { 0.805, 1.5, 1.7, 0.55 }, { 0.74, 1.5, 1.7, 0.55 },  { 0.74, 1.36, 1.5, 0.36 },
  { 0.74, 1.22, 1.25, 0.2 }, { 0.74, 1.18, 0, 0.2 },    { 0.64, 1.18, 0, 0.2 },
  { 0.55, 1.15, 0, 0.15 },   { 0.55, 1.1, 0, 0 },
};

/* Densities in which threads have numbers: inputs shown one by one must not displace anything
 * else. */
#define N_GOOD 5

/* The last is only for trees that would not fit otherwise, and have given up their strip. */
#define N_WITH_STRIP (G_N_ELEMENTS (densities) - 1)

/* Densities in which rows with guests keep the strip, and in which they keep their guests. */
#define N_GUESTS_AND_STRIP 5
#define N_GUESTS           7

/* Of rows some of which are left out. */
static const Density scrolled_density = { 0.9, 1.5, 1.7, 0.55 };

/* Sizes that follow from a density. */
typedef struct {
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

/* Largest thread number visible in the focus. */
static guint
find_last_thread (const WsTreeLayout *self, const WsTreeModel *model)
{
  guint last = 0;

  for (guint r = 0; r < model->n_rows; r++)
    for (guint i = 0; model->rows[r].kind != WS_TREE_ROW_INPUTS && i < model->rows[r].n_nodes; i++)
      {
        guint32 node = model->nodes[model->rows[r].first + i];
        guint32 thread = model->dataflow->nodes[node].thread;

        if (ws_tree_layout_get_slot (self, model->column_of[node]) != WS_NONE && thread != WS_NONE)
          last = MAX (last, thread);
      }
  return last;
}

/* The complete value in smaller type, rather than a part of it at full size. */
static void
size_values (const WsTreeLayout *self, const WsTreeModel *model, double text_px, double min_px,
             Sizes *sizes)
{
  double room = self->cell_w - 0.5 * text_px;
  guint longest = CLAMP (model->longest_value, 1, MAX_VALUE_CHARS);

  if (self->folded)
    {
      /* each column fits its own */
      sizes->value_px = MAX (MIN (text_px, self->value_px), min_px);
      sizes->value_chars = WS_TREE_MAX_FLOAT_CHARS;
      return;
    }
  sizes->value_px = MIN (text_px, room / (longest * MONO_ADVANCE));
  if (sizes->value_px < text_px * 0.72)
    sizes->value_px = MIN (text_px * 0.72, room / (MIN (longest, MIN_VALUE_CHARS) * MONO_ADVANCE));
  sizes->value_px = MAX (sizes->value_px, min_px);
  sizes->value_chars = MAX (room / (sizes->value_px * MONO_ADVANCE), 0);
  if (sizes->value_chars < MIN (longest, 2))
    {
      sizes->value_px = 0;
      sizes->value_chars = 0;
    }
}

/* Sizes also depend on the number of the last thread, which must fit. */
typedef struct {
  const WsTheme *theme;
  WsText *text;
  guint last_thread;
  double min_px;
} Letters;

static void
size_threads (const WsTreeLayout *self, const Letters *letters, const Density *density,
              Sizes *sizes)
{
  const WsTheme *theme = letters->theme;
  double min_px = letters->min_px;
  double text_px = MAX (theme->text_px * self->scale * density->shrink, min_px);
  guint digits = count_digits (letters->last_thread);
  char all[12] = "0000000000";

  all[digits] = '\0';
  sizes->thread_px = MAX (theme->note_px * self->scale * density->shrink, min_px);
  for (guint pass = 0; pass < 2; pass++)
    {
      sizes->thread_h = sizes->thread_px * density->circle * (digits <= 2 ? 1 : 0.88);
      sizes->thread_w = digits <= 2
                            ? sizes->thread_h
                            : ws_text_width (letters->text, WS_FACE_SANS, sizes->thread_px, all)
                                  + 0.8 * sizes->thread_px;
      if (sizes->thread_w <= self->pitch_x * (self->folded ? 1 : 0.86))
        break;
      sizes->thread_px = pass == 0 ? min_px : 0;
    }
  if (density->circle > 0 && sizes->thread_px > 0 && sizes->value_px > 0)
    return;
  sizes->thread_px = 0;
  sizes->thread_h = sizes->thread_w =
      MIN (self->pitch_x * 0.5, text_px * (density->air > 0 ? 0.5 : 0.36));
}

/* Room for a thread without its number, in units of the text. */
static double
get_least_gap (const Density *density)
{
  return density->circle > 0 ? 0.7 : density->air > 0 ? 0.5 : 0.42;
}

static Sizes
get_sizes (const WsTreeLayout *self, const WsTreeModel *model, const Letters *letters,
           const Density *density)
{
  double text_px = MAX (letters->theme->text_px * self->scale * density->shrink, letters->min_px);
  Sizes sizes = { .value_px = 0 };

  size_values (self, model, text_px, letters->min_px, &sizes);
  size_threads (self, letters, density, &sizes);
  sizes.min_cell_h =
      sizes.value_px > 0 ? MAX (sizes.value_px, text_px * 0.8) * density->cell : text_px * 0.8;
  sizes.min_pitch_y = sizes.min_cell_h + MAX (sizes.thread_h, text_px * get_least_gap (density))
                      + text_px * density->air;
  return sizes;
}

static double
get_input_px (const WsTreeLayout *self, const Sizes *sizes, double min_px)
{
  double px = sizes->value_px * INPUT_SIZE;

  return MAX (self->folded ? MIN (px, self->input_most) : px, min_px);
}

/* How much higher than others the row of inputs is: a line for each element of a wide load. */
static double
get_inputs_extra (const WsTreeLayout *self, const Sizes *sizes, double cell_h, double min_px)
{
  return self->n_wide > 0
             ? MAX (self->n_wide * get_input_px (self, sizes, min_px) * INPUT_LINE - cell_h, 0)
             : 0;
}

/* The total space for long lines in all gaps. */
static double
get_reach_air (const WsTreeLayout *self, const WsTreeModel *model)
{
  double air = 0;

  for (guint r = 1; r < model->n_rows; r++)
    air += log2 (MAX (ws_tree_layout_get_reach (self, model, r), 1)) * REACH_AIR * self->text_px;
  return air;
}

/* Distributes extra space to the gaps: more for longer lines. */
static void
place_tops (WsTreeLayout *self, const WsTreeModel *model, double least_gap, double height)
{
  double weights = 0;
  double left = height - model->n_rows * self->cell_h - (model->n_rows - 1) * least_gap;
  double most = MAX (MAX_GAP * self->text_px - least_gap, 0);
  double top = 0;

  if (model->n_rows > WS_TREE_MAX_TOPS || model->n_rows < 2 || (left <= 0 && !self->has_guests))
    return;
  left = MAX (left, 0);
  for (guint r = 1; r < model->n_rows; r++)
    weights += 0.5 + log2 (MAX (ws_tree_layout_get_reach (self, model, r), 1));
  self->tops[0] = 0;
  for (guint r = 1; r < model->n_rows; r++)
    {
      double weight = (0.5 + log2 (MAX (ws_tree_layout_get_reach (self, model, r), 1))) / weights;
      double even = 1. / (model->n_rows - 1);

      top += self->cell_h + least_gap + MIN (left * (0.65 * weight + 0.35 * even), most);
      if (self->guest_rows[r])
        top += self->guest_h;
      self->tops[r] = top;
    }
  self->has_tops = TRUE;
}

static double
get_guest_px (const WsTreeLayout *self, const Sizes *sizes, double min_px)
{
  return MAX (sizes->value_px * GUEST_SIZE, min_px);
}

/* The total space for guests in all gaps. */
static double
get_guests_extra (const WsTreeLayout *self, const Sizes *sizes, double min_px)
{
  guint n = 0;

  for (guint r = 0; r < WS_TREE_MAX_TOPS && self->has_guests; r++)
    n += self->guest_rows[r];
  return n * get_guest_px (self, sizes, min_px) * GUEST_LINE;
}

/* Some rows are omitted: above, below or both, with notes. */
static void
place_notes (WsTreeLayout *self)
{
  double note = self->note_px * 1.5;

  self->earlier = (WsBox){ self->rows.x, self->rows.y, self->rows.w, note };
  self->later = (WsBox){ self->rows.x, self->rows.y + self->rows.h - note, self->rows.w, note };
  self->rows.y += note;
  self->rows.h = MAX (self->rows.h - 2 * note, 1);
}

/* Rows as high as fit; text as large as all rows allow. If guests do not fit, no row is visible:
 * @self->has_guests then tells whether they may fit without the strip. */
static void
place_rows (WsTreeLayout *self, const WsTreeModel *model, const Letters *letters)
{
  double min_px = letters->min_px;
  double air = self->text_px * 0.5;
  Sizes sizes;
  double height = self->rows.h - 2 * air;
  double air_of_lines = get_reach_air (self, model);
  double extra = 0;
  double guests = 0;
  double gap;
  guint n = MAX (model->n_rows, 1);

  /* n rows need n - 1 gaps: the lowest has none below */
  for (guint i = 0;; i++)
    {
      const Density *density = &densities[i];
      double lines = density->air >= densities[0].air ? air_of_lines * density->shrink : 0;

      sizes = get_sizes (self, model, letters, density);
      gap = sizes.min_pitch_y - sizes.min_cell_h;
      extra = get_inputs_extra (self, &sizes, sizes.min_cell_h, min_px);
      guests = get_guests_extra (self, &sizes, min_px);
      if (n * sizes.min_pitch_y - gap + lines + extra + guests <= height)
        break;
      if (i + 1 >= N_GOOD && self->n_wide > 0)
        {
          self->n_wide = 0;
          return;
        }
      if (self->has_guests && i + 1 == (self->strip.h > 0 ? N_GUESTS_AND_STRIP : N_GUESTS))
        {
          self->has_guests = self->strip.h > 0;
          self->n_visible = 0;
          return;
        }
      if (i + 1 == (self->strip.h > 0 ? N_WITH_STRIP : G_N_ELEMENTS (densities)))
        {
          sizes = get_sizes (self, model, letters, &scrolled_density);
          gap = sizes.min_pitch_y - sizes.min_cell_h;
          place_notes (self);
          height = self->rows.h - 2 * air;
          n = CLAMP ((height + gap) / sizes.min_pitch_y, 1, n);
          break;
        }
    }
  self->n_visible = n;
  self->value_px = sizes.value_px;
  self->input_px = get_input_px (self, &sizes, min_px);
  self->value_chars = sizes.value_chars;
  self->thread_px = sizes.thread_px;
  self->thread_w = sizes.thread_w;
  self->thread_h = sizes.thread_h;
  self->guest_px = get_guest_px (self, &sizes, min_px);
  self->guest_h = self->guest_px * GUEST_LINE;

  /* distributes extra space equally to cells and gaps, up to a limit */
  self->pitch_y = sizes.min_pitch_y;
  self->cell_h = sizes.min_cell_h;
  height -= extra + guests;
  if (n * self->pitch_y - gap < height || self->has_guests)
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
  self->inputs_extra = get_inputs_extra (self, &sizes, self->cell_h, min_px);
  /* a low drawing fits one low row */
  if (self->cell_h > self->rows.h)
    self->cell_h = self->rows.h;
  if (self->thread_h > self->pitch_y - self->cell_h)
    self->thread_h = self->thread_w = MAX (self->pitch_y - self->cell_h, 0);
}

/**
 * ws_tree_layout_set_moment:
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
                         * 0.6); /* whole rows, so that they are still when nothing moves */

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

/* Below everything, even if the marks are hidden, so that nothing moves when they are revealed. */
static void
place_legend (WsTreeLayout *self, const WsScene *scene)
{
  double height = ws_hazard_get_legend_height (self->note_px);

  /* if rows need the space, the finding's sentence suffices */
  if (ws_scene_say_hazards (scene) == NULL || self->height < self->text_px * LEGEND_LINES)
    height = 0;
  self->legend = (WsBox){ self->pad, self->height - self->pad * 0.6 - height,
                          self->width - 2 * self->pad, height };
}

static void
place_strip (WsTreeLayout *self, const WsTreeModel *model, const WsTheme *theme, double wanted)
{
  double label = self->note_px * 1.7;
  double top = self->note_px * 0.7;
  guint n = MAX (model->n_rows, 1);
  double row_h = CLAMP ((wanted - label - top) / n, 1.5, theme->text_px * self->scale * 0.62);
  double height = row_h * n + label + top;

  self->strip = (WsBox){ self->pad, self->legend.y - height, self->width - 2 * self->pad, height };
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

/* Titles take the width of the longest, at most a fifth. @many: (nullable): precedes the number of
 * elements that a cell sums. */
static double
get_title_width (const WsTreeLayout *self, const WsTreeModel *model, WsText *text, const char *many)
{
  double widest = ws_text_width (text, WS_FACE_SANS, self->note_px, _ ("whole block"));
  double sum_width =
      many != NULL ? ws_text_width (text, WS_FACE_SANS, self->note_px, many) + self->note_px * 2.4
                   : 0;

  for (guint i = 0; i < model->n_rows; i++)
    {
      double width;
      if (i > 0 && g_strcmp0 (model->rows[i].title, model->rows[i - 1].title) == 0)
        continue;
      width = ws_text_width (text, WS_FACE_BOLD, self->text_px, model->rows[i].title);
      if (model->rows[i].n_elements > 1)
        width += sum_width;
      widest = MAX (widest, width);
    }
  return MIN (widest + self->text_px * 1.1, self->width * 0.24);
}

/* ---- a folded tree ---- */

/* The visible columns, and their required space. */
typedef struct {
  guint32 columns[WS_TREE_MAX_SLOTS];
  double widths[WS_TREE_MAX_SLOTS];
  double folds[WS_TREE_MAX_SLOTS + 1]; /* of the marks before each, and after the last */
  guint n;
  double gap;
  double needed;
  gboolean names_folds;     /* marks and circles fit their numbers */
  guint guest_chars;        /* of the longest value between them; 0 if none are */
  const guint8 *guest_rows; /* of the model: which rows have such values */
} Slots;

/* What the inputs of a column need in units of their size; 0 if they are none, or a stack. */
static double
get_inputs_width (const WsTreeLayout *self, const WsTreeModel *model, guint32 column)
{
  guint n_inputs = model->first_input[column + 1] - model->first_input[column];

  if (model->inputs_width_of[column] == 0 || ws_tree_layout_has_stack (self, n_inputs))
    return 0;
  return model->inputs_width_of[column] * MONO_ADVANCE
         + (self->n_wide > 0 ? model->n_loads : 2) * VALUE_AIR;
}

/* What a column needs for its values in a type of @px, its number and, if @threads, the numbers in
 * its circles. */
static double
get_slot_width (const WsTreeLayout *self, const WsTreeModel *model, guint32 column, double px,
                double min_px, gboolean threads)
{
  double half_px = MAX (min_px, px * 0.7);
  guint n_inputs = model->first_input[column + 1] - model->first_input[column];
  double width = (model->width_of[column] * MONO_ADVANCE + VALUE_AIR) * px;
  double digits = count_digits (model->n_threads - 1);

  if (model->grouped && ws_tree_layout_has_stack (self, n_inputs))
    width = MAX (width, (4 * MONO_ADVANCE + VALUE_AIR) * px);
  else
    width = MAX (width, get_inputs_width (self, model, column) * half_px);
  width = MAX (width, (count_digits (column) * MONO_ADVANCE + 0.2) * self->index_px);
  if (!threads)
    return width;
  return MAX (width, digits <= 2 ? 1.7 * min_px : (digits * 0.58 + 0.8) * min_px);
}

static void
measure_slots (const WsTreeLayout *self, const WsTreeModel *model, double px, double min_px,
               Slots *slots)
{
  slots->gap = SLOT_GAP * px;
  slots->needed = slots->gap * (slots->n - 1);
  for (guint i = 0; i <= slots->n; i++)
    {
      guint32 from = i > 0 ? slots->columns[i - 1] + 1 : 0;
      guint32 to = i < slots->n ? slots->columns[i] : model->n_columns;

      slots->folds[i] = 0;
      if (to > from)
        slots->folds[i] = slots->names_folds ? ((count_digits (to - from) + 1) * MONO_ADVANCE + 0.3)
                                                   * self->index_px
                                             : 0.5 * self->index_px;
      slots->needed += slots->folds[i];
      if (i == slots->n)
        break;
      slots->widths[i] =
          get_slot_width (self, model, slots->columns[i], px, min_px, slots->names_folds);
      slots->needed += slots->widths[i];
    }
}

/* Characters of the longest value that a combination in view takes from a folded column; @rows:
 * (out): in which rows any does */
static guint
measure_guests (const WsTreeModel *model, const guint32 *columns, guint n_columns,
                guint8 rows[WS_TREE_MAX_TOPS])
{
  const WsDataflow *flow = model->dataflow;
  g_autofree guint8 *seen = g_new0 (guint8, model->n_columns);
  guint longest = 0;

  for (guint i = 0; i < n_columns; i++)
    seen[columns[i]] = TRUE;
  for (guint r = 0; r < model->n_rows; r++)
    for (guint i = 0; i < model->rows[r].n_nodes && model->rows[r].kind != WS_TREE_ROW_INPUTS; i++)
      {
        guint32 id = model->nodes[model->rows[r].first + i];
        const WsNode *node = &flow->nodes[id];

        for (guint k = 0; seen[model->column_of[id]] && node->reaches_result && k < node->n_edges;
             k++)
          {
            guint32 source = flow->edges[node->first_edge + k];
            g_autofree char *value = NULL;

            if (model->row_of[source] == WS_NONE || seen[model->column_of[source]])
              continue;
            value = ws_tree_model_format_value (&flow->nodes[source], WS_TREE_MAX_FLOAT_CHARS);
            longest = MAX (longest, strlen (value));
            rows[r] = TRUE;
          }
      }
  return longest;
}

/* The parts independent of the size: computing them visits every node, and a frame needs them many
 * times. */
typedef struct {
  guint n; /* of the columns */
  guint guest_chars;
  guint8 guest_rows[WS_TREE_MAX_TOPS];
  guint32 columns[WS_TREE_MAX_SLOTS];
} Near;

static Near *
near_new (const WsTreeModel *model, guint count, gboolean with_sources)
{
  Near *self = g_new0 (Near, 1);

  /* with this many rows, guests do not fit */
  if (!with_sources && model->n_rows > WS_TREE_MAX_TOPS)
    return self;
  self->n = ws_tree_fold_near (model, count, with_sources, self->columns, WS_TREE_MAX_SLOTS);
  if (!with_sources && self->n > 0 && self->n <= WS_TREE_MAX_SLOTS)
    self->guest_chars = MAX (measure_guests (model, self->columns, self->n, self->guest_rows), 1);
  return self;
}

/* For a warp, a half or a quarter of it. Several threads that draw the same scene may compute it:
 * the first result is kept. */
static const Near *
get_near (const WsTreeModel *model, guint count, gboolean with_sources)
{
  static const guint counts[] = { WS_WARP_SIZE, WS_WARP_SIZE / 2, WS_WARP_SIZE / 4 };
  gpointer *place = (gpointer *)model->near + (with_sources ? 0 : G_N_ELEMENTS (counts));
  Near *found;
  guint i = 0;

  /* the zoom has no others */
  while (i + 1 < G_N_ELEMENTS (counts) && counts[i] > count)
    i++;
  place += i;
  found = g_atomic_pointer_get (place);
  if (found != NULL)
    return found;
  found = near_new (model, counts[i], with_sources);
  if (g_atomic_pointer_compare_and_exchange (place, NULL, found))
    return found;
  g_free (found);
  return g_atomic_pointer_get (place);
}

G_STATIC_ASSERT (WS_TREE_N_NEAR == 2 * 3);

/* Of values, of the least text, and what there is for all columns: pixels. */
typedef struct {
  double px;
  double min_px;
  double room;
} Room;

/* Returns: whether @count neighbours fit with their sources: in their own columns, or as guests
 * between them */
static gboolean
try_near (const WsTreeLayout *self, const WsTreeModel *model, guint count, gboolean with_sources,
          const Room *room, Slots *slots)
{
  Slots tried = { .names_folds = TRUE };
  const Near *near = get_near (model, count, with_sources);

  tried.n = near->n;
  memcpy (tried.columns, near->columns, sizeof near->columns);
  if (tried.n == 0 || tried.n > WS_TREE_MAX_SLOTS)
    return FALSE;
  measure_slots (self, model, room->px, room->min_px, &tried);
  if (!with_sources)
    {
      double least;

      tried.guest_chars = near->guest_chars;
      tried.guest_rows = near->guest_rows;
      least = (tried.guest_chars * MONO_ADVANCE + 3 * VALUE_AIR)
              * MAX (room->px * GUEST_SIZE, room->min_px);
      for (guint i = 0; i < tried.n; i++)
        {
          tried.needed += MAX (least - tried.widths[i] - tried.gap, 0);
          tried.widths[i] = MAX (least - tried.gap, tried.widths[i]);
        }
      /* the last one is next to the last column */
      tried.needed += MAX (tried.widths[tried.n - 1] / 2 + tried.gap - tried.folds[tried.n], 0);
      tried.folds[tried.n] = MAX (tried.widths[tried.n - 1] / 2 + tried.gap, tried.folds[tried.n]);
    }
  if (tried.needed > room->room)
    return FALSE;
  *slots = tried;
  return TRUE;
}

/* Returns: whether the columns needed by @most combinations of each row fit */
static gboolean
try_fold (const WsTreeLayout *self, const WsTreeModel *model, guint most, gboolean names_folds,
          const Room *room, Slots *slots)
{
  Slots tried = { .names_folds = names_folds };

  tried.n = ws_tree_fold (model, most, tried.columns, WS_TREE_MAX_SLOTS);
  if (tried.n == 0 || tried.n > WS_TREE_MAX_SLOTS)
    return FALSE;
  measure_slots (self, model, room->px, room->min_px, &tried);
  if (tried.needed > room->room)
    return FALSE;
  *slots = tried;
  return TRUE;
}

/* Returns: whether the whole block fits */
static gboolean
try_all (const WsTreeLayout *self, const WsTreeModel *model, double px, double min_px, double room,
         Slots *slots)
{
  if (model->n_columns > WS_TREE_MAX_SLOTS)
    return FALSE;
  *slots = (Slots){ .n = model->n_columns, .names_folds = TRUE };
  for (guint i = 0; i < slots->n; i++)
    slots->columns[i] = i;
  measure_slots (self, model, px, min_px, slots);
  return slots->needed <= room;
}

/* All columns if they fit; else those of a warp, a half or a quarter of it; else as many
 * combinations of each row as fit, with values of a good size, or a few with small ones. @count:
 * requested number of neighbours; 0 for as many as fit */
static gboolean
choose_slots (const WsTreeLayout *self, const WsTreeModel *model, guint count, double min_px,
              double room, Slots *slots)
{
  const double sizes[2] = { MAX (self->text_px * 0.9, min_px), min_px };
  const guint counts[3] = { count > 0 ? count : WS_WARP_SIZE, WS_WARP_SIZE / 2, WS_WARP_SIZE / 4 };
  guint all = ws_tree_fold_get_most (model);
  guint best = 0;

  for (guint i = 0; i < 2 && (count == 0 || count >= model->n_columns); i++)
    if (try_all (self, model, sizes[i], min_px, room, slots))
      return TRUE;
  for (guint i = 0; i < (count > 0 ? 1 : G_N_ELEMENTS (counts)); i++)
    for (guint k = 0; k < 4 && counts[i] < model->n_columns; k++)
      if ((k % 2 == 0 || self->has_guests)
          && try_near (self, model, counts[i], k % 2 == 0, &(Room){ sizes[k / 2], min_px, room },
                       slots))
        return TRUE;
  if (count > 0)
    return FALSE;
  for (guint i = 0; i < 2 && best < MIN (MIN_MOST, all); i++)
    for (guint most = best + 1; most <= all && (i == 0 || most <= MIN_MOST);
         most += MAX (most / 4, 1))
      {
        if (!try_fold (self, model, most, TRUE, &(Room){ sizes[i], min_px, room }, slots))
          break;
        best = most;
      }
  return best > 0
         || (self->n_wide == 0
             && try_fold (self, model, 1, FALSE, &(Room){ min_px, min_px, room }, slots));
}

/* Distributes extra space equally to all cells, up to a limit; if there is enough, all are as wide
 * as the widest. Returns: the width of all together */
static double
place_slots (WsTreeLayout *self, const WsTreeModel *model, const Slots *slots, double room)
{
  double widest = 0;
  double even = slots->needed;
  double extra;
  double x = 0;

  self->folded = TRUE;
  self->has_guests = slots->guest_chars > 0;
  self->guest_chars = slots->guest_chars;
  if (self->has_guests)
    memcpy (self->guest_rows, slots->guest_rows, sizeof self->guest_rows);
  self->count = slots->n;
  self->first = slots->columns[0];
  self->pitch_x = self->cell_w = G_MAXDOUBLE;
  self->value_px = self->text_px;
  for (guint i = 0; i < slots->n; i++)
    widest = MAX (widest, slots->widths[i]);
  for (guint i = 0; i < slots->n; i++)
    even += widest - slots->widths[i];
  extra = (room - MIN (even, room)) / slots->n;
  if (even > room)
    extra = (room - slots->needed) / slots->n;
  for (guint i = 0; i < slots->n; i++)
    {
      double width = even <= room ? widest : slots->widths[i];
      double most =
          MAX_PITCH * self->text_px * MAX (self->n_wide > 0 ? WIDE_LOADS * model->n_loads : 1, 1);
      double grown = MAX (MIN (width + extra, most - slots->gap), width);
      double air = MIN ((grown - width) * 0.14, 0.6 * self->text_px);

      x += slots->folds[i] + (i > 0 ? slots->gap : 0) + air / 2;
      self->columns[i] = slots->columns[i];
      self->lefts[i] = x;
      self->widths[i] = grown - air;
      x += grown - air / 2;
      self->cell_w = MIN (self->cell_w, self->widths[i]);
      self->pitch_x = MIN (self->pitch_x, grown + slots->gap);
    }
  return x + slots->folds[slots->n];
}

/* The largest type in which every value fits its cell. */
static void
fit_values (WsTreeLayout *self, const WsTreeModel *model)
{
  self->input_most = G_MAXDOUBLE;
  for (guint i = 0; i < self->count; i++)
    {
      guint32 column = self->columns[i];
      double inputs = get_inputs_width (self, model, column);

      self->value_px =
          MIN (self->value_px,
               self->widths[i] / (MAX (model->width_of[column], 1) * MONO_ADVANCE + VALUE_AIR));
      if (inputs > 0)
        self->input_most = MIN (self->input_most, self->widths[i] / inputs);
    }
}

static gboolean
place_folded (WsTreeLayout *self, const WsTreeModel *model, guint count, double min_px,
              double titles)
{
  double whole = self->width - 2 * self->pad - titles;
  double used;
  Slots slots;

  if (!choose_slots (self, model, count, min_px, whole, &slots))
    {
      self->has_guests = FALSE;
      return FALSE;
    }
  used = place_slots (self, model, &slots, whole);
  fit_values (self, model);
  self->n_folded = model->n_columns - self->count;
  self->titles =
      (WsBox){ self->pad + MAX (whole - used, 0) / 2, self->rows.y, titles, self->rows.h };
  self->cells = (WsBox){ self->titles.x + titles, self->rows.y, used, self->rows.h };
  self->margin = (WsBox){ self->cells.x + used, self->rows.y, 0, self->rows.h };
  return TRUE;
}

/* ---- neighbours ---- */

static void
place_window (WsTreeLayout *self, const WsTreeModel *model, const WsTreeOptions *options,
              WsText *text, double titles)
{
  double whole = self->width - 2 * self->pad - titles;
  g_autofree char *more = g_strdup_printf (_ ("… %u more"), model->n_columns);
  double margin = ws_text_width (text, WS_FACE_SANS, self->note_px, more) + self->note_px * 0.8;
  double area;
  double used;

  margin = MIN (margin, self->width * 0.16);
  self->count = options->focus == WS_TREE_FOCUS_FULL
                    ? model->n_columns
                    : choose_count (model, options, whole, self->text_px);
  if (self->count == model->n_columns)
    margin = 0;
  self->n_folded = model->n_columns - self->count;
  area = MAX (whole - margin, 1);
  self->first = MIN (options->first, model->n_columns - self->count);
  self->pitch_x = MIN (area / self->count, MAX_PITCH * self->text_px);
  used = titles + self->pitch_x * self->count + margin;

  self->titles = (WsBox){ self->pad, self->rows.y, titles, self->rows.h };
  /* a block of few threads is centred */
  if (used < self->width - 2 * self->pad)
    self->titles.x += (self->width - 2 * self->pad - used) / 2;
  self->cells =
      (WsBox){ self->titles.x + titles, self->rows.y, self->pitch_x * self->count, self->rows.h };
  self->margin = (WsBox){ self->cells.x + self->cells.w, self->rows.y, margin, self->rows.h };
  self->cell_w = self->pitch_x < 5
                     ? self->pitch_x
                     : self->pitch_x - CLAMP (self->pitch_x * 0.14, 1, 14 * self->scale);
}

static void
place_columns (WsTreeLayout *self, const WsTreeModel *model, const WsTreeOptions *options,
               WsText *text, const char *many, double min_px)
{
  double titles = get_title_width (self, model, text, many);

  if (options->focus == WS_TREE_FOCUS_FOLDED
      && place_folded (self, model, options->count, min_px, titles))
    return;
  self->has_guests = FALSE;
  self->n_wide = 0;
  place_window (self, model, options, text, titles);
}

/* @n_wide: WsTreeLayout.n_wide as requested; set to 0 if that does not fit. Likewise
 * @guests. */
static void
place_all (WsTreeLayout *self, WsText *text, const WsFrame *frame, const WsTreeOptions *options,
           guint n_wide, gboolean guests)
{
  const WsTreeModel *model = frame->scene->tree;
  double min_px = ws_theme_get_min_text (frame->theme, frame->height);
  double bottom;
  Letters letters;
  WsBox rows;

  *self = (WsTreeLayout){ .width = frame->width,
                          .height = frame->height,
                          .n_wide = n_wide,
                          .has_guests = guests,
                          .scale = ws_theme_get_scale (frame->theme, frame->width, frame->height) };
  self->text_px = MAX (frame->theme->text_px * self->scale, min_px);
  self->note_px = MAX (frame->theme->note_px * self->scale, min_px);
  self->pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  place_legend (self, frame->scene);
  self->rows =
      (WsBox){ 0, self->pad * 0.5, frame->width, frame->height - self->pad - self->legend.h };
  self->index_px = MAX (frame->theme->index_px * self->scale, min_px);
  place_columns (self, model, options, text, frame->scene->run->words.many, min_px);
  bottom = frame->height - self->pad * 0.5 - self->legend.h;
  if (options->show_strip && self->n_folded > 0 && frame->height > self->text_px * 14)
    {
      /* the titles' column is known now: the strip begins where the cells begin, and ends at the
       * edge */
      self->titles.x = self->pad;
      self->cells.x = self->titles.x + self->titles.w;
      self->margin.x = self->cells.x + self->cells.w;
      place_strip (self, model, frame->theme, frame->height * 0.1);
      bottom = self->strip.y - self->note_px * 0.8;
    }

  if ((!self->folded && ws_text_width (text, WS_FACE_MONO, self->index_px, "1000") > self->pitch_x)
      || frame->height < self->text_px * 14)
    self->index_px = 0;
  self->header = (WsBox){ self->cells.x, self->rows.y, self->cells.w, self->index_px * 1.5 };
  /* names of warps instead, if nothing below shows them */
  if (self->index_px == 0 && self->strip.h <= 0 && frame->height >= self->text_px * 14)
    self->header.h = self->note_px * 1.6;
  self->rows.y += self->header.h;
  self->rows.h = MAX (bottom - self->rows.y, 1);

  letters = (Letters){ frame->theme, text, find_last_thread (self, model), min_px };
  rows = self->rows;
  place_rows (self, model, &letters);
  /* a folded tree is shown from the top to its result, if necessary instead of the strip */
  if (self->folded && self->strip.h > 0 && self->n_visible < model->n_rows)
    {
      self->strip = self->earlier = self->later = (WsBox){ 0 };
      self->rows = rows;
      self->rows.h = MAX (frame->height - self->pad * 0.5 - self->legend.h - rows.y, 1);
      place_rows (self, model, &letters);
    }
  self->titles.y = self->cells.y = self->margin.y = self->rows.y;
  self->titles.h = self->cells.h = self->margin.h = self->rows.h;
  self->detail = self->value_px > 0   ? WS_TREE_DETAIL_VALUES
                 : self->pitch_x >= 5 ? WS_TREE_DETAIL_CELLS
                                      : WS_TREE_DETAIL_BARS;
  ws_tree_layout_set_moment (self, model, frame->moment);
  if (self->strip.h > 0)
    place_frame (self, model);
}

/**
 * ws_tree_layout_init:
 * @self: (out): the layout
 * @options: which elements
 *
 * Computes the layout.
 */
void
ws_tree_layout_init (WsTreeLayout *self, WsText *text, const WsFrame *frame,
                     const WsTreeOptions *options)
{
  const WsTreeModel *model = frame->scene->tree;
  gboolean guests = model->n_rows <= WS_TREE_MAX_TOPS;
  guint n_wide = model->n_wide;

  place_all (self, text, frame, options, n_wide, guests);
  if (n_wide > 0 && self->n_wide == 0)
    place_all (self, text, frame, options, n_wide = 0, guests);
  if (self->n_visible == 0 && guests)
    place_all (self, text, frame, options, n_wide, FALSE);
  if (n_wide > 0 && self->n_wide == 0)
    place_all (self, text, frame, options, 0, FALSE);
}

/* ---- columns ---- */

/* Of a folded tree: the first slot whose column is not before @column. */
static guint
find_slot (const WsTreeLayout *self, guint32 column)
{
  guint low = 0;
  guint high = self->count;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (self->columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * ws_tree_layout_get_column:
 * @self: the layout
 * @slot: index of a column that is seen, below WsTreeLayout.count
 */
guint32
ws_tree_layout_get_column (const WsTreeLayout *self, guint slot)
{
  return self->folded ? self->columns[slot] : self->first + slot;
}

/**
 * ws_tree_layout_get_slot:
 * @self: the layout
 * @column: index of a column, or %WS_NONE
 *
 * Returns: index among the columns that are seen; %WS_NONE if it is not one of them
 */
guint
ws_tree_layout_get_slot (const WsTreeLayout *self, guint32 column)
{
  guint slot;

  if (!self->folded)
    return column - self->first < self->count ? column - self->first : WS_NONE;
  slot = find_slot (self, column);
  return slot < self->count && self->columns[slot] == column ? slot : WS_NONE;
}

/**
 * ws_tree_layout_get_fold:
 * @self: where everything of a folded tree stands
 * @slot: index of a column that is seen; WsTreeLayout.count for what lies behind the last
 * @x: (out): middle of the mark, pixels
 *
 * Returns: columns that are folded away before it
 */
guint
ws_tree_layout_get_fold (const WsTreeLayout *self, const WsTreeModel *model, guint slot, double *x)
{
  guint32 from = slot > 0 ? self->columns[slot - 1] + 1 : 0;
  guint32 to = slot < self->count ? self->columns[slot] : model->n_columns;
  double left = slot > 0 ? self->lefts[slot - 1] + self->widths[slot - 1] : 0;
  double right = slot < self->count ? self->lefts[slot] : self->cells.w;

  *x = self->cells.x + (left + right) / 2;
  return to - from;
}

/**
 * ws_tree_layout_get_folded:
 * @self: where everything of a folded tree stands
 * @slot: index of a column that is seen; WsTreeLayout.count for what lies behind the last
 * @mark: (out): where their number stands, pixels
 *
 * Returns: first of the columns that are folded away before it; %WS_NONE if none are
 */
guint32
ws_tree_layout_get_folded (const WsTreeLayout *self, const WsTreeModel *model, guint slot,
                           WsBox *mark)
{
  double x;
  guint n = ws_tree_layout_get_fold (self, model, slot, &x);
  double width = MAX ((count_digits (n) + 1) * MONO_ADVANCE * self->index_px, self->text_px);

  *mark = (WsBox){ x - width / 2, self->header.y, width, MAX (self->header.h, self->text_px) };
  if (n == 0)
    return WS_NONE;
  return slot > 0 ? self->columns[slot - 1] + 1 : 0;
}

/* Upper edge of a row, or of a place between rows, below the first. */
static double
get_top (const WsTreeLayout *self, double row)
{
  guint below = floor (MAX (row, 0));
  double extra = self->inputs_extra * MIN (row, 1);

  if (!self->has_tops)
    return row * self->pitch_y + extra;
  if (below + 1 >= WS_TREE_MAX_TOPS || self->tops[below + 1] <= 0)
    return self->tops[MIN (below, WS_TREE_MAX_TOPS - 1)] + extra;
  return self->tops[below] + (self->tops[below + 1] - self->tops[below]) * (row - below) + extra;
}

static double
get_first_y (const WsTreeLayout *self)
{
  double used = get_top (self, self->n_visible - 1) + self->cell_h;

  /* with spare space, the tree stays at the top */
  return self->rows.y + CLAMP ((self->rows.h - used) / 2, 0, self->text_px * 0.6);
}

static double
get_cell_height (const WsTreeLayout *self, guint row)
{
  return row == 0 ? self->cell_h + self->inputs_extra : self->cell_h;
}

/**
 * ws_tree_layout_get_cell:
 * @self: the layout
 * @row: index of a row
 * @column: index of a column
 *
 * Returns: its cell, visible or not
 */
WsBox
ws_tree_layout_get_cell (const WsTreeLayout *self, guint row, guint column)
{
  if (self->folded)
    {
      guint slot = find_slot (self, column);
      gboolean is_seen = slot < self->count && self->columns[slot] == column;

      return (WsBox){ slot < self->count ? self->cells.x + self->lefts[slot]
                                         : self->cells.x + self->cells.w,
                      get_first_y (self) + get_top (self, row) - get_top (self, self->offset),
                      is_seen ? self->widths[slot] : self->cell_w, get_cell_height (self, row) };
    }
  return (WsBox){ self->cells.x + ((double)column - self->first) * self->pitch_x
                      + (self->pitch_x - self->cell_w) / 2,
                  get_first_y (self) + get_top (self, row) - get_top (self, self->offset),
                  self->cell_w, get_cell_height (self, row) };
}

/**
 * ws_tree_layout_has_stack:
 * @self: the layout
 * @n_inputs: of one cell
 *
 * Returns: whether this many are shown as a stack, rather than one by one
 */
gboolean
ws_tree_layout_has_stack (const WsTreeLayout *self, guint n_inputs)
{
  return n_inputs > WS_TREE_MAX_INPUTS && self->n_wide == 0;
}

/**
 * ws_tree_layout_get_input:
 * @self: the layout
 * @cell: of the inputs' row
 * @k: which input of the cell, from 0
 * @n: inputs that flow into it
 *
 * Returns: its box in the cell: the whole cell for a stack
 */
WsBox
ws_tree_layout_get_input (const WsTreeLayout *self, const WsBox *cell, guint k, guint n)
{
  guint n_lines = MAX (MIN (self->n_wide, n), 1);
  guint n_beside = n / n_lines;
  double gap = MIN (cell->w * 0.06, 4 * self->scale);
  double width = (cell->w - gap * (n_beside - 1)) / MAX (n_beside, 1);
  double height = cell->h / n_lines;

  if (n < 2 || ws_tree_layout_has_stack (self, n))
    return *cell;
  return (WsBox){ cell->x + k / n_lines * (width + gap), cell->y + k % n_lines * height, width,
                  height };
}

/**
 * ws_tree_layout_get_guest:
 * @self: the layout
 * @row: index of a row
 * @node: one of its nodes
 * @source: (out): the first of the values that it takes from folded columns
 * @box: (out) (optional): where that is seen
 *
 * Returns: number of values it takes from folded columns, if they are shown next to its column;
 * otherwise 0
 */
guint
ws_tree_layout_get_guest (const WsTreeLayout *self, const WsTreeModel *model, guint row,
                          guint32 node, guint32 *source, WsBox *box)
{
  const WsNode *n = &model->dataflow->nodes[node];
  guint32 column = model->column_of[node];
  guint n_guests = 0;
  WsBox cell;

  if (!self->has_guests || !n->reaches_result || model->rows[row].kind == WS_TREE_ROW_INPUTS
      || ws_tree_layout_get_slot (self, column) == WS_NONE)
    return 0;
  for (guint i = n->n_edges; i-- > 0;)
    {
      guint32 other = model->dataflow->edges[n->first_edge + i];

      if (model->row_of[other] == WS_NONE
          || ws_tree_layout_get_slot (self, model->column_of[other]) != WS_NONE)
        continue;
      *source = other;
      n_guests++;
    }
  if (n_guests == 0 || box == NULL)
    return n_guests;
  cell = ws_tree_layout_get_cell (self, row, column);
  box->w = MIN (self->pitch_x - 0.9 * VALUE_AIR * self->guest_px,
                (self->guest_chars * MONO_ADVANCE + 2 * VALUE_AIR) * self->guest_px);
  box->h = self->guest_h * 0.78;
  box->x = cell.x + (cell.w + self->pitch_x - box->w) / 2;
  box->y = cell.y - ws_tree_layout_get_gap (self, row) + self->guest_h * 0.22;
  return n_guests;
}

/**
 * ws_tree_layout_get_gap:
 * @self: the layout
 * @row: index of a row
 *
 * Returns: height of the gap above it, pixels
 */
double
ws_tree_layout_get_gap (const WsTreeLayout *self, guint row)
{
  return row > 0 ? get_top (self, row) - get_top (self, row - 1) - get_cell_height (self, row - 1)
                 : self->pitch_y - self->cell_h;
}

/**
 * ws_tree_layout_get_thread:
 * @self: the layout
 * @row: index of a row
 * @column: index of a column
 *
 * Returns: the thread that makes the cell: a circle or pill in the gap above
 */
WsBox
ws_tree_layout_get_thread (const WsTreeLayout *self, guint row, guint column)
{
  WsBox cell = ws_tree_layout_get_cell (self, row, column);
  double gap = ws_tree_layout_get_gap (self, row);
  double below = MIN ((gap - self->thread_h) * 0.46, self->text_px * 0.6);

  return (WsBox){ cell.x + (cell.w - self->thread_w) / 2, cell.y - below - self->thread_h,
                  self->thread_w, self->thread_h };
}

/**
 * ws_tree_layout_get_reach:
 * @self: the layout
 * @row: index of a row
 *
 * Returns: number of columns that the longest line to the row crosses inside the focus; 0 if it has
 * none
 */
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
      guint slot = ws_tree_layout_get_slot (self, model->column_of[id]);

      if (slot == WS_NONE)
        continue;
      for (guint k = 0; k < MIN (node->n_edges, WS_TREE_MAX_SOURCES); k++)
        {
          guint source = ws_tree_layout_get_slot (
              self, model->column_of[model->dataflow->edges[node->first_edge + k]]);

          if (source != WS_NONE)
            reach = MAX (reach, MAX (source, slot) - MIN (source, slot));
        }
    }
  return reach;
}

/**
 * ws_tree_layout_get_shown:
 * @self: the layout
 * @row: index of a row
 *
 * Returns: visible fraction of the row, from 0 to 1: less than 1 while it scrolls in or out
 */
double
ws_tree_layout_get_shown (const WsTreeLayout *self, guint row)
{
  double above = self->offset - row;
  double below = row - (self->offset + self->n_visible - 1);

  /* gone before it reaches the notes */
  return 1 - ws_clamp01 (MAX (above, below) * 2);
}

/**
 * ws_tree_layout_is_free:
 * @self: the layout
 * @y: middle of a text
 * @px: size of its font, pixels
 *
 * Whether a text does not overlap the notes above and below the rows.
 */
gboolean
ws_tree_layout_is_free (const WsTreeLayout *self, double y, double px)
{
  return y - px * 0.4 >= self->rows.y - 0.5 && y + px * 0.4 <= self->rows.y + self->rows.h + 0.5;
}

/**
 * ws_tree_layout_get_band:
 * @self: the layout
 *
 * Returns: the band behind the row being computed, with the gap above it
 */
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

/**
 * ws_tree_layout_get_strip_cell:
 * @self: the layout
 * @row: index of a row
 * @column: index of a column
 *
 * Returns: the cell in the strip: the whole block in miniature
 */
WsBox
ws_tree_layout_get_strip_cell (const WsTreeLayout *self, const WsTreeModel *model, guint row,
                               guint column)
{
  double element = self->strip_cells.w / model->n_columns;
  double row_h = self->strip_cells.h / MAX (model->n_rows, 1);

  return (WsBox){ self->strip_cells.x + column * element, self->strip_cells.y + row * row_h,
                  element, row_h };
}
