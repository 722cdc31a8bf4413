/* Machine code as a disassembler prints it, and which lines of source, PTX and machine code are of
 * each other. */
#include "lines/code-link.h"
#include "lines/lines.h"
#include "recorded.h"

#include <string.h>

#define FILE_LINE(line) "\t//## File \".nv_debug_ptx_txt\", line " line "\n"

static const char listing[] = "        .type           k,@function\n" FILE_LINE (
    "3") "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
         "        /*0010*/              @!P1 LDS R2, [R5] ;\n"
         "                                   /* 0x000fe40000000f00 */\n"
         ".L_x_1:\n"
         "        /*0020*/            @!UP12 BRA `(.L_x_1) ;\n" FILE_LINE (
             "7") "        /*10030*/                  EXIT ;\n"
                  "        .weak           $divide\n"
                  "$divide:\n"
                  "        /*10040*/                  MOV R10, 0x170 ;\n";

/* Blanks, directives and comments go; an instruction stands behind its address and its guard, and
 * is of the PTX line named last; a function of the assembler's own is of none. */
static void
test_parses (void)
{
  static const guint lines[] = { 0, 3, 3, 0, 3, 7, 0, 0 };
  g_autoptr (WsMachineCode) code = ws_machine_code_parse (listing);

  g_assert_cmpstr (code->text, ==,
                   "0000       LDC R1, c[0x0][0x28]\n"
                   "0010  @!P1 LDS R2, [R5]\n"
                   ".L_x_1:\n"
                   "0020  @!UP12 BRA `(.L_x_1)\n"
                   "10030       EXIT\n"
                   "$divide:\n"
                   "10040       MOV R10, 0x170");
  g_assert_cmpuint (code->ptx_lines->len, ==, G_N_ELEMENTS (lines));
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_cmpuint (ws_machine_code_get_ptx_line (code, i), ==, lines[i]);
  g_assert_cmpuint (ws_machine_code_get_ptx_line (code, G_N_ELEMENTS (lines)), ==, 0);
}

/* What is no listing at all, or has no end. */
static void
test_nonsense (void)
{
  static const char *const rows[] = { "",        "\n\n",         "/*",      "  /*0000*/",
                                      "/**/ ;;", "/*1*/ @P0",    ":",       "// File \"\", line",
                                      "*/ /*",   "/*0*/ @ ;\n:", "/*00*/\n" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsMachineCode) code = ws_machine_code_parse (rows[i]);
      g_auto (GStrv) lines = g_strsplit (code->text, "\n", -1);

      g_assert_cmpuint (MAX (g_strv_length (lines), 1), >=, code->ptx_lines->len - 1);
    }
}

/* As text: "2 3"; it is to be freed. */
static char *
find (const WsKernel *kernel, const WsMachineCode *code, WsCodeText from, guint line, WsCodeText to)
{
  g_autoptr (GArray) lines = ws_code_link_find (kernel, code, from, line, to);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", g_array_index (lines, guint, i));
  return g_string_free (text, FALSE);
}

/* Lines 3 and 7 of the PTX are of line 20 of the source, 5 of line 21, and line 3 of both. */
static void
test_links (void)
{
  static const WsSite sites[] = {
    { .line = 20, .ptx_line = 7 },
    { .line = 20, .ptx_line = 3 },
    { .line = 21, .ptx_line = 5 },
    { .line = 21, .ptx_line = 3 },
  };
  static const struct {
    WsCodeText from;
    guint line;
    WsCodeText to;
    const char *found;
  } rows[] = {
    { WS_CODE_SOURCE, 20, WS_CODE_PTX, "3 7" },  { WS_CODE_SOURCE, 20, WS_CODE_MACHINE, "1 2 4 5" },
    { WS_CODE_SOURCE, 21, WS_CODE_PTX, "3 5" },  { WS_CODE_SOURCE, 21, WS_CODE_MACHINE, "1 2 4" },
    { WS_CODE_SOURCE, 22, WS_CODE_PTX, "" },     { WS_CODE_PTX, 7, WS_CODE_SOURCE, "20" },
    { WS_CODE_PTX, 3, WS_CODE_SOURCE, "20 21" }, { WS_CODE_PTX, 5, WS_CODE_MACHINE, "" },
    { WS_CODE_PTX, 7, WS_CODE_MACHINE, "5" },    { WS_CODE_MACHINE, 5, WS_CODE_SOURCE, "20" },
    { WS_CODE_MACHINE, 5, WS_CODE_PTX, "7" },    { WS_CODE_MACHINE, 6, WS_CODE_SOURCE, "" },
    { WS_CODE_MACHINE, 6, WS_CODE_PTX, "" },     { WS_CODE_MACHINE, 6, WS_CODE_MACHINE, "6" },
    { WS_CODE_SOURCE, 0, WS_CODE_MACHINE, "" },
  };
  const WsKernel kernel = { .sites = sites, .n_sites = G_N_ELEMENTS (sites) };
  g_autoptr (WsMachineCode) code = ws_machine_code_parse (listing);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = find (&kernel, code, rows[i].from, rows[i].line, rows[i].to);

      g_assert_cmpstr (found, ==, rows[i].found);
    }
  g_free (find (&kernel, NULL, WS_CODE_SOURCE, 20, WS_CODE_MACHINE));
}

/* Of the PTX lines of a line of the source, each has its own figures, and together they are its;
 * machine code has those of the PTX that it comes from. */
static void
test_uses (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce2", "h200", 1 << 12, 128 });
  const WsKernel *kernel = ws_run_get_kernel (run, 0);
  g_autoptr (GArray) uses = ws_line_use_new (run, 0);
  g_autoptr (GArray) ptx_uses = ws_line_use_new_of_ptx (run, 0);
  const WsSite *last = &kernel->sites[kernel->n_sites - 1];
  g_autofree char *text = g_strdup_printf (
      FILE_LINE ("%u") "/*0*/ EXIT ;\n" FILE_LINE ("99999") "/*1*/ NOP ;\n", last->ptx_line);
  g_autoptr (WsMachineCode) code = ws_machine_code_parse (text);
  g_autoptr (GArray) machine = ws_machine_code_use_new (code, ptx_uses);

  for (guint line = 1; line < uses->len; line++)
    {
      g_autoptr (GArray) of = ws_code_link_find (kernel, NULL, WS_CODE_SOURCE, line, WS_CODE_PTX);
      guint64 executed = 0;

      for (guint i = 0; i < of->len; i++)
        executed += g_array_index (ptx_uses, WsLineUse, g_array_index (of, guint, i)).executed;
      g_assert_cmpuint (executed, ==, g_array_index (uses, WsLineUse, line).executed);
    }
  g_assert_cmpuint (machine->len, ==, 3);
  g_assert_cmpuint (g_array_index (machine, WsLineUse, 1).executed, ==,
                    g_array_index (ptx_uses, WsLineUse, last->ptx_line).executed);
  g_assert_cmpuint (g_array_index (machine, WsLineUse, 1).executed, >, 0);
  g_assert_cmpuint (g_array_index (machine, WsLineUse, 2).executed, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code-link/parses", test_parses);
  g_test_add_func ("/code-link/nonsense", test_nonsense);
  g_test_add_func ("/code-link/links", test_links);
  g_test_add_func ("/code-link/uses", test_uses);
  return g_test_run ();
}
