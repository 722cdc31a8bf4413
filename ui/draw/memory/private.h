/* private.h: the state of one drawing of memory, and its layout. */
#pragma once

#include "memory/memory.h"
#include "pen/text.h"

G_BEGIN_DECLS

#define WS_MEMORY_MAX_LINES 3 /* of the sentence above */

/**
 * WsMemoryLayout:
 * @head: the sentence, @n_lines lines of it
 * @note: one subdued line below it; no height for lack of room
 * @body: all below
 * @label_w: before rows of @body
 */
typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double text_px;
  double note_px;
  WsBox head;
  WsBox note;
  WsBox body;
  double label_w;
} WsMemoryLayout;

/**
 * WsMemoryBanks:
 * @numbers: bank numbers, above the banks
 * @grid: a row for each pass
 * @row_h: of a pass
 * @column_w: of a bank
 * @map_title: above @map; no height where there is none
 * @map: map of the words, a row for each of @rows
 * @map_row_h: of such a row
 * @rows: rows of words: a word's address over the number of banks
 * @n_rows: that are drawn, for which there is room
 * @n_all_rows: that are touched
 */
typedef struct {
  WsBox numbers;
  WsBox grid;
  double row_h;
  double column_w;
  WsBox map_title;
  WsBox map;
  double map_row_h;
  guint64 rows[WS_MEMORY_REQUEST_MAX_WORDS];
  guint n_rows;
  guint n_all_rows;
} WsMemoryBanks;

/**
 * WsMemorySegments:
 * @lanes: a cell for each lane
 * @lane_w: of one
 * @band: the segments
 * @first: of each segment, its address over 128
 * @n: segments
 * @segment_w: of each
 * @gap: between them
 * @levels: below the band: the level that serves each sector
 * @labels: below those
 * @legend: below those
 */
typedef struct {
  WsBox lanes;
  double lane_w;
  WsBox band;
  guint64 first[WS_MEMORY_REQUEST_MAX_PIECES];
  guint n;
  double segment_w;
  double gap;
  WsBox levels;
  WsBox labels;
  WsBox legend;
} WsMemorySegments;

/**
 * WsMemoryTable:
 * @head: names of columns
 * @rows: a row for each line
 * @caches: below those: sectors that caches serve, over all lines; no height for lack of room
 * @n_rows: that have room
 * @order: (element-type guint): indices of the lines, in descending order of weight
 * @weights: (array): of each line, wasted bytes, or cycles
 * @most: the largest weight
 * @sum: the total for shares: wasted bytes of all lines, or all warp cycles
 * @is_stacked: whether the kind is shown below the source
 * @source_x, @kind_x, @request_x, @per_x, @cache_x, @share_x, @lost_x: left ends of columns, of
 * requests the right end; columns without a width are left out
 */
typedef struct {
  WsBox head;
  WsBox rows;
  WsBox caches;
  double row_h;
  guint n_rows;
  GArray *order;
  guint64 *weights;
  guint64 most;
  guint64 sum;
  gboolean is_stacked;
  double source_x;
  double kind_x;
  double kind_w;
  double request_x;
  double per_x;
  double per_w;
  double cache_x;
  double cache_w;
  double share_x;
  double share_w;
  double lost_x;
  double lost_w;
  WsBox bars; /* in the first row, full for the line with the largest weight; no width if there are
                 none */
} WsMemoryTable;

/**
 * WsMemoryImage:
 * @buffer: (nullable): what is shown
 * @coloring: what its colours mean
 * @rows: the image
 * @header: room for column numbers above it; no height if the buffer is one-dimensional
 * @length: elements of a row of the buffer
 * @n_columns: of the image
 * @n_rows: of the image
 * @per_column: columns of the buffer per column of the image
 * @per_row: rows of the buffer per row of the image
 * @column_numbers: (element-type guint64) (nullable): of the columns of the image, ascending; %NULL
 * if none is left out
 * @row_numbers: (element-type guint64): of its rows, ascending
 * @legend: of the colours
 */
