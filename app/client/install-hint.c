#include "client/install-hint.h"

#include <glib/gi18n.h>

static gboolean has_button;

/* From now on errors name the window's button, and not the command line. Before clients are made:
 * their threads ask for it. */
void
ws_install_hint_offer_button (void)
{
  has_button = TRUE;
}

/**
 * ws_install_hint_dup:
 * @name: of another computer, which has no worker that can be used
 *
 * Returns: (transfer full): a sentence on how to copy this one's there
 */
char *
ws_install_hint_dup (const char *name)
{
  return has_button
             ? g_strdup (_ ("Or choose Install the Worker, which copies this computer's."))
             : g_strdup_printf (
                 _ ("Or copy this computer's with: warpstage-cli devices --install %s"), name);
}
