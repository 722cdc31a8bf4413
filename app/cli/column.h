/* column.h: tables in a terminal. Widths of columns are display widths: printf() counts bytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int cli_column_measure (const char *text);
void cli_column_widen (int *width, const char *text);
void cli_column_print (int width, const char *text);
void cli_column_printf (int width, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
