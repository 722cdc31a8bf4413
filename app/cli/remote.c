/* remote.c: warpstage-cli devices --add, --remove and --install: devices of other computers. */
#include "cli/cli.h"
#include "client/link.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define WORKER    "warpstage-worker"
#define MOST_PATH 1024

/* What is run there, with a worker on stdin. It prints what the worker says of itself, and where it
 * is. */
#define SCRIPT                                                                     \
  "set -e; umask 022; mkdir -p \"$HOME/.local/bin\"; cd \"$HOME/.local/bin\"; "    \
  "cat > .warpstage-worker.new; chmod 755 .warpstage-worker.new; "                 \
  "./.warpstage-worker.new --version; mv .warpstage-worker.new warpstage-worker; " \
  "printf '%s\\n' \"$PWD/warpstage-worker\""

/**
 * cli_remote_add:
 * @name: what it is to be called
 * @words: (array zero-terminated=1): one word that is a command line, or its words
 * @json: whether its devices are printed as JSON
 *
 * Keeps another computer's devices, and tries them.
 *
 * Returns: the exit status
 */
int
cli_remote_add (const char *name, char **words, gboolean json)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) remote =
      words[1] == NULL ? ws_remote_new (name, words[0], &error)
                       : ws_remote_new_of_words (name, (const char *const *)words, &error);

  if (remote == NULL || !ws_remotes_put (remotes, remote, &error))
    return cli_fail (error);
  return cli_devices_list_remote (remote, json);
}

/**
 * cli_remote_remove:
 * @name: of a device that was added
 *
 * Returns: the exit status
 */
int
cli_remote_remove (const char *name)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GError) error = NULL;

  return ws_remotes_remove (remotes, name, &error) ? CLI_OK : cli_fail (error);
}

/* ---- installing ---- */

/* (element-type utf8): the words that lead there, without a worker: those given, else those of the
 * device of that name, else "ssh NAME" */
static GPtrArray *
list_way (WsRemotes *remotes, const char *name, char **given)
{
  GPtrArray *way = g_ptr_array_new_with_free_func (g_free);
  WsRemote *kept = ws_remotes_find (remotes, name);
  const char *const usual[] = { "ssh", name, NULL };
  const char *const *words = usual;

  if (given[0] != NULL)
    words = (const char *const *)given;
  else if (kept != NULL)
    words = ws_remote_get_words (kept);
  for (guint i = 0; words[i] != NULL; i++)
    if (i == 0 || words[i + 1] != NULL || !g_str_has_suffix (words[i], WORKER))
      g_ptr_array_add (way, g_strdup (words[i]));
  return way;
}

/* ssh hands one text to a shell at the other end; srun and kubectl start words. */
static void
add_script (GPtrArray *argv)
{
  g_autofree char *program = g_path_get_basename (argv->pdata[0]);
  g_autofree char *quoted = g_shell_quote (SCRIPT);

  if (g_str_equal (program, "ssh"))
    g_ptr_array_add (argv, g_strconcat ("sh -c ", quoted, NULL));
  else
    {
      g_ptr_array_add (argv, g_strdup ("sh"));
      g_ptr_array_add (argv, g_strdup ("-c"));
      g_ptr_array_add (argv, g_strdup (SCRIPT));
    }
  g_ptr_array_add (argv, NULL);
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

/* (transfer full) (nullable): where it is now */
static char *
copy_worker (const char *name, GPtrArray *way, GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) worker = load_worker (error);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) said = NULL;
  g_autofree char *path = NULL;
  g_autofree char *cause = NULL;

  for (guint i = 0; i < way->len; i++)
    g_ptr_array_add (argv, g_strdup (way->pdata[i]));
  add_script (argv);
  if (worker == NULL)
    return NULL;
  process = g_subprocess_newv ((const char *const *)argv->pdata,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                   | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               error);
  if (process == NULL || !g_subprocess_communicate (process, worker, NULL, &out, &said, error))
    return NULL;
  path = dup_last_line (out);
  if (g_subprocess_get_successful (process) && *path == '/' && strlen (path) <= MOST_PATH)
    return g_steal_pointer (&path);
  cause = dup_last_line (said);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               _ ("The worker could not be copied to %1$s: %2$s"), name,
               *cause != '\0' ? cause : _ ("without a word"));
  return NULL;
}

/**
 * cli_remote_install:
 * @name: what it is to be called, or of a device that was added
 * @given: (array zero-terminated=1): the words that lead there, as "ssh -p 2222 gpu-server"; of
 * none, those of the device, or "ssh NAME"
 *
 * Copies this computer's worker to another, keeps its devices, and tries them.
 *
 * Returns: the exit status
 */
int
cli_remote_install (const char *name, char **given)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GPtrArray) way = list_way (remotes, name, given);
  g_autoptr (GError) error = NULL;
  /* the name is looked at before anything is run */
  g_autoptr (WsRemote) remote = ws_remote_new (name, WORKER, &error);
  char *path = remote != NULL ? copy_worker (name, way, &error) : NULL;

  if (path == NULL)
    return cli_fail (error);
  g_ptr_array_add (way, path);
  g_ptr_array_add (way, NULL);
  g_clear_pointer (&remote, ws_remote_unref);
  remote = ws_remote_new_of_words (name, (const char *const *)way->pdata, &error);
  if (remote == NULL || !ws_remotes_put (remotes, remote, &error))
    return cli_fail (error);
  printf (_ ("The worker is at %1$s:%2$s.\n"), name, path);
  return cli_devices_list_remote (remote, FALSE);
}
