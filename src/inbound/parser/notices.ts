/**
 * Notices of Amazon SES that Amazon SNS sends by mail: JSON as the body, with a footer below. Feedback notifications and event
 * publishing differ in the name of one field (SES Developer Guide, "Amazon SNS notification contents", "Event data").
 */
import { severity } from '../../domain/bounce-classification/classes.ts'
import { judge } from '../../domain/bounce-classification/classify.ts'
import { evidenceOf } from '../../domain/bounce-classification/plain.ts'
import type { ParsedReport, ReportedRecipient, ReturnClass } from '../parsed-report.ts'
import { findAddress } from './addresses.ts'
import { complaintOf } from './arf.ts'
import type { Letter } from './letters.ts'
import { Headers } from './mime.ts'
import { eitherOf, nothing, originalOf } from './original.ts'

/** Amazon SNS sends from its own domain. */
export function isFromNotifier({ from }: Letter): boolean {
  return /@(?:[\w-]{1,63}\.){0,4}amazonaws\.com(?:\.cn)?$/.test(findAddress(from) ?? '')
}

/** Recipients of one notice that are read. */
const mostRecipients = 100

/**
 * Reads the first notice in a text.
 * @param text words of the mail, or of a part that holds JSON
 * @returns undefined for what is no notice, or one that says nothing of an arrival (Send, Open, Click)
 */
export function readNotice(text: string): ParsedReport | undefined {
  const notice = noticeIn(text)
  if (notice === undefined) return undefined
  const about = field(notice, 'mail')
  const original = originalIn(about)
  switch (textOf(field(notice, 'notificationType')) ?? textOf(field(notice, 'eventType'))) {
    case 'Bounce':
      return bounceIn(field(notice, 'bounce'), original)
    case 'Complaint':
      return complaintIn(field(notice, 'complaint'), original)
    case 'DeliveryDelay':
      return delayIn(field(notice, 'deliveryDelay'), original)
    case 'Delivery':
      return deliveryIn(field(notice, 'delivery'), original)
    case 'Reject':
      return rejectIn(field(notice, 'reject'), about, original)
    default:
      return undefined
  }
}

function bounceIn(bounce: unknown, original: ParsedReport['original']): ParsedReport | undefined {
  const type = textOf(field(bounce, 'bounceType'))
  const subtype = textOf(field(bounce, 'bounceSubType')) ?? ''
  const named = listOf(field(bounce, 'bouncedRecipients'))
  if (type === undefined || named.length === 0) return undefined
  const recipients = named.map((one): ReportedRecipient => {
    const diagnostic = (textOf(field(one, 'diagnosticCode')) ?? '').replace(/^\s{0,10}smtp\s{0,5};\s{0,5}/i, '')
    const said = judge({ text: diagnostic, status: textOf(field(one, 'status')) })
    return {
      email: findAddress(textOf(field(one, 'emailAddress')) ?? ''),
      action: 'failed',
      class: classOf(type, subtype, said.by === 'nothing' ? undefined : said.class),
      status: said.status,
      code: said.code,
      evidence: said.evidence || evidenceOf(`bounceType: ${type}; bounceSubType: ${subtype}`),
    }
  })
  return { ...common(recipients, original), kind: 'bounce' }
}

/** What Amazon says outranks the words where it is particular; that the recipient is gone, both must say. */
function classOf(type: string, subtype: string, said: ReturnClass | undefined): ReturnClass {
  const known = subtypes.get(`${type} ${subtype}`)
  if (known === 'recipient gone') return said === undefined || said === 'unknown' ? known : said
  if (known !== undefined) return known
  const general = type === 'Transient' ? 'transient' : 'unknown'
  if (said === undefined || said === 'unknown') return general
  return severity(said) === 'H' && type !== 'Permanent' ? general : said
}

/** "Bounce types", SES Developer Guide. `General` and `Undetermined` say nothing by themselves. */
const subtypes: ReadonlyMap<string, ReturnClass> = new Map([
  ['Permanent NoEmail', 'recipient gone'],
  ['Permanent Suppressed', 'policy'],
  ['Permanent OnAccountSuppressionList', 'policy'],
  ['Permanent UnsubscribedRecipient', 'policy'],
  ['Transient MailboxFull', 'mailbox full'],
  ['Transient MessageTooLarge', 'content'],
  ['Transient ContentRejected', 'content'],
  ['Transient AttachmentRejected', 'content'],
  ['Transient CustomTimeoutExceeded', 'transient'],
])

