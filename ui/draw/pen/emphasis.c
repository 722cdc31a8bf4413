#include "pen/emphasis.h"

#include "record/spec.h"

#include <string.h>

static const struct {
  WsHide hide;
  const char *name;
} hides[] = {
  { WS_HIDE_VALUES, "values" }, { WS_HIDE_MASKS, "masks" },         { WS_HIDE_COUNTS, "counts" },
  { WS_HIDE_TIMES, "times" },   { WS_HIDE_PUBLISHED, "published" }, { WS_HIDE_FAULT, "fault" },
};

/* Lines and rows are counted from 1, as editors and captions do. */
static const struct {
  const char *name;
  guint first;
} kinds[WS_N_HIGHLIGHTS] = {
  [WS_HIGHLIGHT_WARP] = { "warp", 0 },     [WS_HIGHLIGHT_LANE] = { "lane", 0 },
  [WS_HIGHLIGHT_THREAD] = { "thread", 0 }, [WS_HIGHLIGHT_ELEMENT] = { "element", 0 },
  [WS_HIGHLIGHT_ROW] = { "row", 1 },       [WS_HIGHLIGHT_LINE] = { "line", 1 },
  [WS_HIGHLIGHT_SM] = { "sm", 0 },
};

/**
 * ws_hide_get_name:
 * @hide: one flag
 *
 * Returns: (nullable): its name in files and on command lines: "values"
 */
const char *
ws_hide_get_name (WsHide hide)
{
  for (guint i = 0; i < G_N_ELEMENTS (hides); i++)
    if (hides[i].hide == hide)
      return hides[i].name;
  return NULL;
}

/**
 * ws_hide_parse:
 * @name: what ws_hide_get_name() gives
 * @hide: (out): the flag; untouched where there is none of this name
 */
