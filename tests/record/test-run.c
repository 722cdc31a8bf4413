#include "play.h"
#include "specs.h"
#include "record/file.h"

#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATE 1795219200

/* A run that has one of everything. */
static WsRun *
make_full (void)
{
  g_autoptr (WsSpec) spec = specs_load ("k40c");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "vm:k40c", "Virtual K40c", WS_ORIGIN_MODELLED);
  Play *p = play_new (40);
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint leave = play_site (p, WS_OP_EXIT, "ret", "");
  WsLaunch launch = { .grid = { 3, 1, 1 },
                      .block = { 40, 1, 1 },
                      .registers_per_thread = 12,
                      .n_elements = 120,
                      .n_results = 3,
                      .duration_cycles = 500,
                      .duration_ns = 700,
                      .registers_from = WS_REGISTERS_DRIVER,
                      .has_duration = TRUE };
  WsResidency residencies[3] = { { 0, 0, 0, 0, 400 }, { 1, 1, 0, 1, 450 }, { 2, 14, 15, 2, 500 } };
  WsWarpSpan spans[6] = { { 0, 300 }, { 1, 400 }, { 0, 449 }, { 0, 20 }, { 0, 1 }, { 30, 498 } };
  WsSiteCount counts[2] = { { .executed = 6, .active_lanes = 120, .taken_lanes = 120 }, { 0 } };
  WsFinding finding = { .kind = WS_FINDING_RACE,
                        .launch = 1,
                        .site = 0,
                        .block = 2,
                        .warp = 1,
                        .lane = 7,
                        .address = 0x1234,
                        .message = (char *)"two threads, one word",
                        .lanes = 0x180,
                        .count = 3,
                        .access = WS_FINDING_ACCESS_WRITE,
                        .place = (char *)"sdata[7]",
                        .has_other = TRUE,
                        .other = { 1, 2, 0, 0xf0, WS_FINDING_ACCESS_READ } };
  guint64 addresses[2][32];

  for (guint i = 0; i < 64; i++)
    addresses[i / 32][i % 32] = PLAY_INPUT + 4 * i;
  for (guint warp = 0; warp < 2; warp++)
    play_access (p, load, warp, play_warp_mask (p, warp), play_warp_mask (p, warp),
                 addresses[warp]);
  for (guint warp = 0; warp < 2; warp++)
    play (p, leave, warp, play_warp_mask (p, warp), play_warp_mask (p, warp));

  ws_run_builder_set_driver (builder, "580.159");
  ws_run_builder_set_date (builder, DATE);
  ws_run_builder_set_about (builder, "played", "Played ∑",
                            g_variant_new_parsed ("{'n': <@t 120>, 'op': <'max'>}"), WS_VALUE_F32,
                            ws_run_words_find ("max"));
  ws_run_builder_set_result (builder, 41, 42, 0.5, TRUE, 1);
  ws_run_builder_add_note (builder, "Left out: %d blocks.", 4);
  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (p));
  ws_run_builder_add_region (builder, &(WsRegion){ .name = (char *)"input",
                                                   .space = WS_SPACE_GLOBAL,
                                                   .address = PLAY_INPUT,
                                                   .size_bytes = 480,
                                                   .value_type = WS_VALUE_F32 });
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (ws_run_builder_add_launch (builder, &launch), ==, i);
      for (guint block = 0; block < 3; block += 2)
        {
          for (guint k = 0; k < p->events->len; k++)
            g_array_index (p->events, WsEvent, k).block = block;
          ws_run_builder_add_block (
              builder, i,
              &(WsRecordedBlock){ .block = block,
                                  .events = (const WsEvent *)(gpointer)p->events->data,
                                  .n_events = p->events->len,
                                  .lanes = (const WsLane *)(gpointer)p->lanes->data,
                                  .n_lanes = p->lanes->len });
        }
      ws_run_builder_add_residencies (builder, i, residencies, 3);
      if (i == 1)
        ws_run_builder_add_warp_spans (builder, i, spans, G_N_ELEMENTS (spans));
      ws_run_builder_add_counts (builder, i, counts, 2);
      ws_run_builder_get_launch (builder, i)->duration_ns = 1000 + i;
    }
  ws_run_builder_add_sample (builder, WS_NONE, 1700, WS_ORIGIN_MEASURED);
  ws_run_builder_add_counter (builder, 1, "sm__warps_active", "%", 12.5);
  ws_run_builder_add_finding (builder, &finding);
  for (guint k = 0; k < p->events->len; k++)
    g_array_index (p->events, WsEvent, k).block = 0;
  ws_run_unref (play_end (p, "h200"));
  return ws_run_builder_end (builder);
}

