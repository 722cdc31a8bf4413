/* words.c: what two runs beside each other are called, and what differs, in words. */
#include "beside/private.h"

#include "sheet/words.h"
#include "sms/sms.h"
#include "words/date.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* What the sentence says of a stage, and of a launch; and what stands below each panel. */
static const char *const of_stage[] = { "divergent-warps", "bank-conflict-ways", "threads", "warps",
                                        NULL };
static const char *const of_launch[] = { "achieved-occupancy", "sm-efficiency", NULL };
static const char *const below_block[] = { "divergent-warps", "bank-conflict-ways", "threads",
                                           NULL };

static const WsRun *
get_run (const WsBeside *self, WsBesideSide side)
{
  return self->scenes[side]->run;
}

/* Of the run, as people call it; not translated yet. */
static const char *
get_title (const WsBeside *self, WsBesideSide side)
{
  const WsRun *run = get_run (self, side);

  if (run->title != NULL && *run->title != '\0')
    return run->title;
  return ws_run_get_kernel (run, self->scenes[side]->launch)->title;
}

/* (transfer full) */
static char *
get_kernel_title (const WsBeside *self, WsBesideSide side)
{
  return g_strdup (ws_words_translate (get_title (self, side)));
}

/* (transfer full): "kernel 1, interleaved addressing" */
static char *
name_kernel (const WsBeside *self, WsBesideSide side)
{
  g_autofree char *name = ws_sheet_refer (get_title (self, side));
  g_autofree char *title = get_kernel_title (self, side);
  g_autofree char *clean = ws_sheet_clean (title);
  const char *colon = strchr (clean, ':');

  if (colon == NULL || colon == clean)
    return g_steal_pointer (&name);
  return g_strdup_printf (_ ("%1$s, %2$s"), name, g_strchug ((char *)colon + 1));
}

/* (transfer full): what both have, once, or "A | B" */
static char *
pair (const char *left, const char *right)
{
  return g_strcmp0 (left, right) == 0 ? g_strdup (left) : g_strdup_printf ("%s | %s", left, right);
}

/* ---- names ---- */

static gboolean
has_one_kernel (const WsBeside *self)
{
  g_autofree char *left = get_kernel_title (self, WS_BESIDE_LEFT);
  g_autofree char *right = get_kernel_title (self, WS_BESIDE_RIGHT);

  return g_str_equal (left, right);
}

/* Returns: (transfer full): what they are, as in "Kernel 1 beside kernel 3"; of one kernel its
 * title */
char *
ws_beside_title (const WsBeside *self)
{
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;
  g_autofree char *both = NULL;

  if (has_one_kernel (self))
    return get_kernel_title (self, WS_BESIDE_LEFT);
  left = ws_sheet_refer (get_run (self, WS_BESIDE_LEFT)->title);
  right = ws_sheet_refer (get_run (self, WS_BESIDE_RIGHT)->title);
  both = g_strdup_printf (_ ("%1$s compared with %2$s"), left, right);
  return ws_words_capitalize (both);
}

typedef char *(*Name) (const WsBeside *self, WsBesideSide side);

static char *
name_block (const WsBeside *self, WsBesideSide side)
{
  return g_strdup_printf (_ ("block %u"),
                          ws_launch_get_n_threads (ws_beside_get_launch (self, side)));
}

static char *
name_device (const WsBeside *self, WsBesideSide side)
{
  return ws_sheet_clean (get_run (self, side)->device_name);
}

static char *
name_n (const WsBeside *self, WsBesideSide side)
{
  const WsRun *run = get_run (self, side);
  g_autofree char *n = ws_format_count (run->n_launches > 0 ? run->launches[0].n_elements : 0);

  return g_strdup_printf (_ ("n %s"), n);
}

static char *
name_launch (const WsBeside *self, WsBesideSide side)
{
  return g_strdup_printf (_ ("launch %u"), self->scenes[side]->launch + 1);
}

static char *
name_work (const WsBeside *self, WsBesideSide side)
{
  const char *op = "";
  const char *type = ws_sheet_name_type (get_run (self, side)->value_type);
  GVariant *parameters = get_run (self, side)->parameters;

  if (parameters == NULL || !g_variant_lookup (parameters, "op", "&s", &op))
    return g_strdup (type);
  return g_strdup_printf ("%s, %s", _ (op), type);
}

