/* What a screen reader would speak, from Tab to Tab: in Explore and in Learn all that takes the
 * keyboard has a name of its own, and comes in the order of the screen. */
#include "hands.h"
#include "window-helpers.h"

#define MOST_STOPS 120

static WsWindow *window;

typedef struct {
  GtkWidget *widget;
  int place;
  char *spoken;
} Stop;

static void
stop_free (gpointer data)
{
  g_free (((Stop *)data)->spoken);
  g_free (data);
}

/* ---- what is spoken ---- */

/* (transfer full) (nullable): of assistive technology */
static char *
get_property (GtkWidget *widget, GtkAccessibleProperty property)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property)
             ? gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "\001")
             : NULL;
}

static void
add_words (GtkWidget *widget, GString *words)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "",
                            gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_words (child, words);
}

/* (transfer full): its name: what it is called, else what it contains */
static char *
make_name (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL && at != GTK_WIDGET (window);
       at = gtk_widget_get_parent (at))
    {
      char *label = get_property (at, GTK_ACCESSIBLE_PROPERTY_LABEL);
      GString *words;

      if (label != NULL)
        return label;
      words = g_string_new (NULL);
      add_words (at, words);
      if (words->len > 0 || !gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (at)))
        return g_string_free (words, FALSE);
      g_string_free (words, TRUE);
      if (at == widget && !GTK_IS_TEXT (at) && !GTK_IS_TOGGLE_BUTTON (at))
        break; /* the inner part of an entry or of a menu button is called as the whole */
    }
  return g_strdup ("");
}

static char *
speak (GtkWidget *widget)
{
  g_autofree char *role = g_enum_to_string (
      GTK_TYPE_ACCESSIBLE_ROLE, (int)gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)));
  g_autofree char *name = make_name (widget);
  g_autofree char *description = get_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);

  return g_strdup_printf ("%s “%s” %s", role + strlen ("GTK_ACCESSIBLE_ROLE_"), name,
                          description != NULL ? description : "");
}

/* ---- from Tab to Tab ---- */

static GPtrArray *
walk (GtkWidget *const *places, guint n_places)
{
  GPtrArray *stops = g_ptr_array_new_with_free_func (stop_free);
  GtkWidget *first = NULL;

  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  for (guint i = 0; i < MOST_STOPS; i++)
    {
      Stop *stop;
      GtkWidget *focus;

      hands_key (GDK_KEY_Tab, 0);
      helper_iterate (40);
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      if (focus == first && first != NULL)
        break;
      if (focus == NULL)
        continue;
      if (first == NULL)
        first = focus;
      stop = g_new0 (Stop, 1);
      stop->widget = focus;
      stop->place = -1;
      for (guint k = 0; k < n_places; k++)
        if (focus == places[k] || gtk_widget_is_ancestor (focus, places[k]))
          stop->place = (int)k;
      stop->spoken = speak (focus);
      g_test_message ("%d: %s: %s", stop->place, G_OBJECT_TYPE_NAME (focus), stop->spoken);
      g_ptr_array_add (stops, stop);
    }
  return stops;
}

static void
check (GPtrArray *stops, guint n_places)
{
  g_autoptr (GHashTable) said = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_wrong = 0;
  int place = 0;

  g_assert_cmpuint (stops->len, <, MOST_STOPS);
  for (guint i = 0; i < stops->len; i++)
    {
      const Stop *stop = stops->pdata[i];

      if (strstr (stop->spoken, "“”") != NULL)
        {
          g_test_message ("no name: %s", stop->spoken);
          n_wrong++;
        }
      if (!g_hash_table_add (said, stop->spoken))
        {
          g_test_message ("twice: %s", stop->spoken);
          n_wrong++;
        }
      if (stop->place < place)
        {
          g_test_message ("out of order: %s", stop->spoken);
          n_wrong++;
        }
      place = MAX (place, stop->place);
    }
  g_assert_cmpint (place, ==, (int)n_places - 1);
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
begin (void)
{
  window_helper_settle (window);
  hands_resize (GTK_NATIVE (window), 1600, 900);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (400);
}

static void
test_explore (void)
{
  WsPanes *panes = ws_window_get_panes (window);
  GtkWidget *places[] = {
    window_helper_get_child (window, "header_bar"),
    window_helper_get_child (window, "toolbar"),
    window_helper_get_child (window, "caption"),
    window_helper_get (window, "stage_switcher"),
    GTK_WIDGET (ws_panes_get_pane (panes, WS_PANE_TREE)),
    GTK_WIDGET (ws_panes_get_pane (panes, WS_PANE_CODE)),
    GTK_WIDGET (ws_panes_get_ribbon (panes)),
    window_helper_get_child (window, "player"),
  };
  g_autoptr (GPtrArray) stops = NULL;

  begin ();
  stops = walk (places, G_N_ELEMENTS (places));
  check (stops, G_N_ELEMENTS (places));
}

static void
test_learn (void)
{
  GtkWidget *places[] = {
    window_helper_get_child (window, "header_bar"),
    window_helper_get_child (window, "presenter"),
    window_helper_get_child (window, "lesson_bar"),
  };
  g_autoptr (GPtrArray) stops = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "why-kernel-1-diverges");
  begin ();
  stops = walk (places, G_N_ELEMENTS (places));
  check (stops, G_N_ELEMENTS (places));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-spoken/explore", test_explore);
  g_test_add_func ("/window-spoken/learn", test_learn);
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
