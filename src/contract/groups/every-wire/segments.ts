/** Segments by their names. */

import { card, on, R, U } from '../../card.ts'
import { always, describe, enumeration, exemplify, int, list, record, text } from '../../shapes.ts'
import { ofList, SegmentName } from '../../words.ts'

export const SegmentOperator = enumeration('SegmentOperator', 'Equals', 'NotEquals', 'Contains', 'NotContains', 'IsSet', 'IsNotSet')

/** Field is `Email`, `Name` or the key of a custom field; IsSet and IsNotSet take no Value. */
export const SegmentRule = record('SegmentRule', {
  Field: always(
    text(
      'Email, Name, Consent.Measuring, Consent.Personalising or Consent.Hygiene (which Equals or NotEquals Granted, Denied or Unknown), or the key of a custom field, with or without brackets.',
      '[Favouriteflower]',
    ),
  ),
  Operator: describe(SegmentOperator, 'How the value is compared; case does not matter.'),
  Value: text('What it is compared with; left out for IsSet and IsNotSet.', 'Tulip'),
})

const ofSegment = { ...ofList, Name: SegmentName }

export const segmentRules = list(SegmentRule, 'Up to 50 rules that must all hold.')

export const segmentContentRefusals = [
  'SegmentNameEmpty',
  'DuplicateSegmentName',
  'SegmentRulesRequired',
  'InvalidSegmentRule',
  'TooManySegmentRules',
  'TooManySegments',
] as const

export const segments = {
  'Segment.Create': card('CreateSegment', on('ListID', 'ChangeAudience'), 'create', {
    summary: 'Creates a segment of a list: the active subscribers for whom every rule holds.',
    parameters: { ...ofSegment, Rules: segmentRules, Name: text('The name of the segment, one line of at most 100 characters.', 'Tulip lovers') },
    result: R,
    refusals: segmentContentRefusals,
  }),
  'Segment.Delete': card('DeleteSegment', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Deletes a segment that no draft or scheduled campaign goes to.',
    parameters: ofSegment,
    result: R,
    refusals: ['UnknownSegment', 'SegmentInDraft', 'SegmentInUse'],
  }),
  'Segment.GetRules': card('GetSegmentRules', on('ListID', 'ReadAudience'), 'read', {
    summary: 'The rules of a segment.',
    parameters: ofSegment,
    result: U(list(SegmentRule)),
    refusals: ['UnknownSegment', 'SegmentIsTree'],
  }),
  'Segment.GetCount': card('GetSegmentCount', on('ListID', 'ReadAudience'), 'read', {
    summary: 'How many active subscribers a segment has now.',
    parameters: ofSegment,
    result: U(exemplify(int(), 148)),
    refusals: ['UnknownSegment'],
  }),
}
