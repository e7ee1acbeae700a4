/**
 * The addresses returned mail comes back to, all at the bounce domain: `b+<token>` for bounces (the envelope sender of every
 * mail of a campaign), `u+<token>` for who asks to leave by mail, `c+<token>` for confirmation mails, `r+<token>` for reports by mail, and
 * three words for complaints.
 *
 * The token is written in base32 of lower-case letters (RFC 4648 §6) and is read in any case: local parts are
 * case-sensitive by RFC 5321 §2.4, but not every mail server on the way back knows it, and a base64url token that lost its case
 * is lost. `b+` and 44 letters stay below the 64 octets of a local part. The base64url form, which mails of earlier versions
 * carry, is still read as long as its case survived.
 * See docs/decisions/bounces-and-complaints.md#return-addresses-carry-a-case-insensitive-token.
 */
import { domainToASCII } from 'node:url'
import type { NamedMember, NamedRecipient } from '../../store/keys.ts'
import type { ReportMailKey } from '../../store/report-mails/runs.ts'
import { readMemberToken, readRecipientToken } from './named.ts'
import type { Signer, Tokens } from './tokens.ts'

/**
 * `bounce` and `opt-out` name a recipient of a campaign, `confirmation` a membership, `report` a mail with a report; a `complaint` has to
 * carry its token inside.
 */
export type ReturnAddress =
  | ({ readonly route: 'bounce' | 'opt-out' } & NamedRecipient)
  | ({ readonly route: 'confirmation' } & NamedMember)
  | ({ readonly route: 'report' } & ReportMailKey)
  | { readonly route: 'complaint' }

/** Where complaints go: the feedback loops of receivers, and the two words every mail domain has (RFC 2142 §4, §5). */
const complaintWords: readonly string[] = ['fbl', 'abuse', 'postmaster']

/** The envelope sender of a recipient's mail, and where the recipient writes to leave. */
export function returnAddresses(token: string, domain: string): { readonly bounce: string; readonly optOut: string } {
  const letters = toLetters(token)
  return { bounce: `b+${letters}@${domain}`, optOut: `u+${letters}@${domain}` }
}

/** The envelope sender of a confirmation mail. @param token of the membership */
export function confirmationReturn(token: string, domain: string): string {
  return `c+${toLetters(token)}@${domain}`
}

/** The envelope sender of a mail with a report, or of the one that asks for it. @param key run 0: the mail that asks */
export function reportReturn(tokens: Signer, { clientId, runId, recipientId }: ReportMailKey, domain: string): string {
  return `r+${toLetters(tokens.sign('report bounce', runId, recipientId, clientId))}@${domain}`
}

/**
 * What an address at the bounce domain means; undefined for every other, and for a token that is forged or damaged.
 * @param domain the bounce domain, in A-labels; undefined reads the local part whatever the domain
 */
export function readReturnAddress(
  address: string,
  { tokens, domain }: { readonly tokens: Tokens; readonly domain: string | undefined },
): ReturnAddress | undefined {
  const at = address.lastIndexOf('@')
  const local = (at < 0 ? address : address.slice(0, at)).toLowerCase()
  // RFC 5321 §4.1.1.3: `postmaster` comes without a domain as well
  if (domain !== undefined && (at < 0 ? local !== 'postmaster' : domainToASCII(address.slice(at + 1)) !== domain)) {
    return undefined
  }
  if (complaintWords.includes(local)) return { route: 'complaint' }
  if (local.startsWith('c+')) {
    const found = readMemberToken(tokens, 'membership', fromLetters(local.slice(2)))
    return found && { route: 'confirmation', ...found }
  }
  if (local.startsWith('r+')) {
    const [runId = 0, recipientId = 0, clientId] = tokens.verify('report bounce', fromLetters(local.slice(2))) ?? []
    return clientId === undefined ? undefined : { route: 'report', clientId, runId, recipientId }
  }
  const route = local.startsWith('b+') ? 'bounce' : local.startsWith('u+') ? 'opt-out' : undefined
  const found = route && readAddressToken(address.slice(2, at < 0 ? undefined : at), tokens)
  return found && { route, ...found }
}

/** The recipient a token names, in either form; undefined for anything forged or damaged. */
export function readAddressToken(text: string, tokens: Tokens): NamedRecipient | undefined {
  return readRecipientToken(tokens, text.length === lettersLength ? fromLetters(text) : text)
}

/** Letters of a token of 27 bytes. */
const lettersLength = 44

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const values = new Map([...alphabet].map((letter, value) => [letter, value]))

/** base64url → base32. */
function toLetters(token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  let letters = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      letters += alphabet[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? letters : letters + alphabet[(held << (5 - bits)) & 31]
}

/** base32 in any case → base64url; '' for other text, and for bits at the end that no encoder writes. */
function fromLetters(text: string): string {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text.toLowerCase()) {
    const value = values.get(letter)
    if (value === undefined) return ''
    held = (held << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push(held >> bits)
      held &= (1 << bits) - 1
    }
  }
  return held === 0 ? Buffer.from(bytes).toString('base64url') : ''
}
