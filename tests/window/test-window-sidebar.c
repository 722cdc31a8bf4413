/* The sidebar, by pointer and keys: rows are there while they are in sight, under their headings;
 * what is chosen runs, and what runs is chosen and in sight; the search; what screen readers hear.
 */
#include "hands.h"
#include "window-helpers.h"
#include "sidebar/side-row.h"

#include <string.h>

static WsWindow *window;

static WsSideList *
get_list (void)
{
  return ws_sidebar_get_list (window_helper_get_child (window, "sidebar"));
}

static GtkAdjustment *
get_adjustment (void)
{
  GtkWidget *scrolled =
      gtk_widget_get_ancestor (GTK_WIDGET (get_list ()), GTK_TYPE_SCROLLED_WINDOW);

  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
}

static guint
count_items (void)
{
  return g_list_model_get_n_items (ws_side_list_get_model (get_list ()));
}

/* Rows of the list: those that there are, or those that can be seen. */
static guint
count_rows (gboolean seen)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_list ())); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += WS_IS_SIDE_ROW (child) && (!seen || gtk_widget_get_mapped (child));
  return n;
}

static gboolean
is_in_sight (gpointer row)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, scrolled, &bounds)
         && bounds.origin.y >= 0
         && bounds.origin.y + bounds.size.height <= (float)gtk_widget_get_height (scrolled);
}

/* Returns: (transfer none): the row chosen, which comes into sight */
static GtkWidget *
await_chosen (void)
{
  WsSideItem *selected = ws_side_list_get_selected (get_list ());
  GtkWidget *row;

  g_assert_nonnull (selected);
  for (guint i = 0; i < 100 && ws_side_list_get_row (get_list (), selected) == NULL; i++)
    helper_iterate (20);
  row = ws_side_list_get_row (get_list (), selected);
  g_assert_nonnull (row);
  g_assert_true (helper_wait (is_in_sight, row));
  return row;
}

static void
click (GtkWidget *row)
{
  int x;
  int y;

  g_assert_true (hands_find (row, 20, 8, &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

static void
press (guint key)
{
  hands_key (key, 0);
  helper_iterate (100);
}

static const char *
get_shown (void)
{
  window_helper_settle (window);
  return ws_playhead_get_run (ws_window_get_playhead (window))->id;
}

/* ---- rows ---- */

/* The list is long; few of its rows are widgets, wherever it is scrolled to, and no fewer than one
 * sees: from the top of what is in sight to its bottom they follow each other. */
static void
check_rows (void)
{
  GtkAdjustment *adjustment = get_adjustment ();
  float top = (float)gtk_adjustment_get_value (adjustment);
  float bottom = top + (float)gtk_adjustment_get_page_size (adjustment);
  GtkWidget *viewport = gtk_widget_get_parent (GTK_WIDGET (get_list ()));
  float first = 0;
  float last = 0;
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_list ())); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;

      if (!gtk_widget_get_mapped (child))
        continue;
      g_assert_true (gtk_widget_compute_bounds (child, viewport, &bounds));
      g_assert_true (n == 0 || (bounds.origin.y >= last && bounds.origin.y < last + 8));
      last = bounds.origin.y + bounds.size.height;
      if (n++ == 0)
        first = bounds.origin.y;
    }
  g_assert_cmpfloat (first, <=, top > 0 ? 0 : 16);
  g_assert_cmpfloat (last, >=, bottom - top - 16);
  g_assert_cmpuint (count_rows (FALSE), <, count_items () / 2);
}

static void
test_lazy (void)
{
  GtkAdjustment *adjustment = get_adjustment ();
  double most = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);

  g_assert_cmpuint (count_items (), >, 80);
  g_assert_cmpfloat (most, >, 1000);
  for (guint i = 0; i <= 10; i++)
    {
      gtk_adjustment_set_value (adjustment, most * i / 10);
      helper_iterate (80);
      check_rows ();
    }
  gtk_adjustment_set_value (adjustment, 0);
  helper_iterate (80);
  check_rows ();
}

