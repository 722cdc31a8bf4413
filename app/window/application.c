#include "window/application.h"

#include "toolkit/short-text.h"
#include "window/options.h"
#include "window/panes.h"
#include "window/x-errors.h"

#include "help/help.h"
#include "lecture/lecture.h"
#include "lesson/lesson-store.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct _WsApplication {
  AdwApplication parent_instance;

  WsWindowOptions options;
  WsWindow *made; /* not begun yet; NULL for none */
};

#define FIRST_LESSON "seven-reductions"

G_DEFINE_FINAL_TYPE (WsApplication, ws_application, ADW_TYPE_APPLICATION)

typedef struct {
  const char *action;
  const char *accels[3];
} Accelerator;

static const Accelerator accelerators[] = {
  { "app.quit", { "<Control>q" } },     { "win.run", { "<Control>r" } },
  { "win.back", { "<Alt>Left" } },      { "win.forward", { "<Alt>Right" } },
  { "win.open", { "<Control>o" } },     { "win.save", { "<Control>s" } },
  { "win.export", { "<Control>e" } },   { "win.export-figures", { "<Control><Shift>e" } },
  { "win.present", { "F5", "F11" } },   { "win.sidebar", { "F9" } },
  { "win.find", { "<Control>k" } },     { "win.shortcuts", { "<Control>question" } },
  { "window.close", { "<Control>w" } }, { "win.read-counters", { "<Control>h" } },
  { "win.scenarios", { "F6" } },        { "app.help", { "F1" } },
  { "win.words", { "<Shift>F1" } },     { "win.check", { "<Control><Shift>r" } },
};

static gboolean
present_cb (gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));

  if (window == NULL)
    return G_SOURCE_REMOVE;
  if (!gtk_widget_get_realized (GTK_WIDGET (window)))
    {
      gtk_widget_realize (GTK_WIDGET (window)); /* it may have to load its theme */
      return G_SOURCE_CONTINUE;
    }
  gtk_window_present (window);
  return G_SOURCE_REMOVE;
}

/* The first start shows the first lesson, unless something else is requested, with the tree of its
 * slide: a block of 16 threads. */
static void
begin_first (WsWindowOptions *options)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");

  if (g_settings_get_boolean (settings, "begun"))
    return;
  g_settings_set_boolean (settings, "begun", TRUE);
  if (options->kernel != NULL || options->n != NULL || options->block != NULL
      || options->scenario != NULL || options->timing != NULL || options->pane != NULL
      || options->lesson != NULL || options->file != NULL)
    return;
  options->block = g_strdup ("16");
  options->lesson = g_strdup (FIRST_LESSON);
}

static gboolean
begin_cb (gpointer data)
{
  WsApplication *self = data;
  WsWindow *window = g_steal_pointer (&self->made);

  begin_first (&self->options);
  if (ws_window_begin (window, ADW_APPLICATION (self), &self->options))
    g_idle_add_full (G_PRIORITY_DEFAULT, present_cb, g_object_ref (self), g_object_unref);
  g_clear_object (&self->options.file); /* for the next window */
  g_application_release (G_APPLICATION (self));
  return G_SOURCE_REMOVE;
}

/* Creating the widgets, filling them, loading the theme and layout each take long enough to deserve
 * their own iteration of the main loop. */
static void
present_window (WsApplication *self)
{
  if (self->made != NULL)
    return;
  self->made = ws_window_make ();
  g_application_hold (G_APPLICATION (self));
  g_idle_add_full (G_PRIORITY_DEFAULT, begin_cb, g_object_ref (self), g_object_unref);
}

static void
ws_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window != NULL)
    gtk_window_present (window);
  else
    present_window (WS_APPLICATION (application));
}

/* The suffix of its name tells whether it is a lesson or a bundle. */
static void
take_file (WsWindowOptions *options, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (path == NULL || !(g_str_has_suffix (path, WS_LESSON_SUFFIX) || ws_lecture_is_path (path)))
    {
      g_set_object (&options->file, file);
      return;
    }
  g_free (options->lesson);
  options->lesson = g_steal_pointer (&path);
}

static void
ws_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  WsWindowOptions *options = &WS_APPLICATION (application)->options;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    {
      take_file (options, files[0]);
      present_window (WS_APPLICATION (application));
      return;
    }
  gtk_window_present (window);
  ws_window_open (WS_WINDOW (window), files[0]);
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_application_show_about (gtk_application_get_active_window (GTK_APPLICATION (data)));
}

