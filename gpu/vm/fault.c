/* fault.c: faults of a kernel and their places, as sentences. */
#include "vm/vm.h"

#include "vm/types.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Whether the address of the fault is in freed memory; if so, also the free. */
static gboolean
is_of_freed (const WsMemory *memory, WsFault *fault)
{
  const WsAllocation *nearest = ws_memory_find_nearest (memory, fault->address);

  if (nearest == NULL || fault->address - nearest->address >= nearest->freed_bytes)
    return FALSE;
  fault->has_other = nearest->freed.site != WS_NONE;
  fault->other = nearest->freed;
  return TRUE;
}

/**
 * ws_block_fault:
 * @warp: the warp that did it
 * @op: (nullable): its operation
 * @kind: what is wrong
 * @lane: the lane that did it
 *
 * Notes the fault in @block.
 *
 * Returns: %FALSE, for the caller to return
 */
gboolean
ws_block_fault (WsBlockRun *block, const WsWarp *warp, const WsOp *op, WsFindingKind kind,
                guint lane)
{
  WsFault *fault = &block->fault;

  if (fault->set)
    return FALSE;
  *fault = (WsFault){
    .set = TRUE,
    .kind = kind,
    .block = block->block,
    .warp = warp->index,
    .lane = lane,
    .site = op != NULL ? op->site : WS_NONE,
    .of_warp = op != NULL && op->members != 0,
  };
  if (op == NULL && warp->pc < block->launch->code->ops->len)
    fault->site = g_array_index (block->launch->code->ops, WsOp, warp->pc).site;
  else if (op != NULL && op->site == WS_NONE)
    fault->site = ws_code_find_site (block->launch->code, (guint32)(op - block->ops));
  if (op != NULL && op->exec == WS_X_BRX)
    {
      fault->n_ways = op->n_targets;
      fault->address = ((const guint32 *)(const void *)(warp->rows + op->s[0]))[lane];
    }
  if (op != NULL
      && (op->exec == WS_X_LD || op->exec == WS_X_ST || op->exec == WS_X_ATOM
          || op->exec == WS_X_LD_PARAM))
    {
      guint64 base;

      if (op->wide & 2)
        base = ((const guint64 *)(const void *)(warp->rows + op->s[0]))[lane] + (guint64)op->offset;
      else
        base = ((const guint32 *)(const void *)(warp->rows + op->s[0]))[lane] + (guint64)op->offset;
      fault->address = (op->wide & 2) ? base : (guint32)base;
      fault->space = op->space;
      fault->bytes = (guint)op->width * op->vector;
      fault->is_store = op->exec != WS_X_LD && op->exec != WS_X_LD_PARAM;
      fault->access = op->exec == WS_X_ATOM ? WS_FINDING_ACCESS_ATOMIC
                      : fault->is_store     ? WS_FINDING_ACCESS_WRITE
                                            : WS_FINDING_ACCESS_READ;
      if (kind == WS_FINDING_OUT_OF_BOUNDS && base >= WS_GLOBAL_BASE
          && is_of_freed (block->launch->memory, fault))
        fault->kind = WS_FINDING_USE_AFTER_FREE;
    }
  return FALSE;
}

/* Frees what it holds. */
void
ws_fault_clear (WsFault *self)
{
  g_clear_pointer (&self->detail, g_free);
  g_clear_pointer (&self->assertion, g_free);
}

/**
 * ws_block_fault_free:
 * @warp: the warp that did it
 * @op: a call of free()
 * @lane: the lane that did it
 * @address: that it cannot free
 *
 * Notes the fault in @block.
 *
 * Returns: %FALSE, for the caller to return
 */
gboolean
ws_block_fault_free (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                     guint64 address)
{
  WsFault *fault = &block->fault;

  ws_block_fault (block, warp, op, WS_FINDING_INVALID_FREE, lane);
  fault->access = WS_FINDING_ACCESS_FREE;
  fault->address = address;
  is_of_freed (block->launch->memory, fault);
  return FALSE;
}

/**
 * ws_block_fault_detail:
 * @warp: the warp that did it
 * @op: its operation
 * @kind: what is wrong
 * @lane: the lane that did it
 * @detail: (transfer full): what it did, as the end of a sentence: "frees ..."
 *
 * Notes the fault in @block.
 *
 * Returns: %FALSE, for the caller to return
 */
gboolean
ws_block_fault_detail (WsBlockRun *block, const WsWarp *warp, const WsOp *op, WsFindingKind kind,
                       guint lane, char *detail)
{
  ws_block_fault (block, warp, op, kind, lane);
  g_free (block->fault.detail);
  block->fault.detail = detail;
  return FALSE;
}

static const char *
space_name (WsSpace space)
{
  static const char *const names[] = { N_ ("unknown"), N_ ("parameter"), "__global__",
                                       "__shared__",   "__local__",      "__constant__",
                                       N_ ("generic") };

  return names[space <= WS_SPACE_LAST ? space : 0];
}

