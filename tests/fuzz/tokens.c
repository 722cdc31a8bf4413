#include "tokens.h"

#include <string.h>

#define MOST_CHANGES 4
#define MOST_TOKENS  32 /* that are moved or put within brackets together */

static const char *const cuda_words[] = {
  "__global__ ",
  "__device__ ",
  "__constant__ ",
  "__shared__ ",
  "extern __shared__ float s[];\n",
  "__launch_bounds__ (256) ",
  "template <typename T> ",
  "template <int N> ",
  "template <> ",
  "namespace a { ",
  "struct S { ",
  "typedef ",
  "using T = ",
  "#define X ",
  "\n#define F(x) x\n",
  "\n#include \"a.h\"\n",
  "\n#if 0\n",
  "\n#endif\n",
  "const ",
  "static ",
  "constexpr ",
  "unsigned ",
  "long long ",
  "int ",
  "float ",
  "double ",
  "float4 ",
  "cudaTextureObject_t ",
  "int2 *",
  "void k (int *p, int n) {",
  "int main () {",
  "for (int i = 0; i < n; i++) ",
  "while (1) ",
  "if (i < n) ",
  "return ",
  "sizeof (float)",
  "blockIdx.x",
  "blockDim.x",
  "threadIdx.x",
  "gridDim.x",
  "dim3 d (16, 16);",
  "dim3 (2, 3)",
  "<<<1, 32>>>",
  "<<<",
  ">>>",
  "cudaMalloc (&p, n * sizeof (float));",
  "cudaMemcpy (p, h, n, cudaMemcpyHostToDevice);",
  "cudaMemcpyToSymbol (c, h, 4);",
  "cudaMallocManaged (&p, n);",
  "std::vector<float> h (n, 1);",
  "atomicAdd (&p[i], 1);",
  "atoi (argv[1])",
  "0",
  "1",
  "1024",
  "4294967296",
  "1e308",
  "-1",
  "0x7fffffffffffffff",
  "?",
  ":",
  "::",
  "->",
  "/*",
  "*/",
  "//",
  "\"",
  "R\"(",
  "\\\n",
};

static const struct {
  const char *open;
  const char *close;
} brackets[] = { { "(", ")" },  { "{", "}" },   { "[", "]" },        { "<", ">" },
                 { "p[", "]" }, { "f (", ")" }, { "(1 ? ", " : 2)" } };

static guint
below (GRand *rand, gsize n)
{
  return n > 1 ? (guint)g_rand_int_range (rand, 0, (gint32)MIN (n, G_MAXINT32)) : 0;
}

static gboolean
is_of_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

/* (transfer full) (element-type utf8): words, numbers, blanks and signs: all of the text */
static GPtrArray *
split (const char *text)
{
  GPtrArray *tokens = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; text[i] != '\0';)
    {
      gsize end = i + 1;
      gboolean is_blank = g_ascii_isspace (text[i]);

      if (is_blank || is_of_word (text[i]))
        while (text[end] != '\0'
               && (is_blank ? g_ascii_isspace (text[end]) : is_of_word (text[end])))
          end++;
      else
        while (text[end] == text[i] && end - i < 3 && strchr ("<>&|=+-:/", text[i]) != NULL)
          end++;
      g_ptr_array_add (tokens, g_strndup (text + i, end - i));
      i = end;
    }
  return tokens;
}

typedef struct {
  GRand *rand;
  GPtrArray *tokens;
  const char *const *words;
  guint n_words;
} Change;

static const char *
choose_word (const Change *self)
{
  if (self->n_words > 0 && below (self->rand, 2) == 0)
    return self->words[below (self->rand, self->n_words)];
  return cuda_words[below (self->rand, G_N_ELEMENTS (cuda_words))];
}

static void
insert (const Change *self, guint at, const char *token)
{
  g_ptr_array_insert (self->tokens, (gint)at, g_strdup (token));
}

/* Some tokens once more, at another place. */
static void
repeat (const Change *self, guint at, guint to, guint n)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();
  guint times = below (self->rand, 8) == 0 ? 1 + below (self->rand, 200) : 1;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (copies, g_strdup (self->tokens->pdata[at + i]));
  for (guint k = 0; k < times; k++)
    for (guint i = 0; i < n; i++)
      insert (self, to + i, copies->pdata[i]);
  g_ptr_array_foreach (copies, (GFunc)(gpointer)g_free, NULL);
}

/* Some tokens within brackets, and these within others. */
static void
nest (const Change *self, guint at, guint n)
{
  guint kind = below (self->rand, G_N_ELEMENTS (brackets));
  guint depth = below (self->rand, 8) == 0 ? 1 + below (self->rand, 400) : 1;
  g_autoptr (GString) open = g_string_new (NULL);
  g_autoptr (GString) closed = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    {
      g_string_append (open, brackets[kind].open);
      g_string_append (closed, brackets[kind].close);
    }
  insert (self, at + n, closed->str);
  insert (self, at, open->str);
}

static void
swap (const Change *self, guint at, guint to)
{
  gpointer token = self->tokens->pdata[at];

  self->tokens->pdata[at] = self->tokens->pdata[to];
  self->tokens->pdata[to] = token;
}

static void
replace (const Change *self, guint at, const char *token)
{
  char *copy = g_strdup (token);

  g_free (self->tokens->pdata[at]);
  self->tokens->pdata[at] = copy;
}

static void
change (const Change *self)
{
  guint len = self->tokens->len;
  guint at = below (self->rand, len);
  guint to = below (self->rand, len);
  guint n = 1 + below (self->rand, MIN (len - at, MOST_TOKENS));

  switch (below (self->rand, 7))
    {
    case 0:
      swap (self, at, to);
      break;
    case 1:
      repeat (self, at, to, n);
      break;
    case 2:
      nest (self, at, n);
      break;
    case 3:
      if (n < len)
        g_ptr_array_remove_range (self->tokens, at, n);
      break;
    case 4:
      replace (self, at, self->tokens->pdata[to]);
      break;
    case 5:
      replace (self, at, choose_word (self));
      break;
    default:
      insert (self, at, choose_word (self));
      break;
    }
}

gsize
ws_fuzz_mutate_tokens (guint8 *data, gsize size, gsize max_size, guint32 seed,
                       const char *const *words, guint n_words)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autoptr (GPtrArray) tokens = split (text);
  const Change self = { rand, tokens, words, n_words };
  g_autofree char *all = NULL;

  if (tokens->len == 0 || below (rand, 20) == 0)
    return 0;
  for (guint i = 1 + below (rand, MOST_CHANGES); i > 0; i--)
    change (&self);
  g_ptr_array_add (tokens, NULL);
  all = g_strjoinv ("", (char **)tokens->pdata);
  if (strlen (all) > max_size)
    return 0;
  memcpy (data, all, strlen (all));
  return strlen (all);
}
