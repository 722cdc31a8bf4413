/* Jobs of any shape: what is put in comes out of a variant again, each mistake has its sentence,
 * the parameter block is laid out as PTX does, and what came out is held against what must have. */
#include "job/job.h"

#include <math.h>
#include <string.h>

typedef struct {
  guint8 flag;
  double weight;
} Pair;

static const guint32 one[3] = { 1, 1, 1 };
static const guint32 grid[3] = { 3, 2, 1 };
static const guint32 block[3] = { 16, 8, 2 };

/* Three buffers of two types and a structure, a variable of the program, two kernels, a structure
 * as an argument. */
static WsJob *
make_job (void)
{
  static const guint32 architectures[] = { 75, 90 };
  WsJob *job = ws_job_new ();
  const Pair pair = { 1, 0.5 };
  WsEntry *entry;
  WsBuffer *buffer;
  WsJobLaunch *launch;
  WsCheck *check;

  job->program.name = g_strdup ("mix.ptx");
  job->program.ptx = g_strdup (".version 8.0\n");
  job->program.file = g_strdup ("mix.cu");
  job->program.source = g_strdup ("__global__ void mix () {}\n");
  job->words.id = g_strdup ("mix");
  job->words.title = g_strdup ("Mixing");
  job->words.idea = g_strdup ("Shows all there is.");
  job->words.left = g_strdup ("Nothing.");
  job->words.run =
      (WsRunWords){ g_strdup ("sum"), g_strdup ("+"), g_strdup ("add"), g_strdup ("Σ") };
  job->needs = (WsJobNeeds){ 7, 5, g_strdup ("mixing") };
  job->blocks = g_strdup ("0,last");
  g_array_append_val (job->program.architectures, architectures[0]);
  g_array_append_val (job->program.architectures, architectures[1]);
  job->recipe = g_variant_ref_sink (g_variant_new_parsed ("{'n': <uint64 7>}"));

  entry = ws_job_add_entry (job, "_Z3mixPKfPi4Pairc", "mix");
  ws_entry_add_registers (entry, 75, 24);
  ws_entry_add_registers (entry, 90, 28);
  ws_entry_add_parameter (entry, "in", 8, 8, TRUE, TRUE);
  ws_entry_add_parameter (entry, "c", 1, 1, FALSE, FALSE);
  ws_entry_add_parameter (entry, "pair", sizeof pair, 8, FALSE, FALSE);
  ws_entry_add_parameter (entry, "n", 4, 4, FALSE, FALSE);
  ws_entry_add_parameter (entry, "out", 8, 8, TRUE, FALSE);
  entry = ws_job_add_entry (job, "_Z4donev", "done");

  buffer = ws_job_add_buffer (job, "in", WS_VALUE_F32, 100, WS_BUFFER_IN);
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 1, .step = 0.25 };
  ws_contents_add_patch (&buffer->contents, 99, 0x40490fdb);
  buffer->unit = g_strdup ("m/s");
  buffer = ws_job_add_buffer (job, "out", WS_VALUE_S32, 50, WS_BUFFER_IN | WS_BUFFER_OUT);
  buffer = ws_job_add_buffer (job, "points", WS_VALUE_F32, 10, WS_BUFFER_OUT);
  ws_buffer_add_field (buffer, "x", WS_VALUE_F32, 0);
  ws_buffer_add_field (buffer, "y", WS_VALUE_F32, 4);
  ws_buffer_add_field (buffer, "kind", WS_VALUE_B16, 8);
  buffer = ws_job_add_buffer (job, "mask", WS_VALUE_F32, 5, WS_BUFFER_IN);
  buffer->symbol = g_strdup ("_Z4mask");
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .first = 1 };
  ws_entry_add_parameter (&g_array_index (job->program.entries, WsEntry, 1), "image", 8, 8, FALSE,
                          FALSE);
  buffer = ws_job_add_buffer (job, "image", WS_VALUE_B8, 1536, WS_BUFFER_IN);
  buffer->texture = (WsTexture){ .width = 16,
                                 .height = 8,
                                 .depth = 3,
                                 .kind = WS_TEXEL_SIGNED,
                                 .bits = 16,
                                 .channels = 2,
                                 .address = WS_TEXTURE_MIRROR,
                                 .flags = WS_TEXTURE_LINEAR | WS_TEXTURE_READS_FLOAT };

  launch = ws_job_add_launch (job, 0, grid, block);
  launch->dynamic_shared_bytes = 512;
  launch->residency_percent = 60;
  launch->n_elements = 100;
  launch->n_results = 50;
  ws_launch_add_buffer (launch, 0, 16);
  ws_launch_add_scalar (launch, WS_VALUE_B8, 0x7f);
  ws_launch_add_bytes (launch, &pair, sizeof pair);
  ws_launch_add_scalar (launch, WS_VALUE_S32, (guint32)-5);
  ws_launch_add_buffer (launch, 1, 0);
  launch = ws_job_add_launch (job, 1, one, one);
  ws_launch_add_buffer (launch, 4, 0);

  check = ws_job_add_check (job, WS_CHECK_EQUALS, 1, 10, 5);
  check->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 10, .step = 1 };
  check->bound = 2;
  return job;
}

