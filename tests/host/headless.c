/* A program that has no main(). */
int answer (void);

int
answer (void)
{
  return 42;
}
