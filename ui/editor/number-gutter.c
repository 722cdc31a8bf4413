#include "editor/number-gutter.h"

#include "editor/gutter-line.h"

#define LEAST_DIGITS 2
#define SIDE_PX      8 /* left of the numbers, and as much less than that right of them */

struct _WsNumberGutter {
  GtkSourceGutterRendererText parent_instance;
};

G_DEFINE_FINAL_TYPE (WsNumberGutter, ws_number_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

static void
ws_number_gutter_query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines,
                             guint line)
{
  GtkSourceGutterRendererText *self = GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer);
  char text[32] = "";
  int y;
  int height;

  if (ws_gutter_line_get_place (lines, line, &y, &height))
    g_snprintf (text, sizeof text,
                gtk_source_gutter_lines_is_cursor (lines, line) ? "<b>%u</b>" : "%u", line + 1);
  gtk_source_gutter_renderer_text_set_markup (self, text, -1);
}

static void
ws_number_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkSourceView *view = gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (widget));
  GString *digits;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL || view == NULL)
    return;
  digits = g_string_new ("<b>");
  for (int n = gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
       n > 0 || digits->len < strlen ("<b>") + LEAST_DIGITS; n /= 10)
    g_string_append_c (digits, '9');
  g_string_append (digits, "</b>");
  gtk_source_gutter_renderer_text_measure_markup (GTK_SOURCE_GUTTER_RENDERER_TEXT (widget),
                                                  digits->str, minimum, NULL);
  g_string_free (digits, TRUE);
  *minimum += 2 * gtk_source_gutter_renderer_get_xpad (GTK_SOURCE_GUTTER_RENDERER (widget));
  *natural = *minimum;
}

static void
ws_number_gutter_class_init (WsNumberGutterClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = ws_number_gutter_measure;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->query_data = ws_number_gutter_query_data;
}

static void
ws_number_gutter_init (WsNumberGutter *self)
{
}

/* Returns: (transfer floating): a margin of numbers */
WsNumberGutter *
ws_number_gutter_new (void)
{
  return g_object_new (WS_TYPE_NUMBER_GUTTER, "xalign", 1., "xpad", SIDE_PX / 2, NULL);
}
