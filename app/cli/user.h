/* user.h: the user's own kernels, on the command line. */
#pragma once

#include "cli/cli.h"
#include "kernel/user-kernel.h"

G_BEGIN_DECLS

WsJobSource *cli_user_choose (WsCatalog *catalog, const char *what, const CliRunOptions *options,
                              GError **error);
char *cli_user_dup_path (const char *what);
int cli_user_show (const char *what, const char *const *allowed, gboolean json);
void cli_user_print_json (WsUserKernel *kernel);

G_END_DECLS
