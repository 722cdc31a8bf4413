/* sms.h: every SM of the device with its block slots and warp slots at a moment of the launch;
 * below, over the launch's time, how many warps and SMs are at work, so that occupancy and SM
 * efficiency are areas. Or one SM: its slots over time.
 *
 * Of a scene only run, launch and timeline are needed; where there is no timeline, nothing is
 * drawn.
 */
#pragma once

#include "table/data.h"
#include "scene/painter.h"

G_BEGIN_DECLS

/**
 * WsSmsOptions:
 * @sm: the SM to show over time, %WS_NONE for all SMs at the moment
 * @mark: an SM that the keyboard is on, %WS_NONE for none
 * @from: first cycle of the time shown
 * @to: the cycle after the last, 0 for the whole launch
 */
typedef struct {
  guint sm;
  guint mark;
  double from;
  double to;
} WsSmsOptions;

#define WS_SMS_OPTIONS_INIT        \
  {                                \
    .sm = WS_NONE, .mark = WS_NONE \
  }

typedef enum {
  WS_SMS_HIT_NONE,
  WS_SMS_HIT_SM,   /* an SM, beside its slots: sm */
  WS_SMS_HIT_SLOT, /* a slot of an SM at the moment: sm, slot, block */
  WS_SMS_HIT_BAR,  /* a slot of the SM shown over time: sm, slot, block, time */
  WS_SMS_HIT_TIME, /* the chart: time */
} WsSmsHitKind;

/**
 * WsSmsHit:
 * @sm: an SM, %WS_NONE where none is meant
 * @slot: block slot of the SM, %WS_NONE where none is meant
 * @block: the block in it, %WS_NONE where it is free
 * @time: cycles since the launch began
 */
typedef struct {
  WsSmsHitKind kind;
  guint sm;
  guint slot;
  guint32 block;
  double time;
} WsSmsHit;

/* @options: nullable */
void ws_draw_sms (cairo_t *cr, const WsScene *scene, const WsMoment *moment,
                  const WsSmsOptions *options, const WsTheme *theme, double width, double height);
/* The same in parts. @cr: nullable: where all is drawn; else each part is drawn on something of a
 * scale of 1 */
WsPainter *ws_sms_painter_new (cairo_t *cr);
void ws_sms_painter_set (WsPainter *painter, const WsScene *scene, const WsMoment *moment,
                         const WsSmsOptions *options, const WsTheme *theme, double width,
                         double height);
gboolean ws_sms_pick (const WsScene *scene, const WsMoment *moment, const WsSmsOptions *options,
                      const WsTheme *theme, double width, double height, double x, double y,
                      WsSmsHit *hit);
/* columns in which the SMs stand, to go up and down among them */
guint ws_sms_get_n_columns (const WsScene *scene, const WsSmsOptions *options, const WsTheme *theme,
                            double width, double height);
/* (transfer full) (nullable): what a tooltip says of it */
char *ws_sms_hit_describe (const WsScene *scene, const WsMoment *moment, const WsSmsHit *hit);

/* (transfer full): "Occupancy", "132 SMs, on each 16 blocks of 4 warps; 15.5 waves · modelled" */
char *ws_sms_title (const WsScene *scene);
char *ws_sms_subtitle (const WsScene *scene, const WsSmsOptions *options);
/* (transfer full): what happens at the moment, in one sentence or two */
char *ws_sms_caption (const WsScene *scene, double time);
/* (transfer full): figures of the launch, for who cannot see the picture */
char *ws_sms_summarise (const WsScene *scene);
/* (transfer full): "41.2 µs" */
char *ws_sms_format_time (const WsScene *scene, double cycles);

/* (transfer full): the residencies of the launch, as a table */
WsData *ws_data_new_for_sms (const WsScene *scene);

G_END_DECLS
