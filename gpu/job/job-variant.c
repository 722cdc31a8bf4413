/* job-variant.c: a job as a GVariant, for sending and storing. */
#include "job/job.h"

#include <glib/gi18n.h>

#define CONTENTS  "(utdduddaya(tt))"
#define ENTRIES   "a(ssa(uu)a(suubb))"
#define BUFFERS   "a(ssutua(suu)" CONTENTS ")"
#define ARGUMENTS "a(uututay)"
#define LINK      (WS_ARGUMENT_LAST + 1) /* an address in the structure before it */
#define LAUNCHES  "a(u(uuu)(uuu)uutt" ARGUMENTS ")"
#define CHECKS    "a(uutt" CONTENTS "uutd)"
#define TEXTURES  "a(u(uuu)yyyyu)" /* likewise */
#define SYMBOLS   "a(us)"          /* of a buffer, by its index */
#define WRITERS   "a(usu)"         /* likewise: the writer, and its launch */
#define ADDRESSES "a(uuut)"        /* likewise: offset in it, target buffer and offset */

/* ---- writing ---- */

static GVariant *
bytes_to_variant (GBytes *bytes)
{
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);

  return g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, bytes != NULL ? bytes : nothing,
                                   TRUE);
}

static GVariant *
contents_to_variant (const WsContents *self)
{
  GVariantBuilder patches;

  g_variant_builder_init (&patches, G_VARIANT_TYPE ("a(tt)"));
  for (guint i = 0; self->patches != NULL && i < self->patches->len; i++)
    {
      const WsPatch *patch = &g_array_index (self->patches, WsPatch, i);

      g_variant_builder_add (&patches, "(tt)", patch->index, patch->bits);
    }
  return g_variant_new ("(utddudd@aya(tt))", (guint32)self->kind, self->seed, self->first,
                        self->step, self->count, self->divisor, self->plus,
                        bytes_to_variant (self->values), &patches);
}

static const char *
text (const char *nullable)
{
  return nullable != NULL ? nullable : "";
}

static GVariant *
entries_to_variant (const GArray *entries)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (ENTRIES));
  for (guint i = 0; i < entries->len; i++)
    {
      const WsEntry *entry = &g_array_index (entries, WsEntry, i);

      g_variant_builder_open (&builder, G_VARIANT_TYPE ("(ssa(uu)a(suubb))"));
      g_variant_builder_add (&builder, "s", entry->name);
      g_variant_builder_add (&builder, "s", entry->title);
      g_variant_builder_open (&builder, G_VARIANT_TYPE ("a(uu)"));
      for (guint r = 0; r < entry->registers->len; r++)
        {
          const WsRegisters *one = &g_array_index (entry->registers, WsRegisters, r);

          g_variant_builder_add (&builder, "(uu)", one->architecture, one->registers);
        }
      g_variant_builder_close (&builder);
      g_variant_builder_open (&builder, G_VARIANT_TYPE ("a(suubb)"));
      for (guint p = 0; p < entry->parameters->len; p++)
        {
          const WsParameter *parameter = &g_array_index (entry->parameters, WsParameter, p);

          g_variant_builder_add (&builder, "(suubb)", parameter->name, parameter->size,
                                 parameter->alignment, parameter->is_pointer, parameter->is_const);
        }
      g_variant_builder_close (&builder);
      g_variant_builder_close (&builder);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
buffers_to_variant (const GArray *buffers)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (BUFFERS));
  for (guint i = 0; i < buffers->len; i++)
    {
      const WsBuffer *buffer = &g_array_index (buffers, WsBuffer, i);
      GVariantBuilder fields;

      g_variant_builder_init (&fields, G_VARIANT_TYPE ("a(suu)"));
      for (guint f = 0; f < buffer->fields->len; f++)
        {
          const WsField *field = &g_array_index (buffer->fields, WsField, f);

          g_variant_builder_add (&fields, "(suu)", text (field->name), (guint32)field->type,
                                 field->offset);
        }
      g_variant_builder_add (&builder, "(ssutua(suu)@" CONTENTS ")", buffer->name,
                             text (buffer->unit), buffer->element_bytes, buffer->length,
                             (guint32)buffer->use, &fields,
                             contents_to_variant (&buffer->contents));
    }
  return g_variant_builder_end (&builder);
}