static void
assert_full (const WsRun *run)
{
  const WsKernel *kernel;
  const WsFinding *finding;
  const WsCounter *counter;
  const WsRegion *region;

  g_assert_cmpstr (run->spec->id, ==, "k40c");
  g_assert_cmpstr (run->device, ==, "vm:k40c");
  g_assert_cmpstr (run->device_name, ==, "Virtual K40c");
  g_assert_cmpstr (run->driver, ==, "580.159");
  g_assert_cmpint (run->date, ==, DATE);
  g_assert_cmpstr (run->title, ==, "Played ∑");
  g_assert_cmpstr (run->id, ==, "played");
  g_assert_cmpstr (run->words.result, ==, "max");
  g_assert_cmpstr (run->words.combine, ==, "max");
  g_assert_cmpstr (run->words.combines, ==, "keep the larger");
  g_assert_null (run->words.many);
  g_assert_null (run->job);
  g_assert_cmpint (run->value_type, ==, WS_VALUE_F32);
  g_assert_true (run->has_result && run->correct);
  g_assert_cmpuint (run->result, ==, 41);
  g_assert_cmpuint (run->expected, ==, 42);
  g_assert_cmpfloat (run->bound, ==, 0.5);
  g_assert_cmpuint (run->element, ==, 1);
  g_assert_cmpstr (run->notes[0], ==, "Left out: 4 blocks.");
  g_assert_null (run->notes[1]);
  g_assert_cmpuint (g_variant_n_children (run->parameters), ==, 2);

  g_assert_cmpuint (run->n_launches, ==, 2);
  g_assert_cmpuint (run->launches[1].duration_ns, ==, 1001);
  g_assert_cmpuint (run->launches[1].first_residency, ==, 3);
  g_assert_cmpuint (run->launches[1].first_count, ==, 2);
  g_assert_cmpuint (run->n_blocks, ==, 4);
  g_assert_cmpuint (run->n_events, ==, 16);
  g_assert_cmpuint (run->n_lanes, ==, 160);
  g_assert_cmpuint (run->n_residencies, ==, 6);
  g_assert_cmpuint (run->residencies[5].slot, ==, 15);
  g_assert_cmpuint (run->n_counts, ==, 4);
  g_assert_cmpuint (run->n_warp_spans, ==, 6);
  g_assert_cmpuint (run->launches[0].first_warp_span, ==, WS_NONE);
  g_assert_cmpuint (run->launches[1].first_warp_span, ==, 0);
  g_assert_cmpuint (run->warp_spans[5].start, ==, 30);
  g_assert_cmpuint (run->counts[2].active_lanes, ==, 120);
  g_assert_cmpuint (run->n_samples, ==, 1);
  g_assert_cmpuint (run->samples[0].launch, ==, WS_NONE);

  kernel = ws_run_get_kernel (run, 1);
  g_assert_cmpstr (kernel->entry, ==, "played");
  g_assert_null (kernel->source);
  g_assert_cmpstr (kernel->ptx, ==, "// none");
  g_assert_cmpuint (kernel->n_sites, ==, 2);
  g_assert_cmpstr (ws_kernel_get_string (kernel, ws_run_get_site (run, 1, 1)->opcode), ==, "ret");
  g_assert_cmpstr (ws_kernel_get_string (kernel, kernel->register_names[9]), ==, "%r9");
  g_assert_cmpstr (ws_kernel_get_string (kernel, WS_NONE), ==, "");

  /* the accesses of the second block of the second launch are its own */
  g_assert_cmpuint (ws_run_find_block (run, 1, 2)->first_event, ==, 12);
  g_assert_cmpuint (run->events[13].access, ==, 3 * 40 + 32);
  g_assert_cmpuint (run->lanes[run->events[13].access].address, ==, PLAY_INPUT + 4 * 32);
  g_assert_null (ws_run_find_block (run, 1, 1));
  g_assert_null (ws_run_find_block (run, 2, 0));

  finding = g_ptr_array_index (run->findings, 0);
  g_assert_cmpstr (finding->message, ==, "two threads, one word");
  g_assert_cmpuint (finding->lane, ==, 7);
  g_assert_cmpuint (finding->lanes, ==, 0x180);
  g_assert_cmpuint (finding->count, ==, 3);
  g_assert_cmpuint (finding->access, ==, WS_FINDING_ACCESS_WRITE);
  g_assert_cmpstr (finding->place, ==, "sdata[7]");
  g_assert_true (finding->has_other);
  g_assert_cmpuint (finding->other.site, ==, 1);
  g_assert_cmpuint (finding->other.block, ==, 2);
  g_assert_cmpuint (finding->other.warp, ==, 0);
  g_assert_cmpuint (finding->other.lanes, ==, 0xf0);
  g_assert_cmpuint (finding->other.access, ==, WS_FINDING_ACCESS_READ);
  counter = g_ptr_array_index (run->counters, 0);
  g_assert_cmpfloat (counter->value, ==, 12.5);
  region = g_ptr_array_index (run->regions, 0);
  g_assert_cmpuint (region->size_bytes, ==, 480);
  g_assert_cmpint (region->value_type, ==, WS_VALUE_F32);
}