function complaintIn(complaint: unknown, original: ParsedReport['original']): ParsedReport | undefined {
  const named = listOf(field(complaint, 'complainedRecipients'))
    .map(one => findAddress(textOf(field(one, 'emailAddress')) ?? ''))
    .filter(email => email !== undefined)
  if (named.length === 0) return undefined
  const type = textOf(field(complaint, 'complaintFeedbackType'))?.toLowerCase().slice(0, 100) ?? 'abuse'
  return complaintOf(type, named, original, `complaintFeedbackType: ${type}`)
}

function delayIn(delay: unknown, original: ParsedReport['original']): ParsedReport | undefined {
  const recipients = listOf(field(delay, 'delayedRecipients')).map((one): ReportedRecipient => {
    const said = judge({
      text: textOf(field(one, 'diagnosticCode')) ?? '',
      status: textOf(field(one, 'status')),
    })
    return {
      email: findAddress(textOf(field(one, 'emailAddress')) ?? ''),
      action: 'delayed',
      class: severity(said.class) === 'H' || said.class === 'unknown' ? 'transient' : said.class,
      status: said.status,
      code: said.code,
      evidence: said.evidence || evidenceOf(`delayType: ${textOf(field(delay, 'delayType')) ?? ''}`),
    }
  })
  return recipients.length === 0 ? undefined : { ...common(recipients, original), kind: 'delay' }
}

function deliveryIn(delivery: unknown, original: ParsedReport['original']): ParsedReport | undefined {
  const evidence = evidenceOf(textOf(field(delivery, 'smtpResponse')) ?? 'Delivery')
  const recipients = listOf(field(delivery, 'recipients')).map(one => recipient(one, 'delivered', 'unknown', evidence))
  return recipients.length === 0 ? undefined : { ...common(recipients, original), kind: 'delivery' }
}

/** Amazon found a virus and sent nothing. */
function rejectIn(reject: unknown, about: unknown, original: ParsedReport['original']): ParsedReport | undefined {
  const evidence = evidenceOf(`reject: ${textOf(field(reject, 'reason')) ?? ''}`)
  const recipients = listOf(field(about, 'destination')).map(one => recipient(one, 'failed', 'content', evidence))
  return recipients.length === 0 ? undefined : { ...common(recipients, original), kind: 'bounce' }
}

function recipient(
  address: unknown,
  action: ReportedRecipient['action'],
  of: ReturnClass,
  evidence: string,
): ReportedRecipient {
  return { email: findAddress(textOf(address) ?? ''), action, class: of, status: undefined, code: undefined, evidence }
}

function common(
  recipients: readonly ReportedRecipient[],
  original: ParsedReport['original'],
): Omit<ParsedReport, 'kind'> {
  const [first] = recipients
  return {
    class: first!.class,
    recipients,
    feedbackType: undefined,
    original,
    evidence: first!.evidence,
  }
}

function originalIn(about: unknown): ParsedReport['original'] {
  const headers = new Headers()
  for (const one of listOf(field(about, 'headers'), 200)) {
    const name = textOf(field(one, 'name'))
    const value = textOf(field(one, 'value'))
    if (name !== undefined && value !== undefined) headers.add(name.toLowerCase(), value)
  }
  const returnPath = findAddress(textOf(field(about, 'source')) ?? '')
  const to = findAddress(textOf(listOf(field(about, 'destination'))[0]) ?? '')
  return eitherOf(originalOf(headers), { ...nothing, to, returnPath })
}

/** The first object of a text that is a notice, out of the envelope that SNS puts around it where raw delivery is off. */
function noticeIn(text: string): unknown {
  let tried = 0
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (!/(?:^|\n)[ \t]{0,20}$/.test(text.slice(Math.max(0, at - 21), at))) continue
    if (++tried > mostObjects) return undefined
    const outer = objectAt(text, at)
    const message = field(outer, 'Type') === 'Notification' ? textOf(field(outer, 'Message')) : undefined
    const notice = message === undefined ? outer : objectAt(message, message.indexOf('{'))
    if (['notificationType', 'eventType'].some(name => textOf(field(notice, name)) !== undefined)) return notice
  }
  return undefined
}

/** Objects at the beginning of a line that are tried: each costs a pass. */
const mostObjects = 5

/** The JSON object that begins at a place, whatever follows it; undefined where none does. One pass. */
function objectAt(text: string, start: number): unknown {
  if (start < 0) return undefined
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const one = text[at]
    if (isString) {
      if (one === '\\') at++
      else if (one === '"') isString = false
    } else if (one === '"') isString = true
    else if (one === '{') depth++
    else if (one === '}' && --depth === 0) {
      const found = text.slice(start, at + 1)
      // lines that a gateway broke are broken inside strings too, where JSON has no line ends
      return parseJson(found) ?? parseJson(found.replace(/\r?\n/g, ''))
    }
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // an object that has it
    : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 256 * 1024) : undefined
}

function listOf(value: unknown, most = mostRecipients): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}