/* (transfer floating): the links in buffers */
static GVariant *
addresses_to_variant (const GArray *buffers)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (ADDRESSES));
  for (guint i = 0; i < buffers->len; i++)
    {
      const GArray *links = g_array_index (buffers, WsBuffer, i).links;

      for (guint k = 0; links != NULL && k < links->len; k++)
        {
          const WsAddress *link = &g_array_index (links, WsAddress, k);

          g_variant_builder_add (&builder, "(uuut)", i, link->at, link->buffer, link->offset);
        }
    }
  return g_variant_builder_end (&builder);
}

/* (transfer floating): of the buffers that are variables of the program */
static GVariant *
symbols_to_variant (const GArray *buffers)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (SYMBOLS));
  for (guint i = 0; i < buffers->len; i++)
    {
      const WsBuffer *buffer = &g_array_index (buffers, WsBuffer, i);

      if (buffer->symbol == NULL)
        continue;
      g_variant_builder_add (&builder, "(us)", i, buffer->symbol);
    }
  return g_variant_builder_end (&builder);
}

/* (transfer floating): of the buffers whose last writer is known */
static GVariant *
writers_to_variant (const GArray *buffers)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (WRITERS));
  for (guint i = 0; i < buffers->len; i++)
    {
      const WsBuffer *buffer = &g_array_index (buffers, WsBuffer, i);

      if (buffer->writer == NULL)
        continue;
      g_variant_builder_add (&builder, "(usu)", i, buffer->writer, buffer->writer_launch);
    }
  return g_variant_builder_end (&builder);
}

/* (transfer floating): of the buffers that are textures */
static GVariant *
textures_to_variant (const GArray *buffers)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (TEXTURES));
  for (guint i = 0; i < buffers->len; i++)
    {
      const WsTexture *texture = &g_array_index (buffers, WsBuffer, i).texture;

      if (texture->width == 0)
        continue;
      g_variant_builder_add (&builder, "(u(uuu)yyyyu)", i, texture->width, texture->height,
                             texture->depth, texture->kind, texture->bits, texture->channels,
                             texture->address, texture->flags);
    }
  return g_variant_builder_end (&builder);
}

static void
links_to_variant (const GArray *links, GVariantBuilder *arguments)
{
  for (guint i = 0; links != NULL && i < links->len; i++)
    {
      const WsAddress *link = &g_array_index (links, WsAddress, i);

      g_variant_builder_add (arguments, "(uutut@ay)", (guint32)LINK, link->buffer, link->offset, 0u,
                             (guint64)link->at, bytes_to_variant (NULL));
    }
}

static GVariant *
launches_to_variant (const GArray *launches)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (LAUNCHES));
  for (guint i = 0; i < launches->len; i++)
    {
      const WsJobLaunch *launch = &g_array_index (launches, WsJobLaunch, i);
      GVariantBuilder arguments;

      g_variant_builder_init (&arguments, G_VARIANT_TYPE (ARGUMENTS));
      for (guint a = 0; a < launch->arguments->len; a++)
        {
          const WsArgument *argument = &g_array_index (launch->arguments, WsArgument, a);

          g_variant_builder_add (&arguments, "(uutut@ay)", (guint32)argument->kind,
                                 argument->buffer, argument->offset, (guint32)argument->type,
                                 argument->bits, bytes_to_variant (argument->bytes));
          links_to_variant (argument->links, &arguments);
        }
      g_variant_builder_add (&builder, "(u(uuu)(uuu)uutt" ARGUMENTS ")", launch->entry,
                             launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
                             launch->block[1], launch->block[2], launch->dynamic_shared_bytes,
                             launch->residency_percent, launch->n_elements, launch->n_results,
                             &arguments);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
checks_to_variant (const GArray *checks)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (CHECKS));
  for (guint i = 0; i < checks->len; i++)
    {
      const WsCheck *check = &g_array_index (checks, WsCheck, i);

      g_variant_builder_add (&builder, "(uutt@" CONTENTS "uutd)", (guint32)check->kind,
                             check->buffer, check->first, check->count,
                             contents_to_variant (&check->contents), (guint32)check->fold,
                             check->of, check->roundings, check->bound);
    }
  return g_variant_builder_end (&builder);
}

/* (transfer floating): of a #GArray of guint32 */
static GVariant *
words_of (const GArray *numbers)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, numbers->data, numbers->len,
                                    sizeof (guint32));
}

