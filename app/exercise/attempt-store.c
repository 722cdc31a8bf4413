#include "exercise/attempt-store.h"

#include "exercise/exercise.h"
#include "files/input.h"
#include "files/replacement.h"

#include <glib/gstdio.h>
#include <string.h>

#define SUFFIX     ".cu"
#define MARK_CHARS 16 /* of a checksum: enough to tell a few lessons apart */

struct _WsAttemptStore {
  GObject parent_instance;

  char *folder;
  GThreadPool *writer; /* of one thread: one file after another */
};

/* A file to be written; without @text to be removed. */
typedef struct {
  char *path;
  char *text;
} Write;

G_DEFINE_FINAL_TYPE (WsAttemptStore, ws_attempt_store, G_TYPE_OBJECT)

static void
write_cb (gpointer data, gpointer user_data)
{
  Write *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_path_get_dirname (self->path);

  if (self->text == NULL)
    g_unlink (self->path);
  else
    {
      g_mkdir_with_parents (folder, 0700);
      if (!ws_file_replace_path (self->path, self->text, strlen (self->text), WS_REPLACE_PRIVATE,
                                 &error))
        g_message ("What was typed for an exercise could not be kept: %s", error->message);
    }
  g_free (self->path);
  g_free (self->text);
  g_free (self);
}

static void
ws_attempt_store_finalize (GObject *object)
{
  WsAttemptStore *self = WS_ATTEMPT_STORE (object);

  g_thread_pool_free (self->writer, FALSE, TRUE); /* what is to be written is written */
  g_free (self->folder);

  G_OBJECT_CLASS (ws_attempt_store_parent_class)->finalize (object);
}

static void
ws_attempt_store_class_init (WsAttemptStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_attempt_store_finalize;
}

static void
ws_attempt_store_init (WsAttemptStore *self)
{
  self->writer = g_thread_pool_new (write_cb, NULL, 1, FALSE, NULL);
}

/**
 * ws_attempt_store_new:
 * @folder: (nullable): where they are kept; %NULL for warpstage/attempts in the user's data folder
 */
WsAttemptStore *
ws_attempt_store_new (const char *folder)
{
  WsAttemptStore *self = g_object_new (WS_TYPE_ATTEMPT_STORE, NULL);

  self->folder = folder != NULL
                     ? g_strdup (folder)
                     : g_build_filename (g_get_user_data_dir (), "warpstage", "attempts", NULL);
  return self;
}

/**
 * ws_attempt_key_new:
 * @lesson: of which a step names the exercise
 * @id: of an exercise
 *
 * Of an exercise that the lesson brings along, the lesson's title and the exercise tell it from
 * others: the lecturer may correct all other words, and the user still finds what was typed.
 *
 * Returns: (transfer full): what it is kept by
 */
WsAttemptKey *
ws_attempt_key_new (const WsLesson *lesson, const char *id)
{
  WsAttemptKey *self = g_new0 (WsAttemptKey, 1);
  GBytes *brought = ws_lesson_get_exercise (lesson, id);
  g_autoptr (GChecksum) checksum = NULL;
  gconstpointer data;
  gsize size;

  self->id = g_strdup (id);
  if (brought == NULL)
    return self;
  data = g_bytes_get_data (brought, &size);
  checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *)lesson->title, (gssize)strlen (lesson->title) + 1);
  g_checksum_update (checksum, data, (gssize)size);
  self->lesson = g_strdup (lesson->id);
  self->mark = g_strndup (g_checksum_get_string (checksum), MARK_CHARS);
  return self;
}

void
ws_attempt_key_free (WsAttemptKey *self)
{
  g_free (self->lesson);
  g_free (self->mark);
  g_free (self->id);
  g_free (self);
}

static gboolean
is_name (const char *id)
{
  return *id != '\0' && *id != '.' && strchr (id, G_DIR_SEPARATOR) == NULL;
}

/* (transfer full) (nullable): none for a key that is more than names */
static char *
make_path (WsAttemptStore *self, const WsAttemptKey *key)
{
  g_autofree char *name = g_strconcat (key->id, SUFFIX, NULL);

  if (!is_name (key->id) || (key->lesson != NULL && !is_name (key->lesson))
      || (key->mark != NULL && !is_name (key->mark)))
    return NULL;
  if (key->lesson == NULL)
    return g_build_filename (self->folder, name, NULL);
  return key->mark != NULL ? g_build_filename (self->folder, key->lesson, key->mark, name, NULL)
                           : g_build_filename (self->folder, key->lesson, name, NULL);
}

/**
 * ws_attempt_store_keep:
 * @key: of an exercise
 * @text: (nullable): what is typed; %NULL if there is nothing to keep
 *
 * It is written in the background, and before the store is gone. What is larger than an exercise
 * may be is not: then what was kept before stays.
 */
void
ws_attempt_store_keep (WsAttemptStore *self, const WsAttemptKey *key, const char *text)
{
  g_autofree char *path = NULL;
  Write *write;

  g_return_if_fail (WS_IS_ATTEMPT_STORE (self) && key != NULL);

  path = make_path (self, key);
  if (path == NULL || (text != NULL && strlen (text) > WS_EXERCISE_MAX_BYTES))
    return;
  write = g_new0 (Write, 1);
  write->path = g_steal_pointer (&path);
  write->text = g_strdup (text);
  g_thread_pool_push (self->writer, write, NULL);
}

/* (transfer full) (nullable) */
static char *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = ws_input_read (file, WS_EXERCISE_MAX_BYTES, NULL, NULL);
  g_autofree char *text = bytes != NULL ? ws_input_dup_text (bytes) : NULL;

  return text != NULL && g_utf8_validate (text, -1, NULL) ? g_steal_pointer (&text) : NULL;
}

/* Whether anything is kept. @text: (out) (transfer full) (nullable): what that is */
static gboolean
find (WsAttemptStore *self, const WsAttemptKey *key, char **text)
{
  g_autofree char *path = make_path (self, key);

  *text = NULL;
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  *text = load (path);
  return TRUE;
}

/* As find(), of what was kept when lessons of one id shared it; from now on it is this one's. */
static gboolean
take_over (WsAttemptStore *self, const WsAttemptKey *key, char **text)
{
  const WsAttemptKey shared = { .lesson = key->lesson, .id = key->id };

  if (key->mark == NULL || !find (self, &shared, text))
    return FALSE;
  if (*text != NULL)
    {
      ws_attempt_store_keep (self, key, *text);
      ws_attempt_store_keep (self, &shared, NULL);
    }
  return TRUE;
}

/**
 * ws_attempt_store_load:
 * @key: of an exercise
 *
 * What was typed for an exercise of a lesson was once kept by the lesson's id alone: the first
 * lesson of that id which asks gets it, for good. Before that it was kept as if it were this
 * computer's: that is what there is where nothing was kept for the lesson since.
 *
 * Returns: (transfer full) (nullable): what was kept; %NULL if nothing was, or the file is
 * something else than text of such a size
 */
char *
ws_attempt_store_load (WsAttemptStore *self, const WsAttemptKey *key)
{
  WsAttemptKey plain = { .id = NULL };
  char *text;

  g_return_val_if_fail (WS_IS_ATTEMPT_STORE (self) && key != NULL, NULL);

  plain.id = key->id;
  if (find (self, key, &text) || take_over (self, key, &text) || find (self, &plain, &text))
    return text;
  return NULL;
}
