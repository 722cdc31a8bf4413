/* One view large, the others small below it, by the pointer and the keys of the display: what has
 * the stage, what the cards say and what the recording has, the line that opens to edit, the places
 * Learn and Explore, the workbench. */
#include "accesses/memory-request.h"
#include "hands.h"
#include "inspector/cause-list.h"
#include "lanes/lanes.h"
#include "playback/caption.h"
#include "views/glance.h"
#include "views/transition.h"
#include "window-helpers.h"

#define LEAST_CODE_CHARS  60
#define LEAST_RIBBON_PX   180 /* in a window of TALL_PX */
#define TALL_PX           1080
#define LEAST_FIGURE_SIZE 14

static const int staged[] = { WS_PANE_TREE, WS_PANE_LANES, WS_PANE_MEMORY, WS_PANE_SMS,
                              WS_PANE_TIMING };

static WsWindow *window;

static WsPanes *
get_panes (void)
{
  return ws_window_get_panes (window);
}

static gboolean
is_shown (int pane)
{
  return gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_pane (get_panes (), pane)));
}

static WsGlance *
get_card (int pane)
{
  return WS_GLANCE (ws_ribbon_get_card (ws_panes_get_ribbon (get_panes ()), pane));
}

static void
click (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_true (gtk_widget_get_mapped (widget));
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (400);
}

static void
press (guint key)
{
  hands_key (key, 0);
  helper_iterate (300);
}

static void
resize (int width, int height)
{
  hands_resize (GTK_NATIVE (window), width, height);
  helper_iterate (300);
}

/* Whether one pane has the stage, beside the code, and the ribbon the others. */
static gboolean
has_stage (gpointer data)
{
  int pane = GPOINTER_TO_INT (data);

  for (int i = 0; i < WS_N_PANES; i++)
    if (is_shown (i) != (i == pane || i == WS_PANE_CODE))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    if (gtk_widget_get_mapped (GTK_WIDGET (get_card (staged[i]))) != (staged[i] != pane))
      return FALSE;
  return ws_panes_get_current (get_panes ()) == pane;
}

/* What is shown is there with the next layout. */
static void
check_stage (int pane)
{
  if (!helper_wait (has_stage, GINT_TO_POINTER (pane)))
    g_error ("pane %d has the stage, not pane %d", ws_panes_get_current (get_panes ()), pane);
}

static void
begin (void)
{
  window_helper_settle (window);
  hands_focus (GTK_NATIVE (window));
  resize (1600, 900);
  if (ws_panes_get_current (get_panes ()) != WS_PANE_TREE)
    press (GDK_KEY_1);
}

/* ---- the stage ---- */

static void
test_begins (void)
{
  GtkWidget *caption = window_helper_get_child (window, "caption");
  GtkWidget *code = window_helper_get (window, "code");
  g_autoptr (PangoLayout) layout = NULL;
  graphene_rect_t sentence;
  graphene_rect_t stage;
  GtkWidget *text;
  int width;

  begin ();
  check_stage (WS_PANE_TREE);
  g_assert_true (gtk_widget_compute_bounds (caption, GTK_WIDGET (window), &sentence));
  g_assert_true (gtk_widget_compute_bounds (
      GTK_WIDGET (ws_panes_get_pane (get_panes (), WS_PANE_TREE)), GTK_WIDGET (window), &stage));
  g_assert_cmpfloat (sentence.origin.y + sentence.size.height, <=, stage.origin.y);
  text = helper_find (code, GTK_TYPE_TEXT_VIEW, 0);
  layout = gtk_widget_create_pango_layout (text, "0123456789");
  pango_layout_get_pixel_size (layout, &width, NULL);
  g_assert_cmpint (gtk_widget_get_width (text) * 10 / width, >=, LEAST_CODE_CHARS);
  resize (1900, TALL_PX);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (ws_panes_get_ribbon (get_panes ()))), >=,
                   LEAST_RIBBON_PX);
}

