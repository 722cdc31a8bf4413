#include "dataflow/dataflow-private.h"

/* Bounds on one block, far beyond what a screen can show: a kernel that copies a growing sum at
 * every step has a dataflow that grows with the square of its length. */
#define MAX_TERMS (1 << 24)
#define MAX_EDGES (1 << 25)
#define MAX_NODES (1 << 23)
#define MAX_STEPS (G_GUINT64_CONSTANT (1) << 28)

#define MAX_WARPS   (1024 / WS_WARP_SIZE)
#define MAX_THREADS 1024

#define HALF_BITS 32

typedef struct {
  WsCombiner combiner;
  gboolean plain;    /* ws_combiner_apply() gives its result */
  gboolean converts; /* its result is that of @conversion */
  WsConversion conversion;
  guint shift; /* width of what it shifts to the left; 0 if it does something else */
  gboolean has_constant;
  guint64 constant;      /* its last operand */
  guint32 constant_term; /* made when first used */
} Rule;

typedef struct {
  WsFlow flow;
  const WsRun *run;
  const WsKernel *kernel;
  const WsSite *sites;
  Rule *rules;           /* per site */
  guint32 *register_row; /* per register of the kernel: its row in the files below */
  guint n_rows;
  guint32 *files[MAX_WARPS]; /* n_rows x 32 terms: the register file of a warp, made when it is
                                first used */
  guint32 n_exchanged[MAX_THREADS]; /* nodes that each thread left in a register */
} Walk;

/* One event, taken apart. */
typedef struct {
  const WsEvent *event;
  const WsSite *site;
  const WsLane *lanes; /* NULL if it has no access */
  guint32 index;
  guint32 site_index;
} Step;

static guint32 *
get_row (Walk *self, const Step *step, guint operand)
{
  guint32 reg = self->kernel->registers[step->site->first_register + operand];
  guint32 **file = &self->files[step->event->warp];

  if (*file == NULL)
    *file = g_new0 (guint32, (gsize)self->n_rows * WS_WARP_SIZE);
  return *file + (gsize)self->register_row[reg] * WS_WARP_SIZE;
}

static guint32
get_use (Walk *self, const Step *step, guint use, guint lane)
{
  return ws_terms_resolve (&self->flow.terms, get_row (self, step, step->site->n_defs + use)[lane]);
}

static void
set_def (Walk *self, const Step *step, guint def, guint lane, guint32 term)
{
  get_row (self, step, def)[lane] = term;
}

/* The registers that the step writes hold no data any more. */
static void
clear_defs (Walk *self, const Step *step)
{
  for (guint def = 0; def < step->site->n_defs; def++)
    for (guint32 left = step->event->taken; left != 0; left &= left - 1)
      set_def (self, step, def, __builtin_ctz (left), WS_TERM_NONE);
}

/* Whether the step reached memory that holds data: parameters are none. */
static gboolean
has_data (const Step *step)
{
  return step->lanes != NULL && step->event->space >= WS_SPACE_GLOBAL;
}

static WsPlace
get_place (const Step *step, guint lane, const WsLane *access)
{
  return (WsPlace){ .address = access->address,
                    .value = access->value,
                    .event = step->index,
                    .thread = step->event->warp * WS_WARP_SIZE + lane,
                    .space = step->event->space,
                    .width_bytes = step->site->width_bytes,
                    .value_type = step->site->value_type,
                    .n_loaded = step->site->vector };
}

/* The constant that a step has for an operand carries no data, but a sum that begins with 0 has a
 * value that can be computed. */
static guint32
get_constant (Walk *self, const Step *step)
{
  Rule *rule = &self->rules[step->site_index];

  if (rule->has_constant && rule->constant_term == WS_TERM_NONE)
    rule->constant_term = ws_terms_add_constant (&self->flow.terms, step->index, rule->constant);
  return rule->constant_term;
}

/* Whether a number is shifted above another of 32 bits, or what was is added to. */
static gboolean
is_packed (Walk *self, const Step *step, const guint32 sources[2], guint n_uses)
{
  const Rule *rule = &self->rules[step->site_index];
  const WsTerm *first = ws_terms_get (&self->flow.terms, sources[0]);
  const WsTerm *second = ws_terms_get (&self->flow.terms, sources[1]);

  if (n_uses != 2)
    return FALSE;
  if (rule->shift > 0)
    return rule->shift == 2 * HALF_BITS && second->has_value && second->value == HALF_BITS;
  return (rule->combiner == WS_COMBINER_ADD || rule->combiner == WS_COMBINER_OR)
         && (first->packed || second->packed);
}

