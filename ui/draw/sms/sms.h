/* sms.h: every SM of the device with its block slots and warp slots at a moment of the launch;
 * below, the active warps and SMs over the launch's time, so that occupancy and SM efficiency are
 * areas. Or one SM: its slots over time.
 *
 * Needs only run, launch and timeline of a scene; without a timeline, nothing is drawn.
 */
#pragma once

#include "table/data.h"
#include "pen/emphasis.h"
#include "scene/painter.h"
#include "look/look.h"

G_BEGIN_DECLS

/**
 * WsSmsOptions:
 * @sm: the SM to show over time, %WS_NONE for all SMs at the moment
 * @mark: the SM with the keyboard focus, %WS_NONE for none
 * @from: first cycle of the time shown
 * @to: the cycle after the last, 0 for the whole launch
 * @beside: (nullable): a second launch drawn side by side, if @to is 0: both share one time axis,
 * as long as the longer launch; the room right of the end says that this one is done
 * @emphasis: highlighted SMs, and what is hidden: counts hide the slots and the chart, times hide
 * the times
 */
typedef struct {
  guint sm;
  guint mark;
  double from;
  double to;
  const WsScene *beside;
  WsEmphasis emphasis;
} WsSmsOptions;

#define WS_SMS_OPTIONS_INIT        \
  {                                \
    .sm = WS_NONE, .mark = WS_NONE \
  }

typedef enum {
  WS_SMS_HIT_NONE,
  WS_SMS_HIT_SM,    /* an SM, beside its slots: sm */
  WS_SMS_HIT_SLOT,  /* a slot of an SM at the moment: sm, slot, block */
  WS_SMS_HIT_BAR,   /* a slot of the SM shown over time: sm, slot, block, time */
  WS_SMS_HIT_TIME,  /* the chart: time */
  WS_SMS_HIT_ISSUE, /* a scheduler: sm, slot, and in cycles of its block from time to until */
  WS_SMS_HIT_WARP,  /* a warp of the SM at the moment: sm, slot */
} WsSmsHitKind;

/**
 * WsSmsHit:
 * @sm: an SM, %WS_NONE for none
 * @slot: block slot of the SM, %WS_NONE for none; or a scheduler, or a warp
 * @block: the block in it, %WS_NONE if free
 * @time: cycles since the launch began
 * @until: the end of a time
 */
typedef struct {
  WsSmsHitKind kind;
  guint sm;
  guint slot;
  guint32 block;
  double time;
  double until;
} WsSmsHit;

void ws_draw_sms (cairo_t *cr, const WsFrame *frame, const WsSmsOptions *options);
WsPainter *ws_sms_painter_new (cairo_t *cr);
void ws_sms_painter_set (WsPainter *painter, const WsFrame *frame, const WsSmsOptions *options);
gboolean ws_sms_pick (const WsFrame *frame, const WsSmsOptions *options, double x, double y,
                      WsSmsHit *hit);
gboolean ws_sms_shows_issue (const WsFrame *frame);
guint ws_sms_get_n_columns (const WsFrame *frame, const WsSmsOptions *options);
char *ws_sms_hit_describe (const WsScene *scene, const WsMoment *moment, const WsSmsHit *hit);

char *ws_sms_subtitle (const WsScene *scene, const WsSmsOptions *options);
char *ws_sms_caption (const WsScene *scene, double time);
char *ws_sms_summarise (const WsScene *scene);
char *ws_sms_format_time (const WsScene *scene, double cycles);

WsData *ws_data_new_for_sms (const WsScene *scene);

extern const WsViewClass ws_view_of_sms;

G_END_DECLS
