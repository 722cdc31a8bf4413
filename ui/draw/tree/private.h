/* private.h: the state of one drawing of a tree, shared by the files that draw its parts.
 */
#pragma once

#include "sheet/stamp.h"
#include "tree/layout.h"

G_BEGIN_DECLS

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  const WsEmphasis *emphasis;
  const WsTreeModel *model;
  WsText *text;
  WsStamps *stamps;
  WsTreeLayout layout;
  guint event; /* last one executed */
} WsTree;

/* The progress of a node. */
typedef enum {
  WS_TREE_FUTURE,  /* its row has not begun */
  WS_TREE_AWAITED, /* its row has begun */
  WS_TREE_FRESH,   /* stored in the current row */
  WS_TREE_PAST,    /* stored in an earlier row */
  WS_TREE_DEAD,    /* stored, but contributes to no result */
  WS_TREE_N_STATES
} WsTreeState;

WsTreeState ws_tree_get_state (const WsTree *self, guint row, guint32 node);
gboolean ws_tree_get_progress (const WsTree *self, guint row, guint32 node, double *progress);
gboolean ws_tree_is_ahead (const WsTreeLayout *l, const WsTreeModel *model, guint row);
gboolean ws_tree_is_kept_back (const WsTree *self, guint row);
gboolean ws_tree_is_veiled (const WsTree *self, guint row);
gboolean ws_tree_tells_hazards (const WsTree *self, guint row);
void ws_tree_draw_legend (WsTree *self);
WsColor ws_tree_get_color (const WsTree *self, const WsNode *node);
WsColor ws_tree_get_line_tone (const WsTree *self, const WsNode *node, double share);
WsColor ws_tree_get_ink_on (WsColor fill);
WsColor ws_tree_get_ink (const WsTree *self, WsColor ink, WsColor ground);
gboolean ws_tree_is_seen (const WsTree *self, guint32 column);
gboolean ws_tree_is_told (const WsTree *self, guint32 node);
guint ws_tree_get_value_chars (const WsTree *self, const WsNode *node);
char *ws_tree_format_elements (const WsTree *self, guint n);
char *ws_tree_format_value (const WsNode *node, guint max_chars);

/* A line from a source to the thread that uses it. */
typedef struct {
  double x0, y0;     /* at the source, or at the edge of the focus */
  double x1, y1;     /* at the thread */
  gboolean outside;  /* its source is outside the focus */
  gboolean is_guest; /* its source is in a folded column, and its value is shown above the thread */
  guint32 source;
  guint row; /* row of the source; of a guest, of the thread */
} WsTreeLine;

guint ws_tree_get_lines (const WsTree *self, guint row, guint32 node, WsTreeLine lines[],
                         guint max_lines);
WsColor ws_tree_get_line_color (const WsTree *self, guint row, guint32 node, double shown,
                                double *width);
double ws_tree_get_lines_shown (const WsTree *self, guint row);
gboolean ws_tree_is_dense (const WsTreeLayout *layout);

gboolean ws_tree_pick_in (const WsTreeLayout *layout, const WsScene *scene, const WsMoment *moment,
                          double x, double y, WsTreeHit *hit);

/* ---- the parts of a drawing, each a function of the layout and of the progress ---- */

void ws_tree_draw_band (WsTree *self);
void ws_tree_draw_nothing (WsTree *self);
void ws_tree_draw_header (WsTree *self);
void ws_tree_draw_note (WsTree *self, gboolean is_later);
void ws_tree_draw_titles (WsTree *self);
WsBox ws_tree_get_lines_box (const WsTree *self, guint row);
void ws_tree_draw_lines (WsTree *self, guint row);
gboolean ws_tree_is_in_band (const WsTree *self, guint row);
void ws_tree_draw_threads (WsTree *self, guint row);
void ws_tree_draw_guests (WsTree *self, guint row);
guint ws_tree_count_folded (const WsTree *self, guint row);
void ws_tree_draw_folded (WsTree *self, guint row);
void ws_tree_draw_cells (WsTree *self, guint row);
gboolean ws_tree_get_tokens_box (const WsTree *self, guint row, WsBox *box);
void ws_tree_draw_tokens (WsTree *self, guint row);
gboolean ws_tree_get_hover (const WsTree *self, WsTreeHit *hit);
void ws_tree_draw_hover_lines (WsTree *self, const WsTreeHit *hit);
void ws_tree_draw_hover_outline (WsTree *self, const WsTreeHit *hit);
gboolean ws_tree_get_veil_box (const WsTree *self, WsBox *box);
void ws_tree_draw_veil (WsTree *self);
void ws_tree_draw_highlights (WsTree *self);
void ws_tree_draw_strip_ground (WsTree *self);
WsBox ws_tree_get_strip_rows_box (const WsTree *self, guint first, guint end);
void ws_tree_draw_strip_rows (WsTree *self, guint first, guint end);
void ws_tree_draw_strip_frame (WsTree *self);
void ws_tree_name_warps (WsTree *self, const WsBox *columns, const WsBox *room, double y);

G_END_DECLS
