/* sanitizer-report.c: reports the sanitizer's findings: each kind of error once per line or pair of
 * lines, with its first occurrence and its count. */
#include "vm/sanitizer-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define MOST_FOUND   64 /* of a launch */
#define NO_LINE_FLAG (1u << 27)

/* The two accesses that race. */
typedef enum { AMONG_LANES, AMONG_WARPS, AMONG_BLOCKS, N_AMONG } Among;

/* ---- keeping them ---- */

/* For operations that belong to a call, such as argument passing, the call's. */
static guint32
site_of (const WsSanitizer *self, const WsOp *op)
{
  const WsCode *code = self->launch->code;

  return op->site != WS_NONE ? op->site
                             : ws_code_find_site (
                                 code, (guint32)(op - (const WsOp *)(const void *)code->ops->data));
}

static guint32
line_of (const WsSanitizer *self, const WsOp *op)
{
  const WsPtxInstruction *inst = ws_code_get_instruction (self->launch->code, site_of (self, op));

  if (inst == NULL)
    return op->ptx_line | NO_LINE_FLAG;
  return inst->line > 0 ? inst->line : inst->ptx_line | NO_LINE_FLAG;
}

static guint64
key_of (const WsSanitizer *self, WsFindingKind kind, const WsOp *op, const WsSanitizerAccess *other)
{
  guint64 line = line_of (self, op);
  guint64 with =
      other != NULL ? line_of (self, &g_array_index (self->launch->code->ops, WsOp, other->op)) : 0;

  return (guint64)kind << 60 | MIN (line, with) << 30 | MAX (line, with);
}

static guint8
access_of (const WsOp *op, gboolean writes)
{
  return op->exec == WS_X_ATOM     ? WS_FINDING_ACCESS_ATOMIC
         : op->exec == WS_X_SYSTEM ? WS_FINDING_ACCESS_FREE
         : writes                  ? WS_FINDING_ACCESS_WRITE
                                   : WS_FINDING_ACCESS_READ;
}

static gboolean
reaches_memory (WsFindingKind kind)
{
  return kind != WS_FINDING_WRONG_MASK && kind != WS_FINDING_CONDITIONAL_BARRIER;
}

/* The scope of a race: lanes of a warp, warps of a block, blocks. */
static Among
among_of (const WsFinding *finding)
{
  const WsOtherAccess *other = &finding->other;

  if (!finding->has_other)
    return AMONG_LANES;
  return other->block != finding->block ? AMONG_BLOCKS
         : other->warp != finding->warp ? AMONG_WARPS
                                        : AMONG_LANES;
}

/* An earlier finding at the same lines. */
static WsFound *
find_again (WsSanitizer *self, guint64 key)
{
  for (guint i = 0; i < self->found->len; i++)
    if (g_array_index (self->found, WsFound, i).key == key)
      return &g_array_index (self->found, WsFound, i);
  return NULL;
}

/**
 * ws_sanitizer_find:
 * @suspect: the error
 *
 * A repetition at the same lines only increases the count, and adds its lane if it is in the same
 * execution of the instruction as the first; but a race of wider scope replaces one of narrower
 * scope: blocks over warps over lanes.
 *
 * Returns: (transfer none) (nullable): the finding, if it is new, to set its place
 */
