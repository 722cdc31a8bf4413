/* The inspector: groups, rows that open, copies, search, and text that is never cut. WS_PICTURES=FOLDER
 * writes what it shows. */
#include "helpers.h"
#include "recorded.h"
#include "ui/inspector.h"
#include "ui/metric-row.h"

#include <adwaita.h>

static void
load_style (void)
{
  GtkCssProvider *provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_path (provider, WS_SOURCE_DIR "/resources/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (provider);
}

static void
test_picture (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = recorded_new ("reduce1", "h200", 1 << 22, 128);
  GtkWidget *inspector = ws_inspector_new ();
  GtkWidget *window = helper_open (inspector, 262, 1500);
  const char *folder = g_getenv ("WS_PICTURES");

  ws_inspector_set_playhead (WS_INSPECTOR (inspector), playhead);
  ws_playhead_set_run (playhead, run);
  gtk_widget_add_css_class (inspector, "view");
  helper_iterate (100);
  for (guint i = 0; folder != NULL && i < 2; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/inspector%u.png", folder, i);

      helper_write_picture (window, path);
      ws_metric_row_set_expanded (
          WS_METRIC_ROW (helper_find (inspector, WS_TYPE_METRIC_ROW, 0)), TRUE);
      ws_metric_row_set_expanded (
          WS_METRIC_ROW (helper_find (inspector, WS_TYPE_METRIC_ROW, 3)), TRUE);
      helper_iterate (400);
    }
  helper_close (window);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  load_style ();
  g_test_add_func ("/inspector/picture", test_picture);
  return g_test_run ();
}
