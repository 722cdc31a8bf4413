#include "window/exporter.h"

#include "dialog/animation-dialog.h"
#include "dialog/chooser.h"
#include "dialog/export-dialog.h"
#include "dialog/export-progress.h"
#include "dialog/picture-file.h"
#include "dialog/picture-form.h"
#include "export/figures.h"
#include "export/place.h"
#include "files/new-folder.h"
#include "page/web-page.h"
#include "sweeps/figures.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

#define PICTURE_WIDTH  1920
#define PICTURE_HEIGHT 1080

/* a copied animation is for chats and slides, which reject large ones */
#define COPY_PX  1280
#define COPY_FPS 12.5

struct _WsExporter {
  GObject parent_instance;

  WsPanes *panes;
  WsPlayhead *playhead;
  GSettings *settings;
  WsThemeKind theme;
  char *away_folder; /* folder of dragged and copied pictures, until finalised; NULL for none */
};

enum { EXPORTED, TOLD, FAILED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsExporter, ws_exporter, G_TYPE_OBJECT)

static GtkWindow *
get_window (WsExporter *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->panes)));
}

static void
tell (WsExporter *self, const char *sentence)
{
  g_signal_emit (self, signals[TOLD], 0, sentence);
}

static void
tell_exported (WsExporter *self, const char *path)
{
  g_signal_emit (self, signals[EXPORTED], 0, path);
}

/* ---- exporting a pane ---- */

static void
pane_export_cb (WsExporter *self, WsPane *pane)
{
  ws_exporter_export_pane (self, ws_panes_get_index (self->panes, pane));
}

static void
pane_copy_cb (WsExporter *self, WsPane *pane)
{
  ws_exporter_copy_pane (self, ws_panes_get_index (self->panes, pane));
}

/* (nullable): folder of dragged and copied pictures */
static const char *
get_away_folder (WsExporter *self)
{
  if (self->away_folder == NULL)
    self->away_folder = g_dir_make_tmp ("warpstage-XXXXXX", NULL);
  return self->away_folder;
}

/* (transfer full) (nullable): an unused name in that folder */
static char *
find_away_path (WsExporter *self, const WsPicture *picture, const char *suffix)
{
  const char *folder = get_away_folder (self);
  g_autofree char *stem = ws_picture_make_name (picture);

  return folder != NULL ? ws_place_find_free (folder, stem, suffix) : NULL;
}

/* What a pane shows, at its size on screen. */
static gboolean
get_pane_picture (WsExporter *self, int pane, WsPicture *picture, int *width, int *height)
{
  GtkWidget *child = ws_pane_get_child (ws_panes_get_pane (self->panes, pane));

  *width = gtk_widget_get_width (child);
  *height = gtk_widget_get_height (child);
  return ws_panes_get_picture (self->panes, pane, picture);
}

/* The pane's picture as a file, for a folder or a slide. */
static GdkContentProvider *
drag_cb (WsPane *pane, WsExporter *self)
{
  WsPicture picture;
  int width;
  int height;

  if (!get_pane_picture (self, ws_panes_get_index (self->panes, pane), &picture, &width, &height))
    return NULL;
  return ws_exporter_drag_picture (self, &picture, width, height);
}

/* ---- the clipboard ---- */

/* (transfer full) */
static GdkTexture *
draw_texture (const WsPicture *picture, const WsExportForm *form)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, form->width, form->height);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GBytes) bytes = NULL;
  gsize stride = (gsize)cairo_image_surface_get_stride (surface);
  guint8 *data;

  ws_picture_draw (picture, cr, ws_theme_get (form->theme), form->width, form->height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  /* cairo's unused byte is GDK's alpha */
  for (int y = 0; y < form->height; y++)
    for (int x = 0; x < form->width; x++)
      ((guint32 *)(void *)(data + (gsize)y * stride))[x] |= 0xff000000u;
  bytes = g_bytes_new_with_free_func (data, stride * (gsize)form->height,
                                      (GDestroyNotify)cairo_surface_destroy, surface);
  return gdk_memory_texture_new (form->width, form->height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* @providers: (transfer full) */
static void
put_on_clipboard (WsExporter *self, GdkContentProvider **providers, gsize n, const char *news)
{
  g_autoptr (GdkContentProvider) all = gdk_content_provider_new_union (providers, n);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self->panes)), all);
  tell (self, news);
}