static void
test_cards (void)
{
  begin ();
  for (guint i = 1; i < 2 * G_N_ELEMENTS (staged); i++)
    {
      int pane = staged[i % G_N_ELEMENTS (staged)];

      click (GTK_WIDGET (get_card (pane)));
      check_stage (pane);
    }
  /* the last click was on the last of them */
  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    {
      press (GDK_KEY_1 + (guint)staged[i]);
      check_stage (staged[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    {
      click (helper_find (window_helper_get (window, "stage_switcher"), GTK_TYPE_TOGGLE_BUTTON, i));
      check_stage (staged[i]);
    }
}

typedef struct {
  WsTransition *transition;
  guint n_lanes;
} Movement;

static gboolean
moves (gpointer data)
{
  Movement *movement = data;

  movement->n_lanes = ws_transition_get_n_lanes (movement->transition);
  return movement->n_lanes > 0;
}

static gboolean
stands (gpointer data)
{
  return !ws_transition_is_playing (data);
}

/* From the tree to the warps and on to the banks the lanes that both have move; without animations
 * nothing does. */
static void
test_movement (void)
{
  static const int way[] = { WS_PANE_LANES, WS_PANE_MEMORY, WS_PANE_LANES, WS_PANE_TREE };
  WsPlayhead *playhead = ws_window_get_playhead (window);
  Movement movement = { window_helper_get (window, "transition"), 0 };
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));

  begin ();
  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_set_position (playhead, ws_scene_stage_moment (ws_playhead_get_scene (playhead), 1));
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (way); i++)
    {
      hands_key (GDK_KEY_1 + (guint)way[i], 0);
      g_assert_true (helper_wait (moves, &movement));
      g_assert_cmpuint (movement.n_lanes, >=, 4);
      g_assert_true (helper_wait (stands, movement.transition));
      check_stage (way[i]);
    }
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  hands_key (GDK_KEY_2, 0);
  helper_iterate (60);
  g_assert_false (ws_transition_is_playing (movement.transition));
  check_stage (WS_PANE_LANES);
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  press (GDK_KEY_1);
}

/* The key of what has the stage lets it fill the window; so do those of code and comparison. */
static void
test_fills (void)
{
  begin ();
  press (GDK_KEY_1);
  g_assert_cmpint (ws_panes_get_filled (get_panes ()), ==, WS_PANE_TREE);
  g_assert_false (is_shown (WS_PANE_CODE));
  press (GDK_KEY_Escape);
  check_stage (WS_PANE_TREE);
  press (GDK_KEY_5);
  g_assert_cmpint (ws_panes_get_filled (get_panes ()), ==, WS_PANE_CODE);
  press (GDK_KEY_5);
  check_stage (WS_PANE_TREE);
  click (window_helper_get_child (window, "compare_button"));
  g_assert_cmpint (ws_panes_get_filled (get_panes ()), ==, WS_PANE_BESIDE);
  window_helper_settle (window);
  press (GDK_KEY_Escape);
  check_stage (WS_PANE_TREE);
}

/* ---- every size ---- */

/* In window coordinates. */
static graphene_rect_t
place_of (GtkWidget *widget)
{
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &place));
  return place;
}

