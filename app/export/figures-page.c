/* figures-page.c: the page that shows a folder of figures: HTML with a little CSS in it, that only
 * needs the files next to it. */
#include "export/figures-private.h"

#include "words/date.h"

#include <glib/gi18n.h>

static const char style[] =
    "    :root { color-scheme: light dark; --ink: #1d1d20; --muted: #5e5e66; --ground: #fafafb; "
    "--card: #ffffff; --line: #dcdce2; --accent: #0062a0; }\n"
    "    @media (prefers-color-scheme: dark) {\n"
    "      :root { --ink: #f0f0f2; --muted: #a6a6b0; --ground: #18181b; --card: #222226; --line: "
    "#3a3a41; --accent: #7cc4f4; }\n"
    "    }\n"
    "    body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: "
    "var(--ground); color: var(--ink); font: 1rem/1.5 Cantarell, system-ui, sans-serif; }\n"
    "    h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 0.5rem; }\n"
    "    h2 { font-size: 1.4rem; margin: 3rem 0 1rem; }\n"
    "    h3 { font-size: 1.05rem; margin: 0; }\n"
    "    p { margin: 0.25rem 0; }\n"
    "    a { color: var(--accent); }\n"
    "    .source, footer { color: var(--muted); font-size: 0.875rem; }\n"
    "    main { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min("
    "34rem, 100%), 1fr)); }\n"
    "    main > h2 { grid-column: 1 / -1; margin: 1.5rem 0 0; }\n"
    "    figure { margin: 0; background: var(--card); border: 1px solid var(--line); "
    "border-radius: "
    "10px; overflow: hidden; display: flex; flex-direction: column; }\n"
    "    figure img { display: block; width: 100%; height: auto; border-bottom: 1px solid "
    "var(--line); }\n"
    "    figcaption { padding: 0.9rem 1.1rem 1rem; }\n"
    "    .files { margin-top: 0.5rem; font-size: 0.875rem; }\n"
    "    footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }\n";

static void
append_escaped (GString *out, const char *before, const char *text, const char *after)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append_printf (out, "%s%s%s", before, escaped, after);
}

/* Links to the files NAME.FORMAT, as in "PNG · SVG". */
static void
append_links (GString *out, const char *name, const char *const *formats, guint n, gboolean first)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *upper = g_ascii_strup (formats[i], -1);

      g_string_append_printf (out, "%s<a href=\"%s.%s\">%s</a>", first && i == 0 ? "" : " · ", name,
                              formats[i], upper);
    }
}

static void
append_item (GString *out, const WsFigureFolder *self, const WsFigureItem *item)
{
  if (item->section != NULL)
    append_escaped (out, "    <h2>", item->section, "</h2>\n");
  g_string_append_printf (out,
                          "    <figure id=\"%s\">\n"
                          "      <a href=\"%s.png\"><img src=\"%s.png\" width=\"%d\" height=\"%d\" "
                          "loading=\"lazy\"",
                          item->name, item->name, item->name, self->form.width, self->form.height);
  append_escaped (out, " alt=\"", item->alt, "\"></a>\n      <figcaption>\n");
  append_escaped (out, "        <h3>", item->heading, "</h3>\n");
  if (item->caption != NULL && *item->caption != '\0')
    append_escaped (out, "        <p>", item->caption, "</p>\n");
  append_escaped (out, "        <p class=\"source\">", item->source, "</p>\n");
  g_string_append (out, "        <p class=\"files\">");
  append_links (out, item->name, ws_figures_pictures, G_N_ELEMENTS (ws_figures_pictures), TRUE);
  if (ws_figures_item_has_data (item))
    append_links (out, item->name, ws_figures_tables, G_N_ELEMENTS (ws_figures_tables), FALSE);
  g_string_append (out, "</p>\n      </figcaption>\n    </figure>\n");
}

/**
 * ws_figures_make_page:
 * @self: a folder whose pictures are there
 *
 * Returns: (transfer full): the page that shows them all: HTML that only needs the files next to it
 */
char *
ws_figures_make_page (const WsFigureFolder *self)
{
  g_autofree char *date = ws_date_format (g_get_real_time () / G_USEC_PER_SEC, WS_DATE_DAY);
  g_autofree char *made = NULL;
  GString *out =
      g_string_new ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                    "  <meta charset=\"utf-8\">\n"
                    "  <meta name=\"viewport\" content=\"width=device-width\">\n"
                    "  <meta name=\"generator\" content=\"Warpstage " WS_VERSION "\">\n");

  append_escaped (out, "  <title>", self->title, "</title>\n");
  g_string_append_printf (out, "  <style>\n%s  </style>\n</head>\n<body>\n", style);
  append_escaped (out, "  <h1>", self->title, "</h1>\n");
  if (self->items->len > 0)
    append_escaped (out, "  <p class=\"source\">",
                    ((const WsFigureItem *)self->items->pdata[0])->source, "</p>\n");
  g_string_append (out, "  <main>\n");
  for (guint i = 0; i < self->items->len; i++)
    append_item (out, self, self->items->pdata[i]);
  g_string_append (out, "  </main>\n  <footer>\n");
  if (self->run != NULL)
    {
      append_escaped (out, "    <p>", _ ("All metrics of the launch, and how they are computed:"),
                      " ");
      append_links (out, "metrics", ws_figures_tables, G_N_ELEMENTS (ws_figures_tables), TRUE);
      g_string_append (out, "</p>\n");
      if (self->launch != WS_NONE)
        {
          append_escaped (out, "    <p>", _ ("Why the launch is slow, and what each cause costs:"),
                          " ");
          append_links (out, "causes", ws_figures_tables, G_N_ELEMENTS (ws_figures_tables), TRUE);
          g_string_append (out, "</p>\n");
        }
    }
  made = g_strdup_printf (
      _ ("Made by Warpstage %1$s on %2$s. Every figure is marked as measured or modelled."),
      WS_VERSION, date);
  append_escaped (out, "    <p>", made, "</p>\n  </footer>\n</body>\n</html>\n");
  return g_string_free (out, FALSE);
}
