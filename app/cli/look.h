/* look.h: which moment of which run is looked at, as options of a command line. */
#pragma once

#include "cli/cli.h"

#include "export/picture.h"

G_BEGIN_DECLS

/* @stage: -1 is the last; @time: of the SMs, a share of the launch or cycles; the rest as in
 * cli_look_add_options() */
typedef struct {
  char *run;
  char *kernel;
  int launch;
  int stage;
  int block;
  int warp;
  int first;
  int sm;
  double time;
  gboolean ptx;
} CliLookOptions;

/* Sets @self to what holds if nothing is said. */
void cli_look_add_options (GOptionGroup *group, CliLookOptions *self);
void cli_look_clear (CliLookOptions *self);
/* (transfer full): read from the file, or recorded now. @kernel: nullable: as it was said */
WsRun *cli_look_get_run (WsCatalog *catalog, const CliLookOptions *options,
                         const CliRunOptions *run_options, const char *kernel, GError **error);
/* What is asked for, checked; @picture borrows @scene. */
gboolean cli_look (WsRun *run, WsView view, const CliLookOptions *options, WsScene **scene,
                   WsPicture *picture, GError **error);

G_END_DECLS
