/* Ctrl+K, by pointer and keys: what is typed finds what the window can show or do; Enter shows it,
 * and the keys go to it; what was chosen last stands first. */
#include "hands.h"
#include "palette/command-palette.h"
#include "window-helpers.h"

#include <string.h>

static WsWindow *window;

static WsCommandPalette *
get_palette (void)
{
  return WS_COMMAND_PALETTE (helper_find (GTK_WIDGET (window), WS_TYPE_COMMAND_PALETTE, 0));
}

static guint
count_found (void)
{
  return g_list_model_get_n_items (ws_command_palette_get_found (get_palette ()));
}

/* (transfer full) */
static WsPaletteItem *
get_found (guint place)
{
  return g_list_model_get_item (ws_command_palette_get_found (get_palette ()), place);
}

static void
press (guint key, GdkModifierType modifiers)
{
  hands_key (key, modifiers);
  helper_iterate (80);
}

static gboolean
is_open (gpointer data)
{
  GtkWidget *palette = helper_find (GTK_WIDGET (window), WS_TYPE_COMMAND_PALETTE, 0);

  return palette != NULL && gtk_widget_get_mapped (palette);
}

static gboolean
is_closed (gpointer data)
{
  return !is_open (NULL);
}

static void
open (void)
{
  press (GDK_KEY_k, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_open, NULL));
  helper_iterate (100);
}

static void
type (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    press ((guint)*p, 0);
}

static void
check_id (guint place, const char *id)
{
  g_autoptr (WsPaletteItem) item = get_found (place);

  g_assert_nonnull (item);
  g_assert_cmpstr (ws_palette_item_get_id (item), ==, id);
}

static void
begin (void)
{
  /* as the program does when it starts */
  gtk_application_set_accels_for_action (gtk_window_get_application (GTK_WINDOW (window)),
                                         "win.find", (const char *[]){ "<Control>k", NULL });
  window_helper_settle (window);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
}

/* The first time its widgets are made; the others they are there. */
static void
test_opens (void)
{
  gint64 begin_us = g_get_monotonic_time ();

  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_test_message ("opened in %.1f ms", (g_get_monotonic_time () - begin_us) * 1e-3);
  g_assert_true (helper_wait (is_open, NULL));
  g_assert_cmpuint (count_found (), ==, WS_COMMAND_PALETTE_MAX);
  press (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (is_closed, NULL));
  helper_iterate (100);
  begin_us = g_get_monotonic_time ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_test_message ("opened again in %.1f ms", (g_get_monotonic_time () - begin_us) * 1e-3);
  press (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (is_closed, NULL));
}

static gboolean
finds (const char *id)
{
  for (guint i = 0; i < count_found (); i++)
    {
      g_autoptr (WsPaletteItem) item = get_found (i);

      if (g_str_equal (ws_palette_item_get_id (item), id))
        return TRUE;
    }
  return FALSE;
}

/* What the window does not let be done now is not offered: there is nothing to go forward to. */
static void
test_disabled (void)
{
  GSimpleAction *action =
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (window), "forward"));

  g_assert_false (g_action_get_enabled (G_ACTION (action)));
  for (guint i = 0; i < 2; i++)
    {
      open ();
      type ("next run");
      g_assert_cmpint (finds ("win.forward"), ==, i);
      press (GDK_KEY_Escape, 0);
      g_assert_true (helper_wait (is_closed, NULL));
      g_simple_action_set_enabled (action, i == 0);
    }
}

/* The second of what is found is shown, and the keys go to it. */
static void
test_down (void)
{
  g_autoptr (WsPaletteItem) second = NULL;
  g_autofree char *action = NULL;
  g_autoptr (GVariant) target = NULL;
  WsLessonDeck *deck;
  GtkWidget *focus;

  open ();
  type ("bank");
  g_assert_cmpuint (count_found (), >, 3);
  second = get_found (1);
  g_assert_nonnull (strstr (ws_palette_item_get_label (second), "ank"));
  g_assert_true (
      g_action_parse_detailed_name (ws_palette_item_get_id (second), &action, &target, NULL));
  g_assert_cmpstr (action, ==, "win.lesson");
  press (GDK_KEY_Down, 0);
  press (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (is_closed, NULL));
  helper_iterate (300);
  deck = ws_presentation_get_lesson (ws_window_get_presentation (window));
  g_assert_nonnull (deck);
  g_assert_cmpstr (ws_lesson_deck_get_lesson (deck)->id, ==, g_variant_get_string (target, NULL));
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (focus != NULL && !GTK_IS_EDITABLE (focus));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  helper_iterate (200);
}

