/** Values that the service knows by words of its own, in the reader's language. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { subscriberWords } from '../subscribers/state-words.ts'
import type { Leaf, Subject } from './types.ts'

const sources: Readonly<Record<string, MessageDescriptor>> = {
  Import: msg`by an import`,
  Form: msg`by a form`,
  Api: msg`over the API`,
  Console: msg`in the console`,
  Other: msg`in another way`,
}

const answers: Readonly<Record<string, MessageDescriptor>> = {
  Granted: msg`granted`,
  Denied: msg`refused`,
  Unknown: msg`not answered`,
}

const states: Readonly<Record<string, MessageDescriptor>> = Object.fromEntries(
  Object.entries(subscriberWords).map(([state, { label }]) => [state, label]),
)

/** The values that can be chosen, by the subject; other subjects take any text, or what a list of the client names. */
export const wordedValues: Partial<Readonly<Record<Subject, Readonly<Record<string, MessageDescriptor>>>>> = {
  State: states,
  Source: sources,
  Consent: answers,
}

/** @returns undefined where the value is a text of its own */
export function valueWord(
  i18n: I18n,
  { Subject }: Leaf,
  value: string,
  importName: (id: string) => string | undefined,
): string | undefined {
  const word = wordedValues[Subject]?.[value]
  if (word) return i18n._(word)
  if (Subject !== 'Import') return undefined
  const name = importName(value)
  return name && i18n._(msg`“${name}”`)
}
