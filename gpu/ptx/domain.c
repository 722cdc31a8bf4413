/* domain.c: the domain of the errors. It is a file of its own: programs that only
 * report errors in PTX do not link the parser.
 */
#include "ptx/ptx.h"

G_DEFINE_QUARK (ws - ptx - error - quark, ws_ptx_error)