static void
scroll_to (double y)
{
  gtk_adjustment_set_value (get_adjustment (), y);
  helper_iterate (80);
}

/* What asks for another layout while it is out of sight is laid out as it comes back in its place,
 * where nothing else of the list changes: GTK warns of what is drawn without. */
static void
test_comes_back (void)
{
  g_autoptr (GPtrArray) seen = g_ptr_array_new ();
  GtkWidget *hidden = NULL;

  scroll_to (0);
  scroll_to (40);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_list ())); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (WS_IS_SIDE_ROW (child) && gtk_widget_get_mapped (child))
      g_ptr_array_add (seen, child);
  scroll_to (0);
  for (guint i = 0; i < seen->len && hidden == NULL; i++)
    if (!gtk_widget_get_mapped (g_ptr_array_index (seen, i)))
      hidden = g_ptr_array_index (seen, i);
  g_assert_nonnull (hidden);
  gtk_widget_queue_resize (hidden);
  helper_iterate (80);
  scroll_to (40);
  g_assert_true (gtk_widget_get_mapped (hidden));
  check_rows ();
  scroll_to (0);
}

/* A heading where another section begins, and only there. */
static void
test_headings (void)
{
  const WsCatalogKernel *first = ws_catalog_get_kernel (ws_window_get_catalog (window), 0);
  GtkWidget *row = window_helper_show_row (window, "win.kernel", first->id);
  GtkWidget *heading = gtk_widget_get_prev_sibling (row);
  GtkWidget *next = gtk_widget_get_next_sibling (row);

  g_assert_true (GTK_IS_LABEL (heading));
  g_assert_true (is_in_sight (heading));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (heading)), ==, first->group);
  gtk_test_accessible_assert_role (heading, GTK_ACCESSIBLE_ROLE_HEADING);
  g_assert_false (gtk_widget_get_focusable (heading));
  g_assert_true (WS_IS_SIDE_ROW (next));
  g_assert_true (WS_IS_SIDE_ROW (gtk_widget_get_prev_sibling (heading)));
  g_assert_true (ws_side_item_does (ws_side_row_get_item (WS_SIDE_ROW (next)), "win.kernel",
                                    ws_catalog_get_kernel (ws_window_get_catalog (window), 1)->id));
}

/* ---- choosing ---- */

static void
test_pointer (void)
{
  GtkWidget *row;
  GtkWidget *heading;

  hands_focus (GTK_NATIVE (window));
  row = window_helper_show_row (window, "win.kernel", "reduce3");
  click (row);
  g_assert_cmpstr (get_shown (), ==, "reduce3");
  g_assert_true (window_helper_is_chosen (window, "win.kernel", "reduce3"));
  g_assert_true (gtk_widget_has_focus (row));
  g_assert_true (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED);
  /* a heading takes no click */
  row = window_helper_show_row (window, "win.kernel",
                                ws_catalog_get_kernel (ws_window_get_catalog (window), 0)->id);
  heading = gtk_widget_get_prev_sibling (row);
  click (heading);
  g_assert_cmpstr (get_shown (), ==, "reduce3");
  g_assert_true (window_helper_is_chosen (window, "win.kernel", "reduce3"));
}

/* Up and Down go from row to row, past headings, Home and End to the ends; what they come to is
 * chosen, has the keyboard and is in sight. */
