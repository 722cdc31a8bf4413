#include "play.h"

#include <string.h>

Play *
play_new (guint n_threads)
{
  Play *self = g_new0 (Play, 1);

  self->sites = g_array_new (FALSE, TRUE, sizeof (WsSite));
  self->registers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->strings = g_string_new (NULL);
  self->events = g_array_new (FALSE, FALSE, sizeof (WsEvent));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (WsLane));
  self->n_threads = n_threads;
  for (guint i = 0; i < PLAY_GLOBAL; i++)
    self->input[i] = i * 7 % 31 + 1;
  return self;
}

static guint32
add_string (Play *self, const char *text)
{
  guint32 offset = self->strings->len;

  g_string_append_len (self->strings, text, strlen (text) + 1);
  return offset;
}

static WsSpace
find_space (const char *opcode)
{
  if (strstr (opcode, ".global") != NULL)
    return WS_SPACE_GLOBAL;
  if (strstr (opcode, ".shared") != NULL)
    return WS_SPACE_SHARED;
  return WS_SPACE_NONE;
}

static WsValueType
find_type (const char *opcode)
{
  if (strstr (opcode, ".s32") != NULL)
    return WS_VALUE_S32;
  if (strstr (opcode, ".f32") != NULL)
    return WS_VALUE_F32;
  return WS_VALUE_U32;
}

guint
play_site (Play *self, WsOpClass op_class, const char *opcode, const char *registers)
{
  WsSite site = { .text = add_string (self, opcode),
                  .opcode = add_string (self, opcode),
                  .file = WS_NONE,
                  .line = self->sites->len + 1,
                  .ptx_line = self->sites->len + 1,
                  .target = WS_NONE,
                  .reconverge = WS_NONE,
                  .first_register = self->registers->len,
                  .op_class = op_class,
                  .space = find_space (opcode),
                  .value_type = find_type (opcode),
                  .width_bytes = 4,
                  .vector = strstr (opcode, ".v4") != NULL ? 4
                            : strstr (opcode, ".v2")       ? 2
                                                           : 1 };
  g_auto (GStrv) words = g_strsplit (registers, " ", -1);
  guint8 *section = strchr (registers, '=') != NULL ? &site.n_defs : &site.n_uses;

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *digits = words[i] + strcspn (words[i], "0123456789");
      guint32 reg;

      if (strcmp (words[i], "=") == 0)
        section = &site.n_uses;
      if (*digits == '\0')
        continue;
      reg = g_ascii_strtoull (digits, NULL, 10);
      g_assert_cmpuint (reg, <, PLAY_REGISTERS);
      g_array_append_val (self->registers, reg);
      if (words[i][0] == '@')
        site.flags |= WS_SITE_GUARDED | (words[i][1] == '!' ? WS_SITE_GUARD_NEGATED : 0);
      else if (words[i][0] == '[')
        site.n_address++;
      else
        (*section)++;
    }
  g_array_append_val (self->sites, site);
  return self->sites->len - 1;
}

guint
play_branch (Play *self, const char *registers, guint target, guint reconverge)
{
  guint index = play_site (self, WS_OP_BRANCH, "bra", registers);
  WsSite *site = &g_array_index (self->sites, WsSite, index);

  site->target = target;
  site->reconverge = reconverge;
  return index;
}

guint
play_n_warps (const Play *self)
{
  return (self->n_threads + 31) / 32;
}

guint32
play_warp_mask (const Play *self, guint warp)
{
  guint n = self->n_threads - warp * 32;
  return n >= 32 ? G_MAXUINT32 : (1u << n) - 1;
}

static void
add_event (Play *self, guint site, guint warp, guint32 active, guint32 taken, guint32 access)
{
  WsEvent event = { .time = self->time++,
                    .site = site,
                    .block = 0,
                    .active = active,
                    .taken = taken,
                    .access = access,
                    .warp = warp,
                    .space = g_array_index (self->sites, WsSite, site).space };

  if (active == 0)
    return;
  g_array_append_val (self->events, event);
}

static void
compute (Play *self, const WsSite *site, const char *opcode, guint32 *regs)
{
  const guint32 *list = &g_array_index (self->registers, guint32, site->first_register);
  guint32 a = site->n_uses > 0 ? regs[list[site->n_defs]] : 0;
  guint32 b = site->n_uses > 1 ? regs[list[site->n_defs + 1]] : 0;

  if (site->n_defs == 0)
    return;
  if (g_str_has_prefix (opcode, "add"))
    regs[list[0]] = a + b;
  else if (g_str_has_prefix (opcode, "max"))
    regs[list[0]] = (gint32)a > (gint32)b ? a : b;
  else
    regs[list[0]] = a;
}

void
play (Play *self, guint site_index, guint warp, guint32 active, guint32 taken)
{
  const WsSite *site = &g_array_index (self->sites, WsSite, site_index);

  if (site->op_class == WS_OP_ALU)
    for (guint lane = 0; lane < 32; lane++)
      if ((taken & 1u << lane) != 0)
        compute (self, site, self->strings->str + site->opcode, self->regs[warp * 32 + lane]);
  add_event (self, site_index, warp, active, taken, WS_NONE);
}

