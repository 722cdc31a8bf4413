#include "user/texts.h"

#include "compile/compile.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_NAME 4096 /* bytes of a name, or of a place */

#define TEXTS   "a(sybay)" /* name, state, whether it is newer, text */
#define MISSING "a(sms)"   /* name, place */

typedef enum {
  FOUND,
  ABSENT,
  FAILED, /* it exists, and cannot be read */
  LAST_STATE = FAILED
} State;

typedef struct {
  State state;
  GBytes *bytes;     /* of FOUND */
  GError *error;     /* nullable: of FAILED */
  gboolean is_newer; /* newer than the source that names it */
} Text;

/* The texts that the table lacks. */
typedef struct {
  char *name;
  char *where; /* nullable */
} Missing;

struct _WsUserTexts {
  GHashTable *texts;  /* name to Text */
  GPtrArray *missing; /* of Missing */
  gsize n_bytes;
  GFile *folder;  /* nullable: where files may be read */
  char **allowed; /* nullable */
  GFile *source;  /* nullable: the source that names them */
};

/**
 * ws_user_source_is_ptx:
 * @name: of a file
 *
 * Returns: whether it is PTX, which needs no compiler
 */
gboolean
ws_user_source_is_ptx (const char *name)
{
  return g_str_has_suffix (name, ".ptx");
}

static void
text_free (gpointer data)
{
  Text *self = data;

  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
missing_free (gpointer data)
{
  Missing *self = data;

  g_free (self->name);
  g_free (self->where);
  g_free (self);
}

/* Returns: (transfer full): a table without texts, which reads no file */
WsUserTexts *
ws_user_texts_new (void)
{
  WsUserTexts *self = g_new0 (WsUserTexts, 1);

  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, text_free);
  self->missing = g_ptr_array_new_with_free_func (missing_free);
  return self;
}

/**
 * ws_user_texts_new_for_scope:
 * @scope: the files that may be read, in a folder
 * @source: name of the source, in that folder
 *
 * Returns: (transfer full): a table without texts, which reads files
 */
WsUserTexts *
ws_user_texts_new_for_scope (const WsInputScope *scope, const char *source)
{
  WsUserTexts *self = ws_user_texts_new ();

  self->folder = g_object_ref (scope->folder);
  self->allowed = g_strdupv ((char **)scope->allowed);
  self->source = g_file_get_child (scope->folder, source);
  return self;
}

void
ws_user_texts_free (WsUserTexts *self)
{
  g_hash_table_unref (self->texts);
  g_ptr_array_unref (self->missing);
  g_clear_object (&self->folder);
  g_clear_object (&self->source);
  g_strfreev (self->allowed);
  g_free (self);
}

/* ---- reading ---- */

static gint64
get_time (GFile *file)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL
             ? (gint64)g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED)
             : G_MAXINT64;
}

static gboolean
refuse_more (const char *name, GError **error)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
               _ ("“%s” was not read: a source may name at most %d files, of %u MB together."),
               name, WS_USER_MAX_NAMES, WS_USER_MAX_BYTES >> 20);
  return FALSE;
}

/* FALSE if a limit is reached. */
static gboolean
add (WsUserTexts *self, const char *name, Text *text, GError **error)
{
  gsize n = text->bytes != NULL ? g_bytes_get_size (text->bytes) : 0;

  if (g_hash_table_size (self->texts) >= WS_USER_MAX_NAMES || n > WS_USER_MAX_BYTES - self->n_bytes)
    {
      text_free (text);
      return refuse_more (name, error);
    }
  self->n_bytes += n;
  g_hash_table_replace (self->texts, g_strdup (name), text);
  return TRUE;
}

/* (nullable) (transfer none): the table's entry for a file */
static const Text *
load (WsUserTexts *self, const char *name, GCancellable *cancellable, GError **error)
{
  const WsInputScope scope = { self->folder, (const char *const *)self->allowed };
  g_autoptr (GFile) file = g_file_resolve_relative_path (self->folder, name);
  Text *text = g_new0 (Text, 1);

  text->bytes =
      ws_input_read_named (&scope, name, WS_COMPILE_MAX_SOURCE, cancellable, &text->error);
  text->state = text->bytes != NULL                                                     ? FOUND
                : g_error_matches (text->error, WS_INPUT_ERROR, WS_INPUT_ERROR_MISSING) ? ABSENT
                                                                                        : FAILED;
  text->is_newer = text->state == FOUND && get_time (file) > get_time (self->source);
  return add (self, name, text, error) ? text : NULL;
}