WsFound *
ws_sanitizer_find (WsSanitizer *self, const WsSuspect *suspect)
{
  const WsBlockRun *block = suspect->block;
  const WsWarp *warp = suspect->warp;
  const WsOp *op = suspect->op;
  const WsSanitizerAccess *other = suspect->other;
  WsFindingKind kind = suspect->kind;
  guint lane = suspect->lane;
  guint64 key = key_of (self, kind, op, other);
  WsFound *found = find_again (self, key);
  WsFinding finding = { .kind = kind,
                        .site = site_of (self, op),
                        .block = block->block,
                        .warp = warp->index,
                        .lane = lane,
                        .address = suspect->address,
                        .lanes = 1u << lane,
                        .count = found != NULL ? found->finding.count + 1 : 1,
                        .access = reaches_memory (kind) ? access_of (op, suspect->writes)
                                                        : WS_FINDING_ACCESS_NONE,
                        .has_other = other != NULL };

  self->has_found = TRUE;
  if (other != NULL)
    finding.other = (WsOtherAccess){
      .site = site_of (self, &g_array_index (self->launch->code->ops, WsOp, other->op)),
      .block = other->block,
      .warp = other->warp,
      .lanes = other->lanes,
      .access = kind == WS_FINDING_USE_AFTER_SCOPE ? WS_FINDING_ACCESS_RETURN
                : !reaches_memory (kind)           ? WS_FINDING_ACCESS_NONE
                : other->is_atomic                 ? WS_FINDING_ACCESS_ATOMIC
                : suspect->other_writes            ? WS_FINDING_ACCESS_WRITE
                                                   : WS_FINDING_ACCESS_READ,
    };
  if (found != NULL && among_of (&finding) <= among_of (&found->finding))
    {
      found->finding.count++;
      if (found->serial != self->serial)
        return NULL;
      found->finding.lanes |= 1u << lane;
      if (other != NULL && other->op == found->other.op && other->warp == found->other.warp)
        found->finding.other.lanes |= other->lanes;
      return NULL;
    }
  if (found == NULL && self->found->len == MOST_FOUND)
    return NULL;
  if (found == NULL)
    {
      g_array_set_size (self->found, self->found->len + 1);
      found = &g_array_index (self->found, WsFound, self->found->len - 1);
    }
  g_free (found->finding.place);
  *found = (WsFound){ .key = key,
                      .serial = self->serial,
                      .finding = finding,
                      .space = suspect->space,
                      .bytes = op->width,
                      .op = (guint32)(op - block->ops) };
  if (other != NULL)
    found->other = *other;
  return found;
}

/* ---- words ---- */

/* (nullable): "sdata[37]", of variables in shared memory */
static char *
place_of_region (const GPtrArray *regions, guint64 address, guint bytes)
{
  const WsRegion *best = NULL;

  for (guint i = 0; i < regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (regions, i);

      if (region->address <= address && (best == NULL || region->address > best->address))
        best = region;
    }
  if (best == NULL)
    return NULL;
  if (best->size_bytes > 0 && best->size_bytes <= bytes)
    return g_strdup (best->name);
  return g_strdup_printf ("%s[%" PRIu64 "]", best->name, (address - best->address) / bytes);
}

/* @bytes: of an element; 0: the whole variable */
static char *
place_of_global (const WsSanitizer *self, guint64 address, guint bytes)
{
  const WsAllocation *nearest = ws_memory_find_nearest (self->launch->memory, address);
  guint64 offset = nearest != NULL ? address - nearest->address : G_MAXUINT64;
  /* includes memory freed in the meantime */
  const WsAllocation *allocation =
      nearest != NULL && offset < MAX (nearest->size, nearest->freed_bytes) ? nearest : NULL;
  const GPtrArray *variables = self->launch->code->module->variables;

  if (allocation == NULL)
    return g_strdup_printf ("0x%" PRIx64, address);
  if (bytes == 0)
    return g_strdup (allocation->name);
  for (guint i = 0; allocation == self->launch->globals && i < variables->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (variables, i);

      if (variable->space == WS_SPACE_GLOBAL
          && address - allocation->address - variable->offset < variable->size)
        return variable->size <= bytes
                   ? g_strdup (variable->name)
                   : g_strdup_printf ("%s[%" PRIu64 "]", variable->name,
                                      (address - allocation->address - variable->offset) / bytes);
    }
  return g_strdup_printf ("%s[%" PRIu64 "]", allocation->name, offset / bytes);
}

