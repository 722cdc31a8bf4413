/* tags.h: the tags of an L1 cache: which lines of global memory it holds. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

#define WS_LINE_BYTES 128

typedef struct _WsTags WsTags;

WsTags *ws_tags_new (guint64 bytes);
void ws_tags_free (WsTags *self);
void ws_tags_forget (WsTags *self);
guint ws_tags_touch (WsTags *self, guint64 line, guint sectors, guint64 **arrives);

G_END_DECLS
