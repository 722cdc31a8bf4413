/* The manual in its window: every page can be shown, its pictures are there, its links lead to
 * pages and headings that there are. */
#include "help/help.h"
#include "help/markdown.h"
#include "help/page.h"
#include "helpers.h"
#include "paths.h"

#include <string.h>

static GtkWidget *parent;
static WsHelp *help;

/* (transfer none) (nullable): the help window of @parent */
static WsHelp *
find_help (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  WsHelp *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (toplevels, i);

      if (WS_IS_HELP (item))
        {
          g_assert_null (found); /* one at most */
          found = WS_HELP (item);
        }
    }
  return found;
}

static gboolean
is_at_rest (gpointer page)
{
  return gtk_widget_get_height (page) > 0;
}

/* (transfer none): the page that is shown, laid out */
static GtkWidget *
get_page (void)
{
  GtkWidget *stack = helper_find (GTK_WIDGET (help), GTK_TYPE_STACK, 0);
  GtkWidget *page = adw_bin_get_child (ADW_BIN (gtk_stack_get_visible_child (GTK_STACK (stack))));

  g_assert_true (WS_IS_HELP_PAGE (page));
  g_assert_true (helper_wait (is_at_rest, page));
  return page;
}

static gboolean
is_scrolled (gpointer adjustment)
{
  return gtk_adjustment_get_value (adjustment) > 0;
}

/* Each page; its pictures are there, and large enough to be seen. */
static void
test_pages (void)
{
  for (guint i = 0; i < ws_help_get_n_pages (); i++)
    {
      GtkWidget *picture;
      GtkWidget *page;

      g_assert_true (ws_help_go (help, ws_help_get_page_file (i)));
      page = get_page ();
      for (guint p = 0; (picture = helper_find (page, GTK_TYPE_PICTURE, p)) != NULL; p++)
        {
          GdkPaintable *paintable = gtk_picture_get_paintable (GTK_PICTURE (picture));

          g_assert_nonnull (paintable);
          g_assert_cmpint (gdk_paintable_get_intrinsic_width (paintable), >, 100);
          g_assert_cmpint (gtk_widget_get_width (picture), >, 400);
          g_assert_cmpint (gtk_widget_get_height (picture), >, 200);
        }
    }
}

/* The files of docs/manual are all pages. */
static void
test_all_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (WS_SOURCE_DIR "/docs/manual", 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_assert_true (ws_help_go (help, name));
}

/* Every link of every page leads somewhere. */
static void
test_links (void)
{
  guint n = 0;

  for (guint i = 0; i < ws_help_get_n_pages (); i++)
    {
      const char *file = ws_help_get_page_file (i);
      g_autofree char *path = g_build_filename (
          WS_SOURCE_DIR "/docs", g_str_equal (file, "formats.md") ? "" : "manual", file, NULL);
      g_autofree char *text = NULL;
      g_autoptr (GPtrArray) blocks = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      blocks = ws_markdown_parse (text);
      for (guint b = 0; b < blocks->len; b++)
        {
          const WsMarkdownBlock *block = g_ptr_array_index (blocks, b);
          const char *at = block->markup;

          while ((at = strstr (at, "<a href=\"")) != NULL)
            {
              g_autofree char *target = NULL;
              const char *anchor;

              at += strlen ("<a href=\"");
              target = g_strndup (at, strcspn (at, "\""));
              g_assert_true (ws_help_go (help, target));
              anchor = strchr (target, '#');
              g_assert_true (ws_help_page_show_anchor (WS_HELP_PAGE (get_page ()),
                                                       anchor != NULL ? anchor + 1 : NULL));
              n++;
            }
        }
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_false (ws_help_go (help, "nothing.md"));
  g_assert_false (ws_help_page_show_anchor (WS_HELP_PAGE (get_page ()), "nothing"));
}

/* A link that is followed shows its page, scrolled to its heading. */
static void
test_follow (void)
{
  GtkWidget *scroller;

  g_assert_true (ws_help_go (help, "lessons.md"));
  g_signal_emit_by_name (get_page (), "link", "window.md#keys");
  scroller = helper_find (get_page (), GTK_TYPE_SCROLLED_WINDOW, 0);
  g_assert_true (helper_wait (
      is_scrolled, gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller))));
}

/* Asked for again, it is the same window; Escape closes it, and then there is none. */
static void
test_window (void)
{
  ws_help_show (GTK_WINDOW (parent));
  g_assert_true (find_help () == help);
  g_assert_true (helper_press (GTK_WIDGET (help), GDK_KEY_Escape, 0));
  helper_iterate (100);
  g_assert_null (find_help ());
  ws_help_show (GTK_WINDOW (parent));
  help = find_help ();
  g_assert_nonnull (help);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  parent = helper_open (gtk_label_new ("parent"), 400, 300);
  ws_help_show (GTK_WINDOW (parent));
  help = find_help ();
  g_assert_nonnull (help);
  g_test_add_func ("/help/pages", test_pages);
  g_test_add_func ("/help/all-files", test_all_files);
  g_test_add_func ("/help/links", test_links);
  g_test_add_func ("/help/follow", test_follow);
  g_test_add_func ("/help/window", test_window);
  status = g_test_run ();
  helper_close (parent);
  helper_iterate (100);
  if (find_help () != NULL)
    g_error ("The help outlives its window.");
  return status;
}
