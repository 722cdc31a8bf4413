#include "dialog/animation-dialog.h"

#include "dialog/narrow.h"
#include "scene/course.h"
#include "export/place.h"
#include "toolkit/short-text.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct {
  int width;
  int height;
} Size;

static const Size sizes[] = { { 1280, 720 }, { 1920, 1080 }, { 960, 540 }, { 720, 720 } };
static const double rates[] = { 25, 12.5, 50 };
static const char *const suffixes[] = { "gif", "webp", "" };

struct _WsAnimationDialog {
  AdwWindow parent_instance;

  GSettings *settings;
  WsPicture *picture;
  gint64 begin_us;     /* when the preview began to play */
  guint caption_lines; /* that the film keeps free */
  gboolean is_changed; /* the film, since they were counted */

  GtkWidget *body;
  GtkDrawingArea *preview;
  GtkLabel *summary;
  GtkLabel *place;
  GtkToggleButton *format_gif;
  GtkToggleButton *format_webp;
  GtkToggleButton *format_png;
  AdwComboRow *size_row;
  AdwComboRow *rate_row;
  AdwComboRow *theme_row;
  GtkSpinButton *seconds_spin;
  GtkSwitch *loop_switch;
  GtkButton *export_button;
};

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsAnimationDialog, ws_animation_dialog, ADW_TYPE_WINDOW)

static guint
get_format (WsAnimationDialog *self)
{
  if (gtk_toggle_button_get_active (self->format_webp))
    return 1;
  return gtk_toggle_button_get_active (self->format_png) ? 2 : 0;
}

static void
update (WsAnimationDialog *self)
{
  WsFilm film;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *place = NULL;
  g_autofree char *summary = NULL;

  if (self->picture == NULL)
    return;
  ws_animation_dialog_get_film (self, &film);
  self->is_changed = TRUE;
  path = ws_animation_dialog_get_path (self);
  name = g_filename_display_basename (path);
  place = g_strdup_printf (_ ("Saves to %s"), name);
  summary = g_strdup_printf (_ ("%u frames of %d × %d"), ws_film_get_n_frames (&film),
                             film.form.width, film.form.height);
  gtk_label_set_text (self->summary, summary);
  gtk_label_set_text (self->place, place);
  ws_tip_set (GTK_WIDGET (self->place), path);
  gtk_widget_set_sensitive (GTK_WIDGET (self->loop_switch), get_format (self) != 2);
  gtk_widget_queue_draw (GTK_WIDGET (self->preview));
}

/* The choice changes more often than it is drawn. */
static void
prepare (WsAnimationDialog *self, const WsFilm *film)
{
  WsPicture prepared = *self->picture;

  if (!self->is_changed)
    return;
  self->is_changed = FALSE;
  ws_film_prepare (film, &prepared);
  self->caption_lines = prepared.options.caption_lines;
}

/* Plays as the file will, frame by frame. */
static void
preview_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  WsAnimationDialog *self = data;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (area));
  gint64 now = clock != NULL ? gdk_frame_clock_get_frame_time (clock) : 0;
  WsPicture picture = *self->picture;
  WsFilm film;
  double scale;
  guint n;

  ws_animation_dialog_get_film (self, &film);
  prepare (self, &film);
  n = ws_film_get_n_frames (&film);
  if (self->begin_us == 0 || (now - self->begin_us) * 1e-6 * film.fps > n + film.fps)
    self->begin_us = now;
  ws_film_get_moment (&film, MIN ((guint)((now - self->begin_us) * 1e-6 * film.fps), n - 1),
                      &picture.moment);
  picture.options.caption_lines = self->caption_lines;
  scale = MIN (width / (double)film.form.width, height / (double)film.form.height);
  cairo_translate (cr, floor ((width - film.form.width * scale) / 2),
                   floor ((height - film.form.height * scale) / 2));
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, film.form.width, film.form.height);
  cairo_clip (cr);
  ws_picture_draw (&picture, cr, ws_theme_get (film.form.theme), film.form.width, film.form.height);
  cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 0.5);
  cairo_set_line_width (cr, 2 / scale);
  cairo_rectangle (cr, 0, 0, film.form.width, film.form.height);
  cairo_stroke (cr);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static void
