/* A way through the real window: it opens on a run, follows clicks and keys, refuses nonsense, and
 * outlives its worker. */
#include "sms/private.h"
#include "timings/private.h"
#include "editor/code-view.h"
#include "views/sms-view.h"
#include "window-helpers.h"
#include "sidebar/option-field.h"
#include "sidebar/side-item.h"

#include <signal.h>
#include <string.h>

static WsWindow *window;

static gboolean
run_is_possible (void)
{
  gboolean sensitive = gtk_widget_is_sensitive (window_helper_get_child (window, "run_button"));

  return sensitive;
}

static void
test_opens (void)
{
  WsRun *run;

  window_helper_settle (window);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_nonnull (run);
  g_assert_cmpstr (run->id, ==, "reduce1");
  g_assert_true (run->correct);
  g_assert_true (ws_playhead_get_playing (ws_window_get_playhead (window)));
  g_assert_nonnull (ws_session_get_devices (ws_window_get_session (window)));
}

/* What the header and the line below the fields say, and which row is chosen, is of the kernel
 * shown. */
static void
check_shown (const char *id)
{
  const WsCatalogKernel *kernel = ws_catalog_find (ws_window_get_catalog (window), id, NULL);
  const char *summary = ws_summary_get_text (window_helper_get_child (window, "summary"));

  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, id);
  g_assert_cmpstr (gtk_label_get_text (window_helper_get_child (window, "shown_whole")), ==,
                   kernel->title);
  g_assert_nonnull (
      strstr (gtk_label_get_text (window_helper_get_child (window, "shown_short")), kernel->name));
  g_assert_true (g_str_has_prefix (summary, kernel->idea));
  g_assert_true (g_str_has_suffix (summary, kernel->defect));
  g_assert_true (window_helper_is_chosen (window, "win.kernel", id));
}

static void
click_row (const char *kernel)
{
  GtkWidget *list = GTK_WIDGET (ws_sidebar_get_list (window_helper_get_child (window, "sidebar")));
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (window_helper_show_row (window, "win.kernel", kernel),
                                            list, &bounds));
  helper_click (list, bounds.origin.x + 20, bounds.origin.y + bounds.size.height / 2);
}

static void
test_kernels (void)
{
  check_shown ("reduce1");
  click_row ("reduce7");
  window_helper_settle (window);
  check_shown ("reduce7");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "reduce2");
  window_helper_settle (window);
  check_shown ("reduce2");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "nosuch");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.next-kernel", NULL);
  window_helper_settle (window);
  check_shown ("reduce3");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.previous-kernel", NULL);
  window_helper_settle (window);
  check_shown ("reduce2");
}

/* A section can stand before all others: rows and what is chosen keep together. */
static void
test_sections (void)
{
  g_autoptr (GListStore) items = g_list_store_new (WS_TYPE_SIDE_ITEM);
  WsSideList *list = ws_sidebar_get_list (window_helper_get_child (window, "sidebar"));
  WsSideItem *chosen = ws_side_list_get_selected (list);
  WsSideItem *first = window_helper_get_item (window, 0);
  const char *const ids[] = { "reduce4", "reduce5" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (WsSideItem) item = ws_side_item_new ("First", ids[i], "tip", "win.kernel", ids[i]);

      g_list_store_append (items, item);
    }
  ws_sidebar_add_section (window_helper_get_child (window, "sidebar"), 0, G_LIST_MODEL (items));
  helper_iterate (30);
  g_assert_true (window_helper_get_item (window, 2) == first);
  g_assert_true (ws_side_list_get_selected (list) == chosen);
  g_assert_true (
      ws_sidebar_find (window_helper_get_child (window, "sidebar"), "win.kernel", "reduce5")
      == window_helper_get_item (window, 1));
  click_row ("reduce5");
  window_helper_settle (window);
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "reduce5");
  g_assert_true (ws_side_list_get_selected (list) == window_helper_get_item (window, 1));
  g_list_store_remove_all (items);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "reduce2");
  window_helper_settle (window);
  check_shown ("reduce2");
  g_assert_true (window_helper_get_item (window, 0) == first);
  g_assert_true (ws_side_list_get_selected (list) == chosen);
}

/* Behind the lessons: an item for each kernel of the catalogue, under its group. */
static void
test_kernel_list (void)
{
  guint n = ws_catalog_get_n_kernels (ws_window_get_catalog (window));
  guint first =
      1 + ws_course_get_lessons (ws_lessons_get_course (ws_window_get_lessons (window)))->len;

  for (guint i = 0; i < n; i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (ws_window_get_catalog (window), i);
      WsSideItem *item = window_helper_get_item (window, first + i);

      g_assert_true (ws_side_item_does (item, "win.kernel", kernel->id));
      g_assert_nonnull (strstr (ws_side_item_get_label (item), kernel->name));
      g_assert_cmpstr (ws_side_item_get_tip (item), ==, kernel->idea);
      g_assert_cmpstr (ws_side_item_get_section (item), ==, kernel->group);
    }
  g_assert_null (window_helper_get_item (window, first + n));
}

