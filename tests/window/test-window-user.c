/* A kernel of the user's in the window: opened, changed in its form with the keyboard, taken up
 * again when its file changes, and what it says where something is wrong. Skipped where there is no
 * compiler. */
#include "compile/compiler.h"
#include "dialog/user-dialog.h"
#include "window-helpers.h"
#include "views/glance.h"
#include "views/tree-view.h"

#include "hands.h"
#include "silent.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static WsWindow *window;
static char *folder;

static WsRun *
get_run (void)
{
  return ws_playhead_get_run (ws_window_get_playhead (window));
}

static void
write_source (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
open_source (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ws_window_open (window, file);
}

static gboolean
is_made (gpointer data)
{
  return !ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window)))
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS;
}

static void
settle (void)
{
  g_assert_true (helper_wait (is_made, NULL));
  window_helper_settle (window);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
}

static gboolean
has_compiler (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompiler) compiler = ws_compiler_find (&error);

  if (compiler == NULL)
    g_test_skip ("There is no compiler for CUDA here.");
  return compiler != NULL;
}

static guint
get_grid (void)
{
  return get_run ()->launches[0].grid[0];
}

#define SCALE                                                    \
  "__global__ void scale (const float *in, float *out, int n)\n" \
  "{\n"                                                          \
  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"           \
  "\n"                                                           \
  "  if (i < n)\n"                                               \
  "    out[i] = 2 * in[i];\n"                                    \
  "}\n"

static void
test_opens (void)
{
  if (!has_compiler ())
    return;
  write_source ("scale.cu", SCALE);
  open_source ("scale.cu");
  settle ();
  g_assert_cmpstr (get_run ()->id, ==, "own-scale");
  g_assert_cmpuint (get_grid (), ==, 4);
  g_assert_cmpuint (get_run ()->findings->len, ==, 0);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

static WsSheet *
get_card_sheet (void)
{
  WsRibbon *ribbon = ws_panes_get_ribbon (ws_window_get_panes (window));
  WsGlance *card = WS_GLANCE (ws_ribbon_get_card (ribbon, WS_PANE_TIMING));

  return ws_sheet_view_get_sheet (WS_SHEET_VIEW (ws_glance_get_picture (card)));
}

/* The small chart has no timings of other kernels than the one shown. */
static void
test_timings (void)
{
  static const char *const others[] = { "reduce1", "reduce2", NULL };
  static const char *const own[] = { "reduce1", "own-scale", NULL };
  WsRibbon *ribbon = ws_panes_get_ribbon (ws_window_get_panes (window));
  g_autoptr (WsSheet) ladder = ws_sheet_new ("ladder");

  if (!has_compiler ())
    return;
  g_assert_cmpstr (get_run ()->id, ==, "own-scale");
  ladder->kernels = g_strdupv ((char **)others);
  ws_ribbon_set_sheet (ribbon, ladder);
  g_assert_nonnull (get_card_sheet ());
  g_assert_true (get_card_sheet () != ladder);
  g_strfreev (ladder->kernels);
  ladder->kernels = g_strdupv ((char **)own);
  ws_ribbon_set_sheet (ribbon, ladder);
  g_assert_true (get_card_sheet () == ladder);
  ws_ribbon_set_sheet (ribbon, NULL);
}

static GtkWidget *
find_dialog (void)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *link = toplevels; link != NULL; link = link->next)
    if (WS_IS_USER_DIALOG (link->data))
      return link->data;
  return NULL;
}

static gboolean
has_dialog (gpointer data)
{
  GtkWidget *dialog = find_dialog ();

  return dialog != NULL && gtk_widget_get_mapped (dialog);
}

static gboolean
has_no_dialog (gpointer data)
{
  return find_dialog () == NULL;
}

