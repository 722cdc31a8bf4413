/* panes.c: the panes, and what share of the window each has. */
#include "window/private.h"

#include "pen/paint.h"

#define CODE_SHARE_OF_HEIGHT 0.58 /* above the figures */
#define CODE_SHARE_OF_WIDTH  0.6  /* beside them, where the pane fills the window */
#define PANED_HANDLE_PX      12   /* at most; see style.css */
#define PLACE_MS             40   /* about two frames: by then the outer panes have their widths */

const WsPaneRow ws_window_panes[N_PANES] = {
  [PANE_TREE] = { "tree", "Reduction tree", WS_VIEW_TREE, PLACE_ABOVE, 260, 160 },
  [PANE_LANES] = { "lanes", "Warps", WS_VIEW_LANES, PLACE_ABOVE, 240, 160 },
  [PANE_SMS] = { "sms", "Occupancy", WS_VIEW_SMS, PLACE_BELOW, 260, 140 },
  [PANE_TIMING] = { "timing", "Timing", WS_N_VIEWS, PLACE_BELOW, 260, 140 },
  [PANE_CODE] = { "code", "Code", WS_VIEW_CODE, PLACE_RIGHT, 260, 160 },
  [PANE_SCENARIOS] = { "scenarios", "Scenarios", WS_N_VIEWS, PLACE_ABOVE, -1, -1 },
};

static void
warp_chosen_cb (WsWindow *self, guint warp)
{
  ws_playhead_set_warp (self->playhead, warp);
}

static GtkWidget *
make_code (WsWindow *self)
{
  self->code_paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  self->code = WS_CODE_VIEW (ws_code_view_new ());
  ws_code_view_set_playhead (self->code, self->playhead);
  gtk_paned_set_start_child (GTK_PANED (self->code_paned), GTK_WIDGET (self->code));
  self->inspector = WS_INSPECTOR (ws_inspector_new ());
  ws_inspector_set_playhead (self->inspector, self->playhead);
  gtk_paned_set_end_child (GTK_PANED (self->code_paned), GTK_WIDGET (self->inspector));
  gtk_paned_set_resize_end_child (GTK_PANED (self->code_paned), TRUE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->code_paned), FALSE);
  return self->code_paned;
}

/**
 * ws_window_choose_block:
 * @self: a window
 * @block: linear index of a block of the launch shown
 *
 * Shows the block, or says that it was not recorded.
 */
void
ws_window_choose_block (WsWindow *self, guint block)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  if (run == NULL)
    return;
  if (ws_run_find_block (run, ws_playhead_get_launch (self->playhead), block) != NULL)
    {
      ws_playhead_set_block (self->playhead, block);
      return;
    }
  number = ws_format_count (block);
  text = g_strdup_printf ("Block %s was not recorded step by step", number);
  ws_window_tell (self, text);
}

static void
make_occupancy (WsWindow *self)
{
  self->sms = WS_SMS_VIEW (ws_sms_view_new ());
  self->occupancy = GTK_STACK (gtk_stack_new ());
  ws_pane_set_child (self->pane[PANE_SMS], GTK_WIDGET (self->occupancy));
  gtk_stack_set_hhomogeneous (self->occupancy, FALSE); /* the calculator asks for more width */
  gtk_widget_set_hexpand (GTK_WIDGET (self->occupancy), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->occupancy), TRUE);
  ws_canvas_set_playhead (WS_CANVAS (self->sms), self->playhead);
  ws_window_add_occupancy_page (self, "sms", "SMs", GTK_WIDGET (self->sms));
  self->calculator = WS_CALCULATOR_VIEW (ws_calculator_view_new ());
  ws_window_add_occupancy_page (self, "calculator", "Calculator", GTK_WIDGET (self->calculator));
  g_signal_connect_object (self->sms, "block-chosen", G_CALLBACK (ws_window_choose_block), self,
                           G_CONNECT_SWAPPED);
}

