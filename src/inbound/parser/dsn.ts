/** Delivery status notifications: RFC 3464, RFC 6533, and how sloppily they are written. */
import type { Judgement } from '../../domain/bounce-classification/classify.ts'
import { judge } from '../../domain/bounce-classification/classify.ts'
import { evidenceOf } from '../../domain/bounce-classification/plain.ts'
import type { ReportedRecipient } from '../parsed-report.ts'
import { findAddress } from './addresses.ts'
import { type Headers, readHeaders } from './mime.ts'

export interface StatusReport {
  readonly recipients: readonly ReportedRecipient[]
  /** Fields of a report about the message, not about one recipient. */
  readonly message: Headers
}

/** Recipients a report may name; more are not read. */
const mostRecipients = 200

/**
 * Reads the fields of message/delivery-status.
 * @param explain what the readable part of the report says of a recipient, asked where the fields say nothing
 * @returns undefined where no block names a recipient, an action or a status
 */
export function readStatusReport(
  text: string,
  explain: (email: string | undefined) => Judgement | undefined,
): StatusReport | undefined {
  const blocks = text.split(/\n[ \t]{0,20}\n/, mostRecipients + 20).flatMap(groupsOf)
  const groups: Headers[] = []
  let message: Headers | undefined
  const named = blocks.some(namesRecipient)
  for (const block of blocks) {
    // some put the action among the fields of the message
    if (isRecipient(block) && !(named && block.has('reporting-mta') && !namesRecipient(block))) groups.push(block)
    else message ??= block
  }
  if (groups.length === 0) return undefined
  return {
    recipients: groups.slice(0, mostRecipients).map(group => recipientOf(group, explain)),
    message: message ?? groups[0]!,
  }
}

/**
 * The groups of fields in one block. An empty line begins a group (RFC 3464 §2.1); where the reporter left it out, the second
 * field that names a recipient does, or the one the first group began with.
 */
function groupsOf(block: string): Headers[] {
  const fields = readHeaders(block)
  const isOne =
    fields.all('final-recipient').length < 2 &&
    fields.all('original-recipient').length < 2 &&
    !(namesRecipient(fields) && messageFields.some(name => fields.has(name)))
  if (isOne) return fields.size > 0 ? [fields] : []
  const groups: string[] = []
  let group: string[] = []
  let begins: string | undefined
  const has = new Set<string>()
  for (const line of block.split('\n')) {
    const name = ofRecipient.exec(line)?.[1]?.toLowerCase()
    if (name !== undefined && groups.length < mostRecipients) {
      const isNext = has.has(name) && (name === begins || name.endsWith('-recipient'))
      // the fields of the message stand before, and say nothing of a recipient
      const isFirst = has.size === 0 && name.endsWith('-recipient') && group.length > 0
      if (isNext || isFirst) {
        groups.push(group.join('\n'))
        group = []
        has.clear()
      }
      begins ??= name
      has.add(name)
    }
    group.push(line)
  }
  groups.push(group.join('\n'))
  return groups.map(readHeaders).filter(fields => fields.size > 0)
}

/** Fields about the message (RFC 3464 §2.2), which form a group of their own. */
const messageFields = ['reporting-mta', 'arrival-date', 'original-envelope-id', 'received-from-mta', 'dsn-gateway']
const ofRecipient = /^(final-recipient|original-recipient|action|status)[ \t]{0,10}:/i

function isRecipient(block: Headers): boolean {
  return namesRecipient(block) || block.has('action') || block.has('status')
}

function namesRecipient(block: Headers): boolean {
  return block.has('final-recipient') || block.has('original-recipient')
}

