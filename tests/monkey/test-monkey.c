/* A monkey with a seed at the real program: pointer and keys at random, and what else may happen to
 * a window: other sizes, files dropped on it, workers that die. Nothing may crash, warn, or hold
 * the main loop. It works in a folder of its own and can write nowhere else.
 *
 *   MONKEY_COUNT    how many actions (3000, or a sixth of it; tests/monkey.sh does 100000)
 *   MONKEY_SEED     which (1); the same seed does the same
 *   MONKEY_FROM     the first of them (0): the numbers before are left out
 *   MONKEY_HOLDS    say each time that the main loop was held for over 100 ms, and where
 *   MONKEY_KNOWN    say each known warning of GTK's own, too: about which widget, and from where
 *   MONKEY_PICTURES a folder for a picture of every hundredth action
 */
#include "paths.h"
#include "part.h"
#include "window/application.h"
#include "cage.h"
#include "clock.h"
#include "dialog/export-dialog.h"
#include "hands.h"
#include "helpers.h"
#include "record/file.h"
#include "scratch.h"

#include <execinfo.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_COUNT   3000
#define LOG_FD          3
#define N_LAST          25    /* actions told of when one broke the program */
#define SETTLE_MS       4     /* after each action: the longest that is waited for the program */
#define MAX_HOLD_MS     5000. /* of processor time, with sanitizers and on any machine */
#define SCREEN_WIDTH    1920
#define SCREEN_HEIGHT   1080
#define LEAST_HEIGHT_PX 240

typedef struct {
  GApplication *application;
  GRand *rand;
  char *home;
  guint count;
  guint from;
  guint seed;
  guint action;
  guint n_shown; /* windows so far */
  GString *told; /* what the present action does */
  guint n_known; /* of known[] */
} Monkey;

/* ---- what there is to be hit ---- */

static WsWindow *
find_window (Monkey *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self->application)); l != NULL;
       l = l->next)
    if (WS_IS_WINDOW (l->data))
      return l->data;
  return NULL;
}

#define N_NAMED 5 /* widgets, of where the keyboard is */

#define SHOWN "monkey-shown" /* of a window: which in the order that they were shown */

/* The window that a user could reach: the one shown last. (nullable) */
static GtkWidget *
find_top (Monkey *self)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *top = NULL;
  guint latest = 0;

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);
      guint shown = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (toplevel), SHOWN));

      if (!gtk_widget_get_mapped (toplevel))
        shown = 0;
      else if (shown == 0)
        shown = ++self->n_shown;
      g_object_set_data (G_OBJECT (toplevel), SHOWN, GUINT_TO_POINTER (shown));
      if (shown > latest)
        {
          latest = shown;
          top = toplevel;
        }
    }
  return top;
}

/* Whether any of it can be seen in its window. */
static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget *native = GTK_WIDGET (gtk_widget_get_native (widget));
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, native, &bounds)
         && graphene_rect_intersection (&bounds,
                                        &GRAPHENE_RECT_INIT (0, 0,
                                                             (float)gtk_widget_get_width (native),
                                                             (float)gtk_widget_get_height (native)),
                                        NULL);
}

/* What takes a click or the keyboard. */
static gboolean
is_target (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = NULL;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget)
      || gtk_widget_get_width (widget) < 1 || gtk_widget_get_height (widget) < 1
      || !is_in_sight (widget))
    return FALSE;
  if (gtk_widget_get_focusable (widget))
    return TRUE;
  controllers = gtk_widget_observe_controllers (widget);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_SINGLE (controller))
        return TRUE;
    }
  return FALSE;
}

static void
collect (GtkWidget *widget, GPtrArray *targets)
{
  if (is_target (widget))
    g_ptr_array_add (targets, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, targets);
}

/* ---- telling ---- */

static void tell (Monkey *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
tell (Monkey *self, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_string_append_vprintf (self->told, format, values);
  va_end (values);
}

/* (transfer full): where the keyboard is, from the inside outwards */
static char *
name_focus (Monkey *self)
{
  GtkWidget *top = find_top (self);
  GtkWidget *widget = top != NULL ? gtk_window_get_focus (GTK_WINDOW (top)) : NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; widget != NULL && i < N_NAMED; widget = gtk_widget_get_parent (widget), i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " in " : "", G_OBJECT_TYPE_NAME (widget));
  return g_strdup (names->len > 0 ? names->str : "nothing");
}

