// SHA-256 on the GPU: known-answer tests, then a toy proof-of-work search
// for the smallest nonce (atomicMin), verified on the host with the same code.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(x)                                                                   \
    if ((x) != cudaSuccess) {                                                      \
        printf("%s failed: %s\n", #x, cudaGetErrorString(cudaGetLastError()));     \
        exit(1);                                                                   \
    }

#define K_TABLE {                                                                                             \
    0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,                  \
    0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,                  \
    0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,                  \
    0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,                  \
    0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,                  \
    0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,                  \
    0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,                  \
    0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 }

__constant__ uint32_t d_K[64] = K_TABLE;
static const uint32_t h_K[64] = K_TABLE;

__host__ __device__ inline uint32_t rotr(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

__host__ __device__ void compress(uint32_t st[8], const uint8_t *p, const uint32_t *K)
{
    uint32_t w[16];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    uint32_t a = st[0], b = st[1], c = st[2], d = st[3], e = st[4], f = st[5], g = st[6], h = st[7];
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            uint32_t w15 = w[(i - 15) & 15], w2 = w[(i - 2) & 15];
            uint32_t s0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >> 3);
            uint32_t s1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >> 10);
            w[i & 15] += s0 + w[(i - 7) & 15] + s1;
        }
        uint32_t S1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        uint32_t t1 = h + S1 + ((e & f) ^ (~e & g)) + K[i] + w[i & 15];
        uint32_t S0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        uint32_t t2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1;
        d = c; c = b; b = a; a = t1 + t2;
    }
    st[0] += a; st[1] += b; st[2] += c; st[3] += d; st[4] += e; st[5] += f; st[6] += g; st[7] += h;
}

__host__ __device__ void sha256(const uint8_t *msg, uint32_t len, uint32_t out[8], const uint32_t *K)
{
    const uint32_t iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int i = 0; i < 8; i++) out[i] = iv[i];
    uint32_t pos = 0;
    for (; pos + 64 <= len; pos += 64) compress(out, msg + pos, K);
    uint8_t tail[64];
    uint32_t r = len - pos;
    for (uint32_t i = 0; i < 64; i++) tail[i] = i < r ? msg[pos + i] : 0;
    tail[r] = 0x80;
    if (r >= 56) {
        compress(out, tail, K);
        for (int i = 0; i < 64; i++) tail[i] = 0;
    }
    uint64_t bits = (uint64_t)len * 8;
    for (int i = 0; i < 8; i++) tail[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
    compress(out, tail, K);
}

__global__ void hashKernel(const uint8_t *msgs, const uint32_t *offs, const uint32_t *lens, uint32_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sha256(msgs + offs[i], lens[i], out + 8 * i, d_K);
}

__constant__ uint8_t d_header[24];

__host__ __device__ inline void putNonce(uint8_t *buf, uint32_t nonce)
{
    for (int i = 0; i < 8; i++) buf[i] = "0123456789abcdef"[(nonce >> (28 - 4 * i)) & 15];
}

__global__ void mine(uint32_t start, int zeroBits, uint32_t *best)
{
    uint32_t nonce = start + blockIdx.x * blockDim.x + threadIdx.x;
    uint8_t buf[32];
    for (int i = 0; i < 24; i++) buf[i] = d_header[i];
    putNonce(buf + 24, nonce);
    uint32_t h[8];
    sha256(buf, 32, h, d_K);
    if (__clz(h[0]) >= zeroBits) atomicMin(best, nonce);
}

int main()
{
    const char *msgs[] = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                          "The quick brown fox jumps over the lazy dog"};
    const char *expect[] = {"e3b0c442", "ba7816bf", "248d6a61", "d7a8fbb3"};
    const int n = 4;
    uint8_t all[512];
    uint32_t offs[n], lens[n], pos = 0, out[8 * n];
    for (int i = 0; i < n; i++) {
        offs[i] = pos;
        lens[i] = (uint32_t)strlen(msgs[i]);
        memcpy(all + pos, msgs[i], lens[i]);
        pos += lens[i];
    }
    uint8_t *d_msgs;
    uint32_t *d_offs, *d_lens, *d_out, *d_best;
    CHECK(cudaMalloc(&d_msgs, pos));
    CHECK(cudaMalloc(&d_offs, sizeof offs));
    CHECK(cudaMalloc(&d_lens, sizeof lens));
    CHECK(cudaMalloc(&d_out, sizeof out));
    CHECK(cudaMalloc(&d_best, sizeof(uint32_t)));
    CHECK(cudaMemcpy(d_msgs, all, pos, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_offs, offs, sizeof offs, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_lens, lens, sizeof lens, cudaMemcpyHostToDevice));
    hashKernel<<<1, 32>>>(d_msgs, d_offs, d_lens, d_out, n);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    int ok = 1;
    for (int i = 0; i < n; i++) {
        char hex[65];
        for (int k = 0; k < 8; k++) sprintf(hex + 8 * k, "%08x", out[8 * i + k]);
        int good = strncmp(hex, expect[i], 8) == 0;
        printf("%s  %.24s%s\n", hex, msgs[i], good ? "" : "   <-- WRONG");
        ok &= good;
    }
    const uint8_t header[24] = {'b','l','o','c','k',' ','1',':',' ','a','l','i','c','e','-','>','b','o','b',' ','4','2',' ','n'};
    CHECK(cudaMemcpyToSymbol(d_header, header, sizeof header));
    CHECK(cudaMemset(d_best, 0xff, sizeof(uint32_t)));
    uint32_t best = 0xffffffffu, start = 0;
    const int bits = 10, batch = 1024;
    while (best == 0xffffffffu && start < (1u << 20)) {
        mine<<<batch / 128, 128>>>(start, bits, d_best);
        CHECK(cudaMemcpy(&best, d_best, sizeof best, cudaMemcpyDeviceToHost));
        start += batch;
    }
    uint8_t buf[32];
    uint32_t h[8], first = 0xffffffffu;
    memcpy(buf, header, 24);
    for (uint32_t nonce = 0; nonce < start && first == 0xffffffffu; nonce++) {
        putNonce(buf + 24, nonce);
        sha256(buf, 32, h, h_K);
        if (h[0] >> (32 - bits) == 0) first = nonce;
    }
    printf("nonce %u gives %08x%08x...\n", best, h[0], h[1]);
    ok &= best == first && best != 0xffffffffu;
    cudaFree(d_msgs); cudaFree(d_offs); cudaFree(d_lens); cudaFree(d_out); cudaFree(d_best);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
