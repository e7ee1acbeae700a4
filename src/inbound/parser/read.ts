/** Parses one returned mail: its standard parts if it has them, else its text. Pure; bounded by bytes; never throws. */
import { severity } from '../../domain/bounce-classification/classes.ts'
import type { Judgement } from '../../domain/bounce-classification/classify.ts'
import { codeIn } from '../../domain/bounce-classification/codes.ts'
import { evidenceOf, plain } from '../../domain/bounce-classification/plain.ts'
import { anyOf } from '../../lib/patterns.ts'
import type { ParsedReport, ReportedRecipient } from '../parsed-report.ts'
import { addressesIn } from './addresses.ts'
import { readFeedbackReport, readForwardedComplaint } from './arf.ts'
import { type Author, authorOf, isFromMailSystem } from './author.ts'
import { announcesAbsence, asksWhoWrites, saysAway } from './away.ts'
import { explanation, failuresIn, wordsBefore } from './dialects.ts'
import { readStatusReport, type StatusReport } from './dsn.ts'
import { announcesReturn, isAutomatic, type Letter, letterOf } from './letters.ts'
import { listLeaves, type Part, parameter, readInner, readMime } from './mime.ts'
import { isFromNotifier, readNotice } from './notices.ts'
import { asksToLeave, automaticRequest, unsubscribesByProgram } from './opt-out.ts'
import { eitherOf, idIn, nothing, originalInText, originalOf } from './original.ts'
import { readReceiptRefusal } from './refusals.ts'
import { textOf } from './text.ts'
import { saysReturned, unquoteReport, wordsOf } from './words.ts'

/**
 * Reads a mail that came back.
 * @param raw the mail; of one longer than 4 MB, only the first 4 MB are parsed
 * @param sender of the envelope, empty for the null sender; undefined where it is not known
 */
export function readReturned(raw: Buffer, sender?: string): ParsedReport {
  return readMail(readMime(raw), sender, 2)
}

function readMail(mail: Part, sender: string | undefined, depth: number): ParsedReport {
  const parts = listLeaves(mail)
  const letter = letterOf(mail.headers, parameter(parts[0]?.headers.get('content-type') ?? '', 'charset'))
  const words = wordsOf(parts)
  const author = authorOf({ letter, mail, text: words, sender })
  // what a person quotes is not about the mail that this one answers
  const text = author.isSystem ? unquoteReport(words) : words
  const attached = originalOfParts(parts)
  const feedback = readFeedbackReport(parts, eitherOf(attached, originalInText(text)))
  if (feedback) return feedback

  const { report, rest } = wordsBefore(text)
  // fields missing in a report may be in the thread it is part of
  const original = () =>
    eitherOf(
      eitherOf(attached, rest === text && !/\n[ \t>]{0,8}message-id:/i.test(text) ? nothing : originalInText(rest)),
      threadOf(letter),
    )
  if (author.isSystem || isFromNotifier(letter)) {
    const notice = [text, ...parts.filter(one => one.type === 'application/json').map(one => textOf(one))]
      .map(readNotice)
      .find(one => one !== undefined)
    if (notice) return notice
  }
  const status = author.isSystem ? statusReportOf(parts, text, report) : undefined
  if (status) {
    const asked = challengeOf(letter, author, status)
    return asked === undefined ? readingOf(status, original()) : answer(asked, original())
  }
  const receipt = parts.find(one => one.type === 'message/disposition-notification')
  const refusal = receipt && readReceiptRefusal(receipt, report, original())
  if (refusal) return refusal
  if (receipt)
    return answer(evidenceOf(`Content-Type: message/disposition-notification; ${letter.subject}`), original())
  const complaint = readForwardedComplaint(letter, parts, original())
  if (complaint) return complaint
  const wrapped = author.isSystem && depth > 0 ? wrappedReport(parts, depth) : undefined
  if (wrapped) return wrapped
  return readWords(letter, author, report, original)
}

