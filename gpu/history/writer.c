#include "history/writer.h"

#include <glib/gi18n.h>
#include <string.h>

/* A piece of memory, while the steps before a launch are gone through. */
typedef struct {
  guint64 address;
  gsize size;
  guint launch; /* that comes next */
  WsWriter writer;
} Memory;

static gboolean
is_in (const Memory *self, guint64 address)
{
  return address >= self->address && address - self->address < self->size;
}

/* Of memory that the host reaches, too, it says nothing when it writes there. */
static void
take_alloc (Memory *self, const WsStep *step)
{
  gboolean is_shared =
      strstr (step->name, "Managed") != NULL || strstr (step->name, "Host") != NULL;

  if (is_in (self, step->address))
    self->writer = (WsWriter){ .kind = is_shared ? WS_WRITER_UNKNOWN : WS_WRITER_NONE,
                               .launch = self->launch };
}

static void
take_write (Memory *self, const WsStep *step)
{
  if (is_in (self, step->address))
    self->writer = (WsWriter){ .kind = WS_WRITER_CALL, .step = step };
}

static void
take_changed (Memory *self, const WsStep *step, WsWriterKind kind, guint launch)
{
  if (step->changed == NULL)
    self->writer = (WsWriter){ .kind = WS_WRITER_UNKNOWN };
  for (guint i = 0; step->changed != NULL && i < step->changed->len; i++)
    if (g_array_index (step->changed, guint64, i) == self->address)
      self->writer = (WsWriter){ kind, step, launch };
}

static void
take_launch (Memory *self, const WsStep *step)
{
  take_changed (self, step, WS_WRITER_LAUNCH, self->launch++);
}

static void
take_library (Memory *self, const WsStep *step)
{
  take_changed (self, step, WS_WRITER_CALL, 0);
}

/**
 * ws_history_find_writer:
 * @launch: counted from 0: what was done before it counts
 * @address: of memory that was allocated
 * @size: of it: bytes
 *
 * A launch is known to have written where the memory holds something else after it: one that writes
 * what stands there already is none.
 *
 * Returns: who has written there last
 */
WsWriter
ws_history_find_writer (const WsHistory *self, guint launch, guint64 address, gsize size)
{
  static void (*const takes[WS_STEP_LAST + 1]) (Memory *, const WsStep *) = {
    [WS_STEP_ALLOC] = take_alloc,   [WS_STEP_COPY] = take_write,      [WS_STEP_SET] = take_write,
    [WS_STEP_LAUNCH] = take_launch, [WS_STEP_LIBRARY] = take_library,
  };
  Memory memory = { .address = address, .size = size };

  for (guint i = 0; i < self->steps->len && memory.launch <= launch; i++)
    {
      const WsStep *step = g_ptr_array_index (self->steps, i);

      if (step->kind == WS_STEP_LAUNCH && memory.launch == launch)
        break;
      if (takes[step->kind] != NULL)
        takes[step->kind](&memory, step);
    }
  return memory.writer;
}

/**
 * ws_writer_describe:
 * @kernel: (nullable): of a launch, what the kernel is called
 *
 * Returns: (transfer full) (nullable): it, in a few words: "fill, launch 3"; %NULL if unknown
 */
char *
ws_writer_describe (const WsWriter *self, const char *kernel)
{
  switch (self->kind)
    {
    case WS_WRITER_NONE:
      /* Translators: of memory that was allocated */
      return g_strdup (_ ("never written"));
    case WS_WRITER_CALL:
      return g_strdup (self->step->name);
    case WS_WRITER_LAUNCH:
      /* Translators: a kernel, and which launch of the program it was */
      return g_strdup_printf (_ ("%1$s, launch %2$u"), kernel, self->launch + 1);
    default:
      return NULL;
    }
}
