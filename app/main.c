#include "window/application.h"
#include "window/memory.h"
#include "words/locale.h"

/* A program run from where it was built, or installed where the desktop does not look, finds its
 * settings schema and icons as an installed one does: in ../share. To be called before anything
 * asks for a data folder. */
static void
add_own_share (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *bin = NULL;
  g_autofree char *share = NULL;
  g_autofree char *schemas = NULL;
  g_autofree char *all = NULL;
  const char *others = g_getenv ("XDG_DATA_DIRS");

  if (program == NULL)
    return;
  bin = g_path_get_dirname (program);
  share = g_build_filename (bin, "..", "share", NULL);
  schemas = g_build_filename (share, "glib-2.0", "schemas", "gschemas.compiled", NULL);
  if (!g_file_test (schemas, G_FILE_TEST_EXISTS))
    return;
  if (others == NULL || *others == '\0')
    others = "/usr/local/share:/usr/share";
  all = g_strconcat (share, ":", others, NULL);
  g_setenv ("XDG_DATA_DIRS", all, TRUE);
}

int
main (int argc, char **argv)
{
  g_autoptr (WsApplication) application = NULL;

  ws_memory_init ();
  /* GTK would set the user's numbers, too */
  gtk_disable_setlocale ();
  ws_locale_init ();
  add_own_share ();
  g_set_application_name ("Warpstage");
  application = ws_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
