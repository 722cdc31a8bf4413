#include "files/replacement.h"

#include "files/output.h"
#include "files/target.h"
#include "files/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define BUFFER_BYTES (64 * 1024) /* cairo and giflib write a few bytes at a time */
#define COPY_BYTES   (1024 * 1024)

struct _WsReplacement {
  char *path; /* (nullable): as it was asked for; NULL if it is no file of the system's */
  WsTarget target;
  int folder;         /* of the target; -1 if none is needed */
  int fd;             /* that is written to */
  char *stem;         /* of the temporary file's name */
  char *temporary;    /* (nullable): its name, as long as it has one */
  gboolean in_memory; /* the folder takes no temporary file */
  WsOutput *output;
  GOutputStream *stream;
  gboolean committed;
};

/* ---- begin ---- */

static gboolean
open_device (WsReplacement *self, GError **error)
{
  self->fd = self->target.descriptor >= 0
                 ? fcntl (self->target.descriptor, F_DUPFD_CLOEXEC, 0)
                 : open (self->target.path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return self->fd >= 0 || ws_target_fail (self->path, errno, error);
}

/* Whether a failure to make or move a file in the folder leaves the way to write into the old one.
 */
static gboolean
may_copy (const WsReplacement *self, int code)
{
  return self->target.kind == WS_TARGET_FILE
         && (code == EACCES || code == EPERM || code == EROFS || code == EBUSY);
}

static gboolean
open_temporary (WsReplacement *self, WsReplaceFlags flags, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target.path);
  g_autofree char *name = g_path_get_basename (self->target.path);
  int mode = (flags & WS_REPLACE_PRIVATE) != 0 ? 0600 : 0666;

  /* one that is protected stays, though its folder would let it go */
  if (self->target.kind == WS_TARGET_FILE
      && faccessat (AT_FDCWD, self->target.path, W_OK, AT_EACCESS) != 0)
    return ws_target_fail (self->path, errno, error);
  self->folder = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (self->folder < 0)
    return ws_target_fail (self->path, errno, error);
  self->stem = ws_temporary_make_stem (name);
  self->fd = ws_temporary_create_file (self->folder, self->stem, mode, &self->temporary);
  if (self->fd < 0 && may_copy (self, errno))
    {
      self->fd = memfd_create ("warpstage", MFD_CLOEXEC);
      self->in_memory = TRUE;
    }
  return self->fd >= 0 || ws_target_fail (self->path, errno, error);
}

static gboolean
open_file (WsReplacement *self, WsReplaceFlags flags, GError **error)
{
  if (!ws_target_find (&self->target, self->path, error))
    return FALSE;
  if (self->target.kind == WS_TARGET_FOLDER)
    return ws_target_fail (self->path, EISDIR, error);
  if (self->target.kind == WS_TARGET_DEVICE ? !open_device (self, error)
                                            : !open_temporary (self, flags, error))
    return FALSE;
  self->output = ws_output_new (self->fd, self->path);
  self->stream = g_buffered_output_stream_new_sized (G_OUTPUT_STREAM (self->output), BUFFER_BYTES);
  return TRUE;
}

/**
 * ws_replacement_new:
 * @file: what is to be written
 * @flags: how
 * @cancellable: (nullable): for a file of another system
 *
 * Begins to write a file. Nothing is seen of it before ws_replacement_commit().
 *
 * Returns: (transfer full) (nullable): what takes the contents
 */