export_cb (WsAnimationDialog *self)
{
  g_signal_emit (self, signals[CHOSEN], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ws_animation_dialog_finalize (GObject *object)
{
  WsAnimationDialog *self = WS_ANIMATION_DIALOG (object);

  g_clear_pointer (&self->picture, ws_picture_free);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ws_animation_dialog_parent_class)->finalize (object);
}

static void
ws_animation_dialog_class_init (WsAnimationDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_animation_dialog_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_ANIMATION_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/warpstage/ui/animation-dialog.ui");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, body);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, summary);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, place);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, format_gif);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, format_webp);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, format_png);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, size_row);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, rate_row);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, theme_row);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, seconds_spin);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, loop_switch);
  gtk_widget_class_bind_template_child (widget_class, WsAnimationDialog, export_button);
}

static void
ws_animation_dialog_init (WsAnimationDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_short_text (self->seconds_spin, WS_SHORT_NUMBER);
  self->settings = g_settings_new ("org.warpstage.Warpstage");
  g_signal_connect_swapped (self->format_gif, "toggled", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->format_webp, "toggled", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->size_row, "notify::selected", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->rate_row, "notify::selected", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->theme_row, "notify::selected", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->seconds_spin, "value-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->export_button, "clicked", G_CALLBACK (export_cb), self);
  gtk_window_set_default_widget (GTK_WINDOW (self), GTK_WIDGET (self->export_button));
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->export_button));
}

/**
 * ws_animation_dialog_new:
 * @parent: its parent window
 * @picture: (transfer none): what moves
 * @theme: the theme shown on the screen
 *
 * Returns: (transfer none): a dialog, owned by GTK
 */
WsAnimationDialog *
ws_animation_dialog_new (GtkWindow *parent, const WsPicture *picture, WsThemeKind theme)
{
  WsAnimationDialog *self = g_object_new (WS_TYPE_ANIMATION_DIALOG, "transient-for", parent, NULL);
  gboolean animated = TRUE;

  ws_dialog_narrow (GTK_WINDOW (self), self->body);
  self->picture = ws_picture_copy (picture);
  gtk_spin_button_set_value (
      self->seconds_spin,
      ws_course_get_seconds (picture->scene,
                             ws_view_get_class (picture->view)->needs == WS_VIEW_OF_LAUNCH));
  adw_combo_row_set_selected (self->theme_row, theme < WS_N_THEMES ? theme : WS_THEME_PROJECTOR);
  gtk_drawing_area_set_draw_func (self->preview, preview_cb, self, NULL);
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animated,
                NULL);
  if (animated)
    gtk_widget_add_tick_callback (GTK_WIDGET (self->preview), tick_cb, NULL, NULL);
  update (self);
  return self;
}

/**
 * ws_animation_dialog_get_film:
 * @film: (out): the film that is chosen; borrows the dialog's picture
 */
void
ws_animation_dialog_get_film (WsAnimationDialog *self, WsFilm *film)
{
  const Size *size;

  g_return_if_fail (WS_IS_ANIMATION_DIALOG (self));

  size = &sizes[MIN (adw_combo_row_get_selected (self->size_row), G_N_ELEMENTS (sizes) - 1)];
  *film = (WsFilm){
    .picture = self->picture,
    .form = { (WsThemeKind)MIN (adw_combo_row_get_selected (self->theme_row), WS_N_THEMES - 1),
              size->width, size->height, 1 },
    .fps = rates[MIN (adw_combo_row_get_selected (self->rate_row), G_N_ELEMENTS (rates) - 1)],
    .seconds = gtk_spin_button_get_value (self->seconds_spin),
    .loop = gtk_switch_get_active (self->loop_switch),
  };
}

/* Returns: (transfer full) (type filename): where it goes: a file, or for numbered pictures a
 * folder that is to be made; a name that is free */
char *
ws_animation_dialog_get_path (WsAnimationDialog *self)
{
  g_autofree char *remembered = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *stem = NULL;

  g_return_val_if_fail (WS_IS_ANIMATION_DIALOG (self), NULL);

  remembered = g_settings_get_string (self->settings, "export-folder");
  folder = ws_place_get_folder (remembered);
  name = g_strdup_printf ("%s-%s-%s%s", self->picture->scene->run->id,
                          ws_view_get_name (self->picture->view), self->picture->scene->run->device,
                          get_format (self) == 2 ? "-frames" : "");
  stem = ws_place_make_stem (name);
  return ws_place_find_free (folder, stem, suffixes[get_format (self)]);
}
