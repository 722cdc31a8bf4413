#include "helpers.h"

#include <glib/gstdio.h>
#include <link.h>
#include <string.h>

#define WAIT_STEPS 6000 /* of 10 ms: what a slow machine may take */

static gboolean
quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

/**
 * helper_iterate:
 * @ms: how long
 *
 * Lets the main loop run for a while.
 */
void
helper_iterate (guint ms)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add (ms, quit_cb, loop);
  g_main_loop_run (loop);
}

/**
 * helper_wait:
 * @condition: what is waited for
 * @data: for it
 *
 * Lets the main loop run until something is so, a minute at most.
 *
 * Returns: whether it is
 */
gboolean
helper_wait (HelperCondition condition, gpointer data)
{
  for (guint i = 0; i < WAIT_STEPS && !condition (data); i++)
    helper_iterate (10);
  return condition (data);
}

/* The variables of GLib as they were, seen by LeakSanitizer. */
static GPtrArray *kept;

/* A copy of what a library may write. */
static int
keep_cb (struct dl_phdr_info *library, size_t size, void *name)
{
  if (strstr (library->dlpi_name, name) == NULL)
    return 0;
  for (guint i = 0; i < library->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *part = &library->dlpi_phdr[i];

      if (part->p_type == PT_LOAD && (part->p_flags & PF_W) != 0)
        g_ptr_array_add (
            kept, g_memdup2 ((gconstpointer)(library->dlpi_addr + part->p_vaddr), part->p_memsz));
    }
  return 1;
}

/* GLib's table of quarks is made as the library is loaded. When it grows, and GTK has thousands,
 * the old one is left to readers without a lock, and nothing points to it any more. LeakSanitizer
 * is to find it in this copy: to suppress it by name takes the whole stack of every allocation, and
 * with it sixteen times the time. */
static void
keep_quarks (void)
{
  static char library[] = "libglib-2.0";

  kept = g_ptr_array_new_with_free_func (g_free);
  dl_iterate_phdr (keep_cb, library);
}

/**
 * helper_init_gtk:
 *
 * To be called after g_test_init(). Roles and names can be asked for then, whatever the desktop
 * says.
 *
 * Returns: %FALSE where there is no display; the test returns 77 then
 */
gboolean
helper_init_gtk (void)
{
  keep_quarks ();
  g_setenv ("GTK_A11Y", "test", TRUE);
  if (gtk_init_check ())
    return TRUE;
  g_print ("1..0 # skipped: there is no display\n");
  return FALSE;
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_height (widget) > 0;
}

/**
 * helper_open:
 * @child: (transfer floating): a widget
 * @width: of the window
 * @height: of the window
 *
 * Returns: (transfer none): a window that shows @child, laid out; for helper_close()
 */
GtkWidget *
helper_open (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (helper_wait (has_size, child));
  helper_iterate (40);
  return window;
}

/**
 * helper_close:
 * @window: one that was opened
 */
void
helper_close (GtkWidget *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  helper_iterate (20);
}

/**
 * helper_write_picture:
 * @widget: a widget on the screen
 * @path: (nullable): a PNG file; with %NULL it is drawn only
 *
 * Draws what the widget shows now.
 */
void
helper_write_picture (GtkWidget *widget, const char *path)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  helper_iterate (200);
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)),
                                         node, NULL);
  g_assert_cmpint (gdk_texture_get_width (texture), >, 0);
  if (path != NULL)
    g_assert_true (gdk_texture_save_to_png (texture, path));
}

/**
 * helper_find_controller:
 * @widget: a widget
 * @type: of the controller
 *
 * Returns: (transfer none): the widget's own controller of that type, the last; it has one
 */
GtkEventController *
helper_find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        found = controller;
    }
  g_assert_nonnull (found);
  return found;
}

static gboolean
press_bound (GtkWidget *widget, GListModel *shortcuts, guint key, GdkModifierType state)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

      if (GTK_IS_KEYVAL_TRIGGER (trigger)
          && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key
          && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == state)
        return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                             gtk_shortcut_get_arguments (shortcut));
    }
  return FALSE;
}

/**
 * helper_press:
 * @widget: what has the focus
 * @key: as in GDK_KEY_Left
 * @state: modifiers
 *
 * Presses a key as the widget's own controllers see it: those for keys, and what its class binds.
 *
 * Returns: whether one of them took it
 */
gboolean
helper_press (GtkWidget *widget, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &handled);
      else if (GTK_IS_SHORTCUT_CONTROLLER (controller))
        handled = press_bound (widget, G_LIST_MODEL (controller), key, state);
    }
  return handled;
}

/**
 * helper_click:
 * @widget: a widget with a gesture for clicks
 * @x: where, in its pixels
 * @y: where
 */
void
helper_click (GtkWidget *widget, double x, double y)
{
  GtkEventController *controller = helper_find_controller (widget, GTK_TYPE_GESTURE_CLICK);

  g_signal_emit_by_name (controller, "pressed", 1, x, y);
  g_signal_emit_by_name (controller, "released", 1, x, y);
}

static GtkWidget *
find_nth (GtkWidget *widget, GType type, guint *nth)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && (*nth)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_nth (child, type, nth);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/**
 * helper_find:
 * @root: where to look
 * @type: of the widget
 * @nth: counted from 0, in the order of the tree
 *
 * Returns: (transfer none) (nullable): the widget
 */
GtkWidget *
helper_find (GtkWidget *root, GType type, guint nth)
{
  return find_nth (root, type, &nth);
}

/**
 * helper_find_label:
 * @root: where to look
 * @text: part of a label's text
 *
 * Returns: (transfer none) (nullable): the first such label
 */
GtkWidget *
helper_find_label (GtkWidget *root, const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = helper_find (root, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (strstr (gtk_label_get_text (GTK_LABEL (label)), text) != NULL)
      return label;
  return NULL;
}

/**
 * helper_count_labels:
 * @root: where to look
 * @text: part of a label's text
 *
 * Returns: how many labels have it
 */
guint
helper_count_labels (GtkWidget *root, const char *text)
{
  guint n = GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += helper_count_labels (child, text);
  return n;
}

static void
gone_cb (gpointer data, GObject *where)
{
  *(gboolean *)data = TRUE;
}

/**
 * helper_check_lifetime:
 * @type: a type of objects
 *
 * One of them is made and finalised.
 */
void
helper_check_lifetime (GType type)
{
  gboolean gone = FALSE;
  GObject *object = g_object_new (type, NULL);

  if (g_object_is_floating (object))
    g_object_ref_sink (object);
  g_object_weak_ref (object, gone_cb, &gone);
  g_object_unref (object);
  g_assert_true (gone);
}

/* With all that is in it. */
void
helper_remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      if (g_file_test (inside, G_FILE_TEST_IS_DIR) && !g_file_test (inside, G_FILE_TEST_IS_SYMLINK))
        helper_remove_folder (inside);
      else
        g_unlink (inside);
    }
  g_rmdir (path);
}
