/* ptx-guess.c: a plan for a kernel that is given as PTX alone: the use of a parameter by the
 * instructions shows what it is. Every guess states its reason. */
#include "reader/plan-values.h"
#include "reader/entry.h"
#include "reader/infer-length.h"
#include "reader/ptx-track.h"
#include "reader/type.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define USUAL_N       1024
#define USUAL_SIDE    64 /* of what has two axes or more */
#define USUAL_BLOCK   256
#define USUAL_BINS    256
#define EDGES         1.1 /* of a length, times: by which a kernel may stay away from the end */
#define MOST_ELEMENTS (1u << 24)

/* What is known of a parameter, or of a constant. */
typedef struct {
  const WsPtxVariable *variable;
  gboolean is_address;
  gboolean is_float;
  const char *type; /* of its elements */
  guint bytes;      /* of one */
  double reach;     /* bytes, at least */
  gboolean is_unknown;
  gboolean reads;
  gboolean writes;
  gboolean adds;
  guint size_axes; /* bits: along which an index is held against it */
  gboolean is_factor;
  guint32 size_line; /* of the PTX; 0 if it is no size */
} Seen;

typedef struct {
  const WsUserSource *source;
  const WsUserFunction *entry;
  WsPtxModule *module;
  WsPtxFunction *function;
  WsTracker *tracker;
  WsUserPlan *plan;
  WsUserLaunch *launch;
  GArray *parameters; /* Seen */
  GArray *constants;  /* Seen */
  guint axes;         /* along which the kernel asks for its place: 1 to 3 */
} Guess;

static const char *const axis_names[] = { "x", "y", "z" };

static Seen *
find (GArray *list, const WsPtxVariable *variable)
{
  for (guint i = 0; variable != NULL && i < list->len; i++)
    if (g_array_index (list, Seen, i).variable == variable)
      return &g_array_index (list, Seen, i);
  return NULL;
}

static guint
get_n_instructions (const Guess *self)
{
  return self->function->instructions->len;
}

static const WsPtxInstruction *
get_instruction (const Guess *self, guint index)
{
  return &g_array_index (self->function->instructions, WsPtxInstruction, index);
}

/* ---- types ---- */

/* After the PTX ISA, "Fundamental Types": what C calls them. Bits may be anything of their width.
 */
static const struct {
  WsPtxType type;
  const char *name;
} types[] = {
  { WS_PTX_F32, "float" },
  { WS_PTX_F64, "double" },
  { WS_PTX_U32, "unsigned int" },
  { WS_PTX_S32, "int" },
  { WS_PTX_B32, "int" },
  { WS_PTX_U64, "unsigned long" },
  { WS_PTX_S64, "long" },
  { WS_PTX_B64, "long" },
  { WS_PTX_U16, "unsigned short" },
  { WS_PTX_S16, "short" },
  { WS_PTX_B16, "unsigned short" },
  { WS_PTX_U8, "unsigned char" },
  { WS_PTX_S8, "char" },
  { WS_PTX_B8, "unsigned char" },
};

static const char *
name_type (WsPtxType type)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      return types[i].name;
  return "unsigned char";
}

/* What is loaded or stored as bits is a number where an instruction takes it for one. */
static WsPtxType
find_type (const Guess *self, WsPtxType type, const WsPtxOperand *value)
{
  static const struct {
    guint bytes;
    WsPtxType is;
  } rows[] = { { 4, WS_PTX_F32 }, { 8, WS_PTX_F64 }, { 4, WS_PTX_S32 } };

  if (value->kind == WS_PTX_OPERAND_VECTOR && value->n_elements > 0)
    value = &g_array_index (self->function->elements, WsPtxOperand, value->first_element);
  for (guint i = 0; value->kind == WS_PTX_OPERAND_REGISTER && i < G_N_ELEMENTS (rows); i++)
    if (ws_ptx_type_get_width (type) == rows[i].bytes && type != WS_PTX_F32 && type != WS_PTX_F64
        && ws_tracker_uses_as (self->tracker, value->reg, rows[i].is))
      return rows[i].is;
  /* compilers load both kinds of integers as the unsigned one */
  return type == WS_PTX_U32 ? WS_PTX_S32 : type;
}

/* ---- what the instructions say ---- */

