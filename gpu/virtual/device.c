/* device.c: the virtual GPU's row of the device table. */
#include "virtual/inside.h"

#include "model/cost.h"
#include "occupancy/occupancy.h"
#include "virtual/child-grids.h"
#include "virtual/launch.h"
#include "vm/sanitizer.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define MAX_GRID_BLOCKS          (1u << 28)
#define MAX_CONST_BYTES          65536u /* CUDA Programming Guide, technical specifications */
#define DEFAULT_MAX_INSTRUCTIONS (G_GUINT64_CONSTANT (1) << 27) /* of one block: some seconds */
#define WORKSPACE_BYTES          64
#define MAX_SECONDS              10 /* for one block */

/* A kernel that can be launched. */
typedef struct {
  WsCode *code;
  WsOpCosts *costs; /* of its operations */
} Program;

/* A module that is loaded. */
typedef struct {
  WsPtxModule *module;
  WsAllocation *globals;   /* its .global variables; NULL if it has none */
  WsAllocation *constants; /* its .const variables, likewise */
} Loaded;

typedef struct {
  WsDevice parent;

  guint n_threads;
  const WsStepper *stepper;
  GArray *loaded;          /* Loaded: the others, and at @in_use a gap */
  guint in_use;            /* which of them these are: */
  WsPtxModule *module;     /* NULL: none is loaded */
  WsAllocation *globals;   /* of @module */
  WsAllocation *constants; /* of @module */
  WsMemory *memory;
  GHashTable *programs;    /* Program, by its WsPtxFunction: of the entries launched */
  const Program *program;  /* of the last one */
  GArray *textures;        /* WsBoundTexture */
  WsAllocation *workspace; /* of grids whose blocks wait for each other; NULL: none has been run */
  guint64 timer_ns;        /* what %globaltimer counts */
  guint64 queued_ns;       /* launches and copies since the last time_start() */
} WsVmDevice;

static void
program_free (Program *self)
{
  ws_code_free (self->code);
  ws_op_costs_free (self->costs);
  g_free (self);
}

static void
forget_programs (WsVmDevice *self)
{
  self->program = NULL;
  g_hash_table_remove_all (self->programs);
}

static void
use (WsVmDevice *self, guint index)
{
  Loaded *before = &g_array_index (self->loaded, Loaded, self->in_use);
  Loaded *now = &g_array_index (self->loaded, Loaded, index);

  if (index == self->in_use)
    return;
  *before = (Loaded){ self->module, self->globals, self->constants };
  self->module = now->module;
  self->globals = now->globals;
  self->constants = now->constants;
  self->in_use = index;
}

static void
unload (WsVmDevice *self)
{
  forget_programs (self);
  for (guint i = self->loaded->len; i-- > 0;)
    {
      use (self, i);
      g_clear_pointer (&self->module, ws_ptx_module_unref);
      self->globals = NULL;
      self->constants = NULL;
    }
  g_array_set_size (self->loaded, 1);
}

static void
copy_initial (const WsPtxModule *module, WsSpace space, guint8 *to, guint64 size)
{
  for (guint i = 0; i < module->variables->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (module->variables, i);
      gsize n;
      const void *bytes;

      if (variable->space != space || variable->init == NULL)
        continue;
      bytes = g_bytes_get_data (variable->init, &n);
      if (variable->offset <= size && n <= size - variable->offset)
        memcpy (to + variable->offset, bytes, n);
    }
}

static guint64
symbol_address (const WsVmDevice *self, const WsPtxVariable *variable, gboolean is_generic)
{
  switch (variable->space)
    {
    case WS_SPACE_GLOBAL:
      return variable->offset + (self->globals != NULL ? self->globals->address : 0);
    case WS_SPACE_SHARED:
      return variable->offset + (is_generic ? WS_SHARED_WINDOW : 0);
    case WS_SPACE_CONST:
      return variable->offset + (is_generic ? WS_CONST_WINDOW : 0);
    default:
      return variable->offset;
    }
}

