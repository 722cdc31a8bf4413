/* A kernel presented by hand, with the keys and the pointer of the display: its story slide by
 * slide, curtains, spotlight, pen, a frozen slide, the lecturer's view. */
#include "playback/caption.h"
#include "hands.h"
#include "window-helpers.h"
#include "words/words.h"

#include <math.h>

static WsWindow *window;

static gboolean
rests (gpointer data)
{
  return !ws_playhead_is_moving (ws_window_get_playhead (window));
}

static gboolean
has_run (gpointer data)
{
  return ws_playhead_get_scene (ws_window_get_playhead (window)) != NULL;
}

static WsSlideView *
get_view (void)
{
  return ws_presenter_get_view (window_helper_get_child (window, "presenter"));
}

static const WsSlide *
get_slide (void)
{
  return ws_slide_view_get_slide (get_view ());
}

static const WsPicture *
get_picture (guint part)
{
  return ((const WsSlidePart *)g_ptr_array_index (get_slide ()->parts, part))->picture;
}

static void
press_with (guint keyval, GdkModifierType modifiers)
{
  hands_key (keyval, modifiers);
  helper_iterate (120);
  g_assert_true (helper_wait (rests, NULL));
}

static void
press (guint keyval)
{
  press_with (keyval, 0);
}

static gboolean
presents (gpointer data)
{
  return ws_presentation_get_presenting (ws_window_get_presentation (window))
         && gtk_widget_get_mapped (window_helper_get_child (window, "presenter"));
}

static gboolean
does_not_present (gpointer data)
{
  return !ws_presentation_get_presenting (ws_window_get_presentation (window))
         && gtk_widget_get_mapped (GTK_WIDGET (ws_window_get_panes (window)));
}

/* The slide's words, picture and number are those of the stage, at its telling instant. */
static void
check_stage (guint stage)
{
  const WsScene *scene = ws_playhead_get_scene (ws_window_get_playhead (window));
  g_autofree char *caption =
      ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block, stage);
  g_autofree char *words = ws_words_make_markup (caption);

  g_assert_cmpuint (get_slide ()->step, ==, stage + 2);
  g_assert_cmpuint (get_slide ()->n_steps, ==, scene->stages->n_stages + 2);
  g_assert_cmpstr (get_slide ()->words, ==, words);
  g_assert_cmpfloat (get_picture (0)->moment.position, ==, ws_scene_stage_moment (scene, stage));
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), ==,
                     ws_scene_stage_moment (scene, stage));
}

static void
test_story (void)
{
  guint n;

  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_Home);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.present", NULL); /* the application's F5 */
  g_assert_true (helper_wait (presents, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "header_bar")));
  g_assert_cmpstr (get_slide ()->title, ==, "Kernel 1: interleaved addressing");
  g_assert_cmpuint (get_slide ()->step, ==, 1);
  g_assert_nonnull (
      strstr (get_slide ()->words, ws_kernel_choice_get (ws_window_get_choice (window))->idea));
  g_assert_true (get_slide ()->shows_warps);
  n = ws_playhead_get_scene (ws_window_get_playhead (window))->stages->n_stages;
  for (guint stage = 0; stage < n; stage++)
    {
      press (stage % 2 == 0 ? GDK_KEY_Page_Down : GDK_KEY_Down);
      check_stage (stage);
    }
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (get_slide ()->step, ==, n + 2);
  g_assert_nonnull (strstr (get_slide ()->words, "Branch efficiency"));
  /* there is no further */
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (get_slide ()->step, ==, n + 2);
  for (guint stage = n; stage-- > 0;)
    {
      press (stage % 2 == 0 ? GDK_KEY_Page_Up : GDK_KEY_Up);
      check_stage (stage);
    }
  press (GDK_KEY_Page_Up);
  g_assert_cmpuint (get_slide ()->step, ==, 1);
  press (GDK_KEY_End);
  g_assert_cmpuint (get_slide ()->step, ==, n + 2);
  press (GDK_KEY_Home);
  g_assert_cmpuint (get_slide ()->step, ==, 1);
}

/* Whether a tooltip is seen. */
static gboolean
has_tooltip (gpointer data)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (window));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (G_OBJECT_TYPE_NAME (child), "GtkTooltipWindow")
        && gtk_widget_get_mapped (child))
      return TRUE;
  return FALSE;
}

