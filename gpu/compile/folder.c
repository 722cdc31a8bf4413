#include "compile/folder.h"

#include "compile/compile.h"
#include "files/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PREFIX   "warpstage-compiler-"
#define LOG      "log"
#define MOST_LOG (1u << 20) /* maximum bytes read of a compiler's output */
#define BLOCK    (64u << 10)

struct _WsCompileFolder {
  char *path;
  gint64 seconds;  /* CPU time limit of each program */
  gint64 spent_us; /* of the last program, and of those that it started */
};

/* ---- the folder ---- */

/* Folders left by terminated workers: "warpstage-compiler-1234-AbCdEf". */
static void
remove_old (void)
{
  g_autoptr (GDir) dir = g_dir_open (g_get_tmp_dir (), 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
      gint64 process;
      GStatBuf status;

      if (!g_str_has_prefix (name, PREFIX))
        continue;
      process = g_ascii_strtoll (name + strlen (PREFIX), NULL, 10);
      if (process > 0 && kill ((pid_t)process, 0) != 0 && errno == ESRCH
          && g_lstat (path, &status) == 0 && S_ISDIR (status.st_mode)
          && status.st_uid == geteuid ())
        ws_folder_remove (path);
    }
}

/**
 * ws_compile_folder_new:
 * @seconds: CPU time limit of each program run in it
 *
 * Also removes folders left by terminated workers.
 *
 * Returns: (transfer full) (nullable): an empty folder; %NULL if none can be made
 */
WsCompileFolder *
ws_compile_folder_new (guint seconds)
{
  g_autofree char *pattern = g_strdup_printf (PREFIX "%d-XXXXXX", (int)getpid ());
  char *path;
  WsCompileFolder *self;

  remove_old ();
  path = g_dir_make_tmp (pattern, NULL);
  if (path == NULL)
    return NULL;
  self = g_new0 (WsCompileFolder, 1);
  self->path = path;
  self->seconds = seconds;
  return self;
}

/* Also removes the folder. */
void
ws_compile_folder_free (WsCompileFolder *self)
{
  ws_folder_remove (self->path);
  g_free (self->path);
  g_free (self);
}

/* Returns: (transfer none): its path */
const char *
ws_compile_folder_get_path (const WsCompileFolder *self)
{
  return self->path;
}

/* Removes its contents. */
void
ws_compile_folder_clean (const WsCompileFolder *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->path, name, NULL);

      ws_folder_remove (path);
    }
}

/* ---- its files ---- */

/* (transfer full) (nullable): the path of @name; %NULL if it is outside the folder */
static char *
find_inside (const WsCompileFolder *self, const char *below, const char *name)
{
  g_autofree char *parent = g_build_filename (self->path, below, NULL);
  g_autofree char *path = g_canonicalize_filename (name, parent);
  gsize length = strlen (self->path);

  return *name != '\0' && strncmp (path, self->path, length) == 0 && path[length] == '/'
             ? g_steal_pointer (&path)
             : NULL;
}

/**
 * ws_compile_folder_write:
 * @below: a folder in it
 * @name: of the file, relative to it, as in an #include
 * @text: its contents
 * @error: return location for a #GError: #GFileError
 *
 * A name outside the folder is ignored.
 *
 * Returns: %FALSE if it could not be written
 */
gboolean
ws_compile_folder_write (const WsCompileFolder *self, const char *below, const char *name,
                         const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return ws_compile_folder_write_bytes (self, below, name, bytes, error);
}

/* ws_compile_folder_write() for binary data. */
gboolean
ws_compile_folder_write_bytes (const WsCompileFolder *self, const char *below, const char *name,
                               GBytes *bytes, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *path = find_inside (self, below, name);
  g_autofree char *parent = path != NULL ? g_path_get_dirname (path) : NULL;

  if (path == NULL)
    return TRUE;
  g_mkdir_with_parents (parent, 0700);
  g_unlink (path); /* its old contents would remain after a shorter text */
  return g_file_set_contents_full (path, data, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, error);
}

static GBytes *
read_file (const WsCompileFolder *self, const char *name, gsize most)
{
  g_autofree char *path = g_build_filename (self->path, name, NULL);
  int descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *block = g_malloc (BLOCK);
  gssize n = 0;

  while (descriptor >= 0 && bytes->len < most
         && (n = read (descriptor, block, MIN (BLOCK, most - bytes->len))) > 0)
    g_byte_array_append (bytes, block, (guint)n);
  if (descriptor >= 0)
    close (descriptor);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static char *
to_text (GBytes *bytes)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  return length > 0 ? g_strndup (text, length) : g_strdup ("");
}

