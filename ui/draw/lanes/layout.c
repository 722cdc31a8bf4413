#include "lanes/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_INSTANT   0.42 /* shares of the height */
#define MIN_CLOTH     0.26
#define MAX_SLOTS     6
#define MAX_COLUMN_PX 30. /* instructions of a short warp do not grow wider, at 1920x1080 */

/* Rows of warps: in as few columns as leave a readable row in a height of @room. */
static void
place_instant (WsLanesLayout *self, WsText *text, guint n_warps, double least_row, double room)
{
  double most = self->text_px * 1.75;
  double whole = self->width - 2 * self->pad;
  g_autofree char *label = NULL;
  /* what stands there instead of a mask */
  const char *const beside[] = { _ ("to come"), _ ("done"), _ ("barrier") };

  self->n_columns = 1;
  while (self->n_columns < 4 && (n_warps + self->n_columns - 1) / self->n_columns * least_row > room
         && whole / (self->n_columns * 2) > 32 * 3)
    self->n_columns *= 2;
  self->n_rows = (n_warps + self->n_columns - 1) / self->n_columns;
  self->row_h = MIN (room / self->n_rows, most);
  self->mask_px = MIN (self->note_px, self->row_h * 0.9);
  /* between columns as much air as between words */
  self->column_gap = self->n_columns > 1 ? self->note_px * 1.2 : 0;
  self->column_w = (whole - self->column_gap * (self->n_columns - 1)) / self->n_columns;

  label = g_strdup_printf (_ ("warp %u"), n_warps - 1);
  self->label_w =
      MAX (ws_text_width (text, WS_FACE_BOLD, self->note_px, label) + self->note_px * 0.9,
           ws_text_width (text, WS_FACE_SANS, self->note_px, _ ("depth")) + self->note_px * 0.8);
  self->mask_w = ws_text_width (text, WS_FACE_MONO, self->mask_px, "ffffffff");
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    self->mask_w = MAX (self->mask_w, ws_text_width (text, WS_FACE_MONO, self->mask_px, beside[i]));
  self->mask_w += self->note_px * 0.9;
  if (self->label_w > self->column_w * 0.3)
    self->label_w = ws_text_width (text, WS_FACE_BOLD, self->note_px, "31") + self->note_px * 0.7;
  /* lanes first: a mask can be counted */
  if (self->column_w - self->label_w - self->mask_w < 32 * 4)
    self->mask_w = self->note_px * 0.6;
  self->lane_w = (self->column_w - self->label_w - self->mask_w) / WS_WARP_SIZE;
}

static double
take (double *y, double height)
{
  double at = *y;

  *y += height;
  return at;
}

static void
place_stack (WsLanesLayout *self, const WsWarpTrace *trace, double *y, double room)
{
  double title = self->note_px * 2.1;
  double slot = MIN (self->text_px * 1.25, self->note_px * 1.55);
  guint n = MIN (trace->max_depth, MAX_SLOTS);

  if (n < 2)
    return;
  while (n > 2 && title + n * slot > room)
    n--;
  if (title + n * slot > room)
    return;
  self->n_slots = n;
  self->slot_h = slot;
  self->stack_title = (WsBox){ self->pad, take (y, title), self->width - 2 * self->pad, title };
  self->stack = (WsBox){ self->pad, take (y, n * slot), self->width - 2 * self->pad, n * slot };
}

/* A weave, before it is placed. */
typedef struct {
  double width; /* room for instructions */
  guint count;  /* its instructions */
} Weave;

/* Instructions from @first on, @options->count of them at most. */
static guint
count_instructions (const WsWarpTrace *trace, guint first, const WsLanesOptions *options)
{
  guint n = trace->n_events > first ? trace->n_events - first : 0;

  return options != NULL && options->count > 0 ? MIN (n, options->count) : n;
}

/* What this one is drawn beside, as it would be placed in the same room; nothing where there is no
 * such thing. */
