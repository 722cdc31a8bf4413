/* A program of the user's in the window: it is asked whether its main() may run, its launches are
 * what it did, one of them is chosen by pointer and keyboard, and who else writes the file is asked
 * again. Skipped where there is no nvcc or no g++. */
#include "compiler.h"
#include "host-program.h"
#include "edit/program-question.h"
#include "edit/program-strip.h"
#include "hands.h"
#include "history/writer.h"
#include "pen/quantity.h"
#include "window-helpers.h"

#include <string.h>

static WsWindow *window;
static char *folder;

#define PROGRAM                                                            \
  "#include <cstdio>\n"                                                    \
  "#include <cstdlib>\n"                                                   \
  "__global__ void fill (float *a, int n)\n"                               \
  "{\n"                                                                    \
  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"                     \
  "  if (i < n) a[i] = i;\n"                                               \
  "}\n"                                                                    \
  "__global__ void twice (float *a, int n)\n"                              \
  "{\n"                                                                    \
  "  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] *= 2;\n"       \
  "}\n"                                                                    \
  "int main (int argc, char **argv)\n"                                     \
  "{\n"                                                                    \
  "  int n = argc > 1 ? atoi (argv[1]) : 512;\n"                           \
  "  float *a, last;\n"                                                    \
  "  cudaMalloc (&a, n * sizeof (float));\n"                               \
  "  for (int round = 0; round < 5; round++)\n"                            \
  "    {\n"                                                                \
  "      fill<<<(n + 127) / 128, 128>>> (a, n);\n"                         \
  "      twice<<<1, 64>>> (a, n);\n"                                       \
  "    }\n"                                                                \
  "  cudaMemcpy (&last, a + n - 1, 4, cudaMemcpyDeviceToHost);\n"          \
  "  printf (\"%s\\n\", last == 2 * (n - 1) ? \"PASSED\" : \"FAILED\");\n" \
  "  FILE *file = fopen (\"last.txt\", \"w\");\n"                          \
  "  fprintf (file, \"%g\\n\", last);\n"                                   \
  "  fclose (file);\n"                                                     \
  "  return 0;\n"                                                          \
  "}\n"
#define FAULTY "  int n = nothing;\n"

/* ---- what is there ---- */

static WsRun *
get_run (void)
{
  return ws_playhead_get_run (ws_window_get_playhead (window));
}

static WsUserOpener *
get_opener (void)
{
  return ws_editing_get_opener (ws_window_get_editing (window));
}

static WsProgramStrip *
get_strip (void)
{
  return window_helper_get_child (window, "program_strip");
}

static GtkWidget *
get_question (void)
{
  return helper_find (GTK_WIDGET (ws_window_get_panes (window)), WS_TYPE_PROGRAM_QUESTION, 0);
}

static const WsHistory *
get_history (void)
{
  return ws_user_program_get_run (ws_user_opener_get_program (get_opener ()))->history;
}

static char *
get_path (void)
{
  return g_build_filename (folder, "program.cu", NULL);
}

static void
write_program (const char *text)
{
  g_autofree char *path = get_path ();

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
open_program (void)
{
  g_autofree char *path = get_path ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ws_window_open (window, file);
}

static gboolean
is_made (gpointer data)
{
  return !ws_user_opener_is_busy (get_opener ())
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS;
}

static void
settle (void)
{
  g_assert_true (helper_wait (is_made, NULL));
  window_helper_settle (window);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
}

/* A launch of the program is what is shown, and is marked. */
static gboolean
shows_launch (gpointer launch)
{
  return is_made (NULL) && ws_user_opener_runs_main (get_opener ())
         && ws_program_strip_get_shown (get_strip ()) == GPOINTER_TO_UINT (launch);
}

static gboolean
asks (gpointer data)
{
  return gtk_widget_get_mapped (get_question ());
}

static gboolean
has_compiler (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_programs (NULL);

  if (!compiler_is_here (client) || !host_program_can_run ())
    return FALSE;
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return FALSE;
    }
  return TRUE;
}

static void
click (GtkWidget *widget)
{
  int x;
  int y;

  hands_focus (GTK_NATIVE (window));
  helper_iterate (60);
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

/* The chip of the strip with this title. */
static GtkWidget *
find_chip (const char *title)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = helper_find (GTK_WIDGET (get_strip ()), GTK_TYPE_BUTTON, i);

      g_assert_nonnull (button);
      if (gtk_widget_has_css_class (button, "program-chip")
          && helper_find_label (button, title) != NULL)
        return button;
    }
}

/* What is shown is the launch that is marked: the history's kernel, grid and block. */
static void
assert_shown (guint launch)
{
  const WsStep *step = ws_history_get_launch (get_history (), launch);
  const WsRun *run = get_run ();

  g_assert_cmpuint (ws_program_strip_get_shown (get_strip ()), ==, launch);
  g_assert_cmpuint (run->n_launches, ==, 1);
  g_assert_true (g_str_has_prefix (step->title, ws_run_get_kernel (run, 0)->title));
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (run->launches[0].grid[i], ==, step->grid[i]);
      g_assert_cmpuint (run->launches[0].block[i], ==, step->block[i]);
    }
}

