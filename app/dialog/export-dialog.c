#include "dialog/export-dialog.h"

#include "dialog/chooser.h"
#include "dialog/narrow.h"
#include "dialog/picture-form.h"
#include "export/place.h"
#include "toolkit/short-text.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static const char *const formats[] = { "png", "svg", "pdf", "csv", "json" };

enum { FORMAT_PNG, FORMAT_SVG, FORMAT_PDF, FORMAT_CSV, FORMAT_JSON, N_FORMATS };

struct _WsExportDialog {
  AdwWindow parent_instance;

  GSettings *settings;
  WsPicture *picture;
  WsThemeKind theme; /* of the screen */
  int pane_width;
  int pane_height;
  gboolean updating;
  GCancellable *writing;  /* NULL if nothing is being written */
  cairo_surface_t *drawn; /* the preview, as it was drawn last */

  GtkWidget *body;
  GtkDrawingArea *preview;
  GtkLabel *summary;
  GtkLabel *place;
  GtkWidget *choices;
  GtkToggleButton *format_png;
  GtkToggleButton *format_svg;
  GtkToggleButton *format_pdf;
  GtkToggleButton *format_csv;
  GtkToggleButton *format_json;
  AdwComboRow *size_row;
  AdwActionRow *pixels_row;
  AdwComboRow *scale_row;
  AdwComboRow *theme_row;
  AdwActionRow *caption_row;
  GtkSwitch *caption_switch;
  GtkSpinButton *width_spin;
  GtkSpinButton *height_spin;
  GtkButton *save_button;
  GtkButton *export_button;
  GtkStringList *sizes;
  GtkLabel *problem;
};

enum { EXPORTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsExportDialog, ws_export_dialog, ADW_TYPE_WINDOW)

/* ---- what is chosen ---- */

static GtkToggleButton *
get_format_button (WsExportDialog *self, guint format)
{
  GtkToggleButton *const buttons[N_FORMATS] = { self->format_png, self->format_svg,
                                                self->format_pdf, self->format_csv,
                                                self->format_json };

  return buttons[format];
}

static guint
get_format (WsExportDialog *self)
{
  for (guint i = 0; i < N_FORMATS; i++)
    if (gtk_toggle_button_get_active (get_format_button (self, i)))
      return i;
  return FORMAT_PNG;
}

static gboolean
is_data (WsExportDialog *self)
{
  return get_format (self) >= FORMAT_CSV;
}

static WsExportForm
get_form (WsExportDialog *self)
{
  guint theme = adw_combo_row_get_selected (self->theme_row);

  return (WsExportForm){ .theme = theme == 0 ? self->theme : (WsThemeKind)(theme - 1),
                         .width = gtk_spin_button_get_value_as_int (self->width_spin),
                         .height = gtk_spin_button_get_value_as_int (self->height_spin),
                         .scale = adw_combo_row_get_selected (self->scale_row) + 1. };
}

/* The picture as it will be: with or without its caption. */
static WsPicture
get_picture (WsExportDialog *self)
{
  WsPicture picture = *self->picture;

  ws_picture_form_set_caption (&picture, gtk_switch_get_active (self->caption_switch));
  return picture;
}

/* (transfer full) */
static char *
get_folder (WsExportDialog *self)
{
  g_autofree char *remembered = g_settings_get_string (self->settings, "export-folder");

  return ws_place_get_folder (remembered);
}

/* (transfer full): where the button Export writes to */
static char *
get_path (WsExportDialog *self)
{
  g_autofree char *folder = get_folder (self);
  g_autofree char *stem = ws_picture_make_name (self->picture);

  return ws_place_find_free (folder, stem, formats[get_format (self)]);
}

/* ---- what is shown ---- */

/* (transfer full): the home folder is a tilde */
static char *
shorten_path (const char *path)
{
  const char *home = g_get_home_dir ();
  g_autofree char *display = g_filename_display_name (path);

  if (g_str_has_prefix (display, home) && display[strlen (home)] == '/')
    return g_strconcat ("~", display + strlen (home), NULL);
  return g_steal_pointer (&display);
}

