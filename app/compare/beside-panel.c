#include "compare/beside-panel.h"

#include "editor/code-view.h"
#include "toolkit/tip.h"
#include "views/lanes-view.h"
#include "views/memory-view.h"
#include "views/sms-view.h"
#include "views/tree-view.h"

#define MARGIN_PX 10

struct _WsBesidePanel {
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GtkBox *box;
  GtkLabel *heading;
  GtkStack *stack; /* the views by their names, and "message" */
  GtkLabel *message;
  GtkProgressBar *progress;
  GtkLabel *note;
  GtkWidget *views[WS_N_VIEWS]; /* nullable: each is made when it is shown first */
  WsView view;
  WsThemeKind theme;
};

G_DEFINE_FINAL_TYPE (WsBesidePanel, ws_beside_panel, GTK_TYPE_WIDGET)

static void
warp_chosen_cb (WsBesidePanel *self, guint warp)
{
  ws_playhead_set_warp (self->playhead, warp);
}

static void
set_view_theme (WsBesidePanel *self, WsView view)
{
  GtkWidget *widget = self->views[view];

  if (WS_IS_CODE_VIEW (widget))
    ws_code_view_set_theme (WS_CODE_VIEW (widget), self->theme);
  else if (widget != NULL)
    ws_drawing_set_theme (WS_DRAWING (widget), self->theme);
}

static GtkWidget *
make_view (WsBesidePanel *self, WsView view)
{
  static GtkWidget *(*const makers[WS_N_VIEWS]) (void) = {
    [WS_VIEW_TREE] = ws_tree_view_new, [WS_VIEW_LANES] = ws_lanes_view_new,
    [WS_VIEW_CODE] = ws_code_view_new, [WS_VIEW_MEMORY] = ws_memory_view_new,
    [WS_VIEW_SMS] = ws_sms_view_new,
  };
  GtkWidget *widget = makers[view]();

  if (WS_IS_CODE_VIEW (widget))
    ws_follower_set_playhead (WS_FOLLOWER (widget), self->playhead);
  else
    {
      ws_canvas_set_is_beside (WS_CANVAS (widget), TRUE);
      ws_canvas_set_playhead (WS_CANVAS (widget), self->playhead);
    }
  if (view == WS_VIEW_TREE || view == WS_VIEW_LANES || view == WS_VIEW_MEMORY)
    g_signal_connect_object (widget, "warp-chosen", G_CALLBACK (warp_chosen_cb), self,
                             G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  return widget;
}

static GtkLabel *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_start (label, MARGIN_PX);
  gtk_widget_set_margin_end (label, MARGIN_PX);
  gtk_widget_add_css_class (label, css_class);
  return GTK_LABEL (label);
}

static GtkWidget *
make_message (WsBesidePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN_PX);

  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_justify (self->message, GTK_JUSTIFY_CENTER);
  self->progress = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->progress));
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 4 * MARGIN_PX);
  gtk_widget_set_margin_end (box, 4 * MARGIN_PX);
  return box;
}

/* Its view has the keys. */
static gboolean
ws_beside_panel_grab_focus (GtkWidget *widget)
{
  WsBesidePanel *self = WS_BESIDE_PANEL (widget);

  return self->views[self->view] != NULL && gtk_widget_grab_focus (self->views[self->view]);
}

static void
ws_beside_panel_dispose (GObject *object)
{
  WsBesidePanel *self = WS_BESIDE_PANEL (object);

  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  g_clear_object (&self->playhead);

  G_OBJECT_CLASS (ws_beside_panel_parent_class)->dispose (object);
}

