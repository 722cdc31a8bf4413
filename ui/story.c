#include "ui/story.h"

#include <glib/gi18n.h>

/**
 * WsStory:
 *
 * A text with room for any of those that were added, so that nothing below moves when another is
 * shown. Where there is less room it is not shown at all, and never cut.
 */
struct _WsStory {
  GtkWidget parent_instance;

  GtkLabel *label;
  GPtrArray *texts; /* markup of all that it may be asked to show */
};

G_DEFINE_FINAL_TYPE (WsStory, ws_story, GTK_TYPE_WIDGET)

/* Returns: (transfer full): markup of one paragraph */
static char *
make_markup (const char *idea, const char *left)
{
  if (left == NULL)
    return g_markup_escape_text (idea, -1);
  /* Translators: what a kernel does, a sentence; then what it does not do well, a sentence */
  return g_markup_printf_escaped (_ ("%1$s <b>What it leaves:</b> %2$s"), idea, left);
}

/* Returns: how high the highest of the texts is where it is @width wide */
static int
get_room (WsStory *self, int width)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->label), "");
  int room = 0;
  int height;

  pango_layout_set_wrap (layout, gtk_label_get_wrap_mode (self->label));
  pango_layout_set_width (layout, width >= 0 ? width * PANGO_SCALE : -1);
  for (guint i = 0; i < self->texts->len; i++)
    {
      pango_layout_set_markup (layout, g_ptr_array_index (self->texts, i), -1);
      pango_layout_get_pixel_size (layout, NULL, &height);
      room = MAX (room, height);
    }
  gtk_widget_measure (GTK_WIDGET (self->label), GTK_ORIENTATION_VERTICAL, width, &height, NULL,
                      NULL, NULL);
  return MAX (room, height);
}

static GtkSizeRequestMode
ws_story_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ws_story_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsStory *self = WS_STORY (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *natural = get_room (self, for_size);
  else
    gtk_widget_measure (GTK_WIDGET (self->label), orientation, -1, minimum, natural, NULL, NULL);
}

static void
ws_story_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsStory *self = WS_STORY (widget);
  gboolean has_room = height > 0 && height >= get_room (self, width);

  gtk_widget_set_child_visible (GTK_WIDGET (self->label), has_room);
  if (has_room)
    gtk_widget_allocate (GTK_WIDGET (self->label), width, height, baseline, NULL);
}

static void
ws_story_dispose (GObject *object)
{
  g_clear_pointer ((GtkWidget **)&WS_STORY (object)->label, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_story_parent_class)->dispose (object);
}

static void
ws_story_finalize (GObject *object)
{
  g_ptr_array_unref (WS_STORY (object)->texts);

  G_OBJECT_CLASS (ws_story_parent_class)->finalize (object);
}

static void
ws_story_class_init (WsStoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ws_story_dispose;
  object_class->finalize = ws_story_finalize;
  widget_class->get_request_mode = ws_story_get_request_mode;
  widget_class->measure = ws_story_measure;
  widget_class->size_allocate = ws_story_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "story");
}

static void
ws_story_init (WsStory *self)
{
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_wrap_mode (self->label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_yalign (self->label, 0);
  gtk_widget_set_parent (GTK_WIDGET (self->label), GTK_WIDGET (self));
}

/**
 * ws_story_new:
 *
 * Returns: (transfer floating): a story of nothing yet
 */
GtkWidget *
ws_story_new (void)
{
  return g_object_new (WS_TYPE_STORY, NULL);
}

/**
 * ws_story_add:
 * @self: a story
 * @idea: a sentence: what is done
 * @left: (nullable): a sentence: what is left to do
 *
 * From now on there is room for this one, too.
 */
void
ws_story_add (WsStory *self, const char *idea, const char *left)
{
  g_return_if_fail (WS_IS_STORY (self) && idea != NULL);
  g_ptr_array_add (self->texts, make_markup (idea, left));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ws_story_show:
 * @self: a story
 * @idea: (nullable): a sentence: what is done; %NULL to say nothing
 * @left: (nullable): a sentence: what is left to do
 */
void
ws_story_show (WsStory *self, const char *idea, const char *left)
{
  g_autofree char *markup = idea != NULL ? make_markup (idea, left) : g_strdup ("");

  g_return_if_fail (WS_IS_STORY (self));
  gtk_label_set_markup (self->label, markup);
}

/**
 * ws_story_get_text:
 * @self: a story
 *
 * Returns: what it shows, without markup
 */
const char *
ws_story_get_text (WsStory *self)
{
  g_return_val_if_fail (WS_IS_STORY (self), NULL);
  return gtk_label_get_text (self->label);
}