static WsAllocation *
allocation_of (const WsVmDevice *self, WsSpace space)
{
  return space == WS_SPACE_GLOBAL ? self->globals : self->constants;
}

/* Addresses inside initial values. */
static void
relocate (WsVmDevice *self)
{
  for (guint i = 0; i < self->module->relocations->len; i++)
    {
      const WsPtxRelocation *relocation =
          &g_array_index (self->module->relocations, WsPtxRelocation, i);
      const WsPtxVariable *variable =
          g_ptr_array_index (self->module->variables, relocation->variable);
      guint64 address =
          relocation->is_function
              ? WS_CODE_WINDOW + ((guint64)relocation->symbol + 1) * WS_CODE_STEP
              : symbol_address (self,
                                g_ptr_array_index (self->module->variables, relocation->symbol),
                                relocation->is_generic);
      guint64 value = (address + (guint64)relocation->addend) >> relocation->shift;
      WsAllocation *allocation = allocation_of (self, variable->space);
      guint64 at = variable->offset + relocation->offset;

      if (allocation != NULL && at <= allocation->size
          && relocation->width_bytes <= MIN (allocation->size - at, 8))
        memcpy (allocation->data + at, &value, relocation->width_bytes);
    }
}

/* Memory for the variables of a space, as the module has them at first. */
static gboolean
place (WsVmDevice *self, WsSpace space, guint64 size, const char *name, WsAllocation **allocation,
       GError **error)
{
  if (size == 0 || *allocation != NULL)
    return TRUE;
  *allocation = ws_memory_alloc (self->memory, size, name, error);
  if (*allocation == NULL)
    return FALSE;
  copy_initial (self->module, space, (*allocation)->data, size);
  (*allocation)->is_filled = TRUE;
  return TRUE;
}

/* As on a GPU, constants have an address in its memory, too, by which the host writes them. */
static gboolean
place_variables (WsVmDevice *self, GError **error)
{
  const WsPtxModule *module = self->module;
  gboolean are_placed = (module->global_bytes == 0 || self->globals != NULL)
                        && (module->const_bytes == 0 || self->constants != NULL);

  if (are_placed)
    return TRUE;
  if (!place (self, WS_SPACE_GLOBAL, module->global_bytes, "global variables", &self->globals,
              error)
      || !place (self, WS_SPACE_CONST, module->const_bytes, "constants", &self->constants, error))
    return FALSE;
  relocate (self);
  return TRUE;
}

/* (transfer full) (nullable) */
static WsPtxModule *
parse (const char *ptx, gssize length, const char *name, GError **error)
{
  g_autoptr (WsPtxModule) module = ws_ptx_parse (ptx, length, name, error);

  if (module != NULL && module->const_bytes > MAX_CONST_BYTES)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
                   _ ("The PTX declares %" PRIu64
                      " bytes of constants; a GPU has %u bytes of constant memory."),
                   module->const_bytes, MAX_CONST_BYTES);
      return NULL;
    }
  return g_steal_pointer (&module);
}

static gboolean
vm_load (WsDevice *device, const char *ptx, gssize length, const char *name, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  WsPtxModule *module = parse (ptx, length, name, error);

  if (module == NULL)
    return FALSE;
  unload (self);
  self->module = module;
  return place_variables (self, error);
}

/**
 * ws_vm_device_add_module:
 * @device: a virtual GPU
 * @ptx: text
 * @length: of it: bytes, or -1 if it is zero-terminated
 * @name: for messages
 * @index: (out): for ws_vm_device_use_module()
 *
 * Loads a module beside those that are loaded, and uses it.
 *
 * Returns: whether it could be
 */
gboolean
ws_vm_device_add_module (WsDevice *device, const char *ptx, gssize length, const char *name,
                         guint *index, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  WsPtxModule *module = parse (ptx, length, name, error);

  if (module == NULL)
    return FALSE;
  if (self->module != NULL || self->loaded->len > 1)
    {
      g_array_set_size (self->loaded, self->loaded->len + 1);
      use (self, self->loaded->len - 1);
    }
  self->module = module;
  *index = self->in_use;
  return place_variables (self, error);
}

