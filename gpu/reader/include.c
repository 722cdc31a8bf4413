#include "reader/include.h"

#include "compile/compile.h"

#include <glib/gi18n.h>
#include <string.h>

/* What C's own headers define that kernels use; nvcc has them itself. */
static const char prelude[] =
    "#pragma once\n"
    "#if defined __NVCC__ && !defined __CUDACC_RTC__\n"
    "#include <assert.h>\n"
    "#include <float.h>\n"
    "#include <limits.h>\n"
    "#include <math.h>\n"
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#else\n"
    "typedef unsigned char uchar;\n"
    "typedef unsigned short ushort;\n"
    "typedef unsigned int uint;\n"
    "typedef unsigned long ulong;\n"
    "typedef signed char int8_t;\n"
    "typedef unsigned char uint8_t;\n"
    "typedef short int16_t;\n"
    "typedef unsigned short uint16_t;\n"
    "typedef int int32_t;\n"
    "typedef unsigned int uint32_t;\n"
    "typedef long long int64_t;\n"
    "typedef unsigned long long uint64_t;\n"
    "typedef unsigned long long uintptr_t;\n"
    "#ifndef NULL\n#define NULL 0\n#endif\n"
    "#define CHAR_BIT 8\n"
    "#define INT_MAX 2147483647\n"
    "#define INT_MIN (-INT_MAX - 1)\n"
    "#define UINT_MAX 4294967295u\n"
    "#define LONG_MAX 9223372036854775807l\n"
    "#define LLONG_MAX 9223372036854775807ll\n"
    "#define ULLONG_MAX 18446744073709551615ull\n"
    "#define INT32_MAX INT_MAX\n"
    "#define UINT32_MAX UINT_MAX\n"
    "#define FLT_MAX 3.402823466e+38f\n"
    "#define FLT_MIN 1.175494351e-38f\n"
    "#define FLT_EPSILON 1.192092896e-07f\n"
    "#define DBL_MAX 1.7976931348623157e+308\n"
    "#define DBL_EPSILON 2.2204460492503131e-16\n"
    "#ifndef INFINITY\n#define INFINITY __int_as_float (0x7f800000)\n#endif\n"
    "#ifndef NAN\n#define NAN __int_as_float (0x7fffffff)\n#endif\n"
    "#ifndef M_PI\n#define M_PI 3.14159265358979323846\n#endif\n"
    "#endif\n"
    "#undef assert\n"
    "#define assert(condition) ((condition) ? (void)0 : __trap ())\n";

/* Headers that only host code has a use for, or whose names the prelude and NVRTC have. */
static const char *const host_headers[] = {
  "algorithm",
  "array",
  "assert.h",
  "atomic",
  "bitset",
  "cassert",
  "cctype",
  "cerrno",
  "cfloat",
  "chrono",
  "climits",
  "cmath",
  "complex",
  "condition_variable",
  "csignal",
  "cstdarg",
  "cstddef",
  "cstdint",
  "cstdio",
  "cstdlib",
  "cstring",
  "ctime",
  "ctype.h",
  "deque",
  "errno.h",
  "exception",
  "fcntl.h",
  "filesystem",
  "float.h",
  "fstream",
  "functional",
  "future",
  "getopt.h",
  "initializer_list",
  "inttypes.h",
  "iomanip",
  "ios",
  "iosfwd",
  "iostream",
  "istream",
  "iterator",
  "limits",
  "limits.h",
  "list",
  "locale",
  "malloc.h",
  "map",
  "math.h",
  "memory",
  "memory.h",
  "mutex",
  "new",
  "numeric",
  "omp.h",
  "mpi.h",
  "optional",
  "ostream",
  "queue",
  "random",
  "ratio",
  "set",
  "signal.h",
  "sstream",
  "stack",
  "stdarg.h",
  "stdbool.h",
  "stddef.h",
  "stdexcept",
  "stdint.h",
  "stdio.h",
  "stdlib.h",
  "streambuf",
  "string",
  "string.h",
  "string_view",
  "strings.h",
  "sys/time.h",
  "sys/types.h",
  "sys/stat.h",
  "sys/resource.h",
  "system_error",
  "thread",
  "time.h",
  "tuple",
  "type_traits",
  "typeinfo",
  "unistd.h",
  "unordered_map",
  "unordered_set",
  "utility",
  "valarray",
  "variant",
  "vector",
  "windows.h",
  "cublas_v2.h",
  "cublas.h",
  "cufft.h",
  "cusparse.h",
  "cusolverDn.h",
  "cuda.h",
  "cuda_runtime.h",
  "cuda_runtime_api.h",
  "cuda_profiler_api.h",
  "cuda_gl_interop.h",
  "device_launch_parameters.h",
  "device_functions.h",
  "helper_cuda.h",
  "helper_functions.h",
  "helper_image.h",
  "helper_string.h",
  "helper_timer.h",
  "helper_math_host.h",
  "exception.h",
  "nvToolsExt.h",
  "nvtx3/nvToolsExt.h",
  "nvrtc.h",
  "nvtx3/nvtx3.hpp",
  "math_functions.h",
  "book.h",
};

