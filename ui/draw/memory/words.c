/* words.c: the texts about memory. */
#include "memory/private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static const char *const modes[WS_N_MEMORY_MODES] = {
  [WS_MEMORY_REQUEST] = "request", [WS_MEMORY_LINES] = "lines", [WS_MEMORY_BUFFER] = "buffer"
};

static const char *const colorings[WS_N_MEMORY_COLORINGS] = {
  [WS_MEMORY_BY_WHAT_VARIES] = "auto", [WS_MEMORY_BY_COUNT] = "count",
  [WS_MEMORY_BY_BLOCK] = "block",      [WS_MEMORY_BY_TIME] = "time",
  [WS_MEMORY_BY_VALUE] = "value",
};

static const char *const rankings[WS_N_MEMORY_RANKINGS] = {
  [WS_MEMORY_RANK_BYTES] = "bytes", [WS_MEMORY_RANK_TIME] = "time"
};

/* -1: there is none */
static int
find_name (const char *const *names, int n_names, const char *name)
{
  for (int i = 0; i < n_names; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return i;
  return -1;
}

/**
 * ws_memory_mode_get_name:
 * @mode: what is shown
 *
 * Returns: (transfer none): its name on command lines: "request", "lines", "buffer"
 */
const char *
ws_memory_mode_get_name (WsMemoryMode mode)
{
  g_return_val_if_fail ((guint)mode < WS_N_MEMORY_MODES, NULL);
  return modes[mode];
}

/**
 * ws_memory_mode_parse:
 * @name: (nullable): what ws_memory_mode_get_name() gives
 * @mode: (out): untouched where there is none of this name
 */
gboolean
ws_memory_mode_parse (const char *name, WsMemoryMode *mode)
{
  const int found = find_name (modes, WS_N_MEMORY_MODES, name);

  if (found >= 0)
    *mode = (WsMemoryMode)found;
  return found >= 0;
}

/**
 * ws_memory_coloring_get_name:
 * @coloring: of a buffer
 *
 * Returns: (transfer none): its name on command lines: "auto", "count", "block", "time", "value"
 */
const char *
ws_memory_coloring_get_name (WsMemoryColoring coloring)
{
  g_return_val_if_fail ((guint)coloring < WS_N_MEMORY_COLORINGS, NULL);
  return colorings[coloring];
}

/**
 * ws_memory_coloring_parse:
 * @name: (nullable): what ws_memory_coloring_get_name() gives
 * @coloring: (out): untouched where there is none of this name
 */
gboolean
ws_memory_coloring_parse (const char *name, WsMemoryColoring *coloring)
{
  const int found = find_name (colorings, WS_N_MEMORY_COLORINGS, name);

  if (found >= 0)
    *coloring = (WsMemoryColoring)found;
  return found >= 0;
}

/* Returns: (transfer none): its name on command lines: "bytes", "time" */
const char *
ws_memory_ranking_get_name (WsMemoryRanking ranking)
{
  g_return_val_if_fail ((guint)ranking < WS_N_MEMORY_RANKINGS, NULL);
  return rankings[ranking];
}

/**
 * ws_memory_ranking_parse:
 * @name: (nullable): what ws_memory_ranking_get_name() gives
 * @ranking: (out): untouched where there is none of this name
 */
gboolean
ws_memory_ranking_parse (const char *name, WsMemoryRanking *ranking)
{
  const int found = find_name (rankings, WS_N_MEMORY_RANKINGS, name);

  if (found >= 0)
    *ranking = (WsMemoryRanking)found;
  return found >= 0;
}

/**
 * ws_memory_name_place:
 * @space: shared, global or local memory
 *
 * Returns: (transfer full): the element there, as the source calls it: "sdata[8]"; the address
 * where it has no name
 */
char *
ws_memory_name_place (const WsScene *scene, WsSpace space, guint64 address)
{
  const WsRegion *region = ws_memory_find_region (scene->run, scene->launch, space, address);

  if (region == NULL)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
  return g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]", region->name,
                          (address - region->address)
                              / MAX (ws_value_type_get_width (region->value_type), 1));
}

/**
 * ws_memory_dup_source:
 * @line: of its source, from 1
 *
 * Returns: (transfer full) (nullable): that line, stripped; %NULL if there is none
 */
