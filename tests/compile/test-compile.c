/* What is asked of a compiler, what it printed, and both on their way through a worker's pipe. */
#include "compile/compiler.h"
#include "compile/diagnostics.h"
#include "compile/folder.h"

#include <glib/gstdio.h>
#include <string.h>

#define LOG                                                                           \
  "sum.cu(4): error: identifier \"undefined_fn\" is undefined\n"                      \
  "    a[0] = undefined_fn (3);\n"                                                    \
  "           ^\n"                                                                    \
  "\n"                                                                                \
  "sum.cu(7): warning #177-D: variable \"x\" was declared but never referenced\n"     \
  "    int x = (3);\n"                                                                \
  "        ^\n"                                                                       \
  "\n"                                                                                \
  "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n" \
  "\n"                                                                                \
  "dir (x)/b.h(12): catastrophic error: could not open source file \"none.h\"\n"      \
  "2 errors detected in the compilation of \"sum.cu\".\n"

static void
assert_place (const WsDiagnostic *one, const char *file, guint line, guint column,
              WsSeverity severity, const char *text)
{
  g_assert_cmpstr (one->file, ==, file);
  g_assert_cmpuint (one->line, ==, line);
  g_assert_cmpuint (one->column, ==, column);
  g_assert_cmpuint (one->severity, ==, severity);
  g_assert_cmpstr (one->text, ==, text);
}

static void
test_places (void)
{
  g_autoptr (WsCompileResult) result = ws_compile_result_new ("NVRTC 13.0");
  g_autofree char *text = NULL;

  ws_diagnostics_parse (LOG, "sum.cu", 41, result->diagnostics);
  g_assert_cmpuint (result->diagnostics->len, ==, 3);
  assert_place (result->diagnostics->pdata[0], "sum.cu", 4, 10, WS_SEVERITY_ERROR,
                "identifier \"undefined_fn\" is undefined");
  assert_place (result->diagnostics->pdata[1], "sum.cu", 7, 7, WS_SEVERITY_WARNING,
                "variable \"x\" was declared but never referenced");
  assert_place (result->diagnostics->pdata[2], "dir (x)/b.h", 12, 0, WS_SEVERITY_ERROR,
                "could not open source file \"none.h\"");
  text = ws_diagnostic_format (result->diagnostics->pdata[0]);
  g_assert_cmpstr (text, ==, "sum.cu:4:10: error: identifier \"undefined_fn\" is undefined");
}

/* A brace that is never closed, or half a declaration, is found where the source ends. */
static void
test_at_end (void)
{
  g_autoptr (GPtrArray) diagnostics =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_diagnostic_free);

  ws_diagnostics_parse ("At end of source: error: expected a declaration\n\n"
                        "1 error detected in the compilation of \"sum.cu\".\n",
                        "sum.cu", 41, diagnostics);
  g_assert_cmpuint (diagnostics->len, ==, 1);
  assert_place (diagnostics->pdata[0], "sum.cu", 41, 0, WS_SEVERITY_ERROR,
                "expected a declaration");
}

/* A name that was asked for is undefined in a file of NVRTC's: told where nothing else is wrong. */
static void
test_names (void)
{
  static const char name[] = "__nv_name_map(2): error: identifier \"sum\" is undefined\n"
                             "  __nv_name_map (sum<int>)\n                 ^\n\n";
  g_autofree char *both =
      g_strdup_printf ("sum.cu(4): warning: variable \"x\" was declared but never referenced\n"
                       "%s%ssum.cu(7): error: expected a \";\"\n",
                       name, name);
  g_autoptr (GPtrArray) alone = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_diagnostic_free);
  g_autoptr (GPtrArray) beside =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_diagnostic_free);

  ws_diagnostics_parse (name, "sum.cu", 41, alone);
  g_assert_cmpuint (alone->len, ==, 1);
  assert_place (alone->pdata[0], "sum.cu", 1, 0, WS_SEVERITY_ERROR,
                "identifier \"sum\" is undefined");
  ws_diagnostics_parse (both, "sum.cu", 41, beside);
  g_assert_cmpuint (beside->len, ==, 2);
  assert_place (beside->pdata[0], "sum.cu", 4, 0, WS_SEVERITY_WARNING,
                "variable \"x\" was declared but never referenced");
  assert_place (beside->pdata[1], "sum.cu", 7, 0, WS_SEVERITY_ERROR, "expected a \";\"");
}

