#include "window/view-choices.h"

#include "window/actions.h"

struct _WsViewChoices {
  GObject parent_instance;

  GtkWindow *window;
  WsPanes *panes;
  WsPlayhead *playhead;
};

G_DEFINE_FINAL_TYPE (WsViewChoices, ws_view_choices, G_TYPE_OBJECT)

/* ---- the tree ---- */

/* Sizes of the tree, in the order of their buttons. */
static const struct {
  const char *id;
  guint count; /* columns side by side, the rest of the block folded; 0 for as many as fit */
  gboolean full;
  gboolean plan; /* all launches */
} tree_sizes[] = {
  { "slide", 16, FALSE, FALSE }, { "warp", WS_WARP_SIZE, FALSE, FALSE },
  { "block", 0, FALSE, FALSE },  { "full", 0, TRUE, FALSE },
  { "plan", 0, FALSE, TRUE },
};

/* Returns: index of the size with so many columns; of "block" where that is none of them */
static guint
find_tree_size (guint count)
{
  guint i = 0;

  while (tree_sizes[i].count != 0 && tree_sizes[i].count != count)
    i++;
  return i;
}

/* Whether there is more than one launch. */
static gboolean
has_plan (WsViewChoices *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  return run != NULL && run->n_launches > 1;
}

/* The current size of the tree: none if it shows a part of the block. */
static void
update_tree_size (WsViewChoices *self)
{
  guint count;
  WsTreeFocus focus = ws_panes_get_tree_focus (self->panes, &count);
  const WsScene *scene = ws_playhead_get_scene (self->playhead);
  const char *id = "";

  ws_panes_offer_plan (self->panes, has_plan (self));
  if (has_plan (self) && ws_panes_get_tree_layout (self->panes) == WS_PATTERN_PYRAMID)
    id = "plan";
  else if (scene != NULL && focus != WS_TREE_FOCUS_WINDOW)
    id = focus == WS_TREE_FOCUS_FULL ? "full" : tree_sizes[find_tree_size (count)].id;
  ws_actions_set_choice (self->window, "tree-size", id);
}

static void
set_tree_layout (WsViewChoices *self, WsPattern layout)
{
  ws_actions_set_choice (self->window, "tree-layout", ws_pattern_get_name (layout));
  ws_panes_set_tree_layout (self->panes, layout);
}

static void
set_tree_size (WsViewChoices *self, guint size)
{
  if (tree_sizes[size].plan)
    {
      set_tree_layout (self, WS_PATTERN_PYRAMID);
      return;
    }
  if (ws_panes_get_tree_layout (self->panes) == WS_PATTERN_PYRAMID)
    set_tree_layout (self, WS_PATTERN_AUTO);
  ws_panes_show_whole_tree (self->panes, tree_sizes[size].full, tree_sizes[size].count);
}

static void
choose_tree_size_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  const char *id = g_variant_get_string (value, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tree_sizes); i++)
    if (g_str_equal (tree_sizes[i].id, id))
      set_tree_size (data, i);
}

/* The layout of the dataflow: the menu in the pane's header. */
static void
choose_tree_layout_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  WsPattern layout;

  if (ws_pattern_parse (g_variant_get_string (value, NULL), &layout))
    set_tree_layout (data, layout);
}

static void
next_tree_size_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsViewChoices *self = data;
  g_autofree char *id = ws_actions_dup_choice (self->window, "tree-size");
  guint i = 0;

  while (i < G_N_ELEMENTS (tree_sizes) && !g_str_equal (tree_sizes[i].id, id))
    i++;
  i = i < G_N_ELEMENTS (tree_sizes) ? (i + 1) % G_N_ELEMENTS (tree_sizes) : 0;
  if (tree_sizes[i].plan && !has_plan (self))
    i = (i + 1) % G_N_ELEMENTS (tree_sizes);
  set_tree_size (self, i);
}

/* ---- memory ---- */

static void
update_memory (WsViewChoices *self)
{
  WsMemoryOptions options;

  ws_panes_get_memory (self->panes, &options);
  ws_actions_set_choice (self->window, "memory-mode", ws_memory_mode_get_name (options.mode));
  ws_actions_set_choice (self->window, "memory-color",
                         ws_memory_coloring_get_name (options.coloring));
  ws_actions_set_choice (self->window, "memory-ranking",
                         ws_memory_ranking_get_name (options.ranking));
}

static void
choose_memory_mode_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  ws_panes_set_memory (WS_VIEW_CHOICES (data)->panes, g_variant_get_string (value, NULL), NULL,
                       NULL);
}

static void
choose_memory_color_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  ws_panes_set_memory (WS_VIEW_CHOICES (data)->panes, NULL, g_variant_get_string (value, NULL),
                       NULL);
}

static void
choose_memory_ranking_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  ws_panes_set_memory (WS_VIEW_CHOICES (data)->panes, NULL, NULL,
                       g_variant_get_string (value, NULL));
}

/* The first press shows memory, each further one another mode. */
static void
next_memory_mode_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsViewChoices *self = data;
  WsMemoryOptions options;

  if (ws_panes_get_current (self->panes) != WS_PANE_MEMORY)
    {
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.fill", "s", "memory");
      return;
    }
  ws_panes_get_memory (self->panes, &options);
  ws_panes_set_memory (
      self->panes, ws_memory_mode_get_name ((WsMemoryMode)((options.mode + 1) % WS_N_MEMORY_MODES)),
      NULL, NULL);
}

static const GActionEntry entries[] = {
  { "tree-size", NULL, "s", "''", choose_tree_size_cb },
  { "tree-layout", NULL, "s", "''", choose_tree_layout_cb },
  { "next-tree-size", next_tree_size_cb },
  { "memory-mode", NULL, "s", "''", choose_memory_mode_cb },
  { "memory-color", NULL, "s", "''", choose_memory_color_cb },
  { "memory-ranking", NULL, "s", "''", choose_memory_ranking_cb },
  { "next-memory-mode", next_memory_mode_cb },
};

static void
ws_view_choices_class_init (WsViewChoicesClass *klass)
{
}

static void
ws_view_choices_init (WsViewChoices *self)
{
}

WsViewChoices *
ws_view_choices_new (const WsContext *context)
{
  WsViewChoices *self = g_object_new (WS_TYPE_VIEW_CHOICES, NULL);

  self->window = context->window;
  self->panes = context->panes;
  self->playhead = context->playhead;
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  ws_actions_set_choice (self->window, "tree-layout", ws_pattern_get_name (WS_PATTERN_AUTO));
  update_memory (self);
  g_signal_connect_object (self->panes, "tree-moved", G_CALLBACK (update_tree_size), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_tree_size), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panes, "memory-changed", G_CALLBACK (update_memory), self,
                           G_CONNECT_SWAPPED);
  return self;
}
