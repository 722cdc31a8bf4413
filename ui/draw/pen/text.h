/* text.h: text of a drawing: measured, shortened to fit, and shown.
 *
 * A WsText lives as long as one drawing. Numbers and code go the short way: their glyphs are
 * gathered and shown in one call per colour, for a tree has hundreds of them in every frame. With a
 * theme that has no font, nothing is shown, and each character is as wide as every other.
 */
#pragma once

#include "pen/paint.h"

G_BEGIN_DECLS

typedef enum { WS_FACE_SANS, WS_FACE_BOLD, WS_FACE_MONO, WS_FACE_MONO_BOLD, WS_N_FACES } WsFace;

typedef struct _WsText WsText;

/* @cr: nullable: only to measure */
WsText *ws_text_new (cairo_t *cr, const WsTheme *theme);
void ws_text_free (WsText *self); /* shows what was gathered */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsText, ws_text_free)

/* shows on @cr from now on, which has the same scale: what was measured stays */
void ws_text_set_target (WsText *self, cairo_t *cr);
double ws_text_width (WsText *self, WsFace face, double px, const char *string);
/* of capitals and digits, above the baseline: what a text is centred by */
double ws_text_cap_height (WsText *self, WsFace face, double px);
/* (transfer full) (nullable): what of @string fits into @width, with "…" if it was shortened */
char *ws_text_fit (WsText *self, WsFace face, double px, double width, const char *string);

/* Shows @string with the middle of its capitals at @y; @align: 0 begins at @x, 0.5 is centred on
 * it, 1 ends there. Returns its width. */
double ws_text_show (WsText *self, WsFace face, double px, WsColor color, double x, double y,
                     double align, const char *string);
/* the same, shortened to @width. Returns the width used, 0 where nothing fits */
double ws_text_show_fit (WsText *self, WsFace face, double px, WsColor color, double x, double y,
                         double align, double width, const char *string);
/* Gathers a short text of ASCII characters; anything else is shown at once. */
void ws_text_gather (WsText *self, WsFace face, double px, WsColor color, double x, double y,
                     double align, const char *string);
double ws_text_gather_width (WsText *self, WsFace face, double px, const char *string);
/* Shows what was gathered: before something is painted over it. */
void ws_text_flush (WsText *self);

/* (transfer full): @string broken into at most @max_lines lines of @width; the last is shortened */
char **ws_text_wrap (WsText *self, WsFace face, double px, double width, guint max_lines,
                     const char *string);

/* ---- for tests ---- */

/* One text that was shown, in device units: its capitals' height and its width. */
typedef struct {
  WsBox box;
  double px;
  char *string;
} WsTextBox;

/* From now on each text shown on @cr is noted in the array. (transfer full) (element-type
 * WsTextBox): owned by the caller, who must keep it longer than @cr. */
GArray *ws_text_watch (cairo_t *cr);

G_END_DECLS
