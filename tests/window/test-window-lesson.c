/* A lesson by hand: from the sidebar, by the keys of the display alone, answered and revealed, left
 * and presented. */
#include "hands.h"
#include "exercise/attempt-store.h"
#include "lesson/lesson-store.h"
#include "player/exercise-panel.h"
#include "window-helpers.h"

#include <glib/gstdio.h>
#include <math.h>

static WsWindow *window;

#define LESSON      "why-kernel-1-diverges"
#define NEXT_LESSON "bank-conflicts"

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

static gboolean
is_ready (gpointer data)
{
  return ws_presentation_get_lesson (ws_window_get_presentation (window)) != NULL
         && ws_lesson_deck_is_ready (
             ws_presentation_get_lesson (ws_window_get_presentation (window)));
}

static const WsSlide *
get_slide (void)
{
  return ws_slide_view_get_slide (
      ws_presenter_get_view (window_helper_get_child (window, "presenter")));
}

static const WsPicture *
get_picture (guint part)
{
  return ((const WsSlidePart *)g_ptr_array_index (get_slide ()->parts, part))->picture;
}

static void
press (guint keyval)
{
  hands_key (keyval, 0);
  helper_iterate (150);
  g_assert_true (helper_wait (is_ready, NULL));
  helper_iterate (50);
  g_assert_true (helper_wait (rests, NULL));
}

static gboolean
is_at_instant (gpointer data)
{
  const WsPicture *picture = get_picture (0);

  return ws_playhead_get_scene (ws_window_get_playhead (window)) != NULL
         && ws_playhead_get_run (ws_window_get_playhead (window)) == picture->scene->run
         && ws_playhead_get_position (ws_window_get_playhead (window)) == picture->moment.position;
}

static void
test_begin (void)
{
  GtkWidget *row;
  int x;
  int y;

  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  row = window_helper_show_row (window, "win.lesson", LESSON);
  g_assert_true (hands_find (row, 20, 8, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  g_assert_true (helper_wait (is_ready, NULL));
  helper_iterate (200);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "presenter")));
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "lesson_bar")));
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "toolbar")));
  g_assert_true (window_helper_is_chosen (window, "win.lesson", LESSON));
  g_assert_cmpuint (get_slide ()->step, ==, 1);
  g_assert_true (helper_wait (is_at_instant, NULL));
}

/* Whether the second of two pictures has followed the first one. */
static gboolean
has_followed (gpointer data)
{
  const WsPicture *left = get_picture (0);
  const WsPicture *right = get_picture (1);
  double cycles = ws_scene_convert_time (left->scene, left->moment.time, right->scene);

  return fabs (cycles - right->moment.time) < 1e-3;
}

/* Two launches side by side are at one instant, at which both are running. */
static void
check_one_now (void)
{
  const WsPicture *left = get_picture (0);
  const WsPicture *right = get_picture (1);
  double cycles = ws_scene_convert_time (left->scene, left->moment.time, right->scene);

  g_assert_cmpfloat (fabs (cycles - right->moment.time), <, 1e-3);
  g_assert_cmpfloat (left->moment.time, >, 0);
  g_assert_cmpfloat (left->moment.time, <, (double)left->scene->timeline->end);
  g_assert_cmpfloat (cycles, <, (double)right->scene->timeline->end);
}

/* Returns: places of a grid over the slide of which something would be said to a pointer that has
 * moved there */
static guint
count_tooltips (void)
{
  GtkWidget *view =
      GTK_WIDGET (ws_presenter_get_view (window_helper_get_child (window, "presenter")));
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  int width = gtk_widget_get_width (view);
  int height = gtk_widget_get_height (view);
  guint n = 0;
  int x;
  int y;

  for (int i = 0; i < 2; i++)
    {
      g_assert_true (hands_find (view, width / 3. + 60 * i, height / 2., &x, &y));
      hands_move (x, y);
      helper_iterate (60);
    }
  for (y = 0; y < height; y += height / 40)
    for (x = 0; x < width; x += width / 60)
      {
        gboolean shown = FALSE;

        g_signal_emit_by_name (view, "query-tooltip", x, y, FALSE, tooltip, &shown);
        n += shown;
      }
  return n;
}

/* Page Down alone goes through it: what is hidden is revealed, then the next step comes. */
static void
test_page_down (void)
{
  guint n = get_slide ()->n_steps;
  guint n_pairs = 0;
  guint n_told = 0;

  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (
      GTK_WIDGET (ws_presenter_get_view (window_helper_get_child (window, "presenter"))));
  helper_iterate (100);
  for (guint step = 1; step <= n; step++)
    {
      g_assert_cmpuint (get_slide ()->step, ==, step);
      /* an exercise has words alone */
      if (get_slide ()->parts->len > 0 && get_picture (0)->sheet == NULL
          && get_picture (0)->scenario == NULL)
        g_assert_true (helper_wait (is_at_instant, NULL));
      if (get_slide ()->parts->len > 1 && get_picture (0)->view == WS_VIEW_SMS)
        {
          g_assert_true (helper_wait (has_followed, NULL));
          check_one_now ();
          n_pairs++;
        }
      if (get_slide ()->question != NULL)
        {
          g_assert_false (get_slide ()->revealed);
          /* an open question is not answered by a tooltip, whatever its picture is of */
          g_assert_cmpuint (count_tooltips (), ==, 0);
          press (GDK_KEY_Page_Down);
          g_assert_cmpuint (get_slide ()->step, ==, step);
          g_assert_true (get_slide ()->revealed);
          n_told += count_tooltips () > 0;
        }
      press (GDK_KEY_Page_Down);
    }
  g_assert_cmpuint (get_slide ()->step, ==, n);
  g_assert_cmpuint (n_pairs, >, 0);
  g_assert_cmpuint (n_told, >, 0);
  /* what was revealed stays so */
  press (GDK_KEY_Page_Up);
  g_assert_cmpuint (get_slide ()->step, ==, n - 1);
  while (get_slide ()->question == NULL)
    press (GDK_KEY_Page_Up);
  g_assert_true (get_slide ()->revealed);
}

