#include "story/story.h"

#include "pen/text.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define VALUE_CHARS 9   /* of a value, at most */
#define CELL_TEXTS  4.4 /* width of a cell, in sizes of its text */
#define SLOT_TEXTS  7.6 /* and of a slot */
#define LABEL_TEXTS 6   /* and of a strip's name */
#define CHANGED     "▶" /* before what changed */
#define NOT_SET     "–"

/**
 * Layout:
 * @lanes: a cell for each lane of the warp
 * @head: what the thread does, and the line of the source below it
 * @table: variables, @n_columns in a row; registers begin a row of their own
 * @strips: below, so far that arrows have room
 * @legend: at the bottom; no height where there is no room
 */
typedef struct {
  double px;
  double small;
  double pad;
  WsBox lanes;
  WsBox head;
  WsBox table;
  WsBox strips;
  WsBox legend;
  double slot_h;
  double strip_h;
  double cell_w;
  double label_w;
  guint n_columns;
  guint n_rows; /* of variables */
} Layout;

typedef struct {
  cairo_t *cr;
  WsText *text;
  const WsTheme *theme;
  const WsStoryOptions *options;
  Layout layout;
} Drawing;

/* Text is as large as a usual story has room for. */
static void
lay_out_text (Layout *l, const WsArea *area)
{
  double scale = ws_theme_get_scale (area->theme, area->width, area->height);
  double min_px = ws_theme_get_min_text (area->theme, area->height);
  double px = MAX (area->theme->text_px * scale, min_px);

  *l = (Layout){ .px = CLAMP (MIN (area->height / 31.5, area->width / 44), px, px * 1.8) };
  l->small = MAX (l->px * 0.86, min_px);
  l->pad = MIN (l->px, area->width * 0.03);
  l->cell_w = l->px * CELL_TEXTS;
  l->label_w = l->px * LABEL_TEXTS;
  l->slot_h = l->px * 1.85 + l->small * 1.5;
  l->strip_h = l->px * 2.1 + l->small * 2;
}

static guint
count_slots (const WsThreadState *state, gboolean registers)
{
  guint n = 0;

  for (guint i = 0; i < state->slots->len; i++)
    n += g_array_index (state->slots, WsThreadSlot, i).is_register == registers;
  return n;
}

static void
lay_out (Layout *l, const WsStoryOptions *options, const WsArea *area)
{
  const WsThreadState *state = options->state;
  double w;
  double y;

  lay_out_text (l, area);
  w = area->width - 2 * l->pad;
  y = l->pad * 0.4;
  l->lanes = (WsBox){ l->pad, y, w, l->small * 1.7 };
  y += l->lanes.h + l->px * 0.4;
  l->head = (WsBox){ l->pad, y, w, l->px * 3.7 };
  y += l->head.h;
  l->n_columns = MAX ((guint)(w / (l->px * SLOT_TEXTS)), 1);
  l->n_rows = (count_slots (state, FALSE) + l->n_columns - 1) / l->n_columns;
  /* the row of registers is kept free, so that what is below stands still */
  l->table = (WsBox){ l->pad, y, w, (l->n_rows + 1) * l->slot_h };
  y += l->table.h + l->px * 1.8;
  if (area->height - y > l->strip_h + l->small * 2)
    l->legend = (WsBox){ l->pad, area->height - l->pad * 0.4 - l->small * 1.9, w, l->small * 1.9 };
  l->strips = (WsBox){ l->pad, y, w, MAX (area->height - l->pad * 0.4 - l->legend.h - y, 0) };
  if (state->strips->len > 0)
    l->strip_h = CLAMP (l->strips.h / state->strips->len, l->strip_h, l->strip_h * 1.3);
}

/* ---- the warp's lanes ---- */

static WsBox
get_lane (const Layout *l, guint lane)
{
  double w = MIN (l->lanes.w / WS_WARP_SIZE, l->lanes.h * 1.5);

  return (WsBox){ l->lanes.x + lane * w, l->lanes.y, w, l->lanes.h };
}

