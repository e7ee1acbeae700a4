/** Templates of segments: built-in ones, and those that an account keeps for all its clients. */

import { account, card, on, R, U } from '../card.ts'
import { boolean, describe, exemplify, list, optional, record, text } from '../shapes.ts'
import { ApiKey, id, ofClient } from '../words.ts'
import { SegmentTree } from './segment-trees.ts'

const TemplateID = text('The template: a word for a built-in one, 32 hexadecimal digits for one of the account.', 'active-in-90-days')
const Title = text('The name of the template, one line of at most 100 characters.', 'Active in 90 days')

export const SegmentTemplate = record('SegmentTemplate', {
  TemplateID,
  Title,
  BuiltIn: boolean('Whether it comes with the program.', true),
  AsksForField: boolean('Whether SegmentTemplate.Use takes the Key of a custom field, which each client names in its own way.', false),
  Tree: describe(SegmentTree, 'Its conditions. Of a field that is chosen later the Key is empty.'),
})

export const segmentTemplates = {
  'SegmentTemplate.List': card('ListSegmentTemplates', on('ClientID', 'View'), 'read', {
    summary: 'The templates of segments that a client can use: built-in ones, then those of its account by title.',
    parameters: ofClient,
    result: U(list(SegmentTemplate)),
    refusals: [],
  }),
  'SegmentTemplate.Create': card('CreateSegmentTemplate', account('ChangeAudience'), 'create', {
    summary:
      'Keeps a tree as a template for all clients of the account, and yields its TemplateID. Conditions about campaigns, lists, segments and imports, which belong to one client, are refused; fields and tags are named.',
    parameters: {
      ApiKey,
      ClientID: text('The client whose fields and tags the tree is checked with.', id('a')),
      Title,
      Tree: describe(SegmentTree, 'Its conditions.'),
    },
    result: U(exemplify(text(), id('f'))),
    refusals: ['InvalidClientId', 'SegmentNameEmpty', 'DuplicateSegmentName', 'TooManySegments', 'InvalidSegmentTree'],
  }),
  'SegmentTemplate.Rename': card('RenameSegmentTemplate', account('ChangeAudience'), 'change', {
    summary: 'Changes the name of a template of the account. Segments that were made from it keep theirs.',
    parameters: { ApiKey, TemplateID: exemplify(TemplateID, id('f')), Title },
    result: R,
    refusals: ['UnknownSegmentTemplate', 'SegmentNameEmpty', 'DuplicateSegmentName'],
  }),
  'SegmentTemplate.Delete': card('DeleteSegmentTemplate', account('ChangeAudience'), 'change', {
    summary: 'Deletes a template of the account. Segments that were made from it stay.',
    parameters: { ApiKey, TemplateID: exemplify(TemplateID, id('f')) },
    result: R,
    refusals: ['UnknownSegmentTemplate'],
  }),
  'SegmentTemplate.Use': card('UseSegmentTemplate', on('ClientID', 'ChangeAudience'), 'create', {
    summary: 'Creates a segment from a template, of a list or of the client, and yields its SegmentID.',
    parameters: {
      ...ofClient,
      TemplateID,
      ListID: optional(text('The list that the segment is of; left out or empty for all lists of the client.', id('b'))),
      Title: optional(text('The name of the segment; left out or empty for that of the template.', 'Readers of this quarter')),
      Key: optional(text('Of a template that asks for a field, its key; left out or empty for others.', '')),
    },
    result: U(exemplify(text(), id('f'))),
    refusals: ['UnknownSegmentTemplate', 'InvalidListId', 'InvalidKey', 'SegmentNameEmpty', 'DuplicateSegmentName', 'TooManySegments', 'InvalidSegmentTree'],
  }),
}