char *
ws_memory_dup_source (const WsKernel *kernel, guint line)
{
  const char *at = kernel->source;

  if (at == NULL || line == 0)
    return NULL;
  for (guint i = 1; i < line && at != NULL; i++)
    {
      at = strchr (at, '\n');
      at = at != NULL ? at + 1 : NULL;
    }
  return at != NULL && *at != '\0' ? g_strstrip (g_strndup (at, strcspn (at, "\n"))) : NULL;
}

/**
 * ws_memory_format_share:
 * @share: 1 is all
 *
 * Returns: (transfer full): in percent, with a digit after the point where that is not nought
 */
char *
ws_memory_format_share (double share)
{
  double percent = round (share * 1000) / 10;

  return g_strdup_printf (percent == floor (percent) ? "%.0f\u00a0%%" : "%.1f\u00a0%%", percent);
}

/* Returns: (transfer full): as in "4 sectors of 32 bytes" */
static char *
name_pieces (WsMemoryRequestRule rule, guint n)
{
  static const WsPlural names[] = {
    [WS_MEMORY_REQUEST_SECTORS] =
        WS_PLURAL (N_ ("%1$s sector of 32 bytes"), N_ ("%1$s sectors of 32 bytes")),
    [WS_MEMORY_REQUEST_LINES] =
        WS_PLURAL (N_ ("%1$s segment of 128 bytes"), N_ ("%1$s segments of 128 bytes")),
    [WS_MEMORY_REQUEST_HALF_SEGMENTS] =
        WS_PLURAL (N_ ("%1$s transaction"), N_ ("%1$s transactions")),
    [WS_MEMORY_REQUEST_HALF_IN_ORDER] =
        WS_PLURAL (N_ ("%1$s transaction"), N_ ("%1$s transactions")),
  };
  g_autofree char *count = ws_format_count (n);

  return ws_words_format (&names[rule], n, count, NULL);
}

/**
 * ws_memory_name_deed:
 * @op_class: load, store or atomic
 * @space: shared, global or local memory
 *
 * Returns: (transfer none): as in "load, shared"
 */
const char *
ws_memory_name_deed (WsOpClass op_class, WsSpace space)
{
  static const struct {
    WsOpClass op_class;
    WsSpace space;
    const char *name;
  } names[] = {
    { WS_OP_LOAD, WS_SPACE_SHARED, N_ ("shared load") },
    { WS_OP_STORE, WS_SPACE_SHARED, N_ ("shared store") },
    { WS_OP_ATOMIC, WS_SPACE_SHARED, N_ ("shared atomic") },
    { WS_OP_LOAD, WS_SPACE_GLOBAL, N_ ("global load") },
    { WS_OP_STORE, WS_SPACE_GLOBAL, N_ ("global store") },
    { WS_OP_ATOMIC, WS_SPACE_GLOBAL, N_ ("global atomic") },
    { WS_OP_LOAD, WS_SPACE_LOCAL, N_ ("local load") },
    { WS_OP_STORE, WS_SPACE_LOCAL, N_ ("local store") },
    { WS_OP_ATOMIC, WS_SPACE_LOCAL, N_ ("local atomic") },
    { WS_OP_LOAD, WS_SPACE_CONST, N_ ("constant load") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].op_class == op_class && names[i].space == space)
      return _ (names[i].name);
  return "";
}

/* Returns: (transfer none): where a sector was, as in "in the L1 cache" */
const char *
ws_memory_name_level (WsMemoryLevel level)
{
  static const char *const names[WS_N_MEMORY_LEVELS] = {
    [WS_MEMORY_LEVEL_L1] = N_ ("in the L1 cache"),
    [WS_MEMORY_LEVEL_L2] = N_ ("in the L2 cache"),
    [WS_MEMORY_LEVEL_DEVICE] = N_ ("in device memory"),
  };

  return _ (names[level]);
}

/* Returns: (transfer none): its name where there is little room, as in "L1" */
const char *
ws_memory_name_level_short (WsMemoryLevel level)
{
  static const char *const names[WS_N_MEMORY_LEVELS] = {
    [WS_MEMORY_LEVEL_L1] = "L1",
    [WS_MEMORY_LEVEL_L2] = "L2",
    [WS_MEMORY_LEVEL_DEVICE] = N_ ("DRAM"),
  };

  return _ (names[level]);
}

