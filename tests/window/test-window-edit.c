/* The source of the user's kernel, edited in the window by pointer and keys: it runs as one types,
 * errors stand at their lines, nothing is lost, and the keys are the window's again behind Escape.
 * Skipped where there is no compiler. */
#include "compile/compiler.h"
#include "editor/fold-gutter.h"
#include "window-helpers.h"
#include "edit/version-dialog.h"
#include "edit/version-strip.h"

#include "hands.h"
#include "silent.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static WsWindow *window;
static char *folder;

#define SUM                                                \
  "__global__ void sum (const int *in, int *out, int n)\n" \
  "{\n"                                                    \
  "  __shared__ int sdata[128];\n"                         \
  "  int tid = threadIdx.x;\n"                             \
  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"     \
  "\n"                                                     \
  "  sdata[tid] = i < n ? in[i] : 0;\n"                    \
  "  __syncthreads ();\n"                                  \
  "  for (int s = 1; s < blockDim.x; s *= 2)\n"            \
  "    {\n"                                                \
  "      if (tid % (2 * s) == 0)\n"                        \
  "        sdata[tid] += sdata[tid + s];\n"                \
  "      __syncthreads ();\n"                              \
  "    }\n"                                                \
  "  if (tid == 0)\n"                                      \
  "    out[blockIdx.x] = sdata[0];\n"                      \
  "}\n"

#define LOOP_LINE    9
#define ADD_LINE     12
#define BARRIER_LINE 13

static WsRun *
get_run (void)
{
  return ws_playhead_get_run (ws_window_get_playhead (window));
}

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_source (const char *name, const char *text)
{
  g_autofree char *path = get_path (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static gboolean
file_holds (const char *name, const char *text)
{
  g_autofree char *path = get_path (name);
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  return strstr (contents, text) != NULL;
}

static void
open_source (const char *name)
{
  g_autofree char *path = get_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ws_window_open (window, file);
}

static gboolean
can_edit (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompiler) compiler = ws_compiler_find (&error);

  if (compiler == NULL)
    g_test_skip ("There is no compiler for CUDA here.");
  else if (!hands_init ())
    g_test_skip ("There is no XTEST here.");
  else
    return TRUE;
  return FALSE;
}

static WsCodeEditor *
get_editor (void)
{
  return ws_panes_get_editor (ws_window_get_panes (window));
}

static gboolean
editor_says (gpointer part)
{
  return helper_find_label (GTK_WIDGET (get_editor ()), part) != NULL;
}

static GtkTextView *
get_view (void)
{
  return GTK_TEXT_VIEW (ws_code_view_get_text (window_helper_get (window, "code"), WS_CODE_SOURCE));
}

static GtkTextBuffer *
get_buffer (void)
{
  return gtk_text_view_get_buffer (get_view ());
}

/* (transfer full): what is folded, too */
static char *
dup_text (void)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (get_buffer (), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (), &start, &end, TRUE);
}

static gboolean
text_has (gpointer part)
{
  g_autofree char *text = dup_text ();

  return strstr (text, part) != NULL;
}

/* Keys take their time. */
static void
expect_text (const char *part)
{
  g_autofree char *text = NULL;

  if (helper_wait (text_has, (gpointer)part))
    return;
  text = dup_text ();
  g_error ("“%s” is not in the text: %s", part, text);
}

static gboolean
runs_text (gpointer part)
{
  return !ws_user_editor_is_stale (ws_editing_get_editor (ws_window_get_editing (window)))
         && get_run () != NULL
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS
         && strstr (ws_run_get_kernel (get_run (), 0)->source, part) != NULL;
}

static gboolean
is_modified (gpointer data)
{
  return ws_user_editor_is_modified (ws_editing_get_editor (ws_window_get_editing (window)));
}

static gboolean
is_saved (gpointer data)
{
  return !is_modified (NULL);
}

static gboolean
is_mapped_still (gpointer data)
{
  GtkTextIter iter;
  GdkRectangle now;
  GdkRectangle *before = data;
  gboolean same;

  gtk_text_buffer_get_end_iter (get_buffer (), &iter);
  gtk_text_view_get_iter_location (get_view (), &iter, &now);
  same = gdk_rectangle_equal (&now, before) && now.height > 0;
  *before = now;
  return same;
}

/* Clicks before the character of @column (from 0) at @line (from 1), where a user would. */
static void
click_at (guint line, int column)
{
  GtkTextIter iter;
  GdkRectangle at = { 0, 0, 0, 0 };
  int x;
  int y;
  int root_x;
  int root_y;

  gtk_text_buffer_get_iter_at_line_offset (get_buffer (), &iter, (int)line - 1, column);
  gtk_text_view_scroll_to_iter (get_view (), &iter, 0.2, FALSE, 0, 0);
  helper_iterate (100);
  g_assert_true (helper_wait (is_mapped_still, &at));
  gtk_text_view_get_iter_location (get_view (), &iter, &at);
  gtk_text_view_buffer_to_window_coords (get_view (), GTK_TEXT_WINDOW_WIDGET, at.x, at.y, &x, &y);
  g_assert_true (
      hands_find (GTK_WIDGET (get_view ()), x + 1, y + at.height / 2., &root_x, &root_y));
  hands_move (root_x, root_y);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

static void
type (const char *text)
{
  for (const char *key = text; *key != '\0'; key++)
    hands_key (*key == '\n' ? GDK_KEY_Return : (guint)*key, 0);
  helper_iterate (30);
}

static gboolean
has_read (gpointer data)
{
  return !ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window)));
}