/* Into the file that the parent reads when this process is no more. */
static void
write_told (Monkey *self)
{
  g_autofree char *focus = name_focus (self);
  g_autofree char *line =
      g_strdup_printf ("%u %s; the keyboard is at %s\n", self->action, self->told->str, focus);
  gssize written = write (LOG_FD, line, strlen (line));

  g_assert_cmpint (written, ==, (gssize)strlen (line));
  g_string_truncate (self->told, 0);
}

static void
tell_widget (Monkey *self, GtkWidget *widget)
{
  const char *text = NULL;

  if (GTK_IS_BUTTON (widget))
    text = gtk_button_get_label (GTK_BUTTON (widget));
  if (text == NULL)
    text = gtk_widget_get_tooltip_text (widget);
  tell (self, " %s “%.40s” of %s", G_OBJECT_TYPE_NAME (widget), text != NULL ? text : "",
        G_OBJECT_TYPE_NAME (gtk_widget_get_root (widget)));
}

/* ---- the pointer ---- */

static int
pick (Monkey *self, int least, int most)
{
  return most > least ? g_rand_int_range (self->rand, least, most + 1) : least;
}

/* A place on the screen: mostly in something that takes a click. */
static void
pick_place (Monkey *self, int *x, int *y)
{
  GtkWidget *top = find_top (self);
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  int kind = pick (self, 0, 9);

  if (top != NULL && kind < 8)
    collect (top, targets);
  if (targets->len > 0)
    {
      GtkWidget *widget = targets->pdata[pick (self, 0, (int)targets->len - 1)];

      tell_widget (self, widget);
      if (hands_find (widget, g_rand_double (self->rand) * gtk_widget_get_width (widget),
                      g_rand_double (self->rand) * gtk_widget_get_height (widget), x, y))
        return;
    }
  if (top == NULL || kind == 9
      || !hands_find (top, g_rand_double (self->rand) * gtk_widget_get_width (top),
                      g_rand_double (self->rand) * gtk_widget_get_height (top), x, y))
    {
      *x = pick (self, 0, SCREEN_WIDTH - 1);
      *y = pick (self, 0, SCREEN_HEIGHT - 1);
    }
}

static void
click_at (Monkey *self, int x, int y, guint button, guint n)
{
  tell (self, " at %d,%d", x, y);
  write_told (self);
  hands_move (x, y);
  for (guint i = 0; i < n; i++)
    {
      hands_button (button, TRUE);
      hands_button (button, FALSE);
    }
}

static void
do_click (Monkey *self)
{
  int x;
  int y;

  tell (self, "click");
  pick_place (self, &x, &y);
  click_at (self, x, y, 1, 1);
}

static void
do_other_click (Monkey *self)
{
  static const guint buttons[] = { 1, 2, 3, 3, 8 };
  guint button = buttons[pick (self, 0, G_N_ELEMENTS (buttons) - 1)];
  guint n = (guint)pick (self, button == 1 ? 2 : 1, 3);
  int x;
  int y;

  tell (self, "click %u of button %u", n, button);
  pick_place (self, &x, &y);
  click_at (self, x, y, button, n);
}

static void
do_move (Monkey *self)
{
  int x;
  int y;

  tell (self, "move");
  pick_place (self, &x, &y);
  tell (self, " to %d,%d", x, y);
  write_told (self);
  hands_move (x, y);
}

/* What a window manager is dragged by. There is none: GTK would move the window itself, count the
 * button's presses wrongly from then on, and warn. */
static gboolean
is_handle (Monkey *self, int x, int y)
{
  GtkWidget *top = find_top (self);
  GtkWidget *hit;
  int left;
  int up;

  if (top == NULL || !hands_find (top, 0, 0, &left, &up))
    return FALSE;
  hit = gtk_widget_pick (top, x - left, y - up, GTK_PICK_DEFAULT);
  return hit == NULL || hit == top || gtk_widget_get_ancestor (hit, GTK_TYPE_WINDOW_HANDLE) != NULL;
}

