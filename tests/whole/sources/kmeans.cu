// Lloyd's k-means, centroids in constant memory, sums with 64-bit fixed-point atomics
// (so that the result does not depend on the order of the additions).
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <cuda_runtime.h>

#define K 6
#define FIX 65536.0f

#define SAFE(call) { cudaError_t e = call; if (e != cudaSuccess) { \
    fprintf(stderr, "CUDA failure %s:%d: '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } }

typedef struct { float x, y; } Point;
typedef struct {
    unsigned long long sx, sy; /* two's complement fixed point */
    unsigned int count;
    unsigned int pad;
} Accum;

__constant__ Point centroid[K];

__global__ void assign(const Point *pts, int *label, int n, Accum *acc, int *changed)
{
    __shared__ Accum local[K];
    if (threadIdx.x < K) {
        local[threadIdx.x].sx = local[threadIdx.x].sy = 0;
        local[threadIdx.x].count = 0;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int moved = 0;
    if (i < n) {
        Point p = pts[i];
        int best = 0;
        float bestd = 3.4e38f;
        for (int k = 0; k < K; k++) {
            float dx = p.x - centroid[k].x, dy = p.y - centroid[k].y;
            float d = dx * dx + dy * dy;
            if (d < bestd) { bestd = d; best = k; }
        }
        moved = label[i] != best;
        label[i] = best;
        atomicAdd(&local[best].sx, (unsigned long long)(long long)llrintf(p.x * FIX));
        atomicAdd(&local[best].sy, (unsigned long long)(long long)llrintf(p.y * FIX));
        atomicAdd(&local[best].count, 1u);
    }
    if (__syncthreads_or(moved) && threadIdx.x == 0) *changed = 1;
    if (threadIdx.x < K) {
        int k = threadIdx.x;
        atomicAdd(&acc[k].sx, local[k].sx);
        atomicAdd(&acc[k].sy, local[k].sy);
        atomicAdd(&acc[k].count, local[k].count);
    }
}

static unsigned rng = 99;
static float frand(void)
{
    rng = rng * 1664525u + 1013904223u;
    return (float)(rng >> 8) / 16777216.0f;
}

int main(void)
{
    const int n = 6000, maxIter = 40;
    const Point truth[K] = {{-6, -5}, {5, -6}, {0, 0}, {-5, 6}, {6, 5}, {0.5f, 9}};
    Point *pts = (Point *)malloc(n * sizeof(Point));
    for (int i = 0; i < n; i++) {
        /* sum of uniforms ~ bell shape */
        float a = 0, b = 0;
        for (int j = 0; j < 4; j++) { a += frand() - 0.5f; b += frand() - 0.5f; }
        pts[i].x = truth[i % K].x + a;
        pts[i].y = truth[i % K].y + b;
    }
    Point c[K];
    for (int k = 0; k < K; k++) c[k] = pts[k]; /* one from every cluster */

    Point *d_pts;
    int *d_label, *d_changed;
    Accum *d_acc, acc[K];
    SAFE(cudaMalloc((void **)&d_pts, n * sizeof(Point)));
    SAFE(cudaMalloc((void **)&d_label, n * sizeof(int)));
    SAFE(cudaMalloc((void **)&d_changed, sizeof(int)));
    SAFE(cudaMalloc((void **)&d_acc, sizeof acc));
    SAFE(cudaMemcpy(d_pts, pts, n * sizeof(Point), cudaMemcpyHostToDevice));
    SAFE(cudaMemset(d_label, -1, n * sizeof(int)));

    int it, changed = 1;
    for (it = 0; it < maxIter && changed; it++) {
        SAFE(cudaMemcpyToSymbol(centroid, c, sizeof c, 0, cudaMemcpyHostToDevice));
        SAFE(cudaMemset(d_acc, 0, sizeof acc));
        SAFE(cudaMemset(d_changed, 0, sizeof(int)));
        assign<<<(n + 127) / 128, 128>>>(d_pts, d_label, n, d_acc, d_changed);
        SAFE(cudaGetLastError());
        SAFE(cudaMemcpy(acc, d_acc, sizeof acc, cudaMemcpyDeviceToHost));
        SAFE(cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost));
        for (int k = 0; k < K; k++)
            if (acc[k].count) {
                c[k].x = (float)((double)(long long)acc[k].sx / FIX / acc[k].count);
                c[k].y = (float)((double)(long long)acc[k].sy / FIX / acc[k].count);
            }
    }
    Point back[K];
    SAFE(cudaMemcpyFromSymbol(back, centroid, sizeof back));

    int *label = (int *)malloc(n * sizeof(int));
    SAFE(cudaMemcpy(label, d_label, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0, total = 0;
    double worst = 0;
    for (int i = 0; i < n; i++) wrong += label[i] != i % K;
    printf("converged: %s\n", changed ? "no" : "yes");
    for (int k = 0; k < K; k++) {
        printf("  cluster %d: %5u points, centre (%6.2f, %6.2f)\n", k, acc[k].count, c[k].x, c[k].y);
        worst = fmax(worst, hypot(c[k].x - truth[k].x, c[k].y - truth[k].y));
        total += acc[k].count;
    }
    int ok = !changed && wrong == 0 && total == n && worst < 0.1 && memcmp(back, c, sizeof c) == 0;
    printf("misclassified %d\n%s\n", wrong, ok ? "PASSED" : "FAILED");
    free(pts);
    free(label);
    cudaFree(d_pts); cudaFree(d_label); cudaFree(d_changed); cudaFree(d_acc);
    return ok ? 0 : 1;
}
