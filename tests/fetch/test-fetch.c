/* A compiler that is fetched: from a server of this test's own, good and bad, and of wheels, good
 * and hostile. */
#include "fetch/fetch.h"
#include "scratch.h"
#include "server.h"
#include "wheel.h"

#include <string.h>

#define LICENCE "Accept me."

typedef struct {
  char *root;
  Server *server;
  WsFetchPlaces places;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->root = g_dir_make_tmp ("fetch-XXXXXX", NULL);
  self->server = server_new ();
  self->places = (WsFetchPlaces){
    .folder = g_build_filename (self->root, "data", "compiler", NULL),
    .cache = g_build_filename (self->root, "cache", NULL),
    .base = server_get_base (self->server),
  };
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  scratch_remove (self->root);
  server_free (self->server);
  ws_fetch_places_clear (&self->places);
  g_free (self->root);
}

/* ---- wheels ---- */

static WsFetch *
make_fetch (Fixture *self, const char *table)
{
  g_autofree char *whole = g_strconcat ("[wheels]\nbase=https://nowhere.invalid\n", table, NULL);
  g_autoptr (GBytes) text = g_bytes_new_static (whole, strlen (whole));
  g_autoptr (GError) error = NULL;
  WsWheels *wheels = ws_wheels_read (text, &error);

  g_assert_no_error (error);
  return ws_fetch_new (wheels, &self->places);
}

/* A small compiler: a header and a library, and what is not wanted of them. */
static WsFetch *
make_good (Fixture *self)
{
  g_autofree char *large = g_strnfill (200000, 'a');
  const WheelEntry first[] = { { "nvidia/cu13/include/crt/a.h", "header" },
                               { "nvidia/cu13/include/cuda_fp16.h", "fp16" },
                               { "a.dist-info/licenses/License.txt", LICENCE },
                               { NULL, NULL } };
  const WheelEntry second[] = { { "nvidia/cu13/lib/libnvrtc.so.13", large },
                                { "nvidia/cu13/lib/libnvrtc.alt.so.13", "other" },
                                { "nvidia/cu13/nvvm/bin/cicc", "cicc" },
                                { "nvidia/cu13/nvvm/libdevice/libdevice.10.bc", "libdevice" },
                                { "b.dist-info/RECORD", "record" },
                                { NULL, NULL } };
  const WheelEntry third[] = { { "nvidia/cu13/bin/nvdisasm", "nvdisasm" }, { NULL, NULL } };
  g_autoptr (GBytes) a = wheel_make (first);
  g_autoptr (GBytes) b = wheel_make (second);
  g_autoptr (GBytes) c = wheel_make (third);
  g_autoptr (GString) table = g_string_new (NULL);

  server_set (self->server, "a.whl", a);
  server_set (self->server, "b.whl", b);
  server_set (self->server, "c.whl", c);
  wheel_add (table, "a", "compiler", a, "include/", 1000);
  wheel_add (table, "b", "compiler", b, "lib/libnvrtc.so.;nvvm/", 200100);
  wheel_add (table, "c", "sass", c, "bin/nvdisasm", 1000);
  return make_fetch (self, table->str);
}

/* ---- waiting ---- */

typedef struct {
  GMainLoop *loop;
  char *text;
  gboolean is_there;
  GError *error;
} Answer;

