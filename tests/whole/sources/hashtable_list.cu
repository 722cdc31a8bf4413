// Pointer structures on the GPU: objects in managed memory by overloading new
// (as in the old "Unified Memory in CUDA 6" post), a linked list walked and spliced
// by a kernel, an open-addressing hash table (atomicCAS), chained buckets (atomicExch),
// and device-side new/delete. Prints from the device.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <map>
#include <new>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
    fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

class Managed {
public:
    void *operator new(size_t len)
    {
        void *ptr;
        CHECK(cudaMallocManaged(&ptr, len));
        CHECK(cudaDeviceSynchronize());
        return ptr;
    }
    void operator delete(void *ptr)
    {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaFree(ptr));
    }
};

struct Node : public Managed {
    int key;
    double weight;
    char tag[8];
    Node *next;
};

__global__ void walk(const Node *head)
{
    int i = 0;
    double total = 0;
    for (const Node *p = head; p; p = p->next, ++i) {
        total += p->weight;
        if (i < 4) printf("  node %d: key=%4d weight=%6.2f tag=%s first=%c\n", i, p->key, p->weight, p->tag, p->tag[0]);
    }
    printf("  %d nodes, total %.3f, %x %5.1f%%\n", i, total, 0xbeef, 12.5);
}

// unlink every node with an odd key, count them
__global__ void unlinkOdd(Node **head, int *removed)
{
    Node **link = head;
    while (*link) {
        if ((*link)->key & 1) { *link = (*link)->next; ++*removed; }
        else link = &(*link)->next;
    }
}

class HashTable : public Managed {
public:
    static constexpr unsigned EMPTY = 0xffffffffu;
    unsigned capacity;
    unsigned *keys;
    unsigned *counts;

    explicit HashTable(unsigned cap) : capacity(cap)
    {
        CHECK(cudaMallocManaged(&keys, cap * sizeof(unsigned)));
        CHECK(cudaMallocManaged(&counts, cap * sizeof(unsigned)));
        for (unsigned i = 0; i < cap; ++i) { keys[i] = EMPTY; counts[i] = 0; }
    }
    ~HashTable()
    {
        cudaFree(keys);
        cudaFree(counts);
    }
    __host__ __device__ static unsigned hash(unsigned k)
    {
        k ^= k >> 16; k *= 0x85ebca6bu; k ^= k >> 13; k *= 0xc2b2ae35u; k ^= k >> 16;
        return k;
    }
    __device__ void add(unsigned k)
    {
        unsigned slot = hash(k) & (capacity - 1);
        for (;;) {
            unsigned prev = atomicCAS(&keys[slot], EMPTY, k);
            if (prev == EMPTY || prev == k) { atomicAdd(&counts[slot], 1u); return; }
            slot = (slot + 1) & (capacity - 1);
        }
    }
    __host__ __device__ unsigned lookup(unsigned k) const
    {
        for (unsigned slot = hash(k) & (capacity - 1); keys[slot] != EMPTY; slot = (slot + 1) & (capacity - 1))
            if (keys[slot] == k) return counts[slot];
        return 0;
    }
};

__global__ void insertAll(HashTable *t, const unsigned *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) t->add(data[i]);
}

__global__ void chain(int *head, int *next, const unsigned *data, int n, int buckets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) next[i] = atomicExch(&head[HashTable::hash(data[i]) % buckets], i);
}

__global__ void lookupAll(const HashTable *t, const unsigned *data, const int *head, const int *next, int n, int buckets, int *bad)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned viaChain = 0;
    for (int k = head[HashTable::hash(data[i]) % buckets]; k >= 0; k = next[k]) viaChain += data[k] == data[i];
    if (viaChain != t->lookup(data[i])) atomicAdd(bad, 1);
}

struct Cell { int v; Cell *next; };

__global__ void heapLists(int *out)
{
    // every thread builds a private list on the device heap
    Cell *head = nullptr;
    int len = 1 + threadIdx.x % 5;
    for (int i = 0; i < len; ++i) head = new Cell{(int)threadIdx.x * 10 + i, head};
    int s = 0;
    while (head) { s += head->v; Cell *dead = head; head = head->next; delete dead; }
    out[threadIdx.x] = s;
}

int main()
{
    Node *head = nullptr;
    for (int i = 30; i > 0; --i) {
        Node *nd = new Node;
        nd->key = i * i % 37;
        nd->weight = i * 0.25;
        snprintf(nd->tag, sizeof nd->tag, "%c%02d", 'a' + i % 26, i);
        nd->next = head;
        head = nd;
    }
    std::vector<Node *> all;
    for (Node *p = head; p; p = p->next) all.push_back(p);
    printf("list:\n");
    fflush(stdout);
    walk<<<1, 1>>>(head);
    CHECK(cudaDeviceSynchronize());

    Node **phead;
    int *removed, *bad, *next, *heads, *sums;
    unsigned *data;
    const int n = 5000, buckets = 509;
    CHECK(cudaMallocManaged(&phead, sizeof *phead));
    CHECK(cudaMallocManaged(&removed, sizeof(int)));
    CHECK(cudaMallocManaged(&bad, sizeof(int)));
    CHECK(cudaMallocManaged(&next, n * sizeof(int)));
    CHECK(cudaMallocManaged(&heads, buckets * sizeof(int)));
    CHECK(cudaMallocManaged(&sums, 64 * sizeof(int)));
    CHECK(cudaMallocManaged(&data, n * sizeof(unsigned)));
    *phead = head;
    *removed = *bad = 0;
    unlinkOdd<<<1, 1>>>(phead, removed);
    CHECK(cudaDeviceSynchronize());
    int left = 0, odd = 0;
    for (Node *p = *phead; p; p = p->next) { ++left; odd += p->key & 1; }
    printf("after removing odd keys: %d left, %d removed\n", left, *removed);
    bool ok = odd == 0 && left + *removed == 30 && left > 0;

    std::map<unsigned, unsigned> ref;
    unsigned s = 11;
    for (int i = 0; i < n; ++i) { s = s * 1664525u + 1013904223u; data[i] = (s >> 12) % 1200; ref[data[i]]++; }
    for (int b = 0; b < buckets; ++b) heads[b] = -1;
    HashTable *table = new HashTable(2048);
    insertAll<<<(n + 127) / 128, 128>>>(table, data, n);
    chain<<<(n + 127) / 128, 128>>>(heads, next, data, n, buckets);
    lookupAll<<<(n + 127) / 128, 128>>>(table, data, heads, next, n, buckets, bad);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned most = 0, distinct = 0, wrong = 0;
    for (auto [key, count] : ref) {
        ++distinct;
        wrong += table->lookup(key) != count;
        if (count > most) most = count;
    }
    printf("%u distinct keys, most frequent %u times, wrong %u, chain mismatches %d, absent key %u\n",
           distinct, most, wrong, *bad, table->lookup(99999));
    ok = ok && wrong == 0 && *bad == 0 && table->lookup(99999) == 0;

    heapLists<<<1, 64>>>(sums);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int badSums = 0;
    for (int t = 0; t < 64; ++t) { int len = 1 + t % 5; badSums += sums[t] != len * t * 10 + len * (len - 1) / 2; }
    printf("device heap lists wrong: %d\n", badSums);
    ok = ok && badSums == 0;

    delete table;
    for (Node *p : all) delete p;
    for (void *p : {(void *)phead, (void *)removed, (void *)bad, (void *)next, (void *)heads, (void *)sums, (void *)data}) cudaFree(p);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
