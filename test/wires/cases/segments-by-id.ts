import { cases } from '../case.ts'

const rules = [{ Field: 'City', Operator: 'IsSet', Value: '' }] as const
const letter = {
  Name: 'To a segment',
  Subject: 'News',
  FromName: 'Carla',
  FromEmail: 'carla@client.example',
  ReplyTo: 'carla@client.example',
  HtmlUrl: '{pages}/mail.html',
  TextUrl: '',
  ListIDs: [],
  InlineCss: true,
}

const { HtmlUrl: _html, TextUrl: _text, ListIDs: _lists, ...settings } = letter
const lines = (...contents: readonly string[]) => ({
  Singlelines: contents.map(Content => ({ Content, Href: '' })),
})
const filled = { ...settings, Name: 'Filled', TemplateID: '{letter}', TemplateContent: lines('Hello') }

const leaf = {
  Subject: 'Name' as const,
  Key: '',
  Operator: 'IsKnown' as const,
  Values: [],
  CampaignID: '',
  CampaignTag: '',
  Link: '',
}
const tree = { Match: 'None' as const, Leaves: [leaf], Groups: [] }

const around = {
  ...tree,
  Leaves: [{ ...leaf, Subject: 'Segment' as const, Key: '{tree}', Operator: 'Is' as const }],
}

export const segmentsById = [
  cases('Segment.Add', { ListID: '{readers}', Title: 'Townspeople', Rules: rules, Groups: [] }, [
    ['a segment is added', {}, 'success', 'townspeople'],
    ['a title is used once', { Title: 'TOWNSPEOPLE' }, 'DuplicateSegmentName'],
    ['without rules no subscriber is in it', { Title: 'Empty', Rules: [] }, 'success', 'ruleless'],
  ]),
  cases(
    'Segment.Replace',
    {
      SegmentID: '{townspeople}',
      Title: 'From Ulm',
      Rules: [{ ...rules[0], Operator: 'Equals', Value: 'Ulm' }],
      Groups: [],
    },
    [
      ['it has another title and rule', {}],
      ['a field must be one of the list', { Rules: [{ ...rules[0], Field: 'Shoe' }] }, 'InvalidSegmentRule'],
    ],
  ),
  cases(
    'Segment.AddRules',
    { SegmentID: '{townspeople}', Rules: [{ Field: 'Email', Operator: 'Contains', Value: '@' }], Groups: [] },
    [['a rule more must hold', {}]],
  ),
  cases('Segment.Read', { SegmentID: '{townspeople}' }, [
    ['its rules and how many it has', {}],
    ['one without rules has no members', { SegmentID: '{ruleless}' }],
  ]),
  cases(
    'Segment.PageMembers',
    { SegmentID: '{townspeople}', ChangedAfter: '', Page: 1, PageSize: 2, Order: 'Name', Descending: true },
    [
      ['the first two', {}],
      ['none since', { ChangedAfter: '2099-01-01' }],
      ['pages begin with 1', { Page: 0 }, 'InvalidParameter'],
    ],
  ),
  cases('Client.ListSegments', { ClientID: '{client}' }, [['the segments of a client', {}]]),
  cases('List.ListSegments', { ListID: '{readers}' }, [['the segments of a list', {}]]),
  cases('Segment.ClearRules', { SegmentID: '{townspeople}' }, [
    ['its rules are gone', {}],
    ['an unknown segment has none', { SegmentID: '0'.repeat(32) }, 'UnknownSegment'],
  ]),
  cases('Segment.SetTree', { ClientID: '{client}', SegmentID: '', ListID: '{readers}', Title: 'Tree', Tree: tree }, [
    ['a tree is saved', {}, 'success', 'tree'],
    ['a name is used once', { Title: 'TREE' }, 'DuplicateSegmentName'],
    [
      'a tree says where it is wrong',
      { Title: 'Wrong', Tree: { ...tree, Leaves: [{ ...leaf, Days: 3 }] } },
      'InvalidSegmentTree',
    ],
  ]),
  cases('Segment.Read', { SegmentID: '{tree}' }, [['rules cannot say it', {}, 'SegmentIsTree']]),
  cases('Segment.SetTree', { ClientID: '{client}', SegmentID: '', ListID: '', Title: 'Around', Tree: around }, [
    ['a segment contains another', {}, 'success', 'around'],
  ]),
  cases('Segment.Remove', { SegmentID: '{tree}' }, [['one that others contain stays', {}, 'SegmentInUse']]),
  cases('Segment.ListAll', { ClientID: '{client}' }, [['all segments of a client', {}]]),
  cases('Segment.Count', { SegmentID: '{tree}' }, [['how many people it has', {}]]),
  cases('Segment.GetTree', { SegmentID: '{tree}' }, [['a segment as a tree', {}]]),
  cases('Segment.CountTree', { ClientID: '{client}', ListID: '', Tree: tree }, [['of all lists of the client', {}]]),
  cases('Segment.SampleTree', { ClientID: '{client}', ListID: '{readers}', Tree: tree }, [['people and why', {}]]),
  cases('Segment.Sample', { SegmentID: '{tree}' }, [['people and why', {}]]),
  cases('Segment.Explain', { SegmentID: '{tree}', Email: 'nobody@reader.example' }, [
    ['a stranger has no membership', {}],
    ['an address is one', { Email: 'nobody' }, 'InvalidEmail'],
  ]),
  cases('Segment.Remove', { SegmentID: '{townspeople}' }, [['it is deleted', {}]]),
  cases('Campaign.GetAudience', { CampaignID: '{draft}' }, [['lists and segments of a draft', {}]]),
  cases('Campaign.CreateFromPages', { ClientID: '{client}', ...letter, SegmentIDs: ['0'.repeat(32)] }, [
    ['a segment must be one of the client', {}, 'InvalidSegments'],
    ['it goes to a list', { ListIDs: ['{readers}'], SegmentIDs: [] }, 'success', 'fromPages'],
  ]),
  cases('Campaign.CreateFromTemplate', { ClientID: '{client}', ...filled, ListIDs: ['{readers}'], SegmentIDs: [] }, [
    ['regions are filled by their position', {}, 'success', 'fromTemplate'],
    ['the name belongs to one draft', {}, 'DuplicateCampaignName'],
    ['there is a place for every value', { Name: 'Two', TemplateContent: lines('a', 'b', 'c') }, 'InvalidRegionValue'],
    [
      'an image must be there',
      {
        Name: 'Picture',
        TemplateID: '{started}',
        TemplateContent: { Images: [{ Content: '{pages}/nowhere.png', Alt: '', Href: '' }] },
      },
      'RegionImageNotFetched',
    ],
    [
      'another account’s template is unknown',
      { Name: 'Foreign', TemplateID: '{foreignTemplate}' },
      'InvalidTemplateId',
    ],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