static void
draw_lanes (Drawing *self)
{
  const Layout *l = &self->layout;
  const WsStoryOptions *options = self->options;
  const WsColor *color = ws_theme_get_warp_color (self->theme, options->story->warp);

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = get_lane (l, lane);
      gboolean active = (options->active >> lane & 1) != 0;
      gboolean chosen = lane == options->story->lane;
      g_autofree char *number = g_strdup_printf ("%u", lane);
      WsColor fill = active ? *color : self->theme->background;

      if ((options->lanes >> lane & 1) == 0)
        continue;
      box = ws_box_inset (&box, 1.5);
      ws_rounded_path (self->cr, &box, 3);
      ws_paint_set (self->cr, fill);
      cairo_fill_preserve (self->cr);
      ws_paint_set (self->cr, chosen ? self->theme->playhead : self->theme->faint);
      cairo_set_line_width (self->cr, chosen ? 3 : 1);
      cairo_stroke (self->cr);
      if (ws_text_width (self->text, WS_FACE_SANS, l->small * 0.85, number) < box.w - 2)
        ws_text_show (self->text,
                      &(WsTextStyle){ chosen ? WS_FACE_BOLD : WS_FACE_SANS, l->small * 0.85,
                                      active ? ws_color_ink_on (fill) : self->theme->muted },
                      &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, number);
    }
}

/* ---- what it does ---- */

/* (transfer full) (nullable): the line of the source, without what it is indented by */
static char *
dup_line (const WsKernel *kernel, guint number)
{
  const char *at = kernel->source;

  for (; at != NULL && number > 1; number--)
    {
      at = strchr (at, '\n');
      at = at != NULL ? at + 1 : NULL;
    }
  if (at == NULL || number == 0)
    return NULL;
  at += strspn (at, " \t");
  return g_strndup (at, strcspn (at, "\n"));
}

static void
draw_head (Drawing *self)
{
  const Layout *l = &self->layout;
  const WsThreadStory *story = self->options->story;
  const guint step = self->options->state->step;
  g_autofree char *does =
      step != WS_NONE ? ws_thread_story_describe (story, step) : g_strdup (_ ("has not begun"));
  guint line = step != WS_NONE ? g_array_index (story->steps, WsThreadStep, step).line : 0;
  g_autofree char *source = dup_line (ws_run_get_kernel (story->run, story->launch), line);
  /* Translators: what a thread does, as in "Thread 5 reads 11 from sdata[2]" */
  g_autofree char *words =
      g_strdup_printf (_ ("Thread %1$u %2$s"), story->warp * WS_WARP_SIZE + story->lane, does);

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->px * 1.1, self->theme->ink },
                    &(WsTextPlace){ l->head.x, l->head.y + l->px * 0.8, 0 }, l->head.w, words);
  if (source != NULL)
    {
      g_autofree char *number = g_strdup_printf ("%u", line);
      double w =
          ws_text_show (self->text, &(WsTextStyle){ WS_FACE_MONO, l->px, self->theme->muted },
                        &(WsTextPlace){ l->head.x, l->head.y + l->px * 2.4, 0 }, number);

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_MONO, l->px, self->theme->ink },
                        &(WsTextPlace){ l->head.x + w + l->px, l->head.y + l->px * 2.4, 0 },
                        l->head.w - w - l->px, source);
    }
}

/* ---- the table ---- */

/* The box of a slot's value; FALSE where it has no room. */
static gboolean
get_value_box (const Drawing *self, guint slot, WsBox *box)
{
  const Layout *l = &self->layout;
  const GArray *slots = self->options->state->slots;
  const gboolean is_register = g_array_index (slots, WsThreadSlot, slot).is_register;
  guint place = 0;
  guint row;

  for (guint i = 0; i < slot; i++)
    place += g_array_index (slots, WsThreadSlot, i).is_register == is_register;
  row = place / l->n_columns + (is_register ? l->n_rows : 0);
  *box = (WsBox){ l->table.x + place % l->n_columns * l->px * SLOT_TEXTS,
                  l->table.y + row * l->slot_h + l->small * 1.35, l->px * (SLOT_TEXTS - 0.8),
                  l->px * 1.85 };
  return row <= l->n_rows;
}