static char *
dup_place (const WsSanitizer *self, const WsFound *found, const GPtrArray *shared)
{
  guint64 address = found->finding.address;
  char *place = NULL;

  if (found->space == WS_SPACE_NONE)
    return NULL;
  if (found->space == WS_SPACE_GLOBAL)
    return place_of_global (self, address, found->bytes);
  if (found->space == WS_SPACE_SHARED)
    place = place_of_region (shared, address, found->bytes);
  if (place != NULL)
    return place;
  return found->space == WS_SPACE_SHARED
             ? g_strdup_printf (_ ("shared memory at byte %" PRIu64), address)
             : g_strdup_printf (_ ("local memory at byte %" PRIu64), address);
}

/* An accessor, a place in memory, a line; the other accessor, and its line. One that only updates
 * the place by an atomic is not called a writer. */
typedef const char *Sentences[WS_FINDING_ACCESS_LAST + 1][WS_FINDING_ACCESS_LAST + 1];

/* Translators: in all of these %1$s is who, as in "warp 1", %2$s a place in memory, as in
 * "sdata[32]", %3$s a line, as in "reduce3.cu:20", %4$s who else, %5$s the line of that */
static const Sentences sentences[N_AMONG] = {
  [AMONG_LANES] = {
    [WS_FINDING_ACCESS_READ] = {
      [WS_FINDING_ACCESS_WRITE] = N_ ("Read-after-write hazard: %1$s reads %2$s at %3$s while %4$s writes it at %5$s, with no __syncwarp() in between."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Read-after-write hazard: %1$s reads %2$s at %3$s while %4$s updates it atomically at %5$s, with no __syncwarp() in between."),
    },
    [WS_FINDING_ACCESS_WRITE] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Write-after-read hazard: %1$s writes %2$s at %3$s while %4$s reads it at %5$s, with no __syncwarp() in between."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Write-after-write hazard: %1$s writes %2$s at %3$s and %4$s writes another value to it at %5$s, with no __syncwarp() in between."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Write-after-write hazard: %1$s writes %2$s at %3$s while %4$s updates it atomically at %5$s, with no __syncwarp() in between."),
    },
    [WS_FINDING_ACCESS_ATOMIC] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Write-after-read hazard: %1$s updates %2$s atomically at %3$s while %4$s reads it at %5$s, with no __syncwarp() in between."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Write-after-write hazard: %1$s updates %2$s atomically at %3$s while %4$s writes it at %5$s, with no __syncwarp() in between."),
    },
    [WS_FINDING_ACCESS_FREE] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s reads it at %5$s, with no __syncwarp() in between."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s writes it at %5$s, with no __syncwarp() in between."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s updates it atomically at %5$s, with no __syncwarp() in between."),
    },
  },
  [AMONG_WARPS] = {
    [WS_FINDING_ACCESS_READ] = {
      [WS_FINDING_ACCESS_WRITE] = N_ ("Read-after-write hazard: %1$s reads %2$s at %3$s while %4$s writes it at %5$s, with no barrier in between."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Read-after-write hazard: %1$s reads %2$s at %3$s while %4$s updates it atomically at %5$s, with no barrier in between."),
    },
    [WS_FINDING_ACCESS_WRITE] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Write-after-read hazard: %1$s writes %2$s at %3$s while %4$s reads it at %5$s, with no barrier in between."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Write-after-write hazard: %1$s writes %2$s at %3$s and %4$s writes another value to it at %5$s, with no barrier in between."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Write-after-write hazard: %1$s writes %2$s at %3$s while %4$s updates it atomically at %5$s, with no barrier in between."),
    },
    [WS_FINDING_ACCESS_ATOMIC] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Write-after-read hazard: %1$s updates %2$s atomically at %3$s while %4$s reads it at %5$s, with no barrier in between."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Write-after-write hazard: %1$s updates %2$s atomically at %3$s while %4$s writes it at %5$s, with no barrier in between."),
    },
    [WS_FINDING_ACCESS_FREE] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s reads it at %5$s, with no barrier in between."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s writes it at %5$s, with no barrier in between."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s updates it atomically at %5$s, with no barrier in between."),
    },
  },
  [AMONG_BLOCKS] = {
    [WS_FINDING_ACCESS_READ] = {
      [WS_FINDING_ACCESS_WRITE] = N_ ("Read-after-write hazard: %1$s reads %2$s at %3$s while %4$s writes it at %5$s, and blocks run in no fixed order."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Read-after-write hazard: %1$s reads %2$s at %3$s while %4$s updates it atomically at %5$s, and blocks run in no fixed order."),
    },
    [WS_FINDING_ACCESS_WRITE] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Write-after-read hazard: %1$s writes %2$s at %3$s while %4$s reads it at %5$s, and blocks run in no fixed order."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Write-after-write hazard: %1$s writes %2$s at %3$s and %4$s writes another value to it at %5$s, and blocks run in no fixed order."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Write-after-write hazard: %1$s writes %2$s at %3$s while %4$s updates it atomically at %5$s, and blocks run in no fixed order."),
    },
    [WS_FINDING_ACCESS_ATOMIC] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Write-after-read hazard: %1$s updates %2$s atomically at %3$s while %4$s reads it at %5$s, and blocks run in no fixed order."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Write-after-write hazard: %1$s updates %2$s atomically at %3$s while %4$s writes it at %5$s, and blocks run in no fixed order."),
    },
    [WS_FINDING_ACCESS_FREE] = {
      [WS_FINDING_ACCESS_READ] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s reads it at %5$s, and blocks run in no fixed order."),
      [WS_FINDING_ACCESS_WRITE] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s writes it at %5$s, and blocks run in no fixed order."),
      [WS_FINDING_ACCESS_ATOMIC] = N_ ("Race: %1$s frees %2$s at %3$s while %4$s updates it atomically at %5$s, and blocks run in no fixed order."),
    },
  },
};