/* Nothing that is said in full is cut, and nothing that can be clicked is out of the window. */
static void
check_words (GtkWidget *widget)
{
  /* a list is as wide whatever is chosen */
  if (!gtk_widget_get_mapped (widget) || gtk_widget_get_width (widget) == 0
      || GTK_IS_DROP_DOWN (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_label_get_ellipsize (GTK_LABEL (widget)) != PANGO_ELLIPSIZE_NONE
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    g_error ("“%s” is cut at %d pixels", gtk_label_get_text (GTK_LABEL (widget)),
             gtk_widget_get_width (GTK_WIDGET (window)));
  if (GTK_IS_BUTTON (widget))
    {
      graphene_rect_t place = place_of (widget);

      g_assert_cmpfloat (place.origin.x, >=, 0);
      g_assert_cmpfloat (place.origin.x + place.size.width, <=,
                         gtk_widget_get_width (GTK_WIDGET (window)));
      g_assert_cmpfloat (place.origin.y + place.size.height, <=,
                         gtk_widget_get_height (GTK_WIDGET (window)));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_words (child);
}

/* The switcher lies over the head of the stage, and over none of its buttons. */
static void
check_head (int pane)
{
  GtkWidget *switcher = window_helper_get (window, "stage_switcher");
  GtkWidget *inside = GTK_WIDGET (ws_panes_get_pane (get_panes (), pane));
  graphene_rect_t over = place_of (switcher);
  GtkWidget *button;

  for (guint i = 0; (button = helper_find (inside, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (gtk_widget_get_mapped (button))
      {
        graphene_rect_t place = place_of (button);

        g_assert_false (graphene_rect_intersection (&over, &place, NULL));
      }
}

static void
test_sizes (gconstpointer theme)
{
  static const struct {
    int width;
    int height;
  } sizes[] = { { 1024, 768 }, { 1366, 768 }, { 1920, 1080 }, { 2560, 1440 }, { 3840, 2160 } };
  static const char *const whole[] = { "header_bar", "toolbar", "player" };
  GtkWidget *ribbon = GTK_WIDGET (ws_panes_get_ribbon (get_panes ()));

  begin ();
  window_helper_set_theme (window, theme);
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      resize (sizes[s].width, sizes[s].height);
      for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
        {
          ws_panes_show (get_panes (), staged[i]);
          helper_iterate (150);
          check_stage (staged[i]);
          check_head (staged[i]);
          /* the small pictures grow with the window */
          if (sizes[s].height >= TALL_PX)
            g_assert_cmpint (gtk_widget_get_height (ribbon), >=, sizes[s].height / 6);
          /* the display is large enough */
          g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window)), >=, sizes[s].height - 20);
          for (guint k = 0; k < G_N_ELEMENTS (whole); k++)
            check_words (window_helper_get_child (window, whole[k]));
          check_words (GTK_WIDGET (ws_panes_get_ribbon (get_panes ())));
          check_words (window_helper_get (window, "stage_switcher"));
        }
    }
  ws_panes_show (get_panes (), WS_PANE_TREE);
  window_helper_set_theme (window, "light");
}

/* ---- what the cards say ---- */

/* (transfer full): what the access of warp @warp at its event costs, of the recording */
static char *
say_access (const WsScene *scene, guint warp, double position)
{
  guint index = ws_scene_warp_event_at (scene, warp, position);
  const WsEvent *event = &scene->run->events[scene->record->first_event + index];
  const WsSite *site = &ws_run_get_kernel (scene->run, scene->launch)->sites[event->site];
  WsMemoryRequest request;

  if (index == WS_NONE || !ws_memory_request_init (&request, scene->run, site, event)
      || request.space != WS_SPACE_SHARED)
    return NULL;
  return request.ways > 1 ? g_strdup_printf ("%u-way bank conflict", request.ways)
                          : g_strdup ("no bank conflict");
}

static void
test_figures (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  guint n_conflicts = 0;
  guint n_stages;

  window_helper_choose (window, "reduce2");
  begin ();
  ws_playhead_set_playing (playhead, FALSE);
  n_stages = ws_playhead_get_scene (playhead)->stages->n_stages;
  g_assert_cmpuint (n_stages, >, 5);
  for (guint stage = 0; stage < n_stages; stage++)
    {
      const WsScene *scene = ws_playhead_get_scene (playhead);
      WsLaneState states[WS_WARP_SIZE];
      g_autofree char *access = NULL;
      g_autofree char *lanes = NULL;
      g_autofree char *threads = NULL;
      guint n = 0;

      ws_playhead_set_position (playhead, ws_scene_stage_moment (scene, stage));
      helper_iterate (100);
      ws_lanes_get_states (scene, ws_playhead_get_warp (playhead),
                           ws_playhead_get_position (playhead), states);
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        n += states[lane] == WS_LANE_WORKS;
      lanes = g_strdup_printf ("%.3g\u00a0%% of lanes active", n * 100. / WS_WARP_SIZE);
      g_assert_cmpstr (ws_glance_get_figure (get_card (WS_PANE_LANES)), ==, lanes);
      access =
          say_access (scene, ws_playhead_get_warp (playhead), ws_playhead_get_position (playhead));
      if (access != NULL)
        g_assert_cmpstr (ws_glance_get_figure (get_card (WS_PANE_MEMORY)), ==, access);
      n_conflicts += access != NULL && g_str_has_suffix (access, "-way bank conflict");
      press (GDK_KEY_2);
      threads =
          g_strdup_printf ("%u of %u threads", scene->stages->stages[stage].n_threads,
                           (guint)ws_launch_get_n_threads (&scene->run->launches[scene->launch]));
      if (scene->stages->stages[stage].n_threads > 1)
        g_assert_cmpstr (ws_glance_get_figure (get_card (WS_PANE_TREE)), ==, threads);
      press (GDK_KEY_1);
    }
  g_assert_cmpuint (n_conflicts, >, 1);
  window_helper_choose (window, "reduce1");
}

/* Small pictures move with the large one, and their figures are large enough to be read. */
static void
test_small_pictures (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);

  begin ();
  for (guint i = 1; i < G_N_ELEMENTS (staged) - 1; i++)
    {
      GtkWidget *picture = ws_glance_get_picture (get_card (staged[i]));
      const WsScene *scene;
      WsMoment moment;
      WsMoment now;

      g_assert_true (ws_canvas_get_moment (WS_CANVAS (picture), &scene, &moment));
      ws_playhead_get_moment (playhead, &now);
      g_assert_cmpfloat (moment.position, ==, now.position);
      g_assert_cmpfloat (moment.time, ==, now.time);
      g_assert_cmpint (gtk_widget_get_height (picture), >, 80);
    }
  {
    GtkWidget *figure =
        helper_find (GTK_WIDGET (get_card (WS_PANE_LANES)), GTK_TYPE_INSCRIPTION, 0);
    g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (figure, "x");
    PangoFontDescription *font =
        pango_context_get_font_description (pango_layout_get_context (layout));

    g_assert_cmpint (pango_font_description_get_size (font) * 4 / 3, >=,
                     LEAST_FIGURE_SIZE * PANGO_SCALE);
  }
}

/* ---- round the stage ---- */

static void
test_line (void)
{
  GtkWidget *chip = window_helper_get_child (window, "fields_chip");
  GtkWidget *fields = window_helper_get_child (window, "fields");
  const char *line;

  begin ();
  line = gtk_button_get_label (GTK_BUTTON (chip));
  g_assert_cmpstr (line, ==, "2¹² int · sum · block of 128 · launch 1 of 2 · block 0 of 32");
  g_assert_false (gtk_widget_get_mapped (fields));
  click (chip);
  g_assert_true (gtk_widget_get_mapped (fields));
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  for (const char *digit = "128"; *digit != '\0'; digit++)
    hands_key ((guint)*digit, 0);
  press (GDK_KEY_Return);
  window_helper_settle (window);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (chip)), ==,
                   "128 int · sum · block of 128 · block 0 of 1");
  press (GDK_KEY_Escape);
  g_assert_false (gtk_widget_get_mapped (fields));
  press (GDK_KEY_e);
  g_assert_true (gtk_widget_get_mapped (fields));
  press (GDK_KEY_Escape);
  window_helper_type (window, "4096", "128");
  window_helper_settle (window);
  press (GDK_KEY_Escape);
  g_assert_false (gtk_widget_get_mapped (fields));
}