static void
update_words (WsExportDialog *self)
{
  WsExportForm form = get_form (self);
  g_autofree char *path = get_path (self);
  g_autofree char *shorter = shorten_path (path);
  g_autofree char *place = g_strdup_printf (_ ("Saves to %s"), shorter);
  g_autofree char *summary = NULL;

  if (is_data (self))
    summary = g_strdup (ws_picture_has_data (self->picture)
                            ? _ ("The numbers behind the picture, as a table")
                            : _ ("This picture has no numbers to export."));
  else if (get_format (self) == FORMAT_PNG)
    summary = g_strdup_printf (_ ("%.0f × %.0f pixels"), form.width * form.scale,
                               form.height * form.scale);
  else
    summary = g_strdup_printf (_ ("%d × %d, sharp at any size"), form.width, form.height);
  gtk_label_set_text (self->summary, summary);
  gtk_label_set_text (self->place, place);
}

static void
update (WsExportDialog *self)
{
  gboolean data = is_data (self);

  gtk_widget_set_sensitive (GTK_WIDGET (self->size_row), !data);
  gtk_widget_set_sensitive (GTK_WIDGET (self->pixels_row), !data);
  gtk_widget_set_sensitive (GTK_WIDGET (self->theme_row), !data);
  gtk_widget_set_sensitive (GTK_WIDGET (self->caption_row), !data);
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale_row), get_format (self) == FORMAT_PNG);
  g_clear_pointer (&self->drawn, cairo_surface_destroy);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self->preview));
  update_words (self);
}

static void
changed_cb (WsExportDialog *self)
{
  if (!self->updating)
    update (self);
}

static void
set_pixels (WsExportDialog *self, int width, int height)
{
  self->updating = TRUE;
  gtk_spin_button_set_value (self->width_spin, width);
  gtk_spin_button_set_value (self->height_spin, height);
  self->updating = FALSE;
}

static void
size_cb (WsExportDialog *self)
{
  guint row = adw_combo_row_get_selected (self->size_row);

  if (self->updating || row >= WS_N_PICTURE_SIZES)
    return;
  if (row == WS_PICTURE_SIZE_AS_SHOWN)
    set_pixels (self, self->pane_width, self->pane_height);
  else if (row != WS_PICTURE_SIZE_CUSTOM)
    set_pixels (self, ws_picture_sizes[row].width, ws_picture_sizes[row].height);
  update (self);
}

/* Typing a size chooses it. */
static void
pixels_cb (WsExportDialog *self)
{
  if (self->updating)
    return;
  self->updating = TRUE;
  adw_combo_row_set_selected (self->size_row, WS_PICTURE_SIZE_CUSTOM);
  self->updating = FALSE;
  update (self);
}

/* Drawn once per choice at full size, and scaled down: what is small in the picture is small in the
 * preview. */
static void
preview_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  WsExportDialog *self = data;
  WsExportForm form = get_form (self);
  WsPicture picture = get_picture (self);
  double scale = MIN (width / (double)form.width, height / (double)form.height);
  double device = gtk_widget_get_scale_factor (GTK_WIDGET (area));
  int w = MAX ((int)floor (form.width * scale), 1);
  int h = MAX ((int)floor (form.height * scale), 1);

  if (self->drawn == NULL)
    {
      cairo_t *inner;

      self->drawn =
          cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)(w * device), (int)(h * device));
      inner = cairo_create (self->drawn);
      cairo_scale (inner, w * device / form.width, h * device / form.height);
      ws_picture_draw (&picture, inner, ws_theme_get (form.theme), form.width, form.height);
      cairo_destroy (inner);
    }
  cairo_translate (cr, floor ((width - w) / 2.), floor ((height - h) / 2.));
  cairo_scale (cr, 1 / device, 1 / device);
  cairo_set_source_surface (cr, self->drawn, 0, 0);
  cairo_paint (cr);
  cairo_scale (cr, device, device);
  cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 0.5);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, 0.5, 0.5, w - 1, h - 1);
  cairo_stroke (cr);
}

static void
resized_cb (WsExportDialog *self)
{
  g_clear_pointer (&self->drawn, cairo_surface_destroy);
}

/* ---- settings ---- */

/* Of buttons of which one is active, it is kept by its name, which is @data. */
static gboolean
get_active (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_boolean (value, g_str_equal (g_variant_get_string (variant, NULL), data));
  return TRUE;
}

static GVariant *
put_active (const GValue *value, const GVariantType *type, gpointer data)
{
  return g_value_get_boolean (value) ? g_variant_new_string (data) : NULL;
}

/* The first row is 1. */
static gboolean
get_scale (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_uint (value, (guint)g_variant_get_int32 (variant) - 1);
  return TRUE;
}

