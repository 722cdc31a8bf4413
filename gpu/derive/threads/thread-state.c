#include "threads/thread-state.h"

#include "accesses/memory-use.h"

#include <string.h>

#define MOST_REGISTERS 6  /* of a line */
#define MOST_PLACES    3  /* of a region, that are shown at once */
#define VALUE_CHARS    14 /* of a value, at most */

typedef struct {
  WsThreadState *state;
  const WsThreadStory *story;
  const WsVariables *variables;
  const WsRun *run;
  const WsKernel *kernel;
  const WsBlockRecord *block;
  guint32 event;
  guint32 since; /* of the step before, or WS_NONE: what is later has changed */
  guint first;   /* of the steps of the present line, and behind the last */
  guint end;
  guint n_cells;
} Builder;

static const WsThreadStep *
get_step (const Builder *self, guint step)
{
  return &g_array_index (self->story->steps, WsThreadStep, step);
}

static const WsEvent *
get_event (const Builder *self, guint32 event)
{
  return &self->run->events[self->block->first_event + event];
}

static gboolean
is_later (const Builder *self, guint32 event)
{
  return self->since == WS_NONE || event > self->since;
}

static gboolean
is_access (const WsThreadStep *step)
{
  return step->kind == WS_THREAD_READS || step->kind == WS_THREAD_WRITES
         || step->kind == WS_THREAD_UPDATES;
}

/* ---- the present line ---- */

static void
find_line (Builder *self)
{
  const guint step = self->state->step;
  const guint n = self->story->steps->len;
  const guint32 now = step != WS_NONE ? get_step (self, step)->event : 0;

  self->since = WS_NONE;
  for (guint i = 0; i < n && get_step (self, i)->event < now; i++)
    self->since = get_step (self, i)->event;
  self->first = self->end = 0;
  if (step == WS_NONE || !get_step (self, step)->has_value)
    return;
  self->first = step;
  self->end = step + 1;
  while (self->first > 0 && get_step (self, self->first - 1)->has_value
         && get_step (self, self->first - 1)->line == get_step (self, step)->line)
    self->first--;
  while (self->end < n && get_step (self, self->end)->has_value
         && get_step (self, self->end)->line == get_step (self, step)->line)
    self->end++;
}

/* ---- variables ---- */

static guint
add_slot (Builder *self, const char *name, gboolean is_register, WsValueType type)
{
  WsThreadSlot slot = { .name = g_strdup (name), .is_register = is_register, .value_type = type };

  g_array_append_val (self->state->slots, slot);
  return self->state->slots->len - 1;
}

static WsThreadSlot *
get_slot (const Builder *self, guint slot)
{
  return &g_array_index (self->state->slots, WsThreadSlot, slot);
}

static guint
find_slot (const Builder *self, const char *name, gboolean is_register)
{
  for (guint i = 0; i < self->state->slots->len; i++)
    if (get_slot (self, i)->is_register == is_register
        && g_str_equal (get_slot (self, i)->name, name))
      return i;
  return WS_NONE;
}

/* The first event in which the thread has come to the line, or passed it; or WS_NONE. */
static guint32
find_line_reached (const Builder *self, guint line)
{
  for (guint32 e = 0; e <= self->event && e < self->block->n_events; e++)
    {
      const WsEvent *event = get_event (self, e);
      const guint at = ws_site_get_kernel_line (&self->kernel->sites[event->site]);

      if (event->warp == self->story->warp && (event->active >> self->story->lane & 1) != 0
          && at != WS_NONE && at >= line)
        return e;
    }
  return WS_NONE;
}

static gboolean
get_value (const Builder *self, guint variable, guint32 event, guint64 *value, WsValueType *type)
{
  WsLaneValues values;
  gboolean found = ws_variables_get_values (self->variables, variable, self->block,
                                            self->story->warp, event, &values);

  *value = values.values[self->story->lane];
  *type = values.value_type;
  return found && (values.lanes >> self->story->lane & 1) != 0;
}