/* Of a matrix the elements are said, not a side; an operator only where there is a choice. */
static void
test_line_of_matrix (void)
{
  begin ();
  window_helper_choose (window, "transpose_naive");
  window_helper_settle (window);
  g_assert_cmpstr (
      gtk_button_get_label (GTK_BUTTON (window_helper_get_child (window, "fields_chip"))), ==,
      "2¹⁴ float · block of 32 × 8 · block 0 of 16");
  window_helper_choose (window, "reduce1");
  window_helper_settle (window);
}

static gboolean
has_causes (gpointer list)
{
  return ws_cause_list_get_causes (list) != NULL;
}

/* The causes of the launch shown, once they are found out. */
static WsCauseList *
get_causes (void)
{
  GtkWidget *list =
      helper_find (GTK_WIDGET (ws_panes_get_inspector (get_panes ())), WS_TYPE_CAUSE_LIST, 0);

  g_assert_true (helper_wait (has_causes, list));
  helper_iterate (200);
  return WS_CAUSE_LIST (list);
}

/* The line that is lit is in sight. */
static void
check_line (guint line)
{
  WsCodeView *code = window_helper_get (window, "code");
  GtkTextView *text = GTK_TEXT_VIEW (ws_code_view_get_text (code, WS_CODE_SOURCE));
  GdkRectangle shown;
  GdkRectangle place;
  GtkTextIter at;

  g_assert_cmpuint (ws_code_view_get_current_line (code), ==, line);
  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (text), &at, (int)line - 1);
  gtk_text_view_get_visible_rect (text, &shown);
  gtk_text_view_get_iter_location (text, &at, &place);
  g_assert_cmpint (place.y, >=, shown.y);
  g_assert_cmpint (place.y + place.height, <=, shown.y + shown.height);
}

/* What is shown at the head of the code's pane. */
static GtkWidget *
get_header (void)
{
  GtkWidget *pane = GTK_WIDGET (ws_panes_get_pane (get_panes (), WS_PANE_CODE));
  GtkWidget *header = gtk_widget_get_first_child (gtk_widget_get_first_child (pane));

  while (!gtk_widget_get_mapped (header))
    header = gtk_widget_get_next_sibling (header);
  return header;
}