/* (transfer full) (nullable): the end of a sentence: which thread freed the memory, and its line */
static char *
dup_freed_by (const WsLaunchState *launch, const WsFault *fault)
{
  const WsOtherAccess *by = &fault->other;
  g_autofree char *line = fault->has_other ? ws_fault_dup_line (launch->code, by->site) : NULL;

  if (line == NULL)
    return NULL;
  /* Translators: lane, warp, block, and a line, as in "reduce3.cu:20" */
  return g_strdup_printf (_ ("lane %u of warp %u in block %u freed it at %s"),
                          (guint)__builtin_ctz (by->lanes), by->warp, by->block, line);
}

static char *
describe_free (const WsLaunchState *launch, const WsFault *fault)
{
  const WsAllocation *nearest = ws_memory_find_nearest (launch->memory, fault->address);
  guint64 behind = nearest != NULL ? fault->address - nearest->address : 0;
  g_autofree char *by = dup_freed_by (launch, fault);

  if (by != NULL)
    /* Translators: an address, and who freed it at which line */
    return g_strdup_printf (_ ("frees address 0x%" PRIx64 " a second time (double free): %s"),
                            fault->address, by);
  if (nearest != NULL && nearest->freed_bytes > behind)
    return g_strdup_printf (_ ("frees address 0x%" PRIx64 " a second time (double free)"),
                            fault->address);
  if (nearest != NULL && nearest->is_heap && behind < nearest->size)
    return g_strdup_printf (
        _ ("frees address 0x%" PRIx64 ", %" PRIu64 " bytes past the start of its allocation"),
        fault->address, behind);
  return g_strdup_printf (_ ("frees address 0x%" PRIx64 ", which malloc did not return"),
                          fault->address);
}

static char *
describe_freed (const WsLaunchState *launch, const WsFault *fault, const char *access)
{
  g_autofree char *by = dup_freed_by (launch, fault);

  if (by == NULL)
    return g_strdup_printf (_ ("%s at address 0x%" PRIx64 ", in memory that was freed"), access,
                            fault->address);
  /* Translators: "makes an invalid __global__ read of 4 bytes", an address, and who freed it at
   * which line */
  return g_strdup_printf (_ ("%s at address 0x%" PRIx64 ", in memory that was freed: %s"), access,
                          fault->address, by);
}

static char *
describe_bounds (const WsLaunchState *launch, const WsFault *fault)
{
  guint n = fault->bytes;
  g_autofree char *access =
      g_strdup_printf (fault->is_store ? ngettext ("makes an invalid %s write of %u byte",
                                                   "makes an invalid %s write of %u bytes", n)
                                       : ngettext ("makes an invalid %s read of %u byte",
                                                   "makes an invalid %s read of %u bytes", n),
                       _ (space_name (fault->space)), n);
  const WsAllocation *nearest;

  if (fault->n_ways > 0)
    return g_strdup_printf (
        _ ("takes target %" PRIu64 " of a branch table with %u targets, counted from 0"),
        fault->address, fault->n_ways);
  if (fault->kind == WS_FINDING_USE_AFTER_FREE)
    return describe_freed (launch, fault, access);
  if (fault->kind == WS_FINDING_MISALIGNED)
    return g_strdup_printf (_ ("%s at address 0x%" PRIx64 ", which is not a multiple of %u"),
                            access, fault->address, fault->bytes);
  if (fault->space == WS_SPACE_SHARED)
    return g_strdup_printf (
        _ ("%s at address 0x%" PRIx64 ", beyond the block's %u bytes of shared memory"), access,
        fault->address, launch->shared_bytes);
  if (fault->space == WS_SPACE_LOCAL)
    return g_strdup_printf (
        _ ("%s at address 0x%" PRIx64 ", beyond the thread's %u bytes of local memory"), access,
        fault->address, launch->local_bytes);
  if (fault->space == WS_SPACE_PARAM)
    return g_strdup_printf (
        _ ("%s at address 0x%" PRIx64 ", beyond the kernel's %zu bytes of parameters"), access,
        fault->address, launch->request->params_size);
  if (fault->space == WS_SPACE_CONST && fault->is_store)
    return g_strdup_printf (_ ("%s at address 0x%" PRIx64 ": constants are read-only"), access,
                            fault->address);
  if (fault->space == WS_SPACE_CONST)
    return g_strdup_printf (
        _ ("%s at address 0x%" PRIx64 ", beyond the module's %" PRIu64 " bytes of constants"),
        access, fault->address, launch->constant_bytes);
  if (fault->address < 4096)
    return g_strdup_printf (_ ("%s through a null pointer (address 0x%" PRIx64 ")"), access,
                            fault->address);
  /* no kernel intentionally accesses memory past its constants */
  nearest = ws_memory_find_nearest (launch->memory, fault->address);
  if (nearest != NULL && nearest->data != launch->constant)
    return g_strdup_printf (
        _ ("%s at address 0x%" PRIx64 ", %" PRIu64 " bytes past the end of “%s”"), access,
        fault->address, fault->address + fault->bytes - (nearest->address + nearest->size),
        nearest->name);
  return g_strdup_printf (_ ("%s at address 0x%" PRIx64 ", which is out of bounds"), access,
                          fault->address);
}

