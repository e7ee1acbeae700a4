import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const nobodys = '0'.repeat(32)
const page = { Cursor: '', Limit: 0 }
const draft = { CampaignID: '{written}' }
const audience = { ListIDs: ['{readers}'], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] }
const content = {
  Kind: 'Html',
  Html: '<p>Hello [firstname,fallback=friend]</p>',
  Text: '',
  HtmlUrl: '',
  TextUrl: '',
} as const
const pageContent = {
  Kind: 'Url',
  Html: '',
  Text: '',
  HtmlUrl: '{pages}/mail.html',
  TextUrl: '{pages}/mail.txt',
} as const
const settings = {
  Name: 'Tulips & <more>',
  Subject: 'The tulips are out',
  FromName: 'Bloom',
  FromEmail: 'news@bloom.example',
  ReplyTo: 'office@bloom.example',
  Preheader: 'Have a look',
  Audience: audience,
  Tracking: { Opens: true, Clicks: true },
  Utm: { None: false, Source: '', Medium: '', Campaign: 'tulips', Term: '', Content: '' },
  AsksForConsent: false,
  InlineCss: true,
  Content: content,
}
/** Findings of the draft that was brought along from another system. */
const brought = [
  { Code: 'ForeignTags', Detail: 'Mailchimp: *|FNAME|*, *|UNSUB|*; nothing here stands for *|LIST:COMPANY|*' },
  { Code: 'UnsubscribeElsewhere', Detail: '“Abmelden” leads to https://old.example/u' },
] as const
const refused = [
  ['a sender has an address', { FromEmail: 'news' }, 'InvalidFromEmail'],
  ['replies go to an address', { ReplyTo: 'office' }, 'InvalidReplyTo'],
  ['a list is one of the client', { Audience: { ...audience, ListIDs: [nobodys] } }, 'InvalidListIds'],
  [
    'a segment is one of its list',
    { Audience: { ...audience, Segments: [{ ListID: '{readers}', Name: 'None' }] } },
    'InvalidSegments',
  ],
  ['what it goes to is not excluded', { Audience: { ...audience, ExcludedListIDs: ['{readers}'] } }, 'InvalidListIds'],
  ['content of the kind Url has a page', { Content: { ...pageContent, HtmlUrl: '' } }, 'HtmlUrlRequired'],
  ['content has one kind', { Content: { ...content, HtmlUrl: '{pages}/mail.html' } }, 'InvalidParameter'],
  ['a ZIP file is uploaded first', { Content: { Kind: 'Zip' } }, 'MissingParameter'],
  ['a file is a ZIP file', { Content: { Kind: 'Zip', UploadID: '{textUpload}' } }, 'InvalidZip'],
  ['an upload is one of the client', { Content: { Kind: 'Zip', UploadID: '{foreignUpload}' } }, 'UnknownUpload'],
  ['another call uses the upload', { Content: { Kind: 'Zip', UploadID: '{usedUpload}' } }, 'UploadInUse'],
  [
    'a template is one of the client',
    { Content: { Kind: 'Regions', TemplateID: '{foreignTemplate}' } },
    'InvalidTemplateId',
  ],
  [
    'a template has its revisions',
    { Content: { Kind: 'Regions', TemplateID: '{started}', Template: { Revision: 9, NewestRevision: 9 } } },
    'UnknownRevision',
  ],
  [
    'a document of sections is one of a version that is known',
    { Content: { Kind: 'Sections', Sections: '{"version":9,"sections":[]}' } },
    'InvalidSections',
  ],
  ['a name is not too long', { Name: 'n'.repeat(251) }, 'ValueTooLong'],
  ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
] as const
const stale = { BasedOn: 1 } as const