/* As an image, for chats and editors, and as a file, for slides and folders. */
static void
put_animation_on_clipboard (WsExporter *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, &error);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = NULL;
  GdkFileList *files;
  GdkContentProvider *providers[2];

  if (mapped == NULL)
    {
      g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  bytes = g_mapped_file_get_bytes (mapped);
  providers[0] = gdk_content_provider_new_for_bytes ("image/gif", bytes);
  files = gdk_file_list_new_from_array (&file, 1);
  providers[1] = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, files);
  g_boxed_free (GDK_TYPE_FILE_LIST, files);
  put_on_clipboard (self, providers, G_N_ELEMENTS (providers), _ ("Animation copied"));
}

/* ---- long exports ---- */

/* What is written, and where. */
typedef struct {
  WsFigureFolder *figures; /* or */
  WsWebPage *page;         /* or */
  WsPicture *picture;      /* the one that moves in the film */
  WsFilm film;
  char *path;
  gboolean is_copied; /* to the clipboard, once written */
} Export;

static void
export_free (Export *self)
{
  g_clear_pointer (&self->figures, ws_figures_free);
  g_clear_pointer (&self->page, ws_web_page_free);
  g_clear_pointer (&self->picture, ws_picture_free);
  g_free (self->path);
  g_free (self);
}

/* Numbered pictures get a new folder, with all of them or none. */
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
write_page (Export *self, GCancellable *cancellable, gpointer progress, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->path);

  return ws_web_page_write (self->page, file,
                            &(WsWebPageWatch){ ws_export_progress_report, progress, cancellable },
                            error);
}

static gboolean
write_export (gpointer data, GCancellable *cancellable, gpointer progress, GError **error)
{
  Export *self = data;

  if (self->figures != NULL)
    return ws_figures_write (self->figures, self->path, cancellable, ws_export_progress_report,
                             progress, error);
  if (self->page != NULL)
    return write_page (self, cancellable, progress, error);
  if (g_str_has_suffix (self->path, ".gif") || g_str_has_suffix (self->path, ".webp"))
    return ws_film_write (&self->film, self->path, cancellable, ws_export_progress_report, progress,
                          error);
  return write_frames (self, cancellable, progress, error);
}

static void
ended_cb (WsExportProgress *progress, GError *error, WsExporter *self)
{
  const char *path = g_object_get_data (G_OBJECT (progress), "path");
  gboolean is_copied = g_object_get_data (G_OBJECT (progress), "is-copied") != NULL;

  if (error == NULL && is_copied)
    put_animation_on_clipboard (self, path);
  else if (error == NULL)
    tell_exported (self, path);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FAILED], 0, error->message);
}

static void
begin (WsExporter *self, const char *title, Export *job)
{
  g_autofree char *path = g_strdup (job->path);
  gpointer is_copied = GINT_TO_POINTER (job->is_copied);
  WsExportProgress *progress = ws_export_progress_new (get_window (self), title, write_export, job,
                                                       (GDestroyNotify)export_free);

  g_object_set_data_full (G_OBJECT (progress), "path", g_steal_pointer (&path), g_free);
  g_object_set_data (G_OBJECT (progress), "is-copied", is_copied);
  g_signal_connect_object (progress, "ended", G_CALLBACK (ended_cb), self, 0);
  gtk_window_present (GTK_WINDOW (progress));
}

/* ---- all figures ---- */

/* (transfer full): an unused folder name */
static char *
choose_folder (WsExporter *self, const WsRun *run)
{
  g_autofree char *remembered = g_settings_get_string (self->settings, "export-folder");
  g_autofree char *folder = ws_place_get_folder (remembered);
  g_autofree char *name = g_strdup_printf ("%s-%s-figures", run->id, run->device);
  g_autofree char *stem = ws_place_make_stem (name);

  return ws_place_find_free (folder, stem, "");
}

