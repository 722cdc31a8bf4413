/* book.h: what the programs of "CUDA by Example" include. */
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void
HandleError (cudaError_t error, const char *file, int line)
{
  if (error == cudaSuccess)
    return;
  printf ("%s in %s at line %d\n", cudaGetErrorString (error), file, line);
  exit (EXIT_FAILURE);
}

#define HANDLE_ERROR(error) (HandleError (error, __FILE__, __LINE__))
#define HANDLE_NULL(pointer)                                                  \
  do                                                                          \
    if ((pointer) == NULL)                                                    \
      {                                                                       \
        printf ("Host memory failed in %s at line %d\n", __FILE__, __LINE__); \
        exit (EXIT_FAILURE);                                                  \
      }                                                                       \
  while (0)

template <typename T>
void
swap (T &a, T &b)
{
  T t = a;

  a = b;
  b = t;
}

inline void *
big_random_block (int size)
{
  unsigned char *data = (unsigned char *)malloc ((size_t)size);

  HANDLE_NULL (data);
  for (int i = 0; i < size; i++)
    data[i] = (unsigned char)rand ();
  return data;
}

inline int *
big_random_block_int (int size)
{
  int *data = (int *)malloc ((size_t)size * sizeof (int));

  HANDLE_NULL (data);
  for (int i = 0; i < size; i++)
    data[i] = rand ();
  return data;
}
