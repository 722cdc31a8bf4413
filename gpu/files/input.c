#include "files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* of UTF-8 */
#define MAX_LINKS       40             /* as the kernel follows */
#define PIECE_BYTES     (1 << 20)      /* between two looks at the cancellable */

typedef struct {
  char *folder; /* nullable */
} WsInputErrorPrivate;

static void
ws_input_error_private_init (WsInputErrorPrivate *self)
{
}

static void
ws_input_error_private_copy (const WsInputErrorPrivate *from, WsInputErrorPrivate *to)
{
  to->folder = g_strdup (from->folder);
}

static void
ws_input_error_private_clear (WsInputErrorPrivate *self)
{
  g_free (self->folder);
}

G_DEFINE_EXTENDED_ERROR (WsInputError, ws_input_error)

/**
 * ws_input_error_get_folder:
 * @error: (nullable): any error
 *
 * Returns: (nullable): the folder that the user would have to allow; %NULL if that is not what
 * is wrong
 */
const char *
ws_input_error_get_folder (const GError *error)
{
  return g_error_matches (error, WS_INPUT_ERROR, WS_INPUT_ERROR_OUTSIDE)
             ? ws_input_error_get_private (error)->folder
             : NULL;
}

static void refuse (GError **error, WsInputError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
refuse (GError **error, WsInputError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (WS_INPUT_ERROR, (int)code, format, arguments));
  va_end (arguments);
}

static void
refuse_outside (const char *name, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = g_filename_display_name (folder);
  GError *refusal = NULL;

  refuse (&refusal, WS_INPUT_ERROR_OUTSIDE,
          _ ("“%s” was not read: it is outside the folder of the file that names it. Allow the "
             "folder “%s”, or copy the file."),
          name, shown);
  ws_input_error_get_private (refusal)->folder = g_steal_pointer (&folder);
  g_propagate_error (error, refusal);
}

static void
refuse_link (const char *name, GError **error)
{
  refuse (error, WS_INPUT_ERROR_LINK,
          _ ("“%s” was not read: a link leads out of the folder. Replace the link with a copy."),
          name);
}

static void
refuse_code (const char *name, int code, GError **error)
{
  if (code == ENOENT)
    refuse (error, WS_INPUT_ERROR_MISSING, _ ("“%s” was not read: file not found. Check its name."),
            name);
  else
    refuse (error, WS_INPUT_ERROR_FAILED, _ ("“%s” was not read: %s."), name, g_strerror (code));
}

static void
refuse_kind (const char *name, const char *kind, GError **error)
{
  refuse (error, WS_INPUT_ERROR_KIND, _ ("“%s” was not read: it is %s. Name a file instead."), name,
          kind);
}

static void
refuse_size (const char *name, gsize most, GError **error)
{
  g_autofree char *limit = g_format_size_full (most, G_FORMAT_SIZE_IEC_UNITS);

  refuse (error, WS_INPUT_ERROR_TOO_LARGE,
          _ ("“%s” was not read: it has more than %s. Use a smaller file."), name, limit);
}

/**
 * ws_input_name_kind:
 * @mode: of something in a folder
 *
 * Returns: (nullable): what it is, as in "a folder"; %NULL of a regular file
 */
const char *
ws_input_name_kind (mode_t mode)
{
  if (S_ISREG (mode))
    return NULL;
  if (S_ISDIR (mode))
    return _ ("a folder");
  if (S_ISFIFO (mode))
    return _ ("a pipe");
  return S_ISSOCK (mode) ? _ ("a socket") : _ ("a device");
}

/* ---- what is open ---- */

