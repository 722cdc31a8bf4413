/* Texts that ask for more than a computer has: each is refused, with a sentence. */
#include "ptx/ptx.h"

#include <string.h>

#define HEADER   ".version 8.0\n.target sm_75\n.address_size 64\n"
#define TERABYTE (G_GUINT64_CONSTANT (1) << 40)

typedef struct {
  const char *name;
  const char *before; /* the text: this, */
  const char *each;   /* this so often, with its number where it says %u, */
  guint n;
  const char *after; /* and this */
  const char *says;
} Hostile;

static const Hostile hostiles[] = {
  { "bytes", HEADER, "//////////////// %u is no more than a comment ///////////////////////////\n",
    900000, ".visible .entry k () { ret; }\n", "the PTX has more than 67108864 bytes" },
  { "names", HEADER ".visible .entry k () { .reg .b32 a", ",a%u", 1100000, "; ret; }\n",
    "the PTX has more than 1048576 names" },
  { "instructions", HEADER ".visible .entry k () {\n", "ret;ret;ret;ret;ret;ret;ret;ret;\n", 140000,
    "}\n", "the PTX has more than 1048576 instructions" },
  { "vector", HEADER ".visible .entry k () { .reg .b32 a; .reg .b64 %rd;\nmov.b64 %rd, {a",
    ",a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a", 70000, "}; ret; }\n",
    "the PTX has more than 1048576 vector elements" },
  { "vector-of-many", HEADER ".visible .entry k () { .reg .b32 a; .reg .b64 %rd;\nmov.b64 %rd, {a",
    ",a", 5000, "}; ret; }\n", "must be a register or a vector of registers" },
  { "branch-tables",
    HEADER ".visible .entry k () { .reg .b32 a;\nT: .branchtargets L0,L1,L2,L3,L4,L5,L6,L7,L8,L9,"
           "L0,L1,L2,L3,L4,L5,L6,L7,L8,L9,L0,L1,L2,L3,L4,L5,L6,L7,L8,L9,L0,L1,L2,L3,L4,L5,L6,L7,L8,"
           "L9,L0,L1,L2,L3,L4,L5,L6,L7,L8,L9,L0,L1,L2,L3,L4,L5,L6,L7,L8,L9;\n"
           "L0:L1:L2:L3:L4:L5:L6:L7:L8:L9:\n",
    "brx.idx a, T;", 20000, " ret; }\n", "the PTX has more than 1048576 branch table targets" },
  { "array", HEADER ".global .b8 g[99999999999][9999999999][9999999999];\n", "", 0, "",
    "'g' is too large" },
  { "array-wraps", HEADER ".global .b8 g[4294967296][4294967296];\n", "", 0, "",
    "'g' is too large" },
  { "array-wraps-to-nothing", HEADER ".global .b64 g[536870912][1073741824][32];\n", "", 0, "",
    "'g' is too large" },
  { "array-of-arrays-of-none", HEADER ".global .b8 g[] = { 1, 2, 3", ", 4", 10, "};\nnothing",
    "expected a directive, not 'nothing'" },
  { "dimensions", HEADER ".global .b8 g", "[1]", 9, ";\n", "an array of more than 7 dimensions" },
  { "initial-values", HEADER ".global .b64 g[1000000000] = { ", "0", 1, ", 1, 2, -};\n",
    "expected a constant, not '}'" },
  { "initial-value-far-out", HEADER ".global .b8 g[2][4294967296] = { {1}, {2} };\n", "", 0, "",
    "initial values of more than 67108864 bytes" },
  { "initial-values-far-out", HEADER ".global .b8 g[2][4294967296] = { {}, {} };\n", "", 0, "",
    "initial values of more than 67108864 bytes" },
  { "initial-values-of-two", HEADER, ".global .b8 g%u[2][33554432] = { {}, {1} };\n", 2, "",
    "initial values of more than 67108864 bytes" },
  { "parentheses", HEADER ".global .b32 g = ", "(", 100000, "1;\n",
    "the expression is nested too deeply" },
  { "conditionals", HEADER ".global .b32 g = ", "1 ? 2 : ", 100000, "1;\n",
    "the expression is nested too deeply" },
  { "negations", HEADER ".global .b32 g = ", "!", 100000, "1;\n",
    "the expression is nested too deeply" },
  { "braces", HEADER ".visible .entry k () ", "{", 100000, " ret;\n",
    "the braces are nested too deeply" },
  { "initial-braces", HEADER ".global .b8 g[4] = ", "{", 100000, "1;\n",
    "expected a constant, not '{'" },
  { "long-name", HEADER ".visible .entry k () { add.s32 a, b, ", "abcdefgh", 100000, "; ret; }\n",
    "is not declared" },
  { "long-opcode", HEADER ".visible .entry k () { .reg .b32 a; add", ".s32", 100000,
    " a, a, a; ret; ", "unterminated body of 'k'" },
  { "long-number", HEADER ".global .b32 g = ", "9", 100000, ";\n", "" },
  { "long-string", HEADER ".file 1 \"", "xxxxxxxx", 100000, "\n", "" },
  { "string-to-the-end", HEADER ".file 1 \"x", "", 0, "", "unterminated string" },
  { "shared", HEADER ".visible .entry k () { ", ".shared .b8 s%u[16777216];", 3, " ret; }\n",
    "more than 16777216 bytes of variables" },
  { "local", HEADER ".visible .entry k () { ", ".local .b8 l%u[16777216];", 3, " ret; }\n",
    "more than 16777216 bytes of variables" },
  { "parameters", HEADER ".visible .entry k (.param .b8 a[16777216]", ", .param .b8 a%u[16777216]",
    3, ") { ret; }\n", "more than 16777216 bytes of parameters" },
  { "parameter-wraps",
    HEADER ".visible .entry k (.param .u64 a, .param .b8 b[4294967296][4294967296]) { ret; }\n", "",
    0, "", "more than 16777216 bytes of parameters" },
};