/* What arithmetic makes of the sources of one lane. */
static guint32
combine (Walk *self, const Step *step, guint lane)
{
  const Rule *rule = &self->rules[step->site_index];
  WsTerms *terms = &self->flow.terms;
  guint32 term = WS_TERM_NONE;
  guint32 sources[2] = { WS_TERM_NONE, WS_TERM_NONE };
  gboolean joined = FALSE;
  guint n_uses = step->site->n_uses;
  WsTerm *made;

  for (guint use = 0; use < n_uses; use++)
    {
      guint32 source = get_use (self, step, use, lane);
      guint32 before = term;

      if (use < 2)
        sources[use] = source;
      term = ws_terms_add_union (terms, term, source,
                                 rule->combiner == WS_COMBINER_COPY ? WS_NONE : step->site_index,
                                 step->index);
      joined = joined || (term != before && term != source);
    }
  if (rule->combiner == WS_COMBINER_COPY && n_uses == 0)
    return get_constant (self, step);
  if (rule->combiner == WS_COMBINER_COPY)
    return n_uses == 1 ? sources[0] : term;
  if (!ws_terms_has_data (terms, term))
    return WS_TERM_NONE;
  if (n_uses == 1 && rule->has_constant)
    {
      sources[1] = get_constant (self, step);
      n_uses = 2;
    }
  if (!joined)
    term = ws_terms_add_derived (terms, term, step->index);
  made = ws_terms_get (terms, term);
  made->packed = is_packed (self, step, sources, n_uses);
  if (n_uses == 1 && rule->converts && ws_terms_get (terms, sources[0])->has_value)
    {
      made->value =
          ws_conversion_apply (&rule->conversion, ws_terms_get (terms, sources[0])->value);
      made->has_value = TRUE;
    }
  if (rule->shift > 0 && n_uses == 2 && ws_terms_get (terms, sources[0])->has_value
      && ws_terms_get (terms, sources[1])->has_value)
    {
      made->value = ws_shift_left (rule->shift, ws_terms_get (terms, sources[0])->value,
                                   ws_terms_get (terms, sources[1])->value);
      made->has_value = TRUE;
    }
  else if (n_uses == 2 && rule->plain && ws_terms_get (terms, sources[0])->has_value
           && ws_terms_get (terms, sources[1])->has_value)
    {
      guint64 value = 0;

      made->has_value = ws_combiner_apply (rule->combiner, step->site->value_type,
                                           ws_terms_get (terms, sources[0])->value,
                                           ws_terms_get (terms, sources[1])->value, &value);
      made->value = value;
    }
  return term;
}

static void
walk_alu (Walk *self, const Step *step)
{
  if (step->site->n_defs == 0)
    return;
  if (self->rules[step->site_index].combiner == WS_COMBINER_NONE)
    {
      clear_defs (self, step);
      return;
    }
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      guint32 term = combine (self, step, lane);

      for (guint def = 0; def < step->site->n_defs; def++)
        set_def (self, step, def, lane, term);
    }
}

static void
walk_load (Walk *self, const Step *step)
{
  const WsSite *site = step->site;
  const WsLane *access = step->lanes;

  if (!has_data (step))
    {
      clear_defs (self, step);
      return;
    }
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      guint32 all = WS_TERM_NONE;

      for (guint element = 0; element < site->vector; element++)
        {
          WsPlace place = get_place (step, lane, access++);
          guint32 term = ws_flow_read (&self->flow, &place);

          if (site->n_defs == site->vector)
            set_def (self, step, element, lane, term);
          all = ws_terms_add_union (&self->flow.terms, all, term, WS_NONE, step->index);
        }
      /* some elements go nowhere ("_"), and which ones the site does not tell */
      for (guint def = 0; site->n_defs != site->vector && def < site->n_defs; def++)
        set_def (self, step, def, lane, all);
    }
}

/* The value that the step stores stands in other registers too, and in other lanes: they all stand
 * for the node from now on. A constant that many store comes from none of their nodes. */
static void
stand_for (Walk *self, guint32 term, guint32 leaf)
{
  if (ws_terms_has_data (&self->flow.terms, term))
    ws_terms_get (&self->flow.terms, term)->forward = leaf;
}

/* Whether a value is stored that stands in another cell of shared memory, as it is: who holds it
 * still has it from there. */
