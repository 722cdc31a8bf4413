/* The window at every width from 480 pixels on, in each theme, and once more in the pseudo-locale:
 * nothing that can be read or clicked is cut or out of the window, the length of a plan and the
 * choice of a kernel move nothing, and a narrow window has one pane at a time, by key or by click.
 */
#include "dialog/animation-dialog.h"
#include "dialog/export-dialog.h"
#include "hands.h"
#include "part.h"
#include "texts.h"
#include "toolkit/split.h"
#include "playback/track.h"
#include "window-helpers.h"
#include "window/application.h"

#include <math.h>

#define LEAST_WIDTH 480
#define WIDE        900 /* panes stand beside each other, whatever a frame takes */

static const int widths[] = { 480, 640, 800, 860, 900, 1024, 1280, 1920 };

static WsWindow *window;

static GdkSurface *
get_surface (void)
{
  return gtk_native_get_surface (GTK_NATIVE (window));
}

static gboolean
has_width (gpointer width)
{
  return gdk_surface_get_width (get_surface ()) == GPOINTER_TO_INT (width);
}

static void
resize (int width, int height)
{
  hands_resize (GTK_NATIVE (window), width, height);
  g_assert_true (helper_wait (has_width, GINT_TO_POINTER (width)));
  helper_iterate (60);
}

static gboolean
has_run (gpointer data)
{
  return ws_playhead_get_scene (ws_window_get_playhead (window)) != NULL;
}

static graphene_rect_t
place_of (gpointer widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds));
  return bounds;
}

/* ---- nothing is cut ---- */

static void G_GNUC_PRINTF (2, 3) complain (GtkWidget *widget, const char *format, ...)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "";
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_test_message ("%d × %d, %s: a %s in a %s, “%s”: %s", gdk_surface_get_width (get_surface ()),
                  gdk_surface_get_height (get_surface ()),
                  ws_theme_get (ws_appearance_get_theme (ws_window_get_appearance (window)))->name,
                  G_OBJECT_TYPE_NAME (widget), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
                  text, message);
  g_test_fail ();
}

/* The window, and every widget in it that cuts its children. */
static void
check_within (GtkWidget *widget)
{
  for (GtkWidget *room = gtk_widget_get_parent (widget); room != NULL;
       room = gtk_widget_get_parent (room))
    {
      graphene_rect_t at;

      if (room != GTK_WIDGET (window) && gtk_widget_get_overflow (room) != GTK_OVERFLOW_HIDDEN)
        continue;
      g_assert_true (gtk_widget_compute_bounds (widget, room, &at));
      if (at.origin.x < -1 || at.origin.y < -1
          || at.origin.x + at.size.width > gtk_widget_get_width (room) + 1
          || at.origin.y + at.size.height > gtk_widget_get_height (room) + 1)
        {
          complain (widget, "at %.0f, %.0f, %.0f × %.0f, it is not within a %s of %d × %d",
                    at.origin.x, at.origin.y, at.size.width, at.size.height,
                    G_OBJECT_TYPE_NAME (room), gtk_widget_get_width (room),
                    gtk_widget_get_height (room));
          return;
        }
    }
}

/* As high as its text, and as wide, unless it is one that may be shortened: of that there is
 * something left. */
static void
check_label (GtkLabel *label)
{
  PangoLayout *layout = gtk_label_get_layout (label);
  int width;
  int height;

  if (*gtk_label_get_text (label) == '\0')
    return;
  pango_layout_get_pixel_size (layout, &width, &height);
  if (height > gtk_widget_get_height (GTK_WIDGET (label)) + 1
      || width > gtk_widget_get_width (GTK_WIDGET (label)) + 1)
    complain (GTK_WIDGET (label), "it is of %d × %d and has %d × %d", width, height,
              gtk_widget_get_width (GTK_WIDGET (label)),
              gtk_widget_get_height (GTK_WIDGET (label)));
  if (pango_layout_is_ellipsized (layout) && width < 24)
    complain (GTK_WIDGET (label), "nothing is left of it");
}

