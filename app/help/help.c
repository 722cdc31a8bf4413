#include "help/help.h"

#include "dialog/words-dialog.h"
#include "help/page.h"
#include "manual.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX  1040
#define HEIGHT_PX 760
#define KEY       "ws-help" /* of the window that has one */

/* The pages, in the order of the list. */
static const struct {
  const char *file;
  const char *title;
} pages[] = {
  { "window.md", N_ ("The Window") },
  { "lessons.md", N_ ("Lessons") },
  { "own-kernel.md", N_ ("Your Own Kernel") },
  { "python.md", N_ ("Python and Notebooks") },
  { "command-line.md", N_ ("The Command Line") },
  { "real-gpu.md", N_ ("Virtual and Real GPUs") },
  { "formats.md", N_ ("File Formats") },
};

struct _WsHelp {
  AdwWindow parent_instance;
  GtkWidget *stack;
  char *anchor;  /* (nullable): where the page is to be scrolled to, once it has a size */
  guint tick_id; /* of that; 0 of none */
};

G_DEFINE_FINAL_TYPE (WsHelp, ws_help, ADW_TYPE_WINDOW)

static void
link_cb (WsHelpPage *page, const char *target, gpointer data)
{
  ws_help_go (data, target);
}

/* (transfer floating) */
static GtkWidget *
make_page (WsHelp *self, const char *file)
{
  g_autofree char *path = g_strconcat (WS_HELP_RESOURCES, file, NULL);
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (ws_manual_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *text = NULL;
  GtkWidget *page;

  g_assert (bytes != NULL);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  page = ws_help_page_new (text);
  g_signal_connect_object (page, "link", G_CALLBACK (link_cb), self, 0);
  return page;
}

/* A page is made when it is first shown. */
static GtkWidget *
get_page (WsHelp *self, const char *file)
{
  GtkWidget *place = gtk_stack_get_child_by_name (GTK_STACK (self->stack), file);

  if (adw_bin_get_child (ADW_BIN (place)) == NULL)
    adw_bin_set_child (ADW_BIN (place), make_page (self, file));
  return adw_bin_get_child (ADW_BIN (place));
}

static void
visible_cb (GtkStack *stack, GParamSpec *pspec, gpointer data)
{
  const char *file = gtk_stack_get_visible_child_name (stack);

  if (file != NULL)
    get_page (data, file);
}

static gboolean
scroll_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WsHelp *self = WS_HELP (widget);
  const char *file = gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
  GtkWidget *page = get_page (self, file);

  if (gtk_widget_get_height (page) == 0)
    return G_SOURCE_CONTINUE;
  self->tick_id = 0;
  ws_help_page_show_anchor (WS_HELP_PAGE (page), self->anchor);
  return G_SOURCE_REMOVE;
}

/**
 * ws_help_go:
 * @target: a page, with or without a heading of it, as in "window.md#keys", or a heading of the
 * page that is shown, as in "#keys"; folders before it do not count
 *
 * Shows a page of the manual.
 *
 * Returns: whether there is such a page
 */
gboolean
ws_help_go (WsHelp *self, const char *target)
{
  g_auto (GStrv) parts = g_strsplit (target, "#", 2);
  g_autofree char *file = NULL;

  g_return_val_if_fail (WS_IS_HELP (self), FALSE);

  if (parts[0] == NULL)
    return FALSE;
  file = parts[0][0] != '\0'
             ? g_path_get_basename (parts[0])
             : g_strdup (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)));
  if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), file) == NULL)
    return FALSE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), file);
  g_free (self->anchor);
  self->anchor = g_strdup (parts[1]);
  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);
  return TRUE;
}

static void
glossary_cb (GtkButton *button, gpointer data)
{
  gtk_window_present (GTK_WINDOW (ws_words_dialog_new (GTK_WINDOW (data))));
}

static GtkWidget *
make_header (WsHelp *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *glossary = gtk_button_new_with_mnemonic (_ ("_Glossary"));

  g_signal_connect_object (glossary, "clicked", G_CALLBACK (glossary_cb), self, 0);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), glossary);
  return header;
}

/* The list of pages lies beside the page, or over it in a narrow window. */
static GtkWidget *
make_flap (WsHelp *self)
{
  GtkWidget *flap = adw_flap_new ();
  GtkWidget *sidebar = gtk_stack_sidebar_new ();

  self->stack = gtk_stack_new ();
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    gtk_stack_add_titled (GTK_STACK (self->stack), adw_bin_new (), pages[i].file,
                          _ (pages[i].title));
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (visible_cb), self, 0);
  visible_cb (GTK_STACK (self->stack), NULL, self);
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (sidebar), GTK_STACK (self->stack));
  gtk_widget_set_size_request (sidebar, 200, -1);
  gtk_widget_set_hexpand (self->stack, TRUE);
  adw_flap_set_flap (ADW_FLAP (flap), sidebar);
  adw_flap_set_separator (ADW_FLAP (flap), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  adw_flap_set_content (ADW_FLAP (flap), self->stack);
  gtk_widget_set_vexpand (flap, TRUE);
  return flap;
}

static void
forget_cb (GtkWidget *help, gpointer parent)
{
  g_object_set_data (parent, KEY, NULL);
}

static void
ws_help_finalize (GObject *object)
{
  g_free (WS_HELP (object)->anchor);
  G_OBJECT_CLASS (ws_help_parent_class)->finalize (object);
}

static void
ws_help_class_init (WsHelpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_help_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
ws_help_init (WsHelp *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_window_set_title (GTK_WINDOW (self), _ ("Help"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), make_flap (self));
  adw_window_set_content (ADW_WINDOW (self), box);
}

/* Returns: number of pages of the manual */
guint
ws_help_get_n_pages (void)
{
  return G_N_ELEMENTS (pages);
}

/* Returns: (transfer none): its name, as in "window.md" */
const char *
ws_help_get_page_file (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (pages), NULL);

  return pages[index].file;
}

/**
 * ws_help_show:
 * @parent: the window that asks for it; its help goes with it
 *
 * Shows the manual; a window has one at most.
 */
void
ws_help_show (GtkWindow *parent)
{
  GtkWidget *help;

  g_return_if_fail (GTK_IS_WINDOW (parent));

  help = g_object_get_data (G_OBJECT (parent), KEY);
  if (help == NULL)
    {
      help = g_object_new (WS_TYPE_HELP, NULL);
      g_object_set_data (G_OBJECT (parent), KEY, help);
      g_signal_connect_object (help, "destroy", G_CALLBACK (forget_cb), parent, 0);
      g_signal_connect_object (parent, "destroy", G_CALLBACK (gtk_window_destroy), help,
                               G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (help));
}
