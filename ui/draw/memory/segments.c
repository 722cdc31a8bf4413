/* segments.c: an access to global memory: its lanes above, the segments that they reach into below,
 * and a line from each lane to its bytes. */
#include "memory/private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Signs of the legend; from the last on, one for each level of memory. */
enum { SIGN_USED, SIGN_MOVED, SIGN_WAITS, SIGN_LEVEL };

#define SECTORS (WS_MEMORY_REQUEST_SEGMENT_BYTES / WS_MEMORY_REQUEST_SECTOR_BYTES)

static void
find_segments (WsMemoryDrawing *self)
{
  WsMemorySegments *s = &self->segments;
  const WsMemoryRequest *r = &self->request;

  s->n = 0;
  for (guint i = 0; i < r->n_pieces; i++)
    {
      guint64 segment = r->pieces[i].address / WS_MEMORY_REQUEST_SEGMENT_BYTES;
      guint at = 0;

      while (at < s->n && s->first[at] < segment)
        at++;
      if (at < s->n && s->first[at] == segment)
        continue;
      for (guint k = s->n; k > at; k--)
        s->first[k] = s->first[k - 1];
      s->first[at] = segment;
      s->n++;
    }
}

/**
 * ws_memory_lay_out_segments:
 * @self: (inout): a drawing of an access to global memory
 *
 * Finds out where lanes and segments stand. One segment is as wide as all lanes: lanes in order
 * stand above their bytes.
 */
void
ws_memory_lay_out_segments (WsMemoryDrawing *self)
{
  WsMemoryLayout *l = &self->layout;
  WsMemorySegments *s = &self->segments;
  double label = ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("lane"));
  double labels = l->note_px * 1.9;
  double levels = self->request.space != WS_SPACE_GLOBAL || self->scene->run->spec->l2_bytes == 0
                      ? 0
                  : l->body.h > l->note_px * 12 ? l->note_px * 1.7
                                                : l->note_px * 0.5;
  double legend = l->body.h > l->note_px * 9 ? l->note_px * 2.1 : 0;
  double lane_h;
  double room;

  *s = (WsMemorySegments){ .n = 0 };
  find_segments (self);
  l->label_w = MIN (label + l->note_px * 0.8, l->body.w * 0.25);
  s->lane_w = (l->body.w - l->label_w) / WS_WARP_SIZE;
  lane_h = MIN (MAX (s->lane_w, l->note_px * 1.3), l->text_px * 2.2);
  room = MAX (l->body.h - lane_h - levels - labels - legend, 4);
  s->lanes = (WsBox){ l->body.x + l->label_w, l->body.y, l->body.w - l->label_w, lane_h };
  s->band.x = s->lanes.x;
  s->band.w = s->lanes.w;
  s->band.h = MIN (room * 0.36, l->text_px * 3.6);
  /* lines may be long, but a picture without words in its middle is torn apart */
  s->band.y = s->lanes.y + lane_h + MIN (room - s->band.h, s->band.w * 0.42);
  s->levels = (WsBox){ s->band.x, s->band.y + s->band.h, s->band.w, levels };
  s->labels = (WsBox){ s->band.x, s->levels.y + levels, s->band.w, labels };
  s->legend = (WsBox){ l->body.x, s->labels.y + labels, l->body.w, legend };
  s->gap = s->n > 1 ? MIN (14 * l->scale, s->band.w * 0.25 / s->n) : 0;
  s->segment_w = (s->band.w - s->gap * (MAX (s->n, 1) - 1)) / MAX (s->n, 1);
}

/**
 * ws_memory_get_lane_box:
 * @lane: from 0 to 31
 *
 * Returns: its cell
 */
WsBox
ws_memory_get_lane_box (const WsMemoryDrawing *self, guint lane)
{
  const WsMemorySegments *s = &self->segments;
  double gap = s->lane_w > 4 ? CLAMP (s->lane_w * 0.1, 1, 5 * self->layout.scale) : 0.4;

  return (WsBox){ s->lanes.x + lane * s->lane_w, s->lanes.y, s->lane_w - gap, s->lanes.h };
}

/* Where the byte at @address stands, in a segment that is shown; negative elsewhere. */
static double
get_place (const WsMemoryDrawing *self, guint64 address)
{
  const WsMemorySegments *s = &self->segments;

  for (guint i = 0; i < s->n; i++)
    if (s->first[i] == address / WS_MEMORY_REQUEST_SEGMENT_BYTES)
      return s->band.x + i * (s->segment_w + s->gap)
             + address % WS_MEMORY_REQUEST_SEGMENT_BYTES * s->segment_w
                   / WS_MEMORY_REQUEST_SEGMENT_BYTES;
  return -1;
}

/**
 * ws_memory_get_sector_box:
 * @address: of a sector of 32 bytes, in a segment that is shown
 */
