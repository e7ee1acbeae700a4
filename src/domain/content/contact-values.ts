/** Values of a contact by the names that tags and conditions use. */
import { asOneLine } from '../text-rules/single-line.ts'
import type { TagValue } from './merge-tags.ts'

/** Who a message is for, as far as its text needs. */
export interface Contact {
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** Tags and language, as `traitOfTag` and `traitOfLanguage` write them; absent or null for none. */
  readonly traits?: readonly string[] | null
}

/** The data of a contact that `plainValue` needs. */
export function readValue({ of: source, key }: TagValue, contact: Contact): string {
  switch (source) {
    case 'email':
      return contact.email
    case 'fullname':
    case 'firstname':
    case 'lastname':
      return contact.name
    case 'custom': {
      const value = Object.hasOwn(contact.fields, key) ? contact.fields[key]! : ''
      return typeof value === 'string' ? value : value.join(', ')
    }
  }
}

/** The value that a tag means. @param raw made by `readValue` */
export function plainValue({ of: source }: Pick<TagValue, 'of'>, raw: string): string {
  switch (source) {
    case 'email':
    case 'custom':
    case 'fullname':
      return raw
    case 'firstname':
      return asOneLine(raw).split(' ', 1)[0]!
    case 'lastname': {
      const name = asOneLine(raw)
      return name.includes(' ') ? name.slice(name.indexOf(' ') + 1) : ''
    }
  }
}