static void
draw_slot (Drawing *self, guint index)
{
  const Layout *l = &self->layout;
  const WsTheme *theme = self->theme;
  const WsThreadSlot *slot = &g_array_index (self->options->state->slots, WsThreadSlot, index);
  g_autofree char *value = slot->has_value
                               ? ws_value_format (slot->value_type, slot->value, VALUE_CHARS)
                               : g_strdup (NOT_SET);
  const char *name = *slot->name != '\0' ? slot->name : _ ("constant");
  const double dashes[] = { 3, 3 };
  double sign = 0;
  WsBox box;

  if (!get_value_box (self, index, &box))
    return;
  ws_rounded_path (self->cr, &box, 4);
  ws_paint_set (self->cr, slot->changed ? ws_color_mix (theme->background, theme->playhead, 0.18)
                                        : theme->background);
  cairo_fill_preserve (self->cr);
  ws_paint_set (self->cr, slot->changed ? theme->playhead : theme->muted);
  cairo_set_line_width (self->cr, slot->changed ? 2.5 : 1);
  if (!slot->has_value)
    cairo_set_dash (self->cr, dashes, 2, 0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
  ws_text_show_fit (self->text,
                    &(WsTextStyle){ slot->changed ? WS_FACE_MONO_BOLD : WS_FACE_MONO, l->px,
                                    slot->has_value ? theme->ink : theme->muted },
                    &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 },
                    box.w - l->px * 0.4, value);
  if (slot->changed)
    sign = ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small, theme->playhead },
                         &(WsTextPlace){ box.x, box.y - l->small * 0.7, 0 }, CHANGED)
           + l->small * 0.4;
  ws_text_show_fit (self->text,
                    &(WsTextStyle){ slot->changed ? WS_FACE_MONO_BOLD : WS_FACE_MONO, l->small,
                                    slot->is_register ? theme->muted : theme->ink },
                    &(WsTextPlace){ box.x + sign, box.y - l->small * 0.7, 0 }, box.w - sign, name);
}

/* ---- memory ---- */

/* Those with an arrow first, where there is no room for all. */
static gboolean
get_strip (const Drawing *self, guint strip, WsBox *box)
{
  const Layout *l = &self->layout;
  const WsThreadState *state = self->options->state;
  guint room = (guint)(l->strips.h / l->strip_h + 0.01);
  guint rank[2] = { 0, 0 };
  guint n_reached = 0;
  gboolean is_reached = FALSE;
  guint place;

  for (guint i = 0; i < state->strips->len; i++)
    {
      gboolean reached = FALSE;

      for (guint k = 0; k < state->arrows->len; k++)
        reached = reached || g_array_index (state->arrows, WsThreadArrow, k).strip == i;
      n_reached += reached;
      if (i == strip)
        is_reached = reached;
      if (i < strip)
        rank[reached]++;
    }
  place = room >= state->strips->len ? strip : is_reached ? rank[1] : n_reached + rank[0];
  *box = (WsBox){ l->strips.x, l->strips.y + place * l->strip_h, l->strips.w, l->strip_h };
  return place < room;
}

/* Cells beside each other touch; where some are left out there is a gap. */
static WsBox
get_cell (const Drawing *self, const WsThreadStrip *strip, const WsBox *row, guint cell)
{
  const Layout *l = &self->layout;
  guint n_gaps = 0;

  for (guint i = 1; i <= cell; i++)
    n_gaps += g_array_index (strip->cells, WsThreadCell, i - 1).element + 1
              != g_array_index (strip->cells, WsThreadCell, i).element;
  return (WsBox){ row->x + l->label_w + cell * l->cell_w + n_gaps * l->px * 1.2, row->y, l->cell_w,
                  l->px * 1.9 };
}

static const WsThreadArrow *
find_arrow (const WsThreadState *state, guint strip, guint cell)
{
  for (guint i = 0; i < state->arrows->len; i++)
    {
      const WsThreadArrow *arrow = &g_array_index (state->arrows, WsThreadArrow, i);

      if (arrow->strip == strip && arrow->cell == cell)
        return arrow;
    }
  return NULL;
}