static void
test_round_trip (void)
{
  g_autoptr (WsJob) job = make_job ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_job_to_variant (job));
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) copy = ws_job_from_variant (variant, &error);
  g_autoptr (GVariant) again = NULL;
  const WsBuffer *points;

  g_assert_no_error (error);
  g_assert_nonnull (copy);
  again = g_variant_ref_sink (ws_job_to_variant (copy));
  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpstr (copy->program.name, ==, "mix.ptx");
  g_assert_null (copy->program.library);
  g_assert_cmpuint (copy->program.entries->len, ==, 2);
  g_assert_cmpuint (ws_job_get_entry (copy, 0)->registers->len, ==, 2);
  g_assert_cmpuint (copy->program.architectures->len, ==, 2);
  g_assert_cmpuint (ws_job_get_launch (copy, 0)->residency_percent, ==, 60);
  g_assert_cmpstr (copy->words.run.many, ==, "Σ");
  g_assert_cmpstr (copy->words.run.result, ==, "sum");
  g_assert_cmpstr (copy->needs.what, ==, "mixing");
  g_assert_cmpstr (copy->blocks, ==, "0,last");
  g_assert_cmpstr (ws_job_get_buffer (copy, 0)->unit, ==, "m/s");
  points = ws_job_get_buffer (copy, 2);
  g_assert_cmpuint (points->element_bytes, ==, 10);
  g_assert_cmpuint (points->fields->len, ==, 3);
  g_assert_cmpuint (ws_buffer_get_bytes (points), ==, 100);
  g_assert_null (points->symbol);
  g_assert_cmpstr (ws_job_get_buffer (copy, 3)->symbol, ==, "_Z4mask");
  g_assert_cmpuint (ws_job_get_buffer (copy, 3)->texture.width, ==, 0);
  g_assert_cmpmem (&ws_job_get_buffer (copy, 4)->texture, sizeof (WsTexture),
                   &ws_job_get_buffer (job, 4)->texture, sizeof (WsTexture));
  g_assert_cmpuint (ws_job_get_launch (copy, 0)->block[2], ==, 2);
  g_assert_cmpstr (copy->words.run.combines, ==, "add");
  g_assert_nonnull (copy->recipe);
}

/* As nvcc lays it out: each parameter at its own alignment. */
static void
test_parameters (void)
{
  g_autoptr (WsJob) job = make_job ();
  const guint64 addresses[] = { 0x1000, 0x2000, 0x3000, 0x4000, 0x5000 };
  guint8 params[WS_JOB_PARAMS_BYTES];
  guint64 address;
  gint32 n;
  Pair pair;

  memset (params, 0xee, sizeof params);
  g_assert_cmpuint (ws_job_fill_parameters (job, ws_job_get_launch (job, 0), addresses, params), ==,
                    48);
  memcpy (&address, params, 8);
  g_assert_cmpuint (address, ==, 0x1010);
  g_assert_cmpuint (params[8], ==, 0x7f);
  for (guint i = 9; i < 16; i++)
    g_assert_cmpuint (params[i], ==, 0);
  memcpy (&pair, params + 16, sizeof pair);
  g_assert_cmpuint (pair.flag, ==, 1);
  g_assert_cmpfloat (pair.weight, ==, 0.5);
  memcpy (&n, params + 32, 4);
  g_assert_cmpint (n, ==, -5);
  memcpy (&address, params + 40, 8);
  g_assert_cmpuint (address, ==, 0x2000);
  g_assert_cmpuint (params[48], ==, 0xee);
  g_assert_cmpuint (ws_job_fill_parameters (job, ws_job_get_launch (job, 1), addresses, params), ==,
                    8);
  memcpy (&address, params, 8);
  g_assert_cmpuint (address, ==, 0x5000);
}

