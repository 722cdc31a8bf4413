#include "play.h"

/* The address that each thread of @warp makes: @base + 4 x (thread x @scale + @offset). */
static const guint64 *
at (guint warp, guint64 base, gint scale, gint offset)
{
  static guint64 address[32];

  for (guint lane = 0; lane < 32; lane++)
    address[lane] = base + 4 * (gint64)((gint)(warp * 32 + lane) * scale + offset);
  return address;
}

typedef gboolean (*Wants) (guint thread, guint stride, guint n_threads);

static gboolean
wants_interleaved (guint thread, guint stride, guint n_threads)
{
  return thread % (2 * stride) == 0;
}

static gboolean
wants_strided (guint thread, guint stride, guint n_threads)
{
  return 2 * stride * thread < n_threads;
}

static gboolean
wants_sequential (guint thread, guint stride, guint n_threads)
{
  return thread < stride;
}

static guint32
lanes_that (const Play *p, guint warp, Wants wants, guint stride)
{
  guint32 mask = 0;

  for (guint lane = 0; lane < 32; lane++)
    if ((play_warp_mask (p, warp) & 1u << lane) != 0
        && wants (warp * 32 + lane, stride, p->n_threads))
      mask |= 1u << lane;
  return mask;
}

/* Lanes whose element exists. */
static guint32
lanes_below (const Play *p, guint warp, guint n)
{
  guint32 mask = play_warp_mask (p, warp);
  guint first = warp * 32;

  if (n <= first)
    return 0;
  return n - first >= 32 ? mask : mask & ((1u << (n - first)) - 1);
}

/* The load, the store and the barrier that all of the reductions begin with: r1 = i < n ? g[i] : 0;
 * s[t] = r1. */
static void
play_load (Play *p, guint n)
{
  guint constant = play_site (p, WS_OP_ALU, "mov.u32", "r1 =");
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r1 = [r20] @r10");
  guint store = play_site (p, WS_OP_STORE, "st.shared.u32", "r1 [r21]");
  guint barrier = play_site (p, WS_OP_BARRIER, "bar.sync", "");

  for (guint warp = 0; warp < play_n_warps (p); warp++)
    {
      guint32 all = play_warp_mask (p, warp);

      play (p, constant, warp, all, all);
      play_access (p, load, warp, all, lanes_below (p, warp, n), at (warp, PLAY_INPUT, 1, 0));
      play_access (p, store, warp, all, all, at (warp, 0, 1, 0));
    }
  for (guint warp = 0; warp < play_n_warps (p); warp++)
    play (p, barrier, warp, play_warp_mask (p, warp), play_warp_mask (p, warp));
}

/* if (t == 0) g[0] = s[0]; return. */
static void
play_store (Play *p)
{
  guint here = p->sites->len;
  guint compare = play_site (p, WS_OP_ALU, "setp.ne.u32", "r11 = r2");
  guint branch = play_branch (p, "@r11", here + 4, here + 4);
  guint load = play_site (p, WS_OP_LOAD, "ld.shared.u32", "r5 = [r21]");
  guint store = play_site (p, WS_OP_STORE, "st.global.u32", "r5 [r20]");
  guint leave = play_site (p, WS_OP_EXIT, "ret", "");

  for (guint warp = 0; warp < play_n_warps (p); warp++)
    {
      guint32 all = play_warp_mask (p, warp);

      play (p, compare, warp, all, all);
      play (p, branch, warp, all, warp == 0 ? all & ~1u : all);
      if (warp == 0)
        {
          play_access (p, load, warp, 1, 1, at (0, 0, 0, 0));
          play_access (p, store, warp, 1, 1, at (0, PLAY_OUTPUT, 0, 0));
        }
      play (p, leave, warp, all, all);
    }
}

