/* binary.h: a fat binary as nvcc's code registers one, made of PTX. */
#pragma once

#include <glib.h>

/* (transfer full): it stays where it is */
gpointer binary_new (const char *ptx);
/* (transfer full): likewise of several source files, as nvcc -dlink makes it */
gpointer binary_new_linked (const char *const *ptx);
