/* system.c: functions that every device provides, and that PTX declares without a body: printf,
 * assert, malloc and free (CUDA C++ Programming Guide, "C++ Language Extensions"), and those of
 * children.c.
 *
 * The lanes of a warp call them one after another, in lane order.
 */
#include "vm/system-private.h"

#include "vm/sanitizer.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define MAX_PRINTED      (1u << 14) /* limit of a block's output, bytes */
#define MAX_ASSERT_BYTES 512

typedef WsSystemCall Call;

/**
 * ws_system_find_memory:
 * @address: generic
 * @bytes: from there on
 *
 * Returns: (transfer none) (nullable): their place on the host; %NULL if invalid
 */
guint8 *
ws_system_find_memory (const WsSystemCall *self, guint64 address, guint bytes)
{
  const WsLaunchState *launch = self->block->launch;
  const WsAllocation *allocation;

  switch (space_of (address))
    {
    case WS_SPACE_SHARED:
      address -= WS_SHARED_WINDOW;
      return fits (address, bytes, launch->shared_bytes) ? self->block->shared + address : NULL;
    case WS_SPACE_LOCAL:
      address -= WS_LOCAL_WINDOW;
      return fits (address, bytes, launch->local_bytes)
                 ? self->warp->local + (gsize)self->lane * launch->local_bytes + address
                 : NULL;
    case WS_SPACE_CONST:
      address -= WS_CONST_WINDOW;
      return fits (address, bytes, launch->constant_bytes) ? (guint8 *)launch->constant + address
                                                           : NULL;
    default:
      allocation = ws_memory_find (launch->memory, address);
      return allocation != NULL && fits (address - allocation->address, bytes, allocation->size)
                 ? allocation->data + (address - allocation->address)
                 : NULL;
    }
}

static gboolean
read_memory (gpointer data, guint64 address, gpointer to, guint bytes)
{
  const guint8 *from = ws_system_find_memory (data, address, bytes);

  if (from != NULL)
    memcpy (to, from, bytes);
  return from != NULL;
}

/**
 * ws_system_fault:
 * @kind: what is wrong with it
 * @detail: (transfer full): what the thread does, as the end of a sentence
 *
 * Returns: %FALSE, for the caller to return
 */
gboolean
ws_system_fault (const WsSystemCall *self, WsFindingKind kind, char *detail)
{
  return ws_block_fault_detail (self->block, self->warp, self->op, kind, self->lane, detail);
}

/* int vprintf (const char *format, void *arguments) */
static gboolean
call_printf (Call *self)
{
  const WsReader reader = { read_memory, self };
  WsBlockRun *block = self->block;
  int n;

  if (block->printed == NULL)
    block->printed = g_string_new (NULL);
  n = ws_format (&reader, self->params[0], self->params[1], block->printed);
  if (block->printed->len > MAX_PRINTED)
    g_string_truncate (block->printed, MAX_PRINTED);
  if (n < 0)
    return ws_system_fault (self, WS_FINDING_OUT_OF_BOUNDS,
                            g_strdup (_ ("calls printf with an out-of-bounds address")));
  self->result = (guint64)n;
  return TRUE;
}

/* A string of the kernel, as valid UTF-8. (transfer full) */
static char *
read_text (Call *self, guint64 address)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char c = 0;

  while (text->len < MAX_ASSERT_BYTES && read_memory (self, address + text->len, &c, 1)
         && c != '\0')
    g_string_append_c (text, c);
  return g_utf8_make_valid (text->str, (gssize)text->len);
}

/* (transfer full): of x, y and z of @size, where number @index is, as in "[3,0,0]" */
static char *
dup_place (const guint32 size[3], guint32 index)
{
  return g_strdup_printf ("[%u,%u,%u]", index % size[0], index / size[0] % size[1],
                          index / size[0] / size[1]);
}

/* (transfer full): as CUDA writes it to the standard error */
static char *
dup_assertion (const Call *self, const char *file, const char *function, const char *assertion)
{
  const WsLaunchRequest *request = self->block->launch->request;
  const WsFault *fault = &self->block->fault;
  g_autofree char *block = dup_place (request->grid, fault->block);
  g_autofree char *thread = dup_place (request->block, fault->warp * WS_LANES + fault->lane);

  return g_strdup_printf ("%s:%u: %s: block: %s, thread: %s Assertion `%s` failed.\n", file,
                          (guint)self->params[2], function, block, thread, assertion);
}

/* void __assertfail (const char *assertion, const char *file, unsigned line, const char *function,
 * size_t char_size). In the words of the driver. */
static gboolean
call_assert (Call *self)
{
  g_autofree char *assertion = read_text (self, self->params[0]);
  g_autofree char *file = read_text (self, self->params[1]);
  g_autofree char *function = read_text (self, self->params[3]);
  g_autofree char *base = g_path_get_basename (file);

  /* Translators: file, line, function, and what was asserted */
  ws_system_fault (self, WS_FINDING_TRAP,
                   g_strdup_printf (_ ("stops at %s:%u, in %s: Assertion `%s` failed"), base,
                                    (guint)self->params[2], function, assertion));
  self->block->fault.assertion = dup_assertion (self, file, function, assertion);
  return FALSE;
}

/* void *malloc (size_t size) */
static gboolean
call_malloc (Call *self)
{
  const WsAllocation *allocation =
      ws_memory_alloc_heap (self->block->launch->memory, self->params[0]);

  self->result = allocation != NULL ? allocation->address : 0;
  return TRUE;
}

