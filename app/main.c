#include "application.h"

#include <locale.h>

int
main (int argc, char **argv)
{
  g_autoptr (WsApplication) application = NULL;

  setlocale (LC_ALL, "");
  g_set_application_name ("Warpstage");
  application = ws_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
