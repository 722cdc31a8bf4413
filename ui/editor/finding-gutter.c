#include "editor/finding-gutter.h"
#include "editor/gutter-line.h"

#include <glib/gi18n.h>

#define WIDTH_PX 18
#define SIGN_PX  13.

/* A line, and a sentence about it. */
typedef struct {
  guint line; /* 1-based */
  gboolean is_remark;
  char *sentence;
} Note;

struct _WsFindingGutter {
  GtkSourceGutterRenderer parent_instance;

  GArray *notes; /* Note */
  WsThemeKind theme;
};

G_DEFINE_FINAL_TYPE (WsFindingGutter, ws_finding_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static void
note_clear (gpointer data)
{
  g_free (((Note *)data)->sentence);
}

/* (nullable): the worst of the line */
static const Note *
find_note (const WsFindingGutter *self, guint line)
{
  const Note *found = NULL;

  for (guint i = 0; i < self->notes->len; i++)
    {
      const Note *note = &g_array_index (self->notes, Note, i);

      if (note->line == line && (found == NULL || (found->is_remark && !note->is_remark)))
        found = note;
    }
  return found;
}

/* A disc with an i cut out of it. */
static void
draw_remark (GtkSnapshot *snapshot, const WsTheme *theme, double middle)
{
  double top = middle - SIGN_PX / 2;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, (float)top - 2, WIDTH_PX, (float)SIGN_PX + 4));

  cairo_set_source_rgba (cr, theme->muted.r, theme->muted.g, theme->muted.b, 1);
  cairo_arc (cr, WIDTH_PX / 2., middle, SIGN_PX / 2, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, theme->background.r, theme->background.g, theme->background.b, 1);
  cairo_rectangle (cr, WIDTH_PX / 2. - 0.9, top + 2.7, 1.8, 1.9);
  cairo_rectangle (cr, WIDTH_PX / 2. - 0.9, top + 5.6, 1.8, 4.7);
  cairo_fill (cr);
  cairo_destroy (cr);
}

/* A triangle on its side, with an exclamation mark cut out of it. */
static void
draw_mistake (GtkSnapshot *snapshot, const WsTheme *theme, double middle)
{
  double left = (WIDTH_PX - SIGN_PX) / 2;
  double top = middle - SIGN_PX / 2;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, (float)top - 2, WIDTH_PX, (float)SIGN_PX + 4));

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 2);
  cairo_set_source_rgba (cr, theme->warning.r, theme->warning.g, theme->warning.b, 1);
  cairo_move_to (cr, WIDTH_PX / 2., top + 1);
  cairo_line_to (cr, left + SIGN_PX, top + SIGN_PX - 1);
  cairo_line_to (cr, left, top + SIGN_PX - 1);
  cairo_close_path (cr);
  cairo_fill_preserve (cr);
  cairo_stroke (cr);
  cairo_set_source_rgba (cr, theme->background.r, theme->background.g, theme->background.b, 1);
  cairo_rectangle (cr, WIDTH_PX / 2. - 0.9, top + 4, 1.8, 4.5);
  cairo_rectangle (cr, WIDTH_PX / 2. - 0.9, top + 9.6, 1.8, 1.9);
  cairo_fill (cr);
  cairo_destroy (cr);
}

static void
ws_finding_gutter_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot,
                                 GtkSourceGutterLines *lines, guint line)
{
  WsFindingGutter *self = WS_FINDING_GUTTER (renderer);
  const Note *note = find_note (self, line + 1);
  int y;
  int height;

  if (note == NULL || !ws_gutter_line_get_place (lines, line, &y, &height))
    return;
  (note->is_remark ? draw_remark : draw_mistake) (snapshot, ws_theme_get (self->theme),
                                                  y + height / 2.);
}

static void
ws_finding_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsFindingGutter *self = WS_FINDING_GUTTER (widget);

  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL && self->notes->len > 0 ? WIDTH_PX : 0;
}

static gboolean
ws_finding_gutter_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_tip,
                                 GtkTooltip *tooltip)
{
  WsFindingGutter *self = WS_FINDING_GUTTER (widget);
  GtkTextView *view =
      GTK_TEXT_VIEW (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (self)));
  GtkTextIter iter;
  int buffer_y;
  g_autofree char *text = NULL;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, x, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  text = ws_finding_gutter_describe_line (self, (guint)gtk_text_iter_get_line (&iter) + 1);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