/* A place of the slide of which there is something to say, on the screen; @nth: which. */
static void
find_place (guint nth, int *x, int *y)
{
  GtkWidget *view = GTK_WIDGET (get_view ());
  double width = gtk_widget_get_width (view);
  double height = gtk_widget_get_height (view);

  for (double v = 0.2; v < 0.8; v += 0.01)
    for (double u = 0.1; u < 0.9; u += 0.01)
      {
        /* the pointer is on whole pixels */
        double place_x = floor (u * width);
        double place_y = floor (v * height);
        g_autofree char *text = WS_DRAWING_GET_CLASS (view)->tooltip (
            WS_DRAWING (view), ws_theme_get (ws_drawing_get_theme (WS_DRAWING (view))), place_x,
            place_y, width, height);

        if (text == NULL || strchr (text, '=') == NULL || nth-- > 0)
          continue;
        g_assert_true (hands_find (view, place_x, place_y, x, y));
        return;
      }
  g_assert_not_reached ();
}

/* A tooltip is asked for by moving the pointer: a slide that comes under one that rests has none,
 * and takes away what was said of the one before. */
static void
test_tooltips (void)
{
  int x;
  int y;

  press (GDK_KEY_Home);
  press (GDK_KEY_Page_Down);
  press (GDK_KEY_Page_Down);
  find_place (40, &x, &y);
  hands_move (x - 40, y);
  helper_iterate (100);
  /* step by step: GTK asks for no tooltip where the pointer has just left the place of another */
  hands_move (x - 2, y);
  helper_iterate (100);
  hands_move (x, y);
  g_assert_true (helper_wait (has_tooltip, NULL));
  press (GDK_KEY_Page_Down);
  helper_iterate (1500);
  g_assert_false (has_tooltip (NULL));
  hands_move (x + 2, y); /* a table that is bumped into */
  helper_iterate (1500);
  g_assert_false (has_tooltip (NULL));
  hands_move (x + 40, y);
  helper_iterate (100);
  hands_move (x, y);
  g_assert_true (helper_wait (has_tooltip, NULL));
  hands_move (1, 1);
  press (GDK_KEY_Home);
}

static void
test_plays (void)
{
  ws_playhead_set_speed (ws_window_get_playhead (window), 64);
  press (GDK_KEY_space);
  check_stage (ws_playhead_get_scene (ws_window_get_playhead (window))->stages->n_stages - 1);
  ws_playhead_set_speed (ws_window_get_playhead (window), 1);
}

static void
test_views (void)
{
  press (GDK_KEY_2);
  g_assert_cmpuint (get_slide ()->parts->len, ==, 1);
  g_assert_cmpint (get_picture (0)->view, ==, WS_VIEW_LANES);
  g_assert_false (get_slide ()->shows_warps);
  press_with (GDK_KEY_5, GDK_CONTROL_MASK);
  g_assert_cmpuint (get_slide ()->parts->len, ==, 2);
  g_assert_cmpint (get_picture (1)->view, ==, WS_VIEW_CODE);
  press (GDK_KEY_3);
  g_assert_cmpint (get_picture (0)->view, ==, WS_VIEW_SMS);
  /* charts are no slides of a kernel: the pane fills the screen, with the transport */
  press (GDK_KEY_4);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "presenter")));
  press (GDK_KEY_1);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "presenter")));
  g_assert_cmpint (get_picture (0)->view, ==, WS_VIEW_TREE);
}

static void
test_curtain (void)
{
  guint step = get_slide ()->step;

  press (GDK_KEY_b);
  g_assert_cmpint (ws_slide_view_get_curtain (get_view ()), ==, WS_CURTAIN_BLACK);
  press (GDK_KEY_w);
  g_assert_cmpint (ws_slide_view_get_curtain (get_view ()), ==, WS_CURTAIN_WHITE);
  /* what steps opens the curtain first, and steps only then */
  press (GDK_KEY_Page_Up);
  g_assert_cmpint (ws_slide_view_get_curtain (get_view ()), ==, WS_CURTAIN_NONE);
  g_assert_cmpuint (get_slide ()->step, ==, step);
  press (GDK_KEY_b);
  press (GDK_KEY_b);
  g_assert_cmpint (ws_slide_view_get_curtain (get_view ()), ==, WS_CURTAIN_NONE);
  press (GDK_KEY_p);
  g_assert_true (ws_slide_view_get_spotlight (get_view ()));
  press (GDK_KEY_p);
  g_assert_false (ws_slide_view_get_spotlight (get_view ()));
}