/** Mails without a standard report: a mail system's words, an automatic answer, or a person's. */
function readWords(
  letter: Letter,
  author: Author,
  report: string,
  original: () => ParsedReport['original'],
): ParsedReport {
  const pressed = unsubscribesByProgram(letter)
  if (pressed !== undefined) return optOut(pressed, original())
  const automatic = isAutomatic(letter)
  const absence = announcesAbsence(letter, author)
  const failed = letter.headers.all('x-failed-recipients').flatMap(field => addressesIn(field))
  if (absence !== undefined && failed.length === 0) return answer(absence, original())
  const asked = author.isPerson ? undefined : asksWhoWrites(report)
  if (asked !== undefined && codeIn(plain(report)) === undefined) return answer(asked, original())
  if (author.isSystem) {
    const bounce = bounceInWords(letter, author, report, failed, automatic !== undefined, original())
    if (bounce) return bounce
  }
  if (automatic !== undefined) {
    const request = automaticRequest(letter, author, report)
    const said = answer(evidenceOf(automatic), original())
    return request === undefined ? said : { ...said, asksToLeave: request }
  }
  const leaves = asksToLeave(letter, report)
  if (leaves !== undefined) return optOut(leaves, original())
  const away = author.isPerson ? undefined : saysAway(report)
  if (away !== undefined) return answer(away, original())
  const evidence = evidenceOf(letter.subject)
  return { kind: 'other', class: 'unknown', recipients: [], feedbackType: undefined, original: original(), evidence }
}

/**
 * What a mail system says in words. That a recipient is gone needs more than words: a code, a status, an address it names, or the
 * mail it returns.
 */
function bounceInWords(
  letter: Letter,
  { isNamed }: Author,
  report: string,
  failed: readonly string[],
  isAnswer: boolean,
  original: ParsedReport['original'],
): ParsedReport | undefined {
  const announced = announcesReturn(letter)
  const says = saysReturned(report)
  if (!isNamed && !announced && (!says || isAnswer)) return undefined
  const bounce = bounceOf(letter, report, failed, original)
  const isSure =
    bounce.recipients.some(one => one.class !== 'unknown') || (isNamed && (announced || says || failed.length > 0))
  if (!isSure && !(announced && says)) return undefined
  // the letter that is answered is not the one that is returned
  const isReturned = original.messageId !== undefined && original.messageId !== threadOf(letter).messageId
  const isProven = isReturned || bounce.recipients.some(one => one.code ?? one.status ?? one.email)
  return severity(bounce.class) === 'H' && !isProven ? undefined : bounce
}

function bounceOf(
  letter: Letter,
  report: string,
  failed: readonly string[],
  original: ParsedReport['original'],
): ParsedReport {
  const own = [
    letter.headers.get('from'),
    letter.headers.get('to'),
    letter.headers.get('reply-to'),
    original.returnPath,
  ]
  const notThese = new Set(own.flatMap(field => addressesIn(field ?? '')).map(email => email.toLowerCase()))
  const named = failuresIn(report, failed, notThese, original.to)
  const isDelay = isOnlyLate(letter, report)
  const failures = named.length > 0 ? named : [{ email: undefined, said: undefined }]
  const recipients = failures.map(({ email, said }) => recipientOf(email ?? original.to, said, isDelay, letter))
  const { class: reason, evidence } = recipients[0]!
  return { kind: isDelay ? 'delay' : 'bounce', class: reason, recipients, feedbackType: undefined, original, evidence }
}

function recipientOf(
  email: string | undefined,
  said: Judgement | undefined,
  isDelay: boolean,
  letter: Letter,
): ReportedRecipient {
  const found = said?.class ?? 'unknown'
  const late = isDelay && (severity(found) === 'H' || found === 'unknown')
  return {
    email,
    action: isDelay ? 'delayed' : 'failed',
    class: late ? 'transient' : found,
    status: said?.status,
    code: said?.code,
    evidence: said?.evidence || evidenceOf(`Subject: ${letter.subject}`),
  }
}

/** A standard report, or its fields where a mail system forgot to make a part of them. */
function statusReportOf(parts: readonly Part[], text: string, report: string): StatusReport | undefined {
  const part =
    parts.find(one => one.type === 'message/delivery-status' || one.type === 'message/global-delivery-status') ??
    parts.find(one => one.type === 'application/octet-stream' && beginsWithFields.test(textOf(one, 2000)))
  let explained: string | undefined
  const explain = (email: string | undefined) => {
    explained ??= report.replace(
      /^(?:final-recipient|original-recipient|diagnostic-code|status|action|remote-mta|reporting-mta):.{0,2000}$/gim,
      '',
    )
    return explanation(explained, email)
  }
  const found = part && readStatusReport(textOf(part), explain)
  if (found) return found
  const at = /^(?:reporting-mta|original-recipient|final-recipient|x-failed-recipient|action):/im.exec(text)
  if (!at || !/^final-recipient:/im.test(text) || !/^(?:action|status|diagnostic-code):/im.test(text)) return undefined
  return readStatusReport(text.slice(at.index, at.index + 64 * 1024), explain)
}

const beginsWithFields = /^\s{0,200}(?:reporting-mta|original-envelope-id|final-recipient|original-recipient):/i

