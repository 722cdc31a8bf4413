#include "launches/layout.h"

#include "launches/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#define MIN_GAP       1.7 /* of the text's size, between rows: room for lines */
#define MAX_GAP       8.0
#define GROWN         1.3 /* times the size, where there is room */
#define GROWN_GAP     3.5 /* of the text's size, between rows: what is room */
#define MIN_COLUMN    0.5 /* of the text's size, between boxes */
#define MAX_COLUMN    3.0
#define INDENT        0.7 /* of the text's size, for each launch by a kernel that led to one */
#define MOST_INDENTED 8
#define MAX_TITLE     0.26 /* of the width, for what launches are called, */
#define MAX_INDENTED  0.36 /* where some stand further in than others */
#define MAX_SOURCES   24   /* blocks that are wished for, of those that one takes from */
#define OWN           4    /* so many more of those that the present block takes from */

/* How much a block is wished for: the less, the more. */
typedef struct {
  guint32 node;
  guint wish;
} Wish;

typedef struct {
  WsLaunchesLayout *layout;
  const WsScene *scene;
  const WsPyramid *pyramid;
  WsText *text;
  guint32 present; /* the scene's block; WS_NONE where nothing is known of it */
} Placer;

static int
compare_wishes (gconstpointer a, gconstpointer b)
{
  const Wish *x = a;
  const Wish *y = b;

  if (x->wish != y->wish)
    return x->wish < y->wish ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static guint
get_n_blocks (const Placer *self, guint launch)
{
  return (guint)MIN (ws_launch_get_n_blocks (&self->scene->run->launches[launch]), G_MAXUINT32 - 1);
}

/* The first of the blocks that one takes from, and the last of all: then those between them fold
 * into one mark. */
static void
wish_for_sources (const Placer *self, guint32 node, guint launch, GArray *wishes)
{
  const WsPyramidBlock *block = &self->pyramid->blocks[node];
  guint first = node == self->present ? 0 : OWN;
  guint n = 0;
  guint last = 0;

  for (guint i = 0; i < block->n_sources; i++)
    {
      guint32 from = self->pyramid->links[block->first_source + i].from;
      Wish wish = { .node = from, .wish = 2 + first + (n < 2 ? n : n + 1) };

      if (self->pyramid->blocks[from].launch != launch)
        continue;
      last = from;
      if (n++ < MAX_SOURCES)
        g_array_append_val (wishes, wish);
    }
  if (n > MAX_SOURCES || n > 2)
    {
      Wish wish = { .node = last, .wish = 2 + first + 2 };

      g_array_append_val (wishes, wish);
    }
}

/* (transfer full): blocks of a launch in the order in which they are wished for, some of them
 * twice: the one that is shown, those that can be, and those that these take from */
static GArray *
list_wishes (const Placer *self, guint launch)
{
  GArray *wishes = g_array_new (FALSE, FALSE, sizeof (Wish));
  const WsPyramid *pyramid = self->pyramid;

  for (guint32 i = pyramid->first_block[launch]; i < pyramid->first_block[launch + 1]; i++)
    {
      Wish wish = { .node = i, .wish = i == self->present ? 0 : 1 };

      if (pyramid->blocks[i].is_recorded)
        g_array_append_val (wishes, wish);
    }
  for (guint32 i = pyramid->first_block[launch + 1]; i < pyramid->n_blocks; i++)
    if (pyramid->blocks[i].is_recorded)
      wish_for_sources (self, i, launch, wishes);
  g_array_sort (wishes, compare_wishes);
  return wishes;
}

/* ---- which blocks have room ---- */

/* Blocks of a row, ascending. */
typedef struct {
  guint32 nodes[WS_LAUNCHES_MOST_ITEMS];
  guint n;
} Chosen;

static guint
count_folds (const Placer *self, const Chosen *chosen, guint launch)
{
  const WsPyramidBlock *blocks = self->pyramid->blocks;
  guint64 next = 0;
  guint n = 0;

  for (guint i = 0; i < chosen->n; i++)
    {
      n += blocks[chosen->nodes[i]].block > next;
      next = (guint64)blocks[chosen->nodes[i]].block + 1;
    }
  return n + (next < get_n_blocks (self, launch));
}

static gboolean
has_room (const Placer *self, const Chosen *chosen, guint launch)
{
  const WsLaunchesLayout *l = self->layout;
  guint n_folds = count_folds (self, chosen, launch);
  double gap = MIN_COLUMN * l->text_px;

  return chosen->n + n_folds <= WS_LAUNCHES_MOST_ITEMS
         && chosen->n * (l->box_w + gap) + n_folds * (l->fold_w + gap) - gap <= l->cells.w;
}

static gboolean
insert (Chosen *self, guint32 node)
{
  guint at = 0;

  if (self->n == WS_LAUNCHES_MOST_ITEMS)
    return FALSE;
  while (at < self->n && self->nodes[at] < node)
    at++;
  if (at < self->n && self->nodes[at] == node)
    return FALSE;
  for (guint i = self->n; i > at; i--)
    self->nodes[i] = self->nodes[i - 1];
  self->nodes[at] = node;
  self->n++;
  return TRUE;
}

static void
choose (const Placer *self, guint launch, Chosen *chosen)
{
  g_autoptr (GArray) wishes = list_wishes (self, launch);

  chosen->n = 0;
  for (guint i = 0; i < wishes->len; i++)
    {
      Chosen before = *chosen;

      if (insert (chosen, g_array_index (wishes, Wish, i).node) && !has_room (self, chosen, launch))
        {
          *chosen = before;
          /* one that joins two others takes less room than one between them */
          if (g_array_index (wishes, Wish, i).wish > 2 + OWN + MAX_SOURCES / 2)
            break;
        }
    }
}

static void
add_item (WsLaunchesRow *row, guint32 node, guint32 block, guint32 n_folded, double width,
          double height)
{
  if (row->n_items < WS_LAUNCHES_MOST_ITEMS)
    row->items[row->n_items++] = (WsLaunchesItem){
      .node = node, .block = block, .n_folded = n_folded, .box = { 0, row->y, width, height }
    };
}

static void
add_items (const Placer *self, WsLaunchesRow *row)
{
  const WsLaunchesLayout *l = self->layout;
  guint n_blocks = get_n_blocks (self, row->launch);
  guint32 next = 0;
  Chosen chosen;

  choose (self, row->launch, &chosen);
  for (guint i = 0; i < chosen.n; i++)
    {
      guint32 block = self->pyramid->blocks[chosen.nodes[i]].block;

      if (block > next)
        add_item (row, WS_NONE, next, block - next, l->fold_w, l->box_h);
      add_item (row, chosen.nodes[i], block, 0, l->box_w, l->box_h);
      next = block + 1;
    }
  if (next < n_blocks)
    add_item (row, WS_NONE, next, n_blocks - next, l->fold_w, l->box_h);
}

/* ---- where they stand ---- */

/* Least squares: each as near as can be to where it wants to stand, no two nearer to each other
 * than their boxes allow (pool adjacent violators). */
static void
spread (WsLaunchesRow *row, const double *wanted, double left, double right, double gap)
{
  double offset[WS_LAUNCHES_MOST_ITEMS];
  double mean[WS_LAUNCHES_MOST_ITEMS];
  guint size[WS_LAUNCHES_MOST_ITEMS];
  guint n = 0;
  guint at = 0;

  for (guint i = 0; i < row->n_items; i++)
    {
      offset[i] =
          i == 0 ? 0 : offset[i - 1] + (row->items[i - 1].box.w + row->items[i].box.w) / 2 + gap;
      mean[n] = wanted[i] - offset[i];
      size[n++] = 1;
      while (n > 1 && mean[n - 2] > mean[n - 1])
        {
          mean[n - 2] =
              (mean[n - 2] * size[n - 2] + mean[n - 1] * size[n - 1]) / (size[n - 2] + size[n - 1]);
          size[n - 2] += size[n - 1];
          n--;
        }
    }
  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < size[k]; i++, at++)
      {
        WsBox *box = &row->items[at].box;
        const WsBox *first = &row->items[0].box;
        const WsBox *last = &row->items[row->n_items - 1].box;
        double least = left + first->w / 2;
        double most = right - last->w / 2 - offset[row->n_items - 1];

        box->x = CLAMP (mean[k], least, MAX (most, least)) + offset[at] - box->w / 2;
      }
}

