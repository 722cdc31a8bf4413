/* grid.c: all SMs at a moment, as small multiples. */
#include "sms/private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Everything of one colour is one path: thousands of warps are a dozen fills. */
typedef struct {
  WsSms *sms;
  GArray *held[WS_SMS_N_COLORS];  /* WsBox: places with a block */
  GArray *alive[WS_SMS_N_COLORS]; /* WsBox: active warps */
  GArray *marks;                  /* WsBox: signs of the waves, over the warps */
} Painter;

static void
fill (WsSms *self, GArray *boxes, WsColor color)
{
  if (boxes->len == 0)
    return;
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsBox *box = &g_array_index (boxes, WsBox, i);
      cairo_rectangle (self->cr, box->x, box->y, box->w, box->h);
    }
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
}

/* A complete block is one box; otherwise adjacent warps are. */
static void
add_warps (Painter *self, const WsBox *place, guint32 mask, guint color)
{
  const WsSmsLayout *l = &self->sms->layout;
  guint n = self->sms->timeline->n_warps;

  if ((guint)__builtin_popcount (mask) == l->warp_columns * l->warp_rows)
    {
      g_array_append_val (self->alive[color], *place);
      return;
    }
  g_array_append_val (self->held[color], *place);
  for (guint row = 0; row < l->warp_rows; row++)
    {
      guint first = row * l->warp_columns;
      guint end = MIN (first + l->warp_columns, n);

      for (guint w = first; w < end;)
        {
          guint from = w;
          WsBox box;

          while (w < end && (mask >> w & 1) != 0)
            w++;
          if (w == from)
            {
              w++;
              continue;
            }
          box = (WsBox){ place->x + (from - first) * l->cell_w, place->y + row * l->cell_h,
                         (w - from) * l->cell_w, l->cell_h };
          g_array_append_val (self->alive[color], box);
        }
    }
}

/* A cut corner, by its wave another, or none. Colour is not the only sign. */
static void
add_mark (Painter *self, const WsBox *place, guint color)
{
  if (MIN (place->w, place->h) >= 8 && color > 0)
    {
      const WsSmsLayout *l = &self->sms->layout;
      WsBox box = ws_sms_get_mark (place, MAX (MIN (l->cell_w, l->cell_h) * 0.5, 3), color);
      g_array_append_val (self->marks, box);
    }
}

/* Free slots are holes; unusable ones are dots. */
static void
add_free (WsSms *self, const WsBox *place, gboolean usable, GArray *holes, GArray *dots)
{
  double size;
  WsBox box;

  if (usable)
    {
      g_array_append_val (holes, *place);
      return;
    }
  size = CLAMP (floor (MIN (place->w, place->h) * 0.3), 1, 4);
  box = (WsBox){ floor (place->x + (place->w - size) / 2), floor (place->y + (place->h - size) / 2),
                 size, size };
  g_array_append_val (dots, box);
}

/* Between warps, through the whole SM. */
static void
add_gaps (WsSms *self, const WsBox *sm, GArray *gaps)
{
  const WsSmsLayout *l = &self->layout;
  double w = l->warp_columns * l->cell_w + l->place_gap;
  double h = l->warp_rows * l->cell_h + l->place_gap;
  double x0 = sm->x + l->sm_pad;
  double y0 = sm->y + l->sm_pad;
  WsBox box;

  if (l->cell_gap <= 0)
    return;
  for (guint p = 0; p < l->place_columns; p++)
    for (guint c = 1; c < l->warp_columns; c++)
      {
        box = (WsBox){ x0 + p * w + c * l->cell_w - l->cell_gap, y0, l->cell_gap,
                       sm->h - 2 * l->sm_pad };
        g_array_append_val (gaps, box);
      }
  for (guint p = 0; p < l->place_rows; p++)
    for (guint r = 1; r < l->warp_rows; r++)
      {
        box = (WsBox){ x0, y0 + p * h + r * l->cell_h - l->cell_gap, sm->w - 2 * l->sm_pad,
                       l->cell_gap };
        g_array_append_val (gaps, box);
      }
}