/* One instruction. Translators: %1$s and %4$s are lanes, as in "lane 3 of warp 1", %2$s a place in
 * memory, %3$s a line, %5$s the same line */
static const char within[] = N_ ("Write-after-write hazard: %1$s and %4$s write different values "
                                 "to %2$s at %3$s, in one instruction.");

static char *
dup_who (Among among, guint32 block, guint32 warp, guint lane)
{
  if (among == AMONG_BLOCKS)
    return g_strdup_printf (_ ("block %u"), block);
  if (among == AMONG_WARPS)
    return g_strdup_printf (_ ("warp %u of block %u"), warp, block);
  return g_strdup_printf (_ ("lane %u of warp %u in block %u"), lane, warp, block);
}

/* An accessor in the same block or warp as the other one. */
static char *
dup_other (Among among, guint32 block, guint32 warp, guint lane)
{
  if (among == AMONG_BLOCKS)
    return g_strdup_printf (_ ("block %u"), block);
  if (among == AMONG_WARPS)
    return g_strdup_printf (_ ("warp %u"), warp);
  return g_strdup_printf (_ ("lane %u"), lane);
}

/* (transfer full): "reduce3.cu:20" */
static char *
dup_line (const WsSanitizer *self, guint32 site, const WsOp *op)
{
  char *line = ws_fault_dup_line (self->launch->code, site);

  return line != NULL ? line : g_strdup_printf (_ ("PTX line %u"), op->ptx_line);
}

/* A sentence of the table. */
static char *
fill (const char *sentence, const char *who, const char *place, const char *line, const char *other,
      const char *other_line)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* of a table: msgfmt checks translations */
  return g_strdup_printf (_ (sentence), who, place, line, other, other_line);
#pragma GCC diagnostic pop
}

