import { cases } from '../case.ts'

const everybody = { Field: 'Email', Operator: 'Contains', Value: '@' } as const
const segment = {
  ListID: '{readers}',
  Name: 'From Köln & <near>',
  Rules: [
    { Field: '[City]', Operator: 'Equals', Value: 'Köln' },
    { Field: 'Name', Operator: 'IsSet', Value: '' },
  ] as const,
}
const named = { ListID: '{readers}', Name: segment.Name }

export const segments = [
  cases('Segment.Create', segment, [
    ['a segment is created', {}],
    ['a segment needs a name', { Name: ' ' }, 'SegmentNameEmpty'],
    ['a name belongs to one segment', { Name: 'from KÖLN & <Near>' }, 'DuplicateSegmentName'],
    ['a segment needs rules', { Name: 'All', Rules: [] }, 'SegmentRulesRequired'],
    [
      'a rule names a field of the list',
      { Name: 'All', Rules: [{ ...everybody, Field: 'Shoe size' }] },
      'InvalidSegmentRule',
    ],
    [
      'a segment has at most 50 rules',
      { Name: 'All', Rules: Array.from({ length: 51 }, () => everybody) },
      'TooManySegmentRules',
    ],
    ['a list has at most 200 segments', { ListID: '{crowdedList}', Rules: [everybody] }, 'TooManySegments'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Segment.GetRules', named, [
    ['the rules as they were given', {}],
    ['an unknown segment has none', { Name: 'Missing' }, 'UnknownSegment'],
  ]),
  cases('Segment.GetCount', named, [
    ['the active members for whom every rule holds', {}],
    ['an unknown segment has no members', { Name: 'Missing' }, 'UnknownSegment'],
  ]),
].flat()

/** While a draft goes to a segment of {optInList}. */
export const segmentsEnd = [
  cases('Segment.Delete', named, [
    ['a segment is deleted', {}],
    ['a deleted segment is unknown', {}, 'UnknownSegment'],
    ['a segment that a draft goes to stays', { ListID: '{optInList}', Name: 'Locals' }, 'SegmentInDraft'],
  ]),
].flat()
