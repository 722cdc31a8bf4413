/* sandbox-private.h: the sandbox's parts. */
#pragma once

#include "sandbox/sandbox.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WS_SANDBOX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) \
    || __has_feature(memory_sanitizer)
#define WS_SANDBOX_SANITIZED 1
#endif
#endif
/* The sanitizers reserve terabytes, and read /proc and trace the process when they report. */
#ifndef WS_SANDBOX_SANITIZED
#define WS_SANDBOX_SANITIZED 0
#endif

void *ws_sandbox_load_driver (void);
void ws_sandbox_prepare_driver (void);

void ws_sandbox_limit (void);
void ws_sandbox_limit_virtual (void);
void ws_sandbox_limit_compiler (WsSandboxProfile profile);
void ws_sandbox_limit_time (void);
gboolean ws_sandbox_lock_files (WsSandboxProfile profile, const char *const *folders,
                                const char *own_folder, GError **error);
gboolean ws_sandbox_lock_calls (WsSandboxProfile profile, GError **error);
