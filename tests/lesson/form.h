/* form.h: whether the right answer of a question gives itself away by its form, whatever it says.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (transfer full) (nullable): what the right one alone has, of Pango markup as a slide shows it;
 * NULL where nothing tells it from the others */
char *form_find_giveaway (const char *const *answers, guint right);

G_END_DECLS