static void
ws_beside_panel_class_init (WsBesidePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_beside_panel_dispose;
  widget_class->grab_focus = ws_beside_panel_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "besidepanel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ws_beside_panel_init (WsBesidePanel *self)
{
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  self->heading = make_label ("heading");
  gtk_label_set_ellipsize (self->heading, PANGO_ELLIPSIZE_END);
  self->note = make_label ("beside-note");
  gtk_label_set_wrap (self->note, TRUE);
  /* or it asks for the width in which it would stand on one line, where that is all its height */
  gtk_label_set_lines (self->note, 3);
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_stack_add_named (self->stack, make_message (self), "message");
  gtk_box_append (self->box, GTK_WIDGET (self->heading));
  gtk_box_append (self->box, GTK_WIDGET (self->stack));
  gtk_box_append (self->box, GTK_WIDGET (self->note));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}

/**
 * ws_beside_panel_new:
 * @playhead: (transfer none): whose run it shows
 * @level: (transfer none): of the figures of all panels beside each other
 *
 * Returns: (transfer floating): a panel
 */
GtkWidget *
ws_beside_panel_new (WsPlayhead *playhead, GtkSizeGroup *level)
{
  WsBesidePanel *self = g_object_new (WS_TYPE_BESIDE_PANEL, NULL);

  gtk_size_group_add_widget (level, GTK_WIDGET (self->note));

  self->playhead = g_object_ref (playhead);
  return GTK_WIDGET (self);
}

/**
 * ws_beside_panel_set_view:
 * @self: a panel
 * @view: what it shows of its run, unless there is a message
 */
void
ws_beside_panel_set_view (WsBesidePanel *self, WsView view)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self) && view < WS_VIEW_CALCULATOR);

  if (self->views[view] == NULL)
    {
      self->views[view] = make_view (self, view);
      gtk_stack_add_named (self->stack, self->views[view], ws_view_get_name (view));
      set_view_theme (self, view);
    }
  self->view = view;
  gtk_stack_set_visible_child (self->stack, self->views[view]);
}

/**
 * ws_beside_panel_get_view:
 * @self: a panel
 *
 * Returns: (transfer none) (nullable): the view that it shows, or would but for a message
 */
GtkWidget *
ws_beside_panel_get_view (WsBesidePanel *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_PANEL (self), NULL);
  return self->views[self->view];
}

/**
 * ws_beside_panel_set_heading:
 * @self: a panel
 * @heading: what is shown
 */
void
ws_beside_panel_set_heading (WsBesidePanel *self, const char *heading)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self));
  gtk_label_set_text (self->heading, heading);
  ws_tip_set (GTK_WIDGET (self->heading), heading);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, heading,
                                  -1);
}

/**
 * ws_beside_panel_set_note:
 * @self: a panel
 * @markup: Pango markup: its figures
 */
void
ws_beside_panel_set_note (WsBesidePanel *self, const char *markup)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self));
  gtk_label_set_markup (self->note, markup);
}

/**
 * ws_beside_panel_set_message:
 * @self: a panel
 * @message: (nullable): in the place of the view; %NULL for the view
 * @fraction: how far it is; below 0 if nothing is running
 */
void
ws_beside_panel_set_message (WsBesidePanel *self, const char *message, double fraction)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self));

  if (message == NULL)
    {
      ws_beside_panel_set_view (self, self->view);
      return;
    }
  gtk_label_set_text (self->message, message);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), fraction >= 0);
  gtk_progress_bar_set_fraction (self->progress, CLAMP (fraction, 0, 1));
  gtk_stack_set_visible_child_name (self->stack, "message");
}

/**
 * ws_beside_panel_show_note:
 * @self: a panel
 * @show: whether its figures stand below it; where there is no height for them, the window's
 * sentence says what differs
 */
void
ws_beside_panel_show_note (WsBesidePanel *self, gboolean show)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self));
  gtk_widget_set_visible (GTK_WIDGET (self->note), show);
}

/**
 * ws_beside_panel_set_theme:
 * @self: a panel
 * @theme: in which its views are drawn
 */
void
ws_beside_panel_set_theme (WsBesidePanel *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self));
  self->theme = theme;
  for (guint i = 0; i < WS_N_VIEWS; i++)
    set_view_theme (self, i);
}

/**
 * ws_beside_panel_get_options:
 * @self: a panel
 * @options: (inout): with what its views are shown
 */
void
ws_beside_panel_get_options (WsBesidePanel *self, WsFigureOptions *options)
{
  g_return_if_fail (WS_IS_BESIDE_PANEL (self));
  if (self->views[WS_VIEW_TREE] != NULL)
    ws_tree_view_get_options (WS_TREE_VIEW (self->views[WS_VIEW_TREE]), &options->tree);
  if (self->views[WS_VIEW_LANES] != NULL)
    ws_lanes_view_get_options (WS_LANES_VIEW (self->views[WS_VIEW_LANES]), &options->lanes);
  if (self->views[WS_VIEW_MEMORY] != NULL)
    ws_memory_view_get_options (WS_MEMORY_VIEW (self->views[WS_VIEW_MEMORY]), &options->memory);
  if (self->views[WS_VIEW_SMS] != NULL)
    ws_sms_view_get_options (WS_SMS_VIEW (self->views[WS_VIEW_SMS]), &options->sms);
}
