#include "lanes/private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Lanes of one state and colour, gathered to be painted at once. */
typedef struct {
  GArray *boxes[WS_LANE_WORKS + 1]; /* WsBox */
} Tray;

static void
tray_init (Tray *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->boxes); i++)
    self->boxes[i] = g_array_new (FALSE, FALSE, sizeof (WsBox));
}

static void
tray_clear (Tray *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->boxes); i++)
    g_array_unref (self->boxes[i]);
}

static void
add_fills (WsLanes *self, GArray *boxes, double radius)
{
  for (guint i = 0; i < boxes->len; i++)
    {
      WsBox box = ws_box_snap (self->cr, g_array_index (boxes, WsBox, i));
      ws_rounded_path (self->cr, &box, radius);
    }
}

/* A frame is a fill between two outlines: much cheaper than a stroke. */
static void
fill_frames (WsLanes *self, GArray *boxes, double radius, double line)
{
  for (guint i = 0; i < boxes->len; i++)
    {
      WsBox box = ws_box_snap (self->cr, g_array_index (boxes, WsBox, i));

      ws_rounded_path (self->cr, &box, radius);
      box = ws_box_inset (&box, line);
      ws_rounded_path (self->cr, &box, MAX (radius - line, 0));
    }
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill (self->cr);
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_WINDING);
}

/* Full, hatched, pale, empty and a point: told apart without colour. */
static void
tray_paint (WsLanes *self, Tray *tray, WsColor color, WsColor ground)
{
  const WsTheme *theme = self->theme;
  const WsLanesLayout *l = &self->layout;
  cairo_t *cr = self->cr;
  /* a thousand round corners cost a frame, and are not seen */
  double radius = l->n_rows > 8 ? 0 : MIN (4 * l->scale, MIN (l->lane_w, l->row_h) * 0.18);
  double line = ws_snap_line (cr, MIN (theme->line_px * l->scale, l->lane_w * 0.12));
  double spacing = CLAMP (l->lane_w * 0.3, 2.5, 8 * l->scale);
  GArray *boxes;

  add_fills (self, tray->boxes[WS_LANE_WORKS], radius);
  ws_paint_set (cr, color);
  cairo_fill (cr);

  add_fills (self, tray->boxes[WS_LANE_PARKED], radius);
  ws_paint_set (cr, ws_color_mix (ground, color, 0.35));
  cairo_fill (cr);

  boxes = tray->boxes[WS_LANE_PASSES];
  if (boxes->len > 0)
    {
      for (guint i = 0; i < boxes->len; i++)
        {
          WsBox box = ws_box_snap (cr, g_array_index (boxes, WsBox, i));
          ws_hatch_path (cr, WS_HATCH_RISING, &box, spacing);
        }
      ws_paint_set (cr, ws_color_mix (ground, color, 0.75));
      cairo_set_line_width (cr, MAX (spacing * 0.2, 0.7));
      cairo_stroke (cr);
      fill_frames (self, boxes, radius, line);
    }

  ws_paint_set (
      cr, ws_color_mix (theme->faint, theme->muted, theme->kind == WS_THEME_LIGHT ? 0.1 : 0.2));
  fill_frames (self, tray->boxes[WS_LANE_WAITS], radius, line);

  boxes = tray->boxes[WS_LANE_NONE];
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsBox *box = &g_array_index (boxes, WsBox, i);
      double r = MAX (MIN (box->w, box->h) * 0.09, 0.6);

      cairo_new_sub_path (cr);
      cairo_arc (cr, box->x + box->w / 2, box->y + box->h / 2, r, 0, 2 * G_PI);
    }
  ws_paint_set (cr, theme->faint);
  cairo_fill (cr);
}

/* Paints one lane as rows of the instant do: for the legend. */
static void
paint_state (WsLanes *self, const WsBox *box, WsLaneState state, WsColor color)
{
  Tray tray;

  tray_init (&tray);
  g_array_append_vals (tray.boxes[state], box, 1);
  tray_paint (self, &tray, color, self->theme->background);
  tray_clear (&tray);
}

