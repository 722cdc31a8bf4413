/* memory.h: how the window's process asks for memory. */
#pragma once

/* Before the first thread. */
void ws_memory_init (void);
