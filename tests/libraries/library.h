/* library.h: a program that calls CUDA's libraries: the virtual GPU beneath it, and its history. */
#pragma once

#include "history/history.h"
#include "runtime/api.h"

void library_begin (void);
WsHistory *library_end (void);
void *library_put (const void *data, gsize size);
void library_get (void *data, const void *from, gsize size);
const WsStep *library_find (const WsHistory *history, const char *name);