/* Writes numbers of lanes above the instant. */
void
ws_lanes_draw_numbers (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  static const guint lanes[] = { 0, 8, 16, 24, 31 };

  for (guint column = 0; column < l->n_columns; column++)
    for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
      {
        WsBox box = ws_lanes_layout_get_lane (
            l, MIN (column * l->n_rows, self->scene->warps->len - 1), lanes[i]);
        char number[8];

        if (column * l->n_rows >= self->scene->warps->len)
          break;
        g_snprintf (number, sizeof number, "%u", lanes[i]);
        ws_text_gather (
            self->text,
            &(WsTextStyle){ WS_FACE_MONO,
                            MAX (l->note_px * 0.85, ws_theme_get_min_text (self->theme, l->height)),
                            self->theme->muted },
            &(WsTextPlace){ box.x + box.w / 2, l->numbers.y + l->numbers.h * 0.45, 0.5 }, number);
      }
  {
    double px = MAX (l->note_px * 0.85, ws_theme_get_min_text (self->theme, l->height));
    ws_text_show_fit (
        self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
        &(WsTextPlace){ l->numbers.x + l->note_px * 0.35, l->numbers.y + l->numbers.h * 0.45, 0 },
        l->label_w - l->note_px * 0.5, _ ("lane"));
  }
}

/* (transfer full): the mask of the active lanes, or why there is none */
static char *
describe_row (const WsLaneState states[WS_WARP_SIZE], guint32 event)
{
  guint32 masks[WS_LANE_WORKS + 1] = { 0 };

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    masks[states[lane]] |= 1u << lane;
  if (event == WS_NONE)
    return g_strdup (_ ("to come"));
  if (masks[WS_LANE_NONE] == G_MAXUINT32)
    return g_strdup (_ ("done"));
  if (masks[WS_LANE_PARKED] != 0 && masks[WS_LANE_WORKS] == 0)
    return g_strdup (_ ("barrier"));
  return g_strdup_printf ("%08x", masks[WS_LANE_WORKS]);
}

/**
 * ws_lanes_draw_row:
 * @warp: of the block
 *
 * Draws one warp at this moment: its lanes and its mask.
 */
void
ws_lanes_draw_row (WsLanes *self, guint warp)
{
  const WsLanesLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  gboolean chosen = warp == self->warp;
  WsBox row = ws_lanes_layout_get_row (l, warp);
  WsLaneState states[WS_WARP_SIZE];
  guint32 event = ws_lanes_get_states (self->scene, warp, self->moment->position, states);
  gboolean kept_back = ws_lanes_hides (self, WS_HIDE_MASKS);
  gboolean every = l->row_h >= l->note_px * 1.05;
  double y = row.y + row.h / 2;
  Tray tray;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (chosen && self->scene->warps->len > 1)
    {
      WsBox band = { row.x, row.y, row.w, row.h };
      ws_rounded_path (self->cr, &band, 5 * l->scale);
      ws_paint_set (self->cr, theme->band);
      cairo_fill (self->cr);
    }
  tray_init (&tray);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = ws_lanes_layout_get_lane (l, warp, lane);
      g_array_append_val (tray.boxes[kept_back ? WS_LANE_WAITS : states[lane]], box);
    }
  tray_paint (self, &tray, *ws_theme_get_warp_color (theme, warp), theme->background);
  tray_clear (&tray);

  /* rows that are lower than text have one for every second or fourth, and one for the chosen */
  if (!every && warp % 4 != 0)
    return;
  name = g_strdup_printf (_ ("warp %u"), warp);
  if (l->label_w <= ws_text_width (self->text, WS_FACE_BOLD, l->note_px, _ ("warp 0")))
    {
      g_free (name);
      name = g_strdup_printf ("%u", warp);
    }
  ws_text_show (self->text,
                &(WsTextStyle){ chosen ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px,
                                chosen ? theme->ink : theme->muted },
                &(WsTextPlace){ row.x + l->note_px * 0.35, y, 0 }, name);
  if (l->mask_w < l->note_px * 2)
    return;
  text = kept_back ? g_strdup (WS_VEIL_SIGN) : describe_row (states, event);
  ws_text_gather (self->text,
                  &(WsTextStyle){ WS_FACE_MONO, l->mask_px, chosen ? theme->ink : theme->muted },
                  &(WsTextPlace){ row.x + row.w - l->note_px * 0.35, y, 1 }, text);
}

