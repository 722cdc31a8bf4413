#include "inspector/summary.h"

#include "toolkit/paragraph.h"
#include "toolkit/text-room.h"

#include <glib/gi18n.h>

/* Complete, or without what to look at. */
enum { WHOLE, SHORT, N_FORMS };

/**
 * WsSummary:
 *
 * A text that reserves space for any of the added ones, so that nothing below moves when it
 * changes. In little space it has a shorter form; without space it is hidden. It is never cut.
 */
struct _WsSummary {
  GtkWidget parent_instance;

  GtkLabel *labels[N_FORMS];
  WsTextRoom *rooms[N_FORMS]; /* of all that it may be asked to show */
};

G_DEFINE_FINAL_TYPE (WsSummary, ws_summary, GTK_TYPE_WIDGET)

/* Returns: (transfer full): markup of one paragraph */
static char *
make_markup (const char *idea, const char *look, const char *left)
{
  if (left == NULL)
    return g_markup_escape_text (idea, -1);
  if (look == NULL)
    /* Translators: what a kernel does, a sentence; then what it does not do well, a sentence */
    return g_markup_printf_escaped (_ ("%1$s <b>Still slow because:</b> %2$s"), idea, left);
  /* Translators: what a kernel does, what to look at, what it does not do well: a sentence each */
  return g_markup_printf_escaped (
      _ ("%1$s <b>Where to look:</b> %2$s <b>Still slow because:</b> %3$s"), idea, look, left);
}

static GtkSizeRequestMode
ws_summary_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Returns: of two lines, in pixels */
static int
get_two_lines (WsSummary *self)
{
  g_autoptr (PangoLayout) layout =
      gtk_widget_create_pango_layout (GTK_WIDGET (self->labels[WHOLE]), "X\nX");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/* The height of a form never grows with its width: GTK assumes that, and only measures some widths.
 *
 * Returns: the form for a width, and for a height where that is given */
static guint
choose (WsSummary *self, int width, int given, int *height)
{
  int most = get_two_lines (self);

  *height = ws_text_room_get_height (self->rooms[WHOLE], width, most);
  if (*height <= most && *height <= given)
    return WHOLE;
  *height = MAX (ws_text_room_get_height (self->rooms[SHORT], width, G_MAXINT), MIN (most, given));
  return SHORT;
}

static void
ws_summary_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsSummary *self = WS_SUMMARY (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    choose (self, for_size, G_MAXINT, natural);
  else
    gtk_widget_measure (GTK_WIDGET (self->labels[WHOLE]), orientation, -1, minimum, natural, NULL,
                        NULL);
}

static void
ws_summary_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsSummary *self = WS_SUMMARY (widget);
  int needed;
  guint form = choose (self, width, height, &needed);

  for (guint i = 0; i < N_FORMS; i++)
    {
      gboolean shows = i == form && height > 0 && height >= needed;

      gtk_widget_set_child_visible (GTK_WIDGET (self->labels[i]), shows);
      if (shows)
        gtk_widget_allocate (GTK_WIDGET (self->labels[i]), width, height, baseline, NULL);
    }
}

static void
ws_summary_dispose (GObject *object)
{
  for (guint i = 0; i < N_FORMS; i++)
    g_clear_pointer ((GtkWidget **)&WS_SUMMARY (object)->labels[i], gtk_widget_unparent);

  G_OBJECT_CLASS (ws_summary_parent_class)->dispose (object);
}

static void
ws_summary_finalize (GObject *object)
{
  for (guint i = 0; i < N_FORMS; i++)
    ws_text_room_free (WS_SUMMARY (object)->rooms[i]);

  G_OBJECT_CLASS (ws_summary_parent_class)->finalize (object);
}

static void
ws_summary_class_init (WsSummaryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ws_summary_dispose;
  object_class->finalize = ws_summary_finalize;
  widget_class->get_request_mode = ws_summary_get_request_mode;
  widget_class->measure = ws_summary_measure;
  widget_class->size_allocate = ws_summary_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "summary");
}

static void
ws_summary_init (WsSummary *self)
{
  for (guint i = 0; i < N_FORMS; i++)
    {
      GtkLabel *label = GTK_LABEL (ws_paragraph_new (NULL, NULL));

      gtk_label_set_yalign (label, 0);
      gtk_widget_set_parent (GTK_WIDGET (label), GTK_WIDGET (self));
      self->labels[i] = label;
      self->rooms[i] = ws_text_room_new (label);
    }
}

/**
 * ws_summary_add:
 * @idea: a sentence: what is done
 * @look: (nullable): a sentence: what to look at
 * @left: (nullable): a sentence: what is left to do
 *
 * Reserves space for this one, too.
 */
void
ws_summary_add (WsSummary *self, const char *idea, const char *look, const char *left)
{
  g_return_if_fail (WS_IS_SUMMARY (self) && idea != NULL);

  for (guint i = 0; i < N_FORMS; i++)
    {
      g_autofree char *markup = make_markup (idea, i == WHOLE ? look : NULL, left);

      ws_text_room_add (self->rooms[i], markup);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ws_summary_show:
 * @idea: (nullable): a sentence: what is done; %NULL to say nothing
 * @look: (nullable): a sentence: what to look at
 * @left: (nullable): a sentence: what is left to do
 */
void
ws_summary_show (WsSummary *self, const char *idea, const char *look, const char *left)
{
  g_return_if_fail (WS_IS_SUMMARY (self));

  for (guint i = 0; i < N_FORMS; i++)
    {
      g_autofree char *markup =
          idea != NULL ? make_markup (idea, i == WHOLE ? look : NULL, left) : g_strdup ("");

      gtk_label_set_markup (self->labels[i], markup);
    }
}

/* Returns: its complete text, without markup */
const char *
ws_summary_get_text (WsSummary *self)
{
  g_return_val_if_fail (WS_IS_SUMMARY (self), NULL);
  return gtk_label_get_text (self->labels[WHOLE]);
}