/* ---- tests ---- */

/* Until the user has said so, its launches are read from the source. */
static void
test_guess (void)
{
  if (!has_compiler ())
    return;
  write_program (PROGRAM);
  open_program ();
  settle ();
  g_assert_true (helper_wait (asks, NULL));
  g_assert_false (ws_user_opener_runs_main (get_opener ()));
  g_assert_null (ws_user_opener_get_program (get_opener ()));
  g_assert_cmpuint (get_run ()->n_launches, >, 1);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_strip ())));
}

static char *
format_launch (const WsStep *step)
{
  g_autofree char *time = ws_quantity_format (WS_QUANTITY_TIME, (double)step->duration_ns);

  return g_strdup_printf ("%u × %u · %s", step->grid[0], step->block[0], time);
}

/* A click, and the strip says what the program did: the launch that takes longest is shown. */
static void
test_agrees (void)
{
  g_autofree char *fill = NULL;

  if (!has_compiler ())
    return;
  click (helper_find (get_question (), GTK_TYPE_BUTTON, 0));
  g_assert_false (ws_code_editor_has_keyboard (ws_panes_get_editor (ws_window_get_panes (window))));
  g_assert_true (helper_wait (is_made, NULL));
  settle ();
  g_assert_true (ws_user_opener_runs_main (get_opener ()));
  g_assert_false (asks (NULL));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_strip ())));
  g_assert_cmpuint (ws_history_count_launches (get_history ()), ==, 10);
  assert_shown (ws_history_find_longest (get_history ()));
  g_assert_cmpstr (ws_run_get_kernel (get_run (), 0)->title, ==, "twice");
  g_assert_true (gtk_widget_has_css_class (find_chip ("twice"), "program-present"));
  g_assert_false (gtk_widget_has_css_class (find_chip ("fill"), "program-present"));
  fill = format_launch (ws_history_get_launch (get_history (), 0));
  g_assert_nonnull (helper_find_label (find_chip ("fill"), fill));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "1 of 5"));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "→ host"));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "✓ PASSED"));
}

static void
test_click (void)
{
  if (!has_compiler ())
    return;
  click (find_chip ("fill"));
  g_assert_true (helper_wait (shows_launch, GUINT_TO_POINTER (0)));
  settle ();
  assert_shown (0);
  g_assert_cmpstr (ws_run_get_kernel (get_run (), 0)->title, ==, "fill");
}

static gboolean
has_keyboard (gpointer widget)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static GtkLabel *
get_memory (void)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *label = helper_find (GTK_WIDGET (get_strip ()), GTK_TYPE_LABEL, i);

      g_assert_nonnull (label);
      if (gtk_widget_has_css_class (label, "program-memory"))
        return GTK_LABEL (label);
    }
}

/* The line below the strip names the last writer that the history has, and its link shows that
 * launch. */
static void
test_memory (void)
{
  const WsStep *memory;
  g_autofree char *found = NULL;
  WsWriter writer;

  if (!has_compiler ())
    return;
  click (find_chip ("twice"));
  g_assert_true (helper_wait (shows_launch, GUINT_TO_POINTER (1)));
  settle ();
  memory = g_ptr_array_index (get_history ()->steps, 0);
  g_assert_cmpint (memory->kind, ==, WS_STEP_ALLOC);
  writer = ws_history_find_writer (get_history (), 1, memory->address, memory->size);
  g_assert_cmpint (writer.kind, ==, WS_WRITER_LAUNCH);
  g_assert_cmpuint (writer.launch, ==, 0);
  found = g_strdup_printf ("a ← fill, launch %u", writer.launch + 1);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_memory ())));
  g_assert_nonnull (strstr (gtk_label_get_text (get_memory ()), found));

  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (GTK_WIDGET (get_memory ()));
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (shows_launch, GUINT_TO_POINTER (0)));
  settle ();
  assert_shown (0);
  g_assert_nonnull (strstr (gtk_label_get_text (get_memory ()), "a ← never written"));
}

