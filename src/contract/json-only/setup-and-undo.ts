/** Test groups, relay tests, the first-run checklist, and what was deleted. */

import { TestResult } from '../own-records.ts'
import { type Access, account, key, ofCampaign, ofClient, on, R, type Row, row, U } from '../row.ts'
import * as own from '../setup-and-undo-records.ts'
import { int, list, type Members, type Shape, text } from '../shapes.ts'

const ofTestGroup = { ...ofClient, TestGroupID: text }
const settings = { Name: text, Addresses: list(text) }

// biome-ignore format: a table reads by its columns
export const setupAndUndo = {
  'TestGroup.Create': row('CreateTestGroup', { ...ofClient, ...settings }, U(text), on('ClientID', 'Draft'), 'Saves a named group of addresses that test mails of a client go to, and yields its TestGroupID.'),
  'TestGroup.List': row('GetTestGroups', { ...ofClient, Cursor: text, Limit: int }, U(own.TestGroupPage), on('ClientID', 'Draft'), 'The test groups of a client by name, page by page.'),
  'TestGroup.Update': row('UpdateTestGroup', { ...ofTestGroup, ...settings }, R, on('ClientID', 'Draft'), 'Replaces the name and the addresses of a test group.'),
  'TestGroup.Delete': row('DeleteTestGroup', ofTestGroup, R, on('ClientID', 'Draft'), 'Deletes a test group for good.'),
  'Campaign.SendTestToGroup': row('SendCampaignTestToGroup', { ...ofCampaign, TestGroupID: text, PersonalizeAs: text }, U(list(TestResult)), on('CampaignID', 'Draft'), 'Sends the message of a campaign to the addresses of a test group, as Campaign.SendTest does.'),

  'Relay.Test': row('TestRelays', { ApiKey: text, Relay: text, FromEmail: text }, U(own.RelayTests), account('Settings'), 'Opens a session with each SMTP relay, sends nothing, and says what each offers and what went wrong first.'),

  'Setup.GetStatus': row('GetSetupStatus', { ApiKey: text }, U(own.SetupStatus), key, 'What is done and what is left to do before the first campaign is sent, for the clients the caller reaches.'),

  'Deleted.List': row('GetDeletedObjects', { ApiKey: text, ClientID: text, Kinds: list(own.DeletedKind), Cursor: text, Limit: int }, U(own.DeletedPage), key, 'Clients, lists, templates, campaigns and assets that were deleted within 30 days and that the caller may restore, the newest deletion first, page by page.'),
  'Deleted.Restore': row('RestoreDeletedObject', { ApiKey: text, Kind: own.DeletedKind, ID: text }, R, key, 'Undoes a deletion: the client, list, template, campaign or asset is there again as deletion left it.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