static GtkEditable *
find_entry (GtkWidget *widget, const char *text)
{
  if (GTK_IS_ENTRY (widget) && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (widget)), text))
    return GTK_EDITABLE (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkEditable *found = find_entry (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_grid (gpointer grid)
{
  return get_grid () == GPOINTER_TO_UINT (grid);
}

/* The button in the fields' place, a number typed, Enter: it runs so, and is kept. */
static void
test_form (void)
{
  g_autofree char *path = g_build_filename (folder, "scale.wsjob", NULL);
  g_autofree char *text = NULL;
  GtkEditable *n;

  if (!has_compiler ())
    return;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return;
    }
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.own-settings", NULL));
  g_assert_true (helper_wait (has_dialog, NULL));
  hands_focus (GTK_NATIVE (find_dialog ()));
  n = find_entry (find_dialog (), "1024");
  g_assert_nonnull (n);
  gtk_widget_grab_focus (GTK_WIDGET (n));
  gtk_editable_select_region (n, 0, -1);
  for (const char *key = "5000"; *key != '\0'; key++)
    hands_key ((guint)*key, 0);
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (has_no_dialog, NULL));
  hands_focus (GTK_NATIVE (window));
  g_assert_true (helper_wait (has_grid, GUINT_TO_POINTER (20)));
  settle ();
  g_assert_cmpuint (get_grid (), ==, 20);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\nargument.n=5000\n"));
  g_assert_nonnull (strstr (text, "#"));
}

static GtkWidget *
find_run (void)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = helper_find (find_dialog (), GTK_TYPE_BUTTON, i);

      g_assert_nonnull (button);
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), "_Run") == 0)
        return button;
    }
}

static gboolean
dialog_says (gpointer part)
{
  return helper_find_label (find_dialog (), part) != NULL;
}

static gboolean
dialog_is_silent (gpointer part)
{
  return !dialog_says (part);
}

/* Into the field that has the keyboard, in the place of what is there. */
static void
type_over (const char *text)
{
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  for (const char *key = text; *key != '\0'; key++)
    hands_key ((guint)*key, 0);
}

static gboolean
holds (gpointer text)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (find_dialog ()));

  return focus != NULL && GTK_IS_EDITABLE (focus)
         && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (focus)), text);
}

static gboolean
can_run (gpointer data)
{
  return gtk_widget_get_sensitive (find_run ());
}

static gboolean
cannot_run (gpointer data)
{
  return !can_run (NULL);
}

static void
open_form (void)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.own-settings", NULL));
  g_assert_true (helper_wait (has_dialog, NULL));
  hands_focus (GTK_NATIVE (find_dialog ()));
  helper_iterate (60);
}

/* What an expression comes to stands there, the keyboard goes from field to field, and what cannot
 * be is said while it is typed: Enter goes to it and the form stays, Escape forgets it. */
static void
test_odd (void)
{
  static const struct {
    const char *typed;
    const char *says;
  } blocks[] = { { "0", "One to three integers of at least 1" },
                 { "-4", "One to three integers of at least 1" },
                 { "1,2,3,4", "One to three integers of at least 1" },
                 { "abc", "One to three integers of at least 1" },
                 { "40,40", "A block has at most 1024 threads" } };
  g_autofree char *path = g_build_filename (folder, "scale.wsjob", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (!has_compiler ())
    return;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return;
    }
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  open_form ();
  g_assert_true (helper_wait (dialog_says, (gpointer) "How It Runs"));
  g_assert_true (helper_wait (dialog_says, (gpointer) "=\u00a020 · A guess: "));
  hands_key (GDK_KEY_Tab, 0); /* from the grid, where it begins */
  g_assert_true (helper_wait (holds, (gpointer) "256"));
  g_assert_true (helper_wait (can_run, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      type_over (blocks[i].typed);
      g_assert_true (helper_wait (holds, (gpointer)blocks[i].typed));
      g_assert_true (helper_wait (cannot_run, NULL));
      g_assert_true (helper_wait (dialog_says, (gpointer)blocks[i].says));
    }
  type_over ("128");
  g_assert_true (helper_wait (can_run, NULL));
  g_assert_true (helper_wait (dialog_is_silent, (gpointer) "A block has at most"));
  g_assert_true (helper_wait (dialog_says, (gpointer) "=\u00a040 · A guess: "));
  hands_key (GDK_KEY_Tab, 0);
  g_assert_true (helper_wait (holds, (gpointer) "0"));
  type_over ("-1");
  g_assert_true (helper_wait (dialog_says, (gpointer) "A number of bytes"));
  hands_key (GDK_KEY_Tab, 0);
  g_assert_true (helper_wait (holds, (gpointer) "5000"));
  type_over ("n");
  g_assert_true (helper_wait (dialog_says, (gpointer) "A number"));
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (holds, (gpointer) "-1"));
  g_assert_true (has_dialog (NULL));
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (has_no_dialog, NULL));
  hands_focus (GTK_NATIVE (window));
  settle ();
  g_assert_cmpuint (get_grid (), ==, 20);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);
}