/* Returns: how many can be seen */
static guint
check_widget (GtkWidget *widget)
{
  guint n = 0;

  /* what scrolls can be scrolled to; popovers and tooltips have surfaces of their own */
  if (!gtk_widget_get_mapped (widget) || GTK_IS_SCROLLED_WINDOW (widget)
      || (GTK_IS_NATIVE (widget) && widget != GTK_WIDGET (window)))
    return 0;
  if (GTK_IS_LABEL (widget) || GTK_IS_BUTTON (widget) || GTK_IS_ENTRY (widget)
      || GTK_IS_DROP_DOWN (widget) || GTK_IS_SPIN_BUTTON (widget) || WS_IS_DRAWING (widget))
    {
      check_within (widget);
      n++;
    }
  if (GTK_IS_LABEL (widget))
    check_label (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_widget (child);
  return n;
}

static gboolean
is_narrow (void)
{
  return ws_panes_get_narrow (ws_window_get_panes (window));
}

static guint
count_shown_panes (void)
{
  guint n = 0;

  for (int i = 0; i < WS_N_PANES; i++)
    n += gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), i)));
  return n;
}

/* What matters most is not shortened. */
static void
check_words (void)
{
  GtkLabel *whole[] = {
    window_helper_get_child (window, "shown_whole"),
    GTK_LABEL (gtk_widget_get_first_child (window_helper_get_child (window, "summary"))),
    GTK_LABEL (gtk_widget_get_last_child (window_helper_get_child (window, "summary")))
  };

  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "shown_whole"))
                 != gtk_widget_get_mapped (window_helper_get_child (window, "shown_short")));
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    if (gtk_widget_get_mapped (GTK_WIDGET (whole[i])))
      g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (whole[i])));
  if (!texts_is_pseudo ())
    g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "shown_short"))
                    && pango_layout_is_ellipsized (
                        gtk_label_get_layout (window_helper_get_child (window, "shown_short"))));
}

static void
check_size (int width, int height)
{
  resize (width, height);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, width);
  g_assert_true (is_narrow () == (width < WIDE));
  g_assert_cmpuint (count_shown_panes (), ==, is_narrow () ? 1 : 5);
  g_assert_cmpuint (check_widget (GTK_WIDGET (window)), >, 30);
  check_words ();
  g_assert_true (gtk_widget_get_mapped (
                     gtk_widget_get_first_child (window_helper_get_child (window, "summary")))
                 || gtk_widget_get_mapped (
                     gtk_widget_get_last_child (window_helper_get_child (window, "summary")))
                 || height < 800);
}

static void
test_sizes (gconstpointer theme)
{
  static const int heights[] = { 720, 800, 1080 };

  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  window_helper_set_theme (window, theme);
  helper_iterate (100);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint k = 0; k < G_N_ELEMENTS (heights); k++)
      /* words a third longer need a line more, of everything */
      if (part_has (i + k, 3)
          && (!texts_is_pseudo () || widths[i] > LEAST_WIDTH || heights[k] >= 800))
        check_size (widths[i], heights[k]);
  window_helper_set_theme (window, "light");
}

/* What the window needs is asked of the width that it has: a dozen others, which GTK asks for, lay
 * nothing out. */
static void
test_least_size (void)
{
  static const int asked[] = { -1, 480, 700, 1100, 5000 };
  int before = 0;

  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (window));
      int least_width;
      int needed;
      int least;

      resize (widths[i], 1080);
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL,
                          NULL, NULL);
      g_assert_cmpint (least_width, <=, widths[i]);
      gtk_widget_measure (content, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (content),
                          &needed, NULL, NULL, NULL);
      for (guint k = 0; k < G_N_ELEMENTS (asked); k++)
        {
          gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, asked[k], &least, NULL,
                              NULL, NULL);
          g_assert_cmpint (least, ==, MAX (needed, LEAST_WIDTH)); /* it is as high as wide */
          gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, asked[k], &least,
                              NULL, NULL, NULL);
          g_assert_cmpint (least, ==, least_width);
        }
      g_assert_true (i == 0 || needed <= before || widths[i] >= WIDE);
      before = needed;
    }
}