static void
add_pictures (WsExporter *self, WsFigureFolder *figures)
{
  WsScene *scene = ws_playhead_get_scene (self->playhead);
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  WsPicture picture;
  WsMoment moment;

  ws_playhead_get_moment (self->playhead, &moment);
  ws_figures_add_run (figures, scene, ws_playhead_get_launch_scene (self->playhead), &moment,
                      &options);
  if (ws_panes_get_picture (self->panes, WS_PANE_SCENARIOS, &picture) && picture.scenario != NULL
      && ws_scenario_count (picture.scenario, WS_SCENARIO_DONE) > 0)
    {
      picture.table.show_choice = FALSE;
      ws_figures_begin_section (figures, _ ("Scenario"));
      ws_figures_add (figures, picture.scenario->id, NULL, &picture);
    }
  ws_sweeps_add_figures (ws_timing_page_get_store (ws_panes_get_timing (self->panes)), figures);
}

/* ---- a web page ---- */

/* The two compared runs, or the shown run: its block, or the views of its launch. */
static gboolean
find_page (WsExporter *self, WsPicture *picture)
{
  static const int panes[] = { WS_PANE_TREE, WS_PANE_SMS };

  if (ws_panes_get_current (self->panes) == WS_PANE_BESIDE)
    return ws_panes_get_picture (self->panes, WS_PANE_BESIDE, picture);
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    if (ws_panes_get_picture (self->panes, panes[i], picture) && picture->scene != NULL)
      return TRUE;
  return FALSE;
}

static void
page_chosen (GFile *file, gpointer data)
{
  WsExporter *self = data;
  WsPicture picture;
  Export *job;

  if (!find_page (self, &picture) || g_file_peek_path (file) == NULL)
    return;
  job = g_new0 (Export, 1);
  job->path = g_file_get_path (file);
  job->page = ws_web_page_new ();
  if (picture.subject != NULL)
    ws_web_page_add_beside (job->page, picture.subject, &picture);
  else
    ws_web_page_add_run (job->page, &picture);
  begin (self, _ ("Writing the web page"), job);
}

/* ---- animations ---- */

static void
chosen_cb (WsAnimationDialog *dialog, WsExporter *self)
{
  Export *job = g_new0 (Export, 1);

  ws_animation_dialog_get_film (dialog, &job->film);
  job->picture = ws_picture_copy (job->film.picture);
  job->film.picture = job->picture;
  job->path = ws_animation_dialog_get_path (dialog);
  begin (self, _ ("Exporting the animation"), job);
}

/* Of the focused pane, if it moves; otherwise of the tree. */
static gboolean
find_moving (WsExporter *self, WsPicture *picture)
{
  int panes[] = { ws_panes_get_current (self->panes), WS_PANE_TREE, WS_PANE_SMS };

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      WsFilm film = { .picture = picture, .form = { WS_THEME_LIGHT, 1280, 720, 1 }, .fps = 25 };

      if (ws_panes_get_picture (self->panes, panes[i], picture) && ws_film_check (&film, NULL))
        return TRUE;
    }
  return FALSE;
}

static void
ws_exporter_finalize (GObject *object)
{
  WsExporter *self = WS_EXPORTER (object);

  g_clear_object (&self->panes);
  g_clear_object (&self->playhead);
  g_clear_object (&self->settings);
  if (self->away_folder != NULL)
    ws_place_remove_folder (self->away_folder);
  g_free (self->away_folder);

  G_OBJECT_CLASS (ws_exporter_parent_class)->finalize (object);
}

