#include "editor/code-view.h"

#include "code/code.h"
#include "advice/launch-stalls.h"
#include "threads/variables.h"
#include "threads/thread-story.h"
#include "editor/code-scheme.h"
#include "editor/finding-gutter.h"
#include "toolkit/line-diff.h"
#include "editor/line-gutter.h"
#include "toolkit/split.h"
#include "toolkit/tip.h"

#define MAX_COLOURED    262144 /* characters of a text */
#define SOURCE_LANGUAGE "cuda" /* as GtkSourceView names them */
#define PTX_LANGUAGE    "llvm"
#define VALUE_COLUMNS   8    /* of a table of values */
#define MAX_ROUNDS      4    /* of laying out; two are enough as a rule */
#define STALE_OPACITY   0.45 /* of what is of the run, beside a text that has not run yet */
#define TEXT_WIDTH      360  /* pixels of each text, at least, where they stand beside each other */

struct _WsCodeView {
  WsFollower parent_instance;

  WsThemeKind theme;
  gboolean shown[WS_N_CODE_TEXTS];
  const WsKernel *kernel; /* whose texts are shown; belongs to run */
  WsRun *run;
  guint launch; /* of it that is shown */
  guint line;
  guint fault_line; /* that the run found wrong; 0: none */

  GtkSourceBuffer *text;     /* of the run */
  GtkSourceBuffer *document; /* nullable: that is edited in its place */
  GSignalGroup *document_signals;
  GArray *moved; /* nullable: what became of the run's lines in the document; NULL: nothing did */

  /* corresponding lines of the texts */
  WsCodeText chosen; /* in which the user chose a line; WS_N_CODE_TEXTS if the playhead did */
  guint chosen_line;
  WsCodeText hovered;
  guint hovered_line; /* 0: none */
  gboolean is_linked; /* whether any line is marked for it */
  guint moving;       /* cursors that this view itself moves */

  WsSplit *split;      /* the source, and what was made of it */
  WsSplit *made_split; /* the PTX and the machine code */
  gboolean is_across;  /* whether the former stand beside each other */
  gboolean is_made_across;
  guint turn_idle;
  gboolean has_moved; /* texts have another place, and their lines may be out of sight */
  guint follow_idle;
  GtkWidget *source_scroller;
  GtkSourceView *source;
  GtkSourceView *ptx;
  GtkWidget *ptx_scroller;
  WsMachineView *machine;
  GtkSourceView *views[WS_N_CODE_TEXTS];
  WsLineGutter *gutter;          /* of the source */
  WsLineGutter *ptx_gutter;      /* of the PTX */
  WsFindingGutter *findings;     /* of the source */
  WsFindingGutter *ptx_findings; /* of the PTX */
  GSimpleActionGroup *columns;
  GCancellable *finding;  /* of @stalls, in a thread */
  WsLaunchStalls *stalls; /* nullable: of the launch shown, where their column is */
};

enum { PROP_0, PROP_SHOW_SOURCE, PROP_SHOW_PTX, PROP_SHOW_SASS, N_PROPS };

enum { DESCRIBE, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCodeView, ws_code_view, WS_TYPE_FOLLOWER)

static GtkSourceBuffer *
get_buffer (GtkSourceView *view)
{
  return GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
}

/* GtkSourceView 5.6 highlights the line under the pointer, and fails an assertion if the pointer
 * leaves the lines with a button pressed. */
static void
remove_prelight (GtkSourceView *view)
{
  GtkWidget *gutter = GTK_WIDGET (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (gutter);

  for (guint i = g_list_model_get_n_items (controllers); i-- > 0;)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        gtk_widget_remove_controller (gutter, controller);
    }
}

/* Puts the cursor, and with it the highlight, on @line (1-based) and scrolls only if it would be
 * out of sight. */
static void
show_line (WsCodeView *self, GtkSourceView *view, guint line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter iter;

  if (line == 0)
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)line - 1);
  self->moving++;
  gtk_text_buffer_place_cursor (buffer, &iter);
  self->moving--;
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (view), gtk_text_buffer_get_insert (buffer), 0.12,
                                FALSE, 0, 0);
}

/* ---- the document, whose lines may differ from the run's ---- */

#define HERE_TAG   "here" /* the line that the warp is on */
#define HERE_MARK  "here"
#define HERE_ALPHA 0.16f
#define LINK_TAG   "linked" /* a line that corresponds to the one chosen in another text */
#define LINK_MARK  "linked"
#define LINK_ALPHA 0.22f

/* Returns: the run's @line in the shown text; 0 if that does not have it */
static guint
find_shown (const WsCodeView *self, guint line)
{
  return self->document != NULL ? ws_line_diff_find (self->moved, line) : line;
}

/* Returns: the run's line shown as @line; 0 if it is new */
static guint
find_ran (const WsCodeView *self, guint line)
{
  if (self->document == NULL || self->moved == NULL)
    return line;
  for (guint i = 0; i < self->moved->len; i++)
    if (g_array_index (self->moved, WsLineStep, i).after == line)
      return g_array_index (self->moved, WsLineStep, i).before;
  return 0;
}

static void
remove_tag (GtkTextBuffer *buffer, const char *name)
{
  GtkTextIter start;
  GtkTextIter end;

  if (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), name) == NULL)
    return;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, name, &start, &end);
}

static void
tag_line (GtkTextBuffer *buffer, const char *name, guint line)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int)line - 1);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  if (gtk_text_iter_is_end (&end) || gtk_text_iter_forward_char (&end)
      || !gtk_text_iter_equal (&start, &end))
    gtk_text_buffer_apply_tag_by_name (buffer, name, &start, &end);
}

/* A colour behind @line (1-based; 0: none), where the warp is. */
static void
mark_here (WsCodeView *self, WsCodeText text, guint line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (self->views[text]));

  remove_tag (buffer, HERE_TAG);
  if (line > 0)
    tag_line (buffer, HERE_TAG, line);
}

/* The same in the document, where the cursor belongs to the user: typing does not scroll. */
static void
show_here (WsCodeView *self, guint line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, HERE_MARK);
  GtkTextIter iter;

  mark_here (self, WS_CODE_SOURCE, line);
  if (line == 0)
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)line - 1);
  if (mark == NULL)
    mark = gtk_text_buffer_create_mark (buffer, HERE_MARK, &iter, TRUE);
  else
    gtk_text_buffer_move_mark (buffer, mark, &iter);
  if (!gtk_widget_has_focus (GTK_WIDGET (self->source)))
    gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->source), mark, 0.12, FALSE, 0, 0);
}

