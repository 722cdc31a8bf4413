/* remote.c: warpstage-cli devices --add, --remove and --install: devices of other computers. */
#include "cli/cli.h"
#include "client/install.h"

#include <glib/gi18n.h>
#include <stdio.h>

/**
 * cli_remote_add:
 * @name: its name
 * @words: (array zero-terminated=1): a command line as one string, or its words
 * @json: whether its devices are printed as JSON
 *
 * Adds another computer's devices, and tests the connection.
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
 * @name: name of an added device
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

/**
 * cli_remote_install:
 * @name: name of the computer, or of an added device
 * @given: (array zero-terminated=1): the command that connects to it, as in "ssh -p 2222
 * gpu-server"; if empty, that of the device, or "ssh NAME"
 *
 * Copies this computer's worker to another, adds its devices, and tests the connection.
 *
 * Returns: the exit status
 */
int
cli_remote_install (const char *name, char **given)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) usual = NULL;
  const char *const words[] = { "ssh", name, NULL };
  WsRemote *way = ws_remotes_find (remotes, name);
  g_autoptr (WsRemote) remote = NULL;
  const char *const *there;

  if (way == NULL || given[0] != NULL)
    way = usual = ws_remote_new_of_words (
        name, given[0] != NULL ? (const char *const *)given : words, &error);
  if (way != NULL)
    remote = ws_install_worker (way, NULL, &error);
  if (remote == NULL || !ws_remotes_put (remotes, remote, &error))
    return cli_fail (error);
  there = ws_remote_get_words (remote);
  printf (_ ("The worker is at %1$s:%2$s.\n"), name, there[g_strv_length ((char **)there) - 1]);
  return cli_devices_list_remote (remote, FALSE);
}