gboolean
ws_hide_parse (const char *name, WsHide *hide)
{
  for (guint i = 0; i < G_N_ELEMENTS (hides); i++)
    if (g_strcmp0 (name, hides[i].name) == 0)
      {
        *hide = hides[i].hide;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_highlight_kind_get_name:
 * @kind: of something that can stand out
 *
 * Returns: its name in files and on command lines: "warp"
 */
const char *
ws_highlight_kind_get_name (WsHighlightKind kind)
{
  g_return_val_if_fail ((guint)kind < WS_N_HIGHLIGHTS, NULL);
  return kinds[kind].name;
}

/**
 * ws_highlight_kind_get_first:
 * @kind: of something that can stand out
 *
 * Returns: the number of the first of them: 0 or 1
 */
guint
ws_highlight_kind_get_first (WsHighlightKind kind)
{
  g_return_val_if_fail ((guint)kind < WS_N_HIGHLIGHTS, 0);
  return kinds[kind].first;
}

/**
 * ws_highlight_kind_parse:
 * @name: what ws_highlight_kind_get_name() gives, in capitals or not
 * @kind: (out): the kind; untouched where there is none of this name
 */
gboolean
ws_highlight_kind_parse (const char *name, WsHighlightKind *kind)
{
  for (guint i = 0; i < WS_N_HIGHLIGHTS; i++)
    if (g_ascii_strcasecmp (name, kinds[i].name) == 0)
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_highlight_parse:
 * @words: as in "warp 0", "thread 4", "line 17"
 * @highlight: (out): what they name; untouched where they name nothing
 *
 * Returns: whether they name anything
 */
gboolean
ws_highlight_parse (const char *words, WsHighlight *highlight)
{
  gsize length = strcspn (words, " ");
  g_autofree char *name = g_strndup (words, length);
  WsHighlightKind kind;
  guint64 number;

  if (!ws_highlight_kind_parse (name, &kind)
      || !g_ascii_string_to_unsigned (words + length + strspn (words + length, " "), 10,
                                      kinds[kind].first, G_MAXINT32, &number, NULL))
    return FALSE;
  *highlight = (WsHighlight){ .kind = kind, .number = (guint)number };
  return TRUE;
}

/**
 * ws_emphasis_add:
 * @kind: what shall, too
 * @number: which of them
 *
 * Returns: %FALSE if there is no more room
 */
gboolean
ws_emphasis_add (WsEmphasis *self, WsHighlightKind kind, guint number)
{
  if (self->n_highlights >= WS_MAX_HIGHLIGHTS)
    return FALSE;
  self->highlights[self->n_highlights++] = (WsHighlight){ .kind = kind, .number = number };
  return TRUE;
}

/**
 * ws_emphasis_has:
 * @kind: of something
 * @number: which of them
 *
 * Returns: whether it is highlighted
 */
gboolean
ws_emphasis_has (const WsEmphasis *self, WsHighlightKind kind, guint number)
{
  for (guint i = 0; i < self->n_highlights; i++)
    if (self->highlights[i].kind == kind && self->highlights[i].number == number)
      return TRUE;
  return FALSE;
}

/**
 * ws_emphasis_has_kind:
 * @kind: of something
 *
 * Returns: whether anything of the kind is highlighted
 */
gboolean
ws_emphasis_has_kind (const WsEmphasis *self, WsHighlightKind kind)
{
  for (guint i = 0; i < self->n_highlights; i++)
    if (self->highlights[i].kind == kind)
      return TRUE;
  return FALSE;
}

/**
 * ws_emphasis_equal:
 * @b: another
 *
 * Returns: whether they keep back the same, and let the same stand out, in the same order
 */
gboolean
ws_emphasis_equal (const WsEmphasis *a, const WsEmphasis *b)
{
  return a->hide == b->hide && a->n_highlights == b->n_highlights
         && memcmp (a->highlights, b->highlights, a->n_highlights * sizeof a->highlights[0]) == 0;
}

static void
ring_warp (const WsHighlightRings *rings, gpointer drawing, guint warp)
{
  if (rings->threads != NULL && warp < G_MAXUINT32 / WS_WARP_SIZE)
    rings->threads (drawing, warp * WS_WARP_SIZE, WS_WARP_SIZE);
}

static void
ring_thread (const WsHighlightRings *rings, gpointer drawing, guint thread)
{
  if (rings->threads != NULL)
    rings->threads (drawing, thread, 1);
}

static void
ring_element (const WsHighlightRings *rings, gpointer drawing, guint element)
{
  if (rings->element != NULL)
    rings->element (drawing, element);
}

static void
ring_row (const WsHighlightRings *rings, gpointer drawing, guint row)
{
  if (rings->row != NULL)
    rings->row (drawing, row - kinds[WS_HIGHLIGHT_ROW].first);
}

/**
 * ws_emphasis_draw_rings:
 * @rings: how the drawing rings it
 * @drawing: for its functions
 *
 * Rings all highlights that the drawing can show.
 */
void
ws_emphasis_draw_rings (const WsEmphasis *self, const WsHighlightRings *rings, gpointer drawing)
{
  static void (*const draw[WS_N_HIGHLIGHTS]) (const WsHighlightRings *, gpointer, guint) = {
    [WS_HIGHLIGHT_WARP] = ring_warp,
    [WS_HIGHLIGHT_THREAD] = ring_thread,
    [WS_HIGHLIGHT_ELEMENT] = ring_element,
    [WS_HIGHLIGHT_ROW] = ring_row,
  };

  for (guint i = 0; i < self->n_highlights; i++)
    if (draw[self->highlights[i].kind] != NULL)
      draw[self->highlights[i].kind](rings, drawing, self->highlights[i].number);
}

/* ---- hidden parts ---- */

/* Returns: colour of the sign for hidden values: subdued, and legible on a veil */
WsColor
ws_veil_get_ink (const WsTheme *theme)
{
  return ws_color_mix (theme->muted, theme->ink, 0.25);
}

/**
 * ws_veil_draw:
 * @text: (nullable): shows the sign
 * @box: hidden area; nothing below it is visible
 * @radius: of its corners
 * @px: size of the sign in its middle; 0 for none. There is none where it has no room
 *
 * Draws a soft hatched veil with a dashed edge, and %WS_VEIL_SIGN in its middle.
 */
void
ws_veil_draw (cairo_t *cr, WsText *text, const WsTheme *theme, const WsBox *box, double radius,
              double px)
{
  WsColor ground = ws_color_mix (theme->background, theme->idle, 0.55);
  WsColor edge = ws_color_mix (theme->faint, theme->muted, 0.55);
  double spacing = CLAMP (MIN (box->w, box->h) * 0.22, 5, 14);
  double line = MAX (theme->line_px * 0.8, 1);
  double dash = CLAMP (MIN (box->w, box->h) * 0.4, line * 1.5, line * 4);
  WsBox inner = ws_box_inset (box, line / 2);

  if (box->w <= 0 || box->h <= 0)
    return;
  cairo_save (cr);
  ws_rounded_path (cr, box, radius);
  cairo_clip (cr);
  ws_hatch_fill (cr,
                 &(WsHatchFill){ WS_HATCH_RISING, spacing, MAX (spacing * 0.12, 0.8), ground,
                                 ws_color_mix (ground, theme->muted, 0.22) },
                 box, 1);
  cairo_restore (cr);
  if (inner.w > 2 * line && inner.h > 2 * line)
    {
      cairo_save (cr);
      ws_rounded_path (cr, &inner, MAX (radius - line / 2, 0));
      cairo_set_dash (cr, &dash, 1, 0);
      cairo_set_line_width (cr, line);
      ws_paint_set (cr, edge);
      cairo_stroke (cr);
      cairo_restore (cr);
    }
  if (text != NULL && px > 0 && box->h >= px * 0.8 && box->w >= px)
    {
      double r = MIN (px * 0.72, box->h / 2);

      /* no line of the hatch runs through the sign */
      cairo_new_path (cr);
      cairo_arc (cr, box->x + box->w / 2, box->y + box->h / 2, MIN (r, box->w / 2), 0, 2 * G_PI);
      ws_paint_set (cr, ground);
      cairo_fill (cr);
      ws_text_show (text, &(WsTextStyle){ WS_FACE_BOLD, px, ws_veil_get_ink (theme) },
                    &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, WS_VEIL_SIGN);
    }
}

/* ---- highlights ---- */

/**
 * ws_highlight_get_line:
 * @scale: of the theme's sizes
 *
 * Returns: width of a ring's line, pixels
 */
double
ws_highlight_get_line (const WsTheme *theme, double scale)
{
  return MAX (theme->line_px * scale * 2.2, 2.5);
}

/**
 * ws_highlight_draw_ring:
 * @box: highlight: the ring surrounds it, with a gap
 * @radius: of the box's corners
 * @scale: of the theme's sizes
 *
 * Draws a ring with a halo of the background colour, so that it is visible on everything. It
 * reaches two and a half of ws_highlight_get_line() beyond the box.
 */
void
ws_highlight_draw_ring (cairo_t *cr, const WsTheme *theme, const WsBox *box, double radius,
                        double scale)
{
  double line = ws_highlight_get_line (theme, scale);
  WsBox ring = ws_box_inset (box, -line * 1.5);

  cairo_save (cr);
  cairo_new_path (cr);
  ws_rounded_path (cr, &ring, MIN (radius + line * 1.5, MIN (ring.w, ring.h) / 2));
  cairo_set_line_width (cr, line * 2);
  ws_paint_set (cr, theme->background);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, line);
  ws_paint_set (cr, theme->playhead);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * ws_highlight_draw_frame:
 * @box: highlight: the line is on its edge
 * @radius: of its corners
 * @scale: of the theme's sizes
 *
 * Draws a line round a line of text, which covers nothing of its neighbours.
 */
void
ws_highlight_draw_frame (cairo_t *cr, const WsTheme *theme, const WsBox *box, double radius,
                         double scale)
{
  cairo_save (cr);
  cairo_new_path (cr);
  ws_rounded_path (cr, box, radius);
  cairo_set_line_width (cr, ws_highlight_get_line (theme, scale));
  ws_paint_set (cr, theme->playhead);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
ws_highlight_draw_pointer (cairo_t *cr, const WsTheme *theme, const WsPointer *pointer)
{
  cairo_save (cr);
  cairo_new_path (cr);
  ws_arrow_path (cr, pointer->x, pointer->y, pointer->dx, pointer->dy, pointer->size);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, MAX (pointer->size * 0.2, 1.5));
  ws_paint_set (cr, theme->background);
  cairo_stroke_preserve (cr);
  ws_paint_set (cr, theme->playhead);
  cairo_fill (cr);
  cairo_restore (cr);
}
