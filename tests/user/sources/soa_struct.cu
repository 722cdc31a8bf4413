#include <cstdint>
#include <cstdio>

namespace particles {

struct Params {
    float gravity;
    float dt;
    int n;
};

struct __align__(16) Particle {
    float3 position;
    float mass;
    float3 velocity;
    uint32_t id;
};

__device__ float3 advance(float3 p, float3 v, float dt)
{
    return make_float3(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt);
}

__global__ void step(Particle *all, Params params)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;

    if (i >= params.n)
        return;
    Particle p = all[i];
    p.velocity.y -= params.gravity * params.dt;
    p.position = advance(p.position, p.velocity, params.dt);
    all[i] = p;
}

}

int main()
{
    const int n = 64;
    particles::Particle *d;
    particles::Params params{ 9.81f, 0.01f, n };

    cudaMalloc(&d, n * sizeof(particles::Particle));
    particles::step<<<1, n>>>(d, params);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
