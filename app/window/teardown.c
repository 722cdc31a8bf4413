#include "window/teardown.h"

#include "window/panes.h"

#include "toolkit/split.h"

/* Whether a widget is destroyed in its own iteration of the main loop: containers are not, but
 * traversed. */
static gboolean
is_part (GtkWidget *widget)
{
  return g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Ws");
}

static gboolean
holds_parts (GtkWidget *widget)
{
  return !is_part (widget) || GTK_IS_WINDOW (widget) || WS_IS_PANES (widget) || WS_IS_PANE (widget)
         || WS_IS_SPLIT (widget);
}

static void
keep_parts (GQueue *parts, GtkWidget *widget)
{
  if (is_part (widget))
    g_queue_push_tail (parts, g_object_ref (widget));
  if (!holds_parts (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    keep_parts (parts, child);
}

static gboolean
drop_part_cb (gpointer data)
{
  g_object_unref (g_queue_pop_head (data));
  return !g_queue_is_empty (data);
}

static void
free_parts (gpointer data)
{
  g_queue_free_full (data, g_object_unref);
}

/**
 * ws_teardown_begin:
 * @window: a window that is about to be destroyed
 *
 * Destroys @window and its contents in parts, each in its own iteration of the main loop: together
 * they would block it for a tenth of a second. Owners of a part are destroyed before it.
 */
void
ws_teardown_begin (GtkWindow *window)
{
  GQueue *parts = g_queue_new ();

  keep_parts (parts, GTK_WIDGET (window));
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_part_cb, parts, free_parts);
}