static guint
count_lines (void)
{
  return ws_ink_get_n_lines (ws_slide_view_get_ink (get_view ()));
}

/* Lines are drawn with the pen alone, and go with the step. */
static void
test_pen (void)
{
  int x;
  int y;

  g_assert_true (hands_find (GTK_WIDGET (get_view ()), 300, 300, &x, &y));
  for (guint i = 0; i < 2; i++)
    {
      if (i == 1)
        press (GDK_KEY_i);
      g_assert_cmpint (ws_slide_view_get_draws (get_view ()), ==, i == 1);
      hands_move (x, y);
      helper_iterate (40);
      hands_button (1, TRUE);
      for (int k = 1; k < 6; k++)
        {
          hands_move (x + 20 * k, y + 10 * k);
          helper_iterate (20);
        }
      hands_button (1, FALSE);
      helper_iterate (60);
      g_assert_cmpuint (count_lines (), ==, i);
    }
  press (GDK_KEY_Page_Up);
  g_assert_cmpuint (count_lines (), ==, 0);
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (count_lines (), ==, 1);
  press (GDK_KEY_Delete);
  g_assert_cmpuint (count_lines (), ==, 0);
  press (GDK_KEY_i);
}

/* Returns: whether there is a place of the first picture that is of @warp, in the presenter */
static gboolean
find_warp (guint warp, int *x, int *y)
{
  const WsPicture *picture = get_picture (0);
  const WsViewClass *klass = ws_view_get_class (picture->view);
  double width = gtk_widget_get_width (GTK_WIDGET (get_view ()));
  double height = gtk_widget_get_height (GTK_WIDGET (get_view ()));
  WsSlideLayout layout;
  WsLook look;

  ws_slide_layout (get_slide (), ws_theme_get (ws_drawing_get_theme (WS_DRAWING (get_view ()))),
                   width, height, &layout);
  look = ws_view_look_at (klass,
                          &(WsFrame){ picture->scene, &picture->moment, &layout.theme,
                                      layout.parts[0].w, layout.parts[0].h },
                          &picture->options);
  for (double down = 1; down < layout.parts[0].h; down += 3)
    for (double right = 1; right < layout.parts[0].w; right += 3)
      if (klass->find_warp (&look, right, down) == warp)
        return hands_find (GTK_WIDGET (get_view ()), layout.parts[0].x + right,
                           layout.parts[0].y + down, x, y);
  return FALSE;
}

