/* What is kept of sweeps: written, read again, dropped, damaged; and the published ones. */
#include "sweeps/published.h"
#include "sweeps/sweep-file.h"
#include "sweeps/sweep-store.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *root = g_dir_make_tmp ("warpstage-sweeps-XXXXXX", &error);

  g_assert_no_error (error);
  fixture->folder = g_build_filename (root, "data", "sweeps", NULL); /* not there yet */
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  g_autofree char *data_folder = g_path_get_dirname (fixture->folder);
  g_autofree char *root = g_path_get_dirname (data_folder);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_rmdir (data_folder);
  g_rmdir (root);
  g_free (fixture->folder);
}

static WsSweep *
make_sweep (WsSweepKind kind, gint64 date)
{
  WsSweep *sweep = ws_sweep_new (kind);
  WsSweepPoint *point = ws_sweep_add_point (sweep, "reduce1", "Kernel 1", 4096, 128, 0);

  sweep->date = date;
  point->state = WS_SWEEP_DONE;
  point->time = (WsTimingSummary){
    .n = 1, .median_ns = 5, .p5_ns = 5, .p95_ns = 5, .min_ns = 5, .max_ns = 5
  };
  return sweep;
}

/* Those of a kind that are not published. */
static guint
count_own (WsSweepStore *store, WsSweepKind kind)
{
  g_autoptr (GPtrArray) list = ws_sweep_store_list (store, kind);
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    if (((const WsSweep *)g_ptr_array_index (list, i))->source == NULL)
      {
        g_assert_cmpuint (i, ==, n); /* the published last */
        n++;
      }
  return n;
}

static guint
count_files (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
count_cb (WsSweepStore *store, guint *n)
{
  ++*n;
}

static void
test_keep (Fixture *fixture, gconstpointer data)
{
  WsSweepStore *store = ws_sweep_store_new (fixture->folder);
  g_autoptr (WsSweep) old = make_sweep (WS_SWEEP_LADDER, 1000);
  g_autoptr (WsSweep) young = make_sweep (WS_SWEEP_LADDER, 2000);
  g_autoptr (WsSweep) other = make_sweep (WS_SWEEP_HEATMAP, 1500);
  g_autoptr (WsSweep) empty = ws_sweep_new (WS_SWEEP_LADDER);
  g_autoptr (GPtrArray) list = NULL;
  guint n_changed = 0;

  g_signal_connect (store, "changed", G_CALLBACK (count_cb), &n_changed);
  ws_sweep_store_add (store, young);
  ws_sweep_store_add (store, old);
  ws_sweep_store_add (store, other);
  ws_sweep_store_add (store, empty); /* has nothing to be kept for */
  g_assert_cmpuint (n_changed, ==, 3);
  g_assert_cmpuint (count_own (store, WS_SWEEP_LADDER), ==, 2);
  g_assert_finalize_object (store); /* all is written */
  g_assert_cmpuint (count_files (fixture), ==, 3);

  store = ws_sweep_store_new (fixture->folder);
  list = ws_sweep_store_list (store, WS_SWEEP_LADDER);
  g_assert_cmpuint (list->len, >, 2);
  g_assert_cmpstr (((const WsSweep *)g_ptr_array_index (list, 0))->id, ==, young->id);
  g_assert_cmpstr (((const WsSweep *)g_ptr_array_index (list, 1))->id, ==, old->id);
  ws_sweep_store_remove (store, g_ptr_array_index (list, 0));
  g_assert_cmpuint (count_own (store, WS_SWEEP_LADDER), ==, 1);
  ws_sweep_store_add (store, young);
  ws_sweep_store_add (store, young); /* once is enough */
  g_assert_cmpuint (count_own (store, WS_SWEEP_LADDER), ==, 2);
  ws_sweep_store_remove (store, old);
  ws_sweep_store_remove (store, old);
  ws_sweep_store_remove (store, g_ptr_array_index (list, 2)); /* a published one stays */
  g_assert_finalize_object (store);
  g_assert_cmpuint (count_files (fixture), ==, 2);
}

static void
test_oldest (Fixture *fixture, gconstpointer data)
{
  WsSweepStore *store = ws_sweep_store_new (fixture->folder);
  g_autoptr (WsSweep) other = make_sweep (WS_SWEEP_SCALING, 1);
  g_autoptr (GPtrArray) list = NULL;

  ws_sweep_store_add (store, other);
  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (WsSweep) sweep = make_sweep (WS_SWEEP_LADDER, 1000 + i);
      ws_sweep_store_add (store, sweep);
    }
  g_assert_cmpuint (count_own (store, WS_SWEEP_LADDER), ==, 20);
  g_assert_cmpuint (count_own (store, WS_SWEEP_SCALING), ==, 1);
  list = ws_sweep_store_list (store, WS_SWEEP_LADDER);
  g_assert_cmpint (((const WsSweep *)g_ptr_array_index (list, 0))->date, ==, 1029);
  g_assert_cmpint (((const WsSweep *)g_ptr_array_index (list, 19))->date, ==, 1010);
  g_assert_finalize_object (store);
  g_assert_cmpuint (count_files (fixture), ==, 21);
}