function recipientOf(
  fields: Headers,
  explain: (email: string | undefined) => Judgement | undefined,
): ReportedRecipient {
  // the address we wrote to comes first; where a mailbox forwards, the final one is another person's
  const original = readTypedAddress(fields.get('original-recipient'))
  const email =
    original ?? readTypedAddress(fields.get('final-recipient')) ?? readTypedAddress(fields.get('x-actual-recipient'))
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status')?.slice(0, 200) ?? '')?.[0]
  const diagnostic = fields.get('diagnostic-code') ?? fields.get('x-supplementary-info') ?? ''
  const action = actionOf(fields.get('action'), status)
  const words = diagnostic.replace(
    /^\s{0,10}(?:smtp|x-postfix|x-exim|x-notes|lmtp|x\.?400|unknown|x-[\w-]{1,30}|dns)\s{0,5};\s{0,5}/i,
    prefix => (/x-unix/i.test(prefix) ? prefix : ''),
  )
  let said = judge({ text: words, status })
  if (said.by !== 'words' && (said.by !== 'status' || words === '')) {
    const more = fields.get('x-supplementary-info') ?? (/\(([^)]{5,400})\)/.exec(fields.get('status') ?? '') ?? [])[1]
    const better =
      (more === undefined ? undefined : strong(judge({ text: more, status }))) ?? explainStatus(said, email, explain)
    if (better) said = better
  }
  // a temporary status that ended in failure is no verdict on the address
  const temporary = action === 'delayed' || (said.code === undefined && status?.startsWith('4') === true)
  const reason = said.class === 'recipient gone' && temporary ? 'transient' : said.class
  const ok = action === 'delivered' || action === 'relayed' || action === 'expanded'
  return {
    email,
    action,
    class: ok ? 'unknown' : action === 'delayed' && reason === 'unknown' ? 'transient' : reason,
    status: said.status ?? status,
    code: said.code,
    evidence: said.evidence || evidenceOf(`${fields.get('action') ?? ''} ${fields.get('status') ?? ''}`),
  }
}

function strong(said: Judgement | undefined): Judgement | undefined {
  return said?.by === 'words' ? said : undefined
}

/** What the readable part says, unless it contradicts a status that decides. */
function explainStatus(
  said: Judgement,
  email: string | undefined,
  explain: (email: string | undefined) => Judgement | undefined,
): Judgement | undefined {
  const other = explain(email)
  if (other === undefined || (other.by !== 'words' && other.by !== 'status')) return undefined
  if (said.by === 'status' && said.class !== 'unknown' && other.by !== 'words') return undefined
  if (other.class === 'recipient gone' && (said.code ?? 500) < 500) return undefined
  // a reporter's own sentences say less than its status that there is no such recipient, unless they quote a reply or say full
  const quotes = other.code !== undefined || other.status !== undefined
  if (said.by === 'status' && said.class === 'recipient gone' && !quotes && other.class !== 'mailbox full')
    return undefined
  return { ...other, status: other.status ?? said.status, code: other.code ?? said.code }
}

function actionOf(field: string | undefined, status: string | undefined): ReportedRecipient['action'] {
  const word = field?.trim().toLowerCase() ?? ''
  if (word.startsWith('fail')) return 'failed'
  if (word.startsWith('delay')) return 'delayed'
  if (word.startsWith('deliver')) return 'delivered'
  if (word.startsWith('relay')) return 'relayed'
  if (word.startsWith('expand')) return 'expanded'
  return status?.startsWith('2') ? 'delivered' : 'failed'
}

/** `rfc822; a@b.example` → the address; RFC 3461 §4 xtext and RFC 6533 §3 forms undone. */
function readTypedAddress(field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  const value = field.slice(0, 600).replace(/^\s{0,20}[\w-]{1,20}\s{0,10};\s{0,20}/, '')
  const plain = value.includes('\\x{')
    ? value.replace(/\\x\{([0-9a-f]{1,6})\}/gi, (all, hex: string) => {
        const point = Number.parseInt(hex, 16)
        return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : all
      })
    : value
  const found = findAddress(plain)
  if (found !== undefined || !plain.includes('+')) return found
  return findAddress(
    plain.replace(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
}