static char *
describe_race (const WsSanitizer *self, const WsFound *found)
{
  const WsFinding *finding = &found->finding;
  const WsOtherAccess *other = &finding->other;
  const WsOp *ops = (const WsOp *)(const void *)self->launch->code->ops->data;
  gboolean is_one = found->other.op == found->op && found->other.tick == 0;
  Among among = among_of (finding);
  guint32 others = found->other.lanes & ~(1u << finding->lane);
  g_autofree char *who = dup_who (among, finding->block, finding->warp, finding->lane);
  g_autofree char *other_who =
      dup_other (among, other->block, other->warp,
                 (guint)__builtin_ctz (others != 0 ? others : found->other.lanes));
  g_autofree char *line = dup_line (self, finding->site, &ops[found->op]);
  g_autofree char *other_line = dup_line (self, other->site, &ops[found->other.op]);
  const char *sentence = is_one ? within : sentences[among][finding->access][other->access];

  if (sentence == NULL)
    return g_strdup_printf (_ ("Race: %s at %s and %s."), finding->place, line, other_line);
  return fill (sentence, who, finding->place, line, other_who, other_line);
}

static char *
describe_unwritten (const WsSanitizer *self, const WsFound *found)
{
  const WsFinding *finding = &found->finding;
  const WsOp *ops = (const WsOp *)(const void *)self->launch->code->ops->data;
  g_autofree char *line = dup_line (self, finding->site, &ops[found->op]);

  return g_strdup_printf (_ ("Uninitialised memory: lane %u of warp %u in block %u reads %s at %s, "
                             "which no thread has written."),
                          finding->lane, finding->warp, finding->block, finding->place, line);
}

static char *
describe_after_scope (const WsSanitizer *self, const WsFound *found)
{
  static const char *const ended[2] = {
    /* Translators: who, what it uses, a line, and the line of the return; twice */
    N_ ("Use after scope: %1$s reads %2$s at %3$s, after the return at %4$s."),
    N_ ("Use after scope: %1$s writes %2$s at %3$s, after the return at %4$s."),
  };
  static const char *const unknown[2] = {
    /* Translators: who, what it uses, and a line; twice */
    N_ ("Use after scope: %1$s reads %2$s at %3$s, after the function has returned."),
    N_ ("Use after scope: %1$s writes %2$s at %3$s, after the function has returned."),
  };
  const WsFinding *finding = &found->finding;
  const WsOp *ops = (const WsOp *)(const void *)self->launch->code->ops->data;
  guint writes = finding->access == WS_FINDING_ACCESS_WRITE;
  g_autofree char *who = dup_who (AMONG_LANES, finding->block, finding->warp, finding->lane);
  g_autofree char *line = dup_line (self, finding->site, &ops[found->op]);
  g_autofree char *end = NULL;

  if (!finding->has_other)
    return fill (unknown[writes], who, finding->place, line, NULL, NULL);
  end = dup_line (self, finding->other.site, &ops[found->other.op]);
  return fill (ended[writes], who, finding->place, line, end, NULL);
}

static char *
describe_nowhere (const WsSanitizer *self, const WsFound *found)
{
  static const char *const sentences_of[2] = {
    /* Translators: who, a place in memory, and a line; twice */
    N_ ("Out of bounds: %1$s reads %2$s at %3$s, outside every allocation."),
    N_ ("Out of bounds: %1$s writes %2$s at %3$s, outside every allocation."),
  };
  const WsFinding *finding = &found->finding;
  const WsOp *ops = (const WsOp *)(const void *)self->launch->code->ops->data;
  g_autofree char *who = dup_who (AMONG_LANES, finding->block, finding->warp, finding->lane);
  g_autofree char *line = dup_line (self, finding->site, &ops[found->op]);

  return fill (sentences_of[finding->access == WS_FINDING_ACCESS_WRITE], who, finding->place, line,
               NULL, NULL);
}

