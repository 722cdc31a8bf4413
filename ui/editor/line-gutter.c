#include "editor/line-gutter.h"
#include "editor/gutter-line.h"

#include "lines/lines.h"
#include "stalls/stalls.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define ARROW_PX       12
#define BAR_PX         30
#define WIDTH_PX       (ARROW_PX + BAR_PX + 8)
#define BAR_SHARE      0.45 /* of the line's height */
#define COLUMN_GAP_PX  10
#define WAIT_BAR_PX    40
#define COLUMN_SCALE   0.88 /* of the code's letters */
#define ORIGIN_OPACITY 0.5  /* opacity of figures of another text */

struct _WsLineGutter {
  GtkSourceGutterRenderer parent_instance;

  GArray *uses;    /* WsLineUse */
  GArray *origins; /* nullable: guint: lines of the text that they are of */
  guint line;      /* 1-based, 0 for none */
  guint columns;   /* a bit for each WsLineColumn that is shown */
  int widths[WS_N_LINE_COLUMNS];
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

/* (transfer full) */
static PangoLayout *
make_layout (WsLineGutter *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (COLUMN_SCALE));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

static gboolean
is_shown (const WsLineGutter *self, guint column)
{
  return (self->columns & 1u << column) != 0;
}

/* Wide enough for the widest figure, so that nothing moves while scrolling. */
static void
measure_columns (WsLineGutter *self)
{
  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      self->widths[column] = 0;
      for (guint line = 1; is_shown (self, column) && self->uses != NULL && line < self->uses->len;
           line++)
        {
          g_autofree char *text = ws_line_use_format (&g_array_index (self->uses, WsLineUse, line),
                                                      (WsLineColumn)column);
          g_autoptr (PangoLayout) layout = make_layout (self, text);
          int width;

          pango_layout_get_pixel_size (layout, &width, NULL);
          self->widths[column] = MAX (self->widths[column], width);
        }
      if (column == WS_LINE_WAITED && self->widths[column] > 0)
        self->widths[column] += WAIT_BAR_PX + COLUMN_GAP_PX;
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static int
get_width (const WsLineGutter *self)
{
  int width = WIDTH_PX;

  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    if (self->widths[column] > 0)
      width += self->widths[column] + COLUMN_GAP_PX;
  return width;
}

/* The waits at the line, by reason; the longest of all lines fills it. */
static void
draw_waits (WsLineGutter *self, GtkSnapshot *snapshot, const WsTheme *theme, const WsLineUse *use,
            const graphene_rect_t *room)
{
  double x = room->origin.x;
  double per_percent;
  double most = 0;
  double value;

  for (guint line = 1; line < self->uses->len; line++)
    if (ws_line_use_get (&g_array_index (self->uses, WsLineUse, line), WS_LINE_WAITED, &value))
      most = MAX (most, value);
  if (most <= 0)
    return;
  per_percent = room->size.width / most;
  for (guint i = 0; i < WS_N_STALLS; i++)
    {
      WsColor of = ws_stall_get_color (theme, (WsStall)i);
      GdkRGBA color = rgba (&of);
      double w = ws_stall_is_wait ((WsStall)i)
                     ? per_percent * 100 * (double)use->blamed[i] / (double)use->warp_cycles
                     : 0;

      if (w > 0)
        gtk_snapshot_append_color (
            snapshot, &color,
            &GRAPHENE_RECT_INIT ((float)x, room->origin.y, (float)w, room->size.height));
      x += w;
    }
}

/* Right-aligned; bank conflicts are highlighted. */
static void
draw_columns (WsLineGutter *self, GtkSnapshot *snapshot, const WsTheme *theme, const WsLineUse *use,
              double y, double height)
{
  double x = WIDTH_PX + 2;

  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      gboolean warns = column == WS_LINE_PASSES && use->passes > use->ideal_passes;
      GdkRGBA color = rgba (warns ? &theme->playhead : &theme->muted);
      g_autofree char *text = NULL;
      g_autoptr (PangoLayout) layout = NULL;
      int text_width;
      int text_height;

      if (self->widths[column] == 0)
        continue;
      if (column == WS_LINE_WAITED && use->warp_cycles > 0)
        draw_waits (self, snapshot, theme, use,
                    &GRAPHENE_RECT_INIT ((float)x, (float)(y + height * (1 - BAR_SHARE) / 2),
                                         WAIT_BAR_PX, (float)(height * BAR_SHARE)));
      text = ws_line_use_format (use, (WsLineColumn)column);
      layout = make_layout (self, text);
      pango_layout_get_pixel_size (layout, &text_width, &text_height);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot,
                              &GRAPHENE_POINT_INIT ((float)(x + self->widths[column] - text_width),
                                                    (float)(y + (height - text_height) / 2)));
      gtk_snapshot_append_layout (snapshot, layout, &color);
      gtk_snapshot_restore (snapshot);
      x += self->widths[column] + COLUMN_GAP_PX;
    }
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