static Weave
measure_beside (const WsLanesLayout *self, WsText *text, const WsMoment *moment,
                const WsLanesOptions *options, double least_row, double room)
{
  const WsScene *beside = options != NULL ? options->beside : NULL;
  WsLanesLayout other = *self;
  Weave weave = { G_MAXDOUBLE, 0 };

  if (beside == NULL || beside->warps == NULL || beside->warps->len == 0)
    return weave;
  place_instant (&other, text, beside->warps->len, least_row, room);
  weave.width = self->width - 2 * self->pad - other.label_w;
  weave.count = count_instructions (
      g_ptr_array_index (beside->warps, ws_lanes_get_warp (beside, moment)), self->first, options);
  return weave;
}

static void
place_weave (WsLanesLayout *self, const WsWarpTrace *trace, const Weave *beside, double y)
{
  double left = self->pad + self->label_w;
  double room = self->width - self->pad - left;
  double width = MIN (room, beside->width);
  double bottom = self->height - self->pad;
  double axis = self->note_px * 1.5;
  double ticks = self->note_px * 1.5;
  double depth = trace->max_depth > 1 ? self->note_px * 1.35 : 0;
  double air = depth > 0 ? self->note_px * 0.45 : 0; /* below the line of the depth */
  double title = self->note_px * 2.3;
  double cloth = bottom - axis - y - ticks - depth - air - title;
  double column;

  if (cloth < self->height * 0.12 && depth > 0)
    {
      cloth += depth + air;
      depth = air = 0;
    }
  if (cloth < 32)
    return;
  column = MIN (width / MAX (MAX (self->count, beside->count), 1),
                MAX_COLUMN_PX * MAX (self->scale, 0.5));
  width = column * MAX (self->count, 1);
  self->weave_title = (WsBox){ self->pad, take (&y, title), self->width - 2 * self->pad, title };
  self->ticks = (WsBox){ left, take (&y, ticks), width, ticks };
  self->depth = (WsBox){ left, take (&y, depth), width, depth };
  y += air;
  self->cloth = (WsBox){ left, take (&y, cloth), width, cloth };
  self->axis = (WsBox){ left, y, MAX (width, room), axis };
  if (self->count < beside->count)
    {
      self->axis.w = width;
      self->done = (WsBox){ left + width, self->cloth.y, MAX (room - width, 0), cloth };
    }
}

/**
 * ws_lanes_layout_init:
 * @self: (out): the layout
 * @options: (nullable): what of it
 *
 * Computes the layout. The playhead moves nothing here: the stack has as many places as it will
 * ever need.
 */
void
ws_lanes_layout_init (WsLanesLayout *self, WsText *text, const WsFrame *frame,
                      const WsLanesOptions *options)
{
  double min_px = ws_theme_get_min_text (frame->theme, frame->height);
  const WsWarpTrace *trace =
      g_ptr_array_index (frame->scene->warps, ws_lanes_get_warp (frame->scene, frame->moment));
  guint n_warps = frame->scene->warps->len;
  gboolean weave = options == NULL || !options->hide_weave;
  gboolean alone = !weave && options->hide_stack; /* the instant */
  double inner;
  double legend;
  double least_row;
  double room;
  double y;

  *self =
      (WsLanesLayout){ .width = frame->width,
                       .height = frame->height,
                       .scale = ws_theme_get_scale (frame->theme, frame->width, frame->height) };
  self->text_px = MAX (frame->theme->text_px * self->scale, min_px);
  self->note_px = MAX (frame->theme->note_px * self->scale, min_px);
  self->pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  self->first = options != NULL ? MIN (options->first, MAX (trace->n_events, 1) - 1) : 0;
  self->count = count_instructions (trace, self->first, options);
  y = self->pad * 0.7;
  inner = frame->height - 1.7 * self->pad;

  legend = self->text_px * 1.9;
  least_row = self->note_px * 1.08;
  room = alone ? MAX (inner - legend, inner * 0.5) : inner * MAX_INSTANT;
  place_instant (self, text, n_warps, least_row, room);
  if (self->lane_w * 8 > ws_text_width (text, WS_FACE_MONO, self->note_px * 0.85, "24") * 1.6
      && inner > self->text_px * 14)
    {
      double numbers = self->note_px * 1.25;
      self->numbers =
          (WsBox){ self->pad, take (&y, numbers), frame->width - 2 * self->pad, numbers };
    }
  self->instant = (WsBox){ self->pad, take (&y, self->n_rows * self->row_h),
                           frame->width - 2 * self->pad, self->n_rows * self->row_h };
  if (inner > self->text_px * 12 || (alone && inner > legend * 1.5))
    self->legend = (WsBox){ self->pad, take (&y, legend), frame->width - 2 * self->pad, legend };
  if (options == NULL || !options->hide_stack)
    place_stack (self, trace, &y,
                 frame->height - self->pad - y - (weave ? inner * (MIN_CLOTH + 0.08) : 0));
  if (weave && trace->n_events > 0)
    {
      Weave beside = measure_beside (self, text, frame->moment, options, least_row, room);
      place_weave (self, trace, &beside, y);
    }
}