static void
make_ptx_button (WsWindow *self)
{
  GtkWidget *ptx = gtk_toggle_button_new_with_label ("PTX");

  gtk_widget_set_tooltip_text (ptx, "Show the PTX beneath the source");
  gtk_widget_add_css_class (ptx, "flat");
  g_object_bind_property (ptx, "active", self->code, "show-ptx",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_settings_bind (self->settings, "show-ptx", self->code, "show-ptx", G_SETTINGS_BIND_DEFAULT);
  ws_pane_add_control (self->pane[PANE_CODE], ptx);
}

/**
 * ws_window_panes_init:
 * @self: a window
 *
 * Makes the panes and puts them into the window.
 */
void
ws_window_panes_init (WsWindow *self)
{
  self->tree = WS_TREE_VIEW (ws_tree_view_new ());
  self->lanes = WS_LANES_VIEW (ws_lanes_view_new ());
  for (int i = 0; i < N_PANES; i++)
    {
      const WsPaneRow *pane = &ws_window_panes[i];

      self->pane[i] = WS_PANE (ws_pane_new (pane->id, pane->title));
      gtk_widget_set_size_request (GTK_WIDGET (self->pane[i]), pane->width, pane->height);
    }
  ws_pane_set_child (self->pane[PANE_TREE], GTK_WIDGET (self->tree));
  ws_pane_set_child (self->pane[PANE_LANES], GTK_WIDGET (self->lanes));
  ws_pane_set_child (self->pane[PANE_CODE], make_code (self));
  ws_canvas_set_playhead (WS_CANVAS (self->tree), self->playhead);
  ws_canvas_set_playhead (WS_CANVAS (self->lanes), self->playhead);
  make_ptx_button (self);

  make_occupancy (self);

  self->left_paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->lower_paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->column_paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  self->all_paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->left_paned), GTK_WIDGET (self->pane[PANE_TREE]));
  gtk_paned_set_end_child (GTK_PANED (self->left_paned), GTK_WIDGET (self->pane[PANE_LANES]));
  self->workspace = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->workspace, self->left_paned);
  gtk_stack_add_child (self->workspace, GTK_WIDGET (self->pane[PANE_SCENARIOS]));
  gtk_paned_set_start_child (GTK_PANED (self->column_paned), GTK_WIDGET (self->workspace));
  gtk_paned_set_end_child (GTK_PANED (self->column_paned), self->lower_paned);
  gtk_paned_set_start_child (GTK_PANED (self->lower_paned), GTK_WIDGET (self->pane[PANE_SMS]));
  gtk_paned_set_end_child (GTK_PANED (self->lower_paned), GTK_WIDGET (self->pane[PANE_TIMING]));
  gtk_paned_set_start_child (GTK_PANED (self->all_paned), self->column_paned);
  gtk_paned_set_end_child (GTK_PANED (self->all_paned), GTK_WIDGET (self->pane[PANE_CODE]));
  gtk_widget_set_hexpand (self->all_paned, TRUE);
  gtk_box_append (self->panes, self->all_paned);

  g_signal_connect_object (self->tree, "warp-chosen", G_CALLBACK (warp_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lanes, "warp-chosen", G_CALLBACK (warp_chosen_cb), self,
                           G_CONNECT_SWAPPED);
}

/* The figures stand below the code, or beside it where the pane fills the window. */
static void
place_inspector (WsWindow *self)
{
  gboolean beside = self->filled_pane == PANE_CODE;
  int width = gtk_widget_get_width (self->code_paned);
  int height = gtk_widget_get_height (self->code_paned);

  gtk_paned_set_position (
      GTK_PANED (self->code_paned),
      (int)(beside ? width * CODE_SHARE_OF_WIDTH : height * CODE_SHARE_OF_HEIGHT));
  /* from the top: the code's scroller may ask for another layout in the course of this one, which
   * GTK 4.8 forgets where it began below the pane; and draws nothing of it from then on */
  gtk_widget_queue_resize (self->code_paned);
  self->inspector_moved = FALSE;
}