/* @line: (1-based) of the run's text */
static void
show_source_line (WsCodeView *self, guint line)
{
  if (self->document != NULL)
    {
      show_here (self, find_shown (self, line));
      return;
    }
  mark_here (self, WS_CODE_SOURCE, line);
  show_line (self, self->source, line);
}

/* ---- corresponding lines of texts ---- */

/* Scrolls only if the line would be out of sight. */
static void
scroll_to (GtkSourceView *view, guint line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, LINK_MARK);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)line - 1);
  if (mark == NULL)
    mark = gtk_text_buffer_create_mark (buffer, LINK_MARK, &iter, TRUE);
  else
    gtk_text_buffer_move_mark (buffer, mark, &iter);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (view), mark, 0.12, FALSE, 0, 0);
}

/* Typing does not scroll. */
static gboolean
may_scroll (WsCodeView *self, WsCodeText text)
{
  return text != WS_CODE_SOURCE || self->document == NULL
         || !gtk_widget_has_focus (GTK_WIDGET (self->source));
}

/* Highlights the lines of @to that correspond to @line of @from. */
static void
tag_linked (WsCodeView *self, WsCodeText from, guint line, WsCodeText to, const char *name)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (self->views[to]));
  g_autoptr (GArray) lines =
      ws_code_link_find (self->kernel, ws_machine_view_get_code (self->machine), from, line, to);
  guint first = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      guint one = g_array_index (lines, guint, i);

      if (to == WS_CODE_SOURCE)
        one = find_shown (self, one);
      if (one == 0)
        continue;
      tag_line (buffer, name, one);
      first = first == 0 ? one : first;
    }
  if (to == WS_CODE_MACHINE && g_str_equal (name, HERE_TAG))
    ws_machine_view_set_line (self->machine, first);
  if (first > 0 && may_scroll (self, to))
    scroll_to (self->views[to], first);
}

/* The line under the pointer takes precedence over the chosen one. */
static void
show_links (WsCodeView *self)
{
  WsCodeText from = self->hovered_line > 0 ? self->hovered : self->chosen;
  guint line = self->hovered_line > 0 ? self->hovered_line : self->chosen_line;

  /* removing a tag redraws the whole text, even if it is not used */
  for (guint to = 0; to < WS_N_CODE_TEXTS && self->is_linked; to++)
    remove_tag (GTK_TEXT_BUFFER (get_buffer (self->views[to])), LINK_TAG);
  self->is_linked = FALSE;
  if (self->kernel == NULL || from == WS_N_CODE_TEXTS)
    return;
  if (from == WS_CODE_SOURCE)
    line = find_ran (self, line);
  for (guint to = 0; to < WS_N_CODE_TEXTS; to++)
    if (to != from && self->shown[to])
      {
        tag_linked (self, from, line, to, LINK_TAG);
        self->is_linked = TRUE;
      }
}

/* The machine code of the instruction that the warp is at. */
static void
show_machine_here (WsCodeView *self, guint ptx_line)
{
  if (!self->shown[WS_CODE_MACHINE])
    return;
  remove_tag (GTK_TEXT_BUFFER (get_buffer (self->views[WS_CODE_MACHINE])), HERE_TAG);
  ws_machine_view_set_line (self->machine, 0);
  if (self->kernel != NULL && ptx_line > 0)
    tag_linked (self, WS_CODE_PTX, ptx_line, WS_CODE_MACHINE, HERE_TAG);
}

static WsCodeText
find_text (WsCodeView *self, GtkTextBuffer *buffer)
{
  WsCodeText text = WS_CODE_SOURCE;

  while (text < WS_N_CODE_TEXTS && GTK_TEXT_BUFFER (get_buffer (self->views[text])) != buffer)
    text++;
  return text;
}

/* A click, or a key, moved the cursor of a text. */
static void
cursor_cb (WsCodeView *self, GParamSpec *pspec, GtkTextBuffer *buffer)
{
  WsCodeText text = find_text (self, buffer);
  GtkTextIter iter;
  guint line;

  if (self->moving > 0 || text == WS_N_CODE_TEXTS)
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  line = (guint)gtk_text_iter_get_line (&iter) + 1;
  if (text == self->chosen && line == self->chosen_line)
    return;
  self->chosen = text;
  self->chosen_line = line;
  show_links (self);
}

static void
hover (WsCodeView *self, WsCodeText text, guint line)
{
  if (text == self->hovered && line == self->hovered_line)
    return;
  self->hovered = text;
  self->hovered_line = line;
  show_links (self);
}

static void
motion_cb (GtkEventController *controller, double x, double y, WsCodeView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (gtk_event_controller_get_widget (controller));
  WsCodeText text = find_text (self, gtk_text_view_get_buffer (view));
  GtkTextIter iter;
  int buffer_x;
  int buffer_y;
  int top;
  int height;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int)x, (int)y, &buffer_x,
                                         &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  gtk_text_view_get_line_yrange (view, &iter, &top, &height);
  /* there is no line below the last */
  hover (self, text, buffer_y < top + height ? (guint)gtk_text_iter_get_line (&iter) + 1 : 0);
}

static void
leave_cb (GtkEventController *controller, WsCodeView *self)
{
  hover (self, self->hovered, 0);
}

/* The text of each: it moves, links and colours with the others. */
static void
link_view (WsCodeView *self, GtkSourceView *view)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect_object (motion, "motion", G_CALLBACK (motion_cb), self, 0);
  g_signal_connect_object (motion, "leave", G_CALLBACK (leave_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (view), motion);
  g_signal_connect_object (get_buffer (view), "notify::cursor-position", G_CALLBACK (cursor_cb),
                           self, G_CONNECT_SWAPPED);
}

/* ---- the playhead ---- */

static guint
current_ptx_line (const WsScene *scene, const WsMoment *moment)
{
  guint event = ws_scene_warp_event_at (scene, moment->warp, moment->position);
  const WsEvent *recorded;

  if (event == WS_NONE)
    return 0;
  recorded = &scene->run->events[scene->record->first_event + event];
  return ws_run_get_site (scene->run, scene->launch, recorded->site)->ptx_line;
}