/* The sum, as it was, open, run, and its pane filling the window. */
static void
begin (void)
{
  if (ws_user_editor_get_document (ws_editing_get_editor (ws_window_get_editing (window))) != NULL)
    gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (ws_user_editor_get_document (
                                      ws_editing_get_editor (ws_window_get_editing (window)))),
                                  FALSE);
  write_source ("sum.cu", SUM);
  open_source ("sum.cu");
  g_assert_true (helper_wait (has_read, NULL));
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] += sdata[tid + s]"));
  window_helper_settle (window);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_CODE);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (100);
  /* the text has most of the room */
  g_assert_cmpint (2 * gtk_widget_get_width (GTK_WIDGET (get_view ())), >,
                   gtk_widget_get_width (GTK_WIDGET (ws_window_get_panes (window))));
}

static const char *
get_verb (guint stage)
{
  return ws_playhead_get_scene (ws_window_get_playhead (window))->stages->stages[stage].verb;
}

/* An operator is changed: it runs without being asked, the tree does something else, and the
 * playhead is at the same line of the same stage. The file is as it was. */
static void
test_operator (void)
{
  const WsScene *scene;
  WsMoment moment;
  guint stage;
  guint line;

  if (!can_edit ())
    return;
  begin ();
  g_assert_cmpstr (get_verb (2), ==, "add");
  ws_playhead_set_position (
      ws_window_get_playhead (window),
      ws_scene_stage_moment (ws_playhead_get_scene (ws_window_get_playhead (window)), 3));
  ws_playhead_get_moment (ws_window_get_playhead (window), &moment);
  line = ws_code_get_line (ws_playhead_get_scene (ws_window_get_playhead (window)), &moment);
  stage = ws_playhead_get_stage (ws_window_get_playhead (window));
  click_at (ADD_LINE, 19);
  for (guint i = 0; i < 2; i++)
    hands_key (GDK_KEY_Delete, 0);
  type ("= sdata[tid] *");
  expect_text ("sdata[tid] = sdata[tid] * sdata[tid + s];");
  g_assert_true (ws_user_editor_is_stale (ws_editing_get_editor (ws_window_get_editing (window))));
  g_assert_true (helper_wait (runs_text, (gpointer) "= sdata[tid] * sdata[tid + s]"));
  window_helper_settle (window);
  scene = ws_playhead_get_scene (ws_window_get_playhead (window));
  g_assert_cmpstr (get_verb (2), ==, "multiply");
  g_assert_cmpuint (ws_playhead_get_stage (ws_window_get_playhead (window)), ==, stage);
  ws_playhead_get_moment (ws_window_get_playhead (window), &moment);
  g_assert_cmpuint (ws_code_get_line (scene, &moment), ==, line);
  g_assert_true (file_holds ("sum.cu", "+= sdata"));
  g_assert_true (
      ws_user_editor_is_modified (ws_editing_get_editor (ws_window_get_editing (window))));
}

/* What is typed goes into the text, and moves nothing else; behind Escape the keys are the
 * window's.
 */
static void
test_keys (void)
{
  double position;

  if (!can_edit ())
    return;
  begin ();
  hands_key (GDK_KEY_F2, 0);
  helper_iterate (60);
  g_assert_true (ws_code_editor_has_keyboard (get_editor ()));
  position = ws_playhead_get_position (ws_window_get_playhead (window));
  click_at (6, 0);
  type ("  // t 5 d");
  hands_key (GDK_KEY_Left, 0);
  hands_key (GDK_KEY_Home, 0);
  helper_iterate (60);
  expect_text ("  // t 5 d\n");
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_CODE);
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), ==, position);
  g_assert_false (ws_playhead_get_playing (ws_window_get_playhead (window)));
  g_assert_true (helper_wait (runs_text, (gpointer) "// t 5 d"));
  window_helper_settle (window);
  position = ws_playhead_get_position (ws_window_get_playhead (window));
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (60);
  g_assert_false (ws_code_editor_has_keyboard (get_editor ()));
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_CODE);
  hands_key (GDK_KEY_Right, 0);
  helper_iterate (60);
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), >, position);
  expect_text ("  // t 5 d\n");
}

/* Ctrl+S writes the file; until then a bullet stands before its name. */
static void
test_save (void)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (!can_edit ())
    return;
  begin ();
  click_at (6, 0);
  type ("  // kept");
  expect_text ("  // kept");
  before = ws_user_editor_dup_title (ws_editing_get_editor (ws_window_get_editing (window)));
  g_assert_cmpstr (before, ==, "• sum.cu");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "• sum.cu – Warpstage");
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_saved, NULL));
  after = ws_user_editor_dup_title (ws_editing_get_editor (ws_window_get_editing (window)));
  g_assert_cmpstr (after, ==, "sum.cu");
  g_assert_true (file_holds ("sum.cu", "  // kept\n"));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_modified, NULL));
}

static gboolean
has_problems (gpointer data)
{
  return ws_code_editor_get_n_problems (get_editor ()) > 0
         && !ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window)));
}

static gboolean
has_no_problems (gpointer data)
{
  return ws_code_editor_get_n_problems (get_editor ()) == 0;
}

static int
get_cursor_line (void)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (get_buffer (), &iter,
                                    gtk_text_buffer_get_insert (get_buffer ()));
  return gtk_text_iter_get_line (&iter) + 1;
}

static gboolean
is_at_line (gpointer line)
{
  return get_cursor_line () == GPOINTER_TO_INT (line);
}