/* Those of the first row, and of one that nothing goes to, stand at even distances. */
static void
stand_evenly (const WsLaunchesLayout *l, const WsLaunchesRow *row, double *wanted)
{
  double used = 0;
  double gap;
  double x;

  for (guint i = 0; i < row->n_items; i++)
    used += row->items[i].box.w;
  gap = row->n_items > 1
            ? CLAMP ((l->cells.w - used) / (row->n_items - 1), 0, MAX_COLUMN * l->text_px)
            : 0;
  x = l->cells.x + MAX (l->cells.w - used - gap * (row->n_items - 1.0), 0) / 2;
  for (guint i = 0; i < row->n_items; i++)
    {
      wanted[i] = x + row->items[i].box.w / 2;
      x += row->items[i].box.w + gap;
    }
}

/* In the middle below what it takes from, each as much as it takes; a fold counts as one block.
 * Returns: whether it takes from anything in view */
static gboolean
find_middle (const Placer *self, guint32 node, double *x)
{
  const WsPyramidBlock *block = &self->pyramid->blocks[node];
  const WsLaunchesItem *last = NULL;
  double sum = 0;
  double weight = 0;

  for (guint i = 0; i < block->n_sources; i++)
    {
      const WsPyramidLink *link = &self->pyramid->links[block->first_source + i];
      const WsLaunchesItem *item =
          ws_launches_layout_find (self->layout, self->pyramid, link->from);

      if (item == NULL || item == last)
        continue;
      last = item;
      sum += link->n_values * (item->box.x + item->box.w / 2);
      weight += link->n_values;
    }
  if (weight <= 0)
    return FALSE;
  *x = sum / weight;
  return TRUE;
}

