#include "memory/private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

/* Between the access and the next event, its passes are served one after another; with the playhead
 * on an event, all are.
 *
 * Returns: passes that have been served or are */
static guint
get_served (const WsMemoryDrawing *self)
{
  double since = self->moment->position - self->event;

  if (!self->has_request)
    return 0;
  if (self->is_to_come || since <= 0 || since >= 1)
    return self->request.n_passes;
  return MIN ((guint)(since * self->request.n_passes) + 1, self->request.n_passes);
}

/**
 * ws_memory_begin:
 * @self: (out): a drawing, but for its text and layout
 * @scene: of a block
 * @moment: when, and which warp; must outlive @self
 * @options: the view's options; must outlive @self
 * @theme: (nullable): in which colours
 *
 * Returns: %FALSE if the scene has no block
 */
gboolean
ws_memory_begin (WsMemoryDrawing *self, const WsScene *scene, const WsMoment *moment,
                 const WsMemoryOptions *options, const WsTheme *theme)
{
  const WsEvent *event;

  *self = (WsMemoryDrawing){
    .scene = scene, .moment = moment, .theme = theme, .options = options, .event = WS_NONE
  };
  if (scene->memory == NULL || scene->warps->len == 0)
    return FALSE;
  self->kernel = ws_run_get_kernel (scene->run, scene->launch);
  if (options->mode == WS_MEMORY_LINES && options->ranking == WS_MEMORY_RANK_TIME)
    self->stalls = ws_scene_peek_stalls (scene);
  self->warp = MIN (moment->warp, scene->warps->len - 1);
  self->event = ws_memory_use_find_access (
      scene->memory, self->warp, ws_scene_warp_event_at (scene, self->warp, moment->position));
  if (self->event == WS_NONE)
    return TRUE;
  event = &scene->run->events[scene->record->first_event + self->event];
  self->is_to_come = self->event > ws_scene_event_at (scene, moment->position);
  self->has_request =
      ws_memory_request_init (&self->request, scene->run, &self->kernel->sites[event->site], event);
  self->n_served = get_served (self);
  return TRUE;
}

/* Frees what it has, but for its text. */
void
ws_memory_end (WsMemoryDrawing *self)
{
  g_clear_pointer (&self->image.row_numbers, g_array_unref);
  g_clear_pointer (&self->image.column_numbers, g_array_unref);
  g_clear_pointer (&self->table.order, g_array_unref);
  g_clear_pointer (&self->table.weights, g_free);
}

/**
 * ws_memory_get_site:
 * @self: a drawing with a request
 *
 * Returns: (transfer none): the instruction that makes it
 */
const WsSite *
ws_memory_get_site (const WsMemoryDrawing *self)
{
  const WsScene *scene = self->scene;

  return &self->kernel->sites[scene->run->events[scene->record->first_event + self->event].site];
}

/* Returns: whether the request is hidden */
gboolean
ws_memory_hides (const WsMemoryDrawing *self)
{
  return (self->options->emphasis.hide & (WS_HIDE_MASKS | WS_HIDE_COUNTS)) != 0;
}

/* ---- the layout ---- */

/**
 * ws_memory_lay_out:
 * @self: (inout): a drawing whose text is known
 * @width: pixels
 * @height: pixels
 *
 * Computes the layout. The sentence has as many lines as the longest of its kind may need, so that
 * what is below stands still while the playhead moves.
 */
