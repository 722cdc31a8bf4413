/* place.h: where a file goes if nobody says where: beside the last one, under a name that is free.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (transfer full): @remembered, if it is a folder that can be written to; else the user's pictures,
 * else his home */
char *ws_place_get_folder (const char *remembered);
/* (transfer full): "FOLDER/ladder.png", "FOLDER/ladder (2).png" ...: the first that is not there.
 * @suffix: as in "png"; empty for a folder */
char *ws_place_find_free (const char *folder, const char *stem, const char *suffix);
/* Removes a folder of files; what else is in it, and then the folder, stays. */
void ws_place_remove_folder (const char *folder);
/* (transfer full): a name for a file of @text: letters, digits, hyphens and dots within */
char *ws_place_make_stem (const char *text);

G_END_DECLS
