/** Turns a mail from a file into one for the mailbox: its recipient is read from the header, because a file has no envelope. */
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { storableText } from '../../lib/storable-text.ts'
import type { NewMail } from '../../store/inbound/mailbox.ts'
import type { FiledMail } from './files.ts'
import { whoseAddress } from './match.ts'

/**
 * Where servers write the recipient of the envelope, and where senders of reports do. List-Unsubscribe and Return-Path name our
 * addresses too, but in copies of what was sent, which ask for nothing.
 */
const recipientHeaders = /^(?:delivered-to|x-delivered-to|x-original-to|envelope-to|x-envelope-to|to|cc):/i
const ours = /[bru]\+[\w-]{36,44}@[\w.-]+/gi
/** Octets of a header that are looked at. */
const mostHeader = 64 * 1024
/** UTF-16 units of an address that are kept. */
const longestAddress = 320

/** @param at when it is imported */
export function readFiledMail({ raw, size, sha256, sender }: FiledMail, tokens: Tokens, at: Date): NewMail {
  const mail = {
    at,
    source: 'import',
    remote: '',
    helo: '',
    sender: storableText(sender, longestAddress),
    size,
    sha256,
    raw,
  } as const
  for (const address of addressesIn(raw)) {
    const meaning = whoseAddress(address, tokens)
    if (meaning?.route === 'report') {
      const recipient = storableText(address.toLowerCase(), longestAddress)
      return { ...mail, recipient, route: 'report', campaignId: undefined, number: undefined }
    }
    if (meaning?.route === 'bounce' || meaning?.route === 'opt-out')
      return { ...mail, recipient: storableText(address.toLowerCase(), longestAddress), ...meaning }
  }
  return { ...mail, recipient: '', route: 'other', campaignId: undefined, number: undefined }
}

function addressesIn(raw: Buffer): readonly string[] {
  const [header = ''] = raw.toString('latin1', 0, mostHeader).split(/\r?\n\r?\n/, 1)
  const fields = header.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return fields.filter(field => recipientHeaders.test(field)).flatMap(field => field.match(ours) ?? [])
}
