/* Broken kernels, each with the one mistake that the comments of its source mark, and right ones,
 * checked on the virtual GPU: what is found is that mistake, at those lines, and nothing else. */
#include "dataflow/hazards.h"
#include "paths.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <stdio.h>
#include <string.h>

#define N         128
#define MOST      (1 << 20) /* warp instructions */
#define MAX_LINES 2

typedef struct {
  char *file; /* as in "shared" */
  char *name;
  guint grid;
  guint block;
  int kind; /* a WsFindingKind; -1: it is right */
  guint lines[MAX_LINES];
  guint n_lines;
} Case;

static char *
read_source (const char *file, const char *ending)
{
  g_autofree char *name = g_strconcat (file, ending, NULL);
  g_autofree char *path = g_build_filename (WS_TEST_DIR, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static int
find_kind (const char *line)
{
  for (guint kind = 0; kind <= WS_FINDING_LAST; kind++)
    {
      g_autofree char *mark = g_strconcat ("// ", ws_finding_kind_get_name (kind), NULL);

      if (g_str_has_suffix (line, mark))
        return (int)kind;
    }
  return -1;
}

/* The kernels of a source, with what is marked in them. */
static GPtrArray *
read_cases (const char *file)
{
  GPtrArray *cases = g_ptr_array_new ();
  g_autofree char *text = read_source (file, ".cu");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Case *last = NULL;
  guint grid = 0;
  guint block = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      int kind = find_kind (lines[i]);

      if (sscanf (lines[i], "// launch: %u %u", &grid, &block) == 2)
        continue;
      if (g_str_has_prefix (lines[i], "KERNEL "))
        {
          const char *name = lines[i] + strlen ("KERNEL ");

          last = g_new0 (Case, 1);
          *last = (Case){
            g_strdup (file), g_strndup (name, strcspn (name, " ")), grid, block, -1, { 0 }, 0
          };
          g_ptr_array_add (cases, last);
        }
      if (kind < 0 || last == NULL)
        continue;
      g_assert_cmpuint (last->n_lines, <, MAX_LINES);
      last->lines[last->n_lines++] = i + 1;
      last->kind = kind;
    }
  return cases;
}

/* (transfer full): a run of the kernel, checked */
static WsRun *
check (const Case *self, const char *spec_id, WsOrder order)
{
  g_autoptr (WsSpec) spec = specs_load (spec_id);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 2);
  const WsDeviceClass *klass = device->klass;
  g_autofree char *ptx = read_source (self->file, ".ptx");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED);
  const guint32 recorded = 0;
  WsLaunch recorded_launch = { .grid = { self->grid, 1, 1 }, .block = { self->block, 1, 1 } };
  WsLaunchRequest request = { .entry = self->name,
                              .grid = { self->grid, 1, 1 },
                              .block = { self->block, 1, 1 } };
  WsRecordRequest record = { .builder = builder,
                             .blocks = &recorded,
                             .n_blocks = 1,
                             .counts = TRUE,
                             .residencies = TRUE,
                             .checks = TRUE,
                             .order = order,
                             .max_instructions = MOST };
  g_autoptr (GError) error = NULL;
  WsKernel *kernel;
  guint64 in;
  guint64 out;
  guint32 words[N];
  guint8 params[20];
  guint32 n = N;

  klass->load (device, ptx, -1, self->file, &error);
  g_assert_no_error (error);
  klass->alloc (device, sizeof words, "in", &in, &error);
  klass->alloc (device, sizeof words, "out", &out, &error);
  for (guint i = 0; i < N; i++)
    words[i] = i;
  klass->write (device, in, words, sizeof words, &error);
  g_assert_no_error (error);
  kernel = klass->describe (device, self->name, self->name, self->file, NULL, &error);
  g_assert_no_error (error);
  recorded_launch.kernel = ws_run_builder_add_kernel (builder, kernel);
  ws_run_builder_add_launch (builder, &recorded_launch);
  memcpy (params, &in, 8);
  memcpy (params + 8, &out, 8);
  memcpy (params + 16, &n, 4);
  request.params = params;
  request.params_size = sizeof params;
  if (!klass->launch (device, &request, &record, NULL, NULL, &error))
    g_assert_true (g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT)
                   || g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS));
  return ws_run_builder_end (builder);
}