static void
do_drag (Monkey *self)
{
  int from_x;
  int from_y;
  int x;
  int y;
  guint n = (guint)pick (self, 1, 6);

  tell (self, "drag");
  pick_place (self, &from_x, &from_y);
  tell (self, " from %d,%d", from_x, from_y);
  if (is_handle (self, from_x, from_y))
    {
      tell (self, ": not by its handle");
      write_told (self);
      return;
    }
  if (pick (self, 0, 1) == 0)
    pick_place (self, &x, &y);
  else
    {
      x = CLAMP (from_x + pick (self, -200, 200), 0, SCREEN_WIDTH - 1);
      y = CLAMP (from_y + pick (self, -200, 200), 0, SCREEN_HEIGHT - 1);
    }
  tell (self, " to %d,%d in %u", x, y, n);
  write_told (self);
  hands_move (from_x, from_y);
  hands_button (1, TRUE);
  for (guint i = 1; i <= n; i++)
    {
      hands_move (from_x + (x - from_x) * (int)i / (int)n, from_y + (y - from_y) * (int)i / (int)n);
      helper_iterate (2);
    }
  hands_button (1, FALSE);
}

static void
do_wheel (Monkey *self)
{
  guint button = (guint)pick (self, 4, 7);
  guint n = (guint)pick (self, 1, 5);
  int x;
  int y;

  tell (self, "wheel %u by %u", button, n);
  pick_place (self, &x, &y);
  click_at (self, x, y, button, n);
}

/* ---- keys ---- */

typedef struct {
  guint keyval;
  GdkModifierType modifiers;
} Press;

static const Press presses[] = {
  { GDK_KEY_space, 0 },
  { GDK_KEY_Right, 0 },
  { GDK_KEY_Left, 0 },
  { GDK_KEY_Right, GDK_SHIFT_MASK },
  { GDK_KEY_Left, GDK_SHIFT_MASK },
  { GDK_KEY_Down, 0 },
  { GDK_KEY_Up, 0 },
  { GDK_KEY_Down, GDK_SHIFT_MASK },
  { GDK_KEY_Page_Down, 0 },
  { GDK_KEY_Page_Up, 0 },
  { GDK_KEY_Home, 0 },
  { GDK_KEY_End, 0 },
  { GDK_KEY_plus, 0 },
  { GDK_KEY_minus, 0 },
  { GDK_KEY_Escape, 0 },
  { GDK_KEY_Escape, 0 },
  { GDK_KEY_Return, 0 },
  { GDK_KEY_Return, 0 },
  { GDK_KEY_Tab, 0 },
  { GDK_KEY_Tab, 0 },
  { GDK_KEY_Tab, GDK_SHIFT_MASK },
  { GDK_KEY_1, 0 },
  { GDK_KEY_2, 0 },
  { GDK_KEY_3, 0 },
  { GDK_KEY_4, 0 },
  { GDK_KEY_5, 0 },
  { GDK_KEY_6, 0 },
  { GDK_KEY_F5, 0 },
  { GDK_KEY_F6, 0 },
  { GDK_KEY_F9, 0 },
  { GDK_KEY_F10, 0 },
  { GDK_KEY_F11, 0 },
  { GDK_KEY_Menu, 0 },
  { GDK_KEY_F10, GDK_SHIFT_MASK },
  { GDK_KEY_f, GDK_CONTROL_MASK },
  { GDK_KEY_Page_Down, GDK_CONTROL_MASK },
  { GDK_KEY_Page_Up, GDK_CONTROL_MASK },
  { GDK_KEY_Tab, GDK_CONTROL_MASK },
  { GDK_KEY_q, GDK_CONTROL_MASK },
  { GDK_KEY_w, GDK_CONTROL_MASK },
  { GDK_KEY_r, GDK_CONTROL_MASK },
  { GDK_KEY_o, GDK_CONTROL_MASK },
  { GDK_KEY_s, GDK_CONTROL_MASK },
  { GDK_KEY_e, GDK_CONTROL_MASK },
  { GDK_KEY_e, GDK_CONTROL_MASK | GDK_SHIFT_MASK },
  { GDK_KEY_c, GDK_CONTROL_MASK },
  { GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK },
  { GDK_KEY_v, GDK_CONTROL_MASK },
  { GDK_KEY_a, GDK_CONTROL_MASK },
  { GDK_KEY_z, GDK_CONTROL_MASK },
  { GDK_KEY_h, GDK_CONTROL_MASK },
  { GDK_KEY_l, GDK_CONTROL_MASK },
  { GDK_KEY_question, GDK_CONTROL_MASK },
  { GDK_KEY_plus, GDK_CONTROL_MASK },
  { GDK_KEY_minus, GDK_CONTROL_MASK },
  { GDK_KEY_0, GDK_CONTROL_MASK },
  { GDK_KEY_bracketleft, 0 },
  { GDK_KEY_bracketright, 0 },
  { GDK_KEY_c, 0 },
  { GDK_KEY_Delete, 0 },
  { GDK_KEY_BackSpace, 0 },
  { GDK_KEY_F2, 0 },
  { GDK_KEY_Left, GDK_ALT_MASK },
  { GDK_KEY_Up, GDK_ALT_MASK },
  { GDK_KEY_Down, GDK_ALT_MASK },
  { GDK_KEY_Home, GDK_ALT_MASK },
};