/* Later additions to the format are separate, so that older jobs can be read. */
static gboolean
has_columns (const WsJob *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (ws_job_get_buffer (self, i)->columns > 0)
      return TRUE;
  return FALSE;
}

/* (transfer floating): of each buffer */
static GVariant *
columns_to_variant (const GArray *buffers)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("at"));
  for (guint i = 0; i < buffers->len; i++)
    g_variant_builder_add (&builder, "t", g_array_index (buffers, WsBuffer, i).columns);
  return g_variant_builder_end (&builder);
}

/* @list: (transfer floating): most jobs have none, and then lack this part */
static void
add_unless_empty (GVariantBuilder *job, const char *key, GVariant *list)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (list);

  if (g_variant_n_children (owned) > 0)
    g_variant_builder_add (job, "{sv}", key, owned);
}

/* Returns: (transfer floating): all of it, as a dictionary: a{sv} */
GVariant *
ws_job_to_variant (const WsJob *self)
{
  const WsProgram *program = &self->program;
  const WsJobWords *words = &self->words;
  GVariantBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (
      &builder, "{sv}", "program",
      g_variant_new ("(sssss@au@" ENTRIES ")", text (program->name), text (program->ptx),
                     text (program->file), text (program->source), text (program->library),
                     words_of (program->architectures), entries_to_variant (program->entries)));
  g_variant_builder_add (&builder, "{sv}", "buffers", buffers_to_variant (self->buffers));
  g_variant_builder_add (&builder, "{sv}", "launches", launches_to_variant (self->launches));
  g_variant_builder_add (&builder, "{sv}", "checks", checks_to_variant (self->checks));
  g_variant_builder_add (&builder, "{sv}", "words",
                         g_variant_new ("(ssssssss)", text (words->id), text (words->title),
                                        text (words->idea), text (words->left),
                                        text (words->run.result), text (words->run.combine),
                                        text (words->run.combines), text (words->run.many)));
  g_variant_builder_add (
      &builder, "{sv}", "needs",
      g_variant_new ("(uus)", self->needs.cc_major, self->needs.cc_minor, text (self->needs.what)));
  add_unless_empty (&builder, "symbols", symbols_to_variant (self->buffers));
  add_unless_empty (&builder, "addresses", addresses_to_variant (self->buffers));
  add_unless_empty (&builder, "textures", textures_to_variant (self->buffers));
  add_unless_empty (&builder, "writers", writers_to_variant (self->buffers));
  if (words->look != NULL)
    g_variant_builder_add (&builder, "{sv}", "look", g_variant_new_string (words->look));
  if (has_columns (self))
    g_variant_builder_add (&builder, "{sv}", "columns", columns_to_variant (self->buffers));
  if (self->tries)
    g_variant_builder_add (&builder, "{sv}", "tries", g_variant_new_boolean (TRUE));
  if (self->checked)
    g_variant_builder_add (&builder, "{sv}", WS_RUN_CHECKED, g_variant_new_boolean (TRUE));
  if (self->order != WS_ORDER_TIME)
    g_variant_builder_add (&builder, "{sv}", "order",
                           g_variant_new_string (ws_order_get_name (self->order)));
  if (self->blocks != NULL)
    g_variant_builder_add (&builder, "{sv}", "blocks", g_variant_new_string (self->blocks));
  if (self->recipe != NULL)
    g_variant_builder_add (&builder, "{sv}", "recipe", self->recipe);
  return g_variant_builder_end (&builder);
}

/* ---- reading ---- */

/* (transfer full) (nullable) */
static char *
dup_text (const char *given)
{
  return *given != '\0' ? g_strdup (given) : NULL;
}

/* (transfer full) (nullable): aligned as a fresh allocation is */
static GBytes *
dup_bytes (GVariant *variant)
{
  gsize size = g_variant_get_size (variant);

  return size > 0 ? g_bytes_new (g_variant_get_data (variant), size) : NULL;
}

static void
read_contents (GVariant *variant, WsContents *self)
{
  g_autoptr (GVariant) values = NULL;
  g_autoptr (GVariantIter) patches = NULL;
  guint32 kind;
  guint64 index;
  guint64 bits;

  g_variant_get (variant, "(utddudd@aya(tt))", &kind, &self->seed, &self->first, &self->step,
                 &self->count, &self->divisor, &self->plus, &values, &patches);
  self->kind = kind;
  self->values = dup_bytes (values);
  while (g_variant_iter_next (patches, "(tt)", &index, &bits))
    ws_contents_add_patch (self, index, bits);
}

