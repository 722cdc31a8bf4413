#include "window/explore.h"

#include "pen/quantity.h"
#include "playback/caption.h"
#include "sidebar/fields.h"
#include "window/actions.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define LEARN   "learn"
#define EXPLORE "explore"

#define ROOMY_PX 1180 /* in a narrower window, controls that the menu also has are only there */
#define PLACE_PX 1000 /* in a narrower window, Learn and Explore are in the menu */

typedef gboolean (*HasPlace) (WsExplore *self);

/* A control of the header or the transport. */
typedef struct {
  const char *id;
  int least_px;       /* minimum width of a window that fits it */
  HasPlace has_place; /* nullable: it always has one */
} Control;

static gboolean has_panes (WsExplore *self);
static gboolean has_workbench (WsExplore *self);
static gboolean has_player (WsExplore *self);
static gboolean has_no_player (WsExplore *self);

/* The stage has its own switcher, like a narrow window, including the scenarios; sharing is next to
 * playback. */
static const Control controls[] = {
  { "compare_button", ROOMY_PX, NULL },
  { "figures_button", ROOMY_PX, has_panes },
  { "find_button", WS_EXPLORE_NARROW_PX, NULL },
  { "picture_button", WS_EXPLORE_NARROW_PX, has_player },
  { "place_switch", PLACE_PX, NULL },
  { "present_button", WS_EXPLORE_NARROW_PX, NULL },
  { "scenarios_button", 0, has_workbench },
  { "share_button", WS_EXPLORE_NARROW_PX, has_no_player },
};

struct _WsExplore {
  GObject parent_instance;

  GtkWindow *window;
  GSettings *settings;
  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsPresentation *presentation;
  WsKernelChoice *choice;
  GtkWidget *program_strip;
  GtkWidget *side; /* the list and the panes */
  GtkWidget *summary;
  GtkWidget *player; /* the transport, and the Share button */
  GtkWidget *controls[G_N_ELEMENTS (controls)];
  int width; /* of the window; 0: not known yet */
  WsCaption *caption;
  WsFields *fields;
  GtkToggleButton *fields_chip;
  GtkWidget *lesson_chip;
  GtkLabel *lesson_label;
  char *lesson; /* title of the lesson behind the shown run; NULL for none */
};

G_DEFINE_FINAL_TYPE (WsExplore, ws_explore, G_TYPE_OBJECT)

/* ---- the line that describes the run ---- */

static void
append (GString *line, char *part)
{
  if (part != NULL && *part != '\0')
    g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", part);
  g_free (part);
}

/* (transfer full): as in "128", "16 × 16" */
static char *
format_extent (const guint32 extent[3])
{
  if (extent[2] > 1)
    return g_strdup_printf ("%u × %u × %u", extent[0], extent[1], extent[2]);
  return extent[1] > 1 ? g_strdup_printf ("%u × %u", extent[0], extent[1])
                       : g_strdup_printf ("%u", extent[0]);
}

/* Whether it could run with another operator. */
static gboolean
has_ops (WsExplore *self, const WsRun *run)
{
  const WsCatalogKernel *kernel = ws_kernel_choice_get (self->choice);

  return kernel != NULL && g_str_equal (kernel->id, run->id)
         && (kernel->blueprint == NULL || g_strv_length (kernel->ops) > 1);
}

/* (transfer full): as in "2^20 int · sum · block of 128 · launch 1 of 3 · block 0 of 8192" */
static char *
make_line (WsExplore *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint index = ws_playhead_get_launch (self->playhead);
  GString *line = g_string_new (NULL);
  g_autofree char *extent = NULL;
  g_autofree char *block = NULL;
  g_autofree char *n_blocks = NULL;
  g_autofree char *elements = NULL;
  const WsLaunch *launch;
  const char *op = NULL;
  const char *type = NULL;
  guint64 n;

  if (run == NULL || index >= run->n_launches)
    return g_string_free (line, FALSE);
  launch = &run->launches[index];
  /* of a matrix n is one side */
  n = run->launches[0].n_elements;
  if (n > 0)
    elements = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)n);
  g_variant_lookup (run->parameters, "type", "&s", &type);
  if (has_ops (self, run))
    g_variant_lookup (run->parameters, "op", "&s", &op);
  if (elements != NULL)
    append (line, g_strdup_printf ("%s %s", elements, type != NULL ? type : _ ("elements")));
  append (line, g_strdup (op));
  extent = format_extent (launch->block);
  /* Translators: threads of a block, as in "block of 128" */
  append (line, g_strdup_printf (_ ("block of %s"), extent));
  if (run->n_launches > 1)
    append (line, g_strdup_printf (_ ("launch %1$u of %2$u"), index + 1, (guint)run->n_launches));
  n_blocks = ws_format_count (ws_launch_get_n_blocks (launch));
  block = ws_format_count (ws_playhead_get_block (self->playhead));
  append (line, g_strdup_printf (_ ("block %1$s of %2$s"), block, n_blocks));
  return g_string_free (line, FALSE);
}

static void
update_line (WsExplore *self)
{
  g_autofree char *line = make_line (self);

  gtk_button_set_label (GTK_BUTTON (self->fields_chip), *line != '\0' ? line : _ ("What to run"));
}

