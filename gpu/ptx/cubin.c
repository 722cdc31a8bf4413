/* cubin.c: a cubin is an ELF file; its section .nv.info has an entry EIATTR_REGCOUNT for each
 * function. NVIDIA documents none of this; the meaning was found by comparison with "ptxas -v". */
#include "ptx/cubin.h"

#include <elf.h>
#include <string.h>

#define INFO        ".nv.info"
#define HAS_BYTES   4    /* EIFMT_SVAL: a size and that many bytes follow */
#define N_REGISTERS 0x2f /* EIATTR_REGCOUNT: a symbol, and its number of registers */
#define ENTRY_BYTES 4

typedef struct {
  const guint8 *data;
  gsize size;
  Elf64_Ehdr header;
} Cubin;

static gboolean
read_at (const Cubin *self, guint64 at, gpointer to, gsize size)
{
  if (at > self->size || size > self->size - at)
    return FALSE;
  memcpy (to, self->data + at, size);
  return TRUE;
}

static gboolean
read_section (const Cubin *self, guint index, Elf64_Shdr *section)
{
  return index < self->header.e_shnum
         && read_at (self, self->header.e_shoff + (guint64)index * sizeof *section, section,
                     sizeof *section)
         && section->sh_offset <= self->size && section->sh_size <= self->size - section->sh_offset;
}

/* Whether the text at @at of the strings in @section is @text. */
static gboolean
is_text (const Cubin *self, guint section, guint64 at, const char *text)
{
  gsize size = strlen (text) + 1;
  Elf64_Shdr strings;

  return read_section (self, section, &strings) && at < strings.sh_size
         && size <= strings.sh_size - at
         && memcmp (self->data + strings.sh_offset + at, text, size) == 0;
}

static gboolean
find_section (const Cubin *self, guint32 type, const char *name, Elf64_Shdr *section)
{
  for (guint i = 0; i < self->header.e_shnum; i++)
    if (read_section (self, i, section)
        && (name != NULL ? is_text (self, self->header.e_shstrndx, section->sh_name, name)
                         : section->sh_type == type))
      return TRUE;
  return FALSE;
}

static gboolean
is_kernel (const Cubin *self, const Elf64_Shdr *symbols, guint32 index, const char *kernel)
{
  Elf64_Sym symbol;

  return (guint64)(index + G_GUINT64_CONSTANT (1)) * sizeof symbol <= symbols->sh_size
         && read_at (self, symbols->sh_offset + (guint64)index * sizeof symbol, &symbol,
                     sizeof symbol)
         && is_text (self, symbols->sh_link, symbol.st_name, kernel);
}

/**
 * ws_cubin_find_registers:
 * @data: a fully linked cubin
 * @size: bytes
 * @kernel: its name in the PTX
 *
 * Returns: registers per thread; 0 if it has no entry for that kernel
 */
guint32
ws_cubin_find_registers (const guint8 *data, gsize size, const char *kernel)
{
  Cubin self = { data, size, { { 0 } } };
  Elf64_Shdr info;
  Elf64_Shdr symbols;

  if (!read_at (&self, 0, &self.header, sizeof self.header)
      || memcmp (self.header.e_ident, ELFMAG, SELFMAG) != 0 || self.header.e_type != ET_EXEC
      || !find_section (&self, 0, INFO, &info) || !find_section (&self, SHT_SYMTAB, NULL, &symbols))
    return 0;
  for (guint64 at = info.sh_offset, end = at + info.sh_size; at + ENTRY_BYTES <= end;)
    {
      const guint8 *kind = data + at;
      guint16 n_bytes;
      guint32 words[2];

      memcpy (&n_bytes, kind + 2, sizeof n_bytes);
      at += ENTRY_BYTES;
      if (kind[0] != HAS_BYTES)
        continue;
      if (kind[1] == N_REGISTERS && n_bytes == sizeof words
          && read_at (&self, at, words, sizeof words)
          && is_kernel (&self, &symbols, words[0], kernel))
        return words[1];
      at += n_bytes;
    }
  return 0;
}
