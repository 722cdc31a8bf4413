/* CUDA, PTX and SASS of a kernel beside each other, by pointer and keys: which are shown, which
 * lines of them are of each other, for which architecture, and what is said where there are no
 * tools. The assembler and the disassembler are the test's own: two scripts. */
#include "window-helpers.h"
#include "window/machine-coder.h"

#include "hands.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <string.h>

#define LOAD_LINE 13 /* of reduce1.cu: sdata[tid] = … */

static WsWindow *window;
static char *folder;

static WsCodeView *
get_code (void)
{
  return window_helper_get (window, "code");
}

static WsMachineView *
get_machine (void)
{
  return ws_code_view_get_machine (get_code ());
}

static const WsKernel *
get_kernel (void)
{
  return ws_run_get_kernel (ws_playhead_get_run (ws_window_get_playhead (window)), 0);
}

static void
write_tool (const char *name, const char *script)
{
  g_autofree char *path = g_build_filename (folder, "bin", name, NULL);

  g_assert_true (g_file_set_contents (path, script, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
}

static void
remove_tool (const char *name)
{
  g_autofree char *path = g_build_filename (folder, "bin", name, NULL);

  g_unlink (path);
}

/* The disassembler gives each instruction of the kernel one of its own, the last first: two where
 * it is of the line of the load. The assembler notes each time that it is run. */
static void
write_tools (void)
{
  const WsKernel *kernel = get_kernel ();
  g_autofree char *listing = g_build_filename (folder, "listing", NULL);
  g_autofree char *as = g_strdup_printf (
      "#!/bin/sh\n"
      "echo \"ptxas info    : Compiling entry function '%s' for 'sm_75'\"\n"
      "echo \"ptxas info    : Function properties for %s\"\n"
      "echo \"    0 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\"\n"
      "echo \"ptxas info    : Used 17 registers, used 1 barriers, 512 bytes smem\"\n",
      kernel->entry, kernel->entry);
  g_autofree char *disassemble = g_strdup_printf ("#!/bin/sh\ncat %s\n", listing);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "\n.text.%s:\n", kernel->entry);
  for (guint i = kernel->n_sites; i-- > 0;)
    {
      g_string_append_printf (text, "\t//## File \".nv_debug_ptx_txt\", line %u\n",
                              kernel->sites[i].ptx_line);
      g_string_append_printf (text, "        /*%04x*/                   OP%u ;\n", 32 * i, i);
      if (kernel->sites[i].line == LOAD_LINE)
        g_string_append_printf (text, "        /*%04x*/              @!P0 MORE%u ;\n", 32 * i + 16,
                                i);
    }
  g_assert_true (g_file_set_contents (listing, text->str, -1, NULL));
  write_tool ("ptxas", as);
  write_tool ("nvdisasm", disassemble);
}

static GtkWidget *
get_toggle (WsCodeText text)
{
  static const char *const labels[] = { "CUDA", "PTX", "SASS" };
  GtkWidget *label = helper_find_label (window_helper_get (window, "code_pane"), labels[text]);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON);
}

static gboolean
is_active (gpointer toggle)
{
  return gtk_toggle_button_get_active (toggle);
}

static gboolean
is_inactive (gpointer toggle)
{
  return !gtk_toggle_button_get_active (toggle);
}

static void
press (GtkWidget *toggle)
{
  gboolean was_active = is_active (toggle);
  int x;
  int y;

  g_assert_true (hands_find (toggle, gtk_widget_get_width (toggle) / 2.,
                             gtk_widget_get_height (toggle) / 2., &x, &y));
  hands_move (x, y);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  g_assert_true (helper_wait (was_active ? is_inactive : is_active, toggle));
  helper_iterate (60);
}

static GtkTextBuffer *
get_buffer (WsCodeText text)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (ws_code_view_get_text (get_code (), text)));
}

static gboolean
has_tag (WsCodeText text, guint line, const char *name)
{
  GtkTextTag *tag =
      gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (get_buffer (text)), name);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (get_buffer (text), &iter, (int)line - 1);
  return gtk_text_iter_has_tag (&iter, tag);
}

static guint
count_tagged (WsCodeText text, const char *name)
{
  guint n = 0;

  for (int line = 1; line <= gtk_text_buffer_get_line_count (get_buffer (text)); line++)
    n += has_tag (text, (guint)line, name);
  return n;
}