static void
focus_top (Monkey *self)
{
  GtkWidget *top = find_top (self);

  if (top != NULL)
    hands_focus (GTK_NATIVE (top));
}

static void
do_key (Monkey *self)
{
  const Press *press = &presses[pick (self, 0, G_N_ELEMENTS (presses) - 1)];
  guint n = (guint)pick (self, 0, 5) == 0 ? 5 : 1;

  tell (self, "key %s%s%s%s, %u times", press->modifiers & GDK_CONTROL_MASK ? "Ctrl+" : "",
        press->modifiers & GDK_SHIFT_MASK ? "Shift+" : "",
        press->modifiers & GDK_ALT_MASK ? "Alt+" : "", gdk_keyval_name (press->keyval), n);
  write_told (self);
  focus_top (self);
  for (guint i = 0; i < n; i++)
    hands_key (press->keyval, press->modifiers);
}

/* The choosers of files are GTK's own, and many steps away. */
static void
do_choose (Monkey *self)
{
  guint keyval = pick (self, 0, 1) == 0 ? GDK_KEY_o : GDK_KEY_s;

  tell (self, "key Ctrl+%c", keyval);
  write_told (self);
  focus_top (self);
  hands_key (keyval, GDK_CONTROL_MASK);
}

static void
do_type (Monkey *self)
{
  static const char *const texts[] = { "33",  "4096", "2^12", "-5",  "x", "1",           "64",
                                       "0.5", "1e9",  "r&d",  "<b>", "/", "000000000000" };
  const char *text = texts[pick (self, 0, G_N_ELEMENTS (texts) - 1)];

  tell (self, "type “%s”", text);
  write_told (self);
  focus_top (self);
  if (pick (self, 0, 1) == 0)
    hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  for (const char *c = text; *c != '\0'; c++)
    hands_key (gdk_unicode_to_keyval ((guint32)*c), 0);
}

/* ---- what happens to a window ---- */

static void
do_resize (Monkey *self)
{
  static const int sizes[][2] = {
    { 320, 240 }, { 640, 480 }, { 1280, 800 }, { 1920, 1080 }, { 360, 1000 }, { 1900, 300 },
  };
  guint which = (guint)pick (self, 0, G_N_ELEMENTS (sizes) * 2 - 1);
  GtkWidget *top = find_top (self);
  int width = which < G_N_ELEMENTS (sizes) ? sizes[which][0] : pick (self, 320, SCREEN_WIDTH);
  int height =
      which < G_N_ELEMENTS (sizes) ? sizes[which][1] : pick (self, LEAST_HEIGHT_PX, SCREEN_HEIGHT);

  tell (self, "resize %s to %d × %d", top != NULL ? G_OBJECT_TYPE_NAME (top) : "nothing", width,
        height);
  write_told (self);
  if (top != NULL)
    hands_resize (GTK_NATIVE (top), width, height);
}