static void
position_cb (WsCodeView *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  const WsScene *scene = playhead != NULL ? ws_playhead_get_scene (playhead) : NULL;
  WsMoment moment;
  guint line;
  guint ptx_line;

  if (scene == NULL)
    return;
  ws_playhead_get_moment (playhead, &moment);
  line = ws_code_get_line (scene, &moment);
  ptx_line = current_ptx_line (scene, &moment);
  self->chosen = WS_N_CODE_TEXTS;
  if (line != self->line)
    {
      self->line = line;
      ws_line_gutter_set_line (self->gutter, find_shown (self, line));
      show_source_line (self, line);
    }
  ws_line_gutter_set_line (self->ptx_gutter, ptx_line);
  if (self->shown[WS_CODE_PTX])
    {
      mark_here (self, WS_CODE_PTX, ptx_line);
      show_line (self, self->ptx, ptx_line);
    }
  show_machine_here (self, ptx_line);
  show_links (self);
}

static void ask_stalls (WsCodeView *self);

static void
set_columns (WsCodeView *self, guint columns)
{
  ws_line_gutter_set_columns (self->gutter, columns);
  ws_line_gutter_set_columns (self->ptx_gutter, columns);
  ws_machine_view_set_columns (self->machine, columns);
  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->columns),
                                                    ws_line_column_get_name ((WsLineColumn)column));

      g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                 g_variant_new_boolean ((columns & 1u << column) != 0));
    }
  ask_stalls (self);
}

/* ---- columns ---- */

static void
column_cb (GSimpleAction *action, GVariant *state, WsCodeView *self)
{
  guint columns = ws_line_gutter_get_columns (self->gutter);

  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)),
                     ws_line_column_get_name ((WsLineColumn)column)))
      columns = g_variant_get_boolean (state) ? columns | 1u << column : columns & ~(1u << column);
  set_columns (self, columns);
}

static void
add_columns (WsCodeView *self)
{
  self->columns = g_simple_action_group_new ();
  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
          ws_line_column_get_name ((WsLineColumn)column), NULL, g_variant_new_boolean (FALSE));

      g_signal_connect_object (action, "change-state", G_CALLBACK (column_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (self->columns), G_ACTION (action));
    }
}

/* ---- the values of a line ---- */

/* A copy of @text for markup, in a font of one width. */
static char *
make_table (const char *text)
{
  return g_markup_printf_escaped ("<tt>%s</tt>", text);
}

/* Values of the followed warp's 32 lanes at a line, when it last executed it. */
static char *
describe_line (WsCodeView *self, guint line)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  const WsScene *scene = playhead != NULL ? ws_playhead_get_scene (playhead) : NULL;
  WsLaneValues values;
  WsMoment moment;

  if (scene == NULL || scene->record == NULL || scene->record->n_events == 0)
    return NULL;
  ws_playhead_get_moment (playhead, &moment);
  if (!ws_lane_values_init_at_line (&values, scene->run, scene->record, moment.warp, line,
                                    ws_scene_event_at (scene, moment.position)))
    return NULL;
  return ws_lane_values_describe (&values, scene->run, scene->launch, VALUE_COLUMNS);
}

/* (transfer full) (nullable): the name that the pointer is on */
static char *
find_word (GtkTextView *view, int x, int y)
{
  GtkTextIter iter;
  GtkTextIter start;
  GtkTextIter end;

  if (!gtk_text_view_get_iter_at_location (view, &iter, x, y))
    return NULL;
  start = end = iter;
  while (gtk_text_iter_backward_char (&start))
    if (!g_unichar_isalnum (gtk_text_iter_get_char (&start))
        && gtk_text_iter_get_char (&start) != '_')
      {
        gtk_text_iter_forward_char (&start);
        break;
      }
  while (g_unichar_isalnum (gtk_text_iter_get_char (&end)) || gtk_text_iter_get_char (&end) == '_')
    if (!gtk_text_iter_forward_char (&end))
      break;
  return gtk_text_iter_compare (&start, &end) < 0 ? gtk_text_iter_get_slice (&start, &end) : NULL;
}

/* Current values of a variable in the followed warp's 32 lanes. */
static char *
describe_variable (WsCodeView *self, const char *name, guint line)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  const WsScene *scene = playhead != NULL ? ws_playhead_get_scene (playhead) : NULL;
  g_autoptr (WsVariables) variables = NULL;
  WsLaneValues values;
  WsMoment moment;
  guint variable;

  if (scene == NULL || scene->record == NULL || scene->record->n_events == 0)
    return NULL;
  ws_playhead_get_moment (playhead, &moment);
  variables = ws_variables_new (scene->run, scene->launch);
  variable = ws_variables_find (variables, name, line);
  if (variable == WS_NONE
      || !ws_variables_get_values (variables, variable, scene->record, moment.warp,
                                   ws_scene_event_at (scene, moment.position), &values))
    return NULL;
  return ws_lane_values_describe (&values, scene->run, scene->launch, VALUE_COLUMNS);
}

static gboolean
query_tooltip_cb (WsCodeView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                  GtkWidget *source)
{
  GtkTextView *view = GTK_TEXT_VIEW (source);
  GtkTextIter iter;
  guint line = find_shown (self, self->line);
  int buffer_y;
  g_autofree char *said = NULL;
  g_autofree char *text = NULL;
  g_autofree char *word = NULL;
  g_autofree char *markup = NULL;

  if (!keyboard)
    {
      int buffer_x;

      gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x,
                                             &buffer_y);
      word = find_word (view, buffer_x, buffer_y);
      gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
      line = (guint)gtk_text_iter_get_line (&iter) + 1;
    }
  g_signal_emit (self, signals[DESCRIBE], 0, line, &said);
  if (said != NULL)
    {
      gtk_tooltip_set_text (tooltip, said);
      return TRUE;
    }
  line = find_ran (self, line);
  if (line == self->fault_line && line != 0)
    return FALSE; /* the finding is shown there */
  text = line != 0 && word != NULL ? describe_variable (self, word, line) : NULL;
  if (text == NULL && line != 0)
    text = describe_line (self, line);
  if (text == NULL)
    return FALSE;
  markup = make_table (text);
  gtk_tooltip_set_markup (tooltip, markup);
  return TRUE;
}

#define FAULT_TAG     "fault"
#define MOST_FINDINGS 8 /* sentences in a tooltip */