static gboolean
left (gpointer data)
{
  return ws_presentation_get_lesson (ws_window_get_presentation (window)) == NULL
         && gtk_widget_get_mapped (GTK_WIDGET (ws_window_get_panes (window)));
}

/* Who leaves it looks around by himself, at what the lesson has shown. */
static void
test_leave (void)
{
  WsRun *run;

  press (GDK_KEY_Page_Up);
  g_assert_true (helper_wait (is_at_instant, NULL));
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (left, NULL));
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == run);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "toolbar")));
  g_assert_true (window_helper_is_chosen (
      window, "win.kernel", ws_kernel_choice_get (ws_window_get_choice (window))->id));
  g_assert_cmpstr (ws_kernel_choice_get (ws_window_get_choice (window))->id, ==, run->id);
}

/* An answer is chosen by its digit, and by a click; it says nothing before Space. */
static void
test_answers (void)
{
  WsSlideLayout layout;
  WsSlideView *view = ws_presenter_get_view (window_helper_get_child (window, "presenter"));
  int x;
  int y;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", LESSON);
  g_assert_true (helper_wait (is_ready, NULL));
  helper_iterate (200);
  while (get_slide ()->answers == NULL)
    press (GDK_KEY_Page_Down);
  press (GDK_KEY_2);
  g_assert_cmpint (get_slide ()->chosen, ==, 1);
  g_assert_false (get_slide ()->revealed);
  ws_slide_layout (get_slide (), ws_theme_get (ws_drawing_get_theme (WS_DRAWING (view))),
                   gtk_widget_get_width (GTK_WIDGET (view)),
                   gtk_widget_get_height (GTK_WIDGET (view)), &layout);
  g_assert_true (
      hands_find (GTK_WIDGET (view), layout.answers[0].x + 9, layout.answers[0].y + 9, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (100);
  g_assert_cmpint (get_slide ()->chosen, ==, 0);
  g_assert_false (get_slide ()->revealed);
  press (GDK_KEY_space);
  g_assert_true (get_slide ()->revealed);
  /* afterwards no other is chosen */
  press (GDK_KEY_2);
  g_assert_cmpint (get_slide ()->chosen, ==, 0);
}

static WsLessonScore *
get_score (void)
{
  return ws_lesson_bar_get_score (window_helper_get_child (window, "lesson_bar"));
}

static void
click_only (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_true (hands_find (widget, 12, 12, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (150);
}

static void
click (GtkWidget *widget)
{
  click_only (widget);
  g_assert_true (helper_wait (is_ready, NULL));
}

static void
go_to_end (void)
{
  while (get_slide ()->step < get_slide ()->n_steps)
    press (GDK_KEY_Page_Down);
}

static void
open_lesson (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", LESSON);
  g_assert_true (helper_wait (is_ready, NULL));
  helper_iterate (200);
}

/* The fourth step is answered, and wrong; the next question gets its right answer, the others none.
 * The end says so, and leads back to the wrong one; another day all is as it was, until it is
 * answered again. */
static void
test_score (void)
{
  guint wrong = get_slide ()->step;

  g_assert_cmpint (get_slide ()->right, !=, 0);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));
  press (GDK_KEY_Page_Down);
  g_assert_nonnull (get_slide ()->answers);
  press (GDK_KEY_1 + (guint)get_slide ()->right);
  press (GDK_KEY_space);
  go_to_end ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));
  g_assert_cmpstr (ws_lesson_score_get_sentence (get_score ()), ==,
                   "Your answers: 1 of 2 right · 4 questions not answered");
  g_assert_null (ws_lesson_score_get_button (get_score (), 1));
  click (ws_lesson_score_get_button (get_score (), 0));
  g_assert_cmpuint (get_slide ()->step, ==, wrong);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));

  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (left, NULL));
  open_lesson ();
  go_to_end ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));
  g_assert_cmpstr (ws_lesson_score_get_sentence (get_score ()), ==,
                   "Your answers: 1 of 2 right · 4 questions not answered");
  while (get_slide ()->step > wrong)
    press (GDK_KEY_Page_Up);
  g_assert_true (get_slide ()->revealed);
  g_assert_cmpint (get_slide ()->chosen, ==, 0);

  go_to_end ();
  click (ws_lesson_score_get_again (get_score ()));
  g_assert_cmpuint (get_slide ()->step, ==, wrong);
  g_assert_false (get_slide ()->revealed);
  g_assert_cmpint (get_slide ()->chosen, ==, -1);
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (left, NULL));
  open_lesson ();
  go_to_end ();
  g_assert_cmpstr (ws_lesson_score_get_sentence (get_score ()), ==, "This was the last slide");
  g_assert_false (gtk_widget_get_mapped (ws_lesson_score_get_again (get_score ())));
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (left, NULL));
  open_lesson ();
  while (get_slide ()->step < wrong)
    press (GDK_KEY_Page_Down);
}

