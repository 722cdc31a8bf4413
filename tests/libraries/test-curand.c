/* cuRAND's host side: what it draws, held against what NVIDIA's drew on a GPU: curand.txt. */
#include "library.h"

#include "curand.h"
#include "paths.h"

#include <math.h>
#include <string.h>

#define SEED 1234
/* The GPU's logarithm and sine of floats are approximations. */
#define NORMAL_TOLERANCE 4e-6

static const char *const kinds[] = { "u", "uf", "ud", "nf", "nd", "lf" };

static guint
find_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (name, kinds[i]))
      return i;
  g_assert_not_reached ();
}

static gsize
get_bytes (guint kind)
{
  return kind == 2 || kind == 4 ? 8 : 4;
}

static void
generate (curandGenerator_t generator, guint kind, void *to, gsize n)
{
  const int statuses[] = {
    kind == 0 ? curandGenerate (generator, to, n) : 0,
    kind == 1 ? curandGenerateUniform (generator, to, n) : 0,
    kind == 2 ? curandGenerateUniformDouble (generator, to, n) : 0,
    kind == 3 ? curandGenerateNormal (generator, to, n, 0, 1) : 0,
    kind == 4 ? curandGenerateNormalDouble (generator, to, n, 0, 1) : 0,
    kind == 5 ? curandGenerateLogNormal (generator, to, n, 0, 1) : 0,
  };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    g_assert_cmpint (statuses[i], ==, CURAND_STATUS_SUCCESS);
}

static double
get_number (guint kind, const guint8 *data, gsize index)
{
  guint32 word;
  float single;
  double number;

  if (get_bytes (kind) == 8)
    {
      memcpy (&number, data + index * 8, 8);
      return number;
    }
  memcpy (&word, data + index * 4, 4);
  memcpy (&single, data + index * 4, 4);
  return kind == 0 ? (double)word : (double)single;
}

/* A line of curand.txt. */
static void
try (char **words)
{
  curandGenerator_t generator;
  gsize first = g_ascii_strtoull (words[2], NULL, 10);
  guint kind = find_kind (words[3]);
  gsize at = g_ascii_strtoull (words[5], NULL, 10);
  gsize n = at + 2 + at % 2;
  g_autofree guint8 *host = g_malloc (n * 8);
  void *device;

  g_assert_cmpint (cudaMalloc (&device, MAX (n, first) * 8 + 8), ==, cudaSuccess);
  g_assert_cmpint (curandCreateGenerator (&generator, (curandRngType_t)atoi (words[0])), ==,
                   CURAND_STATUS_SUCCESS);
  curandSetPseudoRandomGeneratorSeed (generator, SEED);
  if (g_str_equal (words[1], "off"))
    curandSetGeneratorOffset (generator, first);
  else if (first > 0)
    generate (generator, find_kind (words[1]), device, first);
  generate (generator, kind, device, n);
  library_get (host, device, n * get_bytes (kind));
  for (guint i = 0; i < 2; i++)
    {
      double expected = g_ascii_strtod (words[6 + i], NULL);
      double came = get_number (kind, host, at + i);
      double bound = kind < 3    ? 0
                     : kind == 4 ? 1e-14
                                 : NORMAL_TOLERANCE * fmax (1, fabs (expected));

      if (!(fabs (came - expected) <= bound))
        {
          g_autofree char *line = g_strjoinv (" ", words);

          g_test_message ("%s: %.17g", line, came);
          g_test_fail ();
        }
    }
  curandDestroyGenerator (generator);
  cudaFree (device);
}

static void
test_sequences (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (WS_TEST_DIR "/curand.txt", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      if (*lines[i] == '\0' || *lines[i] == '#')
        continue;
      g_assert_cmpuint (g_strv_length (words), ==, 8);
      try (words);
      n++;
    }
  g_assert_cmpuint (n, >, 300);
}

