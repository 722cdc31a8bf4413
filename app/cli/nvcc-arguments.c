#include "cli/nvcc-arguments.h"

#include "compile/compile.h"

#include <stdlib.h>
#include <string.h>

#define NATIVE 90 /* what "native" is: the virtual GPU is an H200 */

typedef enum {
  ARCHITECTURE, /* -arch=sm_80 */
  CODE,         /* -code=sm_80,compute_80 */
  GENERATE,     /* -gencode arch=compute_80,code=sm_80 */
  STANDARD,     /* -std=c++11 */
  LEFT_OUT      /* libcudart is ours, and libcudadevrt the virtual GPU's own */
} OptionKind;

typedef struct {
  guint architecture; /* value of -arch; 0: none */
  CliNvccRaised raised;
} Work;

/* The options of nvcc that matter here, under all their names; the value follows "=", or is the
 * next argument. */
static const struct {
  const char *name;
  OptionKind kind;
} options[] = {
  { "-arch", ARCHITECTURE },  { "--gpu-architecture", ARCHITECTURE },
  { "-code", CODE },          { "--gpu-code", CODE },
  { "-gencode", GENERATE },   { "--generate-code", GENERATE },
  { "-std", STANDARD },       { "--std", STANDARD },
  { "-cudart", LEFT_OUT },    { "--cudart", LEFT_OUT },
  { "-cudadevrt", LEFT_OUT }, { "--cudadevrt", LEFT_OUT },
};

static const char *const libraries_left_out[] = { "-lcudart_static", "-lcudadevrt" };

/* "86" of "sm_86" and "compute_86a"; 0 if there is none */
static guint
read_architecture (const char *name)
{
  const char *digits = strpbrk (name, "0123456789");

  return digits != NULL ? (guint)atoi (digits) : 0;
}

/* Not below nvcc's minimum. */
static guint
raise_architecture (guint architecture, Work *work)
{
  if (architecture >= WS_COMPILE_LEAST_ARCHITECTURE)
    return architecture;
  work->raised.architecture =
      work->raised.architecture > 0 ? MIN (work->raised.architecture, architecture) : architecture;
  return WS_COMPILE_LEAST_ARCHITECTURE;
}

/* (transfer full): of "sm_60" */
static char *
fix_name (const char *name, Work *work)
{
  guint architecture = read_architecture (name);
  gsize kind = strcspn (name, "0123456789");

  if (g_str_equal (name, "native"))
    return g_strdup_printf ("sm_%d", NATIVE);
  if (architecture == 0 || architecture >= WS_COMPILE_LEAST_ARCHITECTURE)
    return g_strdup (name);
  return g_strdup_printf ("%.*s%u", (int)kind, name, raise_architecture (architecture, work));
}

static void
add_once (GPtrArray *names, char *name)
{
  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_free (name);
  else
    g_ptr_array_add (names, name);
}

/* (transfer full): of "sm_80,sm_86" or "[sm_80]", what to generate for compute_@architecture:
 * these, and the PTX, which is what runs */
static char *
fix_codes (const char *text, guint architecture, Work *work)
{
  g_auto (GStrv) names = g_strsplit_set (text, "[]\"'\\, ", -1);
  g_autoptr (GPtrArray) codes = g_ptr_array_new_with_free_func (g_free);

  add_once (codes, g_strdup_printf ("compute_%u", architecture));
  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] != '\0')
      add_once (codes, fix_name (names[i], work));
  g_ptr_array_add (codes, NULL);
  return g_strjoinv (",", (char **)codes->pdata);
}

static char *
fix_code (const char *text, Work *work)
{
  guint of_arch = raise_architecture (work->architecture, work);

  return work->architecture > 0 ? fix_codes (text, of_arch, work) : g_strdup (text);
}

/* (transfer full): of "arch=compute_80,code=sm_80" */
static char *
fix_generated (const char *text, Work *work)
{
  const char *code = strstr (text, "code=");
  guint architecture = read_architecture (text);
  g_autofree char *fixed = NULL;

  if (!g_str_has_prefix (text, "arch=") || code == NULL || architecture == 0)
    return g_strdup (text);
  architecture = raise_architecture (architecture, work);
  fixed = fix_codes (code + strlen ("code="), architecture, work);
  return g_strdup_printf ("arch=compute_%u,code=[%s]", architecture, fixed);
}

/* (transfer full): at least C++17, which CCCL of CUDA 13 asks for */
static char *
fix_standard (const char *text, Work *work)
{
  static const char *const older[] = { "c++03", "c++11", "c++14" };

  for (guint i = 0; i < G_N_ELEMENTS (older); i++)
    if (g_str_equal (text, older[i]))
      {
        work->raised.standard = older[i];
        return g_strdup ("c++17");
      }
  return g_strdup (text);
}

/* @value: (out): the option's value. Returns: -1 if it is none of them */
static int
find_option (const char *const *arguments, const char **value)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      gsize length = strlen (options[i].name);

      if (!g_str_has_prefix (arguments[0], options[i].name))
        continue;
      if (arguments[0][length] == '\0' && arguments[1] != NULL)
        *value = arguments[1];
      else if (arguments[0][length] == '=')
        *value = arguments[0] + length + 1;
      else
        continue;
      return (int)i;
    }
  return -1;
}

