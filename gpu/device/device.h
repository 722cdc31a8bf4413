/* device.h: a device that runs plans: one table of functions per kind.
 *
 * gpu/virtual and gpu/cuda each provide one. Everything else uses a device through this table only.
 */
#pragma once

#include "device/error.h"
#include "device/host-memory.h"
#include "record/run.h"
#include "record/texture.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsDevice WsDevice;
typedef struct _WsDeviceClass WsDeviceClass;

/**
 * WsLaunchRequest:
 * @entry: name of the PTX entry
 * @grid: blocks
 * @block: threads
 * @dynamic_shared_bytes: for the extern array
 * @registers: per thread, as a compiler allocated them; 0 if unknown. A device that models time
 * uses them for the occupancy
 * @params: the parameter block, laid out as the entry declares it
 * @params_size: its bytes
 * @tries: whether to launch on a real GPU even if its spec does not allow it: the driver decides
 *
 * One launch.
 */
typedef struct {
  const char *entry;
  guint32 grid[3];
  guint32 block[3];
  guint32 dynamic_shared_bytes;
  guint32 registers;
  const guint8 *params;
  gsize params_size;
  gboolean tries;
} WsLaunchRequest;

/**
 * WsLibraryRequest:
 * @library: its name, as in "cub"
 * @in: address of the elements
 * @out: address of the result
 * @n: elements
 * @type: of them
 * @op: as in "sum"
 *
 * A reduction by a compiled library.
 */
typedef struct {
  const char *library;
  guint64 in;
  guint64 out;
  guint64 n;
  WsValueType type;
  const char *op;
} WsLibraryRequest;

/**
 * WsRecordRequest:
 * @builder: (nullable): where the recording goes; %NULL to run without recording
 * @launch: index of this launch in the builder
 * @blocks: (array length=n_blocks): linear indices of the blocks recorded in full, ascending
 * @counts: whether to count every site over all blocks
 * @residencies: whether to record the SM and the time span of each block and its warps. A device
 * that records by probes then records nothing else: events need another launch, with memory
 * restored
 * @calibration: with @residencies, on a device that records by probes: number of this calibration
 * launch, from 1, which only measures the overhead of the probes; the launch is repeated
 * afterwards. 0: not a calibration
 * @checks: whether a virtual GPU checks for races and for reads of uninitialised memory: see
 * vm/sanitizer.h
 * @order: the order in which the threads of a virtual GPU run; only with @checks any other than
 * that of time
 * @printed: (nullable): receives the output of the kernel, from a virtual GPU
 * @fault: (nullable): receives the fault that ended the kernel, if any, from a virtual GPU
 * @asserted: (nullable): receives CUDA's message of a failed assert, from a virtual GPU
 * @max_instructions: warp instructions of a block after which the kernel counts as endless; 0 for
 * the device's own limit. Instructions that are expensive to simulate count for more
 * @max_seconds: likewise, processor time of a block on the virtual GPU, in case the count is too
 * generous. 0 for the device's own limit
 */
typedef struct {
  WsRunBuilder *builder;
  guint launch;
  const guint32 *blocks;
  guint n_blocks;
  gboolean counts;
  gboolean residencies;
  guint calibration;
  gboolean checks;
  WsOrder order;
  GString *printed;
  WsFindingKind *fault;
  GString *asserted;
  guint64 max_instructions;
  double max_seconds;
} WsRecordRequest;

/**
 * WsLaunchResult:
 * @duration_cycles: of the launch
 * @duration_ns: of the launch and all grids that its kernels launch, at the spec's clock or as
 * measured; of a recorded launch of a device that records by probes, with these
 * @warp_instructions: executed; 0 if the device does not count them
 * @n_split: events of a converged warp that the hardware split
 */
typedef struct {
  guint64 duration_cycles;
  guint64 duration_ns;
  guint64 warp_instructions;
  guint64 n_split;
} WsLaunchResult;

/**
 * WsDeviceSymbol:
 * @space: global or constant memory
 * @address: on the device, for its read(), write() and copy()
 * @run_address: as the accesses of a run have it: of constant memory, from 0 of it
 * @size_bytes: its size
 *
 * Where a variable of a loaded module is.
 */
typedef struct {
  WsSpace space;
  guint64 address;
  guint64 run_address;
  guint64 size_bytes;
} WsDeviceSymbol;