void
ws_memory_lay_out (WsMemoryDrawing *self, double width, double height)
{
  static void (*const lay_out[WS_N_MEMORY_MODES]) (WsMemoryDrawing *) = {
    [WS_MEMORY_LINES] = ws_memory_lay_out_table, [WS_MEMORY_BUFFER] = ws_memory_lay_out_image
  };
  WsMemoryLayout *l = &self->layout;
  double min_px = ws_theme_get_min_text (self->theme, height);
  double inner;
  double line;
  guint n_lines;

  *l = (WsMemoryLayout){ .width = width,
                         .height = height,
                         .scale = ws_theme_get_scale (self->theme, width, height) };
  l->text_px = MAX (self->theme->text_px * l->scale, min_px);
  l->note_px = MAX (self->theme->note_px * l->scale, min_px);
  l->pad = ws_theme_get_margin (self->theme, width, height);
  inner = width - 2 * l->pad;
  line = l->text_px * 1.32;
  n_lines = inner > l->text_px * 40 ? 1 : inner > l->text_px * 22 ? 2 : WS_MEMORY_MAX_LINES;
  while (n_lines > 1 && n_lines * line > height * 0.24)
    n_lines--;
  l->head = (WsBox){ l->pad, l->pad * 0.7, inner, n_lines * line };
  l->note = (WsBox){ l->pad, l->head.y + l->head.h, inner,
                     height > l->text_px * 11 ? l->note_px * 1.7 : 0 };
  l->body.x = l->pad;
  l->body.y = l->note.y + l->note.h + l->note_px * 0.5;
  l->body.w = inner;
  l->body.h = MAX (height - l->pad - l->body.y, 0);
  if (self->options->mode != WS_MEMORY_REQUEST)
    lay_out[self->options->mode](self);
  else if (self->has_request && self->request.space == WS_SPACE_SHARED)
    ws_memory_lay_out_banks (self);
  else if (self->has_request)
    ws_memory_lay_out_segments (self);
}

/* Writes the sentence, and the quiet line below it. */
void
ws_memory_draw_head (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  g_autofree char *sentence = ws_memory_make_sentence (self);
  g_autofree char *note = ws_memory_make_note (self);
  double line = l->text_px * 1.32;
  guint n_lines = MAX ((guint)round (l->head.h / line), 1);
  g_auto (GStrv) lines =
      ws_text_wrap (self->text, WS_FACE_BOLD, l->text_px, l->head.w, n_lines, sentence);

  for (guint i = 0; lines[i] != NULL && i < n_lines; i++)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->ink },
                      &(WsTextPlace){ l->head.x, l->head.y + (i + 0.5) * line, 0 }, l->head.w,
                      lines[i]);
  /* right below the last of them */
  if (l->note.h > 0)
    ws_text_show_fit (
        self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
        &(WsTextPlace){ l->note.x,
                        l->head.y + MIN (g_strv_length (lines), n_lines) * line + l->note.h * 0.5,
                        0 },
        l->note.w, note);
}

/* ---- drawing, picking ---- */

/**
 * ws_draw_memory:
 * @options: (nullable): what of it
 *
 * Draws what the chosen warp asks of memory, or all lines, or a buffer. The background is the
 * caller's.
 */
void
ws_draw_memory (cairo_t *cr, const WsFrame *frame, const WsMemoryOptions *options)
{
  g_autoptr (WsPainter) painter = ws_memory_painter_new (cr);

  ws_memory_painter_set (painter, frame, options);
  ws_painter_draw_all (painter, cr);
}

static gboolean
pick (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit)
{
  if (self->options->mode == WS_MEMORY_LINES)
    return ws_memory_pick_table (self, x, y, hit);
  if (self->options->mode == WS_MEMORY_BUFFER)
    return ws_memory_pick_image (self, x, y, hit);
  if (!self->has_request)
    return FALSE;
  hit->event = self->event;
  return self->request.space == WS_SPACE_SHARED ? ws_memory_pick_banks (self, x, y, hit)
                                                : ws_memory_pick_segments (self, x, y, hit);
}

/**
 * ws_memory_pick:
 * @options: (nullable): as it was drawn
 * @hit: (out): the hit
 *
 * Returns: whether anything is there
 */
gboolean
ws_memory_pick (const WsFrame *frame, const WsMemoryOptions *options, double x, double y,
                WsMemoryHit *hit)
{
  static const WsMemoryOptions defaults;
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsMemoryDrawing self;
  gboolean found;

  g_return_val_if_fail (hit != NULL, FALSE);

  *hit = (WsMemoryHit){ .kind = WS_MEMORY_HIT_NONE, .lane = WS_NONE, .event = WS_NONE };
  if (!ws_memory_begin (&self, frame->scene, frame->moment, options != NULL ? options : &defaults,
                        frame->theme)
      || ws_memory_hides (&self))
    return FALSE;
  self.text = text;
  hit->warp = self.warp;
  ws_memory_lay_out (&self, frame->width, frame->height);
  found = pick (&self, x, y, hit);
  ws_memory_end (&self);
  return found;
}