static GtkWidget *
find_row (const char *title, guint nth)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *row = helper_find (find_dialog (), ADW_TYPE_ACTION_ROW, i);

      g_assert_nonnull (row);
      if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title)
          && nth-- == 0)
        return row;
    }
}

/* The list of a field to choose from, with all that it took from the keyboard. */
static gboolean
is_closed (gpointer drop)
{
  GtkWidget *list = helper_find (drop, GTK_TYPE_POPOVER, 0);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (drop));

  return (list == NULL || !gtk_widget_get_mapped (list)) && focus != NULL
         && (list == NULL || !gtk_widget_is_ancestor (focus, list));
}

/* Of the first buffer, once it is written, too. */
static gboolean
shows_expected (gpointer unused)
{
  return gtk_widget_get_visible (find_row ("Expected contents", 0));
}

/* Only what is written can be held against something; which that is, is chosen. */
static void
test_use (void)
{
  GtkWidget *drop;

  if (!has_compiler ())
    return;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return;
    }
  open_form ();
  drop = adw_action_row_get_activatable_widget (
      ADW_ACTION_ROW (find_row ("Read (in), written (out) or both (inout)", 0)));
  g_assert_true (GTK_IS_DROP_DOWN (drop));
  g_assert_false (gtk_widget_get_visible (find_row ("Expected contents", 0)));
  g_assert_true (gtk_widget_get_visible (find_row ("Expected contents", 1)));
  gtk_widget_grab_focus (drop);
  hands_key (GDK_KEY_space, 0);
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (shows_expected, NULL));
  /* until then Escape is the list's */
  g_assert_true (helper_wait (is_closed, drop));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop)), ==, 2);
  g_assert_true (helper_wait (can_run, NULL));
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (has_no_dialog, NULL));
  hands_focus (GTK_NATIVE (window));
}

static gboolean
shows_block (gpointer block)
{
  return is_made (NULL)
         && ws_playhead_get_block (ws_window_get_playhead (window)) == GPOINTER_TO_UINT (block);
}

/* A block that was not recorded is: of the user's kernel, though a kernel of the list is chosen,
 * which can be chosen again behind it. */
static void
test_block (void)
{
  GtkWidget *spin;

  if (!has_compiler ())
    return;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return;
    }
  spin = GTK_WIDGET (gtk_widget_get_template_child (window_helper_get_child (window, "fields"),
                                                    WS_TYPE_FIELDS, "shown_spin"));
  g_assert_nonnull (spin);
  g_assert_null (ws_run_find_block (get_run (), 0, 7));
  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (spin);
  gtk_editable_select_region (GTK_EDITABLE (spin), 0, -1);
  hands_key (GDK_KEY_7, 0);
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (shows_block, GUINT_TO_POINTER (7)));
  settle ();
  g_assert_cmpstr (get_run ()->id, ==, "own-scale");
  g_assert_cmpuint (get_grid (), ==, 20);
  g_assert_nonnull (ws_run_find_block (get_run (), 0, 7));
}

static gboolean
is_newer (gpointer data)
{
  return is_made (NULL) && get_run () != NULL
         && strstr (ws_run_get_kernel (get_run (), 0)->source, "3 * in") != NULL;
}

static gboolean
says_error (gpointer data)
{
  return is_made (NULL) && ws_notices_shows_error (ws_window_get_notices (window));
}

