/* own.h: the user's own kernels, on the command line. */
#pragma once

#include "cli/cli.h"
#include "kernel/own-kernel.h"

G_BEGIN_DECLS

WsJobSource *cli_own_choose (const char *what, const CliRunOptions *options, GError **error);
int cli_own_show (const char *what, const char *const *allowed);

G_END_DECLS