/**
 * ws_vm_device_use_module:
 * @device: a virtual GPU
 * @index: what ws_vm_device_add_module() gave
 *
 * From here on entries and variables are looked for in this module.
 */
void
ws_vm_device_use_module (WsDevice *device, guint index)
{
  WsVmDevice *self = (WsVmDevice *)device;

  g_return_if_fail (index < self->loaded->len);
  use (self, index);
}

/* Returns: (transfer none) (nullable): the module in use */
const WsPtxModule *
ws_vm_device_get_module (WsDevice *device)
{
  return ((WsVmDevice *)device)->module;
}

/**
 * ws_vm_device_find_texture:
 * @device: a virtual GPU
 * @object: any number
 *
 * Returns: (transfer none) (nullable): the texture or surface whose object it is, until another is
 * bound
 */
const WsBoundTexture *
ws_vm_device_find_texture (WsDevice *device, guint64 object)
{
  const WsVmDevice *self = (WsVmDevice *)device;
  guint64 index = (object - WS_TEXTURE_WINDOW) / WS_TEXTURE_STEP;

  return object >= WS_TEXTURE_WINDOW && (object - WS_TEXTURE_WINDOW) % WS_TEXTURE_STEP == 0
                 && index < self->textures->len
             ? &g_array_index (self->textures, WsBoundTexture, index)
             : NULL;
}

/* Returns: (transfer none): of a virtual GPU, until it is closed */
WsMemory *
ws_vm_device_get_memory (WsDevice *device)
{
  return ((WsVmDevice *)device)->memory;
}

static WsPtxFunction *
find (WsVmDevice *self, const char *entry, GError **error)
{
  WsPtxFunction *function = self->module != NULL ? ws_ptx_module_find (self->module, entry) : NULL;

  if (function == NULL || !function->is_entry)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
                   _ ("The PTX has no kernel “%s”."), entry);
      return NULL;
    }
  return ws_ptx_function_check (self->module, function, error) ? function : NULL;
}

static WsKernel *
vm_describe (WsDevice *device, const char *entry, const char *title, const char *file,
             const char *source, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  WsPtxFunction *function = find (self, entry, error);

  return function != NULL ? ws_ptx_function_to_kernel (self->module, function, title, file, source)
                          : NULL;
}

/**
 * ws_vm_device_find_entry:
 * @device: a virtual GPU
 * @entry: of the module in use
 *
 * Returns: (transfer none) (nullable): what its PTX says of it
 */
const WsPtxFunction *
ws_vm_device_find_entry (WsDevice *device, const char *entry, GError **error)
{
  return find ((WsVmDevice *)device, entry, error);
}

/**
 * ws_vm_device_tells_time:
 * @device: a virtual GPU
 * @entry: of the module in use
 *
 * Returns: whether the kernel reads a clock: then it may do something else each time
 */
gboolean
ws_vm_device_tells_time (WsDevice *device, const char *entry)
{
  static const WsPtxSpecial clocks[] = {
    WS_PTX_SREG_CLOCK,       WS_PTX_SREG_CLOCK_HI,       WS_PTX_SREG_CLOCK64,
    WS_PTX_SREG_GLOBALTIMER, WS_PTX_SREG_GLOBALTIMER_LO, WS_PTX_SREG_GLOBALTIMER_HI,
  };
  WsVmDevice *self = (WsVmDevice *)device;
  WsPtxFunction *function = find (self, entry, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (clocks) && function != NULL; i++)
    if (ws_ptx_function_reads (self->module, function, clocks[i]))
      return TRUE;
  return FALSE;
}

static gboolean
vm_get_shared_bytes (WsDevice *device, const char *entry, guint32 *static_bytes, GError **error)
{
  WsPtxFunction *function = find ((WsVmDevice *)device, entry, error);

  if (function != NULL)
    *static_bytes = function->shared_bytes;
  return function != NULL;
}