/* A name that there is not: it stands at its line, F8 goes there, and what ran last stays, pale. */
static void
test_error (void)
{
  g_autoptr (WsRun) before = NULL;

  if (!can_edit ())
    return;
  begin ();
  before = ws_run_ref (get_run ());
  click_at (ADD_LINE, 22);
  type ("x");
  expect_text ("+= xsdata[tid + s]");
  g_assert_true (helper_wait (has_problems, NULL));
  g_assert_cmpuint (ws_code_editor_get_n_problems (get_editor ()), ==, 1);
  g_assert_true (get_run () == before);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (ws_window_get_panes (window)), "stale"));
  g_assert_true (helper_wait (editor_says, (gpointer) "Last good run"));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  click_at (2, 0);
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (2)));
  hands_key (GDK_KEY_F8, 0);
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (ADD_LINE)));
  hands_key (GDK_KEY_Delete, 0); /* at its column */
  g_assert_true (helper_wait (runs_text, (gpointer) "+= sdata[tid + s]"));
  g_assert_true (helper_wait (has_no_problems, NULL));
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (ws_window_get_panes (window)), "stale"));
}

/* ---- folding ---- */

/* "11-13", of the lines that have no height; NULL: none. (transfer full) */
static char *
dup_hidden (void)
{
  GString *text = g_string_new (NULL);
  int first = 0;

  for (int line = 1; line <= gtk_text_buffer_get_line_count (get_buffer ()) + 1; line++)
    {
      GtkTextIter iter;
      int y;
      int height = 1;

      if (line <= gtk_text_buffer_get_line_count (get_buffer ()))
        {
          gtk_text_buffer_get_iter_at_line (get_buffer (), &iter, line - 1);
          gtk_text_view_get_line_yrange (get_view (), &iter, &y, &height);
        }
      if (height == 0 && first == 0)
        first = line;
      else if (height > 0 && first > 0)
        {
          g_string_append_printf (text, "%s%d-%d", text->len > 0 ? " " : "", first, line - 1);
          first = 0;
        }
    }
  return g_string_free (text, FALSE);
}

static gboolean
hides (gpointer lines)
{
  g_autofree char *hidden = dup_hidden ();

  return g_str_equal (hidden, lines);
}

static void
expect_hidden (const char *lines)
{
  if (!helper_wait (hides, (gpointer)lines))
    {
      g_autofree char *hidden = dup_hidden ();

      g_error ("hidden are “%s”, not “%s”", hidden, lines);
    }
}

/* On the triangle of @line. */
static void
click_triangle (guint line)
{
  GtkWidget *gutter = helper_find (GTK_WIDGET (get_editor ()), WS_TYPE_FOLD_GUTTER, 0);
  GtkTextIter iter;
  int y;
  int height;
  int root_x;
  int root_y;

  g_assert_nonnull (gutter);
  gtk_text_buffer_get_iter_at_line (get_buffer (), &iter, (int)line - 1);
  gtk_text_view_scroll_to_iter (get_view (), &iter, 0.2, FALSE, 0, 0);
  helper_iterate (100);
  gtk_text_buffer_get_iter_at_line (get_buffer (), &iter, (int)line - 1);
  gtk_text_view_get_line_yrange (get_view (), &iter, &y, &height);
  gtk_text_view_buffer_to_window_coords (get_view (), GTK_TEXT_WINDOW_WIDGET, 0, y, NULL, &y);
  g_assert_true (hands_find (gutter, 5, y + height / 2., &root_x, &root_y));
  hands_move (root_x, root_y);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

static gboolean
is_empty (gpointer data)
{
  return gtk_text_buffer_get_char_count (get_buffer ()) == 0;
}

#define FOLD(key) hands_key (GDK_KEY_bracket##key, GDK_CONTROL_MASK | GDK_SHIFT_MASK)

/* A triangle and keys hide what is in a block; the text is the same, and runs. Whoever goes to a
 * line sees it, and what is no block any more hides nothing. */
static void
test_folding (void)
{
  if (!can_edit ())
    return;
  begin ();
  expect_hidden ("");
  click_triangle (10);
  expect_hidden ("11-13");
  click_triangle (ADD_LINE); /* none is there any more: the text begins where it did */
  expect_hidden ("11-13");
  click_at (10, 5);
  hands_key (GDK_KEY_Down, 0);
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (14)));
  expect_hidden ("11-13");
  FOLD (left); /* the block that it is in: that of the function */
  expect_hidden ("3-16");
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (2)));
  expect_text (SUM);
  FOLD (right);
  expect_hidden ("11-13");
  /* what is selected is seen, and copied */
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  expect_hidden ("");
  hands_key (GDK_KEY_x, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_empty, NULL));
  hands_key (GDK_KEY_v, GDK_CONTROL_MASK);
  expect_text (SUM);
  click_triangle (10);
  expect_hidden ("11-13");
  click_triangle (10);
  expect_hidden ("");
  /* the cursor is taken out; a search sees all */
  click_at (ADD_LINE, 10);
  FOLD (left);
  expect_hidden ("11-13");
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (10)));
  hands_key (GDK_KEY_f, GDK_CONTROL_MASK);
  helper_iterate (60);
  type ("+= sdata");
  expect_hidden ("");
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (ADD_LINE)));
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (60);
  /* its brace goes, and comes again */
  FOLD (left);
  expect_hidden ("11-13");
  click_at (14, 5);
  hands_key (GDK_KEY_BackSpace, 0);
  expect_hidden ("");
  g_assert_true (helper_wait (has_problems, NULL));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  expect_text (SUM);
  g_assert_true (helper_wait (has_no_problems, NULL));
  expect_hidden ("");
  /* its last line becomes the one before */
  click_triangle (10);
  expect_hidden ("11-13");
  click_at (14, 0);
  hands_key (GDK_KEY_BackSpace, 0);
  expect_hidden ("11-12");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  expect_text (SUM);
  click_triangle (2);
  expect_hidden ("3-16");
}

