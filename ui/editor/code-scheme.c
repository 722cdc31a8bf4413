/* code-scheme.c: the colours of code in each theme. Adwaita's in the light and in the dark; the
 * projector has its own, as the dark scheme's comments and numbers are unreadable from the last
 * row. */
#include "editor/code-scheme.h"

static const char *const names[] = {
  [WS_THEME_LIGHT] = "Adwaita",
  [WS_THEME_DARK] = "Adwaita-dark",
  [WS_THEME_PROJECTOR] = WS_CODE_SCHEME_PROJECTOR,
  [WS_THEME_PRESENTING] = WS_CODE_SCHEME_PROJECTOR,
};

/**
 * ws_code_scheme_add:
 * @folder: with the projector's scheme
 *
 * Reads it. The folder may be removed afterwards.
 */
void
ws_code_scheme_add (const char *folder)
{
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_style_scheme_manager_append_search_path (manager, folder);
  gtk_source_style_scheme_manager_get_scheme_ids (manager);
}

/**
 * ws_code_scheme_get:
 * @theme: the theme that code is shown in
 *
 * Returns: (transfer none) (nullable): its colours; %NULL if GtkSourceView's own files are missing.
 * Without ws_code_scheme_add() the projector uses those of the dark theme
 */
GtkSourceStyleScheme *
ws_code_scheme_get (WsThemeKind theme)
{
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (manager, names[theme]);

  if (scheme == NULL)
    scheme = gtk_source_style_scheme_manager_get_scheme (manager, names[WS_THEME_DARK]);
  return scheme;
}