static gboolean
vm_find_symbol (WsDevice *device, const char *name, WsDeviceSymbol *symbol, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  const WsPtxVariable *variable =
      self->module != NULL ? ws_ptx_module_find_variable (self->module, name) : NULL;
  WsAllocation *allocation;

  if (variable == NULL)
    return ws_device_refuse_symbol (name, error);
  if (!place_variables (self, error))
    return FALSE;
  allocation = allocation_of (self, variable->space);
  *symbol = (WsDeviceSymbol){
    .space = variable->space,
    .address = allocation->address + variable->offset,
    .run_address = symbol_address (self, variable, FALSE),
    .size_bytes = variable->size,
  };
  return TRUE;
}

static gboolean
vm_alloc (WsDevice *device, guint64 size_bytes, const char *name, guint64 *address, GError **error)
{
  WsAllocation *allocation =
      ws_memory_alloc (((WsVmDevice *)device)->memory, size_bytes, name, error);

  if (allocation != NULL)
    *address = allocation->address;
  return allocation != NULL;
}

static void
vm_free_all (WsDevice *device)
{
  WsVmDevice *self = (WsVmDevice *)device;

  ws_memory_clear (self->memory);
  g_array_set_size (self->textures, 0);
  self->workspace = NULL;
  forget_programs (self);
  for (guint i = self->loaded->len; i-- > 0;)
    {
      use (self, i);
      self->globals = NULL;
      self->constants = NULL;
      if (self->module != NULL)
        place_variables (self, NULL);
    }
}

static guint8 *
host_address (WsVmDevice *self, guint64 address, gsize size, GError **error)
{
  WsAllocation *allocation = ws_memory_find_nearest (self->memory, address);

  if (allocation != NULL && address - allocation->address <= allocation->size
      && size <= allocation->size - (address - allocation->address))
    return allocation->data + (address - allocation->address);
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
               _ ("%zu bytes at address 0x%" PRIx64 " were never allocated."), size, address);
  return NULL;
}

static gboolean
vm_bind_texture (WsDevice *device, const WsTexture *texture, guint64 address, guint64 *object,
                 GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  WsBoundTexture bound = { .texture = *texture };

  bound.texels = host_address (self, address, ws_texture_get_bytes (texture), error);
  if (bound.texels == NULL)
    return FALSE;
  bound.name = ws_memory_find_nearest (self->memory, address)->name;
  *object = WS_TEXTURE_WINDOW + (guint64)self->textures->len * WS_TEXTURE_STEP;
  g_array_append_val (self->textures, bound);
  return TRUE;
}

static gboolean
vm_write (WsDevice *device, guint64 address, const void *data, gsize size, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  guint8 *to = host_address (self, address, size, error);

  if (to != NULL && size > 0)
    {
      WsAllocation *allocation = ws_memory_find_nearest (self->memory, address);

      memcpy (to, data, size);
      ws_memory_touch (self->memory, allocation, size);
      ws_allocation_fill (allocation, address - allocation->address, size);
    }
  return to != NULL;
}

static gboolean
vm_read (WsDevice *device, guint64 address, void *data, gsize size, GError **error)
{
  const guint8 *from = host_address ((WsVmDevice *)device, address, size, error);

  if (from != NULL && size > 0)
    memcpy (data, from, size);
  return from != NULL;
}

static gboolean
check (WsVmDevice *self, WsPtxFunction *function, const WsLaunchRequest *request, GError **error)
{
  guint64 blocks = (guint64)request->grid[0] * request->grid[1] * request->grid[2];
  guint64 shared = (guint64)MAX (function->dynamic_shared_offset, function->shared_bytes)
                   + request->dynamic_shared_bytes;

  if (!ws_device_check_launch (self->parent.spec, request->grid, request->block,
                               (guint32)MIN (shared, G_MAXUINT32), error))
    return FALSE;
  if (blocks > MAX_GRID_BLOCKS)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
                   _ ("A grid of %" PRIu64 " blocks exceeds the %u that the virtual GPU runs."),
                   blocks, MAX_GRID_BLOCKS);
      return FALSE;
    }
  if (request->params_size < function->param_bytes)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
                   _ ("Kernel %s takes %u bytes of parameters, not %zu."), function->name,
                   function->param_bytes, request->params_size);
      return FALSE;
    }
  return TRUE;
}