/* Each pane alone, in the least width. */
static void
test_panes (void)
{
  resize (LEAST_WIDTH, 900);
  for (int i = 0; i < WS_N_PANES; i++)
    {
      ws_panes_fill (ws_window_get_panes (window), i);
      helper_iterate (150);
      g_assert_true (
          gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), i))));
      g_assert_cmpuint (check_widget (GTK_WIDGET (window)), >, 30);
    }
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_TREE);
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "calculator");
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_SMS);
  helper_iterate (150);
  g_assert_cmpuint (check_widget (GTK_WIDGET (window)), >, 30);
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "sms");
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_TREE);
  ws_panes_fill (ws_window_get_panes (window), -1);
}

static void
check_dialog (GtkWidget *dialog)
{
  int least;

  gtk_window_present (GTK_WINDOW (dialog));
  helper_iterate (150);
  g_assert_cmpint (gtk_widget_get_width (dialog), <=, LEAST_WIDTH);
  gtk_widget_measure (dialog, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (least > LEAST_WIDTH)
    {
      g_test_message ("A %s is at least %d wide", G_OBJECT_TYPE_NAME (dialog), least);
      g_test_fail ();
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
  helper_iterate (30);
}

static void
test_dialogs (void)
{
  WsPicture picture;

  resize (LEAST_WIDTH, 900);
  g_assert_true (ws_panes_get_picture (ws_window_get_panes (window), WS_PANE_TREE, &picture));
  check_dialog (
      GTK_WIDGET (ws_export_dialog_new (GTK_WINDOW (window), &picture, WS_THEME_LIGHT, 640, 480)));
  check_dialog (
      GTK_WIDGET (ws_animation_dialog_new (GTK_WINDOW (window), &picture, WS_THEME_LIGHT)));
}

/* ---- what moves nothing ---- */

typedef struct {
  graphene_rect_t at[6];
} Places;

static void
find_places (Places *self)
{
  gpointer widgets[] = { window_helper_get_child (window, "toolbar"),
                         ws_window_get_panes (window),
                         window_helper_get_child (window, "summary"),
                         window_helper_get_child (window, "run_button"),
                         window_helper_get_child (window, "plan_row"),
                         helper_find (GTK_WIDGET (window), WS_TYPE_TRACK, 0) };

  G_STATIC_ASSERT (G_N_ELEMENTS (widgets) == G_N_ELEMENTS (self->at));
  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    self->at[i] = place_of (widgets[i]);
  /* sentences of another run may need a line more where it is narrow, or letters be higher */
  if (is_narrow () || texts_is_pseudo ())
    self->at[1].size.height = 0;
}

static void
check_places (const Places *self, const char *what)
{
  Places now;

  find_places (&now);
  for (guint i = 0; i < G_N_ELEMENTS (now.at); i++)
    if (!graphene_rect_equal (&now.at[i], &self->at[i]))
      {
        g_test_message ("%d wide: %s moves the place %u from %g, %g, %g × %g to %g, %g, %g × %g",
                        gdk_surface_get_width (get_surface ()), what, i, self->at[i].origin.x,
                        self->at[i].origin.y, self->at[i].size.width, self->at[i].size.height,
                        now.at[i].origin.x, now.at[i].origin.y, now.at[i].size.width,
                        now.at[i].size.height);
        g_test_fail ();
      }
}

static void
test_plans (void)
{
  static const struct {
    const char *n;
    const char *block;
    guint n_launches;
  } plans[] = { { "100", "128", 1 }, { "4096", "16", 3 }, { "1024", "4", 5 }, { "256", "2", 8 } };
  static const int at[] = { 480, 640, 900, 1024, 1280 };
  Places places[G_N_ELEMENTS (at)];

  for (guint i = 0; i < G_N_ELEMENTS (plans); i++)
    {
      window_helper_type (window, plans[i].n, plans[i].block);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      window_helper_settle (window);
      g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->n_launches, ==,
                        plans[i].n_launches);
      for (guint k = 0; k < G_N_ELEMENTS (at); k++)
        {
          resize (at[k], 900);
          if (i == 0)
            find_places (&places[k]);
          check_places (&places[k], plans[i].n);
          g_assert_cmpuint (check_widget (window_helper_get_child (window, "plan_row")), >=, 2);
        }
    }
}

/* Where the panes begin; in a narrow window but for the line above them, which takes what it needs.
 */
static float
get_top (int width)
{
  return place_of (ws_window_get_panes (window)).origin.y
         - (width < WIDE
                ? (float)gtk_widget_get_height (window_helper_get_child (window, "summary"))
                : 0);
}

/* Whatever its name, its fields, and what is said of it, what is below stays where it is. */
static void
test_kernels (void)
{
  static const int at[] = { 480, 640, 1024 };
  float top[G_N_ELEMENTS (at)];

  for (guint i = 0; i < ws_catalog_get_n_kernels (ws_window_get_catalog (window)); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (ws_window_get_catalog (window), i);

      if (kernel->faults || !part_has (i, 8)) /* of those that fault a sentence says so */
        continue;
      ws_kernel_choice_choose (ws_window_get_choice (window), kernel);
      window_helper_settle (window);
      for (guint k = 0; k < G_N_ELEMENTS (at); k++)
        {
          resize (at[k], 900);
          if (i == 0)
            top[k] = get_top (at[k]);
          if (get_top (at[k]) != top[k] && kernel->blueprint == NULL && !texts_is_pseudo ())
            complain (GTK_WIDGET (ws_window_get_panes (window)),
                      "with %s its top is at %g, and not at %g", kernel->id, get_top (at[k]),
                      top[k]);
          check_words ();
          g_assert_cmpuint (check_widget (window_helper_get_child (window, "header_bar")), >, 4);
          g_assert_cmpuint (check_widget (window_helper_get_child (window, "toolbar")), >, 6);
        }
    }
  ws_kernel_choice_choose (ws_window_get_choice (window),
                           ws_catalog_get_kernel (ws_window_get_catalog (window), 0));
  window_helper_settle (window);
}

/* ---- from pane to pane ---- */

static void
check_only (int pane)
{
  helper_iterate (150);
  g_assert_cmpuint (count_shown_panes (), ==, 1);
  g_assert_true (
      gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), pane))));
  g_assert_cmpint (ws_panes_get_current (ws_window_get_panes (window)), ==, pane);
  for (int i = 0; i < WS_N_PANES; i++)
    g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (helper_find (
                       window_helper_get (window, "switcher"), GTK_TYPE_TOGGLE_BUTTON, (guint)i)))
                   == (i == pane));
}

