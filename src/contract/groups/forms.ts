/** Sign-up forms: what a form asks, where it is shown, and what came of it. See docs/forms.md. */

import { card, on, R, U } from '../card.ts'
import { boolean, booleanOrAbsent, describe, enumeration, exemplify, int, list, longText, optional, record, text } from '../shapes.ts'
import { fields, id, ofClient, page } from '../words.ts'
import { longestWording } from './consents.ts'
import { addresses } from './previews.ts'

const FormID = text('The form: 32 hexadecimal digits, as Form.List names it.', id('9'))
const Title = text('The name of the form in the console, one line of at most 100 characters; people who sign up do not see it.', 'Spring sign-up')
const Paused = boolean('Whether the form takes nothing: its page says that sign-up is closed.', false)
const Tags = list(text(), 'Names of tags that the contact gets with the confirmation; at most 20.', ['From the shop'])
const PrimaryColor = text('The colour of the button and of links, #rrggbb or #rgb, with the contrast that branding needs; empty for that of the client.', '')
const BackgroundColor = text('The colour behind the text, #rrggbb or #rgb; empty for that of the client.', '')
const Language = text(
  'The language of the page, of the confirmation mail and of the pages behind it: en, de, es or fr; empty for that of the reader’s browser. With Translations it is that of the settings’ own texts, and must be given.',
  'de',
)
const Heading = text('The heading of the page, one line of at most 100 characters; empty for the words of this service.', 'Tulips by mail')
const Introduction = text('Plain text below the heading, at most 1,000 characters, of several lines; empty for none.', 'Once a month, nothing else.')
const ButtonText = text('The words of the button, one line of at most 60 characters; empty for those of this service.', '')
const SuccessText = text(
  'Plain text of the page after the confirmation, at most 1,000 characters; empty for the words of this service.',
  'Welcome! The next letter comes on the first of the month.',
)
const SuccessPage = text(
  'Where people are led after the confirmation: an absolute https URL, whose host is one of RedirectHosts; a page of this service when left out.',
  'https://bloom.example/welcome',
)
const RedirectHosts = list(
  text(),
  'Hosts to which a form may lead people, without scheme and port; a subdomain is another host. At most 20; a target elsewhere is left out.',
  ['bloom.example'],
)
const AllowedOrigins = list(
  text(),
  'Origins whose scripts may call the JSON interface of the form, each a scheme and a host as browsers send them; at most 20. Without one no foreign page may.',
  ['https://bloom.example'],
)
const Prefill = list(
  text(),
  'What the query of the page’s URL may fill in: Email, Name, or the key of a field that the form asks. What it fills in is shown and can be changed; nothing is ticked by a URL.',
  ['Email', '[City]'],
)

/** How a form asks for the name. */
export const FormName = enumeration('FormName', 'NotAsked', 'Optional', 'Required')
const nameMeaning = 'Whether the form asks for the name, and whether it must be given.'

/** Measuring and Personalising are recorded as Subscriber.SetConsent does; Further under the name of the box. */
export const FormPurpose = enumeration('FormPurpose', 'Measuring', 'Personalising', 'Further')

/** Why a submission was counted as refused. */
export const FormRefusalReason = enumeration(
  'FormRefusalReason',
  'Token',
  'TooFast',
  'TooOld',
  'Reused',
  'ProofOfWork',
  'Honeypot',
  'Incomplete',
  'FormRate',
  'NetworkRate',
  'DomainRate',
  'AddressRate',
  'MailLimit',
  'Suppressed',
)

/** One list: everyone who signs up joins it. Several: people tick, none is ticked beforehand, and one at least is needed. */
export const FormListSettings = record('FormListSettings', {
  ListID: fields.ListID,
  Title: text('The name that people are shown, one line of at most 200 characters; empty for that of the list.', 'Tulips by mail'),
  Description: text('What the list brings, plain text of at most 500 characters; empty for none.', 'One letter a month.'),
})

export const FormList = record('FormList', {
  ...FormListSettings.fields,
  ListTitle: text('The name of the list itself.', 'Spring newsletter'),
  IsDeleted: boolean('Whether the list was deleted: the form takes nothing for it.', false),
})