static void
read_entries (WsJob *self, GVariantIter *entries)
{
  const char *name;
  const char *title;
  GVariantIter *registers;
  GVariantIter *parameters;

  while (
      g_variant_iter_next (entries, "(&s&sa(uu)a(suubb))", &name, &title, &registers, &parameters))
    {
      WsEntry *entry = ws_job_add_entry (self, name, title);
      guint32 size;
      guint32 alignment;
      gboolean is_pointer;
      gboolean is_const;
      WsRegisters one;

      while (g_variant_iter_next (registers, "(uu)", &one.architecture, &one.registers))
        ws_entry_add_registers (entry, one.architecture, one.registers);
      g_variant_iter_free (registers);
      while (g_variant_iter_next (parameters, "(&suubb)", &name, &size, &alignment, &is_pointer,
                                  &is_const))
        ws_entry_add_parameter (entry, name, size, alignment, is_pointer, is_const);
      g_variant_iter_free (parameters);
    }
}

static void
read_program (WsJob *self, GVariant *variant)
{
  g_autoptr (GVariantIter) entries = NULL;
  g_autoptr (GVariantIter) architectures = NULL;
  const char *texts[5];
  guint32 architecture;

  g_variant_get (variant, "(&s&s&s&s&sau" ENTRIES ")", &texts[0], &texts[1], &texts[2], &texts[3],
                 &texts[4], &architectures, &entries);
  while (g_variant_iter_next (architectures, "u", &architecture))
    g_array_append_val (self->program.architectures, architecture);
  self->program.name = dup_text (texts[0]);
  self->program.ptx = dup_text (texts[1]);
  self->program.file = dup_text (texts[2]);
  self->program.source = dup_text (texts[3]);
  self->program.library = dup_text (texts[4]);
  read_entries (self, entries);
}

static void
read_fields (WsBuffer *self, GVariantIter *fields)
{
  const char *name;
  guint32 type;
  guint32 offset;

  g_array_set_size (self->fields, 0);
  while (g_variant_iter_next (fields, "(&suu)", &name, &type, &offset))
    {
      WsField field = { dup_text (name), type, offset };

      g_array_append_val (self->fields, field);
    }
}

static void
read_buffers (WsJob *self, GVariant *variant)
{
  GVariantIter iter;
  const char *name;
  const char *unit;
  guint32 element_bytes;
  guint64 length;
  guint32 use;
  GVariantIter *fields;
  GVariant *contents;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "(&s&sutua(suu)@" CONTENTS ")", &name, &unit, &element_bytes,
                              &length, &use, &fields, &contents))
    {
      WsBuffer *buffer = ws_job_add_buffer (self, name, WS_VALUE_B8, length, use);

      buffer->unit = dup_text (unit);
      buffer->element_bytes = element_bytes;
      read_fields (buffer, fields);
      read_contents (contents, &buffer->contents);
      g_variant_iter_free (fields);
      g_variant_unref (contents);
    }
}

/* Returns: whether each refers to one buffer */
static gboolean
read_symbols (WsJob *self, GVariant *variant, GError **error)
{
  g_autoptr (GVariant) symbols =
      g_variant_lookup_value (variant, "symbols", G_VARIANT_TYPE (SYMBOLS));
  GVariantIter iter;
  const char *symbol;
  guint32 index;

  if (symbols == NULL)
    return TRUE;
  g_variant_iter_init (&iter, symbols);
  while (g_variant_iter_next (&iter, "(u&s)", &index, &symbol))
    {
      WsBuffer *buffer =
          index < self->buffers->len ? &g_array_index (self->buffers, WsBuffer, index) : NULL;

      if (buffer == NULL || buffer->symbol != NULL)
        {
          g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE,
                       buffer == NULL
                           ? _ ("Variable “%s” refers to an unknown buffer.")
                           : _ ("Variable “%s” refers to a buffer with another variable."),
                       symbol);
          return FALSE;
        }
      buffer->symbol = g_strdup (symbol);
    }
  return TRUE;
}

