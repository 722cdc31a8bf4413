#include "editor/code-editor.h"

#include "editor/code-folds.h"
#include "editor/code-indenter.h"
#include "editor/code-search.h"
#include "editor/fold-gutter.h"
#include "editor/number-gutter.h"
#include "editor/problem-gutter.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define INDENT_WIDTH    2
#define LEAST_COMPLETED 3   /* letters of a word */
#define GUTTER_PLACE    -30 /* left of the numbers of the lines */
#define NUMBERS_PLACE   -20
#define FOLDS_PLACE     20 /* before the text */

struct _WsCodeEditor {
  GtkWidget parent_instance;

  WsCodeView *view;
  GtkSourceBuffer *document; /* nullable */
  GPtrArray *problems;       /* WsCodeProblem */
  guint chosen;              /* index of the last visited problem */
  WsProblemGutter *gutter;   /* nullable: while there is a document, as the next */
  WsNumberGutter *numbers;
  WsFoldGutter *fold_gutter;
  WsCodeFolds *folds;
  GtkSourceCompletionWords *words;
  GtkTextBuffer *cuda_words;

  GtkWidget *box;
  GtkWidget *notice;
  GtkLabel *notice_label;
  GtkButton *reload_button;
  GtkButton *keep_button;
  WsCodeSearch *search;
  GtkWidget *problems_scroller;
  GtkListBox *problems_list;
  GtkLabel *state;
};

enum { PROP_0, PROP_VIEW, N_PROPS };
enum { LEFT, RELOAD, KEEP, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCodeEditor, ws_code_editor, GTK_TYPE_WIDGET)

/* What CUDA adds to C++, and the words of C++ that kernels need; see the CUDA C++ Programming
 * Guide, "C++ Language Extensions". */
static const char cuda_words[] =
    "__global__ __device__ __host__ __constant__ __shared__ __managed__ __restrict__ "
    "__forceinline__ __noinline__ __launch_bounds__ __syncthreads __syncthreads_and "
    "__syncthreads_or __syncthreads_count __syncwarp __threadfence __threadfence_block "
    "__threadfence_system __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync "
    "__ballot_sync __all_sync __any_sync __activemask __match_any_sync __match_all_sync "
    "__reduce_add_sync __reduce_min_sync __reduce_max_sync __popc __ffs __clz __brev __ldg "
    "__fmaf_rn __expf __logf __sinf __cosf atomicAdd atomicSub atomicExch atomicMin atomicMax "
    "atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor threadIdx blockIdx blockDim "
    "gridDim warpSize dim3 float2 float3 float4 int2 int3 int4 uint2 uint4 double2 unsigned const "
    "float double half char short long bool void return continue break while template typename "
    "struct static extern inline sizeof fmaf sqrtf rsqrtf fabsf fminf fmaxf printf include define "
    "pragma unroll cooperative_groups";

/* ---- what is said about lines ---- */

static void
apply_problem (WsCodeEditor *self, const WsCodeProblem *problem)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start;
  GtkTextIter end;

  if (problem->line == 0 || (int)problem->line > gtk_text_buffer_get_line_count (buffer))
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int)problem->line - 1);
  gtk_source_buffer_create_source_mark (self->document, NULL,
                                        ws_problem_kind_get_name (problem->kind), &start);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  while (!gtk_text_iter_equal (&start, &end) && g_unichar_isspace (gtk_text_iter_get_char (&start)))
    gtk_text_iter_forward_char (&start);
  gtk_text_buffer_apply_tag_by_name (buffer, ws_problem_kind_get_name (problem->kind), &start,
                                     &end);
}

static void
remove_problems (WsCodeEditor *self)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->document), &start, &end);
  for (guint kind = 0; kind < WS_N_PROBLEM_KINDS; kind++)
    {
      const char *name = ws_problem_kind_get_name ((WsProblemKind)kind);

      gtk_source_buffer_remove_source_marks (self->document, &start, &end, name);
      gtk_text_buffer_remove_tag_by_name (GTK_TEXT_BUFFER (self->document), name, &start, &end);
    }
}

