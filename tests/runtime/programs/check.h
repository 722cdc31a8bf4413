#pragma once
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                              \
  do                                                                             \
    {                                                                            \
      cudaError_t e_ = (call);                                                   \
      if (e_ != cudaSuccess)                                                     \
        {                                                                        \
          std::printf ("%s:%d: %s\n", #call, __LINE__, cudaGetErrorString (e_)); \
          std::exit (1);                                                         \
        }                                                                        \
    }                                                                            \
  while (0)