static gboolean
is_copied (const Walk *self, guint32 term, const WsPlace *place)
{
  const WsTerm *held = ws_terms_get (&self->flow.terms, term);
  const WsNode *node;

  if (term == WS_TERM_NONE || held->kind != WS_TERM_LEAF || place->space != WS_SPACE_SHARED)
    return FALSE;
  node = ws_flow_get_node (&self->flow, held->a);
  return node->event != WS_NONE && node->space == place->space && node->address != place->address;
}

static guint32
add_own_leaf (Walk *self, guint32 node, guint32 event)
{
  const WsNode *made = ws_flow_get_node (&self->flow, node);

  return ws_terms_add_leaf (&self->flow.terms, node, event, FALSE, made->has_value, made->value);
}

/* What the address of a lane was computed from; most were from nothing that is data. */
static void
add_choosers (Walk *self, const Step *step, guint lane, guint32 node)
{
  guint first = (guint)step->site->n_defs + step->site->n_uses;

  for (guint k = 0; k < step->site->n_address; k++)
    {
      guint32 reg = self->kernel->registers[step->site->first_register + first + k];
      guint32 term;

      if (self->register_row[reg] == WS_NONE)
        continue;
      term = get_use (self, step, step->site->n_uses + k, lane);
      if (ws_terms_has_data (&self->flow.terms, term))
        ws_flow_add_choosers (&self->flow, node, term);
    }
}

static void
walk_store (Walk *self, const Step *step)
{
  const WsSite *site = step->site;
  const WsLane *access = step->lanes;

  if (!has_data (step))
    return;
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);

      for (guint element = 0; element < site->vector; element++)
        {
          WsPlace place = get_place (step, lane, access++);
          guint32 term = WS_TERM_NONE;
          guint32 node;
          gboolean copied;

          if (site->n_uses == site->vector)
            term = get_use (self, step, element, lane);
          else /* some elements are constants, and which ones the site does not tell */
            for (guint use = 0; use < site->n_uses; use++)
              term = ws_terms_add_union (&self->flow.terms, term, get_use (self, step, use, lane),
                                         WS_NONE, step->index);
          copied = is_copied (self, term, &place);
          node = ws_flow_store (&self->flow, &place, term, self->sites);
          add_choosers (self, step, lane, node);
          if (site->n_uses == site->vector && !copied)
            {
              guint32 leaf = add_own_leaf (self, node, step->index);
              stand_for (self, term, leaf);
              get_row (self, step, site->n_defs + element)[lane] = leaf;
            }
        }
    }
}

static void
walk_atomic (Walk *self, const Step *step)
{
  const WsSite *site = step->site;
  const Rule *rule = &self->rules[step->site_index];
  WsTerms *terms = &self->flow.terms;
  const WsLane *access = step->lanes;

  if (!has_data (step))
    {
      clear_defs (self, step);
      return;
    }
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      WsPlace place = get_place (step, lane, access);
      guint32 old = ws_flow_read (&self->flow, &place);
      guint32 term = rule->combiner == WS_COMBINER_EXCHANGE ? WS_TERM_NONE : old;
      guint32 operand =
          site->n_uses > 0 ? get_use (self, step, 0, lane) : get_constant (self, step);
      gboolean has_value = FALSE;
      guint32 node;

      for (guint use = 0; use < site->n_uses; use++)
        term = ws_terms_add_union (terms, term, get_use (self, step, use, lane), step->site_index,
                                   step->index);
      /* what was read is recorded; what was left behind is not */
      if (site->n_uses <= 1 && ws_terms_get (terms, operand)->has_value)
        {
          guint64 value = ws_terms_get (terms, operand)->value;
          if (rule->combiner == WS_COMBINER_EXCHANGE)
            has_value = TRUE;
          else if (rule->plain)
            has_value =
                ws_combiner_apply (rule->combiner, site->value_type, access->value, value, &value);
          if (has_value)
            place.value = value;
        }
      node = ws_flow_store (&self->flow, &place, term, self->sites);
      add_choosers (self, step, lane, node);
      ws_flow_get_node (&self->flow, node)->is_atomic = TRUE;
      ws_flow_get_node (&self->flow, node)->has_value = has_value;
      ws_flow_get_node (&self->flow, node)->is_packed =
          rule->combiner == WS_COMBINER_ADD && ws_terms_get (terms, operand)->packed;
      for (guint def = 0; def < site->n_defs; def++)
        set_def (self, step, def, lane, old);
      access += site->vector;
    }
}

/* Whether a node of this block holds the value already. */
static gboolean
is_at_home (const WsFlow *flow, guint32 term)
{
  const WsTerm *held = ws_terms_get (&flow->terms, term);

  return held->kind == WS_TERM_LEAF && ws_flow_get_node (flow, held->a)->event != WS_NONE;
}

