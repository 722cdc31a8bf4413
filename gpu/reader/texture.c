#include "reader/texture.h"

#include <string.h>

/* The words of a plan, and of host code. */
static const struct {
  const char *word;
  guint32 flag;
  const char *host; /* NULL: host code does not say it in one word */
} flags[] = {
  { "filtered", WS_TEXTURE_LINEAR, "cudaFilterModeLinear" },
  { "normalized", WS_TEXTURE_NORMALIZED, NULL },
  { "floats", WS_TEXTURE_READS_FLOAT, "cudaReadModeNormalizedFloat" },
  { "surface", WS_TEXTURE_SURFACE, NULL },
  { "fetched", WS_TEXTURE_BUFFER, NULL },
};

static const struct {
  WsTextureAddress address;
  const char *host;
} addresses[] = {
  { WS_TEXTURE_WRAP, "cudaAddressModeWrap" },
  { WS_TEXTURE_MIRROR, "cudaAddressModeMirror" },
  { WS_TEXTURE_BORDER, "cudaAddressModeBorder" },
  { WS_TEXTURE_CLAMP, "cudaAddressModeClamp" },
};

/**
 * ws_user_texture_is_type:
 * @type: of a parameter
 *
 * Returns: whether it is the object of a texture or a surface
 */
gboolean
ws_user_texture_is_type (const WsSpan *type)
{
  return (ws_span_has_word (type, "cudaTextureObject_t")
          || ws_span_has_word (type, "cudaSurfaceObject_t"))
         && !ws_span_has_word (type, "*");
}

/* "tex2D", "surf3Dwrite": the number before the D. 0: no such function. */
static guint
count_axes (const char *function)
{
  const char *digit = g_str_has_prefix (function, "tex")    ? function + 3
                      : g_str_has_prefix (function, "surf") ? function + 4
                                                            : "";

  return *digit >= '1' && *digit <= '3' && digit[1] == 'D' ? (guint)(*digit - '0') : 0;
}

/* A call of @function, behind whose name @at stands. */
static void
look_at_call (const WsTokens *tokens, const char *function, guint at, const char *name,
              WsUserTextureUse *use)
{
  guint open = ws_tokens_is (tokens, at, "<") ? ws_tokens_skip_angles (tokens, at) : at;
  const WsSpan type = { tokens, at + 1, open - 1 };
  WsSpan arguments = { tokens, open + 1, ws_tokens_get_partner (tokens, open) };
  gboolean writes = strstr (function, "write") != NULL;

  if (!ws_tokens_is (tokens, open, "(") || !ws_span_has_word (&arguments, name))
    return;
  use->n_axes = count_axes (function);
  use->is_fetched |= strstr (function, "fetch") != NULL;
  use->reads |= !writes;
  use->writes |= writes;
  if (open > at && use->type == NULL)
    use->type = ws_span_dup_text (&type);
}

/**
 * ws_user_texture_look:
 * @kernel: whose body is looked at
 * @name: of a parameter for which ws_user_texture_is_type() holds
 * @use: (out caller-allocates): what is done with it; for ws_user_texture_use_clear()
 */
void
ws_user_texture_look (const WsUserFunction *kernel, const char *name, WsUserTextureUse *use)
{
  *use = (WsUserTextureUse){ .n_axes = 2 };
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const WsUserParameter *one = &g_array_index (kernel->parameters, WsUserParameter, i);

      use->is_surface |=
          g_str_equal (one->name, name) && ws_span_has_word (&one->type, "cudaSurfaceObject_t");
    }
  for (guint i = kernel->body.first; i < kernel->body.end; i++)
    {
      g_autofree char *word = ws_tokens_is_word (kernel->body.tokens, i)
                                  ? ws_tokens_dup (kernel->body.tokens, i)
                                  : NULL;

      if (word != NULL && count_axes (word) > 0)
        look_at_call (kernel->body.tokens, word, i + 1, name, use);
    }
}

/**
 * ws_user_texture_use_clear:
 * @self: what is done with a texture
 */
void
ws_user_texture_use_clear (WsUserTextureUse *self)
{
  g_clear_pointer (&self->type, g_free);
}