static void
test_first_error (void)
{
  g_autoptr (WsCompileResult) result = ws_compile_result_new ("NVRTC 13.0");
  g_autoptr (GError) error = NULL;

  ws_diagnostics_parse (LOG, "sum.cu", 41, result->diagnostics);
  g_assert_false (ws_compile_result_check (result, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
  g_assert_cmpstr (
      error->message, ==,
      "sum.cu:4:10: error: identifier \"undefined_fn\" is undefined (and 1 more error)");
  result->ptx = g_strdup (".version 7.0");
  g_assert_true (ws_compile_result_check (result, NULL));
}

static void
test_travels (void)
{
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("sum.cu", "a\nb");
  g_autoptr (WsCompileRequest) arrived = NULL;
  g_autoptr (WsCompileResult) result = ws_compile_result_new ("NVRTC 13.0");
  g_autoptr (WsCompileResult) back = NULL;
  g_autoptr (GVariant) asked = NULL;
  g_autoptr (GVariant) answered = NULL;
  g_autoptr (GError) error = NULL;

  ws_compile_request_add_header (request, "b.h", "int b;");
  g_ptr_array_add (request->expressions, g_strdup ("scale<float>"));
  request->architecture = 90;
  asked = g_variant_ref_sink (ws_compile_request_to_variant (request));
  arrived = ws_compile_request_from_variant (asked, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (arrived->file, ==, "sum.cu");
  g_assert_cmpstr (arrived->source, ==, "a\nb");
  g_assert_cmpuint (arrived->headers->len, ==, 2);
  g_assert_cmpstr (arrived->headers->pdata[1], ==, "int b;");
  g_assert_cmpstr (arrived->expressions->pdata[0], ==, "scale<float>");
  g_assert_cmpuint (arrived->architecture, ==, 90);

  ws_diagnostics_parse (LOG, "sum.cu", 41, result->diagnostics);
  result->ptx = g_strdup (".version 7.0");
  g_ptr_array_add (result->names, g_strdup ("_Z5scaleIfEvPT_"));
  answered = g_variant_ref_sink (ws_compile_result_to_variant (result));
  back = ws_compile_result_from_variant (answered, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (back->ptx, ==, ".version 7.0");
  g_assert_cmpstr (back->names->pdata[0], ==, "_Z5scaleIfEvPT_");
  g_assert_cmpuint (back->diagnostics->len, ==, 3);
  assert_place (back->diagnostics->pdata[1], "sum.cu", 7, 7, WS_SEVERITY_WARNING,
                "variable \"x\" was declared but never referenced");
}

static void
assert_refused (WsCompileRequest *request, WsCompileError code, const char *pattern)
{
  g_autoptr (GVariant) asked = g_variant_ref_sink (ws_compile_request_to_variant (request));
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_compile_request_from_variant (asked, &error));
  g_assert_error (error, WS_COMPILE_ERROR, (int)code);
  if (!g_pattern_match_simple (pattern, error->message))
    g_error ("%s", error->message);
}

static void
test_nonsense (void)
{
  g_autofree char *large = g_strnfill (WS_COMPILE_MAX_SOURCE + 1, ' ');
  g_autoptr (WsCompileRequest) path = ws_compile_request_new ("../sum.cu", "");
  g_autoptr (WsCompileRequest) odd = ws_compile_request_new ("sum.cu", "");
  g_autoptr (WsCompileRequest) none = ws_compile_request_new ("sum.cu", "");
  g_autoptr (WsCompileRequest) long_one = ws_compile_request_new ("sum.cu", large);
  g_autoptr (GVariant) number = g_variant_ref_sink (g_variant_new_uint32 (3));
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (odd->headers, g_strdup ("b.h"));
  none->architecture = 7;
  assert_refused (path, WS_COMPILE_ERROR_NONSENSE, "*its name is invalid.");
  assert_refused (odd, WS_COMPILE_ERROR_NONSENSE, "*its headers are invalid, or too many.");
  assert_refused (none, WS_COMPILE_ERROR_NONSENSE, "*unknown compute capability.");
  assert_refused (long_one, WS_COMPILE_ERROR_TOO_LARGE, "“sum.cu” has 1.0 MB; *up to 1 MB*");
  g_assert_null (ws_compile_request_from_variant (number, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE);
}

static void
touch (const char *folder, const char *below, const char *name)
{
  g_autofree char *place = g_build_filename (folder, below, NULL);
  g_autofree char *path = g_build_filename (place, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

/* The newest of a folder is taken, and neither its variants nor its other half. */
static void
test_find (void)
{
  g_autofree char *folder = g_dir_make_tmp ("compiler-XXXXXX", NULL);
  g_autofree char *library = g_build_filename (folder, "lib", "libnvrtc.so.13", NULL);
  g_autofree char *include = g_build_filename (folder, "include", NULL);
  g_autoptr (WsCompiler) bare = NULL;
  g_autoptr (WsCompiler) whole = NULL;
  g_autoptr (WsNvrtc) opened = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("WARPSTAGE_COMPILER", folder, TRUE);
  g_assert_null (ws_compiler_find (&error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  g_assert_nonnull (strstr (error->message, "--get"));
  g_clear_error (&error);

  touch (folder, "lib", "libnvrtc.so.9.2");
  touch (folder, "lib", "libnvrtc.so.13");
  touch (folder, "lib", "libnvrtc.alt.so.14");
  touch (folder, "lib", "libnvrtc-builtins.so.15");
  bare = ws_compiler_find (&error);
  g_assert_no_error (error);
  g_assert_cmpstr (bare->library, ==, library);
  g_assert_null (bare->include);
  touch (folder, "include", "cuda_fp16.h");
  whole = ws_compiler_find (&error);
  g_assert_cmpstr (whole->include, ==, include);

  /* an empty file is no library */
  opened = ws_nvrtc_open (whole, &error);
  g_assert_null (opened);
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  g_unsetenv ("WARPSTAGE_COMPILER");
}

/* ---- programs that are ended ---- */

/* What is said of a shell that does as COMMAND says, and may compute for one second. */
static void
assert_failure (const char *command, int code, const char *says)
{
  g_autoptr (WsCompileFolder) folder = ws_compile_folder_new (1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *log = NULL;
  int status = 0;

  g_ptr_array_add (argv, (char *)"/bin/sh");
  g_ptr_array_add (argv, (char *)"-c");
  g_ptr_array_add (argv, (char *)command);
  g_ptr_array_add (argv, NULL);
  g_assert_true (ws_compile_folder_run (folder, ".", argv, &status, &error));
  g_assert_no_error (error);
  log = ws_compile_folder_read_log (folder);
  ws_compile_folder_set_failure (folder, "nvcc", status, log, &error);
  g_assert_error (error, WS_COMPILE_ERROR, code);
  g_assert_cmpstr (error->message, ==, says);
}

#define STOPPED                                                                                    \
  "The compiler was stopped after 1 s: the source makes it compute without end, for example in a " \
  "constexpr function or a template."
#define ENDED "The system ended nvcc, which happens when the computer runs out of memory."

/* What computes for too long is told from what the system ended while it had time. */
static void
test_ended (void)
{
  assert_failure ("while :; do :; done", WS_COMPILE_ERROR_ENDLESS, STOPPED);
  assert_failure ("sh -c 'while :; do :; done'; exit $?", WS_COMPILE_ERROR_ENDLESS, STOPPED);
  assert_failure ("trap '' XCPU; while :; do :; done", WS_COMPILE_ERROR_ENDLESS, STOPPED);
  assert_failure ("kill -XCPU $$", WS_COMPILE_ERROR_ENDLESS, STOPPED);
  assert_failure ("echo 'CPU time limit exceeded signal terminated program cc1plus'; exit 4",
                  WS_COMPILE_ERROR_ENDLESS, STOPPED);
  assert_failure ("echo 'Internal error: CPU time limit exceeded.'; kill -ABRT $$",
                  WS_COMPILE_ERROR_ENDLESS, STOPPED);
  assert_failure ("kill -9 $$", WS_COMPILE_ERROR_SOURCE, ENDED);
  assert_failure ("echo 'Killed signal terminated program cc1plus'; exit 1",
                  WS_COMPILE_ERROR_SOURCE, ENDED);
  assert_failure ("sh -c 'kill -9 $$'; exit $?", WS_COMPILE_ERROR_SOURCE, ENDED);
  assert_failure ("echo 'ptxas error : none'; exit 2", WS_COMPILE_ERROR_SOURCE,
                  "nvcc failed: none.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compile/places", test_places);
  g_test_add_func ("/compile/at-end", test_at_end);
  g_test_add_func ("/compile/names", test_names);
  g_test_add_func ("/compile/first-error", test_first_error);
  g_test_add_func ("/compile/travels", test_travels);
  g_test_add_func ("/compile/nonsense", test_nonsense);
  g_test_add_func ("/compile/find", test_find);
  g_test_add_func ("/compile/ended", test_ended);
  return g_test_run ();
}
