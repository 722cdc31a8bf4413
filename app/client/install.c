#include "client/install.h"

#include "client/link.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_PATH 1024
#define MOST_SAID 4096 /* of what is said, the end */

/* What is run there, with a worker on stdin. It prints what the worker says of itself, and where it
 * is. */
#define SCRIPT                                                                     \
  "set -e; umask 022; mkdir -p \"$HOME/.local/bin\"; cd \"$HOME/.local/bin\"; "    \
  "cat > .warpstage-worker.new; chmod 755 .warpstage-worker.new; "                 \
  "./.warpstage-worker.new --version; mv .warpstage-worker.new warpstage-worker; " \
  "printf '%s\\n' \"$PWD/warpstage-worker\""

/* (element-type utf8): the words that lead there, without a worker */
static GPtrArray *
list_way (WsRemote *remote)
{
  GPtrArray *way = g_ptr_array_new_with_free_func (g_free);
  const char *const *words = ws_remote_get_words (remote);

  for (guint i = 0; words[i] != NULL; i++)
    if (i == 0 || words[i + 1] != NULL || !g_str_has_suffix (words[i], WS_REMOTE_WORKER))
      g_ptr_array_add (way, g_strdup (words[i]));
  return way;
}

/* (transfer full) (element-type utf8): ssh hands one text to a shell at the other end; srun and
 * kubectl start words. */
static GPtrArray *
make_argv (GPtrArray *way)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *program = g_path_get_basename (way->pdata[0]);
  g_autofree char *quoted = g_shell_quote (SCRIPT);

  for (guint i = 0; i < way->len; i++)
    g_ptr_array_add (argv, g_strdup (way->pdata[i]));
  if (g_str_equal (program, "ssh"))
    g_ptr_array_add (argv, g_strconcat ("sh -c ", quoted, NULL));
  else
    {
      g_ptr_array_add (argv, g_strdup ("sh"));
      g_ptr_array_add (argv, g_strdup ("-c"));
      g_ptr_array_add (argv, g_strdup (SCRIPT));
    }
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* (transfer full) (nullable) */
static GBytes *
load_worker (GError **error)
{
  g_autofree char *path = ws_link_find_worker (error);
  g_autofree char *data = NULL;
  gsize size;

  if (path == NULL || !g_file_get_contents (path, &data, &size, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&data), size);
}

/* (transfer full): the last line that is not empty */
static char *
dup_last_line (GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = size > 0 ? g_utf8_make_valid (data, (gssize)size) : g_strdup ("");
  char *begin;

  g_strchomp (text);
  begin = strrchr (text, '\n');
  return g_strdup (begin != NULL ? begin + 1 : text);
}

/* (transfer full): likewise, of a file of this process's own */
static char *
dup_last_line_of (int fd)
{
  char text[MOST_SAID];
  off_t end = lseek (fd, 0, SEEK_END);
  ssize_t size = pread (fd, text, sizeof text, MAX (end - (off_t)sizeof text, 0));
  g_autoptr (GBytes) bytes = g_bytes_new (text, (gsize)MAX (size, 0));

  return dup_last_line (bytes);
}

/* (transfer full) (nullable): the last line that is printed there
 * @said: a file, which gets what is said: it is there even where ssh ends before it has read the
 * worker */
static char *
send_worker (GPtrArray *way, int said, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) argv = make_argv (way);
  g_autoptr (GBytes) worker = load_worker (error);
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) broken = NULL;
  g_autoptr (GBytes) out = NULL;

  if (worker == NULL)
    return NULL;
  signal (SIGPIPE, SIG_IGN);
  g_subprocess_launcher_take_stderr_fd (launcher, fcntl (said, F_DUPFD_CLOEXEC, 0));
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv->pdata, error);
  if (process == NULL)
    return NULL;
  if (g_subprocess_communicate (process, worker, cancellable, &out, NULL, &broken))
    return g_subprocess_get_successful (process) ? dup_last_line (out) : g_strdup ("");
  if (g_error_matches (broken, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE)
      && g_subprocess_wait (process, cancellable, NULL))
    return g_strdup ("");
  g_subprocess_send_signal (process, SIGTERM);
  g_propagate_error (error, g_steal_pointer (&broken));
  return NULL;
}

/* (transfer full) (nullable): where it is now */
static char *
copy_worker (const char *name, GPtrArray *way, GCancellable *cancellable, GError **error)
{
  int said = memfd_create ("said", MFD_CLOEXEC);
  g_autofree char *path = send_worker (way, said, cancellable, error);
  g_autofree char *cause = dup_last_line_of (said);

  close (said);
  if (path == NULL)
    return NULL;
  if (*path == '/' && strlen (path) <= MOST_PATH)
    return g_steal_pointer (&path);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               _ ("The worker could not be copied to %1$s: %2$s"), name,
               *cause != '\0' ? cause : _ ("without a word"));
  return NULL;
}

/**
 * ws_install_worker:
 * @way: what leads there, as "ssh gpu-server" or "ssh gpu-server warpstage-worker"
 * @cancellable: (nullable): to give it up
 *
 * Copies this computer's worker to ~/.local/bin of another, and tries it. Blocks.
 *
 * Returns: (transfer full) (nullable): what leads to the worker, of the same name, its last word is
 * where it is
 */
WsRemote *
ws_install_worker (WsRemote *way, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) words = list_way (way);
  char *path = copy_worker (ws_remote_get_name (way), words, cancellable, error);

  if (path == NULL)
    return NULL;
  g_ptr_array_add (words, path);
  g_ptr_array_add (words, NULL);
  return ws_remote_new_of_words (ws_remote_get_name (way), (const char *const *)words->pdata,
                                 error);
}

static void
install_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  WsRemote *remote = ws_install_worker (data, cancellable, &error);

  if (remote != NULL)
    g_task_return_pointer (task, remote, (GDestroyNotify)ws_remote_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ws_install_worker_async:
 * @way: as of ws_install_worker()
 *
 * As ws_install_worker(), in a thread of its own.
 */
void
ws_install_worker_async (WsRemote *way, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, ws_remote_ref (way), (GDestroyNotify)ws_remote_unref);
  g_task_run_in_thread (task, install_thread);
}

/* Returns: (transfer full) (nullable): as of ws_install_worker() */
WsRemote *
ws_install_worker_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
