/** Finds tags of other systems in a text, and says what they mean here. The systems: foreign-systems.ts. */
import { decodeHTML } from 'entities'
import { type Meaning, type SystemName, systemOf } from './foreign-systems.ts'
import { type FieldKeys, recipientTags } from './merge-tags.ts'

export interface ForeignTag {
  readonly system: SystemName
  /** As it is written. */
  readonly written: string
  readonly start: number
  readonly end: number
  /** Undefined: nothing here is known to mean the same. */
  readonly meaning: ForeignMeaning | undefined
  /** The text for readers without a value. */
  readonly fallback: string | undefined
}

/** Of a field: the key that one of the lists has. */
export type ForeignMeaning = Meaning | { readonly kind: 'field'; readonly key: string }

interface Shape {
  /** Global. The first group is the text inside the tag, the second its fallback. Bounded, so that a search is linear. */
  readonly pattern: RegExp
  /** @returns undefined for what is no tag */
  readonly system: (inside: string) => SystemName | undefined
}

const always = (system: SystemName) => () => system
const ifKnown = (system: SystemName) => (inside: string) =>
  Object.hasOwn(systemOf(system).tags, inside.toLowerCase()) ? system : undefined

/** A condition around one tag and its alternative is how several systems write fallbacks: these come first. */
const shapes: readonly Shape[] = [
  {
    pattern: /\*\|IF:(\w{1,60})\|\*\s{0,9}\*\|\1\|\*\s{0,9}\*\|ELSE:?\|\*([^{}<>[\]|*\r\n]{0,200})\*\|END:IF\|\*/gi,
    system: always('Mailchimp'),
  },
  {
    pattern:
      /\{%-?\s{0,9}if ([\w.]{1,60})\s{0,9}-?%\}\s{0,9}\{\{\s{0,9}\1\s{0,9}\}\}\s{0,9}\{%-?\s{0,9}else\s{0,9}-?%\}([^{}<>[\]\r\n]{0,200})\{%-?\s{0,9}endif\s{0,9}-?%\}/gi,
    system: systemOfBraces,
  },
  {
    pattern:
      /\{\{-?\s{0,9}if ([\w.]{1,60})\s{0,9}-?\}\}\s{0,9}\{\{-?\s{0,9}\1\s{0,9}-?\}\}\s{0,9}\{\{-?\s{0,9}else\s{0,9}-?\}\}([^{}<>[\]\r\n]{0,200})\{\{-?\s{0,9}end\s{0,9}-?\}\}/gi,
    system: systemOfBraces,
  },
  {
    pattern: /%IF (?:!empty\()?\$(\w{1,60})\)?%\s{0,9}%\1%\s{0,9}%ELSE%([^{}<>[\]%\r\n]{0,200})%\/IF%/gi,
    system: always('ActiveCampaign'),
  },
  { pattern: /\*\|([^|*\r\n]{1,100})\|\*/g, system: always('Mailchimp') },
  { pattern: /\{\{\{?-?([^{}\r\n]{1,200}?)-?\}?\}\}/g, system: systemOfBraces },
  { pattern: /\{%-?([^{}%\r\n]{1,200}?)-?%\}/g, system: systemOfBraces },
  { pattern: /%%([A-Za-z_][\w .:-]{0,99})%%/g, system: always('Marketing Cloud') },
  { pattern: /(?<!%)%(\/?[A-Z][A-Z0-9_-]{2,60}|IF [^%\r\n]{1,100})%/g, system: systemOfPercent },
  { pattern: /\[\[([^[\]\r\n]{1,200})\]\]/g, system: always('Mailjet') },
  { pattern: /\{\$([A-Za-z_][\w.|: '"-]{0,99})\}/g, system: always('MailerLite') },
  { pattern: /\{((?:contactfield|leadfield)=[\w.-]{1,60})(?:\|([^{}\r\n]{0,200}))?\}/gi, system: always('Mautic') },
  {
    pattern: /\{(ownerfield=[\w.-]{1,60}|(?:page|asset)link=\d{1,9}|dynamiccontent="[^"{}\r\n]{1,100}")\}/gi,
    system: always('Mautic'),
  },
  { pattern: /\{([a-z_]{3,40})\}/gi, system: inside => ifKnown('Mautic')(inside) ?? systemOfBraced(inside) },
  { pattern: /\[([a-z]{3,40})(?:,\s{0,9}fallback\s{0,9}=([^[\]]{0,200}))?\]/gi, system: ifKnown('Sendy') },
]

/** `{{ … }}` and `{% … %}` are written by many: the text inside decides the system. */
function systemOfBraces(inside: string): SystemName {
  const written = inside.trim()
  if (
    /^\.|\.(?:Subscriber|Campaign)\b|^(?:TrackLink|TrackView|UnsubscribeURL|ManageURL|MessageURL|OptinURL|RootURL|Date|template|range|with|end|else)\b/.test(
      written,
    )
  )
    return 'listmonk'
  if (/^(?:if |elsif )?(?:contact\.|params\.|mirror$|unsubscribe$|update_profile$|doubleoptin$)/i.test(written))
    return 'Brevo'
  if (
    /^(?:if |elsif )?(?:subscriber\.|unsubscribe_(?:url|link)$|subscriber_preferences_|message_content$|address$)/i.test(
      written,
    )
  )
    return 'Kit'
  return 'another system'
}

/** A percentage or an encoded octet is no tag. */
function systemOfPercent(inside: string): SystemName | undefined {
  return /^[0-9A-F]{2}/.test(inside) && !ifKnown('ActiveCampaign')(inside) ? undefined : 'ActiveCampaign'
}

/** Capitals in single brackets. */
function systemOfBraced(inside: string): SystemName | undefined {
  return /^[A-Z][A-Z_]+$/.test(inside) || /^(?:firstname|lastname|vorname|nachname)$/.test(inside)
    ? 'CleverReach'
    : undefined
}

/**
 * Everything in a text that is written as a tag of another system, in order. Linear.
 * @param text HTML or plain text; entities are resolved inside of tags
 * @param keys of the lists: a tag of ours is not one of another system
 */
export function foreignTags(text: string, keys: FieldKeys): readonly ForeignTag[] {
  const found: ForeignTag[] = []
  for (const { pattern, system } of shapes) {
    for (const { 0: written, 1: inside = '', 2: alternative, index } of text.matchAll(pattern)) {
      const name = system(inside)
      if (name === undefined || (name === 'Sendy' && isOurs(inside, keys))) continue
      found.push({
        system: name,
        written,
        start: index,
        end: index + written.length,
        ...read(name, inside, alternative, keys),
      })
    }
  }
  // of two that overlap the one that begins first, and the longer of those that begin together
  const inOrder = found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: ForeignTag[] = []
  for (const tag of inOrder) if (tag.start >= (kept.at(-1)?.end ?? 0)) kept.push(tag)
  return kept
}

/** In brackets we write tags, too. */
function isOurs(inside: string, keys: FieldKeys): boolean {
  const lower = inside.toLowerCase()
  return keys.has(lower) || recipientTags.some(name => name === lower)
}

function read(
  system: SystemName,
  inside: string,
  alternative: string | undefined,
  keys: FieldKeys,
): Pick<ForeignTag, 'meaning' | 'fallback'> {
  const { name, fallback } = withFilter(decodeHTML(inside).trim(), alternative)
  return { meaning: meaningOf(system, name.toLowerCase(), keys), fallback: isSayable(fallback) ? fallback : undefined }
}

/** `name | default: "words"`, `name|default:'words'`, `default "words" name`, `data:name:"words"`. */
function withFilter(inside: string, alternative: string | undefined) {
  if (alternative !== undefined) return { name: inside, fallback: decodeHTML(alternative) }
  const behind = /^([^|"']{1,100})\|\s{0,9}default\s{0,9}[:(]?\s{0,9}(["'])([^"']{0,200})\2\s{0,9}\)?$/.exec(inside)
  if (behind) return { name: behind[1]!.trim(), fallback: behind[3]! }
  const before = /^default\s{1,9}(["'])([^"']{0,200})\1\s{1,9}(\S{1,100})$/.exec(inside)
  if (before) return { name: before[3]!, fallback: before[2]! }
  const data = /^(data:[\w.-]{1,60}):(["']?)([^"']{0,200})\2$/.exec(inside)
  if (data) return { name: data[1]!, fallback: data[3]! }
  return { name: inside, fallback: undefined }
}

/** `[` and `]` would end our tag. Mautic writes `|true` for a value that is encoded for addresses. */
function isSayable(fallback: string | undefined): boolean {
  return fallback !== undefined && !/[[\]\r\n]/.test(fallback) && fallback !== 'true'
}

function meaningOf(system: SystemName, name: string, keys: FieldKeys): ForeignMeaning | undefined {
  const { tags, fields = [] } = systemOf(system)
  if (Object.hasOwn(tags, name)) return tags[name]
  // Mailjet names the language
  if (system === 'Mailjet' && /^unsub_link_[a-z]{2}$/.test(name)) return tags.unsub_link
  const prefix = fields.find(one => name.startsWith(one))
  const key = prefix === undefined ? undefined : keyOf(name.slice(prefix.length), keys)
  return key === undefined ? undefined : { kind: 'field', key }
}

/** A field with this name, whatever separates its words. */
function keyOf(name: string, keys: FieldKeys): string | undefined {
  const same = (text: string) => text.replace(/[\s_-]/g, '')
  const wanted = same(name)
  if (wanted === '') return undefined
  for (const [lower, key] of keys) if (same(lower) === wanted) return key
  return undefined
}