/* CUB without what the host launches, which NVRTC does not compile. */
static const char cub[] = "#if __has_include(<cub/block/block_reduce.cuh>)\n"
                          "#include <cub/block/block_adjacent_difference.cuh>\n"
                          "#include <cub/block/block_discontinuity.cuh>\n"
                          "#include <cub/block/block_exchange.cuh>\n"
                          "#include <cub/block/block_histogram.cuh>\n"
                          "#include <cub/block/block_load.cuh>\n"
                          "#include <cub/block/block_merge_sort.cuh>\n"
                          "#include <cub/block/block_radix_sort.cuh>\n"
                          "#include <cub/block/block_reduce.cuh>\n"
                          "#include <cub/block/block_scan.cuh>\n"
                          "#include <cub/block/block_shuffle.cuh>\n"
                          "#include <cub/block/block_store.cuh>\n"
                          "#include <cub/warp/warp_exchange.cuh>\n"
                          "#include <cub/warp/warp_load.cuh>\n"
                          "#include <cub/warp/warp_merge_sort.cuh>\n"
                          "#include <cub/warp/warp_reduce.cuh>\n"
                          "#include <cub/warp/warp_scan.cuh>\n"
                          "#include <cub/warp/warp_store.cuh>\n"
                          "#endif\n";

/* Returns: the header that stands before every source: what C's headers define that kernels use;
 * what a kernel asserts traps */
const char *
ws_user_include_get_prelude (void)
{
  return prelude;
}

/**
 * ws_user_include_find_host:
 * @name: of a header
 *
 * Returns: (nullable): what is compiled instead of a header that is the host's alone; %NULL of
 * others
 */
const char *
ws_user_include_find_host (const char *name)
{
  if (g_str_equal (name, "cub/cub.cuh"))
    return cub;
  for (guint i = 0; i < G_N_ELEMENTS (host_headers); i++)
    if (g_str_equal (name, host_headers[i]))
      return "";
  return g_str_has_prefix (name, "thrust/") || g_str_has_prefix (name, "boost/") ? "" : NULL;
}

/**
 * ws_user_include_read:
 * @tokens: of a source
 * @directive: index of a directive
 * @is_quoted: (out): whether the name stands in quotes
 *
 * Returns: (transfer full) (nullable): the name that it includes; %NULL if it is another
 * directive
 */
char *
ws_user_include_read (const WsTokens *tokens, guint directive, gboolean *is_quoted)
{
  g_autofree char *text = ws_tokens_dup (tokens, directive);
  const char *at = text + 1;
  gsize length;

  at += strspn (at, " \t");
  if (!g_str_has_prefix (at, "include"))
    return NULL;
  at += strlen ("include");
  at += strspn (at, " \t");
  if (*at != '"' && *at != '<')
    return NULL;
  *is_quoted = *at == '"';
  length = strcspn (at + 1, *at == '"' ? "\"" : ">");
  return g_strndup (at + 1, length);
}

/**
 * ws_user_include_move:
 * @name: of a header, as it is included
 *
 * Returns: (transfer full): a name of the same length that does not lead out of a folder
 */
char *
ws_user_include_move (const char *name)
{
  char *moved = g_strdup (name);

  for (char *at = moved; *at != '\0';)
    {
      gsize length = strcspn (at, "/");

      if (length == 2 && at[0] == '.' && at[1] == '.')
        at[0] = at[1] = '_';
      at += length;
      at += *at == '/';
    }
  if (*moved == '/')
    *moved = '_';
  return moved;
}

/**
 * ws_user_include_check:
 * @line: where
 * @name: of the header
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE
 *
 * Returns: %FALSE of a header that lies neither beside the source nor among the compiler's
 */
gboolean
ws_user_include_check (const char *file, guint line, const char *name, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  if (*name != '/' && strchr (name, '\\') == NULL
      && !g_strv_contains ((const char *const *)parts, ".."))
    return TRUE;
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE,
               _ ("%s:%u: “%s” is not included: a source may include files next to it, and CUDA's "
                  "own headers."),
               file, line, name);
  return FALSE;
}