/**
 * ws_memory_say_levels:
 * @count: what each level answers for
 *
 * Returns: (transfer full) (nullable): as in "as modelled, 28 sectors are in the L1 cache and 4 in
 * device memory"; %NULL if there are none
 */
char *
ws_memory_say_levels (const WsMemoryLevelCount *count)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
    if (count->sectors[level] > 0)
      {
        g_autofree char *n = ws_format_count (count->sectors[level]);

        /* Translators: how many sectors, and where: "28 in the L1 cache" */
        g_ptr_array_add (parts, g_strdup_printf (_ ("%1$s %2$s"), n,
                                                 ws_memory_name_level ((WsMemoryLevel)level)));
      }
  if (parts->len == 0)
    return NULL;
  list = ws_words_list ((const char *const *)parts->pdata, parts->len);
  /* Translators: as in "28 in the L1 cache and 4 in device memory" */
  return g_strdup_printf (_ ("sectors, as modelled: %s"), list);
}

/* ---- of the access ---- */

/* (transfer full): as in "banks 0, 8, 16 and 24", or their number where they are many */
static char *
name_banks (guint32 banks, guint n_banks)
{
  guint n = (guint)__builtin_popcount (banks);
  g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  if (n == n_banks)
    return g_strdup_printf (_ ("all %u banks"), n_banks);
  if (n > 4)
    return g_strdup_printf (ngettext ("%u bank", "%u banks", n), n);
  for (guint bank = 0; bank < n_banks; bank++)
    if ((banks >> bank & 1) != 0)
      g_ptr_array_add (numbers, g_strdup_printf ("%u", bank));
  list = ws_words_list ((const char *const *)numbers->pdata, numbers->len);
  return g_strdup_printf (ngettext ("bank %s", "banks %s", n), list);
}

/* (transfer full): the access as a clause, as in "Warp 0 reads 32 words" */
static char *
say_deed (const WsMemoryDrawing *self, const char *what)
{
  switch ((WsOpClass)ws_memory_get_site (self)->op_class)
    {
    case WS_OP_LOAD:
      return g_strdup_printf (_ ("Warp %1$u reads %2$s"), self->warp, what);
    case WS_OP_STORE:
      return g_strdup_printf (_ ("Warp %1$u writes %2$s"), self->warp, what);
    default:
      return g_strdup_printf (_ ("Warp %1$u updates %2$s"), self->warp, what);
    }
}

/* (transfer full): lanes that update the same word wait for each other, and so do those of a bank
 */
static char *
say_shared_atomic (const WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  guint64 address;
  guint n_words;
  guint most = ws_memory_request_find_most_shared (r, &address, &n_words);
  g_autofree char *words = g_strdup_printf (ngettext ("%u word", "%u words", n_words), n_words);
  g_autofree char *passes =
      g_strdup_printf (ngettext ("%u pass", "%u passes", r->n_passes), r->n_passes);
  g_autofree char *deed = say_deed (self, words);
  g_autofree char *place = ws_memory_name_place (self->scene, WS_SPACE_SHARED, address);

  /* Translators: 1: "Warp 0 updates 32 words", 2: "1 pass" */
  if (r->ways <= 1)
    return g_strdup_printf (_ ("%1$s in %2$s: no two lanes hit the same bank."), deed, passes);
  /* Translators: 4: an element, as in "own[8]" */
  if (most >= r->ways)
    return g_strdup_printf (
        _ ("%1$s in %2$s: up to %3$u lanes hit %4$s and are served one after another."), deed,
        passes, most, place);
  return g_strdup_printf (
      _ ("%1$s in %2$s: up to %3$u lanes hit one bank and are served one after another."), deed,
      passes, r->ways);
}

