/* A program that does its harm before main(), as soon as it is loaded. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int secret = -1;

__attribute__ ((constructor)) static void
act_early (void)
{
  secret = open ("/etc/passwd", O_RDONLY);
  printf ("loaded\n");
}

int
main (int argc, char **argv)
{
  printf ("secret: %s\n", secret >= 0 ? "read" : "refused");
  return 0;
}