export const FormFieldSettings = record('FormFieldSettings', {
  Key: text('The key of a custom field of a list of the form, with or without brackets; each list that has the key takes the value.', '[City]'),
  Label: text('The words beside the field, one line of at most 200 characters; empty for the name of the field.', 'Your city'),
  Required: boolean('Whether the field must be filled in.', false),
})

export const FormField = record('FormField', {
  ...FormFieldSettings.fields,
  FieldName: text('The name of the custom field; empty where it was deleted, and the form leaves it out.', 'City'),
})

/** A box that is not ticked beforehand and that is separate from the others. Signing up does not depend on it. */
export const FormConsentSettings = record('FormConsentSettings', {
  Purpose: describe(FormPurpose, 'Measuring: opens and clicks are recorded by person. Personalising: they choose what the person gets. Further: any other.'),
  Name: text('Of Further: how the purpose is called in records and exports, one line of at most 100 characters, once a form. Otherwise empty.', ''),
  Wording: longText(longestWording, 'The words beside the box, plain text of up to 2,000 characters.', 'You may see which of your mails I open.'),
})

export const FormConsent = record('FormConsent', {
  ...FormConsentSettings.fields,
  Version: int(
    'The version of the wording, from 1; each change makes a new one, and the earlier ones are kept. All languages of a box are counted together.',
    2,
  ),
  Hash: text('The SHA-256 of the wording in hexadecimal digits, as it is kept with each answer.', '5e884898da280471'.repeat(4)),
})

const translatedTexts = {
  Language: text('The language of these texts: en, de, es or fr, once a form and not that of the form itself.', 'fr'),
  Heading: text('As that of the form; empty for the words of this service in this language.', 'Des tulipes par e-mail'),
  Introduction: text('As that of the form; empty for none.', ''),
  ButtonText: text('As that of the form; empty for the words of this service in this language.', ''),
  SuccessText: text('As that of the form; empty for the words of this service in this language.', ''),
  SuccessPage: text('As that of the form; empty for that of the form.', ''),
  Lists: list(FormListSettings, 'How lists of the form are named in this language; an empty title for that of the form, an empty description for none.'),
}

export const FormFieldLabel = record('FormFieldLabel', {
  Key: FormFieldSettings.fields.Key,
  Label: text('The words beside the field, one line of at most 200 characters; empty for those of the form.', 'Votre ville'),
})

const TranslatedLabels = list(FormFieldLabel, 'The words beside fields of the form in this language.')

/** The texts of a form in a further language. */
export const FormTranslationSettings = record('FormTranslationSettings', {
  ...translatedTexts,
  Fields: TranslatedLabels,
  Consents: list(FormConsentSettings, 'The words of each box of the form in this language: of all of them, by Purpose and Name.'),
})

export const FormTranslation = record('FormTranslation', {
  ...translatedTexts,
  Fields: TranslatedLabels,
  Consents: list(FormConsent, 'The words of each box of the form in this language, with their own version and hash.'),
})

const settings = {
  Title,
  Paused,
  Lists: list(FormListSettings, 'The lists that people sign up to, at most 20: one, or several of which people tick.'),
  Name: describe(FormName, nameMeaning, 'Optional'),
  Fields: optional(list(FormFieldSettings, 'The custom fields that the form asks, in their order; at most 30.')),
  Consents: optional(list(FormConsentSettings, 'The boxes for consent, in their order; at most 10. Measuring and Personalising once each.')),
  Tags: optional(Tags),
  PrimaryColor: optional(PrimaryColor),
  BackgroundColor: optional(BackgroundColor),
  Language: optional(Language),
  Translations: optional(
    list(
      FormTranslationSettings,
      'The texts of the form in further languages. People get the page in the language of its address (?lang=fr), else of their browser, else of the form, and can switch; the mail, the pages behind it and the member have the same language.',
    ),
  ),
  Heading: optional(Heading),
  Introduction: optional(Introduction),
  ButtonText: optional(ButtonText),
  SuccessText: optional(SuccessText),
  SuccessPage: optional(SuccessPage),
  RedirectHosts: optional(RedirectHosts),
  AllowedOrigins: optional(AllowedOrigins),
  Prefill: optional(Prefill),
  ConfirmOptIn: booleanOrAbsent(
    'Whether who signs up is asked by mail to confirm; true when left out. False only where no list of the form asks for confirmation itself.',
    true,
  ),
}