/* (transfer full) */
static char *
say_shared (const WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  guint n = (guint)__builtin_popcount (r->lanes);
  g_autofree char *words =
      g_strdup_printf (ngettext ("%u word", "%u words", r->n_words), r->n_words);
  g_autofree char *passes =
      g_strdup_printf (ngettext ("%u pass", "%u passes", r->n_passes), r->n_passes);
  g_autofree char *deed = say_deed (self, words);
  g_autofree char *banks = name_banks (ws_memory_request_get_worst_banks (r), r->banks);

  /* Translators: 1: "Warp 0 reads 32 words", 2: "8 passes" */
  if (r->ways > 1)
    return g_strdup_printf (_ ("%1$s in %2$s: %3$u-way conflict in %4$s."), deed, passes, r->ways,
                            banks);
  if (r->n_words == 1 && n > 1)
    return g_strdup_printf (_ ("%1$s in %2$s: a broadcast to %3$u lanes."), deed, passes, n);
  if (ws_memory_request_get_broadcast (r) != 0)
    return g_strdup_printf (
        _ ("%1$s in %2$s: no bank conflict; lanes that share a word get it in one pass."), deed,
        passes);
  if (r->n_passes > 1)
    return g_strdup_printf (_ ("%1$s in %2$s, with part of the warp in each: no bank conflict."),
                            deed, passes);
  return g_strdup_printf (_ ("%1$s in %2$s: no bank conflict."), deed, passes);
}

/* (transfer full): the buffer, or what memory it is */
static char *
name_memory (const WsScene *scene, WsSpace space, guint64 address)
{
  const WsRegion *region = ws_memory_find_region (scene->run, scene->launch, space, address);

  if (region != NULL)
    return g_strdup_printf (_ ("“%s”"), region->name);
  return g_strdup (space == WS_SPACE_SHARED  ? _ ("shared memory")
                   : space == WS_SPACE_CONST ? _ ("constant memory")
                   : space == WS_SPACE_LOCAL ? _ ("local memory")
                                             : _ ("global memory"));
}

static guint
get_first_lane (const WsMemoryRequest *self)
{
  return self->lanes != 0 ? (guint)__builtin_ctz (self->lanes) : 0;
}

/* (transfer full): the L2 cache does atomics, one after another at an address */
static char *
say_global_atomic (const WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  guint64 address;
  guint n_addresses;
  guint most = ws_memory_request_find_most_shared (r, &address, &n_addresses);
  g_autofree char *name = name_memory (self->scene, r->space, r->address[get_first_lane (r)]);
  g_autofree char *deed = say_deed (self, name);
  g_autofree char *pieces = name_pieces (r->rule, r->n_pieces);
  g_autofree char *place = ws_memory_name_place (self->scene, r->space, address);

  /* Translators: 1: "Warp 0 updates “bins”", 2: "4 sectors of 32 bytes" */
  if (most <= 1)
    return g_strdup_printf (_ ("%1$s: %2$s; all lanes have different addresses."), deed, pieces);
  /* Translators: 4: an element, as in "bins[8]" */
  if (self->scene->run->spec->l2_bytes == 0)
    return g_strdup_printf (_ ("%1$s: %2$s; up to %3$u lanes share %4$s and take turns."), deed,
                            pieces, most, place);
  return g_strdup_printf (_ ("%1$s: %2$s; up to %3$u lanes share %4$s and take turns in L2."), deed,
                          pieces, most, place);
}

/* (transfer full) */
static char *
say_global (const WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  g_autofree char *name = name_memory (self->scene, r->space, r->address[get_first_lane (r)]);
  g_autofree char *deed = say_deed (self, name);
  g_autofree char *pieces = name_pieces (r->rule, r->n_pieces);
  g_autofree char *used = ws_format_count (r->used_bytes);
  g_autofree char *moved = ws_format_count (r->moved_bytes);
  g_autofree char *share =
      ws_memory_format_share (r->moved_bytes > 0 ? r->used_bytes / (double)r->moved_bytes : 0);

  /* Translators: 1: "Warp 0 reads “data”", 2: "4 sectors of 32 bytes", 5: a share */
  return g_strdup_printf (_ ("%1$s: %2$s, %3$s of %4$s bytes used: %5$s."), deed, pieces, used,
                          moved, share);
}