static void
test_fields (void)
{
  window_helper_type (window, "abc", NULL);
  helper_iterate (30);
  g_assert_false (run_is_possible ());
  window_helper_type (window, "2^16", "2048");
  helper_iterate (30);
  g_assert_false (run_is_possible ());
  window_helper_type (window, "2^16", "256");
  helper_iterate (30);
  g_assert_true (run_is_possible ());
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  window_helper_settle (window);
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->launches[0].n_elements,
                    ==, 65536);
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->launches[0].block[0], ==,
                    256);
}

/* A line of a megabyte, which GTK would take minutes for, is cut off as it is pasted, in every
 * entry there is. */
static void
check_entries (GtkWidget *root)
{
  g_autofree char *line = g_strnfill (1 << 20, '7');
  GtkWidget *text;

  for (guint i = 0; (text = helper_find (root, GTK_TYPE_TEXT, i)) != NULL; i++)
    {
      g_autofree char *before = gtk_editable_get_chars (GTK_EDITABLE (text), 0, -1);
      int place = 0;

      /* a list's own search, which is not shown */
      if (gtk_widget_get_ancestor (text, GTK_TYPE_DROP_DOWN) != NULL)
        continue;
      gtk_editable_insert_text (GTK_EDITABLE (text), line, -1, &place);
      g_assert_cmpuint (strlen (gtk_editable_get_text (GTK_EDITABLE (text))), <=, 256);
      gtk_editable_set_text (GTK_EDITABLE (text), before);
    }
}

static void
test_pasted (void)
{
  guint n = 0;

  while (helper_find (GTK_WIDGET (window), GTK_TYPE_TEXT, n) != NULL)
    n++;
  g_assert_cmpuint (n, >=, 6);
  check_entries (GTK_WIDGET (window));
  window_helper_settle (window);
}

static void
choose (const char *id)
{
  window_helper_choose (window, id);
  window_helper_settle (window);
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, id);
}

/* A kernel that makes a case with its own size and repeats begins with them; the reductions keep
 * what was typed for them. */
static void
test_maps (void)
{
  WsPlanParameters parameters;
  WsRun *run;
  guint32 repeats = 0;

  choose ("few_blocks");
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_true (run->correct);
  g_assert_cmpuint (run->launches[0].n_elements, ==, 2048);
  g_assert_true (g_variant_lookup (run->parameters, "repeats", "u", &repeats));
  g_assert_cmpuint (repeats, ==, 1000);
  choose ("partial_wave");
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->launches[0].grid[0], ==,
                    545);
  choose ("reduce2");
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_cmpuint (run->launches[0].n_elements, ==, 65536);
  g_assert_cmpuint (run->launches[0].block[0], ==, 256);
  g_assert_false (g_variant_lookup (run->parameters, "repeats", "u", &repeats));
  g_assert_true (
      ws_fields_get_parameters (window_helper_get_child (window, "fields"), &parameters, NULL));
  g_assert_cmpstr (parameters.op, ==, "sum");
}

static guint32
get_option (guint index)
{
  WsPlanParameters parameters;

  g_assert_true (
      ws_fields_get_parameters (window_helper_get_child (window, "fields"), &parameters, NULL));
  return parameters.options[index];
}

static guint
count_visible_fields (void)
{
  guint n = 0;

  for (guint i = 0;; i++)
    {
      GtkWidget *field =
          helper_find (window_helper_get_child (window, "fields"), WS_TYPE_OPTION_FIELD, i);

      if (field == NULL)
        return n;
      n += gtk_widget_get_mapped (field);
    }
}

/* A kernel's own options have fields while it is chosen: a number, which keys double and halve
 * between its limits, and a choice; what is not possible is said, and does not run. */
static void
test_options (void)
{
  GtkWidget *field;
  GtkWidget *entry;
  GtkWidget *drop;
  WsRun *run;

  choose ("readStride");
  g_assert_cmpuint (count_visible_fields (), ==, 1);
  field = helper_find (window_helper_get_child (window, "fields"), WS_TYPE_OPTION_FIELD, 0);
  entry = helper_find (field, GTK_TYPE_ENTRY, 0);
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (entry), "From 1 to 32"));
  g_assert_cmpuint (get_option (0), ==, 2);
  g_assert_true (helper_press (entry, GDK_KEY_Up, 0));
  g_assert_cmpuint (get_option (0), ==, 4);
  for (guint i = 0; i < 9; i++)
    g_assert_true (helper_press (entry, GDK_KEY_Up, 0));
  g_assert_cmpuint (get_option (0), ==, 32);
  g_signal_emit_by_name (entry, "activate");
  window_helper_settle (window);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_true (run->correct);
  g_assert_cmpuint (((const WsRegion *)g_ptr_array_index (run->regions, 0))->size_bytes, ==,
                    32 * 4 * run->launches[0].n_elements);
  gtk_editable_set_text (GTK_EDITABLE (entry), "33");
  helper_iterate (30);
  g_assert_false (run_is_possible ());
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_true (helper_press (entry, GDK_KEY_Down, 0)); /* of nothing that is possible */
  gtk_editable_set_text (GTK_EDITABLE (entry), "3");
  helper_iterate (30);
  g_assert_true (run_is_possible ());
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  choose ("sumMatrixOnGPU2D");
  g_assert_cmpuint (count_visible_fields (), ==, 1);
  field = helper_find (window_helper_get_child (window, "fields"), WS_TYPE_OPTION_FIELD, 0);
  drop = helper_find (field, GTK_TYPE_DROP_DOWN, 0);
  g_assert_nonnull (drop);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 2);
  window_helper_settle (window);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_cmpuint (run->launches[0].block[0], ==, 16);
  g_assert_cmpuint (run->launches[0].block[1], ==, 32);
  choose ("reduce2");
  g_assert_cmpuint (count_visible_fields (), ==, 0);
}