static gboolean
presents (gpointer data)
{
  return ws_presentation_get_presenting (ws_window_get_presentation (window))
         && gtk_widget_get_mapped (window_helper_get_child (window, "presenter"));
}

static const char *
get_lesson (void)
{
  WsLessonDeck *deck = ws_presentation_get_lesson (ws_window_get_presentation (window));

  return deck != NULL ? ws_lesson_deck_get_lesson (deck)->id : NULL;
}

/* The card at the end leads to the run of the last figure, in its view, and to the next lesson; the
 * class sees it, too. */
static void
test_end (void)
{
  WsRun *run;

  open_lesson ();
  go_to_end ();
  g_assert_true (helper_wait (rests, NULL));
  g_assert_false (gtk_widget_get_mapped (
      helper_find_label (gtk_widget_get_next_sibling (GTK_WIDGET (get_score ())), "Next")));
  /* that of the last figure: an exercise has none */
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  click_only (ws_lesson_score_get_try (get_score ()));
  g_assert_true (helper_wait (left, NULL));
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == run);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));

  open_lesson ();
  go_to_end ();
  click (ws_lesson_score_get_next (get_score ()));
  g_assert_cmpstr (get_lesson (), ==, NEXT_LESSON);
  g_assert_cmpuint (get_slide ()->step, ==, 1);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));

  open_lesson ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.present", NULL);
  g_assert_true (helper_wait (presents, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));
  go_to_end ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_score ())));
  g_assert_false (gtk_widget_get_mapped (ws_lesson_score_get_try (get_score ())));
  g_assert_true (
      g_str_has_prefix (ws_lesson_score_get_sentence (get_score ()), "The class's answers: "));
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (300);
  g_assert_cmpstr (get_lesson (), ==, LESSON);
}

static gboolean
is_asked (gpointer data)
{
  return window_helper_find_question () != NULL;
}

static gboolean
has_lecturer (gpointer data)
{
  return ws_presentation_get_lecturer (ws_window_get_presentation (window)) != NULL;
}

/* Presented, the lesson stays at its step, and so it does afterwards. */
/* Who speaks knows the answer before the class does. */
static void
check_script (void)
{
  guint step = get_slide ()->step;

  hands_key (GDK_KEY_l, 0);
  g_assert_true (helper_wait (is_asked, NULL)); /* there is one screen */
  hands_focus (GTK_NATIVE (window_helper_find_question ()));
  helper_iterate (200);
  hands_key (GDK_KEY_s, GDK_ALT_MASK);
  g_assert_true (helper_wait (has_lecturer, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_Home);
  for (guint presses = 0; presses < 8 && get_slide ()->step < 4; presses++)
    press (GDK_KEY_Page_Down);
  g_assert_cmpuint (get_slide ()->step, ==, 4);
  g_assert_true (is_ready (NULL));
  g_assert_cmpstr (
      ws_lecturer_get_script (ws_presentation_get_lecturer (ws_window_get_presentation (window))),
      ==,
      "The warp executes the addition for the lanes that passed the test. The "
      "others are masked off, and wait.\n\n"
      "How many of a warp's 32 lanes add in this stage?\n\n"
      "✓ 16\n\n"
      "16. Every second lane works; 16 wait for these.");
  g_assert_null (
      ws_lecturer_get_score (ws_presentation_get_lecturer (ws_window_get_presentation (window))));
  press (GDK_KEY_1 + (guint)get_slide ()->right);
  g_assert_null (
      ws_lecturer_get_score (ws_presentation_get_lecturer (ws_window_get_presentation (window))));
  press (GDK_KEY_space);
  g_assert_cmpstr (
      ws_lecturer_get_score (ws_presentation_get_lecturer (ws_window_get_presentation (window))),
      ==, "Answers so far: 1 of 1 right");
  gtk_window_close (
      GTK_WINDOW (ws_presentation_get_lecturer (ws_window_get_presentation (window))));
  helper_iterate (120);
  g_assert_null (ws_presentation_get_lecturer (ws_window_get_presentation (window)));
  while (get_slide ()->step > step)
    press (GDK_KEY_Page_Up);
  g_assert_cmpuint (get_slide ()->step, ==, step);
}

static void
test_present (void)
{
  guint step = get_slide ()->step;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.present", NULL);
  g_assert_true (helper_wait (presents, NULL));
  helper_iterate (200);
  g_assert_cmpuint (get_slide ()->step, ==, step);
  g_assert_false (gtk_widget_get_mapped (
      helper_find_label (window_helper_get_child (window, "lesson_bar"), "Back")));
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "header_bar")));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_Page_Up);
  g_assert_cmpuint (get_slide ()->step, ==, step - 1);
  check_script ();
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (200);
  g_assert_false (ws_presentation_get_presenting (ws_window_get_presentation (window)));
  g_assert_nonnull (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "lesson_bar")));
  g_assert_cmpuint (get_slide ()->step, ==, step - 1);
}

static gboolean
shows_course (gpointer data)
{
  return gtk_widget_get_mapped (window_helper_get_child (window, "course_page"));
}

static GtkListBoxRow *
get_course_row (int i)
{
  return gtk_list_box_get_row_at_index (
      ws_course_page_get_list (window_helper_get_child (window, "course_page")), i);
}

