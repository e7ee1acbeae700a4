/** Complaints: RFC 5965 feedback reports, and the mails of receivers that send something like them. */
import { evidenceOf } from '../../domain/bounce-classification/plain.ts'
import type { ParsedReport, ReportedRecipient } from '../parsed-report.ts'
import { findAddress } from './addresses.ts'
import type { Letter } from './letters.ts'
import { isFile, type Part, readHeaders, readInner } from './mime.ts'
import { eitherOf, nothing, originalOf } from './original.ts'
import { textOf } from './text.ts'

/** No complaints: reports about authentication (RFC 6591) concern the domain, and `not-spam` takes a complaint back. */
const noComplaint = new Set(['not-spam', 'auth-failure', 'dkim', 'dmarc', 'spf'])

/** @returns undefined for what is no feedback report */
export function readFeedbackReport(
  parts: readonly Part[],
  original: ParsedReport['original'],
): ParsedReport | undefined {
  const part =
    parts.find(one => one.type === 'message/feedback-report') ??
    parts.find(one => isFile(one) && /^\s{0,200}feedback-type[ \t]{0,10}:/i.test(textOf(one, 2000)))
  if (!part) return undefined
  const text = textOf(part).replace(/^\s{1,200}/, '')
  const fields = readHeaders(text)
  const feedbackType = fields.get('feedback-type')?.trim().toLowerCase().slice(0, 100) || 'abuse'
  const named = [...fields.all('original-rcpt-to'), ...fields.all('removal-recipient')]
    .slice(0, 100)
    .map(findAddress)
    .filter(email => email !== undefined)
  const mailFrom = findAddress(fields.get('original-mail-from') ?? '')
  return complaintOf(
    feedbackType,
    named,
    eitherOf(original, { ...nothing, to: named[0], returnPath: mailFrom }),
    `Feedback-Type: ${feedbackType}`,
  )
}

/**
 * A complaint, or what its type says instead.
 * @param feedbackType in lower case @param named who complained @param evidence the line that shows it
 */
export function complaintOf(
  feedbackType: string,
  named: readonly string[],
  original: ParsedReport['original'],
  evidence: string,
): ParsedReport {
  const isComplaint = !noComplaint.has(feedbackType)
  const line = evidenceOf(evidence)
  return {
    kind: isComplaint ? 'complaint' : 'other',
    class: 'unknown',
    recipients: isComplaint ? named.map(email => complainant(email, line)) : [],
    feedbackType,
    original,
    evidence: line,
  }
}

/**
 * Complaints that are no RFC 5965 reports: Microsoft's JMRP forwards the mail with `X-HmXmrOriginalRecipient`; others attach it
 * to a mail from an abuse desk.
 * @returns undefined for other mails
 */
export function readForwardedComplaint(
  letter: Letter,
  parts: readonly Part[],
  original: ParsedReport['original'],
): ParsedReport | undefined {
  const attached = parts.find(one => one.type === 'message/rfc822' || one.type === 'text/rfc822-headers')
  const inner = attached && readInner(attached)
  const field = letter.headers.get('x-hmxmroriginalrecipient') ?? inner?.headers.get('x-hmxmroriginalrecipient')
  const isJmrp =
    field !== undefined || (/^complaint about message from\b/.test(letter.subject) && desk.test(letter.from))
  const isDesk = inner !== undefined && desk.test(letter.from) && complains.test(letter.subject)
  if (!isJmrp && !isDesk) return undefined
  const email = findAddress(field ?? '')
  const evidence = evidenceOf(
    isJmrp && field !== undefined ? `X-HmXmrOriginalRecipient: ${field}` : `Subject: ${letter.subject}`,
  )
  const found = eitherOf(original, inner ? originalOf(inner.headers) : originalOf(letter.headers))
  return {
    kind: 'complaint',
    class: 'unknown',
    recipients: email === undefined ? [] : [complainant(email, evidence)],
    feedbackType: 'abuse',
    original: { ...found, to: email ?? found.to },
    evidence,
  }
}

const desk =
  /\b(?:staff@(?:hotmail|outlook|live)\.com|scomp@|abuse|fbl|feedback-?loop|complaints?|feedbackloop|spamreports?|postmaster@)/
const complains =
  /\b(?:abuse report|spam report|complaint|feedback (?:loop )?report|fbl\b|feedback loop|reported as (?:spam|junk)|junk (?:e-?mail )?report|email feedback)/

function complainant(email: string, evidence: string): ReportedRecipient {
  return { email, action: 'delivered', class: 'unknown', status: undefined, code: undefined, evidence }
}
