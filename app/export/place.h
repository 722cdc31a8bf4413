/* place.h: the default place of a file: beside the last one, under an unused name.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_place_get_folder (const char *remembered);
char *ws_place_find_free (const char *folder, const char *stem, const char *suffix);
void ws_place_remove_folder (const char *folder);
char *ws_place_make_stem (const char *text);

G_END_DECLS