/**
 * ws_compile_folder_read:
 * @name: of a file
 *
 * Returns: (transfer full): its contents, at most %WS_COMPILE_MAX_OUTPUT bytes; empty if missing
 */
GBytes *
ws_compile_folder_read (const WsCompileFolder *self, const char *name)
{
  return read_file (self, name, WS_COMPILE_MAX_OUTPUT);
}

/**
 * ws_compile_folder_read_text:
 * @name: of a file
 *
 * Returns: (transfer full): as ws_compile_folder_read(), up to the first zero
 */
char *
ws_compile_folder_read_text (const WsCompileFolder *self, const char *name)
{
  g_autoptr (GBytes) bytes = ws_compile_folder_read (self, name);

  return to_text (bytes);
}

/* For one rule of make: its absolute names outside the folder. A space in a name is escaped with a
 * backslash. */
static void
add_reads (const WsCompileFolder *self, const char *rule, GHashTable *names)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gsize length = strlen (self->path);

  for (const char *at = rule;; at++)
    {
      if (*at == '\\' && at[1] == ' ')
        g_string_append_c (name, *++at);
      else if (*at != '\0' && strchr ("\\ \t\n", *at) == NULL)
        g_string_append_c (name, *at);
      else if (name->len > 0)
        {
          g_autofree char *path = g_canonicalize_filename (name->str, "/");

          if (*name->str == '/' && strncmp (path, self->path, length) != 0)
            g_hash_table_add (names, g_steal_pointer (&path));
          g_string_truncate (name, 0);
        }
      if (*at == '\0')
        break;
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/**
 * ws_compile_folder_list_reads:
 * @reads: (element-type utf8): receives the paths, sorted, of files outside the folder that
 * compilers report as read
 */
void
ws_compile_folder_list_reads (const WsCompileFolder *self, GPtrArray *reads)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GDir) dir = g_dir_open (self->path, 0, NULL);
  const char *entry;
  GHashTableIter iter;
  gpointer path;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (entry, WS_COMPILE_READS))
      {
        g_autofree char *rule = ws_compile_folder_read_text (self, entry);

        add_reads (self, rule, names);
      }
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_ptr_array_add (reads, g_strdup (path));
  g_ptr_array_sort (reads, compare_names);
}

/**
 * ws_compile_folder_hide:
 * @text: a compiler's output
 *
 * Returns: (transfer full): the same, with paths in the folder made relative
 */
char *
ws_compile_folder_hide (const WsCompileFolder *self, const char *text)
{
  g_autofree char *folder = g_strconcat (self->path, "/", NULL);
  g_auto (GStrv) parts = g_strsplit (text, folder, -1);

  return g_strjoinv ("", parts);
}

/* ---- running programs ---- */

static gint64
to_us (struct timeval time)
{
  return time.tv_sec * G_USEC_PER_SEC + time.tv_usec;
}

/* Runs in the child: it dies with the worker, and its CPU time and file sizes are limited, also for
 * processes that it starts. The soft limit kills it with SIGXCPU, which nothing else sends; the
 * hard one kills what ignores that. */
static void
limit_cb (gpointer data)
{
  rlim_t limit = GPOINTER_TO_UINT (data);
  const struct rlimit seconds = { limit, limit + 1 };
  const struct rlimit bytes = { WS_COMPILE_MAX_OUTPUT, WS_COMPILE_MAX_OUTPUT };
  const struct rlimit no_core = { 0, 0 };

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CORE, &no_core);
  setrlimit (RLIMIT_CPU, &seconds);
  setrlimit (RLIMIT_FSIZE, &bytes);
}

/**
 * ws_compile_folder_run:
 * @below: subfolder to start it in
 * @argv: (element-type utf8): the program, its arguments, %NULL
 * @status: (out): as from waitpid()
 * @error: return location for a #GError: #GSpawnError
 *
 * Runs a program with none of the worker's environment, and waits for it. A variable names the file
 * where gcc lists what it reads.
 *
 * Returns: whether it could be started
 */