/* The line that the warp is on is shown. */
static void
test_folded_step (void)
{
  if (!can_edit ())
    return;
  begin ();
  ws_playhead_set_position (ws_window_get_playhead (window), 0);
  window_helper_settle (window);
  click_triangle (10);
  expect_hidden ("11-13");
  for (double at = 0; at <= ws_playhead_get_end (ws_window_get_playhead (window)); at += 0.5)
    {
      ws_playhead_set_position (ws_window_get_playhead (window), at);
      helper_iterate (1);
    }
  expect_hidden ("");
  expect_text (SUM);
}

static gboolean
is_pale (WsCodeText text)
{
  WsCodeView *code = window_helper_get (window, "code");
  GtkWidget *widget =
      text == WS_CODE_MACHINE
          ? GTK_WIDGET (ws_code_view_get_machine (code))
          : gtk_widget_get_ancestor (GTK_WIDGET (ws_code_view_get_text (code, text)),
                                     GTK_TYPE_SCROLLED_WINDOW);

  g_assert_true (gtk_widget_get_mapped (widget));
  return gtk_widget_get_opacity (widget) < 1;
}

static char *
dup_listing (void)
{
  char *text;

  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (
                    ws_code_view_get_text (window_helper_get (window, "code"), WS_CODE_PTX))),
                "text", &text, NULL);
  return text;
}

/* The listings beside the text are of what ran: pale as soon as that is another text, whether it
 * is being compiled or has an error; then they are the new text's, or as before where it is the old
 * one again. */
static void
test_listings (void)
{
  g_autofree char *before = NULL;
  g_autofree char *meanwhile = NULL;
  g_autofree char *after = NULL;

  if (!can_edit ())
    return;
  begin ();
  g_object_set (window_helper_get (window, "code"), "show-ptx", TRUE, "show-sass", TRUE, NULL);
  helper_iterate (100);
  before = dup_listing ();
  g_assert_cmpstr (before, ==, ws_run_get_kernel (get_run (), 0)->ptx);
  for (guint text = WS_CODE_PTX; text < WS_N_CODE_TEXTS; text++)
    g_assert_false (is_pale ((WsCodeText)text));
  click_at (ADD_LINE, 22);
  type ("x");
  expect_text ("+= xsdata[tid + s]");
  for (guint text = WS_CODE_PTX; text < WS_N_CODE_TEXTS; text++)
    g_assert_true (is_pale ((WsCodeText)text));
  g_assert_true (helper_wait (has_problems, NULL));
  for (guint text = WS_CODE_PTX; text < WS_N_CODE_TEXTS; text++)
    g_assert_true (is_pale ((WsCodeText)text));
  g_assert_false (is_pale (WS_CODE_SOURCE));
  meanwhile = dup_listing ();
  g_assert_cmpstr (meanwhile, ==, before);
  hands_key (GDK_KEY_BackSpace, 0);
  type ("7 *");
  g_assert_true (helper_wait (runs_text, (gpointer) "+= 7 *sdata[tid + s]"));
  window_helper_settle (window);
  for (guint text = WS_CODE_PTX; text < WS_N_CODE_TEXTS; text++)
    g_assert_false (is_pale ((WsCodeText)text));
  after = dup_listing ();
  g_assert_cmpstr (after, ==, ws_run_get_kernel (get_run (), 0)->ptx);
  g_assert_cmpstr (after, !=, before);
  type (" ");
  g_assert_true (is_pale (WS_CODE_PTX));
  hands_key (GDK_KEY_BackSpace, 0);
  expect_text ("+= 7 *sdata");
  g_assert_false (is_pale (WS_CODE_PTX));
  g_object_set (window_helper_get (window, "code"), "show-ptx", FALSE, "show-sass", FALSE, NULL);
}

static gboolean
is_checked (gpointer data)
{
  return !ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window)))
         && !ws_editing_is_checking (ws_window_get_editing (window))
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS;
}

static gboolean
has_question (gpointer data)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *link = toplevels; link != NULL; link = link->next)
    if (ADW_IS_MESSAGE_DIALOG (link->data) && gtk_widget_get_mapped (link->data))
      return TRUE;
  return FALSE;
}

static gboolean
has_no_question (gpointer data)
{
  return !has_question (NULL);
}

static gboolean
info_says (gpointer part)
{
  return ws_notices_shows_error (ws_window_get_notices (window))
         && strstr (ws_notices_get_error (ws_window_get_notices (window)), part) != NULL;
}

/* Opens a file that does not answer. */
static int
open_slow (const char *name)
{
  g_autofree char *path = get_path (name);
  int end = silent_begin (path);

  open_source (name);
  return end;
}

/* What is typed while another file is read is not lost: it runs where that cannot be read, and is
 * asked about where it can. */
