/* types.h: kernels on numbers of 16 bits and fewer, bytes, copies that go on beside and matrices,
 * as nvcc compiles them (types/), and what each gives.
 */
#pragma once

#include "device/device.h"

G_BEGIN_DECLS

#define TYPE_BUFFER_BYTES 16384

typedef union {
  guint8 bytes[TYPE_BUFFER_BYTES];
  guint16 halves[TYPE_BUFFER_BYTES / 2];
  guint32 words[TYPE_BUFFER_BYTES / 4];
  float floats[TYPE_BUFFER_BYTES / 4];
} TypeBuffer;

/* A kernel, the shape of its launch, and what it is to give: @expect fills the whole buffer. */
typedef struct {
  const char *file;
  const char *entry;
  guint grid;
  guint block;
  gint32 n;
  void (*fill) (TypeBuffer *a, TypeBuffer *b, GRand *random);
  void (*expect) (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n);
} TypeKernel;

/* A kernel that is loaded, and what it is launched with. */
typedef struct {
  char *ptx;
  char *path;
  guint8 params[28];
  WsLaunchRequest request;
} TypeLaunch;

extern const TypeKernel type_kernels[];
extern const guint n_type_kernels;

/* Runs it: its answer must be the host's; @launch: (out): can be launched again */
void type_kernel_run (const TypeKernel *self, WsDevice *device, TypeLaunch *launch);
void type_launch_clear (TypeLaunch *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TypeLaunch, type_launch_clear)

G_END_DECLS