static WsRun *
play_tree (guint n_threads, guint n, const char *spec, Wants wants, gboolean strided,
           gboolean downwards)
{
  Play *p = play_new (n_threads);
  guint first;
  guint sites[9];

  play_load (p, n);
  first = p->sites->len;
  sites[0] = play_site (p, WS_OP_ALU, "setp.ne.u32", "r11 = r22");
  sites[1] = play_branch (p, "@r11", first + 6, first + 6);
  sites[2] = play_site (p, WS_OP_LOAD, "ld.shared.u32", "r2 = [r21]");
  sites[3] = play_site (p, WS_OP_LOAD, "ld.shared.u32", "r3 = [r21]");
  sites[4] = play_site (p, WS_OP_ALU, "add.s32", "r4 = r3 r2");
  sites[5] = play_site (p, WS_OP_STORE, "st.shared.u32", "r4 [r21]");
  sites[6] = play_site (p, WS_OP_BARRIER, "bar.sync", "");
  sites[7] = play_site (p, WS_OP_ALU, "setp.lt.u32", "r12 = r22");
  sites[8] = play_branch (p, "@r12", first, first + 9);
  for (guint s = downwards ? n_threads / 2 : 1; s > 0 && s < n_threads;
       s = downwards ? s / 2 : s * 2)
    {
      gint scale = strided ? 2 * s : 1;
      gboolean again = downwards ? s > 1 : 2 * s < n_threads;

      for (guint warp = 0; warp < play_n_warps (p); warp++)
        {
          guint32 all = play_warp_mask (p, warp);
          guint32 work = lanes_that (p, warp, wants, s);

          play (p, sites[0], warp, all, all);
          play (p, sites[1], warp, all, all & ~work);
          if (work != 0)
            {
              play_access (p, sites[2], warp, work, work, at (warp, 0, scale, s));
              play_access (p, sites[3], warp, work, work, at (warp, 0, scale, 0));
              play (p, sites[4], warp, work, work);
              play_access (p, sites[5], warp, work, work, at (warp, 0, scale, 0));
            }
        }
      for (guint warp = 0; warp < play_n_warps (p); warp++)
        {
          guint32 all = play_warp_mask (p, warp);

          play (p, sites[6], warp, all, all);
          play (p, sites[7], warp, all, all);
          play (p, sites[8], warp, all, again ? all : 0);
        }
    }
  play_store (p);
  return play_end (p, spec);
}

WsRun *
play_reduce1 (guint n_threads, guint n, const char *spec)
{
  return play_tree (n_threads, n, spec, wants_interleaved, FALSE, FALSE);
}

WsRun *
play_reduce2 (guint n_threads, guint n, const char *spec)
{
  return play_tree (n_threads, n, spec, wants_strided, TRUE, FALSE);
}

WsRun *
play_reduce3 (guint n_threads, guint n, const char *spec)
{
  return play_tree (n_threads, n, spec, wants_sequential, FALSE, TRUE);
}

/* 64 threads: v = s[t]; then for 32, 16 ... 1, in the first warp: v += s[t + d]; __syncwarp ();
 * s[t] = v; __syncwarp (). */
WsRun *
play_reduce_warp (guint n_threads, guint n, const char *spec)
{
  Play *p = play_new (n_threads);
  guint own;
  guint first;

  g_assert_cmpuint (n_threads, ==, 64);
  play_load (p, n);
  first = p->sites->len;
  play_branch (p, "@r11", first + 2 + 6 * 5, first + 2 + 6 * 5);
  play (p, first, 0, G_MAXUINT32, 0);
  play (p, first, 1, G_MAXUINT32, G_MAXUINT32);
  own = play_site (p, WS_OP_LOAD, "ld.shared.u32", "r2 = [r21]");
  play_access (p, own, 0, G_MAXUINT32, G_MAXUINT32, at (0, 0, 1, 0));
  for (guint d = 32; d > 0; d /= 2)
    {
      guint load = play_site (p, WS_OP_LOAD, "ld.volatile.shared.u32", "r3 = [r21]");
      guint add = play_site (p, WS_OP_ALU, "add.s32", "r2 = r3 r2");
      guint sync = play_site (p, WS_OP_WARP_BARRIER, "bar.warp.sync", "");
      guint store = play_site (p, WS_OP_STORE, "st.volatile.shared.u32", "r2 [r21]");
      guint again = play_site (p, WS_OP_WARP_BARRIER, "bar.warp.sync", "");

      play_access (p, load, 0, G_MAXUINT32, G_MAXUINT32, at (0, 0, 1, d));
      play (p, add, 0, G_MAXUINT32, G_MAXUINT32);
      play (p, sync, 0, G_MAXUINT32, G_MAXUINT32);
      play_access (p, store, 0, G_MAXUINT32, G_MAXUINT32, at (0, 0, 1, 0));
      play (p, again, 0, G_MAXUINT32, G_MAXUINT32);
    }
  play_store (p);
  return play_end (p, spec);
}

