/* layout.h: the layout of the lines of source and PTX. */
#pragma once

#include "code/options.h"
#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsCodeLayout:
 * @code_px: size of the code
 * @line_h: height of a line
 * @first, @count: visible lines of the source, 1-based
 * @line: the current one; 0 if unknown
 * @marker, @numbers, @bars, @text: columns
 * @source: the source
 * @ptx: the current line's PTX; no height if hidden
 * @n_ptx: its lines that fit
 * @beside: whether it is beside the source, and not below
 */
typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double code_px;
  double note_px;
  double line_h;
  guint n_lines;
  guint first;
  guint count;
  guint line;
  double marker_x;
  double number_x; /* where numbers end */
  double bar_x;
  double bar_w;
  double text_x;
  WsBox source;
  WsBox ptx;
  double ptx_line_h;
  guint n_ptx;
  gboolean beside;
} WsCodeLayout;

void ws_code_layout_init (WsCodeLayout *self, WsText *text, const WsFrame *frame,
                          const WsCodeOptions *options);
char *ws_code_expand_tabs (const char *line, gsize length);
WsBox ws_code_layout_get_line (const WsCodeLayout *self, guint line);

/* the kind of a piece of code */
typedef enum {
  WS_TOKEN_PLAIN,
  WS_TOKEN_KEYWORD,
  WS_TOKEN_CUDA, /* words that CUDA adds */
  WS_TOKEN_COMMENT,
  WS_TOKEN_DIRECTIVE,
  WS_TOKEN_STRING,
  WS_TOKEN_NUMBER
} WsTokenKind;

gboolean ws_code_next_token (const char *line, gsize length, gsize *at, gsize *begin,
                             gboolean *in_comment, WsTokenKind *kind);

G_END_DECLS