/** At the end, so that what comes before has no further drafts. */
export const drafts = [
  cases('Campaign.CreateDraft', { ...client, ...settings }, [
    ['a draft begins with what is given', {}, 'success', 'written'],
    ['a name belongs to one draft', { Name: 'TULIPS & <more>' }, 'DuplicateCampaignName'],
    ...refused,
    ['a page is fetched at once', { Name: 'Fetched', Content: pageContent }, 'success', 'fetchedDraft'],
    ['a ZIP file', { Name: 'ZIP', Content: { Kind: 'Zip', UploadID: '{zipUpload}' } }, 'success', 'zipDraft'],
    [
      'sections may be unfinished',
      {
        Name: 'Sections',
        Content: { Kind: 'Sections', Sections: '{"version":1,"sections":[{"kind":"button","text":"Buy"}]}' },
      },
      'success',
      'sectionsDraft',
    ],
    [
      'MJML may be unfinished',
      { Name: 'MJML', Content: { Kind: 'Mjml', Mjml: '<mjml><mj-body>' } },
      'success',
      'mjmlDraft',
    ],
    [
      'regions of a template',
      {
        Name: 'Regions',
        Content: { Kind: 'Regions', TemplateID: '{started}', Values: [{ Name: 'Name', Content: 'Carla <Bloom>' }] },
      },
      'success',
      'regionsDraft',
    ],
    [
      'tags of other systems and half-written links are kept as they are',
      {
        Name: 'Brought along',
        Subject: 'Hi *|FNAME|*',
        Content: {
          Kind: 'Html',
          Html: '<p>Hi *|FNAME|*, *|LIST:COMPANY|*</p><a href="*|UNSUB|*">Leave us</a> <a href="https://old.example/u">Abmelden</a>',
        },
      },
      'success',
      'broughtAlong',
    ],
  ]),
  cases('Campaign.GetDraft', draft, [
    ['a draft is as it was given', {}],
    ['of a ZIP file what it gave', { CampaignID: '{zipDraft}' }],
    ['MJML is as it was given', { CampaignID: '{mjmlDraft}' }],
    ['regions are as they were given, of a revision of the template', { CampaignID: '{regionsDraft}' }],
    ['of a historical campaign the pages', { CampaignID: '{unheard}' }],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.UpdateDraft', { ...draft, ...settings, Revision: 1 }, [
    ['what changes nothing saves nothing', {}],
    ['a save is a new revision', { Subject: 'The roses are out' }],
    ['a save that is based on an older one is refused with both', { Subject: 'Late' }, 'StaleRevision'],
    ...refused.map(([name, change, refusal]) => [name, { ...change, Revision: 2 }, refusal] as const),
    ['a draft has a name', { Revision: 2, Name: ' ' }, 'CampaignNameRequired'],
    ['a name still belongs to one draft', { Revision: 2, Name: 'fetched' }, 'DuplicateCampaignName'],
    ['what is sent is no draft', { CampaignID: '{sent}', Revision: 1 }, 'CampaignNotDraft'],
  ]),
  cases('Campaign.LocateFindings', { ...draft, CampaignID: '{broughtAlong}', Findings: brought }, [
    ['findings have their places, what becomes of tags, and what can be mended', {}],
    ['without findings there are no places', { Findings: [] }],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.RepairFinding', { ...draft, CampaignID: '{broughtAlong}', Revision: 1, ...brought[0] }, [
    ['another finding is mended by hand', { Code: 'BrokenLink' }, 'InvalidParameter'],
    ['a finding that is not there', { Detail: 'Brevo: {{ mirror }}' }, 'InvalidParameter'],
    ['tags of another system become ours', {}],
    ['a repair that is based on an older revision', brought[1], 'StaleRevision'],
    ['a link that promises an opt-out becomes ours', { Revision: 2, ...brought[1] }],
    ['what a ZIP file gave is changed there', { CampaignID: '{zipDraft}' }, 'InvalidParameter'],
    ['without such a finding nothing is changed', { CampaignID: '{sent}' }, 'InvalidParameter'],
  ]),
  cases('Campaign.ListRevisions', { ...draft, ...page }, [
    ['revisions come newest first', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterNewest'],
    ['the page after it', { Limit: 1, Cursor: '{afterNewest}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WyJ4Il0' }, 'InvalidParameter'],
  ]),
  cases('Campaign.GetRevision', { ...draft, Revision: 1 }, [
    ['a revision is as it was saved', {}],
    ['one that is not there', { Revision: 9 }, 'UnknownRevision'],
  ]),
  cases('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 2 }, [
    ['a stale restore is refused', stale, 'StaleRevision'],
    ['one that is not there', { Revision: 9 }, 'UnknownRevision'],
    ['an earlier revision becomes the newest', {}],
    ['what is sent is no draft', { CampaignID: '{sent}', BasedOn: 1 }, 'CampaignNotDraft'],
  ]),
  cases('Campaign.Duplicate', { ...draft, Name: 'Tulips again' }, [
    ['a draft like another', {}, 'success', 'tulipsAgain'],
    ['a name belongs to one draft', {}, 'DuplicateCampaignName'],
    ['without a name it gets one', { Name: '' }, 'success', 'tulipsCopy'],
  ]),
  cases('Campaign.CreateDraft', { ...client, ...settings, Name: 'Empty', Subject: '' }, [
    ['a draft that lacks something', {}, 'success', 'lacking'],
  ]),
  cases(
    'Campaign.Send',
    { CampaignID: '{lacking}', ConfirmationEmail: 'office@bloom.example', SendDate: 'Immediately' },
    [['what is incomplete is not sent', {}, 'DraftIncomplete']],
  ),

  cases('Template.ListRevisions', { TemplateID: '{letter}', ...page }, [
    ['each change of a template is a revision', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ]),
  cases('Template.GetRevision', { TemplateID: '{letter}', Revision: 1 }, [
    ['a template as it was', {}],
    ['one that is not there', { Revision: 9 }, 'UnknownRevision'],
  ]),
  cases('Template.RestoreRevision', { TemplateID: '{letter}', Revision: 1, BasedOn: 2 }, [
    ['a stale restore is refused', stale, 'StaleRevision'],
    ['one that is not there', { Revision: 9 }, 'UnknownRevision'],
    ['a template is again what it was', {}],
    ['it takes the right to import HTML', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),

  cases('Sender.Save', { ...client, FromName: 'Bloom', FromEmail: 'news@bloom.example', ReplyTo: '' }, [
    ['a sender is saved', {}, 'success', 'sender'],
    ['the same name and address are one sender', { FromEmail: 'NEWS@bloom.example', ReplyTo: 'office@bloom.example' }],
    ['a sender has a name', { FromName: ' ' }, 'FromNameRequired'],
    ['a sender has an address', { FromEmail: 'news' }, 'InvalidFromEmail'],
    ['replies go to an address', { ReplyTo: 'office' }, 'InvalidReplyTo'],
    ['a client has at most 100', { ClientID: '{crowded}' }, 'TooManySenders'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Sender.List', { ...client, ...page }, [
    ['senders come by address', {}],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Sender.GetLast', client, [
    ['the sender of the newest campaign', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Sender.Delete', { ...client, SenderID: '{sender}' }, [
    ['a sender is deleted', {}],
    ['a deleted sender is unknown', {}, 'UnknownSender'],
  ]),
  cases(
    'Client.SetUtmTags',
    { ...client, Tags: { Source: 'newsletter', Medium: 'email', Campaign: '', Term: '', Content: '' } },
    [
      ['a client has tags for its links', {}],
      [
        'a tag is not too long',
        { Tags: { Source: 's'.repeat(101), Medium: '', Campaign: '', Term: '', Content: '' } },
        'ValueTooLong',
      ],
      ['it takes the right to settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ],
  ),
  cases('Client.GetUtmTags', client, [['the tags of a client', {}]]),
].flat()