static void
licence_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->text = ws_fetch_read_licence_finish (result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
installed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->is_there = ws_fetch_install_finish (result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static gboolean
install (WsFetch *fetch, guint parts, GCancellable *cancellable, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_fetch_install_async (fetch, parts, cancellable, installed_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.is_there;
}

static gboolean
has (const Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->places.folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
runs (const Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->places.folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_EXECUTABLE);
}

/* ---- what goes well ---- */

static void
test_installs (Fixture *self, gconstpointer data)
{
  g_autoptr (WsFetch) fetch = make_good (self);
  g_autoptr (GError) error = NULL;
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_fetch_read_licence_async (fetch, NULL, licence_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.text, ==, LICENCE);
  g_free (answer.text);
  g_assert_false (has (self, "."));

  g_assert_true (install (fetch, WS_FETCH_COMPILER, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (has (self, "include/crt/a.h"));
  g_assert_true (has (self, "lib/libnvrtc.so.13"));
  g_assert_false (has (self, "lib/libnvrtc.alt.so.13"));
  g_assert_false (has (self, "bin/nvdisasm"));
  g_assert_true (runs (self, "nvvm/bin/cicc"));
  g_assert_false (runs (self, "nvvm/libdevice/libdevice.10.bc"));
  g_assert_false (runs (self, "lib/libnvrtc.so.13"));
  g_assert_cmpfloat (ws_fetch_get_fraction (fetch, NULL), ==, 1);
  g_assert_false (g_file_test (self->places.cache, G_FILE_TEST_EXISTS));

  /* more comes beside what is there */
  g_assert_true (install (fetch, WS_FETCH_SASS, NULL, &error));
  g_assert_true (has (self, "include/crt/a.h"));
  g_assert_true (runs (self, "bin/nvdisasm"));

  g_assert_true (ws_fetch_remove (fetch, &error));
  g_assert_false (has (self, "."));
  g_assert_false (ws_fetch_remove (fetch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* What came before it was broken off does not come again. */
static void
test_resumes (Fixture *self, gconstpointer data)
{
  gboolean knows_ranges = GPOINTER_TO_INT (data);
  g_autoptr (WsFetch) fetch = make_good (self);
  guint64 all = ws_wheels_get_bytes (ws_fetch_get_wheels (fetch), WS_FETCH_COMPILER);
  g_autoptr (GError) error = NULL;

  server_behave (self->server, SERVER_BREAKS);
  g_assert_false (install (fetch, WS_FETCH_COMPILER, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE);
  g_assert_nonnull (strstr (error->message, "try again"));
  g_clear_error (&error);
  g_assert_cmpuint (server_get_sent (self->server), >, 0);
  server_behave (self->server, knows_ranges ? SERVER_GOOD : SERVER_WHOLE);
  g_assert_true (install (fetch, WS_FETCH_COMPILER, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (has (self, "lib/libnvrtc.so.13"));
  if (knows_ranges)
    g_assert_cmpuint (server_get_sent (self->server), ==, all);
  else
    g_assert_cmpuint (server_get_sent (self->server), >, all);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (WsFetch) fetch = make_good (self);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (install (fetch, WS_FETCH_COMPILER, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (has (self, "."));
}

/* ---- what goes wrong on the way ---- */

static void
assert_fails (Fixture *self, WsFetch *fetch, const char *says)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *made = g_strconcat (self->places.folder, ".new", NULL);

  g_assert_false (install (fetch, WS_FETCH_COMPILER, NULL, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, says) == NULL)
    g_error ("%s", error->message);
  g_assert_false (has (self, "."));
  g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
}

static void
test_bad_server (Fixture *self, gconstpointer data)
{
  g_autoptr (WsFetch) fetch = make_good (self);
  g_autoptr (GBytes) other = NULL;
  g_autofree guint8 *copy = NULL;
  gsize size;

  server_behave (self->server, SERVER_MISSING);
  assert_fails (self, fetch, "could not be fetched");
  server_behave (self->server, SERVER_LONGER);
  assert_fails (self, fetch, "larger than expected");
  server_behave (self->server, SERVER_GOOD);

  /* as long as it should be, and another */
  size = ws_wheels_get (ws_fetch_get_wheels (fetch), 0)->bytes;
  copy = g_malloc0 (size);
  other = g_bytes_new (copy, size);
  ws_fetch_remove (fetch, NULL);
  server_set (self->server, "a.whl", other);
  assert_fails (self, fetch, "SHA-256");
}

/* What was there stays until the new is whole. */
static void
test_keeps_old (Fixture *self, gconstpointer data)
{
  g_autoptr (WsFetch) fetch = make_good (self);
  g_autoptr (GError) error = NULL;

  g_assert_true (install (fetch, WS_FETCH_COMPILER, NULL, NULL));
  server_behave (self->server, SERVER_MISSING);
  g_assert_false (install (fetch, WS_FETCH_SASS, NULL, &error));
  g_assert_nonnull (error);
  g_assert_true (has (self, "include/crt/a.h"));
}

/* ---- hostile wheels ---- */

static void
test_hostile (Fixture *self, gconstpointer data)
{
  g_autofree char *bomb = g_strnfill (100001, 'a');
  const WheelEntry hostile[][3] = {
    { { "nvidia/cu13/include/../../../../../out.h", "x" } },
    { { "nvidia/cu13/include/./a.h", "x" } },
    { { "nvidia/cu13/include//etc/a.h", "x" } },
    { { "nvidia/cu13/include/link.h", NULL } },
    { { "nvidia/cu13/include/a\\..\\b.h", "x" } },
    { { "nvidia/cu13/include/bomb.h", bomb } },
    { { "nvidia/cu13/include/good.h", "x" }, { "nvidia/cu13/include/../b.h", "x" } },
  };
  static const char *const elsewhere[] = { "/nvidia/cu13/include/a.h", "../nvidia/cu13/include/a.h",
                                           "other/include/a.h" };

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autoptr (GBytes) wheel = wheel_make (hostile[i]);
      g_autoptr (GString) table = g_string_new (NULL);
      g_autoptr (WsFetch) fetch = NULL;
      g_autofree char *name = g_strdup_printf ("h%u", i);
      g_autofree char *file = g_strconcat (name, ".whl", NULL);

      server_set (self->server, file, wheel);
      wheel_add (table, name, "compiler", wheel, "include/", 100000);
      fetch = make_fetch (self, table->str);
      assert_fails (self, fetch, "contains an unexpected file");
    }
  /* beside what is wanted, nothing of it is even looked at */
  for (guint i = 0; i < G_N_ELEMENTS (elsewhere); i++)
    {
      const WheelEntry entries[] = { { elsewhere[i], "x" }, { NULL, NULL } };
      g_autoptr (GBytes) wheel = wheel_make (entries);
      g_autoptr (GString) table = g_string_new (NULL);
      g_autoptr (WsFetch) fetch = NULL;
      g_autofree char *name = g_strdup_printf ("e%u", i);
      g_autofree char *file = g_strconcat (name, ".whl", NULL);

      server_set (self->server, file, wheel);
      wheel_add (table, name, "compiler", wheel, "include/", 100000);
      fetch = make_fetch (self, table->str);
      assert_fails (self, fetch, "cannot be unpacked");
    }
}

static void
test_no_zip (Fixture *self, gconstpointer data)
{
  g_autofree char *text = g_strnfill (5000, 'z');
  g_autoptr (GBytes) wheel = g_bytes_new_static (text, 5000);
  g_autoptr (GString) table = g_string_new (NULL);
  g_autoptr (WsFetch) fetch = NULL;

  server_set (self->server, "z.whl", wheel);
  wheel_add (table, "z", "compiler", wheel, "include/", 100000);
  fetch = make_fetch (self, table->str);
  assert_fails (self, fetch, "cannot be unpacked");
}

/* ---- the table ---- */

static void
test_table (void)
{
  static const char *const wrong[] = {
    "", "[wheels]\nbase=x\n[a]\npart=compiler\n",
    "[wheels]\nbase=x\n[a]\npart=none\npath=a\nbytes=1\nsha256=0\n"
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsWheels) wheels = ws_wheels_load (&error);

  g_assert_no_error (error);
  g_assert_cmpuint (wheels->list->len, >=, 7);
  g_assert_true (g_str_has_prefix (wheels->base, "https://"));
  g_assert_cmpuint (ws_wheels_get (wheels, 0)->bytes, <, 1u << 20);
  for (guint i = 0; i < wheels->list->len; i++)
    {
      const WsWheel *wheel = ws_wheels_get (wheels, i);

      g_assert_true (g_str_has_suffix (wheel->file, ".whl"));
      g_assert_null (strchr (wheel->file, '/'));
      g_assert_cmpuint (wheel->most, >, 0);
    }
  g_assert_cmpuint (ws_wheels_get_bytes (wheels, WS_FETCH_COMPILER | WS_FETCH_SASS), >,
                    ws_wheels_get_bytes (wheels, WS_FETCH_COMPILER));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GBytes) text = g_bytes_new_static (wrong[i], strlen (wrong[i]));

      g_assert_null (ws_wheels_read (text, NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fetch/table", test_table);
#define ADD(name, data, function) \
  g_test_add ("/fetch/" name, Fixture, GINT_TO_POINTER (data), set_up, function, tear_down)
  ADD ("installs", 0, test_installs);
  ADD ("resumes", TRUE, test_resumes);
  ADD ("starts-again", FALSE, test_resumes);
  ADD ("cancelled", 0, test_cancelled);
  ADD ("bad-server", 0, test_bad_server);
  ADD ("keeps-old", 0, test_keeps_old);
  ADD ("hostile", 0, test_hostile);
  ADD ("no-zip", 0, test_no_zip);
#undef ADD
  return g_test_run ();
}
