#include "sms/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define CHART_SHARE 0.36 /* of the height */
#define MAX_PLACES  64
#define MAX_HEADS   40

/* How well slots and warps fill an SM: cells as large as possible, and not too long. */
typedef struct {
  double score;
  guint n_columns;
  guint place_columns;
  guint warp_columns;
  double cell_w;
  double cell_h;
} Fit;

static guint
divide_up (guint a, guint b)
{
  return (a + b - 1) / b;
}

/* The next number after @n that gives fewer rows of @total. */
static guint
next_columns (guint total, guint n)
{
  guint rows = divide_up (total, n);

  return rows > 1 ? MAX (divide_up (total, rows - 1), n + 1) : total + 1;
}

/* whole pixels where there are enough of them: all cells are alike */
static double
round_cell (double size)
{
  return size >= 2 ? floor (size) : size;
}

static void
try_fit (const WsSmsLayout *self, guint n_warps, guint n_columns, guint place_columns, Fit *best)
{
  double sm_w = self->grid.w / n_columns - self->sm_gap - 2 * self->sm_pad;
  double sm_h = self->grid.h / divide_up (self->n_sms, n_columns) - self->sm_gap - 2 * self->sm_pad
                - self->sm_head;
  guint place_rows = divide_up (self->n_places, place_columns);

  for (guint warp_columns = 1; warp_columns <= n_warps;
       warp_columns = next_columns (n_warps, warp_columns))
    {
      guint warp_rows = divide_up (n_warps, warp_columns);
      double cell_w =
          (sm_w - (place_columns - 1) * self->place_gap) / (place_columns * warp_columns);
      double cell_h = (sm_h - (place_rows - 1) * self->place_gap) / (place_rows * warp_rows);
      double least;
      double score;

      /* an unusable cell would look like a warp that has exited */
      if (cell_w <= 0 || cell_h <= 0 || n_warps % warp_columns != 0)
        continue;
      cell_w = MIN (round_cell (cell_w), round_cell (cell_h) * 2.5);
      cell_h = MIN (round_cell (cell_h), round_cell (cell_w) * 2.5);
      cell_w = round_cell (cell_w);
      cell_h = round_cell (cell_h);
      least = MIN (cell_w, cell_h);
      score = least * least + 0.6 * least * (MAX (cell_w, cell_h) - least);
      /* full rows show the number best */
      if (self->n_sms % n_columns != 0)
        score *= 0.96;
      if (self->n_places % place_columns != 0)
        score *= 0.9;
      if (score > best->score)
        *best = (Fit){ score, n_columns, place_columns, warp_columns, cell_w, cell_h };
    }
}

static void
place_sms (WsSmsLayout *self, guint n_warps)
{
  Fit best = { 0 };

  self->place_gap = MAX (floor (4.6 * self->scale), 1);
  self->sm_pad = MAX (round (3.2 * self->scale), 1);
  self->sm_gap = MAX (round (9 * self->scale), 4);
  for (guint pass = 0; pass < 2 && best.score <= 0; pass++)
    {
      if (pass == 1)
        self->place_gap = self->sm_pad = self->sm_gap = 0;
      for (guint c = 1; c <= self->n_sms; c = next_columns (self->n_sms, c))
        for (guint p = 1; p <= self->n_places; p = next_columns (self->n_places, p))
          try_fit (self, n_warps, c, p, &best);
    }
  if (best.score <= 0)
    best = (Fit){ 0, 1, 1, 1, 0, 0 };
  self->n_columns = best.n_columns;
  self->n_rows = divide_up (self->n_sms, best.n_columns);
  self->place_columns = best.place_columns;
  self->place_rows = divide_up (self->n_places, best.place_columns);
  self->warp_columns = best.warp_columns;
  self->warp_rows = divide_up (n_warps, best.warp_columns);
  self->cell_w = best.cell_w;
  self->cell_h = best.cell_h;
  self->cell_gap = MIN (self->cell_w, self->cell_h) >= 3 ? 1 : 0;
  if (MIN (self->cell_w, self->cell_h) >= 14)
    self->cell_gap = 2;
  self->sm_w = self->place_columns * self->warp_columns * self->cell_w
               + (self->place_columns - 1) * self->place_gap + 2 * self->sm_pad;
  self->sm_h = self->place_rows * self->warp_rows * self->cell_h
               + (self->place_rows - 1) * self->place_gap + 2 * self->sm_pad + self->sm_head;
  /* distributes extra space between the SMs, up to a limit */
  self->sm_w += MIN (self->grid.w / self->n_columns - self->sm_w, self->sm_gap * 2.2);
  self->sm_h += MIN (self->grid.h / self->n_rows - self->sm_h, self->sm_gap * 2.2);
}

/* Few SMs are large enough for a number each. */
static gboolean
has_heads (const WsSmsLayout *self, guint n_sms)
{
  return n_sms <= MAX_HEADS && self->height > self->note_px * 16;
}