static void
show_fields (WsExplore *self)
{
  gboolean explores = ws_panes_get_explores (self->panes);
  gboolean edits = gtk_toggle_button_get_active (self->fields_chip);

  gtk_widget_set_visible (GTK_WIDGET (self->fields_chip), explores);
  gtk_widget_set_visible (GTK_WIDGET (self->fields), !explores || edits);
}

/* When opened with the pointer: typing goes into the fields. */
static void
chip_clicked_cb (WsExplore *self)
{
  if (gtk_toggle_button_get_active (self->fields_chip))
    gtk_widget_child_focus (GTK_WIDGET (self->fields), GTK_DIR_TAB_FORWARD);
}

/* Opens the fields so that their errors are visible. */
static void
problem_cb (WsExplore *self)
{
  gtk_toggle_button_set_active (self->fields_chip, TRUE);
}

static void
edit_fields_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsExplore *self = data;

  if (gtk_widget_get_visible (GTK_WIDGET (self->fields_chip)))
    gtk_toggle_button_set_active (self->fields_chip, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->fields), GTK_DIR_TAB_FORWARD);
}

/**
 * ws_explore_close_fields:
 * @self: the controls around the panes
 *
 * Returns: whether the fields were open, and are now folded
 */
gboolean
ws_explore_close_fields (WsExplore *self)
{
  g_return_val_if_fail (WS_IS_EXPLORE (self), FALSE);
  if (!gtk_widget_get_visible (GTK_WIDGET (self->fields_chip))
      || !gtk_toggle_button_get_active (self->fields_chip))
    return FALSE;
  gtk_toggle_button_set_active (self->fields_chip, FALSE);
  return TRUE;
}

/* ---- after a lesson ---- */

/* (transfer full): the lesson behind the shown run, and its device if that is not the chosen one */
static char *
say_lesson (WsExplore *self)
{
  const WsRun *run = ws_playhead_get_run (self->playhead);

  if (g_strcmp0 (run->device, ws_session_get_device_id (self->session)) == 0)
    return g_strdup_printf (_ ("from the lesson “%s”"), self->lesson);
  /* Translators: a lesson, and the device it ran on */
  return g_strdup_printf (_ ("from the lesson “%1$s”, on %2$s"), self->lesson, run->spec->name);
}

static void
update_lesson_chip (WsExplore *self)
{
  g_autofree char *said = self->lesson != NULL ? say_lesson (self) : NULL;

  gtk_label_set_text (self->lesson_label, said != NULL ? said : "");
  gtk_widget_set_visible (self->lesson_chip, said != NULL);
}

static void
run_cb (WsExplore *self)
{
  WsLessonDeck *deck = ws_presentation_get_lesson (self->presentation);

  g_clear_pointer (&self->lesson, g_free);
  if (ws_session_get_shown (self->session) == WS_SHOWN_LESSON && deck != NULL)
    self->lesson = g_strdup (ws_words_translate (ws_lesson_deck_get_lesson (deck)->title));
  update_lesson_chip (self);
  update_line (self);
}

/* Keeps the kernel, with the catalogue's defaults, on the chosen device. */
static void
leave_lesson_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsExplore *self = data;
  const WsCatalogKernel *kernel = ws_kernel_choice_get (self->choice);
  WsPlanParameters parameters;

  if (kernel == NULL)
    return;
  ws_plan_parameters_init (&parameters, kernel);
  ws_fields_set_parameters (self->fields, &parameters);
  g_action_group_activate_action (G_ACTION_GROUP (self->window), "run", NULL);
}

/* ---- placement ---- */

static void
follow_place (WsExplore *self)
{
  gboolean learns = ws_presentation_get_lesson (self->presentation) != NULL
                    || ws_presentation_shows_course (self->presentation);

  ws_actions_set_choice (self->window, "place", learns ? LEARN : EXPLORE);
}

static gboolean
has_panes (WsExplore *self)
{
  return ws_panes_get_explores (self->panes);
}

/* Whether one view is large, but not full-screen. */
static gboolean
explores (WsExplore *self)
{
  return has_panes (self) && !ws_presentation_get_presenting (self->presentation);
}

static gboolean
has_workbench (WsExplore *self)
{
  return !explores (self) && !ws_panes_get_narrow (self->panes);
}

static gboolean
has_player (WsExplore *self)
{
  return gtk_widget_get_visible (self->player)
         && !ws_presentation_get_presenting (self->presentation);
}

static gboolean
has_no_player (WsExplore *self)
{
  return !has_player (self);
}

static void
update_controls (WsExplore *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    gtk_widget_set_visible (self->controls[i],
                            self->width >= controls[i].least_px
                                && (controls[i].has_place == NULL || controls[i].has_place (self)));
}

/**
 * ws_explore_set_width:
 * @self: the controls around the panes
 * @width: of the window
 *
 * Shows the controls that fit.
 */
void
ws_explore_set_width (WsExplore *self, int width)
{
  g_return_if_fail (WS_IS_EXPLORE (self));
  self->width = width;
  update_controls (self);
}