static guint
line_of (const WsRun *run, guint32 site)
{
  const WsKernel *kernel = ws_run_get_kernel (run, 0);

  return site < kernel->n_sites ? kernel->sites[site].line : 0;
}

/* Where "FILE:LINE" of @site is said in @message. */
static const char *
find_line (const Case *self, const WsRun *run, const char *message, guint32 site)
{
  g_autofree char *line = g_strdup_printf ("%s.cu:%u", self->file, line_of (run, site));
  const char *found = strstr (message, line);

  if (found == NULL)
    g_error ("no %s in “%s”", line, message);
  return found;
}

/* What did not stop the kernel is shown where it happened, and not behind all that its warp did. */
static void
assert_instant (const WsRun *run, const WsFinding *finding)
{
  const WsBlockRecord *record = ws_run_find_block (run, 0, finding->block);
  guint32 event = record != NULL ? ws_hazards_find_event (run, 0) : WS_NONE;

  g_assert_nonnull (record);
  g_assert_cmpuint (event, <, record->n_events);
  g_assert_cmpuint (line_of (run, run->events[record->first_event + event].site), ==,
                    line_of (run, finding->site));
}

static void
assert_found (const Case *self, const WsRun *run)
{
  const WsFinding *finding;
  guint lines[MAX_LINES];

  for (guint i = 0; i < run->findings->len; i++)
    g_test_message ("%s", ((WsFinding *)g_ptr_array_index (run->findings, i))->message);
  g_assert_cmpuint (run->findings->len, ==, self->kind < 0 ? 0 : 1);
  if (self->kind < 0)
    return;
  finding = g_ptr_array_index (run->findings, 0);
  g_assert_cmpstr (ws_finding_kind_get_name (finding->kind), ==,
                   ws_finding_kind_get_name ((guint)self->kind));
  lines[0] = line_of (run, finding->site);
  lines[1] = finding->has_other ? line_of (run, finding->other.site) : lines[0];
  g_assert_cmpuint (MIN (lines[0], lines[1]), ==, self->lines[0]);
  g_assert_cmpuint (MAX (lines[0], lines[1]), ==, self->lines[self->n_lines - 1]);
  g_assert_cmpuint (finding->lanes, !=, 0);
  g_assert_true ((finding->lanes >> finding->lane) & 1);
  g_assert_cmpuint (finding->has_other, ==,
                    finding->kind == WS_FINDING_RACE || finding->kind == WS_FINDING_USE_AFTER_SCOPE
                        || finding->kind == WS_FINDING_USE_AFTER_FREE
                        || (finding->kind == WS_FINDING_INVALID_FREE
                            && strstr (finding->message, "a second time") != NULL)
                        || (finding->kind == WS_FINDING_WRONG_MASK && self->n_lines == 2)
                        || finding->kind == WS_FINDING_CONDITIONAL_BARRIER);
  g_assert_cmpuint (ws_run_count_mistakes (run), ==, ws_finding_is_remark (finding) ? 0 : 1);
  g_assert_true (ws_run_find_finding (run, 0) == (ws_finding_is_remark (finding) ? NULL : finding));
  if (finding->kind == WS_FINDING_WRONG_MASK || ws_finding_is_remark (finding))
    assert_instant (run, finding);
  /* what is wrong, and then what it clashes with */
  if (finding->has_other && lines[0] != lines[1])
    g_assert_true (find_line (self, run, finding->message, finding->site)
                   < find_line (self, run, finding->message, finding->other.site));
}

/* In the order of time. */
static void
test_case (gconstpointer data)
{
  g_autoptr (WsRun) run = check (data, "h200", WS_ORDER_TIME);

  assert_found (data, run);
}

/* What is right is so in any order, and on a GPU without independent lanes. */
static void
test_right (gconstpointer data)
{
  g_autoptr (WsRun) warps = check (data, "h200", WS_ORDER_WARPS);
  g_autoptr (WsRun) lanes = check (data, "h200", WS_ORDER_LANES);

  assert_found (data, warps);
  assert_found (data, lanes);
}

/* Before compute capability 7.0 the lanes of a warp go in step. */
static void
test_lockstep (gconstpointer data)
{
  const Case *self = data;
  Case right = *self;
  g_autoptr (WsRun) run = check (self, "k40c", WS_ORDER_TIME);

  right.kind = -1;
  assert_found (&right, run);
}

