#include "remote/remote.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_COMMAND 4096 /* bytes */
#define MOST_ID      80
#define SSH_TAKES    "BbcDEeFIiJLlmOopQRSWw" /* its options that a word follows */

struct _WsRemote {
  gatomicrefcount refs;
  char *name;
  char *command; /* as it is typed */
  char **words;
};

G_DEFINE_QUARK (ws - remote - error - quark, ws_remote_error)
G_DEFINE_BOXED_TYPE (WsRemote, ws_remote, ws_remote_ref, ws_remote_unref)

static gboolean
is_word (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && strchr ("._-", text[i]) == NULL)
      return FALSE;
  return length > 0 && g_ascii_isalnum (text[0]);
}

static gboolean
is_name (const char *text, gsize length)
{
  return length <= WS_REMOTE_MOST_NAME && is_word (text, length);
}

/* @words: (transfer full) */
static WsRemote *
make (const char *name, const char *command, char **words, GError **error)
{
  g_auto (GStrv) own = words;
  WsRemote *self;

  if (!is_name (name, strlen (name)))
    {
      g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_NAME,
                   _ ("“%1$s” cannot be the name of a device: it has 1 to %2$d letters, digits, "
                      "dots, hyphens and underscores, and begins with a letter or a digit."),
                   name, WS_REMOTE_MOST_NAME);
      return NULL;
    }
  if (strlen (command) > MOST_COMMAND || own == NULL || own[0] == NULL || *own[0] == '\0')
    {
      g_set_error_literal (
          error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_COMMAND,
          _ ("Give a command that ends in a worker, as in: ssh gpu-server warpstage-worker"));
      return NULL;
    }
  self = g_new0 (WsRemote, 1);
  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->command = g_strdup (command);
  self->words = g_steal_pointer (&own);
  return self;
}

/**
 * ws_remote_new:
 * @name: its name
 * @command: words with quotes as a shell has them, and nothing else that a shell knows
 *
 * Returns: (transfer full) (nullable): how to reach another computer's devices
 */
WsRemote *
ws_remote_new (const char *name, const char *command, GError **error)
{
  g_autoptr (GError) local = NULL;
  char **words = NULL;

  if (!g_shell_parse_argv (command, NULL, &words, &local)
      && g_error_matches (local, G_SHELL_ERROR, G_SHELL_ERROR_BAD_QUOTING))
    {
      g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_COMMAND,
                   _ ("The command has a quotation mark that does not end: %s"), command);
      return NULL;
    }
  return make (name, command, words, error);
}

/**
 * ws_remote_dup_command:
 * @words: (array zero-terminated=1): a command, each word as it is
 *
 * Returns: (transfer full): the command as one would type it: ws_remote_new() finds the same words
 * in it
 */
char *
ws_remote_dup_command (const char *const *words)
{
  GString *command = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *quoted = g_shell_quote (words[i]);
      gboolean is_plain = *words[i] != '\0'
                          && strspn (words[i], "abcdefghijklmnopqrstuvwxyz"
                                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-")
                                 == strlen (words[i]);

      g_string_append_printf (command, "%s%s", i > 0 ? " " : "", is_plain ? words[i] : quoted);
    }
  return g_string_free (command, FALSE);
}

/**
 * ws_remote_new_of_words:
 * @name: its name
 * @words: (array zero-terminated=1): the command, each word as it is
 *
 * Returns: (transfer full) (nullable): how to reach another computer's devices
 */
WsRemote *
ws_remote_new_of_words (const char *name, const char *const *words, GError **error)
{
  g_autofree char *command = ws_remote_dup_command (words);

  return make (name, command, g_strdupv ((char **)words), error);
}

WsRemote *
ws_remote_ref (WsRemote *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_remote_unref (WsRemote *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->name);
  g_free (self->command);
  g_strfreev (self->words);
  g_free (self);
}

const char *
ws_remote_get_name (const WsRemote *self)
{
  return self->name;
}

/* Returns: as it is typed */
const char *
ws_remote_get_command (const WsRemote *self)
{
  return self->command;
}

/* Returns: (array zero-terminated=1): of the command */
const char *const *
ws_remote_get_words (const WsRemote *self)
{
  return (const char *const *)self->words;
}

/**
 * ws_remote_is_direct:
 * @self: how another computer is reached
 *
 * Returns: whether it is ssh that starts the worker, and nothing else between them, which might
 * take something for it, as a job in a queue does
 */
gboolean
ws_remote_is_direct (const WsRemote *self)
{
  g_autofree char *program = g_path_get_basename (self->words[0]);
  char **word = self->words + 1;

  if (!g_str_equal (program, "ssh"))
    return FALSE;
  for (; *word != NULL && **word == '-'; word++)
    if (strlen (*word) == 2 && strchr (SSH_TAKES, (*word)[1]) != NULL && word[1] != NULL)
      word++;
  return g_strv_length (word) == 2 && g_str_has_suffix (word[1], WS_REMOTE_WORKER);
}

/**
 * ws_remote_dup_name_of:
 * @device: (nullable): id of any device
 *
 * Returns: (transfer full) (nullable): of "gpu-server/cuda:0", "gpu-server"; %NULL of a device of
 * this computer, as "cuda:0" or "vm:/home/me/twin.ini"
 */
char *
ws_remote_dup_name_of (const char *device)
{
  gsize length = device != NULL ? strcspn (device, "/") : 0;

  return device != NULL && device[length] == '/' && is_name (device, length)
             ? g_strndup (device, length)
             : NULL;
}

/**
 * ws_remote_strip:
 * @device: id of any device
 *
 * Returns: (transfer none): what its worker calls it
 */
const char *
ws_remote_strip (const char *device)
{
  g_autofree char *name = ws_remote_dup_name_of (device);

  return name != NULL ? device + strlen (name) + 1 : device;
}

/**
 * ws_remote_is_device_id:
 * @id: what a remote worker calls a device, or is asked for
 *
 * Returns: whether it is one, as "cuda:0" or "vm:h200", and no path
 */
gboolean
ws_remote_is_device_id (const char *id)
{
  const char *name = strchr (id, ':');

  return name != NULL && strlen (id) <= MOST_ID && is_word (id, (gsize)(name - id))
         && is_word (name + 1, strlen (name + 1));
}
