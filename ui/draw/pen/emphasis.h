/* emphasis.h: what a picture highlights, and what it hides until it is revealed, for a class that
 * predicts before it looks.
 *
 * Both are drawn over the picture and do not change the layout, so that nothing moves on revealing.
 * Neither relies on colour alone.
 */
#pragma once

#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsHide:
 * @WS_HIDE_VALUES: values in memory from the current stage on, and the result
 * @WS_HIDE_MASKS: which lanes work
 * @WS_HIDE_COUNTS: numbers of lanes, threads, warps and conflicts, and texts about them
 * @WS_HIDE_TIMES: how long things take
 * @WS_HIDE_PUBLISHED: published figures
 * @WS_HIDE_FAULT: the fault and its line
 *
 * What is hidden: flags.
 */
typedef enum {
  WS_HIDE_VALUES = 1 << 0,
  WS_HIDE_MASKS = 1 << 1,
  WS_HIDE_COUNTS = 1 << 2,
  WS_HIDE_TIMES = 1 << 3,
  WS_HIDE_PUBLISHED = 1 << 4,
  WS_HIDE_FAULT = 1 << 5,
} WsHide;

/**
 * WsHighlightKind:
 * @WS_HIGHLIGHT_WARP: a warp of the block
 * @WS_HIGHLIGHT_LANE: a lane of the chosen warp
 * @WS_HIGHLIGHT_THREAD: a thread of the block
 * @WS_HIGHLIGHT_ELEMENT: a column of the tree
 * @WS_HIGHLIGHT_ROW: a row of the tree, from 1
 * @WS_HIGHLIGHT_LINE: a line of the source, from 1
 * @WS_HIGHLIGHT_SM: a streaming multiprocessor
 *
 * What can be highlighted.
 */
typedef enum {
  WS_HIGHLIGHT_WARP,
  WS_HIGHLIGHT_LANE,
  WS_HIGHLIGHT_THREAD,
  WS_HIGHLIGHT_ELEMENT,
  WS_HIGHLIGHT_ROW,
  WS_HIGHLIGHT_LINE,
  WS_HIGHLIGHT_SM,
  WS_N_HIGHLIGHTS
} WsHighlightKind;

/**
 * WsHighlight:
 * @kind: what is highlighted
 * @number: which of them
 */
typedef struct {
  WsHighlightKind kind;
  guint number;
} WsHighlight;

#define WS_MAX_HIGHLIGHTS 16

/**
 * WsEmphasis:
 * @hide: of #WsHide
 * @n_highlights: number of highlights
 * @highlights: (array length=n_highlights): what they are
 *
 * All zeros: nothing is highlighted or hidden.
 */
typedef struct {
  guint hide;
  guint n_highlights;
  WsHighlight highlights[WS_MAX_HIGHLIGHTS];
} WsEmphasis;

/**
 * WsHighlightRings:
 * @threads: (nullable): rings threads of the block, from @first on: a warp, or one
 * @element: (nullable): rings an element
 * @row: (nullable): rings a row, counted from 0
 *
 * How a drawing rings its highlights: kinds that it does not show have no function.
 */
typedef struct {
  void (*threads) (gpointer drawing, guint first, guint n);
  void (*element) (gpointer drawing, guint number);
  void (*row) (gpointer drawing, guint row);
} WsHighlightRings;

const char *ws_hide_get_name (WsHide hide);
gboolean ws_hide_parse (const char *name, WsHide *hide);
const char *ws_highlight_kind_get_name (WsHighlightKind kind);
guint ws_highlight_kind_get_first (WsHighlightKind kind);
gboolean ws_highlight_kind_parse (const char *name, WsHighlightKind *kind);
gboolean ws_highlight_parse (const char *words, WsHighlight *highlight);
gboolean ws_emphasis_add (WsEmphasis *self, WsHighlightKind kind, guint number);
gboolean ws_emphasis_has (const WsEmphasis *self, WsHighlightKind kind, guint number);
gboolean ws_emphasis_has_kind (const WsEmphasis *self, WsHighlightKind kind);
gboolean ws_emphasis_equal (const WsEmphasis *a, const WsEmphasis *b);
void ws_emphasis_draw_rings (const WsEmphasis *self, const WsHighlightRings *rings,
                             gpointer drawing);

#define WS_VEIL_SIGN "?"

WsColor ws_veil_get_ink (const WsTheme *theme);
void ws_veil_draw (cairo_t *cr, WsText *text, const WsTheme *theme, const WsBox *box, double radius,
                   double px);
double ws_highlight_get_line (const WsTheme *theme, double scale);
/**
 * WsPointer:
 * @x: of its tip
 * @y: of its tip
 * @dx: where it points to, a unit
 * @dy: where it points to
 * @size: of it, pixels
 *
 * An arrow head that points to a highlight.
 */
typedef struct {
  double x;
  double y;
  double dx;
  double dy;
  double size;
} WsPointer;

void ws_highlight_draw_ring (cairo_t *cr, const WsTheme *theme, const WsBox *box, double radius,
                             double scale);
void ws_highlight_draw_frame (cairo_t *cr, const WsTheme *theme, const WsBox *box, double radius,
                              double scale);
void ws_highlight_draw_pointer (cairo_t *cr, const WsTheme *theme, const WsPointer *pointer);

G_END_DECLS
