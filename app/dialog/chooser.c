#include "dialog/chooser.h"

#include <glib/gi18n.h>

#define KEY "ws-asking" /* of a chooser: the object that asked */

typedef struct {
  GtkWindow *parent; /* weak */
  WsChosenFunc chosen;
  gpointer owner; /* weak */
} Asking;

static void
asking_free (gpointer data)
{
  Asking *self = data;

  g_clear_weak_pointer (&self->parent);
  g_clear_weak_pointer (&self->owner);
  g_free (self);
}

static void
response_cb (GtkNativeDialog *chooser, int response)
{
  Asking *asking = g_object_steal_data (G_OBJECT (chooser), KEY);
  g_autoptr (GFile) file = NULL;

  gtk_native_dialog_set_transient_for (chooser, NULL);
  if (asking == NULL)
    return;
  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL && asking->parent != NULL && asking->owner != NULL)
    asking->chosen (file, asking->owner);
  asking_free (asking);
}

/* Of each its name as data of the display, its title, and what it shows: patterns of names, after
 * what they are called. */
static const struct {
  const char *key;
  const char *title;
  const char *files;
  const char *patterns[8];
} choosers[WS_N_CHOOSERS] = {
  [WS_CHOOSER_OPEN_RUN] = { "ws-chooser-open-run",
                            N_ ("Open Kernel or Run"),
                            N_ ("Kernels, runs, lessons, lectures (*.cu, *.ptx, *.wsrun, *.lesson, "
                                "*.lecture)"),
                            { "*.cu", "*.cuh", "*.ptx", "*.wsrun", "*.lesson", "*.lecture" } },
  [WS_CHOOSER_SAVE_RUN] = { "ws-chooser-save-run",
                            N_ ("Save Run"),
                            N_ ("Runs (*.wsrun)"),
                            { "*.wsrun" } },
  [WS_CHOOSER_SAVE_KERNEL] = { "ws-chooser-save-kernel",
                               N_ ("Location of the Kernel"),
                               N_ ("CUDA sources (*.cu)"),
                               { "*.cu" } },
  [WS_CHOOSER_SAVE_PICTURE] = { "ws-chooser-save-picture", N_ ("Export Picture") },
  [WS_CHOOSER_SAVE_HANDOUT] = { "ws-chooser-save-handout",
                                N_ ("Save Handout"),
                                N_ ("PDF documents (*.pdf)"),
                                { "*.pdf" } },
  [WS_CHOOSER_SAVE_LECTURE] = { "ws-chooser-save-lecture",
                                N_ ("Save Lecture Bundle"),
                                N_ ("Lectures (*.lecture)"),
                                { "*.lecture" } },
  [WS_CHOOSER_SAVE_PAGE] = { "ws-chooser-save-page",
                             N_ ("Save Web Page"),
                             N_ ("Web pages (*.html)"),
                             { "*.html" } },
  [WS_CHOOSER_SAVE_FILE] = { "ws-chooser-save-file", N_ ("Save File") },
};

static GtkFileChooser *
make_chooser (WsChooserKind kind)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (gtk_file_chooser_native_new (
      _ (choosers[kind].title), NULL,
      kind == WS_CHOOSER_OPEN_RUN ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SAVE,
      NULL, NULL));
  const char *documents =
      kind == WS_CHOOSER_SAVE_KERNEL ? g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS) : NULL;
  g_autoptr (GFile) home = g_file_new_for_path (documents != NULL ? documents : g_get_home_dir ());
  g_autoptr (GtkFileFilter) filter = NULL;

  if (choosers[kind].files != NULL)
    {
      filter = gtk_file_filter_new ();
      gtk_file_filter_set_name (filter, _ (choosers[kind].files));
      for (guint i = 0; choosers[kind].patterns[i] != NULL; i++)
        gtk_file_filter_add_pattern (filter, choosers[kind].patterns[i]);
      gtk_file_chooser_add_filter (chooser, filter);
    }
  gtk_file_chooser_set_current_folder (chooser, home, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (response_cb), NULL);
  return chooser;
}

/* It lives as long as the display. */
static GtkFileChooser *
get_chooser (GdkDisplay *display, WsChooserKind kind)
{
  GtkFileChooser *chooser = g_object_get_data (G_OBJECT (display), choosers[kind].key);

  if (chooser != NULL)
    return chooser;
  chooser = make_chooser (kind);
  g_object_set_data_full (G_OBJECT (display), choosers[kind].key, chooser, g_object_unref);
  return chooser;
}

/**
 * ws_chooser_ask:
 * @parent: over which it is asked
 * @kind: for what
 * @folder: (nullable): where to begin; %NULL for where it was last
 * @name: (nullable): to save under
 * @chosen: called when a file was chosen
 * @owner: (transfer none) (type GObject): the object that asks; nothing is called once it has gone
 *
 * Asks the user for a file. A second question replaces a pending one.
 */
void
ws_chooser_ask (GtkWindow *parent, WsChooserKind kind, const char *folder, const char *name,
                WsChosenFunc chosen, gpointer owner)
{
  GtkFileChooser *chooser = get_chooser (gtk_widget_get_display (GTK_WIDGET (parent)), kind);
  Asking *asking = g_new0 (Asking, 1);

  g_set_weak_pointer (&asking->parent, parent);
  asking->chosen = chosen;
  g_set_weak_pointer (&asking->owner, owner);
  g_object_set_data_full (G_OBJECT (chooser), KEY, asking, asking_free);
  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (chooser));
  gtk_native_dialog_set_transient_for (GTK_NATIVE_DIALOG (chooser), parent);
  if (folder != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (folder);

      gtk_file_chooser_set_current_folder (chooser, file, NULL);
    }
  if (name != NULL)
    gtk_file_chooser_set_current_name (chooser, name);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/**
 * ws_chooser_cancel:
 * @parent: an object that may have asked
 *
 * To be called when @parent is destroyed: closes its pending question.
 */
void
ws_chooser_cancel (GtkWindow *parent)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (parent));

  for (guint i = 0; i < WS_N_CHOOSERS; i++)
    {
      GtkNativeDialog *chooser = g_object_get_data (G_OBJECT (display), choosers[i].key);
      Asking *asking = chooser != NULL ? g_object_get_data (G_OBJECT (chooser), KEY) : NULL;

      if (asking == NULL || (asking->parent != NULL && asking->parent != parent))
        continue;
      gtk_native_dialog_hide (chooser);
      gtk_native_dialog_set_transient_for (chooser, NULL);
      g_object_set_data (G_OBJECT (chooser), KEY, NULL);
    }
}