static void
click (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

static void
test_switcher (void)
{
  static const int order[] = { 3, 1, 5, 0, 4, 2, 0 };

  resize (LEAST_WIDTH, 900);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      hands_key (GDK_KEY_1 + (guint)order[i], 0);
      check_only (order[i]);
    }
  /* the same key once more, and Escape, leave it where it is */
  hands_key (GDK_KEY_1, 0);
  check_only (WS_PANE_TREE);
  hands_key (GDK_KEY_Escape, 0);
  check_only (WS_PANE_TREE);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      click (helper_find (window_helper_get (window, "switcher"), GTK_TYPE_TOGGLE_BUTTON,
                          (guint)order[i]));
      check_only (order[i]);
    }
  /* F6 is the application's */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  check_only (WS_PANE_SCENARIOS);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  check_only (WS_PANE_TREE);
}

/* Wide, narrow, wide: all panes are where they were, or the one that filled the window does. */
static void
test_back (void)
{
  graphene_rect_t before[WS_N_PANES];

  resize (1280, 900);
  ws_split_set_share (window_helper_get (window, "upper_split"), 0.4);
  ws_split_set_share (window_helper_get (window, "all_split"), 0.62);
  ws_split_set_share (window_helper_get (window, "column_split"), 0.5);
  helper_iterate (100);
  for (int i = 0; i < WS_PANE_SCENARIOS; i++)
    before[i] = place_of (ws_panes_get_pane (ws_window_get_panes (window), i));
  for (int pane = 0; pane < WS_N_PANES; pane++)
    {
      resize (600, 700);
      hands_key (GDK_KEY_1 + (guint)pane, 0);
      check_only (pane);
      resize (1280, 900);
      g_assert_false (is_narrow ());
      g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
      if (pane == WS_PANE_SCENARIOS)
        break;
      g_assert_cmpuint (count_shown_panes (), ==, 5);
      for (int i = 0; i < WS_PANE_SCENARIOS; i++)
        {
          graphene_rect_t now = place_of (ws_panes_get_pane (ws_window_get_panes (window), i));

          g_assert_true (graphene_rect_equal (&now, &before[i]));
        }
    }
  ws_panes_show_scenarios (ws_window_get_panes (window), FALSE);
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_SMS);
  resize (600, 700);
  check_only (WS_PANE_SMS);
  hands_key (GDK_KEY_5, 0);
  check_only (WS_PANE_CODE);
  resize (1280, 900);
  check_only (WS_PANE_CODE);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_CODE);
  ws_panes_fill (ws_window_get_panes (window), -1);
  helper_iterate (100);
  g_assert_cmpuint (count_shown_panes (), ==, 5);
}