static gboolean
get_number (const WsPtxVariable *parameter, double *value, gpointer data)
{
  const Guess *self = data;
  const Seen *seen = find (self->parameters, parameter);
  guint index = (guint)(seen - (const Seen *)(gpointer)self->parameters->data);
  const WsUserArgument *argument;
  WsRange range;

  if (seen == NULL || seen->is_address || index >= self->launch->arguments->len)
    return FALSE;
  argument = ws_user_launch_get_argument (self->launch, index);
  if (argument->value.text == NULL
      || !ws_user_plan_evaluate (self->plan, self->launch, argument->value.text, &range))
    return FALSE;
  *value = range.low;
  return TRUE;
}

static gboolean
is_number (const WsPtxVariable *parameter, double *value, gpointer data)
{
  const Guess *self = data;
  const Seen *seen = find (self->parameters, parameter);

  *value = USUAL_SIDE;
  return seen != NULL && !seen->is_address && parameter->size <= 4;
}

static gboolean
is_access (const WsPtxInstruction *in)
{
  return in->opcode == WS_PTX_LD || in->opcode == WS_PTX_LDU || in->opcode == WS_PTX_ST
         || in->opcode == WS_PTX_ATOM || in->opcode == WS_PTX_RED || in->opcode == WS_PTX_CP_ASYNC;
}

/* Of an access the memory that is meant: of cp.async what is read. %NULL if there is none */
static const WsPtxOperand *
get_memory (const WsPtxInstruction *in)
{
  guint first = in->opcode == WS_PTX_CP_ASYNC ? 1 : 0;

  for (guint i = first; i < in->n_operands; i++)
    if (in->operands[i].kind == WS_PTX_OPERAND_MEMORY)
      return &in->operands[i];
  return NULL;
}

static const WsPtxOperand *
get_value (const WsPtxInstruction *in)
{
  return &in->operands[in->opcode == WS_PTX_ST || in->opcode == WS_PTX_RED ? in->n_operands - 1
                                                                           : 0];
}

/* Of what is accessed; cp.async has no type, and copies words. */
static WsPtxType
get_type (const WsPtxInstruction *in)
{
  return in->n_types > 0 ? in->types[in->n_types - 1] : WS_PTX_B32;
}

static void
note_access (Guess *self, const WsPtxInstruction *in, const WsTracked *address, Seen *seen)
{
  WsPtxType type = get_type (in);
  guint bytes;
  guint vector = MAX (in->vector, 1);

  if (in->opcode != WS_PTX_CP_ASYNC)
    type = find_type (self, type, get_value (in));
  else
    type = WS_PTX_F32;
  bytes = MAX (ws_ptx_type_get_width (type), 1);
  seen->is_address = TRUE;
  seen->adds |= in->opcode == WS_PTX_ATOM || in->opcode == WS_PTX_RED;
  seen->reads |= in->opcode != WS_PTX_ST;
  seen->writes |= in->opcode == WS_PTX_ST || seen->adds;
  if (seen->type == NULL || bytes < seen->bytes
      || (bytes == seen->bytes && (type == WS_PTX_F32 || type == WS_PTX_F64)))
    {
      seen->type = name_type (type);
      seen->bytes = bytes;
      seen->is_float = type == WS_PTX_F32 || type == WS_PTX_F64;
    }
  if (address->bounds.known && address->bounds.high < 1e12)
    seen->reach = fmax (seen->reach, address->bounds.high + bytes * vector);
  else
    seen->is_unknown = TRUE;
}

static void
look_at_accesses (Guess *self)
{
  for (guint i = 0; i < get_n_instructions (self); i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);
      const WsPtxOperand *memory = is_access (in) ? get_memory (in) : NULL;
      WsTracked address;
      Seen *seen;

      if (memory == NULL || ws_tracker_find_parameter (self->tracker, memory) != NULL)
        continue;
      address = ws_tracker_look (self->tracker, memory);
      seen = find (self->parameters, address.parameter);
      if (seen == NULL && address.variable != NULL && address.variable->space == WS_SPACE_CONST
          && address.variable->init == NULL)
        {
          seen = find (self->constants, address.variable);
          if (seen == NULL)
            {
              g_array_append_val (self->constants, ((Seen){ .variable = address.variable }));
              seen = find (self->constants, address.variable);
            }
        }
      if (seen != NULL)
        note_access (self, in, &address, seen);
    }
}

