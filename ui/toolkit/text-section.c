#include "toolkit/text-section.h"

#include "toolkit/paragraph.h"

#define MAX_HEIGHT_PX 180
#define PADDING_PX    8 /* below the text, as the style has it */

struct _WsTextSection {
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkLabel *text;
  GtkWidget *scroller;
  GtkWidget *box;
};

enum { PROP_0, PROP_TITLE, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsTextSection, ws_text_section, GTK_TYPE_WIDGET)

static void
ws_text_section_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, gtk_label_get_text (WS_TEXT_SECTION (object)->title));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_text_section_set_property (GObject *object, guint prop_id, const GValue *value,
                              GParamSpec *pspec)
{
  WsTextSection *self = WS_TEXT_SECTION (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      gtk_label_set_text (self->title, g_value_get_string (value));
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      gtk_label_get_text (self->title), -1);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_text_section_dispose (GObject *object)
{
  WsTextSection *self = WS_TEXT_SECTION (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_text_section_parent_class)->dispose (object);
}

static void
ws_text_section_class_init (WsTextSectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_text_section_get_property;
  object_class->set_property = ws_text_section_set_property;
  object_class->dispose = ws_text_section_dispose;
  props[PROP_TITLE] = g_param_spec_string (
      "title", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "textsection");
}

static void
ws_text_section_init (WsTextSection *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->scroller = scroller;
  self->title = GTK_LABEL (gtk_label_new (NULL));
  self->text = GTK_LABEL (gtk_label_new (NULL));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_label_set_xalign (self->title, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "cause-heading");
  ws_paragraph_set_up (self->text);
  gtk_label_set_yalign (self->text, 0);
  gtk_label_set_selectable (self->text, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->text), "text-section");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->text));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* As high as the text is, and no higher than some lines. */
static void
fit (WsTextSection *self)
{
  g_autoptr (PangoLayout) layout =
      gtk_widget_create_pango_layout (GTK_WIDGET (self->text), gtk_label_get_text (self->text));
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                              MIN (height + PADDING_PX, MAX_HEIGHT_PX));
}

/**
 * ws_text_section_set_text:
 * @text: (nullable): what stands in it; %NULL or empty for nothing
 */
void
ws_text_section_set_text (WsTextSection *self, const char *text)
{
  g_return_if_fail (WS_IS_TEXT_SECTION (self));

  /* what is selected stays so */
  if (g_strcmp0 (gtk_label_get_text (self->text), text != NULL ? text : "") == 0)
    return;
  gtk_label_set_text (self->text, text != NULL ? text : "");
  gtk_widget_set_visible (self->box, text != NULL && *text != '\0');
  fit (self);
}
