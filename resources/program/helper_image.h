/* helper_image.h: comparisons of results, as NVIDIA's samples make them. Their images (.pgm, .ppm)
 * are not read. */
#pragma once

#include <cmath>
#include <cstddef>

template <class T>
bool
ws_compare (const T *reference, const T *data, std::size_t count, double epsilon, double threshold)
{
  std::size_t wrong = 0;

  for (std::size_t i = 0; i < count; i++)
    if (!(std::abs ((double)reference[i] - (double)data[i]) <= epsilon))
      wrong++;
  return (double)wrong <= threshold * (double)count;
}

template <class T, class S>
bool
compareData (const T *reference, const T *data, unsigned int count, S epsilon, float threshold)
{
  return ws_compare (reference, data, count, (double)epsilon, threshold);
}

inline bool
sdkCompareL2fe (const float *reference, const float *data, unsigned int count, float epsilon)
{
  double error = 0, whole = 0;

  for (unsigned int i = 0; i < count; i++)
    {
      double difference = (double)reference[i] - (double)data[i];

      error += difference * difference;
      whole += (double)reference[i] * (double)reference[i];
    }
  return whole > 1e-7 && std::sqrt (error) / std::sqrt (whole) < epsilon;
}