static char *
write_text (const Hostile *hostile)
{
  GString *text = g_string_new (hostile->before);

  for (guint i = 0; i < hostile->n; i++)
    {
      const char *mark = strstr (hostile->each, "%u");

      if (mark == NULL)
        g_string_append (text, hostile->each);
      else
        {
          g_string_append_len (text, hostile->each, mark - hostile->each);
          g_string_append_printf (text, "%u", i);
          g_string_append (text, mark + 2);
        }
    }
  g_string_append (text, hostile->after);
  return g_string_free (text, FALSE);
}

static void
test_hostile (gconstpointer data)
{
  const Hostile *hostile = data;
  g_autofree char *text = write_text (hostile);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPtxModule) module = ws_ptx_parse (text, -1, "hostile.ptx", &error);

  g_assert_null (module);
  g_assert_error (error, WS_PTX_ERROR, WS_PTX_ERROR_SYNTAX);
  if (strstr (error->message, hostile->says) == NULL)
    g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, hostile->says));
  /* the sentence is no book either */
  g_assert_cmpuint (strlen (error->message), <, 20000);
}

/* What is just below a limit is taken. */
static void
test_large (void)
{
  static const Hostile large = { "large",
                                 HEADER ".visible .entry k () {.reg .b32 %r<99999>;\n",
                                 "mov.u32 %r%u, 1;\n",
                                 99999,
                                 "ret; }\n",
                                 NULL };
  g_autofree char *text = write_text (&large);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPtxModule) module = ws_ptx_parse (text, -1, "large.ptx", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ws_ptx_module_find (module, "k")->registers->len, ==, 99999);
}

/* Each space is full to its last byte, and a byte more is refused. */
static void
test_last_bytes (void)
{
  static const struct {
    const char *before;
    guint64 most;
    const char *after;
    const char *says;
  } cases[] = {
    { ".visible .entry k () { .local .b8 a[", 1 << 24, "]; ret; }",
      "more than 16777216 bytes of variables" },
    { ".visible .entry k () { .shared .b8 a[", 1 << 24, "]; ret; }",
      "more than 16777216 bytes of variables" },
    { ".visible .entry k () { .param .b8 a[", 1 << 24, "]; ret; }",
      "more than 16777216 bytes of variables" },
    { ".visible .entry k (.param .b8 a[", 1 << 24, "]) { ret; }",
      "more than 16777216 bytes of parameters" },
    { ".visible .entry k (.param .u8 a, .param .b8 b[", (1 << 24) - 1, "]) { ret; }",
      "more than 16777216 bytes of parameters" },
    { ".shared .b8 a[", 1 << 24, "];", "more than 16777216 bytes of variables" },
    { ".global .b8 a[", TERABYTE, "];", "the array is too large" },
    { ".global .b8 a; .global .b8 b[", TERABYTE - 1, "];",
      "more than 1099511627776 bytes of variables" },
    { ".const .b8 a; .const .b8 b[", TERABYTE - 1, "];",
      "more than 1099511627776 bytes of variables" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint more = 0; more < 2; more++)
      {
        g_autofree char *text =
            g_strdup_printf (HEADER "%s%" G_GUINT64_FORMAT "%s\n", cases[i].before,
                             cases[i].most + more, cases[i].after);
        g_autoptr (GError) error = NULL;
        g_autoptr (WsPtxModule) module = ws_ptx_parse (text, -1, "last.ptx", &error);

        g_test_message ("%s", text);
        g_assert_true ((module != NULL) == !more);
        if (more)
          g_assert_nonnull (strstr (error->message, cases[i].says));
      }
}

/* Of a text that is too long no more is kept than may be read. */
static void
test_long_text (void)
{
  const gsize most = 1 << 26;
  g_autofree char *text = g_strnfill (most + 1, '\n');
  g_autoptr (WsPtxModule) module = NULL;
  gboolean ok = TRUE;

  module = ws_ptx_parse_collect (text, (gssize)most + 1, "long.ptx", &ok);
  g_assert_false (ok);
  g_assert_cmpuint (module->length, ==, most);
}

static WsPtxModule *
parse (const GString *text)
{
  g_autoptr (GError) error = NULL;
  WsPtxModule *module = ws_ptx_parse (text->str, (gssize)text->len, "long.ptx", &error);

  g_assert_no_error (error);
  return module;
}

/* Many branches from the beginning of a long chain of blocks to its end: looked for block by block,
 * their meeting places would take an hour. */
static void
test_long_ways (void)
{
  const guint n = 200000;
  g_autoptr (GString) text = g_string_new (HEADER ".visible .entry k () { .reg .pred p;\n");
  g_autoptr (WsPtxModule) module = NULL;
  const WsPtxFunction *function;

  for (guint i = 0; i < n; i++)
    g_string_append (text, "@p bra C0;\n");
  g_string_append (text, "bra E;\n");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "C%u: bra C%u;\n", i, i + 1);
  g_string_append_printf (text, "C%u: E: ret; }\n", n);
  module = parse (text);
  function = ws_ptx_module_find (module, "k");
  g_assert_cmpuint (function->instructions->len, ==, 2 * n + 2);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (g_array_index (function->instructions, WsPtxInstruction, i).reconverge, ==,
                      2 * n + 1);
}

