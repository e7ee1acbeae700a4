/** Finds whose mail came back: by the address it came to, else by our Message-ID, header or link in it. */
import { readAddressToken, readReturnAddress } from '../../domain/tokens/return-addresses.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import type { NamedRecipient } from '../../store/keys.ts'
import type { ParsedReport } from '../parsed-report.ts'

/** A recipient of a campaign. */
export type Whose = NamedRecipient

/** Octets looked through, and words tried as tokens. */
const mostOctets = 256 * 1024
const mostWords = 2000

/**
 * The recipient whose token a returned mail holds: in the Message-ID of the original, its List-Unsubscribe, its return path; else
 * anywhere in the mail, since reports often keep no more than a link of the body. A token is signed, so what looks like one by
 * accident names no recipient.
 */
export function findWhose({ original }: ParsedReport, raw: Buffer, tokens: Tokens): Whose | undefined {
  const named = [original.messageId, original.listUnsubscribe, original.returnPath]
  for (const text of named) {
    const found = text === undefined ? undefined : firstToken(text, tokens)
    if (found) return found
  }
  // a soft line break of quoted-printable may be in the middle of a link
  return firstToken(raw.toString('latin1', 0, mostOctets).replace(/=\r?\n/g, ''), tokens)
}

/** The recipient an address names, whatever its domain; for mails that come without an envelope. */
export function whoseAddress(address: string, tokens: Tokens) {
  return readReturnAddress(address, { tokens, domain: undefined })
}

/** 36 characters of base64url or 44 letters of base32, not part of a longer word. */
const words = /(?<![\w-])(?:[\w-]{36}|[a-z2-7]{44})(?![\w-])/gi

function firstToken(text: string, tokens: Tokens): Whose | undefined {
  let tried = 0
  for (const [word] of text.matchAll(words)) {
    const found = readAddressToken(word, tokens)
    if (found) return found
    if (++tried === mostWords) return undefined
  }
  return undefined
}