/* An address in a structure is written over its bytes, and travels. */
static void
test_addresses (void)
{
  g_autoptr (WsJob) made = make_job ();
  WsJobLaunch *launch = &g_array_index (made->launches, WsJobLaunch, 0);
  WsArgument *pair = &g_array_index (launch->arguments, WsArgument, 2);
  const WsAddress there = { 8, 1, 4 };
  const guint64 addresses[] = { 0x1000, 0x2000, 0x3000, 0x4000, 0x5000 };
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (GError) error = NULL;
  guint8 params[WS_JOB_PARAMS_BYTES];
  guint64 address;

  pair->links = g_array_new (FALSE, FALSE, sizeof (WsAddress));
  g_array_append_val (pair->links, there);
  variant = g_variant_ref_sink (ws_job_to_variant (made));
  job = ws_job_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ws_job_get_launch (job, 0)->arguments->len, ==, launch->arguments->len);
  g_assert_true (ws_job_check (job, &error));
  g_assert_cmpuint (ws_job_fill_parameters (job, ws_job_get_launch (job, 0), addresses, params), ==,
                    48);
  memcpy (&address, params + 24, 8);
  g_assert_cmpuint (address, ==, 0x2004);
  g_assert_cmpuint (params[16], ==, 1);
}

/* Addresses that have no place, and that are of nothing. */
static void
test_wrong_addresses (void)
{
  static const struct {
    guint argument;
    WsAddress address;
    const char *says;
  } rows[] = {
    { 2, { 12, 1, 0 }, "cannot hold an address at byte 12" },
    { 2, { 16, 1, 0 }, "cannot hold an address at byte 16" },
    { 2, { G_MAXUINT32 - 7, 1, 0 }, "cannot hold an address" },
    { 2, { 8, 99, 0 }, "is given buffer 100" },
    { 2, { 8, 1, 1 << 20 }, "starts beyond the end" },
    { 3, { 0, 1, 0 }, "is not a structure" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsJob) job = make_job ();
      WsJobLaunch *launch = &g_array_index (job->launches, WsJobLaunch, 0);
      WsArgument *argument = &g_array_index (launch->arguments, WsArgument, rows[i].argument);
      g_autoptr (GError) error = NULL;

      argument->links = g_array_new (FALSE, FALSE, sizeof (WsAddress));
      g_array_append_val (argument->links, rows[i].address);
      g_assert_false (ws_job_check (job, &error));
      g_assert_error (error, WS_JOB_ERROR, WS_JOB_ERROR_LAUNCH);
      g_assert_nonnull (strstr (error->message, rows[i].says));
    }
}

/* ---- mistakes ---- */

#define BUFFER(n)       (&g_array_index (job->buffers, WsBuffer, n))
#define LAUNCH(n)       (&g_array_index (job->launches, WsJobLaunch, n))
#define CHECK(n)        (&g_array_index (job->checks, WsCheck, n))
#define ENTRY(n)        (&g_array_index (job->program.entries, WsEntry, n))
#define ARGUMENT(l, n)  (&g_array_index (LAUNCH (l)->arguments, WsArgument, n))
#define PARAMETER(e, n) (&g_array_index (ENTRY (e)->parameters, WsParameter, n))

