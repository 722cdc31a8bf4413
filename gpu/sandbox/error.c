#include "sandbox/sandbox.h"

G_DEFINE_QUARK (ws - sandbox - error - quark, ws_sandbox_error)
