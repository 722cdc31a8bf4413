#include "inspector/story-picture.h"

#include <glib/gi18n.h>

struct _WsStoryPicture {
  WsDrawing parent_instance;

  const WsThreadStory *story; /* the list's; NULL for none */
  const WsVariables *variables;
  guint32 event;
};

enum { LANE_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsStoryPicture, ws_story_picture, WS_TYPE_DRAWING)

static WsArea
get_area (WsStoryPicture *self, const WsTheme *theme)
{
  return (WsArea){ theme, gtk_widget_get_width (GTK_WIDGET (self)),
                   gtk_widget_get_height (GTK_WIDGET (self)) };
}

static WsStoryOptions
get_options (WsStoryPicture *self, const WsThreadState *state)
{
  const WsThreadStory *story = self->story;
  const WsBlockRecord *block = ws_run_find_block (story->run, story->launch, story->block);
  WsStoryOptions options = { .story = story, .state = state };

  options.lanes = ws_launch_get_warp_mask (&story->run->launches[story->launch], story->warp);
  for (guint32 e = 0; block != NULL && e <= self->event && e < block->n_events; e++)
    if (story->run->events[block->first_event + e].warp == story->warp)
      options.active = story->run->events[block->first_event + e].active;
  return options;
}

static gboolean
ws_story_picture_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width,
                       double height)
{
  WsStoryPicture *self = WS_STORY_PICTURE (drawing);
  const WsArea area = { theme, width, height };
  g_autoptr (WsThreadState) state = ws_story_picture_get_state (self, ws_story_count_cells (&area));
  WsStoryOptions options;

  if (state == NULL)
    return FALSE;
  options = get_options (self, state);
  ws_draw_story (cr, &options, &area);
  return TRUE;
}

static char *
ws_story_picture_describe (WsDrawing *drawing)
{
  g_autoptr (WsThreadState) state = ws_story_picture_get_state (WS_STORY_PICTURE (drawing), 1);

  return state != NULL ? ws_thread_state_describe (state) : NULL;
}

static void
pressed_cb (WsStoryPicture *self, int n_press, double x, double y)
{
  const WsArea area = get_area (self, ws_theme_get (ws_drawing_get_theme (WS_DRAWING (self))));
  g_autoptr (WsThreadState) state = ws_story_picture_get_state (self, 1);
  WsStoryOptions options;
  guint lane;

  if (state == NULL)
    return;
  options = get_options (self, state);
  lane = ws_story_pick_lane (&options, &area, x, y);
  if (lane != WS_NONE)
    g_signal_emit (self, signals[LANE_CHOSEN], 0, lane);
}

static void
ws_story_picture_class_init (WsStoryPictureClass *klass)
{
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);

  drawing_class->draw = ws_story_picture_draw;
  drawing_class->describe = ws_story_picture_describe;
  signals[LANE_CHOSEN] = g_signal_new ("lane-chosen", WS_TYPE_STORY_PICTURE, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "storypicture");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ws_story_picture_init (WsStoryPicture *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Variables and memory of the thread"), -1);
}

/**
 * ws_story_picture_show:
 * @story: (nullable): of whom; it and @variables must outlive what is shown
 * @variables: (nullable): of its kernel
 * @event: of the block's events: when
 */
void
ws_story_picture_show (WsStoryPicture *self, const WsThreadStory *story,
                       const WsVariables *variables, guint32 event)
{
  g_return_if_fail (WS_IS_STORY_PICTURE (self));

  if (self->story == story && self->event == event)
    return;
  self->story = story;
  self->variables = variables;
  self->event = event;
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_story_picture_get_state:
 * @n_cells: of a strip, at most
 *
 * Returns: (transfer full) (nullable): what is shown; %NULL without a story
 */
WsThreadState *
ws_story_picture_get_state (WsStoryPicture *self, guint n_cells)
{
  g_return_val_if_fail (WS_IS_STORY_PICTURE (self), NULL);

  return self->story != NULL
             ? ws_thread_state_new (self->story, self->variables, self->event, n_cells)
             : NULL;
}