/* Blocks without visible sources are placed beside their neighbours. */
static void
fill_in (const WsLaunchesLayout *l, const WsLaunchesRow *row, const gboolean *is_known,
         double *wanted)
{
  double step = l->box_w + MIN_COLUMN * l->text_px;

  for (guint i = 0; i < row->n_items; i++)
    {
      guint before = i;
      guint after = i;

      while (before > 0 && !is_known[before])
        before--;
      while (after + 1 < row->n_items && !is_known[after])
        after++;
      if (is_known[i])
        continue;
      if (is_known[before] && is_known[after])
        wanted[i] =
            wanted[before] + (wanted[after] - wanted[before]) * (i - before) / (after - before);
      else if (is_known[before])
        wanted[i] = MAX (wanted[i], wanted[before] + step * (i - before));
      else if (is_known[after])
        wanted[i] = MIN (wanted[i], wanted[after] - step * (after - i));
    }
}

static void
place_items (const Placer *self, guint r)
{
  WsLaunchesLayout *l = self->layout;
  WsLaunchesRow *row = &l->rows[r];
  double wanted[WS_LAUNCHES_MOST_ITEMS];
  gboolean is_known[WS_LAUNCHES_MOST_ITEMS] = { FALSE };
  guint n_known = 0;

  stand_evenly (l, row, wanted);
  for (guint i = 0; i < row->n_items && r > 0; i++)
    {
      is_known[i] =
          row->items[i].node != WS_NONE && find_middle (self, row->items[i].node, &wanted[i]);
      n_known += is_known[i] != FALSE;
    }
  if (n_known > 0)
    fill_in (l, row, is_known, wanted);
  spread (row, wanted, l->cells.x, l->cells.x + l->cells.w, MIN_COLUMN * l->text_px);
}

/* ---- rows ---- */

static double
get_title_width (const Placer *self)
{
  const WsLaunchesLayout *l = self->layout;
  const WsRun *run = self->scene->run;
  gboolean is_indented = FALSE;
  double widest = 0;

  for (guint i = 0; i < MIN (run->n_launches, 2 * WS_LAUNCHES_MOST_ROWS); i++)
    {
      g_autofree char *title = ws_launches_make_title (self->scene, i);
      double indent = ws_launches_get_indent (l, run, i);
      char *notes[2];

      is_indented |= indent > 0;
      ws_launches_make_notes (self->scene, i, G_MAXUINT64, notes);
      widest = MAX (widest, indent + ws_text_width (self->text, WS_FACE_BOLD, l->text_px, title));
      for (guint k = 0; k < G_N_ELEMENTS (notes); k++)
        {
          widest =
              MAX (widest, indent + ws_text_width (self->text, WS_FACE_SANS, l->note_px, notes[k]));
          g_free (notes[k]);
        }
    }
  return MIN (widest + l->text_px * 1.2, l->width * (is_indented ? MAX_INDENTED : MAX_TITLE));
}

