#include "editor/problem-gutter.h"
#include "editor/gutter-line.h"

#include <math.h>

#define WIDTH_PX 15
#define SIGN_PX  11 /* across */

struct _WsProblemGutter {
  GtkSourceGutterRenderer parent_instance;

  GArray *marks; /* Mark */
};

/* A line that moves with its text. */
typedef struct {
  GtkTextMark *mark;
  WsProblemKind kind;
} Mark;

G_DEFINE_FINAL_TYPE (WsProblemGutter, ws_problem_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

/* Of libadwaita's: those that its buttons and entries warn with; both are read on light and dark.
 */
static const GdkRGBA colors[WS_N_PROBLEM_KINDS] = {
  [WS_PROBLEM_ERROR] = { 0.878f, 0.106f, 0.141f, 1 },
  [WS_PROBLEM_WARNING] = { 0.898f, 0.647f, 0.039f, 1 },
  [WS_PROBLEM_FINDING] = { 0.835f, 0.369f, 0, 1 },
  [WS_PROBLEM_REMARK] = { 0.467f, 0.463f, 0.482f, 1 },
};

static void
clear_mark (gpointer data)
{
  Mark *self = data;
  GtkTextBuffer *buffer = gtk_text_mark_get_buffer (self->mark);

  if (buffer != NULL)
    gtk_text_buffer_delete_mark (buffer, self->mark);
  g_object_unref (self->mark);
}

/* A disc for an error, a triangle for the others: the colour is not the only sign. */
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
find (WsProblemGutter *self, guint line, WsProblemKind *kind)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const Mark *one = &g_array_index (self->marks, Mark, i);
      GtkTextBuffer *buffer = gtk_text_mark_get_buffer (one->mark);
      GtkTextIter iter;

      if (buffer == NULL)
        continue;
      gtk_text_buffer_get_iter_at_mark (buffer, &iter, one->mark);
      if ((guint)gtk_text_iter_get_line (&iter) != line || (found && one->kind >= *kind))
        continue;
      *kind = one->kind; /* the worst of the line */
      found = TRUE;
    }
  return found;
}

static void
ws_problem_gutter_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot,
                                 GtkSourceGutterLines *lines, guint line)
{
  WsProblemKind kind = WS_PROBLEM_ERROR;
  int y;
  int height;

  if (!find (WS_PROBLEM_GUTTER (renderer), line, &kind)
      || !ws_gutter_line_get_place (lines, line, &y, &height))
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
ws_problem_gutter_finalize (GObject *object)
{
  g_array_unref (WS_PROBLEM_GUTTER (object)->marks);
  G_OBJECT_CLASS (ws_problem_gutter_parent_class)->finalize (object);
}

static void
ws_problem_gutter_class_init (WsProblemGutterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_problem_gutter_finalize;
  GTK_WIDGET_CLASS (klass)->measure = ws_problem_gutter_measure;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->snapshot_line = ws_problem_gutter_snapshot_line;
}

static void
ws_problem_gutter_init (WsProblemGutter *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_array_set_clear_func (self->marks, clear_mark);
}

/* Returns: (transfer floating): a gutter with no sign in it */
WsProblemGutter *
ws_problem_gutter_new (void)
{
  return g_object_new (WS_TYPE_PROBLEM_GUTTER, NULL);
}

/**
 * ws_problem_gutter_set_problem:
 * @self: a gutter of a view
 * @line: of its text, from 1
 * @kind: what is said about it
 *
 * A sign stands there from now on, and moves with the text.
 */
void
ws_problem_gutter_set_problem (WsProblemGutter *self, guint line, WsProblemKind kind)
{
  GtkSourceView *view = gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (self));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter iter;
  Mark mark = { .kind = kind };

  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)line - 1);
  mark.mark = g_object_ref (gtk_text_buffer_create_mark (buffer, NULL, &iter, TRUE));
  g_array_append_val (self->marks, mark);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Takes all signs away. */
void
ws_problem_gutter_clear (WsProblemGutter *self)
{
  g_array_set_size (self->marks, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
