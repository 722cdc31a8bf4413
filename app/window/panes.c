#include "window/panes.h"

#include "schedule/residency.h"
#include "views/calculator-view.h"
#include "editor/code-editor.h"
#include "inspector/story-list.h"
#include "views/lanes-view.h"
#include "views/memory-view.h"
#include "views/stalls-view.h"
#include "views/sms-view.h"
#include "timing/fidelity.h"
#include "toolkit/split.h"
#include "toolkit/tip.h"
#include "views/transition.h"
#include "views/tree-view.h"
#include "toolkit/wrap-layout.h"
#include "view/view.h"
#include "window/companion.h"
#include "window/ribbon.h"
#include "window/staging.h"
#include "window/switcher.h"

#include <glib/gi18n.h>

typedef enum {
  PLACE_ABOVE, /* on the left, above */
  PLACE_BELOW, /* on the left, below */
  PLACE_RIGHT, /* on the right, next to both */
  PLACE_ALL,   /* only shown while it is the large one */
} Place;

typedef struct {
  const char *name;  /* in actions; its child of the template is NAME_pane */
  const char *label; /* used while only one pane fits */
  WsView view;       /* its view of a run; WS_N_VIEWS if it shows no run */
  Place place;
  gboolean is_whole; /* it is shown alone, not on the stage next to the code */
  gsize canvas;      /* offset in WsPanes of its canvas; 0 if it has none */
} Row;

struct _WsPanes {
  GtkWidget parent_instance;

  WsPlayhead *playhead; /* NULL until ws_panes_begin() */
  int filled;           /* maximised pane, -1 for none */
  gboolean narrow;      /* there is room for one of them */
  int only;             /* which that is then */
  gboolean workbench;   /* if they fit, all are side by side; otherwise one is large */
  int stage;            /* which that is then */
  gboolean has_sheet;   /* then: the figures replace the code */
  int laid_out;         /* maximised pane in the current layout, -1 for none */
  gboolean shows_scenarios;
  char *finding;       /* of the visible pane; NULL if it shows a run */
  char *waits;         /* nullable: why nothing of the kernel is shown yet */
  gboolean can_change; /* while waiting: the user can change how it runs */
  guint focus_idle;

  GSettings *settings;
  GtkBox *switcher; /* if narrow */
  WsSwitcher *buttons;
  GtkBox *stage_switcher; /* over the header of the large one */
  WsRibbon *ribbon;       /* of the others */
  WsStaging *staging;     /* has both */
  WsTransition *transition;
  WsPane *pane[WS_N_PANES];
  WsTreeView *tree;
  GtkWidget *tree_plan;  /* its button for all launches */
  GMenu *tree_size_menu; /* if the buttons do not fit */
  WsLanesView *lanes;
  WsStoryList *story;
  GtkStack *warps; /* all lanes, or the story of one */
  GtkToggleButton *thread_toggle;
  WsMemoryView *memory;
  WsStallsView *stalls;
  GtkWidget *memory_colors;   /* of a buffer */
  GtkWidget *memory_rankings; /* of lines */
  WsSmsView *sms;
  WsCalculatorView *calculator;
  WsCodeEditor *editor; /* around the code */
  WsCodeView *code;
  WsMachineCoder *coder; /* of its machine code */
  GtkWidget *copy_button;
  GtkWidget *save_button;
  char *edited; /* nullable: title of the code pane while its text is edited */
  WsInspector *inspector;
  WsCompanion *companion; /* where it stands */
  WsTimingPage *timing;
  GtkLabel *timing_badge;    /* measured or modelled */
  WsScenarioPage *scenarios; /* NULL if they cannot be read */
  WsBesidePage *beside;
  GtkStack *workspace;   /* tree and warps, or the scenarios, or two runs */
  GtkStack *occupancy;   /* pages of the pane of that name */
  WsSplit *upper_split;  /* tree and warps */
  WsSplit *lower_split;  /* occupancy and timing */
  WsSplit *column_split; /* those above these */
  WsSplit *all_split;    /* those beside the code */
  WsSplit *code_split;   /* code above figures; side by side if maximised */
};

#define CANVAS(member) G_STRUCT_OFFSET (WsPanes, member)

static const Row rows[WS_N_PANES] = {
  [WS_PANE_TREE] = { "tree", N_ ("Tree"), WS_VIEW_TREE, PLACE_ABOVE, FALSE, CANVAS (tree) },
  [WS_PANE_LANES] = { "lanes", N_ ("Warps"), WS_VIEW_LANES, PLACE_ABOVE, FALSE, CANVAS (lanes) },
  [WS_PANE_SMS] = { "sms", N_ ("SMs"), WS_VIEW_SMS, PLACE_BELOW, FALSE, CANVAS (sms) },
  [WS_PANE_TIMING] = { "timing", N_ ("Speed"), WS_N_VIEWS, PLACE_BELOW },
  [WS_PANE_CODE] = { "code", N_ ("Code"), WS_VIEW_CODE, PLACE_RIGHT, TRUE },
  [WS_PANE_SCENARIOS] = { "scenarios", N_ ("Scenarios"), WS_N_VIEWS, PLACE_ABOVE },
  [WS_PANE_BESIDE] = { "beside", N_ ("Side by side"), WS_N_VIEWS, PLACE_ALL, TRUE },
  [WS_PANE_MEMORY] = { "memory", N_ ("Memory"), WS_VIEW_MEMORY, PLACE_ALL, FALSE, CANVAS (memory) },
  [WS_PANE_STALLS] = { "stalls", N_ ("Cycles"), WS_VIEW_STALLS, PLACE_ALL, FALSE, CANVAS (stalls) },
};

#undef CANVAS

/* The panes of the stage's own switcher, in order; the ribbon has the first of them. */
static const int staged[] = { WS_PANE_TREE, WS_PANE_LANES,  WS_PANE_MEMORY,
                              WS_PANE_SMS,  WS_PANE_TIMING, WS_PANE_SCENARIOS };

enum { PROP_0, PROP_EXPLORES, PROP_FINDING, PROP_SHOWS_SCENARIOS, PROP_WHOLE, N_PROPS };
enum { BLOCK_CHOSEN, MEMORY_CHANGED, TREE_MOVED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsPanes, ws_panes, GTK_TYPE_WIDGET)

static void
warp_chosen_cb (WsPanes *self, guint warp)
{
  ws_playhead_set_warp (self->playhead, warp);
}

/* For the followed warp. @is_asked: whether its story was requested. */
static void
lane_chosen_cb (WsPanes *self, guint lane, gboolean is_asked)
{
  ws_story_list_set_lane (self->story, lane);
  if (is_asked)
    gtk_toggle_button_set_active (self->thread_toggle, TRUE);
}

/* For the warp of a finding. */
static void
finding_lane_cb (WsPanes *self, guint lane)
{
  lane_chosen_cb (self, lane, FALSE);
}

static void
thread_toggled_cb (WsPanes *self)
{
  gtk_stack_set_visible_child (self->warps, gtk_toggle_button_get_active (self->thread_toggle)
                                                ? GTK_WIDGET (self->story)
                                                : GTK_WIDGET (self->lanes));
}