/* (transfer full): one address at a time */
static char *
say_constant (const WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  guint n = (guint)__builtin_popcount (r->lanes);
  const WsRegion *region = ws_memory_find_region (self->scene->run, self->scene->launch, r->space,
                                                  r->address[get_first_lane (r)]);
  g_autofree char *name = region != NULL
                              ? g_strdup_printf (_ ("“%s” in constant memory"), region->name)
                              : g_strdup (_ ("constant memory"));
  g_autofree char *deed = say_deed (self, name);

  /* Translators: 1: "Warp 0 reads “mask”" */
  if (r->n_passes == 1)
    return g_strdup_printf (ngettext ("%1$s: one address, for %2$u lane.",
                                      "%1$s: one address, a broadcast to %2$u lanes.", n),
                            deed, n);
  return g_strdup_printf (_ ("%1$s: %2$u addresses; the constant cache serves one after another."),
                          deed, r->n_passes);
}

/* (transfer full): hidden form: the access without its cost */
static char *
say_less (const WsMemoryDrawing *self)
{
  const WsSite *site = ws_memory_get_site (self);
  g_autofree char *name = name_memory (self->scene, self->request.space,
                                       self->request.address[get_first_lane (&self->request)]);

  return g_strdup_printf (_ ("Warp %1$u at line %2$u: %3$s of %4$s."), self->warp, site->line,
                          ws_memory_name_deed ((WsOpClass)site->op_class, self->request.space),
                          name);
}

static char *
say_request (const WsMemoryDrawing *self)
{
  static char *(*const say[2][2]) (const WsMemoryDrawing *) = { { say_global, say_global_atomic },
                                                                { say_shared, say_shared_atomic } };

  if (!self->has_request)
    return g_strdup_printf (_ ("Warp %u does not access memory in this run."), self->warp);
  if (ws_memory_hides (self))
    return say_less (self);
  if (self->request.space == WS_SPACE_CONST)
    return say_constant (self);
  return say[self->request.space == WS_SPACE_SHARED][self->request.is_atomic](self);
}

/* ---- of lines ---- */

/* (transfer full): which line takes most time, and how much */
static char *
say_time (const WsMemoryDrawing *self)
{
  const GArray *lines = self->scene->memory->lines;
  g_autofree guint64 *cycles = NULL;
  g_autofree char *share = NULL;
  g_autofree char *all = NULL;
  guint first = 0;
  guint line;
  guint64 sum = 0;

  if (self->stalls == NULL)
    return g_strdup (_ ("Timing again…"));
  if (self->stalls->warp_cycles == 0)
    return ws_launch_stalls_describe (self->stalls);
  cycles = ws_memory_weigh_lines (self);
  for (guint i = 0; i < lines->len; i++)
    {
      sum += cycles[i];
      first = cycles[i] > cycles[first] ? i : first;
    }
  line = g_array_index (lines, WsMemoryLine, first).line;
  share = ws_memory_format_share ((double)cycles[first] / (double)self->stalls->warp_cycles);
  if (sum == cycles[first])
    return g_strdup_printf (_ ("Warps spend %1$s of their cycles on line %2$u."), share, line);
  all = ws_memory_format_share ((double)sum / (double)self->stalls->warp_cycles);
  /* Translators: as in "Warps spend 63.1 % of their cycles on memory; line 21 alone takes 40.2 %."
   */
  return g_strdup_printf (
      _ ("Warps spend %1$s of their cycles on memory; line %2$u alone takes %3$s."), all, line,
      share);
}

/* (transfer full): which line wastes most, and how much */
static char *
say_lines (const WsMemoryDrawing *self)
{
  const GArray *lines = self->scene->memory->lines;
  const WsSpec *spec = self->scene->run->spec;
  const WsMemoryLine *worst = NULL;
  g_autofree char *share = NULL;

  for (guint i = 0; i < lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (lines, WsMemoryLine, i);

      if (worst == NULL
          || ws_memory_line_get_lost_bytes (line, spec)
                 > ws_memory_line_get_lost_bytes (worst, spec))
        worst = line;
    }
  if (worst == NULL)
    return g_strdup (_ ("No line of this kernel accesses memory."));
  if (ws_memory_hides (self))
    return g_strdup_printf (ngettext ("%u access in the source to memory.",
                                      "%u accesses in the source to memory.", lines->len),
                            lines->len);
  if (self->options->ranking == WS_MEMORY_RANK_TIME)
    return say_time (self);
  if (ws_memory_line_get_efficiency (worst) >= 0.995)
    return g_strdup (_ ("Every line uses all bytes it moves, without bank conflicts."));
  share = ws_memory_format_share (ws_memory_line_get_efficiency (worst));
  if (worst->space == WS_SPACE_SHARED)
    return g_strdup_printf (
        _ ("Worst: line %1$u, with %2$.3g passes per request; %3$.3g would suffice."), worst->line,
        ws_memory_line_get_per_request (worst),
        worst->requests > 0 ? (double)worst->ideal_wavefronts / (double)worst->requests : 0);
  return g_strdup_printf (_ ("Worst: line %1$u, which uses %2$s of the bytes it moves."),
                          worst->line, share);
}