/* What a thread computed or brought in and now offers to the others becomes a node in its register,
 * at the time when it got there: each step of a reduction by shuffles is a row of the tree, as each
 * step through shared memory is. */
static void
offer (Walk *self, const Step *step, guint lane)
{
  WsTerms *terms = &self->flow.terms;
  guint32 term = get_use (self, step, 0, lane);
  const WsTerm *held = ws_terms_get (terms, term);
  guint thread = step->event->warp * WS_WARP_SIZE + lane;
  WsPlace place = { .address = thread,
                    .value = held->value,
                    .event = held->event,
                    .thread = thread,
                    .space = WS_SPACE_NONE,
                    .width_bytes = step->site->width_bytes != 0 ? step->site->width_bytes : 4,
                    .value_type = step->site->value_type };
  gboolean has_value = held->has_value;
  guint32 node;

  if (!ws_terms_has_data (terms, term) || is_at_home (&self->flow, term))
    return;
  if (held->site != WS_NONE)
    {
      place.value_type = self->sites[held->site].value_type;
      place.width_bytes = ws_value_type_get_width (place.value_type);
    }
  else if (held->kind == WS_TERM_LEAF)
    place.width_bytes = ws_flow_get_node (&self->flow, held->a)->width_bytes;
  /* what another lane receives is what this one holds, unless it is only half of it */
  if (step->site->op_class == WS_OP_SHUFFLE && place.width_bytes == step->site->width_bytes)
    for (gint k = __builtin_popcount (step->event->taken); !has_value && k-- > 0;)
      if (step->lanes[k].address == lane)
        {
          place.value = step->lanes[k].value;
          has_value = TRUE;
        }
  node = ws_flow_add_node (&self->flow, &place, term, self->sites);
  ws_flow_get_node (&self->flow, node)->has_value = has_value;
  ws_flow_get_node (&self->flow, node)->version = self->n_exchanged[thread]++;
  stand_for (self, term, add_own_leaf (self, node, held->event));
}

static void
walk_shuffle (Walk *self, const Step *step)
{
  WsTerms *terms = &self->flow.terms;
  const WsLane *access = step->lanes;
  guint32 received[WS_WARP_SIZE];

  if (access == NULL || step->site->n_uses == 0 || step->site->n_defs == 0)
    {
      clear_defs (self, step);
      return;
    }
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    offer (self, step, __builtin_ctz (left));
  for (guint32 left = step->event->taken; left != 0; left &= left - 1, access++)
    {
      guint lane = __builtin_ctz (left);
      guint32 term = get_use (self, step, 0, access->address);
      const WsTerm *held = ws_terms_get (terms, term);

      if (!ws_terms_has_data (terms, term))
        term = ws_terms_add_constant (terms, step->index, access->value);
      else if (held->kind == WS_TERM_LEAF && access->address != lane)
        {
          term = ws_terms_add_leaf (terms, held->a, step->index, TRUE, TRUE, access->value);
          ws_terms_get (terms, term)->shuffled = TRUE;
        }
      received[lane] = term;
    }
  clear_defs (self, step);
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    set_def (self, step, 0, __builtin_ctz (left), received[__builtin_ctz (left)]);
}

static void
walk_redux (Walk *self, const Step *step)
{
  WsTerms *terms = &self->flow.terms;
  guint32 leaf_of[WS_WARP_SIZE] = { WS_TERM_NONE };
  guint32 done = 0;
  const WsLane *access = step->lanes;

  if (access == NULL || step->site->n_uses == 0 || step->site->n_defs == 0)
    {
      clear_defs (self, step);
      return;
    }
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    offer (self, step, __builtin_ctz (left));
  for (guint32 left = step->event->taken; left != 0; left &= left - 1, access++)
    {
      guint lane = __builtin_ctz (left);
      guint32 members = (guint32)access->address & step->event->taken;
      WsPlace place = get_place (step, lane, access);
      guint32 term = WS_TERM_NONE;
      guint32 node;

      if ((done & 1u << lane) != 0 || (members & 1u << lane) == 0)
        continue;
      for (guint32 member = members; member != 0; member &= member - 1)
        term = ws_terms_add_union (terms, term, get_use (self, step, 0, __builtin_ctz (member)),
                                   step->site_index, step->index);
      place.address = place.thread;
      place.space = WS_SPACE_NONE;
      place.width_bytes = 4; /* PTX ISA, redux.sync: 32-bit types only */
      node = ws_flow_add_node (&self->flow, &place, term, self->sites);
      ws_flow_get_node (&self->flow, node)->version = self->n_exchanged[place.thread]++;
      for (guint32 member = members; member != 0; member &= member - 1)
        leaf_of[__builtin_ctz (member)] = add_own_leaf (self, node, step->index);
      done |= members;
    }
  clear_defs (self, step);
  for (guint32 left = step->event->taken; left != 0; left &= left - 1)
    set_def (self, step, 0, __builtin_ctz (left), leaf_of[__builtin_ctz (left)]);
}