static void
block_chosen_cb (WsPanes *self, guint block)
{
  g_signal_emit (self, signals[BLOCK_CHOSEN], 0, block);
}

/* Shows a block of the plan, and its launch. */
static void
plan_block_chosen_cb (WsPanes *self, guint launch, guint block)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  /* a launch without the block would show another one */
  if (run != NULL && launch < run->n_launches && ws_run_find_block (run, launch, block) != NULL)
    ws_playhead_set_launch (self->playhead, launch);
  g_signal_emit (self, signals[BLOCK_CHOSEN], 0, block);
}

/* Whether one pane is large, next to the code and above the ribbon of the others. */
static gboolean
is_staged (WsPanes *self)
{
  return ws_panes_get_explores (self) && self->filled < 0;
}

/* Returns: the maximised pane, or the one on the stage; -1 if all are shown */
static int
get_whole (WsPanes *self)
{
  if (self->narrow)
    return self->only;
  return is_staged (self) ? self->stage : self->filled;
}

/* Its header's button, or a double click on the header: maximises the pane, or restores the
 * others. */
static void
maximise_cb (WsPanes *self, WsPane *pane)
{
  int index = ws_panes_get_index (self, pane);

  ws_panes_fill (self, self->filled == index ? -1 : index);
}

/* ---- headers ---- */

/* The instruction changes with the instant. */
static void
update_instruction (WsPanes *self)
{
  g_autofree char *instruction = NULL;
  g_autofree char *access = NULL;

  if (ws_playhead_get_scene (self->playhead) == NULL)
    return;
  instruction = ws_lanes_view_dup_subtitle (self->lanes);
  access = ws_memory_view_dup_subtitle (self->memory);
  ws_pane_set_subtitle (self->pane[WS_PANE_LANES], instruction);
  ws_pane_set_subtitle (self->pane[WS_PANE_MEMORY], access);
}

/* The file of the run, or the edited one that replaces it. */
static void
update_code_title (WsPanes *self)
{
  WsScene *scene = ws_playhead_get_scene (self->playhead);

  if (self->edited != NULL)
    ws_pane_set_file (self->pane[WS_PANE_CODE], self->edited);
  else if (scene != NULL)
    ws_pane_set_file (self->pane[WS_PANE_CODE],
                      ws_run_get_kernel (scene->run, scene->launch)->file);
}

/* A message that replaces a pane's view of the block. */
static void
update_message (WsPanes *self, WsPane *pane, const char *message)
{
  if (self->waits == NULL)
    ws_pane_set_message (pane, message, NULL, NULL);
  else if (pane == self->pane[WS_PANE_TREE])
    ws_pane_set_message (pane, self->waits, self->can_change ? _ ("How It Runs…") : NULL,
                         self->can_change ? "win.own-settings" : NULL);
  else
    ws_pane_set_message (pane, _ ("Shown after the first run"), NULL, NULL);
}

static void
update_titles (WsPanes *self)
{
  WsScene *scene = ws_playhead_get_scene (self->playhead);
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *tree = NULL;

  for (int i = 0; i < WS_N_PANES; i++)
    if (rows[i].view != WS_N_VIEWS && (rows[i].place == PLACE_ABOVE || rows[i].place == PLACE_ALL))
      update_message (self, self->pane[i],
                      scene == NULL && run != NULL ? _ ("This block was not recorded.") : NULL);
  if (scene == NULL)
    return;
  tree = ws_tree_view_dup_subtitle (self->tree);
  update_instruction (self);
  ws_pane_set_title (self->pane[WS_PANE_TREE], ws_tree_view_get_title (self->tree));
  ws_pane_set_subtitle (self->pane[WS_PANE_TREE], tree);
  update_code_title (self);
  ws_pane_set_subtitle (self->pane[WS_PANE_CODE], _ ("bars: active lanes"));
}

static void
tree_moved_cb (WsPanes *self)
{
  update_titles (self);
  g_signal_emit (self, signals[TREE_MOVED], 0);
}

/* (nullable) */
static GtkWidget *
get_focus (WsPanes *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root != NULL ? gtk_root_get_focus (root) : NULL;
}

/* One of these buttons may have the focus, which is lost when it is hidden. */
static void
show_memory_choice (WsPanes *self, GtkWidget *buttons, gboolean shown)
{
  if (!shown && get_focus (self) != NULL && gtk_widget_is_ancestor (get_focus (self), buttons))
    gtk_widget_grab_focus (GTK_WIDGET (self->memory));
  gtk_widget_set_visible (buttons, shown);
}

static void
memory_changed_cb (WsPanes *self)
{
  WsMemoryOptions options;

  ws_memory_view_get_options (self->memory, &options);
  show_memory_choice (self, self->memory_colors, options.mode == WS_MEMORY_BUFFER);
  show_memory_choice (self, self->memory_rankings, options.mode == WS_MEMORY_LINES);
  update_instruction (self);
  g_signal_emit (self, signals[MEMORY_CHANGED], 0);
}

static void
update_occupancy (WsPanes *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  WsScene *scene = ws_playhead_get_launch_scene (self->playhead);
  gboolean known = scene != NULL && scene->timeline != NULL;
  gboolean sms = gtk_stack_get_visible_child (self->occupancy) == GTK_WIDGET (self->sms);
  g_autofree char *subtitle = NULL;
  g_autofree char *fidelity = sms && known ? ws_fidelity_describe_run (run) : NULL;

  update_message (self, self->pane[WS_PANE_SMS],
                  sms && run != NULL && !known
                      ? _ ("It was not recorded where the blocks of this launch ran.")
                      : NULL);
  subtitle = sms ? ws_sms_view_dup_subtitle (self->sms)
                 : ws_calculator_view_dup_subtitle (self->calculator);
  ws_pane_set_subtitle_and_remark (self->pane[WS_PANE_SMS], subtitle, fidelity);
}

/* (transfer full) (nullable): of a maximised chart, or of visible scenarios */
static char *
dup_finding (WsPanes *self)
{
  g_autofree char *told = NULL;

  if (get_whole (self) == WS_PANE_TIMING)
    told = g_strdup (ws_timing_page_get_finding (self->timing));
  else if (get_whole (self) == WS_PANE_BESIDE && self->beside != NULL)
    told = g_strdup (ws_beside_page_get_finding (self->beside));
  else if (self->shows_scenarios && self->scenarios != NULL
           && (get_whole (self) < 0 || get_whole (self) == WS_PANE_SCENARIOS))
    told = ws_scenario_view_dup_subtitle (ws_scenario_page_get_view (self->scenarios));
  return told != NULL && *told != '\0' ? g_steal_pointer (&told) : NULL;
}

static void
update_finding (WsPanes *self)
{
  g_autofree char *finding = dup_finding (self);

  if (g_strcmp0 (finding, self->finding) == 0)
    return;
  g_free (self->finding);
  self->finding = g_steal_pointer (&finding);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FINDING]);
}