/* Removes the marks of a text, and shows @why in a tooltip. */
static void
clear_faults (GtkSourceView *view, const char *why)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter start;
  GtkTextIter end;

  if (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), FAULT_TAG) == NULL)
    gtk_text_buffer_create_tag (buffer, FAULT_TAG, "paragraph-background", "rgba(213,94,0,0.35)",
                                "underline", PANGO_UNDERLINE_ERROR, NULL);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, FAULT_TAG, &start, &end);
  ws_tip_set (GTK_WIDGET (view), why);
  gtk_widget_set_has_tooltip (GTK_WIDGET (view), TRUE);
}

/* Marks @line (1-based; 0: none) of a text as wrong. */
static void
mark_fault (GtkSourceView *view, guint line)
{
  if (line > 0)
    tag_line (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), FAULT_TAG, line);
}

static void
mark_site (WsCodeView *self, const WsRun *run, guint launch, guint32 index)
{
  const WsSite *site = index != WS_NONE ? ws_run_get_site (run, launch, index) : NULL;

  if (site == NULL)
    return;
  mark_fault (self->source, find_shown (self, site->line));
  mark_fault (self->ptx, site->ptx_line);
}

/* The run's findings in this launch, one sentence per line. */
static char *
list_findings (const WsRun *run, guint launch)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < run->findings->len && n < MOST_FINDINGS; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (finding->launch == launch && finding->site != WS_NONE)
        g_string_append_printf (list, "%s%s", n++ > 0 ? "\n" : "", finding->message);
    }
  return n > 0 ? g_strdup (list->str) : NULL;
}

/* The run's findings in this launch: marks every line, both lines of a race, and shows the
 * first. */
static void
show_findings (WsCodeView *self, const WsRun *run, guint launch)
{
  const WsFinding *first = ws_run_find_finding (run, launch);
  const WsSite *site =
      first != NULL && first->site != WS_NONE ? ws_run_get_site (run, launch, first->site) : NULL;
  g_autofree char *why = list_findings (run, launch);

  self->fault_line = site != NULL ? site->line : 0;
  clear_faults (self->source, why);
  clear_faults (self->ptx, why);
  for (guint i = 0; i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (finding->launch != launch || ws_finding_is_remark (finding))
        continue;
      mark_site (self, run, launch, finding->site);
      if (finding->has_other)
        mark_site (self, run, launch, finding->other.site);
    }
  if (site == NULL)
    return;
  if (site->line > 0)
    show_source_line (self, site->line);
  show_line (self, self->ptx, site->ptx_line);
}

/* Long texts have no syntax highlighting. Loading a language is slow: it is loaded for the first
 * text in it. */
static void
colour (GtkSourceView *view, const char *language)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));

  if (gtk_source_buffer_get_language (GTK_SOURCE_BUFFER (buffer)) == NULL)
    gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (buffer),
                                    gtk_source_language_manager_get_language (manager, language));
  gtk_source_buffer_set_highlight_syntax (GTK_SOURCE_BUFFER (buffer),
                                          gtk_text_buffer_get_char_count (buffer) <= MAX_COLOURED);
}

/* The visible part of a text: its area, first and last line. */
typedef struct {
  GdkRectangle rect;
  int first;
  int last;
} Seen;

static Seen
find_seen (GtkSourceView *view, GtkTextIter *start, GtkTextIter *end)
{
  GtkTextView *text = GTK_TEXT_VIEW (view);
  Seen seen;

  gtk_text_view_get_visible_rect (text, &seen.rect);
  gtk_text_view_get_line_at_y (text, start, seen.rect.y, NULL);
  gtk_text_view_get_line_at_y (text, end, seen.rect.y + seen.rect.height, NULL);
  gtk_text_iter_forward_line (end);
  seen.first = gtk_text_iter_get_line (start);
  seen.last = gtk_text_iter_get_line (end);
  return seen;
}

static gboolean
is_seen_equal (const Seen *a, const Seen *b)
{
  return gdk_rectangle_equal (&a->rect, &b->rect) && a->first == b->first && a->last == b->last;
}

/* Texts next to the document were generated from what ran: they are pale while the document
 * differs. */
static void
fade (WsCodeView *self)
{
  GtkWidget *widgets[] = { GTK_WIDGET (self->gutter), self->ptx_scroller,
                           GTK_WIDGET (self->machine) };

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    gtk_widget_set_opacity (widgets[i], self->moved != NULL ? STALE_OPACITY : 1);
}

/* What became of the run's lines in the document. */
static void
compare (WsCodeView *self)
{
  g_autofree char *text = NULL;
  GtkTextIter start;
  GtkTextIter end;

  g_clear_pointer (&self->moved, g_array_unref);
  if (self->document != NULL && self->kernel->source != NULL)
    {
      gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->document), &start, &end);
      text = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->document), &start, &end, TRUE);
      if (!g_str_equal (text, self->kernel->source))
        self->moved = ws_line_diff_new (self->kernel->source, text);
    }
  fade (self);
}

/* ---- what is waited for ---- */

typedef struct {
  WsRun *run;
  guint launch;
} Question;

static void
question_free (Question *self)
{
  ws_run_unref (self->run);
  g_free (self);
}

static void show_uses (WsCodeView *self);

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  g_task_return_pointer (task, ws_launch_stalls_new (question->run, question->launch),
                         (GDestroyNotify)ws_launch_stalls_free);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WsCodeView *self = WS_CODE_VIEW (source);
  WsLaunchStalls *stalls = g_task_propagate_pointer (G_TASK (result), NULL);

  /* a cancelled result is of another launch */
  if (stalls == NULL)
    return;
  g_clear_object (&self->finding);
  self->stalls = stalls;
  show_uses (self);
}

static void
forget_stalls (WsCodeView *self)
{
  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_clear_pointer (&self->stalls, ws_launch_stalls_free);
}

/* Starts if the column is visible, and nothing is known yet. */
static void
ask_stalls (WsCodeView *self)
{
  g_autoptr (GTask) task = NULL;
  Question *question;

  if (self->run == NULL || self->stalls != NULL || self->finding != NULL
      || (ws_line_gutter_get_columns (self->gutter) & 1u << WS_LINE_WAITED) == 0)
    return;
  self->finding = g_cancellable_new ();
  question = g_new (Question, 1);
  *question = (Question){ ws_run_ref (self->run), self->launch };
  task = g_task_new (self, self->finding, found_cb, NULL);
  g_task_set_task_data (task, question, (GDestroyNotify)question_free);
  g_task_run_in_thread (task, find_thread);
}