WsReplacement *
ws_replacement_new (GFile *file, WsReplaceFlags flags, GCancellable *cancellable, GError **error)
{
  g_autoptr (WsReplacement) self = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  self = g_new0 (WsReplacement, 1);
  self->folder = -1;
  self->fd = -1;
  self->path = g_file_get_path (file);
  if (self->path != NULL)
    return open_file (self, flags, error) ? g_steal_pointer (&self) : NULL;
  /* there the system behind it has a way of its own */
  self->stream = (GOutputStream *)g_file_replace (
      file, NULL, FALSE,
      (flags & WS_REPLACE_PRIVATE) != 0 ? G_FILE_CREATE_PRIVATE : G_FILE_CREATE_NONE, cancellable,
      error);
  return self->stream != NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * ws_replacement_get_stream:
 * @self: a file being written
 *
 * Returns: (transfer none): where to write its contents; not to be closed
 */
GOutputStream *
ws_replacement_get_stream (WsReplacement *self)
{
  return self->stream;
}

/* ---- commit ---- */

/* The new file is as the old one was, but for an owner that only root may give it. */
static void
keep_attributes (const WsReplacement *self)
{
  const struct stat *old = &self->target.info;
  mode_t mode = old->st_mode & 07777;

  if (fchown (self->fd, old->st_uid, old->st_gid) != 0
      && fchown (self->fd, (uid_t)-1, old->st_gid) != 0)
    mode = (mode & ~(mode_t)06070) | (mode & 07) << 3; /* our group has the rights of all others */
  fchmod (self->fd, mode);
}

/* Keeps room for all of it, so that a full disk is found out before a byte of the old file is gone.
 */
static gboolean
reserve (int fd, off_t old_size, off_t new_size)
{
  int code;

  if (new_size == 0 || fallocate (fd, FALLOC_FL_KEEP_SIZE, 0, new_size) == 0)
    return TRUE;
  if (errno == EOPNOTSUPP)
    {
      code = posix_fallocate (fd, 0, new_size);
      if (code == 0)
        return TRUE;
      errno = code;
    }
  code = errno;
  if (ftruncate (fd, old_size) != 0)
    code = errno;
  errno = code;
  return FALSE;
}

/* 0 at the end, -1 if it fails */
static ssize_t
copy_part (int from, int to, char *buffer, off_t at)
{
  ssize_t n = pread (from, buffer, COPY_BYTES, at);
  ssize_t done = 0;

  while (n > 0 && done < n)
    {
      ssize_t part = pwrite (to, buffer + done, (gsize)(n - done), at + done);

      if (part < 0 && errno != EINTR)
        return -1;
      done += MAX (part, 0);
    }
  return n;
}

static gboolean
copy_into (WsReplacement *self, int to)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);
  struct stat info;
  ssize_t n;
  off_t at = 0;

  if (fstat (self->fd, &info) != 0 || !reserve (to, self->target.info.st_size, info.st_size))
    return FALSE;
  while ((n = copy_part (self->fd, to, buffer, at)) > 0)
    at += n;
  return n == 0 && ftruncate (to, at) == 0 && fsync (to) == 0;
}

