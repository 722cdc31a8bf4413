/* execute.c: any bytes as the choices by which a valid program is written, which the virtual GPU
 * executes: by each instruction set, and counted. What it leaves is always the same. */
#include "fuzz.h"

#include "bundle/bundle.h"
#include "random-program.h"
#include "virtual/virtual.h"

#include <string.h>

#define SPEC     "/warpstage/specs/h200.ini"
#define N_BLOCKS 12
#define N_WORDS  (N_BLOCKS * RANDOM_PROGRAM_THREADS)
#define MOST     4096 /* choices: more are more of the same */

/* The bytes that are left; behind them, zeros. */
typedef struct {
  const guint8 *at;
  gsize size;
} Choices;

static guint
pick_cb (guint n, gpointer data)
{
  Choices *self = data;

  if (self->size == 0)
    return 0;
  self->size--;
  return *self->at++ % n;
}

static WsSpec *
load_spec (void)
{
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (ws_bundle_get_resource (), SPEC, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  WsSpec *spec;

  g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL);
  spec = ws_spec_new_from_key_file (file, "h200", &error);
  g_assert_no_error (error);
  return spec;
}

/* What the program leaves: @words. @variant: (nullable): an instruction set */
static void
execute (WsSpec *spec, const char *ptx, guint block, const char *variant, gboolean counts,
         guint32 *words)
{
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GError) error = NULL;
  const guint32 recorded = 1;
  guint64 params[2];
  const WsLaunchRequest request = { .entry = "k",
                                    .grid = { N_BLOCKS, 1, 1 },
                                    .block = { block, 1, 1 },
                                    .params = (const guint8 *)params,
                                    .params_size = sizeof params };
  const WsRecordRequest record = { .blocks = &recorded, .n_blocks = 1, .counts = TRUE };

  if (variant != NULL)
    ws_vm_device_set_variant (device, variant);
  device->klass->load (device, ptx, -1, "random.ptx", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N_WORDS; i++)
    words[i] = i * 2654435761u >> (i & 31);
  for (guint i = 0; i < 2; i++)
    device->klass->alloc (device, N_WORDS * sizeof *words, i == 0 ? "in" : "out", &params[i],
                          &error);
  device->klass->write (device, params[0], words, N_WORDS * sizeof *words, &error);
  device->klass->launch (device, &request, counts ? &record : NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, params[1], words, N_WORDS * sizeof *words, &error);
  g_assert_no_error (error);
}

void
ws_fuzz_execute (const guint8 *data, gsize size)
{
  Choices choices = { data, MIN (size, MOST) };
  g_autoptr (WsSpec) spec = load_spec ();
  guint block = 1 + pick_cb (RANDOM_PROGRAM_THREADS, &choices);
  g_autofree char *ptx = random_program_write (pick_cb, &choices);
  const char *const *variants = ws_vm_get_variants ();
  guint32 first[N_WORDS];
  guint32 words[N_WORDS];

  execute (spec, ptx, block, NULL, FALSE, first);
  execute (spec, ptx, block, NULL, TRUE, words);
  if (memcmp (first, words, sizeof words) != 0)
    g_error ("Counted, it leaves another memory:\n%s", ptx);
  for (guint i = 0; variants[i] != NULL; i++)
    {
      execute (spec, ptx, block, variants[i], FALSE, words);
      if (memcmp (first, words, sizeof words) != 0)
        g_error ("By %s it leaves another memory:\n%s", variants[i], ptx);
    }
}

/* Another choice here and there, one more, or one less: then those behind it are of something
 * else. */
gsize
ws_fuzz_execute_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n = 1 + (guint)g_rand_int_range (rand, 0, 4);

  for (guint i = 0; i < n; i++)
    {
      gsize at = size > 0 ? g_rand_int (rand) % size : 0;
      guint kind = (guint)g_rand_int_range (rand, 0, 6);

      if (kind == 0 && size > 1)
        memmove (data + at, data + at + 1, --size - at);
      else if ((kind == 1 || size == 0) && size < MIN (max_size, MOST))
        {
          memmove (data + at + 1, data + at, size++ - at);
          data[at] = (guint8)g_rand_int (rand);
        }
      else if (size > 0)
        data[at] = (guint8)g_rand_int (rand);
    }
  return size;
}
