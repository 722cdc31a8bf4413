#include "files/new-folder.h"

#include "files/target.h"
#include "files/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

struct _WsNewFolder {
  char *path; /* without a slash at its end */
  WsTarget target;
  int parent;      /* where the temporary folder is: the target, or its parent */
  int folder;      /* the temporary one; open, it is locked */
  char *temporary; /* (nullable): its name */
  char *temporary_path;
};

static gboolean
fail (const char *path, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _ ("“%s” cannot be created: %s."),
               name, g_strerror (code));
  return FALSE;
}

/* But for what we left in it, where we were ended before the end. */
static gboolean
is_empty (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *stem = ws_temporary_make_stem (base);
  GDir *dir = g_dir_open (path, 0, NULL);
  int folder = open (path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean empty = dir != NULL && folder >= 0;
  const char *name;

  while (empty && (name = g_dir_read_name (dir)) != NULL)
    empty = g_str_has_prefix (name, stem) && ws_temporary_remove_stale (folder, name);
  g_clear_pointer (&dir, g_dir_close);
  if (folder >= 0)
    close (folder);
  return empty;
}

static gboolean
find (WsTarget *target, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  if (!ws_target_find (target, path, error))
    return FALSE;
  if (target->kind == WS_TARGET_NEW
      || (target->kind == WS_TARGET_FOLDER && is_empty (target->path)))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               _ ("“%s” exists already and is not an empty folder: give another name."), name);
  return FALSE;
}

/**
 * ws_new_folder_check:
 * @path: a local folder
 *
 * What is in a folder belongs to the user, and stays.
 *
 * Returns: whether it is not there, or empty
 */
gboolean
ws_new_folder_check (const char *path, GError **error)
{
  g_autofree char *plain = g_canonicalize_filename (path, NULL);
  g_auto (WsTarget) target = { 0 };

  return find (&target, plain, error);
}

/**
 * ws_new_folder_begin:
 * @path: a local folder that is not there, or empty
 *
 * Returns: (transfer full) (nullable): what takes the files
 */
WsNewFolder *
ws_new_folder_begin (const char *path, GError **error)
{
  g_autoptr (WsNewFolder) self = g_new0 (WsNewFolder, 1);
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  g_autofree char *stem = NULL;

  self->path = g_canonicalize_filename (path, NULL);
  self->parent = -1;
  self->folder = -1;
  if (!find (&self->target, self->path, error))
    return NULL;
  parent = self->target.kind == WS_TARGET_FOLDER ? g_strdup (self->target.path)
                                                 : g_path_get_dirname (self->target.path);
  name = g_path_get_basename (self->target.path);
  stem = ws_temporary_make_stem (name);
  self->parent = open (parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (self->parent >= 0)
    {
      ws_temporary_sweep (self->parent, stem);
      self->folder = ws_temporary_create_folder (self->parent, stem, &self->temporary);
    }
  if (self->folder < 0)
    {
      fail (self->path, errno, error);
      return NULL;
    }
  self->temporary_path = g_build_filename (parent, self->temporary, NULL);
  return g_steal_pointer (&self);
}

/**
 * ws_new_folder_get_path:
 * @self: a folder being written
 *
 * Returns: (transfer none) (type filename): the folder to write into; it has another name once it
 * is committed
 */
const char *
ws_new_folder_get_path (WsNewFolder *self)
{
  return self->temporary_path;
}

/* Never replaces: what has appeared there meanwhile is not ours. */
static gboolean
rename_new (int from, const char *name, int to, const char *new_name)
{
  if (renameat2 (from, name, to, new_name, RENAME_NOREPLACE) == 0)
    return TRUE;
  return (errno == EINVAL || errno == ENOSYS) && renameat (from, name, to, new_name) == 0;
}

/* @last: (nullable) */
static gboolean
move_files (WsNewFolder *self, const char *last, GError **error)
{
  GDir *dir = g_dir_open (self->temporary_path, 0, error);
  const char *name;
  gboolean moved = dir != NULL;

  while (moved && (name = g_dir_read_name (dir)) != NULL)
    moved = g_strcmp0 (name, last) == 0 || rename_new (self->folder, name, self->parent, name)
            || fail (self->path, errno, error);
  g_clear_pointer (&dir, g_dir_close);
  return moved
         && (last == NULL || rename_new (self->folder, last, self->parent, last)
             || fail (self->path, errno, error));
}

/* Not every system can. */
static void
sync_parent (WsNewFolder *self)
{
  int folder = openat (self->parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (folder < 0)
    return;
  fsync (folder);
  close (folder);
}

/**
 * ws_new_folder_commit:
 * @self: what all files were written to
 * @last: (nullable): the file that comes last where they come one by one, into a folder that was
 * there: the page that shows the others
 *
 * Puts the folder in its place, or the files into the one that was there.
 *
 * Returns: whether all is there
 */
gboolean
ws_new_folder_commit (WsNewFolder *self, const char *last, GError **error)
{
  g_autofree char *name = g_path_get_basename (self->target.path);

  g_return_val_if_fail (self->temporary != NULL, FALSE);

  if (self->target.kind == WS_TARGET_FOLDER)
    {
      if (!move_files (self, last, error))
        return FALSE;
      unlinkat (self->parent, self->temporary, AT_REMOVEDIR);
    }
  else if (!rename_new (self->parent, self->temporary, self->parent, name))
    return fail (self->path, errno, error);
  g_clear_pointer (&self->temporary, g_free);
  sync_parent (self);
  return TRUE;
}

/**
 * ws_new_folder_free:
 * @self: (transfer full): a folder; what was not committed is removed
 */
void
ws_new_folder_free (WsNewFolder *self)
{
  if (self->temporary != NULL)
    ws_temporary_remove_folder (self->parent, self->temporary);
  if (self->folder >= 0)
    close (self->folder);
  if (self->parent >= 0)
    close (self->parent);
  ws_target_clear (&self->target);
  g_free (self->temporary);
  g_free (self->temporary_path);
  g_free (self->path);
  g_free (self);
}