/* Above it. */
static void
name_sm (WsSms *self, guint sm)
{
  const WsSmsLayout *l = &self->layout;
  WsBox box = ws_sms_layout_get_sm (l, sm);
  g_autofree char *label = g_strdup_printf (_ ("SM %u"), sm);
  g_autofree char *number = g_strdup_printf ("%u", sm);
  double room = l->sm_w - l->note_px * 0.5;
  gboolean fits = ws_text_width (self->text, WS_FACE_SANS, l->note_px, label) <= room;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ box.x, box.y - l->sm_head * 0.4, 0 }, room,
                    fits ? label : number);
}

/**
 * ws_sms_name_rows:
 * @self: a drawing of all SMs
 *
 * Writes the number of the first SM of each row beside it, as many as there is room for.
 */
void
ws_sms_name_rows (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  guint every = MAX (1, (guint)ceil (l->note_px * 1.3 / MAX (l->sm_h, 1)));

  for (guint row = 0; row < l->n_rows; row += every)
    {
      WsBox sm = ws_sms_layout_get_sm (l, row * l->n_columns);
      g_autofree char *label = g_strdup_printf (_ ("SM %u"), row * l->n_columns);

      ws_text_show (
          self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
          &(WsTextPlace){ l->grid.x - l->note_px * 0.6,
                          CLAMP (sm.y + sm.h / 2, l->note_px * 0.5, l->height - l->note_px * 0.5),
                          1 },
          label);
    }
}