/* Shows next to each line what it did. */
static void
show_uses (WsCodeView *self)
{
  guint launch = self->launch;
  g_autoptr (GArray) uses = ws_line_use_new (self->run, launch);
  g_autoptr (GArray) ptx_uses = ws_line_use_new_of_ptx (self->run, launch);
  g_autoptr (GArray) shown = NULL;

  if (self->stalls != NULL)
    {
      ws_launch_stalls_fill (self->stalls, uses, FALSE);
      ws_launch_stalls_fill (self->stalls, ptx_uses, TRUE);
    }
  ws_line_gutter_set_shares (self->ptx_gutter, ptx_uses);
  ws_machine_view_set_uses (self->machine, ptx_uses);
  /* their lines are those of the run */
  ws_finding_gutter_set_run (self->findings, self->moved == NULL ? self->run : NULL, launch, FALSE);
  if (self->moved == NULL)
    {
      ws_line_gutter_set_shares (self->gutter, uses);
      return;
    }
  shown = g_array_new (FALSE, TRUE, sizeof (WsLineUse));
  for (guint i = 0; i < self->moved->len; i++)
    {
      const WsLineStep *step = &g_array_index (self->moved, WsLineStep, i);

      if (step->after >= shown->len && step->after > 0)
        g_array_set_size (shown, step->after + 1);
      if (step->fate == WS_LINE_STAYED && step->before < uses->len)
        g_array_index (shown, WsLineUse, step->after) =
            g_array_index (uses, WsLineUse, step->before);
    }
  ws_line_gutter_set_shares (self->gutter, shown);
}

/* The texts change only with the kernel: a new run of the same one keeps the place in the scroll.
 */
static void
scene_cb (WsCodeView *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsRun *run = playhead != NULL ? ws_playhead_get_run (playhead) : NULL;
  guint launch = playhead != NULL ? ws_playhead_get_launch (playhead) : 0;
  const WsKernel *kernel =
      run != NULL && launch < run->n_launches ? ws_run_get_kernel (run, launch) : NULL;

  if (kernel == NULL)
    {
      self->line = 0;
      return;
    }
  self->moving++;
  if (self->document == NULL
      && (self->kernel == NULL || g_strcmp0 (self->kernel->source, kernel->source) != 0))
    {
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->text),
                                kernel->source != NULL ? kernel->source : "", -1);
      colour (self->source, SOURCE_LANGUAGE);
    }
  if (self->kernel == NULL || g_strcmp0 (self->kernel->ptx, kernel->ptx) != 0)
    {
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (get_buffer (self->ptx)),
                                kernel->ptx != NULL ? kernel->ptx : "", -1);
      if (self->shown[WS_CODE_PTX])
        colour (self->ptx, PTX_LANGUAGE);
      /* it is of another text */
      ws_machine_view_set_code (self->machine, NULL, NULL);
    }
  self->moving--;
  self->line = 0;
  if (run != self->run || launch != self->launch)
    forget_stalls (self);
  ws_run_ref (run);
  g_clear_pointer (&self->run, ws_run_unref);
  self->run = run;
  self->launch = launch;
  self->kernel = kernel;
  ask_stalls (self);
  compare (self);
  show_uses (self);
  ws_finding_gutter_set_run (self->ptx_findings, run, launch, TRUE);
  show_findings (self, run, launch);
  position_cb (self);
}

/* Text was typed: the run's marks move with their lines. */
static void
document_cb (WsCodeView *self)
{
  if (self->kernel == NULL)
    return;
  compare (self);
  show_uses (self);
  ws_line_gutter_set_line (self->gutter, find_shown (self, self->line));
}

/* Highlights the visible part, the rest follows later, and lays out the text. GtkSourceView would
 * highlight a line while drawing it. Other lines may be visible afterwards, as the layout performs
 * a pending scroll.
 *
 * Returns: whether what is seen is what was coloured
 */
static gboolean
prepare (GtkSourceView *view)
{
  GtkWidget *widget = GTK_WIDGET (view);
  GtkSourceBuffer *buffer = get_buffer (view);
  GtkTextIter start;
  GtkTextIter end;
  Seen before;
  Seen after;

  if (!gtk_widget_get_mapped (widget))
    return TRUE;
  before = find_seen (view, &start, &end);
  if (gtk_source_buffer_get_highlight_syntax (buffer))
    gtk_source_buffer_ensure_highlight (buffer, &start, &end);
  GTK_WIDGET_GET_CLASS (widget)->size_allocate (widget, gtk_widget_get_width (widget),
                                                gtk_widget_get_height (widget), -1);
  after = find_seen (view, &start, &end);
  return is_seen_equal (&before, &after);
}

/* Text that changed during this frame is laid out now, then the scroll bars affected by it, until
 * nothing changes. GTK 4.8 would do the former while drawing the text, and draw the bars without an
 * allocation, with a warning. */
static void
lay_out (WsCodeView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean stands = FALSE;

  for (guint i = 0; i < MAX_ROUNDS && !stands; i++)
    {
      Seen before[WS_N_CODE_TEXTS];
      GtkTextIter iter;

      stands = TRUE;
      for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
        stands = prepare (self->views[text]) && stands;
      for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
        before[text] = find_seen (self->views[text], &iter, &iter);
      gtk_widget_allocate (GTK_WIDGET (self->split), gtk_widget_get_width (widget),
                           gtk_widget_get_height (widget), -1, NULL);
      for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
        {
          Seen after = find_seen (self->views[text], &iter, &iter);

          stands = stands && is_seen_equal (&before[text], &after);
        }
    }
}

#define N_ADJUSTMENTS (2 * WS_N_CODE_TEXTS)

static void
list_adjustments (WsCodeView *self, GObject *adjustments[N_ADJUSTMENTS])
{
  for (guint i = 0; i < WS_N_CODE_TEXTS; i++)
    {
      GtkScrollable *scrollable = GTK_SCROLLABLE (self->views[i]);

      adjustments[2 * i] = G_OBJECT (gtk_scrollable_get_hadjustment (scrollable));
      adjustments[2 * i + 1] = G_OBJECT (gtk_scrollable_get_vadjustment (scrollable));
    }
}