static char *
name_origin (const WsBeside *self, WsBesideSide side)
{
  return g_strdup (_ (ws_origin_get_name (get_run (self, side)->origin)));
}

static char *
name_minute (const WsBeside *self, WsBesideSide side)
{
  return ws_date_format (get_run (self, side)->date, WS_DATE_TIME);
}

/* What was chosen of the kernel alone: "stride 31, tile 8". */
static char *
name_options (const WsBeside *self, WsBesideSide side)
{
  GVariant *parameters = get_run (self, side)->parameters;
  g_autoptr (GVariantIter) options = NULL;
  GString *text = g_string_new (NULL);
  const char *name;
  const char *value;

  if (parameters != NULL && g_variant_lookup (parameters, "options", "a{ss}", &options))
    while (g_variant_iter_next (options, "{&s&s}", &name, &value))
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", name, value);
  return g_strdelimit (g_string_free (text, FALSE), "_", ' ');
}

static const Name names[] = { name_options, name_block, name_device, name_n,
                              name_launch,  name_work,  name_origin };

static gboolean
add_name (const WsBeside *self, WsBesideSide side, Name name, GString *heading)
{
  g_autofree char *texts[WS_BESIDE_N_SIDES] = { name (self, WS_BESIDE_LEFT),
                                                name (self, WS_BESIDE_RIGHT) };

  if (g_str_equal (texts[0], texts[1]))
    {
      g_free (texts[1]);
      return FALSE;
    }
  if (heading->len > 0)
    g_string_append (heading, WS_SHEET_DOT);
  g_string_append (heading, texts[side]);
  g_free (texts[1]);
  return TRUE;
}

/**
 * ws_beside_heading:
 * @side: of which
 *
 * Returns: (transfer full): which of the two it is, and what sets it apart from the other: its
 * kernel, block size, device: "Before: kernel 1, interleaved addressing"
 */
char *
ws_beside_heading (const WsBeside *self, WsBesideSide side)
{
  GString *heading = g_string_new (NULL);
  g_autofree char *said = NULL;

  if (!has_one_kernel (self))
    {
      g_autofree char *name = name_kernel (self, side);

      g_string_append (heading, name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_name (self, side, names[i], heading);
  if (heading->len == 0)
    {
      g_autofree char *name = name_kernel (self, side);

      g_string_append (heading, name);
      add_name (self, side, name_minute, heading);
    }
  said = g_string_free (heading, FALSE);
  return g_strdup_printf (side == WS_BESIDE_LEFT ? _ ("Before: %s") : _ ("After: %s"), said);
}

/* Returns: (transfer full): where their figures are from, in a line; what both have, once */
char *
ws_beside_source (const WsBeside *self)
{
  static const Name parts[] = { name_device, name_origin, name_n, name_block };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *left = parts[i](self, WS_BESIDE_LEFT);
      g_autofree char *right = parts[i](self, WS_BESIDE_RIGHT);
      g_autofree char *both = pair (left, right);

      if (text->len > 0)
        g_string_append (text, i == 1 ? ", " : WS_SHEET_DOT);
      g_string_append (text, both);
    }
  return g_string_free (text, FALSE);
}

/* ---- the sentence ---- */

/* "Stage 3 of 9, stride 2", "Stage 3 of 9 | 2 of 4, stride 2 | load" */
static void
append_stage (const WsBeside *self, guint stage, GString *text)
{
  guint left = stage + 1;
  guint right = self->stage_of[stage] + 1;
  const guint *n = self->n_stages;
  g_autofree char *title = pair (_ (ws_beside_get_stage (self, WS_BESIDE_LEFT, stage)->title),
                                 _ (ws_beside_get_stage (self, WS_BESIDE_RIGHT, stage)->title));

  if (left == right && n[WS_BESIDE_LEFT] == n[WS_BESIDE_RIGHT])
    g_string_append_printf (text, _ ("Stage %1$u of %2$u, %3$s."), left, n[WS_BESIDE_LEFT], title);
  else
    g_string_append_printf (text, _ ("Stage %1$u of %2$u | %3$u of %4$u, %5$s."), left,
                            n[WS_BESIDE_LEFT], right, n[WS_BESIDE_RIGHT], title);
}

static gboolean
sums (const WsRun *run)
{
  const char *op = "";

  return run->parameters != NULL && g_variant_lookup (run->parameters, "op", "&s", &op)
         && g_str_equal (op, "sum");
}

/* (transfer full): of what a stage makes: "the same sums", "each cell sums 2 | 4 elements"; empty
 * where neither is to be said */
static char *
say_made (const WsBeside *self, guint stage)
{
  const WsStage *left = ws_beside_get_stage (self, WS_BESIDE_LEFT, stage);
  gboolean adds = sums (get_run (self, WS_BESIDE_LEFT));
  guint ours = ws_beside_get_elements (self, WS_BESIDE_LEFT, stage);
  guint theirs = ws_beside_get_elements (self, WS_BESIDE_RIGHT, stage);

  if (ws_beside_makes_the_same (self, stage))
    return g_strdup (left->kind == WS_STAGE_COMBINE && adds ? _ ("the same sums")
                                                            : _ ("the same values"));
  if (ours == theirs || ours == 0 || theirs == 0)
    return g_strdup ("");
  return g_strdup_printf (adds ? _ ("each cell sums %1$u | %2$u elements")
                               : _ ("each cell combines %1$u | %2$u elements"),
                          ours, theirs);
}

/* (transfer full): what differs, of @ids; empty where nothing does */
static char *
say_differences (GPtrArray *figures, const char *const *ids)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const WsBesideFigure *figure = ws_beside_find (figures, ids[i]);
      g_autofree char *said = NULL;

      if (figure == NULL || !figure->differs)
        continue;
      /* fewer threads are fewer warps, mostly */
      if (g_str_equal (ids[i], "warps") && ws_beside_find (figures, "threads")->differs)
        continue;
      said = figure->both != NULL
                 ? g_strdup (figure->both)
                 : pair (
                     figure->texts[WS_BESIDE_LEFT] != NULL ? figure->texts[WS_BESIDE_LEFT] : "?",
                     figure->texts[WS_BESIDE_RIGHT] != NULL ? figure->texts[WS_BESIDE_RIGHT] : "?");
      if (text->len > 0)
        g_string_append (text, "; ");
      g_string_append (text, said);
    }
  return g_string_free (text, FALSE);
}