/* Those whose values the source fixes: set once the thread has come to their line. */
static void
add_variables (Builder *self)
{
  for (guint i = 0; i < ws_variables_get_n (self->variables); i++)
    {
      const guint32 reached = find_line_reached (self, ws_variables_get_line (self->variables, i));
      const guint index =
          add_slot (self, ws_variables_get_name (self->variables, i), FALSE, WS_VALUE_S32);
      WsThreadSlot *slot = get_slot (self, index);
      guint64 before;

      slot->has_value =
          get_value (self, i, self->event, &slot->value, &slot->value_type) && reached != WS_NONE;
      if (!slot->has_value)
        continue;
      slot->changed = is_later (self, reached)
                      || !get_value (self, i, self->since, &before, &slot->value_type)
                      || before != slot->value;
    }
}

/* Those that are set to what is read: they keep it where nothing else sets them. */
static void
add_loaded (Builder *self)
{
  for (guint i = 0; i < self->story->steps->len; i++)
    {
      const WsThreadStep *step = get_step (self, i);
      WsThreadSlot *slot;
      guint index;

      if (step->variable == NULL)
        continue;
      index = find_slot (self, step->variable, FALSE);
      if (index == WS_NONE)
        index = add_slot (self, step->variable, FALSE, step->value_type);
      if (step->event > self->event)
        continue;
      slot = get_slot (self, index);
      slot->value = step->value;
      slot->value_type = step->value_type;
      slot->changed = is_later (self, step->event);
      slot->has_value =
          i == self->state->step || ws_variables_is_set_once (self->variables, step->variable);
    }
}

/* ---- registers ---- */

/* Which element of a vector the step is. */
static guint
get_place (const Builder *self, guint step)
{
  guint place = 0;

  while (place < step && get_step (self, step - place - 1)->event == get_step (self, step)->event)
    place++;
  return place;
}

/* The register that the step sets, or that it stores; WS_NONE where it has none, as of a
 * constant. */
static guint32
find_register (const Builder *self, guint step)
{
  const WsSite *site = &self->kernel->sites[get_step (self, step)->site];
  const guint32 *registers = self->kernel->registers + site->first_register;
  const guint place = get_place (self, step);

  if (get_step (self, step)->kind == WS_THREAD_WRITES)
    return place < site->n_uses ? registers[site->n_defs + place] : WS_NONE;
  return place < site->n_defs ? registers[place] : WS_NONE;
}

static const char *
get_register_name (const Builder *self, guint32 number)
{
  return ws_kernel_get_string (self->kernel, self->kernel->register_names[number]);
}

/* What the register has: what an instruction brought whose values are recorded, or stored since;
 * after any other that sets it, that is not known. */
static void
find_value (const Builder *self, guint32 number, WsThreadSlot *slot)
{
  guint next = 0;

  for (guint32 e = 0; e <= self->event && e < self->block->n_events; e++)
    {
      const WsEvent *event = get_event (self, e);
      const WsSite *site = &self->kernel->sites[event->site];
      const guint32 *registers = self->kernel->registers + site->first_register;

      if (event->warp != self->story->warp || (event->taken >> self->story->lane & 1) == 0)
        continue;
      for (guint i = 0; i < site->n_defs; i++)
        if (registers[i] == number)
          {
            slot->has_value = FALSE;
            slot->changed = is_later (self, e);
          }
      while (next < self->story->steps->len && get_step (self, next)->event < e)
        next++;
      for (; next < self->story->steps->len && get_step (self, next)->event == e; next++)
        if (get_step (self, next)->has_value && find_register (self, next) == number)
          {
            slot->has_value = TRUE;
            slot->value = get_step (self, next)->value;
            slot->value_type = get_step (self, next)->value_type;
          }
    }
  slot->changed = slot->changed && slot->has_value;
}

/* (nullable): the variable that the register was read for, where it still is that. */
static const char *
find_name (const Builder *self, guint step)
{
  const guint32 number = find_register (self, step);

  if (get_step (self, step)->variable != NULL)
    return get_step (self, step)->variable;
  for (guint i = step; number != WS_NONE && i > 0; i--)
    if (find_register (self, i - 1) == number && get_step (self, i - 1)->variable != NULL
        && ws_variables_is_set_once (self->variables, get_step (self, i - 1)->variable))
      return get_step (self, i - 1)->variable;
  return NULL;
}