static GVariant *
put_scale (const GValue *value, const GVariantType *type, gpointer data)
{
  return g_variant_new_int32 ((gint32)g_value_get_uint (value) + 1);
}

/* The choice comes from the settings, and is stored there when a picture is written. */
static void
bind_settings (WsExportDialog *self)
{
  const GSettingsBindFlags flags = G_SETTINGS_BIND_DEFAULT;

  g_settings_delay (self->settings);
  self->updating = TRUE;
  for (guint i = 0; i < N_FORMATS; i++)
    g_settings_bind_with_mapping (self->settings, "export-format", get_format_button (self, i),
                                  "active", flags, get_active, put_active, (gpointer)formats[i],
                                  NULL);
  g_settings_bind (self->settings, "export-width", self->width_spin, "value", flags);
  g_settings_bind (self->settings, "export-height", self->height_spin, "value", flags);
  g_settings_bind_with_mapping (self->settings, "export-scale", self->scale_row, "selected", flags,
                                get_scale, put_scale, NULL, NULL);
  ws_picture_form_bind (self->settings, self->size_row, self->theme_row, self->caption_switch);
  self->updating = FALSE;
}

static void
show_problem (WsExportDialog *self, const GError *error)
{
  gtk_label_set_text (self->problem, error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
}

/* ---- writing ---- */

/* While it writes, controls are insensitive; closing cancels. */
static void
set_writing (WsExportDialog *self, GCancellable *cancellable)
{
  gboolean writes = cancellable != NULL;

  g_set_object (&self->writing, cancellable);
  gtk_widget_set_sensitive (GTK_WIDGET (self->choices), !writes);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button), !writes);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), !writes);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), writes ? "progress" : NULL);
  if (writes)
    gtk_label_set_text (self->summary, _ ("Writing…"));
  else
    update_words (self);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsExportDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = ws_picture_write_finish (result, &error);
  g_autofree char *folder = NULL;

  if (self->writing == NULL) /* it was closed */
    return;
  set_writing (self, NULL);
  if (path == NULL)
    {
      show_problem (self, error);
      gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->export_button));
      return;
    }
  folder = g_path_get_dirname (path);
  g_settings_set_string (self->settings, "export-folder", folder);
  g_settings_apply (self->settings);
  g_signal_emit (self, signals[EXPORTED], 0, path);
  gtk_window_close (GTK_WINDOW (self));
}

/* (transfer full): with the format's suffix, where it has none that we know; then under a name that
 * is free: the chooser asked about the one without */
static char *
complete (WsExportDialog *self, const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  g_autofree char *folder = NULL;
  g_autofree char *stem = NULL;

  for (guint i = 0; i < N_FORMATS; i++)
    {
      g_autofree char *suffix = g_strconcat (".", formats[i], NULL);

      if (g_str_has_suffix (lower, suffix))
        return g_strdup (path);
    }
  folder = g_path_get_dirname (path);
  stem = g_path_get_basename (path);
  return ws_place_find_free (folder, stem, formats[get_format (self)]);
}

static void
chosen (GFile *file, gpointer dialog)
{
  WsExportDialog *self = dialog;
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *full = NULL;
  g_autoptr (GError) error = NULL;

  if (path != NULL)
    {
      full = complete (self, path);
      ws_export_dialog_write (self, full);
      return;
    }
  g_set_error (&error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("Pictures can only be saved to local folders."));
  show_problem (self, error);
}

static void
save_cb (WsExportDialog *self)
{
  g_autofree char *path = get_path (self);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);

  ws_chooser_ask (GTK_WINDOW (self), WS_CHOOSER_SAVE_PICTURE, folder, name, chosen, self);
}

static void
export_cb (WsExportDialog *self)
{
  ws_export_dialog_export (self);
}

/* ---- the class ---- */

/* The thread keeps a closed dialog alive, but its picture is no longer wanted. */
static void
ws_export_dialog_unmap (GtkWidget *widget)
{
  WsExportDialog *self = WS_EXPORT_DIALOG (widget);

  g_cancellable_cancel (self->writing); /* does nothing if NULL */
  g_clear_object (&self->writing);

  GTK_WIDGET_CLASS (ws_export_dialog_parent_class)->unmap (widget);
}

static void
ws_export_dialog_dispose (GObject *object)
{
  ws_chooser_cancel (GTK_WINDOW (object));

  G_OBJECT_CLASS (ws_export_dialog_parent_class)->dispose (object);
}

