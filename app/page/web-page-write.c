/* web-page-write.c: the file: a head with a content security policy, styles, contents, and a
 * script. */
#include "page/web-page-private.h"

#include "bundle/bundle.h"
#include "files/replacement.h"

#include <string.h>

#define FOLDER "/warpstage/page/"

/* (transfer full) */
static char *
read_part (const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, NULL);
  gsize size;
  const char *data;

  g_assert (bytes != NULL);
  data = g_bytes_get_data (bytes, &size);
  return g_strndup (data, size);
}

/* (transfer full): "sha256-…": what a policy knows a text by */
static char *
make_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize size = sizeof digest;
  g_autofree char *base64 = NULL;

  g_checksum_update (checksum, (const guchar *)text, -1);
  g_checksum_get_digest (checksum, digest, &size);
  base64 = g_base64_encode (digest, size);
  return g_strconcat ("sha256-", base64, NULL);
}

/* What could end a script, begin a comment of one, or be a line's end to one.
 *
 * (transfer full): JSON that says the same */
static char *
escape_json (const char *json)
{
  static const struct {
    const char *what;
    const char *instead;
  } all[] = { { "<", "\\u003c" },
              { ">", "\\u003e" },
              { "&", "\\u0026" },
              { "\u2028", "\\u2028" },
              { "\u2029", "\\u2029" } };
  GString *text = g_string_new (json);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_string_replace (text, all[i].what, all[i].instead, 0);
  return g_string_free (text, FALSE);
}

/* In the browser's own title nothing can be kept apart: what turns the direction of a text is left
 * out. (transfer full) */
static char *
escape_title (const char *title)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *valid = g_utf8_make_valid (title, -1);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (g_unichar_type (c) != G_UNICODE_FORMAT && g_unichar_type (c) != G_UNICODE_CONTROL)
        g_string_append_unichar (text, c);
    }
  return g_markup_escape_text (text->str, -1);
}

/* (transfer full): "de", "en"; of a program that speaks none, as of C, "en" */
static char *
get_language (void)
{
  const char *name = g_get_language_names ()[0];
  gsize length = strspn (name, "abcdefghijklmnopqrstuvwxyz");

  return length == 2 || length == 3 ? g_strndup (name, length) : g_strdup ("en");
}

/* A place of the template, "{{name}}", and what comes there. */
typedef struct {
  const char *name;
  const char *text;
} Place;

static const char *
find_text (const Place *places, guint n_places, const char *name, gsize length)
{
  for (guint i = 0; i < n_places; i++)
    if (strlen (places[i].name) == length && strncmp (places[i].name, name, length) == 0)
      return places[i].text;
  g_assert_not_reached ();
}

/* In one pass: inserted text is not scanned again. (transfer full) */
static char *
fill (const char *html, const Place *places, guint n_places)
{
  GString *text = g_string_new (NULL);

  for (const char *open; (open = strstr (html, "{{")) != NULL;)
    {
      const char *name = open + 2;
      const char *close = strstr (name, "}}");

      g_string_append_len (text, html, open - html);
      g_string_append (text, find_text (places, n_places, name, (gsize)(close - name)));
      html = close + 2;
    }
  g_string_append (text, html);
  return g_string_free (text, FALSE);
}

/**
 * ws_web_page_to_bytes:
 * @self: a page with at least one step
 * @watch: follows it
 *
 * Returns: (transfer full) (nullable): the file
 */
GBytes *
ws_web_page_to_bytes (const WsWebPage *self, const WsWebPageWatch *watch, GError **error)
{
  g_autofree char *drawings = NULL;
  g_autofree char *painted = NULL;
  g_autofree char *json = NULL;
  g_autofree char *data = NULL;
  g_autofree char *html = read_part ("page.html");
  g_autofree char *css = read_part ("page.css");
  g_autofree char *script = read_part ("page.js");
  g_autofree char *style = NULL;
  g_autofree char *title = NULL;
  g_autofree char *language = get_language ();
  g_autofree char *script_hash = make_hash (script);
  g_autofree char *style_hash = NULL;

  g_return_val_if_fail (self != NULL && self->steps->len > 0 && watch != NULL, NULL);

  json = ws_web_data_make (self, watch, &drawings, &painted, error);
  if (json == NULL)
    return NULL;
  data = escape_json (json);
  style = g_strconcat (css, painted, NULL);
  style_hash = make_hash (style);
  title = escape_title (self->title != NULL ? self->title : "Warpstage");
  {
    const Place places[] = {
      { "language", language },     { "title", title },   { "script-hash", script_hash },
      { "style-hash", style_hash }, { "style", style },   { "data", data },
      { "drawings", drawings },     { "script", script },
    };
    char *whole = fill (html, places, G_N_ELEMENTS (places));

    return g_bytes_new_take (whole, strlen (whole));
  }
}

/**
 * ws_web_page_write:
 * @self: a page with at least one step
 * @file: where to, whatever its name
 * @watch: follows it
 * @error: return location: of #WsExportError, or of files
 *
 * Writes it. A file that is there is replaced when the new one is whole. May be called in any
 * thread.
 *
 * Returns: whether it was written
 */
gboolean
ws_web_page_write (const WsWebPage *self, GFile *file, const WsWebPageWatch *watch, GError **error)
{
  g_autoptr (WsReplacement) replacement = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  /* reports an unwritable file before drawing */
  replacement = ws_replacement_new (file, WS_REPLACE_NONE, watch->cancellable, error);
  bytes = replacement != NULL ? ws_web_page_to_bytes (self, watch, error) : NULL;
  return bytes != NULL
         && g_output_stream_write_all (ws_replacement_get_stream (replacement),
                                       g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                       NULL, watch->cancellable, error)
         && ws_replacement_commit (replacement, watch->cancellable, error);
}