static void
do_theme (Monkey *self)
{
  static const char *const themes[] = { "system", "light", "dark", "projector" };
  const char *theme = themes[pick (self, 0, G_N_ELEMENTS (themes) - 1)];
  WsWindow *window = find_window (self);

  tell (self, "theme %s", theme);
  write_told (self);
  if (window != NULL)
    g_action_group_change_action_state (G_ACTION_GROUP (window), "theme",
                                        g_variant_new_string (theme));
}

/* A run as it is dropped: whole, cut off, none at all, not there. */
static void
do_open (Monkey *self)
{
  static const char *const names[] = { "R&D <b>.wsrun", "h200-reduce1.wsrun", "half.wsrun",
                                       "words.wsrun",   "missing.wsrun",      "." };
  const char *name = names[pick (self, 0, G_N_ELEMENTS (names) - 1)];
  g_autofree char *path = g_build_filename (self->home, "runs", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WsWindow *window = find_window (self);

  tell (self, "open %s", name);
  write_told (self);
  if (window != NULL)
    ws_window_open_run (window, file);
}

/* The worker dies: it is a child of this process. */
static void
do_kill (Monkey *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", getpid ());
  g_autofree char *children = NULL;
  g_auto (GStrv) words = NULL;

  tell (self, "kill the worker");
  write_told (self);
  if (!g_file_get_contents (path, &children, NULL, NULL))
    return;
  words = g_strsplit (g_strstrip (children), " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *name_path = g_strdup_printf ("/proc/%s/comm", words[i]);
      g_autofree char *name = NULL;

      if (g_file_get_contents (name_path, &name, NULL, NULL)
          && g_str_has_prefix (name, "warpstage-worke"))
        kill ((pid_t)g_ascii_strtoll (words[i], NULL, 10), SIGKILL);
    }
}

/* Who closes all comes back. */
static void
do_escape (Monkey *self)
{
  tell (self, "key Escape, 3 times");
  write_told (self);
  focus_top (self);
  for (guint i = 0; i < 3; i++)
    {
      hands_key (GDK_KEY_Escape, 0);
      helper_iterate (2);
    }
}

/* ---- warnings ---- */

/* (nullable): the widget at an address that a message names, if it is on the screen */
static GtkWidget *
find_at (GtkWidget *widget, gpointer address)
{
  if (widget == address)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_at (child, address);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Which widget a warning is about, from the inside to its window. */
static void
print_path (const char *message)
{
  const char *digits = message != NULL ? strstr (message, "0x") : NULL;
  gpointer address = digits != NULL ? GSIZE_TO_POINTER (g_ascii_strtoull (digits, NULL, 16)) : NULL;
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *found = NULL;

  for (guint i = 0; address != NULL && i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (found == NULL)
        found = find_at (toplevel, address);
    }
  for (; found != NULL; found = gtk_widget_get_parent (found))
    g_printerr ("#     in %s, CSS %s %s, %d × %d\n", G_OBJECT_TYPE_NAME (found),
                gtk_widget_get_css_name (found), gtk_widget_get_name (found),
                gtk_widget_get_width (found), gtk_widget_get_height (found));
}

/* What GTK 4.8 says of its own: no line of ours is in it, and nothing of ours keeps it away. */
static const struct {
  const char *text;
  gboolean in_chooser; /* only while a chooser of files, which is GTK's, is there */
} known[] = {
  /* a press that GTK answers with a grab, at a window's edge or of what is dragged, whose button is
   * up before the grab is there: handle_pointing_event() takes back the active state as the grab
   * makes the pointer leave, and once more as it is broken (GDK_LEAVE_NOTIFY, GDK_GRAB_BROKEN). A
   * window with nothing but a header bar says so when its edge is pressed and released at once */
  { "Broken accounting of active state", FALSE },
  /* the header of the chooser's list of files is clicked before the list is there */
  { "gtk_tree_sortable_", TRUE },
  /* an entry that loses the keyboard while its cursor blinks */
  { "unexpected blinking selection", FALSE },
  /* one that is hidden with what it belongs to, while its cursor blinks */
  { "did not receive a focus-out event", FALSE },
  /* an inner paned, while a window gets smaller than what it shows */
  { "Expect overlapping widgets", FALSE },
  /* the bars of a scroller fade out by a timer, which goes off when the window is closed meanwhile;
   * nothing of ours asks for the time of a frame without a clock */
  { "gdk_frame_clock_get_frame_time: assertion 'GDK_IS_FRAME_CLOCK (frame_clock)' failed", FALSE },
  /* a menu of a chooser that the display has not placed yet */
  { "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed", TRUE },
  { "attempt to allocate Gtk", TRUE },
  /* what a widget asks for while one beside it is allocated is forgotten for a frame, as
   * gtk_widget_allocate() of both's parent ends with alloc_needed_on_child = FALSE; a scroller does
   * so, whose text is allocated after the bars that it moves. Rarely it is of the WsSide, too: why
   * is not known, as of ours only WsSplit asks in a layout, for the paned that it allocates next */
  { "without a current allocation", FALSE },
  /* what was dropped is still being read when the next drag comes: its GdkDrop is given up */
  { "gdk_drop_finalize: runtime check failed", FALSE },
  /* the chooser, where nothing has the focus any more */
  { "gtk_widget_is_ancestor: assertion 'GTK_IS_WIDGET (widget)' failed", TRUE },
  /* its list of folders has a file dragged over it when the chooser is hidden */
  { "gtk_drop_target_async_handle", TRUE },
  /* the search in its list */
  { "gtk_css_node_insert_after", TRUE },
  /* its name is drawn with the cursor of the name before */
  { "pango_layout_get_cursor_pos", TRUE },
};

static gboolean
has_chooser (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (GTK_IS_FILE_CHOOSER (toplevel))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_known (const char *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (message, known[i].text) != NULL)
      return !known[i].in_chooser || has_chooser ();
  return FALSE;
}

static GLogWriterOutput
log_cb (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  Monkey *self = data;
  const char *message = NULL;
  gpointer frames[40];
  gboolean known_one;

  for (gsize i = 0; i < n && message == NULL; i++)
    if (g_str_equal (fields[i].key, "MESSAGE"))
      message = fields[i].value;
  if ((level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL)) == 0 || message == NULL)
    return g_log_writer_default (level, fields, n, data);
  known_one = is_known (message);
  if (known_one)
    {
      self->n_known++;
      if (g_getenv ("MONKEY_KNOWN") == NULL)
        return G_LOG_WRITER_HANDLED;
    }
  g_printerr ("# action %u: %s\n", self->action, message);
  print_path (message);
  backtrace_symbols_fd (frames, backtrace (frames, G_N_ELEMENTS (frames)), STDERR_FILENO);
  if (known_one)
    return G_LOG_WRITER_HANDLED;
  g_log_writer_default (level, fields, n, data);
  abort ();
}

#ifndef __SANITIZE_ADDRESS__
/* AddressSanitizer says where by itself. */
static void
crashed_cb (int number)
{
  gpointer frames[60];

  backtrace_symbols_fd (frames, backtrace (frames, G_N_ELEMENTS (frames)), STDERR_FILENO);
  signal (number, SIG_DFL);
  raise (number);
}
#endif

/* ---- the monkey ---- */

typedef struct {
  void (*act) (Monkey *self);
  guint weight;
} Action;

static const Action actions[] = {
  { do_click, 30 }, { do_other_click, 6 }, { do_move, 4 },   { do_drag, 10 }, { do_wheel, 8 },
  { do_key, 24 },   { do_type, 4 },        { do_resize, 3 }, { do_theme, 1 }, { do_open, 2 },
  { do_kill, 1 },   { do_escape, 5 },      { do_choose, 2 },
};

static void
act (Monkey *self)
{
  guint32 seeds[] = { self->seed, self->action };
  guint sum = 0;
  guint drawn;

  g_rand_set_seed_array (self->rand, seeds, G_N_ELEMENTS (seeds));
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    sum += actions[i].weight;
  drawn = (guint)g_rand_int_range (self->rand, 0, (gint32)sum);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (drawn < actions[i].weight)
        {
          actions[i].act (self);
          return;
        }
      drawn -= actions[i].weight;
    }
}