/* Its subject, and the origin of its figures. */
static void
update_timing (WsPanes *self)
{
  const char *origin = ws_timing_page_get_origin (self->timing);
  g_autofree char *subtitle = ws_timing_page_dup_subtitle (self->timing);
  g_autofree char *fidelity = ws_timing_page_dup_fidelity (self->timing);

  ws_pane_set_subtitle (self->pane[WS_PANE_TIMING], subtitle);
  gtk_label_set_text (self->timing_badge, origin != NULL ? _ (origin) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->timing_badge), origin != NULL);
  ws_tip_set (GTK_WIDGET (self->timing_badge), fidelity);
  update_finding (self);
}

/* Explains where to see the run of a cell. */
static void
update_scenarios (WsPanes *self)
{
  if (self->scenarios != NULL)
    ws_pane_set_subtitle (self->pane[WS_PANE_SCENARIOS],
                          get_whole (self) == WS_PANE_SCENARIOS
                              ? _ ("choose a cell: it runs; 3 shows its SMs, 6 comes back")
                              : _ ("choose a cell: it runs, and plays below"));
}

/* The two runs side by side, and their difference. */
static void
update_beside (WsPanes *self)
{
  const char *title = ws_beside_page_get_title (self->beside);

  ws_pane_set_title (self->pane[WS_PANE_BESIDE], title != NULL ? title : _ ("Side by side"));
  update_finding (self);
}

/* ---- occupancy ---- */

/* Sets the calculator to the shown launch. */
static void
update_calculator (WsPanes *self)
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

/* Switching to a page also focuses it: the buttons of the switch take no focus. */
static void
page_cb (WsPanes *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->occupancy);

  update_occupancy (self);
  if (page != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->occupancy)))
    gtk_widget_grab_focus (page);
}

static gboolean
has_focus (GtkWidget *focus, WsPane *pane)
{
  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (pane));
}

static gboolean
follow_focus_cb (gpointer data)
{
  WsPanes *self = data;
  GtkWidget *focus = get_focus (self);

  self->focus_idle = 0;
  if (get_whole (self) == WS_PANE_BESIDE)
    ws_playhead_set_clock (self->playhead, ws_beside_page_shows_launch (self->beside)
                                               ? WS_CLOCK_LAUNCH
                                               : WS_CLOCK_BLOCK);
  else if (focus == GTK_WIDGET (self->sms) || has_focus (focus, self->pane[WS_PANE_SCENARIOS]))
    ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
  else if (has_focus (focus, self->pane[WS_PANE_TREE])
           || has_focus (focus, self->pane[WS_PANE_LANES])
           || has_focus (focus, self->pane[WS_PANE_MEMORY]))
    ws_playhead_set_clock (self->playhead, WS_CLOCK_BLOCK);
  return G_SOURCE_REMOVE;
}

/* ---- the switchers, if one is shown ---- */

/* (transfer full) */
static char *
dup_tip (int pane)
{
  return g_strdup_printf ("%s (%d)", _ (rows[pane].label), pane + 1);
}

static void
begin_switchers (WsPanes *self)
{
  self->buttons = ws_switcher_new (self->switcher);
  for (int i = 0; i < WS_N_PANES; i++)
    {
      g_autofree char *tip = dup_tip (i);

      ws_switcher_add (self->buttons, i, _ (rows[i].label), tip);
    }
  self->staging = ws_staging_new (self->stage_switcher, self->ribbon);
  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    {
      g_autofree char *tip = dup_tip (staged[i]);

      ws_staging_add (self->staging, staged[i], _ (rows[staged[i]].label), tip);
    }
  g_signal_connect_object (self->buttons, "chosen", G_CALLBACK (ws_panes_fill), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->staging, "chosen", G_CALLBACK (ws_panes_show), self,
                           G_CONNECT_SWAPPED);
}

/* ---- the widget ---- */

static void lay_out (WsPanes *self);

static void
ws_panes_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_EXPLORES:
      g_value_set_boolean (value, ws_panes_get_explores (WS_PANES (object)));
      break;
    case PROP_FINDING:
      g_value_set_string (value, WS_PANES (object)->finding);
      break;
    case PROP_SHOWS_SCENARIOS:
      g_value_set_boolean (value, WS_PANES (object)->shows_scenarios);
      break;
    case PROP_WHOLE:
      g_value_set_int (value, WS_PANES (object)->laid_out);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_panes_dispose (GObject *object)
{
  WsPanes *self = WS_PANES (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_handle_id (&self->focus_idle, g_source_remove);
  g_clear_object (&self->coder);
  g_clear_object (&self->companion);
  g_clear_object (&self->buttons);
  g_clear_object (&self->staging);
  g_clear_object (&self->playhead);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->finding, g_free);
  g_clear_pointer (&self->waits, g_free);
  g_clear_pointer (&self->edited, g_free);

  G_OBJECT_CLASS (ws_panes_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < WS_N_PANES; i++)
    {
      g_autofree char *id = g_strdup_printf ("%s_pane", rows[i].name);

      gtk_widget_class_bind_template_child_full (
          widget_class, id, FALSE,
          (gssize)(G_STRUCT_OFFSET (WsPanes, pane) + i * sizeof (WsPane *)));
    }
  gtk_widget_class_bind_template_child (widget_class, WsPanes, switcher);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, stage_switcher);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, ribbon);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, transition);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, tree);
  gtk_widget_class_bind_template_child_full (widget_class, "tree_sizes", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, tree_plan);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, tree_size_menu);
  gtk_widget_class_bind_template_child_full (widget_class, "tree_layout_menu", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, lanes);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, story);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, warps);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, thread_toggle);
  gtk_widget_class_bind_template_callback (widget_class, thread_toggled_cb);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, memory);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, stalls);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, memory_colors);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, memory_rankings);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, sms);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, calculator);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, editor);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, code);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, copy_button);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, save_button);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, inspector);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, timing_badge);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, workspace);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, occupancy);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, upper_split);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, lower_split);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, column_split);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, all_split);
  gtk_widget_class_bind_template_child (widget_class, WsPanes, code_split);
}

