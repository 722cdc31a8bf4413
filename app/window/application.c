#include "window/application.h"

#include "window/x-errors.h"

#include <stdio.h>

struct _WsApplication {
  AdwApplication parent_instance;

  WsWindowOptions options;
};

G_DEFINE_FINAL_TYPE (WsApplication, ws_application, ADW_TYPE_APPLICATION)

typedef struct {
  const char *action;
  const char *accels[3];
} Accelerator;

static const Accelerator accelerators[] = {
  { "app.quit", { "<Control>q" } },
  { "win.run", { "<Control>r" } },
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.export", { "<Control>e" } },
  { "win.export-figures", { "<Control><Shift>e" } },
  { "win.present", { "F5", "F11" } },
  { "win.sidebar", { "F9" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "window.close", { "<Control>w" } },
  { "win.read-counters", { "<Control>h" } },
  { "win.scenarios", { "F6" } },
};

static void
present_window (WsApplication *self)
{
  WsWindow *window = ws_window_new (ADW_APPLICATION (self), &self->options);

  if (window != NULL)
    gtk_window_present (GTK_WINDOW (window));
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

static void
ws_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  WsWindowOptions *options = &WS_APPLICATION (application)->options;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    {
      g_set_object (&options->file, files[0]);
      present_window (WS_APPLICATION (application));
      g_clear_object (&options->file);
      return;
    }
  gtk_window_present (window);
  ws_window_open_run (WS_WINDOW (window), files[0]);
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *developers[] = { "The Warpstage authors", NULL };

  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (data)),
                         "application-name", "Warpstage", "application-icon",
                         "org.warpstage.Warpstage", "version", WS_VERSION, "comments",
                         "Shows what a CUDA kernel does: every warp recorded, and played back.",
                         "developers", developers, "license-type", GTK_LICENSE_MIT_X11, NULL);
}

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (data)));

  /* each remembers its settings when it closes */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
}

static void
ws_application_startup (GApplication *application)
{
  static const GActionEntry actions[] = {
    { .name = "about", .activate = about_cb },
    { .name = "quit", .activate = quit_cb },
  };

  G_APPLICATION_CLASS (ws_application_parent_class)->startup (application);
  ws_x_errors_outlive (gdk_display_get_default ());
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions),
                                   application);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accelerators[i].action,
                                           (const char *const *)accelerators[i].accels);
}

static int
ws_application_handle_local_options (GApplication *application, GVariantDict *dict)
{
  WsWindowOptions *options = &WS_APPLICATION (application)->options;
  static const char *const themes[] = { "system", "light", "dark", "projector", NULL };
  static const char *const panes[] = { "tree", "lanes",     "sms",        "timing",
                                       "code", "scenarios", "calculator", NULL };
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
  g_variant_dict_lookup (dict, "timing", "s", &options->timing);
  g_variant_dict_lookup (dict, "stage", "i", &options->stage);
  g_variant_dict_lookup (dict, "launch", "i", &options->launch);
  g_variant_dict_lookup (dict, "time", "d", &options->time);
  if (g_variant_dict_lookup (dict, "size", "&s", &size)
      && sscanf (size, "%dx%d", &options->width, &options->height) != 2)
    {
      g_printerr ("warpstage: A size is WIDTHxHEIGHT, as in 1920x1080, not “%s”.\n", size);
      return 2;
    }
  options->paused = g_variant_dict_contains (dict, "paused");
  options->maximised = g_variant_dict_contains (dict, "maximized");
  options->present = g_variant_dict_contains (dict, "present");
  if (options->theme != NULL && !g_strv_contains (themes, options->theme))
    {
      g_printerr (
          "warpstage: There is no theme “%s”; there are system, light, dark and projector.\n",
          options->theme);
      return 2;
    }
  if (options->pane != NULL && !g_strv_contains (panes, options->pane))
    {
      g_printerr (
          "warpstage: There is no pane “%s”; there are tree, lanes, sms, timing, code, scenarios "
          "and calculator.\n",
          options->pane);
      return 2;
    }
  return -1;
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
  static const GOptionEntry entries[] = {
    { "kernel", 'k', 0, G_OPTION_ARG_STRING, NULL, "Kernel to begin with, as in reduce1", "ID" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, NULL, "Device that runs it, as in cuda:0 or vm:h200",
      "ID" },
    { "n", 'n', 0, G_OPTION_ARG_STRING, NULL, "Number of elements, as in 2^20", "N" },
    { "block", 'b', 0, G_OPTION_ARG_STRING, NULL, "Threads of a block", "B" },
    { "op", 0, 0, G_OPTION_ARG_STRING, NULL, "sum, max, min or product", "OP" },
    { "type", 0, 0, G_OPTION_ARG_STRING, NULL, "int or float", "TYPE" },
    { "theme", 't', 0, G_OPTION_ARG_STRING, NULL, "system, light, dark or projector", "THEME" },
    { "pane", 0, 0, G_OPTION_ARG_STRING, NULL,
      "Pane that fills the window: tree, lanes, sms, timing, code, scenarios or calculator",
      "PANE" },
    { "scenario", 0, 0, G_OPTION_ARG_STRING, NULL,
      "Show this scenario, as in occupancy-k40c, and run it", "ID" },
    { "timing", 0, 0, G_OPTION_ARG_STRING, NULL,
      "Show timings and run them: live, ladder, scaling, heatmap, occupancy or roofline", "CHART" },
    { "stage", 's', 0, G_OPTION_ARG_INT, NULL, "Stand at the end of this stage, counted from 0",
      "K" },
    { "launch", 'l', 0, G_OPTION_ARG_INT, NULL, "Launch of the plan to show, counted from 1", "L" },
    { "time", 0, 0, G_OPTION_ARG_DOUBLE, NULL,
      "Stand still at this share of the launch's time, above 0 to 1", "T" },
    { "paused", 0, 0, G_OPTION_ARG_NONE, NULL, "Stand still at the beginning", NULL },
    { "size", 0, 0, G_OPTION_ARG_STRING, NULL, "Size of the window, as in 1920x1080", "WxH" },
    { "maximized", 0, 0, G_OPTION_ARG_NONE, NULL, "Fill the screen", NULL },
    { "present", 0, 0, G_OPTION_ARG_NONE, NULL, "Begin presenting", NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, "Print the version", NULL },
    { 0 },
  };

  self->options.stage = -1;
  g_application_add_main_option_entries (G_APPLICATION (self), entries);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), "[RUN.wsrun]");
  g_application_set_option_context_summary (
      G_APPLICATION (self), "Shows what a CUDA kernel does: every warp recorded, and played back.");
}

/**
 * ws_application_new:
 *
 * Returns: (transfer full): the program
 */
WsApplication *
ws_application_new (void)
{
  return g_object_new (WS_TYPE_APPLICATION, "application-id", "org.warpstage.Warpstage",
                       "resource-base-path", "/org/warpstage", "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE, NULL);
}