static GtkWidget *
find_button (const char *label)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = helper_find (GTK_WIDGET (get_strip ()), GTK_TYPE_BUTTON, i);

      if (button == NULL || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
        return button;
    }
}

static gboolean
is_stopped (gpointer data)
{
  const WsProgramStory *story = ws_program_strip_get_story (get_strip ());

  return is_made (NULL) && story != NULL && story->is_stopped;
}

/* One that was stopped says after how many launches, and may run longer, until it has its end. */
static void
test_longer (void)
{
  WsUserProgram *program;
  guint n_before;

  if (!has_compiler ())
    return;
  program = ws_user_opener_get_program (get_opener ());
  ws_user_program_set_seconds (program, 1e-4);
  ws_user_program_renew (program);
  ws_user_opener_make (get_opener ());
  g_assert_true (helper_wait (is_stopped, NULL));
  settle ();
  n_before = ws_program_strip_get_story (get_strip ())->n_launches;
  g_assert_cmpuint (n_before, <, 10);
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "✗ Stopped"));
  g_assert_true (gtk_widget_get_visible (find_button ("Run _Longer")));
  for (guint i = 0; i < 8 && is_stopped (NULL); i++)
    {
      g_signal_emit_by_name (find_button ("Run _Longer"), "clicked");
      g_assert_true (helper_wait (is_made, NULL));
      settle ();
    }
  g_assert_false (is_stopped (NULL));
  g_assert_false (gtk_widget_get_visible (find_button ("Run _Longer")));
  g_assert_cmpuint (ws_program_strip_get_story (get_strip ())->n_launches, ==, 10);
  ws_user_program_set_seconds (program, WS_PROGRAM_SECONDS);
}

/* Left and Right go from launch to launch; a round of a loop is typed. */
static void
test_keys (void)
{
  GtkWidget *rounds;

  if (!has_compiler ())
    return;
  hands_focus (GTK_NATIVE (window));
  gtk_widget_grab_focus (find_chip ("fill"));
  hands_key (GDK_KEY_Right, 0);
  g_assert_true (helper_wait (has_keyboard, find_chip ("twice")));
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (shows_launch, GUINT_TO_POINTER (1)));
  settle ();
  assert_shown (1);
  gtk_widget_grab_focus (find_chip ("twice"));
  hands_key (GDK_KEY_Right, 0);
  rounds = helper_find (GTK_WIDGET (get_strip ()), GTK_TYPE_MENU_BUTTON, 0);
  g_assert_true (helper_wait (has_keyboard, rounds));
  hands_key (GDK_KEY_space, 0);
  g_assert_true (helper_wait (has_keyboard, helper_find (rounds, GTK_TYPE_SPIN_BUTTON, 0)));
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_4, 0);
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (shows_launch, GUINT_TO_POINTER (7)));
  settle ();
  assert_shown (7);
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "4 of 5"));
}

static gboolean
has_grid (gpointer grid)
{
  return is_made (NULL) && get_run ()->launches[0].grid[0] == GPOINTER_TO_UINT (grid);
}