static void
append_result (const WsBeside *self, GString *text)
{
  const WsRun *left = get_run (self, WS_BESIDE_LEFT);
  const WsRun *right = get_run (self, WS_BESIDE_RIGHT);
  g_autofree char *ours = NULL;
  g_autofree char *theirs = NULL;

  if (!left->has_result || !right->has_result)
    return;
  ours = ws_value_format (left->value_type, left->result, 32);
  theirs = ws_value_format (right->value_type, right->result, 32);
  if (g_str_equal (ours, theirs))
    g_string_append_printf (text, _ (" Same result, %s."), ours);
  else
    g_string_append_printf (text, _ (" Results %1$s | %2$s."), ours, theirs);
}

/* (transfer full): @markup: what differs is bold */
static char *
make_sentence (const WsBeside *self, guint stage, gboolean markup)
{
  g_autoptr (GPtrArray) figures = ws_beside_list_figures (self, stage);
  gboolean has_stage = ws_beside_get_stage (self, WS_BESIDE_LEFT, stage) != NULL;
  g_autofree char *made = has_stage ? say_made (self, stage) : g_strdup ("");
  g_autofree char *differences = say_differences (figures, has_stage ? of_stage : of_launch);
  g_autofree char *begun = ws_words_capitalize (*made != '\0' ? made : differences);
  const char *differs = *made != '\0' ? differences : begun;
  g_autofree char *shown =
      markup ? g_markup_printf_escaped ("<b>%s</b>", differs) : g_strdup (differs);
  g_autofree char *said = NULL;
  GString *text = g_string_new (NULL);

  if (*differences != '\0')
    said = *made != '\0' ? g_strdup_printf (_ ("%1$s; %2$s."), begun, shown)
                         : g_strdup_printf (_ ("%s."), shown);
  else if (!has_stage)
    said = g_strdup (_ ("The same occupancy and SM efficiency."));
  else if (*made == '\0')
    said = g_strdup (_ ("No figure differs."));
  else if (ws_beside_makes_the_same (self, stage))
    said = g_strdup (_ ("The same on both sides."));
  else
    said = g_strdup_printf (_ ("%s."), begun);
  if (has_stage)
    append_stage (self, stage, text);
  ws_words_append (text, said);
  append_result (self, text);
  return g_string_free (text, FALSE);
}