/* Where a line is on the screen, scrolled to. */
static void
find_line (WsCodeText text, guint line, int *root_x, int *root_y)
{
  GtkTextView *view = GTK_TEXT_VIEW (ws_code_view_get_text (get_code (), text));
  GtkTextIter iter;
  GdkRectangle at;
  int x;
  int y;

  gtk_text_buffer_get_iter_at_line (get_buffer (text), &iter, (int)line - 1);
  gtk_text_view_scroll_to_iter (view, &iter, 0.2, FALSE, 0, 0);
  helper_iterate (150);
  gtk_text_view_get_iter_location (view, &iter, &at);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, at.x, at.y, &x, &y);
  g_assert_true (hands_find (GTK_WIDGET (view), x + 12, y + at.height / 2., root_x, root_y));
}

static void
hover (WsCodeText text, guint line)
{
  int x;
  int y;

  find_line (text, line, &x, &y);
  hands_move (x, y);
  hands_move (x + 1, y);
  helper_iterate (60);
}

/* @line: of the machine code */
static gboolean
is_seen (gpointer line)
{
  WsCodeText text = WS_CODE_MACHINE;
  GtkTextView *view = GTK_TEXT_VIEW (ws_code_view_get_text (get_code (), text));
  GdkRectangle seen;
  GdkRectangle at;
  GtkTextIter iter;

  gtk_text_view_get_visible_rect (view, &seen);
  gtk_text_buffer_get_iter_at_line (get_buffer (text), &iter, GPOINTER_TO_INT (line) - 1);
  gtk_text_view_get_iter_location (view, &iter, &at);
  return at.y >= seen.y && at.y + at.height <= seen.y + seen.height;
}

static gboolean
has_code (gpointer data)
{
  return ws_machine_view_get_code (get_machine ()) != NULL;
}

static gboolean
has_message (gpointer part)
{
  const char *message = ws_machine_view_get_message (get_machine ());

  return message != NULL && strstr (message, part) != NULL;
}

/* The first line of the machine code that is of a line of the source. */
static guint
find_machine_line (guint line)
{
  g_autoptr (GArray) lines =
      ws_code_link_find (get_kernel (), ws_machine_view_get_code (get_machine ()), WS_CODE_SOURCE,
                         line, WS_CODE_MACHINE);

  g_assert_cmpuint (lines->len, >, 1);
  return g_array_index (lines, guint, 0);
}

static guint
count_linked (guint line, WsCodeText to)
{
  g_autoptr (GArray) lines = ws_code_link_find (
      get_kernel (), ws_machine_view_get_code (get_machine ()), WS_CODE_SOURCE, line, to);

  return lines->len;
}

/* The code fills the window, and all three texts stand in it, by clicks. */
static gboolean
begin (void)
{
  if (!hands_init ())
    {
      g_test_skip ("There is no XTEST here.");
      return FALSE;
    }
  window_helper_settle (window);
  write_tools ();
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  ws_panes_fill (ws_window_get_panes (window), WS_PANE_CODE);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (100);
  for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
    if (!ws_code_view_get_shown (get_code (), text))
      press (get_toggle (text));
  g_assert_true (helper_wait (has_code, NULL));
  helper_iterate (100);
  for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
    {
      g_assert_true (ws_code_view_get_shown (get_code (), text));
      g_assert_true (
          gtk_widget_get_mapped (GTK_WIDGET (ws_code_view_get_text (get_code (), text))));
    }
  return TRUE;
}

/* What is shown is kept in the settings; and of three toggles one is always on. */
static void
test_toggles (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");

  if (!begin ())
    return;
  g_assert_true (g_settings_get_boolean (settings, "show-sass"));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_machine ()),
                                       "17 registers · spills: 8 B written, 12 B read · 512 B "
                                       "static shared"));
  press (get_toggle (WS_CODE_PTX));
  press (get_toggle (WS_CODE_MACHINE));
  g_assert_false (g_settings_get_boolean (settings, "show-sass"));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_machine ())));
  press (get_toggle (WS_CODE_SOURCE));
  g_assert_true (ws_code_view_get_shown (get_code (), WS_CODE_PTX));
  g_assert_false (ws_code_view_get_shown (get_code (), WS_CODE_SOURCE));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (get_toggle (WS_CODE_PTX))));
  press (get_toggle (WS_CODE_PTX));
  g_assert_true (ws_code_view_get_shown (get_code (), WS_CODE_SOURCE));
  g_assert_false (ws_code_view_get_shown (get_code (), WS_CODE_PTX));
  gtk_test_accessible_assert_property (get_toggle (WS_CODE_MACHINE), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Machine code, SASS");
  gtk_widget_grab_focus (get_toggle (WS_CODE_MACHINE));
  hands_key (GDK_KEY_space, 0);
  helper_iterate (60);
  g_assert_true (ws_code_view_get_shown (get_code (), WS_CODE_MACHINE));
}