/* Rejects a buffer that does not exist, and a duplicate. */
static void
read_writers (WsJob *self, GVariant *variant)
{
  g_autoptr (GVariant) writers =
      g_variant_lookup_value (variant, "writers", G_VARIANT_TYPE (WRITERS));
  GVariantIter iter;
  const char *writer;
  guint32 index;
  guint32 launch;

  if (writers == NULL)
    return;
  g_variant_iter_init (&iter, writers);
  while (g_variant_iter_next (&iter, "(u&su)", &index, &writer, &launch))
    {
      WsBuffer *buffer =
          index < self->buffers->len ? &g_array_index (self->buffers, WsBuffer, index) : NULL;

      if (buffer == NULL || buffer->writer != NULL)
        continue;
      buffer->writer = g_strdup (writer);
      buffer->writer_launch = launch;
    }
}

/* Returns: whether each is within a buffer */
static gboolean
read_addresses (WsJob *self, GVariant *variant, GError **error)
{
  g_autoptr (GVariant) addresses =
      g_variant_lookup_value (variant, "addresses", G_VARIANT_TYPE (ADDRESSES));
  GVariantIter iter;
  WsAddress link;
  guint32 index;

  if (addresses == NULL)
    return TRUE;
  g_variant_iter_init (&iter, addresses);
  while (g_variant_iter_next (&iter, "(uuut)", &index, &link.at, &link.buffer, &link.offset))
    {
      if (index >= self->buffers->len)
        {
          g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE,
                               _ ("An address is in an unknown buffer."));
          return FALSE;
        }
      ws_buffer_add_link (&g_array_index (self->buffers, WsBuffer, index), link.at, link.buffer,
                          link.offset);
    }
  return TRUE;
}

/* Returns: whether each refers to one buffer */
static gboolean
read_textures (WsJob *self, GVariant *variant, GError **error)
{
  g_autoptr (GVariant) textures =
      g_variant_lookup_value (variant, "textures", G_VARIANT_TYPE (TEXTURES));
  GVariantIter iter;
  WsTexture texture = { 0 };
  guint32 index;

  if (textures == NULL)
    return TRUE;
  g_variant_iter_init (&iter, textures);
  while (g_variant_iter_next (&iter, "(u(uuu)yyyyu)", &index, &texture.width, &texture.height,
                              &texture.depth, &texture.kind, &texture.bits, &texture.channels,
                              &texture.address, &texture.flags))
    {
      WsBuffer *buffer =
          index < self->buffers->len ? &g_array_index (self->buffers, WsBuffer, index) : NULL;

      if (buffer == NULL || buffer->texture.width > 0 || texture.width == 0)
        {
          g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE,
                               buffer == NULL
                                   ? _ ("A texture refers to an unknown buffer.")
                                   : _ ("A buffer has two textures, or one without texels."));
          return FALSE;
        }
      buffer->texture = texture;
    }
  return TRUE;
}

static void
read_arguments (WsJobLaunch *self, GVariantIter *arguments)
{
  guint32 kind;
  guint32 type;
  GVariant *bytes;
  WsArgument argument;

  while (g_variant_iter_next (arguments, "(uutut@ay)", &kind, &argument.buffer, &argument.offset,
                              &type, &argument.bits, &bytes))
    {
      if (kind == LINK && self->arguments->len > 0)
        {
          ws_launch_add_link (self, (guint32)MIN (argument.bits, G_MAXUINT32), argument.buffer,
                              argument.offset);
          g_variant_unref (bytes);
          continue;
        }
      argument.links = NULL;
      argument.kind = kind;
      argument.type = type;
      argument.bytes = dup_bytes (bytes);
      g_variant_unref (bytes);
      g_array_append_val (self->arguments, argument);
    }
}

static void
read_launches (WsJob *self, GVariant *variant)
{
  GVariantIter iter;
  WsJobLaunch one;
  GVariantIter *arguments;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "(u(uuu)(uuu)uutt" ARGUMENTS ")", &one.entry, &one.grid[0],
                              &one.grid[1], &one.grid[2], &one.block[0], &one.block[1],
                              &one.block[2], &one.dynamic_shared_bytes, &one.residency_percent,
                              &one.n_elements, &one.n_results, &arguments))
    {
      WsJobLaunch *launch = ws_job_add_launch (self, one.entry, one.grid, one.block);

      launch->dynamic_shared_bytes = one.dynamic_shared_bytes;
      launch->residency_percent = one.residency_percent;
      launch->n_elements = one.n_elements;
      launch->n_results = one.n_results;
      read_arguments (launch, arguments);
      g_variant_iter_free (arguments);
    }
}

