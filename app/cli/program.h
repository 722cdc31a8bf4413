/* program.h: runs a user's whole program. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

WsJobSource *cli_program_choose (WsCatalog *catalog, const char *path, const CliRunOptions *options,
                                 gboolean *cannot_run, GError **error);
WsJobSource *cli_program_choose_command (WsCatalog *catalog, const CliRunOptions *options,
                                         GError **error);

G_END_DECLS