/* Mean and deviation are those that are asked for; a generator of the host's draws the same. */
static void
test_normals (void)
{
  enum { N = 20000 };
  g_autofree float *values = g_new (float, N);
  g_autofree float *same = g_new (float, N);
  curandGenerator_t generators[2];
  double sum = 0, squares = 0;
  void *device;

  g_assert_cmpint (curandCreateGenerator (&generators[0], CURAND_RNG_PSEUDO_DEFAULT), ==, 0);
  g_assert_cmpint (curandCreateGeneratorHost (&generators[1], CURAND_RNG_PSEUDO_DEFAULT), ==, 0);
  cudaMalloc (&device, N * 4);
  g_assert_cmpint (curandGenerateNormal (generators[0], device, N, 3, 0.5f), ==, 0);
  g_assert_cmpint (curandGenerateNormal (generators[1], same, N, 3, 0.5f), ==, 0);
  library_get (values, device, N * 4);
  g_assert_cmpmem (values, N * 4, same, N * 4);
  for (guint i = 0; i < N; i++)
    {
      sum += (double)values[i] / N;
      squares += (double)values[i] * (double)values[i] / N;
    }
  g_assert_cmpfloat (fabs (sum - 3), <, 0.02);
  g_assert_cmpfloat (fabs (sqrt (squares - sum * sum) - 0.5), <, 0.02);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (curandDestroyGenerator (generators[i]), ==, 0);
  cudaFree (device);
}

/* Last: behind what a call did wrong, nothing works. */
static void
test_history (void)
{
  g_autoptr (WsHistory) history = NULL;
  curandGenerator_t generator;
  const WsStep *step;
  float *device;
  float host;

  g_assert_cmpint (curandCreateGenerator (&generator, CURAND_RNG_PSEUDO_MT19937), ==,
                   CURAND_STATUS_TYPE_ERROR);
  g_assert_cmpint (curandCreateGenerator (&generator, (curandRngType_t)7), ==,
                   CURAND_STATUS_TYPE_ERROR);
  g_assert_cmpint (curandCreateGenerator (&generator, CURAND_RNG_PSEUDO_DEFAULT), ==, 0);
  cudaMalloc ((void **)&device, 40);
  g_assert_cmpint (curandGenerateNormal (generator, device, 5, 0, 1), ==,
                   CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  g_assert_cmpint (curandGeneratePoisson (generator, (unsigned *)device, 10, 3), ==,
                   CURAND_STATUS_TYPE_ERROR);
  g_assert_cmpint (curandGenerateLogNormalDouble (generator, (double *)device, 6, 0, 1), ==,
                   CURAND_STATUS_LAUNCH_FAILURE);
  g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaErrorIllegalAddress);
  g_assert_cmpint (curandGenerateUniform (generator, &host, 1), ==, CURAND_STATUS_LAUNCH_FAILURE);
  curandDestroyGenerator (generator);
  history = library_end ();
  step = library_find (history, "curandGenerateNormal");
  g_assert_cmpint (step->kind, ==, WS_STEP_LIBRARY);
  g_assert_cmpuint (step->duration_ns, ==, 0);
  g_assert_cmpstr (step->words, ==, "");
  step = library_find (history, "curandCreateGenerator(CURAND_RNG_PSEUDO_MT19937)");
  g_assert_cmpint (step->kind, ==, WS_STEP_REFUSED);
  step = library_find (history, "curandGeneratePoisson");
  g_assert_cmpint (step->kind, ==, WS_STEP_REFUSED);
  g_assert_true (g_str_has_prefix (step->words, "curandGeneratePoisson: of CUDA's libraries"));
  step = library_find (history, "curandGenerateLogNormalDouble");
  g_assert_nonnull (strstr (step->words, "accesses 48 bytes from"));
  g_assert_nonnull (strstr (step->words, "more than “cudaMalloc"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  library_begin ();
  g_test_add_func ("/curand/sequences", test_sequences);
  g_test_add_func ("/curand/normals", test_normals);
  g_test_add_func ("/curand/history", test_history);
  return g_test_run ();
}
