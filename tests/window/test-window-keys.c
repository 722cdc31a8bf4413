/* The keys of the manual's table in each view that the pointer has clicked: they do what they do
 * everywhere, or the view that takes them for itself shows that it has the keyboard. */
#include "hands.h"
#include "window-helpers.h"

#define LEAST_RING_PX 100 /* pixels of a ring, at least */

static WsWindow *window;

typedef struct {
  const char *name;
  guint key;
  GdkModifierType modifiers;
  int direction; /* in which the playhead goes; 0: it plays, or its speed is another */
} Key;

static const Key keys[] = {
  { "Space", GDK_KEY_space, 0, 0 },
  { "Right", GDK_KEY_Right, 0, 1 },
  { "Left", GDK_KEY_Left, 0, -1 },
  { "Shift+Right", GDK_KEY_Right, GDK_SHIFT_MASK, 1 },
  { "Shift+Left", GDK_KEY_Left, GDK_SHIFT_MASK, -1 },
  { "Down", GDK_KEY_Down, 0, 1 },
  { "Up", GDK_KEY_Up, 0, -1 },
  { "Page Down", GDK_KEY_Page_Down, 0, 1 },
  { "Page Up", GDK_KEY_Page_Up, 0, -1 },
  { "Home", GDK_KEY_Home, 0, -1 },
  { "End", GDK_KEY_End, 0, 1 },
  { "+", GDK_KEY_plus, GDK_SHIFT_MASK, 0 },
  { "-", GDK_KEY_minus, 0, 0 },
};

#define ARROWS "Right Left Down Up "
#define MOVES  ARROWS "Home End "

/* Which of them a view takes for itself. */
static const struct {
  const char *pane;
  double u, v; /* where it is clicked */
  const char *own;
  gboolean only_whole; /* where it fills the place */
} views[] = {
  { "tree", 0.5, 0.97, "", FALSE },
  { "lanes", 0.5, 0.97, "", FALSE },
  { "memory", 0.5, 0.5, "", FALSE },
  { "stalls", 0.5, 0.5, "", TRUE },
  { "sms", 0.5, 0.5, ARROWS, FALSE },
  { "calculator", 0.5, 0.5, MOVES "Shift+Right Shift+Left ", FALSE },
  { "timing", 0.5, 0.5, MOVES, FALSE },
  { "code", 0.5, 0.5, MOVES "Shift+Right Shift+Left Page Down Page Up ", TRUE },
  { "scenarios", 0.5, 0.5, MOVES "Space Page Down Page Up ", TRUE },
};

static gboolean
has_run (gpointer data)
{
  return ws_playhead_get_scene (ws_window_get_playhead (window)) != NULL;
}

static gboolean
rests (gpointer data)
{
  return !ws_playhead_is_moving (ws_window_get_playhead (window));
}

static gboolean
has_chart (gpointer data)
{
  WsTimingPage *page = ws_panes_get_timing (ws_window_get_panes (window));

  return !ws_timing_page_is_busy (page) && ws_timing_page_get_sheet (page) != NULL;
}

/* ---- who has the keyboard is seen ---- */

/* (transfer full) (nullable): what it shows; %NULL while it is yet to be drawn anew */
static GskRenderNode *
record (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (snapshot);
}

/* (transfer full): its picture, four bytes a pixel */
static GBytes *
take_picture (GtkWidget *widget)
{
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  gsize stride;
  guchar *pixels;

  for (guint i = 0; i < 200 && (node = record (widget)) == NULL; i++)
    helper_iterate (20);
  g_assert_nonnull (node);
  texture = gsk_renderer_render_texture (
      gtk_native_get_renderer (gtk_widget_get_native (widget)), node,
      &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));
  stride = (gsize)gdk_texture_get_width (texture) * 4;
  pixels = g_malloc (stride * (gsize)gdk_texture_get_height (texture));
  gdk_texture_download (texture, pixels, stride);
  return g_bytes_new_take (pixels, stride * (gsize)gdk_texture_get_height (texture));
}

/* Whether it looks as it does not without the keyboard. */
static gboolean
shows_focus (GtkWidget *widget)
{
  g_autoptr (GBytes) with = NULL;
  g_autoptr (GBytes) without = NULL;
  const guint32 *a;
  const guint32 *b;
  gsize size;
  guint n = 0;

  helper_draw (widget);
  with = take_picture (widget);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  helper_draw (widget);
  without = take_picture (widget);
  gtk_widget_grab_focus (widget);
  helper_draw (widget);
  g_assert_cmpuint (g_bytes_get_size (with), ==, g_bytes_get_size (without));
  a = g_bytes_get_data (with, &size);
  b = g_bytes_get_data (without, NULL);
  for (gsize i = 0; i < size / 4; i++)
    n += a[i] != b[i];
  return n >= LEAST_RING_PX;
}

/* ---- what a key does ---- */

