#include "lesson/lesson-store.h"

#include "lesson/shelf.h"

#include <glib/gi18n.h>
#include <string.h>

static const WsShelf shelf = { "lessons", WS_LESSON_SUFFIX, WS_LESSON_MAX_BYTES };

/* Returns: (transfer full): the folder of the user's own lessons, which need not exist */
char *
ws_lesson_store_get_folder (void)
{
  return ws_shelf_get_folder (&shelf);
}

/**
 * ws_lesson_store_read:
 * @catalog: with its kernels
 * @file: any file
 * @problems: (out) (transfer full) (nullable) (element-type WsLessonProblem): all its errors; %NULL
 * if it could not be read
 * @error: return location: of reading it
 *
 * Returns: (transfer full) (nullable): the lesson; %NULL if @problems has an error
 */
WsLesson *
ws_lesson_store_read (WsCatalog *catalog, GFile *file, GPtrArray **problems, GError **error)
{
  g_autoptr (GBytes) bytes = ws_shelf_read (&shelf, file, error);
  g_autofree char *path = g_file_get_basename (file);
  g_autofree char *id = ws_shelf_make_id (&shelf, path != NULL ? path : "lesson");
  gsize size;
  const char *data;

  *problems = NULL;
  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  return ws_lesson_new_from_data (id, data, size, catalog, problems);
}

/* A lesson that can be shown, or its first problem as an error. */
static WsLesson *
accept (WsLesson *lesson, GPtrArray *problems, const char *name, GError **error)
{
  g_autofree char *said = NULL;

  if (lesson != NULL || problems == NULL)
    return lesson;
  said = ws_lesson_problems_dup_error (problems, name);
  g_set_error_literal (error, WS_LESSON_ERROR, WS_LESSON_ERROR_DAMAGED, said);
  return NULL;
}

static WsLesson *
load_file (WsCatalog *catalog, GFile *file, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  WsLesson *lesson = ws_lesson_store_read (catalog, file, &problems, error);

  return accept (lesson, problems, name, error);
}

static WsLesson *
load_bundled (WsCatalog *catalog, const char *id, GError **error)
{
  g_autoptr (GBytes) bytes = ws_shelf_read_bundled (&shelf, id, error);
  g_autoptr (GPtrArray) problems = NULL;
  WsLesson *lesson;
  gsize size;
  const char *data;

  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  lesson = ws_lesson_new_from_data (id, data, size, catalog, &problems);
  return accept (lesson, problems, id, error);
}

/**
 * ws_lesson_store_load:
 * @catalog: with its kernels
 * @name: id of a bundled lesson or one in the user's folder, or a file name
 * @error: return location: %WS_LESSON_ERROR_UNKNOWN, %WS_LESSON_ERROR_DAMAGED with the first
 * mistake, or of files
 *
 * Returns: (transfer full) (nullable): the lesson
 */
WsLesson *
ws_lesson_store_load (WsCatalog *catalog, const char *name, GError **error)
{
  g_autofree char *known = NULL;
  g_autoptr (GFile) file = NULL;

  if (ws_shelf_is_path (&shelf, name))
    file = g_file_new_for_commandline_arg (name);
  else if (!ws_shelf_find (&shelf, name, &file, &known))
    {
      g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_UNKNOWN,
                   _ ("Unknown lesson “%1$s”; known are %2$s."), name, known);
      return NULL;
    }
  return file != NULL ? load_file (catalog, file, error) : load_bundled (catalog, name, error);
}

static int
compare_order (gconstpointer a, gconstpointer b)
{
  const WsLesson *x = *(WsLesson *const *)a;
  const WsLesson *y = *(WsLesson *const *)b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return strcmp (x->id, y->id);
}

/**
 * ws_lesson_store_load_all:
 * @catalog: with their kernels
 * @sentences: (out) (transfer full) (element-type utf8): the first mistake of each that cannot be
 * shown
 *
 * Returns: (transfer full) (element-type WsLesson): those that can be shown: bundled ones and the
 * user's, in order
 */
GPtrArray *
ws_lesson_store_load_all (WsCatalog *catalog, GPtrArray **sentences)
{
  g_autoptr (GPtrArray) bundled = ws_shelf_list_bundled (&shelf);
  g_autoptr (GPtrArray) own = ws_shelf_list_own (&shelf);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_unref);

  *sentences = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < bundled->len + own->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GFile) file =
          i < bundled->len ? NULL : g_file_new_for_path (g_ptr_array_index (own, i - bundled->len));
      WsLesson *lesson = file != NULL
                             ? load_file (catalog, file, &error)
                             : load_bundled (catalog, g_ptr_array_index (bundled, i), &error);

      if (lesson != NULL)
        g_ptr_array_add (all, lesson);
      else
        g_ptr_array_add (*sentences, g_strdup (error->message));
    }
  g_ptr_array_sort (all, compare_order);
  return all;
}
