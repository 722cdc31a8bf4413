/* Of which programs main() may run: those that the user has named, as they were then. */
#include "edit/user-permits.h"

#define MOST 256

static GSettings *settings;

static GFile *
make_file (guint i)
{
  g_autofree char *path = g_strdup_printf ("/nowhere/%u.cu", i);

  return g_file_new_for_path (path);
}

static void
test_text (void)
{
  g_autoptr (GFile) file = make_file (0);
  g_autoptr (GFile) other = make_file (1);

  g_assert_false (ws_user_permits_have (settings, file, "a"));
  ws_user_permits_add (settings, file, "a");
  g_assert_true (ws_user_permits_have (settings, file, "a"));
  g_assert_false (ws_user_permits_have (settings, file, "b"));
  g_assert_false (ws_user_permits_have (settings, other, "a"));
  /* what it was before is another program by now */
  ws_user_permits_add (settings, file, "b");
  g_assert_true (ws_user_permits_have (settings, file, "b"));
  g_assert_false (ws_user_permits_have (settings, file, "a"));
}

static void
test_most (void)
{
  g_autoptr (GFile) first = make_file (0);
  g_autoptr (GFile) second = make_file (1);

  g_settings_reset (settings, "run-main");
  for (guint i = 0; i <= MOST; i++)
    {
      g_autoptr (GFile) file = make_file (i);

      ws_user_permits_add (settings, file, "a");
    }
  g_assert_false (ws_user_permits_have (settings, first, "a"));
  g_assert_true (ws_user_permits_have (settings, second, "a"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  settings = g_settings_new ("org.warpstage.Warpstage");
  g_test_add_func ("/user-permits/text", test_text);
  g_test_add_func ("/user-permits/most", test_most);
  status = g_test_run ();
  g_object_unref (settings);
  return status;
}
