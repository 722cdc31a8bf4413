/* data.h: a scenario: a table of launches to compare, with what to look for, and published figures
 * of the same launches.
 *
 * The definition is read from a file (resources/scenarios) and is immutable. Results are stored
 * separately, per device. A cell is a launch: a row has one for each group.
 *
 * The file is a key file:
 *
 *   [scenario]
 *   order             place among the scenarios (1, 2, ...)
 *   title             what it is called
 *   words             what to look at, until there are figures that say it
 *   row-title         what the rows are told apart by, as in "n"
 *   groups            names of the groups, as in "Scenario 1;Scenario 2"; one without a name else
 *   group-words       a few words for each
 *   columns           of launch, resident, driver, sm-efficiency, theoretical, achieved, time,
 *                     rate, warp-efficiency, branch-efficiency, load-segments, load-sectors,
 *                     load-efficiency, load-throughput, passes, profile, words
 *   summary            of spread, resident, causes, work: which sentence the figures are put into
 *   device            model that runs the cells unless another is chosen, as in k40c: the one
 *                     of the published figures; without it, the device at hand
 *   source            publisher of the figures
 *   published-on      on which GPU
 *   published-n       of how many elements, where that is not what is run here
 *   published-repeats with how many repeats, likewise
 *   measured-on       which GPU measured the figures that are kept, and when
 *   measured-n        of how many elements, where that is not what is run here
 *
 *   [row NAME]        one for each row, in order
 *   label             what stands before it; NAME else
 *   words             one sentence for it
 *   pair              rows of the same pair are held against each other
 *
 * and in either, for the cells, and with "-1" or "-2" behind it for those of one group alone:
 *
 *   kernel            of the catalogue; without one, the cell has published figures alone
 *   n, block, repeats what the launch is given; the kernel's own else
 *   set               options of the kernel, as in "stride=4"; the kernel's own else
 *   wave-percent      in the place of n, as many elements as give each SM so many per cent of the
 *                     blocks that it can have at once: 125 is a full wave and a quarter of one; n
 *                     where the device is of no model that is known
 *   published         figures, as in "sm-efficiency 6.54; theoretical 25; time 0.35 s"
 *   measured          figures of the GPU of measured-on, likewise: charts have them
 */
#pragma once

#include "pen/quantity.h"
#include "table/data.h"
#include "record/run.h"

G_BEGIN_DECLS

#define WS_SCENARIO_MAX_ROWS   64
#define WS_SCENARIO_MAX_GROUPS 2
#define WS_SCENARIO_PROFILE    64 /* samples of a launch's profile */

#define WS_SCENARIO_ERROR (ws_scenario_error_quark ())
GQuark ws_scenario_error_quark (void);

/**
 * WsScenarioError:
 * @WS_SCENARIO_ERROR_DAMAGED: not a valid scenario: the message says what is wrong, and where
 * @WS_SCENARIO_ERROR_UNKNOWN: there is no scenario of that name
 */
typedef enum {
  WS_SCENARIO_ERROR_DAMAGED,
  WS_SCENARIO_ERROR_UNKNOWN,
} WsScenarioError;

/**
 * WsScenarioColumn:
 * @WS_SCENARIO_LAUNCH: threads of a block, times blocks
 * @WS_SCENARIO_RESIDENT: blocks that an SM holds at once, according to the calculator
 * @WS_SCENARIO_DRIVER: the same, according to the driver's occupancy function
 * @WS_SCENARIO_SM_EFFICIENCY: in percent
 * @WS_SCENARIO_THEORETICAL: occupancy, in percent
 * @WS_SCENARIO_ACHIEVED: occupancy, in percent
 * @WS_SCENARIO_TIME: of the launch, in seconds
 * @WS_SCENARIO_RATE: elements a second
 * @WS_SCENARIO_WARP_EFFICIENCY: active lanes of warps, in percent
 * @WS_SCENARIO_BRANCH_EFFICIENCY: share of the branches that do not diverge, in percent
 * @WS_SCENARIO_LOAD_SEGMENTS: 128-byte segments per warp load from global memory
 * @WS_SCENARIO_LOAD_SECTORS: sectors of 32 bytes, likewise
 * @WS_SCENARIO_LOAD_EFFICIENCY: requested bytes of those moved, in percent
 * @WS_SCENARIO_LOAD_THROUGHPUT: bytes a second that loads move
 * @WS_SCENARIO_PASSES: shared-memory passes per warp load
 * @WS_SCENARIO_PROFILE_COLUMN: profile of the launch: active SMs and warps over time
 * @WS_SCENARIO_WORDS: the row's sentence
 */