/* ---- of a buffer ---- */

/* Returns: (transfer none) (nullable): the buffer of the access where that is to global memory,
 * else the one of which most was touched */
const WsMemoryBuffer *
ws_memory_get_buffer (const WsMemoryDrawing *self)
{
  const WsMemoryUse *use = self->scene->memory;
  const WsMemoryBuffer *most = NULL;
  int found = -1;

  if (self->has_request && self->request.space == WS_SPACE_GLOBAL)
    found = ws_memory_use_find_buffer (use, self->scene->run,
                                       self->request.address[get_first_lane (&self->request)]);
  /* one word of a result is no image */
  if (found >= 0
      && g_array_index (use->buffers, WsMemoryBuffer, (guint)found).n_touches >= WS_WARP_SIZE)
    return &g_array_index (use->buffers, WsMemoryBuffer, (guint)found);
  for (guint i = 0; i < use->buffers->len; i++)
    {
      const WsMemoryBuffer *buffer = &g_array_index (use->buffers, WsMemoryBuffer, i);

      if (most == NULL || buffer->n_touches > most->n_touches)
        most = buffer;
    }
  return most;
}

/* (transfer full): how often each element is accessed, and what the colours say */
static char *
say_coloring (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer)
{
  static const WsPlural often[WS_N_MEMORY_COLORINGS] = {
    [WS_MEMORY_BY_COUNT] =
        WS_PLURAL (N_ ("Each is accessed once."), N_ ("Each is accessed %1$s times.")),
    [WS_MEMORY_BY_BLOCK] =
        WS_PLURAL (N_ ("Each once; the colours show by which block."),
                   N_ ("Each %1$s times; the colours show by which block first.")),
    [WS_MEMORY_BY_TIME] = WS_PLURAL (N_ ("Each once; the colours show when."),
                                     N_ ("Each %1$s times; the colours show when first.")),
    [WS_MEMORY_BY_VALUE] = WS_PLURAL (N_ ("Each once; the colours show values."),
                                      N_ ("Each %1$s times; the colours show values.")),
  };
  WsMemoryColoring coloring = ws_memory_choose_coloring (self, buffer);
  g_autofree double *counts = ws_memory_find_values (self, buffer, WS_MEMORY_BY_COUNT);
  g_autofree char *times = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  double least;
  double most;

  ws_memory_find_reach (counts, buffer->n_touches, &least, &most);
  from = ws_format_count ((guint64)least);
  to = ws_format_count ((guint64)most);
  if (least == most)
    return ws_words_format (&often[coloring], (guint64)most, to, NULL);
  if (coloring == WS_MEMORY_BY_COUNT)
    return g_strdup_printf (_ ("The colours show how often: %1$s to %2$s times."), from, to);
  /* Translators: as in "1 to 4" */
  times = g_strdup_printf (_ ("%1$s to %2$s"), from, to);
  return ws_words_format (&often[coloring], (guint64)most, times, NULL);
}

static char *
say_buffer (const WsMemoryDrawing *self)
{
  const WsMemoryBuffer *buffer = ws_memory_get_buffer (self);
  const WsScene *scene = self->scene;
  g_autofree char *touched = NULL;
  g_autofree char *elements = NULL;
  g_autofree char *coloring = NULL;
  g_autofree char *deed = NULL;
  const WsRegion *region;

  if (buffer == NULL)
    return g_strdup (_ ("No recorded block accesses a buffer."));
  region = g_ptr_array_index (scene->run->regions, buffer->region);
  if (ws_memory_hides (self))
    return g_strdup_printf (_ ("Accesses to the elements of %s."), region->name);
  touched = ws_format_count (buffer->n_touches);
  elements = ws_format_count (buffer->n_elements);
  coloring = say_coloring (self, buffer);
  deed = g_strdup_printf (ngettext ("%1$s: the recorded block accesses %2$s of %3$s elements.",
                                    "%1$s: the %4$u recorded blocks access %2$s of %3$s elements.",
                                    scene->memory->n_blocks),
                          region->name, touched, elements, scene->memory->n_blocks);
  return g_strdup_printf ("%s %s", deed, coloring);
}