/* What main() is called with: it runs again, and the launch that was shown is. */
static void
test_arguments (void)
{
  GtkWidget *entry = GTK_WIDGET (gtk_widget_get_template_child (
      window_helper_get_child (window, "fields"), WS_TYPE_FIELDS, "arguments_entry"));

  if (!has_compiler ())
    return;
  click (find_chip ("fill"));
  g_assert_true (helper_wait (shows_launch, GUINT_TO_POINTER (6)));
  settle ();
  hands_focus (GTK_NATIVE (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-fields", NULL));
  g_assert_true (helper_wait (has_keyboard, entry));
  for (const char *key = "1000"; *key != '\0'; key++)
    hands_key ((guint)*key, 0);
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (has_grid, GUINT_TO_POINTER (8)));
  settle ();
  assert_shown (6);
}

static gboolean
is_on (gpointer device)
{
  return is_made (NULL) && g_strcmp0 (get_run ()->device, device) == 0;
}

/* On another device the program runs once more, and may do something else there. */
static void
test_device (void)
{
  if (!has_compiler ())
    return;
  g_assert_cmpstr (get_history ()->device, ==, "vm:k40c");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.use-device", "s", "vm:h200");
  g_assert_true (helper_wait (is_on, (gpointer) "vm:h200"));
  settle ();
  g_assert_cmpstr (get_history ()->device, ==, "vm:h200");
  assert_shown (6);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.use-device", "s", "vm:k40c");
  g_assert_true (helper_wait (is_on, (gpointer) "vm:k40c"));
  settle ();
}

static void
set_text (const char *text)
{
  ws_user_editor_set_text (ws_editing_get_editor (ws_window_get_editing (window)), text);
}

/* (transfer full): the program, with @new in the place of @old */
static char *
change (const char *old, const char *new)
{
  g_auto (GStrv) parts = g_strsplit (PROGRAM, old, -1);

  return g_strjoinv (new, parts);
}

static gboolean
has_launches (gpointer n)
{
  const WsProgramStory *story = ws_program_strip_get_story (get_strip ());

  return is_made (NULL) && story != NULL && story->n_launches == GPOINTER_TO_UINT (n);
}

static gboolean
has_problem (gpointer data)
{
  return is_made (NULL)
         && ws_code_editor_get_n_problems (ws_panes_get_editor (ws_window_get_panes (window))) > 0;
}

/* What is typed runs without a question, errors stand at their lines in host code, too, and the
 * last run stays meanwhile. */
static void
test_edit (void)
{
  WsCodeEditor *editor = ws_panes_get_editor (ws_window_get_panes (window));
  g_autofree char *fewer = change ("round < 5", "round < 2");
  g_autofree char *faulty = change ("  int n = argc > 1 ? atoi (argv[1]) : 512;\n", FAULTY);

  if (!has_compiler ())
    return;
  set_text (faulty);
  g_assert_true (helper_wait (has_problem, NULL));
  settle ();
  g_assert_nonnull (helper_find_label (GTK_WIDGET (editor), "14"));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_strip ())));
  g_assert_cmpuint (ws_program_strip_get_story (get_strip ())->n_launches, ==, 10);
  set_text (fewer);
  g_assert_true (helper_wait (has_launches, GUINT_TO_POINTER (4)));
  settle ();
  g_assert_cmpuint (ws_code_editor_get_n_problems (editor), ==, 0);
  assert_shown (ws_history_find_longest (get_history ()));
  g_assert_false (asks (NULL));
  g_assert_true (
      ws_user_editor_save (ws_editing_get_editor (ws_window_get_editing (window)), NULL));
}

static gboolean
runs_main (gpointer data)
{
  return is_made (NULL) && ws_user_opener_runs_main (get_opener ());
}

/* What the user has saved may run when it is opened again; what somebody else has written is asked
 * about, and its launches are read meanwhile. */
static void
test_others (void)
{
  g_autofree char *other = change ("round < 5", "round < 3");

  if (!has_compiler ())
    return;
  open_program ();
  settle ();
  g_assert_true (helper_wait (runs_main, NULL));
  g_assert_false (asks (NULL));
  /* what is typed while it is read is typed into what they have written */
  ws_user_opener_again (get_opener ());
  ws_user_opener_take_text (get_opener (), other);
  g_assert_true (helper_wait (asks, NULL));
  settle ();
  g_assert_false (ws_user_opener_runs_main (get_opener ()));
  ws_user_opener_again (get_opener ());
  g_assert_true (helper_wait (runs_main, NULL));
  settle ();
  write_program (other);
  g_assert_true (helper_wait (asks, NULL));
  settle ();
  g_assert_false (ws_user_opener_runs_main (get_opener ()));
  g_assert_cmpuint (get_run ()->n_launches, >, 1);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_strip ())));
  /* closed, it is not asked any more of this file */
  click (helper_find (get_question (), GTK_TYPE_BUTTON, 1));
  g_assert_false (asks (NULL));
  g_assert_false (ws_user_opener_runs_main (get_opener ()));
}

#define ROWS                                                                    \
  "#include <cstdio>\n"                                                         \
  "__global__ void all (float **rows) { rows[blockIdx.x][threadIdx.x] = 1; }\n" \
  "int main ()\n"                                                               \
  "{\n"                                                                         \
  "  float *rows[3], **there;\n"                                                \
  "  for (int i = 0; i < 3; i++) cudaMalloc (&rows[i], 128);\n"                 \
  "  cudaMalloc (&there, sizeof rows);\n"                                       \
  "  cudaMemcpy (there, rows, sizeof rows, cudaMemcpyHostToDevice);\n"          \
  "  all<<<3, 32>>> (there);\n"                                                 \
  "  return 3;\n"                                                               \
  "}\n"

