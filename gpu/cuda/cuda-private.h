/* cuda-private.h: what the sources of cuda/ share. */
#pragma once

#include "cuda/cuda.h"
#include "cuda/driver.h"
#include "probe/probe.h"

G_BEGIN_DECLS

typedef struct _WsCudaCounters WsCudaCounters;
typedef struct _WsCudaLibrary WsCudaLibrary;

/* A variable of the module that was looked up. */
typedef struct {
  char *name;
  CUdeviceptr address;
  size_t size;
} WsCudaSymbol;

/* A texture or surface, and the buffer that holds its texels for everybody else. */
typedef struct {
  WsTexture texture;
  CUdeviceptr address;
  CUarray array; /* NULL: it is the buffer itself */
  guint64 object;
} WsCudaTexture;

typedef struct _WsCudaDevice WsCudaDevice;

/* Captured output of kernels: printed.c. */
typedef struct {
  WsCudaDevice *device;
  int in;     /* -1: nothing is captured */
  int before; /* the original standard output */
} WsCudaPrinted;

struct _WsCudaDevice {
  WsDevice parent;

  WsCudaDriver *driver; /* not owned */
  CUdevice device;
  CUcontext context;
  CUstream stream;
  CUevent start;
  CUevent stop;
  gboolean timing;       /* between time_start() and time_stop() */
  WsCudaPrinted printed; /* and what is printed in between */
  GString *last_printed; /* nullable: by the launch that ws_cuda_run() ran last */

  CUmodule module; /* as it was loaded, untouched */
  char *text;      /* its PTX */
  gsize length;
  char *name;               /* of it, for messages */
  gboolean names_workspace; /* whether a kernel of it may need a cooperative launch */
  WsPtxModule *parsed;      /* nullable: parsed when it is first described or recorded */
  GArray *buffers;          /* CUdeviceptr */
  GArray *textures;         /* WsCudaTexture */
  GArray *symbols;          /* WsCudaSymbol: the module's variables that were looked up */

  WsProbe *probe; /* of the entry last recorded */
  CUmodule probed;
  char *probed_entry;
  guint32 probed_limit; /* registers per thread that its compiler was allowed */
  CUmodule spanned[2];  /* the kernel with probes for spans: of any launch, and of a flat one */
  guint32 spanned_limit[2];
  GPtrArray
      *samples;  /* WsSpanReading or NULL: of each launch of a plan, from its calibration pass */
  guint64 slots; /* room for each recorded thread */

  CUmodule gate;  /* nullable: loaded when it is first needed */
  CUmodule sweep; /* nullable: likewise */
  CUdeviceptr sweep_buffer;
  guint64 sweep_bytes;
  guint64 launch_ns; /* 0: not measured yet */

  WsCudaCounters *counters; /* nullable: opened when counters are first asked for */
  WsCudaLibrary *library;   /* nullable: opened when it is first called */
};

/**
 * WsCudaJitOptions:
 * @names: (array length=n): CU_JIT_...
 * @values: (array length=n): theirs
 * @n: how many
 *
 * Options of the driver's compiler.
 */
typedef struct {
  int *names;
  void **values;
  unsigned n;
} WsCudaJitOptions;

/* link.c */
gboolean ws_cuda_needs_link (const char *text, gsize length);
CUmodule ws_cuda_link (WsCudaDevice *self, const char *text, const char *name,
                       const WsCudaJitOptions *options, CUresult *result, GError **error);

/* module.c */
CUmodule ws_cuda_load (WsCudaDevice *self, const char *text, gsize length, const char *name,
                       guint32 max_registers, GError **error);
gboolean ws_cuda_find (WsCudaDevice *self, CUmodule module, const char *entry, CUfunction *function,
                       GError **error);
WsPtxModule *ws_cuda_parse (WsCudaDevice *self, GError **error);

/* symbol.c */
gboolean ws_cuda_find_symbol (WsCudaDevice *self, const char *name, WsDeviceSymbol *symbol,
                              GError **error);
gboolean ws_cuda_lend_symbols (WsCudaDevice *self, CUmodule module, GError **error);
gboolean ws_cuda_take_symbols_back (WsCudaDevice *self, CUmodule module, GError **error);
void ws_cuda_symbol_clear (gpointer data);

/* texture.c */
gboolean ws_cuda_bind_texture (WsCudaDevice *self, const WsTexture *texture, CUdeviceptr address,
                               guint64 *object, GError **error);
gboolean ws_cuda_fill_textures (WsCudaDevice *self, CUdeviceptr address, guint64 size,
                                GError **error);
gboolean ws_cuda_drain_surfaces (WsCudaDevice *self, CUdeviceptr address, guint64 size,
                                 GError **error);
void ws_cuda_free_textures (WsCudaDevice *self);

/* sweep.c */
gboolean ws_cuda_sweep (WsCudaDevice *self, GError **error);
gboolean ws_cuda_measure_launch (WsCudaDevice *self, guint64 *duration_ns, GError **error);
void ws_cuda_sweep_free (WsCudaDevice *self);

/* timing-gate.c */
gboolean ws_cuda_timing_gate (WsCudaDevice *self, GError **error);
void ws_cuda_timing_gate_free (WsCudaDevice *self);

/* launch.c */
gboolean ws_cuda_enqueue (WsCudaDevice *self, CUfunction function, const WsLaunchRequest *request,
                          GError **error);
gboolean ws_cuda_wait (WsCudaDevice *self, GCancellable *cancellable, GError **error);
gboolean ws_cuda_alloc (WsCudaDevice *self, guint64 size, const char *what, CUdeviceptr *address,
                        GError **error);

/* run.c */
gboolean ws_cuda_run (WsCudaDevice *self, CUfunction function, const WsLaunchRequest *request,
                      guint64 *duration_ns, GCancellable *cancellable, GError **error);

/* record.c */
gboolean ws_cuda_record (WsCudaDevice *self, const WsLaunchRequest *request,
                         const WsRecordRequest *record, WsLaunchResult *result,
                         GCancellable *cancellable, GError **error);
void ws_cuda_forget_probe (WsCudaDevice *self);

/* printed.c */
void ws_cuda_printed_begin (WsCudaPrinted *self, WsCudaDevice *device);
GString *ws_cuda_printed_end (WsCudaPrinted *self);
void ws_cuda_printed_forget (WsCudaPrinted *self);

/* counters.c */
gboolean ws_cuda_count (WsCudaDevice *self, const WsLaunchRequest *request, GPtrArray *counters,
                        GError **error);
void ws_cuda_counters_close (WsCudaCounters *self);

/* library.c */
gboolean ws_cuda_call_library (WsCudaDevice *self, const WsLibraryRequest *request, GError **error);
void ws_cuda_library_free (WsCudaDevice *self);

G_END_DECLS
