#include "sandbox/sandbox-private.h"

#include <sys/prctl.h>
#include <unistd.h>

/* Returns: what this worker starts in: by the environment's WARPSTAGE_SANDBOX, else by whether the
 * NVIDIA driver is installed */
WsSandboxProfile
ws_sandbox_find_profile (void)
{
  const char *said = g_getenv ("WARPSTAGE_SANDBOX");

  if (g_strcmp0 (said, "off") == 0)
    return WS_SANDBOX_OFF;
  if (g_strcmp0 (said, "driver") == 0)
    return WS_SANDBOX_DRIVER;
  return ws_sandbox_load_driver () != NULL ? WS_SANDBOX_DRIVER : WS_SANDBOX_VIRTUAL;
}

/* Closes all descriptors but 0, 1 and 2. To be called before anything is opened. */
void
ws_sandbox_close_inherited (void)
{
  closefrom (STDERR_FILENO + 1);
}

static gboolean
enter (WsSandbox *self, WsSandboxProfile profile, const char *const *folders,
       const char *own_folder, GError **error)
{
  g_autoptr (GError) files = NULL;

  *self = (WsSandbox){ .profile = profile };
  if (profile == WS_SANDBOX_OFF)
    return TRUE;
  ws_sandbox_limit ();
  ws_sandbox_grant_time (self);
  if (profile == WS_SANDBOX_DRIVER)
    ws_sandbox_prepare_driver ();
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (profile == WS_SANDBOX_VIRTUAL)
    ws_sandbox_limit_virtual ();
  else if (profile == WS_SANDBOX_HOST)
    {
      ws_sandbox_limit_host ();
      ws_sandbox_drop_powers ();
    }
  else if (profile != WS_SANDBOX_DRIVER)
    ws_sandbox_limit_compiler (profile);
  /* after the limits, which go by what is in use: the kernel says that in a file */
  ws_sandbox_lock_files (profile, folders, own_folder, &files);
  if (!ws_sandbox_lock_calls (profile, error))
    return FALSE;
  /* where nothing can be opened there is nothing for Landlock to add */
  if (files == NULL || profile == WS_SANDBOX_VIRTUAL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&files));
  return FALSE;
}

/**
 * ws_sandbox_enter:
 * @self: (out caller-allocates): what is in force from now on
 * @profile: what to give up
 * @error: return location: a sentence on what this computer could not do
 *
 * To be called while the process has one thread, and after what is read of files was read or
 * opened: descriptors stay. After a failure everything is in force that could be had.
 *
 * Returns: whether all of it is in force
 */
gboolean
ws_sandbox_enter (WsSandbox *self, WsSandboxProfile profile, GError **error)
{
  return enter (self, profile, NULL, NULL, error);
}

/**
 * ws_sandbox_enter_compiler:
 * @self: (out caller-allocates): what is in force from now on
 * @folders: (nullable) (array zero-terminated=1): that the compiler reads: its library's, its
 * headers'
 * @own_folder: (nullable): where it writes, of a compiler that is a program
 * @error: return location: a sentence on what this computer could not do
 *
 * The same, with the profile compiler, or command where there is @own_folder, or off where the
 * environment's WARPSTAGE_SANDBOX says so.
 *
 * Returns: whether all of it is in force
 */
gboolean
ws_sandbox_enter_compiler (WsSandbox *self, const char *const *folders, const char *own_folder,
                           GError **error)
{
  WsSandboxProfile profile = own_folder != NULL ? WS_SANDBOX_COMMAND : WS_SANDBOX_COMPILER;
  gboolean off = g_strcmp0 (g_getenv ("WARPSTAGE_SANDBOX"), "off") == 0;

  return enter (self, off ? WS_SANDBOX_OFF : profile, folders, own_folder, error);
}

/**
 * ws_sandbox_enter_host:
 * @self: (out caller-allocates): what is in force from now on
 * @files: (nullable) (array zero-terminated=1): that the program reads, beside libraries; of a
 * folder here, all files in it
 * @own_folder: (nullable): where it writes
 * @error: return location: a sentence on what this computer could not do
 *
 * The same, with the profile host.
 *
 * Returns: whether all of it is in force; where it is not, the program must not be loaded
 */
gboolean
ws_sandbox_enter_host (WsSandbox *self, const char *const *files, const char *own_folder,
                       GError **error)
{
  return enter (self, WS_SANDBOX_HOST, files, own_folder, error);
}

/**
 * ws_sandbox_admits:
 * @self: what is in force
 * @wants_driver: whether a request is one for the driver of real GPUs
 *
 * Returns: whether this process can still serve it; where it cannot, a new one can
 */
gboolean
ws_sandbox_admits (const WsSandbox *self, gboolean wants_driver)
{
  return wants_driver ? !self->tightened : !self->used;
}

/**
 * ws_sandbox_begin_job:
 * @self: what is in force
 * @wants_driver: whether the job is for a real GPU
 * @error: return location: a sentence on what this computer could not do
 *
 * Before a job that ws_sandbox_admits(): a virtual GPU's gives up, for all threads and for good,
 * what only the driver needs.
 *
 * Returns: whether all of it is in force
 */
gboolean
ws_sandbox_begin_job (WsSandbox *self, gboolean wants_driver, GError **error)
{
  if (self->profile != WS_SANDBOX_DRIVER)
    return TRUE;
  if (wants_driver)
    {
      self->used = TRUE;
      return TRUE;
    }
  self->profile = WS_SANDBOX_VIRTUAL;
  self->tightened = TRUE;
  ws_sandbox_limit_virtual ();
  return ws_sandbox_lock_calls (self->profile, error);
}

/**
 * ws_sandbox_grant_time:
 * @self: what is in force
 *
 * Lets the process use ten more minutes of every core; the one that uses them up is ended by
 * SIGXCPU.
 */
void
ws_sandbox_grant_time (const WsSandbox *self)
{
  if (self->profile != WS_SANDBOX_OFF)
    ws_sandbox_limit_time ();
}