/**
 * ws_beside_sentence:
 * @stage: one of the left; or %WS_NONE, of the launches
 *
 * Returns: (transfer full): what differs, the left's before the right's, and what came out on both
 * sides: "Stage 3 of 9, stride 2. The same sums; 4 of 4 warps diverge | none does. ..."
 */
char *
ws_beside_sentence (const WsBeside *self, guint stage)
{
  return make_sentence (self, stage, FALSE);
}

/**
 * ws_beside_sentence_markup:
 * @stage: one of the left; or %WS_NONE, of the launches
 *
 * Returns: (transfer full): as ws_beside_sentence(), in Pango markup: what differs is bold
 */
char *
ws_beside_sentence_markup (const WsBeside *self, guint stage)
{
  return make_sentence (self, stage, TRUE);
}

/* ---- below each panel ---- */

/**
 * ws_beside_say_now:
 * @side: of which
 * @time: now, in cycles of the left
 *
 * Returns: (transfer full): what holds at that instant: "At 1.52 µs, 64 of 132 SMs work", "At 8.2
 * µs, done since 3.04 µs"; empty if unknown
 */
char *
ws_beside_say_now (const WsBeside *self, WsBesideSide side, double time)
{
  const WsScene *scene = self->scenes[side];
  const WsTimeline *timeline = scene->timeline;
  double cycles = ws_scene_convert_time (self->scenes[WS_BESIDE_LEFT], time, scene);
  g_autofree char *now = NULL;
  g_autofree char *end = NULL;

  if (timeline == NULL)
    return g_strdup ("");
  now = ws_sms_format_time (scene, cycles);
  if (cycles < (double)timeline->end)
    return g_strdup_printf (ngettext ("At %1$s, %2$u of %3$u SM is busy",
                                      "At %1$s, %2$u of %3$u SMs are busy", timeline->n_sms),
                            now, ws_steps_get_value (&timeline->sms, ws_double_to_count (cycles)),
                            timeline->n_sms);
  end = ws_sms_format_time (scene, (double)timeline->end);
  return g_strdup_printf (_ ("At %1$s, finished since %2$s"), now, end);
}

/* As Pango writes a colour. */
static char *
format_color (WsColor color)
{
  return g_strdup_printf ("#%02x%02x%02x", (guint)lround (color.r * 255),
                          (guint)lround (color.g * 255), (guint)lround (color.b * 255));
}

/* A line ends between two figures, and not within one. */
static void
append_note (GString *note, const WsBesideFigure *figure, WsBesideSide side, const char *color)
{
  const char *said = figure->texts[side] != NULL ? figure->texts[side] : "?";
  g_autofree char *escaped = g_markup_escape_text (said, -1);
  g_auto (GStrv) parts = g_strsplit (escaped, " ", -1);
  g_autofree char *text = g_strjoinv ("\u00a0", parts);

  if (note->len > 0)
    g_string_append (note, WS_SHEET_DOT);
  if (figure->differs)
    g_string_append_printf (note, "<span foreground=\"%s\"><b>≠\u00a0%s</b></span>", color, text);
  else
    g_string_append (note, text);
}

/**
 * ws_beside_note:
 * @side: of which
 * @stage: one of the left; or %WS_NONE, of the launches
 * @theme: gives what differs its colour; it has a sign, too
 *
 * Returns: (transfer full): Pango markup: the side's figures, in the same order on both sides
 */
char *
ws_beside_note (const WsBeside *self, WsBesideSide side, guint stage, const WsTheme *theme)
{
  g_autoptr (GPtrArray) figures = ws_beside_list_figures (self, stage);
  gboolean has_stage = ws_beside_get_stage (self, WS_BESIDE_LEFT, stage) != NULL;
  const char *const *ids = has_stage ? below_block : of_launch;
  g_autofree char *color = format_color (theme->playhead);
  GString *note = g_string_new (NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    append_note (note, ws_beside_find (figures, ids[i]), side, color);
  return g_string_free (note, FALSE);
}
