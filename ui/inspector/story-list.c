#include "inspector/story-list.h"

#include "inspector/story-picture.h"
#include "toolkit/paragraph.h"
#include "toolkit/short-text.h"
#include "toolkit/split.h"

#include <glib/gi18n.h>

#define WIDE_PX 620 /* minimum width with the steps next to the picture, not below it */

struct _WsStoryList {
  WsFollower parent_instance;

  guint lane;
  WsThreadStory *story; /* NULL if there is no thread, and while it is not visible */
  WsVariables *names;   /* of the kernel of @story, likewise */
  gboolean updating;
  GtkStringList *texts;
  GtkSingleSelection *selection;
  GtkWidget *box;
  GtkWidget *thread;
  GtkWidget *where;
  WsSplit *split;
  WsStoryPicture *picture;
  GtkWidget *list;
};

enum { PROP_0, PROP_LANE, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsStoryList, ws_story_list, WS_TYPE_FOLLOWER)

static const WsScene *
get_scene (WsStoryList *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  const WsScene *scene = playhead != NULL ? ws_playhead_get_scene (playhead) : NULL;

  return scene != NULL && scene->record != NULL ? scene : NULL;
}

static guint
get_n_threads (const WsScene *scene)
{
  return ws_launch_get_n_threads (&scene->run->launches[scene->launch]);
}

/* ---- rows ---- */

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *line = gtk_label_new (NULL);
  GtkWidget *text = ws_paragraph_new (NULL, NULL);

  gtk_label_set_width_chars (GTK_LABEL (line), 4);
  gtk_label_set_xalign (GTK_LABEL (line), 1);
  gtk_widget_set_valign (line, GTK_ALIGN_START);
  gtk_widget_add_css_class (line, "dim-label");
  gtk_widget_add_css_class (line, "story-line");
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WsStoryList *self)
{
  GtkWidget *line = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *text = gtk_widget_get_next_sibling (line);
  guint n = gtk_list_item_get_position (item);
  const WsThreadStep *step;
  g_autofree char *number = NULL;

  gtk_label_set_text (GTK_LABEL (text),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
  if (self->story == NULL || n >= self->story->steps->len)
    return;
  step = &g_array_index (self->story->steps, WsThreadStep, n);
  number = step->line > 0 ? g_strdup_printf ("%u", step->line) : NULL;
  gtk_label_set_text (GTK_LABEL (line), number);
  if (step->kind == WS_THREAD_WAITS)
    gtk_widget_add_css_class (text, "dim-label");
  else
    gtk_widget_remove_css_class (text, "dim-label");
}

/* ---- following the playhead ---- */

static void
show_position (WsStoryList *self)
{
  const WsScene *scene = get_scene (self);
  guint step = WS_NONE;
  guint32 event;

  if (scene == NULL || self->story == NULL)
    return;
  event = ws_scene_event_at (
      scene, ws_playhead_get_position (ws_follower_get_playhead (WS_FOLLOWER (self))));
  ws_story_picture_show (self->picture, self->story, self->names, event);
  step = ws_thread_story_find (self->story, event);
  if (step == gtk_single_selection_get_selected (self->selection))
    return;
  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection,
                                     step != WS_NONE ? step : GTK_INVALID_LIST_POSITION);
  self->updating = FALSE;
  if (step != WS_NONE)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", step);
}

static void
show_thread (WsStoryList *self, const WsScene *scene)
{
  guint warp = ws_playhead_get_warp (ws_follower_get_playhead (WS_FOLLOWER (self)));
  guint thread = warp * WS_WARP_SIZE + self->lane;
  g_autofree char *where =
      g_strdup_printf (_ ("block %1$u, warp %2$u, lane %3$u"), scene->block, warp, self->lane);

  self->updating = TRUE;
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->thread), 0, get_n_threads (scene) - 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->thread), thread);
  self->updating = FALSE;
  gtk_label_set_text (GTK_LABEL (self->where), where);
}

