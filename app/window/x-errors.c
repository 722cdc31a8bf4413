#include "window/x-errors.h"

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>

/* While GDK expects an error, its own handler replaces this one. */
static int
error_cb (Display *display, XErrorEvent *error)
{
  char text[128];

  XGetErrorText (display, error->error_code, text, sizeof text);
  g_message ("The X display refused a request: %s (request %u, window 0x%lx).", text,
             error->request_code, error->resourceid);
  return 0;
}
#endif

/**
 * ws_x_errors_outlive:
 * @display: the program's display
 *
 * If the X server rejects a request unexpectedly, GDK terminates the program. This happens with
 * windows that are destroyed before the server handles the request: without a window manager, GDK
 * 4.8 moves and focuses its windows itself. From now on such an error only prints a message. To be
 * called once the display is open; does nothing on displays other than X.
 */
void
ws_x_errors_outlive (GdkDisplay *display)
{
#ifdef GDK_WINDOWING_X11
  if (GDK_IS_X11_DISPLAY (display))
    XSetErrorHandler (error_cb);
#endif
}
