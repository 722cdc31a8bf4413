/* words-dialog.h: the glossary, with a search. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget *ws_words_dialog_new (GtkWindow *parent);

G_END_DECLS