/* From the sidebar to the contents, by keys to the third lesson; what was seen is remembered. */
static void
test_course (void)
{
  const WsLesson *third;
  GtkWidget *row;
  int x;
  int y;

  g_assert_cmpuint (
      ws_course_get_seen (ws_lessons_get_course (ws_window_get_lessons (window)), "no-such-lesson"),
      ==, 0);
  /* page-down has gone through all of it */
  g_assert_true (ws_course_is_done (ws_lessons_get_course (ws_window_get_lessons (window)),
                                    ws_lesson_deck_get_lesson (ws_presentation_get_lesson (
                                        ws_window_get_presentation (window)))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  window_helper_settle (window);
  row = window_helper_show_row (window, "win.course", "");
  g_assert_true (hands_find (row, 20, 8, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  g_assert_true (helper_wait (shows_course, NULL));
  helper_iterate (200);
  g_assert_true (window_helper_is_chosen (window, "win.course", ""));
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (get_course_row (0))));
  g_assert_null (get_course_row (
      (int)ws_course_get_lessons (ws_lessons_get_course (ws_window_get_lessons (window)))->len));
  third = g_ptr_array_index (
      ws_course_get_lessons (ws_lessons_get_course (ws_window_get_lessons (window))), 2);
  g_assert_cmpuint (
      ws_course_get_seen (ws_lessons_get_course (ws_window_get_lessons (window)), third->id), ==,
      0);
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Down, 0);
  helper_iterate (100);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (get_course_row (2))));
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (is_ready, NULL));
  g_assert_true (
      ws_lesson_deck_get_lesson (ws_presentation_get_lesson (ws_window_get_presentation (window)))
          == third
      || g_str_equal (ws_lesson_deck_get_lesson (
                          ws_presentation_get_lesson (ws_window_get_presentation (window)))
                          ->id,
                      third->id));
  g_assert_false (shows_course (NULL));
  g_assert_cmpuint (
      ws_course_get_seen (ws_lessons_get_course (ws_window_get_lessons (window)), third->id), ==,
      1);
  g_assert_false (
      ws_course_is_done (ws_lessons_get_course (ws_window_get_lessons (window)), third));
  /* back again, and away by Escape */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.course", "s", "");
  g_assert_true (helper_wait (shows_course, NULL));
  g_assert_null (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (left, NULL));
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
}

static const WsSlidePart *
get_part (void)
{
  return g_ptr_array_index (get_slide ()->parts, 0);
}

static gboolean
looks_at_it (gpointer data)
{
  return ws_playhead_get_run (ws_window_get_playhead (window)) == get_picture (0)->scene->run;
}

/* A lesson shows what is refused and what goes wrong, by Page Down alone: kept back, then told; and
 * nothing but the slide speaks of it. */
static void
test_faults (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "when-cuda-says-no");
  g_assert_true (helper_wait (is_ready, NULL));
  helper_iterate (200);
  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (
      GTK_WIDGET (ws_presenter_get_view (window_helper_get_child (window, "presenter"))));
  helper_iterate (100);
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (get_slide ()->step, ==, 2);
  g_assert_true (helper_wait (looks_at_it, NULL));
  g_assert_true (get_part ()->veils_note);
  g_assert_null (get_picture (0)->scene->record);
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (get_slide ()->step, ==, 2);
  g_assert_nonnull (strstr (get_part ()->note, "cudaErrorInvalidConfiguration"));
  press (GDK_KEY_Page_Down);
  /* nothing was recorded that a tree could be of */
  press (GDK_KEY_1);
  g_assert_cmpuint (get_slide ()->step, ==, 3);
  g_assert_cmpint (get_picture (0)->view, ==, WS_VIEW_CODE);
  while (get_slide ()->step < 9 || !get_slide ()->revealed)
    press (GDK_KEY_Page_Down);
  g_assert_true (helper_wait (is_at_instant, NULL));
  g_assert_nonnull (strstr (get_part ()->note, "null1.cu:13: block 16, warp 0, lane 0"));
  g_assert_cmpuint (ws_playhead_get_block (ws_window_get_playhead (window)), ==, 16);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  g_assert_true (helper_wait (left, NULL));
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "null1");
}

static gboolean
has_written (gpointer data)
{
  return !ws_lesson_exporter_is_busy (ws_lessons_get_exporter (ws_window_get_lessons (window)))
         && g_file_test (data, G_FILE_TEST_EXISTS);
}

/* All steps are run, those that were not looked at too, and the handout is written; who stops it
 * before has none, and the lesson goes on. */
