/* emphasis.h: what a picture lets stand out, and what it keeps back until it is revealed: for a
 * class that is to predict first, and to see then.
 *
 * Both are marks over the picture: where things stand, they leave as it is, so that what is
 * revealed appears in its place and nothing moves. Neither is told by colour alone.
 */
#pragma once

#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsHide:
 * @WS_HIDE_VALUES: what stands in memory from the present stage on, and the result
 * @WS_HIDE_MASKS: which lanes work
 * @WS_HIDE_COUNTS: how many lanes, threads, warps, conflicts there are, and whatever is said of
 * them
 * @WS_HIDE_TIMES: how long things take
 * @WS_HIDE_PUBLISHED: what others have published
 * @WS_HIDE_FAULT: what went wrong, and at which line
 *
 * What is kept back: flags.
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
 * @WS_HIGHLIGHT_LANE: a lane of the warp that is looked at
 * @WS_HIGHLIGHT_THREAD: a thread of the block
 * @WS_HIGHLIGHT_ELEMENT: a column of the tree
 * @WS_HIGHLIGHT_ROW: a row of the tree, from 1
 * @WS_HIGHLIGHT_LINE: a line of the source, from 1
 * @WS_HIGHLIGHT_SM: a streaming multiprocessor
 *
 * What can stand out.
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
 * @kind: what stands out
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
 * @n_highlights: how many things stand out
 * @highlights: (array length=n_highlights): what they are
 *
 * All zeros: nothing stands out, and nothing is kept back.
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
 * How a drawing rings what stands out in it: what it cannot show has no function.
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
 * An arrow head that points to what stands out.
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
