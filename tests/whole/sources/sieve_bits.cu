// Sieve of Eratosthenes on a bit set of odd numbers. Composite bits are set with
// atomicOr, counted with popc, and pairs of twins are counted too.
// usage: sieve_bits [limit]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define checkCudaErrors(val) check_((val), #val, __FILE__, __LINE__)
template <typename T>
void check_(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

// bit k stands for the number 2k+1
__host__ __device__ inline bool testBit(const unsigned *bits, unsigned k) { return (bits[k >> 5] >> (k & 31)) & 1u; }

__global__ void strike(unsigned *composite, unsigned nbits, const unsigned *primes, int nprimes)
{
    // one block row per prime, threads of a row share its multiples
    for (int i = blockIdx.y; i < nprimes; i += gridDim.y) {
        unsigned p = primes[i];
        unsigned first = (p * p - 1) / 2;
        for (unsigned long long k = first + (unsigned long long)p * (blockIdx.x * blockDim.x + threadIdx.x); k < nbits;
             k += (unsigned long long)p * blockDim.x * gridDim.x)
            atomicOr(&composite[k >> 5], 1u << (k & 31));
    }
}

__global__ void census(const unsigned *composite, unsigned nbits, unsigned *primes, unsigned *twins, unsigned *biggest)
{
    unsigned words = (nbits + 31) / 32;
    unsigned np = 0, nt = 0, big = 0;
    for (unsigned w = blockIdx.x * blockDim.x + threadIdx.x; w < words; w += gridDim.x * blockDim.x) {
        unsigned m = ~composite[w];
        if (w == words - 1 && (nbits & 31)) m &= (1u << (nbits & 31)) - 1;
        unsigned next = 0;
        if (w + 1 < words) {
            next = ~composite[w + 1];
            if (w + 1 == words - 1 && (nbits & 31)) next &= (1u << (nbits & 31)) - 1;
        }
        np += __popc(m);
        nt += __popc(m & __funnelshift_r(m, next, 1)); // neighbours one odd number apart
        if (m) big = max(big, 2 * (w * 32 + 31 - __clz(m)) + 1);
    }
    np = __reduce_add_sync(0xffffffffu, np);
    for (int d = 16; d; d >>= 1) nt += __shfl_xor_sync(0xffffffffu, nt, d);
    for (int d = 16; d; d >>= 1) big = max(big, __shfl_xor_sync(0xffffffffu, big, d));
    if ((threadIdx.x & 31) == 0) {
        atomicAdd(primes, np);
        atomicAdd(twins, nt);
        atomicMax(biggest, big);
    }
}

int main(int argc, char **argv)
{
    unsigned limit = argc > 1 ? strtoul(argv[1], nullptr, 10) : 1000000u;
    if (limit < 100) limit = 100;
    unsigned nbits = (limit + 1) / 2; // odd numbers 1,3,..,<= limit
    size_t words = (nbits + 31) / 32;

    std::vector<unsigned> small;
    for (unsigned c = 3; c <= (unsigned)std::sqrt((double)limit); c += 2) {
        bool prime = true;
        for (unsigned q : small)
            if (q * q > c) break;
            else if (c % q == 0) { prime = false; break; }
        if (prime) small.push_back(c);
    }
    printf("limit %u, %zu sieving primes, %zu words\n", limit, small.size(), words);

    unsigned *d_bits, *d_small, *d_res;
    checkCudaErrors(cudaMalloc((void **)&d_bits, words * sizeof(unsigned)));
    checkCudaErrors(cudaMalloc((void **)&d_small, small.size() * sizeof(unsigned)));
    checkCudaErrors(cudaMalloc((void **)&d_res, 3 * sizeof(unsigned)));
    checkCudaErrors(cudaMemset(d_bits, 0, words * sizeof(unsigned)));
    checkCudaErrors(cudaMemset(d_bits, 1, 1)); // 1 is not a prime: sets bit 0 only
    checkCudaErrors(cudaMemset(d_res, 0, 3 * sizeof(unsigned)));
    checkCudaErrors(cudaMemcpy(d_small, small.data(), small.size() * sizeof(unsigned), cudaMemcpyHostToDevice));

    strike<<<dim3(2, (unsigned)small.size()), 128>>>(d_bits, nbits, d_small, (int)small.size());
    checkCudaErrors(cudaGetLastError());
    census<<<16, 128>>>(d_bits, nbits, d_res, d_res + 1, d_res + 2);
    checkCudaErrors(cudaGetLastError());
    unsigned res[3];
    checkCudaErrors(cudaMemcpy(res, d_res, sizeof res, cudaMemcpyDeviceToHost));
    std::vector<unsigned> bits(words);
    checkCudaErrors(cudaMemcpy(bits.data(), d_bits, words * sizeof(unsigned), cudaMemcpyDeviceToHost));

    unsigned primes = res[0] + 1; // and 2
    printf("primes: %u, twin pairs: %u, largest: %u\n", primes, res[1], res[2]);
    printf("last ones:");
    for (unsigned k = nbits - 1, shown = 0; shown < 6; --k)
        if (!testBit(bits.data(), k)) { printf(" %u", 2 * k + 1); ++shown; }
    printf("\n");

    std::vector<char> ref(limit + 1, 1);
    ref[0] = ref[1] = 0;
    for (unsigned i = 2; i * i <= limit; ++i)
        if (ref[i]) for (unsigned j = i * i; j <= limit; j += i) ref[j] = 0;
    unsigned cnt = 0, tw = 0, bad = 0;
    for (unsigned i = 0; i <= limit; ++i) {
        cnt += ref[i];
        if (i >= 5 && ref[i] && ref[i - 2]) tw++;
        if ((i & 1) && ref[i] == (char)testBit(bits.data(), i / 2)) bad++;
    }
    bool ok = cnt == primes && tw == res[1] && bad == 0;
    checkCudaErrors(cudaFree(d_bits));
    checkCudaErrors(cudaFree(d_small));
    checkCudaErrors(cudaFree(d_res));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
