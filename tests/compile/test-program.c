/* Whole programs, compiled by a worker: what is in the object, where errors are, and that nothing
 * of what lies elsewhere gets in. By nvcc and g++, and by clang; those are
 * skipped that are not there. */
#include "compiler.h"
#include "scratch.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM                                                                     \
  "#include <cstdio>\n"                                                             \
  "#include <vector>\n"                                                             \
  "#include \"twice.h\"\n"                                                          \
  "__global__ void scale (float *a) { a[threadIdx.x] = twice (a[threadIdx.x]); }\n" \
  "int main ()\n"                                                                   \
  "{\n"                                                                             \
  "  std::vector<float> all (32, 1.f);\n"                                           \
  "  float *a;\n"                                                                   \
  "  cudaMalloc (&a, 128);\n"                                                       \
  "  scale<<<1, 32>>> (a);\n"                                                       \
  "  std::printf (\"%s\\n\", __FILE__);\n"                                          \
  "}\n"
#define TWICE "__device__ float twice (float x) { return x + x; }\n"

/* Each of the 2^30 instances counts to 100,000, so that its time is up long before its memory is.
 */
#define NEVER_ENDS                                                                       \
  "constexpr int count (int n) { for (int i = 0; i < 100000; i++) n ^= i; return n; }\n" \
  "template <int N, int M> struct F { static const int v = F<N - 1, M>::v + "            \
  "F<N - 1, M + (1 << N)>::v; };\n"                                                      \
  "template <int M> struct F<0, M> { static const int v = count (M); };\n"               \
  "int main () { return F<30, 0>::v; }\n"

/* What compiles: its name; what WARPSTAGE_COMPILER is, where not what it is for all tests; the
 * newest architecture that it is asked for, and has; what its longest process is called; whether
 * kernels may launch kernels. */
typedef struct {
  const char *name;
  const char *kind;
  const char *newest;
  const char *process;
  gboolean nests;
} Way;

static const Way by_nvcc = { "nvcc *, g++ *", NULL, ".target sm_90", "cudafe++", TRUE };
static const Way by_clang = { "clang *.*", "clang", ".target sm_80", "clang", FALSE };

static const Way *way;
static WsClient *client; /* of one worker, as in the program */
static char *before;     /* nullable: WARPSTAGE_COMPILER, as it was */

/* ---- asking ---- */

static WsCompileResult *
compile_with (const char *source, const char *name, const char *header, GError **error)
{
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", source);

  if (name != NULL)
    ws_compile_request_add_header (request, name, header);
  return compiler_compile (client, request, error);
}