static void
test_typed_meanwhile (void)
{
  static const char none[] = "a\0b";
  static const char other[] = "__global__ void other (int *p) { *p = 1; }\n";
  int end;

  if (!can_edit ())
    return;
  begin ();
  end = open_slow ("none.cu");
  click_at (6, 0);
  type ("  // first");
  helper_iterate (400);
  silent_answer (end, none, sizeof none - 1);
  g_assert_true (helper_wait (runs_text, (gpointer) "// first"));
  /* why it was not opened is still said, and not of the text that runs */
  g_assert_true (helper_wait (info_says, (gpointer) "none.cu"));
  g_assert_true (helper_wait (has_no_problems, NULL));
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_saved, NULL));
  end = open_slow ("other.cu");
  type (" second");
  expect_text ("// first second");
  silent_answer (end, other, sizeof other - 1);
  g_assert_true (helper_wait (has_question, NULL));
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (has_no_question, NULL));
  g_assert_true (helper_wait (runs_text, (gpointer) "// first second"));
  hands_focus (GTK_NATIVE (window));
}

/* A bracket that is not closed is named, though no kernel can be found any more. */
static void
test_bracket (void)
{
  GtkWidget *said;

  if (!can_edit ())
    return;
  begin ();
  click_at (LOOP_LINE, 41);
  hands_key (GDK_KEY_BackSpace, 0);
  expect_text ("s *= 2\n");
  g_assert_true (helper_wait (has_problems, NULL));
  said = helper_find_label (GTK_WIDGET (get_editor ()), "“(” is not closed.");
  g_assert_nonnull (said);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (has_no_problems, NULL));
}

/* Without the barrier of the loop its lines race, and that is said there; with it they do not. */
static void
test_barrier (void)
{
  const WsFinding *finding;
  const WsSite *site;

  if (!can_edit ())
    return;
  begin ();
  g_assert_true (helper_wait (is_checked, NULL));
  g_assert_cmpuint (get_run ()->findings->len, ==, 0);
  click_at (BARRIER_LINE, 6);
  hands_key (GDK_KEY_End, GDK_SHIFT_MASK);
  hands_key (GDK_KEY_Delete, 0);
  helper_iterate (60);
  g_assert_true (helper_wait (runs_text, (gpointer) "s];\n      \n"));
  g_assert_true (helper_wait (has_problems, NULL));
  window_helper_settle (window);
  finding = ws_run_find_finding (get_run (), 0);
  g_assert_nonnull (finding);
  site = ws_run_get_site (get_run (), 0, finding->site);
  g_assert_cmpuint (site->line, ==, ADD_LINE);
  g_assert_cmpuint (ws_code_editor_get_n_problems (get_editor ()), >, 0);
  g_assert_cmpuint (ws_code_view_get_fault_line (window_helper_get (window, "code")), ==, ADD_LINE);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (runs_text, (gpointer) "s];\n      __syncthreads ();"));
  window_helper_settle (window);
  g_assert_true (helper_wait (is_checked, NULL));
  g_assert_cmpuint (get_run ()->findings->len, ==, 0);
  g_assert_cmpuint (ws_code_editor_get_n_problems (get_editor ()), ==, 0);
}

static gboolean
has_replacement (gpointer text)
{
  GtkWidget *entry = helper_find (GTK_WIDGET (get_editor ()), GTK_TYPE_ENTRY, 1);

  return g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text);
}

static gboolean
finds (gpointer text)
{
  GtkWidget *entry = helper_find (GTK_WIDGET (get_editor ()), GTK_TYPE_ENTRY, 0);

  return g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text);
}

static GtkWidget *
find_replacement (void)
{
  return helper_find (GTK_WIDGET (get_editor ()), GTK_TYPE_ENTRY, 1);
}

/* What is to be replaced can be typed. */
static gboolean
is_replacing (gpointer data)
{
  return gtk_widget_get_mapped (find_replacement ())
         && GTK_IS_EDITABLE (gtk_root_get_focus (GTK_ROOT (window)));
}

static gboolean
is_in_replacement (gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));

  return focus != NULL && gtk_widget_is_ancestor (focus, find_replacement ());
}

/* Found, and replaced; a new line begins where C has it begin. */
static void
test_search (void)
{
  if (!can_edit ())
    return;
  begin ();
  click_at (1, 0);
  hands_key (GDK_KEY_f, GDK_CONTROL_MASK);
  helper_iterate (60);
  type ("sdata[tid");
  g_assert_true (helper_wait (finds, (gpointer) "sdata[tid"));
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (editor_says, (gpointer) "2 of 3"));
  g_assert_true (helper_wait (is_at_line, GINT_TO_POINTER (ADD_LINE)));
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (60);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (get_view ())));
  hands_key (GDK_KEY_h, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_replacing, NULL));
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  type ("tid");
  g_assert_true (helper_wait (finds, (gpointer) "tid"));
  hands_key (GDK_KEY_Tab, 0);
  for (guint i = 0; i < 3; i++)
    hands_key (GDK_KEY_Tab, 0);
  g_assert_true (helper_wait (is_in_replacement, NULL));
  type ("lane");
  g_assert_true (helper_wait (has_replacement, (gpointer) "lane"));
  g_assert_true (gtk_widget_activate_action (find_replacement (), "search.replace-all", NULL));
  expect_text ("sdata[lane] += sdata[lane + s];");
  hands_key (GDK_KEY_Escape, 0);
  click_at (10, 5);
  hands_key (GDK_KEY_Return, 0);
  type ("int k;\n}");
  helper_iterate (60);
  expect_text ("\n    {\n      int k;\n    }\n");
}

static gboolean
asks_about_file (gpointer data)
{
  return helper_find_label (GTK_WIDGET (get_editor ()), "Another program") != NULL
         && gtk_widget_get_mapped (
             helper_find_label (GTK_WIDGET (get_editor ()), "Another program"));
}

