#include "synthetic-kernel.h"

#include <string.h>

enum { REG_TID, REG_ADDRESS, REG_P, REG_V, REG_A, REG_B, N_REGS };

static const char *const reg_names[N_REGS] = { "%r1", "%rd1", "%p1", "%r2", "%r3", "%r4" };

static const char source[] = "// A block of threads combines its elements in a tree.\n"
                             "#include \"operator.cuh\"\n"
                             "\n"
                             "__global__ void reduce (const T *in, T *out, unsigned n)\n"
                             "{\n"
                             "  extern __shared__ T sdata[];\n"
                             "\n"
                             "  // each thread loads its elements from global to shared memory\n"
                             "  unsigned tid = threadIdx.x;\n"
                             "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "  sdata[tid] = i < n ? in[i] : identity;\n"
                             "  __syncthreads ();\n"
                             "\n"
                             "  // do the reduction in shared memory\n"
                             "  for (unsigned s = 1; s < blockDim.x; s *= 2)\n"
                             "    {\n"
                             "      if (tid % (2 * s) == 0)\n"
                             "        sdata[tid] = combine (sdata[tid], sdata[tid + s]);\n"
                             "      __syncthreads ();\n"
                             "    }\n"
                             "\n"
                             "  // write the result of this block to global memory\n"
                             "  if (tid == 0)\n"
                             "    out[blockIdx.x] = sdata[0];\n"
                             "}\n";

/* What a site is: text, class, space, line, then the registers that it writes, reads and addresses
 * with, as strings of digits. */
typedef struct {
  const char *text;
  WsOpClass op_class;
  WsSpace space;
  guint line;
  const char *defs;
  const char *uses;
  const char *address;
  guint target;
  guint reconverge;
} SiteRow;

static const SiteRow rows[N_SITES] = {
  [SITE_TID] = { "mov.u32 %r1, %tid.x;", WS_OP_ALU, WS_SPACE_NONE, 9, "0", "", "", WS_NONE,
                 WS_NONE },
  [SITE_LOAD] = { "ld.global.u32 %r2, [%rd1];", WS_OP_LOAD, WS_SPACE_GLOBAL, 11, "3", "", "1",
                  WS_NONE, WS_NONE },
  [SITE_LOAD_MORE] = { "ld.global.u32 %r3, [%rd1+512];", WS_OP_LOAD, WS_SPACE_GLOBAL, 11, "4", "",
                       "1", WS_NONE, WS_NONE },
  [SITE_ADD_MORE] = { "add.s32 %r2, %r2, %r3;", WS_OP_ALU, WS_SPACE_NONE, 11, "3", "34", "",
                      WS_NONE, WS_NONE },
  [SITE_STORE_SHARED] = { "st.shared.u32 [%r1], %r2;", WS_OP_STORE, WS_SPACE_SHARED, 11, "", "3",
                          "0", WS_NONE, WS_NONE },
  [SITE_BARRIER] = { "bar.sync 0;", WS_OP_BARRIER, WS_SPACE_NONE, 12, "", "", "", WS_NONE,
                     WS_NONE },
  [SITE_LOOP] = { "mov.u32 %r1, %r1;", WS_OP_ALU, WS_SPACE_NONE, 15, "0", "0", "", WS_NONE,
                  WS_NONE },
  [SITE_TEST] = { "setp.ne.u32 %p1, %r1, 0;", WS_OP_ALU, WS_SPACE_NONE, 17, "2", "0", "", WS_NONE,
                  WS_NONE },
  [SITE_BRANCH] = { "@%p1 bra $L__BB0_4;", WS_OP_BRANCH, WS_SPACE_NONE, 17, "", "", "",
                    SITE_LOOP_BARRIER, SITE_LOOP_BARRIER },
  [SITE_READ_A] = { "ld.shared.u32 %r3, [%r1];", WS_OP_LOAD, WS_SPACE_SHARED, 18, "4", "", "0",
                    WS_NONE, WS_NONE },
  [SITE_READ_B] = { "ld.shared.u32 %r4, [%r1+4];", WS_OP_LOAD, WS_SPACE_SHARED, 18, "5", "", "0",
                    WS_NONE, WS_NONE },
  [SITE_ADD] = { "add.s32 %r3, %r3, %r4;", WS_OP_ALU, WS_SPACE_NONE, 18, "4", "45", "", WS_NONE,
                 WS_NONE },
  [SITE_WRITE] = { "st.shared.u32 [%r1], %r3;", WS_OP_STORE, WS_SPACE_SHARED, 18, "", "4", "0",
                   WS_NONE, WS_NONE },
  [SITE_LOOP_BARRIER] = { "bar.sync 0;", WS_OP_BARRIER, WS_SPACE_NONE, 19, "", "", "", WS_NONE,
                          WS_NONE },
  [SITE_AGAIN] = { "@%p1 bra $L__BB0_2;", WS_OP_BRANCH, WS_SPACE_NONE, 15, "", "", "", SITE_LOOP,
                   SITE_WARP_BRANCH },
  [SITE_WARP_BRANCH] = { "@%p1 bra $L__BB0_6;", WS_OP_BRANCH, WS_SPACE_NONE, 17, "", "", "",
                         SITE_LAST_BRANCH, SITE_LAST_BRANCH },
  [SITE_NOTHING] = { "mov.u32 %r2, 0;", WS_OP_ALU, WS_SPACE_NONE, 18, "3", "", "", WS_NONE,
                     WS_NONE },
  [SITE_SHUFFLE] = { "shfl.sync.down.b32 %r3, %r2, %r1, 31, -1;", WS_OP_SHUFFLE, WS_SPACE_NONE, 18,
                     "4", "3", "0", WS_NONE, WS_NONE },
  [SITE_ADD_SHUFFLED] = { "add.s32 %r2, %r2, %r3;", WS_OP_ALU, WS_SPACE_NONE, 18, "3", "34", "",
                          WS_NONE, WS_NONE },
  [SITE_WARP_READ_A] = { "ld.shared.u32 %r2, [%r1];", WS_OP_LOAD, WS_SPACE_SHARED, 18, "3", "", "0",
                         WS_NONE, WS_NONE },
  [SITE_WARP_READ_B] = { "ld.shared.u32 %r4, [%r1+64];", WS_OP_LOAD, WS_SPACE_SHARED, 18, "5", "",
                         "0", WS_NONE, WS_NONE },
  [SITE_WARP_ADD] = { "add.s32 %r2, %r2, %r4;", WS_OP_ALU, WS_SPACE_NONE, 18, "3", "35", "",
                      WS_NONE, WS_NONE },
  [SITE_WARP_WRITE] = { "st.shared.u32 [%r1], %r2;", WS_OP_STORE, WS_SPACE_SHARED, 18, "", "3", "0",
                        WS_NONE, WS_NONE },
  [SITE_WARP_SYNC] = { "bar.warp.sync -1;", WS_OP_WARP_BARRIER, WS_SPACE_NONE, 19, "", "", "",
                       WS_NONE, WS_NONE },
  [SITE_LAST_BRANCH] = { "@%p1 bra $L__BB0_8;", WS_OP_BRANCH, WS_SPACE_NONE, 23, "", "", "",
                         SITE_EXIT, SITE_EXIT },
  [SITE_READ_RESULT] = { "ld.shared.u32 %r2, [sdata];", WS_OP_LOAD, WS_SPACE_SHARED, 24, "3", "",
                         "", WS_NONE, WS_NONE },
  [SITE_STORE_RESULT] = { "st.global.u32 [%rd1], %r2;", WS_OP_STORE, WS_SPACE_GLOBAL, 24, "", "3",
                          "1", WS_NONE, WS_NONE },
  [SITE_STORE_OWN] = { "st.global.u32 [%rd1], %r2;", WS_OP_STORE, WS_SPACE_GLOBAL, 24, "", "3", "1",
                       WS_NONE, WS_NONE },
  [SITE_EXIT] = { "ret;", WS_OP_EXIT, WS_SPACE_NONE, 25, "", "", "", WS_NONE, WS_NONE },
};