static void
help_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));

  if (window != NULL)
    ws_help_show (window);
}

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (data)));

  /* each stores its settings when it closes */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
}

static void
ws_application_startup (GApplication *application)
{
  static const GActionEntry actions[] = {
    { .name = "about", .activate = about_cb },
    { .name = "help", .activate = help_cb },
    { .name = "quit", .activate = quit_cb },
  };

  G_APPLICATION_CLASS (ws_application_parent_class)->startup (application);
  ws_x_errors_outlive (gdk_display_get_default ());
  ws_short_text_everywhere (WS_SHORT_PATH);
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions),
                                   application);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accelerators[i].action,
                                           (const char *const *)accelerators[i].accels);
}

/* Whether it is NULL or names a pane; prints an error if not. */
static gboolean
judge_pane (const char *name)
{
  g_auto (GStrv) names = ws_panes_dup_names ();
  g_autofree char *list = NULL;

  if (name == NULL || g_strv_contains ((const char *const *)names, name))
    return TRUE;
  list = ws_words_list ((const char *const *)names, g_strv_length (names));
  g_printerr (_ ("warpstage: Unknown pane “%s”. Panes are %s.\n"), name, list);
  return FALSE;
}

/* Whether a window can start with these options; prints an error if not. */
static gboolean
judge (const WsWindowOptions *options)
{
  static const char *const themes[] = { "system", "light", "dark", "projector", NULL };
  g_autoptr (WsCatalog) catalog = NULL;
  g_autoptr (GError) error = NULL;

  if (options->theme != NULL && !g_strv_contains (themes, options->theme))
    {
      g_printerr (
          _ ("warpstage: Unknown theme “%s”. Themes are system, light, dark and projector.\n"),
          options->theme);
      return FALSE;
    }
  if (!judge_pane (options->pane))
    return FALSE;
  /* the window reads it again, and reports what is wrong with it */
  if (options->kernel != NULL || options->n != NULL || options->block != NULL || options->op != NULL
      || options->type != NULL)
    catalog = ws_catalog_new (NULL, NULL);
  if (catalog != NULL && !ws_window_options_check (options, catalog, &error))
    {
      g_printerr ("warpstage: %s\n", error->message);
      return FALSE;
    }
  return TRUE;
}

static int
ws_application_handle_local_options (GApplication *application, GVariantDict *dict)
{
  WsWindowOptions *options = &WS_APPLICATION (application)->options;
  const char *size;

  if (g_variant_dict_contains (dict, "version"))
    {
      g_print ("warpstage %s\n", WS_VERSION);
      return 0;
    }
  g_variant_dict_lookup (dict, "kernel", "s", &options->kernel);
  g_variant_dict_lookup (dict, "device", "s", &options->device);
  g_variant_dict_lookup (dict, "n", "s", &options->n);
  g_variant_dict_lookup (dict, "block", "s", &options->block);
  g_variant_dict_lookup (dict, "op", "s", &options->op);
  g_variant_dict_lookup (dict, "type", "s", &options->type);
  g_variant_dict_lookup (dict, "theme", "s", &options->theme);
  g_variant_dict_lookup (dict, "pane", "s", &options->pane);
  g_variant_dict_lookup (dict, "scenario", "s", &options->scenario);
  g_variant_dict_lookup (dict, "lesson", "s", &options->lesson);
  g_variant_dict_lookup (dict, "timing", "s", &options->timing);
  g_variant_dict_lookup (dict, "stage", "i", &options->stage);
  g_variant_dict_lookup (dict, "launch", "i", &options->launch);
  g_variant_dict_lookup (dict, "time", "d", &options->time);
  if (g_variant_dict_lookup (dict, "size", "&s", &size)
      && sscanf (size, "%dx%d", &options->width, &options->height) != 2)
    {
      g_printerr (_ ("warpstage: A size is WIDTHxHEIGHT, as in 1920x1080, not “%s”.\n"), size);
      return 2;
    }
  options->paused = g_variant_dict_contains (dict, "paused");
  options->maximised = g_variant_dict_contains (dict, "maximized");
  options->present = g_variant_dict_contains (dict, "present");
  return judge (options) ? -1 : 2;
}

