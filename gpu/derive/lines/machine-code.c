#include "lines/machine-code.h"

#include "lines/lines.h"

#include <string.h>

#define PTX_FILE      "File \".nv_debug_ptx_txt\", line " /* as nvdisasm calls the text it came from */
#define ADDRESS_WIDTH 4
#define GUARD_WIDTH   5 /* "@!P1 " */

G_DEFINE_BOXED_TYPE (WsMachineCode, ws_machine_code, ws_machine_code_ref, ws_machine_code_unref)

static void
clear (gpointer data)
{
  WsMachineCode *self = data;

  g_free (self->text);
  g_array_unref (self->ptx_lines);
}

WsMachineCode *
ws_machine_code_ref (WsMachineCode *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ws_machine_code_unref (WsMachineCode *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* "/ *0070* /   @!P1 LDS R2, [R5] ;", without the blanks in the marks of its address */
static gboolean
add_instruction (GString *text, const char *line)
{
  const char *begin = strstr (line, "/*");
  const char *end = begin != NULL ? strstr (begin, "*/") : NULL;
  g_autofree char *address = NULL;
  g_autofree char *guard = NULL;
  g_autofree char *rest = NULL;

  if (end == NULL || strspn (line, " \t") != (gsize)(begin - line))
    return FALSE;
  address = g_strndup (begin + 2, (gsize)(end - begin) - 2);
  rest = g_strstrip (g_strdup (end + 2));
  if (g_str_has_suffix (rest, ";"))
    rest[strlen (rest) - 1] = '\0';
  g_strchomp (rest);
  if (*rest == '\0' || g_str_has_prefix (rest, "/*"))
    return FALSE; /* the second half of an instruction's bits */
  if (*rest == '@')
    {
      gsize length = strcspn (rest, " ");

      guard = g_strndup (rest, length);
      memmove (rest, rest + length, strlen (rest + length) + 1);
      g_strchug (rest);
    }
  g_string_append_printf (text, "%-*s  %-*s%s%s\n", ADDRESS_WIDTH, address, GUARD_WIDTH,
                          guard != NULL ? guard : "",
                          guard != NULL && strlen (guard) >= GUARD_WIDTH ? " " : "", rest);
  return TRUE;
}

/* A label stands at the very front; that of a function is none of the kernel's blocks. */
static gboolean
is_label (const char *line)
{
  return *line != '\0' && !g_ascii_isspace (*line) && g_str_has_suffix (line, ":");
}

/**
 * ws_machine_code_parse:
 * @listing: what "nvdisasm -gp" prints of a kernel: instructions and labels, and comments that say
 * from which line of the PTX the instructions behind them come
 *
 * The functions that the assembler added (of a division, say) follow the kernel, and come from no
 * line.
 *
 * Returns: (transfer full): the code
 */
WsMachineCode *
ws_machine_code_parse (const char *listing)
{
  WsMachineCode *self = g_atomic_rc_box_new0 (WsMachineCode);
  g_auto (GStrv) lines = g_strsplit (listing, "\n", -1);
  GString *text = g_string_new (NULL);
  const guint none = 0;
  guint at = 0;

  self->ptx_lines = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_append_val (self->ptx_lines, none);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *file = strstr (lines[i], PTX_FILE);

      if (file != NULL)
        at = (guint)g_ascii_strtoull (file + strlen (PTX_FILE), NULL, 10);
      else if (is_label (lines[i]))
        {
          if (*lines[i] != '.')
            at = 0;
          g_string_append_printf (text, "%s\n", lines[i]);
          g_array_append_val (self->ptx_lines, none);
        }
      else if (add_instruction (text, lines[i]))
        g_array_append_val (self->ptx_lines, at);
    }
  if (text->len > 0)
    g_string_truncate (text, text->len - 1);
  self->text = g_string_free (text, FALSE);
  return self;
}

/**
 * ws_machine_code_get_ptx_line:
 * @line: of its text, 1-based
 *
 * Returns: the line of the PTX that it comes from, 1-based; 0 if unknown
 */
guint
ws_machine_code_get_ptx_line (const WsMachineCode *self, guint line)
{
  return line < self->ptx_lines->len ? g_array_index (self->ptx_lines, guint, line) : 0;
}

/**
 * ws_machine_code_use_new:
 * @ptx_uses: (element-type WsLineUse): what each line of the PTX did
 *
 * What the PTX instruction did that a line comes from. The assembler moves, repeats, merges and
 * guards instructions: how often one of the machine's own was executed is not known.
 *
 * Returns: (transfer full) (element-type WsLineUse): one per line, the first line at index 1
 */
GArray *
ws_machine_code_use_new (const WsMachineCode *self, const GArray *ptx_uses)
{
  GArray *uses = g_array_new (FALSE, TRUE, sizeof (WsLineUse));

  g_array_set_size (uses, self->ptx_lines->len);
  for (guint line = 1; line < self->ptx_lines->len; line++)
    {
      guint from = ws_machine_code_get_ptx_line (self, line);

      if (from > 0 && from < ptx_uses->len)
        g_array_index (uses, WsLineUse, line) = g_array_index (ptx_uses, WsLineUse, from);
    }
  return uses;
}
