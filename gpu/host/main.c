/* warpstage-host: runs a program's own main() on the virtual GPU.
 *
 *   warpstage-host [OPTION…] --own=FOLDER PROGRAM.so [ARGUMENT…]
 *   warpstage-host --check
 *
 * PROGRAM.so is a CUDA program, linked as a shared object; its calls of the CUDA runtime are served
 * by runtime/. Standard input and output are the program's; of the environment it has little, and
 * of other descriptors the history's alone.
 *
 * It is two processes. The program's confines itself (sandbox/sandbox.h) before it loads the
 * program, whose constructors already run then; the first one watches it (watch.h), and ends as it
 * ended: with its status, or by its signal. If the first one is killed, so is the program.
 * Statuses beside the program's own are in watch.h: 123 where it was stopped at a limit, 125 where
 * it was not run since it cannot be confined here, 126 where it could not be; each with a sentence.
 */
#include "catalog/catalog.h"
#include "folder.h"
#include "runtime/runtime.h"
#include "sandbox/sandbox.h"
#include "tell.h"
#include "watch.h"
#include "words/locale.h"

#include <dlfcn.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define DEFAULT_SECONDS 300

static char *device;
static int history = -1;
static int capture = -1;
static double seconds;
static double wall = DEFAULT_SECONDS;
static char *source;
static char *own;
static char **files;
static char *ptx_file;
static char *cubin_file;
static gboolean checks;
/* What runs in place of what the program brings. */
static char *ptx;
static GBytes *cubin;
/* Shared by the two processes. */
static gint *begun;

static const GOptionEntry options[] = {
  { "device", 'd', 0, G_OPTION_ARG_STRING, &device, N_ ("Model of the virtual GPU"), N_ ("ID") },
  { "history", 0, 0, G_OPTION_ARG_INT, &history,
    N_ ("Descriptor that the program's history is written to"), N_ ("FD") },
  { "capture", 0, 0, G_OPTION_ARG_INT, &capture, N_ ("Launch to capture, counted from 0"),
    N_ ("N") },
  { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds, N_ ("Time that launches may take together"),
    N_ ("S") },
  { "wall", 0, 0, G_OPTION_ARG_DOUBLE, &wall, N_ ("Time that the program may take"), N_ ("S") },
  { "folder", 0, 0, G_OPTION_ARG_FILENAME, &source,
    N_ ("The source's folder, whose files the program may read"), N_ ("FOLDER") },
  { "file", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, N_ ("A file that the program may read, too"),
    N_ ("FILE") },
  { "ptx", 0, 0, G_OPTION_ARG_FILENAME, &ptx_file, N_ ("PTX that runs in place of the program's"),
    N_ ("FILE") },
  { "cubin", 0, 0, G_OPTION_ARG_FILENAME, &cubin_file,
    N_ ("Machine code that was made of it, which says how many registers it needs"), N_ ("FILE") },
  { "own", 0, 0, G_OPTION_ARG_FILENAME, &own,
    N_ ("An empty folder, in which the program runs and writes"), N_ ("FOLDER") },
  { "check", 0, 0, G_OPTION_ARG_NONE, &checks,
    N_ ("Say whether programs can be confined on this computer"), NULL },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
};

#if WS_SANDBOX_SANITIZED
/* What a program leaks is its own affair. */
int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

static void
say (const char *sentence)
{
  g_printerr ("%s\n", sentence);
}

/* ---- what a program does not get ---- */

/* The environment has secrets: all of it but this is wiped, where it lies. */
static void
wipe_environment (void)
{
  static const char *const kept[] = {
    "LANG=",
    "LANGUAGE=",
    "LC_",
    "TZ=",
    "PATH=",
    "TERM=",
    "OMP_",
    "CUDA_",
#if WS_SANDBOX_SANITIZED
    "ASAN_",
    "UBSAN_",
    "TSAN_",
    "LSAN_",
#endif
  };
  guint n = 0;

  for (guint i = 0; environ[i] != NULL; i++)
    {
      gboolean keeps = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (kept) && !keeps; k++)
        keeps = g_str_has_prefix (environ[i], kept[k]);
      if (keeps)
        environ[n++] = environ[i];
      else
        explicit_bzero (environ[i], strlen (environ[i]));
    }
  environ[n] = NULL;
}

static void
close_others (void)
{
  if (history < 0)
    {
      ws_sandbox_close_inherited ();
      return;
    }
  if (history != STDERR_FILENO + 1)
    history = dup2 (history, STDERR_FILENO + 1);
  closefrom (history + 1);
}

/* ---- the program's process ---- */

static gboolean
confine (const WsHostFolder *folder, const char *program)
{
  const char *const *readable = ws_host_folder_get_readable (folder);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  WsSandbox sandbox;

  for (guint i = 0; readable[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer)readable[i]);
  g_ptr_array_add (all, (gpointer)program);
  g_ptr_array_add (all, NULL);
  if (ws_sandbox_enter_host (&sandbox, (const char *const *)all->pdata,
                             ws_host_folder_get_path (folder), &error))
    return TRUE;
  g_printerr (_ ("The program was not run: it cannot be confined. %s\n"), error->message);
  return FALSE;
}

static void
move_in (const WsHostFolder *folder)
{
  const char *path = ws_host_folder_get_path (folder);

  if (chdir (path) != 0)
    return;
  g_setenv ("HOME", path, TRUE);
  g_setenv ("TMPDIR", path, TRUE);
  g_setenv ("PWD", path, TRUE);
}