static void
ws_panes_class_init (WsPanesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_CALCULATOR_VIEW);
  g_type_ensure (WS_TYPE_CODE_EDITOR);
  g_type_ensure (WS_TYPE_CODE_VIEW);
  g_type_ensure (WS_TYPE_INSPECTOR);
  g_type_ensure (WS_TYPE_LANES_VIEW);
  g_type_ensure (WS_TYPE_MEMORY_VIEW);
  g_type_ensure (WS_TYPE_PANE);
  g_type_ensure (WS_TYPE_RIBBON);
  g_type_ensure (WS_TYPE_SMS_VIEW);
  g_type_ensure (WS_TYPE_SPLIT);
  g_type_ensure (WS_TYPE_STALLS_VIEW);
  g_type_ensure (WS_TYPE_STORY_LIST);
  g_type_ensure (WS_TYPE_TRANSITION);
  g_type_ensure (WS_TYPE_TREE_VIEW);
  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  object_class->get_property = ws_panes_get_property;
  object_class->dispose = ws_panes_dispose;

  props[PROP_EXPLORES] =
      g_param_spec_boolean ("explores", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_FINDING] =
      g_param_spec_string ("finding", NULL, NULL, NULL,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_SHOWS_SCENARIOS] =
      g_param_spec_boolean ("shows-scenarios", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_WHOLE] =
      g_param_spec_int ("whole", NULL, NULL, -1, WS_N_PANES - 1, -1,
                        G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[TREE_MOVED] = g_signal_new ("tree-moved", WS_TYPE_PANES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 0);
  signals[MEMORY_CHANGED] = g_signal_new ("memory-changed", WS_TYPE_PANES, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[BLOCK_CHOSEN] = g_signal_new ("block-chosen", WS_TYPE_PANES, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/panes.ui");
  bind_children (widget_class);
}

/* The contents of the code's gutter. */
static void
add_columns (WsPanes *self)
{
  g_autoptr (GMenuModel) menu = ws_code_view_dup_menu (self->code, "columns");

  gtk_widget_insert_action_group (GTK_WIDGET (self->pane[WS_PANE_CODE]), "columns",
                                  ws_code_view_get_actions (self->code));
  ws_pane_add_submenu (self->pane[WS_PANE_CODE], _ ("Columns"), menu);
}

static void
close_sheet (WsPanes *self)
{
  ws_panes_show_figures (self, FALSE);
}

static void
ws_panes_init (WsPanes *self)
{
  self->filled = -1;
  self->laid_out = -1;
  self->workbench = TRUE; /* until ws_panes_begin() */
  gtk_widget_init_template (GTK_WIDGET (self));
  begin_switchers (self);
  ws_pane_add_submenu (self->pane[WS_PANE_TREE], _ ("Layout"),
                       G_MENU_MODEL (gtk_widget_get_template_child (
                           GTK_WIDGET (self), WS_TYPE_PANES, "tree_layout_menu")));
  add_columns (self);
  self->companion = ws_companion_new (self->pane[WS_PANE_CODE], self->code_split,
                                      GTK_WIDGET (self->editor), self->code, self->inspector);
  g_signal_connect_object (self->pane[WS_PANE_CODE], "close", G_CALLBACK (close_sheet), self,
                           G_CONNECT_SWAPPED);
  for (int i = 0; i < WS_N_PANES; i++)
    g_signal_connect_object (self->pane[i], "maximise", G_CALLBACK (maximise_cb), self,
                             G_CONNECT_SWAPPED);
}

static gboolean
get_share (GValue *value, GVariant *variant, gpointer of_end)
{
  double share = g_variant_get_double (variant);

  g_value_set_double (value, GPOINTER_TO_INT (of_end) ? 1 - share : share);
  return TRUE;
}

/* (transfer floating): within the limits of the settings */
static GVariant *
put_share (const GValue *value, const GVariantType *type, gpointer of_end)
{
  double share = g_value_get_double (value);

  return g_variant_new_double (CLAMP (GPOINTER_TO_INT (of_end) ? 1 - share : share, 0.1, 0.9));
}

/* @key: setting that stores the share of the start child, or of the end child if @of_end. New
 * windows start with it. */
static void
keep_share (WsSplit *split, GSettings *settings, const char *key, gboolean of_end)
{
  g_settings_bind_with_mapping (settings, key, split, "share",
                                G_SETTINGS_BIND_GET | G_SETTINGS_BIND_SET
                                    | G_SETTINGS_BIND_GET_NO_CHANGES,
                                get_share, put_share, GINT_TO_POINTER (of_end), NULL);
}

/* (nullable): the canvas of a pane that shows a view */
static WsCanvas *
get_canvas (WsPanes *self, int pane)
{
  return rows[pane].canvas != 0 ? G_STRUCT_MEMBER (WsCanvas *, self, rows[pane].canvas) : NULL;
}

static void
begin_views (WsPanes *self)
{
  ws_follower_set_playhead (WS_FOLLOWER (self->code), self->playhead);
  ws_inspector_set_playhead (self->inspector, self->playhead);
  ws_follower_set_playhead (WS_FOLLOWER (self->story), self->playhead);
  for (int i = 0; i < WS_N_PANES; i++)
    if (get_canvas (self, i) != NULL)
      ws_canvas_set_playhead (get_canvas (self, i), self->playhead);
  g_signal_connect_object (self->memory, "warp-chosen", G_CALLBACK (warp_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->memory, "changed", G_CALLBACK (memory_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tree, "warp-chosen", G_CALLBACK (warp_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lanes, "warp-chosen", G_CALLBACK (warp_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lanes, "lane-chosen", G_CALLBACK (lane_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_inspector_get_findings (self->inspector), "lane-chosen",
                           G_CALLBACK (finding_lane_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_inspector_get_findings (self->inspector), "block-chosen",
                           G_CALLBACK (block_chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::stage", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::warp", G_CALLBACK (update_titles), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::position", G_CALLBACK (update_instruction),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tree, "block-chosen", G_CALLBACK (plan_block_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tree, "focus-moved", G_CALLBACK (tree_moved_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
begin_occupancy (WsPanes *self)
{
  g_signal_connect_object (self->sms, "block-chosen", G_CALLBACK (block_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sms, "zoomed", G_CALLBACK (update_occupancy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->occupancy, "notify::visible-child", G_CALLBACK (page_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_occupancy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_calculator), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_calculator_view_get_state (self->calculator), "changed",
                           G_CALLBACK (update_occupancy), self, G_CONNECT_SWAPPED);
  update_occupancy (self);
}

static void
begin_scenarios (WsPanes *self, WsSession *session)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *page = ws_scenario_page_new (session, &error);

  if (page == NULL)
    {
      g_critical ("The scenarios cannot be read: %s", error->message);
      return;
    }
  self->scenarios = WS_SCENARIO_PAGE (page);
  gtk_widget_set_hexpand (page, TRUE);
  gtk_widget_set_vexpand (page, TRUE);
  ws_pane_set_child (self->pane[WS_PANE_SCENARIOS], page);
  g_signal_connect_object (ws_scenario_page_get_view (self->scenarios), "changed",
                           G_CALLBACK (update_finding), self, G_CONNECT_SWAPPED);
  update_scenarios (self);
}

/* Chooses which texts of a kernel are shown, and sets up the one that is not part of the run. */
static void
begin_code (WsPanes *self, GSettings *settings)
{
  static const char *const keys[] = { "show-source", "show-ptx", "show-sass" };

  self->coder = ws_machine_coder_new (self->code, self->playhead);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *detailed = g_strdup_printf ("notify::%s", keys[i]);

      g_settings_bind (settings, keys[i], self->code, keys[i], G_SETTINGS_BIND_DEFAULT);
      g_signal_connect_object (self->code, detailed, G_CALLBACK (ws_companion_share),
                               self->companion, G_CONNECT_SWAPPED);
    }
  g_settings_bind (settings, "sass-architecture", ws_code_view_get_machine (self->code),
                   "architecture", G_SETTINGS_BIND_DEFAULT);
}

static void
update_ribbon_sheet (WsPanes *self)
{
  ws_ribbon_set_sheet (self->ribbon, ws_timing_page_get_sheet (self->timing));
}

static void
begin_ribbon (WsPanes *self)
{
  ws_ribbon_set_playhead (self->ribbon, self->playhead);
  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    {
      const Row *row = &rows[staged[i]];

      if (staged[i] == WS_PANE_TIMING)
        ws_ribbon_add_sheet (self->ribbon, staged[i], _ (row->label));
      else if (row->canvas != 0)
        ws_ribbon_add_view (self->ribbon, staged[i], _ (row->label), get_canvas (self, staged[i]));
    }
  g_signal_connect_object (self->timing, "changed", G_CALLBACK (update_ribbon_sheet), self,
                           G_CONNECT_SWAPPED);
  update_ribbon_sheet (self);
}

/**
 * ws_panes_begin:
 * @self: panes with nothing to show
 * @session: (transfer none): runs scenarios and timings
 * @playhead: (transfer none): whose run is shown
 * @settings: (transfer none): store the shares, and how timings are shown
 *
 * Connects the panes to the session. To be called once.
 */
void
ws_panes_begin (WsPanes *self, WsSession *session, WsPlayhead *playhead, GSettings *settings)
{
  GtkWidget *timing;

  g_return_if_fail (WS_IS_PANES (self) && self->playhead == NULL);

  self->playhead = g_object_ref (playhead);
  begin_views (self);
  begin_occupancy (self);
  begin_scenarios (self, session);
  timing = ws_timing_page_new (session, settings, NULL);
  self->timing = WS_TIMING_PAGE (timing);
  ws_pane_set_child (self->pane[WS_PANE_TIMING], timing);
  g_signal_connect_object (timing, "changed", G_CALLBACK (update_timing), self, G_CONNECT_SWAPPED);
  update_timing (self);
  self->beside = WS_BESIDE_PAGE (ws_beside_page_new (session, playhead, settings));
  ws_pane_set_child (self->pane[WS_PANE_BESIDE], GTK_WIDGET (self->beside));
  g_signal_connect_object (self->beside, "changed", G_CALLBACK (update_beside), self,
                           G_CONNECT_SWAPPED);
  begin_code (self, settings);
  keep_share (self->upper_split, settings, "tree-share", FALSE);
  keep_share (self->lower_split, settings, "timing-share", TRUE);
  keep_share (self->column_split, settings, "occupancy-share", TRUE);
  begin_ribbon (self);
  self->settings = g_object_ref (settings);
  self->workbench = FALSE; /* ws_panes_set_workbench() may change it */
  keep_share (self->all_split, settings, "stage-code-share", TRUE);
  lay_out (self);
}

WsPane *
ws_panes_get_pane (WsPanes *self, int pane)
{
  g_return_val_if_fail (WS_IS_PANES (self) && pane >= 0 && pane < WS_N_PANES, NULL);
  return self->pane[pane];
}

WsTimingPage *
ws_panes_get_timing (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->timing;
}

/**
 * ws_panes_get_scenarios:
 * @self: panes that have begun
 *
 * Returns: (transfer none) (nullable): the page of scenarios; %NULL if they cannot be read
 */
WsScenarioPage *
ws_panes_get_scenarios (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->scenarios;
}

/**
 * ws_panes_get_view:
 * @pane: a pane
 *
 * Returns: the view in it; %WS_N_VIEWS if it shows no view of a run
 */
WsView
ws_panes_get_view (int pane)
{
  g_return_val_if_fail (pane >= 0 && pane < WS_N_PANES, WS_N_VIEWS);
  return rows[pane].view;
}

/* Returns: name of the pane, in the user's language */
const char *
ws_panes_get_label (int pane)
{
  g_return_val_if_fail (pane >= 0 && pane < WS_N_PANES, NULL);
  return _ (rows[pane].label);
}

/**
 * ws_panes_find:
 * @name: name of a pane in actions, as in "tree"
 *
 * Returns: which it is; -1 if there is none of that name
 */
int
ws_panes_find (const char *name)
{
  for (int i = 0; i < WS_N_PANES; i++)
    if (g_str_equal (rows[i].name, name))
      return i;
  return -1;
}

/**
 * ws_panes_dup_names:
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of everything that can fill the
 * window: the panes, in order, and %WS_PANES_CALCULATOR
 */
char **
ws_panes_dup_names (void)
{
  char **names = g_new0 (char *, WS_N_PANES + 2);

  for (int i = 0; i < WS_N_PANES; i++)
    names[i] = g_strdup (rows[i].name);
  names[WS_N_PANES] = g_strdup (WS_PANES_CALCULATOR);
  return names;
}

int
ws_panes_get_index (WsPanes *self, WsPane *pane)
{
  int index = 0;

  g_return_val_if_fail (WS_IS_PANES (self), -1);

  while (index < WS_N_PANES && self->pane[index] != pane)
    index++;
  g_return_val_if_fail (index < WS_N_PANES, -1);
  return index;
}

/**
 * ws_panes_get_current:
 * @self: panes
 *
 * Returns: the pane that is maximised or on the stage, or the focused one, or else the first
 * visible one
 */
int
ws_panes_get_current (WsPanes *self)
{
  GtkWidget *focus;

  g_return_val_if_fail (WS_IS_PANES (self), WS_PANE_TREE);

  focus = get_focus (self);
  if (get_whole (self) >= 0)
    return get_whole (self);
  for (int i = 0; i < WS_N_PANES; i++)
    if (has_focus (focus, self->pane[i]))
      return i;
  return gtk_stack_get_visible_child (self->workspace) == GTK_WIDGET (self->pane[WS_PANE_SCENARIOS])
             ? WS_PANE_SCENARIOS
             : WS_PANE_TREE;
}

static gboolean
get_scenario_picture (WsPanes *self, WsPicture *picture)
{
  WsScenarioView *view = ws_scenario_page_get_view (self->scenarios);

  picture->scenario = ws_scenario_view_get_scenario (view);
  ws_scenario_view_get_options (view, &picture->table);
  picture->table.show_title = TRUE;
  picture->table.show_summary = TRUE;
  return picture->scenario != NULL;
}

static gboolean
get_timing_picture (WsPanes *self, WsPicture *picture)
{
  picture->sheet = ws_timing_page_get_sheet (self->timing);
  ws_timing_page_get_options (self->timing, &picture->charts);
  ws_timing_page_get_sources (self->timing, &picture->sweeps, &picture->live);
  return picture->sheet != NULL;
}

static gboolean
get_calculator_picture (WsPanes *self, WsPicture *picture)
{
  picture->view = WS_VIEW_CALCULATOR;
  picture->calculator = (WsCalculator *)ws_calculator_state_get_calculator (
      ws_calculator_view_get_state (self->calculator));
  return picture->calculator != NULL;
}

/**
 * ws_panes_get_picture:
 * @self: panes that have begun
 * @pane: which
 * @picture: (out): what it shows; borrows everything
 *
 * Returns: whether it shows anything
 */
gboolean
ws_panes_get_picture (WsPanes *self, int pane, WsPicture *picture)
{
  WsView shown;

  g_return_val_if_fail (WS_IS_PANES (self) && pane >= 0 && pane < WS_N_PANES, FALSE);

  shown = rows[pane].view;
  *picture = (WsPicture){ .view = shown != WS_N_VIEWS ? shown : WS_VIEW_TREE,
                          .options = WS_FIGURE_OPTIONS_INIT };
  ws_playhead_get_moment (self->playhead, &picture->moment);
  ws_tree_view_get_options (self->tree, &picture->options.tree);
  ws_sms_view_get_options (self->sms, &picture->options.sms);
  ws_memory_view_get_options (self->memory, &picture->options.memory);
  if (pane == WS_PANE_SCENARIOS && self->scenarios != NULL)
    return get_scenario_picture (self, picture);
  if (pane == WS_PANE_TIMING)
    return get_timing_picture (self, picture);
  if (pane == WS_PANE_BESIDE)
    return ws_beside_page_get_picture (self->beside, picture);
  if (pane == WS_PANE_SMS
      && gtk_stack_get_visible_child (self->occupancy) == GTK_WIDGET (self->calculator))
    return get_calculator_picture (self, picture);
  /* a block that was not recorded only has the launch's pictures */
  picture->scene = shown != WS_N_VIEWS && ws_view_get_class (shown)->needs == WS_VIEW_OF_LAUNCH
                       ? ws_playhead_get_launch_scene (self->playhead)
                       : ws_playhead_get_scene (self->playhead);
  return ws_view_shows (picture->view, picture->scene);
}

/* Whether a pane is visible; if none is maximised, all are. */
static gboolean
is_at (int pane, Place place)
{
  return pane < 0 || rows[pane].place == place;
}

/* Above the SMs is the maximised pane, the scenarios, or tree and warps: a stack switches away from
 * a hidden child, and does not return to it. */
static void
place_scenarios (WsPanes *self)
{
  GtkWidget *shown = GTK_WIDGET (self->upper_split);
  int whole = get_whole (self);

  if (whole >= 0 && rows[whole].place == PLACE_ALL)
    shown = GTK_WIDGET (self->pane[whole]);
  else if (self->shows_scenarios)
    shown = GTK_WIDGET (self->pane[WS_PANE_SCENARIOS]);
  gtk_stack_set_visible_child (self->workspace, shown);
}

static void
show_scenarios (WsPanes *self, gboolean show)
{
  gboolean shown = self->shows_scenarios;

  self->shows_scenarios = show;
  place_scenarios (self);
  if (show != shown)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHOWS_SCENARIOS]);
}

static void
focus_pane (WsPanes *self, int pane)
{
  if (pane == WS_PANE_SMS)
    gtk_widget_grab_focus (gtk_stack_get_visible_child (self->occupancy));
  else if (pane == WS_PANE_CODE)
    gtk_widget_grab_focus (GTK_WIDGET (self->code));
  else if (pane == WS_PANE_LANES)
    gtk_widget_child_focus (GTK_WIDGET (self->warps), GTK_DIR_TAB_FORWARD);
  else if (pane == WS_PANE_SCENARIOS && self->scenarios != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (ws_scenario_page_get_view (self->scenarios)));
  else if (pane >= 0 && pane != WS_PANE_SCENARIOS)
    gtk_widget_grab_focus (ws_pane_get_child (self->pane[pane]));
}

static void
place_figures (WsPanes *self)
{
  WsCompanionPlace place = WS_COMPANION_BELOW;

  if (self->waits != NULL || (is_staged (self) && !self->has_sheet))
    place = WS_COMPANION_HIDDEN;
  else if (is_staged (self))
    place = WS_COMPANION_SHEET;
  else if (self->filled == WS_PANE_CODE && !self->narrow)
    place = WS_COMPANION_BESIDE;
  ws_companion_place (self->companion, place);
}

/* The parts that only the stage has. */
static void
place_stage (WsPanes *self)
{
  gboolean has_stage = is_staged (self);

  if (has_stage)
    gtk_widget_add_css_class (GTK_WIDGET (self), "staged");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "staged");
  ws_staging_place (self->staging, has_stage, self->stage, self->pane[self->stage]);
}

/* Shows the panes that are in the layout. */
static void
lay_out (WsPanes *self)
{
  int pane = get_whole (self);
  gboolean has_code = is_staged (self);
  GtkWidget *focus = get_focus (self);

  /* otherwise the focus would move to the handle of a paned, which consumes the next Escape */
  if (pane >= 0 && focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  for (int i = 0; i < WS_N_PANES; i++)
    gtk_widget_set_visible (GTK_WIDGET (self->pane[i]),
                            pane < 0 || pane == i || (has_code && i == WS_PANE_CODE));
  /* an empty paned would keep its half */
  gtk_widget_set_visible (GTK_WIDGET (self->workspace),
                          is_at (pane, PLACE_ABOVE) || is_at (pane, PLACE_ALL));
  if (pane >= 0 && is_at (pane, PLACE_ABOVE))
    show_scenarios (self, pane == WS_PANE_SCENARIOS);
  else
    place_scenarios (self);
  gtk_widget_set_visible (GTK_WIDGET (self->lower_split), is_at (pane, PLACE_BELOW));
  update_scenarios (self);
  gtk_widget_set_visible (GTK_WIDGET (self->column_split), pane < 0 || !is_at (pane, PLACE_RIGHT));
  place_figures (self);
  if (self->timing != NULL)
    ws_timing_page_set_told_elsewhere (self->timing, pane == WS_PANE_TIMING);
  update_finding (self);
  gtk_widget_set_visible (GTK_WIDGET (self->switcher), self->narrow);
  ws_switcher_set_chosen (self->buttons, self->only);
  place_stage (self);
  if (self->laid_out == pane)
    return;
  self->laid_out = pane;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WHOLE]);
}

/**
 * ws_panes_fill:
 * @self: panes
 * @pane: the pane to maximise, -1 for all side by side
 *
 * In a narrow window, one pane is shown in any case, and -1 leaves it there.
 */
void
ws_panes_fill (WsPanes *self, int pane)
{
  g_return_if_fail (WS_IS_PANES (self) && pane < WS_N_PANES);

  /* switching panes in a narrow window does not maximise one in a wide window */
  if (!self->narrow || self->filled >= 0 || pane < 0)
    self->filled = pane;
  if (pane >= 0)
    {
      self->only = pane;
      if (!rows[pane].is_whole)
        self->stage = pane;
      gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
    }
  lay_out (self);
  focus_pane (self, pane);
}

/* Focuses what plays: the maximised pane, otherwise the first; not the code, where nothing
 * plays. */
void
ws_panes_focus_picture (WsPanes *self)
{
  int pane;

  g_return_if_fail (WS_IS_PANES (self));
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  pane = ws_panes_get_current (self);
  if (pane != WS_PANE_CODE)
    focus_pane (self, pane);
}

/* The canvas on the stage, or whatever is there instead. */
static GtkWidget *
get_stage_child (WsPanes *self)
{
  WsCanvas *canvas = get_canvas (self, self->stage);

  return canvas != NULL && gtk_widget_get_mapped (GTK_WIDGET (canvas))
             ? GTK_WIDGET (canvas)
             : ws_pane_get_child (self->pane[self->stage]);
}

/**
 * ws_panes_show:
 * @self: panes
 * @pane: the pane to show
 *
 * Shows it on the stage, if there is one; otherwise maximised.
 */
void
ws_panes_show (WsPanes *self, int pane)
{
  g_return_if_fail (WS_IS_PANES (self) && pane >= 0 && pane < WS_N_PANES);

  if (!is_staged (self) || rows[pane].is_whole)
    {
      ws_panes_fill (self, pane);
      return;
    }
  if (pane != self->stage)
    ws_transition_capture (self->transition, get_stage_child (self));
  self->stage = self->only = pane;
  lay_out (self);
  ws_transition_play (self->transition, get_stage_child (self));
  focus_pane (self, pane);
}

/**
 * ws_panes_toggle:
 * @self: panes
 * @pane: the pane requested by a key
 *
 * Shows it; the next call maximises it, or restores all.
 */
void
ws_panes_toggle (WsPanes *self, int pane)
{
  g_return_if_fail (WS_IS_PANES (self));

  if (is_staged (self) && self->stage != pane)
    ws_panes_show (self, pane);
  else
    ws_panes_fill (self, self->filled == pane ? -1 : pane);
}

/**
 * ws_panes_set_workbench:
 * @self: panes that have begun
 * @workbench: whether all are side by side, if they fit; otherwise one is large
 */
void
ws_panes_set_workbench (WsPanes *self, gboolean workbench)
{
  g_return_if_fail (WS_IS_PANES (self) && self->settings != NULL);

  if (self->workbench == workbench)
    return;
  self->workbench = workbench;
  g_settings_unbind (self->all_split, "share");
  keep_share (self->all_split, self->settings, workbench ? "code-share" : "stage-code-share", TRUE);
  lay_out (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPLORES]);
}

/* Returns: whether one pane is on the stage unless one is maximised: there is room, and the
 * workbench is off */
gboolean
ws_panes_get_explores (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), FALSE);
  return !self->narrow && !self->workbench;
}

/**
 * ws_panes_show_figures:
 * @self: panes
 * @show: whether to show the figures of the launch instead of the code, if there is a stage
 *
 * Moves the focus there, and back.
 *
 * Returns: whether anything changed
 */
gboolean
ws_panes_show_figures (WsPanes *self, gboolean show)
{
  GtkWidget *focus;
  gboolean had_focus;

  g_return_val_if_fail (WS_IS_PANES (self), FALSE);

  if (!is_staged (self) || self->has_sheet == show || (show && self->waits != NULL))
    return FALSE;
  focus = get_focus (self);
  had_focus = focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
  if (show)
    ws_companion_keep_focus (self->companion);
  self->has_sheet = show;
  lay_out (self);
  if (show)
    ws_companion_take_focus (self->companion);
  else if (had_focus && !ws_companion_return_focus (self->companion))
    focus_pane (self, self->stage);
  return TRUE;
}

/**
 * ws_panes_set_room:
 * @self: panes
 * @width: of the window
 * @height: of the window
 *
 * Not to be called during layout.
 */
void
ws_panes_set_room (WsPanes *self, int width, int height)
{
  g_return_if_fail (WS_IS_PANES (self));
  if (ws_staging_set_room (self->staging, width, height))
    lay_out (self);
}

WsRibbon *
ws_panes_get_ribbon (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->ribbon;
}

/**
 * ws_panes_set_narrow:
 * @self: panes that have begun
 * @narrow: whether only one pane fits, with a switcher
 *
 * Not to be called during layout.
 */
void
ws_panes_set_narrow (WsPanes *self, gboolean narrow)
{
  GtkWidget *focus;
  gboolean had_focus;

  g_return_if_fail (WS_IS_PANES (self));

  if (self->narrow == narrow)
    return;
  focus = get_focus (self);
  had_focus = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
  if (narrow)
    self->only = ws_panes_get_current (self);
  else if (!rows[self->only].is_whole)
    self->stage = self->only;
  self->narrow = narrow;
  ws_beside_page_set_narrow (self->beside, narrow);
  lay_out (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPLORES]);
  if (had_focus)
    focus_pane (self, get_whole (self));
}

gboolean
ws_panes_get_narrow (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), FALSE);
  return self->narrow;
}

/**
 * ws_panes_get_filled:
 * @self: panes
 *
 * Returns: the maximised pane, -1 for none
 */
int
ws_panes_get_filled (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), -1);
  return self->filled;
}

