import { cases } from '../case.ts'

const settings = {
  Title: 'Flowers & <herbs>',
  UnsubscribePage: '',
  ConfirmOptIn: false,
  ConfirmationSuccessPage: 'https://garden.example/welcome?a=1&b=2',
}
const field = { ListID: '{flowers}', FieldName: 'Favourite colour', DataType: 'MultiSelectMany', Options: 'Red||Blue' }

export const lists = [
  cases('List.Create', { ClientID: '{client}', ...settings }, [
    ['a list is created', {}, 'success', 'flowers'],
    ['a list needs a title', { Title: ' ' }, 'ListTitleEmpty'],
    ['a title belongs to one list', { Title: 'readers' }, 'DuplicateListTitle'],
    ['a page to leave at is a web address', { UnsubscribePage: 'javascript:alert(1)' }, 'InvalidUnsubscribePage'],
    ['a page to confirm at is a web address', { ConfirmationSuccessPage: 'welcome' }, 'InvalidConfirmationPage'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('List.Update', { ListID: '{flowers}', ...settings }, [
    ['settings are replaced', { Title: 'Flowers', ConfirmOptIn: true }],
    ['a list still needs a title', { Title: '' }, 'ListTitleEmpty'],
    ['a title still belongs to one list', { Title: 'Readers' }, 'DuplicateListTitle'],
    ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
  ]),
  cases('List.GetDetail', { ListID: '{flowers}' }, [
    ['the settings come back', {}],
    ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
  ]),
  cases(
    'List.SetOptions',
    { ListID: '{flowers}', UnsubscribeScope: 'Client', Tracking: 'Consent', Language: 'de-AT' },
    [
      ['options are set', {}],
      ['a language is one that is spoken here', { Language: 'tlh' }, 'InvalidLanguage'],
      ['a language must be named', { Language: '' }, 'InvalidLanguage'],
      ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
      ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ],
  ),
  cases('List.GetOptions', { ListID: '{flowers}' }, [
    ['the options come back', {}],
    ['a list that was asked for nothing', { ListID: '{readers}' }],
  ]),
  cases('List.CreateCustomField', field, [
    ['a field is created', {}],
    ['a field of text takes no options', { FieldName: 'City', DataType: 'Text', Options: '' }],
    ['a field needs a name', { FieldName: '' }, 'InvalidFieldName'],
    ['a data type is one of seven', { DataType: 'Emoji' }, 'InvalidDataType'],
    ['text has no options', { FieldName: 'Town', DataType: 'Text' }, 'OptionsNotAllowed'],
    ['a choice has options', { FieldName: 'Size', Options: ' || ' }, 'OptionsRequired'],
    ['a key belongs to one field', { FieldName: 'favourite COLOUR' }, 'FieldKeyExists'],
    ['a list has at most 50 fields', { ListID: '{fullList}' }, 'TooManyCustomFields'],
  ]),
  cases('List.GetCustomFields', { ListID: '{flowers}' }, [
    ['fields come in the order they were made', {}],
    ['a list without fields', { ListID: '{optInList}' }],
  ]),
  cases('List.DeleteCustomField', { ListID: '{flowers}', Key: '[City]' }, [
    ['a field is deleted', {}],
    ['a deleted field is unknown', {}, 'InvalidKey'],
  ]),
].flat()

/** After subscribers came and went, and while a draft goes to {readers}. */
export const listsEnd = [
  cases('List.GetStats', { ListID: '{readers}' }, [
    ['totals and what happened today', {}],
    ['a list without anybody', { ListID: '{flowers}' }],
  ]),
  cases('List.Delete', { ListID: '{flowers}' }, [
    ['a list is deleted', {}],
    ['a deleted list is unknown', {}, 'InvalidListId'],
    ['a list that a draft goes to stays', { ListID: '{readers}' }, 'ListInDraft'],
  ]),
].flat()