static guint32 *
find_word (Play *self, WsSpace space, guint64 address)
{
  if (space == WS_SPACE_SHARED)
    return &self->shared[address / 4];
  return address < PLAY_OUTPUT ? &self->input[(address - PLAY_INPUT) / 4]
                               : &self->output[(address - PLAY_OUTPUT) / 4];
}

void
play_access (Play *self, guint site_index, guint warp, guint32 active, guint32 taken,
             const guint64 *address)
{
  const WsSite *site = &g_array_index (self->sites, WsSite, site_index);
  const guint32 *list = &g_array_index (self->registers, guint32, site->first_register);
  guint first = self->lanes->len;

  for (guint lane = 0; lane < 32; lane++)
    for (guint element = 0; (taken & 1u << lane) != 0 && element < site->vector; element++)
      {
        guint64 place = address[lane] + 4 * element;
        guint32 *word = find_word (self, site->space, place);
        guint32 *regs = self->regs[warp * 32 + lane];
        WsLane access = { .address = place };

        if (site->op_class == WS_OP_STORE)
          *word = site->n_uses > 0 ? regs[list[site->n_defs + element]] : 0;
        access.value = *word;
        if (site->op_class == WS_OP_LOAD)
          regs[list[element]] = *word;
        if (site->op_class == WS_OP_ATOMIC)
          *word += regs[list[site->n_defs]];
        g_array_append_val (self->lanes, access);
      }
  add_event (self, site_index, warp, active, taken, first);
}

void
play_shuffle_down (Play *self, guint site_index, guint warp, guint32 active, guint delta)
{
  const WsSite *site = &g_array_index (self->sites, WsSite, site_index);
  const guint32 *list = &g_array_index (self->registers, guint32, site->first_register);
  guint first = self->lanes->len;
  guint32 before[32];

  for (guint lane = 0; lane < 32; lane++)
    before[lane] = self->regs[warp * 32 + lane][list[site->n_defs]];
  for (guint lane = 0; lane < 32; lane++)
    if ((active & 1u << lane) != 0)
      {
        guint source = lane + delta < 32 ? lane + delta : lane;
        WsLane access = { .address = source, .value = before[source] };

        self->regs[warp * 32 + lane][list[0]] = before[source];
        g_array_append_val (self->lanes, access);
      }
  add_event (self, site_index, warp, active, active, first);
}

WsSpec *
play_load_spec (const char *id)
{
  g_autofree char *name = g_strconcat (id, ".ini", NULL);
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "resources", "specs", name, NULL);
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  WsSpec *spec;

  g_key_file_load_from_file (key_file, path, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  spec = ws_spec_new_from_key_file (key_file, id, &error);
  g_assert_no_error (error);
  return spec;
}

WsKernel *
play_make_kernel (const Play *self)
{
  guint32 names[PLAY_REGISTERS];
  g_autoptr (GString) strings = g_string_new_len (self->strings->str, self->strings->len);

  for (guint i = 0; i < PLAY_REGISTERS; i++)
    {
      names[i] = strings->len;
      g_string_append_printf (strings, "%%r%u%c", i, 0);
    }
  return ws_kernel_new (&(WsKernel){
      .entry = (char *)"played",
      .title = (char *)"played<>",
      .file = (char *)"played.cu",
      .ptx = (char *)"// none",
      .sites = (const WsSite *)(gpointer)self->sites->data,
      .n_sites = self->sites->len,
      .registers = (const guint32 *)(gpointer)self->registers->data,
      .n_registers = self->registers->len,
      .register_names = names,
      .n_register_names = PLAY_REGISTERS,
      .strings = strings->str,
      .strings_size = strings->len,
  });
}

WsRun *
play_end (Play *self, const char *spec_id)
{
  g_autoptr (WsSpec) spec = play_load_spec (spec_id);
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "hand", "Pencil and paper", WS_ORIGIN_MODELLED);
  WsLaunch launch = { .grid = { 1, 1, 1 },
                      .block = { self->n_threads, 1, 1 },
                      .static_shared_bytes = self->n_threads * 4,
                      .n_elements = self->n_threads,
                      .n_results = 1,
                      .duration_cycles = self->time };
  WsRun *run;

  ws_run_builder_set_about (builder, "played", "Played", NULL, WS_VALUE_S32,
                            ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (self));
  ws_run_builder_add_launch (builder, &launch);
  ws_run_builder_add_block (builder, 0, 0, (const WsEvent *)(gpointer)self->events->data,
                            self->events->len, (const WsLane *)(gpointer)self->lanes->data,
                            self->lanes->len);
  run = ws_run_builder_end (builder);
  g_assert_nonnull (run);
  g_array_unref (self->sites);
  g_array_unref (self->registers);
  g_string_free (self->strings, TRUE);
  g_array_unref (self->events);
  g_array_unref (self->lanes);
  g_free (self);
  return run;
}
