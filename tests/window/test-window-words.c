/* What the window says, in the pseudo-locale (po/pseudo.py): no label, no button and no tooltip is
 * in English. Without it, the same walk finds the sentences that it is to find. */
#include "dialog/animation-dialog.h"
#include "dialog/export-dialog.h"
#include "paths.h"
#include "texts.h"
#include "window-helpers.h"
#include "window/application.h"

#include <string.h>

/* Who published what, and of which device, stands in the files of these folders. */
static const char *const folders[] = { WS_SOURCE_DIR "/resources/scenarios",
                                       WS_SOURCE_DIR "/resources/published" };

static WsWindow *window;
static GString *names;

/* ---- what is no translator's ---- */

/* Citations and devices are names, in whatever language. */
static void
add_citations (const char *file)
{
  static const char *const keys[] = { "source", "published-on", "device" };
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_auto (GStrv) sections = NULL;

  g_assert_true (g_key_file_load_from_file (key_file, file, G_KEY_FILE_NONE, NULL));
  sections = g_key_file_get_groups (key_file, NULL);
  for (guint i = 0; sections[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      {
        g_autofree char *name = g_key_file_get_string (key_file, sections[i], keys[k], NULL);

        if (name != NULL)
          g_string_append_printf (names, "%s\n", name);
      }
}

static void
add_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      add_citations (file);
    }
}

static void
add_names (void)
{
  GPtrArray *devices = ws_session_get_devices (ws_window_get_session (window));

  /* types, operators, instructions, formats; and what GTK says by itself */
  names =
      g_string_new ("int\nfloat\nsum\nmax\nmin\nproduct\nPNG\nSVG\nPDF\nCSV\nJSON\nWebP\nGIF\n"
                    "Minimize\nMaximize\nRestore\nClose\nSearch\n(None)\nClear entry\nld.param\n");
  for (guint i = 0; i < ws_catalog_get_n_kernels (ws_window_get_catalog (window)); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (ws_window_get_catalog (window), i);

      g_string_append_printf (names, "%s\n%s\n", kernel->id, kernel->source);
    }
  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      g_string_append_printf (names, "%s\n%s\n", device->id, device->name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    add_folder (folders[i]);
}

/* ---- what is said ---- */

/* Whether @line is a whole one of @code, whatever is said before it, as in "line 17: i += 1;". */
static gboolean
is_quoted (const char *line, const char *code)
{
  const char *colon = strstr (line, ": ");
  const char *quoted = colon != NULL ? colon + 2 : line;
  g_autoptr (GRegex) blanks = g_regex_new ("[ \t]+", 0, 0, NULL);
  g_autofree char *even = NULL;
  g_auto (GStrv) lines = NULL;

  if (code == NULL)
    return FALSE;
  even = g_regex_replace_literal (blanks, code, -1, 0, " ", 0, NULL);
  lines = g_strsplit (even, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_equal (g_strstrip (lines[i]), quoted))
      return TRUE;
  return FALSE;
}

/* Whether a line of @text is, names of files, quoted code and GTK's names of keys apart. */
static gboolean
is_english (const char *text)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));
  const WsKernel *kernel = run != NULL ? g_ptr_array_index (run->kernels, 0) : NULL;
  g_autoptr (GRegex) files =
      g_regex_new ("\\S+\\.(cu|gif|png)|\\b(Shift|Ctrl|Alt)\\+\\S+", 0, 0, NULL);
  g_autofree char *rest = g_regex_replace_literal (files, text, -1, 0, "", 0, NULL);
  g_auto (GStrv) lines = g_strsplit (rest, "\n", -1);
  gboolean found = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    found |= texts_is_english (lines[i], names->str)
             && (kernel == NULL
                 || (!is_quoted (lines[i], kernel->source) && !is_quoted (lines[i], kernel->ptx)));
  return found;
}

/* Returns: 1 where it is a sentence */
static guint
check_text (GtkWidget *widget, const char *text)
{
  if (text == NULL || *text == '\0')
    return 0;
  if (texts_is_pseudo () && is_english (text))
    {
      g_test_message ("%s: “%s” is in English", G_OBJECT_TYPE_NAME (widget), text);
      g_test_fail ();
    }
  return strchr (text, ' ') != NULL;
}

/* Of all that is in @widget, whether it can be seen or not. */
static guint
check_widget (GtkWidget *widget)
{
  guint n = check_text (widget, gtk_widget_get_tooltip_text (widget));

  /* the names of keys are GTK's */
  if (GTK_IS_SHORTCUT_LABEL (widget))
    return n;
  /* a menu is made when it is asked for */
  if (GTK_IS_MENU_BUTTON (widget) && gtk_widget_is_sensitive (widget)
      && gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) == NULL)
    {
      gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
      helper_iterate (5);
      gtk_menu_button_popdown (GTK_MENU_BUTTON (widget));
    }
  if (GTK_IS_LABEL (widget))
    n += check_text (widget, gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_widget (child);
  return n;
}

static void
test_panes (void)
{
  window_helper_settle (window);
  if (names == NULL)
    add_names ();
  g_assert_cmpuint (check_widget (GTK_WIDGET (window)), >, 50);
}

static void
test_fill (void)
{
  for (int i = 0; i < WS_N_PANES; i++)
    {
      ws_panes_fill (ws_window_get_panes (window), i);
      helper_iterate (50);
      g_assert_cmpuint (
          check_widget (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), i))), >, 2);
    }
  ws_panes_fill (ws_window_get_panes (window), -1);
}