static char *
describe_endless (const WsLaunchState *launch, const WsFault *fault)
{
  switch (fault->limit)
    {
    case WS_ENDLESS_WORK:
      return g_strdup_printf (_ ("has not ended after %" PRIu64
                                 " warp instructions of its block, many of which take long"),
                              fault->address);
    case WS_ENDLESS_TIME:
      return g_strdup_printf (_ ("has not ended after %g seconds of this computer's time: a faster "
                                 "or less busy computer may get further"),
                              launch->max_seconds);
    default:
      return g_strdup_printf (_ ("has not ended after %" PRIu64 " warp instructions of its block"),
                              launch->max_instructions);
    }
}

static char *
describe (const WsLaunchState *launch, const WsFault *fault)
{
  if (fault->detail != NULL)
    return g_strdup (fault->detail);
  switch (fault->kind)
    {
    case WS_FINDING_OUT_OF_BOUNDS:
    case WS_FINDING_MISALIGNED:
    case WS_FINDING_USE_AFTER_FREE:
      return describe_bounds (launch, fault);
    case WS_FINDING_INVALID_FREE:
      return describe_free (launch, fault);
    case WS_FINDING_DIVERGENT_BARRIER:
      return g_strdup (_ ("reaches a barrier of the block in a divergent warp, or names a barrier "
                          "that does not exist"));
    case WS_FINDING_DEADLOCK:
      return g_strdup (
          fault->of_warp
              ? _ ("waits for lanes of its warp that never reach this instruction")
              : _ ("waits at a barrier that the other threads of the block never reach"));
    case WS_FINDING_ENDLESS:
      return describe_endless (launch, fault);
    case WS_FINDING_TRAP:
      return g_strdup (_ ("executes trap"));
    default:
      return g_strdup (_ ("performs an illegal operation"));
    }
}

/**
 * ws_fault_dup_name:
 * @name: of an entry
 *
 * Returns: (transfer full): as in the source: "_Z5null1PKiPij" is "null1" (Itanium C++
 *   ABI, 5.1)
 */
char *
ws_fault_dup_name (const char *name)
{
  char *end = NULL;
  guint64 n = g_str_has_prefix (name, "_Z") ? g_ascii_strtoull (name + 2, &end, 10) : 0;

  return n > 0 && n <= strlen (end) ? g_strndup (end, n) : g_strdup (name);
}

/**
 * ws_fault_dup_line:
 * @code: what runs
 * @site: one of its sites, or %WS_NONE
 *
 * Returns: (transfer full) (nullable): the line of the source, as in "reduce3.cu:20", or of the PTX
 * if that names none; %NULL if there is no such site
 */
char *
ws_fault_dup_line (const WsCode *code, guint32 site)
{
  const WsPtxInstruction *inst = ws_code_get_instruction (code, site);
  const char *path;
  g_autofree char *name = NULL;

  if (inst == NULL)
    return NULL;
  path = inst->file != WS_NONE ? ws_ptx_module_get_file (code->module, inst->file) : NULL;
  name = path != NULL ? g_path_get_basename (path) : NULL;
  return name != NULL && inst->line > 0 ? g_strdup_printf ("%s:%u", name, inst->line)
                                        : g_strdup_printf (_ ("PTX line %u"), inst->ptx_line);
}

/**
 * ws_fault_sentence:
 * @fault: its fault
 *
 * Returns: (transfer full): one sentence: source line, block, warp, lane and what the thread did
 */
char *
ws_fault_sentence (const WsLaunchState *launch, const WsFault *fault)
{
  g_autofree char *what = describe (launch, fault);
  g_autofree char *where = ws_fault_dup_line (launch->code, fault->site);
  g_autofree char *kernel = ws_fault_dup_name (launch->code->function->name);

  if (where == NULL)
    return g_strdup_printf (_ ("block %u, warp %u, lane %u (thread %u) of %s %s."), fault->block,
                            fault->warp, fault->lane, fault->warp * WS_WARP_SIZE + fault->lane,
                            kernel, what);
  /* Translators: a place in the source, block, warp, lane, thread, kernel, and what went wrong */
  return g_strdup_printf (_ ("%s: block %u, warp %u, lane %u (thread %u) of %s %s."), where,
                          fault->block, fault->warp, fault->lane,
                          fault->warp * WS_WARP_SIZE + fault->lane, kernel, what);
}
