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

/** Everything that the editor changes, without gaps; pausing is a button of its own. */
export interface FormSettings extends Sent {
  readonly Lists: FormListSettings[]
  readonly Fields: FormFieldSettings[]
  readonly Consents: FormConsentSettings[]
}
export type Purpose = FormConsentSettings['Purpose']

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
    Lists: (form.Lists ?? []).map(({ ListID = '', Title = '', Description = '' }) => ({ ListID, Title, Description })),
    Name: form.Name,
    Fields: (form.Fields ?? []).map(({ Key = '', Label = '', Required }) => ({ Key: tagOf(Key), Label, Required })),
    Consents: (form.Consents ?? []).map(({ Purpose, Name = '', Wording = '' }) => ({ Purpose, Name, Wording })),
    Tags: [...(form.Tags ?? [])],
    PrimaryColor: form.PrimaryColor ?? '',
    BackgroundColor: form.BackgroundColor ?? '',
    Language: form.Language ?? '',
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

/** Keys are compared with brackets, as List.GetFields has them. */
function tagOf(key: string): string {
  return key.startsWith('[') ? key : `[${key}]`
}