static gboolean
prepare (WsVmDevice *self, const char *entry, GError **error)
{
  WsPtxFunction *function = find (self, entry, error);
  Program *program;
  WsCode *code;

  /* where there was no memory for the variables when the device was emptied, there may be now */
  if (function == NULL || !place_variables (self, error))
    return FALSE;
  self->program = g_hash_table_lookup (self->programs, function);
  if (self->program != NULL)
    return TRUE;
  code = ws_code_new (self->module, function, self->globals != NULL ? self->globals->address : 0,
                      error);
  if (code == NULL)
    return FALSE;
  program = g_new0 (Program, 1);
  program->code = code;
  program->costs = ws_op_costs_new (code, self->parent.spec);
  g_hash_table_insert (self->programs, function, program);
  self->program = program;
  return TRUE;
}

/* What %envreg1 and %envreg2 lead to: the counter of grid.sync(), which begins at 0 (CUDA C++
 * Programming Guide, "Grid Synchronization": a launch that is cooperative). */
static gboolean
place_workspace (WsVmDevice *self, WsLaunchState *state, GError **error)
{
  gboolean is_read = FALSE;

  for (guint i = 0; i < state->code->specials->len; i++)
    is_read |=
        g_array_index (state->code->specials, WsSpecialRow, i).special == WS_PTX_SREG_ENVREG2;
  if (!is_read)
    return TRUE;
  if (self->workspace == NULL)
    self->workspace = ws_memory_alloc (self->memory, WORKSPACE_BYTES, "grid workspace", error);
  if (self->workspace == NULL)
    return FALSE;
  memset (self->workspace->data, 0, WORKSPACE_BYTES);
  ws_allocation_fill (self->workspace, 0, WORKSPACE_BYTES);
  state->grid_workspace = self->workspace->address;
  return TRUE;
}

static void
add_globals (WsVmDevice *self, WsRunBuilder *builder)
{
  for (guint i = 0; i < self->module->variables->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (self->module->variables, i);

      if (variable->space == WS_SPACE_GLOBAL)
        ws_ptx_variable_add_region (variable, builder, symbol_address (self, variable, FALSE));
    }
}

/* In whole units, where they are known. */
static guint32
allocate_shared (const WsSpec *spec, guint32 bytes)
{
  const WsOccupancyLimits *limits = ws_occupancy_limits_find (spec->cc_major, spec->cc_minor);

  return limits != NULL ? ws_occupancy_limits_round_shared (limits, bytes) : bytes;
}

static void
init_state (WsVmDevice *self, const WsLaunchRequest *request, const WsRecordRequest *record,
            WsLaunchState *state)
{
  const WsPtxFunction *function = self->program->code->function;

  state->spec = self->parent.spec;
  state->stepper = self->stepper;
  state->code = self->program->code;
  state->memory = self->memory;
  state->textures = self->textures;
  state->request = request;
  state->constant = self->constants != NULL ? self->constants->data : NULL;
  state->constant_bytes = self->constants != NULL ? self->constants->size : 0;
  state->n_threads = request->block[0] * request->block[1] * request->block[2];
  state->n_warps = (state->n_threads + WS_LANES - 1) / WS_LANES;
  state->n_blocks = request->grid[0] * request->grid[1] * request->grid[2];
  state->shared_bytes =
      MAX (function->dynamic_shared_offset, function->shared_bytes) + request->dynamic_shared_bytes;
  state->allocated_shared_bytes = allocate_shared (state->spec, state->shared_bytes);
  state->local_bytes = state->code->local_bytes;
  /* in a launch that is checked frames do not come where others have been */
  if (record != NULL && record->checks && state->code->has_stack)
    state->local_bytes += WS_STACK_BYTES;
  state->max_instructions = record != NULL && record->max_instructions > 0
                                ? record->max_instructions
                                : DEFAULT_MAX_INSTRUCTIONS;
  state->max_seconds =
      record != NULL && record->max_seconds > 0 ? record->max_seconds : MAX_SECONDS;
  state->independent = self->parent.spec->cc_major >= 7;
  state->device = &self->parent;
  state->globals = self->globals;
  state->timer_ns = self->timer_ns;
  state->order = record != NULL && record->checks ? record->order : WS_ORDER_TIME;
}

