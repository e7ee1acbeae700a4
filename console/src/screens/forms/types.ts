/** A sign-up form as the service answers it, and its settings as they are saved. */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'

export type FormValue = ValueOf<'Form.Get'>
export type FormSummary = NonNullable<ValueOf<'Form.List'>['Forms']>[number]
export type FormStatistics = ValueOf<'Form.GetStatistics'>
export type Wave = NonNullable<FormStatistics['Waves']>[number]

type Sent = Required<Omit<ParametersOf<'Form.Update'>, 'ApiKey' | 'ClientID' | 'FormID' | 'Paused'>>

export type FormListSettings = Required<Sent['Lists'][number]>
export type FormFieldSettings = Required<Sent['Fields'][number]>
export type FormConsentSettings = Required<Sent['Consents'][number]>
type SentTranslation = Required<Sent['Translations'][number]>

/** The texts of the form in a further language, with the words of each box, in the order of the form's boxes. */
export interface Translation extends SentTranslation {
  readonly Lists: FormListSettings[]
  readonly Fields: Required<SentTranslation['Fields'][number]>[]
  readonly Consents: FormConsentSettings[]
}

/** Everything that the editor changes, without gaps; pausing is a button of its own. */
export interface FormSettings extends Sent {
  readonly Lists: FormListSettings[]
  readonly Fields: FormFieldSettings[]
  readonly Consents: FormConsentSettings[]
  readonly Translations: Translation[]
}
export type Purpose = FormConsentSettings['Purpose']

/** What each tab of a form is given. */
export interface FormPartProps {
  readonly clientId: string
  readonly form: FormValue
}

/** What each part of the editor is given. */
export interface PartProps {
  readonly clientId: string
  readonly of: FormSettings
  readonly change: (part: Partial<FormSettings>) => void
  readonly isLocked: boolean
}

/** The settings of a form without what the service adds to them. */
export function settingsOf(form: FormValue): FormSettings {
  return {
    Title: form.Title ?? '',
    Lists: (form.Lists ?? []).map(listOf),
    Name: form.Name,
    Fields: (form.Fields ?? []).map(({ Key = '', Label = '', Required }) => ({ Key: tagOf(Key), Label, Required })),
    Consents: (form.Consents ?? []).map(boxOf),
    Tags: [...(form.Tags ?? [])],
    PrimaryColor: form.PrimaryColor ?? '',
    BackgroundColor: form.BackgroundColor ?? '',
    Language: form.Language ?? '',
    Translations: (form.Translations ?? []).map(one => ({
      Language: one.Language ?? '',
      Heading: one.Heading ?? '',
      Introduction: one.Introduction ?? '',
      ButtonText: one.ButtonText ?? '',
      SuccessText: one.SuccessText ?? '',
      SuccessPage: one.SuccessPage ?? '',
      Lists: (one.Lists ?? []).map(listOf),
      Fields: (one.Fields ?? []).map(({ Key = '', Label = '' }) => ({ Key: tagOf(Key), Label })),
      Consents: (one.Consents ?? []).map(boxOf),
    })),
    Heading: form.Heading ?? '',
    Introduction: form.Introduction ?? '',
    ButtonText: form.ButtonText ?? '',
    SuccessText: form.SuccessText ?? '',
    SuccessPage: form.SuccessPage ?? '',
    RedirectHosts: [...(form.RedirectHosts ?? [])],
    AllowedOrigins: [...(form.AllowedOrigins ?? [])],
    Prefill: (form.Prefill ?? []).map(key => (key === 'Email' || key === 'Name' ? key : tagOf(key))),
    ConfirmOptIn: form.ConfirmOptIn,
  }
}

function listOf({ ListID = '', Title = '', Description = '' }: Sent['Lists'][number]): FormListSettings {
  return { ListID, Title, Description }
}

function boxOf({ Purpose, Name = '', Wording = '' }: Sent['Consents'][number]): FormConsentSettings {
  return { Purpose, Name, Wording }
}

/** Keys are compared with brackets, as List.GetFields has them. */
function tagOf(key: string): string {
  return key.startsWith('[') ? key : `[${key}]`
}