/* A text that turns out longer or wider while being drawn notifies its scroll bars after they were
 * drawn: the next frame lays them out. */
static void
ws_code_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WsCodeView *self = WS_CODE_VIEW (widget);
  GObject *adjustments[N_ADJUSTMENTS];

  lay_out (self);
  list_adjustments (self, adjustments);
  for (guint i = 0; i < G_N_ELEMENTS (adjustments); i++)
    g_object_freeze_notify (g_object_ref (adjustments[i]));
  GTK_WIDGET_CLASS (ws_code_view_parent_class)->snapshot (widget, snapshot);
  for (guint i = 0; i < G_N_ELEMENTS (adjustments); i++)
    {
      g_object_thaw_notify (adjustments[i]);
      g_object_unref (adjustments[i]);
    }
}

/* If a scroller is hidden during kinetic scrolling, GTK 4.8 ends it twice if the text scrolls back,
 * which fails assertions: ends it before. */
static void
end_scrolling (GtkSourceView *view)
{
  GtkScrollable *scrollable = GTK_SCROLLABLE (view);
  GtkAdjustment *adjustments[] = { gtk_scrollable_get_hadjustment (scrollable),
                                   gtk_scrollable_get_vadjustment (scrollable) };

  for (guint i = 0; i < G_N_ELEMENTS (adjustments); i++)
    gtk_adjustment_set_value (adjustments[i], gtk_adjustment_get_value (adjustments[i]));
}

static void
ws_code_view_unmap (GtkWidget *widget)
{
  WsCodeView *self = WS_CODE_VIEW (widget);

  for (guint i = 0; i < WS_N_CODE_TEXTS; i++)
    end_scrolling (self->views[i]);
  GTK_WIDGET_CLASS (ws_code_view_parent_class)->unmap (widget);
}

/* ---- which texts are shown, and their arrangement ---- */

/* Each has the same share of the space; two above the third share theirs equally. */
static void
share_place (WsCodeView *self)
{
  guint n_made = self->shown[WS_CODE_PTX] + self->shown[WS_CODE_MACHINE];
  gboolean is_row = self->is_across == self->is_made_across;

  gtk_widget_set_visible (self->source_scroller, self->shown[WS_CODE_SOURCE]);
  gtk_widget_set_visible (self->ptx_scroller, self->shown[WS_CODE_PTX]);
  gtk_widget_set_visible (GTK_WIDGET (self->machine), self->shown[WS_CODE_MACHINE]);
  /* an empty split would keep its share */
  gtk_widget_set_visible (GTK_WIDGET (self->made_split), n_made > 0);
  ws_split_set_share (self->split, n_made == 2 && is_row ? 1. / 3 : 0.5);
  ws_split_set_share (self->made_split, 0.5);
  self->has_moved = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static GtkOrientation
get_orientation (gboolean is_across)
{
  return is_across ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

/* Side by side if each is wide enough to be read, otherwise below each other. Returns: whether the
 * arrangement changes */
static gboolean
find_turn (WsCodeView *self, gboolean *is_across, gboolean *is_made_across)
{
  int n = gtk_widget_get_width (GTK_WIDGET (self)) / TEXT_WIDTH; /* that have room */
  int n_made = self->shown[WS_CODE_PTX] + self->shown[WS_CODE_MACHINE];
  int n_shown = n_made + self->shown[WS_CODE_SOURCE];

  *is_across = n >= 2;
  *is_made_across = n >= n_shown && n >= 2;
  return *is_across != self->is_across || *is_made_across != self->is_made_across;
}

static gboolean
turn_cb (gpointer data)
{
  WsCodeView *self = data;
  gboolean is_across;
  gboolean is_made_across;

  self->turn_idle = 0;
  if (!find_turn (self, &is_across, &is_made_across))
    return G_SOURCE_REMOVE;
  self->is_across = is_across;
  self->is_made_across = is_made_across;
  ws_split_set_orientation (self->split, get_orientation (is_across));
  ws_split_set_orientation (self->made_split, get_orientation (is_made_across));
  share_place (self);
  return G_SOURCE_REMOVE;
}

/* In an idle callback: not during layout. */
static void
turn_soon (WsCodeView *self)
{
  gboolean is_across;
  gboolean is_made_across;

  if (self->turn_idle == 0 && gtk_widget_get_width (GTK_WIDGET (self)) > 0
      && find_turn (self, &is_across, &is_made_across))
    self->turn_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, turn_cb, self, NULL);
}

/* Another text: scrolls it once it is laid out. */
static void
machine_cb (WsCodeView *self)
{
  position_cb (self);
  self->has_moved = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static gboolean
follow_cb (gpointer data)
{
  WsCodeView *self = data;

  self->follow_idle = 0;
  self->line = 0; /* it is shown again */
  position_cb (self);
  return G_SOURCE_REMOVE;
}

static void
ws_code_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                      int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (WS_CODE_VIEW (widget)->split), orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

static GtkSizeRequestMode
ws_code_view_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (GTK_WIDGET (WS_CODE_VIEW (widget)->split));
}

static void
ws_code_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsCodeView *self = WS_CODE_VIEW (widget);

  gtk_widget_allocate (GTK_WIDGET (self->split), width, height, baseline, NULL);
  turn_soon (self);
  if (self->has_moved && self->follow_idle == 0)
    self->follow_idle = g_idle_add (follow_cb, self);
  self->has_moved = FALSE;
}

static const struct {
  const char *name; /* of the property */
  guint prop;
} texts[WS_N_CODE_TEXTS] = {
  [WS_CODE_SOURCE] = { "show-source", PROP_SHOW_SOURCE },
  [WS_CODE_PTX] = { "show-ptx", PROP_SHOW_PTX },
  [WS_CODE_MACHINE] = { "show-sass", PROP_SHOW_SASS },
};

static gboolean
shows_any (WsCodeView *self)
{
  return self->shown[WS_CODE_SOURCE] || self->shown[WS_CODE_PTX] || self->shown[WS_CODE_MACHINE];
}

static WsCodeText
find_property (guint prop)
{
  WsCodeText text = WS_CODE_SOURCE;

  while (text < WS_N_CODE_TEXTS && texts[text].prop != prop)
    text++;
  return text;
}