/* The figures have all of the code's place, and the keyboard; or the code has it. */
static void
check_sheet (gboolean is_open)
{
  GtkWidget *inspector = GTK_WIDGET (ws_panes_get_inspector (get_panes ()));
  GtkWidget *pane = GTK_WIDGET (ws_panes_get_pane (get_panes (), WS_PANE_CODE));
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));

  g_assert_cmpint (gtk_widget_get_mapped (inspector), ==, is_open);
  g_assert_cmpint (gtk_widget_get_mapped (window_helper_get (window, "code")), ==, !is_open);
  g_assert_cmpint (focus != NULL && gtk_widget_is_ancestor (focus, inspector), ==, is_open);
  check_stage (ws_panes_get_current (get_panes ()));
  if (!is_open)
    return;
  check_words (pane);
  g_assert_cmpfloat (place_of (inspector).size.height, >=,
                     place_of (pane).size.height - place_of (get_header ()).size.height - 4);
  g_assert_cmpfloat (place_of (inspector).size.width, >=, place_of (pane).size.width - 4);
}

/* By its key, its header's button and Escape; the keyboard comes back to what had it. */
static void
test_sheet (gconstpointer theme)
{
  static const struct {
    int width;
    int height;
  } sizes[] = { { 1024, 768 }, { 1600, 900 }, { 1900, 1080 } };
  GtkWidget *button = window_helper_get_child (window, "figures_button");
  GtkWidget *tree = GTK_WIDGET (window_helper_get (window, "tree"));
  GtkWidget *run = window_helper_get_child (window, "run_button");

  begin ();
  window_helper_set_theme (window, theme);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      resize (sizes[i].width, sizes[i].height);
      gtk_widget_grab_focus (tree);
      check_sheet (FALSE);
      press (GDK_KEY_i);
      check_sheet (TRUE);
      press (GDK_KEY_Escape);
      check_sheet (FALSE);
      g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == tree);
      gtk_widget_grab_focus (run);
      press (GDK_KEY_i);
      check_sheet (TRUE);
      click (gtk_widget_get_last_child (get_header ()));
      check_sheet (FALSE);
      g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == run);
    }
  click (button);
  check_sheet (TRUE);
  click (button);
  check_sheet (FALSE);
  window_helper_set_theme (window, "light");
}

/* A cause brings the code back, at its line; so does the pane of the code when it is asked for. */
static void
test_sheet_causes (void)
{
  guint n_lines = 0;

  window_helper_choose (window, "reduce2");
  begin ();
  press (GDK_KEY_i);
  for (guint i = 0; i < ws_cause_list_get_causes (get_causes ())->n_causes; i++)
    {
      WsCauseList *list = get_causes ();
      const WsCause *cause = &ws_cause_list_get_causes (list)->causes[i];
      guint line = cause->line;

      if (cause->event == WS_NONE)
        continue;
      ws_playhead_set_playing (ws_window_get_playhead (window), TRUE);
      click (helper_find (GTK_WIDGET (list), GTK_TYPE_LIST_BOX_ROW, i));
      check_sheet (FALSE);
      check_line (line);
      n_lines += line > 0;
      press (GDK_KEY_i);
      check_sheet (TRUE);
    }
  g_assert_cmpuint (n_lines, >, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-pane", "s", "code");
  helper_iterate (200);
  check_sheet (FALSE);
  press (GDK_KEY_1);
  window_helper_choose (window, "reduce1");
}

static void
test_places (void)
{
  GtkWidget *place = window_helper_get_child (window, "place_switch");
  GtkWidget *learn = gtk_widget_get_first_child (place);
  GtkWidget *explore = gtk_widget_get_last_child (place);
  GtkWidget *chip = window_helper_get_child (window, "lesson_chip");

  begin ();
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (explore)));
  click (learn);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "course_page")));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (learn)));
  click (explore);
  check_stage (WS_PANE_TREE);
  g_assert_false (gtk_widget_get_mapped (chip));
  /* what a lesson ran is said, until it is reset */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "why-kernel-1-diverges");
  window_helper_settle (window);
  press (GDK_KEY_Page_Down);
  window_helper_settle (window);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (learn)));
  /* what its slide shows has the stage */
  click (explore);
  check_stage (WS_PANE_LANES);
  g_assert_true (gtk_widget_get_mapped (chip));
  click (gtk_widget_get_last_child (chip));
  window_helper_settle (window);
  g_assert_false (gtk_widget_get_mapped (chip));
  window_helper_choose (window, "reduce1");
  window_helper_type (window, "4096", "128");
  window_helper_settle (window);
  press (GDK_KEY_Escape);
}