static gboolean
info_says (gpointer part)
{
  return ws_notices_shows_error (ws_window_get_notices (window))
         && strstr (ws_notices_get_error (ws_window_get_notices (window)), part) != NULL;
}

/* Another editor writes the file: its errors are said, what was shown stays; then it runs anew, as
 * the form says. */
static void
test_changes (void)
{
  if (!has_compiler ())
    return;
  write_source ("scale.cu",
                "__global__ void scale (const float *in, float *out, int n)\n{\n  none;\n}\n");
  g_assert_true (helper_wait (says_error, NULL));
  g_assert_true (helper_wait (info_says, (gpointer) "scale.cu:3:"));
  g_assert_cmpstr (get_run ()->id, ==, "own-scale");
  write_source ("scale.cu", "__global__ void scale (const float *in, float *out, int n)\n{\n"
                            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n\n"
                            "  if (i < n)\n    out[i] = 3 * in[i];\n}\n");
  g_assert_true (helper_wait (is_newer, NULL));
  settle ();
  g_assert_cmpuint (get_grid (), ==, 20);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

static gboolean
is_titled (gpointer title)
{
  return g_str_equal (gtk_label_get_text (window_helper_get_child (window, "shown_whole")), title);
}

static GtkWidget *
get_own_button (void)
{
  return GTK_WIDGET (gtk_widget_get_template_child (window_helper_get_child (window, "fields"),
                                                    WS_TYPE_FIELDS, "own_button"));
}

static char *
dup_document (void)
{
  GtkTextBuffer *document = GTK_TEXT_BUFFER (
      ws_user_editor_get_document (ws_editing_get_editor (ws_window_get_editing (window))));
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (document, &start, &end);
  return gtk_text_buffer_get_text (document, &start, &end, TRUE);
}

/* In the list of them, the first; 0 where it has none. */
static guint
get_problem_line (WsCodeEditor *editor)
{
  GtkWidget *row = helper_find (GTK_WIDGET (editor), GTK_TYPE_LIST_BOX_ROW, 0);

  g_assert_nonnull (row);
  for (guint i = 0;; i++)
    {
      GtkWidget *label = helper_find (row, GTK_TYPE_LABEL, i);
      guint64 line;

      if (label == NULL)
        return 0;
      if (g_ascii_string_to_unsigned (gtk_label_get_text (GTK_LABEL (label)), 10, 1, G_MAXUINT,
                                      &line, NULL))
        return (guint)line;
    }
}

#define ADDRESSES "__global__ void all (float **rows) { rows[0][0] = 1; }\n"
#define NONE      "__global__ void scale (float *out)\n{\n  out[j] = 1;\n}\n"
#define NOTHING                                 \
  "__global__ void fill (int *p) { *p = 1; }\n" \
  "int main () { int *d; cudaMalloc (&d, 4);\n" \
  "  fill<<<1, 0>>> (d);\n"                     \
  "}\n"
/* What stands in place of the tree, or %NULL; @button: (out): whether the form is offered there. */
static const char *
get_waits (gboolean *button)
{
  GtkWidget *tree = helper_find (GTK_WIDGET (ws_window_get_panes (window)), WS_TYPE_TREE_VIEW, 0);
  GtkWidget *stack = gtk_widget_get_ancestor (tree, GTK_TYPE_STACK);
  GtkWidget *shown = gtk_stack_get_visible_child (GTK_STACK (stack));
  GtkWidget *label = gtk_widget_get_first_child (shown);

  *button = FALSE;
  if (gtk_widget_is_ancestor (tree, shown))
    return NULL;
  *button = gtk_widget_get_visible (gtk_widget_get_last_child (shown));
  return gtk_label_get_text (GTK_LABEL (label));
}

#define GOOD "__global__ void good (int *p) { p[threadIdx.x] = 1; }\n"

/* A source that cannot run yet stands in the code pane, with what is wrong at its line, and is
 * edited there until it runs. */
static void
test_not_yet (void)
{
  static const struct {
    const char *text;
    const char *says;
    guint line; /* 0: of none */
    gboolean has_form;
  } rows[] = {
    { "int main () {}\n", "has no kernel", 0, FALSE },
    { "#include \"/etc/passwd\"\n", ":1: “/etc/passwd” was not read", 1, FALSE },
    { "\n" ADDRESSES, ":2: parameter “rows”", 2, FALSE },
    { NONE, ".cu:3:", 3, TRUE },
    { NOTHING, ":3: The block of “fill”", 3, TRUE },
  };

  if (!has_compiler ())
    return;
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WsCodeEditor *editor = ws_panes_get_editor (ws_window_get_panes (window));
      g_autoptr (WsRun) before = get_run () != NULL ? ws_run_ref (get_run ()) : NULL;
      g_autofree char *name = g_strdup_printf ("wrong-%u.cu", i);
      g_autofree char *title = g_strdup_printf ("%s: good", name);
      g_autofree char *shown = NULL;
      const char *waits;
      gboolean has_button;

      write_source (name, rows[i].text);
      open_source (name);
      g_assert_true (helper_wait (info_says, (gpointer)rows[i].says));
      settle ();
      g_assert_true (get_run () == before);
      shown = dup_document ();
      g_assert_cmpstr (shown, ==, rows[i].text);
      g_assert_true (helper_wait (is_titled, name));
      g_assert_cmpuint (ws_code_editor_get_n_problems (editor), ==, 1);
      g_assert_cmpuint (get_problem_line (editor), ==, rows[i].line);
      g_assert_true (gtk_widget_get_mapped (get_own_button ()));
      g_assert_cmpint (gtk_widget_get_sensitive (get_own_button ()), ==, rows[i].has_form);
      waits = get_waits (&has_button);
      g_assert_true (g_str_has_prefix (waits, rows[i].has_form ? "This kernel has not run yet."
                                                               : "This source does not run yet."));
      g_assert_cmpint (has_button, ==, rows[i].has_form);
      g_assert_false (gtk_widget_get_mapped (
          GTK_WIDGET (ws_panes_get_inspector (ws_window_get_panes (window)))));
      ws_user_editor_set_text (ws_editing_get_editor (ws_window_get_editing (window)), GOOD);
      g_assert_true (helper_wait (is_titled, title));
      settle ();
      g_assert_true (gtk_widget_get_sensitive (get_own_button ()));
      g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
      g_assert_null (get_waits (&has_button));
      g_assert_true (gtk_widget_get_mapped (
          GTK_WIDGET (ws_panes_get_inspector (ws_window_get_panes (window)))));
      g_assert_true (
          ws_user_editor_save (ws_editing_get_editor (ws_window_get_editing (window)), NULL));
    }
}

