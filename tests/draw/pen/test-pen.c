/* What every drawing is made of: themes and texts. */
#include "pen/text.h"
#include "picture.h"

/* What a theme promises: text can be read, neighbours differ, in grey too. */
static void
test_themes (void)
{
  WsThemeKind kind;

  g_assert_true (ws_theme_parse ("projector", &kind));
  g_assert_cmpint (kind, ==, WS_THEME_PROJECTOR);
  g_assert_false (ws_theme_parse ("beige", &kind));
  for (guint i = 0; i < WS_N_THEMES; i++)
    {
      const WsTheme *theme = ws_theme_get (i);

      g_test_message ("%s", theme->name);
      g_assert_cmpfloat (ws_color_contrast (theme->ink, theme->background), >, 12);
      g_assert_cmpfloat (ws_color_contrast (theme->muted, theme->background), >, 4.5);
      g_assert_cmpfloat (ws_color_contrast (theme->idle_ink, theme->idle), >, 4);
      g_assert_cmpfloat (ws_color_contrast (theme->playhead, theme->background), >, 3);
      g_assert_cmpfloat (ws_color_contrast (theme->accent_ink, theme->accent), >, 4.5);
      for (guint w = 0; w < WS_N_WARP_COLORS; w++)
        g_assert_cmpfloat (ws_color_contrast (ws_color_ink_on (theme->warp[w]), theme->warp[w]), >,
                           3.2);
    }
  for (guint w = 0; w < 32; w++)
    for (guint other = 0; other < w; other++)
      g_assert_true (w % WS_N_WARP_COLORS != other % WS_N_WARP_COLORS
                     || ws_hatch_of_warp (w) != ws_hatch_of_warp (other));
}

static void
test_text (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsTheme wordless = picture_get_wordless_theme (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_autoptr (WsText) fixed = ws_text_new (NULL, &wordless);
  g_autofree char *fit = ws_text_fit (text, WS_FACE_SANS, 20, 60, "A long sentence");
  g_autofree char *none = ws_text_fit (text, WS_FACE_SANS, 20, 3, "A long sentence");
  g_auto (GStrv) lines =
      ws_text_wrap (text, WS_FACE_SANS, 20, 90, 3, "one two three four five six seven eight nine");
  g_autofree char *count = ws_format_count (4194304);

  g_assert_true (g_str_has_suffix (fit, "…"));
  g_assert_cmpfloat (ws_text_width (text, WS_FACE_SANS, 20, fit), <=, 60);
  g_assert_null (none);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpfloat (ws_text_width (text, WS_FACE_SANS, 20, lines[i]), <=, 90);
  g_assert_cmpfloat_with_epsilon (ws_text_width (fixed, WS_FACE_MONO, 10, "abcd"), 24.08, 0.001);
  g_assert_cmpfloat_with_epsilon (ws_text_width (text, WS_FACE_SANS, 40, "abcd"),
                                  2 * ws_text_width (text, WS_FACE_SANS, 20, "abcd"), 0.5);
  g_assert_cmpstr (count, ==, "4\u202f194\u202f304");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/themes", test_themes);
  g_test_add_func ("/draw/text", test_text);
  return g_test_run ();
}
