/* output.h: reports a failure to write standard output by the exit status. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void cli_output_begin (void);
void cli_output_flush (void);
void cli_output_count (guint done, guint n, gpointer data);
void cli_output_show (const char *line);
void cli_output_show_progress (double fraction, const char *sentence, gpointer data);

G_END_DECLS