static void
test_builder (void)
{
  g_autoptr (WsRun) run = make_full ();
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsRun) copy = NULL;
  g_autoptr (GError) error = NULL;

  assert_full (run);
  variant = ws_run_to_variant (run);
  copy = ws_run_new_from_variant (variant, &error);
  g_assert_no_error (error);
  assert_full (copy);
  /* who serialises the variant moves it in memory; the run must not mind */
  g_assert_nonnull (g_variant_get_data (variant));
  g_clear_pointer (&variant, g_variant_unref);
  assert_full (run);
  assert_full (copy);
}

static GFile *
make_file (const char *name)
{
  g_autofree char *dir = g_dir_make_tmp ("warpstage-XXXXXX", NULL);
  return g_file_new_build_filename (dir, name, NULL);
}

static void
remove_file (GFile *file)
{
  g_autoptr (GFile) dir = g_file_get_parent (file);

  g_file_delete (file, NULL, NULL);
  g_file_delete (dir, NULL, NULL);
}

static void
test_file (void)
{
  g_autoptr (WsRun) run = make_full ();
  g_autoptr (GFile) file = make_file ("a.wsrun");
  g_autoptr (GFile) other = g_file_new_for_path ("/nonexistent/a.wsrun");
  g_autoptr (WsRun) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize first_size;
  gsize second_size;

  g_assert_true (ws_run_save (run, file, NULL, &error));
  g_assert_no_error (error);
  copy = ws_run_load (file, NULL, &error);
  g_assert_no_error (error);
  assert_full (copy);
  g_file_load_contents (file, NULL, &first, &first_size, NULL, NULL);
  g_assert_cmpmem (first, 8, "WSRUN\0\0\1", 8);

  /* the file that a run was read from is replaced */
  g_assert_true (ws_run_save (copy, file, NULL, &error));
  g_assert_no_error (error);
  assert_full (copy);
  g_file_load_contents (file, NULL, &second, &second_size, NULL, NULL);
  g_assert_cmpmem (first, first_size, second, second_size);

  g_assert_null (ws_run_load (other, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_false (ws_run_save (run, other, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  remove_file (file);
}

/* Writing to the file of an open run, or cutting it, changes nothing of the run. */
static void
test_overwritten (void)
{
  g_autoptr (WsRun) run = make_full ();
  g_autoptr (GFile) file = make_file ("a.wsrun");
  g_autoptr (WsRun) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  gsize size;
  g_autofree char *noise = NULL;
  int fd;

  g_assert_true (ws_run_save (run, file, NULL, &error));
  g_assert_true (g_file_load_contents (file, NULL, &contents, &size, NULL, &error));
  copy = ws_run_load (file, NULL, &error);
  g_assert_no_error (error);
  noise = g_malloc (size);
  memset (noise, 0xab, size);
  fd = g_open (g_file_peek_path (file), O_WRONLY | O_CLOEXEC, 0);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, noise, size), ==, (gssize)size);
  assert_full (copy);
  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
  assert_full (copy);
  g_close (fd, NULL);
  remove_file (file);
}

static void
assert_refused (GFile *file, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_run_load (file, NULL, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, expected) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
}

/* What is no file says so, and does not wait for a writer. */
static void
test_no_file (void)
{
  g_autoptr (GFile) file = make_file ("b.wsrun");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) zero = g_file_new_for_path ("/dev/zero");
  g_autoptr (GFile) status = g_file_new_for_path ("/proc/self/status");
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketAddress) address = NULL;
  const char *path = g_file_peek_path (file);
  int fd;

  assert_refused (folder, "is a folder. Choose a file");
  assert_refused (zero, "“zero” is a device");
  assert_refused (status, "the file ends after 0 bytes");
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_refused (file, "“b.wsrun” is a pipe");
  g_unlink (path);
  socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, NULL);
  address = g_unix_socket_address_new (path);
  g_assert_true (g_socket_bind (socket, address, TRUE, NULL));
  assert_refused (file, "“b.wsrun” is a socket");
  g_unlink (path);
  /* a file with nothing in it, of more bytes than there is memory */
  fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (fd, >=, 0);
  if (ftruncate (fd, G_GINT64_CONSTANT (1) << 42) == 0)
    assert_refused (file, "“b.wsrun” needs 4.4\u00a0TB of memory; ");
  g_close (fd, NULL);
  remove_file (file);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WsRun) run = make_full ();
  g_autoptr (GFile) file = make_file ("b.wsrun");
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (ws_run_save (run, file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ws_run_load (file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_query_exists (file, NULL));
  remove_file (file);
}

/* What is not known stays so: no empty driver, no year 1970. */
static void
test_unknown (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) builder = ws_run_builder_new (spec, "hand", "Hand", 0);
  g_autoptr (WsRun) run = NULL;

  ws_run_builder_set_driver (builder, "580.159");
  ws_run_builder_set_driver (builder, NULL);
  run = ws_run_builder_end (builder);
  g_assert_null (run->driver);
  g_assert_cmpint (run->date, ==, 0);
}

