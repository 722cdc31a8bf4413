/* A program that does no harm, in as many ways as programs end. */
#include "binary.h"
#include "runtime/api.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b32 n) vprintf (.param .b64 format, .param .b64 arguments);\n"
    ".global .align 1 .b8 text[8] = { 107, 101, 114, 110, 101, 108, 10, 0 };\n"
    ".visible .entry hello ()\n"
    "{\n"
    "  .reg .b64 %rd<3>;\n  .reg .b32 %r<2>;\n"
    "  mov.u64 %rd1, text;\n  cvta.global.u64 %rd2, %rd1;\n"
    "  { .param .b64 f; .param .b64 a; .param .b32 n;\n"
    "  st.param.b64 [f], %rd2;\n  st.param.b64 [a], 0;\n"
    "  call.uni (n), vprintf, (f, a);\n  ld.param.b32 %r1, [n]; }\n"
    "  ret;\n}\n";

static char hello;

static void
launch (void)
{
  cudaLaunchKernel (&hello, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, NULL, 0, NULL);
}

static int
go_on (void)
{
  printf ("before\n");
  launch ();
  printf ("%s\n", cudaGetErrorString (cudaDeviceSynchronize ()));
  return 0;
}

static int
end_by_exit (void)
{
  printf ("half a line");
  exit (3);
}

static int
end_at_once (void)
{
  _exit (4);
}

static int
end_by_return (void)
{
  return 5;
}

static int
end_by_abort (void)
{
  printf ("before\n");
  abort ();
}

static int
end_by_fault (void)
{
  launch ();
  return *(volatile int *)NULL;
}

static int
read_device (void)
{
  int *data = NULL;

  cudaMalloc ((void **)&data, 4096);
  printf ("%p\n", (void *)&data[3]);
  return *(volatile int *)&data[3];
}

static int
raise_fault (void)
{
  raise (SIGSEGV);
  return 1;
}

static void
copy_words (const char *from, const char *to)
{
  FILE *in = fopen (from, "r");
  FILE *out = fopen (to, "w");
  char line[64];

  if (in == NULL || out == NULL || fgets (line, sizeof line, in) == NULL)
    printf ("%s to %s: failed\n", from, to);
  else
    fprintf (out, "%s!", line);
  if (in != NULL)
    fclose (in);
  if (out != NULL)
    fclose (out);
}

static int
use_files (void)
{
  copy_words ("data.txt", "out.txt");
  copy_words ("data.txt", "old.txt");
  copy_words ("part/more.txt", "part/out.txt");
  mkdir ("results", 0777);
  copy_words ("part/more.txt", "results/out.txt");
  printf ("%d %d %d\n", access (".hidden", F_OK), access ("part/.hidden", F_OK),
          access (".git/config", F_OK));
  return 0;
}

static int
read_large (void)
{
  FILE *file = fopen ("large.bin", "r");

  fseek (file, 16 << 20, SEEK_SET);
  printf ("%d\n", fgetc (file));
  return fopen ("large.bin", "r+") != NULL;
}

static void *
sum (void *data)
{
  int *n = data;

  return (void *)(guintptr)(*n + 1);
}

static int
use_threads (void)
{
  pthread_t threads[8];
  int n = 4;
  guint all = 0;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    if (pthread_create (&threads[i], NULL, sum, &n) != 0)
      return 1;
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      void *one;

      pthread_join (threads[i], &one);
      all += (guint)(guintptr)one;
    }
  printf ("%u\n", all);
  return 0;
}

static int
echo (void)
{
  char line[64] = "";

  printf ("%s%s\n", fgets (line, sizeof line, stdin) != NULL ? line : "nothing\n",
          getenv ("SECRET") != NULL ? "a secret" : "no secret");
  return 0;
}

static const struct {
  const char *name;
  int (*act) (void);
} acts[] = {
  { "go on", go_on },          { "exit", end_by_exit },    { "_exit", end_at_once },
  { "return", end_by_return }, { "abort", end_by_abort },  { "fault", end_by_fault },
  { "device", read_device },   { "raise", raise_fault },   { "files", use_files },
  { "large", read_large },     { "threads", use_threads }, { "echo", echo },
};

int
main (int argc, char **argv)
{
  void **handle = __cudaRegisterFatBinary (binary_new (ptx));

  __cudaRegisterFunction (handle, &hello, (char *)"hello", "hello", -1, NULL, NULL, NULL, NULL,
                          NULL);
  __cudaRegisterFatBinaryEnd (handle);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    if (argc > 1 && strcmp (argv[1], acts[i].name) == 0)
      return acts[i].act ();
  return 99;
}