/* The parameter that an operand is read from, without anything done to it. */
static Seen *
find_read (Guess *self, const WsPtxOperand *operand)
{
  const WsPtxInstruction *load = operand->kind == WS_PTX_OPERAND_REGISTER && operand->reg != WS_NONE
                                     ? ws_tracker_find_load (self->tracker, operand->reg)
                                     : NULL;

  return load != NULL ? find (self->parameters,
                              ws_tracker_find_parameter (self->tracker, &load->operands[1]))
                      : NULL;
}

/* Numbers that an index is held against, and those that a row is as long as. */
static void
look_at_sizes (Guess *self)
{
  for (guint i = 0; i < get_n_instructions (self); i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);
      gboolean compares = in->opcode == WS_PTX_SETP;

      if (!compares && in->opcode != WS_PTX_MUL && in->opcode != WS_PTX_MAD)
        continue;
      for (guint k = 1; k < 3 && k < in->n_operands; k++)
        {
          Seen *seen = find_read (self, &in->operands[k]);
          WsTracked other = ws_tracker_look (self->tracker, &in->operands[3 - k]);

          if (seen == NULL || seen->is_address || seen->is_float)
            continue;
          if (!compares)
            {
              seen->is_factor |= other.axes != 0;
              continue;
            }
          if (other.axes == 0 && in->operands[3 - k].kind == WS_PTX_OPERAND_IMMEDIATE)
            continue;
          if (seen->size_line == 0)
            seen->size_line = in->ptx_line;
          /* of several axes the one that is its own: "y * width + x" is none of a single one */
          if (other.axes == 1 || other.axes == 2 || other.axes == 4)
            seen->size_axes |= other.axes;
        }
    }
}

static void
look_at_numbers (Guess *self)
{
  for (guint i = 0; i < get_n_instructions (self); i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);
      Seen *seen =
          in->opcode == WS_PTX_LD
              ? find (self->parameters, ws_tracker_find_parameter (self->tracker, &in->operands[1]))
              : NULL;
      WsPtxType type;

      if (seen == NULL || seen->is_address || seen->type != NULL)
        continue;
      type = find_type (self, get_type (in), &in->operands[0]);
      seen->type = name_type (type);
      seen->is_float = type == WS_PTX_F32 || type == WS_PTX_F64;
    }
}

static void
count_axes (Guess *self)
{
  self->axes = 1;
  for (guint i = 0; i < get_n_instructions (self); i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);

      for (guint k = 0; k < in->n_operands; k++)
        if (in->operands[k].kind == WS_PTX_OPERAND_SPECIAL
            && in->operands[k].special <= WS_PTX_SREG_NCTAID_Z)
          self->axes = MAX (self->axes, (guint)in->operands[k].special % 3 + 1);
    }
}

/* ---- the launch ---- */

/* Of a parameter that no instruction reads, only its size is known. */
static const char *
name_unread_type (guint64 size)
{
  return size == 8 ? "long long" : size == 2 ? "short" : size == 1 ? "char" : "int";
}

/* Whether more steps were taken than are allowed: what leads further is not known. */
static gboolean
is_cut (const Guess *self)
{
  return ws_tracker_get_n_steps (self->tracker) > WS_WORK_MAX_STEPS;
}

static void
guess_number (Guess *self, const Seen *seen, WsUserArgument *argument)
{
  g_autofree char *why = NULL;
  g_autofree char *text = NULL;

  argument->type =
      g_strdup (seen->type != NULL ? seen->type : name_unread_type (seen->variable->size));
  if (seen->is_float)
    {
      ws_user_field_set (&argument->value, "2", _ ("any number will do"));
      return;
    }
  if (seen->size_line == 0 && !seen->is_factor)
    {
      ws_user_field_set (&argument->value, "1",
                         is_cut (self) ? ws_work_tell_cut () : _ ("not known; a default"));
      return;
    }
  text = g_strdup_printf ("%d", self->axes > 1 ? USUAL_SIDE : USUAL_N);
  why = seen->size_line > 0
            ? g_strdup_printf (_ ("compared with an index in line %u of the PTX"), seen->size_line)
            : g_strdup (_ ("multiplied by an index"));
  ws_user_field_set (&argument->value, text, why);
}