/* Counters that are read later make another run of the same recording. */
static void
test_with_counters (void)
{
  g_autoptr (WsRun) run = make_full ();
  g_autoptr (GPtrArray) counters = ws_counters_new ();
  g_autoptr (WsRun) more = ws_run_with_counters (run, 0, counters);
  g_autoptr (WsRun) fewer = ws_run_with_counters (more, 1, counters);

  assert_full (more);
  g_assert_cmpuint (fewer->counters->len, ==, 0);
  g_assert_cmpstr (fewer->driver, ==, "580.159");
  g_assert_cmpint (fewer->date, ==, DATE);
}

static void
test_origins (void)
{
  g_assert_cmpstr (ws_origin_get_name (WS_ORIGIN_MEASURED), ==, "measured");
  g_assert_cmpstr (ws_origin_get_name (WS_ORIGIN_MODELLED), ==, "modelled");
}

static void
test_masks (void)
{
  WsLaunch launch = { .grid = { 65535, 65535, 1 }, .block = { 5, 7, 2 } };

  g_assert_cmpuint (ws_launch_get_n_threads (&launch), ==, 70);
  g_assert_cmpuint (ws_launch_get_n_warps (&launch), ==, 3);
  g_assert_cmpuint (ws_launch_get_n_blocks (&launch), ==, G_GUINT64_CONSTANT (4294836225));
  g_assert_cmphex (ws_launch_get_warp_mask (&launch, 0), ==, G_MAXUINT32);
  g_assert_cmphex (ws_launch_get_warp_mask (&launch, 1), ==, G_MAXUINT32);
  g_assert_cmphex (ws_launch_get_warp_mask (&launch, 2), ==, 0x3f);
  g_assert_cmphex (ws_launch_get_warp_mask (&launch, 3), ==, 0);
}