/* Findings have a colour of their own behind their lines: see WsCodeView. */
static void
add_tags (GtkTextBuffer *buffer)
{
  GtkTextTagTable *table = gtk_text_buffer_get_tag_table (buffer);

  if (gtk_text_tag_table_lookup (table, ws_problem_kind_get_name (WS_PROBLEM_ERROR)) != NULL)
    return;
  gtk_text_buffer_create_tag (buffer, ws_problem_kind_get_name (WS_PROBLEM_ERROR), "underline",
                              PANGO_UNDERLINE_ERROR, NULL);
  gtk_text_buffer_create_tag (buffer, ws_problem_kind_get_name (WS_PROBLEM_WARNING), "underline",
                              PANGO_UNDERLINE_SINGLE, "underline-rgba",
                              &(GdkRGBA){ 0.898f, 0.647f, 0.039f, 1 }, NULL);
  gtk_text_buffer_create_tag (buffer, ws_problem_kind_get_name (WS_PROBLEM_FINDING), NULL);
  gtk_text_buffer_create_tag (buffer, ws_problem_kind_get_name (WS_PROBLEM_REMARK), NULL);
}

/* (transfer full) (nullable) */
static char *
describe_cb (WsCodeEditor *self, guint line)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->document == NULL)
    return NULL;
  for (guint i = 0; i < self->problems->len; i++)
    {
      const WsCodeProblem *problem = g_ptr_array_index (self->problems, i);

      if (problem->line == line && line > 0)
        g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "",
                                ws_problem_kind_get_title (problem->kind), problem->text);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* ---- the list of them ---- */

static GtkWidget *
make_row (const WsCodeProblem *problem)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name (ws_problem_kind_get_icon (problem->kind));
  GtkWidget *text = gtk_label_new (problem->text);
  g_autofree char *spoken = NULL;

  gtk_widget_add_css_class (icon, ws_problem_kind_get_name (problem->kind));
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_accessible_update_state (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (box), icon);
  if (problem->line > 0)
    {
      g_autofree char *number = g_strdup_printf ("%u", problem->line);
      GtkWidget *line = gtk_label_new (number);

      gtk_widget_add_css_class (line, "numeric");
      gtk_widget_add_css_class (line, "problem-line");
      gtk_widget_set_valign (line, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (box), line);
    }
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), problem->line > 0);
  /* Translators: an error, a warning or a mistake, its line, and what it is */
  spoken = g_strdup_printf (_ ("%1$s, line %2$u: %3$s"), ws_problem_kind_get_title (problem->kind),
                            problem->line, problem->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
fill_list (WsCodeEditor *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->problems_list))) != NULL)
    gtk_list_box_remove (self->problems_list, row);
  for (guint i = 0; i < self->problems->len; i++)
    gtk_list_box_append (self->problems_list, make_row (g_ptr_array_index (self->problems, i)));
  gtk_widget_set_visible (self->problems_scroller, self->problems->len > 0);
}

/* Moves the cursor and the focus to the problem. */
static void
go_to (WsCodeEditor *self, guint index)
{
  const WsCodeProblem *problem = g_ptr_array_index (self->problems, index);
  GtkTextView *view = GTK_TEXT_VIEW (ws_code_view_get_text (self->view, WS_CODE_SOURCE));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter iter;

  self->chosen = index;
  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)problem->line - 1);
  if (problem->column > 1)
    gtk_text_iter_forward_chars (&iter, MIN ((int)problem->column - 1,
                                             MAX (gtk_text_iter_get_chars_in_line (&iter) - 1, 0)));
  gtk_text_buffer_place_cursor (buffer, &iter);
  gtk_widget_grab_focus (GTK_WIDGET (view));
  gtk_text_view_scroll_to_mark (view, gtk_text_buffer_get_insert (buffer), 0.12, FALSE, 0, 0);
}

static void
row_activated_cb (WsCodeEditor *self, GtkListBoxRow *row)
{
  go_to (self, (guint)gtk_list_box_row_get_index (row));
}

static void
walk_problems (WsCodeEditor *self, guint by)
{
  guint n = self->problems->len;

  for (guint i = 1; i <= n; i++)
    {
      guint index = (self->chosen == G_MAXUINT ? (by == 1 ? i - 1 : n - i)
                                               : (self->chosen + i * (by == 1 ? 1 : n - 1)) % n);

      if (((const WsCodeProblem *)g_ptr_array_index (self->problems, index))->line == 0)
        continue;
      go_to (self, index);
      return;
    }
}

/* ---- what keys ask for ---- */

static void
next_problem_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  walk_problems (WS_CODE_EDITOR (widget), 1);
}

static void
previous_problem_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  walk_problems (WS_CODE_EDITOR (widget), 0);
}

static void
find_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsCodeEditor *self = WS_CODE_EDITOR (widget);

  ws_code_folds_open_all (self->folds); /* GtkSourceView only searches what is visible */
  ws_code_search_open (self->search, FALSE);
}