static guint
find_architecture (const char *const *arguments)
{
  const char *value;

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      int option = find_option (arguments + i, &value);

      if (option >= 0 && options[option].kind == ARCHITECTURE)
        return read_architecture (value);
    }
  return 0;
}

/* Whether this links a program whose kernels launch kernels. */
static gboolean
links_device_runtime (const char *const *arguments)
{
  static const char *const other[] = { "-c", "-dc", "--device-c", "-dlink", "--device-link" };
  gboolean links = FALSE;

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      links |= g_str_equal (arguments[i], "-lcudadevrt");
      for (guint k = 0; k < G_N_ELEMENTS (other); k++)
        if (g_str_equal (arguments[i], other[k]))
          return FALSE;
    }
  return links;
}

static gboolean
is_left_out (const char *argument)
{
  for (guint i = 0; i < G_N_ELEMENTS (libraries_left_out); i++)
    if (g_str_equal (argument, libraries_left_out[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has (const char *const *arguments, const char *name)
{
  for (guint i = 0; arguments[i] != NULL; i++)
    if (g_str_has_prefix (arguments[i], name))
      return TRUE;
  return FALSE;
}

/* Whether this compiles C++ sources. */
static gboolean
has_sources (const char *const *arguments)
{
  static const char *const endings[] = { ".cu", ".cpp", ".cc", ".cxx" };

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      if (g_str_equal (arguments[i], "cu") || g_str_equal (arguments[i], "-x=cu"))
        return TRUE;
      for (guint k = 0; k < G_N_ELEMENTS (endings); k++)
        if (g_str_has_suffix (arguments[i], endings[k]))
          return TRUE;
    }
  return FALSE;
}

/* Adds an option with its value, changed so that the output has PTX. */
static void
add_option (GPtrArray *command, int option, const char *value, Work *work)
{
  static char *(*const fixes[]) (const char *, Work *) = { [ARCHITECTURE] = fix_name,
                                                           [CODE] = fix_code,
                                                           [GENERATE] = fix_generated,
                                                           [STANDARD] = fix_standard };
  OptionKind kind = options[option].kind;

  if (kind == LEFT_OUT)
    return;
  g_ptr_array_add (command, g_strdup (options[option].name));
  g_ptr_array_add (command, fixes[kind](value, work));
}

static void
add_own (const CliNvcc *self, GPtrArray *command, const char *const *arguments)
{
  static const char *const always[] = { "-cudart", "shared", "-cudadevrt", "none",
                                        "-Wno-deprecated-gpu-targets" };

  for (guint i = 0; i < G_N_ELEMENTS (always); i++)
    g_ptr_array_add (command, g_strdup (always[i]));
  if (!has (arguments, "-ccbin") && !has (arguments, "--compiler-bindir"))
    {
      g_ptr_array_add (command, g_strdup ("-ccbin"));
      g_ptr_array_add (command, g_strdup (self->host));
    }
  if (self->libraries != NULL)
    g_ptr_array_add (command, g_strconcat ("-L", self->libraries, NULL));
  if (self->headers == NULL)
    return;
  if (links_device_runtime (arguments))
    {
      g_ptr_array_add (command, g_strdup ("-rdc=true"));
      g_ptr_array_add (command, g_build_filename (self->headers, "device-runtime.cu", NULL));
    }
  g_ptr_array_add (command, g_strdup ("-Xcompiler"));
  g_ptr_array_add (command, g_strconcat ("-idirafter,", self->headers, NULL));
  if (!has_sources (arguments))
    return;
  g_ptr_array_add (command, g_strdup ("-include"));
  g_ptr_array_add (command, g_build_filename (self->headers, "before-13.cuh", NULL));
}

/**
 * cli_nvcc_make_command:
 * @arguments: (array zero-terminated=1): the caller's arguments of nvcc
 * @raised: (out): what was raised because nvcc no longer supports it
 *
 * The output has PTX for each architecture, whatever machine code was requested, and links to a
 * shared libcudart.
 *
 * Returns: (transfer full) (element-type utf8): nvcc and its arguments, and a %NULL
 */
GPtrArray *
cli_nvcc_make_command (const CliNvcc *self, const char *const *arguments, CliNvccRaised *raised)
{
  GPtrArray *command = g_ptr_array_new_with_free_func (g_free);
  Work work = { .architecture = find_architecture (arguments) };

  g_ptr_array_add (command, g_strdup (self->nvcc));
  add_own (self, command, arguments);
  for (guint i = 0; arguments[i] != NULL;)
    {
      const char *value;
      int option = find_option (arguments + i, &value);

      if (option >= 0)
        add_option (command, option, value, &work);
      else if (!is_left_out (arguments[i]))
        g_ptr_array_add (command, g_strdup (arguments[i]));
      i += option >= 0 && value == arguments[i + 1] ? 2 : 1;
    }
  g_ptr_array_add (command, NULL);
  *raised = work.raised;
  return command;
}
