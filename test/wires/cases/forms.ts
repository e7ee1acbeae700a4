import { cases } from '../case.ts'

const settings = {
  ClientID: '{client}',
  Title: 'Spring sign-up',
  Paused: false,
  Lists: [{ ListID: '{readers}', Title: 'Tulips by mail', Description: 'One letter a month.' }],
  Name: 'Optional',
  Fields: [{ Key: '[City]', Label: 'Your city', Required: false }],
  Consents: [{ Purpose: 'Measuring', Name: '', Wording: 'You may see which of your mails I open.' }],
  Tags: [],
  PrimaryColor: '#9a3412',
  BackgroundColor: '',
  Language: 'en',
  Translations: [
    {
      Language: 'fr',
      Heading: 'Des tulipes par e-mail',
      Introduction: '',
      ButtonText: '',
      SuccessText: '',
      SuccessPage: '',
      Lists: [],
      Fields: [{ Key: '[City]', Label: 'Votre ville' }],
      Consents: [{ Purpose: 'Measuring', Name: '', Wording: 'Vous pouvez voir lesquels de vos e-mails j’ouvre.' }],
    },
  ],
  Heading: 'Tulips by mail',
  Introduction: '',
  ButtonText: '',
  SuccessText: '',
  SuccessPage: 'https://bloom.example/welcome',
  RedirectHosts: ['bloom.example'],
  AllowedOrigins: ['https://bloom.example'],
  Prefill: ['Email', '[City]'],
  ConfirmOptIn: true,
} as const
const unknown = { FormID: '0'.repeat(32) }
const ofForm = { ClientID: '{client}', FormID: '{form}' }

export const forms = [
  cases('Form.Create', settings, [
    ['a form is made', {}, 'success', 'form'],
    ['it has a title', { Title: '' }, 'InvalidForm'],
    [
      'its lists are of the client',
      { Lists: [{ ListID: '0'.repeat(32), Title: '', Description: '' }] },
      'InvalidListId',
    ],
    ['a list has its fields', { Fields: [{ Key: 'Shoe', Label: '', Required: false }] }, 'InvalidKey'],
    ['a colour is one', { PrimaryColor: 'red' }, 'InvalidColor'],
    ['text can be read on it', { PrimaryColor: '#ffff00' }, 'InsufficientContrast'],
    ['its language is spoken here', { Language: 'tlh' }, 'InvalidLanguage'],
    ['a further language is worded completely', { Translations: [{ Language: 'de' }] }, 'InvalidForm'],
    ['it leads to its own hosts', { SuccessPage: 'https://evil.example/' }, 'InvalidParameter'],
    [
      'a list that asks for confirmation is asked by forms, too',
      {
        Lists: [{ ListID: '{optInList}', Title: '', Description: '' }],
        Fields: [],
        Translations: [],
        Prefill: [],
        ConfirmOptIn: false,
      },
      'ConfirmationNeeded',
    ],
    [
      'a client has so many',
      { ClientID: '{crowded}', Lists: [{ ListID: '{crowdedList}' }], Fields: [], Translations: [], Prefill: [] },
      'TooManyForms',
    ],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Form.Get', ofForm, [
    ['all of its settings', {}],
    ['it is unknown', unknown, 'UnknownForm'],
  ]),
  cases('Form.List', { ClientID: '{client}', Cursor: '', Limit: 0 }, [['the forms of a client', {}]]),
  cases(
    'Form.Update',
    {
      ...settings,
      FormID: '{form}',
      Consents: [{ Purpose: 'Measuring', Name: '', Wording: 'You may see what I open.' }],
    },
    [
      ['other words of a box are another version', {}],
      ['it is unknown', unknown, 'UnknownForm'],
    ],
  ),
  cases('Form.Preview', { ...settings, ShownLanguage: 'fr' }, [
    ['its page', {}],
    ['a list must be named', { Lists: [] }, 'InvalidForm'],
  ]),
  cases('Form.GetEmbed', { ...ofForm, ShownLanguage: 'fr' }, [
    ['what a web site needs', {}],
    ['a language that the form does not have', { ShownLanguage: 'es' }, 'InvalidLanguage'],
    ['it is unknown', unknown, 'UnknownForm'],
  ]),
  cases('Form.GetStatistics', { ...ofForm, Days: 30 }, [
    ['nothing came of it yet', {}],
    ['of no day', { Days: 0 }, 'InvalidParameter'],
  ]),
  cases('Form.ReleaseHeld', ofForm, [['none is held', {}]]),
  cases('Form.DropHeld', ofForm, [['none is held', {}]]),
  cases('Form.Delete', ofForm, [
    ['it is deleted', {}],
    ['and is unknown then', {}, 'UnknownForm'],
  ]),
].flat()
