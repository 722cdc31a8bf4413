#include "program/program-cache.h"

#include "files/envelope.h"
#include "files/input.h"
#include "files/replacement.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

/* The result; of each file that was read: path, size, time in ns. */
#define ENTRY_TYPE    "(va(stx))"
#define ENTRY_MAGIC   "WSBUILT\0"
#define ENTRY_VERSION 1
#define MOST_ENTRY    (128u << 20) /* bytes of one */
#define MOST_BYTES    (512u << 20) /* of all */

typedef struct {
  WsCompileRequest *request;
  char *path;              /* nullable: of its entry */
  WsCompileResult *result; /* nullable: what came of it */
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  ws_compile_request_free (self->request);
  g_clear_pointer (&self->result, ws_compile_result_free);
  g_free (self->path);
  g_free (self);
}

/* ---- what an entry is of ---- */

typedef struct {
  guint64 size;
  gint64 ns;
} Stamp;

/* Whether there is such a file. */
static gboolean
look_at (const char *path, Stamp *stamp)
{
  struct stat status;

  *stamp = (Stamp){ 0 };
  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;
  stamp->size = (guint64)status.st_size;
  stamp->ns = status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
  return TRUE;
}

static void
add_program (GChecksum *sum, const char *path)
{
  g_autofree char *text = NULL;
  Stamp stamp;

  look_at (path, &stamp);
  text = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT "\n", path, stamp.size,
                          stamp.ns);
  g_checksum_update (sum, (const guchar *)text, -1);
}

/* (transfer full) */
static char *
dup_folder (void)
{
  const char *set = g_getenv ("WARPSTAGE_PROGRAM_CACHE");

  return set != NULL && *set != '\0'
             ? g_strdup (set)
             : g_build_filename (g_get_user_cache_dir (), "warpstage", "programs", NULL);
}

/* (transfer full) */
static char *
find_path (const WsClientCompiler *compiler, const WsCompileRequest *request)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GVariant) asked = g_variant_ref_sink (ws_compile_request_to_variant (request));
  g_autofree char *folder = dup_folder ();

  g_checksum_update (sum, (const guchar *)WS_COMPILE_CODE, -1);
  g_checksum_update (sum, (const guchar *)compiler->name, -1);
  add_program (sum, compiler->library);
  if (compiler->host != NULL)
    add_program (sum, compiler->host);
  g_checksum_update (sum, g_variant_get_data (asked), (gssize)g_variant_get_size (asked));
  return g_build_filename (folder, g_checksum_get_string (sum), NULL);
}

/* ---- entries ---- */

static gboolean
is_as_it_was (GVariant *reads)
{
  GVariantIter iter;
  const char *path;
  guint64 size;
  gint64 ns;
  Stamp stamp;

  g_variant_iter_init (&iter, reads);
  while (g_variant_iter_next (&iter, "(&stx)", &path, &size, &ns))
    if (!look_at (path, &stamp) || stamp.size != size || stamp.ns != ns)
      return FALSE;
  return TRUE;
}

/* (transfer full) (nullable) */
static WsCompileResult *
read_entry (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = ws_input_read (file, MOST_ENTRY, NULL, NULL);
  g_autoptr (GVariant) entry = NULL;
  g_autoptr (GVariant) result = NULL;
  g_autoptr (GVariant) reads = NULL;
  guint32 version;

  if (bytes == NULL || ws_envelope_look (bytes, ENTRY_MAGIC, &version) != WS_ENVELOPE_GOOD
      || version != ENTRY_VERSION)
    return NULL;
  entry = ws_envelope_open (bytes, G_VARIANT_TYPE (ENTRY_TYPE));
  g_variant_get (entry, "(v@a(stx))", &result, &reads);
  return is_as_it_was (reads) ? ws_compile_result_from_variant (result, NULL) : NULL;
}

/* (transfer floating) (nullable): %NULL if a file is not there any more */
static GVariant *
describe_reads (const WsCompileResult *result)
{
  g_autoptr (GVariantBuilder) builder = g_variant_builder_new (G_VARIANT_TYPE ("a(stx)"));
  Stamp stamp;

  for (guint i = 0; i < result->reads->len; i++)
    {
      const char *path = g_ptr_array_index (result->reads, i);

      if (!look_at (path, &stamp))
        return NULL;
      g_variant_builder_add (builder, "(stx)", path, stamp.size, stamp.ns);
    }
  return g_variant_builder_end (builder);
}