/* Above the stage the sentence is large and has one line; below the panes it has two. */
static void
follow_panes (WsExplore *self)
{
  gboolean is_large = explores (self);
  GtkWidget *caption = GTK_WIDGET (self->caption);

  gtk_box_reorder_child_after (GTK_BOX (gtk_widget_get_parent (caption)), caption,
                               is_large ? self->program_strip : self->side);
  if (is_large)
    gtk_widget_add_css_class (caption, "above");
  else
    gtk_widget_remove_css_class (caption, "above");
  ws_caption_set_least_lines (self->caption, is_large ? 1 : 2);
  gtk_widget_set_visible (self->summary, !is_large);
  show_fields (self);
  update_controls (self);
}

/* The pane of the slide's picture; -1 if no pane on the stage shows it */
static int
find_slide_pane (WsExplore *self)
{
  WsLessonDeck *deck = ws_presentation_get_lesson (self->presentation);
  const WsLessonView *view;

  if (deck == NULL)
    return -1;
  view = ws_lesson_get_step (ws_lesson_deck_get_lesson (deck), ws_deck_get_step (WS_DECK (deck)))
             ->views;
  for (int pane = 0; view->kind == WS_LESSON_VIEW_OF_RUN && pane < WS_N_PANES; pane++)
    if (ws_panes_get_view (pane) == view->view && pane != WS_PANE_CODE)
      return pane;
  return -1;
}

/* Enlarges the picture of the slide, so that the user continues at the same place. */
static void
explore_slide (WsExplore *self)
{
  int pane = find_slide_pane (self);

  ws_presentation_close_lesson (self->presentation);
  if (pane >= 0 && ws_panes_get_explores (self->panes))
    ws_panes_show (self->panes, pane);
}

static void
place_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  WsExplore *self = data;
  gboolean learns = g_str_equal (g_variant_get_string (value, NULL), LEARN);

  if (learns && ws_presentation_get_lesson (self->presentation) == NULL)
    g_action_group_activate_action (G_ACTION_GROUP (self->window), "course",
                                    g_variant_new_string (""));
  else if (!learns)
    explore_slide (self);
  follow_place (self);
}

static void
workbench_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  WsExplore *self = data;

  g_settings_set_boolean (self->settings, "workbench", g_variant_get_boolean (value));
}

static void
follow_setting (WsExplore *self)
{
  gboolean workbench = g_settings_get_boolean (self->settings, "workbench");
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->window), "workbench");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (workbench));
  ws_panes_set_workbench (self->panes, workbench);
}

/* ---- the object ---- */

static const GActionEntry entries[] = {
  { "edit-fields", edit_fields_cb },
  { "leave-lesson", leave_lesson_cb },
  { "place", NULL, "s", "'" EXPLORE "'", place_cb },
  { "workbench", NULL, NULL, "false", workbench_cb },
};

static void
ws_explore_finalize (GObject *object)
{
  g_free (WS_EXPLORE (object)->lesson);

  G_OBJECT_CLASS (ws_explore_parent_class)->finalize (object);
}

static void
ws_explore_class_init (WsExploreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_explore_finalize;
}

static void
ws_explore_init (WsExplore *self)
{
}

/**
 * ws_explore_new:
 * @context: of the window
 * @presentation: the main area of the window
 * @choice: the chosen kernel
 *
 * Returns: (transfer full): the controls around the panes; the window has its actions by now
 */
WsExplore *
ws_explore_new (const WsContext *context, WsPresentation *presentation, WsKernelChoice *choice)
{
  static const char *const moves[] = { "notify::scene", "notify::launch", "notify::block" };
  WsExplore *self = g_object_new (WS_TYPE_EXPLORE, NULL);

  self->window = context->window;
  self->settings = context->settings;
  self->session = context->session;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->presentation = presentation;
  self->choice = choice;
  self->program_strip = ws_context_get_child (context, "program_strip");
  self->side = ws_context_get_child (context, "side");
  self->summary = ws_context_get_child (context, "summary");
  self->player = ws_context_get_child (context, "player");
  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    self->controls[i] = ws_context_get_child (context, controls[i].id);
  self->caption = ws_context_get_child (context, "caption");
  self->fields = ws_context_get_child (context, "fields");
  self->fields_chip = ws_context_get_child (context, "fields_chip");
  self->lesson_chip = ws_context_get_child (context, "lesson_chip");
  self->lesson_label = ws_context_get_child (context, "lesson_label");
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (self->fields_chip, "toggled", G_CALLBACK (show_fields), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields_chip, "clicked", G_CALLBACK (chip_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "problem", G_CALLBACK (problem_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (run_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    g_signal_connect_object (self->playhead, moves[i], G_CALLBACK (update_line), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panes, "notify::explores", G_CALLBACK (follow_panes), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (presentation, "changed", G_CALLBACK (follow_place), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (presentation, "changed", G_CALLBACK (follow_panes), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "changed::workbench", G_CALLBACK (follow_setting), self,
                           G_CONNECT_SWAPPED);
  follow_setting (self);
  follow_panes (self);
  update_lesson_chip (self);
  return self;
}