/* The slot of what the step brings or stores; one is made where there is none. */
static guint
take_slot (Builder *self, guint step)
{
  const char *variable = find_name (self, step);
  const guint32 number = find_register (self, step);
  const char *name = number != WS_NONE ? get_register_name (self, number) : "";
  guint slot;

  if (variable != NULL)
    return find_slot (self, variable, FALSE);
  slot = find_slot (self, name, TRUE);
  if (slot != WS_NONE)
    return slot;
  slot = add_slot (self, name, TRUE, get_step (self, step)->value_type);
  if (number != WS_NONE)
    find_value (self, number, get_slot (self, slot));
  else if (get_step (self, step)->event <= self->event)
    {
      get_slot (self, slot)->has_value = TRUE;
      get_slot (self, slot)->value = get_step (self, step)->value;
    }
  return slot;
}

/* Of the present line: those to come, too, which have no value yet. */
static void
add_registers (Builder *self)
{
  guint first = self->first;

  if (self->end - self->first > MOST_REGISTERS && self->state->step - self->first >= MOST_REGISTERS)
    first = self->state->step + 1 - MOST_REGISTERS;
  for (guint i = first; i < MIN (self->end, first + MOST_REGISTERS); i++)
    take_slot (self, i);
}

/* ---- memory ---- */

static const WsRegion *
find_region (const Builder *self, const WsThreadStep *step)
{
  return is_access (step)
             ? ws_memory_find_region (self->run, self->story->launch, step->space, step->address)
             : NULL;
}

static guint
get_width (const WsRegion *region)
{
  return MAX (ws_value_type_get_width (region->value_type), 1);
}

static guint64
get_element (const WsThreadStep *step, const WsRegion *region)
{
  return (step->address - region->address) / get_width (region);
}

/* Of a shared variable whose size the launch sets, as many as that has. */
static guint64
count_elements (const Builder *self, const WsRegion *region)
{
  const WsLaunch *launch = &self->run->launches[self->story->launch];
  guint64 all = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;
  guint64 size = region->size_bytes > 0  ? region->size_bytes
                 : all > region->address ? all - region->address
                                         : get_width (region);

  return MAX (size / get_width (region), 1);
}