static GtkWidget *
find_button (GtkWidget *root, const char *label)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = helper_find (root, GTK_TYPE_BUTTON, i);

      if (button == NULL || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
        return button;
    }
}

static void
press_button (GtkWidget *root, const char *label)
{
  GtkWidget *button = find_button (root, label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* Another program writes the file while it is edited: nothing is taken without a word. */
static void
test_file (void)
{
  if (!can_edit ())
    return;
  begin ();
  click_at (6, 0);
  type ("  // mine");
  write_source ("sum.cu", SUM "// theirs\n");
  g_assert_true (helper_wait (asks_about_file, NULL));
  press_button (GTK_WIDGET (get_editor ()), "_Keep Mine");
  expect_text ("// mine");
  g_assert_false (text_has ((gpointer) "// theirs"));
  helper_iterate (100);
  g_assert_false (asks_about_file (NULL));
  write_source ("sum.cu", SUM "// again theirs\n");
  g_assert_true (helper_wait (asks_about_file, NULL));
  press_button (GTK_WIDGET (get_editor ()), "_Reload");
  expect_text ("// again theirs");
  g_assert_false (text_has ((gpointer) "// mine"));
  g_assert_true (helper_wait (is_saved, NULL));
  gtk_text_buffer_undo (get_buffer ());
  expect_text ("// mine");
  helper_iterate (300);
}

static gboolean
says_too_large (gpointer data)
{
  GtkWidget *label = helper_find_label (GTK_WIDGET (get_editor ()), "“sum.cu” has 10.0 MB");

  return label != NULL && gtk_widget_get_mapped (label);
}

static gboolean
is_refused (gpointer sentence)
{
  return ws_notices_shows_error (ws_window_get_notices (window))
         && strstr (ws_notices_get_error (ws_window_get_notices (window)), sentence) != NULL;
}

/* What does not answer takes the place of @name: a link, for that what is written behind it is no
 * news of the file. @end: (out): of silent_begin(). Returns: (transfer full): a path to it */
static char *
make_silent (const char *name, int *end)
{
  g_autofree char *path = get_path (name);
  g_autofree char *link = get_path ("link");
  g_autofree char *elsewhere = get_path ("elsewhere");
  char *silent = g_build_filename (elsewhere, "silent", NULL);

  g_mkdir (elsewhere, 0700);
  g_unlink (silent);
  *end = silent_begin (silent);
  g_assert_cmpint (symlink (silent, link), ==, 0);
  g_assert_cmpint (g_rename (link, path), ==, 0);
  return silent;
}

static gboolean
is_being_read (gpointer end)
{
  return silent_is_awaited (*(int *)end);
}

static void
answer_reader (int end, const char *text)
{
  silent_answer (end, text, strlen (text));
}

/* Another program writes the file, and it takes a while to be read: one goes on typing, and what
 * was read is held against what stands there then. */
static void
test_slow_file (void)
{
  g_autofree char *path = NULL;
  int end;

  if (!can_edit ())
    return;
  begin ();
  click_at (6, 0);
  path = make_silent ("sum.cu", &end);
  g_assert_true (helper_wait (is_being_read, &end));
  type ("  // meanwhile");
  expect_text ("// meanwhile");
  answer_reader (end, SUM "// theirs\n");
  g_assert_true (helper_wait (asks_about_file, NULL));
  expect_text ("// meanwhile");
  end = silent_begin (path);
  press_button (GTK_WIDGET (get_editor ()), "_Reload");
  g_assert_true (helper_wait (is_being_read, &end));
  type (" more");
  expect_text ("// meanwhile more");
  answer_reader (end, SUM "// reloaded\n");
  expect_text ("// reloaded");
  g_assert_false (text_has ((gpointer) "// meanwhile"));
  g_assert_true (helper_wait (is_saved, NULL));
}

/* Of two programs that write the file the later is heard, whenever the former is read. */
static void
test_newest_file (void)
{
  g_autofree char *path = NULL;
  int end;

  if (!can_edit ())
    return;
  begin ();
  path = make_silent ("sum.cu", &end);
  g_assert_true (helper_wait (is_being_read, &end));
  write_source ("sum.cu", SUM "// newest\n");
  g_assert_true (helper_wait (runs_text, (gpointer) "// newest"));
  answer_reader (end, SUM "// oldest\n");
  helper_iterate (300);
  expect_text ("// newest");
  g_assert_false (text_has ((gpointer) "// oldest"));
}

/* What was not read is not kept, nor taken: what stands there stays, and it is said why. */
static void
test_lost_file (void)
{
  g_autofree char *large = NULL;

  if (!can_edit ())
    return;
  begin ();
  large = g_strnfill (10000000, '\n');
  write_source ("sum.cu", large);
  g_assert_true (helper_wait (says_too_large, NULL));
  expect_text ("sdata[tid] += sdata[tid + s]");
  g_assert_true (helper_wait (is_saved, NULL));
}

/* Ten megabytes: it is said that they are too many, and what was open goes on. */
static void
test_large (void)
{
  g_autofree char *large = NULL;

  if (!can_edit ())
    return;
  begin ();
  large = g_strnfill (10000000, ' ');
  write_source ("large.cu", large);
  open_source ("large.cu");
  g_assert_true (helper_wait (is_refused, (gpointer) "“large.cu” has 10.0 MB"));
  g_assert_false (ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window))));
  click_at (6, 0);
  type ("  // still here");
  g_assert_true (helper_wait (runs_text, (gpointer) "// still here"));
  g_assert_true (is_refused ((gpointer) "“large.cu” has 10.0 MB"));
}