/* Files that are none, cut, of another version or changed are left out, and left alone. */
static void
test_damage (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (WsSweep) sweep = make_sweep (WS_SWEEP_LADDER, 1000);
  g_autoptr (GBytes) bytes = ws_sweep_file_to_bytes (sweep);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) again = ws_sweep_file_from_bytes (bytes, &error);
  g_autofree char *name = g_strconcat (sweep->id, ".wssweep", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *stray = g_build_filename (fixture->folder, "stray.wssweep", NULL);
  gsize size;
  const guint8 *good = g_bytes_get_data (bytes, &size);
  g_autofree guint8 *damaged = g_memdup2 (good, size);
  g_autoptr (GBytes) versioned = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (again->id, ==, sweep->id);
  g_mkdir_with_parents (fixture->folder, 0700);
  for (guint round = 0; round < 60; round++)
    {
      WsSweepStore *store;
      gsize cut = round < 30 ? (gsize)g_rand_int_range (rand, 0, (int)size) : size;
      g_autofree char *after = NULL;
      gsize size_after;

      memcpy (damaged, good, size);
      for (guint i = 0; round >= 30 && i < 8; i++)
        damaged[g_rand_int_range (rand, 0, (int)size)] ^= (guint8)g_rand_int_range (rand, 1, 256);
      g_assert_true (g_file_set_contents (path, (const char *)damaged, (gssize)cut, NULL));
      store = ws_sweep_store_new (fixture->folder);
      g_assert_cmpuint (count_own (store, WS_SWEEP_LADDER), <=, round < 30 ? 0 : 1);
      g_assert_finalize_object (store);
      g_assert_true (g_file_get_contents (path, &after, &size_after, NULL));
      g_assert_cmpmem (after, size_after, damaged, cut);
    }
  /* a good one under a name that is not its own is not taken twice */
  g_assert_true (g_file_set_contents (path, (const char *)good, (gssize)size, NULL));
  g_assert_true (g_file_set_contents (stray, (const char *)good, (gssize)size, NULL));
  {
    g_autoptr (WsSweepStore) store = ws_sweep_store_new (fixture->folder);
    g_assert_cmpuint (count_own (store, WS_SWEEP_LADDER), ==, 1);
  }
  memcpy (damaged, good, size);
  damaged[8] = 200;
  versioned = g_bytes_new (damaged, size);
  g_assert_null (ws_sweep_file_from_bytes (versioned, &error));
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_VERSION);
}

static const WsSweep *
find_published (GPtrArray *all, const char *id)
{
  for (guint i = 0; i < all->len; i++)
    if (g_str_equal (((const WsSweep *)g_ptr_array_index (all, i))->id, id))
      return g_ptr_array_index (all, i);
  g_error ("%s is not there", id);
}