/* Of an access: the word that a lane asks for, or the lane itself above the sectors. */
static guint32
find_lanes (const WsMemoryDrawing *self, WsBox boxes[WS_WARP_SIZE])
{
  const WsMemoryRequest *r = &self->request;
  guint32 found = 0;

  if (self->options->mode != WS_MEMORY_REQUEST || !self->has_request)
    return 0;
  if (r->space != WS_SPACE_SHARED)
    {
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        boxes[lane] = ws_memory_get_lane_box (self, lane);
      return self->segments.lanes.h > 0 ? G_MAXUINT32 : 0;
    }
  for (guint word = 0; word < r->n_words; word++)
    for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
      if ((r->words[word].lanes >> lane & 1) != 0)
        {
          boxes[lane] = ws_memory_get_word_box (self, word);
          found |= 1u << lane;
        }
  return found;
}

/**
 * ws_memory_find_lanes:
 * @options: as it was drawn
 * @boxes: (out caller-allocates): where what each lane of the warp that is followed asks for stands
 *
 * Returns: a bit for each lane that is drawn
 */
guint32
ws_memory_find_lanes (const WsFrame *frame, const WsMemoryOptions *options,
                      WsBox boxes[WS_WARP_SIZE])
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsMemoryDrawing self;
  guint32 found = 0;

  if (!ws_memory_begin (&self, frame->scene, frame->moment, options, frame->theme))
    return 0;
  self.text = text;
  ws_memory_lay_out (&self, frame->width, frame->height);
  if (!ws_memory_hides (&self))
    found = find_lanes (&self, boxes);
  ws_memory_end (&self);
  return found;
}

/* ---- tooltips ---- */

static char *
describe_lane (const WsMemoryDrawing *self, guint lane)
{
  g_autofree char *place = NULL;

  if ((self->request.lanes >> lane & 1) == 0)
    return g_strdup_printf (_ ("Lane %u does not take part."), lane);
  place = ws_memory_name_place (self->scene, self->request.space, self->request.address[lane]);
  /* Translators: 1: a lane's number, 2: a thread's, 3: an element, as in "sdata[8]" */
  return g_strdup_printf (_ ("Lane %1$u, thread %2$u: %3$s"), lane,
                          self->warp * WS_WARP_SIZE + lane, place);
}

static char *
describe_word (const WsMemoryDrawing *self, guint index)
{
  const WsMemoryRequestWord *word = &self->request.words[index];
  guint n = (guint)__builtin_popcount (word->lanes);
  g_autofree char *place = ws_memory_name_place (self->scene, WS_SPACE_SHARED, word->word * 4);
  g_autofree char *who = n == 1
                             ? g_strdup_printf (_ ("lane %u"), (guint)__builtin_ctz (word->lanes))
                             : g_strdup_printf (ngettext ("%u lane", "%u lanes", n), n);

  /* Translators: 1: an element, as in "sdata[8]", 2: a bank, 3: a pass, 4: how many passes, 5:
   * "lane 3" or "32 lanes" */
  return g_strdup_printf (_ ("%1$s in bank %2$u: pass %3$u of %4$u, %5$s"), place, word->bank,
                          word->pass + 1, self->request.n_passes, who);
}

static char *
describe_sector (const WsMemoryDrawing *self, guint64 address)
{
  g_autofree char *from = ws_memory_name_place (self->scene, self->request.space, address);
  guint used = 0;
  gboolean moved = FALSE;
  WsMemoryLevel level;
  GString *text;

  for (guint i = 0; i < self->request.n_pieces; i++)
    {
      const WsMemoryRequestPiece *piece = &self->request.pieces[i];

      if (address < piece->address || address >= piece->address + piece->bytes)
        continue;
      moved = TRUE;
      used += (guint)__builtin_popcount (piece->used[(address - piece->address) / 32]);
    }
  if (!moved)
    return g_strdup_printf (_ ("From %s: 32 bytes that are not moved"), from);
  if (self->request.space == WS_SPACE_CONST)
    return g_strdup_printf (_ ("From %1$s: %2$u of 32 bytes are read"), from, used);
  text = g_string_new (NULL);
  /* Translators: an element, as in "in[8]"; how many of its 32 bytes are used */
  g_string_append_printf (text, _ ("From %1$s: %2$u of 32 bytes moved are used"), from,
                          MIN (used, 32));
  /* Translators: "in the L1 cache", "in device memory" */
  if (ws_memory_use_find_level (self->scene->memory, &self->request, self->event, address, &level))
    g_string_append_printf (text, _ ("\nFound %s, as modelled"), ws_memory_name_level (level));
  return g_string_free (text, FALSE);
}

