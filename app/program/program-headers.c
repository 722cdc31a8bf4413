#include "program/program-headers.h"

#include "files/input.h"

#include <string.h>

#define MOST_FOLDERS 64 /* deep in each other, or beside: a project's, not a home folder's */
#define MOST_DEPTH   3

typedef struct {
  WsCompileRequest *request;
  GCancellable *cancellable;
  guint n_folders;
} Search;

static gboolean
is_header (const char *name)
{
  static const char *const endings[] = {
    ".h", ".cuh", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cu"
  };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

/* One that cannot be read, or is no text, is none. */
static void
add (Search *self, GFile *file, const char *name)
{
  g_autoptr (GBytes) bytes = ws_input_read (file, WS_COMPILE_MAX_SOURCE, self->cancellable, NULL);
  g_autofree char *text = bytes != NULL ? ws_input_dup_text (bytes) : NULL;

  if (text != NULL && self->request->headers->len / 2 < WS_COMPILE_MAX_HEADERS)
    ws_compile_request_add_header (self->request, name, text);
}

static gboolean
look (Search *self, GFile *folder, const char *prefix, guint depth, GError **error)
{
  g_autoptr (GFileEnumerator) children = NULL;
  GFileInfo *info;
  GFile *child;

  if (depth > MOST_DEPTH || ++self->n_folders > MOST_FOLDERS)
    return TRUE;
  children = g_file_enumerate_children (
      folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
      G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, self->cancellable, NULL);
  while (children != NULL
         && g_file_enumerator_iterate (children, &info, &child, self->cancellable, error)
         && info != NULL)
    {
      const char *plain = g_file_info_get_name (info);
      g_autofree char *name = g_strconcat (prefix, plain, NULL);
      g_autofree char *below = g_strconcat (name, "/", NULL);

      if (*plain == '.' || g_str_equal (name, self->request->file))
        continue;
      if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR && is_header (plain))
        add (self, child, name);
      else if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY
               && !look (self, child, below, depth + 1, error))
        return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/**
 * ws_program_add_headers:
 * @request: is given the headers of @folder and of the folders in it, by their names there
 * @folder: where the program's source is
 *
 * No file is hidden, none is reached by a link. Of the home folder, of one above it and of the
 * temporary folder none is taken: there a source has no project.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ws_program_add_headers (WsCompileRequest *request, GFile *folder, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autoptr (GFile) temporary = g_file_new_for_path (g_get_tmp_dir ());
  Search self = { .request = request, .cancellable = cancellable };

  if (g_file_equal (home, folder) || g_file_has_prefix (home, folder)
      || g_file_equal (temporary, folder))
    return TRUE;
  return look (&self, folder, "", 0, error);
}
