/* cli.h: what the commands of warpstage-cli share. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "compile/compile.h"
#include "gate/gate.h"
#include "occupancy/occupancy.h"
#include "session/agreement.h"

G_BEGIN_DECLS

enum {
  CLI_OK = 0,
  CLI_FAILED = 1, /* an error, or a wrong result */
  CLI_USAGE = 2,
};

/* Defaults of numbers that were not given. */
#define CLI_NOT_GIVEN G_MININT
#define CLI_NO_SEED   G_MININT64

/**
 * CliDiagnostics:
 * @list: (nullable) (element-type WsDiagnostic): in the compiler's order
 * @file: (nullable): name of the user's source
 * @text: (nullable): what stands in it
 *
 * What a compiler says of a source.
 */
typedef struct {
  GPtrArray *list;
  char *file;
  char *text;
} CliDiagnostics;

/**
 * CliRunOptions:
 * @device: (nullable): id of what runs it
 * @n: (nullable): number of elements, as typed
 * @block: (nullable): threads of a block, as typed
 * @op: (nullable): operator
 * @type: (nullable): of the elements
 * @blocks: (nullable): those that are recorded in full
 * @repeats: (nullable): iterations of a kernel that repeats its work, as typed
 * @seed: of the input; %CLI_NO_SEED if not given
 * @max_grid: blocks; %CLI_NOT_GIVEN if not given
 * @set: (nullable) (array zero-terminated=1): options of the kernel, as in "stride=4"
 * @buffers: (nullable): a folder for the final contents of buffers
 * @argument: (nullable) (array zero-terminated=1): of a kernel of the user's, as in "n=4096",
 * "in.length=n"
 * @expect: (nullable) (array zero-terminated=1): of such a kernel: expected contents of buffers
 * @grid: (nullable): of such a kernel: blocks along x, y, z
 * @shared: (nullable): of such a kernel: bytes of dynamic shared memory
 * @allow_folder: (nullable) (array zero-terminated=1): folders outside such a kernel's own that its
 * files may refer to
 * @keep: whether to save the settings of such a kernel beside it
 * @checks: whether to check it with the sanitizer, on a virtual GPU
 * @run_main: whether to run a user's whole program, whatever else is said
 * @no_main: whether its launches are read from its source instead
 * @main_arguments: (nullable): then, arguments of its main(), in shell syntax
 * @main_seconds: then, limit of the processor time of its kernels together; 0: none; %CLI_NOT_GIVEN
 * if not given
 * @main_files: (nullable): then, a folder for the files that it writes
 * @main_launch: then, the launch that is meant, counted from 1; 0 for the longest
 * @diagnostics: (nullable): gets what the compiler says of the user's source
 * @is_watched: whether a terminal is told how far the recording is
 * @command: (nullable) (array zero-terminated=1): a command of the user's that is run instead: what
 * stands behind "--"
 *
 * What to run, as options of a command line.
 */
typedef struct {
  char *device;
  char *n;
  char *block;
  char *op;
  char *type;
  char *blocks;
  char *repeats;
  gint64 seed;
  int max_grid;
  char **set;
  char *buffers;
  char **argument;
  char **expect;
  char *grid;
  char *shared;
  char **allow_folder;
  gboolean keep;
  gboolean checks;
  gboolean run_main;
  gboolean no_main;
  char *main_arguments;
  int main_launch;
  int main_seconds;
  char *main_files;
  CliDiagnostics *diagnostics;
  gboolean is_watched;
  char **command;
} CliRunOptions;

/**
 * CliCalculatorOptions:
 * @capability: (nullable): compute capability, as in "8.6"
 * @threads: of a block
 * @registers: of a thread
 * @static_shared_bytes: that the kernel declares
 * @dynamic_shared_bytes: that the launch asks for
 * @carve_out: percentage of the SM's memory for shared memory; -1: the driver's choice
 * @barriers: named barriers of a block
 *
 * The calculator's input, as options of a command line.
 */
typedef struct {
  char *capability;
  int threads;
  int registers;
  int static_shared_bytes;
  int dynamic_shared_bytes;
  int carve_out;
  int barriers;
} CliCalculatorOptions;

void cli_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
char *cli_format_diagnostic (const WsDiagnostic *one, const char *file, const char *text);
void cli_add_place (GError *error, GPtrArray *diagnostics, const char *file, const char *text);
void cli_diagnostics_take (CliDiagnostics *self, GPtrArray *list, const char *file,
                           const char *text);
void cli_diagnostics_clear (CliDiagnostics *self);
int cli_fail (const GError *error);
int cli_usage (GOptionContext *context, const char *sentence);
GOptionGroup *cli_run_group_new (CliRunOptions *options);
GOptionContext *cli_run_context_new (const char *what, const GOptionEntry *entries,
                                     CliRunOptions *options);