static guint32
find_event (const WsRun *run, guint32 block, guint32 warp, guint32 site)
{
  const WsBlockRecord *record = ws_run_find_block (run, 0, block);

  g_assert_nonnull (record);
  for (guint32 i = 0; i < record->n_events; i++)
    if (run->events[record->first_event + i].warp == warp
        && run->events[record->first_event + i].site == site)
      return i;
  g_assert_not_reached ();
}

static const WsFinding *
find_race (const WsRun *run)
{
  for (guint i = 0; i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (finding->kind == WS_FINDING_RACE)
        return finding;
    }
  g_assert_not_reached ();
}

/* Each line is executed once by a warp: a hazard has the name of the order in which the recording
 * has its two accesses, and names the later one first. */
static void
test_hazard_names (void)
{
  static const struct {
    const char *file;
    const char *kernel;
    guint grid;
    WsOrder order;
    const char *name;
  } cases[] = {
    { "shared", "no_barrier", 2, WS_ORDER_TIME, "Read-after-write hazard: " },
    { "shared", "transpose_without_barrier", 2, WS_ORDER_TIME, "Read-after-write hazard: " },
    { "shared", "barrier_too_early", 2, WS_ORDER_WARPS, "Write-after-read hazard: " },
    { "shared", "barrier_too_early", 2, WS_ORDER_TIME, "Read-after-write hazard: " },
    { "copies", "matrix_stored_by_one_warp", 1, WS_ORDER_WARPS, "Write-after-read hazard: " },
    /* a copy is issued, its place is read, and what was copied arrives there */
    { "copies", "read_before_it_is_told", 1, WS_ORDER_TIME, "Read-after-write hazard: " },
    { "copies", "read_before_it_is_told", 1, WS_ORDER_WARPS, "Read-after-write hazard: " },
    { "copies", "waited_for_but_not_met", 1, WS_ORDER_TIME, "Read-after-write hazard: " },
    /* the first warp reads what the second has not begun to copy */
    { "copies", "waited_for_but_not_met", 1, WS_ORDER_WARPS, "Write-after-read hazard: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case self = { .file = (char *)cases[i].file,
                          .name = (char *)cases[i].kernel,
                          .grid = cases[i].grid,
                          .block = 64 };
      g_autoptr (WsRun) run = check (&self, "h200", cases[i].order);
      const WsFinding *finding = find_race (run);

      g_test_message ("%s", finding->message);
      g_assert_true (g_str_has_prefix (finding->message, cases[i].name));
      g_assert_cmpuint (
          find_event (run, finding->block, finding->warp, finding->site), >,
          find_event (run, finding->other.block, finding->other.warp, finding->other.site));
    }
}

int
main (int argc, char **argv)
{
  static const char *const files[] = { "shared",     "warp",  "global", "unwritten", "bounds",
                                       "barrier",    "right", "copies", "scope",     "heap",
                                       "parameters", "polls", "masks",  "conditions" };
  /* beside broken ones they have some that are right */
  static const char *const mixed[] = { "copies", "scope", "heap",       "parameters",
                                       "polls",  "masks", "conditions", NULL };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/hazard-names", test_hazard_names);
  for (guint f = 0; f < G_N_ELEMENTS (files); f++)
    {
      g_autoptr (GPtrArray) cases = read_cases (files[f]);

      g_assert_cmpuint (cases->len, >=, 3);
      for (guint i = 0; i < cases->len; i++)
        {
          const Case *self = g_ptr_array_index (cases, i);
          g_autofree char *path = g_strdup_printf ("/check/%s/%s", files[f], self->name);
          g_autofree char *more = g_strconcat (path, "-too", NULL);

          if (!g_strv_contains (mixed, files[f]))
            g_assert_true ((self->kind < 0) == g_str_equal (files[f], "right"));
          g_test_add_data_func (path, self, test_case);
          if (self->kind < 0)
            g_test_add_data_func (more, self, test_right);
          else if (g_str_equal (files[f], "warp")
                   && !g_str_equal (self->name, "two_lanes_one_word"))
            g_test_add_data_func (more, self, test_lockstep);
        }
    }
  return g_test_run ();
}