/* The first array of shared memory that the kernel names, with a length or without. (nullable) */
static const WsPtxVariable *
find_shared (const Guess *self, gboolean has_length)
{
  for (guint i = 0; i < get_n_instructions (self); i++)
    for (guint k = 0; k < get_instruction (self, i)->n_operands; k++)
      {
        const WsPtxOperand *operand = &get_instruction (self, i)->operands[k];
        const WsPtxVariable *variable =
            ws_ptx_operand_get_variable (self->module, self->function, operand);

        if (variable != NULL && variable->space == WS_SPACE_SHARED
            && (variable->size > 0) == has_length)
          return variable;
      }
  return NULL;
}

/* Elements of the first array of shared memory, which a block usually fills; 0 if there is none
 */
static guint64
get_tile (const Guess *self)
{
  const WsPtxVariable *variable = find_shared (self, TRUE);

  return variable != NULL
             ? variable->size / (variable->align == 2 || variable->align == 8 ? variable->align : 4)
             : 0;
}

static void
guess_block (Guess *self)
{
  static const char *const usual[] = { "256", "16, 16", "8, 8, 4" };
  const guint32 *asked = self->function->req_ntid[0] > 0 ? self->function->req_ntid : NULL;
  guint64 tile = get_tile (self);
  guint64 side = (guint64)sqrt ((double)tile);
  g_autofree char *text = NULL;
  const char *why;

  if (asked != NULL)
    {
      text = g_strdup_printf ("%u, %u, %u", asked[0], MAX (asked[1], 1), MAX (asked[2], 1));
      why = _ ("the kernel requires it");
    }
  else if (self->axes == 1 && tile >= 32 && tile <= 1024 && tile % 32 == 0)
    {
      text = g_strdup_printf ("%u", (guint)tile);
      why = _ ("matches its array of shared memory");
    }
  else if (self->axes == 2 && (side == 8 || side == 16 || side == 32))
    {
      text = g_strdup_printf ("%u, %u", (guint)side, (guint)side);
      why = _ ("matches its tile of shared memory");
    }
  else
    {
      text = g_strdup (usual[self->axes - 1]);
      why = _ ("a usual size");
    }
  ws_user_field_set (&self->launch->block, text, why);
}

/* The number that an index along an axis is held against. */
static const char *
find_size (const Guess *self, guint axis)
{
  const char *any = NULL;

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const Seen *seen = &g_array_index (self->parameters, Seen, i);

      if (seen->is_address || seen->is_float || (seen->size_line == 0 && !seen->is_factor))
        continue;
      if (seen->size_axes & (1u << axis))
        return ws_user_launch_get_argument (self->launch, i)->name;
      if (any == NULL && seen->size_line > 0)
        any = ws_user_launch_get_argument (self->launch, i)->name;
    }
  return any;
}

static void
guess_grid (Guess *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_enough = TRUE;

  for (guint axis = 0; axis < self->axes; axis++)
    {
      const char *size = find_size (self, axis);

      is_enough &= size != NULL;
      g_string_append (text, axis > 0 ? ", " : "");
      if (size != NULL)
        g_string_append_printf (text, "(%s + block.%s - 1) / block.%s", size, axis_names[axis],
                                axis_names[axis]);
      else
        g_string_append (text, "4");
    }
  ws_user_field_set (&self->launch->grid, text->str,
                     is_enough ? _ ("enough threads for every element")
                               : _ ("number of blocks not known"));
}

static void
guess_shared (Guess *self)
{
  if (find_shared (self, FALSE) != NULL)
    ws_user_field_set (&self->launch->shared, "block.x * block.y * block.z * 4",
                       _ ("one element for each thread"));
  else
    ws_user_field_set (&self->launch->shared, "0", NULL);
}

/* ---- buffers ---- */

static void
guess_length (Guess *self, const Seen *seen, WsUserBuffer *buffer)
{
  g_autofree char *text = NULL;
  double length = ceil (seen->reach / MAX (seen->bytes, 1));

  if (seen->adds && seen->is_unknown)
    {
      text = g_strdup_printf ("%d", USUAL_BINS);
      ws_user_field_set (&buffer->length, text,
                         is_cut (self) ? ws_work_tell_cut () : _ ("its index depends on data"));
      return;
    }
  if (!seen->is_unknown && !is_cut (self) && length >= 1 && length <= MOST_ELEMENTS)
    {
      text = ws_user_infer_length (self->plan, self->launch, length, length * EDGES);
      ws_user_field_set (&buffer->length, text, _ ("the kernel's extent in it"));
      return;
    }
  if (find_size (self, 0) == NULL)
    {
      text = g_strdup_printf ("%d", USUAL_N);
      ws_user_field_set (&buffer->length, text,
                         is_cut (self) ? ws_work_tell_cut () : _ ("its length is not known"));
      return;
    }
  text = self->axes > 1 ? g_strdup_printf ("%s * %s", find_size (self, 0), find_size (self, 1))
                        : g_strdup (find_size (self, 0));
  ws_user_field_set (&buffer->length, text,
                     is_cut (self) ? ws_work_tell_cut () : _ ("compared with an index"));
}