static WsCompileResult *
compile_text (const char *source)
{
  g_autoptr (GError) error = NULL;
  WsCompileResult *result = compile_with (source, NULL, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* What is compiled without an error. */
static GBytes *
make (const char *source)
{
  g_autoptr (WsCompileResult) result = compile_text (source);
  g_autoptr (GError) error = NULL;

  ws_compile_result_check (result, &error);
  g_assert_no_error (error);
  return g_bytes_ref (result->object);
}

static void
assert_error_at (const WsCompileResult *result, const char *file, guint line, const char *says)
{
  gboolean is_there = FALSE;

  g_assert_null (result->object);
  for (guint i = 0; i < result->diagnostics->len; i++)
    {
      const WsDiagnostic *one = result->diagnostics->pdata[i];

      g_test_message ("%s:%u: %s", one->file, one->line, one->text);
      if (one->severity == WS_SEVERITY_ERROR && g_str_equal (one->file, file) && one->line == line
          && strstr (one->text, says) != NULL)
        is_there = TRUE;
    }
  g_assert_true (is_there);
}

/* ---- what is in an object ---- */

static gboolean
contains (GBytes *object, const char *text)
{
  gsize size;
  const void *data = g_bytes_get_data (object, &size);

  return memmem (data, size, text, strlen (text)) != NULL;
}

static const Elf64_Shdr *
find_section (GBytes *object, guint32 type)
{
  const guint8 *data = g_bytes_get_data (object, NULL);
  const Elf64_Ehdr *header = (const void *)data;
  const Elf64_Shdr *sections = (const void *)(data + header->e_shoff);

  g_assert_cmpint (memcmp (header->e_ident, ELFMAG, SELFMAG), ==, 0);
  g_assert_cmpuint (header->e_type, ==, ET_DYN);
  for (guint i = 0; i < header->e_shnum; i++)
    if (sections[i].sh_type == type)
      return &sections[i];
  return NULL;
}

/* Returns: (nullable): the first dynamic symbol, of those that are defined or of those that are
 * not, whose name begins so */
static const char *
find_symbol (GBytes *object, const char *prefix, gboolean is_defined)
{
  const guint8 *data = g_bytes_get_data (object, NULL);
  const Elf64_Ehdr *header = (const void *)data;
  const Elf64_Shdr *sections = (const void *)(data + header->e_shoff);
  const Elf64_Shdr *symbols = find_section (object, SHT_DYNSYM);
  const char *names = (const char *)data + sections[symbols->sh_link].sh_offset;
  const Elf64_Sym *list = (const void *)(data + symbols->sh_offset);

  for (gsize i = 0; i < symbols->sh_size / sizeof *list; i++)
    if (g_str_has_prefix (names + list[i].st_name, prefix)
        && (list[i].st_shndx != SHN_UNDEF) == is_defined)
      return names + list[i].st_name;
  return NULL;
}

static gboolean
defines (GBytes *object, const char *name)
{
  return find_symbol (object, name, TRUE) != NULL;
}

static gboolean
wants (GBytes *object, const char *name)
{
  return find_symbol (object, name, FALSE) != NULL;
}

/* ---- programs ---- */

static void
test_makes (void)
{
  static const char *const calls[] = { "cudaMalloc", "__cudaRegisterFatBinary",
                                       "__cudaRegisterFunction", "__cudaPushCallConfiguration" };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) result = compile_with (PROGRAM, "twice.h", TWICE, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (result->diagnostics->len, ==, 0);
  g_assert_null (result->ptx);
  g_assert_nonnull (result->object);
  g_assert_true (g_pattern_match_simple (way->name, result->compiler));
  g_assert_true (defines (result->object, "main"));
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    g_assert_true (wants (result->object, calls[i]));
  g_assert_false (contains (result->object, "libcudart"));
  g_assert_true (contains (result->object, ".entry _Z5scalePf("));
  g_assert_true (contains (result->object, ".target sm_75"));
  g_assert_true (contains (result->object, ".loc\t"));
  g_assert_true (contains (result->object, " \"own.cu\""));
  g_assert_true (contains (result->object, " \"twice.h\""));
  g_assert_false (contains (result->object, "warpstage-compiler-"));
}

static void
test_architecture (void)
{
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", PROGRAM);
  g_autoptr (WsCompileResult) least = NULL;
  g_autoptr (WsCompileResult) newer = NULL;
  g_autoptr (GError) error = NULL;

  ws_compile_request_add_header (request, "twice.h", TWICE);
  request->architecture = 60;
  least = compiler_compile (client, request, &error);
  g_assert_no_error (error);
  g_assert_true (contains (least->object, ".target sm_75"));
  request->architecture = 90;
  newer = compiler_compile (client, request, &error);
  g_assert_no_error (error);
  g_assert_true (contains (newer->object, way->newest));
  g_assert_false (contains (newer->object, ".target sm_75"));
}

/* Headers lie where the source names them. */
static void
test_headers (void)
{
  static const char *const rows[][2] = {
    { "\"a.h\"", "a.h" },
    { "<a.h>", "a.h" },
    { "\"in/a.h\"", "in/a.h" },
    { "\"../a.h\"", "../a.h" },
    { "\"../../common/inc/a.h\"", "../../common/inc/a.h" },
    { "<helper_cuda.h>", "helper_cuda.h" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *source =
          g_strdup_printf ("#include %s\nint main () { return OF_ITS_OWN; }\n", rows[i][0]);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCompileResult) result =
          compile_with (source, rows[i][1], "#define OF_ITS_OWN 7\n", &error);

      g_assert_no_error (error);
      ws_compile_result_check (result, &error);
      g_assert_no_error (error);
    }
}

/* What CUDA 13 has no more, and the headers that samples and books bring with them. */
static void
test_older (void)
{
  g_autoptr (GBytes) object =
      make ("#include <helper_cuda.h>\n"
            "#include <helper_functions.h>\n"
            "#include \"../common/book.h\"\n"
            "#include \"../../common/common.h\"\n"
            "int main (int argc, char **argv)\n"
            "{\n"
            "  cudaDeviceProp properties = { 0 };\n"
            "  int *a, device = findCudaDevice (argc, (const char **)argv);\n"
            "  StopWatchInterface *timer = NULL;\n"
            "  checkCudaErrors (cudaGetDeviceProperties (&properties, device));\n"
            "  printf (\"%d %d\\n\", properties.clockRate, properties.memoryClockRate);\n"
            "  HANDLE_ERROR (cudaMallocManaged (&a, 4));\n"
            "  CHECK (cudaMemPrefetchAsync (a, 4, device, NULL));\n"
            "  CHECK (cudaMemAdvise (a, 4, cudaMemAdviseSetReadMostly, cudaCpuDeviceId));\n"
            "  cudaThreadSynchronize ();\n"
            "  sdkCreateTimer (&timer);\n"
            "  getLastCudaError (\"nothing\");\n"
            "  return getCmdLineArgumentInt (argc, (const char **)argv, \"n\") + (int)seconds ();\n"
            "}\n");

  g_assert_true (wants (object, "cudaMemPrefetchAsync"));
  g_assert_true (wants (object, "cudaDeviceGetAttribute"));
}

/* Lambdas that kernels call, and constexpr functions of the host's in them. */
static void
test_extended (void)
{
  g_autoptr (GBytes) object = make (
      "#include <algorithm>\n"
      "template <typename F> __global__ void each (int *a, F f) { *a = f (std::max (*a, 3)); }\n"
      "int main ()\n"
      "{\n"
      "  int *a, by = 2;\n"
      "  cudaMalloc (&a, 4);\n"
      "  each<<<1, 1>>> (a, [=] __device__ (int x) { return x * by; });\n"
      "}\n");

  g_assert_true (contains (object, ".entry _Z4each"));
}

/* Kernels that launch kernels are registered as any others. */
static void
test_nested (void)
{
  static const char source[] =
      "__global__ void child (int *a) { a[threadIdx.x] = 1; }\n"
      "__global__ void parent (int *a) { child<<<1, 32>>> (a); }\n"
      "int main () { int *a; cudaMalloc (&a, 128); parent<<<1, 1>>> (a); return 0; }\n";
  g_autoptr (GBytes) object = NULL;

  if (!way->nests)
    {
      g_autoptr (WsCompileResult) result = compile_text (source);

      assert_error_at (result, "own.cu", 2, "child");
      return;
    }
  object = make (source);
  g_assert_true (defines (object, "main"));
  g_assert_true (wants (object, "__cudaRegisterFatBinary"));
  g_assert_true (wants (object, "__cudaRegisterFatBinaryEnd"));
  g_assert_true (contains (object, ".entry _Z5childPi("));
  g_assert_true (contains (object, ".entry _Z6parentPi("));
  g_assert_true (defines (object, "__cudaRegisterLinkedBinary_"));
  g_assert_false (wants (object, "__cudaRegisterLinkedBinary_"));
}

/* Lambdas for kernels: written in the source, in its header, and made by a macro. */
static void
test_lambdas (void)
{
#define LAMBDA(before, mark)                                                               \
  before "template <typename F> __global__ void each (int *a, F f) { a[0] = f (a[0]); }\n" \
         "int main ()\n"                                                                   \
         "{\n"                                                                             \
         "  int *a;\n"                                                                     \
         "  cudaMalloc (&a, 4);\n"                                                         \
         "  each<<<1, 1>>> (a, [=] " mark " (int i) { return 3 * i; });\n"                 \
         "}\n"
  static const struct {
    const char *source;
    const char *header;
  } sources[] = {
    { LAMBDA ("", "__device__"), "" },
    { LAMBDA ("", "__host__ __device__"), "" },
    { "#include \"twice.h\"\n", LAMBDA ("", "__device__") },
    { LAMBDA ("#include \"twice.h\"\n", "ON_DEVICE"), "#define ON_DEVICE __device__\n" },
  };
#undef LAMBDA

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCompileResult) result =
          compile_with (sources[i].source, "twice.h", sources[i].header, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (result->diagnostics->len, ==, 0);
      g_assert_nonnull (result->object);
    }
}

static void
test_says_the_place (void)
{
  static const struct {
    const char *source;
    const char *file;
    guint line;
    const char *says;
  } rows[] = {
    { "__global__ void k (int *a)\n{\n  a[0] = none;\n}\nint main () {}\n", "own.cu", 3, "none" },
    { "#include <vector>\nint main ()\n{\n  std::vector<int> a;\n  a.none ();\n}\n", "own.cu", 5,
      "none" },
    { "#include \"in.h\"\nint main () { return f (); }\n", "in.h", 2, "identifier" },
    { "int main () {}\n\n#error not this way\n", "own.cu", 3, "not this way" },
    { "int main () {}\n#include \"nowhere.h\"\n", "own.cu", 2, "nowhere.h" },
    { "int main () {}\n#include \"../nowhere/none.h\"\n", "own.cu", 2, "none.h" },
    { "#include __FILE__\nint main () {}\n", "own.cu", 1, "nest" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCompileResult) result =
          compile_with (rows[i].source, "in.h", "inline int f ()\n{ return none; }\n", &error);

      g_assert_no_error (error);
      assert_error_at (result, rows[i].file, rows[i].line, rows[i].says);
    }
}

/* What is said of the machine code g++ makes has no line, but it is said; of clang's it has. */
static void
test_says_without_a_place (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) result =
      compile_with ("int main () { asm (\"nonsense\"); }\n", NULL, NULL, &error);

  if (way->kind != NULL)
    {
      g_assert_no_error (error);
      assert_error_at (result, "own.cu", 1, "nonsense");
      return;
    }
  g_assert_null (result);
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
  g_assert_nonnull (strstr (error->message, "nonsense"));
}

