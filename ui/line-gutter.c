#include "ui/line-gutter.h"

#include "derive/lines.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define ARROW_PX  12
#define BAR_PX    30
#define WIDTH_PX  (ARROW_PX + BAR_PX + 8)
#define BAR_SHARE 0.45 /* of the line's height */

struct _WsLineGutter {
  GtkSourceGutterRenderer parent_instance;

  GArray *uses; /* WsLineUse */
  guint line;   /* 1-based, 0 for none */
  WsThemeKind theme;
};

G_DEFINE_FINAL_TYPE (WsLineGutter, ws_line_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static GdkRGBA
rgba (const WsColor *color)
{
  return (GdkRGBA){ (float)color->r, (float)color->g, (float)color->b, (float)color->a };
}

static void
draw_arrow (GtkSnapshot *snapshot, const WsTheme *theme, double y, double height)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, y, ARROW_PX, height));
  double middle = y + height / 2;

  cairo_set_source_rgba (cr, theme->playhead.r, theme->playhead.g, theme->playhead.b,
                         theme->playhead.a);
  cairo_move_to (cr, 2, middle - 4.5);
  cairo_line_to (cr, 10, middle);
  cairo_line_to (cr, 2, middle + 4.5);
  cairo_fill (cr);
  cairo_destroy (cr);
}

static void
ws_line_gutter_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot,
                              GtkSourceGutterLines *lines, guint line)
{
  WsLineGutter *self = WS_LINE_GUTTER (renderer);
  const WsTheme *theme = ws_theme_get (self->theme);
  int y;
  int height;
  double bar_height;
  GdkRGBA color;

  /* GtkSourceView 5.16 has another for it, which 5.6 has not, and warns whatever it is asked for */
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_source_gutter_lines_get_line_yrange (
      lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, &y, &height);
  G_GNUC_END_IGNORE_DEPRECATIONS
  if (line + 1 == self->line)
    draw_arrow (snapshot, theme, y, height);
  if (self->uses == NULL || line + 1 >= self->uses->len
      || g_array_index (self->uses, WsLineUse, line + 1).executed == 0)
    return;
  bar_height = height * BAR_SHARE;
  color = rgba (&theme->idle);
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT (ARROW_PX + 2, y + (height - bar_height) / 2, BAR_PX, bar_height));
  color = rgba (line + 1 == self->line ? &theme->playhead : &theme->accent);
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT (
          ARROW_PX + 2, y + (height - bar_height) / 2,
          MAX (1.5, BAR_PX * ws_line_use_share (&g_array_index (self->uses, WsLineUse, line + 1))),
          bar_height));
}

static void
ws_line_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH_PX : 0;
}

static gboolean
ws_line_gutter_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_tip,
                              GtkTooltip *tooltip)
{
  WsLineGutter *self = WS_LINE_GUTTER (widget);
  GtkSourceView *view = gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (self));
  GtkTextIter iter;
  guint line;
  int buffer_y;
  const WsLineUse *use;
  g_autofree char *text = NULL;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (view), GTK_TEXT_WINDOW_LEFT, x, y, NULL,
                                         &buffer_y);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (view), &iter, buffer_y, NULL);
  line = (guint)gtk_text_iter_get_line (&iter) + 1;
  if (self->uses == NULL || line >= self->uses->len)
    return FALSE;
  use = &g_array_index (self->uses, WsLineUse, line);
  if (use->executed == 0)
    return FALSE;
  text = g_strdup_printf (
      ngettext ("Line %1$u: %2$'" PRIu64 " warp instruction, %3$.1f of 32 lanes at work",
                "Line %1$u: %2$'" PRIu64 " warp instructions, %3$.1f of 32 lanes at work",
                use->executed),
      line, use->executed, ws_line_use_share (use) * WS_WARP_SIZE);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
ws_line_gutter_finalize (GObject *object)
{
  g_clear_pointer (&WS_LINE_GUTTER (object)->uses, g_array_unref);

  G_OBJECT_CLASS (ws_line_gutter_parent_class)->finalize (object);
}

static void
ws_line_gutter_class_init (WsLineGutterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_line_gutter_finalize;
  GTK_WIDGET_CLASS (klass)->measure = ws_line_gutter_measure;
  GTK_WIDGET_CLASS (klass)->query_tooltip = ws_line_gutter_query_tooltip;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->snapshot_line = ws_line_gutter_snapshot_line;
}

static void
ws_line_gutter_init (WsLineGutter *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

/**
 * ws_line_gutter_new:
 *
 * Returns: (transfer floating): a gutter with no bars
 */
WsLineGutter *
ws_line_gutter_new (void)
{
  return g_object_new (WS_TYPE_LINE_GUTTER, NULL);
}

/**
 * ws_line_gutter_set_shares:
 * @self: a gutter
 * @line_uses: (nullable) (element-type WsLineUse) (transfer none): from ws_line_use_new()
 */
void
ws_line_gutter_set_shares (WsLineGutter *self, GArray *line_uses)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  g_clear_pointer (&self->uses, g_array_unref);
  self->uses = line_uses != NULL ? g_array_ref (line_uses) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_line_gutter_set_line:
 * @self: a gutter
 * @line: the present line, 1-based; 0 for none
 */
void
ws_line_gutter_set_line (WsLineGutter *self, guint line)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  if (self->line == line)
    return;
  self->line = line;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_line_gutter_set_theme:
 * @self: a gutter
 * @theme: in which it is drawn
 */
void
ws_line_gutter_set_theme (WsLineGutter *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  self->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