/* What a device refuses is what these kernels show: the sentence says what CUDA answers. */
static void
test_refusal (void)
{
  window_helper_choose (window, "alloc1");
  window_helper_settle (window);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_nonnull (strstr (ws_notices_get_error (ws_window_get_notices (window)),
                            "cudaMalloc returns cudaErrorMemoryAllocation"));
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "alloc1");
  choose ("reduce2");
}

static gboolean
has_moved_on (gpointer playhead)
{
  return ws_playhead_get_position (playhead) > 0 && !ws_playhead_is_moving (playhead);
}

static void
test_moves (void)
{
  double before;

  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.first", NULL);
  g_assert_false (ws_playhead_get_playing (ws_window_get_playhead (window)));
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.next-stage", NULL);
  g_assert_true (helper_wait (has_moved_on, ws_window_get_playhead (window)));
  before = ws_playhead_get_position (ws_window_get_playhead (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.next-instruction", NULL);
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), >, before);
  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.play", NULL);
  g_assert_true (ws_playhead_get_playing (ws_window_get_playhead (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.play", NULL);
}

/* In the list of kernels a remote clicker's keys go through the stages, and not to another kernel.
 */
static void
test_list_keys (void)
{
  GtkWidget *list = GTK_WIDGET (ws_sidebar_get_list (window_helper_get_child (window, "sidebar")));
  WsSideItem *chosen = ws_side_list_get_selected (WS_SIDE_LIST (list));

  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.first", NULL);
  g_assert_true (helper_press (list, GDK_KEY_Page_Down, 0));
  g_assert_true (helper_wait (has_moved_on, ws_window_get_playhead (window)));
  g_assert_true (ws_side_list_get_selected (WS_SIDE_LIST (list)) == chosen);
  g_assert_true (helper_press (list, GDK_KEY_space, 0));
  g_assert_true (ws_playhead_get_playing (ws_window_get_playhead (window)));
  g_assert_true (helper_press (list, GDK_KEY_space, 0));
}

/* A block that was not recorded is recorded, and shown at the same place. */
static void
test_block (void)
{
  guint launch = ws_playhead_get_launch (ws_window_get_playhead (window));
  double position = ws_playhead_get_position (ws_window_get_playhead (window));

  g_assert_null (
      ws_run_find_block (ws_playhead_get_run (ws_window_get_playhead (window)), launch, 5));
  ws_fields_set_shown_block (window_helper_get_child (window, "fields"), 5, 256);
  g_signal_emit_by_name (window_helper_get_child (window, "fields"), "block-shown");
  window_helper_settle (window);
  g_assert_cmpuint (ws_playhead_get_block (ws_window_get_playhead (window)), ==, 5);
  g_assert_nonnull (ws_playhead_get_scene (ws_window_get_playhead (window)));
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), ==, position);
}

static void
test_look (void)
{
  static const char *const themes[] = { "dark", "projector", "light" };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      window_helper_set_theme (window, themes[i]);
      helper_iterate (80);
    }
  g_assert_cmpint (ws_appearance_get_theme (ws_window_get_appearance (window)), ==, WS_THEME_LIGHT);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "lanes");
  helper_iterate (50);
  g_assert_false (gtk_widget_get_visible (
      GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_true (gtk_widget_get_visible (
      GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE))));
  ws_presentation_set_presenting (ws_window_get_presentation (window), TRUE);
  helper_iterate (120);
  g_assert_cmpint (ws_appearance_get_theme (ws_window_get_appearance (window)), ==,
                   WS_THEME_PROJECTOR);
  ws_presentation_set_presenting (ws_window_get_presentation (window), FALSE);
  helper_iterate (80);
  g_assert_cmpint (ws_appearance_get_theme (ws_window_get_appearance (window)), ==, WS_THEME_LIGHT);
}

static gboolean
has_words (GtkWidget *widget)
{
  /* its menu's words are not its own */
  if (GTK_IS_MENU_BUTTON (widget))
    return gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)) == NULL;
  for (guint i = 0;; i++)
    {
      GtkWidget *label = helper_find (widget, GTK_TYPE_LABEL, i);

      if (label == NULL)
        return FALSE;
      if (*gtk_label_get_text (GTK_LABEL (label)) != '\0')
        return TRUE;
    }
}

