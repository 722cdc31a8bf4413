/* wheel.h: wheels of a test's own, good and hostile, and rows of the table for them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WheelEntry:
 * @path: of a file in the wheel
 * @text: of it; %NULL: a link to somewhere else
 */
typedef struct {
  const char *path;
  const char *text;
} WheelEntry;

/* @entries: up to one without a path. (transfer full) */
GBytes *wheel_make (const WheelEntry *entries);
/* @table: (inout): text of a table like resources/wheels.ini, without its head */
void wheel_add (GString *table, const char *name, const char *part, GBytes *wheel,
                const char *files, guint64 most);

G_END_DECLS
