/** Sections that a client saved under a name, to be used again in any letter. */

import { card, on, R, U } from '../card.ts'
import { longestBlock } from '../limits.ts'
import { exemplify, list, longText, record, text } from '../shapes.ts'
import { fields, id, ofClient, page } from '../words.ts'

const section = '{"version":1,"sections":[{"kind":"button","text":"To the shop","href":"https://bloom.example/"}]}'

export const Block = record('Block', {
  BlockID: text('The block: 32 hexadecimal digits.', id('e')),
  Name: text('The name of the block.', 'Opening hours'),
  Kind: text('The kind of its section, as Content.GetSectionKinds names it.', 'button'),
  Sections: text('Its section, as a document of one section in the version of this service.', section),
})

export const BlockPage = record('BlockPage', { Blocks: list(Block, 'The blocks of this page, by name.'), NextCursor: fields.NextCursor })

const settings = {
  Name: text('The name of the block, one line of at most 100 characters; no two blocks of a client have one name, whatever the case.', 'Opening hours'),
  Sections: longText(longestBlock, `A document of sections with exactly one, at most ${longestBlock} characters; its theme is not kept.`, section),
}

const blockRefusals = ['InvalidSections', 'BlockNameEmpty', 'DuplicateBlockName'] as const
const BlockID = text('The block: 32 hexadecimal digits, as Block.List names it.', id('e'))
const ofBlock = { ...ofClient, BlockID }

export const blocks = {
  'Block.Create': card('CreateBlock', on('ClientID', 'Draft'), 'create', {
    summary: 'Saves a section as a block of a client, to be copied into letters, and yields its BlockID.',
    parameters: { ...ofClient, ...settings },
    result: U(exemplify(text(), id('e'))),
    refusals: [...blockRefusals, 'TooManyBlocks'],
  }),
  'Block.List': card('GetBlocks', on('ClientID', 'Draft'), 'read', {
    summary: 'The blocks of a client by name, page by page.',
    parameters: { ...ofClient, ...page },
    result: U(BlockPage),
    refusals: [],
  }),
  'Block.Update': card('UpdateBlock', on('ClientID', 'Draft'), 'change', {
    summary: 'Replaces the name and the section of a block. Letters that it was copied into stay as they are.',
    parameters: { ...ofBlock, ...settings },
    result: R,
    refusals: [...blockRefusals, 'UnknownBlock'],
  }),
  'Block.Delete': card('DeleteBlock', on('ClientID', 'Draft'), 'change', {
    summary: 'Deletes a block for good. Letters that it was copied into stay as they are.',
    parameters: ofBlock,
    result: R,
    refusals: ['UnknownBlock'],
  }),
}
