/* paper.h: sizes of paper. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { WS_PAPER_A4, WS_PAPER_LETTER, WS_N_PAPERS } WsPaper;

gboolean ws_paper_parse (const char *name, WsPaper *paper);
WsPaper ws_paper_get_usual (void);
void ws_paper_get_size (WsPaper self, double *width, double *height);

G_END_DECLS
