/* sandbox.h: the privileges that a worker drops before it runs the first kernel.
 *
 * A kernel is untrusted code. The virtual GPU checks each of its accesses; the sandbox is the
 * second line of defence if a check is missing: code that takes over the worker is in a process
 * that can do next to nothing. It uses mechanisms of the Linux kernel (no_new_privs, seccomp,
 * Landlock, resource limits), and privileges once dropped cannot be regained.
 *
 *   virtual   reads and writes the descriptors that it has, memory without execution, threads,
 *             time, signals within the process, its end. There is no opening, no socket, no other
 *             process. What no worker ever does (start a program, connect, trace) kills it with
 *             SIGSYS; what a library may try (open a file) is refused with EPERM, and whatever the
 *             list does not know with ENOSYS.
 *   driver    for a real GPU, whose driver is a large program that cannot be listed call by call:
 *             Landlock leaves it libraries, /proc, /sys, NVIDIA's devices, temporary folders and
 *             CUDA's cache, and nothing else of the home folder. It starts no program, has no
 *             network, traces and signals no other process. All of that is refused with EPERM, for
 *             drivers try what they can do without. A socket may be opened but not connected,
 *             except where MPS serves the GPU: there the driver has to reach it, and could reach
 *             the user's other services.
 *
 *   compiler  for a worker that compiles: calls as for the driver, and of files the compiler's own:
 *             libraries, the headers that come with it, and nothing that it could write. A source
 *             comes with the request; an include of anything else finds nothing.
 *
 *   host      for a program's own main(), which is any code at all. Only the calls that it has a
 *             list of are left, and of files: libraries, those it is given, and a folder of its own
 *             where it makes files and folders and removes none, so that what it has written can be
 *             counted. It starts no program and no process, has no socket, signals itself alone,
 *             and changes no limit. What it tries beyond is refused, and it goes on: programs ask
 *             for system ("clear") and live without. For this profile there is no "without": where
 *             it cannot be had, the program is not to be loaded, and WARPSTAGE_SANDBOX is not
 *             looked at.
 *
 * Without a driver, the worker enters the profile virtual before its first message. With one, it
 * enters the profile driver before it initialises the driver, as Landlock only applies to threads
 * created later; device files that the driver would create by a setuid program are created before.
 * If its first job is for a virtual GPU, it tightens to the profile virtual for good. A worker runs
 * jobs of one kind: the other kind needs a new worker, which the message "again" requests. PTX is
 * compiled by the driver inside the real GPU's worker, which is a process of its own; CUDA C++ by a
 * worker that does nothing else.
 *
 * It never decides what a job may do, and knows neither devices nor the protocol. If the computer
 * lacks a mechanism (an old kernel, a restrictive container), a sentence says so and the worker
 * runs without it. WARPSTAGE_SANDBOX=off in the environment is for a driver with unforeseen needs;
 * =driver selects the profile driver without a driver, for tests.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WS_SANDBOX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) \
    || __has_feature(memory_sanitizer)
#define WS_SANDBOX_SANITIZED 1
#endif
#endif
/* Sanitizers reserve terabytes of address space, and read /proc and trace the process when they
 * report. */
#ifndef WS_SANDBOX_SANITIZED
#define WS_SANDBOX_SANITIZED 0
#endif

#define WS_SANDBOX_ERROR (ws_sandbox_error_quark ())
GQuark ws_sandbox_error_quark (void);
typedef enum {
  WS_SANDBOX_ERROR_KERNEL, /* what this computer does not support; the rest is in force */
} WsSandboxError;

typedef enum {
  WS_SANDBOX_OFF,
  WS_SANDBOX_DRIVER,
  WS_SANDBOX_VIRTUAL,
  WS_SANDBOX_COMPILER, /* a library that compiles */
  WS_SANDBOX_COMMAND,  /* a program that compiles: the worker starts it, within its own limits */
  WS_SANDBOX_HOST,     /* a program's own main() */
} WsSandboxProfile;

/* Processor time of each core, from one request or progress message to the next: far more than any
 * launch takes, as it only stops a runaway worker. A real GPU's worker polls, which keeps one core
 * busy. */
#define WS_SANDBOX_CORE_SECONDS 600

/* Of the profile host. */
#define WS_SANDBOX_HOST_BYTES      (G_GUINT64_CONSTANT (4) << 30) /* memory, on top of that in use */
#define WS_SANDBOX_HOST_FILE_BYTES (G_GUINT64_CONSTANT (256) << 20) /* of one file */

/**
 * WsSandbox:
 * @profile: what is in force
 * @tightened: whether it went from the driver's profile to the virtual one
 * @used: whether a job has run on a real GPU's driver
 */
typedef struct {
  WsSandboxProfile profile;
  gboolean tightened;
  gboolean used;
} WsSandbox;

WsSandboxProfile ws_sandbox_find_profile (void);
void ws_sandbox_close_inherited (void);
gboolean ws_sandbox_enter (WsSandbox *self, WsSandboxProfile profile, GError **error);
gboolean ws_sandbox_enter_compiler (WsSandbox *self, const char *const *folders,
                                    const char *own_folder, GError **error);
gboolean ws_sandbox_enter_host (WsSandbox *self, const char *const *files, const char *own_folder,
                                GError **error);
gboolean ws_sandbox_admits (const WsSandbox *self, gboolean wants_driver);
gboolean ws_sandbox_begin_job (WsSandbox *self, gboolean wants_driver, GError **error);
void ws_sandbox_grant_time (const WsSandbox *self);

G_END_DECLS
