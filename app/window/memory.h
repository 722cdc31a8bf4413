/* memory.h: the allocator settings of the window's process. */
#pragma once

void ws_memory_init (void);