function readingOf(report: StatusReport, original: ParsedReport['original']): ParsedReport {
  const failed = report.recipients.find(one => one.action === 'failed')
  const first = failed ?? report.recipients.find(one => one.action === 'delayed')
  const id = idIn(report.message.get('x-original-message-id'))
  return {
    kind: failed ? 'bounce' : first ? 'delay' : 'delivery',
    class: first?.class ?? 'unknown',
    recipients: report.recipients.map(one => ({ ...one, email: one.email ?? original.to })),
    feedbackType: undefined,
    original: eitherOf(original, { ...nothing, messageId: id }),
    evidence: first?.evidence ?? report.recipients[0]?.evidence ?? '',
  }
}

/** Services that ask strangers who they are sometimes dress their question as a report. */
function challengeOf(letter: Letter, author: Author, { recipients }: StatusReport): string | undefined {
  if (isFromMailSystem(letter) || announcesReturn(letter)) return undefined
  return recipients.some(one => severity(one.class) === 'H') ? undefined : announcesAbsence(letter, author)
}

/** A report that was forwarded as an attachment. */
function wrappedReport(parts: readonly Part[], depth: number): ParsedReport | undefined {
  for (const part of parts) {
    if (part.type !== 'message/rfc822') continue
    const inner = readInner(part)
    if (!/^multipart\/report$/.test(inner.type)) continue
    const reading = readMail(inner, undefined, depth - 1)
    if (reading.kind !== 'other') return reading
  }
  return undefined
}

function optOut(evidence: string, original: ParsedReport['original']): ParsedReport {
  return { kind: 'opt-out', class: 'unknown', recipients: [], feedbackType: undefined, original, evidence }
}

function answer(evidence: string, original: ParsedReport['original']): ParsedReport {
  return {
    kind: 'auto-reply',
    class: 'auto-reply',
    recipients: [],
    feedbackType: undefined,
    original,
    evidence: evidenceOf(evidence),
  }
}

function originalOfParts(parts: readonly Part[]): ParsedReport['original'] {
  for (const part of parts) {
    const isOriginal =
      part.type === 'message/rfc822' ||
      part.type === 'text/rfc822-headers' ||
      part.type === 'message/global' ||
      part.type === 'message/global-headers' ||
      part.type === 'message/partial'
    if (!isOriginal) continue
    const found = originalOf(readInner(part).headers)
    if (found.messageId ?? found.to) return found
  }
  return nothing
}

function threadOf({ headers }: Letter): ParsedReport['original'] {
  const messageId = idIn(headers.get('in-reply-to')) ?? idIn(headers.get('references')?.split(/\s+/).at(-1))
  return { ...nothing, messageId }
}

function isOnlyLate({ subject }: Letter, report: string): boolean {
  const words = `${subject} ; ${plain(report)}`
  return late.test(words) && !final.test(words)
}

const late = anyOf([
  /\bthis is a warning(?: message)? only|\byou do not need to re-?send|\bno action is required/,
  /\b(?:will|shall) (?:continue|keep|be retried|retry|be re-?tried|try again|be attempted)/,
  /\bwill be (?:retried|attempted|tried)/,
  /\bdelivery (?:attempts? )?(?:has been |have been |is |was |to [^ ]{1,253} )?(?:delayed|deferred)/,
  /\bstill (?:be )?(?:undelivered|trying|in the queue|being|be delivered|attempting|queued)/,
  /\bnot yet (?:been )?(?:delivered|able)|\bdelayed (?:mail|message)|\bdelivery delayed/,
  /\bmessage (?:is )?delayed|\bonly a temporary failure report|\btransient non-fatal/,
  /\bwarning: (?:message still|could not send)|\bdelivery status notification \(delay\)|\bverzoger/,
  /\bzustellversuche? (?:werden|wird) (?:fortgesetzt|weiter)|\bwird weiterhin versucht/,
  /\bremise retardee|\bretardee?\b|\bse ha retrasado|\bretrasad[oa]|\bin ritardo|\bsara ritentat/,
  /\bvertraagd|\bforsinket|\bfordrojd|задержан|задержка доставки|配信遅延|延迟|지연/,
])
const final = anyOf([
  /\bpermanent(?:ly)? (?:fatal )?(?:error|fail|reject)|\bgiv(?:en|ing) up|\bgave up|\bi've given up/,
  /\bwill not be retried|\bno further (?:delivery )?attempts|\bfailed permanently/,
  /\bhas been (?:returned|rejected)|\bbeing returned|(?<!non-)\bfatal errors?\b(?! (?:yet|so far))/,
])
