#include <cstdio>
#include <cmath>

struct vec3 {
  float x, y, z;
};

__host__ __device__ inline vec3 make_vec3 (float x, float y, float z)
{
  vec3 v = { x, y, z };
  return v;
}
__host__ __device__ inline vec3 operator+ (const vec3 &a, const vec3 &b)
{
  return make_vec3 (a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline vec3 operator* (float s, const vec3 &a)
{
  return make_vec3 (s * a.x, s * a.y, s * a.z);
}
inline std::ostream &operator<< (std::ostream &out, const vec3 &a)
{
  return out << a.x;
}

__global__ void move (vec3 *position, const vec3 *velocity, float dt, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    position[i] = position[i] + dt * velocity[i];
}

int main ()
{
  const int n = 500;
  vec3 *p, *v;

  cudaMalloc (&p, n * sizeof (vec3));
  cudaMalloc (&v, n * sizeof (vec3));
  move<<<(n + 127) / 128, 128>>> (p, v, 0.01f, n);
  cudaDeviceSynchronize ();
  return 0;
}
