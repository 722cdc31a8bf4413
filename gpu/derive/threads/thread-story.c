#include "threads/thread-story.h"

#include "accesses/memory-use.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define VALUE_CHARS 14 /* of a value, at most */

/* ---- names ---- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* (transfer full) (nullable): @number from 1 */
static char *
dup_line (const char *source, guint number)
{
  while (source != NULL && number > 1)
    {
      source = strchr (source, '\n');
      source = source != NULL ? source + 1 : NULL;
      number--;
    }
  return source != NULL ? g_strndup (source, strcspn (source, "\n")) : NULL;
}

/* What a statement as "int x = data[i];" sets, and nothing else: a plain variable, once, to what is
 * read from one place, as it is. */
static char *
find_assigned (const char *line)
{
  const char *equals = strchr (line, '=');
  const char *end;
  const char *start;
  const char *at;
  int depth = 0;

  if (equals == NULL || equals == line || strchr ("=!<>+-*/%&|^", equals[-1]) != NULL
      || equals[1] == '=' || strchr (equals + 1, '=') != NULL || strchr (equals, '?') != NULL)
    return NULL;
  end = equals;
  while (end > line && g_ascii_isspace (end[-1]))
    end--;
  start = end;
  while (start > line && is_word (start[-1]))
    start--;
  if (start == end || g_ascii_isdigit (*start))
    return NULL;
  /* to its left stands a type or nothing; "sum[x] =" sets no variable */
  for (at = line; at < start; at++)
    if (!is_word (*at) && strchr (" \t*&:<>", *at) == NULL)
      return NULL;
  at = equals + 1;
  at += strspn (at, " \t");
  if (!g_ascii_isalpha (*at) && *at != '_')
    return NULL;
  while (is_word (*at))
    at++;
  at += strspn (at, " \t");
  if (*at != '[')
    return NULL;
  for (; *at != '\0'; at++)
    {
      depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
      if (depth == 0 && at[strspn (at + 1, " \t") + 1] != '[')
        break;
    }
  if (*at != ']')
    return NULL;
  at++;
  at += strspn (at, " \t");
  return *at == ';' ? g_strndup (start, (gsize)(end - start)) : NULL;
}

/* (nullable): where the line has one load, and sets a variable to what that reads */
static char *
name_result (const WsKernel *kernel, const WsSite *site)
{
  g_autofree char *line = NULL;
  guint n = 0;

  for (guint s = 0; s < kernel->n_sites; s++)
    n += kernel->sites[s].line == site->line && kernel->sites[s].op_class == WS_OP_LOAD;
  if (site->op_class != WS_OP_LOAD || site->vector != 1 || site->line == 0 || n != 1)
    return NULL;
  line = dup_line (kernel->source, site->line);
  return line != NULL ? find_assigned (line) : NULL;
}

/* ---- steps ---- */

static gboolean
has_values (const WsEvent *event)
{
  return event->access != WS_NONE && event->taken != 0;
}

/* The first record of a lane that executed @event. */
static const WsLane *
get_record (const WsRun *run, const WsSite *site, const WsEvent *event, guint lane)
{
  guint rank = (guint)__builtin_popcount (event->taken & ((1u << lane) - 1));
  guint each =
      site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE ? MAX (site->vector, 1u) : 1;

  return &run->lanes[event->access + rank * each];
}

static gboolean
get_kind (const WsSite *site, WsThreadStepKind *kind)
{
  static const struct {
    WsOpClass op_class;
    WsThreadStepKind kind;
  } kinds[] = {
    { WS_OP_LOAD, WS_THREAD_READS },      { WS_OP_STORE, WS_THREAD_WRITES },
    { WS_OP_ATOMIC, WS_THREAD_UPDATES },  { WS_OP_SHUFFLE, WS_THREAD_RECEIVES },
    { WS_OP_REDUX, WS_THREAD_RECEIVES },  { WS_OP_VOTE, WS_THREAD_RECEIVES },
    { WS_OP_BARRIER, WS_THREAD_BARRIER }, { WS_OP_BRANCH, WS_THREAD_PARTS },
    { WS_OP_EXIT, WS_THREAD_ENDS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].op_class == (WsOpClass)site->op_class)
      {
        *kind = kinds[i].kind;
        return TRUE;
      }
  return FALSE;
}