/**
 * ws_panes_show_scenarios:
 * @self: panes
 * @show: whether to show the scenarios above the SMs, instead of tree and warps
 */
void
ws_panes_show_scenarios (WsPanes *self, gboolean show)
{
  g_return_if_fail (WS_IS_PANES (self));

  show_scenarios (self, show);
  if ((self->narrow || is_staged (self)) && show != (get_whole (self) == WS_PANE_SCENARIOS))
    ws_panes_show (self, show ? WS_PANE_SCENARIOS : WS_PANE_TREE);
  update_finding (self);
  if (show && self->scenarios != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (ws_scenario_page_get_view (self->scenarios)));
}

gboolean
ws_panes_get_shows_scenarios (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), FALSE);
  return self->shows_scenarios;
}

/**
 * ws_panes_show_sms:
 * @self: panes
 *
 * Shows the SMs instead of the calculator.
 */
void
ws_panes_show_sms (WsPanes *self)
{
  g_return_if_fail (WS_IS_PANES (self));
  gtk_stack_set_visible_child (self->occupancy, GTK_WIDGET (self->sms));
}

/**
 * ws_panes_toggle_thread:
 * @self: panes
 *
 * Toggles between the story of one thread and the warps' lanes.
 */
void
ws_panes_toggle_thread (WsPanes *self)
{
  g_return_if_fail (WS_IS_PANES (self));
  gtk_toggle_button_set_active (self->thread_toggle,
                                !gtk_toggle_button_get_active (self->thread_toggle));
}