/* Returns: whether they have another side now, and get their share when they are laid out there */
static gboolean
move_inspector (WsWindow *self)
{
  GtkOrientation wanted =
      self->filled_pane == PANE_CODE ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;

  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->code_paned)) == wanted)
    return FALSE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->code_paned), wanted);
  self->inspector_moved = TRUE;
  return TRUE;
}

/* Panes keep their shares of the window, not their pixels. The inner pair is placed when the outer
 * has been laid out: a position beyond the width that it has is cut off. */
static gboolean
place_panes_cb (gpointer data)
{
  WsWindow *self = data;
  int width = gtk_widget_get_width (GTK_WIDGET (self->panes));
  int height = gtk_widget_get_height (GTK_WIDGET (self->panes));
  int above = (int)(height * (1 - g_settings_get_double (self->settings, "occupancy-share")));
  int left = (int)(width * (1 - g_settings_get_double (self->settings, "code-share")));
  int least;

  ws_window_scale_type (self);
  if (move_inspector (self))
    {
      self->place_idle = g_timeout_add (PLACE_MS, place_panes_cb, self);
      return G_SOURCE_REMOVE;
    }
  if (self->inspector_moved)
    place_inspector (self);
  /* the right pane is not cut off at the window's edge */
  gtk_widget_measure (GTK_WIDGET (self->pane[PANE_CODE]), GTK_ORIENTATION_HORIZONTAL, -1, &least,
                      NULL, NULL, NULL);
  left = CLAMP (width - least - PANED_HANDLE_PX, 1, left);
  if (gtk_paned_get_position (GTK_PANED (self->all_paned)) != left
      || gtk_paned_get_position (GTK_PANED (self->column_paned)) != above)
    {
      gtk_paned_set_position (GTK_PANED (self->column_paned), above);
      gtk_paned_set_position (GTK_PANED (self->all_paned), left);
      self->inspector_moved = TRUE;
      gtk_widget_queue_resize (self->left_paned);
      gtk_widget_queue_resize (self->lower_paned);
      self->place_idle = g_timeout_add (PLACE_MS, place_panes_cb, self);
      return G_SOURCE_REMOVE;
    }
  self->place_idle = 0;
  gtk_paned_set_position (GTK_PANED (self->left_paned),
                          (int)(left * g_settings_get_double (self->settings, "tree-share")));
  gtk_paned_set_position (
      GTK_PANED (self->lower_paned),
      (int)(left * (1 - g_settings_get_double (self->settings, "timing-share"))));
  return G_SOURCE_REMOVE;
}

/**
 * ws_window_place_panes:
 * @self: a window
 *
 * Gives each pane its share of the window, soon: a widget must not change its layout while it is
 * laid out.
 */
void
ws_window_place_panes (WsWindow *self)
{
  if (self->place_idle == 0)
    self->place_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, place_panes_cb, self, NULL);
}

/**
 * ws_window_keep_shares:
 * @self: a window
 *
 * Remembers how the panes divide the window.
 */
void
ws_window_keep_shares (WsWindow *self)
{
  double all = gtk_widget_get_width (GTK_WIDGET (self->panes));
  double height = gtk_widget_get_height (GTK_WIDGET (self->panes));
  double left = gtk_paned_get_position (GTK_PANED (self->all_paned));

  if (all <= 0 || left <= 0 || height <= 0 || self->filled_pane >= 0)
    return;
  g_settings_set_double (self->settings, "code-share", CLAMP (1 - left / all, 0.1, 0.9));
  g_settings_set_double (
      self->settings, "occupancy-share",
      CLAMP (1 - gtk_paned_get_position (GTK_PANED (self->column_paned)) / height, 0.1, 0.9));
  g_settings_set_double (
      self->settings, "tree-share",
      CLAMP (gtk_paned_get_position (GTK_PANED (self->left_paned)) / left, 0.1, 0.9));
  g_settings_set_double (
      self->settings, "timing-share",
      CLAMP (1 - gtk_paned_get_position (GTK_PANED (self->lower_paned)) / left, 0.1, 0.9));
}
