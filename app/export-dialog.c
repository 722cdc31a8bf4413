#include "export-dialog.h"

typedef struct {
  const char *name;
  int width;
  int height;
} Size;

static const Size sizes[] = {
  { "Slide, 1920 × 1080", 1920, 1080 },
  { "Small slide, 1280 × 720", 1280, 720 },
  { "Large, 3840 × 2160", 3840, 2160 },
  { "4:3 slide, 1600 × 1200", 1600, 1200 },
};

static const char *const suffixes[] = { "png", "svg", "pdf" };

struct _WsExportDialog {
  AdwWindow parent_instance;

  WsPicture *picture;
  int pane_width;
  int pane_height;

  GtkButton *save_button;
  AdwComboRow *format_row;
  AdwComboRow *size_row;
  AdwComboRow *theme_row;
  GtkStringList *sizes;
  GtkSpinButton *width_spin;
  GtkSpinButton *height_spin;
  GtkLabel *problem;
};

enum { EXPORTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsExportDialog, ws_export_dialog, ADW_TYPE_WINDOW)

static void
size_cb (WsExportDialog *self)
{
  guint row = adw_combo_row_get_selected (self->size_row);

  if (row < G_N_ELEMENTS (sizes))
    {
      gtk_spin_button_set_value (self->width_spin, sizes[row].width);
      gtk_spin_button_set_value (self->height_spin, sizes[row].height);
    }
  else
    {
      gtk_spin_button_set_value (self->width_spin, self->pane_width);
      gtk_spin_button_set_value (self->height_spin, self->pane_height);
    }
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, WsExportDialog *self)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_object_unref (dialog);
  if (file == NULL)
    return;
  path = g_file_get_path (file);
  name = g_file_get_basename (file);
  if (path == NULL)
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 "Pictures can be written to local folders only.");
  else if (ws_export_dialog_write (self, path, &error))
    {
      g_signal_emit (self, signals[EXPORTED], 0, name);
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  gtk_label_set_text (self->problem, error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
}

static void
save_cb (WsExportDialog *self)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      "Export the picture", GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  const char *suffix = suffixes[adw_combo_row_get_selected (self->format_row)];
  g_autofree char *stem = ws_picture_make_name (self->picture);
  g_autofree char *name = g_strdup_printf ("%s.%s", stem, suffix);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  g_signal_connect_object (chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
ws_export_dialog_finalize (GObject *object)
{
  g_clear_pointer (&WS_EXPORT_DIALOG (object)->picture, ws_picture_free);

  G_OBJECT_CLASS (ws_export_dialog_parent_class)->finalize (object);
}

static void
ws_export_dialog_class_init (WsExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_export_dialog_finalize;
  signals[EXPORTED] = g_signal_new ("exported", WS_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/export-dialog.ui");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, size_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, theme_row);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, sizes);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, width_spin);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, height_spin);
  gtk_widget_class_bind_template_child (widget_class, WsExportDialog, problem);
}

static void
ws_export_dialog_init (WsExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    gtk_string_list_append (self->sizes, sizes[i].name);
  gtk_string_list_append (self->sizes, "As on the screen");
  g_signal_connect_swapped (self->size_row, "notify::selected", G_CALLBACK (size_cb), self);
  g_signal_connect_swapped (self->save_button, "clicked", G_CALLBACK (save_cb), self);
}

/**
 * ws_export_dialog_new:
 * @parent: the window that it belongs to
 * @picture: (transfer none): what to write
 * @theme: the theme shown on the screen
 * @pane_width: width of the view on the screen, in pixels
 * @pane_height: its height
 *
 * Emits exported, with the file's name, when a picture was written.
 *
 * Returns: (transfer none): a dialog, owned by GTK
 */
WsExportDialog *
ws_export_dialog_new (GtkWindow *parent, const WsPicture *picture, WsThemeKind theme,
                      int pane_width, int pane_height)
{
  WsExportDialog *self = g_object_new (WS_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);

  self->picture = ws_picture_copy (picture);
  self->pane_width = pane_width;
  self->pane_height = pane_height;
  adw_combo_row_set_selected (self->theme_row, theme);
  size_cb (self);
  return self;
}

/**
 * ws_export_dialog_write:
 * @self: a dialog
 * @path: where to; its suffix says the format, and where it has none the format chosen is appended
 * @error: return location
 *
 * Writes the picture with the size and theme chosen.
 *
 * Returns: whether it was written
 */
gboolean
ws_export_dialog_write (WsExportDialog *self, const char *path, GError **error)
{
  g_autofree char *full = NULL;
  g_autofree char *base = NULL;
  WsExportForm form = { .scale = 1 };

  g_return_val_if_fail (WS_IS_EXPORT_DIALOG (self), FALSE);

  base = g_path_get_basename (path);
  full = strchr (base, '.') != NULL
             ? g_strdup (path)
             : g_strdup_printf ("%s.%s", path,
                                suffixes[adw_combo_row_get_selected (self->format_row)]);
  form.theme = (WsThemeKind)adw_combo_row_get_selected (self->theme_row);
  form.width = gtk_spin_button_get_value_as_int (self->width_spin);
  form.height = gtk_spin_button_get_value_as_int (self->height_spin);
  return ws_picture_write (self->picture, &form, full, error);
}