static char *
describe_mask (const WsSanitizer *self, const WsFound *found)
{
  const WsFinding *finding = &found->finding;
  const WsOp *ops = (const WsOp *)(const void *)self->launch->code->ops->data;
  g_autofree char *who = dup_who (AMONG_LANES, finding->block, finding->warp, finding->lane);
  g_autofree char *line = dup_line (self, finding->site, &ops[found->op]);
  g_autofree char *end = NULL;

  if (found->source > 0)
    /* Translators: a lane, the number of another lane, and a line */
    return g_strdup_printf (
        _ ("Invalid mask: %1$s reads lane %2$u at %3$s, which is not in the mask "
           "it gives there: the value is undefined."),
        who, found->source - 1, line);
  if (!finding->has_other)
    /* Translators: a lane, and a line */
    return g_strdup_printf (
        _ ("Invalid mask: %1$s executes %2$s, but is not in the mask it gives there."), who, line);
  end = dup_line (self, finding->other.site, &ops[found->other.op]);
  /* Translators: a lane, a line, the number of another lane, and the line where that ends */
  return g_strdup_printf (_ ("Invalid mask: %1$s waits at %2$s for lane %3$u, which exits at %4$s "
                             "without reaching it."),
                          who, line, (guint)__builtin_ctz (finding->other.lanes), end);
}

static char *
describe_condition (const WsSanitizer *self, const WsFound *found)
{
  const WsFinding *finding = &found->finding;
  const WsOp *ops = (const WsOp *)(const void *)self->launch->code->ops->data;
  g_autofree char *line = dup_line (self, finding->site, &ops[found->op]);
  g_autofree char *condition = dup_line (self, finding->other.site, &ops[found->other.op]);

  /* Translators: the line of a barrier, and that of a condition */
  return g_strdup_printf (
      _ ("Conditional barrier: the barrier at %1$s depends on the condition at %2$s, which differs "
         "between threads. With other input, some threads may not reach it: undefined behaviour."),
      line, condition);
}

static char *
describe (const WsSanitizer *self, const WsFound *found)
{
  switch (found->finding.kind)
    {
    case WS_FINDING_RACE:
      return describe_race (self, found);
    case WS_FINDING_USE_AFTER_SCOPE:
      return describe_after_scope (self, found);
    case WS_FINDING_OUT_OF_BOUNDS:
      return describe_nowhere (self, found);
    case WS_FINDING_WRONG_MASK:
      return describe_mask (self, found);
    case WS_FINDING_CONDITIONAL_BARRIER:
      return describe_condition (self, found);
    default:
      return describe_unwritten (self, found);
    }
}

static void
report (const WsSanitizer *self, gboolean remarks, const GPtrArray *shared, WsRunBuilder *builder,
        guint launch)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      WsFound *found = &g_array_index (self->found, WsFound, i);
      WsFinding *finding = &found->finding;
      g_autofree char *message = NULL;

      if (ws_finding_is_remark (finding) != remarks)
        continue;
      finding->launch = launch;
      if (finding->place == NULL)
        finding->place = dup_place (self, found, shared);
      message = describe (self, found);
      finding->message = message;
      ws_run_builder_merge_finding (builder, finding);
      finding->message = NULL;
    }
}

/**
 * ws_sanitizer_report:
 * @self: a sanitizer whose launch has ended
 * @builder: receives the findings
 * @launch: index of the launch in it
 *
 * Errors come first. A launch that was stopped has no remarks: they matter less than the fault, and
 * often mean the same.
 */
void
ws_sanitizer_report (const WsSanitizer *self, WsRunBuilder *builder, guint launch)
{
  g_autoptr (GPtrArray) shared = NULL;

  if (self->found->len == 0)
    return;
  shared = ws_ptx_function_list_shared (self->launch->code->module, self->launch->code->function);
  report (self, FALSE, shared, builder, launch);
  if (g_atomic_int_get (&self->launch->stop_at) >= (gint)self->launch->n_blocks)
    report (self, TRUE, shared, builder, launch);
}
