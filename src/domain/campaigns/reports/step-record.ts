/** A step in the history of a recipient's mail as the wires have it. */
import type { RecipientStepKind, StepReason } from '../../../contract/groups/reports.ts'
import type { OutputOf } from '../../../contract/shapes.ts'
import { type Exclusion, exclusion } from '../../../store/ledger/exclusion.ts'
import type { RecipientState } from '../../../store/states.ts'
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
    Reason: bounceClass ? bounceClassNames[bounceClass] : reasonOf(kind, code, text),
    Link: link,
    RetryDate: retryDate,
    Reader: kind === 'open' || kind === 'click' ? readerNames[reader ?? 'unknown'] : ('None' as const),
  }
}

/**
 * Why a mail was not taken, or not sent: the answer of a server is classified as a bounce is. A bounce that is classified has its class already.
 */
export function reasonOf(
  kind: StoredStepKind | RecipientState,
  code: number | null,
  answer: string | null,
): OutputOf<typeof StepReason> {
  if (kind === 'excluded') return exclusionNames.get(answer ?? '') ?? 'None'
  if (kind !== 'deferred' && kind !== 'refused' && kind !== 'bounce') return 'None'
  const found = classifyReply(code ?? undefined, answer ?? '').class
  // an automatic reply says nothing about why a mail was not taken
  return found === 'auto-reply' ? 'Unknown' : bounceClassNames[found]
}

const nameOfExclusion: Readonly<Record<Exclusion, OutputOf<typeof StepReason>>> = {
  [exclusion.listDeleted]: 'ListDeleted',
  [exclusion.suppressed]: 'Suppressed',
  [exclusion.deleted]: 'Deleted',
  [exclusion.unsubscribed]: 'Unsubscribed',
  [exclusion.bounced]: 'Bounced',
  [exclusion.notActive]: 'NotActive',
  [exclusion.consentExpired]: 'ConsentExpired',
  [exclusion.consentGranted]: 'ConsentGranted',
  [exclusion.askedBefore]: 'AskedBefore',
  [exclusion.consentRefused]: 'ConsentRefused',
  [exclusion.paused]: 'MailsPaused',
  [exclusion.capped]: 'FrequencyCap',
  [exclusion.cancelled]: 'Cancelled',
  [exclusion.timePassed]: 'TimePassed',
  [exclusion.heldOut]: 'HeldOut',
}
const exclusionNames: ReadonlyMap<string, OutputOf<typeof StepReason>> = new Map(Object.entries(nameOfExclusion))

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