static void
test_handout (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.pdf", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *contents = NULL;
  const WsLesson *lesson = NULL;
  WsLessonRuns *runs;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "bank-conflicts");
  lesson =
      ws_lesson_deck_get_lesson (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  runs = ws_lesson_runner_get_runs (
      ws_lesson_deck_get_runner (ws_presentation_get_lesson (ws_window_get_presentation (window))));
  ws_lesson_exporter_begin (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                            WS_LESSON_EXPORT_HANDOUT,
                            ws_presentation_get_lesson (ws_window_get_presentation (window)), file);
  g_assert_true (
      ws_lesson_exporter_is_busy (ws_lessons_get_exporter (ws_window_get_lessons (window))));
  g_assert_nonnull (ws_lessons_get_export (ws_window_get_lessons (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel-lesson-export", NULL);
  g_assert_false (
      ws_lesson_exporter_is_busy (ws_lessons_get_exporter (ws_window_get_lessons (window))));
  g_assert_null (ws_lessons_get_export (ws_window_get_lessons (window)));
  g_assert_true (helper_wait (is_ready, NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ws_lesson_exporter_begin (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                            WS_LESSON_EXPORT_HANDOUT,
                            ws_presentation_get_lesson (ws_window_get_presentation (window)), file);
  g_assert_true (helper_wait (has_written, path));
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    g_assert_true (ws_lesson_step_is_ready (lesson, i, runs));
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "%PDF"));
  helper_iterate (200);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  g_unlink (path);
  g_rmdir (folder);
}

static WsLesson *
read_lesson (const char *id, const char *text)
{
  g_autoptr (GPtrArray) problems = NULL;
  WsLesson *lesson =
      ws_lesson_new_from_data (id, text, strlen (text), ws_window_get_catalog (window), &problems);

  g_assert_cmpuint (problems->len, ==, 0);
  return lesson;
}

static gboolean
is_idle (gpointer data)
{
  return !ws_lesson_exporter_is_busy (ws_lessons_get_exporter (ws_window_get_lessons (window)));
}

/* All lessons in one, one after the other, whatever the window shows meanwhile; who stops it has no
 * file, and where a lesson cannot be run, it is said which and why. */
static void
test_course_handout (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "course.pdf", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) lessons = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_unref);
  g_autofree char *contents = NULL;
  g_autofree char *sentence = NULL;

  g_ptr_array_add (lessons,
                   read_lesson ("one", "# One\n## S\nkernel: reduce1\nelements: 64\n\nW\n"));
  g_ptr_array_add (lessons, read_lesson ("two", "# Two\n## S\nview: words\n\nW\n## R\nkernel: "
                                                "reduce3\nelements: 64\n\nW\n"));
  ws_notices_hide_error (ws_window_get_notices (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.course", "s", "");
  g_assert_true (helper_wait (shows_course, NULL));
  ws_lesson_exporter_begin_course (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                                   ws_window_get_session (window), lessons, file);
  sentence =
      ws_lesson_exporter_dup_sentence (ws_lessons_get_exporter (ws_window_get_lessons (window)));
  g_assert_cmpstr (sentence, ==, "Running lesson 1 of 2…");
  g_assert_nonnull (ws_lessons_get_export (ws_window_get_lessons (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel-lesson-export", NULL);
  g_assert_true (is_idle (NULL));
  g_assert_null (ws_lessons_get_export (ws_window_get_lessons (window)));
  helper_iterate (200);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ws_lesson_exporter_begin_course (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                                   ws_window_get_session (window), lessons, file);
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (left, NULL));
  g_assert_true (helper_wait (has_written, path));
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "%PDF"));
  g_unlink (path);
  helper_iterate (200);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  g_ptr_array_add (lessons, read_lesson ("bad", "# Bad\n## S\nkernel: reduce1\nelements: "
                                                "64\noutcome: fault\n\nW\n"));
  ws_lesson_exporter_begin_course (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                                   ws_window_get_session (window), lessons, file);
  g_assert_true (helper_wait (is_idle, NULL));
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_cmpstr (ws_notices_get_error (ws_window_get_notices (window)), ==,
                   "Bad: Kernel 1: interleaved addressing was expected to fail, but finished.");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ws_notices_hide_error (ws_window_get_notices (window));
  g_rmdir (folder);
}

static gboolean
is_of_bundle (gpointer data)
{
  return ws_presentation_get_lesson (ws_window_get_presentation (window)) != NULL
         && ws_lessons_is_bundled (ws_window_get_lessons (window))
         && ws_lesson_deck_is_ready (
             ws_presentation_get_lesson (ws_window_get_presentation (window)));
}

static gboolean
is_of_session (gpointer data)
{
  return ws_presentation_get_lesson (ws_window_get_presentation (window)) != NULL
         && !ws_lessons_is_bundled (ws_window_get_lessons (window))
         && ws_lesson_deck_is_ready (
             ws_presentation_get_lesson (ws_window_get_presentation (window)));
}

static WsExercisePanel *
get_exercise (void)
{
  return WS_EXERCISE_PANEL (window_helper_get_child (window, "exercise_panel"));
}

static gboolean
has_tried (gpointer data)
{
  return !ws_exercise_panel_is_running (get_exercise ());
}

/* What came of it makes room for itself. */
static void
wait_for_attempt (void)
{
  g_assert_true (helper_wait (has_tried, NULL));
  helper_iterate (300);
}

static void
click_exercise (const char *label)
{
  GtkWidget *found = helper_find_label (GTK_WIDGET (get_exercise ()), label);

  g_assert_nonnull (found);
  click_only (found);
  helper_iterate (200);
}

static char *
dup_exercise_code (void)
{
  GtkTextBuffer *document = GTK_TEXT_BUFFER (ws_exercise_panel_get_document (get_exercise ()));
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (document, &begin, &end);
  return gtk_text_buffer_get_text (document, &begin, &end, TRUE);
}

static gboolean
has_picture (gpointer data)
{
  return (get_slide ()->parts->len > 0) == GPOINTER_TO_INT (data);
}

/* (transfer full): what is drawn of a picture */
static cairo_surface_t *
draw_picture (const WsPicture *picture)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 600, 500);
  cairo_t *cr = cairo_create (surface);

  ws_picture_draw (picture, cr, ws_theme_get (WS_THEME_LIGHT), 600, 500);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
check_same (const WsPicture *a, const WsPicture *b, gboolean same)
{
  cairo_surface_t *one = draw_picture (a);
  cairo_surface_t *other = draw_picture (b);
  gsize size = (gsize)cairo_image_surface_get_stride (one) * 500;

  g_assert_cmpint (
      memcmp (cairo_image_surface_get_data (one), cairo_image_surface_get_data (other), size) == 0,
      ==, same);
  cairo_surface_destroy (one);
  cairo_surface_destroy (other);
}

/* The slide shows the recording of the attempt, where the playhead is: a picture made of that
 * recording anew is the same, and one of another instant is not. Returns: its run */
static WsRun *
check_tried (const char *heading)
{
  WsLessonDeck *deck = ws_presentation_get_lesson (ws_window_get_presentation (window));
  WsPlayhead *playhead = ws_window_get_playhead (window);
  g_autoptr (WsPicture) made = NULL;
  WsRun *run;

  g_assert_true (helper_wait (has_picture, GINT_TO_POINTER (TRUE)));
  g_assert_true (helper_wait (rests, NULL));
  run = ws_lesson_deck_get_tried (deck)->run;
  g_assert_cmpstr (ws_run_get_kernel (run, 0)->title, ==, "sum_groups");
  g_assert_true (ws_playhead_get_run (playhead) == run);
  g_assert_true (get_picture (0)->scene->run == run);
  g_assert_cmpstr (((const WsSlidePart *)get_slide ()->parts->pdata[0])->heading, ==, heading);
  made = ws_picture_copy (get_picture (0));
  ws_scene_unref (made->scene);
  made->scene = ws_scene_new_first (run, 0);
  ws_playhead_get_moment (playhead, &made->moment);
  made->moment.hover_x = made->moment.hover_y = -1;
  check_same (get_picture (0), made, TRUE);
  made->moment.position = 0;
  check_same (get_picture (0), made, FALSE);
  return run;
}

/* Of each run itself: what is counted as diverging there. */
static double
count_divergent (const WsRun *run)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, WS_NONE);

  return ws_metrics_find (metrics, "divergent-branches")->value;
}