static WsColor
get_arrow_color (const Drawing *self, const WsThreadArrow *arrow)
{
  return arrow->stores ? self->theme->playhead : self->theme->accent;
}

static char *
format_index (const WsRegion *region, guint64 element)
{
  if (region->columns > 1)
    return g_strdup_printf ("[%" PRIu64 "][%" PRIu64 "]", element / region->columns,
                            element % region->columns);
  return g_strdup_printf ("%" PRIu64, element);
}

static void
draw_cell (Drawing *self, guint strip_index, const WsBox *row, guint index)
{
  const Layout *l = &self->layout;
  const WsTheme *theme = self->theme;
  const WsThreadStrip *strip =
      &g_array_index (self->options->state->strips, WsThreadStrip, strip_index);
  const WsThreadCell *cell = &g_array_index (strip->cells, WsThreadCell, index);
  const WsThreadArrow *arrow = find_arrow (self->options->state, strip_index, index);
  WsBox box = get_cell (self, strip, row, index);
  g_autofree char *number = format_index (strip->region, cell->element);
  g_autofree char *value = cell->has_value
                               ? ws_value_format (strip->value_type, cell->value, VALUE_CHARS - 2)
                               : g_strdup (NOT_SET);

  if (box.x + box.w > row->x + row->w + 1)
    return;
  if (arrow != NULL)
    {
      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr,
                    ws_color_mix (theme->background, get_arrow_color (self, arrow), 0.18));
      cairo_fill (self->cr);
    }
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, arrow != NULL ? get_arrow_color (self, arrow) : theme->faint);
  cairo_set_line_width (self->cr, arrow != NULL ? 2.5 : 1);
  cairo_stroke (self->cr);
  ws_text_show_fit (self->text,
                    &(WsTextStyle){ arrow != NULL ? WS_FACE_MONO_BOLD : WS_FACE_MONO, l->px,
                                    cell->has_value ? theme->ink : theme->muted },
                    &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, box.w - 4, value);
  ws_text_show_fit (self->text,
                    &(WsTextStyle){ arrow != NULL ? WS_FACE_BOLD : WS_FACE_SANS, l->small * 0.9,
                                    arrow != NULL ? theme->ink : theme->muted },
                    &(WsTextPlace){ box.x + box.w / 2, box.y + box.h + l->small * 0.75, 0.5 },
                    box.w - 2, number);
}

static void
draw_strip (Drawing *self, guint index)
{
  const Layout *l = &self->layout;
  const WsThreadStrip *strip = &g_array_index (self->options->state->strips, WsThreadStrip, index);
  const WsRegion *region = strip->region;
  const char *where = region->space == WS_SPACE_SHARED ? _ ("shared") : _ ("global");
  WsBox row;

  if (!get_strip (self, index, &row))
    return;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_MONO_BOLD, l->small, self->theme->ink },
                    &(WsTextPlace){ row.x, row.y + l->px * 0.95, 0 }, l->label_w - l->small * 0.6,
                    region->name);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small, self->theme->muted },
                    &(WsTextPlace){ row.x, row.y + l->px * 1.9 + l->small * 0.75, 0 },
                    l->label_w - l->small * 0.6, where);
  for (guint i = 0; i < strip->cells->len; i++)
    draw_cell (self, index, &row, i);
  for (guint i = 0; i < strip->cells->len; i++) /* above the frames of those beside it */
    if (find_arrow (self->options->state, index, i) != NULL)
      draw_cell (self, index, &row, i);
}

/* ---- arrows ---- */