/* v += shfl_down (v, d) for 16 ... 1 in the register @v; every step has registers of its own, as
 * the compiler unrolls it. Returns: the register that holds the sum */
static guint
play_warp_sum (Play *p, guint n_warps, guint v)
{
  guint next = v + 1;

  for (guint d = 16; d > 0; d /= 2, v = next + 1, next += 2)
    {
      g_autofree char *moved = g_strdup_printf ("r%u = r%u [r23]", next, v);
      g_autofree char *added = g_strdup_printf ("r%u = r%u r%u", next + 1, next, v);
      guint shuffle = play_site (p, WS_OP_SHUFFLE, "shfl.sync.down.b32", moved);
      guint add = play_site (p, WS_OP_ALU, "add.s32", added);

      for (guint warp = 0; warp < n_warps; warp++)
        {
          play_shuffle_down (p, shuffle, warp, G_MAXUINT32, d);
          play (p, add, warp, G_MAXUINT32, G_MAXUINT32);
        }
    }
  return v;
}

WsRun *
play_reduce_shuffle (guint n_threads, guint n, const char *spec)
{
  Play *p = play_new (n_threads);
  guint n_warps = play_n_warps (p);
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r20]");
  guint sum;
  guint store;
  guint barrier;

  g_assert_true (n_threads % 32 == 0 && n_threads == n);
  for (guint warp = 0; warp < n_warps; warp++)
    play_access (p, load, warp, G_MAXUINT32, G_MAXUINT32, at (warp, PLAY_INPUT, 1, 0));
  sum = play_warp_sum (p, n_warps, 0);
  g_assert_cmpuint (sum, ==, 10);
  store = play_site (p, WS_OP_STORE, "st.shared.u32", "r10 [r21]");
  barrier = play_site (p, WS_OP_BARRIER, "bar.sync", "");
  for (guint warp = 0; warp < n_warps; warp++)
    {
      guint64 address[32] = { warp * 4 };
      play_access (p, store, warp, 1, 1, address);
    }
  for (guint warp = 0; warp < n_warps; warp++)
    play (p, barrier, warp, G_MAXUINT32, G_MAXUINT32);
  load = play_site (p, WS_OP_ALU, "mov.u32", "r0 =");
  play (p, load, 0, G_MAXUINT32, G_MAXUINT32);
  load = play_site (p, WS_OP_LOAD, "ld.shared.u32", "r0 = [r21] @r24");
  play_access (p, load, 0, G_MAXUINT32, G_MAXUINT32 >> (32 - n_warps), at (0, 0, 1, 0));
  sum = play_warp_sum (p, 1, 0);
  store = play_site (p, WS_OP_STORE, "st.global.u32", "r10 [r20] @r25");
  play_access (p, store, 0, G_MAXUINT32, 1, at (0, PLAY_OUTPUT, 1, 0));
  return play_end (p, spec);
}

WsRun *
play_add (guint n_threads, guint n, const char *spec)
{
  Play *p = play_new (n_threads);
  guint load_a = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r20]");
  guint load_b = play_site (p, WS_OP_LOAD, "ld.global.u32", "r1 = [r20]");
  guint add = play_site (p, WS_OP_ALU, "add.s32", "r2 = r0 r1");
  guint store = play_site (p, WS_OP_STORE, "st.global.u32", "r2 [r20]");

  for (guint warp = 0; warp < play_n_warps (p); warp++)
    {
      guint32 all = play_warp_mask (p, warp);

      play_access (p, load_a, warp, all, all, at (warp, PLAY_INPUT, 1, 0));
      play_access (p, load_b, warp, all, all, at (warp, PLAY_INPUT, 1, 2048));
      play (p, add, warp, all, all);
      play_access (p, store, warp, all, all, at (warp, PLAY_OUTPUT, 1, 0));
    }
  return play_end (p, spec);
}
