import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const unknown = '0'.repeat(32)
const rule = {
  State: '',
  Segment: '',
  Search: '',
  Domain: '',
  NameBegins: '',
  JoinedSince: '',
  JoinedUntil: '',
  Emails: [] as string[],
}
const counted = { ListID: '{readers}', Action: 'SetField' as const, ...rule }
const once = { 'Idempotency-Key': '"change 1"' }
const given = {
  ...counted,
  Action: 'Copy' as const,
  Search: 'ada@',
  Subscribers: 1,
  Key: '',
  Values: [] as string[],
  ToListID: '{optInList}',
  CreateFields: false,
}

/** No process works on changes meanwhile: what is asked for waits. */
export const bulkChanges = [
  cases('BulkChange.Count', counted, [
    ['all whom the action is for', {}],
    ['those a rule chooses', { Action: 'Unsubscribe', Search: 'ada@', Domain: 'readers.example' }],
    ['a state that the action is for', { Action: 'Delete', State: 'Unsubscribed' }, 'InvalidParameter'],
    [
      'those that are selected, of whom the list has one',
      { Emails: ['ada@readers.example', 'nobody@readers.example', 'no address'] },
    ],
    ['a date must be one', { JoinedSince: 'yesterday' }, 'InvalidDate'],
    ['a segment is one of the list', { Segment: 'Missing' }, 'UnknownSegment'],
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('BulkChange.Create', given, [
    ['more than the caller confirmed are not changed', { Search: '' }, 'AudienceNotConfirmed'],
    ['no one fits', { Search: 'nobody@' }, 'NoSubscriberFits'],
    ['a list of another client is unknown', { ToListID: '{foreignList}' }, 'InvalidListId'],
    ['what an action does not take is refused', { Action: 'Delete' }, 'InvalidParameter'],
    ['a field is one of the list', { Action: 'ClearField', ToListID: '', Key: 'Nothing' }, 'InvalidKey'],
    [
      'a client has at most 20 under way',
      { ListID: '{crowdedList}', ToListID: '', Action: 'Delete', Search: '' },
      'TooManyBulkChanges',
    ],
    ['a change is begun', {}, 'success', 'begunChange', once],
    ['the same call with the key begins no other', {}, 'success', undefined, once],
  ]),
  cases('BulkChange.Get', { ...client, ChangeID: '{doneChange}' }, [
    ['a change that is done', {}],
    ['one that failed says why', { ChangeID: '{failedChange}' }],
    ['one that copies', { ChangeID: '{waitingChange}' }],
    ['an unknown change is refused', { ChangeID: unknown }, 'UnknownBulkChange'],
    ['a change belongs to its client', { ClientID: '{crowded}' }, 'UnknownBulkChange'],
  ]),
  cases('BulkChange.Cancel', { ...client, ChangeID: '{begunChange}' }, [
    ['a change is stopped', {}],
    ['once', {}, 'BulkChangeNotReady'],
    ['an unknown change is refused', { ChangeID: unknown }, 'UnknownBulkChange'],
  ]),
  cases('BulkChange.List', { ...client, ListID: '', Cursor: '', Limit: 0 }, [
    ['those of a list', { ListID: '{optInList}' }],
    ['a list of another client is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ]),
  cases('BulkChange.Undo', { ...client, ChangeID: '{doneChange}' }, [
    ['a change is taken back', {}],
    ['one that is older than 30 days is not', { ChangeID: '{oldChange}' }, 'BulkChangeNotReady'],
    ['one that failed is not', { ChangeID: '{failedChange}' }, 'BulkChangeNotReady'],
  ]),
].flat()
