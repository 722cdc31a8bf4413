/* user-json.c: the kernels of a source and their launch plan, as JSON. */
#include "cli/json.h"
#include "cli/user.h"

static void
add_launch (JsonBuilder *builder, const WsUserPlan *plan, const WsUserLaunch *launch)
{
  json_builder_begin_object (builder);
  cli_json_add_text (builder, "kernel", launch->kernel);
  cli_json_add_text (builder, "grid", launch->grid.text);
  cli_json_add_text (builder, "block", launch->block.text);
  cli_json_add_text (builder, "shared", launch->shared.text);
  json_builder_set_member_name (builder, "arguments");
  json_builder_begin_array (builder);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      const WsUserArgument *argument = ws_user_launch_get_argument (launch, i);
      int buffer = argument->buffer;

      json_builder_begin_object (builder);
      cli_json_add_text (builder, "name", argument->name);
      cli_json_add_text (builder, "type", argument->type);
      cli_json_add_text (builder, "buffer",
                         buffer >= 0 ? ws_user_plan_get_buffer (plan, (guint)buffer)->name : NULL);
      cli_json_add_text (builder, "value", argument->value.text);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_buffer (JsonBuilder *builder, const WsUserBuffer *buffer)
{
  json_builder_begin_object (builder);
  cli_json_add_text (builder, "name", buffer->name);
  cli_json_add_text (builder, "type", buffer->type.text);
  cli_json_add_text (builder, "length", buffer->length.text);
  cli_json_add_text (builder, "use", buffer->use.text);
  cli_json_add_text (builder, "contents", buffer->contents.text);
  json_builder_end_object (builder);
}

static void
add_kernel (JsonBuilder *builder, const WsUserOutlineKernel *kernel)
{
  json_builder_begin_object (builder);
  cli_json_add_text (builder, "name", kernel->name);
  cli_json_add_number (builder, "line", kernel->line);
  json_builder_end_object (builder);
}

/**
 * cli_user_print_json:
 * @kernel: of a source
 *
 * Prints the kernels of the source and their launch plan.
 */
void
cli_user_print_json (WsUserKernel *kernel)
{
  const WsUserOutline *outline = ws_user_kernel_get_outline (kernel);
  const WsUserPlan *plan = ws_user_kernel_get_plan (kernel);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "main");
  json_builder_add_boolean_value (builder, outline->has_main);
  json_builder_set_member_name (builder, "kernels");
  json_builder_begin_array (builder);
  for (guint i = 0; i < outline->kernels->len; i++)
    add_kernel (builder, g_ptr_array_index (outline->kernels, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "launches");
  json_builder_begin_array (builder);
  for (guint i = 0; i < plan->launches->len; i++)
    add_launch (builder, plan, ws_user_plan_get_launch (plan, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "buffers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < plan->buffers->len; i++)
    add_buffer (builder, ws_user_plan_get_buffer (plan, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_print (builder);
}
