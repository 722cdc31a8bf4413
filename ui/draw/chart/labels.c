/* labels.c: words inside the plot: each where nothing else is, or not at all. */
#include "chart/private.h"

#include <math.h>
#include <string.h>

#define MAX_POINT_LABELS 200 /* of a series: more are no help */
#define DIGITS           "0123456789"

/* ---- what is taken ---- */

/**
 * ws_chart_get_text_box:
 * @x: where the text stands, pixels
 * @align: 0 begins at @x, 0.5 is centred on it, 1 ends there
 * @width: of the text, pixels
 * @px: size of its font, pixels
 *
 * Returns: room for a text of one line
 */
WsBox
ws_chart_get_text_box (double x, double y, double align, double width, double px)
{
  return (WsBox){ x - width * align, y - px * 0.55, width, px * 1.1 };
}

/**
 * ws_chart_take:
 * @box: where a text is: others keep off
 */
void
ws_chart_take (WsChartDrawing *self, const WsBox *box)
{
  g_array_append_val (self->taken, *box);
}

static gboolean
meet (const WsBox *a, const WsBox *b)
{
  return a->x < b->x + b->w && a->x + a->w > b->x && a->y < b->y + b->h && a->y + a->h > b->y;
}

/**
 * ws_chart_is_free:
 * @box: of a text
 * @within: where it may stand
 *
 * Whether a text is inside, and off other text.
 */
gboolean
ws_chart_is_free (const WsChartDrawing *self, const WsBox *box, const WsBox *within)
{
  if (box->x < within->x || box->y < within->y || box->x + box->w > within->x + within->w
      || box->y + box->h > within->y + within->h)
    return FALSE;
  for (guint i = 0; i < self->taken->len; i++)
    if (meet (box, &g_array_index (self->taken, WsBox, i)))
      return FALSE;
  return TRUE;
}

/* Whether a line goes through a box: it does not where all corners are on one side. */
static gboolean
line_meets (const WsBox *box, double x0, double y0, double x1, double y1)
{
  double dx = x1 - x0;
  double dy = y1 - y0;
  guint n_left = 0;

  if (MAX (x0, x1) < box->x || MIN (x0, x1) > box->x + box->w || MAX (y0, y1) < box->y
      || MIN (y0, y1) > box->y + box->h)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      double x = box->x + (i & 1 ? box->w : 0);
      double y = box->y + (i & 2 ? box->h : 0);

      n_left += dx * (y - y0) - dy * (x - x0) > 0;
    }
  return n_left > 0 && n_left < 4;
}

/**
 * ws_chart_is_off_data:
 * @box: of a text
 *
 * Whether a text is off marks, lines and bands.
 */
gboolean
ws_chart_is_off_data (const WsChartDrawing *self, const WsBox *box)
{
  for (guint i = 0; i < self->marks->len; i++)
    if (meet (box, &g_array_index (self->marks, WsBox, i)))
      return FALSE;
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const GArray *track = g_ptr_array_index (self->tracks, i);

      for (guint k = 0; track != NULL && k < track->len; k++)
        {
          const WsChartSpot *spot = &g_array_index (track, WsChartSpot, k);

          if (!isfinite (spot->x + spot->y))
            continue;
          /* the band of a point, and the line to the next */
          if (spot->x >= box->x && spot->x <= box->x + box->w
              && ((spot->y >= box->y && spot->y <= box->y + box->h)
                  || (spot->least > box->y && spot->most < box->y + box->h)))
            return FALSE;
          if (k + 1 < track->len && isfinite (spot[1].x + spot[1].y)
              && line_meets (box, spot->x, spot->y, spot[1].x, spot[1].y))
            return FALSE;
        }
    }
  return TRUE;
}

/* ---- beside a place ---- */

static gboolean
is_line_free (const WsChartDrawing *self, double x0, double y0, double x1, double y1)
{
  for (guint i = 0; i < self->taken->len; i++)
    if (line_meets (&g_array_index (self->taken, WsBox, i), x0, y0, x1, y1))
      return FALSE;
  return TRUE;
}

/**
 * ws_chart_keep_off:
 * @x0: of a line's end, pixels
 * @y0: of that end
 * @x1: of its other end
 * @y1: of that end
 *
 * Has words keep off a line that is none of the data: a leader, a slanted rule. Such lines are the
 * last of the tracks.
 */
void
ws_chart_keep_off (WsChartDrawing *self, double x0, double y0, double x1, double y1)
{
  const WsChartSpot spots[] = { { .x = x0, .y = y0, .least = NAN, .most = NAN },
                                { .x = x1, .y = y1, .least = NAN, .most = NAN },
                                { .x = NAN, .y = NAN, .least = NAN, .most = NAN } };

  g_array_append_vals (g_ptr_array_index (self->tracks, self->tracks->len - 1), spots,
                       G_N_ELEMENTS (spots));
}