/* ---- legend ---- */

/* Line of the source that @site stands for, as a target. */
static guint
get_line (const WsLanes *self, guint32 site)
{
  guint line = site < self->kernel->n_sites ? self->kernel->sites[site].line : 0;

  return line == WS_NONE ? 0 : line;
}

/* (transfer full): what @n lanes of @state do */
static char *
describe_state (const WsLanes *self, const WsEvent *event, WsLaneState state, guint n)
{
  const WsSite *site = &self->kernel->sites[event->site];
  gboolean jumps = site->op_class == WS_OP_BRANCH && (site->flags & WS_SITE_GUARDED) != 0;
  /* of a branch: whether the active ones are the ones that fall through */
  gboolean falls = site->reconverge != WS_NONE && site->target == site->reconverge;
  guint line;

  switch (state)
    {
    case WS_LANE_WORKS:
      line = get_line (self, falls ? event->site + 1 : site->target);
      if (jumps && line != 0)
        return g_strdup_printf (ngettext ("%1$u goes to line %2$u", "%1$u go to line %2$u", n), n,
                                line);
      return g_strdup_printf (_ ("%u active"), n);
    case WS_LANE_PASSES:
      line = get_line (self, falls ? site->target : event->site + 1);
      if (jumps && line != 0)
        return g_strdup_printf (ngettext ("%1$u skips to line %2$u", "%1$u skip to line %2$u", n),
                                n, line);
      return g_strdup_printf (
          jumps ? ngettext ("%u on the other path", "%u on the other path", n)
                : ngettext ("%u passes (guard false)", "%u pass (guard false)", n),
          n);
    case WS_LANE_PARKED:
      return g_strdup_printf (_ ("%u at the barrier"), n);
    case WS_LANE_NONE:
    case WS_LANE_WAITS:
    default:
      return g_strdup_printf (ngettext ("%u waits", "%u wait", n), n);
    }
}

/* (transfer full): lanes that have ended, and those that the launch has no threads for */
static char *
describe_absent (guint n_gone, guint n_unused)
{
  if (n_unused == 0)
    return g_strdup_printf (_ ("%u exited"), n_gone);
  if (n_gone == 0)
    return g_strdup_printf (_ ("%u unused"), n_unused);
  return g_strdup_printf (_ ("%1$u exited, %2$u unused"), n_gone, n_unused);
}

/* Returns: active lanes of the block */
guint
ws_lanes_count_working (const WsLanes *self)
{
  guint n = 0;

  for (guint warp = 0; warp < self->scene->warps->len; warp++)
    {
      WsLaneState states[WS_WARP_SIZE];

      ws_lanes_get_states (self->scene, warp, self->moment->position, states);
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        n += states[lane] == WS_LANE_WORKS;
    }
  return n;
}

/* (transfer full): the shares of the warp's and of the block's lanes; one figure where they are
 * equal, which is not told where they are kept back */
static char *
format_both (const char *warp, const char *block, gboolean kept_back, gboolean is_short)
{
  gboolean equal = !kept_back && g_str_equal (warp, block);

  if (kept_back)
    warp = block = WS_VEIL_SIGN " %";
  if (equal && is_short)
    /* Translators: as in "50 % active in warp and block", where there is little room */
    return g_strdup_printf (_ ("%s active in warp and block"), warp);
  if (equal)
    /* Translators: as in "50 % of lanes active, in warp and block" */
    return g_strdup_printf (_ ("%s of lanes active, in warp and block"), warp);
  if (is_short)
    /* Translators: active lanes, as in "50 % of warp, 12.5 % of block", where there is little
     * room */
    return g_strdup_printf (_ ("%1$s of warp, %2$s of block"), warp, block);
  /* Translators: as in "50 % of the warp’s lanes active, 12.5 % of the block’s" */
  return g_strdup_printf (_ ("%1$s of the warp’s lanes active, %2$s of the block’s"), warp, block);
}

/* Whether the longest that format_both() gives has room in the legend: it does not depend on the
 * moment, so that the words stay the same while a run is played. */