static void
test_published (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = ws_published_load_all (&error);
  const WsSweep *g80;
  const WsSweep *rtx;
  const WsSweep *map;

  g_assert_no_error (error);
  for (guint i = 0; i < all->len; i++)
    {
      const WsSweep *sweep = g_ptr_array_index (all, i);

      g_assert_nonnull (sweep->source);
      g_assert_true (ws_sweep_is_finished (sweep));
      g_assert_cmpint (sweep->origin, ==, WS_ORIGIN_MEASURED);
      g_assert_cmpstr (sweep->device, ==, "");
      g_assert_cmpuint (strlen (sweep->device_name), >, 0);
    }
  g80 = find_published (all, "g80-ladder");
  g_assert_cmpuint (ws_sweep_get_n_points (g80), ==, 7);
  g_assert_cmpuint (ws_sweep_get_point (g80, 0)->time.median_ns, ==, 8054000);
  /* the table's GB/s */
  g_assert_cmpuint ((guint)(ws_sweep_point_get_bandwidth (ws_sweep_get_point (g80, 6)) / 1e8), ==,
                    626);
  /* its own factors, which its rounded times would miss by a hundredth */
  g_assert_false (ws_sweep_get_point (g80, 0)->has_gain);
  g_assert_true (ws_sweep_get_point (g80, 6)->has_gain);
  g_assert_cmpfloat (ws_sweep_get_point (g80, 6)->step, ==, 1.42);
  g_assert_cmpfloat (ws_sweep_get_point (g80, 6)->speedup, ==, 30.04);
  g_assert_cmpuint (g80->peak_bytes_per_s, ==, G_GUINT64_CONSTANT (86400000000));
  rtx = find_published (all, "rtx2080ti-ladder");
  g_assert_true (rtx->first_launch_only);
  g_assert_cmpuint (ws_sweep_get_point (rtx, 4)->time.median_ns, ==, 221890);
  g_assert_true (ws_sweep_get_point (rtx, 5)->has_occupancy);
  g_assert_cmpfloat (ws_sweep_get_point (rtx, 5)->achieved, ==, 0.7049);
  map = find_published (all, "rtx2080ti-heatmap");
  g_assert_cmpuint (map->kind, ==, WS_SWEEP_HEATMAP);
  g_assert_cmpuint (ws_sweep_get_n_points (map), ==, 16);
}

static void
test_published_damage (Fixture *fixture, gconstpointer data)
{
  static const char head[] = "[sweep]\nkind=ladder\nsource=A\ndevice=B\ntype=int\nop=sum\nn=4\n"
                             "block=32\nunit=ms\ntitle=T\n";
  static const char *const bad[] = {
    "",                                  /* no point */
    "[reduce1]\n",                       /* no time */
    "[reduce1]\ntime=fast\n",            /* no number */
    "[reduce1]\ntime=nan\n",             /* no figure */
    "[reduce1]\ntime=-1\n",              /* no time */
    "[reduce1]\ntime=1\nblock=4096\n",   /* no block */
    "[reduce1]\ntime=1\nn=0\n",          /* no elements */
    "[reduce1]\ntime=1\nachieved=120\n", /* no share */
    "[reduce1]\ntime=1\nstep=-2\n"       /* no factor */
  };

  for (guint i = 0; i <= G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text =
          g_strconcat (head, i < G_N_ELEMENTS (bad) ? bad[i] : "[reduce1]\ntime=1\n", NULL);
      g_autoptr (GKeyFile) file = g_key_file_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (WsSweep) sweep = NULL;

      g_assert_true (g_key_file_load_from_data (file, text, (gsize)-1, G_KEY_FILE_NONE, NULL));
      sweep = ws_published_read (file, "made-up", &error);
      if (i < G_N_ELEMENTS (bad))
        g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
      else
        g_assert_no_error (error);
      g_assert_true ((sweep == NULL) == (error != NULL));
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/sweep-store/keep", test_keep);
  ADD ("/sweep-store/oldest", test_oldest);
  ADD ("/sweep-store/damage", test_damage);
  ADD ("/sweep-store/published", test_published);
  ADD ("/sweep-store/published-damage", test_published_damage);
  return g_test_run ();
}
