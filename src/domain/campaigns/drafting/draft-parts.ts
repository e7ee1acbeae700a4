/** What a campaign needs before it can be sent, and a draft may lack while it is written. */
import { Refusal } from '../../../contract/refusals.ts'
import type { FindingCode } from '../findings/check-findings.ts'

/** As far as a draft has it. */
export interface DraftParts {
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly hasContent: boolean
  /** Lists that it goes to. */
  readonly lists: number
}

/** What is missing, as Campaign.Check calls it. */
export function missingParts(draft: DraftParts): readonly FindingCode[] {
  const { subject, fromName, fromEmail, replyTo, hasContent, lists } = draft
  return [
    ...(subject === '' ? (['SubjectMissing'] as const) : []),
    ...(fromName === '' || fromEmail === '' ? (['SenderMissing'] as const) : []),
    ...(replyTo === '' ? (['ReplyToMissing'] as const) : []),
    ...(hasContent ? [] : (['ContentMissing'] as const)),
    ...(lists === 0 ? (['AudienceMissing'] as const) : []),
  ]
}

/**
 * @param except what is not asked for
 * @throws Refusal DraftIncomplete
 */
export function refuseIncomplete(draft: DraftParts, except: readonly FindingCode[]): void {
  const missing = missingParts(draft).filter(code => !except.includes(code))
  if (missing.length === 0) return
  throw new Refusal('DraftIncomplete', `Campaign.Check finds ${missing.join(', ')}.`, {
    data: { Findings: missing },
  })
}
