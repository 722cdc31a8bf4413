/* projector-scheme.c: the syntax colours for projectors, bundled with the program. GtkSourceView
 * only loads schemes from folders: this one is written to a temporary folder, loaded, and the
 * folder removed. */
#include "window/projector-scheme.h"

#include "editor/code-scheme.h"
#include "files/folder.h"
#include "files/replacement.h"

#define FILE_NAME WS_CODE_SCHEME_PROJECTOR ".xml"

static gboolean
write_scheme (const char *folder)
{
  g_autoptr (GBytes) text = g_resources_lookup_data ("/org/warpstage/styles/" FILE_NAME,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *path = g_build_filename (folder, FILE_NAME, NULL);

  return text != NULL
         && ws_file_replace_path (path, g_bytes_get_data (text, NULL), g_bytes_get_size (text),
                                  WS_REPLACE_PRIVATE, NULL);
}

/**
 * ws_projector_scheme_add:
 *
 * Installs the projector's syntax colours; one call is enough. If no file can be written, the dark
 * theme's colours are used.
 */
void
ws_projector_scheme_add (void)
{
  static gsize is_added;
  g_autofree char *folder = NULL;

  if (!g_once_init_enter (&is_added))
    return;
  folder = g_dir_make_tmp ("warpstage-XXXXXX", NULL);
  if (folder != NULL)
    {
      if (write_scheme (folder))
        ws_code_scheme_add (folder);
      ws_folder_remove (folder);
    }
  g_once_init_leave (&is_added, 1);
}