static gboolean
is_tried (gpointer data)
{
  return is_made (NULL) && !ws_notices_shows_error (ws_window_get_notices (window));
}

/* Run means the source that is shown, not the kernel that was chosen before it. */
static void
test_runs_shown (void)
{
  if (!has_compiler ())
    return;
  write_source ("wrong.cu", ADDRESSES);
  open_source ("wrong.cu");
  g_assert_true (helper_wait (info_says, (gpointer) "wrong.cu:1: parameter “rows”"));
  settle ();
  ws_notices_hide_error (ws_window_get_notices (window));
  g_assert_true (is_tried (NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL));
  g_assert_true (helper_wait (info_says, (gpointer) "wrong.cu:1: parameter “rows”"));
  settle ();
  g_assert_true (is_titled ((gpointer) "wrong.cu"));
}

static gboolean
asks_for_folder (gpointer said)
{
  return ws_notices_shows_error (ws_window_get_notices (window))
         && gtk_widget_get_mapped (
             ws_notices_get_remedy (ws_window_get_notices (window), WS_REMEDY_ALLOW_FOLDER))
         && strstr (ws_notices_get_error (ws_window_get_notices (window)), said) != NULL;
}

#define FAR                        \
  "#include \"../common/n.cuh\"\n" \
  "__global__ void far (const float *in, int *out) { out[threadIdx.x] = N + in[threadIdx.x]; }\n"