static void
click_warp (guint warp)
{
  int x;
  int y;

  g_assert_true (find_warp (warp, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  helper_iterate (20);
  hands_button (1, FALSE);
  helper_iterate (120);
}

/* A click on a row of the warps chooses the warp, as in the panes, but on a frozen slide. */
static void
test_warp (void)
{
  press (GDK_KEY_2);
  for (guint warp = 3; warp-- > 0;)
    {
      click_warp (warp);
      g_assert_cmpuint (ws_playhead_get_warp (ws_window_get_playhead (window)), ==, warp);
      g_assert_cmpuint (get_picture (0)->moment.warp, ==, warp);
    }
  press (GDK_KEY_f);
  click_warp (1);
  g_assert_cmpuint (ws_playhead_get_warp (ws_window_get_playhead (window)), ==, 0);
  press (GDK_KEY_f);
  press (GDK_KEY_1);
}

static void
test_frozen (void)
{
  guint step = get_slide ()->step;

  press (GDK_KEY_f);
  g_assert_true (ws_presenter_get_frozen (window_helper_get_child (window, "presenter")));
  press (GDK_KEY_Page_Up);
  g_assert_cmpuint (get_slide ()->step, ==, step);
  g_assert_cmpuint (
      ws_deck_get_step (WS_DECK (ws_presentation_get_story (ws_window_get_presentation (window))))
          + 1,
      ==, step - 1);
  press (GDK_KEY_f);
  g_assert_cmpuint (get_slide ()->step, ==, step - 1);
}

static WsLecturer *
get_lecturer (void)
{
  return ws_presentation_get_lecturer (ws_window_get_presentation (window));
}

static gboolean
is_asked (gpointer data)
{
  return window_helper_find_question () != NULL;
}

static gboolean
is_not_asked (gpointer data)
{
  return window_helper_find_question () == NULL;
}

static gboolean
has_lecturer (gpointer data)
{
  return get_lecturer () != NULL && gtk_widget_get_mapped (GTK_WIDGET (get_lecturer ()));
}

static gboolean
has_no_lecturer (gpointer data)
{
  return get_lecturer () == NULL;
}

/* L asks where the notes would cover the slides, and is answered by the keys. */
static void
ask_for_lecturer (gboolean agree)
{
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  hands_key (GDK_KEY_l, 0);
  g_assert_true (helper_wait (is_asked, NULL));
  g_assert_cmpstr (adw_message_dialog_get_body (window_helper_find_question ()), ==,
                   "There is only one screen. The notes would cover what the class sees.");
  g_assert_null (get_lecturer ());
  hands_focus (GTK_NATIVE (window_helper_find_question ()));
  helper_iterate (200);
  if (agree)
    hands_key (GDK_KEY_s, GDK_ALT_MASK);
  else
    hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (is_not_asked, NULL));
  helper_iterate (100);
}

/* On the only screen it asks first; L closes it again, in either window. */
static void
test_lecturer (void)
{
  guint step = get_slide ()->step;

  ask_for_lecturer (FALSE);
  g_assert_null (get_lecturer ());
  g_assert_true (presents (NULL));
  ask_for_lecturer (TRUE);
  g_assert_true (helper_wait (has_lecturer, NULL));
  g_assert_false (gtk_window_is_fullscreen (GTK_WINDOW (get_lecturer ())));
  /* its keys are those of the presenter */
  hands_focus (GTK_NATIVE (get_lecturer ()));
  helper_iterate (200);
  press (GDK_KEY_Page_Up);
  g_assert_cmpuint (get_slide ()->step, ==, step - 1);
  hands_key (GDK_KEY_l, 0);
  g_assert_true (helper_wait (has_no_lecturer, NULL));
  g_assert_true (presents (NULL));
  ask_for_lecturer (TRUE);
  g_assert_true (helper_wait (has_lecturer, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  hands_key (GDK_KEY_l, 0);
  g_assert_true (helper_wait (has_no_lecturer, NULL));
  ask_for_lecturer (TRUE);
  g_assert_true (helper_wait (has_lecturer, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_Escape);
  g_assert_true (helper_wait (does_not_present, NULL));
  g_assert_null (get_lecturer ());
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "header_bar")));
}

/* All launches, where all launches are what the pane shows; so does a picture of the pane. */
static void
test_plan (void)
{
  GtkWidget *tree =
      ws_pane_get_child (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE));
  WsPicture picture;

  g_assert_true (gtk_widget_grab_focus (tree));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tree-size", "s", "plan");
  g_assert_true (ws_panes_get_picture (ws_window_get_panes (window), WS_PANE_TREE, &picture));
  g_assert_cmpint (picture.options.tree.layout, ==, WS_PATTERN_PYRAMID);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.present", NULL);
  g_assert_true (helper_wait (presents, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  press (GDK_KEY_Home);
  press (GDK_KEY_1);
  g_assert_cmpint (get_picture (0)->options.tree.layout, ==, WS_PATTERN_PYRAMID);
  g_assert_false (get_slide ()->shows_warps);
  press (GDK_KEY_Escape);
  g_assert_true (helper_wait (does_not_present, NULL));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-present/story", test_story);
  g_test_add_func ("/window-present/tooltips", test_tooltips);
  g_test_add_func ("/window-present/plays", test_plays);
  g_test_add_func ("/window-present/views", test_views);
  g_test_add_func ("/window-present/curtain", test_curtain);
  g_test_add_func ("/window-present/pen", test_pen);
  g_test_add_func ("/window-present/warp", test_warp);
  g_test_add_func ("/window-present/frozen", test_frozen);
  g_test_add_func ("/window-present/lecturer", test_lecturer);
  g_test_add_func ("/window-present/plan", test_plan);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what presses the keys\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
