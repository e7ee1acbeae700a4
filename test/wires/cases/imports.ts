import { consent } from '../../harness/imports.ts'
import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const page = { Cursor: '', Limit: 0 }
const unknown = '0'.repeat(32)
const mapped = { ...client, ImportID: '{mappedImport}' }
const judged = { ...client, ImportID: '{judgedImport}' }
const done = { ...client, ImportID: '{doneImport}' }
const once = { 'Idempotency-Key': '"import 3"' }
const given = { ListID: '{readers}', UploadID: '{importUpload}', ...consent }
const account = {
  Source: 'Listmonk',
  // a link-local address is never asked, whatever the settings are
  Url: 'http://169.254.1.1',
  RemoteClientID: '',
  Username: 'importer',
  Secret: 'token',
}
const nothing = {
  Columns: [],
  PartStates: [],
  Words: [],
  Values: '',
  Duplicates: '',
  EmptyCells: '',
  DefaultState: '',
  Dates: '',
  Encoding: '',
  HeaderRows: [],
  Tags: [],
}

/** No process works on imports meanwhile: what is asked for waits. */
export const imports = [
  cases('Import.List', { ...client, ListID: '', ...page }, [
    ['imports come newest first', {}],
    ['those into one list', { ListID: '{optInList}' }],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneImport'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneImport}' }],
    ['a list of another client is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['it takes the right to import', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Import.Create', given, [
    ['consent has a source', { ConsentSource: '' }, 'ConsentRequired'],
    ['consent has a date', { ConsentDate: '2024-13-01' }, 'InvalidDate'],
    ['an unknown upload is not imported', { UploadID: unknown }, 'UnknownUpload'],
    ['another call uses the upload', { UploadID: '{usedUpload}' }, 'UploadInUse'],
    [
      'a client has at most 20 imports that are not ended',
      { ListID: '{crowdedList}', UploadID: '{foreignUpload}' },
      'TooManyImports',
    ],
    ['an import is begun', {}, 'success', 'begunImport', once],
    ['the same call with the key begins no other', {}, 'success', undefined, once],
    ['an upload is imported once', {}, 'UnknownUpload'],
  ]),
  cases('Import.CreateFromApi', { ListID: '{readers}', ...account, RemoteListID: '3', ...consent }, [
    ['consent has a source', { ConsentSource: '' }, 'ConsentRequired'],
    ['the program is known', { Source: 'Mailchimp' }, 'InvalidParameter'],
    ['the key is there', { Secret: '' }, 'InvalidParameter'],
    ['a list of listmonk is a number', { RemoteListID: 'readers' }, 'UnknownRemoteList'],
    ['a client has at most 20 imports that are not ended', { ListID: '{crowdedList}' }, 'TooManyImports'],
    ['an import from another program is begun', {}, 'success', 'remoteImport', { 'Idempotency-Key': '"import 4"' }],
    ['it takes the right to import', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Import.GetRemoteLists', { ...client, ...account }, [
    ['the URL is one', { Url: 'nowhere' }, 'InvalidParameter'],
    ['a program that does not answer', {}, 'RemoteUnreadable'],
    ['a key that is refused', { Url: '{pages}/closed' }, 'RemoteKeyRefused'],
    ['no program is there', { Url: '{pages}' }, 'UnknownRemoteList'],
    ['the lists of an account', { Url: '{pages}/listmonk' }],
  ]),
  cases('Import.CountUnconfirmed', done, [
    ['no one is left to be asked', {}],
    ['an import that is not done', { ImportID: '{mappedImport}' }, 'ImportNotReady'],
    ['an unknown import is refused', { ImportID: unknown }, 'UnknownImport'],
    ['who has not confirmed', { ImportID: '{unconfirmedImport}' }],
  ]),
  cases('Import.AskUnconfirmed', { ...done, Recipients: 0 }, [
    ['another number is not confirmed', { Recipients: 2 }, 'AudienceNotConfirmed'],
    ['there has to be someone', {}, 'ImportNotReady'],
    ['they are asked', { ImportID: '{unconfirmedImport}', Recipients: 1 }],
    ['once', { ImportID: '{unconfirmedImport}', Recipients: 1 }, 'ImportNotReady'],
    ['an unknown import is refused', { ImportID: unknown }, 'UnknownImport'],
  ]),
  cases('Import.Get', judged, [
    ['an import that is read from another program', { ImportID: '{remoteImport}' }],
    ['an import that was judged', {}],
    ['an import that is being read', { ImportID: '{begunImport}' }],
    ['a large first import needs approval', { ImportID: '{largeImport}' }],
    ['an unknown import is refused', { ImportID: unknown }, 'UnknownImport'],
    ['an import belongs to its client', { ClientID: '{crowded}' }, 'UnknownImport'],
  ]),
  cases('Import.GetMapping', mapped, [
    ['columns with what they become', {}],
    ['no mapping exists before the file is read', { ImportID: '{begunImport}' }, 'ImportNotReady'],
  ]),
  cases('Import.SetMapping', { ...mapped, ...nothing }, [
    [
      'a column is ignored, and a word has a meaning',
      {
        Columns: [{ Part: 1, Column: 2, Target: 'Ignore', Key: '' }],
        Words: [{ Word: 'Here', State: 'Active' }],
        Values: 'FillEmpty',
      },
    ],
    ['a column is there', { Columns: [{ Part: 1, Column: 3, Target: 'Name', Key: '' }] }, 'InvalidMapping'],
    [
      'a custom field is there',
      { Columns: [{ Part: 1, Column: 2, Target: 'Field', Key: 'Nothing' }] },
      'InvalidMapping',
    ],
    ['a policy is one', { Values: 'Merge' }, 'InvalidMapping'],
    [
      'a new field has a name and a type, and a column its order of dates',
      { Columns: [{ Part: 1, Column: 2, Target: 'NewField', Key: 'Born', DataType: 'Date', DateOrder: 'dmy' }] },
    ],
    ['an encoding is one', { Encoding: 'rot13' }, 'InvalidMapping'],
    ['a header is among the first lines', { HeaderRows: [{ Part: 1, Row: 51 }] }, 'InvalidMapping'],
    ['an import that is done keeps its mapping', { ImportID: '{doneImport}' }, 'ImportNotReady'],
  ]),
  cases('Import.GetVerdicts', { ...judged, Verdict: '', Undoing: '', ...page }, [
    ['every row has one', {}],
    ['rows with one verdict', { Verdict: 'Refused' }],
    ['none was left alone before it is undone', { Undoing: 'LeftAlone' }],
    ['what an undoing left alone, with what changed since', { ImportID: '{undoneImport}', Undoing: 'LeftAlone' }],
    ['those of one verdict', { ImportID: '{undoneImport}', Undoing: 'LeftAlone', Verdict: 'Updated' }],
    ['a page of one', { ImportID: '{undoneImport}', Undoing: 'LeftAlone', Limit: 1 }, 'success', 'afterOneRow'],
    ['the page after it', { ImportID: '{undoneImport}', Undoing: 'LeftAlone', Limit: 1, Cursor: '{afterOneRow}' }],
    ['a verdict is one', { Verdict: 'Fine' }, 'InvalidParameter'],
    ['a way of undoing is one', { Undoing: 'Everything' }, 'InvalidParameter'],
    ['there are none before', { ImportID: '{mappedImport}' }, 'ImportNotReady'],
  ]),
  cases('Import.Judge', mapped, [
    ['it is asked for', {}],
    ['and once at a time', {}, 'ImportNotReady'],
  ]),
  cases('Import.Commit', { ...judged, ValuesLost: '' }, [
    [
      'a first large import is the account’s to commit',
      { ApiKey: '{importKey}', ImportID: '{largeImport}' },
      'ImportNeedsApproval',
    ],
    ['one import writes into a list at a time', { ImportID: '{blockedImport}' }, 'ListImportUnderWay'],
    ['values that are lost are confirmed', { ImportID: '{lossyImport}' }, 'ImportLossNotConfirmed'],
    ['by their number', { ImportID: '{lossyImport}', ValuesLost: '1' }, 'ImportLossNotConfirmed'],
    ['it is asked for', {}],
    ['once', {}, 'ImportNotReady'],
  ]),
  cases('Import.Cancel', judged, [
    ['nothing was written yet', {}],
    ['it is cancelled once', {}, 'ImportNotReady'],
  ]),
  cases('Import.Undo', done, [
    ['it is asked for', {}],
    ['once', {}, 'ImportNotReady'],
  ]),
].flat()
