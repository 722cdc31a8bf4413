// Level-synchronous BFS with frontier queues, graph in CSR, everything in unified memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <queue>
#include <vector>

#define CHECK_CUDA(x)                                                                          \
    do {                                                                                       \
        auto r = (x);                                                                          \
        if (r != cudaSuccess) {                                                                \
            std::cerr << __FILE__ << ':' << __LINE__ << ' ' << cudaGetErrorString(r) << '\n';  \
            std::abort();                                                                      \
        }                                                                                      \
    } while (0)

template <typename T>
T *managed(size_t count)
{
    T *p;
    CHECK_CUDA(cudaMallocManaged(&p, count * sizeof(T)));
    return p;
}

struct Graph {
    int numVertices = 0, numEdges = 0;
    int *offsets = nullptr, *edges = nullptr;
};

__global__ void expand(Graph g, const int *frontier, int frontierSize, int *next, int *nextSize,
                       int *dist, int *parent, int level)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= frontierSize) return;
    int v = frontier[t];
    for (int e = g.offsets[v]; e < g.offsets[v + 1]; ++e) {
        int w = g.edges[e];
        int old = atomicCAS(&dist[w], -1, level);
        if (old == -1) {
            int slot = atomicAdd(nextSize, 1);
            next[slot] = w;
        }
        // smallest parent on the previous level: independent of the order
        if (old == -1 || old == level) atomicMin(&parent[w], v);
    }
}

static Graph makeGraph(int n, int extra)
{
    std::vector<std::vector<int>> adj(n);
    auto link = [&](int a, int b) { adj[a].push_back(b); adj[b].push_back(a); };
    // a long ring with random chords, and the last 10 vertices kept isolated
    int live = n - 10;
    for (int i = 0; i < live; ++i) link(i, (i + 1) % live);
    unsigned s = 5;
    for (int k = 0; k < extra; ++k) {
        s = s * 1103515245u + 12345u;
        int a = int((s >> 8) % live);
        s = s * 1103515245u + 12345u;
        int b = int((s >> 8) % live);
        if (a != b) link(a, b);
    }
    Graph g;
    g.numVertices = n;
    for (auto &l : adj) g.numEdges += (int)l.size();
    g.offsets = managed<int>(n + 1);
    g.edges = managed<int>(g.numEdges);
    int pos = 0;
    for (int i = 0; i < n; ++i) {
        g.offsets[i] = pos;
        for (int w : adj[i]) g.edges[pos++] = w;
    }
    g.offsets[n] = pos;
    return g;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 20000;
    const int source = 17;
    Graph g = makeGraph(n, n / 4);
    std::cout << g.numVertices << " vertices, " << g.numEdges << " directed edges\n";

    int *dist = managed<int>(n), *parent = managed<int>(n);
    int *cur = managed<int>(n), *next = managed<int>(n), *nextSize = managed<int>(1);
    std::fill(dist, dist + n, -1);
    std::fill(parent, parent + n, n);
    dist[source] = 0;
    parent[source] = source;
    cur[0] = source;
    int size = 1, level = 0, visited = 1;
    std::vector<int> perLevel{1};
    while (size > 0) {
        ++level;
        *nextSize = 0;
        expand<<<(size + 127) / 128, 128>>>(g, cur, size, next, nextSize, dist, parent, level);
        CHECK_CUDA(cudaGetLastError());
        CHECK_CUDA(cudaDeviceSynchronize());
        size = *nextSize;
        visited += size;
        if (size) perLevel.push_back(size);
        std::swap(cur, next);
    }
    for (size_t l = 0; l < perLevel.size(); l += 3)
        std::cout << "  level " << l << ": " << perLevel[l] << '\n';
    std::cout << "visited " << visited << ", depth " << perLevel.size() - 1 << '\n';

    // reference
    std::vector<int> ref(n, -1);
    std::queue<int> q;
    ref[source] = 0;
    q.push(source);
    while (!q.empty()) {
        int v = q.front();
        q.pop();
        for (int e = g.offsets[v]; e < g.offsets[v + 1]; ++e)
            if (ref[g.edges[e]] < 0) { ref[g.edges[e]] = ref[v] + 1; q.push(g.edges[e]); }
    }
    bool ok = visited == n - 10;
    for (int i = 0; i < n; ++i) {
        ok = ok && ref[i] == dist[i];
        if (i != source && dist[i] > 0) {
            int best = n;
            for (int e = g.offsets[i]; e < g.offsets[i + 1]; ++e)
                if (ref[g.edges[e]] == ref[i] - 1) best = std::min(best, g.edges[e]);
            ok = ok && best == parent[i];
        }
    }
    std::cout << "path to 5000:";
    for (int v = std::min(5000, n - 11), k = 0; k < 40; v = parent[v], ++k) {
        std::cout << ' ' << v;
        if (v == source) break;
    }
    std::cout << '\n';
    for (int *p : {g.offsets, g.edges, dist, parent, cur, next, nextSize}) CHECK_CUDA(cudaFree(p));
    std::cout << (ok ? "PASSED" : "FAILED") << '\n';
    return ok ? 0 : 1;
}
