/* domain.c: the error domain, in its own file so that programs that only report errors in PTX do
 * not link the parser. */
#include "ptx/ptx.h"

G_DEFINE_QUARK (ws - ptx - error - quark, ws_ptx_error)