/* Returns: (transfer full): the text above it */
char *
ws_memory_make_sentence (const WsMemoryDrawing *self)
{
  static char *(*const say[WS_N_MEMORY_MODES]) (
      const WsMemoryDrawing *) = { [WS_MEMORY_REQUEST] = say_request,
                                   [WS_MEMORY_LINES] = say_lines,
                                   [WS_MEMORY_BUFFER] = say_buffer };

  return say[self->options->mode](self);
}

/* (transfer full) (nullable): how many banks work in a pass, or where the sectors are found */
static char *
say_more (const WsMemoryDrawing *self)
{
  const WsMemoryRequest *r = &self->request;
  WsMemoryLevelCount levels;
  guint most = 0;

  if (r->space == WS_SPACE_SHARED)
    {
      for (guint pass = 0; pass < r->n_passes; pass++)
        {
          guint busy = 0;

          for (guint i = 0; i < r->n_words; i++)
            busy += r->words[i].pass == pass;
          most = MAX (most, busy);
        }
      if (r->n_passes == 1)
        return g_strdup_printf (
            ngettext ("%1$u of %2$u banks is busy", "%1$u of %2$u banks are busy", most), most,
            r->banks);
      return g_strdup_printf (ngettext ("at most %1$u of %2$u banks is busy per pass",
                                        "at most %1$u of %2$u banks are busy per pass", most),
                              most, r->banks);
    }
  ws_memory_use_count_levels (self->scene->memory, r, self->event, &levels);
  return ws_memory_say_levels (&levels);
}

/* The hit rates that the hardware counted in the launch. */
static void
append_counted (const WsMemoryDrawing *self, GString *note)
{
  static const struct {
    const char *counter;
    const char *cache;
  } rates[] = { { "l1tex__t_sector_hit_rate.pct", "L1" }, { "lts__t_sector_hit_rate.pct", "L2" } };
  const GPtrArray *counters = self->scene->run->counters;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    for (guint k = 0; k < counters->len; k++)
      {
        const WsCounter *counter = g_ptr_array_index (counters, k);
        g_autofree char *share = NULL;

        if (counter->launch != self->scene->launch
            || !g_str_equal (counter->name, rates[i].counter))
          continue;
        share = ws_memory_format_share (counter->value / 100);
        g_ptr_array_add (parts, g_strdup_printf ("%s %s", rates[i].cache, share));
      }
  if (parts->len == 0)
    return;
  list = ws_words_list ((const char *const *)parts->pdata, parts->len);
  /* Translators: as in "L1 48.3 % and L2 60 %" */
  g_string_append_printf (note, _ (" · hit rates measured by hardware: %s"), list);
}

/* (transfer full): where the figures of the lines come from */
static char *
note_lines (const WsMemoryDrawing *self)
{
  const WsMemoryUse *use = self->scene->memory;
  GString *note = g_string_new (use->of_all_blocks ? _ ("counted in all blocks of the launch")
                                                   : _ ("counted in the blocks recorded in full"));

  if (self->table.cache_w > 0 || self->table.caches.h > 0)
    g_string_append_printf (note, " · %s",
                            use->of_all_blocks ? _ ("caches as modelled, in the recorded blocks")
                                               : _ ("caches as modelled"));
  if (self->options->ranking == WS_MEMORY_RANK_TIME)
    g_string_append_printf (note, " · %s", _ ("cycles of issuing and waiting, as modelled"));
  append_counted (self, note);
  return g_string_free (note, FALSE);
}

