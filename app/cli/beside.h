/* beside.h: the run shown beside another, as options of a command line. */
#pragma once

#include "beside/beside.h"
#include "cli/look.h"

G_BEGIN_DECLS

/**
 * CliBesideOptions:
 * @what: (nullable): kernel, or file of a run; %NULL with other options means the same kernel
 * @block: (nullable): threads of its blocks, as typed
 * @device: (nullable): id of what runs it
 *
 * Missing options are as on the left.
 */
typedef struct {
  char *what;
  char *block;
  char *device;
} CliBesideOptions;

void cli_beside_add_options (GOptionGroup *group, CliBesideOptions *self);
void cli_beside_clear (CliBesideOptions *self);
gboolean cli_beside_is_wanted (const CliBesideOptions *self);
WsRun *cli_beside_get_run (WsCatalog *catalog, const CliBesideOptions *self, const WsRun *left,
                           const CliRunOptions *run_options, GError **error);
gboolean cli_beside_look (WsRun *const runs[2], WsView view, const CliLookOptions *options,
                          WsBeside **beside, WsPicture *picture, GError **error);

G_END_DECLS