static gboolean
has_chart (gpointer data)
{
  return ws_timing_page_get_sheet (ws_panes_get_timing (ws_window_get_panes (window))) != NULL;
}

/* Each invitation; then the chart of live timings, which comes soonest. */
static void
test_timings (void)
{
  for (int kind = WS_N_TIMINGS - 1; kind >= 0; kind--)
    {
      ws_timing_page_set_kind (ws_panes_get_timing (ws_window_get_panes (window)),
                               (WsTimingKind)kind);
      helper_iterate (30);
      g_assert_cmpuint (check_widget (GTK_WIDGET (
                            ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TIMING))),
                        >, 5);
    }
  gtk_widget_activate_action (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window))),
                              "timing.live", NULL);
  g_assert_true (helper_wait (has_chart, NULL));
  gtk_widget_activate_action (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window))),
                              "timing.live", NULL);
  window_helper_settle (window);
  g_assert_cmpuint (
      check_widget (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TIMING))),
      >, 5);
}

static void
test_news (void)
{
  ws_timing_page_set_kind (ws_panes_get_timing (ws_window_get_panes (window)), WS_TIMING_SWEEPS);
  g_assert_null (ws_timing_page_get_sheet (ws_panes_get_timing (ws_window_get_panes (window))));
  ws_exporter_export_pane (ws_window_get_exporter (window), WS_PANE_TIMING);
  g_signal_emit_by_name (ws_window_get_panes (window), "block-chosen", 5);
  g_signal_emit_by_name (ws_window_get_exporter (window), "exported", "x.png");
  helper_iterate (30);
  g_assert_cmpuint (check_widget (GTK_WIDGET (window)), >, 50);
}

static void
check_dialog (GtkWidget *dialog)
{
  gtk_window_present (GTK_WINDOW (dialog));
  helper_iterate (100);
  g_assert_cmpuint (check_widget (dialog), >, 3);
  gtk_window_destroy (GTK_WINDOW (dialog));
  helper_iterate (30);
}

static void
test_dialogs (void)
{
  WsPicture picture;

  g_assert_true (ws_panes_get_picture (ws_window_get_panes (window), WS_PANE_TREE, &picture));
  check_dialog (
      GTK_WIDGET (ws_export_dialog_new (GTK_WINDOW (window), &picture, WS_THEME_LIGHT, 640, 480)));
  check_dialog (
      GTK_WIDGET (ws_animation_dialog_new (GTK_WINDOW (window), &picture, WS_THEME_LIGHT)));
}

/* As check_widget(); what is in @also is said by GTK or libadwaita, of their own. */
static guint
check_with (GtkWidget *widget, const char *also)
{
  gsize length = names->len;
  guint n;

  g_string_append (names, also);
  n = check_widget (widget);
  g_string_truncate (names, length);
  return n;
}

/* It is not shown: on its own GTK warns of the widths of its labels. */
static void
test_shortcuts (void)
{
  static const char also[] =
      "Search Shortcuts\nNo Results Found\nTry a different search\nShow All\n"
      "Shortcuts\nSearch Results\n";
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/warpstage/ui/shortcuts.ui");
  GtkWidget *help = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));

  g_assert_cmpuint (check_with (help, also), >, 40);
  gtk_window_destroy (GTK_WINDOW (help));
}

static void
test_about (void)
{
  static const char also[] =
      "Warpstage\nBack\nDebugging Information\nCopy Text\nSave as…\nWhat’s New\nDetails\nWebsite\n"
      "Troubleshooting\nTo assist in troubleshooting, you can view your debugging information. "
      "Providing this information to the application developers can help diagnose any problems you "
      "encounter when you report an issue.\nCredits\nCode by\nLegal\n"
      "This application comes with absolutely no warranty. See the The MIT License (MIT) for "
      "details.\nAcknowledgements\nAbout\nSupport Questions\nReport an Issue\n";
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *about = NULL;

  ws_application_show_about (GTK_WINDOW (window));
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (ADW_IS_ABOUT_WINDOW (toplevel))
        about = toplevel;
    }
  g_assert_nonnull (about);
  helper_iterate (100);
  g_assert_cmpuint (check_with (about, also), >, 5);
  gtk_window_destroy (GTK_WINDOW (about));
  helper_iterate (30);
}

static void
add_tests (void)
{
  /* GTK measures what slides in at heights that no screen has, and complains of what it finds */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/window-words/panes", test_panes);
  g_test_add_func ("/window-words/fill", test_fill);
  g_test_add_func ("/window-words/timings", test_timings);
  g_test_add_func ("/window-words/news", test_news);
  g_test_add_func ("/window-words/dialogs", test_dialogs);
  g_test_add_func ("/window-words/shortcuts", test_shortcuts);
  g_test_add_func ("/window-words/about", test_about);
}

int
main (int argc, char **argv)
{
  static char kernel[] = "reduce1";
  static char device[] = "vm:h200";
  static char n[] = "4096";
  const WsWindowOptions options = {
    .kernel = kernel, .device = device, .n = n, .stage = -1, .paused = TRUE
  };
  int status;

  /* GTK would set the user's numbers, too */
  gtk_disable_setlocale ();
  texts_init ();
  status = window_helper_main (&argc, &argv, &options, &window, add_tests);
  if (names != NULL)
    g_string_free (names, TRUE);
  return status;
}