WsBox
ws_memory_get_sector_box (const WsMemoryDrawing *self, guint64 address)
{
  const WsMemorySegments *s = &self->segments;

  return (WsBox){ get_place (self, address), s->band.y, s->segment_w / SECTORS, s->band.h };
}

static void
draw_lanes (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemorySegments *s = &self->segments;
  double radius = MIN (4 * l->scale, s->lane_w * 0.18);
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale * 0.8);
  double px = MIN (l->note_px, s->lanes.h * 0.9);
  gboolean every =
      ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, "31") < s->lane_w * 0.92;
  gboolean fits = px >= ws_theme_get_min_text (self->theme, l->height);

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->body.x, s->lanes.y + s->lanes.h / 2, 0 },
                    l->label_w - l->note_px * 0.6, _ ("lane"));
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = ws_box_snap (self->cr, ws_memory_get_lane_box (self, lane));
      gboolean active = (self->request.lanes >> lane & 1) != 0;

      ws_rounded_path (self->cr, &box, radius);
      if (!active || self->is_to_come)
        {
          box = ws_box_inset (&box, line);
          ws_rounded_path (self->cr, &box, MAX (radius - line, 0));
          cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);
        }
      ws_paint_set (self->cr, active ? self->theme->accent : self->theme->faint);
      cairo_fill (self->cr);
      cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_WINDING);
      if (fits && every)
        {
          char number[8];

          g_snprintf (number, sizeof number, "%u", lane);
          ws_text_gather (self->text,
                          &(WsTextStyle){ WS_FACE_MONO_BOLD, px,
                                          !active            ? self->theme->muted
                                          : self->is_to_come ? self->theme->ink
                                                             : self->theme->accent_ink },
                          &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, number);
        }
    }
}

/**
 * ws_memory_get_stack_box:
 * @self: a drawing of an atomic on global memory
 * @lane: that takes part
 *
 * Returns: its cell above its bytes: lanes that meet at an address stand on one another, the lowest
 * at the bottom; of no height where no lanes meet
 */
WsBox
ws_memory_get_stack_box (const WsMemoryDrawing *self, guint lane)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemorySegments *s = &self->segments;
  const WsMemoryRequest *r = &self->request;
  double width = r->lane_bytes * s->segment_w / WS_MEMORY_REQUEST_SEGMENT_BYTES;
  double room = s->band.y - s->lanes.y - s->lanes.h;
  double gap = width > 4 ? CLAMP (width * 0.06, 0.5, 3 * l->scale) : 0;
  guint below = 0;
  guint64 address;
  guint n_addresses;
  guint most = ws_memory_request_find_most_shared (r, &address, &n_addresses);
  double h = r->is_atomic && most > 1 ? MIN (l->note_px * 1.5, room * 0.7 / most) : 0;

  for (guint other = 0; other < lane; other++)
    below += (r->lanes >> other & 1) != 0 && r->address[other] == r->address[lane];
  return (WsBox){ get_place (self, r->address[lane]) + gap, s->band.y - (below + 1) * h + gap / 2,
                  width - 2 * gap, MAX (h - gap, 0) };
}

/* Of an atomic: lanes that meet at an address are served one after another. Returns: whether any
 * meet */
static gboolean
draw_stacks (WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  WsColor later = self->theme->warp[1];
  gboolean meet = FALSE;

  for (guint lane = 0; lane < WS_WARP_SIZE && r->is_atomic; lane++)
    {
      WsBox box = ws_memory_get_stack_box (self, lane);
      gboolean waits = box.y + box.h * 1.5 < self->segments.band.y;
      WsColor ground = waits ? later : self->theme->accent;
      double px = MIN (self->layout.note_px, box.h * 0.92);
      char number[8];

      if ((r->lanes >> lane & 1) == 0 || box.h <= 0)
        continue;
      meet = TRUE;
      box = ws_box_snap (self->cr, box);
      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr, ground);
      cairo_fill (self->cr);
      g_snprintf (number, sizeof number, "%u", lane);
      if (px >= ws_theme_get_min_text (self->theme, self->layout.height)
          && ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, "31") < box.w)
        ws_text_gather (self->text,
                        &(WsTextStyle){ WS_FACE_MONO_BOLD, px, ws_color_ink_on (ground) },
                        &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, number);
    }
  return meet;
}