static void
find (const char *words, const char *id)
{
  open ();
  type (words);
  check_id (0, id);
  press (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (is_closed, NULL));
  helper_iterate (200);
}

/* A slide is found by its heading, and by its lesson. */
static void
test_slide (void)
{
  WsLessonDeck *deck;
  g_autoptr (WsPaletteItem) first = NULL;

  open ();
  type ("lanes in one bank conflicts");
  first = get_found (0);
  g_assert_cmpstr (ws_palette_item_get_label (first), ==, "Lanes in one bank");
  press (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (is_closed, NULL));
  deck = ws_presentation_get_lesson (ws_window_get_presentation (window));
  g_assert_nonnull (deck);
  g_assert_cmpstr (
      ws_lesson_get_step (ws_lesson_deck_get_lesson (deck), ws_deck_get_step (WS_DECK (deck)))
          ->title,
      ==, "Lanes in one bank");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  helper_iterate (200);
}

static void
test_kinds (void)
{
  WsPanes *panes = ws_window_get_panes (window);
  GtkWidget *focus;

  find ("memory", "win.fill::memory");
  g_assert_cmpint (ws_panes_get_filled (panes), ==, WS_PANE_MEMORY);
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (
      gtk_widget_is_ancestor (focus, GTK_WIDGET (ws_panes_get_pane (panes, WS_PANE_MEMORY))));
  find ("roofline", "win.show-chart::roofline");
  g_assert_cmpint (ws_panes_get_filled (panes), ==, WS_PANE_TIMING);
  find ("dark theme", "win.theme::dark");
  find ("system theme", "win.theme::system");
  find ("reduce3", "win.kernel::reduce3");
  window_helper_settle (window);
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "reduce3");
  find ("h200 virtual", "win.use-device('vm:h200')");
  window_helper_settle (window);
  g_assert_cmpstr (ws_session_get_device_id (ws_window_get_session (window)), ==, "vm:h200");
}

/* What was chosen last stands first where nothing is typed, and a click chooses. */
static void
test_recent (void)
{
  GtkWidget *label;
  int x;
  int y;

  open ();
  check_id (0, "win.use-device('vm:h200')");
  check_id (1, "win.kernel::reduce3");
  type ("glossary");
  check_id (0, "win.words");
  press (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (is_closed, NULL));
  open ();
  type ("occupancy view");
  g_assert_cmpuint (count_found (), ==, 0);
  press (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (is_closed, NULL));
  open ();
  type ("sms");
  check_id (0, "win.fill::sms");
  label = helper_find_label (GTK_WIDGET (get_palette ()), "SMs");
  g_assert_nonnull (label);
  g_assert_true (hands_find (label, 5, 5, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  g_assert_true (helper_wait (is_closed, NULL));
  helper_iterate (100);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_SMS);
}

/* However long, it finds nothing, at once. */
static void
test_hostile (void)
{
  g_autofree char *text = g_strnfill (10000, 'k');
  gint64 begin_us;

  open ();
  begin_us = g_get_monotonic_time ();
  gtk_editable_set_text (
      GTK_EDITABLE (helper_find (GTK_WIDGET (get_palette ()), GTK_TYPE_SEARCH_ENTRY, 0)), text);
  helper_iterate (50);
  g_assert_cmpuint (count_found (), ==, 0);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, G_USEC_PER_SEC);
  press (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (is_closed, NULL));
}

static void
add_tests (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/window-finder/begin", begin);
  g_test_add_func ("/window-finder/opens", test_opens);
  g_test_add_func ("/window-finder/disabled", test_disabled);
  g_test_add_func ("/window-finder/down", test_down);
  g_test_add_func ("/window-finder/slide", test_slide);
  g_test_add_func ("/window-finder/kinds", test_kinds);
  g_test_add_func ("/window-finder/recent", test_recent);
  g_test_add_func ("/window-finder/hostile", test_hostile);
}

int
main (int argc, char **argv)
{
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
}
