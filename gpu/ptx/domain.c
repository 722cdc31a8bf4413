/* domain.c: the domain of the errors. It stands alone: who hears of errors of PTX has no parser of
 * it.
 */
#include "ptx/ptx.h"

G_DEFINE_QUARK (ws - ptx - error - quark, ws_ptx_error)
