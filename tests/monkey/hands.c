#include "hands.h"

#include <X11/extensions/XTest.h>
#include <gdk/x11/gdkx.h>
#include <math.h>

static const struct {
  GdkModifierType modifier;
  guint keyval;
} modifier_keys[] = {
  { GDK_CONTROL_MASK, GDK_KEY_Control_L },
  { GDK_SHIFT_MASK, GDK_KEY_Shift_L },
  { GDK_ALT_MASK, GDK_KEY_Alt_L },
};

static Display *
get_display (void)
{
  return gdk_x11_display_get_xdisplay (gdk_display_get_default ());
}

gboolean
hands_init (void)
{
  int number;

  return GDK_IS_X11_DISPLAY (gdk_display_get_default ())
         && XTestQueryExtension (get_display (), &number, &number, &number, &number);
}

void
hands_move (int x, int y)
{
  XTestFakeMotionEvent (get_display (), -1, x, y, CurrentTime);
  XSync (get_display (), False);
}

void
hands_button (guint button, gboolean down)
{
  XTestFakeButtonEvent (get_display (), button, down, CurrentTime);
  XSync (get_display (), False);
}

static void
key (guint keyval, gboolean down)
{
  KeyCode code = XKeysymToKeycode (get_display (), keyval);

  if (code != 0)
    XTestFakeKeyEvent (get_display (), code, down, CurrentTime);
}

/* Whether the key means @keyval with Shift only, as + does. */
static gboolean
needs_shift (guint keyval)
{
  KeyCode code = XKeysymToKeycode (get_display (), keyval);
  GdkKeymapKey *keys = NULL;
  guint *values = NULL;
  int n = 0;
  gboolean plain = FALSE;
  gboolean shifted = FALSE;

  if (!gdk_display_map_keycode (gdk_display_get_default (), code, &keys, &values, &n))
    return FALSE;
  for (int i = 0; i < n; i++)
    if (values[i] == keyval && keys[i].group == 0)
      {
        plain |= keys[i].level == 0;
        shifted |= keys[i].level == 1;
      }
  g_free (keys);
  g_free (values);
  return shifted && !plain;
}

void
hands_key (guint keyval, GdkModifierType modifiers)
{
  if (needs_shift (keyval))
    modifiers |= GDK_SHIFT_MASK;
  for (guint i = 0; i < G_N_ELEMENTS (modifier_keys); i++)
    if (modifiers & modifier_keys[i].modifier)
      key (modifier_keys[i].keyval, TRUE);
  key (keyval, TRUE);
  key (keyval, FALSE);
  for (guint i = G_N_ELEMENTS (modifier_keys); i-- > 0;)
    if (modifiers & modifier_keys[i].modifier)
      key (modifier_keys[i].keyval, FALSE);
  XSync (get_display (), False);
}

void
hands_release (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (modifier_keys); i++)
    key (modifier_keys[i].keyval, FALSE);
  for (guint button = 1; button <= 3; button++)
    XTestFakeButtonEvent (get_display (), button, False, CurrentTime);
  XSync (get_display (), False);
}

/* The window may be gone, or hidden, by the time the display hears of it. */
void
hands_focus (GtkNative *native)
{
  GdkDisplay *display = gdk_display_get_default ();
  GdkSurface *surface = gtk_native_get_surface (native);

  if (surface == NULL || !gdk_surface_get_mapped (surface))
    return;
  gdk_x11_display_error_trap_push (display);
  XSetInputFocus (get_display (), gdk_x11_surface_get_xid (surface), RevertToPointerRoot,
                  CurrentTime);
  gdk_x11_display_error_trap_pop_ignored (display);
}

void
hands_resize (GtkNative *native, int width, int height)
{
  GdkDisplay *display = gdk_display_get_default ();
  GdkSurface *surface = gtk_native_get_surface (native);

  if (surface == NULL || !gdk_surface_get_mapped (surface))
    return;
  gdk_x11_display_error_trap_push (display);
  XResizeWindow (get_display (), gdk_x11_surface_get_xid (surface), (unsigned)width,
                 (unsigned)height);
  gdk_x11_display_error_trap_pop_ignored (display);
}

gboolean
hands_find (GtkWidget *widget, double x, double y, int *root_x, int *root_y)
{
  GdkDisplay *display = gdk_display_get_default ();
  GtkNative *native = gtk_widget_get_native (widget);
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  graphene_point_t point;
  Window child;
  Bool there;
  double left;
  double top;

  if (surface == NULL || !gdk_surface_get_mapped (surface)
      || !gtk_widget_compute_point (widget, GTK_WIDGET (native),
                                    &GRAPHENE_POINT_INIT ((float)x, (float)y), &point))
    return FALSE;
  gtk_native_get_surface_transform (native, &left, &top);
  gdk_x11_display_error_trap_push (display);
  there = XTranslateCoordinates (get_display (), gdk_x11_surface_get_xid (surface),
                                 DefaultRootWindow (get_display ()), (int)lround (point.x + left),
                                 (int)lround (point.y + top), root_x, root_y, &child);
  gdk_x11_display_error_trap_pop_ignored (display);
  return there;
}

void
hands_keep_in_sight (GtkWidget *widget)
{
  GdkDisplay *display = gdk_display_get_default ();
  GdkSurface *surface = widget != NULL ? gtk_native_get_surface (GTK_NATIVE (widget)) : NULL;
  int x;
  int y;

  if (surface == NULL || !hands_find (widget, 0, 0, &x, &y))
    return;
  if (x >= 0 && y >= 0 && x < 400 && y < 300)
    return;
  gdk_x11_display_error_trap_push (display);
  XMoveWindow (get_display (), gdk_x11_surface_get_xid (surface), 0, 0);
  gdk_x11_display_error_trap_pop_ignored (display);
}
