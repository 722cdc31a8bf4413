/* memory.h: how the window's process asks for memory. */
#pragma once

void ws_memory_init (void);
