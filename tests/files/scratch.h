/* scratch.h: a fixture: an empty folder, and where something may come to stand in it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *folder;
  char *path;
} Scratch;

/* @name: of @path, in the folder */
void scratch_set_up (Scratch *self, gconstpointer name);
void scratch_tear_down (Scratch *self, gconstpointer name);
/* (transfer full) */
char *scratch_get_path (const Scratch *self, const char *name);
guint scratch_count_entries (const char *path);

G_END_DECLS