static void
test_keys (void)
{
  const guint n = ws_catalog_get_n_kernels (ws_window_get_catalog (window));
  const WsCatalogKernel *last = ws_catalog_get_kernel (ws_window_get_catalog (window), n - 1);
  guint boundary = 1;
  GtkWidget *row;

  press (GDK_KEY_Down);
  g_assert_cmpstr (get_shown (), ==, "reduce4");
  press (GDK_KEY_Up);
  press (GDK_KEY_Up);
  g_assert_cmpstr (get_shown (), ==, "reduce2");
  /* from the last kernel of a group to the first of the next */
  while (g_str_equal (ws_catalog_get_kernel (ws_window_get_catalog (window), boundary)->group,
                      ws_catalog_get_kernel (ws_window_get_catalog (window), boundary - 1)->group))
    boundary++;
  row = window_helper_show_row (
      window, "win.kernel",
      ws_catalog_get_kernel (ws_window_get_catalog (window), boundary - 1)->id);
  click (row);
  window_helper_settle (window);
  press (GDK_KEY_Down);
  g_assert_cmpstr (get_shown (), ==,
                   ws_catalog_get_kernel (ws_window_get_catalog (window), boundary)->id);
  press (GDK_KEY_Up);
  g_assert_cmpstr (get_shown (), ==,
                   ws_catalog_get_kernel (ws_window_get_catalog (window), boundary - 1)->id);
  /* the last kernel may be one that CUDA refuses */
  press (GDK_KEY_End);
  helper_iterate (150);
  g_assert_true (window_helper_is_chosen (window, "win.kernel", last->id));
  row = await_chosen (); /* also where a message takes a part of the list's height */
  g_assert_true (ws_side_row_get_item (WS_SIDE_ROW (row))
                 == window_helper_get_item (window, count_items () - 1));
  g_assert_true (gtk_widget_has_focus (row));
  press (GDK_KEY_Down);
  g_assert_true (gtk_widget_has_focus (row));
  press (GDK_KEY_Home);
  helper_iterate (150);
  g_assert_true (window_helper_is_chosen (window, "win.course", ""));
  await_chosen ();
  g_assert_cmpfloat (gtk_adjustment_get_value (get_adjustment ()), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "reduce2");
  g_assert_cmpstr (get_shown (), ==, "reduce2");
}

/* A row that has the keyboard keeps it while the list is scrolled away, and goes on from there. */
static void
test_focus_stays (void)
{
  GtkAdjustment *adjustment = get_adjustment ();
  GtkWidget *row = window_helper_show_row (window, "win.kernel", "reduce3");

  hands_focus (GTK_NATIVE (window));
  click (row);
  window_helper_settle (window);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  helper_iterate (100);
  g_assert_false (is_in_sight (row));
  g_assert_true (gtk_widget_has_focus (row));
  g_assert_cmpuint (count_rows (FALSE), <, count_items () / 2);
  press (GDK_KEY_Down);
  helper_iterate (100);
  g_assert_cmpstr (get_shown (), ==, "reduce4");
  await_chosen ();
  /* by Tab the keyboard leaves, and comes back to the row chosen */
  gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
  g_assert_null (gtk_widget_get_focus_child (GTK_WIDGET (get_list ())));
  gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_BACKWARD);
  g_assert_true (gtk_widget_has_focus (await_chosen ()));
}

/* What is shown is chosen in the list, and comes into sight; what was chosen before is not any
 * more. */
static void
test_follows (void)
{
  GtkAdjustment *adjustment = get_adjustment ();
  const guint n = ws_catalog_get_n_kernels (ws_window_get_catalog (window));
  WsSideItem *before;
  WsSideItem *item;
  double value;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "reduce2");
  g_assert_cmpstr (get_shown (), ==, "reduce2");
  before = ws_side_list_get_selected (get_list ());
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s",
                              ws_catalog_get_kernel (ws_window_get_catalog (window), n / 2)->id);
  window_helper_settle (window);
  helper_iterate (100);
  item = ws_side_list_get_selected (get_list ());
  g_assert_true (item != before);
  await_chosen ();
  gtk_test_accessible_assert_state (ws_side_list_get_row (get_list (), item),
                                    GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
  gtk_test_accessible_assert_state (window_helper_show_row (window, "win.kernel", "reduce2"),
                                    GTK_ACCESSIBLE_STATE_SELECTED, FALSE);
  /* who looks elsewhere meanwhile is left alone: the same kernel runs again */
  gtk_adjustment_set_value (adjustment, 0);
  helper_iterate (60);
  value = gtk_adjustment_get_value (adjustment);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  window_helper_settle (window);
  helper_iterate (60);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, value);
}

