/**
 * The grammar of merge tags (reference/wire.md §9): how they are written, and which names mean something. The composer, the
 * check and the rule for keys of custom fields ask here. See docs/decisions/content.md#merge-tags-are-a-closed-language.
 */

/** Values every recipient has, by the tag's name. */
export const recipientTags = ['firstname', 'lastname', 'fullname', 'email'] as const

/** Links of the recipient's own: in HTML, elements whose pair becomes the link; in text, tags. */
export const linkTags = ['unsubscribe', 'preferences', 'trackingpreferences', 'webversion', 'forwardtoafriend'] as const
export type LinkTag = (typeof linkTags)[number]

/** Parts of the date, written `<$currentday$>` or `<currentday>`. */
export const dateTagNames = ['currentday', 'currentdayname', 'currentmonth', 'currentmonthname', 'currentyear'] as const
export type DateTag = (typeof dateTagNames)[number]

/** The value that replaces a tag. */
export interface TagValue {
  readonly of: (typeof recipientTags)[number] | 'custom'
  /** Of a custom field, as the list defines it; '' otherwise. */
  readonly key: string
}

/** Keys of custom fields by their lower-case form. */
export type FieldKeys = ReadonlyMap<string, string>

export function fieldKeys(keys: readonly string[]): FieldKeys {
  return new Map(keys.map(key => [key.toLowerCase(), key]))
}

/** Something in brackets that is written as a tag is: `[name]`, `[name,fallback=words]`. */
export interface MergeTag {
  /** As it is written, without white space around it. */
  readonly name: string
  /** As it is written; undefined without a fallback. */
  readonly fallback: string | undefined
  /** Undefined: the name means nothing, and the brackets are ordinary text. */
  readonly value: TagValue | undefined
  /** Where it begins in the text, and where the text goes on after it. */
  readonly start: number
  readonly end: number
}

const name = String.raw`[^[\]<>,\r\n]{1,100}`
const fallback = String.raw`[^[\]]{0,1000}`

const tagSource = String.raw`\[${name}(?:,\s*fallback\s*=${fallback})?\]`
const tagPattern = new RegExp(String.raw`\[(${name})(?:,\s*fallback\s*=(${fallback}))?\]`, 'gi')

/** Everything in a text that is written as a tag is, in order. Linear in the length of the text. */
export function* mergeTags(text: string, keys: FieldKeys): Generator<MergeTag, void> {
  for (const { 0: written, 1: given, 2: fallback, index } of text.matchAll(tagPattern)) {
    const name = given!.trim()
    yield { name, fallback, value: tagValue(name, keys), start: index, end: index + written.length }
  }
}

function tagValue(name: string, keys: FieldKeys): TagValue | undefined {
  const lower = name.toLowerCase()
  const recipientTag = recipientTags.find(one => one === lower)
  if (recipientTag) return { of: recipientTag, key: '' }
  const key = keys.get(lower)
  return key === undefined ? undefined : { of: 'custom', key }
}

/** Where the first tag of a text begins that means something; undefined without any. */
export function firstTag(text: string, keys: FieldKeys): number | undefined {
  for (const { value, start } of mergeTags(text, keys)) if (value) return start
  return undefined
}

/**
 * A text with replacements for all that may be a tag, that is anything in brackets, where the fields do not matter.
 * A tag has at most some 1,100 characters; `[]` is not one.
 */
export function withoutTags(text: string, replacement: string): string {
  return text.replace(/\[[^[\]]{1,1200}\]/g, replacement)
}

/** Is it the name of a link of the recipient's own? @param name in lower case */
export function isLinkTag(name: string): name is LinkTag {
  return (linkTags as readonly string[]).includes(name) // wider, to be asked about any name
}

/** Every link tag of a plain text; the first group is its name in any case. For `matchAll`, which leaves it as it is. */
export const textLinkPattern = new RegExp(String.raw`\[(${linkTags.join('|')})\]`, 'gi')

/** The text mails' tag, which means nothing in HTML. */
export const textUnsubscribeTag = /\[unsubscribe\]/i

/** Both forms of every date tag; the groups are `/` of a closing tag, the first `$`, the name and the second `$`. For `replace`. */
export const datePattern = new RegExp(String.raw`<(\/?)(\$?)(${dateTagNames.join('|')})(\$?)\s*\/?>`, 'gi')

const addressSource = String.raw`https?:\/\/(?:[^\s<>"[\]{}|\\^\x60]+|${tagSource})+`

/** Every web address in plain text, with the tags in it. */
export const addressPattern = new RegExp(addressSource, 'gi')

/** Every tag and every web address in plain text, whichever begins first. */
export const tagOrAddressPattern = new RegExp(`${tagSource}|${addressSource}`, 'gi')