/* Returns: (transfer full): one quiet line below its sentence */
char *
ws_memory_make_note (const WsMemoryDrawing *self)
{
  const WsMemoryUse *use = self->scene->memory;
  g_autofree char *source = NULL;
  g_autofree char *more = NULL;
  GString *note;
  guint line;

  if (self->options->mode == WS_MEMORY_LINES)
    return note_lines (self);
  if (self->options->mode == WS_MEMORY_BUFFER)
    {
      const char *known = use->truncated
                              ? _ ("known only for blocks recorded in full, not all of them")
                              : _ ("known only for blocks recorded in full");

      g_autofree char *length = ws_format_count (self->image.length);

      return self->image.n_columns > 0
                 ? g_strdup_printf (_ ("%1$s · %2$s elements per row"), known, length)
                 : g_strdup (known);
    }
  if (!self->has_request)
    return g_strdup ("");
  line = ws_memory_get_site (self)->line;
  source = ws_memory_dup_source (self->kernel, line);
  note = g_string_new (NULL);
  more = ws_memory_hides (self) ? NULL : say_more (self);
  if (self->is_to_come)
    g_string_append_printf (note, "%s · ", _ ("to come"));
  if (more != NULL)
    g_string_append_printf (note, "%s · ", more);
  if (source != NULL)
    g_string_append_printf (note, _ ("line %1$u: %2$s"), line, source);
  else if (line > 0)
    g_string_append_printf (note, _ ("line %u"), line);
  return g_string_free (note, FALSE);
}

/**
 * ws_memory_subtitle:
 * @moment: when, and which warp
 * @options: the view's options
 *
 * Returns: (transfer full): as in "shared load at line 21"
 */
char *
ws_memory_subtitle (const WsScene *scene, const WsMoment *moment, const WsMemoryOptions *options)
{
  WsMemoryDrawing self;
  char *subtitle = NULL;

  if (!ws_memory_begin (&self, scene, moment, options, NULL))
    return g_strdup ("");
  if (options->mode == WS_MEMORY_LINES)
    subtitle = g_strdup (_ ("line by line"));
  else if (options->mode == WS_MEMORY_BUFFER || !self.has_request)
    subtitle = g_strdup (_ ("accesses to a buffer"));
  else
    {
      const WsSite *site = ws_memory_get_site (&self);
      const char *deed = ws_memory_name_deed ((WsOpClass)site->op_class, self.request.space);

      subtitle = site->line > 0 ? g_strdup_printf (_ ("%1$s at line %2$u"), deed, site->line)
                                : g_strdup (deed);
    }
  ws_memory_end (&self);
  return subtitle;
}

/**
 * ws_memory_sentence:
 * @moment: when, and which warp
 * @options: the view's options
 *
 * Returns: (transfer full): what there is to see, as in "Warp 0 reads 32 words in 8 passes: 8-way
 * conflict in banks 0, 8, 16 and 24."
 */
char *
ws_memory_sentence (const WsScene *scene, const WsMoment *moment, const WsMemoryOptions *options)
{
  WsMemoryDrawing self;
  char *sentence;

  if (!ws_memory_begin (&self, scene, moment, options, NULL))
    return g_strdup ("");
  sentence = ws_memory_make_sentence (&self);
  ws_memory_end (&self);
  return sentence;
}

/**
 * ws_memory_figure:
 * @moment: when, and which warp
 * @options: of its access
 *
 * Returns: (transfer full) (nullable): what the access costs in a few words, as in "4-way bank
 * conflict" or "25 % used", of the bytes that it moves; %NULL if the warp makes none
 */
char *
ws_memory_figure (const WsScene *scene, const WsMoment *moment, const WsMemoryOptions *options)
{
  WsMemoryDrawing self;
  char *figure = NULL;

  if (!ws_memory_begin (&self, scene, moment, options, NULL))
    return NULL;
  if (!self.has_request || ws_memory_hides (&self))
    figure = NULL;
  else if (self.request.space != WS_SPACE_GLOBAL && self.request.ways > 1)
    figure = g_strdup_printf (_ ("%u-way bank conflict"), self.request.ways);
  else if (self.request.space == WS_SPACE_SHARED)
    figure = g_strdup (_ ("no bank conflict"));
  else if (self.request.moved_bytes > 0)
    {
      g_autofree char *share =
          ws_memory_format_share (self.request.used_bytes / (double)self.request.moved_bytes);

      figure = g_strdup_printf (_ ("%s used"), share);
    }
  ws_memory_end (&self);
  return figure;
}