/* makes the mistake number @i of a job; FALSE where there is no such mistake */
static gboolean
make_mistake (WsJob *job, guint i, WsJobError *code, const char **says)
{
#define MISTAKE(number, what, where, sentence) \
    case number: {                             \
      what;                                    \
      *code = WS_JOB_ERROR_##where;            \
      *says = sentence;                        \
      return TRUE;                             \
    }
  switch (i)
    {
      MISTAKE (0, g_clear_pointer (&job->words.title, g_free), WORDS,
               "The title of the job is missing")
      MISTAKE (1, job->words.idea[0] = (char)0xff, WORDS, "What the job shows is not UTF-8")
      MISTAKE (2, g_clear_pointer (&job->program.ptx, g_free), PROGRAM, "The PTX is missing")
      MISTAKE (3, job->program.library = g_strdup ("cub"), PROGRAM, "PTX or a library, not both")
      MISTAKE (4, g_array_set_size (job->program.entries, 0), PROGRAM, "has no kernel")
      MISTAKE (5, PARAMETER (0, 1)->alignment = 3, PROGRAM, "“c” of “mix” has alignment 3")
      MISTAKE (6, PARAMETER (0, 1)->alignment = 0, PROGRAM, "alignment 0")
      MISTAKE (7, PARAMETER (0, 1)->alignment = 256, PROGRAM, "alignment 256")
      MISTAKE (8, PARAMETER (0, 3)->size = 0, PROGRAM, "“n” of “mix” has no bytes")
      MISTAKE (9, PARAMETER (0, 4)->size = 4, PROGRAM, "an address of 4 bytes")
      MISTAKE (10, PARAMETER (0, 2)->size = 4096, PROGRAM, "exceed the 4096 bytes")
      MISTAKE (11, BUFFER (1)->length = 0, BUFFER, "“out” has no elements")
      MISTAKE (12, BUFFER (1)->length = G_MAXUINT64 / 2, BUFFER, "too large for any device")
      MISTAKE (13, BUFFER (1)->use = 0, BUFFER, "“out” is neither read nor written")
      MISTAKE (14, BUFFER (1)->use = 4, BUFFER, "neither read nor written")
      MISTAKE (15, BUFFER (2)->element_bytes = 9, BUFFER, "Field 2 of “points” exceeds its element")
      MISTAKE (16, g_array_set_size (BUFFER (2)->fields, 0), BUFFER, "has 0 fields")
      MISTAKE (17, BUFFER (0)->contents.first = INFINITY, BUFFER, "finite numbers")
      MISTAKE (18, BUFFER (0)->contents.kind = 99, BUFFER, "unknown kind")
      MISTAKE (19, BUFFER (0)->contents.kind = WS_CONTENTS_RANDOM, BUFFER, "have an empty range")
      MISTAKE (20, BUFFER (0)->contents.kind = WS_CONTENTS_VALUES, BUFFER,
               "“in” holds 400 bytes, but 0 are given")
      MISTAKE (21, ws_contents_add_patch (&BUFFER (0)->contents, 100, 0), BUFFER,
               "Element 100 of “in” is given, but the buffer has 100")
      MISTAKE (22, LAUNCH (0)->entry = 2, LAUNCH, "Launch 1: no kernel 3")
      MISTAKE (23, LAUNCH (1)->grid[1] = 0, LAUNCH, "Launch 2: the grid has 0 blocks in y")
      MISTAKE (24, LAUNCH (1)->grid[2] = 65536, LAUNCH, "65536 blocks in z")
      MISTAKE (25, LAUNCH (0)->block[2] = 9, LAUNCH, "16 x 8 x 9 threads has more than 1024")
      MISTAKE (26, LAUNCH (0)->block[0] = 1025, LAUNCH, "1025 threads in x")
      MISTAKE (27, LAUNCH (0)->dynamic_shared_bytes = 2 << 20, LAUNCH, "2097152 bytes of shared")
      MISTAKE (28, g_array_set_size (LAUNCH (0)->arguments, 4), LAUNCH,
               "“mix” has 5 parameters, but 4 arguments are given")
      MISTAKE (29, ARGUMENT (0, 0)->buffer = 5, LAUNCH, "“in” of “mix” is given buffer 6 of 5")
      MISTAKE (30, ARGUMENT (0, 0)->offset = 400, LAUNCH, "starts beyond the end of “in”")
      MISTAKE (31, ARGUMENT (0, 4)->buffer = 0, LAUNCH, "“out” of “mix” may write to “in”")
      MISTAKE (32, ARGUMENT (0, 3)->kind = WS_ARGUMENT_BUFFER, LAUNCH,
               "“n” of “mix” is given a buffer, but is not a pointer")
      MISTAKE (33, ARGUMENT (0, 3)->type = WS_VALUE_F64, LAUNCH, "“n” of “mix” has 4 bytes")
      MISTAKE (34, g_clear_pointer (&ARGUMENT (0, 2)->bytes, g_bytes_unref), LAUNCH,
               "has 16 bytes, but 0 are given")
      MISTAKE (35, ARGUMENT (0, 2)->kind = 7, LAUNCH, "an argument of unknown kind")
      MISTAKE (36, g_array_set_size (job->launches, 0), LAUNCH, "0 launches: 1 to")
      MISTAKE (37, CHECK (0)->buffer = 5, CHECK, "Check 1: no buffer 6")
      MISTAKE (38, CHECK (0)->first = 46, CHECK, "“out” has no 5 elements from 46 on")
      MISTAKE (39, CHECK (0)->count = 0, CHECK, "no 0 elements")
      MISTAKE (40, CHECK (0)->bound = -1, CHECK, "the bound must be a number")
      MISTAKE (41, CHECK (0)->bound = NAN, CHECK, "the bound must be a number")
      MISTAKE (42, CHECK (0)->kind = 9, CHECK, "unknown kind")
      MISTAKE (43, (CHECK (0)->kind = WS_CHECK_FOLD, CHECK (0)->of = 0), CHECK,
               "both of the same type")
      MISTAKE (44, CHECK (0)->fold = 9, CHECK, "unknown kind")
      MISTAKE (45, CHECK (0)->first = G_MAXUINT64, CHECK, "has no 5 elements")
      MISTAKE (46, BUFFER (2)->element_bytes = 1 << 20, BUFFER, "1 to 65536 are supported")
      MISTAKE (47, (LAUNCH (0)->grid[0] = G_MAXINT32, LAUNCH (0)->grid[1] = 3), LAUNCH,
               "is too large")
      MISTAKE (48, ARGUMENT (0, 0)->buffer = 3, LAUNCH,
               "“in” of “mix” is given “mask”, a variable of the program")
      MISTAKE (49, BUFFER (3)->symbol[0] = '\0', BUFFER, "The name of a variable is missing")
      MISTAKE (50, BUFFER (2)->symbol = g_strdup ("_Z4mask"), BUFFER,
               "“points” and “mask” are the same variable: “_Z4mask”")
      MISTAKE (51, (job->program.library = g_steal_pointer (&job->program.ptx)), BUFFER,
               "variables of a library are not known")
      MISTAKE (52, BUFFER (4)->texture.width = 17, BUFFER,
               "“image” has 1536 bytes, fewer than the 1632 of its texels")
      MISTAKE (53, BUFFER (4)->texture.flags &= ~(guint32)WS_TEXTURE_READS_FLOAT, BUFFER,
               "“image” is filtered: it must be read as floats")
      MISTAKE (54, BUFFER (4)->texture.flags |= WS_TEXTURE_BUFFER, BUFFER,
               "“image” is read as linear memory")
      MISTAKE (55, BUFFER (4)->texture.channels = 3, BUFFER, "an unknown texel format")
      MISTAKE (56, BUFFER (4)->texture.height = 0, BUFFER, "has slices, but no rows")
      MISTAKE (57, BUFFER (4)->texture.depth = 2049, BUFFER, "exceeds the largest texture size")
      MISTAKE (58, BUFFER (4)->texture.address = 4, BUFFER, "an unknown kind of texture")
      MISTAKE (59, BUFFER (4)->texture.bits = 32, BUFFER, "must be 8- or 16-bit integers")
      MISTAKE (60, ARGUMENT (1, 0)->offset = 4, LAUNCH, "is given part of “image”")
      MISTAKE (61, ARGUMENT (0, 0)->buffer = 4, LAUNCH,
               "“in” of “mix” is given “image”, which is a texture")
      MISTAKE (62, BUFFER (4)->symbol = g_strdup ("image"), BUFFER, "cannot be a texture")
    default:
      return FALSE;
    }
#undef MISTAKE
}

