/** Block.*: sections that a client saved under a name. */
import { changeBlock, createBlock, listBlocks, removeBlock } from '../domain/templates/blocks.ts'
import type { HandlersOf } from './dependencies.ts'

export const blocks: HandlersOf<'Block'> = {
  'Block.Create': ({ Name, Sections }, { client }, { db }) =>
    createBlock(db, client, { name: Name, sections: Sections }),

  async 'Block.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listBlocks(db, client, { cursor: Cursor, limit: Limit })
    const found = rows.map(({ publicId, name, kind, section }) => ({
      BlockID: publicId,
      Name: name,
      Kind: kind,
      Sections: section,
    }))
    return { Blocks: found, NextCursor: nextCursor }
  },

  'Block.Update': ({ BlockID, Name, Sections }, { client }, { db }) =>
    changeBlock(db, client, BlockID, { name: Name, sections: Sections }),

  'Block.Delete': ({ BlockID }, { client }, { db }) => removeBlock(db, client, BlockID),
}