/* Without one, it is compiled again next time: nothing is said. */
static void
write_entry (const Work *work)
{
  g_autofree char *folder = g_path_get_dirname (work->path);
  GVariant *reads = work->result->reads->len > 0 ? describe_reads (work->result) : NULL;
  g_autoptr (GVariant) entry = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (reads == NULL || g_mkdir_with_parents (folder, 0700) != 0)
    return;
  entry = g_variant_ref_sink (
      g_variant_new ("(v@a(stx))", ws_compile_result_to_variant (work->result), reads));
  bytes = ws_envelope_pack (ENTRY_MAGIC, ENTRY_VERSION, entry, NULL);
  if (bytes != NULL && g_bytes_get_size (bytes) <= MOST_ENTRY)
    ws_file_replace_path (work->path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                          WS_REPLACE_PRIVATE, NULL);
}

/* ---- how much is kept ---- */

typedef struct {
  char *path;
  Stamp stamp;
} Kept;

static void
kept_clear (gpointer data)
{
  g_free (((Kept *)data)->path);
}

/* The one that was of use last is first. */
static int
compare_kept (gconstpointer a, gconstpointer b)
{
  gint64 one = ((const Kept *)a)->stamp.ns;
  gint64 other = ((const Kept *)b)->stamp.ns;

  return (one < other) - (one > other);
}

/* What has been of no use for longest goes. */
static void
remove_old (const char *folder)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint64 bytes = 0;

  g_array_set_clear_func (all, kept_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Kept kept = { .path = g_build_filename (folder, name, NULL) };

      look_at (kept.path, &kept.stamp);
      g_array_append_val (all, kept);
    }
  g_array_sort (all, compare_kept);
  for (guint i = 0; i < all->len; i++)
    {
      const Kept *kept = &g_array_index (all, Kept, i);

      bytes += kept->stamp.size;
      if (bytes > MOST_BYTES)
        g_unlink (kept->path);
    }
}

/* ---- compiling ---- */

/* Files are read and written beside the window. @task: (transfer full) */
static void
do_beside (GTask *task, GTaskThreadFunc work, GAsyncReadyCallback done)
{
  g_autoptr (GTask) thread = g_task_new (g_task_get_source_object (task), NULL, done, task);

  g_task_set_task_data (thread, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (thread, work);
}

/* @task: (transfer full) */
static void
give (GTask *task)
{
  Work *work = g_task_get_task_data (task);

  g_task_return_pointer (task, g_steal_pointer (&work->result),
                         (GDestroyNotify)ws_compile_result_free);
  g_object_unref (task);
}

static void
keep (GTask *thread, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  g_autofree char *folder = g_path_get_dirname (work->path);

  write_entry (work);
  remove_old (folder);
  g_task_return_boolean (thread, TRUE);
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer task)
{
  give (task);
}

static void
compiled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;

  work->result = ws_client_compile_finish (WS_CLIENT (source), result, &error);
  if (work->result == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else if (work->path == NULL || work->result->object == NULL)
    give (task);
  else
    do_beside (task, keep, kept_cb);
}

/* @task: (transfer full) */
static void
compile (GTask *task)
{
  const Work *work = g_task_get_task_data (task);

  ws_client_compile_async (g_task_get_source_object (task), work->request,
                           g_task_get_cancellable (task), compiled_cb, task);
}

static void
look (GTask *thread, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;

  work->result = read_entry (work->path);
  if (work->result != NULL)
    utimensat (AT_FDCWD, work->path, NULL, 0); /* it was of use now */
  g_task_return_boolean (thread, TRUE);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer task)
{
  const Work *work = g_task_get_task_data (task);

  if (work->result != NULL)
    give (task);
  else
    compile (task);
}

/* What is wrong with the compiler, compiling says. */
static void
found_cb (GObject *source, GAsyncResult *result, gpointer task)
{
  Work *work = g_task_get_task_data (task);
  WsClientCompiler *compiler = ws_client_find_compiler_finish (WS_CLIENT (source), result, NULL);

  if (compiler == NULL)
    {
      compile (task);
      return;
    }
  work->path = find_path (compiler, work->request);
  ws_client_compiler_free (compiler);
  do_beside (task, look, looked_cb);
}

/**
 * ws_program_cache_compile_async:
 * @compiler: of ws_client_new_for_programs()
 * @request: (transfer none): what to compile
 *
 * As ws_client_compile_async(), but for what is in the cache. What can be compiled is kept there.
 */
void
ws_program_cache_compile_async (WsClient *compiler, const WsCompileRequest *request,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GTask *task = g_task_new (compiler, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  work->request = ws_compile_request_copy (request);
  g_task_set_task_data (task, work, work_free);
  ws_client_find_compiler_async (compiler, cancellable, found_cb, task);
}

/**
 * ws_program_cache_compile_finish:
 * @result: from the callback
 * @error: return location for a #GError: as of ws_client_compile_finish()
 *
 * Returns: (transfer full) (nullable): an object, or errors in the source
 */
WsCompileResult *
ws_program_cache_compile_finish (WsClient *compiler, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
