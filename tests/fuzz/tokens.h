/* tokens.h: changes C++ by its words, numbers, signs and brackets. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @words: (array length=n_words): besides those of CUDA C++. Returns: see #WsFuzzMutate */
gsize ws_fuzz_mutate_tokens (guint8 *data, gsize size, gsize max_size, guint32 seed,
                             const char *const *words, guint n_words);

G_END_DECLS