static void
test_values (void)
{
  static const struct {
    WsValueType type;
    guint64 bits;
    guint max_chars;
    const char *text;
  } cases[] = {
    { WS_VALUE_S32, 0xffffffff, 0, "-1" },
    { WS_VALUE_U32, 0xffffffff, 0, "4294967295" },
    { WS_VALUE_U32, 0xffffffff, 6, "4.29e9" },
    { WS_VALUE_S32, 0x80000000, 6, "-2.1e9" },
    { WS_VALUE_S32, 12345, 5, "12345" },
    { WS_VALUE_S32, 12345, 4, "1e4" },
    { WS_VALUE_S32, 12345, 2, "…" },
    { WS_VALUE_F32, 0x3fc00000, 0, "1.5" },
    { WS_VALUE_F32, 0x3dcccccd, 0, "0.1" },
    { WS_VALUE_F32, 0x40490fdb, 4, "3.14" },
    { WS_VALUE_F32, 0x7fc00000, 0, "NaN" },
    { WS_VALUE_F32, 0xff800000, 0, "-∞" },
    { WS_VALUE_F32, 0x2edbe6ff, 0, "1e-10" },
    { WS_VALUE_S64, G_MAXUINT64, 0, "-1" },
    { WS_VALUE_U64, G_MAXUINT64, 0, "18446744073709551615" },
    { WS_VALUE_F64, G_GUINT64_CONSTANT (0x4009215000000000), 5, "3.141" },
    { WS_VALUE_B8, 0x1ff, 0, "255" },
    { WS_VALUE_B16, 0x1ffff, 0, "65535" },
    { WS_VALUE_F16, 0x3c00, 0, "1" },
    { WS_VALUE_F16, 0xb555, 0, "-0.33325" },
    { WS_VALUE_F16, 0x7bff, 0, "65504" },
    { WS_VALUE_F16, 0x0001, 0, "5.9605e-8" },
    { WS_VALUE_F16, 0xfc00, 0, "-∞" },
    { WS_VALUE_F16, 0x7e00, 0, "NaN" },
    { WS_VALUE_BF16, 0x3f80, 0, "1" },
    { WS_VALUE_BF16, 0x4049, 0, "3.141" },
    { WS_VALUE_BF16, 0xc2f7, 4, "-124" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ws_value_format (cases[i].type, cases[i].bits, cases[i].max_chars);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
  g_assert_cmpfloat (ws_value_to_double (WS_VALUE_S32, 0xfffffffe), ==, -2);
  g_assert_cmpfloat (ws_value_to_double (WS_VALUE_F32, 0x3fc00000), ==, 1.5);
  g_assert_cmpuint (ws_value_type_get_width (WS_VALUE_F64), ==, 8);
  g_assert_cmpuint (ws_value_type_get_width (WS_VALUE_B16), ==, 2);
}

/* Every value of 16 bits is a number and back; what lies between two goes to the nearest, and from
 * the middle to the one that is even. */
static void
test_small (void)
{
  static const WsValueType types[] = { WS_VALUE_F16, WS_VALUE_BF16 };

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      guint16 infinity = types[t] == WS_VALUE_F16 ? 0x7c00 : 0x7f80;

      g_assert_cmpuint (ws_value_type_get_width (types[t]), ==, 2);
      g_assert_true (ws_value_type_is_float (types[t]));
      for (guint bits = 0; bits < infinity; bits++)
        {
          double value = ws_value_to_double (types[t], bits);
          double next = ws_value_to_double (types[t], bits + 1);
          double middle;

          g_assert_cmpuint (ws_value_from_double (types[t], value), ==, bits);
          g_assert_cmpuint (ws_value_from_double (types[t], -value), ==, bits | 0x8000);
          if (bits + 1 == infinity)
            next = 2 * value - ws_value_to_double (types[t], bits - 1);
          g_assert_cmpfloat (next, >, value);
          middle = value + (next - value) / 2;
          g_assert_cmpuint (ws_value_from_double (types[t], middle), ==, bits + (bits & 1));
          g_assert_cmpuint (ws_value_from_double (types[t], nextafter (middle, 0)), ==, bits);
          g_assert_cmpuint (ws_value_from_double (types[t], nextafter (middle, HUGE_VAL)), ==,
                            bits + 1);
        }
      g_assert_cmpuint (ws_value_from_double (types[t], HUGE_VAL), ==, infinity);
      g_assert_cmpuint (ws_value_from_double (types[t], -1e300), ==, infinity | 0x8000);
      g_assert_true (isnan (ws_value_to_double (types[t], ws_value_from_double (types[t], NAN))));
    }
  /* of single precision the same, for who does not know which it is */
  g_assert_cmpuint (ws_value_from_double (WS_VALUE_F32, 0.1), ==, 0x3dcccccd);
  g_assert_cmpuint (ws_value_from_double (WS_VALUE_F64, -2), ==,
                    G_GUINT64_CONSTANT (0xc000000000000000));
}

/* A device that breaks the rules is told so at once, not when its run is opened. */
static void
test_nonsense (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (WsSpec) spec = specs_load ("h200");
      g_autoptr (WsRunBuilder) builder = ws_run_builder_new (spec, "hand", "Hand", 0);
      WsLaunch launch = { .kernel = 3, .grid = { 1, 1, 1 }, .block = { 1, 1, 1 } };

      ws_run_builder_add_launch (builder, &launch);
      g_assert_null (ws_run_builder_end (builder));
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*nvalid data recorded*hand*launch 0 is of kernel 3 of 0*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/run/builder", test_builder);
  g_test_add_func ("/record/run/file", test_file);
  g_test_add_func ("/record/run/overwritten", test_overwritten);
  g_test_add_func ("/record/run/no-file", test_no_file);
  g_test_add_func ("/record/run/cancelled", test_cancelled);
  g_test_add_func ("/record/run/unknown", test_unknown);
  g_test_add_func ("/record/run/with-counters", test_with_counters);
  g_test_add_func ("/record/run/origins", test_origins);
  g_test_add_func ("/record/run/masks", test_masks);
  g_test_add_func ("/record/run/values", test_values);
  g_test_add_func ("/record/run/small-floats", test_small);
  g_test_add_func ("/record/run/nonsense", test_nonsense);
  return g_test_run ();
}