static void
ws_application_finalize (GObject *object)
{
  WsWindowOptions *options = &WS_APPLICATION (object)->options;

  g_free (options->kernel);
  g_free (options->device);
  g_free (options->n);
  g_free (options->block);
  g_free (options->op);
  g_free (options->type);
  g_free (options->theme);
  g_free (options->pane);
  g_free (options->scenario);
  g_free (options->lesson);
  g_free (options->timing);

  G_OBJECT_CLASS (ws_application_parent_class)->finalize (object);
}

static void
ws_application_class_init (WsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_application_finalize;
  application_class->startup = ws_application_startup;
  application_class->activate = ws_application_activate;
  application_class->open = ws_application_open;
  application_class->handle_local_options = ws_application_handle_local_options;
}

static void
ws_application_init (WsApplication *self)
{
  g_auto (GStrv) names = ws_panes_dup_names ();
  g_autofree char *list = ws_words_list ((const char *const *)names, g_strv_length (names));
  g_autofree char *panes = g_strdup_printf (_ ("Pane that fills the window: one of %s"), list);
  const GOptionEntry entries[] = {
    { "kernel", 'k', 0, G_OPTION_ARG_STRING, NULL, N_ ("Kernel to begin with, as in reduce1"),
      "ID" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Device that runs it, as in cuda:0 or vm:h200"), "ID" },
    { "n", 'n', 0, G_OPTION_ARG_STRING, NULL, N_ ("Number of elements, as in 2^20"), "N" },
    { "block", 'b', 0, G_OPTION_ARG_STRING, NULL, N_ ("Threads of a block"), "B" },
    { "op", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("sum, max, min or product"), "OP" },
    { "type", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("int or float"), "TYPE" },
    { "theme", 't', 0, G_OPTION_ARG_STRING, NULL, N_ ("system, light, dark or projector"),
      "THEME" },
    { "pane", 0, 0, G_OPTION_ARG_STRING, NULL, g_intern_string (panes), "PANE" },
    { "scenario", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Show this scenario, as in occupancy-k40c, and run it"), "ID" },
    { "lesson", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Begin with this lesson, as in seven-reductions, or a file"), "LESSON" },
    { "timing", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Show timings and run them: live, ladder, scaling, heatmap, block-size, roofline, option "
          "or latency"),
      "CHART" },
    { "stage", 's', 0, G_OPTION_ARG_INT, NULL,
      N_ ("Stand at the end of this stage, counted from 0"), "K" },
    { "launch", 'l', 0, G_OPTION_ARG_INT, NULL, N_ ("Launch of the plan to show, counted from 1"),
      "L" },
    { "time", 0, 0, G_OPTION_ARG_DOUBLE, NULL,
      N_ ("Stand still at this share of the launch's time, above 0 to 1"), "T" },
    { "paused", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Stand still at the beginning"), NULL },
    { "size", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("Size of the window, as in 1920x1080"), "WxH" },
    { "maximized", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Fill the screen"), NULL },
    { "present", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Begin presenting"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL },
    { 0 },
  };

  self->options.stage = -1;
  g_application_add_main_option_entries (G_APPLICATION (self), entries);
  g_application_set_option_context_parameter_string (
      G_APPLICATION (self), "[RUN.wsrun | F.cu | F.ptx | F.lesson | F.lecture]");
  g_application_set_option_context_summary (
      G_APPLICATION (self),
      _ ("Shows what a CUDA kernel does: every warp recorded, and played back."));
}

WsApplication *
ws_application_new (void)
{
  return g_object_new (WS_TYPE_APPLICATION, "application-id", "org.warpstage.Warpstage",
                       "resource-base-path", "/org/warpstage", "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE, NULL);
}

/**
 * ws_application_show_about:
 * @parent: (nullable): its parent window
 *
 * Shows the About dialog.
 */
void
ws_application_show_about (GtkWindow *parent)
{
  const char *developers[] = { _ ("The Warpstage developers"), NULL };

  adw_show_about_window (parent, "application-name", "Warpstage", "application-icon",
                         "org.warpstage.Warpstage", "version", WS_VERSION, "comments",
                         _ ("Shows what a CUDA kernel does: every warp recorded, and played back."),
                         "developers", developers, "license-type", GTK_LICENSE_MIT_X11, NULL);
}
