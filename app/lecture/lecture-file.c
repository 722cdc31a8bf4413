/* lecture-file.c: the file of a bundle. */
#include "lecture/lecture-private.h"

#include "exercise/exercise.h"
#include "files/envelope.h"
#include "files/replacement.h"
#include "record/file.h"
#include "sweeps/sweep-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAGIC   "WSLECT\0\1"
#define VERSION 1
#define MAX_ID  255  /* bytes */
#define MAX_KEY 4096 /* bytes */

#define LEVEL      3     /* of 9: the higher, the smaller, and the longer it takes */
#define MOST_RATIO 1032u /* that zlib's format can pack */

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error (error, WS_LECTURE_ERROR, WS_LECTURE_ERROR_DAMAGED, _ ("Damaged lecture: %s"),
               sentence);
  return FALSE;
}

/**
 * ws_lecture_is_path:
 * @path: a file's name
 *
 * Returns: whether it ends as that of a bundle does
 */
gboolean
ws_lecture_is_path (const char *path)
{
  return g_str_has_suffix (path, WS_LECTURE_SUFFIX);
}

/* ---- writing ---- */

/* (transfer full) (nullable): what stands in a file of its own */
static GBytes *
make_file (const WsLectureEntry *entry, GError **error)
{
  g_autoptr (GVariant) results = NULL;

  if (entry->run != NULL)
    return ws_run_to_bytes (entry->run, error);
  if (entry->sweep != NULL)
    return ws_sweep_file_to_bytes (entry->sweep);
  if (entry->exercise != NULL)
    return g_bytes_ref (entry->exercise);
  if (entry->results == NULL)
    return g_bytes_new (NULL, 0);
  results = ws_envelope_swap (entry->results);
  return g_variant_get_data_as_bytes (results);
}

/* (transfer full) (nullable): its length, and then it, packed as zlib packs */
static GVariant *
pack (GBytes *bytes, GError **error)
{
  g_autoptr (GConverter) zlib =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, zlib);
  g_autoptr (GBytes) packed = NULL;
  guint64 size = g_bytes_get_size (bytes);

  if (!g_output_stream_write_all (stream, g_bytes_get_data (bytes, NULL), (gsize)size, NULL, NULL,
                                  error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  packed = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  return g_variant_ref_sink (g_variant_new (
      "(t@ay)", size, g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, packed, TRUE)));
}

/* (transfer full) (nullable) */
static GVariant *
make_variant (WsLecture *self, GError **error)
{
  GVariantBuilder entries;
  gsize size;
  const guint8 *text = g_bytes_get_data (self->text, &size);

  g_variant_builder_init (&entries, G_VARIANT_TYPE ("a" WS_LECTURE_ENTRY_FORMAT));
  for (guint i = 0; i < self->entries->len; i++)
    {
      const WsLectureEntry *entry = g_ptr_array_index (self->entries, i);
      g_autoptr (GBytes) bytes = make_file (entry, error);
      g_autoptr (GVariant) packed = bytes != NULL ? pack (bytes, error) : NULL;

      if (packed == NULL)
        {
          g_variant_builder_clear (&entries);
          return NULL;
        }
      g_variant_builder_add (&entries, "(ysms@(tay))", (guint8)entry->kind, entry->key, entry->note,
                             packed);
    }
  return g_variant_ref_sink (
      g_variant_new ("(ss@aya" WS_LECTURE_ENTRY_FORMAT ")", "Warpstage " WS_VERSION, self->id,
                     g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, size, 1), &entries));
}

/**
 * ws_lecture_to_bytes:
 * @error: return location: where there is not enough memory
 *
 * Returns: (transfer full) (nullable): what stands in its file
 */
GBytes *
ws_lecture_to_bytes (WsLecture *self, GError **error)
{
  g_autoptr (GVariant) variant = make_variant (self, error);

  return variant != NULL ? ws_envelope_pack (MAGIC, VERSION, variant, error) : NULL;
}

/**
 * ws_lecture_save:
 * @file: where to
 * @cancellable: (nullable): to leave the old file
 *
 * Writes a bundle, whole or not at all. Blocks.
 *
 * Returns: whether it was written
 */
