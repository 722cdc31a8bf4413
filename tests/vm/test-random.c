/* Random programs that are valid PTX: what each leaves in memory and what is counted of it is the
 * same however it is run: plainly or counted, each block with a clock or few of them, on one host
 * thread or several, by each instruction set. */
#include "random-program.h"
#include "virtual/virtual.h"
#include "specs.h"

#include <string.h>

#define N_PROGRAMS 6
#define N_BLOCKS   400 /* so many that most are not timed */
#define N_WORDS    (N_BLOCKS * RANDOM_PROGRAM_THREADS)

static guint
pick_cb (guint n, gpointer data)
{
  return (guint)g_test_rand_int_range (0, (gint32)n);
}

/* How a program is run. */
typedef struct {
  const char *variant; /* nullable: the widest */
  guint n_threads;     /* of the host */
  gboolean counts;
  guint n_recorded; /* blocks */
} Way;

/* What a program left. */
typedef struct {
  guint32 *words;
  WsSiteCount *counts; /* nullable */
  GVariant *run;       /* nullable: whole */
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_free (self->words);
  g_free (self->counts);
  g_clear_pointer (&self->run, g_variant_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* Returns: sites; 0 where they were not counted. */
static guint
take_run (WsRunBuilder *builder, Outcome *outcome)
{
  g_autoptr (WsRun) run = ws_run_builder_end (builder);
  guint n = (guint)run->n_counts;

  outcome->counts = g_memdup2 (run->counts, n * sizeof *outcome->counts);
  outcome->run = g_variant_ref_sink (ws_run_to_variant (run));
  return n;
}

static guint
run_program (const char *ptx, guint block, const Way *way, Outcome *outcome)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, way->n_threads);
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *blocks = g_new (guint32, N_BLOCKS);
  guint64 params[2];
  WsLaunch launch = { .grid = { N_BLOCKS, 1, 1 }, .block = { block, 1, 1 } };
  const WsLaunchRequest request = { .entry = "k",
                                    .grid = { N_BLOCKS, 1, 1 },
                                    .block = { block, 1, 1 },
                                    .params = (const guint8 *)params,
                                    .params_size = sizeof params };
  WsRecordRequest record = {
    .blocks = blocks, .n_blocks = way->n_recorded, .counts = TRUE, .residencies = TRUE
  };

  *outcome = (Outcome){ .words = g_new0 (guint32, N_WORDS) };
  if (way->variant != NULL)
    ws_vm_device_set_variant (device, way->variant);
  device->klass->load (device, ptx, -1, "random.ptx", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N_BLOCKS; i++)
    blocks[i] = i;
  for (guint i = 0; i < N_WORDS; i++)
    outcome->words[i] = i * 2654435761u >> (i & 31);
  for (guint i = 0; i < 2; i++)
    device->klass->alloc (device, N_WORDS * sizeof (guint32), i == 0 ? "in" : "out", &params[i],
                          &error);
  device->klass->write (device, params[0], outcome->words, N_WORDS * sizeof (guint32), &error);
  if (way->counts)
    {
      builder = ws_run_builder_new (spec, "vm:h200", "Test", WS_ORIGIN_MODELLED);
      ws_run_builder_add_kernel (builder,
                                 device->klass->describe (device, "k", "k", "k.cu", NULL, &error));
      record.builder = builder;
      record.launch = ws_run_builder_add_launch (builder, &launch);
    }
  device->klass->launch (device, &request, way->counts ? &record : NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, params[1], outcome->words, N_WORDS * sizeof (guint32), &error);
  return builder != NULL ? take_run (builder, outcome) : 0;
}

static void
test_program (void)
{
  static const guint blocks[] = { 64, 96, 37 };
  static const Way plainly = { NULL, 1, FALSE, 0 };
  static const Way counted = { NULL, 1, TRUE, 0 };
  static const Way others[] = {
    { NULL, 2, FALSE, 0 },       { NULL, 4, FALSE, 0 },   { "plain", 1, FALSE, 0 },
    { "avx2", 1, FALSE, 0 },     { NULL, 2, TRUE, 0 },    { NULL, 4, TRUE, 0 },
    { NULL, 2, TRUE, N_BLOCKS }, { "plain", 1, TRUE, 0 },
  };

  for (guint i = 0; i < N_PROGRAMS; i++)
    {
      g_autofree char *ptx = random_program_write (pick_cb, NULL);
      guint block = blocks[i % G_N_ELEMENTS (blocks)];
      g_auto (Outcome) first = { 0 };
      g_auto (Outcome) counts = { 0 };
      guint n_sites;

      run_program (ptx, block, &plainly, &first);
      n_sites = run_program (ptx, block, &counted, &counts);
      g_assert_cmpmem (first.words, N_WORDS * 4, counts.words, N_WORDS * 4);
      for (guint k = 0; k < G_N_ELEMENTS (others); k++)
        {
          g_auto (Outcome) other = { 0 };

          run_program (ptx, block, &others[k], &other);
          if (memcmp (first.words, other.words, N_WORDS * 4) != 0)
            g_error ("Way %u leaves another memory of\n%s", k, ptx);
          if (!others[k].counts)
            continue;
          for (guint s = 0; s < n_sites; s++)
            if (memcmp (&counts.counts[s], &other.counts[s], sizeof (WsSiteCount)) != 0)
              g_error ("Way %u counts otherwise at site %u of\n%s", k, s, ptx);
          if (others[k].n_recorded == 0)
            g_assert_true (g_variant_equal (counts.run, other.run));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/random", test_program);
  return g_test_run ();
}
