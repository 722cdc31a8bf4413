/* beside.h: two runs side by side on one playhead: how their stages correspond, and how they
 * differ.
 *
 * The left one leads, and the right follows. How depends on the view.
 *
 * Over time, *now* is one instant: both launches begin at 0, and now is the same number of
 * nanoseconds later. Both share one axis, as long as the longer launch. A launch that has ended by
 * now is shown as ended.
 *
 * By stages, the blocks are aligned by the number of loaded cells that each cell of a stage sums:
 * where it is 4 on one side, it is 4 on the other, whatever the kernel. Telling instants of both
 * sides coincide; between two of them both progress equally. The two then stand at different times.
 */
#pragma once

#include "scene/scene.h"
#include "table/data.h"

G_BEGIN_DECLS

typedef enum { WS_BESIDE_LEFT, WS_BESIDE_RIGHT, WS_BESIDE_N_SIDES } WsBesideSide;

/**
 * WsBeside:
 * @scenes: of blocks, or of launches alone
 * @n_stages: of each; 0 if one of them has no block
 * @stage_of: (nullable) (array length=n_stages): per stage of the left, the right's
 *
 * All read-only.
 */
typedef struct {
  WsScene *scenes[WS_BESIDE_N_SIDES];
  guint n_stages[WS_BESIDE_N_SIDES];
  guint *stage_of;
  /*< private >*/
  gatomicrefcount refs;
} WsBeside;

#define WS_TYPE_BESIDE (ws_beside_get_type ())
GType ws_beside_get_type (void);

WsBeside *ws_beside_new (WsScene *left, WsScene *right);
WsBeside *ws_beside_ref (WsBeside *self);
void ws_beside_unref (WsBeside *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsBeside, ws_beside_unref)

double ws_beside_position_of (const WsBeside *self, double position);
double ws_beside_time_of (const WsBeside *self, double time);
double ws_beside_get_shared_end (const WsBeside *self);
void ws_beside_moment_of (const WsBeside *self, const WsMoment *left, WsMoment *right);

/**
 * WsBesideFigure:
 * @id: stable name, for example "divergent-warps"
 * @title: what it counts
 * @unit: of the values; empty where it has none
 * @of_stage: whether it belongs to the stage; else to the launch or plan
 * @values: of each side; NAN if unknown
 * @texts: (nullable): of each side: as a clause, "4 of 4 warps diverge"
 * @both: (nullable): of both, where they differ: "4 of 4 warps diverge | none does"
 * @differs: whether the displayed values differ
 *
 * A figure of both runs.
 */
typedef struct {
  const char *id;
  const char *title;
  const char *unit;
  gboolean of_stage;
  double values[WS_BESIDE_N_SIDES];
  char *texts[WS_BESIDE_N_SIDES];
  char *both;
  gboolean differs;
} WsBesideFigure;

/* @stage: one of the left, or %WS_NONE for figures of the launch */
GPtrArray *ws_beside_list_figures (const WsBeside *self, guint stage);

gboolean ws_beside_is_same (const WsBeside *self);

char *ws_beside_title (const WsBeside *self);
char *ws_beside_heading (const WsBeside *self, WsBesideSide side);
char *ws_beside_source (const WsBeside *self);
char *ws_beside_sentence (const WsBeside *self, guint stage);
char *ws_beside_sentence_markup (const WsBeside *self, guint stage);
char *ws_beside_say_now (const WsBeside *self, WsBesideSide side, double time);
char *ws_beside_note (const WsBeside *self, WsBesideSide side, guint stage, const WsTheme *theme);

WsData *ws_data_new_for_beside (const WsBeside *self, guint stage);

G_END_DECLS
