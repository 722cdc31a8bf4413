/* step-texture.c: fetches of textures, and reads and writes of surfaces. Their handles are numbers
 * from the device: see WsBoundTexture. */
#include "vm/vm-private.h"

#include "vm/texture.h"
#include "vm/types.h"
#include "vm/sanitizer.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* A lane's access. */
typedef struct {
  WsBlockRun *block;
  const WsWarp *warp;
  const WsOp *op;
  guint lane;
} Access;

static gboolean
refuse (const Access *self, WsFindingKind kind, char *detail)
{
  return ws_block_fault_detail (self->block, self->warp, self->op, kind, self->lane, detail);
}

/* The texture or surface of the lane's handle; NULL for a fault. */
static const WsBoundTexture *
find_texture (const Access *self)
{
  const GArray *textures = self->block->launch->textures;
  const guint64 object = get (self->warp->rows, self->op, 0, self->lane);
  const guint64 number = (object - WS_TEXTURE_WINDOW) / WS_TEXTURE_STEP;
  const gboolean is_surface = self->op->opcode != WS_PTX_TEX;
  const WsBoundTexture *found;

  if (object < WS_TEXTURE_WINDOW || object % WS_TEXTURE_STEP != 0 || textures == NULL
      || number >= textures->len)
    {
      refuse (self, WS_FINDING_OUT_OF_BOUNDS,
              g_strdup_printf (is_surface ? _ ("uses 0x%" PRIx64 " as a surface object")
                                          : _ ("uses 0x%" PRIx64 " as a texture object"),
                               object));
      return NULL;
    }
  found = &g_array_index (textures, WsBoundTexture, number);
  if (is_surface != ((found->texture.flags & WS_TEXTURE_SURFACE) != 0))
    {
      refuse (self, WS_FINDING_OUT_OF_BOUNDS,
              g_strdup (is_surface ? _ ("uses a texture object as a surface object")
                                   : _ ("uses a surface object as a texture object")));
      return NULL;
    }
  if (ws_texture_get_dimensions (&found->texture) == self->op->n_source - 1u)
    return found;
  refuse (self, WS_FINDING_OUT_OF_BOUNDS,
          g_strdup_printf (is_surface ? _ ("uses a %u-dimensional surface as a %u-dimensional one")
                                      : _ ("uses a %u-dimensional texture as a %u-dimensional one"),
                           ws_texture_get_dimensions (&found->texture), self->op->n_source - 1u));
  return NULL;
}

/* ---- textures ---- */

static void
see_texel (const guint8 *at, guint n_bytes, gpointer data)
{
  const Access *self = data;

  ws_sanitizer_touch (self->block, self->warp, self->op, self->lane, at, n_bytes);
}

static gboolean
fetch (Access *self)
{
  const WsOp *op = self->op;
  guint8 *rows = self->warp->rows;
  const WsBoundTexture *bound = find_texture (self);
  WsTextureSpot spot = { .is_whole = op->type2 == WS_PTX_S32 };
  guint32 result[WS_TEXTURE_CHANNELS];

  if (bound == NULL)
    return FALSE;
  for (guint s = 1; s < op->n_source; s++)
    {
      guint64 bits = get (rows, op, s, self->lane);

      spot.x[s - 1] = spot.is_whole ? (double)(gint32)bits : (double)ws_to_float (bits);
    }
  ws_texture_fetch (&bound->texture, bound->texels, &spot, result,
                    self->block->watched != NULL ? see_texel : NULL, self);
  for (guint c = 0; c < WS_TEXTURE_CHANNELS; c++)
    put (rows, op, c, self->lane, result[c]);
  return TRUE;
}

/* ---- surfaces ---- */

static WsSurfaceBeyond
get_beyond (const WsOp *op)
{
  return op->kind2 == WS_PTX_MOD_CLAMP  ? WS_SURFACE_CLAMP
         : op->kind2 == WS_PTX_MOD_ZERO ? WS_SURFACE_ZERO
                                        : WS_SURFACE_TRAP;
}

/* The data to write, from the rows of the operation. */
static void
gather (const Access *self, guint8 *bytes)
{
  const WsOp *op = self->op;
  const guint32 *from = &g_array_index (self->block->launch->code->targets, guint32, op->targets);

  for (guint e = 0; e < op->vector; e++)
    {
      const guint8 *row = self->warp->rows + (from[e] & ~WS_ROW_IS_WIDE);
      const guint bytes_of_row = (from[e] & WS_ROW_IS_WIDE) != 0 ? 8 : 4;

      memcpy (bytes + (gsize)e * op->width, row + (gsize)self->lane * bytes_of_row, op->width);
    }
}

static gboolean
trap (const Access *self, const WsBoundTexture *bound, const gint32 *place)
{
  const WsTexture *texture = &bound->texture;

  return refuse (self, WS_FINDING_OUT_OF_BOUNDS,
                 g_strdup_printf (
                     _ ("accesses byte %d, row %d, slice %d of surface “%s”, whose size is %" PRIu64
                        " x %u x %u"),
                     place[0], place[1], place[2], bound->name,
                     (guint64)texture->width * ws_texture_get_texel_bytes (texture),
                     MAX (texture->height, 1), MAX (texture->depth, 1)));
}

static gboolean
move (const Access *self)
{
  const WsOp *op = self->op;
  guint8 *rows = self->warp->rows;
  const WsBoundTexture *bound = find_texture (self);
  const gboolean writes = op->opcode == WS_PTX_SUST_B;
  const guint n_bytes = (guint)op->width * op->vector;
  guint8 moved[WS_TEXTURE_CHANNELS * sizeof (guint64)] = { 0 };
  gint32 place[WS_TEXTURE_AXES] = { 0 };
  guint64 offset;

  if (bound == NULL)
    return FALSE;
  for (guint s = 1; s < op->n_source; s++)
    place[s - 1] = (gint32)get (rows, op, s, self->lane);
  if (place[0] % (gint32)n_bytes != 0)
    return refuse (
        self, WS_FINDING_MISALIGNED,
        g_strdup_printf (_ ("accesses byte %d of a surface row, which is not a multiple of %u"),
                         place[0], n_bytes));
  if (ws_texture_find_bytes (&bound->texture, place, n_bytes, get_beyond (op), &offset))
    {
      guint8 *at = bound->texels + offset;

      ws_sanitizer_touch (self->block, self->warp, op, self->lane, at, n_bytes);
      if (writes)
        gather (self, at);
      else
        memcpy (moved, at, n_bytes);
    }
  else if (get_beyond (op) == WS_SURFACE_TRAP)
    return trap (self, bound, place);
  for (guint e = 0; !writes && e < op->vector; e++)
    {
      guint64 bits = 0;

      memcpy (&bits, moved + (gsize)e * op->width, op->width);
      put (rows, op, e, self->lane, bits);
    }
  return TRUE;
}

/**
 * ws_step_texture:
 * @op: a tex, suld or sust
 * @lanes: mask of the executing lanes
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
ws_step_texture (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  EACH (lane, lanes)
  {
    Access access = { block, warp, op, lane };

    if (!(op->opcode == WS_PTX_TEX ? fetch (&access) : move (&access)))
      return FALSE;
  }
  block->n_writes += op->opcode == WS_PTX_SUST_B && lanes != 0;
  return TRUE;
}
