/* look.c: the theme, panes that fill the window, presenting. */
#include "window/private.h"

#include <math.h>

static void
apply_theme_kind (WsWindow *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *name = g_settings_get_string (self->settings, "theme");
  gboolean projector = self->presenting || g_str_equal (name, "projector");
  WsThemeKind kind;

  if (projector)
    self->theme = WS_THEME_PROJECTOR;
  else
    self->theme = adw_style_manager_get_dark (manager) ? WS_THEME_DARK : WS_THEME_LIGHT;
  if (projector)
    gtk_widget_add_css_class (GTK_WIDGET (self), "projector");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "projector");
  kind = self->presenting ? WS_THEME_PRESENTING : self->theme;
  ws_drawing_set_theme (WS_DRAWING (self->tree), kind);
  ws_drawing_set_theme (WS_DRAWING (self->lanes), kind);
  ws_drawing_set_theme (WS_DRAWING (self->sms), kind);
  ws_calculator_view_set_theme (self->calculator, kind);
  if (self->scenarios != NULL)
    ws_scenario_page_set_theme (self->scenarios, kind);
  if (self->timing != NULL)
    ws_timing_page_set_theme (self->timing, kind);
  ws_code_view_set_theme (self->code, kind);
  ws_transport_set_theme (self->transport, kind);
}

static void
theme_setting_cb (WsWindow *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *name = g_settings_get_string (self->settings, "theme");

  if (self->presenting || g_str_equal (name, "dark") || g_str_equal (name, "projector"))
    adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  else if (g_str_equal (name, "light"))
    adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  else
    adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
  apply_theme_kind (self);
}

/**
 * ws_window_scale_type:
 * @self: a window
 *
 * While it presents, what is written in widgets grows with the screen, as what is drawn does; see
 * .presenting in style.css.
 */
void
ws_window_scale_type (WsWindow *self)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int px = self->presenting ? (int)ceil (height * ws_theme_get (WS_THEME_PROJECTOR)->min_share) : 0;
  g_autofree char *css = NULL;

  if (px == self->type_px)
    return;
  self->type_px = px;
  if (self->type == NULL)
    {
      self->type = gtk_css_provider_new ();
      gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (self->type),
                                                  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
    }
  css = px > 0 ? g_strdup_printf (".presenting { font-size: %dpx; }", px) : g_strdup ("");
  gtk_css_provider_load_from_data (self->type, css, -1);
}

/**
 * ws_window_set_theme_name:
 * @self: a window
 * @name: "system", "light", "dark" or "projector"
 *
 * Changes the theme and remembers it.
 */
void
ws_window_set_theme_name (WsWindow *self, const char *name)
{
  g_settings_set_string (self->settings, "theme", name);
}

/* Whether a pane stands there; of none that fills the window, all do. */
static gboolean
is_at (int pane, WsPanePlace place)
{
  return pane < 0 || ws_window_panes[pane].place == place;
}

/**
 * ws_window_fill:
 * @self: a window
 * @pane: the pane that is to fill it, -1 for all beside each other
 */
void
ws_window_fill (WsWindow *self, int pane)
{
  self->filled_pane = pane;
  /* else it would go to the handle of a paned, which takes the next Escape for itself */
  if (pane >= 0)
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  for (int i = 0; i < N_PANES; i++)
    gtk_widget_set_visible (GTK_WIDGET (self->pane[i]), pane < 0 || pane == i);
  /* a paned with nothing in it would keep its half */
  gtk_widget_set_visible (GTK_WIDGET (self->workspace), is_at (pane, PLACE_ABOVE));
  if (pane >= 0 && is_at (pane, PLACE_ABOVE))
    ws_window_show_scenarios (self, pane == PANE_SCENARIOS);
  else
    ws_window_place_scenarios (self);
  gtk_widget_set_visible (self->lower_paned, is_at (pane, PLACE_BELOW));
  ws_window_update_scenarios (self);
  gtk_widget_set_visible (self->column_paned, pane < 0 || !is_at (pane, PLACE_RIGHT));
  ws_window_place_panes (self);
  /* all at once, and not each when its turn comes */
  gtk_widget_queue_resize (self->left_paned);
  gtk_widget_queue_resize (self->lower_paned);
  gtk_widget_queue_resize (self->all_paned);
  if (pane == PANE_SMS)
    gtk_widget_grab_focus (gtk_stack_get_visible_child (self->occupancy));
  else if (pane == PANE_CODE)
    gtk_widget_grab_focus (GTK_WIDGET (self->code));
  else if (pane >= 0 && pane != PANE_SCENARIOS)
    gtk_widget_grab_focus (ws_pane_get_child (self->pane[pane]));
}