static char *
describe_line (const WsMemoryDrawing *self, guint index)
{
  const WsMemoryLine *line = &g_array_index (self->scene->memory->lines, WsMemoryLine, index);
  g_autofree char *requests = ws_format_count (line->requests);
  g_autofree char *share = ws_memory_format_share (ws_memory_line_get_efficiency (line));
  g_autofree char *source = ws_memory_dup_source (self->kernel, line->line);
  g_autofree char *levels = NULL;
  const char *deed = ws_memory_name_deed (line->op_class, line->space);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          _ ("Line %1$u, %2$s: %3$s requests, %4$s of the bytes moved are used"),
                          line->line, deed, requests, share);
  if (line->space == WS_SPACE_SHARED)
    g_string_printf (text, _ ("Line %1$u, %2$s: %3$s requests, %4$.3g passes each"), line->line,
                     deed, requests, ws_memory_line_get_per_request (line));
  levels = ws_memory_say_levels (&line->levels);
  if (levels != NULL)
    g_string_append_printf (text, "\n%s", levels);
  if (source != NULL)
    g_string_append_printf (text, "\n%s", source);
  return g_string_free (text, FALSE);
}

/* (transfer full): an element of a buffer, with its row and column where it has them */
static char *
name_element (const WsMemoryDrawing *self, guint64 address)
{
  const WsScene *scene = self->scene;
  const WsRegion *region =
      ws_memory_find_region (scene->run, scene->launch, WS_SPACE_GLOBAL, address);
  char *place = ws_memory_name_place (scene, WS_SPACE_GLOBAL, address);
  g_autofree char *name = NULL;
  g_autofree char *row = NULL;
  g_autofree char *column = NULL;
  guint64 element;

  if (region == NULL || region->columns < 2)
    return place;
  name = place;
  element = (address - region->address) / MAX (ws_value_type_get_width (region->value_type), 1);
  row = ws_format_count (element / region->columns);
  column = ws_format_count (element % region->columns);
  /* Translators: an element, as in "in[8]" */
  return g_strdup_printf (_ ("%1$s, row %2$s, column %3$s"), name, row, column);
}

static char *
describe_element (const WsMemoryDrawing *self, const WsMemoryHit *hit)
{
  const WsMemoryTouch *touch =
      &g_array_index (self->scene->memory->touches, WsMemoryTouch, hit->index);
  g_autofree char *place = name_element (self, hit->address);
  g_autofree char *time = ws_format_count (touch->order);

  /* Translators: an element, as in "in[8]"; how often it was loaded and stored; by which block, and
   * at which cycle of the launch */
  return g_strdup_printf (_ ("%1$s: read %2$u times, written %3$u times; first by block %4$u at "
                             "cycle %5$s"),
                          place, touch->reads, touch->writes, touch->block, time);
}

/**
 * ws_memory_hit_describe:
 * @moment: when
 * @hit: from ws_memory_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip
 */
char *
ws_memory_hit_describe (const WsScene *scene, const WsMoment *moment, const WsMemoryHit *hit)
{
  static const WsMemoryOptions options;
  WsMemoryDrawing self;
  char *told = NULL;

  if (!ws_memory_begin (&self, scene, moment, &options, NULL))
    return NULL;
  switch (hit->kind)
    {
    case WS_MEMORY_HIT_LANE:
      told = describe_lane (&self, hit->lane);
      break;
    case WS_MEMORY_HIT_WORD:
      told = describe_word (&self, hit->index);
      break;
    case WS_MEMORY_HIT_SECTOR:
      told = describe_sector (&self, hit->address);
      break;
    case WS_MEMORY_HIT_LINE:
      told = describe_line (&self, hit->index);
      break;
    case WS_MEMORY_HIT_ELEMENT:
      told = describe_element (&self, hit);
      break;
    case WS_MEMORY_HIT_NONE:
    default:
      break;
    }
  ws_memory_end (&self);
  return told;
}