/* A lesson on a device of its own is said to be on it; reset, the kernel runs on that chosen. */
static void
test_lesson_device (void)
{
  WsSession *session = ws_window_get_session (window);
  WsPlayhead *playhead = ws_window_get_playhead (window);
  GtkWidget *chip = window_helper_get_child (window, "lesson_chip");
  GtkWidget *label = window_helper_get_child (window, "lesson_label");
  g_autofree char *chosen = NULL;

  begin ();
  chosen = g_strdup (ws_session_get_device_id (session));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "four-causes");
  window_helper_settle (window);
  press (GDK_KEY_Page_Down);
  window_helper_settle (window);
  click (gtk_widget_get_last_child (window_helper_get_child (window, "place_switch")));
  g_assert_true (gtk_widget_get_mapped (chip));
  g_assert_cmpstr (ws_playhead_get_run (playhead)->device, !=, chosen);
  g_assert_true (g_str_has_suffix (gtk_label_get_text (GTK_LABEL (label)),
                                   ws_playhead_get_run (playhead)->spec->name));
  click (gtk_widget_get_last_child (chip));
  window_helper_settle (window);
  g_assert_false (gtk_widget_get_mapped (chip));
  g_assert_cmpstr (ws_playhead_get_run (playhead)->device, ==, chosen);
  g_assert_cmpstr (ws_session_get_device_id (session), ==, chosen);
}

static void
test_workbench (void)
{
  guint n = 0;

  begin ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.workbench", NULL);
  helper_iterate (300);
  for (int i = 0; i < WS_N_PANES; i++)
    n += is_shown (i);
  g_assert_cmpuint (n, ==, 5);
  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "fields")));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_ribbon (get_panes ()))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.workbench", NULL);
  helper_iterate (300);
  check_stage (WS_PANE_TREE);
}

/* Before anything was timed the card of timings has the times of the run, and follows it. */
static void
check_speed (void)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));
  WsSheet *sheet =
      ws_sheet_view_get_sheet (WS_SHEET_VIEW (ws_glance_get_picture (get_card (WS_PANE_TIMING))));
  const WsSeries *bars;

  g_assert_nonnull (sheet);
  g_assert_cmpstr (sheet->name, ==, "run");
  bars = sheet->main->series->pdata[0];
  g_assert_cmpuint (bars->points->len, ==, run->n_launches);
  for (guint i = 0; i < run->n_launches; i++)
    g_assert_cmpfloat (g_array_index (bars->points, WsChartPoint, i).y, ==,
                       (double)run->launches[i].duration_ns);
}

static void
test_speed (void)
{
  const char *const kernels[] = { "reduce4", "reduce1" };

  begin ();
  check_speed ();
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      ws_kernel_choice_choose (ws_window_get_choice (window),
                               ws_catalog_find (ws_window_get_catalog (window), kernels[i], NULL));
      window_helper_settle (window);
      g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, kernels[i]);
      check_speed ();
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/window-explore/begins", test_begins);
  g_test_add_func ("/window-explore/cards", test_cards);
  g_test_add_func ("/window-explore/movement", test_movement);
  g_test_add_func ("/window-explore/fills", test_fills);
  g_test_add_func ("/window-explore/figures", test_figures);
  g_test_add_func ("/window-explore/small-pictures", test_small_pictures);
  g_test_add_func ("/window-explore/line", test_line);
  g_test_add_func ("/window-explore/line/matrix", test_line_of_matrix);
  g_test_add_data_func ("/window-explore/sheet/light", "light", test_sheet);
  g_test_add_data_func ("/window-explore/sheet/projector", "projector", test_sheet);
  g_test_add_func ("/window-explore/sheet/causes", test_sheet_causes);
  g_test_add_func ("/window-explore/places", test_places);
  g_test_add_data_func ("/window-explore/sizes/light", "light", test_sizes);
  g_test_add_data_func ("/window-explore/sizes/dark", "dark", test_sizes);
  g_test_add_data_func ("/window-explore/sizes/projector", "projector", test_sizes);
  g_test_add_func ("/window-explore/workbench", test_workbench);
  g_test_add_func ("/window-explore/lesson-device", test_lesson_device);
  g_test_add_func ("/window-explore/speed", test_speed);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  window_helper_explores = TRUE;
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
