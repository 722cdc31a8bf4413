/* occupancy.c: the pane of the SMs, and pages beside them. */
#include "window/private.h"

#include "derive/residency.h"

/* Which page is shown; it is there where there is more than one. */
static GtkWidget *
get_switcher (WsWindow *self)
{
  GtkWidget *switcher = g_object_get_data (G_OBJECT (self->occupancy), "switcher");

  if (switcher == NULL)
    {
      switcher = gtk_stack_switcher_new ();
      gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), self->occupancy);
      gtk_widget_add_css_class (switcher, "pane-switcher");
      gtk_widget_set_valign (switcher, GTK_ALIGN_CENTER);
      ws_pane_add_control (self->pane[PANE_SMS], switcher);
      g_object_set_data (G_OBJECT (self->occupancy), "switcher", switcher);
    }
  return switcher;
}

/**
 * ws_window_add_occupancy_page:
 * @self: a window
 * @name: of the page
 * @title: on its button
 * @page: (transfer floating): what it shows
 *
 * Adds a page to the pane of occupancy. The first has no button until there is a second.
 */
void
ws_window_add_occupancy_page (WsWindow *self, const char *name, const char *title, GtkWidget *page)
{
  gtk_stack_add_titled (self->occupancy, page, name, title);
  gtk_widget_set_visible (
      get_switcher (self),
      gtk_widget_get_next_sibling (gtk_widget_get_first_child (GTK_WIDGET (self->occupancy)))
          != NULL);
}

static gboolean
has_focus (GtkWidget *focus, WsPane *pane)
{
  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (pane));
}

/* Who looks at the SMs, or at scenarios, plays the launch; who looks at the tree or the warps, the
 * block. */
static gboolean
follow_focus_cb (gpointer data)
{
  WsWindow *self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus == GTK_WIDGET (self->sms) || has_focus (focus, self->pane[PANE_SCENARIOS]))
    ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
  else if (has_focus (focus, self->pane[PANE_TREE]) || has_focus (focus, self->pane[PANE_LANES]))
    ws_playhead_set_clock (self->playhead, WS_CLOCK_BLOCK);
  self->focus_idle = 0;
  return G_SOURCE_REMOVE;
}

/* Soon: what has the focus can lose it because the layout has no more room for it, and what the
 * clock changes must not be laid out in the course of that. */
static void
focus_cb (WsWindow *self)
{
  if (self->focus_idle == 0)
    self->focus_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_focus_cb, self, NULL);
}

static gboolean
shows_sms (WsWindow *self)
{
  return gtk_stack_get_visible_child (self->occupancy) == GTK_WIDGET (self->sms);
}

/* The calculator is asked for the launch shown. */
static void
update_calculator (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint index = ws_playhead_get_launch (self->playhead);
  g_autofree char *from = NULL;
  WsOccupancyLaunch launch;

  if (run == NULL || index >= run->n_launches)
    return;
  from = ws_calculator_dup_registers_from (run, index);
  ws_residency_describe_launch (&run->launches[index], &launch);
  ws_calculator_view_set_launch (self->calculator, run->spec->cc_major, run->spec->cc_minor,
                                 &launch, from);
}

static void
update_occupancy (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  WsScene *scene = ws_playhead_get_launch_scene (self->playhead);
  gboolean known = scene != NULL && scene->timeline != NULL;
  gboolean sms = shows_sms (self);
  g_autofree char *subtitle = NULL;

  ws_pane_set_message (self->pane[PANE_SMS],
                       sms && run != NULL && !known
                           ? "It was not recorded where the blocks of this launch ran."
                           : NULL,
                       NULL, NULL);
  subtitle = sms ? ws_sms_view_dup_subtitle (self->sms)
                 : ws_calculator_view_dup_subtitle (self->calculator);
  ws_pane_set_subtitle (self->pane[PANE_SMS], subtitle);
}

/* Who switches to a page has the page's keys, too: the buttons of a switch take no focus. */
static void
page_cb (WsWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->occupancy);

  update_occupancy (self);
  if (page != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->occupancy)))
    gtk_widget_grab_focus (page);
}

/**
 * ws_window_occupancy_init:
 * @self: a window
 *
 * Lets the pane follow the playhead, and the playhead's clock the focus.
 */
void
ws_window_occupancy_init (WsWindow *self)
{
  g_signal_connect_object (self, "notify::focus-widget", G_CALLBACK (focus_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_occupancy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sms, "zoomed", G_CALLBACK (update_occupancy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->occupancy, "notify::visible-child", G_CALLBACK (page_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_calculator), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_calculator_view_get_state (self->calculator), "changed",
                           G_CALLBACK (update_occupancy), self, G_CONNECT_SWAPPED);
  update_occupancy (self);
}