/* The compiler moves all integers of a width alike: what they mean, the buffer knows, or else what
 * the run is about. */
static WsValueType
find_type (const WsRun *run, guint launch, const WsSite *site, WsSpace space, guint64 address)
{
  WsValueType moved = (WsValueType)site->value_type;
  const WsRegion *region =
      space == WS_SPACE_GLOBAL ? ws_memory_find_region (run, launch, space, address) : NULL;
  WsValueType meant = region != NULL ? region->value_type : run->value_type;
  gboolean is_whole = moved == WS_VALUE_U32 || moved == WS_VALUE_U64;

  if (!is_whole || ws_value_type_get_width (meant) != ws_value_type_get_width (moved))
    return moved;
  return region == NULL && (meant == WS_VALUE_F32 || meant == WS_VALUE_F64) ? moved : meant;
}

static void
add_values (WsThreadStory *self, const WsThreadStep *step, const WsSite *site, const WsEvent *event)
{
  const WsKernel *kernel = ws_run_get_kernel (self->run, self->launch);
  const WsLane *lane = get_record (self->run, site, event, self->lane);
  guint n =
      step->kind == WS_THREAD_READS || step->kind == WS_THREAD_WRITES ? MAX (site->vector, 1u) : 1;

  for (guint i = 0; i < n; i++)
    {
      WsThreadStep each = *step;

      each.has_value = TRUE;
      each.value = lane[i].value;
      each.address = lane[i].address;
      each.space = (WsSpace)event->space;
      each.value_type = find_type (self->run, self->launch, site, each.space, each.address);
      each.variable = step->kind == WS_THREAD_READS ? name_result (kernel, site) : NULL;
      g_array_append_val (self->steps, each);
    }
}

/* Returns: whether the thread goes on */
static gboolean
add_step (WsThreadStory *self, const WsSite *site, const WsEvent *event, guint32 index)
{
  WsThreadStep step = { .event = index, .site = event->site, .line = site->line };
  guint32 bit = 1u << self->lane;
  guint32 way = (event->taken & bit) != 0 ? event->taken : event->active & ~event->taken;

  if (!get_kind (site, &step.kind))
    return TRUE;
  if (step.kind == WS_THREAD_PARTS)
    {
      if (event->taken == 0 || event->taken == event->active)
        return TRUE;
      step.n = (guint)__builtin_popcount (way);
      step.n_others = (guint)__builtin_popcount (event->active & ~way);
      g_array_append_val (self->steps, step);
      return TRUE;
    }
  if ((event->taken & bit) == 0)
    return TRUE;
  if (step.kind == WS_THREAD_BARRIER || step.kind == WS_THREAD_ENDS)
    g_array_append_val (self->steps, step);
  else if (has_values (event))
    add_values (self, &step, site, event);
  return step.kind != WS_THREAD_ENDS;
}

static void
add_wait (WsThreadStory *self, const WsSite *site, const WsEvent *event, guint32 index)
{
  WsThreadStep step = {
    .kind = WS_THREAD_WAITS, .event = index, .site = event->site, .line = site->line, .n = 1
  };

  if (self->steps->len > 0)
    {
      WsThreadStep *last = &g_array_index (self->steps, WsThreadStep, self->steps->len - 1);

      if (last->kind == WS_THREAD_WAITS)
        {
          last->n++;
          return;
        }
    }
  g_array_append_val (self->steps, step);
}

static void
clear_step (gpointer data)
{
  g_free (((WsThreadStep *)data)->variable);
}

/**
 * ws_thread_story_new:
 * @block: a block that was recorded in full
 * @warp: of the block
 * @lane: of the warp
 *
 * Collects what the thread did. A variable is named where the line sets it to what its only load
 * reads: nvcc's line numbers say no more.
 *
 * Returns: (transfer full): its story; without steps where the block was not recorded
 */