static void
walk_event (Walk *self, const Step *step)
{
  switch (step->site->op_class)
    {
    case WS_OP_ALU:
      walk_alu (self, step);
      break;
    case WS_OP_LOAD:
      walk_load (self, step);
      break;
    case WS_OP_STORE:
      walk_store (self, step);
      break;
    case WS_OP_ATOMIC:
      walk_atomic (self, step);
      break;
    case WS_OP_SHUFFLE:
      walk_shuffle (self, step);
      break;
    case WS_OP_REDUX:
      walk_redux (self, step);
      break;
    default:
      clear_defs (self, step);
      break;
    }
}

static void
walk_init (Walk *self, const WsRun *run, guint launch)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);

  *self = (Walk){ .run = run, .kernel = kernel, .sites = kernel->sites };
  ws_flow_init (&self->flow, run);
  self->rules = g_new0 (Rule, kernel->n_sites);
  self->register_row = g_new (guint32, kernel->n_register_names + 1);
  for (guint i = 0; i < kernel->n_register_names; i++)
    self->register_row[i] = WS_NONE;
  for (guint i = 0; i < kernel->n_sites; i++)
    {
      const WsSite *site = &kernel->sites[i];
      const char *opcode = ws_kernel_get_string (kernel, site->opcode);

      self->rules[i].combiner = ws_opcode_get_combiner (site->op_class, opcode);
      self->rules[i].plain = ws_opcode_is_plain (opcode);
      self->rules[i].converts = ws_opcode_get_conversion (opcode, &self->rules[i].conversion);
      self->rules[i].shift = ws_opcode_get_shift (opcode);
      self->rules[i].has_constant =
          (site->op_class == WS_OP_ALU || site->op_class == WS_OP_ATOMIC)
          && ws_opcode_get_constant (ws_kernel_get_string (kernel, site->text),
                                     &self->rules[i].constant);
      /* registers that hold addresses and predicates alone need no row */
      for (guint k = 0; k < (guint)site->n_defs + site->n_uses; k++)
        {
          guint32 *row = &self->register_row[kernel->registers[site->first_register + k]];
          if (*row == WS_NONE)
            *row = self->n_rows++;
        }
    }
}

static void
walk_clear (Walk *self)
{
  ws_flow_clear (&self->flow);
  g_free (self->rules);
  g_free (self->register_row);
  for (guint i = 0; i < G_N_ELEMENTS (self->files); i++)
    g_free (self->files[i]);
}

static gboolean
is_too_much (const Walk *self)
{
  return self->flow.terms.terms->len > MAX_TERMS || self->flow.edges->len > MAX_EDGES
         || self->flow.drafts->len > MAX_NODES || self->flow.terms.steps > MAX_STEPS;
}

/**
 * ws_dataflow_new:
 * @block: linear index of a block that was recorded in full
 *
 * Follows the data of one block through registers, memory and shuffles.
 *
 * Returns: (transfer full): its nodes and edges; none where the block was not recorded in full
 */
WsDataflow *
ws_dataflow_new (const WsRun *run, guint launch, guint block)
{
  g_autofree Walk *self = NULL;
  const WsBlockRecord *record;
  WsDataflow *flow;
  gboolean truncated = FALSE;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, NULL);

  self = g_new (Walk, 1);
  walk_init (self, run, launch);
  record = ws_run_find_block (run, launch, block);
  for (guint i = 0; record != NULL && i < record->n_events && !truncated; i++)
    {
      const WsEvent *event = &run->events[record->first_event + i];
      Step step = { .event = event,
                    .site = &self->sites[event->site],
                    .lanes = event->access != WS_NONE ? run->lanes + event->access : NULL,
                    .index = i,
                    .site_index = event->site };

      walk_event (self, &step);
      truncated = is_too_much (self);
    }
  flow = ws_flow_end (&self->flow, &run->launches[launch]);
  flow->truncated = truncated;
  walk_clear (self);
  return flow;
}

void
ws_dataflow_free (WsDataflow *self)
{
  g_free (self->nodes);
  g_free (self->edges);
  g_free (self->results);
  g_free (self);
}
