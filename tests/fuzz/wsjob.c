/* wsjob.c: any text as the settings beside a source, whose kernels have a buffer of every kind. */
#include "fuzz.h"

#include "user-look.h"
#include "tokens.h"

static const char source_text[] =
    "struct Body { float x, y; int n; };\n"
    "__constant__ float mask[9];\n"
    "template <typename T> __global__ void scale (const T *in, T *out, T by, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] * by; }\n"
    "__global__ void move (Body *bodies, Body by, int n) {\n"
    "  int i = threadIdx.x; if (i < n) bodies[i].x += by.x; }\n"
    "__global__ void look (cudaTextureObject_t image, float *out, int width) {\n"
    "  out[threadIdx.x] = mask[0] * tex2D<float> (image, threadIdx.x, 0); }\n"
    "int main () { float *a, *b; int n = 1024;\n"
    "  cudaMalloc (&a, n * sizeof (float)); cudaMalloc (&b, n * sizeof (float));\n"
    "  scale<float><<<(n + 255) / 256, 256>>> (a, b, 2.5f, n); }\n";

static const char *const kernels[] = { NULL, "", "scale<float>", "move", "look" };

static const char *const words[] = {
  "[launch 1]\n",
  "[launch 2]\n",
  "[buffer in]\n",
  "[buffer out]\n",
  "[buffer bodies]\n",
  "[buffer image]\n",
  "[move: launch 1]\n",
  "[move: buffer bodies]\n",
  "[look: buffer image]\n",
  "[look: buffer mask]\n",
  "kernel=scale<float>\n",
  "kernel=scale<int>\n",
  "kernel=move\n",
  "grid=",
  "block=",
  "shared=",
  "argument.n=",
  "argument.by=",
  "buffer.in=",
  "type=",
  "length=",
  "use=inout\n",
  "contents=",
  "expect=",
  "texture=",
  "nothing",
  "zeros",
  "constant 1",
  "ramp 0 1",
  "random 0 100",
  "uniform -1 1",
  "seed 7",
  "values 3, 1, 2",
  "file a.csv",
  "result out",
  "kernel scale<float>",
  "before",
  "sum of in",
  "max of in",
  "= 2 * in[i]",
  "within 1e-3",
  "grid.x",
  "block.x",
  "Body",
  "half",
};

static void
apply (const WsUserSource *source, const char *text, const char *kernel, gsize size)
{
  g_auto (GStrv) launches = ws_user_plan_list_launches (text);
  guint64 before = ws_work_get_total ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan =
      kernel == NULL && launches[0] != NULL
          ? ws_user_plan_guess_launches (source, (const char *const *)launches, &error)
          : ws_user_plan_guess (source, kernel, &error);

  if (plan == NULL)
    {
      ws_fuzz_hear (g_strdup (error->message));
      return;
    }
  if (ws_user_plan_read_text (plan, text, &error))
    ws_fuzz_look_at_plan (source, plan, FALSE);
  else
    ws_fuzz_hear (g_strdup (error->message));
  ws_fuzz_check_work (before, size);
}

void
ws_fuzz_wsjob (const guint8 *data, gsize size)
{
  g_autofree char *text = ws_fuzz_read_text (data, size);
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return;
  source = ws_user_source_new ("k.cu", source_text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    apply (source, text, kernels[i], size);
}

gsize
ws_fuzz_wsjob_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_tokens (data, size, max_size, seed, words, G_N_ELEMENTS (words));
}