WsThreadStory *
ws_thread_story_new (WsRun *run, guint launch, guint block, guint warp, guint lane)
{
  WsThreadStory *self = g_new0 (WsThreadStory, 1);
  const WsBlockRecord *record;
  const WsKernel *kernel;
  gboolean goes_on = TRUE;

  g_return_val_if_fail (run != NULL && launch < run->n_launches && lane < WS_WARP_SIZE, self);

  self->run = ws_run_ref (run);
  self->launch = launch;
  self->block = block;
  self->warp = warp;
  self->lane = lane;
  self->steps = g_array_new (FALSE, FALSE, sizeof (WsThreadStep));
  g_array_set_clear_func (self->steps, clear_step);
  record = ws_run_find_block (run, launch, block);
  kernel = ws_run_get_kernel (run, launch);
  if ((ws_launch_get_warp_mask (&run->launches[launch], warp) & 1u << lane) == 0)
    return self;
  for (guint e = 0; goes_on && record != NULL && e < record->n_events; e++)
    {
      const WsEvent *event = &run->events[record->first_event + e];

      if (event->warp != warp)
        continue;
      if ((event->active & 1u << lane) != 0)
        goes_on = add_step (self, &kernel->sites[event->site], event, e);
      else
        add_wait (self, &kernel->sites[event->site], event, e);
    }
  return self;
}

void
ws_thread_story_free (WsThreadStory *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_free (self);
}

/**
 * ws_thread_story_find:
 * @event: of the block's events
 *
 * Returns: the last step that has begun by then; %WS_NONE before the first
 */
guint
ws_thread_story_find (const WsThreadStory *self, guint32 event)
{
  guint low = 0;
  guint high = self->steps->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->steps, WsThreadStep, middle).event <= event)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : WS_NONE;
}

/* ---- in words ---- */

/* (transfer full): "sdata[5]", or the address where it has no name */
static char *
format_place (const WsRun *run, guint launch, WsSpace space, guint64 address, WsValueType type)
{
  const WsRegion *region = ws_memory_find_region (run, launch, space, address);
  guint width = region != NULL ? ws_value_type_get_width (region->value_type)
                               : ws_value_type_get_width (type);
  guint64 element;

  if (region == NULL)
    return g_strdup_printf ("0x%" PRIx64, address);
  element = (address - region->address) / MAX (width, 1);
  if (region->columns > 1)
    return g_strdup_printf ("%s[%" PRIu64 "][%" PRIu64 "]", region->name, element / region->columns,
                            element % region->columns);
  return g_strdup_printf ("%s[%" PRIu64 "]", region->name, element);
}

static char *
describe_access (const WsThreadStory *self, const WsThreadStep *step)
{
  g_autofree char *place =
      format_place (self->run, self->launch, step->space, step->address, step->value_type);
  g_autofree char *value = ws_value_format (step->value_type, step->value, VALUE_CHARS);

  if (step->variable != NULL)
    return g_strdup_printf (_ ("%1$s = %2$s, read from %3$s"), step->variable, value, place);
  if (step->kind == WS_THREAD_WRITES)
    return g_strdup_printf (_ ("writes %1$s to %2$s"), value, place);
  if (step->kind == WS_THREAD_UPDATES)
    return g_strdup_printf (_ ("updates %1$s, which was %2$s"), place, value);
  return g_strdup_printf (_ ("reads %1$s from %2$s"), value, place);
}

static char *
describe_received (const WsThreadStory *self, const WsThreadStep *step)
{
  const WsSite *site = ws_run_get_site (self->run, self->launch, step->site);
  g_autofree char *value = ws_value_format (step->value_type, step->value, VALUE_CHARS);

  if (site->op_class == WS_OP_SHUFFLE)
    return g_strdup_printf (_ ("receives %1$s from lane %2$u"), value, (guint)step->address);
  return g_strdup_printf (_ ("receives %s, from all lanes"), value);
}