static void
take_picture (Monkey *self)
{
  const char *where = g_getenv ("MONKEY_PICTURES");
  GtkWidget *top = find_top (self);
  g_autofree char *path = NULL;

  if (where == NULL || top == NULL || self->action % 100 != 0)
    return;
  path = g_strdup_printf ("%s/monkey-%u.png", where, self->action);
  helper_write_picture (top, path);
}

static gboolean
run_cb (gpointer data)
{
  Monkey *self = data;
  gint64 began = g_get_monotonic_time ();
  const Hold *hold;

  for (self->action = self->from; self->action < self->from + self->count; self->action++)
    {
      clock_name (self->action);
      if (find_window (self) == NULL)
        {
          /* it is closed in one turn of the main loop, and another opened in the next */
          g_main_context_iteration (NULL, FALSE);
          g_application_activate (self->application);
          helper_iterate (SETTLE_MS); /* nobody does more in that turn of the main loop */
        }
      hands_keep_in_sight (find_top (self));
      act (self);
      helper_iterate (SETTLE_MS);
      take_picture (self);
    }
  hands_release ();
  hold = clock_get_longest ();
  g_print ("# %u actions in %.0f s; the main loop was held longest in action %u: %.0f ms of "
           "processor time in %.0f ms; %u times over 100 ms; %u writes outside refused, %u "
           "warnings of GTK's own\n",
           self->count, (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC, hold->action,
           hold->cpu_ms, hold->wall_ms, clock_count_over (), cage_count_refused (), self->n_known);
  g_assert_cmpfloat (hold->cpu_ms, <, MAX_HOLD_MS);
  for (GList *l; (l = gtk_application_get_windows (GTK_APPLICATION (self->application))) != NULL;)
    gtk_window_destroy (l->data);
  g_application_release (self->application);
  return G_SOURCE_REMOVE;
}

static void
activated_cb (GApplication *application, Monkey *self)
{
  if (self->action != G_MAXUINT)
    return;
  self->action = 0;
  g_application_hold (application); /* the monkey closes windows */
  g_idle_add (run_cb, self);
}

static guint
get_number (const char *name, guint otherwise)
{
  const char *text = g_getenv (name);

  return text != NULL ? (guint)g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static guint
get_from (void)
{
  return get_number ("MONKEY_FROM", 0);
}

/* In the scratch folder. */
static int
be_monkey (const char *home, guint count)
{
  g_autoptr (WsApplication) application = NULL;
  const char *arguments[] = { "warpstage", "--size", "1000x700", "--n", "4096" };
  Monkey self = { .action = G_MAXUINT };
  int status;

  if (!gtk_init_check () || !hands_init ())
    return 77;
#ifndef __SANITIZE_ADDRESS__
  signal (SIGSEGV, crashed_cb);
  signal (SIGBUS, crashed_cb);
#endif
  /* the writer ends the program at a warning, and G_DEBUG would at a known one, too */
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  g_log_set_writer_func (log_cb, &self, NULL);
  cage_close (home);
  clock_init ();
  self.home = g_strdup (home);
  self.count = count;
  self.seed = get_number ("MONKEY_SEED", 1);
  self.from = get_from ();
  self.rand = g_rand_new ();
  self.told = g_string_new (NULL);
  application = ws_application_new ();
  self.application = G_APPLICATION (application);
  g_signal_connect_after (application, "activate", G_CALLBACK (activated_cb), &self);
  status =
      g_application_run (G_APPLICATION (application), G_N_ELEMENTS (arguments), (char **)arguments);
  g_rand_free (self.rand);
  g_string_free (self.told, TRUE);
  g_free (self.home);
  return status;
}

/* ---- who watches it ---- */

static void
copy_run (const char *folder, const char *name, gsize most)
{
  g_autofree char *from = g_build_filename (WS_SOURCE_DIR, "tests/data/h200-reduce1.wsrun", NULL);
  g_autofree char *to = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (from, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (to, bytes, (gssize)MIN (n, most), NULL));
}

/* A home with something in it, as choosers show it. */
static char *
make_home (void)
{
  static const struct {
    const char *variable;
    const char *folder;
  } folders[] = {
    { "HOME", "." },
    { "XDG_CONFIG_HOME", "config" },
    { "XDG_DATA_HOME", "data" },
    { "XDG_CACHE_HOME", "cache" },
    { "XDG_STATE_HOME", "state" },
    { "TMPDIR", "tmp" },
    { NULL, "runs/deep/deeper" },
    { NULL, "Pictures" },
    { NULL, ".hidden" },
    { NULL, "Documents" },
  };
  char *home = g_dir_make_tmp ("warpstage-monkey-XXXXXX", NULL);
  g_autofree char *runs = g_build_filename (home, "runs", NULL);
  g_autofree char *words = g_build_filename (runs, "words.wsrun", NULL);

  g_assert_nonnull (home);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (home, folders[i].folder, NULL);

      g_mkdir_with_parents (path, 0700);
      if (folders[i].variable != NULL)
        g_setenv (folders[i].variable, path, TRUE);
    }
  copy_run (runs, "R&D <b>.wsrun", G_MAXSIZE);
  copy_run (runs, "h200-reduce1.wsrun", G_MAXSIZE);
  copy_run (runs, "half.wsrun", 20000);
  copy_run (home, "of-mine.wsrun", G_MAXSIZE);
  g_assert_true (g_file_set_contents (words, "No run at all.\n", -1, NULL));
  return home;
}

static void
print_last (const char *log)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n;

  if (!g_file_get_contents (log, &text, NULL, NULL))
    return;
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  n = g_strv_length (lines);
  g_print ("# The last of these actions broke it:\n");
  for (guint i = n > N_LAST ? n - N_LAST : 0; i < n; i++)
    g_print ("#   %s\n", lines[i]);
}