/* Where the pointer is, the lines of the others are marked and in sight; away from it, those that
 * were chosen by a click are, until the playhead moves. */
static void
test_links (void)
{
  guint of_load;

  if (!begin ())
    return;
  of_load = find_machine_line (LOAD_LINE);
  hover (WS_CODE_SOURCE, LOAD_LINE);
  g_assert_true (has_tag (WS_CODE_MACHINE, of_load, "linked"));
  g_assert_cmpuint (count_tagged (WS_CODE_MACHINE, "linked"), ==,
                    count_linked (LOAD_LINE, WS_CODE_MACHINE));
  g_assert_cmpuint (count_tagged (WS_CODE_PTX, "linked"), ==,
                    count_linked (LOAD_LINE, WS_CODE_PTX));
  g_assert_cmpuint (count_tagged (WS_CODE_MACHINE, "linked"), ==,
                    2 * count_tagged (WS_CODE_PTX, "linked"));
  g_assert_true (helper_wait (is_seen, GUINT_TO_POINTER (of_load)));

  hover (WS_CODE_MACHINE, of_load);
  g_assert_true (has_tag (WS_CODE_SOURCE, LOAD_LINE, "linked"));
  g_assert_cmpuint (count_tagged (WS_CODE_SOURCE, "linked"), ==, 1);
  g_assert_cmpuint (count_tagged (WS_CODE_PTX, "linked"), ==, 1);
  g_assert_cmpuint (count_tagged (WS_CODE_MACHINE, "linked"), ==, 0);

  /* it may have scrolled since, on a slow machine */
  hover (WS_CODE_MACHINE, of_load);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
  hands_move (2, 2);
  helper_iterate (60);
  g_assert_true (has_tag (WS_CODE_SOURCE, LOAD_LINE, "linked"));
  ws_playhead_step (ws_window_get_playhead (window), WS_PLAYHEAD_STEP_EVENT, 1);
  helper_iterate (60);
  g_assert_cmpuint (count_tagged (WS_CODE_SOURCE, "linked"), ==, 0);
  /* where the warp is, all three say it */
  for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
    g_assert_cmpuint (count_tagged (text, "here"), >=, 1);
}

static GtkDropDown *
get_choice (void)
{
  return GTK_DROP_DOWN (helper_find (GTK_WIDGET (get_machine ()), GTK_TYPE_DROP_DOWN, 0));
}

/* A virtual K40c is older than all that there is machine code for; another architecture is made,
 * and the first is still there. */
static void
test_architectures (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");
  guint n;

  if (!begin ())
    return;
  g_assert_cmpuint (ws_machine_view_get_effective (get_machine ()), ==, 75);
  n = ws_machine_coder_get_n_made (ws_panes_get_coder (ws_window_get_panes (window)));
  g_assert_cmpuint (n, >=, 1);
  gtk_widget_grab_focus (GTK_WIDGET (get_choice ()));
  hands_key (GDK_KEY_space, 0);
  helper_iterate (200);
  hands_key (GDK_KEY_End, 0);
  helper_iterate (60);
  hands_key (GDK_KEY_Return, 0);
  helper_iterate (200);
  g_assert_cmpuint (ws_machine_view_get_effective (get_machine ()), ==, 121);
  g_assert_cmpuint (g_settings_get_uint (settings, "sass-architecture"), ==, 121);
  g_assert_true (helper_wait (has_code, NULL));
  g_assert_cmpuint (ws_machine_coder_get_n_made (ws_panes_get_coder (ws_window_get_panes (window))),
                    ==, n + 1);
  gtk_drop_down_set_selected (get_choice (), 0);
  g_assert_nonnull (ws_machine_view_get_code (get_machine ()));
  g_assert_cmpuint (ws_machine_coder_get_n_made (ws_panes_get_coder (ws_window_get_panes (window))),
                    ==, n + 1);
}

