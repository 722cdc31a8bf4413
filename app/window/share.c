#include "window/share.h"

#include "dialog/share-button.h"
#include "present/presenter.h"
#include "slide/slide-picture.h"
#include "window/actions.h"

struct _WsShare {
  GObject parent_instance;

  GtkWindow *window;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsExporter *exporter;
  WsPresentation *presentation;
  WsPresenter *presenter;
};

G_DEFINE_FINAL_TYPE (WsShare, ws_share, G_TYPE_OBJECT)

/* A picture that is on the screen. */
typedef struct {
  WsPicture picture; /* borrows everything */
  int width;         /* pixels */
  int height;
} Shown;

static void
measure (Shown *shown, gpointer widget)
{
  shown->width = gtk_widget_get_width (widget);
  shown->height = gtk_widget_get_height (widget);
}

/* (nullable): on the screen */
static WsSlide *
get_slide (WsShare *self)
{
  return (WsSlide *)ws_slide_view_get_slide (ws_presenter_get_view (self->presenter));
}

static gboolean
get_shown (WsShare *self, Shown *shown)
{
  int pane = ws_panes_get_current (self->panes);

  if (!ws_presentation_shows_slides (self->presentation))
    {
      measure (shown, ws_pane_get_child (ws_panes_get_pane (self->panes, pane)));
      return ws_panes_get_picture (self->panes, pane, &shown->picture);
    }
  if (get_slide (self) == NULL)
    return FALSE;
  measure (shown, ws_presenter_get_view (self->presenter));
  ws_picture_set_slide (&shown->picture, get_slide (self));
  return TRUE;
}

/* For an animation: of a slide, only its first picture moves. */
static gboolean
get_moving (WsShare *self, Shown *shown)
{
  WsSlide *slide = ws_presentation_shows_slides (self->presentation) ? get_slide (self) : NULL;

  if (!get_shown (self, shown))
    return FALSE;
  if (slide != NULL && slide->parts->len > 0)
    shown->picture = *((const WsSlidePart *)slide->parts->pdata[0])->picture;
  return TRUE;
}

static GdkContentProvider *
drag_cb (WsShareButton *button, WsShare *self)
{
  Shown shown;

  if (!get_shown (self, &shown))
    return NULL;
  return ws_exporter_drag_picture (self->exporter, &shown.picture, shown.width, shown.height);
}

static void
copy_picture_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsShare *self = data;
  Shown shown;

  if (get_shown (self, &shown))
    ws_exporter_copy_picture (self->exporter, &shown.picture, shown.width, shown.height);
  else
    ws_exporter_tell_no_picture (self->exporter);
}

static void
copy_animation_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsShare *self = data;
  Shown shown;

  if (get_moving (self, &shown))
    ws_exporter_copy_animation (self->exporter, &shown.picture, shown.width, shown.height);
  else
    ws_exporter_tell_no_picture (self->exporter);
}

/* Asks for file, format and size, and writes the current picture. */
static void
export_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsShare *self = data;
  Shown shown;

  if (get_shown (self, &shown))
    ws_exporter_export_picture (self->exporter, &shown.picture, shown.width, shown.height);
  else
    ws_exporter_tell_no_picture (self->exporter);
}

static void
export_animation_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_exporter_export_animation (WS_SHARE (data)->exporter);
}

static void
export_figures_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_exporter_export_figures (WS_SHARE (data)->exporter);
}

/* For slides: of their lesson. */
static void
export_page_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsShare *self = data;

  if (ws_presentation_get_lesson (self->presentation) != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (self->window), "lesson-page", NULL);
  else
    ws_exporter_export_page (self->exporter);
}

static const GActionEntry entries[] = {
  { "copy-picture", copy_picture_cb },
  { "copy-animation", copy_animation_cb },
  { "export", export_cb },
  { "export-animation", export_animation_cb },
  { "export-figures", export_figures_cb },
  { "export-page", export_page_cb },
};

static void
update (WsShare *self)
{
  gboolean has_run = ws_playhead_get_run (self->playhead) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    ws_actions_enable (self->window, entries[i].name, has_run);
}

static void
ws_share_class_init (WsShareClass *klass)
{
}

static void
ws_share_init (WsShare *self)
{
}

/**
 * ws_share_new:
 * @context: of the window
 * @exporter: (transfer none): does the exporting
 * @presentation: (transfer none): tells whether slides are shown
 *
 * Returns: (transfer full): the handler of the Share buttons
 */
WsShare *
ws_share_new (const WsContext *context, WsExporter *exporter, WsPresentation *presentation)
{
  static const char *const buttons[] = { "picture_button", "share_button" };
  WsShare *self = g_object_new (WS_TYPE_SHARE, NULL);

  self->window = context->window;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->exporter = exporter;
  self->presentation = presentation;
  self->presenter = ws_context_get_child (context, "presenter");
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    g_signal_connect_object (ws_context_get_child (context, buttons[i]), "drag",
                             G_CALLBACK (drag_cb), self, 0);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  return self;
}