/* ---- the search ---- */

static void
search (const char *words)
{
  gtk_editable_set_text (ws_sidebar_get_entry (window_helper_get_child (window, "sidebar")), words);
  helper_iterate (300);
}

static gboolean
plays (gpointer data)
{
  return ws_playhead_get_playing (ws_window_get_playhead (window));
}

/* Space and Page Down are the playhead's, and the picture has the keyboard. */
static void
check_plays (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  GtkWidget *tree =
      ws_pane_get_child (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE));
  double before;

  g_assert_true (gtk_widget_is_focus (tree));
  ws_playhead_set_playing (playhead, FALSE);
  hands_key (GDK_KEY_space, 0);
  g_assert_true (helper_wait (plays, NULL));
  hands_key (GDK_KEY_space, 0);
  helper_iterate (200);
  g_assert_false (plays (NULL));
  hands_key (GDK_KEY_Home, 0);
  helper_iterate (100);
  before = ws_playhead_get_position (playhead);
  hands_key (GDK_KEY_Page_Down, 0);
  helper_iterate (600);
  g_assert_cmpfloat (ws_playhead_get_position (playhead), >, before);
}

static void
type (const char *words)
{
  for (const char *p = words; *p != '\0'; p++)
    {
      hands_key ((guint)*p, 0);
      helper_iterate (40);
    }
  helper_iterate (300);
}

/* From the search of the figures, too; what it has found stays there. */
static void
test_figures (void)
{
  hands_focus (GTK_NATIVE (window));
  hands_key (GDK_KEY_f, GDK_CONTROL_MASK);
  helper_iterate (300);
  type ("branch");
  hands_key (GDK_KEY_Return, 0);
  helper_iterate (200);
  check_plays ();
}

/* What is typed leaves the rows that have all its words; Enter takes the first, and gives the
 * keyboard to what plays; Escape brings all back, and the keyboard to the row chosen. */
static void
test_search (void)
{
  guint n = count_items ();

  g_assert_cmpuint (n, >, 50);
  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (
      GTK_WIDGET (ws_sidebar_get_entry (window_helper_get_child (window, "sidebar"))));
  helper_iterate (150);
  type ("reduce5");
  g_assert_cmpuint (count_items (), ==, 1);
  g_assert_cmpuint (count_rows (TRUE), ==, 1);
  hands_key (GDK_KEY_Return, 0);
  g_assert_cmpstr (get_shown (), ==, "reduce5");
  helper_iterate (300);
  g_assert_cmpuint (count_items (), ==, n);
  await_chosen ();
  window_helper_settle (window);
  check_plays ();

  gtk_widget_grab_focus (
      GTK_WIDGET (ws_sidebar_get_entry (window_helper_get_child (window, "sidebar"))));
  helper_iterate (150);
  type ("reduce6");
  g_assert_cmpuint (count_items (), ==, 1);
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (300);
  g_assert_cmpuint (count_items (), ==, n);
  g_assert_cmpstr (
      gtk_editable_get_text (ws_sidebar_get_entry (window_helper_get_child (window, "sidebar"))),
      ==, "");
  g_assert_true (gtk_widget_has_focus (await_chosen ()));
  await_chosen ();
  /* the row says "2 Strided index" */
  search ("kernel 2: strided");
  g_assert_cmpuint (count_items (), ==, 1);
  search ("Mask  CONVOLUTION nosuch");
  g_assert_cmpuint (count_items (), ==, 0);
  g_assert_cmpuint (count_rows (TRUE), ==, 0);
  search ("Mask  CONVOLUTION");
  g_assert_cmpuint (count_items (), >, 0);
  g_assert_cmpuint (count_items (), <, 8);
  g_assert_cmpuint (count_rows (TRUE), ==, count_items ());
  g_assert_cmpfloat (gtk_adjustment_get_value (get_adjustment ()), ==, 0);
  search ("");
  g_assert_cmpuint (count_items (), ==, n);
}

