/* install-hint.h: how a user copies a worker to another computer, for errors to say. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ws_install_hint_offer_button (void);
char *ws_install_hint_dup (const char *name);

G_END_DECLS
