/* sandbox-private.h: the sandbox's parts. */
#pragma once

#include "sandbox/sandbox.h"

void *ws_sandbox_load_driver (void);
void ws_sandbox_prepare_driver (void);

void ws_sandbox_limit (void);
void ws_sandbox_limit_virtual (void);
void ws_sandbox_limit_compiler (WsSandboxProfile profile);
void ws_sandbox_limit_host (void);
void ws_sandbox_limit_time (void);
void ws_sandbox_drop_powers (void);
gboolean ws_sandbox_lock_files (WsSandboxProfile profile, const char *const *folders,
                                const char *own_folder, GError **error);
gboolean ws_sandbox_lock_calls (WsSandboxProfile profile, GError **error);
