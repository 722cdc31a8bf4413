/* lacking.c: a library of CUDA's of which nothing is there: each call says so. Built for each of
 * them: WS_CALLS names the list of its calls, WS_TITLE the library, WS_STATUS is what it hands back
 * where something is not supported. */
#include "runtime/library.h"

/* Whatever their arguments are, they are not looked at. */
#define WS_LACKS(call)                   \
  WS_LIBRARY_API int call (void);        \
  int call (void)                        \
  {                                      \
    ws_library_refuse (#call, WS_TITLE); \
    return WS_STATUS;                    \
  }
#define WS_LACKS_TEXT(call)               \
  WS_LIBRARY_API const char *call (void); \
  const char *call (void)                 \
  {                                       \
    return "not supported";               \
  }
#include WS_CALLS