/* Of a row's name, with the air right of it. */
static double
measure_label (const WsSmsLayout *self, WsText *text, const WsScene *scene,
               const WsSmsOptions *options)
{
  const WsTimeline *timeline = scene->timeline;
  g_autofree char *label = NULL;

  if (options != NULL && options->sm < timeline->n_sms)
    label = g_strdup_printf (_ ("slot %u"), timeline->n_resident - 1);
  else if (has_heads (self, timeline->n_sms))
    label = g_strdup_printf ("%u", scene->run->spec->max_warps_per_sm);
  else
    label = g_strdup_printf (_ ("SM %u"), timeline->n_sms - 1);
  return ws_text_width (text, WS_FACE_SANS, self->note_px, label) + self->note_px * 0.8;
}

static double
take (double *y, double height)
{
  double at = *y;

  *y += height;
  return at;
}

/* The drawing and the one next to it, if any. Both have the same time axis, so space is reserved
 * for the longest text of either. */
typedef struct {
  const WsScene *scenes[2];
} Sides;

static double
measure_figures (const WsSmsLayout *self, WsText *text, const WsScene *scene)
{
  WsSmsFigure figures[WS_SMS_N_FIGURES];
  double width = 0;

  ws_sms_get_figures (scene, figures);
  for (guint i = 0; i < WS_SMS_N_FIGURES; i++)
    width = MAX (width, ws_text_width (text, WS_FACE_SANS, self->note_px, figures[i].title)
                            + ws_text_width (text, WS_FACE_BOLD, self->text_px, figures[i].value));
  return width + self->note_px * 2.1;
}

/* Beside the chart what its areas come to, if there is room. */
static void
place_figures (WsSmsLayout *self, WsText *text, const Sides *sides)
{
  double width = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides->scenes); i++)
    if (sides->scenes[i] != NULL)
      width = MAX (width, measure_figures (self, text, sides->scenes[i]));
  if (width > self->width * 0.36 || self->plot.h < self->note_px * 3.4)
    return;
  self->figures = (WsBox){ self->width - self->pad - width, self->legend.y, width,
                           self->axis.y + self->axis.h - self->legend.y };
  self->plot.w -= width + self->note_px;
  self->legend.w = self->plot.w;
  self->ribbon.w = self->plot.w;
  self->axis.w = self->plot.w;
}

/* @end: of the axis, where nothing else is asked for */
static void
place_time (WsSmsLayout *self, const WsSmsOptions *options, double end, const WsTimeline *timeline)
{
  self->from = options != NULL ? CLAMP (options->from, 0, end) : 0;
  self->to = options != NULL && options->to > self->from ? options->to : end;
  self->to = MAX (self->to, self->from + 1);
  self->end = CLAMP ((double)timeline->end, self->from, self->to);
}

/**
 * ws_sms_layout_init:
 * @self: (out): the layout
 * @options: (nullable): what of it
 *
 * Computes the layout, which does not depend on the moment.
 */
void
ws_sms_layout_init (WsSmsLayout *self, WsText *text, const WsFrame *frame,
                    const WsSmsOptions *options)
{
  const WsTimeline *timeline = frame->scene->timeline;
  double min_px = ws_theme_get_min_text (frame->theme, frame->height);
  gboolean single = options != NULL && options->sm < timeline->n_sms;
  double chart;
  double bottom;
  double y;
  Sides sides = { { frame->scene, options != NULL ? options->beside : NULL } };

  if (sides.scenes[1] != NULL && sides.scenes[1]->timeline == NULL)
    sides.scenes[1] = NULL;
  *self = (WsSmsLayout){ .width = frame->width,
                         .height = frame->height,
                         .scale = ws_theme_get_scale (frame->theme, frame->width, frame->height),
                         .n_sms = timeline->n_sms,
                         .n_usable = timeline->n_resident };
  self->n_places = CLAMP (frame->scene->run->spec->max_warps_per_sm / timeline->n_warps,
                          self->n_usable, MAX_PLACES);
  self->n_places = MAX (self->n_places, self->n_usable);
  self->text_px = MAX (frame->theme->text_px * self->scale, min_px);
  self->note_px = MAX (frame->theme->note_px * self->scale, min_px);
  self->pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  place_time (self, options, ws_scene_get_end_beside (frame->scene, sides.scenes[1]), timeline);
  for (guint i = 0; i < G_N_ELEMENTS (sides.scenes); i++)
    if (sides.scenes[i] != NULL)
      self->label_w = MAX (self->label_w, measure_label (self, text, sides.scenes[i], options));
  ws_sms_place_issue (self, text, frame);
  bottom = frame->height - self->issue.h;
  y = self->pad * 0.7;
  chart = bottom - 1.7 * self->pad;
  chart = MAX (chart * CHART_SHARE, MIN (self->note_px * 9.5, chart * 0.5));
  if (chart < self->note_px * 6)
    chart = 0;
  self->grid = (WsBox){ self->pad + self->label_w, y, frame->width - 2 * self->pad - self->label_w,
                        bottom - self->pad - y - chart - (chart > 0 ? self->note_px * 0.9 : 0) };
  if (chart > 0)
    {
      double x = self->grid.x;

      y = bottom - self->pad - chart;
      self->legend =
          (WsBox){ x, take (&y, self->note_px * 1.7), self->grid.w, self->note_px * 1.7 };
      self->axis =
          (WsBox){ x, bottom - self->pad - self->note_px * 1.5, self->grid.w, self->note_px * 1.5 };
      self->ribbon =
          (WsBox){ x, self->axis.y - self->note_px * 1.15, self->grid.w, self->note_px * 1.15 };
      self->plot = (WsBox){ x, y, self->grid.w, self->ribbon.y - y - MAX (2 * self->scale, 1) };
      place_figures (self, text, &sides);
    }
  if (has_heads (self, self->n_sms))
    self->sm_head = self->note_px * 1.6;
  if (single)
    self->grid.w = self->plot.h > 0 ? self->plot.w : self->grid.w;
  else
    place_sms (self, timeline->n_warps);
  self->run = self->plot.h > 0 ? self->plot : self->grid;
  if (self->end < self->to)
    self->run.w = MAX (ws_sms_layout_time_to_x (self, self->end) - self->run.x, 0);
  self->ribbon.w = self->run.w;
}