const char *cli_read_kernel_or_command (GOptionContext *context, int argc, char **argv,
                                        CliRunOptions *options, const char *missing);
const char *cli_read_kernel (GOptionContext *context, int argc, char **argv, const char *missing);
void cli_run_options_init (CliRunOptions *self);
void cli_run_options_clear (CliRunOptions *self);
gboolean cli_check_gate (const CliRunOptions *options, const WsGate *gate, GError **error);
WsRun *cli_record (WsCatalog *catalog, const char *kernel, const CliRunOptions *options,
                   WsRun **partial, GError **error);
WsRun *cli_record_source (WsClient *client, const WsClientJob *job, const WsClientWatch *watch,
                          WsRun **partial, GError **error);
WsJobSource *cli_choose_source (WsCatalog *catalog, const char *what, const CliRunOptions *options,
                                GError **error);
gboolean cli_write_buffers (WsClient *client, const char *device, WsJobSource *source,
                            const char *folder, GError **error);
gboolean cli_read_parameters (const WsCatalogKernel *kernel, const CliRunOptions *options,
                              WsPlanParameters *parameters, GError **error);

/* cli-client.c */
WsClient *cli_client_new_for (WsRemote *remote);
WsClient *cli_client_new (const char *device);
WsQueue *cli_queue_new (void);
GPtrArray *cli_list_devices (WsClient *client, GError **error);
char *cli_choose_device (WsClient *client, const char *wanted);
guint cli_find_architecture (WsCatalog *catalog, const char *wanted);
const WsSpec *cli_find_model (WsCatalog *catalog, const char *wanted, GError **error);
GArray *cli_time (WsClient *client, const char *device, WsJobSource *source,
                  const WsTimeRequest *request, WsTiming *timing, GError **error);
GPtrArray *cli_read_counters (WsClient *client, const char *device, WsJobSource *source,
                              guint launch, GError **error);

/* compiler.c */
WsClientCompiler *cli_find_compiler (WsClient *client, GError **error);

void cli_print_run (const WsRun *run);
int cli_finish_run (const WsRun *run);
char *cli_run_to_json (const WsRun *run, WsAgreement *agreement);

/* both.c */
int cli_run_both (WsCatalog *catalog, const char *what, const CliRunOptions *options, WsRun **run,
                  WsAgreement **agreement);
void cli_print_both (WsAgreement *agreement);
int cli_finish_both (WsAgreement *agreement);

/* calculator.c */
void cli_calculator_options_init (CliCalculatorOptions *self);
void cli_calculator_options_clear (CliCalculatorOptions *self);
void cli_calculator_add_options (GOptionContext *context, CliCalculatorOptions *options);
gboolean cli_calculator_read (const CliCalculatorOptions *options, const WsOccupancyLimits **limits,
                              WsOccupancyLaunch *launch, GError **error);

int cli_calculator (WsCatalog *catalog, int argc, char **argv);
int cli_devices (int argc, char **argv);
int cli_devices_list_remote (WsRemote *remote, gboolean json);
int cli_remote_add (const char *name, char **words, gboolean json);
int cli_remote_remove (const char *name);
int cli_remote_install (const char *name, char **words);
int cli_compiler (int argc, char **argv);
int cli_build (int argc, char **argv);
int cli_calibrate (WsCatalog *catalog, int argc, char **argv);
int cli_latency (WsCatalog *catalog, int argc, char **argv);
int cli_time_command (WsCatalog *catalog, int argc, char **argv);
int cli_check (WsCatalog *catalog, int argc, char **argv);
int cli_counters (WsCatalog *catalog, int argc, char **argv);
gboolean cli_export_is_calculator (int argc, char **argv);
int cli_export_calculator (int argc, char **argv);
int cli_run (WsCatalog *catalog, int argc, char **argv);
int cli_python (WsCatalog *catalog, int argc, char **argv);
int cli_why (WsCatalog *catalog, int argc, char **argv);
int cli_sass (WsCatalog *catalog, int argc, char **argv);
int cli_scenario (WsCatalog *catalog, int argc, char **argv);
gboolean cli_export_is_scenario (int argc, char **argv);
int cli_export_scenario (WsCatalog *catalog, int argc, char **argv);
int cli_chart (WsCatalog *catalog, int argc, char **argv);
int cli_export (WsCatalog *catalog, int argc, char **argv);
int cli_animate (WsCatalog *catalog, int argc, char **argv);
int cli_lesson (WsCatalog *catalog, int argc, char **argv);
int cli_bundle (WsCatalog *catalog, int argc, char **argv);
int cli_exercise (WsCatalog *catalog, int argc, char **argv);
int cli_grade (WsCatalog *catalog, int argc, char **argv);
int cli_handout (WsCatalog *catalog, int argc, char **argv);
int cli_figures (WsCatalog *catalog, int argc, char **argv);

G_END_DECLS
