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
/* @results: FORMS_N_LANES */
typedef void (*FormDone) (const Form *form, const ModelInput *inputs, const FormResult *results,
                          gpointer data);
/* Runs each of the forms, all of one module. */
gboolean forms_run (WsDevice *device, GPtrArray *forms, FormDone done, gpointer data,
                    GError **error);
/* Bytes that are read by @in and written to @out. */
#define FORMS_IN_BYTES  (FORMS_N_LANES * MODEL_N_WORDS * 8)
#define FORMS_OUT_BYTES (FORMS_N_LANES * sizeof (FormResult))
/* What the results of a form are worth: the lanes that are not what the model says, and how far off
 * the others of an approximation are at most, in units of the last place. */
typedef struct {
  guint n_wrong;
  gboolean is_approximate;
  double worst_ulps;
} FormVerdict;

/* Prints the first that are wrong, each as a comment. */
FormVerdict forms_judge (const Form *form, const ModelInput *inputs, const FormResult *results);
/* One number for all results. */
guint64 forms_digest (const FormResult *results);