static gboolean
says_wrong (gpointer data)
{
  return is_made (NULL) && ws_notices_shows_error (ws_window_get_notices (window));
}

/* Of what nobody can say how its kernels run without running it: it is asked all the same. */
static void
test_unreadable (void)
{
  if (!has_compiler ())
    return;
  write_program (ROWS);
  open_program ();
  g_assert_true (helper_wait (says_wrong, NULL));
  g_assert_true (helper_wait (asks, NULL));
  click (helper_find (get_question (), GTK_TYPE_BUTTON, 0));
  g_assert_true (helper_wait (runs_main, NULL));
  settle ();
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  assert_shown (0);
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "✗ Status 3"));
}

static gboolean
says_it_runs (gpointer data)
{
  GtkWidget *label = helper_find_label (
      GTK_WIDGET (ws_notices_get_signs (ws_window_get_notices (window))), "Compiling and running");

  return label != NULL && gtk_widget_get_mapped (label);
}

/* What does not end says that it runs, and can be stopped. */
static void
test_stop (void)
{
  WsCodeEditor *editor = ws_panes_get_editor (ws_window_get_panes (window));
  g_autofree char *endless = change ("  return 0;\n", "  for (volatile int i = 0;;) i = 1;\n");

  if (!has_compiler ())
    return;
  write_program (endless);
  open_program ();
  settle ();
  g_assert_true (helper_wait (asks, NULL));
  click (helper_find (get_question (), GTK_TYPE_BUTTON, 0));
  g_assert_true (helper_wait (says_it_runs, NULL));
  g_assert_false (is_made (NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.stop-program", NULL));
  g_assert_true (is_made (NULL));
  g_assert_false (says_it_runs (NULL));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (editor), "The program was stopped."));
}

static gboolean
has_chooser (gpointer data)
{
  GtkWidget *chooser = helper_find_window (GTK_TYPE_FILE_CHOOSER_DIALOG);

  return chooser != NULL && gtk_widget_get_mapped (chooser);
}

static gboolean
is_hidden (gpointer widget)
{
  return !gtk_widget_get_visible (widget);
}

static gboolean
has_name (gpointer chooser, const char *name)
{
  g_autofree char *current = gtk_file_chooser_get_current_name (chooser);

  return g_strcmp0 (current, name) == 0;
}

/* A file that it has written is offered behind its output; where it is to be saved is asked. */
static void
test_file (void)
{
  GtkWidget *chooser;

  if (!has_compiler ())
    return;
  write_program (PROGRAM);
  open_program ();
  settle ();
  g_assert_true (helper_wait (asks, NULL));
  click (helper_find (get_question (), GTK_TYPE_BUTTON, 0));
  g_assert_true (helper_wait (runs_main, NULL));
  settle ();
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "last.txt"));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_strip ()), "5 bytes"));
  g_signal_emit_by_name (find_button ("Save…"), "clicked");
  g_assert_true (helper_wait (has_chooser, NULL));
  chooser = helper_find_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_assert_true (has_name (chooser, "last.txt"));
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  g_assert_true (helper_wait (is_hidden, chooser));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-program/guess", test_guess);
  g_test_add_func ("/window-program/agrees", test_agrees);
  g_test_add_func ("/window-program/click", test_click);
  g_test_add_func ("/window-program/memory", test_memory);
  g_test_add_func ("/window-program/longer", test_longer);
  g_test_add_func ("/window-program/keys", test_keys);
  g_test_add_func ("/window-program/arguments", test_arguments);
  g_test_add_func ("/window-program/device", test_device);
  g_test_add_func ("/window-program/edit", test_edit);
  g_test_add_func ("/window-program/others", test_others);
  g_test_add_func ("/window-program/unreadable", test_unreadable);
  g_test_add_func ("/window-program/stop", test_stop);
  /* the last: no window manager gives back the keyboard that the chooser takes */
  g_test_add_func ("/window-program/file", test_file);
}

int
main (int argc, char **argv)
{
  int status;

  folder = g_dir_make_tmp ("program-XXXXXX", NULL);
  window_helper_explores = TRUE;
  status = window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
  g_free (folder);
  return status;
}