static void
read_checks (WsJob *self, GVariant *variant)
{
  GVariantIter iter;
  guint32 kind;
  guint32 fold;
  guint32 buffer;
  guint64 first;
  guint64 count;
  guint32 of;
  guint64 roundings;
  double bound;
  GVariant *contents;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "(uutt@" CONTENTS "uutd)", &kind, &buffer, &first, &count,
                              &contents, &fold, &of, &roundings, &bound))
    {
      WsCheck *check = ws_job_add_check (self, kind, buffer, first, count);

      read_contents (contents, &check->contents);
      check->fold = fold;
      check->of = of;
      check->roundings = roundings;
      check->bound = bound;
      g_variant_unref (contents);
    }
}

static void
read_words (WsJob *self, GVariant *variant)
{
  const char *texts[8];

  g_variant_get (variant, "(&s&s&s&s&s&s&s&s)", &texts[0], &texts[1], &texts[2], &texts[3],
                 &texts[4], &texts[5], &texts[6], &texts[7]);
  self->words.id = dup_text (texts[0]);
  self->words.title = dup_text (texts[1]);
  self->words.idea = dup_text (texts[2]);
  self->words.left = dup_text (texts[3]);
  self->words.run.result = dup_text (texts[4]);
  self->words.run.combine = dup_text (texts[5]);
  self->words.run.combines = dup_text (texts[6]);
  self->words.run.many = dup_text (texts[7]);
}

static void
read_needs (WsJob *self, GVariant *variant)
{
  const char *what;

  g_variant_get (variant, "(uu&s)", &self->needs.cc_major, &self->needs.cc_minor, &what);
  self->needs.what = dup_text (what);
}

static const struct {
  const char *key;
  const char *type;
  void (*read) (WsJob *self, GVariant *variant);
} parts[] = {
  { "program", "(sssssau" ENTRIES ")", read_program },
  { "buffers", BUFFERS, read_buffers },
  { "launches", LAUNCHES, read_launches },
  { "checks", CHECKS, read_checks },
  { "words", "(ssssssss)", read_words },
  { "needs", "(uus)", read_needs },
};

static gboolean
read_columns (WsJob *self, GVariant *variant, GError **error)
{
  g_autoptr (GVariant) columns = g_variant_lookup_value (variant, "columns", G_VARIANT_TYPE ("at"));

  if (columns == NULL)
    return TRUE;
  if (g_variant_n_children (columns) != self->buffers->len)
    {
      g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE,
                           _ ("The columns of the buffers have different lengths."));
      return FALSE;
    }
  for (guint i = 0; i < self->buffers->len; i++)
    g_variant_get_child (columns, i, "t", &g_array_index (self->buffers, WsBuffer, i).columns);
  return TRUE;
}

/**
 * ws_job_from_variant:
 * @variant: a job, from an untrusted sender
 * @error: return location: #WsJobError
 *
 * Reads and checks it.
 *
 * Returns: (transfer full) (nullable): a job that passes ws_job_check()
 */
WsJob *
ws_job_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsJob) self = ws_job_new ();
  const char *order;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT)
      || !g_variant_is_normal_form (variant))
    {
      g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE, _ ("Not a job."));
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GVariant) part =
          g_variant_lookup_value (variant, parts[i].key, G_VARIANT_TYPE (parts[i].type));

      if (part == NULL)
        {
          g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE,
                       _ ("The %s of the job are missing or malformed."), parts[i].key);
          return NULL;
        }
      parts[i].read (self, part);
    }
  if (!read_symbols (self, variant, error) || !read_addresses (self, variant, error)
      || !read_textures (self, variant, error) || !read_columns (self, variant, error))
    return NULL;
  read_writers (self, variant);
  g_variant_lookup (variant, "look", "s", &self->words.look);
  g_variant_lookup (variant, "tries", "b", &self->tries);
  g_variant_lookup (variant, WS_RUN_CHECKED, "b", &self->checked);
  if (g_variant_lookup (variant, "order", "&s", &order) && !ws_order_find (order, &self->order))
    {
      g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_NONSENSE, _ ("Unknown thread order “%s”."),
                   order);
      return NULL;
    }
  g_variant_lookup (variant, "blocks", "s", &self->blocks);
  self->recipe = g_variant_lookup_value (variant, "recipe", G_VARIANT_TYPE_VARDICT);
  return ws_job_check (self, error) ? g_steal_pointer (&self) : NULL;
}
