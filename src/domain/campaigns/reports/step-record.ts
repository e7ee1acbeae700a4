/** A step in the history of a recipient's mail as the wires have it. */
import type { RecipientStepKind, StepReason } from '../../../contract/groups/reports.ts'
import type { OutputOf } from '../../../contract/shapes.ts'
import type { BounceClass } from '../../../store/inbound/bounce-classes.ts'
import type { WithReader } from '../../bot-filter/readers.ts'
import { classifyReply } from '../../bounce-classification/classify.ts'
import { bounceClassNames } from '../../returned-mail/bounce-names.ts'
import type { StoredStep, StoredStepKind } from './recipient-history.ts'

export function stepOnWire({
  date,
  kind,
  attempt,
  code,
  text,
  class: bounceClass,
  link,
  retryDate,
  reader,
}: Omit<StoredStep, 'at'> & WithReader) {
  return {
    Date: date,
    Kind: stepKinds[kind],
    Attempt: attempt ?? 0,
    Code: code ?? 0,
    Text: text,
    Reason: reasonOf(kind, bounceClass, code, text),
    Link: link,
    RetryDate: retryDate,
    Reader: kind === 'open' || kind === 'click' ? readerNames[reader ?? 'unknown'] : ('None' as const),
  }
}

/** A bounce has its class once it is classified; until then, and where a mail is deferred or refused, the answer is classified as a bounce is. */
function reasonOf(
  kind: StoredStepKind,
  bounceClass: BounceClass | null,
  code: number | null,
  answer: string | null,
): OutputOf<typeof StepReason> {
  if (kind !== 'deferred' && kind !== 'refused' && kind !== 'bounce') return 'None'
  const found = bounceClass ?? classifyReply(code ?? undefined, answer ?? '').class
  // an automatic reply says nothing about why a mail was not taken
  return found === 'auto-reply' ? 'Unknown' : bounceClassNames[found]
}

const readerNames = { person: 'Person', machine: 'Machine', unknown: 'Unknown' } as const

const stepKinds: Readonly<Record<StoredStepKind, OutputOf<typeof RecipientStepKind>>> = {
  'handing over': 'HandingOver',
  accepted: 'Accepted',
  deferred: 'Deferred',
  refused: 'Refused',
  unknown: 'Unknown',
  excluded: 'Excluded',
  delivery: 'Arrived',
  'auto-reply': 'AutoReplied',
  open: 'Opened',
  click: 'Clicked',
  bounce: 'Bounced',
  complaint: 'Complained',
  unsubscribe: 'Unsubscribed',
}