/* By the keyboard alone: the slide's own picture and back, and what was tried plays. */
static void
check_picture_keys (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  double end = ws_playhead_get_position (playhead);

  hands_key (GDK_KEY_l, GDK_ALT_MASK);
  g_assert_true (helper_wait (has_picture, GINT_TO_POINTER (FALSE)));
  hands_key (GDK_KEY_y, GDK_ALT_MASK);
  g_assert_true (helper_wait (has_picture, GINT_TO_POINTER (TRUE)));
  g_assert_true (helper_wait (rests, NULL));
  g_assert_cmpfloat (ws_playhead_get_position (playhead), ==, end);
  gtk_widget_grab_focus (helper_find (GTK_WIDGET (get_exercise ()), GTK_SOURCE_TYPE_VIEW, 0));
  helper_iterate (100);
  hands_key (GDK_KEY_Escape, 0);
  hands_key (GDK_KEY_Left, GDK_SHIFT_MASK);
  helper_iterate (100);
  g_assert_true (helper_wait (rests, NULL));
  g_assert_cmpfloat (ws_playhead_get_position (playhead), <, end);
  g_assert_cmpfloat (get_picture (0)->moment.position, ==, ws_playhead_get_position (playhead));
  ws_playhead_set_position (playhead, 0);
  hands_key (GDK_KEY_space, 0);
  helper_iterate (100);
  g_assert_true (ws_playhead_get_playing (playhead));
  g_assert_cmpfloat (get_picture (0)->moment.position, >, 0);
  hands_key (GDK_KEY_space, 0);
  helper_iterate (100);
  g_assert_false (ws_playhead_get_playing (playhead));
}

/* What does not compile has no picture: the slide has its own. */
static void
check_not_compiled (void)
{
  gtk_widget_grab_focus (helper_find (GTK_WIDGET (get_exercise ()), GTK_SOURCE_TYPE_VIEW, 0));
  helper_iterate (100);
  hands_key (GDK_KEY_Home, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_1, 0);
  helper_iterate (100);
  hands_key (GDK_KEY_Return, GDK_CONTROL_MASK);
  helper_iterate (50);
  wait_for_attempt ();
  g_assert_true (
      g_str_has_prefix (ws_exercise_panel_get_verdict (get_exercise ()), "It cannot be run."));
  g_assert_cmpuint (get_slide ()->parts->len, ==, 0);
  g_assert_false (
      gtk_widget_get_mapped (helper_find_label (GTK_WIDGET (get_exercise ()), "Your Code")));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  helper_iterate (100);
}

/* (transfer full): where what is typed for it is kept */
static char *
get_kept_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "warpstage", "attempts", "whole-warps-add.cu",
                           NULL);
}

static gboolean
is_kept (gpointer text)
{
  g_autofree char *path = get_kept_path ();
  g_autofree char *contents = NULL;

  g_file_get_contents (path, &contents, NULL, NULL);
  return g_strcmp0 (contents, text) == 0;
}

/* (transfer full): of a window that opens the lesson after this one was closed */
static WsExercisePanel *
open_another (void)
{
  WsExercisePanel *panel = g_object_ref_sink (g_object_new (WS_TYPE_EXERCISE_PANEL, NULL));

  ws_exercise_panel_set_deck (panel,
                              ws_presentation_get_lesson (ws_window_get_presentation (window)));
  return panel;
}