export const Form = record('Form', {
  FormID,
  Title,
  Paused,
  Lists: list(FormList, 'The lists that people sign up to.'),
  Name: describe(FormName, nameMeaning, 'Optional'),
  Fields: list(FormField, 'The custom fields that the form asks, in their order.'),
  Consents: list(FormConsent, 'The boxes for consent, in their order.'),
  Tags,
  PrimaryColor,
  BackgroundColor,
  Language,
  Translations: list(FormTranslation, 'The texts of the form in further languages.'),
  Heading,
  Introduction,
  ButtonText,
  SuccessText,
  SuccessPage,
  RedirectHosts,
  AllowedOrigins,
  Prefill,
  ConfirmOptIn: boolean('Whether who signs up is asked by mail to confirm.', true),
  URL: text('The page of the form on this service.', `https://mail.example.com/form/${id('9')}`),
  Problem: text('Why the form takes nothing, or not all that it should: a sentence. Empty where it does.', ''),
  CreatedDate: text('When it was created, in the time zone of the client.', '2026-03-20 09:30:00'),
  ChangedDate: text('When its settings were changed last, in the time zone of the client.', '2026-03-20 09:30:00'),
})

const sums = {
  Shown: int('How often the page of the form was shown.', 520),
  Submitted: int('How often the form was sent off, refused ones left out.', 148),
  Refused: int('How many submissions were refused.', 12),
  Mailed: int('Confirmation mails that were made.', 140),
  Confirmed: int('Sign-ups that were confirmed; without confirmation, those that joined.', 122),
  Abandoned: int('Sign-ups that were not confirmed within 30 days, and that are deleted.', 8),
}

const Held = int('Sign-ups whose confirmation mails are held back because of a wave.', 0)

export const FormSummary = record('FormSummary', {
  FormID,
  Title,
  Paused,
  ListTitles: list(text(), 'The names of its lists.', ['Spring newsletter']),
  Problem: Form.fields.Problem,
  ...sums,
  Held,
  ChangedDate: Form.fields.ChangedDate,
})

export const FormPage = record('FormPage', {
  Forms: list(FormSummary, 'The forms of this page, by title; the numbers are those of the last 30 days.'),
  NextCursor: fields.NextCursor,
})

export const FormEmbed = record('FormEmbed', {
  URL: Form.fields.URL,
  Html: text('Plain HTML for a page of the client, without script; it leads to the page of the form, where the reader presses one more button.', '<form …>'),
  ContentSecurityPolicy: text('What the Content-Security-Policy of a page with this HTML has to allow.', 'form-action https://mail.example.com'),
  TokenURL: text('Of the JSON interface: GET yields a token and a task for the proof of work.', `https://mail.example.com/form/${id('9')}/token`),
  SubmitURL: text('Of the JSON interface: POST takes the answers with the token and the proof.', `https://mail.example.com/form/${id('9')}/submit`),
  ConnectPolicy: text('What the Content-Security-Policy of a page has to allow whose script calls the JSON interface.', 'connect-src https://mail.example.com'),
})

const previewed = addresses('page')

export const FormPreview = record('FormPreview', {
  Html: text('The page of the form with these settings: a document without script, whose button does nothing.', '<!doctype html>…'),
  Bytes: int('The size of the page as it is served, in octets, its script included.', 12_400),
  HtmlURL: previewed.HtmlURL,
  DarkURL: previewed.DarkURL,
})

export const FormRefusals = record('FormRefusals', {
  Reason: describe(
    FormRefusalReason,
    'Token: none, or of another form. TooFast, TooOld, Reused: its age or a second use. ProofOfWork: none or a wrong one. Honeypot: the hidden field was filled in. Incomplete: an invalid address or a required field left out. FormRate, NetworkRate, DomainRate, AddressRate: too many in a time. MailLimit: no further mail goes to the address now. Suppressed: no mail goes to the address.',
  ),
  Count: int('How many.', 12),
})

export const FormDay = record('FormDay', { Day: text('The day in the time zone of the client, YYYY-MM-DD.', '2026-03-20'), ...sums })

export const FormWaveState = enumeration('FormWaveState', 'Holding', 'Released', 'Dropped', 'Passed')

