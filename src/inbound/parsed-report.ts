/** What one returned mail says, before it has an effect (design §6). Parsing is pure: the same bytes, the same report. */

import type { ReturnClass } from '../domain/bounce-classification/classes.ts'

export { type ReturnClass, returnClasses, severity } from '../domain/bounce-classification/classes.ts'

/** One recipient of a report. */
export interface ReportedRecipient {
  /** As the report names it, without `rfc822;`; undefined where it names none. */
  readonly email: string | undefined
  /** RFC 3464 §2.3.3; a mail that is not a standard report has `failed` or `delayed` by its text. */
  readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  readonly class: ReturnClass
  /** RFC 3463, `5.1.1`; undefined where none was found. */
  readonly status: string | undefined
  /** SMTP reply code, 550; undefined where none was found. */
  readonly code: number | undefined
  /** The line the class was decided by, cut to 500 characters. */
  readonly evidence: string
}

export interface ParsedReport {
  /**
   * `bounce`: a recipient failed for good. `delay`: still being tried. `delivery`: it arrived. `complaint`: RFC 5965.
   * `auto-reply`: a person's or a program's answer. `opt-out`: a mail that asks to leave. `other`: not understood.
   */
  readonly kind: 'bounce' | 'delay' | 'delivery' | 'complaint' | 'auto-reply' | 'opt-out' | 'other'
  /** Of the first recipient that failed, or else is delayed; `auto-reply` or `unknown` without one. */
  readonly class: ReturnClass
  readonly recipients: readonly ReportedRecipient[]
  /** Of a complaint: `abuse`, `fraud`, `virus`, `not-spam`, `opt-out` …, in lower case. */
  readonly feedbackType: string | undefined
  /** Fields about the mail that came back. */
  readonly original: {
    /** Without angle brackets; ours hold the recipient's token before the `@`. */
    readonly messageId: string | undefined
    readonly to: string | undefined
    readonly returnPath: string | undefined
    /** The link of its List-Unsubscribe header, which holds the recipient's token too. */
    readonly listUnsubscribe: string | undefined
  }
  /** The line the kind and class were decided by, cut to 500 characters. */
  readonly evidence: string
  /** Of an automatic answer: the line that asks to leave. It is a request only at the address for leaving. */
  readonly asksToLeave?: string | undefined
}