static GtkWidget *
find_question (void)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *link = toplevels; link != NULL; link = link->next)
    if (ADW_IS_MESSAGE_DIALOG (link->data) && gtk_widget_get_mapped (link->data))
      return link->data;
  return NULL;
}

static gboolean
is_asked (gpointer data)
{
  return find_question () != NULL;
}

static gboolean
is_not_asked (gpointer data)
{
  return find_question () == NULL;
}

static void
answer (const char *response)
{
  g_assert_true (helper_wait (is_asked, NULL));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_question ()), response);
  gtk_window_close (GTK_WINDOW (find_question ()));
  g_assert_true (helper_wait (is_not_asked, NULL));
}

/* Nothing is lost by closing the window, or by opening another kernel. */
static void
test_question (void)
{
  if (!can_edit ())
    return;
  begin ();
  click_at (6, 0);
  type ("  // precious");
  gtk_window_close (GTK_WINDOW (window));
  answer ("cancel");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window)));
  expect_text ("// precious");
  write_source ("other.cu", "__global__ void other (int *p) { p[threadIdx.x] = 7; }\n");
  open_source ("other.cu");
  answer ("cancel");
  expect_text ("// precious");
  open_source ("other.cu");
  answer ("save");
  g_assert_true (file_holds ("sum.cu", "// precious"));
  g_assert_true (helper_wait (runs_text, (gpointer) "= 7"));
  expect_text ("= 7");
  g_assert_true (helper_wait (is_saved, NULL));
}

/* A kernel of the catalogue is read, not edited; who goes back finds what was typed. */
static void
test_catalogue (void)
{
  if (!can_edit ())
    return;
  begin ();
  click_at (6, 0);
  type ("  // later");
  g_assert_true (helper_wait (runs_text, (gpointer) "// later"));
  window_helper_settle (window);
  window_helper_choose (window, "reduce3");
  window_helper_settle (window);
  g_assert_cmpstr (get_run ()->id, ==, "reduce3");
  g_assert_false (gtk_text_view_get_editable (get_view ()));
  g_assert_false (text_has ((gpointer) "// later"));
  g_assert_true (
      ws_user_editor_is_modified (ws_editing_get_editor (ws_window_get_editing (window))));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL));
  window_helper_settle (window);
  g_assert_true (gtk_text_view_get_editable (get_view ()));
  expect_text ("// later");
  gtk_text_buffer_set_modified (get_buffer (), FALSE);
}

/* The caret is the editor's alone. GTK stops its blinking only where the view has the keyboard as
 * the caret is taken away, and ends the program when it blinks on: the view loses the keyboard
 * while it blinks here, is read, and has it again. */
static void
test_caret (void)
{
  GtkWidget *view;

  if (!can_edit ())
    return;
  begin ();
  click_at (6, 0);
  view = GTK_WIDGET (get_view ());
  g_assert_true (gtk_widget_has_focus (view));
  g_assert_true (gtk_text_view_get_cursor_visible (get_view ()));
  gtk_root_set_focus (GTK_ROOT (window), NULL);
  window_helper_choose (window, "reduce3");
  window_helper_settle (window);
  gtk_widget_grab_focus (view);
  helper_iterate (300);
  g_assert_true (gtk_widget_has_focus (view));
  g_assert_false (gtk_text_view_get_cursor_visible (get_view ()));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL));
  window_helper_settle (window);
  g_assert_true (gtk_text_view_get_cursor_visible (get_view ()));
  gtk_text_buffer_set_modified (get_buffer (), FALSE);
}

static GtkWidget *
find_versions_dialog (void)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *link = toplevels; link != NULL; link = link->next)
    if (WS_IS_VERSION_DIALOG (link->data) && gtk_widget_get_mapped (link->data))
      return link->data;
  return NULL;
}

static gboolean
has_versions_dialog (gpointer data)
{
  return find_versions_dialog () != NULL;
}

static gboolean
has_versions (gpointer n)
{
  return ws_user_versions_get_n (ws_editing_get_versions (ws_window_get_editing (window)))
         == GPOINTER_TO_UINT (n);
}

static gboolean
shows_version (gpointer index)
{
  return ws_user_versions_get_present (ws_editing_get_versions (ws_window_get_editing (window)))
         == GPOINTER_TO_UINT (index);
}

static gboolean
is_visible (gpointer widget)
{
  return gtk_widget_get_visible (widget);
}

static gboolean
shows_two_runs (gpointer data)
{
  return ws_panes_get_current (ws_window_get_panes (window)) == WS_PANE_BESIDE
         && ws_beside_page_get_title (ws_panes_get_beside (ws_window_get_panes (window))) != NULL;
}

/* What ran comes back with a click, as an edit that can be undone; two of them stand line by line,
 * and their runs side by side. */