/* ---- hostile ones ---- */

/* The text of a file is in nothing that comes back. */
static void
assert_hidden (const char *source, const char *secret)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) result = compile_with (source, NULL, NULL, &error);

  if (result == NULL)
    {
      g_test_message ("%s", error->message);
      g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
      g_assert_null (strstr (error->message, secret));
      /* and not that what is in it makes no sense; ptxas does not know that one would read it */
      g_assert_true (strstr (error->message, "not found") != NULL
                     || strstr (error->message, "Permission denied") != NULL
                     || strstr (error->message, "near '.include': syntax error") != NULL);
      return;
    }
  for (guint i = 0; i < result->diagnostics->len; i++)
    g_assert_null (strstr (((const WsDiagnostic *)result->diagnostics->pdata[i])->text, secret));
  g_assert_true (result->object == NULL || !contains (result->object, secret));
}

static void
test_reads_nothing_else (void)
{
  static const char *const forms[] = {
    "asm (\".incbin \\\"%s\\\"\");\nint main () {}\n",
    "#include \"%s\"\nint main () {}\n",
    "int main () { asm (\".include \\\"%s\\\"\"); }\n",
    "__global__ void k () { asm (\".include \\\"%s\\\"\"); }\nint main () { k<<<1, 1>>> (); }\n",
  };
  static const char secret[] = "hunter2";
  g_autofree char *folder = g_dir_make_tmp ("program-XXXXXX", NULL);
  g_autofree char *own = g_build_filename (folder, "secret", NULL);
  g_autofree char *environment =
      g_strdup_printf ("/proc/%u/environ", ws_client_get_worker_pid (client));
  const struct {
    const char *path;
    const char *secret;
  } files[] = {
    { own, secret },
    { "/etc/passwd", "root:x:0" },
    { environment, secret },
    { "/proc/self/environ", secret },
  };

  g_assert_true (g_file_set_contents (own, secret, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    for (guint j = 0; j < G_N_ELEMENTS (files); j++)
      {
        g_autoptr (GString) source = g_string_new (forms[i]);

        g_string_replace (source, "%s", files[j].path, 0);
        g_test_message ("%s", source->str);
        assert_hidden (source->str, files[j].secret);
      }
  scratch_remove (folder);
}

/* What is too large, or never ends, ends; the next source is compiled. */
static void
assert_ends (const char *source, int code, const char *says)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) result = compile_with (source, NULL, NULL, &error);
  g_autoptr (GBytes) next = NULL;

  g_assert_null (result);
  g_test_message ("%s", error->message);
  g_assert_error (error, WS_COMPILE_ERROR, code);
  g_assert_nonnull (strstr (error->message, says));
  next = make ("int main () { return 0; }\n");
  g_assert_true (defines (next, "main"));
}

