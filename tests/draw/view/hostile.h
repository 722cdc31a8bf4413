/* hostile.h: run files that were not recorded but made to take time and memory: from a run of one
 * block, with parts of it replaced. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * HostileCase:
 * @name: of the file
 * @sentence: part of what is said where it is refused; %NULL where it passes, and is to be drawn
 *
 * A file of 1 to 30 MB.
 */
typedef struct {
  const char *name;
  const char *sentence;
  GVariant *(*make) (GVariant *base);
} HostileCase;

const HostileCase *hostile_get_cases (guint *n);
/* (transfer full): the file of a case */
GBytes *hostile_make (const HostileCase *self);

G_END_DECLS
