#include "dialog/picture-form.h"

#include <glib/gi18n.h>

const WsPictureSize ws_picture_sizes[WS_N_PICTURE_SIZES] = {
  { "slide", N_ ("Slide, 16:9"), 1920, 1080 }, { "half-slide", N_ ("Half a slide"), 960, 1080 },
  { "4-3", N_ ("Slide, 4:3"), 1440, 1080 },    { "square", N_ ("Square"), 1080, 1080 },
  { "paper", N_ ("Paper, A4"), 1754, 1240 },   { "as-shown", N_ ("As shown"), 0, 0 },
  { "custom", N_ ("Custom"), 0, 0 },
};

/* In the order of the lists: that of the screen, and then each #WsThemeKind. */
static const char *const themes[] = { "screen", "light", "dark", "projector" };

static const char *
get_size_id (guint row)
{
  return row < WS_N_PICTURE_SIZES ? ws_picture_sizes[row].id : NULL;
}

static const char *
get_theme_id (guint row)
{
  return row < G_N_ELEMENTS (themes) ? themes[row] : NULL;
}

/* The id of a row; %NULL behind the last one. */
typedef const char *(*GetId) (guint row);

static guint
find (GetId get_id, const char *id)
{
  for (guint i = 0; get_id (i) != NULL; i++)
    if (g_str_equal (get_id (i), id))
      return i;
  return 0;
}

static guint
read_row (GSettings *settings, const char *key, GetId get_id)
{
  g_autofree char *id = g_settings_get_string (settings, key);

  return find (get_id, id);
}

/* A row of a list is kept by its id; @data: a #GetId. */
static gboolean
get_row (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_uint (value, find ((GetId)data, g_variant_get_string (variant, NULL)));
  return TRUE;
}

static GVariant *
put_row (const GValue *value, const GVariantType *type, gpointer data)
{
  const char *id = ((GetId)data) (g_value_get_uint (value));

  return id != NULL ? g_variant_new_string (id) : NULL;
}

/* Adds the names of the sizes, in their order. */
void
ws_picture_form_add_sizes (GtkStringList *list)
{
  for (guint i = 0; i < WS_N_PICTURE_SIZES; i++)
    gtk_string_list_append (list, _ (ws_picture_sizes[i].name));
}

/**
 * ws_picture_form_bind:
 * @settings: the program's
 * @size_list: has a property "selected": one of the sizes
 * @theme_list: likewise: as shown, light, dark or projector
 * @caption_switch: has a property "active"
 *
 * What is chosen is what @settings have, and the other way round.
 */
void
ws_picture_form_bind (GSettings *settings, gpointer size_list, gpointer theme_list,
                      gpointer caption_switch)
{
  const GSettingsBindFlags flags = G_SETTINGS_BIND_DEFAULT;

  g_settings_bind_with_mapping (settings, "export-size", size_list, "selected", flags, get_row,
                                put_row, (gpointer)get_size_id, NULL);
  g_settings_bind_with_mapping (settings, "export-theme", theme_list, "selected", flags, get_row,
                                put_row, (gpointer)get_theme_id, NULL);
  g_settings_bind (settings, "export-caption", caption_switch, "active", flags);
}

/* As wide and high as @size says. */
static void
read_size (GSettings *settings, guint size, int shown_width, int shown_height, WsExportForm *form)
{
  form->width = ws_picture_sizes[size].width;
  form->height = ws_picture_sizes[size].height;
  if (size == WS_PICTURE_SIZE_AS_SHOWN)
    {
      form->width = CLAMP (shown_width, WS_EXPORT_MIN_SIZE, WS_EXPORT_MAX_SIZE);
      form->height = CLAMP (shown_height, WS_EXPORT_MIN_SIZE, WS_EXPORT_MAX_SIZE);
    }
  else if (size == WS_PICTURE_SIZE_CUSTOM)
    {
      form->width = g_settings_get_int (settings, "export-width");
      form->height = g_settings_get_int (settings, "export-height");
    }
}

/**
 * ws_picture_form_read:
 * @settings: the program's
 * @screen: theme of the window
 * @shown_width: as wide as the picture is on the screen, pixels
 * @shown_height: as high
 * @picture: (inout): gets its caption, or none
 * @form: (out): as it was chosen last
 */
void
ws_picture_form_read (GSettings *settings, WsThemeKind screen, int shown_width, int shown_height,
                      WsPicture *picture, WsExportForm *form)
{
  guint theme = read_row (settings, "export-theme", get_theme_id);

  if (screen >= WS_N_THEMES)
    screen = WS_THEME_PROJECTOR;
  *form = (WsExportForm){ .theme = theme == 0 ? screen : (WsThemeKind)(theme - 1), .scale = 1 };
  read_size (settings, read_row (settings, "export-size", get_size_id), shown_width, shown_height,
             form);
  ws_picture_form_set_caption (picture, g_settings_get_boolean (settings, "export-caption"));
}

/* A slide has its own words, and keeps them. */
void
ws_picture_form_set_caption (WsPicture *picture, gboolean has_caption)
{
  picture->options.bare = !has_caption;
  picture->table.show_title = has_caption;
}
