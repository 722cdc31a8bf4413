#include "sheet/figure.h"

#include "pen/page.h"

#define SHEET_MARGIN 0.4 /* of a sheet, of its small text */
#define MORE_LINES   2   /* failures are listed in the caption */

/* A number and its unit stay on one line. */
static char *
bind_units (const char *text)
{
  static const char pattern[] =
      "(?<=[0-9]) (?=(?:%|ns|µs|ms|s|[kMGT]?B/s|[kMGT]/s|op/B)(?:[^A-Za-z]|$))";
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  char *bound =
      text != NULL ? g_regex_replace_literal (regex, text, -1, 0, "\u00a0", 0, NULL) : NULL;

  return bound != NULL ? bound : g_strdup (text);
}

/* Converts the pointer's position to a drawing that begins at @box. */
static void
move_hover (WsChartOptions *options, const WsBox *box)
{
  if (options->hover_x < 0 || options->hover_y < 0)
    return;
  options->hover_x -= box->x;
  options->hover_y -= box->y;
}

/* A sheet has its own margin: it is inset by the difference to the text's margin, also from the
 * caption. */
static void
move_in (WsBox *box, const WsPage *page)
{
  double own =
      page->theme.note_px * ws_theme_get_scale (&page->theme, box->w, box->h) * SHEET_MARGIN;
  double by = MAX (page->pad - own, 0);

  *box = (WsBox){ box->x + by, box->y, box->w - 2 * by, box->h - by };
}

/**
 * ws_draw_sheet_figure:
 * @sheet: what is drawn
 * @options: (nullable): of its charts; the pointer's position is in the whole figure
 * @bare: without title, caption and source
 *
 * Draws a sheet on the theme's background, with its title above, and caption and source below.
 */
void
ws_draw_sheet_figure (cairo_t *cr, const WsSheet *sheet, const WsSheetOptions *options,
                      gboolean bare, const WsArea *area)
{
  WsSheetOptions inside = WS_SHEET_OPTIONS_INIT;
  g_autofree char *caption = bind_units (sheet->caption);
  WsPageWords words = { .title = sheet->title != NULL ? sheet->title : "",
                        .subtitle = sheet->subtitle,
                        .caption = caption,
                        .source = sheet->source,
                        .more_lines = MORE_LINES };
  WsPage page;

  if (options != NULL)
    inside = *options;
  /* its space is kept */
  if (ws_sheet_keeps_back (sheet, &inside))
    words.instead = "";
  ws_page_begin (&page, cr, bare ? NULL : &words, area->theme, area->width, area->height);
  if (page.has_words)
    ws_page_draw_words (&page, words.title, words.subtitle);
  if (page.has_words)
    move_in (&page.box, &page);
  move_hover (&inside.main, &page.box);
  move_hover (&inside.side, &page.box);
  cairo_save (cr);
  cairo_translate (cr, page.box.x, page.box.y);
  ws_draw_sheet (cr, sheet, &inside, &(WsArea){ &page.theme, page.box.w, page.box.h });
  cairo_restore (cr);
  ws_page_end (&page);
}