static void
ws_code_view_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsCodeView *self = WS_CODE_VIEW (object);

  switch (prop_id)
    {
    case PROP_SHOW_SOURCE:
    case PROP_SHOW_PTX:
    case PROP_SHOW_SASS:
      g_value_set_boolean (value, self->shown[find_property (prop_id)]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_code_view_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_SHOW_SOURCE:
    case PROP_SHOW_PTX:
    case PROP_SHOW_SASS:
      ws_code_view_set_shown (WS_CODE_VIEW (object), find_property (prop_id),
                              g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_code_view_dispose (GObject *object)
{
  WsCodeView *self = WS_CODE_VIEW (object);

  g_clear_handle_id (&self->turn_idle, g_source_remove);
  g_clear_handle_id (&self->follow_idle, g_source_remove);
  g_clear_object (&self->columns);
  forget_stalls (self);
  g_clear_object (&self->document_signals);
  g_clear_object (&self->document);
  g_clear_object (&self->text);
  g_clear_pointer (&self->moved, g_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_CODE_VIEW);
  g_clear_pointer (&self->run, ws_run_unref);

  G_OBJECT_CLASS (ws_code_view_parent_class)->dispose (object);
}

static void
ws_code_view_class_init (WsCodeViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (WS_TYPE_MACHINE_VIEW);
  g_type_ensure (WS_TYPE_SPLIT);
  object_class->get_property = ws_code_view_get_property;
  object_class->set_property = ws_code_view_set_property;
  object_class->dispose = ws_code_view_dispose;
  widget_class->measure = ws_code_view_measure;
  widget_class->get_request_mode = ws_code_view_get_request_mode;
  widget_class->size_allocate = ws_code_view_size_allocate;
  widget_class->snapshot = ws_code_view_snapshot;
  widget_class->unmap = ws_code_view_unmap;
  for (guint i = 0; i < WS_N_CODE_TEXTS; i++)
    props[texts[i].prop] =
        g_param_spec_boolean (texts[i].name, NULL, NULL, i == WS_CODE_SOURCE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[DESCRIBE] =
      g_signal_new ("describe", WS_TYPE_CODE_VIEW, G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_first_wins, NULL, NULL, G_TYPE_STRING, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "codeview");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/code-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, split);
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, made_split);
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, source_scroller);
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, machine);
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, source);
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, ptx);
  gtk_widget_class_bind_template_child (widget_class, WsCodeView, ptx_scroller);
}

/* After the line's number, before the bars. */
static WsFindingGutter *
add_findings (GtkSourceView *view)
{
  WsFindingGutter *gutter = ws_finding_gutter_new ();

  gtk_source_gutter_insert (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT),
                            GTK_SOURCE_GUTTER_RENDERER (gutter), 5);
  return gutter;
}

/* After the signs. */
static WsLineGutter *
add_uses (GtkSourceView *view)
{
  WsLineGutter *gutter = ws_line_gutter_new ();

  gtk_source_gutter_insert (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT),
                            GTK_SOURCE_GUTTER_RENDERER (gutter), 10);
  return gutter;
}

/* The caret is shown while the user edits. GTK stops its blinking only in a focused view, and
 * crashes if it continues without a caret: in an unfocused view it is removed on focus. */
static void
show_caret (WsCodeView *self)
{
  gboolean edits = self->document != NULL;

  if (edits || gtk_widget_has_focus (GTK_WIDGET (self->source)))
    gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (self->source), edits);
}

static void
ws_code_view_init (WsCodeView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->shown[WS_CODE_SOURCE] = TRUE;
  self->chosen = WS_N_CODE_TEXTS;
  self->views[WS_CODE_SOURCE] = self->source;
  self->views[WS_CODE_PTX] = self->ptx;
  self->views[WS_CODE_MACHINE] = ws_machine_view_get_text (self->machine);
  for (guint i = 0; i < WS_N_CODE_TEXTS; i++)
    {
      remove_prelight (self->views[i]);
      link_view (self, self->views[i]);
    }
  g_signal_connect_object (self->machine, "changed", G_CALLBACK (machine_cb), self,
                           G_CONNECT_SWAPPED);
  self->text = g_object_ref (get_buffer (self->source));
  self->document_signals = g_signal_group_new (GTK_SOURCE_TYPE_BUFFER);
  g_signal_group_connect_swapped (self->document_signals, "changed", G_CALLBACK (document_cb),
                                  self);
  g_signal_group_connect_swapped (self->document_signals, "notify::cursor-position",
                                  G_CALLBACK (cursor_cb), self);
  g_signal_connect_object (self->source, "query-tooltip", G_CALLBACK (query_tooltip_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->source), TRUE);
  g_signal_connect_object (self->source, "notify::has-focus", G_CALLBACK (show_caret), self,
                           G_CONNECT_SWAPPED);
  self->findings = add_findings (self->source);
  self->ptx_findings = add_findings (self->ptx);
  self->gutter = add_uses (self->source);
  self->ptx_gutter = add_uses (self->ptx);
  add_columns (self);
  g_signal_connect (self, "notify::playhead", G_CALLBACK (scene_cb), NULL);
  /* a run without a recorded block has code, but no scene */
  ws_follower_connect (WS_FOLLOWER (self), "notify::run", G_CALLBACK (scene_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::scene", G_CALLBACK (scene_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::position", G_CALLBACK (position_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::warp", G_CALLBACK (position_cb));
  ws_code_view_set_theme (self, WS_THEME_LIGHT);
}

/**
 * ws_code_view_hide_uses:
 *
 * For a source that is only edited here: the text gets the space of the bars next to its lines.
 */
void
ws_code_view_hide_uses (WsCodeView *self)
{
  g_return_if_fail (WS_IS_CODE_VIEW (self));

  gtk_widget_set_visible (GTK_WIDGET (self->gutter), FALSE);
}

/* Returns: (transfer floating): a view of no kernel yet */
GtkWidget *
ws_code_view_new (void)
{
  return g_object_new (WS_TYPE_CODE_VIEW, NULL);
}

static void
colour_tag (GtkTextBuffer *buffer, const char *name, const WsColor *color, float alpha)
{
  GtkTextTagTable *table = gtk_text_buffer_get_tag_table (buffer);
  GtkTextTag *tag = gtk_text_tag_table_lookup (table, name);
  const GdkRGBA band = { (float)color->r, (float)color->g, (float)color->b, alpha };

  if (tag == NULL)
    {
      tag = gtk_text_tag_new (name);
      gtk_text_tag_table_add (table, tag);
      g_object_unref (tag);
    }
  g_object_set (tag, "paragraph-background-rgba", &band, NULL);
}

/* The bands of the warp's line, and of corresponding lines of other texts, in the theme's
 * colours. */
static void
colour_bands (WsCodeView *self)
{
  const WsTheme *theme = ws_theme_get (self->theme);

  for (guint i = 0; i < WS_N_CODE_TEXTS; i++)
    {
      GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (self->views[i]));

      colour_tag (buffer, HERE_TAG, &theme->playhead, HERE_ALPHA);
      colour_tag (buffer, LINK_TAG, &theme->accent, LINK_ALPHA);
    }
}

void
ws_code_view_set_theme (WsCodeView *self, WsThemeKind theme)
{
  GtkSourceStyleScheme *scheme = ws_code_scheme_get (theme);

  g_return_if_fail (WS_IS_CODE_VIEW (self));

  self->theme = theme;
  for (guint i = 0; i < WS_N_CODE_TEXTS; i++)
    gtk_source_buffer_set_style_scheme (get_buffer (self->views[i]), scheme);
  colour_bands (self);
  ws_machine_view_set_theme (self->machine, theme);
  ws_line_gutter_set_theme (self->gutter, theme);
  ws_line_gutter_set_theme (self->ptx_gutter, theme);
  ws_finding_gutter_set_theme (self->findings, theme);
  ws_finding_gutter_set_theme (self->ptx_findings, theme);
}

/**
 * ws_code_view_set_shown:
 * @text: one of the kernel's texts
 * @shown: whether it is shown
 *
 * One is always shown: hiding the last shows the source, or the PTX instead of the source.
 */
void
ws_code_view_set_shown (WsCodeView *self, WsCodeText text, gboolean shown)
{
  g_return_if_fail (WS_IS_CODE_VIEW (self) && text < WS_N_CODE_TEXTS);

  if (self->shown[text] == shown)
    return;
  self->shown[text] = shown;
  if (!shown)
    end_scrolling (self->views[text]);
  if (!shows_any (self))
    ws_code_view_set_shown (self, text == WS_CODE_SOURCE ? WS_CODE_PTX : WS_CODE_SOURCE, TRUE);
  share_place (self);
  turn_soon (self);
  if (shown && text == WS_CODE_PTX)
    colour (self->ptx, PTX_LANGUAGE);
  position_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[texts[text].prop]);
}

/**
 * ws_code_view_get_shown:
 * @text: one of the kernel's texts
 */
gboolean
ws_code_view_get_shown (WsCodeView *self, WsCodeText text)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self) && text < WS_N_CODE_TEXTS, FALSE);
  return self->shown[text];
}