static void
region_free (gpointer data)
{
  WsRegion *region = data;

  g_free (region->name);
  g_free (region);
}

WsKernel *
synthetic_kernel_new (SyntheticKernel kernel, SyntheticValues values)
{
  g_autoptr (GString) strings = g_string_new (NULL);
  g_autoptr (GArray) registers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) shared = g_ptr_array_new_with_free_func (region_free);
  WsRegion *region = g_new0 (WsRegion, 1);
  WsSite sites[N_SITES] = { { 0 } };
  guint32 names[N_REGS];
  guint32 file = 0;

  g_string_append_len (strings, "reduce.cu", 10);
  for (guint i = 0; i < N_SITES; i++)
    {
      const SiteRow *row = &rows[i];
      const char *words = row->text[0] == '@' ? strchr (row->text, ' ') + 1 : row->text;
      const char *lists[] = { row->defs, row->uses, row->address };
      WsSite *site = &sites[i];

      site->text = strings->len;
      g_string_append_len (strings, row->text, strlen (row->text) + 1);
      site->opcode = strings->len;
      g_string_append_len (strings, words, strcspn (words, " ;"));
      g_string_append_c (strings, '\0');
      site->file = file;
      site->line = row->line;
      site->column = 7;
      site->ptx_line = 20 + i;
      site->target = row->target;
      site->reconverge = row->reconverge;
      site->first_register = registers->len;
      site->op_class = row->op_class;
      site->flags = row->text[0] == '@' ? WS_SITE_GUARDED : 0;
      site->space = row->space;
      site->value_type = values == SYNTHETIC_FLOAT ? WS_VALUE_F32 : WS_VALUE_S32;
      site->width_bytes = row->space != WS_SPACE_NONE || row->op_class == WS_OP_SHUFFLE ? 4 : 0;
      site->vector = 1;
      for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
        for (const char *c = lists[k]; *c != '\0'; c++)
          g_array_append_vals (registers, &(guint32){ *c - '0' }, 1);
      site->n_defs = strlen (row->defs);
      site->n_uses = strlen (row->uses);
      site->n_address = strlen (row->address);
    }
  for (guint i = 0; i < N_REGS; i++)
    {
      names[i] = strings->len;
      g_string_append_len (strings, reg_names[i], strlen (reg_names[i]) + 1);
    }
  region->name = g_strdup ("sdata");
  region->space = WS_SPACE_SHARED;
  region->value_type = WS_VALUE_S32;
  region->size_bytes = 4096;
  g_ptr_array_add (shared, region);
  return ws_kernel_new (&(WsKernel){
      .entry = (char *)"reduce",
      .title = (char *)synthetic_get_name (kernel),
      .file = (char *)"reduce.cu",
      .source = (char *)source,
      .ptx = (char *)"",
      .sites = sites,
      .n_sites = N_SITES,
      .registers = (const guint32 *)registers->data,
      .n_registers = registers->len,
      .register_names = names,
      .n_register_names = N_REGS,
      .strings = strings->str,
      .strings_size = strings->len,
      .shared = shared,
  });
}

WsSpace
synthetic_site_get_space (guint site)
{
  return rows[site].space;
}