/* GTK's own say what they are. */
static gboolean
is_part_of_another (GtkWidget *widget)
{
  const GType owners[] = { GTK_TYPE_MENU_BUTTON,     GTK_TYPE_SPIN_BUTTON, GTK_TYPE_DROP_DOWN,
                           GTK_TYPE_WINDOW_CONTROLS, GTK_TYPE_INFO_BAR,    ADW_TYPE_SPLIT_BUTTON,
                           GTK_TYPE_POPOVER };

  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    {
      GtkWidget *owner = gtk_widget_get_ancestor (widget, owners[i]);

      if (owner != NULL && owner != widget)
        return TRUE;
    }
  return FALSE;
}

/* What has a picture alone has a name for who does not see it. */
static void
test_names (void)
{
  const GType types[] = { GTK_TYPE_BUTTON, GTK_TYPE_MENU_BUTTON };
  guint n = 0;

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    for (guint i = 0;; i++)
      {
        GtkWidget *button = helper_find (GTK_WIDGET (window), types[t], i);

        if (button == NULL)
          break;
        if (!gtk_widget_get_mapped (button) || has_words (button) || is_part_of_another (button))
          continue;
        n++;
        if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (button),
                                               GTK_ACCESSIBLE_PROPERTY_LABEL))
          g_error ("A button in a %s has no name: %s",
                   G_OBJECT_TYPE_NAME (gtk_widget_get_parent (button)),
                   gtk_widget_get_tooltip_text (button));
      }
  g_assert_cmpuint (n, >, 12);
}

static gboolean
has_search (gpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY) != NULL;
}

/* Figures are searched from wherever the keyboard is, also where they are hidden. */
static void
test_find (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "tree");
  helper_iterate (100);
  g_assert_true (helper_press (GTK_WIDGET (window), GDK_KEY_f, GDK_CONTROL_MASK));
  g_assert_true (helper_wait (has_search, NULL));
  g_assert_true (gtk_widget_is_visible (GTK_WIDGET (window_helper_get (window, "inspector"))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "code");
  helper_iterate (100);
}

static gboolean
is_drawn (gpointer pane)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  gtk_widget_snapshot_child (gtk_widget_get_parent (pane), pane, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  return node != NULL;
}

/* From one pane that fills the window to another: it is drawn, and not only there. */
static void
test_fill (void)
{
  GtkWidget *pane[] = { GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SMS)),
                        GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_CODE)),
                        GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE)),
                        GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_CODE)),
                        GTK_WIDGET (
                            ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TIMING)) };
  const char *const names[] = { "sms", "code", "tree", "code", "timing" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", names[i]);
      helper_iterate (400);
      g_test_message ("%s", names[i]);
      g_assert_true (helper_wait (is_drawn, pane[i]));
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  helper_iterate (200);
}

/* (nullable): the tooltip of what is inside that has the text */
static const char *
find_tooltip (GtkWidget *root, const char *text)
{
  const char *tooltip = gtk_widget_get_tooltip_text (root);

  if (tooltip != NULL && strstr (tooltip, text) != NULL)
    return tooltip;
  tooltip = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && tooltip == NULL;
       child = gtk_widget_get_next_sibling (child))
    tooltip = find_tooltip (child, text);
  return tooltip;
}

static gboolean
is_timed (gpointer data)
{
  return !ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window)));
}

/* Below the pointer, the SMs and the timings say how far modelled times are off. */
static void
test_fidelity (void)
{
  WsPane *pane = ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SMS);
  const char *tooltip = find_tooltip (GTK_WIDGET (pane), "Modelled times ");

  g_assert_nonnull (tooltip);
  g_assert_nonnull (strstr (tooltip, "modelled\nModelled times of such kernels are on average "));
  pane = ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TIMING);
  gtk_widget_activate_action (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window))),
                              "timing.run-fields", NULL);
  g_assert_true (helper_wait (is_timed, NULL));
  g_assert_nonnull (find_tooltip (GTK_WIDGET (pane), "Modelled times of such kernels are on "));
}

/* The middle of what stands for the block on the SMs, or of the chart; FALSE where that is not
 * under the pointer there. */
static gboolean
find_place (WsSmsHitKind kind, guint32 block, double *x, double *y, WsSmsHit *hit)
{
  const WsTheme *theme = ws_theme_get (ws_appearance_get_theme (ws_window_get_appearance (window)));
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  int width = gtk_widget_get_width (GTK_WIDGET (window_helper_get (window, "sms")));
  int height = gtk_widget_get_height (GTK_WIDGET (window_helper_get (window, "sms")));
  const WsScene *scene;
  const WsStay *stay;
  WsMoment moment;
  WsSmsOptions options;
  WsSmsLayout l;
  WsBox box;
  guint sm;
  guint slot;

  ws_sms_view_get_options (window_helper_get (window, "sms"), &options);
  g_assert_true (
      ws_canvas_get_moment (WS_CANVAS (window_helper_get (window, "sms")), &scene, &moment));
  ws_sms_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = width, .height = height },
      &options);
  box = l.plot;
  if (kind != WS_SMS_HIT_TIME)
    {
      stay = &scene->timeline->stays[scene->timeline->stay_of_block[block]];
      ws_timeline_place (scene->timeline, stay, &sm, &slot);
      if (kind == WS_SMS_HIT_SLOT)
        {
          box = ws_sms_layout_get_sm (&l, sm);
          box = ws_sms_layout_get_place (&l, &box, slot);
        }
      else
        {
          box = ws_sms_layout_get_lane (&l, slot);
          box.x = ws_sms_layout_time_to_x (&l, (double)(stay->start + stay->end) / 2);
          box.w = 0;
        }
    }
  *x = box.x + box.w / 2;
  *y = box.y + box.h / 2;
  return ws_sms_pick (&(WsFrame){ scene, &moment, theme, width, height }, &options, *x, *y, hit)
         && hit->kind == kind && (block == WS_NONE || hit->block == block);
}

