#include "window/new-source.h"

#include "dialog/chooser.h"
#include "dialog/template-dialog.h"
#include "kernel/user-copy.h"

struct _WsNewSource {
  GObject parent_instance;

  GtkWindow *window;
  WsPlayhead *playhead;
  WsNotices *notices;
  WsEditing *editing;
  char *template_id; /* nullable: text of the new kernel, until it has a file */
};

G_DEFINE_FINAL_TYPE (WsNewSource, ws_new_source, G_TYPE_OBJECT)

/* (transfer full): @file, with the suffix of CUDA sources */
static GFile *
make_source_file (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *whole = NULL;

  if (path == NULL || ws_user_kernel_is_source (path))
    return g_object_ref (file);
  whole = g_strconcat (path, ".cu", NULL);
  return g_file_new_for_path (whole);
}

typedef struct {
  WsNewSource *source;
  GtkWindow *window;
  GFile *file;
} Copied;

static Copied *
copied_new (WsNewSource *source, GFile *file)
{
  Copied *self = g_new0 (Copied, 1);

  self->source = g_object_ref (source);
  self->window = g_object_ref (source->window);
  self->file = g_object_ref (file);
  return self;
}

static void
copied_free (Copied *self)
{
  g_object_unref (self->source);
  g_object_unref (self->window);
  g_object_unref (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Copied, copied_free)

static void
copied_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Copied) copied = data;
  g_autoptr (GError) error = NULL;
  gboolean is_written = ws_user_copy_write_finish (result, &error);

  /* the window may have been closed meanwhile */
  if (gtk_window_get_application (copied->window) == NULL)
    return;
  if (is_written)
    ws_editing_open (copied->source->editing, copied->file);
  else
    ws_notices_show_error (copied->source->notices, error->message);
}

static void
copy_chosen (GFile *chosen, gpointer data)
{
  WsNewSource *self = data;
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autoptr (GFile) file = make_source_file (chosen);

  if (run == NULL || !ws_user_copy_is_possible (run))
    return;
  ws_user_copy_write_async (run, file,
                            ws_user_opener_get_client (ws_editing_get_opener (self->editing)),
                            copied_cb, copied_new (self, file));
}

static void
edit_copy_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsNewSource *self = data;
  WsRun *run = ws_playhead_get_run (self->playhead);

  if (run != NULL && ws_user_copy_is_possible (run))
    ws_chooser_ask (self->window, WS_CHOOSER_SAVE_KERNEL, NULL, ws_run_get_kernel (run, 0)->file,
                    copy_chosen, self);
}

static void
template_chosen (GFile *chosen, gpointer data)
{
  WsNewSource *self = data;
  g_autoptr (GFile) file = make_source_file (chosen);
  g_autofree char *id = g_steal_pointer (&self->template_id);
  g_autoptr (GError) error = NULL;

  if (id == NULL)
    return;
  if (ws_user_template_write (id, file, &error))
    ws_editing_open (self->editing, file);
  else
    ws_notices_show_error (self->notices, error->message);
}

static void
template_cb (WsNewSource *self, const char *id)
{
  g_autofree char *name = g_strconcat (id, ".cu", NULL);

  g_free (self->template_id);
  self->template_id = g_strdup (id);
  ws_chooser_ask (self->window, WS_CHOOSER_SAVE_KERNEL, NULL, name, template_chosen, self);
}

static void
new_kernel_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsNewSource *self = data;
  GtkWidget *dialog = ws_template_dialog_new (self->window);

  g_signal_connect_object (dialog, "chosen", G_CALLBACK (template_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static const GActionEntry entries[] = {
  { "edit-copy", edit_copy_cb },
  { "new-kernel", new_kernel_cb },
};

static void
ws_new_source_finalize (GObject *object)
{
  g_free (WS_NEW_SOURCE (object)->template_id);

  G_OBJECT_CLASS (ws_new_source_parent_class)->finalize (object);
}

static void
ws_new_source_class_init (WsNewSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_new_source_finalize;
}

static void
ws_new_source_init (WsNewSource *self)
{
}

WsNewSource *
ws_new_source_new (const WsContext *context, WsEditing *editing)
{
  WsNewSource *self = g_object_new (WS_TYPE_NEW_SOURCE, NULL);

  self->window = context->window;
  self->playhead = context->playhead;
  self->notices = context->notices;
  self->editing = editing;
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  return self;
}