/* Each is told of by itself, and whether it comes as a struct or as a variant. */
static void
test_mistakes (void)
{
  for (guint i = 0;; i++)
    {
      g_autoptr (WsJob) job = make_job ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) again = NULL;
      g_autoptr (GVariant) variant = NULL;
      const char *says;
      WsJobError code;

      g_assert_true (ws_job_check (job, NULL));
      if (!make_mistake (job, i, &code, &says))
        {
          g_assert_cmpuint (i, ==, 63);
          return;
        }
      g_assert_false (ws_job_check (job, &error));
      g_test_message ("%u: %s", i, error->message);
      g_assert_error (error, WS_JOB_ERROR, (int)code);
      g_assert_nonnull (strstr (error->message, says));
      if (i == 1) /* what is not UTF-8 is no GVariant */
        continue;
      variant = g_variant_ref_sink (ws_job_to_variant (job));
      g_assert_null (ws_job_from_variant (variant, &again));
      g_assert_error (again, WS_JOB_ERROR, (int)code);
      g_assert_cmpstr (again->message, ==, error->message);
    }
}

static void
test_nonsense (void)
{
  static const char *const texts[] = { "'job'", "@a{sv} {}", "{'program': <1>}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GVariant) variant = g_variant_ref_sink (g_variant_new_parsed (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (ws_job_from_variant (variant, &error));
      g_assert_error (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE);
    }
}