/* In lines, so that what was printed before a crash is seen. */
static int
run (const char *path, int argc, char **argv)
{
  void *program = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  int (*enter) (int, char **, char **);

  if (program == NULL)
    {
      say (dlerror ());
      return WS_HOST_UNUSABLE;
    }
  *(void **)&enter = dlsym (program, "main");
  if (enter == NULL)
    {
      g_printerr (_ ("“%s” has no main().\n"), argv[0]);
      return WS_HOST_UNUSABLE;
    }
  setvbuf (stdout, NULL, _IOLBF, BUFSIZ);
  g_atomic_int_set (begun, 1);
  return enter (argc, argv, environ);
}

static int
be_program (const WsHostFolder *folder, WsSpec *spec, int argc, char **argv)
{
  g_autofree char *path = realpath (argv[0], NULL);

  if (path == NULL)
    {
      g_printerr (_ ("There is no file “%s”.\n"), argv[0]);
      return WS_HOST_UNUSABLE;
    }
  move_in (folder);
  ws_runtime_begin (&(WsRuntimeOptions){ .spec = spec,
                                         .history = history,
                                         .capture = capture >= 0 ? (guint32)capture : G_MAXUINT32,
                                         .max_seconds = seconds,
                                         .ptx = ptx,
                                         .cubin = cubin });
  if (!confine (folder, path))
    return WS_HOST_UNSAFE;
  ws_host_catch_faults (history);
  return run (path, argc, argv);
}

/* ---- the process that watches ---- */

/* By the signal that ended the program, so that the parent process sees it. */
static int
leave (WsHostEnd end)
{
  const struct rlimit none = { 0, 0 };
  sigset_t signals;

  if (end.words != NULL)
    say (end.words);
  if (end.number == 0)
    return end.status;
  setrlimit (RLIMIT_CORE, &none);
  signal (end.number, SIG_DFL);
  sigemptyset (&signals);
  sigaddset (&signals, end.number);
  sigprocmask (SIG_UNBLOCK, &signals, NULL);
  raise (end.number);
  return end.status;
}

static int
start (WsHostFolder *folder, WsSpec *spec, int argc, char **argv)
{
  WsHostWatch watch = { .folder = folder, .seconds = wall, .history = history };
  pid_t watcher = getpid ();
  sigset_t ended;
  sigset_t before;
  WsHostEnd end;

  if (ws_host_folder_leaves_out (folder))
    g_printerr (_ ("The program's folder is large: of its files it sees %d, %d "
                   "folders deep.\n"),
                WS_HOST_MAX_FILES, WS_HOST_MAX_DEPTH);
  sigemptyset (&ended);
  sigaddset (&ended, SIGCHLD);
  sigprocmask (SIG_BLOCK, &ended, &before);
  watch.begun = begun =
      mmap (NULL, sizeof *begun, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  watch.program = begun != MAP_FAILED ? fork () : -1;
  if (watch.program == 0)
    {
      /* without the watcher there is no program */
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () != watcher)
        _exit (WS_HOST_UNUSABLE);
      sigprocmask (SIG_SETMASK, &before, NULL);
      exit (be_program (folder, spec, argc, argv));
    }
  if (watch.program < 0)
    {
      say (_ ("No process can be started."));
      return WS_HOST_UNUSABLE;
    }
  signal (SIGPIPE, SIG_IGN);
  end = ws_host_watch (&watch);
  ws_host_folder_sweep (folder);
  return leave (end);
}

/* ---- options ---- */

static gboolean
parse (int *argc, char ***argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("PROGRAM.so [ARGUMENT…]");

  g_option_context_set_strict_posix (context, TRUE);
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (checks || (*argc > 1 && own != NULL && (history < 0 || history > STDERR_FILENO)))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       *argc < 2     ? _ ("A program is missing.")
                       : own == NULL ? _ ("The program's own folder is missing: use --own.")
                                     : _ ("The history needs a descriptor of its own."));
  return FALSE;
}

static gboolean
read_edited (GError **error)
{
  char *data;
  gsize size;

  if (ptx_file != NULL && !g_file_get_contents (ptx_file, &ptx, NULL, error))
    return FALSE;
  if (cubin_file == NULL)
    return TRUE;
  if (!g_file_get_contents (cubin_file, &data, &size, error))
    return FALSE;
  cubin = g_bytes_new_take (data, size);
  return TRUE;
}

static int
check (void)
{
  g_autoptr (GError) error = NULL;
  WsSandbox sandbox;

  if (ws_sandbox_enter_host (&sandbox, NULL, NULL, &error))
    return EXIT_SUCCESS;
  say (error->message);
  return WS_HOST_UNSAFE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsHostFolder) folder = NULL;
  WsCatalog *catalog;
  const WsSpec *spec = NULL;

  /* the parent may crash: then nobody waits for the program any more */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  ws_locale_init ();
  if (!parse (&argc, &argv, &error))
    {
      say (error->message);
      return WS_HOST_UNUSABLE;
    }
  if (checks)
    return check ();
  close_others ();
  catalog = ws_catalog_new (NULL, &error);
  if (device == NULL)
    device = g_strdup ("vm:h200");
  if (catalog != NULL)
    spec = ws_catalog_find_spec (catalog, g_str_has_prefix (device, "vm:") ? device + 3 : device,
                                 &error);
  if (spec != NULL && read_edited (&error))
    folder = ws_host_folder_new (own, source, (const char *const *)files, &error);
  if (folder == NULL)
    {
      say (error->message);
      return WS_HOST_UNUSABLE;
    }
  wipe_environment ();
  return start (folder, (WsSpec *)spec, argc - 1, argv + 1);
}