/* the clock follows the focus when the layout is done */
static gboolean
is_of_block (gpointer playhead)
{
  return ws_playhead_get_clock (playhead) == WS_CLOCK_BLOCK;
}

/* The fourth pane: its focus plays the launch; clicks and keys choose an SM, a block and a time. */
static void
test_sms (void)
{
  GtkWidget *sms = GTK_WIDGET (window_helper_get (window, "sms"));
  const WsTimeline *t;
  const WsStay *stay;
  double x;
  double y;
  double before;
  WsSmsHit hit;

  window_helper_type (window, "2^16", "64");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  window_helper_settle (window);
  t = ws_playhead_get_scene (ws_window_get_playhead (window))->timeline;
  g_assert_nonnull (t);
  g_assert_cmpuint (ws_playhead_get_clock (ws_window_get_playhead (window)), ==, WS_CLOCK_BLOCK);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "sms");
  helper_iterate (120);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window_helper_get (window, "workspace"))));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == sms);
  g_assert_cmpuint (ws_playhead_get_clock (ws_window_get_playhead (window)), ==, WS_CLOCK_LAUNCH);

  /* a block that was recorded, while it runs: it is shown, at the same time */
  stay = &t->stays[t->stay_of_block[1023]];
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  ws_playhead_set_time (ws_window_get_playhead (window), (double)(stay->start + stay->end) / 2);
  before = ws_playhead_get_time (ws_window_get_playhead (window));
  g_assert_true (find_place (WS_SMS_HIT_SLOT, 1023, &x, &y, &hit));
  helper_click (sms, x, y);
  g_assert_cmpuint (ws_playhead_get_block (ws_window_get_playhead (window)), ==, 1023);
  g_assert_cmpfloat (ws_playhead_get_time (ws_window_get_playhead (window)), ==, before);
  g_assert_cmpuint (ws_sms_view_get_sm (window_helper_get (window, "sms")), ==, WS_NONE);

  /* one that was not: its SM is shown over time; a bar of one says so, and changes nothing */
  stay = &t->stays[t->stay_of_block[5]];
  ws_playhead_set_time (ws_window_get_playhead (window), (double)(stay->start + stay->end) / 2);
  g_assert_true (find_place (WS_SMS_HIT_SLOT, 5, &x, &y, &hit));
  helper_click (sms, x, y);
  g_assert_cmpuint (ws_sms_view_get_sm (window_helper_get (window, "sms")), ==, hit.sm);
  g_assert_true (find_place (WS_SMS_HIT_BAR, 5, &x, &y, &hit));
  helper_click (sms, x, y);
  g_assert_cmpuint (ws_playhead_get_block (ws_window_get_playhead (window)), ==, 1023);
  g_assert_true (helper_press (sms, GDK_KEY_Escape, 0));
  g_assert_cmpuint (ws_sms_view_get_sm (window_helper_get (window, "sms")), ==, WS_NONE);
  g_assert_false (helper_press (sms, GDK_KEY_Escape, 0)); /* the window's */

  /* the chart sets the time */
  g_assert_true (find_place (WS_SMS_HIT_TIME, WS_NONE, &x, &y, &hit));
  g_signal_emit_by_name (helper_find_controller (sms, GTK_TYPE_GESTURE_DRAG), "drag-begin", x, y);
  g_assert_cmpfloat (ws_playhead_get_time (ws_window_get_playhead (window)), >, 0);

  /* keys: among the SMs, into one, on to the next, and back */
  helper_press (sms, GDK_KEY_Right, 0);
  g_assert_false (helper_press (sms, GDK_KEY_Right, GDK_SHIFT_MASK));
  helper_press (sms, GDK_KEY_Right, 0);
  helper_press (sms, GDK_KEY_Left, 0);
  helper_press (sms, GDK_KEY_Right, 0);
  helper_press (sms, GDK_KEY_Return, 0);
  g_assert_cmpuint (ws_sms_view_get_sm (window_helper_get (window, "sms")), !=, WS_NONE);
  before = ws_sms_view_get_sm (window_helper_get (window, "sms"));
  helper_press (sms, GDK_KEY_Left, 0);
  g_assert_cmpuint (ws_sms_view_get_sm (window_helper_get (window, "sms")) + 1, ==, (guint)before);
  helper_press (sms, GDK_KEY_Return, 0);
  g_assert_cmpuint (ws_sms_view_get_sm (window_helper_get (window, "sms")), ==, WS_NONE);

  /* the transport steps and plays the launch, until the tree is looked at again */
  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.first", NULL);
  g_assert_cmpfloat (ws_playhead_get_time (ws_window_get_playhead (window)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "playhead.next-event", NULL);
  g_assert_cmpfloat (ws_playhead_get_time (ws_window_get_playhead (window)), ==,
                     (double)t->changes[t->changes[0] == 0 ? 1 : 0]);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  gtk_widget_grab_focus (GTK_WIDGET (window_helper_get (window, "tree")));
  g_assert_true (helper_wait (is_of_block, ws_window_get_playhead (window)));
}

