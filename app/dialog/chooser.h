/* chooser.h: the file choosers of the whole program.
 *
 * There is one for each purpose, and it is never freed: GTK 4.8's GtkFileChooserWidget leaves its
 * signal handlers on the list of a folder's files, so that a later change to the folder accesses
 * freed memory (g_file_equal() in browse_files_model_row_changed_cb()). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * WsChosenFunc:
 * @file: (transfer none): the chosen file
 * @owner: the object that asked
 */
typedef void (*WsChosenFunc) (GFile *file, gpointer owner);

typedef enum {
  WS_CHOOSER_OPEN_RUN,
  WS_CHOOSER_SAVE_RUN,
  WS_CHOOSER_SAVE_KERNEL,
  WS_CHOOSER_SAVE_PICTURE,
  WS_CHOOSER_SAVE_HANDOUT,
  WS_CHOOSER_SAVE_LECTURE,
  WS_CHOOSER_SAVE_PAGE,
  WS_CHOOSER_SAVE_FILE,
  WS_N_CHOOSERS
} WsChooserKind;

void ws_chooser_ask (GtkWindow *parent, WsChooserKind kind, const char *folder, const char *name,
                     WsChosenFunc chosen, gpointer owner);
void ws_chooser_cancel (GtkWindow *parent);

G_END_DECLS
