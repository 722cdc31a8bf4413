/* pyramid.h: dataflow between the blocks of successive launches.
 *
 * Derived solely from the accesses of the blocks that were recorded in full: a block that loads
 * what a block of an earlier launch stored takes a value from it. Nothing here knows what the plan
 * computes: partial sums that become sums, and sums that come back to be added, are links like all
 * others.
 *
 * Blocks that were not recorded are inferred: if the store addresses of a launch's recorded blocks
 * are linear in the block index, an address identifies the block that stored there. The value
 * is the one that the later block loaded.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsPyramidBlock:
 * @launch: index of its launch
 * @block: its linear index in the grid
 * @is_recorded: whether it was recorded in full; else it is inferred from addresses
 * @has_value: whether @value is known
 * @is_found: whether a check has a finding in it
 * @value_type: a #WsValueType
 * @value: bits of the first value that it leaves, the one with the lowest address
 * @n_values: values that it leaves: the one that the nearest later launch takes; if that takes
 * several, all that it stores in the same buffer; if no launch is known to take any, all that it
 * stores
 * @n_left: values that it leaves for any launch, as far as is known; at least @n_values
 * @told: index of its event that stored the last of them; %WS_NONE if it was not recorded or stores
 * nothing
 * @first_source: into WsPyramid.links: what it takes
 * @n_sources: number of blocks that it takes values from
 * @first_user: into WsPyramid.users: the first block that takes values from it
 * @n_users: how many
 * @n_before: values that it reads and no earlier launch is known to write: inputs of the plan
 * @n_unknown: values that it reads from a block that cannot be identified
 *
 * A block of the plan.
 */
typedef struct {
  guint32 launch;
  guint32 block;
  guint64 value;
  guint32 n_values;
  guint32 n_left;
  guint32 told;
  guint32 first_source;
  guint32 n_sources;
  guint32 first_user;
  guint32 n_users;
  guint32 n_before;
  guint32 n_unknown;
  guint8 value_type;
  guint8 is_recorded;
  guint8 has_value;
  guint8 is_found;
} WsPyramidBlock;

/**
 * WsPyramidLink:
 * @from: index of a block
 * @to: index of the consuming block
 * @n_values: how many values
 * @value_type: a #WsValueType
 * @value: bits of the one with the lowest address
 */
typedef struct {
  guint32 from;
  guint32 to;
  guint32 n_values;
  guint32 value_type;
  guint64 value;
} WsPyramidLink;

/**
 * WsPyramid:
 * @blocks: (array length=n_blocks): those that are known, by launch and number
 * @links: (array length=n_links): by consumer, then by producer
 * @users: (array length=n_links): indices of @links, by producer
 * @first_block: (array length=n_launches + 1): into @blocks
 * @longest: characters of the longest value among blocks that leave a single one
 * @truncated: whether tracking gave up: links are missing
 */
typedef struct _WsPyramid {
  WsPyramidBlock *blocks;
  guint n_blocks;
  WsPyramidLink *links;
  guint n_links;
  guint32 *users;
  guint32 *first_block;
  guint n_launches;
  guint longest;
  gboolean truncated;
} WsPyramid;

WsPyramid *ws_pyramid_new (const WsRun *run);
void ws_pyramid_free (WsPyramid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPyramid, ws_pyramid_free)

const WsPyramidBlock *ws_pyramid_get_launch (const WsPyramid *self, guint launch, guint *n);
guint32 ws_pyramid_find (const WsPyramid *self, guint launch, guint32 block);

G_END_DECLS