/* Into the file that has the other names, too. */
static gboolean
copy (WsReplacement *self, GError **error)
{
  int to = open (self->target.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  gboolean copied = to >= 0 && copy_into (self, to);
  int code = errno;

  if (to >= 0)
    close (to);
  return copied || ws_target_fail (self->path, code, error);
}

static gboolean
name_temporary (WsReplacement *self)
{
  if (self->temporary == NULL)
    self->temporary = ws_temporary_name_file (self->fd, self->folder, self->stem);
  return self->temporary != NULL;
}

static gboolean
rename_temporary (WsReplacement *self)
{
  g_autofree char *name = g_path_get_basename (self->target.path);

  if (renameat (self->folder, self->temporary, self->folder, name) != 0)
    return FALSE;
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}

/* That the name is there, too, after a power failure. Not every system can; the contents are safe
 * without. */
static void
sync_folder (const WsReplacement *self)
{
  int folder = openat (self->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (folder < 0)
    return;
  fsync (folder);
  close (folder);
}

static gboolean
put_in_place (WsReplacement *self, GError **error)
{
  ws_temporary_sweep (self->folder, self->stem); /* ours is locked */
  if (self->in_memory)
    return copy (self, error);
  if (!name_temporary (self))
    return ws_target_fail (self->path, errno, error);
  if (self->target.kind == WS_TARGET_FILE && self->target.info.st_nlink > 1)
    return copy (self, error);
  return rename_temporary (self)
         || (may_copy (self, errno) ? copy (self, error)
                                    : ws_target_fail (self->path, errno, error));
}

static gboolean
commit_file (WsReplacement *self, GCancellable *cancellable, GError **error)
{
  if (self->target.kind == WS_TARGET_FILE)
    keep_attributes (self);
  if (fsync (self->fd) != 0)
    return ws_target_fail (self->path, errno, error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !put_in_place (self, error))
    return FALSE;
  sync_folder (self);
  return TRUE;
}

static gboolean
close_device (WsReplacement *self, GError **error)
{
  int fd = self->fd;

  self->fd = -1;
  return close (fd) == 0 || ws_target_fail (self->path, errno, error);
}

/**
 * ws_replacement_commit:
 * @self: what all of the contents were written to
 * @cancellable: (nullable): to leave the old file
 *
 * Puts the new file in the place of the old one, unless something that was written has not arrived.
 * Blocks until the disk has it.
 *
 * Returns: whether it is there; where not, what was there before still is
 */
gboolean
ws_replacement_commit (WsReplacement *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && !self->committed, FALSE);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->output == NULL)
    return self->committed = g_output_stream_close (self->stream, cancellable, error);
  /* a write that failed fails again, even if the error was ignored */
  if (!g_output_stream_flush (self->stream, NULL, error))
    return FALSE;
  return self->committed = self->target.kind == WS_TARGET_DEVICE
                               ? close_device (self, error)
                               : commit_file (self, cancellable, error);
}

static void
drop_stream (WsReplacement *self)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  /* closed so, a stream of another system leaves what was there before */
  g_cancellable_cancel (cancelled);
  g_output_stream_close (self->stream, cancelled, NULL);
}

/**
 * ws_replacement_free:
 * @self: (transfer full): a file; what was not committed is dropped, and the target is as it was
 */
void
ws_replacement_free (WsReplacement *self)
{
  if (self->stream != NULL && self->output == NULL && !self->committed)
    drop_stream (self);
  if (self->output != NULL)
    ws_output_stop (self->output); /* what the buffer still holds goes nowhere */
  if (self->temporary != NULL)
    unlinkat (self->folder, self->temporary, 0);
  g_clear_object (&self->stream);
  g_clear_object (&self->output);
  if (self->fd >= 0)
    close (self->fd);
  if (self->folder >= 0)
    close (self->folder);
  ws_target_clear (&self->target);
  g_free (self->path);
  g_free (self->stem);
  g_free (self->temporary);
  g_free (self);
}

/* ---- all at once ---- */

/**
 * ws_file_replace:
 * @file: what is to be written
 * @size: their bytes
 * @flags: how
 * @cancellable: (nullable): to leave the old file
 *
 * Writes a file, as ws_replacement_new() and ws_replacement_commit() do.
 *
 * Returns: whether it is there; where not, what was there before still is
 */
gboolean
ws_file_replace (GFile *file, gconstpointer data, gsize size, WsReplaceFlags flags,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (WsReplacement) replacement = ws_replacement_new (file, flags, cancellable, error);
  GOutputStream *stream;

  if (replacement == NULL)
    return FALSE;
  stream = replacement->output != NULL ? G_OUTPUT_STREAM (replacement->output) /* unbuffered */
                                       : replacement->stream;
  return g_output_stream_write_all (stream, data, size, NULL, cancellable, error)
         && ws_replacement_commit (replacement, cancellable, error);
}

/**
 * ws_file_replace_path:
 * @path: a local file
 * @size: their bytes
 * @flags: how
 *
 * As ws_file_replace().
 *
 * Returns: whether it is there; where not, what was there before still is
 */
gboolean
ws_file_replace_path (const char *path, gconstpointer data, gsize size, WsReplaceFlags flags,
                      GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return ws_file_replace (file, data, size, flags, NULL, error);
}
