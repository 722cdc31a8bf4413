/* markdown.h: Markdown as a list of blocks, each with its text as Pango markup. It supports what
 * the manual uses: headings, paragraphs, lists, code, pictures, links. HTML, such as marks for the
 * manual pages, is skipped. No widgets. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  WS_MARKDOWN_HEADING,
  WS_MARKDOWN_PARAGRAPH,
  WS_MARKDOWN_ITEM,
  WS_MARKDOWN_CODE,
  WS_MARKDOWN_PICTURE,
} WsMarkdownKind;

/**
 * WsMarkdownBlock:
 * @kind: what it is
 * @level: of a heading, from 1; of an item and of a paragraph in one, how deep its list is nested,
 * from 1; else 0
 * @markup: text, as Pango markup; of a picture, what it shows, as text
 * @target: (nullable): of a heading, its anchor, as in "exit-status"; of a picture, its path
 */
typedef struct {
  WsMarkdownKind kind;
  guint level;
  char *markup;
  char *target;
} WsMarkdownBlock;

GPtrArray *ws_markdown_parse (const char *text);

G_END_DECLS