/* A folder above is asked about once: what a source includes, what its .wsjob file reads. */
static void
test_folder (void)
{
  g_autofree char *common = g_build_filename (folder, "common", NULL);
  g_autofree char *below = g_build_filename (folder, "below", NULL);

  if (!has_compiler ())
    return;
  g_assert_cmpint (g_mkdir (common, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (below, 0700), ==, 0);
  write_source ("common/n.cuh", "#define N 3\n");
  write_source ("below/far.cu", FAR);
  open_source ("below/far.cu");
  g_assert_true (helper_wait (asks_for_folder, common));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.allow-folder", NULL));
  settle ();
  g_assert_cmpstr (get_run ()->id, ==, "own-far");
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  write_source ("below/other.cu", FAR);
  write_source ("below/other.wsjob", "[buffer in]\ncontents=file ../far.csv\n");
  write_source ("far.csv", "1 2 3");
  open_source ("below/other.cu");
  g_assert_true (helper_wait (asks_for_folder, (gpointer) "../far.csv"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.allow-folder", NULL));
  settle ();
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  write_source ("below/third.cu", FAR);
  write_source ("below/third.wsjob", "[buffer in]\ncontents=file /etc/passwd\n");
  open_source ("below/third.cu");
  g_assert_true (helper_wait (asks_for_folder, (gpointer) "/etc/passwd"));
  open_source ("below/far.cu");
  settle ();
}

#define TWO                                                                             \
  "__global__ void twice (const float *in, float *out, int n)\n"                        \
  "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i]; }\n" \
  "__global__ void plain (const float *in, float *out, int n)\n"                        \
  "{ for (int i = 0; i < n; i++) out[i] = in[i] + in[i]; }\n"

static gboolean
shows_plain (gpointer data)
{
  return is_made (NULL) && get_run () != NULL && g_str_equal (get_run ()->id, "own-plain");
}

/* Of several kernels the first runs, and the others are offered, for the keyboard, too. */
static void
test_several (void)
{
  GtkDropDown *drop;

  if (!has_compiler ())
    return;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return;
    }
  write_source ("two.cu", TWO);
  open_source ("two.cu");
  settle ();
  g_assert_cmpstr (get_run ()->id, ==, "own-twice");
  drop = GTK_DROP_DOWN (gtk_widget_get_template_child (window_helper_get_child (window, "fields"),
                                                       WS_TYPE_FIELDS, "kernel_drop"));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (drop)));
  g_assert_cmpuint (gtk_drop_down_get_selected (drop), ==, 0);
  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (GTK_WIDGET (drop));
  hands_key (GDK_KEY_space, 0);
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (shows_plain, NULL));
  settle ();
  g_assert_cmpuint (gtk_drop_down_get_selected (drop), ==, 1);
}

static gboolean
is_judged (gpointer before)
{
  return is_made (NULL) && get_run () != NULL && get_run () != before && get_run ()->has_result;
}

/* What must come out is typed into the form: an expression, then one that is wrong. */
static void
test_expects (void)
{
  static const struct {
    const char *text;
    gboolean is_right;
  } rows[] = { { "= 2 * in[i]", TRUE }, { "= 3 * in[i]", FALSE } };
  WsUserKernel *kernel =
      ws_user_opener_get_kernel (ws_editing_get_opener (ws_window_get_editing (window)));

  if (!has_compiler () || kernel == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsRun) before = get_run () != NULL ? ws_run_ref (get_run ()) : NULL;
      GtkEditable *entry;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.own-settings", NULL));
      g_assert_true (helper_wait (has_dialog, NULL));
      entry = find_entry (find_row ("Expected contents", 1), i == 0 ? "" : rows[0].text);
      g_assert_nonnull (entry);
      gtk_editable_set_text (entry, rows[i].text);
      g_signal_emit_by_name (entry, "activate");
      g_assert_true (helper_wait (has_no_dialog, NULL));
      settle ();
      if (!helper_wait (is_judged, before))
        g_error ("%s", ws_notices_get_error (ws_window_get_notices (window)));
      g_assert_cmpint (get_run ()->correct, ==, rows[i].is_right);
    }
}