static int
compare_strips (gconstpointer a, gconstpointer b)
{
  const WsRegion *x = ((const WsThreadStrip *)a)->region;
  const WsRegion *y = ((const WsThreadStrip *)b)->region;

  if (x->space != y->space)
    return x->space == WS_SPACE_SHARED ? -1 : y->space == WS_SPACE_SHARED ? 1 : 0;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* Elements of the region that the present line reaches, the present one first; else that which was
 * reached last, or comes first. */
static guint
find_places (const Builder *self, const WsRegion *region, guint64 places[MOST_PLACES], guint64 *low,
             guint64 *high)
{
  const guint now = self->state->step != WS_NONE ? self->state->step : 0;
  guint n = 0;

  *low = G_MAXUINT64;
  *high = 0;
  for (guint far = 0; far < self->end - self->first; far++)
    for (guint side = 0; side < (far > 0 ? 2 : 1); side++)
      {
        const guint i = side == 0 ? now - far : now + far;
        gboolean known = FALSE;
        guint64 element;

        if (i < self->first || i >= self->end || find_region (self, get_step (self, i)) != region)
          continue;
        element = get_element (get_step (self, i), region);
        *low = MIN (*low, element);
        *high = MAX (*high, element);
        for (guint k = 0; k < n; k++)
          known = known || places[k] == element;
        if (!known && n < MOST_PLACES)
          places[n++] = element;
      }
  for (guint i = now + 1; n == 0 && i > 0; i--)
    if (find_region (self, get_step (self, i - 1)) == region)
      places[n++] = get_element (get_step (self, i - 1), region);
  for (guint i = now; n == 0 && i < self->story->steps->len; i++)
    if (find_region (self, get_step (self, i)) == region)
      places[n++] = get_element (get_step (self, i), region);
  if (*low > *high)
    *low = *high = places[0];
  return n;
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const WsThreadCell *x = a;
  const WsThreadCell *y = b;

  return x->element < y->element ? -1 : x->element > y->element;
}

static int
find_cell (const WsThreadStrip *strip, guint64 element)
{
  guint index;

  return g_array_binary_search (strip->cells, &(WsThreadCell){ .element = element }, compare_cells,
                                &index)
             ? (int)index
             : -1;
}

/* @n cells about @element. */
static void
add_cells (WsThreadStrip *strip, guint64 element, guint64 n, guint64 n_elements)
{
  guint64 first = element > (n - 1) / 2 ? element - (n - 1) / 2 : 0;

  first = MIN (first, n_elements > n ? n_elements - n : 0);
  for (guint64 e = first; e < MIN (first + n, n_elements); e++)
    if (find_cell (strip, e) < 0)
      {
        WsThreadCell cell = { .element = e };

        g_array_append_val (strip->cells, cell);
        g_array_sort (strip->cells, compare_cells);
      }
}

static void
choose_cells (Builder *self, WsThreadStrip *strip)
{
  const guint64 n_elements = count_elements (self, strip->region);
  guint64 places[MOST_PLACES];
  guint64 low;
  guint64 high;
  const guint n = find_places (self, strip->region, places, &low, &high);

  if (n_elements <= self->n_cells || high - low < self->n_cells)
    add_cells (strip, low + (high - low) / 2, self->n_cells, n_elements);
  for (guint i = 0; strip->cells->len == 0 || i < n; i++)
    if (find_cell (strip, places[i]) < 0)
      add_cells (strip, places[i], MAX (self->n_cells / n, 1), n_elements);
}

static void
add_strips (Builder *self)
{
  for (guint i = 0; i < self->story->steps->len; i++)
    {
      WsThreadStrip strip = { .region = find_region (self, get_step (self, i)),
                              .value_type = get_step (self, i)->value_type };
      gboolean known = strip.region == NULL;

      for (guint k = 0; k < self->state->strips->len; k++)
        known =
            known || g_array_index (self->state->strips, WsThreadStrip, k).region == strip.region;
      if (known)
        continue;
      strip.cells = g_array_new (FALSE, FALSE, sizeof (WsThreadCell));
      g_array_append_val (self->state->strips, strip);
    }
  g_array_sort (self->state->strips, compare_strips);
  for (guint i = 0; i < self->state->strips->len; i++)
    choose_cells (self, &g_array_index (self->state->strips, WsThreadStrip, i));
}

/* What an atomic leaves, where its instruction says what it adds. */
static gboolean
add_constant (const WsKernel *kernel, const WsSite *site, guint64 *value)
{
  const char *text = ws_kernel_get_string (kernel, site->text);
  const char *comma = strrchr (text, ',');
  char *end = NULL;
  gint64 constant;

  if (comma == NULL || strstr (ws_kernel_get_string (kernel, site->opcode), ".add.") == NULL
      || ws_value_type_is_float ((WsValueType)site->value_type) || site->width_bytes != 4)
    return FALSE;
  constant = g_ascii_strtoll (comma + 1, &end, 10);
  if (constant <= 0 || (*end != ';' && *end != '\0'))
    return FALSE;
  *value = (guint32)(*value + (guint64)constant);
  return TRUE;
}

/* Takes a lane's value into its cell, unless a later one is there. Returns: whether it was taken */
static void
take_value (Builder *self, const WsSite *site, const WsEvent *event, const WsLane *lane,
            guint8 *const *taken)
{
  for (guint i = 0; i < self->state->strips->len; i++)
    {
      WsThreadStrip *strip = &g_array_index (self->state->strips, WsThreadStrip, i);
      const guint width = get_width (strip->region);
      guint64 value = lane->value;
      WsThreadCell *cell;
      gboolean known;
      int at;

      if ((WsSpace)event->space != strip->region->space || lane->address < strip->region->address)
        continue;
      at = find_cell (strip, (lane->address - strip->region->address) / width);
      if (at < 0 || taken[i][at] == 1)
        continue;
      cell = &g_array_index (strip->cells, WsThreadCell, at);
      known = site->width_bytes == width
              && (site->op_class != WS_OP_ATOMIC || add_constant (self->kernel, site, &value));
      if (taken[i][at] == 2) /* of one atomic, that of the lane that came last */
        value = MAX (value, cell->value);
      cell->has_value = known;
      cell->value = value;
      taken[i][at] = site->op_class == WS_OP_ATOMIC ? 2 : 1;
    }
}

/* Backwards, so that each cell gets what was there last. */
static void
find_values (Builder *self)
{
  g_autoptr (GPtrArray) taken = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->state->strips->len; i++)
    g_ptr_array_add (
        taken, g_new0 (guint8, g_array_index (self->state->strips, WsThreadStrip, i).cells->len));
  for (guint32 e = MIN (self->event + 1, self->block->n_events); e > 0; e--)
    {
      const WsEvent *event = get_event (self, e - 1);
      const WsSite *site = &self->kernel->sites[event->site];
      guint n = (guint)__builtin_popcount (event->taken);

      if (!ws_memory_request_is_access (site, event))
        continue;
      if (site->op_class != WS_OP_ATOMIC)
        n *= MAX (site->vector, 1u);
      for (guint k = n; k > 0; k--)
        take_value (self, site, event, &self->run->lanes[event->access + k - 1],
                    (guint8 *const *)taken->pdata);
      for (guint i = 0; site->op_class == WS_OP_ATOMIC && i < taken->len; i++)
        for (guint k = 0; k < g_array_index (self->state->strips, WsThreadStrip, i).cells->len; k++)
          if (((guint8 *)g_ptr_array_index (taken, i))[k] == 2)
            ((guint8 *)g_ptr_array_index (taken, i))[k] = 1;
    }
}