static void
ws_exporter_class_init (WsExporterClass *klass)
{
  static const char *const names[N_SIGNALS] = { "exported", "told", "failed" };

  G_OBJECT_CLASS (klass)->finalize = ws_exporter_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WS_TYPE_EXPORTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ws_exporter_init (WsExporter *self)
{
}

/**
 * ws_exporter_new:
 * @panes: (transfer none): panes that have begun, in a window
 * @playhead: (transfer none): whose run they show
 * @settings: (transfer none): store the last used folder
 *
 * Exports or copies a pane on request of its header, and lets the user drag its picture.
 *
 * Returns: (transfer full): an exporter
 */
WsExporter *
ws_exporter_new (WsPanes *panes, WsPlayhead *playhead, GSettings *settings)
{
  WsExporter *self = g_object_new (WS_TYPE_EXPORTER, NULL);

  self->panes = g_object_ref (panes);
  self->playhead = g_object_ref (playhead);
  self->settings = g_object_ref (settings);
  for (int i = 0; i < WS_N_PANES; i++)
    {
      WsPane *pane = ws_panes_get_pane (panes, i);

      g_signal_connect_object (pane, "export", G_CALLBACK (pane_export_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (pane, "copy", G_CALLBACK (pane_copy_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (pane, "drag", G_CALLBACK (drag_cb), self, 0);
    }
  return self;
}

/**
 * ws_exporter_set_theme:
 * @self: an exporter
 * @theme: of pictures written without asking, and the default for the others
 */
void
ws_exporter_set_theme (WsExporter *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_EXPORTER (self));
  self->theme = theme;
}

/* Tells the user that there is nothing to export or copy yet. */
void
ws_exporter_tell_no_picture (WsExporter *self)
{
  g_return_if_fail (WS_IS_EXPORTER (self));
  tell (self, _ ("This pane has nothing to show yet"));
}

/**
 * ws_exporter_export_picture:
 * @self: an exporter
 * @picture: the picture to export, in its current state
 * @width: its width on the screen, in pixels
 * @height: its height
 *
 * Asks for file, format and size, and writes the picture.
 */
void
ws_exporter_export_picture (WsExporter *self, const WsPicture *picture, int width, int height)
{
  WsExportDialog *dialog;

  g_return_if_fail (WS_IS_EXPORTER (self) && picture != NULL);

  dialog = ws_export_dialog_new (get_window (self), picture, self->theme, width, height);
  g_signal_connect_object (dialog, "exported", G_CALLBACK (tell_exported), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * ws_exporter_export_pane:
 * @self: an exporter
 * @pane: the pane
 *
 * Asks for format, size and location, and writes the pane's current picture.
 */
void
ws_exporter_export_pane (WsExporter *self, int pane)
{
  WsPicture picture;
  int width;
  int height;

  g_return_if_fail (WS_IS_EXPORTER (self));

  if (get_pane_picture (self, pane, &picture, &width, &height))
    ws_exporter_export_picture (self, &picture, width, height);
  else
    ws_exporter_tell_no_picture (self);
}

/**
 * ws_exporter_export_figures:
 * @self: an exporter
 *
 * Writes all pictures of the shown run into a new folder, with progress and a Cancel button.
 */
void
ws_exporter_export_figures (WsExporter *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  WsExportForm form = { self->theme < WS_N_THEMES ? self->theme : WS_THEME_PROJECTOR, PICTURE_WIDTH,
                        PICTURE_HEIGHT, 1 };
  Export *job;

  if (run == NULL || ws_playhead_get_launch_scene (self->playhead) == NULL)
    {
      ws_exporter_tell_no_picture (self);
      return;
    }
  job = g_new0 (Export, 1);
  job->figures = ws_figures_new (ws_words_translate (run->title), &form);
  job->path = choose_folder (self, run);
  add_pictures (self, job->figures);
  begin (self, _ ("Exporting all figures"), job);
}

/**
 * ws_exporter_export_page:
 * @self: an exporter
 *
 * Asks for a location, and writes a web page that steps through the shown run.
 */
void
ws_exporter_export_page (WsExporter *self)
{
  WsPicture picture;
  g_autofree char *stem = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (WS_IS_EXPORTER (self));

  if (!find_page (self, &picture))
    {
      ws_exporter_tell_no_picture (self);
      return;
    }
  stem = ws_place_make_stem (picture.scene->run->id);
  name = g_strconcat (stem, ".html", NULL);
  ws_chooser_ask (get_window (self), WS_CHOOSER_SAVE_PAGE, NULL, name, page_chosen, self);
}

/**
 * ws_exporter_export_animation:
 * @self: an exporter
 *
 * Asks for format, size and location, and writes an animation of a pane that moves.
 */
void
ws_exporter_export_animation (WsExporter *self)
{
  WsAnimationDialog *dialog;
  WsPicture picture;

  if (!find_moving (self, &picture))
    {
      ws_exporter_tell_no_picture (self);
      return;
    }
  dialog = ws_animation_dialog_new (get_window (self), &picture, self->theme);
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (chosen_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * ws_exporter_copy_picture:
 * @self: an exporter
 * @picture: (inout): the picture to copy, in its current state; receives the chosen caption, or
 * none
 * @width: its width on the screen, in pixels
 * @height: its height
 *
 * Copies @picture to the clipboard, in the last chosen theme and size, and its figures as CSV if
 * requested.
 */
void
ws_exporter_copy_picture (WsExporter *self, WsPicture *picture, int width, int height)
{
  GdkContentProvider *providers[2];
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (WsData) data = NULL;
  WsExportForm form;
  gsize n = 0;

  g_return_if_fail (WS_IS_EXPORTER (self) && picture != NULL);

  ws_picture_form_read (self->settings, self->theme, width, height, picture, &form);
  texture = draw_texture (picture, &form);
  providers[n++] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  data = ws_picture_make_data (picture);
  if (data != NULL)
    {
      char *csv = ws_data_to_csv (data);
      g_autoptr (GBytes) bytes = g_bytes_new_take (csv, strlen (csv));

      providers[n++] = gdk_content_provider_new_for_bytes ("text/csv", bytes);
    }
  put_on_clipboard (self, providers, n, _ ("Picture copied"));
}

/**
 * ws_exporter_copy_pane:
 * @self: an exporter
 * @pane: the pane
 *
 * Copies the pane's picture to the clipboard.
 */
void
ws_exporter_copy_pane (WsExporter *self, int pane)
{
  WsPicture picture;
  int width;
  int height;

  g_return_if_fail (WS_IS_EXPORTER (self));

  if (get_pane_picture (self, pane, &picture, &width, &height))
    ws_exporter_copy_picture (self, &picture, width, height);
  else
    ws_exporter_tell_no_picture (self);
}

/**
 * ws_exporter_copy_animation:
 * @self: an exporter
 * @picture: (inout): the animated picture; receives the chosen caption, or none
 * @width: its width on the screen, in pixels
 * @height: its height
 *
 * Writes @picture's animation, with progress and a Cancel button, and then copies it to the
 * clipboard, as a GIF and as a file. Its aspect ratio is that of the last chosen size.
 */
void
ws_exporter_copy_animation (WsExporter *self, WsPicture *picture, int width, int height)
{
  WsFilm film = { .picture = picture, .fps = COPY_FPS, .loop = TRUE };
  g_autofree char *path = NULL;
  double scale;
  Export *job;

  g_return_if_fail (WS_IS_EXPORTER (self) && picture != NULL);

  ws_picture_form_read (self->settings, self->theme, width, height, picture, &film.form);
  scale = MIN (1, COPY_PX / (double)MAX (film.form.width, film.form.height));
  film.form.width = MAX ((int)(film.form.width * scale), WS_EXPORT_MIN_SIZE);
  film.form.height = MAX ((int)(film.form.height * scale), WS_EXPORT_MIN_SIZE);
  path = find_away_path (self, picture, "gif");
  if (path == NULL || !ws_film_check (&film, NULL))
    {
      tell (self, _ ("What is shown here does not move"));
      return;
    }
  job = g_new0 (Export, 1);
  job->film = film;
  job->picture = ws_picture_copy (picture);
  job->film.picture = job->picture;
  job->path = g_steal_pointer (&path);
  job->is_copied = TRUE;
  begin (self, _ ("Copying the animation"), job);
}

/**
 * ws_exporter_drag_picture:
 * @self: an exporter
 * @picture: (inout): the dragged picture, in its current state; receives the chosen caption, or
 * none
 * @width: its width on the screen, in pixels
 * @height: its height
 *
 * Returns: (transfer full) (nullable): the picture as a PNG file, for a folder or a slide
 */
GdkContentProvider *
ws_exporter_drag_picture (WsExporter *self, WsPicture *picture, int width, int height)
{
  g_autofree char *path = NULL;
  WsExportForm form;

  g_return_val_if_fail (WS_IS_EXPORTER (self) && picture != NULL, NULL);

  ws_picture_form_read (self->settings, self->theme, width, height, picture, &form);
  path = find_away_path (self, picture, "png");
  return path != NULL ? ws_picture_file_new (picture, &form, path) : NULL;
}