#define PTX                                                                                        \
  ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry fill (.param .u64 p)\n{\n"       \
  ".reg .b32 %r<2>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd2, %rd1;\n" \
  "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd2, %rd3;\n"                  \
  "st.global.u32 [%rd3], %r1;\nret;\n}\n"

/* PTX needs no compiler; its own lines are what the code pane shows. */
static void
test_ptx (void)
{
  write_source ("fill.ptx", PTX);
  open_source ("fill.ptx");
  settle ();
  g_assert_cmpstr (get_run ()->id, ==, "own-fill");
  g_assert_cmpstr (ws_run_get_kernel (get_run (), 0)->source, ==, PTX);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

static gboolean
says_reading (gpointer name)
{
  g_autofree char *sentence = g_strdup_printf ("Reading %s…", (char *)name);
  GtkWidget *label = helper_find_label (GTK_WIDGET (window), sentence);

  return label != NULL && gtk_widget_get_mapped (label);
}

/* Opens a file that does not answer. */
static int
make_slow (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int end = silent_begin (path);

  open_source (name);
  g_assert_true (helper_wait (says_reading, (gpointer)name));
  g_assert_true (ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window))));
  return end;
}

static void
end_slow (int end, const char *text)
{
  silent_answer (end, text, strlen (text));
}

#define QUICK "__global__ void quick (int *p) { p[threadIdx.x] = 1; }\n"
#define SLOW  "__global__ void slow (int *p) { p[threadIdx.x] = 2; }\n"

static gboolean
shows (gpointer id)
{
  return is_made (NULL) && get_run () != NULL && g_str_equal (get_run ()->id, id);
}

static const char *
get_open_name (void)
{
  static char name[64];
  g_autofree char *base = g_file_get_basename (ws_user_kernel_get_file (
      ws_user_opener_get_kernel (ws_editing_get_opener (ws_window_get_editing (window)))));

  g_strlcpy (name, base, sizeof name);
  return name;
}

/* A file that does not answer yet: the window says what it does, and everything in it works. */
static void
test_waits (void)
{
  g_autoptr (WsRun) before = NULL;
  double position;
  int end;

  if (!has_compiler ())
    return;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return;
    }
  write_source ("scale.cu", SCALE);
  open_source ("scale.cu");
  g_assert_true (helper_wait (shows, (gpointer) "own-scale"));
  settle ();
  before = ws_run_ref (get_run ());
  end = make_slow ("slow.cu");
  hands_focus (GTK_NATIVE (window));
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_TREE);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  position = ws_playhead_get_position (ws_window_get_playhead (window));
  hands_key (GDK_KEY_Right, 0);
  helper_iterate (100);
  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), >, position);
  g_assert_true (get_run () == before);
  g_assert_cmpstr (get_open_name (), ==, "scale.cu");
  end_slow (end, SLOW);
  g_assert_true (helper_wait (shows, (gpointer) "own-slow"));
  settle ();
  g_assert_cmpstr (get_open_name (), ==, "slow.cu");
  g_assert_false (says_reading ((gpointer) "slow.cu"));
}

/* Of two files that are opened the second stays, however late the first answers; and one can be
 * given up. */
static void
test_newest (void)
{
  int end;

  if (!has_compiler ())
    return;
  write_source ("quick.cu", QUICK);
  end = make_slow ("slower.cu");
  open_source ("quick.cu");
  g_assert_true (helper_wait (shows, (gpointer) "own-quick"));
  end_slow (end, SLOW);
  helper_iterate (300);
  settle ();
  g_assert_cmpstr (get_run ()->id, ==, "own-quick");
  g_assert_cmpstr (get_open_name (), ==, "quick.cu");
  end = make_slow ("slowest.cu");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.stop-reading", NULL));
  g_assert_false (ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window))));
  g_assert_false (says_reading ((gpointer) "slowest.cu"));
  end_slow (end, SLOW);
  helper_iterate (100);
  settle ();
  g_assert_cmpstr (get_open_name (), ==, "quick.cu");
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