/* Further pages of the pane have a switch in its header. */
static void
test_occupancy_pages (void)
{
  gtk_stack_add_titled (window_helper_get (window, "occupancy"), gtk_label_new ("another page"),
                        "other", "Other");
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "other");
  helper_iterate (30);
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "sms");
  helper_iterate (30);
  g_assert_true (gtk_stack_get_visible_child (window_helper_get (window, "occupancy"))
                 == GTK_WIDGET (window_helper_get (window, "sms")));
}

static void
test_damaged_file (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "warpstage-test-damaged.wsrun", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WsRun *before = ws_playhead_get_run (ws_window_get_playhead (window));

  g_assert_true (g_file_set_contents (path, "this is no run", -1, NULL));
  ws_window_open_run (window, file);
  helper_iterate (200);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == before);
  g_file_delete (file, NULL, NULL);
}

/* The runs shown before come back, with what they were run with. */
static void
test_back (void)
{
  GtkWidget *widget = GTK_WIDGET (window);
  g_autoptr (WsRun) first = NULL;
  g_autoptr (WsRun) second = NULL;

  window_helper_choose (window, "reduce2");
  window_helper_settle (window);
  window_helper_type (window, "2000", "64");
  gtk_widget_activate_action (widget, "win.run", NULL);
  window_helper_settle (window);
  first = ws_run_ref (ws_playhead_get_run (ws_window_get_playhead (window)));
  window_helper_type (window, "3000", "128");
  window_helper_choose (window, "reduce3");
  window_helper_settle (window);
  second = ws_run_ref (ws_playhead_get_run (ws_window_get_playhead (window)));
  g_assert_cmpstr (second->id, ==, "reduce3");
  gtk_widget_activate_action (widget, "win.forward", NULL); /* there is none */
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == second);
  g_assert_true (helper_press (widget, GDK_KEY_Left, GDK_ALT_MASK)
                 || gtk_widget_activate_action (widget, "win.back", NULL));
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == first);
  g_assert_cmpstr (ws_kernel_choice_get (ws_window_get_choice (window))->id, ==, "reduce2");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (helper_find (
                       window_helper_get_child (window, "fields"), GTK_TYPE_ENTRY, 0))),
                   ==, "2000");
  gtk_widget_activate_action (widget, "win.forward", NULL);
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == second);
  g_assert_cmpstr (ws_kernel_choice_get (ws_window_get_choice (window))->id, ==, "reduce3");
}

/* The worker is killed while it works: a sentence, the last run stays, and the next run works. */
static void
test_worker_killed (void)
{
  WsRun *before = ws_playhead_get_run (ws_window_get_playhead (window));
  guint pid = 0;

  window_helper_type (window, "2^26", "128");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  for (guint i = 0; i < 300 && pid == 0; i++)
    {
      helper_iterate (10);
      pid = ws_client_get_worker_pid (window_helper_get_client (window));
    }
  g_assert_cmpuint (pid, !=, 0);
  helper_iterate (100);
  kill ((pid_t)pid, SIGKILL);
  window_helper_settle (window);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == before);
  window_helper_type (window, "1000", "128");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  window_helper_settle (window);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->launches[0].n_elements,
                    ==, 1000);
}

/* ---- with a GPU that is none: see tests/fixture/fake-devices.c ---- */

/* As the list shows it. */
static const WsClientDevice *
chosen_device (void)
{
  WsSession *session = ws_window_get_session (window);
  const WsClientDevice *device =
      ws_session_find_device (session, ws_session_get_device_id (session));
  GtkStringObject *shown =
      gtk_drop_down_get_selected_item (window_helper_get_child (window, "device_drop"));

  g_assert_nonnull (device);
  g_assert_cmpstr (gtk_string_object_get_string (shown), ==, device->name);
  return device;
}