gboolean
ws_lecture_save (WsLecture *self, GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = ws_lecture_to_bytes (self, error);
  gconstpointer data;
  gsize size;

  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &size);
  return ws_file_replace (file, data, size, WS_REPLACE_NONE, cancellable, error);
}

/* ---- reading ---- */

/* Fills all of @to. Returns: whether that is what @from unpacks to, to its end */
static gboolean
unpack_to (const guint8 *from, gsize n_from, guint8 *to, gsize n_to)
{
  g_autoptr (GConverter) zlib =
      G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  guint8 beyond; /* where a byte too many would go: zlib wants room to say that it is done */
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result == G_CONVERTER_CONVERTED)
    {
      gsize n_read;
      gsize n_written;

      result = g_converter_convert (zlib, from, n_from, n_to > 0 ? to : &beyond, MAX (n_to, 1),
                                    G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL);
      if (result == G_CONVERTER_ERROR || n_written > n_to)
        return FALSE;
      from += n_read;
      n_from -= n_read;
      to += n_written;
      n_to -= n_written;
    }
  return result == G_CONVERTER_FINISHED && n_to == 0 && n_from == 0;
}

/* @room: (inout): bytes that the parts may still have. (transfer full) (nullable): the file that
 * pack() packed */
static GBytes *
unpack (GVariant *packed, guint64 *room, GError **error)
{
  g_autoptr (GVariant) bytes = NULL;
  g_autofree guint8 *data = NULL;
  const guint8 *from;
  guint64 size;
  gsize n;

  g_variant_get (packed, "(t@ay)", &size, &bytes);
  from = g_variant_get_fixed_array (bytes, &n, 1);
  /* refused before there is memory for it: nothing unpacks to so much */
  if (size > *room || size / MOST_RATIO > n)
    {
      refuse (error, _ ("a part is too large"));
      return NULL;
    }
  *room -= size;
  data = g_try_malloc (MAX ((gsize)size, 1));
  if (data == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                           _ ("Not enough memory to open the lecture."));
      return NULL;
    }
  if (!unpack_to (from, n, data, (gsize)size))
    {
      refuse (error, _ ("a part has the wrong checksum"));
      return NULL;
    }
  return g_bytes_new_take (g_steal_pointer (&data), (gsize)size);
}

static gboolean
read_results (WsLectureEntry *entry, GBytes *bytes, GError **error)
{
  g_autoptr (GVariant) results = g_variant_ref_sink (
      g_variant_new_from_bytes (G_VARIANT_TYPE (WS_SCENARIO_RESULTS_FORMAT), bytes, FALSE));

  if (!g_variant_is_normal_form (results))
    return refuse (error, _ ("the results of a scenario are malformed"));
  entry->results = ws_envelope_swap (results);
  return TRUE;
}

static gboolean
read_file (WsLectureEntry *entry, GBytes *bytes, GError **error)
{
  switch (entry->kind)
    {
    case WS_LESSON_JOB_RUN:
      entry->run = ws_run_load_bytes (bytes, error);
      if (entry->run != NULL && entry->run->n_launches > 0)
        entry->scene = ws_scene_new_first (entry->run, 0);
      return entry->run != NULL;
    case WS_LESSON_JOB_SWEEP:
      entry->sweep = ws_sweep_file_from_bytes (bytes, error);
      return entry->sweep != NULL;
    case WS_LESSON_JOB_SCENARIO:
      return read_results (entry, bytes, error);
    case WS_LECTURE_EXERCISE:
      if (g_bytes_get_size (bytes) > WS_EXERCISE_MAX_BYTES)
        return refuse (error, _ ("an exercise is too large"));
      entry->exercise = g_bytes_ref (bytes);
      return TRUE;
    default:
      return refuse (error, _ ("a part has an unknown type"));
    }
}