/**
 * ws_lanes_layout_get_row:
 * @self: the layout
 * @warp: of the block
 *
 * Returns: its row of the instant
 */
WsBox
ws_lanes_layout_get_row (const WsLanesLayout *self, guint warp)
{
  guint column = warp / self->n_rows;
  guint row = warp % self->n_rows;

  return (WsBox){ self->instant.x + column * (self->column_w + self->column_gap),
                  self->instant.y + row * self->row_h, self->column_w, self->row_h };
}

static WsBox
get_lane (const WsLanesLayout *self, const WsBox *row, guint lane)
{
  /* at least what is left of it on any grid of pixels */
  double least = self->lane_w > 12 ? 2 : 1;
  double gap_x =
      self->lane_w > 4 ? CLAMP (self->lane_w * 0.1, least, MAX (5 * self->scale, least)) : 0.5;
  double gap_y = CLAMP (row->h * 0.13, 1, 5 * self->scale);

  return (WsBox){ row->x + self->label_w + lane * self->lane_w, row->y + gap_y,
                  self->lane_w - gap_x, row->h - 2 * gap_y };
}

/**
 * ws_lanes_layout_get_lane:
 * @self: the layout
 * @warp: of the block
 * @lane: from 0 to 31
 *
 * Returns: its box in the warp's row of the instant
 */
WsBox
ws_lanes_layout_get_lane (const WsLanesLayout *self, guint warp, guint lane)
{
  WsBox row = ws_lanes_layout_get_row (self, warp);

  return get_lane (self, &row, lane);
}

/**
 * ws_lanes_layout_get_slot:
 * @self: the layout
 * @slot: of the divergence stack, from the bottom
 *
 * Returns: its row
 */
WsBox
ws_lanes_layout_get_slot (const WsLanesLayout *self, guint slot)
{
  return (WsBox){ self->stack.x, self->stack.y + (self->n_slots - 1 - slot) * self->slot_h,
                  self->stack.w, self->slot_h };
}

/**
 * ws_lanes_layout_get_slot_lane:
 * @self: the layout
 * @slot: of the divergence stack, from the bottom
 * @lane: from 0 to 31
 *
 * Returns: its box in the slot's row
 */
WsBox
ws_lanes_layout_get_slot_lane (const WsLanesLayout *self, guint slot, guint lane)
{
  WsBox row = ws_lanes_layout_get_slot (self, slot);

  return get_lane (self, &row, lane);
}

/**
 * ws_lanes_layout_get_thread:
 * @self: the layout
 * @lane: from 0 to 31
 *
 * Returns: its row of the weave
 */
WsBox
ws_lanes_layout_get_thread (const WsLanesLayout *self, guint lane)
{
  double h = self->cloth.h / WS_WARP_SIZE;
  double gap = h >= 4 ? CLAMP (h * 0.16, 0.8, 3) : 0;

  return (WsBox){ self->cloth.x, self->cloth.y + lane * h, self->cloth.w, h - gap };
}

/**
 * ws_lanes_layout_get_column:
 * @self: the layout
 *
 * Returns: width of an instruction in the cloth, pixels; may be less than one
 */
double
ws_lanes_layout_get_column (const WsLanesLayout *self)
{
  return self->cloth.w / MAX (self->count, 1);
}
