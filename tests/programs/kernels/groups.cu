// Several groups of lanes of one warp, each of which votes and sums up for itself.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define I (blockIdx.x * blockDim.x + threadIdx.x)

// All forms of the vote among lanes with the same key.
extern "C" __global__ void group_votes (const unsigned *in, unsigned *out)
{
  unsigned x = in[I];
  unsigned group = __match_any_sync (0xffffffff, x & 7);
  unsigned ballot = __ballot_sync (group, x & 8);
  unsigned any = __any_sync (group, (x & 0x70) == 0), all = __all_sync (group, x & 0x180);
  int uniform = 0;
  asm ("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync.uni.pred q, p, %2; selp.u32 %0, 1, 0, q; }"
       : "=r"(uniform) : "r"(x & 0x200), "r"(group));
  out[I] = ballot * 8 + any * 4 + all * 2 + uniform;
}

// Its sum and its least word.
extern "C" __global__ void group_sums (const unsigned *in, unsigned *out)
{
  unsigned x = in[I];
  unsigned group = __match_any_sync (0xffffffff, x & 7);
  out[I] = __reduce_add_sync (group, x & 0xff0) ^ __reduce_min_sync (group, x >> 16) << 16;
}

// The same in the words of cooperative groups.
extern "C" __global__ void partition (const unsigned *in, unsigned *out)
{
  unsigned x = in[I];
  auto group = cg::labeled_partition (cg::tiled_partition<32> (cg::this_thread_block ()), (int)(x & 3));
  out[I] = group.any ((x & 0x1c) == 0) * 2 + group.all (x & 0xe0) + group.ballot (x & 0x100) * 4;
}

// The lanes of each group come from both ways of a branch; each way has lanes of all groups.
extern "C" __global__ void group_ways (const unsigned *in, unsigned *out)
{
  unsigned x = in[I];
  unsigned group = __match_any_sync (0xffffffff, x & 3);
  unsigned answer;
  if (x & 4) {
    x = x * 5 + 1;
    answer = __ballot_sync (group, x & 16);
  } else {
    x = x * 3 + 7;
    if (x & 1024)
      x ^= 16;
    answer = __ballot_sync (group, x & 16);
  }
  out[I] = answer;
}