static void
replace_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_code_editor_replace (WS_CODE_EDITOR (widget));
}

static void
fold (WsCodeEditor *self, gboolean closed)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  ws_code_folds_set_around (self->folds, (guint)gtk_text_iter_get_line (&iter) + 1, closed);
}

static void
fold_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  fold (WS_CODE_EDITOR (widget), TRUE);
}

static void
unfold_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  fold (WS_CODE_EDITOR (widget), FALSE);
}

static void
leave_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  g_signal_emit (widget, signals[LEFT], 0);
}

static const char *const actions[] = {
  "editor.find", "editor.replace", "editor.leave", "editor.next-problem", "editor.previous-problem",
  "editor.fold", "editor.unfold"
};

static void
enable_actions (WsCodeEditor *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], self->document != NULL);
}

/* ---- completion ---- */

static void
begin_completion (WsCodeEditor *self)
{
  GtkSourceCompletion *completion =
      gtk_source_view_get_completion (ws_code_view_get_text (self->view, WS_CODE_SOURCE));

  self->words = gtk_source_completion_words_new (_ ("Suggestions"));
  g_object_set (self->words, "minimum-word-size", LEAST_COMPLETED, NULL);
  self->cuda_words = gtk_text_buffer_new (NULL);
  gtk_text_buffer_set_text (self->cuda_words, cuda_words, -1);
  gtk_source_completion_words_register (self->words, self->cuda_words);
  gtk_source_completion_add_provider (completion, GTK_SOURCE_COMPLETION_PROVIDER (self->words));
}

static void
end_completion (WsCodeEditor *self)
{
  if (self->words == NULL)
    return;
  gtk_source_completion_remove_provider (
      gtk_source_view_get_completion (ws_code_view_get_text (self->view, WS_CODE_SOURCE)),
      GTK_SOURCE_COMPLETION_PROVIDER (self->words));
  gtk_source_completion_words_unregister (self->words, self->cuda_words);
  g_clear_object (&self->words);
  g_clear_object (&self->cuda_words);
}

/* ---- life ---- */

static void
set_view (WsCodeEditor *self, WsCodeView *view)
{
  GtkSourceView *source = ws_code_view_get_text (view, WS_CODE_SOURCE);
  g_autoptr (GtkSourceIndenter) indenter = ws_code_indenter_new ();

  self->view = view;
  gtk_widget_set_vexpand (GTK_WIDGET (view), TRUE);
  gtk_box_insert_child_after (GTK_BOX (self->box), GTK_WIDGET (view), GTK_WIDGET (self->search));
  ws_code_search_set_view (self->search, source);
  gtk_source_view_set_auto_indent (source, TRUE);
  gtk_source_view_set_indent_width (source, INDENT_WIDTH);
  gtk_source_view_set_insert_spaces_instead_of_tabs (source, TRUE);
  gtk_source_view_set_indenter (source, indenter);
  g_signal_connect_object (view, "describe", G_CALLBACK (describe_cb), self, G_CONNECT_SWAPPED);
}

static void
ws_code_editor_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_VIEW)
    g_value_set_object (value, WS_CODE_EDITOR (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_code_editor_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id != PROP_VIEW)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  else if (g_value_get_object (value) != NULL)
    set_view (WS_CODE_EDITOR (object), g_value_get_object (value));
}

static void
ws_code_editor_dispose (GObject *object)
{
  WsCodeEditor *self = WS_CODE_EDITOR (object);

  if (self->view != NULL)
    ws_code_editor_set_document (self, NULL);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_CODE_EDITOR);
  self->view = NULL;
  G_OBJECT_CLASS (ws_code_editor_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  /* as other editors have them; the key gives a brace where Shift is held */
  static const struct {
    guint key;
    const char *action;
  } fold_keys[] = {
    { GDK_KEY_bracketleft, "editor.fold" },
    { GDK_KEY_braceleft, "editor.fold" },
    { GDK_KEY_bracketright, "editor.unfold" },
    { GDK_KEY_braceright, "editor.unfold" },
  };

  gtk_widget_class_install_action (widget_class, "editor.find", NULL, find_cb);
  gtk_widget_class_install_action (widget_class, "editor.replace", NULL, replace_cb);
  gtk_widget_class_install_action (widget_class, "editor.leave", NULL, leave_cb);
  gtk_widget_class_install_action (widget_class, "editor.next-problem", NULL, next_problem_cb);
  gtk_widget_class_install_action (widget_class, "editor.previous-problem", NULL,
                                   previous_problem_cb);
  gtk_widget_class_install_action (widget_class, "editor.fold", NULL, fold_cb);
  gtk_widget_class_install_action (widget_class, "editor.unfold", NULL, unfold_cb);
  for (guint i = 0; i < G_N_ELEMENTS (fold_keys); i++)
    gtk_widget_class_add_binding_action (widget_class, fold_keys[i].key,
                                         GDK_CONTROL_MASK | GDK_SHIFT_MASK, fold_keys[i].action,
                                         NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "editor.find",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_h, GDK_CONTROL_MASK, "editor.replace",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "win.save-source",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "editor.leave", NULL);
}