/* What is typed is in its file soon, and when the window is closed; the next one has it. */
static void
check_kept (const char *written)
{
  g_autofree char *more = g_strconcat (written, " and 2", NULL);
  g_autofree char *text = NULL;
  WsExercisePanel *panel;
  GtkTextIter end;
  GtkTextBuffer *document;

  g_assert_true (helper_wait (is_kept, (gpointer)written));
  panel = open_another ();
  document = GTK_TEXT_BUFFER (ws_exercise_panel_get_document (panel));
  g_object_get (document, "text", &text, NULL);
  g_assert_cmpstr (text, ==, written);
  g_assert_false (gtk_text_buffer_get_can_undo (document));
  gtk_text_buffer_get_end_iter (document, &end);
  gtk_text_buffer_insert (document, &end, " and 2", -1);
  g_object_unref (panel);
  g_assert_true (is_kept (more));
}

/* The code as it was given is one step of undoing away from what was typed; then no file is left.
 */
static void
check_start_over (const char *given, const char *written)
{
  g_autofree char *now = NULL;
  g_autofree char *again = NULL;

  click_exercise ("Start Over");
  now = dup_exercise_code ();
  g_assert_cmpstr (now, ==, given);
  g_assert_true (helper_wait (is_kept, NULL));
  gtk_widget_grab_focus (helper_find (GTK_WIDGET (get_exercise ()), GTK_SOURCE_TYPE_VIEW, 0));
  helper_iterate (100);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  helper_iterate (100);
  again = dup_exercise_code ();
  g_assert_cmpstr (again, ==, written);
}

/* In pixels. */
static double
get_type_size (GtkWidget *widget)
{
  const PangoFontDescription *font =
      pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  double size = pango_font_description_get_size (font) / (double)PANGO_SCALE;

  return pango_font_description_get_size_is_absolute (font) ? size : size * 96 / 72;
}

/* In front of a class the words beside the slide are as large as what is on it: none smaller than
 * its small text, the title as its title. */
static void
test_exercise_presented (void)
{
  GtkWidget *panel = GTK_WIDGET (get_exercise ());
  GtkWidget *view =
      GTK_WIDGET (ws_presenter_get_view (window_helper_get_child (window, "presenter")));
  GtkWidget *title;
  WsSlideLayout layout;

  open_lesson ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.present", NULL);
  g_assert_true (helper_wait (presents, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  go_to_end ();
  click_exercise ("Hint");
  ws_slide_layout (get_slide (), ws_theme_get (WS_THEME_PROJECTOR), gtk_widget_get_width (view),
                   gtk_widget_get_height (view), &layout);
  title = helper_find_label (panel, "Whole warps add");
  g_assert_cmpfloat (get_type_size (title), >=, layout.title_px * 0.95);
  for (guint i = 0; helper_find (panel, GTK_TYPE_LABEL, i) != NULL; i++)
    if (gtk_widget_get_mapped (helper_find (panel, GTK_TYPE_LABEL, i)))
      g_assert_cmpfloat (get_type_size (helper_find (panel, GTK_TYPE_LABEL, i)), >=,
                         layout.note_px * 0.95);
  g_assert_cmpfloat (get_type_size (helper_find (panel, GTK_SOURCE_TYPE_VIEW, 0)), >=,
                     layout.note_px * 0.95);
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (300);
  g_assert_cmpfloat (get_type_size (title), <, layout.title_px);
}

/* The exercise at the end: what is written is tried, hints open one after another, the solution
 * holds, and what was written is there again afterwards. */
static void
test_exercise (void)
{
  g_autofree char *given = NULL;
  g_autofree char *written = NULL;
  g_autofree char *kept = NULL;
  GtkWidget *text;

  open_lesson ();
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_exercise ())));
  go_to_end ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_exercise ())));
  given = dup_exercise_code ();
  g_assert_nonnull (strstr (given, "__global__"));

  /* digits and spaces are the editor's, not answers */
  text = helper_find (GTK_WIDGET (get_exercise ()), GTK_SOURCE_TYPE_VIEW, 0);
  gtk_widget_grab_focus (text);
  helper_iterate (100);
  hands_key (GDK_KEY_End, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_slash, 0);
  hands_key (GDK_KEY_slash, 0);
  hands_key (GDK_KEY_space, 0);
  hands_key (GDK_KEY_1, 0);
  helper_iterate (100);
  written = dup_exercise_code ();
  g_assert_true (g_str_has_suffix (written, "// 1"));
  hands_key (GDK_KEY_Return, GDK_CONTROL_MASK);
  helper_iterate (50);
  wait_for_attempt ();
  if (strstr (ws_exercise_panel_get_verdict (get_exercise ()), "compiler") != NULL)
    {
      g_test_skip ("no compiler for CUDA");
      return;
    }
  g_assert_cmpstr (ws_exercise_panel_get_verdict (get_exercise ()), ==, "Not solved yet.");
  g_assert_nonnull (strstr (ws_exercise_panel_get_results (get_exercise ()), "✓ result"));
  g_assert_nonnull (
      strstr (ws_exercise_panel_get_results (get_exercise ()), "✗ divergent-branches == 0"));
  /* what fails is seen, too */
  g_assert_cmpfloat (count_divergent (check_tried ("Your code")), >, 0);
  check_picture_keys ();
  check_not_compiled ();

  g_assert_null (helper_find_label (GTK_WIDGET (get_exercise ()), "Hint 2."));
  click_exercise ("Hint");
  click_exercise ("Hint");
  click_exercise ("Solution");
  click_exercise ("Run");
  wait_for_attempt ();
  g_assert_cmpstr (ws_exercise_panel_get_verdict (get_exercise ()), ==,
                   "Solved: all that is required holds.");
  g_assert_null (strstr (ws_exercise_panel_get_results (get_exercise ()), "✗"));
  g_assert_cmpfloat (count_divergent (check_tried ("The solution")), ==, 0);
  g_assert_true (
      gtk_widget_get_mapped (helper_find_label (GTK_WIDGET (get_exercise ()), "The Solution")));
  click_exercise ("Solution");
  kept = dup_exercise_code ();
  g_assert_cmpstr (kept, ==, written);
  check_kept (written);
  check_start_over (given, written);
  click_exercise ("Start Over");
  g_assert_true (helper_wait (is_kept, NULL));
}