typedef enum {
  WS_SCENARIO_LAUNCH,
  WS_SCENARIO_RESIDENT,
  WS_SCENARIO_DRIVER,
  WS_SCENARIO_SM_EFFICIENCY,
  WS_SCENARIO_THEORETICAL,
  WS_SCENARIO_ACHIEVED,
  WS_SCENARIO_TIME,
  WS_SCENARIO_RATE,
  WS_SCENARIO_WARP_EFFICIENCY,
  WS_SCENARIO_BRANCH_EFFICIENCY,
  WS_SCENARIO_LOAD_SEGMENTS,
  WS_SCENARIO_LOAD_SECTORS,
  WS_SCENARIO_LOAD_EFFICIENCY,
  WS_SCENARIO_LOAD_THROUGHPUT,
  WS_SCENARIO_PASSES,
  WS_SCENARIO_PROFILE_COLUMN,
  WS_SCENARIO_WORDS,
  WS_SCENARIO_N_COLUMNS
} WsScenarioColumn;

typedef enum {
  WS_SCENARIO_SUMMARY_NONE,
  WS_SCENARIO_SUMMARY_SPREAD,   /* more busy SMs against more warps on one */
  WS_SCENARIO_SUMMARY_RESIDENT, /* resident blocks of an SM, and their limiter */
  WS_SCENARIO_SUMMARY_CAUSES,   /* causes of achieved occupancy below theoretical */
  WS_SCENARIO_SUMMARY_WORK,     /* fewer threads that do more each */
} WsScenarioSummary;

/**
 * WsScenarioFigure:
 * @value: the number in the column's unit: seconds, so much a second, per cent
 * @text: (nullable): as published or stored; %NULL if absent
 */
typedef struct {
  double value;
  char *text;
} WsScenarioFigure;

/**
 * WsScenarioCell:
 * @kernel: (nullable): of the catalogue; %NULL for published figures alone
 * @n: elements; 0 for the kernel's own number
 * @block: threads of a block; 0 for the kernel's own number
 * @repeats: 0 for the kernel's own number
 * @set: (nullable): options of the kernel, as in "stride=4"; %NULL for its own
 * @wave_percent: blocks, in percent of the device's resident blocks; 0 if @n gives the size
 * @blocks: of its plan, 0 until it is planned
 * @published: by column
 * @measured: by column: stored figures of a real GPU
 */
typedef struct {
  char *kernel;
  guint64 n;
  guint32 block;
  guint32 repeats;
  char *set;
  guint32 wave_percent;
  guint64 blocks;
  WsScenarioFigure published[WS_SCENARIO_N_COLUMNS];
  WsScenarioFigure measured[WS_SCENARIO_N_COLUMNS];
} WsScenarioCell;

/**
 * WsScenarioRow:
 * @label: at its left
 * @words: (nullable): one sentence for it
 * @pair: (nullable): rows of the same pair are compared
 */
typedef struct {
  char *label;
  char *words;
  char *pair;
} WsScenarioRow;

typedef enum {
  WS_SCENARIO_NOT_RUN,
  WS_SCENARIO_WAITING, /* waiting for others */
  WS_SCENARIO_RUNNING,
  WS_SCENARIO_DONE,
  WS_SCENARIO_FAILED,
} WsScenarioState;

/**
 * WsScenarioProgress:
 * @state: of a cell's run
 * @fraction: progress, 0 to 1
 * @sentence: (nullable): why it failed
 */
typedef struct {
  WsScenarioState state;
  double fraction;
  const char *sentence;
} WsScenarioProgress;

/**
 * WsScenarioResult:
 * @state: of the cell on this device
 * @fraction: while it runs: 0 to 1
 * @sentence: (nullable): why it failed
 * @known: bit i: @value[i] is known
 * @value: by column, in its unit
 * @is_bound: whether the theoretical occupancy is an upper bound, as the registers are unknown
 * @explanation: (nullable): the limiter of resident blocks, in a sentence
 * @threads: of a block
 * @blocks: of the grid
 * @n_sms: of the device
 * @n_used_sms: of those, SMs that ran a block
 * @repeats: of its run; 0 if the kernel has none
 * @origin: measured or modelled
 * @date: when it was recorded, seconds since 1970; 0 if unknown
 * @warps: share of the device's warp slots in use, sampled over the launch
 * @sms: share of SMs with a block, likewise
 */
typedef struct {
  WsScenarioState state;
  double fraction;
  char *sentence;
  guint32 known;
  double value[WS_SCENARIO_N_COLUMNS];
  gboolean is_bound;
  char *explanation;
  guint threads;
  guint64 blocks;
  guint n_sms;
  guint n_used_sms;
  guint64 repeats;
  WsOrigin origin;
  gint64 date;
  float warps[WS_SCENARIO_PROFILE];
  float sms[WS_SCENARIO_PROFILE];
} WsScenarioResult;

/**
 * WsScenarioDevice:
 * @id: as in "vm:k40c"
 * @name: as in "Virtual NVIDIA Tesla K40c"
 * @results: (array): rows times groups, row by row
 *
 * The results of one device.
 */
typedef struct {
  char *id;
  char *name;
  WsScenarioResult *results;
} WsScenarioDevice;