static void
ws_export_dialog_finalize (GObject *object)
{
  WsExportDialog *self = WS_EXPORT_DIALOG (object);

  g_clear_pointer (&self->picture, ws_picture_free);
  g_clear_pointer (&self->drawn, cairo_surface_destroy);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ws_export_dialog_parent_class)->finalize (object);
}

static void
ws_export_dialog_class_init (WsExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_export_dialog_finalize;
  widget_class->unmap = ws_export_dialog_unmap;
  signals[EXPORTED] = g_signal_new ("exported", WS_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/export-dialog.ui");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, body);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, summary);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, place);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, choices);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, format_png);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, format_svg);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, format_pdf);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, format_csv);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, format_json);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, size_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, pixels_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, scale_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, theme_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, caption_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, caption_switch);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, width_spin);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, height_spin);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, export_button);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, sizes);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, problem);
}

static void
ws_export_dialog_init (WsExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_short_text (self->width_spin, WS_SHORT_NUMBER);
  ws_short_text (self->height_spin, WS_SHORT_NUMBER);
  self->settings = g_settings_new ("org.warpstage.Warpstage");
  ws_picture_form_add_sizes (self->sizes);
  gtk_drawing_area_set_draw_func (self->preview, preview_cb, self, NULL);
  g_signal_connect_swapped (self->preview, "resize", G_CALLBACK (resized_cb), self);
  for (guint i = 0; i < N_FORMATS; i++)
    g_signal_connect_swapped (get_format_button (self, i), "toggled", G_CALLBACK (changed_cb),
                              self);
  g_signal_connect_swapped (self->size_row, "notify::selected", G_CALLBACK (size_cb), self);
  g_signal_connect_swapped (self->scale_row, "notify::selected", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->theme_row, "notify::selected", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->caption_switch, "notify::active", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->width_spin, "value-changed", G_CALLBACK (pixels_cb), self);
  g_signal_connect_swapped (self->height_spin, "value-changed", G_CALLBACK (pixels_cb), self);
  g_signal_connect_swapped (self->save_button, "clicked", G_CALLBACK (save_cb), self);
  g_signal_connect_swapped (self->export_button, "clicked", G_CALLBACK (export_cb), self);
  gtk_window_set_default_widget (GTK_WINDOW (self), GTK_WIDGET (self->export_button));
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->export_button));
}

/**
 * ws_export_dialog_new:
 * @parent: its parent window
 * @picture: (transfer none): what to write
 * @theme: the theme shown on the screen
 * @pane_width: width of the view on the screen, in pixels
 *
 * Begins with what was chosen last. Emits exported, with the file's path, when it was written.
 *
 * Returns: (transfer none): a dialog, owned by GTK
 */
WsExportDialog *
ws_export_dialog_new (GtkWindow *parent, const WsPicture *picture, WsThemeKind theme,
                      int pane_width, int pane_height)
{
  WsExportDialog *self = g_object_new (WS_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);

  ws_dialog_narrow (GTK_WINDOW (self), self->body);
  self->picture = ws_picture_copy (picture);
  self->theme = theme < WS_N_THEMES ? theme : WS_THEME_PROJECTOR;
  self->pane_width = pane_width;
  self->pane_height = pane_height;
  bind_settings (self);
  size_cb (self);
  return self;
}

/**
 * ws_export_dialog_write:
 * @path: (type filename): where the picture goes
 *
 * Writes the chosen picture in a thread, and closes; on failure it shows the error, and stays open.
 * Does nothing while already writing.
 */
void
ws_export_dialog_write (WsExportDialog *self, const char *path)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WsExportForm form;
  WsPicture picture;

  g_return_if_fail (WS_IS_EXPORT_DIALOG (self) && path != NULL);

  if (self->writing != NULL)
    return;
  picture = get_picture (self);
  form = get_form (self);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  set_writing (self, cancellable);
  ws_picture_write_async (&picture, &form, path, cancellable, written_cb, g_object_ref (self));
}

/* Does what the button Export does: as ws_export_dialog_write(), into the last folder, under a name
 * that is free. */
void
ws_export_dialog_export (WsExportDialog *self)
{
  g_autofree char *path = NULL;

  g_return_if_fail (WS_IS_EXPORT_DIALOG (self));

  path = get_path (self);
  ws_export_dialog_write (self, path);
}
