/* entry-mark.h: marks an entry whose text is invalid. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_entry_mark (GtkEntry *entry, gboolean is_wrong);

G_END_DECLS