/**
 * WsScenario:
 * @id: of files and command lines, as in "occupancy-k40c"
 * @group_names: (array length=n_groups): empty strings where there is one without a name
 * @columns: (array length=n_columns)
 * @cells: n_rows x n_groups, row by row
 * @spec: (nullable): id of the model that runs the cells unless another is chosen, as in "k40c"
 * @published_n: 0 if the published figures have the same number of elements
 * @published_repeats: 0 if the published figures have the same repeats
 * @measured_on: (nullable): the GPU of the stored figures
 * @measured_n: 0 if these have the same number of elements
 * @device: (nullable): the device whose results are shown
 *
 * All fields are read-only.
 */
typedef struct {
  char *id;
  guint order;
  char *title;
  char *words;
  char *row_title;
  char *spec;         /* nullable */
  char *source;       /* nullable */
  char *published_on; /* nullable */
  guint64 published_n;
  guint64 published_repeats;
  char *measured_on; /* nullable */
  guint64 measured_n;
  WsScenarioSummary summary;
  guint n_groups;
  char *group_names[WS_SCENARIO_MAX_GROUPS];
  char *group_words[WS_SCENARIO_MAX_GROUPS]; /* nullable */
  guint n_columns;
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];
  guint n_rows;
  WsScenarioRow *rows;
  WsScenarioCell *cells;
  const WsScenarioDevice *device;

  /*< private >*/
  GPtrArray *devices; /* WsScenarioDevice */
} WsScenario;

#define WS_TYPE_SCENARIO (ws_scenario_get_type ())
GType ws_scenario_get_type (void);

WsScenario *ws_scenario_new_from_data (const char *id, const char *data, gsize size,
                                       GError **error);
WsScenario *ws_scenario_copy (const WsScenario *self);
WsScenario *ws_scenario_ref (WsScenario *self);
void ws_scenario_unref (WsScenario *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsScenario, ws_scenario_unref)

const char *ws_scenario_column_get_name (WsScenarioColumn column);
const char *ws_scenario_column_get_title (WsScenarioColumn column);
const char *ws_scenario_column_get_short_title (WsScenarioColumn column);
gboolean ws_scenario_column_parse (const char *name, WsScenarioColumn *column);
gboolean ws_scenario_column_is_share (WsScenarioColumn column);
gboolean ws_scenario_column_is_clocked (WsScenarioColumn column);
gboolean ws_scenario_column_has_chart (WsScenarioColumn column);
WsQuantity ws_scenario_column_get_quantity (WsScenarioColumn column, double *factor);
const char *ws_scenario_column_get_metric (WsScenarioColumn column, double *factor);
const char *ws_scenario_column_get_sample (WsScenarioColumn column, guint decimals);
gboolean ws_scenario_tells (const WsScenario *self, WsScenarioColumn column);

guint ws_scenario_get_n_cells (const WsScenario *self);
const WsScenarioCell *ws_scenario_get_cell (const WsScenario *self, guint row, guint group);
void ws_scenario_set_blocks (WsScenario *self, guint row, guint group, guint64 blocks);

/* ---- results ---- */

char *ws_scenario_dup_own_device (const WsScenario *self);
void ws_scenario_set_device (WsScenario *self, const char *id, const char *name);
const WsScenarioResult *ws_scenario_get_result (const WsScenario *self, guint row, guint group);
void ws_scenario_set_state (WsScenario *self, const char *device, guint row, guint group,
                            const WsScenarioProgress *progress);
void ws_scenario_take_run (WsScenario *self, guint row, guint group, WsRun *run, gint64 date);
guint ws_scenario_count (const WsScenario *self, WsScenarioState state);
GVariant *ws_scenario_results_to_variant (const WsScenario *self);
gboolean ws_scenario_take_results (WsScenario *self, GVariant *results, GError **error);

#define WS_SCENARIO_RESULT_FORMAT  "(ymsa{sd}bmsutuutyxadad)"
#define WS_SCENARIO_RESULTS_FORMAT "(ssa" WS_SCENARIO_RESULT_FORMAT ")"

typedef enum {
  WS_SCENARIO_NO_MARK,
  WS_SCENARIO_BETTER,
  WS_SCENARIO_EQUAL,
} WsScenarioMark;

WsScenarioMark ws_scenario_get_mark (const WsScenario *self, guint row, guint group,
                                     WsScenarioColumn column, gboolean published);
guint ws_scenario_find_telling_row (const WsScenario *self);

/* ---- words ---- */

char *ws_scenario_format (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
                          guint decimals);
char *ws_scenario_format_published (const WsScenario *self, guint row, guint group,
                                    WsScenarioColumn column);
char *ws_scenario_tell (const WsScenario *self, guint row, guint group);
char *ws_scenario_describe_cell (const WsScenario *self, guint row, guint group);
char *ws_scenario_describe_place (const WsScenario *self);
char *ws_scenario_dup_heading (const WsScenario *self);
char *ws_scenario_describe_source (const WsScenario *self);
char *ws_scenario_describe_sources (const WsScenario *self);
char *ws_scenario_describe_fidelity (const WsScenario *self);

WsData *ws_data_new_for_scenario (const WsScenario *scenario);

G_END_DECLS
