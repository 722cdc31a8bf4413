/* look.h: the run and the moment to show, as options of a command line. */
#pragma once

#include "cli/cli.h"

#include "export/picture.h"

G_BEGIN_DECLS

/**
 * CliLookOptions:
 * @run: (nullable): file of a run
 * @kernel: (nullable): kernel to run without a file
 * @launch: of the plan, from 1
 * @stage: of the block, from 0; %CLI_NOT_SAID for the last
 * @block: linear index; %CLI_NOT_SAID for the first recorded
 * @warp: of the block, from 0
 * @first: first element shown large
 * @layout: (nullable): layout of a tree, as in "scan"
 * @sm: %CLI_NOT_SAID for all
 * @time: for the SMs: up to 1 a fraction of the launch, above that cycles
 * @hide: (nullable): what to hide, as in "values, masks"
 * @highlight: (nullable): what to highlight, as in "warp 0; thread 4"
 * @memory: (nullable): of memory: "request", "lines" or "buffer"
 * @memory_color: (nullable): of a buffer: "auto", "count", "block", "time" or "value"
 * @memory_rank: (nullable): of lines: "bytes" or "time"
 * @ptx: whether the PTX of the current line is shown, too
 */
typedef struct {
  char *run;
  char *kernel;
  int launch;
  int stage;
  int block;
  int warp;
  int first;
  char *layout;
  int sm;
  double time;
  char *hide;
  char *highlight;
  char *memory;
  char *memory_color;
  char *memory_rank;
  gboolean ptx;
} CliLookOptions;

void cli_look_add_options (GOptionGroup *group, CliLookOptions *self);
void cli_look_clear (CliLookOptions *self);
double cli_look_get_time (const CliLookOptions *options, double shared, double end);
gboolean cli_look_read_hide (const char *names, guint *hide, GError **error);
gboolean cli_look_read_memory (const CliLookOptions *options, WsMemoryOptions *memory,
                               GError **error);
WsRun *cli_look_get_run (WsCatalog *catalog, const CliLookOptions *options,
                         const CliRunOptions *run_options, const char *kernel, GError **error);
gboolean cli_look (WsRun *run, WsView view, const CliLookOptions *options, WsScene **scene,
                   WsPicture *picture, GError **error);

G_END_DECLS