/* Returns: (transfer full): what the thread does, as in "reads 11 from sdata[2]" */
char *
ws_thread_story_describe (const WsThreadStory *self, guint step)
{
  const WsThreadStep *shown = &g_array_index (self->steps, WsThreadStep, step);

  switch (shown->kind)
    {
    case WS_THREAD_READS:
    case WS_THREAD_WRITES:
    case WS_THREAD_UPDATES:
      return describe_access (self, shown);
    case WS_THREAD_RECEIVES:
      return describe_received (self, shown);
    case WS_THREAD_PARTS:
      return g_strdup_printf (_ ("continues with %1$u lanes; %2$u take another path"), shown->n,
                              shown->n_others);
    case WS_THREAD_WAITS:
      return g_strdup_printf (ngettext ("waits while others execute %u instruction",
                                        "waits while others execute %u instructions", shown->n),
                              shown->n);
    case WS_THREAD_BARRIER:
      return g_strdup (_ ("reaches the barrier of the block"));
    case WS_THREAD_ENDS:
    default:
      return g_strdup (_ ("exits"));
    }
}

/* ---- the lanes of a warp ---- */

/**
 * ws_lane_values_init:
 * @self: (out caller-allocates): what the lanes had
 * @event: of the block's events
 *
 * Returns: %FALSE if the event has no values
 */
gboolean
ws_lane_values_init (WsLaneValues *self, const WsRun *run, guint launch, const WsBlockRecord *block,
                     guint32 event)
{
  const WsEvent *recorded = &run->events[block->first_event + event];
  const WsSite *site = ws_run_get_site (run, launch, recorded->site);

  *self = (WsLaneValues){ .event = event,
                          .site = recorded->site,
                          .value_type = (WsValueType)site->value_type,
                          .space = (WsSpace)recorded->space };
  if (!has_values (recorded))
    return FALSE;
  self->lanes = recorded->taken;
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((self->lanes & 1u << lane) != 0)
      {
        const WsLane *record = get_record (run, site, recorded, lane);

        self->values[lane] = record->value;
        self->addresses[lane] = record->address;
      }
  self->value_type =
      find_type (run, launch, site, self->space, self->addresses[__builtin_ctz (self->lanes)]);
  return TRUE;
}

/**
 * ws_lane_values_init_at_line:
 * @self: (out caller-allocates): what the lanes had
 * @warp: of the block
 * @line: of the source, from 1
 * @until: of the block's events: the last that counts
 *
 * Looks for the last instruction of the line with values that the warp has executed by @until.
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_lane_values_init_at_line (WsLaneValues *self, const WsRun *run, const WsBlockRecord *block,
                             guint warp, guint line, guint32 until)
{
  const WsKernel *kernel = ws_run_get_kernel (run, block->launch);

  for (guint32 e = MIN (until + 1, block->n_events); e > 0; e--)
    {
      const WsEvent *event = &run->events[block->first_event + e - 1];

      if (event->warp == warp && kernel->sites[event->site].line == line && has_values (event))
        return ws_lane_values_init (self, run, block->launch, block, e - 1);
    }
  return FALSE;
}

/**
 * ws_lane_values_describe:
 * @self: what the lanes had
 * @columns: values in a row
 *
 * Returns: (transfer full): a table of 32 values for a font of one width, the instruction above it,
 * or the variable
 */
char *
ws_lane_values_describe (const WsLaneValues *self, const WsRun *run, guint launch, guint columns)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  GString *text = g_string_new (NULL);
  char *values[WS_WARP_SIZE] = { NULL };
  int width = 1;

  g_return_val_if_fail (columns > 0, g_string_free (text, FALSE));

  for (guint i = 0; i < WS_WARP_SIZE; i++)
    {
      values[i] = (self->lanes & 1u << i) != 0
                      ? ws_value_format (self->value_type, self->values[i], VALUE_CHARS)
                      : g_strdup ("·");
      width = MAX (width, (int)g_utf8_strlen (values[i], -1));
    }
  g_string_append (text, self->name != NULL
                             ? self->name
                             : ws_kernel_get_string (kernel, kernel->sites[self->site].text));
  for (guint i = 0; i < WS_WARP_SIZE; i++)
    {
      if (i % columns == 0)
        g_string_append_printf (text, "\n%2u ", i);
      g_string_append_printf (text, " %*s",
                              width + (int)strlen (values[i]) - (int)g_utf8_strlen (values[i], -1),
                              values[i]);
      g_free (values[i]);
    }
  return g_string_free (text, FALSE);
}
