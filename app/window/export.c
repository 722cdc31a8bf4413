/* export.c: pictures out of the window: the clipboard, all figures, animations. */
#include "dialog/animation-dialog.h"
#include "dialog/export-progress.h"
#include "export/figures.h"
#include "export/place.h"
#include "files/new-folder.h"
#include "dialog/picture-file.h"
#include "dialog/show-folder.h"
#include "sweeps/figures.h"
#include "window/private.h"

#include <string.h>

#define PICTURE_WIDTH  1920
#define PICTURE_HEIGHT 1080

/**
 * ws_window_tell_exported:
 * @self: a window
 * @path: what was written
 *
 * Says so, and offers to show where it is.
 */
void
ws_window_tell_exported (WsWindow *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf ("Exported %s", name);

  ws_window_tell_and_offer (self, text, "_Show in Folder", "win.show-in-folder",
                            g_variant_new_bytestring (path));
}

static void
show_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_show_folder (GTK_WINDOW (widget), g_variant_get_bytestring (parameter));
}

/* ---- the clipboard ---- */

/* (transfer full) */
static GdkTexture *
draw_texture (const WsPicture *picture, WsThemeKind theme)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, PICTURE_WIDTH, PICTURE_HEIGHT);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GBytes) bytes = NULL;
  gsize stride = (gsize)cairo_image_surface_get_stride (surface);
  guint8 *data;

  ws_picture_draw (picture, cr, ws_theme_get (theme), PICTURE_WIDTH, PICTURE_HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  /* what cairo leaves unused is opacity to GDK */
  for (int y = 0; y < PICTURE_HEIGHT; y++)
    for (int x = 0; x < PICTURE_WIDTH; x++)
      ((guint32 *)(void *)(data + (gsize)y * stride))[x] |= 0xff000000u;
  bytes = g_bytes_new_with_free_func (data, stride * PICTURE_HEIGHT,
                                      (GDestroyNotify)cairo_surface_destroy, surface);
  return gdk_memory_texture_new (PICTURE_WIDTH, PICTURE_HEIGHT, GDK_MEMORY_DEFAULT, bytes, stride);
}

/**
 * ws_window_copy_pane:
 * @self: a window
 * @pane: which
 *
 * Puts the pane's picture, at 1920x1080, on the clipboard, and the figures behind it as CSV for who
 * asks for that.
 */
void
ws_window_copy_pane (WsWindow *self, int pane)
{
  GdkContentProvider *providers[2];
  g_autoptr (GdkContentProvider) both = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (WsData) data = NULL;
  WsPicture picture;
  gsize n = 0;

  if (!ws_window_get_picture (self, pane, &picture))
    {
      ws_window_tell_no_picture (self);
      return;
    }
  texture = draw_texture (&picture, self->theme);
  providers[n++] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  data = ws_picture_make_data (&picture);
  if (data != NULL)
    {
      char *csv = ws_data_to_csv (data);
      g_autoptr (GBytes) bytes = g_bytes_new_take (csv, strlen (csv));

      providers[n++] = gdk_content_provider_new_for_bytes ("text/csv", bytes);
    }
  both = gdk_content_provider_new_union (providers, n);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), both);
  ws_window_tell (self, "Picture copied");
}

/* ---- dragging ---- */

/* A folder of pictures that were dragged away, as long as the window lives. */
static void
remove_folder (gpointer data)
{
  g_autofree char *folder = data;

  ws_place_remove_folder (folder);
}

static const char *
get_drag_folder (WsWindow *self)
{
  char *folder = g_object_get_data (G_OBJECT (self), "drag-folder");

  if (folder != NULL)
    return folder;
  folder = g_dir_make_tmp ("warpstage-XXXXXX", NULL);
  if (folder != NULL)
    g_object_set_data_full (G_OBJECT (self), "drag-folder", folder, remove_folder);
  return folder;
}

/* The pane's picture as a file, for a folder or a slide. */
static GdkContentProvider *
drag_cb (WsPane *pane, WsWindow *self)
{
  WsExportForm form = { self->theme, PICTURE_WIDTH, PICTURE_HEIGHT, 1 };
  const char *folder = get_drag_folder (self);
  g_autofree char *stem = NULL;
  g_autofree char *path = NULL;
  WsPicture picture;
  int index = 0;

  while (index < N_PANES && self->pane[index] != pane)
    index++;
  if (folder == NULL || index == N_PANES || !ws_window_get_picture (self, index, &picture))
    return NULL;
  stem = ws_picture_make_name (&picture);
  path = ws_place_find_free (folder, stem, "png");
  return ws_picture_file_new (&picture, &form, path);
}

/* ---- what takes a while ---- */

/* What is written, and where to. */
typedef struct {
  WsFigureFolder *figures; /* or */
  WsPicture *picture;      /* of the film */
  WsFilm film;
  char *path;
} Export;

static void
export_free (Export *self)
{
  g_clear_pointer (&self->figures, ws_figures_free);
  g_clear_pointer (&self->picture, ws_picture_free);
  g_free (self->path);
  g_free (self);
}

/* Numbered pictures have a folder of their own, all of them or none. */
static gboolean
write_frames (Export *self, GCancellable *cancellable, gpointer progress, GError **error)
{
  g_autoptr (WsNewFolder) folder = ws_new_folder_begin (self->path, error);

  return folder != NULL
         && ws_film_write (&self->film, ws_new_folder_get_path (folder), cancellable,
                           ws_export_progress_report, progress, error)
         && ws_new_folder_commit (folder, NULL, error);
}

