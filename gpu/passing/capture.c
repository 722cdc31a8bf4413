/* capture.c: the launch that is asked for, with the memory that its kernel will find on the GPU. */
#include "history/write.h"
#include "passing.h"
#include "registry/capture.h"

#include <glib/gi18n.h>
#include <string.h>

#define HEADROOM_BYTES (64u << 20) /* for all else that a history has */

/* cudaDevAttrComputeCapabilityMajor and Minor */
#define ATTRIBUTE_MAJOR 75
#define ATTRIBUTE_MINOR 76

/* What is read of the GPU's memory, until the capture is told. */
typedef struct {
  WsPassing *passing;
  GHashTable *copies; /* by address */
  gsize bytes;
  gboolean has_failed;
  gboolean is_too_large;
} Reader;

static gboolean
find (gpointer data, guint64 address, WsSpan *span)
{
  const Reader *self = data;
  const WsMemoryOf *found = ws_passing_find_memory (self->passing, address);

  if (found != NULL)
    *span = (WsSpan){ found->begin, found->size };
  return found != NULL;
}

/* Whatever it is of, CUDA knows that by its address. */
static const guint8 *
read_span (gpointer data, const WsSpan *span)
{
  Reader *self = data;
  guint8 *copy = g_hash_table_lookup (self->copies, (gpointer)(guintptr)span->address);

  if (copy != NULL || self->has_failed || self->is_too_large)
    return copy;
  self->is_too_large = span->size > WS_HISTORY_MAX_BYTES - HEADROOM_BYTES - self->bytes;
  if (self->is_too_large)
    return NULL;
  copy = g_malloc (span->size);
  if (WS_REAL (cudaMemcpy) (copy, (const void *)(guintptr)span->address, span->size,
                            cudaMemcpyDefault)
      != cudaSuccess)
    {
      WS_REAL (cudaGetLastError) ();
      self->has_failed = TRUE;
      g_free (copy);
      return NULL;
    }
  self->bytes += span->size;
  g_hash_table_insert (self->copies, (gpointer)(guintptr)span->address, copy);
  return copy;
}

static gboolean
find_variable (gpointer data, const WsVariable *variable, WsSpan *span)
{
  void *address = NULL;
  size_t size = 0;

  if (WS_REAL (cudaGetSymbolAddress) (&address, variable->host) != cudaSuccess
      || WS_REAL (cudaGetSymbolSize) (&size, variable->host) != cudaSuccess)
    {
      WS_REAL (cudaGetLastError) ();
      return FALSE;
    }
  *span = (WsSpan){ (guint64)(guintptr)address, size };
  return TRUE;
}

/* What its PTX says of it: parsed for this one launch alone. */
static gboolean
find_entry (WsFunction *function, GError **error)
{
  const WsModule *module = function->module;
  WsPtxModule *ptx;

  if (function->entry != NULL)
    return TRUE;
  if (module->code.ptx == NULL)
    {
      g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                           _ ("The program has no PTX of its kernel, which its launch is captured "
                              "by: compile it with code=compute_… too."));
      return FALSE;
    }
  ptx = ws_ptx_parse (module->code.ptx, (gssize)module->code.ptx_bytes, module->name, error);
  function->entry = ptx != NULL ? ws_ptx_module_find (ptx, function->name) : NULL;
  if (ptx != NULL && function->entry == NULL)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                         _ ("The program's PTX does not have its kernel."));
  return function->entry != NULL;
}

/* Those of a process mean nothing in another one. */
static gboolean
has_function_pointers (const WsFunction *function)
{
  const WsPtxFunction *entry = function->entry;

  return memmem (function->module->code.ptx + entry->text_start,
                 entry->text_end - entry->text_start, ".callprototype", strlen (".callprototype"))
         != NULL;
}

static gboolean
has_texture (const WsPassing *self, const guint8 *params, gsize size)
{
  for (gsize at = 0; at + sizeof (guint64) <= size; at += sizeof (guint64))
    {
      guint64 object;

      memcpy (&object, params + at, sizeof object);
      if (g_hash_table_contains (self->objects, &object))
        return TRUE;
    }
  return FALSE;
}

static guint32
get_architecture (void)
{
  int device = 0;
  int major = 0;
  int minor = 0;

  WS_REAL (cudaGetDevice) (&device);
  WS_REAL (cudaDeviceGetAttribute) (&major, ATTRIBUTE_MAJOR, device);
  WS_REAL (cudaDeviceGetAttribute) (&minor, ATTRIBUTE_MINOR, device);
  return (guint32)(major * 10 + minor);
}

/* (nullable): why it is not told, as a sentence */
static const char *
tell (WsPassing *self, const WsFunction *function, const guint8 *bytes, gsize size)
{
  g_autoptr (GHashTable) copies = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Reader reader = { .passing = self, .copies = copies };
  const WsReachable reachable = { &reader, find, find_variable, read_span };
  g_autoptr (GPtrArray) memories =
      ws_reachable_collect (&reachable, &self->registry, function->module, bytes, size);
  g_autoptr (GPtrArray) textures = g_ptr_array_new ();
  g_autoptr (GBytes) params = g_bytes_new (bytes, size);
  const WsCapture capture = { .launch = self->n_launches,
                              .module = function->module->history_index,
                              .architecture = get_architecture (),
                              .registers = function->registers,
                              .params = params,
                              .memories = memories,
                              .textures = textures };

  if (reader.is_too_large)
    return _ ("The memory that the launch can reach is more than can be captured.");
  if (reader.has_failed)
    return _ ("The memory that the launch can reach could not be copied.");
  ws_passing_flush (self);
  ws_history_write (self->history, "capture", ws_capture_to_variant (&capture));
  return NULL;
}

/**
 * ws_passing_capture:
 * @function: what is about to run; the device is idle
 * @arguments: addresses of the arguments, as many as it has parameters
 *
 * Writes a frame "capture" of it, or a step that says why not.
 */
void
ws_passing_capture (WsPassing *self, WsFunction *function, void **arguments)
{
  g_autoptr (GError) error = NULL;
  g_autofree guint8 *params = NULL;
  const char *words = NULL;
  gsize size = 0;

  if (!find_entry (function, &error))
    words = error->message;
  else if (has_function_pointers (function))
    words = _ ("A launch that calls functions by pointers cannot be captured on a real GPU; on a "
               "virtual one it can.");
  else
    {
      params = ws_function_fill_params (function, arguments, &size);
      words = has_texture (self, params, size)
                  ? _ ("A launch that reads a texture or surface cannot be captured on a real GPU; "
                       "on a virtual one it can.")
                  : tell (self, function, params, size);
    }
  if (words != NULL)
    ws_passing_refuse (self, function->title, words);
}