/* From each lane to the middle of its bytes. */
static void
draw_lines (WsMemoryDrawing *self)
{
  const WsMemorySegments *s = &self->segments;
  double top = s->lanes.y + s->lanes.h + 2 * self->layout.scale;
  double bottom = s->band.y - 2 * self->layout.scale;
  double width = MAX (self->theme->line_px * self->layout.scale, 0.8);

  if (bottom - top < 4)
    return;
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      /* of its bytes, and not of its cell, which leaves a gap: lanes in order have upright lines */
      double from = s->lanes.x + (lane + 0.5) * s->lane_w;
      double to = get_place (self, self->request.address[lane]);

      if ((self->request.lanes >> lane & 1) == 0 || to < 0)
        continue;
      to += self->request.lane_bytes * s->segment_w / WS_MEMORY_REQUEST_SEGMENT_BYTES / 2;
      to = MIN (to, s->band.x + s->band.w);
      if (self->request.is_atomic)
        bottom = ws_memory_get_stack_box (self, lane).y - 2 * self->layout.scale;
      cairo_move_to (self->cr, from, top);
      cairo_curve_to (self->cr, from, (top + bottom) / 2, to, (top + bottom) / 2, to, bottom);
    }
  ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->accent, 0.75));
  cairo_set_line_width (self->cr, width);
  cairo_stroke (self->cr);
}

/* Runs of bytes of a piece that are used. */
static void
add_used (WsMemoryDrawing *self, GArray *boxes, const WsMemoryRequestPiece *piece)
{
  const WsMemorySegments *s = &self->segments;
  double byte = s->segment_w / WS_MEMORY_REQUEST_SEGMENT_BYTES;

  for (guint i = 0; i < piece->bytes;)
    {
      guint from = i;
      WsBox box = { 0, s->band.y, 0, s->band.h };

      while (i < piece->bytes && (piece->used[i / 32] >> (i % 32) & 1) != 0)
        i++;
      if (i == from)
        {
          i++;
          continue;
        }
      box.x = get_place (self, piece->address + from);
      box.w = (i - from) * byte;
      g_array_append_val (boxes, box);
    }
}

/* What is moved is hatched, what is used lies over it, and the edges of sectors over all. */
static void
draw_band (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemorySegments *s = &self->segments;
  const WsTheme *theme = self->theme;
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (WsBox));
  double line = ws_snap_line (self->cr, theme->line_px * l->scale);
  double spacing = CLAMP (l->note_px * 0.4, 4, 12);
  WsColor hatch = ws_color_mix (theme->background, theme->warp[1], 0.9);

  for (guint i = 0; i < self->request.n_pieces; i++)
    {
      const WsMemoryRequestPiece *piece = &self->request.pieces[i];
      WsBox box = { get_place (self, piece->address), s->band.y,
                    piece->bytes * s->segment_w / WS_MEMORY_REQUEST_SEGMENT_BYTES, s->band.h };

      if (self->request.space != WS_SPACE_CONST)
        ws_hatch_fill (self->cr,
                       &(WsHatchFill){ WS_HATCH_RISING, spacing, MAX (spacing * 0.2, 0.8),
                                       ws_color_mix (theme->background, theme->warp[1], 0.18),
                                       hatch },
                       &box, 1);
      add_used (self, used, piece);
    }
  for (guint i = 0; i < used->len; i++)
    ws_box_path (self->cr, &g_array_index (used, WsBox, i));
  ws_paint_set (self->cr, theme->accent);
  cairo_fill (self->cr);
  for (guint i = 0; i < s->n; i++)
    for (guint k = 0; k < SECTORS; k++)
      {
        WsBox box = ws_box_snap (
            self->cr, ws_memory_get_sector_box (self, s->first[i] * WS_MEMORY_REQUEST_SEGMENT_BYTES
                                                          + k * WS_MEMORY_REQUEST_SECTOR_BYTES));

        box = ws_box_snap_stroke (self->cr, box, line);
        ws_box_path (self->cr, &box);
      }
  ws_paint_set (self->cr, ws_color_mix (theme->background, theme->ink, 0.55));
  cairo_set_line_width (self->cr, MIN (line, MAX (s->segment_w / SECTORS * 0.15, 0.5)));
  cairo_stroke (self->cr);
}

/* The element at the left end of segments, of as many as have room. */
static void
draw_labels (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemorySegments *s = &self->segments;
  double free = s->labels.x;
  double y = s->labels.y + s->labels.h * 0.62;

  for (guint i = 0; i < s->n; i++)
    {
      guint64 address = s->first[i] * WS_MEMORY_REQUEST_SEGMENT_BYTES;
      double x = get_place (self, address);
      double last = s->labels.x + s->labels.w;
      g_autofree char *name = NULL;
      double width;

      /* the segment may begin before its buffer does */
      if (ws_memory_find_region (self->scene->run, self->scene->launch, self->request.space,
                                 address)
          == NULL)
        for (guint k = 0; k < self->request.n_pieces; k++)
          if (self->request.pieces[k].address / WS_MEMORY_REQUEST_SEGMENT_BYTES == s->first[i])
            {
              address = self->request.address[__builtin_ctz (self->request.pieces[k].lanes)];
              x = get_place (self, address);
              break;
            }
      name = ws_memory_name_place (self->scene, self->request.space, address);
      width = ws_text_width (self->text, WS_FACE_MONO, l->note_px, name);
      if (x < free || x + width > last)
        continue;
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->muted },
                    &(WsTextPlace){ x, y, 0 }, name);
      free = x + width + l->note_px * 1.2;
    }
}