/* ---- what screen readers hear, and who rests the pointer ---- */

static void
test_names (void)
{
  const WsCatalogKernel *kernel = ws_catalog_find (ws_window_get_catalog (window), "reduce3", NULL);
  GtkWidget *row = window_helper_show_row (window, "win.kernel", "reduce3");
  WsSideItem *item =
      ws_sidebar_find (window_helper_get_child (window, "sidebar"), "win.kernel", "reduce3");
  guint place = 0;

  while (window_helper_get_item (window, place) != item)
    place++;
  gtk_test_accessible_assert_role (get_list (), GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_property (get_list (), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Lessons and kernels");
  gtk_test_accessible_assert_role (row, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       ws_side_item_get_label (item));
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, kernel->idea);
  gtk_test_accessible_assert_relation (row, GTK_ACCESSIBLE_RELATION_POS_IN_SET, (int)place + 1);
  gtk_test_accessible_assert_relation (row, GTK_ACCESSIBLE_RELATION_SET_SIZE, (int)count_items ());
  gtk_test_accessible_assert_state (row, GTK_ACCESSIBLE_STATE_HIDDEN, FALSE);
  /* rows that are kept for later are not there for them */
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_list ())); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_test_accessible_assert_state (child, GTK_ACCESSIBLE_STATE_HIDDEN,
                                      !gtk_widget_get_mapped (child));
}

/* Returns: whether the list has a tip for who rests the pointer on @widget */
static gboolean
has_tip (GtkWidget *widget)
{
  g_autoptr (GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  GtkWidget *list = GTK_WIDGET (get_list ());
  graphene_rect_t bounds;
  gboolean told = FALSE;

  g_assert_true (gtk_widget_compute_bounds (widget, list, &bounds));
  g_signal_emit_by_name (list, "query-tooltip", 30, (int)(bounds.origin.y + bounds.size.height / 2),
                         FALSE, tooltip, &told);
  return told;
}

/* The list has the tips of its rows: a tip of a row's own asks the display where the pointer is. */
static void
test_tips (void)
{
  const WsCatalogKernel *first = ws_catalog_get_kernel (ws_window_get_catalog (window), 0);
  GtkWidget *row = window_helper_show_row (window, "win.kernel", first->id);

  g_assert_true (has_tip (row));
  g_assert_false (has_tip (gtk_widget_get_prev_sibling (row)));
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_list ())); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_assert_false (gtk_widget_get_has_tooltip (child));
}

static void
test_opens (void)
{
  window_helper_settle (window);
  g_assert_cmpstr (get_shown (), ==, "reduce1");
  helper_iterate (100);
  g_assert_true (window_helper_is_chosen (window, "win.kernel", "reduce1"));
  await_chosen ();
}

static void
add_tests (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/window-sidebar/opens", test_opens);
  g_test_add_func ("/window-sidebar/lazy", test_lazy);
  g_test_add_func ("/window-sidebar/comes-back", test_comes_back);
  g_test_add_func ("/window-sidebar/headings", test_headings);
  g_test_add_func ("/window-sidebar/pointer", test_pointer);
  g_test_add_func ("/window-sidebar/keys", test_keys);
  g_test_add_func ("/window-sidebar/focus-stays", test_focus_stays);
  g_test_add_func ("/window-sidebar/follows", test_follows);
  g_test_add_func ("/window-sidebar/search", test_search);
  g_test_add_func ("/window-sidebar/figures", test_figures);
  g_test_add_func ("/window-sidebar/names", test_names);
  g_test_add_func ("/window-sidebar/tips", test_tips);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  options.device = (char *)"vm:h200"; /* which can do all of them */
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