static void
guess_buffer (Guess *self, const Seen *seen, const char *name, guint *index)
{
  WsUserBuffer *buffer = ws_user_plan_add_buffer (self->plan, name);
  gboolean is_constant = seen->variable->space == WS_SPACE_CONST;
  const char *use = seen->writes ? (seen->reads ? "inout" : "out") : "in";

  *index = self->plan->buffers->len - 1;
  ws_user_field_set (&buffer->type, seen->type, _ ("type of the kernel's accesses"));
  if (is_constant)
    {
      g_autofree char *count =
          g_strdup_printf ("%u", (guint)(seen->variable->size / MAX (seen->bytes, 1)));

      buffer->symbol = g_strdup (seen->variable->name);
      ws_user_field_set (&buffer->length, count, _ ("from the declaration"));
    }
  else
    guess_length (self, seen, buffer);
  ws_user_field_set (&buffer->use, use,
                     is_constant                   ? _ ("it is constant")
                     : seen->writes && seen->reads ? _ ("the kernel reads and writes it")
                     : seen->writes                ? _ ("the kernel only writes it")
                                                   : _ ("the kernel only reads it"));
  if (g_str_equal (use, "out"))
    ws_user_field_set (&buffer->contents, "nothing", _ ("only written"));
  else if (seen->adds)
    ws_user_field_set (&buffer->contents, "zeros", _ ("the kernel adds to it"));
  else
    ws_user_field_set (&buffer->contents, seen->is_float ? "random" : "random 0 100",
                       _ ("any numbers will do"));
}

/* ---- shared memory ---- */

static void
begin_tracker (Guess *self, WsTrackNumber number)
{
  guint32 grid[3] = { 4, 4, 4 }, block[3] = { USUAL_BLOCK, 16, 4 };

  if (self->launch->grid.text != NULL)
    {
      ws_user_plan_get_dims (self->plan, self->launch, &self->launch->grid, grid);
      ws_user_plan_get_dims (self->plan, self->launch, &self->launch->block, block);
    }
  ws_tracker_begin (self->tracker, grid, block, number, self);
}

/* Whether an access to an array of shared memory goes beyond it. */
static gboolean
is_beyond_shared (Guess *self)
{
  for (guint i = 0; i < get_n_instructions (self); i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);
      const WsPtxOperand *memory = is_access (in) ? get_memory (in) : NULL;
      WsTracked address;
      guint bytes;

      if (memory == NULL)
        continue;
      address = ws_tracker_look (self->tracker, memory);
      bytes = ws_ptx_type_get_width (get_type (in)) * MAX (in->vector, 1);
      if (address.variable != NULL && address.variable->space == WS_SPACE_SHARED
          && address.variable->size > 0 && address.bounds.known
          && address.bounds.high + bytes > (double)address.variable->size)
        return TRUE;
    }
  return FALSE;
}

/* Halves the block along its last axis until its threads find room in shared memory. */
static void
fit_block (Guess *self)
{
  guint32 block[3];

  for (begin_tracker (self, get_number); is_beyond_shared (self); begin_tracker (self, get_number))
    {
      guint axis = self->axes - 1;
      g_autofree char *text = NULL;

      ws_user_plan_get_dims (self->plan, self->launch, &self->launch->block, block);
      while (axis > 0 && block[axis] == 1)
        axis--;
      if (block[axis] == 1)
        return;
      block[axis] /= 2;
      text = self->axes == 1   ? g_strdup_printf ("%u", block[0])
             : self->axes == 2 ? g_strdup_printf ("%u, %u", block[0], block[1])
                               : g_strdup_printf ("%u, %u, %u", block[0], block[1], block[2]);
      ws_user_field_set (&self->launch->block, text, _ ("fits its array of shared memory"));
    }
}

/* ---- all of it ---- */