static void
ws_code_editor_class_init (WsCodeEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_CODE_SEARCH);
  object_class->get_property = ws_code_editor_get_property;
  object_class->set_property = ws_code_editor_set_property;
  object_class->dispose = ws_code_editor_dispose;
  props[PROP_VIEW] =
      g_param_spec_object ("view", NULL, NULL, WS_TYPE_CODE_VIEW,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[LEFT] = g_signal_new ("left", WS_TYPE_CODE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  signals[RELOAD] = g_signal_new ("reload", WS_TYPE_CODE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[KEEP] = g_signal_new ("keep", WS_TYPE_CODE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "codeeditor");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/code-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, box);
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, notice);
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, notice_label);
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, reload_button);
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, keep_button);
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, search);
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, problems_scroller);
  gtk_widget_class_bind_template_child_full (widget_class, "problems", FALSE,
                                             G_STRUCT_OFFSET (WsCodeEditor, problems_list));
  gtk_widget_class_bind_template_child (widget_class, WsCodeEditor, state);
}

/* GtkPaned has F8, too: it is taken before. */
static void
add_walk_keys (WsCodeEditor *self)
{
  static const struct {
    GdkModifierType modifiers;
    const char *action;
  } rows[] = { { 0, "editor.next-problem" }, { GDK_SHIFT_MASK, "editor.previous-problem" } };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F8, rows[i].modifiers),
                          gtk_named_action_new (rows[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
answer_cb (WsCodeEditor *self, GtkButton *button)
{
  ws_code_editor_set_notice (self, NULL);
  g_signal_emit (self, signals[button == self->reload_button ? RELOAD : KEEP], 0);
}

static void
ws_code_editor_init (WsCodeEditor *self)
{
  self->problems = g_ptr_array_new ();
  self->chosen = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
  enable_actions (self);
  add_walk_keys (self);
  g_signal_connect_object (self->reload_button, "clicked", G_CALLBACK (answer_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->keep_button, "clicked", G_CALLBACK (answer_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->problems_list, "row-activated", G_CALLBACK (row_activated_cb),
                           self, G_CONNECT_SWAPPED);
}

static void
add_gutters (WsCodeEditor *self, GtkSourceGutter *gutter)
{
  self->folds = ws_code_folds_new (GTK_TEXT_BUFFER (self->document));
  self->gutter = ws_problem_gutter_new ();
  self->numbers = ws_number_gutter_new ();
  self->fold_gutter = ws_fold_gutter_new (self->folds);
  gtk_source_view_set_show_line_numbers (ws_code_view_get_text (self->view, WS_CODE_SOURCE), FALSE);
  gtk_source_gutter_insert (gutter, GTK_SOURCE_GUTTER_RENDERER (self->gutter), GUTTER_PLACE);
  gtk_source_gutter_insert (gutter, GTK_SOURCE_GUTTER_RENDERER (self->numbers), NUMBERS_PLACE);
  gtk_source_gutter_insert (gutter, GTK_SOURCE_GUTTER_RENDERER (self->fold_gutter), FOLDS_PLACE);
}

static void
remove_gutters (WsCodeEditor *self, GtkSourceGutter *gutter)
{
  gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (self->gutter));
  gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (self->numbers));
  gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (self->fold_gutter));
  gtk_source_view_set_show_line_numbers (ws_code_view_get_text (self->view, WS_CODE_SOURCE), TRUE);
  self->gutter = NULL;
  self->numbers = NULL;
  self->fold_gutter = NULL;
  ws_code_folds_open_all (self->folds);
  g_clear_object (&self->folds);
}

/**
 * ws_code_editor_set_document:
 * @document: (nullable) (transfer none): the edited text; %NULL if the source of a run is shown
 */
void
ws_code_editor_set_document (WsCodeEditor *self, GtkSourceBuffer *document)
{
  GtkSourceGutter *gutter;

  g_return_if_fail (WS_IS_CODE_EDITOR (self));

  if (self->document == document)
    return;
  gutter = gtk_source_view_get_gutter (ws_code_view_get_text (self->view, WS_CODE_SOURCE),
                                       GTK_TEXT_WINDOW_LEFT);
  ws_code_search_close (self->search);
  if (self->document != NULL)
    {
      ws_code_editor_set_problems (self, NULL);
      remove_gutters (self, gutter);
      gtk_source_completion_words_unregister (self->words, GTK_TEXT_BUFFER (self->document));
      end_completion (self);
    }
  g_set_object (&self->document, document);
  ws_code_view_set_document (self->view, document);
  if (document != NULL)
    {
      add_tags (GTK_TEXT_BUFFER (document));
      add_gutters (self, gutter);
      begin_completion (self);
      gtk_source_completion_words_register (self->words, GTK_TEXT_BUFFER (document));
    }
  ws_code_editor_set_notice (self, NULL);
  ws_code_editor_set_state (self, "", FALSE);
  enable_actions (self);
}

/**
 * ws_code_editor_set_problems:
 * @problems: (nullable) (transfer none) (element-type WsCodeProblem): what is said about the text,
 * the first first; %NULL for nothing
 *
 * Shows them at their lines, and in a list.
 */
void
ws_code_editor_set_problems (WsCodeEditor *self, GPtrArray *problems)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self));

  g_ptr_array_unref (self->problems);
  self->problems = problems != NULL ? g_ptr_array_ref (problems) : g_ptr_array_new ();
  self->chosen = G_MAXUINT;
  if (self->document != NULL)
    {
      remove_problems (self);
      for (guint i = 0; i < self->problems->len; i++)
        apply_problem (self, g_ptr_array_index (self->problems, i));
    }
  fill_list (self);
}