#define LAMBDA                                                              \
  "template <typename F> __global__ void each (F f) { f (threadIdx.x); }\n" \
  "__global__ void fill (int *p) { p[threadIdx.x] = 1; }\n"                 \
  "int main () { int *p; cudaMalloc (&p, 128); fill<<<1, 32>>> (p);\n"      \
  "  each<<<1, 32>>> ([&] __device__ (int i) {}); }\n"

/* What is skipped of a file stands at its line; the rest runs. */
static void
test_skips (void)
{
  WsCodeEditor *editor = ws_panes_get_editor (ws_window_get_panes (window));

  if (!has_compiler ())
    return;
  write_source ("lambda.cu", LAMBDA);
  open_source ("lambda.cu");
  g_assert_true (helper_wait (is_titled, (gpointer) "lambda.cu: fill"));
  settle ();
  g_assert_cmpuint (ws_code_editor_get_n_problems (editor), ==, 1);
  g_assert_cmpuint (get_problem_line (editor), ==, 4);
  g_assert_nonnull (helper_find_label (GTK_WIDGET (editor), "The launch is skipped."));
}

static gboolean
is_on (gpointer device)
{
  return is_made (NULL) && g_strcmp0 (get_run ()->device, device) == 0;
}

#define NEWER                      \
  "__global__ void put (int *p)\n" \
  "{\n"                            \
  "#if __CUDA_ARCH__ >= 900\n"     \
  "  p[threadIdx.x + 32] = 1;\n"   \
  "#endif\n"                       \
  "  p[threadIdx.x] = 1;\n"        \
  "}\n"                            \
  "int main () { int *p; cudaMalloc (&p, 256); put<<<1, 32>>> (p); }\n"

/* On another device the kernel is compiled for that one. */
static void
test_device (void)
{
  guint n_sites;

  if (!has_compiler ())
    return;
  write_source ("newer.cu", NEWER);
  open_source ("newer.cu");
  g_assert_true (helper_wait (is_titled, (gpointer) "newer.cu: put"));
  settle ();
  g_assert_cmpstr (get_run ()->device, ==, "vm:k40c");
  n_sites = ws_run_get_kernel (get_run (), 0)->n_sites;
  gtk_widget_activate_action (GTK_WIDGET (window), "win.use-device", "s", "vm:h200");
  g_assert_true (helper_wait (is_on, (gpointer) "vm:h200"));
  settle ();
  g_assert_cmpuint (ws_run_get_kernel (get_run (), 0)->n_sites, >, n_sites);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.use-device", "s", "vm:k40c");
  g_assert_true (helper_wait (is_on, (gpointer) "vm:k40c"));
  settle ();
  g_assert_cmpuint (ws_run_get_kernel (get_run (), 0)->n_sites, ==, n_sites);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-own/opens", test_opens);
  g_test_add_func ("/window-own/timings", test_timings);
  g_test_add_func ("/window-own/form", test_form);
  g_test_add_func ("/window-own/odd", test_odd);
  g_test_add_func ("/window-own/use", test_use);
  g_test_add_func ("/window-own/block", test_block);
  g_test_add_func ("/window-own/changes", test_changes);
  g_test_add_func ("/window-own/several", test_several);
  g_test_add_func ("/window-own/expects", test_expects);
  g_test_add_func ("/window-own/ptx", test_ptx);
  g_test_add_func ("/window-own/not-yet", test_not_yet);
  g_test_add_func ("/window-own/runs-shown", test_runs_shown);
  g_test_add_func ("/window-own/skips", test_skips);
  g_test_add_func ("/window-own/device", test_device);
  g_test_add_func ("/window-own/folder", test_folder);
  g_test_add_func ("/window-own/waits", test_waits);
  g_test_add_func ("/window-own/newest", test_newest);
}

int
main (int argc, char **argv)
{
  int status;

  folder = g_dir_make_tmp ("own-XXXXXX", NULL);
  status = window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
  g_free (folder);
  return status;
}
