/* install-hint.h: instructions for copying a worker to another computer, for error messages. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ws_install_hint_offer_button (void);
char *ws_install_hint_dup (const char *name);

G_END_DECLS