/* The job's variables, said in another way than it would say them itself. */
static void
assert_symbols (const char *symbols, WsJobError code, const char *says)
{
  g_autoptr (WsJob) job = make_job ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_job_to_variant (job));
  g_autoptr (GVariant) changed = NULL;
  g_autoptr (WsJob) read = NULL;
  g_autoptr (GError) error = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, variant);
  g_variant_dict_insert_value (&dict, "symbols", g_variant_new_parsed (symbols));
  changed = g_variant_ref_sink (g_variant_dict_end (&dict));
  read = ws_job_from_variant (changed, &error);
  if (says == NULL)
    {
      g_assert_no_error (error);
      g_assert_nonnull (read);
      return;
    }
  g_assert_null (read);
  g_assert_error (error, WS_JOB_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, says));
}

static void
test_symbols (void)
{
  g_autofree char *name = g_strnfill (WS_JOB_MAX_WORDS + 1, 'x');
  g_autofree char *long_name = g_strdup_printf ("@a(us) [(3, '%s')]", name);

  assert_symbols ("@a(us) [(3, 'a'), (1, 'b')]", WS_JOB_ERROR_LAUNCH,
                  "“out” of “mix” is given “out”, a variable");
  assert_symbols ("@a(us) [(3, 'a'), (2, 'b')]", 0, NULL);
  assert_symbols ("@a(us) []", 0, NULL);
  assert_symbols ("@a(us) [(5, 'a')]", WS_JOB_ERROR_NONSENSE, "“a” refers to an unknown buffer");
  assert_symbols ("@a(us) [(4294967295, 'a')]", WS_JOB_ERROR_NONSENSE,
                  "“a” refers to an unknown buffer");
  assert_symbols ("@a(us) [(3, 'a'), (3, 'b')]", WS_JOB_ERROR_NONSENSE,
                  "a buffer with another variable");
  assert_symbols ("@a(us) [(3, '')]", WS_JOB_ERROR_BUFFER, "name of a variable is missing");
  assert_symbols (long_name, WS_JOB_ERROR_BUFFER, "at most 4096 are possible");
}

/* ---- verdicts ---- */

typedef struct {
  gint32 values[50];
  guint buffer;
  guint64 first;
  guint64 n;
} Output;

static GBytes *
read_cb (guint buffer, guint64 first, guint64 n, gpointer data, GError **error)
{
  Output *self = data;

  self->buffer = buffer;
  self->first = first;
  self->n = n;
  return g_bytes_new ((const guint8 *)self->values + first, n);
}

static void
test_verdict (void)
{
  g_autoptr (WsJob) job = make_job ();
  Output output = { 0 };
  WsVerdict verdict;

  for (gint32 i = 0; i < 50; i++)
    output.values[i] = i; /* element 10 + k is to be 10 + k */
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_cmpuint (output.buffer, ==, 1);
  g_assert_cmpuint (output.first, ==, 40);
  g_assert_cmpuint (output.n, ==, 20);
  g_assert_true (verdict.correct && verdict.checked);
  g_assert_cmpuint (verdict.type, ==, WS_VALUE_S32);
  /* within the bound, the furthest is told */
  output.values[12] = 14;
  output.values[13] = 12;
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_true (verdict.correct);
  g_assert_cmpuint (verdict.element, ==, 12);
  g_assert_cmpuint (verdict.result, ==, 14);
  g_assert_cmpuint (verdict.expected, ==, 12);
  g_assert_cmpfloat (verdict.bound, ==, 2);
  /* one over it makes all wrong, whatever comes after */
  output.values[11] = 8;
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_false (verdict.correct);
  g_assert_cmpuint (verdict.element, ==, 11);
  g_assert_cmpuint (verdict.result, ==, 8);
  /* nothing to check: nothing is wrong */
  g_array_set_size (job->checks, 0);
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_true (verdict.correct && !verdict.checked);
}

