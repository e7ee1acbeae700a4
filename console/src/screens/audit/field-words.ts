/** Fields of a draft in words, as a sentence changes them. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { listOf } from '../../lib/format.ts'

const fieldWords: Readonly<Record<string, MessageDescriptor>> = {
  Name: msg({ message: 'the name', context: 'field that was changed' }),
  Subject: msg({ message: 'the subject', context: 'field that was changed' }),
  FromName: msg({ message: 'the sender', context: 'field that was changed' }),
  FromEmail: msg({ message: 'the sender', context: 'field that was changed' }),
  ReplyTo: msg({ message: 'the reply address', context: 'field that was changed' }),
  Preheader: msg({ message: 'the preview text', context: 'field that was changed' }),
  Audience: msg({ message: 'the recipients', context: 'field that was changed' }),
  Tracking: msg({ message: 'the tracking', context: 'field that was changed' }),
  Utm: msg({ message: 'the UTM tags', context: 'field that was changed' }),
  AsksForConsent: msg({ message: 'the request for consent', context: 'field that was changed' }),
  InlineCss: msg({ message: 'the handling of styles', context: 'field that was changed' }),
  Content: msg({ message: 'the content', context: 'field that was changed' }),
}

/** With more fields, the sentence names the draft alone. */
const mostFields = 3

/** @returns `the subject and the content`; undefined for none, many, or one that this console does not know */
export function fieldsInWords(i18n: I18n, fields: readonly string[]): string | undefined {
  const words = new Set<string>()
  for (const field of fields) {
    const known = Object.hasOwn(fieldWords, field) ? fieldWords[field] : undefined
    if (!known) return undefined
    words.add(i18n._(known))
  }
  return words.size === 0 || words.size > mostFields ? undefined : listOf([...words])
}