static void
size_boxes (const Placer *self)
{
  WsLaunchesLayout *l = self->layout;
  guint64 most = 1;
  guint32 values = 0;
  g_autofree char *digits = NULL;
  g_autofree char *left = NULL;
  g_autofree char *name = NULL;
  g_autofree char *count = NULL;
  g_autofree char *fold = NULL;

  for (guint i = 0; i < self->scene->run->n_launches; i++)
    most = MAX (most, get_n_blocks (self, i));
  for (guint i = 0; i < self->pyramid->n_blocks; i++)
    values = MAX (values, self->pyramid->blocks[i].n_values);
  left = ws_launches_format_values (&(WsPyramidBlock){ .n_values = MAX (values, 2) });
  name = ws_launches_name_block ((guint32)(most - 1));
  digits = g_strnfill (MAX (self->pyramid->longest, 2), '0');
  count = ws_format_count (most);
  fold = g_strdup_printf ("+%s", count);
  l->box_w = MAX (MAX (ws_text_width (self->text, WS_FACE_MONO_BOLD, l->text_px, digits),
                       values > 1 ? ws_text_width (self->text, WS_FACE_SANS, l->note_px, left) : 0),
                  ws_text_width (self->text, WS_FACE_SANS, l->note_px, name))
             + l->text_px;
  l->fold_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, fold) + l->note_px;
  l->box_h = LABEL_LINE * l->note_px + VALUE_LINE * l->text_px;
}

/* As many rows as have room, round the present launch. */
static void
place_rows (const Placer *self, const WsBox *room)
{
  WsLaunchesLayout *l = self->layout;
  guint n_launches = (guint)self->scene->run->n_launches;
  guint most;
  guint first;
  double gap;
  double y;

  l->box_h = MIN (l->box_h, room->h);
  most = 1 + (guint)MAX ((room->h - l->box_h) / (l->box_h + MIN_GAP * l->text_px), 0);
  l->n_rows = MIN (MIN (n_launches, most), WS_LAUNCHES_MOST_ROWS);
  first = self->scene->launch > l->n_rows / 2 ? self->scene->launch - l->n_rows / 2 : 0;
  first = MIN (first, n_launches - l->n_rows);
  gap = l->n_rows > 1
            ? MIN ((room->h - l->n_rows * l->box_h) / (l->n_rows - 1), MAX_GAP * l->text_px)
            : 0;
  y = room->y + MAX (room->h - l->n_rows * l->box_h - (l->n_rows - 1) * gap, 0) / 2;
  l->lines = gap + l->box_h >= ws_launches_get_title_height (l, 3) ? 3 : 2;
  if (first > 0)
    l->earlier = (WsBox){ l->cells.x, room->y - 1.4 * l->note_px, l->cells.w, 1.4 * l->note_px };
  if (first + l->n_rows < n_launches)
    l->later = (WsBox){ l->cells.x, room->y + room->h, l->cells.w, 1.4 * l->note_px };
  for (guint i = 0; i < l->n_rows; i++)
    {
      WsLaunchesRow *row = &l->rows[i];

      row->launch = first + i;
      row->n_items = 0;
      row->y = y;
      row->title = (WsBox){ l->pad, y, l->cells.x - l->pad - l->text_px * 0.8, l->box_h };
      add_items (self, row);
      place_items (self, i);
      y += l->box_h + gap;
    }
}

/* Beside the block that leaves the result there is room to say what the host says. */
static void
place_result (const Placer *self)
{
  WsLaunchesLayout *l = self->layout;
  const WsLaunchesRow *row = &l->rows[l->n_rows - 1];
  const WsBox *box;

  if (row->launch + 1 < self->scene->run->n_launches || row->n_items != 1
      || row->items[0].node == WS_NONE)
    return;
  box = &row->items[0].box;
  l->result = (WsBox){ box->x + box->w + l->note_px, box->y,
                       l->cells.x + l->cells.w - box->x - box->w - l->note_px, box->h };
}

/**
 * ws_launches_layout_init:
 * @self: (out): the layout
 *
 * Computes the layout. It does not depend on the moment.
 */
