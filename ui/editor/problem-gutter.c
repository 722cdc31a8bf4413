#include "editor/problem-gutter.h"
#include "editor/gutter-line.h"

#include <math.h>

#define WIDTH_PX 15
#define SIGN_PX  11 /* across */

struct _WsProblemGutter {
  GtkSourceGutterRenderer parent_instance;
};

G_DEFINE_FINAL_TYPE (WsProblemGutter, ws_problem_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

/* libadwaita's colours for warnings in buttons and entries; both are readable on light and dark. */
static const GdkRGBA colors[WS_PROBLEM_FINDING] = {
  [WS_PROBLEM_ERROR] = { 0.878f, 0.106f, 0.141f, 1 },
  [WS_PROBLEM_WARNING] = { 0.898f, 0.647f, 0.039f, 1 },
};

/* A disc for an error, a triangle for a warning: the colour is not the only sign. */
static void
draw_sign (GtkSnapshot *snapshot, WsProblemKind kind, double y, double height)
{
  const GdkRGBA *color = &colors[kind];
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, y, WIDTH_PX, height));
  double x = WIDTH_PX / 2.;
  double half = SIGN_PX / 2.;

  y += height / 2;
  gdk_cairo_set_source_rgba (cr, color);
  if (kind == WS_PROBLEM_ERROR)
    cairo_arc (cr, x, y, half, 0, 2 * G_PI);
  else
    {
      cairo_move_to (cr, x, y - half);
      cairo_line_to (cr, x + half + 0.5, y + half - 0.5);
      cairo_line_to (cr, x - half - 0.5, y + half - 0.5);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  if (kind != WS_PROBLEM_ERROR)
    {
      cairo_set_source_rgb (cr, 0, 0, 0);
      y += 1;
    }
  cairo_rectangle (cr, x - 0.75, y - 3, 1.5, 3.6);
  cairo_rectangle (cr, x - 0.75, y + 1.6, 1.5, 1.5);
  cairo_fill (cr);
  cairo_destroy (cr);
}

static gboolean
has_mark (GtkSourceBuffer *buffer, guint line, WsProblemKind kind)
{
  g_autoptr (GSList) marks = gtk_source_buffer_get_source_marks_at_line (
      buffer, (int)line, ws_problem_kind_get_name (kind));

  return marks != NULL;
}

/* The sign shows the worst problem of the line. */
static void
ws_problem_gutter_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot,
                                 GtkSourceGutterLines *lines, guint line)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_source_gutter_lines_get_buffer (lines));
  WsProblemKind kind = WS_PROBLEM_ERROR;
  int y;
  int height;

  while (kind < WS_PROBLEM_FINDING && !has_mark (buffer, line, kind))
    kind++;
  if (kind == WS_PROBLEM_FINDING || !ws_gutter_line_get_place (lines, line, &y, &height))
    return;
  draw_sign (snapshot, kind, y, height);
}

static void
ws_problem_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH_PX : 0;
}

static void
ws_problem_gutter_class_init (WsProblemGutterClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = ws_problem_gutter_measure;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->snapshot_line = ws_problem_gutter_snapshot_line;
}

static void
ws_problem_gutter_init (WsProblemGutter *self)
{
}

/* Returns: (transfer floating): a gutter of a view */
WsProblemGutter *
ws_problem_gutter_new (void)
{
  return g_object_new (WS_TYPE_PROBLEM_GUTTER, NULL);
}
