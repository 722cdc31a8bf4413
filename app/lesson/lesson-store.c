#include "lesson/lesson-store.h"

#include "bundle/bundle.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

#define PREFIX "/warpstage/lessons/"

/* Returns: (transfer full): where the user's own lessons are looked for; it need not be there */
char *
ws_lesson_store_get_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "warpstage", "lessons", NULL);
}

/* (transfer full): "why", of "/home/user/why.lesson" */
static char *
make_id (const char *path)
{
  char *id = g_path_get_basename (path);

  if (g_str_has_suffix (id, WS_LESSON_SUFFIX))
    id[strlen (id) - strlen (WS_LESSON_SUFFIX)] = '\0';
  return id;
}

/* No more than a lesson may have, and a byte: whatever the file is. */
static GBytes *
read_bytes (GFile *file, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *buffer = g_malloc (WS_LESSON_MAX_BYTES + 1);
  gsize size;

  if (stream == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), buffer, WS_LESSON_MAX_BYTES + 1, &size,
                                   NULL, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&buffer), size);
}

/**
 * ws_lesson_store_read:
 * @catalog: that has its kernels
 * @file: any file
 * @problems: (out) (transfer full) (nullable) (element-type WsLessonProblem): all that is wrong
 * with it; %NULL where it could not be read
 * @error: return location: of reading it
 *
 * Returns: (transfer full) (nullable): the lesson; %NULL where @problems has an error
 */
WsLesson *
ws_lesson_store_read (WsCatalog *catalog, GFile *file, GPtrArray **problems, GError **error)
{
  g_autoptr (GBytes) bytes = read_bytes (file, error);
  g_autofree char *path = g_file_get_basename (file);
  g_autofree char *id = make_id (path != NULL ? path : "lesson");
  gsize size;
  const char *data;

  *problems = NULL;
  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  return ws_lesson_new_from_data (id, data, size, catalog, problems);
}

/* A lesson that can be shown, or its first mistake as an error. */
static WsLesson *
accept (WsLesson *lesson, GPtrArray *problems, const char *name, GError **error)
{
  for (guint i = 0; lesson == NULL && problems != NULL && i < problems->len; i++)
    {
      const WsLessonProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *said = ws_lesson_problem_format (problem, name);

      if (problem->is_warning)
        continue;
      g_set_error_literal (error, WS_LESSON_ERROR, WS_LESSON_ERROR_DAMAGED, said);
      return NULL;
    }
  return lesson;
}

static WsLesson *
load_file (WsCatalog *catalog, GFile *file, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  WsLesson *lesson = ws_lesson_store_read (catalog, file, &problems, error);

  return problems != NULL ? accept (lesson, problems, name, error) : NULL;
}

static WsLesson *
load_bundled (WsCatalog *catalog, const char *id, GError **error)
{
  g_autofree char *path = g_strconcat (PREFIX, id, WS_LESSON_SUFFIX, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, error);
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

/* (transfer full) (element-type utf8) */
static GPtrArray *
list_bundled (void)
{
  char **children = g_resource_enumerate_children (ws_bundle_get_resource (), PREFIX, 0, NULL);
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; children != NULL && children[i] != NULL; i++)
    if (g_str_has_suffix (children[i], WS_LESSON_SUFFIX))
      g_ptr_array_add (ids, make_id (children[i]));
  g_strfreev (children);
  return ids;
}

/* (transfer full) (element-type utf8): paths of the user's */
static GPtrArray *
list_own (void)
{
  g_autofree char *folder = ws_lesson_store_get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, WS_LESSON_SUFFIX))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  return paths;
}

static gboolean
has (GPtrArray *ids, const char *id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_str_equal (g_ptr_array_index (ids, i), id))
      return TRUE;
  return FALSE;
}

/**
 * ws_lesson_store_load:
 * @catalog: that has its kernels
 * @name: id of a lesson that is bundled or stands in the user's folder, or a file's name
 * @error: return location: %WS_LESSON_ERROR_UNKNOWN, %WS_LESSON_ERROR_DAMAGED with the first
 * mistake, or of files
 *
 * Returns: (transfer full) (nullable): the lesson
 */
WsLesson *
ws_lesson_store_load (WsCatalog *catalog, const char *name, GError **error)
{
  g_autoptr (GPtrArray) bundled = list_bundled ();
  g_autoptr (GPtrArray) own = list_own ();
  g_autofree char *all = NULL;
  g_autoptr (GFile) file = NULL;

  if (strchr (name, '/') != NULL || g_str_has_suffix (name, WS_LESSON_SUFFIX))
    {
      file = g_file_new_for_commandline_arg (name);
      return load_file (catalog, file, error);
    }
  if (has (bundled, name))
    return load_bundled (catalog, name, error);
  for (guint i = 0; i < own->len; i++)
    {
      g_autofree char *id = make_id (g_ptr_array_index (own, i));

      if (g_str_equal (id, name))
        {
          file = g_file_new_for_path (g_ptr_array_index (own, i));
          return load_file (catalog, file, error);
        }
      g_ptr_array_add (bundled, g_steal_pointer (&id));
    }
  all = ws_words_list ((const char *const *)bundled->pdata, bundled->len);
  g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_UNKNOWN,
               _ ("Unknown lesson “%1$s”; known are %2$s."), name, all);
  return NULL;
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
 * @catalog: that has their kernels
 * @sentences: (out) (transfer full) (element-type utf8): the first mistake of each that cannot be
 * shown
 *
 * Returns: (transfer full) (element-type WsLesson): those that can: the bundled ones and the
 * user's, in their order
 */
GPtrArray *
ws_lesson_store_load_all (WsCatalog *catalog, GPtrArray **sentences)
{
  g_autoptr (GPtrArray) bundled = list_bundled ();
  g_autoptr (GPtrArray) own = list_own ();
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