/* The first GPU that can run is taken by itself, and the first run is its own. */
static void
test_picks_gpu (void)
{
  WsRun *run;

  for (guint i = 0; i < 500 && ws_playhead_get_run (ws_window_get_playhead (window)) == NULL; i++)
    helper_iterate (10);
  window_helper_settle (window);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_nonnull (run);
  g_assert_cmpstr (run->device, ==, "cuda:1");
  g_assert_cmpint (run->origin, ==, WS_ORIGIN_MEASURED);
  g_assert_cmpstr (chosen_device ()->id, ==, "cuda:1");
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

/* One that cannot run says why, and is not taken. */
static void
test_unusable (void)
{
  gtk_drop_down_set_selected (window_helper_get_child (window, "device_drop"), 0);
  helper_iterate (50);
  g_assert_cmpstr (chosen_device ()->id, ==, "cuda:1");
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_cmpstr (ws_notices_get_error (ws_window_get_notices (window)), ==, "It is busy.");
}

/* How many runs there are before the one shown. */
static int
count_back (void)
{
  int n = 0;

  while (ws_session_can_go_back (ws_window_get_session (window), n + 1))
    n++;
  return n;
}

/* Hardware counters are read on demand, stand beside what is derived, and stay with the run. */
static void
test_counters (void)
{
  int depth = count_back ();
  WsRun *run;

  g_assert_cmpuint (helper_count_labels (GTK_WIDGET (window_helper_get (window, "inspector")),
                                         "Hardware counter: "),
                    ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-counters", NULL);
  window_helper_settle (window);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_cmpuint (run->counters->len, ==, 1);
  g_assert_cmpint (count_back (), ==, depth); /* it is the same run */
  g_assert_cmpuint (helper_count_labels (GTK_WIDGET (window_helper_get (window, "inspector")),
                                         "Hardware counter: "),
                    ==, 1);
  /* 23.5 threads of 32 */
  g_assert_cmpuint (
      helper_count_labels (GTK_WIDGET (window_helper_get (window, "inspector")), "73.4"), ==, 1);
  window_helper_type (window, NULL, "64");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  window_helper_settle (window);
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->counters->len, ==, 0);
  /* the run before has them still */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL);
  window_helper_settle (window);
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->counters->len, >, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.forward", NULL);
  window_helper_settle (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-counters", NULL);
  window_helper_settle (window);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_nonnull (
      strstr (ws_notices_get_error (ws_window_get_notices (window)), "ERR_NVGPUCTRPERM"));
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->counters->len, ==, 0);
}

/* On a device that measures, one thing at a time: a recording comes between two points of a sweep,
 * a sweep after a recording. */
static void
test_timing (void)
{
  GtkWidget *page = GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window)));
  WsQueue *queue = ws_session_get_queue (ws_window_get_session (window));
  const char *device = ws_session_get_device_id (ws_window_get_session (window));
  g_autoptr (WsRun) before = NULL;

  window_helper_type (window, "4096", "128");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  window_helper_settle (window);
  before = ws_run_ref (ws_playhead_get_run (ws_window_get_playhead (window)));
  gtk_widget_activate_action (page, "timing.run-fields", NULL);
  g_assert_false (ws_timing_is_waiting (ws_panes_get_timing (ws_window_get_panes (window))->sweep));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_cmpint (ws_session_get_state (ws_window_get_session (window)), ==, WS_SESSION_RECORDS);
  g_assert_cmpuint (ws_queue_get_n_waiting (queue, device), ==, 1);
  g_assert_nonnull (strstr (ws_session_get_sentence (ws_window_get_session (window)), "Waiting"));
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) != before);
  g_assert_true (ws_timing_page_is_busy (
      ws_panes_get_timing (ws_window_get_panes (window)))); /* it was not the last point */
  g_assert_true (helper_wait (is_timed, NULL));
  g_assert_cmpstr (ws_timing_page_get_origin (ws_panes_get_timing (ws_window_get_panes (window))),
                   ==, "measured");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  gtk_widget_activate_action (page, "timing.run-fields", NULL);
  g_assert_true (ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window))));
  g_assert_true (ws_timing_is_waiting (ws_panes_get_timing (ws_window_get_panes (window))->sweep));
  g_assert_cmpuint (ws_queue_get_n_waiting (queue, device), ==, 1);
  window_helper_settle (window);
  g_assert_true (helper_wait (is_timed, NULL));
}

/* Of a kernel that races the check says where, and the code marks the line; the result is right all
 * the same, until warps run one after another. */
static void
test_check (void)
{
  GtkWidget *widget = GTK_WIDGET (window);
  const WsRun *run;
  g_autofree char *n = NULL;

  choose ("reduce1");
  n = g_strdup_printf (
      "%" G_GUINT64_FORMAT,
      ws_playhead_get_run (ws_window_get_playhead (window))->launches[0].n_elements);
  window_helper_type (window, "1024", "128");
  choose ("race1");
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_cmpuint (run->findings->len, ==, 0);
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 0);
  gtk_widget_activate_action (widget, "win.check", NULL);
  window_helper_settle (window);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  g_assert_cmpuint (run->findings->len, ==, 1);
  g_assert_true (run->correct);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_true (g_str_has_prefix (ws_notices_get_error (ws_window_get_notices (window)),
                                   "Read-after-write hazard: warp "));
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 19);
  gtk_widget_activate_action (widget, "win.run-in-order", "s", "warps");
  window_helper_settle (window);
  g_assert_false (ws_playhead_get_run (ws_window_get_playhead (window))->correct);
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 19);
  /* the next run is one as ever */
  gtk_widget_activate_action (widget, "win.run", NULL);
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window))->correct);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 0);
  /* of one that does not, that there is nothing */
  choose ("reduce3");
  gtk_widget_activate_action (widget, "win.check", NULL);
  window_helper_settle (window);
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->findings->len, ==, 0);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  window_helper_type (window, n, "128");
  choose ("reduce2");
}

