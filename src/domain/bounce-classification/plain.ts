import { anyOf, sequence } from '../../lib/patterns.ts'
import { storableLine } from '../../lib/storable-text.ts'
import { domainOf, endsLocal } from './address-words.ts'

/** The form rules are matched against: lower case, one line, straight quotes, no accents; at most `longest` characters. */
export function plain(text: string): string {
  const cut = text.length > longest ? text.slice(0, longest) : text
  const folded = isAscii.test(cut)
    ? cut
    : cut
        .normalize('NFD')
        .replace(/[\u0300-\u036f\u00ad\u200b-\u200f\ufeff]/g, '')
        .normalize('NFC')
        .replace(/[‘’‚‛´`′]/g, "'")
        .replace(/[“”„«»]/g, '"')
        .replace(/[‐-―]/g, '-')
        .replace(/ß/g, 'ss')
  const lower = folded.toLowerCase()
  return (isSpaced.test(lower) ? lower.replace(/[\s\u0000-\u001f]+/g, ' ') : lower).trim()
}

/** What is one line already need not be written anew: most replies are. */
const isSpaced = /[^\S ]|[\u0000-\u001f]| {2}/

/**
 * Plain text without the names in it, so that nothing is decided by what a mailbox, a file, a host, a field or a product is
 * called (`blacklist@b.example`, `/var/full/a@b.example`, `host spam.b.example[192.0.2.1] said:`, `Diagnostic-Code: rfc822;`,
 * `Acme Spam Firewall`): addresses become `<a>`, paths of files `<path>`, and the others are left out.
 */
export function nameless(words: string): string {
  let one = words
  if ((one.includes('/') || one.includes('\\')) && hasPath.test(one)) one = one.replace(path, '<path>')
  one = withoutAddresses(one)
  one = spelled(joined(one))
  if (one.includes('host ') || one.includes('server ')) one = one.replace(speaker, ' ')
  if (hasField.test(one)) one = one.replace(field, ' ')
  return hasProduct.test(one) ? one.replace(product, ' ') : one
}

/** Addresses, with their angle brackets, as `<a>`. Looks around each `@` only: most characters of a text are in no address. */
function withoutAddresses(words: string): string {
  let kept = ''
  let from = 0
  for (let at = words.indexOf('@'); at >= 0; at = words.indexOf('@', at + 1)) {
    let start = at
    while (start > from && at - start < 64 && !endsLocal(start === at ? '' : words[start]!, words[start - 1]!)) start--
    domain.lastIndex = at + 1
    if (start === at || !domain.test(words)) continue
    const end = domain.lastIndex
    kept += `${words.slice(from, words[start - 1] === '<' && start > from ? start - 1 : start)}<a>`
    from = words[end] === '>' ? end + 1 : end
  }
  return from === 0 ? words : kept + words.slice(from)
}

const domain = new RegExp(domainOf(0), 'y')

/** A reply of several lines repeats its code (and status) on each, in the midst of a sentence when they are joined. */
function joined(words: string): string {
  const first = /(?:^|[\s:;>("'])([45]\d\d)-/.exec(words)
  if (!first) return words
  const after = first.index + first[0].length
  const rest = words.slice(after).replace(new RegExp(` ${first[1]}[- ](?:[245]\\.\\d{1,3}\\.\\d{1,3} )?`, 'g'), ' ')
  return words.slice(0, after) + rest
}

/** As rules have it: `MAILBOX_NOT_FOUND` is three words, a mail-box is a mailbox, and some words are seldom written right. */
function spelled(words: string): string {
  const apart = words.includes('_') ? words.replace(/(?<=[a-z])_(?=[a-z])/g, ' ') : words
  return apart.replace(misspelled, found => {
    if (found.startsWith('m')) return 'mailbox'
    if (found.startsWith('d')) return "doesn't"
    if (found.startsWith('r')) return 'recipient'
    return found.startsWith('a') ? 'address' : 'unknown'
  })
}

const misspelled =
  /mail[- ]box|do(?:esnt|es'nt|sen't|sent|sn't|snt)\b|rec(?:epi|eipi|iepi|ip|ipi?a)ent|adress\b|un(?:kown|know|knwon)\b/g

const speaker =
  /\b(?:host|server) [a-z0-9_-]{1,63}\.[a-z0-9._-]{1,253} ?(?:\([^)]{1,80}\)|\[[^\]]{1,60}\])(?: said)?:?/g
const hasPath = /(?:^|[\s"'(=<[])(?:[a-z]:)?[\\/][\w.@+%~=-]{1,100}[\\/]/
/** Two segments or more, at the beginning of a word; the host of a link comes after `:/`. */
const path = /(?<![^\s"'(=<[])(?:[a-z]:)?(?:[\\/][\w.@+%~=-]{1,100}){2,12}[\\/]?/g
/** Names of header fields, and the types RFC 3464 §2.1.2 puts before an address, a host or a diagnostic. */
const field = anyOf(
  [
    sequence([
      /\b/,
      [
        /(?:final|original)-recipient|diagnostic-code|(?:reporting|remote|received-from)-mta|dsn-gateway/,
        /(?:arrival|last-attempt)-date|will-retry-until|original-envelope-id|final-log-id|message-id/,
        /content-(?:type|transfer-encoding|disposition|description|language|id)|mime-version|x-[\w-]{2,40}/,
        /delivered-to|envelope-to|list-[\w-]{2,30}|auto-submitted/,
      ],
      /:/,
    ]),
    /\b(?:rfc-?822|smtp|lmtp|utf-8); ?(?=[\w<[#"'])/,
    /(?<!reverse )\bdns; ?(?=\[?[\w-]{1,63}\.[\w.-]{1,253})/,
  ],
  'g',
)
/** Cheap to ask: few replies have any. */
const hasField = /[a-z]-[a-z]{2,12}:|(?:822|dns|smtp|lmtp|utf-8);/
const hasProduct = /spam|virus|malware|firewall/
/** What mail security is called: a name unless it acts (`rejected by …`, `… detected`). */
const product = sequence(
  [
    /(?<!\b(?:by|from|of|in|failed|matched|hit|to|our|your|my)(?: the| our| an?)? (?:[\w-]{1,20} ){0,2})/,
    /(?<![\w-])/,
    [
      sequence([
        [
          sequence([
            /(?:anti-?(?:spam|virus|malware|spyware)|spam|virus)/,
            /(?: (?:and|&|\/|\+) (?:anti-?)?(?:spam|virus|malware))?[ -]?(?:e-?mail |mail |smtp |security )?/,
            [
              /firewall|gateway|proxy|appliance|server|service|suite|software|product|solution|edition/,
              /(?:filter|scanner|engine)(?= (?:v(?:er(?:sion)?)?\.? ?)?\d|[^()]{0,20}\))/,
              /for (?:smtp|(?:e-?)?mail|exchange|linux|unix|windows)/,
            ],
          ]),
        ],
      ]),
      /firewall/,
    ],
    /s?\b/,
    /(?! (?:has|have|said|says|detected|found|rejected|refused|blocked|considers|denied|identified|flagged|reject|block|rule|settings?))/,
  ],
  'g',
)

/** What no reply needs more of (RFC 5321 §4.5.3.1.5 allows 512 a line). */
const longest = 4000
const isAscii = /^[\x00-\x5f\x61-\x7f]*$/

/** UTF-16 units of a line that is kept as evidence. */
export const longestEvidence = 500

/** Text as one line of evidence: no control characters, at most 500 characters. */
export function evidenceOf(text: string): string {
  return storableLine(text, longestEvidence)
}
