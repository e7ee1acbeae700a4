/** A step in the history of a recipient's mail as the wires have it. */
import type { RecipientStepKind } from '../../../contract/groups/reports.ts'
import type { OutputOf } from '../../../contract/shapes.ts'
import type { WithReader } from '../../bot-filter/readers.ts'
import type { StoredStep, StoredStepKind } from './recipient-history.ts'

export function stepOnWire({
  date,
  kind,
  attempt,
  code,
  text,
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
    Link: link,
    RetryDate: retryDate,
    Reader: kind === 'open' || kind === 'click' ? readerNames[reader ?? 'unknown'] : ('None' as const),
  }
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