/* An assembler that refuses is quoted; one that takes long is given up for what is chosen next; of
 * none it is said what to do, and once it is there it is used. */
static void
test_failures (void)
{
  if (!begin ())
    return;
  write_tool ("ptxas", "#!/bin/sh\necho 'ptxas fatal : no such thing'\nexit 255\n");
  gtk_drop_down_set_selected (get_choice (), 3);
  g_assert_true (helper_wait (has_message, (gpointer) "no such thing"));

  write_tool ("ptxas", "#!/bin/sh\nexec sleep 300\n");
  gtk_drop_down_set_selected (get_choice (), 4);
  helper_iterate (100);
  g_assert_false (has_code (NULL));
  g_assert_null (ws_machine_view_get_message (get_machine ()));
  gtk_drop_down_set_selected (get_choice (), 0);
  g_assert_true (has_code (NULL));

  remove_tool ("ptxas");
  gtk_drop_down_set_selected (get_choice (), 5);
  g_assert_true (helper_wait (has_message, (gpointer) "Get the Compiler…"));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (get_machine ()), "Get the Compiler…"));
  write_tools ();
  ws_machine_coder_find_tools (ws_panes_get_coder (ws_window_get_panes (window)));
  g_assert_true (helper_wait (has_code, NULL));
  gtk_drop_down_set_selected (get_choice (), 0);
}

/* Where the machine code begins, seen from the source. */
static graphene_point_t
find_machine (void)
{
  GtkWidget *source = GTK_WIDGET (ws_code_view_get_text (get_code (), WS_CODE_SOURCE));
  GtkWidget *machine = GTK_WIDGET (ws_code_view_get_text (get_code (), WS_CODE_MACHINE));
  graphene_point_t at = GRAPHENE_POINT_INIT (0, 0);

  g_assert_true (gtk_widget_compute_point (machine, source, &GRAPHENE_POINT_INIT (0, 0), &at));
  return at;
}

static gboolean
is_beside (gpointer data)
{
  return find_machine ().x
         >= gtk_widget_get_width (GTK_WIDGET (ws_code_view_get_text (get_code (), WS_CODE_SOURCE)));
}

static gboolean
is_below (gpointer data)
{
  return find_machine ().y >= gtk_widget_get_height (
             GTK_WIDGET (ws_code_view_get_text (get_code (), WS_CODE_SOURCE)));
}

/* Wide enough for each, they stand beside each other; otherwise below. */
static void
test_room (void)
{
  if (!begin ())
    return;
  hands_resize (GTK_NATIVE (window), 1800, 900);
  g_assert_true (helper_wait (is_beside, NULL));
  hands_resize (GTK_NATIVE (window), 900, 900);
  g_assert_true (helper_wait (is_below, NULL));
  g_assert_false (is_beside (NULL));
  hands_resize (GTK_NATIVE (window), 1280, 800);
  helper_iterate (300);
}

/* Another kernel's machine code is another. */
static void
test_other_kernel (void)
{
  WsMachineCode *before;

  if (!begin ())
    return;
  before = ws_machine_code_ref (ws_machine_view_get_code (get_machine ()));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "reduce2");
  window_helper_settle (window);
  g_assert_true (helper_wait (has_code, NULL));
  g_assert_true (ws_machine_view_get_code (get_machine ()) != before);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.kernel", "s", "reduce1");
  window_helper_settle (window);
  g_assert_true (ws_machine_view_get_code (get_machine ()) == before);
  ws_machine_code_unref (before);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-sass/toggles", test_toggles);
  g_test_add_func ("/window-sass/links", test_links);
  g_test_add_func ("/window-sass/architectures", test_architectures);
  g_test_add_func ("/window-sass/failures", test_failures);
  g_test_add_func ("/window-sass/other-kernel", test_other_kernel);
  g_test_add_func ("/window-sass/room", test_room);
}

int
main (int argc, char **argv)
{
  g_autofree char *bin = NULL;
  int status;

  folder = g_dir_make_tmp ("sass-XXXXXX", NULL);
  bin = g_build_filename (folder, "bin", NULL);
  g_assert_cmpint (g_mkdir (bin, 0700), ==, 0);
  g_assert_true (g_setenv ("WARPSTAGE_COMPILER", folder, TRUE));
  status = window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
  scratch_remove (folder);
  g_free (folder);
  return status;
}