/* Over a narrow window's panes the list goes when something is chosen of it by a click. */
static void
test_sidebar (void)
{
  GtkWidget *row;

  resize (LEAST_WIDTH, 900);
  g_assert_false (ws_side_get_revealed (window_helper_get_child (window, "side")));
  hands_focus (GTK_NATIVE (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
  helper_iterate (150);
  g_assert_true (ws_side_get_revealed (window_helper_get_child (window, "side")));
  row = window_helper_show_row (window, "win.kernel", "reduce3");
  g_assert_true (gtk_widget_get_mapped (row));
  click (row);
  window_helper_settle (window);
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "reduce3");
  g_assert_false (ws_side_get_revealed (window_helper_get_child (window, "side")));
  resize (1280, 900);
  g_assert_true (ws_side_get_revealed (window_helper_get_child (window, "side")));
}

/* As the application does, which this one is not. */
static void
load_style (void)
{
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (style, "/org/warpstage/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
add_tests (void)
{
  load_style ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_data_func ("/window-widths/light", "light", test_sizes);
  g_test_add_data_func ("/window-widths/dark", "dark", test_sizes);
  g_test_add_data_func ("/window-widths/projector", "projector", test_sizes);
  g_test_add_func ("/window-widths/least-size", test_least_size);
  g_test_add_func ("/window-widths/panes", test_panes);
  g_test_add_func ("/window-widths/dialogs", test_dialogs);
  g_test_add_func ("/window-widths/plans", test_plans);
  g_test_add_func ("/window-widths/kernels", test_kernels);
  g_test_add_func ("/window-widths/switcher", test_switcher);
  g_test_add_func ("/window-widths/back", test_back);
  g_test_add_func ("/window-widths/sidebar", test_sidebar);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  options.device = (char *)"vm:h200"; /* which can do all of them */
  gtk_disable_setlocale ();
  texts_init ();
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
