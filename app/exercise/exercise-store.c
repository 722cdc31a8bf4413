#include "exercise/exercise-store.h"

#include "lesson/shelf.h"

#include <glib/gi18n.h>
#include <string.h>

static const WsShelf shelf = { "exercises", WS_EXERCISE_SUFFIX, WS_EXERCISE_MAX_BYTES };

/**
 * ws_exercise_store_read:
 * @catalog: that has the virtual GPUs
 * @file: any file
 * @problems: (out) (transfer full) (nullable) (element-type WsLessonProblem): all that is wrong
 * with it; %NULL if it could not be read
 * @error: return location: of reading it
 *
 * Returns: (transfer full) (nullable): the exercise; %NULL if @problems has an error
 */
WsExercise *
ws_exercise_store_read (WsCatalog *catalog, GFile *file, GPtrArray **problems, GError **error)
{
  g_autoptr (GBytes) bytes = ws_shelf_read (&shelf, file, error);
  g_autofree char *path = g_file_get_basename (file);
  g_autofree char *id = ws_shelf_make_id (&shelf, path != NULL ? path : "exercise");
  gsize size;
  const char *data;

  *problems = NULL;
  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  return ws_exercise_new_from_data (id, data, size, catalog, problems);
}

/* An exercise, or its first mistake as an error. */
static WsExercise *
accept (WsExercise *exercise, GPtrArray *problems, const char *name, GError **error)
{
  g_autofree char *said = NULL;

  if (exercise != NULL || problems == NULL)
    return exercise;
  said = ws_lesson_problems_dup_error (problems, name);
  g_set_error_literal (error, WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_DAMAGED, said);
  return NULL;
}

static WsExercise *
load_file (WsCatalog *catalog, GFile *file, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  WsExercise *exercise = ws_exercise_store_read (catalog, file, &problems, error);

  return accept (exercise, problems, name, error);
}

static WsExercise *
load_bytes (WsCatalog *catalog, const char *id, GBytes *bytes, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  WsExercise *exercise;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  exercise = ws_exercise_new_from_data (id, data, size, catalog, &problems);
  return accept (exercise, problems, id, error);
}

static WsExercise *
load_bundled (WsCatalog *catalog, const char *id, GError **error)
{
  g_autoptr (GBytes) bytes = ws_shelf_read_bundled (&shelf, id, error);

  return bytes != NULL ? load_bytes (catalog, id, bytes, error) : NULL;
}

/* @file: (out) (transfer full) (nullable): the user's; %NULL of a bundled one */
static gboolean
find (const char *name, GFile **file, GError **error)
{
  g_autofree char *known = NULL;

  if (ws_shelf_find (&shelf, name, file, &known))
    return TRUE;
  g_set_error (error, WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_UNKNOWN,
               _ ("Unknown exercise “%1$s”; known are %2$s."), name, known);
  return FALSE;
}

/**
 * ws_exercise_store_load:
 * @catalog: that has the virtual GPUs
 * @name: id of an exercise that is bundled or stands in the user's folder, or a file's name
 * @error: return location: %WS_EXERCISE_ERROR_UNKNOWN, %WS_EXERCISE_ERROR_DAMAGED with the first
 * mistake, or of files
 *
 * Returns: (transfer full) (nullable): the exercise
 */
WsExercise *
ws_exercise_store_load (WsCatalog *catalog, const char *name, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (ws_shelf_is_path (&shelf, name))
    file = g_file_new_for_commandline_arg (name);
  else if (!find (name, &file, error))
    return NULL;
  return file != NULL ? load_file (catalog, file, error) : load_bundled (catalog, name, error);
}

/**
 * ws_exercise_store_load_text:
 * @lesson: of which a step names it
 * @name: of an exercise
 * @error: return location: %WS_EXERCISE_ERROR_UNKNOWN, or of files
 *
 * Returns: (transfer full) (nullable): its file: what the lesson brings along comes first
 */
GBytes *
ws_exercise_store_load_text (const WsLesson *lesson, const char *name, GError **error)
{
  GBytes *brought = ws_lesson_get_exercise (lesson, name);
  g_autoptr (GFile) file = NULL;

  if (brought != NULL)
    return g_bytes_ref (brought);
  if (!find (name, &file, error))
    return NULL;
  return file != NULL ? ws_shelf_read (&shelf, file, error)
                      : ws_shelf_read_bundled (&shelf, name, error);
}

/**
 * ws_exercise_store_load_of:
 * @lesson: of which a step names it
 * @name: of an exercise
 * @error: return location: as of ws_exercise_store_load()
 *
 * Returns: (transfer full) (nullable): the exercise: what the lesson brings along comes first
 */
WsExercise *
ws_exercise_store_load_of (const WsLesson *lesson, const char *name, GError **error)
{
  GBytes *brought = ws_lesson_get_exercise (lesson, name);

  return brought != NULL ? load_bytes (lesson->catalog, name, brought, error)
                         : ws_exercise_store_load (lesson->catalog, name, error);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const WsExercise *x = *(WsExercise *const *)a;
  const WsExercise *y = *(WsExercise *const *)b;

  return strcmp (x->id, y->id);
}

/**
 * ws_exercise_store_load_all:
 * @catalog: that has the virtual GPUs
 * @sentences: (out) (transfer full) (element-type utf8): the first mistake of each that is none
 *
 * Returns: (transfer full) (element-type WsExercise): the bundled ones and the user's, by their ids
 */
GPtrArray *
ws_exercise_store_load_all (WsCatalog *catalog, GPtrArray **sentences)
{
  g_autoptr (GPtrArray) bundled = ws_shelf_list_bundled (&shelf);
  g_autoptr (GPtrArray) own = ws_shelf_list_own (&shelf);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_exercise_unref);

  *sentences = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < bundled->len + own->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GFile) file =
          i < bundled->len ? NULL : g_file_new_for_path (g_ptr_array_index (own, i - bundled->len));
      WsExercise *exercise = file != NULL
                                 ? load_file (catalog, file, &error)
                                 : load_bundled (catalog, g_ptr_array_index (bundled, i), &error);

      if (exercise != NULL)
        g_ptr_array_add (all, exercise);
      else
        g_ptr_array_add (*sentences, g_strdup (error->message));
    }
  g_ptr_array_sort (all, compare_ids);
  return all;
}
