/* code-scheme.c: the colours of code in each theme. Adwaita's in the light and in the dark; the
 * projector has its own, as comments and numbers of the dark one cannot be read from the last
 * row. */
#include "editor/code-scheme.h"

#include <glib/gstdio.h>

#define PROJECTOR      "warpstage-projector"
#define PROJECTOR_PATH "/org/warpstage/styles/" PROJECTOR ".xml"

static const char *const names[] = {
  [WS_THEME_LIGHT] = "Adwaita",
  [WS_THEME_DARK] = "Adwaita-dark",
  [WS_THEME_PROJECTOR] = PROJECTOR,
  [WS_THEME_PRESENTING] = PROJECTOR,
};

/* GtkSourceView reads schemes from folders only: the projector's is written into one, read, and
 * the folder removed. Where it cannot be written, the dark theme's serves. */
static void
read_projector (GtkSourceStyleSchemeManager *manager)
{
  g_autoptr (GBytes) text =
      g_resources_lookup_data (PROJECTOR_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *folder = g_dir_make_tmp ("warpstage-XXXXXX", NULL);
  g_autofree char *path = NULL;

  if (text == NULL || folder == NULL)
    return;
  path = g_build_filename (folder, PROJECTOR ".xml", NULL);
  if (g_file_set_contents (path, g_bytes_get_data (text, NULL), (gssize)g_bytes_get_size (text),
                           NULL))
    {
      gtk_source_style_scheme_manager_append_search_path (manager, folder);
      gtk_source_style_scheme_manager_get_scheme_ids (manager);
      g_unlink (path);
    }
  g_rmdir (folder);
}

/**
 * ws_code_scheme_get:
 * @theme: the theme that code is shown in
 *
 * Returns: (transfer none) (nullable): its colours; %NULL where GtkSourceView's own files are
 * missing
 */
GtkSourceStyleScheme *
ws_code_scheme_get (WsThemeKind theme)
{
  static gsize is_read;
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  GtkSourceStyleScheme *scheme;

  if (theme >= WS_THEME_PROJECTOR && g_once_init_enter (&is_read))
    {
      read_projector (manager);
      g_once_init_leave (&is_read, 1);
    }
  scheme = gtk_source_style_scheme_manager_get_scheme (manager, names[theme]);
  if (scheme == NULL)
    scheme = gtk_source_style_scheme_manager_get_scheme (manager, names[WS_THEME_DARK]);
  return scheme;
}
