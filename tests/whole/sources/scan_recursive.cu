// Work-efficient (Blelloch) exclusive scan for arbitrary lengths, GPU Gems 3 ch. 39 style.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define ELEMS (2 * BLOCK)
#define LOG_BANKS 5
#define OFFSET(n) ((n) >> LOG_BANKS)

static void chk(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
        exit(2);
    }
}
#define CHK(e) chk((e), __LINE__)

__global__ void scan_block(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
    extern __shared__ unsigned temp[];
    int t = threadIdx.x;
    int base = blockIdx.x * ELEMS;
    int ai = t, bi = t + BLOCK;
    temp[ai + OFFSET(ai)] = base + ai < n ? in[base + ai] : 0;
    temp[bi + OFFSET(bi)] = base + bi < n ? in[base + bi] : 0;

    int offset = 1;
    for (int d = ELEMS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
            i += OFFSET(i);
            j += OFFSET(j);
            temp[j] += temp[i];
        }
        offset *= 2;
    }
    if (t == 0) {
        int last = ELEMS - 1 + OFFSET(ELEMS - 1);
        if (sums) sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }
    for (int d = 1; d < ELEMS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
            i += OFFSET(i);
            j += OFFSET(j);
            unsigned v = temp[i];
            temp[i] = temp[j];
            temp[j] += v;
        }
    }
    __syncthreads();
    if (base + ai < n) out[base + ai] = temp[ai + OFFSET(ai)];
    if (base + bi < n) out[base + bi] = temp[bi + OFFSET(bi)];
}

__global__ void add_offsets(unsigned *data, const unsigned *offs, int n)
{
    unsigned o = offs[blockIdx.x];
    int i = blockIdx.x * ELEMS + threadIdx.x;
    if (i < n) data[i] += o;
    if (i + BLOCK < n) data[i + BLOCK] += o;
}

static int max_depth = 0;

static void scan(const unsigned *d_in, unsigned *d_out, int n, int depth)
{
    if (depth > max_depth) max_depth = depth;
    int blocks = (n + ELEMS - 1) / ELEMS;
    size_t smem = (ELEMS + OFFSET(ELEMS)) * sizeof(unsigned);
    if (blocks == 1) {
        scan_block<<<1, BLOCK, smem>>>(d_in, d_out, NULL, n);
        CHK(cudaGetLastError());
        return;
    }
    unsigned *sums, *sums_scanned;
    CHK(cudaMalloc((void **)&sums, blocks * sizeof(unsigned)));
    CHK(cudaMalloc((void **)&sums_scanned, blocks * sizeof(unsigned)));
    scan_block<<<blocks, BLOCK, smem>>>(d_in, d_out, sums, n);
    CHK(cudaGetLastError());
    scan(sums, sums_scanned, blocks, depth + 1);
    add_offsets<<<blocks, BLOCK>>>(d_out, sums_scanned, n);
    CHK(cudaGetLastError());
    CHK(cudaFree(sums));
    CHK(cudaFree(sums_scanned));
}

int main(int argc, char *argv[])
{
    int sizes[] = {1, 2, 255, 256, 257, 1000, 65536, 70001};
    int nsizes = sizeof(sizes) / sizeof(sizes[0]);
    if (argc == 2) { sizes[0] = atoi(argv[1]); nsizes = 1; }
    int errors = 0;
    for (int s = 0; s < nsizes; s++) {
        int n = sizes[s];
        assert(n > 0);
        unsigned *in = (unsigned *)malloc(n * sizeof(unsigned));
        unsigned *out = (unsigned *)malloc(n * sizeof(unsigned));
        srand(7);
        unsigned x = 2463534242u;
        for (int i = 0; i < n; i++) {
            x ^= x << 13; x ^= x >> 17; x ^= x << 5;
            in[i] = x % 10;
        }
        unsigned *d_in, *d_out;
        CHK(cudaMalloc((void **)&d_in, n * sizeof(unsigned)));
        CHK(cudaMalloc((void **)&d_out, n * sizeof(unsigned)));
        CHK(cudaMemcpy(d_in, in, n * sizeof(unsigned), cudaMemcpyHostToDevice));
        CHK(cudaMemset(d_out, 0xff, n * sizeof(unsigned)));
        scan(d_in, d_out, n, 1);
        CHK(cudaMemcpy(out, d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));

        unsigned run = 0;
        int bad = 0;
        for (int i = 0; i < n; i++) {
            if (out[i] != run && bad++ < 3) printf("  [%d] got %u want %u\n", i, out[i], run);
            run += in[i];
        }
        printf("n = %6d  last = %7u  mismatches = %d\n", n, out[n - 1], bad);
        errors += bad;
        cudaFree(d_in);
        cudaFree(d_out);
        free(in);
        free(out);
    }
    printf("recursion depth %d\n", max_depth);
    printf("Test %s\n", errors == 0 ? "PASSED" : "FAILED");
    return errors != 0;
}