export const FormWave = record('FormWave', {
  BegunDate: fields.BegunDate,
  EndedDate: fields.EndedDate,
  State: describe(
    FormWaveState,
    'Holding: confirmation mails are held back. Released, Dropped: by Form.ReleaseHeld or Form.DropHeld. Passed: it ended, and no mail is held.',
  ),
  Submitted: int('Submissions of the hour in which it began.', 4000),
  UsualHour: int('Submissions of an hour of the form, usually.', 12),
  ConfirmedPermille: int('Of the sign-ups that were asked in the last 24 hours: how many of 1,000 confirmed.', 4),
  Held,
})

export const FormStatistics = record('FormStatistics', {
  FormID,
  ...sums,
  Waiting: int('Sign-ups that were asked to confirm and have not answered yet.', 10),
  Held,
  RefusedBy: list(FormRefusals, 'The refused submissions by reason, the most frequent first.'),
  Days: list(FormDay, 'Each day on which there was something, the oldest first.'),
  Waves: list(FormWave, 'The last waves, the newest first; at most 10.'),
})

const formRefusals = [
  'InvalidForm',
  'InvalidListId',
  'InvalidKey',
  'InvalidColor',
  'InsufficientContrast',
  'InvalidLanguage',
  'InvalidParameter',
  'ConfirmationNeeded',
  'TagNameEmpty',
  'TooManyTags',
] as const

const ofForm = { ...ofClient, FormID }
const ShownLanguage = optional(text('One of the languages of the form; its own when left out.', 'fr'))

export const forms = {
  'Form.Create': card('CreateForm', on('ClientID', 'ChangeAudience'), 'create', {
    summary: 'Creates a sign-up form of a client and yields its FormID.',
    parameters: { ...ofClient, ...settings },
    result: U(exemplify(text(), id('9'))),
    refusals: [...formRefusals, 'TooManyForms'],
  }),
  'Form.Get': card('GetForm', on('ClientID', 'View'), 'read', {
    summary: 'The settings of a form.',
    parameters: ofForm,
    result: U(Form),
    refusals: ['UnknownForm'],
  }),
  'Form.List': card('GetForms', on('ClientID', 'View'), 'read', {
    summary: 'The forms of a client by title, with their numbers of the last 30 days, page by page.',
    parameters: { ...ofClient, ...page },
    result: U(FormPage),
    refusals: [],
  }),
  'Form.Update': card('UpdateForm', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Replaces the settings of a form. Earlier wordings of its boxes are kept with the answers that were given to them.',
    parameters: { ...ofForm, ...settings },
    result: R,
    refusals: [...formRefusals, 'UnknownForm'],
  }),
  'Form.Delete': card('DeleteForm', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Deletes a form with its numbers, for good; who signed up stays, and sign-ups that wait for their confirmation lapse.',
    parameters: ofForm,
    result: R,
    refusals: ['UnknownForm'],
  }),
  'Form.Preview': card('PreviewForm', on('ClientID', 'View'), 'read', {
    summary: 'The page of a form as settings would make it, without saving them.',
    parameters: { ...ofClient, ...settings, ShownLanguage },
    result: U(FormPreview),
    refusals: formRefusals,
  }),
  'Form.GetEmbed': card('GetFormEmbed', on('ClientID', 'View'), 'read', {
    summary: 'What a web site needs to show a form: its address, plain HTML, and the addresses of its JSON interface.',
    parameters: { ...ofForm, ShownLanguage },
    result: U(FormEmbed),
    refusals: ['UnknownForm', 'InvalidLanguage'],
  }),
  'Form.GetStatistics': card('GetFormStatistics', on('ClientID', 'ReadReports'), 'read', {
    summary: 'What came of a form: shown, submitted, refused by reason, mailed, confirmed, abandoned, day by day, and its waves.',
    parameters: { ...ofForm, Days: int('How many days back, today included: 1 to 400.', 30) },
    result: U(FormStatistics),
    refusals: ['UnknownForm', 'InvalidParameter'],
  }),
  'Form.ReleaseHeld': card('ReleaseHeldForm', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Sends the confirmation mails that a wave held back, as the limits for mails to one address allow, and yields how many.',
    parameters: ofForm,
    result: U(int()),
    refusals: ['UnknownForm'],
  }),
  'Form.DropHeld': card('DropHeldForm', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Deletes the sign-ups that a wave held back, without a mail, and yields how many.',
    parameters: ofForm,
    result: U(int()),
    refusals: ['UnknownForm'],
  }),
}