static gboolean
write_export (gpointer data, GCancellable *cancellable, gpointer progress, GError **error)
{
  Export *self = data;

  if (self->figures != NULL)
    return ws_figures_write (self->figures, self->path, cancellable, ws_export_progress_report,
                             progress, error);
  if (g_str_has_suffix (self->path, ".gif") || g_str_has_suffix (self->path, ".webp"))
    return ws_film_write (&self->film, self->path, cancellable, ws_export_progress_report, progress,
                          error);
  return write_frames (self, cancellable, progress, error);
}

static void
ended_cb (WsExportProgress *progress, GError *error, WsWindow *self)
{
  const char *path = g_object_get_data (G_OBJECT (progress), "path");

  if (error == NULL)
    ws_window_tell_exported (self, path);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_window_show_error (self, error->message);
}

static void
begin (WsWindow *self, const char *title, Export *job)
{
  g_autofree char *path = g_strdup (job->path);
  WsExportProgress *progress = ws_export_progress_new (GTK_WINDOW (self), title, write_export, job,
                                                       (GDestroyNotify)export_free);

  g_object_set_data_full (G_OBJECT (progress), "path", g_steal_pointer (&path), g_free);
  g_signal_connect_object (progress, "ended", G_CALLBACK (ended_cb), self, 0);
  gtk_window_present (GTK_WINDOW (progress));
}

/* ---- all figures ---- */

/* (transfer full): a folder that is not there */
static char *
choose_folder (WsWindow *self, const WsRun *run)
{
  g_autofree char *remembered = g_settings_get_string (self->settings, "export-folder");
  g_autofree char *folder = ws_place_get_folder (remembered);
  g_autofree char *name = g_strdup_printf ("%s-%s-figures", run->id, run->device);
  g_autofree char *stem = ws_place_make_stem (name);

  return ws_place_find_free (folder, stem, "");
}

static void
add_pictures (WsWindow *self, WsFigureFolder *figures)
{
  WsScene *scene = ws_playhead_get_scene (self->playhead);
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  WsPicture picture;
  WsMoment moment;

  ws_playhead_get_moment (self->playhead, &moment);
  ws_figures_add_run (figures, scene, ws_playhead_get_launch_scene (self->playhead), &moment,
                      &options);
  if (ws_window_get_picture (self, PANE_SCENARIOS, &picture) && picture.scenario != NULL
      && ws_scenario_count (picture.scenario, WS_SCENARIO_DONE) > 0)
    {
      picture.table.show_choice = FALSE;
      ws_figures_begin_section (figures, "Scenario");
      ws_figures_add (figures, picture.scenario->id, NULL, &picture);
    }
  ws_sweeps_add_figures (ws_timing_page_get_store (self->timing), figures);
}

/**
 * ws_window_export_figures:
 * @self: a window
 *
 * Writes all pictures of what is shown into a new folder, with progress and a way to stop it.
 */
void
ws_window_export_figures (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  WsExportForm form = { self->theme < WS_N_THEMES ? self->theme : WS_THEME_PROJECTOR, PICTURE_WIDTH,
                        PICTURE_HEIGHT, 1 };
  Export *job;

  if (run == NULL || ws_playhead_get_launch_scene (self->playhead) == NULL)
    {
      ws_window_tell_no_picture (self);
      return;
    }
  job = g_new0 (Export, 1);
  job->figures = ws_figures_new (run->title, &form);
  job->path = choose_folder (self, run);
  add_pictures (self, job->figures);
  begin (self, "Exporting all figures", job);
}

static void
figures_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_window_export_figures (WS_WINDOW (widget));
}

/* ---- animations ---- */

static void
chosen_cb (WsAnimationDialog *dialog, WsWindow *self)
{
  Export *job = g_new0 (Export, 1);

  ws_animation_dialog_get_film (dialog, &job->film);
  job->picture = ws_picture_copy (job->film.picture);
  job->film.picture = job->picture;
  job->path = ws_animation_dialog_get_path (dialog);
  begin (self, "Exporting the animation", job);
}

/* Of the pane that has the keyboard, if it moves; else of the tree. */
static gboolean
find_moving (WsWindow *self, WsPicture *picture)
{
  int panes[] = { ws_window_get_current_pane (self), PANE_TREE, PANE_SMS };

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      WsFilm film = { .picture = picture, .form = { WS_THEME_LIGHT, 1280, 720, 1 }, .fps = 25 };

      if (ws_window_get_picture (self, panes[i], picture) && ws_film_check (&film, NULL))
        return TRUE;
    }
  return FALSE;
}

static void
animation_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  WsAnimationDialog *dialog;
  WsPicture picture;

  if (!find_moving (self, &picture))
    {
      ws_window_tell_no_picture (self);
      return;
    }
  dialog = ws_animation_dialog_new (GTK_WINDOW (self), &picture, self->theme);
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (chosen_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
run_changed_cb (WsWindow *self)
{
  gboolean has_run = ws_playhead_get_run (self->playhead) != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export-figures", has_run);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export-animation", has_run);
}

void
ws_window_export_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-in-folder", "ay", show_cb);
  gtk_widget_class_install_action (widget_class, "win.export-figures", NULL, figures_cb);
  gtk_widget_class_install_action (widget_class, "win.export-animation", NULL, animation_cb);
}

void
ws_window_export_init (WsWindow *self)
{
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (run_changed_cb), self,
                           G_CONNECT_SWAPPED);
  for (int i = 0; i < N_PANES; i++)
    g_signal_connect_object (self->pane[i], "drag", G_CALLBACK (drag_cb), self, 0);
  run_changed_cb (self);
}