typedef struct {
  const WsMemoryBuffer *buffer;
  WsMemoryColoring coloring;
  WsBox rows;
  WsBox header;
  guint64 length;
  guint n_columns;
  guint n_rows;
  guint64 per_column;
  guint64 per_row;
  GArray *column_numbers;
  GArray *row_numbers;
  double row_h;
  double column_w;
  WsBox legend;
} WsMemoryImage;

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  const WsMemoryOptions *options;
  const WsKernel *kernel;
  guint warp;
  guint32 event; /* of the block; WS_NONE where the warp has no access */
  gboolean is_to_come;
  gboolean has_request;
  WsMemoryRequest request;
  const WsLaunchStalls *stalls; /* of lines by time; NULL if not known yet */
  guint n_served;               /* passes that have been served */
  WsText *text;
  WsMemoryLayout layout;
  WsMemoryBanks banks;
  WsMemorySegments segments;
  WsMemoryTable table;
  WsMemoryImage image;
} WsMemoryDrawing;

gboolean ws_memory_begin (WsMemoryDrawing *self, const WsScene *scene, const WsMoment *moment,
                          const WsMemoryOptions *options, const WsTheme *theme);
void ws_memory_end (WsMemoryDrawing *self);
void ws_memory_lay_out (WsMemoryDrawing *self, double width, double height);
gboolean ws_memory_hides (const WsMemoryDrawing *self);
const WsSite *ws_memory_get_site (const WsMemoryDrawing *self);

void ws_memory_draw_head (WsMemoryDrawing *self);
void ws_memory_draw_nothing (WsMemoryDrawing *self);

void ws_memory_lay_out_banks (WsMemoryDrawing *self);
void ws_memory_draw_banks (WsMemoryDrawing *self);
void ws_memory_draw_map (WsMemoryDrawing *self);
WsBox ws_memory_get_word_box (const WsMemoryDrawing *self, guint word);
gboolean ws_memory_pick_banks (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit);

void ws_memory_lay_out_segments (WsMemoryDrawing *self);
void ws_memory_draw_segments (WsMemoryDrawing *self);
WsBox ws_memory_get_lane_box (const WsMemoryDrawing *self, guint lane);
WsBox ws_memory_get_stack_box (const WsMemoryDrawing *self, guint lane);
WsBox ws_memory_get_sector_box (const WsMemoryDrawing *self, guint64 address);
gboolean ws_memory_pick_segments (const WsMemoryDrawing *self, double x, double y,
                                  WsMemoryHit *hit);

void ws_memory_lay_out_table (WsMemoryDrawing *self);
void ws_memory_draw_table (WsMemoryDrawing *self);
guint64 *ws_memory_weigh_lines (const WsMemoryDrawing *self);
WsBox ws_memory_get_bar (const WsMemoryDrawing *self, guint row);
guint ws_memory_get_ranked (const WsMemoryDrawing *self, guint row);
gboolean ws_memory_pick_table (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit);

void ws_memory_lay_out_image (WsMemoryDrawing *self);
void ws_memory_draw_image (WsMemoryDrawing *self);
gboolean ws_memory_pick_image (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit);

/* values.c */
WsMemoryColoring ws_memory_choose_coloring (const WsMemoryDrawing *self,
                                            const WsMemoryBuffer *buffer);
double *ws_memory_find_values (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer,
                               WsMemoryColoring coloring);
gboolean ws_memory_find_reach (const double *values, guint n, double *least, double *most);

/* levels.c */
void ws_memory_draw_level (WsMemoryDrawing *self, WsBox box, WsMemoryLevel level);
void ws_memory_draw_levels (WsMemoryDrawing *self, WsMemoryLevelCount *count);
double ws_memory_draw_cached (WsMemoryDrawing *self, const WsBox *bar,
                              const WsMemoryLevelCount *count);

void ws_memory_draw_highlights (WsMemoryDrawing *self);

/* words.c */
char *ws_memory_name_place (const WsScene *scene, WsSpace space, guint64 address);
char *ws_memory_dup_source (const WsKernel *kernel, guint line);
char *ws_memory_make_sentence (const WsMemoryDrawing *self);
char *ws_memory_make_note (const WsMemoryDrawing *self);
char *ws_memory_format_share (double share);
const char *ws_memory_name_level (WsMemoryLevel level);
const char *ws_memory_name_level_short (WsMemoryLevel level);
char *ws_memory_say_levels (const WsMemoryLevelCount *count);
const char *ws_memory_name_deed (WsOpClass op_class, WsSpace space);
const WsMemoryBuffer *ws_memory_get_buffer (const WsMemoryDrawing *self);

G_END_DECLS
