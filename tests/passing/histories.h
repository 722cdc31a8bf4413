/* histories.h: whether a program did the same on two devices. */
#pragma once

#include "history/history.h"

WsHistory *histories_read (const char *path, GError **error);
char *histories_compare (const WsHistory *a, const WsHistory *b);
