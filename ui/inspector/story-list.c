#include "inspector/story-list.h"

#include "threads/variables.h"
#include "toolkit/paragraph.h"
#include "toolkit/short-text.h"

#include <glib/gi18n.h>

#define VALUE_CHARS 14 /* of a value, at most */

struct _WsStoryList {
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  guint lane;
  WsThreadStory *story; /* NULL where there is no thread, and while it is not visible */
  WsVariables *names;   /* of the kernel of @story, likewise */
  gboolean updating;
  GtkStringList *texts;
  GtkSingleSelection *selection;
  GtkWidget *box;
  GtkWidget *thread;
  GtkWidget *where;
  GtkWidget *variables;
  GtkWidget *list;
};

enum { PROP_0, PROP_PLAYHEAD, PROP_LANE, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsStoryList, ws_story_list, GTK_TYPE_WIDGET)

static const WsScene *
get_scene (WsStoryList *self)
{
  const WsScene *scene = self->playhead != NULL ? ws_playhead_get_scene (self->playhead) : NULL;

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

/* Its variables now, as in "tid = 5, i = 133, s = 16"; a step of the playhead later, or earlier,
 * others. */
static void
show_variables (WsStoryList *self, const WsScene *scene)
{
  guint warp = ws_playhead_get_warp (self->playhead);
  guint32 event = ws_scene_event_at (scene, ws_playhead_get_position (self->playhead));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; scene->record->n_events > 0 && i < ws_variables_get_n (self->names); i++)
    {
      WsLaneValues values;
      g_autofree char *value = NULL;

      if (!ws_variables_get_values (self->names, i, scene->record, warp, event, &values)
          || (values.lanes & 1u << self->lane) == 0)
        continue;
      value = ws_value_format (values.value_type, values.values[self->lane], VALUE_CHARS);
      g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", values.name, value);
    }
  gtk_label_set_text (GTK_LABEL (self->variables), text->str);
}

static void
show_position (WsStoryList *self)
{
  const WsScene *scene = get_scene (self);
  guint step = WS_NONE;

  if (scene == NULL || self->story == NULL)
    return;
  show_variables (self, scene);
  step = ws_thread_story_find (
      self->story, ws_scene_event_at (scene, ws_playhead_get_position (self->playhead)));
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
  guint thread = ws_playhead_get_warp (self->playhead) * WS_WARP_SIZE + self->lane;
  g_autofree char *where = g_strdup_printf (_ ("block %1$u, warp %2$u, lane %3$u"), scene->block,
                                            ws_playhead_get_warp (self->playhead), self->lane);

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

/* A story that is not visible is made when it is shown. */
static void
update (WsStoryList *self)
{
  const WsScene *scene = get_scene (self);
  guint warp = scene != NULL ? ws_playhead_get_warp (self->playhead) : 0;
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
  g_clear_pointer (&self->names, ws_variables_free);
  g_clear_pointer (&self->story, ws_thread_story_free);
  gtk_label_set_text (GTK_LABEL (self->variables), NULL);
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
  if (self->story == NULL || step >= self->story->steps->len)
    return;
  ws_playhead_set_playing (self->playhead, FALSE);
  ws_playhead_set_position (self->playhead,
                            g_array_index (self->story->steps, WsThreadStep, step).event);
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
  guint thread = (guint)gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->thread));

  if (self->updating || self->playhead == NULL)
    return;
  ws_story_list_set_lane (self, thread % WS_WARP_SIZE);
  ws_playhead_set_warp (self->playhead, thread / WS_WARP_SIZE);
}

/* ---- the object ---- */

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
    case PROP_PLAYHEAD:
      g_value_set_object (value, self->playhead);
      break;
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
    case PROP_PLAYHEAD:
      ws_story_list_set_playhead (WS_STORY_LIST (object), g_value_get_object (value));
      break;
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

  g_clear_object (&self->playhead_signals);
  g_clear_object (&self->playhead);
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
  props[PROP_PLAYHEAD] = g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD, flags);
  props[PROP_LANE] = g_param_spec_uint ("lane", NULL, NULL, 0, WS_WARP_SIZE - 1, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "storylist");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/story-list.ui");
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, box);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, thread);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, where);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, variables);
  gtk_widget_class_bind_template_child (widget_class, WsStoryList, list);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, thread_cb);
}

static void
ws_story_list_init (WsStoryList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

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
  self->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::scene", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::warp", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::position",
                                  G_CALLBACK (show_position), self);
}

/**
 * ws_story_list_set_playhead:
 * @playhead: (nullable) (transfer none): whose block's and warp's thread is told of
 */
void
ws_story_list_set_playhead (WsStoryList *self, WsPlayhead *playhead)
{
  g_return_if_fail (WS_IS_STORY_LIST (self));

  if (!g_set_object (&self->playhead, playhead))
    return;
  g_signal_group_set_target (self->playhead_signals, playhead);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
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

/* Returns: the lane that is told of */
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