static gboolean
is_read (const Guess *self, const WsPtxVariable *parameter)
{
  for (guint i = 0; i < get_n_instructions (self); i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);

      for (guint k = 0; k < in->n_operands; k++)
        if (ws_ptx_operand_get_variable (self->module, self->function, &in->operands[k])
            == parameter)
          return TRUE;
    }
  return FALSE;
}

static gboolean
check_parameters (const Guess *self, GError **error)
{
  for (guint i = 0; i < self->function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (self->function->params, i);

      if (parameter->size <= 8 || !is_read (self, parameter))
        continue;
      g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_TYPE,
                   _ ("%s:%u: parameter %u of “%s” is a structure of %u bytes, whose fields PTX "
                      "does not give: open the .cu file that it was compiled from."),
                   self->module->name, self->function->ptx_line, i + 1, self->entry->qualified,
                   (guint)parameter->size);
      return FALSE;
    }
  return TRUE;
}

/* First what is an address and what a number, then how large the numbers are, then how far the
 * addresses reach. */
static void
guess_all (Guess *self)
{
  guint index;

  begin_tracker (self, is_number);
  look_at_accesses (self);
  look_at_numbers (self);
  count_axes (self);
  begin_tracker (self, is_number);
  look_at_sizes (self);
  for (guint i = 0; i < self->parameters->len; i++)
    {
      const Seen *seen = &g_array_index (self->parameters, Seen, i);
      WsUserArgument *argument = ws_user_launch_add_argument (
          self->launch, g_array_index (self->entry->parameters, WsUserParameter, i).name,
          seen->is_address ? 0 : -1);

      if (seen->is_address)
        {
          argument->type = g_strdup (seen->type);
          ws_user_field_set (&argument->value, "0", NULL);
        }
      else
        guess_number (self, seen, argument);
    }
  guess_block (self);
  guess_grid (self);
  guess_shared (self);
  if (self->function->req_ntid[0] == 0)
    fit_block (self);
  for (guint i = 0; i < self->parameters->len; i++)
    {
      g_array_index (self->parameters, Seen, i).reach = 0;
      g_array_index (self->parameters, Seen, i).is_unknown = FALSE;
    }
  begin_tracker (self, get_number);
  look_at_accesses (self);
  for (guint i = 0; i < self->parameters->len; i++)
    {
      WsUserArgument *argument = ws_user_launch_get_argument (self->launch, i);

      if (argument->buffer < 0)
        continue;
      guess_buffer (self, &g_array_index (self->parameters, Seen, i), argument->name, &index);
      argument->buffer = (int)index;
    }
  for (guint i = 0; i < self->constants->len; i++)
    {
      const Seen *seen = &g_array_index (self->constants, Seen, i);

      guess_buffer (self, seen, seen->variable->name, &index);
    }
}

/**
 * ws_user_guess_entry:
 * @source: of ws_user_source_new_for_ptx()
 * @entry: a kernel of it
 * @plan: (inout): is given a launch of the kernel, and what it needs
 * @error: return location for a #GError: %WS_PTX_ERROR, or %WS_USER_PLAN_ERROR_TYPE
 *
 * Returns: whether all of it could be guessed
 */
gboolean
ws_user_guess_entry (const WsUserSource *source, const WsUserFunction *entry, WsUserPlan *plan,
                     GError **error)
{
  const char *name = ((const WsUserFile *)g_ptr_array_index (source->files, 0))->name;
  g_autoptr (WsPtxModule) module = ws_ptx_parse (source->ptx, -1, name, error);
  g_autoptr (WsTracker) tracker = NULL;
  g_autoptr (GArray) parameters = g_array_new (FALSE, TRUE, sizeof (Seen));
  g_autoptr (GArray) constants = g_array_new (FALSE, TRUE, sizeof (Seen));
  Guess self = { .source = source,
                 .entry = entry,
                 .module = module,
                 .plan = plan,
                 .parameters = parameters,
                 .constants = constants };

  if (module == NULL)
    return FALSE;
  self.function = ws_ptx_module_find (module, entry->name);
  if (self.function == NULL || !ws_ptx_function_check (module, self.function, error)
      || !check_parameters (&self, error))
    return FALSE;
  self.tracker = tracker = ws_tracker_new (module, self.function);
  self.launch = ws_user_plan_add_launch (plan, entry->qualified);
  for (guint i = 0; i < self.function->params->len; i++)
    g_array_append_val (parameters, ((Seen){ .variable = self.function->params->pdata[i] }));
  guess_all (&self);
  return TRUE;
}
