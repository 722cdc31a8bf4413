/* words.h: shared by the charts: which points are valid, and the words about them. For sheet-*.c,
 * and for other code that names the source of its figures. */
#pragma once

#include "sheet/sheet.h"
#include "words/words.h"

G_BEGIN_DECLS

#define WS_SHEET_DOT "  ·  "

/* ---- which points count ---- */

gboolean ws_sheet_is_timed (const WsSweepPoint *point);
gboolean ws_sheet_is_ranked (const WsSweepPoint *point);
const WsSweepPoint *ws_sheet_find_point (const WsSweep *sweep, const char *kernel, guint64 n);
GPtrArray *ws_sheet_list_kernels (const WsSweep *sweep);
WsFigures ws_sheet_get_figures (const WsSweep *sweep);
double ws_sheet_get_time (const WsSweepPoint *point);
WsChartPoint *ws_sheet_add_time (WsSeries *series, double x, const WsSweepPoint *point);

/* ---- numbers ---- */

char *ws_sheet_format_times (double factor);

/**
 * WsSheetColumn:
 * @quantity: of the numbers
 * @unit: of all of them
 * @divisor: by which they are divided
 * @decimals: of all of them, so that the least has three digits
 *
 * A column of a table: numbers aligned below each other.
 */
typedef struct {
  WsQuantity quantity;
  const char *unit;
  double divisor;
  int decimals;
} WsSheetColumn;

void ws_sheet_column_init (WsSheetColumn *self, WsQuantity quantity, double least, double largest);
char *ws_sheet_column_format (const WsSheetColumn *self, double value);
char *ws_sheet_format_percent (double share);
char *ws_sheet_format_factor (double factor);

/* ---- names ---- */

char *ws_sheet_clean (const char *text);
char *ws_sheet_refer (const char *title);
char *ws_sheet_get_idea (const char *title);
void ws_sheet_append_device (GString *text, const char *name, const char *driver);
void ws_sheet_append_day (GString *text, gint64 unix_seconds);
char *ws_sheet_name_sweep (WsSweep *const *sweeps, guint n_sweeps, guint i);
char *ws_sheet_count_kernels (const WsSweep *sweep);
const char *ws_sheet_name_type (WsValueType type);

/* ---- what stands round the charts ---- */

char *ws_sheet_describe_origin (WsFigures figures, const char *device);
char *ws_sheet_make_subtitle (const WsSweep *sweep, gboolean with_block);
char *ws_sheet_make_source (WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_append_failures (GString *caption, const WsSweep *sweep);
char *ws_sheet_explain_nothing (const WsSweep *sweep);

void ws_sheet_add_kernel (WsSheet *self, const char *kernel);

/* ---- the charts of each kind ---- */

void ws_sheet_fill_ladder (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_scaling (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_heatmap (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_block_size (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_roofline (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_option (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);
void ws_sheet_fill_latency (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps);

G_END_DECLS