/* One entry: a sign, and what it means. Returns: where the next one begins */
static double
draw_entry (WsMemoryDrawing *self, double x, guint sign, const char *words)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemorySegments *s = &self->segments;
  const WsTheme *theme = self->theme;
  double side = l->note_px * 0.95;
  double y = s->legend.y + s->legend.h * 0.55;
  WsBox box = ws_box_snap (self->cr, (WsBox){ x, y - side / 2, side * 1.3, side });
  double width = ws_text_width (self->text, WS_FACE_SANS, l->note_px, words);

  if (x + side * 1.8 + width > l->body.x + l->body.w)
    return x;
  if (sign == SIGN_USED)
    {
      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr, theme->accent);
      cairo_fill (self->cr);
    }
  else if (sign == SIGN_WAITS)
    {
      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr, theme->warp[1]);
      cairo_fill (self->cr);
    }
  else if (sign == SIGN_MOVED)
    ws_hatch_fill (self->cr,
                   &(WsHatchFill){ WS_HATCH_RISING, 5, 1.2,
                                   ws_color_mix (theme->background, theme->warp[1], 0.18),
                                   theme->warp[1] },
                   &box, 1);
  else
    ws_memory_draw_level (self, box, (WsMemoryLevel)(sign - SIGN_LEVEL));
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                &(WsTextPlace){ x + side * 1.8, y, 0 }, words);
  return x + side * 1.8 + width + l->note_px * 1.6;
}

/**
 * ws_memory_draw_segments:
 * @self: a drawing of an access to global memory
 *
 * Draws its lanes, what is moved for them, and what of that they use.
 */
void
ws_memory_draw_segments (WsMemoryDrawing *self)
{
  const WsMemorySegments *s = &self->segments;
  WsMemoryLevelCount levels;
  gboolean meet;
  double x;

  draw_lines (self);
  draw_lanes (self);
  draw_band (self);
  meet = draw_stacks (self);
  ws_memory_draw_levels (self, &levels);
  draw_labels (self);
  if (s->legend.h <= 0)
    return;
  x = draw_entry (self, s->legend.x, SIGN_USED,
                  self->request.space == WS_SPACE_CONST ? _ ("read") : _ ("used"));
  if (self->request.used_bytes < self->request.moved_bytes)
    x = draw_entry (self, x, SIGN_MOVED, _ ("moved, not used"));
  if (meet)
    x = draw_entry (self, x, SIGN_WAITS, _ ("waits for the lane below"));
  for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
    if (levels.sectors[level] > 0)
      x = draw_entry (self, x, SIGN_LEVEL + level, ws_memory_name_level ((WsMemoryLevel)level));
}

/**
 * ws_memory_pick_segments:
 * @self: a drawing of an access to global memory
 * @hit: (inout): the hit
 *
 * Returns: whether a lane or a sector is there
 */
gboolean
ws_memory_pick_segments (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit)
{
  const WsMemorySegments *s = &self->segments;

  if (ws_box_contains (&s->lanes, x, y))
    {
      hit->kind = WS_MEMORY_HIT_LANE;
      hit->lane = MIN ((guint)((x - s->lanes.x) / s->lane_w), WS_WARP_SIZE - 1);
      hit->address = self->request.address[hit->lane];
      return TRUE;
    }
  for (guint lane = 0; lane < WS_WARP_SIZE && self->request.is_atomic; lane++)
    {
      WsBox box = ws_memory_get_stack_box (self, lane);

      if ((self->request.lanes >> lane & 1) == 0 || !ws_box_contains (&box, x, y))
        continue;
      hit->kind = WS_MEMORY_HIT_LANE;
      hit->lane = lane;
      hit->address = self->request.address[lane];
      return TRUE;
    }
  for (guint i = 0; i < s->n; i++)
    for (guint k = 0; k < SECTORS; k++)
      {
        guint64 address =
            s->first[i] * WS_MEMORY_REQUEST_SEGMENT_BYTES + k * WS_MEMORY_REQUEST_SECTOR_BYTES;
        WsBox box = ws_memory_get_sector_box (self, address);

        if (!ws_box_contains (&box, x, y))
          continue;
        hit->kind = WS_MEMORY_HIT_SECTOR;
        hit->address = address;
        hit->index = i * SECTORS + k;
        return TRUE;
      }
  return FALSE;
}