static void
test_large (void)
{
  assert_ends ("char large[1 << 30] = { 1 };\nint main () { return large[5]; }\n",
               WS_COMPILE_ERROR_SOURCE, "");
}

/* By a worker that gives a compiler twelve seconds: one reads its limit as it starts. nvcc takes
 * two of them for nothing at all, and more where the machine is slow. */
static void
test_ends (void)
{
  g_clear_object (&client);
  g_setenv ("WARPSTAGE_COMPILE_SECONDS", "12", TRUE);
  client = ws_client_new_for_programs (NULL);
  assert_ends (NEVER_ENDS, WS_COMPILE_ERROR_ENDLESS, "stopped after 12 s");
  g_clear_object (&client);
  g_unsetenv ("WARPSTAGE_COMPILE_SECONDS");
  client = ws_client_new_for_programs (NULL);
}

/* ---- what is given up, and what is not there ---- */

/* What /proc says of a process behind its name: its state first; none of one that is gone. */
static char **
read_process (guint pid, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/stat", pid);
  g_autofree char *text = NULL;
  g_autofree char *called = g_strdup_printf ("(%s) ", name);
  const char *at;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (at = strstr (text, called)) == NULL)
    return NULL;
  return g_strsplit (at + strlen (called), " ", -1);
}

/* Returns: of the group @group, the process @name; 0 where there is none */
static guint
find_process (guint group, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *entry;

  while ((entry = g_dir_read_name (dir)) != NULL)
    {
      guint pid = (guint)g_ascii_strtoull (entry, NULL, 10);
      g_auto (GStrv) words = pid != 0 ? read_process (pid, name) : NULL;

      if (words != NULL && g_ascii_strtoull (words[2], NULL, 10) == group)
        return pid;
    }
  return 0;
}