static void
add_arrows (Builder *self)
{
  const guint32 now =
      self->state->step != WS_NONE ? get_step (self, self->state->step)->event : WS_NONE;

  for (guint i = self->first; i < self->end; i++)
    {
      const WsThreadStep *step = get_step (self, i);
      WsThreadArrow arrow = { .loads = step->kind != WS_THREAD_WRITES,
                              .stores = step->kind != WS_THREAD_READS };
      const WsRegion *region = find_region (self, step);
      int cell = -1;

      if (step->event != now || region == NULL)
        continue;
      for (guint k = 0; k < self->state->strips->len; k++)
        {
          const WsThreadStrip *strip = &g_array_index (self->state->strips, WsThreadStrip, k);

          if (strip->region != region)
            continue;
          arrow.strip = k;
          cell = find_cell (strip, get_element (step, region));
        }
      if (cell < 0)
        continue;
      arrow.cell = (guint)cell;
      arrow.slot = take_slot (self, i);
      g_array_append_val (self->state->arrows, arrow);
    }
}

static void
clear_slot (gpointer data)
{
  g_free (((WsThreadSlot *)data)->name);
}

static void
clear_strip (gpointer data)
{
  g_array_unref (((WsThreadStrip *)data)->cells);
}

/**
 * ws_thread_state_new:
 * @story: of the thread; must outlive the state's regions
 * @variables: of its kernel
 * @event: of the block's events: the last that has happened
 * @n_cells: of a strip, at most
 *
 * Returns: (transfer full): what the thread has then; empty where its block was not recorded
 */
WsThreadState *
ws_thread_state_new (const WsThreadStory *story, const WsVariables *variables, guint32 event,
                     guint n_cells)
{
  WsThreadState *self = g_new0 (WsThreadState, 1);
  Builder builder = { .state = self,
                      .story = story,
                      .variables = variables,
                      .run = story->run,
                      .kernel = ws_run_get_kernel (story->run, story->launch),
                      .block = ws_run_find_block (story->run, story->launch, story->block),
                      .event = event,
                      .n_cells = MAX (n_cells, MOST_PLACES) };

  self->slots = g_array_new (FALSE, FALSE, sizeof (WsThreadSlot));
  self->strips = g_array_new (FALSE, FALSE, sizeof (WsThreadStrip));
  self->arrows = g_array_new (FALSE, FALSE, sizeof (WsThreadArrow));
  g_array_set_clear_func (self->slots, clear_slot);
  g_array_set_clear_func (self->strips, clear_strip);
  self->step = ws_thread_story_find (story, event);
  if (builder.block == NULL || builder.block->n_events == 0 || story->steps->len == 0)
    return self;
  find_line (&builder);
  add_variables (&builder);
  add_loaded (&builder);
  add_registers (&builder);
  add_strips (&builder);
  find_values (&builder);
  add_arrows (&builder);
  return self;
}

void
ws_thread_state_free (WsThreadState *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->slots);
  g_array_unref (self->strips);
  g_array_unref (self->arrows);
  g_free (self);
}

/* Returns: (transfer full): its variables that are set, as in "tid = 5, i = 133, s = 16" */
char *
ws_thread_state_describe (const WsThreadState *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->slots->len; i++)
    {
      const WsThreadSlot *slot = &g_array_index (self->slots, WsThreadSlot, i);
      g_autofree char *value = NULL;

      if (slot->is_register || !slot->has_value)
        continue;
      value = ws_value_format (slot->value_type, slot->value, VALUE_CHARS);
      g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", slot->name, value);
    }
  return g_string_free (text, FALSE);
}