/* What a size says is not relied on: files of /proc have none, and a file may grow. */
static GBytes *
read_stream (GInputStream *stream, const char *name, gsize most, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n;

  do
    {
      const guint before = bytes->len;
      const gsize piece = MIN (most + 1 - before, PIECE_BYTES);

      g_byte_array_set_size (bytes, before + (guint)piece);
      if (!g_input_stream_read_all (stream, bytes->data + before, piece, &n, cancellable, error))
        {
          if (error != NULL && (*error)->domain == G_IO_ERROR
              && (*error)->code != G_IO_ERROR_CANCELLED)
            g_prefix_error (error, _ ("“%s” was not read: "), name);
          return NULL;
        }
      g_byte_array_set_size (bytes, before + (guint)n);
      if (bytes->len > most)
        {
          refuse_size (name, most, error);
          return NULL;
        }
    }
  while (n == PIECE_BYTES);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* @fd: (transfer full) */
static GBytes *
read_descriptor (int fd, const char *name, gsize most, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (fd, TRUE);
  struct stat status;

  if (fstat (fd, &status) != 0)
    refuse_code (name, errno, error);
  else if (!S_ISREG (status.st_mode))
    refuse_kind (name, ws_input_name_kind (status.st_mode), error);
  else if (status.st_size > 0 && (guint64)status.st_size > most)
    refuse_size (name, most, error);
  else
    return read_stream (stream, name, most, cancellable, error);
  return NULL;
}

/* A file that the system reaches by way of a server, and that has no path. */
static GBytes *
read_remote (GFile *file, const char *name, GFileQueryInfoFlags flags, gsize most,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, flags, cancellable, &cause);
  g_autoptr (GFileInputStream) stream = NULL;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    refuse_code (name, ENOENT, error);
  else if (info == NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (g_file_info_get_file_type (info) == G_FILE_TYPE_SYMBOLIC_LINK)
    refuse_link (name, error);
  else if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    refuse_kind (name, ws_input_name_kind (S_IFDIR), error);
  else if (g_file_info_get_file_type (info) == G_FILE_TYPE_SPECIAL)
    refuse_kind (name, ws_input_name_kind (S_IFCHR), error);
  else
    stream = g_file_read (file, cancellable, error);
  return stream != NULL ? read_stream (G_INPUT_STREAM (stream), name, most, cancellable, error)
                        : NULL;
}

/**
 * ws_input_read:
 * @file: that the user has named
 * @most: bytes
 * @cancellable: (nullable): ends the reading
 * @error: return location for a #GError: a #WsInputError or a #GIOError
 *
 * Reads a regular file, wherever it lies. A pipe is not waited for.
 *
 * Returns: (transfer full) (nullable): all of it
 */
GBytes *
ws_input_read (GFile *file, gsize most, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  const char *path = g_file_peek_path (file);
  struct stat status;
  int fd;

  if (path == NULL)
    return read_remote (file, name, G_FILE_QUERY_INFO_NONE, most, cancellable, error);
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  /* a file server has a lease of this file: it is waited for, unlike a pipe, which does open */
  if (fd < 0 && errno == EWOULDBLOCK)
    fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd >= 0)
    return read_descriptor (fd, name, most, cancellable, error);
  if (errno == ENXIO && stat (path, &status) == 0)
    refuse_kind (name, ws_input_name_kind (status.st_mode), error); /* a socket */
  else
    refuse_code (name, errno, error);
  return NULL;
}

/* ---- what a file names ---- */

/* A way through folders that never leaves the first: what the system's RESOLVE_BENEATH does, where
 * it knows it. */
typedef struct {
  GArray *folders;  /* (element-type int): descriptors; the last is where we are */
  GPtrArray *parts; /* (element-type utf8): that are still to go, the next one last */
  guint n_links;
} Way;

static void
close_folder (gpointer data)
{
  close (*(int *)data);
}

static void
add_parts (Way *self, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  for (guint i = g_strv_length (parts); i-- > 0;)
    if (*parts[i] != '\0' && !g_str_equal (parts[i], "."))
      g_ptr_array_add (self->parts, g_strdup (parts[i]));
}

/* Returns: an error's number; 0 if all is well */
static int
follow_link (Way *self, int link)
{
  char target[PATH_MAX];
  gssize n = readlinkat (link, "", target, sizeof target - 1);

  if (n < 0)
    return errno;
  if (++self->n_links > MAX_LINKS)
    return ELOOP;
  target[n] = '\0';
  if (*target == '/')
    return EXDEV;
  add_parts (self, target);
  return 0;
}

static int
go_up (Way *self)
{
  if (self->folders->len <= 1)
    return EXDEV;
  g_array_set_size (self->folders, self->folders->len - 1);
  return 0;
}

/* @found: (inout): descriptor of the file, once it is reached */
static int
go_on (Way *self, int *found)
{
  g_autofree char *part = g_ptr_array_steal_index (self->parts, self->parts->len - 1);
  const int folder = g_array_index (self->folders, int, self->folders->len - 1);
  struct stat status;
  int code = 0;
  int fd;

  if (g_str_equal (part, ".."))
    return go_up (self);
  fd = openat (folder, part, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &status) != 0)
    code = errno;
  else if (S_ISLNK (status.st_mode))
    code = follow_link (self, fd);
  else if (S_ISDIR (status.st_mode))
    {
      g_array_append_val (self->folders, fd);
      return 0;
    }
  else if (self->parts->len > 0)
    code = ENOTDIR;
  else
    {
      /* what it is now is looked at once more when it is open */
      *found = openat (folder, part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
      code = *found < 0 ? errno : 0;
    }
  if (fd >= 0)
    close (fd);
  return code;
}