/* void free (void *pointer) */
static gboolean
call_free (Call *self)
{
  WsMemory *memory = self->block->launch->memory;
  guint64 address = self->params[0];
  WsAllocation *allocation = ws_memory_find_nearest (memory, address);
  const WsOtherAccess by = {
    .site = ws_code_find_site (self->block->launch->code, (guint32)(self->op - self->block->ops)),
    .block = self->block->block,
    .warp = self->warp->index,
    .lanes = 1u << self->lane,
    .access = WS_FINDING_ACCESS_FREE,
  };

  if (address == 0)
    return TRUE;
  if (allocation == NULL || !allocation->is_heap || allocation->address != address
      || allocation->freed_bytes > 0)
    return ws_block_fault_free (self->block, self->warp, self->op, self->lane, address);
  ws_sanitizer_free_heap (self->block, self->warp, self->op, self->lane, allocation);
  ws_memory_free_heap (memory, allocation, &by);
  return TRUE;
}

/* By number; the first is none. */
static const struct {
  const char *name;
  guint param_bytes[WS_SYSTEM_MAX_PARAMS]; /* up to the first 0 */
  guint return_bytes;
  guint effects; /* WsSystemEffects */
  gboolean (*call) (Call *self);
} functions[] = {
  { "", { 0 }, 0, 0, NULL },
  { "vprintf", { 8, 8 }, 4, 0, call_printf },
  { "__assertfail", { 8, 8, 4, 8, 8 }, 0, 0, call_assert },
  { "malloc", { 8 }, 8, WS_SYSTEM_HEAP, call_malloc },
  { "free", { 8 }, 0, WS_SYSTEM_HEAP, call_free },
  { "__cudaCDP2GetParameterBufferV2",
    { 8, 12, 12, 4 },
    8,
    WS_SYSTEM_HEAP | WS_SYSTEM_LAUNCHES,
    ws_children_take_buffer },
  { "__cudaCDP2LaunchDeviceV2",
    { 8, 8 },
    4,
    WS_SYSTEM_HEAP | WS_SYSTEM_LAUNCHES,
    ws_children_launch },
  { "__cudaCDP2StreamCreateWithFlags", { 8, 4 }, 4, WS_SYSTEM_HEAP, ws_children_make_stream },
  { "__cudaCDP2StreamDestroy", { 8 }, 4, 0, ws_children_succeed },
  { "__cudaCDP2GetLastError", { 0 }, 4, 0, ws_children_succeed },
  { "__cudaCDP2PeekAtLastError", { 0 }, 4, 0, ws_children_succeed },
};

/**
 * ws_system_find:
 * @name: of a function that has no body
 *
 * Returns: its number; 0 if there is no such function
 */
guint32
ws_system_find (const char *name)
{
  for (guint32 i = 1; i < G_N_ELEMENTS (functions); i++)
    if (g_str_equal (functions[i].name, name))
      return i;
  return 0;
}

/**
 * ws_system_check:
 * @system: as of ws_system_find()
 * @declared: how the module declares it
 *
 * Returns: whether it exists, with these parameters and results
 */
gboolean
ws_system_check (guint32 system, const WsPtxFunction *declared)
{
  guint n = 0;

  if (system == 0 || declared->returns->len != (functions[system].return_bytes > 0 ? 1 : 0))
    return FALSE;
  while (n < WS_SYSTEM_MAX_PARAMS && functions[system].param_bytes[n] != 0)
    n++;
  if (declared->params->len != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (((const WsPtxVariable *)g_ptr_array_index (declared->params, i))->size
        != functions[system].param_bytes[i])
      return FALSE;
  return declared->returns->len == 0
         || ((const WsPtxVariable *)g_ptr_array_index (declared->returns, 0))->size
                == functions[system].return_bytes;
}

/**
 * ws_system_get_effects:
 * @system: as of ws_system_find()
 *
 * Returns: possible side effects, of #WsSystemEffects
 */
guint
ws_system_get_effects (guint32 system)
{
  return functions[system].effects;
}

static guint8 *
place_of (const Call *self, const WsPassed *passed)
{
  guint32 local_bytes = self->block->launch->local_bytes;
  guint64 address = ((const guint64 *)(const void *)(self->warp->rows + passed->row))[self->lane];

  if (!fits (address, passed->bytes, local_bytes))
    return NULL;
  return self->warp->local + (gsize)self->lane * local_bytes + address;
}

/* One lane. */
static gboolean
call_one (Call *self, const WsCall *call)
{
  const WsCode *code = self->block->launch->code;

  for (guint i = 0; i < call->n_params; i++)
    {
      const WsPassed *passed = &g_array_index (code->passed, WsPassed, call->first_passed + i);
      const guint8 *from = place_of (self, passed);

      if (from == NULL)
        return ws_block_fault (self->block, self->warp, self->op, WS_FINDING_OUT_OF_BOUNDS,
                               self->lane);
      self->places[i] = from;
      memcpy (&self->params[i], from, MIN (passed->bytes, 8));
    }
  if (!functions[call->system].call (self))
    return FALSE;
  if (call->n_returns > 0)
    {
      const WsPassed *passed =
          &g_array_index (code->passed, WsPassed, call->first_passed + call->n_params);
      guint8 *to = place_of (self, passed);

      if (to != NULL)
        {
          memcpy (to, &self->result, MIN (passed->bytes, 8));
          ws_sanitizer_fill (self->block, to, passed->bytes);
        }
    }
  return TRUE;
}

/**
 * ws_system_call:
 * @op: a call of a function of the system
 * @lanes: mask of the executing lanes
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
ws_system_call (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const WsCall *call = &g_array_index (block->launch->code->calls, WsCall, op->targets);

  EACH (lane, lanes)
  {
    Call self = { .block = block, .warp = warp, .op = op, .lane = lane };

    if (!call_one (&self, call))
      return FALSE;
  }
  return TRUE;
}
