#include "help/page.h"

#include "help/markdown.h"
#include "toolkit/paragraph.h"
#include "toolkit/tip.h"

#include <adwaita.h>
#include <string.h>

#define WIDTH_PX  760
#define MARGIN_PX 18
#define INDENT_PX 18
#define GAP_PX    10

struct _WsHelpPage {
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkWidget *box;
  GHashTable *anchors; /* name: heading; (element-type utf8 GtkWidget) */
};

enum { LINK, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsHelpPage, ws_help_page, GTK_TYPE_WIDGET)

/* A link to the web is followed as all are; one within the manual is told to the window. */
static gboolean
activate_link_cb (GtkLabel *label, const char *uri, gpointer data)
{
  if (strstr (uri, "://") != NULL)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit (data, signals[LINK], 0, uri);
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_label (WsHelpPage *self, const char *markup, const char *css_class)
{
  GtkWidget *label = ws_paragraph_new (NULL, css_class);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  g_signal_connect_object (label, "activate-link", G_CALLBACK (activate_link_cb), self, 0);
  return label;
}

static GtkWidget *
make_heading (WsHelpPage *self, const WsMarkdownBlock *block)
{
  static const char *const classes[] = { "title-1", "title-2", "title-4" };
  guint level = CLAMP (block->level, 1, G_N_ELEMENTS (classes));
  GtkWidget *label = make_label (self, block->markup, classes[level - 1]);

  gtk_widget_set_margin_top (label, level > 1 ? GAP_PX : 0);
  g_hash_table_insert (self->anchors, g_strdup (block->target), label);
  return label;
}

static GtkWidget *
make_item (WsHelpPage *self, const WsMarkdownBlock *block)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *bullet = gtk_label_new ("•");
  GtkWidget *label = make_label (self, block->markup, NULL);

  gtk_widget_set_valign (bullet, GTK_ALIGN_START);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), bullet);
  gtk_box_append (GTK_BOX (row), label);
  gtk_widget_set_margin_start (row, (int)(block->level - 1) * INDENT_PX);
  return row;
}

static GtkWidget *
make_code (const WsMarkdownBlock *block)
{
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_label_set_markup (GTK_LABEL (label), block->markup);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_margin_start (label, GAP_PX);
  gtk_widget_set_margin_end (label, GAP_PX);
  gtk_widget_set_margin_top (label, 8);
  gtk_widget_set_margin_bottom (label, 8);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  gtk_widget_add_css_class (scroller, "card");
  return scroller;
}

static GtkWidget *
make_picture (const WsMarkdownBlock *block)
{
  g_autofree char *name = g_path_get_basename (block->target);
  g_autofree char *path = g_strconcat (WS_HELP_RESOURCES "screenshots/", name, NULL);
  GtkWidget *picture = gtk_picture_new_for_resource (path);

  gtk_picture_set_alternative_text (GTK_PICTURE (picture), block->markup);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  ws_tip_set (picture, block->markup);
  return picture;
}

static GtkWidget *
make_block (WsHelpPage *self, const WsMarkdownBlock *block)
{
  GtkWidget *label;

  switch (block->kind)
    {
    case WS_MARKDOWN_HEADING:
      return make_heading (self, block);
    case WS_MARKDOWN_ITEM:
      return make_item (self, block);
    case WS_MARKDOWN_CODE:
      return make_code (block);
    case WS_MARKDOWN_PICTURE:
      return make_picture (block);
    case WS_MARKDOWN_PARAGRAPH:
    default:
      label = make_label (self, block->markup, NULL);
      gtk_widget_set_margin_start (label, (int)block->level * INDENT_PX);
      return label;
    }
}

/**
 * ws_help_page_show_anchor:
 * @anchor: (nullable): of a heading, as in "exit-status"; %NULL is the top
 *
 * Scrolls to a heading.
 */
gboolean
ws_help_page_show_anchor (WsHelpPage *self, const char *anchor)
{
  GtkAdjustment *adjustment;
  GtkWidget *heading;
  graphene_rect_t bounds;

  g_return_val_if_fail (WS_IS_HELP_PAGE (self), FALSE);

  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  if (anchor == NULL)
    {
      gtk_adjustment_set_value (adjustment, 0);
      return TRUE;
    }
  heading = g_hash_table_lookup (self->anchors, anchor);
  if (heading == NULL || !gtk_widget_compute_bounds (heading, self->box, &bounds))
    return FALSE;
  gtk_adjustment_set_value (adjustment, bounds.origin.y);
  return TRUE;
}

static void
ws_help_page_dispose (GObject *object)
{
  WsHelpPage *self = WS_HELP_PAGE (object);

  g_clear_pointer (&self->anchors, g_hash_table_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (ws_help_page_parent_class)->dispose (object);
}

static void
ws_help_page_class_init (WsHelpPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_help_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  /**
   * WsHelpPage::link:
   * @self: a page
   * @target: where a link leads that was followed, as in "window.md#keys"
   */
  signals[LINK] = g_signal_new ("link", WS_TYPE_HELP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ws_help_page_init (WsHelpPage *self)
{
  GtkWidget *clamp = adw_clamp_new ();

  self->anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  gtk_widget_set_margin_start (self->box, MARGIN_PX);
  gtk_widget_set_margin_end (self->box, MARGIN_PX);
  gtk_widget_set_margin_top (self->box, MARGIN_PX);
  gtk_widget_set_margin_bottom (self->box, 2 * MARGIN_PX);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), WIDTH_PX);
  adw_clamp_set_child (ADW_CLAMP (clamp), self->box);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), clamp);
  /* of pictures the least height is none */
  gtk_scrollable_set_vscroll_policy (
      GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->scroller))),
      GTK_SCROLL_NATURAL);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/**
 * ws_help_page_new:
 * @text: Markdown
 *
 * Returns: (transfer floating): a page that shows it
 */
GtkWidget *
ws_help_page_new (const char *text)
{
  WsHelpPage *self = g_object_new (WS_TYPE_HELP_PAGE, NULL);
  g_autoptr (GPtrArray) blocks = ws_markdown_parse (text);

  for (guint i = 0; i < blocks->len; i++)
    gtk_box_append (GTK_BOX (self->box), make_block (self, g_ptr_array_index (blocks, i)));
  return GTK_WIDGET (self);
}
