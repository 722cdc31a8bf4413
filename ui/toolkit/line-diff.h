/* line-diff.h: a diff of two texts by lines: kept, removed and added.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsLineFate:
 * @WS_LINE_STAYED: both texts have it
 * @WS_LINE_WENT: only the text before has it
 * @WS_LINE_CAME: only the text after has it
 */
typedef enum {
  WS_LINE_STAYED,
  WS_LINE_WENT,
  WS_LINE_CAME,
} WsLineFate;

/**
 * WsLineStep:
 * @fate: of the line
 * @before: its number in the text before, from 1; 0 if absent
 * @after: its number in the text after, from 1; 0 if absent
 */
typedef struct {
  WsLineFate fate;
  guint before;
  guint after;
} WsLineStep;

GArray *ws_line_diff_new (const char *before, const char *after);
guint ws_line_diff_find (const GArray *self, guint line);

G_END_DECLS