/**
 * ws_panes_show_calculator:
 * @self: panes
 *
 * Maximises the calculator.
 */
void
ws_panes_show_calculator (WsPanes *self)
{
  g_return_if_fail (WS_IS_PANES (self));
  gtk_stack_set_visible_child (self->occupancy, GTK_WIDGET (self->calculator));
  ws_panes_show (self, WS_PANE_SMS);
}

/**
 * ws_panes_find_figure:
 * @self: panes
 *
 * Begins a search in the figures; if they are hidden, maximises their pane.
 */
void
ws_panes_find_figure (WsPanes *self)
{
  g_return_if_fail (WS_IS_PANES (self));
  if (self->waits != NULL)
    return;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->inspector)) && !ws_panes_show_figures (self, TRUE))
    ws_panes_fill (self, WS_PANE_CODE);
  gtk_widget_activate_action (GTK_WIDGET (self->inspector), "inspector.find", NULL);
}

/**
 * ws_panes_follow_focus:
 * @self: panes that have begun
 *
 * To be called when the focus moves: in the SMs or the scenarios the launch plays, in the tree or
 * the warps the block. Takes effect in an idle callback: a layout can take the focus from a widget
 * that no longer fits, and the change of clock must not cause another layout during it.
 */
void
ws_panes_follow_focus (WsPanes *self)
{
  g_return_if_fail (WS_IS_PANES (self));
  if (self->focus_idle == 0)
    self->focus_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_focus_cb, self, NULL);
}