  if (!ws_gutter_line_get_place (lines, line, &y, &height))
    return;
  if (line + 1 == self->line)
    draw_arrow (snapshot, theme, y, height);
  if (self->uses == NULL || line + 1 >= self->uses->len
      || g_array_index (self->uses, WsLineUse, line + 1).executed == 0)
    return;
  if (self->origins != NULL)
    gtk_snapshot_push_opacity (snapshot, ORIGIN_OPACITY);
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
  draw_columns (self, snapshot, theme, &g_array_index (self->uses, WsLineUse, line + 1), y, height);
  if (self->origins != NULL)
    gtk_snapshot_pop (snapshot);
}

static void
ws_line_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsLineGutter *self = WS_LINE_GUTTER (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? get_width (self) : 0;
}

/* (transfer full) */
static char *
describe_executions (const WsLineGutter *self, guint line, const WsLineUse *use)
{
  double lanes = ws_line_use_share (use) * WS_WARP_SIZE;

  if (self->origins != NULL)
    return g_strdup_printf (
        ngettext ("PTX line %1$u: %2$'" PRIu64 " warp instruction, %3$.1f of 32 lanes active",
                  "PTX line %1$u: %2$'" PRIu64 " warp instructions, %3$.1f of 32 lanes active",
                  use->executed),
        line < self->origins->len ? g_array_index (self->origins, guint, line) : 0, use->executed,
        lanes);
  return g_strdup_printf (
      ngettext ("Line %1$u: %2$'" PRIu64 " warp instruction, %3$.1f of 32 lanes active",
                "Line %1$u: %2$'" PRIu64 " warp instructions, %3$.1f of 32 lanes active",
                use->executed),
      line, use->executed, lanes);
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
  g_autofree char *first = NULL;
  GString *text;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (view), GTK_TEXT_WINDOW_LEFT, x, y, NULL,
                                         &buffer_y);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (view), &iter, buffer_y, NULL);
  line = (guint)gtk_text_iter_get_line (&iter) + 1;
  if (self->uses == NULL || line >= self->uses->len)
    return FALSE;
  use = &g_array_index (self->uses, WsLineUse, line);
  if (use->executed == 0)
    return FALSE;
  first = describe_executions (self, line, use);
  text = g_string_new (first);
  for (guint column = WS_LINE_PASSES; column < WS_N_LINE_COLUMNS; column++)
    {
      g_autofree char *figure = ws_line_use_format (use, (WsLineColumn)column);

      if (*figure != '\0')
        g_string_append_printf (text, "\n%s: %s", ws_line_column_get_title ((WsLineColumn)column),
                                figure);
    }
  if (self->origins != NULL)
    g_string_append_printf (text, "\n%s",
                            _ ("The assembler moves, repeats and merges instructions: these are "
                               "the counts of the corresponding PTX."));
  gtk_tooltip_set_text (tooltip, text->str);
  g_string_free (text, TRUE);
  return TRUE;
}

static void
ws_line_gutter_finalize (GObject *object)
{
  g_clear_pointer (&WS_LINE_GUTTER (object)->uses, g_array_unref);
  g_clear_pointer (&WS_LINE_GUTTER (object)->origins, g_array_unref);

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

/* Returns: (transfer floating): a gutter with no bars */
WsLineGutter *
ws_line_gutter_new (void)
{
  return g_object_new (WS_TYPE_LINE_GUTTER, NULL);
}

/**
 * ws_line_gutter_set_shares:
 * @line_uses: (nullable) (element-type WsLineUse) (transfer none): from ws_line_use_new()
 */
void
ws_line_gutter_set_shares (WsLineGutter *self, GArray *line_uses)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  g_clear_pointer (&self->uses, g_array_unref);
  self->uses = line_uses != NULL ? g_array_ref (line_uses) : NULL;
  measure_columns (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_line_gutter_set_origins:
 * @lines: (nullable) (element-type guint) (transfer none): of machine code: the lines of the PTX
 * that its lines come from, the first line at index 1, and that the figures are of
 *
 * Figures of another text are dimmed, with a note.
 */
void
ws_line_gutter_set_origins (WsLineGutter *self, GArray *lines)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  g_clear_pointer (&self->origins, g_array_unref);
  self->origins = lines != NULL ? g_array_ref (lines) : NULL;
}

/**
 * ws_line_gutter_set_columns:
 * @columns: a bit for each #WsLineColumn that is shown, beside the bar
 */
void
ws_line_gutter_set_columns (WsLineGutter *self, guint columns)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  if (self->columns == columns)
    return;
  self->columns = columns;
  measure_columns (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: a bit for each #WsLineColumn that is shown */
guint
ws_line_gutter_get_columns (WsLineGutter *self)
{
  g_return_val_if_fail (WS_IS_LINE_GUTTER (self), 0);
  return self->columns;
}

/**
 * ws_line_gutter_set_line:
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
 * @theme: in which it is drawn
 */
void
ws_line_gutter_set_theme (WsLineGutter *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_LINE_GUTTER (self));
  self->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
