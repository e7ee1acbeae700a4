/**
 * Segments as trees: groups of which all, any or none must hold, over leaves of one subject each. docs/segments.md says which members of
 * a leaf each subject takes.
 */

import { card, on, U } from '../card.ts'
import { always, boolean, describe, enumeration, exemplify, int, intOrAbsent, list, optional, type RecordShape, record, text } from '../shapes.ts'
import { ApiKey, Email, fields, id, ofClient } from '../words.ts'

export const SegmentMatch = enumeration('SegmentMatch', 'All', 'Any', 'None')

export const SegmentSubject = enumeration(
  'SegmentSubject',
  'Address',
  'Domain',
  'Name',
  'State',
  'StateDate',
  'JoinedDate',
  'ConfirmedDate',
  'Source',
  'Import',
  'Tag',
  'Field',
  'List',
  'Segment',
  'Consent',
  'Sent',
  'Accepted',
  'Opened',
  'Clicked',
  'Bounced',
)

export const TreeOperator = enumeration(
  'SegmentTreeOperator',
  'Is',
  'IsNot',
  'Contains',
  'NotContains',
  'Begins',
  'AnyOf',
  'AllOf',
  'NoneOf',
  'IsEmpty',
  'IsKnown',
  'Exactly',
  'AtLeast',
  'AtMost',
  'MoreThan',
  'LessThan',
  'Between',
  'On',
  'Before',
  'After',
  'BetweenDates',
  'InLastDays',
  'InNextDays',
  'EveryYearOn',
  'EveryYearInNextDays',
)

export const SegmentLeaf = record('SegmentLeaf', {
  Subject: describe(SegmentSubject, 'What is asked about. Source: Import, Form, Api, Console or Page. Sent to Bounced are events.'),
  Key: text(
    'Of a Field its key, of a List or Segment its identifier, of Consent Measuring, Personalising or Hygiene; left out for others.',
    '[Favouriteflower]',
  ),
  Operator: describe(TreeOperator, 'How it is compared; of an event AtLeast, AtMost or Exactly so many Times.', 'AnyOf'),
  Values: optional(
    list(
      text(),
      'What it is compared with: one for most, two for Between and BetweenDates, up to 100 for AnyOf, AllOf and NoneOf, none for IsEmpty, IsKnown, and where Days or Times say it. Dates are YYYY-MM-DD, MM-DD for EveryYearOn; tags are named; imports by their identifiers.',
      ['Tulip', 'Rose'],
    ),
  ),
  Days: intOrAbsent(
    'For InLastDays the days that end with today, for InNextDays and EveryYearInNextDays those that begin with today, 1 is today alone; of an event the days that end with today, 1 to 400, of any campaign.',
    90,
  ),
  CampaignID: text('Of an event: the campaign, with its variants and resends; left out for others.', ''),
  CampaignTag: text('Of an event: campaigns with this tag; left out for others.', ''),
  Link: text('Of Clicked: the link, by where it leads; left out for any.', ''),
  Times: intOrAbsent('Of an event: how often, 0 to 400; with Days, the days on which it happened are counted.', 1),
})

const groupMembers = {
  Match: describe(SegmentMatch, 'All: every leaf and group holds. Any: one at least. None: not one.'),
  Leaves: optional(list(SegmentLeaf, 'Its conditions; 50 at most in the tree.')),
}
const groupsOf = <Group extends RecordShape>(group: Group) => optional(list(group, 'Groups within it; four deep at most, the tree itself included.', []))

export const SegmentGroup4 = record('SegmentGroup4', groupMembers)
export const SegmentGroup3 = record('SegmentGroup3', { ...groupMembers, Groups: groupsOf(SegmentGroup4) })
export const SegmentGroup2 = record('SegmentGroup2', { ...groupMembers, Groups: groupsOf(SegmentGroup3) })
export const SegmentTree = record('SegmentTree', { ...groupMembers, Groups: groupsOf(SegmentGroup2) })

const Path = text('The place in the tree, such as Groups[0].Leaves[2]; empty for the tree itself.', 'Leaves[0]')

const problemKind = enumeration(
  'SegmentProblemKind',
  'Field',
  'List',
  'Segment',
  'Tag',
  'Import',
  'Campaign',
  'CampaignTag',
  'NoConditions',
  'Circle',
  'TooLarge',
)

export const SegmentProblem = record('SegmentProblem', {
  Path,
  Kind: describe(problemKind, 'What is lost; NoConditions, Circle and TooLarge are of the segments in the tree.'),
  Name: text('Its name, where it still has one.', '[Favouriteflower]'),
  Problem: text('What is lost, as a sentence.', 'The field [Favouriteflower] was deleted.'),
})

const SegmentID = text('The segment: 32 hexadecimal digits.', id('f'))
const Title = text('The name of the segment, one line of at most 100 characters.', 'Tulip lovers')
const listOfSegment = text('The list that the segment is of; left out or empty for all lists of the client.', id('b'))
const Tree = describe(SegmentTree, 'The conditions.')
const Problems = list(SegmentProblem, 'Why no person matches: what its leaves ask about does not exist any more. Empty for a tree that can be judged.', [])

export const SegmentTreeDetail = record('SegmentTreeDetail', {
  ClientID: fields.ClientID,
  ListID: listOfSegment,
  SegmentID,
  Title,
  Tree,
  Problems,
})

export const CountState = enumeration('SegmentCountState', 'Exact', 'About', 'Counting', 'NotAvailable')

