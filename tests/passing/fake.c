/* A libcudart that is none: each call says its number, keeps what it was called with, and returns
 * an error of its own. */
#define N_WORDS 8

long fake_last (long words[N_WORDS]);

static long last_number = -1;
static long last_words[N_WORDS];

/* The number of the last call, and what it got in the first words of its arguments. */
long
fake_last (long words[N_WORDS])
{
  long number = last_number;

  for (int i = 0; i < N_WORDS; i++)
    words[i] = last_words[i];
  last_number = -1;
  return number;
}

static int
keep (long number, const long words[N_WORDS])
{
  last_number = number;
  for (int i = 0; i < N_WORDS; i++)
    last_words[i] = words[i];
  return (int)number + 1000;
}

#define WS_CALL(number, call)                                                \
  int call (long a, long b, long c, long d, long e, long f, long g, long h); \
  int call (long a, long b, long c, long d, long e, long f, long g, long h)  \
  {                                                                          \
    return keep (number, (const long[]){ a, b, c, d, e, f, g, h });          \
  }
#include "calls.def"