/* A frame around an SM: under the pointer, or with the focus. */
static void
draw_frame (WsSms *self, const WsBox *sm, WsColor color, double line)
{
  WsBox box = ws_box_inset (sm, -line / 2);

  ws_rounded_path (self->cr, &box, 3 * self->layout.scale);
  ws_paint_set (self->cr, color);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

static double
get_frame_line (const WsSms *self)
{
  return MAX (self->theme->line_px * self->layout.scale * 1.3, 1.5);
}

/**
 * ws_sms_get_pointed:
 * @self: a drawing of all SMs
 *
 * Returns: the SM under the pointer; %WS_NONE if that is on none
 */
guint
ws_sms_get_pointed (const WsSms *self)
{
  const WsSmsLayout *l = &self->layout;

  for (guint sm = 0; sm < l->n_sms && self->moment->hover_x >= 0 && l->cell_w > 0; sm++)
    {
      WsBox box = ws_sms_layout_get_sm (l, sm);

      if (ws_box_contains (&box, self->moment->hover_x, self->moment->hover_y))
        return sm;
    }
  return WS_NONE;
}

/**
 * ws_sms_draw_pointed:
 * @self: a drawing of all SMs
 * @sm: what the pointer is on
 *
 * Draws a frame round it.
 */
void
ws_sms_draw_pointed (WsSms *self, guint sm)
{
  WsBox box = ws_sms_layout_get_sm (&self->layout, sm);

  draw_frame (self, &box, self->theme->muted, get_frame_line (self));
}

/**
 * ws_sms_draw_keyboard:
 * @self: a drawing of all SMs whose options have a mark
 *
 * Draws a frame round the SM that the keyboard is on.
 */
void
ws_sms_draw_keyboard (WsSms *self)
{
  WsBox box = ws_sms_layout_get_sm (&self->layout, self->options->mark);

  draw_frame (self, &box, self->theme->ink, get_frame_line (self) * 1.4);
}

/**
 * ws_sms_get_shown_block:
 * @self: a drawing of all SMs
 * @box: (out): box of the block that the other views show; unchanged if it is not resident
 *
 * Returns: %FALSE if it is not there at the moment
 */
gboolean
ws_sms_get_shown_block (const WsSms *self, WsBox *box)
{
  const WsTimeline *t = self->timeline;
  const WsStay *stay;
  guint sm;
  guint slot;
  WsBox around;

  if (self->scene->block >= t->n_stays || self->layout.cell_w <= 0)
    return FALSE;
  stay = &t->stays[t->stay_of_block[self->scene->block]];
  if (stay->start > self->time || stay->end <= self->time)
    return FALSE;
  ws_timeline_place (t, stay, &sm, &slot);
  around = ws_sms_layout_get_sm (&self->layout, sm);
  *box = ws_sms_layout_get_place (&self->layout, &around, slot);
  return TRUE;
}

/**
 * ws_sms_draw_shown_block:
 * @self: a drawing of all SMs
 *
 * Draws a frame round that block.
 */
void
ws_sms_draw_shown_block (WsSms *self)
{
  WsBox box;

  if (ws_sms_get_shown_block (self, &box))
    draw_frame (self, &box, self->theme->ink, MAX (self->theme->line_px * self->layout.scale, 1.2));
}

static void
draw_ground (WsSms *self, const WsBox *sm, gboolean busy)
{
  const WsSmsLayout *l = &self->layout;

  if (busy)
    {
      ws_rounded_path (self->cr, sm, 3 * l->scale);
      ws_paint_set (self->cr, self->theme->idle);
      cairo_fill (self->cr);
      return;
    }
  /* an idle SM is hatched, without background */
  ws_hatch_path (self->cr, WS_HATCH_RISING, sm, MAX (6 * l->scale, 4));
  ws_paint_set (self->cr, self->theme->faint);
  cairo_set_line_width (self->cr, MAX (self->theme->line_px * l->scale * 0.6, 0.7));
  cairo_stroke (self->cr);
}

/**
 * ws_sms_get_state:
 * @self: a drawing of all SMs
 *
 * Returns: a hash of the SM's look: the blocks in its slots, and their active warps
 */
guint64
ws_sms_get_state (const WsSms *self, guint sm)
{
  const WsSmsLayout *l = &self->layout;
  guint64 state = 0;

  for (guint place = 0; place < l->n_places; place++)
    {
      const WsStay *stay = ws_timeline_find (self->timeline, sm, place, self->time);
      guint64 here = 0;

      if (stay != NULL)
        here = (guint64)ws_timeline_get_warps (self->timeline, stay, self->time) << 8
               | (stay->wave % WS_SMS_N_COLORS + 1);
      state = (state ^ here) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      state ^= state >> 29;
    }
  return state;
}

/**
 * ws_sms_draw_sm:
 * @self: a drawing of all SMs
 *
 * Draws it at the moment.
 */
void
ws_sms_draw_sm (WsSms *self, guint sm)
{
  const WsSmsLayout *l = &self->layout;
  WsBox box = ws_sms_layout_get_sm (l, sm);
  Painter painter = { .sms = self };
  g_autoptr (GArray) holes = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) dots = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (WsBox));
  gboolean busy = FALSE;

  if (ws_sms_hides (self, WS_HIDE_COUNTS))
    {
      ws_veil_draw (self->cr, self->text, self->theme, &box, 3 * l->scale,
                    MAX (MIN (l->text_px * 1.2, MIN (box.w, box.h) * 0.7), l->note_px));
      if (l->sm_head > 0)
        name_sm (self, sm);
      return;
    }
  painter.marks = g_array_new (FALSE, FALSE, sizeof (WsBox));
  for (guint c = 0; c < WS_SMS_N_COLORS; c++)
    {
      painter.held[c] = g_array_new (FALSE, FALSE, sizeof (WsBox));
      painter.alive[c] = g_array_new (FALSE, FALSE, sizeof (WsBox));
    }
  for (guint place = 0; place < l->n_places; place++)
    {
      WsBox where = ws_sms_layout_get_place (l, &box, place);
      const WsStay *stay = ws_timeline_find (self->timeline, sm, place, self->time);
      guint color;

      if (stay == NULL)
        {
          add_free (self, &where, place < l->n_usable, holes, dots);
          continue;
        }
      color = stay->wave % WS_SMS_N_COLORS;
      busy = TRUE;
      add_warps (&painter, &where, ws_timeline_get_warps (self->timeline, stay, self->time), color);
      add_mark (&painter, &where, color);
    }
  draw_ground (self, &box, busy);
  if (busy)
    {
      add_gaps (self, &box, gaps);
      fill (self, holes, self->theme->background);
      fill (self, dots, self->theme->faint);
    }
  for (guint c = 0; c < WS_SMS_N_COLORS; c++)
    {
      fill (self, painter.held[c], self->wave_soft[c]);
      fill (self, painter.alive[c], self->wave[c]);
      g_array_unref (painter.held[c]);
      g_array_unref (painter.alive[c]);
    }
  fill (self, painter.marks, self->theme->idle);
  g_array_unref (painter.marks);
  fill (self, gaps, self->theme->idle);
  if (l->sm_head > 0)
    name_sm (self, sm);
}
