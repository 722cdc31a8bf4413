/* inspection.h: the figures of a launch or plan for the inspector, grouped into those derived from
 * the run, those of a clock, and those counted by hardware.
 */
#pragma once

#include "advice/causes.h"
#include "metrics/metrics.h"
#include "sheet/metric-words.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  WS_FIGURE_DERIVED,  /* counted in the run's events */
  WS_FIGURE_CLOCK,    /* times: of the virtual GPU's clock, or of a real one's */
  WS_FIGURE_HARDWARE, /* read off the GPU's counters */
  WS_N_FIGURE_KINDS
} WsFigureKind;

/**
 * WsFigure:
 * @id: of the metric, or the counter's name
 * @kind: its origin
 * @title: its title
 * @metric: the figure; of a counter, with its value and its unit only
 * @has_hardware: for a figure that is not a counter: whether a counter corresponds to it
 * @hardware: the counter's value, in the metric's unit
 */
typedef struct {
  const char *id;
  WsFigureKind kind;
  const char *title;
  WsMetric metric;
  gboolean has_hardware;
  double hardware;
} WsFigure;

/**
 * WsInspection:
 * @run: whose figures they are
 * @launch: a launch, or %WS_NONE for the plan
 * @figures: (element-type WsFigure): the known ones, grouped by kind
 *
 * Reference counted, and never changed.
 */
typedef struct {
  WsRun *run;
  guint launch;
  GArray *figures;
} WsInspection;

#define WS_TYPE_INSPECTION (ws_inspection_get_type ())
GType ws_inspection_get_type (void);

WsInspection *ws_inspection_new (WsRun *run, guint launch, GArray *metrics);
WsInspection *ws_inspection_ref (WsInspection *self);
void ws_inspection_unref (WsInspection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsInspection, ws_inspection_unref)

/* ---- in words; all (transfer full) ---- */

char *ws_inspection_describe (const WsInspection *self);
const char *ws_inspection_get_kind_title (const WsInspection *self, WsFigureKind kind);
char *ws_inspection_describe_kind (const WsInspection *self, WsFigureKind kind);
char *ws_figure_format_hardware (const WsFigure *self);
gboolean ws_figure_matches (const WsFigure *self, const char *words);

/* ---- to be copied; all (transfer full) ---- */

char *ws_inspection_figure_to_text (const WsInspection *self, const WsFigure *figure);
char *ws_inspection_to_text (const WsInspection *self, const WsCauses *causes);
char *ws_inspection_to_html (const WsInspection *self, const WsCauses *causes);

G_END_DECLS
