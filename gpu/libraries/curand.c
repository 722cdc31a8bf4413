/* curand.c: cuRAND's host side, as the library that programs look for: libcurand.so.10. */
#include "libraries/generator.h"
#include "runtime/library.h"

#include <math.h>

#define VERSION 10400

/* curandStatus_t */
enum {
  SUCCESS = 0,
  NOT_INITIALIZED = 101,
  TYPE_ERROR = 103,
  OUT_OF_RANGE = 104,
  LENGTH_NOT_MULTIPLE = 105,
  LAUNCH_FAILURE = 201,
};

/* curandOrdering_t */
enum { ORDERING_BEST = 100, ORDERING_SEEDED = 102, ORDERING_DYNAMIC = 104 };

/* curandGenerator_t */
typedef struct {
  WsGenerator *generator;
  cudaStream_t stream;
  gboolean is_of_host; /* it fills memory of the host */
} Handle;

/* curandRngType_t */
static const struct {
  int type;
  const WsRandomClass *klass; /* NULL: it is not there */
  const char *title;
} types[] = {
  { 100, &ws_random_xorwow, NULL },
  { 101, &ws_random_xorwow, NULL },
  { 121, &ws_random_mrg, NULL },
  { 161, &ws_random_philox, NULL },
  { 141, NULL, "curandCreateGenerator(CURAND_RNG_PSEUDO_MTGP32)" },
  { 142, NULL, "curandCreateGenerator(CURAND_RNG_PSEUDO_MT19937)" },
  { 200, NULL, "curandCreateGenerator(CURAND_RNG_QUASI_DEFAULT)" },
  { 201, NULL, "curandCreateGenerator(CURAND_RNG_QUASI_SOBOL32)" },
  { 202, NULL, "curandCreateGenerator(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32)" },
  { 203, NULL, "curandCreateGenerator(CURAND_RNG_QUASI_SOBOL64)" },
  { 204, NULL, "curandCreateGenerator(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64)" },
};

WS_LIBRARY_API int curandCreateGenerator (Handle **handle, int type);
WS_LIBRARY_API int curandCreateGeneratorHost (Handle **handle, int type);
WS_LIBRARY_API int curandDestroyGenerator (Handle *handle);
WS_LIBRARY_API int curandGetVersion (int *version);
WS_LIBRARY_API int curandSetStream (Handle *handle, cudaStream_t stream);
WS_LIBRARY_API int curandSetPseudoRandomGeneratorSeed (Handle *handle, unsigned long long seed);
WS_LIBRARY_API int curandSetGeneratorOffset (Handle *handle, unsigned long long offset);
WS_LIBRARY_API int curandSetGeneratorOrdering (Handle *handle, int ordering);
WS_LIBRARY_API int curandGenerateSeeds (Handle *handle);
WS_LIBRARY_API int curandGenerate (Handle *handle, unsigned int *to, size_t n);
WS_LIBRARY_API int curandGenerateUniform (Handle *handle, float *to, size_t n);
WS_LIBRARY_API int curandGenerateUniformDouble (Handle *handle, double *to, size_t n);
WS_LIBRARY_API int curandGenerateNormal (Handle *handle, float *to, size_t n, float mean,
                                         float deviation);
WS_LIBRARY_API int curandGenerateNormalDouble (Handle *handle, double *to, size_t n, double mean,
                                               double deviation);
WS_LIBRARY_API int curandGenerateLogNormal (Handle *handle, float *to, size_t n, float mean,
                                            float deviation);
WS_LIBRARY_API int curandGenerateLogNormalDouble (Handle *handle, double *to, size_t n, double mean,
                                                  double deviation);

/* ---- generators ---- */

static int
create (Handle **handle, int type, gboolean is_of_host)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (types[i].type != type)
        continue;
      if (types[i].klass == NULL)
        {
          ws_library_refuse (types[i].title, "cuRAND");
          return TYPE_ERROR;
        }
      *handle = g_new0 (Handle, 1);
      (*handle)->generator = ws_generator_new (types[i].klass);
      (*handle)->is_of_host = is_of_host;
      return SUCCESS;
    }
  return TYPE_ERROR;
}

int
curandCreateGenerator (Handle **handle, int type)
{
  return create (handle, type, FALSE);
}

int
curandCreateGeneratorHost (Handle **handle, int type)
{
  return create (handle, type, TRUE);
}

int
curandDestroyGenerator (Handle *handle)
{
  if (handle == NULL)
    return NOT_INITIALIZED;
  ws_generator_free (handle->generator);
  g_free (handle);
  return SUCCESS;
}

int
curandGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

int
curandSetStream (Handle *handle, cudaStream_t stream)
{
  if (handle == NULL)
    return NOT_INITIALIZED;
  handle->stream = stream;
  return SUCCESS;
}