static gboolean
is_shown (WsStoryList *self, const WsScene *scene, guint warp)
{
  const WsThreadStory *story = self->story;

  return story != NULL && story->run == scene->run && story->launch == scene->launch
         && story->block == scene->block && story->warp == warp && story->lane == self->lane;
}

/* An invisible story is created when shown. */
static void
update (WsStoryList *self)
{
  const WsScene *scene = get_scene (self);
  guint warp =
      scene != NULL ? ws_playhead_get_warp (ws_follower_get_playhead (WS_FOLLOWER (self))) : 0;
  g_autoptr (GPtrArray) texts = NULL;

  if (scene != NULL && warp * WS_WARP_SIZE + self->lane >= get_n_threads (scene))
    self->lane = 0;
  if (scene != NULL)
    show_thread (self, scene);
  if (scene != NULL && is_shown (self, scene, warp))
    {
      show_position (self);
      return;
    }
  self->updating = TRUE;
  gtk_string_list_splice (self->texts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->texts)),
                          NULL);
  self->updating = FALSE;
  ws_story_picture_show (self->picture, NULL, NULL, 0);
  g_clear_pointer (&self->names, ws_variables_free);
  g_clear_pointer (&self->story, ws_thread_story_free);
  gtk_widget_set_sensitive (self->thread, scene != NULL);
  if (scene == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->story = ws_thread_story_new (scene->run, scene->launch, scene->block, warp, self->lane);
  self->names = ws_variables_new (self->story->run, scene->launch);
  texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->story->steps->len; i++)
    g_ptr_array_add (texts, ws_thread_story_describe (self->story, i));
  g_ptr_array_add (texts, NULL);
  self->updating = TRUE;
  gtk_string_list_splice (self->texts, 0, 0, (const char *const *)texts->pdata);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->updating = FALSE;
  show_position (self);
}

static void
go_to (WsStoryList *self, guint step)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));

  if (self->story == NULL || step >= self->story->steps->len)
    return;
  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_set_position (playhead, g_array_index (self->story->steps, WsThreadStep, step).event);
}

static void
activated_cb (WsStoryList *self, guint step)
{
  go_to (self, step);
}

static void
selected_cb (WsStoryList *self)
{
  if (!self->updating)
    go_to (self, gtk_single_selection_get_selected (self->selection));
}

static void
thread_cb (WsStoryList *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  guint thread = (guint)gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->thread));

  if (self->updating || playhead == NULL)
    return;
  ws_story_list_set_lane (self, thread % WS_WARP_SIZE);
  ws_playhead_set_warp (playhead, thread / WS_WARP_SIZE);
}

/* Another thread of the block, by the keys. */
static gboolean
next_cb (GtkWidget *widget, GVariant *direction, gpointer data)
{
  WsStoryList *self = WS_STORY_LIST (widget);

  gtk_spin_button_spin (
      GTK_SPIN_BUTTON (self->thread),
      g_variant_get_int32 (direction) > 0 ? GTK_SPIN_STEP_FORWARD : GTK_SPIN_STEP_BACKWARD, 1);
  return GDK_EVENT_STOP;
}

static void
add_key (GtkShortcutController *keys, guint key, int direction)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (key, GDK_ALT_MASK),
                                            gtk_callback_action_new (next_cb, NULL, NULL));

  gtk_shortcut_set_arguments (shortcut, g_variant_new_int32 (direction));
  gtk_shortcut_controller_add_shortcut (keys, shortcut);
}

/* ---- the object ---- */

static void
ws_story_list_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsStoryList *self = WS_STORY_LIST (widget);

  ws_split_set_orientation (self->split, width >= WIDE_PX ? GTK_ORIENTATION_HORIZONTAL
                                                          : GTK_ORIENTATION_VERTICAL);
  gtk_widget_allocate (self->box, width, height, baseline, NULL);
}

