/* words-dialog.h: the words of the subject and what they mean, to be searched. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget *ws_words_dialog_new (GtkWindow *parent);

G_END_DECLS