static void
cancelled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GError **error = data;

  g_assert_null (ws_client_compile_finish (WS_CLIENT (source), result, error));
}

/* What is given up ends, whatever the worker has started: long before it has spent its time. */
static void
test_cancelled (void)
{
  g_autoptr (WsClient) own = ws_client_new_for_programs (NULL);
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", NEVER_ENDS);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint64 most = (guint64)sysconf (_SC_CLK_TCK) * WS_COMPILE_COMMAND_SECONDS / 2;
  guint pid = 0;

  ws_client_compile_async (own, request, cancellable, cancelled_cb, &error);
  while (pid == 0)
    {
      guint worker = ws_client_get_worker_pid (own);

      g_main_context_iteration (NULL, FALSE);
      g_assert_no_error (error);
      pid = worker != 0 ? find_process (worker, way->process) : 0;
      g_usleep (10000);
    }
  g_cancellable_cancel (cancellable);
  for (;;)
    {
      g_auto (GStrv) words = read_process (pid, way->process);

      if (words == NULL || *words[0] == 'Z')
        break;
      g_assert_cmpuint (g_ascii_strtoull (words[11], NULL, 10), <, most);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  while (error == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Where there is no nvcc, a sentence says how to get it. The last of all: it is nowhere from then
 * on. */
static void
test_lacks (void)
{
  g_autoptr (WsClient) own = ws_client_new_for_programs (NULL);
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", "int main () {}\n");
  g_autoptr (GError) error = NULL;

  g_setenv ("WARPSTAGE_COMPILER", "/nowhere", TRUE);
  g_assert_null (compiler_compile (own, request, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  g_assert_nonnull (strstr (error->message, "nvcc"));
  g_assert_nonnull (strstr (error->message, "--get"));
}

/* ---- what is missing, of clang ---- */

/* A header of CUDA's: the sentence says where to get it. What clang would compile to something else
 * is refused. */
static void
test_needs_more (void)
{
  static const struct {
    const char *source;
    guint line;
    const char *says;
  } rows[] = {
    { "#include <cub/none.cuh>\nint main () {}\n", 1, "cub/none.cuh" },
    { "#include <cub/none.cuh>\nint main () {}\n", 1, "Get the Compiler" },
    { "__managed__ int m;\nint main ()\n{\n  return m;\n}\n", 4, "__managed__" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsCompileResult) result = compile_text (rows[i].source);

      assert_error_at (result, "own.cu", rows[i].line, rows[i].says);
    }
}

/* ---- all of it ---- */

typedef struct {
  const char *name;
  void (*function) (void);
} Case;

static const Case cases[] = {
  { "makes", test_makes },
  { "architecture", test_architecture },
  { "headers", test_headers },
  { "older", test_older },
  { "extended", test_extended },
  { "nested", test_nested },
  { "lambdas", test_lambdas },
  { "says-the-place", test_says_the_place },
  { "says-without-a-place", test_says_without_a_place },
  { "reads-nothing-else", test_reads_nothing_else },
  { "large", test_large },
  { "ends", test_ends },
  { "cancelled", test_cancelled },
};
static const Case clang_case = { "needs-more", test_needs_more };

static void
set_compiler (const char *kind)
{
  if (kind != NULL)
    g_setenv ("WARPSTAGE_COMPILER", kind, TRUE);
  else
    g_unsetenv ("WARPSTAGE_COMPILER");
}

static void
run (const Way *next, const Case *one)
{
  if (way != next)
    {
      g_clear_object (&client);
      client = ws_client_new_for_programs (NULL);
    }
  way = next;
  set_compiler (way->kind != NULL ? way->kind : before);
  if (compiler_is_here (client))
    one->function ();
  set_compiler (before);
}

static void
run_nvcc (gconstpointer data)
{
  run (&by_nvcc, data);
}

static void
run_clang (gconstpointer data)
{
  run (&by_clang, data);
}

int
main (int argc, char **argv)
{
  int status = 0;

  g_setenv ("WS_TEST_SECRET", "hunter2", TRUE); /* of the worker's environment */
  g_test_init (&argc, &argv, NULL);
  before = g_strdup (g_getenv ("WARPSTAGE_COMPILER"));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/program/nvcc/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], run_nvcc);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/program/clang/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], run_clang);
    }
  g_test_add_data_func ("/program/clang/needs-more", &clang_case, run_clang);
  g_test_add_func ("/program/lacks", test_lacks);
  status = g_test_run ();
  g_clear_object (&client);
  g_free (before);
  return status;
}
