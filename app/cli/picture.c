/* picture.c: the options for pictures, for the commands that export one. */
#include "cli/picture.h"

#include <glib/gi18n.h>

/**
 * cli_picture_add_options:
 * @context: of a command
 * @self: (inout): empty, then filled by its options; must outlive @context
 * @size: the default size, as in "1920x1080"
 * @output: (nullable): the files that it writes, as named in the help; %NULL if it has no -o
 *
 * Adds the options of a picture. The strings are kept, and must outlive @context.
 */
void
cli_picture_add_options (GOptionContext *context, CliPictureOptions *self, const char *size,
                         const char *output)
{
  /* in an option's text, which is never freed */
  g_autofree char *in_pixels = g_strdup_printf (_ ("Size in pixels (%s)"), size);
  const GOptionEntry entries[] = {
    { "bare", 0, 0, G_OPTION_ARG_NONE, &self->bare, _ ("Omit title and caption"), NULL },
    { "theme", 't', 0, G_OPTION_ARG_STRING, &self->theme, _ ("light, dark or projector"), "THEME" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &self->size, g_intern_string (in_pixels), "WxH" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &self->scale,
      _ ("Scale factor of a PNG, 1 to 4, with the same layout"), "S" },
    { 0 },
  };
  const GOptionEntry output_entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      _ ("Output file; the suffix selects the format"), output },
    { 0 },
  };

  self->scale = 1;
  g_option_context_add_main_entries (context, entries, NULL);
  if (output != NULL)
    g_option_context_add_main_entries (context, output_entries, NULL);
}

void
cli_picture_clear (CliPictureOptions *self)
{
  g_clear_pointer (&self->theme, g_free);
  g_clear_pointer (&self->size, g_free);
  g_clear_pointer (&self->output, g_free);
}

static gboolean
bad (GError **error, const char *sentence, const char *what)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s “%s”.", sentence, what);
  return FALSE;
}

/* As in "1920x1080". */
static gboolean
read_size (const char *text, int *width, int *height)
{
  g_auto (GStrv) sides = g_strsplit (text, "x", 2);
  guint64 numbers[2];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (i >= g_strv_length (sides)
        || !g_ascii_string_to_unsigned (sides[i], 10, 0, G_MAXINT, &numbers[i], NULL))
      return FALSE;
  *width = (int)numbers[0];
  *height = (int)numbers[1];
  return TRUE;
}

/**
 * cli_picture_read:
 * @theme: (out): light by default
 * @width: (out): pixels: 1920 by default
 * @height: (out): pixels: 1080 by default
 *
 * Returns: %FALSE if the theme or a size is invalid
 */
gboolean
cli_picture_read (const CliPictureOptions *self, WsThemeKind *theme, int *width, int *height,
                  GError **error)
{
  *theme = WS_THEME_LIGHT;
  *width = 1920;
  *height = 1080;
  if (self->theme != NULL && !ws_theme_parse (self->theme, theme))
    return bad (error, _ ("The theme must be light, dark or projector, not"), self->theme);
  if (self->size != NULL && !read_size (self->size, width, height))
    return bad (error, _ ("The size must be WIDTHxHEIGHT, as in 1920x1080, not"), self->size);
  return TRUE;
}

/**
 * cli_picture_read_form:
 * @form: (out): theme, size and scale
 *
 * Returns: %FALSE if the theme or a size is invalid
 */
gboolean
cli_picture_read_form (const CliPictureOptions *self, WsExportForm *form, GError **error)
{
  form->scale = self->scale;
  return cli_picture_read (self, &form->theme, &form->width, &form->height, error);
}

/**
 * cli_picture_write:
 * @self: options with an output
 * @picture: the picture to write, as an image or as data: see ws_picture_write()
 *
 * Returns: whether it was written
 */
gboolean
cli_picture_write (const CliPictureOptions *self, const WsPicture *picture, GError **error)
{
  WsExportForm form;

  return cli_picture_read_form (self, &form, error)
         && ws_picture_write (picture, &form, self->output, NULL, error);
}
