import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const page = { Cursor: '', Limit: 0 }
const unknown = '0'.repeat(32)
const done = { ...client, ExportID: '{doneExport}' }
const once = { 'Idempotency-Key': '"export 1"' }
const given = {
  ...client,
  Kind: 'Subscribers',
  ListID: '{readers}',
  Segment: '',
  State: '',
  CampaignID: '',
  ImportID: '',
  Undoing: '',
  Scope: '',
  Email: '',
  Format: 'Excel',
  Gzip: false,
}

/** No process writes exports meanwhile: what is asked for waits. */
export const exports = [
  cases('Export.List', { ...client, ...page }, [
    ['exports come newest first', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneExport'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneExport}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Export.Get', done, [
    ['an export that is done', {}],
    ['one that failed says why', { ExportID: '{failedExport}' }],
    ['an unknown export is refused', { ExportID: unknown }, 'UnknownExport'],
    ['an export belongs to its client', { ClientID: '{crowded}' }, 'UnknownExport'],
  ]),
  cases('Export.Create', given, [
    ['a kind is one', { Kind: 'Everything' }, 'InvalidParameter'],
    ['a format is one', { Format: 'Pdf' }, 'InvalidParameter'],
    ['a list of another client is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ['what a kind does not take is refused', { Kind: 'Suppressions', State: 'Active' }, 'InvalidParameter'],
    ['a scope of suppressions is one', { Kind: 'Suppressions', ListID: '', Scope: 'Everyone' }, 'InvalidParameter'],
    ['a segment is one of the list', { Segment: 'Missing' }, 'UnknownSegment'],
    ['an unknown import has no verdicts', { Kind: 'ImportVerdicts', ListID: '', ImportID: unknown }, 'UnknownImport'],
    [
      'an import that is not judged has none either',
      { Kind: 'ImportVerdicts', ListID: '', ImportID: '{mappedImport}' },
      'ImportNotReady',
    ],
    [
      'a way of undoing is one',
      { Kind: 'ImportVerdicts', ListID: '', ImportID: '{doneImport}', Undoing: 'Everything' },
      'InvalidParameter',
    ],
    ['rows of an import are chosen of an import', { Undoing: 'LeftAlone' }, 'InvalidParameter'],
    [
      'a state of recipients is one',
      { Kind: 'Recipients', ListID: '', CampaignID: '{sent}', State: 'Lost' },
      'InvalidRecipientState',
    ],
    [
      'a client has at most 10 exports that wait',
      { ClientID: '{crowded}', Kind: 'Suppressions', ListID: '' },
      'TooManyExports',
    ],
    [
      'an access request is about an address',
      { Kind: 'AccessRequest', ListID: '', Format: 'Zip', Email: 'nonsense' },
      'InvalidEmail',
    ],
    [
      '… that something is known of',
      { Kind: 'AccessRequest', ListID: '', Format: '', Email: 'stranger@readers.example' },
      'NotInList',
    ],
    ['… and is no table', { Kind: 'AccessRequest', ListID: '', Email: 'ada@readers.example' }, 'InvalidParameter'],
    ['an export is begun', {}, 'success', 'begunExport', once],
    ['the same call with the key begins no other', {}, 'success', undefined, once],
  ]),
  cases('Export.GetLink', done, [
    ['a file that is written has a link', {}],
    ['a file that failed has no link', { ExportID: '{failedExport}' }, 'ExportNotReady'],
    ['one that waits has none yet', { ExportID: '{begunExport}' }, 'ExportNotReady'],
    ['an unknown export has none', { ExportID: unknown }, 'UnknownExport'],
  ]),
  cases('Export.Delete', done, [
    ['it is gone with its file', {}],
    ['once', {}, 'UnknownExport'],
  ]),
].flat()
