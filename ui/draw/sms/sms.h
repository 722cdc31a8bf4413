/* sms.h: every SM of the device with its block slots and warp slots at a moment of the launch;
 * below, over the launch's time, how many warps and SMs are active, so that occupancy and SM
 * efficiency are areas. Or one SM: its slots over time.
 *
 * Of a scene only run, launch and timeline are needed; where there is no timeline, nothing is
 * drawn.
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
 * @mark: an SM that the keyboard is on, %WS_NONE for none
 * @from: first cycle of the time shown
 * @to: the cycle after the last, 0 for the whole launch
 * @beside: (nullable): a launch beside which this one is drawn: both have one axis of time, as long
 * as the longer launch, and what is right of the end of this one says that it is done; where @to is
 * 0
 * @emphasis: SMs that stand out, and what is kept back: with the counts, the slots and the chart;
 * with the times, those
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
 * @sm: an SM, %WS_NONE where none is meant
 * @slot: block slot of the SM, %WS_NONE where none is meant; or a scheduler, or a warp
 * @block: the block in it, %WS_NONE where it is free
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
