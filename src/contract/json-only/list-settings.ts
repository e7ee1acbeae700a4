/** Lists with all their settings in one call, and changes of custom fields. */
import * as lists from '../list-records.ts'
import { UnsubscribeScope, Webhook, WebhookDetail, WebhookTestOutcome } from '../own-records.ts'
import { type Access, ofClient, ofList, on, R, type Row, row, U } from '../row.ts'
import { boolean, list, type Members, type Shape, text } from '../shapes.ts'

const settings = {
  Title: text,
  UnsubscribePage: text,
  ConfirmOptIn: boolean,
  ConfirmationSuccessPage: text,
  UnsubscribeScope,
}
const ofField = { ...ofList, Key: text }
const ofWebhook = { ...ofList, WebhookID: text }
const field = { FieldName: text, VisibleInPreferences: boolean }

// biome-ignore format: a table reads by its columns
export const listSettingsOperations = {
  'List.CreateWithScope': row('CreateListWithScope', { ...ofClient, ...settings }, U(text), on('ClientID', 'ChangeAudience'), 'Creates a list, says how far an opt-out from it reaches, and yields its ListID.'),
  'List.UpdateWithScope': row('UpdateListWithScope', { ...ofList, ...settings, SuppressUnsubscribed: boolean, RemoveSuppressed: boolean }, R, on('ListID', 'ChangeAudience'), 'Replaces the settings of a list and how far an opt-out from it reaches; on request, once and in the background, puts who has unsubscribed on the suppression list of the client, and takes suppressed addresses off the list.'),
  'List.GetSettings': row('GetListSettings', ofList, U(lists.ListSettings), on('ListID', 'View'), 'The settings of a list, with how far an opt-out from it reaches.'),
  'List.GetFields': row('GetListFields', ofList, U(list(lists.ListField)), on('ListID', 'View'), 'The custom fields of a list, with their types as they were defined.'),
  'List.AddCustomField': row('AddListCustomField', { ...ofList, ...field, DataType: text, Options: list(text) }, U(text), on('ListID', 'ChangeAudience'), 'Creates a custom field and yields its key.'),
  'List.ChangeCustomField': row('ChangeListCustomField', { ...ofField, ...field }, U(text), on('ListID', 'ChangeAudience'), 'Gives a custom field another name, and yields its key, which stays.'),
  'List.SetCustomFieldOptions': row('SetListCustomFieldOptions', { ...ofField, KeepExisting: boolean, Options: list(text) }, R, on('ListID', 'ChangeAudience'), 'Replaces the options of a custom field, or adds to them; what subscribers have chosen stays.'),
  'List.CreateWebhook': row('CreateListWebhook', { ...ofList, URL: text, Events: list(text) }, U(WebhookDetail), on('ListID', 'Settings'), 'Sends what happens to the members of a list to a URL from now on, many events a message: those who subscribe, change, or leave; yields the secret that signs, this once.'),
  'List.GetWebhooks': row('GetListWebhooks', ofList, U(list(Webhook)), on('ListID', 'Events'), 'The webhooks of a list, how far each is, and why one does not go on.'),
  'List.TestWebhook': row('TestListWebhook', ofWebhook, U(WebhookTestOutcome), on('ListID', 'Settings'), 'Sends a test message to a webhook of a list at once and yields what its receiver answered.'),
  'List.PauseWebhook': row('PauseListWebhook', ofWebhook, R, on('ListID', 'Settings'), 'Sends nothing to a webhook of a list until it is resumed.'),
  'List.ResumeWebhook': row('ResumeListWebhook', ofWebhook, R, on('ListID', 'Settings'), 'Goes on with a webhook of a list where it was, at once.'),
  'List.DeleteWebhook': row('DeleteListWebhook', ofWebhook, R, on('ListID', 'Settings'), 'Deletes a webhook of a list.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
