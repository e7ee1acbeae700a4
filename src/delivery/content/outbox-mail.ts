/** Mails as mail programs read them; tasks for threads, since a mail may hold megabytes of a stranger's HTML. */
import PostalMime, { type Address } from 'postal-mime'
import type { MailHeaders, ReadMail } from '../../domain/campaigns/mails/outbox.ts'
import { withoutOwnLinks } from '../../domain/tokens/tokens.ts'
import { withoutPixel } from '../compose/html.ts'

/** Reads the headers of several mails. @param heads the first octets of each */
export async function readMailHeads(heads: readonly Uint8Array[]): Promise<readonly MailHeaders[]> {
  return Promise.all(heads.map(async head => headersOf(await PostalMime.parse(head))))
}

/** Reads a mail. @param hidesLinks leaves out what the recipient alone may follow, and the source, which is full of it */
export async function readOutboxMail({
  raw,
  hidesLinks,
}: {
  readonly raw: Uint8Array
  readonly hidesLinks: boolean
}): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw)
  const shown = (text: string) => (hidesLinks ? withoutOwnLinks(text) : text)
  return {
    ...headersOf(mail),
    replyTo: addressLine(mail.replyTo),
    html: shown(withoutPixel(mail.html ?? '')),
    text: shown(mail.text ?? ''),
    attachments: mail.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    source: hidesLinks ? '' : new TextDecoder().decode(raw),
    bytes: raw.length,
  }
}

function headersOf({ from, to, subject }: Awaited<ReturnType<typeof PostalMime.parse>>): MailHeaders {
  return { from: addressLine(from && [from]), to: addressLine(to), subject: subject ?? '' }
}

/** `Ada Lovelace <ada@reader.example>`, several joined by commas. */
function addressLine(addresses: readonly Address[] | undefined): string {
  return (addresses ?? [])
    .map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? '')))
    .join(', ')
}