static void
fill_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  const char *name = g_variant_get_string (parameter, NULL);

  if (g_str_equal (name, "calculator"))
    {
      gtk_stack_set_visible_child (self->occupancy, GTK_WIDGET (self->calculator));
      ws_window_fill (self, PANE_SMS);
      return;
    }

  for (int i = 0; i < N_PANES; i++)
    if (g_str_equal (name, ws_window_panes[i].id))
      ws_window_fill (self, self->filled_pane == i && !self->presenting ? -1 : i);
}

static void
maximise_cb (WsWindow *self, WsPane *pane)
{
  for (int i = 0; i < N_PANES; i++)
    if (self->pane[i] == pane)
      ws_window_fill (self, self->filled_pane == i ? -1 : i);
}

/**
 * ws_window_set_presenting:
 * @self: a window
 * @presenting: whether to present
 *
 * Presenting is a full screen with one pane, the one that is looked at, large, in the projector's
 * theme, and the caption. What was before comes back.
 */
void
ws_window_set_presenting (WsWindow *self, gboolean presenting)
{
  int pane = -1;

  if (self->presenting == presenting)
    return;
  self->presenting = presenting;
  if (presenting)
    {
      pane = ws_window_get_current_pane (self);
      self->sidebar_before = ws_side_get_revealed (self->side);
      self->filled_before = self->filled_pane;
      gtk_window_fullscreen (GTK_WINDOW (self));
      gtk_widget_add_css_class (GTK_WIDGET (self), "presenting");
    }
  else
    {
      gtk_window_unfullscreen (GTK_WINDOW (self));
      gtk_widget_remove_css_class (GTK_WIDGET (self), "presenting");
    }
  ws_window_scale_type (self);
  gtk_widget_set_visible (GTK_WIDGET (self->header_bar), !presenting);
  gtk_widget_set_visible (GTK_WIDGET (self->toolbar), !presenting);
  ws_side_set_revealed (self->side, presenting ? FALSE : self->sidebar_before);
  ws_window_fill (self, presenting ? pane : self->filled_before);
  theme_setting_cb (self);
}

static void
present_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_window_set_presenting (WS_WINDOW (widget), !WS_WINDOW (widget)->presenting);
}

/* From wherever the keyboard is; where the figures are hidden their pane fills the window. */
static void
find_figure_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self->inspector)))
    ws_window_fill (self, PANE_CODE);
  gtk_widget_activate_action (GTK_WIDGET (self->inspector), "inspector.find", NULL);
}

static void
sidebar_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  ws_side_set_revealed (self->side, !ws_side_get_revealed (self->side));
}

static void
fullscreened_cb (WsWindow *self)
{
  /* the window manager can end a full screen too */
  if (self->presenting && !gtk_window_is_fullscreen (GTK_WINDOW (self))
      && gtk_widget_get_mapped (GTK_WIDGET (self)))
    ws_window_set_presenting (self, FALSE);
}

static void
update_titles (WsWindow *self)
{
  WsScene *scene = ws_playhead_get_scene (self->playhead);
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *title = NULL;
  g_autofree char *tree = NULL;
  g_autofree char *lanes = NULL;

  for (int i = 0; i < N_PANES; i++)
    if (ws_window_panes[i].view != WS_N_VIEWS && ws_window_panes[i].place == PLACE_ABOVE)
      ws_pane_set_message (self->pane[i],
                           scene == NULL && run != NULL ? "This block was not recorded." : NULL,
                           NULL, NULL);
  if (scene == NULL)
    return;
  title = ws_tree_title (scene);
  tree = ws_tree_view_dup_subtitle (self->tree);
  lanes = ws_lanes_view_dup_subtitle (self->lanes);
  ws_pane_set_title (self->pane[PANE_TREE], title);
  ws_pane_set_subtitle (self->pane[PANE_TREE], tree);
  ws_pane_set_subtitle (self->pane[PANE_LANES], lanes);
  ws_pane_set_title (self->pane[PANE_CODE], ws_run_get_kernel (run, scene->launch)->file);
  ws_pane_set_subtitle (self->pane[PANE_CODE], "bars: lanes at work");
}

void
ws_window_look_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.present", NULL, present_cb);
  gtk_widget_class_install_action (widget_class, "win.find-figure", NULL, find_figure_cb);
  gtk_widget_class_install_action (widget_class, "win.sidebar", NULL, sidebar_cb);
  gtk_widget_class_install_action (widget_class, "win.fill", "s", fill_cb);
}

void
ws_window_look_init (WsWindow *self)
{
  g_autoptr (GAction) theme = g_settings_create_action (self->settings, "theme");

  g_action_map_add_action (G_ACTION_MAP (self), theme);
  g_signal_connect_object (self->settings, "changed::theme", G_CALLBACK (theme_setting_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (apply_theme_kind), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "notify::fullscreened", G_CALLBACK (fullscreened_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::stage", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::warp", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tree, "focus-moved", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  for (int i = 0; i < N_PANES; i++)
    g_signal_connect_object (self->pane[i], "maximise", G_CALLBACK (maximise_cb), self,
                             G_CONNECT_SWAPPED);
  theme_setting_cb (self);
}