/* One grid: WsChildGrids.run. */
static gboolean
run_grid (WsDevice *device, const WsGridRequest *grid, WsLaunchResult *result,
          GCancellable *cancellable, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  const WsLaunchRequest *request = grid->launch;
  const WsRecordRequest *record = grid->record;
  WsVirtualLaunch launch = { .record = record, .children = grid->children };
  WsLaunchState *state = &launch.state;
  guint64 duration_cycles = 0;
  WsSanitizer *sanitizer = NULL;
  gboolean ok;

  if (!prepare (self, request->entry, error)
      || !check (self, self->program->code->function, request, error))
    return FALSE;
  init_state (self, request, record, state);
  launch.costs = self->program->costs;
  state->cancellable = cancellable;
  state->n_pending = grid->n_pending;
  state->depth = grid->depth;
  if (!place_workspace (self, state, error))
    return FALSE;
  if (record != NULL && record->checks && (sanitizer = ws_sanitizer_new (state, error)) == NULL)
    return FALSE;
  ws_memory_forget_frees (self->memory);
  ok = ws_launch_run (&launch, self->n_threads, &duration_cycles, error);
  if (sanitizer == NULL)
    ws_memory_assume_written (self->memory);
  else if (record->builder != NULL)
    ws_sanitizer_report (sanitizer, record->builder, record->launch);
  ws_sanitizer_free (sanitizer);
  if (state->code->launches)
    ws_memory_drop_parameters (self->memory);
  if (!ok)
    return FALSE;
  *result = (WsLaunchResult){
    .duration_cycles = duration_cycles,
    .warp_instructions = launch.issued,
  };
  return TRUE;
}

static gboolean
vm_launch (WsDevice *device, const WsLaunchRequest *request, const WsRecordRequest *record,
           WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  WsChildGrids grids = {
    .device = device,
    .module = self->module,
    .request = request,
    .record = record,
    .run = run_grid,
  };
  WsLaunchResult whole = { 0 };

  /* where there was no memory for the variables when the device was emptied, there may be now */
  if (!find (self, request->entry, error) || !place_variables (self, error))
    return FALSE;
  if (record != NULL && record->builder != NULL && self->globals != NULL)
    add_globals (self, record->builder);
  if (!ws_child_grids_run (&grids, &whole, cancellable, error))
    return FALSE;
  self->queued_ns += whole.duration_ns + self->parent.spec->launch_ns;
  self->timer_ns += whole.duration_ns + self->parent.spec->launch_ns;
  if (result != NULL)
    *result = whole;
  return TRUE;
}

/* A copy takes as long as the memory's peak lets it: read and written. */
static gboolean
vm_copy (WsDevice *device, guint64 to, guint64 from, guint64 size, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;
  guint8 *target = host_address (self, to, size, error);
  const guint8 *source = target != NULL ? host_address (self, from, size, error) : NULL;
  WsAllocation *allocation;

  if (source == NULL)
    return FALSE;
  memmove (target, source, size);
  allocation = ws_memory_find_nearest (self->memory, to);
  ws_memory_touch (self->memory, allocation, size);
  ws_allocation_fill (allocation, to - allocation->address, size);
  self->queued_ns += (guint64)((unsigned __int128)size * 2 * 1000000000
                               / self->parent.spec->memory_bandwidth_bytes_per_s);
  return TRUE;
}