/**
 * WsDeviceClass:
 * @kind: "vm" or "cuda"
 * @origin: of its times
 * @load: loads a module; a later one takes its place. Length in bytes, or -1 if the text is
 * zero-terminated; the name is for messages
 * @describe: (transfer full): the entry's sites as the run holds them
 * @get_shared_bytes: shared memory that the entry declares, bytes of a block
 * @find_symbol: where the variable is that the PTX calls so, until the next @load or @free_all;
 * what is written there persists across launches
 * @alloc: allocates device memory; the name is for messages
 * @bind_texture: (nullable): makes a texture or surface of memory from @alloc;
 * @object: the kernel's handle for it, valid until the next @free_all
 * @free_all: frees all memory from @alloc
 * @write: copies @size bytes to the device
 * @read: copies @size bytes from the device
 * @launch: runs a launch to its end, and records what was requested; between @time_start and
 * @time_stop it is only queued
 * @copy: copies @size bytes of device memory
 * @time_start: from here on launches and copies are only queued, and no result of theirs is known
 * @time_stop: waits for what was queued; @duration_ns: between the two
 * @get_registers: (nullable): registers per thread, as the device's own compiler gave them
 * @read_counters: (nullable): repeats a launch for as many passes as its hardware counters need,
 * without restoring memory, and adds their values to the counters, (element-type WsCounter)
 * @call_library: (nullable): between @time_start and @time_stop: queues it
 * @close: frees the device
 *
 * The functions of a kind of device. Each function that takes a #GError sets a #WsDeviceError, or
 * an error of its own domain, and returns %FALSE, or %NULL.
 */
struct _WsDeviceClass {
  const char *kind;
  WsOrigin origin;
  gboolean (*load) (WsDevice *self, const char *ptx, gssize length, const char *name,
                    GError **error);
  WsKernel *(*describe) (WsDevice *self, const char *entry, const char *title, const char *file,
                         const char *source, GError **error);
  gboolean (*get_shared_bytes) (WsDevice *self, const char *entry, guint32 *static_bytes,
                                GError **error);
  gboolean (*find_symbol) (WsDevice *self, const char *name, WsDeviceSymbol *symbol,
                           GError **error);
  gboolean (*alloc) (WsDevice *self, guint64 size_bytes, const char *name, guint64 *address,
                     GError **error);
  gboolean (*bind_texture) (WsDevice *self, const WsTexture *texture, guint64 address,
                            guint64 *object, GError **error);
  void (*free_all) (WsDevice *self);
  gboolean (*write) (WsDevice *self, guint64 address, const void *data, gsize size, GError **error);
  gboolean (*read) (WsDevice *self, guint64 address, void *data, gsize size, GError **error);
  gboolean (*launch) (WsDevice *self, const WsLaunchRequest *request, const WsRecordRequest *record,
                      WsLaunchResult *result, GCancellable *cancellable, GError **error);
  gboolean (*copy) (WsDevice *self, guint64 to, guint64 from, guint64 size, GError **error);
  gboolean (*time_start) (WsDevice *self, GError **error);
  gboolean (*time_stop) (WsDevice *self, guint64 *duration_ns, GCancellable *cancellable,
                         GError **error);
  gboolean (*get_registers) (WsDevice *self, const char *entry, guint32 *registers, GError **error);
  gboolean (*read_counters) (WsDevice *self, const WsLaunchRequest *request, GPtrArray *counters,
                             GError **error);
  gboolean (*call_library) (WsDevice *self, const WsLibraryRequest *request, GError **error);
  void (*close) (WsDevice *self);
};

/**
 * WsDevice:
 * @klass: its table
 * @spec: its limits and rates
 * @id: as in "vm:h200"
 * @name: as in "Virtual H200"
 * @host: (nullable): the computer's memory
 * @driver: (nullable): its version, as in "580.159"; %NULL if there is none
 * @records_by_probes: whether a recorded launch takes longer than one that is not
 * @stays_warm: for a virtual GPU: whether the L2 cache keeps its contents when timing starts
 * @lost: whether nothing will run on it any more in this process
 * @steps: see ws_device_step()
 *
 * A device's own struct begins with this.
 */
struct _WsDevice {
  const WsDeviceClass *klass;
  WsSpec *spec;
  char *id;
  char *name;
  WsHostMemory *host;
  char *driver;
  gboolean records_by_probes;
  gboolean stays_warm;
  gboolean lost;
  guint steps;
};

void ws_device_close (WsDevice *self);
void ws_device_step (WsDevice *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDevice, ws_device_close)

gboolean ws_device_refuse_symbol (const char *name, GError **error);
gboolean ws_device_check_launch (const WsSpec *spec, const guint32 grid[3], const guint32 block[3],
                                 guint32 shared_bytes, GError **error);

G_END_DECLS