static gboolean
has_room_for_both (const WsLanes *self)
{
  g_autofree char *longest = format_both ("99.99 %", "88.88 %", FALSE, FALSE);

  return ws_text_width (self->text, WS_FACE_BOLD, self->layout.text_px, longest)
         <= self->layout.legend.w * 0.52;
}

/* (transfer full): the share of the warp's lanes and, where the block has other warps, that of the
 * block's */
static char *
format_shares (const WsLanes *self, guint n_working, gboolean kept_back)
{
  char warp[16];
  char block[16];

  g_snprintf (warp, sizeof warp, "%.4g %%", n_working * 100. / WS_WARP_SIZE);
  if (self->scene->warps->len < 2)
    return g_strdup (kept_back ? WS_VEIL_SIGN " %" : warp);
  g_snprintf (block, sizeof block, "%.4g %%",
              ws_lanes_count_working (self) * 100. / (self->scene->warps->len * WS_WARP_SIZE));
  return format_both (warp, block, kept_back, !has_room_for_both (self));
}

/* (transfer full): goes behind the share of a single warp, and stays where it is when the share is
 * kept back; that of several is a sentence, which needs none */
static char *
describe_shares (const WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  g_autofree char *tail = NULL;

  if (self->scene->warps->len > 1)
    return g_strdup ("");
  tail = g_strconcat (" ", _ ("of lanes active"), NULL);
  if (ws_text_width (self->text, WS_FACE_SANS, l->text_px, tail) <= l->legend.w * 0.3)
    return g_steal_pointer (&tail);
  /* Translators: behind a percentage, where there is no room for "of lanes active" */
  return g_strconcat (" ", _ ("active"), NULL);
}

/* Says how many of the chosen warp's lanes do what, and the active share: of the warp and,
 * where there are others, of the block. */
void
ws_lanes_draw_legend (WsLanes *self)
{
  static const WsLaneState order[] = { WS_LANE_WORKS, WS_LANE_PASSES, WS_LANE_PARKED, WS_LANE_WAITS,
                                       WS_LANE_NONE };
  const WsLanesLayout *l = &self->layout;
  WsLaneState states[WS_WARP_SIZE];
  guint32 index = ws_lanes_get_states (self->scene, self->warp, self->moment->position, states);
  guint32 mask =
      ws_launch_get_warp_mask (&self->scene->run->launches[self->scene->launch], self->warp);
  guint n_unused = WS_WARP_SIZE - (guint)__builtin_popcount (mask);
  guint n[WS_LANE_WORKS + 1] = { 0 };
  double y = l->legend.y + l->legend.h * 0.55;
  double x = l->legend.x + l->label_w;
  double right = l->legend.x + l->legend.w - l->note_px * 0.35;
  double swatch = l->note_px * 0.85;
  gboolean kept_back = ws_lanes_hides (self, WS_HIDE_MASKS | WS_HIDE_COUNTS);
  g_autofree char *tail = describe_shares (self);
  g_autofree char *share = NULL;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    n[states[lane]]++;
  share = format_shares (self, n[WS_LANE_WORKS], kept_back);
  right -=
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->text_px, self->theme->playhead },
                    &(WsTextPlace){ right, y, 1 }, tail);
  right -=
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->playhead },
                    &(WsTextPlace){ right, y, 1 }, share);
  right -= l->note_px;
  if (index == WS_NONE || kept_back)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      WsBox box = { x, y - swatch / 2, swatch, swatch };
      g_autofree char *text = NULL;
      double width;

      if (n[order[i]] == 0)
        continue;
      text = order[i] == WS_LANE_NONE
                 ? describe_absent (n[WS_LANE_NONE] - n_unused, n_unused)
                 : describe_state (self, &self->events[index], order[i], n[order[i]]);
      width = ws_text_width (self->text, WS_FACE_SANS, l->note_px, text);
      if (x + swatch * 1.5 + width > right)
        break;
      paint_state (self, &box, order[i], *ws_theme_get_warp_color (self->theme, self->warp));
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                    &(WsTextPlace){ x + swatch * 1.45, y, 0 }, text);
      x += swatch * 1.45 + width + l->note_px * 1.3;
    }
}