static gboolean
vm_time_start (WsDevice *device, GError **error)
{
  WsVmDevice *self = (WsVmDevice *)device;

  self->queued_ns = self->parent.spec->event_ns;
  if (!device->stays_warm)
    ws_memory_forget_cached (self->memory);
  return TRUE;
}

static gboolean
vm_time_stop (WsDevice *device, guint64 *duration_ns, GCancellable *cancellable, GError **error)
{
  *duration_ns = ((WsVmDevice *)device)->queued_ns;
  return TRUE;
}

static void
vm_close (WsDevice *device)
{
  WsVmDevice *self = (WsVmDevice *)device;

  unload (self);
  g_array_unref (self->loaded);
  g_hash_table_unref (self->programs);
  ws_memory_free (self->memory);
  g_array_unref (self->textures);
  ws_spec_unref (self->parent.spec);
  ws_host_memory_unref (self->parent.host);
  g_free (self->parent.id);
  g_free (self->parent.name);
  g_free (self->parent.driver);
  g_free (self);
}

static const WsDeviceClass vm_class = {
  .kind = "vm",
  .origin = WS_ORIGIN_MODELLED,
  .load = vm_load,
  .describe = vm_describe,
  .get_shared_bytes = vm_get_shared_bytes,
  .find_symbol = vm_find_symbol,
  .alloc = vm_alloc,
  .bind_texture = vm_bind_texture,
  .free_all = vm_free_all,
  .write = vm_write,
  .read = vm_read,
  .launch = vm_launch,
  .copy = vm_copy,
  .time_start = vm_time_start,
  .time_stop = vm_time_stop,
  .close = vm_close,
};

/**
 * ws_vm_device_new:
 * @spec: (transfer none): the model that it stands for
 * @n_threads: host threads to use, 0 for one per core
 *
 * Returns: (transfer full): a virtual GPU; ws_device_close() frees it
 */
WsDevice *
ws_vm_device_new (WsSpec *spec, guint n_threads)
{
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();

  return ws_vm_device_new_on (spec, n_threads, host);
}

/**
 * ws_vm_device_new_on:
 * @spec: (transfer none): the model that it stands for
 * @n_threads: host threads to use, 0 for one per core
 * @host: (transfer none): what the computer has
 *
 * As ws_vm_device_new(), and opens no file.
 */
WsDevice *
ws_vm_device_new_on (WsSpec *spec, guint n_threads, WsHostMemory *host)
{
  WsVmDevice *self = g_new0 (WsVmDevice, 1);

  self->parent.klass = &vm_class;
  self->parent.host = ws_host_memory_ref (host);
  self->parent.spec = ws_spec_ref (spec);
  self->parent.id = g_strdup_printf ("vm:%s", spec->id);
  self->parent.name = g_strdup_printf ("Virtual %s", spec->name);
  self->stepper = ws_stepper_find (NULL);
  self->n_threads = n_threads > 0 ? n_threads : g_get_num_processors ();
  self->memory = ws_memory_new (spec->memory_bytes, host);
  self->loaded = g_array_new (FALSE, TRUE, sizeof (Loaded));
  g_array_set_size (self->loaded, 1);
  self->textures = g_array_new (FALSE, FALSE, sizeof (WsBoundTexture));
  self->programs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)program_free);
  return &self->parent;
}

/* Returns: (transfer none) (array zero-terminated=1): the instruction sets that the loops over
 * lanes are compiled for, the narrowest first; this computer need not have all of them */
const char *const *
ws_vm_get_variants (void)
{
  return ws_stepper_get_names ();
}

/**
 * ws_vm_device_set_variant:
 * @device: a virtual GPU
 * @name: one of ws_vm_get_variants()
 *
 * Lets it execute by the code for another instruction set than the widest that there is: for tests.
 *
 * Returns: whether this computer runs it
 */
gboolean
ws_vm_device_set_variant (WsDevice *device, const char *name)
{
  WsVmDevice *self = (WsVmDevice *)device;
  const WsStepper *stepper = ws_stepper_find (name);

  if (stepper != NULL)
    self->stepper = stepper;
  return stepper != NULL;
}