static gboolean
read_entry (WsLecture *self, GVariant *variant, GHashTable *keys, guint64 *room, GError **error)
{
  g_autoptr (GVariant) packed = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *key;
  const char *note;
  guint8 kind;

  g_variant_get (variant, "(y&sm&s@(tay))", &kind, &key, &note, &packed);
  if (*key == '\0' || strlen (key) > MAX_KEY || (note != NULL && strlen (note) > MAX_KEY))
    return refuse (error, _ ("a part has an invalid name"));
  if (!g_hash_table_add (keys, g_strdup (key)))
    return refuse (error, _ ("two parts have the same name"));
  bytes = unpack (packed, room, error);
  return bytes != NULL && read_file (ws_lecture_add_entry (self, kind, key, note), bytes, error);
}

/* (transfer full) (nullable) */
static WsLecture *
read_variant (GVariant *variant, GError **error)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (WsLecture) self = NULL;
  g_autoptr (GVariant) text = NULL;
  g_autoptr (GVariant) entries = NULL;
  g_autoptr (GBytes) bytes = NULL;
  guint64 room = WS_LECTURE_MAX_BYTES;
  const char *id;

  if (!g_variant_is_normal_form (variant))
    {
      refuse (error, _ ("the file is truncated or malformed"));
      return NULL;
    }
  g_variant_get (variant, "(&s&s@ay@a" WS_LECTURE_ENTRY_FORMAT ")", NULL, &id, &text, &entries);
  if (*id == '\0' || strlen (id) > MAX_ID || strchr (id, '/') != NULL
      || g_variant_get_size (text) > WS_LESSON_MAX_BYTES
      || g_variant_n_children (entries) > WS_LECTURE_MAX_ENTRIES)
    {
      refuse (error, _ ("a lesson has an invalid name or is too large"));
      return NULL;
    }
  bytes = g_variant_get_data_as_bytes (text);
  self = ws_lecture_new_empty (id, bytes);
  for (gsize i = 0; i < g_variant_n_children (entries); i++)
    {
      g_autoptr (GVariant) entry = g_variant_get_child_value (entries, i);

      if (!read_entry (self, entry, keys, &room, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * ws_lecture_load_bytes:
 * @bytes: what stands in a file; any bytes
 * @error: return location: %WS_LECTURE_ERROR_DAMAGED or %WS_LECTURE_ERROR_VERSION, or what a run or
 * a sweep in it refuses
 *
 * Reads a bundle and checks all of its parts, but for the lesson, which wants a catalogue. In any
 * thread.
 *
 * Returns: (transfer full) (nullable): the bundle
 */
WsLecture *
ws_lecture_load_bytes (GBytes *bytes, GError **error)
{
  g_autoptr (GVariant) variant = NULL;
  guint32 version;
  WsEnvelopeState state = ws_envelope_look (bytes, MAGIC, &version);

  if (state == WS_ENVELOPE_SHORT || state == WS_ENVELOPE_OTHER)
    {
      refuse (error, _ ("not a .lecture file"));
      return NULL;
    }
  if (version != VERSION)
    {
      g_set_error (
          error, WS_LECTURE_ERROR, WS_LECTURE_ERROR_VERSION,
          _ ("The lecture was saved in format version %1$u; this program reads version %2$d"),
          version, VERSION);
      return NULL;
    }
  if (state == WS_ENVELOPE_PADDED)
    {
      refuse (error, _ ("byte 12 of the file is not 0"));
      return NULL;
    }
  variant = ws_envelope_open (bytes, G_VARIANT_TYPE (WS_LECTURE_FORMAT));
  return read_variant (variant, error);
}

/**
 * ws_lecture_load:
 * @cancellable: (nullable): ends the reading
 *
 * Reads a bundle. The whole file is copied into memory before it is checked: later writes to it
 * have no effect. Blocks, but for no pipe or device.
 *
 * Returns: (transfer full) (nullable): the bundle
 */
WsLecture *
ws_lecture_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = ws_record_read_file (file, cancellable, error);
  g_autofree char *name = g_file_get_basename (file);
  WsLecture *self;

  if (bytes == NULL)
    return NULL;
  self = ws_lecture_load_bytes (bytes, error);
  if (self == NULL)
    g_prefix_error (error, "%s: ", name);
  return self;
}