/**
 * ws_sms_layout_get_sm:
 * @self: the layout
 * @sm: index of an SM
 *
 * Returns: its box, below what is written above it
 */
WsBox
ws_sms_layout_get_sm (const WsSmsLayout *self, guint sm)
{
  double w = self->place_columns * self->warp_columns * self->cell_w
             + (self->place_columns - 1) * self->place_gap + 2 * self->sm_pad;
  double h = self->place_rows * self->warp_rows * self->cell_h
             + (self->place_rows - 1) * self->place_gap + 2 * self->sm_pad;

  return (WsBox){ floor (self->grid.x + (sm % self->n_columns) * self->sm_w),
                  floor (self->grid.y + (sm / self->n_columns) * self->sm_h + self->sm_head), w,
                  h };
}

/**
 * ws_sms_layout_get_place:
 * @self: the layout
 * @place: slot for a block
 *
 * Returns: the slot's box
 */
WsBox
ws_sms_layout_get_place (const WsSmsLayout *self, const WsBox *sm, guint place)
{
  double w = self->warp_columns * self->cell_w;
  double h = self->warp_rows * self->cell_h;

  return (WsBox){ sm->x + self->sm_pad + (place % self->place_columns) * (w + self->place_gap),
                  sm->y + self->sm_pad + (place / self->place_columns) * (h + self->place_gap), w,
                  h };
}

/**
 * ws_sms_layout_get_lane:
 * @self: where everything of one SM stands
 * @slot: for a block
 *
 * Returns: its row over time
 */
WsBox
ws_sms_layout_get_lane (const WsSmsLayout *self, guint slot)
{
  double h = self->grid.h / MAX (self->n_usable, 1);
  double gap = h > 5 ? MAX (h * 0.14, 1) : 0;

  return (WsBox){ self->grid.x, self->grid.y + slot * h + gap / 2, self->run.w, h - gap };
}

/**
 * ws_sms_layout_time_to_x:
 * @self: the layout
 * @time: cycles since the launch began
 *
 * Returns: where that is, pixels
 */
double
ws_sms_layout_time_to_x (const WsSmsLayout *self, double time)
{
  const WsBox *box = self->plot.h > 0 ? &self->plot : &self->grid;

  return box->x + (time - self->from) / (self->to - self->from) * box->w;
}

/**
 * ws_sms_layout_x_to_time:
 * @self: the layout
 * @x: pixels
 *
 * Returns: the time there, cycles since the launch began; also outside the time shown
 */
double
ws_sms_layout_x_to_time (const WsSmsLayout *self, double x)
{
  const WsBox *box = self->plot.h > 0 ? &self->plot : &self->grid;

  return self->from + (x - box->x) / MAX (box->w, 1) * (self->to - self->from);
}

/**
 * ws_sms_get_mark:
 * @box: of a block
 * @most: pixels of its side, at most
 * @color: of its wave: 1 to 3, each another corner; the first wave, 0, has no mark
 *
 * Returns: a square in one of the corners, which distinguishes waves without colours
 */
WsBox
ws_sms_get_mark (const WsBox *box, double most, guint color)
{
  double size = MAX (floor (MIN (MIN (box->w, box->h) * 0.4, most)), 2);

  return (WsBox){ color == 1 ? box->x : box->x + box->w - size,
                  color == 3 ? box->y + box->h - size : box->y, size, size };
}

/* Whether one SM is shown over time, and not all at a moment. */
gboolean
ws_sms_is_single (const WsScene *scene, const WsSmsOptions *options)
{
  return options->sm < scene->timeline->n_sms;
}