/**
 * ws_panes_get_tree_focus:
 * @count: (out): number of columns side by side in a folded tree; 0 for as many as fit
 *
 * Returns: which part of the block the tree shows
 */
WsTreeFocus
ws_panes_get_tree_focus (WsPanes *self, guint *count)
{
  WsTreeOptions options;

  g_return_val_if_fail (WS_IS_PANES (self), WS_TREE_FOCUS_FOLDED);
  ws_tree_view_get_options (self->tree, &options);
  *count = options.count;
  return options.focus;
}

/**
 * ws_panes_set_tree_layout:
 * @self: panes that have begun
 * @layout: how to draw the dataflow of the block; %WS_PATTERN_AUTO for the best fit
 */
void
ws_panes_set_tree_layout (WsPanes *self, WsPattern layout)
{
  g_return_if_fail (WS_IS_PANES (self));
  ws_tree_view_set_layout (self->tree, layout);
}

/**
 * ws_panes_get_tree_layout:
 * @self: panes
 *
 * Returns: the chosen layout of the block's dataflow
 */
WsPattern
ws_panes_get_tree_layout (WsPanes *self)
{
  WsTreeOptions options;

  g_return_val_if_fail (WS_IS_PANES (self), WS_PATTERN_AUTO);
  ws_tree_view_get_options (self->tree, &options);
  return options.layout;
}