/* Returns: how many are shown */
guint
ws_code_editor_get_n_problems (WsCodeEditor *self)
{
  g_return_val_if_fail (WS_IS_CODE_EDITOR (self), 0);
  return self->problems->len;
}

/**
 * ws_code_editor_set_state:
 * @sentence: short description of the text's state; empty for none
 * @is_stale: whether what is shown is of another text
 */
void
ws_code_editor_set_state (WsCodeEditor *self, const char *sentence, gboolean is_stale)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self));

  gtk_label_set_text (self->state, sentence);
  ws_tip_set (GTK_WIDGET (self->state), *sentence != '\0' ? sentence : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *sentence != '\0');
  if (is_stale)
    gtk_widget_add_css_class (GTK_WIDGET (self->state), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->state), "stale");
}

/**
 * ws_code_editor_set_notice:
 * @sentence: (nullable): what has happened to the file, for "reload" or "keep"; %NULL for nothing
 */
void
ws_code_editor_set_notice (WsCodeEditor *self, const char *sentence)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self));

  if (sentence != NULL)
    gtk_label_set_text (self->notice_label, sentence);
  gtk_widget_set_visible (self->notice, sentence != NULL);
}

/**
 * ws_code_editor_add:
 * @widget: (transfer floating): something of its owner's
 *
 * Puts it below the text.
 */
void
ws_code_editor_add (WsCodeEditor *self, GtkWidget *widget)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self));
  gtk_box_append (GTK_BOX (self->box), widget);
}

/**
 * ws_code_editor_add_above:
 * @widget: (transfer floating): something of its owner's
 *
 * Puts it above the text.
 */
void
ws_code_editor_add_above (WsCodeEditor *self, GtkWidget *widget)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self));
  gtk_box_prepend (GTK_BOX (self->box), widget);
}

/**
 * ws_code_editor_replace:
 * @self: an editor with a document
 *
 * Opens search and replace.
 */
void
ws_code_editor_replace (WsCodeEditor *self)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self) && self->document != NULL);
  ws_code_folds_open_all (self->folds);
  ws_code_search_open (self->search, TRUE);
}

/**
 * ws_code_editor_take_keyboard:
 * @self: an editor with a document
 *
 * Moves the focus to the text.
 */
void
ws_code_editor_take_keyboard (WsCodeEditor *self)
{
  g_return_if_fail (WS_IS_CODE_EDITOR (self));
  gtk_widget_grab_focus (GTK_WIDGET (ws_code_view_get_text (self->view, WS_CODE_SOURCE)));
}

/* Returns: whether the text, or its search bar, has the focus */
gboolean
ws_code_editor_has_keyboard (WsCodeEditor *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return self->document != NULL && focus != NULL
         && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}