gboolean
ws_compile_folder_run (WsCompileFolder *self, const char *below, const GPtrArray *argv, int *status,
                       GError **error)
{
  g_autofree char *start = g_build_filename (self->path, below, NULL);
  g_autofree char *path = g_build_filename (self->path, LOG, NULL);
  g_autofree char *temporary = g_strconcat ("TMPDIR=", self->path, NULL);
  g_autofree char *home = g_strconcat ("HOME=", self->path, NULL);
  /* appends a rule, including system headers (GCC, "Environment Variables") */
  g_autofree char *reads =
      g_strconcat ("SUNPRO_DEPENDENCIES=", self->path, "/" WS_COMPILE_READS "gcc all", NULL);
  const char *environment[] = { "PATH=/usr/bin:/bin", "LC_ALL=C", temporary, home, reads, NULL };
  int log = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  struct rusage usage = { 0 };
  gboolean started;
  GPid child;

  started = g_spawn_async_with_fds (
      start, (char **)argv->pdata, (char **)environment, G_SPAWN_DO_NOT_REAP_CHILD, limit_cb,
      GUINT_TO_POINTER ((guint)self->seconds), &child, -1, log, log, error);
  if (log >= 0)
    close (log);
  if (!started)
    return FALSE;
  while (wait4 (child, status, 0, &usage) < 0 && errno == EINTR)
    continue;
  self->spent_us = to_us (usage.ru_utime) + to_us (usage.ru_stime);
  return TRUE;
}

/* Returns: (transfer full): the output of the last one, with relative paths */
char *
ws_compile_folder_read_log (const WsCompileFolder *self)
{
  g_autoptr (GBytes) bytes = read_file (self, LOG, MOST_LOG);
  g_autofree char *text = to_text (bytes);

  return ws_compile_folder_hide (self, text);
}

/**
 * ws_compile_folder_ask_version:
 * @program: a compiler
 *
 * Returns: (transfer full) (nullable): its output for --version; %NULL if it cannot be started
 */
char *
ws_compile_folder_ask_version (WsCompileFolder *self, const char *program)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  int status = 1;

  g_ptr_array_add (argv, (char *)program);
  g_ptr_array_add (argv, (char *)"--version");
  g_ptr_array_add (argv, NULL);
  return ws_compile_folder_run (self, ".", argv, &status, NULL) && status == 0
             ? ws_compile_folder_read_log (self)
             : NULL;
}

/**
 * ws_compile_read_version:
 * @said: of a compiler: "release 13.0, V13.0.88", "Debian clang version 14.0.6"
 * @before: text before its version
 *
 * Returns: (transfer full): the version; empty if there is none
 */
char *
ws_compile_read_version (const char *said, const char *before)
{
  const char *at = strstr (said, before);
  const char *version = at != NULL ? at + strlen (before) : "";

  return g_strndup (version, strspn (version, "0123456789."));
}

/* "out.s:12: Error: no such instruction", "ptxas error : ..." (transfer full) (nullable): the part
 * after the word */
static char *
read_error (const char *line)
{
  const char *word = g_str_has_prefix (line, "collect2: ") ? NULL : strstr (line, "rror");
  const char *colon = word != NULL ? word + strlen ("rror") : NULL;

  if (colon == NULL)
    return NULL;
  colon += strspn (colon, " ");
  return colon[0] == ':' && colon[1] == ' ' ? g_strdup (colon + 2) : NULL;
}

/* (transfer full): the first error in it, or its first line */
static char *
find_sentence (const char *log)
{
  g_autofree char *text = g_utf8_make_valid (log, -1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *sentence = read_error (lines[i]);

      if (sentence != NULL)
        return sentence;
    }
  return g_strdup (lines[0] != NULL && *lines[0] != '\0' ? lines[0] : _ ("no output"));
}

/* Whether signal NUMBER ended it or a child: nvcc's shell adds 128 to a signal, and g++ SAYS so, as
 * does cudafe++, which then aborts. */
static gboolean
was_ended_by (int status, const char *log, int number, const char *says)
{
  return (WIFSIGNALED (status) && WTERMSIG (status) == number)
         || (WIFEXITED (status) && WEXITSTATUS (status) == 128 + number)
         || strstr (log, says) != NULL;
}

/**
 * ws_compile_folder_set_failure:
 * @name: of a compiler
 * @status: as from waitpid()
 * @log: its output
 * @error: return location for a #GError: %WS_COMPILE_ERROR_ENDLESS, %WS_COMPILE_ERROR_SOURCE
 *
 * Sets the error of the last program, if it reports nothing about the source.
 */
void
ws_compile_folder_set_failure (const WsCompileFolder *self, const char *name, int status,
                               const char *log, GError **error)
{
  g_autofree char *sentence = find_sentence (log);
  gboolean killed = was_ended_by (status, log, SIGKILL, "Killed signal terminated program");

  if (was_ended_by (status, log, SIGXCPU, "CPU time limit exceeded")
      || (killed && self->spent_us > self->seconds * G_USEC_PER_SEC))
    ws_compile_set_endless ((guint)self->seconds, error);
  else if (killed)
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE,
                 _ ("The system ended %s, which happens when the computer runs out of memory."),
                 name);
  else
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("%s failed: %s."), name,
                 sentence);
}
