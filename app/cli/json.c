#include "cli/json.h"

#include "timing/fidelity.h"

#include <stdio.h>

/**
 * cli_json_add_number:
 * @builder: in an object
 * @name: of the member
 * @value: up to 2^63 - 1: JSON integers are signed here
 */
void
cli_json_add_number (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64)value);
}

/**
 * cli_json_add_text:
 * @builder: in an object
 * @name: of the member
 * @value: (nullable): %NULL is null
 */
void
cli_json_add_text (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

/**
 * cli_json_add_fidelity:
 * @builder: in an object
 * @device: as in "vm:h200"
 * @kernel: id of the kernel with these times
 *
 * Adds the member "off_percent": the average error of such times; nothing if they are not modelled,
 * or were never compared with a real GPU's.
 */
void
cli_json_add_fidelity (JsonBuilder *builder, const char *device, const char *kernel)
{
  const char *kernels[] = { kernel, NULL };
  WsFidelity fidelity;

  if (ws_fidelity_find (device, kernels, &fidelity))
    cli_json_add_number (builder, "off_percent", ws_fidelity_get_percent (&fidelity));
}

/**
 * cli_json_print:
 * @builder: holds one value
 *
 * Prints the value to stdout, followed by a newline.
 */
void
cli_json_print (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = json_to_string (root, TRUE);

  printf ("%s\n", text);
}
