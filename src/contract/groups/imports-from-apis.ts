/** Imports of lists at other programs, read by their APIs. */

import { card, on, U } from '../card.ts'
import { boolean, exemplify, list, long, optional, record, text } from '../shapes.ts'
import { fields, id, ofClient, ofList } from '../words.ts'

export const RemoteClient = record('RemoteClient', {
  RemoteClientID: text('The client: 32 hexadecimal digits.', '4a397ccaaa55eb4e6aa1221e1e2d7122'),
  Name: exemplify(fields.OwnName, 'Flower shop'),
})

export const RemoteField = record('RemoteField', {
  FieldName: fields.FieldName,
  DataType: text('As List.CreateCustomField takes it.', 'Text'),
  Options: text('The options, separated by `||`; empty for types without.', ''),
})

/** -1 is a number that the other program does not report. */
export const RemoteList = record('RemoteList', {
  RemoteListID: text('The list, for Import.CreateFromApi.', '3'),
  Name: exemplify(fields.OwnName, 'Spring readers'),
  ConfirmOptIn: boolean('People confirm their subscription there.'),
  Active: long('People who are mailed; -1 where the program does not say.', 9412),
  Unconfirmed: long('People who have not confirmed; -1 where the program does not say.', 118),
  Unsubscribed: long('People who left; -1 where the program does not say.', 1031),
  Bounced: long('Addresses that bounced; -1 where the program does not say.', -1),
  Deleted: long('People who were deleted; -1 where the program does not say.', -1),
  Fields: list(RemoteField, 'Its custom fields. Make them in your list, with the same names, before you import.'),
})

export const RemoteLists = record('RemoteLists', {
  Clients: list(RemoteClient, 'The clients of a Campaign Monitor account. If there are several, name one to see its lists.'),
  Lists: list(RemoteList, 'The lists, at most 100.'),
  HasMore: boolean('The account has more lists than are shown.', false),
})

/** Parameters of every import: where, when and to what its people agreed. */
export const consent = {
  ConsentSource: text('Where these people agreed to be mailed, one line of at most 1,000 characters; kept with each membership.'),
  ConsentDate: text('When they agreed, YYYY-MM-DD; columns of the file can say it for each row besides.'),
  ConsentWording: text('What they agreed to, in its words, one line of at most 1,000 characters.'),
}

const account = {
  Source: text('The other program: Listmonk or CampaignMonitor.'),
  Url: optional(
    text(
      'Where the other program is, with https:// outside private networks. It is needed for listmonk: its address without /api. Empty for Campaign Monitor itself.',
    ),
  ),
  RemoteClientID: optional(
    text('Of Campaign Monitor, the client: 32 hexadecimal digits. Without it Import.GetRemoteLists lists the clients. Empty for listmonk.'),
  ),
  Username: optional(text('The name of an API user; it is needed for listmonk, and empty for Campaign Monitor.', 'carla')),
  Secret: text(
    'The API key, or the token of the API user. It is encrypted while the list is read, and then deleted.',
    `ls_${id('7')}_0f1e2d3c4b5a69788796a5b4c3d2e1f0_400cc0b0`,
  ),
}

export const importsFromApis = {
  'Import.GetRemoteLists': card('GetRemoteLists', on('ClientID', 'Import'), 'bulk read', {
    summary:
      'The lists of an account at another program, listmonk or Campaign Monitor, with people by state, so that one can be chosen for Import.CreateFromApi. Nothing of it is kept.',
    parameters: { ...ofClient, ...account },
    result: U(RemoteLists),
    refusals: ['UnknownRemoteList', 'RemoteKeyRefused', 'RemoteUnreadable'],
  }),
  'Import.CreateFromApi': card('CreateImportFromApi', on('ListID', 'Import'), 'create', {
    summary:
      'Begins an import of a list at another program, and yields its ImportID. Its people are read in the background in every state they have there; from then on it is an import as of a file. The credentials are encrypted, and deleted when everything is read.',
    parameters: {
      ...ofList,
      ...account,
      RemoteListID: text('The list at the other program, as Import.GetRemoteLists names it.'),
      ...consent,
    },
    result: U(text()),
    refusals: ['ConsentRequired', 'InvalidDate', 'UnknownRemoteList', 'TooManyImports'],
  }),
}
