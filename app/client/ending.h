/* ending.h: how a worker ended, as a sentence. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *ws_ending_describe (int signal_number);

G_END_DECLS
