#include "pen/theme.h"

#include <math.h>
#include <string.h>

G_DEFINE_ENUM_TYPE (WsThemeKind, ws_theme_kind, G_DEFINE_ENUM_VALUE (WS_THEME_LIGHT, "light"),
                    G_DEFINE_ENUM_VALUE (WS_THEME_DARK, "dark"),
                    G_DEFINE_ENUM_VALUE (WS_THEME_PROJECTOR, "projector"),
                    G_DEFINE_ENUM_VALUE (WS_THEME_PRESENTING, "presenting"))

/* Okabe and Ito, "Color Universal Design" (2008): categories that colour-blind people tell apart.
 * Their yellow is too pale on white, their blue and black too dark on black; there, neighbours
 * stand in. */
#define RGB(hex)                                                                 \
  {                                                                              \
    ((hex) >> 16 & 255) / 255., ((hex) >> 8 & 255) / 255., ((hex)&255) / 255., 1 \
  }

#define FONT      "Cantarell, Noto Sans, DejaVu Sans, sans-serif"
#define MONO_FONT "DejaVu Sans Mono, monospace"

#define MARGIN_PX    26   /* at 1920x1080 */
#define MARGIN_SHARE 0.04 /* of the shorter side, at most */

/* Black, large, nothing pale. */
#define PROJECTOR                                                                                  \
  .kind = WS_THEME_PROJECTOR, .name = "projector", .background = RGB (0x000000),                   \
  .ink = RGB (0xffffff), .muted = RGB (0xc6c6cc), .faint = RGB (0x5c5c64), .idle = RGB (0x202026), \
  .idle_ink = RGB (0xbdbdc6), .band = RGB (0x10293a), .accent = RGB (0x56b4e9),                    \
  .accent_ink = RGB (0x000000), .accent_soft = RGB (0x2c6082), .playhead = RGB (0xffb000),         \
  .good = RGB (0x3ee0ac), .warning = RGB (0xff5c57),                                               \
  .warp = { RGB (0x56b4e9), RGB (0xe69f00), RGB (0x2ecfa0), RGB (0xf5a9d0),                        \
            RGB (0xff7a45), RGB (0xf0e442), RGB (0xc4c4cc) },                                      \
  .font = FONT, .mono_font = MONO_FONT, .title_px = 36, .text_px = 28, .label_px = 25,             \
  .note_px = 23, .index_px = 20, .line_px = 2.2, .min_px = 11,

static const WsTheme themes[WS_N_THEMES + 1] = {
  [WS_THEME_LIGHT] = {
    .kind = WS_THEME_LIGHT,
    .name = "light",
    .background = RGB (0xffffff),
    .ink = RGB (0x1d1d20),
    .muted = RGB (0x535359),
    .faint = RGB (0xd2d2d6),
    .idle = RGB (0xececef),
    .idle_ink = RGB (0x64646c),
    .band = RGB (0xe4f0f8),
    .accent = RGB (0x0072b2),
    .accent_ink = RGB (0xffffff),
    .accent_soft = RGB (0x8fc1de),
    .playhead = RGB (0xb84f00),
    .good = RGB (0x007a56),
    .warning = RGB (0xc01c28),
    .warp = { RGB (0x0072b2), RGB (0xc48600), RGB (0x009e73), RGB (0xcc79a7), RGB (0xd55e00), RGB (0x3a9bd8), RGB (0x5a5a62) },
    .font = FONT,
    .mono_font = MONO_FONT,
    .title_px = 34,
    .text_px = 26,
    .label_px = 23,
    .note_px = 20,
    .index_px = 18,
    .line_px = 1.6,
    .min_px = 11,
  },
  [WS_THEME_DARK] = {
    .kind = WS_THEME_DARK,
    .name = "dark",
    .background = RGB (0x1e1e22),
    .ink = RGB (0xf4f4f6),
    .muted = RGB (0xa8a8b0),
    .faint = RGB (0x4a4a52),
    .idle = RGB (0x2e2e34),
    .idle_ink = RGB (0xa0a0a8),
    .band = RGB (0x1f3544),
    .accent = RGB (0x56b4e9),
    .accent_ink = RGB (0x0b1820),
    .accent_soft = RGB (0x2f6484),
    .playhead = RGB (0xff9a3c),
    .good = RGB (0x35cf9c),
    .warning = RGB (0xff6b66),
    .warp = { RGB (0x56b4e9), RGB (0xe69f00), RGB (0x2ecfa0), RGB (0xefa3cb), RGB (0xff7a45), RGB (0xf0e442), RGB (0xb9b9c2) },
    .font = FONT,
    .mono_font = MONO_FONT,
    .title_px = 34,
    .text_px = 26,
    .label_px = 23,
    .note_px = 20,
    .index_px = 18,
    .line_px = 1.6,
    .min_px = 11,
  },
  [WS_THEME_PROJECTOR] = { PROJECTOR .min_share = 0.022 },
  /* a pane is about four fifths of the screen that the share is of */
  [WS_THEME_PRESENTING] = { PROJECTOR .min_share = 0.0275 },
};

/* Returns: (transfer none): its theme; the light one where there is no such kind */
const WsTheme *
ws_theme_get (WsThemeKind kind)
{
  return &themes[(guint)kind <= WS_THEME_PRESENTING ? kind : WS_THEME_LIGHT];
}

/**
 * ws_theme_parse:
 * @name: "light", "dark" or "projector"
 * @kind: (out): return location
 *
 * Returns: whether there is such a theme
 */
gboolean
ws_theme_parse (const char *name, WsThemeKind *kind)
{
  for (guint i = 0; i < WS_N_THEMES; i++)
    if (g_strcmp0 (name, themes[i].name) == 0)
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_theme_get_warp_color:
 * @warp: a warp of a block
 *
 * Colours come again after %WS_N_WARP_COLORS warps; see ws_hatch_of_warp() for what does not.
 */
const WsColor *
ws_theme_get_warp_color (const WsTheme *self, guint warp)
{
  return &self->warp[warp % WS_N_WARP_COLORS];
}

/**
 * ws_theme_get_scale:
 * @width: of a drawing, in pixels
 * @height: of a drawing, in pixels
 *
 * What the theme's sizes are multiplied by. From 1920x1080 upwards it follows the size; below, text
 * shrinks more slowly than the drawing, or a pane of a window could not be read.
 *
 * Returns: a scale, above 0
 */
double
ws_theme_get_scale (const WsTheme *self, double width, double height)
{
  double ratio = MIN (width / 1920, height / 1080);

  ratio = MAX (ratio, 0.05);
  return ratio >= 1 ? ratio : pow (ratio, 0.66);
}

/* Returns: what is left free at the edges of a drawing, in pixels */
double
ws_theme_get_margin (const WsTheme *self, double width, double height)
{
  return MIN (MARGIN_PX * ws_theme_get_scale (self, width, height),
              MIN (width, height) * MARGIN_SHARE);
}

/**
 * ws_theme_get_min_text:
 * @height: of a drawing, in pixels
 *
 * Returns: the smallest text size, in pixels; what does not fit with it is left out
 */
double
ws_theme_get_min_text (const WsTheme *self, double height)
{
  return MAX (self->min_px, height * self->min_share);
}
