/* Tooltips are given without asking the display: GTK asks thrice for each that a visible widget is
 * given, and a window has a hundred. What is sent to the display is counted. */
#include "editor/code-search.h"
#include "inspector/story-list.h"
#include "toolkit/pane.h"
#include "toolkit/tip.h"

#include <gdk/x11/gdkx.h>

static gulong
count_requests (void)
{
  return XNextRequest (gdk_x11_display_get_xdisplay (gdk_display_get_default ()));
}

static void
count_notify (guint *n)
{
  (*n)++;
}

static void
test_set (void)
{
  g_autoptr (GtkWidget) label = g_object_ref_sink (gtk_label_new ("shared"));
  gulong before = count_requests ();
  guint n = 0;

  g_signal_connect_swapped (label, "notify::tooltip-text", G_CALLBACK (count_notify), &n);
  ws_tip_set (label, "read by all threads of a block");
  ws_tip_set (label, "read by all threads of a block");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, "read by all threads of a block");
  g_assert_true (gtk_widget_get_visible (label));
  g_assert_cmpuint (n, ==, 1);
  ws_tip_set (label, NULL);
  g_assert_null (gtk_widget_get_tooltip_text (label));
  g_assert_false (gtk_widget_get_has_tooltip (label));
  gtk_widget_set_visible (label, FALSE);
  ws_tip_set (label, "hidden");
  g_assert_false (gtk_widget_get_visible (label));
  g_assert_cmpuint (count_requests (), ==, before);
}

/* Returns: how many inside @widget have a tooltip and are visible */
static guint
count_tips (GtkWidget *widget)
{
  guint n = gtk_widget_get_tooltip_text (widget) != NULL && gtk_widget_get_visible (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_tips (child);
  return n;
}

/* Of those without a drop-down: the search that GTK has in it asks. */
static void
test_templates (void)
{
  const GType types[] = { WS_TYPE_CODE_SEARCH, WS_TYPE_PANE, WS_TYPE_STORY_LIST };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      /* the first of a type may ask for what all of it need */
      G_GNUC_UNUSED g_autoptr (GtkWidget) first = g_object_ref_sink (g_object_new (types[i], NULL));
      gulong before = count_requests ();
      g_autoptr (GtkWidget) widget = g_object_ref_sink (g_object_new (types[i], NULL));

      g_test_message ("%s has %u", g_type_name (types[i]), count_tips (widget));
      g_assert_cmpuint (count_tips (widget), >, 0);
      g_assert_cmpuint (count_requests (), ==, before);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check () || !GDK_IS_X11_DISPLAY (gdk_display_get_default ()))
    {
      g_print ("1..0 # skipped: there is no X display\n");
      return 77;
    }
  g_test_add_func ("/tip/set", test_set);
  g_test_add_func ("/tip/templates", test_templates);
  return g_test_run ();
}
