/** The languages of a form: which one a reader gets, and the form in it. */
import { Refusal } from '../../contract/refusals.ts'
import type { FormSettings } from '../../store/forms/forms.ts'
import { readLanguage } from '../texts/read-language.ts'
import { languageOf, languages, type Texts, textsAmong } from '../texts/texts.ts'
import type { LiveForm } from './open-forms.ts'

type Spoken = Pick<FormSettings, 'language' | 'translations'>

/** The languages that people may choose, that of the form first; of a form that follows the browser, all that are spoken here. */
export function languagesOf({ language, translations = [] }: Spoken): readonly Texts[] {
  if (language === '') return languages
  return [language, ...translations.map(one => one.language)].flatMap(tag => languageOf(tag) ?? [])
}

/** The language that was asked for by address, else by the browser, else that of the form. */
export function textsOfSpoken(settings: Spoken, asked: string | null, acceptLanguage: string | undefined): Texts {
  const offered = languagesOf(settings)
  return offered.find(({ language }) => language === asked) ?? textsAmong(offered, acceptLanguage)
}

/** The form with its texts in one of its languages; as it is in any other. */
export function formIn<Form extends LiveForm>(form: Form, language: string): Form {
  const translation = form.settings.translations?.find(one => one.language === language)
  if (!translation) return form
  const { heading, introduction, buttonText, successText, consents } = translation
  return {
    ...form,
    settings: {
      ...form.settings,
      heading,
      introduction,
      buttonText,
      successText,
      successPage: translation.successPage || form.settings.successPage,
      consents,
    },
    lists: form.lists.map(list => {
      const named = translation.lists.find(({ listId }) => listId === list.listId)
      return { ...list, label: named?.title || list.label, description: named?.description ?? '' }
    }),
    fields: form.fields.map(field => {
      const label = translation.fields.find(({ key }) => key.toLowerCase() === field.key.toLowerCase())?.label
      return { ...field, label: label || field.label }
    }),
  }
}

/** @throws Refusal InvalidLanguage for a language that is not one of the form's */
export function readShownLanguage(settings: Spoken, given: string | null): string {
  if ((given ?? '').trim() === '') return languagesOf(settings)[0]!.language
  const language = readLanguage(given)
  const offered = languagesOf(settings)
  if (offered.some(texts => texts.language === language)) return language
  throw new Refusal('InvalidLanguage', `The form is offered in ${offered.map(texts => texts.language).join(', ')}.`)
}