static gboolean
source_has (const WsUserSource *source, const char *word)
{
  for (guint i = 0; i < source->files->len; i++)
    {
      const WsUserFile *file = g_ptr_array_index (source->files, i);
      const WsSpan all = ws_tokens_get_all (file->tokens);

      if (ws_span_has_word (&all, word))
        return TRUE;
    }
  return FALSE;
}

/* "normalizedCoords = 1". */
static gboolean
is_normalized (const WsUserSource *source)
{
  for (guint i = 0; i < source->files->len; i++)
    {
      const WsTokens *tokens = ((const WsUserFile *)g_ptr_array_index (source->files, i))->tokens;
      const WsSpan all = ws_tokens_get_all (tokens);

      for (guint k = all.first; k < all.end; k++)
        if (ws_tokens_is (tokens, k, "normalizedCoords") && ws_tokens_is (tokens, k + 1, "=")
            && !ws_tokens_is (tokens, k + 2, "0") && !ws_tokens_is (tokens, k + 2, "false"))
          return TRUE;
    }
  return FALSE;
}

/**
 * ws_user_texture_append_words:
 * @source: a source, whose host code may describe the texture
 * @use: what the kernel does with it
 * @words: gets what it is, as a plan says it, behind the sizes; nothing where it is as any
 */
void
ws_user_texture_append_words (const WsUserSource *source, const WsUserTextureUse *use,
                              GString *words)
{
  if (use->is_surface || use->is_fetched)
    {
      g_string_append (words, use->is_surface ? ": surface" : ": fetched");
      return;
    }
  g_string_append_c (words, ':');
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if ((flags[i].host != NULL && source_has (source, flags[i].host))
        || (flags[i].flag == WS_TEXTURE_NORMALIZED && is_normalized (source)))
      g_string_append_printf (words, " %s", flags[i].word);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    if (i + 1 == G_N_ELEMENTS (addresses) || source_has (source, addresses[i].host))
      {
        g_string_append_printf (words, " %s", ws_texture_get_address_name (addresses[i].address));
        return;
      }
}

static gboolean
read_word (const char *word, WsTexture *texture)
{
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (g_str_equal (word, flags[i].word))
      {
        texture->flags |= flags[i].flag;
        return TRUE;
      }
  return ws_texture_find_address (word, &texture->address);
}

/* "unsigned short": as textures name it. FALSE where they have none such. */
static gboolean
read_number (const char *type, WsTexture *texture)
{
  static const struct {
    const char *name;
    const char *format;
  } names[] = {
    { "float", "f32" },        { "half", "f16" },
    { "__half", "f16" },       { "unsigned char", "u8" },
    { "uchar", "u8" },         { "uint8_t", "u8" },
    { "signed char", "s8" },   { "char", "s8" },
    { "int8_t", "s8" },        { "unsigned short", "u16" },
    { "ushort", "u16" },       { "uint16_t", "u16" },
    { "short", "s16" },        { "int16_t", "s16" },
    { "unsigned int", "u32" }, { "unsigned", "u32" },
    { "uint", "u32" },         { "uint32_t", "u32" },
    { "int", "s32" },          { "int32_t", "s32" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (type, names[i].name))
      return ws_texture_read_format (texture, names[i].format);
  return FALSE;
}

/* And "uchar4". */
static gboolean
read_type (const char *type, WsTexture *texture)
{
  gsize length = strlen (type);
  char last = length > 0 ? type[length - 1] : '\0';
  g_autofree char *one = NULL;

  if (read_number (type, texture))
    return TRUE;
  if (last != '1' && last != '2' && last != '4')
    return FALSE;
  one = g_strndup (type, length - 1);
  if (!read_number (one, texture))
    return FALSE;
  texture->channels = (guint8)(last - '0');
  return TRUE;
}

/**
 * ws_user_texture_read_words:
 * @words: what stands behind the sizes; may be empty
 * @type: of a texel, in the source's words
 * @texture: gets what they say
 *
 * Returns: %FALSE if they say nothing that there is
 */
gboolean
ws_user_texture_read_words (const char *words, const char *type, WsTexture *texture)
{
  g_auto (GStrv) parts = g_strsplit_set (words, " ,", -1);

  texture->address = WS_TEXTURE_CLAMP;
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0' && !read_word (parts[i], texture))
      return FALSE;
  return read_type (type, texture);
}
