/** The fields of a report about the returned mail: enough to find its recipient. */
import type { ParsedReport } from '../parsed-report.ts'
import { findAddress } from './addresses.ts'
import type { Headers } from './mime.ts'
import { readHeaders } from './mime.ts'

export const nothing: ParsedReport['original'] = {
  messageId: undefined,
  to: undefined,
  returnPath: undefined,
  listUnsubscribe: undefined,
}

export function originalOf(headers: Headers): ParsedReport['original'] {
  return {
    messageId: idIn(headers.get('message-id')),
    to: findAddress(headers.get('to') ?? ''),
    returnPath: findAddress(headers.get('return-path') ?? ''),
    listUnsubscribe: linkIn(headers.get('list-unsubscribe')),
  }
}

/** The returned mail where it is pasted into the text of a report: the densest block of header fields of it. */
export function originalInText(text: string): ParsedReport['original'] {
  const at =
    /^[ \t>]{0,8}(?:Message-I[dD]|Received|Return-Path|DKIM-Signature|From|Subject|To|List-Unsubscribe):/m.exec(text)
  if (!at) return nothing
  const pasted = text.slice(at.index, at.index + 64 * 1024)
  const indent = /^[ \t>]{0,8}/.exec(pasted)?.[0] ?? ''
  const lines =
    indent === ''
      ? pasted
      : pasted
          .split('\n')
          .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line))
          .join('\n')
  return originalOf(readHeaders(lines))
}

/** Fields of `first`; those it lacks come from `second`. */
export function eitherOf(first: ParsedReport['original'], second: ParsedReport['original']): ParsedReport['original'] {
  return {
    messageId: first.messageId ?? second.messageId,
    to: first.to ?? second.to,
    returnPath: first.returnPath ?? second.returnPath,
    listUnsubscribe: first.listUnsubscribe ?? second.listUnsubscribe,
  }
}

/** `<id@host>` → `id@host`; the first of several. */
export function idIn(field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  const found =
    /<\s{0,5}([^\s<>]{3,500})\s{0,5}>/.exec(field.slice(0, 2000)) ??
    /^\s{0,20}([^\s<>]{1,200}@[^\s<>]{1,300})/.exec(field)
  return found?.[1]
}

function linkIn(field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  const cut = field.slice(0, 8000)
  return (/<\s{0,5}(https?:[^<>]{1,2000})>/i.exec(cut) ?? /<\s{0,5}(mailto:[^<>]{1,2000})>/i.exec(cut))?.[1]?.replace(
    /\s/g,
    '',
  )
}
