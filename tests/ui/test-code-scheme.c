/* The colours of code: on the projector every one of them can be read from the last row. */
#include "editor/code-scheme.h"

#include "pen/paint.h"
#include "window/projector-scheme.h"

#define LEAST 7.0 /* WCAG 2.1, level AAA, of text that is not large */

static WsColor
parse (const char *text)
{
  GdkRGBA rgba;

  g_assert_true (gdk_rgba_parse (&rgba, text));
  return (WsColor){ rgba.red, rgba.green, rgba.blue, 1 };
}

/* (transfer full) (nullable): of a style, or of what it falls back to */
static char *
dup_foreground (GtkSourceStyleScheme *scheme, GtkSourceLanguage *language, const char *id)
{
  for (; id != NULL; id = gtk_source_language_get_style_fallback (language, id))
    {
      GtkSourceStyle *style = gtk_source_style_scheme_get_style (scheme, id);
      char *text = NULL;

      if (style != NULL)
        g_object_get (style, "foreground", &text, NULL);
      if (text != NULL)
        return text;
    }
  return NULL;
}

/* Returns: how many of the language's styles have a colour of their own */
static guint
check_language (GtkSourceStyleScheme *scheme, const char *name, WsColor background)
{
  GtkSourceLanguage *language =
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), name);
  g_auto (GStrv) ids = gtk_source_language_get_style_ids (language);
  guint n = 0;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *text = dup_foreground (scheme, language, ids[i]);

      g_test_message ("%s: %s", ids[i], text != NULL ? text : "as text");
      if (text == NULL)
        continue;
      n++;
      g_assert_cmpfloat (ws_color_contrast (parse (text), background), >=, LEAST);
    }
  return n;
}

static void
test_projector (void)
{
  static const char *const languages[] = { "cuda", "cpp", "c", "llvm" };
  GtkSourceStyleScheme *scheme;
  GtkSourceStyle *style;
  g_autofree char *ink = NULL;
  g_autofree char *back = NULL;

  g_assert_true (ws_code_scheme_get (WS_THEME_PROJECTOR) == ws_code_scheme_get (WS_THEME_DARK));
  ws_projector_scheme_add ();
  scheme = ws_code_scheme_get (WS_THEME_PROJECTOR);
  g_assert_cmpstr (gtk_source_style_scheme_get_id (scheme), ==, "warpstage-projector");
  g_assert_true (scheme == ws_code_scheme_get (WS_THEME_PRESENTING));
  style = gtk_source_style_scheme_get_style (scheme, "text");
  g_object_get (style, "foreground", &ink, "background", &back, NULL);
  g_assert_cmpfloat (ws_color_contrast (parse (ink), parse (back)), >=, 2 * LEAST);
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    g_assert_cmpuint (check_language (scheme, languages[i], parse (back)), >, 3);
  style = gtk_source_style_scheme_get_style (scheme, "line-numbers");
  g_clear_pointer (&ink, g_free);
  g_object_get (style, "foreground", &ink, NULL);
  g_assert_cmpfloat (ws_color_contrast (parse (ink), parse (back)), >=, LEAST);
}

static void
test_others (void)
{
  g_assert_cmpstr (gtk_source_style_scheme_get_id (ws_code_scheme_get (WS_THEME_LIGHT)), ==,
                   "Adwaita");
  g_assert_cmpstr (gtk_source_style_scheme_get_id (ws_code_scheme_get (WS_THEME_DARK)), ==,
                   "Adwaita-dark");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_source_init ();
  g_test_add_func ("/code-scheme/projector", test_projector);
  g_test_add_func ("/code-scheme/others", test_others);
  return g_test_run ();
}
