import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const nobodys = '0'.repeat(32)
const page = { Cursor: '', Limit: 0 }
const group = { Name: 'Proof-readers & <more>', Addresses: ['Boss@bloom.example', 'carla@bloom.example'] }
const ofGroup = { ...client, TestGroupID: '{proofReaders}' }
const settings = [
  ['a group has a name', { Name: ' ' }, 'TestGroupNameEmpty'],
  ['a group has addresses', { Addresses: [] }, 'TestRecipientsRequired'],
  [
    'a group is as small as a test',
    { Addresses: Array.from({ length: 16 }, (_, n) => `p${n}@bloom.example`) },
    'TooManyTestRecipients',
  ],
  ['an address must be one', { Addresses: ['boss'] }, 'InvalidEmail'],
  ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
] as const

/** While {draft} is a draft. */
export const setup = [
  cases('TestGroup.Create', { ...client, ...group }, [
    ['addresses are saved under a name', {}, 'success', 'proofReaders'],
    ['a name belongs to one group', { Name: 'PROOF-readers & <More>' }, 'DuplicateTestGroupName'],
    ...settings,
    ['a second group', { Name: 'Board', Addresses: ['chair@bloom.example'] }, 'success', 'board'],
    ['a client has at most 100', { ClientID: '{crowded}' }, 'TooManyTestGroups'],
  ]),
  cases('TestGroup.List', { ...client, ...page }, [
    ['groups come by name', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterBoard'],
    ['the page after it', { Limit: 1, Cursor: '{afterBoard}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('TestGroup.Update', { ...ofGroup, ...group }, [
    ['name and addresses are replaced', { Name: 'Readers of proofs', Addresses: ['boss@bloom.example'] }],
    ['a name still belongs to one group', { Name: 'board' }, 'DuplicateTestGroupName'],
    ['an unknown group cannot be changed', { TestGroupID: nobodys }, 'UnknownTestGroup'],
    ...settings,
  ]),
  cases(
    'Campaign.SendTestToGroup',
    { CampaignID: '{draft}', TestGroupID: '{proofReaders}', PersonalizeAs: 'ada@readers.example', Variant: '' },
    [
      ['a test goes to every address of a group', {}],
      ['an unknown group has no addresses', { TestGroupID: nobodys }, 'UnknownTestGroup'],
      ['a test shows the values of a member', { PersonalizeAs: 'stranger@readers.example' }, 'NotInList'],
      ['a member has an address', { PersonalizeAs: 'ada' }, 'InvalidEmail'],
      ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
      ['another client has other groups', { CampaignID: '{barredDraft}' }, 'UnknownTestGroup'],
    ],
  ),
  cases('TestGroup.Delete', ofGroup, [
    ['a group is deleted', {}],
    ['a deleted group is unknown', {}, 'UnknownTestGroup'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  // with relays, and RelayTestLimit: framework.test.ts
  cases('Relay.Test', { Relay: '', FromEmail: 'news@bloom.example' }, [
    ['without relays nothing is tested', {}],
    ['a relay is one of the settings', { Relay: 'relay.example' }, 'UnknownRelay'],
    ['a sender has an address', { FromEmail: 'news' }, 'InvalidEmail'],
    ['a client’s login tests none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Setup.GetStatus', {}, [
    ['what is done, and what is to do next', {}],
    ["a client's login does not see the settings", { ApiKey: '{reportsKey}' }],
  ]),
].flat()

const flowers = { Kind: 'List', ID: '{flowers}' } as const
const unheard = { Kind: 'Campaign', ID: '{unheard}' } as const
const fullList = { Kind: 'List', ID: '{fullList}' } as const
const crowdedList = { Kind: 'List', ID: '{crowdedList}' } as const

/** After objects were deleted. */
export const undo = [
  cases('Deleted.List', { ClientID: '', Kinds: [], ...page }, [
    ['what can be restored, the newest deletion first', {}],
    ['of some kinds', { Kinds: ['Client', 'Template'] }],
    ['of one client', client],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneDeletion'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneDeletion}' }],
    ['a login that may restore nothing sees nothing', { ApiKey: '{reportsKey}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Deleted.Restore', flowers, [
    ['it takes the right to make such an object', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['a list is there again', {}],
    ['what is not deleted cannot be restored', {}, 'UnknownDeletion'],
    ['an object has its kind', { Kind: 'Campaign', ID: '{plain}' }, 'UnknownDeletion'],
    ['a deletion is undone within 30 days', { Kind: 'Template', ID: '{bygone}' }, 'RestoreTooLate'],
    ['an image is there again', { Kind: 'Asset', ID: '{logo}' }],
  ]),
  cases('List.GetDetail', { ListID: '{flowers}' }, [['a restored list is as it was', {}]]),

  cases('Campaign.Delete', { CampaignID: '{unheard}' }, [['the last draft of a list', {}]]),
  cases('List.Delete', { ListID: '{fullList}' }, [['a list that no draft goes to any more', {}]]),
  cases('Deleted.Restore', unheard, [
    ['a draft waits for its list', {}, 'ListIsDeleted'],
    ['the list', fullList],
    ['and then the draft', {}],
  ]),
  cases('Campaign.GetLists', { CampaignID: '{unheard}' }, [['a restored draft goes to its list', {}]]),

  cases('List.Delete', { ListID: '{crowdedList}' }, [['a list whose client is deleted next', {}]]),
  cases('Client.Delete', { ClientID: '{crowded}' }, [['a client with a deleted list', {}]]),
  cases('Deleted.Restore', crowdedList, [
    ['a list waits for its client', {}, 'ClientIsDeleted'],
    [
      'a client is restored by who may make one',
      { Kind: 'Client', ID: '{crowded}', ApiKey: '{reportsKey}' },
      'UnknownDeletion',
    ],
    ['the client', { Kind: 'Client', ID: '{crowded}' }],
    ['and then its list', {}],
  ]),
  cases('Client.GetLists', { ClientID: '{crowded}' }, [['a restored client has its lists', {}]]),
].flat()
