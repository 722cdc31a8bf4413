/* words.h: what the documents' charts share: which points count, and the words about them.
 * For sheet-*.c, and for what else says where its figures are from: in the same words. */
#pragma once

#include "sheet/sheet.h"

G_BEGIN_DECLS

#define WS_SHEET_DOT "  ·  "

/* ---- which points count ---- */

/* it has a time */
gboolean ws_sheet_is_timed (const WsSweepPoint *point);
/* and its result was right: what was wrong is no faster than anything */
gboolean ws_sheet_is_ranked (const WsSweepPoint *point);
/* (nullable): the first of a kernel; of any size where @n is 0 */
const WsSweepPoint *ws_sheet_find_point (const WsSweep *sweep, const char *kernel, guint64 n);
/* (transfer full) (element-type WsSweepPoint): the first point of each kernel, in their order */
GPtrArray *ws_sheet_list_kernels (const WsSweep *sweep);
WsFigures ws_sheet_get_figures (const WsSweep *sweep);
double ws_sheet_get_time (const WsSweepPoint *point);
/* y, and the band where there is more than one sample */
WsChartPoint *ws_sheet_add_time (WsSeries *series, double x, const WsSweepPoint *point);

/* ---- numbers ---- */

/* "30", "2.4", "1.03" */
char *ws_sheet_format_times (double factor);

/**
 * WsSheetColumn:
 * @quantity: of the numbers
 * @unit: of all of them
 * @divisor: by which they are divided
 * @decimals: of all of them, so that the least has three digits
 *
 * A column of a table: numbers that are to stand under each other.
 */
typedef struct {
  WsQuantity quantity;
  const char *unit;
  double divisor;
  int decimals;
} WsSheetColumn;

void ws_sheet_column_init (WsSheetColumn *self, WsQuantity quantity, double least, double largest);
/* (transfer full): a dash of what is not known */
char *ws_sheet_column_format (const WsSheetColumn *self, double value);
/* (transfer full): of a column of percentages, as in "7.2" */
char *ws_sheet_format_percent (double share);
/* (transfer full): of a column of factors, as in "2.33" */
char *ws_sheet_format_factor (double factor);

/* ---- names ---- */

/* (transfer full): @text without what would break a line, and not without end */
char *ws_sheet_clean (const char *text);
/* (transfer full): in the middle of a sentence: "kernel 7" */
char *ws_sheet_refer (const char *title);
/* (transfer full): @text with its first letter large */
char *ws_sheet_begin (const char *text);
/* (transfer full): what a kernel is, after its number: "strided index"; empty where it has none */
char *ws_sheet_get_idea (const char *title);
/* (transfer full): local time, as g_date_time_format() does; empty where it is not known */
char *ws_sheet_format_date (gint64 unix_seconds, const char *format);
/* "NVIDIA H200, driver 580.159"; @driver: (nullable) */
void ws_sheet_append_device (GString *text, const char *name, const char *driver);
/* the day, parted from what is before; nothing where it is not known */
void ws_sheet_append_day (GString *text, gint64 unix_seconds);
/* (transfer full): "G80", "virtual H200"; with the day where two would have one name */
char *ws_sheet_name_sweep (WsSweep *const *sweeps, guint n_sweeps, guint i);
/* (transfer full): "seven reductions", "two kernels" */
char *ws_sheet_count_kernels (const WsSweep *sweep);
/* "ints" */
const char *ws_sheet_name_type (WsValueType type);

/* ---- what stands round the charts ---- */

/* (transfer full): elements, block, samples, device, and whether it was measured; @with_block: of a
 * sweep that does not vary it */
char *ws_sheet_make_subtitle (const WsSweep *sweep, gboolean with_block);
/* (transfer full): what the figures were read off, of all sweeps */
char *ws_sheet_make_source (WsSweep *const *sweeps, guint n_sweeps);
/* What failed or came out wrong, after the caption's sentence. */
void ws_sheet_append_failures (GString *caption, const WsSweep *sweep);
/* (transfer full): of a chart without a point: what it waits for, or that nothing ran */
char *ws_sheet_explain_nothing (const WsSweep *sweep);

/* The next category's, or series', kernel, for ws_sheet_get_kernel(). */
void ws_sheet_add_kernel (WsSheet *self, const char *kernel);

/* ---- the charts of each kind ---- */

void ws_sheet_fill_ladder (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_scaling (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_heatmap (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_occupancy (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_roofline (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);

G_END_DECLS