static void
ws_story_list_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                       int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (WS_STORY_LIST (widget)->box, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
ws_story_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_story_list_parent_class)->map (widget);
  update (WS_STORY_LIST (widget));
}

static void
ws_story_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsStoryList *self = WS_STORY_LIST (object);

  switch (prop_id)
    {
    case PROP_LANE:
      g_value_set_uint (value, self->lane);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_story_list_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_LANE:
      ws_story_list_set_lane (WS_STORY_LIST (object), g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_story_list_dispose (GObject *object)
{
  WsStoryList *self = WS_STORY_LIST (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_STORY_LIST);
  g_clear_object (&self->selection);
  g_clear_object (&self->texts);
  g_clear_pointer (&self->names, ws_variables_free);
  g_clear_pointer (&self->story, ws_thread_story_free);

  G_OBJECT_CLASS (ws_story_list_parent_class)->dispose (object);
}

static void
ws_story_list_class_init (WsStoryListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_story_list_get_property;
  object_class->set_property = ws_story_list_set_property;
  object_class->dispose = ws_story_list_dispose;
  widget_class->map = ws_story_list_map;
  widget_class->measure = ws_story_list_measure;
  widget_class->size_allocate = ws_story_list_size_allocate;
  g_type_ensure (WS_TYPE_SPLIT);
  g_type_ensure (WS_TYPE_STORY_PICTURE);
  props[PROP_LANE] = g_param_spec_uint ("lane", NULL, NULL, 0, WS_WARP_SIZE - 1, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_css_name (widget_class, "storylist");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/story-list.ui");
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, box);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, thread);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, where);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, split);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, picture);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, list);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, thread_cb);
}

static void
ws_story_list_init (WsStoryList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  ws_short_text (self->thread, WS_SHORT_NUMBER);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
  self->texts = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->texts)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (self->selection));
  g_object_unref (factory);
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (keys), GTK_SHORTCUT_SCOPE_GLOBAL);
  add_key (GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Down, 1);
  add_key (GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Up, -1);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (self->picture, "lane-chosen", G_CALLBACK (ws_story_list_set_lane),
                            self);
  g_signal_connect (self, "notify::playhead", G_CALLBACK (update), NULL);
  ws_follower_connect (WS_FOLLOWER (self), "notify::scene", G_CALLBACK (update));
  ws_follower_connect (WS_FOLLOWER (self), "notify::warp", G_CALLBACK (update));
  ws_follower_connect (WS_FOLLOWER (self), "notify::position", G_CALLBACK (show_position));
}

/**
 * ws_story_list_set_lane:
 * @lane: of the warp that the playhead follows
 */
void
ws_story_list_set_lane (WsStoryList *self, guint lane)
{
  g_return_if_fail (WS_IS_STORY_LIST (self) && lane < WS_WARP_SIZE);

  if (self->lane == lane)
    return;
  self->lane = lane;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LANE]);
}

/* Returns: the lane of the story */
guint
ws_story_list_get_lane (WsStoryList *self)
{
  g_return_val_if_fail (WS_IS_STORY_LIST (self), 0);

  return self->lane;
}

/* Returns: (transfer none) (nullable): what is shown; %NULL while it is not visible */
const WsThreadStory *
ws_story_list_get_story (WsStoryList *self)
{
  g_return_val_if_fail (WS_IS_STORY_LIST (self), NULL);

  return self->story;
}

/* Returns: (transfer full) (nullable): what the thread has at the playhead's moment, with strips of
 * @n_cells; %NULL while it is not visible */
WsThreadState *
ws_story_list_get_state (WsStoryList *self, guint n_cells)
{
  g_return_val_if_fail (WS_IS_STORY_LIST (self), NULL);

  return ws_story_picture_get_state (self->picture, n_cells);
}

void
ws_story_list_set_theme (WsStoryList *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_STORY_LIST (self));

  ws_drawing_set_theme (WS_DRAWING (self->picture), theme);
}
