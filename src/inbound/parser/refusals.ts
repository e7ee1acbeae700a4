/**
 * Refusals that come as a receipt: a filter of the recipient threw the mail away and reported it (Sieve reject, RFC 5429 §2.1.1,
 * with the disposition of RFC 8098 §3.2.6.2).
 */
import { judge } from '../../domain/bounce-classification/classify.ts'
import { evidenceOf, plain } from '../../domain/bounce-classification/plain.ts'
import type { ParsedReport } from '../parsed-report.ts'
import { findAddress } from './addresses.ts'
import { explanation } from './dialects.ts'
import { type Part, readHeaders } from './mime.ts'
import { textOf } from './text.ts'

/**
 * @param receipt its message/disposition-notification @param report the readable words
 * @returns undefined for a receipt that says that the mail was read or deleted
 */
export function readReceiptRefusal(
  receipt: Part,
  report: string,
  original: ParsedReport['original'],
): ParsedReport | undefined {
  const fields = readHeaders(textOf(receipt))
  const disposition = fields.get('disposition')?.toLowerCase() ?? ''
  if (!disposition.includes('automatic-action') || !/;\s{0,10}(?:deleted|denied|failed)/.test(disposition))
    return undefined
  if (!refused.test(plain(report))) return undefined
  const email = findAddress(fields.get('original-recipient') ?? fields.get('final-recipient') ?? '') ?? original.to
  const said = explanation(report, email) ?? judge({ text: '' })
  // a filter that speaks for its owner knows that there is one
  const reason = said.class === 'unknown' || said.class === 'recipient gone' ? 'policy' : said.class
  const evidence = said.evidence || evidenceOf(`Disposition: ${disposition}`)
  return {
    kind: 'bounce',
    class: reason,
    recipients: [{ email, action: 'failed', class: reason, status: said.status, code: said.code, evidence }],
    feedbackType: undefined,
    original,
    evidence,
  }
}

const refused = /\b(?:rejected|refused|not (?:be )?(?:accepted|delivered)|abgelehnt|rejete|rechazado|rifiutato)\b/