static GBytes *
answer (const Text *self, const char *name, GError **error)
{
  if (self != NULL && self->state == FOUND)
    return g_bytes_ref (self->bytes);
  if (self != NULL && self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  else
    g_set_error (error, WS_INPUT_ERROR,
                 self != NULL && self->state == FAILED ? WS_INPUT_ERROR_FAILED
                                                       : WS_INPUT_ERROR_MISSING,
                 _ ("“%s” cannot be read."), name);
  return NULL;
}

static void
note_missing (WsUserTexts *self, const char *name, const char *where)
{
  Missing *one;

  for (guint i = 0; i < self->missing->len; i++)
    if (g_str_equal (((const Missing *)g_ptr_array_index (self->missing, i))->name, name))
      return;
  one = g_new0 (Missing, 1);
  one->name = g_strdup (name);
  one->where = g_strdup (where);
  g_ptr_array_add (self->missing, one);
}

/**
 * ws_user_texts_read:
 * @name: (type filename): of a file, relative to the source's folder
 * @where: (nullable): the place that names it, as in "sum.cu:2"; %NULL if it may fail
 * @error: return location for a #GError: a #WsInputError, or %WS_COMPILE_ERROR_TOO_LARGE
 *
 * A table that reads no file reports missing ones, and remembers them.
 *
 * Returns: (transfer full) (nullable): its bytes
 */
GBytes *
ws_user_texts_read (WsUserTexts *self, const char *name, const char *where, GError **error)
{
  const Text *text = g_hash_table_lookup (self->texts, name);

  if (text == NULL && self->folder != NULL)
    {
      text = load (self, name, NULL, error);
      if (text == NULL)
        return NULL;
    }
  if (text == NULL && g_hash_table_size (self->texts) + self->missing->len >= WS_USER_MAX_NAMES)
    {
      refuse_more (name, error);
      return NULL;
    }
  if (text == NULL)
    note_missing (self, name, where);
  return answer (text, name, error);
}

/**
 * ws_user_texts_is_newer:
 * @name: (type filename): of a file that was read
 *
 * Returns: whether it is newer than the source that names it
 */
gboolean
ws_user_texts_is_newer (const WsUserTexts *self, const char *name)
{
  const Text *text = g_hash_table_lookup (self->texts, name);

  return text != NULL && text->is_newer;
}

/* ---- what is missing ---- */

/* Returns: whether it had every text that was requested */
gboolean
ws_user_texts_is_complete (const WsUserTexts *self)
{
  return self->missing->len == 0;
}

/* Returns: (transfer floating): its missing texts, for ws_user_texts_read_missing() */
GVariant *
ws_user_texts_missing_to_variant (const WsUserTexts *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (MISSING));
  for (guint i = 0; i < self->missing->len; i++)
    {
      const Missing *one = g_ptr_array_index (self->missing, i);

      g_variant_builder_add (&builder, "(sms)", one->name, one->where);
    }
  return g_variant_builder_end (&builder);
}

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE,
               _ ("Invalid list of the files that a source names: %s."), why);
  return FALSE;
}

static gboolean
read_one_missing (WsUserTexts *self, const char *name, const char *where, GCancellable *cancellable,
                  GError **error)
{
  const Text *text;

  if (*name == '\0' || strlen (name) > MOST_NAME || (where != NULL && strlen (where) > MOST_NAME))
    return refuse (error, _ ("a name is empty, or too long"));
  /* it would be requested again and again */
  if (g_hash_table_contains (self->texts, name))
    return refuse (error, _ ("a file is requested twice"));
  text = load (self, name, cancellable, error);
  if (text == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (text->state != FAILED || where == NULL)
    return TRUE;
  g_propagate_prefixed_error (error, g_error_copy (text->error), "%s: ", where);
  return FALSE;
}

/**
 * ws_user_texts_read_missing:
 * @self: (inout): a table of ws_user_texts_new_for_scope()
 * @missing: from ws_user_texts_missing_to_variant() in another process; or any other variant
 * @cancellable: (nullable): ends the reading
 * @error: return location for a #GError: a #WsInputError, a #WsCompileError or
 * %G_IO_ERROR_CANCELLED
 *
 * Reads the texts that another table lacks.
 *
 * Returns: whether those that exist were read
 */
gboolean
ws_user_texts_read_missing (WsUserTexts *self, GVariant *missing, GCancellable *cancellable,
                            GError **error)
{
  gsize n;

  if (!g_variant_is_of_type (missing, G_VARIANT_TYPE (MISSING))
      || !g_variant_is_normal_form (missing) || (n = g_variant_n_children (missing)) == 0
      || n > WS_USER_MAX_NAMES)
    return refuse (error, _ ("no names, or too many"));
  for (gsize i = 0; i < n; i++)
    {
      const char *name, *where;

      g_variant_get_child (missing, i, "(&sm&s)", &name, &where);
      if (!read_one_missing (self, name, where, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- to another process ---- */

/* Returns: (transfer floating): its texts */
GVariant *
ws_user_texts_to_variant (const WsUserTexts *self)
{
  GVariantBuilder builder;
  GHashTableIter iter;
  gpointer name, value;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (TEXTS));
  g_hash_table_iter_init (&iter, self->texts);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const Text *text = value;
      g_autoptr (GBytes) none = g_bytes_new_static ("", 0);

      g_variant_builder_add (&builder, "(syb@ay)", name, (guchar)text->state, text->is_newer,
                             g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING,
                                                       text->bytes != NULL ? text->bytes : none,
                                                       TRUE));
    }
  return g_variant_builder_end (&builder);
}

static gboolean
take (WsUserTexts *self, GVariant *texts, gsize index, GError **error)
{
  g_autoptr (GVariant) data = NULL;
  const char *name;
  guchar state;
  gboolean is_newer;
  Text *text;

  g_variant_get_child (texts, index, "(&syb@ay)", &name, &state, &is_newer, &data);
  if (*name == '\0' || strlen (name) > MOST_NAME || state > LAST_STATE
      || g_variant_get_size (data) > WS_COMPILE_MAX_SOURCE)
    return refuse (error, _ ("a file is malformed"));
  text = g_new0 (Text, 1);
  text->state = state;
  text->is_newer = is_newer;
  text->bytes = state == FOUND ? g_variant_get_data_as_bytes (data) : NULL;
  return add (self, name, text, error);
}

/**
 * ws_user_texts_from_variant:
 * @variant: of ws_user_texts_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE or
 * %WS_COMPILE_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): a table that reads no file
 */
WsUserTexts *
ws_user_texts_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsUserTexts) self = ws_user_texts_new ();
  gsize n;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (TEXTS)) || !g_variant_is_normal_form (variant)
      || (n = g_variant_n_children (variant)) > WS_USER_MAX_NAMES)
    {
      refuse (error, _ ("no texts, or too many"));
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    if (!take (self, variant, i, error))
      return NULL;
  return g_steal_pointer (&self);
}