/**
 * ws_panes_offer_plan:
 * @self: panes that have begun
 * @has_plan: whether the run has more than one launch
 *
 * Offers to draw all launches in the tree's pane.
 */
void
ws_panes_offer_plan (WsPanes *self, gboolean has_plan)
{
  g_return_if_fail (WS_IS_PANES (self));
  if (has_plan == gtk_widget_get_visible (self->tree_plan))
    return;
  gtk_widget_set_visible (self->tree_plan, has_plan);
  if (has_plan)
    g_menu_append (self->tree_size_menu, _ ("All launches"), "win.tree-size::plan");
  else
    g_menu_remove (self->tree_size_menu,
                   g_menu_model_get_n_items (G_MENU_MODEL (self->tree_size_menu)) - 1);
}

/**
 * ws_panes_show_whole_tree:
 * @self: panes that have begun
 * @full: every element, even if too small to read
 * @count: otherwise, the number side by side; 0 for as many as fit
 *
 * Makes the tree show the whole block.
 */
void
ws_panes_show_whole_tree (WsPanes *self, gboolean full, guint count)
{
  g_return_if_fail (WS_IS_PANES (self));
  ws_tree_view_set_whole (self->tree, full, count);
}

/**
 * ws_panes_set_memory:
 * @self: panes that have begun
 * @mode: (nullable): what is shown of memory, as in "lines"; %NULL leaves it
 * @coloring: (nullable): meaning of the colours of a buffer, as in "time"; %NULL leaves it
 * @ranking: (nullable): the order of lines, as in "bytes"; %NULL leaves it
 *
 * An unknown name changes nothing.
 */
void
ws_panes_set_memory (WsPanes *self, const char *mode, const char *coloring, const char *ranking)
{
  WsMemoryOptions options;

  g_return_if_fail (WS_IS_PANES (self));
  ws_memory_view_get_options (self->memory, &options);
  ws_memory_mode_parse (mode, &options.mode);
  ws_memory_coloring_parse (coloring, &options.coloring);
  ws_memory_ranking_parse (ranking, &options.ranking);
  ws_memory_view_set_mode (self->memory, options.mode);
  ws_memory_view_set_coloring (self->memory, options.coloring);
  ws_memory_view_set_ranking (self->memory, options.ranking);
}

/**
 * ws_panes_get_memory:
 * @self: panes that have begun
 * @options: (out): what is shown of memory
 */
void
ws_panes_get_memory (WsPanes *self, WsMemoryOptions *options)
{
  g_return_if_fail (WS_IS_PANES (self));
  ws_memory_view_get_options (self->memory, options);
}

void
ws_panes_set_theme (WsPanes *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_PANES (self));
  for (int i = 0; i < WS_N_PANES; i++)
    if (get_canvas (self, i) != NULL)
      ws_drawing_set_theme (WS_DRAWING (get_canvas (self, i)), theme);
  ws_story_list_set_theme (self->story, theme);
  ws_calculator_view_set_theme (self->calculator, theme);
  if (self->scenarios != NULL)
    ws_scenario_page_set_theme (self->scenarios, theme);
  ws_timing_page_set_theme (self->timing, theme);
  ws_ribbon_set_theme (self->ribbon, theme);
  ws_code_view_set_theme (self->code, theme);
  ws_beside_page_set_theme (self->beside, theme);
}

WsCodeEditor *
ws_panes_get_editor (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->editor;
}

/**
 * ws_panes_offer_edit:
 * @self: panes
 * @title: (nullable): title of the code pane; %NULL for the file of the run
 * @copies: whether the kernel shown can be edited as a copy
 * @saves: whether the edited source can be saved
 *
 * Offers these in the header of the code pane.
 */
void
ws_panes_offer_edit (WsPanes *self, const char *title, gboolean copies, gboolean saves)
{
  char *copy;

  g_return_if_fail (WS_IS_PANES (self));
  copy = g_strdup (title);
  g_free (self->edited);
  self->edited = copy;
  update_code_title (self);
  gtk_widget_set_visible (self->copy_button, copies);
  gtk_widget_set_visible (self->save_button, saves);
}

/**
 * ws_panes_set_stale:
 * @self: panes
 * @is_stale: whether they show another text than the edited one
 *
 * Dims their contents, after a delay.
 */
void
ws_panes_set_stale (WsPanes *self, gboolean is_stale)
{
  g_return_if_fail (WS_IS_PANES (self));
  if (is_stale)
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
}

WsBesidePage *
ws_panes_get_beside (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->beside;
}

/**
 * ws_panes_set_said:
 * @self: panes
 * @said: (nullable): the compiler's messages on the shown kernel; %NULL for none
 */
void
ws_panes_set_said (WsPanes *self, const char *said)
{
  g_return_if_fail (WS_IS_PANES (self));

  ws_inspector_set_said (self->inspector, said);
}

/**
 * ws_panes_set_waits:
 * @self: panes that have begun
 * @sentence: (nullable): why the shown kernel has no run yet; %NULL if it has one
 * @can_change: whether the user can specify how it runs
 *
 * Replaces pictures and figures, which would be another kernel's, with this sentence and a button
 * for the form.
 */
void
ws_panes_set_waits (WsPanes *self, const char *sentence, gboolean can_change)
{
  g_return_if_fail (WS_IS_PANES (self));

  if (g_strcmp0 (self->waits, sentence) == 0 && self->can_change == can_change)
    return;
  self->can_change = can_change;
  g_free (self->waits);
  self->waits = g_strdup (sentence);
  place_figures (self);
  update_titles (self);
  update_occupancy (self);
}

WsInspector *
ws_panes_get_inspector (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->inspector;
}

WsMachineCoder *
ws_panes_get_coder (WsPanes *self)
{
  g_return_val_if_fail (WS_IS_PANES (self), NULL);
  return self->coder;
}
