/* An X display that refuses a request: a message, and the program goes on. */
#include "window/x-errors.h"

#include <gdk/x11/gdkx.h>
#include <string.h>

#define NO_WINDOW 0x7ffffff

static guint n_messages;

static GLogWriterOutput
log_cb (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  for (gsize i = 0; i < n; i++)
    if ((level & G_LOG_LEVEL_MESSAGE) != 0 && g_str_equal (fields[i].key, "MESSAGE")
        && strstr (fields[i].value, "BadWindow") != NULL)
      n_messages++;
  return g_log_writer_default (level, fields, n, data);
}

static void
test_gone (void)
{
  GdkDisplay *display = gdk_display_get_default ();
  Display *xdisplay = gdk_x11_display_get_xdisplay (display);

  XRaiseWindow (xdisplay, NO_WINDOW);
  XSync (xdisplay, False);
  g_assert_cmpuint (n_messages, ==, 1);
  /* what GDK expects is still its own */
  gdk_x11_display_error_trap_push (display);
  XRaiseWindow (xdisplay, NO_WINDOW);
  g_assert_cmpint (gdk_x11_display_error_trap_pop (display), ==, BadWindow);
  g_assert_cmpuint (n_messages, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check () || !GDK_IS_X11_DISPLAY (gdk_display_get_default ()))
    {
      g_print ("1..0 # skipped: there is no X display\n");
      return 77;
    }
  g_log_set_writer_func (log_cb, NULL, NULL);
  ws_x_errors_outlive (gdk_display_get_default ());
  g_test_add_func ("/x-errors/gone", test_gone);
  return g_test_run ();
}
