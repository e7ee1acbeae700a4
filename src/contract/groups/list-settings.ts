/** Settings, custom fields and webhooks of a list, with what the historical records have no place for. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, list, optional, record, text } from '../shapes.ts'
import { ConfirmationSuccessPage, ConfirmOptIn, DataType, fields, Key, ListID, ofClient, ofList, Title, UnsubscribePage, WebhookID } from '../words.ts'
import { unsubscribeScope } from './every-wire/opt-outs.ts'
import { Webhook, WebhookDetail, WebhookTestOutcome } from './every-wire/webhooks.ts'
import { customFieldRefusals, listSettingsRefusals } from './historical/lists.ts'

const VisibleInPreferences = boolean('Whether people may be shown the field where they change their preferences.')

export const ListSettings = record('ListSettings', {
  ListID: fields.ListID,
  Title: text('The name of the list.', 'Spring newsletter'),
  UnsubscribePage,
  ConfirmOptIn,
  ConfirmationSuccessPage,
  UnsubscribeScope: unsubscribeScope,
})

/** The historical SubscriberFieldDataType has no Country and USState. */
export const FieldType = enumeration('FieldType', 'Text', 'Number', 'MultiSelectOne', 'MultiSelectMany', 'Date', 'Country', 'USState')

export const ListField = record('ListField', {
  FieldName: exemplify(fields.FieldName, 'Favourite flower'),
  Key: fields.Key,
  DataType: describe(FieldType, 'What the field holds.', 'MultiSelectOne'),
  Options: list(text(), 'The choices; of Country and USState those there are.', ['Rose', 'Tulip', 'Lily']),
  VisibleInPreferences,
})

const settings = {
  Title,
  UnsubscribePage: optional(UnsubscribePage),
  ConfirmOptIn,
  ConfirmationSuccessPage: optional(ConfirmationSuccessPage),
  UnsubscribeScope: unsubscribeScope,
}

const field = {
  FieldName: text('The name of the field; the key of a new one is made from the letters and digits of it.', 'Favourite flower'),
  VisibleInPreferences,
}

const ofField = { ...ofList, Key }

const ofWebhook = { ...ofList, WebhookID }

export const listSettings = {
  'List.CreateWithScope': card('CreateListWithScope', on('ClientID', 'ChangeAudience'), 'create', {
    summary: 'Creates a list, says how far an opt-out from it reaches, and yields its ListID.',
    parameters: { ...ofClient, ...settings },
    result: U(ListID),
    refusals: listSettingsRefusals,
  }),
  'List.UpdateWithScope': card('UpdateListWithScope', on('ListID', 'ChangeAudience'), 'change', {
    summary:
      'Replaces the settings of a list and how far an opt-out from it reaches; on request, once and in the background, puts who has unsubscribed on the suppression list of the client, and takes suppressed addresses off the list.',
    parameters: {
      ...ofList,
      ...settings,
      SuppressUnsubscribed: boolean('True to put who has unsubscribed from the list on the suppression list of the client, once.'),
      RemoveSuppressed: boolean('True to take suppressed addresses off the list, once: active members become Deleted.'),
    },
    result: R,
    refusals: listSettingsRefusals,
  }),
  'List.GetSettings': card('GetListSettings', on('ListID', 'View'), 'read', {
    summary: 'The settings of a list, with how far an opt-out from it reaches.',
    parameters: ofList,
    result: U(ListSettings),
    refusals: [],
  }),
  'List.GetFields': card('GetListFields', on('ListID', 'View'), 'read', {
    summary: 'The custom fields of a list, with their types as they were defined.',
    parameters: ofList,
    result: U(list(ListField)),
    refusals: [],
  }),
  'List.AddCustomField': card('AddListCustomField', on('ListID', 'ChangeAudience'), 'create', {
    summary: 'Creates a custom field and yields its key.',
    parameters: {
      ...ofList,
      ...field,
      DataType,
      Options: optional(list(text(), 'For MultiSelectOne and MultiSelectMany: the choices. Left out for the other types.', ['Rose', 'Tulip', 'Lily'])),
    },
    result: U(exemplify(text(), '[Favouriteflower]')),
    refusals: customFieldRefusals,
  }),
  'List.ChangeCustomField': card('ChangeListCustomField', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Gives a custom field another name, and yields its key, which stays.',
    parameters: { ...ofField, ...field },
    result: U(exemplify(text(), '[Favouriteflower]')),
    refusals: ['InvalidKey', 'InvalidFieldName', 'FieldKeyExists'],
  }),
  'List.SetCustomFieldOptions': card('SetListCustomFieldOptions', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Replaces the options of a custom field, or adds to them; what subscribers have chosen stays.',
    parameters: {
      ...ofField,
      KeepExisting: boolean('True to add to the options there are.'),
      Options: optional(list(text(), 'The choices; those there are need not be given again where they are kept.', ['Peony'])),
    },
    result: R,
    refusals: ['InvalidKey', 'OptionsNotAllowed', 'OptionsRequired'],
  }),
  'List.CreateWebhook': card('CreateListWebhook', on('ListID', 'Settings'), 'prepared create', {
    summary:
      'Sends what happens to the members of a list to a URL from now on, many events a message: those who subscribe, change, or leave; yields the secret that signs, this once.',
    parameters: {
      ...ofList,
      URL: text('Where they are posted: a URL that begins with https://.', 'https://hooks.bloom.example/lettershop'),
      Events: list(text(), 'Which events are sent: Subscribe, Update, Deactivate. At least one.', ['Subscribe', 'Deactivate']),
    },
    result: U(WebhookDetail),
    refusals: ['InvalidWebhookUrl', 'InvalidEventType', 'TooManyWebhooks'],
  }),
  'List.GetWebhooks': card('GetListWebhooks', on('ListID', 'Events'), 'read', {
    summary: 'The webhooks of a list, how far each is, and why one does not go on.',
    parameters: ofList,
    result: U(list(Webhook)),
    refusals: [],
  }),
  'List.TestWebhook': card('TestListWebhook', on('ListID', 'Settings'), 'change', {
    summary: 'Sends a test message to a webhook of a list at once and yields what its receiver answered.',
    parameters: ofWebhook,
    result: U(WebhookTestOutcome),
    refusals: ['UnknownWebhook', 'WebhookTestLimit'],
  }),
  'List.PauseWebhook': card('PauseListWebhook', on('ListID', 'Settings'), 'change', {
    summary: 'Sends nothing to a webhook of a list until it is resumed.',
    parameters: ofWebhook,
    result: R,
    refusals: ['UnknownWebhook'],
  }),
  'List.ResumeWebhook': card('ResumeListWebhook', on('ListID', 'Settings'), 'change', {
    summary: 'Goes on with a webhook of a list where it was, at once.',
    parameters: ofWebhook,
    result: R,
    refusals: ['UnknownWebhook'],
  }),
  'List.DeleteWebhook': card('DeleteListWebhook', on('ListID', 'Settings'), 'change', {
    summary: 'Deletes a webhook of a list.',
    parameters: ofWebhook,
    result: R,
    refusals: ['UnknownWebhook'],
  }),
}

/** The events that a webhook of a list may ask for. */
export const listEventKinds = ['Subscribe', 'Deactivate', 'Update'] as const
export type ListEventKind = (typeof listEventKinds)[number]