static const struct {
  double dx;
  double dy;
} directions[] = { { 1, 0 },     { -1, 0 },     { 0.7, -0.9 }, { -0.7, -0.9 },
                   { 0.7, 0.9 }, { -0.7, 0.9 }, { 0, -1.2 },   { 0, 1.2 } };

typedef struct {
  const char *label; /* nullable */
  const char *note;  /* nullable: quiet */
  gboolean leader;   /* whether they may stand further off, at a line */
} Words;

/* Finds a place for words, and quiet ones after them, beside a place of the plot. Shows it, unless
 * this is a trial. Returns: whether there was a place for it, off the data and off other words */
static gboolean
place_label (WsChartDrawing *self, double x, double y, double away, Words words)
{
  const char *label = words.label;
  const char *note = words.note;
  const WsChartLayout *l = self->l;
  double label_w = label != NULL ? ws_text_width (self->text, WS_FACE_BOLD, l->small_px, label) : 0;
  double note_w = note != NULL ? ws_text_width (self->text, WS_FACE_SANS, l->small_px, note) : 0;
  double gap = label_w > 0 && note_w > 0 ? l->small_px * 0.4 : 0;
  double width = label_w + gap + note_w;

  if (width <= 0)
    return FALSE;
  for (guint ring = 0; ring < (words.leader ? 5 : 1); ring++)
    for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
      {
        double dx = directions[i].dx;
        double dy = directions[i].dy;
        double reach = away + ring * l->small_px * 1.3;
        double align = dx > 0 ? 0 : dx < 0 ? 1 : 0.5;
        double at_x = x + dx * reach;
        double at_y = y + dy * (reach + l->small_px * 0.35);
        WsBox box = ws_chart_get_text_box (at_x, at_y, align, width, l->small_px);

        if (!ws_chart_is_free (self, &box, &l->plot) || !ws_chart_is_off_data (self, &box)
            || (ring > 0 && !is_line_free (self, x, y, at_x, at_y)))
          continue;
        if (ring > 0)
          ws_chart_keep_off (self, x, y, at_x, at_y);
        ws_chart_take (self, &box);
        if (self->trial)
          return TRUE;
        if (ring > 0)
          {
            cairo_move_to (self->cr, x + dx * away * 0.8, y + dy * away * 0.8);
            cairo_line_to (self->cr, dx == 0 ? at_x : at_x - (dx > 0 ? 1 : -1) * l->small_px * 0.15,
                           at_y - (dx == 0 ? dy * l->small_px * 0.5 : 0));
            cairo_set_line_width (self->cr, ws_snap_line (self->cr, l->line * 0.7));
            ws_paint_set (self->cr, self->theme->muted);
            cairo_stroke (self->cr);
          }
        if (label_w > 0)
          ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->small_px, self->theme->ink },
                        &(WsTextPlace){ box.x, at_y, 0 }, label);
        if (note_w > 0)
          ws_text_show (self->text,
                        &(WsTextStyle){ WS_FACE_SANS, l->small_px,
                                        label_w > 0 ? self->theme->muted : self->theme->ink },
                        &(WsTextPlace){ box.x + label_w + gap, at_y, 0 }, note);
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_shown (const WsBox *plot, double x, double y)
{
  return x >= plot->x && x <= plot->x + plot->w && y >= plot->y && y <= plot->y + plot->h;
}

/* A series of points that have no labels is named at one of them.
 *
 * Returns: whether there was a place for it */
static gboolean
name_points (WsChartDrawing *self, const WsSeries *series, const char *name)
{
  double away = ws_chart_get_marker_radius (self->l) * 1.25 + self->l->small_px * 0.35;

  for (guint k = series->points->len; k-- > 0;)
    {
      const WsChartPoint *point = ws_series_get_point (series, k);
      double x;
      double y;

      if (series->points->len - k > 24)
        return FALSE;
      if (ws_chart_place_point (self->chart, self->l, point, &x, &y)
          && is_shown (&self->l->plot, x, y)
          && place_label (self, x, y, away, (Words){ NULL, name, TRUE }))
        return TRUE;
    }
  return FALSE;
}

static gboolean
find_last_point (WsChartDrawing *self, const WsSeries *series, double *x, double *y)
{
  const WsChartPoint *point =
      series->points->len > 0 ? ws_series_get_point (series, series->points->len - 1) : NULL;

  return point != NULL && ws_chart_place_point (self->chart, self->l, point, x, y);
}

/* The numbers with which the names of @first and of those on the same spot begin; those are taken
 * out of @unnamed. */
static char *
join_numbers (WsChartDrawing *self, const WsSeries *first, GPtrArray *unnamed)
{
  double near = ws_chart_get_marker_radius (self->l) * 2;
  GString *text = g_string_new_len (first->name, (gssize)strspn (first->name, DIGITS));
  double x;
  double y;

  if (!find_last_point (self, first, &x, &y))
    return g_string_free (text, FALSE);
  for (guint i = 0; i < unnamed->len; i++)
    {
      const WsSeries *series = g_ptr_array_index (unnamed, i);
      gsize n = strspn (series->name, DIGITS);
      double at_x;
      double at_y;

      if (n == 0 || !find_last_point (self, series, &at_x, &at_y)
          || hypot (at_x - x, at_y - y) > near)
        continue;
      g_string_append_printf (text, ", %.*s", (int)n, series->name);
      g_ptr_array_remove_index (unnamed, i--);
    }
  return g_string_free (text, FALSE);
}