/* A fault ends the worker and nothing else; one click runs it where the line is known. */
static void
test_fault (void)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (ws_window_get_catalog (window), "null1", &error);
  guint pid = ws_client_get_worker_pid (window_helper_get_client (window));

  g_assert_no_error (error);
  ws_kernel_choice_choose (ws_window_get_choice (window), kernel);
  window_helper_settle (window);
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (window)));
  g_assert_true (gtk_widget_get_visible (
      ws_notices_get_remedy (ws_window_get_notices (window), WS_REMEDY_FIND_LINE)));
  g_assert_nonnull (
      strstr (ws_notices_get_error (ws_window_get_notices (window)), "CUDA_ERROR_ILLEGAL_ADDRESS"));
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "null1");
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 0);
  g_signal_emit_by_name (
      ws_notices_get_remedy (ws_window_get_notices (window), WS_REMEDY_FIND_LINE), "clicked");
  window_helper_settle (window);
  g_assert_cmpuint (ws_client_get_worker_pid (window_helper_get_client (window)), !=, pid);
  g_assert_cmpstr (chosen_device ()->id, ==, "vm:h200");
  g_assert_nonnull (strstr (ws_notices_get_error (ws_window_get_notices (window)), "null1.cu:"));
  g_assert_nonnull (strstr (ws_notices_get_error (ws_window_get_notices (window)), "null pointer"));
  g_assert_false (gtk_widget_get_visible (
      ws_notices_get_remedy (ws_window_get_notices (window), WS_REMEDY_FIND_LINE)));
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 13);
  window_helper_choose (window, "reduce1");
  window_helper_settle (window);
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, 0);
}

/* The list of words: searched by typing, and gone with Escape. */
static void
test_word_list (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *words = NULL;
  GtkWidget *list;
  guint n_shown = 0;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.words", NULL);
  helper_iterate (100);
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) item = g_list_model_get_item (toplevels, i);

      if (g_strcmp0 (gtk_window_get_title (item), "Glossary") == 0)
        words = GTK_WIDGET (item);
    }
  g_assert_nonnull (words);
  list = helper_find (words, GTK_TYPE_LIST_BOX, 0);
  gtk_editable_set_text (GTK_EDITABLE (helper_find (words, GTK_TYPE_SEARCH_ENTRY, 0)), "roofline");
  helper_iterate (400);
  for (int i = 0; gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i) != NULL; i++)
    n_shown += gtk_widget_get_child_visible (
        GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)));
  g_assert_cmpuint (n_shown, ==, 1);
  g_object_add_weak_pointer (G_OBJECT (words), (gpointer *)&words);
  g_assert_true (helper_press (words, GDK_KEY_Escape, 0));
  helper_iterate (100);
  g_assert_null (words);
}

static void
add_window_tests (void)
{
  g_test_add_func ("/window/opens", test_opens);
  g_test_add_func ("/window/kernels", test_kernels);
  g_test_add_func ("/window/kernel-list", test_kernel_list);
  g_test_add_func ("/window/sections", test_sections);
  g_test_add_func ("/window/fields", test_fields);
  g_test_add_func ("/window/pasted", test_pasted);
  g_test_add_func ("/window/maps", test_maps);
  g_test_add_func ("/window/options", test_options);
  g_test_add_func ("/window/refusal", test_refusal);
  g_test_add_func ("/window/check", test_check);
  g_test_add_func ("/window/moves", test_moves);
  g_test_add_func ("/window/list-keys", test_list_keys);
  g_test_add_func ("/window/block", test_block);
  g_test_add_func ("/window/look", test_look);
  g_test_add_func ("/window/names", test_names);
  g_test_add_func ("/window/find", test_find);
  g_test_add_func ("/window/fill", test_fill);
  g_test_add_func ("/window/fidelity", test_fidelity);
  g_test_add_func ("/window/sms", test_sms);
  g_test_add_func ("/window/occupancy-pages", test_occupancy_pages);
  g_test_add_func ("/window/damaged-file", test_damaged_file);
  g_test_add_func ("/window/word-list", test_word_list);
  g_test_add_func ("/window/back", test_back);
  g_test_add_func ("/window/worker-killed", test_worker_killed);
}

static void
add_gpu_tests (void)
{
  g_test_add_func ("/window/gpu/picked", test_picks_gpu);
  g_test_add_func ("/window/gpu/unusable", test_unusable);
  g_test_add_func ("/window/gpu/counters", test_counters);
  g_test_add_func ("/window/gpu/timing", test_timing);
  g_test_add_func ("/window/gpu/fault", test_fault);
}

int
main (int argc, char **argv)
{
  const WsWindowOptions options = {
    .stage = -1, .width = 1280, .height = 720, .kernel = (char *)"reduce1"
  };

  return window_helper_main (&argc, &argv, &options, &window,
                             g_getenv ("FAKE_GPU") != NULL ? add_gpu_tests : add_window_tests);
}
