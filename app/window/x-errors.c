#include "window/x-errors.h"

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>

/* While GDK expects an error its own handler is in place of this one. */
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
 * @display: what the program draws on
 *
 * Where the X display refuses a request that GDK did not expect it to refuse, GDK ends the program.
 * That happens to windows that are gone by the time the display hears of them: GDK 4.8 moves and
 * focuses its own, where no window manager does. From now on such an error is a message. To be
 * called when the display is open; on others than X's it does nothing.
 */
void
ws_x_errors_outlive (GdkDisplay *display)
{
#ifdef GDK_WINDOWING_X11
  if (GDK_IS_X11_DISPLAY (display))
    XSetErrorHandler (error_cb);
#endif
}