/* Where marks lie on one spot there is room for numbers, if not for names: "7, 8" of "7 several
 * elements per thread" and "8 warp shuffle". Returns: whether all have theirs */
static gboolean
number_points (WsChartDrawing *self, GPtrArray *unnamed)
{
  gboolean all = TRUE;

  while (unnamed->len > 0)
    {
      const WsSeries *series = g_ptr_array_steal_index (unnamed, 0);
      g_autofree char *numbers = NULL;

      if (!g_ascii_isdigit (*series->name))
        {
          all = FALSE;
          continue;
        }
      numbers = join_numbers (self, series, unnamed);
      all = name_points (self, series, numbers) && all;
    }
  return all;
}

/* How series of points are told, where their names begin with numbers. */
typedef enum {
  IN_FULL,
  ON_ONE_SPOT_BY_NUMBERS,
  BY_NUMBERS,
} Naming;

static gboolean
is_to_be_named (const WsSeries *series)
{
  return series->mark == WS_MARK_POINTS && series->named && *series->name != '\0'
         && !ws_series_is_labelled (series);
}

static gboolean
shares_its_spot (WsChartDrawing *self, const WsSeries *series)
{
  double x;
  double y;
  double at_x;
  double at_y;

  if (!find_last_point (self, series, &x, &y))
    return FALSE;
  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const WsSeries *other = ws_chart_get_series (self->chart, i);

      if (other != series && is_to_be_named (other) && find_last_point (self, other, &at_x, &at_y)
          && hypot (at_x - x, at_y - y) <= ws_chart_get_marker_radius (self->l) * 2)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_numbered (WsChartDrawing *self, const WsSeries *series, Naming naming)
{
  return g_ascii_isdigit (*series->name)
         && (naming == BY_NUMBERS
             || (naming == ON_ONE_SPOT_BY_NUMBERS && shares_its_spot (self, series)));
}

/* Returns: whether all are named */
static gboolean
name_series (WsChartDrawing *self, Naming naming)
{
  g_autoptr (GPtrArray) unnamed = g_ptr_array_new ();
  gboolean all;

  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self->chart, i);

      if (is_to_be_named (series) && is_numbered (self, series, naming))
        g_ptr_array_add (unnamed, (gpointer)series);
    }
  /* those with the least room first */
  all = number_points (self, unnamed);
  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self->chart, i);

      if (is_to_be_named (series) && !is_numbered (self, series, naming))
        all = name_points (self, series, series->name) && all;
    }
  return all;
}

/* Whether all find their places; none is shown, or taken. */
static gboolean
try_naming (WsChartDrawing *self, Naming naming)
{
  GArray *track =
      self->tracks->len > 0 ? g_ptr_array_index (self->tracks, self->tracks->len - 1) : NULL;
  guint n_taken = self->taken->len;
  guint n_spots = track != NULL ? track->len : 0;
  gboolean all;

  self->trial = TRUE;
  all = name_series (self, naming);
  self->trial = FALSE;
  g_array_set_size (self->taken, n_taken);
  if (track != NULL)
    g_array_set_size (track, n_spots);
  return all;
}

/* Names in full, unless one would be left without; then those that share a spot are told by their
 * numbers, and if that does not help, all. */
static void
name_all (WsChartDrawing *self)
{
  Naming naming = IN_FULL;

  while (naming < BY_NUMBERS && !try_naming (self, naming))
    naming++;
  name_series (self, naming);
}

/* Draws the labels of points and of lines' points, and names series of points. */
void
ws_chart_draw_point_labels (WsChartDrawing *self)
{
  double away = ws_chart_get_marker_radius (self->l) * 1.25 + self->l->small_px * 0.35;

  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self->chart, i);
      guint n = MIN (series->points->len, MAX_POINT_LABELS);

      if (series->mark != WS_MARK_LINE && series->mark != WS_MARK_POINTS)
        continue;
      for (guint k = 0; k < n; k++)
        {
          const WsChartPoint *point = ws_series_get_point (series, k);
          gboolean has_note = point->note != NULL && *point->note != '\0'
                              && (self->l->dropped & WS_CHART_DROP_NOTES) == 0;
          double x;
          double y;

          if (point->label == NULL || *point->label == '\0')
            continue;
          if (!ws_chart_place_point (self->chart, self->l, point, &x, &y)
              || !is_shown (&self->l->plot, x, y))
            continue;
          if (!has_note
              || !place_label (self, x, y, away, (Words){ point->label, point->note, FALSE }))
            place_label (self, x, y, away,
                         (Words){ point->label, NULL, series->mark == WS_MARK_POINTS });
        }
    }
  name_all (self);
}