static void
test_versions (void)
{
  g_autofree char *lines = NULL;
  GtkWidget *strip;

  if (!can_edit ())
    return;
  begin ();
  strip = helper_find (GTK_WIDGET (get_editor ()), WS_TYPE_VERSION_STRIP, 0);
  g_assert_true (helper_wait (has_versions, GUINT_TO_POINTER (1)));
  g_assert_false (gtk_widget_get_visible (strip));
  click_at (ADD_LINE, 19);
  hands_key (GDK_KEY_Delete, 0);
  type ("-");
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] -= sdata[tid + s]"));
  window_helper_settle (window);
  g_assert_true (helper_wait (has_versions, GUINT_TO_POINTER (2)));
  g_assert_true (helper_wait (is_visible, strip));
  g_signal_emit_by_name (helper_find (strip, GTK_TYPE_BUTTON, 0), "clicked");
  expect_text ("sdata[tid] += sdata[tid + s]");
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] += sdata[tid + s]"));
  g_assert_true (helper_wait (is_checked, NULL));
  g_assert_true (helper_wait (shows_version, GUINT_TO_POINTER (0)));
  g_assert_true (has_versions (GUINT_TO_POINTER (2)));
  gtk_text_buffer_undo (get_buffer ());
  expect_text ("sdata[tid] -= sdata[tid + s]");
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] -= sdata[tid + s]"));
  g_assert_true (helper_wait (is_checked, NULL));
  press_button (strip, "Compare…");
  g_assert_true (helper_wait (has_versions_dialog, NULL));
  g_object_get (gtk_text_view_get_buffer (
                    GTK_TEXT_VIEW (helper_find (find_versions_dialog (), GTK_TYPE_TEXT_VIEW, 0))),
                "text", &lines, NULL);
  g_assert_nonnull (strstr (lines, "\n−         sdata[tid] += sdata[tid + s];\n"
                                   "+         sdata[tid] -= sdata[tid + s];\n"));
  press_button (find_versions_dialog (), "_Runs Side by Side");
  g_assert_true (helper_wait (shows_two_runs, NULL));
  window_helper_settle (window);
  g_assert_nonnull (strstr (ws_run_get_kernel (get_run (), 0)->source, "+= sdata"));
  ws_panes_fill (ws_window_get_panes (window), -1);
  gtk_text_buffer_set_modified (get_buffer (), FALSE);
}

static void
click_widget (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_nonnull (widget);
  helper_iterate (100);
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

static gboolean
is_stale (gpointer data)
{
  return ws_user_editor_is_stale (ws_editing_get_editor (ws_window_get_editing (window)))
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS;
}

/* Behind two versions side by side the newest stands beside its text again, and wherever an older
 * one does, Run records the text that is read there. */
static void
test_after_versions (void)
{
  GtkWidget *strip;
  g_autoptr (WsRun) newest = NULL;

  if (!can_edit ())
    return;
  begin ();
  strip = helper_find (GTK_WIDGET (get_editor ()), WS_TYPE_VERSION_STRIP, 0);
  click_at (ADD_LINE, 19);
  hands_key (GDK_KEY_Delete, 0);
  type ("-");
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] -= sdata[tid + s]"));
  window_helper_settle (window);
  g_assert_true (helper_wait (is_checked, NULL));
  newest = ws_run_ref (get_run ());
  click_widget (find_button (strip, "Compare…"));
  g_assert_true (helper_wait (has_versions_dialog, NULL));
  click_widget (find_button (find_versions_dialog (), "_Runs Side by Side"));
  g_assert_true (helper_wait (shows_two_runs, NULL));
  window_helper_settle (window);
  g_assert_nonnull (strstr (ws_run_get_kernel (get_run (), 0)->source, "+= sdata"));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (60);
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] -= sdata[tid + s]"));
  g_assert_true (get_run () == newest);
  expect_text ("sdata[tid] -= sdata[tid + s]");

  /* a run that was looked at for mistakes is one of its own */
  for (guint i = 0; i < 4 && !is_stale (NULL); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL);
      window_helper_settle (window);
    }
  g_assert_true (is_stale (NULL));
  g_assert_nonnull (strstr (ws_run_get_kernel (get_run (), 0)->source, "+= sdata"));
  click_widget (window_helper_get_child (window, "run_button"));
  g_assert_true (helper_wait (runs_text, (gpointer) "sdata[tid] -= sdata[tid + s]"));
  g_assert_true (get_run () != newest);
  g_assert_cmpuint (
      ws_user_versions_get_n (ws_editing_get_versions (ws_window_get_editing (window))), ==, 2);
  g_assert_true (helper_wait (is_checked, NULL));
  gtk_text_buffer_set_modified (get_buffer (), FALSE);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-edit/operator", test_operator);
  g_test_add_func ("/window-edit/keys", test_keys);
  g_test_add_func ("/window-edit/save", test_save);
  g_test_add_func ("/window-edit/error", test_error);
  g_test_add_func ("/window-edit/folding", test_folding);
  g_test_add_func ("/window-edit/folded-step", test_folded_step);
  g_test_add_func ("/window-edit/listings", test_listings);
  g_test_add_func ("/window-edit/bracket", test_bracket);
  g_test_add_func ("/window-edit/typed-meanwhile", test_typed_meanwhile);
  g_test_add_func ("/window-edit/barrier", test_barrier);
  g_test_add_func ("/window-edit/search", test_search);
  g_test_add_func ("/window-edit/file", test_file);
  g_test_add_func ("/window-edit/slow-file", test_slow_file);
  g_test_add_func ("/window-edit/newest-file", test_newest_file);
  g_test_add_func ("/window-edit/lost-file", test_lost_file);
  g_test_add_func ("/window-edit/large", test_large);
  g_test_add_func ("/window-edit/question", test_question);
  g_test_add_func ("/window-edit/catalogue", test_catalogue);
  g_test_add_func ("/window-edit/caret", test_caret);
  g_test_add_func ("/window-edit/versions", test_versions);
  g_test_add_func ("/window-edit/after-versions", test_after_versions);
}

int
main (int argc, char **argv)
{
  int status;

  folder = g_dir_make_tmp ("edit-XXXXXX", NULL);
  status = window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
  g_free (folder);
  return status;
}
