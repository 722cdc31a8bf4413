// All-pairs N-body with shared-memory tiles (GPU Gems 3 ch. 31), leapfrog,
// block size picked with the occupancy API. Checks momentum and energy.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define cudaCheck(ans)                                                        \
    if (cudaError_t rc = (ans); rc != cudaSuccess) {                          \
        std::fprintf(stderr, "cuda: %s (line %d)\n", cudaGetErrorString(rc), __LINE__); \
        std::exit(1);                                                         \
    }

constexpr float EPS2 = 0.05f * 0.05f;

struct Bodies {
    float4 *pos[2]; // xyz, w = mass
    float3 *vel;
};

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float inv = rsqrtf(d2);
    float s = bj.w * inv * inv * inv;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void integrate(const float4 *in, float4 *out, float3 *vel, int n, float dt)
{
    extern __shared__ float4 shPos[];
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = gid < n ? in[gid] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int base = 0; base < n; base += blockDim.x) {
        int j = base + threadIdx.x;
        shPos[threadIdx.x] = j < n ? in[j] : make_float4(0, 0, 0, 0); // zero mass: no force
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) acc = bodyBodyInteraction(me, shPos[k], acc);
        __syncthreads();
    }
    if (gid < n) {
        float3 v = vel[gid];
        v.x += acc.x * dt;
        v.y += acc.y * dt;
        v.z += acc.z * dt;
        vel[gid] = v;
        out[gid] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
    }
}

static double energy(const std::vector<float4> &p, const std::vector<float3> &v)
{
    double e = 0;
    for (size_t i = 0; i < p.size(); ++i) {
        e += 0.5 * p[i].w * (v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z);
        for (size_t j = i + 1; j < p.size(); ++j) {
            double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y, dz = p[i].z - p[j].z;
            e -= p[i].w * p[j].w / std::sqrt(dx * dx + dy * dy + dz * dz + EPS2);
        }
    }
    return e;
}

static size_t smemForBlock(int b) { return b * sizeof(float4); }

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 400;
    int steps = argc > 2 ? std::atoi(argv[2]) : 8;
    const float dt = 0.002f;

    std::vector<float4> p(n);
    std::vector<float3> v(n);
    std::srand(42);
    unsigned state = 42;
    auto rnd = [&state] { state = state * 1664525u + 1013904223u; return (state >> 8) / 16777216.0f; };
    for (int i = 0; i < n; ++i) {
        float x = 2 * rnd() - 1, y = 2 * rnd() - 1, z = 2 * rnd() - 1;
        p[i] = make_float4(x, y, z, 1.0f / n);
        v[i] = make_float3(-0.3f * y, 0.3f * x, 0.0f);
    }
    const double e0 = energy(p, v);
    double m0[3] = {0, 0, 0};
    for (int i = 0; i < n; ++i) { m0[0] += p[i].w * v[i].x; m0[1] += p[i].w * v[i].y; m0[2] += p[i].w * v[i].z; }

    int minGrid = 0, block = 0;
    cudaCheck(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid, &block, integrate, smemForBlock, 128));
    bool ok = block > 0 && block <= 128 && block % 32 == 0 && minGrid > 0;
    int active = 0;
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, integrate, block, smemForBlock(block)));
    ok = ok && active > 0;
    std::printf("occupancy suggestion usable: %s\n", ok ? "yes" : "no");

    Bodies d;
    for (auto &q : d.pos) cudaCheck(cudaMalloc(&q, n * sizeof(float4)));
    cudaCheck(cudaMalloc(&d.vel, n * sizeof(float3)));
    cudaCheck(cudaMemcpy(d.pos[0], p.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d.vel, v.data(), n * sizeof(float3), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    cudaCheck(cudaEventCreate(&start));
    cudaCheck(cudaEventCreate(&stop));
    cudaCheck(cudaEventRecord(start));
    for (int s = 0; s < steps; ++s)
        integrate<<<(n + block - 1) / block, block, smemForBlock(block)>>>(d.pos[s & 1], d.pos[(s + 1) & 1], d.vel, n, dt);
    cudaCheck(cudaGetLastError());
    cudaCheck(cudaEventRecord(stop));
    cudaCheck(cudaEventSynchronize(stop));
    float ms = -1;
    cudaCheck(cudaEventElapsedTime(&ms, start, stop));
    std::printf("time measured: %s\n", ms > 0 ? "yes" : "no");

    cudaCheck(cudaMemcpy(p.data(), d.pos[steps & 1], n * sizeof(float4), cudaMemcpyDeviceToHost));
    cudaCheck(cudaMemcpy(v.data(), d.vel, n * sizeof(float3), cudaMemcpyDeviceToHost));
    const double e1 = energy(p, v);
    double drift = 0;
    for (int c = 0; c < 3; ++c) {
        double m = 0;
        for (int i = 0; i < n; ++i) m += p[i].w * (c == 0 ? v[i].x : c == 1 ? v[i].y : v[i].z);
        drift = std::fmax(drift, std::fabs(m - m0[c]));
    }
    double rel = std::fabs((e1 - e0) / e0);
    std::printf("energy before %.3f after %.3f\n", e0, e1);
    ok = ok && rel < 0.01 && drift < 1e-4;
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    for (auto q : d.pos) cudaFree(q);
    cudaFree(d.vel);
    return ok ? 0 : 1;
}