/**
 * ws_code_view_get_text:
 * @text: one of the kernel's texts
 *
 * Returns: (transfer none): where it stands
 */
GtkSourceView *
ws_code_view_get_text (WsCodeView *self, WsCodeText text)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self) && text < WS_N_CODE_TEXTS, NULL);
  return self->views[text];
}

/* Returns: (transfer none): where the machine code stands, which its owner has made */
WsMachineView *
ws_code_view_get_machine (WsCodeView *self)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self), NULL);
  return self->machine;
}

/* Returns: (transfer none): an action with a state for each #WsLineColumn, by its name: whether the
 *   gutter shows it */
GActionGroup *
ws_code_view_get_actions (WsCodeView *self)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self), NULL);
  return G_ACTION_GROUP (self->columns);
}

/**
 * ws_code_view_dup_menu:
 * @prefix: of the actions, as in "columns"
 *
 * Returns: (transfer full): a menu of the gutter's columns
 */
GMenuModel *
ws_code_view_dup_menu (WsCodeView *self, const char *prefix)
{
  GMenu *menu = g_menu_new ();

  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      g_autofree char *action =
          g_strdup_printf ("%s.%s", prefix, ws_line_column_get_name ((WsLineColumn)column));

      g_menu_append (menu, ws_line_column_get_title ((WsLineColumn)column), action);
    }
  return G_MENU_MODEL (menu);
}

/* Returns: a bit for each #WsLineColumn that the gutter shows */
guint
ws_code_view_get_columns (WsCodeView *self)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self), 0);
  return ws_line_gutter_get_columns (self->gutter);
}

/* Returns: the line of the source that the run found wrong, 1-based; 0 if there is none */
guint
ws_code_view_get_fault_line (WsCodeView *self)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self), 0);
  return self->fault_line;
}

/* Returns: the line highlighted, 1-based; 0 for none */
guint
ws_code_view_get_current_line (WsCodeView *self)
{
  g_return_val_if_fail (WS_IS_CODE_VIEW (self), 0);
  return self->line;
}

/**
 * ws_code_view_set_document:
 * @document: (nullable) (transfer none): the text that the run's kernel is of, to be edited; %NULL
 * for the run's own, which is read
 *
 * The run's marks are next to those of its lines that @document still has. The cursor belongs to
 * the user; the warp's line has a band.
 */
void
ws_code_view_set_document (WsCodeView *self, GtkSourceBuffer *document)
{
  GtkTextView *view;
  gboolean edits = document != NULL;

  g_return_if_fail (WS_IS_CODE_VIEW (self));

  if (self->document == document)
    return;
  if (self->document != NULL)
    {
      remove_tag (GTK_TEXT_BUFFER (self->document), HERE_TAG);
      remove_tag (GTK_TEXT_BUFFER (self->document), FAULT_TAG);
      remove_tag (GTK_TEXT_BUFFER (self->document), LINK_TAG);
    }
  g_set_object (&self->document, document);
  g_signal_group_set_target (self->document_signals, document);
  view = GTK_TEXT_VIEW (self->source);
  end_scrolling (self->source);
  gtk_text_view_set_buffer (view, GTK_TEXT_BUFFER (edits ? document : self->text));
  gtk_text_view_set_editable (view, edits);
  show_caret (self);
  gtk_source_view_set_highlight_current_line (self->source, !edits);
  ws_code_view_set_theme (self, self->theme);
  colour (self->source, SOURCE_LANGUAGE);
  self->kernel = NULL; /* its text is to be shown, and what it says of it */
  scene_cb (self);
}
