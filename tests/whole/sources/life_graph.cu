// Conway's game of life on a torus. Two generations are captured from a stream
// into a CUDA graph, and the graph is replayed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
    printf("CUDA error %d (%s) at line %d\n", (int)e, cudaGetErrorName(e), __LINE__); exit(1); } } while (0)

#define W 64
#define H 48

typedef unsigned char cell;

__global__ void step(const cell *src, cell *dst)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H) return;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += src[((y + dy + H) % H) * W + (x + dx + W) % W];
    dst[y * W + x] = (n == 3) || (n == 2 && src[y * W + x]);
}

__global__ void population(const cell *src, unsigned *history, unsigned *gen)
{
    unsigned mine = 0;
    for (int i = threadIdx.x; i < W * H; i += blockDim.x) mine += src[i];
    __shared__ unsigned total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned g = *gen;
        history[g] = total;
        *gen = g + 1;
    }
}

static void cpu_step(const cell *s, cell *d)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy) n += s[((y + dy + H) % H) * W + (x + dx + W) % W];
            d[y * W + x] = (n == 3) || (n == 2 && s[y * W + x]);
        }
}

int main(void)
{
    const int REPLAYS = 40; /* two generations each */
    static cell board[W * H], out[W * H], ref[W * H], tmp[W * H];
    /* R-pentomino and a glider */
    const int pts[][2] = {{31, 20}, {32, 20}, {30, 21}, {31, 21}, {31, 22},
                          {2, 1}, {3, 2}, {1, 3}, {2, 3}, {3, 3}};
    for (auto &p : pts) board[p[1] * W + p[0]] = 1;

    cell *a, *b;
    unsigned *hist, *gen;
    CK(cudaMalloc(&a, sizeof board));
    CK(cudaMalloc(&b, sizeof board));
    CK(cudaMalloc(&hist, REPLAYS * sizeof(unsigned)));
    CK(cudaMalloc(&gen, sizeof(unsigned)));
    CK(cudaMemset(gen, 0, sizeof(unsigned)));
    CK(cudaMemcpy(a, board, sizeof board, cudaMemcpyHostToDevice));

    cudaStream_t st;
    CK(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    dim3 blk(16, 8), grd((W + 15) / 16, (H + 7) / 8);

    CK(cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal));
    step<<<grd, blk, 0, st>>>(a, b);
    step<<<grd, blk, 0, st>>>(b, a);
    population<<<1, 128, 0, st>>>(a, hist, gen);
    cudaStreamCaptureStatus cs;
    CK(cudaStreamIsCapturing(st, &cs));
    printf("capturing: %s\n", cs == cudaStreamCaptureStatusActive ? "yes" : "no");
    CK(cudaStreamEndCapture(st, &graph));

    size_t nodes = 0;
    CK(cudaGraphGetNodes(graph, NULL, &nodes));
    printf("graph nodes: %zu\n", nodes);
    CK(cudaGraphInstantiate(&exec, graph, 0));

    /* nothing has run yet: capture only records */
    CK(cudaMemcpy(out, a, sizeof out, cudaMemcpyDeviceToHost));
    int untouched = memcmp(out, board, sizeof out) == 0;

    for (int i = 0; i < REPLAYS; i++) CK(cudaGraphLaunch(exec, st));
    CK(cudaStreamSynchronize(st));
    CK(cudaMemcpy(out, a, sizeof out, cudaMemcpyDeviceToHost));
    unsigned h_hist[REPLAYS], h_gen;
    CK(cudaMemcpy(h_hist, hist, sizeof h_hist, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(&h_gen, gen, sizeof h_gen, cudaMemcpyDeviceToHost));

    memcpy(ref, board, sizeof ref);
    int bad = 0;
    for (int g = 0; g < REPLAYS; g++) {
        cpu_step(ref, tmp);
        cpu_step(tmp, ref);
        unsigned pop = 0;
        for (int i = 0; i < W * H; i++) pop += ref[i];
        if (pop != h_hist[g]) bad++;
        if (g % 8 == 7) printf("generation %3d population %u\n", 2 * (g + 1), h_hist[g]);
    }
    for (int y = 0; y < H; y += 1) {
        char line[W + 1];
        for (int x = 0; x < W; x++) line[x] = out[y * W + x] ? '#' : '.';
        line[W] = 0;
        if (strchr(line, '#')) printf("%2d %s\n", y, line);
    }
    if (memcmp(out, ref, sizeof out)) bad++;
    CK(cudaGraphExecDestroy(exec));
    CK(cudaGraphDestroy(graph));
    CK(cudaStreamDestroy(st));
    cudaFree(a); cudaFree(b); cudaFree(hist); cudaFree(gen);
    int ok = !bad && untouched && h_gen == (unsigned)REPLAYS;
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
