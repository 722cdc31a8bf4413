/* links.c: what goes from block to block: a line for each block that gives, or for each fold. */
#include "launches/private.h"

#include <math.h>

#define MAX_LABELS 64
#define LABEL_AT   0.72 /* of a line's way */

typedef struct {
  WsBox boxes[MAX_LABELS];
  guint n;
} Labels;

/* All that goes from one item to one block. */
typedef struct {
  const WsLaunchesItem *from;
  const WsLaunchesItem *to;
  const WsPyramidLink *link; /* the first */
  guint64 n_values;
  gboolean is_focus;
} Bundle;

static void
get_ends (const Bundle *bundle, double *x0, double *y0, double *x1, double *y1)
{
  gboolean fold = bundle->from->node == WS_NONE;
  double height = bundle->from->box.h;

  *x0 = bundle->from->box.x + bundle->from->box.w / 2;
  *y0 = bundle->from->box.y + (fold ? height * 0.81 : height);
  *x1 = bundle->to->box.x + bundle->to->box.w / 2;
  *y1 = bundle->to->box.y;
}

static void
draw_line (WsLaunchesDrawing *self, const Bundle *bundle)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  gboolean later = self->pyramid->blocks[bundle->to->node].launch > self->scene->launch;
  double line = theme->line_px * l->scale;
  const double dots[2] = { 1.5 * line, 3 * line };
  double x0;
  double y0;
  double x1;
  double y1;

  get_ends (bundle, &x0, &y0, &x1, &y1);
  cairo_save (self->cr);
  cairo_new_path (self->cr);
  cairo_move_to (self->cr, x0, y0);
  cairo_curve_to (self->cr, x0, y0 + 0.55 * (y1 - y0), x1, y1 - 0.55 * (y1 - y0), x1, y1);
  if (bundle->from->node == WS_NONE)
    cairo_set_dash (self->cr, dots, 2, 0);
  cairo_set_line_width (self->cr, bundle->is_focus ? 2.4 * line : 1.4 * line);
  ws_paint_set (self->cr, bundle->is_focus ? theme->accent
                                           : ws_color_mix (theme->background, theme->muted,
                                                           later ? 0.35 : 0.55));
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

/* If a block passes different values to different blocks, each value is at its line. */
static void
write_label (WsLaunchesDrawing *self, const Bundle *bundle, Labels *labels)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsPyramidBlock *to = &self->pyramid->blocks[bundle->to->node];
  double t = LABEL_AT;
  double x0;
  double y0;
  double x1;
  double y1;
  double width;
  WsBox box;
  g_autofree char *text = NULL;

  if (bundle->from->node == WS_NONE || bundle->n_values != 1
      || self->pyramid->blocks[bundle->from->node].n_values < 2 || labels->n == MAX_LABELS
      || to->launch > self->scene->launch
      || ws_launches_is_kept_back (self->scene, self->emphasis, to->launch))
    return;
  get_ends (bundle, &x0, &y0, &x1, &y1);
  text = ws_value_format (bundle->link->value_type, bundle->link->value, 0);
  width = ws_text_width (self->text, WS_FACE_MONO, l->note_px, text) + 0.5 * l->note_px;
  /* Bézier's curve, as it was drawn */
  box.x = pow (1 - t, 3) * x0 + 3 * t * (1 - t) * (1 - t) * x0 + 3 * t * t * (1 - t) * x1
          + pow (t, 3) * x1 - width / 2;
  box.y = pow (1 - t, 3) * y0 + 3 * t * (1 - t) * (1 - t) * (y0 + 0.55 * (y1 - y0))
          + 3 * t * t * (1 - t) * (y1 - 0.55 * (y1 - y0)) + pow (t, 3) * y1 - 0.6 * l->note_px;
  box.w = width;
  box.h = 1.2 * l->note_px;
  if (box.y + box.h > y1 - 0.2 * l->note_px)
    return;
  for (guint i = 0; i < labels->n; i++)
    if (box.x < labels->boxes[i].x + labels->boxes[i].w && labels->boxes[i].x < box.x + box.w
        && box.y < labels->boxes[i].y + labels->boxes[i].h && labels->boxes[i].y < box.y + box.h)
      return;
  labels->boxes[labels->n++] = box;
  ws_rounded_path (self->cr, &box, 3 * l->scale);
  ws_paint_set (self->cr, self->theme->background);
  cairo_fill (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->ink },
                &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, text);
}

static gboolean
is_focus (const WsLaunchesDrawing *self, const WsPyramidLink *link)
{
  return self->focus != WS_NONE && (link->from == self->focus || link->to == self->focus);
}

/* What goes into one block: sources that stand side by side in one fold are one line. */
static void
list_bundles (WsLaunchesDrawing *self, const WsLaunchesItem *to, GArray *bundles)
{
  const WsPyramidBlock *block = &self->pyramid->blocks[to->node];
  guint first = bundles->len;

  for (guint i = 0; i < block->n_sources; i++)
    {
      const WsPyramidLink *link = &self->pyramid->links[block->first_source + i];
      const WsLaunchesItem *from =
          ws_launches_layout_find (&self->layout, self->pyramid, link->from);
      Bundle bundle = { from, to, link, link->n_values, is_focus (self, link) };
      Bundle *last =
          bundles->len > first ? &g_array_index (bundles, Bundle, bundles->len - 1) : NULL;

      if (from == NULL)
        continue;
      if (last != NULL && last->from == from)
        {
          last->n_values += link->n_values;
          last->is_focus = last->is_focus || bundle.is_focus;
        }
      else
        g_array_append_val (bundles, bundle);
    }
}

static void
draw_arrow (WsLaunchesDrawing *self, const WsLaunchesItem *to, gboolean focus)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  gboolean later = self->pyramid->blocks[to->node].launch > self->scene->launch;

  cairo_new_path (self->cr);
  ws_arrow_path (self->cr, to->box.x + to->box.w / 2, to->box.y - 0.5 * l->scale, 0, 1,
                 0.42 * l->text_px);
  ws_paint_set (self->cr,
                focus ? theme->accent
                      : ws_color_mix (theme->background, theme->muted, later ? 0.45 : 0.75));
  cairo_fill (self->cr);
}

/* Draws the lines between the rows in view, those of the focus above all others. */
void
ws_launches_draw_links (WsLaunchesDrawing *self)
{
  const WsLaunchesLayout *l = &self->layout;
  g_autoptr (GArray) bundles = g_array_new (FALSE, FALSE, sizeof (Bundle));
  Labels labels = { .n = 0 };

  for (guint r = 1; r < l->n_rows; r++)
    for (guint i = 0; i < l->rows[r].n_items; i++)
      if (l->rows[r].items[i].node != WS_NONE)
        list_bundles (self, &l->rows[r].items[i], bundles);
  for (guint focus = 0; focus < 2; focus++)
    for (guint i = 0; i < bundles->len; i++)
      {
        const Bundle *bundle = &g_array_index (bundles, Bundle, i);

        if ((guint)(bundle->is_focus != FALSE) != focus)
          continue;
        draw_line (self, bundle);
        draw_arrow (self, bundle->to, bundle->is_focus);
      }
  for (guint i = 0; i < bundles->len; i++)
    write_label (self, &g_array_index (bundles, Bundle, i), &labels);
}