ws_finding_gutter_finalize (GObject *object)
{
  g_array_unref (WS_FINDING_GUTTER (object)->notes);

  G_OBJECT_CLASS (ws_finding_gutter_parent_class)->finalize (object);
}

static void
ws_finding_gutter_class_init (WsFindingGutterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_finding_gutter_finalize;
  GTK_WIDGET_CLASS (klass)->measure = ws_finding_gutter_measure;
  GTK_WIDGET_CLASS (klass)->query_tooltip = ws_finding_gutter_query_tooltip;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->snapshot_line = ws_finding_gutter_snapshot_line;
}

static void
ws_finding_gutter_init (WsFindingGutter *self)
{
  self->notes = g_array_new (FALSE, FALSE, sizeof (Note));
  g_array_set_clear_func (self->notes, note_clear);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

/* Returns: (transfer floating): a margin with no sign */
WsFindingGutter *
ws_finding_gutter_new (void)
{
  return g_object_new (WS_TYPE_FINDING_GUTTER, NULL);
}

static void
add_note (WsFindingGutter *self, const WsSite *site, gboolean is_ptx, const WsFinding *finding)
{
  const char *sentence = finding->message;
  Note note = { .line = site != NULL ? (is_ptx ? site->ptx_line : site->line) : 0,
                .is_remark = ws_finding_is_remark (finding) };

  for (guint i = 0; i < self->notes->len; i++)
    if (g_array_index (self->notes, Note, i).line == note.line
        && g_str_equal (g_array_index (self->notes, Note, i).sentence, sentence))
      return;
  if (note.line == 0)
    return;
  note.sentence = g_strdup (sentence);
  g_array_append_val (self->notes, note);
}

/* The text of all signs, for screen readers. */
static void
tell (WsFindingGutter *self)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < self->notes->len; i++)
    {
      const Note *note = &g_array_index (self->notes, Note, i);
      /* Translators: a line of the code, and a sentence about it */
      g_autofree char *item = g_strdup_printf (_ ("Line %1$u: %2$s"), note->line, note->sentence);

      g_string_append_printf (all, "%s%s", all->len > 0 ? "\n" : "", item);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Findings in the code"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  all->str, -1);
}

/**
 * ws_finding_gutter_set_run:
 * @run: (nullable): whose findings it shows
 * @launch: index of the launch whose kernel the text is
 * @is_ptx: whether the text is its PTX, and not its source
 */
void
ws_finding_gutter_set_run (WsFindingGutter *self, const WsRun *run, guint launch, gboolean is_ptx)
{
  gboolean was_empty;

  g_return_if_fail (WS_IS_FINDING_GUTTER (self));

  was_empty = self->notes->len == 0;
  g_array_set_size (self->notes, 0);
  /* while a run replaces a longer one, this launch may not exist */
  for (guint i = 0; run != NULL && launch < run->n_launches && i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (ws_run_get_kernel (run, finding->launch) != ws_run_get_kernel (run, launch))
        continue;
      if (finding->site != WS_NONE)
        add_note (self, ws_run_get_site (run, launch, finding->site), is_ptx, finding);
      if (finding->has_other && finding->other.site != WS_NONE)
        add_note (self, ws_run_get_site (run, launch, finding->other.site), is_ptx, finding);
    }
  tell (self);
  if (was_empty != (self->notes->len == 0))
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_finding_gutter_set_theme:
 * @theme: in which it is drawn
 */
void
ws_finding_gutter_set_theme (WsFindingGutter *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_FINDING_GUTTER (self));
  self->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_finding_gutter_describe_line:
 * @line: of the text, 1-based
 *
 * Returns: (transfer full) (nullable): what was found at the line, a sentence a line; %NULL if
 * it has no sign
 */
char *
ws_finding_gutter_describe_line (WsFindingGutter *self, guint line)
{
  GString *text;

  g_return_val_if_fail (WS_IS_FINDING_GUTTER (self), NULL);

  if (find_note (self, line) == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < self->notes->len; i++)
    if (g_array_index (self->notes, Note, i).line == line)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "",
                              g_array_index (self->notes, Note, i).sentence);
  return g_string_free (text, FALSE);
}
