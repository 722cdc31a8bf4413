/* output.h: what is printed arrives, or the exit status says that it did not. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* At the start of main(): from now on the program's end, however it comes, looks whether all that
 * was printed has arrived. */
void cli_output_begin (void);
/* Lets what was printed be seen; ends the program where nobody takes it. For who prints line by
 * line, and long. */
void cli_output_flush (void);

G_END_DECLS