int
curandSetPseudoRandomGeneratorSeed (Handle *handle, unsigned long long seed)
{
  if (handle == NULL)
    return NOT_INITIALIZED;
  ws_generator_seed (handle->generator, seed, handle->generator->offset);
  return SUCCESS;
}

int
curandSetGeneratorOffset (Handle *handle, unsigned long long offset)
{
  if (handle == NULL)
    return NOT_INITIALIZED;
  ws_generator_seed (handle->generator, handle->generator->seed, offset);
  return SUCCESS;
}

/* There is one order, and a GPU's own is taken for it. */
int
curandSetGeneratorOrdering (Handle *handle, int ordering)
{
  if (handle == NULL)
    return NOT_INITIALIZED;
  if (ordering < ORDERING_BEST || ordering > ORDERING_DYNAMIC)
    return OUT_OF_RANGE;
  if (ordering != ORDERING_SEEDED)
    return SUCCESS;
  ws_library_refuse ("curandSetGeneratorOrdering(CURAND_ORDERING_PSEUDO_SEEDED)", "cuRAND");
  return TYPE_ERROR;
}

int
curandGenerateSeeds (Handle *handle)
{
  return handle != NULL ? SUCCESS : NOT_INITIALIZED;
}

/* ---- numbers ---- */

/* What is made of what is drawn: of normals, mean and standard deviation. */
typedef struct {
  const char *name;
  WsRandomKind kind;
  double mean;
  double deviation;
  gboolean is_log;
} Wanted;

static gsize
get_bytes (WsRandomKind kind)
{
  return kind == WS_RANDOM_UNIFORM_DOUBLE || kind == WS_RANDOM_NORMAL_DOUBLE ? sizeof (double)
                                                                             : sizeof (float);
}

static void
move (const Wanted *self, gpointer to, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gboolean is_double = self->kind == WS_RANDOM_NORMAL_DOUBLE;
      double value =
          self->mean + self->deviation * (is_double ? ((double *)to)[i] : (double)((float *)to)[i]);

      value = self->is_log ? exp (value) : value;
      if (is_double)
        ((double *)to)[i] = value;
      else
        ((float *)to)[i] = (float)value;
    }
}

static void
fill (const Wanted *self, WsGenerator *generator, gpointer to, gsize n)
{
  ws_generator_draw (generator, self->kind, to, n);
  if (self->kind >= WS_RANDOM_NORMAL)
    move (self, to, n);
}

static int
generate (const Wanted *self, Handle *handle, gpointer to, gsize n)
{
  const WsLibraryRange range = { to, n * get_bytes (self->kind), 1, 0 };
  WsLibraryCall call;
  gpointer data = NULL;

  if (handle == NULL)
    return NOT_INITIALIZED;
  if (self->kind >= WS_RANDOM_NORMAL && n % 2 != 0)
    return LENGTH_NOT_MULTIPLE;
  if (n == 0)
    return SUCCESS;
  if (handle->is_of_host)
    {
      fill (self, handle->generator, to, n);
      return SUCCESS;
    }
  if (ws_library_begin (&call, self->name, handle->stream))
    data = ws_library_write (&call, &range);
  if (data != NULL)
    fill (self, handle->generator, data, n);
  return ws_library_end (&call) == cudaSuccess ? SUCCESS : LAUNCH_FAILURE;
}

int
curandGenerate (Handle *handle, unsigned int *to, size_t n)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_BITS, 0, 0, FALSE }, handle, to, n);
}

int
curandGenerateUniform (Handle *handle, float *to, size_t n)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_UNIFORM, 0, 0, FALSE }, handle, to, n);
}

int
curandGenerateUniformDouble (Handle *handle, double *to, size_t n)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_UNIFORM_DOUBLE, 0, 0, FALSE }, handle, to, n);
}

int
curandGenerateNormal (Handle *handle, float *to, size_t n, float mean, float deviation)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_NORMAL, (double)mean, (double)deviation, FALSE },
                   handle, to, n);
}

int
curandGenerateNormalDouble (Handle *handle, double *to, size_t n, double mean, double deviation)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_NORMAL_DOUBLE, mean, deviation, FALSE }, handle,
                   to, n);
}

int
curandGenerateLogNormal (Handle *handle, float *to, size_t n, float mean, float deviation)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_NORMAL, (double)mean, (double)deviation, TRUE },
                   handle, to, n);
}

int
curandGenerateLogNormalDouble (Handle *handle, double *to, size_t n, double mean, double deviation)
{
  return generate (&(Wanted){ __func__, WS_RANDOM_NORMAL_DOUBLE, mean, deviation, TRUE }, handle,
                   to, n);
}

/* ---- what is not there ---- */

#define WS_LACKS(call)                   \
  WS_LIBRARY_API int call (void);        \
  int call (void)                        \
  {                                      \
    ws_library_refuse (#call, "cuRAND"); \
    return TYPE_ERROR;                   \
  }
#include "libraries/curand.def"