/* The same, as a web page with a step for each slide. */
static void
test_page (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *html = NULL;
  WsLessonDeck *deck = ws_presentation_get_lesson (ws_window_get_presentation (window));
  guint n = 0;

  ws_lesson_exporter_begin (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                            WS_LESSON_EXPORT_PAGE, deck, file);
  g_assert_true (helper_wait (has_written, path));
  helper_iterate (200);
  g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
  for (const char *at = html; (at = strstr (at, "\"stops\":1")) != NULL; at++)
    n++;
  g_assert_cmpuint (n, ==, ws_lesson_get_n_steps (ws_lesson_deck_get_lesson (deck)));
  g_unlink (path);
  g_rmdir (folder);
}

/* What is typed for an exercise that a lesson brings along is its own. */
static void
check_kept_of (const WsLesson *lesson)
{
  const char *name = ws_lesson_get_step (lesson, ws_lesson_get_n_steps (lesson) - 1)->exercise;
  g_autofree char *file = g_strconcat (name, ".cu", NULL);
  g_autoptr (WsAttemptKey) key = ws_attempt_key_new (lesson, name);
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "warpstage", "attempts",
                                            key->lesson, key->mark, file, NULL);
  WsExercisePanel *panel;

  go_to_end ();
  panel = open_another ();
  gtk_text_buffer_insert_at_cursor (GTK_TEXT_BUFFER (ws_exercise_panel_get_document (panel)),
                                    "// mine", -1);
  g_object_unref (panel);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_unlink (path);
}

/* The lesson as a bundle, opened again: nothing is run for it, and its slides say so; until it is
 * recorded anew, at the step that is shown. What is no bundle changes nothing. */
static void
test_bundle (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.lecture", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const WsLesson *lesson = NULL;
  WsLessonRunner *runner = NULL;

  ws_lesson_exporter_begin (ws_lessons_get_exporter (ws_window_get_lessons (window)),
                            WS_LESSON_EXPORT_BUNDLE,
                            ws_presentation_get_lesson (ws_window_get_presentation (window)), file);
  g_assert_true (helper_wait (has_written, path));
  helper_iterate (200);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  g_assert_true (helper_wait (left, NULL));
  ws_window_open (window, file);
  g_assert_true (helper_wait (is_of_bundle, NULL));
  g_assert_null (ws_lessons_get_opening (ws_window_get_lessons (window)));
  lesson =
      ws_lesson_deck_get_lesson (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  runner =
      ws_lesson_deck_get_runner (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  g_assert_cmpstr (lesson->id, ==, "bank-conflicts");
  g_assert_false (ws_lesson_runner_is_busy (runner));
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    g_assert_true (ws_lesson_step_is_ready (lesson, i, ws_lesson_runner_get_runs (runner)));
  g_assert_true (g_str_has_prefix (get_slide ()->source, "recorded on "));
  g_assert_true (helper_wait (is_at_instant, NULL));
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (get_slide ()->step, ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.record-lesson", NULL);
  g_assert_true (helper_wait (is_of_session, NULL));
  helper_iterate (100);
  g_assert_cmpuint (get_slide ()->step, ==, 2);
  g_assert_false (g_str_has_prefix (get_slide ()->source, "recorded on "));
  check_kept_of (lesson);
  g_assert_true (g_file_set_contents (path, "WSLECT", -1, NULL));
  ws_window_open (window, file);
  helper_iterate (300);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_nonnull (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  g_unlink (path);
  g_rmdir (folder);
}

/* A kernel that is chosen ends the lesson, also the one that it has shown. */
static void
test_kernel (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s",
                              ws_kernel_choice_get (ws_window_get_choice (window))->id);
  g_assert_true (helper_wait (left, NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "no-such-lesson");
  helper_iterate (100);
  g_assert_null (ws_presentation_get_lesson (ws_window_get_presentation (window)));
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-lesson/begin", test_begin);
  g_test_add_func ("/window-lesson/page-down", test_page_down);
  g_test_add_func ("/window-lesson/leave", test_leave);
  g_test_add_func ("/window-lesson/answers", test_answers);
  g_test_add_func ("/window-lesson/score", test_score);
  g_test_add_func ("/window-lesson/present", test_present);
  g_test_add_func ("/window-lesson/exercise", test_exercise);
  g_test_add_func ("/window-lesson/exercise-presented", test_exercise_presented);
  g_test_add_func ("/window-lesson/course", test_course);
  g_test_add_func ("/window-lesson/faults", test_faults);
  g_test_add_func ("/window-lesson/handout", test_handout);
  g_test_add_func ("/window-lesson/page", test_page);
  g_test_add_func ("/window-lesson/bundle", test_bundle);
  g_test_add_func ("/window-lesson/course-handout", test_course_handout);
  g_test_add_func ("/window-lesson/kernel", test_kernel);
  g_test_add_func ("/window-lesson/end", test_end);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;
  g_autofree char *kept = get_kept_path ();

  options.paused = TRUE;
  window_helper_has_style = TRUE;
  g_unlink (kept); /* of a test that failed */
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what presses the keys\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
