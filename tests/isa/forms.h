/* forms.h: each form of each instruction on registers, as a kernel of its own, and the numbers that
 * it is tried on. */
#pragma once

#include "device/device.h"
#include "model.h"

/* Lanes that try a form: all pairs of the edge values of its types, and 4096 of random ones. */
#define FORMS_N_LANES 6144

/* Bit of the last word: whether the lane executes it; the result of the others is 0. */
#define FORMS_EXECUTES 16

typedef struct {
  char *spelling;
  char *name; /* the spelling, and the constant where it takes one */
  WsShape shape;
  guint immediate;
} Form;

typedef struct {
  guint64 bits;
  guint64 carry;
} FormResult;

/* (transfer full) (element-type Form): of an opcode; none where it does more than read and write
 * registers of its lane. */
GPtrArray *forms_list (WsPtxOpcode opcode);
/* (transfer full): a module, form k its kernel "fk" */
char *forms_write (GPtrArray *forms);
/* (transfer full): FORMS_N_LANES of them */
ModelInput *forms_make_inputs (const Form *form);
/* Runs form @k of a module that the device has loaded. */
gboolean forms_run (WsDevice *device, GPtrArray *forms, guint k, const ModelInput *inputs,
                    guint64 in, guint64 out, FormResult *results, GError **error);
/* Bytes that are read by @in and written to @out. */
#define FORMS_IN_BYTES  (FORMS_N_LANES * MODEL_N_WORDS * 8)
#define FORMS_OUT_BYTES (FORMS_N_LANES * sizeof (FormResult))
/* Whether the lane is right; of an approximation @error_ulps gets how far off it is. */
gboolean forms_check (const Form *form, const ModelInput *input, const FormResult *result,
                      ModelResult *expected, double *error_ulps);
/* One number for all results. */
guint64 forms_digest (const FormResult *results);