static void
test_fold_verdict (void)
{
  g_autoptr (WsJob) job = make_job ();
  Output output = { .values = { 7, 30, 9 } };
  WsCheck *check = CHECK (0);
  WsVerdict verdict;

  check->kind = WS_CHECK_FOLD;
  check->first = 0;
  check->count = 3;
  check->of = 1;
  check->bound = 0;
  check->fold = WS_FOLD_SUM;
  BUFFER (1)->contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .first = 1 };
  g_assert_true (ws_job_check (job, NULL));
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_false (verdict.correct);
  g_assert_cmpuint (verdict.result, ==, 46);
  g_assert_cmpuint (verdict.expected, ==, 50);
  output.values[2] = 13;
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_true (verdict.correct);
}

/* More than is looked at at a time: the wrong element is named wherever it is. */
static GBytes *
read_ramp_cb (guint buffer, guint64 first, guint64 n, gpointer data, GError **error)
{
  const guint64 *wrong = data;
  guint32 *values = g_malloc (n);

  g_assert_cmpuint (n, <=, WS_JOB_PART_BYTES);
  for (guint64 i = 0; i < n / 4; i++)
    values[i] = (guint32)(first / 4 + i) + (first / 4 + i == *wrong ? 9 : 0);
  return g_bytes_new_take (values, n);
}

static void
test_parts (void)
{
  const guint64 part = WS_JOB_PART_BYTES / 4;
  const guint64 wrong[] = { 10, part - 1, part, part + 9, part + 10, 2 * part + 12 };
  g_autoptr (WsJob) job = make_job ();
  WsCheck *check = CHECK (0);
  WsVerdict verdict;

  BUFFER (1)->length = 2 * part + 13;
  BUFFER (1)->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 0, .step = 1 };
  check->first = 10;
  check->count = 2 * part + 3;
  check->bound = 0;
  check->contents = (WsContents){ .kind = WS_CONTENTS_RAMP, .first = 10, .step = 1 };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      guint64 at = wrong[i];

      g_assert_true (ws_job_judge (job, NULL, read_ramp_cb, &at, &verdict, NULL));
      g_assert_false (verdict.correct);
      g_assert_cmpuint (verdict.element, ==, at);
      g_assert_cmpuint (verdict.expected, ==, at);
      g_assert_cmpuint (verdict.result, ==, at + 9);
    }
  /* and so is the fold, of what comes out as of what goes in */
  *check = (WsCheck){
    .kind = WS_CHECK_FOLD, .buffer = 1, .of = 1, .count = BUFFER (1)->length, .fold = WS_FOLD_SUM
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      guint64 at = wrong[i];

      g_assert_true (ws_job_judge (job, NULL, read_ramp_cb, &at, &verdict, NULL));
      g_assert_cmpuint (verdict.result, ==, (guint32)(verdict.expected + 9));
      g_assert_cmpuint (verdict.expected, ==,
                        (guint32)((BUFFER (1)->length - 1) * BUFFER (1)->length / 2));
    }
}

/* What is no number is wrong, unless it is what must come out. */
static void
test_no_number (void)
{
  g_autoptr (WsJob) job = make_job ();
  Output output = { 0 };
  WsCheck *check = CHECK (0);
  WsVerdict verdict;

  check->buffer = 0;
  check->first = 0;
  check->count = 2;
  check->bound = 1e30;
  check->contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .first = 0 };
  output.values[1] = 0x7fc00000;
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_false (verdict.correct);
  g_assert_cmpuint (verdict.element, ==, 1);
  ws_contents_add_patch (&check->contents, 1, 0x7fc00000);
  g_assert_true (ws_job_judge (job, NULL, read_cb, &output, &verdict, NULL));
  g_assert_true (verdict.correct);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job/round-trip", test_round_trip);
  g_test_add_func ("/job/parameters", test_parameters);
  g_test_add_func ("/job/addresses", test_addresses);
  g_test_add_func ("/job/wrong-addresses", test_wrong_addresses);
  g_test_add_func ("/job/mistakes", test_mistakes);
  g_test_add_func ("/job/nonsense", test_nonsense);
  g_test_add_func ("/job/symbols", test_symbols);
  g_test_add_func ("/job/verdict", test_verdict);
  g_test_add_func ("/job/fold-verdict", test_fold_verdict);
  g_test_add_func ("/job/fold-verdict-parts", test_parts);
  g_test_add_func ("/job/no-number", test_no_number);
  return g_test_run ();
}