static void
draw_arrow (Drawing *self, const WsThreadArrow *arrow)
{
  const Layout *l = &self->layout;
  const WsThreadStrip *strip =
      &g_array_index (self->options->state->strips, WsThreadStrip, arrow->strip);
  WsColor color = get_arrow_color (self, arrow);
  double head = l->px * 0.55;
  WsBox row;
  WsBox cell;
  WsBox value;
  double x;
  double from;
  double to;

  if (!get_strip (self, arrow->strip, &row) || !get_value_box (self, arrow->slot, &value))
    return;
  cell = get_cell (self, strip, &row, arrow->cell);
  if (cell.x + cell.w > row.x + row.w + 1)
    return;
  x = value.x + value.w / 2;
  from = value.y + value.h + (arrow->loads ? head : 1);
  to = cell.y - (arrow->stores ? head : 1);
  for (guint halo = 2; halo > 0; halo--)
    {
      cairo_move_to (self->cr, x, from);
      cairo_curve_to (self->cr, x, (from + to) / 2, cell.x + cell.w / 2, (from + to) / 2,
                      cell.x + cell.w / 2, to);
      ws_paint_set (self->cr, halo == 2 ? self->theme->background : color);
      cairo_set_line_width (self->cr, halo == 2 ? 6 : 2.5);
      cairo_stroke (self->cr);
    }
  if (arrow->loads)
    ws_arrow_path (self->cr, x, from - head, 0, -1, head * 1.6);
  if (arrow->stores)
    ws_arrow_path (self->cr, cell.x + cell.w / 2, cell.y, 0, 1, head * 1.6);
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
}

static void
draw_legend (Drawing *self)
{
  const Layout *l = &self->layout;
  const struct {
    const char *sign;
    WsColor color;
    const char *words;
  } signs[] = { { "↑", self->theme->accent, _ ("loads") },
                { "↓", self->theme->playhead, _ ("stores") },
                { CHANGED, self->theme->playhead, _ ("changed") },
                { "%", self->theme->muted, _ ("register of PTX") },
                { NOT_SET, self->theme->muted, _ ("not set, or not known") } };
  double x = l->legend.x;

  for (guint i = 0; l->legend.h > 0 && i < G_N_ELEMENTS (signs); i++)
    {
      double y = l->legend.y + l->legend.h * 0.6;
      double w = ws_text_width (self->text, WS_FACE_SANS, l->small, signs[i].words);

      if (x + w + l->small * 1.5 > l->legend.x + l->legend.w)
        return;
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->small, signs[i].color },
                    &(WsTextPlace){ x, y, 0 }, signs[i].sign);
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small, self->theme->muted },
                    &(WsTextPlace){ x + l->small * 1.3, y, 0 }, signs[i].words);
      x += w + l->small * 3;
    }
}

/**
 * ws_story_count_cells:
 * @area: where a story is drawn
 *
 * Returns: how many cells side by side have room
 */
guint
ws_story_count_cells (const WsArea *area)
{
  Layout l;

  lay_out_text (&l, area);
  return (guint)MAX ((area->width - 2 * l.pad - l.label_w - 2.4 * l.px) / l.cell_w, 1);
}

/**
 * ws_draw_story:
 * @options: the view's options
 * @area: where
 */
void
ws_draw_story (cairo_t *cr, const WsStoryOptions *options, const WsArea *area)
{
  g_autoptr (WsText) text = ws_text_new (cr, area->theme);
  Drawing self = { .cr = cr, .text = text, .theme = area->theme, .options = options };

  lay_out (&self.layout, options, area);
  draw_lanes (&self);
  draw_head (&self);
  for (guint i = 0; i < options->state->slots->len; i++)
    draw_slot (&self, i);
  for (guint i = 0; i < options->state->strips->len; i++)
    draw_strip (&self, i);
  for (guint i = 0; i < options->state->arrows->len; i++)
    draw_arrow (&self, &g_array_index (options->state->arrows, WsThreadArrow, i));
  draw_legend (&self);
}

/* Returns: the lane there, or %WS_NONE */
guint
ws_story_pick_lane (const WsStoryOptions *options, const WsArea *area, double x, double y)
{
  Layout l;

  lay_out (&l, options, area);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = get_lane (&l, lane);

      if ((options->lanes >> lane & 1) != 0 && ws_box_contains (&box, x, y))
        return lane;
    }
  return WS_NONE;
}