void
ws_launches_layout_init (WsLaunchesLayout *self, WsText *text, const WsFrame *frame)
{
  Placer placer = {
    .layout = self, .scene = frame->scene, .pyramid = frame->scene->pyramid, .text = text
  };
  double min_px = ws_theme_get_min_text (frame->theme, frame->height);
  guint n_launches = (guint)frame->scene->run->n_launches;
  WsBox room;

  self->width = frame->width;
  self->height = frame->height;
  self->scale = ws_theme_get_scale (frame->theme, frame->width, frame->height);
  self->text_px = MAX (frame->theme->text_px * self->scale, min_px);
  self->note_px = MAX (frame->theme->note_px * self->scale, min_px);
  self->pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  self->n_rows = 0;
  self->note = self->result = self->earlier = self->later = (WsBox){ 0 };
  placer.present =
      ws_pyramid_find (frame->scene->pyramid, frame->scene->launch, frame->scene->block);
  size_boxes (&placer);
  if (GROWN * self->box_h * n_launches + GROWN_GAP * self->text_px * (n_launches + 1.0)
          <= frame->height
      && frame->width >= 24 * self->box_w / n_launches)
    {
      self->text_px *= GROWN;
      self->note_px *= GROWN;
      size_boxes (&placer);
    }
  self->cells.x = self->pad + get_title_width (&placer);
  self->cells.w = MAX (frame->width - self->pad - self->cells.x, 1);
  self->box_w = MIN (self->box_w, self->cells.w);
  self->fold_w = MIN (self->fold_w, self->cells.w);
  room = (WsBox){ self->pad, self->pad, MAX (frame->width - 2 * self->pad, 1),
                  MAX (frame->height - 2 * self->pad, 1) };
  if (room.h > 4 * self->box_h + 2 * self->note_px)
    {
      self->note =
          (WsBox){ self->pad, room.y + room.h - 1.4 * self->note_px, room.w, 1.4 * self->note_px };
      room.h -= 2.2 * self->note_px;
    }
  if (n_launches * (self->box_h + MIN_GAP * self->text_px) > room.h && room.h > 8 * self->note_px)
    {
      room.y += 1.4 * self->note_px;
      room.h -= 2.8 * self->note_px;
    }
  self->cells.y = room.y;
  self->cells.h = room.h;
  place_rows (&placer, &room);
  place_result (&placer);
}

/**
 * ws_launches_get_indent:
 * @self: a layout with the size of its texts
 *
 * Returns: how far in its title stands: further than that of the launch whose kernel launched it
 */
double
ws_launches_get_indent (const WsLaunchesLayout *self, const WsRun *run, guint launch)
{
  return INDENT * self->text_px * MIN (run->launches[launch].depth, MOST_INDENTED);
}

/**
 * ws_launches_get_title_height:
 * @self: the layout
 * @n_lines: what it is called, and lines of notes
 *
 * Returns: how high so many lines before a row are
 */
double
ws_launches_get_title_height (const WsLaunchesLayout *self, guint n_lines)
{
  return 1.25 * self->text_px + (n_lines - 1) * 1.3 * self->note_px;
}

/**
 * ws_launches_layout_find:
 * @self: the layout
 * @pyramid: what is drawn
 * @node: index of a block of it
 *
 * Returns: (transfer none) (nullable): its box, or the fold that it is in; %NULL if its launch
 * is not in view
 */
const WsLaunchesItem *
ws_launches_layout_find (const WsLaunchesLayout *self, const WsPyramid *pyramid, guint32 node)
{
  const WsPyramidBlock *block = &pyramid->blocks[node];
  const WsLaunchesRow *row;

  if (self->n_rows == 0 || block->launch < self->rows[0].launch
      || block->launch - self->rows[0].launch >= self->n_rows)
    return NULL;
  row = &self->rows[block->launch - self->rows[0].launch];
  for (guint i = 0; i < row->n_items; i++)
    {
      const WsLaunchesItem *item = &row->items[i];

      if (block->block - item->block < MAX (item->n_folded, 1) && block->block >= item->block)
        return item;
    }
  return NULL;
}

/**
 * ws_launches_layout_get_band:
 * @self: the layout
 *
 * Returns: what lies behind its row; no height where it is not in view
 */
WsBox
ws_launches_layout_get_band (const WsLaunchesLayout *self, guint launch)
{
  double air =
      MAX (0.5 * self->text_px, (ws_launches_get_title_height (self, self->lines) - self->box_h) / 2
                                    + 0.2 * self->text_px);

  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].launch == launch)
      {
        double top = MAX (self->rows[i].y - air, 0);

        return (WsBox){ self->pad * 0.4, top, self->width - self->pad * 0.8,
                        MIN (self->rows[i].y + self->box_h + air, self->height) - top };
      }
  return (WsBox){ 0 };
}
