#include "window-helpers.h"

#include "window/private.h"

typedef struct {
  const WsWindowOptions *options;
  WsWindow **window;
  int status;
} Main;

static void
activate_cb (GApplication *application, Main *self)
{
  *self->window = ws_window_new (ADW_APPLICATION (application), self->options);
  gtk_window_present (GTK_WINDOW (*self->window));
  self->status = g_test_run ();
  gtk_window_destroy (GTK_WINDOW (*self->window));
}

/**
 * window_helper_main:
 * @argc: of main()
 * @argv: of main()
 * @options: how the window begins
 * @window: (out): the window, for the tests
 * @add_tests: adds them
 *
 * The main() of a test that opens the window.
 *
 * Returns: what main() returns
 */
int
window_helper_main (int *argc, char ***argv, const WsWindowOptions *options, WsWindow **window,
                    void (*add_tests) (void))
{
  g_autoptr (AdwApplication) application = NULL;
  Main self = { .options = options, .window = window, .status = 1 };

  g_test_init (argc, argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  add_tests ();
  application = adw_application_new ("org.warpstage.Test", G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), &self);
  g_application_run (G_APPLICATION (application), 0, NULL);
  return self.status;
}

/**
 * window_helper_is_busy:
 * @window: a window
 *
 * Returns: whether it records, or runs scenarios
 */
gboolean
window_helper_is_busy (WsWindow *window)
{
  return ws_recorder_is_busy (window->recorder)
         || (window->scenarios != NULL && ws_scenario_page_is_busy (window->scenarios));
}

/* Before the list of devices is there, the first run has not begun: a slow machine takes a while.
 */
static gboolean
is_idle (gpointer data)
{
  WsWindow *window = data;

  return window->devices != NULL && window->awaited == NULL && !window_helper_is_busy (window);
}

/**
 * window_helper_settle:
 * @window: a window
 *
 * Waits until what runs has run, and what was chosen is shown.
 */
void
window_helper_settle (WsWindow *window)
{
  helper_iterate (30);
  g_assert_true (helper_wait (is_idle, window));
  helper_iterate (50);
}

/**
 * window_helper_type:
 * @window: a window
 * @n: (nullable): elements, as typed; %NULL for as it is
 * @block: (nullable): threads of a block, as typed
 *
 * Types into the fields above the panes.
 */
void
window_helper_type (WsWindow *window, const char *n, const char *block)
{
  const char *texts[] = { n, block };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GtkWidget *entry = helper_find (GTK_WIDGET (window->fields), GTK_TYPE_ENTRY, i);

      g_assert_nonnull (entry);
      if (texts[i] != NULL)
        gtk_editable_set_text (GTK_EDITABLE (entry), texts[i]);
    }
}
