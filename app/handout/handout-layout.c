/* handout-layout.c: which item stands on which page, and where.
 *
 * Figures may be higher or lower; a page is filled with their least heights, and what is left of it
 * is theirs. A step stays on one page; where it has no room on any, its parts do; where one of them
 * has none, its text goes on over the page's end, two lines at least on either side.
 */
#include "handout/handout-private.h"

#include "pen/theme.h"

#include <math.h>

#define MARGIN_PT      54.0
#define FOOT_PT        34.0 /* of the page's number, above the margin's end */
#define KEPT_LINES     2u   /* of a paragraph that a page's end divides */
#define STEP_GAP_PT    17.0 /* between two steps */
#define FIGURE_GAP_PT  5.0  /* above a figure */
#define PAGE_NUMBER_PT 44.0 /* kept free at the right of a line of the contents */

typedef struct {
  double px; /* points */
  gboolean bold;
  gboolean italic;
  double above;  /* points */
  double indent; /* points */
} Style;

static const Style styles[WS_HANDOUT_N_STYLES] = {
  [WS_HANDOUT_TITLE] = { 21, TRUE, FALSE, 26, 0 },
  [WS_HANDOUT_ABOUT] = { 11.5, FALSE, TRUE, 4, 0 },
  [WS_HANDOUT_FACTS] = { 9.5, FALSE, FALSE, 3, 0 },
  [WS_HANDOUT_CONTENTS] = { 12.5, TRUE, FALSE, STEP_GAP_PT, 0 },
  [WS_HANDOUT_SUMMARY] = { 10.5, FALSE, FALSE, 2, 0 },
  [WS_HANDOUT_STEP] = { 13.5, TRUE, FALSE, STEP_GAP_PT, 0 },
  [WS_HANDOUT_FIGURE] = { 9.5, TRUE, FALSE, 6, 0 },
  [WS_HANDOUT_SOURCE] = { 7.5, FALSE, FALSE, 3, 0 },
  [WS_HANDOUT_WORDS] = { 10.5, FALSE, FALSE, 5, 0 },
  [WS_HANDOUT_QUESTION] = { 10.5, TRUE, FALSE, 7, 0 },
  [WS_HANDOUT_ANSWER] = { 10.5, FALSE, FALSE, 4, 16 },
  [WS_HANDOUT_RIGHT] = { 10.5, TRUE, FALSE, 5, 16 },
  [WS_HANDOUT_CODE] = { 7.5, FALSE, FALSE, 0, 8 },
  [WS_HANDOUT_LINK] = { 8.5, FALSE, FALSE, 4, 0 },
};

/* What is known of an item before it has a place. */
typedef struct {
  const WsHandoutItem *item;
  double above;
  double least;  /* height */
  double most;   /* height; of a figure more than @least */
  guint n_lines; /* of a text */
  double *lines; /* heights */
} Measure;

typedef struct {
  const WsHandout *handout;
  WsHandoutLayout *layout;
  Measure *measures;
  guint n;
  double y;    /* of the current page */
  guint first; /* piece of it */
} Pager;

/**
 * ws_handout_set_text:
 * @context: of the surface that it is set for
 * @layout: of its pages
 * @text: Pango markup: the item's, or what its format makes
 * @x: (out): where it begins
 *
 * Returns: (transfer full): the text in lines
 */
