/* code-blocks.h: the blocks of a text of C: code between braces, and multi-line comments.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsCodeBlock:
 * @first: line of its brace or its comment's begin, from 1
 * @last: line of the brace that closes it, or of the comment's end
 *
 * A block of three lines or more.
 */
typedef struct {
  guint first;
  guint last;
} WsCodeBlock;

GArray *ws_code_blocks_find (const char *text);

G_END_DECLS