export const SegmentCount = record('SegmentCount', {
  State: describe(
    CountState,
    'About: estimated from a sample. Counting: not known yet. The exact count of a saved segment follows as the event segment.counted. NotAvailable: earlier opens and clicks are still being gathered.',
  ),
  Count: intOrAbsent('Active people for whom the tree holds; left out while it is not known.', 148),
  Unknown: intOrAbsent('Active people for whom it cannot be judged, because opens or clicks are not measured; they are not in the segment.', 12),
  At: text('When it was counted, in the time zone of the client; empty while it is not known.', '2026-03-20 09:30:00'),
  Problems,
})

const Answer = describe(enumeration('SegmentAnswer', 'Yes', 'No', 'Unknown'), 'Unknown: opens or clicks of the person are not measured where the leaf asks.')

export const LeafAnswer = record('SegmentLeafAnswer', { Path, Answer })

export const SegmentPerson = record('SegmentPerson', {
  Email: fields.EmailAddress,
  Name: fields.Name,
  ListID: fields.ListID,
  Leaves: list(text(), 'The paths of the leaves that hold.', ['Leaves[0]']),
})

export const SegmentSample = record('SegmentSample', {
  People: list(SegmentPerson, 'Up to ten people who are in the segment.'),
  Problems,
})

export const MemberExplained = record('SegmentMemberExplained', {
  ListID: fields.ListID,
  State: text('The state of the membership; only Active members are in a segment.', 'Active'),
  Answer,
  Leaves: list(LeafAnswer, 'Each leaf.'),
})

export const SegmentExplained = record('SegmentExplained', {
  In: boolean('Whether the person is in the segment.', true),
  Suppressed: always(text('Why no mail goes to the person although the segment may hold: the reason of the suppression; empty for none.', '')),
  Memberships: list(MemberExplained, 'The memberships that are looked at: of the list of the segment, or of all lists of the client.'),
  Problems,
})

export const SegmentReference = record('SegmentReference', {
  Kind: describe(enumeration('SegmentReferenceKind', 'Field', 'List', 'Segment', 'Tag', 'Import', 'Campaign', 'CampaignTag'), 'What is named.'),
  Key: text('Of a Field its key, of a Tag or CampaignTag its name, of others the identifier; empty for what does not exist any more.', '[Favouriteflower]'),
})

export const ListedSegment = record('ListedSegment', {
  ListID: listOfSegment,
  SegmentID,
  Title,
  IsTree: boolean('Whether it is a tree that rules cannot express.', true),
  Problems,
  UsedBy: list(text(), 'The titles of segments that refer to it.', []),
  RefersTo: list(SegmentReference, 'What its conditions name. Without one of these the segment is empty.', []),
  Sizes: list(
    record('SegmentSize', {
      Day: text('The day in the time zone of the client.', '2026-03-20'),
      People: int('How many people it had.', 148),
      Unknown: int('For how many it could not be judged.', 12),
    }),
    'One row per day on which it was counted, oldest first; the last 400 days.',
  ),
})

const ofSegment = { ApiKey, SegmentID }
const given = { ...ofClient, ListID: optional(listOfSegment), Tree }
const treeRefusals = ['InvalidListId', 'InvalidSegmentTree'] as const

export const segmentTrees = {
  'Segment.SetTree': card('SetSegmentTree', on('ClientID', 'ChangeAudience'), 'create', {
    summary: 'Creates a segment from a tree, of a list or of the client, or replaces the title and tree of one; yields its SegmentID.',
    parameters: {
      ...ofClient,
      SegmentID: optional(text('The segment that is replaced; left out to create one.', '')),
      ListID: optional(text('The list that a new segment is of; left out or empty for all lists of the client. A segment keeps its list.', id('b'))),
      Title,
      Tree,
    },
    result: U(exemplify(text(), id('f'))),
    refusals: ['InvalidListId', 'UnknownSegment', 'SegmentNameEmpty', 'DuplicateSegmentName', 'TooManySegments', 'InvalidSegmentTree'],
  }),
  'Segment.GetTree': card('GetSegmentTree', on('SegmentID', 'ReadAudience'), 'read', {
    summary: 'A segment as a tree, also one that was made of rules.',
    parameters: ofSegment,
    result: U(SegmentTreeDetail),
    refusals: [],
  }),
  'Segment.Count': card('CountSegment', on('SegmentID', 'ReadAudience'), 'read', {
    summary: 'How many people a segment has: exactly where that is quick, else about.',
    parameters: ofSegment,
    result: U(SegmentCount),
    refusals: [],
  }),
  'Segment.CountTree': card('CountSegmentTree', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'How many people a tree that is not saved would have, or a group of it.',
    parameters: given,
    result: U(SegmentCount),
    refusals: treeRefusals,
  }),
  'Segment.Sample': card('SampleSegment', on('SegmentID', 'ReadAudience'), 'bulk read', {
    summary: 'Ten people of a segment, and which leaves hold for them.',
    parameters: ofSegment,
    result: U(SegmentSample),
    refusals: [],
  }),
  'Segment.SampleTree': card('SampleSegmentTree', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary: 'Ten people of a tree that is not saved, and which leaves hold for them.',
    parameters: given,
    result: U(SegmentSample),
    refusals: treeRefusals,
  }),
  'Segment.Explain': card('ExplainSegment', on('SegmentID', 'ReadAudience'), 'read', {
    summary: 'Why a person is in a segment or not, leaf by leaf.',
    parameters: { ...ofSegment, Email },
    result: U(SegmentExplained),
    refusals: ['InvalidEmail'],
  }),
  'Segment.ListAll': card('ListAllSegments', on('ClientID', 'View'), 'read', {
    summary: 'All segments of a client, of its lists and of the client itself, with their sizes over time.',
    parameters: ofClient,
    result: U(list(ListedSegment)),
    refusals: [],
  }),
}