PangoLayout *
ws_handout_set_text (const WsHandoutItem *item, PangoContext *context,
                     const WsHandoutLayout *layout, const char *text, double *x)
{
  const Style *style = &styles[item->style];
  PangoLayout *set = pango_layout_new (context);
  PangoFontDescription *font =
      pango_font_description_from_string (ws_theme_get (WS_THEME_LIGHT)->font);
  double width = layout->right - layout->left - style->indent
                 - (item->style == WS_HANDOUT_CONTENTS ? PAGE_NUMBER_PT : 0);

  pango_font_description_set_absolute_size (font, style->px * PANGO_SCALE);
  pango_font_description_set_weight (font, style->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style (font, style->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_layout_set_font_description (set, font);
  pango_font_description_free (font);
  pango_layout_set_width (set, (int)(width * PANGO_SCALE));
  pango_layout_set_wrap (set, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing (set, 1.12f);
  if (item->style == WS_HANDOUT_LINK)
    pango_layout_set_alignment (set, PANGO_ALIGN_RIGHT);
  pango_layout_set_markup (set, text, -1);
  *x = layout->left + style->indent;
  return set;
}

/* Returns: how far below it the next one begins, in points */
double
ws_handout_get_line_height (PangoLayout *text, guint line)
{
  PangoRectangle logical;

  pango_layout_line_get_extents (pango_layout_get_line_readonly (text, (int)line), NULL, &logical);
  return ceil (logical.height / (double)PANGO_SCALE * 4) / 4;
}

static void
measure_text (Measure *self, PangoContext *context, const WsHandoutLayout *layout)
{
  double x;
  g_autoptr (PangoLayout) text =
      ws_handout_set_text (self->item, context, layout, self->item->text, &x);

  self->n_lines = (guint)pango_layout_get_line_count (text);
  self->lines = g_new (double, self->n_lines);
  for (guint i = 0; i < self->n_lines; i++)
    {
      self->lines[i] = ws_handout_get_line_height (text, i);
      self->least += self->lines[i];
    }
  self->most = self->least;
  self->above = styles[self->item->style].above;
}

static void
measure (Measure *self, const WsHandoutItem *item, PangoContext *context,
         const WsHandoutLayout *layout)
{
  *self = (Measure){ .item = item };
  if (item->text != NULL)
    {
      measure_text (self, context, layout);
      return;
    }
  self->above = item->n_lines > 0 ? 0 : FIGURE_GAP_PT;
  self->least = item->n_lines > 0 ? item->n_lines * WS_HANDOUT_LINE_PT : item->least;
  self->most = item->n_lines > 0 ? self->least : item->most;
}

/* ---- pages ---- */

static double
get_room (const Pager *self)
{
  return self->layout->bottom - self->y;
}

static gboolean
is_empty (const Pager *self)
{
  return self->first == self->layout->pieces->len;
}

/* What is left of the page is its figures'. */
static void
end_page (Pager *self)
{
  GArray *pieces = self->layout->pieces;
  double left = get_room (self);
  double wanted = 0;
  double moved = 0;

  for (guint i = self->first; i < pieces->len; i++)
    {
      const Measure *m = &self->measures[g_array_index (pieces, WsHandoutPiece, i).item];

      wanted += m->most - m->least;
    }
  for (guint i = self->first; i < pieces->len; i++)
    {
      WsHandoutPiece *piece = &g_array_index (pieces, WsHandoutPiece, i);
      const Measure *m = &self->measures[piece->item];
      double more = wanted > 0 ? (m->most - m->least) * MIN (left / wanted, 1) : 0;

      piece->y += moved;
      piece->height += more;
      moved += more;
    }
  self->first = pieces->len;
  self->y = self->layout->top;
  self->layout->n_pages++;
}

/* At the top of a page nothing. */
static double
get_above (const Pager *self, guint item)
{
  return is_empty (self) ? 0 : self->measures[item].above;
}

/* Lines of a text, or all of what is none. */
static void
place (Pager *self, guint item, guint first_line, guint n_lines)
{
  const Measure *m = &self->measures[item];
  WsHandoutPiece piece = { .item = item,
                           .page = self->layout->n_pages,
                           .y = self->y + get_above (self, item),
                           .height = m->lines == NULL ? m->least : 0,
                           .first_line = first_line,
                           .n_lines = n_lines };

  for (guint i = 0; i < n_lines; i++)
    piece.height += m->lines[first_line + i];
  self->y = piece.y + piece.height;
  g_array_append_val (self->layout->pieces, piece);
}

/* Of the items from @first up to @end: on a page of their own, or below what is on this one. */
static double
get_height (const Pager *self, guint first, guint end, gboolean alone)
{
  double height = 0;

  for (guint i = first; i < end; i++)
    height += self->measures[i].least
              + (i > first ? self->measures[i].above
                 : alone   ? 0
                           : get_above (self, i));
  return height;
}

/* Places a text over as many pages as it needs. */
static void
flow (Pager *self, guint item)
{
  const Measure *m = &self->measures[item];
  guint line = 0;

  while (line < m->n_lines)
    {
      guint left = m->n_lines - line;
      double room = get_room (self) - get_above (self, item);
      guint fit = 0;

      while (fit < left && (room -= m->lines[line + fit]) >= 0)
        fit++;
      if (fit < left && left - fit < KEPT_LINES)
        fit = left > KEPT_LINES ? left - KEPT_LINES : 0;
      if (fit < MIN (left, KEPT_LINES) && !is_empty (self))
        fit = 0;
      if (fit == 0 && is_empty (self))
        fit = 1; /* a line that is higher than a page */
      if (fit > 0)
        place (self, item, line, fit);
      line += fit;
      if (line < m->n_lines)
        end_page (self);
    }
}

/* Places items one after the other, a page's end between any of them; but what is a figure, or what
 * stands above one, is with what follows. */
static void
place_each (Pager *self, guint first, guint end)
{
  guint i = first;

  while (i < end)
    {
      guint next = i;

      while (next + 1 < end
             && (self->measures[next].lines == NULL
                 || self->measures[next].item->style == WS_HANDOUT_STEP
                 || self->measures[next].item->style == WS_HANDOUT_FIGURE
                 || self->measures[next].item->style == WS_HANDOUT_SOURCE))
        next++;
      if (get_height (self, i, next + 1, FALSE) > get_room (self) && !is_empty (self)
          && (next > i || self->measures[i].lines == NULL))
        end_page (self);
      for (; i <= next; i++)
        {
          if (self->measures[i].lines != NULL)
            {
              flow (self, i);
              continue;
            }
          if (get_above (self, i) + self->measures[i].least > get_room (self) && !is_empty (self))
            end_page (self);
          place (self, i, 0, 0);
        }
    }
}

/* Returns: whether the items have room on a page, and stand on one now */
static gboolean
place_together (Pager *self, guint first, guint end)
{
  double page = self->layout->bottom - self->layout->top;

  if (get_height (self, first, end, FALSE) > get_room (self))
    {
      if (get_height (self, first, end, TRUE) > page)
        return FALSE;
      end_page (self);
    }
  for (guint i = first; i < end; i++)
    place (self, i, 0, self->measures[i].n_lines);
  return TRUE;
}

/* The end of the part, or of the step, that @first begins. */
static guint
find_end (const Pager *self, guint first, gboolean of_step)
{
  const WsHandoutItem *begin = self->measures[first].item;
  guint end = first + 1;

  while (end < self->n && !self->measures[end].item->new_page
         && self->measures[end].item->step == begin->step
         && (of_step || self->measures[end].item->part == begin->part))
    end++;
  return end;
}

static void
place_step (Pager *self, guint first, guint end)
{
  if (place_together (self, first, end))
    return;
  for (guint part = first, next; part < end; part = next)
    {
      next = find_end (self, part, FALSE);
      if (!place_together (self, part, next))
        place_each (self, part, next);
    }
}

/**
 * ws_handout_lay_out:
 * @paper: that it is printed on
 * @context: of the surface that it is drawn on
 * @layout: (out): where everything stands; to be cleared
 */
void
ws_handout_lay_out (const WsHandout *self, WsPaper paper, PangoContext *context,
                    WsHandoutLayout *layout)
{
  Pager pager = { .handout = self, .layout = layout, .n = ws_handout_get_n_items (self) };

  *layout = (WsHandoutLayout){ 0 };
  ws_paper_get_size (paper, &layout->width, &layout->height);
  layout->left = layout->top = MARGIN_PT;
  layout->right = layout->width - MARGIN_PT;
  layout->bottom = layout->height - MARGIN_PT - FOOT_PT * 0.5;
  layout->pieces = g_array_new (FALSE, FALSE, sizeof (WsHandoutPiece));
  pager.measures = g_new (Measure, MAX (pager.n, 1));
  pager.y = layout->top;
  for (guint i = 0; i < pager.n; i++)
    measure (&pager.measures[i], ws_handout_get_item (self, i), context, layout);
  for (guint i = 0, end; i < pager.n; i = end)
    {
      end = find_end (&pager, i, TRUE);
      if (pager.measures[i].item->new_page && !is_empty (&pager))
        end_page (&pager);
      place_step (&pager, i, end);
    }
  end_page (&pager);
  for (guint i = 0; i < pager.n; i++)
    g_free (pager.measures[i].lines);
  g_free (pager.measures);
}

void
ws_handout_layout_clear (WsHandoutLayout *self)
{
  g_clear_pointer (&self->pieces, g_array_unref);
}
