#include "user/contents.h"

#include <glib/gi18n.h>
#include <string.h>

#define CONTENTS \
  "a(ubbay)"           /* buffer, whether it is an expected result, whether it was read, bytes */
#define REFUSED "(ub)" /* buffer, whether it is an expected result */

typedef struct {
  guint buffer;
  gboolean is_expected;
  GBytes *bytes; /* nullable: of one that cannot be read */
  GError *error; /* nullable: why it cannot be read, if known */
} File;

struct _WsUserContents {
  GPtrArray *files;    /* of File */
  gsize n_bytes;       /* of all of them */
  const File *refused; /* nullable: the last requested file that cannot be read */
};

static void
file_free (gpointer data)
{
  File *self = data;

  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static WsUserContents *
new_empty (void)
{
  WsUserContents *self = g_new0 (WsUserContents, 1);

  self->files = g_ptr_array_new_with_free_func (file_free);
  return self;
}

void
ws_user_contents_free (WsUserContents *self)
{
  g_ptr_array_unref (self->files);
  g_free (self);
}

static const File *
find (const WsUserContents *self, guint buffer, gboolean is_expected)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *one = g_ptr_array_index (self->files, i);

      if (one->buffer == buffer && one->is_expected == is_expected)
        return one;
    }
  return NULL;
}

/* ---- reading ---- */

/* (transfer full) (nullable): of "file a.csv"; for an expected result, without "within 1e-3" */
static char *
dup_name (const WsUserField *field, gboolean is_expected)
{
  g_autofree char *text = g_strdup (field->text != NULL ? field->text : "");
  const char *said = is_expected ? g_strstrip (text) : text;
  char *within = is_expected ? g_strrstr (said, " within ") : NULL;

  if (within != NULL)
    *within = '\0';
  said += strspn (said, " ");
  if (strcspn (said, " ") != strlen ("file") || !g_str_has_prefix (said, "file"))
    return NULL;
  said += strlen ("file");
  return g_strdup (said + strspn (said, " "));
}

/* The user may name any file; a file may only name those next to it, or in a folder that the user
 * allows. */
static GBytes *
load (const WsUserField *field, const char *name, gsize most, const WsInputScope *scope,
      GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (!field->is_users)
    return ws_input_read_named (scope, name, most, cancellable, error);
  file = scope->folder == NULL || g_path_is_absolute (name)
             ? g_file_new_for_path (name)
             : g_file_resolve_relative_path (scope->folder, name);
  return ws_input_read (file, most, cancellable, error);
}

static void
read_one (WsUserContents *self, const WsUserField *field, guint buffer, gboolean is_expected,
          const WsInputScope *scope, GCancellable *cancellable)
{
  g_autofree char *name = dup_name (field, is_expected);
  File *one;

  if (name == NULL)
    return;
  one = g_new0 (File, 1);
  one->buffer = buffer;
  one->is_expected = is_expected;
  one->bytes =
      load (field, name, WS_USER_MAX_CONTENTS - self->n_bytes, scope, cancellable, &one->error);
  if (one->bytes != NULL)
    self->n_bytes += g_bytes_get_size (one->bytes);
  g_ptr_array_add (self->files, one);
}

/**
 * ws_user_contents_read:
 * @plan: whose files are read
 * @scope: the files that it may name
 *
 * An unreadable file is only an error if a job needs it: the error is kept for
 * ws_user_contents_explain().
 *
 * Returns: (transfer full): the files
 */
WsUserContents *
ws_user_contents_read (const WsUserPlan *plan, const WsInputScope *scope, GCancellable *cancellable)
{
  WsUserContents *self = new_empty ();

  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, i);

      read_one (self, &buffer->contents, i, FALSE, scope, cancellable);
      read_one (self, &buffer->expect, i, TRUE, scope, cancellable);
    }
  return self;
}

/* ---- making the job ---- */

/**
 * ws_user_contents_get:
 * @self: (nullable): files; %NULL for none
 * @buffer: index of a buffer of the plan
 * @is_expected: whether it is an expected result
 * @name: of the file
 * @error: return location for a #GError: %WS_INPUT_ERROR_FAILED
 *
 * Returns: (transfer full) (nullable): its bytes
 */
GBytes *
ws_user_contents_get (WsUserContents *self, guint buffer, gboolean is_expected, const char *name,
                      GError **error)
{
  const File *one = self != NULL ? find (self, buffer, is_expected) : NULL;

  if (one != NULL && one->bytes != NULL)
    return g_bytes_ref (one->bytes);
  if (self != NULL)
    self->refused = one;
  if (one != NULL && one->error != NULL)
    g_propagate_error (error, g_error_copy (one->error));
  else
    g_set_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_FAILED, _ ("“%s” cannot be read."), name);
  return NULL;
}

/* Returns: (transfer floating) (nullable): those that a job needs but that could not be read; the
 * reader of the files knows why */
GVariant *
ws_user_contents_get_refused (const WsUserContents *self)
{
  return self->refused != NULL
             ? g_variant_new (REFUSED, self->refused->buffer, self->refused->is_expected)
             : NULL;
}

/**
 * ws_user_contents_explain:
 * @self: files, which this process has read
 * @refused: from ws_user_contents_get_refused(), or any other variant
 * @error: return location for a #GError: a #WsInputError, or %WS_USER_PLAN_ERROR_NONSENSE
 *
 * Says why a file could not be read.
 */
void
ws_user_contents_explain (const WsUserContents *self, GVariant *refused, GError **error)
{
  const File *one = NULL;
  guint32 buffer;
  gboolean is_expected;

  if (g_variant_is_of_type (refused, G_VARIANT_TYPE (REFUSED)))
    {
      g_variant_get (refused, REFUSED, &buffer, &is_expected);
      one = find (self, buffer, is_expected);
    }
  if (one != NULL && one->error != NULL)
    g_propagate_error (error, g_error_copy (one->error));
  else
    g_set_error_literal (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE,
                         _ ("The worker lacks a file that it needs."));
}

/* ---- to another process ---- */

/* Returns: (transfer floating): them */
GVariant *
ws_user_contents_to_variant (const WsUserContents *self)
{
  GVariantBuilder builder;
  g_autoptr (GBytes) none = g_bytes_new_static ("", 0);

  g_variant_builder_init (&builder, G_VARIANT_TYPE (CONTENTS));
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *one = g_ptr_array_index (self->files, i);

      g_variant_builder_add (
          &builder, "(ubb@ay)", one->buffer, one->is_expected, one->bytes != NULL,
          g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING,
                                    one->bytes != NULL ? one->bytes : none, TRUE));
    }
  return g_variant_builder_end (&builder);
}

/**
 * ws_user_contents_from_variant:
 * @variant: of ws_user_contents_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable): the files
 */
WsUserContents *
ws_user_contents_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsUserContents) self = new_empty ();

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (CONTENTS))
      || !g_variant_is_normal_form (variant)
      || g_variant_n_children (variant) > 2 * WS_JOB_MAX_BUFFERS)
    {
      g_set_error_literal (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE,
                           _ ("The files of a plan are malformed."));
      return NULL;
    }
  for (gsize i = 0; i < g_variant_n_children (variant); i++)
    {
      g_autoptr (GVariant) data = NULL;
      File *one = g_new0 (File, 1);
      gboolean is_read;

      g_variant_get_child (variant, i, "(ubb@ay)", &one->buffer, &one->is_expected, &is_read,
                           &data);
      one->bytes = is_read ? g_variant_get_data_as_bytes (data) : NULL;
      g_ptr_array_add (self->files, one);
    }
  return g_steal_pointer (&self);
}