/* @path: from @folder on
 * @fd: (out): descriptor of what is there
 *
 * Returns: an error's number; %EXDEV of what lies outside */
static int
open_beneath (const char *folder, const char *path, int *fd)
{
  g_autoptr (GArray) folders = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  Way way = { .folders = folders, .parts = parts };
  int first = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int code = 0;

  *fd = -1;
  if (first < 0)
    return errno;
  g_array_set_clear_func (folders, close_folder);
  g_array_append_val (folders, first);
  add_parts (&way, path);
  while (code == 0 && *fd < 0 && parts->len > 0)
    code = go_on (&way, fd);
  return code == 0 && *fd < 0 ? EISDIR : code;
}

/* (nullable): how @path goes on below @folder */
static const char *
get_rest (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  if (!g_str_has_prefix (path, folder))
    return NULL;
  if (length > 0 && folder[length - 1] == '/')
    return path + length;
  return path[length] == '/' ? path + length + 1 : NULL;
}

/* (transfer full) (nullable): the folder that may be read, and has it; @rest: (out): its path from
 * there */
static char *
find_folder (const WsInputScope *scope, const char *folder, const char *path, const char **rest)
{
  *rest = get_rest (path, folder);
  if (*rest != NULL)
    return g_strdup (folder);
  for (guint i = 0; scope->allowed != NULL && scope->allowed[i] != NULL; i++)
    {
      g_autofree char *one = g_canonicalize_filename (scope->allowed[i], NULL);

      *rest = get_rest (path, one);
      if (*rest != NULL)
        return g_steal_pointer (&one);
    }
  return NULL;
}

static GBytes *
read_local_named (const WsInputScope *scope, const char *base, const char *name, gsize most,
                  GCancellable *cancellable, GError **error)
{
  g_autofree char *from = g_canonicalize_filename (base, NULL);
  g_autofree char *path = g_canonicalize_filename (name, from);
  const char *rest;
  g_autofree char *folder = find_folder (scope, from, path, &rest);
  int fd, code;

  if (folder == NULL)
    {
      refuse_outside (name, path, error);
      return NULL;
    }
  code = open_beneath (folder, rest, &fd);
  if (code == 0)
    return read_descriptor (fd, name, most, cancellable, error);
  if (code == EXDEV)
    refuse_link (name, error);
  else if (code == EISDIR || code == ENXIO)
    refuse_kind (name, ws_input_name_kind (code == EISDIR ? S_IFDIR : S_IFSOCK), error);
  else
    refuse_code (name, code, error);
  return NULL;
}

/**
 * ws_input_read_named:
 * @scope: what the file that names it may name
 * @name: (type filename): of a file, as another file names it
 * @most: bytes
 * @cancellable: (nullable): ends the reading
 * @error: return location for a #GError: a #WsInputError or a #GIOError
 *
 * Reads a regular file that another file names: one beside that file or below its folder, or in a
 * folder that the user allows. No link leads out of these.
 *
 * Returns: (transfer full) (nullable): all of it
 */
GBytes *
ws_input_read_named (const WsInputScope *scope, const char *name, gsize most,
                     GCancellable *cancellable, GError **error)
{
  const char *base = scope->folder != NULL ? g_file_peek_path (scope->folder) : NULL;
  g_autoptr (GFile) file = NULL;

  if (base != NULL)
    return read_local_named (scope, base, name, most, cancellable, error);
  file = scope->folder != NULL ? g_file_resolve_relative_path (scope->folder, name) : NULL;
  if (file != NULL && g_file_has_prefix (file, scope->folder))
    return read_remote (file, name, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, most, cancellable, error);
  refuse (error, WS_INPUT_ERROR_OUTSIDE,
          _ ("“%s” was not read: it is not next to the file that names it. Copy it there."), name);
  return NULL;
}

/**
 * ws_input_dup_text:
 * @bytes: of a file
 *
 * Returns: (transfer full) (nullable): them as text, without the byte order mark that some editors
 * put before it; %NULL if a byte of them is 0
 */
char *
ws_input_dup_text (GBytes *bytes)
{
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  if (n >= strlen (BYTE_ORDER_MARK)
      && memcmp (data, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      data += strlen (BYTE_ORDER_MARK);
      n -= strlen (BYTE_ORDER_MARK);
    }
  return n == 0 || memchr (data, '\0', n) == NULL ? g_strndup (n > 0 ? data : "", n) : NULL;
}