/* Every kernel calls the first function of a long chain, whose last, and whose middle, want shared
 * memory. */
static void
test_long_calls (void)
{
  const guint n = 60000;
  g_autoptr (GString) text = g_string_new (
      HEADER
      ".shared .align 4 .b8 a[12];\n.shared .align 4 .b8 b[8];\n.extern .shared .align 64 .b8 "
      "e[];\n.func f0 () { .reg .b32 r; ld.shared.u32 r, [b]; ret; }\n");
  g_autoptr (WsPtxModule) module = NULL;

  for (guint i = 1; i < n; i++)
    g_string_append_printf (text, ".func f%u () { .reg .b32 r; call f%u; %s ret; }\n", i, i - 1,
                            i == n / 2 ? "ld.shared.u32 r, [e]; ld.shared.u32 r, [a];" : "");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        text, ".visible .entry k%u () { .shared .b8 own[%u]; call f%u; ret; }\n", i, i % 5 + 1, i);
  module = parse (text);
  for (guint i = 0; i < module->functions->len; i++)
    {
      const WsPtxFunction *function = g_ptr_array_index (module->functions, i);
      guint own;

      if (!function->is_entry)
        continue;
      own = (i - n) % 5 + 1;
      g_assert_cmpuint (function->shared_bytes, ==, 20 + own);
      g_assert_cmpuint (function->dynamic_shared_offset, ==, i - n >= n / 2 ? 64 : 20 + own);
    }
}

/* Few bytes, so far apart that a kernel's shared memory ends where 32 bits have begun anew: its
 * size stays one that every device refuses. */
static void
test_far_apart (void)
{
  static const Hostile far = { "far",
                               HEADER ".extern .shared .align 16 .b8 e[];\n"
                                      ".visible .entry k () { .reg .b32 r;\n",
                               ".shared .align 65536 .b8 s%u;\n",
                               (1 << 16) + 1,
                               "ld.shared.u32 r, [e]; ret; }\n",
                               NULL };
  g_autofree char *text = write_text (&far);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPtxModule) module = ws_ptx_parse (text, -1, "far.ptx", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ws_ptx_module_find (module, "k")->shared_bytes, ==, G_MAXINT32);
  g_assert_cmpuint (ws_ptx_module_find (module, "k")->dynamic_shared_offset, ==, G_MAXINT32);
}

/* Places that an inlined call stands at, and registers of ranges, that a hash table had in one
 * place. */
static void
test_keys (void)
{
  const guint n = 100000;
  g_autoptr (GString) text = g_string_new (HEADER ".file 1 \"x.cu\"\n.visible .entry k () {\n");
  g_autoptr (WsPtxModule) module = NULL;
  const WsPtxFunction *function;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, ".loc 1 %u %u, function_name X, inlined_at 1 7 7\n", i, i * 31);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, ".reg .b32 a%ux<9>;\n", i);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "mov.u32 a%ux7, %u;\n", i, i);
  g_string_append (text, "ret; }\n");
  module = parse (text);
  function = ws_ptx_module_find (module, "k");
  g_assert_cmpuint (function->registers->len, ==, n);
  g_assert_cmpuint (g_array_index (function->instructions, WsPtxInstruction, n).line, ==, n - 1);
  g_assert_cmpuint (g_array_index (function->instructions, WsPtxInstruction, n).call_line, ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (hostiles); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx/hostile/%s", hostiles[i].name);

      g_test_add_data_func (path, &hostiles[i], test_hostile);
    }
  g_test_add_func ("/ptx/large", test_large);
  g_test_add_func ("/ptx/last-bytes", test_last_bytes);
  g_test_add_func ("/ptx/long-text", test_long_text);
  g_test_add_func ("/ptx/long-ways", test_long_ways);
  g_test_add_func ("/ptx/long-calls", test_long_calls);
  g_test_add_func ("/ptx/far-apart", test_far_apart);
  g_test_add_func ("/ptx/keys", test_keys);
  return g_test_run ();
}
