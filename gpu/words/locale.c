#include "words/locale.h"

#include <glib/gi18n.h>
#include <locale.h>

#define DOMAIN "warpstage"

/* (transfer full) (nullable): where the translations are: where the environment says, else where
 * they were built or installed beside the program */
static char *
find_locales (void)
{
  const char *chosen = g_getenv ("WARPSTAGE_LOCALEDIR");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;

  if (chosen != NULL && *chosen != '\0')
    return g_strdup (chosen);
  return folder != NULL ? g_build_filename (folder, WS_LOCALES, NULL) : NULL;
}

/* Sets the locale of the user, but for numbers, and finds the translations into that language. */
void
ws_locale_init (void)
{
  g_autofree char *locales = find_locales ();

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  if (locales != NULL)
    bindtextdomain (DOMAIN, locales);
  bind_textdomain_codeset (DOMAIN, "UTF-8");
  textdomain (DOMAIN);
  /* the header, which is in every translation: the file is read now */
  (void)gettext ("");
}