/* The log has a line for each action. */
static void
assert_last (const char *log, guint action)
{
  g_autofree char *text = NULL;
  const char *line;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (log, &text, NULL, &error);
  g_assert_no_error (error);
  line = strrchr (g_strchomp (text), '\n');
  g_assert_cmpuint (g_ascii_strtoull (line != NULL ? line + 1 : text, NULL, 10), ==, action);
}

static void
set_up_cb (gpointer data)
{
  dup2 (*(int *)data, LOG_FD);
}

static gboolean skipped;

static void
test_monkey (void)
{
  g_autofree char *home = make_home ();
  g_autofree char *log = g_build_filename (home, "actions", NULL);
  /* it is counted here: how thorough the test is is told to this process only */
  guint count = get_number ("MONKEY_COUNT", part_of (DEFAULT_COUNT, 6));
  g_autofree char *count_text = g_strdup_printf ("%u", count);
  char *argv[] = { (char *)"/proc/self/exe", (char *)"--monkey", home, count_text, NULL };
  int fd = g_open (log, O_CREAT | O_WRONLY, 0600);
  g_autoptr (GError) error = NULL;
  struct rusage usage;
  int status;
  gboolean ended_well;

  g_assert_cmpint (fd, >=, 0);
  g_spawn_sync (home, argv, NULL, G_SPAWN_CHILD_INHERITS_STDIN | G_SPAWN_LEAVE_DESCRIPTORS_OPEN,
                set_up_cb, &fd, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  close (fd);
  getrusage (RUSAGE_CHILDREN, &usage);
  g_print ("# %.1f s of processor time, %.0f MB at most\n",
           (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
               + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6,
           (double)usage.ru_maxrss / 1024);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 77)
    {
      g_test_skip ("there is no X display with XTEST");
      skipped = TRUE;
      scratch_remove (home);
      return;
    }
  ended_well = g_spawn_check_wait_status (status, &error);
  if (!ended_well)
    print_last (log);
  else if (count > 0)
    assert_last (log, get_from () + count - 1);
  if (g_getenv ("MONKEY_KEEP") == NULL)
    scratch_remove (home);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  int status;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  gtk_disable_setlocale ();
  if (argc == 4 && g_str_equal (argv[1], "--monkey"))
    return be_monkey (argv[2], (guint)g_ascii_strtoull (argv[3], NULL, 10));
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monkey", test_monkey);
  status = g_test_run ();
  return skipped ? 77 : status;
}