static double
get_place (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);

  return ws_playhead_get_clock (playhead) == WS_CLOCK_LAUNCH ? ws_playhead_get_time (playhead)
                                                             : ws_playhead_get_position (playhead);
}

/* Puts it in the middle, where it rests. */
static void
put_in_middle (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  const WsScene *scene = ws_playhead_get_scene (playhead);

  ws_playhead_set_playing (playhead, FALSE);
  if (ws_playhead_get_clock (playhead) == WS_CLOCK_LAUNCH)
    ws_playhead_set_time (playhead, (double)scene->timeline->end / 2);
  else
    ws_playhead_set_position (playhead, ws_scene_get_n_events (scene) / 2.);
  helper_iterate (30);
}

/* Whether it did what it does in the window. */
static gboolean
does_as_everywhere (const Key *key)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  WsRun *run = ws_playhead_get_run (playhead);
  double before;
  double speed;
  gboolean changed;

  put_in_middle ();
  before = get_place ();
  speed = ws_playhead_get_speed (playhead);
  hands_key (key->key, key->modifiers);
  helper_iterate (60);
  changed = ws_playhead_get_playing (playhead) || ws_playhead_get_speed (playhead) != speed;
  ws_playhead_set_playing (playhead, FALSE);
  helper_wait (rests, NULL);
  if (window_helper_is_busy (window))
    window_helper_settle (window);
  if (ws_playhead_get_run (playhead) != run)
    return FALSE;
  if (key->direction == 0)
    return changed;
  return (get_place () - before) * key->direction > 0;
}

static gboolean
takes (const char *own, const char *name)
{
  g_autofree char *all = g_strconcat (" ", own, NULL);
  g_autofree char *one = g_strconcat (" ", name, " ", NULL);
  const char *at = strstr (all, one);

  /* "Down" is also the end of "Page Down" */
  while (at != NULL && at >= all + 4 && strncmp (at - 4, "Page", 4) == 0)
    at = strstr (at + 1, one);
  return at != NULL;
}

static void
click (GtkWidget *widget, double u, double v)
{
  int x;
  int y;

  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) * u,
                             gtk_widget_get_height (widget) * v, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (200);
}

/* All keys in the view that is shown. */
static void
check_keys (const char *name, const char *own)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  if (*own != '\0')
    {
      g_assert_nonnull (focus);
      g_test_message ("%s: %s", name, G_OBJECT_TYPE_NAME (focus));
      g_assert_true (shows_focus (focus));
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gboolean same = does_as_everywhere (&keys[i]);

      g_test_message ("%s, %s: %s", name, keys[i].name, same ? "same" : "its own");
      g_assert_cmpint (same, ==, !takes (own, keys[i].name));
    }
}

static void
begin (gboolean workbench)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), "workbench");
  g_autoptr (GVariant) state = g_action_get_state (action);

  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  /* no glides: each key arrives at once */
  g_object_set (gtk_widget_get_settings (GTK_WIDGET (window)), "gtk-enable-animations", FALSE,
                NULL);
  hands_resize (GTK_NATIVE (window), 1600, 900);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  if (g_variant_get_boolean (state) != workbench)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.workbench", NULL);
  ws_timing_page_begin (ws_panes_get_timing (ws_window_get_panes (window)));
  g_assert_true (helper_wait (has_chart, NULL));
}

/* A view that is chosen has the keyboard, and so has one that is clicked. */
static void
test_views (gconstpointer workbench)
{
  WsPanes *panes = ws_window_get_panes (window);

  begin (GPOINTER_TO_INT (workbench));
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      int pane = ws_panes_find (views[i].pane);

      if (GPOINTER_TO_INT (workbench) || ws_panes_get_current (panes) != pane)
        gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", views[i].pane);
      helper_iterate (400);
      if (!GPOINTER_TO_INT (workbench) && !views[i].only_whole)
        g_assert_cmpint (ws_panes_get_filled (panes), ==, -1);
      /* the text waits for the pointer, or Tab */
      if (*views[i].own != '\0')
        g_assert_cmpint (gtk_window_get_focus (GTK_WINDOW (window)) == NULL, ==,
                         pane == WS_PANE_CODE);
      check_keys (views[i].pane, pane != WS_PANE_CODE ? views[i].own : "");
      if (pane < 0)
        pane = WS_PANE_SMS;
      click (GTK_WIDGET (ws_panes_get_pane (panes, pane)), views[i].u, views[i].v);
      check_keys (views[i].pane, views[i].own);
      if (pane == WS_PANE_SMS)
        ws_panes_show_sms (panes);
      if (ws_panes_get_filled (panes) >= 0)
        ws_panes_fill (panes, -1);
      window_helper_settle (window);
    }
}

static void
add_tests (void)
{
  g_test_add_data_func ("/window-keys/explore", GINT_TO_POINTER (FALSE), test_views);
  g_test_add_data_func ("/window-keys/workbench", GINT_TO_POINTER (TRUE), test_views);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  window_helper_explores = window_helper_has_style = TRUE;
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
